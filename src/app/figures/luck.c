#include "app/figures/luck.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

/* ---- adding ---------------------------------------------------------------------------- */

static void *grown(void *array, int wanted, int *room, size_t size)
{
    if (wanted <= *room) {
        return array;
    }
    *room = wanted > 2 * *room ? wanted : 2 * *room;
    void *larger = realloc(array, (size_t)*room * size);
    CHECK(larger != NULL);
    return larger;
}

static bool is_same(const struct luck_value *a, const struct luck_value *b, int count)
{
    int i = 0;
    while (i < count && a[i].value == b[i].value && a[i].chance == b[i].chance) {
        i++;
    }
    return i == count;
}

void luck_add_times(struct luck *luck, const struct luck_value *value, int count, int64_t times)
{
    for (int i = 0; i < luck->parts; i++) {
        struct luck_part *part = &luck->part[i];
        if (part->count == count && is_same(luck->value + part->first, value, count)) {
            part->times += times;
            return;
        }
    }
    luck->part = grown(luck->part, luck->parts + 1, &luck->parts_room, sizeof *luck->part);
    luck->value =
        grown(luck->value, luck->values + count, &luck->values_room, sizeof *luck->value);
    luck->part[luck->parts++] = (struct luck_part){times, luck->values, count};
    memcpy(luck->value + luck->values, value, (size_t)count * sizeof *value);
    luck->values += count;
}

void luck_add_chance(struct luck *luck, double chance)
{
    luck_add_times(luck, (const struct luck_value[]){{0, 1 - chance}, {1, chance}}, 2, 1);
}

static int compare_values(const void *a, const void *b)
{
    const struct luck_value *one = a, *other = b;
    return one->value < other->value ? -1 : one->value > other->value;
}

void luck_add_number(struct luck *luck, const json_t *distribution)
{
    struct luck_value value[LUCK_VALUES_MAX];
    int count = 0;
    const char *key;
    json_t *chance;
    json_object_foreach((json_t *)(uintptr_t)distribution, key, chance)
    {
        if (count == LUCK_VALUES_MAX ||
            !str_to_int64(str_of(key), -LUCK_VALUE_MAX, LUCK_VALUE_MAX, &value[count].value) ||
            !json_is_number(chance)) {
            luck->is_unknown = true;
            return;
        }
        value[count++].chance = json_number_value(chance);
    }
    if (count == 0) {
        luck->is_unknown = true;
        return;
    }
    qsort(value, (size_t)count, sizeof *value, compare_values);
    luck_add_times(luck, value, count, 1);
}

void luck_add(struct luck *luck, const struct luck *more)
{
    luck->is_unknown = luck->is_unknown || more->is_unknown;
    for (int i = 0; i < more->parts; i++) {
        const struct luck_part *part = &more->part[i];
        luck_add_times(luck, more->value + part->first, part->count, part->times);
    }
}

void luck_free(struct luck *luck)
{
    free(luck->part);
    free(luck->value);
    *luck = (struct luck){0};
}

/* ---- where a result lies --------------------------------------------------------------- */

/* A part as the distribution needs it: its values less a whole number near their average. */
struct centred {
    const struct luck_value *value;
    int count;
    double times;
    int64_t centre;
    double spread; /* the average distance from the centre */
    double variance;
};

/* What is left of the sum when every part is centred. */
struct centred_sum {
    struct centred *part; /* those that vary most first */
    int parts;
    int64_t centre;        /* of the sum */
    double mean, variance; /* of the rest */
    int64_t low, high;     /* the least and the greatest that the rest can be */
    int64_t reach;         /* the greatest distance of a value from its centre */
};

static struct centred centred_of(const struct luck *luck, const struct luck_part *part)
{
    struct centred out = {
        .value = luck->value + part->first, .count = part->count, .times = (double)part->times};
    double mean = 0;
    for (int i = 0; i < out.count; i++) {
        mean += (double)out.value[i].value * out.value[i].chance;
    }
    out.centre = (int64_t)floor(mean + 0.5);
    for (int i = 0; i < out.count; i++) {
        double away = (double)out.value[i].value - mean;
        out.variance += away * away * out.value[i].chance;
        out.spread += fabs((double)(out.value[i].value - out.centre)) * out.value[i].chance;
    }
    return out;
}

