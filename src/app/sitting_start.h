/* A fight that begins from a prepared encounter: `start`; and what is missing before: `ready`.
 * The prepared one stays unchanged; the fight is a new encounter with its name and, if that is
 * taken, a number. */
#ifndef REFEREE_APP_SITTING_START_H
#define REFEREE_APP_SITTING_START_H

#include <stdint.h>

#include "base/status.h"
#include "tracker/prepared.h"

struct command;
struct result;
struct sitting;

/* Something that is missing or odd before a start. */
struct ready_item {
    char text[200];
    int line, column;                   /* of the place in the text; 0: not from a text */
    char command[MISSING_COMMAND_SIZE]; /* the line that corrects it at the table, to be
                                           completed; "" */
    const char *rule;
};

enum { READY_MAX = 64 };

/* For a prepared encounter, or (id 0) the one on the table. Mistakes in its text come first,
 * each with its place. */
enum status sitting_ready(struct sitting *sitting, int64_t id, struct ready_item *out, int most,
                          int *count, struct error *err) MUST_CHECK;

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
