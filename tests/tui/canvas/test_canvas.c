#include "tui/canvas/canvas.h"

#include <string.h>

#include "support/golden.h"
#include "support/unit.h"

static struct frame frame;

static struct canvas fresh(int rows, int columns, enum glyph_set glyphs)
{
    frame_init(&frame, rows, columns, glyphs);
    return canvas_of(&frame);
}

static void expect_row(int row, const char *expected)
{
    TEXT_BUFFER(text, FRAME_COLUMNS_MAX * GRAPHEME_SIZE);
    frame_dump_row(&text, &frame, row);
    assert_string_equal(text.p, expected);
}

/* Each head of width 2 has a tail, each tail a head, and every cell holds text of its width. */
static void check_frame(void)
{
    for (int row = 0; row < frame.rows; row++) {
        for (int column = 0; column < frame.columns; column++) {
            const struct cell *cell = frame_cell(&frame, row, column);
            assert_int_equal(strlen(cell->utf8), cell->length);
            if (cell->width == 2) {
                assert_true(column + 1 < frame.columns);
                assert_int_equal(frame_cell(&frame, row, column + 1)->width, 0);
            } else if (cell->width == 0) {
                assert_true(column > 0);
                assert_int_equal(frame_cell(&frame, row, column - 1)->width, 2);
                assert_int_equal(cell->length, 0);
            } else {
                assert_int_equal(cell->width, 1);
            }
            for (int i = 0; i < cell->length; i++) {
                assert_true((unsigned char)cell->utf8[i] >= ' ');
            }
        }
    }
}

static void test_canvas__text_is_drawn_and_returns_the_column_after_it(void **state)
{
    (void)state;
    struct canvas canvas = fresh(2, 20, GLYPHS_UNICODE);
    int column = canvas_text(canvas, 0, 1, ROLE_TITLE, str_of("狼 x"));
    assert_int_equal(column, 5);
    column = canvas_format(canvas, 0, column, ROLE_DIM, "%d/%d", 9, 15);
    assert_int_equal(column, 9);
    expect_row(0, " 狼 x9/15");
    assert_int_equal(frame_cell(&frame, 0, 1)->role, ROLE_TITLE);
    assert_int_equal(frame_cell(&frame, 0, 8)->role, ROLE_DIM);
    check_frame();
}

static void test_canvas__text_that_is_too_long_ends_in_an_ellipsis(void **state)
{
    (void)state;
    canvas_text(fresh(1, 6, GLYPHS_UNICODE), 0, 0, ROLE_PLAIN, str_of("abcdef"));
    expect_row(0, "abcdef");
    canvas_text(fresh(1, 6, GLYPHS_UNICODE), 0, 0, ROLE_PLAIN, str_of("abcdefg"));
    expect_row(0, "abcde…");
    canvas_text(fresh(1, 6, GLYPHS_ASCII), 0, 0, ROLE_PLAIN, str_of("abcdefg"));
    expect_row(0, "abcde~");
    canvas_text(fresh(1, 6, GLYPHS_UNICODE), 0, 0, ROLE_PLAIN, str_of("狼の王様"));
    expect_row(0, "狼の…");
    canvas_text(fresh(1, 1, GLYPHS_UNICODE), 0, 0, ROLE_PLAIN, str_of("狼"));
    expect_row(0, "…");
    check_frame();
}

static void test_canvas__in_ascii_the_layout_is_the_same(void **state)
{
    (void)state;
    static const char *const names[] = {"Jürgen", "狼の王", "Zoe\xCC\x88", "x\xCC\x82y",
                                        "\xF0\x9F\x90\x89!"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        int unicode =
            canvas_text(fresh(1, 20, GLYPHS_UNICODE), 0, 0, ROLE_PLAIN, str_of(names[i]));
        int ascii = canvas_text(fresh(1, 20, GLYPHS_ASCII), 0, 0, ROLE_PLAIN, str_of(names[i]));
        assert_int_equal(unicode, ascii);
        for (int column = 0; column < 20; column++) {
            const struct cell *cell = frame_cell(&frame, 0, column);
            assert_int_equal(cell->length, 1);
            assert_true((unsigned char)cell->utf8[0] < 127);
        }
    }
    canvas_text(fresh(1, 20, GLYPHS_ASCII), 0, 0, ROLE_PLAIN, str_of("狼x"));
    expect_row(0, "??x");
}

