/* Defences against the foes' attacks, one each, and the effects of a hit (Defense
 * Resolution). */
#ifndef REFEREE_GAMES_FOUR_AGAINST_DARKNESS_DEFENCE_H
#define REFEREE_GAMES_FOUR_AGAINST_DARKNESS_DEFENCE_H

#include "resolver/system.h"
#include "tracker/command.h"
#include "tracker/decision.h"

/* This character's defence against the foe now. */
bool defence_act(const struct state *state, int id, int foe, struct inputs *out,
                 struct error *err);

decide_fn defence_decide;

#endif
