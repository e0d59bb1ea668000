#include "store/seals.h"

#include <inttypes.h>
#include <stdio.h>

#include "store/campaign_file.h"

/* The number of columns under a table's checksum, which is in the next column. */
static const struct sealed_table {
    const char *name;
    const char *word; /* for messages */
    enum statement rows, seal;
    int columns;
    bool has_grown; /* see columns_sealed */
} tables[] = {
    {"campaign", "the campaign's row", STATEMENT_CAMPAIGN_SEALED, STATEMENT_CAMPAIGN_SEAL, 2,
     false},
    {"encounter", "encounter", STATEMENT_ENCOUNTER_ROWS, STATEMENT_ENCOUNTER_SEAL, 5, true},
    {"opening", "opening", STATEMENT_OPENING_ROWS, STATEMENT_OPENING_SEAL, 5, false},
    {"log", "row", STATEMENT_LOG_ROWS, STATEMENT_LOG_SEAL, 15, false},
    {"change", "change", STATEMENT_CHANGE_ROWS, STATEMENT_CHANGE_SEAL, 11, true},
};

enum { TABLES = sizeof tables / sizeof tables[0], TABLE_CAMPAIGN = 0, TABLE_LOG = 3 };

/* In the table log. */
enum { COLUMN_FIRST_EVENT = 8, COLUMN_EVENTS, COLUMN_EVENTS_CHECKSUM = 14 };

static enum status sum_events(int64_t *out, struct db *db, int64_t first, int64_t count,
                              struct error *err)
{
    struct seal seal;
    seal_begin(&seal);
    struct query *query = query_begin(db, STATEMENT_EVENT_OF_ACT);
    query_bind(query, ":first", first);
    query_bind(query, ":count", count);
    enum status status = STATUS_OK;
    while (query_next(query, &status, err)) {
        query_seal_columns(query, 0, EVENT_COLUMNS_COUNT, &seal);
    }
    query_end(query);
    *out = seal_end(&seal);
    return status;
}

/* The sum over the present row; for the log, with `events` as the sum of its events. */
static int64_t sum_row(const struct query *query, const struct sealed_table *table,
                       int64_t before, const int64_t *events)
{
    struct seal seal;
    seal_begin(&seal);
    seal_text(&seal, str_of(table->name));
    seal_int(&seal, before);
    int columns = table->has_grown ? columns_sealed(query, table->columns) : table->columns;
    query_seal_columns(query, 0, columns - (events != NULL), &seal);
    if (events != NULL) {
        seal_int(&seal, *events);
    }
    return seal_end(&seal);
}

/* ---- making ---------------------------------------------------------------------------- */

static enum status write_sum(struct db *db, const struct sealed_table *table, int64_t id,
                             int64_t sum, const int64_t *events, struct error *err)
{
    struct query *query = query_begin(db, table->seal);
    query_bind(query, ":id", id);
    query_bind(query, ":checksum", sum);
    if (events != NULL) {
        query_bind(query, ":events_checksum", *events);
    }
    return query_run(query, err);
}

/* Seals the row after `place` and moves `place` to it; is_done when there is none. */
static enum status seal_next(struct db *db, struct seals_place *place, struct error *err)
{
    const struct sealed_table *table = &tables[place->table];
    struct query *query = query_begin(db, table->rows);
    query_bind(query, ":after", place->id);
    bool has_row = false, is_sealed = true;
    int64_t events_sum = 0, sum = 0;
    const int64_t *events = place->table == TABLE_LOG ? &events_sum : NULL;
    enum status status = query_step(query, &has_row, err);
    if (has_row) {
        place->id = query_int(query, 0);
        is_sealed = !query_is_null(query, table->columns);
    }
    if (has_row && !is_sealed && events != NULL) {
        status = sum_events(&events_sum, db, query_int(query, COLUMN_FIRST_EVENT),
                            query_int(query, COLUMN_EVENTS), err);
    }
    if (has_row) {
        sum = is_sealed ? query_int(query, table->columns)
                        : sum_row(query, table, place->before, events);
        place->before = sum;
    }
    query_end(query);
    place->is_done = !has_row;
    if (status == STATUS_OK && has_row && !is_sealed) {
        status = write_sum(db, table, place->id, sum, events, err);
    }
    return status;
}

