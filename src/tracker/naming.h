/* Combatants by what someone types, and the word that is typed for one. */
#ifndef REFEREE_TRACKER_NAMING_H
#define REFEREE_TRACKER_NAMING_H

#include "tracker/state.h"

/* One combatant by what someone typed; among several that fit, those still in the fight win;
 * still several is an error that lists them. `err` explains. 0 when none. */
int combatant_find(const struct state *state, struct str word, struct error *err);
/* The same for one of a list, which may stand in quotes: then who is called exactly so comes
 * first. */
int combatant_find_listed(const struct state *state, struct str one, struct error *err);
/* Who is called exactly so, whatever signs are in the name, except for case; 0: nobody. */
int combatant_called(const struct state *state, struct str name);
/* A short word that names exactly this one, alone and in lists: "p1", else the name, in quotes
 * where it needs them ("Br""an" for Br"an). */
void combatant_word(const struct state *state, int id, struct text *out);
/* A line with such words in place of ids: `effect #2 by=#3` becomes `effect c1 by=Ezra`. What
 * stands in quotes stays. */
void command_name_ids(const struct state *state, struct str line, struct text *out);

#endif
