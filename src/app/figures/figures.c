#include "app/figures/figures.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "tracker/state.h"

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
 * anything can happen. */
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
    /* Only so many places are right. What can happen is never none or all of it. */
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

/* ---- figures --------------------------------------------------------------------------- */

void figures_init(struct figures *figures)
{
    *figures = (struct figures){.acts = 0};
    figures->side[SIDE_FOES].side = SIDE_FOES;
    figures->side[SIDE_PARTY].side = SIDE_PARTY;
}

/* What was put together. */
static void free_faces(struct figures *figures)
{
    for (int i = 0; i < figures->faces_count; i++) {
        free(figures->faces[i].count);
    }
    free(figures->faces);
    figures->faces = NULL;
    figures->faces_count = 0;
}

static void free_row(struct figures_row *row)
{
    luck_free(&row->hits_luck);
    luck_free(&row->damage_luck);
    free(row->hp);
}

void figures_free(struct figures *figures)
{
    for (int i = 0; i < figures->rows; i++) {
        free_row(&figures->row[i]);
    }
    free_row(&figures->side[SIDE_FOES]);
    free_row(&figures->side[SIDE_PARTY]);
    for (int i = 0; i < figures->thrown_count; i++) {
        free(figures->thrown[i].count);
    }
    free_faces(figures);
    free(figures->row);
    free(figures->morale);
    free(figures->check);
    free(figures->thrown);
    free(figures->turn);
    free(figures->tally);
    free(figures->blow);
    free(figures->round);
}

bool figures_row_tells(const struct figures_row *row)
{
    return row->attacks + row->damage_dealt + row->damage_taken + row->healed + row->hp_taken +
               row->brought_to_0 + row->killed + row->downs + row->reactions !=
           0;
}

double figures_luck(const struct figures_row *row)
{
    double damage = luck_percentile(&row->damage_luck, row->damage_rolled);
    return row->has_unknown_hits ? -1
           : damage >= 0 && !row->has_unknown_damage
               ? damage
               : luck_percentile(&row->hits_luck, row->hits);
}

int figures_of_hundred(double luck)
{
    int number = (int)(luck * 100 + 0.5);
    return luck <= 0 || luck >= 1 ? number : number < 1 ? 1 : number > 99 ? 99 : number;
}

/* ---- rows ------------------------------------------------------------------------------ */

static struct figures_row *add_row(struct figures_sums *sums)
{
    if (sums->rows == sums->room) {
        sums->room = sums->room == 0 ? 32 : 2 * sums->room;
        sums->row = realloc(sums->row, (size_t)sums->room * sizeof *sums->row);
        CHECK(sums->row != NULL);
    }
    struct figures_row *row = &sums->row[sums->rows++];
    *row = (struct figures_row){.id = 0};
    return row;
}

static void add_numbers(struct figures_row *to, const struct figures_row *from)
{
#define NUMBER(type, member) to->member += from->member;
    FIGURES_NUMBERS(NUMBER)
#undef NUMBER
    to->hits_expected += from->hits_expected;
    to->damage_expected += from->damage_expected;
    to->has_unknown_hits = to->has_unknown_hits || from->has_unknown_hits;
    to->has_unknown_damage = to->has_unknown_damage || from->has_unknown_damage;
    luck_add(&to->hits_luck, &from->hits_luck);
    luck_add(&to->damage_luck, &from->damage_luck);
}

/* ---- sides and groups ------------------------------------------------------------------ */

static void sum_side(struct figures *figures, int side)
{
    struct figures_row *sum = &figures->side[side];
    free_row(sum);
    *sum = (struct figures_row){.side = side};
    for (int i = 0; i < figures->rows; i++) {
        const struct figures_row *row = &figures->row[i];
        if ((row->side == SIDE_PARTY) == (side == SIDE_PARTY)) {
            add_numbers(sum, row);
        }
    }
    sum->rounds = figures->side_rounds[side];
}

static struct figures_morale *morale_of(struct figures *figures, const char *group)
{
    for (int i = 0; i < figures->morales; i++) {
        if (strcmp(figures->morale[i].group, group) == 0) {
            return &figures->morale[i];
        }
    }
    struct figures_morale *morale = &figures->morale[figures->morales++];
    *morale = (struct figures_morale){.checks = 0};
    memcpy(morale->group, group, sizeof morale->group);
    return morale;
}

static struct figures_faces *faces_of(struct figures *figures, const struct figures_faces *like)
{
    for (int i = 0; i < figures->faces_count; i++) {
        struct figures_faces *faces = &figures->faces[i];
        if (faces->sides == like->sides && faces->is_entered == like->is_entered) {
            return faces;
        }
    }
    struct figures_faces *faces = &figures->faces[figures->faces_count++];
    *faces = (struct figures_faces){.sides = like->sides, .is_entered = like->is_entered};
    faces->count = calloc((size_t)like->sides, sizeof *faces->count);
    CHECK(faces->count != NULL);
    return faces;
}

void figures_put_together(struct figures *figures)
{
    sum_side(figures, SIDE_FOES);
    sum_side(figures, SIDE_PARTY);
    free_faces(figures);
    figures->faces = calloc((size_t)figures->thrown_count + 1, sizeof *figures->faces);
    CHECK(figures->faces != NULL);
    for (int i = 0; i < figures->thrown_count; i++) {
        const struct figures_faces *thrown = &figures->thrown[i];
        struct figures_faces *faces = faces_of(figures, thrown);
        faces->throws += thrown->throws;
        for (int k = 0; k < thrown->sides; k++) {
            faces->count[k] += thrown->count[k];
        }
    }
    free(figures->morale);
    figures->morales = 0;
    figures->morale = calloc((size_t)figures->checks + 1, sizeof *figures->morale);
    CHECK(figures->morale != NULL);
    for (int i = 0; i < figures->checks; i++) {
        const struct figures_morale *check = &figures->check[i];
        struct figures_morale *morale = morale_of(figures, check->group);
        morale->checks += check->checks;
        morale->held += check->held;
        morale->held_expected += check->held_expected;
        morale->has_unknown = morale->has_unknown || check->has_unknown;
    }
}

