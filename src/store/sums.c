#include "store/sums.h"

#include <stdlib.h>
#include <string.h>

#include "store/beside.h"
#include "store/campaign_file.h"

/* The columns of the query. */
enum { ENCOUNTER, ACT, VERSION, STAYS, SUM, CHECKSUM };

enum { STAYING = 2, SUMS_READ = 8, SUM_BYTES_MAX = 64 * 1024 * 1024 };

/* Each kind has numbers of its own in the column of encounters, so that one does not replace
 * the other. */
enum { KIND_BITS = 56 };

static int64_t key_of(enum sum_kind kind, int64_t encounter)
{
    return encounter | (int64_t)kind << KIND_BITS;
}

static void begin_seal(struct seal *seal, int64_t log_checksum)
{
    seal_begin(seal);
    seal_text(seal, str_of("sum"));
    seal_int(seal, log_checksum);
}

/* STATUS_DAMAGED when the present row is not as it was written, or not of this log. */
static enum status check_row(struct campaign *campaign, const struct query *query,
                             struct error *err)
{
    struct seal seal;
    int64_t checksum;
    enum status status = beside_log_checksum(campaign, query_int(query, ACT), &checksum, err);
    if (status != STATUS_OK) {
        return status;
    }
    begin_seal(&seal, checksum);
    query_seal_columns(query, ENCOUNTER, 5, &seal);
    return query_int(query, CHECKSUM) == seal_end(&seal)
               ? STATUS_OK
               : error_set(err, STATUS_DAMAGED, "", "one differs from what was written");
}

/* ---- finding --------------------------------------------------------------------------- */

static bool is_on_way(struct campaign *campaign, int64_t encounter, int64_t head, int64_t act)
{
    struct log_stretch *way = NULL;
    int ways = 0;
    bool is_on = act == head || (encounter == 0 && act <= head);
    if (is_on || act > head) {
        return is_on;
    }
    if (log_way_to(campaign, encounter, head, &way, &ways, NULL) == STATUS_OK) {
        for (int i = 0; i < ways && !is_on; i++) {
            is_on = act >= way[i].first && act <= way[i].last;
        }
    }
    free(way);
    return is_on;
}

static void copy_row(const struct query *query, struct sum *out)
{
    struct str bytes = query_text(query, SUM);
    int64_t key = query_int(query, ENCOUNTER);
    *out = (struct sum){.kind = (enum sum_kind)(key >> KIND_BITS),
                        .encounter = key & (((int64_t)1 << KIND_BITS) - 1),
                        .act = query_int(query, ACT),
                        .version = (int)query_int(query, VERSION),
                        .stays = query_int(query, STAYS) != 0,
                        .count = bytes.n};
    out->bytes = malloc((size_t)bytes.n + 1);
    CHECK(out->bytes != NULL);
    if (bytes.n > 0) {
        memcpy(out->bytes, bytes.p, (size_t)bytes.n);
    }
}

static void drop(struct campaign *campaign, int64_t key, int64_t act)
{
    struct query *query = query_begin(campaign->beside->db, STATEMENT_SUMS_DROP);
    query_bind(query, ":encounter", key);
    query_bind(query, ":act", act);
    (void)!query_run(query, NULL);
}

bool sums_find(struct campaign *campaign, int64_t encounter, int64_t head, int version,
               struct sum *out)
{
    return sums_find_kind(campaign, SUM_OF_ACTS, encounter, head, version, out);
}