static void test_canvas__overwriting_half_of_a_wide_character_blanks_the_other(void **state)
{
    (void)state;
    struct canvas canvas = fresh(1, 8, GLYPHS_UNICODE);
    canvas_text(canvas, 0, 0, ROLE_PLAIN, str_of("狼の王様"));
    canvas_text(canvas, 0, 1, ROLE_PLAIN, str_of("x"));
    expect_row(0, " xの王様");
    canvas_text(canvas, 0, 2, ROLE_PLAIN, str_of("y"));
    expect_row(0, " xy 王様");
    canvas_text(canvas, 0, 5, ROLE_PLAIN, str_of("狼"));
    expect_row(0, " xy  狼");
    check_frame();
    /* From within a part, the half outside is blanked too. */
    canvas_text(canvas, 0, 0, ROLE_PLAIN, str_of("狼の王様"));
    canvas_text(canvas_part(canvas, 0, 3, 1, 2), 0, 0, ROLE_PLAIN, str_of("zz"));
    expect_row(0, "狼 zz 様");
    check_frame();
}

static void test_canvas__nothing_is_drawn_outside(void **state)
{
    (void)state;
    struct canvas whole = fresh(5, 10, GLYPHS_UNICODE);
    struct canvas part = canvas_part(whole, 1, 2, 2, 4);
    assert_int_equal(part.rows, 2);
    assert_int_equal(part.columns, 4);
    canvas_fill(part, ROLE_OVERLAY);
    for (int row = -3; row < 6; row++) {
        for (int column = -12; column < 12; column++) {
            canvas_text(part, row, column, ROLE_TITLE, str_of("狼abcdef狼"));
            canvas_field(part, (struct strip){row, column, 7, ALIGN_RIGHT}, ROLE_TITLE,
                         str_of("狼x"));
            canvas_bar(part, (struct strip){row, column, 9, ALIGN_LEFT}, ROLE_HP_GOOD,
                       (struct measure){3, 7});
            canvas_rule_across(part, (struct strip){row, column, 30, ALIGN_LEFT}, ROLE_BORDER);
            canvas_rule_down(part, row, column, 30, ROLE_BORDER);
            canvas_set_role(part, (struct strip){row, column, 30, ALIGN_LEFT}, ROLE_FOE);
            canvas_set_cursor(part, row, column);
            check_frame();
        }
    }
    for (int row = 0; row < 5; row++) {
        for (int column = 0; column < 10; column++) {
            bool is_inside = row >= 1 && row < 3 && column >= 2 && column < 6;
            const struct cell *cell = frame_cell(&frame, row, column);
            if (!is_inside) {
                assert_string_equal(cell->utf8, " ");
                assert_int_equal(cell->role, ROLE_PLAIN);
            }
        }
    }
    assert_int_equal(frame.cursor_row, 2);
    assert_int_equal(frame.cursor_column, 5);
}

static void test_canvas__parts_are_cut_to_what_they_are_parts_of(void **state)
{
    (void)state;
    struct canvas whole = fresh(5, 10, GLYPHS_UNICODE);
    struct canvas part = canvas_part(whole, 3, 8, 10, 10);
    assert_int_equal(part.rows, 2);
    assert_int_equal(part.columns, 2);
    part = canvas_part(whole, -1, -2, 3, 5);
    assert_int_equal(part.rows, 2);
    assert_int_equal(part.columns, 3);
    part = canvas_part(whole, 9, 9, 3, 3);
    assert_int_equal(part.rows, 0);
    canvas_fill(part, ROLE_TITLE);
    check_frame();
}

static void test_canvas__a_frame_is_brought_within_its_limits(void **state)
{
    (void)state;
    fresh(0, -3, GLYPHS_UNICODE);
    assert_int_equal(frame.rows, 1);
    assert_int_equal(frame.columns, 1);
    fresh(10000, 10000, GLYPHS_UNICODE);
    assert_int_equal(frame.rows, FRAME_ROWS_MAX);
    assert_int_equal(frame.columns, FRAME_COLUMNS_MAX);
}

static void test_canvas__bars_are_full_or_empty_only_when_they_are(void **state)
{
    (void)state;
    static const struct {
        int64_t value, full;
        const char *unicode;
        const char *ascii;
    } rows[] = {
        {0, 10, "░░░░", "...."},
        {-5, 10, "░░░░", "...."},
        {1, 100, "▌░░░", "=..."},
        {5, 10, "██░░", "##.."},
        {99, 100, "███▌", "###="},
        {10, 10, "████", "####"},
        {12, 10, "████", "####"},
        {5, 0, "░░░░", "...."},
        {INT64_MAX, INT64_MAX, "████", "####"},
        {5, 16, "█░░░", "#..."},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct strip field = {0, 0, 4, ALIGN_LEFT};
        struct measure measure = {rows[i].value, rows[i].full};
        canvas_bar(fresh(1, 6, GLYPHS_UNICODE), field, ROLE_HP_GOOD, measure);
        expect_row(0, rows[i].unicode);
        canvas_bar(fresh(1, 6, GLYPHS_ASCII), field, ROLE_HP_GOOD, measure);
        expect_row(0, rows[i].ascii);
    }
}

