/* The exact odds of an action: every outcome of every stage, equal acts added up.
 *
 * The same stages that resolve_act runs once are walked here breadth first. Chains without end
 * are cut when less than 1e-13 of the mass is pending. */
#ifndef REFEREE_RESOLVER_ODDS_H
#define REFEREE_RESOLVER_ODDS_H

#include "base/arena.h"
#include "resolver/system.h"

/* The values of a number in rising order with their masses (all above 0). Borrowed from the
 * arena. */
struct odds_numbers {
    int count;
    int64_t *value;
    double *mass;
    double mean;      /* sum of value x mass; an absent number adds 0 */
    double deviation; /* the spread around it; an absent number counts as 0 */
};

struct odds {
    bool is_listed[OUTCOMES_MAX];
    double chance[OUTCOMES_MAX];               /* OUTCOME_CHANCE */
    struct odds_numbers numbers[OUTCOMES_MAX]; /* OUTCOME_NUMBER */
    double unresolved;                         /* cut-off mass, at most 1e-12 */
};

/* Enough memory for every usual act; more allows larger ones. */
enum { ODDS_MEMORY_SIZE = 8 << 20 };

/* STATUS_FULL when the act is too large to enumerate, in this arena or in a few milliseconds;
 * STATUS_USAGE when it is an action without odds. The earlier contents of the arena stay; the
 * odds keep their memory until the caller gives it back. */
enum status odds_of(struct odds *out, const struct inputs *inputs, struct arena *arena,
                    struct error *err) MUST_CHECK;

/* The same for the rest of an act that has come this far (resolve_act_so_far). */
enum status odds_of_rest(struct odds *out, const struct inputs *inputs,
                         const struct rule_state *from, struct arena *arena,
                         struct error *err) MUST_CHECK;

/* The totals of a distribution with a chance above 0, in the arena; STATUS_FULL when it is too
 * small. */
enum status odds_numbers_of(struct odds_numbers *out, const struct distribution *distribution,
                            struct arena *arena, struct error *err) MUST_CHECK;

#endif
