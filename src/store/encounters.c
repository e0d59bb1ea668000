#include "store/campaign.h"

#include <string.h>

#include "resolver/system.h"
#include "store/campaign_file.h"

enum { COLUMN_ID, COLUMN_NAME, COLUMN_SYSTEM, COLUMN_CREATED_MS };

/* ---- reading --------------------------------------------------------------------------- */

/* Steps a query for ENCOUNTER_COLUMNS and ends it; an id of 0 when there is no row. */
static enum status read_one(struct encounter_row *out, struct query *query, struct error *err)
{
    bool has_row = false;
    *out = (struct encounter_row){0};
    enum status status = query_step(query, &has_row, err);
    if (has_row) {
        out->id = query_int(query, COLUMN_ID);
        query_copy_text(query, COLUMN_NAME, out->name, sizeof out->name);
        query_copy_text(query, COLUMN_SYSTEM, out->system, sizeof out->system);
        out->created_ms = query_int(query, COLUMN_CREATED_MS);
    }
    query_end(query);
    return status;
}

static enum status read_acts(struct encounter_row *row, struct campaign *campaign,
                             struct error *err)
{
    struct log_record newest;
    enum status status = log_read_newest(&newest, campaign, row->id, err);
    row->acts = newest.acts;
    return status;
}

static enum status read_by_id(struct encounter_row *out, struct campaign *campaign, int64_t id,
                              struct error *err)
{
    struct query *query = query_begin(campaign->db, STATEMENT_ENCOUNTER_AT);
    query_bind(query, ":id", id);
    enum status status = read_one(out, query, err);
    if (status == STATUS_OK && out->id == 0) {
        return error_set(err, STATUS_MISSING, "", "there is no encounter %lld", (long long)id);
    }
    return status;
}

enum status encounter_current(struct campaign *campaign, struct encounter_row *out,
                              struct error *err)
{
    int64_t id = 0;
    *out = (struct encounter_row){0};
    enum status status =
        query_number(query_begin(campaign->db, STATEMENT_OPENING_NEWEST), 0, &id, err);
    if (status != STATUS_OK || id == 0) {
        return status;
    }
    status = read_by_id(out, campaign, id, err);
    return status == STATUS_OK ? read_acts(out, campaign, err) : status;
}

enum status encounter_find(struct campaign *campaign, const char *name,
                           struct encounter_row *out, struct error *err)
{
    struct query *query = query_begin(campaign->db, STATEMENT_ENCOUNTER_FIND);
    query_bind_text(query, ":name", str_of(name));
    enum status status = read_one(out, query, err);
    if (status == STATUS_OK && out->id == 0) {
        return error_set(err, STATUS_MISSING, "", "there is no encounter \"%s\"", name);
    }
    return status == STATUS_OK ? read_acts(out, campaign, err) : status;
}

enum status encounter_newest(struct campaign *campaign, const char *system,
                             struct encounter_row *out, struct error *err)
{
    struct query *query = query_begin(campaign->db, STATEMENT_ENCOUNTER_NEWEST);
    query_bind_text(query, ":system", str_of(system));
    return read_one(out, query, err);
}

enum status encounter_list(struct campaign *campaign, struct encounter_row *out, int most,
                           int skip, int *count, struct error *err)
{
    *count = 0;
    struct query *query = query_begin(campaign->db, STATEMENT_ENCOUNTER_LIST);
    query_bind(query, ":most", most);
    query_bind(query, ":skip", skip);
    enum status status = STATUS_OK;
    bool has_row = true;
    while (has_row && status == STATUS_OK) {
        status = query_step(query, &has_row, err);
        if (has_row) {
            struct encounter_row *row = &out[(*count)++];
            *row = (struct encounter_row){.id = query_int(query, COLUMN_ID),
                                          .created_ms = query_int(query, COLUMN_CREATED_MS)};
            query_copy_text(query, COLUMN_NAME, row->name, sizeof row->name);
            query_copy_text(query, COLUMN_SYSTEM, row->system, sizeof row->system);
        }
    }
    query_end(query);
    for (int i = 0; status == STATUS_OK && i < *count; i++) {
        status = read_acts(&out[i], campaign, err);
    }
    return status;
}

const struct procedure *campaign_procedure(const struct campaign *campaign,
                                           const struct state *state)
{
    return campaign->games(state_system(state));
}

