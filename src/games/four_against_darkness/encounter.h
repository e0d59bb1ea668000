/* The flow of an encounter: how the foes are met (flow 1 and 2), its rounds and phases (flow
 * 4), who of the party may act (flow 5), fleeing and withdrawing, its end (flow 6), and what
 * follows from every act. */
#ifndef REFEREE_GAMES_FOUR_AGAINST_DARKNESS_ENCOUNTER_H
#define REFEREE_GAMES_FOUR_AGAINST_DARKNESS_ENCOUNTER_H

#include "tracker/command.h"
#include "tracker/decision.h"
#include "tracker/procedure.h"
#include "games/four_against_darkness/course.h"

/* Sets the order and begins the first round. */
void rounds_begin(struct decision *decision, enum order order);

/* The first foe to be met that calls for a save when it is met; 0: none. */
int meeting_start_due(const struct state *state);
/* The first foe whose surprise has not been rolled; 0: none. */
int meeting_surprise_due(const struct state *state);
/* True when the start is settled so that the party can attack; refuses otherwise. */
bool meeting_may_open(struct decision *decision);
decide_fn meeting_decide_meet, meeting_decide_surprise;

/* Who acts: by=, or else the next; 0: the decision has ended. */
int party_actor(struct decision *decision, const struct command *command);
/* Adds "Hild, Corvin", who can act now; false when nobody can. */
bool party_add_actors(const struct state *state, struct text *out);
/* True when it stands and can act, in any phase, and no morale check comes first. */
bool party_can_act(struct decision *decision, int id);
/* True when it may act: once a round, in the party's phase of this kind. The first act begins
 * the fight. */
bool party_may_act(struct decision *decision, int id, enum phase kind);
/* The same for an act that is neither melee nor a shot, in a running fight: any phase of the
 * party. */
bool party_may_use(struct decision *decision, int id);
/* True when foes are there and the encounter is not over: then an ability costs its user's
 * action, or that of round 1 before the first blow. Between fights it costs no time. */
bool party_is_fighting(const struct state *state);
/* Uses the action of the round, or that of round 1 before the first blow. */
void party_use_action(struct decision *decision, int id);

/* For struct procedure. */
enum ended ending_ended(const struct state *state);
/* True when it is over since the foes are out, and a counter brings others. */
bool ending_do_foes_come(const struct state *state);
/* Of an encounter that is over: adds which foes come next and the command that brings them.
 * False: none come, and nothing is added. */
bool ending_tell_coming(const struct state *state, struct text *out);

bool running_is_wandering_due(const struct state *state);
/* Wandering monsters come: the next encounter begins with them. */
bool running_do_wandering_come(const struct state *state);
decide_fn running_decide_flee, running_decide_withdraw, running_decide_wandering;

/* What follows from an act. */
extern const struct trigger flow_trigger;
decide_fn flow_decide_next;

#endif