static void test_canvas__fields_align_their_text(void **state)
{
    (void)state;
    struct canvas canvas = fresh(4, 12, GLYPHS_UNICODE);
    for (int row = 0; row < 4; row++) {
        canvas_text(canvas, row, 0, ROLE_PLAIN, str_of("............"));
    }
    canvas_field(canvas, (struct strip){0, 1, 6, ALIGN_LEFT}, ROLE_TITLE, str_of("ab"));
    canvas_field(canvas, (struct strip){1, 1, 6, ALIGN_RIGHT}, ROLE_TITLE, str_of("ab"));
    canvas_field(canvas, (struct strip){2, 1, 6, ALIGN_CENTRE}, ROLE_TITLE, str_of("ab"));
    canvas_field(canvas, (struct strip){3, 1, 6, ALIGN_RIGHT}, ROLE_TITLE, str_of("abcdefgh"));
    expect_row(0, ".ab    .....");
    expect_row(1, ".    ab.....");
    expect_row(2, ".  ab  .....");
    expect_row(3, ".abcde….....");
}

static void draw_all(struct canvas canvas)
{
    struct canvas inside = canvas_part(canvas, 1, 1, canvas.rows - 2, canvas.columns - 2);
    canvas_rule_across(canvas, (struct strip){0, 0, canvas.columns, ALIGN_LEFT}, ROLE_BORDER);
    canvas_rule_across(canvas, (struct strip){canvas.rows - 1, 0, canvas.columns, ALIGN_LEFT},
                       ROLE_BORDER);
    canvas_text(canvas, 0, 2, ROLE_OVERLAY_TITLE, str_of(" Anka "));
    canvas_rule_down(inside, 0, 12, inside.rows, ROLE_BORDER);
    canvas_glyph(canvas, 0, 13, ROLE_BORDER, GLYPH_JOINT_LEFT);
    canvas_glyph(canvas, canvas.rows - 1, 13, ROLE_BORDER, GLYPH_JOINT_UP);
    canvas_glyph(inside, 0, 0, ROLE_ACTIVE, GLYPH_TURN);
    canvas_text(inside, 0, 2, ROLE_ACTIVE, str_of("狼の王"));
    canvas_bar(inside, (struct strip){0, 14, 8, ALIGN_LEFT}, ROLE_HP_LOW,
               (struct measure){5, 16});
    canvas_field(inside, (struct strip){1, 14, 8, ALIGN_RIGHT}, ROLE_WOUNDED, str_of("5/16"));
    canvas_set_cursor(inside, 1, 2);
}

static void test_canvas__a_dump_shows_text_and_roles(void **state)
{
    (void)state;
    draw_all(fresh(5, 26, GLYPHS_UNICODE));
    check_frame();
    golden_assert_frame("canvas_unicode", &frame);
    draw_all(fresh(5, 26, GLYPHS_ASCII));
    golden_assert_frame("canvas_ascii", &frame);
}

static void test_canvas__the_largest_dump_fits(void **state)
{
    (void)state;
    static char dump[FRAME_DUMP_SIZE];
    struct canvas canvas = fresh(FRAME_ROWS_MAX, FRAME_COLUMNS_MAX, GLYPHS_UNICODE);
    /* No cell can hold more: fifteen bytes. */
    for (int row = 0; row < canvas.rows; row++) {
        for (int column = 0; column < canvas.columns; column++) {
            canvas_text(canvas, row, column, ROLE_TITLE,
                        str_of("\xE0\xB8\x81\xE1\xB7\x84\xE1\xB7\x85\xE1\xB7\x86\xE1\xB7\x87"));
        }
    }
    assert_int_equal(frame_cell(&frame, 3, 3)->length, 15);
    struct text text = text_over(dump, (int)sizeof dump);
    frame_dump(&text, &frame);
    assert_false(text.is_cut);
}

/* What is drawn there later is on it, wide letters, marks and blanks alike; a fill with another
 * role ends it, and so does the next frame. */
