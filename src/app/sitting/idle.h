/* Work that waits until nobody presses a key: tidying the campaign's file, reading what the
 * first screen did not need, checking the file. It is done in steps so short that the next key
 * never has to wait.
 *
 * A step is a function of the table `steps` in sitting_idle.c: a new kind of idle work is a new
 * row. Not for: anything that an act needs before it is shown. */
#ifndef REFEREE_APP_SITTING_IDLE_H
#define REFEREE_APP_SITTING_IDLE_H

#include <stdbool.h>
#include <stdint.h>

struct sitting;

/* Does one step. True: more is left that can be done at once, so call again when there is still
 * no key. False: nothing is left for now; call again in a second or so, since some work waits
 * until the table has been quiet for a while. `now_ms` is a clock in milliseconds, the same one
 * each time (sitting_now_ms); quiet time is counted from the first call after a line. */
bool sitting_idle(struct sitting *sitting, int64_t now_ms);

/* Milliseconds on the clock that the sitting was opened with. */
int64_t sitting_now_ms(const struct sitting *sitting);

/* A message from a step for the user, returned once; NULL: none. It waits until it is asked
 * for, and is valid until the next step. */
const char *sitting_idle_news(struct sitting *sitting);

#endif
