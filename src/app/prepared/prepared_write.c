#include "app/prepared/prepared_write.h"

#include <stdlib.h>
#include <string.h>

#include "app/library/record_library.h"
#include "app/sitting/data.h"
#include "app/library/campaign_library.h"
#include "content/encounter_text.h"
#include "games/games.h"
#include "tracker/carry.h"
#include "tracker/combatant_fields.h"
#include "tracker/counters.h"
#include "tracker/decide.h"
#include "tracker/prepared.h"

enum { FIELDS_SIZE = 2048 };

/* The combatants of one entry, and its text about them. */
struct entry {
    int first, count;        /* ids of the written table: consecutive ones */
    struct str called, kind; /* TEXT_KIND, and the record; empty: none */
    bool is_party;
    char fields[FIELDS_SIZE];  /* lines of YAML, without hit points */
    char options[FIELDS_SIZE]; /* the same as options of `add` */
};

struct writing {
    struct sitting *sitting;
    const struct state *state;
    const struct procedure *procedure;
    struct text *out;
    struct state *at; /* the state of the text written so far, read back */
    struct decision decision;
    struct made_commands made;
    const struct command_def *command[COMMANDS_MAX];
    int commands;
    int new_id[COMBATANTS_MAX + 1];
    struct entry entry, next;
    unsigned char text_memory[DECISION_TEXT_SIZE];
};

/* ---- what `add` alone makes ------------------------------------------------------------ */

static bool add_to(struct writing *writing, const struct entry *entry, const char *options)
{
    TEXT_BUFFER(line, COMMAND_LINE_MAX);
    struct decision *decision = &writing->decision;
    text_add(&line, "add ");
    if (entry->count > 1) {
        text_add(&line, "%d ", entry->count);
    }
    text_add_quoted(&line, entry->called);
    text_add(&line, "%s", entry->is_party ? " side=party" : "");
    if (entry->kind.n > 0 && !library_names_equal(entry->kind, entry->called)) {
        text_add(&line, " %s=", writing->procedure->fills);
        text_add_quoted(&line, entry->kind);
    }
    text_add(&line, "%s", options);
    decision_begin(decision, writing->procedure, writing->at, writing->text_memory);
    decision->library = record_library(writing->sitting->library);
    decide(decision, writing->command, writing->commands, writing->at,
           (struct str){line.p, line.n});
    return decision->verdict == VERDICT_DONE && !line.is_cut;
}

/* ---- fields ---------------------------------------------------------------------------- */

static void add_field(struct entry *entry, const char *name, struct str value)
{
    struct text fields = {.p = entry->fields, .size = FIELDS_SIZE};
    struct text options = {.p = entry->options, .size = FIELDS_SIZE};
    fields.n = (int)strlen(entry->fields);
    options.n = (int)strlen(entry->options);
    text_add(&fields, "    %s: ", name);
    encounter_add_scalar(&fields, value.n > 0 ? value : str_of("-"));
    text_add(&fields, "\n");
    text_add(&options, " %s=", name);
    text_add_quoted(&options, value.n > 0 ? value : str_of("-"));
}

static bool is_hit_points(const char *name)
{
    return strcmp(name, "hp") == 0 || strcmp(name, "hp_max") == 0;
}

static bool is_elsewhere(const struct combatant_field *field)
{
    return strcmp(field->name, "name") == 0 || strcmp(field->name, "side") == 0 ||
           strcmp(field->name, "group") == 0 || field->adds || is_hit_points(field->name) ||
           field->records != NULL;
}

/* Values that differ from those of a combatant just added; fields that name records, such as a
 * class, bring others and are compared first. */
static void read_fields(struct writing *writing, struct entry *entry, int id, bool of_records)
{
    const struct procedure *procedure = writing->procedure;
    bool is_added = add_to(writing, entry, entry->options);
    const struct state *fresh = &writing->decision.state;
    for (int i = 0; i < combatant_fields(procedure, writing->state); i++) {
        struct combatant_field field;
        combatant_field_at(procedure, writing->state, i, &field);
        bool names_record = field.records != NULL && !field.adds &&
                            (procedure->fills == NULL || strcmp(field.name, procedure->fills));
        if (of_records ? !names_record : is_elsewhere(&field)) {
            continue;
        }
        TEXT_BUFFER(now, COMMAND_LINE_MAX);
        TEXT_BUFFER(made, COMMAND_LINE_MAX);
        combatant_field_format(procedure, writing->state, id, i, &now);
        if (is_added) {
            combatant_field_format(procedure, fresh, fresh->count, i, &made);
        }
        if (strcmp(now.p, made.p) != 0) {
            add_field(entry, field.name, (struct str){now.p, now.n});
        }
    }
}

