/* The keys of the key table on a terminal: each of them from the table and behind each key that
 * opens something, and then any keys at all. Contexts and rows are those that are in force when this
 * runs. Behind it stand two questions: does Esc lead back (how often it takes, tui/test_leaving
 * counts), and is what the screen shows also on the disk, as another process reads it there, when the
 * program is killed at that moment?
 *
 * SOAK_KEYS=20000 presses that many random keys, and every key behind every other one; `make soak`
 * does so. SEED=7 makes them others. */
#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/keys.h"
#include "support/sitting.h"
#include "support/unit.h"

/* Without SOAK_KEYS: so many random keys, and of the pairs of keys one of so many. */
enum { KEYS_USUAL = 400, PAIRS_ONE_OF = 24 };
/* So often the program is killed behind so many acts. */
enum { KILLED = 4, ACTS_UNTIL_KILLED = 3 };
enum { AT_ONCE = 25, ATTEMPTS = 20, PATIENCE_MS = 40, LAST_PATIENCE_MS = 20000 };

static char campaign[SITTING_PATH_SIZE];
static int reopened;
static bool is_interrupted; /* C-c was pressed since the table was last seen */

static int soak_keys(void)
{
    const char *keys = getenv("SOAK_KEYS");
    return keys != NULL ? atoi(keys) : 0;
}

static struct pty *open_fight(void)
{
    sitting_campaign(campaign, "keys");
    reopened = 0;
    assert_int_equal(sitting_run(campaign, "run data/demo/spire.referee", NULL), 0);
    return sitting_open(campaign, &terminal_usual);
}

/* A key of the table. C-c, when it comes behind a "q", meets the shell's modes again. */
static void press(struct pty *pty, const char *key)
{
    is_interrupted = is_interrupted || strcmp(key, "C-c") == 0;
    pty_key(pty, key);
}

/* Some key led out of the program: it ended well, and goes on. */
static void open_again(struct pty **pty)
{
    if (is_interrupted) {
        sitting_end_interrupted(*pty, 0);
    } else {
        sitting_end(*pty, 0);
    }
    *pty = sitting_open(campaign, &terminal_usual);
    reopened++;
}

/* A key that means nothing, pressed at the table, is answered by its name: then all that was
 * pressed before it has been taken. Two of them by turns, so that an answer is never an old one. */
static const char *next_marker(void)
{
    static bool is_odd;
    is_odd = !is_odd;
    return is_odd ? "F11" : "F12";
}

/* Esc, as often as it takes; a few times must do. More than what lies over the table would need, for
 * a lone escape just before another key may be taken for one key with it, and is pressed again. */
static void go_back(struct pty **pty)
{
    char answer[32];
    const char *marker = next_marker();
    snprintf(answer, sizeof answer, "%s here, ? for help", marker);
    for (int i = 0; i < ATTEMPTS; i++) {
        int patience = i < ATTEMPTS - 1 ? PATIENCE_MS : LAST_PATIENCE_MS;
        pty_key(*pty, "Esc");
        if (!pty_awaits(*pty, "? help", patience)) {
            if (pty_has_ended(*pty)) {
                open_again(pty);
            }
            continue;
        }
        pty_key(*pty, marker);
        if (pty_awaits(*pty, answer, patience)) {
            is_interrupted = false;
            return;
        }
        if (pty_has_ended(*pty)) {
            open_again(pty);
        }
    }
    fail_msg("Esc does not lead back to the table:\n%s", pty_screen(*pty));
}

enum { ROWS_COMPARED = 22, ROW_SIZE = 1024 };

struct picture {
    char row[ROWS_COMPARED][ROW_SIZE];
};

/* The table as it looks when nothing is marked and the first row is selected, without the rows of
 * the message and the footer. */
static void look(struct picture *out, struct pty **pty)
{
    bool has_nothing_left = false;
    pty_resize(*pty, 24, 80);
    go_back(pty);
    /* Each drops one thing more; who has none is told how to leave. */
    for (int i = 0; i < ATTEMPTS && !has_nothing_left; i++) {
        pty_key(*pty, "Esc");
        has_nothing_left = pty_awaits(*pty, "everything is kept already", PATIENCE_MS);
    }
    assert_true(has_nothing_left);
    pty_key(*pty, "Home");
    go_back(pty);
    for (int row = 0; row < ROWS_COMPARED; row++) {
        snprintf(out->row[row], ROW_SIZE, "%s", pty_row(*pty, row));
    }
}

/* ---- the log, read by another process ---------------------------------------------------------- */

enum { LABEL_COMPARED = 24 };

/* What `referee log --json` prints meanwhile; `words` name another encounter than the open one, or
 * are "". Owned by the caller. */
static json_t *read_log_of(const char *words)
{
    char path[SITTING_PATH_SIZE + 8];
    char line[300];
    snprintf(path, sizeof path, "%s.log", campaign);
    snprintf(line, sizeof line, "log --json %s", words);
    assert_int_equal(sitting_run(campaign, line, path), 0);
    json_error_t why;
    json_t *log = json_load_file(path, 0, &why);
    if (log == NULL) {
        fail_msg("%s", why.text);
    }
    remove(path);
    return log;
}

