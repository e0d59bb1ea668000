/* Running an action once: with dice from the table, from the generator, or asking for them. */
#ifndef REFEREE_RESOLVER_RESOLVE_H
#define REFEREE_RESOLVER_RESOLVE_H

#include "resolver/system.h"

/* Runs the stages of inputs->action with thrown dice (dice_init_thrown). After it, dice->fault
 * and dice->is_wanting tell whether the outcome counts. An act that would need more than a
 * fixed, very large number of stages ends with a fault. An action that lists (action->list) has
 * an empty outcome. */
void resolve_act(const struct inputs *inputs, struct dice *dice, struct outcome *out);

#endif
