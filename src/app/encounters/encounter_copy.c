#include "app/encounters/encounter_copy.h"

#include <stdlib.h>
#include <string.h>

#include "app/log/address.h"
#include "app/sitting/decision.h"
#include "app/sitting/changes.h"
#include "app/sitting/data.h"
#include "app/encounters/encounters.h"
#include "app/sitting/state.h"
#include "store/changes.h"
#include "tracker/carry.h"

/* ---- the encounter before its fight ---------------------------------------------------- */

/* The acts that lead to the encounter's head, the newest first. */
struct way {
    int64_t *act;
    int count, room;
};

static enum status read_way(struct way *way, struct sitting *sitting, int64_t head,
                            struct error *err)
{
    enum status status = STATUS_OK;
    while (head != 0 && status == STATUS_OK) {
        struct act_row row;
        if (way->count == way->room) {
            way->room = way->room == 0 ? 64 : 2 * way->room;
            way->act = realloc(way->act, (size_t)way->room * sizeof *way->act);
            CHECK(way->act != NULL);
        }
        way->act[way->count++] = head;
        status = log_row(sitting->campaign, head, &row, err);
        head = status == STATUS_OK ? row.parent : 0;
    }
    return status;
}

static bool has_begun(const struct state *state)
{
    return state->value[ENCOUNTER_ROUND] != 0 || state->value[ENCOUNTER_PHASE] != 0;
}

/* Act by act from the start, until the fight begins. `scratch` is a state too. */
static enum status go_to_beginning(struct sitting *sitting, int64_t encounter,
                                   const struct way *way, struct state *out,
                                   struct state *scratch, struct error *err)
{
    enum log_step step;
    int64_t from = 0;
    enum status status = log_state(sitting->campaign, encounter, 0, scratch, err);
    for (int i = way->count - 1; i >= 0 && status == STATUS_OK && !has_begun(scratch); i--) {
        state_copy(out, scratch);
        status = log_state_moved(sitting->campaign, encounter, from, way->act[i], scratch,
                                 &step, err);
        from = way->act[i];
    }
    if (status == STATUS_OK && !has_begun(scratch)) {
        state_copy(out, scratch);
    }
    return status;
}

/* The state just before its fight began, or the present state if it has not. */
static enum status state_before_fight(struct sitting *sitting, const struct encounter_row *row,
                                      const struct system *system, struct state *out,
                                      struct error *err)
{
    struct position position;
    struct way way = {.act = NULL};
    struct state *scratch = calloc(1, sizeof *scratch);
    CHECK(scratch != NULL);
    state_init(scratch, system);
    state_init(out, system);
    enum status status = log_position(sitting->campaign, row->id, &position, err);
    if (status == STATUS_OK) {
        status = read_way(&way, sitting, position.head, err);
    }
    if (status == STATUS_OK) {
        status = go_to_beginning(sitting, row->id, &way, out, scratch, err);
    }
    free(way.act);
    free(scratch);
    return status;
}

/* ---- the copy -------------------------------------------------------------------------- */

/* The tags and the note come along. They have no line: so they are no step of their own to be
 * taken back. */
static enum status copy_words(struct sitting *sitting, int64_t from, int64_t to,
                              struct error *err)
{
    static const char *const fields[] = {ENCOUNTER_TAGS, ENCOUNTER_NOTE};
    char value[2][ENCOUNTER_NOTE_SIZE];
    struct change changes[2];
    int count = 0;
    int64_t step;
    for (int i = 0; i < 2; i++) {
        enum status status = sitting_value(sitting, CHANGE_ENCOUNTER, from, fields[i], value[i],
                                           sizeof value[i], err);
        if (status != STATUS_OK) {
            return status;
        }
        if (value[i][0] != '\0') {
            changes[count++] = (struct change){.thing = str_of(CHANGE_ENCOUNTER),
                                               .thing_id = to,
                                               .field = str_of(fields[i]),
                                               .is_set = true,
                                               .new = str_of(value[i])};
        }
    }
    return count == 0 ? STATUS_OK
                      : changes_append(sitting->campaign, sitting->now_ms(), changes, count,
                                       &step, err);
}

/* A new encounter is on the table once it is made; puts the earlier one back, unless the copy
 * is to stay there. */
