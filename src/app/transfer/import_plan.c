#include "app/transfer/import_plan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/encounters/plan.h"
#include "app/file/campaign_path.h"
#include "app/file/text_file.h"
#include "app/library/kind_changes.h"
#include "app/library/kinds.h"
#include "app/party/roster.h"
#include "app/prepared/prepared.h"
#include "app/report/report.h"
#include "app/sitting/data.h"
#include "app/sitting/decision.h"
#include "app/sitting/state.h"
#include "base/array.h"
#include "base/utf8.h"
#include "content/library.h"
#include "store/changes.h"

enum {
    MEMORY_SIZE = 128 << 20,
    ITEM_SIZE = 64 << 10 /* what is kept of a kind needs less */
};

const char *import_state_word(enum import_state state)
{
    static const char *const words[] = {"taken", "merged", "left_out"};
    return words[state];
}

struct import_plan *import_plan_new(void)
{
    struct import_plan *plan = calloc(1, sizeof *plan);
    CHECK(plan != NULL);
    plan->file = calloc(IMPORT_FILES_MAX, sizeof *plan->file);
    plan->block = malloc(MEMORY_SIZE); /* only what is used is touched */
    CHECK(plan->file != NULL && plan->block != NULL);
    arena_init(&plan->arena, plan->block, MEMORY_SIZE);
    return plan;
}

void import_plan_free(struct import_plan *plan)
{
    if (plan != NULL) {
        free(plan->block);
        free(plan->reading);
        free(plan->conversion);
        free(plan->file);
        free(plan->item);
        free(plan);
    }
}

/* ---- items ------------------------------------------------------------------------------ */

const char *import_plan_keep(struct import_plan *plan, const char *text)
{
    size_t bytes = strlen(text) + 1;
    char *kept = arena_take(&plan->arena, bytes, 1);
    CHECK(kept != NULL); /* import_plan_has_room is asked before each record */
    memcpy(kept, text, bytes);
    return kept;
}

bool import_plan_has_room(const struct import_plan *plan, int more)
{
    return plan->arena.size - plan->arena.used >= (size_t)ITEM_SIZE + (size_t)more;
}

struct import_item *import_plan_item(struct import_plan *plan, const char *name, int line)
{
    plan->item = array_grown(plan->item, plan->count, &plan->room, sizeof *plan->item, realloc);
    CHECK(plan->item != NULL);
    struct import_item *item = &plan->item[plan->count++];
    *item = (struct import_item){.name = name,
                                 .as = "",
                                 .told = "",
                                 .other_morale = "",
                                 .planned = "",
                                 .planned_key = "",
                                 .planned_note = "",
                                 .command = "",
                                 .path = "",
                                 .bytes = "",
                                 .id = -1,
                                 .line = line};
    return item;
}

void import_plan_set(struct import_item *item, const char *field, const char *value)
{
    CHECK(item->sets < IMPORT_SET_MAX);
    item->set[item->sets].field = field;
    item->set[item->sets].was = NULL;
    item->set[item->sets++].value = value;
}

void import_plan_take_fields(struct import_plan *plan, const struct kind_draft *draft,
                             struct import_item *item)
{
    for (int i = 0; i < draft->kind->fields_count && item->fields < IMPORT_ITEM_FIELDS; i++) {
        if (draft->value[i][0] != '\0') {
            item->field[item->fields].name = draft->kind->fields[i].value.name;
            item->field[item->fields++].value = import_plan_keep(plan, draft->value[i]);
        }
    }
}

void import_plan_why(struct import_plan *plan, struct import_item *item, const char *format,
                     ...)
{
    TEXT_BUFFER(why, ERROR_TEXT_SIZE);
    va_list arguments;
    va_start(arguments, format);
    text_add_list(&why, format, arguments);
    va_end(arguments);
    char clean[ERROR_TEXT_SIZE]; /* a library may quote the file in its words */
    utf8_clean(clean, sizeof clean, (struct str){why.p, why.n});
    if (item->whys < IMPORT_WHY_MAX) {
        item->why[item->whys++] = import_plan_keep(plan, clean);
    }
}

void import_plan_count(struct import_plan *plan, struct import_item *item,
                       enum import_state state)
{
    item->state = state;
    plan->taken += state == IMPORT_TAKEN;
    plan->merged += state == IMPORT_MERGED;
    plan->left_out += state == IMPORT_LEFT_OUT;
}

