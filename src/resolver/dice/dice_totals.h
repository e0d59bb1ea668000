/* Which totals dice can come to: 30, 40 to 180 of 3d6*10, and nothing between them. For a total
 * that somebody types in place of dice, and for one that a prompt shows as an example. */
#ifndef REFEREE_RESOLVER_DICE_DICE_TOTALS_H
#define REFEREE_RESOLVER_DICE_DICE_TOTALS_H

#include <stdbool.h>
#include <stdint.h>

#include "resolver/dice/dice_expr.h"

/* A total that was asked about. When it is not possible, `below` and `above` are the nearest
 * possible ones, or the total itself where there is none on that side. */
struct dice_total_near {
    int64_t below, above;
};

/* Whether the expression, thrown `times` times (at least 1), can come to this total. Also true
 * when it would take long to tell, as for hundreds of dice. */
bool dice_totals_hold(const struct dice_expr *expr, int times, int64_t total,
                      struct dice_total_near *near);
/* The same by the notation of a throw, "3d6*10" or "3x(2d6)"; true for a notation that is no
 * dice expression, as that of a verb. */
bool dice_totals_hold_of(const char *notation, int64_t total, struct dice_total_near *near);

#endif
