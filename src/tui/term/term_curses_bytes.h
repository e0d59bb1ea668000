/* What is sent past curses' windows, as curses has no words for it: title, pastes, characters
 * of disputed width, and what a crash writes. It is gathered here, and written when it is
 * flushed; curses keeps nothing back between its updates, so that the order is that of the
 * calls. One process has one real terminal: the state is static. */
#ifndef REFEREE_TUI_TERM_TERM_CURSES_BYTES_H
#define REFEREE_TUI_TERM_TERM_CURSES_BYTES_H

/* Adds one byte and returns it, as vid_puts wants it. */
int curses_bytes_add(int byte);
void curses_bytes_add_text(const char *text);
/* A capability of the terminal, as tputs writes it. */
void curses_bytes_add_capability(const char *capability);
/* The capability of that name in terminfo; nothing where the terminal has none. */
void curses_bytes_add_if_known(const char *name);
void curses_bytes_flush(void);
/* Gives what is gathered to the caller, terminated, in place of the terminal; nothing when it
 * is more than `size` holds. */
void curses_bytes_take(char *out, int size);

/* The capability of that name in terminfo; NULL where the terminal has none. */
const char *curses_capability_find(const char *name);

#endif
