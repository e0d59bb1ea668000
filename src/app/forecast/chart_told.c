#include "app/forecast/chart_told.h"

#include <string.h>

#include "app/forecast/chart_cache.h"
#include "app/forecast/chart_rounded.h"
#include "app/forecast/words.h"
#include "app/report/report.h"
#include "app/sitting/result.h"
#include "tracker/command.h"

static const char *const side_names[] = {[SIDE_FOES] = "foes", [SIDE_PARTY] = "party"};

/* ---- words ----------------------------------------------------------------------------- */

/* As it is at the end, when everybody has come. */
static const struct state *last_state(const struct chart *chart)
{
    return chart->point[chart_end(chart)].start.state;
}

const char *chart_name(const struct chart *chart, int id)
{
    return id == 0 ? "referee" : state_name(last_state(chart), id);
}

/* What was counted is never certain, as a fight that is over is. */
void chart_chance_format(const struct chart *chart, int point, struct text *out)
{
    struct interval chance = chart_chance(chart, point);
    const double edge = 1e-6;
    if (!chart->point[point].is_exact) {
        chance.middle = chance.middle < edge       ? edge
                        : chance.middle > 1 - edge ? 1 - edge
                                                   : chance.middle;
    }
    text_add_percent(out, chance.middle);
}

/* "71% (63-72%)"; ">99%" alone where the range says no more. */
static void add_with_range(const char *chance, double low, double high, struct text *out)
{
    TEXT_BUFFER(range, 40);
    report_format_range(&range, low, high);
    text_add(out, "%s", chance);
    if (strcmp(range.p, chance) != 0) {
        text_add(out, " (%s)", range.p);
    }
}

static void add_chance(const struct chart *chart, int point, struct text *out)
{
    struct interval chance = chart_chance(chart, point);
    TEXT_BUFFER(shown, 16);
    chart_chance_format(chart, point, &shown);
    if (chart->point[point].is_exact) {
        text_add(out, "%s", shown.p);
    } else {
        add_with_range(shown.p, chance.low, chance.high, out);
    }
}

/* The start and the choices as they are shown, so that one can add them up. */
void chart_without_format(const struct chart *chart, struct text *out)
{
    struct interval without = chart_share_of(chart, &chart->without);
    TEXT_BUFFER(shown, 16);
    int points = chart_round_chance(chart, 0) + chart_round_all(chart).choice;
    text_add(&shown, "%s", points <= 0 ? "<1%" : points >= 100 ? ">99%" : "");
    if (shown.n == 0) {
        text_add(&shown, "%d%%", points);
    }
    add_with_range(shown.p, without.low > 0 ? without.low : 0,
                   without.high < 1 ? without.high : 1, out);
}

static int before_act(const struct chart *chart, int act)
{
    return act > 0 ? chart->act[act - 1].chance : 0;
}

void chart_label_format(const struct chart *chart, int act, struct text *out)
{
    const struct chart_act *of = &chart->act[act];
    TEXT_BUFFER(round, 24);
    text_add(&round, "round %d, ", of->round);
    /* "round 2, Bo's turn" would say it twice. */
    bool is_said = strncmp(of->label, round.p, (size_t)round.n) == 0;
    if (of->round > 0) {
        text_add(out, "r%d, ", of->round);
    }
    text_add(out, "%s", of->label + (is_said ? round.n : 0));
}

void chart_step_format(const struct chart *chart, int act, struct text *out)
{
    TEXT_BUFFER(before, 16);
    TEXT_BUFFER(after, 16);
    chart_chance_format(chart, before_act(chart, act), &before);
    chart_chance_format(chart, chart->act[act].chance, &after);
    if (strcmp(before.p, after.p) == 0) {
        text_add(out, "stays at %s", after.p);
    } else {
        text_add(out, "%s to %s", before.p, after.p);
    }
}

void chart_turn_format(const struct chart *chart, int act, struct text *out)
{
    chart_label_format(chart, act, out);
    text_add(out, ": ");
    chart_step_format(chart, act, out);
}

static void set_sum(json_t *row, const char *name, const struct chart *chart,
                    const struct chart_sum *sum)
{
    report_set_real(row, name, true, chart_share_of(chart, sum).middle);
}

void chart_points_format(int points, struct text *out)
{
    text_add(out, points == 0 ? "%d" : "%+d", points);
}

/* For a column: these points, with the width of the interval. */
static void set_points(json_t *row, const char *name, const struct chart *chart,
                       const struct chart_sum *sum, int points)
{
    TEXT_BUFFER(shown, 32);
    struct interval share = chart_share_of(chart, sum);
    double half = (share.high - share.low) / 2, middle = points / 100.0;
    text_add(&shown, ".%s", name);
    report_set_interval(row, shown.p, "mean", true,
                        (struct interval){middle, middle - half, middle + half});
}

