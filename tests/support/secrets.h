/* A campaign in which one word stands in every field of a foe that takes one, and in every act
 * that only the referee may read: for tests of what players get. */
#ifndef REFEREE_TESTS_SUPPORT_SECRETS_H
#define REFEREE_TESTS_SUPPORT_SECRETS_H

#include "support/play.h"

#define SECRET "zqsecret"

/* A new encounter of the system at this place, with Anka of the party and the foe Bo. */
struct play *secrets_planted(int system);
/* Plants the acts once more, as far as they are possible now; returns how many were done. */
int secrets_plant_acts(struct play *play);

#endif
