#include "cli/forecast_text.h"

#include <string.h>

#include "app/forecast/forecast_play.h"
#include "app/forecast/forecast_words.h"
#include "cli/output.h"
#include "tracker/combatant_fields.h"
#include "tracker/procedure.h"

enum { NAME_COLUMNS = 24, CHANCE_COLUMNS = 12, RANGE_COLUMNS = 10 };

/* ---- parts of lines -------------------------------------------------------------------- */

static void add_chance(struct text *line, int64_t count, int64_t of)
{
    struct interval chance = interval_of_chance(count, of);
    TEXT_BUFFER(cell, 32);
    forecast_add_chance(&cell, &chance);
    output_column(line, cell.p, CHANCE_COLUMNS - 2);
}

static void add_range(struct text *line, double low, double high)
{
    TEXT_BUFFER(cell, 32);
    forecast_add_range(&cell, low, high);
    output_column(line, cell.p, RANGE_COLUMNS - 2);
}

static void add_counted(struct text *line, int64_t count, int64_t of)
{
    struct interval chance = interval_of_chance(count, of);
    add_chance(line, count, of);
    add_range(line, chance.low, chance.high);
}

/* "-14 +-2": a difference with half of its interval. */
static void add_difference(struct text *line, const struct interval *average, double scale,
                           int decimals)
{
    TEXT_BUFFER(cell, 40);
    double middle = average->middle * scale;
    double half = (average->high - average->low) / 2 * scale;
    text_add(&cell, "%+.*f %s%.*f", decimals, middle, output_is_utf8() ? "±" : "+-", decimals,
             half);
    output_column(line, cell.p, CHANCE_COLUMNS - 2);
}

static void add_policies(struct text *line, const struct forecast_one *one)
{
    TEXT_BUFFER(names, 2 * POLICY_NAME_SIZE + 8);
    text_add(&names, "  %s / %s", one->side[SIDE_PARTY]->name, one->side[SIDE_FOES]->name);
    output_column(line, names.p, NAME_COLUMNS - 2);
}

static void heading(const char *first, const char *const *words, int count)
{
    TEXT_BUFFER(line, 200);
    output_column(&line, first, NAME_COLUMNS - 2);
    for (int i = 0; i < count; i++) {
        output_column(&line, words[i],
                      (strcmp(words[i], "95%") == 0 ? RANGE_COLUMNS : CHANCE_COLUMNS) - 2);
    }
    output_row(&line);
}

/* ---- how it ends ----------------------------------------------------------------------- */

static void print_ends(const struct forecast *forecast)
{
    static const char *const words[] = {"wins", "95%", "all fall", "flees", "stalemate"};
    heading("party / foes", words, 5);
    for (int i = 0; i < forecast->pairs; i++) {
        const struct fight_tally *tally = &forecast->one[i].tally;
        TEXT_BUFFER(line, 200);
        add_policies(&line, &forecast->one[i]);
        add_counted(&line, tally->ends[FIGHT_WON], tally->fights);
        add_chance(&line, tally->ends[FIGHT_LOST], tally->fights);
        add_chance(&line, tally->ends[FIGHT_FLED], tally->fights);
        add_chance(&line, tally->ends[FIGHT_STALEMATE], tally->fights);
        output_row(&line);
    }
}

static void print_rounds(const struct forecast *forecast)
{
    enum { SHOWN = 8 };
    const struct fight_tally *tally = &forecast->one[0].tally;
    int first = forecast->variant[0].about.first_round, shown = 0;
    int64_t rest = tally->fights;
    TEXT_BUFFER(line, 200);
    text_add(&line, "ends in round: ");
    for (int i = 0; i < TALLY_ROUNDS && rest > 0; i++) {
        if (tally->rounds[i] == 0 && shown == 0) {
            continue;
        }
        bool is_last = ++shown == SHOWN;
        int64_t count = is_last ? rest : tally->rounds[i];
        text_add(&line, "%s%d%s ", shown > 1 ? "  " : "", first + i,
                 is_last && rest > tally->rounds[i] ? "+" : "");
        text_add_percent(&line, (double)count / (double)tally->fights);
        rest -= count;
    }
    output_row(&line);
}

