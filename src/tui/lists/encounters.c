#include "tui/lists/encounters.h"

#include <stdlib.h>
#include <string.h>

#include "app/chronicle/chronicle.h"
#include "app/log/dates.h"
#include "app/file/demo.h"
#include "app/sitting/idle.h"
#include "app/encounters/plan.h"
#include "app/sitting/state.h"
#include "tracker/carry.h"
#include "tracker/name_form.h"
#include "tracker/procedure.h"

/* ---- entries --------------------------------------------------------------------------- */

/* Whether anybody of the encounter on the table can come along to the next one. */
static bool has_party(struct sitting *sitting)
{
    const struct state *state = sitting_state(sitting);
    for (int id = 1; id <= state->count; id++) {
        if (carry_takes(state, id)) {
            return true;
        }
    }
    return false;
}

bool encounters_has_filter(const struct encounters *list)
{
    return line_edit_text(&list->filter).n > 0;
}

/* Entries that are no encounters: only while nothing is looked for. */
static int games_of(const struct encounters *list)
{
    return encounters_has_filter(list) ? 0 : list->games;
}

static int first_prepared(const struct encounters *list)
{
    return list->goes_on != NULL && !encounters_has_filter(list) ? 1 : 0;
}

/* Where the encounters of the table begin. */
static int first_encounter(const struct encounters *list)
{
    return first_prepared(list) + list->shown_prepared_count;
}

static int first_game(const struct encounters *list)
{
    return first_encounter(list) + list->shown_count;
}

int encounters_entries(const struct encounters *list)
{
    return first_game(list) + games_of(list) + (encounters_has_filter(list) ? 0 : list->demos);
}

const struct sitting_prepared *encounters_prepared_at(const struct encounters *list, int entry)
{
    int i = entry - first_prepared(list);
    bool is_one = i >= 0 && i < list->shown_prepared_count;
    return is_one ? &list->prepared[list->shown_prepared[i]] : NULL;
}

const struct demo *encounters_demo_at(const struct encounters *list, int entry)
{
    int i = entry - first_game(list) - games_of(list);
    return i >= 0 && entry < encounters_entries(list) ? &list->demo[i] : NULL;
}

const struct sitting_encounter *encounters_at(const struct encounters *list, int entry,
                                              const struct system **game)
{
    int i = entry - first_encounter(list);
    int of_game = entry - first_game(list);
    *game = NULL;
    if (i >= 0 && i < list->shown_count) {
        return &list->encounter[list->shown[i]];
    }
    if (entry < first_prepared(list)) {
        *game = list->goes_on;
    } else if (of_game >= 0 && of_game < games_of(list)) {
        *game = list->game[of_game];
    }
    return NULL;
}

const struct sitting_encounter *encounters_picked(const struct encounters *list,
                                                  const struct system **game)
{
    return encounters_at(list, list->picked, game);
}

bool encounters_goes_on(const struct encounters *list)
{
    return list->picked < first_prepared(list);
}

bool encounters_takes_party(const struct encounters *list)
{
    const struct system *game;
    const struct sitting_encounter *picked = encounters_picked(list, &game);
    bool is_other = picked == NULL || !picked->is_open;
    return list->goes_on != NULL && is_other &&
           (picked != NULL ? picked->system : game) == list->goes_on;
}

/* ---- picking --------------------------------------------------------------------------- */

void encounters_move(struct encounters *list, int steps)
{
    int64_t picked = (int64_t)list->picked + steps;
    int last = encounters_entries(list) - 1;
    picked = picked > last ? last : picked;
    list->picked = picked < 0 ? 0 : (int)picked;
}

void encounters_pick(struct encounters *list, int64_t id)
{
    for (int i = 0; i < list->shown_count; i++) {
        if (list->encounter[list->shown[i]].id == id) {
            list->picked = first_encounter(list) + i;
        }
    }
}

static void choose_shown(struct encounters *list)
{
    struct str words = line_edit_text(&list->filter);
    list->shown_count = 0;
    list->shown_prepared_count = 0;
    for (int i = 0; i < list->prepared_count; i++) {
        TEXT_BUFFER(all, 200);
        const struct sitting_prepared *prepared = &list->prepared[i];
        text_add(&all, "%s %s prepared %s", prepared->name,
                 prepared->system != NULL ? prepared->system->title : "",
                 list->brief[i].course);
        if (text_holds_words((struct str){all.p, all.n}, words)) {
            list->shown_prepared[list->shown_prepared_count++] = i;
        }
    }
    for (int i = 0; i < list->count; i++) {
        if (sitting_encounter_holds(&list->encounter[i], words)) {
            list->shown[list->shown_count++] = i;
        }
    }
}

