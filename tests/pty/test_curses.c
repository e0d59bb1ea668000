/* Things that curses does not do, each shown by a program that relies on curses. They are the
 * reason for the code that does them instead: if one of these tests fails some day, that code
 * can go.
 *
 * The program under test is this one, started again: it shows the keys that curses gives it. */
#include <curses.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>

#include "base/text.h"
#include "base/utf8.h"
#include "support/pty.h"
#include "support/unit.h"

#include <term.h> /* last: it takes common words for names of capabilities */

enum { ESCAPE_WAIT_MS = 20, PASTE_BEGIN = 0x4000, KEYS_SIZE = 200 };

/* The other side: keys in row 0, "?" for an error of curses; q ends. Row 2 has a character and
 * what stands beside it. */
static int show_keys(const char *character)
{
    char keys[KEYS_SIZE] = "";
    wint_t key = 0;
    setlocale(LC_CTYPE, "");
    newterm(NULL, stdout, stdin);
    static char assigned[] = "\033[assigned";
    keypad_xmit = assigned;
    cbreak();
    noecho();
    keypad(stdscr, TRUE);
    set_escdelay(ESCAPE_WAIT_MS);
    define_key("\033[200~", PASTE_BEGIN);
    mvaddstr(2, 0, character);
    addstr("|end");
    mvaddstr(1, 0, "ready");
    while (key != 'q') {
        refresh();
        int kind = get_wch(&key);
        size_t n = strlen(keys);
        const char *name = kind == ERR          ? "?"
                           : key == PASTE_BEGIN ? "paste"
                           : key == KEY_UP      ? "Up"
                           : key == '\033'      ? "Esc"
                                                : (const char[]){(char)key, '\0'};
        snprintf(keys + n, sizeof keys - n, "%s ", name);
        mvaddstr(0, 0, keys);
    }
    endwin();
    return 0;
}

static const char *own_path;

static struct pty *open_beside(const char *character)
{
    const char *arguments[] = {own_path, "--bare", character, NULL};
    /* The end leaves the screen's memory to the system. */
    const char *environment[] = {"TERM=xterm-256color", "LC_ALL=C.UTF-8",
                                 "ASAN_OPTIONS=detect_leaks=0", NULL};
    struct pty_program program = {.arguments = arguments, .environment = environment};
    struct pty *pty = pty_open(&program);
    pty_expect_row(pty, 1, "ready");
    return pty;
}

static struct pty *open_bare(void)
{
    return open_beside("");
}

static void send(struct pty *pty, const char *bytes)
{
    pty_send(pty, bytes, (int)strlen(bytes));
}

static void quit(struct pty *pty)
{
    pty_key(pty, "q");
    assert_int_equal(pty_wait(pty).exit_code, 0);
    pty_close(pty);
}

/* Why tui/term/term_decode.h assembles characters from bytes. */
static void test_curses__an_invalid_byte_swallows_the_keys_after_it(void **state)
{
    (void)state;
    struct pty *pty = open_bare();
    send(pty, "\xFFzz\033OA");
    pty_expect_row(pty, 0, "Up");
    assert_int_equal(pty_column_of(pty, 0, "z"), -1);
    quit(pty);
}

/* Why it swallows sequences: n would end a turn. */
static void test_curses__an_unknown_sequence_is_keys(void **state)
{
    (void)state;
    struct pty *pty = open_bare();
    send(pty, "\033[6n");
    pty_expect_row(pty, 0, "Esc [ 6 n");
    send(pty, "\033]0;n\a\033OA");
    pty_expect_row(pty, 0, "Esc ] 0 ; n");
    quit(pty);
}

/* Why it keeps in mind that an Esc may have begun a key. */
static void test_curses__the_rest_of_a_key_that_comes_late_is_keys(void **state)
{
    (void)state;
    struct pty *pty = open_bare();
    send(pty, "\033");
    pty_expect_row(pty, 0, "Esc");
    send(pty, "OA");
    pty_expect_row(pty, 0, "Esc O A");
    quit(pty);
}