/* "dice -25, choice -2, give or take 3": of both, the wider interval. */
static void add_parts(const struct chart *chart, const struct chart_rounded *points,
                      const struct chart_sum *dice, const char *name,
                      const struct chart_sum *choice, struct text *out)
{
    text_add(out, "dice ");
    chart_points_format(points->dice, out);
    text_add(out, ", %s ", name);
    chart_points_format(points->choice, out);
    struct interval one = chart_share_of(chart, dice), other = chart_share_of(chart, choice);
    double width = one.high - one.low > other.high - other.low ? one.high - one.low
                                                               : other.high - other.low;
    text_add(out, ", give or take %d", (int)(width * 50 + 0.5));
}

void chart_parts_format(const struct chart *chart, int act, struct text *out)
{
    const struct chart_act *of = &chart->act[act];
    if (of->dice.squares > 0 || of->choice.squares > 0) {
        struct chart_rounded points = chart_round_act(chart, act);
        text_add(out, ": ");
        add_parts(chart, &points, &of->dice, "choice", &of->choice, out);
    }
}

/* ---- drawn ----------------------------------------------------------------------------- */

int chart_numbers(const struct chart *chart, int *out, int room, int *each)
{
    enum { EACH_MOST = 8 };
    int count = chart->acts + 1;
    *each = room / count < EACH_MOST ? room / count : EACH_MOST;
    int used = *each > 0 ? count * *each : room;
    for (int i = 0; i < used; i++) {
        int at = (int)((int64_t)i * count / used);
        int point = at > 0 ? chart->act[at - 1].chance : 0;
        out[i] = (int)(chart_chance(chart, point).middle * 1000 + 0.5);
    }
    return used;
}

/* Every so many rounds; false: two of them would run into each other. */
static bool add_rounds(const struct chart *chart, const struct chart_drawn *drawn, int every,
                       struct text *out)
{
    int before = 0;
    for (int i = 0; i < chart->acts; i++) {
        int round = chart->act[i].round;
        bool is_told = round != before && round > 0 && (out->n == 0 || round % every == 0);
        int column =
            (int)((int64_t)(i + 1) * drawn->numbers / (chart->acts + 1)) / drawn->in_column;
        TEXT_BUFFER(label, 16);
        before = round;
        text_add(&label, "r%d", round);
        if (!is_told || column + label.n > drawn->columns) {
            continue;
        }
        if (out->n > 0 && column <= out->n) {
            return false;
        }
        text_add(out, "%*s%s", column - out->n, "", label.p);
    }
    return true;
}

void chart_rounds_format(const struct chart *chart, const struct chart_drawn *drawn,
                         struct text *out)
{
    static const int every[] = {1, 2, 5, 10, 20, 50, 100, 200, 500, 1000};
    enum { WAYS = sizeof every / sizeof every[0], ROUNDS_MAX = 2048 };
    for (int i = 0; i < WAYS; i++) {
        TEXT_BUFFER(rounds, ROUNDS_MAX);
        if (add_rounds(chart, drawn, every[i], &rounds) || i + 1 == WAYS) {
            text_add(out, "%s", rounds.p);
            return;
        }
    }
}

void chart_draw(const struct chart *chart, int width, enum graph_set set, struct text *out)
{
    enum { AXIS = 6, NUMBERS_MAX = 1024 };
    int number[NUMBERS_MAX], each, in_column = graph_numbers_in(set);
    int room = (width - AXIS) * in_column;
    struct graph graph = {.set = set, .number = number, .full = 1000, .rows = CHART_DRAWN_ROWS};
    TEXT_BUFFER(rounds, NUMBERS_MAX);
    graph.count = chart_numbers(chart, number, room < NUMBERS_MAX ? room : NUMBERS_MAX, &each);
    for (int row = 0; row < graph.rows; row++) {
        text_add(out, "%s%s",
                 row == 0                ? "100% "
                 : row == graph.rows - 1 ? "  0% "
                                         : "     ",
                 set == GRAPH_ASCII ? "|" : "│");
        for (int column = 0; column < graph_columns(&graph); column++) {
            text_add(out, "%s", graph_sign(&graph, row, column));
        }
        text_add(out, "\n");
    }
    chart_rounds_format(chart, &(struct chart_drawn){graph.count, in_column, width - AXIS},
                        &rounds);
    text_add(out, "%*s%s\n", AXIS, "", rounds.p);
}

/* ---- as a report ----------------------------------------------------------------------- */

