#include "tracker/state.h"

#include <limits.h>
#include <stddef.h>
#include <string.h>

#include "base/mix.h"
#include "tracker/procedure.h"

/* ---- effects and events ------------------------------------------------------------------ */

static const struct effect_def engine_effects[] = {
#define EFFECT(name, word, stay, help) EFFECT_ROW(name, word, stay, help)
#include "tracker/effects.def"
#undef EFFECT
};

int effect_kinds(const struct procedure *procedure)
{
    int kinds = EFFECT_GAME + procedure->effects_count;
    CHECK(kinds <= EFFECT_KINDS_MAX);
    return kinds;
}

static const struct effect_def *def_of(const struct procedure *procedure, int kind)
{
    CHECK(kind >= 0 && kind < effect_kinds(procedure));
    return kind < EFFECT_GAME ? &engine_effects[kind] : &procedure->effects[kind - EFFECT_GAME];
}

const char *effect_name(const struct procedure *procedure, int kind)
{
    return def_of(procedure, kind)->name;
}

enum effect_stay effect_stay(const struct procedure *procedure, int kind)
{
    return def_of(procedure, kind)->stay;
}

/* Names are looked for with each event that is read: most differ in their first letter. */
static bool is_name(struct str name, const char *known)
{
    return name.n > 0 && name.p[0] == known[0] && str_equal(name, known);
}

int effect_from_name(const struct procedure *procedure, struct str name)
{
    int kinds = effect_kinds(procedure);
    for (int kind = 0; kind < kinds; kind++) {
        const struct effect_def *def = kind < EFFECT_GAME
                                           ? &engine_effects[kind]
                                           : &procedure->effects[kind - EFFECT_GAME];
        if (is_name(name, def->name)) {
            return kind;
        }
    }
    return -1;
}

static const char *const event_names[EVENT_KINDS] = {
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
    return event_names[kind];
}

enum event_kind event_kind_from_name(struct str name)
{
    int kind = 0;
    while (kind < EVENT_KINDS && !is_name(name, event_names[kind])) {
        kind++;
    }
    return (enum event_kind)kind;
}

_Static_assert(FIELDS_MAX <= 64, "a combatant's set bits are one word");
_Static_assert(sizeof(struct combatant) == 2 * sizeof(uint64_t) +
                                               (FIELDS_MAX + 1) * sizeof(int) +
                                               TEXT_NOTE * NAME_SIZE + NOTE_SIZE,
               "no padding: combatants are compared by bytes");
_Static_assert(sizeof(struct counter) ==
                   COUNTER_NUMBERS * sizeof(int) + NAME_SIZE + COUNTER_LINE_SIZE,
               "no padding: counters are compared by bytes");

static const char *const field_names[FIELD_SYSTEM] = {
#define FIELD(name, word, help) [FIELD_##name] = word,
#include "tracker/fields.def"
#undef FIELD
};

/* A state has four parts: the head, then the state effects, the counters and the combatants
 * that are in use. */
enum { HEAD_SIZE = offsetof(struct state, effect) };

void state_init(struct state *state, const struct system *system)
{
    memset(state, 0, sizeof *state);
    state_empty(state, system);
}

/* Finds the places of the effects of each subject again. */
static void index_effects(struct state *state)
{
    memset(state->first_of_subject, 0, sizeof state->first_of_subject);
    for (int i = state->effects - 1; i >= 0; i--) {
        short *first = &state->first_of_subject[state->effect[i].subject];
        state->next_of_subject[i] = *first;
        *first = (short)(i + 1);
    }
}

/* Adds the last effect to the others of its subject. */
static void index_last(struct state *state)
{
    short *end = &state->first_of_subject[state->effect[state->effects - 1].subject];
    while (*end > 0) {
        end = &state->next_of_subject[*end - 1];
    }
    *end = (short)state->effects;
    state->next_of_subject[state->effects - 1] = 0;
}

/* A place behind this one, which becomes free, is one less. */
static void move_up(short *link, int place)
{
    *link = (short)(*link > place ? *link - 1 : *link);
}

/* Takes the effect at this place out of the others of its subject, before those after it move
 * up. */
static void index_without(struct state *state, int at)
{
    int place = at + 1;
    short *link = &state->first_of_subject[state->effect[at].subject];
    while (*link != place) {
        link = &state->next_of_subject[*link - 1];
    }
    *link = state->next_of_subject[at];
    if (place == state->effects) {
        return; /* nothing moves: most that end soon are the newest */
    }
    memmove(&state->next_of_subject[at], &state->next_of_subject[place],
            (size_t)(state->effects - place) * sizeof state->next_of_subject[0]);
    state->next_of_subject[state->effects - 1] = 0;
    for (int subject = 0; subject <= state->count; subject++) {
        move_up(&state->first_of_subject[subject], place);
    }
    for (int i = 0; i < state->effects; i++) {
        move_up(&state->next_of_subject[i], place);
    }
}

