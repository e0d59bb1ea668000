/* The log of the open encounter, read back: any page of it, and one line in full. */
#ifndef REFEREE_APP_LOG_LOG_PAGES_H
#define REFEREE_APP_LOG_LOG_PAGES_H

#include <stdbool.h>
#include <stdint.h>

#include "app/log/log_line.h"
#include "base/status.h"
#include "base/text.h"
#include "tracker/decision.h"

struct sitting;

/* A page holds whole acts: a few more lines than LOG_PAGE_LINES, or as many as one act has if
 * that is more. The newest page holds those that the table keeps in memory, if that is more. */
enum { LOG_PAGE_LINES = 64, LOG_PAGE_ROOM = EVENTS_MAX };

/* The lines of the acts from `newest` (0: the head) backward to the start, oldest first; *count
 * is their number, *older the first act of the page before this one, 0 when there is none. The
 * cost does not depend on the length of the log. */
enum status sitting_log_page(struct sitting *sitting, int64_t newest,
                             struct log_line out[LOG_PAGE_ROOM], int *count, int64_t *older,
                             struct error *err) MUST_CHECK;

/* True when the line has each of the words, in any case: "r2" means round 2, any other word is
 * in its text or in the rules that it cites, and a number behind a word directly behind it
 * there: "shrike 1". */
bool sitting_log_holds(const struct log_line *line, struct str words);

/* Everything recorded about one line, for the reader (tui/widgets/reader.h): its command line,
 * each throw with its source, each number added, the comparison, the outcome, and the texts of
 * the rules. Nothing is computed again. */
enum { LOG_EXPLANATION_SIZE = 8192 };
enum status sitting_explain(struct sitting *sitting, const struct log_line *line,
                            struct text *out, struct error *err) MUST_CHECK;
/* The same for every line of an act of the open encounter, each after the line itself and
 * without the texts of its rules. STATUS_USAGE when there is no such act. */
enum status sitting_explain_act(struct sitting *sitting, int64_t act, struct text *out,
                                struct error *err) MUST_CHECK;

#endif
