#include "app/chronicle/chronicle.h"

#include <jansson.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "app/forecast/kept.h"
#include "app/log/act.h"
#include "app/log/address.h"
#include "app/log/dates.h"
#include "app/log/logged_roll.h"
#include "app/log/remarks.h"
#include "app/sitting/clock.h"
#include "app/sitting/data.h"
#include "app/sitting/state.h"
#include "base/array.h"
#include "base/utf8.h"
#include "games/games.h"
#include "store/campaign.h"
#include "store/changes.h"
#include "store/sums.h"

/* The next evening, which is known already. */
static void evenings_add(struct evenings *evenings, const struct evening *evening)
{
    if (evenings->count == evenings->room) {
        evenings->room = evenings->room == 0 ? 16 : evenings->room * 2;
        evenings->evening =
            realloc(evenings->evening, (size_t)evenings->room * sizeof *evenings->evening);
        CHECK(evenings->evening != NULL);
    }
    evenings->evening[evenings->count++] = *evening;
}

/* From one act to a later one, without the time by which the clock was set forward between
 * them: two programs may have seen that, so that it counts once. Negative: it was set back. */
static int64_t time_gone(const struct evenings *evenings, int64_t from_ms, int64_t to_ms)
{
    enum { NEAR_MS = 60 * 1000 }; /* an act of another program is as old as what this one saw */
    int64_t gone = to_ms - from_ms, forward = 0;
    for (int i = 0; i < evenings->steps; i++) {
        const struct clock_step *step = &evenings->step[i];
        int64_t by = step->to_ms - step->from_ms;
        if (step->from_ms >= from_ms - NEAR_MS && step->to_ms <= to_ms + NEAR_MS &&
            by > forward) {
            forward = by;
        }
    }
    return forward == 0 ? gone : gone > forward ? gone - forward : 0;
}

static bool add_clock_step(void *context, const struct change *change)
{
    struct evenings *evenings = context;
    struct clock_step step;
    if (change->is_set && clock_step_read(&step, change->new)) {
        evenings->step = array_grown(evenings->step, evenings->steps, &evenings->steps_room,
                                     sizeof *evenings->step, realloc);
        CHECK(evenings->step != NULL);
        evenings->step[evenings->steps++] = step;
    }
    return true;
}

/* Those of the clock that the campaign tells of now. */
static enum status read_clock_steps(struct evenings *evenings, struct campaign *campaign,
                                    struct error *err)
{
    evenings->steps = 0;
    return changes_of(campaign, str_of(CHANGE_CLOCK), 0, add_clock_step, evenings, err);
}

/* The next act of a fight that had begun, for those who read the log themselves; zeroed memory
 * is no evening yet. */
static void evenings_see(struct evenings *evenings, int64_t act, int64_t at_ms)
{
    int64_t gone = time_gone(evenings, evenings->latest_ms, at_ms);
    int64_t forward = at_ms - evenings->latest_ms - gone;
    if (evenings->count == 0 || gone >= EVENING_GAP_MS) {
        evenings_add(evenings, &(struct evening){.first = act, .first_ms = at_ms});
        gone = forward = 0;
    }
    struct evening *evening = &evenings->evening[evenings->count - 1];
    evening->last = act;
    evening->last_ms = at_ms;
    evening->lasted_ms += gone > 0 ? gone : 0;
    evening->back_ms -= gone < 0 ? gone : 0;
    evening->forward_ms += forward;
    evenings->latest_ms = at_ms;
}

/* ---- those that are kept --------------------------------------------------------------- */

/* Whole numbers of eight bytes, the least first: the time of the latest act, and of each
 * evening those of its struct, in their order. */
enum { EVENINGS_VERSION = 4, NUMBER_BYTES = 8, NUMBERS = 7 };
/* Rows between two sums, and between those that are kept on the way through a long log. */
enum { ROWS_A_SUM = 1024, ROWS_A_SUM_ON_WAY = 64 * 1024 };

static int64_t number_at(const unsigned char *bytes, int i)
{
    uint64_t number = 0;
    for (int k = NUMBER_BYTES - 1; k >= 0; k--) {
        number = number << 8 | bytes[i * NUMBER_BYTES + k];
    }
    return (int64_t)number;
}

static void put_number_at(unsigned char *bytes, int i, int64_t number)
{
    for (int k = 0; k < NUMBER_BYTES; k++) {
        bytes[i * NUMBER_BYTES + k] = (unsigned char)((uint64_t)number >> (8 * k));
    }
}

static int64_t find_kept(struct evenings *evenings, struct campaign *campaign)
{
    struct sum sum;
    if (!sums_find(campaign, 0, campaign_newest_row(campaign), EVENINGS_VERSION, &sum)) {
        return 0;
    }
    int count = sum.count / NUMBER_BYTES;
    for (int i = 1; i + NUMBERS <= count; i += NUMBERS) {
        evenings_add(evenings,
                     &(struct evening){number_at(sum.bytes, i), number_at(sum.bytes, i + 1),
                                       number_at(sum.bytes, i + 2), number_at(sum.bytes, i + 3),
                                       number_at(sum.bytes, i + 4), number_at(sum.bytes, i + 5),
                                       number_at(sum.bytes, i + 6)});
    }
    evenings->latest_ms = count > 0 ? number_at(sum.bytes, 0) : 0;
    free(sum.bytes);
    return sum.act;
}

static void keep_evening(const struct evenings *evenings, struct campaign *campaign,
                         int64_t upto)
{
    struct sum sum = {.act = upto,
                      .version = EVENINGS_VERSION,
                      .count = (1 + NUMBERS * evenings->count) * NUMBER_BYTES};
    sum.bytes = malloc((size_t)sum.count);
    CHECK(sum.bytes != NULL);
    put_number_at(sum.bytes, 0, evenings->latest_ms);
    for (int i = 0; i < evenings->count; i++) {
        const struct evening *evening = &evenings->evening[i];
        const int64_t numbers[NUMBERS] = {
            evening->first,     evening->last,    evening->first_ms,  evening->last_ms,
            evening->lasted_ms, evening->back_ms, evening->forward_ms};
        for (int k = 0; k < NUMBERS; k++) {
            put_number_at(sum.bytes, NUMBERS * i + 1 + k, numbers[k]);
        }
    }
    sums_keep(campaign, &sum);
    free(sum.bytes);
}

/* ---- reading --------------------------------------------------------------------------- */

enum status evenings_read(struct evenings *out, struct campaign *campaign, struct error *err)
{
    int64_t after = 0;
    bool is_whole = false;
    *out = (struct evenings){.evening = NULL};
    return evenings_read_on(out, campaign, &after, INT_MAX, &is_whole, err);
}

