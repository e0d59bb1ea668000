/* Events as rows of the table `event`, there and back.
 *
 * A row names the event's kind and its field, so that it can be read by people, and by programs
 * whose fields stand in another order. Whatever a row says is taken with care: it may come from
 * a damaged file. */
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
 * STATUS_DAMAGED, with "event N" as the place, for what no event can be. */
enum status event_record_read(struct event *out, const struct query *query,
                              const struct procedure *procedure, const struct state *names,
                              struct error *err) MUST_CHECK;

/* The same for STATEMENT_EVENT_LINES_OF_ACT: only kind, line and rules. */
enum status event_line_read(struct event *out, const struct query *query,
                            struct error *err) MUST_CHECK;

/* The columns before those: which event it is. */
enum { EVENT_COLUMN_ID, EVENT_COLUMN_ACT, EVENT_COLUMN_N };
/* All of them: what the sum over an act's events is taken over. */
enum { EVENT_COLUMNS_COUNT = 14 };

#endif
