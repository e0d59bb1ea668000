/* Trilemma's initiative is money: superior initiative, acts between rounds, forced bouts,
 * orders (5.3, 5.5, 5.8, 5.11). Reactions are in reactions.h. */
#ifndef REFEREE_GAMES_TRILEMMA_SPENDING_H
#define REFEREE_GAMES_TRILEMMA_SPENDING_H

#include "tracker/command.h"
#include "tracker/decision.h"

/* Whether it may still take another turn in this round, by its superior initiative (5.3). */
bool trilemma_has_superior(const struct state *state, int id);
/* A line of the facts: "init 27; can act again for 10", or without what it may not; nothing
 * without a score. */
void trilemma_score_fact(const struct state *state, int id, struct text *out);

/* The slots `key_word` and `key_is_aside` of the procedure: who pays what for superior
 * initiative, and how the next round comes. */
bool trilemma_key_is_aside(const struct state *state, const char *line);
void trilemma_key_word(const struct state *state, const char *line, int brevity,
                       struct text *out);

decide_fn trilemma_decide_superior, trilemma_decide_between, trilemma_decide_force,
    trilemma_decide_order, trilemma_decide_command;

#endif
