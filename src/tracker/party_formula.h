/* Numbers that follow from the party: "party+1", "1d4+party", "5*party" are dice notation in
 * which `party` is the number of the party in the fight. They are decided when they are used:
 * when a combatant joins, that is, when the foe is met. */
#ifndef REFEREE_TRACKER_PARTY_FORMULA_H
#define REFEREE_TRACKER_PARTY_FORMULA_H

#include <stdbool.h>

#include "tracker/decision.h"

enum { PARTY_FORMULA_SIZE = 96 };

/* Whether the word is a formula: it has `party` with a sign, and no other letters than the d of
 * dice. */
bool party_formula_is(struct str word);
/* The word with the party's number filled in, in `buf`; any other word unchanged. False, with a
 * wrong decision, when nobody of the party is here. */
bool party_formula_fill(struct decision *decision, struct str word,
                        char buf[PARTY_FORMULA_SIZE], struct str *out);

#endif
