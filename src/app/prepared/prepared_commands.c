#include "app/prepared/prepared_commands.h"

#include <stdlib.h>
#include <string.h>

#include "app/file/file.h"
#include "app/file/text_file.h"
#include "app/forecast/kept.h"
#include "app/library/data_files.h"
#include "app/log/address.h"
#include "app/party/roster.h"
#include "app/party/party.h"
#include "app/prepared/prepared.h"
#include "app/prepared/prepared_run.h"
#include "app/prepared/prepared_write.h"
#include "app/sitting/decision.h"
#include "app/sitting/data.h"
#include "app/sitting/state.h"
#include "base/utf8.h"
#include "store/changes.h"

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

/* With its text, which is the caller's to free; NULL: *out says why. */
static char *open_text(struct sitting *sitting, struct str name,
                       struct sitting_prepared *prepared, struct result *out)
{
    struct error err;
    if (!find(sitting, name, prepared, out)) {
        return NULL;
    }
    char *bytes = malloc(PREPARED_TEXT_SIZE);
    CHECK(bytes != NULL);
    if (sitting_prepared_text(sitting, prepared->id, bytes, &err) != STATUS_OK) {
        sitting_fail(sitting, &err, out);
        free(bytes);
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

static const struct system *game_wanted(const struct sitting *sitting,
                                        const struct command *command, struct result *out)
{
    const struct option *option = command_option(command, "system");
    const struct system *system =
        option != NULL ? system_find(option->value) : state_system(&sitting->state);
    if (system == NULL) {
        struct error err;
        error_set(&err, STATUS_USAGE, "", "system: there is no game %s; `systems` lists them",
                  utf8_shown(option->value).text);
        result_be_wrong(out, &err);
    }
    return system;
}

void sitting_run_prepare(struct sitting *sitting, const struct command *command,
                         struct result *out)
{
    char name[PREPARED_NAME_SIZE];
    TEXT_BUFFER(line, 96);
    const struct system *system = game_wanted(sitting, command, out);
    if (system == NULL || !encounter_name_copy(name, command->argument[0].word, out)) {
        return;
    }
    char *bytes = malloc(PREPARED_TEXT_SIZE);
    struct state *empty = calloc(1, sizeof *empty);
    CHECK(bytes != NULL && empty != NULL);
    state_init(empty, system);
    bool is_blank =
        command_option(command, "blank") != NULL || system != state_system(&sitting->state);
    struct prepared_writing writing = {.name = name,
                                       .state = is_blank ? empty : &sitting->state,
                                       .has_party = command_option(command, "party") != NULL};
    struct text text = text_over(bytes, PREPARED_TEXT_SIZE);
    prepared_write(sitting, &writing, &text);
    free(empty);
    text_add(&line, "%s is prepared", name);
    struct prepared_saving saving = {.name = name, .text = bytes, .line = line.p};
    if (text.is_cut) {
        result_refuse(out, "there is too much on the table for one text");
    } else {
        save(sitting, &saving, out);
    }
    free(bytes);
}

/* ---- listing --------------------------------------------------------------------------- */

static void tell_list(struct sitting *sitting, struct result *out)
{
    int count;
    struct error err;
    struct sitting_prepared *list = malloc(PREPARED_MAX * sizeof *list);
    CHECK(list != NULL);
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
    free(list);
}

void sitting_run_prepared(struct sitting *sitting, const struct command *command,
                          struct result *out)
{
    struct sitting_prepared prepared;
    if (!command->argument[0].is_given) {
        tell_list(sitting, out);
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
    free(bytes);
}

/* ---- files ----------------------------------------------------------------------------- */

void sitting_run_write_encounter(struct sitting *sitting, const struct command *command,
                                 struct result *out)
{
    char path[SITTING_PATH_MAX];
    struct sitting_prepared prepared;
    struct error err;
    char *bytes = open_text(sitting, command->argument[0].word, &prepared, out);
    if (bytes == NULL) {
        return;
    }
    if (sitting_path_of(path, command->argument[1].word)) {
        bool may_replace = command_option(command, "replace") != NULL;
        enum status status = text_file_write(path, str_of(bytes), may_replace, &err);
        text_file_result(status, &err, out);
        if (status == STATUS_OK) {
            text_format(out->text, sizeof out->text, "%s is written to %s", prepared.name,
                        path);
        }
    } else {
        error_set(&err, STATUS_USAGE, "", "write-encounter needs a file name");
        result_be_wrong(out, &err);
    }
    free(bytes);
}

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
        result_refuse(out, reason.p);
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
    char *bytes = malloc(PREPARED_TEXT_SIZE);
    CHECK(bytes != NULL);
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
        out->kind = status == STATUS_USAGE ? RESULT_WRONG : RESULT_FAILED;
        out->error = err;
    }
    free(bytes);
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
    free(bytes);
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

static void settle_start(struct sitting *sitting, struct prepared_run *run,
                         const struct sitting_prepared *prepared, struct result *out)
{
    struct error err;
    char name[CAMPAIGN_NAME_SIZE];
    if (run->is_asking) {
        out->kind = RESULT_ASKS;
        out->question = run->question;
    } else if (run->diagnostics.count > 0) {
        tell_mistakes(&run->diagnostics, out);
    } else if (encounter_name_free(sitting, prepared->name, name, &err) != STATUS_OK ||
               write_fight(sitting, run, name, prepared->id, &err) != STATUS_OK) {
        collection_fail(sitting, &encounter_collection, &err, out);
    } else {
        out->kind = RESULT_DONE;
        text_format(out->label, sizeof out->label, "%s begins", name);
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
        sitting_fail(sitting, &err, out);
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
        settle_start(sitting, run, prepared, out);
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

/* A forecast is graded by how its fight ends, when it was kept before: nothing is unasked. */
static void offer_forecast(struct sitting *sitting, struct result *out)
{
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
        result_refuse(out, why_not);
    } else if (may_change) {
        start(sitting, command, &prepared, bytes, carries, out);
    }
    free(bytes);
    if (may_change && out->kind == RESULT_DONE) {
        offer_forecast(sitting, out);
    }
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
        collection_fail(sitting, &encounter_collection, &err, out);
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
    free(bytes);
}
