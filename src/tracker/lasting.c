#include "tracker/lasting.h"

#include <string.h>

#include "base/utf8.h"
#include "tracker/carry.h"
#include "tracker/counters.h"
#include "tracker/procedure.h"

/* ---- writing --------------------------------------------------------------------------- */

/* A text of the state has no line breaks, unless another program wrote the file. */
static void add_line(struct text *out, const char *text)
{
    for (const char *c = text; *c != '\0'; c++) {
        text_add_char(out, *c == '\n' || *c == '\r' ? ' ' : *c);
    }
    text_add_char(out, '\n');
}

static const char *text_word(const struct state *state, int field)
{
    const struct system *system = state_system(state);
    for (int i = 0; i < system->attributes_count; i++) {
        const char *name = system->attributes[i].name;
        if (value_is_text(&system->attributes[i]) && state_text_field(state, name) == field) {
            return name;
        }
    }
    return field == TEXT_KIND ? "kind" : field == TEXT_NOTE ? "note" : NULL;
}

static void write_numbers(const struct state *state, int id, struct text *out)
{
    text_add(out, "name ");
    add_line(out, state_name(state, id));
    for (int field = TEXT_KIND; field < TEXT_FIELDS; field++) {
        const char *word = text_word(state, field);
        if (word != NULL && state_text(state, id, field)[0] != '\0') {
            text_add(out, "text %s ", word);
            add_line(out, state_text(state, id, field));
        }
    }
    for (int field = 0; field < FIELDS_MAX; field++) {
        if (carry_keeps_field(field) && state_is_set(state, id, field)) {
            text_add(out, "value %s %d\n", state_field_name(state, field),
                     state_value(state, id, field, 0));
        }
    }
    int way = state_value(state, id, FIELD_OUT, OUT_NOT);
    if (way != OUT_NOT && way != OUT_FLED) {
        text_add(out, "out %s\n", way_out_name((enum way_out)way));
    }
}

static void write_effect(const struct procedure *procedure, const struct state *state,
                         const struct effect *effect, struct text *out)
{
    int object = effect->object == 0 ? 0 : member_number(state, effect->object);
    if (effect->kind == EFFECT_MEMBER || object < 0 || !carry_keeps_effect(procedure, effect)) {
        return;
    }
    text_add(out, "effect %s %d %d ", effect_name(procedure, effect->kind), object,
             effect->amount);
    add_line(out, effect->label);
}

/* Those of a fight that are to run a line end with it. */
static void write_counters(const struct state *state, int id, struct text *out)
{
    for (int i = 0; i < state->counters; i++) {
        const struct counter *counter = &state->counter[i];
        if (state_has_counter(state, i) && counter->number[COUNTER_OF] == id &&
            counter->then[0] == '\0') {
            text_add(out, "counter %d %d %s ", counter->number[COUNTER_NOW],
                     counter->number[COUNTER_MOST],
                     counter_per_words[counter->number[COUNTER_PER]]);
            add_line(out, counter->name);
        }
    }
}

void lasting_write(const struct procedure *procedure, const struct state *state, int id,
                   struct text *out)
{
    if (id != 0) {
        write_numbers(state, id, out);
    }
    for (int i = 0; i < state->effects; i++) {
        const struct effect *effect = &state->effect[i];
        if (effect->subject == id && (id != 0 || effect->object == 0)) {
            write_effect(procedure, state, effect, out);
        }
    }
    write_counters(state, id, out);
}

/* ---- reading --------------------------------------------------------------------------- */

static void unknown(struct decision *decision, struct str line)
{
    decision_wrong(decision,
                   "the party has \"%s\", which this program does not know; a newer one does",
                   utf8_shown(line).text);
}

/* The rest of a line after its word and one blank. */
static struct str word_of(struct str *rest)
{
    int n = 0;
    while (n < rest->n && rest->p[n] != ' ') {
        n++;
    }
    struct str word = {rest->p, n};
    int used = n < rest->n ? n + 1 : n;
    *rest = (struct str){rest->p + used, rest->n - used};
    return word;
}

static bool read_number(struct str *rest, int *out)
{
    int64_t number;
    bool is_number = str_to_int64(word_of(rest), INT32_MIN, INT32_MAX, &number);
    *out = is_number ? (int)number : 0;
    return is_number;
}

static bool read_value(struct decision *decision, int id, struct str rest)
{
    struct str name = word_of(&rest);
    int number, field = state_field_find(&decision->state, name);
    if (field < 0 || !carry_keeps_field(field) || !read_number(&rest, &number)) {
        return false;
    }
    decision_value(decision, EVENT_VALUE_CHANGED, id, field, number);
    return true;
}

static bool read_text(struct decision *decision, int id, struct str rest)
{
    struct str name = word_of(&rest);
    for (int field = TEXT_KIND; field < TEXT_FIELDS; field++) {
        const char *word = text_word(&decision->state, field);
        if (word != NULL && str_equal(name, word) && rest.n < state_text_size(field)) {
            decision_text(decision, id, field, rest);
            return true;
        }
    }
    return false;
}

static bool read_out(struct decision *decision, int id, struct str rest)
{
    for (int way = OUT_DOWN; way < OUT_WAYS; way++) {
        if (str_equal(rest, way_out_name((enum way_out)way))) {
            decision_value(decision, EVENT_WENT_OUT, id, FIELD_OUT, way);
            return true;
        }
    }
    return false;
}

