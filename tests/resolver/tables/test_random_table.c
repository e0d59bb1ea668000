/* Random tables: rolling with dice of every kind, exact odds in the same way, and every
 * possible mistake of a set. */
#include "resolver/tables/random_table.h"

#include <math.h>
#include <string.h>

#include "support/unit.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof(array)[0]))

enum { SAMPLES = 60000, MEMORY_SIZE = 8 << 20 };

static unsigned char memory[MEMORY_SIZE];
static struct trace trace;
static struct dice_expr d6, two_d6;

/* The tables of these tests, by index. */
enum { WIND, SKY, STREET, OMEN, CHEST, COINS, SETS };

static const struct table_row wind[] = {
    {.low = 1, .high = 1, .text = "calm"},
    {.low = 2, .high = 5, .text = "breeze"},
    {.low = 6, .high = 6, .text = "gale"},
};
static const struct table_roll to_wind[] = {{WIND, 1}};
static const struct table_row sky[] = {
    {.low = 2, .high = 4, .text = "storm", .roll = to_wind, .rolls = 1},
    {.low = 5, .high = 12, .text = "clear"},
};
static const struct table_row street[] = {
    {.low = 11, .high = 23, .text = "nobody"},
    {.low = 24, .high = 65, .text = "somebody"},
    {.low = 66, .high = 66, .text = "the king", .reaction = REACTION_PEACEFUL},
};
static const struct table_row omen[] = {
    {.low = 1, .high = 4, .text = "none"},
    {.low = 5, .high = 6, .text = "birds"},
    {.low = 7, .high = 7, .text = "a star"},
};
static const struct table_roll all_of_it[] = {{COINS, 2}, {WIND, 1}};
static const struct table_roll one_coin[] = {{COINS, 1}};
static const struct table_row chest[] = {
    {.low = 1, .high = 3, .text = "", .roll = one_coin, .rolls = 1},
    {.low = 4, .high = 6, .text = "full", .roll = all_of_it, .rolls = 2},
};
static const struct table_row coins[] = {
    {.low = 1, .high = 1, .text = "gold"},
    {.low = 2, .high = 4, .text = "copper"},
};

static const struct random_table set[SETS] = {
    [WIND] = {.name = "wind",
              .title = "Wind",
              .kind = TABLE_EXPRESSION,
              .expr = &d6,
              .row = wind,
              .rows = COUNT(wind)},
    [SKY] = {.name = "sky",
             .title = "Sky",
             .kind = TABLE_EXPRESSION,
             .expr = &two_d6,
             .row = sky,
             .rows = COUNT(sky)},
    [STREET] = {.name = "street",
                .title = "Street",
                .kind = TABLE_D66,
                .row = street,
                .rows = COUNT(street)},
    [OMEN] = {.name = "omen",
              .title = "Omen",
              .kind = TABLE_WEIGHTS,
              .sides = 7,
              .row = omen,
              .rows = COUNT(omen)},
    [CHEST] = {.name = "chest",
               .title = "Chest",
               .kind = TABLE_EXPRESSION,
               .expr = &d6,
               .row = chest,
               .rows = COUNT(chest)},
    [COINS] = {.name = "coins",
               .title = "Coins",
               .kind = TABLE_WEIGHTS,
               .sides = 4,
               .row = coins,
               .rows = COUNT(coins)},
};
static const struct random_tables tables = {set, SETS};

static int group_setup(void **state)
{
    (void)state;
    return dice_expr_parse(&d6, str_of("d6"), NULL) != STATUS_OK ||
           dice_expr_parse(&two_d6, str_of("2d6"), NULL) != STATUS_OK;
}

static void assert_near(double actual, double expected)
{
    if (fabs(actual - expected) > 1e-12) {
        fail_msg("%.17g is not %.17g", actual, expected);
    }
}

static void odds_of_table(struct table_odds *odds, int table)
{
    struct arena arena;
    arena_init(&arena, memory, sizeof memory);
    struct error err;
    if (random_table_odds(odds, &tables, table, &arena, &err) != STATUS_OK) {
        fail_msg("%s", err.text);
    }
}

