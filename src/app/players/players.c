#include "app/players/players.h"

#include <stdlib.h>
#include <string.h>

#include "app/encounters/encounters.h"
#include "app/report/report.h"
#include "app/settings/settings.h"
#include "app/sitting/data.h"
#include "app/sitting/sitting.h"
#include "app/sitting/state.h"
#include "base/array.h"
#include "tracker/conditions.h"
#include "tracker/turns.h"

/* An act on the way to the present, and what had shown after it. */
struct step {
    int64_t act;
    int64_t shown_acts; /* changes that showed, this one too */
    int shown;          /* who had come into sight */
};

struct players {
    struct sitting *sitting;
    int64_t encounter; /* 0: none yet */
    struct step *step;
    int steps, room;
    int shown[COMBATANTS_MAX]; /* their ids in the state, in the order in which they were seen
                                */
    int shown_count;
    int64_t acts;
    int settings; /* their changes, when they were looked at */
    bool has_looked;
    struct state state, seen;
    struct players_view view, last, told; /* `told` was the view at the last look */
};

struct players *players_begin(struct sitting *sitting)
{
    struct players *players = calloc(1, sizeof *players);
    CHECK(players != NULL);
    players->sitting = sitting;
    state_init(&players->state, system_at(0));
    state_init(&players->seen, system_at(0));
    return players;
}

void players_end(struct players *players)
{
    if (players != NULL) {
        free(players->step);
        free(players);
    }
}

const struct players_view *players_view(const struct players *players)
{
    return &players->view;
}

int64_t players_act(const struct players *players)
{
    return players->acts;
}

/* ---- one combatant --------------------------------------------------------------------- */

static void add_hit_points(const struct players *players, int id, bool is_party,
                           struct text *out)
{
    const struct state *state = &players->seen;
    const struct procedure *procedure = sitting_procedure(players->sitting);
    const struct program_settings *settings = sitting_settings(players->sitting);
    int told = settings->number[is_party ? PROGRAM_PLAYERS_PARTY : PROGRAM_PLAYERS_FOES];
    struct combatant_points points;
    bool is_known = combatant_points(procedure, state, id, &points);
    int now = points.now, most = points.most;
    if (told == PROGRAM_HP_NONE) {
        return;
    }
    if (points.are_bodies && is_known) { /* everybody can count them */
        text_add(out, "%d left", now);
    } else if (points.are_bodies) {
        return; /* the dice are still to decide */
    } else if (is_known && told == PROGRAM_HP_NUMBERS) {
        text_add(out, most > 0 ? "%d of %d" : "%d", now, most);
    } else if (is_known && most > 0) {
        text_add(out, "%s",
                 now >= most      ? "unhurt"
                 : now * 2 > most ? "hurt"
                 : now * 4 > most ? "badly hurt"
                 : now > 0        ? "nearly down"
                                  : "down");
    } else if (!is_known && state_value(state, id, FIELD_DAMAGE_COUNTED, 0) > 0) {
        text_add(out, "hurt");
    }
}

static void add_condition(struct shown_combatant *shown, struct str word)
{
    if (shown->conditions < PLAYERS_CONDITIONS_MAX && word.n > 0) {
        text_format(shown->condition[shown->conditions++], LABEL_SIZE, "%.*s", word.n, word.p);
    }
}

/* Conditions that the game knows; words of the referee's own are not for the players. */
static void add_conditions(const struct players *players, int id, struct shown_combatant *shown)
{
    const struct state *state = &players->seen;
    const struct procedure *procedure = sitting_procedure(players->sitting);
    for (int i = 0; i < state->effects; i++) {
        const struct effect *effect = &state->effect[i];
        if (effect->subject == id && condition_is(effect) &&
            !condition_is_own(procedure, effect)) {
            add_condition(shown, str_of(effect->label));
        }
    }
    if (procedure->seen == NULL) {
        return;
    }
    TEXT_BUFFER(seen, PLAYERS_CONDITIONS_MAX * LABEL_SIZE);
    procedure->seen(state, id, &seen);
    struct str rest = {seen.p, seen.n};
    for (struct str word; str_next_part(&rest, ',', &word);) {
        add_condition(shown, str_trimmed(word));
    }
}

/* ---- the view -------------------------------------------------------------------------- */

