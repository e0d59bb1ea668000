/* The widths of the columns of the order, and their texts in that width. */
#include "tui/fight/order.h"

#include <string.h>

#include "app/sitting/state.h"
#include "support/fights.h"
#include "support/play.h"
#include "support/unit.h"

enum { WIDTH_LEAST = 20, WIDTH_MOST = 200 };

/* ---- what is special ------------------------------------------------------------------- */

static void test_words__are_whole_items_and_a_sign_for_more(void **state)
{
    static const struct {
        const char *words;
        int width;
        const char *shown;
        int left_out;
    } rows[] = {
        {"", 5, "", 0},
        {"prone", 5, "prone", 0},
        {"prone, blind 12, stunned", 24, "prone, blind 12, stunned", 0},
        {"prone, blind 12, stunned", 23, "prone, blind 12", 1},
        {"prone, blind 12, stunned", 18, "prone, blind 12", 1},
        {"prone, blind 12, stunned", 16, "prone", 2},
        {"prone, blind 12, stunned", 7, "prone", 2}, /* "prone …" */
        {"prone, blind 12, stunned", 6, "prone", 2}, /* "prone…" */
        {"prone, blind 12, stunned", 5, "", 3},
        {"prone, blind 12, stunned", 2, "", 3},
        /* A number is whole, or left out. */
        {"blind 12", 8, "blind 12", 0},
        {"blind 12", 7, "blind", 0},
        {"blind 12, prone", 11, "blind 12", 1},
        {"blind 12, prone", 10, "blind 12", 1},
        {"blind 12, prone", 9, "blind", 1},
        {"blind 12", 3, "", 1},
        /* Many more take no more room; wide characters take two columns each. */
        {"a, b, c, d, e, f, g, h, i, j, k, l", 6, "a, b", 10},
        {"a, b, c, d, e, f, g, h, i, j, k, l", 5, "a", 11},
        {"眠り, prone", 7, "眠り", 1},
        {"眠り, prone", 11, "眠り, prone", 0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct str shown;
        int left_out = order_fitting_words(str_of(rows[i].words), rows[i].width, &shown);
        if (left_out != rows[i].left_out || !str_equal(shown, rows[i].shown)) {
            fail_msg("\"%s\" in %d: \"%.*s\" +%d", rows[i].words, rows[i].width, shown.n,
                     shown.p, left_out);
        }
    }
}

/* ---- hit points ------------------------------------------------------------------------ */

static void test_numbers__lose_their_maximum_before_a_digit(void **state)
{
    static const struct {
        struct hit_points sum;
        int width;
        const char *text;
    } rows[] = {
        {{.is_set = true, .has_most = true, .now = 9, .most = 16}, 4, "9/16"},
        {{.is_set = true, .has_most = true, .now = 9, .most = 16}, 3, "9"},
        {{.is_set = true, .has_most = true, .now = 1000, .most = 1000}, 9, "1000/1000"},
        {{.is_set = true, .has_most = true, .now = 1000, .most = 1000}, 8, "1000"},
        {{.is_set = true, .now = 12}, 2, "12"},
        {{.is_set = true, .has_most = true, .now = 6, .most = 16, .temporary = 5}, 6, "6+5/16"},
        {{.is_set = true, .has_most = true, .now = 6, .most = 16, .temporary = 5}, 5, "11"},
        {{.harm = 7}, 5, "7 dmg"},
        {{.harm = 7}, 4, "-7"},
        {{.harm = 0}, 1, "-"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        TEXT_BUFFER(text, 40);
        order_numbers(&rows[i].sum, rows[i].width, &text);
        assert_string_equal(text.p, rows[i].text);
    }
}

/* ---- names ----------------------------------------------------------------------------- */

static struct table_model model;
static struct order_lines lines;

static void look_at(const struct play *play)
{
    memset(&model, 0, sizeof model);
    model.state = sitting_state(play->sitting);
    model.procedure = sitting_procedure(play->sitting);
    table_model_refresh(&model);
}

static const char *name_in(struct order_line line, int width)
{
    static char buf[200];
    struct text text = text_over(buf, sizeof buf);
    order_name(&model, line, width, &text);
    return buf;
}

static void test_names__of_several_lose_their_range_before_they_are_cut(void **state)
{
    static const char *const fight[] = {"encounter Shore",
                                        "add Anka side=party",
                                        "add 9 crab hp=4",
                                        "remove c3,c7",
                                        "add Lurker hp=4",
                                        "hide Lurker",
                                        NULL};
    (void)state;
    struct play *play = play_new(fight);
    look_at(play);
    assert_string_equal(name_in((struct order_line){0, 1}, 3), "Anka");
    assert_string_equal(name_in((struct order_line){1, 7}, 18), "Crab 1-2, 4-6, 8-9");
    assert_string_equal(name_in((struct order_line){1, 7}, 17), "Crab");
    /* Names without a common beginning have no shorter form. */
    assert_string_equal(name_in((struct order_line){0, 3}, 5), "Anka, Crab 1-2");
    assert_string_equal(name_in((struct order_line){8, 1}, 20), "(Lurker)");
    play_free(play);
}

static void test_names__their_number_ends_them(void **state)
{
    static const struct {
        const char *name;
        int number, stem;
    } rows[] = {
        {"Crab 12", 12, 5}, {"Crab", -1, 4}, {"7", 7, 0}, {"K9 unit", -1, 7}, {"", -1, 0}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        int stem;
        assert_int_equal(order_name_number(rows[i].name, &stem), rows[i].number);
        assert_int_equal(stem, rows[i].stem);
    }
}

/* ---- columns --------------------------------------------------------------------------- */

/* Columns follow each other with a blank between them, and the last one is for the sign of a
 * pending check. */
static void check_columns(const struct order_columns *columns, int width)
{
    int end = columns->name + columns->name_width;
    assert_true(columns->name_width >= 4);
    assert_true(columns->numbers_width >= 1);
    if (columns->words_width > 0) {
        assert_int_equal(columns->words, end + 1);
        end = columns->words + columns->words_width;
    }
    if (columns->bar_width > 0) {
        assert_true(columns->bar_width >= 5);
        assert_int_equal(columns->bar, end + 1);
        end = columns->bar + columns->bar_width;
    }
    assert_int_equal(columns->numbers, end + 1);
    end = columns->numbers + columns->numbers_width;
    assert_int_equal(columns->pending, end);
    if (columns->facts_width > 0) {
        assert_true(columns->facts > columns->pending + 1);
        end = columns->facts + columns->facts_width;
    }
    assert_int_equal(end, width - 1);
}

static void test_columns__fill_the_pane_without_touching(void **state)
{
    (void)state;
    for (int fight = 0; fight < FIGHTS; fight++) {
        struct play *play = play_new(fight_lines((enum fight)fight));
        look_at(play);
        for (int width = WIDTH_LEAST; width <= WIDTH_MOST; width++) {
            struct order_columns columns;
            order_fold(&lines, &model, 10);
            order_columns(&columns, &model, &lines, width);
            check_columns(&columns, width);
        }
        play_free(play);
    }
}

static const char *const hurt[] = {"encounter Marsh",
                                   "add \"Old Bartholomew\" side=party hp=9",
                                   "add Bo side=party hp=10",
                                   "condition Bo own poisoned rounds=2",
                                   "condition Bo own grappled",
                                   "condition Bo stunned",
                                   NULL};

/* The order of dropping when there is little room: facts, the bar, the end of words, the end of
 * names; never hit points. */
static void test_columns__what_matters_most_has_room_first(void **state)
{
    static const struct {
        int width, name, words, bar, numbers;
        bool has_facts;
    } rows[] = {
        /* "Old Bartholomew" is 15 wide, "poisoned 2, grappled, stunned" 29, "10/10" 5. */
        {131, 15, 29, 20, 5, true}, {73, 15, 29, 10, 5, false}, {60, 17, 12, 12, 5, false},
        {49, 13, 12, 5, 5, false},  {40, 10, 12, 0, 5, false},  {30, 10, 2, 0, 5, false},
        {20, 5, 0, 0, 3, false},
    };
    (void)state;
    struct play *play = play_new(hurt);
    look_at(play);
    order_fold(&lines, &model, 10);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct order_columns columns;
        order_columns(&columns, &model, &lines, rows[i].width);
        bool is_so = columns.name_width == rows[i].name &&
                     columns.words_width == rows[i].words && columns.bar_width == rows[i].bar &&
                     columns.numbers_width == rows[i].numbers &&
                     (columns.facts_width > 0) == rows[i].has_facts;
        if (!is_so) {
            fail_msg("%d: name %d, words %d, bar %d, numbers %d, facts %d", rows[i].width,
                     columns.name_width, columns.words_width, columns.bar_width,
                     columns.numbers_width, columns.facts_width);
        }
    }
    play_free(play);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_words__are_whole_items_and_a_sign_for_more),
        cmocka_unit_test(test_numbers__lose_their_maximum_before_a_digit),
        cmocka_unit_test(test_names__of_several_lose_their_range_before_they_are_cut),
        cmocka_unit_test(test_names__their_number_ends_them),
        cmocka_unit_test(test_columns__fill_the_pane_without_touching),
        cmocka_unit_test(test_columns__what_matters_most_has_room_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
