/* Another program writes to the campaign while something is open at the table and half filled:
 * nothing of it changes, neither the typed text nor the cursor nor the message, and the new
 * acts are reported once the user is no longer in the middle of anything. */
#include <stdio.h>
#include <string.h>

#include "app/settings/keys.h"
#include "app/sitting/sitting.h"
#include "support/fights.h"
#include "support/play.h"
#include "support/unit.h"
#include "tui/canvas/canvas.h"
#include "tui/loop/table.h"

static const char *const fight[] = {
    "encounter \"Nest ledge\"", "add Anka side=party strength=14 wits=12 ac=24 hp=9",
    "add 2 pelican strength=12 wits=6 ac=22 morale=8 hp=16", "initiative 15 5", NULL};

/* Everything that can be over the table, and the table itself, by keys that open it and begin
 * something there; and a text on the screen then. */
static const struct half_filled {
    enum key_context context;
    const char *keys, *shown;
} half_filled[] = {
    {CONTEXT_TABLE, "7", "7: d asks who"},
    {CONTEXT_QUESTION, "Tab a text:14", "14"},
    {CONTEXT_QUESTION, "Tab d , text:pel", ",pel"},
    {CONTEXT_QUESTION, "a", "attacks whom?"},
    {CONTEXT_PALETTE, ": text:conditio", ":conditio"},
    {CONTEXT_READER, "? / text:targ", "/targ"},
    {CONTEXT_READER, "Tab a text:14 F1 Down", "Esc closes"},
    {CONTEXT_READER, ": text:conditio F1 Down", "Esc closes"},
    {CONTEXT_READER, "N \"text:Wax rat\" F1", "Esc closes"},
    {CONTEXT_OPEN, "&", "nothing is open"},
    {CONTEXT_HISTORY, "U Down", "Esc closes"},
    {CONTEXT_LOG, "l", "Esc closes"},
    {CONTEXT_LOG, "l Up Space", "Esc closes"},
    {CONTEXT_LOG, "l / text:pelic", "/pelic"},
    {CONTEXT_PAST, "<", "LOOKING BACK"},
    {CONTEXT_PAST, "d text:2 F4 Left", "LOOKING BACK"},
    {CONTEXT_PAST, "U Down Enter", "LOOKING BACK"},
    {CONTEXT_ENCOUNTERS, "T Down", "Esc closes"},
    {CONTEXT_ENCOUNTERS, "T / text:ledg", "/ledg"},
    {CONTEXT_PLAN, "T + P", "Esc closes"},
    {CONTEXT_PARTY, "p", "Esc closes"},
    {CONTEXT_WHY, "y Right", "Esc closes"},
    {CONTEXT_FIGURES, "%", "Esc closes"},
    {CONTEXT_FORECAST, "C-f wait w text:dup", "what if: dup"},
    {CONTEXT_FORECAST, "C-f wait = text:pel", "ask: how many pel"},
    {CONTEXT_FORECAST, "C-f wait P Down", "Enter keeps  Tab who"},
    {CONTEXT_EXAMPLE, "C-f wait wait e > >", "never played"},
    {CONTEXT_CHART, "l v wait wait", "Esc closes"},
    {CONTEXT_ASK, "/ text:by=an", "/by=an"},
    {CONTEXT_FIGURES, "% / text:by=an", "/by=an"},
    {CONTEXT_CHRONICLE, "H", "Esc closes"},
    {CONTEXT_FORM, "N \"text:Wax rat\" Down text:4", "Wax rat"},
    {CONTEXT_FORM, "Enter Down text:3", "Anka"},
    {CONTEXT_FILE, "n Backspace text:x", "Esc decide later"},
    {CONTEXT_SETTINGS, ", , Down text:9", "9"},
    {CONTEXT_MORE, ",", "F3, and then"},
    {CONTEXT_CAMPAIGNS, "T f", "Esc closes"},
    {CONTEXT_IMPORTS, ": text:import Enter", "Esc back"},
    {CONTEXT_IMPORTS, "\"paste:Imp: AC 5 [14], HD 1, hp 4\"", "Esc back"},
    {CONTEXT_KINDS, ", k / text:gob", "/gob"},
    {CONTEXT_FORM, ", k N text:Imp Down text:3", "add-kind Imp"},
    {CONTEXT_KINDS, ", k Down 6", "6: Enter adds 6"},
    {CONTEXT_PREPARED, "T E", "Esc closes"},
    /* What is asked or typed at the table. */
    {CONTEXT_TABLE, "Down 2 *", "to all 2 chosen"},
    {CONTEXT_QUESTION, "i text:15", "15"},
    {CONTEXT_QUESTION, "+ \"text:2 ra\"", "2 ra"},
    {CONTEXT_QUESTION, "F2 text:Big", "Big"},
    {CONTEXT_QUESTION, "# text:torch", "torch"},
    {CONTEXT_QUESTION, "O text:owes", "owes"},
    {CONTEXT_QUESTION, "Tab e text:+5", "+5"},
    {CONTEXT_QUESTION, "Tab M text:2", "2"},
    {CONTEXT_QUESTION, "Tab c / text:own", "own"},
    {CONTEXT_QUESTION, "Tab 3 c", "for 3 rounds"},
    {CONTEXT_QUESTION, "Tab x", "fled"},
    {CONTEXT_QUESTION, "Tab r", "shield self before the roll"},
    {CONTEXT_QUESTION, "Home 3 * d text:12B", "B half  Pelican 1"},
    {CONTEXT_QUESTION, "Tab Tab d text:20 Enter m / text:torn", "torn"},
    {CONTEXT_OPEN, "Tab Tab d text:20 Enter &", "injury save due"},
    {CONTEXT_PALETTE, "Tab Tab d text:2 Enter A Backspace text:6", ":amend damage p2 6"},
    {CONTEXT_PALETTE, "U Down A Backspace", ":amend"},
    {CONTEXT_PALETTE, ", n text:wind", ":note wind"},
    /* What is typed over a list or a sheet. */
    {CONTEXT_PALETTE, "T r text:Den", "Den"},
    {CONTEXT_PALETTE, "T t text:boss", "boss"},
    {CONTEXT_PALETTE, "T O text:door", "door"},
    {CONTEXT_PALETTE, "T + P O text:door", "door"},
    {CONTEXT_PALETTE, "T + P w text:page", "page"},
    {CONTEXT_PALETTE, "T E N text:Ford", "Ford"},
    {CONTEXT_PALETTE, "l w text:page", "page"},
    {CONTEXT_PALETTE, "l Up A Backspace", ":amend"},
    {CONTEXT_PALETTE, "< O text:lies", "lies"},
    {CONTEXT_PALETTE, "< # text:2", ":look 2"},
    {CONTEXT_PALETTE, "H w text:page", "page"},
    {CONTEXT_FORM, "p N text:Bo", ": join Bo"},
    {CONTEXT_PALETTE, "p + text:20", ":party-gain 20"},
    {CONTEXT_PALETTE, "p $ text:3", ":party-spend 3"},
    {CONTEXT_PALETTE, "p : text:heal", ":party heal"},
    {CONTEXT_PALETTE, ", k / text:gob Enter C text:Mire", "Mire"},
    {CONTEXT_PALETTE, "% K text:hits", "hits"},
    {CONTEXT_PALETTE, "/ text:by=an Down K text:birds", "birds"},
};
enum { HALF_FILLED = sizeof half_filled / sizeof half_filled[0] };

