#include "resolver/dice/distribution.h"

#include <math.h>
#include <string.h>

/* When the product of two sizes is greater than this (about a second), the distributions are
 * not convolved directly. */
static const double WORK_MAX = 1e9;
/* Below this a mass cannot be told from 0: its products would leave the range of doubles. */
static const double MASS_MIN = 1e-290;
/* Sums over more masses than this count only visible masses. */
static const double LONG_SUM = 1e8;

double distribution_at(const struct distribution *distribution, int64_t total)
{
    if (total < distribution->low || total - distribution->low >= distribution->count) {
        return 0;
    }
    return distribution->mass[total - distribution->low];
}

double distribution_at_least(const struct distribution *distribution, int64_t total)
{
    double mass = 0;
    for (int i = distribution->count - 1; i >= 0 && distribution->low + i >= total; i--) {
        mass += distribution->mass[i];
    }
    return mass;
}

/* The sum of masses, and of masses times their distance from low. */
static double mean_above_low(const struct distribution *distribution, double *whole)
{
    double above_low = 0;
    *whole = 0;
    for (int i = 0; i < distribution->count; i++) {
        above_low += i * distribution->mass[i];
        *whole += distribution->mass[i];
    }
    return above_low;
}

double distribution_mean(const struct distribution *distribution)
{
    /* Around the centre, in pairs of totals at the same distance, so that a symmetric
     * distribution gives exactly the centre. */
    static const double SAME = 1e-14; /* of a mass, which rounding may have changed so much */
    double whole;
    mean_above_low(distribution, &whole);
    whole = distribution->missing == 0 ? 1 : whole;
    double skew = 0;
    for (int low = 0, high = distribution->count - 1; low < high; low++, high--) {
        double apart = distribution->mass[high] - distribution->mass[low];
        bool is_same = fabs(apart) <= SAME * distribution->mass[high];
        skew += is_same ? 0 : (high - low) / 2.0 * apart;
    }
    double centre = (double)distribution->low + (distribution->count - 1) / 2.0;
    return centre * whole + skew;
}

double distribution_deviation(const struct distribution *distribution)
{
    /* Around low, since a large modifier would swallow the difference. */
    double whole;
    double mean = mean_above_low(distribution, &whole);
    double variance = 0;
    for (int i = 0; i < distribution->count; i++) {
        variance += (i - mean) * (i - mean) * distribution->mass[i];
    }
    return sqrt(variance);
}

enum status distribution_zero(struct distribution *out, int64_t low, int64_t high,
                              struct arena *arena, struct error *err)
{
    CHECK(low <= high);
    uint64_t span = (uint64_t)high - (uint64_t)low;
    if (span >= DISTRIBUTION_TOTALS_MAX) {
        return error_set(err, STATUS_FULL, "",
                         "too large to enumerate: the totals span more than 1,000,000");
    }
    double *mass = arena_take(arena, (size_t)span + 1, sizeof *mass);
    if (mass == NULL) {
        return error_set(err, STATUS_FULL, "",
                         "too large to enumerate with the memory available");
    }
    *out = (struct distribution){.low = low, .count = (int)span + 1, .mass = mass};
    return STATUS_OK;
}

void distribution_move_down(struct distribution *distribution, struct arena *arena, size_t mark)
{
    unsigned char *start = arena->start + mark;
    size_t bytes = (size_t)distribution->count * sizeof *distribution->mass;
    CHECK((unsigned char *)distribution->mass >= start);
    memmove(start, distribution->mass, bytes);
    distribution->mass = (void *)start;
    size_t padded = bytes + (size_t)(-bytes % 16);
    size_t room = arena->size - mark;
    arena->used = mark + (padded < room ? padded : room);
}

/* ---- convolution ----------------------------------------------------------------------- */

/* The part of a distribution without the zeros at its ends: [from, to). */
static void find_support(const struct distribution *distribution, int *from, int *to)
{
    *from = 0;
    *to = distribution->count;
    while (*from < *to && distribution->mass[*from] < MASS_MIN) {
        (*from)++;
    }
    while (*to > *from && distribution->mass[*to - 1] < MASS_MIN) {
        (*to)--;
    }
}

/* out[i + j] += a[i] b[j]. Four rows at a time: each sum is loaded and stored once for four
 * products. */
