/* What a foe has shown that it wants (Foe reaction). */
#ifndef REFEREE_GAMES_FOUR_AGAINST_DARKNESS_ATTITUDE_H
#define REFEREE_GAMES_FOUR_AGAINST_DARKNESS_ATTITUDE_H

#include "resolver/tables/random_table.h"
#include "tracker/decision.h"

enum reaction attitude_of(const struct state *state, int foe);
/* Whether it fights, or has not shown otherwise. */
bool attitude_is_hostile(const struct state *state, int foe);
/* Whether it waits for an answer: a bribe, a quest. */
bool attitude_is_offering(const struct state *state, int foe);
/* Whether it is present, hostile and able to attack. */
bool attitude_fights(const struct state *state, int foe);
/* Whether it does nothing unless it is attacked: it is asleep, or wants no fight. */
bool attitude_is_quiet(const struct state *state, int foe);
void attitude_set(struct decision *decision, int foe, enum reaction reaction, int price);

#endif