enum status campaign_learn_names(struct campaign *campaign, int64_t encounter,
                                 struct error *err)
{
    if (encounter == campaign->named_encounter) {
        return STATUS_OK;
    }
    struct encounter_row row;
    enum status status = read_by_id(&row, campaign, encounter, err);
    if (status != STATUS_OK) {
        return status;
    }
    const struct system *system = system_find(str_of(row.system));
    if (system == NULL) {
        return error_set(
            err, STATUS_FOREIGN, "",
            "the encounter \"%s\" belongs to the game \"%s\", which this program does "
            "not know",
            row.name, row.system);
    }
    state_empty(&campaign->names, system);
    campaign->named_encounter = encounter;
    return STATUS_OK;
}

/* ---- writing --------------------------------------------------------------------------- */

static enum status write_opening(struct campaign *campaign, int64_t encounter, int64_t now_ms,
                                 struct error *err)
{
    struct log_record newest;
    enum status status = log_read_newest(&newest, campaign, encounter, err);
    if (status != STATUS_OK) {
        return status;
    }
    struct query *query = query_begin(campaign->db, STATEMENT_OPENING_MAKE);
    query_bind(query, ":encounter", encounter);
    query_bind(query, ":at_ms", now_ms);
    if (newest.row.id == 0) {
        query_bind_null(query, ":previous");
    } else {
        query_bind(query, ":previous", newest.row.id);
    }
    return query_run(query, err);
}

static enum status write_encounter(struct campaign *campaign, const struct encounter_row *row,
                                   int64_t *id, struct error *err)
{
    struct encounter_row same;
    struct query *query = query_begin(campaign->db, STATEMENT_ENCOUNTER_FIND);
    query_bind_text(query, ":name", str_of(row->name));
    enum status status = read_one(&same, query, err);
    if (status == STATUS_OK && same.id != 0) {
        return error_set(err, STATUS_USAGE, "", "there is an encounter \"%s\" already",
                         same.name);
    }
    if (status != STATUS_OK) {
        return status;
    }
    query = query_begin(campaign->db, STATEMENT_ENCOUNTER_MAKE);
    query_bind_text(query, ":name", str_of(row->name));
    query_bind_text(query, ":system", str_of(row->system));
    query_bind(query, ":created_ms", row->created_ms);
    status = query_number(query, 0, id, err);
    return status == STATUS_OK ? write_opening(campaign, *id, row->created_ms, err) : status;
}

static enum status check_name(const char *name, struct error *err)
{
    if (name[0] == '\0') {
        return error_set(err, STATUS_USAGE, "", "an encounter needs a name");
    }
    if (strlen(name) >= CAMPAIGN_NAME_SIZE) {
        return error_set(err, STATUS_USAGE, "", "the name of an encounter has at most %d bytes",
                         CAMPAIGN_NAME_SIZE - 1);
    }
    return STATUS_OK;
}

enum status encounter_create(struct campaign *campaign, const char *name, const char *system,
                             int64_t now_ms, int64_t *id, struct error *err)
{
    *id = 0;
    const struct system *found = system_find(str_of(system));
    enum status status = check_name(name, err);
    if (status != STATUS_OK) {
        return status;
    }
    if (found == NULL) {
        return error_set(err, STATUS_USAGE, "", "there is no game \"%s\"", system);
    }
    struct encounter_row row = {.created_ms = now_ms};
    memcpy(row.name, name, strlen(name) + 1);
    CHECK(strlen(found->id) < sizeof row.system);
    memcpy(row.system, found->id, strlen(found->id) + 1);
    status = open_file_begin(campaign, err);
    if (status != STATUS_OK) {
        return status;
    }
    int64_t made = 0;
    status = open_file_end(campaign, write_encounter(campaign, &row, &made, err), err);
    if (status == STATUS_OK) {
        *id = made;
    }
    return status;
}

enum status encounter_open(struct campaign *campaign, int64_t id, int64_t now_ms,
                           struct error *err)
{
    struct encounter_row row;
    enum status status = open_file_begin(campaign, err);
    if (status != STATUS_OK) {
        return status;
    }
    status = read_by_id(&row, campaign, id, err);
    if (status == STATUS_OK) {
        status = write_opening(campaign, id, now_ms, err);
    }
    return open_file_end(campaign, status, err);
}