static void clear_behind(struct state *state, int effects, int counters, int count)
{
    for (int i = counters; i < state->counters; i++) {
        memset(&state->counter[i], 0, sizeof state->counter[i]);
    }
    for (int i = effects; i < state->effects; i++) {
        memset(&state->effect[i], 0, sizeof state->effect[i]);
        state->next_of_subject[i] = 0;
    }
    for (int i = count; i < state->count; i++) {
        memset(&state->combatant[i], 0, sizeof state->combatant[i]);
    }
}

/* 0 for one that is not in the list, as in tests. */
static int number_of(const struct system *system)
{
    int number = systems_count();
    while (number > 0 && system_at(number - 1) != system) {
        number--;
    }
    return number;
}

void state_empty(struct state *state, const struct system *system)
{
    clear_behind(state, 0, 0, 0);
    memset(state, 0, HEAD_SIZE);
    index_effects(state);
    size_t n = strlen(system->id);
    CHECK(n < sizeof state->system);
    memcpy(state->system, system->id, n);
    state->number = number_of(system);
}

const struct system *state_system(const struct state *state)
{
    /* This is asked many times in every act. */
    const struct system *system =
        state->number > 0 ? system_at(state->number - 1) : system_with_id(state->system);
    CHECK(system != NULL);
    return system;
}

const struct action *state_action(const struct state *state, const char *name)
{
    const struct action *action = action_find(state_system(state), str_of(name));
    CHECK(action != NULL);
    return action;
}

/* ---- changing -------------------------------------------------------------------------- */

static bool is_within(int value, int least, int most)
{
    return value >= least && value <= most;
}

/* It may be a place in a list. */
bool state_takes_value(const struct state *state, int field, int value)
{
    const struct system *system = state_system(state);
    if (field < FIELD_SYSTEM) {
        return field == FIELD_OUT    ? is_within(value, OUT_NOT, OUT_WAYS - 1)
               : field == FIELD_SIDE ? is_within(value, SIDE_FOES, SIDE_PARTY)
                                     : true;
    }
    if (field >= FIELD_SYSTEM + system->attributes_count) {
        return false;
    }
    const struct value_def *def = &system->attributes[field - FIELD_SYSTEM];
    int choices = 0;
    while (def->kind == VALUE_CHOICE && def->choices[choices] != NULL) {
        choices++;
    }
    return def->kind != VALUE_CHOICE || is_within(value, 0, choices - 1);
}

static bool text_fits(struct str text, int size)
{
    return is_within(text.n, 0, size - 1) &&
           (text.n == 0 || memchr(text.p, '\0', (size_t)text.n) == NULL);
}

/* The state effect an event is about; NULL when it is not there. */
static const struct effect *effect_of(const struct state *state, const struct event *event)
{
    return state_effect_labelled(state, event->field, event->subject, event->object,
                                 event->text_to);
}

static bool is_counter_field(const struct event *event, bool is_text)
{
    return is_within(event->field, 0, COUNTERS_MAX * COUNTER_FIELDS - 1) &&
           (counter_field(event->field) >= COUNTER_NUMBERS) == is_text;
}

static bool is_counter_number(const struct state *state, enum counter_field field, int number)
{
    return field == COUNTER_PER  ? is_within(number, 0, COUNTER_PERS - 1)
           : field == COUNTER_OF ? is_within(number, 0, state->count)
                                 : true;
}

bool state_takes_effect(int kind, int subject, int object)
{
    bool is_of_turn = kind == EFFECT_CONDITION_START || kind == EFFECT_CONDITION_END;
    bool is_condition =
        is_of_turn || kind == EFFECT_CONDITION || kind == EFFECT_CONDITION_ROUNDS;
    return (!is_condition || subject > 0) && (!is_of_turn || object > 0);
}

bool event_has_numbers(const struct event *event)
{
    enum { MOST = INT_MAX / 2 };
    return event_shape(event->kind) == SHAPE_EFFECT ||
           (is_within(event->from, -MOST, MOST) && is_within(event->to, -MOST, MOST));
}

