/* More verbs that a rule draws with, for games whose dice are not only added up: opposed rolls,
 * uniform numbers, values near the middle of a range, and dice that pass a limit.
 *
 * Each keeps the promises of resolver/dice/dice.h: throwing, it takes dice from the table or
 * the generator and writes the trace; enumerating, it visits outcomes that are already
 * collapsed. */
#ifndef REFEREE_RESOLVER_DICE_DICE_VERBS_H
#define REFEREE_RESOLVER_DICE_DICE_VERBS_H

#include "resolver/dice/dice.h"

/* One whole number from low to high, all equally likely; typed as itself. A range of one number
 * gives that number without a throw. */
int dice_between(struct dice *dice, int low, int high, struct source why);

/* A whole number from low to high, more often near the middle: low plus the whole part of (u1 +
 * u2) x (high - low + 1) / 2 for two uniform reals of [0, 1). Typed as two percentiles or
 * decimals, or as its value with "=". A range of one number needs no dice. */
int dice_near_middle(struct dice *dice, int low, int high, struct source why);

/* One side of an opposed roll: a uniform real from 0 to `most`, which is at least 0. */
struct opposed {
    double most;
    struct source why;
};

/* True when the attacker's number reaches the defender's. An attacker at 0 fails against a
 * defender above 0. Two throws, the attacker's first, each typed as a percentile, a decimal of
 * [0, 1), or with "=" as its result: "=8.6" of 16.8. */
bool dice_opposed(struct dice *dice, struct opposed attacker, struct opposed defender);

/* A die whose throws count their face less `minus`; the greatest face is thrown again and
 * added, without end. */
struct singlet {
    int sides;
    int minus; /* 0 to sides - 2, so that a chain rises */
};

/* How many of `count` singlets (1 to 8) are greater than `over`. Typed face by face as the dice
 * show them, each greatest face followed at once by its further throws. */
int dice_passes(struct dice *dice, struct singlet singlet, int count, int over,
                struct source why);

/* The chance that one singlet is greater than `over`. */
double dice_singlet_chance(struct singlet singlet, int over);

#endif
