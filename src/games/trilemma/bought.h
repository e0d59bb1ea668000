/* Acts that were paid for and not used yet (5.2, 5.4, 5.11; T37): one list of bought acts in
 * the state, each of a kind. An act paid for twice is listed twice; acts are used in any order
 * until the round ends, and a kind buys only its kind. Prices and who may pay are in
 * reactions.h. */
#ifndef REFEREE_GAMES_TRILEMMA_BOUGHT_H
#define REFEREE_GAMES_TRILEMMA_BOUGHT_H

#include "tracker/decision.h"

/* The use of a bought act. */
enum buys {
    BUYS_NOTHING, /* words alone, such as a warning */
    BUYS_ATTACK,  /* an attack or a shot */
    BUYS_ACT,     /* any one action */
    BUYS_DEFENCE, /* a shield against the next attack */
    BUYS_ORDER,   /* an order, which needs no second payment */
    BUYS_CHECK    /* a wits check */
};

/* The names of acts, as in the price list and the log, that have no price. */
#define TRILEMMA_ORDERED "ordered"
#define TRILEMMA_EXTRA "extra: "

/* The kind that the act of this name buys. */
enum buys trilemma_buys(struct str name);
/* Adds an act of this name. */
void trilemma_buy(struct decision *decision, int id, struct str name);

/* The next one with this use; for an attack and a check also any action. NULL: none. */
const struct effect *trilemma_bought(const struct state *state, int id, enum buys buys);
/* The next bought act after `after` (NULL: from the start), of anybody and any kind; NULL:
 * none. */
const struct effect *trilemma_next_bought(const struct state *state,
                                          const struct effect *after);
/* Its kind, and its words for display: "riposte", "an extra attack". */
enum buys trilemma_bought_buys(const struct effect *effect);
const char *trilemma_bought_words(const struct effect *effect);
/* Whether it was ordered to act now, rather than having paid for something that may be words
 * alone. */
bool trilemma_is_order(const struct effect *effect);

/* Uses one of them. */
void trilemma_use_bought(struct decision *decision, const struct effect *effect);
/* At the end of a round: reports and removes unused acts. */
void trilemma_lose_bought(struct decision *decision);

#endif
