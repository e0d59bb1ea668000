#include "app/forecast/graded.h"

#include <stdlib.h>
#include <string.h>

#include "app/chronicle/chronicle.h"
#include "app/forecast/kept.h"
#include "app/log/past.h"
#include "app/prepared/prepared.h"
#include "app/report/report.h"
#include "app/sitting/data.h"
#include "app/sitting/state.h"
#include "base/array.h"

/* ---- reading --------------------------------------------------------------------------- */

struct reading {
    struct sitting *sitting;
    struct graded *out;
    struct evenings evenings;
};

/* The act that began the first round, on the way that stands. */
static enum status find_beginning(struct past *past, struct sitting *sitting,
                                  struct act_row *out, struct error *err)
{
    bool has_moved;
    struct past_place place;
    enum status status = past_go(past, 0, err);
    if (status == STATUS_OK) {
        status = past_move(&has_moved, past, PAST_NEWER_ROUND, err);
    }
    past_place(past, &place);
    return status == STATUS_OK ? log_row(sitting->campaign, place.act, out, err) : status;
}

static void add_fight(struct graded *graded, const struct encounter_row *row,
                      const struct kept_forecast *kept, bool is_won, int evening)
{
    int64_t won = 0;
    graded->fight = array_grown(graded->fight, graded->fights, &graded->room,
                                sizeof *graded->fight, realloc);
    CHECK(graded->fight != NULL);
    for (int falls = 0; falls < TALLY_FALLS; falls++) {
        won += kept->ways[FIGHT_WON][falls];
    }
    struct graded_fight *fight = &graded->fight[graded->fights++];
    *fight = (struct graded_fight){
        .chance = interval_of_chance(won, kept->fights), .is_won = is_won, .evening = evening};
    text_format(fight->encounter, sizeof fight->encounter, "%s", row->name);
}

static enum status read_encounter(struct reading *reading, const struct encounter_row *row,
                                  struct error *err)
{
    struct past *past;
    struct fight_went went;
    struct act_row begun;
    struct kept_forecast kept;
    struct sitting *sitting = reading->sitting;
    enum status status = past_open_at(&past, sitting, row, -1, err);
    if (status != STATUS_OK) {
        return status == STATUS_DAMAGED || status == STATUS_FOREIGN ? STATUS_OK : status;
    }
    bool is_over = fight_went(&went, sitting_state(past_then(past)));
    status = is_over ? find_beginning(past, sitting, &begun, err) : STATUS_OK;
    past_close(past);
    if (status != STATUS_OK || !is_over) {
        return status == STATUS_DAMAGED ? STATUS_OK : status;
    }
    status = sitting_kept_forecast_before(&kept, sitting, row->id, &begun, err);
    if (status == STATUS_MISSING) {
        reading->out->without++;
        return STATUS_OK;
    }
    if (status == STATUS_OK) {
        add_fight(reading->out, row, &kept, went.end == FIGHT_WON,
                  evening_of(&reading->evenings, begun.id, begun.at_ms, true));
    }
    return status;
}

enum status sitting_graded(struct graded *out, struct sitting *sitting, struct error *err)
{
    enum { AT_ONCE = 32 };
    struct encounter_row rows[AT_ONCE];
    struct reading reading = {.sitting = sitting, .out = out};
    int count = AT_ONCE;
    memset(out, 0, sizeof *out);
    enum status status = evenings_read(&reading.evenings, sitting->campaign, err);
    for (int skip = 0; status == STATUS_OK && count == AT_ONCE; skip += count) {
        status = encounter_list(sitting->campaign, rows, AT_ONCE, skip, &count, err);
        for (int i = 0; status == STATUS_OK && i < count; i++) {
            status = read_encounter(&reading, &rows[i], err);
        }
    }
    evenings_free(&reading.evenings);
    return status;
}

void graded_free(struct graded *graded)
{
    free(graded->fight);
    memset(graded, 0, sizeof *graded);
}

/* ---- the grade ------------------------------------------------------------------------- */

struct interval graded_brier(const struct graded *graded)
{
    double sum = 0, squares = 0;
    for (int i = 0; i < graded->fights; i++) {
        double off = graded->fight[i].chance.middle - (graded->fight[i].is_won ? 1 : 0);
        sum += off * off;
        squares += off * off * off * off;
    }
    return interval_of_mean(sum, squares, graded->fights);
}

int graded_enough(const struct graded *graded)
{
    const double wanted = 0.05;
    struct interval brier = graded_brier(graded);
    double half = (brier.high - brier.low) / 2;
    double needed = graded->fights * (half / wanted) * (half / wanted);
    return needed > GRADED_LEAST ? (int)needed + 1 : GRADED_LEAST;
}

