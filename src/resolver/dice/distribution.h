/* Exact distributions of whole numbers: a mass for each total from low to low + count - 1.
 *
 * Doubles throughout, and only sums of products of non-negative numbers, so nothing cancels.
 * Memory comes from the caller's arena: a result stays in it, scratch memory is given back, and
 * after a failure the arena is unchanged. `missing` is the mass of endless chains that was cut
 * off (at most 1e-13 a distribution); the masses and missing add up to 1. Masses too small for
 * a double are 0. */
#ifndef REFEREE_RESOLVER_DICE_DISTRIBUTION_H
#define REFEREE_RESOLVER_DICE_DISTRIBUTION_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/status.h"

enum { DISTRIBUTION_TOTALS_MAX = 1000000 };

/* The end of a distribution that an endless chain goes to. */
enum chain_end { CHAIN_ENDS, CHAIN_UP, CHAIN_DOWN };

struct distribution {
    int64_t low;
    int count;
    double *mass; /* borrowed from an arena */
    double missing;
    /* If known, all missing mass lies at missing_from or beyond, toward this end; CHAIN_ENDS:
     * not known. */
    enum chain_end missing_end;
    int64_t missing_from;
};

/* The mass of exactly this total, 0 outside. */
double distribution_at(const struct distribution *distribution, int64_t total);
double distribution_at_least(const struct distribution *distribution, int64_t total);
double distribution_mean(const struct distribution *distribution);
double distribution_deviation(const struct distribution *distribution);

/* All totals from low to high, with mass 0; STATUS_FULL when the arena or the limit is too
 * small. */
enum status distribution_zero(struct distribution *out, int64_t low, int64_t high,
                              struct arena *arena, struct error *err) MUST_CHECK;
/* The sum of two independent numbers (convolution). STATUS_FULL also when that would take long,
 * as for two numbers with hundreds of thousands of totals each. */
enum status distribution_add(struct distribution *out, const struct distribution *a,
                             const struct distribution *b, struct arena *arena,
                             struct error *err) MUST_CHECK;
/* The sum of `times` independent numbers of one distribution; `times` 0 gives a certain 0. */
enum status distribution_times(struct distribution *out, const struct distribution *one,
                               int times, struct arena *arena, struct error *err) MUST_CHECK;

/* The same for endless chains: the far end is cut off where at most `budget` in all lies
 * beyond; that mass is added to out->missing (with times x one->missing). */
enum status distribution_times_cut(struct distribution *out, const struct distribution *one,
                                   int times, enum chain_end end, double budget,
                                   struct arena *arena, struct error *err) MUST_CHECK;

/* Moves the masses down to `mark` (an earlier arena->used) and gives back everything else that
 * was taken since. */
void distribution_move_down(struct distribution *distribution, struct arena *arena,
                            size_t mark);

#endif
