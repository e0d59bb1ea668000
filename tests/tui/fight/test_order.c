/* The order: groups, the window, steps and letters; the widths of its columns, and their texts
 * in that width. */
#include "tui/fight/order.h"

#include <string.h>

#include "app/sitting/state.h"
#include "support/fights.h"
#include "support/play.h"
#include "support/unit.h"

/* Anka 1, Ulf 2, crabs 3 to 12, eels 13 to 20; the order: Anka, Ulf, crabs, eels. */
static const char *const shore[] = {"encounter Shore",
                                    "add Anka side=party strength=14 wits=12 ac=24 hp=9",
                                    "add Ulf side=party strength=10 wits=12 ac=21 hp=7",
                                    "add 10 crab strength=8 wits=6 ac=21 morale=7 hp=4",
                                    "add 8 eel strength=8 wits=6 ac=19 morale=7 hp=6",
                                    "initiative 15 12 9 6",
                                    NULL};

enum { ANKA = 1, ULF, CRAB_1, CRAB_10 = CRAB_1 + 9, EEL_1, EEL_8 = EEL_1 + 7, PANE = 12 };

struct scene {
    struct play *play;
    struct table_model model;
    struct order_lines lines;
    struct order_rows rows;
};

static struct scene scene;

static struct table_model *look(void)
{
    scene.model.state = sitting_state(scene.play->sitting);
    scene.model.procedure = sitting_procedure(scene.play->sitting);
    table_model_refresh(&scene.model);
    return &scene.model;
}

static int begin(void **state)
{
    (void)state;
    memset(&scene, 0, sizeof scene);
    scene.play = play_new(shore);
    look();
    return 0;
}

static int end(void **state)
{
    (void)state;
    play_free(scene.play);
    return 0;
}

/* "Anka Ulf Crab_1*10": names, blanks as "_", and the number in a line. */
static const char *folded(int rows)
{
    static char buf[2000];
    struct text text = text_over(buf, sizeof buf);
    order_fold(&scene.lines, &scene.model, rows);
    for (int i = 0; i < scene.lines.count; i++) {
        struct order_line line = scene.lines.line[i];
        const char *name = state_name(scene.model.state, scene.model.order[line.first]);
        text_add(&text, "%s", i > 0 ? " " : "");
        for (const char *c = name; *c != '\0'; c++) {
            text_add_char(&text, *c == ' ' ? '_' : *c);
        }
        if (line.count > 1) {
            text_add(&text, "*%d", line.count);
        }
    }
    return buf;
}

static void do_and_look(const char *line)
{
    play_do(scene.play, line);
    look();
}

/* ---- folding --------------------------------------------------------------------------- */

static void test_fold__like_creatures_are_one_line_when_not_all_fit(void **state)
{
    (void)state;
    assert_string_equal(folded(PANE), "Anka Ulf Crab_1*10 Eel_1*8");
}

/* Facts from the library about a creature, such as what it wants, make none of them special. */
static void test_fold__creatures_of_the_library_are_one_line(void **state)
{
    (void)state;
    do_and_look("add 9 goblin-slinger hp=3");
    do_and_look("add 9 hobgoblin-pike hp=6");
    assert_string_equal(folded(PANE), "Anka Ulf Crab_1*10 Eel_1*8 Goblin_slinger_1*9 "
                                      "Hobgoblin_pike_1*9");
}

/* The longest first, and those closed by hand. */
static void test_fold__only_as_many_as_needed(void **state)
{
    (void)state;
    assert_string_equal(folded(19),
                        "Anka Ulf Crab_1*10 Eel_1 Eel_2 Eel_3 Eel_4 Eel_5 Eel_6 Eel_7 Eel_8");
    table_model_select(&scene.model, EEL_8);
    order_open(&scene.model, false);
    table_model_select(&scene.model, ANKA);
    folded(19);
    assert_int_equal(scene.lines.count, 2 + 10 + 1);
}

/* However the selection moves, no other group opens or closes. */
static void test_fold__selecting_changes_one_group_at_most(void **state)
{
    struct table_model *model = &scene.model;
    (void)state;
    for (int rows = 1; rows <= 20; rows++) {
        table_model_select(model, ANKA);
        folded(rows);
        int lines = scene.lines.count;
        for (int i = 0; i < model->order_count; i++) {
            table_model_select(model, model->order[i]);
            folded(rows);
            assert_in_range(scene.lines.count, lines, lines + 2);
        }
    }
}

static void test_fold__a_crowd_that_is_equally_hurt_is_one_line(void **state)
{
    (void)state;
    do_and_look("damage crab* 2");
    assert_string_equal(folded(PANE), "Anka Ulf Crab_1*10 Eel_1*8");
    do_and_look("condition eel* prone");
    assert_string_equal(folded(PANE), "Anka Ulf Crab_1*10 Eel_1*8");
    do_and_look("damage c1,c2 1");
    assert_string_equal(folded(7), "Anka Ulf Crab_1*2 Crab_3*8 Eel_1*8");
}

