#include "tui/forecast/forecast_trials.h"

#include "app/forecast/forecast_words.h"
#include "tui/canvas/canvas.h"
#include "tui/widgets/reader.h"

void forecast_write_difference(const struct canvas *canvas, const struct interval *average,
                               double scale, int decimals, struct text *out)
{
    double half = (average->high - average->low) / 2 * scale;
    double middle = average->middle * scale;
    text_add(out, "%s", middle < 0 ? "-" : "+");
    text_add_decimal(out, middle < 0 ? -middle : middle, decimals);
    text_add(out, " %s", glyphs_are_ascii(canvas->frame->glyphs) ? "+-" : "\302\261");
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

/* ---- the answer ------------------------------------------------------------------------ */

enum { FULL = 1000, AXIS = 5 };

/* The chance at a number, in parts of FULL: between two that were tried, on the line from one
 * to the other. */
static int chance_at(const struct forecast_answer *answer, double number)
{
    const struct forecast_point *low = NULL, *high = NULL;
    for (int i = 0; i < answer->points && high == NULL; i++) {
        const struct forecast_point *point = answer->point[i];
        if (point->trial.fights > 0) {
            low = point->number <= number ? point : low;
            high = point->number >= number ? point : NULL;
        }
    }
    if (low == NULL || high == NULL) {
        return 0;
    }
    double from = forecast_trial_chance(&low->trial).middle;
    double to = forecast_trial_chance(&high->trial).middle;
    double apart = high->number - low->number;
    return (int)((from + (apart > 0 ? (to - from) * (number - low->number) / apart : 0)) *
                 (double)FULL);
}

static void draw_axis(const struct forecast_answer *answer, struct canvas canvas)
{
    const struct forecast_question *question = &answer->question;
    struct strip field = {0, 0, AXIS - 1, ALIGN_RIGHT};
    int last = canvas.rows - 2;
    canvas_field(canvas, field, ROLE_DIM, str_of("100%"));
    field.row = last;
    canvas_field(canvas, field, ROLE_DIM, str_of("0%"));
    int row = (int)((1 - question->goal) * last + 0.5);
    if (question->has_goal && row > 0 && row < last) {
        TEXT_BUFFER(goal, 16);
        text_add_percent(&goal, question->goal);
        field.row = row;
        canvas_field(canvas, field, ROLE_HEADING, str_of(goal.p));
    }
    TEXT_BUFFER(low, 16);
    TEXT_BUFFER(high, 16);
    text_add(&low, "%d", question->low);
    text_add(&high, "%d", question->high);
    canvas_text(canvas, last + 1, AXIS, ROLE_DIM, str_of(low.p));
    canvas_field(canvas, (struct strip){last + 1, AXIS, canvas.columns - AXIS, ALIGN_RIGHT},
                 ROLE_DIM, str_of(high.p));
    canvas_text(canvas, last + 1, AXIS + low.n, ROLE_DIM, str_of(" "));
    canvas_text(canvas, last + 1, AXIS, ROLE_DIM, str_of(low.p));
}

static void draw_curve(const struct forecast_answer *answer, struct canvas canvas)
{
    enum { NUMBERS = 160 };
    int number[NUMBERS];
    const struct forecast_question *question = &answer->question;
    int count = (canvas.columns - AXIS) * graph_numbers_in_cell(canvas.frame);
    count = count < NUMBERS ? count : NUMBERS;
    if (canvas.rows < 3 || count < 2) {
        return;
    }
    double step = (double)(question->high - question->low) / (count - 1);
    for (int i = 0; i < count; i++) {
        number[i] = chance_at(answer, question->low + step * i);
    }
    int columns = AXIS + (count + 1) / graph_numbers_in_cell(canvas.frame);
    graph_draw(canvas_part(canvas, 0, AXIS, canvas.rows - 1, columns - AXIS), ROLE_HP_GOOD,
               number, count, FULL);
    draw_axis(answer, canvas_part(canvas, 0, 0, canvas.rows, columns));
}

/* "› 5  73%  69-77%  400" */
static void draw_point(const struct forecast_point *point, bool is_best, struct canvas canvas)
{
    struct interval chance = forecast_trial_chance(&point->trial);
    enum role role = is_best ? ROLE_HEADING : ROLE_OVERLAY;
    TEXT_BUFFER(words, 48);
    TEXT_BUFFER(cell, 32);
    TEXT_BUFFER(range, 32);
    if (is_best) {
        canvas_glyph(canvas, 0, 0, ROLE_HEADING, GLYPH_SELECTED);
    }
    text_add(&words, "%d", point->number);
    canvas_field(canvas, (struct strip){0, 2, 5, ALIGN_RIGHT}, role, str_of(words.p));
    text_add_percent(&cell, chance.middle);
    canvas_field(canvas, (struct strip){0, 7, 6, ALIGN_RIGHT}, role, str_of(cell.p));
    forecast_add_range(&range, chance.low, chance.high);
    canvas_field(canvas, (struct strip){0, 13, 10, ALIGN_RIGHT}, ROLE_DIM, str_of(range.p));
    words = text_over(words.p, 48);
    text_add(&words, "%lld", (long long)point->trial.fights);
    canvas_field(canvas, (struct strip){0, 23, 7, ALIGN_RIGHT}, ROLE_DIM, str_of(words.p));
}

static void draw_points(const struct forecast_answer *answer, struct canvas canvas)
{
    enum { WIDTH = 32 };
    struct forecast_found found;
    int row = 1, column = 0;
    bool is_known = forecast_answer_found(answer, &found);
    for (int i = 0; i < answer->points; i++) {
        const struct forecast_point *point = answer->point[i];
        if (point->trial.fights == 0) {
            continue;
        }
        if (row == canvas.rows) {
            row = 1;
            column += WIDTH;
        }
        if (column + WIDTH > canvas.columns || canvas.rows < 2) {
            return;
        }
        if (row == 1) {
            canvas_text(canvas, 0, column, ROLE_DIM, str_of("  tried chance       95% fights"));
        }
        draw_point(point, is_known && point == found.best,
                   canvas_part(canvas, row++, column, 1, WIDTH));
    }
}

void forecast_draw_answer(const struct forecast_answer *answer, struct canvas canvas)
{
    enum { CURVE = 7, SAYS = 3, SMALL = 14 };
    TEXT_BUFFER(says, 600);
    TEXT_BUFFER(asked, FORECAST_QUESTION_SIZE + 24 + 2 * POLICY_NAME_SIZE);
    char buf[WORDING_SIZE];
    const struct forecast_one *one = &answer->forecast->one[0];
    text_add(&asked, "%s?%s  by %s against %s", answer->question.words,
             answer->is_played ? "" : " ...", one->side[SIDE_PARTY]->name,
             one->side[SIDE_FOES]->name);
    canvas_field(canvas, (struct strip){0, 2, canvas.columns - 4, ALIGN_LEFT}, ROLE_DIM,
                 wording(buf, canvas.frame, str_of(asked.p)));
    text_add(&says, "# ");
    forecast_answer_sum_up(answer, &says);
    struct canvas part = canvas_part(canvas, 1, 2, SAYS, canvas.columns - 4);
    int rows = reader_draw_text(part, 0, str_of(says.p));
    int row = 1 + (rows < SAYS ? rows : SAYS);
    int left = canvas.rows - row, curve = left < SMALL ? left : CURVE + (left - SMALL) / 3;
    draw_curve(answer, canvas_part(canvas, row, 2, curve, canvas.columns - 4));
    row += curve + 1;
    draw_points(answer, canvas_part(canvas, row, 2, canvas.rows - row, canvas.columns - 4));
}
