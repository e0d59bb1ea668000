/* The palette runs only what is named: every command by its name and by each of its beginnings
 * in every game, and words that are no names. A script takes whole names alone. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/sitting/state.h"
#include "base/text.h"
#include "support/play.h"
#include "support/unit.h"
#include "tui/palette/palette.h"

enum { WRONG_LEAST = 200, WORD_SIZE = 40, WRONG_MOST = 400 };

static const char *const nothing[] = {NULL};

static const char *const demos[] = {
    "data/demo/spire.referee", "data/demo/dungeon.referee", "data/demo/mill_pond.referee",
    "data/demo/saltworks.referee", "data/demo/sunken_larder.referee"};

enum { DEMOS = sizeof demos / sizeof demos[0] };

static struct palette palette;
static struct palette_source source;
static struct key_table keys;

static void begin_demo(struct play *play, int demo)
{
    play_script(play, demos[demo]);
    key_table_make(&keys, sitting_procedure(play->sitting), NULL);
    source = (struct palette_source){.keys = &keys,
                                     .procedure = sitting_procedure(play->sitting),
                                     .state = sitting_state(play->sitting)};
    source.commands_count = sitting_commands(play->sitting, &source.commands);
}

static void type(const char *words)
{
    palette_begin(&palette, &source, "");
    for (; *words != '\0'; words++) {
        line_edit_insert(&palette.edit, (struct str){words, 1});
        palette_update(&palette, &source);
    }
}

static bool begins(const char *name, const char *word)
{
    size_t n = strlen(word);
    return strlen(name) >= n && str_equal_any_case((struct str){name, (int)n}, str_of(word));
}

static bool is_command(const char *word)
{
    for (int i = 0; i < source.commands_count; i++) {
        if (strcmp(source.commands[i]->name, word) == 0) {
            return true;
        }
    }
    return false;
}

/* How many begin so, commands and combatants; a whole name is one alone. */
static int count_beginning(const char *word)
{
    int count = 0;
    if (is_command(word)) {
        return 1;
    }
    for (int i = 0; i < source.commands_count; i++) {
        count += begins(source.commands[i]->name, word) ? 1 : 0;
    }
    struct error err;
    int rows = 0;
    for (int id = 1; id <= source.state->count; id++) {
        bool is_so =
            state_is_present(source.state, id) && begins(state_name(source.state, id), word);
        rows += is_so ? 1 : 0;
    }
    return count + (combatant_find(source.state, str_of(word), &err) != 0 ? 1 : rows);
}

/* ---- names and beginnings -------------------------------------------------------------- */

static void check_beginning(const char *name, const char *word)
{
    struct palette_enter enter;
    TEXT_BUFFER(told, 300);
    type(word);
    palette_enter(&palette, &source, &enter);
    if (count_beginning(word) == 1) {
        struct str rest = str_of(enter.line);
        name = is_command(word) ? word : name;
        if (!str_equal(str_next_word(&rest), name) || rest.n > 1) {
            fail_msg("%s stands for %s, and Enter takes \"%s\"", word, name, enter.line);
        }
        return;
    }
    if (enter.line[0] != '\0' || enter.verdict != PALETTE_WAITS || palette.list.picked >= 0) {
        fail_msg("%s is not one name alone, and Enter takes \"%s\"", word, enter.line);
    }
    assert_true(palette.list.count > 1);
    palette_say_why_not(&palette, &source, &told);
    assert_non_null(strstr(told.p, " begin with "));
}

static void test_names__each_beginning_runs_the_one_command_or_lists(void **unused)
{
    (void)unused;
    for (int demo = 0; demo < DEMOS; demo++) {
        struct play *play = play_new(nothing);
        begin_demo(play, demo);
        for (int i = 0; i < source.commands_count; i++) {
            const char *name = source.commands[i]->name;
            for (int n = 1; n <= (int)strlen(name); n++) {
                char word[WORD_SIZE];
                snprintf(word, sizeof word, "%.*s", n, name);
                check_beginning(name, word);
            }
        }
        play_free(play);
    }
}

