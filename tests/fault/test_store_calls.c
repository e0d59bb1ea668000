/* Each call of the store on one campaign, with every operation of SQLite failing in turn, once
 * or for good, or ended as by a signal: it gives the answer that it always gives, or fails with
 * a word. Nothing that fails is told as damage, and what failed gives its answer the next time,
 * so it was not done in part.
 *
 * A new call is a row. FAULTS=all tries every operation in every way; without it every few, and
 * each way on every fourth call. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <sqlite3.h>

#include "fault/fault_vfs.h"
#include "resolver/system.h"
#include "store/backup.h"
#include "store/beside.h"
#include "store/campaign_file.h"
#include "store/fixture.h"
#include "store/search.h"
#include "store/sums.h"
#include "support/play.h"

#include "support/unit.h"

enum { OPERATIONS_MAX = 1000000, ACTS_MAX = 64, NOW_MS = 1700000000 };

static struct error err;

/* A fight with branches, corrections, an act that was left out of one, and something of all
 * that a campaign keeps. The last three encounters are put away, renamed, and never used. */
static const char *const evening[] = {
    "encounter Yard system=trilemma",
    "add 2 rat strength=8 wits=3 ac=22 hp=6",
    "encounter Mill system=trilemma",
    "add Bo side=party wits=10 strength=9 ac=20 hp=9",
    "add 3 rat strength=8 wits=3 ac=22 hp=6",
    "initiative 15 5",
    "attack r1 14 4",
    "undo",
    "damage r1 2",
    "undo",
    "redo",
    "damage r2 1",
    "damage r1 1",
    "heal r1 1",
    "amend act=11 r1 3",
    "amend act=14 r1 2",
    "rewind 5",
    "damage r3 1",
    "damage r3 2",
    "save-kind r1 mill rat",
    "prepare Ford party",
    "question-keep falls who falls",
    "encounter Loft system=trilemma",
    "archive-encounter Loft",
    "rename-encounter Yard Barn",
    "open Mill",
    "damage r2 1",
    NULL,
};

/* ---- campaigns of which copies are made ------------------------------------------------- */

struct kept {
    const char *from; /* a file of the tree; NULL: the evening's */
    char *bytes, *log;
    long n, log_n;
};

/* LEFT has a write-ahead log, as after a crash. LONG has many acts and one snapshot, which is
 * damaged in WRONG. */
enum { NOW, LEFT, LONG, WRONG, OLD, OLDER, NONE, KEPT };
enum { LONG_ACTS = 150 };
static struct kept kept[KEPT] = {
    [OLD] = {.from = "tests/fixtures/version_2/campaign.referee-campaign"},
    [OLDER] = {.from = "tests/fixtures/version_1/campaign.referee-campaign"}};

/* What a call works on. */
static struct at {
    char path[600], copy[640];
    struct campaign *campaign;
    int64_t encounter;
    struct position position;
    const struct procedure *procedure;
    struct state state;      /* of the encounter, after its head */
    struct state long_state; /* the same in LONG */
    int64_t act[ACTS_MAX];
    int acts;      /* of the encounter, on all branches */
    int64_t steps; /* of changes */
    uint64_t answer;
    bool is_lacking; /* what is derived was not there: its reader goes on without */
    bool is_written;
} at;

static void remove_beside(const char *path, const char *ending)
{
    char name[760];
    snprintf(name, sizeof name, "%s%s", path, ending);
    remove(name);
}

static void remove_files(void)
{
    static const char *const endings[] = {"", "-wal", "-shm", "-journal", "-search"};
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        remove_beside(at.path, endings[i]);
        remove_beside(at.copy, endings[i]);
    }
}

static void open_campaign(enum campaign_mode mode)
{
    DONE(campaign_open(&at.campaign, at.path, mode, 0, games_find, &err));
    at.campaign->sums_from = 0;
}

static void close_campaign(void)
{
    campaign_close(at.campaign);
    at.campaign = NULL;
}

static void read_rest(void)
{
    struct act_row row[2 * ACTS_MAX];
    struct encounter_row open;
    int count = 0;
    DONE(encounter_find(at.campaign, "Mill", &open, &err));
    at.encounter = open.id;
    DONE(log_position(at.campaign, at.encounter, &at.position, &err));
    state_init(&at.state, system_find(str_of(open.system)));
    at.procedure = games_find(state_system(&at.state));
    DONE(log_state(at.campaign, at.encounter, at.position.head, &at.state, &err));
    DONE(log_rows(at.campaign, at.encounter, 0, row, 2 * ACTS_MAX, &count, &err));
    at.steps = at.campaign->known.steps;
    at.acts = 0;
    for (int i = 0; i < count; i++) {
        if (row[i].kind == ROW_ACT) {
            assert_true(at.acts < ACTS_MAX);
            at.act[at.acts++] = row[i].id;
        }
    }
}

static void put(const struct kept *of, enum campaign_mode mode, bool is_opened)
{
    close_campaign();
    remove_files();
    at.is_written = false;
    if (of->bytes != NULL) {
        fixture_write_file(at.path, of->bytes, of->n);
    }
    if (of->log != NULL) {
        char log[700];
        snprintf(log, sizeof log, "%s-wal", at.path);
        fixture_write_file(log, of->log, of->log_n);
    }
    if (is_opened) {
        open_campaign(mode);
    }
}

/* ---- what is answered ------------------------------------------------------------------- */

static void tell(int64_t number)
{
    at.answer = (at.answer ^ (uint64_t)number) * 1099511628211u;
    at.answer ^= at.answer >> 29;
}

static void tell_text(struct str text)
{
    tell(text.n);
    for (int i = 0; i < text.n; i++) {
        tell((unsigned char)text.p[i]);
    }
}

static void tell_row(const struct act_row *row)
{
    tell(row->id);
    tell((int64_t)row->kind);
    tell(row->parent);
    tell(row->head);
    tell_text(str_of(row->label));
    tell_text(str_of(row->command));
}

