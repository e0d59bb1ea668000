/* Small charts in the three sets of glyphs. */
#include <string.h>

#include "support/unit.h"
#include "tui/canvas/canvas.h"

static const int numbers[] = {8, 8, 6, 4, 1, 0};

static void draw(struct frame *frame, enum glyph_set glyphs, int rows, char out[400])
{
    struct text text = text_over(out, 400);
    frame_init(frame, rows, 8, glyphs);
    graph_draw(canvas_of(frame), ROLE_PLAIN, numbers, 6, 8);
    for (int row = 0; row < rows; row++) {
        frame_dump_row(&text, frame, row);
        text_add_char(&text, '\n');
    }
}

static void test_graph__of_one_row_is_drawn_in_each_set_of_glyphs(void **state)
{
    static struct frame frame;
    char drawn[400];
    (void)state;
    draw(&frame, GLYPHS_UNICODE, 1, drawn);
    assert_string_equal(drawn, "⣿⣦⡀\n");
    draw(&frame, GLYPHS_BLOCKS, 1, drawn);
    assert_string_equal(drawn, "██▆▄▁\n");
    draw(&frame, GLYPHS_ASCII, 1, drawn);
    assert_string_equal(drawn, "||:..\n");
}

static void test_graph__of_two_rows_fills_the_lower_one_first(void **state)
{
    static struct frame frame;
    char drawn[400];
    (void)state;
    draw(&frame, GLYPHS_BLOCKS, 2, drawn);
    assert_string_equal(drawn, "██▄\n████▂\n");
    draw(&frame, GLYPHS_UNICODE, 2, drawn);
    assert_string_equal(drawn, "⣿⡄\n⣿⣿⡀\n");
}

static void test_graph__the_newest_numbers_have_room_first(void **state)
{
    static struct frame frame;
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
    static struct frame frame;
    (void)state;
    frame_init(&frame, 1, 4, GLYPHS_UNICODE);
    assert_int_equal(graph_draw(canvas_of(&frame), ROLE_PLAIN, numbers, 0, 8), 0);
    assert_int_equal(graph_draw(canvas_of(&frame), ROLE_PLAIN, numbers, 6, 0), 3);
    assert_string_equal(frame_cell(&frame, 0, 0)->utf8, " ");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_graph__of_one_row_is_drawn_in_each_set_of_glyphs),
        cmocka_unit_test(test_graph__of_two_rows_fills_the_lower_one_first),
        cmocka_unit_test(test_graph__the_newest_numbers_have_room_first),
        cmocka_unit_test(test_graph__of_nothing_draws_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
