/* The keys of the key table on a terminal: each of them from the table, in everything that can
 * lie on top of it and after each key of the table, and then any keys at all, in fights of
 * every system. Contexts and rows are those that are in force when this runs. Two questions
 * follow each: does Esc lead back (tui/fight/test_leaving counts how often it takes), and is
 * everything on the screen also on the disk, as another process reads it, when the program is
 * killed at that moment?
 *
 * SOAK_KEYS=20000 presses that many random keys in a first fight and a part of that in those of
 * the other systems, every key in every context, and every key after every other one; `make
 * soak` does so. SEED=7 makes them others. */
#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/every_key.h"
#include "support/visit.h"
#include "support/unit.h"

/* Without SOAK_KEYS: this many random keys, of the pairs of keys and of the keys in all
 * contexts one of this many (without a terminal tui/fight/test_leaving presses all of these),
 * and fights of so few systems. */
enum { KEYS_USUAL = 400, PAIRS_ONE_OF = 24, CONTEXTS_ONE_OF = 16, FIGHTS_USUAL = 2 };
/* The program is killed this often, after this many acts. */
enum { KILLED = 4, LEFT = 24, ACTS_UNTIL_KILLED = 3 };
enum { AT_ONCE = 25, ATTEMPTS = 20, PATIENCE_MS = 40 };

static char campaign[VISIT_PATH_SIZE];
static int reopened;
static bool is_interrupted; /* C-c was pressed since the table was last seen */

static int soak_keys(void)
{
    const char *keys = getenv("SOAK_KEYS");
    return keys != NULL ? atoi(keys) : 0;
}

/* One of each system; each has keys that mean nothing in the others. */
static const char *const fights[] = {"spire", "dungeon", "mill_pond", "saltworks",
                                     "sunken_larder"};
enum { FIGHTS = sizeof fights / sizeof fights[0], OTHER_FIGHTS_PART = 4 };

static void prepare(const char *name)
{
    char line[80];
    snprintf(line, sizeof line, "run data/demo/%s.referee", name);
    visit_campaign(campaign, "keys");
    reopened = 0;
    assert_int_equal(visit_run(campaign, line, NULL), 0);
}

static struct pty *open_fight(const char *name)
{
    prepare(name);
    return visit_open(campaign, &terminal_usual);
}

enum { KEYS_MAX = 300 };

static struct key_table all_keys;

/* The keys of all games, each once; returns how many. */
static int distinct_keys(const char *out[KEYS_MAX])
{
    const struct key_binding *bindings = all_keys.binding;
    int count = 0;
    every_key(&all_keys);
    for (int i = 0; i < all_keys.count; i++) {
        int k = 0;
        while (k < count && strcmp(out[k], bindings[i].key) != 0) {
            k++;
        }
        if (k == count) {
            assert_true(count < KEYS_MAX);
            out[count++] = bindings[i].key;
        }
    }
    return count;
}

/* A key of the table. C-c, when it comes after a "q", meets the shell's modes again. */
static void press(struct pty *pty, const char *key)
{
    is_interrupted = is_interrupted || strcmp(key, "C-c") == 0;
    pty_key(pty, key);
}

/* Opened again: the table is there, or the list of encounters when none is open. */
static struct pty *open_once_more(void)
{
    struct pty *pty = visit_start(campaign, &terminal_usual);
    for (int waited = 0; waited < PTY_LIMIT_MS; waited += PATIENCE_MS) {
        if (pty_awaits(pty, "? help", PATIENCE_MS) ||
            strstr(pty_screen(pty), "Esc closes") != NULL) {
            return pty;
        }
    }
    fail_msg("neither table nor list:\n%s", pty_screen(pty));
    return NULL;
}

/* Some key led out of the program: it ended well, and goes on. */
static void open_again(struct pty **pty)
{
    if (is_interrupted) {
        visit_end_interrupted(*pty, 0);
    } else {
        visit_end(*pty, 0);
    }
    *pty = open_once_more();
    reopened++;
}

/* A key without a meaning, pressed at the table, is answered by its name: then all keys before
 * it have been read. Two of them in turn, so that an answer is never an old one. */
static const char *next_marker(void)
{
    static bool is_odd;
    is_odd = !is_odd;
    return is_odd ? "F11" : "F12";
}

/* All keys pressed at the table have been read. */
static void settle(struct pty *pty)
{
    char answer[32];
    const char *marker = next_marker();
    snprintf(answer, sizeof answer, "%s does nothing here", marker);
    pty_key(pty, marker);
    pty_expect(pty, answer);
}