bool state_can_apply(const struct state *state, const struct event *event)
{
    if ((unsigned)event->kind >= EVENT_KINDS || !event_has_numbers(event)) {
        return false;
    }
    bool is_known = is_within(event->subject, 1, state->count);
    bool is_of_all = event->subject == 0 || is_known;
    switch (event_shape(event->kind)) {
    case SHAPE_NOTHING:
        return is_of_all;
    case SHAPE_NEW:
        return event->subject == state->count + 1 && event->subject <= COMBATANTS_MAX &&
               text_fits(event->text_to, NAME_SIZE);
    case SHAPE_VALUE:
        return is_known && event->field >= 0 &&
               (event->is_set ? state_takes_value(state, event->field, event->to)
                              : event->field < FIELDS_MAX);
    case SHAPE_ENCOUNTER:
        return is_of_all && is_within(event->field, 0, ENCOUNTER_FIELDS - 1) &&
               (event->field != ENCOUNTER_TURN || is_within(event->to, 0, state->count));
    case SHAPE_TEXT:
        return is_known && is_within(event->field, 0, TEXT_FIELDS - 1) &&
               text_fits(event->text_to, state_text_size(event->field));
    case SHAPE_EFFECT:
        return is_of_all && is_within(event->object, 0, state->count) &&
               is_within(event->field, 0, EFFECT_KINDS_MAX - 1) &&
               state_takes_effect(event->field, event->subject, event->object) &&
               text_fits(event->text_to, LABEL_SIZE) &&
               (!event->is_set || state->effects < EFFECTS_MAX ||
                effect_of(state, event) != NULL);
    case SHAPE_COUNTER:
        return is_of_all && is_counter_field(event, false) &&
               is_counter_number(state, counter_field(event->field), event->to);
    case SHAPE_COUNTER_TEXT:
        return is_of_all && is_counter_field(event, true) &&
               text_fits(event->text_to, counter_text_size(counter_field(event->field)));
    }
    return false;
}

static int counter_number(const struct state *state, int field)
{
    return state->counter[counter_place(field)].number[counter_field(field)];
}

static const char *counter_text(const struct state *state, int field)
{
    return state_counter_text(state, counter_place(field), counter_field(field));
}

bool state_has_old(const struct state *state, const struct event *event)
{
    const struct effect *effect;
    switch (event_shape(event->kind)) {
    case SHAPE_NOTHING:
    case SHAPE_NEW:
        return true;
    case SHAPE_VALUE:
        return event->was_set == state_is_set(state, event->subject, event->field) &&
               event->from == state_value(state, event->subject, event->field, 0);
    case SHAPE_ENCOUNTER:
        return event->from == state->value[event->field];
    case SHAPE_TEXT:
        return str_equal(event->text_from, state_text(state, event->subject, event->field));
    case SHAPE_EFFECT:
        effect = effect_of(state, event);
        return event->was_set == (effect != NULL) &&
               event->from == (effect != NULL ? effect->amount : 0);
    case SHAPE_COUNTER:
        return event->from == counter_number(state, event->field);
    case SHAPE_COUNTER_TEXT:
        return str_equal(event->text_from, counter_text(state, event->field));
    }
    return false;
}

static void text_put(char *out, size_t size, struct str text)
{
    memset(out, 0, size);
    if (text.n > 0) {
        memcpy(out, text.p, (size_t)text.n);
    }
}

static void value_put(struct combatant *combatant, int field, bool is_set, int value)
{
    uint64_t bit = (uint64_t)1 << field;
    combatant->is_set = is_set ? combatant->is_set | bit : combatant->is_set & ~bit;
    /* An unset value is stored as 0, so that equal states have equal bytes. */
    combatant->value[field] = is_set ? value : 0;
}

/* Marks in the bits of the kinds whether somebody has one of this kind. */
static void note_effect(struct state *state, int kind, int subject, bool has_it)
{
    uint64_t bit = (uint64_t)1 << kind;
    uint64_t *own =
        subject > 0 ? &state->combatant[subject - 1].has_effect : &state->nobody_has_effect;
    *own = has_it ? *own | bit : *own & ~bit;
    uint64_t has = has_it ? state->has_effect | bit : state->nobody_has_effect;
    for (int i = 0; i < state->count && !has_it; i++) {
        has |= state->combatant[i].has_effect;
    }
    state->has_effect = has;
}

/* True when everybody may see the combatant; 0: nobody, whom everybody may. */
static bool is_seen(const struct state *state, int id)
{
    return id == 0 ||
           (state_is_present(state, id) && !state_has_effect(state, EFFECT_HIDDEN, id, 0));
}