/* ---- reporting -------------------------------------------------------------------------- */

const char *import_plan_remark_word(int line, const char *name)
{
    return line == 0 && name[0] == '\0' ? "in all of it" : "mended";
}

static void add_item(json_t *items, const struct import_item *item)
{
    char place[24] = "";
    json_t *row = report_row(items);
    bool is_about_one = item->as[0] != '\0';
    report_set_words(row, "name", item->name);
    report_set_words_or_null(row, "as", item->as);
    report_set_words(row, "state", import_state_word(item->state));
    report_set_words(row, ".word",
                     item->state == IMPORT_LEFT_OUT                ? "left out"
                     : is_about_one && item->state == IMPORT_TAKEN ? "taken"
                     : is_about_one                                ? "there already"
                                    : import_plan_remark_word(item->line, item->name));
    json_t *why = report_list(row, "why");
    for (int i = 0; i < item->whys; i++) {
        json_array_append_new(why, report_string(str_of(item->why[i])));
    }
    if (item->line > 0) {
        text_format(place, sizeof place, "%d:1", item->line);
    }
    report_set_words_or_null(row, "place", place);
    report_set_whole_or_null(row, ".line", item->line > 0, item->line);
    json_t *record = report_object(row, "record");
    TEXT_BUFFER(fields, DRAFT_TEXT_SIZE);
    for (int i = 0; i < item->fields; i++) {
        report_set_words(record, item->field[i].name, item->field[i].value);
        if (i > 0) { /* its name is told before */
            text_add(&fields, ", %s %s", item->field[i].name, item->field[i].value);
        }
    }
    bool is_taken = is_about_one && item->state == IMPORT_TAKEN;
    report_set(row, ".fields", report_string((struct str){fields.p, is_taken ? fields.n : 0}));
    if (item->told[0] != '\0') {
        report_set_words(record, "note", item->told);
    }
    if (item->other_morale[0] != '\0') {
        report_set_words(record, "other_morale", item->other_morale);
    }
}

json_t *import_plan_report(const struct import_plan *plan)
{
    json_t *report = json_object();
    json_t *files = report_list(report, "files");
    for (int i = 0; i < plan->files; i++) {
        json_t *row = report_row(files);
        report_set_words(row, "file", plan->file[i].file);
        report_set_words(row, "kind", plan->file[i].kind);
        json_t *items = report_list(row, "items");
        for (int k = 0; k < plan->file[i].count; k++) {
            add_item(items, &plan->item[plan->file[i].first + k]);
        }
    }
    report_set_whole(report, "taken", plan->taken);
    report_set_whole(report, "merged", plan->merged);
    report_set_whole(report, "left_out", plan->left_out);
    return report;
}

void import_plan_tell(const struct import_plan *plan, struct text *out)
{
    json_t *report = import_plan_report(plan);
    size_t i, k, n;
    json_t *file, *row, *why;
    json_array_foreach(report_value(report, "files"), i, file)
    {
        json_array_foreach(report_value(file, "items"), k, row)
        {
            bool is_taken = strcmp(json_string_value(report_value(row, ".word")), "taken") == 0;
            bool has_name = json_string_length(report_value(row, "name")) > 0;
            report_tell(row,
                        is_taken   ? "{as}: {.word}{.fields}"
                        : has_name ? "{name}: {.word}"
                                   : "{.word}",
                        out);
            if (!json_is_null(report_value(row, ".line"))) {
                report_tell(row, " (line {.line})", out);
            }
            text_add(out, "\n");
            json_array_foreach(report_value(row, "why"), n, why)
            {
                text_add(out, "    %s\n", json_string_value(why));
            }
        }
    }
    report_tell(report, "{taken} taken, {merged} merged, {left_out} left out", out);
    json_decref(report);
}

/* ---- writing ---------------------------------------------------------------------------- */

/* The changes of one step, each with what must be there before it. */
struct step {
    struct change *change, *was;
    int count, room, was_room;
};

