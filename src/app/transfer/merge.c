#include "app/transfer/merge.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "app/encounters/encounters.h"
#include "app/file/file.h"
#include "app/macros/macros.h"
#include "app/report/report.h"
#include "app/sitting/data.h"
#include "app/sitting/decision.h"
#include "app/sitting/state.h"
#include "app/transfer/records.h"
#include "base/array.h"
#include "base/utf8.h"
#include "games/games.h"
#include "store/changes.h"
#include "tracker/carry.h"

enum { ROWS_AT_ONCE = 64, ENCOUNTERS_AT_ONCE = 64, NUMBERS_MAX = 999 };

const char *merge_state_word(enum merge_state state)
{
    static const char *const words[] = {"added", "appended", "there", "left_out"};
    return words[state];
}

/* ---- one campaign ------------------------------------------------------------------------ */

/* One row of the log: what it is, and where it leads. */
struct row {
    int64_t id, encounter, head;
};

struct merge_side {
    struct campaign *campaign;
    struct encounter_row *encounter;
    int encounters, encounters_room;
    struct row *row; /* those of an encounter together, in their order */
    int rows, rows_room;
};

static int in_order(const void *a, const void *b)
{
    const struct row *first = a, *second = b;
    return first->encounter != second->encounter ? first->encounter < second->encounter ? -1 : 1
           : first->id < second->id              ? -1
                                                 : first->id > second->id;
}

static enum status read_encounters(struct merge_side *side, struct error *err)
{
    int count = ENCOUNTERS_AT_ONCE;
    enum status status = STATUS_OK;
    while (status == STATUS_OK && count == ENCOUNTERS_AT_ONCE) {
        struct encounter_row *rows = calloc(ENCOUNTERS_AT_ONCE, sizeof *rows);
        CHECK(rows != NULL);
        status = encounter_list(side->campaign, rows, ENCOUNTERS_AT_ONCE, side->encounters,
                                &count, err);
        for (int i = 0; i < count && status == STATUS_OK; i++) {
            side->encounter =
                array_grown(side->encounter, side->encounters, &side->encounters_room,
                            sizeof *side->encounter, realloc);
            CHECK(side->encounter != NULL);
            side->encounter[side->encounters++] = rows[i];
        }
        free(rows);
    }
    return status;
}

static enum status read_rows(struct merge_side *side, struct error *err)
{
    int count = ROWS_AT_ONCE;
    int64_t after = 0;
    enum status status = STATUS_OK;
    struct act_row *rows = calloc(ROWS_AT_ONCE, sizeof *rows);
    CHECK(rows != NULL);
    while (status == STATUS_OK && count == ROWS_AT_ONCE) {
        status = log_rows_after(side->campaign, after, rows, ROWS_AT_ONCE, &count, err);
        for (int i = 0; i < count && status == STATUS_OK; i++) {
            side->row = array_grown(side->row, side->rows, &side->rows_room, sizeof *side->row,
                                    realloc);
            CHECK(side->row != NULL);
            side->row[side->rows++] = (struct row){rows[i].id, rows[i].encounter, rows[i].head};
            after = rows[i].id;
        }
    }
    free(rows);
    if (side->rows > 0) {
        qsort(side->row, (size_t)side->rows, sizeof *side->row, in_order);
    }
    return status;
}

/* The places of the rows of an encounter: from *first up to, but not including, *end. */
static void rows_of(const struct merge_side *side, int64_t encounter, int *first, int *end)
{
    int low = 0, high = side->rows;
    while (low < high) {
        int middle = low + (high - low) / 2;
        bool is_before = side->row[middle].encounter < encounter;
        low = is_before ? middle + 1 : low;
        high = is_before ? high : middle;
    }
    *first = *end = low;
    while (*end < side->rows && side->row[*end].encounter == encounter) {
        (*end)++;
    }
}

static enum status check_whole(const struct merge_side *side, const char *path,
                               struct error *err)
{
    const struct error *damage = campaign_damage(side->campaign);
    return damage == NULL ? STATUS_OK
                          : error_set(err, STATUS_DAMAGED, path,
                                      "its log is damaged (%s: %s); nothing was merged",
                                      damage->where, damage->text);
}

static void side_end(struct merge_side *side)
{
    free(side->encounter);
    free(side->row);
}

/* ---- events ------------------------------------------------------------------------------ */

struct events {
    struct event *event;
    int count, room;
    struct act_blocks blocks;
};

static bool keep_event(void *context, const struct event *event)
{
    struct events *events = context;
    events->event = array_grown(events->event, events->count, &events->room,
                                sizeof *events->event, realloc);
    CHECK(events->event != NULL);
    events->event[events->count++] = *act_blocks_events(&events->blocks, event, 1);
    return true;
}

