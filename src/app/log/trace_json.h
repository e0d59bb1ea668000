/* The JSON of a trace (tracker/decision.h), read as json_loadb reads it, in a fraction of its
 * time: a log has a trace for each of its rolls. What is written otherwise than this program
 * writes it, is left to json_loadb. */
#ifndef REFEREE_APP_LOG_TRACE_JSON_H
#define REFEREE_APP_LOG_TRACE_JSON_H

#include <jansson.h>
#include <stdbool.h>

#include "base/text.h"

/* A new reference; NULL: it is not JSON. `is_counted`: the steps come without what nobody
 * counts: "why", "rule" and "value" are left out, and "inputs" is an object without members. */
json_t *trace_json_read(struct str trace, bool is_counted);

#endif