/* Its number for the players. */
static int number_of(struct players *players, int id)
{
    int at = 0;
    while (at < players->shown_count && players->shown[at] != id) {
        at++;
    }
    if (at == players->shown_count) {
        players->shown[players->shown_count++] = id;
    }
    return at + 1;
}

/* The combatant that acts next, where the order says so: those who let others go first come
 * last. 0: a new round begins, or the order is free. */
static int next_of(const struct players *players, const int *ids, int count)
{
    const struct state *state = &players->seen;
    int waits = 0;
    if (players->view.is_over || sitting_procedure(players->sitting)->can_act != NULL) {
        return 0;
    }
    for (int i = 0; i < count; i++) {
        int id = ids[i];
        bool is_ahead = state_is_in(state, id) && id != state->value[ENCOUNTER_TURN] &&
                        state_value(state, id, FIELD_HAS_ACTED, 0) == 0;
        bool lets_others = is_ahead && state_has_effect(state, EFFECT_DELAYED, id, ANYBODY);
        if (is_ahead && !lets_others) {
            return id;
        }
        waits = waits == 0 && is_ahead ? id : waits;
    }
    return waits;
}

static void show(struct players *players, int id, int next)
{
    const struct state *state = &players->seen;
    struct shown_combatant *shown = &players->view.order[players->view.count++];
    enum way_out way = (enum way_out)state_value(state, id, FIELD_OUT, OUT_NOT);
    struct text hp = text_over(shown->hp, sizeof shown->hp);
    shown->id = number_of(players, id);
    text_format(shown->name, sizeof shown->name, "%s", state_name(state, id));
    shown->is_party = state_is_of_party(state, id);
    shown->is_active =
        !players->view.is_over && state->value[ENCOUNTER_TURN] == id && state_is_in(state, id);
    shown->is_next = id == next;
    add_hit_points(players, id, shown->is_party, &hp);
    text_format(shown->out, sizeof shown->out, "%s", way == OUT_NOT ? "" : way_out_name(way));
    add_conditions(players, id, shown);
}

static void make_view(struct players *players)
{
    const struct procedure *procedure = sitting_procedure(players->sitting);
    struct players_view *view = &players->view;
    int ids[COMBATANTS_MAX];
    memset(view, 0, sizeof *view);
    state_be_seen(&players->seen, &players->state);
    const struct state *state = &players->seen;
    view->round = state->value[ENCOUNTER_ROUND];
    if (view->round > 0) {
        struct text phase = text_over(view->phase, sizeof view->phase);
        struct encounter_facts facts;
        /* As the referee's table has it: while somebody hidden still fights, turns go on. */
        encounter_facts_of(&facts, procedure, &players->state);
        view->is_over = encounter_has_ended(&facts);
        if (view->is_over) {
            text_add(&phase, "the fight is over");
        } else {
            procedure->phase(state, &phase);
        }
        text_format(view->encounter, sizeof view->encounter, "%s",
                    sitting_encounter_name(players->sitting));
    }
    int count = turns_order(procedure, state, ids);
    int next = view->round > 0 ? next_of(players, ids, count) : 0;
    for (int i = 0; i < count; i++) {
        if (view->round > 0 || state_is_of_party(state, ids[i])) {
            show(players, ids[i], next);
        }
    }
}

/* ---- along the log --------------------------------------------------------------------- */

static bool apply(void *context, const struct event *event)
{
    struct players *players = context;
    bool can = state_can_apply(&players->state, event);
    if (can) {
        state_apply(&players->state, event);
    }
    return can;
}

/* Goes back to after the first `steps` acts, which are known. */
static enum status go_back(struct players *players, int steps, struct error *err)
{
    struct campaign *campaign = players->sitting->campaign;
    const struct step *last = steps > 0 ? &players->step[steps - 1] : NULL;
    players->steps = steps;
    players->acts = last != NULL ? last->shown_acts : 0;
    players->shown_count = last != NULL ? last->shown : 0;
    state_empty(&players->state, state_system(sitting_state(players->sitting)));
    enum status status =
        last != NULL ? log_state(campaign, players->encounter, last->act, &players->state, err)
                     : STATUS_OK;
    make_view(players);
    return status;
}