static void events_end(struct events *events)
{
    act_blocks_free(&events->blocks);
    free(events->event);
    *events = (struct events){.event = NULL};
}

static bool is_same_event(const struct event *a, const struct event *b)
{
    return a->kind == b->kind && a->subject == b->subject && a->object == b->object &&
           a->field == b->field && a->is_secret == b->is_secret && a->was_set == b->was_set &&
           a->is_set == b->is_set && (!a->was_set || a->from == b->from) &&
           (!a->is_set || a->to == b->to) && str_same(a->text_from, b->text_from) &&
           str_same(a->text_to, b->text_to) && str_same(a->line, b->line) &&
           str_same(a->rules, b->rules) && str_same(a->trace, b->trace);
}

/* ---- what both have ---------------------------------------------------------------------- */

struct merging {
    struct sitting *sitting;
    struct merge_side ours, theirs;
    struct merge_report *report;
    struct events first, second;
    int64_t now_ms;
};

/* What a number of theirs is here; `acts` are in the order of their numbers. 0: none of them.
 */
static int64_t number_now(const struct merge_act *acts, int count, int64_t was)
{
    int low = 0, high = count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        bool is_before = acts[middle].was < was;
        low = is_before ? middle + 1 : low;
        high = is_before ? high : middle;
    }
    return low < count && acts[low].was == was ? acts[low].now : 0;
}

/* True when two rows did the same, wherever their numbers are. Places are counted within their
 * encounters: `pairs` has those that were the same before. */
static enum status compare_rows(struct merging *merging, int64_t our_id, int64_t their_id,
                                const struct merge_act *pairs, int count, bool *is_same,
                                struct error *err)
{
    struct act_row *rows = calloc(2, sizeof *rows);
    CHECK(rows != NULL);
    struct act_row *our = &rows[0], *their = &rows[1];
    enum status status = log_row(merging->ours.campaign, our_id, our, err);
    status =
        status == STATUS_OK ? log_row(merging->theirs.campaign, their_id, their, err) : status;
    *is_same = false;
    if (status == STATUS_OK) {
        int64_t head = number_now(pairs, count, their->head);
        bool leads_there =
            our->kind == ROW_ACT || (their->head == 0 ? our->head == 0 : our->head == head);
        *is_same = our->kind == their->kind && leads_there && our->round == their->round &&
                   our->at_ms == their->at_ms && strcmp(our->label, their->label) == 0 &&
                   strcmp(our->command, their->command) == 0;
    }
    if (status == STATUS_OK && *is_same && our->kind == ROW_ACT) {
        status = log_events(merging->ours.campaign, our_id, keep_event, &merging->first, err);
        status = status == STATUS_OK ? log_events(merging->theirs.campaign, their_id,
                                                  keep_event, &merging->second, err)
                                     : status;
        *is_same = merging->first.count == merging->second.count;
        for (int i = 0; i < merging->first.count && *is_same; i++) {
            *is_same = is_same_event(&merging->first.event[i], &merging->second.event[i]);
        }
        events_end(&merging->first);
        events_end(&merging->second);
    }
    free(rows);
    return status;
}

/* How the log of one of ours and that of theirs begin alike. */
struct common {
    int64_t encounter;  /* of ours; 0: none */
    bool has_all_of_us; /* theirs begins with the whole of ours */
    bool has_all_of_them;
    int same; /* how many rows of theirs ours has */
    struct merge_act *pairs;
    int count, room;
};

static void add_pair(struct merge_act **acts, int *count, int *room, int64_t was, int64_t now)
{
    *acts = array_grown(*acts, *count, room, sizeof **acts, realloc);
    CHECK(*acts != NULL);
    (*acts)[(*count)++] = (struct merge_act){was, now};
}

static enum status compare_logs(struct merging *merging, int64_t our, int64_t their,
                                struct common *out, struct error *err)
{
    const struct merge_side *ours = &merging->ours, *theirs = &merging->theirs;
    int a, b, our_end, their_end;
    enum status status = STATUS_OK;
    rows_of(ours, our, &a, &our_end);
    rows_of(theirs, their, &b, &their_end);
    bool is_same = true;
    *out = (struct common){.encounter = our};
    while (status == STATUS_OK && is_same && a < our_end && b < their_end) {
        status = compare_rows(merging, ours->row[a].id, theirs->row[b].id, out->pairs,
                              out->count, &is_same, err);
        if (status == STATUS_OK && is_same) {
            add_pair(&out->pairs, &out->count, &out->room, theirs->row[b].id, ours->row[a].id);
            a++;
            b++;
        }
    }
    out->same = out->count;
    out->has_all_of_us = a == our_end;
    out->has_all_of_them = b == their_end;
    return status;
}

