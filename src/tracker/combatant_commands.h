/* The commands that create and describe combatants: add, duplicate, set, rename, note-on. The
 * values they can give are in the table of tracker/combatant_fields.h. */
#ifndef REFEREE_TRACKER_COMBATANT_COMMANDS_H
#define REFEREE_TRACKER_COMBATANT_COMMANDS_H

#include "tracker/command.h"

/* True when the first word of `add` is a count, not a part of the name: it is dice or begins
 * with a digit. */
bool combatant_is_count(struct str word);

int combatant_commands(const struct command_def **out);

#endif