/* ---- who falls ------------------------------------------------------------------------- */

static void add_uses(struct text *line, const struct fight_tally_about *about,
                     const struct fight_tally *tally, int id)
{
    for (int i = 0; i < about->uses; i++) {
        if (about->use[i].id == id) {
            text_add(line, "  %s ", about->use[i].label);
            text_add_average(line, (double)tally->uses_left[i] / (double)tally->fights);
        }
    }
}

static void print_falls(const struct forecast *forecast, int side)
{
    const struct forecast_variant *variant = &forecast->variant[0];
    const struct fight_tally *tally = &forecast->one[0].tally;
    for (int id = 1; id <= variant->start->count; id++) {
        bool is_shown = state_is_present(variant->start, id) &&
                        state_value(variant->start, id, FIELD_SIDE, SIDE_FOES) == side;
        if (!is_shown) {
            continue;
        }
        struct forecast_band band = forecast_band_falls(forecast, id);
        TEXT_BUFFER(name, NAME_SIZE + 4);
        TEXT_BUFFER(line, 600);
        TEXT_BUFFER(left, 16);
        text_add(&name, "  %s", state_name(variant->start, id));
        output_column(&line, name.p, NAME_COLUMNS - 2);
        bool has_fallen =
            !state_is_in(variant->start, id) && tally->falls[id - 1] == tally->fights;
        if (has_fallen) {
            text_add(&line, "has fallen already");
            output_row(&line);
            continue;
        }
        add_counted(&line, tally->falls[id - 1], tally->fights);
        add_range(&line, band.low, band.high);
        text_add_average(&left, (double)tally->hp_left[id - 1] / (double)tally->fights);
        text_add(&line, "%s left", left.p);
        add_uses(&line, &variant->about, tally, id);
        output_row(&line);
    }
}

static void print_breaks(const struct forecast *forecast)
{
    const struct forecast_variant *variant = &forecast->variant[0];
    const struct fight_tally *tally = &forecast->one[0].tally;
    for (int id = 1; id <= variant->start->count; id++) {
        if (tally->breaks[id - 1] > 0) {
            TEXT_BUFFER(line, 200);
            group_name(variant->start, id, &line);
            text_add(&line, ": morale breaks in ");
            text_add_percent(&line, (double)tally->breaks[id - 1] / (double)tally->fights);
            text_add(&line, " of the fights");
            output_row(&line);
        }
    }
}

/* ---- what if --------------------------------------------------------------------------- */

static void print_what_ifs(const struct forecast *forecast)
{
    static const char *const words[] = {"wins", "95%", "by points", "party falls", "by"};
    if (forecast->variants == 1) {
        return;
    }
    output_line("%s", "");
    heading("what if", words, 5);
    for (int i = 0; i < forecast->variants; i++) {
        const struct forecast_one *one = &forecast->one[i * forecast->pairs];
        const struct fight_tally *tally = &one->tally;
        const struct fight_tally_difference *d = &tally->difference;
        struct interval won = interval_of_average(d->won, d->won_squares, d->pairs);
        struct interval falls = interval_of_average(d->falls, d->falls_squares, d->pairs);
        struct interval all =
            interval_of_average(tally->party_falls, tally->party_falls_squares, tally->fights);
        TEXT_BUFFER(name, 200);
        TEXT_BUFFER(line, 500);
        TEXT_BUFFER(fallen, 16);
        text_add(&name, "  %s", i == 0 ? "as it is" : forecast->variant[i].what_if);
        if (output_columns(name.p) > NAME_COLUMNS - 2) {
            output_line("%s", name.p);
            name = text_over(name.p, 8);
        }
        output_column(&line, name.p, NAME_COLUMNS - 2);
        add_counted(&line, tally->ends[FIGHT_WON], tally->fights);
        if (i == 0) {
            output_column(&line, "", CHANCE_COLUMNS - 2);
        } else {
            add_difference(&line, &won, 100, 1);
        }
        text_add_average(&fallen, all.middle);
        output_column(&line, fallen.p, CHANCE_COLUMNS - 2);
        if (i > 0) {
            add_difference(&line, &falls, 1, 2);
        }
        output_row(&line);
    }
}

