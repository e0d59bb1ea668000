#include "app/figures.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "app/act_view.h"
#include "app/figures_roll.h"
#include "app/logged_roll.h"
#include "app/sitting_data.h"
#include "resolver/dice/dice_expr.h"
#include "tracker/groups.h"

static const int64_t GAP_MS = INT64_C(6) * 60 * 60 * 1000; /* as evenings are parted */

/* What is remembered while the acts of an encounter are read. */
struct counting {
    struct sitting *sitting;
    struct figures *figures;
    struct act_view *view; /* what is counted; NULL: everything */
    struct sitting_act viewed;
    const struct sitting_act *act;
    int64_t encounter_id;
    int taker[COMBATANTS_MAX + 1]; /* who last took hit points of it; 0: nobody, not known */
    bool is_down[COMBATANTS_MAX + 1];
    bool is_crowd[COMBATANTS_MAX + 1]; /* it stands for several bodies */
    int roller, target;                /* of the last roll of the act; 0: nobody */
    bool has_stopped;                  /* a roll of the act took a hit back */
    int raised, raised_by;             /* whose maximum the act raised last, and by how much */
    int turn;
    int hp[COMBATANTS_MAX + 1]; /* at the last act that was seen */
    bool has_hp[COMBATANTS_MAX + 1];
    int64_t last_ms;
    struct error *err;
    enum status status;
};

/* ---- rows ------------------------------------------------------------------------------ */

static void *grown(void *array, int count, int *room, size_t size)
{
    if (count < *room) {
        return array;
    }
    *room = *room == 0 ? 32 : *room * 2;
    void *larger = realloc(array, (size_t)*room * size);
    CHECK(larger != NULL);
    return larger;
}

/* What is counted for a combatant is counted for its side too. */
struct places {
    struct figures_row *place[2];
    int count; /* 0: nobody */
};

/* Acts before the fight began belong to the combatant's next evening. */
static struct figures_row *row_of(struct counting *counting, int id)
{
    struct figures *figures = counting->figures;
    const struct sitting_act *act = counting->act;
    for (int i = figures->rows - 1; i >= 0; i--) {
        struct figures_row *row = &figures->row[i];
        if (row->encounter_id == act->encounter_id && row->id == id &&
            (row->evening == act->evening || row->evening == 0 || act->evening == 0)) {
            row->evening = row->evening == 0 ? act->evening : row->evening;
            return row;
        }
    }
    figures->row =
        grown(figures->row, figures->rows, &figures->rows_room, sizeof *figures->row);
    struct figures_row *row = &figures->row[figures->rows++];
    *row = (struct figures_row){
        .encounter_id = act->encounter_id, .id = id, .evening = act->evening};
    row->side = state_value(act->before, id, FIELD_SIDE, SIDE_FOES);
    text_format(row->name, sizeof row->name, "%s", state_name(act->before, id));
    text_format(row->encounter, sizeof row->encounter, "%s", act->encounter);
    return row;
}

static bool is_shown(const struct counting *counting, int id)
{
    return counting->view == NULL || act_view_shows_combatant(counting->view, id);
}

static struct places places_of(struct counting *counting, int id)
{
    struct places places = {.count = 0};
    const struct sitting_act *act = counting->act;
    if (act->fits && act->before != NULL && id > 0 && id <= act->before->count &&
        is_shown(counting, id)) {
        struct figures_row *row = row_of(counting, id);
        places.place[places.count++] = row;
        places.place[places.count++] =
            &counting->figures->side[row->side == SIDE_PARTY ? SIDE_PARTY : SIDE_FOES];
    }
    return places;
}

/* Counts into the member of this name for a combatant and its side. */
#define COUNT_FOR(counting, who, member, amount)                                               \
    do {                                                                                       \
        struct places places_ = places_of(counting, who);                                      \
        for (int place_ = 0; place_ < places_.count; place_++) {                               \
            places_.place[place_]->member += (amount);                                         \
        }                                                                                      \
    } while (0)

/* ---- rolls ----------------------------------------------------------------------------- */

static void count_attack(struct counting *counting, int attacker,
                         const struct figures_roll *read)
{
    struct places places = places_of(counting, attacker);
    for (int i = 0; i < places.count; i++) {
        struct figures_row *row = places.place[i];
        row->attacks++;
        row->hits += read->is_hit ? 1 : 0;
        if (read->knows_hitting) {
            row->hits_expected += read->hit_chance;
            luck_add_chance(&row->hits_luck, read->hit_chance);
        } else {
            row->has_unknown_hits = true;
        }
    }
}

