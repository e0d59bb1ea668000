#include "app/encounters/encounters.h"

#include <stdlib.h>
#include <string.h>

#include "app/sitting/data.h"
#include "app/sitting/state.h"
#include "games/games.h"
#include "store/changes.h"
#include "tracker/naming.h"
#include "tracker/counters.h"

/* Names, and whether they are archived, are in memory too. */
const struct collection encounter_collection = {
    .thing = CHANGE_ENCOUNTER,
    .commands = "encounters",
    .nothing_done = "nothing was changed in the list of encounters",
    .nothing_undone = "nothing was taken back in the list of encounters",
    .on_change = sitting_load};

/* The facts of a requested encounter, by id - 1. */
struct kept_facts {
    int64_t row; /* its newest row when the facts were read */
    bool is_wanted;
    const struct system *system;
    struct encounter_facts facts;
};

/* ---- facts of a state ----------------------------------------------------------------------
 */

/* The numbers of one side: all, in the fight, and fled. */
struct side_count {
    int all, in, fled;
};

static void count_sides(struct side_count sides[2], const struct state *state)
{
    for (int id = 1; id <= state->count; id++) {
        if (state_is_present(state, id)) {
            bool is_party = state_value(state, id, FIELD_SIDE, SIDE_FOES) == SIDE_PARTY;
            struct side_count *side = &sides[is_party ? SIDE_PARTY : SIDE_FOES];
            side->all++;
            side->in += state_is_in(state, id) ? 1 : 0;
            side->fled += state_value(state, id, FIELD_OUT, OUT_NOT) == OUT_FLED ? 1 : 0;
        }
    }
}

static enum encounter_course course_of(const struct procedure *procedure,
                                       const struct state *state,
                                       const struct side_count sides[2])
{
    enum ended ended = procedure->ended != NULL ? procedure->ended(state) : ENDED_AS_IT_STANDS;
    const struct side_count *party = &sides[SIDE_PARTY];
    const struct side_count *foes = &sides[SIDE_FOES];
    bool has_begun = state->value[ENCOUNTER_ROUND] != 0 || state->value[ENCOUNTER_PHASE] != 0;
    if (party->all + foes->all == 0) {
        return COURSE_EMPTY;
    }
    if (ended != ENDED_AS_IT_STANDS) {
        return ended == ENDED_IN_FLIGHT ? COURSE_FLED : COURSE_PEACE;
    }
    if (!has_begun) {
        return COURSE_READY;
    }
    bool is_party_out = party->all > 0 && party->in == 0;
    bool is_waiting = !is_party_out && counters_bring_foes(state);
    if (foes->all > 0 && foes->in == 0 && !is_waiting) {
        return COURSE_WON;
    }
    if (is_party_out) {
        return party->fled > 0 ? COURSE_FLED : COURSE_LOST;
    }
    return COURSE_RUNNING;
}

/* The name under which a combatant is counted in the list: its kind, unless it was given a name
 * of its own since. */
static const char *kind_of(const struct state *state, int id)
{
    const char *kind = state_text(state, id, TEXT_KIND);
    const char *name = state_name(state, id);
    struct str beginning = str_beginning(str_of(name), str_of(kind).n);
    bool is_of_kind = kind[0] != '\0' && str_equal_any_case(beginning, str_of(kind));
    return is_of_kind ? kind : name;
}

static bool is_foe(const struct state *state, int id)
{
    return state_is_present(state, id) &&
           state_value(state, id, FIELD_SIDE, SIDE_FOES) != SIDE_PARTY;
}

/* The number that one combatant counts for: the bodies of a group. */
static int bodies_of(const struct procedure *procedure, const struct state *state, int id)
{
    struct bodies bodies;
    bool has_bodies =
        procedure->bodies != NULL && procedure->bodies(state, id, &bodies) && bodies.most > 0;
    return has_bodies ? bodies.most : 1;
}

/* The foes by kind, in the order in which they came. */
static void add_foes(struct text *out, const struct procedure *procedure,
                     const struct state *state)
{
    for (int id = 1; id <= state->count; id++) {
        bool is_first = is_foe(state, id);
        const char *kind = kind_of(state, id);
        for (int other = 1; other < id && is_first; other++) {
            is_first = !is_foe(state, other) ||
                       !str_equal_any_case(str_of(kind_of(state, other)), str_of(kind));
        }
        int count = 0;
        for (int other = id; other <= state->count && is_first; other++) {
            bool is_like = is_foe(state, other) &&
                           str_equal_any_case(str_of(kind_of(state, other)), str_of(kind));
            count += is_like ? bodies_of(procedure, state, other) : 0;
        }
        const char *gap = out->n > 0 ? ", " : "";
        if (count > 1) {
            text_add(out, "%s%d × %s", gap, count, kind);
        } else if (count == 1) {
            text_add(out, "%s%s", gap, kind);
        }
    }
}

