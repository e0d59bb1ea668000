/* The last attack that everybody has at foes who flee (Morale). */
#ifndef REFEREE_GAMES_FOUR_AGAINST_DARKNESS_LAST_ATTACKS_H
#define REFEREE_GAMES_FOUR_AGAINST_DARKNESS_LAST_ATTACKS_H

#include "tracker/decision.h"

bool last_attack_has(const struct state *state, int id, int foe);
/* Somebody still has one. */
bool last_attack_any(const struct state *state);
/* Nobody has one at this foe any more, or at ANYBODY. */
void last_attack_end(struct decision *decision, int foe);

#endif
