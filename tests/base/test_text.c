#include "base/text.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "support/draws.h"
#include "support/unit.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof(array)[0]))

static void test_text__pieces_are_joined(void **state)
{
    (void)state;
    TEXT_BUFFER(text, 64);
    assert_string_equal(text.p, "");
    text_add(&text, "%s %d", "d20", 14);
    text_add_char(&text, '!');
    text_add_str(&text, (struct str){"hits", 3});
    text_add_str(&text, (struct str){NULL, 0});
    assert_string_equal(text.p, "d20 14!hit");
    assert_int_equal(text.n, 10);
    assert_false(text.is_cut);
}

static void test_text__one_declaration_makes_a_text_with_its_buffer(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        TEXT_BUFFER(word, 6);
        struct text same = text_over(word.p, word.size);
        assert_string_equal(word.p, "");
        assert_int_equal(word.size, 6);
        text_add(&word, "%d and more", i);
        assert_string_equal(word.p, i == 0 ? "0 and" : "1 and");
        assert_true(word.is_cut);
        assert_int_equal(same.n, 0);
    }
}

static void test_text__items_come_after_commas(void **state)
{
    (void)state;
    TEXT_BUFFER(text, 64);
    text_add_item(&text, "");
    assert_string_equal(text.p, "");
    text_add_item(&text, "blind");
    assert_string_equal(text.p, "blind");
    text_add_item(&text, "");
    text_add_item(&text, "prone");
    assert_string_equal(text.p, "blind, prone");
}

/* The formats that text_add writes itself, against the C library's output, at every length of a
 * cut. */
static void test_text__a_format_gives_the_same_as_the_library(void **state)
{
    (void)state;
    static const int whole[] = {0, 7, -7, 10, INT_MAX, INT_MIN};
    static const long long wide[] = {0, -1, 10, LLONG_MAX, LLONG_MIN};
    for (int i = 0; i < COUNT(whole) * COUNT(wide); i++) {
        int a = whole[i % COUNT(whole)];
        long long b = wide[i / COUNT(whole)];
        for (int size = 1; size < 96; size++) {
            char expected[96], kept[96];
            struct text text = text_over(kept, size);
            int n = snprintf(expected, (size_t)size, "d20 [%d] + %s%lld%% of %+d, %c%5.2f %s%d",
                             a, "x", b, a, '!', 2.5, "end", a);
            text_add(&text, "d20 [%d] + %s%lld%% of %+d, %c%5.2f %s%d", a, "x", b, a, '!', 2.5,
                     "end", a);
            assert_string_equal(kept, expected);
            assert_int_equal(text.is_cut, n >= size);
        }
    }
}

static void test_text__what_just_fits_is_not_cut(void **state)
{
    (void)state;
    TEXT_BUFFER(text, 4);
    text_add(&text, "abc");
    assert_false(text.is_cut);
    text_add(&text, "%s", "");
    assert_false(text.is_cut);
    text_add_char(&text, 'd');
    assert_true(text.is_cut);
    assert_string_equal(text.p, "abc");
}

static void test_text__a_cut_falls_between_characters(void **state)
{
    (void)state;
    static const char whole[] = "a\xC3\xA9\xE2\x96\x88\xF0\x9F\x90\xA6z";
    static const int kept[] = {0, 0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10, 11};
    for (int size = 1; size < COUNT(kept); size++) {
        char formatted[16];
        char copied[16];
        struct text by_format = text_over(formatted, size);
        struct text by_copy = text_over(copied, size);
        text_add(&by_format, "%s", whole);
        text_add_str(&by_copy, str_of(whole));
        assert_int_equal(by_format.n, kept[size]);
        assert_int_equal(by_copy.n, kept[size]);
        assert_int_equal(strlen(formatted), kept[size]);
        assert_string_equal(formatted, copied);
        assert_int_equal(by_format.is_cut, size <= 11);
        assert_int_equal(by_copy.is_cut, size <= 11);
    }
}

