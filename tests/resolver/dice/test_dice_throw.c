/* dice_total: expressions thrown with given and generated dice. */
#include <string.h>

#include "resolver/dice/dice.h"
#include "resolver/dice/dice_expr_distribution.h"
#include "support/draws.h"
#include "support/unit.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof(array)[0]))

static const struct source why = {"damage", "5.18"};

static struct dice_expr expr_of(const char *notation)
{
    struct dice_expr expr;
    struct error err;
    if (dice_expr_parse(&expr, str_of(notation), &err) != STATUS_OK) {
        fail_msg("%s: %s", notation, err.text);
    }
    return expr;
}

/* The words of a line as given dice. */
static int given_of(struct entered *out, const char *line)
{
    struct str rest = str_of(line);
    int n = 0;
    for (struct str word; (word = str_next_word(&rest)).p != NULL;) {
        assert_true(entered_parse(&out[n++], word));
    }
    return n;
}

/* Faces as they fall, die by die: each followed by its re-rolls, then by its explosions. */
static const struct {
    const char *notation;
    int times;
    const char *given;
    int64_t total;
} thrown[] = {
    {"2d6+3", 1, "4 5", 12},
    {"2d6+3", 1, "=12", 12},
    {"3d6-1d4", 1, "1 2 3 4", 2},
    {"2d6", 3, "1 2 3 4 5 6", 21},
    {"2d6", 3, "=36", 36},
    {"4d6kh3", 1, "1 6 2 5", 13},
    {"4d6kl3", 1, "1 6 2 5", 8},
    {"4d6dh1", 1, "1 6 2 5", 8},
    {"4d6dl1", 1, "1 6 2 5", 13},
    {"4d6kh", 1, "1 6 2 6", 6},
    {"4d6kh9", 1, "1 6 2 5", 14},
    {"4d6kh0", 1, "1 6 2 5", 0},
    {"4d6dl9", 1, "1 6 2 5", 0},
    {"d6r1", 1, "1 1 1 4", 4},
    {"d6ro1", 1, "1 1", 1},
    {"2d6ro<3", 1, "2 1 6", 7},
    {"d6!", 1, "6 6 3", 15},
    {"2d6!", 1, "6 3 5", 14},
    {"2d6!>4", 1, "5 6 1 2", 14},
    {"2d6!kh1", 1, "6 3 5", 6},
    {"2d6!dl1", 1, "6 3 5", 11},
    /* Further dice of an explosion are not re-rolled, but explode. */
    {"d6r1!", 1, "1 6 1", 7},
    {"d6r1!", 1, "1 6 6 2", 14},
    {"d6r6!", 1, "6 6 5", 5},
    /* Dice that are added up to one are clamped and kept as one; others are one less each. */
    {"2d6!!", 1, "6 6 3 5", 20},
    {"2d6!!kh1", 1, "6 3 5", 9},
    {"3d6!!dl1max10", 1, "6 6 3 5 4", 15},
    {"d6!p", 1, "6 6 3", 13},
    {"2d6!pkl1", 1, "6 1 5", 0},
    {"2d6!p>=5kh1", 1, "5 6 1 4", 5},
    /* The comparison that is last counts: after re-rolls, explosions, clamps and keeping. */
    {"6d6>=5", 1, "1 5 6 2 5 4", 3},
    {"6d6>=5", 1, "=3", 3},
    {"6d6>=5", 2, "1 5 6 2 5 4 5 5 5 5 5 5", 9},
    {"3d10!>=8>=8", 1, "8 9 1 2 10 7", 3},
    {"3d10!cs>=8", 1, "8 9 10 7", 3},
    {"3d10!>=8", 1, "8 9 1 2 10 7", 37},
    {"3d6r1>=3", 1, "1 1 2 3 1 4", 2},
    {"3d6min3=3", 1, "1 2 3", 3},
    {"4d6kh3>=3", 1, "3 3 3 3", 3},
    {"4d6dl3>=6", 1, "6 6 6 6", 1},
    {"3d6!!>4>=9", 1, "5 4 6 2 4", 1},
    {"2d6!!<=2>=9", 1, "1 2 6 3", 1},
    {"10-4d6<3", 1, "1 2 3 4", 8},
    /* Re-roll, explode, clamp, keep: faces explode before they are clamped. */
    {"2d6max5!", 1, "6 1 3", 9},
    {"2d6min3!1", 1, "1 1 2 6", 15},
    {"3d6min2max5kh2", 1, "1 6 3", 8},
    {"4dF", 1, "-1 0 1 1", 1},
    {"2dF!", 1, "1 1 0 -1", 1},
    {"-7/2+0*d6", 1, "6", -4},
    {"(d6-4)/2", 1, "1", -2},
    {"-d6*2", 1, "3", -6},
    {"100/d6", 1, "3", 33},
    {"max(2d6,7)", 1, "1 2", 7},
    {"d20adv+5", 1, "4 17", 22},
    {"d20dis", 1, "4 17", 4},
    {"max(2d6,7,d20)", 1, "1 2 18", 18},
    {"min(d6,d8)", 1, "5 3", 3},
    {"2d4x10", 1, "3 4", 70},
    {"d66", 1, "3 5", 35},
    {"d66", 1, "=35", 35},
    {"d66", 2, "3 5 1 1", 46},
    {"d66+1", 1, "35", 36},
};

