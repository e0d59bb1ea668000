/* The keys of the key table on a terminal: each of them from the table and behind each key that
 * opens something, and then any keys at all. Contexts and rows are those that are in force when this
 * runs. Behind it stand two questions: does Esc lead back, and is what the screen shows also on the
 * disk, when the program is killed at that moment?
 *
 * SOAK_KEYS=20000 presses that many random keys, and every key behind every other one; `make soak`
 * does so. SEED=7 makes them others. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/keys.h"
#include "support/sitting.h"
#include "support/unit.h"

/* Without SOAK_KEYS: so many random keys, and of the pairs of keys one of so many. */
enum { KEYS_USUAL = 400, PAIRS_ONE_OF = 24 };
enum { AT_ONCE = 25, ATTEMPTS = 20, PATIENCE_MS = 40, LAST_PATIENCE_MS = 20000 };

static char campaign[SITTING_PATH_SIZE];
static int reopened;

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

/* Some key led out of the program: it ended well, and goes on. */
static void open_again(struct pty **pty)
{
    sitting_end(*pty, 0);
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

/* Esc, as often as it takes; a few times must do. A lone escape just before another key may be
 * taken for one key with it, and is pressed again then. */
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
    pty_resize(*pty, 24, 80);
    go_back(pty);
    /* This one stands alone. */
    pty_key(*pty, "Esc");
    pty_expect_gone(*pty, "here, ? for help");
    pty_key(*pty, "Home");
    go_back(pty);
    for (int row = 0; row < ROWS_COMPARED; row++) {
        snprintf(out->row[row], ROW_SIZE, "%s", pty_row(*pty, row));
    }
}

/* Nothing of what was done is lost when the program dies here, and the log is sound. */
static void kill_and_compare(struct pty *pty)
{
    static struct picture before;
    static struct picture after;
    look(&before, &pty);
    pty_signal(pty, SIGKILL);
    assert_int_equal(pty_wait(pty).signal_number, SIGKILL);
    pty_close(pty);
    pty = sitting_open(campaign, &terminal_usual);
    look(&after, &pty);
    for (int row = 0; row < ROWS_COMPARED; row++) {
        assert_string_equal(before.row[row], after.row[row]);
    }
    sitting_leave(pty);
    assert_int_equal(sitting_run(campaign, "verify", NULL), 0);
    sitting_remove(campaign);
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
        pty_key(pty, bindings[i].key);
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
                pty_key(pty, bindings[i].key);
                pty_key(pty, bindings[k].key);
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

/* What no key of the table sends. Not C-c: behind a "q" it meets the shell's modes again, in which it
 * is right to end a program that is just leaving. */
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
    for (int i = 1; i <= keys; i++) {
        uint32_t kind = draw(&random, 8);
        if (kind == 0) {
            press_odd(pty, draw(&random, 1000));
        } else {
            pty_key(pty, kind == 1 ? "Enter" : bindings[draw(&random, count)].key);
        }
        if (i % AT_ONCE == 0) {
            pty_resize(pty, 24, 80);
            go_back(&pty);
        }
        if (i % (AT_ONCE * 8) == 0) {
            pty_key(pty, "C-z");
            pty_expect_stopped(pty);
            assert_true(pty_is_as_before(pty));
            pty_continue(pty);
            go_back(&pty);
        }
    }
    kill_and_compare(pty);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_keys__every_key_is_taken_at_the_table),
        cmocka_unit_test(test_keys__every_key_is_taken_behind_every_other),
        cmocka_unit_test(test_keys__any_keys_lose_nothing),
    };
    (void)argc;
    sitting_begin(argv[0]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
