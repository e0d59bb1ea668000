/* The state of one encounter: plain data without pointers, copied by assignment and compared by
 * bytes. state_apply is the only code that changes it.
 *
 * A combatant's numbers are in one array: first those of every system (fields.def), then the
 * attributes of the system's own table. Each may be unset. Ids are given out in order from 1
 * and never reused, so `combatant[id - 1]` is that combatant forever; one that is taken away is
 * only no longer present. */
#ifndef REFEREE_TRACKER_STATE_H
#define REFEREE_TRACKER_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"
#include "resolver/system.h"

struct procedure;

/* An event: one thing that happened, small and complete in itself.
 *
 * Events are what the log keeps. Each holds the old and the new value, so that it can be read
 * without the state around it, and a line for display, written when it happened: a name in the
 * log is the name at that moment. Applying events (state_apply) is the only way a state
 * changes. */

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
    int field;      /* enum state_field, encounter_field, text_field, effect_kind ..., by shape
                     */
    bool is_secret; /* only the referee may read it; it was marked when it was written */
    bool was_set, is_set; /* false: the value is unset */
    int from, to;
    struct str text_from, text_to;
    struct str line;  /* for display; empty: not worth a line */
    struct str rules; /* rules, "5.14 5.19" */
    struct str trace; /* the roll as JSON (tracker/decision.c); empty without one */
};

/* State effects: small things that hold for a while. Who is prone and for how long, who waits,
 * what was paid, who fights whom.
 *
 * The state treats them all alike. The engine acts on a few of its own
 * (effects.def). Every other kind is a game's: it declares them in a table of its procedure,
 * and only the game's code makes, reads and ends them. A kind is a number of this program, the
 * engine's kinds first; the log knows its name, which stays forever. */

enum effect_kind {
#define EFFECT(name, word, stay, help) EFFECT_##name,
#include "tracker/effects.def"
#undef EFFECT
    EFFECT_GAME /* the game's first kind; others follow by their place in its table */
};

/* Of the engine and one game together. */
enum { EFFECT_KINDS_MAX = 64 };

/* What happens to an effect when its combatant is copied (`duplicate`) or carried into another
 * encounter (tracker/carry.h). */
enum effect_stay {
    EFFECT_IS_PASSING,     /* part of this fight: neither copied nor carried */
    EFFECT_IS_COPIED = 1,  /* part of what the combatant is here: a copy has it too */
    EFFECT_IS_CARRIED = 2, /* lasts beyond the fight */
    EFFECT_IS_OWN = EFFECT_IS_COPIED | EFFECT_IS_CARRIED,
    EFFECT_HAS_WORDS = 4, /* its label tells it all: its amount is a code, not a count */
    EFFECT_IS_WORDS = EFFECT_IS_OWN | EFFECT_HAS_WORDS
};

struct effect_def {
    const char *name; /* in the log, forever */
    enum effect_stay stay;
    const char *says; /* the meaning of subject, object, amount and label, in a sentence */
};

/* Parts of the state, as sets: what an act changed, what a trigger reads (struct trigger). */

/* A bit for each field of combatants, kind of effect, and field of the encounter. */
struct state_parts {
    uint64_t fields, effects;
    uint32_t encounter;
    bool anybody_new; /* a combatant was added */
    bool texts;       /* texts of combatants, and counters */
};

enum state_field {
#define FIELD(name, word, help) FIELD_##name,
#include "tracker/fields.def"
#undef FIELD
    FIELD_SYSTEM, /* the first attribute of the system */
    FIELDS_MAX = FIELD_SYSTEM + ATTRIBUTES_MAX
};

enum encounter_field {
    ENCOUNTER_ROUND, /* 0: not started */
    ENCOUNTER_PHASE, /* the procedure's own numbering; 0 at the start */
    ENCOUNTER_TURN,  /* the combatant whose turn it is; 0: nobody's */
    ENCOUNTER_DRAW,  /* number of the next generated draw */
    ENCOUNTER_FIELDS = 16
};

/* Attributes of the system that are kept as text (value_is_text: dice, spans, decimals) are in
 * the order of its table, from TEXT_SYSTEM. */