static void test_canvas__what_is_drawn_on_an_overlay_knows_it(void **state)
{
    (void)state;
    struct canvas canvas = fresh(3, 8, GLYPHS_UNICODE);
    struct canvas part = canvas_part(canvas, 1, 2, 1, 5);
    canvas_fill(part, ROLE_OVERLAY);
    canvas_text(canvas, 1, 1, ROLE_DIM, str_of("a\xE7\x8B\xBC c"));
    canvas_glyph(canvas, 1, 6, ROLE_BORDER, GLYPH_LINE_VERTICAL);
    canvas_text(canvas, 0, 0, ROLE_OVERLAY, str_of("abc"));
    for (int row = 0; row < 3; row++) {
        for (int column = 0; column < 8; column++) {
            bool is_on_it = row == 1 && column >= 2 && column < 7;
            assert_int_equal(frame_cell(canvas.frame, row, column)->is_over, is_on_it);
        }
    }
    canvas_fill(part, ROLE_PLAIN);
    assert_false(frame_cell(canvas.frame, 1, 3)->is_over);
    canvas_fill(part, ROLE_OVERLAY);
    fresh(3, 8, GLYPHS_UNICODE);
    assert_false(frame_cell(canvas.frame, 1, 3)->is_over);
}

/* ---- small charts in the sets of glyphs ------------------------------------------------ */

static const int numbers[] = {8, 8, 6, 4, 1, 0};

static void draw_graph(struct frame *shown, enum glyph_set glyphs, int rows, char out[400])
{
    struct text text = text_over(out, 400);
    frame_init(shown, rows, 8, glyphs);
    graph_draw(canvas_of(shown), ROLE_PLAIN, numbers, 6, 8);
    for (int row = 0; row < rows; row++) {
        frame_dump_row(&text, shown, row);
        text_add_char(&text, '\n');
    }
}

static void test_graph__of_one_row_is_drawn_in_each_set_of_glyphs(void **state)
{
    char drawn[400];
    (void)state;
    draw_graph(&frame, GLYPHS_UNICODE, 1, drawn);
    assert_string_equal(drawn, "⣿⣦⡀\n");
    draw_graph(&frame, GLYPHS_BLOCKS, 1, drawn);
    assert_string_equal(drawn, "██▆▄▁\n");
    draw_graph(&frame, GLYPHS_ASCII, 1, drawn);
    assert_string_equal(drawn, "||:..\n");
}

static void test_graph__of_two_rows_fills_the_lower_one_first(void **state)
{
    char drawn[400];
    (void)state;
    draw_graph(&frame, GLYPHS_BLOCKS, 2, drawn);
    assert_string_equal(drawn, "██▄\n████▂\n");
    draw_graph(&frame, GLYPHS_UNICODE, 2, drawn);
    assert_string_equal(drawn, "⣿⡄\n⣿⣿⡀\n");
}

static void test_graph__the_newest_numbers_have_room_first(void **state)
{
    int many[40];
    char out[100];
    struct text text = text_over(out, sizeof out);
    (void)state;
    for (int i = 0; i < 40; i++) {
        many[i] = i < 39 ? 8 : 1;
    }
    frame_init(&frame, 1, 4, GLYPHS_BLOCKS);
    assert_int_equal(graph_draw(canvas_of(&frame), ROLE_PLAIN, many, 40, 8), 4);
    frame_dump_row(&text, &frame, 0);
    assert_string_equal(out, "███▁");
}

static void test_graph__of_nothing_draws_nothing(void **state)
{
    (void)state;
    frame_init(&frame, 1, 4, GLYPHS_UNICODE);
    assert_int_equal(graph_draw(canvas_of(&frame), ROLE_PLAIN, numbers, 0, 8), 0);
    assert_int_equal(graph_draw(canvas_of(&frame), ROLE_PLAIN, numbers, 6, 0), 3);
    assert_string_equal(frame_cell(&frame, 0, 0)->utf8, " ");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_canvas__text_is_drawn_and_returns_the_column_after_it),
        cmocka_unit_test(test_canvas__text_that_is_too_long_ends_in_an_ellipsis),
        cmocka_unit_test(test_canvas__in_ascii_the_layout_is_the_same),
        cmocka_unit_test(test_canvas__overwriting_half_of_a_wide_character_blanks_the_other),
        cmocka_unit_test(test_canvas__nothing_is_drawn_outside),
        cmocka_unit_test(test_canvas__parts_are_cut_to_what_they_are_parts_of),
        cmocka_unit_test(test_canvas__a_frame_is_brought_within_its_limits),
        cmocka_unit_test(test_canvas__bars_are_full_or_empty_only_when_they_are),
        cmocka_unit_test(test_canvas__fields_align_their_text),
        cmocka_unit_test(test_canvas__a_dump_shows_text_and_roles),
        cmocka_unit_test(test_canvas__the_largest_dump_fits),
        cmocka_unit_test(test_canvas__what_is_drawn_on_an_overlay_knows_it),
        cmocka_unit_test(test_graph__of_one_row_is_drawn_in_each_set_of_glyphs),
        cmocka_unit_test(test_graph__of_two_rows_fills_the_lower_one_first),
        cmocka_unit_test(test_graph__the_newest_numbers_have_room_first),
        cmocka_unit_test(test_graph__of_nothing_draws_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