/* How long an attempt waits for its answer: if it is only late, the last one sees it. */
static int patience_of(int attempt)
{
    return attempt < ATTEMPTS - 1 ? PATIENCE_MS : PTY_LIMIT_MS;
}

/* A key has left the program, which can take longer than many attempts: the new program starts
 * counting again. */
static void open_if_ended(struct pty **pty, int *attempt)
{
    if (pty_has_ended(*pty)) {
        open_again(pty);
        *attempt = -1;
    }
}

/* Esc, as often as it takes; a few times must do. */
static void go_back(struct pty **pty)
{
    char answer[32];
    const char *marker = next_marker();
    snprintf(answer, sizeof answer, "%s does nothing here", marker);
    for (int i = 0; i < ATTEMPTS; i++) {
        visit_escape(*pty);
        if (!pty_awaits(*pty, "? help", patience_of(i))) {
            open_if_ended(pty, &i);
            continue;
        }
        pty_key(*pty, marker);
        /* In a view that was not there yet when Esc came, the answer takes the footer's place.
         */
        if (pty_awaits(*pty, answer, patience_of(i)) &&
            strstr(pty_screen(*pty), "? help") != NULL) {
            is_interrupted = false;
            return;
        }
        open_if_ended(pty, &i);
    }
    fail_msg("Esc does not lead back to the table:\n%s", pty_screen(*pty));
}

/* Tall enough for every combatant, as it is not remembered which of them were shown as one.
 * Wide enough for the whole last act after the longest phase. */
enum { ROWS_TALL = 120, COLUMNS_WIDE = 120, ROW_SIZE = 1024 };

struct picture {
    char row[ROWS_TALL][ROW_SIZE];
    int rows;
};

static bool has_footer_below(struct pty *pty)
{
    return strstr(pty_row(pty, ROWS_TALL - 1), "? help") != NULL;
}

/* The table when nothing is chosen and the first combatant is selected, down to the log, of
 * which any part may be visible. */
static void look(struct picture *out, struct pty **pty)
{
    bool has_nothing_left = false;
    pty_resize(*pty, ROWS_TALL, COLUMNS_WIDE);
    go_back(pty);
    /* Each Esc drops one more thing; with none left, it says how to leave. */
    for (int i = 0; i < ATTEMPTS && !has_nothing_left; i++) {
        visit_escape(*pty);
        has_nothing_left = pty_awaits(*pty, "everything is saved already", patience_of(i));
    }
    assert_true(has_nothing_left);
    pty_key(*pty, "Home");
    go_back(pty);
    /* The program learns of the new size at some moment: only then is the footer down there. */
    for (int i = 0; i < ATTEMPTS && !has_footer_below(*pty); i++) {
        go_back(pty);
    }
    assert_true(has_footer_below(*pty));
    for (out->rows = 0; out->rows < ROWS_TALL; out->rows++) {
        const char *row = pty_row(*pty, out->rows);
        if (strncmp(row, "──", strlen("──")) == 0) {
            break;
        }
        snprintf(out->row[out->rows], ROW_SIZE, "%s", row);
        /* The target of the side that does not act: Esc keeps it. */
        char *mark = strstr(out->row[out->rows], "○");
        if (mark != NULL) {
            memmove(mark + 1, mark + strlen("○"), strlen(mark + strlen("○")) + 1);
            mark[0] = ' ';
        }
    }
    assert_true(out->rows > 2 && out->rows < ROWS_TALL);
}

/* ---- the log, read by another process -------------------------------------------------- */

enum { LABEL_COMPARED = 24 };

/* What `referee log --json` prints meanwhile, asked with these words ("": the open encounter).
 * Owned by the caller. */
static json_t *read_log_of(const char *words)
{
    char path[VISIT_PATH_SIZE + 8];
    char line[300];
    snprintf(path, sizeof path, "%s.log", campaign);
    snprintf(line, sizeof line, "log --json %s", words);
    assert_int_equal(visit_run(campaign, line, path), 0);
    json_error_t why;
    json_t *log = json_load_file(path, 0, &why);
    if (log == NULL) {
        fail_msg("%s", why.text);
    }
    remove(path);
    return log;
}

