#include "app/sitting_encounter_changes.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "app/sitting_address.h"
#include "app/sitting_carry.h"
#include "app/sitting_changes.h"
#include "app/sitting_data.h"
#include "app/sitting_state.h"
#include "store/changes.h"

/* ---- changing -------------------------------------------------------------------------- */

static void refuse(struct result *out, const char *reason)
{
    out->kind = RESULT_REFUSED;
    text_format(out->refusal.reason, sizeof out->refusal.reason, "%s", reason);
    out->refusal.rule = "";
}

/* What came of a step, told by its line. */
static void tell(struct sitting *sitting, enum status status, const struct error *err,
                 const char *line, struct result *out)
{
    struct error again;
    if (status == STATUS_USAGE) {
        out->kind = RESULT_WRONG;
        out->error = *err;
    } else if (status != STATUS_OK) {
        sitting_fail(sitting, err, out);
    } else if (sitting_load(sitting, &again) != STATUS_OK) {
        sitting_fail(sitting, &again, out);
    } else {
        out->kind = RESULT_DONE;
        text_format(out->label, sizeof out->label, "%s", line);
        text_format(out->text, sizeof out->text, "%s", line);
    }
}

/* A field of an encounter gets a value, NULL: none, in a step of its own. */
static void change(struct sitting *sitting, int64_t id, const char *field, const char *value,
                   const char *line, struct result *out)
{
    struct error err;
    int64_t step;
    struct change change = {.thing = str_of(CHANGE_ENCOUNTER),
                            .thing_id = id,
                            .field = str_of(field),
                            .is_set = value != NULL,
                            .new = str_of(value != NULL ? value : ""),
                            .line = str_of(line)};
    if (sitting_may_change(sitting, out)) {
        tell(sitting,
             changes_append(sitting->campaign, sitting->now_ms(), &change, 1, &step, &err),
             &err, line, out);
    }
}

static bool read_row(struct sitting *sitting, const struct command *command,
                     struct encounter_row *row, struct result *out)
{
    char name[CAMPAIGN_NAME_SIZE];
    return encounter_name_copy(name, command->argument[0].word, out) &&
           encounter_named(sitting, name, row, out);
}

void sitting_run_rename_encounter(struct sitting *sitting, const struct command *command,
                                  struct result *out)
{
    char name[CAMPAIGN_NAME_SIZE];
    struct encounter_row row;
    TEXT_BUFFER(line, CAMPAIGN_LABEL_SIZE);
    if (!read_row(sitting, command, &row, out) ||
        !encounter_name_copy(name, command->argument[1].word, out)) {
        return;
    }
    text_add(&line, "%s is now %s", row.name, name);
    change(sitting, row.id, CHANGE_NAME, name, line.p, out);
}

void sitting_run_archive_encounter(struct sitting *sitting, const struct command *command,
                                   struct result *out)
{
    struct encounter_row row;
    TEXT_BUFFER(line, CAMPAIGN_LABEL_SIZE);
    if (!read_row(sitting, command, &row, out)) {
        return;
    }
    text_add(&line, "%s is archived", row.name);
    if (row.is_archived) {
        text_add(&line, " already");
        refuse(out, line.p);
    } else {
        change(sitting, row.id, CHANGE_ARCHIVED, "yes", line.p, out);
    }
}

/* The archived one of this name that was made last; false when there is none. */
static bool find_archived(struct sitting *sitting, const char *name, struct encounter_row *row,
                          struct result *out)
{
    enum { AT_ONCE = 32 };
    struct encounter_row rows[AT_ONCE];
    struct error err;
    int count = AT_ONCE;
    bool is_found = false;
    for (int skip = 0; count == AT_ONCE; skip += count) {
        if (encounter_list(sitting->campaign, rows, AT_ONCE, skip, &count, &err) != STATUS_OK) {
            sitting_fail(sitting, &err, out);
            return false;
        }
        for (int i = 0; i < count; i++) {
            bool is_it =
                rows[i].is_archived && str_equal_any_case(str_of(rows[i].name), str_of(name));
            *row = is_it ? rows[i] : *row;
            is_found = is_found || is_it;
        }
    }
    return is_found;
}

void sitting_run_unarchive_encounter(struct sitting *sitting, const struct command *command,
                                     struct result *out)
{
    char name[CAMPAIGN_NAME_SIZE];
    struct encounter_row row = {0};
    TEXT_BUFFER(line, CAMPAIGN_LABEL_SIZE);
    if (!encounter_name_copy(name, command->argument[0].word, out) ||
        (!find_archived(sitting, name, &row, out) &&
         (out->kind == RESULT_FAILED || !encounter_named(sitting, name, &row, out)))) {
        return;
    }
    text_add(&line, row.is_archived ? "%s is on the list again" : "%s is not archived",
             row.name);
    if (row.is_archived) {
        change(sitting, row.id, CHANGE_ARCHIVED, NULL, line.p, out);
    } else {
        refuse(out, line.p);
    }
}

