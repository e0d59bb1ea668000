/* The exact distribution of a dice expression, and which totals its dice can come to. */
#ifndef REFEREE_RESOLVER_DICE_DICE_EXPR_DISTRIBUTION_H
#define REFEREE_RESOLVER_DICE_DICE_EXPR_DISTRIBUTION_H

#include <stdbool.h>
#include <stdint.h>

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

/* ---- totals ---------------------------------------------------------------------------- */

/* 3d6*10 comes to 30, 40 to 180, and to nothing between them: for a total that somebody types
 * in place of dice, and for one that a prompt shows as an example. */

/* A total that was asked about. When it is not possible, `below` and `above` are the nearest
 * possible ones, or the total itself where there is none on that side. */
struct dice_total_near {
    int64_t below, above;
};

/* True when the expression, thrown `times` times (at least 1), can come to this total. Also
 * true when it would take long to tell, as for hundreds of dice. */
bool dice_totals_hold(const struct dice_expr *expr, int times, int64_t total,
                      struct dice_total_near *near);
/* The same by the notation of a throw, "3d6*10" or "3x(2d6)"; true for a notation that is no
 * dice expression, as that of a verb. */
bool dice_totals_hold_of(const char *notation, int64_t total, struct dice_total_near *near);

#endif
