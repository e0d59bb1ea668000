/* Verifying: what SQLite finds, then every row of the log in the order it was written, checked
 * against what must follow from the rows before it, and every act folded onto the state it
 * followed. The snapshots met on the way are compared with the folded states, so that those an
 * older branch is resumed from have been proved themselves. */
#include "store/campaign.h"

#include <inttypes.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "store/campaign_file.h"
#include "store/seals.h"

/* The newest row of one encounter so far. */
struct thread {
    int64_t encounter;
    struct log_record newest; /* all zero before the first */
};

struct verification {
    struct campaign *campaign;
    found_fn *found;
    void *context;
    int64_t found_count;
    struct thread *thread;
    int threads, threads_room;
    struct thread *open;            /* of the encounter on the table; NULL: none yet */
    int64_t openings, rows, events; /* seen so far, which are their ids too */
    struct query *opening;          /* a row of it waits until the log has come to it */
    bool has_opening;
    struct state *state; /* after act `state_act` of `state_encounter` */
    struct state *other; /* scratch */
    int64_t state_act, state_encounter;
    bool trusts_snapshots;
};

static void report(struct verification *run, const char *format, ...) LIKE_PRINTF(2, 3);

static void report(struct verification *run, const char *format, ...)
{
    char text[ERROR_TEXT_SIZE + ERROR_WHERE_SIZE];
    va_list arguments;
    va_start(arguments, format);
    text_format_list(text, sizeof text, format, arguments);
    va_end(arguments);
    run->found_count++;
    run->found(run->context, text);
}

static void report_text(void *context, const char *text)
{
    report(context, "%s", text);
}

/* ---- what SQLite finds ----------------------------------------------------------------- */

static enum status check_pages(struct verification *run, struct error *err)
{
    struct query *query = query_begin(run->campaign->db, STATEMENT_INTEGRITY);
    enum status status;
    bool has_row = false;
    while ((status = query_step(query, &has_row, err)) == STATUS_OK && has_row) {
        struct str text = query_text(query, 0);
        if (!str_equal(text, "ok")) {
            report(run, "%.*s", text.n, text.p);
        }
    }
    query_end(query);
    if (status != STATUS_OK) {
        return status;
    }
    query = query_begin(run->campaign->db, STATEMENT_FOREIGN_KEYS);
    while ((status = query_step(query, &has_row, err)) == STATUS_OK && has_row) {
        struct str table = query_text(query, 0), other = query_text(query, 2);
        report(run, "table %.*s, row %" PRId64 ": the row of %.*s it names is missing", table.n,
               table.p, query_int(query, 1), other.n, other.p);
    }
    query_end(query);
    return status;
}

/* ---- openings -------------------------------------------------------------------------- */

static enum status thread_of(struct thread **out, struct verification *run, int64_t encounter,
                             struct error *err)
{
    for (int i = 0; i < run->threads; i++) {
        if (run->thread[i].encounter == encounter) {
            *out = &run->thread[i];
            return STATUS_OK;
        }
    }
    if (run->threads == run->threads_room) {
        int room = run->threads_room == 0 ? 16 : 2 * run->threads_room;
        struct thread *grown = realloc(run->thread, (size_t)room * sizeof *grown);
        if (grown == NULL) {
            return error_set(err, STATUS_FULL, "", "no memory is left");
        }
        run->thread = grown;
        run->threads_room = room;
    }
    *out = &run->thread[run->threads++];
    **out = (struct thread){.encounter = encounter};
    return STATUS_OK;
}

/* Takes the openings that came before the log's next row, which is `row` (the end: INT64_MAX).
 */
