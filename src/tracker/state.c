#include "tracker/state.h"

#include <stddef.h>
#include <string.h>

_Static_assert(FIELDS_MAX <= 64, "a combatant's set bits are one word");
_Static_assert(sizeof(struct combatant) ==
                   sizeof(uint64_t) + (FIELDS_MAX + 1) * sizeof(int) + TEXT_FIELDS * NAME_SIZE,
               "no padding: combatants are compared by bytes");

static const char *const field_names[FIELD_SYSTEM] = {
#define FIELD(name, word, help) [FIELD_##name] = word,
#include "tracker/fields.def"
#undef FIELD
};

void state_init(struct state *state, const struct system *system)
{
    memset(state, 0, sizeof *state);
    size_t n = strlen(system->id);
    CHECK(n < sizeof state->system);
    memcpy(state->system, system->id, n);
}

const struct system *state_system(const struct state *state)
{
    const struct system *system = system_find(str_of(state->system));
    CHECK(system != NULL);
    return system;
}

const struct action *state_action(const struct state *state, const char *name)
{
    const struct action *action = action_find(state_system(state), str_of(name));
    CHECK(action != NULL);
    return action;
}

/* ---- changing ----------------------------------------------------------------------------- */

static bool text_fits(struct str text)
{
    if (text.n < 0 || text.n >= NAME_SIZE) {
        return false;
    }
    for (int i = 0; i < text.n; i++) {
        if (text.p[i] == '\0') {
            return false;
        }
    }
    return true;
}

bool state_can_apply(const struct state *state, const struct event *event)
{
    if (event->kind < 0 || event->kind >= EVENT_KINDS) {
        return false;
    }
    bool is_known = event->subject >= 1 && event->subject <= state->count;
    switch (event_shape(event->kind)) {
    case SHAPE_NOTHING:
        return true;
    case SHAPE_NEW:
        return event->subject == state->count + 1 && event->subject <= COMBATANTS_MAX &&
               text_fits(event->text_to);
    case SHAPE_VALUE:
        return is_known && event->field >= 0 && event->field < FIELDS_MAX;
    case SHAPE_ENCOUNTER:
        return event->field >= 0 && event->field < ENCOUNTER_FIELDS;
    case SHAPE_TEXT:
        return is_known && event->field >= 0 && event->field < TEXT_FIELDS &&
               text_fits(event->text_to);
    }
    return false;
}

static void text_put(char out[NAME_SIZE], struct str text)
{
    memset(out, 0, NAME_SIZE);
    if (text.n > 0) {
        memcpy(out, text.p, (size_t)text.n);
    }
}

static void value_put(struct combatant *combatant, int field, bool is_set, int value)
{
    uint64_t bit = (uint64_t)1 << field;
    combatant->is_set = is_set ? combatant->is_set | bit : combatant->is_set & ~bit;
    /* An unset value is 0 underneath, so that equal states have equal bytes. */
    combatant->value[field] = is_set ? value : 0;
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
        text_put(subject->text[TEXT_NAME], event->text_to);
        value_put(subject, FIELD_PRESENT, true, 1);
        break;
    case SHAPE_VALUE:
        value_put(subject, event->field, event->is_set, event->to);
        break;
    case SHAPE_ENCOUNTER:
        state->value[event->field] = event->to;
        break;
    case SHAPE_TEXT:
        text_put(subject->text[event->field], event->text_to);
        break;
    }
}

bool state_can_take_back(const struct state *state, const struct event *event)
{
    enum event_shape shape = event_shape(event->kind);
    if (shape == SHAPE_NEW) {
        return event->subject == state->count && event->subject >= 1;
    }
    if (!state_can_apply(state, event) || !text_fits(event->text_from)) {
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
        return str_equal(event->text_to, state_at(state, event->subject)->text[event->field]);
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
    struct event back = *event;
    back.is_set = event->was_set;
    back.to = event->from;
    back.text_to = event->text_from;
    state_apply(state, &back);
}

static size_t used_size(const struct state *state)
{
    return offsetof(struct state, combatant) + (size_t)state->count * sizeof(struct combatant);
}

bool state_equal(const struct state *a, const struct state *b)
{
    return a->count == b->count && memcmp(a, b, used_size(a)) == 0;
}

void state_copy(struct state *to, const struct state *from)
{
    int stale = to->count;
    memcpy(to, from, used_size(from));
    for (int i = from->count; i < stale; i++) {
        memset(&to->combatant[i], 0, sizeof to->combatant[i]);
    }
}

/* ---- reading ------------------------------------------------------------------------------ */

const struct combatant *state_at(const struct state *state, int id)
{
    CHECK(id >= 1 && id <= state->count);
    return &state->combatant[id - 1];
}

bool state_is_set(const struct state *state, int id, int field)
{
    CHECK(field >= 0 && field < FIELDS_MAX);
    return (state_at(state, id)->is_set >> field & 1) != 0;
}

int state_value(const struct state *state, int id, int field, int fallback)
{
    return state_is_set(state, id, field) ? state_at(state, id)->value[field] : fallback;
}

const char *state_name(const struct state *state, int id)
{
    return state_at(state, id)->text[TEXT_NAME];
}

bool state_is_present(const struct state *state, int id)
{
    return state_value(state, id, FIELD_PRESENT, 0) != 0;
}

bool state_is_in(const struct state *state, int id)
{
    return state_is_present(state, id) && state_value(state, id, FIELD_OUT, OUT_NOT) == OUT_NOT;
}

int state_attribute(const struct state *state, const char *name)
{
    const struct system *system = state_system(state);
    for (int i = 0; i < system->attributes_count; i++) {
        if (strcmp(system->attributes[i].name, name) == 0) {
            return FIELD_SYSTEM + i;
        }
    }
    return -1;
}

int state_dice_text(const struct state *state, const char *name)
{
    const struct system *system = state_system(state);
    int field = TEXT_SYSTEM;
    for (int i = 0; i < system->attributes_count; i++) {
        if (system->attributes[i].kind == VALUE_DICE) {
            if (strcmp(system->attributes[i].name, name) == 0) {
                CHECK(field < TEXT_FIELDS);
                return field;
            }
            field++;
        }
    }
    return -1;
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

/* ---- snapshots ---------------------------------------------------------------------------- */

/* Changes with every change of the layout; the last number with its meaning. */
static const int layout[] = {(int)sizeof(struct state), (int)sizeof(struct combatant), FIELDS_MAX,
                             FIELD_SYSTEM, TEXT_FIELDS, ENCOUNTER_FIELDS, 1};

int state_pack(const struct state *state, unsigned char *out)
{
    memcpy(out, layout, sizeof layout);
    size_t used = used_size(state);
    memcpy(out + sizeof layout, state, used);
    return (int)(sizeof layout + used);
}

bool state_unpack(struct state *out, const unsigned char *bytes, int n)
{
    size_t head = sizeof layout + offsetof(struct state, combatant);
    if (n < (int)head || memcmp(bytes, layout, sizeof layout) != 0) {
        return false;
    }
    int count;
    memcpy(&count, bytes + sizeof layout + offsetof(struct state, count), sizeof count);
    if (count < 0 || count > COMBATANTS_MAX ||
        (size_t)n != head + (size_t)count * sizeof(struct combatant) ||
        memcmp(bytes + sizeof layout, out->system, sizeof out->system) != 0) {
        return false;
    }
    memset(out, 0, sizeof *out);
    memcpy(out, bytes + sizeof layout, (size_t)n - sizeof layout);
    return true;
}