/* The fields of a counter (tracker/counters.h): numbers, then texts. */
enum counter_field {
    COUNTER_NOW,  /* how many are left, or for one that fills up: how many there are */
    COUNTER_MOST, /* it fills up to this; 0: it runs down to 0 */
    COUNTER_PER,  /* its unit: enum counter_per */
    COUNTER_OF,   /* the combatant it belongs to; 0: the encounter */
    COUNTER_NUMBERS,
    COUNTER_NAME = COUNTER_NUMBERS,
    COUNTER_THEN, /* the command line that is due when it has ended; "": none */
    COUNTER_FIELDS
};

enum text_field { TEXT_NAME, TEXT_KIND, TEXT_SYSTEM, TEXT_NOTE = TEXT_SYSTEM + 4, TEXT_FIELDS };

enum {
    COMBATANTS_MAX = 256,
    NAME_SIZE = 64,
    NOTE_SIZE = 160,
    EFFECTS_MAX = 512,
    LABEL_SIZE = 80,
    COUNTERS_MAX = 24,
    COUNTER_LINE_SIZE = 240
};

enum side { SIDE_FOES, SIDE_PARTY };

enum way_out { OUT_NOT, OUT_DOWN, OUT_DEAD, OUT_FLED, OUT_SURRENDERED, OUT_WAYS };

struct combatant {
    uint64_t is_set; /* a bit for each value */
    /* A bit for each kind of effect that it is the subject of: most questions about effects are
     * answered by it without a search. */
    uint64_t has_effect;
    int value[FIELDS_MAX];
    int unused;                      /* keeps the size a multiple of 8; always 0 */
    char text[TEXT_NOTE][NAME_SIZE]; /* the texts before the note; zero-padded */
    char note[NOTE_SIZE];            /* the referee's note; zero-padded */
};

/* Something small that holds for a while. There is at most one with the same kind, subject,
 * object and label; the state keeps them in the order in which they began. */
struct effect {
    int kind;
    int subject, object; /* ids; 0: the encounter, nobody */
    int amount;
    char label[LABEL_SIZE]; /* zero-padded */
};

enum counter_per { PER_ROUND, PER_ACT, PER_HAND, COUNTER_PERS };

/* A counter keeps its place in counter[] while it exists; a free place is all zero. */
struct counter {
    int number[COUNTER_NUMBERS];
    char name[NAME_SIZE];         /* zero-padded */
    char then[COUNTER_LINE_SIZE]; /* zero-padded */
};

struct state {
    char system[NAME_SIZE]; /* id of the rule system, zero-padded */
    int value[ENCOUNTER_FIELDS];
    int count;           /* ids 1 to count are in use */
    int effects;         /* of effect[] in use */
    int counters;        /* the last place of counter[] that is not free, counted from 1 */
    int number;          /* of the system in this program's list, counted from 1 */
    uint64_t has_effect; /* a bit for each kind of effect that there is */
    uint64_t nobody_has_effect; /* the same for those without a subject */
    struct effect effect[EFFECTS_MAX];
    struct counter counter[COUNTERS_MAX];
    struct combatant combatant[COMBATANTS_MAX];
    /* Where effects are found: the first of each subject (by its id; 0: of nobody), and after
     * each in use the next of the same subject, as places in effect[] counted from 1; 0: none.
     * Made of effect[] by state.c alone, and neither packed nor compared. */
    short first_of_subject[COMBATANTS_MAX + 1];
    short next_of_subject[EFFECTS_MAX];
};

/* An empty encounter of this system. */
void state_init(struct state *state, const struct system *system);
/* The same for a state that was state_init'ed or copied, or is all zero: clears only what was
 * in use. */
void state_empty(struct state *state, const struct system *system);
/* True when its old and new number are far enough from the ends of an int that two of them can
 * be subtracted. That of an effect may be any number: it may be the sum of a text. */
bool event_has_numbers(const struct event *event);
/* True when the event can be applied: ids, fields, numbers and texts are within bounds. Events
 * from a decision always can; check events from a file first. */
bool state_can_apply(const struct state *state, const struct event *event);
/* True for a value that all who read this field of combatants can take. */
bool state_takes_value(const struct state *state, int field, int value);
/* True when these two can have an effect of this kind: a condition is somebody's, and one that
 * ends with a turn is until the turn of somebody. */