static const char *text_of(const struct table_act *act)
{
    static char buf[TABLE_WHOLE_TEXT_SIZE];
    struct text text = text_over(buf, sizeof buf);
    random_table_text(act, &tables, &text);
    return buf;
}

/* Rolls with the words of `line` as given dice; the fault's text, or the texts of the rows. */
static const char *roll_given(int table, const char *line, struct table_act *act)
{
    static struct error err;
    struct entered given[ENTERED_MAX];
    int count = 0;
    struct str rest = str_of(line);
    for (struct str word; (word = str_next_word(&rest)).p != NULL;) {
        assert_true(entered_parse(&given[count++], word));
    }
    struct dice dice;
    dice_init_thrown(&dice, (struct dice_stream){.seed = 3}, given, count, false, &trace);
    random_table_roll(act, &tables, table, &dice);
    return dice_finish(&dice, &err) == STATUS_OK ? text_of(act) : err.text;
}

static const struct {
    int table;
    const char *given, *text;
} given_rolls[] = {
    {WIND, "1", "calm"},
    {WIND, "5", "breeze"},
    {WIND, "=6", "gale"},
    {SKY, "2 3", "clear"},
    {SKY, "1 3 6", "storm; gale"},
    {SKY, "=4 =2", "storm; breeze"},
    {STREET, "2 3", "nobody"},
    {STREET, "2 4", "somebody"},
    {STREET, "=66", "the king"},
    {OMEN, "4", "none"},
    {OMEN, "7", "a star"},
    {CHEST, "3 1", "gold"},
    {CHEST, "4 2 1 6", "full; copper; gold; gale"},
    {WIND, "7", "7 is not possible on a die of 1 to 6 (wind)"},
    {STREET, "=17", "17 is not possible on a d66: each digit is 1 to 6"},
    {STREET, "=20", "20 is not possible on a d66: each digit is 1 to 6"},
    {STREET, "=70", "a total of 70 is not possible: it is 11 to 66"},
    {OMEN, "8", "8 is not possible on a die of 1 to 7 (omen)"},
};

static void test_random_table__given_dice_choose_the_rows(void **state)
{
    (void)state;
    for (int i = 0; i < COUNT(given_rolls); i++) {
        struct table_act act;
        assert_string_equal(roll_given(given_rolls[i].table, given_rolls[i].given, &act),
                            given_rolls[i].text);
    }
}

static void test_random_table__a_die_too_many_is_refused(void **state)
{
    (void)state;
    struct table_act act;
    assert_non_null(strstr(roll_given(WIND, "3 3", &act), "too many dice"));
}

static void test_random_table__the_trace_tells_dice_and_texts(void **state)
{
    (void)state;
    struct table_act act;
    (void)roll_given(CHEST, "4 2 1 6", &act);
    char buf[400];
    struct text line;
    text_init(&line, buf, sizeof buf);
    trace_format(&trace, &line);
    assert_string_equal(buf, "d6 [4]: full; d4 [2]: copper; d4 [1]: gold; d6 [6]: gale");
    (void)roll_given(STREET, "6 6", &act);
    text_init(&line, buf, sizeof buf);
    trace_format_json(&trace, &line);
    assert_string_equal(buf, "[{\"dice\":\"d66\",\"faces\":[6,6],\"source\":\"given\","
                             "\"value\":66,\"why\":\"street\",\"rule\":\"\"}]");
    assert_int_equal(set[STREET].row[act.hit[0].row].reaction, REACTION_PEACEFUL);
}

