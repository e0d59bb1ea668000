#include "app/transfer/document.h"

#include <stdlib.h>
#include <string.h>

#include "app/encounters/plan.h"
#include "app/file/file.h"
#include "app/file/text_file.h"
#include "app/library/data_files.h"
#include "app/library/kind_changes.h"
#include "app/library/kinds.h"
#include "app/log/kept_questions.h"
#include "app/macros/macros.h"
#include "app/party/roster.h"
#include "app/prepared/prepared.h"
#include "app/report/report.h"
#include "app/sitting/data.h"
#include "app/sitting/state.h"
#include "app/transfer/statblocks.h"
#include "app/transfer/records.h"
#include "base/nearest.h"
#include "base/utf8.h"
#include "content/yaml_values.h"
#include "games/games.h"
#include "store/changes.h"
#include "tracker/carry.h"
#include "tracker/policy.h"
#include "tracker/settings.h"

/* ---- values of the campaign ------------------------------------------------------------- */

static const char *text_of(const struct kept_texts *texts, int64_t id)
{
    for (int i = 0; i < texts->count; i++) {
        if (texts->one[i].id == id) {
            return texts->one[i].text;
        }
    }
    return "";
}

/* The list of a part of the document. */
static json_t *part_of(json_t *document, const char *name)
{
    json_t *list = json_object_get(document, name);
    return list != NULL ? list : report_list(document, name);
}

/* ---- kinds ------------------------------------------------------------------------------ */

static void add_kind(json_t *document, const struct system *system,
                     const struct library_record *record, const char *told)
{
    struct kind_draft *draft = malloc(sizeof *draft);
    CHECK(draft != NULL);
    kind_draft_take(draft, record);
    json_t *row = report_row(part_of(document, "kinds"));
    report_set_words(row, "game", system->id);
    report_set_words(row, "kind", draft->kind->name);
    report_set(row, "record", record_values(draft));
    if (told[0] != '\0') {
        report_set(row, "told", report_string(str_of(told)));
    }
    free(draft);
}

/* Those of the campaign, of each game. */
static enum status add_own_kinds(json_t *document, struct sitting *sitting, struct error *err)
{
    struct kind_text *memory = NULL;
    struct kept_texts told = {NULL, 0, 0};
    enum status status = kept_texts_read(&told, sitting->campaign, CHANGE_KIND, KIND_TOLD, err);
    for (int i = 0; i < systems_count() && status == STATUS_OK; i++) {
        const struct system *system = system_at(i);
        struct kept_texts kinds = {NULL, 0, 0};
        status = kept_texts_read(&kinds, sitting->campaign, CHANGE_KIND, system->id, err);
        for (int k = 0; k < kinds.count && status == STATUS_OK; k++) {
            const struct library_record *record =
                kind_text_read(&memory, system, str_of(kinds.one[k].text), NULL);
            if (record != NULL) {
                add_kind(document, system, record, text_of(&told, kinds.one[k].id));
            } else { /* with a mistake; its text is all there is */
                json_t *row = report_row(part_of(document, "kinds"));
                report_set_words(row, "game", system->id);
                report_set(row, "text", report_string(str_of(kinds.one[k].text)));
            }
        }
        kept_texts_free(&kinds);
    }
    kept_texts_free(&told);
    free(memory);
    return status;
}

static enum status add_named_kind(json_t *document, struct sitting *sitting, const char *name,
                                  struct error *err)
{
    struct kept_texts told = {NULL, 0, 0};
    const struct library_record *record = sitting_kind(sitting, str_of(name), err);
    if (record == NULL) {
        return err->code;
    }
    enum status status = kept_texts_read(&told, sitting->campaign, CHANGE_KIND, KIND_TOLD, err);
    if (status == STATUS_OK) {
        add_kind(document, state_system(&sitting->state), record,
                 record->place == LIBRARY_CAMPAIGN ? text_of(&told, record->id) : "");
    }
    kept_texts_free(&told);
    return status;
}

/* ---- the party -------------------------------------------------------------------------- */

/* A member, or (number 0) what belongs to the whole party; what ties it to fights and dice of
 * this campaign stays here. */
static void add_member(json_t *document, const struct system *system, int64_t number,
                       const char *text)
{
    struct str line, rest = str_of(text);
    json_t *facts = json_array();
    while (str_next_line(&rest, &line)) {
        if (lasting_is_own(line)) {
            json_array_append_new(facts, report_string(line));
        }
    }
    if (json_array_size(facts) == 0) {
        json_decref(facts);
        return;
    }
    json_t *row = report_row(part_of(document, "party"));
    report_set_words(row, "game", system->id);
    report_set_whole(row, "number", number);
    if (number > 0) {
        report_set(row, "name", report_string(lasting_name(str_of(text))));
    }
    report_set(row, "facts", facts);
}

