/* A table written as the text of a prepared encounter: who is there, as few words of each as
 * bring them back. What a record of the library gives is not repeated. */
#ifndef REFEREE_APP_PREPARED_WRITE_H
#define REFEREE_APP_PREPARED_WRITE_H

#include <stdbool.h>

#include "base/text.h"
#include "tracker/state.h"

struct sitting;

struct prepared_writing {
    const char *name;          /* of the encounter */
    const struct state *state; /* whose combatants are written; none: a text to begin with */
    bool has_party;            /* the party too, not its foes alone */
};

/* Adds the text. out->is_cut tells that it did not fit. */
void prepared_write(struct sitting *sitting, const struct prepared_writing *writing,
                    struct text *out);

#endif
