/* The encounters of the demos as they stand before anybody acts, each made ready for a
 * forecast: those of a script from where it puts everybody in place, and those that the evening
 * has prepared. */
#ifndef REFEREE_SUPPORT_DEMO_FIGHTS_H
#define REFEREE_SUPPORT_DEMO_FIGHTS_H

#include "app/forecast/forecast.h"

/* Ended by NULL: "spire", ... "evening". */
extern const char *const demo_names[];

/* `forecast` is borrowed until the function returns. Its first pair of policies is the sensible
 * one that ships, and for the foes focus. */
typedef void demo_fight_fn(void *context, struct forecast *forecast);
void demo_fights(const char *demo, demo_fight_fn *see, void *context);

#endif
