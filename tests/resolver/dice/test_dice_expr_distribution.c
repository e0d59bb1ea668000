/* The exact distributions against worked numbers, against listing every outcome (implemented
 * here again, from the description alone), and against throws. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "resolver/dice/dice.h"
#include "resolver/dice/dice_expr.h"
#include "resolver/dice/dice_expr_distribution.h"
#include "support/draws.h"
#include "support/unit.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof(array)[0]))

enum { MEMORY_SIZE = 64 << 20 };

static unsigned char memory[MEMORY_SIZE];

static void close_to(const char *what, int64_t total, double found, double wanted,
                     double within)
{
    if (!(fabs(found - wanted) <= within)) {
        fail_msg("%s, total %lld: %.17g is not %.17g", what, (long long)total, found, wanted);
    }
}

static struct distribution distribution_of(const char *notation)
{
    struct dice_expr expr;
    struct error err;
    struct arena arena;
    struct distribution distribution;
    if (dice_expr_parse(&expr, str_of(notation), &err) != STATUS_OK) {
        fail_msg("%s: %s", notation, err.text);
    }
    arena_init(&arena, memory, sizeof memory);
    if (dice_expr_distribution(&distribution, &expr, &arena, &err) != STATUS_OK) {
        fail_msg("%s: %s", notation, err.text);
    }
    return distribution;
}

/* ---- worked numbers -------------------------------------------------------------------- */

static const double UNKNOWN = -1e300;

