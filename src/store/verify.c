/* Verifying: the structure of the file, then every row, in the order of the file. */
#include "store/campaign.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/utf8.h"
#include "store/campaign_file.h"
#include "store/schema.h"
#include "store/search.h"
#include "store/seals.h"
#include "store/sums.h"

/* Rows of the log in a step of campaign_verify, which has the time. */
enum { ROWS_AT_ONCE = 1024 };

/* The number of pages up to which SQLite's own check is short enough for an idle moment: 16
 * MiB. */
enum { PAGES_WHEN_IDLE = 4096 };

/* What to do about a fault. */
#define NEXT_RESTORE                                                                           \
    "go back to an earlier copy with referee restore; it keeps this file too, since what "     \
    "comes before can still be read"
#define NEXT_REBUILD "referee rebuild makes it again; no act is lost"
#define NEXT_AGAIN "verify again when no other program uses it; no act is lost"

/* The newest row of one encounter so far. */
struct thread {
    int64_t encounter;
    struct log_record newest; /* all zero before the first */
};

struct verification {
    struct campaign *campaign;
    found_fn *found;
    void *context;
    int faults; /* reported so far */
    bool is_begun;
    bool has_no_log;           /* its tables are not the program's: they are not read */
    bool is_derived_elsewhere; /* the derived tables were made by another version */
    struct thread *thread;     /* it moves when it grows */
    int threads, threads_room;
    int open;                       /* index of the encounter on the table; -1: none yet */
    int64_t openings, rows, events; /* seen so far, which is also the last id */
    int64_t last_row, last_event;   /* of the file when it began: only to tell how far it is */
    struct state *state;            /* after act `state_act` of `state_encounter` */
    struct state *other;            /* scratch */
    int64_t state_act, state_encounter;
    bool trusts_snapshots;
    bool has_seen_rows;       /* verify_rows came to its end */
    struct seals_place seals; /* how far the checksums were checked after that */
};

/* Reports a fault, unless too many were reported. `next` says what to do about it. */
static LIKE_PRINTF(4, 5) void report(struct verification *run, const char *where,
                                     const char *next, const char *format, ...)
{
    if (run->faults > VERIFY_FAULTS_MAX) {
        return;
    }
    char what[ERROR_TEXT_SIZE + ERROR_WHERE_SIZE];
    va_list arguments;
    va_start(arguments, format);
    text_format_list(what, sizeof what, format, arguments);
    va_end(arguments);
    struct fault fault = {.where = where, .what = what, .next = next};
    if (run->faults++ == VERIFY_FAULTS_MAX) {
        fault = (struct fault){.where = where,
                               .what = "there is more that is wrong after this; it is not "
                                       "listed",
                               .next = "mend what is listed first, then verify again"};
    }
    run->found(run->context, &fault);
}

/* ---- the structure of the file --------------------------------------------------------- */

enum { NAME_SHOWN_SIZE = 64, OBJECT_SIZE = ERROR_WHERE_SIZE };

/* "trigger event_update"; a foreign name is made harmless and cut. */
static void name_object(char out[OBJECT_SIZE], const struct schema_difference *difference)
{
    char name[NAME_SHOWN_SIZE], type[NAME_SHOWN_SIZE / 2];
    utf8_clean(name, sizeof name, str_of(difference->name));
    utf8_clean(type, sizeof type, str_of(difference->type));
    bool has_no_name = difference->kind == SCHEMA_TOO_MANY;
    snprintf(out, OBJECT_SIZE, "%s%s%s", has_no_name ? "schema" : type, has_no_name ? "" : " ",
             name);
}