/* The same in the other game, whose rounds ask for more. */
static const struct half_filled half_filled_below[] = {
    {CONTEXT_QUESTION, "m text:4", "4"},
    {CONTEXT_QUESTION, "L text:4", "4"},
    {CONTEXT_OPEN, "&", "defend"},
    {CONTEXT_QUESTION, "P", "where is the fight"},
    {CONTEXT_QUESTION, "+ \"text:ghast level=5 hp=5\" Enter", "what kind of foe is it?"},
    {CONTEXT_FORM, "N text:Imp Down Down text:3", "Imp"},
};
enum { HALF_FILLED_BELOW = sizeof half_filled_below / sizeof half_filled_below[0] };

static const char news[] = "another program changed";

/* The screen before the other program wrote. */
static struct {
    struct play *play;
    struct frame before;
    int compared;
    bool is_lost;        /* the campaign's file: another one is made in its place */
    const char *written; /* the line of the other program */
    const char *keys;
} scene;

static void write_as_another_program(void)
{
    static struct result result;
    struct sitting *other;
    struct error err;
    struct sitting_options options = {.path = scene.play->path, .has_seed = true, .seed = 6};
    if (sitting_open(&other, &options, &err) != STATUS_OK) {
        fail_msg("%s: %s", err.where, err.text);
    }
    sitting_run(other, scene.is_lost ? "encounter Other" : scene.written, false, &result);
    assert_int_equal(result.kind, RESULT_DONE);
    sitting_close(other);
}

static void compare(const struct frame *after)
{
    static char expected[FRAME_DUMP_SIZE], shown[FRAME_DUMP_SIZE];
    struct text text = text_over(expected, sizeof expected);
    frame_dump(&text, &scene.before);
    text = text_over(shown, sizeof shown);
    frame_dump(&text, after);
    if (strcmp(shown, expected) != 0) {
        fail_msg("%s: before\n%s\nafter\n%s", scene.keys, expected, shown);
    }
    assert_int_equal(after->cursor_row, scene.before.cursor_row);
    assert_int_equal(after->cursor_column, scene.before.cursor_column);
    scene.compared++;
}

/* By the words screen:before, screen:write, screen:after, screen:lose. */
static void photograph(void *context, struct str name, const struct frame *last)
{
    (void)context;
    if (str_equal(name, "before")) {
        scene.before = *last;
    } else if (str_equal(name, "after")) {
        compare(last);
    } else if (str_equal(name, "write")) {
        write_as_another_program();
    } else {
        scene.is_lost = remove(scene.play->path) == 0;
    }
}