/* ---- the whole ------------------------------------------------------------------------- */

static void print_assumed(const struct forecast *forecast)
{
    TEXT_BUFFER(line, 1000);
    TEXT_BUFFER(ways, 600);
    for (int i = 0; forecast_assumption(forecast, i, &line); i++) {
        text_add(&line, "; ");
    }
    forecast_add_ways(forecast, &ways);
    int n = ways.n > 0 || line.n == 0 ? line.n : line.n - 2;
    if (n + ways.n > 0) {
        output_line("Assumed: %.*s%s.", n, line.p, ways.p);
    }
}

static void print_title(const struct forecast *forecast)
{
    TEXT_BUFFER(when, 40);
    int round = forecast->from.state->value[ENCOUNTER_ROUND];
    if (round == 0) {
        text_add(&when, "before the start");
    } else {
        text_add(&when, "in round %d", round);
    }
    const char *name = forecast->at[0] != '\0'          ? forecast->at
                       : forecast->encounter[0] != '\0' ? forecast->encounter
                                                        : "the table";
    output_line("%s, %s: %lld fights of each kind, within %.1f points%s", name, when.p,
                (long long)forecast->fights, forecast_points(forecast),
                forecast->is_interrupted ? " (stopped)" : "");
}

/* False when something needs an answer. */
static bool print_needs(const struct forecast *forecast)
{
    bool is_whole = true;
    for (int i = 0; i < forecast->ones; i++) {
        const char *needs = forecast_needs(&forecast->one[i]);
        if (needs[0] != '\0' && is_whole) {
            output_line("Nothing is known. The fights stop at %s.", needs);
        }
        is_whole = is_whole && needs[0] == '\0';
    }
    return is_whole;
}

void forecast_print_text(const struct forecast *forecast,
                         const struct forecast_trials_told *trials)
{
    static const char *const words[] = {"falls", "95%", "policies"};
    print_title(forecast);
    if (!print_needs(forecast)) {
        return;
    }
    TEXT_BUFFER(verdict, 200);
    TEXT_BUFFER(why, 600);
    forecast_verdict(forecast, &verdict);
    forecast_why_endless(forecast, &forecast->one[0], &why);
    output_line("%s", verdict.p);
    TEXT_BUFFER(depends, 200);
    forecast_depends(forecast, &depends);
    if (depends.n > 0) {
        output_line("%s", depends.p);
    }
    if (why.n > 0) {
        output_line("%s", why.p);
    }
    struct forecast_band band = forecast_band_won(forecast);
    TEXT_BUFFER(range, 32);
    forecast_add_range(&range, band.low, band.high);
    output_line("%s", "");
    output_line("party wins %s, by the policies that were tried", range.p);
    output_line("%s", "");
    print_ends(forecast);
    print_rounds(forecast);
    output_line("%s", "");
    TEXT_BUFFER(title, 80);
    text_add(&title, "as %s / %s", forecast->one[0].side[SIDE_PARTY]->name,
             forecast->one[0].side[SIDE_FOES]->name);
    heading(title.p, words, 3);
    print_falls(forecast, SIDE_PARTY);
    print_falls(forecast, SIDE_FOES);
    print_breaks(forecast);
    forecast_print_without(&trials->without);
    print_what_ifs(forecast);
    forecast_print_answers(trials);
    output_line("%s", "");
    print_assumed(forecast);
}
