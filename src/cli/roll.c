/* `referee roll`: dice thrown here. */
#include "cli/subcommands.h"

#include <stdio.h>
#include <stdlib.h>

#include "resolver/dice.h"
#include "app/fresh_seed.h"
#include "cli/act.h"
#include "cli/notation.h"
#include "cli/output.h"
#include "cli/tables.h"

struct rolling {
    const struct options *options;
    struct dice_expr expr;
    struct given_dice given; /* of the one roll that has some */
    uint64_t seed;
    struct dice_stream stream; /* all the rolls go on in one stream */
    struct trace trace;
    int64_t total;
};

static enum status roll_once(struct rolling *rolling, struct error *err)
{
    struct dice dice;
    dice_init_thrown(&dice, rolling->stream, rolling->given.given, rolling->given.count, false,
                     &rolling->trace);
    rolling->total = dice_total(&dice, &rolling->expr, 1, (struct why){"roll", ""});
    rolling->stream = dice.stream;
    return dice_finish(&dice, err);
}

static void print_text(const struct rolling *rolling)
{
    char buf[OUTPUT_LINE_MAX];
    struct text line;
    text_init(&line, buf, sizeof buf);
    trace_format(&rolling->trace, &line);
    if (rolling->trace.steps == 0) { /* an expression without dice */
        text_add(&line, "%lld", (long long)rolling->total);
    }
    output_plain(&line);
}

static json_t *roll_json(const struct rolling *rolling)
{
    json_t *roll = json_object();
    json_object_set_new(roll, "total", json_integer(rolling->total));
    json_object_set_new(roll, "trace", act_trace_json(&rolling->trace));
    json_object_set_new(roll, "text", act_trace_text_json(&rolling->trace));
    return roll;
}

/* The document is written roll by roll, as a million of them need not stand in memory. */
static void print_json_start(const struct rolling *rolling)
{
    char notation[DICE_TEXT_MAX + 1];
    struct text text;
    text_init(&text, notation, sizeof notation);
    dice_expr_format(&rolling->expr, &text);
    printf("{\"notation\": \"%s\", \"seed\": %llu, \"rolls\": [", notation,
           (unsigned long long)rolling->seed);
}

static void print_json_roll(const struct rolling *rolling, int i)
{
    json_t *roll = roll_json(rolling);
    char *text = output_json_text(roll);
    printf("%s%s", i > 0 ? ", " : "", text);
    free(text);
    json_decref(roll);
}

static enum status roll_all(struct rolling *rolling, struct error *err)
{
    bool is_json = options_has(rolling->options, OPTION_JSON);
    for (int i = 0; i < rolling->options->count; i++) {
        enum status status = roll_once(rolling, err);
        if (status != STATUS_OK) {
            return status;
        }
        if (!is_json) {
            print_text(rolling);
            continue;
        }
        if (i == 0) {
            print_json_start(rolling);
        }
        print_json_roll(rolling, i);
    }
    if (is_json) {
        printf("]}\n");
    }
    return STATUS_OK;
}

int roll_run(const struct options *options)
{
    if (tables_are_meant(options)) {
        return tables_roll(options);
    }
    struct error err;
    struct rolling rolling = {.options = options, .seed = options->seed};
    enum status status = notation_read(&rolling.expr, options, &err);
    if (status == STATUS_OK) {
        status = act_dice_of_one_roll(&rolling.given, options, &err);
    }
    if (status == STATUS_OK && !options_has(options, OPTION_SEED)) {
        status = fresh_seed(&rolling.seed, &err);
    }
    if (status == STATUS_OK) {
        rolling.stream.seed = rolling.seed;
        status = roll_all(&rolling, &err);
    }
    return status == STATUS_OK ? EXIT_DONE : output_error(&err);
}
