/* The key table: the action of each key, in each context of the screen. The screen looks keys
 * up here, and its footer and help are made from it, so that they cannot disagree.
 *
 * Keys of every game are in app/settings/keys.def, a game's own are in its procedure
 * (tracker/procedure.h), and the user may bind others over both (below).
 * Texts are borrowed from there. Nothing is kept here. */
#ifndef REFEREE_APP_SETTINGS_KEYS_H
#define REFEREE_APP_SETTINGS_KEYS_H

#include <stdbool.h>

#include "base/diagnostics.h"
#include "base/nearest.h"
#include "base/text.h"
#include "tracker/command.h"
#include "tracker/procedure.h"

enum key_context {
#define CONTEXT(context, word, types, title) CONTEXT_##context,
#include "app/settings/key_contexts.def"
#undef CONTEXT
    CONTEXT_COUNT
};

/* The acts of the screen itself. */
enum screen_act {
    ACT_NONE,
#define ACT(act, name) ACT_##act,
#include "app/settings/screen_acts.def"
#undef ACT
    ACT_COUNT
};

struct key_binding {
    enum key_context context;
    bool is_of_frame; /* at the table: stands in the line above the log, not in the footer */
    const char *key;  /* by its name in tui/term/term.h: "a", "C-r", "Space" */
    /* as pressed at the table: the same, or "F3 y" after the key of @more */
    const char *pressed;
    /* a command line with places, or "@act" of the screen; a line that ends with a blank is
     * completed in the list of commands; see keys.def */
    const char *command;
    const char *group; /* its heading in the box after @more; NULL: the fight */
    const char *note;  /* short, for the footer; "": not shown there */
    const char *help;
    enum screen_act act; /* set by key_table_make; ACT_NONE: a command line */
    /* For a command line, set by key_table_aim: the combatant for %w, and whether this may be
     * all chosen ones. */
    enum whom whom;
    bool goes_to_chosen;
};

/* The letters behind % in a command; see keys.def. */
#define KEY_PLACES "wsmtfaorcTSn"

enum { KEY_BINDINGS_MAX = 680, OWN_KEYS_MAX = 128 };

/* The user's own keys, each at most once in a context. They have no help of their own. */
struct own_keys {
    struct key_binding binding[OWN_KEYS_MAX];
    int count;
};

/* The keys of one game, in the order of footer and help. About 22 KB of plain data, owned by
 * the caller. */
struct key_table {
    struct key_binding binding[KEY_BINDINGS_MAX];
    int count;
};

/* Makes the keys of the game with this procedure (NULL: only those of every game), with the
 * user's own over them (NULL: none). */
void key_table_make(struct key_table *out, const struct procedure *procedure,
                    const struct own_keys *own);
/* Sets whom the keys' commands are for, from the definitions of the commands. Until then it is
 * the selected combatant. */
void key_table_aim(struct key_table *table, const struct command_def *const *defs, int count);
/* The first binding of a key by its name; NULL when the context has none. */
const struct key_binding *key_binding_find(const struct key_table *table,
                                           enum key_context context, const char *key);
/* The binding at the table, or after @more, that runs a command of this name; NULL when none
 * does. */
const struct key_binding *key_binding_of_command(const struct key_table *table,
                                                 const char *name);
/* True when it is an attack of the actor. */
bool key_binding_is_attack(const struct key_binding *binding);
/* The binding of the command that a line begins with, with or without `ruling`; NULL when none
 * runs it. */
const struct key_binding *key_binding_of_line(const struct key_table *table, const char *line);
/* The binding that runs just this line of several words, which has a note of its own; NULL:
 * none. */
const struct key_binding *key_binding_of_whole_line(const struct key_table *table,
                                                    const char *line);
/* Its key, or keys: "F3 y"; NULL when none runs it. */
const char *key_of_command(const struct key_table *table, const char *name);
const char *key_of_act(const struct key_table *table, enum screen_act act);
/* The key of an act while looking at the past; in any context. "": it has none there. */
const char *key_of_past(const struct key_table *table, enum screen_act act);
const char *key_in_context(const struct key_table *table, enum key_context context,
                           enum screen_act act);
/* The first binding of this key at the table of another game; NULL: no game has it. `games` are
 * all games; *where is the one found. */
const struct key_def *key_of_other_game(const struct procedure *const *games, int count,
                                        const char *key, int *where);
/* The act of this name: "@down"; ACT_NONE when there is none. */
enum screen_act screen_act_of(const char *name);
/* The name of an act other than ACT_NONE. */
const char *screen_act_name(enum screen_act act);
/* The word for a context in a file of keys: "table". */
const char *key_context_name(enum key_context context);
/* Its name in the help: "At the table". */
const char *key_context_title(enum key_context context);
/* True when every character is typed there: only other keys can be bound. */
bool key_context_types(enum key_context context);

/* The user's own keys: $XDG_CONFIG_HOME/referee/keys, or else ~/.config/referee/keys. */

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
