/* Every key in every context does something or says why: all that can be typed, all named keys,
 * and those with Control and Alt, also where no table has them. Each is pressed twice: the
 * first may leave its answer where the second finds it already, as a message that says the
 * same. */
#include <stdio.h>
#include <string.h>

#include "app/keys.h"
#include "app/sitting_state.h"
#include "support/play.h"
#include "support/unit.h"
#include "tui/canvas/canvas_dump.h"
#include "tui/fight/table.h"
#include "tui/term/key.h"

static const char *const begun[] = {
    "encounter \"Nest ledge\"", "add Anka side=party strength=14 wits=12 ac=24 hp=9",
    "add 2 pelican strength=12 wits=6 ac=22 morale=8 hp=16", "initiative 15 5", NULL};

static const struct {
    enum key_context context;
    const char *keys;
} opened[] = {
    {CONTEXT_TABLE, "Down"},
    {CONTEXT_TABLE, "4"},
    {CONTEXT_TABLE, "*"},
    {CONTEXT_MORE, ","},
    {CONTEXT_QUESTION, "Tab a"},
    {CONTEXT_QUESTION, "a"},
    {CONTEXT_QUESTION, "d"},
    {CONTEXT_QUESTION, "c"},
    {CONTEXT_QUESTION, "x"},
    {CONTEXT_QUESTION, "r"},
    {CONTEXT_PALETTE, ":"},
    {CONTEXT_PALETTE, ": text:dam"},
    {CONTEXT_READER, "?"},
    {CONTEXT_HISTORY, "U Down"},
    {CONTEXT_LOG, "l Up"},
    {CONTEXT_PAST, "< Down"},
    {CONTEXT_PAST, "d F4"},
    {CONTEXT_ENCOUNTERS, "T"},
    {CONTEXT_ENCOUNTERS, "T / text:a"},
    {CONTEXT_PLAN, "T + p"},
    {CONTEXT_PARTY, "p"},
    {CONTEXT_WHY, "y"},
    {CONTEXT_FIGURES, "%"},
    {CONTEXT_FORECAST, "C-f"},
    {CONTEXT_EXAMPLE, "C-f wait wait e > >"},
    {CONTEXT_ASK, "/ text:a"},
    {CONTEXT_FIGURES, "% / text:b"},
    {CONTEXT_CHRONICLE, "H"},
    {CONTEXT_FORM, "Enter Down"},
    {CONTEXT_FORM, "Enter Down Down"},
    {CONTEXT_SETTINGS, ", , Down"},
    {CONTEXT_CAMPAIGNS, "T f"},
    {CONTEXT_KINDS, ", k Down"},
    {CONTEXT_KINDS, ", k / text:gob"},
    {CONTEXT_PREPARED, "T e"},
    {CONTEXT_FILE, "n"},
    {CONTEXT_OPEN, "&"},
};
enum { OPENED = sizeof opened / sizeof opened[0], KEYS_MOST = 500 };

/* What may pass without a sign: a key that is not the program's. */
static bool is_of_terminal(const char *key)
{
    return strcmp(key, "C-l") == 0 || strcmp(key, "C-z") == 0;
}

/* ---- the keys -------------------------------------------------------------------------- */

static char names[KEYS_MOST][KEY_NAME_SIZE];

static int add_key(int count, int key)
{
    int same;
    assert_true(count < KEYS_MOST);
    key_to_name(names[count], key);
    /* C-i is Tab, and C-m is Enter: no terminal gives these. */
    bool is_key = key_from_name(&same, str_of(names[count])) && same == key;
    return is_key ? count + 1 : count;
}

static int every_name(void)
{
    static const int named[] = {
#define NAMED_KEY(constant, name) NAMED_KEY_##constant,
#include "tui/term/named_keys.def"
#undef NAMED_KEY
    };
    int count = 0;
    for (int c = ' '; c <= '~'; c++) {
        count = add_key(count, c);
    }
    for (size_t i = 0; i < sizeof named / sizeof named[0]; i++) {
        count = add_key(count, named[i]);
    }
    for (int c = 'a'; c <= 'z'; c++) {
        count = add_key(count, KEY_WITH_CONTROL | c);
        count = add_key(count, KEY_WITH_ALT | c);
    }
    count = add_key(count, 0xE9);
    return count;
}

/* ---- what a key did -------------------------------------------------------------------- */

static struct frame before; /* the key */

static void keep(void *context, struct str name, const struct frame *last)
{
    (void)context;
    (void)name;
    before = *last;
}

static void press(struct play *play, const char *opener, const char *key)
{
    struct error err;
    char keys[120];
    bool is_blank = strcmp(key, "Space") == 0;
    snprintf(keys, sizeof keys, "%s screen:before \"%s\"", opener, is_blank ? "Space" : key);
    if (strcmp(key, "\"") == 0) {
        snprintf(keys, sizeof keys, "%s screen:before text:\"", opener);
    }
    term_script_open(&play->terminal, &play->script, play->rows, play->columns, play->glyphs);
    play->script.photograph = keep;
    if (term_script_feed(&play->script, str_of(keys), &err) != STATUS_OK) {
        fail_msg("%s", err.text);
    }
    assert_int_equal(table_run_with(play->sitting, &play->terminal, play->own_keys, NULL), 0);
    term_close(&play->terminal);
}

static bool are_same(const struct frame *a, const struct frame *b)
{
    static char first[FRAME_DUMP_SIZE];
    static char second[FRAME_DUMP_SIZE];
    struct text one = text_over(first, sizeof first);
    struct text other = text_over(second, sizeof second);
    frame_dump(&one, a);
    frame_dump(&other, b);
    return strcmp(first, second) == 0;
}

static struct play *as_begun(struct play *play)
{
    if (strcmp(sitting_encounter_name(play->sitting), "Nest ledge") == 0 &&
        strcmp(sitting_undo_label(play->sitting), "initiative for 3") == 0) {
        return play;
    }
    play_free(play);
    return play_new(begun);
}

static void test_every_key__does_something_or_says_why(void **unused)
{
    (void)unused;
    bool is_there[CONTEXT_COUNT] = {false};
    int count = every_name();
    int silent = 0;
    struct play *play = play_new(begun);
    for (int i = 0; i < OPENED; i++) {
        is_there[opened[i].context] = true;
        for (int k = 0; k < count; k++) {
            if (opened[i].context == CONTEXT_FILE) {
                remove(play->path);
            }
            press(play, opened[i].keys, names[k]);
            bool has_quit = play->script.rest.n > 0 || strcmp(names[k], "q") == 0;
            if (!has_quit && !is_of_terminal(names[k]) &&
                are_same(&before, &play->script.last)) {
                print_error("%s, and then %s: nothing\n", opened[i].keys, names[k]);
                silent++;
            }
            play = as_begun(play);
        }
    }
    play_free(play);
    for (int i = 0; i < CONTEXT_COUNT; i++) {
        assert_true(is_there[i]);
    }
    assert_int_equal(silent, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_key__does_something_or_says_why),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
