/* Trilemma's morale: groups with their scores and leaders (5.12; T24, T30, T39, T41), reasons
 * for a check, and checks (5.13; T23 to T29). Reasons that show in the state are watched,
 * whatever act led to them.
 *
 * Creatures from the library bring their morale along: why they fight on (5.12), a second score
 * with its condition (T30), what they want, and whom they lead (5.13). Each is a value that a
 * combatant can be given like any other: `add 4 crow-rider morale=7 morale_for="good pay"
 * wants="the mules"`. */
#ifndef REFEREE_GAMES_TRILEMMA_MORALE_H
#define REFEREE_GAMES_TRILEMMA_MORALE_H

#include "tracker/command.h"
#include "tracker/decision.h"
#include "tracker/procedure.h"
#include "games/generic/procedure.h"

/* A group's score, 0 when it has none; *label names the second score, or is "" for the usual
 * one. */
int trilemma_morale_score(const struct state *state, int id, const char **label);
/* When the field `name` is morale: notes the guideline of the score that was set (5.12). */
void trilemma_advise(struct decision *decision, int id, struct str name);
/* True when the group checks morale: it has a score (T39). */
bool trilemma_is_checked(const struct state *state, int group);
bool trilemma_is_of_party(const struct state *state, int id);
/* Called after an act: a score given to members is the group's, or makes them a group (T41). */
void trilemma_settle_scores(struct decision *decision, const struct state *before);
decide_fn trilemma_decide_leader, trilemma_decide_split, trilemma_decide_alternate;

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

enum { TRILEMMA_KINDS = 1, TRILEMMA_GIVES = 5 };

extern const struct library_kind trilemma_kinds[TRILEMMA_KINDS];
extern const struct given_def trilemma_gives[TRILEMMA_GIVES];
/* The slot `give` for these values. */
bool trilemma_give_creature(struct decision *decision, int id, struct str name,
                            struct str value);
/* The slot `joins`: foes, and henchmen of either side, are made from the record with their
 * name. */
void trilemma_joins(struct decision *decision, int id);
/* Called after an act: the leader of a kind leads the morale group of those present, in
 * whatever order they joined. */
void trilemma_watch_leaders(struct decision *decision, const struct state *before);
/* ": good pay" and ", 9 with the king", after a morale score; adds nothing where there is
 * nothing to add. */
void trilemma_morale_facts(const struct state *state, int id, struct text *out);
/* Lines for what it wants and which creature it is. */
void trilemma_creature_facts(const struct state *state, int id, struct text *out);

#endif