/* Whether nothing was ever done in it, except for the settings that came along. */
static enum status is_unused(struct sitting *sitting, const struct encounter_row *row,
                             bool *out, struct error *err)
{
    *out = row->acts == 0;
    if (row->acts != 1) {
        return STATUS_OK;
    }
    struct position position;
    struct act_row act = {.command = ""};
    const struct system *system = system_find(str_of(row->system));
    struct state *state = malloc(sizeof *state);
    CHECK(state != NULL);
    enum status status = log_position(sitting->campaign, row->id, &position, err);
    if (status == STATUS_OK && position.head != 0) {
        status = log_row(sitting->campaign, position.head, &act, err);
    }
    if (status == STATUS_OK && system != NULL && sitting_is_carry(&act)) {
        state_init(state, system);
        status = log_state(sitting->campaign, row->id, position.head, state, err);
        *out = status == STATUS_OK && state->count == 0; /* no party, but the settings */
    }
    free(state);
    return status;
}

void sitting_run_delete_encounter(struct sitting *sitting, const struct command *command,
                                  struct result *out)
{
    struct encounter_row row;
    struct error err;
    bool unused;
    TEXT_BUFFER(line, sizeof out->refusal.reason);
    if (!read_row(sitting, command, &row, out)) {
        return;
    }
    if (is_unused(sitting, &row, &unused, &err) != STATUS_OK) {
        sitting_fail(sitting, &err, out);
        return;
    }
    if (unused) {
        text_add(&line, "%s is deleted", row.name);
        change(sitting, row.id, CHANGE_ARCHIVED, CHANGE_DELETED, line.p, out);
        return;
    }
    text_add(&line, "%s has %" PRId64 " act%s: archive-encounter keeps %s", row.name, row.acts,
             row.acts == 1 ? "" : "s", row.acts == 1 ? "it" : "them");
    refuse(out, line.p);
}

/* ---- undoing --------------------------------------------------------------------------- */

enum status sitting_encounter_ways(struct sitting *sitting, struct sitting_ways *out,
                                   struct error *err)
{
    return sitting_ways(sitting, CHANGE_ENCOUNTER, NULL, out, err);
}

static void take_back(struct sitting *sitting, bool is_undo, struct result *out)
{
    struct error err;
    TEXT_BUFFER(line, CAMPAIGN_LABEL_SIZE);
    enum status status =
        sitting_take_back(sitting, CHANGE_ENCOUNTER, NULL, is_undo, &line, &err);
    if (status == STATUS_MISSING) {
        refuse(out, is_undo ? "nothing was changed in the list of encounters"
                            : "nothing was taken back in the list of encounters");
    } else {
        tell(sitting, status, &err, line.p, out);
    }
}

void sitting_run_undo_encounters(struct sitting *sitting, const struct command *command,
                                 struct result *out)
{
    (void)command;
    take_back(sitting, true, out);
}

void sitting_run_redo_encounters(struct sitting *sitting, const struct command *command,
                                 struct result *out)
{
    (void)command;
    take_back(sitting, false, out);
}

/* ---- listing --------------------------------------------------------------------------- */

static void tell_encounter(const struct sitting *sitting, const struct encounter_row *row,
                           struct text *out)
{
    const struct system *system = system_find(str_of(row->system));
    text_add(out, "%s%s (%s, ", out->n == 0 ? "" : "\n", row->name,
             system != NULL ? system->title : row->system);
    if (row->id == sitting->encounter.id) {
        text_add(out, "on the table)");
    } else {
        text_add(out, "%" PRId64 " act%s%s)", row->acts, row->acts == 1 ? "" : "s",
                 row->is_archived ? ", archived" : "");
    }
}

void sitting_run_encounters(struct sitting *sitting, const struct command *command,
                            struct result *out)
{
    enum { MOST = 64 };
    struct encounter_row rows[MOST];
    int count, archived = 0;
    struct error err;
    if (encounter_list(sitting->campaign, rows, MOST, 0, &count, &err) != STATUS_OK) {
        sitting_fail(sitting, &err, out);
        return;
    }
    bool shows_archived = command_option(command, "archived") != NULL;
    struct text text = text_over(out->text, sizeof out->text);
    for (int i = 0; i < count; i++) {
        archived += rows[i].is_archived ? 1 : 0;
        if (shows_archived || !rows[i].is_archived) {
            tell_encounter(sitting, &rows[i], &text);
        }
    }
    if (count == 0) {
        text_add(&text, "no encounter yet");
    } else if (archived > 0 && !shows_archived) {
        text_add(&text, "%s%d archived: encounters archived", text.n == 0 ? "" : "\n",
                 archived);
    }
}