void encounters_filter(struct encounters *list)
{
    choose_shown(list);
    list->picked = 0;
}

/* ---- reading --------------------------------------------------------------------------- */

/* How the fight of a prepared one went, if it is in the list: the two rows of the same name
 * must not both look as if they were still to be played. */
static bool add_played(const struct encounters *list, int64_t fight, struct text *out)
{
    for (int i = 0; i < list->count && fight != 0; i++) {
        const struct sitting_encounter *encounter = &list->encounter[i];
        if (encounter->id == fight && !encounter->is_archived) {
            if (encounter_has_ended(&encounter->facts)) {
                text_add(out, "played: %s", encounter_ending(&encounter->facts));
            } else {
                sitting_encounter_add_course(out, encounter);
            }
            return true;
        }
    }
    return false;
}

/* The rows of the prepared ones, as far as they are known; that of the picked one is read
 * now. */
static void learn_prepared(struct encounters *list, struct sitting *sitting)
{
    const struct sitting_prepared *picked = encounters_prepared_at(list, list->picked);
    for (int i = 0; i < list->prepared_count; i++) {
        struct prepared_facts facts;
        struct error err;
        struct prepared_brief *brief = &list->brief[i];
        int budget = &list->prepared[i] == picked ? 1 : 0;
        if (prepared_facts_find(&facts, sitting, &list->prepared[i], &budget, &err) !=
            STATUS_OK) {
            continue;
        }
        struct text course = text_over(brief->course, sizeof brief->course);
        if (!add_played(list, brief->fight, &course)) {
            prepared_facts_add_course(&course, &facts);
        }
        memcpy(brief->who, facts.who, sizeof brief->who);
        list->facts = &list->prepared[i] == picked ? facts : list->facts;
    }
}

void encounters_look(struct encounters *list, struct sitting *sitting)
{
    if (encounters_prepared_at(list, list->picked) != NULL) {
        learn_prepared(list, sitting);
    }
}

static enum status read_all(struct encounters *list, struct sitting *sitting,
                            bool shows_archived, struct error *err)
{
    list->count = 0;
    list->knows_evenings = false; /* what was read before stands there till then */
    list->games = 0;
    list->shows_archived = shows_archived;
    list->now_ms = sitting_now_ms(sitting);
    list->goes_on = has_party(sitting) ? state_system(sitting_state(sitting)) : NULL;
    for (int i = 0; i < systems_count() && list->games < GAMES_MAX; i++) {
        list->game[list->games++] = system_at(i);
    }
    enum status status = sitting_encounters(sitting, shows_archived, ENCOUNTERS_READ,
                                            list->encounter, ENCOUNTERS_MAX, &list->count, err);
    if (status == STATUS_OK) {
        status = collection_ways(sitting, &encounter_collection, &list->ways, err);
    }
    list->prepared_count = 0;
    if (status == STATUS_OK) {
        status = sitting_prepared_list(sitting, list->prepared, PREPARED_MAX,
                                       &list->prepared_count, err);
    }
    list->demos = demos_list(list->demo, DEMOS_MAX);
    for (int i = 0; i < list->demos; i++) {
        list->demo_goes_on[i] = sitting_demo_goes_on(&list->demo[i]);
        list->demo_game[i] = demo_game(&list->demo[i]);
    }
    memset(list->brief, 0, sizeof list->brief);
    choose_shown(list);
    int64_t fight[PREPARED_MAX];
    if (status == STATUS_OK) {
        status =
            sitting_prepared_fights(sitting, list->prepared, list->prepared_count, fight, err);
    }
    for (int i = 0; status == STATUS_OK && i < list->prepared_count; i++) {
        list->brief[i].fight = fight[i];
    }
    return status;
}

static void pick_prepared(struct encounters *list, int64_t id)
{
    for (int i = 0; i < list->shown_prepared_count; i++) {
        bool is_it = list->prepared[list->shown_prepared[i]].id == id;
        list->picked = is_it ? first_prepared(list) + i : list->picked;
    }
}