/* The one of ours with which theirs has most in common: all of theirs, or else all of ours. */
static enum status find_common(struct merging *merging, const struct encounter_row *their,
                               struct common *out, struct error *err)
{
    enum status status = STATUS_OK;
    *out = (struct common){.encounter = 0};
    for (int i = 0; i < merging->ours.encounters && status == STATUS_OK; i++) {
        const struct encounter_row *our = &merging->ours.encounter[i];
        struct common one;
        if (our->origin != their->origin || strcmp(our->system, their->system) != 0 ||
            out->has_all_of_them) {
            continue;
        }
        status = compare_logs(merging, our->id, their->id, &one, err);
        bool is_better = one.has_all_of_them ||
                         (one.has_all_of_us && !our->is_archived && out->encounter == 0);
        free(is_better ? out->pairs : one.pairs);
        *out = is_better ? one : *out;
    }
    return status;
}

/* ---- writing ----------------------------------------------------------------------------- */

/* Their rows from this place on, after the rows that are the same already. */
static enum status write_rows(struct merging *merging, int64_t our, int64_t their,
                              const struct common *common, struct merge_encounter *told,
                              struct error *err)
{
    const struct merge_side *theirs = &merging->theirs;
    struct campaign *campaign = merging->ours.campaign;
    struct position position;
    enum status status = log_position(campaign, our, &position, err);
    struct act_row *row = malloc(sizeof *row);
    CHECK(row != NULL);
    int first, end;
    rows_of(theirs, their, &first, &end);
    for (int at = first + common->same; at < end && status == STATUS_OK; at++) {
        status = log_row(theirs->campaign, theirs->row[at].id, row, err);
        int64_t was = theirs->row[at].id, head = row->head;
        row->encounter = our;
        if (status == STATUS_OK && row->kind == ROW_ACT) {
            status = log_events(theirs->campaign, was, keep_event, &merging->first, err);
            status = status == STATUS_OK ? log_append(campaign, row, merging->first.event,
                                                      merging->first.count, &position, err)
                                         : status;
            events_end(&merging->first);
            if (status == STATUS_OK) {
                add_pair(&told->act, &told->acts, &told->room, was, position.head);
            }
        } else if (status == STATUS_OK) {
            int64_t to = number_now(common->pairs, common->count, head);
            to = to == 0 ? number_now(told->act, told->acts, head) : to;
            status = log_move(campaign, row, to, &position, err);
        }
    }
    free(row);
    return status;
}

/* Their name, or that and a number: free among those that are not archived. */
static void find_name(const struct merging *merging, const char *name,
                      char out[CAMPAIGN_NAME_SIZE])
{
    text_format(out, CAMPAIGN_NAME_SIZE, "%s", name);
    for (int number = 2; number <= NUMBERS_MAX; number++) {
        bool is_taken = false;
        for (int i = 0; i < merging->ours.encounters && !is_taken; i++) {
            const struct encounter_row *our = &merging->ours.encounter[i];
            is_taken = !our->is_archived && str_equal_any_case(str_of(our->name), str_of(out));
        }
        for (int i = 0; i < merging->report->encounters && !is_taken; i++) {
            is_taken =
                str_equal_any_case(str_of(merging->report->encounter[i].as), str_of(out));
        }
        if (!is_taken) {
            return;
        }
        text_format_numbered(out, CAMPAIGN_NAME_SIZE, str_of(name), ' ', number);
    }
}

/* Changes of what has come in, for one step of the list of encounters. */
struct step {
    struct change *change;
    int count, room;
    struct act_blocks blocks; /* has their texts */
};

static void add_change(struct step *step, const char *thing, int64_t id, struct str field,
                       bool is_set, struct str value)
{
    step->change =
        array_grown(step->change, step->count, &step->room, sizeof *step->change, realloc);
    CHECK(step->change != NULL);
    step->change[step->count++] =
        (struct change){.thing = str_of(thing),
                        .thing_id = id,
                        .field = act_blocks_text(&step->blocks, field),
                        .is_set = is_set,
                        .new = act_blocks_text(&step->blocks, value)};
}

/* An act that came in, and the encounter of the report that it belongs to; an encounter. */
struct moved {
    struct merge_act number;
    int of;
};

struct following {
    struct step *step;
    const char *thing;
    struct moved *moved; /* in the order of their numbers there */
    int count, room;
    struct merge_report *report;
    bool is_of_acts;
};

static int by_number(const void *a, const void *b)
{
    const struct moved *first = a, *second = b;
    return first->number.was < second->number.was ? -1 : first->number.was > second->number.was;
}

