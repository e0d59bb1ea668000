#include "store/changes.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/campaign_file.h"

/* ---- reading --------------------------------------------------------------------------- */

/* The present row, borrowed from the query. */
static enum status read_change(struct change *out, struct campaign *campaign,
                               const struct query *query, struct error *err)
{
    int64_t id = query_int(query, CHANGE_COLUMN_ID);
    if (!change_is_whole(campaign, query)) {
        char where[ERROR_WHERE_SIZE];
        snprintf(where, sizeof where, "change %" PRId64, id);
        return campaign_note_damage(campaign, where, "it differs from what was written", err);
    }
    *out = (struct change){.id = id,
                           .step = query_int(query, CHANGE_COLUMN_STEP),
                           .at_ms = query_int(query, CHANGE_COLUMN_AT_MS),
                           .thing = query_text(query, CHANGE_COLUMN_THING),
                           .thing_id = query_int(query, CHANGE_COLUMN_THING_ID),
                           .field = query_text(query, CHANGE_COLUMN_FIELD),
                           .was_set = !query_is_null(query, CHANGE_COLUMN_OLD),
                           .old = query_text(query, CHANGE_COLUMN_OLD),
                           .is_set = !query_is_null(query, CHANGE_COLUMN_NEW),
                           .new = query_text(query, CHANGE_COLUMN_NEW),
                           .line = query_text(query, CHANGE_COLUMN_LINE),
                           .trace = query_text(query, CHANGE_COLUMN_TRACE),
                           .after = query_is_null(query, CHANGE_COLUMN_AFTER)
                                        ? -1
                                        : query_int(query, CHANGE_COLUMN_AFTER)};
    return STATUS_OK;
}

/* Reads every change of this kind of thing into memory. */
static enum status read_all(struct campaign *campaign, struct str thing, struct error *err)
{
    bool is_done;
    return known_read_thing(campaign, thing, INT_MAX, &is_done, err);
}

enum status changes_value(struct campaign *campaign, struct str thing, int64_t thing_id,
                          struct str field, see_change_fn *see, void *context,
                          struct error *err)
{
    enum status status = read_all(campaign, thing, err);
    int64_t id = known_change(&campaign->known, thing, thing_id, field);
    if (status == STATUS_OK && id == 0) {
        return error_set(err, STATUS_MISSING, "", "it was never set");
    }
    if (status != STATUS_OK) {
        return status;
    }
    bool has_row = false;
    struct change change;
    struct query *query = query_begin(campaign->db, STATEMENT_CHANGE_FROM);
    query_bind(query, ":after", id - 1);
    status = query_step(query, &has_row, err);
    if (status == STATUS_OK && !has_row) {
        status = error_set(err, STATUS_DAMAGED, "", "change %" PRId64 " is missing", id);
    }
    if (status == STATUS_OK) {
        status = read_change(&change, campaign, query, err);
    }
    if (status == STATUS_OK) {
        see(context, &change);
    }
    query_end(query);
    return status;
}

/* Reads the rows of a query for changes, one after the other. */
static enum status see_rows(struct query *query, struct campaign *campaign, see_change_fn *see,
                            void *context, struct error *err)
{
    bool goes_on = true;
    enum status status = STATUS_OK;
    while (goes_on && query_next(query, &status, err)) {
        struct change change;
        status = read_change(&change, campaign, query, err);
        goes_on = status == STATUS_OK && see(context, &change);
    }
    query_end(query);
    return status;
}

enum status changes_list(struct campaign *campaign, int64_t after, see_change_fn *see,
                         void *context, struct error *err)
{
    struct query *query = query_begin(campaign->db, STATEMENT_CHANGE_FROM);
    query_bind(query, ":after", after);
    return see_rows(query, campaign, see, context, err);
}

enum status changes_of(struct campaign *campaign, struct str thing, int64_t after,
                       see_change_fn *see, void *context, struct error *err)
{
    struct query *query = query_begin(campaign->db, STATEMENT_CHANGE_OF);
    query_bind_text(query, ":thing", thing);
    query_bind(query, ":after", after);
    return see_rows(query, campaign, see, context, err);
}

