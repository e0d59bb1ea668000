#include "resolver/dice/dice_range.h"

#include "base/status.h"

bool dice_range_has_zero(struct dice_range range)
{
    return range.low <= 0 && range.high >= 0;
}

int64_t dice_divide(int64_t dividend, int64_t divisor)
{
    int64_t quotient = dividend / divisor;
    bool is_exact = dividend % divisor == 0;
    return !is_exact && (dividend < 0) != (divisor < 0) ? quotient - 1 : quotient;
}

static bool add(int64_t *out, int64_t a, int64_t b)
{
    if (b > 0 ? a > INT64_MAX - b : a < INT64_MIN - b) {
        return false;
    }
    *out = a + b;
    return true;
}

static bool subtract(int64_t *out, int64_t a, int64_t b)
{
    if (b > 0 ? a < INT64_MIN + b : a > INT64_MAX + b) {
        return false;
    }
    *out = a - b;
    return true;
}

static uint64_t magnitude(int64_t number)
{
    return number < 0 ? (uint64_t)0 - (uint64_t)number : (uint64_t)number;
}

static bool multiply(int64_t *out, int64_t a, int64_t b)
{
    if (a != 0 && magnitude(b) > (uint64_t)INT64_MAX / magnitude(a)) {
        return false; /* the product INT64_MIN itself is given up, for simplicity */
    }
    *out = a * b;
    return true;
}

static bool divide(int64_t *out, int64_t a, int64_t b)
{
    if (a == INT64_MIN && b == -1) {
        return false;
    }
    *out = dice_divide(a, b);
    return true;
}

bool dice_range_negate(struct dice_range *out, struct dice_range a)
{
    struct dice_range zero = {0};
    return dice_range_subtract(out, zero, a);
}

bool dice_range_add(struct dice_range *out, struct dice_range a, struct dice_range b)
{
    struct dice_range sum = {
        .is_low_open = a.is_low_open || b.is_low_open,
        .is_high_open = a.is_high_open || b.is_high_open,
    };
    if (!add(&sum.low, a.low, b.low) || !add(&sum.high, a.high, b.high)) {
        return false;
    }
    *out = sum;
    return true;
}

bool dice_range_subtract(struct dice_range *out, struct dice_range a, struct dice_range b)
{
    struct dice_range difference = {
        .is_low_open = a.is_low_open || b.is_high_open,
        .is_high_open = a.is_high_open || b.is_low_open,
    };
    if (!subtract(&difference.low, a.low, b.high) ||
        !subtract(&difference.high, a.high, b.low)) {
        return false;
    }
    *out = difference;
    return true;
}

/* Products and quotients are monotone in each operand, so their ends lie at the four corners.
 */
static bool corners(struct dice_range *out, struct dice_range a, struct dice_range b,
                    bool (*combine)(int64_t *out, int64_t a, int64_t b))
{
    int64_t corner[4];
    if (!combine(&corner[0], a.low, b.low) || !combine(&corner[1], a.low, b.high) ||
        !combine(&corner[2], a.high, b.low) || !combine(&corner[3], a.high, b.high)) {
        return false;
    }
    out->low = out->high = corner[0];
    for (int i = 1; i < 4; i++) {
        out->low = corner[i] < out->low ? corner[i] : out->low;
        out->high = corner[i] > out->high ? corner[i] : out->high;
    }
    return true;
}

bool dice_range_multiply(struct dice_range *out, struct dice_range a, struct dice_range b)
{
    struct dice_range product = {
        .is_low_open = (a.is_high_open && b.low < 0) || (b.is_high_open && a.low < 0) ||
                       (a.is_low_open && b.high > 0) || (b.is_low_open && a.high > 0),
        .is_high_open = (a.is_high_open && b.high > 0) || (b.is_high_open && a.high > 0) ||
                        (a.is_low_open && b.low < 0) || (b.is_low_open && a.low < 0),
    };
    if (!corners(&product, a, b, multiply)) {
        return false;
    }
    *out = product;
    return true;
}

bool dice_range_divide(struct dice_range *out, struct dice_range a, struct dice_range b)
{
    CHECK(!dice_range_has_zero(b));
    struct dice_range quotient = {
        .is_low_open = b.low > 0 ? a.is_low_open : a.is_high_open,
        .is_high_open = b.low > 0 ? a.is_high_open : a.is_low_open,
    };
    if (!corners(&quotient, a, b, divide)) {
        return false;
    }
    *out = quotient;
    return true;
}

/* An open end lies at least as far out as the number that bounds it. */
struct dice_range dice_range_greatest(struct dice_range a, struct dice_range b)
{
    return (struct dice_range){
        .low = a.low > b.low ? a.low : b.low,
        .high = a.high > b.high ? a.high : b.high,
        .is_low_open = a.is_low_open && b.is_low_open,
        .is_high_open = a.is_high_open || b.is_high_open,
    };
}

struct dice_range dice_range_least(struct dice_range a, struct dice_range b)
{
    return (struct dice_range){
        .low = a.low < b.low ? a.low : b.low,
        .high = a.high < b.high ? a.high : b.high,
        .is_low_open = a.is_low_open || b.is_low_open,
        .is_high_open = a.is_high_open && b.is_high_open,
    };
}