static void tell_encounter(const struct encounter_row *row)
{
    tell(row->id);
    tell(row->acts);
    tell(row->is_archived);
    tell_text(str_of(row->name));
}

static void tell_state(const struct state *state)
{
    static unsigned char bytes[SNAPSHOT_SIZE_MAX];
    tell_text((struct str){(const char *)bytes, state_pack(at.procedure, state, bytes)});
}

static bool see_event(void *context, const struct event *event)
{
    (void)context;
    tell((int64_t)event->kind);
    tell(event->to);
    tell_text(event->line);
    return true;
}

static bool see_line(void *context, int place, const struct event *event)
{
    (void)context;
    tell(place);
    tell_text(event->line);
    return true;
}

static bool see_change(void *context, const struct change *change)
{
    (void)context;
    tell(change->id);
    tell_text(change->new);
    return true;
}

static void see_trace(void *context, int64_t event, struct str trace)
{
    (void)context;
    tell(event);
    tell_text(trace);
}

static void see_fault(void *context, const struct fault *fault)
{
    (void)context;
    fail_msg("%s: %s", fault->where, fault->what);
}

static void see_chronicle(void *context, const struct chronicle_row *row)
{
    (void)context;
    tell(row->row);
    tell_text(row->facts);
}

static struct state *scratch_state(void)
{
    static struct state scratch;
    state_init(&scratch, state_system(&at.state));
    return &scratch;
}

/* ---- reading ---------------------------------------------------------------------------- */

static enum status opened(enum campaign_mode mode, struct error *wrong)
{
    struct campaign *campaign = NULL;
    enum status status = campaign_open(&campaign, at.path, mode, 21, games_find, wrong);
    if (status == STATUS_OK) {
        tell((int64_t)campaign_seed(campaign));
        assert_null(campaign_damage(campaign));
        campaign_close(campaign);
    }
    return status;
}

static enum status open_to_write(struct error *wrong)
{
    return opened(CAMPAIGN_WRITE, wrong);
}

static enum status open_to_look(struct error *wrong)
{
    return opened(CAMPAIGN_READ, wrong);
}

static enum status open_to_verify(struct error *wrong)
{
    return opened(CAMPAIGN_VERIFY, wrong);
}

static enum status create(struct error *wrong)
{
    return opened(CAMPAIGN_CREATE, wrong);
}

static enum status encounters_one_by_one(struct error *wrong)
{
    struct encounter_row row;
    int round = 0;
    int64_t next = 0;
    enum status status = encounter_next(at.campaign, &next, wrong);
    for (int64_t id = 1; status == STATUS_OK && id < next; id++) {
        status = encounter_at(at.campaign, id, &row, wrong);
        tell_encounter(&row);
        if (status == STATUS_OK) {
            status = encounter_round(at.campaign, id, &round, wrong);
            tell(round);
        }
    }
    return status;
}

typedef enum status find_encounter_fn(struct campaign *campaign, struct encounter_row *out,
                                      struct error *err);

static enum status told_encounter(find_encounter_fn *find, struct error *wrong)
{
    struct encounter_row row;
    enum status status = find(at.campaign, &row, wrong);
    tell_encounter(&row);
    return status;
}

static enum status encounter_on_table(struct error *wrong)
{
    return told_encounter(encounter_current, wrong);
}

static enum status encounter_on_table_before(struct error *wrong)
{
    return told_encounter(encounter_before, wrong);
}

static enum status encounter_by_name(struct error *wrong)
{
    struct encounter_row row;
    enum status status = encounter_find(at.campaign, "mill", &row, wrong);
    tell_encounter(&row);
    return status;
}

static enum status encounter_of_system(struct error *wrong)
{
    struct encounter_row row;
    enum status status = encounter_newest(at.campaign, "trilemma", &row, wrong);
    tell_encounter(&row);
    return status;
}

static enum status encounters_in_pieces(struct error *wrong)
{
    struct encounter_row row[2];
    int count = 2, all = 0;
    enum status status = STATUS_OK;
    while (status == STATUS_OK && count == 2) {
        status = encounter_list(at.campaign, row, 2, all, &count, wrong);
        all += count;
        for (int i = 0; i < count; i++) {
            tell_encounter(&row[i]);
        }
    }
    if (status == STATUS_OK) {
        status = encounter_list_newest(at.campaign, row, 2, 1, &count, wrong);
        tell_encounter(&row[0]);
    }
    return status;
}

static enum status positions(struct error *wrong)
{
    struct position position = {0};
    enum status status = log_position(at.campaign, at.encounter, &position, wrong);
    tell(position.row);
    if (status == STATUS_OK) {
        status = log_position(at.campaign, 1, &position, wrong);
        tell(position.row);
    }
    return status;
}

static enum status rows_in_pieces(struct error *wrong)
{
    enum { PIECE = 5 };
    struct act_row row[PIECE];
    int count = PIECE;
    int64_t before = 0, after = 0;
    enum status status = STATUS_OK;
    while (status == STATUS_OK && count == PIECE) {
        status = log_rows(at.campaign, at.encounter, before, row, PIECE, &count, wrong);
        for (int i = 0; i < count; i++) {
            tell_row(&row[i]);
            before = row[i].id;
        }
    }
    count = PIECE;
    while (status == STATUS_OK && count == PIECE) {
        status = log_rows_after(at.campaign, after, row, PIECE, &count, wrong);
        for (int i = 0; i < count; i++) {
            tell_row(&row[i]);
            after = row[i].id;
        }
    }
    return status;
}

typedef enum status of_act_fn(int64_t act, struct error *wrong);

/* The same of each act of the encounter. */
static enum status of_each_act(of_act_fn *run, bool as_of_one_moment, struct error *wrong)
{
    enum status status = STATUS_OK;
    if (as_of_one_moment) {
        status = campaign_begin_reading(at.campaign, wrong);
        if (status != STATUS_OK) {
            return status;
        }
    }
    for (int i = 0; status == STATUS_OK && i < at.acts; i++) {
        status = run(at.act[i], wrong);
    }
    if (as_of_one_moment) {
        campaign_end_reading(at.campaign);
    }
    return status;
}

