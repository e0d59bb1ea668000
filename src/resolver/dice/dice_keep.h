/* The exact distribution of a term that keeps or drops some of its dice.
 *
 * Start at the comment at the head of dice_keep.c. */
#ifndef REFEREE_RESOLVER_DICE_DICE_KEEP_H
#define REFEREE_RESOLVER_DICE_DICE_KEEP_H

#include "base/arena.h"
#include "base/status.h"
#include "resolver/dice/dice_expr.h"
#include "resolver/dice/distribution.h"

/* The term must end (dice_term_range). At most `budget` is added to out->missing. STATUS_FULL
 * when it would take long or the arena is too small; the arena is then unchanged. */
enum status dice_keep_distribution(struct distribution *out, const struct dice_term *term,
                                   double budget, struct arena *arena,
                                   struct error *err) MUST_CHECK;
/* The same for dice of any distribution, to which the term's keep and success are applied: the
 * value of each of term->count dice. Mass missing of one die is missing of the whole. */
enum status dice_keep_of_die(struct distribution *out, const struct dice_term *term,
                             const struct distribution *die, struct arena *arena,
                             struct error *err) MUST_CHECK;

#endif