static void add_due(struct text *out, const struct procedure *procedure,
                    const struct state *state)
{
    struct pending pending[PENDING_MAX];
    int checks = pending_checks(procedure, state, pending, PENDING_MAX);
    if (procedure->owed != NULL) {
        procedure->owed(state, out);
    }
    if (checks > 0) {
        text_add(out, "%s%d pending check%s", out->n > 0 ? ", " : "", checks,
                 checks == 1 ? "" : "s");
    }
}

void encounter_facts_of(struct encounter_facts *out, const struct procedure *procedure,
                        const struct state *state)
{
    struct side_count sides[2] = {{0}, {0}};
    memset(out, 0, sizeof *out);
    count_sides(sides, state);
    out->is_known = true;
    out->course = course_of(procedure, state, sides);
    out->round = state->value[ENCOUNTER_ROUND];
    out->combatants = sides[SIDE_PARTY].all + sides[SIDE_FOES].all;
    struct text text = text_over(out->due, sizeof out->due);
    add_due(&text, procedure, state);
    text = text_over(out->earned, sizeof out->earned);
    if (procedure->earned != NULL) {
        procedure->earned(state, &text);
    }
    text = text_over(out->who, sizeof out->who);
    if (sides[SIDE_PARTY].all > 0) {
        text_add(&text, "party of %d", sides[SIDE_PARTY].all);
    }
    add_foes(&text, procedure, state);
}

bool encounter_has_ended(const struct encounter_facts *facts)
{
    return facts->is_known && (facts->course == COURSE_WON || facts->course == COURSE_LOST ||
                               facts->course == COURSE_FLED || facts->course == COURSE_PEACE);
}

static const char *const course_words[] = {[COURSE_EMPTY] = "empty",
                                           [COURSE_READY] = "not started",
                                           [COURSE_RUNNING] = "started",
                                           [COURSE_WON] = "won",
                                           [COURSE_LOST] = "lost",
                                           [COURSE_FLED] = "fled",
                                           [COURSE_PEACE] = "peace",
                                           [COURSE_DAMAGED] = "damaged",
                                           [COURSE_UNKNOWN_GAME] = "unknown game"};

const char *encounter_ending(const struct encounter_facts *facts)
{
    return encounter_has_ended(facts) ? course_words[facts->course] : "";
}

void encounter_course_add(struct text *out, const struct encounter_facts *facts)
{
    if (!facts->is_known) {
        return;
    }
    if (facts->course == COURSE_RUNNING && facts->round > 0) {
        text_add(out, "round %d", facts->round);
        return;
    }
    text_add(out, "%s", course_words[facts->course]);
    if (encounter_has_ended(facts) && facts->round > 0) {
        text_add(out, ", round %d", facts->round);
    }
}

/* ---- facts of the campaign
 * ------------------------------------------------------------------- */

static struct kept_facts *place_of(struct sitting *sitting, int64_t encounter)
{
    if (encounter > sitting->kept_facts_room) {
        int64_t room = encounter < 32 ? 64 : 2 * encounter;
        size_t size = (size_t)room * sizeof *sitting->kept_facts;
        sitting->kept_facts = realloc(sitting->kept_facts, size);
        CHECK(sitting->kept_facts != NULL);
        memset(&sitting->kept_facts[sitting->kept_facts_room], 0,
               (size_t)(room - sitting->kept_facts_room) * sizeof *sitting->kept_facts);
        sitting->kept_facts_room = room;
    }
    return &sitting->kept_facts[encounter - 1];
}

/* The state of the open encounter is in memory; any other is read. */
static enum status read_state(struct encounter_facts *out, struct sitting *sitting,
                              int64_t encounter, const struct system *system,
                              const struct position *position, struct error *err)
{
    const struct procedure *procedure = games_find(system);
    if (encounter == sitting->encounter.id && position->head == sitting->position.head) {
        encounter_facts_of(out, procedure, &sitting->state);
        return STATUS_OK;
    }
    struct state *state = calloc(1, sizeof *state);
    CHECK(state != NULL);
    state_init(state, system);
    enum status status = log_state(sitting->campaign, encounter, position->head, state, err);
    if (status == STATUS_OK) {
        encounter_facts_of(out, procedure, state);
    }
    free(state);
    return status;
}

