/* The figures of a telling: of the acts that it tells, and for the players without what only
 * the referee knows: chances, what was expected, the faces of dice. */
#ifndef REFEREE_APP_EXPORT_TELLING_FIGURES_H
#define REFEREE_APP_EXPORT_TELLING_FIGURES_H

#include "base/status.h"
#include "exchange/telling.h"

struct sitting;
struct sitting_acts_wish;

/* Adds them to the telling. A damaged log is no failure: what can be read is counted. */
enum status tell_figures(struct telling *out, struct sitting *sitting,
                         const struct sitting_acts_wish *acts, struct error *err) MUST_CHECK;

#endif