static json_t *read_log(void)
{
    return read_log_of("");
}

/* The same encounter's log again, whichever is open now. */
static json_t *read_again(const json_t *log)
{
    char words[280] = "'";
    size_t n = 1;
    for (const char *p = json_string_value(json_object_get(log, "encounter")); *p != '\0'; p++) {
        const char *quoted = *p == '\'' ? "'\\''" : (char[]){*p, '\0'};
        n += (size_t)snprintf(words + n, sizeof words - n, "%s", quoted);
    }
    snprintf(words + n, sizeof words - n, "'");
    return read_log_of(words);
}

static size_t acts_of(const json_t *log)
{
    return json_array_size(json_object_get(log, "acts"));
}

static const char *text_of(const json_t *act, const char *name)
{
    return json_string_value(json_object_get(act, name));
}

/* The log since was written on, and nothing else happened to it: acts are only marked as undone. */
static void expect_continued(const json_t *before, const json_t *after)
{
    static const char *const kept[] = {"id", "round", "at_ms", "label", "command", "lines"};
    size_t i;
    json_t *act;
    assert_true(acts_of(after) >= acts_of(before));
    json_array_foreach(json_object_get(before, "acts"), i, act) {
        const json_t *same = json_array_get(json_object_get(after, "acts"), i);
        for (size_t k = 0; k < sizeof kept / sizeof kept[0]; k++) {
            assert_true(json_equal(json_object_get(act, kept[k]), json_object_get(same, kept[k])));
        }
    }
}

/* At the table: what the screen calls the last act is the log's last one that is not undone. */
static void expect_last_act(struct pty *pty, const json_t *log)
{
    const json_t *last = NULL;
    size_t i;
    json_t *act;
    json_array_foreach(json_object_get(log, "acts"), i, act) {
        last = json_is_false(json_object_get(act, "undone")) ? act : last;
    }
    char undo[LABEL_COMPARED + 1] = "";
    if (last != NULL) {
        snprintf(undo, sizeof undo, "undo: %s", text_of(last, "label"));
        pty_expect_row(pty, 0, undo);
    } else {
        assert_null(strstr(pty_row(pty, 0), "undo:"));
    }
}

/* What another process reads now of the encounter of `before`, which is freed, goes on from there;
 * and what it reads of the open one is what the screen shows. */
static json_t *expect_log(struct pty *pty, json_t *before)
{
    json_t *again = read_again(before);
    expect_continued(before, again);
    json_decref(again);
    json_decref(before);
    json_t *now = read_log();
    expect_last_act(pty, now);
    return now;
}

/* Nothing of what was done is lost when the program dies here, and the log is sound. */
static void kill_and_compare(struct pty *pty)
{
    static struct picture before;
    static struct picture after;
    look(&before, &pty);
    json_t *log_before = read_log();
    expect_last_act(pty, log_before);
    pty_signal(pty, SIGKILL);
    assert_int_equal(pty_wait(pty).signal_number, SIGKILL);
    pty_close(pty);
    json_t *log_after = read_log();
    assert_true(json_equal(log_before, log_after));
    json_decref(log_before);
    json_decref(log_after);
    pty = sitting_open(campaign, &terminal_usual);
    look(&after, &pty);
    for (int row = 0; row < ROWS_COMPARED; row++) {
        assert_string_equal(before.row[row], after.row[row]);
    }
    sitting_leave(pty);
    assert_int_equal(sitting_run(campaign, "verify", NULL), 0);
    sitting_remove(campaign);
}

/* Each act is one row of the log, and is there as soon as it is seen: that is when the program is
 * killed, again and again. */
static void test_keys__an_act_that_is_seen_is_in_the_log(void **state)
{
    (void)state;
    struct pty *pty = open_fight();
    json_t *log = read_log();
    size_t acts_before = acts_of(log);
    for (int act = 1; act <= KILLED * ACTS_UNTIL_KILLED; act++) {
        char words[80];
        snprintf(words, sizeof words, ": \"text:rename #1 Name%d\" Enter", act);
        sitting_press(pty, words);
        snprintf(words, sizeof words, "renamed Name%d", act);
        pty_expect_row(pty, 0, words);
        if (act % ACTS_UNTIL_KILLED != 0) {
            continue;
        }
        pty_signal(pty, SIGKILL);
        assert_int_equal(pty_wait(pty).signal_number, SIGKILL);
        pty_close(pty);
        pty = sitting_open(campaign, &terminal_usual);
        log = expect_log(pty, log);
        assert_int_equal(acts_of(log), acts_before + (size_t)act);
    }
    json_decref(log);
    kill_and_compare(pty);
}

