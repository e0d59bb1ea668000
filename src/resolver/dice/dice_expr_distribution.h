/* The exact distribution of a dice expression. */
#ifndef REFEREE_RESOLVER_DICE_DICE_EXPR_DISTRIBUTION_H
#define REFEREE_RESOLVER_DICE_DICE_EXPR_DISTRIBUTION_H

#include "base/arena.h"
#include "base/status.h"
#include "resolver/dice/dice_expr.h"
#include "resolver/dice/distribution.h"

/* The exact distribution, by convolution and dynamic programming. STATUS_FULL when there are
 * more than DISTRIBUTION_TOTALS_MAX totals, the arena is too small, or it would take long; the
 * arena is then unchanged. On success only *out takes room in it. `missing` is at most
 * 1e-13. */
enum status dice_expr_distribution(struct distribution *out, const struct dice_expr *expr,
                                   struct arena *arena, struct error *err) MUST_CHECK;
/* The sum of the expression thrown `times` times (at least 0), under the same conditions. */
enum status dice_expr_distribution_times(struct distribution *out, const struct dice_expr *expr,
                                         int times, struct arena *arena,
                                         struct error *err) MUST_CHECK;

/* A rough estimate of the time an exact distribution would take, so that odds that somebody
 * waits for can be refused at once. It is in steps of about a nanosecond, for the expression
 * thrown `times` times (at least 1), and right within a factor of about ten. */
double dice_expr_work(const struct dice_expr *expr, int times);

#endif