static void add_act(json_t *list, const struct chart *chart, int place)
{
    const struct chart_act *act = &chart->act[place];
    struct interval chance = chart_chance(chart, act->chance);
    struct chart_rounded points = chart_round_act(chart, place);
    json_t *row = report_row(list);
    TEXT_BUFFER(shown, 32);
    TEXT_BUFFER(round, 16);
    chart_chance_format(chart, act->chance, &shown);
    if (act->round > 0) {
        text_add(&round, "r%d", act->round);
    }
    report_set_whole(row, "act", act->id);
    report_set_whole(row, "round", act->round);
    report_set_words(row, "label", act->label);
    report_set_words(row, "by", chart_name(chart, act->by));
    report_set_real(row, "chance", true, chance.middle);
    report_set_real(row, "low", true, chance.low);
    report_set_real(row, "high", true, chance.high);
    set_sum(row, "dice", chart, &act->dice);
    set_sum(row, "choice", chart, &act->choice);
    set_points(row, "dice", chart, &act->dice, points.dice);
    set_points(row, "choice", chart, &act->choice, points.choice);
    report_set_words(row, ".round", round.p);
    report_set_words(row, ".chance", shown.p);
}

static void add_share(json_t *object, const char *name, const struct chart *chart,
                      const struct chart_share *share, const struct chart_rounded *points)
{
    json_t *row = report_object(object, name);
    TEXT_BUFFER(told, 200);
    text_add(&told, "%s: ", name);
    add_parts(chart, points, &share->dice, "choices", &share->choice, &told);
    set_sum(row, "dice", chart, &share->dice);
    set_sum(row, "choices", chart, &share->choice);
    set_points(row, "dice", chart, &share->dice, points->dice);
    set_points(row, "choices", chart, &share->choice, points->choice);
    report_set_words(row, ".name", name);
    report_set_words(row, ".told", told.p);
}

/* Two of one name are told together. */
static void add_to(struct chart_share *to, const struct chart_share *from)
{
    to->dice.sum += from->dice.sum;
    to->dice.squares += from->dice.squares;
    to->choice.sum += from->choice.sum;
    to->choice.squares += from->choice.squares;
}

static void add_shares(json_t *report, const struct chart *chart,
                       const struct chart_rounded_shares *rounded)
{
    json_t *by = report_object(report, "by");
    const int count = last_state(chart)->count;
    for (int id = 1; id <= count + 1; id++) {
        int who = id <= count ? id : 0; /* the referee comes last */
        struct chart_share share = chart->share[who];
        struct chart_rounded points = rounded->by[who];
        bool is_named_before = false;
        for (int other = 1; other <= count; other++) {
            bool is_same = other != who && chart->share[other].has_acted &&
                           strcmp(chart_name(chart, other), chart_name(chart, who)) == 0;
            is_named_before = is_named_before || (is_same && (other < who || who == 0));
            if (is_same) {
                add_to(&share, &chart->share[other]);
                points.dice += rounded->by[other].dice;
                points.choice += rounded->by[other].choice;
            }
        }
        if (share.has_acted && !is_named_before) {
            add_share(by, chart_name(chart, who), chart, &share, &points);
        }
    }
}

/* By sides, for display. */
static void add_sides(json_t *report, const struct chart *chart,
                      const struct chart_rounded_shares *rounded)
{
    json_t *sides = report_object(report, ".sides");
    for (int side = SIDE_PARTY; side >= SIDE_FOES; side--) {
        if (chart->side[side].has_acted) {
            add_share(sides, side_names[side], chart, &chart->side[side], &rounded->side[side]);
        }
    }
}

static void add_turns(json_t *report, const struct chart *chart)
{
    int turn[CHART_TURNS];
    int count = chart_turns(chart, turn);
    json_t *list = report_list(report, "turning_points");
    for (int i = 0; i < count; i++) {
        json_t *row = report_row(list);
        TEXT_BUFFER(text, 200);
        chart_turn_format(chart, turn[i], &text);
        report_set_whole(row, "act", chart->act[turn[i]].id);
        report_set_real(row, "from", true,
                        chart_chance(chart, before_act(chart, turn[i])).middle);
        report_set_real(row, "to", true,
                        chart_chance(chart, chart->act[turn[i]].chance).middle);
        report_set_words(row, "text", text.p);
    }
}

json_t *chart_report(const struct chart *chart)
{
    json_t *report = json_object();
    double start = chart_chance(chart, 0).middle;
    struct interval choices = chart_share_of(chart, &chart->choices);
    struct chart_rounded_shares rounded;
    chart_round_shares(chart, &rounded);
    report_set_words_or_null(report, "encounter", chart->forecast->encounter);
    forecast_add_policy(report, chart->forecast, &chart->forecast->one[0]);
    report_set_whole(report, "fights", chart->fights);
    report_set_real(report, "start", true, start);
    report_set_real(report, "end", true, chart_chance(chart, chart_end(chart)).middle);
    set_sum(report, "dice", chart, &chart->dice);
    set_sum(report, "choices", chart, &chart->choices);
    report_set_real(report, "without_dice", true, start + choices.middle);
    json_t *list = report_list(report, "chart");
    for (int i = 0; i < chart->acts; i++) {
        add_act(list, chart, i);
    }
    add_shares(report, chart, &rounded);
    add_sides(report, chart, &rounded);
    add_turns(report, chart);
    return report;
}

