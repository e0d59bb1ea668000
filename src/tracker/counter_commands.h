/* The commands of counters: starting one, a step by hand, taking one away, and running the line
 * of one that has ended. */
#ifndef REFEREE_TRACKER_COUNTER_COMMANDS_H
#define REFEREE_TRACKER_COUNTER_COMMANDS_H

#include "tracker/command.h"
#include "tracker/decision.h"

int counter_commands(const struct command_def **out);

#endif
