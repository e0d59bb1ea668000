#include "tracker/event.h"

static const struct {
    const char *name;
    enum event_shape shape;
} kinds[EVENT_KINDS] = {
#define EVENT(name_, word, shape_) [EVENT_##name_] = {word, SHAPE_##shape_},
#include "tracker/events.def"
#undef EVENT
};

const char *event_name(enum event_kind kind)
{
    CHECK(kind < EVENT_KINDS);
    return kinds[kind].name;
}

enum event_shape event_shape(enum event_kind kind)
{
    CHECK(kind < EVENT_KINDS);
    return kinds[kind].shape;
}

enum event_kind event_kind_from_name(struct str name)
{
    int kind = 0;
    while (kind < EVENT_KINDS && !str_equal(name, kinds[kind].name)) {
        kind++;
    }
    return (enum event_kind)kind;
}
