/* On-hit effects of Caves of Qud: damage beside the weapon's that can be resisted, or a
 * condition. The questions for them, and their list for a combatant or a creature of the
 * library. It knows nothing of the effects that are pending after a hit. */
#ifndef REFEREE_GAMES_CAVES_OF_QUD_ON_HIT_H
#define REFEREE_GAMES_CAVES_OF_QUD_ON_HIT_H

#include "games/generic/procedure.h"
#include "tracker/command.h"
#include "tracker/conditions.h"
#include "tracker/decision.h"

/* The conditions of the game. */
enum { QUD_CONDITIONS = 5 + GENERIC_CONDITIONS_COUNT };
extern const struct condition_def caves_of_qud_conditions[QUD_CONDITIONS];

/* Asks for the on-hit effect of the combatants in the first argument, or for the amount of a
 * kind of damage that can be resisted (Resistances); false when the command has it. */
bool caves_of_qud_asks_on_hit(struct decision *decision, const struct command *command);

/* All on-hit effects of a combatant, separated by commas: "cold 1d4" is damage, "poisoned 2" a
 * condition for this many rounds, "own dazed" one of the referee's own words; "-": none. */
void on_hit_give(struct decision *decision, int id, struct str list);
void on_hit_format(const struct state *state, int id, struct text *out);
/* Whether this is a valid list for a record: fills err. */
bool on_hit_check(struct str text, struct error *err);

#endif
