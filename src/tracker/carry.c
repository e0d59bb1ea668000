#include "tracker/carry.h"

#include <inttypes.h>
#include <string.h>

#include "base/utf8.h"
#include "tracker/command.h"
#include "tracker/conditions.h"
#include "tracker/counters.h"
#include "tracker/combatant_fields.h"
#include "tracker/procedure.h"
#include "tracker/settings.h"

/* A combatant is a member only once; of the party itself the newest entry counts. */
static const struct effect *mark_of(const struct state *state, int id)
{
    const struct effect *mark = NULL, *next = NULL;
    while ((next = state_effect(state, next, EFFECT_MEMBER, id, 0)) != NULL) {
        mark = next;
    }
    return mark;
}

int member_number(const struct state *state, int id)
{
    const struct effect *mark = mark_of(state, id);
    return mark != NULL ? mark->amount : -1;
}

int member_id(const struct state *state, int number)
{
    const struct effect *mark = NULL;
    while ((mark = state_effect(state, mark, EFFECT_MEMBER, ANYBODY, 0)) != NULL) {
        if (mark->subject != 0 && mark->amount == number &&
            state_is_present(state, mark->subject)) {
            return mark->subject;
        }
    }
    return 0;
}

int64_t member_change(const struct state *state, int id)
{
    const struct effect *mark = mark_of(state, id);
    int64_t change;
    bool is_known = mark != NULL && str_to_int64(str_of(mark->label), 1, INT64_MAX, &change);
    return is_known ? change : 0;
}

void member_mark(struct decision *decision, int id, int number, int64_t change)
{
    const struct effect *before;
    while ((before = mark_of(&decision->state, id)) != NULL && decision_goes_on(decision)) {
        decision_end_effect(decision, EVENT_EFFECT_CHANGED, before);
    }
    TEXT_BUFFER(label, LABEL_SIZE);
    text_add(&label, "%" PRId64, change);
    decision_effect(decision, EVENT_EFFECT_CHANGED, EFFECT_MEMBER, id, 0, str_of(label.p),
                    number);
}

/* Values that end with the fight; all others last. */
static const int left_behind[] = {FIELD_OUT,        FIELD_HAS_ACTED, FIELD_INITIATIVE,
                                  FIELD_ENTRY,      FIELD_TIE,       FIELD_MORALE_MET,
                                  FIELD_MORALE_DUE, FIELD_GROUP,     FIELD_PRESENT};

bool carry_takes(const struct state *from, int id)
{
    int way = state_value(from, id, FIELD_OUT, OUT_NOT);
    return state_is_of_party(from, id) && way != OUT_DEAD && way != OUT_SURRENDERED;
}

/* True when a number of a combatant lasts (enum state_field), and a state effect. */
static bool carry_keeps_field(int field)
{
    for (size_t i = 0; i < sizeof left_behind / sizeof left_behind[0]; i++) {
        if (left_behind[i] == field) {
            return false;
        }
    }
    return true;
}

/* The combatants who come along, by their ids in the old and the new encounter. */
struct coming {
    const struct state *from;
    bool tells_all;                 /* those too who are there already, as they are */
    int new_id[COMBATANTS_MAX + 1]; /* by the old id; 0: stays behind */
    int old_id[COMBATANTS_MAX + 1]; /* the other way round */
};

/* Combatants who are down or dead stay so in the other encounter; one who fled is with the
 * others again. */
static void carry_way_out(struct decision *decision, const struct state *from, int old, int id)
{
    int way = state_value(from, old, FIELD_OUT, OUT_NOT);
    if (way != OUT_NOT && way != OUT_FLED) {
        decision_value(decision, EVENT_WENT_OUT, id, FIELD_OUT, way);
    } else if (state_value(&decision->state, id, FIELD_OUT, OUT_NOT) != OUT_NOT) {
        decision_value(decision, EVENT_CAME_BACK, id, FIELD_OUT, OUT_NOT);
    }
}

static bool carry_keeps_effect(const struct procedure *procedure, const struct effect *effect)
{
    const struct condition_def *condition =
        effect->kind == EFFECT_CONDITION ? condition_find(procedure, str_of(effect->label))
                                         : NULL;
    return (condition == NULL || !condition->ends_with_fight) &&
           (effect_stay(procedure, effect->kind) & EFFECT_IS_CARRIED) != 0;
}

