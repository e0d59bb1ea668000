/* The real program on a terminal of its own, read cell by cell: for tests of what only a
 * terminal can show.
 *
 * A program is started on a pseudo-terminal after a small process that plays the shell: it
 * puts the program into a foreground group of its own, sees it stop (^Z) and continues it. A
 * terminal emulator draws what the program writes, and answers its questions. Nothing here
 * sleeps: each wait is for something that must appear on the screen, and the time limit only
 * ends a test that has failed, with a picture of the screen. All functions fail the running
 * test by themselves. */
#ifndef REFEREE_TESTS_SUPPORT_PTY_H
#define REFEREE_TESTS_SUPPORT_PTY_H

#include <stdbool.h>

/* How long to wait for something that does not come: only a failing test reaches it, however
 * busy the machine is. */
enum { PTY_TEXT_SIZE = 64 * 1024, PTY_LIMIT_MS = 120000 };

struct pty;

struct pty_program {
    const char *const *arguments;   /* NULL-terminated; the first is the program's path */
    const char *const *environment; /* NULL-terminated, "NAME=value"; the tests' own environment
                                       is not passed on */
    int rows, columns; /* 0 and 0: the terminal tells no size, and is one of 24x80 */
    /* NULL: the terminal. Otherwise these files take its place. */
    const char *input_path;
    const char *errors_path;
    const char *output_path;
};

struct pty_look {
    char text[32]; /* UTF-8; empty for a blank never written, or the tail of a wide character */
    int width;
    bool is_bold, is_reverse, is_underlined;
    bool has_colour;            /* a foreground or background that is not the terminal's own */
    int foreground, background; /* the number of the colour; -1: the terminal's own, or none */
};

/* The end of a program: exactly one of the two is set. */
struct pty_end {
    int exit_code;     /* -1: killed by a signal */
    int signal_number; /* 0: exited */
};

/* It starts in a folder of its own among the temporary files, so that what it writes under a
 * bare name, a campaign that random keys have named say, is not left in the source tree. */
struct pty *pty_open(const struct pty_program *program);
const char *pty_folder(const struct pty *pty);
/* Kills what still runs, and removes that folder. */
void pty_close(struct pty *pty);

/* Presses a key by its name in tui/term/term.h. */
void pty_key(struct pty *pty, const char *name);
void pty_type(struct pty *pty, const char *text);
/* Pastes as the emulator does: bracketed if the program asked for that. */
void pty_paste(struct pty *pty, const char *text);
/* Bytes as a keyboard, a broken line or a hostile terminal might send them. */
void pty_send(struct pty *pty, const char *bytes, int count);
/* What the emulator sends when it is asked for its background, from now on; NULL: nothing. At
 * first it is black. */
void pty_tell_background(struct pty *pty, const char *answer);
/* The emulator is one in which the signs are wide that are narrow elsewhere, as far as it is
 * asked: it draws them as ever. */
void pty_tell_wide(struct pty *pty);
/* Clears the emulator's screen without the program's knowledge: everything there afterwards was
 * drawn since, or was still on its way. */
void pty_blank(struct pty *pty);
/* Writes on the screen like another program there, possibly amid the program's own output,
 * unless that is known to be at rest. */
void pty_scribble(struct pty *pty, const char *text);
void pty_resize(struct pty *pty, int rows, int columns);
void pty_signal(struct pty *pty, int signal_number);
/* From now on the program can write no file beyond this many bytes, as on a full disk; -1:
 * there is room again. */
void pty_limit_files(struct pty *pty, long bytes);
/* The terminal's other end goes away. */
void pty_hang_up(struct pty *pty);

/* Waits until some row holds the text. */
void pty_expect(struct pty *pty, const char *text);
/* Waits until one of the last `rows` rows holds the word, between blanks. */
void pty_expect_word_below(struct pty *pty, int rows, const char *word);
/* Waits until the row holds it. */
void pty_expect_row(struct pty *pty, int row, const char *text);
/* Waits until no row holds it. */
void pty_expect_gone(struct pty *pty, const char *text);
/* Waits until the program stopped (^Z). */
void pty_expect_stopped(struct pty *pty);
/* Continues it as `fg` does. */
void pty_continue(struct pty *pty);
bool pty_has_ended(const struct pty *pty);
/* Waits for the end; its last output is on the screen afterwards. */
struct pty_end pty_wait(struct pty *pty);

/* The screen as it is now, a line for each row, without blanks at the ends. Borrowed; valid
 * until the next call. */
const char *pty_screen(struct pty *pty);
const char *pty_row(struct pty *pty, int row);
void pty_look_at(struct pty_look *out, struct pty *pty, int row, int column);
/* How many columns the emulator gives a character: the one place where tests ask, since its
 * table differs from release to release, as does that of the C library. */
int pty_width_of(const char *character);
/* Where the cursor is, shown or hidden. */
void pty_cursor(struct pty *pty, int *row, int *column);
/* The column where the text begins in the row, or -1. */
int pty_column_of(struct pty *pty, int row, const char *text);
/* True when the terminal echoes and waits for whole lines, as a shell leaves it. */
bool pty_is_cooked(struct pty *pty);
/* True when every mode of the terminal is what it was before the program began. */
bool pty_is_as_before(struct pty *pty);
/* Waits until some row holds the text, for as long as given; false when it does not come. */
bool pty_awaits(struct pty *pty, const char *text, int limit_ms);
/* Waits until the condition holds, as what is on the screen comes; false when it never does. */
typedef bool pty_condition(struct pty *pty, const void *context);
bool pty_comes_to(struct pty *pty, pty_condition *holds, const void *context);
/* True while the alternate screen is shown. */
bool pty_is_alternate(struct pty *pty);
/* All bytes the program has written so far, terminated, up to PTY_TEXT_SIZE. */
const char *pty_output(struct pty *pty);

#endif