static void test_fold__combatants_that_fit_have_their_own_row(void **state)
{
    (void)state;
    folded(20);
    assert_int_equal(scene.lines.count, 20);
}

static void test_fold__a_special_combatant_has_its_own_row(void **state)
{
    (void)state;
    do_and_look("damage c2 1");
    assert_string_equal(folded(PANE), "Anka Ulf Crab_1 Crab_2 Crab_3*8 Eel_1*8");
    do_and_look("condition e8 prone");
    assert_string_equal(folded(PANE), "Anka Ulf Crab_1 Crab_2 Crab_3*8 Eel_1*7 Eel_8");
    do_and_look("hp e1 t3");
    assert_string_equal(folded(PANE), "Anka Ulf Crab_1 Crab_2 Crab_3*8 Eel_1 Eel_2*6 Eel_8");
    do_and_look("set c10 ac=23");
    assert_string_equal(folded(PANE),
                        "Anka Ulf Crab_1 Crab_2 Crab_3*7 Crab_10 Eel_1 Eel_2*6 Eel_8");
}

static void
test_fold__targeted_chosen_selected_and_acting_combatants_have_their_own_row(void **state)
{
    struct table_model *model = &scene.model;
    (void)state;
    model->target = CRAB_1;
    assert_string_equal(folded(PANE), "Anka Ulf Crab_1 Crab_2*9 Eel_1*8");
    model->other_target = CRAB_10;
    assert_string_equal(folded(PANE), "Anka Ulf Crab_1 Crab_2*8 Crab_10 Eel_1*8");
    table_model_choose(model, EEL_1);
    assert_string_equal(folded(PANE), "Anka Ulf Crab_1 Crab_2*8 Crab_10 Eel_1 Eel_2*7");
    table_model_select(model, EEL_1 + 3);
    assert_string_equal(folded(PANE),
                        "Anka Ulf Crab_1 Crab_2*8 Crab_10 Eel_1 Eel_2*2 Eel_4 Eel_5*4");
    play_do(scene.play, "next");
    play_do(scene.play, "next");
    look();
    assert_int_equal(model->acting, CRAB_1);
    assert_int_equal(model->other_target, CRAB_1);
    assert_int_equal(model->target, CRAB_10);
}

static void test_fold__those_out_of_the_fight_are_one_line_at_the_end(void **state)
{
    (void)state;
    do_and_look("out c1,c2,e1 dead");
    do_and_look("out Ulf fled");
    assert_string_equal(folded(PANE), "Anka Crab_3*8 Eel_2 Eel_3 Eel_4 Eel_5 Eel_6 Eel_7 Eel_8 "
                                      "Ulf*4");
    order_rows(&scene.rows, &scene.model, 3);
    assert_int_equal(scene.rows.count, 3);
    assert_int_equal(scene.rows.below, 4);
}

static void test_fold__another_score_or_turn_taken_parts_a_group(void **state)
{
    (void)state;
    do_and_look("next");
    do_and_look("next");
    do_and_look("next");
    assert_string_equal(folded(PANE), "Anka Ulf Crab_1 Crab_2 Crab_3*8 Eel_1*8");
    do_and_look("react c5 2");
    assert_string_equal(folded(PANE), "Anka Ulf Crab_1 Crab_2 Crab_3*7 Crab_5 Eel_1*8");
}

/* ---- opening --------------------------------------------------------------------------- */

static void test_open__a_group_is_opened_and_closed_where_the_selection_stands(void **state)
{
    struct table_model *model = &scene.model;
    (void)state;
    table_model_select(model, EEL_1 + 2);
    assert_int_equal(order_open(model, true), 8);
    folded(PANE);
    assert_int_equal(scene.lines.count, 3 + 8);
    table_model_select(model, ANKA);
    folded(PANE);
    assert_int_equal(scene.lines.count, 3 + 8);
    table_model_select(model, EEL_8);
    assert_int_equal(order_open(model, false), 8);
    assert_string_equal(folded(PANE), "Anka Ulf Crab_1*10 Eel_1*7 Eel_8");
    table_model_select(model, ANKA);
    assert_int_equal(order_open(model, true), 1);
}

static void test_open__all_groups_open_at_once(void **state)
{
    (void)state;
    scene.model.shows_all = true;
    folded(PANE);
    assert_int_equal(scene.lines.count, 20);
}

/* ---- steps ----------------------------------------------------------------------------- */

static int step(int steps)
{
    table_model_select(&scene.model, order_step(&scene.model, PANE, steps));
    return scene.model.selected;
}

