/* The newest lines of the log, kept in memory while a campaign is open: an act adds its own,
 * undo takes them back, and only missing ones are read. */
#ifndef REFEREE_APP_SITTING_LINES_H
#define REFEREE_APP_SITTING_LINES_H

#include "app/log/log_line.h"
#include "base/status.h"
#include "base/text.h"

struct sitting;

/* The newest lines on the way to the present state, oldest first: SITTING_LOG_LINES at most. */
int sitting_log(const struct sitting *sitting, const struct log_line **out);

/* Reads the newest lines on the way to the head, about `most` of them. FIRST_LINES fill the log
 * of a screen of 40 rows; the rest is read when the table is idle. */
enum { FIRST_LINES = 24 };
enum status sitting_load_lines(struct sitting *sitting, int most, struct error *err) MUST_CHECK;
/* The same after the act `from` was just undone, or the head was just redone. */
enum status sitting_take_back_lines(struct sitting *sitting, int64_t from,
                                    struct error *err) MUST_CHECK;
enum status sitting_load_newest_lines(struct sitting *sitting, struct error *err) MUST_CHECK;
/* The same after the head has moved further. An act with lines here is on the way to where the
 * head was: those before it stay. */
enum status sitting_follow_lines(struct sitting *sitting, struct error *err) MUST_CHECK;
/* Adds the lines of the decision's events, and writes them into `text`. */
void sitting_add_lines(struct sitting *sitting, struct text *text);
/* Adds the lines of this decision as those of the act at the head. */
struct decision;
void sitting_add_lines_of(struct sitting *sitting, const struct decision *decision);
/* Only into `text`: what the decision would add. */
void sitting_tell_lines(const struct sitting *sitting, struct text *text);

#endif
