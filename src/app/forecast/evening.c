#include "app/forecast/evening.h"

#include <stdlib.h>
#include <string.h>

#include "app/encounters/plan.h"
#include "app/forecast/begin.h"
#include "app/report/report.h"
#include "app/forecast/kept.h"
#include "app/library/campaign_library.h"
#include "app/library/record_library.h"
#include "app/log/past.h"
#include "app/sitting/result.h"
#include "app/forecast/words.h"
#include "app/sitting/state.h"
#include "base/mix.h"
#include "base/utf8.h"
#include "forecast/fight_tally.h"
#include "games/games.h"
#include "resolver/dice/dice_expr.h"
#include "resolver/system.h"
#include "tracker/carry.h"
#include "tracker/decide.h"
#include "tracker/procedure.h"
#include "tracker/decision.h"

/* Where an evening is played, by one thread. */
struct evening_place {
    const struct forecast_evening *evening;
    struct fight *fight; /* that of the thread */
    struct evening_tally tally[EVENING_TALLIES_MAX];
    char needs[FIGHT_NEEDS_SIZE]; /* "": nothing */
    struct decision *decision;
    struct state *state;
    void *memory;
    struct evening_place *next; /* of those that are free */
};

/* ---- from one encounter to the next ---------------------------------------------------- */

static void begin_decision(struct evening_place *place, const struct state *state)
{
    const struct forecast_evening *evening = place->evening;
    struct decision *decision = place->decision;
    decision_begin(decision, evening->procedure, state, place->memory);
    decision->library = evening->library;
    decision->tables = evening->tables;
    decision->asks = false;
    decision->rolls = true;
}

/* Brings the party of `from` into place->state; false when that is refused, and the decision
 * says why. */
static bool carry(struct evening_place *place, const struct state *from)
{
    begin_decision(place, place->state);
    carry_party(place->decision, from);
    triggers_run(place->decision, place->state);
    if (!decision_goes_on(place->decision)) {
        return false;
    }
    state_copy(place->state, &place->decision->state);
    return true;
}

static bool rests_by_rule(const struct forecast_evening *evening)
{
    bool is_said = evening->rest.is_by_rule || evening->rest.heals[0] == '\0';
    return is_said && evening->procedure != NULL && evening->procedure->rests != NULL;
}

/* Each of the party gets hit points back, as by `heal` at the table; who cannot get any, gets
 * none. */
static void heal(struct evening_place *place, struct state *state, int64_t number)
{
    const struct forecast_evening *evening = place->evening;
    const struct fight_rules *rules = NULL;
    for (int i = 0; i < evening->steps && rules == NULL; i++) {
        const struct evening_step *step = &evening->step[i];
        rules = step->left_out[0] == '\0' ? &step->forecast->rules : NULL;
    }
    for (int id = 1; id <= state->count && rules != NULL; id++) {
        TEXT_BUFFER(line, COMMAND_LINE_MAX);
        if (!carry_takes(state, id)) {
            continue;
        }
        text_add(&line, "heal #%d %s", id, evening->rest.heals);
        begin_decision(place, state);
        place->decision->seed =
            mix_bits(rules->seed ^ mix_bits((uint64_t)number) ^ (uint64_t)id);
        decide(place->decision, rules->defs, rules->defs_count, state, str_of(line.p));
        if (place->decision->verdict == VERDICT_DONE) {
            state_copy(state, &place->decision->state);
        }
    }
}

/* The party rests, as was said, or by the rules of the game. */
static void rest(struct evening_place *place, struct state *state, int64_t number)
{
    const struct procedure *procedure = place->evening->procedure;
    if (place->evening->rest.heals[0] != '\0') {
        heal(place, state, number);
    }
    if (!rests_by_rule(place->evening)) {
        return;
    }
    begin_decision(place, state);
    for (int id = 1; id <= state->count; id++) {
        if (decision_goes_on(place->decision) && carry_takes(state, id)) {
            procedure->rests(place->decision, id);
        }
    }
    if (decision_goes_on(place->decision)) {
        state_copy(state, &place->decision->state);
    }
}

