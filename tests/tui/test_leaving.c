/* Going back to the table: one Esc for each thing that lies on top of it, and C-c wherever Esc does
 * so. Keys and contexts are those in force when this runs. */
#include <stdio.h>
#include <string.h>

#include "app/keys.h"
#include "support/play.h"
#include "support/unit.h"

static const char *const fight[] = {
    "encounter \"Nest ledge\"",
    "add Anka side=party strength=14 wits=12 ac=24 hp=9",
    "add 2 pelican strength=12 wits=6 ac=22 morale=8 hp=16",
    "initiative 15 5",
    "attack p1 14 4",
    NULL};

/* A key of the table by which each of the other contexts is come to. */
static const char *const openers[CONTEXT_COUNT] = {
    [CONTEXT_QUESTION] = "c", [CONTEXT_PALETTE] = ":", [CONTEXT_READER] = "?",
    [CONTEXT_HISTORY] = "U",  [CONTEXT_LOG] = "l",     [CONTEXT_ENCOUNTERS] = "T",
    [CONTEXT_FORM] = "Enter",
};

static int begin(void **state)
{
    *state = play_new(fight);
    return 0;
}

/* Only the table's own footer ends with this. */
static bool is_at_table(const struct play *play)
{
    return play_row_of(play, "? help") >= 0;
}

static void press(struct play *play, const char *first, const char *second, const char *third)
{
    char keys[100];
    snprintf(keys, sizeof keys, "%s %s %s", first, second, third);
    play_keys(play, keys);
}

static void expect_table(struct play *play, const char *first, const char *second,
                         const char *third)
{
    press(play, first, second, third);
    if (!is_at_table(play)) {
        print_error("behind %s %s %s:\n", first, second, third);
        play_shows(play, "? help");
    }
}

static void test_leaving__one_Esc_leads_back_from_every_key_of_the_table(void **state)
{
    struct play *play = *state;
    const struct key_binding *bindings;
    int count = key_bindings(&bindings);
    int opened = 0;
    for (int i = 0; i < count; i++) {
        if (bindings[i].context == CONTEXT_TABLE) {
            expect_table(play, bindings[i].key, "Esc", "");
            expect_table(play, bindings[i].key, "C-c", "");
            press(play, bindings[i].key, "", "");
            opened += !is_at_table(play);
        }
    }
    assert_true(opened > 10);
}

/* A second key opens the help over it, or the words to look for, or changes something in a form, which
 * is not dropped at once: then it takes two. */
static void test_leaving__one_Esc_leads_back_from_each_thing_on_top(void **state)
{
    struct play *play = *state;
    const struct key_binding *bindings;
    int count = key_bindings(&bindings);
    for (int i = 0; i < count; i++) {
        const char *opener = openers[bindings[i].context];
        if (opener != NULL) {
            press(play, opener, bindings[i].key, "Esc");
            bool has_two = strcmp(bindings[i].command, "@help") == 0 ||
                           strcmp(bindings[i].command, "@filter") == 0 ||
                           strcmp(bindings[i].command, "@unset") == 0;
            if (!has_two && !is_at_table(play)) {
                print_error("behind %s %s:\n", opener, bindings[i].key);
                play_shows(play, "? help");
            }
            expect_table(play, opener, bindings[i].key, "Esc Esc");
            expect_table(play, opener, bindings[i].key, "C-c C-c");
        }
    }
    /* The deepest: words to look for, in the help, over a question. */
    press(play, "c F1 /", "Esc", "Esc");
    assert_false(is_at_table(play));
    press(play, "c F1 /", "Esc Esc", "Esc");
    assert_true(is_at_table(play));
}

static void test_leaving__C_c_changes_nothing_and_says_what_leaves(void **state)
{
    struct play *play = *state;
    char label[100];
    snprintf(label, sizeof label, "%s", session_undo_label(play->session));
    for (int context = 0; context < CONTEXT_COUNT; context++) {
        if (openers[context] != NULL) {
            press(play, openers[context], "C-c", "");
            assert_string_equal(session_undo_label(play->session), label);
        }
    }
    play_keys(play, "C-c");
    play_shows(play, "q leaves, and everything is kept already");
    play_keys(play, "Tab");
    play_shows(play, "●");
    play_keys(play, "Tab C-c");
    play_hides(play, "q leaves");
    play_hides(play, "●");
}

#define TEST(name) cmocka_unit_test_setup_teardown(test_leaving__##name, begin, play_end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(one_Esc_leads_back_from_every_key_of_the_table),
        TEST(one_Esc_leads_back_from_each_thing_on_top),
        TEST(C_c_changes_nothing_and_says_what_leaves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
