/* What holds for the table's screen at every size from 20x5 to 200x60, with few and many rows,
 * with both sets of glyphs: frames drawn from a model, and looked at cell by cell. The last of
 * the fights are random ones of every system; SEED= repeats or changes them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/sitting/sitting.h"
#include "app/sitting/odds.h"
#include "app/sitting/state.h"
#include "support/draws.h"
#include "support/fights.h"
#include "support/play.h"
#include "support/random_line.h"
#include "support/unit.h"
#include "tui/canvas/canvas.h"
#include "tui/fight/order.h"
#include "tui/fight/table_view.h"
#include "tui/log/log_list.h"
#include "tui/widgets/reader.h"

enum { ROWS_LEAST = 5, ROWS_MOST = 60, COLUMNS_LEAST = 20, COLUMNS_MOST = 200 };
/* Neighbouring sizes differ in little: steps without a common factor meet all kinds. */
enum { ROWS_STEP = 5, COLUMNS_STEP = 9 };
enum { PLACES_TRIED = 4 };
enum { ROW_SIZE = FRAME_COLUMNS_MAX * GRAPHEME_SIZE };

static struct frame frame;
static struct table_model model;

/* The table as the loop fills it, with every key offered. */
static void fill_model(struct play *play)
{
    memset(&model, 0, sizeof model);
    model.state = sitting_state(play->sitting);
    model.procedure = sitting_procedure(play->sitting);
    key_table_make(&model.keys, model.procedure, NULL);
    model.encounter = sitting_encounter_name(play->sitting);
    model.undo_label = sitting_undo_label(play->sitting);
    model.redo_label = sitting_redo_label(play->sitting);
    model.lines_count = sitting_log(play->sitting, &model.lines);
    table_model_refresh(&model);
    model.target = table_model_next_foe(&model, 0);
    for (int i = 0; i < KEY_BINDINGS_MAX; i++) {
        model.can_run[i] = true;
    }
    int actor;
    int target;
    if (table_model_pair(&model, &actor, &target)) {
        model.odds = sitting_usual_odds(play->sitting, actor, target);
    }
}

typedef void check_fn(const struct table_layout *layout);

static void check_size(check_fn *check, int rows, int columns)
{
    for (int ascii = 0; ascii < 2; ascii++) {
        struct table_layout layout;
        frame_init(&frame, rows, columns, ascii ? GLYPHS_ASCII : GLYPHS_UNICODE);
        table_view_draw(&model, &frame);
        table_layout(&layout, &model, canvas_of(&frame));
        check(&layout);
    }
}

static void check_each_size(check_fn *check)
{
    for (int rows = ROWS_LEAST; rows <= ROWS_MOST; rows += ROWS_STEP) {
        for (int columns = COLUMNS_LEAST; columns <= COLUMNS_MOST; columns += COLUMNS_STEP) {
            check_size(check, rows, columns);
        }
    }
}

static void check_each_fight(check_fn *check)
{
    for (int fight = 0; fight < FIGHTS; fight++) {
        struct play *play = play_new(fight_lines((enum fight)fight));
        fill_model(play);
        check_each_size(check);
        play_free(play);
    }
}

static const char *row_text(int row)
{
    static char out[ROW_SIZE];
    struct text text = text_over(out, sizeof out);
    frame_dump_row(&text, &frame, row);
    return out;
}

static void fail_with_frame(const char *what)
{
    for (int row = 0; row < frame.rows; row++) {
        print_error("%s\n", row_text(row));
    }
    fail_msg("%dx%d: %s", frame.columns, frame.rows, what);
}

static bool is_glyph(int row, int column, enum glyph glyph)
{
    return str_equal(glyph_text(glyph, frame.glyphs), frame_cell(&frame, row, column)->utf8);
}

/* ---- parts ----------------------------------------------------------------------------- */

static int end_of(const struct canvas *part)
{
    return part->top + part->rows;
}

/* From the top: title, heading, order, then maybe rule and log, then the check that is due, the
 * message, maybe whom the keys are for, and the keys, without a gap and to the last row. */