/* For combatants that were there already: lasting effects there that have ended since. */
static void drop_effects(struct decision *decision, const struct coming *coming)
{
    const struct state *there = &decision->state;
    for (int i = 0; i < there->effects && decision_goes_on(decision);) {
        const struct effect *effect = &there->effect[i];
        int subject = coming->old_id[effect->subject];
        int object = coming->old_id[effect->object];
        bool is_theirs = subject != 0 && (effect->object == 0 || object != 0);
        if (is_theirs && carry_keeps_effect(decision->procedure, effect) &&
            state_effect_labelled(coming->from, effect->kind, subject, object,
                                  str_of(effect->label)) == NULL) {
            decision_end_effect(decision, EVENT_EFFECT_CHANGED, effect);
        } else {
            i++;
        }
    }
}

/* State effects of combatants that came along, and of the encounter itself (subject and object
 * 0). */
static void carry_effects(struct decision *decision, const struct coming *coming)
{
    const struct state *from = coming->from;
    const int *new_id = coming->new_id;
    for (int i = 0; i < from->effects; i++) {
        const struct effect *effect = &from->effect[i];
        bool has_both = (effect->subject == 0 || new_id[effect->subject] != 0) &&
                        (effect->object == 0 || new_id[effect->object] != 0);
        if (has_both && carry_keeps_effect(decision->procedure, effect)) {
            decision_effect(decision, EVENT_EFFECT_CHANGED, effect->kind,
                            new_id[effect->subject], new_id[effect->object],
                            str_of(effect->label), effect->amount);
        }
    }
}

/* A combatant for somebody who comes along; 0 when there is no room. */
static int add_row(struct decision *decision, const struct state *from, int old)
{
    int id = decision_add(decision, str_of(state_name(from, old)));
    if (id != 0) {
        decision_value(decision, EVENT_VALUE_CHANGED, id, FIELD_ENTRY, id);
    }
    return id;
}

/* `there`: the combatant of this name that is already in the encounter; 0: none. */
static void carry_combatant(struct decision *decision, struct coming *coming, int old,
                            int there)
{
    const struct state *from = coming->from;
    int id = there != 0 ? there : add_row(decision, from, old);
    if (id == 0) {
        return;
    }
    coming->new_id[old] = id;
    coming->old_id[id] = old;
    int before = decision->events;
    /* An unset attribute is unknown, not gone: a value known in the other encounter stays. */
    for (int field = 0; field < FIELDS_MAX; field++) {
        if (!carry_keeps_field(field)) {
            continue;
        }
        if (state_is_set(from, old, field)) {
            decision_value(decision, EVENT_VALUE_CHANGED, id, field,
                           state_value(from, old, field, 0));
        } else if (field < FIELD_SYSTEM) {
            decision_unset(decision, EVENT_VALUE_CHANGED, id, field);
        }
    }
    for (int text = TEXT_KIND; text < TEXT_FIELDS; text++) {
        struct str carried = str_of(state_text(from, old, text));
        if (carried.n > 0) {
            decision_text(decision, id, text, carried);
        }
    }
    carry_way_out(decision, from, old, id);
    if (there == 0) {
        decision_value(decision, EVENT_VALUE_CHANGED, id, FIELD_GROUP,
                       group_for(&decision->state, id));
    }
    if (coming->tells_all || decision->events > before) {
        bool was_there = there != 0;
        const struct state *state = &decision->state;
        struct event *event = decision_tell(decision, EVENT_NOTED, id, 0);
        const char *how = was_there ? ", in place of the one that was here" : "";
        if (state_is_set(state, id, FIELD_HP)) {
            decision_say(
                decision, event, "", "%s comes along%s: %d of %d %s", state_name(state, id),
                how, state_value(state, id, FIELD_HP, 0),
                state_value(state, id, FIELD_HP_MAX, state_value(state, id, FIELD_HP, 0)),
                state_system(state)->hit_points);
        } else {
            decision_say(decision, event, "", "%s comes along%s", state_name(state, id), how);
        }
    }
}