static void test_random_table__missing_dice_are_asked_for_throw_by_throw(void **state)
{
    (void)state;
    static const struct entered five = {.kind = GIVEN_FACE, .value = 5};
    struct dice dice;
    struct table_act act;
    dice_init_thrown(&dice, (struct dice_stream){.seed = 3}, &five, 1, true, &trace);
    random_table_roll(&act, &tables, CHEST, &dice);
    assert_true(dice.is_wanting);
    assert_string_equal(dice.request.label, "coins");
    assert_string_equal(dice.request.dice, "d4");
    assert_int_equal(act.hits, 1);
    assert_false(random_table_is_done(&act));
    dice_init_thrown(&dice, (struct dice_stream){.seed = 3}, NULL, 0, true, &trace);
    random_table_roll(&act, &tables, STREET, &dice);
    assert_string_equal(dice.request.dice, "d66");
    assert_int_equal(dice.request.missing, 2);
    assert_int_equal(dice.request.high, 6);
}

static void test_random_table__the_odds_of_the_rows_are_exact(void **state)
{
    (void)state;
    static const struct {
        int table, row;
        double chance;
    } rows[] = {
        {WIND, 0, 1.0 / 6},     {WIND, 1, 4.0 / 6},    {WIND, 2, 1.0 / 6},
        {SKY, 0, 6.0 / 36},     {SKY, 1, 30.0 / 36},   {STREET, 0, 9.0 / 36},
        {STREET, 1, 26.0 / 36}, {STREET, 2, 1.0 / 36}, {OMEN, 0, 4.0 / 7},
        {OMEN, 1, 2.0 / 7},     {OMEN, 2, 1.0 / 7},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        struct table_odds odds;
        odds_of_table(&odds, rows[i].table);
        assert_near(odds.row[rows[i].row], rows[i].chance);
    }
}

static void test_random_table__the_odds_of_the_texts_add_up_equal_ones(void **state)
{
    (void)state;
    struct table_odds odds;
    odds_of_table(&odds, CHEST);
    double gold = 0;
    double whole = 0;
    for (int i = 0; i < odds.texts; i++) {
        whole += odds.text[i].chance;
        if (strcmp(odds.text[i].text, "gold") == 0) {
            gold = odds.text[i].chance;
        }
        if (strcmp(odds.text[i].text, "full; gold; copper; calm") == 0) {
            assert_near(odds.text[i].chance, 1.0 / 2 * 1 / 4 * 3 / 4 * 1 / 6);
        }
        for (int k = 0; k < i; k++) {
            assert_string_not_equal(odds.text[i].text, odds.text[k].text);
        }
    }
    assert_true(odds.has_texts);
    assert_int_equal(odds.texts, 2 + 2 * 2 * 3);
    assert_near(gold, 1.0 / 8);
    assert_near(whole, 1);
}

/* The 1 - 3e-6 quantile of chi-square, after Wilson and Hilferty. */
static double chi_square_limit(int freedom)
{
    double ninth = 2.0 / (9.0 * freedom);
    double root = 1 - ninth + 4.5 * sqrt(ninth);
    return freedom * root * root * root;
}

static void test_random_table__samples_agree_with_the_enumeration(void **state)
{
    (void)state;
    for (int table = 0; table < SETS; table++) {
        struct table_odds odds;
        odds_of_table(&odds, table);
        static int seen[64];
        memset(seen, 0, sizeof seen);
        assert_true(odds.texts <= COUNT(seen));
        struct dice_stream stream = {.seed = 11, .encounter = (uint32_t)table};
        for (int i = 0; i < SAMPLES; i++) {
            struct dice dice;
            struct table_act act;
            dice_init_thrown(&dice, stream, NULL, 0, false, NULL);
            random_table_roll(&act, &tables, table, &dice);
            stream = dice.stream;
            const char *text = text_of(&act);
            int at = 0;
            while (at < odds.texts && strcmp(odds.text[at].text, text) != 0) {
                at++;
            }
            assert_true(at < odds.texts); /* the support */
            seen[at]++;
        }
        double sum = 0;
        for (int i = 0; i < odds.texts; i++) {
            double expected = odds.text[i].chance * (double)SAMPLES;
            sum += (seen[i] - expected) * (seen[i] - expected) / expected;
        }
        if (sum > chi_square_limit(odds.texts - 1)) {
            fail_msg("%s: chi-square %.1f", set[table].name, sum);
        }
    }
}

