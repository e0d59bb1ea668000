/* The least and the greatest total of a part of a dice expression.
 *
 * Interval arithmetic over independent parts, so the ends are reached. Every operation tells
 * whether it could leave 64 bits: an expression whose ranges all exist can be thrown, given and
 * enumerated without a further check. */
#ifndef REFEREE_RESOLVER_DICE_DICE_RANGE_H
#define REFEREE_RESOLVER_DICE_DICE_RANGE_H

#include <stdbool.h>
#include <stdint.h>

/* An open side ends only at the limit on dice thrown in one roll; the number is that bound. */
struct dice_range {
    int64_t low, high;
    bool is_low_open, is_high_open;
};

bool dice_range_has_zero(struct dice_range range);

/* Each returns false, with *out untouched, when a result could leave 64 bits. */
bool dice_range_negate(struct dice_range *out, struct dice_range a);
bool dice_range_add(struct dice_range *out, struct dice_range a, struct dice_range b);
bool dice_range_subtract(struct dice_range *out, struct dice_range a, struct dice_range b);
bool dice_range_multiply(struct dice_range *out, struct dice_range a, struct dice_range b);
/* b must not hold 0. */
bool dice_range_divide(struct dice_range *out, struct dice_range a, struct dice_range b);

/* The greater and the lesser of two; always possible. */
struct dice_range dice_range_greatest(struct dice_range a, struct dice_range b);
struct dice_range dice_range_least(struct dice_range a, struct dice_range b);

/* The quotient, rounded toward minus infinity. The divisor is not 0, and the pair is not
 * INT64_MIN and -1. */
int64_t dice_divide(int64_t dividend, int64_t divisor);

#endif
