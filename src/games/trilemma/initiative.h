/* Trilemma's order of a fight: initiative, which starts it, surprise and re-orienting
 * (5.1, 5.6, 5.9, 5.10); turns, rounds, the rest between them, waiting (5.1, 5.3, 5.5, 5.8). It
 * knows what ends with a turn and with a round. */
#ifndef REFEREE_GAMES_TRILEMMA_INITIATIVE_H
#define REFEREE_GAMES_TRILEMMA_INITIATIVE_H

#include "tracker/command.h"
#include "tracker/decision.h"

/* `side` demanded it, "": nobody; a forced round keeps those in melee together. */
void trilemma_start_round(struct decision *decision, int round, bool is_forced,
                          const char *side);
/* True when the turn that is on is the last one of the round. */
bool trilemma_is_last_turn(const struct state *state);
/* Gives the turn to the next in order, or ends the round. */
void trilemma_go_on(struct decision *decision);
decide_fn trilemma_decide_next, trilemma_decide_demand, trilemma_decide_delay,
    trilemma_decide_ready, trilemma_decide_act, trilemma_decide_move;

/* The words of the kinds of surprise (combatant.h); NULL ends them. */
extern const char *const trilemma_surprises[];
/* `set Ana initiative=31`: true when the option was one of this procedure's. */
bool trilemma_give(struct decision *decision, int id, struct str name, struct str value);
/* Who has no score, and what gives them one; nothing while everybody has one, or the roll that
 * starts the fight is one for all. */
void trilemma_guide_initiative(const struct state *state, struct text *out);
decide_fn trilemma_decide_initiative, trilemma_decide_surprise, trilemma_decide_reorient;

#endif
