/* The user's own keys: $XDG_CONFIG_HOME/referee/keys, or else ~/.config/referee/keys. */
#ifndef REFEREE_APP_SETTINGS_USER_KEYS_H
#define REFEREE_APP_SETTINGS_USER_KEYS_H

#include <stdbool.h>

#include "app/settings/keys.h"
#include "base/diagnostics.h"
#include "base/nearest.h"
#include "base/text.h"

/* A file of keys: one's own bindings on top of those that ship.
 *
 *     # a comment
 *     D          damage %t 1         KEY COMMAND, as in app/settings/keys.def
 *     reader J   @down               CONTEXT KEY COMMAND; without one: table
 *
 * A later line wins over an earlier one with the same key, and every line over what ships. A
 * file with any mistake in it is not used at all: half of somebody's keys are worse than none
 * of them. Mistakes are: unknown keys, contexts, commands and places; acts of the screen that
 * the context does not have; characters in contexts where they are typed; and taking the last
 * key of an act of the screen, or of quit. Pure: it takes any bytes, and reads and keeps
 * nothing elsewhere. */

enum { KEY_FILE_BYTES_MAX = 16 * 1024, KEY_FILE_COMMAND_MAX = 200 };

/* Answers for the parser, as it does not know the screen or the rules. */
struct key_file_words {
    bool (*is_key)(struct str name);
    bool (*is_typed)(struct str name); /* whether a key types a character */
    /* Offers every similar name, for the error about an unknown one. */
    bool (*is_command)(struct str name, struct nearest *nearest);
};

/* About 40 KB of plain data, owned by the caller. */
struct key_file {
    struct own_keys own; /* in `text` */
    struct {
        int line, column; /* of its key, from 1 */
    } place[OWN_KEYS_MAX];
    char text[2 * KEY_FILE_BYTES_MAX]; /* keys, commands and notes, each terminated */
    int text_used;
};

/* Room for a path and DIAGNOSTICS_MAX problems. */
enum { USER_KEYS_TOLD_SIZE = 8 * 1024 };

/* Reads the file, if there is one. When anything is wrong with it, `out` holds no keys, returns
 * false, and `told` says so, with a line for each mistake: its place, a tab, the mistake. The
 * commands of every system are known; the screen answers the two questions about keys. */
bool user_keys_load(struct key_file *out, bool (*is_key)(struct str),
                    bool (*is_typed)(struct str), struct text *told);
/* `name` is the name of the file, for the places of mistakes. With any mistake, returns
 * STATUS_USAGE and no keys. */
enum status key_file_parse(struct key_file *out, struct str bytes, const char *name,
                           const struct key_file_words *words,
                           struct diagnostics *diagnostics) MUST_CHECK;

#endif