static const char *what_differs(const struct schema_difference *difference)
{
    switch (difference->kind) {
    case SCHEMA_MISSING:
        return strcmp(difference->type, "trigger") == 0
                   ? "it is missing, so other programs could change acts"
                   : "it is missing";
    case SCHEMA_CHANGED:
        return "it is not the one that this program makes";
    case SCHEMA_ADDED:
        return strcmp(difference->type, "trigger") == 0
                   ? "it was added by another program, and could change what is written"
                   : "it was added by another program";
    case SCHEMA_TOO_MANY:
        return "it has more than 1,000 tables, indexes, triggers and views";
    }
    CHECK(false);
    return "";
}

static const char *what_to_do(const struct schema_difference *difference)
{
    if (difference->is_derived) {
        return NEXT_REBUILD;
    }
    return difference->kind == SCHEMA_ADDED ? "remove it with that program, or go back to an "
                                              "earlier copy with referee restore"
                                            : "go back to an earlier copy with referee "
                                              "restore; what this file holds is shown by "
                                              "sqlite3 with .dump";
}

/* ---- when it is opened ----------------------------------------------------------------- */

struct opening_check {
    int foreign; /* differences where acts stand or could be changed */
    bool is_derived_sound;
    struct error *err;
};

static void see_at_opening(void *context, const struct schema_difference *difference)
{
    struct opening_check *check = context;
    if (difference->is_derived) {
        check->is_derived_sound = false;
        return;
    }
    if (check->foreign++ == 0) {
        char object[OBJECT_SIZE];
        name_object(object, difference);
        error_set(check->err, STATUS_DAMAGED, "",
                  "this campaign cannot be opened, because its schema was changed: %s: %s. "
                  "What to do: %s",
                  object, what_differs(difference), what_to_do(difference));
    }
}

enum status campaign_check_schema(struct campaign *campaign, bool *is_derived_sound,
                                  struct error *err)
{
    int64_t version = 0;
    struct error scratch;
    struct opening_check check = {.is_derived_sound = true,
                                  .err = err != NULL ? err : &scratch};
    enum status status =
        query_number(query_begin(campaign->db, STATEMENT_VERSION), 0, &version, err);
    if (status == STATUS_OK) {
        status = schema_compare(campaign->db, schema_scripts(), version, see_at_opening, &check,
                                err);
    }
    *is_derived_sound = check.is_derived_sound;
    if (status == STATUS_OK && check.foreign > 1) {
        return error_set(check.err, STATUS_DAMAGED, "",
                         "%s (%d more: referee verify lists them all)", check.err->text,
                         check.foreign - 1);
    }
    return status == STATUS_OK && check.foreign > 0 ? STATUS_DAMAGED : status;
}

/* ---- when it is verified --------------------------------------------------------------- */

/* The derived part can be asked which script made it, unless this is missing or changed. */
static void see_derived(void *context, const struct schema_difference *difference)
{
    bool *can_be_asked = context;
    if (difference->kind == SCHEMA_TOO_MANY || strcmp(difference->name, "derived") == 0) {
        *can_be_asked = false;
    }
}

/* Another program's version makes other views: the campaign is whole, and they are made again
 * when it is opened. */
static enum status look_at_derived(struct verification *run, int64_t version, struct error *err)
{
    struct db *db = run->campaign->db;
    bool can_be_asked = version == schema_scripts()->log_count, is_of_script = false;
    enum status status =
        schema_compare(db, schema_scripts(), version, see_derived, &can_be_asked, err);
    if (status == STATUS_OK && can_be_asked) {
        status = schema_has_derived(db, schema_scripts(), &is_of_script, err);
    }
    run->campaign->has_snapshots = is_of_script;
    run->is_derived_elsewhere = can_be_asked && !is_of_script;
    return status;
}

static void see_when_verifying(void *context, const struct schema_difference *difference)
{
    struct verification *run = context;
    char object[OBJECT_SIZE];
    if (difference->is_derived && run->is_derived_elsewhere) {
        return;
    }
    name_object(object, difference);
    report(run, object, what_to_do(difference), "%s", what_differs(difference));
    /* Rows are read from tables that are the program's own. */
    bool is_table = strcmp(difference->type, "table") == 0;
    run->has_no_log =
        run->has_no_log || difference->kind == SCHEMA_TOO_MANY ||
        (is_table && !difference->is_derived &&
         (difference->kind == SCHEMA_MISSING || difference->kind == SCHEMA_CHANGED));
    if (difference->is_derived) {
        run->campaign->has_snapshots = false;
    }
}