static void check_parts(const struct table_layout *layout)
{
    assert_false(layout->is_too_small);
    assert_int_equal(layout->title.top, 0);
    assert_int_equal(layout->heading.top, 1);
    assert_int_equal(layout->order.top, 2);
    assert_true(layout->order.rows >= 1);
    int end = end_of(&layout->order);
    if (layout->log.rows > 0) {
        assert_int_equal(layout->rule.top, end);
        assert_int_equal(layout->log.top, end + 1);
        end = end_of(&layout->log);
    }
    if (layout->pending.rows > 0) {
        assert_int_equal(layout->pending.top, end);
        end = end_of(&layout->pending);
    }
    assert_int_equal(layout->notice.top, end);
    end = end_of(&layout->notice);
    if (layout->aim.rows > 0) {
        assert_int_equal(layout->aim.top, end);
        end = end_of(&layout->aim);
    }
    assert_int_equal(layout->prompt.top, end);
    assert_int_equal(end_of(&layout->prompt), frame.rows);
    if (layout->detail.rows > 0) {
        assert_true(layout->detail.left > layout->order.left + layout->order.columns);
        assert_true(layout->detail.left + layout->detail.columns <= frame.columns);
        assert_true(end_of(&layout->detail) <= end_of(&layout->order));
    }
}

static void test_sizes__the_parts_fill_the_screen_without_touching(void **state)
{
    (void)state;
    check_each_fight(check_parts);
}

/* ---- what must be in sight ------------------------------------------------------------- */

static void check_in_sight(const struct table_layout *layout)
{
    if (table_model_question(&model) == NULL &&
        strstr(row_text(frame.rows - 1), "? help") == NULL) {
        fail_with_frame("the footer does not name the help");
    }
    if (strncmp(row_text(0), " ", 1) != 0 || row_text(0)[1] == '\0') {
        fail_with_frame("the title is missing");
    }
    /* On the smallest screens a message or a question may have its row. */
    bool is_quiet = model.notice.text[0] == '\0' && table_model_question(&model) == NULL;
    int rows = is_quiet ? SCREEN_ROWS_LEAST : table_model_question(&model) == NULL ? 6 : 12;
    if (model.pending_checks > 0 && frame.rows >= rows) {
        char beginning[8];
        /* Other scripts are other characters in ASCII. */
        bool is_ascii = (unsigned char)model.pending[0].text[0] < 0x80;
        snprintf(beginning, sizeof beginning, " ! %.*s", is_ascii ? 2 : 0,
                 model.pending[0].text);
        const char *line = row_text(layout->pending.top);
        bool has_key = strstr(line, key_of_act(&model.keys, ACT_SETTLE)) != NULL;
        if (layout->pending.rows < 1 || strncmp(line, beginning, strlen(beginning)) != 0 ||
            !has_key) {
            fail_with_frame("the check that is due is not in sight, or not how to settle it");
        }
    }
}

static void test_sizes__pending_checks_and_the_help_key_are_in_sight(void **state)
{
    (void)state;
    check_each_fight(check_in_sight);
    /* One of the fights has a pending check, or the above says little. */
    struct play *play = play_new(fight_lines(FIGHT_TWENTY));
    fill_model(play);
    assert_true(model.pending_checks > 0);
    play_free(play);
}

/* ---- cut text -------------------------------------------------------------------------- */

/* How many bytes of `whole` stand at `p`, in whole characters. */
static int common(const char *p, const char *whole)
{
    int n = 0;
    while (whole[n] != '\0' && p[n] == whole[n]) {
        n++;
    }
    while (n > 0 && ((unsigned char)whole[n] & 0xC0) == 0x80) {
        n--;
    }
    return n;
}

/* Wherever a row has at least the first letters of the text, it has all of it or an
 * ellipsis. */
static void check_cut(const char *row, const char *whole)
{
    enum { LETTERS_LEAST = 6 };
    const char *ellipsis = glyph_text(GLYPH_ELLIPSIS, frame.glyphs).p;
    char beginning[LETTERS_LEAST + 4];
    snprintf(beginning, sizeof beginning, "%.*s", LETTERS_LEAST, whole);
    for (const char *p = strstr(row, beginning); p != NULL; p = strstr(p + 1, beginning)) {
        int n = common(p, whole);
        bool is_cut_well = strncmp(p + n, ellipsis, strlen(ellipsis)) == 0;
        if (whole[n] != '\0' && !is_cut_well) {
            print_error("in \"%s\"\n", row);
            fail_with_frame("a text is cut without an ellipsis");
        }
    }
}