static void add_to(struct figures_row *to, const struct figures_row *from)
{
    add_numbers(to, from);
    /* The hit points of the later of two rows: those of an encounter, not a sum. */
    if (from->hp_count == 0) {
        return;
    }
    free(to->hp);
    to->hp = calloc((size_t)from->hp_count, sizeof *to->hp);
    CHECK(to->hp != NULL);
    memcpy(to->hp, from->hp, (size_t)from->hp_count * sizeof *to->hp);
    to->hp_count = to->hp_room = from->hp_count;
}

/* ---- by name --------------------------------------------------------------------------- */

static int compare_rows(const void *a, const void *b)
{
    const struct figures_row *one = a, *other = b;
    bool tells = figures_row_tells(one);
    if ((one->side == SIDE_PARTY) != (other->side == SIDE_PARTY)) {
        return one->side == SIDE_PARTY ? -1 : 1;
    }
    if (tells != figures_row_tells(other)) {
        return tells ? -1 : 1;
    }
    if (one->damage_dealt != other->damage_dealt) {
        return one->damage_dealt > other->damage_dealt ? -1 : 1;
    }
    if (one->attacks != other->attacks) {
        return one->attacks > other->attacks ? -1 : 1;
    }
    return strcmp(one->name, other->name);
}

void figures_by_name(const struct figures *figures, struct figures_sums *out)
{
    *out = (struct figures_sums){.row = NULL};
    for (int i = 0; i < figures->rows; i++) {
        const struct figures_row *from = &figures->row[i];
        int k = 0;
        while (k < out->rows &&
               (out->row[k].side != from->side || strcmp(out->row[k].name, from->name) != 0)) {
            k++;
        }
        struct figures_row *to = k < out->rows ? &out->row[k] : add_row(out);
        if (k == out->rows - 1 && to->name[0] == '\0') {
            to->side = from->side;
            to->id = from->id;
            to->encounter_id = from->encounter_id;
            memcpy(to->name, from->name, sizeof to->name);
        }
        add_to(to, from);
    }
    if (out->rows > 1) {
        qsort(out->row, (size_t)out->rows, sizeof *out->row, compare_rows);
    }
}

bool figures_are_of_several(const struct figures *figures)
{
    for (int i = 1; i < figures->rows; i++) {
        const struct figures_row *row = &figures->row[i], *first = &figures->row[0];
        if (row->encounter_id != first->encounter_id || row->evening != first->evening) {
            return true;
        }
    }
    return false;
}

/* ---- by evening ------------------------------------------------------------------------ */

static int compare_evenings(const void *a, const void *b)
{
    const struct figures_row *one = a, *other = b;
    bool is_same = one->evening == other->evening;
    return is_same                         ? (one->side == SIDE_PARTY ? -1 : 1)
           : one->evening < other->evening ? -1
                                           : 1;
}

void figures_by_evening(const struct figures *figures, struct figures_sums *out)
{
    *out = (struct figures_sums){.row = NULL};
    for (int i = 0; i < figures->rows; i++) {
        const struct figures_row *from = &figures->row[i];
        int side = from->side == SIDE_PARTY ? SIDE_PARTY : SIDE_FOES;
        int k = 0;
        if (from->evening == 0) { /* the fight never began */
            continue;
        }
        while (k < out->rows &&
               (out->row[k].side != side || out->row[k].evening != from->evening)) {
            k++;
        }
        struct figures_row *to = k < out->rows ? &out->row[k] : add_row(out);
        to->side = side;
        to->evening = from->evening;
        add_to(to, from);
    }
    if (out->rows > 1) {
        qsort(out->row, (size_t)out->rows, sizeof *out->row, compare_evenings);
    }
}

void figures_sums_free(struct figures_sums *sums)
{
    for (int i = 0; i < sums->rows; i++) {
        free_row(&sums->row[i]);
    }
    free(sums->row);
    *sums = (struct figures_sums){.row = NULL};
}

/* ---- turns ----------------------------------------------------------------------------- */

static int compare_turns(const void *a, const void *b)
{
    const struct figures_turn *one = a, *other = b;
    return one->ms < other->ms ? -1 : one->ms > other->ms ? 1 : one->row - other->row;
}

bool figures_times(const struct figures *figures, struct figures_times *out)
{
    size_t size = (size_t)(figures->turns > 0 ? figures->turns : 1) * sizeof *figures->turn;
    struct figures_turn *turn = malloc(size);
    int count = 0;
    CHECK(turn != NULL);
    for (int i = 0; i < figures->turns; i++) {
        if (figures->turn[i].ms >= 1000) {
            turn[count++] = figures->turn[i];
        }
    }
    if (count > 0) {
        qsort(turn, (size_t)count, sizeof *turn, compare_turns);
        out->middle_ms = (turn[(count - 1) / 2].ms + turn[count / 2].ms) / 2;
        out->longest_ms = turn[count - 1].ms;
        out->row = turn[count - 1].row;
    }
    free(turn);
    return count > 0;
}
