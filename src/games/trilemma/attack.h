/* Trilemma's attacks: the armour class from its parts, attacks, active defence (5.14 to 5.18).
 * Shooting is made of the same pieces. What a hit does is in hits.h. */
#ifndef REFEREE_GAMES_TRILEMMA_ATTACK_H
#define REFEREE_GAMES_TRILEMMA_ATTACK_H

#include "tracker/command.h"
#include "tracker/decision.h"

/* The AC from its parts (5.15, 5.16; T16), against this attacker (0: nobody), without options.
 * False when it is not known. `why` (NULL: not wanted) gets the sum, when there is more than
 * one part. */
bool trilemma_ac(const struct state *state, int id, int attacker, int *out, struct text *why);
/* The AC with the options of the command: blind, constrained, unaware, out_reached, bonus=. It
 * is asked for when it is unset (T32). */
bool trilemma_ac_now(struct decision *decision, const struct command *command, int id,
                     int attacker, const char *option, int *out, struct text *why);
/* What an attack needs of both combatants, the options of the command included. */
bool trilemma_attack_inputs(struct decision *decision, const struct command *command, int id,
                            int target, const char *action, struct inputs *out,
                            struct text *why);
/* The attack of one on the other without options, for its odds; false, and err filled, when
 * something is not known. */
bool trilemma_usual_act(const struct state *state, int id, int target, struct inputs *out,
                        struct error *err);
/* "13+ hits AC 22", while the die of an attack is asked for, "14+ stops 27" while that of a
 * defence is: what the players ask before they throw it. */
void trilemma_say_needed(struct decision *decision, const struct inputs *inputs);
/* d20 + strength, the number an active defender uses (5.17). */
bool trilemma_roll_defence(struct decision *decision, const struct command *command, int id,
                           int *total);

decide_fn trilemma_decide_attack, trilemma_decide_defend;

#endif
