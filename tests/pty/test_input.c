/* Input without key presses: reports and answers of terminals, old ones too, and pastes. None
 * of it runs a command, whatever letters it has: 'n' would end a turn each time. */
#include <stdio.h>
#include <string.h>

#include "support/visit.h"
#include "support/unit.h"

static char campaign[VISIT_PATH_SIZE];

static int prepare(void **state)
{
    (void)state;
    visit_campaign(campaign, "input");
    return visit_run(campaign, "run data/demo/spire.referee", NULL);
}

static int clear(void **state)
{
    (void)state;
    visit_remove(campaign);
    return 0;
}

/* The next key is answered, so everything sent before has been read, and no act was done. */
static void expect_nothing_ran(struct pty *pty)
{
    visit_press(pty, "C-c C-c \"expect:? help\" C-t \"expect:C-t does nothing here\"");
    pty_expect_row(pty, 0, "undo: Odo Quill's turn");
    visit_press(pty, "Home \"gone:C-t does nothing here\"");
}

static void send(struct pty *pty, const char *bytes)
{
    pty_send(pty, bytes, (int)strlen(bytes));
}

static void test_input__what_no_key_sends_runs_nothing(void **state)
{
    static const char *const sent[] = {
        "\033[n", /* reports and answers to queries */
        "\033[6n",
        "\033[1 n",
        "\033[?1;2n",
        "\033[110;5u",
        "\033O5n",
        "\033]11;nnn\a",
        "\033]0;nnn\033\\",
        "\033Pnnn\033\\",
        "\033_nnn\033\\",
        "\033]0;nn\033[99n", /* broken off by another one */
        "\033(n",
        "\x9Bn", /* in 8 bits, as bytes and as UTF-8 */
        "\x9B"
        "6n",
        "\xC2\x9B"
        "6n",
        "\x8Fn",
        "\x90nnn\x9C",
        "\x9D"
        "0;nnn\a",
        "\033[M nn\033[M#nn", /* mice of three kinds */
        "\033[<0;110;110M\033[<0;110;110m",
        "\033[32;110;110M",
        "\033[I", /* the window has the focus, and has it not */
        "\033[O",
    };
    static const struct terminal_kind kinds[] = {{"xterm-256color", "C.UTF-8", NULL, 24, 80},
                                                 {"xterm", "C", NULL, 24, 80},
                                                 {"linux", "C.UTF-8", NULL, 24, 80}};
    (void)state;
    for (int k = 0; k < 3; k++) {
        struct pty *pty = visit_open(campaign, &kinds[k]);
        for (size_t i = 0; i < sizeof sent / sizeof sent[0]; i++) {
            send(pty, sent[i]);
            expect_nothing_ran(pty);
        }
        visit_leave(pty);
    }
}

/* Dice, a count and Enter on the keypad, in its application mode, and keys without a name
 * between them. */
static void test_input__dice_from_the_keypad_are_dice(void **state)
{
    (void)state;
    struct pty *pty = visit_open(campaign, &terminal_usual);
    visit_press(pty, "Tab a \"expect:attack, d20\"");
    send(pty, "\033Oq");
    send(pty, "\033[99;7A");
    pty_expect(pty, "this terminal sent a key that is not known here");
    send(pty, "\033Ot");
    send(pty, "\033OM");
    visit_press(pty, "\"expect:d20 [14]\" Esc u \"expect:undo: Odo Quill's turn\"");
    send(pty, "\033Os");
    visit_press(pty, "d l expect:18/21 u expect:21/21");
    expect_nothing_ran(pty);
    visit_leave(pty);
}

/* Some that are between the keyboard and here put keys together that were pressed one after the
 * other, in pieces as they like. */