static enum status verify_schema(struct verification *run, struct error *err)
{
    struct db *db = run->campaign->db;
    int64_t version = 0;
    struct error wrong = {.code = STATUS_OK};
    enum status status = query_number(query_begin(db, STATEMENT_VERSION), 0, &version, &wrong);
    if (status == STATUS_OK) {
        status = schema_check(db, schema_scripts(), &wrong);
    }
    if (status == STATUS_FOREIGN || status == STATUS_DAMAGED) {
        run->has_no_log = true;
        report(run, "header",
               version > schema_scripts()->log_count
                   ? "open it with the newer version"
                   : "go back to an earlier copy with referee restore, or name the "
                     "campaign's file with --db",
               "%s", wrong.text);
        return STATUS_OK;
    }
    if (status == STATUS_OK) {
        status = look_at_derived(run, version, &wrong);
    }
    if (status == STATUS_OK) {
        status = schema_compare(db, schema_scripts(), version, see_when_verifying, run, &wrong);
    }
    if (status == STATUS_DAMAGED) {
        run->has_no_log = true;
        report(run, "schema", NEXT_RESTORE, "%s", wrong.text);
        return STATUS_OK;
    }
    return status == STATUS_OK ? status : error_set(err, status, wrong.where, "%s", wrong.text);
}

static enum status verify_foreign_keys(struct verification *run, struct error *err)
{
    struct query *query = query_begin(run->campaign->db, STATEMENT_FOREIGN_KEYS);
    enum status status = STATUS_OK;
    while (query_next(query, &status, err)) {
        struct str table = query_text(query, 0), other = query_text(query, 2);
        char where[ERROR_WHERE_SIZE];
        snprintf(where, sizeof where, "table %.*s, row %" PRId64, table.n, table.p,
                 query_int(query, 1));
        report(run, where, NEXT_RESTORE, "the row of %.*s it names is missing", other.n,
               other.p);
    }
    query_end(query);
    return status;
}

static enum status verify_pages(struct verification *run, struct error *err)
{
    struct query *query = query_begin(run->campaign->db, STATEMENT_INTEGRITY);
    enum status status = STATUS_OK;
    while (query_next(query, &status, err)) {
        struct str text = query_text(query, 0);
        if (str_equal(text, "ok")) {
            continue;
        }
        status = db_check_reads(run->campaign->db, err);
        if (status == STATUS_OK) {
            report(run, "pages", NEXT_RESTORE, "%.*s", text.n, text.p);
        }
    }
    query_end(query);
    return status == STATUS_OK ? verify_foreign_keys(run, err) : status;
}

/* ---- the rows of the log --------------------------------------------------------------- */

/* The rows of the log in the order of writing, each checked against the rows before it, and
 * every act folded onto the state it followed. The snapshots on the way are compared with the
 * folded states, so that an older branch is resumed only from verified snapshots. */

/* Reports a fault of something with a number. */
#define REPORT(run, thing, id, next, ...)                                                      \
    do {                                                                                       \
        char report_where[ERROR_WHERE_SIZE];                                                   \
        snprintf(report_where, sizeof report_where, thing " %" PRId64, (int64_t)(id));         \
        report(run, report_where, next, __VA_ARGS__);                                          \
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
    struct thread *grown =
        array_grown(run->thread, run->threads, &run->threads_room, sizeof *grown, realloc);
    if (grown == NULL) {
        return error_set(err, STATUS_MEMORY, "", "out of memory");
    }
    run->thread = grown;
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
    query_bind(query, ":after", run->openings);
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
        report(run, wrong.where, NEXT_RESTORE, "%s", wrong.text);
    }
    if (!is_believed) {
        report(run, "table newest", NEXT_REBUILD, "it differs from what was written");
    }
    return status;
}

