#include "app/forecast/compare.h"

#include <string.h>

#include "app/figures/figures_reading.h"
#include "app/forecast/chart_rounded.h"
#include "app/forecast/chart_told.h"
#include "app/log/history.h"
#include "app/report/report.h"
#include "app/sitting/result.h"
#include "app/sitting/state.h"
#include "app/sitting/data.h"

/* ---- reading --------------------------------------------------------------------------- */

static bool is_same_act(const struct compare *compare, int place)
{
    const struct chart_act *one = &compare->chart[0].chart->act[place];
    const struct chart_act *other = &compare->chart[1].chart->act[place];
    return compare->is_one
               ? one->id == other->id
               : one->round == other->round && strcmp(one->label, other->label) == 0;
}

static enum status read_one(struct compare *compare, int i, struct sitting *sitting,
                            int64_t encounter, int64_t act, struct error *err)
{
    struct encounter_row row;
    enum status status = sitting_chart_new(&compare->chart[i], sitting, encounter, act, err);
    if (status == STATUS_OK) {
        status = encounter_at(sitting->campaign, encounter, &row, err);
    }
    if (status == STATUS_OK) {
        const struct sitting_acts_wish wish = {
            .row = &row, .until = act, .undone = UNDONE_LEFT_OUT};
        status = figures_read(&compare->figures[i], sitting, &wish, err);
    }
    return status;
}

enum status compare_begin(struct compare *compare, struct sitting *sitting,
                          const struct str words[2], struct error *err)
{
    int64_t encounter[2] = {0, 0}, act;
    enum status status = STATUS_OK;
    for (int i = 0; i < 2 && status == STATUS_OK; i++) {
        status = sitting_chart_find(&encounter[i], &act, sitting, words[i], err);
        if (status == STATUS_OK) {
            compare->until[i] = act;
            status = read_one(compare, i, sitting, encounter[i], act, err);
        }
    }
    if (status != STATUS_OK) {
        return status;
    }
    int first = compare->chart[0].chart->acts, second = compare->chart[1].chart->acts;
    int least = first < second ? first : second;
    compare->is_one = encounter[0] == encounter[1];
    while (compare->differs < least && is_same_act(compare, compare->differs)) {
        compare->differs++;
    }
    return STATUS_OK;
}

/* A fight that is over in every chance has no more to play. */
bool compare_play(struct compare *compare, struct forecast_crew *crew, int fights)
{
    for (int i = 0; i < 2; i++) {
        struct chart *chart = compare->chart[i].chart;
        const struct chart *other = compare->chart[1 - i].chart;
        bool is_ahead = !compare->is_played[1 - i] && chart->fights > other->fights;
        if (!compare->is_played[i] && !is_ahead) {
            compare->is_played[i] = !chart_play(chart, crew, fights);
        }
    }
    return !compare->is_played[0] || !compare->is_played[1];
}

int64_t compare_fights(const struct compare *compare)
{
    int64_t first = compare->chart[0].chart->fights, second = compare->chart[1].chart->fights;
    bool is_first = compare->is_played[1] || (!compare->is_played[0] && first < second);
    return is_first ? first : second;
}

void compare_end(struct compare *compare)
{
    for (int i = 0; i < 2; i++) {
        sitting_chart_end(&compare->chart[i]);
        figures_free(&compare->figures[i]);
    }
}

/* ---- as a report ----------------------------------------------------------------------- */

static const char *const side_names[] = {[SIDE_FOES] = "foes", [SIDE_PARTY] = "party"};

/* The act in which they differ; NULL: this one was over before. */
static const struct chart_act *first_other(const struct compare *compare, int i)
{
    const struct chart *chart = compare->chart[i].chart;
    return compare->differs < chart->acts ? &chart->act[compare->differs] : NULL;
}

static bool is_different(const struct compare *compare)
{
    return first_other(compare, 0) != NULL || first_other(compare, 1) != NULL;
}

static int rounds_in(const struct chart *chart)
{
    int rounds = 0;
    for (int i = 0; i < chart->acts; i++) {
        rounds = chart->act[i].round > rounds ? chart->act[i].round : rounds;
    }
    return rounds;
}

static void add_figures(json_t *report, const struct figures *figures)
{
    json_t *all = report_object(report, "figures");
    for (int side = SIDE_PARTY; side >= SIDE_FOES; side--) {
        const struct figures_row *of = &figures->side[side];
        json_t *row = report_object(all, side_names[side]);
        report_set_whole(row, "attacks", of->attacks);
        report_set_whole(row, "hits", of->hits);
        report_set_real(row, "hits_expected", !of->has_unknown_hits, of->hits_expected);
        report_set_whole(row, "damage_dealt", of->damage_dealt);
        report_set_whole(row, "damage_taken", of->damage_taken);
        report_set_whole(row, "downs", of->downs);
    }
}

json_t *compare_report(const struct compare *compare)
{
    json_t *report = json_object(), *list = report_list(report, "fights");
    for (int i = 0; i < 2; i++) {
        json_t *fight = chart_report(compare->chart[i].chart);
        CHECK(json_array_append_new(list, fight) == 0);
        report_set_whole(fight, "rounds", rounds_in(compare->chart[i].chart));
        add_figures(fight, &compare->figures[i]);
    }
    if (!is_different(compare)) {
        report_set(report, "first_difference", json_null());
        return report;
    }
    json_t *difference = report_object(report, "first_difference");
    json_t *acts = report_list(difference, "acts"), *labels = report_list(difference, "labels");
    report_set_whole(difference, "place", compare->differs);
    for (int i = 0; i < 2; i++) {
        const struct chart_act *act = first_other(compare, i);
        CHECK(json_array_append_new(acts, act != NULL ? json_integer(act->id) : json_null()) ==
              0);
        CHECK(json_array_append_new(labels, act != NULL ? report_string(str_of(act->label))
                                                        : json_null()) == 0);
    }
    return report;
}