/* Whether one list of hit points is enough: each is unhurt, or none has any. */
static bool is_unhurt(const struct state *state, int id)
{
    bool has = state_is_set(state, id, FIELD_HP);
    return has == state_is_set(state, id, FIELD_HP_MAX) &&
           (!has ||
            state_value(state, id, FIELD_HP, 0) == state_value(state, id, FIELD_HP_MAX, 0));
}

static void read_hurt(struct entry *entry, const struct state *state, int id)
{
    static const struct {
        const char *name;
        int field;
    } fields[] = {{"hp", FIELD_HP}, {"hp_max", FIELD_HP_MAX}};
    for (int i = 0; i < 2 && !is_unhurt(state, id); i++) {
        TEXT_BUFFER(value, 16);
        if (state_is_set(state, id, fields[i].field)) {
            text_add(&value, "%d", state_value(state, id, fields[i].field, 0));
        }
        add_field(entry, fields[i].name, (struct str){value.p, value.n});
    }
}

static void read_entry(struct writing *writing, int id, struct entry *out)
{
    const struct state *state = writing->state;
    const char *record = combatant_made_from(state, id);
    const char *called = state_text(state, id, TEXT_KIND);
    *out =
        (struct entry){.first = id,
                       .count = 1,
                       .called = str_of(called[0] != '\0' ? called : state_name(state, id)),
                       .kind = str_of(record != NULL ? record : ""),
                       .is_party = state_value(state, id, FIELD_SIDE, SIDE_FOES) == SIDE_PARTY};
    read_fields(writing, out, id, true);
    read_fields(writing, out, id, false);
    read_hurt(out, state, id);
    const struct prepared_def *def = writing->procedure->prepared;
    for (; def != NULL && def->name != NULL; def++) {
        TEXT_BUFFER(value, 120);
        if (!def->of_encounter && def->format != NULL) {
            def->format(state, id, &value);
        }
        if (value.n > 0) {
            struct text fields = {.p = out->fields, .size = FIELDS_SIZE};
            fields.n = (int)strlen(out->fields);
            text_add(&fields, "    %s: ", def->name);
            encounter_add_scalar(&fields, (struct str){value.p, value.n});
            text_add(&fields, "\n");
        }
    }
}

/* ---- entries --------------------------------------------------------------------------- */

static bool is_like(const struct writing *writing, const struct entry *a, const struct entry *b)
{
    const struct state *state = writing->state;
    return writing->procedure->comes_as_one == NULL && a->is_party == b->is_party &&
           a->called.n == b->called.n && str_equal_any_case(a->called, b->called) &&
           str_equal_any_case(a->kind, b->kind) && strcmp(a->fields, b->fields) == 0 &&
           is_unhurt(state, a->first) && is_unhurt(state, b->first) &&
           state_is_set(state, a->first, FIELD_HP) == state_is_set(state, b->first, FIELD_HP);
}

/* The next combatant of this side after `id`; 0: none. */
static int next_of(const struct state *state, int id, bool is_party)
{
    for (id++; id <= state->count; id++) {
        if (state_is_present(state, id) &&
            (state_value(state, id, FIELD_SIDE, SIDE_FOES) == SIDE_PARTY) == is_party) {
            return id;
        }
    }
    return 0;
}

static void write_hit_points(struct writing *writing, const struct entry *entry)
{
    const struct state *state = writing->state;
    if (!is_unhurt(state, entry->first) || !state_is_set(state, entry->first, FIELD_HP)) {
        return;
    }
    bool is_same = true;
    for (int id = entry->first, i = 0; i < entry->count; i++) {
        is_same = is_same && state_value(state, id, FIELD_HP, 0) ==
                                 state_value(state, entry->first, FIELD_HP, 0);
        id = next_of(state, id, entry->is_party);
    }
    text_add(writing->out, is_same ? "    hp: " : "    hp: [");
    for (int id = entry->first, i = 0; i < (is_same ? 1 : entry->count); i++) {
        text_add(writing->out, "%s%d", i > 0 ? ", " : "", state_value(state, id, FIELD_HP, 0));
        id = next_of(state, id, entry->is_party);
    }
    text_add(writing->out, is_same ? "\n" : "]\n");
}