/* The line that will run stands there: the name is written out with the blank after it. */
static void test_names__a_beginning_is_written_out(void **unused)
{
    (void)unused;
    struct play *play = play_new(nothing);
    begin_demo(play, 0);
    type("dam p");
    assert_string_equal(palette.edit.text, "damage p");
    assert_string_equal(palette.place.command->name, "damage");
    type("ruling att ");
    assert_string_equal(palette.edit.text, "ruling attack ");
    type("d p");
    assert_string_equal(palette.edit.text, "d p");
    type("dmg p");
    assert_string_equal(palette.edit.text, "dmg p");
    play_free(play);
}

/* ---- wrong words ----------------------------------------------------------------------- */

static const char *const typed_by_people[] = {
    "stat",   "stats",  "exit", "bye",   "hlep",    "halp",   "write",  "w",     "wq",
    "ls",     "dir",    "show", "due",   "why",     "q!",     "x!",     "load",  "export",
    "delete", "remove", "kill", "fight", "hit",     "strike", "roll",   "dice",  "start",
    "stop",   "resume", "cls",  "clear", "refresh", "redraw", "format", "print", "man",
};

/* Slips of every kind in the name: a letter left out, doubled, two swapped, a wrong one. */
static void slip(char out[WORD_SIZE], const char *name, int kind, int at)
{
    int n = (int)strlen(name);
    at = at % n;
    snprintf(out, WORD_SIZE, "%s", name);
    if (kind == 0) {
        memmove(out + at, out + at + 1, (size_t)(n - at));
    } else if (kind == 1) {
        memmove(out + at + 1, out + at, (size_t)(n - at) + 1);
    } else if (kind == 2 && at + 1 < n) {
        out[at] = name[at + 1];
        out[at + 1] = name[at];
    } else {
        out[at] = 'q';
    }
}

static int wrong_words(char out[WRONG_MOST][WORD_SIZE])
{
    int count = 0;
    for (size_t i = 0; i < sizeof typed_by_people / sizeof typed_by_people[0]; i++) {
        snprintf(out[count], WORD_SIZE, "%s", typed_by_people[i]);
        count += count_beginning(out[count]) == 0 ? 1 : 0;
    }
    for (int i = 0; i < source.commands_count && count + 4 < WRONG_MOST; i++) {
        for (int kind = 0; kind < 4; kind++) {
            slip(out[count], source.commands[i]->name, kind, i + kind + 1);
            count += out[count][0] != '\0' && count_beginning(out[count]) == 0 ? 1 : 0;
        }
    }
    return count;
}

static void test_names__a_wrong_word_runs_nothing(void **unused)
{
    (void)unused;
    static char words[WRONG_MOST][WORD_SIZE];
    struct state *before = calloc(1, sizeof *before);
    assert_non_null(before);
    for (int demo = 0; demo < DEMOS; demo++) {
        struct play *play = play_new(nothing);
        begin_demo(play, demo);
        int count = wrong_words(words);
        assert_true(count >= WRONG_LEAST / (demo < 2 ? 1 : 2));
        state_copy(before, sitting_state(play->sitting));
        for (int i = 0; i < count; i++) {
            struct palette_enter enter;
            type(words[i]);
            palette_enter(&palette, &source, &enter);
            if (enter.line[0] != '\0' || enter.verdict != PALETTE_WAITS) {
                fail_msg("%s is no name, and Enter takes \"%s\"", words[i], enter.line);
            }
            sitting_run(play->sitting, words[i], false, &play->result);
            assert_int_equal(play->result.kind, RESULT_WRONG);
            assert_non_null(strstr(play->result.error.text, "there is no command"));
        }
        assert_true(state_equal(sitting_state(play->sitting), before));
        play_free(play);
    }
    free(before);
}