static bool is_wanted(const struct document_wish *wish, struct str name, bool *found)
{
    for (int i = 0; i < wish->names_count; i++) {
        if (str_equal_any_case(name, str_of(wish->names[i]))) {
            found[i] = true;
            return true;
        }
    }
    return wish->names_count == 0;
}

static enum status add_party(json_t *document, struct sitting *sitting,
                             const struct document_wish *wish, struct error *err)
{
    enum status status = STATUS_OK;
    bool *found = calloc((size_t)wish->names_count + 1, sizeof *found);
    struct kept_texts *members = calloc((size_t)systems_count(), sizeof *members);
    CHECK(found != NULL && members != NULL);
    for (int i = 0; i < systems_count() && status == STATUS_OK; i++) {
        status = kept_texts_read(&members[i], sitting->campaign, CHANGE_PARTY, system_at(i)->id,
                                 err);
        for (int k = 0; k < members[i].count && status == STATUS_OK; k++) {
            const struct kept_text *one = &members[i].one[k];
            struct str name = lasting_name(str_of(one->text));
            if (is_wanted(wish, name, found)) {
                add_member(document, system_at(i), one->id, one->text);
            }
        }
    }
    for (int i = 0; i < wish->names_count && status == STATUS_OK; i++) {
        if (!found[i]) {
            status = error_set(err, STATUS_USAGE, "", "the party has no %s; `party` lists it",
                               utf8_shown(str_of(wish->names[i])).text);
        }
    }
    for (int i = 0; i < systems_count(); i++) {
        kept_texts_free(&members[i]);
    }
    free(members);
    free(found);
    return status;
}

/* ---- prepared encounters ---------------------------------------------------------------- */

static enum status add_encounter(json_t *document, struct sitting *sitting,
                                 const struct sitting_prepared *prepared, struct error *err)
{
    char *bytes = malloc(PREPARED_TEXT_SIZE);
    CHECK(bytes != NULL);
    enum status status = sitting_prepared_text(sitting, prepared->id, bytes, err);
    if (status == STATUS_OK) {
        json_t *row = report_row(part_of(document, "encounters"));
        report_set(row, "name", report_string(str_of(prepared->name)));
        json_t *text = json_string(bytes);
        report_set(row, "text", text != NULL ? text : report_string(str_of(bytes)));
    }
    free(bytes);
    return status;
}

static enum status add_encounters(json_t *document, struct sitting *sitting,
                                  const struct document_wish *wish, struct error *err)
{
    struct sitting_prepared *list = calloc(PREPARED_MAX, sizeof *list);
    CHECK(list != NULL);
    int count = 0;
    enum status status = STATUS_OK;
    if (wish->names_count == 0) {
        status = sitting_prepared_list(sitting, list, PREPARED_MAX, &count, err);
    }
    for (int i = 0; i < wish->names_count && i < PREPARED_MAX && status == STATUS_OK; i++) {
        status = sitting_prepared_find(sitting, str_of(wish->names[i]), &list[count++], err);
    }
    for (int i = 0; i < count && status == STATUS_OK; i++) {
        status = add_encounter(document, sitting, &list[i], err);
    }
    free(list);
    return status;
}

/* ---- what is kept beside ---------------------------------------------------------------- */

static enum status add_plan(json_t *document, struct sitting *sitting, struct error *err)
{
    struct plan *plan = calloc(1, sizeof *plan);
    CHECK(plan != NULL);
    enum status status = sitting_plan(sitting, 0, plan, err);
    for (int i = 0; i < plan->count && status == STATUS_OK; i++) {
        const struct plan_item *item = &plan->item[i];
        if (item->is_gone) {
            continue;
        }
        json_t *row = report_row(part_of(document, "plan"));
        report_set(row, item->is_prepared ? "prepared" : "encounter",
                   report_string(
                       str_of(item->is_prepared ? item->prepared.name : item->encounter.name)));
        if (item->note[0] != '\0') {
            report_set(row, "note", report_string(str_of(item->note)));
        }
    }
    free(plan);
    return status;
}