static void test_random_table__the_dice_of_a_trace_given_back_give_the_same_rows(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 300; i++) {
        int table = (int)(i % SETS);
        struct dice dice;
        struct table_act first;
        dice_init_thrown(&dice, (struct dice_stream){.seed = 5, .draw = i * 10}, NULL, 0, false,
                         &trace);
        random_table_roll(&first, &tables, table, &dice);
        TEXT_BUFFER(given, 400);
        trace_format_given(&trace, &given);
        struct table_act again;
        (void)roll_given(table, given.p, &again);
        assert_memory_equal(&first, &again, sizeof first);
    }
}

static void test_random_table__too_many_texts_are_not_listed(void **state)
{
    (void)state;
    /* Eight throws on a table of a hundred rows: 10^16 texts. */
    static struct table_row rows[100];
    static char texts[100][8];
    for (int i = 0; i < 100; i++) {
        struct text text = text_over(texts[i], sizeof texts[i]);
        text_add(&text, "t%d", i);
        rows[i] = (struct table_row){.low = i + 1, .high = i + 1, .text = texts[i]};
    }
    static const struct table_roll eight[] = {{1, 8}};
    static const struct table_row one[] = {
        {.low = 1, .high = 1, .roll = eight, .rolls = 1, .text = ""}};
    const struct random_table pair[] = {
        {.name = "a", .title = "a", .kind = TABLE_WEIGHTS, .sides = 1, .row = one, .rows = 1},
        {.name = "b",
         .title = "b",
         .kind = TABLE_WEIGHTS,
         .sides = 100,
         .row = rows,
         .rows = 100},
    };
    const struct random_tables both = {pair, 2};
    struct arena arena;
    arena_init(&arena, memory, sizeof memory);
    struct table_odds odds;
    assert_int_equal(random_table_odds(&odds, &both, 0, &arena, NULL), STATUS_OK);
    assert_false(odds.has_texts);
    assert_near(odds.row[0], 1);
}

static void test_random_table__too_little_memory_is_an_answer(void **state)
{
    (void)state;
    /* What takes the most comes first; then every size up to the one that is enough. */
    enum { LARGE = 16 << 10, SMALL = 16 };
    enum status status = STATUS_FULL;
    struct arena arena;
    struct table_odds odds = {0};
    size_t size = 0;
    for (size_t step = LARGE; status != STATUS_OK || step != SMALL; size += step) {
        struct error err;
        if (status == STATUS_OK) {
            step = SMALL;
            size -= 2 * LARGE;
        }
        arena_init(&arena, memory, size);
        status = random_table_odds(&odds, &tables, CHEST, &arena, &err);
        assert_true(status == STATUS_OK || status == STATUS_FULL);
    }
    assert_near(odds.row[0], 0.5); /* what just fits is right */
    assert_int_equal(odds.texts, 2 + 2 * 2 * 3);
    int diagnostics = 1;
    for (size = 0; diagnostics > 0; size += 8) {
        struct table_diagnostic diagnostic;
        arena_init(&arena, memory, size);
        diagnostics = random_tables_check(&tables, &diagnostic, 1, &arena);
        assert_true(diagnostics == 0 || diagnostic.kind == TABLE_TOO_LARGE);
    }
}