/* The caller and the filter of a reading of present values. */
struct present {
    const struct known *known;
    struct str field;
    see_change_fn *see;
    void *context;
};

static bool see_present(void *context, const struct change *change)
{
    struct present *present = context;
    bool is_it = str_equal_any_case(change->field, present->field) &&
                 known_change(present->known, change->thing, change->thing_id, change->field) ==
                     change->id;
    return !is_it || present->see(present->context, change);
}

enum status changes_present(struct campaign *campaign, struct str thing, struct str field,
                            int64_t after, see_change_fn *see, void *context, struct error *err)
{
    struct present present = {&campaign->known, field, see, context};
    enum status status = read_all(campaign, thing, err);
    return status == STATUS_OK ? changes_of(campaign, thing, after, see_present, &present, err)
                               : status;
}

enum status changes_get_ready(struct campaign *campaign, struct str thing, int most,
                              bool *is_done, struct error *err)
{
    return known_read_thing(campaign, thing, most, is_done, err);
}

enum status changes_newest(struct campaign *campaign, struct str thing, int64_t *out,
                           struct error *err)
{
    return known_newest_change(out, campaign, thing, err);
}

enum status changes_last_id(struct campaign *campaign, struct str thing, int64_t *out,
                            struct error *err)
{
    enum status status = read_all(campaign, thing, err);
    const struct known *known = &campaign->known;
    int i = known->values - 1;
    while (i >= 0 && !str_equal(thing, known->value[i].thing)) {
        i--;
    }
    *out = i >= 0 ? known->value[i].thing_id : 0;
    return status;
}

/* ---- copies ---------------------------------------------------------------------------- */

/* Changes that outlive the query that read them. */
struct copies {
    struct change *change;
    char **text; /* one for the texts of each */
    int count;
};

static void copies_free(struct copies *copies)
{
    for (int i = 0; i < copies->count; i++) {
        free(copies->text[i]);
    }
    free(copies->change);
    free(copies->text);
}

static struct str put(char **at, struct str text)
{
    struct str copy = {*at, text.n};
    if (text.n > 0) {
        memcpy(*at, text.p, (size_t)text.n);
    }
    *at += text.n;
    return copy;
}

static enum status copies_add(struct copies *copies, const struct change *change,
                              struct error *err)
{
    size_t room = (size_t)copies->count + 1;
    struct change *larger = realloc(copies->change, room * sizeof *larger);
    copies->change = larger != NULL ? larger : copies->change;
    char **texts = realloc(copies->text, room * sizeof *texts);
    copies->text = texts != NULL ? texts : copies->text;
    size_t size = (size_t)change->thing.n + (size_t)change->field.n + (size_t)change->old.n +
                  (size_t)change->new.n;
    char *at = malloc(size + 1);
    if (larger == NULL || texts == NULL || at == NULL) {
        free(at);
        return error_set(err, STATUS_MEMORY, "", "out of memory");
    }
    copies->text[copies->count] = at;
    struct change *copy = &copies->change[copies->count++];
    *copy = *change;
    copy->thing = put(&at, change->thing);
    copy->field = put(&at, change->field);
    copy->old = put(&at, change->old);
    copy->new = put(&at, change->new);
    copy->line = copy->trace = str_of("");
    return STATUS_OK;
}

/* ---- writing --------------------------------------------------------------------------- */

static void bind_value(struct query *query, const char *name, bool is_set, struct str value)
{
    if (is_set) {
        query_bind_text(query, name, value);
    } else {
        query_bind_null(query, name);
    }
}

