/* The rows of the log in the order of writing, each checked against the rows before it, and
 * every act folded onto the state it followed. The snapshots on the way are compared with the
 * folded states, so that an older branch is resumed only from verified snapshots. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/verify_private.h"

/* Reports a fault of something with a number. */
#define REPORT(run, thing, id, next, ...)                                                      \
    do {                                                                                       \
        char report_where[ERROR_WHERE_SIZE];                                                   \
        snprintf(report_where, sizeof report_where, thing " %" PRId64, (int64_t)(id));         \
        verification_report(run, report_where, next, __VA_ARGS__);                             \
    } while (0)

/* ---- openings -------------------------------------------------------------------------- */

/* Puts the encounter on the table from here on. */
static enum status put_on_table(struct verification *run, int64_t encounter, struct error *err)
{
    for (run->open = 0; run->open < run->threads; run->open++) {
        if (run->thread[run->open].encounter == encounter) {
            return STATUS_OK;
        }
    }
    if (run->threads == run->threads_room) {
        int room = run->threads_room == 0 ? 16 : 2 * run->threads_room;
        struct thread *grown = realloc(run->thread, (size_t)room * sizeof *grown);
        if (grown == NULL) {
            return error_set(err, STATUS_FULL, "", "out of memory");
        }
        run->thread = grown;
        run->threads_room = room;
    }
    run->thread[run->threads++] = (struct thread){.encounter = encounter};
    return STATUS_OK;
}

/* Checks one opening, if it came before the log's next row `row` (the end: INT64_MAX). */
static enum status take_opening(struct verification *run, int64_t row, bool *is_taken,
                                struct error *err)
{
    enum { ID, ENCOUNTER, AFTER, PREVIOUS };
    bool has_row = false;
    struct query *query = query_begin(run->campaign->db, STATEMENT_OPENING_FROM);
    query_bind(query, ":first", run->openings + 1);
    enum status status = query_step(query, &has_row, err);
    *is_taken = status == STATUS_OK && has_row && query_int(query, AFTER) < row;
    if (*is_taken) {
        int64_t id = query_int(query, ID);
        status = put_on_table(run, query_int(query, ENCOUNTER), err);
        if (status == STATUS_OK && id != ++run->openings) {
            REPORT(run, "opening", id, NEXT_RESTORE, "number %" PRId64 " is missing",
                   run->openings);
            run->openings = id;
        }
        if (status == STATUS_OK &&
            (query_int(query, AFTER) != run->rows ||
             query_int(query, PREVIOUS) != run->thread[run->open].newest.row.id)) {
            REPORT(run, "opening", id, NEXT_RESTORE, "it is at the wrong place in the log");
        }
    }
    query_end(query);
    return status;
}

static enum status take_openings(struct verification *run, int64_t row, struct error *err)
{
    bool is_taken = true;
    enum status status = STATUS_OK;
    while (status == STATUS_OK && is_taken) {
        status = take_opening(run, row, &is_taken, err);
    }
    return status;
}

/* ---- folding --------------------------------------------------------------------------- */

/* Sets run->state to the state after the act that this one followed. */
static enum status go_to_parent(struct verification *run, const struct log_record *record,
                                struct error *err)
{
    int64_t encounter = record->row.encounter, parent = record->row.parent;
    /* A damaged row may name encounter 0, which here means that there is no state. */
    bool is_there = run->state_encounter != 0 && run->state_encounter == encounter;
    if (is_there && run->state_act == parent) {
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
        REPORT(run, "event", check->event, NEXT_RESTORE, "it does not fit the state before it");
    } else {
        if (!state_has_old(run->state, event)) {
            REPORT(run, "event", check->event, NEXT_RESTORE,
                   "its old value is not what was there before");
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
            REPORT(run, "act", act, NEXT_REBUILD, "its snapshot differs from the log");
            run->trusts_snapshots = false;
        }
    }
    query_end(query);
    return status;
}

