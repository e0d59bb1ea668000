/* Treasure that is due, XP rolls, levels (Boss Foes, XP). */
#ifndef REFEREE_GAMES_FOUR_AGAINST_DARKNESS_TREASURE_H
#define REFEREE_GAMES_FOUR_AGAINST_DARKNESS_TREASURE_H

#include "tracker/command.h"
#include "tracker/decision.h"

/* What the encounter that ends leaves. */
void treasure_count(struct decision *decision);
/* XP rolls that are due. */
int treasure_rolls(const struct state *state);

decide_fn treasure_decide, treasure_decide_advance, treasure_decide_xp;

/* The slot `owed` of the procedure: treasure that is not rolled yet. */
void treasure_owed(const struct state *state, struct text *out);

#endif
