/* The structure of the file: its schema against the program's, and its pages. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "store/schema_compare.h"
#include "store/verify_private.h"

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

/* Whether the derived part can be asked which script made it. */
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
    verification_report(run, object, what_to_do(difference), "%s", what_differs(difference));
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

enum status verify_schema(struct verification *run, struct error *err)
{
    struct db *db = run->campaign->db;
    int64_t version = 0;
    struct error wrong = {.code = STATUS_OK};
    enum status status = query_number(query_begin(db, STATEMENT_VERSION), 0, &version, err);
    if (status == STATUS_OK) {
        status = schema_check(db, schema_scripts(), &wrong);
    }
    if (status == STATUS_FOREIGN || status == STATUS_DAMAGED) {
        run->has_no_log = true;
        verification_report(
            run, "header",
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
        verification_report(run, "schema", NEXT_RESTORE, "%s", wrong.text);
        return STATUS_OK;
    }
    return status == STATUS_OK ? status : error_set(err, status, wrong.where, "%s", wrong.text);
}

static enum status verify_foreign_keys(struct verification *run, struct error *err)
{
    bool has_row = false;
    struct query *query = query_begin(run->campaign->db, STATEMENT_FOREIGN_KEYS);
    enum status status;
    while ((status = query_step(query, &has_row, err)) == STATUS_OK && has_row) {
        struct str table = query_text(query, 0), other = query_text(query, 2);
        char where[ERROR_WHERE_SIZE];
        snprintf(where, sizeof where, "table %.*s, row %" PRId64, table.n, table.p,
                 query_int(query, 1));
        verification_report(run, where, NEXT_RESTORE, "the row of %.*s it names is missing",
                            other.n, other.p);
    }
    query_end(query);
    return status;
}

enum status verify_pages(struct verification *run, struct error *err)
{
    struct query *query = query_begin(run->campaign->db, STATEMENT_INTEGRITY);
    enum status status;
    bool has_row = false;
    while ((status = query_step(query, &has_row, err)) == STATUS_OK && has_row) {
        struct str text = query_text(query, 0);
        if (!str_equal(text, "ok")) {
            verification_report(run, "pages", NEXT_RESTORE, "%.*s", text.n, text.p);
        }
    }
    query_end(query);
    return status == STATUS_OK ? verify_foreign_keys(run, err) : status;
}
