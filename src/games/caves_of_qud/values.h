/* Values of Caves of Qud by name: those of an act, and the attributes of a combatant. */
#ifndef REFEREE_GAMES_CAVES_OF_QUD_VALUES_H
#define REFEREE_GAMES_CAVES_OF_QUD_VALUES_H

#include "resolver/system.h"
#include "tracker/state.h"

/* Whether an act was given this value; false when it has no such parameter. */
bool qud_is_given(const struct inputs *inputs, const char *name);
/* Gives it, unless it was given before. */
enum status qud_give_number(struct inputs *inputs, const char *name, int number,
                            struct error *err);
/* Whether a combatant has this attribute, which must be one of the game's; and its value, or
 * else 0. */
bool qud_has(const struct state *state, int id, const char *name);
int qud_value(const struct state *state, int id, const char *name);

#endif
