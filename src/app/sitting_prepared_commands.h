/* The commands of prepared encounters: written from the table or taken in from a file, listed,
 * read, started; their own undo. */
#ifndef REFEREE_APP_SITTING_PREPARED_COMMANDS_H
#define REFEREE_APP_SITTING_PREPARED_COMMANDS_H

#include "app/sitting_changes.h"

struct command;
struct diagnostics;
struct result;
struct sitting;

/* What prepared-undo and prepared-redo would take back and do again. */
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
