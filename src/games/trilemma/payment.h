/* Trilemma's initiative is money (5.2): paying from one's score. The uses of payments are in
 * reactions.h and spending.h. */
#ifndef REFEREE_GAMES_TRILEMMA_PAYMENT_H
#define REFEREE_GAMES_TRILEMMA_PAYMENT_H

#include "tracker/command.h"
#include "tracker/decision.h"

/* Whether this combatant can pay anything now: it is in the fight and has a score. */
bool trilemma_has_score(struct decision *decision, int id);
/* Whether it pays this much: asked about when it has less (5.9; T2). */
bool trilemma_can_pay(struct decision *decision, const struct command *command, int id,
                      int price);
/* Lowers the score, to 0 at least; the log and the facts name the reason. */
void trilemma_pay(struct decision *decision, int id, int price, const char *reason,
                  const char *rule);
/* The words of for=..., or else the usual ones. */
void trilemma_reason(const struct command *command, const char *usual, char out[LABEL_SIZE]);
/* "21 = 31 rolled - 10 superior". */
void trilemma_format_score(const struct state *state, int id, struct text *out);

#endif