static void check_cut_rows(const struct table_layout *layout)
{
    check_cut(row_text(0), model.encounter);
    for (int i = 0; i < layout->order.rows; i++) {
        for (int id = 1; id <= model.state->count; id++) {
            const char *name = state_name(model.state, id);
            /* Names like "Goblin 1", which others begin with, cannot be distinguished from cut
             * ones. */
            int stem;
            bool is_one_of_several = order_name_number(name, &stem) >= 0;
            if (strlen(name) > 12 && (unsigned char)name[0] < 0x80 && !is_one_of_several) {
                check_cut(row_text(layout->order.top + i), name);
            }
        }
    }
}

static void test_sizes__what_is_cut_ends_in_an_ellipsis(void **state)
{
    (void)state;
    struct play *play = play_new(fight_lines(FIGHT_NAMES));
    play_do(play, "rename \"Sir Bartholomew Featherstonehaugh of the Marsh\" "
                  "\"Sir_Bartholomew_Featherstonehaugh_of_the_Marsh\"");
    fill_model(play);
    check_each_size(check_cut_rows);
    play_free(play);
}

/* ---- cells ----------------------------------------------------------------------------- */

static void check_cells(const struct table_layout *layout)
{
    (void)layout;
    for (int row = 0; row < frame.rows; row++) {
        for (int column = 0; column < frame.columns; column++) {
            const struct cell *cell = frame_cell(&frame, row, column);
            bool has_tail = cell->width == 2 && column + 1 < frame.columns &&
                            frame_cell(&frame, row, column + 1)->width == 0;
            bool has_head = cell->width == 0 && column > 0 &&
                            frame_cell(&frame, row, column - 1)->width == 2;
            bool is_byte = cell->length == 1 && (unsigned char)cell->utf8[0] < 0x80;
            if (!(cell->width == 1 || has_tail || has_head)) {
                fail_with_frame("half of a wide character");
            }
            if (frame.glyphs == GLYPHS_ASCII && !is_byte) {
                fail_with_frame("a character that is not ASCII");
            }
        }
    }
}

static void test_sizes__wide_characters_are_whole_and_ascii_is_ascii(void **state)
{
    (void)state;
    check_each_fight(check_cells);
}

/* Each has a sign of its own in a column of its own, and only the row of the selected one looks
 * selected, without colours too. A row for several may have the sign of any of them. */
static void check_selected_and_target(const struct table_layout *layout)
{
    enum { SELECTED_COLUMN = 1, TARGET_COLUMN };
    static struct order_rows rows;
    static struct order_lines lines;
    struct order_columns columns;
    order_rows(&rows, &model, layout->order.rows);
    order_fold(&lines, &model, layout->order.rows);
    order_columns(&columns, &model, &lines, layout->order.columns);
    unsigned selected = theme_look(ROLE_SELECTED, COLOUR_MONO).attributes;
    for (int i = 0; i < rows.count; i++) {
        int row = layout->order.top + i;
        int id = model.order[rows.row[i].line.first];
        enum role role = (enum role)frame_cell(&frame, row, columns.side)->role;
        bool looks_selected = theme_look(role, COLOUR_MONO).attributes == selected;
        bool has_sign = is_glyph(row, SELECTED_COLUMN, GLYPH_SELECTED);
        if (has_sign != (id == model.selected) || looks_selected != has_sign) {
            fail_with_frame("another one than the selected one looks selected");
        }
        if (id == model.target && !is_glyph(row, TARGET_COLUMN, GLYPH_MARKED)) {
            fail_with_frame("the target has no sign");
        }
    }
}

static void check_usual_sizes(check_fn *check)
{
    static const int sizes[][2] = {{24, 80}, {40, 120}, {12, 40}};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        check_size(check, sizes[i][0], sizes[i][1]);
    }
}

static void test_sizes__the_selected_one_and_the_target_never_look_alike(void **state)
{
    (void)state;
    for (int fight = 0; fight < FIGHTS; fight++) {
        struct play *play = play_new(fight_lines((enum fight)fight));
        fill_model(play);
        for (int i = 0; i < model.order_count && i < PLACES_TRIED; i++) {
            for (int k = 0; k < model.order_count && k < PLACES_TRIED; k++) {
                table_model_select(&model, model.order[i]);
                model.target = model.order[k];
                check_usual_sizes(check_selected_and_target);
            }
        }
        play_free(play);
    }
}

/* Without colours two roles may look alike only if they are never side by side, or if one of
 * them comes with a sign or word of its own. */
