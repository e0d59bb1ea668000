#include "app/encounters/encounter_open.h"

#include <stdlib.h>
#include <string.h>

#include "app/log/address.h"
#include "app/sitting/decision.h"
#include "app/sitting/data.h"
#include "app/party/home.h"
#include "app/party/party.h"
#include "app/sitting/state.h"
#include "base/nearest.h"
#include "games/games.h"
#include "tracker/carry.h"
#include "tracker/settings.h"

static const struct system *system_option(const struct sitting *sitting,
                                          const struct command *command, struct result *out)
{
    const struct option *option = command_option(command, "system");
    if (option == NULL) {
        return state_system(&sitting->state);
    }
    const struct system *system = system_find(option->value);
    if (system != NULL) {
        return system;
    }
    struct nearest nearest;
    nearest_init(&nearest, option->value);
    TEXT_BUFFER(list, 200);
    for (int i = 0; i < systems_count(); i++) {
        nearest_offer(&nearest, system_at(i)->id);
        text_add(&list, "%s%s", list.n == 0 ? "" : ", ", system_at(i)->id);
    }
    out->kind = RESULT_WRONG;
    error_set(&out->error, STATUS_USAGE, "", "there is no game %.*s (%s)%s", option->value.n,
              option->value.p, list.p, nearest_question(&nearest).text);
    return NULL;
}

/* On leaving an encounter, writes what it did to the party to the roster. False: *out says why
 * not. */
static bool leave_encounter(struct sitting *sitting, struct result *out)
{
    TEXT_BUFFER(told, 2000);
    return sitting_is_read_only(sitting) || sitting_bring_home(sitting, &told, out);
}

static void make(struct sitting *sitting, const char *name, const struct system *system,
                 struct result *out)
{
    struct error err;
    int64_t id;
    if (!leave_encounter(sitting, out)) {
        return;
    }
    enum status status =
        encounter_create(sitting->campaign, name, system->id, sitting->now_ms(), &id, &err);
    if (status == STATUS_USAGE) {
        out->kind = RESULT_WRONG;
        out->error = err;
        return;
    }
    if (status != STATUS_OK || sitting_load(sitting, &err) != STATUS_OK) {
        sitting_fail(sitting, &err, out);
        return;
    }
    out->kind = RESULT_DONE;
    text_format(out->label, sizeof out->label, "encounter %s", name);
    text_format(out->text, sizeof out->text, "encounter %s, %s", name, system->title);
}

/* With the settings of the one before, or with the party of the open one, wounds and all. */
static void make_encounter(struct sitting *sitting, const char *name,
                           const struct system *system, carry_fn *carry, struct result *out)
{
    struct state *from = calloc(1, sizeof *from);
    CHECK(from != NULL);
    bool has_from = sitting_settings_from(sitting, system, from, out);
    if (out->kind == RESULT_TOLD) {
        make(sitting, name, system, out);
    }
    if (has_from && out->kind == RESULT_DONE) {
        sitting_carry(sitting, carry, from, out);
    }
    if (carry == carry_party && out->kind == RESULT_DONE) {
        sitting_refresh_party(sitting, out);
    }
    free(from);
}

void sitting_run_encounter(struct sitting *sitting, const struct command *command,
                           struct result *out)
{
    char name[CAMPAIGN_NAME_SIZE];
    const struct system *system = system_option(sitting, command, out);
    if (system == NULL || !encounter_name_copy(name, command->argument[0].word, out)) {
        return;
    }
    bool carries = command_option(command, "carry") != NULL;
    if (command_option(command, "numbered") != NULL) {
        char wanted[CAMPAIGN_NAME_SIZE];
        struct error err;
        memcpy(wanted, name, sizeof wanted);
        if (encounter_name_free(sitting, wanted, name, &err) != STATUS_OK) {
            sitting_fail(sitting, &err, out);
            return;
        }
    }
    const char *why_not = carries ? sitting_why_no_carry(sitting, system) : NULL;
    if (why_not != NULL) {
        result_refuse(out, why_not);
    } else {
        make_encounter(sitting, name, system, carries ? carry_party : settings_carry, out);
    }
}

static void open_encounter(struct sitting *sitting, const struct encounter_row *row,
                           struct result *out)
{
    struct error err;
    enum status status = STATUS_OK;
    if (row->id != sitting->encounter.id) {
        if (!leave_encounter(sitting, out)) {
            return;
        }
        status = encounter_open(sitting->campaign, row->id, sitting->now_ms(), &err);
    }
    if (status == STATUS_OK) {
        status = sitting_load(sitting, &err);
    }
    if (status != STATUS_OK) {
        sitting_fail(sitting, &err, out);
        return;
    }
    out->kind = RESULT_DONE;
    text_format(out->label, sizeof out->label, "opened %s", row->name);
    text_format(out->text, sizeof out->text, "opened %s", row->name);
}

/* Every obstacle is found before the open one is parked. */
static void open_with_party(struct sitting *sitting, const struct encounter_row *row,
                            struct result *out)
{
    const char *why_not = row->id == sitting->encounter.id
                              ? "this encounter is on the table, and so is its party"
                              : sitting_why_no_carry(sitting, system_find(str_of(row->system)));
    if (why_not != NULL) {
        result_refuse(out, why_not);
        return;
    }
    if (!sitting_can_carry_into(sitting, row, out)) {
        return;
    }
    struct state *from = calloc(1, sizeof *from);
    CHECK(from != NULL);
    state_init(from, state_system(&sitting->state));
    state_copy(from, &sitting->state);
    open_encounter(sitting, row, out);
    if (out->kind == RESULT_DONE) {
        sitting_carry(sitting, carry_party, from, out);
        sitting_refresh_party(sitting, out);
    }
    free(from);
}

static void refuse_archived(const struct encounter_row *row, struct result *out)
{
    TEXT_BUFFER(reason, 2 * CAMPAIGN_NAME_SIZE + 80);
    text_add(&reason, "%s is archived: unarchive-encounter ", row->name);
    text_add_quoted(&reason, str_of(row->name));
    text_add(&reason, " brings it back");
    result_refuse(out, reason.p);
}

void sitting_run_open(struct sitting *sitting, const struct command *command,
                      struct result *out)
{
    char name[CAMPAIGN_NAME_SIZE];
    struct encounter_row row;
    if (!encounter_name_copy(name, command->argument[0].word, out) ||
        !encounter_named(sitting, name, &row, out)) {
        return;
    }
    if (row.is_archived) {
        refuse_archived(&row, out);
    } else if (command_option(command, "carry") != NULL) {
        open_with_party(sitting, &row, out);
    } else {
        open_encounter(sitting, &row, out);
    }
}

bool sitting_encounter_before(struct sitting *sitting, char out[NAME_SIZE])
{
    struct encounter_row row;
    struct error err;
    bool is_there = encounter_before(sitting->campaign, &row, &err) == STATUS_OK && row.id != 0;
    text_format(out, NAME_SIZE, "%s", is_there ? row.name : "");
    return is_there;
}
