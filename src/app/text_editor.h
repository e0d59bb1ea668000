/* A text in the editor of the one who sits here: $VISUAL, else $EDITOR, else vi.
 *
 * No shell is asked: the words of that variable are parted at blanks, and what stands in quotes
 * is one. The text lies in a folder of its own that only its owner can read, for as long as the
 * editor runs. What the terminal must do meanwhile is the caller's: nothing is drawn or read by
 * this program then, and the signals of keys (C-c, C-z, C-\) are the editor's. */
#ifndef REFEREE_APP_TEXT_EDITOR_H
#define REFEREE_APP_TEXT_EDITOR_H

#include <stdbool.h>

#include "base/status.h"
#include "base/text.h"

enum { EDITOR_WORDS_MAX = 16, EDITOR_COMMAND_SIZE = 512 };

/* The words of a command; ended by NULL. */
struct editor_words {
    char bytes[EDITOR_COMMAND_SIZE];
    char *word[EDITOR_WORDS_MAX + 1];
    int count;
};
/* STATUS_USAGE when there are none, or too many. */
enum status editor_words_read(struct editor_words *out, const char *command,
                              struct error *err) MUST_CHECK;

struct text_editing {
    const char *name; /* what the text is called, for the file's name */
    char *bytes;      /* the text, and the edited one after it; `size` bytes, zero-terminated */
    int size;
    int line; /* where to begin, for editors that take +LINE; 0: anywhere */
    /* Whether the program is to end while the editor runs; it is asked to end, too, then. NULL:
     * it never is. */
    bool (*must_end)(void);
};

/* Runs the editor to its end. STATUS_OK: it ended well, and the bytes are what it left. On any
 * failure the bytes are as before: STATUS_IO that it could not be run, failed or was killed, or
 * the file cannot be read; STATUS_USAGE that what it left is too long, or no text. */
enum status text_edit(const struct text_editing *editing, struct error *err) MUST_CHECK;

#endif