static void count_damage(struct counting *counting, int attacker,
                         const struct figures_roll *read)
{
    struct places places = places_of(counting, attacker);
    for (int i = 0; i < places.count; i++) {
        struct figures_row *row = places.place[i];
        row->damage_dealt += read->damage;
        row->damage_expected += json_number_value(read->damage_mean);
        row->has_unknown_damage = row->has_unknown_damage || !json_is_number(read->damage_mean);
        luck_add_number(&row->damage_luck, read->damage_chances);
    }
}

static void count_morale(struct counting *counting, const json_t *chance, bool has_held)
{
    struct figures *figures = counting->figures;
    const struct state *state = counting->act->before;
    if (!counting->act->fits || state == NULL || counting->roller <= 0 ||
        counting->roller > state->count) {
        return;
    }
    TEXT_BUFFER(name, FIGURES_NAME_SIZE);
    group_name(state, group_of(state, counting->roller), &name);
    if (counting->view != NULL && !act_view_shows_text(counting->view, str_of(name.p))) {
        return;
    }
    int i = 0;
    while (i < figures->morales && strcmp(figures->morale[i].group, name.p) != 0) {
        i++;
    }
    if (i == figures->morales) {
        figures->morale = grown(figures->morale, figures->morales, &figures->morales_room,
                                sizeof *figures->morale);
        figures->morale[figures->morales] = (struct figures_morale){.checks = 0};
        text_format(figures->morale[figures->morales++].group, FIGURES_NAME_SIZE, "%s", name.p);
    }
    struct figures_morale *morale = &figures->morale[i];
    morale->checks++;
    morale->held += has_held ? 1 : 0;
    morale->held_expected += json_number_value(chance);
    morale->has_unknown = morale->has_unknown || !json_is_number(chance);
}

/* ---- faces ----------------------------------------------------------------------------- */

/* The sides of the dice of a throw; 0 where they are of several kinds. */
static int sides_of(const char *dice)
{
    struct dice_expr expr;
    int sides = 0;
    if (dice == NULL || dice_expr_parse(&expr, str_of(dice), NULL) != STATUS_OK) {
        return 0;
    }
    for (int i = 0; i < expr.nodes; i++) {
        const struct dice_node *node = &expr.node[i];
        if (node->op != DICE_TERM) {
            continue;
        }
        if (node->term.is_fudge || (sides != 0 && node->term.sides != sides)) {
            return 0;
        }
        sides = node->term.sides;
    }
    return sides <= FIGURES_SIDES_MAX ? sides : 0;
}

static struct figures_faces *faces_of(struct figures *figures, int sides, bool is_entered)
{
    for (int i = 0; i < figures->faces_count; i++) {
        struct figures_faces *faces = &figures->faces[i];
        if (faces->sides == sides && faces->is_entered == is_entered) {
            return faces;
        }
    }
    figures->faces = grown(figures->faces, figures->faces_count, &figures->faces_room,
                           sizeof *figures->faces);
    struct figures_faces *faces = &figures->faces[figures->faces_count++];
    *faces = (struct figures_faces){.sides = sides, .is_entered = is_entered};
    faces->count = calloc((size_t)sides, sizeof *faces->count);
    CHECK(faces->count != NULL);
    return faces;
}

static void count_faces(struct counting *counting, const struct logged_roll *roll)
{
    size_t i, k;
    const json_t *step, *face;
    json_array_foreach(roll->steps, i, step)
    {
        const char *source = json_string_value(json_object_get(step, "source"));
        int sides = sides_of(json_string_value(json_object_get(step, "dice")));
        if (sides == 0 || source == NULL || !counting->act->fits) {
            continue;
        }
        json_array_foreach(json_object_get(step, "faces"), k, face)
        {
            int64_t number = json_integer_value(face);
            if (json_is_integer(face) && number >= 1 && number <= sides) {
                struct figures_faces *faces =
                    faces_of(counting->figures, sides, strcmp(source, "given") == 0);
                faces->throws++;
                faces->count[number - 1]++;
            }
        }
    }
}

