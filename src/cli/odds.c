/* `referee odds`: exact distributions, of dice expressions and of acts. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli/act.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/subcommands.h"
#include "cli/tables.h"
#include "resolver/odds.h"

enum { ROWS_MAX = 42, WIDTH = 80, ROW_LABEL_SIZE = 48, NAME_COLUMNS_MIN = 5 };

/* Values at each end may be merged while their total is at most this. */
static const double THIN_END = 0.0005;

struct row {
    char label[ROW_LABEL_SIZE];
    double chance, no_more, no_less;
};

struct rows {
    int n;
    struct row row[ROWS_MAX];
};

/* The standard deviation, where a missing value counts as 0 (as in the mean). */
static double chart_deviation(const struct odds_numbers *numbers)
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
    /* The least of 1, 2, 5, 10, 20, ... for which a span needs at most this many rows. */
    uint64_t most = ROWS_MAX - 3;
    uint64_t step = 1;
    for (int i = 0; span / step >= most; i++) {
        step = i % 3 == 1 ? step / 2 * 5 : step * 2;
    }
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

/* `name` heads the column of values. The masses may add up to less than 1: the rest has no
 * value, such as the extra degrees of a miss. */
static void chart_draw(const char *name, const struct odds_numbers *numbers)
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

/* ---- for display ----------------------------------------------------------------------- */

/* "extra degrees" for "extra_degrees". */
enum { NAME_TEXT_SIZE = 40 };

static const char *name_text(char out[NAME_TEXT_SIZE], const char *name)
{
    struct text text = text_over(out, NAME_TEXT_SIZE);
    for (const char *p = name; *p != '\0'; p++) {
        text_add_char(&text, *p == '_' ? ' ' : *p);
    }
    return out;
}

static void print_chances(const struct inputs *inputs, const struct odds *odds)
{
    char name[NAME_TEXT_SIZE];
    char percent[OUTPUT_PERCENT_SIZE];
    for (int i = 0; i < inputs->action->outcomes_count; i++) {
        const struct outcome_def *def = &inputs->action->outcomes[i];
        if (odds->is_listed[i] && def->kind == OUTCOME_CHANCE) {
            output_line("  %-14s %8s  %s", name_text(name, def->name),
                        output_percent(percent, odds->chance[i]), def->help);
        }
    }
}

static void print_numbers(const char *name, const struct odds_numbers *numbers,
                          double deviation)
{
    TEXT_BUFFER(line, 160);
    text_add(&line, "%s: average ", name);
    text_add_decimal(&line, numbers->mean, 4);
    text_add(&line, ", deviation ");
    text_add_decimal(&line, deviation, 4);
    output_line("%s", "");
    output_line("%s", line.p);
    chart_draw(name, numbers);
}

static void print_act(const struct inputs *inputs, const struct odds *odds)
{
    /* The act and its given values. */
    TEXT_BUFFER(line, OUTPUT_LINE_MAX);
    text_add(&line, "%s %s", inputs->system->id, inputs->action->name);
    for (int i = 0; i < inputs->action->parameters_count; i++) {
        if (inputs->value[i].is_given) {
            text_add(&line, " %s=", inputs->action->parameters[i].name);
            input_format(inputs, i, &line);
        }
    }
    output_line("%s", line.p);
    print_chances(inputs, odds);
    for (int i = 0; i < inputs->action->outcomes_count; i++) {
        const struct outcome_def *def = &inputs->action->outcomes[i];
        char name[NAME_TEXT_SIZE];
        if (odds->is_listed[i] && def->kind == OUTCOME_NUMBER && odds->numbers[i].count > 0) {
            print_numbers(name_text(name, def->name), &odds->numbers[i],
                          chart_deviation(&odds->numbers[i]));
        }
    }
}

/* ---- an act, or a notation ------------------------------------------------------------- */

static enum status answer_act(const struct options *options, struct odds_room *room,
                              struct error *err)
{
    struct inputs inputs;
    struct odds odds;
    enum status status = options_no_dialect(options, err);
    if (status == STATUS_OK) {
        status = act_read(&inputs, options->word, options->words, err);
    }
    if (status == STATUS_OK) {
        status = odds_of(&odds, &inputs, &room->arena, err);
    }
    if (status != STATUS_OK) {
        return status;
    }
    if (options_has(options, OPTION_JSON)) {
        output_json(odds_act_json(&inputs, &odds));
    } else {
        print_act(&inputs, &odds);
    }
    return STATUS_OK;
}

static enum status answer_notation(const struct options *options, struct odds_room *room,
                                   struct error *err)
{
    struct dice_expr expr;
    int times; /* each roll of a repeated one has the same odds */
    struct notation_odds odds;
    TEXT_BUFFER(typed, DICE_TEXT_MAX + 1);
    enum status status = options_dice_expr(&times, &expr, &typed, options, err);
    if (status == STATUS_OK) {
        status = odds_of_notation(&odds, &expr, room, err);
    }
    if (status != STATUS_OK) {
        return status;
    }
    if (options_has(options, OPTION_JSON)) {
        output_json(odds_notation_json(&expr, typed.p, &odds));
        return STATUS_OK;
    }
    TEXT_BUFFER(text, DICE_TEXT_MAX + 256);
    TEXT_BUFFER(meant, 200);
    dice_expr_format(&expr, &text);
    dice_expr_tell(&expr, &meant);
    if (meant.n > 0 && !meant.is_cut) {
        text_add(&text, " (%s)", meant.p);
    }
    output_line("%s", text.p);
    print_numbers("total", &odds.numbers, odds.numbers.deviation);
    return STATUS_OK;
}

/* True when this word may have been meant as a dice expression. */
static bool looks_like_notation(struct str word)
{
    for (int i = 0; i < word.n; i++) {
        if (char_is_digit(word.p[i]) || strchr("%(+-*/!", word.p[i]) != NULL) {
            return true;
        }
    }
    return str_equal_any_case(word, str_of("df")) || str_equal_any_case(word, str_of("max")) ||
           str_equal_any_case(word, str_of("min"));
}

int odds_run(const struct options *options)
{
    struct error err;
    if (tables_are_meant(options)) {
        return options_no_dialect(options, &err) == STATUS_OK ? tables_odds(options)
                                                              : output_error(&err);
    }
    struct odds_room room;
    if (odds_room_take(&room, &err) != STATUS_OK) {
        return output_error(&err);
    }
    enum status status;
    struct str first = options->words > 0 ? str_of(options->word[0]) : (struct str){"", 0};
    if (options->words == 0) {
        status =
            error_set(&err, STATUS_USAGE, "",
                      "odds needs a dice expression, such as 2d6+3, or a game and an action");
    } else if (system_find(first) != NULL || !looks_like_notation(first)) {
        status = answer_act(options, &room, &err);
    } else {
        status = answer_notation(options, &room, &err);
    }
    odds_room_free(&room);
    return status == STATUS_OK ? EXIT_DONE : output_error(&err);
}