/* Names other than those from `add`. */
static void write_names(struct writing *writing, const struct entry *entry, int made)
{
    const struct state *state = writing->state;
    bool differs = false;
    for (int id = entry->first, i = 0; i < entry->count; i++) {
        differs = differs || strcmp(state_name(state, id),
                                    state_name(&writing->decision.state, made + i)) != 0;
        id = next_of(state, id, entry->is_party);
    }
    text_add(writing->out, differs ? "    each:\n" : "");
    for (int id = entry->first, i = 0; i < entry->count && differs; i++) {
        text_add(writing->out, "      - name: ");
        encounter_add_scalar(writing->out, str_of(state_name(state, id)));
        text_add(writing->out, "\n");
        id = next_of(state, id, entry->is_party);
    }
}

/* Its morale group, if `add` would put it into another one. */
static void write_group(struct writing *writing, const struct entry *entry)
{
    const struct state *state = writing->state;
    const struct state *made = &writing->decision.state;
    int own = group_of(state, entry->first);
    int theirs = group_of(made, writing->new_id[entry->first]);
    if (own == entry->first ? theirs == writing->new_id[entry->first]
                            : theirs == writing->new_id[own] && theirs != 0) {
        return;
    }
    text_add(writing->out, "    group: ");
    encounter_add_scalar(writing->out,
                         str_of(own == entry->first ? "-" : state_name(state, own)));
    text_add(writing->out, "\n");
}

static void add_record_name(struct text *out, struct str name)
{
    for (int i = 0; i < name.n; i++) {
        text_add_char(out, (char)(name.p[i] == '-' ? ' ' : name.p[i]));
    }
}

static void write_entry(struct writing *writing, const struct entry *entry)
{
    struct text *out = writing->out;
    bool is_kind = entry->kind.n > 0;
    if (is_kind) {
        text_add(out, "  - kind: ");
        add_record_name(out, entry->kind);
        text_add(out, "\n");
    }
    if (!is_kind || !library_names_equal(entry->kind, entry->called)) {
        text_add(out, is_kind ? "    name: " : "  - name: ");
        encounter_add_scalar(out, entry->called);
        text_add(out, "\n");
    }
    if (entry->count > 1) {
        text_add(out, "    count: %d\n", entry->count);
    }
    int made = writing->at->count + 1;
    bool is_added = add_to(writing, entry, entry->options) || add_to(writing, entry, "");
    text_add(out, "%s", entry->fields);
    write_hit_points(writing, entry);
    if (!is_added) {
        return;
    }
    for (int id = entry->first, i = 0; i < entry->count; i++) {
        writing->new_id[id] = made + i;
        id = next_of(writing->state, id, entry->is_party);
    }
    write_group(writing, entry);
    write_names(writing, entry, made);
    state_copy(writing->at, &writing->decision.state);
}

static void write_side(struct writing *writing, bool is_party)
{
    const struct state *state = writing->state;
    int id = next_of(state, 0, is_party);
    if (id == 0) {
        return;
    }
    text_add(writing->out, "%s:\n",
             encounter_part_key(is_party ? ENCOUNTER_PARTY : ENCOUNTER_FOES));
    read_entry(writing, id, &writing->entry);
    while (id != 0) {
        id = next_of(state, id, is_party);
        bool is_same = false;
        if (id != 0) {
            read_entry(writing, id, &writing->next);
            is_same = is_like(writing, &writing->entry, &writing->next);
        }
        if (is_same) {
            writing->entry.count++;
            continue;
        }
        write_entry(writing, &writing->entry);
        if (id != 0) {
            read_entry(writing, id, &writing->entry);
        }
    }
}

/* ---- what belongs to nobody ------------------------------------------------------------ */

