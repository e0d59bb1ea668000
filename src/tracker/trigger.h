/* Triggers: what the rules say follows from an act, such as a morale check that falls due. Each
 * names the parts of the state that it reads, and runs only when the act changed one of them:
 * most acts change few.
 *
 * A trigger compares the state with the one before the act. So when nothing that it reads has
 * changed, it has nothing to say; programs that are built with sanitizers run it all the same,
 * and stop if it does. */
#ifndef REFEREE_TRACKER_TRIGGER_H
#define REFEREE_TRACKER_TRIGGER_H

#include "tracker/state_parts.h"

struct decision;
struct state;

struct trigger {
    void (*watch)(struct decision *decision, const struct state *before);
    struct state_parts reads;
};

/* Runs the triggers of a game after an act that began on `before`. */
void triggers_run(struct decision *decision, const struct state *before);

#endif