static enum status take_openings(struct verification *run, int64_t row, struct error *err)
{
    enum { ID, ENCOUNTER, AFTER, PREVIOUS };
    enum status status = STATUS_OK;
    while (status == STATUS_OK && run->has_opening && query_int(run->opening, AFTER) < row) {
        int64_t id = query_int(run->opening, ID);
        status = thread_of(&run->open, run, query_int(run->opening, ENCOUNTER), err);
        if (status != STATUS_OK) {
            return status;
        }
        if (id != ++run->openings) {
            report(run, "opening %" PRId64 ": number %" PRId64 " is missing", id,
                   run->openings);
            run->openings = id;
        }
        if (query_int(run->opening, AFTER) != run->rows ||
            query_int(run->opening, PREVIOUS) != run->open->newest.row.id) {
            report(run, "opening %" PRId64 ": it is at the wrong place in the log", id);
        }
        status = query_step(run->opening, &run->has_opening, err);
    }
    return status;
}

/* ---- folding --------------------------------------------------------------------------- */

/* Puts run->state to what it was after the act that this one followed. */
static enum status go_to_parent(struct verification *run, const struct log_record *record,
                                struct error *err)
{
    int64_t encounter = record->row.encounter, parent = record->row.parent;
    if (run->state_encounter == encounter && run->state_act == parent) {
        return STATUS_OK;
    }
    enum status status = campaign_learn_names(run->campaign, encounter, err);
    if (status != STATUS_OK) {
        return status;
    }
    *run->state = run->campaign->names;
    run->state_encounter = encounter;
    run->state_act = parent;
    if (run->trusts_snapshots) {
        return log_state(run->campaign, encounter, parent, run->state, err);
    }
    return log_state_by_fold(run->campaign, encounter, parent, run->state, err);
}

struct act_check {
    struct verification *run;
    int64_t event;
};

static bool check_event(void *context, const struct event *event)
{
    struct act_check *check = context;
    struct verification *run = check->run;
    if (!state_can_apply(run->state, event)) {
        report(run, "event %" PRId64 ": it does not fit the state before it", check->event);
    } else {
        if (!state_has_old(run->state, event)) {
            report(run, "event %" PRId64 ": what it says was before was not so", check->event);
        }
        state_apply(run->state, event);
    }
    check->event++;
    return true;
}

static enum status check_snapshot(struct verification *run, int64_t act, struct error *err)
{
    if (!run->campaign->has_snapshots) {
        return STATUS_OK;
    }
    bool has_row = false;
    struct query *query = query_begin(run->campaign->db, STATEMENT_SNAPSHOT_AT);
    query_bind(query, ":act", act);
    enum status status = query_step(query, &has_row, err);
    if (has_row) {
        struct str bytes = query_text(query, 0);
        memcpy(run->other, &run->campaign->names, sizeof *run->other);
        if (state_unpack(run->other, campaign_procedure(run->campaign, run->other),
                         (const unsigned char *)bytes.p, bytes.n) &&
            !state_equal(run->other, run->state)) {
            report(run, "act %" PRId64 ": its snapshot is not what the log says", act);
            run->trusts_snapshots = false;
        }
    }
    query_end(query);
    return status;
}

/* What is wrong with one act is reported; only what stops the reading is returned. */
static enum status check_act(struct verification *run, const struct log_record *record,
                             struct error *err)
{
    struct error wrong = {.code = STATUS_OK};
    enum status status = go_to_parent(run, record, &wrong);
    if (status == STATUS_OK) {
        struct act_check check = {.run = run, .event = record->first_event};
        status =
            log_read_events(run->campaign, record, run->state, check_event, &check, &wrong);
        run->state_act = record->row.id;
    } else {
        run->state_encounter = 0;
    }
    if (status == STATUS_DAMAGED || status == STATUS_MISSING || status == STATUS_FOREIGN) {
        report(run, "act %" PRId64 ": %s%s%s", record->row.id, wrong.where,
               wrong.where[0] == '\0' ? "" : ": ", wrong.text);
        return STATUS_OK;
    }
    if (status != STATUS_OK) {
        return error_set(err, status, wrong.where, "%s", wrong.text);
    }
    return check_snapshot(run, record->row.id, err);
}

/* ---- the log --------------------------------------------------------------------------- */

