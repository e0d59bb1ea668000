/* The process around a terminal: signals, and output of other code that would land on the
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

/* Installs handlers for SIGTERM, SIGHUP, SIGINT (end), SIGTSTP (stop), SIGCONT, and for fatal
 * signals (SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGQUIT). Handlers other than the default
 * are left alone; a plain one of a fatal signal runs when the terminal is restored. Also saves
 * the present terminal modes of `terminal_fd`. Returns 0, or errno when these cannot be read:
 * they could not be put back. */
int guard_install(int terminal_fd);
/* From here on SIGINT, SIGTSTP and SIGQUIT are ignored, for good: the program is about to end
 * by itself. C-c, C-z or C-\ after the key that leaves may arrive when the shell's modes are
 * already set; it was meant for the table, and must not interrupt the closing. So call this
 * before restoring these modes. */
void guard_ignore_keys(void);
/* Sees to it that the terminal has the modes that were saved, whatever became of the calls
 * before. Returns 0, or errno when they cannot be set. */
int guard_put_modes_back(void);
/* Restores the old handlers; from now on at the latest those three signals are ignored. */
void guard_remove(void);

enum { GUARD_RESTORE_SIZE = 512 };
/* Sets the bytes that a crash writes to the terminal; at most GUARD_RESTORE_SIZE bytes. 0
 * bytes: the terminal is not ours now. */
void guard_set_restore(const char *bytes, int count);

/* Writes them now. */
void guard_write_restore(void);

/* From here on output to standard error is kept; at most as much as a pipe holds. Does nothing
 * when standard error is not a terminal, since then it does not disturb the screen. */
void guard_catch_errors(void);
/* Restores standard error, and writes the kept output to it. */
void guard_release_errors(void);

enum guard_event {
    GUARD_READY,   /* there is input */
    GUARD_OUTSIDE, /* there is none, but the other descriptor can be read */
    GUARD_TIMEOUT,
    GUARD_SIGNAL, /* look at the flags, and at the size */
    GUARD_HANGUP, /* or waiting failed: guard_is_hung_up tells */
};

/* Between these two, signals are blocked except inside guard_wait, so that none is missed
 * between checking a flag and waiting. */
void guard_begin(void);
void guard_end(void);
/* Waits for input or a signal, or until `other_fd` (-1: none) can be read; a `timeout_ms` below
 * 0 waits forever. */
enum guard_event guard_wait(int terminal_fd, int other_fd, int timeout_ms);
/* True when the other end of the terminal is gone. */
bool guard_is_hung_up(int terminal_fd);

bool guard_must_end(void);      /* stays true */
bool guard_must_stop(void);     /* SIGTSTP; true once */
bool guard_was_continued(void); /* true once */
/* Stops the process like a terminal at ^Z, with those that the shell started with it (a script
 * that runs it must not stay in the foreground while it sleeps); returns when it is
 * continued. */
void guard_stop(void);

#endif