static void test_text__a_whole_text_is_cut_between_characters(void **state)
{
    (void)state;
    for (int size = 1; size < 16; size++) {
        char buf[16];
        static const char whole[] = "Вера, Ἀ!";
        text_format(buf, size, "%s, %s!", "Вера", "Ἀ");
        assert_true((int)strlen(buf) < size);
        assert_int_equal(strncmp(buf, whole, strlen(buf)), 0);
        assert_true(utf8_is_valid(str_of(buf)));
    }
}

static void test_str__a_beginning_is_whole_characters(void **state)
{
    (void)state;
    assert_true(str_equal(str_beginning(str_of("Вера"), 8), "Вера"));
    assert_true(str_equal(str_beginning(str_of("Вера"), 7), "Вер"));
    assert_true(str_equal(str_beginning(str_of("Вера"), 1), ""));
    assert_true(str_equal(str_beginning(str_of("abc"), 2), "ab"));
}

static void test_text__nothing_is_added_after_a_cut(void **state)
{
    (void)state;
    TEXT_BUFFER(text, 4);
    text_add(&text, "ab\xC3\xA9");
    assert_string_equal(text.p, "ab");
    text_add_char(&text, 'z');
    text_add(&text, "z");
    assert_string_equal(text.p, "ab");
    assert_true(text.is_cut);
}

static void test_text__decimals_are_rounded_and_trailing_zeros_left_out(void **state)
{
    (void)state;
    static const struct {
        double number;
        int decimals;
        const char *expected;
    } rows[] = {
        {0, 2, "0"},
        {-0.0, 2, "0"},
        {-0.001, 2, "0"},
        {1, 3, "1"},
        {1.5, 0, "2"},
        {2.3, 1, "2.3"},
        {2.30, 2, "2.3"},
        {-2.25, 2, "-2.25"},
        {1.49375, 6, "1.49375"},
        {0.05, 2, "0.05"},
        {0.999, 2, "1"},
        {9.996, 2, "10"},
        {0.000001, 6, "0.000001"},
        {9e12, 6, "9000000000000"},
        {1e13, 0, "huge"},
        {-1e300, 6, "-huge"},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        TEXT_BUFFER(text, 32);
        text_add_decimal(&text, rows[i].number, rows[i].decimals);
        assert_string_equal(text.p, rows[i].expected);
    }
}

static void test_text__an_average_has_one_decimal(void **state)
{
    (void)state;
    TEXT_BUFFER(text, 64);
    static const double numbers[] = {1, 1.44, -2.5, 0, 9.96, -0.01, 1e13};
    for (int i = 0; i < COUNT(numbers); i++) {
        text_add_average(&text, numbers[i]);
        text_add(&text, " ");
    }
    assert_string_equal(text.p, "1.0 1.4 -2.5 0.0 10.0 0.0 huge ");
}

static void test_text__no_number_and_infinity_are_named(void **state)
{
    (void)state;
    TEXT_BUFFER(text, 32);
    text_add_decimal(&text, (double)NAN, 2);
    text_add_decimal(&text, -(double)INFINITY, 2);
    assert_string_equal(text.p, "nan-huge");
}

static void test_text__only_certainty_prints_as_0_or_100_percent(void **state)
{
    (void)state;
    static const struct {
        double chance;
        const char *expected;
    } rows[] = {
        {0, "0%"},           {1, "100%"},         {0.65, "65%"},       {0.5, "50%"},
        {1e-15, "<1%"},      {0.00999, "<1%"},    {0.01, "1%"},        {0.05, "5%"},
        {0.0525, "5%"},      {0.1, "10%"},        {0.0996, "10%"},     {0.994, ">99%"},
        {0.99, "99%"},       {0.875, "88%"},      {0.005, "<1%"},      {0.9995, ">99%"},
        {1 - 1e-10, ">99%"}, {1 - 1e-12, "100%"}, {1 - 1e-15, "100%"}, {0.25678, "26%"},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        TEXT_BUFFER(text, 32);
        text_add_percent(&text, rows[i].chance);
        assert_string_equal(text.p, rows[i].expected);
    }
}

static void test_text__a_growing_chance_never_prints_certainty(void **state)
{
    (void)state;
    for (int i = 1; i < 100000; i++) {
        TEXT_BUFFER(text, 32);
        text_add_percent(&text, i / 100000.0);
        assert_string_not_equal(text.p, "0%");
        assert_string_not_equal(text.p, "100%");
    }
}

