/* The key table: which key does what, in each context of the screen. The screen looks keys up
 * here, and its footer and help are made from it, so that none of them can disagree. */
#ifndef REFEREE_APP_KEYS_H
#define REFEREE_APP_KEYS_H

enum key_context {
    CONTEXT_TABLE,      /* the order of combatants */
    CONTEXT_QUESTION,   /* something is asked for */
    CONTEXT_PALETTE,    /* commands and combatants by name */
    CONTEXT_READER,     /* help and long answers */
    CONTEXT_HISTORY,    /* past acts to go back to */
    CONTEXT_LOG,        /* the whole log, line by line */
    CONTEXT_ENCOUNTERS, /* the encounters of the campaign */
    CONTEXT_FORM,       /* the fields of a combatant */
    CONTEXT_COUNT
};

struct key_binding {
    enum key_context context;
    const char *key;     /* as tui/term/key.h names it: "a", "C-r", "Space" */
    const char *command; /* a command line with places, or "@act" of the screen; see keys.def */
    const char *note;    /* short, for the footer; "" when it is not shown there */
    const char *help;
};

enum { KEY_BINDINGS_MAX = 320 };

/* The letters behind % in a command; see keys.def. */
#define KEY_PLACES "smtfaorTSn"

/* The bindings in force: those that ship, until others are set. */
int key_bindings(const struct key_binding **out);
/* Those that ship, whatever is in force. */
int key_bindings_shipped(const struct key_binding **out);
/* Sets what is in force; borrowed from then on. NULL: those that ship. */
void key_bindings_set(const struct key_binding *bindings, int count);
/* The first binding of a key, by its name; NULL when the context has none. */
const struct key_binding *key_binding_find(enum key_context context, const char *key);
/* The next binding of the same key in the same context, for commands of other systems; NULL
 * when there is no further one. */
const struct key_binding *key_binding_next(const struct key_binding *binding);
/* The binding at the table that runs a command of this name; NULL when none does. */
const struct key_binding *key_binding_of_command(const char *name);
/* Its key; NULL when none does. */
const char *key_of_command(const char *name);
/* The word for a context in a file of keys: "table". */
const char *key_context_name(enum key_context context);
/* "At the table", as the help calls it. */
const char *key_context_title(enum key_context context);

#endif