static void count_request(struct counting *counting, const struct logged_roll *roll)
{
    struct figures_roll read;
    figures_roll_read(&read, roll);
    int attacker = read.is_defence ? counting->target : counting->roller;
    if (read.is_attack) {
        count_attack(counting, attacker, &read);
    }
    if (read.is_damage) {
        count_damage(counting, attacker, &read);
    }
    if (read.is_morale) {
        count_morale(counting, read.hold_chance, read.has_held);
    }
    if (read.has_stopped) {
        counting->has_stopped = true;
        COUNT_FOR(counting, counting->roller, reactions_stopped,
                  counting->act->is_reaction ? 1 : 0);
    }
}

static void count_roll(struct counting *counting, const struct event *event)
{
    struct logged_roll roll;
    logged_roll_read(&roll, event->trace);
    counting->roller = event->subject;
    counting->target = event->object;
    count_faces(counting, &roll);
    if (roll.request != NULL) {
        count_request(counting, &roll);
    }
    logged_roll_free(&roll);
}

/* ---- events ---------------------------------------------------------------------------- */

/* Who does to this one what happens to it now; 0: nobody that is known. */
static int doer_to(const struct counting *counting, int id)
{
    if (id == counting->target) {
        return counting->roller;
    }
    if (id == counting->roller && counting->target != 0) {
        return counting->target;
    }
    return counting->act->by_id != id ? counting->act->by_id : 0;
}

static bool is_other(const struct counting *counting, int id)
{
    return counting->taker[id] != 0 && counting->taker[id] != id;
}

static void fall(struct counting *counting, int id)
{
    if (counting->is_down[id]) {
        return;
    }
    counting->is_down[id] = true;
    COUNT_FOR(counting, id, downs, 1);
    if (is_other(counting, id) && !counting->is_crowd[id]) {
        COUNT_FOR(counting, counting->taker[id], kills, 1);
    }
}

/* A hit that was stopped made nobody fall. */
static void stand_up(struct counting *counting, int id)
{
    if (counting->is_down[id] && counting->has_stopped) {
        COUNT_FOR(counting, id, downs, -1);
        if (is_other(counting, id) && !counting->is_crowd[id]) {
            COUNT_FOR(counting, counting->taker[id], kills, -1);
        }
    }
    counting->is_down[id] = false;
}

/* A boss that is met, a level that is gained: hit points that come with a higher maximum were
 * never lost, so they heal nothing. */
static void count_maximum(struct counting *counting, const struct event *event)
{
    if (event->field == FIELD_HP_MAX && event->was_set && event->is_set &&
        event->to > event->from) {
        counting->raised = event->subject;
        counting->raised_by = event->to - event->from;
    }
}

static void count_hit_points(struct counting *counting, const struct event *event)
{
    int id = event->subject;
    int lost = event_lost(event);
    if (lost < 0 && counting->raised == id) {
        lost = -lost > counting->raised_by ? lost + counting->raised_by : 0;
        counting->raised = 0;
    }
    if (lost > 0) {
        counting->taker[id] = doer_to(counting, id);
        COUNT_FOR(counting, id, damage_taken, lost);
    } else if (lost < 0 && counting->has_stopped) {
        COUNT_FOR(counting, id, damage_taken, lost);
    } else if (lost < 0) {
        COUNT_FOR(counting, id, healed, -lost);
    }
    bool is_hp = event->kind == EVENT_HP_CHANGED && event->field == FIELD_HP && event->is_set;
    if (is_hp) {
        counting->has_hp[id] = true;
        counting->hp[id] = event->to;
    }
    if (is_hp && event->was_set && event->from > 0 && event->to <= 0) {
        fall(counting, id);
    } else if (is_hp && event->to > 0) {
        stand_up(counting, id);
    }
}

static void count_bodies(struct counting *counting, const struct event *event)
{
    int id = event->subject;
    int lost = event->was_set && event->is_set ? event->from - event->to : 0;
    counting->is_crowd[id] = true;
    if (lost > 0) {
        counting->taker[id] = doer_to(counting, id);
        if (is_other(counting, id)) {
            COUNT_FOR(counting, counting->taker[id], kills, lost);
        }
    }
}

/* ---- rounds and turns ------------------------------------------------------------------ */

static void add_hp(struct figures_row *row, int hp)
{
    row->hp = grown(row->hp, row->hp_count, &row->hp_room, sizeof *row->hp);
    row->hp[row->hp_count++] = hp;
}

/* The hit points of everybody who was seen, into the rows of their encounter. */
static void keep_hit_points(struct counting *counting)
{
    struct figures *figures = counting->figures;
    for (int i = 0; i < figures->rows; i++) {
        struct figures_row *row = &figures->row[i];
        if (row->encounter_id == counting->encounter_id && counting->has_hp[row->id]) {
            add_hp(row, counting->hp[row->id]);
        }
    }
}