enum status evenings_read_on(struct evenings *evenings, struct campaign *campaign,
                             int64_t *after, int rows, bool *is_whole, struct error *err)
{
    enum { ROWS_AT_ONCE = 32 };
    struct act_row row[ROWS_AT_ONCE];
    int count = 1;
    enum status status = STATUS_OK;
    if (*after == 0) {
        *after = evenings->kept = find_kept(evenings, campaign);
        status = read_clock_steps(evenings, campaign, err);
    }
    for (; status == STATUS_OK && rows > 0 && count > 0; rows -= count) {
        int most = rows < ROWS_AT_ONCE ? rows : ROWS_AT_ONCE;
        status = log_rows_after(campaign, *after, row, most, &count, err);
        for (int i = 0; status == STATUS_OK && i < count; i++) {
            *after = row[i].id;
            if (row[i].kind == ROW_ACT && row[i].round > 0) {
                evenings_see(evenings, row[i].id, row[i].at_ms);
            }
        }
    }
    *is_whole = status != STATUS_OK || count == 0;
    if (status == STATUS_OK &&
        *after - evenings->kept >= (*is_whole ? ROWS_A_SUM : ROWS_A_SUM_ON_WAY)) {
        keep_evening(evenings, campaign, *after);
        evenings->kept = *after;
    }
    return status;
}

void evenings_free(struct evenings *evenings)
{
    free(evenings->evening);
    free(evenings->step);
}

/* ---- keeping up with the log ------------------------------------------------------------ */

struct evenings_filling {
    struct evenings evenings;
    bool is_reading;
    int64_t after; /* the last row that was read */
    int64_t upto;  /* the newest row when that was done last */
};

bool evenings_filling_step(struct sitting *sitting)
{
    enum { ROWS = 128 };
    struct evenings_filling *filling = sitting->evenings_filling;
    struct error err;
    bool is_whole = false;
    if (filling == NULL) {
        filling = sitting->evenings_filling = calloc(1, sizeof *filling);
        CHECK(filling != NULL);
    }
    int64_t newest = campaign_newest_row(sitting->campaign);
    if (!filling->is_reading &&
        (!sums_can_be_cached(sitting->campaign) || newest < filling->upto + ROWS_A_SUM)) {
        return false;
    }
    filling->is_reading = true;
    enum status status = evenings_read_on(&filling->evenings, sitting->campaign,
                                          &filling->after, ROWS, &is_whole, &err);
    if (is_whole || status != STATUS_OK) {
        evenings_free(&filling->evenings);
        *filling = (struct evenings_filling){.upto = newest};
    }
    return true;
}

static void forget_filling(struct sitting *sitting)
{
    if (sitting->evenings_filling != NULL) {
        evenings_free(&sitting->evenings_filling->evenings);
        free(sitting->evenings_filling);
        sitting->evenings_filling = NULL;
    }
}

int evening_of(const struct evenings *evenings, int64_t act, int64_t at_ms, bool is_of_fight)
{
    int before = 0; /* how many begin with this act or an older one */
    for (int high = evenings->count; before < high;) {
        int middle = before + (high - before) / 2;
        if (evenings->evening[middle].first <= act) {
            before = middle + 1;
        } else {
            high = middle;
        }
    }
    const struct evening *last = before > 0 ? &evenings->evening[before - 1] : NULL;
    if (is_of_fight ||
        (last != NULL &&
         (act <= last->last || time_gone(evenings, last->last_ms, at_ms) < EVENING_GAP_MS))) {
        return before;
    }
    bool is_soon =
        before < evenings->count &&
        time_gone(evenings, at_ms, evenings->evening[before].first_ms) < EVENING_GAP_MS;
    return is_soon ? before + 1 : 0;
}

/* ---- what is known --------------------------------------------------------------------- */

/* Room for one more of `size` bytes each. */
static void *grown(void *array, int count, int *room, size_t size)
{
    void *larger = array_grown(array, count, room, size, realloc);
    CHECK(larger != NULL);
    return larger;
}

static struct chronicle_fight *fight_of(struct chronicle_log *log, int64_t encounter)
{
    if (encounter > log->room) {
        int64_t room = encounter < 32 ? 32 : 2 * encounter;
        log->fight = realloc(log->fight, (size_t)room * sizeof *log->fight);
        CHECK(log->fight != NULL);
        memset(&log->fight[log->room], 0, (size_t)(room - log->room) * sizeof *log->fight);
        log->room = room;
    }
    log->fights = encounter > log->fights ? encounter : log->fights;
    return &log->fight[encounter - 1];
}

static struct chronicle_stretch *add_stretch(struct chronicle_fight *fight)
{
    fight->stretch =
        grown(fight->stretch, fight->stretches, &fight->stretches_room, sizeof *fight->stretch);
    return &fight->stretch[fight->stretches++];
}

static struct chronicle_sight *add_log_sight(struct chronicle_fight *fight)
{
    fight->sight =
        grown(fight->sight, fight->sights, &fight->sights_room, sizeof *fight->sight);
    return &fight->sight[fight->sights++];
}

static void empty_log(struct chronicle_log *log)
{
    for (int64_t i = 0; i < log->fights; i++) {
        free(log->fight[i].stretch);
        free(log->fight[i].sight);
    }
    free(log->fight);
    evenings_free(&log->evenings);
    *log = (struct chronicle_log){.row = 0};
}

enum { ROWS_AT_ONCE = 64 };

/* ---- one act --------------------------------------------------------------------------- */

/* An act whose events are seen. */
struct seen_act {
    struct chronicle_fight *fight;
    const struct act_row *row;
};

static struct chronicle_sight *see_sight(struct seen_act *seen, enum sight_kind kind)
{
    struct chronicle_fight *fight = seen->fight;
    if (fight->sights == CHRONICLE_SIGHTS_MAX) {
        return NULL;
    }
    struct chronicle_sight *sight = add_log_sight(fight);
    *sight =
        (struct chronicle_sight){.act = seen->row->id, .round = seen->row->round, .kind = kind};
    return sight;
}

/* The last fall of this one that is not over; NULL: it stands. */
static struct chronicle_sight *fall_of(struct chronicle_fight *fight, int id)
{
    for (int i = fight->sights - 1; i >= 0; i--) {
        struct chronicle_sight *sight = &fight->sight[i];
        if (sight->kind == SIGHT_FALL && sight->subject == id && !sight->is_taken_back) {
            return sight->is_over ? NULL : sight;
        }
    }
    return NULL;
}

static void fall(struct seen_act *seen, int id)
{
    if (fall_of(seen->fight, id) == NULL) {
        struct chronicle_sight *sight = see_sight(seen, SIGHT_FALL);
        if (sight != NULL) {
            sight->subject = id;
        }
    }
}

static bool see_event(void *context, const struct event *event)
{
    struct seen_act *seen = context;
    int id = event->subject;
    if (event_is_fall(event)) {
        fall(seen, id);
    } else if (event->kind == EVENT_CAME_BACK) {
        struct chronicle_sight *sight = fall_of(seen->fight, id);
        if (sight != NULL) {
            sight->is_over = true;
        }
    }
    if (trace_may_be_morale(event->trace)) {
        struct logged_roll roll;
        struct roll_meaning meaning;
        logged_roll_read(&roll, event->trace);
        roll_meaning_read(&meaning, roll.request, roll.outcome);
        if (meaning.is_morale && !meaning.has_held) {
            struct chronicle_sight *sight = see_sight(seen, SIGHT_BREAK);
            if (sight != NULL) {
                text_format(sight->text, sizeof sight->text, "%s", seen->row->label);
            }
        }
        logged_roll_free(&roll);
    }
    return true;
}