static void convolve(double *restrict out, const double *restrict a, int a_count,
                     const double *restrict b, int b_count)
{
    int i = 0;
    for (; i + 4 <= a_count; i += 4) {
        double a0 = a[i];
        double a1 = a[i + 1];
        double a2 = a[i + 2];
        double a3 = a[i + 3];
        double b1 = 0; /* b[j - 1], b[j - 2], b[j - 3] */
        double b2 = 0;
        double b3 = 0;
        double *row = out + i;
        for (int j = 0; j < b_count; j++) {
            double b0 = b[j];
            row[j] += a0 * b0 + a1 * b1 + (a2 * b2 + a3 * b3);
            b3 = b2;
            b2 = b1;
            b1 = b0;
        }
        row[b_count] += a1 * b1 + a2 * b2 + a3 * b3;
        row[b_count + 1] += a2 * b1 + a3 * b2;
        row[b_count + 2] += a3 * b1;
    }
    for (; i < a_count; i++) {
        for (int j = 0; j < b_count; j++) {
            out[i + j] += a[i] * b[j];
        }
    }
}

enum status distribution_add(struct distribution *out, const struct distribution *a,
                             const struct distribution *b, struct arena *arena,
                             struct error *err)
{
    int a_from;
    int a_to;
    int b_from;
    int b_to;
    find_support(a, &a_from, &a_to);
    find_support(b, &b_from, &b_to);
    if ((double)(a_to - a_from) * (b_to - b_from) > WORK_MAX) {
        return error_set(err, STATUS_FULL, "", "too large to enumerate in a reasonable time");
    }
    struct distribution sum;
    enum status status = distribution_zero(
        &sum, a->low + b->low, a->low + b->low + (a->count + b->count - 2), arena, err);
    if (status != STATUS_OK) {
        return status;
    }
    double *start = sum.mass + a_from + b_from;
    if (a_to - a_from <= b_to - b_from) {
        convolve(start, a->mass + a_from, a_to - a_from, b->mass + b_from, b_to - b_from);
    } else {
        convolve(start, b->mass + b_from, b_to - b_from, a->mass + a_from, a_to - a_from);
    }
    sum.missing = a->missing + b->missing - a->missing * b->missing;
    *out = sum;
    return STATUS_OK;
}

/* ---- sums of many equal numbers -------------------------------------------------------- */

/* Cuts off the far end, where at most `budget` lies. */
static void cut_end(struct distribution *distribution, enum chain_end end, double budget)
{
    double beyond = 0;
    int cut = 0;
    if (end == CHAIN_ENDS) {
        return;
    }
    while (cut < distribution->count - 1) {
        int i = end == CHAIN_UP ? distribution->count - 1 - cut : cut;
        if (beyond + distribution->mass[i] > budget) {
            break;
        }
        beyond += distribution->mass[i];
        cut++;
    }
    distribution->count -= cut;
    distribution->missing += beyond;
    if (end == CHAIN_DOWN) {
        distribution->low += cut;
        distribution->mass += cut;
    }
}

/* The way to add up: repeated squaring, each power cut at its share of the budget. */
struct summing {
    enum chain_end end;
    double budget_each; /* for one number, one convolution */
    struct arena *arena;
};

static enum status add_powers(struct distribution *out, int out_times,
                              const struct distribution *a, const struct distribution *b,
                              const struct summing *how, struct error *err)
{
    enum status status = distribution_add(out, a, b, how->arena, err);
    if (status == STATUS_OK) {
        cut_end(out, how->end, how->budget_each * out_times);
    }
    return status;
}

static enum status sum_by_squaring(struct distribution *out, const struct distribution *one,
                                   int times, const struct summing *how, struct error *err)
{
    /* From the highest bit of `times` down: double, then add one if the bit is set. Adding one
     * is a cheap convolution, as `one` is short. */
    int bit = 1;
    while (bit <= times / 2) {
        bit *= 2;
    }
    struct distribution sum = *one;
    int summed = 1;
    for (bit /= 2; bit > 0; bit /= 2) {
        struct distribution next;
        enum status status = add_powers(&next, 2 * summed, &sum, &sum, how, err);
        if (status == STATUS_OK && (times & bit) != 0) {
            sum = next;
            status = add_powers(&next, 2 * summed + 1, one, &sum, how, err);
        }
        if (status != STATUS_OK) {
            return status;
        }
        summed = 2 * summed + ((times & bit) != 0 ? 1 : 0);
        sum = next;
    }
    *out = sum;
    return STATUS_OK;
}

static bool is_uniform(const struct distribution *one)
{
    for (int i = 1; i < one->count; i++) {
        if (one->mass[i] != one->mass[0]) {
            return false;
        }
    }
    return one->missing == 0;
}

