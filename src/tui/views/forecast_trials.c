#include "tui/views/forecast_trials.h"

#include "app/forecast_words.h"

void forecast_write_difference(const struct canvas *canvas, const struct interval *average,
                               double scale, int decimals, struct text *out)
{
    double half = (average->high - average->low) / 2 * scale;
    double middle = average->middle * scale;
    text_add(out, "%s", middle < 0 ? "-" : "+");
    text_add_decimal(out, middle < 0 ? -middle : middle, decimals);
    text_add(out, " %s", canvas->frame->glyphs == GLYPHS_ASCII ? "+-" : "\302\261");
    text_add_decimal(out, half, decimals);
}

void forecast_draw_without(const struct forecast_without *without, struct canvas canvas)
{
    enum { CHANCE = 5, DIFFERENCE = 9 };
    const struct forecast_absent *order[WITHOUT_MAX];
    int count = forecast_without_order(without, order);
    int name = canvas.columns - CHANCE - DIFFERENCE - 2;
    if (count == 0 || canvas.rows < 2) {
        return;
    }
    canvas_words(canvas, 0, 1, ROLE_DIM, str_of("decides most: wins without"));
    for (int row = 1; row < canvas.rows && row <= count && row <= WITHOUT_BEST; row++) {
        char buf[WORDING_SIZE];
        const struct forecast_absent *absent = order[row - 1];
        struct interval chance = forecast_trial_chance(&absent->trial);
        struct interval change = forecast_trial_difference(&absent->trial);
        TEXT_BUFFER(words, 32);
        TEXT_BUFFER(cell, 32);
        canvas_field(canvas, (struct strip){row, 1, name, ALIGN_LEFT}, ROLE_OVERLAY,
                     wording(buf, canvas.frame,
                             str_of(state_name(without->trials.first.start, absent->id))));
        text_add_percent(&cell, chance.middle);
        canvas_field(canvas, (struct strip){row, 1 + name, CHANCE, ALIGN_RIGHT}, ROLE_OVERLAY,
                     str_of(cell.p));
        forecast_write_difference(&canvas, &change, 100, 0, &words);
        canvas_field(canvas, (struct strip){row, 1 + name + CHANCE, DIFFERENCE, ALIGN_RIGHT},
                     ROLE_HEADING, str_of(words.p));
    }
}