/* True when a stretch belongs to its evening: what was done before its first fight does, when
 * less than six hours part it from that. */
static bool chronicle_stretch_counts(const struct chronicle_log *log,
                                     const struct chronicle_stretch *stretch)
{
    return stretch->evening <= log->evenings.count &&
           (!stretch->is_early ||
            time_gone(&log->evenings, stretch->last_ms,
                      log->evenings.evening[stretch->evening - 1].first_ms) < EVENING_GAP_MS);
}

/* The stretch of an evening that an act goes on with; NULL: it begins one. */
static struct chronicle_stretch *stretch_of(const struct chronicle_log *log,
                                            struct chronicle_fight *fight, int evening)
{
    struct chronicle_stretch *last =
        fight->stretches > 0 ? &fight->stretch[fight->stretches - 1] : NULL;
    return last != NULL && last->evening == evening &&
                   (evening > log->evenings.count || chronicle_stretch_counts(log, last))
               ? last
               : NULL;
}

/* Evenings are those of fights; what is done without one stands with the evening before, or
 * waits for the next. */
static void see_time(struct chronicle_log *log, struct chronicle_fight *fight,
                     const struct act_row *row)
{
    bool is_of_fight = row->round > 0;
    if (is_of_fight) {
        evenings_see(&log->evenings, row->id, row->at_ms);
    }
    int evening = log->evenings.count;
    bool is_early =
        !is_of_fight &&
        (evening == 0 || time_gone(&log->evenings, log->evenings.evening[evening - 1].last_ms,
                                   row->at_ms) >= EVENING_GAP_MS);
    evening += is_early ? 1 : 0;
    struct chronicle_stretch *last = stretch_of(log, fight, evening);
    int64_t gone = last != NULL ? time_gone(&log->evenings, last->last_ms, row->at_ms) : 0;
    bool begins = last == NULL || (is_early && gone >= EVENING_GAP_MS);
    if (begins) {
        last = last != NULL ? last : add_stretch(fight);
        *last = (struct chronicle_stretch){
            .evening = evening, .first = row->id, .is_early = is_early};
    }
    if (begins || (is_of_fight && !last->has_fight)) {
        last->first_ms = last->last_ms = row->at_ms;
        last->lasted_ms = gone = 0;
        last->has_fight = is_of_fight;
    }
    if (is_of_fight == last->has_fight) {
        last->lasted_ms += gone > 0 ? gone : 0;
        last->last_ms = row->at_ms;
    }
    last->is_early = last->is_early && !is_of_fight;
    last->last = row->id;
    last->acts++;
}

static enum status see_act(struct chronicle_log *log, struct chronicle_fight *fight,
                           struct sitting *sitting, const struct act_row *row,
                           struct error *err)
{
    struct seen_act seen = {fight, row};
    struct error own;
    if (row->parent != fight->head) {
        fight->damaged = row->id; /* an act before it is missing */
        return STATUS_OK;
    }
    fight->head = row->id;
    see_time(log, fight, row);
    enum status status = log_events(sitting->campaign, row->id, see_event, &seen, &own);
    if (status == STATUS_DAMAGED) {
        fight->damaged = row->id;
        status = STATUS_OK;
    }
    return status == STATUS_OK ? STATUS_OK : error_set(err, status, own.where, "%s", own.text);
}

/* ---- the head moved -------------------------------------------------------------------- */

static void mark(struct chronicle_fight *fight, int64_t act, bool is_taken_back)
{
    for (int i = 0; i < fight->sights; i++) {
        if (fight->sight[i].act == act) {
            fight->sight[i].is_taken_back = is_taken_back;
        }
    }
}

/* From both heads back to the act at which their ways part: parents are older. */
static enum status see_move(struct chronicle_fight *fight, struct sitting *sitting,
                            const struct act_row *row, struct error *err)
{
    int64_t left = fight->head, taken = row->head;
    enum status status = STATUS_OK;
    struct error own;
    while (left != taken && status == STATUS_OK) {
        struct act_row act;
        int64_t *later = left > taken ? &left : &taken;
        mark(fight, *later, later == &left);
        status = log_row(sitting->campaign, *later, &act, &own);
        if (status == STATUS_OK) {
            *later = act.parent;
        }
    }
    if (status == STATUS_DAMAGED || status == STATUS_MISSING) {
        fight->damaged = row->id;
        status = STATUS_OK;
    }
    fight->head = row->head;
    return status == STATUS_OK ? STATUS_OK : error_set(err, status, own.where, "%s", own.text);
}

/* ---- rows ------------------------------------------------------------------------------ */

static enum status see_row(struct chronicle_log *log, struct sitting *sitting,
                           const struct act_row *row, struct error *err)
{
    if (row->encounter == 0) {
        return STATUS_OK; /* damaged: whose it is shows with the next act of that encounter */
    }
    struct chronicle_fight *fight = fight_of(log, row->encounter);
    fight->row = row->id;
    fight->is_new = true;
    if (fight->damaged != 0) {
        return STATUS_OK;
    }
    return row->kind == ROW_ACT ? see_act(log, fight, sitting, row, err)
                                : see_move(fight, sitting, row, err);
}

/* *is_done: the log has no more rows. */
static enum status read_rows(struct chronicle_log *log, struct sitting *sitting, int most,
                             bool *is_done, struct error *err)
{
    enum status status = STATUS_OK;
    struct act_row *rows = malloc(ROWS_AT_ONCE * sizeof *rows);
    CHECK(rows != NULL);
    while (status == STATUS_OK && most > 0 && log->row < log->until) {
        int count = 0;
        int64_t left = log->until - log->row;
        int wanted = most < ROWS_AT_ONCE ? most : ROWS_AT_ONCE;
        wanted = left < wanted ? (int)left : wanted;
        status = log_rows_after(sitting->campaign, log->row, rows, wanted, &count, err);
        if (count == 0) {
            log->row = log->until; /* the last ones are missing */
        }
        for (int i = 0; i < count && status == STATUS_OK; i++) {
            if (rows[i].encounter != 0 && rows[i].encounter < log->taken_from) {
                most = 0; /* what is kept of it comes first */
                break;
            }
            status = see_row(log, sitting, &rows[i], err);
            if (status == STATUS_OK) {
                log->row = rows[i].id;
                most--;
            }
        }
    }
    free(rows);
    *is_done = status == STATUS_OK && log->row >= log->until;
    return status;
}

/* ---- how they stand -------------------------------------------------------------------- */

static void keep_facts(struct chronicle_fight *fight, const struct state *state,
                       const struct procedure *procedure)
{
    encounter_facts_of(&fight->facts, procedure, state);
    struct text text = text_over(fight->party, sizeof fight->party);
    for (int id = 1; id <= state->count; id++) {
        if (state_is_present(state, id) &&
            state_value(state, id, FIELD_SIDE, SIDE_FOES) == SIDE_PARTY) {
            text_add(&text, "%s%s", text.n > 0 ? ", " : "", state_name(state, id));
        }
    }
    for (int i = 0; i < fight->sights; i++) {
        struct chronicle_sight *sight = &fight->sight[i];
        if (sight->kind == SIGHT_FALL && sight->subject <= state->count) {
            sight->is_party =
                state_value(state, sight->subject, FIELD_SIDE, SIDE_FOES) == SIDE_PARTY;
            text_format(sight->text, sizeof sight->text, "%s",
                        state_name(state, sight->subject));
        }
    }
}

