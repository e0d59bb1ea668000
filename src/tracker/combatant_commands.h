/* The commands by which combatants come to the table and are described: add, duplicate, set,
 * rename, note-on. What can be given to a combatant is the table of tracker/combatant_fields.h.
 */
#ifndef REFEREE_TRACKER_COMBATANT_COMMANDS_H
#define REFEREE_TRACKER_COMBATANT_COMMANDS_H

#include "tracker/command.h"

/* Whether the first word of `add` is how many, and no part of a name: it begins with a digit,
 * or is dice. */
bool combatant_is_count(struct str word);

int combatant_commands(const struct command_def **out);

#endif