static const struct {
    const char *notation;
    double mean; /* UNKNOWN: not worked out */
    int64_t total;
    double chance; /* of exactly this total */
} worked[] = {
    {"2d6", 7, 7, 6.0 / 36},
    {"2d6", 7, 12, 1.0 / 36},
    {"4d6kh3", 15869.0 / 1296, 18, 21.0 / 1296},
    {"4d6kh3", 15869.0 / 1296, 3, 1.0 / 1296},
    {"4d6dl1", 15869.0 / 1296, 18, 21.0 / 1296},
    {"4d6kl3", 21 - 15869.0 / 1296, 3, 21.0 / 1296},
    {"4d6dh1", 21 - 15869.0 / 1296, 3, 21.0 / 1296},
    {"2d20kh1", 13.825, 20, 39.0 / 400},
    {"2d20kl1", 7.175, 1, 39.0 / 400},
    {"d20adv", 13.825, 20, 39.0 / 400},
    {"d20dis", 7.175, 1, 39.0 / 400},
    {"4d6kh9", 14, 24, 1.0 / 1296},
    {"4d6kh0", 0, 0, 1},
    {"4d6dl9", 0, 0, 1},
    {"0d6", 0, 0, 1},
    {"0d6!kh2", 0, 0, 1},
    {"7", 7, 7, 1},
    {"4dF", 0, 4, 1.0 / 81},
    {"4dF", 0, 0, 19.0 / 81},
    {"d%", 50.5, 100, 0.01},
    {"d6!", 4.2, 6, 0},
    {"d6!", 4.2, 7, 1.0 / 36},
    {"d6!", 4.2, 13, 1.0 / 216},
    {"10d10!", 550.0 / 9, 10, 1e-10},
    {"d6!>4", 5.25, 6, 1.0 / 36},
    {"d6!>4", 5.25, 7, 2.0 / 36},
    {"d6r1", 4, 1, 0},
    {"d6r1", 4, 2, 0.2},
    {"d6ro1", 3.5 + 2.5 / 6, 1, 1.0 / 36},
    {"d6ro1", 3.5 + 2.5 / 6, 2, 7.0 / 36},
    {"d6min3", 4, 3, 0.5},
    {"d6max3", 2.5, 3, 4.0 / 6},
    {"d6!max3", 3.0, 3, 3.0 / 6},
    {"d6!r6", 3, 6, 0},
    {"d6!ro6", 3.2, 6, 0},
    {"dF!", 0, 0, 1.0 / 3 + 1.0 / 9},
    {"d6-d6", 0, 0, 1.0 / 6},
    {"d6*d6", 12.25, 12, 4.0 / 36},
    {"-7/2", -4, -4, 1},
    {"(d6-4)/2", -0.5, -1, 2.0 / 6},
    {"(d6-4)/2", -0.5, -2, 1.0 / 6},
    /* Counting successes. */
    {"6d6>=5", 2, 2, 15.0 * 16 / 729},
    {"10d10!>=8>=8", 30.0 / 7, 0, 282475249e-10},
    {"10d10!cs>=8", 10.0 / 3, 0, 282475249e-10},
    {"5d10!=10=10", 5.0 / 9, 1, 5 * 6561e-4 * 0.1 * 0.9},
    {"4d6kh3=6", (4 * 125 + 2 * 6 * 25 + 3 * 21) / 1296.0, 3, 21.0 / 1296},
    {"2d20kl1>=11", 0.25, 1, 0.25},
    {"d6min3<=3", 0.5, 1, 0.5},
    {"4dF=0", 4.0 / 3, 4, 1.0 / 81},
    {"3d6cs1", 0.5, 3, 1.0 / 216},
    /* Compounding: of d6!!, 7 is a six and a one, and 6 never comes. */
    {"d6!!", 4.2, 7, 1.0 / 36},
    {"d6!!", 4.2, 6, 0},
    {"3d6!!cs>=7", 0.5, 3, 1.0 / 216},
    {"d6!!max10", 1 * 15 / 6.0 + (7 + 8 + 9 + 10 + 10 + 10) / 36.0, 10, 3.0 / 36},
    {"2d6!!kh1", UNKNOWN, 7, (31.0 * 31 - 30 * 30) / 1296},
    /* Penetrating: after a six comes a die less one. */
    {"d6!p", 3.5 + 3.0 / 6, 6, 1.0 / 36},
    {"d6!p", 3.5 + 3.0 / 6, 11, 1.0 / 216},
    {"2d6!pkh1", UNKNOWN, 6, 11.0 / 36},
    {"d6!p6>=6", 1.0 / 6, 1, 1.0 / 6},
    {"100/d6", (100 + 50 + 33 + 25 + 20 + 16) / 6.0, 33, 1.0 / 6},
    {"100d6", 350, 100, 1.5306467074865068e-78},
    {"max(d6,d6)", 161.0 / 36, 6, 11.0 / 36},
    {"min(d6,d6)", 91.0 / 36, 6, 1.0 / 36},
    {"max(d6,d8,4)", (4 * 16 + 5 * 9 + 6 * 11 + 7 * 6 + 8 * 6) / 48.0, 4, 16.0 / 48},
    {"min(2d6,7)", (2 + 6 + 12 + 20 + 30 + 7 * 21) / 36.0, 7, 21.0 / 36},
    {"min(3,1000000000000)", 3, 3, 1},
    {"2d4x10", 50, 80, 1.0 / 16},
    {"d66", 38.5, 35, 1.0 / 36},
    {"d66", 38.5, 17, 0},
    {"1d66", 33.5, 17, 1.0 / 66},
    {"-9223372036854775807", -9223372036854775807.0, -INT64_MAX, 1},
    {"9223372036854775806+d1", 9223372036854775807.0, INT64_MAX, 1},
    {"max(9223372036854775807,d6)", 9223372036854775807.0, INT64_MAX, 1},
    {"1000000000000000000+d6", 1e18, 1000000000000000006, 1.0 / 6},
    /* Many dice, of which a few count; dice that are all dropped; values that are never above
       0. */
    {"10000d6kh1", 6, 6, 1},
    {"2d6!dl500", 0, 0, 1},
    {"4d6!max0kh2", 0, 0, 1},
    {"2d6!max-1dl1", -1.4, -1, 25.0 / 36},
    {"7+4d6!max0dl1", 7, 7, 1},
    /* All first dice explode. */
    {"2d6r<6!kh1", 6, 6, 1},
    /* Chains downward, after a re-roll; 6 is never the lowest of dice that explode. */
    {"dFr1!=-1", -0.5, 0, 2.0 / 3},
    {"2d6!kl1*2", 4.4, 10, 1.0 / 25},
    {"max(-d6!,-d6!)", UNKNOWN, -1, 11.0 / 36},
    {"max(2-d6!,0)", 1.0 / 6, 1, 1.0 / 6},
    /* A number that an endless chain might meet beyond what is followed. */
    {"d6!!6=1000", 0, 1, 0},
    {"d6!!6>=1000", 0, 1, 0},
    {"dF!!=-1=-1", 4.0 / 27, 1, 4.0 / 27},
    {"dF!!=-1=-1000", 0, 1, 0},
    {"dF!!=-1<=-1000", 0, 1, 0},
};

