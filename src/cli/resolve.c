/* `referee resolve`: one act, with dice from the table or thrown here. */
#include "cli/subcommands.h"

#include <stdio.h>

#include "app/sitting/fresh_seed.h"
#include "cli/act.h"
#include "cli/jsonl.h"
#include "cli/output.h"

static void print_outcome(const struct inputs *inputs, const struct outcome *outcome)
{
    for (int i = 0; i < inputs->action->outcomes_count; i++) {
        const struct outcome_def *def = &inputs->action->outcomes[i];
        if (!outcome_is_listed(inputs, i) || !outcome->is_present[i]) {
            continue;
        }
        TEXT_BUFFER(text, 40);
        for (const char *p = def->name; *p != '\0'; p++) {
            text_add_char(&text, *p == '_' ? ' ' : *p);
        }
        if (def->kind == OUTCOME_CHANCE) {
            output_line("  %-14s %s", text.p, outcome->value[i] != 0 ? "yes" : "no");
        } else {
            output_line("  %-14s %lld", text.p, (long long)outcome->value[i]);
        }
    }
}

static void print_list(const struct inputs *inputs)
{
    struct listing listing = {.rows = 0};
    inputs->action->list(inputs, &listing);
    char buf[OUTPUT_LINE_MAX];
    for (int i = -1; i < listing.rows; i++) {
        struct text line = text_over(buf, sizeof buf);
        for (int k = 0; inputs->action->list_columns[k] != NULL; k++) {
            if (i < 0) {
                text_add(&line, "  %8s", inputs->action->list_columns[k]);
            } else {
                text_add(&line, "  %8d", listing.value[i][k]);
            }
        }
        output_line("%s", buf);
    }
}

static void print_run(const struct inputs *inputs, const struct act_run *run)
{
    if (inputs->action->list != NULL) {
        print_list(inputs);
        return;
    }
    char buf[OUTPUT_LINE_MAX];
    struct text line;
    text_init(&line, buf, sizeof buf);
    trace_format(&run->trace, &line);
    output_line("%s", buf);
    print_outcome(inputs, &run->outcome);
    text_init(&line, buf, sizeof buf);
    trace_format_rules(&run->trace, &line);
    if (line.n > 0) {
        output_line("  %-14s %s", "rules", buf);
    }
}

static enum status resolve_one(const struct options *options, struct dice_stream *stream,
                               struct error *err)
{
    struct inputs inputs;
    struct entered_dice dice = {.count = 0};
    struct act_run run;
    enum status status = act_read(&inputs, options->word, options->words, err);
    if (status == STATUS_OK && options->dice != NULL) {
        status = entered_dice_read(&dice, str_of(options->dice), err);
    }
    if (status == STATUS_OK) {
        status = act_run(&run, &inputs, &dice, stream, err);
    }
    if (status != STATUS_OK) {
        return status;
    }
    if (options_has(options, OPTION_JSON)) {
        output_json(act_json(&inputs, &run));
    } else {
        print_run(&inputs, &run);
    }
    return STATUS_OK;
}

int resolve_run(const struct options *options)
{
    struct error err;
    struct dice_stream stream = {.seed = options->seed};
    enum status status = STATUS_OK;
    if (!options_has(options, OPTION_SEED)) {
        status = fresh_seed(&stream.seed, &err);
    }
    if (status == STATUS_OK && options_has(options, OPTION_JSONL)) {
        status = subcommand_words(options, 0, &err);
        if (status == STATUS_OK && options->dice != NULL) {
            status = error_set(&err, STATUS_USAGE, "",
                               "with --jsonl each request has its own given dice");
        }
        if (status == STATUS_OK) {
            status = jsonl_run(stdin, stream, &err);
        }
    } else if (status == STATUS_OK) {
        status = resolve_one(options, &stream, &err);
    }
    return status == STATUS_OK ? EXIT_DONE : output_error(&err);
}