enum status encounters_read(struct encounters *list, struct sitting *sitting,
                            bool shows_archived, struct error *err)
{
    const struct system *game;
    const struct sitting_encounter *picked = encounters_picked(list, &game);
    const struct sitting_prepared *prepared = encounters_prepared_at(list, list->picked);
    int64_t id = picked != NULL ? picked->id : 0;
    int64_t prepared_id = prepared != NULL ? prepared->id : 0;
    enum status status = read_all(list, sitting, shows_archived, err);
    encounters_move(list, 0);
    if (id != 0) {
        encounters_pick(list, id);
    }
    pick_prepared(list, prepared_id);
    learn_prepared(list, sitting);
    return status;
}

/* Whether the game says that the party goes on from here: what is open is over. */
static bool is_over(const struct sitting *sitting)
{
    TEXT_BUFFER(text, GUIDE_SIZE);
    const struct procedure *procedure = sitting_procedure(sitting);
    if (procedure->guide != NULL) {
        procedure->guide(sitting_state(sitting), &text);
    }
    return strstr(text.p, "`encounters`") != NULL;
}

/* What the plan has next, unless it is on the table. */
static enum status pick_planned(struct encounters *list, struct sitting *sitting,
                                struct error *err)
{
    struct plan *plan = calloc(1, sizeof *plan);
    CHECK(plan != NULL);
    enum status status = sitting_plan(sitting, ENCOUNTERS_READ, plan, err);
    int next = status == STATUS_OK ? plan_next(plan) : plan->count;
    if (next < plan->count && plan->item[next].has_fight) {
        encounters_pick(list, plan->item[next].encounter.id);
    } else if (next < plan->count && plan->item[next].is_prepared) {
        pick_prepared(list, plan->item[next].prepared.id);
    }
    free(plan);
    return status;
}

enum status encounters_begin(struct encounters *list, struct sitting *sitting,
                             struct error *err)
{
    list->is_filtering = false;
    list->picked = 0;
    list->evenings = 0;
    line_edit_init(&list->filter);
    enum status status = read_all(list, sitting, false, err);
    bool goes_on = list->goes_on != NULL && is_over(sitting);
    for (int i = 0; i < list->count; i++) {
        if (list->encounter[i].is_open && !goes_on) {
            encounters_pick(list, list->encounter[i].id);
        }
    }
    if (status == STATUS_OK && goes_on) {
        status = pick_planned(list, sitting, err);
    }
    learn_prepared(list, sitting);
    return status;
}

static void take_evening(struct evening_brief *out, const struct chronicle *chronicle,
                         const struct chronicle_evening *evening)
{
    enum { YEAR = 5 };
    struct text when = text_over(out->when, sizeof out->when);
    struct text what = text_over(out->what, sizeof out->what);
    struct text fights = text_over(out->fights, sizeof out->fights);
    date_add_day(&when, evening->first_ms);
    out->when[when.n > YEAR ? when.n - YEAR : when.n] = '\0'; /* the list below has it */
    chronicle_add_evening(&what, evening);
    for (int i = 0; i < evening->entries; i++) {
        const struct chronicle_entry *entry = &chronicle->entry[evening->first + i];
        text_add(&fights, "%s%s: ", i > 0 ? "; " : "", entry->name);
        chronicle_add_course(&fights, entry);
    }
}

/* A list that opens reads nothing of them, so that it costs no key anything. */
static void learn_evenings(struct encounters *list, struct sitting *sitting)
{
    enum { ROWS = 128, STATES = 2 };
    struct error err;
    bool is_first = !list->knows_evenings;
    if (list->count == 0 || (!is_first && !sitting_chronicle_has_grown(sitting))) {
        return;
    }
    struct chronicle chronicle = {.evenings = 0};
    enum status status =
        chronicle_read(&chronicle, sitting, is_first ? ROWS : 0, is_first ? STATES : 0, &err);
    list->knows_evenings = true;
    list->evenings = 0;
    for (int i = 0; status == STATUS_OK && i < chronicle.evenings && i < EVENINGS_BRIEF; i++) {
        take_evening(&list->evening[list->evenings++], &chronicle, &chronicle.evening[i]);
    }
    chronicle_free(&chronicle);
}

void encounters_learn(struct encounters *list, struct sitting *sitting)
{
    learn_evenings(list, sitting);
    sitting_encounters_learn(sitting, list->encounter, list->count);
    learn_prepared(list, sitting);
}
