#include "base/nearest.h"

#include <string.h>

#include "support/draws.h"
#include "support/unit.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof(array)[0]))

static const char *nearest_of(const char *word, const char *const *known, int count)
{
    struct nearest nearest;
    nearest_init(&nearest, str_of(word));
    for (int i = 0; i < count; i++) {
        nearest_offer(&nearest, known[i]);
    }
    return nearest.best;
}

static void test_nearest__a_later_word_of_a_name_finds_it(void **state)
{
    (void)state;
    static const char *const known[] = {"The Broken Lantern", "The drain", "Cellar"};
    assert_string_equal(nearest_of("Broken", known, COUNT(known)), "The Broken Lantern");
    assert_string_equal(nearest_of("lant", known, COUNT(known)), "The Broken Lantern");
    assert_string_equal(nearest_of("dra", known, COUNT(known)), "The drain");
    assert_null(nearest_of("ro", known, COUNT(known)));
    assert_null(nearest_of("roken x", known, COUNT(known)));
    /* A word with the same beginning, or with one slip, is nearer. */
    static const char *const others[] = {"Old cellar", "Cellars", "Collar"};
    assert_string_equal(nearest_of("cellar", others, COUNT(others)), "Cellars");
    assert_string_equal(nearest_of("cellar", others, 1), "Old cellar");
}

static void test_nearest__the_word_that_was_meant_is_found(void **state)
{
    (void)state;
    static const char *const known[] = {
        "attack", "add",  "damage", "defend", "initiative",
        "morale", "next", "qud",    "undo",   "four-against-darkness"};
    static const struct {
        const char *word;
        const char *expected;
    } rows[] = {
        {"atack", "attack"},
        {"attakc", "attack"},
        {"ATTACK", "attack"},
        {"attacks", "attack"},
        {"dmage", "damage"},
        {"demage", "damage"},
        {"mroale", "morale"},
        {"initatve", "initiative"},
        {"init", "initiative"},
        {"four", "four-against-darkness"},
        {"mo", "morale"},
        {"nxt", "next"},
        {"udno", "undo"},
        {"qd", "qud"},
        {"Defned", "defend"},
        {"m", NULL},
        {"", NULL},
        {"xyzzy", NULL},
        {"ox", NULL},
        {"banana", NULL},
        {"nothing", NULL},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        const char *found = nearest_of(rows[i].word, known, COUNT(known));
        if (rows[i].expected == NULL) {
            assert_null(found);
        } else {
            assert_non_null(found);
            assert_string_equal(found, rows[i].expected);
        }
    }
}

static void test_nearest__the_first_of_equally_near_words_is_kept(void **state)
{
    (void)state;
    static const char *const known[] = {"bat", "cat", "rat"};
    static const char *const reversed[] = {"rat", "cat", "bat"};
    assert_string_equal(nearest_of("zat", known, 3), "bat");
    assert_string_equal(nearest_of("zat", reversed, 3), "rat");
}

static void test_nearest__case_beats_beginning_beats_slips(void **state)
{
    (void)state;
    static const char *const known[] = {"hot", "hitting", "HIT"};
    assert_string_equal(nearest_of("hit", known, 3), "HIT");
    assert_string_equal(nearest_of("hit", known, 2), "hitting");
    assert_string_equal(nearest_of("hit", known, 1), "hot");
}

static void test_nearest__long_words_are_near_only_to_what_they_begin(void **state)
{
    (void)state;
    char word[NEAREST_LENGTH_MAX + 2];
    memset(word, 'a', sizeof word);
    word[sizeof word - 1] = '\0';
    char longer[NEAREST_LENGTH_MAX + 10];
    memset(longer, 'a', sizeof longer);
    longer[sizeof longer - 1] = '\0';
    const char *known[] = {word + 1, longer};
    assert_ptr_equal(nearest_of(word, known, 2), longer);
    assert_null(nearest_of(word, known, 1));
}

static void test_nearest__slips_are_counted(void **state)
{
    (void)state;
    static const struct {
        const char *a;
        const char *b;
        int slips;
    } rows[] = {
        {"", "", 0},         {"a", "", 1},
        {"", "abc", 3},      {"abc", "abc", 0},
        {"abc", "ABC", 0},   {"abc", "abd", 1},
        {"abc", "acb", 1},   {"abc", "bc", 1},
        {"ca", "abc", 3},    {"kitten", "sitting", 3},
        {"abcd", "badc", 2}, {"abc", "xyz", 3},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        for (int limit = 0; limit < 6; limit++) {
            int expected = rows[i].slips <= limit ? rows[i].slips : limit + 1;
            assert_int_equal(nearest_slips(str_of(rows[i].a), str_of(rows[i].b), limit),
                             expected);
            assert_int_equal(nearest_slips(str_of(rows[i].b), str_of(rows[i].a), limit),
                             expected);
        }
    }
}

/* Makes one slip somewhere in `word` (`n` letters, room for one more) and returns its new
 * length. */
static int slip(struct draws *draws, char *word, int n)
{
    int place = draws_between(draws, 0, n - 1);
    char letter = (char)('a' + draws_between(draws, 0, 3));
    switch (draws_between(draws, 0, 3)) {
    case 0:
        word[place] = letter;
        return n;
    case 1:
        memmove(word + place, word + place + 1, (size_t)(n - place - 1));
        return n - 1;
    case 2:
        memmove(word + place + 1, word + place, (size_t)(n - place));
        word[place] = letter;
        return n + 1;
    case 3:
        if (place + 1 < n) {
            letter = word[place];
            word[place] = word[place + 1];
            word[place + 1] = letter;
        }
        return n;
    }
    return n;
}

static void test_nearest__one_slip_is_at_most_one_apart(void **state)
{
    (void)state;
    struct draws draws;
    draws_init(&draws);
    for (int run = 0; run < 5000; run++) {
        char word[16] = "";
        char wrong[16];
        int n = draws_between(&draws, 1, 15);
        for (int i = 0; i < n; i++) {
            word[i] = (char)('a' + draws_between(&draws, 0, 3));
        }
        memcpy(wrong, word, sizeof word);
        struct str a = {word, n};
        struct str b = {wrong, slip(&draws, wrong, n)};
        bool is_same = b.n == n && memcmp(word, wrong, (size_t)n) == 0;
        assert_int_equal(nearest_slips(a, b, 3), is_same ? 0 : 1);
        assert_int_equal(nearest_slips(b, a, 3), is_same ? 0 : 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nearest__a_later_word_of_a_name_finds_it),
        cmocka_unit_test(test_nearest__the_word_that_was_meant_is_found),
        cmocka_unit_test(test_nearest__the_first_of_equally_near_words_is_kept),
        cmocka_unit_test(test_nearest__case_beats_beginning_beats_slips),
        cmocka_unit_test(test_nearest__long_words_are_near_only_to_what_they_begin),
        cmocka_unit_test(test_nearest__slips_are_counted),
        cmocka_unit_test(test_nearest__one_slip_is_at_most_one_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
