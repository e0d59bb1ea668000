/* Foes of the referee's own, that no record describes: `add imp level=4 life=6 attacks=2`. What
 * the line leaves open is asked for where it decides (several of one name: a group, or each by
 * itself), else taken as usual and told. */
#ifndef REFEREE_GAMES_FOUR_AGAINST_DARKNESS_OWN_FOES_H
#define REFEREE_GAMES_FOUR_AGAINST_DARKNESS_OWN_FOES_H

#include "tracker/command.h"
#include "tracker/decision.h"

/* Whether `add 8 NAME` names a kind that no record has and the line does not say: is it a
 * group, or eight foes? Asks for the kind where it may. */
void own_foes_ask(struct decision *decision, struct str name);
/* The kind of a new foe follows from what is given: one with Life is a weird monster, one with
 * a count a group of minions. Tells what was taken. */
void own_foe_complete(struct decision *decision, int foe);

#endif
