#include "app/figures/figures_counting.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "app/log/act_view.h"
#include "app/log/logged_roll.h"
#include "app/sitting/data.h"
#include "base/array.h"
#include "base/utf8.h"
#include "resolver/dice/dice_expr.h"
#include "tracker/combatant_fields.h"

static const int64_t GAP_MS = INT64_C(6) * 60 * 60 * 1000; /* as evenings are parted */

/* ---- rows ------------------------------------------------------------------------------ */

/* An array with room for one more. */
static void *grown(void *array, int count, int *room, size_t size)
{
    void *larger = array_grown(array, count, room, size, realloc);
    CHECK(larger != NULL);
    return larger;
}

/* Acts before the fight began belong to the combatant's next evening. */
static struct figures_row *row_of(struct figures_counting *counting, int id)
{
    struct figures *figures = counting->figures;
    const struct sitting_act *act = counting->act;
    for (int i = figures->rows - 1; i >= 0; i--) {
        struct figures_row *row = &figures->row[i];
        if (row->encounter_id != act->encounter_id) {
            break; /* those of an encounter stand together */
        }
        if (row->id == id &&
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

static bool is_shown(const struct figures_counting *counting, int id)
{
    return counting->view == NULL || act_view_shows_combatant(counting->view, id);
}

/* The row to count in; NULL: it does not count. */
static struct figures_row *place_of(struct figures_counting *counting, int id)
{
    const struct sitting_act *act = counting->act;
    bool counts = act->fits && act->before != NULL && id > 0 && id <= act->before->count &&
                  is_shown(counting, id);
    return counts ? row_of(counting, id) : NULL;
}

/* Counts into the member of this name. */
#define COUNT_FOR(counting, who, member, amount)                                               \
    do {                                                                                       \
        struct figures_row *place_ = place_of(counting, who);                                  \
        if (place_ != NULL) {                                                                  \
            place_->member += (amount);                                                        \
        }                                                                                      \
    } while (0)

/* ---- rolls ----------------------------------------------------------------------------- */

static void count_attack(struct figures_counting *counting, int attacker,
                         const struct roll_meaning *read)
{
    struct figures_row *row = place_of(counting, attacker);
    if (row == NULL) {
        return;
    }
    row->attacks++;
    row->hits += read->is_hit ? 1 : 0;
    if (read->knows_hitting) {
        row->hits_expected += read->hit_chance;
        luck_add_chance(&row->hits_luck, read->hit_chance);
    } else {
        row->has_unknown_hits = true;
    }
}

/* Remembers the hit, since a later act may take it back. */
static void note_hit(struct figures_counting *counting, int id, int attacker, int damage,
                     const struct figures_row *row)
{
    if (id > 0 && id <= COMBATANTS_MAX) {
        counting->course.hit_by[id] = attacker;
        counting->course.hit_damage[id] = damage;
        counting->course.hit_row[id] =
            row != NULL ? (int)(row - counting->figures->row) + 1 : 0;
    }
}

static void count_damage(struct figures_counting *counting, int attacker,
                         const struct roll_meaning *read)
{
    struct figures_row *row = place_of(counting, attacker);
    int id = read->is_defence ? counting->roller : counting->target;
    note_hit(counting, id, attacker, (int)read->damage, row);
    if (row == NULL) {
        return;
    }
    row->damage_dealt += read->damage;
    row->damage_rolled += json_is_number(read->damage_mean) ? read->damage : 0;
    row->damage_expected += json_number_value(read->damage_mean);
    row->has_unknown_damage = row->has_unknown_damage || !json_is_number(read->damage_mean);
    luck_add_number(&row->damage_luck, read->damage_chances);
}

/* The checks of a group in one encounter, found or added. */
static struct figures_morale *morale_of(struct figures *figures, int64_t encounter,
                                        const char *group)
{
    for (int i = 0; i < figures->checks; i++) {
        struct figures_morale *morale = &figures->check[i];
        if (morale->encounter_id == encounter && strcmp(morale->group, group) == 0) {
            return morale;
        }
    }
    figures->check =
        grown(figures->check, figures->checks, &figures->checks_room, sizeof *figures->check);
    struct figures_morale *morale = &figures->check[figures->checks++];
    *morale = (struct figures_morale){.encounter_id = encounter};
    text_format(morale->group, sizeof morale->group, "%s", group);
    return morale;
}

static void count_morale(struct figures_counting *counting, const json_t *chance, bool has_held)
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
    struct figures_morale *morale = morale_of(figures, counting->act->encounter_id, name.p);
    morale->checks++;
    morale->held += has_held ? 1 : 0;
    morale->held_expected += json_number_value(chance);
    morale->has_unknown = morale->has_unknown || !json_is_number(chance);
}

/* ---- for the ready questions ------------------------------------------------------------ */

static struct figures_tally *find_tally(struct figures *figures, int64_t encounter,
                                        const char *name)
{
    for (int i = figures->tallies - 1; i >= 0; i--) {
        struct figures_tally *tally = &figures->tally[i];
        if (tally->encounter_id != encounter) {
            break;
        }
        if (strcmp(tally->name, name) == 0) {
            return tally;
        }
    }
    return NULL;
}

/* NULL: nobody is named. */
static struct figures_tally *tally_of(struct figures *figures, int64_t encounter,
                                      const json_t *named)
{
    const char *name = json_string_value(named);
    struct figures_tally *tally = name != NULL ? find_tally(figures, encounter, name) : NULL;
    if (name == NULL || tally != NULL) {
        return tally;
    }
    char clean[FIGURES_NAME_SIZE];
    utf8_clean(clean, sizeof clean, str_of(name));
    tally = find_tally(figures, encounter, clean);
    if (tally == NULL) {
        figures->tally = grown(figures->tally, figures->tallies, &figures->tallies_room,
                               sizeof *figures->tally);
        tally = &figures->tally[figures->tallies++];
        *tally = (struct figures_tally){.encounter_id = encounter};
        memcpy(tally->name, clean, sizeof clean);
    }
    return tally;
}

void figures_tally_round(struct figures *figures, const struct sitting_act *act)
{
    int i = figures->rounds - 1;
    while (i >= 0 && figures->round[i].encounter_id == act->encounter_id &&
           figures->round[i].round != act->round) {
        i--;
    }
    if (act->round <= 0) {
        return;
    }
    if (i < 0 || figures->round[i].encounter_id != act->encounter_id) {
        figures->round = grown(figures->round, figures->rounds, &figures->rounds_room,
                               sizeof *figures->round);
        i = figures->rounds++;
        figures->round[i] = (struct figures_round){act->encounter_id, act->round, 0};
    }
    figures->round[i].acts++;
}

static void tally_attack(struct figures *figures, const struct sitting_act *act,
                         const json_t *attacker, const json_t *target,
                         const struct roll_meaning *meaning)
{
    struct figures_tally *tally = tally_of(figures, act->encounter_id, target);
    if (tally != NULL) {
        tally->attacked++;
        tally->was_hit += meaning->is_hit ? 1 : 0;
    }
    tally = tally_of(figures, act->encounter_id, attacker);
    if (tally == NULL) {
        return;
    }
    tally->attacks++;
    tally->hits += meaning->is_hit ? 1 : 0;
    if (meaning->knows_hitting) {
        tally->known_attacks++;
        tally->known_hits += meaning->is_hit ? 1 : 0;
        tally->hits_expected += meaning->hit_chance;
    }
    if (meaning->damage > 0 || (meaning->is_hit && meaning->knows_hitting)) {
        figures->blow =
            grown(figures->blow, figures->blows, &figures->blows_room, sizeof *figures->blow);
        figures->blow[figures->blows++] =
            (struct figures_blow){.tally = (int)(tally - figures->tally),
                                  .is_hit = meaning->is_hit,
                                  .knows_hitting = meaning->knows_hitting,
                                  .act = act->id,
                                  .damage = meaning->damage,
                                  .hit_chance = meaning->hit_chance};
    }
}

/* One more that was tried, with its chance where that is known. */
static void tally_try(struct figures_tally *tally, bool is_stopped, bool is_known,
                      double chance)
{
    if (tally != NULL) {
        tally->tried++;
        tally->stopped += is_stopped ? 1 : 0;
        tally->known_tried += is_known ? 1 : 0;
        tally->known_stopped += is_known && is_stopped ? 1 : 0;
        tally->stopped_expected += is_known ? chance : 0;
    }
}

void figures_tally_roll(struct figures *figures, const struct sitting_act *act,
                        const json_t *request, const struct roll_meaning *meaning)
{
    const json_t *by = json_object_get(request, "by");
    const json_t *to = json_array_get(json_object_get(request, "to"), 0);
    struct figures_tally *tally =
        meaning->is_morale || meaning->is_stop || (meaning->is_attack && meaning->is_defence)
            ? tally_of(figures, act->encounter_id, by)
            : NULL;
    if (meaning->is_morale && tally != NULL) {
        tally->checks++;
        tally->held += meaning->has_held ? 1 : 0;
        tally->held_expected += json_number_value(meaning->hold_chance);
    }
    if (meaning->is_attack && meaning->is_defence) {
        tally_try(tally, !meaning->is_hit, meaning->knows_hitting, 1 - meaning->hit_chance);
    }
    if (meaning->is_stop) {
        tally_try(tally, meaning->has_stopped, json_is_number(meaning->stop_chance),
                  json_number_value(meaning->stop_chance));
    }
    if (meaning->is_attack) {
        tally_attack(figures, act, meaning->is_defence ? to : by, meaning->is_defence ? by : to,
                     meaning);
    }
}

/* ---- faces ----------------------------------------------------------------------------- */

/* The sides of the dice of a throw; 0 where they are of several kinds. */
static int sides_of(const char *dice)
{
    struct dice_expr expr;
    int sides = 0;
    if (dice == NULL ||
        dice_expr_parse_as(NULL, &expr, str_of(dice), DICE_LOGGED, NULL) != STATUS_OK) {
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

/* The faces of a kind of die in one encounter, found or added. */
static struct figures_faces *faces_of(struct figures *figures, int64_t encounter, int sides,
                                      bool is_entered)
{
    for (int i = figures->thrown_count - 1; i >= 0; i--) {
        struct figures_faces *faces = &figures->thrown[i];
        if (faces->encounter_id == encounter && faces->sides == sides &&
            faces->is_entered == is_entered) {
            return faces;
        }
    }
    figures->thrown = grown(figures->thrown, figures->thrown_count, &figures->thrown_room,
                            sizeof *figures->thrown);
    struct figures_faces *faces = &figures->thrown[figures->thrown_count++];
    *faces = (struct figures_faces){
        .encounter_id = encounter, .sides = sides, .is_entered = is_entered};
    faces->count = calloc((size_t)sides, sizeof *faces->count);
    CHECK(faces->count != NULL);
    return faces;
}

static void count_faces(struct figures_counting *counting, const struct logged_roll *roll)
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
                    faces_of(counting->figures, counting->act->encounter_id, sides,
                             strcmp(source, "given") == 0);
                faces->throws++;
                faces->count[number - 1]++;
            }
        }
    }
}

