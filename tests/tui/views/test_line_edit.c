#include "tui/widgets/line_edit.h"

#include <stdio.h>
#include <string.h>

#include "support/unit.h"
#include "tui/canvas/canvas.h"
#include "tui/term/term_script.h"

static struct term_script script;

static void feed(struct line_edit *edit, const char *words)
{
    struct terminal terminal;
    struct term_input input;
    term_script_open(&terminal, &script, 24, 80, GLYPHS_UNICODE);
    assert_int_equal(term_script_feed(&script, str_of(words), NULL), STATUS_OK);
    for (;;) {
        term_read(&input, &terminal, -1);
        if (input.kind == INPUT_END) {
            break;
        }
        line_edit_input(edit, &input);
    }
}

/* The text with '|' where the cursor stands. */
static void expect(const struct line_edit *edit, const char *expected)
{
    char buf[LINE_EDIT_SIZE + 2];
    assert_int_equal(strlen(edit->text), edit->length);
    snprintf(buf, sizeof buf, "%.*s|%s", edit->cursor, edit->text, edit->text + edit->cursor);
    assert_string_equal(buf, expected);
}

static void test_line_edit__keys_do_what_they_are_named_for(void **state)
{
    (void)state;
    static const struct {
        const char *words;
        const char *expected;
    } rows[] = {
        {"a b c", "abc|"},
        {"text:abc Left Left x", "ax|bc"},
        {"text:abc Home x End y", "xabcy|"},
        {"text:abc C-a x C-e y", "xabcy|"},
        {"text:abc Left Backspace", "a|c"},
        {"text:abc Home Backspace Delete", "|bc"},
        {"text:abc Delete Right", "abc|"},
        {"\"text:one two  \" C-w", "one |"},
        {"\"text:one two\" C-w C-w C-w", "|"},
        {"text:abc Left C-u", "|c"},
        {"text:abc Home Right C-k", "a|"},
        {"\"text:one two three\" C-Left C-Left x", "one x|two three"},
        {"\"text:one two\" Home C-Right x", "one x|two"},
        {"text:狼の王 Left Backspace", "狼|王"},
        {"text:xy Left text:\xCC\x82 z", "x\xCC\x82z|y"},
        {"text:x\xCC\x82y Home Right Backspace", "|y"},
        {"paste:one\\ntwo", "one two|"},
        {"\"paste:a\tb\x01\x1B[A\"", "a b[A|"},
        {"text:a\xFF", "a\xEF\xBF\xBD|"},
        {"text:abc Up Enter Esc C-r F1", "abc|"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct line_edit edit;
        line_edit_init(&edit);
        feed(&edit, rows[i].words);
        expect(&edit, rows[i].expected);
    }
}

static void test_line_edit__effects_tell_what_happened(void **state)
{
    (void)state;
    struct line_edit edit;
    line_edit_init(&edit);
    struct term_input input = {.kind = INPUT_CHARACTER, .key = 'a'};
    assert_int_equal(line_edit_input(&edit, &input), LINE_EDIT_CHANGED);
    input = (struct term_input){.kind = INPUT_KEY, .key = NAMED_KEY_LEFT};
    assert_int_equal(line_edit_input(&edit, &input), LINE_EDIT_MOVED);
    input.key = NAMED_KEY_BACKSPACE;
    assert_int_equal(line_edit_input(&edit, &input), LINE_EDIT_MOVED);
    input.key = NAMED_KEY_DELETE;
    assert_int_equal(line_edit_input(&edit, &input), LINE_EDIT_CHANGED);
    input.key = NAMED_KEY_ENTER;
    assert_int_equal(line_edit_input(&edit, &input), LINE_EDIT_IGNORED);
    input = (struct term_input){.kind = INPUT_RESIZE};
    assert_int_equal(line_edit_input(&edit, &input), LINE_EDIT_IGNORED);
}

static void test_line_edit__what_does_not_fit_is_left_out_whole(void **state)
{
    (void)state;
    struct line_edit edit;
    line_edit_init(&edit);
    for (int i = 0; i < LINE_EDIT_SIZE; i++) {
        line_edit_insert(&edit, str_of("狼"));
    }
    assert_int_equal(edit.length, (LINE_EDIT_SIZE - 1) / 3 * 3);
    assert_int_equal(edit.cursor, edit.length);
    line_edit_set(&edit, str_of("new"));
    expect(&edit, "new|");
    assert_int_equal(line_edit_text(&edit).n, 3);
}

static void check_drawn(struct line_edit *edit, int width, const char *row, int cursor_column)
{
    static struct frame frame;
    frame_init(&frame, 1, 40, GLYPHS_UNICODE);
    line_edit_draw(edit, canvas_of(&frame), (struct strip){0, 2, width, ALIGN_LEFT},
                   ROLE_INPUT);
    TEXT_BUFFER(text, 256);
    frame_dump_row(&text, &frame, 0);
    assert_string_equal(text.p, row);
    assert_int_equal(frame.cursor_column, cursor_column);
}

static void test_line_edit__the_cursor_is_always_in_sight(void **state)
{
    (void)state;
    struct line_edit edit;
    line_edit_set(&edit, str_of("abc"));
    check_drawn(&edit, 6, "  abc", 5);
    line_edit_set(&edit, str_of("abcdefghij"));
    check_drawn(&edit, 6, "  …ghij", 7);
    feed(&edit, "Left Left Left Left Left");
    check_drawn(&edit, 6, "  …efgh…", 4);
    feed(&edit, "Home");
    check_drawn(&edit, 6, "  abcde…", 2);
    feed(&edit, "End C-u x");
    check_drawn(&edit, 6, "  x", 3);
    line_edit_set(&edit, str_of("狼の王様"));
    check_drawn(&edit, 6, "  …王様", 7);
    for (int width = 1; width < 12; width++) {
        line_edit_set(&edit, str_of("狼のabc王様de"));
        for (int i = 0; i < 12; i++) {
            static struct frame frame;
            frame_init(&frame, 1, 40, GLYPHS_UNICODE);
            struct strip field = {0, 2, width, ALIGN_LEFT};
            line_edit_draw(&edit, canvas_of(&frame), field, ROLE_INPUT);
            assert_in_range(frame.cursor_column, 2, 2 + width - 1);
            feed(&edit, "Left");
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_line_edit__keys_do_what_they_are_named_for),
        cmocka_unit_test(test_line_edit__effects_tell_what_happened),
        cmocka_unit_test(test_line_edit__what_does_not_fit_is_left_out_whole),
        cmocka_unit_test(test_line_edit__the_cursor_is_always_in_sight),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
