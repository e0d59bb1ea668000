/* Who in the party acts, and whether that may be now (flow 4, 5). */
#ifndef REFEREE_GAMES_FOUR_AGAINST_DARKNESS_PARTY_H
#define REFEREE_GAMES_FOUR_AGAINST_DARKNESS_PARTY_H

#include "games/four_against_darkness/course.h"
#include "tracker/command.h"
#include "tracker/decision.h"

/* Who acts: by=, or else the next; 0: the decision has ended. */
int party_actor(struct decision *decision, const struct command *command);
/* Adds "Hild, Corvin", who can act now; false when nobody can. */
bool party_add_actors(const struct state *state, struct text *out);
/* Whether it stands and can act, in any phase, and no morale check comes first. */
bool party_can_act(struct decision *decision, int id);
/* Whether it may act: once a round, in the party's phase of this kind. The first act begins the
 * fight. */
bool party_may_act(struct decision *decision, int id, enum phase kind);
/* The same for an act that is neither melee nor a shot, in a running fight: any phase of the
 * party. */
bool party_may_use(struct decision *decision, int id);
/* Whether foes are there and the encounter is not over: then an ability costs its user's
 * action, or that of round 1 before the first blow. Between fights it costs no time. */
bool party_is_fighting(const struct state *state);
/* Uses the action of the round, or that of round 1 before the first blow. */
void party_use_action(struct decision *decision, int id);

#endif