static enum status row_of(int64_t act, struct error *wrong)
{
    struct act_row row;
    int64_t depth = 0;
    enum status status = log_row(at.campaign, act, &row, wrong);
    tell_row(&row);
    if (status == STATUS_OK) {
        status = log_depth(at.campaign, act, &depth, wrong);
        tell(depth);
    }
    return status;
}

static enum status rows(struct error *wrong)
{
    return of_each_act(row_of, false, wrong);
}

/* One moment within another, which is the same. */
static enum status rows_as_of_one_moment(struct error *wrong)
{
    enum status status = campaign_begin_reading(at.campaign, wrong);
    if (status == STATUS_OK) {
        status = of_each_act(row_of, true, wrong);
        campaign_end_reading(at.campaign);
    }
    return status;
}

/* Nobody wrote; who only reads looks at the file again. */
static enum status has_changed(struct error *wrong)
{
    (void)wrong;
    tell(campaign_has_changed(at.campaign));
    return STATUS_OK;
}

static enum status children_of(int64_t act, struct error *wrong)
{
    int64_t child[4] = {0}, newest = 0;
    int count = 0;
    enum status status = log_children(at.campaign, at.encounter, act, child, 4, &count, wrong);
    for (int i = 0; i < count; i++) {
        tell(child[i]);
    }
    if (status == STATUS_OK) {
        status = log_newest_child(at.campaign, at.encounter, act, &newest, wrong);
        tell(newest);
    }
    return status;
}

static enum status children(struct error *wrong)
{
    enum status status = children_of(0, wrong);
    return status == STATUS_OK ? of_each_act(children_of, false, wrong) : status;
}

static enum status events_of(int64_t act, struct error *wrong)
{
    enum status status = log_event(at.campaign, act, 0, see_event, NULL, wrong);
    if (status == STATUS_OK) {
        status = log_events(at.campaign, act, see_event, NULL, wrong);
    }
    return status;
}

static enum status events(struct error *wrong)
{
    return of_each_act(events_of, false, wrong);
}

static enum status events_once_of(int64_t act, struct error *wrong)
{
    return log_events_once(at.campaign, act, see_event, NULL, wrong);
}

static enum status events_once(struct error *wrong)
{
    return of_each_act(events_once_of, true, wrong);
}

static enum status lines_of(int64_t act, struct error *wrong)
{
    return log_lines(at.campaign, act, see_line, NULL, wrong);
}

static enum status lines(struct error *wrong)
{
    return of_each_act(lines_of, true, wrong);
}

static enum status traces(struct error *wrong)
{
    return log_traces(at.campaign, see_trace, NULL, wrong);
}

static enum status check_log(struct error *wrong)
{
    int64_t after = 0;
    bool is_whole = false;
    enum status status = STATUS_OK;
    while (status == STATUS_OK && !is_whole) {
        status = log_check(at.campaign, &after, 3, &is_whole, wrong);
    }
    return status;
}

static enum status check_way(struct error *wrong)
{
    return log_check_way(at.campaign, at.encounter, at.position.head, at.act[at.acts - 2],
                         wrong);
}

static enum status way(struct error *wrong)
{
    struct log_stretch *way = NULL;
    int count = 0;
    enum status status =
        log_way_to(at.campaign, at.encounter, at.position.head, &way, &count, wrong);
    for (int i = 0; i < count; i++) {
        tell(way[i].first);
        tell(way[i].last);
    }
    free(way);
    return status;
}

static enum status undone_and_redone(int64_t act, struct error *wrong)
{
    struct log_way way = {0};
    enum status status = log_undo(at.campaign, at.encounter, act, &way, wrong);
    tell(way.to);
    if (status == STATUS_OK) {
        status = log_redo(at.campaign, at.encounter, act, &way, wrong);
        tell(way.to);
    }
    return status;
}

static enum status undo_and_redo(struct error *wrong)
{
    enum status status = undone_and_redone(0, wrong);
    return status == STATUS_OK ? of_each_act(undone_and_redone, false, wrong) : status;
}

static int64_t seen_from;

static enum status fate_of(int64_t act, struct error *wrong)
{
    struct log_fate fate = {0};
    enum status status = log_fate(at.campaign, at.encounter, seen_from, act, &fate, wrong);
    tell((int64_t)fate.kind);
    tell(fate.now);
    return status;
}

/* From where it stands, and from the end of the last correction. */
static enum status fates(struct error *wrong)
{
    seen_from = at.position.head;
    enum status status = of_each_act(fate_of, true, wrong);
    for (int i = 0; status == STATUS_OK && i < at.acts; i++) {
        seen_from = at.act[i];
        status = fate_of(at.act[at.acts / 2], wrong);
    }
    return status;
}

static enum status fate_off_way_of(int64_t act, struct error *wrong)
{
    struct log_fate fate = {0};
    enum status status =
        log_fate_off_way(at.campaign, at.encounter, at.act[0], act, &fate, wrong);
    tell((int64_t)fate.kind);
    return status;
}

static enum status fates_off_way(struct error *wrong)
{
    return of_each_act(fate_off_way_of, false, wrong);
}

static enum status state_of(int64_t act, struct error *wrong)
{
    struct state *state = scratch_state();
    enum status status = log_state(at.campaign, at.encounter, act, state, wrong);
    tell_state(state);
    return status;
}

static enum status states(struct error *wrong)
{
    return of_each_act(state_of, true, wrong);
}

static enum status state_by_fold(struct error *wrong)
{
    struct state *state = scratch_state();
    enum status status =
        log_state_by_fold(at.campaign, at.encounter, at.position.head, state, wrong);
    tell_state(state);
    return status;
}

