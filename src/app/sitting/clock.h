/* The clock of the machine while a campaign is open. Acts are in their order whatever it says,
 * but the evenings of a campaign end with a pause, and a clock that is set forward looks like
 * one in the log. So it is compared with one that nobody can set, and what differs is told, and
 * written beside the fights. A clock that was set back shows in the log itself.
 *
 * Not for: a clock that is set while no program runs, which is not noticed. */
#ifndef REFEREE_APP_SITTING_CLOCK_H
#define REFEREE_APP_SITTING_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

struct sitting;

/* The thing of changes that tell of it; their one field is "set". */
#define CHANGE_CLOCK "clock"

/* A smaller difference is a clock that keeps itself right. */
enum { ODD_CLOCK_MS = 2 * 60 * 1000 };

/* It was set forward: what it would have said, and what it said. Milliseconds since 1970, UTC.
 */
struct clock_step {
    int64_t from_ms, to_ms;
};

/* The value of such a change, "1700000000000 1701814400000"; false: it is something else. */
bool clock_step_read(struct clock_step *out, struct str value);

/* Compares the clocks since the last call. When the clock was set meanwhile there is news
 * (sitting_idle_news), and a change tells that it was set forward, where one can be written. */
void sitting_see_clock(struct sitting *sitting);

#endif
