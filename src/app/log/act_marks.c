#include "app/log/act_marks.h"

#include <string.h>

#include "app/log/log_requests.h"
#include "app/log/logged_roll.h"
#include "app/sitting/data.h"
#include "app/log/remarks.h"

bool event_is_fall(const struct event *event)
{
    return event->kind == EVENT_WENT_OUT && event->is_set &&
           (event->to == OUT_DOWN || event->to == OUT_DEAD);
}

static bool brings_to_0(const struct event *event)
{
    return event->kind == EVENT_HP_CHANGED && event->field == FIELD_HP && event->was_set &&
           event->is_set && event->from > 0 && event->to <= 0;
}

/* The action has this name in every game that has it. */
bool trace_may_be_morale(struct str trace)
{
    static const char word[] = "\"morale\"";
    enum { N = sizeof word - 1 };
    for (int i = 0; i + N <= trace.n; i++) {
        if (trace.p[i] == word[0] && memcmp(&trace.p[i], word, N) == 0) {
            return true;
        }
    }
    return false;
}

static bool is_morale_check(struct str trace)
{
    struct logged_roll roll;
    if (!trace_may_be_morale(trace)) {
        return false;
    }
    logged_roll_read(&roll, trace);
    bool is_one = roll.request != NULL && log_request_outcome(roll.request, MEANS_HOLD) != NULL;
    logged_roll_free(&roll);
    return is_one;
}

bool event_is_marked(const struct event *event)
{
    return event_is_fall(event) || brings_to_0(event) || event->kind == EVENT_MORALE_CALLED ||
           event->kind == EVENT_MORALE_SETTLED ||
           (event->trace.n > 0 && is_morale_check(event->trace));
}

static bool see_event(void *context, const struct event *event)
{
    bool *is_marked = context;
    *is_marked = event_is_marked(event);
    return !*is_marked;
}

enum status act_is_marked(bool *out, struct sitting *sitting, int64_t act, struct error *err)
{
    struct remark remark;
    *out = false;
    enum status status = log_events(sitting->campaign, act, see_event, out, err);
    if (status == STATUS_OK && !*out) {
        status = remark_of_act(sitting, act, &remark, err);
        *out = remark.text[0] != '\0' || remark.marker[0] != '\0';
    }
    return status;
}