static void add_moved(struct following *following, struct merge_act number, int of)
{
    following->moved = array_grown(following->moved, following->count, &following->room,
                                   sizeof *following->moved, realloc);
    CHECK(following->moved != NULL);
    following->moved[following->count++] = (struct moved){number, of};
}

static bool take_following(void *context, const struct change *change)
{
    struct following *following = context;
    const struct moved wanted = {.number.was = change->thing_id};
    const struct moved *moved =
        following->count > 0 && change->is_set
            ? bsearch(&wanted, following->moved, (size_t)following->count, sizeof wanted,
                      by_number)
            : NULL;
    if (moved != NULL) {
        add_change(following->step, following->thing, moved->number.now, change->field, true,
                   change->new);
        following->report->encounter[moved->of].remarks += following->is_of_acts;
    }
    return true;
}

/* Remarks and markers of acts that came in, kept forecasts, tags and notes of encounters. */
static enum status find_following(struct merging *merging, struct step *step, struct error *err)
{
    static const struct {
        const char *thing, *field;
        bool is_of_acts;
    } all[] = {{"remark", "text", true},
               {"remark", "marker", true},
               {"forecast", "stood", false},
               {"forecast", "what_ifs", false},
               {CHANGE_ENCOUNTER, ENCOUNTER_TAGS, false},
               {CHANGE_ENCOUNTER, ENCOUNTER_NOTE, false}};
    struct merge_report *report = merging->report;
    struct following acts = {.step = step, .report = report, .is_of_acts = true};
    struct following encounters = {.step = step, .report = report};
    enum status status = STATUS_OK;
    for (int i = 0; i < report->encounters; i++) {
        const struct merge_encounter *one = &report->encounter[i];
        for (int k = 0; k < one->acts; k++) {
            add_moved(&acts, one->act[k], i);
        }
        if (one->state == MERGE_ADDED) {
            add_moved(&encounters, (struct merge_act){one->id_there, one->id}, i);
        }
    }
    if (acts.count > 0) {
        qsort(acts.moved, (size_t)acts.count, sizeof *acts.moved, by_number);
    }
    if (encounters.count > 0) {
        qsort(encounters.moved, (size_t)encounters.count, sizeof *encounters.moved, by_number);
    }
    for (size_t i = 0; i < sizeof all / sizeof all[0] && status == STATUS_OK; i++) {
        struct following *following = all[i].is_of_acts ? &acts : &encounters;
        following->thing = all[i].thing;
        status = changes_present(merging->theirs.campaign, str_of(all[i].thing),
                                 str_of(all[i].field), 0, take_following, following, err);
    }
    free(acts.moved);
    free(encounters.moved);
    return status;
}

/* What stood before the step that is made of it: undo puts that back. */
static enum status write_before(struct merging *merging, int64_t id, const char *field,
                                const char *value, struct error *err)
{
    struct change before = {.thing = str_of(CHANGE_ENCOUNTER),
                            .thing_id = id,
                            .field = str_of(field),
                            .is_set = true,
                            .new = str_of(value)};
    int64_t step;
    return changes_append(merging->ours.campaign, merging->now_ms, &before, 1, &step, err);
}

/* Makes or opens the encounter that their rows go into, and writes them. Undo archives what is
 * added, and moves what went on back to where it was. */
static enum status bring(struct merging *merging, const struct encounter_row *their,
                         const struct common *common, struct merge_encounter *told,
                         struct step *step, struct error *err)
{
    struct campaign *campaign = merging->ours.campaign;
    struct position position;
    char head[24];
    bool is_new = told->state == MERGE_ADDED;
    enum status status;
    if (is_new) {
        struct encounter_origin from = {their->created_ms, their->origin};
        find_name(merging, told->name, told->as);
        status = encounter_bring(campaign, told->as, their->system, from, merging->now_ms,
                                 &told->id, err);
    } else {
        status = log_position(campaign, told->id, &position, err);
        text_format(head, sizeof head, "%lld", (long long)position.head);
        status = status == STATUS_OK ? write_before(merging, told->id, CHANGE_HEAD, head, err)
                                     : status;
        status = status == STATUS_OK ? encounter_open(campaign, told->id, merging->now_ms, err)
                                     : status;
    }
    status = status == STATUS_OK ? write_rows(merging, told->id, their->id, common, told, err)
                                 : status;
    if (status == STATUS_OK && is_new) {
        status = write_before(merging, told->id, CHANGE_ARCHIVED, "merged", err);
        add_change(step, CHANGE_ENCOUNTER, told->id, str_of(CHANGE_ARCHIVED), false,
                   str_of(""));
    } else if (status == STATUS_OK) {
        status = log_position(campaign, told->id, &position, err);
        text_format(head, sizeof head, "%lld", (long long)position.head);
        add_change(step, CHANGE_ENCOUNTER, told->id, str_of(CHANGE_HEAD), true, str_of(head));
    }
    return status;
}