static void test_dice_expr_distribution__agrees_with_worked_numbers(void **state)
{
    (void)state;
    for (int i = 0; i < COUNT(worked); i++) {
        struct distribution found = distribution_of(worked[i].notation);
        double chance = worked[i].chance;
        close_to(worked[i].notation, worked[i].total, distribution_at(&found, worked[i].total),
                 chance, 1e-13 * chance);
        double mean = worked[i].mean;
        if (mean != UNKNOWN) {
            close_to(worked[i].notation, worked[i].total, distribution_mean(&found), mean,
                     1e-11 * (1 + fabs(mean)));
        }
    }
}

static void test_dice_expr_distribution__masses_and_missing_add_up_to_1(void **state)
{
    (void)state;
    static const char *const rows[] = {
        "100d6",       "10d10",        "20d6kh10",  "10d10!",      "100d6!",    "4d6r1kh3",
        "20d6!kh10",   "1000d6",       "3d1000",    "50d20kl7",    "9d8!>4dl2", "30d4!ro1",
        "2d100000",    "10d6!>=2",     "d1000!",    "200dF!=-1",   "1000d6!",   "12d6r1!k4",
        "5d6!ro6dh2",  "d100!>2",      "40d6!!kh9", "9d8!!ro1dl2", "30d6!pkl5", "100d10!>=8>=8",
        "20d6!!cs>=9", "99d8max6min2",
    };
    for (int i = 0; i < COUNT(rows); i++) {
        struct distribution found = distribution_of(rows[i]);
        double whole = found.missing;
        for (int k = 0; k < found.count; k++) {
            assert_true(found.mass[k] >= 0);
            whole += found.mass[k];
        }
        close_to(rows[i], 0, whole, 1, 1e-12);
        assert_true(found.missing <= 1e-13);
    }
}

/* A symmetric distribution has exactly its centre as mean, to the last digit. */
static void test_dice_expr_distribution__the_mean_of_what_is_symmetric_is_exact(void **state)
{
    (void)state;
    static const struct {
        const char *notation;
        double mean;
    } rows[] = {{"4dF", 0},   {"dF", 0},         {"3d6", 10.5},  {"2d6-7", 0},
                {"20d6", 70}, {"100d100", 5050}, {"d20-d20", 0}, {"7dF*3", 0}};
    for (int i = 0; i < COUNT(rows); i++) {
        struct distribution found = distribution_of(rows[i].notation);
        close_to(rows[i].notation, 0, distribution_mean(&found), rows[i].mean, 0);
    }
}

/* The part of a chain that is cut off is beyond every number that a die must meet. */
static void
test_dice_expr_distribution__nothing_is_missing_where_a_chain_changes_nothing(void **state)
{
    (void)state;
    static const struct {
        const char *notation;
        int64_t total;
        double chance;
    } rows[] = {
        {"d6!!6>=5", 1, 2.0 / 6},   {"d6!!6<=5", 1, 5.0 / 6},   {"d6!!6=7", 1, 1.0 / 36},
        {"d6!!max5", 5, 2.0 / 6},   {"d6!!r1>=6", 1, 1.0 / 5},  {"2d6!!kh1>=6", 1, 11.0 / 36},
        {"-d6!!max3", -3, 4.0 / 6}, {"dF!!=-1>=0", 1, 7.0 / 9}, {"2d6!!max5kl1", 5, 4.0 / 36},
        {"d10!!>=8min3", 3, 0.3},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        struct distribution found = distribution_of(rows[i].notation);
        bool is_open = strstr(rows[i].notation, "min") != NULL;
        close_to(rows[i].notation, rows[i].total, distribution_at(&found, rows[i].total),
                 rows[i].chance, 1e-14);
        assert_true(is_open || found.missing == 0);
    }
}

/* A kept die adds 1 for each face up to its own, so the mean is the sum over faces of how many
 * of the kept dice are at least that face: as many as all the dice that are, but at most all
 * kept. */