static struct evening_place *place_new(const struct forecast_evening *evening)
{
    struct evening_place *place = calloc(1, sizeof *place);
    CHECK(place != NULL);
    place->evening = evening;
    place->decision = calloc(1, sizeof *place->decision);
    place->state = calloc(1, sizeof *place->state);
    place->memory = malloc(DECISION_TEXT_SIZE);
    CHECK(place->decision != NULL && place->state != NULL && place->memory != NULL);
    return place;
}

static void place_free(struct evening_place *place)
{
    free(place->decision);
    free(place->state);
    free(place->memory);
    free(place);
}

/* ---- its encounters -------------------------------------------------------------------- */

static bool has_party(const struct state *state)
{
    for (int id = 1; id <= state->count; id++) {
        if (carry_takes(state, id)) {
            return true;
        }
    }
    return false;
}

static void leave_out(struct evening_step *step, const char *why)
{
    text_format(step->left_out, sizeof step->left_out, "%s", why);
}

/* As it begins, with the party; false, with the reason in the step, when it cannot. */
static bool begin_step(struct forecast_evening *evening, struct evening_step *step,
                       const struct state *start, const struct state *before)
{
    struct error err;
    struct evening_place *place = place_new(evening);
    bool is_right = true;
    state_copy(place->state, start);
    if (before != NULL && !has_party(start) && !carry(place, before)) {
        leave_out(step, place->decision->refusal.reason);
        is_right = false;
    }
    if (is_right && !forecast_has_sides(place->state, &err)) {
        leave_out(step, err.text);
        is_right = false;
    }
    if (is_right) {
        step->start = calloc(1, sizeof *step->start);
        CHECK(step->start != NULL);
        state_copy(step->start, place->state);
    }
    place_free(place);
    return is_right;
}

void forecast_evening_add(struct forecast_evening *evening, const char *name,
                          const struct state *start, const struct state *before,
                          const struct forecast_wish *wish, const char *left_out)
{
    struct error err;
    if (evening->steps == EVENING_STEPS_MAX) {
        return;
    }
    struct evening_step *step = &evening->step[evening->steps++];
    *step = (struct evening_step){.start = NULL};
    text_format(step->name, sizeof step->name, "%s", name);
    if (start == NULL) {
        leave_out(step, left_out);
        return;
    }
    if (!begin_step(evening, step, start, before)) {
        return;
    }
    struct forecast_from from = {.state = step->start,
                                 .procedure = evening->procedure,
                                 .library = evening->library,
                                 .tables = evening->tables,
                                 .encounter = step->name,
                                 .at = ""};
    struct forecast_wish own = *wish;
    own.seed += (uint64_t)(evening->steps - 1) * EVENING_SEED_STEP;
    if (forecast_new(&step->forecast, &from, &own, &err) != STATUS_OK) {
        leave_out(step, err.text);
        return;
    }
    evening->fought++;
}

void forecast_evening_played(struct forecast_evening *evening, const struct state *end)
{
    struct evening_step *step = &evening->step[evening->steps - 1];
    if (step->left_out[0] == '\0') {
        evening->fought--;
    }
    leave_out(step, "it was played");
    step->end = calloc(1, sizeof *step->end);
    CHECK(step->end != NULL);
    state_copy(step->end, end);
}

void forecast_evening_end(struct forecast_evening *evening)
{
    for (int i = 0; i < evening->steps; i++) {
        forecast_free(evening->step[i].forecast);
        free(evening->step[i].start);
        free(evening->step[i].end);
    }
    while (evening->place != NULL) {
        struct evening_place *place = evening->place;
        evening->place = place->next;
        place_free(place);
    }
    forecast_crew_end(&evening->crew);
}

/* ---- playing --------------------------------------------------------------------------- */

static void count_party(const struct procedure *procedure, const struct state *state,
                        int64_t *falls, int64_t *hp)
{
    *falls = *hp = 0;
    for (int id = 1; id <= state->count; id++) {
        bool is_party = state_is_of_party(state, id);
        int left = state_value(state, id, FIELD_HP, 0);
        *falls += is_party && fight_has_fallen(procedure, state, id) ? 1 : 0;
        *hp += is_party && left > 0 ? left : 0;
    }
}

