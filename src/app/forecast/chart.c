#include "app/forecast/chart.h"

#include <stdlib.h>
#include <string.h>

#include "app/library/campaign_library.h"
#include "app/library/record_library.h"
#include "app/log/act.h"
#include "app/log/address.h"
#include "app/log/history.h"
#include "app/log/past.h"
#include "app/sitting/data.h"
#include "app/sitting/state.h"
#include "base/array.h"
#include "tracker/combatant_commands.h"
#include "tracker/conditions.h"
#include "tracker/counters.h"
#include "tracker/decide.h"
#include "tracker/policy.h"
#include "tracker/procedure.h"
#include "tracker/settings.h"
#include "tracker/table_commands.h"

/* ---- whose acts ------------------------------------------------------------------------ */

/* Who rolled in an act, from its events. */
struct rollers {
    int first;
    bool is_any, is_of_both_sides;
};

static void find_rollers(struct rollers *out, const struct act_events *events,
                         const struct state *after)
{
    *out = (struct rollers){.first = 0};
    for (int i = 0; i < events->count; i++) {
        const struct event *event = &events->event[i];
        int id = event->subject;
        if (event->kind != EVENT_ROLLED || id <= 0 || id > after->count) {
            out->is_any = out->is_any || event->kind == EVENT_ROLLED;
            continue;
        }
        out->is_of_both_sides =
            out->is_of_both_sides ||
            (out->first != 0 && state_value(after, id, FIELD_SIDE, SIDE_FOES) !=
                                    state_value(after, out->first, FIELD_SIDE, SIDE_FOES));
        out->first = out->first == 0 ? id : out->first;
        out->is_any = true;
    }
}

/* True when it is a command of every game, by which the referee keeps the table: nobody it is
 * about chose it. */
static bool is_of_referee(const char *name)
{
    int (*const tables[])(const struct command_def **) = {combatant_commands, table_commands,
                                                          condition_commands, counter_commands,
                                                          setting_commands,   policy_commands};
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        const struct command_def *def;
        int count = tables[i](&def);
        for (int k = 0; k < count; k++) {
            if (strcmp(def[k].name, name) == 0) {
                return true;
            }
        }
    }
    return false;
}

static bool is_of_selected(enum whom whom)
{
    return whom == WHOM_SELECTED || whom == WHOM_HEALED || whom == WHOM_WAITING;
}

/* 0: nobody's, so the referee's. */
static int actor_of(const struct act_people *people, const struct procedure *procedure,
                    const struct state *before, const struct rollers *rollers)
{
    const struct command_def *def = people->command.def;
    if (def == NULL || people->action != def->name || people->command.is_ruling ||
        is_of_referee(def->name)) {
        return 0;
    }
    if (people->by > 0) {
        return people->by;
    }
    if (rollers->is_any && !rollers->is_of_both_sides) {
        return rollers->first;
    }
    if (is_of_selected(def->whom) && people->to_count > 0) {
        return people->to[0];
    }
    return procedure->actor(before);
}

/* ---- reading --------------------------------------------------------------------------- */

struct reading {
    struct chart *chart;
    const struct procedure *procedure;
    const struct command_def *const *defs;
    int defs_count;
    struct state *at; /* after the act that is read */
    struct act_people people;
    bool has_begun;
};

static bool has_dice(const struct act_events *events)
{
    return events->has_entered || events->has_rolled;
}

static bool has_begun(const struct state *before, const struct state *after)
{
    struct error none;
    return after->value[ENCOUNTER_ROUND] > 0 && forecast_has_sides(before, &none);
}

static struct state *copy_of(const struct state *state)
{
    struct state *copy = calloc(1, sizeof *copy);
    CHECK(copy != NULL);
    state_copy(copy, state);
    copy->value[ENCOUNTER_DRAW] = 0; /* no matter, as fights have dice of their own */
    return copy;
}

