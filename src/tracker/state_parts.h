/* Parts of the state, as sets: what an act changed, what a trigger reads (tracker/trigger.h).
 */
#ifndef REFEREE_TRACKER_STATE_PARTS_H
#define REFEREE_TRACKER_STATE_PARTS_H

#include <stdbool.h>
#include <stdint.h>

struct event;

/* A bit for each field of combatants, kind of effect, and field of the encounter. */
struct state_parts {
    uint64_t fields, effects;
    uint32_t encounter;
    bool anybody_new; /* a combatant was added */
    bool texts;       /* texts of combatants, and counters */
};

#define PART(number) ((uint64_t)1 << (number))
/* For a trigger that runs after every act. */
#define PARTS_ALL                                                                              \
    {                                                                                          \
        UINT64_MAX, UINT64_MAX, UINT32_MAX, true, true                                         \
    }

/* Adds the part that an event changes. */
void state_parts_add(struct state_parts *parts, const struct event *event);

/* Whether they have one in common. */
bool state_parts_meet(const struct state_parts *a, const struct state_parts *b);

#endif
