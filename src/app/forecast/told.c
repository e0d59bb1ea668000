#include "app/forecast/told.h"

#include "app/forecast/begin.h"
#include "app/forecast/chart_told.h"
#include "app/forecast/example.h"
#include "app/forecast/play.h"
#include "app/forecast/words.h"
#include "app/report/report.h"
#include "tracker/combatant_fields.h"
#include "tracker/counters.h"
#include "tracker/procedure.h"

/* ---- one forecast ---------------------------------------------------------------------- */

/* The share of the fights for each round in which there was one. */
static void add_rounds(json_t *report, const int64_t *rounds, int first, int64_t of)
{
    json_t *object = report_object(report, "rounds");
    for (int i = 0; i < TALLY_ROUNDS; i++) {
        if (rounds[i] > 0) {
            TEXT_BUFFER(round, 16);
            text_add(&round, "%d", first + i);
            report_set_real(object, round.p, true, (double)rounds[i] / (double)of);
        }
    }
}

static void add_left(double hp_left, struct text *out)
{
    text_add_average(out, hp_left);
    text_add(out, " left");
}

static void add_band_of(json_t *row, struct forecast_band band)
{
    json_t *range = report_object(row, ".band");
    report_set_real(range, "low", true, band.low);
    report_set_real(range, "high", true, band.high);
}

/* Those who were not there from the start, with the share of the fights in which they came. */
static void add_later(json_t *list, const struct forecast *forecast,
                      const struct forecast_variant *variant, const struct fight_tally *tally)
{
    const struct fight_tally_later *order[TALLY_LATER_MAX];
    int count = fight_tally_later(tally, order);
    for (int i = 0; i < count; i++) {
        const struct fight_tally_later *later = order[i];
        double hp_left = (double)later->hp_left / (double)later->fights;
        json_t *row = report_row(list);
        TEXT_BUFFER(shown, NAME_SIZE + 16);
        TEXT_BUFFER(told, NAME_SIZE + 40);
        TEXT_BUFFER(left, 40);
        bool is_always = later->fights == tally->fights;
        text_add(&shown, "%s, later", later->name);
        text_add(&told, "%s, who %s", later->name,
                 is_always ? "comes later" : "comes later in some fights");
        add_left(hp_left, &left);
        report_set_words(row, "name", later->name);
        report_set_words(row, "side", later->side == SIDE_PARTY ? "party" : "foes");
        report_set_chance(row, "arrives", later->fights, tally->fights);
        report_set_chance(row, "falls", later->falls, tally->fights);
        report_set_real(row, "hp_left", true, hp_left);
        report_object(row, "uses_left");
        report_set_flag(row, ".is_in", true);
        report_set_flag(row, ".has_fallen", false);
        report_set_words(row, ".shown", shown.p);
        report_set_words(row, ".told", told.p);
        report_set_words(row, ".left", left.p);
        if (variant == &forecast->variant[0]) {
            add_band_of(row, forecast_band_later(forecast, later->name));
        }
    }
}

