/* Random command lines, made from the command tables of the system at the table, so that one
 * test covers every system and every future command. */
#ifndef REFEREE_TESTS_SUPPORT_RANDOM_LINE_H
#define REFEREE_TESTS_SUPPORT_RANDOM_LINE_H

#include "support/draws.h"
#include "tracker/command.h"

/* A line for one of the commands that the tracker carries out: mostly sensible, sometimes not.
 */
void random_line(struct text *out, struct draws *draws, const struct command_def *const *defs,
                 int count, const struct state *state);

#endif
