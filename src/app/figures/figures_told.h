/* Figures told as a report (app/report/report.h), which the command line prints in columns and
 * scripts and exports get as JSON (contract: figures). */
#ifndef REFEREE_APP_FIGURES_FIGURES_TOLD_H
#define REFEREE_APP_FIGURES_FIGURES_TOLD_H

#include <jansson.h>

#include "app/figures/figures.h"

/* Sets what was counted in `report`. For people alone: of a row `.shown` and `.tells` (there is
 * anything to tell of it), of morale `.expected`, of faces `.enough`. */
void figures_report(const struct figures *figures, json_t *report);
/* Takes out what the dice could have done. */
void figures_report_forget_odds(json_t *report);

#endif