static void add_combatants(json_t *report, const struct forecast *forecast,
                           const struct forecast_variant *variant,
                           const struct fight_tally *tally)
{
    json_t *list = report_list(report, "combatants");
    const struct state *state = variant->start;
    bool is_known = tally->fights > 0;
    double fights = is_known ? (double)tally->fights : 1;
    for (int id = 1; id <= state->count; id++) {
        if (!state_is_present(state, id)) {
            continue;
        }
        json_t *row = report_row(list);
        TEXT_BUFFER(left, 600);
        int side = state_value(state, id, FIELD_SIDE, SIDE_FOES);
        double hp_left = (double)tally->hp_left[id - 1] / fights;
        add_left(hp_left, &left);
        report_set_words(row, "name", state_name(state, id));
        report_set_words(row, "side", side == SIDE_PARTY ? "party" : "foes");
        report_set_chance(row, "falls", tally->falls[id - 1], tally->fights);
        report_set_real(row, "hp_left", is_known, hp_left);
        json_t *uses = report_object(row, "uses_left");
        for (int i = 0; i < variant->about.uses && is_known; i++) {
            const struct fight_tally_use *use = &variant->about.use[i];
            if (use->id == id) {
                double uses_left = (double)tally->uses_left[i] / fights;
                report_set_real(uses, use->label, true, uses_left);
                text_add(&left, "  %s ", use->label);
                text_add_average(&left, uses_left);
            }
        }
        report_set_flag(row, ".is_in", state_is_in(state, id));
        report_set_flag(row, ".has_fallen",
                        !state_is_in(state, id) && tally->falls[id - 1] == tally->fights);
        report_set_words(row, ".shown", state_name(state, id));
        report_set_words(row, ".told", state_name(state, id));
        report_set_words(row, ".left", left.p);
        if (variant == &forecast->variant[0]) {
            add_band_of(row, forecast_band_falls(forecast, id));
        }
    }
    add_later(list, forecast, variant, tally);
}

static void add_breaks(json_t *report, const struct forecast_variant *variant,
                       const struct fight_tally *tally)
{
    json_t *object = report_object(report, "morale_breaks");
    for (int id = 1; id <= variant->start->count; id++) {
        if (tally->breaks[id - 1] > 0) {
            TEXT_BUFFER(name, NAME_SIZE + 8);
            group_name(variant->start, id, &name);
            json_t *group = report_object(object, name.p);
            report_set_real(group, "chance", true,
                            (double)tally->breaks[id - 1] / (double)tally->fights);
            add_rounds(group, tally->break_rounds[id - 1], variant->about.first_round,
                       tally->fights);
        }
    }
    const struct fight_tally_later *order[TALLY_LATER_MAX];
    int count = fight_tally_later(tally, order);
    for (int i = 0; i < count; i++) {
        if (order[i]->breaks > 0) {
            json_t *group = report_object(object, order[i]->group);
            report_set_real(group, "chance", true,
                            (double)order[i]->breaks / (double)tally->fights);
            add_rounds(group, order[i]->break_rounds, variant->about.first_round,
                       tally->fights);
        }
    }
}

static void add_difference(json_t *report, const struct fight_tally_difference *difference)
{
    json_t *object = report_object(report, "difference");
    int64_t pairs = difference->pairs;
    report_set_interval(object, "won", "mean", pairs > 0,
                        interval_of_average(difference->won, difference->won_squares, pairs));
    report_set_interval(
        object, "falls", "mean", pairs > 0,
        interval_of_average(difference->falls, difference->falls_squares, pairs));
    report_set_interval(
        object, "rounds", "mean", pairs > 0,
        interval_of_average(difference->rounds, difference->rounds_squares, pairs));
}

static void add_endless(json_t *report, const struct forecast *forecast,
                        const struct forecast_one *one)
{
    enum forecast_endless endless = forecast_endless(one);
    if (endless == FORECAST_ENDS) {
        report_set(report, "endless", json_null());
        return;
    }
    json_t *object = report_object(report, "endless");
    const char *const *words = forecast_endless_assume(forecast, endless);
    TEXT_BUFFER(text, 400);
    forecast_why_endless(forecast, one, &text);
    report_set_words(object, "why", forecast_endless_name(endless));
    json_t *assume = report_list(object, "assume");
    for (int i = 0; words[i] != NULL; i++) {
        json_array_append_new(assume, json_string(words[i]));
    }
    report_set_words(object, "text", text.p);
}