static enum status read_state(struct chronicle_fight *fight, struct sitting *sitting,
                              const struct encounter_row *row, struct error *err)
{
    const struct system *system = system_find(str_of(row->system));
    if (system == NULL) {
        fight->facts =
            (struct encounter_facts){.is_known = true, .course = COURSE_UNKNOWN_GAME};
        return STATUS_OK;
    }
    if (row->id == sitting->encounter.id && fight->head == sitting->position.head &&
        sitting_damage(sitting) == NULL) {
        keep_facts(fight, &sitting->state, games_find(system));
        return STATUS_OK;
    }
    struct state *state = calloc(1, sizeof *state);
    CHECK(state != NULL);
    state_init(state, system);
    enum status status = log_state(sitting->campaign, row->id, fight->head, state, err);
    if (status == STATUS_OK) {
        keep_facts(fight, state, games_find(system));
    } else if (status == STATUS_DAMAGED) {
        fight->facts = (struct encounter_facts){.is_known = true, .course = COURSE_DAMAGED};
        status = STATUS_OK;
    }
    free(state);
    return status;
}

/* The newest encounters first, `*most` of them; *is_done: all of them are known. */
static enum status read_all_facts(struct chronicle_log *log, struct sitting *sitting, int *most,
                                  bool *is_done, struct error *err)
{
    *is_done = true;
    for (int64_t id = log->fights; id > 0; id--) {
        struct chronicle_fight *fight = &log->fight[id - 1];
        bool is_open = id == sitting->encounter.id; /* its state is in memory */
        if (fight->row == fight->facts_row) {
            continue;
        }
        if (*most == 0 && !is_open) {
            *is_done = false;
            continue;
        }
        *most -= is_open ? 0 : 1;
        /* One encounter; a damaged one has no state that counts. */
        struct encounter_row row;
        enum status status = encounter_brief(sitting->campaign, id, &row, err);
        if (status == STATUS_OK && fight->damaged != 0) {
            fight->facts = (struct encounter_facts){.is_known = true, .course = COURSE_DAMAGED};
        } else if (status == STATUS_OK) {
            status = read_state(fight, sitting, &row, err);
        }
        if (status == STATUS_OK || status == STATUS_MISSING) {
            fight->facts_row = fight->row;
            fight->is_new = true;
            status = STATUS_OK;
        }
        if (status != STATUS_OK) {
            return status;
        }
    }
    return STATUS_OK;
}

/* ---- as JSON ----------------------------------------------------------------------------- */

/* What is kept is derived and sealed, but every value is still checked when it is read. */
enum { ENCOUNTER_MOST = 1 << 20 };

static char *dumped(json_t *json)
{
    CHECK(json != NULL);
    char *text = json_dumps(json, JSON_COMPACT);
    CHECK(text != NULL);
    json_decref(json);
    return text;
}

static json_t *clean_text(const char *text)
{
    char out[512];
    utf8_clean(out, sizeof out, str_of(text));
    return json_string(out);
}

static char *text_of_fight(const struct chronicle_fight *fight)
{
    json_t *stretches = json_array(), *sights = json_array();
    const struct encounter_facts *facts = &fight->facts;
    for (int i = 0; i < fight->stretches; i++) {
        const struct chronicle_stretch *stretch = &fight->stretch[i];
        json_array_append_new(
            stretches, json_pack("[i, I, I, I, I, i, I, b, b]", stretch->evening,
                                 (json_int_t)stretch->first, (json_int_t)stretch->last,
                                 (json_int_t)stretch->first_ms, (json_int_t)stretch->last_ms,
                                 stretch->acts, (json_int_t)stretch->lasted_ms,
                                 stretch->has_fight, stretch->is_early));
    }
    for (int i = 0; i < fight->sights; i++) {
        const struct chronicle_sight *sight = &fight->sight[i];
        json_array_append_new(
            sights, json_pack("[I, i, i, i, b, b, b, o]", (json_int_t)sight->act, sight->round,
                              (int)sight->kind, sight->subject, sight->is_party,
                              sight->is_taken_back, sight->is_over, clean_text(sight->text)));
    }
    return dumped(
        json_pack("{s:I, s:I, s:I, s:o, s:o, s:b, s:i, s:i, s:i, s:o, s:o, s:o}", "head",
                  (json_int_t)fight->head, "damaged", (json_int_t)fight->damaged, "facts_row",
                  (json_int_t)fight->facts_row, "stretches", stretches, "sights", sights,
                  "known", facts->is_known, "course", (int)facts->course, "round", facts->round,
                  "combatants", facts->combatants, "who", clean_text(facts->who), "due",
                  clean_text(facts->due), "party", clean_text(fight->party)));
}

static void copy_text(char *out, int size, const char *text)
{
    utf8_clean(out, size, str_of(text));
}

static bool read_stretch(struct chronicle_fight *fight, json_t *json)
{
    int evening, acts, has_fight, is_early;
    json_int_t first, last, first_ms, last_ms, lasted_ms;
    if (json_unpack(json, "[i, I, I, I, I, i, I, b, b]", &evening, &first, &last, &first_ms,
                    &last_ms, &acts, &lasted_ms, &has_fight, &is_early) != 0) {
        return false;
    }
    *add_stretch(fight) =
        (struct chronicle_stretch){evening, first,     last,           first_ms,     last_ms,
                                   acts,    lasted_ms, has_fight != 0, is_early != 0};
    return evening > 0 && last >= first;
}

static bool read_sight(struct chronicle_fight *fight, json_t *json)
{
    json_int_t act;
    int round, kind, subject, is_party, is_taken_back, is_over;
    const char *text;
    if (json_unpack(json, "[I, i, i, i, b, b, b, s]", &act, &round, &kind, &subject, &is_party,
                    &is_taken_back, &is_over, &text) != 0 ||
        kind < SIGHT_FALL || kind > SIGHT_REMARK || subject < 0 || subject > COMBATANTS_MAX) {
        return false;
    }
    struct chronicle_sight *sight = add_log_sight(fight);
    *sight = (struct chronicle_sight){.act = act,
                                      .round = round,
                                      .kind = (enum sight_kind)kind,
                                      .subject = subject,
                                      .is_party = is_party != 0,
                                      .is_taken_back = is_taken_back != 0,
                                      .is_over = is_over != 0};
    copy_text(sight->text, sizeof sight->text, text);
    return true;
}

static bool read_lists(struct chronicle_fight *fight, json_t *stretches, json_t *sights)
{
    size_t i;
    json_t *json;
    bool is_read = json_array_size(sights) <= CHRONICLE_SIGHTS_MAX;
    json_array_foreach(stretches, i, json)
    {
        is_read = is_read && read_stretch(fight, json);
    }
    json_array_foreach(sights, i, json)
    {
        is_read = is_read && read_sight(fight, json);
    }
    return is_read;
}