static void test_str__is_equal_to_the_same_letters_alone(void **state)
{
    (void)state;
    assert_true(str_equal(str_of("hit"), "hit"));
    assert_false(str_equal(str_of("hit"), "Hit"));
    assert_false(str_equal(str_of("hit"), "hits"));
    assert_false(str_equal((struct str){"hits", 3}, "hi"));
    assert_true(str_equal((struct str){"hits", 3}, "hit"));
    assert_true(str_equal((struct str){NULL, 0}, ""));
    assert_true(str_equal_any_case(str_of("HiT4"), str_of("hIt4")));
    assert_false(str_equal_any_case(str_of("hit"), str_of("hid")));
    assert_true(str_equal_any_case(str_of("\xC3\x89"), str_of("\xC3\xA9")));
    assert_true(str_equal_any_case(str_of("ПЁТР"), str_of("пётр")));
    assert_true(str_equal_any_case(str_of("Ωμέγα Ž"), str_of("ωΜΈΓΑ ž")));
    assert_false(str_equal_any_case(str_of("×"), str_of("÷")));
    assert_false(str_equal_any_case(str_of("\xC3"), str_of("\xE3")));
    assert_true(str_equal_any_case(str_of("\xC3"), str_of("\xC3")));
    assert_false(str_equal_any_case(str_of("@["), str_of("`{")));
}

static void test_str__words_are_separated_by_blanks_and_kept_by_quotes(void **state)
{
    (void)state;
    struct str rest = str_of("  add 6\t\"great pelican\" wits=12 \"\" \"open end ");
    static const char *const expected[] = {"add",     "6", "great pelican",
                                           "wits=12", "",  "open end "};
    for (int i = 0; i < COUNT(expected); i++) {
        struct str word = str_next_word(&rest);
        assert_non_null(word.p);
        assert_true(str_equal(word, expected[i]));
    }
    struct str word = str_next_word(&rest);
    assert_null(word.p);
    assert_int_equal(word.n, 0);
    assert_int_equal(rest.n, 0);
}

