/* `referee odds`: exact distributions, of dice expressions and of acts. */
#include "cli/subcommands.h"

#include <stdlib.h>
#include <string.h>

#include "cli/act.h"
#include "cli/chart.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/tables.h"
#include "resolver/dice/dice_expr_distribution.h"
#include "resolver/odds.h"

/* Room for a million totals and all that is needed on the way. */
enum { MEMORY_SIZE = 256 << 20 };

/* ---- JSON ------------------------------------------------------------------------------ */

static json_t *numbers_json(const struct odds_numbers *numbers)
{
    json_t *object = json_object();
    for (int i = 0; i < numbers->count; i++) {
        TEXT_BUFFER(text, 24);
        text_add(&text, "%lld", (long long)numbers->value[i]);
        json_object_set_new(object, text.p, json_real(numbers->mass[i]));
    }
    return object;
}

static json_t *act_odds_json(const struct inputs *inputs, const struct odds *odds)
{
    json_t *probabilities = json_object();
    json_t *distributions = json_object();
    json_t *means = json_object();
    for (int i = 0; i < inputs->action->outcomes_count; i++) {
        const struct outcome_def *def = &inputs->action->outcomes[i];
        if (!odds->is_listed[i]) {
            continue;
        }
        if (def->kind == OUTCOME_CHANCE) {
            json_object_set_new(probabilities, def->name, json_real(odds->chance[i]));
        } else {
            json_object_set_new(distributions, def->name, numbers_json(&odds->numbers[i]));
            json_object_set_new(means, def->name, json_real(odds->numbers[i].mean));
        }
    }
    json_t *answer = json_object();
    json_object_set_new(answer, "system", json_string(inputs->system->id));
    json_object_set_new(answer, "action", json_string(inputs->action->name));
    json_object_set_new(answer, "inputs", act_inputs_json(inputs));
    json_object_set_new(answer, "probabilities", probabilities);
    json_object_set_new(answer, "distributions", distributions);
    json_object_set_new(answer, "mean", means);
    json_object_set_new(answer, "unresolved", json_real(odds->unresolved));
    return answer;
}

static json_t *total_json(json_t *value)
{
    json_t *object = json_object();
    json_object_set_new(object, "total", value);
    return object;
}

static json_t *notation_json(const char *notation, const struct odds_numbers *numbers,
                             const struct distribution *distribution)
{
    json_t *answer = json_object();
    json_object_set_new(answer, "notation", json_string(notation));
    json_object_set_new(answer, "distributions", total_json(numbers_json(numbers)));
    json_object_set_new(answer, "mean", total_json(json_real(distribution_mean(distribution))));
    json_object_set_new(answer, "deviation",
                        total_json(json_real(distribution_deviation(distribution))));
    json_object_set_new(answer, "unresolved", json_real(distribution->missing));
    return answer;
}

/* ---- for people ------------------------------------------------------------------------ */

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

/* The act and what was given for it. */
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

static enum status odds_of_act(const struct options *options, struct arena *arena,
                               struct error *err)
{
    struct inputs inputs;
    struct odds odds;
    enum status status = act_read(&inputs, options->word, options->words, err);
    if (status == STATUS_OK) {
        status = odds_of(&odds, &inputs, arena, err);
    }
    if (status != STATUS_OK) {
        return status;
    }
    if (options_has(options, OPTION_JSON)) {
        output_json(act_odds_json(&inputs, &odds));
    } else {
        print_act(&inputs, &odds);
    }
    return STATUS_OK;
}

static enum status odds_of_notation(const struct dice_expr *expr, const struct options *options,
                                    struct arena *arena, struct error *err)
{
    struct distribution distribution;
    struct odds_numbers numbers;
    enum status status = dice_expr_distribution(&distribution, expr, arena, err);
    if (status == STATUS_OK) {
        status = odds_numbers_of(&numbers, &distribution, arena, err);
    }
    if (status != STATUS_OK) {
        return status;
    }
    TEXT_BUFFER(text, DICE_TEXT_MAX + 1);
    dice_expr_format(expr, &text);
    if (options_has(options, OPTION_JSON)) {
        output_json(notation_json(text.p, &numbers, &distribution));
    } else {
        output_line("%s", text.p);
        print_numbers("total", &numbers, numbers.deviation);
    }
    return STATUS_OK;
}

/* Whether someone who wrote this word may have meant a dice expression. */
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
    if (tables_are_meant(options)) {
        return tables_odds(options);
    }
    struct error err;
    struct arena arena;
    enum status status;
    void *memory = malloc(MEMORY_SIZE);
    if (memory == NULL) {
        error_set(&err, STATUS_IO, "",
                  "exact odds need %d MiB of memory, which are not "
                  "available",
                  MEMORY_SIZE >> 20);
        return output_error(&err);
    }
    arena_init(&arena, memory, MEMORY_SIZE);
    struct str first = options->words > 0 ? str_of(options->word[0]) : (struct str){"", 0};
    struct dice_expr expr;
    int times; /* each roll of a repeated one has the same odds */
    if (options->words == 0) {
        status =
            error_set(&err, STATUS_USAGE, "",
                      "odds needs a dice expression, such as 2d6+3, or a game and an action");
    } else if (system_find(first) != NULL || !looks_like_notation(first)) {
        status = odds_of_act(options, &arena, &err);
    } else {
        status = options_dice_expr(&times, &expr, options, &err);
        if (status == STATUS_OK) {
            status = odds_of_notation(&expr, options, &arena, &err);
        }
    }
    free(memory);
    return status == STATUS_OK ? EXIT_DONE : output_error(&err);
}