static enum status read_facts(struct kept_facts *kept, struct sitting *sitting,
                              int64_t encounter, const struct position *position,
                              struct error *err)
{
    struct act_row newest = {.at_ms = 0};
    enum status status =
        read_state(&kept->facts, sitting, encounter, kept->system, position, err);
    if (status == STATUS_OK && position->row != 0) {
        status = log_row(sitting->campaign, position->row, &newest, err);
    }
    if (status == STATUS_DAMAGED) {
        kept->facts = (struct encounter_facts){.is_known = true, .course = COURSE_DAMAGED};
        status = STATUS_OK;
    }
    bool has_begun = kept->facts.course != COURSE_EMPTY && kept->facts.course != COURSE_READY;
    kept->facts.played_ms = has_begun ? newest.at_ms : 0;
    kept->row = position->row;
    kept->is_wanted = false;
    return status;
}

/* The facts of an encounter of the campaign. If they are not kept they are read while *budget
 * is above 0, which takes one off it; otherwise is_known is false, and the next calls of
 * encounter_facts_step read them. */
static enum status find_facts(struct encounter_facts *out, struct sitting *sitting,
                              int64_t encounter, const struct system *system, int *budget,
                              struct error *err)
{
    struct position position;
    struct kept_facts *kept = place_of(sitting, encounter);
    *out = (struct encounter_facts){.is_known = system == NULL, .course = COURSE_UNKNOWN_GAME};
    if (system == NULL) {
        return STATUS_OK;
    }
    enum status status = log_position(sitting->campaign, encounter, &position, err);
    bool is_kept = kept->facts.is_known && kept->row == position.row;
    if (status == STATUS_OK && !is_kept) {
        kept->system = system;
        kept->facts.is_known = false;
        kept->is_wanted = true;
        sitting->wants_facts = true;
    }
    if (status == STATUS_OK && !is_kept && *budget > 0) {
        (*budget)--;
        status = read_facts(kept, sitting, encounter, &position, err);
    }
    if (status == STATUS_OK) {
        *out = kept->facts;
    }
    return status;
}

bool encounter_facts_step(struct sitting *sitting)
{
    struct position position;
    struct error err;
    for (int64_t id = sitting->wants_facts ? sitting->kept_facts_room : 0; id > 0; id--) {
        struct kept_facts *kept = &sitting->kept_facts[id - 1];
        if (kept->is_wanted) {
            kept->is_wanted = false; /* an unreadable encounter is not tried again */
            return log_position(sitting->campaign, id, &position, &err) == STATUS_OK &&
                   read_facts(kept, sitting, id, &position, &err) == STATUS_OK;
        }
    }
    sitting->wants_facts = false;
    return false;
}

void encounter_facts_forget(struct sitting *sitting)
{
    free(sitting->kept_facts);
    sitting->kept_facts = NULL;
    sitting->kept_facts_room = 0;
    sitting->wants_facts = false;
}

/* ---- one of them ----------------------------------------------------------------------- */

static void fill(struct sitting_encounter *out, const struct sitting *sitting,
                 const struct encounter_row *row)
{
    *out = (struct sitting_encounter){.id = row->id,
                                      .system = system_find(str_of(row->system)),
                                      .acts = row->acts,
                                      .created_ms = row->created_ms,
                                      .is_open = row->id == sitting->encounter.id,
                                      .is_archived = row->is_archived};
    static_assert(sizeof out->name == sizeof row->name, "names are as long as the store's");
    memcpy(out->name, row->name, sizeof out->name);
}

static enum status look_at(struct sitting *sitting, struct sitting_encounter *encounter,
                           int *budget, struct error *err)
{
    enum status status =
        collection_value(sitting, &encounter_collection, encounter->id, ENCOUNTER_TAGS,
                         encounter->tags, sizeof encounter->tags, err);
    if (status == STATUS_OK) {
        status = collection_value(sitting, &encounter_collection, encounter->id, ENCOUNTER_NOTE,
                                  encounter->note, sizeof encounter->note, err);
    }
    if (status == STATUS_OK) {
        status = find_facts(&encounter->facts, sitting, encounter->id, encounter->system,
                            budget, err);
    }
    return status;
}