static void
test_dice_expr_distribution__the_mean_of_kept_dice_is_a_sum_of_binomials(void **state)
{
    (void)state;
    static const struct {
        const char *notation;
        int dice, sides, kept;
    } rows[] = {
        {"20d6kh10", 20, 6, 10}, {"30d8dl4", 30, 8, 26},  {"4d6kh3", 4, 6, 3},
        {"40d20kh3", 40, 20, 3}, {"60d4kh55", 60, 4, 55},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        double mean = 0;
        for (int face = 1; face <= rows[i].sides; face++) {
            double chance = (double)(rows[i].sides - face + 1) / rows[i].sides;
            double ways = 1;
            for (int n = 1; n <= rows[i].dice; n++) {
                ways *= (double)(rows[i].dice - n + 1) / n;
                double exactly = ways * pow(chance, n) * pow(1 - chance, rows[i].dice - n);
                mean += exactly * (n < rows[i].kept ? n : rows[i].kept);
            }
        }
        struct distribution found = distribution_of(rows[i].notation);
        close_to(rows[i].notation, 0, distribution_mean(&found), mean, 1e-10);
    }
}

static void test_dice_expr_distribution__times_sums_independent_throws(void **state)
{
    (void)state;
    struct dice_expr expr;
    struct arena arena;
    struct distribution sum;
    assert_int_equal(dice_expr_parse(&expr, str_of("d6!"), NULL), STATUS_OK);
    arena_init(&arena, memory, sizeof memory / 2);
    for (int times = 0; times <= 100; times += 10) {
        assert_int_equal(dice_expr_distribution_times(&sum, &expr, times, &arena, NULL),
                         STATUS_OK);
        assert_true(sum.missing <= 1e-13);
        close_to("d6!", times, distribution_mean(&sum), 4.2 * times, 1e-9);
    }
    assert_int_equal(dice_expr_distribution_times(&sum, &expr, 0, &arena, NULL), STATUS_OK);
    assert_true(sum.low == 0 && sum.count == 1 && sum.mass[0] == 1);
}

static void test_dice_expr_distribution__what_is_too_large_says_so_and_gives_back(void **state)
{
    (void)state;
    static const char *const rows[] = {
        "10000d1000000",    "d1000000!",       "d1000000!>=2",      "d6*1000000",
        "5000d6dl2500",     "d1000*d1001",     "d900000/d1000",     "10000d1000000kh7",
        "10000d100!>=2kh5", "d999999!<900000", "10000d10r1!kh5000", "1000d10r1!kh500",
        "d40000+d40000",
    };
    for (int i = 0; i < COUNT(rows); i++) {
        struct dice_expr expr;
        struct arena arena;
        struct error err;
        struct distribution out;
        assert_int_equal(dice_expr_parse(&expr, str_of(rows[i]), &err), STATUS_OK);
        arena_init(&arena, memory, sizeof memory);
        assert_int_equal(dice_expr_distribution(&out, &expr, &arena, &err), STATUS_FULL);
        assert_memory_equal(err.text, "too large to enumerate", 22);
        assert_int_equal(arena.used, 0);
    }
}

static void test_dice_expr_distribution__every_shortage_of_memory_is_survived(void **state)
{
    (void)state;
    static const char *const rows[] = {
        "4d6!kh3+2d8*d4", "6d4ro1!dl2-3d20", "9d6r1!+(d6)/3", "d66",
        "3d6!!kl2",       "3d6!!>=5",        "0d6+4d6kh0",    "dFr1!=-1",
        "max(d500,1)",    "min(d500,600)",   "3d6!p*2",       "3",
    };
    for (int i = 0; i < COUNT(rows); i++) {
        struct dice_expr expr;
        assert_int_equal(dice_expr_parse(&expr, str_of(rows[i]), NULL), STATUS_OK);
        bool has_fitted = false;
        struct distribution wanted = distribution_of(rows[i]);
        for (size_t size = 0; size < 8 << 20 && !has_fitted;
             size += size < 16 << 10 ? 16 : size / 16) {
            struct arena arena;
            struct distribution out;
            unsigned char *exact = malloc(size + 1);
            assert_non_null(exact);
            arena_init(&arena, exact, size);
            enum status status = dice_expr_distribution(&out, &expr, &arena, NULL);
            has_fitted = status == STATUS_OK;
            assert_true(has_fitted || (status == STATUS_FULL && arena.used == 0));
            if (has_fitted) { /* what just fits is right */
                assert_true(out.low == wanted.low && out.count == wanted.count);
                assert_memory_equal(out.mass, wanted.mass,
                                    (size_t)out.count * sizeof *out.mass);
            }
            free(exact);
        }
        assert_true(has_fitted);
    }
}

