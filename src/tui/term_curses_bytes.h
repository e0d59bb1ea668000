/* Output that goes around curses: gathered here, and written when it is flushed.
 *
 * Curses knows nothing of it, so whoever writes leaves cursor and attributes as curses believes
 * they are. One process has one real terminal: the state is static. */
#ifndef REFEREE_TUI_TERM_CURSES_BYTES_H
#define REFEREE_TUI_TERM_CURSES_BYTES_H

/* Adds one byte and returns it, as vid_puts wants it. */
int curses_bytes_add(int byte);
/* A capability of the terminal, without the delays that its description may ask for in "$<5>". */
void curses_bytes_add_capability(const char *capability);
/* The capability of that name in terminfo; nothing where the terminal has none. */
void curses_bytes_add_if_known(const char *name);
void curses_bytes_flush(void);
/* Hands what is gathered to term_guard.h, which writes it if the program crashes. */
void curses_bytes_keep_for_crash(void);

/* The capability of that name in terminfo; NULL where the terminal has none. */
const char *curses_capability_find(const char *name);

#endif
