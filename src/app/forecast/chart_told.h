/* The chart of a fight told: drawn, as a report that the command line and the screen print, and
 * in sentences for the ear. This plays nothing. */
#ifndef REFEREE_APP_FORECAST_CHART_TOLD_H
#define REFEREE_APP_FORECAST_CHART_TOLD_H

#include <jansson.h>

#include "app/forecast/chart.h"
#include "base/text.h"

/* "r3, Bran misses Pelican 1: 71% to 44%". */
void chart_turn_format(const struct chart *chart, int act, struct text *out);
/* The chances in parts of a thousand for a drawing (base/graph.h): that before the fight, then
 * each act's, all equally wide. At most `room`; returns their number, and in *each how many
 * stand for one chance, 0: where there are more chances than room. */
int chart_numbers(const struct chart *chart, int *out, int room, int *each);
/* "r1", "r2" under the first act of each round, as far as there is room, for a drawing with so
 * many numbers in a column. */
void chart_rounds_format(const struct chart *chart, int numbers, int in_column,
                         struct text *out);
/* The name of who acted; "referee". */
const char *chart_name(const struct chart *chart, int id);

/* The report (app/report/report.h), owned by the caller, as `forecast --chart --json` has it.
 * For people alone: of the whole `.dice`, `.choices` and `.sides`; of acts `.chance`, `.dice`
 * and `.choice`, of shares the same. */
json_t *chart_report(const struct chart *chart);
/* In sentences, each line ended: how it went, the turning points, dice and choices. */
void chart_tell(const struct chart *chart, struct text *out);

#endif