/* Table rules that are not the usual ones, and who fights by which policy. */
static void add_rules(json_t *document, struct sitting *sitting)
{
    const struct state *state = &sitting->state;
    const struct procedure *procedure = sitting_procedure(sitting);
    for (int i = 0; i < procedure->settings_count; i++) {
        const struct setting_def *def = &procedure->settings[i];
        int value = setting_value_of(state, def);
        if (value != def->fallback) {
            TEXT_BUFFER(words, 64);
            setting_format(def, value, &words);
            json_t *row = report_row(part_of(document, "rules"));
            report_set_words(row, "game", state_system(state)->id);
            report_set_words(row, "setting", def->name);
            report_set_words(row, "value", words.p);
        }
    }
    const struct effect *at = NULL;
    struct policy_kept kept;
    while (policy_kept_next(state, &at, &kept)) {
        json_t *row = report_row(part_of(document, "policies"));
        report_set_words(row, "game", state_system(state)->id);
        report_set(row, "of",
                   report_string(kept.id != 0 ? str_of(state_name(state, kept.id)) : kept.who));
        report_set(row, "policy", report_string(kept.name));
    }
}

/* The rows that one game's files of policies go into. */
struct policy_rows {
    json_t *document;
    const struct system *system;
};

static void add_policy_file(void *reader, const struct yaml_source *source)
{
    struct policy_rows *rows = reader;
    const char *slash = strrchr(source->file, '/');
    if (source->bytes.n >= POLICY_FILE_SIZE) {
        return;
    }
    json_t *row = report_row(part_of(rows->document, "policy_files"));
    report_set_words(row, "game", rows->system->id);
    report_set(row, "file", report_string(str_of(slash != NULL ? slash + 1 : source->file)));
    json_t *text = json_stringn(source->bytes.p, (size_t)source->bytes.n);
    report_set(row, "text", text != NULL ? text : report_string(source->bytes));
}

/* The user's own files of policies, which stand beside every campaign. */
static void add_policy_files(json_t *document)
{
    for (int i = 0; i < systems_count(); i++) {
        struct diagnostics diagnostics = {.count = 0};
        struct policy_rows rows = {document, system_at(i)};
        struct data_files files = {&diagnostics, add_policy_file, &rows};
        TEXT_BUFFER(folder, 128);
        text_add(&folder, "policies/%s", system_at(i)->id);
        data_files_folder(&files, folder.p);
    }
}

/* Macros, or kept questions. */
static enum status add_named(json_t *document, struct sitting *sitting,
                             const struct named_kind *kind, struct error *err)
{
    struct named_list *list = calloc(1, sizeof *list);
    CHECK(list != NULL);
    enum status status = named_read(list, kind, sitting, err);
    for (int i = 0; status == STATUS_OK && i < list->count; i++) {
        json_t *row = report_row(part_of(document, kind->of->commands));
        report_set_words(row, "name", list->one[i].name);
        report_set_words(row, kind->text, list->one[i].text);
    }
    free(list);
    return status;
}

/* ---- the document ----------------------------------------------------------------------- */

static enum status make(json_t *document, struct sitting *sitting, unsigned parts,
                        const struct document_wish *wish, struct error *err)
{
    enum status status = STATUS_OK;
    json_object_set_new(document, "referee", json_integer(DOCUMENT_VERSION));
    if ((parts & DOCUMENT_KINDS) != 0) {
        part_of(document, "kinds");
        if (wish->names_count == 0) {
            status = add_own_kinds(document, sitting, err);
        }
        for (int i = 0; i < wish->names_count && status == STATUS_OK; i++) {
            status = add_named_kind(document, sitting, wish->names[i], err);
        }
    }
    if (status == STATUS_OK && (parts & DOCUMENT_PARTY) != 0) {
        part_of(document, "party");
        status = add_party(document, sitting, wish, err);
    }
    if (status == STATUS_OK && (parts & DOCUMENT_ENCOUNTERS) != 0) {
        part_of(document, "encounters");
        status = add_encounters(document, sitting, wish, err);
    }
    if (status == STATUS_OK && parts == DOCUMENT_CAMPAIGN) {
        add_rules(document, sitting);
        add_policy_files(document);
        status = add_plan(document, sitting, err);
        status =
            status == STATUS_OK ? add_named(document, sitting, &question_kind, err) : status;
        status = status == STATUS_OK ? add_named(document, sitting, &macro_kind, err) : status;
    }
    return status;
}

const char *const document_formats[] = {"yaml", "json", "statblock", NULL};
const char *const document_subjects[] = {"kinds", "party", "encounters", "campaign", NULL};

enum document_format { FORMAT_YAML, FORMAT_JSON, FORMAT_STATBLOCK, FORMAT_TEXT };

