/* The effects of hits in Trilemma: damage, injury saves, extra degrees to spend, and taking the
 * last hit back, which a shield after the roll needs (5.4, 5.17 to 5.20, 5.22). How the hit
 * came about is not known here. */
#ifndef REFEREE_GAMES_TRILEMMA_HITS_H
#define REFEREE_GAMES_TRILEMMA_HITS_H

#include "tracker/command.h"
#include "tracker/decision.h"

/* A hit of the attack that was just resolved: its total, and the AC. */
struct hit {
    int attacker, target;
    int total, ac, damage;
    bool is_direct, is_magic;
};
void trilemma_hit(struct decision *decision, const struct hit *hit);
/* A shield after the roll has the total `defence` (5.17; T38): compares the last hit on this
 * one again. Hit, extra degrees and damage follow; spending of degrees that are gone is taken
 * back. May ask for damage dice when a direct hit becomes an ordinary one. */
void trilemma_meet_hit(struct decision *decision, int target, int defence);
/* HP stop at 0; `excess` damage beyond them makes an injury save due (5.18; T19). */
void trilemma_hurt(struct decision *decision, int id, int excess);

/* Who has extra degrees to spend (5.19); 0: nobody. */
int trilemma_owner_of_degrees(const struct state *state);

decide_fn trilemma_decide_injury, trilemma_decide_effect;

/* The injury saves that one in the fight has to make (5.18). */
int trilemma_saves_due(const struct state *state, int id);
/* True when there are any. */
bool trilemma_is_falling(const struct state *state, int id);

#endif
