/* Using the table on a real terminal: the program itself, opened on a campaign, played by keys
 * and left again. For tests under tests/pty; all functions fail the running test. */
#ifndef REFEREE_TESTS_SUPPORT_SITTING_H
#define REFEREE_TESTS_SUPPORT_SITTING_H

#include "app/settings/keys.h"
#include "support/pty.h"

struct terminal_kind {
    const char *term;    /* TERM; NULL: not set */
    const char *locale;  /* LC_ALL; NULL: not set */
    const char *further; /* one more NAME=value, or NULL */
    int rows, columns;
};

/* xterm-256color, C.UTF-8, 24 rows of 80 columns; it says that its background is dark, so that
 * no answer of the terminal draws the first frame again. */
extern const struct terminal_kind terminal_usual;

enum { VISIT_PATH_SIZE = 512 };

/* Finds the program once, from the path of the test itself: build/asan/referee for
 * build/asan/tests/pty/test_x. */
void visit_begin(const char *own_path);
const char *visit_program(void);

/* A path in the folder for temporary files, with nothing there. */
void visit_campaign(char out[VISIT_PATH_SIZE], const char *name);
void visit_remove(const char *campaign);
/* Runs the program without a screen: `referee --db CAMPAIGN ARGUMENTS > OUT`; returns its exit
 * code. `out`: NULL: its output is dropped. */
int visit_run(const char *campaign, const char *arguments, const char *out);

/* Opens the table. */
struct pty *visit_start(const char *campaign, const struct terminal_kind *kind);
/* The same, and waits until it is there. */
struct pty *visit_open(const char *campaign, const struct terminal_kind *kind);
/* Presses Esc, followed by a terminal report that is not a key: so the next key cannot be read
 * as one key together with it, as happens when both are read at once. */
void visit_escape(struct pty *pty);
/* Presses the keys of these words, one after the other: a key by its name, or "text:14 4",
 * "paste:a b", "resize:40x12"; "expect:..." and "gone:..." wait until the screen holds that
 * text, or does not. A word with blanks is in quotes. */
void visit_press(struct pty *pty, const char *words);
/* The same with no key that the screen does not name then, below the table: in the row of keys,
 * the one above it, a question or a box. Only the digits of a value are typed unasked. */
void visit_press_what_is_named(struct pty *pty, const char *words);
/* Checks that the terminal has been restored, and closes it. */
void visit_end(struct pty *pty, int exit_code);
/* The same after a C-c that may have met the shell's modes: the terminal's driver drops then
 * what was not read yet, the last words of any program among it, so the screen is not looked
 * at. */
void visit_end_interrupted(struct pty *pty, int exit_code);
/* Leaves the table by its key; the same. */
void visit_leave(struct pty *pty);

/* Everything that can be over the table of data/demo/spire.referee, with text typed where
 * possible. C-c twice leads back from all of them. */
struct visit_context {
    enum key_context context;
    const char *keys;     /* as sitting_press takes them */
    const char *last_row; /* of the screen then: its end is drawn last */
    bool is_typed;        /* the last row ends in what was typed, and takes more */
};
extern const struct visit_context visit_contexts[];
extern const int visit_contexts_count;
/* Opens the table, and that on it. */
struct pty *visit_open_context(const char *campaign, const struct terminal_kind *kind, int i);

#endif
