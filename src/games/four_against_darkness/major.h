/* Major foes: their level drop, and the extras of bosses (Major Foes, Boss Foes). */
#ifndef REFEREE_GAMES_FOUR_AGAINST_DARKNESS_MAJOR_H
#define REFEREE_GAMES_FOUR_AGAINST_DARKNESS_MAJOR_H

#include "tracker/decision.h"

/* Whether the table rule gives this boss more than its record says. */
bool major_has_extras(const struct state *state, int foe);
/* Called when it is met: gives a boss its extras, once. */
void major_meet(struct decision *decision, int foe);
/* Called after every act: at half Life it loses a level, once. */
void major_watch(struct decision *decision, int foe);

#endif
