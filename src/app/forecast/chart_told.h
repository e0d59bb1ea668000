/* The chart of a fight told: drawn, as a report that the command line and the screen print, and
 * in sentences for the ear. This plays nothing. */
#ifndef REFEREE_APP_FORECAST_CHART_TOLD_H
#define REFEREE_APP_FORECAST_CHART_TOLD_H

#include <jansson.h>

#include "app/forecast/chart.h"
#include "base/graph.h"
#include "base/text.h"

/* The chance without the luck of the dice, "96% (88-100%)". */
void chart_without_format(const struct chart *chart, struct text *out);
/* "r3, Bran misses Pelican 1". */
void chart_label_format(const struct chart *chart, int act, struct text *out);
/* "r3, Bran misses Pelican 1: 71% to 44%"; where no other number is shown "stays at 44%". */
void chart_turn_format(const struct chart *chart, int act, struct text *out);
/* "+12", "-3", "0": points of 100 (app/forecast/chart_rounded.h). */
void chart_points_format(int points, struct text *out);
/* "71% to 44%", as above. */
void chart_step_format(const struct chart *chart, int act, struct text *out);
/* ": dice -25, choice -2, give or take 3": what of its change was which; nothing where it
 * changed nothing. */
void chart_parts_format(const struct chart *chart, int act, struct text *out);
/* "71%": a chance, by the place of its point. */
void chart_chance_format(const struct chart *chart, int point, struct text *out);
/* The chances in parts of a thousand for a drawing (base/graph.h): that before the fight, then
 * each act's, all equally wide. At most `room`; returns their number, and in *each how many
 * stand for one chance, 0: where there are more chances than room. */
int chart_numbers(const struct chart *chart, int *out, int room, int *each);
/* "r1", "r2" under the first act of each round, or of every second, fifth, tenth round where
 * there is room for no more. */
struct chart_drawn {
    int numbers, in_column; /* of the drawing, and how many of them stand in a column */
    int columns;            /* its width, at most */
};
void chart_rounds_format(const struct chart *chart, const struct chart_drawn *drawn,
                         struct text *out);
/* The chances drawn, with their axis, a line each, and the rounds in a last line. */
enum { CHART_DRAWN_ROWS = 8, CHART_PAGE_WIDTH = 78 };
void chart_draw(const struct chart *chart, int width, enum graph_set set, struct text *out);
/* The name of who acted; "referee". */
const char *chart_name(const struct chart *chart, int id);

/* The report (app/report/report.h), owned by the caller, as `forecast --chart --json` has it.
 * For people alone: of the whole `.sides`; of acts `.chance`, `.dice` and `.choice`, of shares
 * `.dice` and `.choices`, rounded to points that add up. */
json_t *chart_report(const struct chart *chart);
/* In sentences, each line ended: how it went, the turning points, dice and choices. */
void chart_tell(const struct chart *chart, struct text *out);

/* What the dice and the choices of each came to, a line each. */
void chart_tell_shares(const struct chart *chart, struct text *out);
/* True when words ask for the chart: "when did it turn?". */
bool chart_is_asked(struct str words);
/* The command `chart`: in sentences. */
void sitting_run_chart(struct sitting *sitting, const struct command *command,
                       struct result *out);
void sitting_tell_chart(struct sitting *sitting, struct str words, struct result *out);

#endif