static void test_dice_throw__given_dice_are_added_up_as_the_notation_says(void **state)
{
    (void)state;
    for (int i = 0; i < COUNT(thrown); i++) {
        struct dice_expr expr = expr_of(thrown[i].notation);
        struct entered given[16];
        int n = given_of(given, thrown[i].given);
        struct dice dice;
        static struct trace trace;
        dice_init_thrown(&dice, (struct dice_stream){0}, given, n, true, &trace);
        int64_t total = dice_total(&dice, &expr, thrown[i].times, why);
        struct error err = {0};
        if (dice_is_stuck(&dice) || dice_finish(&dice, &err) != STATUS_OK) {
            fail_msg("%s with %s: %s", thrown[i].notation, thrown[i].given, dice.fault.text);
        }
        if (total != thrown[i].total) {
            fail_msg("%s with %s: %lld", thrown[i].notation, thrown[i].given, (long long)total);
        }
        assert_int_equal(trace.steps, 1);
        assert_true(trace.step[0].value == total);
        assert_int_equal(trace.step[0].entered_count, n);
        assert_int_equal(dice.stream.draw, 0);
    }
}

static const struct {
    const char *notation;
    const char *given;
    enum status status; /* of dice_finish */
} refused[] = {
    {"2d6", "7 1", STATUS_USAGE},    {"2d6", "0 1", STATUS_USAGE},
    {"2d6", "-1 1", STATUS_USAGE},   {"2d6", "1 2 3", STATUS_USAGE},
    {"2d6", "=13", STATUS_USAGE},    {"2d6", "=1", STATUS_USAGE},
    {"2d6", "3 =4", STATUS_USAGE},   {"dF", "2", STATUS_USAGE},
    {"dF", "-2", STATUS_USAGE},      {"d6!", "=6000001", STATUS_USAGE},
    {"d66", "=17", STATUS_USAGE},    {"d66", "7 1", STATUS_USAGE},
    {"5", "5", STATUS_USAGE},        {"6d6>=5", "=7", STATUS_USAGE},
    {"4d6kh3", "=19", STATUS_USAGE},
};

static void test_dice_throw__what_cannot_fall_is_refused(void **state)
{
    (void)state;
    for (int i = 0; i < COUNT(refused); i++) {
        struct entered given[16];
        int n = 0;
        /* -2 is not a face of any die, so entered_parse already refuses it. */
        if (strcmp(refused[i].given, "-2") == 0) {
            assert_false(entered_parse(&given[0], str_of("-2")));
            continue;
        }
        n = given_of(given, refused[i].given);
        struct dice_expr expr = expr_of(refused[i].notation);
        struct dice dice;
        struct error err;
        dice_init_thrown(&dice, (struct dice_stream){0}, given, n, false, NULL);
        dice_total(&dice, &expr, 1, why);
        assert_int_equal(dice_finish(&dice, &err), refused[i].status);
        assert_true(strlen(err.text) > 0);
    }
}