/* A combatant with hit points is followed from the first act on that it is in. */
static void see_hit_points(struct counting *counting)
{
    const struct state *state = counting->act->before;
    for (int id = 1; state != NULL && counting->act->fits && id <= state->count; id++) {
        if (!counting->has_hp[id] && state_is_set(state, id, FIELD_HP)) {
            counting->has_hp[id] = true;
            counting->hp[id] = state_value(state, id, FIELD_HP, 0);
        }
    }
}

static void count_round(struct counting *counting)
{
    const struct state *state = counting->act->before;
    bool is_there[2] = {false, false};
    see_hit_points(counting);
    for (int id = 1; state != NULL && counting->act->fits && id <= state->count; id++) {
        if (state_is_in(state, id) && is_shown(counting, id)) {
            struct figures_row *row = row_of(counting, id);
            row->rounds++;
            is_there[row->side == SIDE_PARTY ? SIDE_PARTY : SIDE_FOES] = true;
        }
    }
    if (counting->act->fits) {
        keep_hit_points(counting);
    }
    counting->figures->side[SIDE_FOES].rounds += is_there[SIDE_FOES] ? 1 : 0;
    counting->figures->side[SIDE_PARTY].rounds += is_there[SIDE_PARTY] ? 1 : 0;
}

/* A turn begins: its time is counted from here on. */
static void count_turn(struct counting *counting, int id)
{
    struct figures *figures = counting->figures;
    counting->turn = id;
    COUNT_FOR(counting, id, turns, 1);
    if (counting->act->fits && counting->act->before != NULL && id > 0 &&
        id <= counting->act->before->count && is_shown(counting, id)) {
        figures->turn =
            grown(figures->turn, figures->turns, &figures->turns_room, sizeof *figures->turn);
        figures->turn[figures->turns++] =
            (struct figures_turn){.row = (int)(row_of(counting, id) - figures->row)};
    }
}

static void count_went_out(struct counting *counting, const struct event *event)
{
    if (event->is_set && (event->to == OUT_DOWN || event->to == OUT_DEAD)) {
        fall(counting, event->subject);
    }
}

static void count_event(struct counting *counting, const struct event *event)
{
    switch ((int)event->kind) {
    case EVENT_HP_CHANGED:
    case EVENT_DAMAGE_COUNTED:
        count_hit_points(counting, event);
        break;
    case EVENT_VALUE_CHANGED:
        count_maximum(counting, event);
        break;
    case EVENT_COUNT_CHANGED:
        count_bodies(counting, event);
        break;
    case EVENT_WENT_OUT:
        count_went_out(counting, event);
        break;
    case EVENT_CAME_BACK:
        counting->is_down[event->subject] = false;
        break;
    case EVENT_INITIATIVE_SPENT:
        if (event->is_set) {
            int more = event->to - (event->was_set ? event->from : 0);
            COUNT_FOR(counting, event->subject, initiative_spent, more);
            COUNT_FOR(counting, event->subject, reactions, counting->act->is_reaction ? 1 : 0);
        }
        break;
    default:
        break;
    }
}

static bool see_event(void *context, const struct event *event)
{
    struct counting *counting = context;
    if (counting->view != NULL && !act_view_counts_event(counting->view, event)) {
        return true;
    }
    if (event->trace.n > 0) {
        count_roll(counting, event);
    }
    if (event->kind == EVENT_TURN_STARTED) {
        count_turn(counting, event->is_set ? event->to : 0);
    } else if (event->kind == EVENT_ROUND_STARTED) {
        count_round(counting);
    } else if (event->subject > 0 && event->subject <= COMBATANTS_MAX) {
        count_event(counting, event);
    }
    return true;
}

/* The time since the act before belongs to the turn that it was. */
static void count_time(struct counting *counting)
{
    const struct sitting_act *act = counting->act;
    if (counting->encounter_id != act->encounter_id) {
        keep_hit_points(counting);
        memset(counting->has_hp, 0, sizeof counting->has_hp);
        memset(counting->taker, 0, sizeof counting->taker);
        memset(counting->is_down, 0, sizeof counting->is_down);
        memset(counting->is_crowd, 0, sizeof counting->is_crowd);
        counting->turn = 0;
        counting->encounter_id = act->encounter_id;
    }
    int64_t gone = act->at_ms - counting->last_ms;
    if (counting->turn != 0 && gone > 0 && gone < GAP_MS) {
        COUNT_FOR(counting, counting->turn, turn_ms, gone);
        if (act->fits && counting->figures->turns > 0) {
            counting->figures->turn[counting->figures->turns - 1].ms += gone;
        }
    }
    counting->last_ms = act->at_ms;
}

