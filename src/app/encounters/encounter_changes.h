/* The list of encounters changed: renamed, given tags or a note, archived, brought back,
 * deleted; each is a step of the changes of the campaign (store/changes.h), and undone where it
 * was done: `undo` at the table never touches it. */
#ifndef REFEREE_APP_ENCOUNTERS_ENCOUNTER_CHANGES_H
#define REFEREE_APP_ENCOUNTERS_ENCOUNTER_CHANGES_H

#include "app/sitting/changes.h"

struct command;
struct result;
struct sitting;

/* What encounters-undo and encounters-redo would undo and redo. */
enum status sitting_encounter_ways(struct sitting *sitting, struct sitting_ways *out,
                                   struct error *err) MUST_CHECK;

void sitting_run_encounters(struct sitting *sitting, const struct command *command,
                            struct result *out);
void sitting_run_rename_encounter(struct sitting *sitting, const struct command *command,
                                  struct result *out);
void sitting_run_tag_encounter(struct sitting *sitting, const struct command *command,
                               struct result *out);
void sitting_run_note_encounter(struct sitting *sitting, const struct command *command,
                                struct result *out);
void sitting_run_archive_encounter(struct sitting *sitting, const struct command *command,
                                   struct result *out);
void sitting_run_unarchive_encounter(struct sitting *sitting, const struct command *command,
                                     struct result *out);
void sitting_run_delete_encounter(struct sitting *sitting, const struct command *command,
                                  struct result *out);
void sitting_run_undo_encounters(struct sitting *sitting, const struct command *command,
                                 struct result *out);
void sitting_run_redo_encounters(struct sitting *sitting, const struct command *command,
                                 struct result *out);

#endif
