#include "tracker/state_parts.h"

#include "tracker/state.h"

void state_parts_add(struct state_parts *parts, const struct event *event)
{
    switch (event_shape(event->kind)) {
    case SHAPE_NOTHING:
        break;
    case SHAPE_NEW:
        parts->anybody_new = true;
        parts->fields |= PART(FIELD_PRESENT);
        break;
    case SHAPE_VALUE:
        parts->fields |= PART(event->field);
        break;
    case SHAPE_ENCOUNTER:
        parts->encounter |= (uint32_t)1 << event->field;
        break;
    case SHAPE_EFFECT:
        parts->effects |= PART(event->field);
        break;
    case SHAPE_TEXT:
    case SHAPE_COUNTER:
    case SHAPE_COUNTER_TEXT:
        parts->texts = true;
        break;
    }
}

bool state_parts_meet(const struct state_parts *a, const struct state_parts *b)
{
    return (a->fields & b->fields) != 0 || (a->effects & b->effects) != 0 ||
           (a->encounter & b->encounter) != 0 || (a->anybody_new && b->anybody_new) ||
           (a->texts && b->texts);
}