/* One act back, many back, forward, and to another branch. */
static enum status states_moved(struct error *wrong)
{
    struct state *state = scratch_state();
    const int64_t way[] = {
        at.act[1], at.act[at.acts - 2], at.act[at.acts - 1], at.act[at.acts - 2],
        0,         at.act[at.acts - 1], at.act[at.acts / 2]};
    int64_t from = at.position.head;
    enum log_step step;
    state_copy(state, &at.state);
    enum status status = STATUS_OK;
    for (size_t i = 0; status == STATUS_OK && i < sizeof way / sizeof way[0]; i++) {
        status = log_state_moved(at.campaign, at.encounter, from, way[i], state, &step, wrong);
        from = way[i];
        tell_state(state);
    }
    return status;
}

static const struct str prepared = {CHANGE_PREPARED, sizeof CHANGE_PREPARED - 1};

static enum status changes_read(struct error *wrong)
{
    int64_t newest = 0, last = 0;
    bool is_done = false;
    enum status status = changes_list(at.campaign, 1, see_change, NULL, wrong);
    while (status == STATUS_OK && !is_done) {
        status = changes_get_ready(at.campaign, prepared, 1, &is_done, wrong);
    }
    if (status == STATUS_OK) {
        status = changes_of(at.campaign, prepared, 0, see_change, NULL, wrong);
    }
    if (status == STATUS_OK) {
        status = changes_newest(at.campaign, prepared, &newest, wrong);
        tell(newest);
    }
    if (status == STATUS_OK) {
        status = changes_last_id(at.campaign, prepared, &last, wrong);
        tell(last);
    }
    return status;
}

static enum status changes_that_stand(struct error *wrong)
{
    enum status status =
        changes_present(at.campaign, prepared, str_of(CHANGE_TEXT), 0, see_change, NULL, wrong);
    if (status == STATUS_OK) {
        status = changes_value(at.campaign, str_of(CHANGE_ENCOUNTER), 1, str_of(CHANGE_NAME),
                               see_change, NULL, wrong);
    }
    return status;
}

static enum status newest_change(struct error *wrong)
{
    int64_t newest = 0;
    enum status status = changes_newest(at.campaign, prepared, &newest, wrong);
    tell(newest);
    return status;
}

static void tell_summary(const struct campaign_summary *summary)
{
    tell(summary->acts);
    tell(summary->rows);
    tell(summary->is_damaged);
    tell_text(str_of(summary->encounter));
}

static enum status summary(struct error *wrong)
{
    struct campaign_summary summary;
    enum status status = campaign_summary(&summary, at.campaign, wrong);
    tell_summary(&summary);
    return status;
}

static enum status summary_of_file(struct error *wrong)
{
    struct campaign_summary summary;
    enum status status = campaign_summarise(&summary, at.path, wrong);
    tell_summary(&summary);
    return status;
}

static enum status verify(struct error *wrong)
{
    return campaign_verify(at.campaign, see_fault, NULL, wrong);
}

static enum status verify_in_steps(struct error *wrong)
{
    struct verification *run = NULL;
    bool is_done = false;
    enum status status = verification_begin(&run, at.campaign, see_fault, NULL, wrong);
    while (status == STATUS_OK && !is_done) {
        status = verification_step(run, 7, &is_done, wrong);
    }
    verification_end(run);
    return status;
}

/* ---- writing ---------------------------------------------------------------------------- */

static enum status make_encounter(struct error *wrong)
{
    int64_t id = 0;
    enum status status = encounter_create(at.campaign, "Loft", "trilemma", NOW_MS, &id, wrong);
    tell(id);
    return status;
}

static enum status bring_encounter(struct error *wrong)
{
    int64_t id = 0;
    enum status status = encounter_bring(at.campaign, "Quay", "yuxtapa",
                                         (struct encounter_origin){5, 7}, NOW_MS, &id, wrong);
    tell(id);
    return status;
}

static enum status open_encounter(struct error *wrong)
{
    return encounter_open(at.campaign, 1, NOW_MS, wrong);
}

static const struct event notes[] = {
    {.kind = EVENT_NOTED, .text_to = {"one", 3}, .line = {"one", 3}},
    {.kind = EVENT_NOTED, .text_to = {"two", 3}, .line = {"two", 3}}};

static struct act_row new_row(enum row_kind kind)
{
    return (struct act_row){.kind = kind,
                            .encounter = at.encounter,
                            .at_ms = NOW_MS,
                            .label = "a label",
                            .command = "note one"};
}

static enum status append(struct error *wrong)
{
    struct position position = at.position;
    struct act_row row = new_row(ROW_ACT);
    enum status status = log_append(at.campaign, &row, notes, 2, &position, wrong);
    tell(position.row);
    return status;
}

static enum status find_place(struct error *wrong)
{
    tell((int64_t)campaign_find_place(at.campaign, wrong));
    return STATUS_OK;
}

static enum status append_two(struct error *wrong)
{
    struct position position = at.position;
    const struct corrected_act acts[] = {{.row = new_row(ROW_ACT), .events = notes, .count = 2},
                                         {.row = new_row(ROW_ACT), .events = notes}};
    enum status status = log_append_all(at.campaign, acts, 2, &position, wrong);
    tell(position.row);
    return status;
}

static enum status move(struct error *wrong)
{
    struct position position = at.position;
    struct act_row row = new_row(ROW_REWIND);
    enum status status = log_move(at.campaign, &row, at.act[at.acts - 1], &position, wrong);
    tell(position.row);
    return status;
}

static enum status correct(struct error *wrong)
{
    struct position position = at.position;
    const struct corrected_act acts[] = {{.row = new_row(ROW_ACT), .events = notes, .count = 2},
                                         {.row = new_row(ROW_ACT), .events = notes}};
    struct act_row row = new_row(ROW_REWIND);
    enum status status =
        log_correct(at.campaign, &row, at.act[at.acts - 1], acts, 2, &position, wrong);
    tell(position.row);
    return status;
}