static void check_neighbours(const struct table_layout *layout)
{
    (void)layout;
    for (int row = 0; row < frame.rows; row++) {
        for (int column = 1; column < frame.columns; column++) {
            const struct cell *left = frame_cell(&frame, row, column - 1);
            const struct cell *right = frame_cell(&frame, row, column);
            enum role a = (enum role)left->role;
            enum role b = (enum role)right->role;
            bool is_blank = left->utf8[0] == ' ' || right->utf8[0] == ' ';
            if (a == b || is_blank || theme_places(a) == 0 || theme_places(b) == 0) {
                continue;
            }
            if (theme_look(a, COLOUR_MONO).attributes ==
                theme_look(b, COLOUR_MONO).attributes) {
                print_error("%s beside %s\n", theme_role_name(a), theme_role_name(b));
                fail_with_frame("two roles side by side look the same without colours");
            }
        }
    }
}

static void test_sizes__neighbours_look_different_without_colours(void **state)
{
    (void)state;
    check_each_fight(check_neighbours);
}

/* ---- random fights --------------------------------------------------------------------- */

enum { RANDOM_FIGHTS = 12, RANDOM_LINES = 60, RANDOM_SIZES = 12, TEXT_SIZE = 400 };

static struct draws draws;
static struct question_box box;
static struct result result;

static bool is_one_in(int count)
{
    return draws_between(&draws, 1, count) == 1;
}

#define PICK(table)                                                                            \
    ((table)[draws_between(&draws, 0, (int)(sizeof(table) / sizeof(table)[0]) - 1)])

/* Crowds, and names of all kinds, whether or not the system accepts the words. */
static void add_anybody(struct play *play)
{
    static const char *const names[] = {"Bo",
                                        "Sir Bartholomew Featherstonehaugh of the Marsh",
                                        "山の神々の怒り",
                                        "Jose\u0301 N\u0303andu\u0301",
                                        "נחש הברזל",
                                        "الملك المظلم",
                                        "नमस्ते राजा",
                                        "พญานาคผู้ยิ่งใหญ่",
                                        "🐉 Drache 👩‍👩‍👧 🇩🇪",
                                        "Cellar goblin of the deep 12"};
    static const int counts[] = {1, 2, 17, 57};
    char line[COMMAND_LINE_MAX];
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        int hp = is_one_in(4) ? 100000 : draws_between(&draws, 1, 99);
        snprintf(line, sizeof line, "add \"%s\" side=%s hp=%d", names[i],
                 is_one_in(3) ? "foes" : "party", hp);
        sitting_run(play->sitting, line, false, &result);
    }
    snprintf(line, sizeof line, "add %d crab hp=4", PICK(counts));
    sitting_run(play->sitting, line, false, &result);
    for (int i = draws_between(&draws, 0, 30); i > 0; i--) {
        static const char *const words[] = {"prone", "own poisoned rounds=12", "blind rounds=3",
                                            "own grappled", "own flat-on-the-back"};
        snprintf(line, sizeof line, "condition #%d %s", draws_between(&draws, 1, 12),
                 PICK(words));
        sitting_run(play->sitting, line, false, &result);
    }
}

/* A fight in the middle, and maybe a question open. */
static struct play *random_fight(void)
{
    char encounter[TEXT_SIZE];
    const struct system *system = system_at(draws_between(&draws, 0, systems_count() - 1));
    snprintf(encounter, sizeof encounter, "encounter \"%s\" system=%s",
             is_one_in(2) ? "Cellar" : "Überfall auf die lange Brücke der Übermütigen",
             system->id);
    const char *lines[] = {encounter, NULL};
    struct play *play = play_new(lines);
    bool is_asked = false;
    if (!is_one_in(5)) {
        add_anybody(play);
    }
    for (int i = is_one_in(6) ? 0 : RANDOM_LINES; i > 0 || (i > -RANDOM_LINES && !is_asked);
         i--) {
        const struct command_def *const *defs;
        int count = sitting_commands(play->sitting, &defs);
        TEXT_BUFFER(text, COMMAND_LINE_MAX + 1);
        random_line(&text, &draws, defs, count, sitting_state(play->sitting));
        sitting_run(play->sitting, text.p, true, &result);
        is_asked = result.kind == RESULT_ASKS;
        if (is_asked) {
            question_init(&box, &result.question, text.p);
        }
    }
    return play;
}

