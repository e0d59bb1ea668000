/* Copying an encounter under another name: as it was before its fight, while the table does not
 * change, or as it was after any act, to go on from there. The copied one stays as it is. */
#ifndef REFEREE_APP_ENCOUNTERS_ENCOUNTER_COPY_H
#define REFEREE_APP_ENCOUNTERS_ENCOUNTER_COPY_H

struct command;
struct result;
struct sitting;

void sitting_run_copy_encounter(struct sitting *sitting, const struct command *command,
                                struct result *out);
void sitting_run_go_on(struct sitting *sitting, const struct command *command,
                       struct result *out);

#endif
