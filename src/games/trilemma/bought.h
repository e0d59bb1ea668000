/* What was paid for and not used yet (5.2, 5.4, 5.11; T37): one list of bought acts in the
 * state, each of a kind. Paid twice, an act is there twice; it is used in any order until the
 * round ends, and a kind buys only its kind. Prices and who may pay are in reactions.h. */
#ifndef REFEREE_GAMES_TRILEMMA_BOUGHT_H
#define REFEREE_GAMES_TRILEMMA_BOUGHT_H

#include "tracker/decision.h"

/* What an act that was bought can be used for. */
enum buys {
    BUYS_NOTHING, /* the words alone, as a warning */
    BUYS_ATTACK,  /* an attack or a shot */
    BUYS_ACT,     /* any one action */
    BUYS_DEFENCE, /* a shield against the next attack */
    BUYS_ORDER,   /* an order, which needs no second payment */
    BUYS_CHECK    /* a wits check */
};

/* The names of acts, as the price list and the log have them, that are no prices. */
#define TRILEMMA_ORDERED "ordered"
#define TRILEMMA_EXTRA "extra: "

/* What the act of this name buys. */
enum buys trilemma_buys(struct str name);
/* One more act of this name. */
void trilemma_buy(struct decision *decision, int id, struct str name);

/* The next one that can be used so; for an attack and a check also any action. NULL: none. */
const struct effect *trilemma_bought(const struct state *state, int id, enum buys buys);
/* The next bought act after `after` (NULL: from the start), no matter who has it and whatever
 * it is; NULL: there is none. */
const struct effect *trilemma_next_bought(const struct state *state,
                                          const struct effect *after);
/* What it buys, and its words for people: "riposte", "an extra attack". */
enum buys trilemma_bought_buys(const struct effect *effect);
const char *trilemma_bought_words(const struct effect *effect);
/* It was ordered to act now, and did not pay for something that may be words alone. */
bool trilemma_is_order(const struct effect *effect);

/* One of them is used. */
void trilemma_use_bought(struct decision *decision, const struct effect *effect);
/* The round ends: those that nobody used are named, and gone. */
void trilemma_lose_bought(struct decision *decision);

#endif