/* Ways to a few texts can be too many to follow, and dice too many to enumerate. */
static void test_random_table__what_would_take_long_is_not_followed(void **state)
{
    (void)state;
    static const struct table_roll eight_times[] = {{1, 8}};
    static const struct table_row to_the_other[] = {
        {.low = 1, .high = 1, .text = "", .roll = eight_times, .rolls = 1}};
    static const struct table_row alike[] = {
        {.low = 1, .high = 1, .text = "x"}, {.low = 2, .high = 2, .text = "x"},
        {.low = 3, .high = 3, .text = "x"}, {.low = 4, .high = 4, .text = "x"},
        {.low = 5, .high = 5, .text = "x"}, {.low = 6, .high = 6, .text = "x"}};
    static struct dice_expr many;
    static const struct table_row all[] = {{.low = 100, .high = 10000, .text = "x"}};
    const struct random_table set_of_them[] = {
        {.name = "a",
         .title = "a",
         .kind = TABLE_WEIGHTS,
         .sides = 1,
         .row = to_the_other,
         .rows = 1},
        {.name = "b",
         .title = "b",
         .kind = TABLE_EXPRESSION,
         .expr = &d6,
         .row = alike,
         .rows = 6},
        {.name = "c",
         .title = "c",
         .kind = TABLE_EXPRESSION,
         .expr = &many,
         .row = all,
         .rows = 1},
    };
    const struct random_tables long_ones = {set_of_them, 3};
    struct arena arena;
    struct table_odds odds;
    struct error err;
    arena_init(&arena, memory, sizeof memory);
    assert_int_equal(random_table_odds(&odds, &long_ones, 0, &arena, &err), STATUS_OK);
    assert_false(odds.has_texts);
    assert_int_equal(dice_expr_parse(&many, str_of("50d100+50d100"), NULL), STATUS_OK);
    assert_int_equal(random_table_odds(&odds, &long_ones, 2, &arena, &err), STATUS_FULL);
    assert_string_equal(err.text, "too large to enumerate in a few milliseconds");
    assert_int_equal(random_table_odds(&odds, &long_ones, 2, &arena, NULL), STATUS_FULL);
}

/* Rows are written as they are read: a minus is no range. */
static void test_random_table__rows_are_written_by_their_kind(void **state)
{
    (void)state;
    static struct dice_expr four_fudge;
    static const struct table_row rows[] = {{.low = -4, .high = -2, .text = "a"},
                                            {.low = -1, .high = 1, .text = "b"},
                                            {.low = 2, .high = 3, .text = "c"},
                                            {.low = 4, .high = 4, .text = "d"}};
    static const char *const written[] = {"-4..-2", "-1..1", "2-3", "4"};
    static const char *const weights[] = {"weight 3", "weight 3", "weight 2", "weight 1"};
    struct random_table table = {
        .kind = TABLE_EXPRESSION, .expr = &four_fudge, .row = rows, .rows = 4};
    assert_int_equal(dice_expr_parse(&four_fudge, str_of("4dF"), NULL), STATUS_OK);
    for (int i = 0; i < 4; i++) {
        TEXT_BUFFER(totals, 40);
        TEXT_BUFFER(weight, 40);
        table.kind = TABLE_EXPRESSION;
        random_table_format_row(&table, i, &totals);
        assert_string_equal(totals.p, written[i]);
        table.kind = TABLE_WEIGHTS;
        random_table_format_row(&table, i, &weight);
        assert_string_equal(weight.p, weights[i]);
    }
    static const enum table_kind kinds[] = {TABLE_EXPRESSION, TABLE_D66, TABLE_WEIGHTS};
    static const char *const dice[] = {"4dF", "d66", "d9"};
    table.sides = 9;
    for (int i = 0; i < 3; i++) {
        TEXT_BUFFER(out, 40);
        table.kind = kinds[i];
        random_table_format_dice(&table, &out);
        assert_string_equal(out.p, dice[i]);
    }
}

/* So rare that it is taken as it was typed, a total may still lie between the rows. */
static void test_random_table__a_total_between_the_rows_is_refused(void **state)
{
    (void)state;
    static struct dice_expr fifties;
    static const struct table_row rows[] = {{.low = 0, .high = 0, .text = "a"},
                                            {.low = 50, .high = 5000, .text = "b"}};
    const struct random_table table = {.name = "x",
                                       .title = "Fifties",
                                       .kind = TABLE_EXPRESSION,
                                       .expr = &fifties,
                                       .row = rows,
                                       .rows = 2};
    const struct random_tables one = {&table, 1};
    const struct entered given = {.kind = GIVEN_TOTAL, .value = 3, .decimal = 3};
    struct dice dice;
    struct table_act act;
    struct error err;
    assert_int_equal(dice_expr_parse(&fifties, str_of("100d1000/1000*50"), NULL), STATUS_OK);
    dice_init_thrown(&dice, (struct dice_stream){0}, &given, 1, false, &trace);
    random_table_roll(&act, &one, 0, &dice);
    assert_int_equal(dice_finish(&dice, &err), STATUS_USAGE);
    assert_string_equal(err.text, "3 is not possible on the table Fifties");
}

