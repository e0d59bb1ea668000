/* The commands every system has: hit points change, combatants leave and come back, tables are
 * rolled on.
 *
 * Also the pieces that a system's own commands share with them. */
#ifndef REFEREE_TRACKER_TABLE_COMMANDS_H
#define REFEREE_TRACKER_TABLE_COMMANDS_H

#include "tracker/command.h"
#include "tracker/decision.h"
#include "tracker/options.h"

enum { AMOUNT_MAX = 10000 };

int table_commands(const struct command_def **out);

/* "9 of 9 Life: nothing to heal"; nothing for one who can be healed. */
void table_say_full(const struct state *state, int id, struct text *out);
/* Damage to a combatant's hit points (temporary ones first, never below 0); for unset hit
 * points the damage is counted up. Calls the procedure's `hurt`. */
void table_damage(struct decision *decision, int id, int amount, const char *rules);

/* The combatant leaves the fight, or comes back (OUT_NOT). */
void table_leave(struct decision *decision, int id, enum way_out way);

#endif
