#include <stdio.h>
#include <string.h>

#include "app/session_private.h"

void log_line_put(struct log_line *out, const struct log_place *place,
                  const struct event *event)
{
    memset(out, 0, sizeof *out);
    out->act = place->act;
    out->event = place->event;
    out->round = place->round;
    out->is_due = event->kind == EVENT_MORALE_CALLED || event->kind == EVENT_INJURY_CALLED;
    out->is_ruling = event->kind == EVENT_RULED;
    out->is_turn = event->kind == EVENT_TURN_STARTED;
    struct text text;
    text_init(&text, out->line, sizeof out->line);
    text_add_str(&text, event->line);
    text_init(&text, out->rules, sizeof out->rules);
    text_add_str(&text, event->rules);
}

/* The lines of one act, as they are read back: the last ones that fit are kept. */
struct reading {
    struct log_line line[SESSION_LOG_LINES];
    int count;
    int64_t act;
    int round;
};

static bool see(void *context, int event_place, const struct event *event)
{
    struct reading *reading = context;
    struct log_place place = {reading->act, event_place, reading->round};
    if (reading->count == SESSION_LOG_LINES) {
        memmove(&reading->line[0], &reading->line[1],
                (SESSION_LOG_LINES - 1) * sizeof reading->line[0]);
        reading->count--;
    }
    log_line_put(&reading->line[reading->count++], &place, event);
    return true;
}

static enum status read_act(struct reading *out, struct session *session, struct act_row *row,
                            int64_t act, struct error *err)
{
    out->count = 0;
    enum status status = log_row(session->campaign, act, row, err);
    if (status != STATUS_OK) {
        return status;
    }
    out->act = act;
    out->round = row->round;
    return log_lines(session->campaign, act, see, out, err);
}

/* Backwards from the head, filling the lines from their end; then they move to the front. */
enum status session_load_lines(struct session *session, int most, struct error *err)
{
    static const size_t size = sizeof session->line[0];
    struct reading reading;
    int first = SESSION_LOG_LINES;
    int64_t act = session->position.head;
    while (act != 0 && first > SESSION_LOG_LINES - most) {
        struct act_row row;
        enum status status = read_act(&reading, session, &row, act, err);
        if (status != STATUS_OK) {
            return status;
        }
        int fit = reading.count < first ? reading.count : first;
        first -= fit;
        memcpy(&session->line[first], &reading.line[reading.count - fit], (size_t)fit * size);
        act = row.parent;
    }
    session->lines = SESSION_LOG_LINES - first;
    session->lines_reach_start = act == 0 && first > 0;
    session->has_only_first = !session->lines_reach_start && most < SESSION_LOG_LINES;
    memmove(&session->line[0], &session->line[first], (size_t)session->lines * size);
    return STATUS_OK;
}

/* Going back and back uses the lines up: then they are read anew, a long way at a time. */
enum status session_take_back_lines(struct session *session, int64_t from, struct error *err)
{
    while (session->lines > 0 && session->line[session->lines - 1].act == from) {
        session->lines--;
    }
    bool is_used_up = session->lines < FIRST_LINES / 2 && !session->lines_reach_start;
    return is_used_up ? session_load_lines(session, SESSION_LOG_LINES, err) : STATUS_OK;
}

enum status session_load_newest_lines(struct session *session, struct error *err)
{
    static const size_t size = sizeof session->line[0];
    struct reading reading;
    struct act_row row;
    enum status status = read_act(&reading, session, &row, session->position.head, err);
    if (status != STATUS_OK) {
        return status;
    }
    int room = SESSION_LOG_LINES - reading.count;
    int drop = session->lines > room ? session->lines - room : 0;
    session->lines -= drop;
    session->lines_reach_start = session->lines_reach_start && drop == 0;
    memmove(&session->line[0], &session->line[drop], (size_t)session->lines * size);
    memcpy(&session->line[session->lines], &reading.line[0], (size_t)reading.count * size);
    session->lines += reading.count;
    return STATUS_OK;
}

void session_tell_lines(const struct session *session, struct text *text)
{
    const struct decision *decision = &session->decision;
    for (int i = 0; i < decision->events; i++) {
        const struct event *event = &decision->event[i];
        if (event->line.n == 0) {
            continue;
        }
        text_add(text, "%s%.*s", text->n == 0 ? "" : "\n", event->line.n, event->line.p);
        if (event->rules.n > 0) {
            text_add(text, "  [%.*s]", event->rules.n, event->rules.p);
        }
    }
}

void session_add_lines(struct session *session, struct text *text)
{
    session_tell_lines(session, text);
    const struct decision *decision = &session->decision;
    int added = 0;
    for (int i = 0; i < decision->events; i++) {
        added += decision->event[i].line.n > 0 ? 1 : 0;
    }
    int skip = added > SESSION_LOG_LINES ? added - SESSION_LOG_LINES : 0;
    int room = SESSION_LOG_LINES - (added - skip);
    int drop = session->lines > room ? session->lines - room : 0;
    memmove(&session->line[0], &session->line[drop],
            (size_t)(session->lines - drop) * sizeof session->line[0]);
    session->lines -= drop;
    session->lines_reach_start = session->lines_reach_start && drop == 0 && skip == 0;
    for (int i = 0; i < decision->events; i++) {
        const struct event *event = &decision->event[i];
        if (event->line.n == 0) {
            continue;
        }
        if (skip > 0) {
            skip--;
            continue;
        }
        struct log_place place = {.act = session->position.head,
                                  .event = i,
                                  .round = decision->state.value[ENCOUNTER_ROUND]};
        log_line_put(&session->line[session->lines++], &place, event);
    }
}

int session_log(const struct session *session, const struct log_line **out)
{
    *out = session->line;
    return session->lines;
}
