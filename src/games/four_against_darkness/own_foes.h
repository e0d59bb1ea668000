/* The referee's own foes, which no record describes: `add imp level=4 life=6 attacks=2`. Open
 * values are asked for when they matter (several of one name: a group, or each by itself);
 * others get defaults, which are reported. */
#ifndef REFEREE_GAMES_FOUR_AGAINST_DARKNESS_OWN_FOES_H
#define REFEREE_GAMES_FOUR_AGAINST_DARKNESS_OWN_FOES_H

#include "tracker/command.h"
#include "tracker/decision.h"

/* Whether `add 8 NAME` has a name without a record and a kind that is not given: is it a group,
 * or eight foes? Asks for the kind if it may. */
void own_foes_ask(struct decision *decision, struct str name);
/* Derives the kind of a new foe: one with Life is a weird monster, one with a count is a group
 * of minions. Reports the kind. */
void own_foe_complete(struct decision *decision, int foe);

#endif
