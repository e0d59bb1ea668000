#include "tui/term/term_script.h"

#include <stdio.h>
#include <string.h>

#include "support/unit.h"

static struct term_script script;
static struct terminal terminal;

static struct term_input next(void)
{
    struct term_input input;
    term_read(&input, &terminal, -1);
    return input;
}

static void start(const char *words)
{
    struct error err;
    term_script_open(&terminal, &script, 24, 80, GLYPHS_UNICODE);
    assert_int_equal(term_script_feed(&script, str_of(words), &err), STATUS_OK);
}

static void expect_key(enum input_kind kind, const char *name)
{
    char found[KEY_NAME_SIZE];
    struct term_input input = next();
    assert_int_equal(input.kind, kind);
    key_to_name(found, input.key);
    assert_string_equal(found, name);
}

static void test_term_script__words_become_events(void **state)
{
    (void)state;
    start("a Space C-r\nM-x Up \"text:ö w\" paste:x\\ny wait terminate");
    expect_key(INPUT_CHARACTER, "a");
    expect_key(INPUT_CHARACTER, "Space");
    expect_key(INPUT_KEY, "C-r");
    expect_key(INPUT_KEY, "M-x");
    expect_key(INPUT_KEY, "Up");
    expect_key(INPUT_CHARACTER, "ö");
    expect_key(INPUT_CHARACTER, "Space");
    expect_key(INPUT_CHARACTER, "w");
    struct term_input paste = next();
    assert_int_equal(paste.kind, INPUT_PASTE);
    assert_int_equal(paste.text.n, 3);
    assert_memory_equal(paste.text.p, "x\ny", 3);
    assert_false(paste.is_cut);
    assert_int_equal(next().kind, INPUT_NONE);
    assert_int_equal(next().kind, INPUT_TERMINATE);
    assert_int_equal(next().kind, INPUT_END);
    assert_int_equal(next().kind, INPUT_END);
}

static void test_term_script__a_resize_changes_the_size(void **state)
{
    (void)state;
    int rows = 0;
    int columns = 0;
    start("resize:40x12");
    term_size(&terminal, &rows, &columns);
    assert_int_equal(rows, 24);
    assert_int_equal(next().kind, INPUT_RESIZE);
    term_size(&terminal, &rows, &columns);
    assert_int_equal(rows, 12);
    assert_int_equal(columns, 40);
}

static void test_term_script__a_wrong_word_is_named_and_nothing_is_fed(void **state)
{
    (void)state;
    static const char *const wrong[] = {"Entre",   "resize:40", "resize:0x3", "resize:401x3",
                                        "screen:", "C-",        "ab"};
    start("b");
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct error err;
        char words[64];
        snprintf(words, sizeof words, "a %s", wrong[i]);
        assert_int_equal(term_script_feed(&script, str_of(words), &err), STATUS_USAGE);
        assert_non_null(strstr(err.text, wrong[i]));
    }
    expect_key(INPUT_CHARACTER, "b");
}

static char photographed[64];

static void photograph(void *context, struct str name, const struct frame *last)
{
    assert_ptr_equal(context, &script);
    snprintf(photographed, sizeof photographed, "%.*s %s", name.n, name.p,
             frame_cell(last, 0, 0)->utf8);
}

static void test_term_script__the_last_frame_is_kept_and_photographed(void **state)
{
    (void)state;
    static struct frame frame;
    start("a screen:first b");
    script.photograph = photograph;
    script.context = &script;
    expect_key(INPUT_CHARACTER, "a");
    frame_init(&frame, 24, 80, GLYPHS_UNICODE);
    canvas_text(canvas_of(&frame), 0, 0, ROLE_TITLE, str_of("z"));
    term_present(&terminal, &frame);
    assert_int_equal(script.presented_count, 1);
    expect_key(INPUT_CHARACTER, "b");
    assert_string_equal(photographed, "first z");
    term_pause(&terminal);
    term_resume(&terminal);
    term_close(&terminal);
}

static void test_term_script__a_paste_keeps_text_and_drops_controls(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        const char *kept;
    } rows[] = {
        {"a\r\nb", "a\nb"},
        {"a\rb\r", "a\nb\n"},
        {"a\n\rb", "a\n\nb"},
        {"a\tb", "a b"},
        {"a\x1B\x07\x7F\xC2\x9B"
         "b",
         "ab"},
        {"\xC3\xBC", "\xC3\xBC"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char word[64];
        snprintf(word, sizeof word, "\"paste:%s\"", rows[i].bytes);
        start(word);
        struct term_input input = next();
        assert_int_equal(input.kind, INPUT_PASTE);
        assert_int_equal(input.text.n, strlen(rows[i].kept));
        assert_memory_equal(input.text.p, rows[i].kept, (size_t)input.text.n);
    }
}

static void test_term_script__a_paste_that_is_too_long_is_cut_between_characters(void **state)
{
    (void)state;
    static char words[PASTE_SIZE * 2];
    strcpy(words, "paste:");
    for (size_t at = strlen(words); at + 3 < sizeof words; at += 3) {
        memcpy(words + at, "狼", 4);
    }
    start(words);
    struct term_input input = next();
    assert_true(input.is_cut);
    assert_int_equal(input.text.n, (PASTE_SIZE - 1) / 3 * 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_term_script__words_become_events),
        cmocka_unit_test(test_term_script__a_resize_changes_the_size),
        cmocka_unit_test(test_term_script__a_wrong_word_is_named_and_nothing_is_fed),
        cmocka_unit_test(test_term_script__the_last_frame_is_kept_and_photographed),
        cmocka_unit_test(test_term_script__a_paste_keeps_text_and_drops_controls),
        cmocka_unit_test(test_term_script__a_paste_that_is_too_long_is_cut_between_characters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