static void add_change(struct step *step, const struct collection *of, int64_t id,
                       const char *field, const char *value, const char *line)
{
    step->change =
        array_grown(step->change, step->count, &step->room, sizeof *step->change, realloc);
    step->was =
        array_grown(step->was, step->count, &step->was_room, sizeof *step->was, realloc);
    CHECK(step->change != NULL && step->was != NULL);
    bool is_told = true; /* the first of what has an undo of its own */
    for (int i = 0; i < step->count && is_told; i++) {
        is_told = !str_equal(step->change[i].thing, of->thing) ||
                  (of->field != NULL && !str_equal(step->change[i].field, field));
    }
    bool is_counted = of->field == NULL || strcmp(field, KIND_TOLD) != 0;
    step->was[step->count] = (struct change){.id = 0};
    step->change[step->count++] =
        (struct change){.thing = str_of(of->thing),
                        .thing_id = id,
                        .field = str_of(field),
                        .is_set = true,
                        .new = str_of(value),
                        .line = str_of(is_told && is_counted ? line : "")};
}

/* The number of a further thing of this collection in this step. */
static enum status next_id(struct sitting *sitting, const struct step *step,
                           const struct collection *of, int64_t *id, struct error *err)
{
    enum status status = collection_next_id(sitting, of, id, err);
    for (int i = 0; i < step->count; i++) {
        if (str_equal(step->change[i].thing, of->thing) && step->change[i].thing_id >= *id) {
            *id = step->change[i].thing_id + 1;
        }
    }
    return status;
}

/* The number of the prepared encounter that this import brings under a name; 0: none. */
static int64_t brought(const struct import_plan *plan, const char *name)
{
    for (int i = 0; i < plan->count; i++) {
        const struct import_item *item = &plan->item[i];
        if (item->of == &prepared_collection && item->state == IMPORT_TAKEN &&
            strcmp(item->as, name) == 0) {
            return item->id;
        }
    }
    return 0;
}

/* The plan's order with all that is planned here at its end, and its notes. */
static enum status add_planned(struct sitting *sitting, struct import_plan *plan,
                               struct step *step, char order[PLAN_ORDER_SIZE], char *was,
                               const char *line, struct error *err)
{
    enum status status =
        collection_value(sitting, &plan_collection, 0, PLAN_ORDER, was, PLAN_ORDER_SIZE, err);
    struct text text = text_over(order, PLAN_ORDER_SIZE);
    bool has_any = false;
    text_add(&text, "%s", was);
    for (int i = 0; i < plan->count && status == STATUS_OK; i++) {
        struct import_item *item = &plan->item[i];
        int64_t id = item->planned[0] != '\0' ? brought(plan, item->planned) : 0;
        if (item->state != IMPORT_TAKEN || (id == 0 && item->planned_key[0] == '\0')) {
            continue;
        }
        char key[PLAN_KEY_SIZE];
        text_format(key, sizeof key, "%s", item->planned_key);
        if (id != 0) {
            text_format(key, sizeof key, "p%lld", (long long)id);
            item->planned_key = import_plan_keep(plan, key);
        }
        text_add(&text, "%s%s", text.n > 0 ? " " : "", key);
        has_any = true;
        if (item->planned_note[0] != '\0') {
            add_change(step, &plan_collection, 0, item->planned_key, item->planned_note, line);
        }
    }
    if (status == STATUS_OK && has_any && !text.is_cut) {
        add_change(step, &plan_collection, 0, PLAN_ORDER, order, line);
        step->was[step->count - 1].is_set = was[0] != '\0';
        step->was[step->count - 1].new = str_of(was);
    }
    return status;
}

static void add_sum(struct text *out, int count, const char *what)
{
    if (count > 0) {
        text_add(out, "%s%d %s%s", out->n > 0 ? ", " : "", count, what, count == 1 ? "" : "s");
    }
}

/* "12 kinds are imported", "3 kinds, 2 members are imported". */
static void add_line(const struct import_plan *plan, struct text *out)
{
    int kinds = 0, encounters = 0, others = 0;
    for (int i = 0; i < plan->count; i++) {
        const struct import_item *item = &plan->item[i];
        if (item->state == IMPORT_TAKEN) {
            bool is_encounter = item->of == &prepared_collection;
            kinds += item->of == &kind_collection;
            encounters += is_encounter;
            others += item->of != &kind_collection && !is_encounter &&
                      item->of != &import_default_collection;
        }
    }
    add_sum(out, kinds, "kind");
    add_sum(out, encounters, "encounter");
    add_sum(out, others, "other thing");
    text_add(out, "%s imported", kinds + encounters + others == 1 ? " is" : " are");
}

