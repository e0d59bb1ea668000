#include "store/campaign.h"

#include <string.h>

#include "resolver/system.h"
#include "store/campaign_file.h"
#include "tracker/naming.h"

/* ---- reading --------------------------------------------------------------------------- */

static enum status read_acts(struct encounter_row *row, struct campaign *campaign,
                             struct error *err)
{
    struct known_position position;
    enum status status = log_find_position(&position, campaign, row->id, err);
    row->acts = position.acts;
    return status;
}

enum status encounter_brief(struct campaign *campaign, int64_t id, struct encounter_row *out,
                            struct error *err)
{
    *out = (struct encounter_row){0};
    enum status status = known_refresh(campaign, err);
    if (status != STATUS_OK) {
        return status;
    }
    const struct known_encounter *known = known_encounter(&campaign->known, id);
    if (known == NULL) {
        /* It is damaged, or it was never there. */
        if (id >= 1 && id <= campaign->known.encounters) {
            return error_set(err, STATUS_DAMAGED, "",
                             "encounter %lld differs from what was written", (long long)id);
        }
        return error_set(err, STATUS_MISSING, "", "there is no encounter %lld", (long long)id);
    }
    *out = known->row;
    return STATUS_OK;
}

enum status encounter_current(struct campaign *campaign, struct encounter_row *out,
                              struct error *err)
{
    *out = (struct encounter_row){0};
    enum status status = known_refresh(campaign, err);
    if (status != STATUS_OK || campaign->known.open == 0) {
        return status;
    }
    status = encounter_brief(campaign, campaign->known.open, out, err);
    if (status == STATUS_OK && out->is_archived) {
        *out = (struct encounter_row){0};
        return STATUS_OK;
    }
    return status == STATUS_OK ? read_acts(out, campaign, err) : status;
}

enum status encounter_before(struct campaign *campaign, struct encounter_row *out,
                             struct error *err)
{
    int64_t newest = 0;
    *out = (struct encounter_row){0};
    enum status status = known_refresh(campaign, err);
    for (int64_t id = 1; status == STATUS_OK && id <= campaign->known.encounters; id++) {
        const struct known_encounter *known = known_encounter(&campaign->known, id);
        bool is_other = known != NULL && id != campaign->known.open && !known->row.is_deleted &&
                        !known->row.is_archived;
        if (is_other && known->opening > newest) {
            newest = known->opening;
            *out = known->row;
        }
    }
    return status;
}

enum status encounter_at(struct campaign *campaign, int64_t id, struct encounter_row *out,
                         struct error *err)
{
    enum status status = encounter_brief(campaign, id, out, err);
    return status == STATUS_OK ? read_acts(out, campaign, err) : status;
}

enum status encounter_next(struct campaign *campaign, int64_t *id, struct error *err)
{
    enum status status = known_refresh(campaign, err);
    *id = campaign->known.encounters + 1;
    return status;
}

/* How well a row matches a name. */
static int fit_of(const struct encounter_row *row, const char *name)
{
    enum { FITS_MOST = 4 };
    enum name_form form = names_fit(str_of(row->name), str_of(name));
    if (row->is_deleted || form == NAME_FORMS) {
        return 0;
    }
    return FITS_MOST * (NAME_PLAIN - (int)form) + 1 + (strcmp(row->name, name) == 0) +
           (row->is_archived ? 0 : 2);
}

enum status encounter_find(struct campaign *campaign, const char *name,
                           struct encounter_row *out, struct error *err)
{
    int best = 0;
    *out = (struct encounter_row){0};
    enum status status = known_refresh(campaign, err);
    for (int64_t id = 1; status == STATUS_OK && id <= campaign->known.encounters; id++) {
        const struct known_encounter *known = known_encounter(&campaign->known, id);
        int fit = known == NULL ? 0 : fit_of(&known->row, name);
        if (fit > 0 && fit >= best) {
            best = fit;
            *out = known->row;
        }
    }
    if (status == STATUS_OK && best == 0) {
        return error_set(err, STATUS_MISSING, "", "there is no encounter \"%s\"", name);
    }
    return status == STATUS_OK ? read_acts(out, campaign, err) : status;
}

enum status encounter_newest(struct campaign *campaign, const char *system,
                             struct encounter_row *out, struct error *err)
{
    *out = (struct encounter_row){0};
    enum status status = known_refresh(campaign, err);
    for (int64_t id = campaign->known.encounters; id >= 1 && out->id == 0; id--) {
        const struct known_encounter *known = known_encounter(&campaign->known, id);
        if (known != NULL && !known->row.is_deleted && strcmp(known->row.system, system) == 0) {
            *out = known->row;
        }
    }
    return status;
}