static struct change change_of(const char *thing, int64_t id, const char *field,
                               const char *value)
{
    return (struct change){.thing = str_of(thing),
                           .thing_id = id,
                           .field = str_of(field),
                           .is_set = value != NULL,
                           .new = str_of(value == NULL ? "" : value)};
}

static enum status change_encounters(struct error *wrong)
{
    int64_t step = 0;
    char head[24];
    snprintf(head, sizeof head, "%d", 0);
    const struct change changes[] = {
        change_of(CHANGE_ENCOUNTER, 1, CHANGE_NAME, "Shed"),
        change_of(CHANGE_ENCOUNTER, 3, CHANGE_ARCHIVED, NULL),
        change_of(CHANGE_PREPARED, 1, CHANGE_TEXT, "other words"),
    };
    enum status status = changes_append(at.campaign, NOW_MS, changes, 3, &step, wrong);
    tell(step);
    return status;
}

/* Of an encounter that is not open: it is opened, moved, and the open one is opened again. */
static enum status change_head(struct error *wrong)
{
    int64_t step = 0;
    struct position position = {0};
    char was[24];
    enum status status = log_position(at.campaign, 1, &position, wrong);
    snprintf(was, sizeof was, "%d", (int)position.head);
    struct change change = change_of(CHANGE_ENCOUNTER, 1, CHANGE_HEAD, was);
    if (status == STATUS_OK) {
        status = campaign_begin_writing(at.campaign, wrong);
    }
    if (status != STATUS_OK) {
        return status;
    }
    status = changes_append(at.campaign, NOW_MS, &change, 1, &step, wrong);
    change.new = str_of("0");
    if (status == STATUS_OK) {
        status = changes_append(at.campaign, NOW_MS, &change, 1, &step, wrong);
    }
    status = campaign_end_writing(at.campaign, status, wrong);
    tell(step);
    return status;
}

static enum status change_over(struct error *wrong)
{
    int64_t step = 0;
    const struct change change = change_of(CHANGE_ENCOUNTER, 1, CHANGE_NAME, "Shed"),
                        was = change_of(CHANGE_ENCOUNTER, 1, CHANGE_NAME, "Barn");
    enum status status =
        changes_append_over(at.campaign, NOW_MS, &change, &was, 1, &step, wrong);
    tell(step);
    return status;
}

static enum status undo_change(struct error *wrong)
{
    int64_t step = 0;
    enum status status =
        changes_undo(at.campaign, NOW_MS, at.steps, str_of("undo"), &step, wrong);
    tell(step);
    return status;
}

/* Two calls as one transaction. */
static enum status write_two(struct error *wrong)
{
    enum status status = campaign_begin_writing(at.campaign, wrong);
    if (status != STATUS_OK) {
        return status;
    }
    status = append(wrong);
    status = status == STATUS_OK ? change_encounters(wrong) : status;
    return campaign_end_writing(at.campaign, status, wrong);
}

/* What is read within a transaction is as of its moment without another one. */
static enum status read_while_writing(struct error *wrong)
{
    struct position position;
    enum status status = campaign_begin_writing(at.campaign, wrong);
    if (status != STATUS_OK) {
        return status;
    }
    status = append(wrong);
    if (status == STATUS_OK) {
        status = campaign_begin_reading(at.campaign, wrong);
    }
    if (status == STATUS_OK) {
        status = log_position(at.campaign, at.encounter, &position, wrong);
        tell(position.row);
        campaign_end_reading(at.campaign);
    }
    return campaign_end_writing(at.campaign, status, wrong);
}

/* A line that writes twice, and goes on after the first has failed. */
static enum status write_line(struct error *wrong)
{
    bool is_taken_back = false;
    struct error own = {.code = STATUS_OK};
    assert_true(campaign_begin_line(at.campaign));
    assert_false(campaign_begin_line(at.campaign));
    enum status status = append(wrong);
    enum status then = change_encounters(status == STATUS_OK ? wrong : &own);
    status = status == STATUS_OK ? then : status;
    enum status ended =
        campaign_end_line(at.campaign, status == STATUS_OK, &is_taken_back, wrong);
    return status == STATUS_OK ? ended : status;
}

static enum status chronicle(struct error *wrong)
{
    const struct chronicle_row rows[] = {{1, 2, str_of("a barn")}, {2, 5, str_of("a mill")}};
    const struct chronicle_part part = {1, 100, 8};
    bool is_whole = false;
    enum status status = chronicle_rows_keep(at.campaign, rows, 2, true, wrong);
    if (status == STATUS_OK) {
        status = chronicle_rows_read(at.campaign, &part, see_chronicle, NULL, &is_whole, wrong);
        tell(is_whole);
    }
    return status;
}

static enum status keep_snapshot(struct error *wrong)
{
    enum status status = log_keep_snapshot_at_rest(at.campaign, at.encounter, at.position.head,
                                                   &at.state, wrong);
    if (status == STATUS_OK) {
        status =
            log_keep_snapshot(at.campaign, at.encounter, at.position.head, &at.state, wrong);
    }
    return status;
}

static enum status rebuild(struct error *wrong)
{
    int encounters = 0;
    enum status status = campaign_rebuild(at.campaign, &encounters, wrong);
    tell(encounters);
    return status;
}

/* ---- what is derived -------------------------------------------------------------------- */

static enum status search(struct error *wrong)
{
    const struct str word = str_of("damage");
    int64_t act[ACTS_MAX];
    (void)wrong;
    while (search_fill(at.campaign, 4)) {
    }
    int found = search_find(at.campaign, &word, 1, 0, act, ACTS_MAX);
    at.is_lacking = found == 0 || search_upto(at.campaign) < campaign_newest_row(at.campaign);
    for (int i = 0; i < found; i++) {
        tell(act[i]);
    }
    return STATUS_OK;
}

