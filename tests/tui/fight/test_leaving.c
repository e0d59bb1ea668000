/* Going back to the table: one Esc for each view over it, and C-c wherever Esc does so. Keys
 * and contexts are those of all games. */
#include <stdio.h>
#include <string.h>

#include "support/every_key.h"
#include "app/settings/keys.h"
#include "app/file/file.h"
#include "app/sitting/sitting.h"
#include "app/sitting/state.h"
#include "support/play.h"
#include "support/unit.h"

static const char *const fight[] = {"encounter \"Nest ledge\"",
                                    "add Anka side=party strength=14 wits=12 ac=24 hp=9",
                                    "add 2 pelican strength=12 wits=6 ac=22 morale=8 hp=16",
                                    "initiative 15 5",
                                    "attack p1 14 4",
                                    NULL};

/* Nobody has acted. */
static const char *const begun[] = {
    "encounter \"Nest ledge\"", "add Anka side=party strength=14 wits=12 ac=24 hp=9",
    "add 2 pelican strength=12 wits=6 ac=22 morale=8 hp=16", "initiative 15 5", NULL};

/* A key of the table that leads to each of the other contexts. */
static const char *const openers[CONTEXT_COUNT] = {
    [CONTEXT_QUESTION] = "c",  [CONTEXT_PALETTE] = ":",    [CONTEXT_READER] = "?",
    [CONTEXT_HISTORY] = "U",   [CONTEXT_LOG] = "l",        [CONTEXT_ENCOUNTERS] = "T",
    [CONTEXT_FORM] = "Enter",  [CONTEXT_SETTINGS] = ", ,", [CONTEXT_MORE] = ",",
    [CONTEXT_OPEN] = "&",      [CONTEXT_PAST] = "<",       [CONTEXT_KINDS] = ", k",
    [CONTEXT_PARTY] = "p",     [CONTEXT_PLAN] = ", a",     [CONTEXT_PREPARED] = "T E",
    [CONTEXT_WHY] = "y",       [CONTEXT_FIGURES] = "%",    [CONTEXT_ASK] = "/",
    [CONTEXT_CHRONICLE] = "H", [CONTEXT_FORECAST] = "C-f",
};

/* Whether the key of this binding also occurs earlier in the table. */
static bool is_double(const struct key_binding *bindings, int i)
{
    for (int k = 0; k < i; k++) {
        if (strcmp(bindings[k].key, bindings[i].key) == 0) {
            return true;
        }
    }
    return false;
}

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
    static struct key_table keys;
    const struct key_binding *bindings = keys.binding;
    int opened = 0;
    every_key(&keys);
    for (int i = 0; i < keys.count; i++) {
        if (bindings[i].context == CONTEXT_TABLE) {
            expect_table(play, bindings[i].key, "Esc", "");
            expect_table(play, bindings[i].key, "C-c", "");
            press(play, bindings[i].key, "", "");
            opened += !is_at_table(play);
        }
    }
    assert_true(opened > 10);
}

/* How the first row begins: the title of the view on top, or the table's. */
enum { TITLE_CELLS = 8 };
static void title_of(const struct play *play, char out[TITLE_CELLS * GRAPHEME_SIZE])
{
    struct text title = text_over(out, TITLE_CELLS * GRAPHEME_SIZE);
    for (int i = 0; i < TITLE_CELLS; i++) {
        text_add_str(&title, str_of(frame_cell(&play->script.last, 0, i)->utf8));
    }
}

/* A key may have put another encounter on the table, archived or deleted it. */
static void go_to_the_fight(struct play *play)
{
    if (strcmp(sitting_encounter_name(play->sitting), "Nest ledge") != 0) {
        sitting_run(play->sitting, "unarchive-encounter \"Nest ledge\"", false, &play->result);
        play_do(play, "open \"Nest ledge\"");
    }
}

/* A second key closes the view, stays in it, or opens something of its own over it: then one
 * Esc leads back to the view, and another to the table. */
