#include "app/prepared/prepared_commands.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "app/library/data_files.h"
#include "app/prepared/prepared_parts.h"
#include "app/prepared/prepared_write.h"
#include "app/log/address.h"
#include "app/sitting/data.h"
#include "app/file/file.h"
#include "app/prepared/prepared.h"
#include "app/sitting/state.h"
#include "app/file/text_file.h"
#include "base/utf8.h"
#include "store/changes.h"

/* ---- what is said ---------------------------------------------------------------------- */

void sitting_tell_mistakes(const struct diagnostics *diagnostics, struct result *out)
{
    result_be_wrong(out, &diagnostics->diagnostic[0]);
    struct text text = text_over(out->text, sizeof out->text);
    for (int i = 1; i < diagnostics->count; i++) {
        const struct error *one = &diagnostics->diagnostic[i];
        text_add(&text, "%s%s%s%s", i > 1 ? "\n" : "", one->where,
                 one->where[0] != '\0' ? ": " : "", one->text);
    }
}

static void fail(struct sitting *sitting, const struct error *err, struct result *out)
{
    if (err->code == STATUS_USAGE) {
        result_be_wrong(out, err);
    } else if (err->code == STATUS_CONFLICT) {
        out->kind = RESULT_FAILED;
        error_set(&out->error, STATUS_CONFLICT, "",
                  "another program changed this prepared encounter meanwhile; nothing was "
                  "changed: look at it and try again");
    } else {
        sitting_fail(sitting, err, out);
    }
}

static void done(struct result *out, const char *line)
{
    out->kind = RESULT_DONE;
    text_format(out->label, sizeof out->label, "%s", line);
    text_format(out->text, sizeof out->text, "%s", line);
}

static bool find(struct sitting *sitting, struct str name, struct sitting_prepared *prepared,
                 struct result *out)
{
    struct error err;
    enum status status = sitting_prepared_find(sitting, name, prepared, &err);
    if (status != STATUS_OK) {
        fail(sitting, &err, out);
    }
    return status == STATUS_OK;
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
        sitting_tell_mistakes(&diagnostics, out);
    } else if (status != STATUS_OK) {
        fail(sitting, &err, out);
    } else {
        done(out, saving->line);
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

/* The text of the table, or one to start from. */
static void write_table(struct sitting *sitting, const struct command *command,
                        const struct system *system, const char *name, struct text *out)
{
    bool is_blank =
        command_option(command, "blank") != NULL || system != state_system(&sitting->state);
    struct state *empty = calloc(1, sizeof *empty);
    CHECK(empty != NULL);
    state_init(empty, system);
    struct prepared_writing writing = {.name = name,
                                       .state = is_blank ? empty : &sitting->state,
                                       .has_party = command_option(command, "party") != NULL};
    prepared_write(sitting, &writing, out);
    free(empty);
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
    CHECK(bytes != NULL);
    struct text text = text_over(bytes, PREPARED_TEXT_SIZE);
    write_table(sitting, command, system, name, &text);
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
        fail(sitting, &err, out);
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
    struct error err;
    if (!command->argument[0].is_given) {
        tell_list(sitting, out);
        return;
    }
    if (!find(sitting, command->argument[0].word, &prepared, out)) {
        return;
    }
    char *bytes = malloc(PREPARED_TEXT_SIZE);
    CHECK(bytes != NULL);
    if (sitting_prepared_text(sitting, prepared.id, bytes, &err) != STATUS_OK) {
        fail(sitting, &err, out);
    } else {
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
    if (!find(sitting, command->argument[0].word, &prepared, out)) {
        return;
    }
    if (!sitting_path_of(path, command->argument[1].word)) {
        error_set(&err, STATUS_USAGE, "", "write-encounter needs a file name");
        result_be_wrong(out, &err);
        return;
    }
    char *bytes = malloc(PREPARED_TEXT_SIZE);
    CHECK(bytes != NULL);
    bool may_replace = command_option(command, "replace") != NULL;
    enum status status = sitting_prepared_text(sitting, prepared.id, bytes, &err);
    if (status == STATUS_OK) {
        status = text_file_write(path, str_of(bytes), may_replace, &err);
    }
    text_file_result(status, &err, out);
    if (status == STATUS_OK) {
        text_format(out->text, sizeof out->text, "%s is written to %s", prepared.name, path);
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
        sitting_tell_mistakes(&diagnostics, out);
        return;
    }
    text_add(&line, is_old ? "%s is changed" : "%s is prepared", name);
    struct prepared_saving saving = {
        .id = is_old ? old.id : 0, .name = name, .text = bytes, .line = line.p};
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
    if (sitting_prepared_rename(sitting, &prepared, name, line.p, &err) != STATUS_OK) {
        fail(sitting, &err, out);
    } else {
        done(out, line.p);
    }
}

void sitting_run_copy_prepared(struct sitting *sitting, const struct command *command,
                               struct result *out)
{
    char name[PREPARED_NAME_SIZE];
    struct sitting_prepared prepared;
    struct error err;
    TEXT_BUFFER(line, 2 * PREPARED_NAME_SIZE + 20);
    if (!find(sitting, command->argument[0].word, &prepared, out) ||
        !encounter_name_copy(name, command->argument[1].word, out)) {
        return;
    }
    char *bytes = malloc(PREPARED_TEXT_SIZE);
    CHECK(bytes != NULL);
    text_add(&line, "%s is copied from %s", name, prepared.name);
    struct prepared_saving saving = {.name = name, .text = bytes, .line = line.p};
    if (sitting_prepared_text(sitting, prepared.id, bytes, &err) != STATUS_OK) {
        fail(sitting, &err, out);
    } else {
        save(sitting, &saving, out);
    }
    free(bytes);
}

void sitting_run_archive_prepared(struct sitting *sitting, const struct command *command,
                                  struct result *out)
{
    struct sitting_prepared prepared;
    struct error err;
    TEXT_BUFFER(line, PREPARED_NAME_SIZE + 20);
    if (!find(sitting, command->argument[0].word, &prepared, out)) {
        return;
    }
    text_add(&line, "%s is archived", prepared.name);
    if (sitting_prepared_archive(sitting, &prepared, line.p, &err) != STATUS_OK) {
        fail(sitting, &err, out);
    } else {
        done(out, line.p);
    }
}

/* ---- undoing --------------------------------------------------------------------------- */

enum status sitting_prepared_ways(struct sitting *sitting, struct sitting_ways *out,
                                  struct error *err)
{
    return sitting_ways(sitting, CHANGE_PREPARED, NULL, out, err);
}

static void take_back(struct sitting *sitting, bool is_undo, struct result *out)
{
    sitting_run_take_back(sitting, CHANGE_PREPARED, NULL, is_undo, "the prepared encounters",
                          out);
}

void sitting_run_undo_prepared(struct sitting *sitting, const struct command *command,
                               struct result *out)
{
    (void)command;
    take_back(sitting, true, out);
}

void sitting_run_redo_prepared(struct sitting *sitting, const struct command *command,
                               struct result *out)
{
    (void)command;
    take_back(sitting, false, out);
}
