/* A campaign in which one word stands in every field of a foe that takes one, and in every act
 * that only the referee may read: for tests of what players get. */
#ifndef REFEREE_TESTS_SUPPORT_SECRETS_H
#define REFEREE_TESTS_SUPPORT_SECRETS_H

#include "support/play.h"

#define SECRET "zqsecret"

/* A new encounter of the system at this place, with Anka of the party and the foe Bo. Adds the
 * acts that this game took to *taken, a bit each. */
struct play *secrets_planted(int system, unsigned *taken);
/* Plants the acts once more, as far as they are possible now; returns those that were done. */
unsigned secrets_plant_acts(struct play *play);
/* The line of an act, NULL behind the last: each must be taken by a game, or it hides nothing.
 */
const char *secrets_act(int i);

#endif
