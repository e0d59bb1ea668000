/* Figures in sentences, for the ear and for logs. */
#ifndef REFEREE_APP_FIGURES_FIGURES_WORDS_H
#define REFEREE_APP_FIGURES_FIGURES_WORDS_H

#include "app/sitting/result.h"
#include "base/text.h"
#include "tracker/command.h"

struct figures;
struct sitting;

/* A line for each combatant that did or suffered anything, the sides, morale, turns, dice. */
void figures_tell(const struct figures *figures, struct text *out);

/* The command `figures`: of the open encounter, of one by its name, or of what the words ask
 * for. */
void sitting_run_figures(struct sitting *sitting, const struct command *command,
                         struct result *out);

#endif