/* All of theirs is here, but this table stands at an earlier act than theirs. */
static enum status find_undone(struct merging *merging, const struct encounter_row *their,
                               const struct common *common, struct merge_encounter *told,
                               struct error *err)
{
    struct position here, there;
    enum status status = log_position(merging->ours.campaign, told->id, &here, err);
    status = status == STATUS_OK
                 ? log_position(merging->theirs.campaign, their->id, &there, err)
                 : status;
    if (status == STATUS_OK) {
        int64_t head = number_now(common->pairs, common->count, there.head);
        told->undone_at = here.head < head ? head : 0;
    }
    return status;
}

static enum status merge_one(struct merging *merging, const struct encounter_row *their,
                             struct step *step, struct error *err)
{
    struct merge_report *report = merging->report;
    struct common common = {.encounter = 0};
    report->encounter =
        array_grown(report->encounter, report->encounters, &report->encounters_room,
                    sizeof *report->encounter, realloc);
    CHECK(report->encounter != NULL);
    struct merge_encounter *told = &report->encounter[report->encounters];
    *told = (struct merge_encounter){.state = MERGE_LEFT_OUT, .why = "", .id_there = their->id};
    utf8_clean(told->name, sizeof told->name, str_of(their->name));
    enum status status = STATUS_OK;
    if (system_find(str_of(their->system)) == NULL) {
        told->why = "this program does not know its game";
    } else if (their->is_archived) {
        told->why = "it is archived there";
    } else if ((status = find_common(merging, their, &common, err)) == STATUS_OK) {
        told->state = common.has_all_of_them  ? MERGE_THERE
                      : common.encounter != 0 ? MERGE_APPENDED
                                              : MERGE_ADDED;
        told->id = common.encounter;
    }
    for (int i = 0; i < merging->ours.encounters && told->id != 0; i++) {
        if (merging->ours.encounter[i].id == told->id) {
            memcpy(told->as, merging->ours.encounter[i].name, sizeof told->as);
            told->is_archived = merging->ours.encounter[i].is_archived;
        }
    }
    if (status == STATUS_OK && told->state == MERGE_THERE && !told->is_archived) {
        status = find_undone(merging, their, &common, told, err);
    }
    if (status == STATUS_OK && (told->state == MERGE_ADDED || told->state == MERGE_APPENDED)) {
        status = bring(merging, their, &common, told, step, err);
    }
    report->encounters++;
    report->added += told->state == MERGE_ADDED;
    report->appended += told->state == MERGE_APPENDED;
    report->there += told->state == MERGE_THERE;
    report->left_out += told->state == MERGE_LEFT_OUT;
    free(common.pairs);
    return status;
}

/* The line stands with the first change of each list, which can be undone there. */
static enum status write_step(struct merging *merging, struct step *step, const char *line,
                              struct error *err)
{
    enum { THINGS_MAX = 5 };
    int64_t number;
    struct str told[THINGS_MAX];
    int things = 0;
    for (int i = 0; i < step->count; i++) {
        bool is_told = false;
        for (int k = 0; k < things && !is_told; k++) {
            is_told = str_same(told[k], step->change[i].thing);
        }
        if (!is_told) {
            CHECK(things < THINGS_MAX);
            told[things++] = step->change[i].thing;
            step->change[i].line = str_of(line);
        }
    }
    return step->count == 0 ? STATUS_OK
                            : changes_append(merging->ours.campaign, merging->now_ms,
                                             step->change, step->count, &number, err);
}

/* ---- what differs ------------------------------------------------------------------------ */

/* Takes off the text of a member what ties it to its campaign. */
static void keep_own(struct kept_texts *texts)
{
    for (int i = 0; i < texts->count; i++) {
        char *text = texts->one[i].text;
        struct text own = text_over(malloc(strlen(text) + 2), (int)strlen(text) + 2);
        CHECK(own.p != NULL);
        lasting_add_own(str_of(text), &own);
        free(text);
        texts->one[i].text = own.p;
    }
}

/* The name in the text of a kind or of a member. */
static struct str name_of(const struct kept_text *one, bool is_kind)
{
    return is_kind ? record_name_in(str_of(one->text)) : lasting_name(str_of(one->text));
}

static void add_difference(struct merge_difference **list, int *count, int *room,
                           const char *what, struct str name)
{
    *list = array_grown(*list, *count, room, sizeof **list, realloc);
    CHECK(*list != NULL);
    struct merge_difference *one = &(*list)[(*count)++];
    one->what = what;
    utf8_clean(one->name, sizeof one->name, name);
}

