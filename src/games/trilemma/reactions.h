/* What points of initiative pay for: reactions out of turn, their prices and who may pay
 * (5.2, 5.4, 5.11), and spending at one's own time. */
#ifndef REFEREE_GAMES_TRILEMMA_REACTIONS_H
#define REFEREE_GAMES_TRILEMMA_REACTIONS_H

#include "tracker/command.h"
#include "tracker/decision.h"

#define TRILEMMA_CLEAR_ORDER "clear-order"
/* The price of a reaction, which must be in the list. */
int trilemma_reaction_price(const char *name);
/* Adds the reactions of the list that buy an attack or a shield, as rows of other choices; but
 * for an opportunity the referee sees the opening, and it is none of these. */
void trilemma_add_reactions(struct text *rows);
/* What a shield after the attack must roll to be higher (5.17): "15+ stops 28". */
void trilemma_needed(const struct inputs *inputs, struct text *out);
/* The uses of an act that was paid for, ended by NULL: the choices of `use`. */
extern const char *const trilemma_acts[];
/* What a check is made with, ended by NULL. */
extern const char *const trilemma_abilities[];
decide_fn trilemma_decide_react, trilemma_decide_check, trilemma_decide_use;

/* True when it may still take another turn in this round, by its superior initiative (5.3). */
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