/* At the real table, where Enter on a wrong word says so and stays. */
static void test_names__a_wrong_word_is_answered_at_the_table(void **unused)
{
    (void)unused;
    static char words[WRONG_MOST][WORD_SIZE];
    struct play *play = play_new(nothing);
    begin_demo(play, 0);
    int count = wrong_words(words);
    struct state *before = calloc(1, sizeof *before);
    assert_non_null(before);
    state_copy(before, sitting_state(play->sitting));
    for (int i = 0; i < count; i += 5) {
        char pressed[WORD_SIZE + 40];
        text_format(pressed, sizeof pressed, ": \"text:%s\" Enter Enter", words[i]);
        play_keys(play, pressed);
        play_shows(play, "there is no command");
    }
    assert_true(state_equal(sitting_state(play->sitting), before));
    free(before);
    play_keys(play, ": text:hlep Enter");
    play_shows(play, "there is no command hlep; did you mean help?");
    play_keys(play, ": text:s Enter");
    play_shows(play, " begin with s: type more, or choose one with Down");
    play_free(play);
}

/* A beginning is the palette's: a script says the whole name, and is told the nearest. */
static void test_names__a_script_takes_no_beginnings(void **unused)
{
    (void)unused;
    struct play *play = play_new(nothing);
    begin_demo(play, 0);
    sitting_run(play->sitting, "damag p1 3", false, &play->result);
    assert_int_equal(play->result.kind, RESULT_WRONG);
    assert_string_equal(play->result.error.text,
                        "there is no command damag; did you mean damage?");
    sitting_run(play->sitting, "att p1 14", false, &play->result);
    assert_int_equal(play->result.kind, RESULT_WRONG);
    assert_string_equal(play->result.error.text,
                        "there is no command att; did you mean attack?");
    play_free(play);
}

/* ---- words that everybody tries -------------------------------------------------------- */

static void test_names__what_everybody_tries_is_answered(void **unused)
{
    (void)unused;
    struct play *play = play_new(nothing);
    begin_demo(play, 0);
    play_keys(play, ": text:help Enter");
    play_shows(play, "At the table");
    play_keys(play, ": \"text:help attack\" Enter");
    play_shows(play, "attack [TARGET]");
    play_keys(play, ": text:log Enter");
    play_shows(play, "Space explains");
    play_keys(play, ": text:list Enter");
    play_shows(play, "── encounters ─");
    play_keys(play, ": text:status Enter");
    play_shows(play, "── status ─");
    play_shows(play, "round ");
    play_keys(play, ": text:save Enter");
    play_shows(play, "everything is saved already, in");
    play_shows(play, "save-as FILE");
    play_keys(play, ": text:qui");
    play_shows(play, "Enter runs quit");
    play_free(play);
}

/* Where a game has the word for something else, it is that. */
static void test_names__a_save_of_the_game_is_its_own(void **unused)
{
    (void)unused;
    struct play *play = play_new(nothing);
    begin_demo(play, 1);
    int count = 0;
    for (int i = 0; i < source.commands_count; i++) {
        count += strcmp(source.commands[i]->name, "save") == 0 ? 1 : 0;
    }
    assert_int_equal(count, 1);
    play_keys(play, ": text:save");
    play_shows(play, "› save           a saving throw");
    play_shows(play, "  save-as ");
    play_free(play);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names__each_beginning_runs_the_one_command_or_lists),
        cmocka_unit_test(test_names__a_beginning_is_written_out),
        cmocka_unit_test(test_names__a_wrong_word_runs_nothing),
        cmocka_unit_test(test_names__a_wrong_word_is_answered_at_the_table),
        cmocka_unit_test(test_names__a_script_takes_no_beginnings),
        cmocka_unit_test(test_names__what_everybody_tries_is_answered),
        cmocka_unit_test(test_names__a_save_of_the_game_is_its_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