bool state_takes_effect(int kind, int subject, int object);
/* Changes the state. Total on what state_can_apply accepts, which it checks. */
void state_apply(struct state *state, const struct event *event);
/* True when the old value in an event that can be applied is the present one. */
bool state_has_old(const struct state *state, const struct event *event);
/* True when the event, as the last one applied, can be taken back. False when the event cannot
 * have led to this state. */
bool state_can_take_back(const struct state *state, const struct event *event);
/* Restores what the event changed. Total on what state_can_take_back accepts, which it
 * checks. */
void state_take_back(struct state *state, const struct event *event);
/* Bytes compared; unused combatants are zero in both. */
bool state_equal(const struct state *a, const struct state *b);
/* Copies only what is in use: `to` must be a state_init'ed or copied state. */
void state_copy(struct state *to, const struct state *from);
/* The same when `to` was a copy of `from` until these events were applied to it: copies only
 * what they can have changed. */
void state_copy_back(struct state *to, const struct state *from, const struct event *events,
                     int count);
/* What everybody at the table may know: `from` without combatants who are hidden or not present
 * and all that holds between them and others, without kinds, notes, texts and traits of
 * combatants, counters, waits and policies. `out` must be a state_init'ed or copied state. */
void state_be_seen(struct state *out, const struct state *from);
const struct system *state_system(const struct state *state);
/* An action of its system, which must have one of this name. */
const struct action *state_action(const struct state *state, const char *name);

/* ---- reading --------------------------------------------------------------------------- */

/* These are here to be inlined: rules and policies read hundreds of values in every act. */
static inline const struct combatant *state_at(const struct state *state, int id)
{
    CHECK(id >= 1 && id <= state->count);
    return &state->combatant[id - 1];
}

static inline bool state_is_set(const struct state *state, int id, int field)
{
    CHECK(field >= 0 && field < FIELDS_MAX);
    return (state_at(state, id)->is_set >> field & 1) != 0;
}

/* The value; `fallback` when it is unset. */
static inline int state_value(const struct state *state, int id, int field, int fallback)
{
    return state_is_set(state, id, field) ? state->combatant[id - 1].value[field] : fallback;
}

static inline const char *state_name(const struct state *state, int id)
{
    return state_at(state, id)->text[TEXT_NAME];
}

/* Any text of a combatant by its enum text_field; "" when there is none. */
const char *state_text(const struct state *state, int id, int field);
/* The size of a text, with the byte at its end. */
int state_text_size(int field);

static inline bool state_is_present(const struct state *state, int id)
{
    return state_value(state, id, FIELD_PRESENT, 0) != 0;
}

/* Present, in the fight or out of it, and of the party. */
static inline bool state_is_of_party(const struct state *state, int id)
{
    return state_is_present(state, id) &&
           state_value(state, id, FIELD_SIDE, SIDE_FOES) == SIDE_PARTY;
}

/* Present and still in the fight. */
static inline bool state_is_in(const struct state *state, int id)
{
    return state_is_present(state, id) && state_value(state, id, FIELD_OUT, OUT_NOT) == OUT_NOT;
}

/* The field of the system's attribute with this name (FIELD_SYSTEM + index); -1 when there is
 * none. */
int state_attribute(const struct state *state, const char *name);
/* The text of an attribute that is kept as text, by its field; "" when it is unset. */
const char *state_attribute_text(const struct state *state, int id, int field);
/* The text field of an attribute that is kept as text; -1 when there is none of this name. */
int state_text_field(const struct state *state, const char *name);
/* Adds the value of an attribute of the system as one would type it ("18", "yes", "d8+1");
 * false, and adds nothing, when it is unset. */
bool state_attribute_format(const struct state *state, int id, const struct value_def *def,
                            struct text *out);
/* The name of any field of combatants: "hp", "wits". */
const char *state_field_name(const struct state *state, int field);
/* The field of this name, system attributes included; -1 when unknown. */
int state_field_find(const struct state *state, struct str name);
const char *way_out_name(enum way_out way);

/* ---- state effects --------------------------------------------------------------------- */

enum { ANYBODY = -1 };

/* The kinds of effects that this subject has, a bit for each. */
static inline uint64_t state_effect_kinds(const struct state *state, int subject)
{
    return subject == ANYBODY ? state->has_effect
           : subject <= 0 || subject > COMBATANTS_MAX
               ? state->nobody_has_effect
               : state->combatant[subject - 1].has_effect;
}

