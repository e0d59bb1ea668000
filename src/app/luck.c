#include "app/luck.h"

#include <math.h>
#include <stdlib.h>

#include "base/text.h"

static const double END_MASS = 1e-18;

enum { SPAN_MAX = 1000000 };

/* Leaves out what is too light at both ends. */
static void trim(struct luck *luck)
{
    int from = 0, to = luck->count;
    for (double mass = 0; to - from > 1 && (mass += luck->mass[from]) < END_MASS;) {
        from++;
    }
    for (double mass = 0; to - from > 1 && (mass += luck->mass[to - 1]) < END_MASS;) {
        to--;
    }
    for (int i = from; i < to && from > 0; i++) {
        luck->mass[i - from] = luck->mass[i];
    }
    luck->low += from;
    luck->count = to - from;
}

/* Adds a number that is value[i] with mass[i]. */
static void convolve(struct luck *luck, const int64_t *value, const double *mass, int count)
{
    int64_t least = value[0], most = value[0];
    for (int i = 1; i < count; i++) {
        least = value[i] < least ? value[i] : least;
        most = value[i] > most ? value[i] : most;
    }
    int before = luck->count > 0 ? luck->count : 1;
    if (most - least > SPAN_MAX || before + (most - least) > SPAN_MAX) {
        luck->is_unknown = true;
        return;
    }
    int total = before + (int)(most - least);
    double *sum = calloc((size_t)total, sizeof *sum);
    CHECK(sum != NULL);
    for (int i = 0; i < count; i++) {
        double *at = sum + (value[i] - least);
        for (int k = 0; k < before; k++) {
            at[k] += mass[i] * (luck->count > 0 ? luck->mass[k] : 1);
        }
    }
    free(luck->mass);
    luck->mass = sum;
    luck->count = total;
    luck->low += least;
    trim(luck);
}

void luck_add_chance(struct luck *luck, double chance)
{
    convolve(luck, (const int64_t[]){0, 1}, (const double[]){1 - chance, chance}, 2);
}

void luck_add_number(struct luck *luck, const json_t *distribution)
{
    enum { VALUES_MAX = 256 };
    int64_t value[VALUES_MAX];
    double mass[VALUES_MAX];
    int count = 0;
    const char *key;
    json_t *chance;
    json_object_foreach((json_t *)(uintptr_t)distribution, key, chance)
    {
        if (count == VALUES_MAX ||
            !str_to_int64(str_of(key), -SPAN_MAX, SPAN_MAX, &value[count]) ||
            !json_is_number(chance)) {
            luck->is_unknown = true;
            return;
        }
        mass[count++] = json_number_value(chance);
    }
    if (count == 0) {
        luck->is_unknown = true;
        return;
    }
    convolve(luck, value, mass, count);
}

void luck_add(struct luck *luck, const struct luck *more)
{
    luck->is_unknown = luck->is_unknown || more->is_unknown;
    if (luck->is_unknown || more->count == 0) {
        return;
    }
    int before = luck->count > 0 ? luck->count : 1;
    int total = before + more->count - 1;
    if (total > SPAN_MAX) {
        luck->is_unknown = true;
        return;
    }
    double *sum = calloc((size_t)total, sizeof *sum);
    CHECK(sum != NULL);
    for (int i = 0; i < more->count; i++) {
        for (int k = 0; k < before; k++) {
            sum[i + k] += more->mass[i] * (luck->count > 0 ? luck->mass[k] : 1);
        }
    }
    free(luck->mass);
    luck->mass = sum;
    luck->count = total;
    luck->low += more->low;
    trim(luck);
}

double luck_percentile(const struct luck *luck, int64_t result)
{
    if (luck->is_unknown || luck->count == 0) {
        return -1;
    }
    double worse = 0;
    for (int i = 0; i < luck->count && luck->low + i < result; i++) {
        worse += luck->mass[i];
    }
    bool is_in = result >= luck->low && result < luck->low + luck->count;
    double share = worse + (is_in ? luck->mass[result - luck->low] / 2 : 0);
    return share > 1 ? 1 : share;
}

void luck_free(struct luck *luck)
{
    free(luck->mass);
    *luck = (struct luck){0};
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
