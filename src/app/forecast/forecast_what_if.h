/* What if: lines of commands that are decided on a copy of the state before a forecast. */
#ifndef REFEREE_APP_FORECAST_FORECAST_WHAT_IF_H
#define REFEREE_APP_FORECAST_FORECAST_WHAT_IF_H

#include "forecast/fight.h"

/* Decides the lines, which are separated by `;` outside of quotes, and applies them to the
 * state. Dice that they leave out are generated from the seed of the rules. False, with the
 * line's number and words in `err`, when one is wrong, refused or leaves something to be
 * answered: STATUS_REFUSED when the rules refuse it, else STATUS_USAGE. */
bool forecast_what_if(const struct fight_rules *rules, const char *lines, struct state *state,
                      struct error *err);

/* The next line of a what-if; false when there is none. */
bool forecast_next_line(struct str *rest, struct str *line);

#endif
