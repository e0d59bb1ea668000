/* `referee log`: what happened, oldest first. */
#include "app/report/report.h"
#include "cli/subcommands.h"

#include <string.h>

#include "app/sitting/sitting.h"
#include "app/log/address.h"
#include "app/encounters/encounters.h"
#include "app/log/history.h"
#include "app/sitting/state.h"
#include "cli/options.h"
#include "cli/output.h"

static json_t *lines_json(const struct sitting_act *act)
{
    json_t *lines = json_array();
    for (int i = 0; i < act->lines_count; i++) {
        json_t *line = json_object();
        report_set_words(line, "text", act->lines[i].line);
        report_set_words(line, "rules", act->lines[i].rules);
        json_array_append_new(lines, line);
    }
    return lines;
}

static json_t *act_json(const struct sitting_act *act)
{
    TEXT_BUFFER(address, 2 * SITTING_ENCOUNTER_NAME_SIZE);
    act_address_format(act->encounter, act->id, &address);
    json_t *object = json_object();
    json_t *to = json_array();
    for (int i = 0; i < act->to_count; i++) {
        json_array_append_new(to, report_string(str_of(act->to[i])));
    }
    report_set_whole(object, "id", act->id);
    report_set_words(object, "address", address.p);
    report_set_words(object, "encounter", act->encounter);
    report_set_whole(object, "round", act->round);
    report_set_whole(object, "at_ms", act->at_ms);
    report_set_whole_or_null(object, "session", act->evening > 0, act->evening);
    report_set_words(object, "label", act->label);
    report_set_words(object, "command", act->command);
    report_set_flag(object, "undone", act->is_undone);
    report_set_words_or_null(object, "by", act->by);
    report_set(object, "to", to);
    report_set_words(object, "action", act->action);
    report_set(object, "lines", lines_json(act));
    json_object_set(object, "requests", act->events->requests);
    json_object_set(object, "outcomes", act->events->outcomes);
    return object;
}

/* The document is printed act by act, in any number. */
static bool print_act_json(void *context, const struct sitting_act *act)
{
    bool *is_first = context;
    json_t *object = act_json(act);
    output_json_part(*is_first ? "" : ", ", object);
    json_decref(object);
    *is_first = false;
    return !output_has_failed();
}

struct printing {
    int acts;
    /* The name under which they stand, where acts of several encounters can come. */
    char encounter[SITTING_ENCOUNTER_NAME_SIZE];
};

/* An act's number and round come before its first line. */
static bool print_act(void *context, const struct sitting_act *act)
{
    struct printing *printing = context;
    bool is_other = strcmp(printing->encounter, act->encounter) != 0;
    if (act->encounters > 1 && is_other) {
        if (printing->acts > 0) {
            output_line("%s", "");
        }
        output_line("%s", act->encounter);
        text_format(printing->encounter, sizeof printing->encounter, "%s", act->encounter);
    }
    printing->acts++;
    const char *mark = act->is_undone ? "(undone) " : "";
    if (act->lines_count == 0) {
        output_line("%6lld  r%-3d %s%s", (long long)act->id, act->round, mark, act->label);
    }
    for (int i = 0; i < act->lines_count; i++) {
        const struct log_line *line = &act->lines[i];
        bool has_rules = line->rules[0] != '\0';
        TEXT_BUFFER(text, 40);
        if (i == 0) {
            text_add(&text, "%6lld  r%-3d", (long long)act->id, act->round);
        }
        output_line("%-12s %s%s%s%s%s", text.p, mark, line->line, has_rules ? "  [" : "",
                    line->rules, has_rules ? "]" : "");
    }
    return !output_has_failed();
}

static enum status print_json(struct sitting *sitting, struct sitting_acts_wish *wish,
                              struct error *err)
{
    bool is_first = true;
    wish->tells_rolls = true;
    const char *name = wish->encounter != NULL ? wish->encounter
                       : wish->is_of_all       ? ""
                                               : sitting_encounter_name(sitting);
    json_t *encounter = report_string_or_null(name);
    output_json_part("{\"encounter\": ", encounter);
    json_decref(encounter);
    output_json_part(", \"acts\": [", NULL);
    enum status status = sitting_acts(sitting, wish, print_act_json, &is_first, err);
    output_json_part("]}\n", NULL);
    return status;
}

static enum status print_log(struct sitting *sitting, const struct options *options,
                             struct error *err)
{
    struct asking asking;
    struct sitting_acts_wish wish;
    enum status status = sitting_read_wish(
        &wish, &asking, sitting, (const char *const *)options->word, options->words, err);
    if (status != STATUS_OK) {
        return status;
    }
    wish.limit = options->limit;
    if (options_has(options, OPTION_JSON)) {
        return print_json(sitting, &wish, err);
    }
    struct printing printing = {.acts = 0};
    return sitting_acts(sitting, &wish, print_act, &printing, err);
}

int log_run(const struct options *options)
{
    struct error err;
    struct sitting *sitting;
    if (options_campaign_for_reading(&sitting, options, &err) != STATUS_OK) {
        return output_error(&err);
    }
    enum status status = print_log(sitting, options, &err);
    bool is_told = status == STATUS_DAMAGED && sitting_damage(sitting) != NULL;
    int code = status == STATUS_OK || is_told ? EXIT_DONE : output_error(&err);
    return options_campaign_close(sitting, code);
}