static bool read_fight(struct chronicle_fight *fight, int64_t row, json_t *json)
{
    json_int_t head, damaged, facts_row;
    json_t *stretches, *sights;
    int is_known, course, round, combatants;
    const char *who, *due, *party;
    if (json_unpack(json, "{s:I, s:I, s:I, s:o, s:o, s:b, s:i, s:i, s:i, s:s, s:s, s:s}",
                    "head", &head, "damaged", &damaged, "facts_row", &facts_row, "stretches",
                    &stretches, "sights", &sights, "known", &is_known, "course", &course,
                    "round", &round, "combatants", &combatants, "who", &who, "due", &due,
                    "party", &party) != 0 ||
        course < COURSE_EMPTY || course > COURSE_UNKNOWN_GAME) {
        return false;
    }
    fight->row = row;
    fight->head = head;
    fight->damaged = damaged;
    fight->facts_row = facts_row;
    fight->facts = (struct encounter_facts){.is_known = is_known != 0,
                                            .course = (enum encounter_course)course,
                                            .round = round,
                                            .combatants = combatants};
    copy_text(fight->facts.who, sizeof fight->facts.who, who);
    copy_text(fight->facts.due, sizeof fight->facts.due, due);
    copy_text(fight->party, sizeof fight->party, party);
    return read_lists(fight, stretches, sights);
}

static bool read_campaign(struct chronicle_log *log, int64_t row, json_t *json)
{
    json_int_t latest;
    json_t *evenings, *json_evening;
    size_t i;
    if (json_unpack(json, "{s:I, s:o}", "latest", &latest, "evenings", &evenings) != 0) {
        return false;
    }
    bool is_read = true;
    json_array_foreach(evenings, i, json_evening)
    {
        json_int_t n[7];
        is_read = is_read && json_unpack(json_evening, "[I, I, I, I, I, I, I]", &n[0], &n[1],
                                         &n[2], &n[3], &n[4], &n[5], &n[6]) == 0;
        if (is_read) {
            evenings_add(&log->evenings,
                         &(struct evening){n[0], n[1], n[2], n[3], n[4], n[5], n[6]});
        }
    }
    log->evenings.latest_ms = latest;
    log->row = row;
    return is_read;
}

static bool read_text(struct chronicle_log *log, int64_t encounter, int64_t row,
                      struct str text)
{
    json_t *json = json_loadb(text.p, (size_t)text.n, JSON_REJECT_DUPLICATES, NULL);
    bool is_read = json != NULL && encounter >= 0 && encounter < ENCOUNTER_MOST &&
                   (encounter == 0 ? read_campaign(log, row, json)
                                   : read_fight(fight_of(log, encounter), row, json));
    json_decref(json);
    return is_read;
}

/* ---- the file -------------------------------------------------------------------------- */

struct taking {
    struct chronicle_log *log;
    int count;         /* of rows */
    bool is_overtaken; /* another program has kept more since the first was taken over */
};

static void see_kept(void *context, const struct chronicle_row *row)
{
    struct taking *taking = context;
    struct chronicle_log *log = taking->log;
    taking->count++;
    taking->is_overtaken =
        taking->is_overtaken || (row->encounter != 0 && row->row > log->cached_until);
    log->drops_cached =
        log->drops_cached || !read_text(log, row->encounter, row->row, row->facts);
    log->taken_from = row->encounter;
}

/* What the file has of the campaign as a whole, unless it is damaged. */
static enum status begin(struct sitting *sitting, struct error *err)
{
    static const struct chronicle_part campaign = {.from = 0, .below = 1, .most = 1};
    struct chronicle_log *log = sitting->chronicle;
    int64_t until = log->until;
    bool is_whole = true;
    struct taking taking = {.log = log};
    empty_log(log);
    log->until = until;
    enum status status =
        chronicle_rows_read(sitting->campaign, &campaign, see_kept, &taking, &is_whole, err);
    if (status != STATUS_OK || !is_whole || log->drops_cached || log->row == 0) {
        empty_log(log);
        log->until = until;
        log->drops_cached = true;
    } else {
        log->cached_row = log->cached_until = log->row;
        log->taken_from = INT64_MAX;
    }
    return status == STATUS_OK ? read_clock_steps(&log->evenings, sitting->campaign, err)
                               : status;
}

/* Adds what the file has of this many older encounters, the newest first. Where it is damaged,
 * all of it is read from the log. */
static enum status take_kept(struct sitting *sitting, int encounters, struct error *err)
{
    struct chronicle_log *log = sitting->chronicle;
    enum status status = STATUS_OK;
    bool goes_on = log->taken_from != 0;
    for (int tries = 0; status == STATUS_OK && goes_on; tries++) {
        const struct chronicle_part part = {1, log->taken_from, encounters};
        struct taking taking = {.log = log};
        bool is_whole = true;
        status =
            chronicle_rows_read(sitting->campaign, &part, see_kept, &taking, &is_whole, err);
        log->taken_from = taking.count < encounters ? 0 : log->taken_from;
        goes_on = status == STATUS_OK && taking.is_overtaken && tries == 0;
        if (goes_on) {
            status = begin(sitting, err);
            goes_on = log->taken_from != 0;
        } else if (!is_whole || log->drops_cached || taking.is_overtaken) {
            int64_t until = log->until;
            empty_log(log);
            log->until = until;
            log->drops_cached = true;
            status = status == STATUS_OK
                         ? read_clock_steps(&log->evenings, sitting->campaign, err)
                         : status;
        }
    }
    return status;
}

/* Rows of fights that have changed, and the one of the campaign last. */
static enum status keep(struct chronicle_log *log, struct sitting *sitting, struct error *err)
{
    int count = 0;
    struct chronicle_row *rows = calloc((size_t)log->fights + 1, sizeof *rows);
    char **texts = calloc((size_t)log->fights + 1, sizeof *texts);
    CHECK(rows != NULL && texts != NULL);
    for (int64_t id = 1; id <= log->fights; id++) {
        const struct chronicle_fight *fight = &log->fight[id - 1];
        if (fight->row != 0 && fight->is_new) {
            texts[count] = text_of_fight(fight);
            rows[count] = (struct chronicle_row){id, fight->row, str_of(texts[count])};
            count++;
        }
    }
    json_t *evenings = json_array();
    for (int i = 0; i < log->evenings.count; i++) {
        const struct evening *evening = &log->evenings.evening[i];
        json_array_append_new(
            evenings, json_pack("[I, I, I, I, I, I, I]", (json_int_t)evening->first,
                                (json_int_t)evening->last, (json_int_t)evening->first_ms,
                                (json_int_t)evening->last_ms, (json_int_t)evening->lasted_ms,
                                (json_int_t)evening->back_ms, (json_int_t)evening->forward_ms));
    }
    texts[count] = dumped(json_pack("{s:I, s:o}", "latest", (json_int_t)log->evenings.latest_ms,
                                    "evenings", evenings));
    rows[count] = (struct chronicle_row){0, log->row, str_of(texts[count])};
    count++;
    enum status status =
        chronicle_rows_keep(sitting->campaign, rows, count, log->drops_cached, err);
    if (status == STATUS_OK) {
        log->drops_cached = false;
        log->cached_row = log->row;
        for (int64_t id = 1; id <= log->fights; id++) {
            log->fight[id - 1].is_new = false;
        }
    }
    for (int i = 0; i < count; i++) {
        free(texts[i]);
    }
    free(texts);
    free(rows);
    return status;
}

