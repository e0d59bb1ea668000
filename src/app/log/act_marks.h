/* Whether an act is worth stopping at while one walks through a fight: somebody fell, morale
 * was due or was checked, or the referee wrote a marker or a remark. */
#ifndef REFEREE_APP_LOG_ACT_MARKS_H
#define REFEREE_APP_LOG_ACT_MARKS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "tracker/state.h"

struct sitting;

/* Somebody falls by this event: out of the fight, down or dead. At 0 hit points some fight on.
 */
bool event_is_fall(const struct event *event);

/* Whether a roll of the log can be a morale check, without reading all of it. */
bool trace_may_be_morale(struct str trace);

/* What of it can be told from one event. */
bool event_is_marked(const struct event *event);

enum status act_is_marked(bool *out, struct sitting *sitting, int64_t act,
                          struct error *err) MUST_CHECK;

#endif
