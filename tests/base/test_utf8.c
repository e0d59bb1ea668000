#include "base/utf8.h"

#include <string.h>

#include "support/draws.h"
#include "support/unit.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof(array)[0]))

static bool is_scalar(uint32_t code)
{
    return code <= 0x10FFFF && !(code >= 0xD800 && code <= 0xDFFF);
}

static void test_utf8__every_character_survives_encoding_and_decoding(void **state)
{
    (void)state;
    for (uint32_t code = 0; code <= 0x10FFFF; code++) {
        char bytes[UTF8_BYTES_MAX];
        int n = utf8_write(bytes, code);
        struct utf8_step step = utf8_decode((struct str){bytes, n});
        uint32_t expected = is_scalar(code) ? code : UTF8_REPLACEMENT;
        if (step.code != expected || step.n != n || !step.is_valid ||
            n != (expected < 0x80      ? 1
                  : expected < 0x800   ? 2
                  : expected < 0x10000 ? 3
                                       : 4)) {
            fail_msg("U+%04X reads as U+%04X in %d of %d bytes", code, step.code, step.n, n);
        }
    }
}

static void test_utf8__an_invalid_character_is_written_as_the_replacement(void **state)
{
    (void)state;
    static const uint32_t codes[] = {0xD800, 0xDFFF, 0x110000, 0xFFFFFFFF};
    for (int i = 0; i < COUNT(codes); i++) {
        char bytes[UTF8_BYTES_MAX];
        assert_int_equal(utf8_write(bytes, codes[i]), 3);
        assert_memory_equal(bytes, "\xEF\xBF\xBD", 3);
    }
}

static void test_utf8__ill_formed_bytes_read_as_one_replacement_a_maximal_part(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        int n;
    } rows[] = {
        {"\x80", 1}, /* a continuation alone */
        {"\xBF\x80", 1},
        {"\xC0\xAF", 1}, /* overlong slash */
        {"\xC1\xBF", 1},
        {"\xE0\x80\xAF", 1}, /* overlong in three and in four bytes */
        {"\xE0\x9F\xBF", 1},
        {"\xF0\x80\x80\xAF", 1},
        {"\xF0\x8F\xBF\xBF", 1},
        {"\xED\xA0\x80", 1}, /* a surrogate */
        {"\xED\xBF\xBF", 1},
        {"\xF4\x90\x80\x80", 1}, /* above U+10FFFF */
        {"\xF5\x80\x80\x80", 1},
        {"\xFE", 1},
        {"\xFF", 1},
        {"\xC3", 1}, /* cut short by the end */
        {"\xE2\x96", 2},
        {"\xE2", 1},
        {"\xF0\x9F\x90", 3},
        {"\xF0\x9F", 2},
        {"\xC3z", 1}, /* cut short by another character */
        {"\xE2\x96z", 2},
        {"\xF0\x9F\x90\xC3\xA9", 3},
        {"\xF4\x8Fz", 2},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        struct utf8_step step = utf8_decode(str_of(rows[i].bytes));
        assert_int_equal(step.code, UTF8_REPLACEMENT);
        assert_int_equal(step.n, rows[i].n);
        assert_false(step.is_valid);
        assert_false(utf8_is_valid(str_of(rows[i].bytes)));
    }
}

static void test_utf8__the_end_takes_no_bytes(void **state)
{
    (void)state;
    assert_int_equal(utf8_decode(str_of("")).n, 0);
    assert_int_equal(utf8_decode((struct str){NULL, 0}).n, 0);
    assert_true(utf8_is_valid(str_of("")));
}

static void test_utf8__a_written_replacement_is_valid(void **state)
{
    (void)state;
    struct utf8_step step = utf8_decode(str_of("\xEF\xBF\xBD"));
    assert_int_equal(step.code, UTF8_REPLACEMENT);
    assert_true(step.is_valid);
}

static void test_utf8__small_letters_take_as_many_bytes_as_capitals(void **state)
{
    (void)state;
    static const struct {
        uint32_t capital, small;
    } rows[] = {{'A', 'a'},     {0xC9, 0xE9},   {0xD7, 0xD7},     {0x100, 0x101},
                {0x130, 0x130}, {0x147, 0x148}, {0x17D, 0x17E},   {0x389, 0x3AE},
                {0x38F, 0x3CE}, {0x3A9, 0x3C9}, {0x3C2, 0x3C3},   {0x401, 0x451},
                {0x42F, 0x44F}, {0x4D8, 0x4D9}, {0x65E5, 0x65E5}, {'1', '1'}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_int_equal(utf8_lower(rows[i].capital), rows[i].small);
    }
    for (uint32_t code = 0; code < 0x3000; code++) {
        char bytes[UTF8_BYTES_MAX];
        uint32_t small = utf8_lower(code);
        assert_int_equal(utf8_lower(small), small);
        assert_int_equal(utf8_write(bytes, code), utf8_write(bytes, small));
    }
}

