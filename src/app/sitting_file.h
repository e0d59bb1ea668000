/* The file of the open campaign: the two ways on when it is not at its path any more, because
 * it was moved, deleted, replaced or copied over. One writes what is open to a file and goes on
 * there, the other goes on with what is at the path now. Both are commands. */
#ifndef REFEREE_APP_SITTING_FILE_H
#define REFEREE_APP_SITTING_FILE_H

#include <stdbool.h>

#include "app/result.h"
#include "base/text.h"
#include "tracker/command.h"

struct sitting;

/* Whether the last act found the file in another place than its own. Nothing is written then.
 */
bool sitting_has_lost_file(const struct sitting *sitting);
/* Whether there is a file at the path that could be gone on with. */
bool sitting_can_reopen(const struct sitting *sitting);
/* What has become of the file, and what is at its path now: a few lines for people. */
void sitting_tell_file(struct sitting *sitting, struct text *out);
/* A path that the open campaign can be written to: its own where that is free, else one beside
 * it that no file has. */
void sitting_suggest_path(const struct sitting *sitting, struct text *out);

/* `save-as [FILE]` and `reopen`. */
void sitting_run_save_as(struct sitting *sitting, const struct command *command,
                         struct result *out);
void sitting_run_reopen(struct sitting *sitting, const struct command *command,
                        struct result *out);

/* At the end: a campaign whose file is not at its path is written beside it, or, where that
 * cannot be, into the folder of the user's data or for temporary files. False, and nothing
 * told, where that is not needed. */
bool sitting_rescue(struct sitting *sitting, struct text *told);

#endif