bool sums_find_kind(struct campaign *campaign, enum sum_kind kind, int64_t encounter,
                    int64_t head, int version, struct sum *out)
{
    const int64_t key = key_of(kind, encounter);
    bool is_found = false;
    int64_t wrong = 0;
    *out = (struct sum){.bytes = NULL};
    if (campaign->damage.code != STATUS_OK || beside_open(campaign, false) == NULL) {
        return false;
    }
    struct query *query = query_begin(campaign->beside->db, STATEMENT_SUMS_OF);
    query_bind(query, ":encounter", key);
    query_bind(query, ":most", SUMS_READ);
    enum status status = STATUS_OK;
    while (!is_found && query_next(query, &status, NULL)) {
        if (query_int(query, VERSION) != version || query_text(query, SUM).n > SUM_BYTES_MAX ||
            !is_on_way(campaign, encounter, head, query_int(query, ACT))) {
            continue;
        }
        enum status checked = check_row(campaign, query, NULL);
        if (checked == STATUS_OK) {
            copy_row(query, out);
            is_found = true;
        } else if (checked == STATUS_DAMAGED) {
            wrong = query_int(query, ACT);
        }
    }
    query_end(query);
    if (status != STATUS_OK) {
        beside_give_up(campaign);
    } else if (wrong != 0 && beside_can_be_written(campaign)) {
        drop(campaign, key, wrong);
    }
    return is_found;
}

bool sums_are_cached(struct campaign *campaign)
{
    enum status status = STATUS_OK;
    if (beside_open(campaign, false) == NULL) {
        return false;
    }
    struct query *query = query_begin(campaign->beside->db, STATEMENT_SUMS_ANY);
    bool are_kept = query_next(query, &status, NULL);
    query_end(query);
    return are_kept;
}

enum status sums_check(struct campaign *campaign, struct error *err)
{
    enum status status = STATUS_OK;
    bool is_open = campaign->beside != NULL;
    if (beside_open(campaign, false) == NULL) {
        return STATUS_OK;
    }
    struct query *query = query_begin(campaign->beside->db, STATEMENT_SUMS_ALL);
    while (query_next(query, &status, err)) {
        status = check_row(campaign, query, err);
    }
    query_end(query);
    if (!is_open) {
        beside_close(campaign);
    }
    return status;
}

/* ---- keeping --------------------------------------------------------------------------- */

static enum status thin(struct db *db, const struct sum *sum)
{
    struct query *query = query_begin(db, STATEMENT_SUMS_THIN);
    query_bind(query, ":encounter", key_of(sum->kind, sum->encounter));
    query_bind(query, ":act", sum->act);
    query_bind(query, ":stays", sum->stays);
    query_bind(query, ":most", sum->stays ? STAYING : 0);
    return query_run(query, NULL);
}

static bool can_be_written(const struct campaign *campaign)
{
    return campaign->damage.code == STATUS_OK && beside_can_be_written(campaign);
}

bool sums_can_be_cached(struct campaign *campaign)
{
    return can_be_written(campaign) && campaign_newest_row(campaign) >= campaign->sums_from;
}

void sums_keep(struct campaign *campaign, const struct sum *sum)
{
    int64_t checksum;
    bool can_be_kept =
        sum->kind == SUM_CHART ? can_be_written(campaign) : sums_can_be_cached(campaign);
    if (!can_be_kept || beside_open(campaign, true) == NULL ||
        beside_log_checksum(campaign, sum->act, &checksum, NULL) != STATUS_OK) {
        return;
    }
    struct beside *beside = campaign->beside;
    bool is_own = !beside->is_filling; /* else it goes with what is being filled */
    if (is_own && db_begin(beside->db, NULL) != STATUS_OK) {
        return; /* another program fills it */
    }
    struct seal seal;
    begin_seal(&seal, checksum);
    struct query *query = query_begin(beside->db, STATEMENT_SUMS_KEEP);
    query_seal_into(query, &seal);
    query_bind(query, ":encounter", key_of(sum->kind, sum->encounter));
    query_bind(query, ":act", sum->act);
    query_bind(query, ":version", sum->version);
    query_bind(query, ":stays", sum->stays);
    query_bind_bytes(query, ":sum", sum->bytes, sum->count);
    query_seal_into(query, NULL);
    query_bind(query, ":checksum", seal_end(&seal));
    enum status status = query_run(query, NULL);
    status = status == STATUS_OK ? thin(beside->db, sum) : status;
    status = is_own ? db_end(beside->db, status, NULL) : status;
    if (status != STATUS_OK) {
        beside_give_up(campaign);
    }
}