/* The combatant that somebody is there already: the same member of the campaign's party, else
 * one of the name that is not another member; 0: none. */
static int one_there(const struct state *into, const struct state *from, int old)
{
    int number = member_number(from, old);
    int there = number > 0 ? member_id(into, number) : 0;
    if (there == 0) {
        there = combatant_called(into, str_of(state_name(from, old)));
        bool is_another = number > 0 && there != 0 && member_number(into, there) > 0;
        return is_another ? 0 : there;
    }
    return there;
}

static void carry_all(struct decision *decision, const struct state *from, bool tells_all)
{
    struct coming coming = {.from = from, .tells_all = tells_all};
    const struct state *into = &decision->state;
    for (int old = 1; old <= from->count && decision_goes_on(decision); old++) {
        if (!state_is_of_party(from, old)) {
            continue;
        }
        int there = one_there(into, from, old);
        bool is_foe = there != 0 && !state_is_of_party(into, there);
        if (carry_takes(from, old) && is_foe) {
            decision_refuse(decision, "",
                            "a foe there is called %s, too: `rename` one of the two first",
                            state_name(from, old));
        } else if (carry_takes(from, old)) {
            carry_combatant(decision, &coming, old, there);
        } else if (there != 0 && !is_foe) {
            /* If somebody of the party is dead, or in other hands, so is the combatant of this
             * name. */
            int way = state_value(from, old, FIELD_OUT, OUT_NOT);
            if (state_value(&decision->state, there, FIELD_OUT, OUT_NOT) != way) {
                carry_way_out(decision, from, old, there);
                decision_say(decision, decision_tell(decision, EVENT_NOTED, there, 0), "",
                             "%s stays out: %s", state_name(from, old),
                             way_out_name((enum way_out)way));
            }
        }
    }
    drop_effects(decision, &coming);
    if (!tells_all && member_number(into, 0) == 0) {
        counters_drop(decision, from, coming.old_id);
    }
    carry_effects(decision, &coming);
    counters_carry(decision, from, coming.new_id);
    decision_label(decision, "the party is here");
}

void carry_members(struct decision *decision, const struct state *from)
{
    carry_all(decision, from, false);
}

void carry_party(struct decision *decision, const struct state *from)
{
    const struct state *into = &decision->state;
    bool has_begun = into->value[ENCOUNTER_ROUND] != 0 || into->value[ENCOUNTER_PHASE] != 0;
    carry_all(decision, from, true);
    if (!has_begun) {
        settings_carry(decision, from);
    }
    decision_label(decision, "the party comes along");
}

void encounter_copy(struct decision *decision, const struct state *from)
{
    int there = 0;
    for (int id = 1; id <= from->count; id++) {
        there += state_is_present(from, id) ? 1 : 0;
        if (decision_add(decision, str_of(state_name(from, id))) != 0) {
            for (int field = 0; field < FIELDS_MAX; field++) {
                if (state_is_set(from, id, field)) {
                    decision_value(decision, EVENT_VALUE_CHANGED, id, field,
                                   state_value(from, id, field, 0));
                } else {
                    decision_unset(decision, EVENT_VALUE_CHANGED, id, field);
                }
            }
            for (int text = TEXT_KIND; text < TEXT_FIELDS; text++) {
                decision_text(decision, id, text, str_of(state_text(from, id, text)));
            }
        }
    }
    for (int i = 0; i < from->effects; i++) {
        const struct effect *effect = &from->effect[i];
        decision_effect(decision, EVENT_EFFECT_CHANGED, effect->kind, effect->subject,
                        effect->object, str_of(effect->label), effect->amount);
    }
    for (int i = 0; i < from->counters; i++) {
        if (state_has_counter(from, i)) {
            counter_make(decision, i, &from->counter[i]);
        }
    }
    for (int field = 0; field < ENCOUNTER_FIELDS; field++) {
        if (field != ENCOUNTER_DRAW) {
            decision_encounter(decision, EVENT_PHASE_CHANGED, (enum encounter_field)field,
                               from->value[field]);
        }
    }
    decision_say(decision, decision_tell(decision, EVENT_NOTED, 0, 0), "",
                 "copied: %d combatant%s", there, there == 1 ? "" : "s");
    decision_label(decision, "copied from another encounter");
}

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
    /* Those of a fight that are to run a line end with it. */
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