static enum status find_differences(struct merging *merging, const char *thing,
                                    const char *field, bool is_kind, struct error *err)
{
    struct merge_report *report = merging->report;
    struct kept_texts ours = {.one = NULL}, theirs = {.one = NULL};
    enum status status = kept_texts_read(&ours, merging->ours.campaign, thing, field, err);
    status = status == STATUS_OK
                 ? kept_texts_read(&theirs, merging->theirs.campaign, thing, field, err)
                 : status;
    if (!is_kind) {
        keep_own(&ours);
        keep_own(&theirs);
    }
    for (int i = 0; i < theirs.count && status == STATUS_OK; i++) {
        struct str name = name_of(&theirs.one[i], is_kind);
        for (int k = 0; k < ours.count && name.n > 0; k++) {
            if (str_equal_any_case(name_of(&ours.one[k], is_kind), name) &&
                strcmp(ours.one[k].text, theirs.one[i].text) != 0) {
                add_difference(&report->difference, &report->differences,
                               &report->differences_room, is_kind ? "kind" : "member", name);
            }
        }
    }
    kept_texts_free(&ours);
    kept_texts_free(&theirs);
    return status;
}

/* Their macros: those that only they have are added, those with other lines are told. */
static enum status bring_macros(struct merging *merging, struct step *step, struct error *err)
{
    struct merge_report *report = merging->report;
    struct named_list *ours = malloc(sizeof *ours), *theirs = malloc(sizeof *theirs);
    CHECK(ours != NULL && theirs != NULL);
    struct error why;
    int64_t id = 0;
    int room = 0;
    enum status status = named_read_from(ours, &macro_kind, merging->ours.campaign, err);
    status = status == STATUS_OK
                 ? named_read_from(theirs, &macro_kind, merging->theirs.campaign, err)
                 : status;
    status = status == STATUS_OK ? changes_last_id(merging->ours.campaign,
                                                   str_of(macro_collection.thing), &id, err)
                                 : status;
    if (status == STATUS_OK) {
        room = NAMED_MAX - ours->count;
    }
    for (int i = 0; status == STATUS_OK && i < theirs->count; i++) {
        const struct named *their = &theirs->one[i];
        const struct named *our = named_same(ours, str_of(their->name));
        bool is_other = our != NULL && strcmp(our->text, their->text) != 0;
        if (is_other) {
            add_difference(&report->difference, &report->differences, &report->differences_room,
                           "macro", str_of(their->name));
        } else if (our == NULL && room > 0 &&
                   macro_kind.check(their->name, str_of(their->text), &why) == STATUS_OK) {
            room--;
            id++;
            add_difference(&report->macro, &report->macros, &report->macros_room, "macro",
                           str_of(their->name));
            add_change(step, macro_collection.thing, id, str_of(NAMED_NAME), true,
                       str_of(their->name));
            add_change(step, macro_collection.thing, id, str_of(MACRO_LINES), true,
                       str_of(their->text));
        }
    }
    free(theirs);
    free(ours);
    return status;
}

/* ---- the whole --------------------------------------------------------------------------- */

/* "2 encounters, 1 macro are merged". */
static void add_line(const struct merge_report *report, struct text *out)
{
    int count = report->added + report->appended;
    if (count > 0 || report->macros == 0) {
        text_add(out, "%d encounter%s", count, count == 1 ? "" : "s");
    }
    if (report->macros > 0) {
        text_add(out, "%s%d macro%s", out->n > 0 ? ", " : "", report->macros,
                 report->macros == 1 ? "" : "s");
    }
    text_add(out, count + report->macros == 1 ? " is merged" : " are merged");
}

static bool is_same_file(const char *a, const char *b)
{
    struct stat first, second;
    return stat(a, &first) == 0 && stat(b, &second) == 0 && first.st_dev == second.st_dev &&
           first.st_ino == second.st_ino;
}