/* The state as it is after these acts, from the newest that changed it. */
const struct state *chart_state_after(const struct chart *chart, int acts)
{
    while (acts > 0 && chart->act[acts - 1].after == NULL) {
        acts--;
    }
    return acts > 0 ? chart->act[acts - 1].after : chart->start;
}

static bool see_act(void *context, const struct sitting_act *told)
{
    struct reading *reading = context;
    struct chart *chart = reading->chart;
    struct rollers rollers;
    if (told->before == NULL) {
        return true;
    }
    state_copy(reading->at, told->before);
    for (int i = 0; i < told->events->count; i++) {
        state_apply(reading->at, &told->events->event[i]);
    }
    if (!reading->has_begun && !has_begun(told->before, reading->at)) {
        return true;
    }
    if (!reading->has_begun) {
        chart->start = copy_of(told->before);
        reading->has_begun = true;
    }
    chart->act =
        array_grown(chart->act, chart->acts, &chart->acts_room, sizeof *chart->act, realloc);
    CHECK(chart->act != NULL);
    struct chart_act *act = &chart->act[chart->acts];
    *act = (struct chart_act){.id = told->id, .round = told->round};
    text_format(act->label, sizeof act->label, "%s", told->label);
    text_format(act->line, sizeof act->line, "%s", told->command);
    find_rollers(&rollers, told->events, reading->at);
    reading->people.command.def = NULL;
    act_people_read(&reading->people, reading->procedure, reading->defs, reading->defs_count,
                    told->before, str_of(told->command));
    if (reading->people.by == 0 && told->by_id > 0) {
        act_people_set_by(&reading->people, told->by_id);
    }
    act->by = actor_of(&reading->people, reading->procedure, told->before, &rollers);
    act->to = reading->people.to_count > 0 ? reading->people.to[0] : 0;
    act->open = has_dice(told->events) ? 1 : 0;
    act->after = copy_of(reading->at);
    if (state_equal(act->after, chart_state_after(chart, chart->acts))) {
        free(act->after);
        act->after = NULL;
    }
    chart->acts++;
    return true;
}

static enum status read_way(struct chart *chart, struct sitting *sitting, int64_t encounter,
                            int64_t until, const struct forecast_from *from, struct error *err)
{
    struct encounter_row row;
    struct made_commands *made = calloc(1, sizeof *made);
    const struct command_def **defs = calloc(COMMANDS_MAX, sizeof *defs);
    struct reading *reading = calloc(1, sizeof *reading);
    CHECK(made != NULL && defs != NULL && reading != NULL);
    reading->at = calloc(1, sizeof *reading->at);
    CHECK(reading->at != NULL);
    reading->chart = chart;
    reading->procedure = from->procedure;
    reading->defs = defs;
    reading->defs_count = procedure_commands(from->procedure, state_system(from->state), made,
                                             defs, COMMANDS_MAX);
    enum status status = encounter_at(sitting->campaign, encounter, &row, err);
    if (status == STATUS_OK) {
        const struct sitting_acts_wish wish = {
            .row = &row, .until = until, .undone = UNDONE_LEFT_OUT, .tells_rolls = true};
        status = sitting_acts(sitting, &wish, see_act, reading, err);
    }
    if (status == STATUS_OK && !reading->has_begun) {
        status = error_set(
            err, STATUS_USAGE, "",
            "there is no chart: nobody has fought yet; `forecast` tells the chances before "
            "a fight");
    }
    free(reading->at);
    free(reading);
    free(defs);
    free(made);
    return status;
}

/* ---- what is to be counted ------------------------------------------------------------- */

/* Fights from here are over before their first act: nobody comes, and nothing is rolled again.
 */