static bool see_act(void *context, const struct sitting_act *act)
{
    struct counting *counting = context;
    counting->viewed = *act;
    counting->act = &counting->viewed;
    if (counting->view != NULL) {
        counting->status = act_view_look(counting->view, act, counting->err);
        counting->viewed.fits = act->fits && act_view_shows_act(counting->view);
    }
    if (counting->status != STATUS_OK) {
        return false;
    }
    counting->roller = counting->target = 0;
    counting->has_stopped = false;
    counting->raised = 0;
    counting->figures->acts += counting->viewed.fits ? 1 : 0;
    count_time(counting);
    counting->status =
        log_events(counting->sitting->campaign, act->id, see_event, counting, counting->err);
    return counting->status == STATUS_OK;
}

void figures_init(struct figures *figures)
{
    *figures = (struct figures){.acts = 0};
    figures->side[SIDE_FOES].side = SIDE_FOES;
    figures->side[SIDE_PARTY].side = SIDE_PARTY;
}

/* ---- a piece at a time ----------------------------------------------------------------- */

struct figures_adding {
    struct counting counting;
    struct acts_reading *acts;
};

static struct figures_adding *adding_new(struct figures *figures, struct sitting *sitting,
                                         const struct sitting_acts_wish *wish,
                                         struct act_view *view)
{
    struct sitting_acts_wish all = *wish;
    struct figures_adding *adding = calloc(1, sizeof *adding);
    CHECK(adding != NULL);
    adding->counting = (struct counting){.sitting = sitting, .figures = figures, .view = view};
    all.tells_all = true;
    adding->acts = acts_reading_new(sitting, &all);
    return adding;
}

struct figures_adding *figures_adding_new(struct figures *figures, struct sitting *sitting,
                                          const struct sitting_acts_wish *wish)
{
    return adding_new(figures, sitting, wish, NULL);
}

enum status figures_adding_step(struct figures_adding *adding, int acts, bool *is_whole,
                                struct error *err)
{
    struct counting *counting = &adding->counting;
    counting->err = err;
    enum status status =
        acts_reading_step(adding->acts, acts, see_act, counting, is_whole, err);
    if (*is_whole) {
        keep_hit_points(counting);
    }
    return status == STATUS_OK ? counting->status : status;
}

void figures_adding_free(struct figures_adding *adding)
{
    if (adding != NULL) {
        acts_reading_free(adding->acts);
        free(adding);
    }
}

static enum status add_figures(struct figures *figures, struct sitting *sitting,
                               const struct sitting_acts_wish *wish, struct act_view *view,
                               struct error *err)
{
    struct figures_adding *adding = adding_new(figures, sitting, wish, view);
    bool is_whole = false;
    enum status status = STATUS_OK;
    while (!is_whole) {
        status = figures_adding_step(adding, INT_MAX, &is_whole, err);
    }
    figures_adding_free(adding);
    return status;
}

enum status figures_read(struct figures *out, struct sitting *sitting,
                         const struct sitting_acts_wish *wish, struct error *err)
{
    figures_init(out);
    return add_figures(out, sitting, wish, NULL, err);
}

enum status figures_read_for_players(struct figures *out, struct sitting *sitting,
                                     const struct sitting_acts_wish *wish, struct error *err)
{
    struct act_view *view = malloc(sizeof *view);
    CHECK(view != NULL);
    act_view_init(view, sitting, true);
    figures_init(out);
    enum status status = add_figures(out, sitting, wish, view, err);
    free(view);
    return status;
}

void figures_row_free(struct figures_row *row)
{
    luck_free(&row->hits_luck);
    luck_free(&row->damage_luck);
    free(row->hp);
}

void figures_free(struct figures *figures)
{
    for (int i = 0; i < figures->rows; i++) {
        figures_row_free(&figures->row[i]);
    }
    figures_row_free(&figures->side[SIDE_FOES]);
    figures_row_free(&figures->side[SIDE_PARTY]);
    for (int i = 0; i < figures->faces_count; i++) {
        free(figures->faces[i].count);
    }
    free(figures->row);
    free(figures->morale);
    free(figures->faces);
    free(figures->turn);
}
