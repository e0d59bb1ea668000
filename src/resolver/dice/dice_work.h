/* How long an exact distribution would take, roughly and before it is begun, so that odds which
 * somebody waits for can be refused at once instead of late. */
#ifndef REFEREE_RESOLVER_DICE_DICE_WORK_H
#define REFEREE_RESOLVER_DICE_DICE_WORK_H

#include "resolver/dice/dice_expr.h"

/* Steps of about a nanosecond for the distribution of the expression thrown `times` times (at
 * least 1); right within a factor of ten or so. */
double dice_expr_work(const struct dice_expr *expr, int times);

#endif
