/* What holds of the table's screen at every size from 20x5 to 200x60, with few and many rows, with
 * both sets of glyphs: frames drawn from a model, and looked at cell by cell. */
#include <stdio.h>
#include <string.h>

#include "support/fights.h"
#include "support/play.h"
#include "support/unit.h"
#include "tui/canvas_dump.h"
#include "tui/table_layout.h"
#include "tui/table_view.h"

enum { ROWS_LEAST = 5, ROWS_MOST = 60, COLUMNS_LEAST = 20, COLUMNS_MOST = 200 };
/* Neighbouring sizes differ in little: steps without a common factor meet all kinds. */
enum { ROWS_STEP = 5, COLUMNS_STEP = 9 };
enum { ROW_SIZE = FRAME_COLUMNS_MAX * GRAPHEME_SIZE };

static struct frame frame;
static struct table_model model;

/* The table as the loop fills it, with every key offered. */
static void fill_model(struct play *play)
{
    memset(&model, 0, sizeof model);
    model.state = session_state(play->session);
    model.procedure = session_procedure(play->session);
    model.encounter = session_encounter_name(play->session);
    model.undo_label = session_undo_label(play->session);
    model.lines_count = session_log(play->session, &model.lines);
    table_model_refresh(&model);
    model.marked = table_model_next_foe(&model, 0);
    for (int i = 0; i < BINDINGS_MAX; i++) {
        model.can_run[i] = true;
    }
    int actor;
    int target;
    if (table_model_pair(&model, &actor, &target)) {
        model.odds = session_odds(play->session, actor, target, &model.odds_inputs,
                                  &model.odds_error);
    }
}

typedef void check_fn(const struct table_layout *layout);

static void check_each_size(check_fn *check)
{
    for (int rows = ROWS_LEAST; rows <= ROWS_MOST; rows += ROWS_STEP) {
        for (int columns = COLUMNS_LEAST; columns <= COLUMNS_MOST; columns += COLUMNS_STEP) {
            for (int ascii = 0; ascii < 2; ascii++) {
                struct table_layout layout;
                frame_init(&frame, rows, columns, ascii ? GLYPHS_ASCII : GLYPHS_UNICODE);
                table_view_draw(&model, &frame);
                table_layout(&layout, &model, canvas_of(&frame));
                check(&layout);
            }
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
    struct text text;
    text_init(&text, out, sizeof out);
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

/* ---- parts ---------------------------------------------------------------------------------- */

static int end_of(const struct canvas *part)
{
    return part->top + part->rows;
}

/* From the top: title, heading, order, then maybe rule and log, then the check that is due, the
 * message and the keys, without a gap and to the last row. */
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
    if (layout->due.rows > 0) {
        assert_int_equal(layout->due.top, end);
        end = end_of(&layout->due);
    }
    assert_int_equal(layout->notice.top, end);
    assert_int_equal(layout->prompt.top, end_of(&layout->notice));
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

/* ---- what must be in sight ------------------------------------------------------------------- */

static void check_in_sight(const struct table_layout *layout)
{
    if (strstr(row_text(frame.rows - 1), "? help") == NULL) {
        fail_with_frame("the footer does not name the help");
    }
    if (strncmp(row_text(0), " ", 1) != 0 || row_text(0)[1] == '\0') {
        fail_with_frame("the title is missing");
    }
    if (model.dues > 0 && frame.rows > SCREEN_ROWS_LEAST) {
        char beginning[8];
        snprintf(beginning, sizeof beginning, " ! %.4s", model.due[0].text);
        const char *line = row_text(layout->due.top);
        bool has_key = strstr(line, key_of_command("@due")) != NULL;
        if (layout->due.rows < 1 || strncmp(line, beginning, strlen(beginning)) != 0 || !has_key) {
            fail_with_frame("the check that is due is not in sight, or not how to settle it");
        }
    }
}

static void test_sizes__due_checks_and_the_help_key_are_in_sight(void **state)
{
    (void)state;
    check_each_fight(check_in_sight);
    /* One of the fights has a check that is due, or the above says little. */
    struct play *play = play_new(fight_lines(FIGHT_TWENTY));
    fill_model(play);
    assert_true(model.dues > 0);
    play_free(play);
}

/* ---- cut text ------------------------------------------------------------------------------- */

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

/* Wherever the row has at least the first letters of the text, it has all of it or an ellipsis. */
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
            /* Names like "Goblin 1", which others begin with, cannot be told from cut ones. */
            if (strlen(name) > 12 && (unsigned char)name[0] < 0x80) {
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

/* ---- cells ---------------------------------------------------------------------------------- */

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

/* Without colours two roles may look alike only where they never stand side by side, or where one
 * of them comes with a sign or word of its own. */
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
            if (theme_look(a, COLOUR_MONO).attributes == theme_look(b, COLOUR_MONO).attributes) {
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sizes__the_parts_fill_the_screen_without_touching),
        cmocka_unit_test(test_sizes__due_checks_and_the_help_key_are_in_sight),
        cmocka_unit_test(test_sizes__what_is_cut_ends_in_an_ellipsis),
        cmocka_unit_test(test_sizes__wide_characters_are_whole_and_ascii_is_ascii),
        cmocka_unit_test(test_sizes__neighbours_look_different_without_colours),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
