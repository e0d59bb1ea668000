/* What the table must know of a shot before its first die falls. Everything else of this game's
 * rules is reached by its table of actions (resolver/system.h). */
#ifndef REFEREE_RESOLVER_RULES_TRILEMMA_H
#define REFEREE_RESOLVER_RULES_TRILEMMA_H

#include "resolver/system.h"

/* Of the inputs of a shot into a melee: the d10 shows at most so much when the chosen one is in
 * the line (5.21). 1 to 10. */
int trilemma_shot_tenths(const struct inputs *inputs);

#endif