/* Of an act before a branch, which stays, and of where it stands. */
static enum status sums(struct error *wrong)
{
    unsigned char bytes[] = "figures";
    struct sum sum = {.kind = SUM_OF_ACTS,
                      .encounter = at.encounter,
                      .act = at.act[at.acts - 1],
                      .version = 3,
                      .stays = true,
                      .bytes = bytes,
                      .count = sizeof bytes};
    struct sum found;
    (void)wrong;
    sums_keep(at.campaign, &sum);
    sum.stays = false;
    sum.act = at.position.head;
    sums_keep(at.campaign, &sum);
    for (int i = 0; i < 2; i++) {
        const int64_t to[] = {at.position.head, at.act[1]},
                      from[] = {to[0], at.act[at.acts - 1]};
        at.is_lacking |=
            !sums_find(at.campaign, at.encounter, to[i], 3, &found) || found.act != from[i];
        tell(found.act);
        tell_text((struct str){(char *)found.bytes, found.count});
        free(found.bytes);
    }
    at.is_lacking |= !sums_are_cached(at.campaign);
    return STATUS_OK;
}

/* The encounter with the many acts, as it stands; the snapshots that it lacks are made. */
static enum status long_state(int64_t *head, struct error *wrong)
{
    struct position position = {0};
    enum status status = log_position(at.campaign, at.encounter, &position, wrong);
    *head = position.head;
    return status == STATUS_OK
               ? log_state(at.campaign, at.encounter, *head, scratch_state(), wrong)
               : status;
}

static enum status keep_long_snapshot(struct error *wrong)
{
    int64_t head = 0;
    enum status status = long_state(&head, wrong);
    if (status == STATUS_OK) {
        status = log_keep_snapshot(at.campaign, at.encounter, head, &at.long_state, wrong);
    }
    if (status == STATUS_OK) {
        status =
            log_keep_snapshot_at_rest(at.campaign, at.encounter, head, &at.long_state, wrong);
    }
    return status;
}

static enum status fill_snapshots(struct error *wrong)
{
    int64_t head = 0;
    struct snapshot_filling *filling = snapshot_filling_new(at.campaign);
    while (snapshot_filling_step(filling, 40)) {
    }
    snapshot_filling_free(filling);
    return long_state(&head, wrong);
}

/* ---- copies ----------------------------------------------------------------------------- */

/* The copy that a call has left: whole, and only where it succeeded. */
static void tell_copy(enum status status)
{
    struct campaign_summary summary;
    bool is_there = access(at.copy, F_OK) == 0;
    assert_true(status == STATUS_OK || !is_there);
    if (is_there) {
        DONE(campaign_summarise(&summary, at.copy, &err));
        tell_summary(&summary);
        assert_int_equal(remove(at.copy), 0);
    }
}

static enum status copy(struct error *wrong)
{
    return campaign_copy(at.campaign, at.copy, false, wrong);
}

static enum status copy_file(struct error *wrong)
{
    return campaign_copy_file(at.path, at.copy, true, wrong);
}

static enum status copy_in_steps(struct error *wrong)
{
    struct backup *backup = NULL;
    bool is_done = false;
    enum status status = backup_begin(&backup, at.campaign, at.copy, false, wrong);
    while (status == STATUS_OK && !is_done) {
        status = backup_step(backup, 9, &is_done, wrong);
    }
    backup_end(backup);
    return status;
}

/* Of what is on the disk: another copy is made, which the rows written since then continue. */
static enum status go_on_from_copy(struct error *wrong)
{
    enum status status = copy(wrong);
    if (status == STATUS_OK) {
        status = campaign_keep_tail(at.campaign, at.copy, wrong);
        remove(at.copy);
    }
    return status;
}

static enum status restore(struct error *wrong)
{
    char kept_as[700];
    fixture_write_file(at.copy, kept[NOW].bytes, kept[NOW].n);
    snprintf(kept_as, sizeof kept_as, "%s.kept", at.path);
    enum status status = campaign_restore_file(at.copy, at.path, kept_as, wrong);
    assert_int_equal(remove(kept_as) == 0, status == STATUS_OK);
    remove_beside(kept_as, "-wal");
    remove(at.copy);
    return status;
}

/* What was written since the newest copy, with that: the file itself is overwritten. */
static enum status copy_of_overwritten(struct error *wrong)
{
    enum status status = STATUS_OK;
    if (!at.is_written) {
        status = campaign_keep_tail_of_memory(at.campaign, wrong);
        status = status == STATUS_OK ? append(wrong) : status;
        at.is_written = status == STATUS_OK;
        if (at.is_written && campaign_has_tail(at.campaign)) {
            fixture_write_file(at.path, kept[OLD].bytes, kept[OLD].n);
            remove_beside(at.path, "-wal");
        }
    }
    at.answer = 1;
    return status == STATUS_OK ? campaign_copy(at.campaign, at.copy, false, wrong) : status;
}

/* ---- one after the other ---------------------------------------------------------------- */

/* How the campaign is when a call begins; OWN: the call, or the store in it, takes memory or
 * names that are not meant to fail (CHECK). TOUCHED: another program has, and changed nothing.
 */
enum { WRITABLE, READ, CLOSED, OWN = 4, TOUCHED = 8, HOW = 3 };