void state_be_seen(struct state *out, const struct state *from)
{
    static const uint64_t unseen = PART(EFFECT_TRAIT) | PART(EFFECT_HIDDEN) |
                                   PART(EFFECT_READY) | PART(EFFECT_MADE_FROM) |
                                   PART(EFFECT_MEMBER) | PART(EFFECT_POLICY);
    state_copy(out, from);
    clear_behind(out, 0, 0, out->count);
    out->effects = out->counters = 0;
    out->has_effect = out->nobody_has_effect = 0;
    index_effects(out);
    for (int id = 1; id <= from->count; id++) {
        struct combatant *combatant = &out->combatant[id - 1];
        combatant->has_effect = 0;
        if (!is_seen(from, id)) {
            memset(combatant, 0, sizeof *combatant);
            continue;
        }
        memset(combatant->text[TEXT_NAME + 1], 0,
               sizeof combatant->text - sizeof combatant->text[TEXT_NAME]);
        memset(combatant->note, 0, sizeof combatant->note);
    }
    if (!is_seen(from, out->value[ENCOUNTER_TURN])) {
        out->value[ENCOUNTER_TURN] = 0;
    }
    for (int i = 0; i < from->effects; i++) {
        const struct effect *effect = &from->effect[i];
        if ((unseen >> effect->kind & 1) == 0 && is_seen(from, effect->subject) &&
            is_seen(from, effect->object)) {
            out->effect[out->effects++] = *effect;
            index_last(out);
            note_effect(out, effect->kind, effect->subject, true);
        }
    }
}

/* State effects keep the order in which they began; when one ends, those after it move up. */
static void effect_put(struct state *state, const struct event *event)
{
    const struct effect *found = effect_of(state, event);
    int at = found == NULL ? state->effects : (int)(found - state->effect);
    struct effect *effect = &state->effect[at];
    if (event->is_set && found == NULL) {
        *effect = (struct effect){
            .kind = event->field, .subject = event->subject, .object = event->object};
        text_put(effect->label, sizeof effect->label, event->text_to);
        state->effects++;
        index_last(state);
        note_effect(state, event->field, event->subject, true);
    }
    if (event->is_set) {
        effect->amount = event->to;
    } else if (found != NULL) {
        index_without(state, at);
        state->effects--;
        memmove(effect, effect + 1, (size_t)(state->effects - at) * sizeof *effect);
        memset(&state->effect[state->effects], 0, sizeof *effect);
        bool has_more =
            state_find_effect(state, NULL, event->field, event->subject, ANYBODY) != NULL;
        note_effect(state, event->field, event->subject, has_more);
    }
}

/* Counters keep their places; free places after the last do not count. */
static void counter_put(struct state *state, const struct event *event)
{
    int place = counter_place(event->field);
    struct counter *counter = &state->counter[place];
    enum counter_field field = counter_field(event->field);
    if (field < COUNTER_NUMBERS) {
        counter->number[field] = event->to;
    } else {
        text_put(field == COUNTER_NAME ? counter->name : counter->then,
                 (size_t)counter_text_size(field), event->text_to);
    }
    state->counters = place < state->counters ? state->counters : place + 1;
    while (state->counters > 0 && !state_has_counter(state, state->counters - 1)) {
        state->counters--;
    }
}

void state_apply(struct state *state, const struct event *event)
{
    CHECK(state_can_apply(state, event));
    struct combatant *subject = &state->combatant[event->subject > 0 ? event->subject - 1 : 0];
    switch (event_shape(event->kind)) {
    case SHAPE_NOTHING:
        break;
    case SHAPE_NEW:
        state->count++;
        text_put(subject->text[TEXT_NAME], NAME_SIZE, event->text_to);
        value_put(subject, FIELD_PRESENT, true, 1);
        break;
    case SHAPE_VALUE:
        value_put(subject, event->field, event->is_set, event->to);
        break;
    case SHAPE_ENCOUNTER:
        state->value[event->field] = event->to;
        break;
    case SHAPE_TEXT:
        text_put(event->field == TEXT_NOTE ? subject->note : subject->text[event->field],
                 (size_t)state_text_size(event->field), event->text_to);
        break;
    case SHAPE_EFFECT:
        effect_put(state, event);
        break;
    case SHAPE_COUNTER:
    case SHAPE_COUNTER_TEXT:
        counter_put(state, event);
        break;
    }
}

/* The place of a removed state effect is not remembered: only the log can restore it. */
static bool can_take_back_effect(const struct state *state, const struct event *event)
{
    const struct effect *effect = effect_of(state, event);
    bool is_as_left = event->is_set && effect != NULL && effect->amount == event->to;
    return is_as_left && (event->was_set || effect == &state->effect[state->effects - 1]);
}

