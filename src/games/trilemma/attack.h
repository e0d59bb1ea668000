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
/* The AC with the options of the command: ac=, blind, constrained, unaware, out_reached,
 * ac_bonus=, which hold for this act alone (T36). It is asked for and kept when it is unset
 * (T32). */
bool trilemma_ac_now(struct decision *decision, const struct command *command, int id,
                     int attacker, int *out, struct text *why);
/* What an attack needs of both combatants, the options of the command included. */
bool trilemma_attack_inputs(struct decision *decision, const struct command *command, int id,
                            int target, const char *action, struct inputs *out,
                            struct text *why);
/* What a shot into a melee needs of the one that it may hit instead: AC and a paid shield. */
bool trilemma_give_other(struct decision *decision, const struct command *command, int id,
                         int other, struct inputs *inputs);
/* The attack of one on the other without options, for its odds; false, and err filled, when
 * something is not known. */
bool trilemma_usual_act(const struct state *state, int id, int target, struct inputs *out,
                        struct error *err);

/* Melee and shots alike. */
struct attack {
    int id, target;
    int other;       /* who is hit when a shot into a melee strays; 0: nobody can be */
    bool is_shot;    /* it engages nobody */
    const char *how; /* for the log: "shot from the side, aim 2"; "": nothing to say */
    const char *why; /* what the AC is made of; "": of one part */
};
/* The act itself, with its complete inputs: rolled, recorded, and what comes of it. True when
 * the target was hit. While a die is asked for, the prompt tells what it must show. */
bool trilemma_attack(struct decision *decision, const struct command *command,
                     const struct attack *attack, const struct inputs *inputs);

decide_fn trilemma_decide_attack, trilemma_decide_defend;

#endif
