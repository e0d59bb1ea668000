/* Output that bypasses curses' windows, as curses has no functions for it: title, pastes,
 * characters of disputed width, and the codes for a crash. It is gathered here and written when
 * flushed; curses holds nothing back between its updates, so the order is that of the calls.
 * One process has one real terminal: the state is static. */
#ifndef REFEREE_TUI_TERM_TERM_CURSES_BYTES_H
#define REFEREE_TUI_TERM_TERM_CURSES_BYTES_H

/* Adds one byte and returns it, in the form that vid_puts needs. */
int curses_bytes_add(int byte);
void curses_bytes_add_text(const char *text);
/* A capability of the terminal, as tputs writes it. */
void curses_bytes_add_capability(const char *capability);
/* Writes the capability of that name in terminfo; nothing if the terminal does not have it. */
void curses_bytes_add_if_known(const char *name);
void curses_bytes_flush(void);
/* Gives the gathered bytes to the caller, terminated, in place of the terminal; nothing when
 * they do not fit into `size`. */
void curses_bytes_take(char *out, int size);

/* The capability of that name in terminfo; NULL if the terminal does not have it. */
const char *curses_capability_find(const char *name);
/* Changes its bytes in place, for curses too, which looks nowhere else: `from` becomes `to`, of
 * the same length. Assigning to curses' names for capabilities changes a copy that curses 6.4
 * does not read (tests/pty/test_curses.c). */
/* Puts another byte at its beginning, '\0' for nothing, and returns the one that was there. */
char curses_capability_begin(const char *name, char byte);
void curses_capability_mend(const char *name, const char *from, const char *to);

#endif
