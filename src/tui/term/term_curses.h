/* The real terminal. term_curses.c and the three parts it is made of (term_curses_frame, _keys
 * and _bytes) are the only files that know curses; no header does.
 *
 * Opening takes the screen, closing gives it back as it was; so do a crash, SIGTERM (through
 * INPUT_TERMINATE), ^Z and a lost line. What other code writes to standard error meanwhile is
 * kept and written afterwards. One process has one real terminal. */
#ifndef REFEREE_TUI_TERM_TERM_CURSES_H
#define REFEREE_TUI_TERM_TERM_CURSES_H

#include "tui/term/term.h"

/* Standard input and output must be a terminal that can place the cursor: STATUS_USAGE with one
 * line that names the commands which need no screen, and nothing was written to it. */
enum status term_curses_open(struct terminal *out, struct term_wishes wishes,
                             struct error *err) MUST_CHECK;

#endif