static void test_str__a_list_goes_on_after_a_comma(void **state)
{
    (void)state;
    static const struct {
        const char *text, *first, *rest;
    } rows[] = {
        {"p1, p2 5", "p1, p2", " 5"},
        {"p1,p2 ,5", "p1,p2", " ,5"},
        {"gear=sword,  shield x", "gear=sword,  shield", " x"},
        {"\"Old Bo\",p2 5", "\"Old Bo\",p2", " 5"},
        {"\"Old Bo\", \"Old Al\" 5", "\"Old Bo\", \"Old Al\"", " 5"},
        {"p1, \"Old Bo\" 5", "p1, \"Old Bo\"", " 5"},
        {"p1,\"Old Bo\" 5", "p1,\"Old Bo\"", " 5"},
        {"\"Bo, Al\" 5", "Bo, Al", " 5"},
        {"\"Bo,\" 5", "Bo,", " 5"},
        {"p1, ", "p1,", ""},
        {",", ",", ""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct str rest = str_of(rows[i].text);
        struct str word = str_next_list(&rest);
        if (!str_equal(word, rows[i].first) || !str_equal(rest, rows[i].rest)) {
            fail_msg("%s: [%.*s] and [%.*s]", rows[i].text, word.n, word.p, rest.n, rest.p);
        }
    }
}

static void test_str__words_of_a_list_keep_their_quotes(void **state)
{
    (void)state;
    struct str rest =
        str_of("damage p1,\"Odo Quill\"/half \"Bo\"/none,\"A, B\",p2 by=\"x y\",z "
               "\"whole, list\" \"a\"b o\"k d");
    static const char *const expected[] = {"damage",
                                           "p1,\"Odo Quill\"/half",
                                           "\"Bo\"/none,\"A, B\",p2",
                                           "by=\"x y\",z",
                                           "whole, list",
                                           "a",
                                           "b",
                                           "o\"k",
                                           "d"};
    for (int i = 0; i < COUNT(expected); i++) {
        assert_true(str_equal(str_next_word(&rest), expected[i]));
    }
    assert_null(str_next_word(&rest).p);
    assert_true(str_equal(str_unquoted(str_of("\"two words\"")), "two words"));
    assert_true(str_equal(str_unquoted(str_of("\"a\",\"b\"")), "\"a\",\"b\""));
    assert_true(str_equal(str_unquoted(str_of("\"")), "\""));
    assert_true(str_equal(str_unquoted(str_of("\"\"")), ""));
}

static void test_str__blanks_go_at_one_end_or_both(void **state)
{
    (void)state;
    struct str blanks = str_of("  a b  ");
    assert_true(str_equal(str_trimmed(blanks), "a b"));
    assert_true(str_equal(str_trimmed_start(blanks), "a b  "));
    assert_true(str_equal(str_trimmed_end(blanks), "  a b"));
    assert_int_equal(str_trimmed(str_of("   ")).n, 0);
    assert_int_equal(str_trimmed_end(str_of("")).n, 0);
}

/* Parts are written in brackets: "a, b" is [a][b]. */
static void test_str__is_taken_apart_as_a_list(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        char separator;
        const char *parts;
    } rows[] = {
        {"", ',', ""},
        {"p1", ',', "[p1]"},
        {"p1,p2", ',', "[p1][p2]"},
        {" old bo , al ", ',', "[old bo][al]"},
        {"p1,", ',', "[p1]"},
        {",p1,,p2", ',', "[][p1][][p2]"},
        {" ", ',', "[]"},
        {"\"Quill, Odo\"/half,gob*", ',', "[\"Quill, Odo\"/half][gob*]"},
        {"p1, \"a, b\" ,c", ',', "[p1][\"a, b\"][c]"},
        {"p1,\"a, b", ',', "[p1][\"a, b]"},
        {"a 5\" nail,p2", ',', "[a 5\" nail][p2]"},
        {"flee / fight, to the death/ flee", '/', "[flee][fight, to the death][flee]"},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        TEXT_BUFFER(text, 100);
        struct str rest = str_of(rows[i].text);
        for (struct str part; str_next_part(&rest, rows[i].separator, &part);) {
            text_add(&text, "[%.*s]", part.n, part.p);
        }
        assert_string_equal(text.p, rows[i].parts);
        assert_int_equal(rest.n, 0);
    }
}

static void test_str__has_no_words_in_nothing_and_in_blanks(void **state)
{
    (void)state;
    struct str rest = {NULL, 0};
    assert_null(str_next_word(&rest).p);
    rest = str_of(" \t\n");
    assert_null(str_next_word(&rest).p);
    assert_null(str_next_word(&rest).p);
}

static void test_str__reads_whole_numbers(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int64_t low;
        int64_t high;
        bool is_accepted;
        int64_t value;
    } rows[] = {
        {"0", 0, 9, true, 0},
        {"+7", 0, 9, true, 7},
        {"-7", -9, 9, true, -7},
        {"007", 0, 9, true, 7},
        {"0000000000000000000000000001", 0, 9, true, 1},
        {"10", 0, 9, false, 0},
        {"-1", 0, 9, false, 0},
        {"", INT64_MIN, INT64_MAX, false, 0},
        {"-", INT64_MIN, INT64_MAX, false, 0},
        {"+-1", INT64_MIN, INT64_MAX, false, 0},
        {"1 ", INT64_MIN, INT64_MAX, false, 0},
        {" 1", INT64_MIN, INT64_MAX, false, 0},
        {"1.0", INT64_MIN, INT64_MAX, false, 0},
        {"0x1", INT64_MIN, INT64_MAX, false, 0},
        {"9223372036854775807", INT64_MIN, INT64_MAX, true, INT64_MAX},
        {"9223372036854775808", INT64_MIN, INT64_MAX, false, 0},
        {"-9223372036854775808", INT64_MIN, INT64_MAX, true, INT64_MIN},
        {"-9223372036854775809", INT64_MIN, INT64_MAX, false, 0},
        {"99999999999999999999999", INT64_MIN, INT64_MAX, false, 0},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        int64_t value = 4711;
        bool is_accepted =
            str_to_int64(str_of(rows[i].text), rows[i].low, rows[i].high, &value);
        assert_int_equal(is_accepted, rows[i].is_accepted);
        assert_true(value == (is_accepted ? rows[i].value : 4711));
    }
}