enum status changes_write(struct campaign *campaign, int64_t now_ms,
                          const struct change *changes, int count, struct error *err)
{
    const struct known *known = &campaign->known;
    int64_t before = known_sum_before(campaign, known->changes, known->changes_checksum);
    int64_t after = 0;
    enum status status =
        query_number(query_begin(campaign->db, STATEMENT_LOG_LAST_ID), 0, &after, err);
    for (int i = 0; status == STATUS_OK && i < count; i++) {
        const struct change *change = &changes[i];
        struct seal seal;
        seal_begin(&seal);
        seal_text(&seal, str_of("change"));
        seal_int(&seal, before);
        struct query *query = query_begin(campaign->db, STATEMENT_CHANGE_ADD);
        query_seal_into(query, &seal);
        query_bind(query, ":id", known->changes + 1 + i);
        query_bind(query, ":step", known->steps + 1);
        query_bind(query, ":at_ms", now_ms);
        query_bind_text(query, ":thing", change->thing);
        query_bind(query, ":thing_id", change->thing_id);
        query_bind_text(query, ":field", change->field);
        bind_value(query, ":old", change->was_set, change->old);
        bind_value(query, ":new", change->is_set, change->new);
        query_bind_text_or_null(query, ":line", change->line);
        query_bind_text_or_null(query, ":trace", change->trace);
        query_bind(query, ":after", after);
        query_seal_into(query, NULL);
        before = seal_end(&seal);
        query_bind(query, ":checksum", before);
        status = query_run(query, err);
    }
    return status;
}

/* The value of a field before a step, if any; a step changes each field only once. */
struct olds {
    struct copies copies;
    enum status status;
    struct error *err;
};

static bool keep_old(void *context, const struct change *change)
{
    struct olds *olds = context;
    olds->status = copies_add(&olds->copies, change, olds->err);
    return true;
}

/* Adds the change that gave the field its value; nothing when it never had one. */
static enum status read_old(struct olds *olds, struct campaign *campaign,
                            const struct change *change, struct error *err)
{
    enum status status = read_all(campaign, change->thing, err);
    if (status != STATUS_OK ||
        known_change(&campaign->known, change->thing, change->thing_id, change->field) == 0) {
        return status;
    }
    status = changes_value(campaign, change->thing, change->thing_id, change->field, keep_old,
                           olds, err);
    return status == STATUS_OK ? olds->status : status;
}

static enum status check_key(const struct change *changes, int i, struct error *err)
{
    const struct change *change = &changes[i];
    if (change->thing.n < 1 || change->thing.n >= CHANGE_THING_SIZE || change->field.n < 1 ||
        change->field.n >= CHANGE_FIELD_SIZE) {
        return error_set(err, STATUS_USAGE, "",
                         "a change needs the names of a thing and of a "
                         "field, neither of them longer than they may be");
    }
    for (int k = 0; k < i; k++) {
        const struct change *other = &changes[k];
        if (other->thing_id == change->thing_id &&
            str_equal_any_case(other->thing, change->thing) &&
            str_equal_any_case(other->field, change->field)) {
            return error_set(err, STATUS_USAGE, "", "a field changes once in a step");
        }
    }
    return STATUS_OK;
}

/* The change of this field in a step; NULL when it has none. */
static const struct change *change_of(const struct change *changes, int count, int64_t id,
                                      const char *field)
{
    for (int i = 0; i < count; i++) {
        if (str_equal(changes[i].thing, CHANGE_ENCOUNTER) && changes[i].thing_id == id &&
            str_equal(changes[i].field, field)) {
            return &changes[i];
        }
    }
    return NULL;
}

/* Applies a step to an encounter in memory. */
static enum status take_step(struct known_encounter *encounter, const struct change *name,
                             const struct change *archived, struct error *err)
{
    struct encounter_row *row = &encounter->row;
    if (archived != NULL) {
        row->is_archived = archived->is_set;
    }
    if (name != NULL && !name->is_set) {
        memcpy(row->name, encounter->own_name, sizeof row->name);
    } else if (name != NULL) {
        if (name->new.n == 0 || name->new.n >= CAMPAIGN_NAME_SIZE) {
            return error_set(err, STATUS_USAGE, "",
                             "the name of an encounter has 1 to %d bytes",
                             CAMPAIGN_NAME_SIZE - 1);
        }
        struct text text = text_over(row->name, sizeof row->name);
        text_add_str(&text, name->new);
    }
    return STATUS_OK;
}

/* Checks that names are unique after a step. Changes what is in memory, which is read again
 * after the step, whether or not it is written. */
