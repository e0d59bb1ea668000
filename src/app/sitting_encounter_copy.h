/* Copying an encounter as it was before its fight, under another name; the table does not
 * change. */
#ifndef REFEREE_APP_SITTING_ENCOUNTER_COPY_H
#define REFEREE_APP_SITTING_ENCOUNTER_COPY_H

struct command;
struct result;
struct sitting;

void sitting_run_copy_encounter(struct sitting *sitting, const struct command *command,
                                struct result *out);

#endif