static void test_utf8__whole_drops_only_an_unfinished_end(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        int n;
    } rows[] = {
        {"", 0},
        {"abc", 3},
        {"a\xC3\xA9", 3},
        {"a\xC3", 1},
        {"a\xE2\x96\x88", 4},
        {"a\xE2\x96", 1},
        {"a\xE2", 1},
        {"a\xF0\x9F\x90\xA6", 5},
        {"a\xF0\x9F\x90", 1},
        {"a\xF0", 1},
        {"\x80\x80\x80\x80\x80", 5},
        {"a\xFF", 2},
        {"a\u200D", 1},
        {"a\u200D\xF0\x9F", 1},
        {"a\u200Db", 5},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        assert_int_equal(utf8_whole(str_of(rows[i].bytes)), rows[i].n);
    }
}

static const struct {
    const char *hostile;
    const char *expected;
} cleaned[] = {
    {"", ""},
    {"Pelican 1", "Pelican 1"},
    {"\xC3\x89"
     "ia \xE2\x96\x88 \xF0\x9F\x90\xA6",
     "\xC3\x89"
     "ia \xE2\x96\x88 \xF0\x9F\x90\xA6"},
    {"a\tb\nc\r\nd\re\vf\fg", "a b c d e f g"},
    {"a\xE2\x80\xA8"
     "b",
     "a b"},
    {"a\x01\x07\x08\x7F"
     "b",
     "ab"},
    {"a\xC2\x80\xC2\x9F"
     "b",
     "a"}, /* U+009F opens a string */
    {"a\xC2\x85"
     "b",
     "ab"},
    {"\xEF\xBB\xBF"
     "a\xEF\xBB\xBF",
     "a"},
    {"a\xE2\x80\xAE"
     "b\xE2\x80\xAC\xE2\x81\xA6"
     "c\xE2\x81\xA9",
     "abc"},
    {"An\u200Bka\u00AD\u2060\u034F \U000E0041", "Anka "}, /* shows nothing */
    {"An\u200Dka\uFE0F", "Anka"},
    {"\u0645\u06CC\u200C\u200C\u0634", "\u0645\u06CC\u200C\u0634"}, /* Persian needs one */
    {"\u2764\uFE0F\u200D", "\u2764\uFE0F"},
    {"e\u0301 \u1160", "e\u0301 \u1160"},
    {"\x1B[31mred\x1B[0m", "red"},
    {"\x1B[?25l\x1B[1;2 qa", "a"},
    {"a\x1B[", "a"},
    {"a\x1B[12", "a"},
    {"a\x1B[1\xC3\xA9", "a\xC3\xA9"},
    {"\xC2\x9B"
     "31mred",
     "red"},
    {"\x1B]0;title\x07"
     "a",
     "a"},
    {"\x1B]0;title\x1B\\a", "a"},
    {"\x1B]0;title\xC2\x9C"
     "a",
     "a"},
    {"\xC2\x9D"
     "0;title\x07"
     "a",
     "a"},
    {"\x1BPq#0\x1B\\a\x1B_x\x1B\\b\x1B^y\x1B\\c\x1BXz\x1B\\d", "abcd"},
    {"\x1B]8;;http://a\x1B\\link\x1B]8;;\x1B\\", "link"},
    {"a\x1B]0;never ended\nb", "a b"},
    {"a\x1B]0;never ended", "a"},
    {"\x1B]0;t\x1B[31mred", "red"}, /* another escape ends a string */
    {"\x1B]0;t\x18"
     "a",
     "a"},
    {"\x1B(Ba\x1B"
     "cb\x1B=d",
     "abd"},
    {"a\x1B", "a"},
    {"a\x1B\nb", "a b"},
    {"a\x1B\x1B[31mb", "ab"},
    {"a\x1B\xC3\xA9", "a\xC3\xA9"},
    {"a\xFF"
     "b\xC3",
     "a\xEF\xBF\xBD"
     "b\xEF\xBF\xBD"},
    {"\x1B]0;t\xFF\x9C\x07"
     "a",
     "a"},
};

static void test_utf8__clean_makes_text_harmless(void **state)
{
    (void)state;
    for (int i = 0; i < COUNT(cleaned); i++) {
        char out[64];
        bool is_changed = utf8_clean(out, sizeof out, str_of(cleaned[i].hostile));
        assert_string_equal(out, cleaned[i].expected);
        assert_int_equal(is_changed, strcmp(cleaned[i].hostile, cleaned[i].expected) != 0);
    }
}