enum status encounter_round(struct campaign *campaign, int64_t id, int *round,
                            struct error *err)
{
    struct known_position position;
    enum status status = log_find_position(&position, campaign, id, err);
    *round = position.round;
    return status;
}

/* From one end of their list to the other: `step` is 1 or -1. Their acts are not read. */
static enum status list(struct campaign *campaign, struct encounter_row *out, int most,
                        int64_t step, int skip, int *count, struct error *err)
{
    *count = 0;
    enum status status = known_refresh(campaign, err);
    const int64_t last = campaign->known.encounters;
    for (int64_t id = step > 0 ? 1 : last; id >= 1 && id <= last && *count < most; id += step) {
        const struct known_encounter *known = known_encounter(&campaign->known, id);
        if (known != NULL && !known->row.is_deleted && skip-- <= 0) {
            out[(*count)++] = known->row;
        }
    }
    return status;
}

enum status encounter_list(struct campaign *campaign, struct encounter_row *out, int most,
                           int skip, int *count, struct error *err)
{
    enum status status = list(campaign, out, most, 1, skip, count, err);
    for (int i = 0; status == STATUS_OK && i < *count; i++) {
        status = read_acts(&out[i], campaign, err);
    }
    return status;
}

enum status encounter_list_newest(struct campaign *campaign, struct encounter_row *out,
                                  int most, int skip, int *count, struct error *err)
{
    return list(campaign, out, most, -1, skip, count, err);
}

const struct procedure *campaign_procedure(const struct campaign *campaign,
                                           const struct state *state)
{
    return campaign->games(state_system(state));
}

