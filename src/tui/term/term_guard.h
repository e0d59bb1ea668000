/* The process around a terminal: signals, and words of other code that would land on the
 * screen.
 *
 * Handlers only set flags, and flags are looked at only while the program waits for input: an
 * act is never interrupted half-way, and SIGTSTP never stops the program inside a transaction.
 * A crash writes a prepared sequence that restores the terminal, and lets the process die of
 * its signal. Knows nothing of curses. One program has one terminal: the state is static. */
#ifndef REFEREE_TUI_TERM_TERM_GUARD_H
#define REFEREE_TUI_TERM_TERM_GUARD_H

#include <stdbool.h>

#include "base/status.h"

/* Installs handlers for SIGTERM, SIGHUP, SIGINT (end), SIGTSTP (stop), SIGCONT, and for what
 * kills a program (SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGQUIT). Handlers that were not
 * the default are left alone. Also keeps the terminal modes of `terminal_fd` as they are now.
 */
void guard_install(int terminal_fd);
/* From here on SIGINT, SIGTSTP and SIGQUIT are ignored, for good: the program is about to end
 * by itself. C-c, C-z or C-\ after the key that leaves may find the shell's modes already; it
 * was meant for the table, and must not cut off what is done after it. So this comes before
 * these modes do. */
void guard_ignore_keys(void);
/* Puts back what was there before; those three are ignored from now on at the latest. */
void guard_remove(void);

enum { GUARD_RESTORE_SIZE = 512 };
/* What a crash writes to the terminal; at most GUARD_RESTORE_SIZE bytes. 0 bytes: the terminal
 * is not ours now. */
void guard_set_restore(const char *bytes, int count);

/* From here on what is written to standard error is kept; at most what a pipe holds. Nothing
 * happens when standard error is no terminal, for then it disturbs no screen. */
void guard_catch_errors(void);
/* Standard error as before, and what was kept is written to it. */
void guard_release_errors(void);

enum guard_event {
    GUARD_READY, /* there is input */
    GUARD_TIMEOUT,
    GUARD_SIGNAL, /* look at the flags, and at the size */
    GUARD_HANGUP,
};

/* Between these two, signals are kept back except inside guard_wait, so that none is missed
 * between looking at a flag and waiting. */
void guard_begin(void);
void guard_end(void);
/* Waits for input or a signal; a `timeout_ms` below 0 waits forever. */
enum guard_event guard_wait(int terminal_fd, int timeout_ms);
/* True when the other end of the terminal is gone. */
bool guard_is_hung_up(int terminal_fd);

bool guard_must_end(void);      /* stays true */
bool guard_must_stop(void);     /* SIGTSTP; true once */
bool guard_was_continued(void); /* true once */
/* Stops the process as a terminal does at ^Z, and those that the shell started with it (a
 * script that runs it must not stand in the foreground while it sleeps); returns when it is
 * continued. */
void guard_stop(void);

#endif
