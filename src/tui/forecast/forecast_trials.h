/* What trials beside a forecast showed: who matters most, the answer to
 * a question with its curve. Drawing is pure. */
#ifndef REFEREE_TUI_FORECAST_FORECAST_TRIALS_H
#define REFEREE_TUI_FORECAST_FORECAST_TRIALS_H

#include "app/forecast/answer.h"
#include "app/forecast/trial.h"
#include "tui/canvas/canvas.h"

/* "-14 ±2": a difference with half of its interval. */
void forecast_write_difference(const struct canvas *canvas, const struct interval *average,
                               double scale, int decimals, struct text *out);

/* The chance to win without those who matter most, a row each; nothing before it is known. */
void forecast_draw_without(const struct forecast_without *without, struct canvas canvas);

/* The answer in a sentence, the chance over the numbers, and those that were tried. */
void forecast_draw_answer(const struct forecast_answer *answer, struct canvas canvas);

#endif
