/* `referee figures`: what was dealt, taken, hit and missed, beside what the dice could have
 * done. */
#include "app/report/report.h"
#include "cli/subcommands.h"

#include "app/figures/figures_reading.h"
#include "app/figures/figures_told.h"
#include "app/sitting/sitting.h"
#include "app/forecast/kept.h"
#include "app/sitting/state.h"
#include "cli/options.h"
#include "cli/output.h"
#include "tracker/state.h"

/* ---- as text --------------------------------------------------------------------------- */

/* A line for each row of the list. */
static void print_lines(const json_t *list, const char *pattern)
{
    json_t *row;
    size_t i;
    json_array_foreach(list, i, row)
    {
        TEXT_BUFFER(line, 400);
        report_tell(row, pattern, &line);
        output_line("%s", line.p);
    }
}

static bool is_of_same_fight(const json_t *row, const json_t *other)
{
    static const char *const names[] = {"encounter", "session"};
    bool is_same = other != NULL;
    for (int i = 0; i < 2 && is_same; i++) {
        is_same = json_equal(report_value(row, names[i]), report_value(other, names[i]));
    }
    return is_same;
}

/* Above the rows of one of several fights. */
static void print_fight(const json_t *row)
{
    TEXT_BUFFER(line, 200);
    bool has_evening = json_is_integer(report_value(row, "session"));
    report_tell(row, has_evening ? "{encounter}, evening {session}" : "{encounter}", &line);
    output_line("%s", line.p);
}

static void print_text(const json_t *report)
{
    static const struct report_column columns[] = {
        {.columns = 13, .name = ".shown"},
        {.title = "att", .columns = -4, .name = "attacks"},
        {.title = "hits", .columns = -5, .name = "hits"},
        {.title = "exp",
         .columns = -6,
         .name = "hits_expected",
         .kind = REPORT_TENTHS,
         .missing = "-"},
        {.title = "dice",
         .columns = -5,
         .name = "hits_percentile",
         .kind = REPORT_PERCENT,
         .missing = "-"},
        {.title = "dealt", .columns = -6, .name = "damage_dealt"},
        {.title = "exp",
         .columns = -6,
         .name = "damage_expected",
         .kind = REPORT_TENTHS,
         .missing = "-"},
        {.title = "dice",
         .columns = -5,
         .name = "damage_percentile",
         .kind = REPORT_PERCENT,
         .missing = "-"},
        {.title = "HP", .columns = -5, .name = "hp_taken"},
        {.title = "lost", .columns = -6, .name = "damage_taken"},
        {.title = "heal", .columns = -5, .name = "healed"},
        {.title = "to 0", .columns = -5, .name = "brought_to_0"},
        {.title = "killed", .columns = -7, .name = "killed"},
    };
    enum { COLUMNS = sizeof columns / sizeof columns[0] };
    static const char *const lists[] = {"sides", "sums", "combatants"};
    TEXT_BUFFER(head, 120);
    report_tell(report,
                "{acts} acts. exp: what the dice give on average; dice: how many results are "
                "worse",
                &head);
    output_line("%s", head.p);
    output_line(
        "dealt: damage that stands; HP: hit points it took from others; lost: one's own");
    output_report_head(columns, COLUMNS);
    bool is_several = json_array_size(report_value(report, "sums")) > 0;
    for (int list = 0; list < 3; list++) {
        const json_t *before = NULL;
        json_t *row;
        size_t i;
        json_array_foreach(report_value(report, lists[list]), i, row)
        {
            bool tells = json_is_true(report_value(row, ".tells"));
            if (tells && is_several && list == 2 && !is_of_same_fight(row, before)) {
                print_fight(row);
                before = row;
            }
            if (tells) {
                output_report_row(row, columns, COLUMNS);
            }
        }
    }
    print_lines(report_value(report, "morale"),
                "morale of {group}: held {held} of {checks}, expected {.expected}");
    print_lines(report_value(report, "faces"),
                "{die} {dice}: {throws} throws; about {.enough} tell whether it is fair");
}

/* What was expected of the one encounter that they are of. */
static void print_forecast(struct sitting *sitting, const struct sitting_acts_wish *wish)
{
    TEXT_BUFFER(line, 400);
    if (!wish->is_of_all) {
        sitting_add_kept_line_of(sitting, wish->encounter, &line);
    }
    if (line.n > 0) {
        output_line("%s", line.p);
    }
}

static enum status print_figures(struct sitting *sitting, const struct options *options,
                                 struct error *err)
{
    struct asking asking;
    struct sitting_acts_wish wish;
    struct figures figures;
    enum status status = sitting_read_wish(
        &wish, &asking, sitting, (const char *const *)options->word, options->words, err);
    if (status != STATUS_OK) {
        return status;
    }
    status = figures_read(&figures, sitting, &wish, err);
    bool is_damaged = sitting_ended_at_damage(sitting, status);
    if ((status == STATUS_OK || is_damaged) && options_has(options, OPTION_JSON)) {
        json_t *report = json_object(), *list = report_list(report, "words");
        for (int i = 0; i < options->words; i++) {
            json_array_append_new(list, report_string(str_of(options->word[i])));
        }
        figures_report(&figures, report);
        output_report(report);
    } else if (status == STATUS_OK || is_damaged) {
        json_t *report = json_object();
        figures_report(&figures, report);
        print_text(report);
        json_decref(report);
        print_forecast(sitting, &wish);
    }
    figures_free(&figures);
    return is_damaged ? STATUS_OK : status; /* closing tells of the damage */
}

int figures_run(const struct options *options)
{
    struct error err;
    struct sitting *sitting;
    if (options_campaign_for_reading(&sitting, options, &err) != STATUS_OK) {
        return output_error(&err);
    }
    enum status status = print_figures(sitting, options, &err);
    int code = status == STATUS_OK ? EXIT_DONE : output_error(&err);
    return options_campaign_close(sitting, code);
}
