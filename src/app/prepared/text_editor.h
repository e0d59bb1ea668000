/* A text in the user's editor: $VISUAL, or else $EDITOR, or else vi.
 *
 * No shell is used: the words of that variable are separated by blanks, and a quotation is one
 * word. The text is in a folder of its own that only its owner can read while the editor runs.
 * The caller prepares the terminal: this program draws and reads nothing meanwhile, and the
 * signals of keys (C-c, C-z, C-\) are for the editor. */
#ifndef REFEREE_APP_PREPARED_TEXT_EDITOR_H
#define REFEREE_APP_PREPARED_TEXT_EDITOR_H

#include <stdbool.h>

#include "base/status.h"
#include "base/text.h"

enum { EDITOR_FILE_SIZE = 512 };

struct text_editing {
    const char *name; /* the name of the text, for the file's name */
    char *bytes;      /* the text, and the edited one after it; `size` bytes, zero-terminated */
    int size;
    /* EDITOR_FILE_SIZE bytes: the file that an earlier run left, which is edited on if it is
     * still there; "": it is made of the bytes. Afterwards the file that this run left. */
    char *file;
    int line; /* the first line, for editors that take +LINE; 0: any */
    /* True when the program is to end while the editor runs; then the editor is asked to end
     * too. NULL: never. */
    bool (*must_end)(void);
};

/* Runs the editor to its end. STATUS_OK: it ended well, and the bytes are its result. On any
 * failure the bytes are unchanged: STATUS_IO when it could not be run, failed or was killed, or
 * the file cannot be read; STATUS_USAGE when its result is too long, or not text. The file
 * stays after these two and STATUS_OK, since what was written may be nowhere else. */
enum status text_edit(const struct text_editing *editing, struct error *err) MUST_CHECK;
/* Removes the file that was left, once its text is stored or is not wanted; "" does nothing. */
void text_edit_forget(char *file);

#endif