static void test_leaving__one_Esc_leads_back_from_each_thing_on_top(void **state)
{
    struct play *play = *state;
    static struct key_table keys;
    const struct key_binding *bindings = keys.binding;
    every_key(&keys);
    for (int i = 0; i < keys.count; i++) {
        const char *opener = openers[bindings[i].context];
        if (opener != NULL) {
            char title[TITLE_CELLS * GRAPHEME_SIZE], now[TITLE_CELLS * GRAPHEME_SIZE];
            go_to_the_fight(play);
            press(play, opener, "", "");
            title_of(play, title);
            press(play, opener, bindings[i].key, "Esc");
            title_of(play, now);
            if (!is_at_table(play) && strcmp(now, title) != 0) {
                print_error("behind %s %s:\n", opener, bindings[i].key);
                play_shows(play, title);
            }
            expect_table(play, opener, bindings[i].key, "Esc Esc");
            expect_table(play, opener, bindings[i].key, "C-c C-c");
        }
    }
    /* The deepest: a filter, in the help, over a question. */
    press(play, "c F1 /", "Esc", "Esc");
    assert_false(is_at_table(play));
    press(play, "c F1 /", "Esc Esc", "Esc");
    assert_true(is_at_table(play));
}

/* The view below is shown again, with its typed text. */
static void test_leaving__help_over_anything_goes_back_to_it_as_it_was(void **state)
{
    static const struct {
        const char *keys, *shown;
    } below[] = {
        {"Tab d text:2d6", "2d6"},  {"c , text:pel", ",pel"},   {": text:cond", ":cond"},
        {"N \"text:Wax\"", "Wax"},  {"l / text:peli", "/peli"}, {"U", "past acts"},
        {", Down text:9", "9"},     {"T", "encounters"},        {"T f", "campaigns, and"},
        {", k / text:gob", "/gob"},
    };
    struct play *play = *state;
    for (size_t i = 0; i < sizeof below / sizeof below[0]; i++) {
        press(play, below[i].keys, "F1", "");
        play_shows(play, "── help");
        press(play, below[i].keys, "F1", "Esc");
        play_hides(play, "── help");
        play_shows(play, below[i].shown);
        if (is_at_table(play)) {
            fail_msg("%s F1 Esc leads to the table", below[i].keys);
        }
    }
}

/* Everything that can be over the table, by the keys that open it. */
static const struct {
    enum key_context context;
    const char *keys;
} opened[] = {
    {CONTEXT_QUESTION, "Tab a"},
    {CONTEXT_QUESTION, "Tab a 1 4"},
    {CONTEXT_QUESTION, "a"},
    {CONTEXT_QUESTION, "d"},
    {CONTEXT_QUESTION, "c ,"},
    {CONTEXT_QUESTION, "c , p 1"},
    {CONTEXT_QUESTION, "c"},
    {CONTEXT_QUESTION, "x"},
    {CONTEXT_PALETTE, ":"},
    {CONTEXT_PALETTE, ": c o n d"},
    {CONTEXT_READER, "?"},
    {CONTEXT_READER, "? / m"},
    {CONTEXT_READER, "c F1"},
    {CONTEXT_HISTORY, "U"},
    {CONTEXT_OPEN, "&"},
    {CONTEXT_HISTORY, "U Down"},
    {CONTEXT_LOG, "l"},
    {CONTEXT_LOG, "l Up Space"},
    {CONTEXT_ENCOUNTERS, "T"},
    {CONTEXT_PARTY, "p"},
    {CONTEXT_WHY, "y"},
    {CONTEXT_FIGURES, "%"},
    {CONTEXT_FORECAST, "C-f"},
    {CONTEXT_FORECAST, "C-f wait w d u"},
    {CONTEXT_EXAMPLE, "C-f wait wait e > >"},
    {CONTEXT_CHART, "l v wait wait"},
    {CONTEXT_ASK, "/ text:by"},
    {CONTEXT_CHRONICLE, "H"},
    {CONTEXT_FORM, "Enter"},
    {CONTEXT_FORM, "N W a x"},
    {CONTEXT_SETTINGS, ", ,"},
    {CONTEXT_SETTINGS, ", , Down 9"},
    {CONTEXT_MORE, ","},
    {CONTEXT_FILE, "n"},
    {CONTEXT_FILE, "e - 3 Enter"},
    {CONTEXT_CAMPAIGNS, "T f"},
    {CONTEXT_IMPORTS, ": text:import Enter"},
    {CONTEXT_KINDS, ", k"},
    {CONTEXT_KINDS, ", k / text:gob"},
    {CONTEXT_PLAN, ", a"},
    {CONTEXT_PREPARED, "T E"},
    {CONTEXT_PAST, "<"},
    {CONTEXT_PAST, "e - 3 F4"},
};
enum { OPENED = sizeof opened / sizeof opened[0] };