/* ---- reading --------------------------------------------------------------------------- */

struct str lasting_word(struct str *rest)
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
    bool is_number = str_to_int64(lasting_word(rest), INT32_MIN, INT32_MAX, &number);
    *out = is_number ? (int)number : 0;
    return is_number;
}

static bool read_value(struct decision *decision, int id, struct str rest)
{
    struct str name = lasting_word(&rest);
    int number, field = state_field_find(&decision->state, name);
    if (field < 0 || !carry_keeps_field(field) || !read_number(&rest, &number) ||
        !state_takes_value(&decision->state, field, number)) {
        return false;
    }
    decision_value(decision, EVENT_VALUE_CHANGED, id, field, number);
    return true;
}

static bool read_text(struct decision *decision, int id, struct str rest)
{
    struct str name = lasting_word(&rest);
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
    int kind = effect_from_name(decision->procedure, lasting_word(&rest));
    if (kind < 0 || !read_number(&rest, &object) || !read_number(&rest, &amount) ||
        rest.n >= LABEL_SIZE || !state_takes_effect(kind, id, object)) {
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
    struct str word = lasting_word(&rest);
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
    struct str word = lasting_word(&line);
    return str_equal(word, "name") || str_equal(word, "text") || str_equal(word, "value") ||
           str_equal(word, "out") || str_equal(word, "effect") || str_equal(word, "counter");
}

void lasting_read(struct decision *decision, int id, struct str text)
{
    struct str line;
    while (decision_goes_on(decision) && str_next_line(&text, &line)) {
        struct str rest = line;
        struct str word = lasting_word(&rest);
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
            decision_wrong(
                decision,
                "the party has \"%s\", which this program does not know; a newer one does",
                utf8_shown(line).text);
        }
    }
}

/* ---- lines ----------------------------------------------------------------------------- */

void lasting_key(struct str line, struct text *out)
{
    struct str rest = line;
    struct str word = lasting_word(&rest);
    text_add_str(out, word);
    if (str_equal(word, "name") || str_equal(word, "out")) {
        return;
    }
    text_add_char(out, ' ');
    if (str_equal(word, "counter")) {
        for (int i = 0; i < 3; i++) {
            lasting_word(&rest);
        }
        text_add_str(out, rest);
        return;
    }
    text_add_str(out, lasting_word(&rest));
    if (str_equal(word, "effect")) {
        text_add_char(out, ' ');
        text_add_str(out, lasting_word(&rest));
        lasting_word(&rest);
        text_add_char(out, ' ');
        text_add_str(out, rest);
    }
}

struct str lasting_line(struct str text, struct str key)
{
    struct str line;
    while (str_next_line(&text, &line)) {
        TEXT_BUFFER(own, LASTING_KEY_SIZE);
        lasting_key(line, &own);
        if (own.n == key.n && memcmp(own.p, key.p, (size_t)key.n) == 0) {
            return line;
        }
    }
    return str_of("");
}

struct str lasting_name(struct str text)
{
    static const char key[] = "name";
    struct str line = lasting_line(text, str_of(key));
    const int n = (int)sizeof key;
    return line.n > n ? (struct str){line.p + n, line.n - n} : str_of("");
}

void lasting_add_own(struct str text, struct text *out)
{
    struct str line;
    while (str_next_line(&text, &line)) {
        if (lasting_is_own(line)) {
            text_add_str(out, line);
            text_add_char(out, '\n');
        }
    }
}

struct str lasting_line_like(struct str text, struct str line)
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
    while (str_next_line(&rest, &line)) {
        struct str before = lasting_line_like(base, line), after = lasting_line_like(now, line);
        bool changes = lasting_is_own(line) && !str_same(before, after);
        has_changed = has_changed || changes;
        if (!changes || after.n > 0) {
            put_line(out, changes ? after : line);
        }
    }
    rest = now;
    while (str_next_line(&rest, &line)) {
        if (lasting_line_like(kept, line).n == 0 &&
            !str_same(lasting_line_like(base, line), line)) {
            has_changed = true;
            put_line(out, line);
        }
    }
    return has_changed;
}