/* ---- reading --------------------------------------------------------------------------- */

static enum status read_more(struct sitting *sitting, int rows, int states, bool looks_for_new,
                             bool *is_whole, struct error *err)
{
    enum { ROWS_AS_ONE_KEPT = 4 }; /* are read in the time of one encounter that is kept */
    bool has_all_rows = false, has_all_facts = false;
    enum status status = STATUS_OK;
    if (sitting->chronicle == NULL) {
        sitting->chronicle = calloc(1, sizeof *sitting->chronicle);
        CHECK(sitting->chronicle != NULL);
        status = begin(sitting, err);
    }
    if (status == STATUS_OK && looks_for_new) {
        sitting->chronicle->until = campaign_newest_row(sitting->campaign);
        status = read_clock_steps(&sitting->chronicle->evenings, sitting->campaign, err);
    }
    if (status == STATUS_OK && rows > 0) {
        status = take_kept(sitting, rows == INT_MAX ? rows : rows / ROWS_AS_ONE_KEPT, err);
    }
    if (status == STATUS_OK) {
        status = read_rows(sitting->chronicle, sitting, rows, &has_all_rows, err);
    }
    has_all_rows = has_all_rows && sitting->chronicle->taken_from == 0;
    if (status == STATUS_OK && has_all_rows) {
        status = read_all_facts(sitting->chronicle, sitting, &states, &has_all_facts, err);
    }
    *is_whole = has_all_rows && has_all_facts;
    return status;
}

static enum status read_at_one_moment(struct sitting *sitting, int rows, int states,
                                      bool looks_for_new, bool *is_whole, struct error *err)
{
    *is_whole = false;
    enum status status = campaign_begin_reading(sitting->campaign, err);
    if (status == STATUS_OK) {
        status = read_more(sitting, rows, states, looks_for_new, is_whole, err);
        campaign_end_reading(sitting->campaign);
    }
    return status;
}

/* What is known, after at most `rows` more rows were read and `states` encounters looked at;
 * with 0 rows, without rows that were written since the last call. *is_whole: nothing is left
 * to read. Valid until the sitting does something else. */
static enum status chronicle_log_read(struct chronicle_log **out, struct sitting *sitting,
                                      int rows, int states, bool *is_whole, struct error *err)
{
    enum status status = read_at_one_moment(sitting, rows, states, rows > 0, is_whole, err);
    const struct chronicle_log *log = sitting->chronicle;
    bool is_left = status == STATUS_OK && (!*is_whole || log->cached_row != log->row);
    sitting->wants_chronicle = sitting->wants_chronicle || is_left;
    *out = sitting->chronicle;
    return status;
}

bool chronicle_log_step(struct sitting *sitting)
{
    enum { ROWS = 128 };
    struct error err;
    bool is_whole;
    if (!sitting->wants_chronicle) {
        return false;
    }
    struct chronicle_log *log = sitting->chronicle;
    int64_t row = log->row;
    enum status status = read_at_one_moment(sitting, ROWS, 0, false, &is_whole, &err);
    if (status == STATUS_OK && log->row == row && !is_whole) {
        status = read_at_one_moment(sitting, ROWS, 1, false, &is_whole, &err);
    }
    bool is_done = status != STATUS_OK || is_whole;
    if (status == STATUS_OK && is_whole && log->cached_row != log->row) {
        (void)!keep(log, sitting, &err); /* it can be read again */
        log->cached_row = log->row;
    }
    sitting->wants_chronicle = !is_done;
    sitting->has_read_chronicle = true;
    return true;
}

void chronicle_log_forget(struct sitting *sitting)
{
    forget_filling(sitting);
    if (sitting->chronicle != NULL) {
        empty_log(sitting->chronicle);
        free(sitting->chronicle);
        sitting->chronicle = NULL;
    }
    sitting->wants_chronicle = false; /* of the next campaign nobody has asked for it */
}

/* ---- making the list ------------------------------------------------------------------- */

void chronicle_free(struct chronicle *chronicle)
{
    free(chronicle->evening);
    free(chronicle->entry);
    free(chronicle->sight);
    free(chronicle->step);
    party_steps_free(&chronicle->steps);
    *chronicle = (struct chronicle){.evenings = 0};
}

static void add_entry(struct chronicle *out, const struct sitting *sitting,
                      const struct chronicle_fight *fight, const struct encounter_row *row,
                      int stretch, bool is_last)
{
    out->entry = grown(out->entry, out->entries, &out->entries_room, sizeof *out->entry);
    struct chronicle_entry *entry = &out->entry[out->entries++];
    *entry = (struct chronicle_entry){.encounter = row->id,
                                      .system = system_find(str_of(row->system)),
                                      .stretch = fight->stretch[stretch],
                                      .is_last = is_last,
                                      .is_open = row->id == sitting->encounter.id,
                                      .is_archived = row->is_archived,
                                      .damaged = fight->damaged,
                                      .facts = fight->facts};
    static_assert(sizeof entry->name == sizeof row->name, "names are as long as the store's");
    memcpy(entry->name, row->name, sizeof entry->name);
    memcpy(entry->party, fight->party, sizeof entry->party);
}

static enum status add_fights(struct chronicle *out, struct sitting *sitting,
                              const struct chronicle_log *log, struct error *err)
{
    enum status status = STATUS_OK;
    for (int64_t id = 1; id <= log->fights && status == STATUS_OK; id++) {
        const struct chronicle_fight *fight = &log->fight[id - 1];
        struct encounter_row row;
        struct error own;
        status = fight->stretches > 0 ? encounter_brief(sitting->campaign, id, &row, &own)
                                      : STATUS_OK;
        bool is_listed = fight->stretches > 0 && status == STATUS_OK && !row.is_deleted;
        bool is_last = true;
        for (int i = fight->stretches - 1; i >= 0 && is_listed; i--) {
            if (chronicle_stretch_counts(log, &fight->stretch[i])) {
                add_entry(out, sitting, fight, &row, i, is_last);
                is_last = false;
            }
        }
        if (status == STATUS_MISSING || status == STATUS_DAMAGED) {
            status = STATUS_OK; /* its row is damaged: it has no name */
        } else if (status != STATUS_OK) {
            return error_set(err, status, own.where, "%s", own.text);
        }
    }
    return status;
}

/* The newest evening first, within it the fight that began first. */
static int compare_entries(const void *a, const void *b)
{
    const struct chronicle_stretch *one = &((const struct chronicle_entry *)a)->stretch;
    const struct chronicle_stretch *other = &((const struct chronicle_entry *)b)->stretch;
    if (one->evening != other->evening) {
        return one->evening > other->evening ? -1 : 1;
    }
    return one->first < other->first ? -1 : one->first > other->first ? 1 : 0;
}

