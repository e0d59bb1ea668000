/* The parts of a chart in whole points of 100, rounded so that what is shown adds up: a chance
 * before an act + its dice + its choice = the chance after it, start + dice + choices = end,
 * and the shares of all who acted = the dice and the choices of the fight. Each is less than a
 * point from its exact value (two points for the parts of a share). */
#ifndef REFEREE_APP_FORECAST_CHART_ROUNDED_H
#define REFEREE_APP_FORECAST_CHART_ROUNDED_H

#include "app/forecast/chart.h"

struct chart_rounded {
    int dice, choice;
};

struct chart_rounded_shares {
    struct chart_rounded by[COMBATANTS_MAX + 1]; /* by id; 0: the referee */
    struct chart_rounded side[2];                /* by enum side, without the referee */
};

/* The chance of a point of the chart. */
int chart_round_chance(const struct chart *chart, int point);
struct chart_rounded chart_round_act(const struct chart *chart, int act);
/* Of all acts together. */
struct chart_rounded chart_round_all(const struct chart *chart);
void chart_round_shares(const struct chart *chart, struct chart_rounded_shares *out);

#endif