/* Why it gathers pastes, and why the terminal is asked for them past curses. */
static void test_curses__a_paste_is_keys(void **state)
{
    (void)state;
    struct pty *pty = open_bare();
    assert_null(strstr(pty_output(pty), "\033[?2004h"));
    send(pty, "\033[200~n\033OA\033[201~z");
    pty_expect_row(pty, 0, "paste n Up Esc [ 2 0 1 ~ z");
    quit(pty);
}

/* Why it knows keys that were pressed with alt. */
static void test_curses__a_key_held_with_alt_is_two(void **state)
{
    (void)state;
    struct pty *pty = open_bare();
    send(pty, "\033x");
    pty_expect_row(pty, 0, "Esc x");
    quit(pty);
}

/* Why tui/term/term_curses.c defines more sequences than the terminal's description has:
 * this one is an arrow too, as many programs between send it. */
static void test_curses__the_other_form_of_an_arrow_is_keys(void **state)
{
    (void)state;
    struct pty *pty = open_bare();
    send(pty, "\033[A");
    pty_expect_row(pty, 0, "Esc [ A");
    quit(pty);
}

/* Why tui/term/term_curses.c writes the title past curses, and gives it back. */
static void test_curses__nothing_is_said_of_the_title(void **state)
{
    (void)state;
    struct pty *pty = open_bare();
    pty_key(pty, "q");
    assert_int_equal(pty_wait(pty).exit_code, 0);
    assert_null(strstr(pty_output(pty), "\033]"));
    assert_null(strstr(pty_output(pty), "\033[22;2t"));
    assert_null(strstr(pty_output(pty), "\033[23;2t"));
    pty_close(pty);
}

/* Why a capability is mended in place: what is assigned to its name is a copy that is not read.
 */
static void test_curses__an_assigned_capability_is_not_used(void **state)
{
    (void)state;
    struct pty *pty = open_bare();
    assert_null(strstr(pty_output(pty), "\033[assigned"));
    assert_non_null(strstr(pty_output(pty), "\033[?1h\033="));
    quit(pty);
}

/* A picture that the C library, and so curses, takes for wider or narrower than the emulator
 * does. Which ones differ depends on the age of both. */
static void find_disputed(char out[UTF8_BYTES_MAX + 1])
{
    enum { FIRST_PICTURE = 0x1F300, LAST_PICTURE = 0x1FBFF };
    bool is_found = false;
    assert_non_null(setlocale(LC_CTYPE, "C.UTF-8"));
    for (uint32_t code = FIRST_PICTURE; code <= LAST_PICTURE && !is_found; code++) {
        out[utf8_write(out, code)] = '\0';
        int width = wcwidth((wchar_t)code);
        is_found = width > 0 && width != pty_width_of(out);
    }
    assert_true(is_found);
}

/* Why tui/term/term_curses.c writes rows with such characters past curses. */
static void test_curses__a_character_of_another_width_shifts_its_neighbours(void **state)
{
    (void)state;
    char character[UTF8_BYTES_MAX + 1];
    TEXT_BUFFER(and_a_move, UTF8_BYTES_MAX + 2);
    find_disputed(character);
    text_add(&and_a_move, "%s\033", character);
    struct pty *pty = open_beside(character);
    pty_expect_row(pty, 2, "|end");
    assert_int_equal(pty_column_of(pty, 2, "|end"), pty_width_of(character));
    assert_null(strstr(pty_output(pty), and_a_move.p));
    quit(pty);
}

int main(int argc, char **argv)
{
    own_path = argv[0];
    if (argc == 3 && strcmp(argv[1], "--bare") == 0) {
        return show_keys(argv[2]);
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_curses__an_invalid_byte_swallows_the_keys_after_it),
        cmocka_unit_test(test_curses__an_unknown_sequence_is_keys),
        cmocka_unit_test(test_curses__the_rest_of_a_key_that_comes_late_is_keys),
        cmocka_unit_test(test_curses__a_paste_is_keys),
        cmocka_unit_test(test_curses__a_key_held_with_alt_is_two),
        cmocka_unit_test(test_curses__the_other_form_of_an_arrow_is_keys),
        cmocka_unit_test(test_curses__nothing_is_said_of_the_title),
        cmocka_unit_test(test_curses__an_assigned_capability_is_not_used),
        cmocka_unit_test(test_curses__a_character_of_another_width_shifts_its_neighbours),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