/* What was done without a fight before the first or after the last one makes it longer. */
static void take_times(struct chronicle_evening *evening, const struct evenings *evenings,
                       const struct chronicle_stretch *stretch)
{
    int64_t earlier = time_gone(evenings, stretch->first_ms, evening->first_ms);
    int64_t later = time_gone(evenings, evening->last_ms, stretch->last_ms);
    if (stretch->has_fight) {
        return;
    }
    if (earlier > 0 && earlier < EVENING_GAP_MS) {
        evening->first_ms = stretch->first_ms;
        evening->lasted_ms += earlier;
    }
    if (later > 0 && later < EVENING_GAP_MS) {
        evening->last_ms = stretch->last_ms;
        evening->lasted_ms += later;
    }
}

static void make_evenings(struct chronicle *out, const struct chronicle_log *log)
{
    out->evening = calloc((size_t)out->entries + 1, sizeof *out->evening);
    CHECK(out->evening != NULL);
    for (int i = 0; i < out->entries; i++) {
        const struct chronicle_stretch *stretch = &out->entry[i].stretch;
        struct chronicle_evening *evening = &out->evening[out->evenings];
        if (i == 0 || evening[-1].number != stretch->evening) {
            const struct evening *known = &log->evenings.evening[stretch->evening - 1];
            out->evenings++;
            *evening = (struct chronicle_evening){.number = stretch->evening,
                                                  .first_ms = known->first_ms,
                                                  .last_ms = known->last_ms,
                                                  .lasted_ms = known->lasted_ms,
                                                  .back_ms = known->back_ms,
                                                  .forward_ms = known->forward_ms,
                                                  .first = i};
        } else {
            evening--;
        }
        take_times(evening, &log->evenings, stretch);
        evening->entries++;
        evening->fights += stretch->has_fight ? 1 : 0;
    }
}

/* Those of one side who fell in one act are one. */
static void add_sight(struct chronicle *out, const struct chronicle_entry *entry,
                      const struct chronicle_sight *sight)
{
    struct chronicle_sight *last =
        out->sights > entry->first_sight ? &out->sight[out->sights - 1] : NULL;
    if (last != NULL && last->kind == SIGHT_FALL && sight->kind == SIGHT_FALL &&
        last->act == sight->act && last->is_party == sight->is_party) {
        last->more++;
        return;
    }
    out->sight = grown(out->sight, out->sights, &out->sights_room, sizeof *out->sight);
    out->sight[out->sights++] = *sight;
}

static int compare_sights(const void *a, const void *b)
{
    const struct chronicle_sight *one = a, *other = b;
    return one->act < other->act ? -1 : one->act > other->act ? 1 : 0;
}

/* A remark of an act of this encounter. */
static enum status add_remark(struct chronicle *out, struct sitting *sitting,
                              const struct chronicle_entry *entry, const struct remark *remark,
                              struct error *err)
{
    struct act_row row;
    enum status status = log_row(sitting->campaign, remark->act, &row, err);
    if (status == STATUS_OK && row.encounter == entry->encounter) {
        struct chronicle_sight sight = {
            .act = remark->act, .round = row.round, .kind = SIGHT_REMARK};
        text_format(sight.text, sizeof sight.text, "%s",
                    remark->marker[0] != '\0' ? remark->marker : remark->text);
        add_sight(out, entry, &sight);
    }
    return status == STATUS_MISSING || status == STATUS_DAMAGED ? STATUS_OK : status;
}

static enum status add_sights(struct chronicle *out, struct sitting *sitting,
                              const struct chronicle_log *log, const struct remarks *remarks,
                              struct error *err)
{
    enum status status = STATUS_OK;
    for (int i = 0; i < out->entries && status == STATUS_OK; i++) {
        struct chronicle_entry *entry = &out->entry[i];
        const struct chronicle_fight *fight = &log->fight[entry->encounter - 1];
        int64_t first = entry->stretch.first, last = entry->stretch.last;
        entry->first_sight = out->sights;
        for (int k = 0; k < fight->sights; k++) {
            const struct chronicle_sight *sight = &fight->sight[k];
            if (sight->act >= first && sight->act <= last && !sight->is_taken_back) {
                add_sight(out, entry, sight);
            }
        }
        for (int k = 0; k < remarks->count && status == STATUS_OK; k++) {
            int64_t act = remarks->remark[k].act;
            if (act >= first && act <= last) {
                status = add_remark(out, sitting, entry, &remarks->remark[k], err);
            }
        }
        entry->sights = out->sights - entry->first_sight;
        if (entry->sights > 1) {
            qsort(&out->sight[entry->first_sight], (size_t)entry->sights, sizeof *out->sight,
                  compare_sights);
        }
    }
    return status;
}

/* What the party did on each evening, without what was taken back, and without its coming home,
 * which fights tell. */
static enum status add_steps(struct chronicle *out, struct sitting *sitting,
                             const struct chronicle_log *log, struct error *err)
{
    enum status status = party_steps_read(&out->steps, sitting, err);
    const int count = out->steps.count;
    int *evening_of_step = calloc((size_t)count + 1, sizeof *evening_of_step); /* 0: none */
    out->step = calloc((size_t)count + 1, sizeof *out->step);
    CHECK(out->step != NULL && evening_of_step != NULL);
    for (int k = 0; k < count; k++) {
        const struct party_step *step = &out->steps.step[k];
        if (step->undoes == 0 && !step->is_home && !step->is_undone) {
            evening_of_step[k] = evening_of(&log->evenings, step->after, step->at_ms, false);
        }
    }
    for (int i = 0; i < out->evenings && status == STATUS_OK; i++) {
        struct chronicle_evening *evening = &out->evening[i];
        evening->first_step = out->told_steps;
        for (int k = 0; k < count; k++) {
            if (evening_of_step[k] == evening->number) {
                out->step[out->told_steps++] = &out->steps.step[k];
                evening->steps++;
            }
        }
    }
    free(evening_of_step);
    return status;
}

static enum status make(struct chronicle *out, struct sitting *sitting,
                        const struct chronicle_log *log, struct error *err)
{
    struct remarks remarks = {.count = 0};
    enum status status = add_fights(out, sitting, log, err);
    if (status == STATUS_OK) {
        status = remarks_read(&remarks, sitting, err);
    }
    if (status == STATUS_OK && out->entries > 0) {
        qsort(out->entry, (size_t)out->entries, sizeof *out->entry, compare_entries);
        make_evenings(out, log);
        status = add_sights(out, sitting, log, &remarks, err);
    }
    if (status == STATUS_OK && out->entries > 0) {
        status = add_steps(out, sitting, log, err);
    }
    remarks_free(&remarks);
    return status;
}

enum status chronicle_read(struct chronicle *out, struct sitting *sitting, int rows, int states,
                           struct error *err)
{
    struct chronicle_log *log;
    chronicle_free(out);
    enum status status = chronicle_log_read(&log, sitting, rows, states, &out->is_whole, err);
    if (status == STATUS_OK) {
        status = campaign_begin_reading(sitting->campaign, err);
    }
    if (status == STATUS_OK) {
        status = make(out, sitting, log, err);
        campaign_end_reading(sitting->campaign);
    }
    return status;
}