/* A total within the range that no dice come to, and the nearest that some do. */
static void test_dice_throw__a_total_between_the_possible_ones_is_refused(void **state)
{
    static const struct {
        const char *notation, *given;
        int times;
        const char *told;
    } row[] = {
        {"3d6*10", "=35", 1,
         "a total of 35 is not possible on 3d6*10: the nearest are 30 and 40"},
        {"3d6*10", "=179", 1, "the nearest are 170 and 180"},
        {"d66", "=17", 1, "a total of 17 is not possible on d66: the nearest are 16 and 21"},
        {"d6!", "=6", 1, "the nearest are 5 and 7"},
        {"d4*d4", "=10", 1, "the nearest are 9 and 12"},
        {"d6*2+1", "=10", 3, "the nearest are 9 and 11"},
        {"2d6*5-3", "=8", 1, "the nearest are 7 and 12"},
        {"max(d4, 2d4*2)", "=5", 1, "the nearest are 4 and 6"},
        {"3d6*10", "=40", 1, NULL},
        {"d6!", "=600", 1, NULL},
        {"1000d6*10", "=10000", 1, NULL},
        {"4d6kh3", "=18", 1, NULL},
        /* The end of the range, which no dice come to; chains downward and of kept sums. */
        {"2d6!pkh1", "=0", 1, "a total of 0 is not possible on 2d6!pkh1: the nearest is 1"},
        {"2d6!kl1", "=6", 1, "the nearest is 5"},
        {"3-d6!*2", "=0", 1, "the nearest are -1 and 1"},
        {"2d6!!kh1", "=6", 1, "the nearest are 5 and 7"},
        /* Not looked at: so rare, so many faces, so many totals. */
        {"100d1000", "=100", 1, NULL},
        {"20d100000", "=20", 1, NULL},
        {"3d10000", "=3", 1, NULL},
    };
    (void)state;
    for (int i = 0; i < COUNT(row); i++) {
        struct entered given[16];
        int n = given_of(given, row[i].given);
        struct dice_expr expr = expr_of(row[i].notation);
        struct dice dice;
        struct error err = {.text = ""};
        dice_init_thrown(&dice, (struct dice_stream){0}, given, n, false, NULL);
        dice_total(&dice, &expr, row[i].times, why);
        enum status status = dice_finish(&dice, &err);
        if (status != (row[i].told != NULL ? STATUS_USAGE : STATUS_OK) ||
            (row[i].told != NULL && strstr(err.text, row[i].told) == NULL)) {
            fail_msg("%s %s: %s", row[i].notation, row[i].given, err.text);
        }
    }
}

/* What falls in many throws is exactly what is said to be possible. */
static void test_dice_throw__the_possible_totals_are_those_that_fall(void **state)
{
    static const char *const notations[] = {
        "3d6*10", "2d6/2", "4d4kh3", "d66",    "2d6r1",         "2d4ro1",  "3d6>=5",  "d6+d4*3",
        "-d6",    "d6-d4", "2dF*3",  "d8min3", "max(2d4,d6*2)", "2d3*2d3", "3d4dl1*7"};
    enum { TOTALS = 400, THROWS = 20000 };
    (void)state;
    for (int i = 0; i < COUNT(notations); i++) {
        bool has_fallen[TOTALS] = {false};
        struct dice_expr expr = expr_of(notations[i]);
        struct dice dice;
        dice_init_thrown(&dice, (struct dice_stream){.seed = 7}, NULL, 0, false, NULL);
        for (int k = 0; k < THROWS; k++) {
            int64_t total = dice_total(&dice, &expr, 1, why) + TOTALS / 2;
            assert_true(total >= 0 && total < TOTALS);
            has_fallen[total] = true;
        }
        for (int total = 0; total < TOTALS; total++) {
            struct dice_total_near near;
            if (dice_totals_hold(&expr, 1, total - TOTALS / 2, &near) != has_fallen[total]) {
                fail_msg("%s: %d", notations[i], total - TOTALS / 2);
            }
        }
    }
}