/* A possible selection, target, choice and message. */
static void fill_screen(struct play *play)
{
    static const char *const notices[] = {
        "", "", "done",
        ("refused: nobody of the party can reach it where it stands behind the others, since "
         "the "
         "corridor is narrow and two of them fight in front; ! overrules it")};
    static const enum role roles[] = {ROLE_DIM, ROLE_PLAIN, ROLE_WARNING};
    fill_model(play);
    for (int i = 0; i < 3 && model.order_count > 0; i++) {
        table_model_select(&model,
                           model.order[draws_between(&draws, 0, model.order_count - 1)]);
        if (is_one_in(2)) {
            table_model_choose(&model, model.selected);
        }
    }
    model.shows_all = is_one_in(3);
    snprintf(model.notice.text, sizeof model.notice.text, "%s", PICK(notices));
    model.notice.role = PICK(roles);
    model.views.count = 0;
    if (box.line[0] != '\0' && is_one_in(2)) {
        view_push(&model.views, &view_of_question, &box);
    }
}

/* The text of some columns of a row. */
static const char *columns_text(int row, int column, int width)
{
    static char out[ROW_SIZE];
    struct text text = text_over(out, sizeof out);
    for (int i = column; i < column + width && i < frame.columns; i++) {
        text_add(&text, "%s", frame_cell(&frame, row, i)->utf8);
    }
    return out;
}

static void check_nothing_overlaps(const struct table_layout *layout)
{
    for (int i = 0; layout->divider > 0 && i <= layout->order.rows; i++) {
        if (!is_glyph(layout->heading.top + i, layout->divider, GLYPH_LINE_VERTICAL)) {
            fail_with_frame("something lies over the line between two panes");
        }
    }
}

/* The one who acts and the selected one, if there are rows; a combatant with a pending check is
 * marked. */
static void check_who_is_in_sight(const struct table_layout *layout)
{
    static struct order_rows rows;
    static struct order_lines lines;
    struct order_columns columns;
    bool has_selected = false;
    bool has_acting = false;
    order_rows(&rows, &model, layout->order.rows);
    order_fold(&lines, &model, layout->order.rows);
    order_columns(&columns, &model, &lines, layout->order.columns);
    for (int i = 0; i < rows.count; i++) {
        int row = layout->order.top + i;
        int id = model.order[rows.row[i].line.first];
        bool is_selected = frame_cell(&frame, row, columns.side)->role == ROLE_SELECTED;
        assert_int_equal(is_selected, id == model.selected);
        has_selected = has_selected || is_selected;
        has_acting = has_acting || id == model.acting;
        for (int k = 0; k < model.pending_checks; k++) {
            bool is_due = model.pending[k].subject == id && state_is_in(model.state, id);
            if (is_due && !is_glyph(row, columns.pending, GLYPH_WARNING)) {
                fail_with_frame("a row has no sign that a check is due");
            }
        }
    }
    bool is_acting_there = model.acting != 0 && state_is_present(model.state, model.acting);
    if (model.selected != 0 && !has_selected) {
        fail_with_frame("the selected row is not in sight");
    }
    if (is_acting_there && layout->order.rows > 1 && !has_acting) {
        fail_with_frame("the one who acts is not in sight");
    }
}

/* In the order, in pending checks and in the line of odds: never "1…" of 12. */
static void check_no_number_is_cut(int row, int column, int width)
{
    for (int i = column + 1; i < column + width; i++) {
        if (is_glyph(row, i, GLYPH_ELLIPSIS) &&
            char_is_digit(frame_cell(&frame, row, i - 1)->utf8[0])) {
            print_error("in \"%s\"\n", columns_text(row, column, width));
            fail_with_frame("a number is cut");
        }
    }
}

static void check_numbers(const struct table_layout *layout)
{
    static struct order_rows rows;
    static struct order_lines lines;
    struct order_columns columns;
    order_rows(&rows, &model, layout->order.rows);
    order_fold(&lines, &model, layout->order.rows);
    order_columns(&columns, &model, &lines, layout->order.columns);
    for (int i = 0; i < rows.count; i++) {
        int row = layout->order.top + i;
        struct order_line line = rows.row[i].line;
        struct hit_points sum = order_hit_points(&model, line);
        if (!state_is_in(model.state, model.order[line.first])) {
            continue;
        }
        char expected[2][TEXT_SIZE];
        for (int is_short = 0; is_short < 2; is_short++) {
            struct text text = text_over(expected[is_short], TEXT_SIZE);
            order_numbers(&sum, is_short ? 0 : TEXT_SIZE, &text);
        }
        struct str shown =
            str_trimmed(str_of(columns_text(row, columns.numbers, columns.numbers_width)));
        if (!str_equal(shown, expected[0]) && !str_equal(shown, expected[1])) {
            fail_with_frame("hit points are not whole");
        }
        check_no_number_is_cut(row, columns.words, columns.words_width);
    }
    if (model.notice.text[0] == '\0' && table_model_question(&model) == NULL) {
        check_no_number_is_cut(layout->notice.top, 0, layout->notice.rows * frame.columns);
    }
}