static bool is_over(const struct chart *chart, const struct fight_start *start, int64_t *won)
{
    enum fight_end end;
    bool may_roll = start->last != NULL && chart->forecast->from.procedure->plays_again;
    bool is_over = start->opening == NULL && start->state->counters == 0 &&
                   fight_is_over(start->state, &end) && (end != FIGHT_LOST || !may_roll);
    *won = is_over && end == FIGHT_WON ? 1 : 0;
    return is_over;
}

/* Returns the place of the new point. */
static int add_point(struct chart *chart, const struct fight_start *start)
{
    chart->point = array_grown(chart->point, chart->points, &chart->points_room,
                               sizeof *chart->point, realloc);
    CHECK(chart->point != NULL);
    struct chart_point *point = &chart->point[chart->points];
    *point = (struct chart_point){.start = *start, .player = malloc(sizeof *point->player)};
    CHECK(point->player != NULL);
    point->is_exact = is_over(chart, start, &point->won);
    forecast_player(chart->forecast, 0, start->state, point->player);
    return chart->points++;
}

static void add_points(struct chart *chart)
{
    add_point(chart, &(struct fight_start){.state = chart->start});
    int before = 0;
    for (int i = 0; i < chart->acts; i++) {
        struct chart_act *act = &chart->act[i];
        const struct state *from = chart_state_after(chart, i);
        bool has_open_dice = act->open != 0;
        act->chance = before;
        if (act->after != NULL) {
            const struct fight_start after = {
                .state = act->after, .last = has_open_dice ? act->line : NULL, .before = from};
            act->chance = add_point(chart, &after);
        }
        const struct chart_point *was = &chart->point[before];
        const struct chart_point *is = &chart->point[act->chance];
        bool is_decided = was->is_exact && is->is_exact && was->won == is->won;
        act->open = act->chance;
        if (has_open_dice && !is_decided) {
            act->open =
                add_point(chart, &(struct fight_start){.state = from, .opening = act->line});
        }
        before = act->chance;
    }
    chart->open = calloc((size_t)chart->points, sizeof *chart->open);
    chart->row = calloc((size_t)chart->points, sizeof *chart->row);
    CHECK(chart->open != NULL && chart->row != NULL);
    for (int i = 0; i < chart->points; i++) {
        chart->row[i] = chart->point[i].is_exact ? -1 : chart->opens;
        if (!chart->point[i].is_exact) {
            chart->open[chart->opens++] = i;
        }
    }
}

enum status chart_new(struct chart **out, struct sitting *sitting, int64_t encounter,
                      int64_t until, const struct forecast_from *from,
                      const struct forecast_wish *wish, struct error *err)
{
    *out = NULL;
    struct chart *chart = calloc(1, sizeof *chart);
    CHECK(chart != NULL);
    struct forecast_from own = *from;
    struct forecast_wish fair = *wish;
    enum status status = read_way(chart, sitting, encounter, until, from, err);
    if (status == STATUS_OK) {
        own.state = chart->start;
        own.policies = chart_state_after(chart, chart->acts);
        fair.usual = "sensible";
        fair.what_ifs.count = 0;
        status = forecast_new(&chart->forecast, &own, &fair, err);
    }
    if (status != STATUS_OK) {
        chart_free(chart);
        return status;
    }
    add_points(chart);
    chart->encounter = encounter;
    chart->is_whole = until == 0;
    *out = chart;
    return STATUS_OK;
}

void chart_free(struct chart *chart)
{
    if (chart == NULL) {
        return;
    }
    for (int i = 0; i < chart->acts; i++) {
        free(chart->act[i].after);
    }
    for (int i = 0; i < chart->points; i++) {
        free(chart->point[i].player);
    }
    forecast_free(chart->forecast);
    free(chart->act);
    free(chart->point);
    free(chart->start);
    free(chart->open);
    free(chart->row);
    free(chart->batch.came);
    free(chart);
}

/* ---- of the sitting -------------------------------------------------------------------- */