/* Mistakes of one act are reported; only an error that stops the reading is returned. */
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
        char act[ERROR_WHERE_SIZE];
        text_format(act, sizeof act, "act %" PRId64, record->row.id);
        bool is_elsewhere = wrong.where[0] != '\0' && strcmp(wrong.where, act) != 0;
        REPORT(run, "act", record->row.id,
               status == STATUS_FOREIGN ? "open it with the program that has this game"
                                        : NEXT_RESTORE,
               "%s%s%s", is_elsewhere ? wrong.where : "", is_elsewhere ? ": " : "", wrong.text);
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
        if (status == STATUS_DAMAGED) {
            target = (struct log_record){0};
        } else if (status != STATUS_OK && status != STATUS_MISSING) {
            return status;
        }
    }
    if (record->row.head != target.row.id || record->row.head >= record->row.id ||
        record->depth != target.depth ||
        (record->row.head != 0 &&
         (target.row.kind != ROW_ACT || target.row.encounter != record->row.encounter))) {
        REPORT(run, "row", record->row.id, NEXT_RESTORE,
               "it moves to act %" PRId64 ", which does not exist", record->row.head);
    }
    return STATUS_OK;
}

static enum status check_row(struct verification *run, const struct log_record *record,
                             struct error *err)
{
    int64_t id = record->row.id;
    bool is_act = record->row.kind == ROW_ACT;
    if (id != ++run->rows) {
        REPORT(run, "row", id, NEXT_RESTORE, "number %" PRId64 " is missing", run->rows);
        run->rows = id;
    }
    if (run->open < 0 || run->thread[run->open].encounter != record->row.encounter) {
        REPORT(run, "row", id, NEXT_RESTORE, "its encounter was not the open one");
        enum status status = put_on_table(run, record->row.encounter, err);
        if (status != STATUS_OK) {
            return status;
        }
    }
    struct log_record *newest = &run->thread[run->open].newest;
    if (record->previous != newest->row.id || record->row.parent != newest->row.head) {
        REPORT(run, "row", id, NEXT_RESTORE, "it does not follow the row before it");
    }
    if (record->acts != newest->acts + is_act ||
        (is_act && record->depth != newest->depth + 1)) {
        REPORT(run, "row", id, NEXT_RESTORE, "it counts its acts wrongly");
    }
    if (record->first_event != run->events + 1) {
        REPORT(run, "row", id, NEXT_RESTORE, "its events do not follow those before them");
    }
    run->events = record->first_event - 1 + record->events;
    *newest = *record;
    return is_act ? check_act(run, record, err) : check_move(run, record, err);
}

/* Checks a row of the log as far as it can be read, and reports mistakes. */
static enum status take_row(struct verification *run, const struct query *log,
                            struct error *err)
{
    struct log_record record;
    struct error wrong = {.code = STATUS_OK};
    enum status status = log_read_columns(&record, log, &wrong);
    if (status == STATUS_DAMAGED) {
        verification_report(run, wrong.where, NEXT_RESTORE, "%s", wrong.text);
    }
    status = take_openings(run, record.row.id, err);
    return status == STATUS_OK ? check_row(run, &record, err) : status;
}

/* Checks that the last openings and events belong to rows that were seen. */
static enum status check_end(struct verification *run, struct error *err)
{
    int64_t last_event = 0;
    enum status status = take_openings(run, INT64_MAX, err);
    if (status == STATUS_OK) {
        status = query_number(query_begin(run->campaign->db, STATEMENT_EVENT_LAST), 0,
                              &last_event, err);
    }
    if (status == STATUS_OK && last_event != run->events) {
        REPORT(run, "event", last_event, NEXT_RESTORE, "the log ends with event %" PRId64,
               run->events);
    }
    struct error wrong = {.code = STATUS_OK};
    bool is_believed = true;
    if (status == STATUS_OK) {
        status = newest_check(run->campaign, &wrong, &is_believed, err);
    }
    if (wrong.code != STATUS_OK) {
        verification_report(run, wrong.where, NEXT_RESTORE, "%s", wrong.text);
    }
    if (!is_believed) {
        verification_report(run, "table newest", NEXT_REBUILD,
                            "it differs from what was written");
    }
    return status;
}