static void test_random_table__names_are_found_in_any_case_and_the_nearest_named(void **state)
{
    (void)state;
    struct error err;
    assert_int_equal(random_table_find(&tables, str_of("CHEST"), &err), CHEST);
    assert_int_equal(random_table_find(&tables, str_of("chst"), &err), -1);
    assert_string_equal(err.text, "there is no table chst; did you mean chest?");
    assert_int_equal(random_table_find(&tables, str_of("xyzzy"), &err), -1);
    assert_string_equal(err.text, "there is no table xyzzy");
}

/* Dice for tables that are valid, and those that are not. */
static void test_random_table__dice_without_ends_or_without_dice_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *notation, *part;
    } wrong[] = {
        {"d6!", "do not explode"},      {"7", "1 to 100 dice"}, {"-d6!", "do not explode"},
        {"101d6", "1 to 100 dice"},     {"d6d", "\n"},          {"d1000000", "10000 totals"},
        {"100d6*1000", "10000 totals"},
    };
    enum table_kind kind;
    struct dice_expr expr;
    struct error err;
    for (int i = 0; i < COUNT(wrong); i++) {
        assert_int_equal(random_table_read_dice(&kind, &expr, str_of(wrong[i].notation), &err),
                         STATUS_USAGE);
        assert_non_null(strstr(err.text, wrong[i].part));
    }
    assert_int_equal(random_table_read_dice(&kind, &expr, str_of("D66"), &err), STATUS_OK);
    assert_int_equal(kind, TABLE_D66);
    assert_int_equal(random_table_read_dice(&kind, &expr, str_of("1d66"), &err), STATUS_OK);
    assert_int_equal(kind, TABLE_EXPRESSION);
}

/* ---- checking -------------------------------------------------------------------------- */

static int check_one(struct random_table table, struct table_diagnostic *out)
{
    table.name = "x";
    table.title = "x";
    const struct random_tables one = {&table, 1};
    struct arena arena;
    arena_init(&arena, memory, sizeof memory);
    int count = random_tables_check(&one, out, 4, &arena);
    assert_int_equal(arena.used, 0);
    return count;
}

static void test_random_table__the_tables_of_these_tests_are_right(void **state)
{
    (void)state;
    struct table_diagnostic diagnostic;
    struct arena arena;
    arena_init(&arena, memory, sizeof memory);
    assert_int_equal(random_tables_check(&tables, &diagnostic, 1, &arena), 0);
}

