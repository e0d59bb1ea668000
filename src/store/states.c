/* States of the past: the nearest snapshot on the way to an act, and the events from there.
 *
 * A snapshot is kept about every STEP acts of a path, sooner where these have STEP_EVENTS
 * events: in a large fight, initiative or a new group alone has a hundred. The newest PASSING
 * of an encounter stay until newer ones come, and one about every STAY acts stays for good, so
 * that snapshots take a small part of the file however many combatants there are, undoing and
 * opening fold about STEP acts, and going far back folds about STAY at most. Where the table
 * rests one is kept before the last acts, which opening folds and so compares: the fewest with
 * LAST_EVENTS events. It goes again with the next. All of them can be dropped: the log is
 * enough.
 */
#include "store/campaign.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/array.h"
#include "store/campaign_file.h"

enum { STEP = 64, STEP_EVENTS = 512, STAY = 128, PASSING = 16, REMADE_AT_ONCE = 4 };
/* How many acts are taken back rather than folded again. */
enum { BACK_ACTS = 8 };
/* At rest: how many acts or events a snapshot must save, and how many acts come after it. */
enum { AT_REST = 4, EVENTS_AT_REST = 24, LAST_ACTS = 8, LAST_EVENTS = 24 };

/* The acts to fold, the last one first. Only what is needed to find their events is kept, since
 * without a snapshot this is a whole log. */
struct path_act {
    int64_t id, first_event, events, events_checksum;
};

struct path {
    struct path_act *act;
    int count, room;
};

static enum status path_add(struct path *path, const struct log_record *record,
                            struct error *err)
{
    struct path_act *grown =
        array_grown(path->act, path->count, &path->room, sizeof *grown, realloc);
    if (grown == NULL) {
        return error_set(err, STATUS_MEMORY, "", "out of memory");
    }
    path->act = grown;
    path->act[path->count++] = (struct path_act){record->row.id, record->first_event,
                                                 record->events, record->events_checksum};
    return STATUS_OK;
}

/* An act on a path; parents are older (log_read), so paths end. */
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
    return STATUS_OK;
}

static void seal_snapshot(struct seal *seal, int64_t log_checksum)
{
    seal_begin(seal);
    seal_text(seal, str_of("snapshot"));
    seal_int(seal, log_checksum);
}

bool snapshot_is_whole(const struct query *query, int64_t log_checksum)
{
    struct seal seal;
    seal_snapshot(&seal, log_checksum);
    query_seal_columns(query, SNAPSHOT_COLUMN_ACT, 3, &seal);
    query_seal_columns(query, SNAPSHOT_COLUMN_STATE, 1, &seal);
    return query_int(query, SNAPSHOT_COLUMN_CHECKSUM) == seal_end(&seal);
}

