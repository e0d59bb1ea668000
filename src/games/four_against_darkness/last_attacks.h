/* The last attack of everybody on foes who flee (Morale). */
#ifndef REFEREE_GAMES_FOUR_AGAINST_DARKNESS_LAST_ATTACKS_H
#define REFEREE_GAMES_FOUR_AGAINST_DARKNESS_LAST_ATTACKS_H

#include "tracker/decision.h"

bool last_attack_has(const struct state *state, int id, int foe);
/* Whether somebody still has one. */
bool last_attack_any(const struct state *state);
/* Ends the last attacks on this foe, or on ANYBODY. */
void last_attack_end(struct decision *decision, int foe);

#endif