enum status sitting_chart_new(struct sitting_chart *out, struct sitting *sitting,
                              int64_t encounter, int64_t act, struct error *err)
{
    struct past *past;
    struct sitting_forecast found;
    const struct forecast_wish wish = {.fights = CHART_FIGHTS_USUAL, .seed = 1};
    *out = (struct sitting_chart){.chart = NULL};
    if (encounter == 0) {
        return error_set(err, STATUS_USAGE, "", "there is no chart: no encounter is open");
    }
    enum status status = past_open_of(&past, sitting, encounter, -1, err);
    if (status != STATUS_OK) {
        return status;
    }
    sitting_forecast_past(&found, sitting, past);
    past_close(past);
    out->library = sitting_read_library_apart(sitting, state_system(found.from.state));
    found.from.library = out->library != NULL ? record_library(out->library) : NULL;
    status = chart_new(&out->chart, sitting, encounter, act, &found.from, &wish, err);
    sitting_forecast_done(&found);
    return status;
}

void sitting_chart_end(struct sitting_chart *chart)
{
    chart_free(chart->chart);
    record_library_close(chart->library);
    *chart = (struct sitting_chart){.chart = NULL};
}

enum status sitting_chart_find(int64_t *encounter, int64_t *act, struct sitting *sitting,
                               struct str words, struct error *err)
{
    struct encounter_row row = sitting->encounter;
    TEXT_BUFFER(name, CAMPAIGN_NAME_SIZE);
    enum status status = STATUS_OK;
    *act = 0;
    words = str_trimmed(words);
    if (is_act_address(words)) {
        status = sitting_act_at(sitting, words, &row, act, err);
    } else if (words.n > 0) {
        text_add_str(&name, str_unquoted(words));
        status = sitting_find_encounter(sitting, name.p, &row, err);
    }
    *encounter = row.id;
    return status;
}

/* ---- playing --------------------------------------------------------------------------- */

static void start_of_point(const void *context, int start, struct forecast_start *out)
{
    const struct chart *chart = context;
    const struct chart_point *point = &chart->point[chart->open[start]];
    *out = (struct forecast_start){.start = point->start,
                                   .player = point->player,
                                   .may_fail = point->start.opening != NULL};
}

static void add(struct chart_sum *sum, int number)
{
    sum->sum += number;
    sum->squares += (int64_t)number * number;
}

/* What came of a fight of the batch at a point. */
static int came_at(const struct chart *chart, int point, int fight)
{
    int row = chart->row[point];
    return row < 0 ? (int)chart->point[point].won
                   : chart->batch.came[row * chart->batch.fights + fight];
}

/* An act that cannot be done with other dice has none: it is all choice. */
static int came_open(const struct chart *chart, const struct chart_act *act, int fight)
{
    int open = came_at(chart, act->open, fight);
    return open == CAME_TO_NOTHING ? came_at(chart, act->chance, fight) : open;
}

/* One fight: the luck of its number, at each act. */
static void count_fight(struct chart *chart, int fight)
{
    int dice[COMBATANTS_MAX + 1] = {0}, choice[COMBATANTS_MAX + 1] = {0};
    int all_dice = 0, all_choices = 0, start = came_at(chart, 0, fight), before = start;
    for (int i = 0; i < chart->acts; i++) {
        struct chart_act *act = &chart->act[i];
        int after = came_at(chart, act->chance, fight), open = came_open(chart, act, fight);
        add(&act->dice, after - open);
        add(&act->choice, open - before);
        add(&act->change, after - before);
        dice[act->by] += after - open;
        choice[act->by] += open - before;
        all_dice += after - open;
        all_choices += open - before;
        chart->share[act->by].has_acted = true;
        before = after;
    }
    add(&chart->dice, all_dice);
    add(&chart->choices, all_choices);
    add(&chart->without, start + all_choices);
    const struct state *state = chart_state_after(chart, chart->acts);
    int side_dice[2] = {0, 0}, side_choice[2] = {0, 0};
    for (int id = 0; id <= state->count; id++) {
        if (!chart->share[id].has_acted) {
            continue;
        }
        add(&chart->share[id].dice, dice[id]);
        add(&chart->share[id].choice, choice[id]);
        if (id > 0) {
            int side = state_value(state, id, FIELD_SIDE, SIDE_FOES);
            chart->side[side].has_acted = true;
            side_dice[side] += dice[id];
            side_choice[side] += choice[id];
        }
    }
    for (int side = SIDE_FOES; side <= SIDE_PARTY; side++) {
        add(&chart->side[side].dice, side_dice[side]);
        add(&chart->side[side].choice, side_choice[side]);
    }
}