/* A dry run takes all of it back at its end. */
static enum status merge_all(struct merging *merging, const char *path, bool is_dry,
                             struct error *err)
{
    struct merge_side *ours = &merging->ours, *theirs = &merging->theirs;
    struct step step = {.count = 0};
    struct encounter_row open = {.id = 0};
    TEXT_BUFFER(line, CAMPAIGN_LABEL_SIZE);
    enum status status = read_encounters(theirs, err);
    status = status == STATUS_OK ? read_rows(theirs, err) : status;
    status = status == STATUS_OK ? check_whole(theirs, path, err) : status;
    status = status == STATUS_OK ? campaign_begin_writing(ours->campaign, err) : status;
    if (status != STATUS_OK) {
        return status;
    }
    status = read_encounters(ours, err);
    status = status == STATUS_OK ? read_rows(ours, err) : status;
    status = status == STATUS_OK ? encounter_current(ours->campaign, &open, err) : status;
    for (int i = 0; i < theirs->encounters && status == STATUS_OK; i++) {
        status = merge_one(merging, &theirs->encounter[i], &step, err);
    }
    int count = merging->report->added + merging->report->appended;
    status = status == STATUS_OK ? find_following(merging, &step, err) : status;
    status = status == STATUS_OK ? bring_macros(merging, &step, err) : status;
    add_line(merging->report, &line);
    status = status == STATUS_OK ? write_step(merging, &step, line.p, err) : status;
    if (status == STATUS_OK && open.id != 0 && count > 0) {
        status = encounter_open(ours->campaign, open.id, merging->now_ms, err);
    }
    status = status == STATUS_OK ? check_whole(theirs, path, err) : status;
    for (int i = 0; i < systems_count() && status == STATUS_OK; i++) {
        status = find_differences(merging, CHANGE_KIND, system_at(i)->id, true, err);
        status = status == STATUS_OK
                     ? find_differences(merging, CHANGE_PARTY, system_at(i)->id, false, err)
                     : status;
    }
    act_blocks_free(&step.blocks);
    free(step.change);
    if (status == STATUS_OK && is_dry) {
        struct error back = {.code = STATUS_CONFLICT}; /* what is not done is no mistake */
        (void)!campaign_end_writing(ours->campaign, STATUS_CONFLICT, &back);
        return STATUS_OK;
    }
    return campaign_end_writing(ours->campaign, status, err);
}

enum status sitting_merge(struct sitting *sitting, const char *path, bool is_dry,
                          struct merge_report **report, struct error *err)
{
    *report = calloc(1, sizeof **report);
    CHECK(*report != NULL);
    if (sitting_is_read_only(sitting)) {
        sitting_fail_read_only(sitting, err);
        return err->code;
    }
    if (is_same_file(path, sitting->path)) {
        return error_set(err, STATUS_USAGE, path, "this is the campaign itself");
    }
    struct merging merging = {.sitting = sitting,
                              .ours = {.campaign = sitting->campaign},
                              .report = *report,
                              .now_ms = sitting->now_ms()};
    struct campaign *dry = NULL;
    enum status status =
        campaign_open(&merging.theirs.campaign, path, CAMPAIGN_READ, 0, games_find, err);
    if (status == STATUS_MISSING) {
        return error_set(err, STATUS_IO, path, "there is no campaign in this place");
    }
    if (status == STATUS_OK && is_dry) {
        /* A handle of its own: what fails in a line takes all of the line back. */
        status = campaign_open(&dry, sitting->path, CAMPAIGN_WRITE, 0, games_find, err);
        merging.ours.campaign = dry;
    }
    if (status == STATUS_OK) {
        status = campaign_begin_reading(merging.theirs.campaign, err);
    }
    if (status == STATUS_OK) {
        status = merge_all(&merging, path, is_dry, err);
        campaign_end_reading(merging.theirs.campaign);
    }
    campaign_close(merging.theirs.campaign);
    campaign_close(dry);
    side_end(&merging.ours);
    side_end(&merging.theirs);
    return status;
}

void merge_report_free(struct merge_report *report)
{
    for (int i = 0; report != NULL && i < report->encounters; i++) {
        free(report->encounter[i].act);
    }
    if (report != NULL) {
        free(report->encounter);
        free(report->difference);
        free(report->macro);
    }
    free(report);
}

/* "acts 12-52 are now 103-143": stretches of numbers that follow each other in both. */
static void add_acts(const struct merge_encounter *one, struct text *out)
{
    for (int i = 0; i < one->acts;) {
        int last = i;
        while (last + 1 < one->acts && one->act[last + 1].was == one->act[last].was + 1 &&
               one->act[last + 1].now == one->act[last].now + 1) {
            last++;
        }
        text_add(out, "%s#%lld", i == 0 ? "    " : ", ", (long long)one->act[i].was);
        if (last > i) {
            text_add(out, "-#%lld", (long long)one->act[last].was);
        }
        text_add(out, " %s now #%lld", last > i ? "are" : "is", (long long)one->act[i].now);
        if (last > i) {
            text_add(out, "-#%lld", (long long)one->act[last].now);
        }
        i = last + 1;
    }
    text_add(out, "%s", one->acts > 0 ? "\n" : "");
}

