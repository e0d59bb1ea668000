/* The sheet of a combatant: its modifiers, gear and uses, with their sources. */
#ifndef REFEREE_GAMES_FOUR_AGAINST_DARKNESS_SHEET_H
#define REFEREE_GAMES_FOUR_AGAINST_DARKNESS_SHEET_H

#include "tracker/command.h"

decide_fn sheet_decide;

#endif