/* ---- listing every outcome ------------------------------------------------------------- */

enum { SPAN = 4000, VALUES_MAX = 64 };

/* The masses of totals -SPAN to SPAN. */
struct listing {
    double mass[2 * SPAN + 1];
    double missing;
};

struct lister {
    const struct dice_term *term;
    struct listing *out;
    int value[VALUES_MAX];
    int n;
};

static bool holds(struct dice_condition condition, int face)
{
    int value = condition.value;
    return (condition.comparison == COMPARE_EQUAL && face == value) ||
           (condition.comparison == COMPARE_MORE && face > value) ||
           (condition.comparison == COMPARE_AT_LEAST && face >= value) ||
           (condition.comparison == COMPARE_LESS && face < value) ||
           (condition.comparison == COMPARE_AT_MOST && face <= value);
}

static int compare_ints(const void *a, const void *b)
{
    int left = *(const int *)a;
    int right = *(const int *)b;
    return (left > right) - (left < right);
}

static void list_total(const struct lister *lister, double mass)
{
    const struct dice_term *term = lister->term;
    int sorted[VALUES_MAX];
    memcpy(sorted, lister->value, sizeof sorted);
    qsort(sorted, (size_t)lister->n, sizeof *sorted, compare_ints);
    int from = 0;
    int to = lister->n;
    int named = term->keep_count < lister->n ? term->keep_count : lister->n;
    from = term->keep == KEEP_HIGHEST ? to - named : term->keep == DROP_LOWEST ? named : 0;
    to = term->keep == KEEP_LOWEST ? named : term->keep == DROP_HIGHEST ? to - named : to;
    int total = 0;
    for (int i = from; i < to; i++) {
        bool is_counted = term->success.comparison != COMPARE_NONE;
        total += is_counted ? holds(term->success, sorted[i]) : sorted[i];
    }
    lister->out->mass[total + SPAN] += mass;
}

static void list_dice(struct lister *lister, int dice_left, double mass);

/* A face that stands, of a die on which there may be a sum already: counted, and followed by
 * another die when it explodes. */
static void list_face(struct lister *lister, int face, int sum, bool is_further, int dice_left,
                      double mass)
{
    const struct dice_term *term = lister->term;
    bool compounds = term->explosion == EXPLODE_COMPOUND;
    bool explodes = holds(term->explode, face);
    int value = compounds ? sum + face : face;
    value -= is_further && term->explosion == EXPLODE_PENETRATE ? 1 : 0;
    int carried = compounds ? value : 0;
    value = term->has_minimum && value < term->minimum ? term->minimum : value;
    value = term->has_maximum && value > term->maximum ? term->maximum : value;
    bool is_die = !compounds || !explodes;
    if (is_die) {
        lister->value[lister->n++] = value;
    }
    if (!explodes) {
        list_dice(lister, dice_left, mass);
    } else if (mass < 3e-6 || lister->n > VALUES_MAX / 2) {
        lister->out->missing += mass;
    } else {
        for (int i = 0; i < term->sides; i++) {
            list_face(lister, term->is_fudge ? i - 1 : i + 1, carried, true, dice_left,
                      mass / term->sides);
        }
    }
    lister->n -= is_die ? 1 : 0;
}

static void list_dice(struct lister *lister, int dice_left, double mass)
{
    const struct dice_term *term = lister->term;
    if (dice_left == 0) {
        list_total(lister, mass);
        return;
    }
    int standing = 0;
    for (int i = 0; i < term->sides; i++) {
        standing += !holds(term->reroll, term->is_fudge ? i - 1 : i + 1);
    }
    for (int i = 0; i < term->sides; i++) {
        int face = term->is_fudge ? i - 1 : i + 1;
        if (!holds(term->reroll, face)) {
            double each = term->rerolls_once ? 1.0 / term->sides : 1.0 / standing;
            list_face(lister, face, 0, false, dice_left - 1, mass * each);
        } else if (term->rerolls_once) {
            for (int k = 0; k < term->sides; k++) {
                list_face(lister, term->is_fudge ? k - 1 : k + 1, 0, false, dice_left - 1,
                          mass / term->sides / term->sides);
            }
        }
    }
}

