/* The commands for prepared encounters: writing them from the table, reading them from a file,
 * listing, showing and starting them; their own undo. */
#ifndef REFEREE_APP_PREPARED_PREPARED_COMMANDS_H
#define REFEREE_APP_PREPARED_PREPARED_COMMANDS_H

#include "app/sitting/changes.h"

struct command;
struct diagnostics;
struct result;
struct sitting;

/* What prepared-undo and prepared-redo would undo and redo. */
enum status sitting_prepared_ways(struct sitting *sitting, struct sitting_ways *out,
                                  struct error *err) MUST_CHECK;

/* The mistakes of a text as a result: the first is its error, the others are its lines. */
void sitting_tell_mistakes(const struct diagnostics *diagnostics, struct result *out);

void sitting_run_prepare(struct sitting *sitting, const struct command *command,
                         struct result *out);
void sitting_run_prepared(struct sitting *sitting, const struct command *command,
                          struct result *out);
void sitting_run_write_encounter(struct sitting *sitting, const struct command *command,
                                 struct result *out);
void sitting_run_read_encounter(struct sitting *sitting, const struct command *command,
                                struct result *out);
void sitting_run_rename_prepared(struct sitting *sitting, const struct command *command,
                                 struct result *out);
void sitting_run_copy_prepared(struct sitting *sitting, const struct command *command,
                               struct result *out);
void sitting_run_archive_prepared(struct sitting *sitting, const struct command *command,
                                  struct result *out);
void sitting_run_undo_prepared(struct sitting *sitting, const struct command *command,
                               struct result *out);
void sitting_run_redo_prepared(struct sitting *sitting, const struct command *command,
                               struct result *out);

#endif
