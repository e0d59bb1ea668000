/* The log of the open encounter, read back: any page of it, and one line in full. */
#ifndef REFEREE_APP_SITTING_LOG_H
#define REFEREE_APP_SITTING_LOG_H

#include <stdbool.h>
#include <stdint.h>

#include "app/log_line.h"
#include "base/status.h"
#include "base/text.h"
#include "tracker/decision.h"

struct sitting;

/* A page holds whole acts: a few more lines than LOG_PAGE_LINES, and as many as one act can
 * have if that is more. The newest one holds those that the table keeps at hand, if that is
 * more. */
enum { LOG_PAGE_LINES = 64, LOG_PAGE_ROOM = EVENTS_MAX };

/* The lines of the acts from `newest` (0: where the encounter stands) backwards on the way to
 * the start, oldest first; *count is how many, *older the act that the page before this one
 * begins with, 0 when there is none. What it costs does not depend on how long the log is. */
enum status sitting_log_page(struct sitting *sitting, int64_t newest,
                             struct log_line out[LOG_PAGE_ROOM], int *count, int64_t *older,
                             struct error *err) MUST_CHECK;

/* Whether the line holds each of the words, in any case: "r2" is of round 2, any other word
 * stands in what it says or in the rules that it cites. */
bool sitting_log_holds(const struct log_line *line, struct str words);

/* All that was recorded of one line, as the reader shows it (tui/views/reader.h): the command
 * line that did it, each throw with where it came from, each number added, what it was compared
 * with, what came of it, and the texts of the rules. Nothing is computed again. */
enum { LOG_EXPLANATION_SIZE = 8192 };
enum status sitting_explain(struct sitting *sitting, const struct log_line *line,
                            struct text *out, struct error *err) MUST_CHECK;
/* The same of every line of an act of the open encounter, each after the line itself and
 * without the texts of its rules. STATUS_USAGE when there is no such act. */
enum status sitting_explain_act(struct sitting *sitting, int64_t act, struct text *out,
                                struct error *err) MUST_CHECK;

#endif
