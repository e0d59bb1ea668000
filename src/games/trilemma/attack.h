/* Trilemma's attacks and shots: the armour class from its parts, attacks, active defence (5.14
 * to 5.18), shots, also into a melee (5.21). Effects of hits are in hits.h. */
#ifndef REFEREE_GAMES_TRILEMMA_ATTACK_H
#define REFEREE_GAMES_TRILEMMA_ATTACK_H

#include "tracker/command.h"
#include "tracker/decision.h"

/* The AC from its parts (5.15, 5.16; T16), against this attacker (0: nobody), without options.
 * False when it is not known. `why` (NULL: not wanted) gets the sum when there is more than one
 * part. */
bool trilemma_ac(const struct state *state, int id, int attacker, int *out, struct text *why);
/* The attack of one on the other without options, for its odds; false, with err filled, when a
 * value is unknown. */
bool trilemma_usual_act(const struct state *state, int id, int target, struct inputs *out,
                        struct error *err);
/* What the die of a defence with this strength must show to be higher than the total of an
 * attack (5.17): "15+ stops 28", or "cannot stop 33". */
void trilemma_add_needed_to_stop(int total, int strength, struct text *out);
decide_fn trilemma_decide_attack, trilemma_decide_defend;

decide_fn trilemma_decide_aim, trilemma_decide_shoot;

#endif
