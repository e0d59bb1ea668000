/* What hits bring in Caves of Qud beside the weapon's damage: further damage that can be
 * resisted, or a condition. How it is asked for, and the list of it that a combatant or a
 * creature of the library has. It knows nothing of what is due after a hit. */
#ifndef REFEREE_GAMES_CAVES_OF_QUD_ON_HIT_H
#define REFEREE_GAMES_CAVES_OF_QUD_ON_HIT_H

#include "games/generic/procedure.h"
#include "tracker/command.h"
#include "tracker/conditions.h"
#include "tracker/decision.h"

/* The conditions of the game. */
enum { QUD_CONDITIONS = 5 + GENERIC_CONDITIONS_COUNT };
extern const struct condition_def caves_of_qud_conditions[QUD_CONDITIONS];

/* Asks what the hits of those in the first argument bring, or how much of a kind of damage that
 * can be resisted (Resistances); false when the command says it. */
bool caves_of_qud_asks_on_hit(struct decision *decision, const struct command *command);

/* All that the hits of a combatant bring, parted by commas: "cold 1d4" is damage, "poisoned 2"
 * a condition for this many rounds, "own dazed" one of the referee's own words; "-": nothing.
 */
void on_hit_give(struct decision *decision, int id, struct str list);
void on_hit_format(const struct state *state, int id, struct text *out);
/* Whether a record may have this in such a list: fills err. */
bool on_hit_check(struct str text, struct error *err);

#endif
