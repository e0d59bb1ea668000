/* States of the past: the nearest snapshot on the way to an act, and the events from there.
 *
 * A snapshot is kept about every STEP acts of a path. The newest PASSING of an encounter stay
 * until newer ones come, and one about every STAY acts stays for good, so that snapshots take a
 * small part of the file however many combatants there are, undoing and opening fold about STEP
 * acts, and going far back folds about STAY at most. All of them can be dropped: the log is
 * enough. */
#include "store/campaign.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "store/campaign_file.h"

enum { STEP = 64, STAY = 1024, PASSING = 16 };

/* The acts from which a state is folded, the last one first. Of each only what leads to its
 * events: without any snapshot this is a whole log. */
struct path_act {
    int64_t id, first_event, events;
};

struct path {
    struct path_act *act;
    int count, room;
};

static enum status path_add(struct path *path, const struct log_record *record,
                            struct error *err)
{
    if (path->count == path->room) {
        int room = path->room == 0 ? 2 * STEP : 2 * path->room;
        struct path_act *grown = realloc(path->act, (size_t)room * sizeof *grown);
        if (grown == NULL) {
            return error_set(err, STATUS_FULL, "", "no memory is left");
        }
        path->act = grown;
        path->room = room;
    }
    path->act[path->count++] =
        (struct path_act){record->row.id, record->first_event, record->events};
    return STATUS_OK;
}

/* The act on a path; parents are older, so that no path is endless. */
static enum status read_act(struct log_record *out, struct campaign *campaign,
                            int64_t encounter, int64_t act, struct error *err)
{
    enum status status = log_read(out, campaign, act, err);
    if (status != STATUS_OK) {
        return status;
    }
    if (out->row.kind != ROW_ACT || out->row.encounter != encounter) {
        return error_set(err, STATUS_MISSING, "", "the encounter has no act %" PRId64, act);
    }
    if (out->row.parent >= act) {
        char where[ERROR_WHERE_SIZE];
        snprintf(where, sizeof where, "act %" PRId64, act);
        return error_set(err, STATUS_DAMAGED, where, "it follows a later act");
    }
    return STATUS_OK;
}

/* *is_found: the snapshot of this act exists and is of this program's layout. */
static enum status read_snapshot(struct state *out, bool *is_found, struct campaign *campaign,
                                 int64_t act, struct error *err)
{
    *is_found = false;
    if (!campaign->has_snapshots) {
        return STATUS_OK;
    }
    bool has_row = false;
    struct query *query = query_begin(campaign->db, STATEMENT_SNAPSHOT_AT);
    query_bind(query, ":act", act);
    enum status status = query_step(query, &has_row, err);
    if (has_row) {
        struct str bytes = query_text(query, 0);
        *is_found = state_unpack(out, campaign_procedure(campaign, out),
                                 (const unsigned char *)bytes.p, bytes.n);
    }
    query_end(query);
    return status;
}

/* ---- folding --------------------------------------------------------------------------- */

struct fold {
    struct state *state;
    int events; /* applied so far */
    bool has_misfit;
};

static bool fold_event(void *context, const struct event *event)
{
    struct fold *fold = context;
    fold->has_misfit = !state_can_apply(fold->state, event);
    if (fold->has_misfit) {
        return false;
    }
    state_apply(fold->state, event);
    fold->events++;
    return true;
}

static enum status fold_act(struct state *state, struct campaign *campaign,
                            const struct log_record *record, struct error *err)
{
    struct fold fold = {.state = state};
    enum status status = log_read_events(campaign, record, state, fold_event, &fold, err);
    if (status == STATUS_OK && fold.has_misfit) {
        char where[ERROR_WHERE_SIZE];
        snprintf(where, sizeof where, "event %" PRId64, record->first_event + fold.events);
        return error_set(err, STATUS_DAMAGED, where, "it does not fit the state before it");
    }
    return status;
}

static enum status make_state(struct campaign *campaign, int64_t encounter, int64_t head,
                              bool takes_snapshots, struct state *out, struct error *err)
{
    struct path path = {0};
    enum status status = STATUS_OK;
    bool is_found = false;
    int64_t act = head;
    state_empty(out, state_system(out));
    while (status == STATUS_OK && act != 0) {
        struct log_record record;
        status = read_act(&record, campaign, encounter, act, err);
        if (status == STATUS_OK && takes_snapshots) {
            status = read_snapshot(out, &is_found, campaign, act, err);
        }
        if (is_found || status != STATUS_OK) {
            break;
        }
        status = path_add(&path, &record, err);
        act = record.row.parent;
    }
    while (status == STATUS_OK && path.count > 0) {
        const struct path_act *next = &path.act[--path.count];
        struct log_record record = {
            .row.id = next->id, .first_event = next->first_event, .events = next->events};
        status = fold_act(out, campaign, &record, err);
    }
    free(path.act);
    return status;
}

enum status log_state(struct campaign *campaign, int64_t encounter, int64_t head,
                      struct state *out, struct error *err)
{
    return make_state(campaign, encounter, head, true, out, err);
}