/* The same encounter's log again, whichever is open now, with what was undone. */
static json_t *read_again(const json_t *log)
{
    char words[280] = "undone=any '";
    size_t n = strlen(words);
    const char *encounter = json_string_value(json_object_get(log, "encounter"));
    if (encounter == NULL) { /* the open one was archived or deleted: none is open */
        return read_log_of("");
    }
    for (const char *p = encounter; *p != '\0'; p++) {
        const char *quoted = *p == '\'' ? "'\\''" : (char[]){*p, '\0'};
        n += (size_t)snprintf(words + n, sizeof words - n, "%s", quoted);
    }
    snprintf(words + n, sizeof words - n, "'");
    return read_log_of(words);
}

/* The log of the open encounter, with what was undone. */
static json_t *read_log(void)
{
    json_t *open = read_log_of("");
    json_t *log = read_again(open);
    json_decref(open);
    return log;
}

static size_t acts_of(const json_t *log)
{
    return json_array_size(json_object_get(log, "acts"));
}

static const char *text_of(const json_t *act, const char *name)
{
    return json_string_value(json_object_get(act, name));
}

/* An encounter in which nothing was done, or a copy of another one that is unchanged. */
static bool may_be_deleted(const json_t *log)
{
    json_t *first = json_array_get(json_object_get(log, "acts"), 0);
    return acts_of(log) == 0 ||
           (acts_of(log) == 1 && strcmp(text_of(first, "command"), "copy") == 0);
}

/* The log has only grown since then: acts are only marked as undone. */
static void expect_continued(const json_t *before, const json_t *after)
{
    static const char *const kept[] = {"id", "round", "at_ms", "label", "command", "lines"};
    size_t i;
    json_t *act;
    bool is_deleted = json_is_null(json_object_get(after, "encounter"));
    if (is_deleted && may_be_deleted(before)) {
        return;
    }
    assert_true(acts_of(after) >= acts_of(before));
    json_array_foreach(json_object_get(before, "acts"), i, act)
    {
        const json_t *same = json_array_get(json_object_get(after, "acts"), i);
        for (size_t k = 0; k < sizeof kept / sizeof kept[0]; k++) {
            assert_true(
                json_equal(json_object_get(act, kept[k]), json_object_get(same, kept[k])));
        }
    }
}