static void count_request(struct figures_counting *counting, const struct logged_roll *roll)
{
    struct roll_meaning read;
    roll_meaning_read(&read, roll->request, roll->outcome);
    if (counting->view == NULL && counting->fits) {
        struct roll_meaning known = read;
        if (roll->chance == NULL) { /* it has none that can be one */
            known.knows_hitting = false;
            known.hold_chance = known.stop_chance = NULL;
        }
        figures_tally_roll(counting->figures, counting->act, roll->request, &known);
    }
    int attacker = read.is_defence ? counting->target : counting->roller;
    counting->attacker = read.is_attack && !read.is_defence ? attacker : 0;
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

/* ---- events ---------------------------------------------------------------------------- */

/* Damage that no roll tells, or more or less of that of a roll: also when it is an act that
 * does not fit that takes it back. */
static void count_dealt(struct figures_counting *counting, const struct event *event)
{
    struct figures_course *course = &counting->course;
    int id = event->subject, by = event->object, more = event->to - event->from;
    bool is_of_hit = (event->from > 0 || counting->roller == id) && course->hit_by[id] == by;
    counting->dealt_to = id;
    counting->dealt_by = by;
    counting->takes_back = more < 0 || (more == 0 && event->to == 0);
    if (!is_of_hit) {
        struct figures_row *row = place_of(counting, by);
        if (row != NULL) {
            row->damage_dealt += more;
        }
        note_hit(counting, id, by, event->to, row);
        return;
    }
    course->hit_damage[id] += more;
    if (course->hit_row[id] > 0) {
        counting->figures->row[course->hit_row[id] - 1].damage_dealt += more;
    }
}

/* True when what happens to this one now takes a hit on it back. */
static bool is_taken_back(const struct figures_counting *counting, int id)
{
    return counting->has_stopped || (counting->takes_back && counting->dealt_to == id);
}

/* The other one of the roll; 0: there is none. */
static int other_of_roll(const struct figures_counting *counting, int id)
{
    return id == counting->target                            ? counting->roller
           : id == counting->roller && counting->target != 0 ? counting->target
                                                             : 0;
}

/* Who does to this one what happens to it now; 0: nobody that is known. */
static int doer_to(const struct figures_counting *counting, int id)
{
    if (id == counting->dealt_to) {
        return counting->dealt_by;
    }
    int rolled = other_of_roll(counting, id);
    if (rolled != 0 || id == counting->target) {
        return rolled;
    }
    int by = counting->act->by_id != 0 ? counting->act->by_id : counting->attacker;
    return by != id ? by : 0;
}

static bool is_other(const struct figures_counting *counting, int id)
{
    return counting->course.taker[id] != 0 && counting->course.taker[id] != id;
}

/* Of somebody who is no group: others whom damage brought to 0, for the last one to take hit
 * points. */
static void count_brought(struct figures_counting *counting, int id, int more)
{
    if (is_other(counting, id) && !counting->course.is_crowd[id]) {
        COUNT_FOR(counting, counting->course.taker[id], brought_to_0, more);
    }
}

/* By the one whom the line names, or whose attack or poison was rolled for, or who brought it
 * to 0 or called for the check on its life before. */
static int killer_of(const struct figures_counting *counting, const struct event *event)
{
    const struct figures_course *course = &counting->course;
    const struct state *before = counting->act->before;
    int id = event->subject;
    bool is_dying = !course->has_hp[id] || course->hp[id] <= 0 ||
                    (before != NULL && id <= before->count &&
                     state_value(before, id, FIELD_CHECK_DUE, 0) > 0);
    int rolled = other_of_roll(counting, id);
    return event->object != 0 ? event->object
           : rolled != 0      ? rolled
           : is_dying         ? course->cause[id]
                              : 0;
}

static void count_death(struct figures_counting *counting, const struct event *event)
{
    int id = event->subject, killer = killer_of(counting, event);
    bool was_dead = event->was_set && event->from == OUT_DEAD;
    if (killer != id && !was_dead && !counting->course.is_crowd[id]) {
        COUNT_FOR(counting, killer, killed, 1);
    }
}

static void fall(struct figures_counting *counting, int id)
{
    if (counting->course.is_down[id]) {
        return;
    }
    counting->course.is_down[id] = true;
    COUNT_FOR(counting, id, downs, 1);
    if (is_other(counting, id) && !counting->course.is_crowd[id]) {
        COUNT_FOR(counting, counting->course.taker[id], kills, 1);
    }
}

/* A hit that was stopped made nobody fall. */
static void stand_up(struct figures_counting *counting, int id)
{
    if (counting->course.is_down[id] && is_taken_back(counting, id)) {
        COUNT_FOR(counting, id, downs, -1);
        if (is_other(counting, id) && !counting->course.is_crowd[id]) {
            COUNT_FOR(counting, counting->course.taker[id], kills, -1);
        }
    }
    counting->course.is_down[id] = false;
}

static void count_hit_points(struct figures_counting *counting, const struct event *event)
{
    int id = event->subject;
    int lost = event_lost(event);
    bool is_back = lost < 0 && is_taken_back(counting, id);
    int doer = doer_to(counting, id);
    if (lost < 0 && counting->raised == id) {
        lost = -lost > counting->raised_by ? lost + counting->raised_by : 0;
        counting->raised = 0;
    }
    if (lost > 0) {
        counting->course.taker[id] = counting->course.cause[id] = doer;
    }
    if (lost > 0 || is_back) {
        COUNT_FOR(counting, id, damage_taken, lost);
        COUNT_FOR(counting, doer != id ? doer : 0, hp_taken, lost);
    } else if (lost < 0) {
        COUNT_FOR(counting, id, healed, -lost);
    }
    bool is_hp = event->kind == EVENT_HP_CHANGED && event->field == FIELD_HP && event->is_set;
    if (is_hp) {
        counting->course.has_hp[id] = true;
        counting->course.hp[id] = event->to;
    }
    if (is_hp && event->was_set && event->from > 0 && event->to <= 0) {
        count_brought(counting, id, 1);
        fall(counting, id);
    } else if (is_back && is_hp && event->from <= 0 && event->to > 0) {
        count_brought(counting, id, -1);
        stand_up(counting, id);
    } else if (is_hp && event->to > 0) {
        stand_up(counting, id);
    }
}

static void count_bodies(struct figures_counting *counting, const struct event *event)
{
    int id = event->subject;
    int before = event->was_set ? event->from : 1; /* one without a number is alone */
    int lost = event->is_set ? before - event->to : 0;
    counting->course.is_crowd[id] = true;
    if (lost > 0) {
        counting->course.taker[id] = doer_to(counting, id);
        COUNT_FOR(counting, id, damage_taken, lost);
        if (is_other(counting, id)) {
            COUNT_FOR(counting, counting->course.taker[id], hp_taken, lost); /* one each */
            COUNT_FOR(counting, counting->course.taker[id], kills, lost);
            COUNT_FOR(counting, counting->course.taker[id], brought_to_0, lost);
            /* A text says that they live. */
            COUNT_FOR(counting, counting->course.taker[id], killed,
                      event->text_to.n == 0 ? lost : 0);
        }
    }
}

/* ---- rounds and turns ------------------------------------------------------------------ */

/* The hit points of everybody who was seen, into the rows of their encounter. */
void figures_count_end(struct figures_counting *counting)
{
    struct figures *figures = counting->figures;
    for (int i = 0; i < figures->rows; i++) {
        struct figures_row *row = &figures->row[i];
        if (row->encounter_id == counting->encounter_id && counting->course.has_hp[row->id]) {
            row->hp = grown(row->hp, row->hp_count, &row->hp_room, sizeof *row->hp);
            row->hp[row->hp_count++] = counting->course.hp[row->id];
        }
    }
}

/* A turn begins: its time is counted from here on. */
static void count_turn(struct figures_counting *counting, int id)
{
    struct figures *figures = counting->figures;
    counting->course.turn = id;
    COUNT_FOR(counting, id, turns, 1);
    if (counting->act->fits && counting->act->before != NULL && id > 0 &&
        id <= counting->act->before->count && is_shown(counting, id)) {
        figures->turn =
            grown(figures->turn, figures->turns, &figures->turns_room, sizeof *figures->turn);
        figures->turn[figures->turns++] =
            (struct figures_turn){.row = (int)(row_of(counting, id) - figures->row)};
    }
}

static void count_event(struct figures_counting *counting, const struct event *event)
{
    int id = event->subject;
    switch ((int)event->kind) {
    case EVENT_HP_CHANGED:
    case EVENT_DAMAGE_COUNTED:
        count_hit_points(counting, event);
        break;
    case EVENT_VALUE_CHANGED:
        /* A boss that is met, a level that is gained: hit points that come with a higher
         * maximum were never lost, so they heal nothing. */
        if (event->field == FIELD_HP_MAX && event->was_set && event->is_set &&
            event->to > event->from) {
            counting->raised = id;
            counting->raised_by = event->to - event->from;
        }
        break;
    case EVENT_COUNT_CHANGED:
        count_bodies(counting, event);
        break;
    case EVENT_WENT_OUT:
        if (event_is_fall(event)) {
            fall(counting, id);
        }
        if (event->is_set && event->to == OUT_DEAD) {
            count_death(counting, event);
        }
        break;
    case EVENT_DAMAGE_DEALT:
        count_dealt(counting, event);
        break;
    case EVENT_CHECK_CALLED: /* on its life: it belongs to the one whose hit called for it */
        counting->course.cause[id] = doer_to(counting, id);
        break;
    case EVENT_CHECK_SETTLED:
        if (is_taken_back(counting, id)) {
            counting->course.cause[id] = counting->course.taker[id];
        }
        break;
    case EVENT_CAME_BACK:
        counting->course.is_down[id] = false;
        break;
    case EVENT_INITIATIVE_SPENT:
        if (event->is_set) {
            int more = event->to - (event->was_set ? event->from : 0);
            COUNT_FOR(counting, id, initiative_spent, more);
            COUNT_FOR(counting, id, reactions, counting->act->is_reaction ? 1 : 0);
        }
        break;
    default:
        break;
    }
}

static void see_event(struct figures_counting *counting, const struct event *event)
{
    if (counting->view != NULL && !act_view_counts_event(counting->view, event)) {
        return;
    }
    if (event->trace.n > 0) {
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
    if (event->kind == EVENT_TURN_STARTED) {
        count_turn(counting, event->is_set ? event->to : 0);
    } else if (event->kind == EVENT_ROUND_STARTED) {
        const struct state *state = counting->act->before;
        bool is_there[2] = {false, false};
        for (int id = 1; state != NULL && counting->act->fits && id <= state->count; id++) {
            if (!counting->course.has_hp[id] && state_is_set(state, id, FIELD_HP)) {
                counting->course.has_hp[id] = true; /* it is followed from the first act on */
                counting->course.hp[id] = state_value(state, id, FIELD_HP, 0);
            }
            if (state_is_in(state, id) && is_shown(counting, id)) {
                struct figures_row *row = row_of(counting, id);
                row->rounds++;
                is_there[row->side == SIDE_PARTY ? SIDE_PARTY : SIDE_FOES] = true;
            }
        }
        if (counting->act->fits) {
            figures_count_end(counting);
        }
        counting->figures->side_rounds[SIDE_FOES] += is_there[SIDE_FOES] ? 1 : 0;
        counting->figures->side_rounds[SIDE_PARTY] += is_there[SIDE_PARTY] ? 1 : 0;
    } else if (event->subject > 0 && event->subject <= COMBATANTS_MAX) {
        count_event(counting, event);
    }
}

/* The time since the act before belongs to the turn that it was. */
static void count_time(struct figures_counting *counting)
{
    const struct sitting_act *act = counting->act;
    int64_t gone = act->at_ms - counting->course.last_ms;
    if (counting->course.turn != 0 && gone > 0 && gone < GAP_MS) {
        struct figures *figures = counting->figures;
        struct figures_turn *last =
            figures->turns > 0 ? &figures->turn[figures->turns - 1] : NULL;
        COUNT_FOR(counting, counting->course.turn, turn_ms, gone);
        if (act->fits && last != NULL && figures->row[last->row].id == counting->course.turn &&
            figures->row[last->row].encounter_id == act->encounter_id) {
            last->ms += gone;
        }
    }
    counting->course.last_ms = act->at_ms;
}

bool figures_count_act(void *context, const struct sitting_act *act)
{
    struct figures_counting *counting = context;
    if (act->is_behind_gap) { /* also where a snapshot says who was there */
        return true;
    }
    counting->viewed = *act;
    counting->act = &counting->viewed;
    counting->fits = act->fits;
    if (counting->view != NULL) {
        counting->status = act_view_look(counting->view, act, counting->err);
        counting->viewed.fits = act->fits && act_view_shows_act(counting->view);
    }
    if (counting->status != STATUS_OK) {
        return false;
    }
    counting->viewed.fits = counting->viewed.fits && act->before != NULL; /* else: damaged */
    counting->encounter_id = act->encounter_id;
    counting->last = act->id;
    counting->told++;
    if (counting->view == NULL && counting->fits) {
        figures_tally_round(counting->figures, act);
    }
    counting->roller = counting->target = counting->attacker = 0;
    counting->has_stopped = counting->takes_back = false;
    counting->dealt_to = counting->dealt_by = 0;
    counting->raised = 0;
    count_time(counting);
    for (int i = 0; i < act->events->count; i++) {
        see_event(counting, &act->events->event[i]);
    }
    /* An older program did not write what a late defence took back. */
    int id = counting->roller;
    if (counting->has_stopped && counting->dealt_to != id && id > 0 && id <= COMBATANTS_MAX &&
        counting->course.hit_by[id] == counting->target) {
        count_dealt(counting, &(struct event){.subject = id,
                                              .object = counting->target,
                                              .from = counting->course.hit_damage[id]});
    }
    counting->figures->acts += counting->viewed.fits ? 1 : 0;
    return true;
}

/* ---- as bytes -------------------------------------------------------------------------- */

/* Numbers are whole numbers of seven bits a byte, the sign last, or eight bytes of a double; a
 * list begins with its length. */

struct figures_base figures_base_of(const struct figures *figures)
{
    return (struct figures_base){
        .rows = figures->rows,
        .checks = figures->checks,
        .thrown = figures->thrown_count,
        .turns = figures->turns,
        .tallies = figures->tallies,
        .blows = figures->blows,
        .rounds = figures->rounds,
        .acts = figures->acts,
        .side_rounds = {figures->side_rounds[0], figures->side_rounds[1]}};
}

struct bytes {
    unsigned char *p;
    int n, room;
};

static void put(struct bytes *out, const void *bytes, int n)
{
    if (out->n + n > out->room) {
        out->room = 2 * (out->n + n) + 256;
        out->p = realloc(out->p, (size_t)out->room);
        CHECK(out->p != NULL);
    }
    memcpy(out->p + out->n, bytes, (size_t)n);
    out->n += n;
}

static void put_number(struct bytes *out, int64_t number)
{
    uint64_t left = number < 0 ? ((uint64_t) - (number + 1) << 1) | 1 : (uint64_t)number << 1;
    do {
        unsigned char byte = (unsigned char)((left & 0x7f) | (left > 0x7f ? 0x80 : 0));
        put(out, &byte, 1);
        left >>= 7;
    } while (left > 0);
}

static void put_real(struct bytes *out, double number)
{
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    for (int i = 0; i < 8; i++) {
        unsigned char byte = (unsigned char)(bits >> (8 * i));
        put(out, &byte, 1);
    }
}

static void put_text(struct bytes *out, const char *text)
{
    int n = (int)strlen(text);
    put_number(out, n);
    put(out, text, n);
}

static void put_luck(struct bytes *out, const struct luck *luck)
{
    put_number(out, luck->is_unknown);
    put_number(out, luck->parts);
    for (int i = 0; i < luck->parts; i++) {
        put_number(out, luck->part[i].times);
        put_number(out, luck->part[i].count);
        for (int k = 0; k < luck->part[i].count; k++) {
            put_number(out, luck->value[luck->part[i].first + k].value);
            put_real(out, luck->value[luck->part[i].first + k].chance);
        }
    }
}

static void put_row(struct bytes *out, const struct figures_row *row)
{
    put_text(out, row->name);
    put_number(out, row->id);
    put_number(out, row->side);
    put_number(out, row->evening);
    put_number(out, row->has_unknown_hits);
    put_number(out, row->has_unknown_damage);
#define NUMBER(type, member) put_number(out, row->member);
    FIGURES_NUMBERS(NUMBER)
#undef NUMBER
    put_number(out, row->hp_count);
    for (int i = 0; i < row->hp_count; i++) {
        put_number(out, row->hp[i]);
    }
    put_real(out, row->hits_expected);
    put_real(out, row->damage_expected);
    put_luck(out, &row->hits_luck);
    put_luck(out, &row->damage_luck);
}

static void put_checks(struct bytes *out, const struct figures *figures, int from)
{
    put_number(out, figures->checks - from);
    for (int i = from; i < figures->checks; i++) {
        const struct figures_morale *check = &figures->check[i];
        put_text(out, check->group);
        put_number(out, check->checks);
        put_number(out, check->held);
        put_number(out, check->has_unknown);
        put_real(out, check->held_expected);
    }
}

static void put_faces(struct bytes *out, const struct figures *figures, int from)
{
    put_number(out, figures->thrown_count - from);
    for (int i = from; i < figures->thrown_count; i++) {
        const struct figures_faces *faces = &figures->thrown[i];
        put_number(out, faces->sides);
        put_number(out, faces->is_entered);
        for (int k = 0; k < faces->sides; k++) {
            put_number(out, faces->count[k]);
        }
    }
}

static void put_tallies(struct bytes *out, const struct figures *figures,
                        const struct figures_base *base)
{
    put_number(out, figures->tallies - base->tallies);
    for (int i = base->tallies; i < figures->tallies; i++) {
        const struct figures_tally *tally = &figures->tally[i];
        put_text(out, tally->name);
#define NUMBER(type, member) put_number(out, tally->member);
        TALLY_NUMBERS(NUMBER)
#undef NUMBER
#define CHANCE(member) put_real(out, tally->member);
        TALLY_CHANCES(CHANCE)
#undef CHANCE
    }
    put_number(out, figures->blows - base->blows);
    int64_t before = 0;
    for (int i = base->blows; i < figures->blows; i++) {
        const struct figures_blow *blow = &figures->blow[i];
        put_number(out, blow->tally - base->tallies);
        put_number(out, (blow->is_hit ? 1 : 0) + (blow->knows_hitting ? 2 : 0));
        put_number(out, blow->act - before);
        put_number(out, blow->damage);
        put_real(out, blow->hit_chance);
        before = blow->act;
    }
    put_number(out, figures->rounds - base->rounds);
    for (int i = base->rounds; i < figures->rounds; i++) {
        put_number(out, figures->round[i].round);
        put_number(out, figures->round[i].acts);
    }
}

static void put_course(struct bytes *out, const struct figures_course *course, int rows)
{
    int most = COMBATANTS_MAX;
    while (most > 0 && course->taker[most] == 0 && course->cause[most] == 0 &&
           course->hit_by[most] == 0 && !course->is_down[most] && !course->is_crowd[most] &&
           !course->has_hp[most]) {
        most--;
    }
    put_number(out, course->turn);
    put_number(out, course->last_ms);
    put_number(out, most);
    for (int id = 1; id <= most; id++) {
        put_number(out, course->taker[id]);
        put_number(out, course->cause[id]);
        put_number(out, course->hit_by[id]);
        put_number(out, course->hit_damage[id]);
        put_number(out, course->hit_row[id] > 0 ? course->hit_row[id] - rows : 0);
        put_number(out, (course->is_down[id] ? 1 : 0) + (course->is_crowd[id] ? 2 : 0) +
                            (course->has_hp[id] ? 4 : 0));
        put_number(out, course->has_hp[id] ? course->hp[id] : 0);
    }
}

unsigned char *figures_to_bytes(const struct figures_counting *counting,
                                const struct figures_base *base, int *count)
{
    const struct figures *figures = counting->figures;
    struct bytes out = {.p = NULL};
    put_number(&out, figures->acts - base->acts);
    put_number(&out, figures->side_rounds[0] - base->side_rounds[0]);
    put_number(&out, figures->side_rounds[1] - base->side_rounds[1]);
    put_number(&out, figures->rows - base->rows);
    for (int i = base->rows; i < figures->rows; i++) {
        put_row(&out, &figures->row[i]);
    }
    put_number(&out, figures->turns - base->turns);
    for (int i = base->turns; i < figures->turns; i++) {
        put_number(&out, figures->turn[i].row - base->rows);
        put_number(&out, figures->turn[i].ms);
    }
    put_checks(&out, figures, base->checks);
    put_faces(&out, figures, base->thrown);
    put_tallies(&out, figures, base);
    put_course(&out, &counting->course, base->rows);
    *count = out.n;
    return out.p;
}

/* ---- read back -------------------------------------------------------------------------- */

/* Nothing more is read after a mistake. */
struct reader {
    const unsigned char *p;
    int n, at;
    bool is_wrong;
};

static int64_t get_number(struct reader *in, int64_t least, int64_t most)
{
    uint64_t bits = 0;
    bool goes_on = true;
    for (int shift = 0; goes_on && shift < 64; shift += 7) {
        in->is_wrong = in->is_wrong || in->at >= in->n;
        if (in->is_wrong) {
            return least;
        }
        unsigned char byte = in->p[in->at++];
        bits |= (uint64_t)(byte & 0x7f) << shift;
        goes_on = (byte & 0x80) != 0;
    }
    int64_t half = (int64_t)(bits >> 1);
    int64_t number = (bits & 1) != 0 ? -half - 1 : half;
    in->is_wrong = in->is_wrong || goes_on || number < least || number > most;
    return in->is_wrong ? least : number;
}

static int get_int(struct reader *in, int least, int most)
{
    return (int)get_number(in, least, most);
}

/* The length of a list, each of whose items takes a byte at least. */
static int get_count(struct reader *in)
{
    return get_int(in, 0, in->n - in->at);
}

static double get_real(struct reader *in)
{
    uint64_t bits = 0;
    double number;
    in->is_wrong = in->is_wrong || in->n - in->at < 8;
    for (int i = 0; i < 8 && !in->is_wrong; i++) {
        bits |= (uint64_t)in->p[in->at++] << (8 * i);
    }
    memcpy(&number, &bits, sizeof number);
    in->is_wrong = in->is_wrong || !isfinite(number);
    return in->is_wrong ? 0 : number;
}

static void get_text(struct reader *in, char *out, int size)
{
    int n = get_int(in, 0, size - 1);
    in->is_wrong = in->is_wrong || n > in->n - in->at;
    n = in->is_wrong ? 0 : n;
    memcpy(out, in->p + in->at, (size_t)n);
    out[n] = '\0';
    in->at += n;
}

static void get_luck(struct reader *in, struct luck *luck)
{
    struct luck_value value[LUCK_VALUES_MAX];
    luck->is_unknown = get_int(in, 0, 1) != 0;
    int parts = get_count(in);
    for (int i = 0; i < parts && !in->is_wrong; i++) {
        int64_t times = get_number(in, 1, INT_MAX);
        int count = get_int(in, 1, LUCK_VALUES_MAX);
        for (int k = 0; k < count; k++) {
            value[k].value = get_number(in, -LUCK_VALUE_MAX, LUCK_VALUE_MAX);
            value[k].chance = get_real(in);
            in->is_wrong = in->is_wrong || (k > 0 && value[k].value <= value[k - 1].value);
        }
        if (!in->is_wrong) {
            luck_add_times(luck, value, count, times);
        }
    }
}

static void get_row(struct reader *in, struct figures *figures)
{
    figures->row =
        grown(figures->row, figures->rows, &figures->rows_room, sizeof *figures->row);
    struct figures_row *row = &figures->row[figures->rows++];
    *row = (struct figures_row){.id = 0};
    get_text(in, row->name, sizeof row->name);
    row->id = get_int(in, 1, COMBATANTS_MAX);
    row->side = get_int(in, 0, INT_MAX);
    row->evening = get_int(in, 0, INT_MAX);
    row->has_unknown_hits = get_int(in, 0, 1) != 0;
    row->has_unknown_damage = get_int(in, 0, 1) != 0;
#define LEAST_int INT_MIN
#define MOST_int INT_MAX
#define LEAST_int64_t INT64_MIN
#define MOST_int64_t INT64_MAX
#define NUMBER(type, member) row->member = (type)get_number(in, LEAST_##type, MOST_##type);
    FIGURES_NUMBERS(NUMBER)
#undef NUMBER
    int hp = get_count(in);
    for (int i = 0; i < hp && !in->is_wrong; i++) {
        row->hp = grown(row->hp, row->hp_count, &row->hp_room, sizeof *row->hp);
        row->hp[row->hp_count++] = get_int(in, INT_MIN, INT_MAX);
    }
    row->hits_expected = get_real(in);
    row->damage_expected = get_real(in);
    get_luck(in, &row->hits_luck);
    get_luck(in, &row->damage_luck);
}

static void get_checks(struct reader *in, struct figures *figures, int64_t encounter)
{
    char group[FIGURES_NAME_SIZE];
    int checks = get_count(in);
    for (int i = 0; i < checks && !in->is_wrong; i++) {
        get_text(in, group, sizeof group);
        struct figures_morale *check = morale_of(figures, encounter, group);
        check->checks = get_int(in, 0, INT_MAX);
        check->held = get_int(in, 0, INT_MAX);
        check->has_unknown = get_int(in, 0, 1) != 0;
        check->held_expected = get_real(in);
    }
}

static void get_faces(struct reader *in, struct figures *figures, int64_t encounter)
{
    int count = get_count(in);
    for (int i = 0; i < count && !in->is_wrong; i++) {
        int sides = get_int(in, 1, FIGURES_SIDES_MAX);
        bool is_entered = get_int(in, 0, 1) != 0;
        struct figures_faces *faces = faces_of(figures, encounter, sides, is_entered);
        for (int k = 0; k < sides && !in->is_wrong; k++) {
            int64_t throws = get_number(in, 0, INT_MAX);
            faces->count[k] += throws;
            faces->throws += throws;
        }
    }
}

static void get_tallies(struct reader *in, struct figures *figures, int64_t encounter)
{
    int tallies = get_count(in);
    for (int i = 0; i < tallies && !in->is_wrong; i++) {
        figures->tally = grown(figures->tally, figures->tallies, &figures->tallies_room,
                               sizeof *figures->tally);
        struct figures_tally *tally = &figures->tally[figures->tallies++];
        *tally = (struct figures_tally){.encounter_id = encounter};
        get_text(in, tally->name, sizeof tally->name);
#define NUMBER(type, member) tally->member = get_int(in, 0, INT_MAX);
        TALLY_NUMBERS(NUMBER)
#undef NUMBER
#define CHANCE(member) tally->member = get_real(in);
        TALLY_CHANCES(CHANCE)
#undef CHANCE
    }
    int blows = get_count(in);
    int64_t before = 0;
    for (int i = 0; i < blows && !in->is_wrong; i++) {
        figures->blow =
            grown(figures->blow, figures->blows, &figures->blows_room, sizeof *figures->blow);
        struct figures_blow *blow = &figures->blow[figures->blows++];
        *blow = (struct figures_blow){.tally = get_int(in, 0, figures->tallies - 1)};
        int flags = get_int(in, 0, 3);
        blow->is_hit = (flags & 1) != 0;
        blow->knows_hitting = (flags & 2) != 0;
        blow->act = before + get_number(in, 0, INT64_MAX - before);
        blow->damage = get_number(in, INT64_MIN, INT64_MAX);
        blow->hit_chance = get_real(in);
        before = blow->act;
    }
    int rounds = get_count(in);
    for (int i = 0; i < rounds && !in->is_wrong; i++) {
        figures->round = grown(figures->round, figures->rounds, &figures->rounds_room,
                               sizeof *figures->round);
        struct figures_round *round = &figures->round[figures->rounds++];
        *round = (struct figures_round){.encounter_id = encounter};
        round->round = get_int(in, 1, INT_MAX);
        round->acts = get_int(in, 1, INT_MAX);
    }
}

/* `rows`: of the encounter. */
static void get_course(struct reader *in, struct figures_course *course, int rows)
{
    course->turn = get_int(in, 0, COMBATANTS_MAX);
    course->last_ms = get_number(in, INT64_MIN, INT64_MAX);
    int most = get_int(in, 0, COMBATANTS_MAX);
    for (int id = 1; id <= most && !in->is_wrong; id++) {
        course->taker[id] = get_int(in, 0, COMBATANTS_MAX);
        course->cause[id] = get_int(in, 0, COMBATANTS_MAX);
        course->hit_by[id] = get_int(in, 0, COMBATANTS_MAX);
        course->hit_damage[id] = get_int(in, INT_MIN, INT_MAX);
        course->hit_row[id] = get_int(in, 0, rows);
        int flags = get_int(in, 0, 7);
        course->is_down[id] = (flags & 1) != 0;
        course->is_crowd[id] = (flags & 2) != 0;
        course->has_hp[id] = (flags & 4) != 0;
        course->hp[id] = get_int(in, INT_MIN, INT_MAX);
    }
}

/* ---- adding what was kept --------------------------------------------------------------- */

static void take_rows(struct figures *figures, struct figures *from, int64_t encounter,
                      const char *name)
{
    int first = figures->rows;
    for (int i = 0; i < from->rows; i++) {
        figures->row =
            grown(figures->row, figures->rows, &figures->rows_room, sizeof *figures->row);
        struct figures_row *row = &figures->row[figures->rows++];
        *row = from->row[i];
        row->encounter_id = encounter;
        text_format(row->encounter, sizeof row->encounter, "%s", name);
    }
    from->rows = 0; /* what they own was taken over */
    for (int i = 0; i < from->turns; i++) {
        figures->turn =
            grown(figures->turn, figures->turns, &figures->turns_room, sizeof *figures->turn);
        figures->turn[figures->turns++] =
            (struct figures_turn){first + from->turn[i].row, from->turn[i].ms};
    }
}

static void take_dice(struct figures *figures, const struct figures *from)
{
    for (int i = 0; i < from->checks; i++) {
        const struct figures_morale *check = &from->check[i];
        *morale_of(figures, check->encounter_id, check->group) = *check;
    }
    for (int i = 0; i < from->thrown_count; i++) {
        const struct figures_faces *faces = &from->thrown[i];
        struct figures_faces *to =
            faces_of(figures, faces->encounter_id, faces->sides, faces->is_entered);
        to->throws = faces->throws;
        memcpy(to->count, faces->count, (size_t)faces->sides * sizeof *faces->count);
    }
}

static void take_tallies(struct figures *figures, const struct figures *from)
{
    int first = figures->tallies;
    for (int i = 0; i < from->tallies; i++) {
        figures->tally = grown(figures->tally, figures->tallies, &figures->tallies_room,
                               sizeof *figures->tally);
        figures->tally[figures->tallies++] = from->tally[i];
    }
    for (int i = 0; i < from->blows; i++) {
        figures->blow =
            grown(figures->blow, figures->blows, &figures->blows_room, sizeof *figures->blow);
        figures->blow[figures->blows] = from->blow[i];
        figures->blow[figures->blows++].tally += first;
    }
    for (int i = 0; i < from->rounds; i++) {
        figures->round = grown(figures->round, figures->rounds, &figures->rounds_room,
                               sizeof *figures->round);
        figures->round[figures->rounds++] = from->round[i];
    }
}

bool figures_from_bytes(struct figures_counting *counting, const char *encounter,
                        const unsigned char *bytes, int count)
{
    struct reader in = {.p = bytes, .n = count};
    struct figures figures, *to = counting->figures;
    struct figures_course *course = calloc(1, sizeof *course);
    CHECK(course != NULL);
    figures_init(&figures);
    figures.acts = get_number(&in, 0, INT_MAX);
    figures.side_rounds[0] = get_int(&in, 0, INT_MAX);
    figures.side_rounds[1] = get_int(&in, 0, INT_MAX);
    int rows = get_count(&in);
    for (int i = 0; i < rows && !in.is_wrong; i++) {
        get_row(&in, &figures);
    }
    int turns = get_count(&in);
    for (int i = 0; i < turns && !in.is_wrong; i++) {
        figures.turn =
            grown(figures.turn, figures.turns, &figures.turns_room, sizeof *figures.turn);
        struct figures_turn *turn = &figures.turn[figures.turns++];
        turn->row = get_int(&in, 0, figures.rows - 1);
        turn->ms = get_number(&in, 0, INT64_MAX);
    }
    get_checks(&in, &figures, counting->encounter_id);
    get_faces(&in, &figures, counting->encounter_id);
    get_tallies(&in, &figures, counting->encounter_id);
    get_course(&in, course, figures.rows);
    bool is_sound = !in.is_wrong && in.at == in.n;
    if (is_sound) {
        to->acts += figures.acts;
        to->side_rounds[0] += figures.side_rounds[0];
        to->side_rounds[1] += figures.side_rounds[1];
        int before = to->rows;
        take_rows(to, &figures, counting->encounter_id, encounter);
        take_dice(to, &figures);
        take_tallies(to, &figures);
        for (int id = 1; id <= COMBATANTS_MAX; id++) {
            course->hit_row[id] += course->hit_row[id] > 0 ? before : 0;
        }
        counting->course = *course;
    }
    figures_free(&figures);
    free(course);
    return is_sound;
}