static enum status check_names(struct campaign *campaign, const struct change *changes,
                               int count, struct error *err)
{
    enum status status = STATUS_OK;
    struct known *known = &campaign->known;
    for (int round = 0; round < 2; round++) {
        for (int i = 0; status == STATUS_OK && i < count; i++) {
            int64_t id = changes[i].thing_id;
            if (!str_equal(changes[i].thing, CHANGE_ENCOUNTER)) {
                continue;
            }
            struct known_encounter *encounter = known_encounter(known, id);
            if (encounter == NULL) {
                status = error_set(err, STATUS_USAGE, "", "there is no encounter %" PRId64, id);
            } else if (round == 0) {
                status = take_step(encounter, change_of(changes, count, id, CHANGE_NAME),
                                   change_of(changes, count, id, CHANGE_ARCHIVED), err);
            } else if (!encounter->row.is_archived) {
                status = encounter_check_name(campaign, id, encounter->row.name, err);
            }
        }
    }
    return status;
}

/* Moves an encounter to the act that its head is now: from the head that it had before this
 * change, as what was done at the table since is not to be passed over. */
static enum status move_head(struct campaign *campaign, int64_t now_ms,
                             const struct change *change, struct error *err)
{
    struct encounter_row encounter, open;
    struct position position = {0, 0};
    struct act_row move = {
        .kind = ROW_REWIND, .encounter = change->thing_id, .at_ms = now_ms, .label = ""};
    int64_t to = 0, from = -1;
    if (!change->is_set || !str_to_int64(change->new, 0, INT64_MAX, &to) ||
        (change->was_set && !str_to_int64(change->old, 0, INT64_MAX, &from))) {
        return error_set(err, STATUS_USAGE, "", "a head is the number of an act");
    }
    enum status status = encounter_at(campaign, change->thing_id, &encounter, err);
    status =
        status == STATUS_OK ? log_position(campaign, change->thing_id, &position, err) : status;
    if (status != STATUS_OK || position.head == to) {
        return status;
    }
    if (position.head != from) {
        return error_set(err, STATUS_USAGE, "",
                         "%s has gone on since; take its later acts back first",
                         encounter.name);
    }
    struct act_row target = {.label = "the start"};
    status = to == 0 ? STATUS_OK : log_row(campaign, to, &target, err);
    text_format(move.label, sizeof move.label, "%s: %s", "went back to", target.label);
    move.round = target.round;
    status = status == STATUS_OK ? encounter_current(campaign, &open, err) : status;
    bool is_open = status == STATUS_OK && open.id == change->thing_id;
    if (status == STATUS_OK && !is_open) {
        status = encounter_open(campaign, change->thing_id, now_ms, err);
    }
    status = status == STATUS_OK ? log_move(campaign, &move, to, &position, err) : status;
    if (status == STATUS_OK && !is_open && open.id != 0) {
        status = encounter_open(campaign, open.id, now_ms, err);
    }
    return status;
}

static enum status move_heads(struct campaign *campaign, int64_t now_ms,
                              const struct change *changes, int count, struct error *err)
{
    enum status status = STATUS_OK;
    for (int i = 0; i < count && status == STATUS_OK; i++) {
        if (str_equal(changes[i].thing, CHANGE_ENCOUNTER) &&
            str_equal(changes[i].field, CHANGE_HEAD)) {
            status = move_head(campaign, now_ms, &changes[i], err);
        }
    }
    return status;
}

static bool is_same(bool a_is_set, struct str a, bool b_is_set, struct str b)
{
    return a_is_set == b_is_set && (!a_is_set || str_same(a, b));
}

/* Writes a step whose changes get their old values from the log; `expects`, when not NULL,
 * holds the old value that each must have. */
