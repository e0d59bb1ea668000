/* What a hit does in Trilemma: damage, injury saves, extra degrees to spend, and taking the
 * last hit back, which a shield after the roll needs (5.4, 5.17 to 5.20, 5.22). How it came to
 * be a hit is not known here. */
#ifndef REFEREE_GAMES_TRILEMMA_HITS_H
#define REFEREE_GAMES_TRILEMMA_HITS_H

#include "tracker/command.h"
#include "tracker/decision.h"

/* A hit of the attack that was just resolved. `total` is what it came to. */
struct hit {
    int attacker, target;
    int total, degrees, damage;
    bool is_direct, is_injury_due, is_magic;
};
void trilemma_hit(struct decision *decision, const struct hit *hit);
/* What was struck just now cannot be taken back any more, degrees left are lost. */
void trilemma_forget_hit(struct decision *decision);
/* The last hit on this combatant becomes a miss. */
void trilemma_take_hit_back(struct decision *decision, int target);
/* HP stop at 0; `excess` more damage than there was makes an injury save due (5.18; T19). */
void trilemma_hurt(struct decision *decision, int id, int excess);

decide_fn trilemma_decide_injury, trilemma_decide_effect;

#endif
