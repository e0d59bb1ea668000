/* A fight that begins from a prepared encounter: `start`, and what is missing before: `ready`.
 * The prepared one stays as it is; the fight is an encounter of its own, with its name and, as
 * long as that is taken, a number behind it. */
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
    int line, column; /* of the text, where it is mended; 0: it is not from a text */
    char command[MISSING_COMMAND_SIZE]; /* what mends it at the table, to be completed; "" */
    const char *rule;
};

enum { READY_MAX = 64 };

/* Of a prepared encounter, or (id 0) of the one on the table. Mistakes of its text come first,
 * each with its place. */
enum status sitting_ready(struct sitting *sitting, int64_t id, struct ready_item *out, int most,
                          int *count, struct error *err) MUST_CHECK;

void sitting_run_start(struct sitting *sitting, const struct command *command,
                       struct result *out);
void sitting_run_missing(struct sitting *sitting, const struct command *command,
                         struct result *out);
/* What a prepared encounter says for the table: its place, what the foes want, what is read
 * aloud, the referee's notes; of the one that the open fight began from where none is named. */
void sitting_run_notes(struct sitting *sitting, const struct command *command,
                       struct result *out);

#endif