/* A combatant as it was added, whom nothing else in the state means. */
static bool is_as_added(const struct state *state, int id)
{
    const struct combatant *combatant = state_at(state, id);
    bool is_meant = state->value[ENCOUNTER_TURN] == id;
    for (int i = 0; i < state->effects; i++) {
        is_meant = is_meant || state->effect[i].object == id;
    }
    for (int i = 0; i < state->counters; i++) {
        is_meant = is_meant || state->counter[i].number[COUNTER_OF] == id;
    }
    return combatant->is_set == PART(FIELD_PRESENT) && combatant->has_effect == 0 && !is_meant;
}

/* The event that restores what this one changed. A state effect is found by its label; other
 * texts are set back. */
static struct event back_of(const struct event *event)
{
    struct event back = *event;
    back.is_set = event->was_set;
    back.to = event->from;
    back.text_to = event_shape(event->kind) == SHAPE_EFFECT ? event->text_to : event->text_from;
    return back;
}

bool state_can_take_back(const struct state *state, const struct event *event)
{
    enum event_shape shape = event_shape(event->kind);
    if (shape == SHAPE_NEW) {
        return event->subject >= 1 && event->subject == state->count &&
               is_as_added(state, event->subject);
    }
    struct event back = back_of(event);
    if (!state_can_apply(state, event) || !state_can_apply(state, &back)) {
        return false;
    }
    switch (shape) {
    case SHAPE_NEW:
    case SHAPE_NOTHING:
        return true;
    case SHAPE_VALUE:
        return state_is_set(state, event->subject, event->field) == event->is_set &&
               state_value(state, event->subject, event->field, event->to) == event->to;
    case SHAPE_ENCOUNTER:
        return state->value[event->field] == event->to;
    case SHAPE_TEXT:
        return str_equal(event->text_to, state_text(state, event->subject, event->field));
    case SHAPE_EFFECT:
        return can_take_back_effect(state, event);
    case SHAPE_COUNTER:
        return counter_number(state, event->field) == event->to;
    case SHAPE_COUNTER_TEXT:
        return str_equal(event->text_to, counter_text(state, event->field));
    }
    return false;
}

void state_take_back(struct state *state, const struct event *event)
{
    CHECK(state_can_take_back(state, event));
    if (event_shape(event->kind) == SHAPE_NEW) {
        state->count--;
        memset(&state->combatant[state->count], 0, sizeof state->combatant[0]);
        return;
    }
    struct event back = back_of(event);
    state_apply(state, &back);
}

static size_t effects_size(const struct state *state)
{
    return (size_t)state->effects * sizeof(struct effect);
}

static size_t counters_size(const struct state *state)
{
    return (size_t)state->counters * sizeof(struct counter);
}

static size_t combatants_size(const struct state *state)
{
    return (size_t)state->count * sizeof(struct combatant);
}

bool state_equal(const struct state *a, const struct state *b)
{
    return memcmp(a, b, HEAD_SIZE) == 0 && memcmp(a->effect, b->effect, effects_size(a)) == 0 &&
           memcmp(a->counter, b->counter, counters_size(a)) == 0 &&
           memcmp(a->combatant, b->combatant, combatants_size(a)) == 0;
}

/* All but the combatants in use: unused ones become zero. */
static void copy_head_and_effects(struct state *to, const struct state *from)
{
    clear_behind(to, from->effects, from->counters, from->count);
    memcpy(to, from, HEAD_SIZE);
    memcpy(to->effect, from->effect, effects_size(from));
    memcpy(to->counter, from->counter, counters_size(from));
    memcpy(to->first_of_subject, from->first_of_subject, sizeof to->first_of_subject);
    memcpy(to->next_of_subject, from->next_of_subject,
           (size_t)from->effects * sizeof to->next_of_subject[0]);
}

void state_copy(struct state *to, const struct state *from)
{
    copy_head_and_effects(to, from);
    memcpy(to->combatant, from->combatant, combatants_size(from));
}

void state_copy_back(struct state *to, const struct state *from, const struct event *events,
                     int count)
{
    copy_head_and_effects(to, from);
    for (int i = 0; i < count; i++) {
        int id = events[i].subject;
        if (id >= 1 && id <= from->count) {
            to->combatant[id - 1] = from->combatant[id - 1];
        }
    }
}

/* ---- reading --------------------------------------------------------------------------- */

const char *state_text(const struct state *state, int id, int field)
{
    CHECK(field >= 0 && field < TEXT_FIELDS);
    const struct combatant *combatant = state_at(state, id);
    return field == TEXT_NOTE ? combatant->note : combatant->text[field];
}

int state_text_size(int field)
{
    return field == TEXT_NOTE ? NOTE_SIZE : NAME_SIZE;
}