/* The number of checks is shown where some have no row, and every choice that fits. */
static void check_rest(const struct table_layout *layout)
{
    int more = model.pending_checks - layout->pending.rows;
    char text[TEXT_SIZE];
    snprintf(text, sizeof text, "+%d", more);
    const char *counted = strstr(row_text(layout->pending.top), text);
    bool is_counted = counted != NULL && !char_is_digit(counted[strlen(text)]);
    if (more > 0 && layout->pending.rows > 0 && !is_counted &&
        strstr(row_text(layout->pending.top), " lists all") == NULL) {
        fail_with_frame("checks are left out and not counted");
    }
    bool has_choices =
        table_model_question(&model) != NULL && box.question.kind == QUESTION_CHOICE;
    bool has_room = has_choices && layout->prompt.rows >= question_rows(&box, frame.columns);
    for (int i = 0; has_room && i < box.question.choices; i++) {
        bool is_there = false;
        snprintf(text, sizeof text, "%c %s", question_choice_letter(&box, i),
                 box.question.choice[i]);
        for (char *hyphen = text; (hyphen = strchr(hyphen, '-')) != NULL;) {
            *hyphen = ' '; /* names of data are shown as words */
        }
        for (int row = layout->prompt.top; row < frame.rows; row++) {
            is_there = is_there || strstr(row_text(row), text) != NULL;
        }
        if (!is_there && grapheme_width(str_of(text)) < frame.columns - 2) {
            print_error("\"%s\"\n", text);
            fail_with_frame("a choice is not in sight");
        }
    }
}

/* A question never loses the die that is wanted, however long the names in it are: "2d4" of
 * 2d4+1, whose +1 is said to be added. */
static void check_die(const struct table_layout *layout)
{
    char die[TRACE_DICE_SIZE];
    snprintf(die, sizeof die, "%s", box.question.dice.dice);
    die[strcspn(die, "+-")] = '\0';
    bool is_asked = table_model_question(&model) != NULL &&
                    box.question.kind == QUESTION_DICE &&
                    grapheme_width(str_of(die)) < frame.columns / 2;
    bool is_there = !is_asked;
    for (int row = layout->prompt.top; row < frame.rows && !is_there; row++) {
        is_there = strstr(row_text(row), die) != NULL;
    }
    if (!is_there) {
        print_error("\"%s\"\n", die);
        fail_with_frame("the die that is wanted is not in sight");
    }
}

static void check_frame(int rows, int columns, enum glyph_set glyphs)
{
    static check_fn *const checks[] = {check_parts,
                                       check_in_sight,
                                       check_cells,
                                       check_neighbours,
                                       check_nothing_overlaps,
                                       check_who_is_in_sight,
                                       check_numbers,
                                       check_rest,
                                       check_die};
    struct table_layout layout;
    frame_init(&frame, rows, columns, glyphs);
    table_view_draw(&model, &frame);
    table_layout(&layout, &model, canvas_of(&frame));
    for (size_t i = 0; i < sizeof checks / sizeof checks[0]; i++) {
        checks[i](&layout);
    }
}

static void test_sizes__random_fights_are_whole_at_every_size(void **state)
{
    static const struct {
        int columns, rows;
    } edges[] = {{200, 60}, {120, 40}, {100, 30}, {81, 24}, {80, 24}, {79, 24},
                 {80, 23},  {70, 20},  {69, 20},  {60, 20}, {41, 12}, {40, 12},
                 {39, 12},  {40, 10},  {40, 9},   {30, 8},  {20, 6},  {20, 5}};
    (void)state;
    draws_init(&draws);
    for (int fight = 0; fight < RANDOM_FIGHTS; fight++) {
        memset(&box, 0, sizeof box);
        struct play *play = random_fight();
        for (size_t i = 0; i < sizeof edges / sizeof edges[0]; i++) {
            fill_screen(play);
            check_frame(edges[i].rows, edges[i].columns,
                        is_one_in(2) ? GLYPHS_ASCII : GLYPHS_UNICODE);
        }
        for (int i = 0; i < RANDOM_SIZES; i++) {
            fill_screen(play);
            check_frame(draws_between(&draws, ROWS_LEAST, ROWS_MOST),
                        draws_between(&draws, COLUMNS_LEAST, COLUMNS_MOST), GLYPHS_UNICODE);
        }
        play_free(play);
    }
}

