/* Verifying: the structure of the file, then every row, in the order of the file. This file has
 * the order and the reports. */
#include "store/campaign.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "store/search.h"
#include "store/sums.h"
#include "store/verify_private.h"

/* Rows of the log in a step of campaign_verify, which has the time. */
enum { ROWS_AT_ONCE = 1024 };

/* The number of pages up to which SQLite's own check is short enough for an idle moment: 16
 * MiB. */
enum { PAGES_WHEN_IDLE = 4096 };

void verification_report(struct verification *run, const char *where, const char *next,
                         const char *format, ...)
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
        return error_set(err, STATUS_FULL, "", "out of memory");
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
        verification_report(run, "table campaign", NEXT_RESTORE,
                            "its row is missing, which holds the seed of all dice");
    }
    bool is_there = status == STATUS_OK && rows > 0;
    return is_there ? campaign_read_own_row(run->campaign, err) : status;
}

static enum status check_file(struct verification *run, bool has_time, struct error *err)
{
    int64_t pages = 0;
    struct error found;
    enum status status = verify_schema(run, err);
    if (status == STATUS_OK && !has_time) {
        status = query_number(query_begin(run->campaign->db, STATEMENT_PAGES), 0, &pages, err);
    }
    if (status == STATUS_OK && has_time && search_is_wrong(run->campaign, &found)) {
        verification_report(run, "index for searching", NEXT_REBUILD, "%s", found.text);
    } else if (status == STATUS_OK && has_time && sums_are_wrong(run->campaign)) {
        verification_report(run, "sums of figures", NEXT_REBUILD,
                            "one differs from what was written");
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
    verification_report(context, where, is_derived ? NEXT_REBUILD : NEXT_RESTORE, "%s", what);
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
static enum status settle(struct verification *run, enum status status, const struct error *err)
{
    if (status == STATUS_DAMAGED) {
        verification_report(run, "file", NEXT_RESTORE, "%s", err->text);
    }
    return status;
}

enum status verification_step(struct verification *run, int rows, bool *is_done,
                              struct error *err)
{
    struct error scratch;
    struct error *wrong = err != NULL ? err : &scratch;
    *is_done = true;
    enum status status = db_begin_reading(run->campaign->db, wrong);
    if (status != STATUS_OK) {
        return settle(run, status, wrong);
    }
    status = step(run, rows, false, is_done, wrong);
    db_end_reading(run->campaign->db);
    return settle(run, status, wrong);
}

/* ---- at once --------------------------------------------------------------------------- */

enum status campaign_verify(struct campaign *campaign, found_fn *found, void *context,
                            struct error *err)
{
    struct verification *run = NULL;
    struct error scratch;
    struct error *wrong = err != NULL ? err : &scratch;
    enum status status = verification_begin(&run, campaign, found, context, wrong);
    if (status != STATUS_OK) {
        return status;
    }
    /* Everything as of one moment, however much is written meanwhile. */
    status = db_begin_reading(campaign->db, wrong);
    if (status == STATUS_OK) {
        bool is_done = false;
        while (status == STATUS_OK && !is_done) {
            status = step(run, ROWS_AT_ONCE, true, &is_done, wrong);
        }
        db_end_reading(campaign->db);
    }
    status = settle(run, status, wrong);
    verification_end(run);
    return status;
}