/* C-c is a key like others, and while the program leaves it comes too late. */
static void test_keys__C_c_ends_nothing(void **state)
{
    static const char *const opened[] = {"d", ":", "?", "U", "l", "N", "d text:3 F1"};
    (void)state;
    struct pty *pty = open_fight();
    json_t *before = read_log();
    for (size_t i = 0; i < sizeof opened / sizeof opened[0]; i++) {
        sitting_press(pty, opened[i]);
        pty_expect_gone(pty, "? help");
        sitting_press(pty, i + 1 < sizeof opened / sizeof opened[0] ? "C-c" : "C-c C-c");
        pty_expect(pty, "? help");
    }
    pty_key(pty, "C-c");
    pty_expect(pty, "q leaves, and everything is kept already");
    json_t *after = read_log();
    assert_true(json_equal(before, after));
    json_decref(before);
    json_decref(after);
    for (int i = 0; i < KILLED; i++) {
        sitting_press(pty, "q C-c C-c");
        sitting_end_interrupted(pty, 0);
        pty = sitting_open(campaign, &terminal_usual);
    }
    kill_and_compare(pty);
}

static void test_keys__every_key_is_taken_at_the_table(void **state)
{
    const struct key_binding *bindings;
    int count = key_bindings(&bindings);
    (void)state;
    int leaving = 0;
    struct pty *pty = open_fight();
    for (int i = 0; i < count; i++) {
        const struct key_binding *here = key_binding_find(CONTEXT_TABLE, bindings[i].key);
        leaving += here != NULL && strcmp(here->command, "quit") == 0;
        press(pty, bindings[i].key);
        go_back(&pty);
    }
    assert_int_equal(reopened, leaving);
    kill_and_compare(pty);
}

static void test_keys__every_key_is_taken_behind_every_other(void **state)
{
    const struct key_binding *bindings;
    int count = key_bindings(&bindings);
    int one_of = soak_keys() > 0 ? 1 : PAIRS_ONE_OF;
    (void)state;
    struct pty *pty = open_fight();
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < count && bindings[i].context == CONTEXT_TABLE; k++) {
            if ((i + k) % one_of == 0) {
                press(pty, bindings[i].key);
                press(pty, bindings[k].key);
                go_back(&pty);
            }
        }
    }
    kill_and_compare(pty);
}

/* ---- any keys ------------------------------------------------------------------------------- */

static uint32_t draw(uint32_t *random, uint32_t most)
{
    *random = *random * 1664525u + 1013904223u;
    return (*random >> 8) % most;
}

/* What no key of the table sends. */
static void press_odd(struct pty *pty, uint32_t which)
{
    static const char *const bytes[] = {"\033[1;5q", "\xff", "\033OZ", "\xC3", "\033[<0;3;4M",
                                        "\r\n",      "\033", "[A"};
    static const char *const words[] = {"text:14", "text:*", "text:p1", "\"text:-2d6 3\"",
                                        "\"paste:n n q\"", "resize:40x12", "resize:80x24",
                                        "resize:120x40", "resize:1x1", "resize:200x60", "text:é"};
    enum { BYTES = sizeof bytes / sizeof bytes[0], WORDS = sizeof words / sizeof words[0] };
    which %= BYTES + WORDS;
    if (which < BYTES) {
        pty_send(pty, bytes[which], (int)strlen(bytes[which]));
    } else {
        sitting_press(pty, words[which - BYTES]);
    }
}

static void test_keys__any_keys_lose_nothing(void **state)
{
    const struct key_binding *bindings;
    uint32_t count = (uint32_t)key_bindings(&bindings);
    const char *seed = getenv("SEED");
    uint32_t random = seed != NULL ? (uint32_t)strtoul(seed, NULL, 10) : 1;
    int keys = soak_keys() > 0 ? soak_keys() : KEYS_USUAL;
    (void)state;
    print_message("SEED=%lu, %d keys\n", (unsigned long)random, keys);
    struct pty *pty = open_fight();
    json_t *log = read_log();
    for (int i = 1; i <= keys; i++) {
        uint32_t kind = draw(&random, 8);
        if (kind == 0) {
            press_odd(pty, draw(&random, 1000));
        } else {
            press(pty, kind == 1 ? "Enter" : bindings[draw(&random, count)].key);
        }
        if (i % AT_ONCE == 0) {
            pty_resize(pty, 24, 80);
            go_back(&pty);
            log = expect_log(pty, log);
        }
        if (i % (AT_ONCE * 8) == 0) {
            pty_key(pty, "C-z");
            pty_expect_stopped(pty);
            assert_true(pty_is_as_before(pty));
            pty_continue(pty);
            go_back(&pty);
        }
    }
    json_decref(log);
    kill_and_compare(pty);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_keys__an_act_that_is_seen_is_in_the_log),
        cmocka_unit_test(test_keys__C_c_ends_nothing),
        cmocka_unit_test(test_keys__every_key_is_taken_at_the_table),
        cmocka_unit_test(test_keys__every_key_is_taken_behind_every_other),
        cmocka_unit_test(test_keys__any_keys_lose_nothing),
    };
    (void)argc;
    sitting_begin(argv[0]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