/* Files of the user's that came with it: a new one each, as one that is there stays. */
static enum status write_files(struct import_plan *plan, struct error *err)
{
    enum status status = STATUS_OK;
    for (int i = 0; i < plan->count && status == STATUS_OK; i++) {
        struct import_item *item = &plan->item[i];
        if (item->state == IMPORT_TAKEN && item->path[0] != '\0') {
            char path[TEXT_FILE_PATH_SIZE];
            text_format(path, sizeof path, "%s", item->path);
            status = campaign_path_make_folders(path, err);
            status = status == STATUS_OK
                         ? text_file_write(item->path, str_of(item->bytes), false, err)
                         : status;
            item->is_written = status == STATUS_OK;
        }
    }
    return status;
}

static void remove_files(const struct import_plan *plan)
{
    for (int i = 0; i < plan->count; i++) {
        if (plan->item[i].is_written) {
            remove(plan->item[i].path);
        }
    }
}

/* Lines of the table that came with it: table rules and policies, acts of the open encounter.
 */
static void run_commands(struct sitting *sitting, const struct import_plan *plan,
                         struct result *out)
{
    struct result *own = malloc(sizeof *own);
    CHECK(own != NULL);
    sitting->is_recorded = true;
    for (int i = 0; i < plan->count && out->kind == RESULT_DONE; i++) {
        const struct import_item *item = &plan->item[i];
        if (item->state == IMPORT_TAKEN && item->command[0] != '\0') {
            result_begin(own);
            sitting_decide(sitting, &sitting->state, item->command, false);
            if (sitting_report(sitting, own)) {
                sitting_commit(sitting, item->command, own);
            }
            if (own->kind != RESULT_DONE) {
                *out = *own;
            }
        }
    }
    free(own);
}

static void write_plan(struct sitting *sitting, struct import_plan *plan, struct result *out)
{
    struct error err;
    struct step step = {NULL, NULL, 0, 0, 0};
    int64_t number;
    enum status status = STATUS_OK;
    char order[PLAN_ORDER_SIZE], was[PLAN_ORDER_SIZE];
    TEXT_BUFFER(line, COLLECTION_LABEL_SIZE);
    if (!sitting_may_change(sitting, out)) {
        return;
    }
    add_line(plan, &line);
    for (int i = 0; i < plan->count && status == STATUS_OK; i++) {
        struct import_item *item = &plan->item[i];
        if (item->state != IMPORT_TAKEN || item->of == NULL) {
            continue;
        }
        if (item->id < 0) {
            status = next_id(sitting, &step, item->of, &item->id, &err);
        }
        for (int k = 0; k < item->sets && status == STATUS_OK; k++) {
            add_change(&step, item->of, item->id, item->set[k].field, item->set[k].value,
                       line.p);
            const char *before = item->set[k].was;
            step.was[step.count - 1].is_set = before != NULL;
            step.was[step.count - 1].new = str_of(before != NULL ? before : "");
        }
    }
    if (status == STATUS_OK) {
        status = add_planned(sitting, plan, &step, order, was, line.p, &err);
    }
    if (status == STATUS_OK && plan->taken == 0) {
        result_refuse(out, "nothing of it can be taken");
    } else {
        status = status == STATUS_OK ? write_files(plan, &err) : status;
        if (status == STATUS_OK && step.count > 0) {
            status = changes_append_over(sitting->campaign, sitting->now_ms(), step.change,
                                         step.was, step.count, &number, &err);
        }
        if (status == STATUS_OK) {
            sitting_forget_roster(sitting);
            result_be_done(out, line.p);
            run_commands(sitting, plan, out);
        } else {
            collection_fail(sitting, &kind_collection, &err, out);
        }
    }
    free(step.change);
    free(step.was);
}

void import_plan_write(struct sitting *sitting, struct import_plan *plan, struct result *out)
{
    struct error err;
    bool is_taken_back, is_own = campaign_begin_line(sitting->campaign);
    write_plan(sitting, plan, out);
    if (is_own && campaign_end_line(sitting->campaign, out->kind == RESULT_DONE, &is_taken_back,
                                    &err) != STATUS_OK) {
        sitting_fail(sitting, &err, out);
    }
    if (out->kind != RESULT_DONE) {
        remove_files(plan);
    }
}