static enum status verify_rows(struct verification *run, int most, bool *is_done,
                               struct error *err)
{
    int count = 0;
    struct query *log = query_begin(run->campaign->db, STATEMENT_LOG_FROM);
    query_bind(log, ":after", run->rows);
    query_bind(log, ":most", most);
    enum status status = STATUS_OK;
    while (query_next(log, &status, err)) {
        /* Checks a row of the log as far as it can be read, and reports mistakes. */
        struct log_record record;
        struct error wrong = {.code = STATUS_OK};
        if (log_read_columns(&record, log, &wrong) != STATUS_OK) {
            report(run, wrong.where, NEXT_RESTORE, "%s", wrong.text);
        }
        if (record.row.id > ROW_NUMBER_MAX) {
            count = 0; /* no later one is a row that the program wrote */
            break;
        }
        status = take_openings(run, record.row.id, err);
        status = status == STATUS_OK ? check_row(run, &record, err) : status;
        count++;
    }
    query_end(log);
    *is_done = status != STATUS_OK || count < most;
    return status == STATUS_OK && *is_done ? check_end(run, err) : status;
}

/* ---- in steps -------------------------------------------------------------------------- */

enum status verification_begin(struct verification **out, struct campaign *campaign,
                               found_fn *found, void *context, struct error *err)
{
    struct verification *run = calloc(1, sizeof *run);
    *out = run;
    if (run != NULL) {
        run->state = calloc(1, sizeof *run->state);
        run->other = malloc(sizeof *run->other);
    }
    if (run == NULL || run->state == NULL || run->other == NULL) {
        verification_end(run);
        *out = NULL;
        return error_set(err, STATUS_MEMORY, "", "out of memory");
    }
    run->campaign = campaign;
    run->found = found;
    run->context = context;
    run->open = -1;
    run->trusts_snapshots = true;
    return STATUS_OK;
}

void verification_end(struct verification *run)
{
    if (run != NULL) {
        free(run->thread);
        free(run->state);
        free(run->other);
        free(run);
    }
}

static enum status check_campaign_row(struct verification *run, struct error *err)
{
    int64_t rows = 0;
    enum status status =
        query_number(query_begin(run->campaign->db, STATEMENT_CAMPAIGN_ROWS), 0, &rows, err);
    if (status == STATUS_OK && rows == 0) {
        report(run, "table campaign", NEXT_RESTORE,
               "its row is missing, which holds the seed of all dice");
    }
    bool is_there = status == STATUS_OK && rows > 0;
    return is_there ? campaign_read_own_row(run->campaign, err) : status;
}

/* The file beside the campaign: what keeps it from being read may pass. */
static void check_beside(struct verification *run)
{
    struct error found;
    const char *where = "index for searching";
    enum status status = search_check(run->campaign, &found);
    if (status == STATUS_OK) {
        where = "sums of figures";
        status = sums_check(run->campaign, &found);
    }
    if (status == STATUS_DAMAGED) {
        report(run, where, NEXT_REBUILD, "it is damaged, or not of this log");
    } else if (status != STATUS_OK) {
        report(run, where, NEXT_AGAIN, "it could not be checked: %s", found.text);
    }
}

static enum status check_file(struct verification *run, bool has_time, struct error *err)
{
    int64_t pages = 0;
    enum status status = verify_schema(run, err);
    if (status == STATUS_OK && has_time) {
        check_beside(run);
    } else if (status == STATUS_OK) {
        status = query_number(query_begin(run->campaign->db, STATEMENT_PAGES), 0, &pages, err);
    }
    /* A schema that cannot be read was reported already, and keeps the pages from being read.
     */
    struct error scratch;
    if (status == STATUS_OK && pages <= PAGES_WHEN_IDLE) {
        status = verify_pages(run, run->has_no_log ? &scratch : err);
    }
    if (status == STATUS_DAMAGED && run->has_no_log) {
        return STATUS_OK;
    }
    return status == STATUS_OK && !run->has_no_log ? check_campaign_row(run, err) : status;
}

