/* Saving throws, with the levels of their sources, and the effects of failing. */
#ifndef REFEREE_GAMES_FOUR_AGAINST_DARKNESS_SAVING_H
#define REFEREE_GAMES_FOUR_AGAINST_DARKNESS_SAVING_H

#include "tracker/command.h"
#include "tracker/decision.h"

extern const char *const saving_words[];
decide_fn saving_decide;

#endif
