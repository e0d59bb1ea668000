/* Work that waits until nobody presses a key: tidying the campaign's file, reading what the
 * first screen could do without, looking the file over. It is done in steps so short that the
 * next key never has to wait.
 *
 * A step is a function of the table `steps` in sitting_idle.c: a new kind of idle work is a new
 * row. Not for: anything that an act needs before it is shown. */
#ifndef REFEREE_APP_SITTING_IDLE_H
#define REFEREE_APP_SITTING_IDLE_H

#include <stdbool.h>
#include <stdint.h>

struct sitting;

/* Does one step. True: more is left that can be done at once, so call again when there is still
 * no key. False: nothing is left for now; call again in a second or so, for some work waits
 * until nothing was done at the table for a while. `now_ms` is a clock in milliseconds, the
 * same one each time (sitting_now_ms); how long the table is quiet is counted from the first
 * call after a line that was run. */
bool sitting_idle(struct sitting *sitting, int64_t now_ms);

/* Milliseconds on the clock that the sitting was opened with. */
int64_t sitting_now_ms(const struct sitting *sitting);

/* What a step found that somebody should read, told once; NULL: nothing. It waits until it is
 * asked for, and is valid until the next step. */
const char *sitting_idle_news(struct sitting *sitting);

#endif