static void test_dice_throw__totals_are_known_by_the_notation_of_a_throw(void **state)
{
    struct dice_total_near near;
    (void)state;
    assert_true(dice_totals_hold_of("3x(2d6*10)", 60, &near));
    assert_false(dice_totals_hold_of("3x(2d6*10)", 65, &near));
    assert_int_equal(near.below, 60);
    assert_int_equal(near.above, 70);
    assert_false(dice_totals_hold_of("d6*2", 13, &near));
    assert_int_equal(near.below, 12);
    assert_int_equal(near.above, 13);
    assert_true(dice_totals_hold_of("5-25", 7, &near));
    /* What names no dice, or was cut, is not looked at. */
    static const char *const others[] = {"7",          "3x",      "3x44",
                                         "3x(d6*2...", "3x(d6*2", "2000000x(d6*2)"};
    for (int i = 0; i < COUNT(others); i++) {
        assert_true(dice_totals_hold_of(others[i], 3, &near));
    }
}

static void test_dice_throw__missing_dice_are_asked_for(void **state)
{
    (void)state;
    static const struct {
        const char *notation, *given;
        int missing;
        int64_t low, high;
    } rows[] = {
        {"3d6", "", 3, 1, 6},   {"3d6", "4", 2, 1, 6},      {"3d6", "4 4", 1, 1, 6},
        {"d6!", "6", 1, 1, 6},  {"2d6r1", "1", 2, 1, 6},    {"2d6r1", "1 2", 1, 1, 6},
        {"dF", "", 1, -1, 1},   {"d20+2d6", "11", 2, 1, 6}, {"d6!", "6 6", 1, 1, 6},
        {"d6/d6", "", 2, 1, 6},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        struct entered given[16];
        int n = given_of(given, rows[i].given);
        struct dice_expr expr = expr_of(rows[i].notation);
        struct dice dice;
        dice_init_thrown(&dice, (struct dice_stream){0}, given, n, true, NULL);
        dice_total(&dice, &expr, 1, why);
        assert_true(dice.is_wanting);
        assert_int_equal(dice.request.missing, rows[i].missing);
        assert_true(dice.request.low == rows[i].low && dice.request.high == rows[i].high);
        assert_string_equal(dice.request.label, "damage");
    }
}

static void test_dice_throw__the_traces_dice_given_back_throw_the_same(void **state)
{
    (void)state;
    static const char *const rows[] = {
        "2d6+3",       "4d6kh3",     "6d6!", "8d4r1!>=3dl2", "5dF!", "5d6ro<4",   "3d8-d6*2",
        "9d3!max2kl4", "20d6!>2kh9", "d%/7", "40d2!",        "d66",  "max(2d6,7)"};
    static struct trace first;
    static struct trace second;
    static char words[1 << 15];
    static struct entered given[ENTERED_MAX];
    for (int i = 0; i < COUNT(rows); i++) {
        struct dice_expr expr = expr_of(rows[i]);
        for (uint64_t seed = 1; seed <= 200; seed++) {
            struct dice dice;
            dice_init_thrown(&dice, (struct dice_stream){.seed = seed}, NULL, 0, false, &first);
            int64_t total = dice_total(&dice, &expr, 1, why);
            struct text text = text_over(words, sizeof words);
            trace_format_given(&first, &text);
            int n = given_of(given, words);
            assert_int_equal(n, dice.stream.draw);
            dice_init_thrown(&dice, (struct dice_stream){0}, given, n, true, &second);
            assert_true(dice_total(&dice, &expr, 1, why) == total);
            assert_int_equal(dice_finish(&dice, NULL), STATUS_OK);
            assert_false(dice.is_wanting);
        }
    }
}

