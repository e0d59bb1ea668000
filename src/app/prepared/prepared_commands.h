/* The commands for prepared encounters: writing them from the table, reading them from a file,
 * listing and changing them; what is missing before a fight (`ready`), and the fight that
 * begins from one (`start`): a new encounter with its name and, if that is taken, a number. The
 * prepared one stays unchanged. */
#ifndef REFEREE_APP_PREPARED_PREPARED_COMMANDS_H
#define REFEREE_APP_PREPARED_PREPARED_COMMANDS_H

#include <stdbool.h>

#include "app/sitting/result.h"
#include "base/text.h"
#include "tracker/state.h"

sitting_command_fn sitting_run_prepare, sitting_run_prepared;
sitting_command_fn sitting_run_read_encounter;
sitting_command_fn sitting_run_rename_prepared, sitting_run_copy_prepared;
sitting_command_fn sitting_run_archive_prepared;
sitting_command_fn sitting_run_start, sitting_run_missing;
/* The texts of a prepared encounter for the table: its place, what the foes want, what is read
 * aloud, the referee's notes; without a name, those of the one from which the open fight
 * began. */
sitting_command_fn sitting_run_notes;

/* Writing a table as the text of a prepared encounter: its combatants, with as few words as
 * needed to restore them. Values from a record of the library are not repeated. */

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