void seals_tell_progress(const struct seals_place *place, const char *doing, int64_t rows)
{
    if (place->table == TABLE_LOG) {
        db_progress(doing, place->id, rows, "acts");
    }
}

enum status seals_make(struct db *db, struct error *err)
{
    enum { TOLD_AFTER = 256 };
    int64_t campaign = 0, rows = 0;
    enum status status = query_number(query_begin(db, STATEMENT_LOG_LAST_ID), 0, &rows, err);
    for (int table = 0; status == STATUS_OK && table < TABLES; table++) {
        struct seals_place place = {.table = table, .before = campaign};
        while (status == STATUS_OK && !place.is_done) {
            status = seal_next(db, &place, err);
            if (place.id % TOLD_AFTER == 0) {
                seals_tell_progress(&place, "brought up to date", rows);
            }
        }
        if (table == TABLE_CAMPAIGN) {
            campaign = place.before;
        }
    }
    db_progress_end();
    return status;
}

/* ---- checking -------------------------------------------------------------------------- */

static void tell(struct campaign *campaign, const struct sealed_table *table, int64_t id,
                 const char *what, seals_found_fn *found, void *context)
{
    char where[ERROR_WHERE_SIZE];
    if (table == &tables[TABLE_CAMPAIGN]) {
        snprintf(where, sizeof where, "%s", table->word);
    } else {
        snprintf(where, sizeof where, "%s %" PRId64, table->word, id);
    }
    campaign_note_damage(campaign, where, what, NULL);
    found(context, where, what, false);
}

static enum status check_row(struct campaign *campaign, struct seals_place *place,
                             const struct query *query, seals_found_fn *found, void *context,
                             struct error *err)
{
    const struct sealed_table *table = &tables[place->table];
    int64_t id = query_int(query, 0);
    int64_t wanted = query_int(query, table->columns), events = 0;
    enum status status = STATUS_OK;
    if (id != place->id + 1) {
        tell(campaign, table, place->id + 1, "it is missing", found, context);
    }
    if (query_is_null(query, table->columns) ||
        wanted != sum_row(query, table, place->before, NULL)) {
        tell(campaign, table, id, "it differs from what was written", found, context);
    }
    if (place->table == TABLE_LOG) {
        status = sum_events(&events, campaign->db, query_int(query, COLUMN_FIRST_EVENT),
                            query_int(query, COLUMN_EVENTS), err);
        if (status == STATUS_OK && events != query_int(query, COLUMN_EVENTS_CHECKSUM)) {
            tell(campaign, table, id, "its events differ from what was written", found,
                 context);
        }
    }
    place->id = id;
    place->before = wanted;
    return status;
}

static enum status check_snapshots(struct campaign *campaign, struct seals_place *place,
                                   int *left, seals_found_fn *found, void *context,
                                   struct error *err)
{
    if (!campaign->has_snapshots) {
        place->is_done = true;
        return STATUS_OK;
    }
    struct query *query = query_begin(campaign->db, STATEMENT_SNAPSHOT_ALL);
    query_bind(query, ":after", place->id);
    bool has_row = true;
    enum status status = STATUS_OK;
    while (status == STATUS_OK && has_row && (*left)-- > 0) {
        status = query_step(query, &has_row, err);
        if (has_row) {
            place->id = query_int(query, SNAPSHOT_COLUMN_ACT);
        }
        if (has_row &&
            !snapshot_is_whole(query, query_int(query, SNAPSHOT_COLUMN_LOG_CHECKSUM))) {
            char where[ERROR_WHERE_SIZE];
            snprintf(where, sizeof where, "act %" PRId64, place->id);
            found(context, where, "its snapshot differs from what was written", true);
        }
    }
    query_end(query);
    place->is_done = status == STATUS_OK && !has_row;
    return status;
}