static const struct call {
    const char *name;
    enum status (*run)(struct error *wrong);
    int file, how;
} calls[] = {
    {"open to write", open_to_write, NOW, CLOSED},
    {"open to look", open_to_look, NOW, CLOSED},
    {"open to verify", open_to_verify, NOW, CLOSED},
    {"create", create, NONE, CLOSED},
    {"migrate", open_to_write, OLD, CLOSED},
    {"migrate the oldest", open_to_write, OLDER, CLOSED},
    {"open one with a log", open_to_write, LEFT, CLOSED},
    {"look at one with a log", open_to_look, LEFT, CLOSED},
    {"verify one with a log", open_to_verify, LEFT, CLOSED},
    {"look at an old one", open_to_look, OLD, CLOSED},
    {"look at the oldest", open_to_look, OLDER, CLOSED},
    {"summary of a file", summary_of_file, NOW, CLOSED},
    {"summary of an old file", summary_of_file, OLDER, CLOSED},
    {"encounters", encounters_one_by_one, NOW, WRITABLE},
    {"encounter on the table", encounter_on_table, NOW, WRITABLE},
    {"encounter before", encounter_on_table_before, NOW, WRITABLE},
    {"encounter by name", encounter_by_name, NOW, WRITABLE},
    {"encounter of a system", encounter_of_system, NOW, WRITABLE},
    {"encounters in pieces", encounters_in_pieces, NOW, WRITABLE},
    {"the same, only read", encounters_in_pieces, NOW, READ},
    {"positions", positions, NOW, WRITABLE},
    {"rows", rows, NOW, WRITABLE},
    {"rows in pieces", rows_in_pieces, NOW, WRITABLE},
    {"rows as of one moment", rows_as_of_one_moment, NOW, WRITABLE},
    {"whether it has changed", has_changed, NOW, WRITABLE},
    {"the same, only read", has_changed, NOW, READ},
    {"children", children, NOW, WRITABLE},
    {"events", events, NOW, WRITABLE},
    {"events once", events_once, NOW, WRITABLE},
    {"lines", lines, NOW, WRITABLE},
    {"traces", traces, NOW, WRITABLE},
    {"check the log", check_log, NOW, WRITABLE},
    {"check a way", check_way, NOW, WRITABLE | OWN},
    {"way", way, NOW, WRITABLE | OWN},
    {"undo and redo", undo_and_redo, NOW, WRITABLE},
    {"fates", fates, NOW, WRITABLE},
    {"fates off the way", fates_off_way, NOW, WRITABLE},
    {"states", states, NOW, WRITABLE},
    {"state by fold", state_by_fold, NOW, WRITABLE},
    {"states moved", states_moved, NOW, WRITABLE},
    {"changes", changes_read, NOW, WRITABLE},
    {"changes that stand", changes_that_stand, NOW, WRITABLE},
    {"newest change", newest_change, NOW, WRITABLE},
    {"summary", summary, NOW, WRITABLE},
    {"verify", verify, NOW, WRITABLE},
    {"verify in steps", verify_in_steps, NOW, WRITABLE},
    {"make an encounter", make_encounter, NOW, WRITABLE},
    {"bring an encounter", bring_encounter, NOW, WRITABLE},
    {"open an encounter", open_encounter, NOW, WRITABLE},
    {"append", append, NOW, WRITABLE},
    {"find the place", find_place, NOW, WRITABLE | TOUCHED},
    {"append to what was touched", append, NOW, WRITABLE | TOUCHED},
    {"append two", append_two, NOW, WRITABLE},
    {"move", move, NOW, WRITABLE},
    {"correct", correct, NOW, WRITABLE},
    {"change encounters", change_encounters, NOW, WRITABLE},
    {"change a head", change_head, NOW, WRITABLE},
    {"change over", change_over, NOW, WRITABLE},
    {"undo a change", undo_change, NOW, WRITABLE},
    {"write two", write_two, NOW, WRITABLE},
    {"write a line", write_line, NOW, WRITABLE},
    {"read while writing", read_while_writing, NOW, WRITABLE},
    {"chronicle", chronicle, NOW, WRITABLE},
    {"keep a snapshot", keep_snapshot, NOW, WRITABLE},
    {"rebuild", rebuild, NOW, WRITABLE},
    {"keep a snapshot of many acts", keep_long_snapshot, LONG, WRITABLE},
    {"make a damaged snapshot again", keep_long_snapshot, WRONG, WRITABLE},
    {"fill snapshots", fill_snapshots, LONG, WRITABLE | OWN},
    {"fill and make again", fill_snapshots, WRONG, WRITABLE | OWN},
    {"search", search, NOW, WRITABLE | OWN},
    {"search, only read", search, NOW, READ | OWN},
    {"sums", sums, NOW, WRITABLE | OWN},
    {"copy", copy, NOW, WRITABLE},
    {"go on from a copy", go_on_from_copy, NOW, WRITABLE | OWN},
    {"restore", restore, LEFT, CLOSED | OWN},
    {"copy a file", copy_file, NOW, CLOSED},
    {"copy in steps", copy_in_steps, NOW, WRITABLE},
    {"copy of one that was overwritten", copy_of_overwritten, NOW, WRITABLE | OWN},
};

enum { CALLS = sizeof calls / sizeof calls[0] };

static const struct way {
    enum fault_kind kind;
    bool is_for_good;
    const char *name;
} ways[] = {
    {FAULT_STOP, false, "ended once"},     {FAULT_STOP, true, "ended"},
    {FAULT_FULL, false, "full once"},      {FAULT_IO, false, "fails once"},
    {FAULT_READ, false, "unread once"},    {FAULT_READ, true, "unread"},
    {FAULT_OPEN, false, "shut once"},      {FAULT_LOCK, false, "locked once"},
    {FAULT_SPACE, false, "no space once"}, {FAULT_MEMORY, false, "no memory once"},
    {FAULT_MEMORY, true, "no memory"},     {FAULT_HEAP, false, "no heap once"},
    {FAULT_HEAP, true, "no heap"},         {FAULT_NAME, false, "refused once"},
    {FAULT_NAME, true, "refused"},
};

enum { WAYS = sizeof ways / sizeof ways[0], WAYS_SHARE = 4 };

/* From one point to the next that is tried; a call has thousands of requests for memory. */
static int step_at(int n, enum fault_kind kind)
{
    bool is_all = fault_tries_all();
    if (kind == FAULT_STOP && !is_all) {
        return 1 + n / 16;
    }
    return kind == FAULT_MEMORY ? 1 + n / (is_all ? 40 : 4) : is_all ? 1 : 1 + n / 4;
}

