/* What the chronicle knows of each encounter, read from the log once, row after row: when it
 * was played, who fell, which morale checks failed, and how it stands. It is kept in memory and
 * in the file (store/chronicle_rows.h), and reading goes on from there; where what is kept is
 * damaged, it is read again from the start.
 *
 * Of an encounter whose log is damaged nothing counts from the damage on. */
#ifndef REFEREE_APP_CHRONICLE_CHRONICLE_LOG_H
#define REFEREE_APP_CHRONICLE_CHRONICLE_LOG_H

#include <stdbool.h>
#include <stdint.h>

#include "app/chronicle/chronicle_data.h"
#include "base/status.h"

struct sitting;

/* What is known, after at most `rows` more rows were read and `states` encounters looked at;
 * with 0 rows, without rows that were written since the last call. *is_whole: nothing is left
 * to read. Valid until the sitting does something else. */
enum status chronicle_log_read(struct chronicle_log **out, struct sitting *sitting, int rows,
                               int states, bool *is_whole, struct error *err) MUST_CHECK;
/* For idle moments, once the chronicle was read: the next piece, about a millisecond; at the
 * end it is written to the file. False: nothing is left to do. */
bool chronicle_log_step(struct sitting *sitting);
/* Whether what was read has grown since the last call. */
bool chronicle_log_has_grown(struct sitting *sitting);
/* Forgets everything, since another campaign is open, or none. */
void chronicle_log_forget(struct sitting *sitting);

#endif
