#include "app/prepared/prepared.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "app/prepared/prepared_parts.h"
#include "app/prepared/prepared_run.h"
#include "app/sitting/data.h"
#include "app/sitting/state.h"
#include "base/nearest.h"
#include "base/utf8.h"
#include "store/changes.h"

/* ---- reading --------------------------------------------------------------------------- */

struct reading {
    struct sitting_prepared *out;
    int count, most;
};

static bool take_name(void *context, const struct change *change)
{
    struct reading *reading = context;
    if (change->is_set && reading->count < reading->most) {
        struct sitting_prepared *prepared = &reading->out[reading->count++];
        *prepared = (struct sitting_prepared){.id = change->thing_id};
        struct text name = text_over(prepared->name, sizeof prepared->name);
        text_add_str(&name, change->new);
    }
    return true;
}

static struct sitting_prepared *of_id(struct reading *reading, int64_t id)
{
    for (int i = 0; i < reading->count; i++) {
        if (reading->out[i].id == id) {
            return &reading->out[i];
        }
    }
    return NULL;
}

static bool take_game(void *context, const struct change *change)
{
    struct sitting_prepared *prepared = of_id(context, change->thing_id);
    if (prepared != NULL) {
        prepared->system = system_find(change->new);
    }
    return true;
}

static bool take_time(void *context, const struct change *change)
{
    struct sitting_prepared *prepared = of_id(context, change->thing_id);
    if (prepared != NULL) {
        prepared->changed_ms = change->at_ms;
        prepared->version = change->id;
    }
    return true;
}

/* Leaves out archived ones. */
static bool take_archived(void *context, const struct change *change)
{
    struct reading *reading = context;
    struct sitting_prepared *prepared = of_id(reading, change->thing_id);
    if (prepared != NULL && change->is_set) {
        int after = reading->count - 1 - (int)(prepared - reading->out);
        memmove(prepared, prepared + 1, (size_t)after * sizeof *prepared);
        reading->count--;
    }
    return true;
}

static int compare_ids(const void *a, const void *b)
{
    const struct sitting_prepared *first = a, *second = b;
    return first->id < second->id ? -1 : first->id > second->id;
}

enum status sitting_prepared_list(struct sitting *sitting, struct sitting_prepared *out,
                                  int most, int *count, struct error *err)
{
    static const struct {
        const char *field;
        see_change_fn *see;
    } fields[] = {{CHANGE_NAME, take_name},
                  {CHANGE_GAME, take_game},
                  {CHANGE_TEXT, take_time},
                  {CHANGE_ARCHIVED, take_archived}};
    struct reading reading = {.out = out, .most = most};
    enum status status = STATUS_OK;
    for (size_t i = 0; i < sizeof fields / sizeof fields[0] && status == STATUS_OK; i++) {
        status = changes_present(sitting->campaign, str_of(CHANGE_PREPARED),
                                 str_of(fields[i].field), 0, fields[i].see, &reading, err);
    }
    qsort(out, (size_t)reading.count, sizeof *out, compare_ids);
    *count = reading.count;
    return status;
}

static bool begins(const char *name, struct str with)
{
    struct str beginning = {name, (int)strlen(name) < with.n ? (int)strlen(name) : with.n};
    return with.n > 0 && str_equal_any_case(beginning, with);
}

enum status sitting_prepared_find(struct sitting *sitting, struct str name,
                                  struct sitting_prepared *out, struct error *err)
{
    int count, begun = 0;
    struct nearest nearest;
    struct sitting_prepared *list = malloc(PREPARED_MAX * sizeof *list);
    CHECK(list != NULL);
    nearest_init(&nearest, name);
    enum status status = sitting_prepared_list(sitting, list, PREPARED_MAX, &count, err);
    bool is_found = false;
    for (int i = 0; status == STATUS_OK && i < count && !is_found; i++) {
        is_found = str_equal_any_case(str_of(list[i].name), name);
        if (is_found || (begins(list[i].name, name) && begun++ == 0)) {
            *out = list[i];
        }
        nearest_offer(&nearest, list[i].name);
    }
    if (status == STATUS_OK && !is_found && begun != 1) {
        status = error_set(
            err, STATUS_USAGE, "", "no encounter %s is prepared%s", utf8_shown(name).text,
            count == 0 ? "; `prepare NAME` makes one" : nearest_question(&nearest).text);
    }
    free(list);
    return status;
}