enum status sitting_encounter(struct sitting *sitting, int64_t id, int reads,
                              struct sitting_encounter *out, struct error *err)
{
    struct encounter_row row;
    int count = 0;
    enum status status = encounter_at(sitting->campaign, id, &row, err);
    if (status == STATUS_OK && row.is_deleted) {
        return error_set(err, STATUS_MISSING, "", "the encounter was deleted");
    }
    if (status == STATUS_OK) {
        fill(out, sitting, &row);
        count = reads;
        status = look_at(sitting, out, &count, err);
    }
    return status;
}

bool sitting_encounter_is(struct sitting *sitting, int64_t id, const char *name)
{
    struct encounter_row row;
    struct error err;
    return encounter_at(sitting->campaign, id, &row, &err) == STATUS_OK && !row.is_deleted &&
           strcmp(row.name, name) == 0;
}

void sitting_encounter_add_course(struct text *out, const struct sitting_encounter *encounter)
{
    if (encounter->is_archived) {
        text_add(out, "archived");
    } else if (encounter->is_open && encounter_has_ended(&encounter->facts)) {
        text_add(out, "%s, on table", encounter_ending(&encounter->facts));
    } else if (encounter->is_open) {
        text_add(out, "on the table");
    } else {
        encounter_course_add(out, &encounter->facts);
    }
}

bool sitting_encounter_holds(const struct sitting_encounter *encounter, struct str words)
{
    TEXT_BUFFER(text, 1024);
    text_add(&text, "%s\n%s\n%s\n%s\n", encounter->name,
             encounter->system != NULL ? encounter->system->title : "", encounter->tags,
             encounter->note);
    sitting_encounter_add_course(&text, encounter);
    text_add(&text, "\n");
    encounter_course_add(&text, &encounter->facts);
    text_add(&text, "\n%s\n%s", encounter->facts.due, encounter->facts.who);
    return text_holds_words((struct str){text.p, text.n}, words);
}

/* ---- the list -------------------------------------------------------------------------- */

static void reverse(struct sitting_encounter *first, int count)
{
    for (int i = 0; i < count / 2; i++) {
        struct sitting_encounter kept = first[i];
        first[i] = first[count - 1 - i];
        first[count - 1 - i] = kept;
    }
}

/* The store lists them in order of making, in pieces; when there are too many the oldest are
 * dropped. */
static enum status list_all(struct sitting *sitting, bool wants_archived,
                            struct sitting_encounter *out, int most, int *count,
                            struct error *err)
{
    enum { AT_ONCE = 64 };
    struct encounter_row rows[AT_ONCE];
    int read = AT_ONCE;
    int all = 0;
    *count = 0;
    for (int skip = 0; read == AT_ONCE; skip += read) {
        enum status status = encounter_list(sitting->campaign, rows, AT_ONCE, skip, &read, err);
        if (status != STATUS_OK) {
            return status;
        }
        for (int i = 0; i < read; i++) {
            if (wants_archived || !rows[i].is_archived) {
                fill(&out[all++ % most], sitting, &rows[i]);
            }
        }
    }
    *count = all < most ? all : most;
    int newer = all <= most ? all : all % most; /* those before the oldest */
    reverse(out, newer);
    reverse(out + newer, *count - newer);
    return STATUS_OK;
}

enum status sitting_encounters(struct sitting *sitting, bool wants_archived, int reads,
                               struct sitting_encounter *out, int most, int *count,
                               struct error *err)
{
    *count = 0;
    enum status status = campaign_begin_reading(sitting->campaign, err);
    if (status == STATUS_OK) {
        status = list_all(sitting, wants_archived, out, most, count, err);
        for (int i = 0; i < *count && status == STATUS_OK; i++) {
            status = look_at(sitting, &out[i], &reads, err);
        }
        campaign_end_reading(sitting->campaign);
    }
    return status;
}

bool sitting_has_encounter(struct sitting *sitting, const char *name)
{
    struct encounter_row row;
    struct error err;
    return encounter_find(sitting->campaign, name, &row, &err) == STATUS_OK;
}

bool sitting_encounters_learn(struct sitting *sitting, struct sitting_encounter *list,
                              int count)
{
    bool has_learnt = false;
    for (int i = 0; i < count; i++) {
        struct encounter_facts *facts = &list[i].facts;
        struct error err;
        int budget = 0;
        if (!facts->is_known && find_facts(facts, sitting, list[i].id, list[i].system, &budget,
                                           &err) == STATUS_OK) {
            has_learnt = has_learnt || facts->is_known;
        }
    }
    return has_learnt;
}
