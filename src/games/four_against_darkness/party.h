/* Who in the party acts, and whether that may be now (flow 4, 5). */
#ifndef REFEREE_GAMES_FOUR_AGAINST_DARKNESS_PARTY_H
#define REFEREE_GAMES_FOUR_AGAINST_DARKNESS_PARTY_H

#include "games/four_against_darkness/course.h"
#include "tracker/command.h"
#include "tracker/decision.h"

/* Who acts: by=, else the next; 0: the decision has ended. */
int party_actor(struct decision *decision, const struct command *command);
/* It stands and can do something, no matter whose phase it is, and no morale check comes first.
 */
bool party_can_act(struct decision *decision, int id);
/* One action each, in the party's phase of this kind. The first act begins the fight. */
bool party_may_act(struct decision *decision, int id, enum phase kind);
/* The same for what is neither melee nor shot, in a fight that goes on: any phase of the party.
 */
bool party_may_use(struct decision *decision, int id);
/* Foes are there and nothing is over: whatever an ability does costs its user's action, before
 * the first blow that of round 1. Between fights it is free of time. */
bool party_is_fighting(const struct state *state);
/* The action of the round is used, before the first blow that of round 1. */
void party_use_action(struct decision *decision, int id);

#endif
