/* A fight that begins from a prepared encounter: `start`; and what is missing before: `ready`.
 * The prepared one stays unchanged; the fight is a new encounter with its name and, if that is
 * taken, a number. */
#ifndef REFEREE_APP_PREPARED_START_H
#define REFEREE_APP_PREPARED_START_H

struct command;
struct result;
struct sitting;

void sitting_run_start(struct sitting *sitting, const struct command *command,
                       struct result *out);
void sitting_run_missing(struct sitting *sitting, const struct command *command,
                         struct result *out);
/* The texts of a prepared encounter for the table: its place, what the foes want, what is read
 * aloud, the referee's notes; without a name, those of the one from which the open fight
 * began. */
void sitting_run_notes(struct sitting *sitting, const struct command *command,
                       struct result *out);

#endif
