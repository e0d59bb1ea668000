/* A fight that is logged as a forecast plays it: each act with its events, so that what was
 * chosen is what the forecast chooses too. */
#ifndef REFEREE_TESTS_SUPPORT_LOGGED_FIGHT_H
#define REFEREE_TESTS_SUPPORT_LOGGED_FIGHT_H

#include <stdint.h>

struct sitting;

/* Plays on from the table to the end of fight `number`, both sides by this policy, and logs
 * each act. */
void logged_fight(struct sitting *sitting, const char *policy, uint64_t number);

#endif
