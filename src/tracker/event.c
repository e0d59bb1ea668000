#include "tracker/event.h"

static const char *const names[EVENT_KINDS] = {
#define EVENT(name, word, shape) [EVENT_##name] = word,
#include "tracker/events.def"
#undef EVENT
};

const unsigned char event_shapes[EVENT_KINDS] = {
#define EVENT(name, word, shape) [EVENT_##name] = SHAPE_##shape,
#include "tracker/events.def"
#undef EVENT
};

const char *event_name(enum event_kind kind)
{
    CHECK(kind < EVENT_KINDS);
    return names[kind];
}

enum event_kind event_kind_from_name(struct str name)
{
    int kind = 0;
    while (kind < EVENT_KINDS && !str_equal(name, names[kind])) {
        kind++;
    }
    return (enum event_kind)kind;
}