static void test_step__a_group_is_entered_at_its_end_and_stepped_over(void **state)
{
    (void)state;
    assert_int_equal(scene.model.selected, ANKA);
    assert_int_equal(step(1), ULF);
    assert_int_equal(step(1), CRAB_1);
    assert_string_equal(folded(PANE), "Anka Ulf Crab_1 Crab_2*9 Eel_1*8");
    assert_int_equal(step(1), EEL_1);
    assert_int_equal(step(1), EEL_1);
    assert_int_equal(step(-1), CRAB_10);
    assert_int_equal(step(-1), ULF);
    assert_int_equal(step(2), EEL_1);
    assert_int_equal(step(-100), ANKA);
}

static void test_step__an_open_group_is_walked_through(void **state)
{
    (void)state;
    table_model_select(&scene.model, CRAB_1);
    order_open(&scene.model, true);
    for (int id = CRAB_1 + 1; id <= EEL_1; id++) {
        assert_int_equal(step(1), id);
    }
}

/* ---- the window ------------------------------------------------------------------------ */

static bool is_in_view(int id)
{
    for (int i = 0; i < scene.rows.count; i++) {
        struct order_line line = scene.rows.row[i].line;
        for (int k = 0; k < line.count; k++) {
            if (scene.model.order[line.first + k] == id) {
                return true;
            }
        }
    }
    return false;
}

static void test_window__what_matters_is_in_view_wherever_it_stands(void **state)
{
    struct table_model *model = &scene.model;
    (void)state;
    do_and_look("damage e4 8");
    assert_int_equal(model->pending_checks, 1);
    model->shows_all = true;
    model->target = CRAB_10;
    model->other_target = ULF;
    table_model_select(model, CRAB_1 + 1);
    table_model_choose(model, EEL_8);
    for (int rows = 6; rows < 20; rows++) {
        const int ids[] = {ANKA, CRAB_1 + 1, CRAB_10, ULF, EEL_1 + 3, EEL_8};
        order_rows(&scene.rows, model, rows);
        assert_int_equal(scene.rows.count, rows);
        for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++) {
            assert_true(is_in_view(ids[i]));
        }
    }
    order_rows(&scene.rows, model, 6);
    assert_int_equal(scene.rows.row[3].left_out, 7); /* crabs 3 to 9, above crab 10 */
}

static void test_window__around_the_selection_nothing_is_left_out(void **state)
{
    struct table_model *model = &scene.model;
    (void)state;
    model->shows_all = true;
    table_model_select(model, CRAB_10);
    model->acting = CRAB_10;
    order_rows(&scene.rows, model, 7);
    assert_int_equal(scene.rows.above, 8);
    assert_int_equal(scene.rows.below, 5);
    for (int i = 0; i < 7; i++) {
        assert_int_equal(scene.rows.row[i].left_out, 0);
    }
}

/* ---- letters --------------------------------------------------------------------------- */

static void test_letters__each_combatant_has_its_own_of_at_most_two(void **state)
{
    static struct question_box box;
    struct table_model *model = &scene.model;
    (void)state;
    do_and_look("add 55 rat hp=1");
    do_and_look("add 55 toad hp=1");
    struct question question = {.kind = QUESTION_COMBATANT, .wanted = WANTED_FOE};
    question_init(&box, &question, "attack");
    view_push(&model->views, &view_of_question, &box);
    model->shows_all = true;
    for (int rows = 1; rows <= 130; rows++) {
        int labelled = 0;
        order_rows(&scene.rows, model, rows);
        for (int i = 0; i < scene.rows.count; i++) {
            char label[ORDER_LABEL_SIZE];
            bool is_beginning;
            int id = model->order[scene.rows.row[i].line.first];
            order_label(label, model, &scene.rows, i);
            assert_int_equal(label[0] != '\0', id != ANKA && id != ULF);
            if (label[0] != '\0') {
                labelled++;
                /* Found again, and its first letter alone means nobody. */
                assert_int_equal(order_labelled(model, &scene.rows, label, &is_beginning), i);
                bool is_pair = label[1] != '\0';
                label[1] = '\0';
                int alone = order_labelled(model, &scene.rows, label, &is_beginning);
                assert_int_equal(alone, is_pair ? -1 : i);
                assert_true(!is_pair || is_beginning);
            }
        }
        assert_true(labelled >= rows - 2);
    }
    view_take_off(&model->views, &view_of_question);
}