struct bin {
    int fights, won;
    double expected;
};

static void fill_bins(struct bin bin[GRADED_BINS], const struct graded *graded)
{
    memset(bin, 0, GRADED_BINS * sizeof *bin);
    for (int i = 0; i < graded->fights; i++) {
        const struct graded_fight *fight = &graded->fight[i];
        int at = (int)(fight->chance.middle * GRADED_BINS);
        struct bin *its = &bin[at < GRADED_BINS ? at : GRADED_BINS - 1];
        its->fights++;
        its->won += fight->is_won ? 1 : 0;
        its->expected += fight->chance.middle;
    }
}

json_t *graded_report(const struct graded *graded)
{
    struct bin bin[GRADED_BINS];
    struct interval brier = graded_brier(graded);
    json_t *report = json_object();
    json_t *list = report_list(report, "forecasts"), *bins = report_list(report, "bins");
    for (int i = 0; i < graded->fights; i++) {
        const struct graded_fight *fight = &graded->fight[i];
        json_t *row = report_row(list);
        report_set_words(row, "encounter", fight->encounter);
        report_set_real(row, "chance", true, fight->chance.middle);
        report_set_real(row, "low", true, fight->chance.low);
        report_set_real(row, "high", true, fight->chance.high);
        report_set_flag(row, "won", fight->is_won);
        report_set_whole_or_null(row, "session", fight->evening > 0, fight->evening);
        report_set_interval(row, ".said", "chance", true, fight->chance);
        report_set_words(row, ".came", fight->is_won ? "won" : "not won");
    }
    fill_bins(bin, graded);
    for (int i = 0; i < GRADED_BINS; i++) {
        json_t *row = report_row(bins);
        report_set_real(row, "from", true, (double)i / GRADED_BINS);
        report_set_real(row, "to", true, (double)(i + 1) / GRADED_BINS);
        report_set_whole(row, "fights", bin[i].fights);
        report_set_whole(row, "won", bin[i].won);
        report_set_real(row, "expected", true, bin[i].expected);
    }
    report_set_real(report, "brier", graded->fights > 0, brier.middle);
    report_set_real(report, "brier_low", graded->fights > 1, brier.low > 0 ? brier.low : 0);
    report_set_real(report, "brier_high", graded->fights > 1, brier.high);
    return report;
}

/* ---- in sentences ---------------------------------------------------------------------- */

static void tell_grade(const struct graded *graded, struct text *out)
{
    struct interval brier = graded_brier(graded);
    int enough = graded_enough(graded);
    text_add(out, "Brier score ");
    text_add_decimal(out, brier.middle, 2);
    if (graded->fights > 1) {
        text_add(out, " (");
        text_add_decimal(out, brier.low > 0 ? brier.low : 0, 2);
        text_add(out, " to ");
        text_add_decimal(out, brier.high, 2);
        text_add(out, ")");
    }
    text_add(out, ": 0 is perfect, and always saying 50%% gives 0.25.\n");
    if (graded->fights < enough) {
        text_add(out, "This tells little before %d fights.\n", enough);
    }
}

void graded_tell(const struct graded *graded, struct text *out)
{
    struct bin bin[GRADED_BINS];
    if (graded->fights == 0) {
        text_add(out, "No fight that is over had a forecast that was kept before it began: "
                      "`forecast-keep` keeps one.\n");
    }
    fill_bins(bin, graded);
    for (int i = 0; i < GRADED_BINS; i++) {
        if (bin[i].fights > 0) {
            text_add(out, "said %d to %d%%: %d of %d came true, where ", i * 100 / GRADED_BINS,
                     (i + 1) * 100 / GRADED_BINS, bin[i].won, bin[i].fights);
            text_add_average(out, bin[i].expected);
            text_add(out, " were expected\n");
        }
    }
    if (graded->fights > 0) {
        tell_grade(graded, out);
    }
    if (graded->without > 0) {
        text_add(out, "%d fight%s ended without a forecast.\n", graded->without,
                 graded->without == 1 ? "" : "s");
    }
}

void sitting_run_forecasts(struct sitting *sitting, const struct command *command,
                           struct result *out)
{
    struct error err;
    struct graded graded;
    struct text text = text_over(out->text, sizeof out->text);
    (void)command;
    if (sitting_graded(&graded, sitting, &err) != STATUS_OK) {
        sitting_fail(sitting, &err, out);
    } else {
        graded_tell(&graded, &text);
        text_trim_lines(&text);
    }
    graded_free(&graded);
}