/* ---- in lines -------------------------------------------------------------------------- */

/* "at the start: 55%, 61%". */
static void add_pair(struct text *out, const char *what, const struct text pair[2])
{
    text_add(out, "%s: %s, %s\n", what, pair[0].p, pair[1].p);
}

#define PAIR(name)                                                                             \
    char name##_of[2][400];                                                                    \
    struct text name[2] = {text_over(name##_of[0], sizeof name##_of[0]),                       \
                           text_over(name##_of[1], sizeof name##_of[1])}

static void tell_chances(const struct compare *compare, struct text *out)
{
    PAIR(rounds);
    PAIR(start);
    PAIR(end);
    PAIR(dice);
    PAIR(choices);
    PAIR(without);
    for (int i = 0; i < 2; i++) {
        const struct chart *chart = compare->chart[i].chart;
        text_add(&rounds[i], "%d", rounds_in(chart));
        chart_chance_format(chart, 0, &start[i]);
        chart_chance_format(chart, chart_end(chart), &end[i]);
        struct chart_rounded points = chart_round_all(chart);
        chart_points_format(points.dice, &dice[i]);
        chart_points_format(points.choice, &choices[i]);
        chart_without_format(chart, &without[i]);
    }
    add_pair(out, "rounds", rounds);
    add_pair(out, "the party's chance to win at the start", start);
    add_pair(out, "at the end", end);
    add_pair(out, "dice, in points for the party", dice);
    add_pair(out, "choices, in points for the party", choices);
    add_pair(out, "chance without the luck of the dice", without);
}

static void tell_figures(const struct compare *compare, struct text *out)
{
    for (int side = SIDE_PARTY; side >= SIDE_FOES; side--) {
        PAIR(figures);
        for (int i = 0; i < 2; i++) {
            const struct figures_row *row = &compare->figures[i].side[side];
            text_add(&figures[i], "%d of %d hit (%lld damage)", row->hits, row->attacks,
                     (long long)row->damage_dealt);
        }
        text_add(out, "attacks of the ");
        add_pair(out, side_names[side], figures);
    }
}

/* The greatest change. */
static void tell_turn(const struct chart *chart, const char *which, struct text *out)
{
    int turn[CHART_TURNS];
    if (chart_turns(chart, turn) > 0) {
        text_add(out, "%s turned most at ", which);
        chart_turn_format(chart, turn[0], out);
        text_add(out, "\n");
    } else {
        text_add(out, "nothing turned %s\n", which);
    }
}

static void tell_act(const struct compare *compare, int i, const char *before, struct text *out)
{
    const struct chart_act *act = first_other(compare, i);
    if (act == NULL) {
        text_add(out, "%sno more acts\n", before);
        return;
    }
    text_add(out, "%s", before);
    const struct chart *chart = compare->chart[i].chart;
    chart_label_format(chart, compare->differs, out);
    if (chart->fights > 0) {
        text_add(out, ": ");
        chart_step_format(chart, compare->differs, out);
    }
    text_add(out, "\n");
}

void compare_tell(const struct compare *compare, struct text *out)
{
    const char *const needs[] = {compare->chart[0].chart->batch.needs,
                                 compare->chart[1].chart->batch.needs};
    for (int i = 0; i < 2; i++) {
        const struct forecast *forecast = compare->chart[i].chart->forecast;
        text_add(out, "%s: %s, ", i == 0 ? "first" : "second", forecast->encounter);
        if (compare->until[i] != 0) {
            text_add(out, "up to #%lld\n", (long long)compare->until[i]);
        } else {
            text_add(out, "as it stands\n");
        }
        if (needs[i][0] != '\0') {
            text_add(out, "Nothing is known. The fights stop at %s.\n", needs[i]);
        }
    }
    bool is_open = needs[0][0] == '\0' && needs[1][0] == '\0';
    if (is_open && compare_fights(compare) == 0) {
        text_add(out, "The first fights are being played.\n");
    } else if (is_open) {
        tell_chances(compare, out);
        tell_turn(compare->chart[0].chart, "the first", out);
        tell_turn(compare->chart[1].chart, "the second", out);
    }
    tell_figures(compare, out);
    if (!is_different(compare)) {
        text_add(out, "They do not differ in any act.\n");
        return;
    }
    text_add(out, "They differ first after %d act%s:\n", compare->differs,
             compare->differs == 1 ? "" : "s");
    tell_act(compare, 0, "the first: ", out);
    tell_act(compare, 1, "the second: ", out);
}

void compare_words(struct str out[2], struct str words)
{
    out[0] = str_next_word(&words);
    out[1] = str_trimmed(words);
}

void sitting_run_compare(struct sitting *sitting, const struct command *command,
                         struct result *out)
{
    struct error err;
    struct compare compare = {.differs = 0};
    struct forecast_crew crew = {.threads = 0};
    struct text text = text_over(out->text, sizeof out->text);
    struct str words[2];
    compare_words(words, command->argument[0].word);
    if (compare_begin(&compare, sitting, words, &err) == STATUS_OK) {
        compare_play(&compare, &crew, CHART_FIGHTS_USUAL);
        compare_tell(&compare, &text);
        text_trim_lines(&text);
    } else {
        result_fail(out, &err);
    }
    forecast_crew_end(&crew);
    compare_end(&compare);
}