int state_attribute(const struct state *state, const char *name)
{
    const struct system *system = state_system(state);
    int i = value_called(system->attributes, system->attributes_count, name);
    return i < 0 ? -1 : FIELD_SYSTEM + i;
}

/* Texts are in the order of the table. */
static int text_field_at(const struct system *system, int at)
{
    int field = TEXT_SYSTEM;
    for (int i = 0; i < at; i++) {
        field += value_is_text(&system->attributes[i]) ? 1 : 0;
    }
    CHECK(field < TEXT_NOTE);
    return field;
}

const char *state_attribute_text(const struct state *state, int id, int field)
{
    return state_text(state, id, text_field_at(state_system(state), field - FIELD_SYSTEM));
}

int state_text_field(const struct state *state, const char *name)
{
    const struct system *system = state_system(state);
    int at = value_called(system->attributes, system->attributes_count, name);
    return at < 0 || !value_is_text(&system->attributes[at]) ? -1 : text_field_at(system, at);
}

bool state_attribute_format(const struct state *state, int id, const struct value_def *def,
                            struct text *out)
{
    if (value_is_text(def)) {
        const char *text = state_text(state, id, state_text_field(state, def->name));
        text_add(out, "%s", text);
        return text[0] != '\0';
    }
    int field = state_attribute(state, def->name);
    if (!state_is_set(state, id, field)) {
        return false;
    }
    int value = state_value(state, id, field, 0);
    if (def->kind == VALUE_CHOICE) {
        text_add(out, "%s", def->choices[value]);
    } else if (def->kind == VALUE_FLAG) {
        text_add(out, "%s", value != 0 ? "yes" : "no");
    } else {
        text_add(out, "%d", value);
    }
    return true;
}

const char *state_field_name(const struct state *state, int field)
{
    CHECK(field >= 0 && field < FIELDS_MAX);
    if (field < FIELD_SYSTEM) {
        return field_names[field];
    }
    const struct system *system = state_system(state);
    int i = field - FIELD_SYSTEM;
    return i < system->attributes_count ? system->attributes[i].name : "";
}

int state_field_find(const struct state *state, struct str name)
{
    for (int i = 0; i < FIELD_SYSTEM; i++) {
        if (str_equal_any_case(name, str_of(field_names[i]))) {
            return i;
        }
    }
    const struct system *system = state_system(state);
    for (int i = 0; i < system->attributes_count; i++) {
        if (str_equal_any_case(name, str_of(system->attributes[i].name))) {
            return FIELD_SYSTEM + i;
        }
    }
    return -1;
}

const char *way_out_name(enum way_out way)
{
    static const char *const names[OUT_WAYS] = {[OUT_NOT] = "in",
                                                [OUT_DOWN] = "down",
                                                [OUT_DEAD] = "dead",
                                                [OUT_FLED] = "fled",
                                                [OUT_SURRENDERED] = "surrendered"};
    CHECK(way < OUT_WAYS);
    return names[way];
}

/* ---- state effects --------------------------------------------------------------------- */

const struct effect *state_find_effect(const struct state *state, const struct effect *after,
                                       int kind, int subject, int object)
{
    const struct effect *effect = after;
    while (subject != ANYBODY && (effect = state_effect_of(state, effect, subject)) != NULL) {
        if (effect->kind == kind && (object == ANYBODY || effect->object == object)) {
            return effect;
        }
    }
    int i = after == NULL ? 0 : (int)(after - state->effect) + 1;
    for (; subject == ANYBODY && i < state->effects; i++) {
        effect = &state->effect[i];
        if (effect->kind == kind && (object == ANYBODY || effect->object == object)) {
            return effect;
        }
    }
    return NULL;
}

const struct effect *state_effect_labelled(const struct state *state, int kind, int subject,
                                           int object, struct str label)
{
    const struct effect *effect = NULL;
    while ((effect = state_effect(state, effect, kind, subject, object)) != NULL) {
        if (str_equal(label, effect->label)) {
            return effect;
        }
    }
    return NULL;
}

/* ---- counters -------------------------------------------------------------------------- */

int counter_field_of(int place, enum counter_field field)
{
    CHECK(place >= 0 && place < COUNTERS_MAX && field < COUNTER_FIELDS);
    return place * COUNTER_FIELDS + (int)field;
}

int counter_place(int field)
{
    return field / COUNTER_FIELDS;
}

enum counter_field counter_field(int field)
{
    return (enum counter_field)(field % COUNTER_FIELDS);
}