static enum status find_format(const struct document_wish *wish, enum document_format *out,
                               struct error *err)
{
    const char *const *words = document_formats;
    static const char *const endings[] = {"*.yaml", "*.json", "*.md"};
    struct nearest nearest;
    *out = FORMAT_YAML;
    if (str_equal(wish->format, DOCUMENT_TEXT) && wish->names_count == 1 &&
        strcmp(wish->what, "encounters") == 0) {
        *out = FORMAT_TEXT;
        return STATUS_OK;
    }
    nearest_init(&nearest, wish->format);
    for (int i = 0; i < 3; i++) {
        nearest_offer(&nearest, words[i]);
        if (str_equal_any_case(wish->format, str_of(words[i])) ||
            (wish->format.n == 0 && wish->path != NULL &&
             str_matches_glob(str_of(wish->path), str_of(endings[i])))) {
            *out = (enum document_format)i;
            return STATUS_OK;
        }
    }
    return wish->format.n == 0
               ? STATUS_OK
               : error_set(err, STATUS_USAGE, "--format",
                           "expected yaml, json or statblock, not %s%s",
                           utf8_shown(wish->format).text, nearest_question(&nearest).text);
}

static enum status find_parts(const char *what, unsigned *out, struct error *err)
{
    static const unsigned parts[] = {DOCUMENT_KINDS, DOCUMENT_PARTY, DOCUMENT_ENCOUNTERS,
                                     DOCUMENT_CAMPAIGN};
    struct nearest nearest;
    nearest_init(&nearest, str_of(what));
    for (int i = 0; document_subjects[i] != NULL; i++) {
        if (str_equal_any_case(str_of(what), str_of(document_subjects[i]))) {
            *out = parts[i];
            return STATUS_OK;
        }
        nearest_offer(&nearest, document_subjects[i]);
    }
    return error_set(err, STATUS_USAGE, "",
                     "expected kinds, party, encounters or campaign, not %s%s",
                     utf8_shown(str_of(what)).text, nearest_question(&nearest).text);
}

/* The text of its first prepared encounter. */
static char *text_alone(json_t *document)
{
    json_t *row = json_array_get(json_object_get(document, "encounters"), 0);
    const char *text = json_string_value(json_object_get(row, "text"));
    return strdup(text != NULL ? text : "");
}

enum status sitting_write_document(char **out, struct sitting *sitting,
                                   const struct document_wish *wish, struct error *err)
{
    unsigned parts = 0;
    enum document_format format;
    *out = NULL;
    enum status status = find_parts(wish->what, &parts, err);
    status = status == STATUS_OK ? find_format(wish, &format, err) : status;
    if (status != STATUS_OK) {
        return status;
    }
    if (parts == DOCUMENT_CAMPAIGN && wish->names_count > 0) {
        return error_set(err, STATUS_USAGE, "", "campaign takes no names: it is all of it");
    }
    if (parts == DOCUMENT_PARTY && format == FORMAT_STATBLOCK) {
        return error_set(err, STATUS_USAGE, "--format",
                         "the party has no statblocks: it is written as yaml or json");
    }
    json_t *document = json_object();
    status = make(document, sitting, parts, wish, err);
    if (status == STATUS_OK) {
        *out = format == FORMAT_STATBLOCK ? statblocks_write(document)
               : format == FORMAT_JSON    ? json_dumps(document, JSON_INDENT(2))
               : format == FORMAT_TEXT    ? text_alone(document)
                                          : yaml_values_write(document);
        CHECK(*out != NULL);
    }
    json_decref(document);
    return status;
}

enum status sitting_write_file(struct sitting *sitting, const struct document_wish *wish,
                               struct error *err)
{
    char *document;
    enum status status = sitting_write_document(&document, sitting, wish, err);
    if (status == STATUS_OK) {
        status = text_file_write(wish->path, str_of(document), wish->may_replace, err);
    }
    free(document);
    return status;
}

void sitting_run_write_encounter(struct sitting *sitting, const struct command *command,
                                 struct result *out)
{
    char path[SITTING_PATH_MAX];
    struct sitting_prepared prepared;
    struct error err;
    const char *const name = prepared.name;
    const struct document_wish wish = {.what = "encounters",
                                       .names = &name,
                                       .names_count = 1,
                                       .format = str_of(DOCUMENT_TEXT),
                                       .path = path,
                                       .may_replace =
                                           command_option(command, "replace") != NULL};
    if (sitting_prepared_find(sitting, command->argument[0].word, &prepared, &err) !=
        STATUS_OK) {
        collection_fail(sitting, &prepared_collection, &err, out);
    } else if (!sitting_path_of(path, command->argument[1].word)) {
        result_wrong(out, "write-encounter needs a file name");
    } else {
        enum status status = sitting_write_file(sitting, &wish, &err);
        text_file_result(status, &err, out);
        if (status == STATUS_OK) {
            text_format(out->text, sizeof out->text, "%s is written to %s", prepared.name,
                        path);
        }
    }
}
