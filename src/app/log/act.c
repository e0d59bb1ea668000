#include "app/log/act.h"

#include <stdlib.h>
#include <string.h>

#include "app/log/logged_roll.h"
#include "store/campaign.h"

/* ---- its events ------------------------------------------------------------------------ */

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

static struct str copy_text(char **room, struct str text)
{
    struct str copy = {*room, text.n};
    if (text.n > 0) {
        memcpy(*room, text.p, (size_t)text.n);
        *room += text.n;
    }
    return copy;
}

static bool see_event(void *context, const struct event *event)
{
    struct act_events *events = context;
    if (events->count == events->room) {
        events->room = events->room == 0 ? 16 : 2 * events->room;
        events->event = realloc(events->event, (size_t)events->room * sizeof *events->event);
        events->texts = realloc(events->texts, (size_t)events->room * sizeof *events->texts);
        CHECK(events->event != NULL && events->texts != NULL);
    }
    int n =
        event->text_from.n + event->text_to.n + event->line.n + event->rules.n + event->trace.n;
    char *room = malloc((size_t)n + 1);
    CHECK(room != NULL);
    struct event *kept = &events->event[events->count];
    events->texts[events->count++] = room;
    *kept = *event;
    kept->text_from = copy_text(&room, event->text_from);
    kept->text_to = copy_text(&room, event->text_to);
    kept->line = copy_text(&room, event->line);
    kept->rules = copy_text(&room, event->rules);
    kept->trace = copy_text(&room, event->trace);
    int id = event->subject, lost = event_lost(event);
    events->kinds |= UINT64_C(1) << event->kind;
    if (event->kind == EVENT_INITIATIVE_SPENT && event->is_set) { /* who pays acts */
        events->spender = events->spender == 0 || events->spender == id ? id : -1;
    }
    if (event->kind == EVENT_COUNT_CHANGED && event->was_set && event->is_set) {
        lost = event->from - event->to;
    }
    if (lost > 0 && id > 0 && id <= COMBATANTS_MAX) {
        events->lost[id] += lost;
        int all = events->lost[id];
        events->most_lost = all > events->most_lost ? all : events->most_lost;
    }
    if (events->has_rolls && event->trace.n > 0) {
        struct logged_roll roll;
        size_t i;
        const json_t *step;
        logged_roll_read(&roll, event->trace);
        json_array_foreach(roll.steps, i, step)
        {
            const char *source = json_string_value(json_object_get(step, "source"));
            if (json_object_get(step, "dice") != NULL && source != NULL) {
                bool is_entered = strcmp(source, "given") == 0;
                events->has_entered = events->has_entered || is_entered;
                events->has_rolled = events->has_rolled || !is_entered;
            }
        }
        log_request_add(events->requests, events->outcomes, &roll);
        logged_roll_free(&roll);
    }
    return true;
}

/* Gives back what belongs to one act. */
static void act_events_empty(struct act_events *events)
{
    for (int i = 0; i < events->count; i++) {
        free(events->texts[i]);
    }
    events->count = 0;
    json_decref(events->requests);
    json_decref(events->outcomes);
    events->requests = events->outcomes = NULL;
}

enum status act_events_read(struct act_events *out, struct campaign *campaign, int64_t act,
                            bool with_rolls, struct error *err)
{
    act_events_empty(out);
    *out = (struct act_events){
        .event = out->event, .texts = out->texts, .room = out->room, .has_rolls = with_rolls};
    if (with_rolls) {
        out->requests = json_array();
        out->outcomes = json_array();
    }
    return log_events_once(campaign, act, see_event, out, err);
}

void act_events_free(struct act_events *events)
{
    act_events_empty(events);
    free(events->event);
    free(events->texts);
    *events = (struct act_events){.count = 0};
}

/* ---- who is in its line ---------------------------------------------------------------- */

static void add(struct act_people *people, int id)
{
    for (int i = 0; i < people->to_count; i++) {
        if (people->to[i] == id) {
            return;
        }
    }
    if (id != 0 && people->to_count < COMBATANTS_MAX) {
        people->to[people->to_count++] = id;
    }
}

void act_people_read(struct act_people *out, const struct procedure *procedure,
                     const struct command_def *const *defs, int defs_count,
                     const struct state *state, struct str line)
{
    struct command *command = &out->command;
    out->by = 0;
    out->to_count = 0;
    if (command_parse(command, procedure, defs, defs_count, state, line, NULL) != STATUS_OK) {
        /* A word that is not a command of this program may be one of an older program. */
        struct str word = str_next_word(&line);
        if (str_equal_any_case(word, str_of("ruling"))) {
            word = str_next_word(&line);
        }
        struct text text = text_over(out->word, sizeof out->word);
        text_add_str(&text, word);
        out->action = out->word;
        return;
    }
    out->action = command->def->name;
    for (int i = 0; i < command->def->arguments_count; i++) {
        const struct argument *argument = &command->argument[i];
        enum argument_kind kind = command->def->arguments[i].kind;
        if (argument->is_given && kind == ARGUMENT_COMBATANT) {
            add(out, argument->id);
        }
        for (int k = 0;
             argument->is_given && kind == ARGUMENT_COMBATANTS && k < argument->ids_count;
             k++) {
            add(out, argument->named[k]);
        }
    }
    const struct option *by = command_option(command, "by");
    if (by != NULL) {
        out->by = combatant_find(state, str_unquoted(by->value), NULL);
    }
}

void act_people_set_by(struct act_people *people, int id)
{
    int kept = 0;
    for (int i = 0; i < people->to_count; i++) {
        if (people->to[i] != id) {
            people->to[kept++] = people->to[i];
        }
    }
    people->by = id;
    people->to_count = kept;
}

/* ---- what is worth seeing -------------------------------------------------------------- */

bool event_is_fall(const struct event *event)
{
    return event->kind == EVENT_WENT_OUT && event->is_set &&
           (event->to == OUT_DOWN || event->to == OUT_DEAD);
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

bool event_is_marked(const struct event *event)
{
    bool brings_to_0 = event->kind == EVENT_HP_CHANGED && event->field == FIELD_HP &&
                       event->was_set && event->is_set && event->from > 0 && event->to <= 0;
    bool is_marked = event_is_fall(event) || brings_to_0 ||
                     event->kind == EVENT_MORALE_CALLED || event->kind == EVENT_MORALE_SETTLED;
    if (!is_marked && trace_may_be_morale(event->trace)) {
        struct logged_roll roll;
        logged_roll_read(&roll, event->trace);
        is_marked =
            roll.request != NULL && log_request_outcome(roll.request, MEANS_HOLD) != NULL;
        logged_roll_free(&roll);
    }
    return is_marked;
}
