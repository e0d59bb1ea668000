/* The table for the ear: sentences in place of columns and marks, for linear mode.
 *
 * A screen reader reads each line once, from its beginning: so nothing is in columns, no sign
 * is left that would be read by its name, and a user who asks for less hears less. Knows
 * nothing of questions and commands. */
#ifndef REFEREE_CLI_SPOKEN_H
#define REFEREE_CLI_SPOKEN_H

#include "tracker/procedure.h"

struct line_odds;
struct sitting;

/* Adds a line of the lower layers as people say it: "Odo → Hookbill: d20 [14] ... miss
 * [5.14]" is "Odo to Hookbill: d20 14 ... miss", and columns are separated by commas. The rules
 * after it are left out unless `has_rules`. */
void spoken_add(struct text *out, struct str line, bool has_rules);

/* Says lines, each as a sentence; empty ones are left out. */
void spoken_lines(const char *lines, bool has_rules);

/* The situation: encounter, game, phase, the number of combatants, whose turn it is. */
void spoken_place(const struct sitting *sitting);
/* Whose turn it is; nothing when it is nobody's. */
void spoken_turn(const struct state *state);
/* Every combatant, a sentence each, in order. */
void spoken_combatants(const struct sitting *sitting);
/* One combatant with everything that is known about it. */
void spoken_combatant(struct sitting *sitting, int id);
/* How a pending check is settled, and its chance if known. */
void spoken_settling(struct sitting *sitting, const struct pending *pending);
/* A rule by its id and its title: "Rule 5.21, Morale." Nothing for "". */
void spoken_rule(struct sitting *sitting, const char *rule);
/* What undo would take back, and redo would restore, if anything. */
void spoken_ways_back(const struct sitting *sitting);
/* Everything together that waits for this combatant: "Pell, 4 attacks due: to 0 Life 41%." */
void spoken_together(struct sitting *sitting, int id);
/* The odds of acts, a sentence each: "attack: Anka to Wolf, hit 65%, direct hit 0%, average
 * damage 2.3", and after it what it needs. */
void spoken_odds(struct sitting *sitting, const struct line_odds *odds);
/* What comes next, if the procedure says so. */
void spoken_guide(const struct sitting *sitting);

#endif
