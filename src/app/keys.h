/* The key table: which key does what, in each context of the screen. The screen looks keys up
 * here, and its footer and help are made from it, so that none of them can disagree.
 *
 * What every game has stands in app/keys.def, a game's own keys stand in its procedure
 * (tracker/procedure.h), and the user may bind others over both (app/key_file.h). Texts are
 * borrowed from there. Nothing is kept here. */
#ifndef REFEREE_APP_KEYS_H
#define REFEREE_APP_KEYS_H

#include "tracker/procedure.h"

enum key_context {
    CONTEXT_TABLE,      /* the order of combatants */
    CONTEXT_QUESTION,   /* something is asked for */
    CONTEXT_PALETTE,    /* commands and combatants by name */
    CONTEXT_READER,     /* help and long answers */
    CONTEXT_HISTORY,    /* past acts to go back to */
    CONTEXT_LOG,        /* the whole log, line by line */
    CONTEXT_ENCOUNTERS, /* the encounters of the campaign */
    CONTEXT_FORM,       /* the fields of a combatant */
    CONTEXT_FILE,       /* the campaign's file is not in its place */
    CONTEXT_SETTINGS,   /* the settings of the program */
    CONTEXT_CAMPAIGNS,  /* the campaigns there are, and copies of this one */
    CONTEXT_COUNT
};

struct key_binding {
    enum key_context context;
    const char *key;     /* as tui/term/key.h names it: "a", "C-r", "Space" */
    const char *command; /* a command line with places, or "@act" of the screen; see keys.def */
    const char *note;    /* short, for the footer; "" when it is not shown there */
    const char *help;
};

/* The letters behind % in a command; see keys.def. */
#define KEY_PLACES "smtfaorTSn"

enum { KEY_BINDINGS_MAX = 320, OWN_KEYS_MAX = 128 };

/* The user's own keys: of a context each at most once. Without a help of their own. */
struct own_keys {
    struct key_binding binding[OWN_KEYS_MAX];
    int count;
};

/* The keys of one game, in the order of footer and help. About 13 KB of plain data, the
 * caller's. */
struct key_table {
    struct key_binding binding[KEY_BINDINGS_MAX];
    int count;
};

/* The keys of the game whose procedure this is, NULL: of none, only what every game has, with
 * the user's own over them, NULL: without any. */
void key_table_make(struct key_table *out, const struct procedure *procedure,
                    const struct own_keys *own);
/* The first binding of a key, by its name; NULL when the context has none. */
const struct key_binding *key_binding_find(const struct key_table *table,
                                           enum key_context context, const char *key);
/* The binding at the table that runs a command of this name; NULL when none does. */
const struct key_binding *key_binding_of_command(const struct key_table *table,
                                                 const char *name);
/* Its key; NULL when none does. */
const char *key_of_command(const struct key_table *table, const char *name);
/* The word for a context in a file of keys: "table". */
const char *key_context_name(enum key_context context);
/* "At the table", as the help calls it. */
const char *key_context_title(enum key_context context);

#endif
