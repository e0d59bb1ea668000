/* An event: one thing that happened, small and complete in itself.
 *
 * Events are what the log keeps. Each holds the old and the new value, so that it can be read
 * without the state around it, and a line for display, written when it happened: a name in the
 * log is the name at that moment. Applying events (tracker/state.h) is the only way a state
 * changes. */
#ifndef REFEREE_TRACKER_EVENT_H
#define REFEREE_TRACKER_EVENT_H

#include <stdbool.h>

#include "base/text.h"

enum event_kind {
#define EVENT(name, word, shape) EVENT_##name,
#include "tracker/events.def"
#undef EVENT
    EVENT_KINDS
};

/* The part of the state that a kind of event writes. */
enum event_shape {
    SHAPE_NOTHING,   /* only tells something */
    SHAPE_NEW,       /* a new combatant `subject`, named text_to */
    SHAPE_VALUE,     /* value `field` of combatant `subject` */
    SHAPE_ENCOUNTER, /* value `field` of the encounter */
    SHAPE_TEXT,      /* text `field` of combatant `subject` */
    SHAPE_EFFECT,  /* the state effect of kind `field` on subject, object and the label text_to
                    */
    SHAPE_COUNTER, /* the number `field` of a counter (counter_field_of) */
    SHAPE_COUNTER_TEXT /* a text `field` of a counter */
};

/* Texts are borrowed from the decision that made the event, or from the reader of the log. */
struct event {
    enum event_kind kind;
    int subject;    /* the combatant it is about; 0: the encounter */
    int object;     /* the other combatant, as the target of an attack; 0: none */
    int field;      /* enum field, encounter_field, text_field, effect_kind ..., by shape */
    bool is_secret; /* only the referee may read it; it was marked when it was written */
    bool was_set, is_set; /* false: the value is unset */
    int from, to;
    struct str text_from, text_to;
    struct str line;  /* for display; empty: not worth a line */
    struct str rules; /* rules, "5.14 5.19" */
    struct str trace; /* the roll as JSON (tracker/roll_record.h); empty without one */
};

/* By kind. */
extern const unsigned char event_shapes[EVENT_KINDS];

const char *event_name(enum event_kind kind);
static inline enum event_shape event_shape(enum event_kind kind)
{
    CHECK(kind < EVENT_KINDS);
    return (enum event_shape)event_shapes[kind];
}
/* EVENT_KINDS when there is no such name. */
enum event_kind event_kind_from_name(struct str name);

#endif