static void list_pair(struct listing *out, enum dice_operator op, int a, int b, double mass)
{
    int total = 0;
    switch (op) {
    case DICE_ADD:
        total = a + b;
        break;
    case DICE_SUBTRACT:
        total = a - b;
        break;
    case DICE_MULTIPLY:
        total = a * b;
        break;
    case DICE_DIVIDE:
        total = (int)floor((double)a / b);
        break;
    case DICE_GREATEST:
        total = a > b ? a : b;
        break;
    case DICE_LEAST:
        total = a < b ? a : b;
        break;
    case DICE_NUMBER:
    case DICE_TERM:
    case DICE_NEGATE:
        fail_msg("not an operator of two");
    }
    if (total < -SPAN || total > SPAN) {
        out->missing += mass;
    } else {
        out->mass[total + SPAN] += mass;
    }
}

static struct listing listings[16];

/* Fills listings[node]; recursion is as deep as the expression, which is small here. */
static void list_node(const struct dice_expr *expr, int node_index)
{
    const struct dice_node *node = &expr->node[node_index];
    struct listing *out = &listings[node_index];
    memset(out, 0, sizeof *out);
    if (node->op == DICE_NUMBER) {
        out->mass[node->number + SPAN] = 1;
        return;
    }
    if (node->op == DICE_TERM && node->term.is_tens_and_ones) {
        for (int i = 0; i < 36; i++) {
            out->mass[11 + i / 6 * 10 + i % 6 + SPAN] += 1.0 / 36;
        }
        return;
    }
    if (node->op == DICE_TERM) {
        struct lister lister = {.term = &node->term, .out = out};
        list_dice(&lister, node->term.count, 1);
        return;
    }
    list_node(expr, node->left);
    const struct listing *left = &listings[node->left];
    if (node->op == DICE_NEGATE) {
        for (int i = 0; i <= 2 * SPAN; i++) {
            out->mass[i] = left->mass[2 * SPAN - i];
        }
        out->missing = left->missing;
        return;
    }
    list_node(expr, node->right);
    const struct listing *right = &listings[node->right];
    out->missing = left->missing + right->missing;
    for (int i = 0; i <= 2 * SPAN; i++) {
        for (int k = 0; left->mass[i] > 0 && k <= 2 * SPAN; k++) {
            if (right->mass[k] > 0) {
                list_pair(out, node->op, i - SPAN, k - SPAN, left->mass[i] * right->mass[k]);
            }
        }
    }
}

/* ---- random expressions ---------------------------------------------------------------- */

static void add_condition(struct text *text, struct draws *draws, int sides)
{
    static const char *const signs[] = {"", "=", ">", ">=", "<", "<="};
    int number =
        draws_between(draws, 1, sides); /* one draw a statement: their order is fixed */
    text_add(text, "%s%d", signs[draws_between(draws, 0, 5)], number);
}

static void add_term(struct text *text, struct draws *draws)
{
    int sides = draws_between(draws, 1, 6);
    text_add(text, "%d", draws_between(draws, 0, 4));
    if (draws_between(draws, 0, 9) == 0) {
        text_add(text, "dF");
    } else {
        text_add(text, "d%d", sides);
    }
    static const char *const keeps[] = {"kh", "kl", "dh", "dl", "k"};
    int order = draws_between(draws, 0, 3);
    for (int i = 0; i < 4; i++) {
        int kind = (i + order) % 4;
        if (draws_between(draws, 0, 2) != 0) {
            continue;
        }
        if (kind == 0) {
            text_add(text, "%s", draws_between(draws, 0, 1) ? "r" : "ro");
            add_condition(text, draws, sides);
        } else if (kind == 1) {
            static const char *const explosions[] = {"!", "!!", "!p"};
            text_add(text, "%s", explosions[draws_between(draws, 0, 2)]);
            if (draws_between(draws, 0, 1)) {
                add_condition(text, draws, sides);
            }
        } else if (kind == 2) {
            int number = draws_between(draws, -1, sides);
            text_add(text, "%s%d", draws_between(draws, 0, 1) ? "min" : "max", number);
        } else {
            int number = draws_between(draws, 0, 4);
            text_add(text, "%s%d", keeps[draws_between(draws, 0, 4)], number);
        }
    }
    if (draws_between(draws, 0, 2) == 0) {
        text_add(text, "cs");
        add_condition(text, draws, sides);
    }
}

