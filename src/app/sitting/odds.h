/* The odds beside an open encounter: of the act that a line leads to, of the usual act while
 * none is being chosen, and of a pending check.
 *
 * A line is decided without being carried out, and the purpose of its dice is the subject of
 * the odds (struct asked): so they are of that act for every command, game and option. Nothing
 * here knows a command. */
#ifndef REFEREE_APP_SITTING_ODDS_H
#define REFEREE_APP_SITTING_ODDS_H

#include <stdbool.h>

#include "app/sitting/act_odds.h"
#include "tracker/procedure.h"

struct sitting;

/* All are kept until the state changes or others are asked for; only one of the two below is
 * kept. */

/* Odds of the act that this line leads to. Dice that the line leaves to the program are not
 * thrown. */
const struct line_odds *sitting_line_odds(struct sitting *sitting, const char *line);
/* Odds of the usual act of one combatant against another: always one act. */
const struct line_odds *sitting_usual_odds(struct sitting *sitting, int actor, int target);

/* The chance, with its name ("holds"), of the act that settles a check, kept until the state
 * changes. False when no act with known odds settles it. */
bool sitting_pending_chance(struct sitting *sitting, const struct pending *pending,
                            const char **name, double *chance);

/* Adds "72% holds", the same in words; nothing, and returns false, when it is unknown. */
bool sitting_add_pending_chance(struct sitting *sitting, const struct pending *pending,
                                struct text *out);

/* Everything together that waits for this combatant, kept until the state changes; NULL when
 * nothing does, and for nobody (0). */
const struct together *sitting_together(struct sitting *sitting, int id);
/* Adds "4 attacks due: to 0 Life 41%, dead 14%". */
void together_format(const struct together *together, struct text *out);

#endif
