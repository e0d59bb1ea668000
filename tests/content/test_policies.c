/* Files of policies: what ships, what they mean, and mistakes with their places. */
#include <stdlib.h>
#include <string.h>

#include "app/forecast/forecast.h"
#include "content/policies.h"
#include "support/unit.h"

static struct policy_set set;
static struct diagnostics diagnostics;

static bool read_text(const char *text)
{
    static unsigned char memory[4 << 20];
    struct arena arena;
    arena_init(&arena, memory, sizeof memory);
    diagnostics = (struct diagnostics){.count = 0};
    struct yaml_source source = {.file = "mine.yaml",
                                 .code = STATUS_DAMAGED,
                                 .bytes = str_of(text),
                                 .diagnostics = &diagnostics};
    return policies_read(&set, &source, &arena);
}

static void begin(void)
{
    memset(&set, 0, sizeof set);
}

static void is_wrong(const char *text, const char *where, const char *part)
{
    begin();
    assert_false(read_text(text));
    assert_true(diagnostics.count > 0);
    assert_string_equal(diagnostics.diagnostic[0].where, where);
    if (strstr(diagnostics.diagnostic[0].text, part) == NULL) {
        fail_msg("\"%s\" does not say \"%s\"", diagnostics.diagnostic[0].text, part);
    }
    assert_int_equal(set.count, 0);
}

static void test_policies__have_what_is_given_and_the_usual_values(void **state)
{
    (void)state;
    begin();
    assert_true(read_text("policies:\n"
                          "  - name: mine\n"
                          "    help: as I like it\n"
                          "    spread: 30\n"
                          "    random: 70\n"
                          "    flees_at: 25\n"
                          "    answers: {degrees: direct, injury: out}\n"));
    assert_int_equal(set.count, 1);
    const struct policy *policy = &set.policy[0];
    assert_string_equal(policy->help, "as I like it");
    assert_int_equal(policy->value[POLICY_weakest], 0);
    assert_int_equal(policy->value[POLICY_spread], 30);
    assert_int_equal(policy->value[POLICY_random], 70);
    assert_int_equal(policy->value[POLICY_flees_at], 25);
    assert_int_equal(policy->value[POLICY_casts], 100);
    assert_string_equal(policy_answer(policy, "degrees"), "direct");
    assert_string_equal(policy_answer(policy, "injury"), "out");
    assert_null(policy_answer(policy, "other"));
}

static void test_policies__without_an_aim_aim_at_the_weakest(void **state)
{
    (void)state;
    begin();
    assert_true(read_text("policies:\n  - name: mine\n    casts: 0\n"));
    assert_int_equal(set.policy[0].value[POLICY_weakest], 100);
}

static void test_policies__of_a_later_file_replace_those_of_an_earlier_one(void **state)
{
    (void)state;
    begin();
    assert_true(read_text("policies:\n  - name: focus\n  - name: other\n"));
    set.now++;
    assert_true(read_text("policies:\n  - name: focus\n    casts: 7\n"));
    assert_int_equal(set.count, 2);
    assert_int_equal(policies_find(&set, str_of("Focus"), NULL)->value[POLICY_casts], 7);
}

static void test_policies__mistakes_have_a_place_and_the_nearest_word(void **state)
{
    (void)state;
    is_wrong("policies:\n  - name: mine\n    flees_att: 25\n", "mine.yaml:3:5",
             "did you mean flees_at?");
    is_wrong("policies:\n  - name: mine\n    casts: 101\n", "mine.yaml:3:12", "0 to 100");
    is_wrong("policies:\n  - name: mine\n    casts: often\n", "mine.yaml:3:12", "casts");
    is_wrong("policies:\n  - help: no name\n", "mine.yaml:2:5", "name: missing");
    is_wrong("policies:\n  - name: Mine!\n", "mine.yaml:2:11", "lower-case");
    is_wrong("policies:\n  - name: mine\n  - name: mine\n", "mine.yaml:3:11",
             "there is a policy mine already");
    is_wrong("policies: []\n", "mine.yaml:1:11", "1 to 64");
    is_wrong("policy:\n  - name: mine\n", "mine.yaml:1:1", "it has policies");
    is_wrong("", "mine.yaml:1:1", "policies: missing");
    is_wrong("- name: mine\n", "mine.yaml:1:1", "expected a file of policies");
    is_wrong("policies:\n  - name: mine\n    answers: direct\n", "mine.yaml:3:14",
             "{name: word}");
    is_wrong("policies:\n  - name: mine\n    answers: {degrees: [a, b]}\n", "mine.yaml:3:24",
             "a single value");
    is_wrong("policies:\n  - name: mine\n    answers: {degrees: }\n", "mine.yaml:3:15",
             "answers: expected");
    is_wrong("policies:\n  - name: mine\n    answers: {degrees: "
             "a-word-that-is-much-too-long-for-any-answer}\n",
             "mine.yaml:3:15", "at most 31 bytes");
    is_wrong("policies: &all\n  - name: mine\n", "mine.yaml:1:11", "anchor");
}

static void test_policies__nothing_of_a_file_with_a_mistake_is_taken(void **state)
{
    (void)state;
    begin();
    assert_true(read_text("policies:\n  - name: focus\n    casts: 7\n"));
    set.now++;
    assert_false(
        read_text("policies:\n  - name: focus\n    casts: 9\n  - name: x\n    y: 1\n"));
    assert_int_equal(set.count, 1);
    assert_int_equal(set.policy[0].value[POLICY_casts], 7);
}

static void test_policies__too_many_are_refused(void **state)
{
    (void)state;
    static char text[8000];
    struct text all = text_over(text, sizeof text);
    begin();
    text_add(&all, "policies:\n");
    for (int i = 0; i <= POLICIES_MAX; i++) {
        text_add(&all, "  - name: p%d\n", i);
    }
    assert_false(read_text(text));
    assert_int_equal(set.count, 0);
}

static void test_policies__each_game_ships_those_that_are_always_tried(void **state)
{
    (void)state;
    static const char *const names[] = {"focus", "spread", "engaged", "cautious", "sensible"};
    for (int i = 0; i < systems_count(); i++) {
        struct error err;
        struct policy_set *shipped = calloc(1, sizeof *shipped);
        assert_non_null(shipped);
        assert_int_equal(policy_files_read(shipped, system_at(i), &err), STATUS_OK);
        for (size_t k = 0; k < sizeof names / sizeof names[0]; k++) {
            const struct policy *policy = policies_find(shipped, str_of(names[k]), &err);
            assert_non_null(policy);
            assert_true(policy->help[0] != '\0');
        }
        assert_null(policies_find(shipped, str_of("focuss"), &err));
        assert_non_null(strstr(err.text, "did you mean focus?"));
        free(shipped);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_policies__have_what_is_given_and_the_usual_values),
        cmocka_unit_test(test_policies__without_an_aim_aim_at_the_weakest),
        cmocka_unit_test(test_policies__of_a_later_file_replace_those_of_an_earlier_one),
        cmocka_unit_test(test_policies__mistakes_have_a_place_and_the_nearest_word),
        cmocka_unit_test(test_policies__nothing_of_a_file_with_a_mistake_is_taken),
        cmocka_unit_test(test_policies__too_many_are_refused),
        cmocka_unit_test(test_policies__each_game_ships_those_that_are_always_tried),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
