#include "app/log/act_events.h"

#include <string.h>

#include "app/log/log_requests.h"
#include "app/log/logged_roll.h"
#include "store/campaign.h"

/* The one who spends initiative acts, though no option says so. */
static void see_spender(struct act_events *events, const struct event *event)
{
    if (event->kind == EVENT_INITIATIVE_SPENT && event->is_set) {
        int before = events->spender;
        events->spender = before == 0 || before == event->subject ? event->subject : -1;
    }
}

/* Temporary hit points that were set: an older program told them as a change of hit points,
 * with a line that has no arrow. */
static bool is_setting(const struct event *event)
{
    static const char arrow[] = "\xe2\x86\x92";
    bool is_arrow = false;
    for (int i = 0; i + 3 <= event->line.n && !is_arrow; i++) {
        is_arrow = memcmp(event->line.p + i, arrow, 3) == 0;
    }
    return event->field == FIELD_HP_TEMPORARY && !is_arrow;
}

int event_lost(const struct event *event)
{
    if (!event->was_set || !event->is_set || event->subject <= 0 ||
        event->subject > COMBATANTS_MAX) {
        return 0;
    }
    switch ((int)event->kind) {
    case EVENT_HP_CHANGED:
        return is_setting(event) ? 0 : event->from - event->to;
    case EVENT_DAMAGE_COUNTED:
        return event->to - event->from;
    default:
        return 0;
    }
}

static void see_loss(struct act_events *events, const struct event *event)
{
    int lost = event_lost(event);
    if (event->kind == EVENT_COUNT_CHANGED && event->was_set && event->is_set) {
        lost = event->from - event->to;
    }
    if (lost > 0 && event->subject > 0 && event->subject <= COMBATANTS_MAX) {
        events->lost[event->subject] += lost;
        int all = events->lost[event->subject];
        events->most_lost = all > events->most_lost ? all : events->most_lost;
    }
}

static void see_dice(struct act_events *events, const struct logged_roll *roll)
{
    size_t i;
    const json_t *step;
    json_array_foreach(roll->steps, i, step)
    {
        const char *source = json_string_value(json_object_get(step, "source"));
        if (json_object_get(step, "dice") != NULL && source != NULL) {
            bool is_entered = strcmp(source, "given") == 0;
            events->has_entered = events->has_entered || is_entered;
            events->has_rolled = events->has_rolled || !is_entered;
        }
    }
}

static bool see_event(void *context, const struct event *event)
{
    struct act_events *events = context;
    events->kinds |= UINT64_C(1) << event->kind;
    see_spender(events, event);
    see_loss(events, event);
    if (events->has_rolls && event->trace.n > 0) {
        struct logged_roll roll;
        logged_roll_read(&roll, event->trace);
        see_dice(events, &roll);
        log_request_add(events->requests, events->outcomes, &roll);
        logged_roll_free(&roll);
    }
    return true;
}

enum status act_events_read(struct act_events *out, struct campaign *campaign, int64_t act,
                            bool with_rolls, struct error *err)
{
    *out = (struct act_events){.has_rolls = with_rolls};
    if (with_rolls) {
        out->requests = json_array();
        out->outcomes = json_array();
    }
    return log_events(campaign, act, see_event, out, err);
}

void act_events_free(struct act_events *events)
{
    json_decref(events->requests);
    json_decref(events->outcomes);
    events->requests = events->outcomes = NULL;
}
