/* Trilemma's morale: reasons for a check, and checks (5.13; T23 to T29). Reasons that show in
 * the state are watched, whatever act led to them. */
#ifndef REFEREE_GAMES_TRILEMMA_MORALE_H
#define REFEREE_GAMES_TRILEMMA_MORALE_H

#include "tracker/command.h"
#include "tracker/decision.h"
#include "tracker/procedure.h"

/* The words of the reasons for a check; NULL ends them. */
extern const char *const trilemma_reasons[];

/* The reasons of this group's pending check, 0 when there is none; adds "rats, 2 of 6 fallen
 * (25%+)", in brief "rats, 2 of 6 fallen". */
int trilemma_morale_due(const struct state *state, int id, bool is_brief, struct text *out);
bool trilemma_pending_act(const struct state *state, const struct pending *pending,
                          struct inputs *out, struct error *err);

/* Called after an act, when scores are settled: calls for the checks that follow from its
 * losses (5.13). */
void trilemma_watch_morale(struct decision *decision, const struct state *before);
/* Ends the mark of magic, after that. */
void trilemma_forget_magic(struct decision *decision, const struct state *before);
/* Called when the fight starts: calls for a check of groups that were surprised (5.13). */
void trilemma_watch_surprise(struct decision *decision);

decide_fn trilemma_decide_morale, trilemma_decide_morale_due, trilemma_decide_dismiss;

#endif
