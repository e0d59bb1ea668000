/* A combatant filled in from a record whose fields are those of combatants: values it lacks are
 * given as `set` would give them. The state remembers which record it was. */
#ifndef REFEREE_TRACKER_COMBATANT_RECORD_H
#define REFEREE_TRACKER_COMBATANT_RECORD_H

#include "tracker/decision.h"
#include "tracker/library.h"

/* Values that the combatant already has stay, whatever the fields of the record bring. A field
 * that combatants of this game do not have is skipped. */
void combatant_fill(struct decision *decision, int id, const struct library_record *record);
/* Remembers the record without filling anything in. */
void combatant_remember(struct decision *decision, int id, const struct library_record *record);
/* Forgets the record; the values stay. */
void combatant_unfill(struct decision *decision, int id);
/* The name of the record it was filled in from; NULL: none. */
const char *combatant_made_from(const struct state *state, int id);
/* Whether the state effect is the one that names the record. */
bool combatant_is_made_from(const struct effect *effect);

#endif