static void test_input__keys_that_come_together_are_those_keys(void **state)
{
    static const struct {
        const char *sent[3];
        const char *shown, *hidden;
    } cases[] = {
        {{"T", "\033,k"}, "kinds of Trilemma", "── encounters"},
        {{"T", "\033,", "k"}, "kinds of Trilemma", "── encounters"},
        {{"T", "\033", ",k"}, "kinds of Trilemma", "── encounters"},
        {{"T\033,k"}, "kinds of Trilemma", "── encounters"},
        {{"T", "\033%"}, "── figures", "── encounters"},
        {{"a", "\033+"}, "add whom?", "attacks whom?"},
        {{"T", "\033\033[B"}, "Odo Quill", "── encounters"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct pty *pty = visit_open(campaign, &terminal_usual);
        for (int k = 0; k < 3 && cases[i].sent[k] != NULL; k++) {
            send(pty, cases[i].sent[k]);
            if (cases[i].sent[0][1] == '\0' && k == 0) {
                pty_expect(pty, cases[i].hidden);
            }
        }
        pty_expect(pty, cases[i].shown);
        pty_expect_gone(pty, cases[i].hidden);
        visit_press(pty, "C-c C-c \"expect:? help\"");
        visit_leave(pty);
    }
}

/* With line ends, a tab, an arrow, and everything that, if typed, would stop, interrupt, end or
 * leave the program. */
static const char pasted[] = "n\rn\nq\r\n\033[A\033n\033\033\a\x03\x1A\x1C\x11\x13\x04\tqn";

static void test_input__a_paste_is_text_whatever_is_open(void **state)
{
    (void)state;
    struct pty *pty = visit_open(campaign, &terminal_usual);
    pty_paste(pty, pasted);
    pty_expect(pty, "pasted text does nothing here");
    expect_nothing_ran(pty);
    visit_leave(pty);
    for (int i = 0; i < visit_contexts_count; i++) {
        pty = visit_open_context(campaign, &terminal_usual, i);
        pty_paste(pty, pasted);
        if (visit_contexts[i].context == CONTEXT_PALETTE) { /* there they run one by one */
            pty_expect(pty, "more pasted lines follow");
        } else if (visit_contexts[i].is_typed) {
            pty_expect_row(pty, 23, "n q n qn");
        }
        expect_nothing_ran(pty);
        visit_leave(pty);
    }
}

/* Longer than any line, and than a terminal driver's buffer: all of it is read, and none of it
 * run. */
static void test_input__a_paste_of_any_length_is_one(void **state)
{
    enum { LENGTH = 100 * 1024, SHORTER = 10 * 1024 };
    static char text[LENGTH + 1];
    (void)state;
    for (int i = 0; i < LENGTH; i++) {
        text[i] = "next\r"[i % 5];
    }
    struct pty *pty = visit_open(campaign, &terminal_usual);
    pty_paste(pty, text);
    pty_expect(pty, "pasted text does nothing here");
    expect_nothing_ran(pty);
    visit_leave(pty);
    text[SHORTER] = '\0';
    for (int i = 0; i < visit_contexts_count; i++) {
        pty = visit_open_context(campaign, &terminal_usual, i);
        pty_paste(pty, text);
        expect_nothing_ran(pty);
        visit_leave(pty);
    }
}

/* Its end comes in pieces: the next key is one again. */
static void test_input__a_paste_ends_even_if_its_end_comes_late(void **state)
{
    (void)state;
    struct pty *pty = visit_open(campaign, &terminal_usual);
    send(pty, "\033[200~n\rn\033[2");
    assert_false(pty_awaits(pty, "pasted text does nothing here", 100));
    send(pty, "01~");
    pty_expect(pty, "pasted text does nothing here");
    expect_nothing_ran(pty);
    visit_leave(pty);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_input__what_no_key_sends_runs_nothing),
        cmocka_unit_test(test_input__dice_from_the_keypad_are_dice),
        cmocka_unit_test(test_input__keys_that_come_together_are_those_keys),
        cmocka_unit_test(test_input__a_paste_is_text_whatever_is_open),
        cmocka_unit_test(test_input__a_paste_of_any_length_is_one),
        cmocka_unit_test(test_input__a_paste_ends_even_if_its_end_comes_late),
    };
    (void)argc;
    visit_begin(argv[0]);
    return cmocka_run_group_tests(tests, prepare, clear);
}
