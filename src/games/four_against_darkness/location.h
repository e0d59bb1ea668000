/* Where the fight is, and who can reach whom there (Marching Order Effects). */
#ifndef REFEREE_GAMES_FOUR_AGAINST_DARKNESS_LOCATION_H
#define REFEREE_GAMES_FOUR_AGAINST_DARKNESS_LOCATION_H

#include "tracker/command.h"
#include "tracker/decision.h"

/* Whether this character's rank can fight hand to hand here. */
bool location_can_melee(const struct state *state, int id);
/* The characters that foes can attack here; returns their number. */
int location_reach(const struct state *state, int ids[COMBATANTS_MAX]);
/* The number of single foes that can attack here at the same time; 0: all. */
int location_abreast(const struct state *state);
/* Adds the place after the phase, unless it is an ordinary room: ", dark corridor". */
void location_say(const struct state *state, struct text *out);
/* As `place` takes it: "corridor dark"; nothing while nothing was said of it. */
void location_format(const struct state *state, int id, struct text *out);

extern const char *const location_words[];
decide_fn location_decide;

#endif