static void test_str__reads_decimals(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool is_accepted;
        double value;
    } rows[] = {
        {"0", true, 0},
        {"1.5", true, 1.5},
        {"-0.25", true, -0.25},
        {"+3", true, 3},
        {".5", true, 0.5},
        {"5.", true, 5},
        {"", false, 0},
        {".", false, 0},
        {"-", false, 0},
        {"1.2.3", false, 0},
        {"1e3", false, 0},
        {"nan", false, 0},
        {"1,5", false, 0},
        {" 1", false, 0},
        {"12345678901234567", true, 12345678901234567.0},
        {"0.1", true, 0.1},
        {"0.31545621701499998", true, 0.31545621701499998},
        {"0.00000000000000000000000000000000000000001", false, 0},
        {"1000000000000000000000.5", true, 1e21},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        double value = 4711;
        bool is_accepted = str_to_decimal(str_of(rows[i].text), &value);
        assert_int_equal(is_accepted, rows[i].is_accepted);
        assert_true(value == (is_accepted ? rows[i].value : 4711));
    }
}

static void test_str__matches_globs(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        const char *glob;
        bool matches;
    } rows[] = {
        {"", "", true},
        {"", "*", true},
        {"", "?", false},
        {"Goblin 2", "gob*", true},
        {"Goblin 2", "*2", true},
        {"Goblin 2", "g*n*2", true},
        {"Goblin 2", "goblin", false},
        {"Goblin 2", "goblin ?", true},
        {"Goblin 12", "goblin ?", false},
        {"aaab", "*ab", true},
        {"aaab", "*a*a*a*a*", false},
        {"mississippi", "m*iss*ip*i", true},
        {"\xC3\x89ia", "\xC3\xA9*", true},
        {"\xC3\x89ia", "?ia", true},
        {"\xC3\x89ia", "??ia", false},
        {"A\xC3\x89", "*??", true},
        {"\xC3\x89", "*??", false},
        {"\xE2\x96\x88\xE2\x96\x88x", "*?x", true},
        {"Упырь 2", "упы*", true},
        {"Упырь 2", "УПЫРЬ ?", true},
        {"李小龙", "李*", true},
        {"\xC3", "\xC3", false},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        assert_int_equal(str_matches_glob(str_of(rows[i].text), str_of(rows[i].glob)),
                         rows[i].matches);
    }
}

static void test_str__a_glob_holds_a_star_or_a_question_mark(void **state)
{
    (void)state;
    assert_true(str_is_glob(str_of("gob*")));
    assert_true(str_is_glob(str_of("p?")));
    assert_false(str_is_glob(str_of("gob")));
    assert_false(str_is_glob((struct str){NULL, 0}));
}

static bool glob_by_definition(struct str piece, struct str glob)
{
    if (glob.n == 0) {
        return piece.n == 0;
    }
    struct str glob_rest = {glob.p + 1, glob.n - 1};
    if (glob.p[0] == '*') {
        return glob_by_definition(piece, glob_rest) ||
               (piece.n > 0 &&
                glob_by_definition((struct str){piece.p + 1, piece.n - 1}, glob));
    }
    return piece.n > 0 && (glob.p[0] == '?' || glob.p[0] == piece.p[0]) &&
           glob_by_definition((struct str){piece.p + 1, piece.n - 1}, glob_rest);
}

static void test_str__globs_agree_with_their_definition(void **state)
{
    (void)state;
    struct draws draws;
    draws_init(&draws);
    int matching = 0;
    for (int run = 0; run < 5000; run++) {
        char text[10];
        char glob[7];
        struct str piece = {text, draws_between(&draws, 0, 10)};
        struct str pattern = {glob, draws_between(&draws, 0, 7)};
        for (int i = 0; i < piece.n; i++) {
            text[i] = "ab"[draws_between(&draws, 0, 1)];
        }
        for (int i = 0; i < pattern.n; i++) {
            glob[i] = "ab?**"[draws_between(&draws, 0, 4)];
        }
        bool matches = str_matches_glob(piece, pattern);
        assert_int_equal(matches, glob_by_definition(piece, pattern));
        matching += matches;
    }
    assert_in_range(matching, 500, 4500);
}