static int compare_centred(const void *a, const void *b)
{
    const struct centred *one = a, *other = b;
    double more = other->variance * other->times - one->variance * one->times;
    return more > 0 ? 1 : more < 0 ? -1 : 0;
}

static struct centred_sum centred_sum_of(const struct luck *luck)
{
    struct centred_sum sum = {.parts = luck->parts};
    sum.part = malloc((size_t)luck->parts * sizeof *sum.part);
    CHECK(sum.part != NULL);
    for (int i = 0; i < luck->parts; i++) {
        struct centred *part = &sum.part[i];
        int64_t times = luck->part[i].times;
        *part = centred_of(luck, &luck->part[i]);
        int64_t low = part->value[0].value - part->centre;
        int64_t high = part->value[part->count - 1].value - part->centre;
        sum.centre += times * part->centre;
        sum.low += times * low;
        sum.high += times * high;
        sum.reach = sum.reach < -low ? -low : sum.reach;
        sum.reach = sum.reach < high ? high : sum.reach;
        sum.variance += part->times * part->variance;
        for (int k = 0; k < part->count; k++) {
            sum.mean += part->times * part->value[k].chance *
                        (double)(part->value[k].value - part->centre);
        }
    }
    qsort(sum.part, (size_t)sum.parts, sizeof *sum.part, compare_centred);
    return sum;
}

/* A complex number. */
struct wave {
    double re, im;
};

