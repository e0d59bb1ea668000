/* Spells, which are rolled like attacks or take effect without a roll. */
#ifndef REFEREE_GAMES_FOUR_AGAINST_DARKNESS_SPELLS_H
#define REFEREE_GAMES_FOUR_AGAINST_DARKNESS_SPELLS_H

#include "tracker/command.h"

decide_fn spell_decide_cast;

/* Adds "spells it knows (house data): fireball, sleep" for a character who casts any. */
void spells_say(const struct decision *decision, int id, struct text *out);

#endif