static void test_random_table__gaps_overlaps_and_impossible_rows_are_found(void **state)
{
    (void)state;
    struct table_diagnostic found[4];
    const struct table_row gaps[] = {{.low = 2, .high = 2, .text = "a"},
                                     {.low = 5, .high = 5, .text = "b"}};
    struct random_table table = {.kind = TABLE_EXPRESSION, .expr = &d6, .row = gaps, .rows = 2};
    assert_int_equal(check_one(table, found), 3);
    assert_int_equal(found[1].kind, TABLE_GAP);
    assert_int_equal(found[1].low, 3);
    assert_int_equal(found[1].high, 4);
    const struct table_row overlaps[] = {{.low = 1, .high = 4, .text = "a"},
                                         {.low = 3, .high = 6, .text = "b"}};
    table.row = overlaps;
    assert_int_equal(check_one(table, found), 1);
    assert_int_equal(found[0].kind, TABLE_OVERLAP);
    assert_int_equal(found[0].row, 1);
    assert_int_equal(found[0].other, 0);
    assert_int_equal(found[0].low, 3);
    const struct table_row beyond[] = {{.low = 1, .high = 7, .text = "a"},
                                       {.low = 0, .high = 1, .text = "b"}};
    table.row = beyond;
    assert_int_equal(check_one(table, found), 2);
    assert_int_equal(found[0].kind, TABLE_IMPOSSIBLE);
    assert_int_equal(found[0].low, 7);
    assert_int_equal(found[1].low, 0);
    /* 17 to 20 cannot be thrown, so they are not missing; but no row may end there. */
    const struct table_row digits[] = {{.low = 11, .high = 16, .text = "a"},
                                       {.low = 21, .high = 66, .text = "b"}};
    table = (struct random_table){.kind = TABLE_D66, .row = digits, .rows = 2};
    assert_int_equal(check_one(table, found), 0);
    const struct table_row misses[] = {{.low = 11, .high = 20, .text = "a"},
                                       {.low = 21, .high = 66, .text = "b"}};
    table.row = misses;
    assert_int_equal(check_one(table, found), 1);
    assert_int_equal(found[0].kind, TABLE_IMPOSSIBLE);
    assert_int_equal(found[0].low, 20);
}

/* A chain of tables, each sending on to the next; the last one to `last`, or nowhere (-1). */
static int check_chain(int length, int times, int last, struct table_diagnostic *out)
{
    static struct random_table chain[40];
    static struct table_row rows[40];
    static struct table_roll rolls[40];
    for (int i = 0; i < length; i++) {
        bool is_last = i == length - 1;
        rolls[i] = (struct table_roll){is_last ? last : i + 1, times};
        rows[i] = (struct table_row){.low = 1,
                                     .high = 1,
                                     .text = "",
                                     .roll = &rolls[i],
                                     .rolls = is_last && last < 0 ? 0 : 1};
        chain[i] = (struct random_table){.name = "x",
                                         .title = "x",
                                         .kind = TABLE_WEIGHTS,
                                         .sides = 1,
                                         .row = &rows[i],
                                         .rows = 1};
    }
    const struct random_tables all = {chain, length};
    struct arena arena;
    arena_init(&arena, memory, sizeof memory);
    return random_tables_check(&all, out, 4, &arena);
}

static void test_random_table__cycles_depth_and_throws_are_bounded(void **state)
{
    (void)state;
    struct table_diagnostic found[4];
    assert_int_equal(check_chain(1, 1, 0, found), 1);
    assert_int_equal(found[0].kind, TABLE_CYCLE);
    assert_int_equal(check_chain(5, 1, 2, found), 1);
    assert_int_equal(found[0].kind, TABLE_CYCLE);
    assert_int_equal(found[0].table, 4);
    assert_int_equal(found[0].other, 2);
    assert_int_equal(check_chain(TABLE_DEPTH_MAX, 1, -1, found), 0);
    assert_int_equal(check_chain(TABLE_DEPTH_MAX + 1, 1, -1, found), 1);
    assert_int_equal(found[0].kind, TABLE_TOO_DEEP);
    assert_int_equal(found[0].table, 0);
    assert_int_equal(check_chain(30, 1, -1, found), 1);
    /* 1 + 2 + 4 + 8 + 16 throws are 31, another sixteen twice are too many. */
    assert_int_equal(check_chain(5, 2, -1, found), 0);
    assert_int_equal(check_chain(6, 2, -1, found), 1);
    assert_int_equal(found[0].kind, TABLE_TOO_MANY_THROWS);
    assert_int_equal(check_chain(8, 8, -1, found), 1);
}