static void test_dice_throw__the_trace_names_the_notation(void **state)
{
    (void)state;
    static const struct {
        const char *notation;
        int times;
        const char *dice;
    } rows[] = {
        {"d6", 1, "d6"},
        {"1D6 + 2", 1, "1d6+2"},
        {"2d6", 3, "3x(2d6)"},
        {"1d6+1d6+1d6+1d6+1d6+1d6+1d6+1d6+1d6+1d6+1d6+1d6+1d6", 1,
         "1d6+1d6+1d6+1d6+1d6+1d6+1d6+1d6+1d6+1d6+1d6+1d6+1d6"},
        {"1d6[dagger]+1d6[dagger]+1d6[dagger]+1d6[dagger]+1d6[dagger]+1d6[dagger]+1d6[dagger]",
         1, "1d6[dagger]+1d6[dagger]+1d6[dagger]+1d6[dagger]+1d6[dagger]+1d6[dagger]+1d6[..."},
        /* Cut between characters. */
        {"1d6[123456789012345678901234567890]+1d6["
         "1234567890123456789012345678\xC3\xA9\xC3\xA9]",
         1,
         "1d6[123456789012345678901234567890]+1d6["
         "1234567890123456789012345678\xC3\xA9\xC3\xA9]"},
        {"1d6[123456789012345678901234567890]+1d6["
         "12345678901234567890123456789012345\xC3\xA9\xC3\xA9]",
         1, "1d6[123456789012345678901234567890]+1d6[12345678901234567890123456789012345..."},
        {"2d6[fire]", 1000, "1000x(2d6[fire])"},
        {"1d6[123456789012345678901234567890]+1d6[1234567890123456789012345678901234]", 1000,
         "1000x(1d6[123456789012345678901234567890]+1d6[123456789012345678901234567890..."},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        static struct trace trace;
        struct dice_expr expr = expr_of(rows[i].notation);
        struct dice dice;
        dice_init_thrown(&dice, (struct dice_stream){0}, NULL, 0, false, &trace);
        dice_total(&dice, &expr, rows[i].times, why);
        assert_string_equal(trace.step[0].dice, rows[i].dice);
    }
}

