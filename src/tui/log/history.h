/* Past acts of the encounter, newest first, to go back to.
 *
 * Every act is listed, also undone ones and those of abandoned branches; the last act of the
 * present state is marked. Acts are read in pieces, only as needed. Below the oldest act is the
 * start, which is act 0. Drawing is pure. */
#ifndef REFEREE_TUI_LOG_HISTORY_H
#define REFEREE_TUI_LOG_HISTORY_H

#include "app/log/past.h"
#include "tui/canvas/canvas.h"

/* Older acts than this many are not listed; their numbers are in the log, for `rewind`. */
enum { HISTORY_ACTS_MAX = 4096 };

struct history {
    struct sitting_past past;
    struct sitting_past_act act[HISTORY_ACTS_MAX];
    int acts;   /* read so far */
    int picked; /* index of an act; one more than the last is the start */
};

/* Opens at the newest act, for a screen of this many rows; the last act of the present state is
 * picked if it is near. */
enum status history_begin(struct history *history, struct sitting *sitting, int rows,
                          struct error *err) MUST_CHECK;
/* Moves down by this many acts (negative: up), at most to the ends. On failure the list is
 * unchanged. */
enum status history_move(struct history *history, struct sitting *sitting, int steps, int rows,
                         struct error *err) MUST_CHECK;
/* The number of the picked act; 0: the start. */
int64_t history_picked(const struct history *history);
void history_draw(const struct history *history, struct canvas canvas);

#endif
