#include "app/chronicle/chronicle_log.h"

#include <jansson.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "app/log/act.h"
#include "app/log/logged_roll.h"
#include "app/sitting/data.h"
#include "app/sitting/state.h"
#include "base/array.h"
#include "base/utf8.h"
#include "games/games.h"
#include "store/chronicle_rows.h"

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

static struct chronicle_sight *add_sight(struct chronicle_fight *fight)
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
    struct chronicle_sight *sight = add_sight(fight);
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

bool chronicle_stretch_counts(const struct chronicle_log *log,
                              const struct chronicle_stretch *stretch)
{
    return stretch->evening <= log->evenings.count &&
           (!stretch->is_early ||
            stretch->last_ms >
                log->evenings.evening[stretch->evening - 1].first_ms - EVENING_GAP_MS);
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
    bool is_early = !is_of_fight &&
                    (evening == 0 ||
                     row->at_ms - EVENING_GAP_MS >= log->evenings.evening[evening - 1].last_ms);
    evening += is_early ? 1 : 0;
    struct chronicle_stretch *last = stretch_of(log, fight, evening);
    bool begins = last == NULL || (is_early && row->at_ms - EVENING_GAP_MS >= last->last_ms);
    if (begins) {
        last = last != NULL ? last : add_stretch(fight);
        *last = (struct chronicle_stretch){
            .evening = evening, .first = row->id, .is_early = is_early};
    }
    if (begins || (is_of_fight && !last->has_fight)) {
        last->first_ms = last->last_ms = row->at_ms;
        last->lasted_ms = 0;
        last->has_fight = is_of_fight;
    }
    if (is_of_fight == last->has_fight) {
        last->lasted_ms += row->at_ms > last->last_ms ? row->at_ms - last->last_ms : 0;
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

static void name_party(struct chronicle_fight *fight, const struct state *state)
{
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

static void keep_facts(struct chronicle_fight *fight, const struct state *state,
                       const struct procedure *procedure)
{
    encounter_facts_of(&fight->facts, procedure, state);
    name_party(fight, state);
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

/* One encounter; a damaged one has no state that counts. */
static enum status read_facts(struct chronicle_fight *fight, struct sitting *sitting,
                              int64_t encounter, struct error *err)
{
    struct encounter_row row;
    enum status status = encounter_at(sitting->campaign, encounter, &row, err);
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
        enum status status = read_facts(fight, sitting, id, err);
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

static char *text_of_campaign(const struct chronicle_log *log)
{
    json_t *evenings = json_array();
    for (int i = 0; i < log->evenings.count; i++) {
        const struct evening *evening = &log->evenings.evening[i];
        json_array_append_new(
            evenings, json_pack("[I, I, I, I, I, I]", (json_int_t)evening->first,
                                (json_int_t)evening->last, (json_int_t)evening->first_ms,
                                (json_int_t)evening->last_ms, (json_int_t)evening->lasted_ms,
                                (json_int_t)evening->back_ms));
    }
    return dumped(json_pack("{s:I, s:o}", "latest", (json_int_t)log->evenings.latest_ms,
                            "evenings", evenings));
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
    struct chronicle_sight *sight = add_sight(fight);
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
        json_int_t n[6];
        is_read = is_read && json_unpack(json_evening, "[I, I, I, I, I, I]", &n[0], &n[1],
                                         &n[2], &n[3], &n[4], &n[5]) == 0;
        if (is_read) {
            evenings_add(&log->evenings, &(struct evening){n[0], n[1], n[2], n[3], n[4], n[5]});
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

static void see_kept(void *context, const struct chronicle_row *row)
{
    struct chronicle_log *log = context;
    log->drops_kept = log->drops_kept || !read_text(log, row->encounter, row->row, row->facts);
}

/* What the file has, unless it is damaged. */
static enum status begin(struct sitting *sitting, struct error *err)
{
    bool is_whole = true;
    struct chronicle_log *log = calloc(1, sizeof *log);
    CHECK(log != NULL);
    sitting->chronicle = log;
    enum status status = chronicle_rows_read(sitting->campaign, see_kept, log, &is_whole, err);
    if (status != STATUS_OK || !is_whole || log->drops_kept || log->row == 0) {
        empty_log(log);
        log->drops_kept = true;
    }
    log->kept_row = log->row;
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
    texts[count] = text_of_campaign(log);
    rows[count] = (struct chronicle_row){0, log->row, str_of(texts[count])};
    count++;
    enum status status =
        chronicle_rows_keep(sitting->campaign, rows, count, log->drops_kept, err);
    if (status == STATUS_OK) {
        log->drops_kept = false;
        log->kept_row = log->row;
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
    bool has_all_rows = false, has_all_facts = false;
    enum status status = sitting->chronicle == NULL ? begin(sitting, err) : STATUS_OK;
    if (status == STATUS_OK && looks_for_new) {
        sitting->chronicle->until = campaign_newest_row(sitting->campaign);
    }
    if (status == STATUS_OK) {
        status = read_rows(sitting->chronicle, sitting, rows, &has_all_rows, err);
    }
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

enum status chronicle_log_read(struct chronicle_log **out, struct sitting *sitting, int rows,
                               int states, bool *is_whole, struct error *err)
{
    enum status status = read_at_one_moment(sitting, rows, states, rows > 0, is_whole, err);
    const struct chronicle_log *log = sitting->chronicle;
    bool is_left = status == STATUS_OK && (!*is_whole || log->kept_row != log->row);
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
    if (status == STATUS_OK && is_whole && log->kept_row != log->row) {
        (void)!keep(log, sitting, &err); /* it can be read again */
        log->kept_row = log->row;
    }
    sitting->wants_chronicle = !is_done;
    sitting->has_read_chronicle = true;
    return true;
}

bool chronicle_log_has_grown(struct sitting *sitting)
{
    bool has_grown = sitting->has_read_chronicle;
    sitting->has_read_chronicle = false;
    return has_grown;
}

void chronicle_log_forget(struct sitting *sitting)
{
    if (sitting->chronicle != NULL) {
        empty_log(sitting->chronicle);
        free(sitting->chronicle);
        sitting->chronicle = NULL;
    }
}
