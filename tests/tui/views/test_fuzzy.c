#include "tui/palette/palette.h"

#include <string.h>

#include "support/draws.h"
#include "support/unit.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof(array)[0]))

static void test_fuzzy__letters_must_occur_in_order(void **state)
{
    (void)state;
    static const struct {
        const char *pattern;
        const char *text;
        bool matches;
    } rows[] = {
        {"", "", true},
        {"", "attack", true},
        {"a", "", false},
        {"atk", "attack", true},
        {"kta", "attack", false},
        {"attackk", "attack", false},
        {"dam gob", "damage goblin", true},
        {"dam  gob ", "damage goblin", true},
        {"dg", "Damage Goblin", true},
        {"DG", "Damage Goblin", true},
        {"Dg", "damage goblin", true},
        {"aT", "attack", true},
        {"\xC3\xA9", "caf\xC3\xA9", true},
        {"\xC3\xA9", "caf\xC3\xA8", false},
        {"\xE2\x96\x84", "\xE2\x80\x84\xC3\x96", false}, /* parts of characters never match */
        {"   ", "attack", true},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        struct fuzzy_match match;
        assert_int_equal(fuzzy_match(&match, str_of(rows[i].pattern), str_of(rows[i].text)),
                         rows[i].matches);
    }
}

static void test_fuzzy__the_best_places_are_found(void **state)
{
    (void)state;
    static const struct {
        const char *pattern;
        const char *text;
        int count;
        int positions[4];
    } rows[] = {
        {"a", "banana attack", 1, {7}},
        {"dg", "edge damage goblin", 2, {5, 12}},
        {"tac", "txaxc tac", 3, {6, 7, 8}},
        {"ab", "xaxbxab", 2, {5, 6}},
        {"ab", "abab", 2, {0, 1}},
        {"sG", "settingGroup sG", 2, {13, 14}},
        {"\xC3\xA9r", "\xC3\xA9-\xC3\xA9r", 2, {3, 5}},
        {"aaa", "aaaa", 3, {0, 1, 2}},
        {"", "abc", 0, {0}},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        struct fuzzy_match match;
        assert_true(fuzzy_match(&match, str_of(rows[i].pattern), str_of(rows[i].text)));
        assert_int_equal(match.count, rows[i].count);
        assert_int_equal(match.length, strlen(rows[i].text));
        for (int k = 0; k < match.count; k++) {
            assert_int_equal(match.positions[k], rows[i].positions[k]);
        }
    }
}

static int score(const char *pattern, const char *text)
{
    struct fuzzy_match match;
    assert_true(fuzzy_match(&match, str_of(pattern), str_of(text)));
    return match.score;
}

static void test_fuzzy__starts_and_runs_count_more_and_gaps_less(void **state)
{
    (void)state;
    assert_true(score("mo", "morale") > score("mo", "summon"));
    assert_true(score("mo", "roll morale") > score("mo", "summon"));
    assert_true(score("mo", "morale") > score("mo", "roll morale"));
    assert_true(score("at", "xatx") > score("at", "xaxt"));
    assert_true(score("at", "xaxt") > score("at", "xaxxt"));
    assert_true(score("dg", "damage goblin") > score("dg", "edge"));
    assert_int_equal(score("", "anything"), 0);
}

static void test_fuzzy__order_is_score_then_length_then_row(void **state)
{
    (void)state;
    struct fuzzy_match base = {.score = 50, .length = 6, .order = 3};
    struct fuzzy_match better = base;
    struct fuzzy_match shorter = base;
    struct fuzzy_match earlier = base;
    better.score = 51;
    better.length = 9;
    shorter.length = 5;
    shorter.order = 9;
    earlier.order = 2;
    assert_true(fuzzy_compare(&better, &base) < 0);
    assert_true(fuzzy_compare(&base, &better) > 0);
    assert_true(fuzzy_compare(&better, &shorter) < 0);
    assert_true(fuzzy_compare(&shorter, &base) < 0);
    assert_true(fuzzy_compare(&base, &shorter) > 0);
    assert_true(fuzzy_compare(&earlier, &base) < 0);
    assert_true(fuzzy_compare(&base, &earlier) > 0);
    assert_int_equal(fuzzy_compare(&base, &base), 0);
}

static void test_fuzzy__the_row_is_the_callers(void **state)
{
    (void)state;
    struct fuzzy_match match = {.order = 17};
    assert_true(fuzzy_match(&match, str_of("a"), str_of("a")));
    assert_int_equal(match.order, 17);
}

static void test_fuzzy__limits_are_kept(void **state)
{
    (void)state;
    char pattern[FUZZY_PATTERN_MAX + 2];
    char text[FUZZY_TEXT_MAX + 2];
    memset(pattern, 'a', sizeof pattern);
    memset(text, 'a', sizeof text);
    struct fuzzy_match match;
    struct str whole = {text, (int)sizeof text};
    assert_true(fuzzy_match(&match, (struct str){pattern, FUZZY_PATTERN_MAX}, whole));
    assert_int_equal(match.count, FUZZY_PATTERN_MAX);
    assert_false(fuzzy_match(&match, (struct str){pattern, FUZZY_PATTERN_MAX + 1}, whole));
    text[FUZZY_TEXT_MAX] = 'z';
    assert_false(fuzzy_match(&match, str_of("z"), whole));
    text[FUZZY_TEXT_MAX - 1] = 'z';
    assert_true(fuzzy_match(&match, str_of("z"), whole));
    assert_int_equal(match.positions[0], FUZZY_TEXT_MAX - 1);
}

static bool is_subsequence(struct str pattern, struct str text)
{
    int k = 0;
    for (int i = 0; i < text.n && k < pattern.n; i++) {
        k += text.p[i] == pattern.p[k];
    }
    return k == pattern.n;
}

static void test_fuzzy__matches_are_the_subsequences_and_positions_spell_them(void **state)
{
    (void)state;
    struct draws draws;
    draws_init(&draws);
    int matching = 0;
    for (int run = 0; run < 5000; run++) {
        char letters[24];
        char wanted[4];
        struct str text = {letters, draws_between(&draws, 0, 24)};
        struct str pattern = {wanted, draws_between(&draws, 1, 4)};
        for (int i = 0; i < text.n; i++) {
            letters[i] = "abc -"[draws_between(&draws, 0, 4)];
        }
        for (int i = 0; i < pattern.n; i++) {
            wanted[i] = "abc-"[draws_between(&draws, 0, 3)];
        }
        struct fuzzy_match match;
        bool is_found = fuzzy_match(&match, pattern, text);
        assert_int_equal(is_found, is_subsequence(pattern, text));
        matching += is_found;
        for (int k = 0; is_found && k < pattern.n; k++) {
            assert_int_equal(letters[match.positions[k]], wanted[k]);
            assert_true(k == 0 || match.positions[k] > match.positions[k - 1]);
        }
    }
    assert_in_range(matching, 500, 4500);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fuzzy__letters_must_occur_in_order),
        cmocka_unit_test(test_fuzzy__the_best_places_are_found),
        cmocka_unit_test(test_fuzzy__starts_and_runs_count_more_and_gaps_less),
        cmocka_unit_test(test_fuzzy__order_is_score_then_length_then_row),
        cmocka_unit_test(test_fuzzy__the_row_is_the_callers),
        cmocka_unit_test(test_fuzzy__limits_are_kept),
        cmocka_unit_test(test_fuzzy__matches_are_the_subsequences_and_positions_spell_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
