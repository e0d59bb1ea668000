/* Hit points over the acts of a chapter as one SVG drawing: a row for each combatant, a line
 * that falls and rises, the rounds as upright lines. It names nothing outside itself, and says
 * by words what it shows: a title for each row, numbers at its end. */
#ifndef REFEREE_EXCHANGE_HIT_POINTS_CHART_H
#define REFEREE_EXCHANGE_HIT_POINTS_CHART_H

#include "exchange/telling.h"
#include "exchange/writing.h"

/* Writes nothing when nobody has hit points. */
void write_hit_points_chart(struct writing *out, const struct telling_chapter *chapter);

#endif