/* ---- sheets over a question ------------------------------------------------------------ */

static void draw_over(char *out, const struct view *sheet, void *self, int rows, int columns)
{
    struct text text = text_over(out, FRAME_DUMP_SIZE);
    view_push(&model.views, sheet, self);
    frame_init(&frame, rows, columns, GLYPHS_UNICODE);
    table_view_draw(&model, &frame);
    frame_dump(&text, &frame);
    assert_false(text.is_cut);
}

/* Nothing of a question shows through a sheet over it, however many rows it takes. */
static void check_sheet(const struct view *sheet, void *self)
{
    static char with[FRAME_DUMP_SIZE];
    static char without[FRAME_DUMP_SIZE];
    static const int sizes[][2] = {{12, 40}, {24, 80}, {30, 100}, {40, 120}};
    for (int i = 0; i < 4; i++) {
        model.views.count = 0;
        draw_over(without, sheet, self, sizes[i][0], sizes[i][1]);
        model.views.count = 0;
        view_push(&model.views, &view_of_question, &box);
        draw_over(with, sheet, self, sizes[i][0], sizes[i][1]);
        if (strcmp(with, without) != 0) {
            fail_msg("%s over a question, %d rows:\n%s", key_context_name(sheet->context),
                     sizes[i][0], with);
        }
    }
}

/* The same of a view with the data that it begins with. */
static void check_empty(const struct view *sheet)
{
    void *self = calloc(1, sheet->size);
    assert_non_null(self);
    check_sheet(sheet, self);
    free(self);
}

/* A choice whose words take three rows, and the dice of a long prompt. */
static void make_question(enum question_kind kind)
{
    struct question question = {.kind = kind};
    struct text prompt = text_over(question.prompt, sizeof question.prompt);
    for (int i = 0; i < 20; i++) {
        text_add(&prompt, "a long prompt ");
    }
    for (int i = 0; i < 9; i++) {
        question_offer(&question, "withdraw to the gate", "");
    }
    question_init(&box, &question, "bout Anka");
}

static void test_sizes__a_sheet_over_a_question_shows_nothing_of_it(void **state)
{
    (void)state;
    static struct reader reader;
    static struct log_list log;
    static const enum question_kind kinds[] = {
        QUESTION_CHOICE, QUESTION_DICE, QUESTION_COMBATANT, QUESTION_NUMBER, QUESTION_TEXT};
    struct play *play = play_new(fight_lines(FIGHT_TWENTY));
    reader_init(&reader, "help", str_of("a line of help"));
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        make_question(kinds[i]);
        assert_true(question_rows(&box, 80) > 1);
        fill_model(play);
        check_sheet(&view_of_reader, &reader);
        reader.list.is_filtering = true;
        check_sheet(&view_of_reader, &reader);
        reader.list.is_filtering = false;
        check_empty(&view_of_history);
        check_empty(&view_of_chronicle);
        check_sheet(&view_of_log, &log);
        check_empty(&view_of_encounters);
        check_empty(&view_of_file);
        check_empty(&view_of_prepared);
        check_empty(&view_of_campaigns);
        check_empty(&view_of_party);
    }
    play_free(play);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sizes__the_parts_fill_the_screen_without_touching),
        cmocka_unit_test(test_sizes__pending_checks_and_the_help_key_are_in_sight),
        cmocka_unit_test(test_sizes__what_is_cut_ends_in_an_ellipsis),
        cmocka_unit_test(test_sizes__wide_characters_are_whole_and_ascii_is_ascii),
        cmocka_unit_test(test_sizes__neighbours_look_different_without_colours),
        cmocka_unit_test(test_sizes__the_selected_one_and_the_target_never_look_alike),
        cmocka_unit_test(test_sizes__random_fights_are_whole_at_every_size),
        cmocka_unit_test(test_sizes__a_sheet_over_a_question_shows_nothing_of_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
