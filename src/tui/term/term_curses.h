/* The real terminal. term_curses.c is the only file that knows curses; no header does.
 *
 * Opening takes the screen, closing restores it; so do a crash, SIGTERM (through
 * INPUT_TERMINATE), ^Z and a lost line. Output of other code to standard error is kept
 * meanwhile and written afterwards. One process has one real terminal. */
#ifndef REFEREE_TUI_TERM_TERM_CURSES_H
#define REFEREE_TUI_TERM_TERM_CURSES_H

#include "tui/term/term.h"

/* Standard input and output must be a terminal that can place the cursor. Otherwise
 * STATUS_USAGE, with one line that names the commands that need no screen; nothing is written
 * to it. */
enum status term_curses_open(struct terminal *out, struct term_wishes wishes,
                             struct error *err) MUST_CHECK;

/* What the terminal and the environment say, without opening it: for `referee doctor`. */
struct term_facts {
    const char *name; /* TERM; "": none */
    bool is_terminal, is_known, can_place;
    bool has_keypad, has_function_keys;
    bool is_utf8, is_locale_installed;
    int rows, columns, colours; /* 0: not known, or none */
    const char *library;        /* "ncurses 6.4.20221231" */
};
void term_curses_facts(struct term_facts *out);

#endif
