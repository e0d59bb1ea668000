#include "tui/canvas/grapheme.h"

#include <string.h>

#include "support/unit.h"

struct piece {
    const char *text;
    const char *shown[6]; /* NULL after the last */
    int widths[6];
};

static const struct piece pieces[] = {
    {"ab", {"a", "b"}, {1, 1}},
    {"", {NULL}, {0}},
    /* Composed where Unicode has one character for both, kept as they are elsewhere. */
    {"e\xCC\x81x", {"\xC3\xA9", "x"}, {1, 1}},
    {"x\xCC\x82", {"x\xCC\x82"}, {1}},
    {"\xCC\x81", {" \xCC\x81"}, {1}},
    {"狼の", {"狼", "の"}, {2, 2}},
    {"\xE1\x84\x92\xE1\x85\xA1\xE1\x86\xAB.", {"\xED\x95\x9C", "."}, {2, 1}}, /* Korean parts */
    {"ש", {"ש"}, {1}},
    {"\xF0\x9F\x90\x89", {"\xF0\x9F\x90\x89"}, {2}},
    /* Joiner, variation selector, skin tone, direction controls are not shown. */
    {"\xF0\x9F\x91\xA9\xE2\x80\x8D\xF0\x9F\x9A\x80",
     {"\xF0\x9F\x91\xA9", "\xF0\x9F\x9A\x80"},
     {2, 2}},
    {"\xE2\x9D\xA4\xEF\xB8\x8F.", {"\xE2\x9D\xA4", "."}, {1, 1}},
    {"\xF0\x9F\x91\x8B\xF0\x9F\x8F\xBD.", {"\xF0\x9F\x91\x8B", "."}, {2, 1}},
    {"\xE2\x80\xAE"
     "ab",
     {"a", "b"},
     {1, 1}},
    {"a\xE2\x80\x8B", {"a"}, {1}},
    {"\xE2\x80\x8B", {NULL}, {0}},
    {"\xF0\x9F\x87\xA9\xF0\x9F\x87\xAA", {"D", "E"}, {1, 1}}, /* a flag */
    {"a\tb\r", {"a", " ", "b", " "}, {1, 1, 1, 1}},
    {"\x1B[\x7F\xC2\x85", {"\xEF\xBF\xBD", "[", "\xEF\xBF\xBD", "\xEF\xBF\xBD"}, {1, 1, 1, 1}},
    {"\xFF\xC3", {"\xEF\xBF\xBD", "\xEF\xBF\xBD"}, {1, 1}},
    {"\xF4\x8F\xBF\xBF", {"\xEF\xBF\xBD"}, {1}}, /* unassigned */
};

static void test_grapheme__text_is_taken_apart_into_what_cells_show(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof pieces / sizeof pieces[0]; i++) {
        struct str rest = str_of(pieces[i].text);
        struct grapheme grapheme;
        int count = 0;
        int width = 0;
        while (grapheme_next(&grapheme, &rest)) {
            assert_non_null(pieces[i].shown[count]);
            assert_string_equal(grapheme.utf8, pieces[i].shown[count]);
            assert_int_equal(grapheme.length, strlen(grapheme.utf8));
            assert_int_equal(grapheme.width, pieces[i].widths[count]);
            width += grapheme.width;
            count++;
        }
        assert_null(pieces[i].shown[count]);
        assert_int_equal(rest.n, 0);
        assert_int_equal(grapheme_width(str_of(pieces[i].text)), width);
    }
}

static void test_grapheme__a_hundred_marks_fit_one_cell(void **state)
{
    (void)state;
    char text[202] = "x";
    for (int i = 0; i < 100; i++) {
        memcpy(text + 1 + i * 2, "\xCC\x82", 3);
    }
    struct str rest = str_of(text);
    struct grapheme grapheme;
    assert_true(grapheme_next(&grapheme, &rest));
    assert_int_equal(rest.n, 0);
    assert_int_equal(grapheme.length, 9); /* x and four marks */
}

static void test_grapheme__a_prefix_never_splits_a_grapheme(void **state)
{
    (void)state;
    assert_int_equal(grapheme_prefix(str_of("狼の王"), 5).n, 6);
    assert_int_equal(grapheme_prefix(str_of("狼の王"), 6).n, 9);
    assert_int_equal(grapheme_prefix(str_of("狼"), 1).n, 0);
    assert_int_equal(grapheme_prefix(str_of("x\xCC\x82y"), 1).n, 3);
    assert_int_equal(grapheme_prefix(str_of("abc"), 0).n, 0);
    assert_int_equal(grapheme_prefix(str_of("abc"), 9).n, 3);
}

static void check_lines(const char *text, int width, const char *expected)
{
    TEXT_BUFFER(joined, 256);
    struct str rest = str_of(text);
    struct str line;
    while (grapheme_next_line(&line, &rest, width)) {
        text_add_str(&joined, line);
        text_add_char(&joined, '|');
    }
    assert_string_equal(joined.p, expected);
}

static void test_grapheme__lines_break_at_blanks_or_where_they_must(void **state)
{
    (void)state;
    check_lines("", 10, "");
    check_lines("one two three", 7, "one two|three|");
    check_lines("one two three", 8, "one two|three|");
    check_lines("one  two", 4, "one |two|");
    check_lines("abcdefgh ij", 3, "abc|def|gh|ij|");
    check_lines("a\n\nb\n", 5, "a||b|");
    check_lines("狼の王", 3, "狼|の|王|");
    check_lines("狼の", 1, "狼|の|");
}

/* Eight characters are looked at together: each byte is tried at each of their places. */
static void test_grapheme__plain_characters_end_before_every_other_byte(void **state)
{
    (void)state;
    enum { LENGTH = 20 };
    for (int byte = 0; byte <= 0xFF; byte++) {
        for (int place = 0; place < LENGTH; place++) {
            char text[LENGTH];
            memset(text, 'x', sizeof text);
            text[place] = (char)byte;
            bool is_printable = byte >= ' ' && byte <= '~';
            /* A mark may follow the character before a byte of more than ASCII. */
            int before = byte < 0x80 || place == 0 ? place : place - 1;
            assert_int_equal(grapheme_plain((struct str){text, LENGTH}, LENGTH),
                             is_printable ? LENGTH : before);
            assert_int_equal(grapheme_plain((struct str){text, LENGTH}, 0), 0);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_grapheme__text_is_taken_apart_into_what_cells_show),
        cmocka_unit_test(test_grapheme__a_hundred_marks_fit_one_cell),
        cmocka_unit_test(test_grapheme__plain_characters_end_before_every_other_byte),
        cmocka_unit_test(test_grapheme__a_prefix_never_splits_a_grapheme),
        cmocka_unit_test(test_grapheme__lines_break_at_blanks_or_where_they_must),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
