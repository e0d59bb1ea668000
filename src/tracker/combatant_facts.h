/* What is known about one combatant, in words: the source of the screen's panel, of `show` as
 * text and as JSON, and of the table in plain lines. Each of them lays it out and adds nothing.
 *
 * Knows no game: conditions and numbers come from the slots of its procedure. */
#ifndef REFEREE_TRACKER_COMBATANT_FACTS_H
#define REFEREE_TRACKER_COMBATANT_FACTS_H

#include "tracker/procedure.h"

/* Room for every fact of a combatant, and for its hit points in words. */
enum { COMBATANT_FACTS_SIZE = 2000, COMBATANT_HP_SIZE = 160 };

/* "HP 7 of 9 +2 temporary", "HP not set, 3 damage so far", "3 of 6 left"; for combatants whose
 * number is dice until they are met, "2d6 of them, thrown when met". */
void combatant_hit_points(const struct procedure *procedure, const struct state *state, int id,
                          struct text *out);

/* Whether it acts now: "has the turn", "acts now, out of turn", "can act now", "has acted"; ""
 * when there is nothing to say. Static text. */
const char *combatant_turn(const struct procedure *procedure, const struct state *state,
                           int id);

/* Adds the game's facts about it, one a line, without a line end after the last; empty lines
 * are left out. */
void combatant_facts(const struct procedure *procedure, const struct state *state, int id,
                     struct text *out);
/* The next of those lines; moves *rest past it. False when there are no more. */
bool combatant_next_fact(struct str *rest, struct str *fact);

#endif
