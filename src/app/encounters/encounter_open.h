/* `encounter` and `open`: another encounter on the table, a new one or an old one, with the
 * party or without it; the one that was there is parked. */
#ifndef REFEREE_APP_ENCOUNTERS_ENCOUNTER_OPEN_H
#define REFEREE_APP_ENCOUNTERS_ENCOUNTER_OPEN_H

#include <stdbool.h>

#include "tracker/state.h"

struct command;
struct result;
struct sitting;

void sitting_run_encounter(struct sitting *sitting, const struct command *command,
                           struct result *out);
void sitting_run_open(struct sitting *sitting, const struct command *command,
                      struct result *out);
/* The name of the encounter that was on the table before this one; false: there is none. */
bool sitting_encounter_before(struct sitting *sitting, char out[NAME_SIZE]);

#endif
