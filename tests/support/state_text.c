#include "support/state_text.h"

#include <stdlib.h>
#include <string.h>

#include "games/games.h"
#include "support/unit.h"

/* One thing that combatants have: a number, or a text. */
struct column {
    const char *name;
    bool is_text;
    int field; /* enum state_field or enum text_field */
};

struct columns {
    struct column column[(int)FIELDS_MAX + (int)TEXT_FIELDS];
    int count;
};

static int compare_columns(const void *a, const void *b)
{
    const struct column *x = a, *y = b;
    int order = strcmp(x->name, y->name);
    return order != 0 ? order : (int)x->is_text - (int)y->is_text;
}

static void columns_of(struct columns *out, const struct state *state)
{
    const struct system *system = state_system(state);
    int text = TEXT_SYSTEM;
    out->count = 0;
    out->column[out->count++] = (struct column){"name", true, TEXT_NAME};
    out->column[out->count++] = (struct column){"kind", true, TEXT_KIND};
    out->column[out->count++] = (struct column){"note", true, TEXT_NOTE};
    for (int field = 0; field < FIELD_SYSTEM + system->attributes_count; field++) {
        out->column[out->count++] =
            (struct column){state_field_name(state, field), false, field};
    }
    for (int i = 0; i < system->attributes_count; i++) {
        if (value_is_text(&system->attributes[i])) {
            out->column[out->count++] =
                (struct column){system->attributes[i].name, true, text++};
        }
    }
    qsort(out->column, (size_t)out->count, sizeof out->column[0], compare_columns);
}

static void add_end_of_line(struct text *out, const char *text)
{
    text_add(out, ": ");
    text_add_str(out, str_of(text));
    text_add_char(out, '\n');
}

static void add_encounter(struct text *out, const struct state *state)
{
    text_add(out, "system %s\n", state->system);
    text_add(out, "round %d\n", state->value[ENCOUNTER_ROUND]);
    text_add(out, "phase %d\n", state->value[ENCOUNTER_PHASE]);
    text_add(out, "turn %d\n", state->value[ENCOUNTER_TURN]);
    text_add(out, "draw %d\n", state->value[ENCOUNTER_DRAW]);
    for (int i = ENCOUNTER_DRAW + 1; i < ENCOUNTER_FIELDS; i++) {
        if (state->value[i] != 0) {
            text_add(out, "procedure_%d %d\n", i + 1, state->value[i]);
        }
    }
}

static void add_combatant(struct text *out, const struct state *state, int id,
                          const struct columns *columns)
{
    for (int i = 0; i < columns->count; i++) {
        const struct column *column = &columns->column[i];
        if (!column->is_text && state_is_set(state, id, column->field)) {
            text_add(out, "%d %s %d\n", id, column->name,
                     state_value(state, id, column->field, 0));
        } else if (column->is_text && state_text(state, id, column->field)[0] != '\0') {
            text_add(out, "%d %s", id, column->name);
            add_end_of_line(out, state_text(state, id, column->field));
        }
    }
}

struct named_effect {
    const char *name;
    const struct effect *effect;
};

static int compare_marks(const void *a, const void *b)
{
    const struct named_effect *one = a, *other = b;
    const struct effect *x = one->effect, *y = other->effect;
    int order = strcmp(one->name, other->name);
    order = order != 0 ? order : x->subject - y->subject;
    return order != 0 ? order : (x > y) - (x < y);
}

static void add_marks(struct text *out, const struct state *state)
{
    const struct procedure *procedure = games_find(state_system(state));
    struct named_effect effects[EFFECTS_MAX];
    for (int i = 0; i < state->effects; i++) {
        const struct effect *effect = &state->effect[i];
        effects[i] = (struct named_effect){effect_name(procedure, effect->kind), effect};
    }
    if (state->effects > 1) {
        qsort(effects, (size_t)state->effects, sizeof effects[0], compare_marks);
    }
    for (int i = 0; i < state->effects; i++) {
        const struct effect *effect = effects[i].effect;
        text_add(out, "mark %s %d %d %d", effects[i].name, effect->subject, effect->object,
                 effect->amount);
        add_end_of_line(out, effect->label);
    }
}

void state_text_add(struct text *out, const struct state *state)
{
    struct columns columns;
    columns_of(&columns, state);
    add_encounter(out, state);
    for (int id = 1; id <= state->count; id++) {
        add_combatant(out, state, id, &columns);
    }
    add_marks(out, state);
    for (int i = 0; i < state->counters; i++) {
        const struct counter *counter = &state->counter[i];
        text_add(out, "counter %d %d %d %d %d: %s: %s\n", i + 1, counter->number[COUNTER_NOW],
                 counter->number[COUNTER_MOST], counter->number[COUNTER_PER],
                 counter->number[COUNTER_OF], counter->name, counter->then);
    }
}

uint64_t state_text_digest(const struct state *state)
{
    static char buf[STATE_TEXT_SIZE];
    struct text text = text_over(buf, sizeof buf);
    state_text_add(&text, state);
    assert_false(text.is_cut);
    uint64_t digest = 14695981039346656037U;
    for (int i = 0; i < text.n; i++) {
        digest = (digest ^ (unsigned char)text.p[i]) * 1099511628211U;
    }
    return digest;
}

int effect_called(const struct state *state, const char *name)
{
    int kind = effect_from_name(games_find(state_system(state)), str_of(name));
    if (kind < 0) {
        fail_msg("no effect is called %s in %s", name, state->system);
    }
    return kind;
}
