/* The lines of the table for a prepared encounter: who joins, and then lines about them. Each
 * line knows its place in the text, so that mistakes are reported there.
 *
 * Knows the game only by its tables: the fields of combatants, and its own keys in texts. */
#ifndef REFEREE_APP_PREPARED_PREPARED_LINES_H
#define REFEREE_APP_PREPARED_PREPARED_LINES_H

#include "content/encounter_text.h"
#include "tracker/library.h"
#include "tracker/procedure.h"
#include "tracker/state.h"

enum { PREPARED_LINES_MAX = 1024 };

/* Whom a line is for. */
enum prepared_for {
    PREPARED_ADDS,  /* it brings the combatants of its entry */
    PREPARED_EACH,  /* once for each of them; "%w" is the combatant */
    PREPARED_ONE,   /* for the `which`th of them, from 1 */
    PREPARED_TABLE, /* for nobody of an entry */
    PREPARED_LATER  /* it starts a counter that brings them later */
};

struct prepared_line {
    const char *text;
    enum prepared_for whom;
    int entry; /* index of the entry; -1: none */
    int which;
    const struct yaml_value *at;  /* the place it is from */
    const struct yaml_value *map; /* the entry with its fields; NULL: none */
    const char *later; /* PREPARED_LATER: the line that brings them, to be checked too */
    const char *kind;  /* PREPARED_ADDS, PREPARED_LATER: the kind they must be; or NULL */
};

struct prepared_lines {
    struct prepared_line *line; /* room for PREPARED_LINES_MAX, borrowed from the arena */
    int count;
    int entries;
};

/* The sources of the lines. All borrowed. */
struct prepared_game {
    const struct procedure *procedure;
    const struct library *library; /* what combatants can be made from */
    const struct state *state;     /* an empty one of the game */
};

/* Makes the lines; false when there are mistakes, which are in source->diagnostics. */
bool prepared_lines_make(struct prepared_lines *out, const struct encounter_text *text,
                         const struct prepared_game *game, const struct yaml_source *source,
                         struct arena *arena);

/* One field of an entry as the option of a line: ` hp="2d8"`; false when it is not a field. */
bool prepared_option(const struct prepared_game *game, const struct yaml_value *at,
                     struct text *out);

#endif
