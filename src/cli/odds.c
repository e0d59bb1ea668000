/* `referee odds`: exact distributions, of dice expressions and of acts. */
#include "cli/subcommands.h"

#include <string.h>

#include "cli/act.h"
#include "cli/chart.h"
#include "cli/odds_document.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/tables.h"

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

/* The act and its given values. */
static void print_head(const struct inputs *inputs)
{
    TEXT_BUFFER(line, OUTPUT_LINE_MAX);
    text_add(&line, "%s %s", inputs->system->id, inputs->action->name);
    for (int i = 0; i < inputs->action->parameters_count; i++) {
        if (inputs->value[i].is_given) {
            text_add(&line, " %s=", inputs->action->parameters[i].name);
            input_format(inputs, i, &line);
        }
    }
    output_line("%s", line.p);
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
    print_head(inputs);
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

/* Whether this word may have been meant as a dice expression. */
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
