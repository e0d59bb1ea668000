#include "store/schema.h"

#include <inttypes.h>

#include "embedded.h"
#include "store/seals.h"

const struct schema_scripts *schema_scripts(void)
{
    static const char *const log[] = {
        (const char *)embedded_schema_log_sql,
        (const char *)embedded_schema_log_0002_sql,
    };
    static const struct schema_scripts scripts = {
        .log = log,
        .log_count = sizeof log / sizeof log[0],
        .derived = (const char *)embedded_schema_views_sql,
        .seal = seals_make,
    };
    return &scripts;
}

enum status schema_check(struct db *db, const struct schema_scripts *scripts, struct error *err)
{
    int64_t application = 0, version = 0;
    enum status status =
        query_number(query_begin(db, STATEMENT_APPLICATION), 0, &application, err);
    if (status == STATUS_OK) {
        status = query_number(query_begin(db, STATEMENT_VERSION), 0, &version, err);
    }
    if (status != STATUS_OK) {
        return status;
    }
    if (application != SCHEMA_APPLICATION) {
        return error_set(err, STATUS_FOREIGN, "",
                         "the database belongs to another application");
    }
    if (version < 1) {
        return error_set(err, STATUS_DAMAGED, "", "the campaign is damaged: it has no version");
    }
    if (version > scripts->log_count) {
        return error_set(err, STATUS_FOREIGN, "",
                         "the campaign was written by a newer version of this program "
                         "(format %" PRId64 ", this one knows %d)",
                         version, scripts->log_count);
    }
    return STATUS_OK;
}

enum status schema_is_older(struct db *db, const struct schema_scripts *scripts, bool *out,
                            struct error *err)
{
    int64_t version = 0;
    *out = false;
    enum status status = schema_check(db, scripts, err);
    if (status == STATUS_OK) {
        status = query_number(query_begin(db, STATEMENT_VERSION), 0, &version, err);
    }
    *out = status == STATUS_OK && version < scripts->log_count;
    return status;
}

/* Within a transaction, so that changes by another program are seen. */
static enum status migrate(struct db *db, const struct schema_scripts *scripts, uint64_t seed,
                           struct error *err)
{
    int64_t version = 0;
    enum status status = query_number(query_begin(db, STATEMENT_VERSION), 0, &version, err);
    for (int64_t i = version; status == STATUS_OK && i < scripts->log_count; i++) {
        status = db_run_script(db, scripts->log[i], err);
        if (status == STATUS_OK && i == 0) {
            struct query *query = query_begin(db, STATEMENT_CAMPAIGN_MAKE);
            query_bind(query, ":seed", (int64_t)seed);
            status = query_run(query, err);
        }
    }
    if (status == STATUS_OK && scripts->seal != NULL) {
        status = scripts->seal(db, err);
    }
    return status;
}

enum status schema_migrate(struct db *db, const struct schema_scripts *scripts, uint64_t seed,
                           struct error *err)
{
    int64_t version = 0;
    enum status status = query_number(query_begin(db, STATEMENT_VERSION), 0, &version, err);
    if (status != STATUS_OK || version >= scripts->log_count) {
        return status;
    }
    status = db_begin(db, err);
    if (status != STATUS_OK) {
        return status;
    }
    return db_end(db, migrate(db, scripts, seed, err), err);
}

enum status schema_has_derived(struct db *db, const struct schema_scripts *scripts, bool *out,
                               struct error *err)
{
    int64_t number = 0;
    *out = false;
    enum status status =
        query_number(query_begin(db, STATEMENT_DERIVED_EXISTS), 0, &number, err);
    if (status != STATUS_OK || number == 0) {
        return status;
    }
    struct query *query = query_begin(db, STATEMENT_DERIVED_IS);
    query_bind_text(query, ":script", str_of(scripts->derived));
    status = query_number(query, 0, &number, err);
    *out = status == STATUS_OK && number != 0;
    return status;
}

static enum status derive(struct db *db, const struct schema_scripts *scripts,
                          struct error *err)
{
    enum status status = db_run_script(db, scripts->derived, err);
    if (status != STATUS_OK) {
        return status;
    }
    struct query *query = query_begin(db, STATEMENT_DERIVED_KEEP);
    query_bind_text(query, ":script", str_of(scripts->derived));
    return query_run(query, err);
}

enum status schema_derive_anew(struct db *db, const struct schema_scripts *scripts,
                               struct error *err)
{
    enum status status = db_run_script(db, "REINDEX;", err);
    return status == STATUS_OK ? derive(db, scripts, err) : status;
}

enum status schema_derive(struct db *db, const struct schema_scripts *scripts,
                          struct error *err)
{
    enum status status = db_begin(db, err);
    if (status != STATUS_OK) {
        return status;
    }
    return db_end(db, derive(db, scripts, err), err);
}
