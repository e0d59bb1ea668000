/* Foes whose numbers follow from the party: level HCL+3, Life T+5. They are decided when the
 * foe is first met (decision F 1): when the encounter begins with a party there, or when the
 * foe arrives or is revealed later. Until then the formula is kept (FOUR_FORMULA), with its
 * present value beside it. */
#ifndef REFEREE_GAMES_FOUR_AGAINST_DARKNESS_FORMULAS_H
#define REFEREE_GAMES_FOUR_AGAINST_DARKNESS_FORMULAS_H

#include "tracker/decision.h"

/* Level, attacks, damage and Life of a new foe from its record, unless they are given. */
void formulas_fill(struct decision *decision, int foe, const struct library_record *record);
/* The referee gave a number of this name: it holds for every party. */
void formulas_forget(struct decision *decision, int foe, struct str name);
/* Called after every act: the numbers follow the party, and are decided when the foe is met. So
 * is the number of a group (counts.h), whose dice may be asked for. */
void formulas_watch(struct decision *decision, int foe);
/* "until met: level HCL+3 (4 now), Life T+5 (6 now), count 2d6"; nothing for a foe without
 * formulas. */
void formulas_say(const struct state *state, int foe, struct text *out);

#endif