enum status seals_check(struct campaign *campaign, struct seals_place *place, int most,
                        seals_found_fn *found, void *context, struct error *err)
{
    enum status status = STATUS_OK;
    int left = most;
    while (status == STATUS_OK && left > 0 && place->table < TABLES) {
        struct query *query = query_begin(campaign->db, tables[place->table].rows);
        query_bind(query, ":after", place->id);
        bool has_row = true;
        status = STATUS_OK;
        while (status == STATUS_OK && has_row && left > 0) {
            status = query_step(query, &has_row, err);
            if (has_row) {
                status = check_row(campaign, place, query, found, context, err);
                left--;
            }
        }
        query_end(query);
        if (status == STATUS_OK && !has_row) {
            *place =
                (struct seals_place){.table = place->table + 1, .before = campaign->checksum};
        }
    }
    if (status == STATUS_OK && left > 0 && place->table == TABLES) {
        status = check_snapshots(campaign, place, &left, found, context, err);
    }
    return status;
}

/* ---- the end of the file --------------------------------------------------------------- */

/* The columns of both statements: the last ids and their sums; NEWEST also has its own sum and
 * the present sums of those rows. */
enum { ENDS = 4, COLUMNS = 2 * ENDS, COLUMN_OWN_SUM = COLUMNS, COLUMN_NOW };

static const char *const end_words[ENDS] = {"the log", "the encounters", "the openings",
                                            "the changes"};

static int64_t sum_of_ends(const struct campaign *campaign, const struct query *query)
{
    struct seal seal;
    seal_begin(&seal);
    seal_text(&seal, str_of("newest"));
    seal_int(&seal, campaign->checksum);
    query_seal_columns(query, 0, COLUMNS, &seal);
    return seal_end(&seal);
}

enum status newest_keep(struct campaign *campaign, struct error *err)
{
    struct error own;
    int64_t checksum = 0;
    bool has_row = false;
    struct query *query = query_begin(campaign->db, STATEMENT_NEWEST_ROWS);
    enum status status = query_step(query, &has_row, &own);
    if (has_row) {
        checksum = sum_of_ends(campaign, query);
    }
    query_end(query);
    if (status == STATUS_OK) {
        query = query_begin(campaign->db, STATEMENT_NEWEST_KEEP);
        query_bind(query, ":checksum", checksum);
        status = query_run(query, &own);
    }
    /* Another version of the program may have made the derived tables without this one. */
    return status == STATUS_OK || status == STATUS_DAMAGED
               ? STATUS_OK
               : error_set(err, status, own.where, "%s", own.text);
}

enum status newest_check(struct campaign *campaign, struct error *wrong, bool *is_believed,
                         struct error *err)
{
    bool has_row = false;
    *wrong = (struct error){.code = STATUS_OK};
    *is_believed = true;
    if (!campaign->has_snapshots) {
        return STATUS_OK;
    }
    struct query *query = query_begin(campaign->db, STATEMENT_NEWEST);
    enum status status = query_step(query, &has_row, err);
    if (has_row) {
        *is_believed = query_int(query, COLUMN_OWN_SUM) == sum_of_ends(campaign, query);
    }
    for (int i = 0; has_row && *is_believed && i < ENDS && wrong->code == STATUS_OK; i++) {
        bool has_rows = query_int(query, 2 * i) != 0;
        bool is_there = !query_is_null(query, COLUMN_NOW + i);
        if (has_rows &&
            (!is_there || query_int(query, 2 * i + 1) != query_int(query, COLUMN_NOW + i))) {
            TEXT_BUFFER(where, ERROR_WHERE_SIZE);
            text_add(&where, "the end of %s", end_words[i]);
            error_set(wrong, STATUS_DAMAGED, where.p, "%s",
                      is_there ? "its last row differs from what was written"
                               : "rows are missing");
            campaign_note_damage(campaign, wrong->where, wrong->text, NULL);
        }
    }
    query_end(query);
    return status;
}