/* A small valid expression; most have one term, since suffixes matter more than sums. */
static void draw_expr(struct dice_expr *expr, char *buf, int size, struct draws *draws)
{
    do {
        struct text text = text_over(buf, size);
        int of_two = draws_between(draws, 0, 9);
        text_add(&text, "%s",
                 of_two == 0   ? "-"
                 : of_two == 1 ? "max("
                 : of_two == 2 ? "min("
                               : "");
        add_term(&text, draws);
        if (of_two == 1 || of_two == 2) {
            text_add(&text, ",");
            add_term(&text, draws);
            text_add(&text, ")");
        }
        if (draws_between(draws, 0, 3) == 0) {
            text_add_char(&text, "+-*/"[draws_between(draws, 0, 3)]);
            if (draws_between(draws, 0, 1)) {
                add_term(&text, draws);
            } else {
                text_add(&text, "(%d-d4)", draws_between(draws, 0, 9));
            }
        }
    } while (dice_expr_parse(expr, str_of(buf), NULL) != STATUS_OK);
}

/* Chi-square of throws against the distribution; rare totals are put together. */
static void compare_throws(const char *notation, const struct dice_expr *expr,
                           const struct distribution *exact, int throws)
{
    int *seen = calloc((size_t)exact->count, sizeof *seen);
    assert_non_null(seen);
    struct dice dice;
    dice_init_thrown(&dice, (struct dice_stream){.seed = 42}, NULL, 0, false, NULL);
    for (int i = 0; i < throws; i++) {
        int64_t total = dice_total(&dice, expr, 1, (struct source){"roll", ""});
        assert_false(dice_is_stuck(&dice));
        if (total >= exact->low && total - exact->low < exact->count) {
            seen[total - exact->low]++;
        }
    }
    double statistic = 0;
    double expected = 0;
    int found = 0;
    int bins = 0;
    for (int i = 0; i < exact->count; i++) {
        assert_true(seen[i] == 0 || exact->mass[i] > 0);
        expected += exact->mass[i] * throws;
        found += seen[i];
        if (expected >= 10) {
            statistic += (found - expected) * (found - expected) / expected;
            expected = 0;
            found = 0;
            bins++;
        }
    }
    free(seen);
    /* Far beyond the 1 - 1e-6 quantile for every number of bins; the seed is fixed. */
    double limit = bins + 6 * sqrt(2.0 * bins) + 24;
    if (!(statistic < limit)) {
        fail_msg("%s: chi-square %g of %d bins", notation, statistic, bins);
    }
}

/* The faces of a throw, given again, throw the same, with the same marks. */
static void give_back(const char *notation, const struct dice_expr *expr)
{
    static struct trace first, second;
    static struct entered given[TRACE_FACES_MAX];
    struct dice dice;
    for (uint64_t seed = 1; seed <= 5; seed++) {
        dice_init_thrown(&dice, (struct dice_stream){.seed = seed}, NULL, 0, false, &first);
        int64_t total = dice_total(&dice, expr, 1, (struct source){"roll", ""});
        assert_false(dice_is_stuck(&dice));
        for (int i = 0; i < first.faces; i++) {
            given[i] = (struct entered){.kind = GIVEN_FACE, .value = first.face[i]};
        }
        dice_init_thrown(&dice, (struct dice_stream){0}, given, first.faces, true, &second);
        if (dice_total(&dice, expr, 1, (struct source){"roll", ""}) != total ||
            dice_is_stuck(&dice) || dice.entered_used != first.faces ||
            memcmp(first.mark, second.mark, (size_t)first.faces) != 0) {
            fail_msg("%s: given back it is another throw", notation);
        }
    }
}

static void test_dice_expr_distribution__equals_listing_and_throwing(void **state)
{
    (void)state;
    struct draws draws;
    draws_init(&draws);
    for (int i = 0; i < 600; i++) {
        char notation[200];
        struct dice_expr expr;
        draw_expr(&expr, notation, sizeof notation, &draws);
        struct distribution exact = distribution_of(notation);
        list_node(&expr, expr.root);
        const struct listing *listing = &listings[expr.root];
        int64_t low;
        int64_t high;
        dice_expr_range(&expr, &low, &high);
        double within = listing->missing + 1e-9; /* of some 1,000,000 additions */
        for (int total = -SPAN; total <= SPAN; total++) {
            double listed = listing->mass[total + SPAN];
            double found = distribution_at(&exact, total);
            assert_true((listed == 0 && found == 0) || (total >= low && total <= high));
            close_to(notation, total, found, listed, within);
            /* Listing cuts off, so it never finds more. */
            assert_true(found >= listed - 1e-9);
        }
        if (listing->missing == 0) { /* the ends of the range are reached */
            assert_true(listing->mass[low + SPAN] > 0 && listing->mass[high + SPAN] > 0);
        }
        compare_throws(notation, &expr, &exact, i % 10 == 0 ? 20000 : 2000);
        give_back(notation, &expr);
    }
}