static void write_counters(struct writing *writing)
{
    const struct state *state = writing->state;
    struct text *out = writing->out;
    bool has_any = false;
    for (int i = 0; i < state->counters; i++) {
        const struct counter *counter = &state->counter[i];
        if (!state_has_counter(state, i)) {
            continue;
        }
        text_add(out, "%s  - name: ", has_any ? "" : "counters:\n");
        encounter_add_scalar(out, str_of(counter->name));
        int most = counter->number[COUNTER_MOST], now = counter->number[COUNTER_NOW];
        text_add(out, most > 0 ? "\n    count: %d/%d\n" : "\n    count: %d\n", now, most);
        text_add(out, "    per: %s\n", counter_per_words[counter->number[COUNTER_PER]]);
        if (counter->number[COUNTER_OF] > 0) {
            text_add(out, "    of: ");
            encounter_add_scalar(out, str_of(state_name(state, counter->number[COUNTER_OF])));
            text_add(out, "\n");
        }
        if (counter->then[0] != '\0') {
            text_add(out, "    then: ");
            encounter_add_scalar(out, str_of(counter->then));
            text_add(out, "\n");
        }
        has_any = true;
    }
}

static void write_head(struct writing *writing, const char *name)
{
    struct text *out = writing->out;
    text_add(out, "encounter: ");
    encounter_add_scalar(out, str_of(name));
    text_add(out, "\ngame: %s\n", state_system(writing->state)->id);
    const struct prepared_def *def = writing->procedure->prepared;
    for (; def != NULL && def->name != NULL; def++) {
        TEXT_BUFFER(value, 120);
        if (def->of_encounter && def->format != NULL) {
            def->format(writing->state, 0, &value);
        }
        if (value.n > 0) {
            text_add(out, "%s: ", def->name);
            encounter_add_scalar(out, (struct str){value.p, value.n});
            text_add(out, "\n");
        }
    }
    text_add(out, "# place: where it is\n"
                  "# wants: what the foes want\n"
                  "# read: |\n"
                  "#   What is read aloud.\n"
                  "# notes: |\n"
                  "#   For the referee alone.\n");
}

/* Without combatants: an example of an entry. */
static void write_example(struct writing *writing)
{
    const struct library *library = record_library(writing->sitting->library);
    const char *fills = writing->procedure->fills;
    TEXT_BUFFER(kind, LIBRARY_NAME_MAX + 1);
    for (int i = 0; i < library->count && kind.n == 0; i++) {
        if (fills != NULL && strcmp(library->record[i].kind->name, fills) == 0) {
            add_record_name(&kind, str_of(library->record[i].name));
        }
    }
    text_add(
        writing->out,
        "foes:\n"
        "  # Behind kind: one of `kinds`; or name: and numbers of its own. Say later with\n"
        "  # arrives: round 3, or key; count: takes dice and the party, as party+1.\n"
        "  - kind: %s\n"
        "    count: 1d4+1\n",
        kind.n > 0 ? kind.p : "rat");
}

void prepared_write(struct sitting *sitting, const struct prepared_writing *asked,
                    struct text *out)
{
    const struct system *system = state_system(asked->state);
    struct writing *writing = calloc(1, sizeof *writing);
    CHECK(writing != NULL);
    writing->sitting = sitting;
    writing->state = asked->state;
    writing->procedure = games_find(system);
    writing->out = out;
    writing->at = calloc(1, sizeof *writing->at);
    CHECK(writing->at != NULL);
    state_init(writing->at, system);
    sitting_need_files(sitting);
    sitting_open_library(sitting, system);
    const struct command_def *all[COMMANDS_MAX];
    int count = sitting->commands_of(system, &writing->made, all, COMMANDS_MAX);
    for (int i = 0; i < count; i++) {
        if (all[i]->decide != NULL) {
            writing->command[writing->commands++] = all[i];
        }
    }
    write_head(writing, asked->name);
    if (asked->has_party) {
        write_side(writing, true);
    } else {
        decision_begin(&writing->decision, writing->procedure, writing->at,
                       writing->text_memory);
        carry_party(&writing->decision, asked->state);
        if (decision_goes_on(&writing->decision)) {
            state_copy(writing->at, &writing->decision.state);
        }
    }
    write_side(writing, false);
    write_counters(writing);
    if (next_of(asked->state, 0, false) == 0) {
        write_example(writing);
    }
    free(writing->at);
    free(writing);
}
