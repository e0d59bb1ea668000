/* The rolls of an act in the log, with their requests, chances and outcomes: for `log --json`,
 * for figures, and as words for a line of the log. */
#ifndef REFEREE_APP_LOG_LOG_REQUESTS_H
#define REFEREE_APP_LOG_LOG_REQUESTS_H

#include <jansson.h>
#include <stdint.h>

#include "app/log/logged_roll.h"
#include "base/status.h"
#include "base/text.h"

struct sitting;

/* The requests of an act (its id), in the order of its rolls, and the outcome of each: two
 * arrays of the same length, owned by the caller. A request is {"step": "request", "by": NAME
 * or null, "to": [NAME], ...} with its "chance", if known; an unknown outcome is {}. Rolls that
 * an older program wrote have none. Names are those of that moment; texts are harmless. */
enum status log_requests(struct sitting *sitting, int64_t act, json_t **requests,
                         json_t **outcomes, struct error *err) MUST_CHECK;

/* The same of one roll, added to the arrays; nothing where it has no request. */
void log_request_add(json_t *requests, json_t *outcomes, const struct logged_roll *roll);

/* The action that was asked for; NULL when it is none of this program's games. */
const struct action *log_request_action(const json_t *request);
/* The name of the outcome of this request that means this; NULL when none does. */
const char *log_request_outcome(const json_t *request, enum outcome_meaning meaning);
/* What came about in a roll, in a word or two ("hit", "missed", "not blocked"), and the chance
 * that it had; NULL: it is nothing of this kind, or its chance is not known. */
const char *log_request_result(const json_t *request, const json_t *outcome, double *chance);

/* The chance a roll had, in words: "hit 65%, direct hit 10%; on average 2.28 damage"; "not
 * known" when the log does not have it. */
void log_chance_words(const struct logged_roll *roll, struct text *out);

#endif
