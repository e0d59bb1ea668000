/* One line of the log for display. Plain data. */
#ifndef REFEREE_APP_LOG_LOG_LINE_H
#define REFEREE_APP_LOG_LOG_LINE_H

#include <stdbool.h>
#include <stdint.h>

#include "tracker/state.h"

/* The number of newest lines that an open campaign keeps in memory. */
enum { SITTING_LOG_LINES = 200 };

struct log_line {
    int64_t act;
    int event; /* its place among the events of the act, from 0 */
    int round;
    char line[400];
    char rules[160];
    bool is_due;    /* a check was called for */
    bool is_ruling; /* a refusal was overruled */
    bool is_turn;   /* somebody's turn began */
    bool is_phase;  /* a round or a phase began or ended */
};

/* Makes a line of an event, which must have one. */
struct log_place {
    int64_t act;
    int event, round; /* as in struct log_line */
};
void log_line_put(struct log_line *out, const struct log_place *place,
                  const struct event *event);

#endif
