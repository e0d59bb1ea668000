/* A file of keys: one's own bindings on top of those that ship.
 *
 *     # a comment
 *     D          damage %t 1         KEY COMMAND, as in app/keys.def
 *     reader J   @down               CONTEXT KEY COMMAND; without one: table
 *
 * A later line wins over an earlier one with the same key, and every line over what ships. A
 * file with any mistake in it is not used at all: half of somebody's keys are worse than none
 * of them. Wrong are: unknown keys, contexts, commands and places; acts of the screen that the
 * context does not have; characters in contexts where they are typed; and taking the last key
 * of an act of the screen, or of quit. Pure: any bytes may come, nothing is read or kept
 * elsewhere. */
#ifndef REFEREE_APP_KEY_FILE_H
#define REFEREE_APP_KEY_FILE_H

#include <stdbool.h>

#include "app/keys.h"
#include "base/nearest.h"
#include "base/diagnostics.h"
#include "base/text.h"

enum {
    KEY_FILE_BYTES_MAX = 16 * 1024,
    KEY_FILE_LINES_MAX = 128, /* bindings */
    KEY_FILE_COMMAND_MAX = 200
};

/* What the parser is told, as it does not know the screen or the rules. */
struct key_file_words {
    bool (*is_key)(struct str name);
    bool (*is_typed)(struct str name); /* of a key: that it types a character */
    /* Every name that comes near is offered, to be told where it is none. */
    bool (*is_command)(struct str name, struct nearest *nearest);
};

/* One line that binds. */
struct key_file_line {
    int number, column; /* of its key, from 1 */
    enum key_context context;
    const char *key, *command, *note; /* in `text` */
    bool is_used;                     /* it stands among the bindings already */
};

/* About 30 KB of plain data, the caller's. */
struct key_file {
    struct key_file_line line[KEY_FILE_LINES_MAX];
    int lines;
    struct key_binding binding[KEY_BINDINGS_MAX]; /* all in force: its own and what ships */
    int bindings;
    char text[2 * KEY_FILE_BYTES_MAX]; /* keys, commands and notes, each terminated */
    int text_used;
};

/* `name` is the file's, for the places of what is wrong. With a problem, STATUS_USAGE and no
 * bindings. */
enum status key_file_parse(struct key_file *out, struct str bytes, const char *name,
                           const struct key_file_words *words,
                           struct diagnostics *diagnostics) MUST_CHECK;

#endif
