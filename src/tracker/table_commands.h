/* The commands every system has: hit points change, combatants leave and come back, tables are
 * rolled on.
 *
 * Also the pieces that a system's own commands share with them. */
#ifndef REFEREE_TRACKER_TABLE_COMMANDS_H
#define REFEREE_TRACKER_TABLE_COMMANDS_H

#include "tracker/command.h"
#include "tracker/decision.h"

enum { AMOUNT_MAX = 10000 };

int table_commands(const struct command_def **out);

/* The amount in an argument: a whole number, or a dice expression that is thrown with the
 * command's dice. False when the decision has ended (a question, a fault). `most` is its limit;
 * below 0 counts as 0. */
bool table_amount(struct decision *decision, struct str word, int subject, const char *what,
                  int most, int *out);
/* The same where dice give at least `least`, as hit dice give 1 hit point: a lower total is
 * kept as it was rolled, and what counts instead is told. */
bool table_amount_from(struct decision *decision, struct str word, int subject,
                       const char *what, int least, int most, int *out);

/* "9 of 9 Life: nothing to heal"; nothing for one who can be healed. */
void table_say_full(const struct state *state, int id, struct text *out);
/* Damage to a combatant's hit points (temporary ones first, never below 0); for unset hit
 * points the damage is counted up. Calls the procedure's `hurt`. */
void table_damage(struct decision *decision, int id, int amount, const char *rules);

/* The combatant leaves the fight, or comes back (OUT_NOT). */
void table_leave(struct decision *decision, int id, enum way_out way);

#endif