/* *is_found: the snapshot of this act exists, is undamaged, and has this program's layout. */
static enum status read_snapshot(struct state *out, bool *is_found, struct campaign *campaign,
                                 const struct log_record *act, struct error *err)
{
    *is_found = false;
    if (!campaign->has_snapshots) {
        return STATUS_OK;
    }
    bool has_row = false;
    struct query *query = query_begin(campaign->db, STATEMENT_SNAPSHOT_AT);
    query_bind(query, ":act", act->row.id);
    enum status status = query_step(query, &has_row, err);
    bool is_whole = has_row && snapshot_is_whole(query, act->checksum);
    if (is_whole) {
        struct str bytes = query_text(query, SNAPSHOT_COLUMN_STATE);
        *is_found = state_unpack(out, campaign_procedure(campaign, out),
                                 (const unsigned char *)bytes.p, bytes.n);
    } else if (has_row) {
        campaign->has_word = campaign->has_word || campaign->wrong_snapshot != act->row.id;
        campaign->wrong_snapshot = act->row.id;
        campaign->wrong_snapshot_encounter = act->row.encounter;
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
    fold->has_misfit =
        !state_can_apply(fold->state, event) || !state_has_old(fold->state, event);
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

/* Steps back from the act to a snapshot or the start; `out` is the state there. On failure *act
 * is the one that cannot be read. */
static enum status find_path(struct path *path, struct campaign *campaign, int64_t encounter,
                             int64_t *act, bool takes_snapshots, struct state *out,
                             struct error *err)
{
    enum status status = STATUS_OK;
    bool is_found = false;
    state_empty(out, state_system(out));
    while (status == STATUS_OK && *act != 0) {
        struct log_record record;
        status = read_act(&record, campaign, encounter, *act, err);
        if (status == STATUS_MISSING && path->count > 0) {
            char where[ERROR_WHERE_SIZE];
            snprintf(where, sizeof where, "act %" PRId64, *act);
            status = error_set(err, STATUS_DAMAGED, where, "it is missing");
        }
        if (status == STATUS_OK && takes_snapshots) {
            status = read_snapshot(out, &is_found, campaign, &record, err);
        }
        if (is_found || status != STATUS_OK) {
            break;
        }
        status = path_add(path, &record, err);
        *act = record.row.parent;
    }
    return status;
}

/* *wrong: the act at which the log is damaged, for STATUS_DAMAGED. */
static enum status make_state(struct campaign *campaign, int64_t encounter, int64_t head,
                              bool takes_snapshots, struct state *out, int64_t *wrong,
                              struct error *err)
{
    struct path path = {0};
    *wrong = head;
    enum status status =
        find_path(&path, campaign, encounter, wrong, takes_snapshots, out, err);
    while (status == STATUS_OK && path.count > 0) {
        const struct path_act *next = &path.act[--path.count];
        struct log_record record = {.row.id = next->id,
                                    .first_event = next->first_event,
                                    .events = next->events,
                                    .events_checksum = next->events_checksum};
        *wrong = next->id;
        status = fold_act(out, campaign, &record, err);
    }
    free(path.act);
    return status;
}

/* After the first failure: the state before the damaged act `wrong`. Each round goes to an
 * older act. */
static void make_whole_state(struct campaign *campaign, int64_t encounter, int64_t wrong,
                             bool takes_snapshots, struct state *out)
{
    struct log_record record;
    enum status status = STATUS_DAMAGED;
    while (status == STATUS_DAMAGED) {
        int64_t at = 0;
        status = log_read_whole_before(&record, campaign, encounter, wrong, NULL);
        if (status == STATUS_OK) {
            status = make_state(campaign, encounter, record.row.head, takes_snapshots, out, &at,
                                NULL);
        }
        wrong = status == STATUS_DAMAGED && at < wrong ? at : 0;
    }
    if (status != STATUS_OK) {
        state_empty(out, state_system(out));
    }
}

static enum status make_told_state(struct campaign *campaign, int64_t encounter, int64_t head,
                                   bool takes_snapshots, struct state *out, struct error *err)
{
    int64_t wrong = 0;
    struct error own = {.code = STATUS_OK};
    enum status status =
        make_state(campaign, encounter, head, takes_snapshots, out, &wrong, &own);
    if (status == STATUS_DAMAGED) {
        make_whole_state(campaign, encounter, wrong, takes_snapshots, out);
        return campaign_note_damage(campaign, own.where, own.text, err);
    }
    return status == STATUS_OK ? STATUS_OK : error_set(err, status, own.where, "%s", own.text);
}

enum status log_state(struct campaign *campaign, int64_t encounter, int64_t head,
                      struct state *out, struct error *err)
{
    return make_told_state(campaign, encounter, head, true, out, err);
}

enum status log_state_by_fold(struct campaign *campaign, int64_t encounter, int64_t head,
                              struct state *out, struct error *err)
{
    return make_told_state(campaign, encounter, head, false, out, err);
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

/* Some acts back: taking back reads less than folding from a snapshot. *is_there: the state is
 * that of `to`; otherwise it may be in between. A failure shows again when the log is folded.
 */
static void take_back_some(bool *is_there, struct campaign *campaign, int64_t encounter,
                           int64_t from, int64_t to, struct state *state)
{
    struct path_act act[BACK_ACTS];
    struct log_record record;
    struct fold fold = {.state = state};
    int count = 0;
    enum status status = STATUS_OK;
    *is_there = false;
    while (status == STATUS_OK && from > to && count < BACK_ACTS) {
        status = read_act(&record, campaign, encounter, from, NULL);
        act[count++] =
            (struct path_act){from, record.first_event, record.events, record.events_checksum};
        from = record.row.parent;
    }
    for (int i = 0; i < count && from == to && status == STATUS_OK && !fold.has_misfit; i++) {
        record = (struct log_record){.row.id = act[i].id,
                                     .first_event = act[i].first_event,
                                     .events = act[i].events,
                                     .events_checksum = act[i].events_checksum};
        status =
            log_read_events_backwards(campaign, &record, state, take_back_event, &fold, NULL);
    }
    *is_there = from == to && status == STATUS_OK && !fold.has_misfit;
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
    bool is_there = false;
    /* Not again where that has just failed, which leaves the state in between. */
    if (status == STATUS_OK && to < from && record.row.parent != to) {
        take_back_some(&is_there, campaign, encounter, from, to, state);
    }
    /* The act is elsewhere, or its changes do not match the state: folds from the log alone. */
    return status == STATUS_OK && !is_there ? log_state(campaign, encounter, to, state, err)
                                            : status;
}

/* ---- keeping snapshots ----------------------------------------------------------------- */

static bool can_keep(const struct campaign *campaign)
{
    return !campaign->is_read_only && campaign->has_snapshots;
}

/* What is between an act and the nearest usable snapshot before it. */
struct since {
    int acts; /* STAY at most */
    int64_t events;
};

static enum status count_since_snapshot(struct since *out, struct campaign *campaign,
                                        int64_t encounter, int64_t act, struct error *err)
{
    *out = (struct since){.acts = 0};
    struct state *scratch = calloc(1, sizeof *scratch);
    if (scratch == NULL) {
        return error_set(err, STATUS_MEMORY, "", "out of memory");
    }
    *scratch = campaign->names;
    enum status status = STATUS_OK;
    bool is_found = false;
    while (status == STATUS_OK && act != 0 && out->acts < STAY) {
        struct log_record record;
        status = read_act(&record, campaign, encounter, act, err);
        if (status == STATUS_OK) {
            status = read_snapshot(scratch, &is_found, campaign, &record, err);
        }
        if (is_found || status != STATUS_OK) {
            break;
        }
        act = record.row.parent;
        out->acts++;
        out->events += record.events;
    }
    free(scratch);
    return status;
}

static enum status write_snapshot(struct campaign *campaign, const struct log_record *act,
                                  bool stays, const struct state *state, struct error *err)
{
    unsigned char *bytes = malloc(SNAPSHOT_SIZE_MAX);
    if (bytes == NULL) {
        return error_set(err, STATUS_MEMORY, "", "out of memory");
    }
    struct seal seal;
    seal_snapshot(&seal, act->checksum);
    struct query *query = query_begin(campaign->db, STATEMENT_SNAPSHOT_ADD);
    query_seal_into(query, &seal);
    query_bind(query, ":act", act->row.id);
    query_bind(query, ":encounter", act->row.encounter);
    query_bind(query, ":stays", stays);
    query_bind_bytes(query, ":state", bytes,
                     state_pack(campaign_procedure(campaign, state), state, bytes));
    query_seal_into(query, NULL);
    query_bind(query, ":checksum", seal_end(&seal));
    enum status status = query_run(query, err);
    free(bytes);
    if (status == STATUS_OK) {
        query = query_begin(campaign->db, STATEMENT_SNAPSHOT_SPARE);
        query_bind(query, ":encounter", act->row.encounter);
        query_bind(query, ":act", act->row.id);
        query_bind(query, ":step", STEP);
        query_bind(query, ":event", act->first_event);
        query_bind(query, ":step_events", STEP_EVENTS);
        status = query_run(query, err);
    }
    if (status == STATUS_OK) {
        query = query_begin(campaign->db, STATEMENT_SNAPSHOT_THIN);
        query_bind(query, ":encounter", act->row.encounter);
        query_bind(query, ":passing", PASSING);
        status = query_run(query, err);
    }
    return status;
}

static enum status keep(struct campaign *campaign, const struct log_record *act, bool stays,
                        const struct state *state, struct error *err)
{
    enum status status = campaign_begin_writing(campaign, err);
    if (status != STATUS_OK) {
        return status;
    }
    return campaign_end_writing(campaign, write_snapshot(campaign, act, stays, state, err),
                                err);
}

/* Makes a damaged snapshot again. On the way to it, another damaged one may be found. */
static enum status remake_snapshot(struct campaign *campaign, struct error *err)
{
    int64_t id = campaign->wrong_snapshot, encounter = campaign->wrong_snapshot_encounter;
    struct log_record act;
    enum status status = campaign_learn_names(campaign, encounter, err);
    if (status == STATUS_OK) {
        status = read_act(&act, campaign, encounter, id, err);
    }
    if (status != STATUS_OK) {
        return status;
    }
    struct state *state = calloc(1, sizeof *state);
    if (state == NULL) {
        return error_set(err, STATUS_MEMORY, "", "out of memory");
    }
    *state = campaign->names;
    status = log_state(campaign, encounter, id, state, err);
    if (status == STATUS_OK) {
        status = keep(campaign, &act, act.depth % STAY < STEP, state, err);
    }
    if (status == STATUS_OK && campaign->wrong_snapshot == id) {
        campaign->wrong_snapshot = 0;
    }
    free(state);
    return status;
}

/* Keeps one when there are `step` acts since the last, or STEP_EVENTS events; at rest
 * EVENTS_AT_REST are enough. */
static enum status keep_after(struct campaign *campaign, int step, int64_t encounter,
                              int64_t head, const struct state *state, struct error *err)
{
    if (!can_keep(campaign) || head == 0) {
        return STATUS_OK;
    }
    struct log_record act;
    enum status status = STATUS_OK;
    for (int i = 0; i < REMADE_AT_ONCE && campaign->wrong_snapshot != 0; i++) {
        status = remake_snapshot(campaign, err);
        if (status != STATUS_OK) {
            return status;
        }
    }
    status = read_act(&act, campaign, encounter, head, err);
    if (status != STATUS_OK) {
        return status;
    }
    /* This is called after every act and nearly always ends here. It also does on another
     * branch of the same depth, which only delays a snapshot. */
    int64_t grown = act.depth - campaign->snapshot_depth;
    int64_t events_end = act.first_event + act.events;
    bool is_near = grown >= 0 && grown < (step == STEP ? STEP : 1) &&
                   events_end - campaign->snapshot_events_end < STEP_EVENTS;
    if (encounter == campaign->snapshot_encounter && is_near) {
        return STATUS_OK;
    }
    struct since since = {.acts = 0};
    status = campaign_learn_names(campaign, encounter, err);
    if (status == STATUS_OK) {
        status = count_since_snapshot(&since, campaign, encounter, head, err);
    }
    bool is_long = since.events >= (step == AT_REST ? EVENTS_AT_REST : STEP_EVENTS);
    if (status == STATUS_OK && (since.acts >= step || is_long)) {
        bool stays = act.depth / STAY != (act.depth - since.acts) / STAY;
        status = keep(campaign, &act, stays, state, err);
        since = (struct since){.acts = 0};
    }
    if (status == STATUS_OK) {
        campaign->snapshot_encounter = encounter;
        campaign->snapshot_depth = act.depth - since.acts;
        campaign->snapshot_events_end = events_end - since.events;
    }
    return status;
}

enum status log_keep_snapshot(struct campaign *campaign, int64_t encounter, int64_t head,
                              const struct state *state, struct error *err)
{
    return keep_after(campaign, STEP, encounter, head, state, err);
}

enum status log_keep_snapshot_at_rest(struct campaign *campaign, int64_t encounter,
                                      int64_t head, const struct state *state,
                                      struct error *err)
{
    if (!can_keep(campaign)) {
        return STATUS_OK;
    }
    struct state *before = calloc(1, sizeof *before);
    if (before == NULL) {
        return error_set(err, STATUS_MEMORY, "", "out of memory");
    }
    state_copy(before, state);
    enum status status = STATUS_OK;
    int64_t events = 0;
    for (int i = 0; i < LAST_ACTS && events < LAST_EVENTS && head != 0 && status == STATUS_OK;
         i++) {
        struct log_record record;
        enum log_step step;
        status = read_act(&record, campaign, encounter, head, err);
        if (status == STATUS_OK) {
            events += record.events;
            status = log_state_moved(campaign, encounter, head, record.row.parent, before,
                                     &step, err);
            head = record.row.parent;
        }
    }
    if (status == STATUS_OK) {
        status = keep_after(campaign, AT_REST, encounter, head, before, err);
    }
    free(before);
    return status;
}

/* ---- filling the past ------------------------------------------------------------------ */

struct snapshot_filling {
    struct campaign *campaign;
    struct state *state; /* scratch */
    int next;            /* the place of the next encounter in the list */
    int64_t encounter;
    int64_t at;     /* the act of its way that is looked at next, from its head on; 0: none */
    bool has_one;   /* there is a snapshot among those of its 128 acts that were looked at */
    int64_t *lacks; /* the first of each 128 acts that have none, the newest first */
    int lacking, room;
};

struct snapshot_filling *snapshot_filling_new(struct campaign *campaign)
{
    struct snapshot_filling *filling = calloc(1, sizeof *filling);
    CHECK(filling != NULL);
    filling->state = calloc(1, sizeof *filling->state);
    CHECK(filling->state != NULL);
    filling->campaign = campaign;
    return filling;
}

void snapshot_filling_free(struct snapshot_filling *filling)
{
    if (filling != NULL) {
        free(filling->state);
        free(filling->lacks);
        free(filling);
    }
}

/* The first acts need none: folding them takes as long. */
static void add_lacking(struct snapshot_filling *filling, const struct log_record *record)
{
    if (filling->has_one || record->depth < STAY) {
        return;
    }
    filling->lacks = array_grown(filling->lacks, filling->lacking, &filling->room,
                                 sizeof *filling->lacks, realloc);
    CHECK(filling->lacks != NULL);
    filling->lacks[filling->lacking++] = record->row.id;
}

static enum status look_for_snapshots(struct snapshot_filling *filling, int acts)
{
    struct campaign *campaign = filling->campaign;
    enum status status = campaign_learn_names(campaign, filling->encounter, NULL);
    *filling->state = campaign->names;
    for (int i = 0; status == STATUS_OK && i < acts && filling->at != 0; i++) {
        struct log_record record;
        bool is_found = false;
        status = read_act(&record, campaign, filling->encounter, filling->at, NULL);
        if (status == STATUS_OK && !filling->has_one) {
            status = read_snapshot(filling->state, &is_found, campaign, &record, NULL);
        }
        if (status == STATUS_OK) {
            filling->has_one = filling->has_one || is_found;
            if (record.depth % STAY == 0) {
                add_lacking(filling, &record);
                filling->has_one = false;
            }
            filling->at = record.row.parent;
        }
    }
    return status;
}

/* From the oldest on, so that each is folded from the one before. */
static enum status make_lacking(struct snapshot_filling *filling)
{
    struct campaign *campaign = filling->campaign;
    struct log_record act;
    int64_t id = filling->lacks[--filling->lacking];
    enum status status = campaign_learn_names(campaign, filling->encounter, NULL);
    if (status == STATUS_OK) {
        status = read_act(&act, campaign, filling->encounter, id, NULL);
    }
    if (status == STATUS_OK) {
        *filling->state = campaign->names;
        status = log_state(campaign, filling->encounter, id, filling->state, NULL);
    }
    return status == STATUS_OK ? keep(campaign, &act, true, filling->state, NULL) : status;
}

static bool begin_next_encounter(struct snapshot_filling *filling)
{
    struct encounter_row row;
    struct position position;
    int count = 0;
    if (encounter_list(filling->campaign, &row, 1, filling->next++, &count, NULL) !=
            STATUS_OK ||
        count == 0) {
        return false;
    }
    filling->encounter = row.id;
    filling->has_one = false;
    filling->at = log_position(filling->campaign, row.id, &position, NULL) == STATUS_OK
                      ? position.head
                      : 0;
    return true;
}

bool snapshot_filling_step(struct snapshot_filling *filling, int acts)
{
    struct campaign *campaign = filling->campaign;
    enum status status = STATUS_OK;
    if (!can_keep(campaign) || campaign->damage.code != STATUS_OK) {
        return false;
    }
    if (filling->at != 0) {
        status = look_for_snapshots(filling, acts);
    } else if (filling->lacking > 0) {
        status = make_lacking(filling);
    } else if (!begin_next_encounter(filling)) {
        return false;
    }
    if (status != STATUS_OK) { /* of a game that is not there, say: the others are looked at */
        filling->at = 0;
        filling->lacking = 0;
    }
    return true;
}

/* ---- what was read of encounters ------------------------------------------------------- */

/* The columns of the query; the last one is the checksum of the row of the log. */
enum { ENCOUNTER, ROW, FACTS, CHECKSUM, LOG_CHECKSUM };

static void begin_seal(struct seal *seal, int64_t log_checksum)
{
    seal_begin(seal);
    seal_text(seal, str_of("chronicle"));
    seal_int(seal, log_checksum);
}

static bool is_whole_row(const struct query *query)
{
    struct seal seal;
    begin_seal(&seal, query_int(query, LOG_CHECKSUM));
    query_seal_columns(query, ENCOUNTER, 3, &seal);
    return !query_is_null(query, LOG_CHECKSUM) && query_int(query, CHECKSUM) == seal_end(&seal);
}

enum status chronicle_rows_read(struct campaign *campaign, const struct chronicle_part *part,
                                see_chronicle_row_fn *see, void *context, bool *is_whole,
                                struct error *err)
{
    *is_whole = true;
    if (!campaign->has_snapshots) {
        return STATUS_OK;
    }
    struct query *query = query_begin(campaign->db, STATEMENT_CHRONICLE_ROWS);
    query_bind(query, ":from", part->from);
    query_bind(query, ":below", part->below);
    query_bind(query, ":most", part->most);
    bool has_row = true;
    enum status status = STATUS_OK;
    while (status == STATUS_OK && has_row && *is_whole) {
        status = query_step(query, &has_row, err);
        *is_whole = !has_row || is_whole_row(query);
        if (status == STATUS_OK && has_row && *is_whole) {
            struct chronicle_row row = {.encounter = query_int(query, ENCOUNTER),
                                        .row = query_int(query, ROW),
                                        .facts = query_text(query, FACTS)};
            see(context, &row);
        }
    }
    query_end(query);
    return status;
}

static enum status keep_chronicle_row(struct campaign *campaign,
                                      const struct chronicle_row *row, struct error *err)
{
    struct log_record record;
    enum status status = log_read(&record, campaign, row->row, err);
    if (status != STATUS_OK) {
        return status;
    }
    struct seal seal;
    begin_seal(&seal, record.checksum);
    struct query *query = query_begin(campaign->db, STATEMENT_CHRONICLE_KEEP);
    query_seal_into(query, &seal);
    query_bind(query, ":encounter", row->encounter);
    query_bind(query, ":row", row->row);
    query_bind_text(query, ":facts", row->facts);
    query_seal_into(query, NULL);
    query_bind(query, ":checksum", seal_end(&seal));
    return query_run(query, err);
}

enum status chronicle_rows_keep(struct campaign *campaign, const struct chronicle_row *rows,
                                int count, bool drops_others, struct error *err)
{
    if (!can_keep(campaign)) {
        return STATUS_OK;
    }
    enum status status = campaign_begin_writing(campaign, err);
    if (status != STATUS_OK) {
        return status;
    }
    if (drops_others) {
        status = query_run(query_begin(campaign->db, STATEMENT_CHRONICLE_DROP), err);
    }
    for (int i = 0; i < count && status == STATUS_OK; i++) {
        status = keep_chronicle_row(campaign, &rows[i], err);
    }
    return campaign_end_writing(campaign, status, err);
}
