/* Trilemma's morale groups: their scores, who belongs to them, who leads them (5.12; T24, T30,
 * T39, T41). Reasons for checks, and checks, are in morale.h. */
#ifndef REFEREE_GAMES_TRILEMMA_MORALE_GROUPS_H
#define REFEREE_GAMES_TRILEMMA_MORALE_GROUPS_H

#include "tracker/command.h"
#include "tracker/decision.h"
#include "tracker/options.h"

extern const struct number_range trilemma_morale_range;

/* A group's score, 0 when it has none; *label names the second score, or is "" for the usual
 * one. */
int trilemma_morale_score(const struct state *state, int id, const char **label);
/* When the field `name` is morale: notes the guideline of the score that was set (5.12). */
void trilemma_advise(struct decision *decision, int id, struct str name);

/* Whether the group checks morale: it has a score (T39). */
bool trilemma_is_checked(const struct state *state, int group);
/* Whether a combatant may have a score: no player character does (T23). */
bool trilemma_can_have_score(const struct state *state, int id);
bool trilemma_is_of_party(const struct state *state, int id);
/* The combatant that represents the group. */
bool trilemma_is_first(const struct state *state, int id);

/* Called after an act: a score given to members is the group's, or makes them a group (T41). */
void trilemma_settle_scores(struct decision *decision, const struct state *before);

decide_fn trilemma_decide_leader, trilemma_decide_split, trilemma_decide_alternate;

#endif