static void tell_unsealed(void *context, const char *where, const char *what, bool is_derived)
{
    report(context, where, is_derived ? NEXT_REBUILD : NEXT_RESTORE, "%s", what);
}

static enum status step(struct verification *run, int rows, bool has_time, bool *is_done,
                        struct error *err)
{
    if (!run->is_begun) {
        run->is_begun = true;
        enum status status = check_file(run, has_time, err);
        *is_done = status != STATUS_OK || run->has_no_log;
        return status;
    }
    enum status status = STATUS_OK;
    if (!run->has_seen_rows) {
        status = verify_rows(run, rows, &run->has_seen_rows, err);
        *is_done = status != STATUS_OK;
    } else {
        status = seals_check(run->campaign, &run->seals, rows, tell_unsealed, run, err);
        *is_done = status != STATUS_OK || run->seals.is_done;
    }
    *is_done = *is_done || run->faults > VERIFY_FAULTS_MAX;
    return status;
}

/* An obstacle in the file is a fault too. */
static enum status report_obstacle(struct verification *run, enum status status,
                                   const struct error *err)
{
    if (status == STATUS_DAMAGED) {
        report(run, "file", NEXT_RESTORE, "%s", err->text);
    }
    return status;
}

enum status verification_step(struct verification *run, int rows, bool *is_done,
                              struct error *err)
{
    *is_done = true;
    enum status status = db_begin_reading(run->campaign->db, err);
    if (status == STATUS_OK) {
        status = step(run, rows, false, is_done, err);
        db_end_reading(run->campaign->db);
    }
    return report_obstacle(run, status, err);
}

/* ---- at once --------------------------------------------------------------------------- */

/* What cannot be read is found by the check itself. */
static void count_rows(struct verification *run)
{
    struct db *db = run->campaign->db;
    int64_t pages = 0;
    if (query_number(query_begin(db, STATEMENT_LOG_LAST_ID), 0, &run->last_row, NULL) !=
            STATUS_OK ||
        query_number(query_begin(db, STATEMENT_EVENT_LAST), 0, &run->last_event, NULL) !=
            STATUS_OK ||
        query_number(query_begin(db, STATEMENT_PAGES), 0, &pages, NULL) != STATUS_OK ||
        run->last_row > ROW_NUMBER_MAX || run->last_event > ROW_NUMBER_MAX) {
        run->last_row = run->last_event = 0;
    }
    db_progress("looking at", -1, pages, "pages");
}

static void tell_progress(const struct verification *run)
{
    if (!run->has_seen_rows) {
        db_progress("checked", run->rows + run->events, run->last_row + run->last_event,
                    "rows");
    } else {
        seals_tell_progress(&run->seals, "compared checksums of", run->last_row);
    }
}

enum status campaign_verify(struct campaign *campaign, found_fn *found, void *context,
                            struct error *err)
{
    struct verification *run = NULL;
    enum status status = verification_begin(&run, campaign, found, context, err);
    if (status != STATUS_OK) {
        return status;
    }
    /* Everything as of one moment, however much is written meanwhile. */
    status = db_begin_reading(campaign->db, err);
    if (status == STATUS_OK) {
        bool is_done = false;
        count_rows(run);
        while (status == STATUS_OK && !is_done) {
            status = step(run, ROWS_AT_ONCE, true, &is_done, err);
            tell_progress(run);
        }
        db_progress_end();
        db_end_reading(campaign->db);
    }
    status = report_obstacle(run, status, err);
    verification_end(run);
    return status;
}