static void test_utf8__clean_takes_zero_bytes_and_empty_pieces(void **state)
{
    (void)state;
    char out[8];
    assert_true(utf8_clean(out, sizeof out, (struct str){"a\0b", 3}));
    assert_string_equal(out, "ab");
    assert_false(utf8_clean(out, sizeof out, (struct str){NULL, 0}));
    assert_string_equal(out, "");
}

static void test_utf8__clean_cuts_between_characters_and_says_so(void **state)
{
    (void)state;
    char out[16];
    struct str text = str_of("a\xC3\xA9\xE2\x96\x88");
    static const char *const expected[] = {
        "", "", "a", "a", "a\xC3\xA9", "a\xC3\xA9", "a\xC3\xA9", "a\xC3\xA9\xE2\x96\x88"};
    for (int size = 1; size < COUNT(expected); size++) {
        assert_int_equal(utf8_clean(out, size, text), size < 7);
        assert_string_equal(out, expected[size]);
    }
}

/* Difficult pieces, so that random texts have more of them than random bytes would. */
static int hostile_text(struct draws *draws, char *out, int size)
{
    static const char *const pieces[] = {
        "\x1B",     "[",        "]",        "0;",   "\\",   "\x07", "m",        "a",
        "\n",       "\r",       "\xC2",     "\x9B", "\x9D", "\x9C", "\xE2\x80", "\xAE",
        "\xC3\xA9", "\xF0\x9F", "\x90\xA6", "P",    "\x7F", " "};
    int n = 0;
    for (;;) {
        char byte[2] = {(char)draws_between(draws, 0, 255), '\0'};
        const char *piece = draws_between(draws, 0, 3) == 0
                                ? byte
                                : pieces[draws_between(draws, 0, COUNT(pieces) - 1)];
        int length = (int)strlen(piece);
        if (n + length > size) {
            return n;
        }
        memcpy(out + n, piece, (size_t)length);
        n += length;
    }
}

static void test_utf8__whatever_is_cleaned_is_valid_and_stays_as_it_is(void **state)
{
    (void)state;
    struct draws draws;
    draws_init(&draws);
    for (int run = 0; run < 20000; run++) {
        char hostile[40];
        char once[64];
        char twice[64];
        struct str text = {hostile, 0};
        text.n = hostile_text(&draws, hostile, draws_between(&draws, 0, (int)sizeof hostile));
        int size = draws_between(&draws, 1, (int)sizeof once);
        utf8_clean(once, size, text);
        assert_true((int)strlen(once) < size);
        assert_true(utf8_is_valid(str_of(once)));
        for (int i = 0; once[i] != '\0';) {
            struct utf8_step step = utf8_decode(str_of(once + i));
            assert_true(step.code >= 0x20 && !(step.code >= 0x7F && step.code < 0xA0));
            assert_false(step.code >= 0x202A && step.code <= 0x202E);
            i += step.n;
        }
        assert_false(utf8_clean(twice, sizeof twice, str_of(once)));
        assert_string_equal(once, twice);
    }
}

static void test_utf8__steps_cover_any_bytes_exactly(void **state)
{
    (void)state;
    struct draws draws;
    draws_init(&draws);
    for (int run = 0; run < 20000; run++) {
        char bytes[24];
        struct str text = {bytes, 0};
        text.n = hostile_text(&draws, bytes, draws_between(&draws, 0, (int)sizeof bytes));
        bool is_valid = true;
        int i = 0;
        while (i < text.n) {
            struct utf8_step step = utf8_decode((struct str){bytes + i, text.n - i});
            assert_in_range(step.n, 1, UTF8_BYTES_MAX);
            char again[UTF8_BYTES_MAX];
            if (step.is_valid) {
                assert_int_equal(utf8_write(again, step.code), step.n);
                assert_memory_equal(again, bytes + i, (size_t)step.n);
            }
            is_valid = is_valid && step.is_valid;
            i += step.n;
        }
        assert_int_equal(i, text.n);
        assert_int_equal(utf8_is_valid(text), is_valid);
    }
}