static enum status go_on(struct players *players, int64_t act, struct error *err)
{
    players->last = players->view;
    enum status status = log_events(players->sitting->campaign, act, apply, players, err);
    make_view(players);
    players->acts += memcmp(&players->view, &players->last, sizeof players->view) != 0 ? 1 : 0;
    players->step = array_grown(players->step, players->steps, &players->room,
                                sizeof *players->step, realloc);
    CHECK(players->step != NULL);
    players->step[players->steps++] = (struct step){act, players->acts, players->shown_count};
    return status;
}

/* Along the way to the head: what is known of it already is not read again. */
static enum status walk(struct players *players, struct error *err)
{
    struct sitting *sitting = players->sitting;
    struct log_stretch *way = NULL;
    int stretches = 0, known = 0;
    enum status status = log_way_to(sitting->campaign, players->encounter,
                                    sitting->position.head, &way, &stretches, err);
    bool is_known = status == STATUS_OK;
    for (int i = stretches - 1; i >= 0 && status == STATUS_OK; i--) {
        for (int64_t act = way[i].first; act <= way[i].last && status == STATUS_OK; act++) {
            if (is_known && known < players->steps && players->step[known].act == act) {
                known++;
                continue;
            }
            if (is_known && known < players->steps) {
                status = go_back(players, known, err);
            }
            is_known = false;
            status = status == STATUS_OK ? go_on(players, act, err) : status;
        }
    }
    if (is_known && known < players->steps) {
        status = go_back(players, known, err);
    }
    free(way);
    return status;
}

enum status players_look(struct players *players, bool *has_changed, struct error *err)
{
    struct sitting *sitting = players->sitting;
    int64_t encounter = sitting_encounter_number(sitting);
    int settings = sitting_settings(sitting)->changes;
    bool is_other = encounter != players->encounter || !players->has_looked ||
                    settings != players->settings;
    enum status status = STATUS_OK;
    if (is_other) {
        players->encounter = encounter;
        players->settings = settings;
        status = go_back(players, 0, err);
    }
    if (status == STATUS_OK && encounter != 0) {
        status = walk(players, err);
    }
    *has_changed =
        is_other || memcmp(&players->view, &players->told, sizeof players->view) != 0;
    players->has_looked = true;
    players->told = players->view;
    return status == STATUS_DAMAGED ? STATUS_OK : status; /* the referee is told of it */
}

/* ---- the document ---------------------------------------------------------------------- */

static void add_row(json_t *list, const struct shown_combatant *shown, bool is_order)
{
    json_t *row = report_row(list);
    report_set_whole(row, "id", shown->id);
    report_set_words(row, "name", shown->name);
    report_set_words(row, "side", shown->is_party ? "party" : "foes");
    report_set_words_or_null(row, "hp", is_order ? "" : shown->hp);
    json_t *conditions = report_list(row, "conditions");
    TEXT_BUFFER(words, PLAYERS_CONDITIONS_MAX * LABEL_SIZE);
    for (int i = 0; i < shown->conditions && !is_order; i++) {
        json_array_append_new(conditions, report_string(str_of(shown->condition[i])));
        text_add_item(&words, shown->condition[i]);
    }
    report_set_words_or_null(row, "out", shown->out);
    report_set_words(row, ".mark", shown->is_active ? ">" : " ");
    report_set_words(row, ".state",
                     shown->out[0] != '\0' ? shown->out
                     : is_order            ? ""
                                           : shown->hp);
    report_set_words(row, ".conditions", words.p);
}

json_t *players_report(const struct players *players, enum players_part part)
{
    const struct players_view *view = &players->view;
    json_t *report = json_object();
    const char *active = "", *next = "";
    report_set_words_or_null(report, "encounter", view->encounter);
    report_set_whole(report, "act", players->acts);
    report_set_whole(report, "round", view->round);
    report_set_words_or_null(report, "phase", view->phase);
    json_t *list = json_array();
    for (int i = 0; i < view->count; i++) {
        const struct shown_combatant *shown = &view->order[i];
        if (part != PLAYERS_HEROES || shown->is_party) {
            active = shown->is_active ? shown->name : active;
            next = shown->is_next ? shown->name : next;
            add_row(list, shown, part == PLAYERS_ORDER);
        }
    }
    report_set_words_or_null(report, "active", active);
    report_set_words_or_null(report, "next", next);
    report_set(report, "order", list);
    return report;
}
