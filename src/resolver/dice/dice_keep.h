/* The exact distribution of a term that keeps or drops some of its dice.
 *
 * Start at the comment at the head of dice_keep.c. */
#ifndef REFEREE_RESOLVER_DICE_DICE_KEEP_H
#define REFEREE_RESOLVER_DICE_DICE_KEEP_H

#include "base/arena.h"
#include "base/status.h"
#include "resolver/dice/dice_expr.h"
#include "resolver/dice/distribution.h"

/* The term must end (dice_term_range). At most `budget` goes to out->missing. STATUS_FULL when
 * it would take long or the arena is too small; the arena is then as it was. */
enum status dice_keep_distribution(struct distribution *out, const struct dice_term *term,
                                   double budget, struct arena *arena,
                                   struct error *err) MUST_CHECK;
/* The same for dice of any distribution, which the term's keep and success are applied to: what
 * each of term->count dice is worth. What is missing of each is missing of the whole. */
enum status dice_keep_of_die(struct distribution *out, const struct dice_term *term,
                             const struct distribution *die, struct arena *arena,
                             struct error *err) MUST_CHECK;

#endif
