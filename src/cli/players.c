/* `referee players --once`: what the players may see, once. The screen is tui/players. */
#include "app/players/players.h"
#include "app/sitting/sitting.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/subcommands.h"

static const struct report_column columns[] = {
    {.columns = 1, .name = ".mark"},
    {.title = "name", .columns = 24, .name = "name"},
    {.title = "side", .columns = 5, .name = "side"},
    {.title = "state", .columns = 10, .name = ".state"},
    {.title = "conditions", .name = ".conditions"},
};
enum { COLUMNS = sizeof columns / sizeof columns[0] };

static void print(json_t *report)
{
    const char *encounter = json_string_value(json_object_get(report, "encounter"));
    const char *next = json_string_value(json_object_get(report, "next"));
    json_t *order = json_object_get(report, "order"), *row;
    size_t i;
    if (encounter != NULL) {
        output_line("%s · %s%s%s", encounter,
                    json_string_value(json_object_get(report, "phase")),
                    next != NULL ? " · next: " : "", next != NULL ? next : "");
    } else {
        output_line("between fights");
    }
    output_report_head(columns, COLUMNS);
    json_array_foreach(order, i, row)
    {
        output_report_row(row, columns, COLUMNS);
    }
    json_decref(report);
}

int players_run(const struct options *options)
{
    struct error err;
    struct sitting *sitting;
    bool has_changed;
    if (subcommand_words(options, 0, &err) != STATUS_OK ||
        options_campaign_for_reading(&sitting, options, &err) != STATUS_OK) {
        return output_error(&err);
    }
    struct players *players = players_begin(sitting);
    enum status status = players_look(players, &has_changed, &err);
    if (status == STATUS_OK && options_has(options, OPTION_JSON)) {
        output_report(players_report(players, PLAYERS_ALL));
    } else if (status == STATUS_OK) {
        print(players_report(players, PLAYERS_ALL));
    }
    players_end(players);
    return options_campaign_close(sitting,
                                  status == STATUS_OK ? EXIT_DONE : output_error(&err));
}