/* At the table: the screen's last act is the log's last one that is not undone. */
static void expect_last_act(struct pty *pty, const json_t *log)
{
    const json_t *last = NULL;
    size_t i;
    json_t *act;
    json_array_foreach(json_object_get(log, "acts"), i, act)
    {
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

/* Another process now reads a continuation of the log `before`, which is freed; and for the
 * open encounter it reads what the screen shows. */
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

/* No act is lost when the program dies here, and the log is sound. */
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
    pty = open_once_more();
    look(&after, &pty);
    assert_int_equal(before.rows, after.rows);
    for (int row = 0; row < before.rows; row++) {
        assert_string_equal(before.row[row], after.row[row]);
    }
    visit_leave(pty);
    assert_int_equal(visit_run(campaign, "verify", NULL), 0);
    visit_remove(campaign);
}

/* Each act is one row of the log, and is there as soon as it is visible: at that moment the
 * program is killed, again and again. */
static void test_keys__an_act_that_is_seen_is_in_the_log(void **state)
{
    (void)state;
    struct pty *pty = open_fight("spire");
    json_t *log = read_log();
    size_t acts_before = acts_of(log);
    for (int act = 1; act <= KILLED * ACTS_UNTIL_KILLED; act++) {
        char words[80];
        snprintf(words, sizeof words, ": \"text:rename #1 Name%d\" Enter", act);
        visit_press(pty, words);
        snprintf(words, sizeof words, "renamed Name%d", act);
        pty_expect_row(pty, 0, words);
        if (act % ACTS_UNTIL_KILLED != 0) {
            continue;
        }
        pty_signal(pty, SIGKILL);
        assert_int_equal(pty_wait(pty).signal_number, SIGKILL);
        pty_close(pty);
        pty = visit_open(campaign, &terminal_usual);
        log = expect_log(pty, log);
        assert_int_equal(acts_of(log), acts_before + (size_t)act);
    }
    json_decref(log);
    kill_and_compare(pty);
}

/* C-c is a key like any other, and while the program leaves it has no effect at any moment: nor
 * have the other keys that end or stop programs. */
static void test_keys__C_c_ends_nothing(void **state)
{
    static const char *const opened[] = {"d", ":", "?", "U", "l", "N", "d text:3 F1"};
    static const char *const too_late[] = {"C-\\", "C-c", "C-\\", "C-z"};
    (void)state;
    struct pty *pty = open_fight("spire");
    json_t *before = read_log();
    for (size_t i = 0; i < sizeof opened / sizeof opened[0]; i++) {
        visit_press(pty, opened[i]);
        pty_expect_gone(pty, "? help");
        visit_press(pty, i + 1 < sizeof opened / sizeof opened[0] ? "C-c" : "C-c C-c");
        pty_expect(pty, "? help");
    }
    pty_key(pty, "C-c");
    pty_expect(pty, "q quits; everything is saved already");
    json_t *after = read_log();
    assert_true(json_equal(before, after));
    json_decref(before);
    json_decref(after);
    for (int i = 0; i < LEFT; i++) {
        pty_key(pty, "q");
        for (int k = i; !pty_has_ended(pty); k++) {
            pty_key(pty, too_late[k % 4]);
            pty_awaits(pty, "no such text", 1);
        }
        visit_end_interrupted(pty, 0);
        pty = visit_open(campaign, &terminal_usual);
    }
    kill_and_compare(pty);
}

static void test_keys__every_key_is_taken_at_the_table(void **state)
{
    const char *keys[KEYS_MAX];
    int count = distinct_keys(keys);
    int fights_count = soak_keys() > 0 ? FIGHTS : FIGHTS_USUAL;
    (void)state;
    for (int fight = 0; fight < fights_count; fight++) {
        int leaving = 0;
        struct pty *pty = open_fight(fights[fight]);
        for (int i = 0; i < count; i++) {
            const struct key_binding *here =
                key_binding_find(&all_keys, CONTEXT_TABLE, keys[i]);
            leaving += here != NULL && strcmp(here->command, "quit") == 0;
            press(pty, keys[i]);
            go_back(&pty);
        }
        assert_int_equal(reopened, leaving);
        kill_and_compare(pty);
    }
}

/* Every context of the key table is opened, except the one that no key opens: test_file and
 * tui/fight/test_leaving take the file away. */
static void expect_all_contexts(void)
{
    bool is_there[CONTEXT_COUNT] = {[CONTEXT_TABLE] = true, [CONTEXT_FILE] = true};
    for (int i = 0; i < visit_contexts_count; i++) {
        is_there[visit_contexts[i].context] = true;
    }
    for (int i = 0; i < CONTEXT_COUNT; i++) {
        assert_true(is_there[i]);
    }
}

/* Restores the fight as it was opened, with nothing chosen and the one who acts selected, if a
 * key has changed it. */
static void be_as_opened(struct pty **pty)
{
    pty_key(*pty, "'");
    settle(*pty);
    if (strstr(pty_row(*pty, 0), "Lantern") == NULL ||
        strstr(pty_row(*pty, 0), "undo: Odo Quill's turn") == NULL ||
        strstr(pty_screen(*pty), "●") != NULL) {
        pty_close(*pty);
        visit_remove(campaign);
        *pty = open_fight("spire");
    }
}

static void test_keys__every_key_is_taken_in_every_context(void **state)
{
    const char *keys[KEYS_MAX];
    int count = distinct_keys(keys);
    int one_of = soak_keys() > 0 ? 1 : CONTEXTS_ONE_OF;
    int pressed = 0;
    (void)state;
    expect_all_contexts();
    struct pty *pty = open_fight("spire");
    for (int i = 0; i < visit_contexts_count; i++) {
        for (int k = i % one_of; k < count; k += one_of) {
            be_as_opened(&pty);
            visit_press(pty, visit_contexts[i].keys);
            pty_expect_row(pty, 23, visit_contexts[i].last_row);
            press(pty, keys[k]);
            go_back(&pty);
            pressed++;
        }
    }
    assert_true(pressed >= visit_contexts_count * (count / one_of));
    print_message("%d keys in %d contexts: %d\n", count, visit_contexts_count, pressed);
    kill_and_compare(pty);
}

static void test_keys__every_key_works_after_every_other(void **state)
{
    const char *keys[KEYS_MAX];
    int count = distinct_keys(keys);
    int one_of = soak_keys() > 0 ? 1 : PAIRS_ONE_OF;
    (void)state;
    struct pty *pty = open_fight("spire");
    for (int i = 0; i < count; i++) {
        for (int k = 0;
             k < count && key_binding_find(&all_keys, CONTEXT_TABLE, keys[i]) != NULL; k++) {
            if ((i + k) % one_of == 0) {
                press(pty, keys[i]);
                press(pty, keys[k]);
                go_back(&pty);
            }
        }
    }
    kill_and_compare(pty);
}

/* ---- any keys -------------------------------------------------------------------------- */

static uint32_t draw(uint32_t *random, uint32_t most)
{
    *random = *random * 1664525u + 1013904223u;
    return (*random >> 8) % most;
}

/* What no key of the table sends. */
static void press_odd(struct pty *pty, uint32_t which)
{
    static const char *const bytes[] = {
        "\033[1;5q", "\xff", "\033OZ",    "\xC3",   "\033[<0;3;4M",    "\r\n",
        "\033",      "[A",   "\033[M nn", "\2336n", "\033]0;nn\033\\", "\033[I\033[O"};
    static const char *const words[] = {"text:14",
                                        "text:*",
                                        "text:p1",
                                        "\"text:-2d6 3\"",
                                        "\"paste:n n q\"",
                                        "resize:40x12",
                                        "resize:80x24",
                                        "resize:120x40",
                                        "resize:1x1",
                                        "resize:200x60",
                                        "text:é",
                                        "C-l",
                                        "paste:\x1a\x1c\x03n\x1b[An"};
    enum { BYTES = sizeof bytes / sizeof bytes[0], WORDS = sizeof words / sizeof words[0] };
    which %= BYTES + WORDS;
    if (which < BYTES) {
        pty_send(pty, bytes[which], (int)strlen(bytes[which]));
    } else {
        visit_press(pty, words[which - BYTES]);
    }
}

/* ^Z in the middle of something: after a key that leaves the program running, whatever it
 * opens; with a lone escape just before it, it would be another key. */
static void stop_behind(struct pty *pty, const char *key)
{
    const struct key_binding *here = key_binding_find(&all_keys, CONTEXT_TABLE, key);
    bool leaves = here != NULL && strcmp(here->command, "quit") == 0;
    if (!leaves && strcmp(key, "Esc") != 0) {
        press(pty, key);
    }
    pty_key(pty, "C-z");
    pty_expect_stopped(pty);
    assert_true(pty_is_as_before(pty));
    pty_continue(pty);
}

/* Keys may have led into another campaign, of a name that they typed: the log that is read is
 * of this one. */
static void return_to_campaign(struct pty **pty)
{
    char words[VISIT_PATH_SIZE + 40];
    snprintf(words, sizeof words, ": C-u \"text:campaign %s\" Enter", campaign);
    visit_press(*pty, words);
    go_back(pty);
}

static void press_any(const char *fight, uint32_t *random, int count)
{
    const char *keys[KEYS_MAX];
    uint32_t keys_count = (uint32_t)distinct_keys(keys);
    struct pty *pty = open_fight(fight);
    json_t *log = read_log();
    for (int i = 1; i <= count; i++) {
        uint32_t kind = draw(random, 8);
        if (kind == 0) {
            press_odd(pty, draw(random, 1000));
        } else {
            press(pty, kind == 1 ? "Enter" : keys[draw(random, keys_count)]);
        }
        if (i % AT_ONCE == 0) {
            pty_resize(pty, 24, COLUMNS_WIDE);
            go_back(&pty);
            return_to_campaign(&pty);
            log = expect_log(pty, log);
            pty_resize(pty, 24, 80);
        }
        if (i % (AT_ONCE * 2) == 0) {
            stop_behind(pty, keys[draw(random, keys_count)]);
            go_back(&pty);
        }
    }
    json_decref(log);
    kill_and_compare(pty);
}

static void test_keys__any_keys_lose_nothing(void **state)
{
    const char *seed = getenv("SEED");
    uint32_t random = seed != NULL ? (uint32_t)strtoul(seed, NULL, 10) : 1;
    int most = soak_keys() > 0 ? soak_keys() : KEYS_USUAL;
    (void)state;
    for (int fight = 0; fight < FIGHTS; fight++) {
        int count = fight == 0 ? most : most / OTHER_FIGHTS_PART;
        print_message("SEED=%lu, %s, %d keys\n", (unsigned long)random, fights[fight], count);
        press_any(fights[fight], &random, count);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_keys__an_act_that_is_seen_is_in_the_log),
        cmocka_unit_test(test_keys__C_c_ends_nothing),
        cmocka_unit_test(test_keys__every_key_is_taken_at_the_table),
        cmocka_unit_test(test_keys__every_key_is_taken_in_every_context),
        cmocka_unit_test(test_keys__every_key_works_after_every_other),
        cmocka_unit_test(test_keys__any_keys_lose_nothing),
    };
    (void)argc;
    visit_begin(argv[0]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