static enum status check_move(struct verification *run, const struct log_record *record,
                              struct error *err)
{
    struct log_record target = {0};
    if (record->row.head != 0) {
        enum status status = log_read(&target, run->campaign, record->row.head, err);
        if (status != STATUS_OK && status != STATUS_MISSING && status != STATUS_DAMAGED) {
            return status;
        }
    }
    if (record->row.head != target.row.id || record->row.head >= record->row.id ||
        record->depth != target.depth ||
        (record->row.head != 0 &&
         (target.row.kind != ROW_ACT || target.row.encounter != record->row.encounter))) {
        report(run, "row %" PRId64 ": it moves to act %" PRId64 ", which there is not",
               record->row.id, record->row.head);
    }
    return STATUS_OK;
}

static enum status check_row(struct verification *run, const struct log_record *record,
                             struct error *err)
{
    int64_t id = record->row.id;
    bool is_act = record->row.kind == ROW_ACT;
    if (id != ++run->rows) {
        report(run, "row %" PRId64 ": number %" PRId64 " is missing", id, run->rows);
        run->rows = id;
    }
    if (run->open == NULL || run->open->encounter != record->row.encounter) {
        report(run, "row %" PRId64 ": its encounter was not the one on the table", id);
        enum status status = thread_of(&run->open, run, record->row.encounter, err);
        if (status != STATUS_OK) {
            return status;
        }
    }
    const struct log_record *newest = &run->open->newest;
    if (record->previous != newest->row.id || record->row.parent != newest->row.head) {
        report(run, "row %" PRId64 ": it does not follow the row before it", id);
    }
    if (record->acts != newest->acts + is_act ||
        (is_act && record->depth != newest->depth + 1)) {
        report(run, "row %" PRId64 ": it counts its acts wrongly", id);
    }
    if (record->first_event != run->events + 1) {
        report(run, "row %" PRId64 ": its events do not follow those before them", id);
    }
    run->events = record->first_event - 1 + record->events;
    run->open->newest = *record;
    return is_act ? check_act(run, record, err) : check_move(run, record, err);
}

static enum status check_log(struct verification *run, struct query *log, struct error *err)
{
    bool has_row = false;
    enum status status = query_step(run->opening, &run->has_opening, err);
    while (status == STATUS_OK && (status = query_step(log, &has_row, err)) == STATUS_OK &&
           has_row) {
        struct log_record record;
        status = log_read_columns(&record, log, err);
        if (status == STATUS_OK) {
            status = take_openings(run, record.row.id, err);
        }
        if (status == STATUS_OK) {
            status = check_row(run, &record, err);
        }
    }
    if (status == STATUS_OK) {
        status = take_openings(run, INT64_MAX, err);
    }
    int64_t last_event = 0;
    if (status == STATUS_OK) {
        status = query_number(query_begin(run->campaign->db, STATEMENT_EVENT_LAST), 0,
                              &last_event, err);
    }
    if (status == STATUS_OK && last_event != run->events) {
        report(run, "event %" PRId64 ": the log ends with event %" PRId64, last_event,
               run->events);
    }
    return status;
}

enum status campaign_verify(struct campaign *campaign, found_fn *found, void *context,
                            struct error *err)
{
    struct verification run = {.campaign = campaign,
                               .found = found,
                               .context = context,
                               .state = malloc(sizeof *run.state),
                               .other = malloc(sizeof *run.other),
                               .trusts_snapshots = true};
    enum status status = run.state == NULL || run.other == NULL
                             ? error_set(err, STATUS_FULL, "", "no memory is left")
                             : check_pages(&run, err);
    if (status == STATUS_OK) {
        run.opening = query_begin(campaign->db, STATEMENT_OPENING_ALL);
        struct query *log = query_begin(campaign->db, STATEMENT_LOG_ALL);
        status = check_log(&run, log, err);
        query_end(run.opening);
        query_end(log);
    }
    if (status == STATUS_OK) {
        struct seals_place place = {.table = 0};
        status = seals_check(campaign, &place, INT_MAX, report_text, &run, err);
    }
    if (status == STATUS_DAMAGED) {
        report(&run, "%s", err == NULL ? "the rest cannot be read" : err->text);
    }
    free(run.thread);
    free(run.state);
    free(run.other);
    return status;
}
