#include "resolver/dice/dice_verbs.h"

#include <math.h>

enum { TABLE_BETWEEN = DICE_TABLE_OTHERS, TABLE_NEAR_MIDDLE };

/* ---- whole numbers, equally likely ----------------------------------------------------- */

static enum status fill_between(struct distribution *out, const struct dice_table_key *key,
                                struct arena *arena, struct error *err)
{
    enum status status = distribution_zero(out, key->a, key->b, arena, err);
    for (int i = 0; status == STATUS_OK && i < out->count; i++) {
        out->mass[i] = 1.0 / out->count;
    }
    return status;
}

int dice_between(struct dice *dice, int low, int high, struct source why)
{
    CHECK(low <= high);
    if (low == high) {
        return low;
    }
    if (dice->path != NULL) {
        struct dice_table_key key = {.kind = TABLE_BETWEEN, .a = low, .b = high};
        return (int)dice_branch_over(dice, &key, fill_between);
    }
    char notation[TRACE_DICE_SIZE];
    dice_notation(dice, notation, "%d-%d", low, high);
    struct trace_step *step = dice_begin(dice, notation, why);
    int64_t value;
    if (!dice_take_total(dice, step, low, high, &value)) {
        value = dice_draw_between(dice, step, (struct face_range){low, high}, 1, why);
    }
    dice_end(dice, step, value);
    return (int)value;
}

/* ---- near the middle ------------------------------------------------------------------- */

/* With n numbers, u1 + u2 (triangular on [0, 2)) gives number k with the area over [2k/n,
 * 2(k+1)/n): (2k + 1) 2/n^2 in the rising half, its mirror image in the falling one, and (2n -
 * 1) / n^2 in the middle of an odd n. */
static enum status fill_near_middle(struct distribution *out, const struct dice_table_key *key,
                                    struct arena *arena, struct error *err)
{
    enum status status = distribution_zero(out, key->a, key->b, arena, err);
    if (status != STATUS_OK) {
        return status;
    }
    double n = out->count;
    for (int i = 0; i < out->count; i++) {
        int from_end = i < out->count - 1 - i ? i : out->count - 1 - i;
        bool is_middle = 2 * from_end + 1 == out->count;
        out->mass[i] = is_middle ? (2 * n - 1) / (n * n) : 2 * (2.0 * from_end + 1) / (n * n);
    }
    return STATUS_OK;
}

int dice_near_middle(struct dice *dice, int low, int high, struct source why)
{
    CHECK(low <= high);
    if (low == high) {
        return low;
    }
    if (dice->path != NULL) {
        struct dice_table_key key = {.kind = TABLE_NEAR_MIDDLE, .a = low, .b = high};
        return (int)dice_branch_over(dice, &key, fill_near_middle);
    }
    char notation[TRACE_DICE_SIZE];
    dice_notation(dice, notation, "%d-%d", low, high);
    struct trace_step *step = dice_begin(dice, notation, why);
    int64_t value;
    if (!dice_take_total(dice, step, low, high, &value)) {
        double first = dice_draw_real(dice, step, 2, why);
        double second = dice_draw_real(dice, step, 1, why);
        value = low + (int)floor((first + second) * (high - low + 1) / 2);
    }
    dice_end(dice, step, value);
    return (int)value;
}

/* ---- opposed rolls --------------------------------------------------------------------- */

static double roll_up_to(struct dice *dice, struct opposed side)
{
    struct trace_step *step = dice_begin(dice, "d%", side.why);
    double total;
    if (dice_take_real_total(dice, step, side.most, &total)) {
        dice_end(dice, step, 0);
        trace_total_decimal(dice->trace, total);
        return total;
    }
    double real = dice_draw_real(dice, step, 1, side.why);
    if (step != NULL) {
        step->is_decimal = true;
        step->value_decimal = real;
    }
    dice_end(dice, step, 0);
    trace_factor(dice->trace, side.most, side.why);
    trace_total_decimal(dice->trace, real * side.most);
    return real * side.most;
}

/* P(u1 a >= u2 d): the area under the line in the unit square. */
static double opposed_chance(double a, double d)
{
    if (d <= 0) {
        return 1;
    }
    return a >= d ? 1 - d / (2 * a) : a / (2 * d);
}

bool dice_opposed(struct dice *dice, struct opposed attacker, struct opposed defender)
{
    CHECK(attacker.most >= 0 && defender.most >= 0);
    if (dice->path != NULL) {
        double succeeds = opposed_chance(attacker.most, defender.most);
        double mass[2] = {1 - succeeds, succeeds};
        return dice_branch(dice, mass, 2, 0) == 1;
    }
    double attack = roll_up_to(dice, attacker);
    double defence = roll_up_to(dice, defender);
    return attack >= defence && (attacker.most > 0 || defender.most <= 0);
}

/* ---- passes ---------------------------------------------------------------------------- */

double dice_singlet_chance(struct singlet singlet, int over)
{
    /* After k further throws, a last face passes when it is more than the rest of `over`; the
     * greatest face continues with chance 1/sides. */
    int best = singlet.sides - singlet.minus;
    double goes_on = 1;
    double chance = 0;
    int left = over + singlet.minus; /* against faces as the die shows them */
    while (left >= 1) {
        int passing = singlet.sides - 1 - left;
        chance += passing > 0 ? goes_on * passing / singlet.sides : 0;
        goes_on /= singlet.sides;
        left -= best;
    }
    return chance + goes_on;
}

static double power(double base, int exponent)
{
    double result = 1;
    for (int i = 0; i < exponent; i++) {
        result *= base;
    }
    return result;
}

/* Throws one singlet; its sum stops growing beyond every possible limit. */
static int64_t throw_singlet(struct dice *dice, struct trace_step *step, struct singlet singlet,
                             int missing, struct source why)
{
    int64_t sum = 0;
    int face;
    do {
        face = dice_draw_face(dice, step, singlet.sides, missing, why);
        sum += face - singlet.minus;
        if (face == singlet.sides) {
            trace_mark_last(dice->trace, step, TRACE_EXPLODED);
        }
    } while (face == singlet.sides && !dice_is_stuck(dice) && sum < INT32_MAX);
    return sum;
}

int dice_passes(struct dice *dice, struct singlet singlet, int count, int over,
                struct source why)
{
    CHECK(count >= 1 && count <= 8);
    CHECK(singlet.sides >= 2 && singlet.minus >= 0 && singlet.minus <= singlet.sides - 2);
    if (dice->path != NULL) {
        double chance = dice_singlet_chance(singlet, over);
        double mass[9];
        double ways = 1, sum = 0;
        for (int passes = 0; passes <= count; passes++) {
            mass[passes] = ways * power(chance, passes) * power(1 - chance, count - passes);
            ways = ways * (count - passes) / (passes + 1);
            sum += mass[passes];
        }
        /* Rounding may leave the sum a last digit above or below 1. */
        for (int passes = 0; passes <= count; passes++) {
            mass[passes] /= sum;
        }
        return dice_branch(dice, mass, count + 1, 0);
    }
    char notation[TRACE_DICE_SIZE];
    dice_notation(dice, notation, "%dx(d%d-%d)>%d", count, singlet.sides, singlet.minus, over);
    struct trace_step *step = dice_begin(dice, notation, why);
    int passes = 0;
    for (int i = 0; i < count && !dice_is_stuck(dice); i++) {
        passes += throw_singlet(dice, step, singlet, count - i, why) > over ? 1 : 0;
    }
    dice_end(dice, step, passes);
    return passes;
}