/* One encounter of an evening, from place->state; true when the party got past it. */
static bool play_step(struct evening_place *place, struct evening_tally *tally, int i,
                      int64_t number)
{
    const struct evening_step *step = &place->evening->step[i];
    const struct fight *fight = place->fight;
    int64_t falls, hp;
    fight_play(place->fight, &step->forecast->rules, &step->forecast->one[0].player,
               place->state, (uint64_t)number);
    if (fight->outcome.end == FIGHT_NEEDS && place->needs[0] == '\0') {
        memcpy(place->needs, fight->outcome.needs, sizeof place->needs);
    }
    count_party(place->evening->procedure, &fight->state, &falls, &hp);
    bool is_past = fight->outcome.end == FIGHT_WON && has_party(&fight->state);
    tally->reached[i]++;
    tally->falls[i] += falls;
    tally->past[i] += is_past ? 1 : 0;
    tally->hp_left[i] += is_past ? hp : 0;
    return is_past;
}

/* True when a tally plays this step: one that was played, only of a moment before that. */
static bool plays_step(const struct evening_step *step, const struct evening_tally *tally)
{
    return step->forecast != NULL && (step->end == NULL || tally->is_moment);
}

/* True when the party came through the whole evening. */
static bool play_evening(struct evening_place *place, struct evening_tally *tally,
                         int64_t number)
{
    const struct forecast_evening *evening = place->evening;
    int before = tally->after;
    const struct state *party = before >= 0 ? evening->step[before].end : NULL;
    if (party != NULL && !has_party(party)) {
        return false;
    }
    for (int i = before + 1; i < evening->steps; i++) {
        const struct evening_step *step = &evening->step[i];
        if (!plays_step(step, tally)) {
            continue;
        }
        if (before >= 0 && tally->rests[before]) {
            rest(place, &place->fight->state, number);
        }
        state_copy(place->state, step->start);
        if ((party != NULL && !carry(place, party)) || !play_step(place, tally, i, number)) {
            return false;
        }
        party = &place->fight->state;
        before = i;
    }
    return before >= 0;
}

static void add_tally(struct evening_tally *to, const struct evening_tally *from)
{
    to->through += from->through;
    to->more += from->more;
    to->fewer += from->fewer;
    for (int i = 0; i < EVENING_STEPS_MAX; i++) {
        to->reached[i] += from->reached[i];
        to->past[i] += from->past[i];
        to->falls[i] += from->falls[i];
        to->hp_left[i] += from->hp_left[i];
    }
}

/* What came of the evening in this place. */
static void take(struct forecast_evening *evening, const struct evening_place *place,
                 int64_t number)
{
    for (int i = 0; i < evening->tallies + evening->moments; i++) {
        add_tally(&evening->tally[i], &place->tally[i]);
    }
    bool is_first = place->needs[0] != '\0' &&
                    (evening->needs_evening < 0 || number < evening->needs_evening);
    if (is_first) {
        evening->needs_evening = number;
        memcpy(evening->needs, place->needs, sizeof evening->needs);
    }
}

static struct evening_place *take_place(struct forecast_evening *evening)
{
    forecast_crew_lock(&evening->crew);
    struct evening_place *place = evening->place;
    evening->place = place != NULL ? place->next : NULL;
    forecast_crew_unlock(&evening->crew);
    return place != NULL ? place : place_new(evening);
}

/* One evening, with each of the rests. */
static void play_number(void *context, struct fight *fight, int64_t number)
{
    struct forecast_evening *evening = context;
    struct evening_place *place = take_place(evening);
    bool came_through = false;
    place->fight = fight;
    place->needs[0] = '\0';
    memset(place->tally, 0, sizeof place->tally);
    for (int i = 0; i < evening->tallies + evening->moments; i++) {
        struct evening_tally *tally = &place->tally[i];
        memcpy(tally->rests, evening->tally[i].rests, sizeof tally->rests);
        tally->is_moment = evening->tally[i].is_moment;
        tally->after = evening->tally[i].after;
        bool is_through = play_evening(place, tally, number);
        came_through = i == 0 ? is_through : came_through;
        tally->through += is_through ? 1 : 0;
        tally->more += is_through && !came_through ? 1 : 0;
        tally->fewer += !is_through && came_through ? 1 : 0;
    }
    forecast_crew_lock(&evening->crew);
    take(evening, place, number);
    place->next = evening->place;
    evening->place = place;
    forecast_crew_unlock(&evening->crew);
}