static void press(struct play *play, const char *keys)
{
    struct error err;
    scene.play = play;
    term_script_open(&play->terminal, &play->script, play->rows, play->columns, play->glyphs);
    play->script.photograph = photograph;
    if (term_script_feed(&play->script, str_of(keys), &err) != STATUS_OK) {
        fail_msg("%s", err.text);
    }
    assert_int_equal(table_run(play->sitting, &play->terminal, NULL, NULL), 0);
    term_close(&play->terminal);
}

static void check_undisturbed(const char *const *lines, const struct half_filled *half)
{
    char keys[300];
    struct play *play = play_new(lines);
    scene.compared = 0;
    scene.is_lost = false;
    scene.keys = half->keys;
    /* A chart goes on to be drawn while it sharpens: it is only still there afterwards. */
    bool is_still = half->context != CONTEXT_CHART;
    snprintf(keys, sizeof keys, "%s %s wait wait %s screen:write wait wait %s",
             half->context == CONTEXT_FILE ? "screen:lose" : "", half->keys,
             is_still ? "screen:before" : "", is_still ? "screen:after" : "");
    press(play, keys);
    assert_int_equal(scene.compared, is_still ? 1 : 0);
    play_shows(play, half->shown);
    play_hides(play, news);
    play_free(play);
}

static void test_other_program__changes_nothing_of_what_is_half_filled(void **state)
{
    bool is_there[CONTEXT_COUNT] = {false};
    (void)state;
    scene.written = "damage p1 5";
    for (int i = 0; i < HALF_FILLED; i++) {
        check_undisturbed(fight, &half_filled[i]);
        is_there[half_filled[i].context] = true;
    }
    scene.written = "note the tide turns";
    for (int i = 0; i < HALF_FILLED_BELOW; i++) {
        check_undisturbed(fight_lines(FIGHT_CISTERN_STRIKES), &half_filled_below[i]);
    }
    for (int i = 0; i < CONTEXT_COUNT; i++) {
        if (!is_there[i]) {
            fail_msg("%s is not tried", key_context_name((enum key_context)i));
        }
    }
}

static void test_other_program__is_reported_once_all_views_are_closed(void **state)
{
    (void)state;
    scene.written = "damage p1 5";
    for (int i = 0; i < HALF_FILLED; i++) {
        char keys[300];
        if (half_filled[i].context == CONTEXT_FILE) {
            continue;
        }
        struct play *play = play_new(fight);
        scene.is_lost = false;
        snprintf(keys, sizeof keys, "%s wait wait screen:write wait Esc Esc Esc Esc wait",
                 half_filled[i].keys);
        press(play, keys);
        play_shows(play, news);
        play_shows(play, "11/16");
        play_free(play);
    }
}

/* What is known of the fight as it stood is kept, also where more of it is asked for. */
static void test_other_program__does_not_end_a_forecast_that_is_watched(void **state)
{
    static const char says[] = "Another program changed this fight: the figures are of how";
    (void)state;
    struct play *play = play_new(fight);
    scene.written = "damage p1 5";
    scene.is_lost = false;
    press(play, "C-f wait wait screen:write wait");
    play_shows(play, says);
    play_shows(play, "The party wins");
    play_shows(play, "60 fights each");
    play_free(play);
    play = play_new(fight);
    press(play, "C-f wait wait screen:write wait w \"text:set Anka ac=30\" Enter wait wait");
    play_shows(play, says);
    play_shows(play, "set Anka ac=30");
    play_free(play);
    play = play_new(fight);
    press(play, "C-f wait wait screen:write wait Esc wait C-f wait");
    play_shows(play, "The party wins");
    play_hides(play, says);
    play_free(play);
}

/* A user who goes on regardless learns of it before anything is done, and keeps the typed
 * text. */
static void
test_other_program__a_form_that_is_saved_meanwhile_keeps_what_was_typed(void **state)
{
    (void)state;
    struct play *play = play_new(fight);
    scene.written = "damage p1 5";
    press(play, "N \"text:Wax rat\" wait screen:write wait Enter");
    play_shows(play, news);
    play_shows(play, "Wax rat");
    play_shows(play, "C-u unset");
    play_free(play);
    play = play_new(fight);
    press(play, "N \"text:Wax rat\" wait screen:write wait Enter Enter");
    play_shows(play, "? help");
    play_shows(play, "Wax rat");
    play_shows(play, "11/16");
    play_free(play);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_other_program__changes_nothing_of_what_is_half_filled),
        cmocka_unit_test(test_other_program__is_reported_once_all_views_are_closed),
        cmocka_unit_test(test_other_program__does_not_end_a_forecast_that_is_watched),
        cmocka_unit_test(
            test_other_program__a_form_that_is_saved_meanwhile_keeps_what_was_typed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
