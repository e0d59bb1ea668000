#include "cli/rolls.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/report/report.h"
#include "app/sitting/fresh_seed.h"
#include "cli/act.h"
#include "cli/output.h"
#include "cli/subcommands.h"
#include "cli/tables.h"

/* ---- dice notation --------------------------------------------------------------------- */

static void roll_notation(void *what, struct dice *dice)
{
    struct notation_rolling *rolling = what;
    rolling->total = dice_total(dice, &rolling->expr, 1, (struct source){"roll", ""});
}

static void print_notation(const void *what, const struct trace *trace)
{
    const struct notation_rolling *rolling = what;
    /* on the stack the compiler would guard and probe them at each roll */
    static char kept[OUTPUT_LINE_MAX];
    static struct text line;
    line = text_over(kept, sizeof kept);
    trace_format(trace, &line);
    if (trace->steps == 0) { /* an expression without dice */
        text_add(&line, "%lld", (long long)rolling->total);
    }
    output_plain(&line);
}

static json_t *notation_json(const void *what)
{
    const struct notation_rolling *rolling = what;
    TEXT_BUFFER(text, DICE_TEXT_MAX + 16);
    if (rolling->times > 1) {
        text_add(&text, "%dx ", rolling->times);
    }
    dice_expr_format(&rolling->expr, &text);
    json_t *head = json_pack("{s:s}", "notation", text.p);
    if (rolling->typed[0] != '\0') {
        report_set_words(head, "typed", rolling->typed);
    }
    return head;
}

static void add_total(const void *what, json_t *answer)
{
    const struct notation_rolling *rolling = what;
    report_set_whole(answer, "total", rolling->total);
}

struct rolls rolls_of_notation(struct notation_rolling *rolling)
{
    return (struct rolls){rolling, roll_notation, print_notation, notation_json, add_total};
}

/* ---- rolling --------------------------------------------------------------------------- */

/* What one roll needs, kept from roll to roll: its place on the stack is guarded once. */
struct one_roll {
    struct dice dice;
    struct trace trace;
};

/* Makes one roll with its dice; the stream moves on. */
static enum status roll_once(struct one_roll *out, const struct rolls *rolls,
                             struct dice_stream *stream, const struct entered_dice *given,
                             struct error *err)
{
    dice_init_thrown(&out->dice, *stream, given->entered, given->count, false, &out->trace);
    rolls->roll(rolls->what, &out->dice);
    *stream = out->dice.stream; /* all rolls share one stream */
    return dice_finish(&out->dice, err);
}

static json_t *roll_json(const struct rolls *rolls, const struct trace *trace)
{
    json_t *roll = json_object();
    rolls->add_json(rolls->what, roll);
    report_set(roll, "trace", act_trace_json(trace));
    report_set(roll, "text", act_trace_text_json(trace));
    return roll;
}

enum status rolls_answer(json_t **out, const struct rolls *rolls, int times,
                         struct dice_stream *stream, const struct entered_dice *given,
                         struct error *err)
{
    uint64_t seed = stream->seed;
    json_t *array = json_array();
    struct one_roll roll;
    for (int i = 0; i < times; i++) {
        enum status status = roll_once(&roll, rolls, stream, given, err);
        if (status != STATUS_OK) {
            json_decref(array);
            return status;
        }
        json_array_append_new(array, roll_json(rolls, &roll.trace));
    }
    *out = rolls->head_json(rolls->what);
    report_set_whole(*out, "seed", (int64_t)seed);
    report_set(*out, "rolls", array);
    return STATUS_OK;
}

static void print_head(const struct rolls *rolls, uint64_t seed)
{
    json_t *head = rolls->head_json(rolls->what);
    char *text = output_json_text(head);
    printf("%.*s, \"seed\": %llu, \"rolls\": [", (int)strlen(text) - 1, text,
           (unsigned long long)seed);
    free(text);
    json_decref(head);
}

static void print_json(const struct rolls *rolls, const struct trace *trace)
{
    json_t *roll = roll_json(rolls, trace);
    char *text = output_json_text(roll);
    printf("%s", text);
    free(text);
    json_decref(roll);
}

static enum status roll_all(const struct rolls *rolls, int count, const struct options *options,
                            struct dice_stream stream, const struct entered_dice *given,
                            struct error *err)
{
    bool is_json = options_has(options, OPTION_JSON);
    struct one_roll roll;
    for (int i = 0; i < count && !output_has_failed(); i++) {
        enum status status = roll_once(&roll, rolls, &stream, given, err);
        if (status != STATUS_OK) {
            return status;
        }
        if (!is_json) {
            rolls->print(rolls->what, &roll.trace);
            continue;
        }
        if (i == 0) {
            print_head(rolls, stream.seed);
        } else {
            printf(", ");
        }
        print_json(rolls, &roll.trace);
    }
    if (is_json) {
        printf("]}\n");
    }
    return STATUS_OK;
}

enum status rolls_run(const struct rolls *rolls, int times, const struct options *options,
                      struct error *err)
{
    enum { ROLLS_MAX = 1000000 };
    struct entered_dice given; /* of the only roll that has some */
    struct dice_stream stream = {.seed = options->seed};
    int64_t count = (int64_t)times * options->count;
    if (count > ROLLS_MAX) {
        return error_set(err, STATUS_USAGE, "", "at most 1,000,000 rolls, not %lld",
                         (long long)count);
    }
    enum status status = act_dice_of_one_roll(&given, (int)count, options, err);
    if (status == STATUS_OK && !options_has(options, OPTION_SEED)) {
        status = fresh_seed(&stream.seed, err);
    }
    return status == STATUS_OK ? roll_all(rolls, (int)count, options, stream, &given, err)
                               : status;
}

int roll_run(const struct options *options)
{
    struct error err;
    if (tables_are_meant(options)) {
        return options_no_dialect(options, &err) == STATUS_OK ? tables_roll(options)
                                                              : output_error(&err);
    }
    struct notation_rolling rolling;
    const struct rolls rolls = rolls_of_notation(&rolling);
    struct text typed = text_over(rolling.typed, sizeof rolling.typed);
    enum status status =
        options_dice_expr(&rolling.times, &rolling.expr, &typed, options, &err);
    if (status == STATUS_OK) {
        status = rolls_run(&rolls, rolling.times, options, &err);
    }
    return status == STATUS_OK ? EXIT_DONE : output_error(&err);
}