static bool copy_text(void *context, const struct change *change)
{
    char *out = context;
    struct text text = text_over(out, PREPARED_TEXT_SIZE);
    if (change->is_set) {
        text_add_str(&text, change->new);
    }
    return true;
}

enum status sitting_prepared_text(struct sitting *sitting, int64_t id, char *out,
                                  struct error *err)
{
    out[0] = '\0';
    return changes_value(sitting->campaign, str_of(CHANGE_PREPARED), id, str_of(CHANGE_TEXT),
                         copy_text, out, err);
}

bool sitting_prepared_check(struct sitting *sitting, struct str text, const char *file,
                            struct diagnostics *diagnostics)
{
    struct prepared_run *run = calloc(1, sizeof *run);
    CHECK(run != NULL);
    struct prepared_options options = {.text = text, .file = file, .is_check = true};
    bool is_right = prepared_run(run, sitting, &options);
    *diagnostics = run->diagnostics;
    prepared_run_done(run);
    free(run);
    return is_right;
}

/* ---- changing -------------------------------------------------------------------------- */

static struct change change_of(int64_t id, const char *field, const char *value,
                               const char *line)
{
    return (struct change){.thing = str_of(CHANGE_PREPARED),
                           .thing_id = id,
                           .field = str_of(field),
                           .is_set = value != NULL,
                           .new = str_of(value != NULL ? value : ""),
                           .line = str_of(line)};
}

static enum status check_name(struct sitting *sitting, int64_t id, const char *name,
                              struct error *err)
{
    int count;
    struct sitting_prepared *list = malloc(PREPARED_MAX * sizeof *list);
    CHECK(list != NULL);
    enum status status = sitting_prepared_list(sitting, list, PREPARED_MAX, &count, err);
    if (status == STATUS_OK && id == 0 && count == PREPARED_MAX) {
        status = error_set(err, STATUS_USAGE, "", "at most %d encounters can be prepared",
                           PREPARED_MAX);
    }
    for (int i = 0; status == STATUS_OK && i < count; i++) {
        if (list[i].id != id && str_equal_any_case(str_of(list[i].name), str_of(name))) {
            status = error_set(err, STATUS_USAGE, "",
                               "%s is prepared already; give this one "
                               "another name",
                               list[i].name);
        }
    }
    free(list);
    return status;
}

/* The game named in the text; NULL: none. */
static const struct system *game_of(const char *bytes)
{
    struct prepared_parts parts;
    prepared_parts_open(&parts, str_of(bytes), "");
    prepared_parts_close(&parts);
    return parts.text.system;
}

static enum status may_change(struct sitting *sitting, struct error *err)
{
    if (sitting_is_read_only(sitting)) {
        sitting_fail_read_only(sitting, err);
        return err->code;
    }
    return STATUS_OK;
}

/* The id of its game; "": none. */
static const char *game_now(struct sitting *sitting, int64_t id)
{
    int count;
    struct error err;
    const char *game = "";
    struct sitting_prepared *list = malloc(PREPARED_MAX * sizeof *list);
    CHECK(list != NULL);
    if (sitting_prepared_list(sitting, list, PREPARED_MAX, &count, &err) == STATUS_OK) {
        for (int i = 0; i < count; i++) {
            game = list[i].id == id && list[i].system != NULL ? list[i].system->id : game;
        }
    }
    free(list);
    return game;
}

static enum status write_text(struct sitting *sitting, const struct prepared_saving *saving,
                              int64_t *id, struct error *err)
{
    int64_t step, last = 0;
    const struct system *system = game_of(saving->text);
    struct change changes[3], was[3];
    int count = 0;
    bool is_new = saving->id == 0;
    enum status status =
        is_new ? changes_last_id(sitting->campaign, str_of(CHANGE_PREPARED), &last, err)
               : STATUS_OK;
    if (status != STATUS_OK) {
        return status;
    }
    *id = is_new ? last + 1 : saving->id;
    changes[count++] = change_of(*id, CHANGE_TEXT, saving->text, saving->line);
    if (is_new) {
        changes[count++] = change_of(*id, CHANGE_NAME, saving->name, "");
        changes[count++] = change_of(*id, CHANGE_GAME, system != NULL ? system->id : "", "");
    }
    for (int i = 0; i < count; i++) {
        was[i] = change_of(*id, "", NULL, "");
    }
    const char *game = is_new ? "" : game_now(sitting, *id);
    if (!is_new && system != NULL && strcmp(system->id, game) != 0) {
        was[count] = change_of(*id, "", game, "");
        changes[count++] = change_of(*id, CHANGE_GAME, system->id, "");
    }
    if (!is_new && saving->was == NULL) {
        return changes_append(sitting->campaign, sitting->now_ms(), changes, count, &step, err);
    }
    was[0] = change_of(*id, "", saving->was, "");
    return changes_append_over(sitting->campaign, sitting->now_ms(), changes, was, count, &step,
                               err);
}