static void test_char__classes_are_those_of_ascii(void **state)
{
    (void)state;
    for (int c = 0; c < 256; c++) {
        char byte = (char)c;
        bool is_upper = c >= 'A' && c <= 'Z';
        assert_int_equal(char_is_digit(byte), c > 0 && strchr("0123456789", c) != NULL);
        assert_int_equal(char_is_space(byte), c > 0 && strchr(" \t\n\v\f\r", c) != NULL);
        assert_int_equal(char_is_letter(byte), is_upper || (c >= 'a' && c <= 'z'));
        assert_int_equal(char_lower(byte), is_upper ? (char)(c + 32) : byte);
    }
}

static void test_text__an_error_has_its_place_once(void **state)
{
    (void)state;
    struct error err;
    TEXT_BUFFER(text, 80);
    error_set(&err, STATUS_USAGE, "mine.yaml:3:5", "casts: expected 0 to 100");
    text_add_error(&text, &err);
    assert_string_equal(text.p, "mine.yaml:3:5: casts: expected 0 to 100");
    text = text_over(text.p, 80);
    error_set(&err, STATUS_USAGE, "#9", "there is no act #9");
    text_add_error(&text, &err);
    assert_string_equal(text.p, "there is no act #9");
    text = text_over(text.p, 80);
    error_set(&err, STATUS_USAGE, "", "nobody is here");
    text_add_error(&text, &err);
    assert_string_equal(text.p, "nobody is here");
}

static void test_text__the_ends_of_lines_go_at_its_end_alone(void **state)
{
    (void)state;
    TEXT_BUFFER(text, 32);
    text_add(&text, "one\ntwo\n\n");
    text_trim_lines(&text);
    assert_string_equal(text.p, "one\ntwo");
    text_trim_lines(&text);
    assert_string_equal(text.p, "one\ntwo");
    text = text_over(text.p, 32);
    text_add(&text, "\n");
    text_trim_lines(&text);
    assert_string_equal(text.p, "");
}

static void test_str__holds_each_of_the_words_in_any_case(void **state)
{
    (void)state;
    struct str text = str_of("Ana hits the Öger, 5 damage");
    assert_true(str_holds_words(text, str_of("damage ana")));
    assert_true(str_holds_words(text, str_of("öger \"the öger\"")));
    assert_false(str_holds_words(text, str_of("ana misses")));
    assert_true(str_holds_words(text, str_of("")));
    assert_false(str_holds_words(str_of(""), str_of("ana")));
}

/* Bytes that are no characters are equal to themselves alone, wherever the difference is. */
static void test_str__ill_formed_bytes_equal_only_themselves(void **state)
{
    (void)state;
    static const struct {
        const char *a, *b;
        bool is_equal;
    } rows[] = {
        {"a\xFF", "A\xFF", true},
        {"a\xFF", "a\xFE", false},
        {"\xC3\xA4", "\xC3\x84", true},
        {"\xC3\xA4",
         "\xC3"
         "a",
         false},
        {"\xC3"
         "a",
         "\xC3\xA4", false},
        {"\xE2\x96z", "\xE2\x96z", true},
        {"", "", true},
        {"a\xC3\xA4", "ab\xA4", false},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        assert_int_equal(str_equal_any_case(str_of(rows[i].a), str_of(rows[i].b)),
                         rows[i].is_equal);
    }
}

static void test_str__yes_and_no_are_chosen_by_any_word_for_them(void **state)
{
    (void)state;
    assert_true(str_is_choice(str_of("on"), "yes"));
    assert_true(str_is_choice(str_of("true"), "yes"));
    assert_true(str_is_choice(str_of("off"), "no"));
    assert_false(str_is_choice(str_of("off"), "yes"));
    assert_false(str_is_choice(str_of("maybe"), "no"));
    assert_false(str_is_choice(str_of("on"), "ask"));
    assert_true(str_is_choice(str_of("Ask"), "ask"));
}

