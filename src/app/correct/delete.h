/* `delete`: a combatant that was added by mistake is taken off the table, if it has done
 * nothing and nothing was done to it. */
#ifndef REFEREE_APP_CORRECT_DELETE_H
#define REFEREE_APP_CORRECT_DELETE_H

struct command;
struct result;
struct sitting;

void sitting_run_delete(struct sitting *sitting, const struct command *command,
                        struct result *out);

#endif