enum status sitting_prepared_save(struct sitting *sitting, const struct prepared_saving *saving,
                                  int64_t *id, struct diagnostics *diagnostics,
                                  struct error *err)
{
    *id = saving->id;
    *diagnostics = (struct diagnostics){.count = 0};
    enum status status = may_change(sitting, err);
    if (status == STATUS_OK && saving->id == 0) {
        status = check_name(sitting, 0, saving->name, err);
    }
    if (status == STATUS_OK &&
        !sitting_prepared_check(sitting, str_of(saving->text), saving->name, diagnostics)) {
        *err = diagnostics->diagnostic[0];
        status = err->code;
    }
    return status == STATUS_OK ? write_text(sitting, saving, id, err) : status;
}

static enum status change_one(struct sitting *sitting, int64_t id, const char *field,
                              const char *value, const char *line, struct error *err)
{
    int64_t step;
    struct change change = change_of(id, field, value, line);
    enum status status = may_change(sitting, err);
    return status == STATUS_OK
               ? changes_append(sitting->campaign, sitting->now_ms(), &change, 1, &step, err)
               : status;
}

enum status sitting_prepared_rename(struct sitting *sitting,
                                    const struct sitting_prepared *prepared, const char *name,
                                    const char *line, struct error *err)
{
    enum status status = check_name(sitting, prepared->id, name, err);
    return status == STATUS_OK ? change_one(sitting, prepared->id, CHANGE_NAME, name, line, err)
                               : status;
}

enum status sitting_prepared_archive(struct sitting *sitting,
                                     const struct sitting_prepared *prepared, const char *line,
                                     struct error *err)
{
    return change_one(sitting, prepared->id, CHANGE_ARCHIVED, "yes", line, err);
}

/* ---- fights ---------------------------------------------------------------------------- */

static bool read_id(void *context, const struct change *change)
{
    if (!change->is_set || !str_to_int64(change->new, 1, INT64_MAX, context)) {
        *(int64_t *)context = 0;
    }
    return true;
}

enum status sitting_prepared_of(struct sitting *sitting, int64_t encounter, int64_t *id,
                                struct error *err)
{
    *id = 0;
    enum status status = changes_value(sitting->campaign, str_of(CHANGE_FIGHT), encounter,
                                       str_of(CHANGE_FROM), read_id, id, err);
    return status == STATUS_OK && *id == 0
               ? error_set(err, STATUS_MISSING, "", "it began from no prepared encounter")
               : status;
}

struct fights {
    const struct sitting_prepared *prepared;
    int count;
    int64_t *fight;
};

static bool see_fight(void *context, const struct change *change)
{
    struct fights *fights = context;
    int64_t from;
    if (!change->is_set || !str_to_int64(change->new, 1, INT64_MAX, &from)) {
        return true;
    }
    for (int i = 0; i < fights->count; i++) {
        if (fights->prepared[i].id == from && change->thing_id > fights->fight[i]) {
            fights->fight[i] = change->thing_id;
        }
    }
    return true;
}

enum status sitting_prepared_fights(struct sitting *sitting,
                                    const struct sitting_prepared *prepared, int count,
                                    int64_t *fight, struct error *err)
{
    struct fights fights = {prepared, count, fight};
    memset(fight, 0, (size_t)count * sizeof *fight);
    return count == 0 ? STATUS_OK
                      : changes_present(sitting->campaign, str_of(CHANGE_FIGHT),
                                        str_of(CHANGE_FROM), 0, see_fight, &fights, err);
}

enum status sitting_prepared_began(struct sitting *sitting, int64_t id, int64_t encounter,
                                   struct error *err)
{
    int64_t step;
    TEXT_BUFFER(number, 24);
    text_add(&number, "%" PRId64, id);
    struct change change = {.thing = str_of(CHANGE_FIGHT),
                            .thing_id = encounter,
                            .field = str_of(CHANGE_FROM),
                            .is_set = true,
                            .new = {number.p, number.n}};
    return changes_append(sitting->campaign, sitting->now_ms(), &change, 1, &step, err);
}