enum status campaign_learn_names(struct campaign *campaign, int64_t encounter,
                                 struct error *err)
{
    if (encounter == campaign->named_encounter && encounter != 0) { /* 0: of none yet */
        return STATUS_OK;
    }
    struct encounter_row row;
    enum status status = encounter_brief(campaign, encounter, &row, err);
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

/* Adds the opening of an encounter whose newest row is `previous` (0: none) after the last
 * opening. */
static enum status write_opening(struct campaign *campaign, int64_t encounter, int64_t now_ms,
                                 int64_t previous, struct error *err)
{
    int64_t after = 0;
    const struct known *known = &campaign->known;
    enum status status =
        query_number(query_begin(campaign->db, STATEMENT_LOG_LAST_ID), 0, &after, err);
    if (status != STATUS_OK) {
        return status;
    }
    struct seal seal;
    seal_begin(&seal);
    seal_text(&seal, str_of("opening"));
    seal_int(&seal, known_sum_before(campaign, known->openings, known->openings_checksum));
    struct query *query = query_begin(campaign->db, STATEMENT_OPENING_MAKE);
    query_seal_into(query, &seal);
    query_bind(query, ":id", known->openings + 1);
    query_bind(query, ":encounter", encounter);
    query_bind(query, ":at_ms", now_ms);
    query_bind(query, ":after", after);
    if (previous == 0) {
        query_bind_null(query, ":previous");
    } else {
        query_bind(query, ":previous", previous);
    }
    query_seal_into(query, NULL);
    query_bind(query, ":checksum", seal_end(&seal));
    status = query_run(query, err);
    return status == STATUS_OK ? newest_keep(campaign, err) : status;
}

static enum status check_length(const char *name, struct error *err)
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

enum status encounter_check_name(const struct campaign *campaign, int64_t id, const char *name,
                                 struct error *err)
{
    for (int i = 0; i < campaign->known.encounters; i++) {
        const struct encounter_row *other = &campaign->known.encounter[i].row;
        if (other->id != 0 && other->id != id && !other->is_archived &&
            names_same(str_of(other->name), str_of(name))) {
            return error_set(err, STATUS_USAGE, "", "there is already an encounter \"%s\"",
                             other->name);
        }
    }
    return STATUS_OK;
}

static bool has_own_name(const struct known *known, const char *name)
{
    for (int i = 0; i < known->encounters; i++) {
        if (names_same(str_of(known->encounter[i].own_name), str_of(name))) {
            return true;
        }
    }
    return false;
}

static enum status write_row(struct campaign *campaign, const struct encounter_row *row,
                             const char *own_name, struct error *err)
{
    struct seal seal;
    const struct known *known = &campaign->known;
    seal_begin(&seal);
    seal_text(&seal, str_of("encounter"));
    seal_int(&seal, known_sum_before(campaign, known->encounters, known->encounters_checksum));
    struct query *query = query_begin(campaign->db, STATEMENT_ENCOUNTER_MAKE);
    query_seal_into(query, &seal);
    query_bind(query, ":id", row->id);
    query_bind_text(query, ":name", str_of(own_name));
    query_bind_text(query, ":system", str_of(row->system));
    query_bind(query, ":created_ms", row->created_ms);
    if (row->origin != 0) {
        query_bind(query, ":origin", row->origin);
    }
    query_seal_into(query, NULL);
    if (row->origin == 0) {
        query_bind_null(query, ":origin"); /* it begins here, and no sum is over that */
    }
    query_bind(query, ":checksum", seal_end(&seal));
    return query_run(query, err);
}

static enum status write_encounter(struct campaign *campaign, struct encounter_row *row,
                                   int64_t now_ms, struct error *err)
{
    char own_name[CAMPAIGN_NAME_SIZE];
    enum status status = known_refresh(campaign, err);
    if (status == STATUS_OK) {
        status = encounter_check_name(campaign, 0, row->name, err);
    }
    if (status != STATUS_OK) {
        return status;
    }
    row->id = campaign->known.encounters + 1;
    /* The unique name of a row: its name, with a number if an archived or renamed one already
     * has it. */
    text_format(own_name, CAMPAIGN_NAME_SIZE, "%s", row->name);
    for (int i = 2; has_own_name(&campaign->known, own_name); i++) {
        char number[16];
        text_format(number, sizeof number, " (%d)", i);
        int room = CAMPAIGN_NAME_SIZE - (int)strlen(number);
        text_format(own_name, room, "%s", row->name);
        text_format(own_name + strlen(own_name), (int)sizeof number, "%s", number);
    }
    status = write_row(campaign, row, own_name, err);
    if (status == STATUS_OK) {
        status = write_opening(campaign, row->id, now_ms, 0, err);
    }
    if (status == STATUS_OK && strcmp(own_name, row->name) != 0) {
        struct change name = {.thing = str_of(CHANGE_ENCOUNTER),
                              .thing_id = row->id,
                              .field = str_of(CHANGE_NAME),
                              .is_set = true,
                              .new = str_of(row->name)};
        status = changes_write(campaign, now_ms, &name, 1, err);
        status = status == STATUS_OK ? newest_keep(campaign, err) : status;
    }
    return status;
}

enum status encounter_create(struct campaign *campaign, const char *name, const char *system,
                             int64_t now_ms, int64_t *id, struct error *err)
{
    struct encounter_origin begins_here = {now_ms, 0};
    return encounter_bring(campaign, name, system, begins_here, now_ms, id, err);
}

enum status encounter_bring(struct campaign *campaign, const char *name, const char *system,
                            struct encounter_origin from, int64_t now_ms, int64_t *id,
                            struct error *err)
{
    *id = 0;
    const struct system *found = system_find(str_of(system));
    enum status status = check_length(name, err);
    if (status != STATUS_OK) {
        return status;
    }
    if (found == NULL) {
        return error_set(err, STATUS_USAGE, "", "there is no game \"%s\"", system);
    }
    struct encounter_row row = {.created_ms = from.created_ms, .origin = from.origin};
    memcpy(row.name, name, strlen(name) + 1);
    CHECK(strlen(found->id) < sizeof row.system);
    memcpy(row.system, found->id, strlen(found->id) + 1);
    status = campaign_begin_writing(campaign, err);
    if (status != STATUS_OK) {
        return status;
    }
    status = campaign_end_writing(campaign, write_encounter(campaign, &row, now_ms, err), err);
    if (status == STATUS_OK) {
        *id = row.id;
    }
    return status;
}

enum status encounter_open(struct campaign *campaign, int64_t id, int64_t now_ms,
                           struct error *err)
{
    struct encounter_row row;
    struct log_record newest;
    enum status status = campaign_begin_writing(campaign, err);
    if (status != STATUS_OK) {
        return status;
    }
    status = encounter_brief(campaign, id, &row, err);
    if (status == STATUS_OK) {
        status = log_read_newest(&newest, campaign, id, err);
    }
    if (status == STATUS_OK) {
        status = write_opening(campaign, id, now_ms, newest.row.id, err);
    }
    return campaign_end_writing(campaign, status, err);
}
