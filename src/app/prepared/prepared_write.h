/* Writing a table as the text of a prepared encounter: its combatants, with as few words as
 * needed to restore them. Values from a record of the library are not repeated. */
#ifndef REFEREE_APP_PREPARED_PREPARED_WRITE_H
#define REFEREE_APP_PREPARED_PREPARED_WRITE_H

#include <stdbool.h>

#include "base/text.h"
#include "tracker/state.h"

struct sitting;

struct prepared_writing {
    const char *name;          /* of the encounter */
    const struct state *state; /* its combatants are written; none: a text to start from */
    bool has_party;            /* the party too, not only its foes */
};

/* Adds the text; out->is_cut when it did not fit. */
void prepared_write(struct sitting *sitting, const struct prepared_writing *writing,
                    struct text *out);

#endif
