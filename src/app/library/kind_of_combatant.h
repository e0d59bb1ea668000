/* A combatant saved as a kind: its values as the fields of a record. */
#ifndef REFEREE_APP_LIBRARY_KIND_OF_COMBATANT_H
#define REFEREE_APP_LIBRARY_KIND_OF_COMBATANT_H

#include "content/library.h"
#include "tracker/procedure.h"
#include "tracker/state.h"

/* The record that a combatant was made from, or with the name of its kind; NULL: none. */
const struct library_record *kind_behind(const struct library *library,
                                         const struct procedure *procedure,
                                         const struct state *state, int id);

/* Whether the record that a combatant was made from is in no place any more. */
bool kind_is_gone(const struct library *library, const struct procedure *procedure,
                  const struct state *state, int id);
/* Adds the fact that says so, as one more line. */
void kind_add_gone_fact(const struct state *state, int id, struct text *out);

/* Fills the draft of a kind. Values of its record stay if the combatant cannot have another
 * value (tags, formulas of the party) or has one that the record's dice can give; the rest
 * comes from the combatant. `behind` is that record; NULL: none. */
void kind_of_combatant(struct kind_draft *draft, const struct library_kind *kind,
                       const struct library_record *behind, const struct procedure *procedure,
                       const struct state *state, int id);

#endif
