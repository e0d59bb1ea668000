/* The exact distribution of a dice expression. */
#ifndef REFEREE_RESOLVER_DICE_DICE_EXPR_DISTRIBUTION_H
#define REFEREE_RESOLVER_DICE_DICE_EXPR_DISTRIBUTION_H

#include "base/arena.h"
#include "base/status.h"
#include "resolver/dice/dice_expr.h"
#include "resolver/dice/distribution.h"

/* The exact distribution, by convolution and dynamic programming. STATUS_FULL when there are
 * more than DISTRIBUTION_TOTALS_MAX totals, the arena is too small, or it would take long; the
 * arena is then as it was. Only *out stays taken of it. `missing` is at most 1e-13. */
enum status dice_expr_distribution(struct distribution *out, const struct dice_expr *expr,
                                   struct arena *arena, struct error *err) MUST_CHECK;
/* The sum of the expression thrown `times` times (at least 0), under the same promises. */
enum status dice_expr_distribution_times(struct distribution *out, const struct dice_expr *expr,
                                         int times, struct arena *arena,
                                         struct error *err) MUST_CHECK;

#endif
