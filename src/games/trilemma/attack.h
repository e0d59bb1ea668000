/* Trilemma's attacks: the armour class from its parts, attacks, active defence (5.14 to 5.18).
 * Shooting uses the same pieces. Effects of hits are in hits.h. */
#ifndef REFEREE_GAMES_TRILEMMA_ATTACK_H
#define REFEREE_GAMES_TRILEMMA_ATTACK_H

#include "tracker/command.h"
#include "tracker/decision.h"

/* The AC from its parts (5.15, 5.16; T16), against this attacker (0: nobody), without options.
 * False when it is not known. `why` (NULL: not wanted) gets the sum when there is more than one
 * part. */
bool trilemma_ac(const struct state *state, int id, int attacker, int *out, struct text *why);
/* The AC with the options of the command: ac=, blind, constrained, unaware, out_reached,
 * ac_bonus=, which hold for this act alone (T36). An unset AC is asked for and kept (T32). */
bool trilemma_ac_now(struct decision *decision, const struct command *command, int id,
                     int attacker, int *out, struct text *why);
/* The values of both combatants for an attack, with the options of the command. */
bool trilemma_attack_inputs(struct decision *decision, const struct command *command, int id,
                            int target, const char *action, struct inputs *out,
                            struct text *why);
/* The values of the one whom a shot into a melee may hit instead: AC and a paid shield. */
bool trilemma_give_other(struct decision *decision, const struct command *command, int id,
                         int other, struct inputs *inputs);
/* The attack of one on the other without options, for its odds; false, with err filled, when a
 * value is unknown. */
bool trilemma_usual_act(const struct state *state, int id, int target, struct inputs *out,
                        struct error *err);

/* Melee and shots alike. */
struct attack {
    int id, target;
    int other;       /* the one hit when a shot into a melee strays; 0: nobody */
    bool is_shot;    /* it engages nobody in melee */
    const char *how; /* for the log: "shot from the side, aim 2"; "": nothing to say */
    const char *why; /* the parts of the AC; "": only one part */
};
/* The act itself, with its complete inputs: rolls it, records it and applies its effects. True
 * when the target was hit. While a die is asked for, the prompt says what it must show. */
bool trilemma_attack(struct decision *decision, const struct command *command,
                     const struct attack *attack, const struct inputs *inputs);

/* What the die of a defence with this strength must show to be higher than the total of an
 * attack (5.17): "15+ stops 28", or "cannot stop 33". */
void trilemma_add_needed_to_stop(int total, int strength, struct text *out);

decide_fn trilemma_decide_attack, trilemma_decide_defend;

#endif