/* No rest; one after each that another one follows; where these are several, after all. */
static void choose_rests(struct forecast_evening *evening)
{
    int gap[EVENING_STEPS_MAX], gaps = 0, last = -1;
    for (int i = 0; i < evening->steps; i++) {
        if (evening->step[i].left_out[0] == '\0') {
            if (last >= 0) {
                gap[gaps++] = last;
            }
            last = i;
        }
    }
    evening->tallies = 1;
    if (!rests_by_rule(evening) && evening->rest.heals[0] == '\0') {
        return;
    }
    for (int i = 0; i < gaps; i++) {
        evening->tally[evening->tallies++].rests[gap[i]] = true;
    }
    for (int i = 0; i < gaps && gaps > 1; i++) {
        evening->tally[evening->tallies].rests[gap[i]] = true;
    }
    evening->tallies += gaps > 1 ? 1 : 0;
}

static void add_moment(struct forecast_evening *evening, int after)
{
    struct evening_tally *tally = &evening->tally[evening->tallies + evening->moments++];
    tally->is_moment = true;
    tally->after = after;
}

/* Where something was played: the start, and after each of these fights. */
static void choose_moments(struct forecast_evening *evening)
{
    evening->moments = 0;
    for (int i = 0; i < evening->steps; i++) {
        if (evening->step[i].end != NULL) {
            if (evening->moments == 0) {
                add_moment(evening, -1);
            }
            add_moment(evening, i);
        }
    }
}

bool forecast_evening_can_play(const struct forecast_evening *evening)
{
    bool can_play = false;
    for (int i = 0; i < evening->steps; i++) {
        can_play = can_play || evening->step[i].forecast != NULL;
    }
    return can_play;
}

void forecast_evening_begin(struct forecast_evening *evening)
{
    memset(evening->tally, 0, sizeof evening->tally);
    for (int i = 0; i < EVENING_TALLIES_MAX; i++) {
        evening->tally[i].after = -1;
    }
    choose_rests(evening);
    choose_moments(evening);
    evening->evenings = 0;
    evening->needs_evening = -1;
}

bool forecast_evening_go_on(struct forecast_evening *evening, int64_t to)
{
    if (!forecast_evening_can_play(evening) || evening->evenings >= to) {
        return false;
    }
    evening->evenings =
        forecast_crew_play(&evening->crew, evening->evenings, to, play_number, evening);
    return evening->evenings < to;
}

void forecast_evening_play(struct forecast_evening *evening, int64_t evenings, int threads)
{
    forecast_evening_begin(evening);
    evening->crew.threads = threads;
    forecast_evening_go_on(evening, evenings);
}

/* ---- as a report ----------------------------------------------------------------------- */

/* "a rest after Ford", "6 HP each after Ford"; "as it is" for the first. */
static void format_rests(const struct forecast_evening *evening, int tally, struct text *out)
{
    TEXT_BUFFER(names, 400);
    for (int i = 0; i < evening->steps; i++) {
        if (evening->tally[tally].rests[i]) {
            text_add_item(&names, evening->step[i].name);
        }
    }
    if (names.n == 0) {
        text_add(out, "as it is");
        return;
    }
    const char *words = evening->rest.words;
    text_add(out, "%s after %s", words[0] != '\0' ? words : "a rest", names.p);
}

static void add_step(json_t *list, const struct forecast_evening *evening,
                     const struct evening_tally *tally, int i)
{
    const struct evening_step *step = &evening->step[i];
    int64_t reached = tally->reached[i], past = tally->past[i];
    json_t *row = report_row(list);
    report_set_words(row, "encounter", step->name);
    TEXT_BUFFER(later, 400);
    if (step->left_out[0] == '\0') {
        forecast_say(step->forecast, SAYS_LATER, SAYS_LATER, "", &later);
    }
    report_set_words_or_null(row, "left_out", step->left_out);
    report_set_words_or_null(row, "later", later.p);
    report_set_flag(row, "rest_after", tally->rests[i]);
    report_set_chance(row, "reached", reached, evening->evenings);
    report_set_chance(row, "past", past, reached);
    report_set_chance(row, "through_after", tally->through, past);
    report_set_real(row, "falls", reached > 0,
                    (double)tally->falls[i] / (double)(reached > 0 ? reached : 1));
    report_set_real(row, "hp_left", past > 0,
                    (double)tally->hp_left[i] / (double)(past > 0 ? past : 1));
}