json_t *merge_report_told(const struct merge_report *report)
{
    json_t *document = json_object();
    json_t *encounters = report_list(document, "encounters");
    json_t *differences = report_list(document, "differences");
    for (int i = 0; i < report->encounters; i++) {
        const struct merge_encounter *one = &report->encounter[i];
        json_t *row = report_row(encounters);
        report_set_words(row, "name", one->name);
        report_set_words_or_null(row, "as", one->as);
        report_set_words(row, "state", merge_state_word(one->state));
        report_set_words_or_null(row, "why", one->why);
        report_set_whole(row, "remarks", one->remarks);
        report_set_whole_or_null(row, "undone_at", one->undone_at != 0, one->undone_at);
        json_t *acts = report_list(row, "acts");
        for (int k = 0; k < one->acts; k++) {
            json_t *act = report_row(acts);
            report_set_whole(act, "old", one->act[k].was);
            report_set_whole(act, "new", one->act[k].now);
        }
    }
    for (int i = 0; i < report->differences; i++) {
        json_t *row = report_row(differences);
        report_set_words(row, "what", report->difference[i].what);
        report_set_words(row, "name", report->difference[i].name);
    }
    json_t *macros = report_list(document, "macros");
    for (int i = 0; i < report->macros; i++) {
        json_array_append_new(macros, report_string(str_of(report->macro[i].name)));
    }
    report_set_whole(document, "added", report->added);
    report_set_whole(document, "appended", report->appended);
    report_set_whole(document, "there", report->there);
    report_set_whole(document, "left_out", report->left_out);
    return document;
}

void merge_report_tell(const struct merge_report *report, struct text *out)
{
    static const char *const words[] = {"added", "goes on with", "all of it is here",
                                        "left out"};
    for (int i = 0; i < report->encounters; i++) {
        const struct merge_encounter *one = &report->encounter[i];
        text_add(out, "%s: %s", one->name, words[one->state]);
        if (one->state == MERGE_LEFT_OUT) {
            text_add(out, ", %s", one->why);
        } else if (one->state == MERGE_THERE) {
            if (strcmp(one->as, one->name) != 0) {
                text_add(out, " as %s", one->as);
            }
            if (one->is_archived) {
                text_add(out, ", archived: unarchive-encounter ");
                text_add_quoted(out, str_of(one->as));
                text_add(out, " brings it back");
            } else if (one->undone_at != 0) {
                text_add(out, ", but taken back: open ");
                text_add_quoted(out, str_of(one->as));
                text_add(out, " and rewind %lld brings it back", (long long)one->undone_at);
            }
        } else {
            if (one->state == MERGE_ADDED && strcmp(one->as, one->name) != 0) {
                text_add(out, " as %s", one->as);
            }
            text_add(out, "%s %d act%s", one->state == MERGE_ADDED ? "," : "", one->acts,
                     one->acts == 1 ? "" : "s");
            if (one->remarks > 0) {
                text_add(out, ", %d remark%s", one->remarks, one->remarks == 1 ? "" : "s");
            }
        }
        text_add(out, "\n");
        add_acts(one, out);
    }
    for (int i = 0; i < report->differences; i++) {
        text_add(out, "%s %s differs there; ours stays\n", report->difference[i].what,
                 report->difference[i].name);
    }
    for (int i = 0; i < report->macros; i++) {
        text_add(out, "macro %s: added\n", report->macro[i].name);
    }
    text_add(out, "%d added, %d appended, %d there already, %d left out", report->added,
             report->appended, report->there, report->left_out);
}

/* ---- at the table ------------------------------------------------------------------------ */

void sitting_run_merge(struct sitting *sitting, const struct command *command,
                       struct result *out)
{
    struct error err;
    struct merge_report *report = NULL;
    char path[SITTING_PATH_MAX];
    bool is_dry = !str_is_choice(command->argument[1].word, "yes");
    if (!sitting_path_of(path, command->argument[0].word)) {
        result_wrong(out, "merge needs the file of a campaign: merge ~/salt-road.db");
        return;
    }
    enum status status = sitting_merge(sitting, path, is_dry, &report, &err);
    bool has_any = status == STATUS_OK && report->added + report->appended + report->macros > 0;
    if (has_any && !is_dry) {
        status = sitting_load(sitting, &err);
    }
    if (status != STATUS_OK) {
        collection_fail(sitting, &encounter_collection, &err, out);
    } else {
        struct text text = text_over(out->text, sizeof out->text);
        if (is_dry && has_any) {
            text_add(&text, "nothing is done yet: merge ");
            text_add_quoted(&text, str_of(path));
            text_add(&text, " yes merges\n\n");
        }
        merge_report_tell(report, &text);
        if (has_any && !is_dry) {
            TEXT_BUFFER(line, sizeof out->label);
            add_line(report, &line);
            result_label(out, "%s", line.p);
        }
    }
    merge_report_free(report);
}
