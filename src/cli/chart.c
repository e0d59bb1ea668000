#include "cli/chart.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli/output.h"

enum { ROWS_MAX = 42, WIDTH = 80, LABEL_SIZE = 48, NAME_COLUMNS_MIN = 5 };

/* Values at each end may be merged while their total is at most this. */
static const double THIN_END = 0.0005;

struct row {
    char label[LABEL_SIZE];
    double chance, no_more, no_less;
};

struct rows {
    int n;
    struct row row[ROWS_MAX];
};

double chart_deviation(const struct odds_numbers *numbers)
{
    double squares = 0;
    double whole = 0;
    for (int i = 0; i < numbers->count; i++) {
        double distance = (double)numbers->value[i] - numbers->mean;
        squares += distance * distance * numbers->mass[i];
        whole += numbers->mass[i];
    }
    double rest = whole < 1 ? 1 - whole : 0;
    return sqrt(squares + rest * numbers->mean * numbers->mean);
}

/* ---- putting values together ----------------------------------------------------------- */

static double sum_of(const struct odds_numbers *numbers, int from, int to)
{
    double sum = 0;
    for (int i = from; i < to; i++) {
        sum += numbers->mass[i];
    }
    return sum;
}

/* A row for the values with the indexes from `from` to before `to`. */
static void row_add(struct rows *rows, const struct odds_numbers *numbers, int from, int to)
{
    if (from >= to) {
        return;
    }
    CHECK(rows->n < ROWS_MAX);
    struct row *row = &rows->row[rows->n++];
    struct text label = text_over(row->label, sizeof row->label);
    text_add(&label, "%lld", (long long)numbers->value[from]);
    if (to - from > 1) {
        text_add(&label, "..%lld", (long long)numbers->value[to - 1]);
    }
    row->chance = sum_of(numbers, from, to);
    row->no_more = sum_of(numbers, 0, to);
    row->no_less = sum_of(numbers, from, numbers->count);
}

/* The least of 1, 2, 5, 10, 20, ... for which a span needs at most this many rows. */
static uint64_t step_for(uint64_t span, uint64_t most)
{
    uint64_t step = 1;
    for (int i = 0; span / step >= most; i++) {
        step = i % 3 == 1 ? step / 2 * 5 : step * 2;
    }
    return step;
}

static int64_t floor_to(int64_t value, uint64_t step)
{
    int64_t divisor = (int64_t)step;
    int64_t quotient = value / divisor;
    return value % divisor < 0 ? quotient - 1 : quotient;
}

static void rows_of_ranges(struct rows *rows, const struct odds_numbers *numbers)
{
    int from = 0;
    int to = numbers->count;
    double end = numbers->mass[from];
    for (; end <= THIN_END && from < to - 1; end += numbers->mass[from]) {
        from++;
    }
    end = numbers->mass[to - 1];
    for (; end <= THIN_END && from < to - 1; end += numbers->mass[to - 1]) {
        to--;
    }
    row_add(rows, numbers, 0, from);
    uint64_t span = (uint64_t)numbers->value[to - 1] - (uint64_t)numbers->value[from];
    /* Two rows for the ends, and one more since ranges begin at multiples of the step. */
    uint64_t step = step_for(span, ROWS_MAX - 3);
    int start = from;
    for (int i = from + 1; i < to; i++) {
        if (floor_to(numbers->value[i], step) != floor_to(numbers->value[start], step)) {
            row_add(rows, numbers, start, i);
            start = i;
        }
    }
    row_add(rows, numbers, start, to);
    row_add(rows, numbers, to, numbers->count);
}

/* ---- drawing --------------------------------------------------------------------------- */

static void bar_add(struct text *line, double share, int columns)
{
    static const char *const eighths[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    if (!output_is_utf8()) {
        int n = (int)(share * columns + 0.5);
        for (int i = 0; i < n; i++) {
            text_add_char(line, '#');
        }
        return;
    }
    int n = (int)(share * columns * 8 + 0.5);
    for (int i = 0; i < n / 8; i++) {
        text_add(line, "█");
    }
    text_add(line, "%s", eighths[n % 8]);
}

static void row_draw(const struct row *row, int label_columns, double most)
{
    char percent[3][OUTPUT_PERCENT_SIZE];
    TEXT_BUFFER(line, WIDTH * 4);
    text_add(&line, "  %*s  %8s  %8s  %8s  ", label_columns, row->label,
             output_percent(percent[0], row->chance), output_percent(percent[1], row->no_more),
             output_percent(percent[2], row->no_less));
    int width = output_width() > 0 && output_width() < WIDTH ? output_width() : WIDTH;
    int columns = width - line.n;
    bar_add(&line, most > 0 && columns > 0 ? row->chance / most : 0, columns > 0 ? columns : 0);
    output_row(&line);
}

void chart_draw(const char *name, const struct odds_numbers *numbers)
{
    if (numbers->count == 0) {
        return;
    }
    struct rows rows = {.n = 0};
    if (numbers->count <= ROWS_MAX) {
        for (int i = 0; i < numbers->count; i++) {
            row_add(&rows, numbers, i, i + 1);
        }
    } else {
        rows_of_ranges(&rows, numbers);
    }
    int columns = (int)strlen(name);
    double most = 0;
    for (int i = 0; i < rows.n; i++) {
        int n = (int)strlen(rows.row[i].label);
        columns = n > columns ? n : columns;
        most = rows.row[i].chance > most ? rows.row[i].chance : most;
    }
    columns = columns > NAME_COLUMNS_MIN ? columns : NAME_COLUMNS_MIN;
    output_line("  %*s  %8s  %8s  %8s", columns, name, "chance", "or less", "or more");
    for (int i = 0; i < rows.n; i++) {
        row_draw(&rows.row[i], columns, most);
    }
}
