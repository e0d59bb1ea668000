/* The table's socket: `referee throw` and `referee serve` hand dice to the table through it,
 * never through the campaign's file. Lines of text, one for each die, each answered by a line.
 *
 * It is a Unix socket of the user alone (0600), named after the campaign's real path, in
 * $XDG_RUNTIME_DIR/referee, or beside the campaign where there is no such folder. Each table
 * has its own. A table that was killed leaves its socket behind; nobody answers there, and
 * the next one who calls removes it.
 *
 * Nothing here waits for a caller: who sends too much or too long a line is cut off, and who
 * says nothing when others wait; the table goes on. Callers that come at one moment wait in
 * line, and each is answered. Does not know what the lines mean. */
#ifndef REFEREE_APP_THROWN_TABLE_SOCKET_H
#define REFEREE_APP_THROWN_TABLE_SOCKET_H

#include <stdbool.h>

#include "base/status.h"
#include "base/text.h"

/* Callers at a time; as many more wait to be let in. */
enum { TABLE_CALLERS_MAX = 64, TABLE_ANSWER_SIZE = 1024 };

/* ---- the table ------------------------------------------------------------------------- */

struct table_socket;

/* A line without its end, as it came; the answer is a line without its end, or nothing. */
typedef void table_line_fn(void *context, struct str line, struct text *answer);

/* For the campaign at this path. Where there can be no socket there is none: NULL. */
struct table_socket *table_socket_open(const char *campaign);
/* Removes it. NULL: nothing. */
void table_socket_close(struct table_socket *table);
/* A descriptor that can be read when there is something to do; -1 without a socket. */
int table_socket_descriptor(const struct table_socket *table);
/* Does what there is to do now, and waits for nothing. */
void table_socket_serve(struct table_socket *table, table_line_fn *take, void *context);
/* True when a question for dice is open at the table, for who calls from now on. Asking begins
 * when this was false before, or `begins`. */
void table_socket_asks(struct table_socket *table, bool asks, bool begins);

/* ---- who calls it ---------------------------------------------------------------------- */

/* Sends a line to the table of this campaign, and gives its answer (TABLE_ANSWER_SIZE bytes).
 * Of several tables the one whose question opened last gets it. STATUS_MISSING: no table is
 * open, or none answers within the time. */
enum status table_call(const char *campaign, struct str line, int timeout_ms,
                       struct text *answer, struct error *err) MUST_CHECK;

#endif