/* Of the whole plan at its start, and after each fight that was played. */
static void add_chances(json_t *report, const struct forecast_evening *evening)
{
    json_t *list = report_list(report, "chances");
    for (int i = 0; i < evening->moments; i++) {
        const struct evening_tally *tally = &evening->tally[evening->tallies + i];
        const struct evening_step *step =
            tally->after >= 0 ? &evening->step[tally->after] : NULL;
        enum fight_end end;
        bool is_over = step != NULL && fight_is_over(step->end, &end);
        json_t *row = report_row(list);
        report_set_words_or_null(row, "after", step != NULL ? step->name : "");
        report_set_words_or_null(row, "ended", is_over ? fight_end_name(end) : "");
        report_set_chance(row, "through", tally->through, evening->evenings);
    }
}

json_t *forecast_evening_report(const struct forecast_evening *evening, uint64_t seed)
{
    json_t *report = json_object();
    bool is_known = forecast_evening_can_play(evening);
    report_set_whole(report, "evenings", is_known ? evening->evenings : 0);
    report_set_whole(report, "seed", (int64_t)seed);
    report_set_words_or_null(report, "needs", is_known ? evening->needs : "");
    report_set_words_or_null(report, "rest", evening->rest.words);
    add_chances(report, evening);
    json_t *plan = report_list(report, "plan");
    for (int place = 0; place < evening->tallies; place++) {
        const struct evening_tally *tally = &evening->tally[place];
        json_t *row = report_row(plan);
        TEXT_BUFFER(what_if, 480);
        format_rests(evening, place, &what_if);
        report_set_words(row, "what_if", place > 0 ? what_if.p : "");
        report_set_chance(row, "through", tally->through, evening->evenings);
        json_t *steps = report_list(row, "encounters");
        for (int i = 0; i < evening->steps; i++) {
            add_step(steps, evening, tally, i);
        }
        report_set_interval(report_object(row, "difference"), "through", "mean",
                            evening->evenings > 0,
                            interval_of_average(tally->more - tally->fewer,
                                                tally->more + tally->fewer, evening->evenings));
    }
    return report;
}

/* ---- in sentences ---------------------------------------------------------------------- */

/* True when every evening begins with it. */
static bool begins_each_evening(const struct forecast_evening *evening, int i)
{
    for (int before = 0; before < i; before++) {
        if (evening->step[before].left_out[0] == '\0') {
            return false;
        }
    }
    return true;
}

/* True when nothing comes after it that this tally plays. */
static bool is_last(const struct forecast_evening *evening, const struct evening_tally *tally,
                    int i)
{
    do {
        i++;
    } while (i < evening->steps && !plays_step(&evening->step[i], tally));
    return i >= evening->steps;
}

/* "Ford: won; from there the whole plan 72% (67-76%)". */
static void tell_played(const struct forecast_evening *evening, int i, const json_t *report,
                        struct text *out)
{
    int moment = 0;
    while (evening->tally[evening->tallies + moment].after != i) {
        moment++;
    }
    const json_t *row = json_array_get(report_value(report, "chances"), (size_t)moment);
    report_tell(row, "{after}: played, {ended}", out);
    if (!is_last(evening, &evening->tally[evening->tallies + moment], i)) {
        report_tell(row, "; from there the whole plan {through} ({through:range})", out);
    }
    text_add(out, "\n");
}

static void tell_step(const struct forecast_evening *evening, int i, const json_t *row,
                      struct text *out)
{
    const struct evening_tally *tally = &evening->tally[0];
    if (evening->step[i].left_out[0] != '\0') {
        report_tell(row, "{encounter}: left out, {left_out}\n", out);
        return;
    }
    report_tell(row,
                begins_each_evening(evening, i) ? "{encounter}: reached every evening"
                                                : "{encounter}: reached in {reached}",
                out);
    if (tally->reached[i] > 0) {
        report_tell(
            row,
            ", then passed in {past} ({past:range}); on average {falls:average} fallen by then",
            out);
    }
    if (tally->past[i] > 0) {
        report_tell(row, ", {hp_left:average}", out);
        text_add(out, " %s left after it", state_system(evening->step[i].start)->hit_points);
    }
    if (tally->past[i] > 0 && !is_last(evening, tally, i)) {
        report_tell(row, "; from there the whole plan {through_after} ({through_after:range})",
                    out);
    }
    report_tell(row, "\n", out);
    if (!json_is_null(report_value(row, "later"))) {
        report_tell(row, "  {later}\n", out);
    }
}

