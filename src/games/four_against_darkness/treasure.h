/* Pending treasure, XP rolls, levels (Boss Foes, XP). */
#ifndef REFEREE_GAMES_FOUR_AGAINST_DARKNESS_TREASURE_H
#define REFEREE_GAMES_FOUR_AGAINST_DARKNESS_TREASURE_H

#include "tracker/command.h"
#include "tracker/decision.h"

/* Adds what an encounter leaves at its end. */
void treasure_count(struct decision *decision);
/* The number of pending XP rolls. */
int treasure_rolls(const struct state *state);

decide_fn treasure_decide, treasure_decide_advance, treasure_decide_xp;

/* Adds the XP counts. */
void treasure_tell_xp(const struct state *state, struct text *out);
/* The slot `owed` of the procedure: treasure that has not been rolled. */
void treasure_owed(const struct state *state, struct text *out);
/* The slot `earned`: XP rolls that are not made yet. */
void treasure_earned(const struct state *state, struct text *out);

#endif