/* A throw as people read it, and its faces and marks for programs. */
static const struct {
    const char *notation, *given;
    const char *text;
    const char *json;
} explained[] = {
    {"2d6+3", "4 5", "2d6+3 [4 5] = 12", "[4,5]"},
    {"4d6kh3", "3 5 2 1", "4d6kh3 [3 5 2 (1)] = 10",
     "[3,5,2,1],\"marks\":[[],[],[],[\"dropped\"]]"},
    /* Of equal dice the last ones are dropped, whichever way the suffix says it. */
    {"4d6dl1", "3 1 1 5", "4d6dl1 [3 1 (1) 5] = 9",
     "[3,1,1,5],\"marks\":[[],[],[\"dropped\"],[]]"},
    {"4d6kh3", "3 1 1 5", "4d6kh3 [3 1 (1) 5] = 9",
     "[3,1,1,5],\"marks\":[[],[],[\"dropped\"],[]]"},
    {"4d6kl1", "3 1 1 5", "4d6kl1 [(3) 1 (1) (5)] = 1",
     "[3,1,1,5],\"marks\":[[\"dropped\"],[],[\"dropped\"],[\"dropped\"]]"},
    {"4d6dh3", "3 1 1 5", "4d6dh3 [(3) 1 (1) (5)] = 1",
     "[3,1,1,5],\"marks\":[[\"dropped\"],[],[\"dropped\"],[\"dropped\"]]"},
    {"2d6kh0", "3 1", "2d6kh0 [(3) (1)] = 0", "[3,1],\"marks\":[[\"dropped\"],[\"dropped\"]]"},
    {"2d6kh2", "3 1", "2d6kh2 [3 1] = 4", "[3,1]"},
    {"d6r1", "1 1 4", "d6r1 [1r 1r 4] = 4 (re-rolls 1 until another face falls)",
     "[1,1,4],\"marks\":[[\"re-rolled\"],[\"re-rolled\"],[]]"},
    {"d6ro1", "1 1", "d6ro1 [1r 1] = 1 (re-rolls 1 once)",
     "[1,1],\"marks\":[[\"re-rolled\"],[]]"},
    {"d6!", "6 6 3", "d6! [6! 6! 3] = 15",
     "[6,6,3],\"marks\":[[\"exploded\"],[\"exploded\"],[]]"},
    {"2d6!kh1", "6 3 5", "2d6!kh1 [6! (3) (5)] = 6",
     "[6,3,5],\"marks\":[[\"exploded\"],[\"dropped\"],[\"dropped\"]]"},
    {"2d6!kl1", "6 3 5", "2d6!kl1 [(6!) 3 (5)] = 3",
     "[6,3,5],\"marks\":[[\"exploded\",\"dropped\"],[],[\"dropped\"]]"},
    {"2d6!!r1kl1", "1 6 3 5",
     "2d6r1!!kl1 [1r (6!) (3) 5] = 5 (re-rolls 1 until another face falls)",
     "[1,6,3,5],\"marks\":[[\"re-rolled\"],[\"exploded\",\"dropped\"],[\"dropped\"],[]]"},
    {"2d6!pdl1", "6 1 1", "2d6!pdl1 [6! (1) 1] = 7",
     "[6,1,1],\"marks\":[[\"exploded\"],[\"dropped\"],[]]"},
    {"d4+2d6kh1>=5[fire]", "4 6 5", "d4+2d6kh1>=5[fire] [4 6 (5)] = 5 (counts 5, 6)",
     "[4,6,5],\"marks\":[[],[],[\"dropped\"]]"},
};

static void test_dice_throw__the_explanation_marks_what_became_of_a_die(void **state)
{
    (void)state;
    for (int i = 0; i < COUNT(explained); i++) {
        struct dice_expr expr = expr_of(explained[i].notation);
        struct entered given[16];
        int n = given_of(given, explained[i].given);
        struct dice dice;
        static struct trace trace;
        dice_init_thrown(&dice, (struct dice_stream){0}, given, n, true, &trace);
        dice_total(&dice, &expr, 1, why);
        assert_int_equal(dice_finish(&dice, NULL), STATUS_OK);
        TEXT_BUFFER(text, 200);
        trace_format(&trace, &text);
        assert_string_equal(text.p, explained[i].text);
        TEXT_BUFFER(json, 800);
        TEXT_BUFFER(wanted, 800);
        trace_format_json(&trace, &json);
        text_add(&wanted, "\"faces\":%s,\"source\":\"given\"", explained[i].json);
        if (strstr(json.p, wanted.p) == NULL) {
            fail_msg("%s: %s has no %s", explained[i].notation, json.p, wanted.p);
        }
        assert_true(json.n < trace_json_size(&trace));
    }
}

/* More faces than a trace has room for have no marks, and no faces. */
static void test_dice_throw__faces_without_room_have_no_marks(void **state)
{
    (void)state;
    static struct trace trace;
    static char json[1 << 17];
    struct dice_expr expr = expr_of("2000d6!kh1000+10d6kh1");
    struct dice dice;
    dice_init_thrown(&dice, (struct dice_stream){.seed = 5}, NULL, 0, false, &trace);
    dice_total(&dice, &expr, 1, why);
    assert_int_equal(dice_finish(&dice, NULL), STATUS_OK);
    assert_true(trace.is_cut && trace.step[0].face_count == 0);
    struct text text = text_over(json, sizeof json);
    trace_format_json(&trace, &text);
    assert_null(strstr(json, "marks"));
    /* The longest text of marks fits into the room that is asked for. */
    expr = expr_of("1000d6ro>=1!>=2kh0");
    dice_init_thrown(&dice, (struct dice_stream){.seed = 5}, NULL, 0, false, &trace);
    dice_total(&dice, &expr, 1, why);
    text = text_over(json, sizeof json);
    trace_format_json(&trace, &text);
    assert_true(!text.is_cut && text.n < trace_json_size(&trace));
}

