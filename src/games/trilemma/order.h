/* Trilemma's order of a fight: turns, rounds, the rest between them, waiting (5.1, 5.3, 5.5,
 * 5.8). It knows what ends with a turn and with a round (spells, remembered hits, pending
 * checks), but no reason to start one. */
#ifndef REFEREE_GAMES_TRILEMMA_ORDER_H
#define REFEREE_GAMES_TRILEMMA_ORDER_H

#include "tracker/command.h"
#include "tracker/decision.h"

/* `side` demanded it, "": nobody; a forced round keeps those in melee together. */
void trilemma_start_round(struct decision *decision, int round, bool is_forced,
                          const char *side);
/* Whether the turn that is on is the last one of the round. */
bool trilemma_is_last_turn(const struct state *state);
/* Gives the turn to the next in order, or ends the round. */
void trilemma_go_on(struct decision *decision);

decide_fn trilemma_decide_next, trilemma_decide_demand, trilemma_decide_delay,
    trilemma_decide_ready, trilemma_decide_act, trilemma_decide_move;

#endif