static void test_utf8__letters_of_several_scripts_have_two_forms(void **state)
{
    (void)state;
    static const struct {
        const char *capitals, *small;
    } rows[] = {
        {"ANKA Z", "anka z"},     {"ÅSE ÝÞ", "åse ýþ"}, {"ŁÓDŹ ŸŽ", "łódź ÿž"},
        {"ἈΡΙΆΔΝΗΣ", "ἀριάδνης"}, {"ΌΎΏ", "όύώ"},       {"ВЕРА ЁЇ Ґ", "вера ёї ґ"},
        {"ՀԱՅԿ", "հայկ"},         {"NGUYỄN", "nguyễn"}, {"李 שרה عمر ×", "李 שרה عمر ×"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_true(str_equal_any_case(str_of(rows[i].capitals), str_of(rows[i].small)));
    }
    assert_false(str_equal_any_case(str_of("Вера"), str_of("Веры")));
    assert_false(str_equal_any_case(str_of("É"), str_of("È")));
    assert_false(str_equal_any_case(str_of("É"), str_of("É ")));
}

/* Both forms take the same number of bytes, each leads back to the other, and nothing else
 * changes. */
static void test_utf8__case_is_there_and_back_for_every_character(void **state)
{
    (void)state;
    enum { FINAL_SIGMA = 0x3C2 };
    int capitals = 0;
    for (uint32_t code = 0; code <= 0x10FFFF; code++) {
        char buf[UTF8_BYTES_MAX];
        uint32_t small = utf8_lower(code);
        assert_int_equal(utf8_write(buf, small), utf8_write(buf, code));
        assert_int_equal(utf8_lower(small), small);
        assert_int_equal(utf8_upper(utf8_upper(code)), utf8_upper(code));
        if (small != code && code != FINAL_SIGMA) {
            assert_int_equal(utf8_upper(small), code);
            capitals++;
        }
    }
    assert_in_range(capitals, 500, 800);
}

static void test_utf8__shown_is_short_harmless_and_tells_what_was_left_out(void **state)
{
    (void)state;
    static const struct {
        const char *word, *shown;
    } rows[] = {
        {"", "\"\""},
        {"\x07", "U+0007"},
        {" \x1b[31m", "U+0020 U+001B U+005B U+0033 U+0031 U+006D"},
        {"\u200B", "U+200B"},
        {"\1\2\3\4\5\6\1\2", "U+0001 U+0002 U+0003 U+0004 U+0005 U+0006 U+0001..."},
        {"пеликан", "пеликан"},
        {"a\tb\x1b[31mc", "a bc"},
        {"123456789012345678901234567890123456789012345678", /* just as long as may be */
         "123456789012345678901234567890123456789012345678"},
        {"x23456789012345678901234567890123456789012345678é",
         "x23456789012345678901234567890123456789012345678..."},
        {"x2345678901234567890123456789012345678901234567é",
         "x2345678901234567890123456789012345678901234567..."},
        {"x2345678901234567890123456789012345678901\U0001F469\u200D\U0001F467",
         "x2345678901234567890123456789012345678901\U0001F469..."},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        assert_string_equal(utf8_shown(str_of(rows[i].word)).text, rows[i].shown);
    }
}

static void test_utf8__only_a_whole_mark_at_the_start_is_left_out(void **state)
{
    (void)state;
    static const struct {
        const char *text, *left;
    } rows[] = {
        {"\xEF\xBB\xBF"
         "add 2 rat",
         "add 2 rat"},
        {"\xEF\xBB\xBF", ""},
        {"\xEF\xBB", "\xEF\xBB"},
        {"add", "add"},
        {"", ""},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        assert_true(str_equal(utf8_without_mark(str_of(rows[i].text)), rows[i].left));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_utf8__every_character_survives_encoding_and_decoding),
        cmocka_unit_test(test_utf8__an_invalid_character_is_written_as_the_replacement),
        cmocka_unit_test(test_utf8__ill_formed_bytes_read_as_one_replacement_a_maximal_part),
        cmocka_unit_test(test_utf8__the_end_takes_no_bytes),
        cmocka_unit_test(test_utf8__a_written_replacement_is_valid),
        cmocka_unit_test(test_utf8__small_letters_take_as_many_bytes_as_capitals),
        cmocka_unit_test(test_utf8__whole_drops_only_an_unfinished_end),
        cmocka_unit_test(test_utf8__clean_makes_text_harmless),
        cmocka_unit_test(test_utf8__clean_takes_zero_bytes_and_empty_pieces),
        cmocka_unit_test(test_utf8__clean_cuts_between_characters_and_says_so),
        cmocka_unit_test(test_utf8__whatever_is_cleaned_is_valid_and_stays_as_it_is),
        cmocka_unit_test(test_utf8__steps_cover_any_bytes_exactly),
        cmocka_unit_test(test_utf8__letters_of_several_scripts_have_two_forms),
        cmocka_unit_test(test_utf8__case_is_there_and_back_for_every_character),
        cmocka_unit_test(test_utf8__only_a_whole_mark_at_the_start_is_left_out),
        cmocka_unit_test(test_utf8__shown_is_short_harmless_and_tells_what_was_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
