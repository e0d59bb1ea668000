#include "app/prepared/start.h"

#include <stdlib.h>
#include <string.h>

#include "app/prepared/prepared_facts.h"
#include "app/prepared/prepared_parts.h"
#include "app/prepared/prepared_run.h"
#include "app/log/address.h"
#include "app/sitting/decision.h"
#include "app/sitting/data.h"
#include "app/party/home.h"
#include "app/party/party.h"
#include "app/prepared/prepared.h"
#include "app/prepared/prepared_commands.h"
#include "app/sitting/state.h"
#include "games/games.h"

/* ---- what is said ---------------------------------------------------------------------- */

static void fail(struct sitting *sitting, const struct error *err, struct result *out)
{
    if (err->code == STATUS_USAGE) {
        out->kind = RESULT_WRONG;
        out->error = *err;
    } else {
        sitting_fail(sitting, err, out);
    }
}

/* A prepared encounter with its text, which is the caller's to free; NULL: *out says why. */
static char *open_text(struct sitting *sitting, struct str name,
                       struct sitting_prepared *prepared, struct result *out)
{
    struct error err;
    enum status status = sitting_prepared_find(sitting, name, prepared, &err);
    char *bytes = malloc(PREPARED_TEXT_SIZE);
    CHECK(bytes != NULL);
    if (status == STATUS_OK) {
        status = sitting_prepared_text(sitting, prepared->id, bytes, &err);
    }
    if (status != STATUS_OK) {
        fail(sitting, &err, out);
        free(bytes);
        return NULL;
    }
    return bytes;
}

/* ---- starting -------------------------------------------------------------------------- */

/* Makes the encounter and writes its acts: `id` is the one that they were decided for. */
static enum status write_fight(struct sitting *sitting, struct prepared_run *run,
                               const char *name, int64_t prepared, struct error *err)
{
    int64_t id;
    struct position position = {0};
    enum status status = encounter_create(sitting->campaign, name, run->text.system->id,
                                          sitting->now_ms(), &id, err);
    if (status == STATUS_OK && id != run->options->encounter) {
        status = error_set(err, STATUS_CONFLICT, "", "another program was first");
    }
    if (status == STATUS_OK && run->acts > 0) {
        status = log_append_all(sitting->campaign, run->act, run->acts, &position, err);
    }
    if (status == STATUS_OK) {
        status = sitting_prepared_began(sitting, prepared, id, err);
    }
    return status == STATUS_OK ? sitting_load(sitting, err) : status;
}

static void tell_start(struct sitting *sitting, const struct prepared_run *run,
                       const char *name, struct result *out)
{
    out->kind = RESULT_DONE;
    text_format(out->label, sizeof out->label, "%s begins", name);
    struct text text = text_over(out->text, sizeof out->text);
    text_add(&text, "%s begins, %s\n", name, state_system(&sitting->state)->title);
    text_add_str(&text, (struct str){run->told.p, run->told.n});
}

static void settle_start(struct sitting *sitting, struct prepared_run *run, const char *name,
                         int64_t prepared, struct result *out)
{
    struct error err;
    char free_for[CAMPAIGN_NAME_SIZE];
    if (run->is_asking) {
        out->kind = RESULT_ASKS;
        out->question = run->question;
    } else if (run->diagnostics.count > 0) {
        sitting_tell_mistakes(&run->diagnostics, out);
    } else if (encounter_name_free(sitting, name, free_for, &err) != STATUS_OK ||
               write_fight(sitting, run, free_for, prepared, &err) != STATUS_OK) {
        fail(sitting, &err, out);
    } else {
        tell_start(sitting, run, free_for, out);
    }
}

static void start(struct sitting *sitting, const struct command *command,
                  const struct sitting_prepared *prepared, const char *bytes, bool carries,
                  struct result *out)
{
    int64_t next;
    struct error err;
    struct state *from = calloc(1, sizeof *from);
    struct state *members = calloc(1, sizeof *members);
    struct prepared_run *run = calloc(1, sizeof *run);
    CHECK(from != NULL && members != NULL && run != NULL);
    bool has_from =
        prepared->system != NULL && sitting_settings_from(sitting, prepared->system, from, out);
    TEXT_BUFFER(told, 2000);
    if (out->kind != RESULT_TOLD) {
        /* it is told already */
    } else if (encounter_next(sitting->campaign, &next, &err) != STATUS_OK) {
        fail(sitting, &err, out);
    } else if (sitting_bring_home(sitting, &told, out)) {
        bool come = prepared->system != NULL &&
                    sitting_party_tonight(sitting, prepared->system, members);
        struct prepared_options options = {.text = str_of(bytes),
                                           .file = prepared->name,
                                           .from = has_from ? from : NULL,
                                           .carries = carries,
                                           .members = come ? members : NULL,
                                           .asks = sitting->asks,
                                           .encounter = (uint32_t)next,
                                           .dice = command->entered,
                                           .dice_count = command->entered_count};
        prepared_run(run, sitting, &options);
        settle_start(sitting, run, prepared->name, prepared->id, out);
        prepared_run_done(run);
    }
    free(from);
    free(members);
    free(run);
}

/* Nobody at this table can be carried, but the party of the campaign comes by itself. */
static bool comes_anyway(struct sitting *sitting, const struct system *system)
{
    struct state *members = calloc(1, sizeof *members);
    CHECK(members != NULL);
    bool comes = system != NULL && sitting_party_tonight(sitting, system, members);
    free(members);
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
    if (sitting_is_read_only(sitting)) {
        out->kind = RESULT_FAILED;
        sitting_fail_read_only(sitting, &out->error);
    } else if (why_not != NULL) {
        result_refuse(out, why_not);
    } else {
        start(sitting, command, &prepared, bytes, carries, out);
    }
    free(bytes);
}

/* ---- ready? ---------------------------------------------------------------------------- */

void sitting_run_missing(struct sitting *sitting, const struct command *command,
                         struct result *out)
{
    int count;
    struct error err;
    struct sitting_prepared prepared = {.id = 0};
    struct ready_item *items = malloc(READY_MAX * sizeof *items);
    CHECK(items != NULL);
    enum status status =
        command->argument[0].is_given
            ? sitting_prepared_find(sitting, command->argument[0].word, &prepared, &err)
            : STATUS_OK;
    if (status == STATUS_OK) {
        status = sitting_ready(sitting, prepared.id, items, READY_MAX, &count, &err);
    }
    if (status != STATUS_OK) {
        fail(sitting, &err, out);
        free(items);
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
    free(items);
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

static void tell_notes(const char *bytes, struct text *out)
{
    struct prepared_parts parts;
    prepared_parts_open(&parts, str_of(bytes), "");
    add_part(&parts.text, ENCOUNTER_READ, "Read aloud", out);
    add_part(&parts.text, ENCOUNTER_PLACE, "Place", out);
    add_part(&parts.text, ENCOUNTER_WANTS, "What the foes want", out);
    add_part(&parts.text, ENCOUNTER_NOTES, "Notes", out);
    prepared_parts_close(&parts);
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
    char *bytes = malloc(PREPARED_TEXT_SIZE);
    CHECK(bytes != NULL);
    if (status == STATUS_OK) {
        status = sitting_prepared_text(sitting, prepared.id, bytes, &err);
    }
    if (status != STATUS_OK) {
        fail(sitting, &err, out);
    } else {
        struct text text = text_over(out->text, sizeof out->text);
        tell_notes(bytes, &text);
        text_add(&text, "%s", text.n == 0 ? "nothing is written down for this encounter" : "");
    }
    free(bytes);
}