/* What needs an answer is not known: its chances are null. */
static void add_one(json_t *list, const struct forecast_told *told,
                    const struct forecast_one *one)
{
    const struct forecast *forecast = told->forecast;
    static const struct fight_tally nothing;
    const struct forecast_variant *variant = &forecast->variant[one->variant];
    const char *needs = forecast_needs(one), *party = one->side[SIDE_PARTY]->name;
    const struct fight_tally *tally =
        needs[0] == '\0' || told->is_partial ? &one->tally : &nothing;
    json_t *row = report_row(list);
    TEXT_BUFFER(pair, 2 * POLICY_NAME_SIZE + 8);
    TEXT_BUFFER(what_if, 200);
    int likely = 0;
    for (int i = 1; i < TALLY_ROUNDS; i++) {
        likely = tally->rounds[i] > tally->rounds[likely] ? i : likely;
    }
    text_add(&pair, "%s / %s", party, one->side[SIDE_FOES]->name);
    text_add(&what_if, "%s", one->variant == 0 ? "as it is" : variant->what_if);
    report_set_words(row, "what_if", variant->what_if);
    forecast_add_policy(row, forecast, one);
    report_set_whole(row, "fights", tally->fights);
    json_t *questions = report_list(row, "needs");
    if (needs[0] != '\0') {
        json_array_append_new(questions, report_string(str_of(needs)));
    }
    json_t *ends = report_object(row, "ends");
    for (int end = 0; end < FIGHT_ENDS; end++) {
        report_set_chance(ends, fight_end_name((enum fight_end)end), tally->ends[end],
                          tally->fights);
    }
    add_endless(row, forecast, one);
    add_rounds(row, tally->rounds, variant->about.first_round, tally->fights);
    add_combatants(row, forecast, variant, tally);
    add_breaks(row, variant, tally);
    add_difference(row, &tally->difference);
    if (one->variant > 0) {
        report_set(row, ".difference", json_incref(report_value(row, "difference")));
    }
    report_set_words(row, ".pair", pair.p);
    report_set_words(row, ".what_if", what_if.p);
    report_set_whole(row, ".round", variant->about.first_round + likely);
    report_set_interval(
        row, ".party_falls", "mean", tally->fights > 0,
        interval_of_average(tally->party_falls, tally->party_falls_squares, tally->fights));
}

/* ---- trials beside it ------------------------------------------------------------------ */

static void add_without(json_t *report, const struct forecast_without *without)
{
    const struct forecast_absent *order[WITHOUT_MAX];
    json_t *list = report_list(report, "without");
    int count = without != NULL ? forecast_without_order(without, order) : 0;
    for (int i = 0; i < count; i++) {
        json_t *row = report_row(list);
        TEXT_BUFFER(shown, NAME_SIZE + 16);
        const char *name = state_name(without->trials.first.start, order[i]->id);
        text_add(&shown, "without %s", name);
        report_set_words(row, "name", name);
        report_set_whole(row, "fights", order[i]->trial.fights);
        report_set_interval(row, "won", "chance", true,
                            forecast_trial_chance(&order[i]->trial));
        report_set_interval(report_object(row, "difference"), "won", "mean", true,
                            forecast_trial_difference(&order[i]->trial));
        report_set_words(row, ".without", shown.p);
    }
}

json_t *forecast_answer_report(const struct forecast_answer *answer)
{
    const struct forecast_question *question = &answer->question;
    struct forecast_found found;
    bool is_known = forecast_answer_found(answer, &found);
    json_t *row = json_object();
    TEXT_BUFFER(measure, 80);
    forecast_question_measure(question, &measure);
    report_set_words(row, "question", question->words);
    report_set_words(row, "what", question->what);
    report_set_words(row, "measure", measure.p);
    report_set_real(row, "goal", question->has_goal, question->goal);
    report_set_whole_or_null(row, "now", question->has_now, question->now);
    report_set_flag(row, "reached", is_known && found.is_reached);
    report_set_whole_or_null(row, "number", is_known, is_known ? found.best->number : 0);
    json_t *curve = report_list(row, "curve"), *refused = report_list(row, "refused");
    for (int i = 0; i < answer->points; i++) {
        const struct forecast_point *point = answer->point[i];
        if (point->trial.fights > 0) {
            json_t *tried = report_row(curve);
            struct interval chance = forecast_trial_chance(&point->trial);
            report_set_real(tried, "chance", true, chance.middle);
            report_set_real(tried, "low", true, chance.low);
            report_set_real(tried, "high", true, chance.high);
            report_set_whole(tried, "number", point->number);
            report_set_whole(tried, "fights", point->trial.fights);
            report_set_interval(tried, "difference", "mean", true,
                                forecast_trial_difference(&point->trial));
        } else if (!forecast_trial_is_open(&point->trial)) {
            /* A reason in place of a chance. */
            json_t *other = report_row(refused);
            report_set_whole(other, "number", point->number);
            report_set_words(other, "refused", point->trial.error.text);
        }
    }
    return row;
}