static void test_dice_expr_distribution__throws_of_many_dice_agree(void **state)
{
    (void)state;
    static const char *const rows[] = {
        "20d6kh10",  "10d10!",   "4d6r1kh3",     "12d6!>4kl5", "30d4dh7",      "8d8ro<3!dl3",
        "20d6!!kh5", "9d8!pdl2", "10d10!>=8>=8", "25dF!",      "15d12min3max9"};
    for (int i = 0; i < COUNT(rows); i++) {
        struct dice_expr expr;
        assert_int_equal(dice_expr_parse(&expr, str_of(rows[i]), NULL), STATUS_OK);
        struct distribution exact = distribution_of(rows[i]);
        compare_throws(rows[i], &expr, &exact, 20000);
    }
}

/* ---- how long it would take: the estimate only has to tell a moment from a long wait ---- */

static double work_of(const char *notation, int times)
{
    struct dice_expr expr;
    struct error err;
    assert_int_equal(dice_expr_parse(&expr, str_of(notation), &err), STATUS_OK);
    return dice_expr_work(&expr, times);
}

static void test_dice_work__what_comes_at_once_is_little(void **state)
{
    (void)state;
    static const char *const notations[] = {
        "1d6",  "2d6+3", "4d6kh3",   "20d6kh10",  "d6!", "100d6", "10d10!", "3",
        "-d20", "d%",    "4d6r1kh3", "(2d6+1)*2", "dF",  "0d6",   "10d6/2"};
    for (int i = 0; i < COUNT(notations); i++) {
        double work = work_of(notations[i], 1);
        assert_true(work >= 0 && work < 1e5);
    }
}

static void test_dice_work__what_takes_long_is_much(void **state)
{
    (void)state;
    static const char *const notations[] = {"100d1000000", "100d100kh50", "(50d100)*(50d100)",
                                            "100d1000!", "10000d1000"};
    for (int i = 0; i < COUNT(notations); i++) {
        assert_true(work_of(notations[i], 1) > 4e6);
    }
    assert_true(work_of("100d20", 30) > 4e6);
    assert_true(work_of("1d6", 30) < 1e5);
}

static void test_dice_work__more_throws_are_more_work(void **state)
{
    (void)state;
    for (int times = 1; times < 50; times++) {
        assert_true(work_of("2d6", times) < work_of("2d6", times + 1));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_dice_expr_distribution__agrees_with_worked_numbers),
        cmocka_unit_test(test_dice_expr_distribution__masses_and_missing_add_up_to_1),
        cmocka_unit_test(test_dice_expr_distribution__the_mean_of_what_is_symmetric_is_exact),
        cmocka_unit_test(
            test_dice_expr_distribution__nothing_is_missing_where_a_chain_changes_nothing),
        cmocka_unit_test(
            test_dice_expr_distribution__the_mean_of_kept_dice_is_a_sum_of_binomials),
        cmocka_unit_test(test_dice_expr_distribution__times_sums_independent_throws),
        cmocka_unit_test(test_dice_expr_distribution__what_is_too_large_says_so_and_gives_back),
        cmocka_unit_test(test_dice_expr_distribution__every_shortage_of_memory_is_survived),
        cmocka_unit_test(test_dice_expr_distribution__equals_listing_and_throwing),
        cmocka_unit_test(test_dice_expr_distribution__throws_of_many_dice_agree),
        cmocka_unit_test(test_dice_work__what_comes_at_once_is_little),
        cmocka_unit_test(test_dice_work__what_takes_long_is_much),
        cmocka_unit_test(test_dice_work__more_throws_are_more_work),
    };
    return cmocka_run_group_tests_name("dice_expr_distribution", tests, NULL, NULL);
}