/* Only as many are reported as there is room for, also of one row. */
static void test_random_table__reports_end_where_their_room_does(void **state)
{
    (void)state;
    static const struct table_roll to_both[] = {{0, 1}, {1, 10}, {1, 10}, {1, 10}, {1, 10}};
    static const struct table_roll to_first[] = {{0, 10}, {1, 1}};
    static const struct table_row wrong[] = {
        {.low = 1, .high = 1, .text = "", .roll = to_both, .rolls = 5},
        {.low = 2, .high = 6, .text = "b"}};
    static const struct table_row beyond[] = {
        {.low = 0, .high = 7, .text = "", .roll = to_first, .rolls = 2},
        {.low = 0, .high = 7, .text = "b"}};
    static const struct table_row plain[] = {{.low = 1, .high = 6, .text = "b"}};
    const struct random_table set_of_them[] = {
        {.name = "a",
         .title = "a",
         .kind = TABLE_EXPRESSION,
         .expr = &d6,
         .row = wrong,
         .rows = 2},
        {.name = "b",
         .title = "b",
         .kind = TABLE_EXPRESSION,
         .expr = &d6,
         .row = plain,
         .rows = 1},
        {.name = "c",
         .title = "c",
         .kind = TABLE_EXPRESSION,
         .expr = &d6,
         .row = beyond,
         .rows = 2},
    };
    const struct random_tables all = {set_of_them, 3};
    static const enum table_diagnostic_kind kinds[] = {TABLE_CYCLE, TABLE_TOO_MANY_THROWS,
                                                       TABLE_IMPOSSIBLE, TABLE_IMPOSSIBLE};
    struct table_diagnostic found[5];
    struct arena arena;
    arena_init(&arena, memory, sizeof memory);
    for (int most = 1; most <= 5; most++) {
        int count = random_tables_check(&all, found, most, &arena);
        assert_int_equal(count, most < 4 ? most : 4);
        for (int i = 0; i < count; i++) {
            assert_int_equal(found[i].kind, kinds[i]);
        }
    }
}

static void test_random_table__every_reaction_has_a_word_of_its_own(void **state)
{
    (void)state;
    for (int i = 1; i < REACTIONS; i++) {
        assert_true(strlen(reaction_word((enum reaction)i)) > 0);
        assert_in_range(strlen(reaction_text((enum reaction)i)), 1, TABLE_TEXT_MAX);
        for (int k = 1; k < i; k++) {
            assert_string_not_equal(reaction_word((enum reaction)i),
                                    reaction_word((enum reaction)k));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_table__given_dice_choose_the_rows),
        cmocka_unit_test(test_random_table__a_die_too_many_is_refused),
        cmocka_unit_test(test_random_table__the_trace_tells_dice_and_texts),
        cmocka_unit_test(test_random_table__missing_dice_are_asked_for_throw_by_throw),
        cmocka_unit_test(test_random_table__the_odds_of_the_rows_are_exact),
        cmocka_unit_test(test_random_table__the_odds_of_the_texts_add_up_equal_ones),
        cmocka_unit_test(test_random_table__samples_agree_with_the_enumeration),
        cmocka_unit_test(test_random_table__the_dice_of_a_trace_given_back_give_the_same_rows),
        cmocka_unit_test(test_random_table__too_many_texts_are_not_listed),
        cmocka_unit_test(test_random_table__too_little_memory_is_an_answer),
        cmocka_unit_test(test_random_table__what_would_take_long_is_not_followed),
        cmocka_unit_test(test_random_table__rows_are_written_by_their_kind),
        cmocka_unit_test(test_random_table__a_total_between_the_rows_is_refused),
        cmocka_unit_test(test_random_table__names_are_found_in_any_case_and_the_nearest_named),
        cmocka_unit_test(test_random_table__dice_without_ends_or_without_dice_are_refused),
        cmocka_unit_test(test_random_table__the_tables_of_these_tests_are_right),
        cmocka_unit_test(test_random_table__gaps_overlaps_and_impossible_rows_are_found),
        cmocka_unit_test(test_random_table__cycles_depth_and_throws_are_bounded),
        cmocka_unit_test(test_random_table__reports_end_where_their_room_does),
        cmocka_unit_test(test_random_table__every_reaction_has_a_word_of_its_own),
    };
    return cmocka_run_group_tests(tests, group_setup, NULL);
}