static void count_batch(struct chart *chart)
{
    const int fights = chart->batch.fights;
    for (int i = 0; i < fights; i++) {
        count_fight(chart, i);
    }
    for (int i = 0; i < chart->opens; i++) {
        for (int k = 0; k < fights; k++) {
            chart->point[chart->open[i]].won += chart->batch.came[i * fights + k] > 0 ? 1 : 0;
        }
    }
    chart->fights += fights;
    chart->batch.fights = 0;
}

bool chart_play(struct chart *chart, struct forecast_crew *crew, int fights)
{
    if (chart->batch.needs[0] != '\0' || (chart->opens == 0 && chart->fights > 0)) {
        return false;
    }
    const struct forecast_starts starts = {&chart->forecast->rules, start_of_point, chart,
                                           chart->opens};
    if (forecast_batch_play(&chart->batch, crew, &starts, chart->fights, fights)) {
        count_batch(chart);
    }
    return chart->opens > 0 && chart->batch.needs[0] == '\0';
}

struct interval chart_chance(const struct chart *chart, int point)
{
    const struct chart_point *of = &chart->point[point];
    if (of->is_exact) {
        return (struct interval){(double)of->won, (double)of->won, (double)of->won};
    }
    return interval_of_chance(of->won, chart->fights);
}

double chart_points(const struct chart *chart)
{
    double widest = 0;
    for (int i = 0; i < chart->points; i++) {
        struct interval chance = chart_chance(chart, i);
        bool is_shown = chart->point[i].start.opening == NULL;
        double half = (chance.high - chance.low) / 2;
        widest = is_shown && half > widest ? half : widest;
    }
    return widest * 100;
}

int chart_end(const struct chart *chart)
{
    return chart->acts > 0 ? chart->act[chart->acts - 1].chance : 0;
}

struct interval chart_share_of(const struct chart *chart, const struct chart_sum *sum)
{
    return interval_of_average(sum->sum, sum->squares, chart->fights);
}

/* ---- turning points -------------------------------------------------------------------- */

static int64_t size_of(const struct chart_act *act)
{
    return act->change.sum < 0 ? -act->change.sum : act->change.sum;
}

/* At least ten points, and so much that half of them are none of the luck of the fights that
 * were played: of many acts some change by that alone. */
static bool is_turn(const struct chart *chart, const struct chart_act *act)
{
    enum { PARTS = 10 };
    struct interval change = chart_share_of(chart, &act->change);
    const double half = 0.5 / PARTS;
    return chart->fights > 0 && size_of(act) * PARTS >= chart->fights &&
           (change.low >= half || change.high <= -half);
}

int chart_turns(const struct chart *chart, int turn[CHART_TURNS])
{
    int count = 0;
    for (int i = 0; i < chart->acts; i++) {
        if (!is_turn(chart, &chart->act[i])) {
            continue;
        }
        int at = count < CHART_TURNS ? count++ : CHART_TURNS;
        while (at > 0 && size_of(&chart->act[turn[at - 1]]) < size_of(&chart->act[i])) {
            if (at < CHART_TURNS) {
                turn[at] = turn[at - 1];
            }
            at--;
        }
        if (at < CHART_TURNS) {
            turn[at] = i;
        }
    }
    return count;
}