/* A label is known from memory: it stays when others come or go down. */
static void test_letters__nobodys_moves_for_those_who_come_later(void **state)
{
    enum { NOT_MOVED_UP_TO = 101 };
    static struct question_box box;
    static char before[COMBATANTS_MAX + 1][ORDER_LABEL_SIZE];
    struct table_model *model = &scene.model;
    (void)state;
    memset(before, 0, sizeof before);
    struct question question = {.kind = QUESTION_COMBATANT, .wanted = WANTED_ANYBODY};
    question_init(&box, &question, "damage");
    view_push(&model->views, &view_of_question, &box);
    model->shows_all = true;
    while (model->state->count < NOT_MOVED_UP_TO) {
        bool is_even = model->state->count % 2 == 0;
        do_and_look(is_even ? "add Bo side=party hp=1" : "add toad hp=1");
        if (is_even) {
            TEXT_BUFFER(out, 40);
            text_add(&out, "out #%d dead", model->state->count / 2);
            do_and_look(out.p);
        }
        order_rows(&scene.rows, model, COMBATANTS_MAX);
        for (int i = 0; i < scene.rows.count; i++) {
            char label[ORDER_LABEL_SIZE];
            int id = model->order[scene.rows.row[i].line.first];
            order_label(label, model, &scene.rows, i);
            if (before[id][0] != '\0' && label[0] != '\0') {
                assert_string_equal(label, before[id]);
            }
            memcpy(before[id], label, sizeof label);
        }
    }
    assert_string_equal(before[NOT_MOVED_UP_TO], "zz");
    view_take_off(&model->views, &view_of_question);
}

static void test_letters__none_for_a_combatant_that_would_be_refused(void **state)
{
    static struct question_box box;
    struct table_model *model = &scene.model;
    char label[ORDER_LABEL_SIZE];
    (void)state;
    struct question question = {.kind = QUESTION_COMBATANT, .wanted = WANTED_ANYBODY};
    question_init(&box, &question, "attack");
    view_push(&model->views, &view_of_question, &box);
    order_rows(&scene.rows, model, 20);
    order_label(label, model, &scene.rows, 1);
    assert_string_equal(label, "b");
    box.is_refused[ULF] = true;
    order_label(label, model, &scene.rows, 1);
    assert_string_equal(label, "");
    order_label(label, model, &scene.rows, 2);
    assert_string_equal(label, "c");
    /* The letter of a group opens it. */
    assert_string_equal(folded(PANE), "Anka Ulf Crab_1*10 Eel_1*8");
    box.opened = CRAB_1;
    folded(PANE);
    assert_int_equal(scene.lines.count, 2 + 10 + 1);
    view_take_off(&model->views, &view_of_question);
}

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

static struct table_model seen;
static struct order_lines seen_lines;

static void look_at(const struct play *play)
{
    memset(&seen, 0, sizeof seen);
    seen.state = sitting_state(play->sitting);
    seen.procedure = sitting_procedure(play->sitting);
    table_model_refresh(&seen);
}

static const char *name_in(struct order_line line, int width)
{
    static char buf[200];
    struct text text = text_over(buf, sizeof buf);
    order_name(&seen, line, width, &text);
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
            order_fold(&seen_lines, &seen, 10);
            order_columns(&columns, &seen, &seen_lines, width);
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
    order_fold(&seen_lines, &seen, 10);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct order_columns columns;
        order_columns(&columns, &seen, &seen_lines, rows[i].width);
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
#define TEST(name) cmocka_unit_test_setup_teardown(test_##name, begin, end)
        TEST(fold__like_creatures_are_one_line_when_not_all_fit),
        TEST(fold__creatures_of_the_library_are_one_line),
        TEST(fold__only_as_many_as_needed),
        TEST(fold__selecting_changes_one_group_at_most),
        TEST(fold__a_crowd_that_is_equally_hurt_is_one_line),
        TEST(fold__combatants_that_fit_have_their_own_row),
        TEST(fold__a_special_combatant_has_its_own_row),
        TEST(fold__targeted_chosen_selected_and_acting_combatants_have_their_own_row),
        TEST(fold__those_out_of_the_fight_are_one_line_at_the_end),
        TEST(fold__another_score_or_turn_taken_parts_a_group),
        TEST(open__a_group_is_opened_and_closed_where_the_selection_stands),
        TEST(open__all_groups_open_at_once),
        TEST(step__a_group_is_entered_at_its_end_and_stepped_over),
        TEST(step__an_open_group_is_walked_through),
        TEST(window__what_matters_is_in_view_wherever_it_stands),
        TEST(window__around_the_selection_nothing_is_left_out),
        TEST(letters__each_combatant_has_its_own_of_at_most_two),
        TEST(letters__nobodys_moves_for_those_who_come_later),
        TEST(letters__none_for_a_combatant_that_would_be_refused),
        cmocka_unit_test(test_words__are_whole_items_and_a_sign_for_more),
        cmocka_unit_test(test_numbers__lose_their_maximum_before_a_digit),
        cmocka_unit_test(test_names__of_several_lose_their_range_before_they_are_cut),
        cmocka_unit_test(test_names__their_number_ends_them),
        cmocka_unit_test(test_columns__fill_the_pane_without_touching),
        cmocka_unit_test(test_columns__what_matters_most_has_room_first),
#undef TEST
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
