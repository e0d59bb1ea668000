/* A combatant filled in from a record whose fields are those of combatants: what it does not
 * have yet is given as `set` would give it. The state keeps which record that was. */
#ifndef REFEREE_TRACKER_COMBATANT_RECORD_H
#define REFEREE_TRACKER_COMBATANT_RECORD_H

#include "tracker/decision.h"
#include "tracker/library.h"

/* What the combatant had before stays, whatever the record's fields bring with them. A field
 * that no combatant of this game has is passed over. */
void combatant_fill(struct decision *decision, int id, const struct library_record *record);
/* It is of no record any more; its values stay. */
void combatant_unfill(struct decision *decision, int id);
/* The name of the record that it was filled in from; NULL: none. */
const char *combatant_made_from(const struct state *state, int id);
/* Whether the state effect says just that. */
bool combatant_is_made_from(const struct effect *effect);

#endif
