/* Spells, which are rolled as attacks or take effect by themselves. */
#ifndef REFEREE_GAMES_FOUR_AGAINST_DARKNESS_SPELLS_H
#define REFEREE_GAMES_FOUR_AGAINST_DARKNESS_SPELLS_H

#include "tracker/command.h"

decide_fn spell_decide_cast;

#endif
