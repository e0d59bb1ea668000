/* The odds that stand beside an open encounter: of the usual act, and of a check that is due.
 */
#ifndef REFEREE_APP_SITTING_ODDS_H
#define REFEREE_APP_SITTING_ODDS_H

#include <stdbool.h>

#include "base/status.h"
#include "resolver/odds.h"
#include "tracker/procedure.h"

struct sitting;

/* Odds of the usual act of one combatant against another, kept until the state changes. NULL,
 * and *why filled, when there are none. */
const struct odds *sitting_odds(struct sitting *sitting, int actor, int target,
                                const struct inputs **inputs, const struct error **why);

/* The chance, by its name ("holds"), of the act that settles a check, kept until the state
 * changes. False when no act settles it, or none whose odds are known. */
bool sitting_pending_chance(struct sitting *sitting, const struct pending *pending,
                            const char **name, double *chance);

/* Everything together that waits for this combatant, kept until the state changes; NULL when
 * nothing does, and for nobody (0). */
const struct together *sitting_together(struct sitting *sitting, int id);
/* Adds "4 attacks due: to 0 Life 41%, dead 14%". */
void together_format(const struct together *together, struct text *out);

#endif