static enum status run_once(const struct call *call)
{
    err = (struct error){.code = STATUS_OK};
    at.answer = 1;
    at.is_lacking = false;
    return call->run(&err);
}

static void begin(const struct call *call)
{
    put(&kept[call->file], (call->how & HOW) == READ ? CAMPAIGN_READ : CAMPAIGN_WRITE,
        (call->how & HOW) != CLOSED);
    if ((call->how & TOUCHED) != 0) {
        assert_int_equal(utimensat(AT_FDCWD, at.path, NULL, 0), 0);
    }
}

/* With the `n`th operation failing. False: it needed fewer. */
static bool try_at(const struct call *call, const struct way *how, int n, uint64_t wanted)
{
    begin(call);
    (how->is_for_good ? fault_arm_for_good : fault_arm)(how->kind, n);
    enum status status = run_once(call);
    bool has_failed = fault_disarm();
    tell_copy(status);
    const struct error *damage = at.campaign != NULL ? campaign_damage(at.campaign) : NULL;
    bool is_right = status == STATUS_OK ? at.is_lacking || at.answer == wanted
                                        : (status == STATUS_IO || status == STATUS_MEMORY) &&
                                              has_failed && err.text[0] != '\0';
    if (!is_right || damage != NULL) {
        fail_msg("%s, %s at %d: %d %s%s: %s%s", call->name, how->name, n, (int)status,
                 status == STATUS_OK ? "with another answer" : "", err.where, err.text,
                 damage != NULL ? damage->text : "");
    }
    if (status != STATUS_OK) {
        status = run_once(call);
        tell_copy(status);
        if (status != STATUS_OK || at.answer != wanted) {
            fail_msg("%s, after %s at %d: %d %s: %s", call->name, how->name, n, (int)status,
                     err.where, err.text);
        }
    }
    return has_failed;
}

static int try_call(const struct call *call)
{
    int points = 0;
    begin(call);
    enum status status = run_once(call);
    tell_copy(status);
    if (status != STATUS_OK) {
        fail_msg("%s: %s: %s", call->name, err.where, err.text);
    }
    uint64_t wanted = at.answer;
    for (int w = 0; w < WAYS; w++) {
        bool is_own = ways[w].kind == FAULT_HEAP || ways[w].kind == FAULT_NAME;
        bool is_due = fault_tries_all() || (call - calls + w) % WAYS_SHARE == 0;
        bool has_failed = is_due && (!is_own || (call->how & OWN) == 0);
        for (int n = 1; has_failed; n += step_at(n, ways[w].kind)) {
            assert_true(n < OPERATIONS_MAX);
            has_failed = try_at(call, &ways[w], n, wanted);
            points += has_failed;
        }
    }
    return points;
}

static void test_store_calls__a_call_gives_its_answer_or_fails(void **state)
{
    (void)state;
    const char *only = getenv("CALL");
    int points = 0;
    for (int i = 0; i < CALLS; i++) {
        if (only == NULL || strstr(calls[i].name, only) != NULL) {
            int tried = try_call(&calls[i]);
            print_message("# %4d points: %s\n", tried, calls[i].name);
            points += tried;
        }
    }
    print_message("# %d points\n", points);
    assert_true(only != NULL || points > 10 * CALLS);
}

static void change_rows(const char *sql)
{
    sqlite3 *db;
    assert_int_equal(sqlite3_open(at.path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

static void keep_long(void)
{
    struct act_row row = new_row(ROW_ACT);
    struct position position = at.position;
    for (int i = 0; i < LONG_ACTS; i++) {
        DONE(log_append(at.campaign, &row, notes, 2, &position, &err));
        if (i == LONG_ACTS / 2) {
            DONE(log_keep_snapshot(at.campaign, at.encounter, position.head, &at.state, &err));
        }
    }
    state_init(&at.long_state, state_system(&at.state));
    DONE(log_state(at.campaign, at.encounter, position.head, &at.long_state, &err));
    close_campaign();
    kept[LONG].bytes = fixture_read_file(at.path, &kept[LONG].n);
    change_rows("UPDATE snapshot SET state = zeroblob(20)");
    kept[WRONG].bytes = fixture_read_file(at.path, &kept[WRONG].n);
}

static int keep_files(void **state)
{
    (void)state;
    struct play *play = play_new(evening);
    char path[sizeof at.path + 8];
    snprintf(path, sizeof path, "%s", play->path);
    sitting_close(play->sitting);
    play->sitting = NULL;
    kept[NOW].bytes = fixture_read_file(path, &kept[NOW].n);
    play_free(play);
    for (int i = OLD; i <= OLDER; i++) {
        kept[i].bytes = fixture_read_file(kept[i].from, &kept[i].n);
        assert_non_null(kept[i].bytes);
    }
    const char *folder = getenv("TMPDIR");
    snprintf(at.path, sizeof at.path, "%s/calls-%ld.db", folder != NULL ? folder : "/tmp",
             (long)getpid());
    snprintf(at.copy, sizeof at.copy, "%s.copy", at.path);
    put(&kept[NOW], CAMPAIGN_WRITE, true);
    read_rest();
    DONE(append(&err));
    snprintf(path, sizeof path, "%s-wal", at.path);
    kept[LEFT].bytes = fixture_read_file(at.path, &kept[LEFT].n);
    kept[LEFT].log = fixture_read_file(path, &kept[LEFT].log_n);
    assert_true(kept[LEFT].log_n > 0);
    put(&kept[NOW], CAMPAIGN_WRITE, true);
    keep_long();
    return 0;
}

static int forget_files(void **state)
{
    (void)state;
    close_campaign();
    remove_files();
    for (int i = 0; i < KEPT; i++) {
        free(kept[i].bytes);
        free(kept[i].log);
    }
    return 0;
}

int main(void)
{
    fault_install();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_store_calls__a_call_gives_its_answer_or_fails),
    };
    return cmocka_run_group_tests(tests, keep_files, forget_files);
}