/* ---- the whole ------------------------------------------------------------------------- */

/* Who comes later: the counter, when, and the line that brings them. What counts by hand is not
 * played. */
static void add_arrivals(json_t *report, const struct forecast *forecast)
{
    const struct state *state = forecast->variant[0].start;
    json_t *list = report_list(report, "arrivals");
    for (int place = 0; place < state->counters; place++) {
        if (counter_adds_foes(state, place)) {
            const struct counter *counter = &state->counter[place];
            TEXT_BUFFER(left, 80);
            json_t *row = report_row(list);
            counter_add_left(state, place, &left);
            report_set_words(row, "name", counter->name);
            report_set_words(row, "when", left.p);
            report_set_words(row, "adds", counter->then);
            report_set_flag(row, "played", counter_is_coming(state, place));
        }
    }
}

static void set_band(json_t *report, const char *name, struct forecast_band band, bool is_known)
{
    json_t *object = report_object(report, name);
    report_set_real(object, "low", is_known, band.low);
    report_set_real(object, "high", is_known, band.high);
}

static void add_band(json_t *report, const struct forecast *forecast)
{
    const struct state *state = forecast->variant[0].start;
    json_t *object = report_object(report, "band");
    bool is_known = forecast->fights > 0;
    for (int i = 0; i < forecast->pairs; i++) {
        is_known = is_known && forecast_needs(&forecast->one[i])[0] == '\0';
    }
    set_band(object, "won", forecast_band_won(forecast), is_known);
    json_t *falls = report_object(object, "falls");
    for (int id = 1; id <= state->count; id++) {
        if (state_is_present(state, id)) {
            set_band(falls, state_name(state, id), forecast_band_falls(forecast, id), is_known);
        }
    }
    const struct fight_tally_later *order[TALLY_LATER_MAX];
    int count = fight_tally_later(&forecast->one[0].tally, order);
    for (int i = 0; i < count; i++) {
        set_band(falls, order[i]->name, forecast_band_later(forecast, order[i]->name),
                 is_known);
    }
}

json_t *forecast_report(const struct forecast_told *told)
{
    const struct forecast *forecast = told->forecast;
    const struct assumption_def *def = forecast->from.procedure->assumptions;
    json_t *report = json_object();
    report_set_words_or_null(report, "encounter", forecast->encounter);
    report_set_words_or_null(report, "at", forecast->at);
    report_set_words(report, "system", forecast->system->id);
    report_set_whole(report, "round", forecast->from.state->value[ENCOUNTER_ROUND]);
    report_set_whole(report, "seed", (int64_t)forecast->rules.seed);
    json_t *assumed = report_object(report, "assumed");
    for (int i = 0; def != NULL && def[i].name != NULL; i++) {
        report_set_words(assumed, def[i].name, forecast_assumed(forecast, i));
    }
    add_arrivals(report, forecast);
    json_t *list = report_list(report, "forecasts");
    for (int i = 0; i < forecast->ones; i++) {
        add_one(list, told, &forecast->one[i]);
    }
    add_band(report, forecast);
    add_without(report, told->without);
    json_t *answers = report_list(report, "answers");
    for (int i = 0; i < told->answers; i++) {
        json_array_append_new(answers, forecast_answer_report(told->answer[i]));
    }
    return report;
}