enum status verify_rows(struct verification *run, int most, bool *is_done, struct error *err)
{
    bool has_row = true;
    int count = 0;
    struct query *log = query_begin(run->campaign->db, STATEMENT_LOG_FROM);
    query_bind(log, ":first", run->rows + 1);
    query_bind(log, ":most", most);
    enum status status = STATUS_OK;
    while (status == STATUS_OK && has_row) {
        status = query_step(log, &has_row, err);
        if (has_row) {
            status = take_row(run, log, err);
            count++;
        }
    }
    query_end(log);
    *is_done = status != STATUS_OK || count < most;
    return status == STATUS_OK && *is_done ? check_end(run, err) : status;
}

/* ---- the end of the log, when it is opened --------------------------------------------- */

/* The end of the log, against which rows are checked from the newest backward. */
struct log_end {
    int64_t events; /* the last one of the present row */
    struct log_record newer;
};

static const char *check_one_row(const struct log_end *end, const struct log_record *record)
{
    const struct log_record *newer = &end->newer;
    if (record->first_event + record->events - 1 != end->events) {
        return "it has too few events, or too many";
    }
    if (newer->row.id == 0) {
        return NULL;
    }
    if (newer->row.id != record->row.id + 1) {
        return "the next row is missing";
    }
    bool is_same = newer->row.encounter == record->row.encounter;
    return is_same &&
                   (newer->previous != record->row.id || newer->row.parent != record->row.head)
               ? "the next row does not follow it"
               : NULL;
}

static enum status fail_at_end(int64_t row, const char *what, struct error *err)
{
    char where[ERROR_WHERE_SIZE];
    snprintf(where, sizeof where, "row %" PRId64, row);
    return error_set(err, STATUS_DAMAGED, where, "%s", what);
}

/* The encounter on the table is the one whose rows were written last. */
static enum status check_last_opening(struct campaign *campaign,
                                      const struct log_record *newest, struct error *err)
{
    enum { ENCOUNTER, AFTER };
    bool has_row = false;
    struct query *query = query_begin(campaign->db, STATEMENT_OPENING_LAST);
    enum status status = query_step(query, &has_row, err);
    if (status == STATUS_OK && newest->row.id != 0) {
        bool fits = has_row && (query_int(query, AFTER) == newest->row.id ||
                                (query_int(query, AFTER) < newest->row.id &&
                                 query_int(query, ENCOUNTER) == newest->row.encounter));
        status = fits ? STATUS_OK
                      : fail_at_end(newest->row.id, "its encounter was not the open one", err);
    }
    query_end(query);
    return status;
}

/* A row of the end, if it is there. */
static enum status read_at_end(struct log_record *out, bool *has_row, struct campaign *campaign,
                               int64_t id, struct error *err)
{
    struct query *query = query_begin(campaign->db, STATEMENT_LOG_AT);
    query_bind(query, ":id", id);
    enum status status = query_step(query, has_row, err);
    if (*has_row) {
        status = log_read_columns(out, query, err);
    }
    query_end(query);
    return status;
}

/* Row by row, with the statement that reads the log elsewhere too: to prepare another takes
 * longer than all of this. */
enum status campaign_check_end(struct campaign *campaign, struct error *err)
{
    enum { ROWS_LOOKED_AT = 8 };
    struct log_end end = {.events = 0};
    struct log_record newest = {.row.id = 0};
    int64_t last = INT64_MIN;
    enum status status =
        query_number(query_begin(campaign->db, STATEMENT_EVENT_LAST), 0, &end.events, err);
    if (status == STATUS_OK) {
        status = query_number(query_begin(campaign->db, STATEMENT_LOG_LAST_ID), INT64_MIN,
                              &last, err);
    }
    for (int64_t id = last; status == STATUS_OK && id > INT64_MIN && last - id < ROWS_LOOKED_AT;
         id--) {
        struct log_record record;
        bool has_row = false;
        status = read_at_end(&record, &has_row, campaign, id, err);
        if (status != STATUS_OK || !has_row) {
            continue;
        }
        const char *what = check_one_row(&end, &record);
        if (what != NULL) {
            status = fail_at_end(record.row.id, what, err);
        }
        newest = newest.row.id == 0 ? record : newest;
        end = (struct log_end){.events = record.first_event - 1, .newer = record};
    }
    return status == STATUS_OK ? check_last_opening(campaign, &newest, err) : status;
}
