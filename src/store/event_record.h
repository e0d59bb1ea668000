/* Events as rows of the table `event`, there and back.
 *
 * A row has the names of the event's kind and field, so that people can read it, and programs
 * whose fields are in another order. Rows are checked, since they may come from a damaged
 * file. */
#ifndef REFEREE_STORE_EVENT_RECORD_H
#define REFEREE_STORE_EVENT_RECORD_H

#include "store/db.h"
#include "tracker/state.h"

/* Binds all of :kind to :trace of STATEMENT_EVENT_ADD; the event's texts are borrowed until the
 * query ends. `names` is a state of the encounter's system, which runs under the
 * procedure. */
void event_record_bind(struct query *query, const struct event *event,
                       const struct procedure *procedure, const struct state *names);

/* The present row of STATEMENT_EVENT_OF_ACT; texts are valid until the query's next step.
 * STATUS_DAMAGED, with "event N" as the place, for an impossible event. */
enum status event_record_read(struct event *out, const struct query *query,
                              const struct procedure *procedure, const struct state *names,
                              struct error *err) MUST_CHECK;

/* The same for STATEMENT_EVENT_LINES_OF_ACT: only kind, line and rules. */
enum status event_line_read(struct event *out, const struct query *query,
                            struct error *err) MUST_CHECK;

/* The columns before those: the identity of the event. */
enum { EVENT_COLUMN_ID, EVENT_COLUMN_ACT, EVENT_COLUMN_N };
/* All of them, as in the sum over an act's events. */
enum { EVENT_COLUMNS_COUNT = 14 };

#endif
