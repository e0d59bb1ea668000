#include "app/prepared/prepared_commands.h"

#include <stdlib.h>
#include <string.h>

#include "app/file/file.h"
#include "app/file/text_file.h"
#include "app/forecast/kept.h"
#include "app/library/campaign_library.h"
#include "app/library/data_files.h"
#include "app/library/record_library.h"
#include "app/log/address.h"
#include "app/party/party.h"
#include "app/party/roster.h"
#include "app/prepared/prepared.h"
#include "app/prepared/prepared_run.h"
#include "app/sitting/data.h"
#include "app/sitting/decision.h"
#include "app/sitting/state.h"
#include "base/utf8.h"
#include "content/encounter_text.h"
#include "games/games.h"
#include "store/changes.h"
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

static bool is_elsewhere(const struct combatant_field *field)
{
    return strcmp(field->name, "name") == 0 || strcmp(field->name, "side") == 0 ||
           strcmp(field->name, "group") == 0 || field->adds ||
           (strcmp(field->name, "hp") == 0 || strcmp(field->name, "hp_max") == 0) ||
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

/* True when one list of hit points is enough: each is unhurt, or none has any. */
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
    /* Names other than those from `add`. */
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
        int most = counter->number[COUNTER_MOST], now = counter->number[COUNTER_NOW];
        if (!state_has_counter(state, i) || (most == 0 && now <= 0)) {
            continue; /* one that has ended has nothing left to count */
        }
        text_add(out, "%s  - name: ", has_any ? "" : "counters:\n");
        encounter_add_scalar(out, str_of(counter->name));
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

void prepared_write(struct sitting *sitting, const struct prepared_writing *asked,
                    struct text *out)
{
    const struct system *system = state_system(asked->state);
    struct writing *writing = sitting_scratch(sitting, sizeof *writing);
    writing->sitting = sitting;
    writing->state = asked->state;
    writing->procedure = games_find(system);
    writing->out = out;
    writing->at = sitting_scratch(sitting, sizeof *writing->at);
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
        /* Without combatants: an example of an entry. */
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
}

/* ---- one of them ----------------------------------------------------------------------- */

static bool find(struct sitting *sitting, struct str name, struct sitting_prepared *prepared,
                 struct result *out)
{
    struct error err;
    enum status status = sitting_prepared_find(sitting, name, prepared, &err);
    if (status != STATUS_OK) {
        collection_fail(sitting, &prepared_collection, &err, out);
    }
    return status == STATUS_OK;
}

/* With its text, which is there until the line ends; NULL: *out says why. */
static char *open_text(struct sitting *sitting, struct str name,
                       struct sitting_prepared *prepared, struct result *out)
{
    struct error err;
    if (!find(sitting, name, prepared, out)) {
        return NULL;
    }
    char *bytes = sitting_scratch(sitting, PREPARED_TEXT_SIZE);
    if (sitting_prepared_text(sitting, prepared->id, bytes, &err) != STATUS_OK) {
        sitting_fail(sitting, &err, out);
        return NULL;
    }
    return bytes;
}

/* The mistakes of a text: the first is the error, the others are lines. */
static void tell_mistakes(const struct diagnostics *diagnostics, struct result *out)
{
    result_be_wrong(out, &diagnostics->diagnostic[0]);
    struct text text = text_over(out->text, sizeof out->text);
    for (int i = 1; i < diagnostics->count; i++) {
        const struct error *one = &diagnostics->diagnostic[i];
        text_add(&text, "%s%s%s%s", i > 1 ? "\n" : "", one->where,
                 one->where[0] != '\0' ? ": " : "", one->text);
    }
}

/* Keeps a text and reports the result. */
static void save(struct sitting *sitting, const struct prepared_saving *saving,
                 struct result *out)
{
    int64_t id;
    struct error err;
    struct diagnostics diagnostics;
    enum status status = sitting_prepared_save(sitting, saving, &id, &diagnostics, &err);
    if (diagnostics.count > 0) {
        tell_mistakes(&diagnostics, out);
    } else if (status != STATUS_OK) {
        collection_fail(sitting, &prepared_collection, &err, out);
    } else {
        result_be_done(out, saving->line);
    }
}

/* ---- preparing ------------------------------------------------------------------------- */

void sitting_run_prepare(struct sitting *sitting, const struct command *command,
                         struct result *out)
{
    char name[PREPARED_NAME_SIZE];
    TEXT_BUFFER(line, 96);
    const struct option *option = command_option(command, "system");
    const struct system *system =
        option != NULL ? system_find(option->value) : state_system(&sitting->state);
    if (system == NULL) {
        struct error err;
        error_set(&err, STATUS_USAGE, "", "system: there is no game %s; `systems` lists them",
                  utf8_shown(option->value).text);
        result_be_wrong(out, &err);
    }
    if (system == NULL || !encounter_name_copy(name, command->argument[0].word, out)) {
        return;
    }
    char *bytes = sitting_scratch(sitting, PREPARED_TEXT_SIZE);
    struct state *empty = sitting_scratch(sitting, sizeof *empty);
    state_init(empty, system);
    bool is_blank =
        command_option(command, "blank") != NULL || system != state_system(&sitting->state);
    struct prepared_writing writing = {.name = name,
                                       .state = is_blank ? empty : &sitting->state,
                                       .has_party = command_option(command, "party") != NULL};
    struct text text = text_over(bytes, PREPARED_TEXT_SIZE);
    prepared_write(sitting, &writing, &text);
    text_add(&line, "%s is prepared", name);
    struct prepared_saving saving = {.name = name, .text = bytes, .line = line.p};
    if (text.is_cut) {
        result_refuse(out, "there is too much on the table for one text");
    } else {
        save(sitting, &saving, out);
    }
}

/* ---- listing --------------------------------------------------------------------------- */

void sitting_run_prepared(struct sitting *sitting, const struct command *command,
                          struct result *out)
{
    struct sitting_prepared prepared;
    if (!command->argument[0].is_given) {
        int count;
        struct error err;
        struct sitting_prepared *list = sitting_scratch(sitting, PREPARED_MAX * sizeof *list);
        struct text text = text_over(out->text, sizeof out->text);
        if (sitting_prepared_list(sitting, list, PREPARED_MAX, &count, &err) != STATUS_OK) {
            sitting_fail(sitting, &err, out);
        } else if (count == 0) {
            text_add(&text, "no encounter is prepared; `prepare NAME` makes one");
        } else {
            for (int i = 0; i < count; i++) {
                text_add(&text, "%s%s (%s)", i == 0 ? "" : "\n", list[i].name,
                         list[i].system != NULL ? list[i].system->title : "an unknown game");
            }
        }
        return;
    }
    char *bytes = open_text(sitting, command->argument[0].word, &prepared, out);
    if (bytes != NULL) {
        static const char more[] = "\n... `write-encounter` has the rest";
        struct text text = text_over(out->text, (int)(sizeof out->text - sizeof more));
        text_add_str(&text, str_trimmed_end(str_of(bytes)));
        if (text.is_cut) {
            memcpy(out->text + text.n, more, sizeof more);
        }
    }
}

/* ---- files ----------------------------------------------------------------------------- */

/* The name in the text, or else that of its file without folder and ending. */
static void name_of(struct str bytes, const char *path, char out[PREPARED_NAME_SIZE])
{
    struct prepared_parts parts;
    prepared_parts_open(&parts, bytes, path);
    struct str name =
        parts.is_open ? encounter_text_part(&parts.text, ENCOUNTER_NAME) : str_of("");
    if (name.n == 0) {
        const char *slash = strrchr(path, '/');
        name = str_of(slash != NULL ? slash + 1 : path);
        const char *dot = strrchr(name.p, '.');
        name.n = dot != NULL && dot > name.p ? (int)(dot - name.p) : name.n;
    }
    char clean[3 * PREPARED_NAME_SIZE];
    utf8_clean(clean, sizeof clean, name);
    text_format(out, PREPARED_NAME_SIZE, "%.*s",
                utf8_whole((struct str){clean, (int)strlen(clean) < PREPARED_NAME_SIZE
                                                   ? (int)strlen(clean)
                                                   : PREPARED_NAME_SIZE - 1}),
                clean);
    prepared_parts_close(&parts);
}

static void take_in(struct sitting *sitting, const struct command *command, const char *path,
                    const char *bytes, struct result *out)
{
    char name[PREPARED_NAME_SIZE];
    struct sitting_prepared old;
    struct error err;
    TEXT_BUFFER(line, 96);
    if (command->argument[1].is_given) {
        if (!encounter_name_copy(name, command->argument[1].word, out)) {
            return;
        }
    } else {
        name_of(str_of(bytes), path, name);
    }
    bool is_old = sitting_prepared_find(sitting, str_of(name), &old, &err) == STATUS_OK &&
                  str_equal_any_case(str_of(old.name), str_of(name));
    if (is_old && command_option(command, "replace") == NULL) {
        text_add(&line, "%.60s is prepared already: replace", name);
        TEXT_BUFFER(reason, 160);
        text_add(&reason, "%s takes its text over", line.p);
        result_refuse(out, "%s", reason.p);
        return;
    }
    struct diagnostics diagnostics;
    if (!sitting_prepared_check(sitting, str_of(bytes), path, &diagnostics)) {
        tell_mistakes(&diagnostics, out);
        return;
    }
    text_add(&line, is_old ? "%s is changed" : "%s is prepared", name);
    struct prepared_saving saving = {.id = is_old ? old.id : 0,
                                     .name = name,
                                     .text = bytes,
                                     .is_checked = true,
                                     .line = line.p};
    save(sitting, &saving, out);
}

void sitting_run_read_encounter(struct sitting *sitting, const struct command *command,
                                struct result *out)
{
    char path[SITTING_PATH_MAX];
    struct error err;
    if (!sitting_path_of(path, command->argument[0].word)) {
        error_set(&err, STATUS_USAGE, "", "read-encounter needs a file name");
        result_be_wrong(out, &err);
        return;
    }
    char *bytes = sitting_scratch(sitting, PREPARED_TEXT_SIZE);
    enum status status = text_file_read(path, bytes, PREPARED_TEXT_SIZE, &err);
    struct str shipped;
    if (status == STATUS_IO && data_file_shipped(path, &shipped) &&
        shipped.n < PREPARED_TEXT_SIZE) {
        memcpy(bytes, shipped.p, (size_t)shipped.n + 1);
        status = STATUS_OK;
    }
    if (status == STATUS_OK) {
        take_in(sitting, command, path, bytes, out);
    } else {
        result_fail(out, &err);
    }
}

/* ---- the list changed ------------------------------------------------------------------ */

void sitting_run_rename_prepared(struct sitting *sitting, const struct command *command,
                                 struct result *out)
{
    char name[PREPARED_NAME_SIZE];
    struct sitting_prepared prepared;
    struct error err;
    TEXT_BUFFER(line, 2 * PREPARED_NAME_SIZE);
    if (!find(sitting, command->argument[0].word, &prepared, out) ||
        !encounter_name_copy(name, command->argument[1].word, out)) {
        return;
    }
    text_add(&line, "%s is now %s", prepared.name, name);
    if (sitting_prepared_check_name(sitting, prepared.id, name, &err) != STATUS_OK) {
        collection_fail(sitting, &prepared_collection, &err, out);
    } else {
        collection_change(sitting, &prepared_collection, prepared.id, CHANGE_NAME, name, line.p,
                          out);
    }
}

void sitting_run_copy_prepared(struct sitting *sitting, const struct command *command,
                               struct result *out)
{
    char name[PREPARED_NAME_SIZE];
    struct sitting_prepared prepared;
    TEXT_BUFFER(line, 2 * PREPARED_NAME_SIZE + 20);
    char *bytes = open_text(sitting, command->argument[0].word, &prepared, out);
    if (bytes != NULL && encounter_name_copy(name, command->argument[1].word, out)) {
        text_add(&line, "%s is copied from %s", name, prepared.name);
        struct prepared_saving saving = {.name = name, .text = bytes, .line = line.p};
        save(sitting, &saving, out);
    }
}

void sitting_run_archive_prepared(struct sitting *sitting, const struct command *command,
                                  struct result *out)
{
    struct sitting_prepared prepared;
    TEXT_BUFFER(line, PREPARED_NAME_SIZE + 20);
    if (find(sitting, command->argument[0].word, &prepared, out)) {
        text_add(&line, "%s is archived", prepared.name);
        collection_change(sitting, &prepared_collection, prepared.id, CHANGE_ARCHIVED, "yes",
                          line.p, out);
    }
}

/* ---- start ----------------------------------------------------------------------------- */

/* Makes the encounter, for whose number its acts were decided, and writes them, in one
 * transaction. */
static enum status write_fight(struct sitting *sitting, struct prepared_run *run,
                               const char *name, int64_t prepared, struct error *err)
{
    int64_t id;
    struct position position = {0};
    enum status status = campaign_begin_writing(sitting->campaign, err);
    if (status != STATUS_OK) {
        return status;
    }
    status = encounter_create(sitting->campaign, name, run->text.system->id, sitting->now_ms(),
                              &id, err);
    if (status == STATUS_OK && id != run->options->encounter) {
        status = error_set(err, STATUS_CONFLICT, "", "another program was first");
    }
    if (status == STATUS_OK && run->acts > 0) {
        status = log_append_all(sitting->campaign, run->act, run->acts, &position, err);
    }
    if (status == STATUS_OK) {
        status = sitting_prepared_began(sitting, prepared, id, err);
    }
    status = campaign_end_writing(sitting->campaign, status, err);
    return status == STATUS_OK ? sitting_load(sitting, err) : status;
}

static void finish_start(struct sitting *sitting, struct prepared_run *run,
                         const struct sitting_prepared *prepared, struct result *out)
{
    struct error err;
    char name[CAMPAIGN_NAME_SIZE];
    if (run->is_asking) {
        result_ask(out, &run->question);
    } else if (run->diagnostics.count > 0) {
        tell_mistakes(&run->diagnostics, out);
    } else if (encounter_name_free(sitting, prepared->name, name, &err) != STATUS_OK ||
               write_fight(sitting, run, name, prepared->id, &err) != STATUS_OK) {
        collection_fail(sitting, &encounter_collection, &err, out);
    } else {
        result_label(out, "%s begins", name);
        struct text text = text_over(out->text, sizeof out->text);
        text_add(&text, "%s begins, %s\n", name, state_system(&sitting->state)->title);
        text_add_str(&text, (struct str){run->told.p, run->told.n});
    }
}

static void start(struct sitting *sitting, const struct command *command,
                  const struct sitting_prepared *prepared, const char *bytes, bool carries,
                  struct result *out)
{
    int64_t next;
    struct error err;
    struct state *from = sitting_scratch(sitting, sizeof *from);
    struct prepared_run *run = sitting_scratch(sitting, sizeof *run);
    bool has_from =
        prepared->system != NULL && sitting_settings_from(sitting, prepared->system, from, out);
    TEXT_BUFFER(told, 2000);
    if (out->kind != RESULT_TOLD) {
        /* it is told already */
    } else if (encounter_next(sitting->campaign, &next, &err) != STATUS_OK) {
        sitting_fail(sitting, &err, out);
    } else if (sitting_bring_home(sitting, &told, out)) {
        struct prepared_options options = {.text = str_of(bytes),
                                           .file = prepared->name,
                                           .from = has_from ? from : NULL,
                                           .carries = carries,
                                           .asks = sitting->asks,
                                           .encounter = (uint32_t)next,
                                           .dice = command->entered,
                                           .dice_count = command->entered_count};
        prepared_run(run, sitting, &options);
        finish_start(sitting, run, prepared, out);
        prepared_run_done(run);
    }
}

/* Nobody at this table can be carried, but the party of the campaign comes by itself. */
static bool comes_anyway(struct sitting *sitting, const struct system *system)
{
    struct state *members = sitting_scratch(sitting, sizeof *members);
    bool comes = system != NULL && sitting_party_tonight(sitting, system, members);
    return comes;
}

void sitting_run_start(struct sitting *sitting, const struct command *command,
                       struct result *out)
{
    struct sitting_prepared prepared;
    char *bytes = open_text(sitting, command->argument[0].word, &prepared, out);
    if (bytes == NULL) {
        return;
    }
    bool carries = command_option(command, "carry") != NULL;
    const char *why_not = carries ? sitting_why_no_carry(sitting, prepared.system) : NULL;
    if (why_not != NULL && comes_anyway(sitting, prepared.system)) {
        carries = false;
        why_not = NULL;
    }
    bool may_change = sitting_may_change(sitting, out);
    if (may_change && why_not != NULL) {
        result_refuse(out, "%s", why_not);
    } else if (may_change) {
        start(sitting, command, &prepared, bytes, carries, out);
    }
    if (may_change && out->kind == RESULT_DONE) {
        /* A forecast is graded by how its fight ends, when it was kept before: nothing is
         * unasked. */
        struct kept_forecast kept;
        struct error err;
        struct kept_owner owner = {.id = sitting->encounter.id};
        int n = (int)strlen(out->text);
        struct text text = text_over(out->text + n, (int)sizeof out->text - n);
        if (sitting_kept_forecast(&kept, sitting, owner, &err) == STATUS_MISSING) {
            text_add(&text, "%sforecast-keep: a forecast to be compared with how it ends",
                     n > 0 ? "\n" : "");
        }
    }
}

/* ---- ready? ---------------------------------------------------------------------------- */

void sitting_run_missing(struct sitting *sitting, const struct command *command,
                         struct result *out)
{
    int count;
    struct error err;
    struct sitting_prepared prepared = {.id = 0};
    struct ready_item *items = sitting_scratch(sitting, READY_MAX * sizeof *items);
    enum status status =
        command->argument[0].is_given
            ? sitting_prepared_find(sitting, command->argument[0].word, &prepared, &err)
            : STATUS_OK;
    if (status == STATUS_OK) {
        status = sitting_ready(sitting, prepared.id, items, READY_MAX, &count, &err);
    }
    if (status != STATUS_OK) {
        collection_fail(sitting, &encounter_collection, &err, out);
        return;
    }
    struct text text = text_over(out->text, sizeof out->text);
    for (int i = 0; i < count; i++) {
        const struct ready_item *item = &items[i];
        text_add(&text, "%s%s", i > 0 ? "\n" : "", item->text);
        text_add(&text, item->rule[0] != '\0' ? "  [%s]" : "%s", item->rule);
        if (item->line > 0) {
            text_add(&text, "; line %d, column %d of the text", item->line, item->column);
        } else if (item->command[0] != '\0') {
            text_add(&text, "; %s", item->command);
        }
    }
    if (count == 0) {
        text_add(&text, "ready: nothing is missing");
    }
}

/* ---- notes ----------------------------------------------------------------------------- */

static void add_part(const struct encounter_text *parts, enum encounter_part part,
                     const char *heading, struct text *out)
{
    struct str text = encounter_text_part(parts, part);
    if (text.n > 0) {
        text_add(out, "%s%s\n", out->n > 0 ? "\n\n" : "", heading);
        text_add_str(out, text);
    }
}

void sitting_run_notes(struct sitting *sitting, const struct command *command,
                       struct result *out)
{
    struct sitting_prepared prepared = {.id = 0};
    struct error err;
    enum status status =
        command->argument[0].is_given
            ? sitting_prepared_find(sitting, command->argument[0].word, &prepared, &err)
            : sitting_prepared_of(sitting, sitting->encounter.id, &prepared.id, &err);
    if (status == STATUS_MISSING) {
        result_refuse(out,
                      "this fight did not begin from a prepared encounter, so it has no notes; "
                      "notes NAME shows those of a prepared one");
        return;
    }
    char *bytes = sitting_scratch(sitting, PREPARED_TEXT_SIZE);
    if (status == STATUS_OK) {
        status = sitting_prepared_text(sitting, prepared.id, bytes, &err);
    }
    if (status != STATUS_OK) {
        collection_fail(sitting, &encounter_collection, &err, out);
    } else {
        struct prepared_parts parts;
        struct text text = text_over(out->text, sizeof out->text);
        prepared_parts_open(&parts, str_of(bytes), "");
        add_part(&parts.text, ENCOUNTER_READ, "Read aloud", &text);
        add_part(&parts.text, ENCOUNTER_PLACE, "Place", &text);
        add_part(&parts.text, ENCOUNTER_WANTS, "What the foes want", &text);
        add_part(&parts.text, ENCOUNTER_NOTES, "Notes", &text);
        prepared_parts_close(&parts);
        text_add(&text, "%s", text.n == 0 ? "nothing is written down for this encounter" : "");
    }
}