static void test_dice_throw__numbers_alone_throw_nothing(void **state)
{
    (void)state;
    static struct trace trace;
    struct dice_expr expr = expr_of("3*(2+5)");
    struct dice dice;
    dice_init_thrown(&dice, (struct dice_stream){0}, NULL, 0, true, &trace);
    assert_true(dice_total(&dice, &expr, 1, why) == 21);
    assert_true(dice_total(&dice, &expr, 2, why) == 42);
    assert_true(dice_total(&dice, &expr, 0, why) == 0);
    assert_int_equal(trace.steps, 0);
    assert_false(dice_is_stuck(&dice));
}

static void test_dice_throw__too_many_dice_are_a_fault(void **state)
{
    (void)state;
    static const struct {
        const char *notation;
        int times;
        const char *text;
    } rows[] = {
        {"10000d6", 101, "more than 1,000,000 dice in one roll"},
        {"100d1000000!<=999999", 1, "more than 1,000,000 dice in one roll"},
        {"100d1000000r<1000000", 1, "more than 1,000,000 dice in one roll"},
        {"9223372036854775807", 2, "the total could be beyond 64 bits (damage)"},
        {"10000d10!>1kh20000", 1,
         "too many dice, or too large ones, to keep or drop some of them"},
        {"2d100000!!>1kh1", 1, /* sums beyond 32 bits */
         "too many dice, or too large ones, to keep or drop some of them"},
    };
    static struct trace trace;
    for (int i = 0; i < COUNT(rows); i++) {
        struct dice_expr expr = expr_of(rows[i].notation);
        struct dice dice;
        dice_init_thrown(&dice, (struct dice_stream){0}, NULL, 0, false, &trace);
        dice_total(&dice, &expr, rows[i].times, why);
        assert_int_equal(dice.fault.code, STATUS_FULL);
        assert_string_equal(dice.fault.text, rows[i].text);
        /* Nothing is thrown after it. */
        int steps = trace.steps;
        assert_int_equal(dice_total(&dice, &expr, 1, why), 0);
        assert_int_equal(trace.steps, steps);
    }
}

static void test_dice_throw__many_dice_are_kept_from(void **state)
{
    (void)state;
    struct dice_expr expr = expr_of("10000d2!kh9999+10000d6dl9990");
    struct dice dice;
    dice_init_thrown(&dice, (struct dice_stream){.seed = 7}, NULL, 0, false, NULL);
    int64_t total = dice_total(&dice, &expr, 1, why);
    assert_int_equal(dice_finish(&dice, NULL), STATUS_OK);
    /* About 20,000 dice, half of them twos; the ten highest of 10,000 are sixes. */
    assert_true(total > 19500 && total <= 2 * 9999 + 60);
    /* Several throws are those of one after the other. */
    struct dice_expr two = expr_of("2d6!+1");
    struct dice one_by_one;
    dice_init_thrown(&dice, (struct dice_stream){.seed = 7}, NULL, 0, false, NULL);
    one_by_one = dice;
    total = dice_total(&dice, &two, 3, why);
    for (int i = 0; i < 3; i++) {
        total -= dice_total(&one_by_one, &two, 1, why);
    }
    assert_int_equal(total, 0);
}