/* ---- in sentences ---------------------------------------------------------------------- */

/* As they came in the fight. */
static void put_in_order(int turn[CHART_TURNS], int count)
{
    for (int i = 1; i < count; i++) {
        for (int k = i; k > 0 && turn[k - 1] > turn[k]; k--) {
            int later = turn[k - 1];
            turn[k - 1] = turn[k];
            turn[k] = later;
        }
    }
}

static void tell_turns(const struct chart *chart, struct text *out)
{
    int turn[CHART_TURNS];
    int count = chart_turns(chart, turn);
    if (count == 0) {
        text_add(out, "Nothing turned it: no act changed the chance by ten points or more.\n");
    }
    put_in_order(turn, count);
    for (int i = 0; i < count; i++) {
        text_add(out, "%s", i == 0 ? "It turned at " : "then at ");
        chart_turn_format(chart, turn[i], out);
        text_add(out, "%s\n", i + 1 < count ? ";" : ".");
    }
}

/* Whose fights these are: the rest that is assumed is that of the forecast. */
static void tell_policies(const struct chart *chart, struct text *out)
{
    const struct forecast_one *one = &chart->forecast->one[0];
    const char *party = one->side[SIDE_PARTY]->name, *foes = one->side[SIDE_FOES]->name;
    text_add(out, "Assumed: ");
    if (strcmp(party, foes) == 0) {
        text_add(out, "both sides fight by the policy %s.\n", party);
    } else {
        text_add(out, "the party fights by the policy %s, the foes by %s.\n", party, foes);
    }
}

void chart_tell(const struct chart *chart, struct text *out)
{
    enum fight_end end;
    int last = chart_end(chart);
    bool is_over = chart->point[last].is_exact;
    if (chart->batch.needs[0] != '\0') {
        text_add(out, "Nothing is known. The fights stop at %s.\n", chart->batch.needs);
        return;
    }
    text_add(out, "The party's chance to win was ");
    add_chance(chart, 0, out);
    if (is_over && fight_is_over(last_state(chart), &end)) {
        text_add(out, " at the start; the party %s.\n", fight_end_name(end));
    } else {
        text_add(out, " at the start and is ");
        add_chance(chart, last, out);
        text_add(out, " now.\n");
    }
    tell_turns(chart, out);
    text_add(out, "In points for the party: ");
    struct chart_rounded points = chart_round_all(chart);
    add_parts(chart, &points, &chart->dice, "choices", &chart->choices, out);
    text_add(out, " each. Without the luck of the dice: ");
    chart_without_format(chart, out);
    text_add(out, ".\n");
    tell_policies(chart, out);
}

void chart_tell_shares(const struct chart *chart, struct text *out)
{
    static const char *const lists[] = {"by", ".sides"};
    json_t *report = chart_report(chart), *share;
    const char *name;
    for (int i = 0; i < 2; i++) {
        json_object_foreach(report_value(report, lists[i]), name, share)
        {
            report_tell(share, "{.told}\n", out);
        }
    }
    json_decref(report);
}

bool chart_is_asked(struct str words)
{
    static const char question[] = "when did it turn";
    words = str_trimmed(words);
    words.n -= words.n > 0 && words.p[words.n - 1] == '?' ? 1 : 0;
    return str_equal_any_case(str_trimmed(words), str_of(question));
}

void sitting_tell_chart(struct sitting *sitting, struct str words, struct result *out)
{
    struct error err;
    int64_t encounter, act;
    struct sitting_chart chart = {.chart = NULL};
    struct forecast_crew crew = {.threads = 0};
    struct text text = text_over(out->text, sizeof out->text);
    if (sitting_chart_find(&encounter, &act, sitting, words, &err) == STATUS_OK &&
        sitting_chart_new(&chart, sitting, encounter, act, &err) == STATUS_OK) {
        chart_play_to(chart.chart, sitting, &crew, CHART_FIGHTS_USUAL);
        chart_tell(chart.chart, &text);
        text_trim_lines(&text);
    } else {
        result_fail(out, &err);
    }
    forecast_crew_end(&crew);
    sitting_chart_end(&chart);
}

void sitting_run_chart(struct sitting *sitting, const struct command *command,
                       struct result *out)
{
    sitting_tell_chart(sitting, command->argument[0].word, out);
}
