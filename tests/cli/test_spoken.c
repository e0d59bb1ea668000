/* Lines of the lower layers, as linear mode says them. */
#include "cli/spoken.h"

#include "support/unit.h"

static void check(const char *line, bool has_rules, const char *expected)
{
    TEXT_BUFFER(text, 400);
    spoken_add(&text, str_of(line), has_rules);
    assert_string_equal(text.p, expected);
}

static void test_spoken__signs_are_words(void **state)
{
    (void)state;
    check("Odo → Hookbill: miss", false, "Odo to Hookbill: miss");
    check("Ysolde: 2 → 0 of 9 HP", false, "Ysolde: 2 to 0 of 9 HP");
    check("6 × shrike join", false, "6 shrike join");
    check("goblins → Hild ×2: defend 4+", false, "goblins to Hild times 2: defend 4+");
    check("a · b", false, "a, b");
    check("`next` is due", false, "next is due");
    check("too long…", false, "too long...");
    check("! morale check due: shrikes", false, "morale check due: shrikes");
}

static void test_spoken__dice_have_no_brackets(void **state)
{
    (void)state;
    check("d20 [18] + 14 = 32; 2d8 [5 6] = 11", false,
          "d20 18 entered + 14 = 32; 2d8 5 6 entered = 11");
    check("note: [door] [2a] [] [7", false, "note: [door] [2a] [] [7");
    check("4d6r1!kl2 [1r 6! (6!) 3] = 9", false,
          "4d6r1!kl2 1 re-rolled, 6 exploded, 6 exploded dropped, 3 entered = 9");
    check("2d20kl1 4 (9) = 4; d6! 6! 2 = 8", false,
          "2d20kl1 4 9 dropped = 4; d6! 6 exploded 2 = 8");
    check("poisoned (2 rounds) (5.14) 3rd", false, "poisoned (2 rounds) (5.14) 3rd");
}

static void test_spoken__rules_are_said_when_they_are_wanted(void **state)
{
    (void)state;
    check("a miss  [5.14 5.15]", false, "a miss");
    check("a miss  [5.14 5.15]", true, "a miss [5.14 5.15]");
    check("Anka [the brave]", false, "Anka [the brave]");
    check("", false, "");
    check("]", false, "]");
}

static void test_spoken__columns_are_separated_by_commas(void **state)
{
    (void)state;
    check("    43  undone, round 2", true, "43, undone, round 2");
    check("next         end the turn  ", true, "next, end the turn");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_spoken__signs_are_words),
        cmocka_unit_test(test_spoken__dice_have_no_brackets),
        cmocka_unit_test(test_spoken__rules_are_said_when_they_are_wanted),
        cmocka_unit_test(test_spoken__columns_are_separated_by_commas),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