/* Visits every branch of one draw. */
static void test_dice_throw__enumerating_visits_the_distribution(void **state)
{
    (void)state;
    static unsigned char memory[1 << 20];
    static struct dice_table tables[DICE_TABLES_MAX];
    struct dice_expr expr = expr_of("2d4+1");
    struct arena arena;
    arena_init(&arena, memory, sizeof memory);
    struct dice_path path = {0};
    struct dice dice = {.path = &path, .arena = &arena, .tables = tables};
    static const int ways[] = {1, 4, 10, 20, 31, 40, 44, 40, 31, 20, 10, 4, 1};
    int visited = 0;
    do {
        path.depth = 0;
        path.mass = 1;
        int64_t total = dice_total(&dice, &expr, 2, why);
        assert_true(total == 6 + visited);
        double wanted = ways[visited] / 256.0;
        assert_true(path.mass > wanted - 1e-15 && path.mass < wanted + 1e-15);
        visited++;
    } while (++path.at[0].index < path.at[0].count);
    assert_int_equal(visited, COUNT(ways));
    assert_int_equal(dice.tables_count, 1);
    assert_false(dice_is_stuck(&dice));
}

static void test_dice_throw__what_is_too_large_to_enumerate_is_a_fault(void **state)
{
    (void)state;
    static unsigned char memory[1 << 12];
    static struct dice_table tables[DICE_TABLES_MAX];
    static const struct {
        const char *notation;
        int times;
        const char *text;
    } rows[] = {
        {"100d100", 1, "too large to enumerate with the memory available"},
        {"100d1000", 1, "too large to enumerate in a few milliseconds"},
        {"10000d6", 101, "more than 1,000,000 dice in one roll"},
        {"9223372036854775807", 2, "the total could be beyond 64 bits (damage)"},
    };
    struct arena arena;
    arena_init(&arena, memory, sizeof memory);
    for (int i = 0; i < COUNT(rows); i++) {
        struct dice_expr expr = expr_of(rows[i].notation);
        struct dice_path path = {.mass = 1};
        struct dice dice = {.path = &path, .arena = &arena, .tables = tables};
        dice_total(&dice, &expr, rows[i].times, why);
        assert_int_equal(dice.fault.code, STATUS_FULL);
        assert_string_equal(dice.fault.text, rows[i].text);
    }
    /* One act has as many different throws as there are tables for. */
    static unsigned char more[1 << 15];
    struct dice_expr die = expr_of("d2");
    struct dice dice = {.arena = &arena, .tables = tables};
    arena_init(&arena, more, sizeof more);
    for (int times = 1; times <= DICE_TABLES_MAX + 1; times++) {
        struct dice_path path = {.mass = 1};
        assert_int_equal(dice.fault.code, STATUS_OK);
        dice.path = &path;
        dice_total(&dice, &die, times, why);
    }
    assert_int_equal(dice.fault.code, STATUS_FULL);
    assert_string_equal(dice.fault.text, "too many different throws to enumerate");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_dice_throw__given_dice_are_added_up_as_the_notation_says),
        cmocka_unit_test(test_dice_throw__what_cannot_fall_is_refused),
        cmocka_unit_test(test_dice_throw__a_total_between_the_possible_ones_is_refused),
        cmocka_unit_test(test_dice_throw__the_possible_totals_are_those_that_fall),
        cmocka_unit_test(test_dice_throw__totals_are_known_by_the_notation_of_a_throw),
        cmocka_unit_test(test_dice_throw__missing_dice_are_asked_for),
        cmocka_unit_test(test_dice_throw__the_traces_dice_given_back_throw_the_same),
        cmocka_unit_test(test_dice_throw__the_trace_names_the_notation),
        cmocka_unit_test(test_dice_throw__the_explanation_marks_what_became_of_a_die),
        cmocka_unit_test(test_dice_throw__faces_without_room_have_no_marks),
        cmocka_unit_test(test_dice_throw__numbers_alone_throw_nothing),
        cmocka_unit_test(test_dice_throw__too_many_dice_are_a_fault),
        cmocka_unit_test(test_dice_throw__many_dice_are_kept_from),
        cmocka_unit_test(test_dice_throw__enumerating_visits_the_distribution),
        cmocka_unit_test(test_dice_throw__what_is_too_large_to_enumerate_is_a_fault),
    };
    return cmocka_run_group_tests_name("dice_throw", tests, NULL, NULL);
}