static void test_str__quotes_come_off_only_when_they_are_around_all_of_it(void **state)
{
    (void)state;
    static const struct {
        const char *piece, *inner;
    } rows[] = {
        {"\"a rat\"", "a rat"}, {"\"", "\""},         {"\"a\", \"b\"", "\"a\", \"b\""},
        {"a\"", "a\""},         {"\"open", "\"open"}, {"\"\"", ""},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        assert_true(str_equal(str_unquoted(str_of(rows[i].piece)), rows[i].inner));
    }
}

static void test_str__any_dash_is_a_minus(void **state)
{
    (void)state;
    int64_t number;
    assert_true(str_to_int64(str_of("\xE2\x88\x92"
                                    "5"),
                             -9, 9, &number));
    assert_int_equal(number, -5);
    assert_true(str_to_int64(str_of("\xEF\xBC\x8D"
                                    "5"),
                             -9, 9, &number));
    assert_int_equal(number, -5);
    assert_int_equal(str_minus(str_of("\xE2\x88")), 0);
    assert_int_equal(str_minus(str_of("\xC3\xA4x")), 0);
    assert_int_equal(str_minus(str_of("+5")), 0);
    assert_int_equal(str_minus(str_of("")), 0);
}

static void test_text__the_largest_fraction_is_still_below_1(void **state)
{
    (void)state;
    TEXT_BUFFER(text, 32);
    text_add_fraction(&text, 1 - 1e-15);
    assert_string_equal(text.p, "0.999999999999");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_text__an_error_has_its_place_once),
        cmocka_unit_test(test_text__pieces_are_joined),
        cmocka_unit_test(test_text__one_declaration_makes_a_text_with_its_buffer),
        cmocka_unit_test(test_text__items_come_after_commas),
        cmocka_unit_test(test_text__a_format_gives_the_same_as_the_library),
        cmocka_unit_test(test_text__what_just_fits_is_not_cut),
        cmocka_unit_test(test_text__a_cut_falls_between_characters),
        cmocka_unit_test(test_text__a_whole_text_is_cut_between_characters),
        cmocka_unit_test(test_str__a_beginning_is_whole_characters),
        cmocka_unit_test(test_text__nothing_is_added_after_a_cut),
        cmocka_unit_test(test_text__decimals_are_rounded_and_trailing_zeros_left_out),
        cmocka_unit_test(test_text__an_average_has_one_decimal),
        cmocka_unit_test(test_text__no_number_and_infinity_are_named),
        cmocka_unit_test(test_text__only_certainty_prints_as_0_or_100_percent),
        cmocka_unit_test(test_text__a_growing_chance_never_prints_certainty),
        cmocka_unit_test(test_str__is_equal_to_the_same_letters_alone),
        cmocka_unit_test(test_str__words_are_separated_by_blanks_and_kept_by_quotes),
        cmocka_unit_test(test_str__a_list_goes_on_after_a_comma),
        cmocka_unit_test(test_str__words_of_a_list_keep_their_quotes),
        cmocka_unit_test(test_str__blanks_go_at_one_end_or_both),
        cmocka_unit_test(test_str__is_taken_apart_as_a_list),
        cmocka_unit_test(test_str__has_no_words_in_nothing_and_in_blanks),
        cmocka_unit_test(test_str__reads_whole_numbers),
        cmocka_unit_test(test_str__reads_decimals),
        cmocka_unit_test(test_str__matches_globs),
        cmocka_unit_test(test_str__a_glob_holds_a_star_or_a_question_mark),
        cmocka_unit_test(test_str__globs_agree_with_their_definition),
        cmocka_unit_test(test_text__the_ends_of_lines_go_at_its_end_alone),
        cmocka_unit_test(test_str__holds_each_of_the_words_in_any_case),
        cmocka_unit_test(test_str__ill_formed_bytes_equal_only_themselves),
        cmocka_unit_test(test_str__yes_and_no_are_chosen_by_any_word_for_them),
        cmocka_unit_test(test_str__quotes_come_off_only_when_they_are_around_all_of_it),
        cmocka_unit_test(test_str__any_dash_is_a_minus),
        cmocka_unit_test(test_text__the_largest_fraction_is_still_below_1),
        cmocka_unit_test(test_char__classes_are_those_of_ascii),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