/* The search behind state_effect. */
const struct effect *state_find_effect(const struct state *state, const struct effect *after,
                                       int kind, int subject, int object);

/* The first state effect of this subject (0: those without one) after `after`, which is another
 * of its own (NULL: from the start), whatever its kind; NULL when there is none. */
static inline const struct effect *state_effect_of(const struct state *state,
                                                   const struct effect *after, int subject)
{
    CHECK(subject >= 0 && subject <= COMBATANTS_MAX);
    int place = after == NULL ? state->first_of_subject[subject]
                              : state->next_of_subject[after - state->effect];
    return place > 0 ? &state->effect[place - 1] : NULL;
}

/* The first state effect of this kind after `after` (NULL: from the start; else one that this
 * gave for the same subject, and that is still there) for this subject and object, each of
 * which may be ANYBODY; NULL when there is none. */
static inline const struct effect *state_effect(const struct state *state,
                                                const struct effect *after, int kind,
                                                int subject, int object)
{
    CHECK(kind >= 0 && kind < EFFECT_KINDS_MAX);
    bool may_be = (state_effect_kinds(state, subject) >> kind & 1) != 0;
    return may_be ? state_find_effect(state, after, kind, subject, object) : NULL;
}

static inline bool state_has_effect(const struct state *state, int kind, int subject,
                                    int object)
{
    return state_effect(state, NULL, kind, subject, object) != NULL;
}

/* The one with exactly this label; NULL when there is none. */
const struct effect *state_effect_labelled(const struct state *state, int kind, int subject,
                                           int object, struct str label);

/* ---- counters -------------------------------------------------------------------------- */

/* The event field of a counter at this place of counter[], and back. */
int counter_field_of(int place, enum counter_field field);
int counter_place(int field);
enum counter_field counter_field(int field);
/* The size of a text of a counter, with the byte at its end. */
int counter_text_size(enum counter_field field);
/* A text of the counter at this place; "" when there is none. */
const char *state_counter_text(const struct state *state, int place, enum counter_field field);
bool state_has_counter(const struct state *state, int place);

/* ---- snapshots ------------------------------------------------------------------------- */

/* A snapshot is the used part of the state after a stamp of its layout and of the names of its
 * numbers: the fields, the system's attributes, and the kinds of effects of the engine and of
 * the game. It is derived data: a program in which any of these differ does not read it and
 * folds the log instead. */
enum { SNAPSHOT_SIZE_MAX = sizeof(struct state) + 64 };

/* Returns the number of bytes written to `out`, of SNAPSHOT_SIZE_MAX bytes. */
int state_pack(const struct procedure *procedure, const struct state *state,
               unsigned char *out);
/* True when numbers and texts are what the tracker and the games rely on: ids, choices and ways
 * out that exist, texts that are terminated with only zeros after that, no value that the
 * system does not have, no state effect twice. `count`, `effects`, `counters` and `system` must
 * be within bounds. */
bool state_is_sound(const struct procedure *procedure, const struct state *state);
/* `out` must be a state_init'ed or copied state of the same system; false, with `out` unchanged
 * or empty, when the bytes are not such a state. */
bool state_unpack(struct state *out, const struct procedure *procedure,
                  const unsigned char *bytes, int n);

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

/* A row of a struct effect_def table, from a list of EFFECT(constant, name, stay, says). */
#define EFFECT_ROW(name, word, stay, says) {word, EFFECT_IS_##stay, says},

/* The number of kinds under this procedure: they are 0 up to this, exclusive. */
int effect_kinds(const struct procedure *procedure);
/* `kind` must be one of them. */
const char *effect_name(const struct procedure *procedure, int kind);
enum effect_stay effect_stay(const struct procedure *procedure, int kind);
/* -1 when no kind has this name. */
int effect_from_name(const struct procedure *procedure, struct str name);

#define PART(number) ((uint64_t)1 << (number))

/* For a trigger that runs after every act. */
#define PARTS_ALL                                                                              \
    {                                                                                          \
        UINT64_MAX, UINT64_MAX, UINT32_MAX, true, true                                         \
    }

/* Adds the part that an event changes. */
void state_parts_add(struct state_parts *parts, const struct event *event);
/* True when they have one in common. */
bool state_parts_meet(const struct state_parts *a, const struct state_parts *b);

#endif
