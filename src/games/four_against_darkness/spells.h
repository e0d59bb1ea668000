/* Spells, which are rolled as attacks or take effect by themselves. */
#ifndef REFEREE_GAMES_FOUR_AGAINST_DARKNESS_SPELLS_H
#define REFEREE_GAMES_FOUR_AGAINST_DARKNESS_SPELLS_H

#include "tracker/command.h"

decide_fn spell_decide_cast;

/* "spells it knows (house data): fireball, sleep" of a character who casts any. */
void spells_say(const struct decision *decision, int id, struct text *out);

#endif
