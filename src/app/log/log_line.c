#include "app/log/log_line.h"

#include <string.h>

void log_line_put(struct log_line *out, const struct log_place *place,
                  const struct event *event)
{
    memset(out, 0, sizeof *out);
    out->act = place->act;
    out->event = place->event;
    out->round = place->round;
    out->is_due = event->kind == EVENT_MORALE_CALLED || event->kind == EVENT_CHECK_CALLED;
    out->is_ruling = event->kind == EVENT_RULED;
    out->is_turn = event->kind == EVENT_TURN_STARTED;
    out->is_phase = event->kind == EVENT_ROUND_STARTED || event->kind == EVENT_PHASE_CHANGED;
    struct text text;
    text_init(&text, out->line, sizeof out->line);
    text_add_str(&text, event->line);
    text_init(&text, out->rules, sizeof out->rules);
    text_add_str(&text, event->rules);
}