static enum status write_step(struct campaign *campaign, int64_t now_ms,
                              const struct change *changes, const struct change *expects,
                              int count, struct error *err)
{
    struct copies step = {.count = 0};
    enum status status = known_refresh(campaign, err);
    struct olds olds = {.status = STATUS_OK, .err = err};
    for (int i = 0; status == STATUS_OK && i < count; i++) {
        struct change change = changes[i];
        status = check_key(changes, i, err);
        if (status == STATUS_OK) {
            int had = olds.copies.count;
            status = read_old(&olds, campaign, &change, err);
            bool has_old = status == STATUS_OK && olds.copies.count > had;
            change.was_set = has_old && olds.copies.change[had].is_set;
            change.old = change.was_set ? olds.copies.change[had].new : str_of("");
        }
        if (status == STATUS_OK && expects != NULL &&
            !is_same(change.was_set, change.old, expects[i].is_set, expects[i].new)) {
            status = error_set(err, STATUS_CONFLICT, "", "it was changed again since");
        }
        if (status == STATUS_OK) {
            status = copies_add(&step, &change, err);
        }
        if (status == STATUS_OK) {
            step.change[i].line = change.line;
            step.change[i].trace = change.trace;
        }
    }
    if (status == STATUS_OK) {
        status = check_names(campaign, step.change, count, err);
    }
    if (status == STATUS_OK) {
        status = move_heads(campaign, now_ms, step.change, count, err);
    }
    if (status == STATUS_OK) {
        status = changes_write(campaign, now_ms, step.change, count, err);
    }
    copies_free(&step);
    copies_free(&olds.copies);
    return status;
}

/* True when the step is about something that is also kept in memory. */
static bool names_encounters(const struct change *changes, int count)
{
    for (int i = 0; i < count; i++) {
        if (str_equal(changes[i].thing, CHANGE_ENCOUNTER)) {
            return true;
        }
    }
    return false;
}

/* Within a transaction. If encounters were changed, they are read again. */
static enum status append(struct campaign *campaign, int64_t now_ms,
                          const struct change *changes, const struct change *expects, int count,
                          int64_t *step, struct error *err)
{
    enum status status = campaign_begin_writing(campaign, err);
    if (status != STATUS_OK) {
        return status;
    }
    status = write_step(campaign, now_ms, changes, expects, count, err);
    if (status == STATUS_OK) {
        status = newest_keep(campaign, err);
    }
    int64_t number = campaign->known.steps + 1;
    status = campaign_end_writing(campaign, status, err);
    if (names_encounters(changes, count)) {
        known_forget(&campaign->known);
    }
    if (status == STATUS_OK) {
        *step = number;
    }
    return status;
}

enum status changes_append(struct campaign *campaign, int64_t now_ms,
                           const struct change *changes, int count, int64_t *step,
                           struct error *err)
{
    CHECK(count > 0);
    return append(campaign, now_ms, changes, NULL, count, step, err);
}

enum status changes_append_over(struct campaign *campaign, int64_t now_ms,
                                const struct change *changes, const struct change *was,
                                int count, int64_t *step, struct error *err)
{
    CHECK(count > 0);
    return append(campaign, now_ms, changes, was, count, step, err);
}

/* ---- undoing --------------------------------------------------------------------------- */

struct gathering {
    struct copies copies;
    int64_t step;
    enum status status;
    struct error *err;
};

static bool gather(void *context, const struct change *change)
{
    struct gathering *gathering = context;
    if (change->step == gathering->step) {
        gathering->status = copies_add(&gathering->copies, change, gathering->err);
    }
    return gathering->status == STATUS_OK && change->step <= gathering->step;
}

enum status changes_undo(struct campaign *campaign, int64_t now_ms, int64_t step,
                         struct str line, int64_t *undoing, struct error *err)
{
    struct gathering done = {.step = step, .status = STATUS_OK, .err = err};
    struct copies back = {.count = 0};
    char trace[48];
    text_format(trace, sizeof trace, "{\"undoes\":%" PRId64 "}", step);
    enum status status = changes_list(campaign, 0, gather, &done, err);
    status = status == STATUS_OK ? done.status : status;
    if (status == STATUS_OK && done.copies.count == 0) {
        status = error_set(err, STATUS_MISSING, "", "there is no step %" PRId64, step);
    }
    for (int i = 0; status == STATUS_OK && i < done.copies.count; i++) {
        struct change change = done.copies.change[i];
        change.is_set = change.was_set;
        change.new = change.old;
        status = copies_add(&back, &change, err);
        if (status == STATUS_OK) {
            back.change[i].line = line;
            back.change[i].trace = str_of(trace);
        }
    }
    if (status == STATUS_OK) {
        status =
            append(campaign, now_ms, back.change, done.copies.change, back.count, undoing, err);
    }
    copies_free(&back);
    copies_free(&done.copies);
    return status;
}
