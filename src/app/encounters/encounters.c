#include "app/encounters/encounters.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "app/log/address.h"
#include "app/party/party.h"
#include "app/party/roster.h"
#include "app/sitting/data.h"
#include "app/sitting/decision.h"
#include "app/sitting/state.h"
#include "base/nearest.h"
#include "games/games.h"
#include "base/utf8.h"
#include "store/changes.h"
#include "store/sums.h"
#include "tracker/carry.h"
#include "tracker/counters.h"
#include "tracker/naming.h"
#include "tracker/settings.h"

/* Names, and whether they are archived, are in memory too. */
const struct collection encounter_collection = {
    .thing = CHANGE_ENCOUNTER,
    .commands = "encounters",
    .nothing_done = "nothing was changed in the list of encounters",
    .nothing_undone = "nothing was taken back in the list of encounters",
    .on_change = sitting_load};

/* The facts of a requested encounter, by id - 1. */
struct cached_facts {
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

void encounter_facts_of(struct encounter_facts *out, const struct procedure *procedure,
                        const struct state *state)
{
    struct side_count sides[2] = {{0}, {0}};
    memset(out, 0, sizeof *out);
    for (int id = 1; id <= state->count; id++) {
        if (state_is_present(state, id)) {
            bool is_party = state_value(state, id, FIELD_SIDE, SIDE_FOES) == SIDE_PARTY;
            struct side_count *side = &sides[is_party ? SIDE_PARTY : SIDE_FOES];
            side->all++;
            side->in += state_is_in(state, id) ? 1 : 0;
            side->fled += state_value(state, id, FIELD_OUT, OUT_NOT) == OUT_FLED ? 1 : 0;
        }
    }
    out->is_known = true;
    out->course = course_of(procedure, state, sides);
    out->round = state->value[ENCOUNTER_ROUND];
    out->combatants = sides[SIDE_PARTY].all + sides[SIDE_FOES].all;
    struct text text = text_over(out->due, sizeof out->due);
    struct pending pending[PENDING_MAX];
    int checks = pending_checks(procedure, state, pending, PENDING_MAX);
    if (procedure->owed != NULL) {
        procedure->owed(state, &text);
    }
    if (checks > 0) {
        text_add(&text, "%s%d pending check%s", text.n > 0 ? ", " : "", checks,
                 checks == 1 ? "" : "s");
    }
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

/* ---- facts of the campaign ------------------------------------------------------------- */

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

/* Those of encounters that are not open are kept beside the campaign: a program that begins
 * need not read the states of all evenings again. Raise the version when facts say something
 * else of the same state. */
enum { FACTS_VERSION = 1 };

static json_t *clean_text(const char *text)
{
    char out[ENCOUNTER_WHO_SIZE];
    utf8_clean(out, sizeof out, str_of(text));
    return json_string(out);
}

static void keep_facts(const struct cached_facts *kept, struct sitting *sitting,
                       int64_t encounter)
{
    const struct encounter_facts *facts = &kept->facts;
    if (encounter == sitting->encounter.id || kept->row == 0 ||
        !sums_can_be_cached(sitting->campaign)) {
        return;
    }
    json_t *json =
        json_pack("{s:i, s:i, s:I, s:i, s:o, s:o, s:o}", "course", (int)facts->course, "round",
                  facts->round, "played", (json_int_t)facts->played_ms, "combatants",
                  facts->combatants, "due", clean_text(facts->due), "earned",
                  clean_text(facts->earned), "who", clean_text(facts->who));
    char *text = json_dumps(json, JSON_COMPACT);
    CHECK(text != NULL);
    json_decref(json);
    sums_keep(sitting->campaign, &(struct sum){.kind = SUM_FACTS,
                                               .encounter = encounter,
                                               .act = kept->row,
                                               .version = FACTS_VERSION,
                                               .bytes = (unsigned char *)text,
                                               .count = (int)strlen(text)});
    free(text);
}

/* False: there are none, or not of its newest row. */
static bool find_kept_facts(struct cached_facts *out, struct sitting *sitting,
                            int64_t encounter, const struct position *position)
{
    struct sum sum;
    if (encounter == sitting->encounter.id || position->row == 0 ||
        !sums_find_kind(sitting->campaign, SUM_FACTS, encounter, position->row, FACTS_VERSION,
                        &sum)) {
        return false;
    }
    json_t *json =
        json_loadb((const char *)sum.bytes, (size_t)sum.count, JSON_REJECT_DUPLICATES, NULL);
    int course, round, combatants;
    json_int_t played;
    const char *due, *earned, *who;
    bool is_read = sum.act == position->row &&
                   json_unpack(json, "{s:i, s:i, s:I, s:i, s:s, s:s, s:s}", "course", &course,
                               "round", &round, "played", &played, "combatants", &combatants,
                               "due", &due, "earned", &earned, "who", &who) == 0 &&
                   course >= COURSE_EMPTY && course <= COURSE_UNKNOWN_GAME;
    if (is_read) {
        struct encounter_facts *facts = &out->facts;
        *facts = (struct encounter_facts){.is_known = true,
                                          .course = (enum encounter_course)course,
                                          .round = round,
                                          .played_ms = played,
                                          .combatants = combatants};
        utf8_clean(facts->due, sizeof facts->due, str_of(due));
        utf8_clean(facts->earned, sizeof facts->earned, str_of(earned));
        utf8_clean(facts->who, sizeof facts->who, str_of(who));
    }
    json_decref(json);
    free(sum.bytes);
    return is_read;
}

static enum status read_facts(struct cached_facts *kept, struct sitting *sitting,
                              int64_t encounter, const struct position *position,
                              struct error *err)
{
    struct act_row newest = {.at_ms = 0};
    kept->row = position->row;
    kept->is_wanted = false;
    if (find_kept_facts(kept, sitting, encounter, position)) {
        return STATUS_OK;
    }
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
    if (status == STATUS_OK && kept->facts.course != COURSE_DAMAGED) {
        keep_facts(kept, sitting, encounter);
    }
    return status;
}

/* The facts of an encounter of the campaign. If they are not kept they are read while *budget
 * is above 0, which takes one off it; otherwise is_known is false, and the next calls of
 * encounter_facts_step read them. */
static enum status find_facts(struct encounter_facts *out, struct sitting *sitting,
                              int64_t encounter, const struct system *system, int *budget,
                              struct error *err)
{
    struct position position = {.row = 0};
    if (encounter > sitting->cached_facts_room) {
        int64_t room = encounter < 32 ? 64 : 2 * encounter;
        size_t size = (size_t)room * sizeof *sitting->cached_facts;
        sitting->cached_facts = realloc(sitting->cached_facts, size);
        CHECK(sitting->cached_facts != NULL);
        memset(&sitting->cached_facts[sitting->cached_facts_room], 0,
               (size_t)(room - sitting->cached_facts_room) * sizeof *sitting->cached_facts);
        sitting->cached_facts_room = room;
    }
    struct cached_facts *kept = &sitting->cached_facts[encounter - 1];
    *out = (struct encounter_facts){.is_known = system == NULL, .course = COURSE_UNKNOWN_GAME};
    if (system == NULL) {
        return STATUS_OK;
    }
    /* Where it stands matters only to facts there are, or are read now. */
    bool is_asked = kept->facts.is_known || *budget > 0;
    enum status status =
        is_asked ? log_position(sitting->campaign, encounter, &position, err) : STATUS_OK;
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
    for (int64_t id = sitting->wants_facts ? sitting->cached_facts_room : 0; id > 0; id--) {
        struct cached_facts *kept = &sitting->cached_facts[id - 1];
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
    free(sitting->cached_facts);
    sitting->cached_facts = NULL;
    sitting->cached_facts_room = 0;
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

/* Its facts, and with them its acts. */
static enum status learn(struct sitting *sitting, struct sitting_encounter *encounter,
                         int *budget, struct error *err)
{
    struct encounter_row row;
    enum status status =
        find_facts(&encounter->facts, sitting, encounter->id, encounter->system, budget, err);
    if (status == STATUS_OK && encounter->facts.is_known) {
        status = encounter_at(sitting->campaign, encounter->id, &row, err);
        encounter->acts = status == STATUS_OK ? row.acts : 0;
    }
    return status;
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
    return status == STATUS_OK ? learn(sitting, encounter, budget, err) : status;
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

static enum status list_all(struct sitting *sitting, bool wants_archived,
                            struct sitting_encounter *out, int most, int *count,
                            struct error *err)
{
    enum { AT_ONCE = 64 };
    struct encounter_row rows[AT_ONCE];
    enum status status = STATUS_OK;
    int read = AT_ONCE;
    for (int skip = 0; status == STATUS_OK && read == AT_ONCE && *count < most; skip += read) {
        status = encounter_list_newest(sitting->campaign, rows, AT_ONCE, skip, &read, err);
        for (int i = 0; i < read && *count < most && status == STATUS_OK; i++) {
            if (wants_archived || !rows[i].is_archived) {
                fill(&out[(*count)++], sitting, &rows[i]);
            }
        }
    }
    return status;
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
        struct error err;
        int budget = 0;
        if (!list[i].facts.is_known && learn(sitting, &list[i], &budget, &err) == STATUS_OK) {
            has_learnt = has_learnt || list[i].facts.is_known;
        }
    }
    return has_learnt;
}

/* The encounter that the first argument names; false: *out says why there is none. */
static bool read_row(struct sitting *sitting, const struct command *command,
                     struct encounter_row *row, struct result *out)
{
    char name[CAMPAIGN_NAME_SIZE];
    return encounter_name_copy(name, command->argument[0].word, out) &&
           encounter_named(sitting, name, row, out);
}

/* ---- another one on the table ---------------------------------------------------------- */

static const struct system *system_option(const struct sitting *sitting,
                                          const struct command *command, struct result *out)
{
    const struct option *option = command_option(command, "system");
    if (option == NULL) {
        return state_system(&sitting->state);
    }
    const struct system *system = system_find(option->value);
    if (system != NULL) {
        return system;
    }
    struct nearest nearest;
    nearest_init(&nearest, option->value);
    TEXT_BUFFER(list, 200);
    for (int i = 0; i < systems_count(); i++) {
        nearest_offer(&nearest, system_at(i)->id);
        text_add(&list, "%s%s", list.n == 0 ? "" : ", ", system_at(i)->id);
    }
    result_wrong(out, "there is no game %.*s (%s)%s", option->value.n, option->value.p, list.p,
                 nearest_question(&nearest).text);
    return NULL;
}

/* On leaving an encounter, writes what it did to the party to the roster. False: *out says why
 * not. */
static bool leave_encounter(struct sitting *sitting, struct result *out)
{
    TEXT_BUFFER(told, 2000);
    return sitting_may_change(sitting, out) && sitting_bring_home(sitting, &told, out);
}

/* As new as it can be: nobody is in it. */
static void make_empty(struct sitting *sitting, const char *name, const struct system *system,
                       struct result *out)
{
    struct error err;
    int64_t id;
    if (!leave_encounter(sitting, out)) {
        return;
    }
    enum status status =
        encounter_create(sitting->campaign, name, system->id, sitting->now_ms(), &id, &err);
    if (status != STATUS_OK || sitting_load(sitting, &err) != STATUS_OK) {
        collection_fail(sitting, &encounter_collection, &err, out);
        return;
    }
    result_label(out, "encounter %s", name);
    text_format(out->text, sizeof out->text, "encounter %s, %s", name, system->title);
}

void sitting_run_encounter(struct sitting *sitting, const struct command *command,
                           struct result *out)
{
    char name[CAMPAIGN_NAME_SIZE];
    const struct system *system = system_option(sitting, command, out);
    if (system == NULL || !encounter_name_copy(name, command->argument[0].word, out)) {
        return;
    }
    bool carries = command_option(command, "carry") != NULL;
    if (command_option(command, "numbered") != NULL) {
        char wanted[CAMPAIGN_NAME_SIZE];
        struct error err;
        memcpy(wanted, name, sizeof wanted);
        if (encounter_name_free(sitting, wanted, name, &err) != STATUS_OK) {
            sitting_fail(sitting, &err, out);
            return;
        }
    }
    const char *why_not = carries ? sitting_why_no_carry(sitting, system) : NULL;
    if (why_not != NULL) {
        result_refuse(out, "%s", why_not);
    } else {
        /* With the settings of the one before, or with the party of the open one, wounds and
         * all. */
        carry_fn *carry = carries ? carry_party : settings_carry;
        struct state *from = sitting_scratch(sitting, sizeof *from);
        bool has_from = sitting_settings_from(sitting, system, from, out);
        if (out->kind == RESULT_TOLD) {
            make_empty(sitting, name, system, out);
        }
        if (has_from && out->kind == RESULT_DONE) {
            sitting_carry(sitting, carry, from, out);
        }
        if (carry == carry_party && out->kind == RESULT_DONE) {
            sitting_refresh_party(sitting, out);
        }
    }
}

static void open_encounter(struct sitting *sitting, const struct encounter_row *row,
                           struct result *out)
{
    struct error err;
    enum status status = STATUS_OK;
    if (row->id != sitting->encounter.id) {
        if (!leave_encounter(sitting, out)) {
            return;
        }
        status = encounter_open(sitting->campaign, row->id, sitting->now_ms(), &err);
    }
    if (status == STATUS_OK) {
        status = sitting_load(sitting, &err);
    }
    if (status != STATUS_OK) {
        sitting_fail(sitting, &err, out);
        return;
    }
    TEXT_BUFFER(line, CAMPAIGN_LABEL_SIZE);
    text_add(&line, "opened %s", row->name);
    result_be_done(out, line.p);
}

/* Every obstacle is found before the open one is parked. */
static void open_with_party(struct sitting *sitting, const struct encounter_row *row,
                            struct result *out)
{
    const char *why_not = row->id == sitting->encounter.id
                              ? "this encounter is on the table, and so is its party"
                              : sitting_why_no_carry(sitting, system_find(str_of(row->system)));
    if (why_not != NULL) {
        result_refuse(out, "%s", why_not);
        return;
    }
    if (!sitting_can_carry_into(sitting, row, out)) {
        return;
    }
    struct state *from = sitting_scratch(sitting, sizeof *from);
    state_init(from, state_system(&sitting->state));
    state_copy(from, &sitting->state);
    open_encounter(sitting, row, out);
    if (out->kind == RESULT_DONE) {
        sitting_carry(sitting, carry_party, from, out);
        sitting_refresh_party(sitting, out);
    }
}

void sitting_run_open(struct sitting *sitting, const struct command *command,
                      struct result *out)
{
    struct encounter_row row;
    if (!read_row(sitting, command, &row, out)) {
        return;
    }
    if (row.is_archived) {
        TEXT_BUFFER(reason, 2 * CAMPAIGN_NAME_SIZE + 80);
        text_add(&reason, "%s is archived: unarchive-encounter ", row.name);
        text_add_quoted(&reason, str_of(row.name));
        text_add(&reason, " brings it back");
        result_refuse(out, "%s", reason.p);
    } else if (command_option(command, "carry") != NULL) {
        open_with_party(sitting, &row, out);
    } else {
        open_encounter(sitting, &row, out);
    }
}

bool sitting_encounter_before(struct sitting *sitting, char out[NAME_SIZE])
{
    struct encounter_row row;
    struct error err;
    bool is_there = encounter_before(sitting->campaign, &row, &err) == STATUS_OK && row.id != 0;
    text_format(out, NAME_SIZE, "%s", is_there ? row.name : "");
    return is_there;
}

/* ---- copies ---------------------------------------------------------------------------- */

static bool has_begun(const struct state *state)
{
    return state->value[ENCOUNTER_ROUND] != 0 || state->value[ENCOUNTER_PHASE] != 0;
}

/* The acts that lead to the encounter's head, the newest first. */
struct way {
    int64_t *act;
    int count, room;
};

static enum status read_way(struct way *way, struct sitting *sitting, int64_t head,
                            struct error *err)
{
    enum status status = STATUS_OK;
    while (head != 0 && status == STATUS_OK) {
        struct act_row row;
        if (way->count == way->room) {
            way->room = way->room == 0 ? 64 : 2 * way->room;
            way->act = realloc(way->act, (size_t)way->room * sizeof *way->act);
            CHECK(way->act != NULL);
        }
        way->act[way->count++] = head;
        status = log_row(sitting->campaign, head, &row, err);
        head = status == STATUS_OK ? row.parent : 0;
    }
    return status;
}

/* The state just before its fight began, or the present state if it has not: act by act from
 * the start. */
static enum status state_before_fight(struct sitting *sitting, const struct encounter_row *row,
                                      struct state *out, struct error *err)
{
    struct position position;
    enum log_step step;
    int64_t from = 0;
    struct way way = {.act = NULL};
    struct state *next = sitting_scratch(sitting, sizeof *next);
    state_init(next, state_system(out));
    enum status status = log_position(sitting->campaign, row->id, &position, err);
    if (status == STATUS_OK) {
        status = read_way(&way, sitting, position.head, err);
    }
    if (status == STATUS_OK) {
        status = log_state(sitting->campaign, row->id, 0, next, err);
    }
    for (int i = way.count - 1; i >= 0 && status == STATUS_OK && !has_begun(next); i--) {
        state_copy(out, next);
        status =
            log_state_moved(sitting->campaign, row->id, from, way.act[i], next, &step, err);
        from = way.act[i];
    }
    if (status == STATUS_OK && !has_begun(next)) {
        state_copy(out, next);
    }
    free(way.act);
    return status;
}

/* The tags and the note come along. They have no line: so they are no step of their own to be
 * taken back. */
static enum status copy_words(struct sitting *sitting, int64_t from, int64_t to,
                              struct error *err)
{
    static const char *const fields[] = {ENCOUNTER_TAGS, ENCOUNTER_NOTE};
    char value[2][ENCOUNTER_NOTE_SIZE];
    struct collection_step step = {.of = &encounter_collection, .line = ""};
    for (int i = 0; i < 2; i++) {
        enum status status = collection_value(sitting, &encounter_collection, from, fields[i],
                                              value[i], sizeof value[i], err);
        if (status != STATUS_OK) {
            return status;
        }
        if (value[i][0] != '\0') {
            collection_set(&step, to, fields[i], value[i]);
        }
    }
    return step.count > 0 ? collection_append(sitting, &step, err) : STATUS_OK;
}

/* A new encounter is on the table once it is made; puts the earlier one back, unless the copy
 * is to stay there. */
static void make_copy(struct sitting *sitting, const struct encounter_row *row,
                      const char *name, const struct state *from, bool stays,
                      struct result *out)
{
    struct error err;
    int64_t id, before = stays ? 0 : sitting->encounter.id;
    enum status status = encounter_create(sitting->campaign, name, state_system(from)->id,
                                          sitting->now_ms(), &id, &err);
    if (status == STATUS_OK) {
        status = sitting_load(sitting, &err);
    }
    if (status == STATUS_OK) {
        out->text[0] = '\0';
        sitting_carry(sitting, encounter_copy, from, out);
    }
    if (status == STATUS_OK && out->kind != RESULT_FAILED) {
        status = copy_words(sitting, row->id, id, &err);
    }
    if (status == STATUS_OK && before != 0 && out->kind != RESULT_FAILED) {
        status = encounter_open(sitting->campaign, before, sitting->now_ms(), &err);
    }
    if (status == STATUS_OK && before != 0) {
        status = sitting_load(sitting, &err);
    }
    if (status != STATUS_OK) {
        collection_fail(sitting, &encounter_collection, &err, out);
    }
}

/* A copy of how it was after an act, which goes on at the table; act 0: before its fight, and
 * the table stays as it is. */
static void copy(struct sitting *sitting, const struct encounter_row *row, int64_t act,
                 const char *name, struct result *out)
{
    struct error err;
    enum status status;
    const struct system *system = system_find(str_of(row->system));
    struct state *from = sitting_scratch(sitting, sizeof *from);
    if (system == NULL) {
        status = sitting_unknown_system(row, &err);
    } else {
        state_init(from, system);
        status = act == 0 ? state_before_fight(sitting, row, from, &err)
                          : log_state(sitting->campaign, row->id, act, from, &err);
    }
    if (status != STATUS_OK) {
        sitting_fail(sitting, &err, out);
    } else if (sitting_fits(sitting, encounter_copy, from, out)) {
        make_copy(sitting, row, name, from, act != 0, out);
    }
    if (out->kind != RESULT_DONE && out->kind != RESULT_TOLD) {
        return;
    }
    TEXT_BUFFER(line, CAMPAIGN_LABEL_SIZE);
    if (act == 0) {
        text_add(&line, "%s is a copy of %s", name, row->name);
        result_be_done(out, line.p);
    } else {
        text_add(&line, "%s goes on from %s #%" PRId64, name, row->name, act);
        result_be_done(out, line.p);
        text_format(out->text, sizeof out->text, "%s; %s stays as it is", line.p, row->name);
    }
}

/* The name that was typed, or else the next free one. False: it is taken or not valid, and *out
 * says so. */
static bool name_of_copy(struct sitting *sitting, const struct encounter_row *row,
                         const struct command *command, char *name, struct result *out)
{
    struct encounter_row other;
    struct error err;
    if (!command->argument[1].is_given) {
        if (encounter_name_free(sitting, row->name, name, &err) != STATUS_OK) {
            sitting_fail(sitting, &err, out);
            return false;
        }
    } else if (!encounter_name_copy(name, command->argument[1].word, out)) {
        return false;
    }
    if (encounter_find(sitting->campaign, name, &other, &err) == STATUS_OK &&
        !other.is_archived) {
        result_wrong(out, "there is already an encounter \"%s\"", other.name);
        return false;
    }
    return true;
}

void sitting_run_copy_encounter(struct sitting *sitting, const struct command *command,
                                struct result *out)
{
    char name[CAMPAIGN_NAME_SIZE];
    struct encounter_row row;
    if (read_row(sitting, command, &row, out) && sitting_may_change(sitting, out) &&
        name_of_copy(sitting, &row, command, name, out)) {
        copy(sitting, &row, 0, name, out);
    }
}

void sitting_run_go_on(struct sitting *sitting, const struct command *command,
                       struct result *out)
{
    char name[CAMPAIGN_NAME_SIZE];
    struct encounter_row row;
    struct error err;
    int64_t act;
    enum status status = sitting_act_at(sitting, command->argument[0].word, &row, &act, &err);
    if (status != STATUS_OK) {
        collection_fail(sitting, &encounter_collection, &err, out);
    } else if (sitting_may_change(sitting, out) &&
               name_of_copy(sitting, &row, command, name, out)) {
        copy(sitting, &row, act, name, out);
    }
}

/* ---- the list changed ------------------------------------------------------------------ */

void sitting_run_rename_encounter(struct sitting *sitting, const struct command *command,
                                  struct result *out)
{
    char name[CAMPAIGN_NAME_SIZE];
    struct encounter_row row;
    TEXT_BUFFER(line, CAMPAIGN_LABEL_SIZE);
    if (read_row(sitting, command, &row, out) &&
        encounter_name_copy(name, command->argument[1].word, out)) {
        text_add(&line, "%s is now %s", row.name, name);
        collection_change(sitting, &encounter_collection, row.id, CHANGE_NAME, name, line.p,
                          out);
    }
}

static bool has_tag(struct str tags, struct str tag)
{
    struct str part;
    while (str_next_part(&tags, ',', &part)) {
        if (str_equal_any_case(part, tag)) {
            return true;
        }
    }
    return false;
}

/* "boss,  spire, Boss" is "boss, spire". */
static void tidy_tags(struct str typed, struct text *out)
{
    struct str tag;
    while (str_next_part(&typed, ',', &tag)) {
        tag = str_trimmed(str_unquoted(tag));
        if (tag.n > 0 && !has_tag((struct str){out->p, out->n}, tag)) {
            text_add(out, "%s", out->n > 0 ? ", " : "");
            text_add_str(out, tag);
        }
    }
}

/* The tags, or the note; a single dash takes them away. */
static void set_words(struct sitting *sitting, const struct command *command, bool is_tags,
                      struct result *out)
{
    const char *field = is_tags ? ENCOUNTER_TAGS : ENCOUNTER_NOTE;
    int size = is_tags ? ENCOUNTER_TAGS_SIZE : ENCOUNTER_NOTE_SIZE;
    char before[COMMAND_LINE_MAX];
    struct encounter_row row;
    struct error err;
    struct str typed = str_trimmed(command->argument[1].word);
    TEXT_BUFFER(value, ENCOUNTER_TAGS_SIZE + COMMAND_LINE_MAX);
    TEXT_BUFFER(line, CAMPAIGN_LABEL_SIZE);
    if (!read_row(sitting, command, &row, out)) {
        return;
    }
    typed = str_equal(typed, "-") ? str_of("") : typed;
    if (is_tags) {
        tidy_tags(typed, &value);
    } else {
        text_add_str(&value, typed);
    }
    if (value.n >= size) {
        result_too_long(out, is_tags ? "the tags" : "the note", size - 1);
    } else if (collection_value(sitting, &encounter_collection, row.id, field, before,
                                sizeof before, &err) != STATUS_OK) {
        sitting_fail(sitting, &err, out);
    } else if (strcmp(before, value.p) == 0) {
        text_add(&line, "%s has %s already", row.name,
                 value.n == 0 ? (is_tags ? "no tags" : "no note")
                              : (is_tags ? "these tags" : "this note"));
        result_refuse(out, "%s", line.p);
    } else {
        if (value.n == 0) {
            text_add(&line, "%s has no %s any more", row.name, is_tags ? "tags" : "note");
        } else {
            text_add(&line, "%s: %s%s", row.name, is_tags ? "tags " : "", value.p);
        }
        collection_change(sitting, &encounter_collection, row.id, field, value.p, line.p, out);
    }
}

void sitting_run_tag_encounter(struct sitting *sitting, const struct command *command,
                               struct result *out)
{
    set_words(sitting, command, true, out);
}

void sitting_run_note_encounter(struct sitting *sitting, const struct command *command,
                                struct result *out)
{
    set_words(sitting, command, false, out);
}

void sitting_run_archive_encounter(struct sitting *sitting, const struct command *command,
                                   struct result *out)
{
    struct encounter_row row;
    TEXT_BUFFER(line, CAMPAIGN_LABEL_SIZE);
    if (!read_row(sitting, command, &row, out)) {
        return;
    }
    text_add(&line, "%s is archived", row.name);
    if (row.is_archived) {
        text_add(&line, " already");
        result_refuse(out, "%s", line.p);
    } else {
        collection_change(sitting, &encounter_collection, row.id, CHANGE_ARCHIVED, "yes",
                          line.p, out);
    }
}

/* The last archived one made with this name; false when there is none. */
static bool find_archived(struct sitting *sitting, const char *name, struct encounter_row *row,
                          struct result *out)
{
    enum { AT_ONCE = 32 };
    struct encounter_row rows[AT_ONCE];
    struct error err;
    int count = AT_ONCE;
    bool is_found = false;
    for (int skip = 0; count == AT_ONCE; skip += count) {
        if (encounter_list(sitting->campaign, rows, AT_ONCE, skip, &count, &err) != STATUS_OK) {
            sitting_fail(sitting, &err, out);
            return false;
        }
        for (int i = 0; i < count; i++) {
            bool is_it =
                rows[i].is_archived && str_equal_any_case(str_of(rows[i].name), str_of(name));
            *row = is_it ? rows[i] : *row;
            is_found = is_found || is_it;
        }
    }
    return is_found;
}

void sitting_run_unarchive_encounter(struct sitting *sitting, const struct command *command,
                                     struct result *out)
{
    char name[CAMPAIGN_NAME_SIZE];
    struct encounter_row row = {0};
    TEXT_BUFFER(line, CAMPAIGN_LABEL_SIZE);
    if (!encounter_name_copy(name, command->argument[0].word, out) ||
        (!find_archived(sitting, name, &row, out) &&
         (out->kind == RESULT_FAILED || !encounter_named(sitting, name, &row, out)))) {
        return;
    }
    text_add(&line, row.is_archived ? "%s is on the list again" : "%s is not archived",
             row.name);
    if (row.is_archived) {
        collection_change(sitting, &encounter_collection, row.id, CHANGE_ARCHIVED, NULL, line.p,
                          out);
    } else {
        result_refuse(out, "%s", line.p);
    }
}

/* *out: nothing was ever done in it, beyond its creation: the settings that came along, or
 * the copy of another one. */
static enum status is_unused(struct sitting *sitting, const struct encounter_row *row,
                             bool *out, struct error *err)
{
    *out = row->acts == 0;
    if (row->acts != 1) {
        return STATUS_OK;
    }
    struct position position;
    struct act_row act = {.command = ""};
    const struct system *system = system_find(str_of(row->system));
    struct state *state = sitting_scratch(sitting, sizeof *state);
    enum status status = log_position(sitting->campaign, row->id, &position, err);
    if (status == STATUS_OK && position.head != 0) {
        status = log_row(sitting->campaign, position.head, &act, err);
    }
    if (status == STATUS_OK && system != NULL && sitting_is_carry(&act)) {
        state_init(state, system);
        status = log_state(sitting->campaign, row->id, position.head, state, err);
        /* Only the settings, or an unchanged copy. */
        *out = status == STATUS_OK && (state->count == 0 || sitting_is_copy(&act));
    }
    return status;
}

void sitting_run_delete_encounter(struct sitting *sitting, const struct command *command,
                                  struct result *out)
{
    struct encounter_row row;
    struct error err;
    bool unused;
    TEXT_BUFFER(line, sizeof out->refusal.reason);
    if (!read_row(sitting, command, &row, out)) {
        return;
    }
    if (is_unused(sitting, &row, &unused, &err) != STATUS_OK) {
        sitting_fail(sitting, &err, out);
        return;
    }
    if (unused) {
        text_add(&line, "%s is deleted", row.name);
        collection_change(sitting, &encounter_collection, row.id, CHANGE_ARCHIVED,
                          CHANGE_DELETED, line.p, out);
        return;
    }
    text_add(&line, "%s has %" PRId64 " act%s: archive-encounter keeps %s", row.name, row.acts,
             row.acts == 1 ? "" : "s", row.acts == 1 ? "it" : "them");
    result_refuse(out, "%s", line.p);
}

/* ---- listing --------------------------------------------------------------------------- */

static void tell_encounter(const struct sitting_encounter *encounter, struct text *out)
{
    const struct encounter_facts *facts = &encounter->facts;
    text_add(out, "%s%s (%s, ", out->n == 0 ? "" : "\n", encounter->name,
             encounter->system != NULL ? encounter->system->title : "unknown game");
    if (encounter->is_open) {
        text_add(out, "on the table, ");
    }
    text_add(out, "%" PRId64 " act%s%s, ", encounter->acts, encounter->acts == 1 ? "" : "s",
             encounter->is_archived ? ", archived" : "");
    encounter_course_add(out, facts);
    text_add(out, ")");
    if (facts->due[0] != '\0') {
        text_add(out, "; due: %s", facts->due);
    }
    if (encounter->tags[0] != '\0') {
        text_add(out, "; tags: %s", encounter->tags);
    }
    if (encounter->note[0] != '\0') {
        text_add(out, "; %s", encounter->note);
    }
}

/* The words to look for, without the one that asks for archived encounters too. */
static bool read_words(struct str typed, struct text *words)
{
    bool wants_archived = false;
    for (struct str word; (word = str_next_word(&typed)).p != NULL;) {
        bool is_option = str_equal_any_case(word, str_of("archived"));
        wants_archived = wants_archived || is_option;
        if (!is_option) {
            text_add(words, "%s", words->n > 0 ? " " : "");
            text_add_str(words, word);
        }
    }
    return wants_archived;
}

/* The newest come first, as on the screen, as many as the answer has room for. */
static void tell_encounters(const struct sitting_encounter *list, int count,
                            bool shows_archived, struct str words, struct result *out)
{
    struct text text = text_over(out->text, sizeof out->text);
    int archived = 0, fitting = 0;
    for (int i = 0; i < count; i++) {
        bool holds = sitting_encounter_holds(&list[i], words);
        bool is_hidden = list[i].is_archived && !shows_archived;
        archived += holds && is_hidden ? 1 : 0;
        fitting += holds && !is_hidden ? 1 : 0;
        if (holds && !is_hidden && text.n < text.size - 800) {
            tell_encounter(&list[i], &text);
        }
    }
    if (count == 0) {
        text_add(&text, "no encounter yet");
    } else if (fitting + archived == 0) {
        text_add(&text, "no encounter contains these words");
    }
    if (archived > 0) {
        text_add(&text, "%s%d archived: encounters archived", text.n == 0 ? "" : "\n",
                 archived);
    }
}

void sitting_run_encounters(struct sitting *sitting, const struct command *command,
                            struct result *out)
{
    enum { MOST = 256 };
    struct error err;
    int count;
    TEXT_BUFFER(words, COMMAND_LINE_MAX + 1);
    bool shows_archived =
        command->argument[0].is_given && read_words(command->argument[0].word, &words);
    struct sitting_encounter *list = sitting_scratch(sitting, MOST * sizeof *list);
    if (sitting_encounters(sitting, true, MOST, list, MOST, &count, &err) == STATUS_OK) {
        tell_encounters(list, count, shows_archived, (struct str){words.p, words.n}, out);
    } else {
        sitting_fail(sitting, &err, out);
    }
}