static void make_copy(struct sitting *sitting, const struct encounter_row *row,
                      const char *name, const struct state *from, bool stays,
                      struct result *out)
{
    struct error err;
    int64_t id, before = stays ? 0 : sitting->encounter.id;
    enum status status = encounter_create(sitting->campaign, name, state_system(from)->id,
                                          sitting->now_ms(), &id, &err);
    if (status == STATUS_USAGE) {
        out->kind = RESULT_WRONG;
        out->error = err;
        return;
    }
    if (status == STATUS_OK) {
        status = sitting_load(sitting, &err);
    }
    if (status == STATUS_OK) {
        out->text[0] = '\0';
        sitting_carry(sitting, encounter_copy, from, out);
    }
    if (status == STATUS_OK && out->kind != RESULT_FAILED) {
        status = copy_words(sitting, row->id, id, &err);
    }
    if (status == STATUS_OK && before != 0 && out->kind != RESULT_FAILED) {
        status = encounter_open(sitting->campaign, before, sitting->now_ms(), &err);
    }
    if (status == STATUS_OK && before != 0) {
        status = sitting_load(sitting, &err);
    }
    if (status != STATUS_OK) {
        sitting_fail(sitting, &err, out);
    }
}

static void copy(struct sitting *sitting, const struct encounter_row *row, const char *name,
                 struct result *out)
{
    struct error err;
    const struct system *system = system_find(str_of(row->system));
    struct state *from = calloc(1, sizeof *from);
    CHECK(from != NULL);
    enum status status = system == NULL ? sitting_unknown_system(row, &err)
                                        : state_before_fight(sitting, row, system, from, &err);
    if (status != STATUS_OK) {
        sitting_fail(sitting, &err, out);
    } else if (sitting_fits(sitting, encounter_copy, from, out)) {
        make_copy(sitting, row, name, from, false, out);
    }
    free(from);
    if (out->kind == RESULT_DONE || out->kind == RESULT_TOLD) {
        out->kind = RESULT_DONE;
        text_format(out->label, sizeof out->label, "%s is a copy of %s", name, row->name);
        text_format(out->text, sizeof out->text, "%s", out->label);
    }
}

/* The name that was typed, or else the next free one. False: it is taken or not valid, and *out
 * says so. */
static bool name_of_copy(struct sitting *sitting, const struct encounter_row *row,
                         const struct command *command, char *name, struct result *out)
{
    struct encounter_row other;
    struct error err;
    if (!command->argument[1].is_given) {
        if (encounter_name_free(sitting, row->name, name, &err) != STATUS_OK) {
            sitting_fail(sitting, &err, out);
            return false;
        }
    } else if (!encounter_name_copy(name, command->argument[1].word, out)) {
        return false;
    }
    if (encounter_find(sitting->campaign, name, &other, &err) == STATUS_OK &&
        !other.is_archived) {
        out->kind = RESULT_WRONG;
        error_set(&out->error, STATUS_USAGE, "", "there is already an encounter \"%s\"",
                  other.name);
        return false;
    }
    return true;
}

void sitting_run_copy_encounter(struct sitting *sitting, const struct command *command,
                                struct result *out)
{
    char name[CAMPAIGN_NAME_SIZE];
    struct encounter_row row;
    if (encounter_name_copy(name, command->argument[0].word, out) &&
        encounter_named(sitting, name, &row, out) && sitting_may_change(sitting, out) &&
        name_of_copy(sitting, &row, command, name, out)) {
        copy(sitting, &row, name, out);
    }
}

/* ---- going on from a moment ------------------------------------------------------------ */

static void go_on_from(struct sitting *sitting, const struct encounter_row *row, int64_t act,
                       const char *name, struct result *out)
{
    struct error err;
    const struct system *system = system_find(str_of(row->system));
    struct state *from = calloc(1, sizeof *from);
    CHECK(from != NULL);
    enum status status = STATUS_OK;
    if (system == NULL) {
        status = sitting_unknown_system(row, &err);
    } else {
        state_init(from, system);
        status = log_state(sitting->campaign, row->id, act, from, &err);
    }
    if (status != STATUS_OK) {
        sitting_fail(sitting, &err, out);
    } else if (sitting_fits(sitting, encounter_copy, from, out)) {
        make_copy(sitting, row, name, from, true, out);
    }
    free(from);
    if (out->kind == RESULT_DONE || out->kind == RESULT_TOLD) {
        out->kind = RESULT_DONE;
        text_format(out->label, sizeof out->label, "%s goes on from %s #%lld", name, row->name,
                    (long long)act);
        text_format(out->text, sizeof out->text, "%s; %s stays as it is", out->label,
                    row->name);
    }
}

void sitting_run_go_on(struct sitting *sitting, const struct command *command,
                       struct result *out)
{
    char name[CAMPAIGN_NAME_SIZE];
    struct encounter_row row;
    struct error err;
    int64_t act;
    enum status status = sitting_act_at(sitting, command->argument[0].word, &row, &act, &err);
    if (status == STATUS_USAGE) {
        out->kind = RESULT_WRONG;
        out->error = err;
    } else if (status != STATUS_OK) {
        sitting_fail(sitting, &err, out);
    } else if (sitting_may_change(sitting, out) &&
               name_of_copy(sitting, &row, command, name, out)) {
        go_on_from(sitting, &row, act, name, out);
    }
}