/* Where the party is stopped most often. */
static void tell_break(const struct forecast_evening *evening, struct text *out)
{
    const struct evening_tally *tally = &evening->tally[0];
    int worst = 0;
    for (int i = 1; i < evening->steps; i++) {
        if (tally->reached[i] - tally->past[i] > tally->reached[worst] - tally->past[worst]) {
            worst = i;
        }
    }
    int64_t stopped = tally->reached[worst] - tally->past[worst];
    if (stopped > 0) {
        struct interval chance = interval_of_chance(stopped, evening->evenings);
        text_add(out, "It breaks most often at %s: in ", evening->step[worst].name);
        report_format_chance(out, &chance);
        text_add(out, " of the evenings.\n");
    }
}

void forecast_evening_tell(const struct forecast_evening *evening, struct text *out)
{
    if (forecast_evening_can_play(evening) && evening->evenings == 0) {
        text_add(out, "The first evenings are being played.\n");
        return;
    }
    json_t *report = forecast_evening_report(evening, 0);
    json_t *plan = report_value(report, "plan"), *as_it_is = json_array_get(plan, 0), *row;
    size_t at;
    if (evening->fought == 0) {
        text_add(out, "%s\n",
                 evening->steps == 0    ? "The plan is empty: plan-add fills it."
                 : evening->moments > 0 ? "Nothing of the plan is left to be fought."
                                        : "Nothing of the plan can be forecast:");
    } else {
        const struct forecast_one *one = NULL;
        for (int i = 0; i < evening->steps && one == NULL; i++) {
            const struct evening_step *step = &evening->step[i];
            one = step->left_out[0] == '\0' ? &step->forecast->one[0] : NULL;
        }
        report_tell(as_it_is,
                    "The party comes through the whole plan in {through} ({through:range})",
                    out);
        text_add(out, " of %lld evenings, by %s against %s.\n", (long long)evening->evenings,
                 one->side[SIDE_PARTY]->name, one->side[SIDE_FOES]->name);
        tell_break(evening, out);
    }
    if (evening->needs_evening >= 0) {
        text_add(out, "The evening stops at %s.\n", evening->needs);
    }
    if (evening->moments > 0) {
        report_tell(json_array_get(report_value(report, "chances"), 0),
                    "At its start the whole plan had {through} ({through:range}).\n", out);
    }
    json_array_foreach(report_value(as_it_is, "encounters"), at, row)
    {
        if (evening->step[at].end != NULL) {
            tell_played(evening, (int)at, report, out);
        } else {
            tell_step(evening, (int)at, row, out);
        }
    }
    if (evening->fought > 1 && evening->tallies == 1) {
        text_add(out, "Rest brings nothing back by a rule of this game.\n");
    }
    for (at = 1; evening->fought > 0 && at < json_array_size(plan); at++) {
        report_tell(json_array_get(plan, at),
                    "with {what_if}: comes through in {through}, {difference/through:more} by "
                    "{difference/through:points} points, give or take "
                    "{difference/through:within}\n",
                    out);
    }
    json_decref(report);
}

/* ---- the plan -------------------------------------------------------------------------- */

/* The plan as it is read. */
struct evening_reading {
    struct sitting *sitting;
    struct sitting_evening *out;
    const struct forecast_wish *wish;
    const struct system *system; /* of the first; NULL: not known yet */
    struct state *state;         /* of the item that is read */
    struct state *before;        /* of the party's last encounter */
    bool has_before;
};

