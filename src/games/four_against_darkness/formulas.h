/* Foes whose numbers follow from the party: level HCL+3, Life T+5. They are decided when the
 * foe is first met (decision F 1): when the encounter begins with a party there, or when the
 * foe arrives or is revealed later. Until then the formula is kept (FOUR_FORMULA), and the
 * number beside it is what it would come to now. */
#ifndef REFEREE_GAMES_FOUR_AGAINST_DARKNESS_FORMULAS_H
#define REFEREE_GAMES_FOUR_AGAINST_DARKNESS_FORMULAS_H

#include "tracker/decision.h"

/* Level, attacks, damage and Life of a new foe by its record, as far as they are not given. */
void formulas_fill(struct decision *decision, int foe, const struct library_record *record);
/* The referee gives a number of this name: it holds, no matter who is met. */
void formulas_forget(struct decision *decision, int foe, struct str name);
/* After every act: the numbers follow the party, and are decided where the foe is met. So is
 * the number of a group (counts.h), whose dice may be asked for. */
void formulas_watch(struct decision *decision, int foe);
/* "until met: level HCL+3 (4 now), Life T+5 (6 now), count 2d6"; nothing for a foe without any.
 */
void formulas_say(const struct state *state, int foe, struct text *out);

#endif