static struct wave times(struct wave a, struct wave b)
{
    return (struct wave){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

/* The average of exp(i angle value) over a centred part: its characteristic function. */
static struct wave wave_of(const struct centred *part, double angle)
{
    struct wave sum = {0, 0};
    for (int i = 0; i < part->count; i++) {
        double at = angle * (double)(part->value[i].value - part->centre);
        sum.re += part->value[i].chance * cos(at);
        sum.im += part->value[i].chance * sin(at);
    }
    return sum;
}

static struct wave raised(struct wave base, double power)
{
    struct wave out = {1, 0};
    for (int64_t left = (int64_t)power; left > 0; left /= 2) {
        out = left % 2 != 0 ? times(out, base) : out;
        base = times(base, base);
    }
    return out;
}

/* That of the whole sum at the `step`th angle of `steps`. Where one part makes it smaller than
 * what counts, *skipped is how many more steps are as small: such a function moves by no more
 * than the angle times the spread. */
static struct wave wave_at(const struct centred_sum *sum, int64_t step, int64_t steps,
                           int64_t *skipped)
{
    static const double two_pi = 6.28318530717958647692, little_log = -41.5;
    double angle = two_pi * (double)step / (double)steps;
    struct wave product = {1, 0};
    *skipped = 0;
    for (int i = 0; i < sum->parts; i++) {
        const struct centred *part = &sum->part[i];
        struct wave wave = wave_of(part, angle);
        double size = sqrt(wave.re * wave.re + wave.im * wave.im);
        double little = exp(little_log / part->times);
        if (size < little) {
            double room = (little - size) / part->spread * (double)steps / two_pi;
            *skipped = room < (double)steps ? (int64_t)room : steps;
            return (struct wave){0, 0};
        }
        product = times(product, raised(wave, part->times));
    }
    return product;
}

/* The waves of all results from `from` to before `to`, and half of `to`, at an angle. */
static struct wave waves_of_results(int64_t from, int64_t to, double angle)
{
    /* exp(-i angle s) over a row of neighbours: a sine over a sine, around their middle. */
    double count = (double)(to - from), middle = angle * ((double)(from + to - 1) / 2);
    double size = count > 0 ? sin(angle * count / 2) / sin(angle / 2) : 0;
    return (struct wave){size * cos(middle) + cos(angle * (double)to) / 2,
                         -size * sin(middle) - sin(angle * (double)to) / 2};
}

/* Fourier's inversion on a circle of `steps` results, which reaches from `low` on as far as
 * anything can come about. */
static double share_up_to(const struct centred_sum *sum, int64_t low, int64_t steps,
                          int64_t result)
{
    static const double two_pi = 6.28318530717958647692;
    double share = (double)(result - low) + 0.5;
    for (int64_t step = 1; step <= steps / 2; step++) { /* steps is odd */
        int64_t skipped;
        struct wave wave = wave_at(sum, step, steps, &skipped);
        step += skipped;
        if (wave.re != 0 || wave.im != 0) {
            double angle = two_pi * (double)step / (double)steps;
            share += 2 * times(wave, waves_of_results(low, result, angle)).re;
        }
    }
    return share / (double)steps;
}

double luck_percentile(const struct luck *luck, int64_t result)
{
    if (luck->is_unknown || luck->parts == 0) {
        return -1;
    }
    struct centred_sum sum = centred_sum_of(luck);
    /* Farther away from its average than this is a sum less often than once in 1e18 cases
     * (Bernstein's inequality). */
    double reach = 14 * (double)sum.reach,
           far = reach + sqrt(reach * reach + 84 * sum.variance);
    double from = floor(sum.mean - far), to = ceil(sum.mean + far);
    int64_t low = from > (double)sum.low ? (int64_t)from : sum.low;
    int64_t high = to < (double)sum.high ? (int64_t)to : sum.high;
    int64_t rest = result - sum.centre;
    double share = rest < low    ? 0
                   : rest > high ? 1
                                 : share_up_to(&sum, low, (high - low + 1) | 1, rest);
    free(sum.part);
    /* Only so many places are right. What can come about is never none or all of it. */
    share = floor(share * 1e12 + 0.5) / 1e12;
    double least = rest >= sum.low ? 1e-12 : 0, most = rest <= sum.high ? 1 - 1e-12 : 1;
    return share < least ? least : share > most ? most : share;
}

/* ---- how many throws tell something ---------------------------------------------------- */

/* The chance that a chi-square number of `degrees` is at most x: the series of the incomplete
 * gamma function, x^a e^-x (1 / a + x / a(a + 1) + ...) over the gamma function of a. */
static double chi_square_below(double x, int degrees)
{
    double a = degrees / 2.0, half = x / 2;
    double log_gamma = degrees % 2 == 0 ? 0 : 0.5 * log(3.14159265358979324);
    for (double k = degrees % 2 == 0 ? 1 : 0.5; k < a - 0.25; k++) {
        log_gamma += log(k);
    }
    double term = 1 / a, sum = term;
    for (double k = a + 1; term > sum * 1e-16; k++) {
        term *= half / k;
        sum += term;
    }
    return half > 0 ? exp(a * log(half) - half - log_gamma) * sum : 0;
}

/* The chance to find such a die when its chi-square number is shifted by `shift`: a mean over
 * numbers with more degrees, by Poisson. */
static double power_of(double shift, double critical, int degrees)
{
    double power = 0, weight = exp(-shift / 2), seen = 0;
    for (int k = 0; seen < 1 - 1e-12 && k < 2000; k++) {
        power += weight * (1 - chi_square_below(critical, degrees + 2 * k));
        seen += weight;
        weight *= shift / 2 / (k + 1);
    }
    return power;
}

int luck_enough_throws(int sides)
{
    if (sides < 2) {
        return 0;
    }
    int degrees = sides - 1;
    double low = 0, high = 10.0 * sides + 100;
    for (int i = 0; i < 60; i++) {
        double middle = (low + high) / 2;
        bool is_below = chi_square_below(middle, degrees) < 0.95;
        *(is_below ? &low : &high) = middle;
    }
    double critical = high;
    low = 0;
    high = 1000;
    for (int i = 0; i < 60; i++) {
        double middle = (low + high) / 2;
        bool is_below = power_of(middle, critical, degrees) < 0.8;
        *(is_below ? &low : &high) = middle;
    }
    /* Each throw shifts it by the squared difference of the chances, over the fair chance. */
    return (int)ceil(high * (sides + 1.0) * (sides + 1.0) / degrees);
}
