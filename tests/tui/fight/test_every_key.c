/* Every key in every context does something or says why: all that can be typed, all named keys,
 * and those with Control and Alt, also where no table has them. Each is pressed twice: the
 * first may leave its answer where the second finds it already, as a message that says the
 * same. */
#include <stdio.h>
#include <string.h>

#include "app/settings/keys.h"
#include "app/sitting/state.h"
#include "support/fights.h"
#include "support/play.h"
#include "support/unit.h"
#include "tui/canvas/canvas.h"
#include "tui/loop/table.h"
#include "tui/term/term.h"

static const char *const begun[] = {
    "encounter \"Nest ledge\"", "add Anka side=party strength=14 wits=12 ac=24 hp=9",
    "add 2 pelican strength=12 wits=6 ac=22 morale=8 hp=16", "initiative 15 5", NULL};

static const struct opened {
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
    {CONTEXT_PLAN, "T + P"},
    {CONTEXT_PARTY, "p"},
    {CONTEXT_WHY, "y"},
    {CONTEXT_FIGURES, "%"},
    {CONTEXT_FORECAST, "C-f"},
    {CONTEXT_EXAMPLE, "C-f wait wait e > >"},
    {CONTEXT_CHART, "l v wait wait"},
    {CONTEXT_ASK, "/ text:a"},
    {CONTEXT_FIGURES, "% / text:b"},
    {CONTEXT_CHRONICLE, "H"},
    {CONTEXT_FORM, "Enter Down"},
    {CONTEXT_FORM, "Enter Down Down"},
    {CONTEXT_SETTINGS, ", , Down"},
    {CONTEXT_CAMPAIGNS, "T f"},
    {CONTEXT_KINDS, ", k Down"},
    {CONTEXT_KINDS, ", k / text:gob"},
    {CONTEXT_PREPARED, "T E"},
    {CONTEXT_FILE, "n"},
    {CONTEXT_OPEN, "&"},
};
enum { OPENED = sizeof opened / sizeof opened[0], KEYS_MOST = 500 };

/* What the other game has of its own: its keys at the table, and what they ask. */
static const struct opened opened_below[] = {
    {CONTEXT_TABLE, "Down"}, {CONTEXT_TABLE, "4"},    {CONTEXT_QUESTION, "m"},
    {CONTEXT_QUESTION, "L"}, {CONTEXT_QUESTION, "P"}, {CONTEXT_OPEN, "&"},
    {CONTEXT_MORE, ","},
};
enum { OPENED_BELOW = sizeof opened_below / sizeof opened_below[0] };

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
    assert_int_equal(table_run(play->sitting, &play->terminal, play->own_keys, NULL), 0);
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

/* The fight as it was before the keys: a new one where a key has changed it. */
struct scene {
    struct play *play;
    const char *const *lines;
    char encounter[100], undo[200];
    int silent; /* keys */
};

static void begin(struct scene *scene)
{
    scene->play = play_new(scene->lines);
    text_format(scene->encounter, sizeof scene->encounter, "%s",
                sitting_encounter_name(scene->play->sitting));
    text_format(scene->undo, sizeof scene->undo, "%s",
                sitting_undo_label(scene->play->sitting));
}

static void begin_again(struct scene *scene)
{
    const struct sitting *sitting = scene->play->sitting;
    if (strcmp(sitting_encounter_name(sitting), scene->encounter) != 0 ||
        strcmp(sitting_undo_label(sitting), scene->undo) != 0) {
        play_free(scene->play);
        begin(scene);
    }
}

static void press_each(struct scene *scene, const struct opened *at)
{
    int count = every_name();
    for (int k = 0; k < count; k++) {
        if (at->context == CONTEXT_FILE) {
            remove(scene->play->path);
        }
        press(scene->play, at->keys, names[k]);
        bool has_quit = scene->play->script.rest.n > 0 || strcmp(names[k], "q") == 0 ||
                        strcmp(names[k], "M-q") == 0; /* Esc, then q */
        /* Esc, then the key that opened this: it is there again. */
        bool opens_again =
            strncmp(names[k], "M-", 2) == 0 && strcmp(names[k] + 2, at->keys) == 0;
        if (!has_quit && !opens_again && !is_of_terminal(names[k]) &&
            are_same(&before, &scene->play->script.last)) {
            print_error("%s, and then %s: nothing\n", at->keys, names[k]);
            scene->silent++;
        }
        begin_again(scene);
    }
}

static void test_every_key__does_something_or_says_why(void **unused)
{
    (void)unused;
    bool is_there[CONTEXT_COUNT] = {false};
    struct scene scene = {.lines = begun};
    begin(&scene);
    for (int i = 0; i < OPENED; i++) {
        is_there[opened[i].context] = true;
        press_each(&scene, &opened[i]);
    }
    play_free(scene.play);
    for (int i = 0; i < CONTEXT_COUNT; i++) {
        assert_true(is_there[i]);
    }
    assert_int_equal(scene.silent, 0);
}

static void test_every_key__of_the_other_game_does_so_too(void **unused)
{
    (void)unused;
    struct scene scene = {.lines = fight_lines(FIGHT_CISTERN_STRIKES)};
    begin(&scene);
    for (int i = 0; i < OPENED_BELOW; i++) {
        press_each(&scene, &opened_below[i]);
    }
    play_free(scene.play);
    assert_int_equal(scene.silent, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_key__does_something_or_says_why),
        cmocka_unit_test(test_every_key__of_the_other_game_does_so_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