enum status log_state_by_fold(struct campaign *campaign, int64_t encounter, int64_t head,
                              struct state *out, struct error *err)
{
    return make_state(campaign, encounter, head, false, out, err);
}

/* ---- one act forward or back ----------------------------------------------------------- */

static bool take_back_event(void *context, const struct event *event)
{
    struct fold *fold = context;
    fold->has_misfit = !state_can_take_back(fold->state, event);
    if (!fold->has_misfit) {
        state_take_back(fold->state, event);
    }
    return !fold->has_misfit;
}

enum status log_state_moved(struct campaign *campaign, int64_t encounter, int64_t from,
                            int64_t to, struct state *state, enum log_step *step,
                            struct error *err)
{
    struct log_record record = {.row.id = 0};
    enum status status = STATUS_OK;
    *step = LOG_STEP_ELSEWHERE;
    if (to != 0) {
        status = read_act(&record, campaign, encounter, to, err);
        if (status == STATUS_OK && record.row.parent == from) {
            *step = LOG_STEP_FORWARD;
            return fold_act(state, campaign, &record, err);
        }
    }
    if (status == STATUS_OK && from != 0) {
        status = read_act(&record, campaign, encounter, from, err);
        if (status == STATUS_OK && record.row.parent == to) {
            struct fold fold = {.state = state};
            *step = LOG_STEP_BACK;
            status = log_read_events_backwards(campaign, &record, state, take_back_event, &fold,
                                               err);
            if (status != STATUS_OK || !fold.has_misfit) {
                return status;
            }
        }
    }
    /* Elsewhere, or what the act changed is not as it left it: from the log alone. */
    return status == STATUS_OK ? log_state(campaign, encounter, to, state, err) : status;
}

/* ---- keeping snapshots ----------------------------------------------------------------- */

/* How many acts lie between `act` and the nearest usable snapshot before it, STAY at most. */
static enum status count_since_snapshot(int *out, struct campaign *campaign, int64_t encounter,
                                        int64_t act, struct error *err)
{
    *out = 0;
    struct state *scratch = malloc(sizeof *scratch);
    if (scratch == NULL) {
        return error_set(err, STATUS_FULL, "", "no memory is left");
    }
    *scratch = campaign->names;
    enum status status = STATUS_OK;
    bool is_found = false;
    while (status == STATUS_OK && act != 0 && *out < STAY) {
        struct log_record record;
        status = read_snapshot(scratch, &is_found, campaign, act, err);
        if (is_found || status != STATUS_OK) {
            break;
        }
        status = read_act(&record, campaign, encounter, act, err);
        act = record.row.parent;
        (*out)++;
    }
    free(scratch);
    return status;
}

static enum status write_snapshot(struct campaign *campaign, const struct log_record *act,
                                  bool stays, const struct state *state, struct error *err)
{
    unsigned char *bytes = malloc(SNAPSHOT_SIZE_MAX);
    if (bytes == NULL) {
        return error_set(err, STATUS_FULL, "", "no memory is left");
    }
    struct query *query = query_begin(campaign->db, STATEMENT_SNAPSHOT_ADD);
    query_bind(query, ":act", act->row.id);
    query_bind(query, ":encounter", act->row.encounter);
    query_bind(query, ":stays", stays);
    query_bind_bytes(query, ":state", bytes,
                     state_pack(campaign_procedure(campaign, state), state, bytes));
    enum status status = query_run(query, err);
    free(bytes);
    if (status == STATUS_OK) {
        query = query_begin(campaign->db, STATEMENT_SNAPSHOT_THIN);
        query_bind(query, ":encounter", act->row.encounter);
        query_bind(query, ":passing", PASSING);
        status = query_run(query, err);
    }
    return status;
}

enum status log_keep_snapshot(struct campaign *campaign, int64_t encounter, int64_t head,
                              const struct state *state, struct error *err)
{
    if (campaign->is_read_only || !campaign->has_snapshots || head == 0) {
        return STATUS_OK;
    }
    struct log_record act;
    enum status status = read_act(&act, campaign, encounter, head, err);
    if (status != STATUS_OK) {
        return status;
    }
    /* Called after every act, this is where it nearly always ends. On another branch of the
     * same depth it ends here too, which only puts a snapshot off. */
    int64_t grown = act.depth - campaign->snapshot_depth;
    if (encounter == campaign->snapshot_encounter && grown >= 0 && grown < STEP) {
        return STATUS_OK;
    }
    int since = 0;
    status = campaign_learn_names(campaign, encounter, err);
    if (status == STATUS_OK) {
        status = count_since_snapshot(&since, campaign, encounter, head, err);
    }
    if (status == STATUS_OK && since >= STEP) {
        bool stays = act.depth / STAY != (act.depth - since) / STAY;
        status = open_file_begin(campaign, err);
        if (status == STATUS_OK) {
            status =
                open_file_end(campaign, write_snapshot(campaign, &act, stays, state, err), err);
        }
        since = 0;
    }
    if (status == STATUS_OK) {
        campaign->snapshot_encounter = encounter;
        campaign->snapshot_depth = act.depth - since;
    }
    return status;
}