/* ---- in words -------------------------------------------------------------------------- */

/* Its times then are not those of its acts. */
static void add_odd_clock(struct text *out, const struct chronicle_evening *evening)
{
    const struct {
        int64_t by_ms;
        const char *way;
    } set[] = {{evening->back_ms, "back"}, {evening->forward_ms, "forward"}};
    for (int i = 0; i < 2; i++) {
        if (set[i].by_ms >= ODD_CLOCK_MS) {
            text_add(out, "; the clock was set %s by ", set[i].way);
            length_add(out, set[i].by_ms);
        }
    }
}

void chronicle_add_fights(struct text *out, const struct chronicle_evening *evening)
{
    text_add(out, "%d fight%s, ", evening->fights, evening->fights == 1 ? "" : "s");
    length_add(out, evening->lasted_ms);
}

void chronicle_add_evening(struct text *out, const struct chronicle_evening *evening)
{
    int places = evening->entries - evening->fights;
    text_add(out, "%d fight%s, ", evening->fights, evening->fights == 1 ? "" : "s");
    if (places > 0) {
        text_add(out, "%d place%s without one, ", places, places == 1 ? "" : "s");
    }
    if (evening->steps > 0) {
        text_add(out, "%d step%s of the party, ", evening->steps,
                 evening->steps == 1 ? "" : "s");
    }
    length_add(out, evening->lasted_ms);
    add_odd_clock(out, evening);
}

void chronicle_add_course(struct text *out, const struct chronicle_entry *entry)
{
    if (entry->damaged != 0) {
        text_add(out, "damaged from #%lld on", (long long)entry->damaged);
    } else if (!entry->is_last) {
        text_add(out, "goes on another evening");
    } else if (!entry->facts.is_known) {
        text_add(out, "being read");
    } else {
        text_add(out, entry->is_open ? "on the table, " : "");
        encounter_course_add(out, &entry->facts);
    }
}

/* "and another", "and 2 more": the names are not kept. */
static void add_more(int more, struct text *out)
{
    if (more > 1) {
        text_add(out, " and %d more", more);
    } else if (more > 0) {
        text_add(out, " and another");
    }
}

void chronicle_sight_add(struct text *out, const struct chronicle_sight *sight)
{
    switch (sight->kind) {
    case SIGHT_FALL:
        text_add(out, "%s", sight->text[0] != '\0' ? sight->text : "somebody");
        add_more(sight->more, out);
        text_add(out, sight->more > 0 ? " fall" : " falls");
        break;
    case SIGHT_BREAK:
    case SIGHT_REMARK:
        text_add(out, "%s", sight->text);
        break;
    }
}

static void add_count(struct text *out, int count, const char *one, const char *many)
{
    if (count > 0) {
        text_add(out, "%s", out->n > 0 ? ", " : "");
        text_add(out, "%d %s", count, count == 1 ? one : many);
    }
}

void chronicle_add_sights(struct text *out, const struct chronicle *chronicle,
                          const struct chronicle_entry *entry)
{
    int falls[2] = {0, 0}, breaks = 0, remarks = 0;
    TEXT_BUFFER(text, 200);
    for (int i = 0; i < entry->sights; i++) {
        const struct chronicle_sight *sight = &chronicle->sight[entry->first_sight + i];
        falls[sight->is_party ? 1 : 0] += sight->kind == SIGHT_FALL ? 1 + sight->more : 0;
        breaks += sight->kind == SIGHT_BREAK ? 1 : 0;
        remarks += sight->kind == SIGHT_REMARK ? 1 : 0;
        if (sight->kind == SIGHT_FALL && sight->is_party) {
            text_add(&text, "%s%s", text.n > 0 ? ", " : "", sight->text);
            add_more(sight->more, &text);
            text_add(&text, " fell");
        }
    }
    add_count(&text, falls[0], "foe fell", "foes fell");
    add_count(&text, breaks, "morale break", "morale breaks");
    add_count(&text, remarks, "remark", "remarks");
    text_add_str(out, (struct str){text.p, text.n});
}

bool sitting_chronicle_has_grown(struct sitting *sitting)
{
    /* True when what was read has grown since the last call. */
    bool has_grown = sitting->has_read_chronicle;
    sitting->has_read_chronicle = false;
    return has_grown;
}

/* ---- the command ----------------------------------------------------------------------- */

static void tell_entry(struct sitting *sitting, const struct chronicle *chronicle,
                       const struct chronicle_entry *entry, struct text *out)
{
    TEXT_BUFFER(forecast, 400);
    text_add(out, "\n  %s (%s): ", entry->name,
             entry->system != NULL ? entry->system->title : "unknown game");
    chronicle_add_course(out, entry);
    text_add(out, "; ");
    length_add(out, entry->stretch.lasted_ms);
    if (entry->facts.who[0] != '\0') {
        text_add(out, "; %s", entry->facts.who);
    }
    if (entry->is_last) {
        sitting_add_kept_line(sitting, entry->encounter, NULL, &forecast);
    }
    text_add(out, "%s%s", forecast.n > 0 ? "\n    " : "", forecast.p);
    for (int i = 0; i < entry->sights; i++) {
        const struct chronicle_sight *sight = &chronicle->sight[entry->first_sight + i];
        TEXT_BUFFER(address, CHRONICLE_NAME_SIZE + 32);
        act_address_format(entry->name, sight->act, &address);
        text_add(out, "\n    round %d: ", sight->round);
        chronicle_sight_add(out, sight);
        text_add(out, ", %s", address.p);
    }
}

void sitting_run_chronicle(struct sitting *sitting, const struct command *command,
                           struct result *out)
{
    struct error err;
    struct chronicle chronicle = {.evenings = 0};
    struct text text = text_over(out->text, sizeof out->text);
    (void)command;
    enum status status = chronicle_read(&chronicle, sitting, INT_MAX, INT_MAX, &err);
    while (status == STATUS_OK && chronicle_log_step(sitting)) {
        /* It is kept in the file, so that the next one need not read it again. */
    }
    if (status != STATUS_OK) {
        sitting_fail(sitting, &err, out);
    } else if (chronicle.evenings == 0) {
        text_add(&text, "no fight has begun yet");
    } else {
        for (int i = 0; i < chronicle.evenings; i++) {
            const struct chronicle_evening *evening = &chronicle.evening[i];
            text_add(&text, "%sevening %d, ", i > 0 ? "\n" : "", evening->number);
            date_add_day(&text, evening->first_ms);
            text_add(&text, ": ");
            chronicle_add_evening(&text, evening);
            for (int k = 0; k < evening->entries; k++) {
                tell_entry(sitting, &chronicle, &chronicle.entry[evening->first + k], &text);
            }
            for (int k = 0; k < evening->steps; k++) {
                const struct party_step *step = chronicle.step[evening->first_step + k];
                text_add(&text, "\n  the party: %s, ", step->label);
                party_step_address(step->number, &text);
            }
        }
    }
    chronicle_free(&chronicle);
}
