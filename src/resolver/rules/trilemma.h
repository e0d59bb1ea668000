/* What the table must know about a shot before its first die. Everything else in this game's
 * rules is reached through its table of actions (resolver/system.h). */
#ifndef REFEREE_RESOLVER_RULES_TRILEMMA_H
#define REFEREE_RESOLVER_RULES_TRILEMMA_H

#include "resolver/system.h"

/* For the inputs of a shot into a melee: the highest d10 with which the chosen target is in the
 * line, 1 to 10 (5.21). */
int trilemma_shot_tenths(const struct inputs *inputs);

#endif