/* Restores the fight, whatever a key has done. */
static struct play *as_begun(struct play *play)
{
    if (strcmp(sitting_undo_label(play->sitting), "initiative for 3") == 0) {
        return play;
    }
    if (strcmp(sitting_encounter_name(play->sitting), "Nest ledge") == 0) {
        play_do(play, "rewind 3");
        return play;
    }
    play_free(play);
    return play_new(begun);
}

/* The reason for this context: the campaign's file is gone. */
static void lose_file(struct play *play, enum key_context context)
{
    if (context == CONTEXT_FILE) {
        remove(play->path);
    }
}

static void find_file(struct play *play)
{
    if (sitting_has_lost_file(play->sitting)) {
        play_do(play, "save-as");
    }
}

/* A key of any context, bound in this one or not: a few Esc lead back from whatever it opens,
 * and everything it does is in a sound log. */
static void test_leaving__every_key_of_the_key_table_is_taken_in_every_context(void **state)
{
    static struct key_table keys;
    const struct key_binding *bindings = keys.binding;
    bool is_there[CONTEXT_COUNT] = {[CONTEXT_TABLE] = true};
    int pressed = 0;
    (void)state;
    struct play *play = play_new(begun);
    every_key(&keys);
    for (int i = 0; i < OPENED; i++) {
        is_there[opened[i].context] = true;
        lose_file(play, opened[i].context);
        play_keys(play, opened[i].keys);
        if (is_at_table(play)) {
            fail_msg("%s opens nothing", opened[i].keys);
        }
        for (int k = 0; k < keys.count; k++) {
            if (is_double(bindings, k)) {
                continue;
            }
            lose_file(play, opened[i].context);
            expect_table(play, opened[i].keys, bindings[k].key, "Esc Esc Esc");
            find_file(play);
            pressed++;
            play = as_begun(play);
        }
    }
    play_free(play);
    for (int i = 0; i < CONTEXT_COUNT; i++) {
        assert_true(is_there[i]);
    }
    print_message("%d contexts, %d keys pressed\n", OPENED, pressed);
    assert_true(pressed > OPENED * 70);
}

/* Otherwise a table that is left open would keep the machine busy all night. */
static void test_leaving__over_every_view_idle_work_comes_to_an_end(void **state)
{
    enum { IDLE_MOMENTS = 50 };
    static const int64_t clock_ms = 1700000000000; /* it stands still here */
    struct play *play = *state;
    for (int i = 0; i < OPENED; i++) {
        TEXT_BUFFER(keys, 1000);
        text_add_str(&keys, str_of(opened[i].keys));
        for (int k = 0; k < IDLE_MOMENTS; k++) {
            text_add_str(&keys, str_of(" wait"));
        }
        if (opened[i].context != CONTEXT_FILE) {
            play_keys(play, keys.p);
            if (sitting_idle(play->sitting, clock_ms)) {
                fail_msg("%s: something is always left to do", opened[i].keys);
            }
        }
    }
}

static void test_leaving__C_c_changes_nothing_and_says_what_leaves(void **state)
{
    struct play *play = *state;
    char label[100];
    snprintf(label, sizeof label, "%s", sitting_undo_label(play->sitting));
    for (int context = 0; context < CONTEXT_COUNT; context++) {
        if (openers[context] != NULL) {
            press(play, openers[context], "C-c", "");
            assert_string_equal(sitting_undo_label(play->sitting), label);
        }
    }
    play_keys(play, "C-c");
    play_shows(play, "q quits; everything is saved already");
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
        TEST(help_over_anything_goes_back_to_it_as_it_was),
        TEST(every_key_of_the_key_table_is_taken_in_every_context),
        TEST(over_every_view_idle_work_comes_to_an_end),
        TEST(C_c_changes_nothing_and_says_what_leaves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
