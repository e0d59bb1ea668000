/* `referee roll`: dice thrown here. */
#include "cli/subcommands.h"

#include "resolver/dice/dice.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/rolls.h"
#include "cli/tables.h"

struct rolling {
    struct dice_expr expr;
    int times; /* "3x 4d6" */
    int64_t total;
};

static void roll(void *what, struct dice *dice)
{
    struct rolling *rolling = what;
    rolling->total = dice_total(dice, &rolling->expr, 1, (struct source){"roll", ""});
}

static void print(const void *what, const struct trace *trace)
{
    const struct rolling *rolling = what;
    TEXT_BUFFER(line, OUTPUT_LINE_MAX);
    trace_format(trace, &line);
    if (trace->steps == 0) { /* an expression without dice */
        text_add(&line, "%lld", (long long)rolling->total);
    }
    output_plain(&line);
}

static json_t *head_json(const void *what)
{
    const struct rolling *rolling = what;
    TEXT_BUFFER(text, DICE_TEXT_MAX + 16);
    if (rolling->times > 1) {
        text_add(&text, "%dx ", rolling->times);
    }
    dice_expr_format(&rolling->expr, &text);
    return json_pack("{s:s}", "notation", text.p);
}

static void add_json(const void *what, json_t *answer)
{
    const struct rolling *rolling = what;
    json_object_set_new(answer, "total", json_integer(rolling->total));
}

int roll_run(const struct options *options)
{
    if (tables_are_meant(options)) {
        return tables_roll(options);
    }
    struct error err;
    struct rolling rolling;
    const struct rolls rolls = {&rolling, roll, print, head_json, add_json};
    enum status status = options_dice_expr(&rolling.times, &rolling.expr, options, &err);
    if (status == STATUS_OK) {
        status = rolls_run(&rolls, rolling.times, options, &err);
    }
    return status == STATUS_OK ? EXIT_DONE : output_error(&err);
}
