/* A combatant written down as a kind: what it has as the fields of a record. */
#ifndef REFEREE_APP_KIND_OF_COMBATANT_H
#define REFEREE_APP_KIND_OF_COMBATANT_H

#include "content/kind_draft.h"
#include "tracker/procedure.h"
#include "tracker/state.h"

/* The record that a combatant was made from, or whose name its kind has; NULL: none. */
const struct library_record *kind_behind(const struct library *library,
                                         const struct procedure *procedure,
                                         const struct state *state, int id);

/* Fills the draft of a kind. What the record behind it has stays where the combatant cannot
 * have another value (tags, formulas of the party) or has one that the record's dice can bring;
 * the rest is as the combatant has it. `behind` NULL: there is none. */
void kind_of_combatant(struct kind_draft *draft, const struct library_kind *kind,
                       const struct library_record *behind, const struct procedure *procedure,
                       const struct state *state, int id);

#endif
