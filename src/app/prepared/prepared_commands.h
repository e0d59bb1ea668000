/* The commands for prepared encounters: writing them from the table, reading them from a file,
 * listing and changing them; what is missing before a fight (`ready`), and the fight that
 * begins from one (`start`): a new encounter with its name and, if that is taken, a number. The
 * prepared one stays unchanged. */
#ifndef REFEREE_APP_PREPARED_PREPARED_COMMANDS_H
#define REFEREE_APP_PREPARED_PREPARED_COMMANDS_H

#include "app/sitting/result.h"

sitting_command_fn sitting_run_prepare, sitting_run_prepared;
sitting_command_fn sitting_run_write_encounter, sitting_run_read_encounter;
sitting_command_fn sitting_run_rename_prepared, sitting_run_copy_prepared;
sitting_command_fn sitting_run_archive_prepared;
sitting_command_fn sitting_run_start, sitting_run_missing;
/* The texts of a prepared encounter for the table: its place, what the foes want, what is read
 * aloud, the referee's notes; without a name, those of the one from which the open fight
 * began. */
sitting_command_fn sitting_run_notes;

#endif