int counter_text_size(enum counter_field field)
{
    return field == COUNTER_NAME ? NAME_SIZE : COUNTER_LINE_SIZE;
}

const char *state_counter_text(const struct state *state, int place, enum counter_field field)
{
    CHECK(place >= 0 && place < COUNTERS_MAX);
    const struct counter *counter = &state->counter[place];
    return field == COUNTER_NAME ? counter->name : counter->then;
}

bool state_has_counter(const struct state *state, int place)
{
    static const struct counter none;
    CHECK(place >= 0 && place < COUNTERS_MAX);
    return memcmp(&state->counter[place], &none, sizeof none) != 0;
}

/* ---- snapshots ------------------------------------------------------------------------- */

/* Changes with every change of the layout; the last number with its meaning. */
static const int layout[] = {(int)sizeof(struct state),
                             (int)sizeof(struct combatant),
                             FIELDS_MAX,
                             FIELD_SYSTEM,
                             TEXT_FIELDS,
                             ENCOUNTER_FIELDS,
                             EFFECT_GAME,
                             3};

struct stamp {
    int layout[sizeof layout / sizeof layout[0]];
    uint64_t names; /* a digest (base/mix.h) of the names of its numbers, in their order */
};

_Static_assert(sizeof(struct stamp) == sizeof layout + sizeof(uint64_t) &&
                   sizeof(struct state) + sizeof(struct stamp) <= SNAPSHOT_SIZE_MAX,
               "a stamp has no padding, and room before every state");

static uint64_t with_name(uint64_t digest, const char *name)
{
    /* Its end, too, so that names do not run together. */
    return mix_text(digest, (struct str){name, (int)strlen(name) + 1});
}

static struct stamp stamp_of(const struct procedure *procedure, const struct system *system)
{
    struct stamp stamp = {.names = MIX_BEGIN};
    memcpy(stamp.layout, layout, sizeof layout);
    for (int i = 0; i < FIELD_SYSTEM; i++) {
        stamp.names = with_name(stamp.names, field_names[i]);
    }
    for (int i = 0; i < system->attributes_count; i++) {
        const struct value_def *def = &system->attributes[i];
        stamp.names = with_name(stamp.names, def->name);
        stamp.names = with_name(stamp.names, value_is_text(def) ? "text" : "number");
    }
    for (int kind = 0; kind < effect_kinds(procedure); kind++) {
        stamp.names = with_name(stamp.names, effect_name(procedure, kind));
    }
    return stamp;
}

int state_pack(const struct procedure *procedure, const struct state *state, unsigned char *out)
{
    struct stamp stamp = stamp_of(procedure, state_system(state));
    unsigned char *at = out;
    memcpy(at, &stamp, sizeof stamp);
    at += sizeof stamp;
    memcpy(at, state, HEAD_SIZE);
    at += HEAD_SIZE;
    memcpy(at, state->effect, effects_size(state));
    at += effects_size(state);
    memcpy(at, state->counter, counters_size(state));
    at += counters_size(state);
    memcpy(at, state->combatant, combatants_size(state));
    at += combatants_size(state);
    return (int)(at - out);
}

/* Terminated, and nothing but zeros after its end. */
static bool is_padded(const char *text, int size)
{
    int n = 0;
    while (n < size && text[n] != '\0') {
        n++;
    }
    for (int i = n; i < size; i++) {
        if (text[i] != '\0') {
            return false;
        }
    }
    return n < size;
}

static bool is_sound_combatant(const struct state *state, const struct combatant *combatant)
{
    for (int field = 0; field < FIELDS_MAX; field++) {
        bool is_set = (combatant->is_set >> field & 1) != 0;
        if (is_set ? !state_takes_value(state, field, combatant->value[field])
                   : combatant->value[field] != 0) {
            return false;
        }
    }
    for (int field = 0; field < TEXT_NOTE; field++) {
        if (!is_padded(combatant->text[field], NAME_SIZE)) {
            return false;
        }
    }
    return (combatant->is_set >> (FIELDS_MAX - 1)) >> 1 == 0 && combatant->unused == 0 &&
           is_padded(combatant->note, NOTE_SIZE);
}

static bool is_sound_counter(const struct state *state, const struct counter *counter)
{
    return is_counter_number(state, COUNTER_PER, counter->number[COUNTER_PER]) &&
           is_counter_number(state, COUNTER_OF, counter->number[COUNTER_OF]) &&
           is_padded(counter->name, NAME_SIZE) && is_padded(counter->then, COUNTER_LINE_SIZE);
}