/* The state of an item; false, with the reason in `err`, when it cannot be known. */
static bool read_item(struct evening_reading *reading, const struct plan_item *item,
                      struct error *err)
{
    if (item->is_gone) {
        error_set(err, STATUS_USAGE, "", "it was deleted");
        return false;
    }
    if (item->has_fight) {
        struct past *past;
        if (past_open_of(&past, reading->sitting, item->encounter.id, -1, err) != STATUS_OK) {
            return false;
        }
        state_copy(reading->state, sitting_state(past_then(past)));
        past_close(past);
        return true;
    }
    struct sitting_forecast found;
    if (sitting_forecast_prepared(&found, reading->sitting, &item->prepared, err) !=
        STATUS_OK) {
        return false;
    }
    state_copy(reading->state, found.from.state);
    sitting_forecast_done(&found);
    return true;
}

/* The game of the first one is that of the evening. */
static bool has_game(struct evening_reading *reading, struct error *err)
{
    const struct system *system = state_system(reading->state);
    struct forecast_evening *evening = &reading->out->evening;
    if (reading->system == NULL) {
        reading->system = system;
        reading->out->library = sitting_read_library_apart(reading->sitting, system);
        evening->procedure = games_find(system);
        evening->library =
            reading->out->library != NULL ? record_library(reading->out->library) : NULL;
    }
    if (reading->system != system) {
        error_set(err, STATUS_USAGE, "", "the party cannot come along into another game");
    }
    return reading->system == system;
}

/* The state before the first round began; as it stands where none did. */
static enum status read_start(struct state *out, struct sitting *sitting, int64_t encounter,
                              struct error *err)
{
    struct past *past;
    bool has_moved;
    enum status status = past_open_of(&past, sitting, encounter, -1, err);
    if (status != STATUS_OK) {
        return status;
    }
    status = past_go(past, 0, err);
    if (status == STATUS_OK) {
        status = past_move(&has_moved, past, PAST_NEWER_ROUND, err);
    }
    if (status == STATUS_OK) {
        status = past_move(&has_moved, past, PAST_OLDER, err);
    }
    state_copy(out, sitting_state(past_then(past)));
    past_close(past);
    return status;
}

static void add_played(struct evening_reading *reading, const struct plan_item *item)
{
    struct error err;
    struct forecast_evening *evening = &reading->out->evening;
    struct state *start = calloc(1, sizeof *start);
    CHECK(start != NULL);
    bool is_read = read_start(start, reading->sitting, item->encounter.id, &err) == STATUS_OK;
    int steps = evening->steps;
    forecast_evening_add(evening, plan_item_name(item), is_read ? start : NULL, NULL,
                         reading->wish, is_read ? "" : err.text);
    if (evening->steps > steps) {
        forecast_evening_played(evening, reading->state);
    }
    free(start);
    state_copy(reading->before, reading->state);
    reading->has_before = true;
}

static void add_item(struct evening_reading *reading, const struct plan_item *item)
{
    struct error err;
    struct fight_went went;
    struct forecast_evening *evening = &reading->out->evening;
    const char *name = plan_item_name(item);
    if (!read_item(reading, item, &err) || !has_game(reading, &err)) {
        forecast_evening_add(evening, name, NULL, NULL, reading->wish, err.text);
        return;
    }
    if (fight_went(&went, reading->state)) {
        add_played(reading, item);
        return;
    }
    forecast_evening_add(evening, name, reading->state,
                         reading->has_before ? reading->before : NULL, reading->wish, "");
    const struct evening_step *step = &evening->step[evening->steps - 1];
    if (step->left_out[0] == '\0') {
        state_copy(reading->before, step->start);
        reading->has_before = true;
    }
}

/* The word of a game for hit points, as it is typed: "HP", "Life". NULL: it is none. */
static const char *hit_points_called(struct str word)
{
    for (int i = 0; i < systems_count(); i++) {
        if (str_equal_any_case(word, str_of(system_at(i)->hit_points))) {
            return system_at(i)->hit_points;
        }
    }
    return str_equal_any_case(word, str_of("hp")) ? "HP" : NULL;
}