static bool read_effect(struct decision *decision, int id, struct str rest)
{
    int object, amount;
    int kind = effect_from_name(decision->procedure, word_of(&rest));
    if (kind < 0 || !read_number(&rest, &object) || !read_number(&rest, &amount) ||
        rest.n >= LABEL_SIZE) {
        return false;
    }
    int other = object == 0 ? 0 : member_id(&decision->state, object);
    if (object == 0 ||
        other != 0) { /* a combatant that has left is no longer anybody's master */
        decision_effect(decision, EVENT_EFFECT_CHANGED, kind, id, other, rest, amount);
    }
    return true;
}

static bool read_counter(struct decision *decision, int id, struct str rest)
{
    struct counter counter = {.name = ""};
    int place, per = 0;
    bool has_numbers = read_number(&rest, &counter.number[COUNTER_NOW]) &&
                       read_number(&rest, &counter.number[COUNTER_MOST]);
    struct str word = word_of(&rest);
    while (per < COUNTER_PERS && !str_equal(word, counter_per_words[per])) {
        per++;
    }
    place = counter_free_place(&decision->state);
    if (!has_numbers || per == COUNTER_PERS || rest.n == 0 || rest.n >= NAME_SIZE ||
        place == COUNTERS_MAX || counter.number[COUNTER_NOW] < 0 ||
        counter.number[COUNTER_NOW] > COUNTER_HIGHEST || counter.number[COUNTER_MOST] < 0 ||
        counter.number[COUNTER_MOST] > COUNTER_HIGHEST) {
        return false;
    }
    memcpy(counter.name, rest.p, (size_t)rest.n);
    counter.number[COUNTER_PER] = per;
    counter.number[COUNTER_OF] = id;
    counter_make(decision, place, &counter);
    return true;
}

bool lasting_is_own(struct str line)
{
    struct str word = word_of(&line);
    return str_equal(word, "name") || str_equal(word, "text") || str_equal(word, "value") ||
           str_equal(word, "out") || str_equal(word, "effect") || str_equal(word, "counter");
}

void lasting_read(struct decision *decision, int id, struct str text)
{
    struct str line;
    while (decision_goes_on(decision) && lasting_next(&text, &line)) {
        struct str rest = line;
        struct str word = word_of(&rest);
        bool is_known = true;
        if (str_equal(word, "effect")) {
            is_known = read_effect(decision, id, rest);
        } else if (str_equal(word, "counter")) {
            is_known = read_counter(decision, id, rest);
        } else if (id != 0 && str_equal(word, "value")) {
            is_known = read_value(decision, id, rest);
        } else if (id != 0 && str_equal(word, "text")) {
            is_known = read_text(decision, id, rest);
        } else if (id != 0 && str_equal(word, "out")) {
            is_known = read_out(decision, id, rest);
        }
        if (!is_known) {
            unknown(decision, line);
        }
    }
}

/* ---- lines ----------------------------------------------------------------------------- */

bool lasting_next(struct str *text, struct str *line)
{
    int n = 0;
    if (text->n == 0) {
        return false;
    }
    while (n < text->n && text->p[n] != '\n') {
        n++;
    }
    *line = (struct str){text->p, n};
    int used = n < text->n ? n + 1 : n;
    *text = (struct str){text->p + used, text->n - used};
    return true;
}

void lasting_key(struct str line, struct text *out)
{
    struct str rest = line;
    struct str word = word_of(&rest);
    text_add_str(out, word);
    if (str_equal(word, "name") || str_equal(word, "out")) {
        return;
    }
    text_add_char(out, ' ');
    if (str_equal(word, "counter")) {
        for (int i = 0; i < 3; i++) {
            word_of(&rest);
        }
        text_add_str(out, rest);
        return;
    }
    text_add_str(out, word_of(&rest));
    if (str_equal(word, "effect")) {
        text_add_char(out, ' ');
        text_add_str(out, word_of(&rest));
        word_of(&rest);
        text_add_char(out, ' ');
        text_add_str(out, rest);
    }
}

struct str lasting_line(struct str text, struct str key)
{
    struct str line;
    while (lasting_next(&text, &line)) {
        TEXT_BUFFER(own, LASTING_KEY_SIZE);
        lasting_key(line, &own);
        if (own.n == key.n && memcmp(own.p, key.p, (size_t)key.n) == 0) {
            return line;
        }
    }
    return str_of("");
}

static bool same(struct str a, struct str b)
{
    return a.n == b.n && (a.n == 0 || memcmp(a.p, b.p, (size_t)a.n) == 0);
}

static struct str line_like(struct str text, struct str line)
{
    TEXT_BUFFER(key, LASTING_KEY_SIZE);
    lasting_key(line, &key);
    return lasting_line(text, (struct str){key.p, key.n});
}

static void put_line(struct text *out, struct str line)
{
    text_add_str(out, line);
    text_add_char(out, '\n');
}

bool lasting_merge(struct str kept, struct str base, struct str now, struct text *out)
{
    bool has_changed = false;
    struct str line, rest = kept;
    while (lasting_next(&rest, &line)) {
        struct str before = line_like(base, line), after = line_like(now, line);
        bool changes = lasting_is_own(line) && !same(before, after);
        has_changed = has_changed || changes;
        if (!changes || after.n > 0) {
            put_line(out, changes ? after : line);
        }
    }
    rest = now;
    while (lasting_next(&rest, &line)) {
        if (line_like(kept, line).n == 0 && !same(line_like(base, line), line)) {
            has_changed = true;
            put_line(out, line);
        }
    }
    return has_changed;
}