/* True when the bits of the kinds say what is there. */
static bool are_sound_bits(const struct state *state)
{
    uint64_t has[COMBATANTS_MAX + 1] = {0}, all = 0;
    for (int i = 0; i < state->effects; i++) {
        has[state->effect[i].subject] |= (uint64_t)1 << state->effect[i].kind;
        all |= (uint64_t)1 << state->effect[i].kind;
    }
    bool are_right = state->has_effect == all && state->nobody_has_effect == has[0];
    for (int id = 1; id <= state->count; id++) {
        are_right = are_right && state->combatant[id - 1].has_effect == has[id];
    }
    return are_right;
}

/* True when the effects of each subject are found in their order, and all of them are. */
static bool is_sound_index(const struct state *state)
{
    int found = 0;
    for (int subject = 0; subject <= COMBATANTS_MAX; subject++) {
        int before = 0, place = state->first_of_subject[subject];
        while (place > before && place <= state->effects &&
               state->effect[place - 1].subject == subject) {
            before = place;
            place = state->next_of_subject[place - 1];
            found++;
        }
        if (place != 0) {
            return false;
        }
    }
    return found == state->effects;
}

/* One of a kind that exists, of combatants that exist, with a text as it is kept. */
static bool is_sound_effect(const struct procedure *procedure, const struct state *state,
                            const struct effect *effect)
{
    return is_within(effect->kind, 0, effect_kinds(procedure) - 1) &&
           is_within(effect->subject, 0, state->count) &&
           is_within(effect->object, 0, state->count) &&
           state_takes_effect(effect->kind, effect->subject, effect->object) &&
           is_padded(effect->label, LABEL_SIZE);
}

static bool are_sound_effects(const struct procedure *procedure, const struct state *state)
{
    int i = 0;
    while (i < state->effects && is_sound_effect(procedure, state, &state->effect[i])) {
        i++;
    }
    return i == state->effects;
}

bool state_is_sound(const struct procedure *procedure, const struct state *state)
{
    for (int i = 0; i < state->counters; i++) {
        if (!is_sound_counter(state, &state->counter[i])) {
            return false;
        }
    }
    if (state->number != number_of(state_system(state)) ||
        (state->counters > 0 && !state_has_counter(state, state->counters - 1))) {
        return false;
    }
    if (!are_sound_effects(procedure, state) || !are_sound_bits(state) ||
        !is_sound_index(state)) {
        return false;
    }
    for (int i = 0; i < state->effects; i++) {
        const struct effect *effect = &state->effect[i];
        if (state_effect_labelled(state, effect->kind, effect->subject, effect->object,
                                  str_of(effect->label)) != effect) {
            return false;
        }
    }
    for (int i = 0; i < state->count; i++) {
        if (!is_sound_combatant(state, &state->combatant[i])) {
            return false;
        }
    }
    return is_within(state->value[ENCOUNTER_TURN], 0, state->count);
}

bool state_unpack(struct state *out, const struct procedure *procedure,
                  const unsigned char *bytes, int n)
{
    struct stamp stamp = stamp_of(procedure, state_system(out));
    size_t head = sizeof stamp + HEAD_SIZE;
    if (n < (int)head || memcmp(bytes, &stamp, sizeof stamp) != 0) {
        return false;
    }
    const unsigned char *state = bytes + sizeof stamp;
    int count, effects, counters;
    memcpy(&count, state + offsetof(struct state, count), sizeof count);
    memcpy(&effects, state + offsetof(struct state, effects), sizeof effects);
    memcpy(&counters, state + offsetof(struct state, counters), sizeof counters);
    if (!is_within(count, 0, COMBATANTS_MAX) || !is_within(effects, 0, EFFECTS_MAX) ||
        !is_within(counters, 0, COUNTERS_MAX) ||
        (size_t)n != head + (size_t)effects * sizeof(struct effect) +
                         (size_t)counters * sizeof(struct counter) +
                         (size_t)count * sizeof(struct combatant) ||
        memcmp(state, out->system, sizeof out->system) != 0) {
        return false;
    }
    clear_behind(out, effects, counters, count);
    int number = out->number; /* the program that packed it may have had another list */
    memcpy(out, state, HEAD_SIZE);
    out->number = number;
    const unsigned char *at = bytes + head;
    memcpy(out->effect, at, effects_size(out));
    memcpy(out->counter, at + effects_size(out), counters_size(out));
    memcpy(out->combatant, at + effects_size(out) + counters_size(out), combatants_size(out));
    bool are_sound = are_sound_effects(procedure, out);
    if (are_sound) {
        index_effects(out);
    }
    if (!are_sound || !state_is_sound(procedure, out)) {
        state_empty(out, state_system(out));
        return false;
    }
    return true;
}

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
