/* The commands for encounters: another one on the table, with the party or without it, while
 * the one that was there is parked; copies, of an encounter before its fight or of any past
 * moment; and the list changed: renamed, given tags or a note, archived, brought back, deleted.
 * The changes of the list are steps of a collection (app/sitting/collection.h). */
#ifndef REFEREE_APP_ENCOUNTERS_ENCOUNTER_COMMANDS_H
#define REFEREE_APP_ENCOUNTERS_ENCOUNTER_COMMANDS_H

#include <stdbool.h>

#include "app/sitting/result.h"
#include "tracker/state.h"

sitting_command_fn sitting_run_encounter, sitting_run_open;
sitting_command_fn sitting_run_copy_encounter, sitting_run_go_on;
sitting_command_fn sitting_run_encounters;
sitting_command_fn sitting_run_rename_encounter;
sitting_command_fn sitting_run_tag_encounter, sitting_run_note_encounter;
sitting_command_fn sitting_run_archive_encounter, sitting_run_unarchive_encounter;
sitting_command_fn sitting_run_delete_encounter;

/* The name of the encounter that was on the table before this one; false: there is none. */
bool sitting_encounter_before(struct sitting *sitting, char out[NAME_SIZE]);

#endif