/* ---- in sentences ---------------------------------------------------------------------- */

/* The verdict, how it ends, who falls, what each what-if changes, what was assumed. */
static void tell(const struct forecast *forecast, struct text *out)
{
    const char *stops = forecast_stops(forecast);
    if (stops != NULL) {
        text_add(out, "Nothing is known. The fights stop at %s.", stops);
        return;
    }
    forecast_say(forecast, SAYS_VERDICT, SAYS_ENDLESS, "\n", out);
    if (forecast->one[0].tally.fights == 0) {
        return;
    }
    json_t *report = forecast_report(&(struct forecast_told){.forecast = forecast});
    json_t *list = report_value(report, "forecasts"), *first = json_array_get(list, 0), *row;
    size_t i;
    report_tell(first,
                "\nof {fights} fights, by {policy/party} against {policy/foes}: "
                "won {ends/won}, lost {ends/lost}, fled {ends/fled}, stalemate "
                "{ends/stalemate}; most often it ends in round {.round}",
                out);
    json_array_foreach(report_value(first, "combatants"), i, row)
    {
        report_tell(row,
                    json_is_true(report_value(row, ".is_in"))
                        ? "\n{.told} falls in {falls} ({.band:range})"
                        : "",
                    out);
    }
    for (i = (size_t)forecast->pairs; i < json_array_size(list); i += (size_t)forecast->pairs) {
        report_tell(json_array_get(list, i),
                    "\nwith {what_if}: won {ends/won}, {difference/won:more} by "
                    "{difference/won:points} points, give or take {difference/won:within}",
                    out);
    }
    json_decref(report);
    forecast_say(forecast, SAYS_LATER, SAYS_ASSUMED, "\n", out);
}

static void run_question(const struct forecast_from *from, struct str words, struct result *out)
{
    enum { TURN = 1000 };
    struct forecast_answer *answer;
    struct text text = text_over(out->text, sizeof out->text);
    const struct forecast_wish wish = {.fights = 0};
    struct error err;
    if (forecast_answer_new(&answer, from, &wish, words, &err) != STATUS_OK) {
        result_fail(out, &err);
        return;
    }
    while (forecast_answer_play(answer, TURN)) {
    }
    forecast_answer_tell(answer, &text);
    forecast_answer_free(answer);
}

bool forecast_is_of_example(struct str words)
{
    return str_equal_any_case(str_next_word(&words), str_of("example"));
}

void sitting_run_forecast(struct sitting *sitting, const struct command *command,
                          struct result *out)
{
    struct forecast *forecast;
    struct forecast_from from;
    TEXT_BUFFER(lines, COMMAND_LINE_MAX + 1);
    struct text text = text_over(out->text, sizeof out->text);
    struct forecast_wish wish = {.fights = FORECAST_FIGHTS_USUAL};
    struct str rest = str_trimmed(command->argument[0].word);
    text_add_str(&lines, rest);
    if (lines.n > 0) {
        wish.what_ifs.word[wish.what_ifs.count++] = lines.p;
    }
    struct error err;
    if (forecast_is_of_example(rest)) {
        str_next_word(&rest);
        if (sitting_tell_example(sitting, rest, &text, &err) != STATUS_OK) {
            result_fail(out, &err);
        }
        return;
    }
    if (chart_is_asked(rest)) {
        sitting_tell_chart(sitting, (struct str){"", 0}, out);
        return;
    }
    sitting_forecast_open(sitting, &from);
    if (forecast_question_is(str_of(lines.p))) {
        run_question(&from, str_of(lines.p), out);
        return;
    }
    if (forecast_new(&forecast, &from, &wish, &err) != STATUS_OK) {
        result_fail(out, &err);
        return;
    }
    forecast_play(forecast, NULL);
    tell(forecast, &text);
    forecast_free(forecast);
}