enum status evening_rest_read(struct evening_rest *out, struct str words, struct error *err)
{
    static const char expected[] = "expected rest, or 6 HP each, or 1d6 HP each";
    struct text told = text_over(out->words, sizeof out->words);
    struct str part;
    *out = (struct evening_rest){.is_by_rule = false};
    while (str_next_part(&words, ',', &part)) {
        struct dice_expr expr;
        struct str rest = part, amount = str_next_word(&rest), unit = str_next_word(&rest);
        struct str each = str_next_word(&rest);
        bool is_rule = str_equal_any_case(str_trimmed(part), str_of("rest")) ||
                       str_equal_any_case(str_trimmed(part), str_of("a rest"));
        const char *points = hit_points_called(unit);
        bool is_hp = points != NULL &&
                     (each.p == NULL || str_equal_any_case(each, str_of("each"))) &&
                     str_next_word(&rest).p == NULL &&
                     dice_expr_parse(&expr, amount, err) == STATUS_OK &&
                     amount.n < EVENING_HEALS_SIZE && amount.p[0] != '-' && amount.p[0] != '0';
        if (!is_rule && !is_hp) {
            return error_set(err, STATUS_USAGE, "", "%s is no rest: %s",
                             utf8_shown(str_trimmed(part)).text, expected);
        }
        out->is_by_rule = out->is_by_rule || is_rule;
        text_add(&told, "%s", told.n > 0 ? ", " : "");
        if (is_rule) {
            text_add(&told, "a rest");
        } else {
            text_format(out->heals, sizeof out->heals, "%.*s", amount.n, amount.p);
            text_add(&told, "%s %s each", out->heals, points);
        }
    }
    return told.n > 0 ? STATUS_OK
                      : error_set(err, STATUS_USAGE, "", "no rest is said: %s", expected);
}

enum status sitting_evening_begin(struct sitting_evening *out, struct sitting *sitting,
                                  const struct forecast_wish *wish, struct error *err)
{
    struct forecast_from from;
    struct evening_reading reading = {.sitting = sitting, .out = out, .wish = wish};
    memset(out, 0, sizeof *out);
    enum status status = wish->rest == NULL
                             ? STATUS_OK
                             : evening_rest_read(&out->evening.rest, str_of(wish->rest), err);
    if (status != STATUS_OK) {
        return status;
    }
    sitting_forecast_open(sitting, &from);
    out->evening.tables = from.tables;
    struct plan *plan = calloc(1, sizeof *plan);
    reading.state = calloc(1, sizeof *reading.state);
    reading.before = calloc(1, sizeof *reading.before);
    CHECK(plan != NULL && reading.state != NULL && reading.before != NULL);
    status = sitting_plan(sitting, PLAN_MAX, plan, err);
    for (int i = 0; i < plan->count && status == STATUS_OK; i++) {
        add_item(&reading, &plan->item[i]);
    }
    free(plan);
    free(reading.state);
    free(reading.before);
    const struct forecast_evening *evening = &out->evening;
    const struct system *system =
        evening->procedure != NULL && evening->procedure->system != NULL
            ? system_find(str_of(evening->procedure->system))
            : NULL;
    if (status == STATUS_OK && evening->rest.is_by_rule && evening->fought > 0 &&
        evening->procedure->rests == NULL) {
        return error_set(err, STATUS_USAGE, "",
                         "rest brings nothing back by a rule of this game: say how many hit "
                         "points, 6 %s each",
                         system != NULL ? system->hit_points : "HP");
    }
    return status;
}

void sitting_evening_end(struct sitting_evening *evening)
{
    forecast_evening_end(&evening->evening);
    record_library_close(evening->library);
}

void sitting_run_forecast_evening(struct sitting *sitting, const struct command *command,
                                  struct result *out)
{
    struct error err;
    char rest[EVENING_REST_SIZE];
    const struct argument *words = &command->argument[0];
    struct forecast_wish wish = {
        .fights = EVENINGS_USUAL, .seed = 1, .rest = words->is_given ? rest : NULL};
    struct text text = text_over(out->text, sizeof out->text);
    text_format(rest, sizeof rest, "%.*s", words->word.n, words->word.p);
    struct sitting_evening *evening = calloc(1, sizeof *evening);
    CHECK(evening != NULL);
    if (sitting_evening_begin(evening, sitting, &wish, &err) != STATUS_OK) {
        result_fail(out, &err);
    } else {
        forecast_evening_play(&evening->evening, EVENINGS_USUAL, 0);
        forecast_evening_tell(&evening->evening, &text);
        text_trim_lines(&text);
    }
    sitting_evening_end(evening);
    free(evening);
}