/* A running sum in parts of a few hundred: windows can be long, and rounding errors grow with
 * the number of additions. */
struct running_sum {
    double whole, part;
    int parts;
};

enum { PARTS_MAX = 256 };

static double running_add(struct running_sum *running, double more)
{
    running->part += more;
    if (++running->parts == PARTS_MAX) {
        running->whole += running->part;
        running->part = 0;
        running->parts = 0;
    }
    return running->whole + running->part;
}

/* Adds one uniform number of `sides` totals: mass[i] becomes the mean of the window of `sides`
 * masses that ends at i, or 0 below `least`. A sliding sum would subtract and lose the tails;
 * instead every window is the rest of one block of `sides` masses and the beginning of the next
 * one. `rests` has room for two blocks and a zero each. */
static void add_uniform(double *mass, int count, int sides, double *rests, double least)
{
    double *before = rests;
    double *here = rests + sides + 1;
    memset(before, 0, ((size_t)sides + 1) * sizeof *before);
    for (int start = 0; start < count; start += sides) {
        int n = count - start < sides ? count - start : sides;
        here[n] = 0;
        struct running_sum rest = {0};
        for (int i = n - 1; i >= 0; i--) {
            here[i] = running_add(&rest, mass[start + i]);
        }
        struct running_sum beginning = {0};
        for (int i = 0; i < n; i++) {
            double window = before[i + 1] + running_add(&beginning, mass[start + i]);
            double mean = window / sides;
            mass[start + i] = mean < least ? 0 : mean;
        }
        double *swap = before;
        before = here;
        here = swap;
    }
}

static enum status sum_uniform(struct distribution *out, const struct distribution *one,
                               int times, struct arena *arena, struct error *err)
{
    int sides = one->count;
    struct distribution sum;
    enum status status = distribution_zero(
        &sum, one->low * times, one->low * times + (int64_t)(sides - 1) * times, arena, err);
    if (status != STATUS_OK) {
        return status;
    }
    double *rests = arena_take(arena, 2 * ((size_t)sides + 1), sizeof *rests);
    if (rests == NULL) {
        return error_set(err, STATUS_FULL, "",
                         "too large to enumerate with the memory available");
    }
    memcpy(sum.mass, one->mass, (size_t)sides * sizeof *sum.mass);
    /* Masses that have become 0 at the ends stay 0, so the windows leave them out at both ends,
     * since the sum is symmetric. If all windows would take long, masses that no sum could make
     * visible count as 0 too. */
    double least = (double)times * times * sides > LONG_SUM ? 1e-40 : MASS_MIN;
    int from = 0;
    for (int i = 1; i < times; i++) {
        int to = i * (sides - 1) + sides - from;
        add_uniform(sum.mass + from, to - from, sides, rests, least);
        while (from < to - 1 && sum.mass[from] == 0) {
            from++;
        }
    }
    *out = sum;
    return STATUS_OK;
}

/* Squaring multiplies about times^2 sides^2 / 3 pairs; windows touch times^2 sides / 2 masses,
 * each of which costs as much as a few products. */
enum { SIDES_SQUARED_MAX = 16 };

enum status distribution_times_cut(struct distribution *out, const struct distribution *one,
                                   int times, enum chain_end end, double budget,
                                   struct arena *arena, struct error *err)
{
    CHECK(times >= 0);
    size_t mark = arena->used;
    struct distribution sum;
    enum status status;
    if (times <= 1) {
        status = distribution_zero(&sum, times * one->low,
                                   times * (one->low + (one->count - 1)), arena, err);
        if (status == STATUS_OK && times == 1) {
            memcpy(sum.mass, one->mass, (size_t)one->count * sizeof *sum.mass);
            sum.missing = one->missing;
        } else if (status == STATUS_OK) {
            sum.mass[0] = 1;
        }
    } else if (one->count > SIDES_SQUARED_MAX && is_uniform(one)) {
        status = sum_uniform(&sum, one, times, arena, err);
    } else {
        /* Each power is used times / power times, and there are two of them for each of at most
         * 31 bits. */
        struct summing how = {end, budget / times / 64, arena};
        status = sum_by_squaring(&sum, one, times, &how, err);
    }
    if (status != STATUS_OK) {
        arena->used = mark;
        return status;
    }
    distribution_move_down(&sum, arena, mark);
    *out = sum;
    return STATUS_OK;
}

enum status distribution_times(struct distribution *out, const struct distribution *one,
                               int times, struct arena *arena, struct error *err)
{
    return distribution_times_cut(out, one, times, CHAIN_ENDS, 0, arena, err);
}
