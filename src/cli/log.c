/* `referee log`: what happened, oldest first. */
#include "cli/subcommands.h"

#include "app/sitting.h"
#include "app/sitting_history.h"
#include "cli/options.h"
#include "app/sitting_state.h"
#include "cli/output.h"

static json_t *act_json(const struct sitting_act *act)
{
    json_t *lines = json_array();
    for (int i = 0; i < act->lines_count; i++) {
        json_t *line = json_object();
        json_object_set_new(line, "text", output_json_string(str_of(act->lines[i].line)));
        json_object_set_new(line, "rules", output_json_string(str_of(act->lines[i].rules)));
        json_array_append_new(lines, line);
    }
    json_t *object = json_object();
    json_object_set_new(object, "id", json_integer(act->id));
    json_object_set_new(object, "round", json_integer(act->round));
    json_object_set_new(object, "at_ms", json_integer(act->at_ms));
    json_object_set_new(object, "label", output_json_string(str_of(act->label)));
    json_object_set_new(object, "command", output_json_string(str_of(act->command)));
    json_object_set_new(object, "undone", json_boolean(act->is_undone));
    json_object_set_new(object, "lines", lines);
    return object;
}

static bool add_act(void *context, const struct sitting_act *act)
{
    json_array_append_new(context, act_json(act));
    return true;
}

/* An act's number and round stand before its first line. */
static bool print_act(void *context, const struct sitting_act *act)
{
    (void)context;
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
    return true;
}

static enum status print_json(struct sitting *sitting, const char *encounter, int limit,
                              struct error *err)
{
    json_t *acts = json_array();
    enum status status = sitting_acts(sitting, encounter, limit, add_act, acts, err);
    if (status != STATUS_OK) {
        json_decref(acts);
        return status;
    }
    json_t *document = json_object();
    const char *name = encounter != NULL ? encounter : sitting_encounter_name(sitting);
    json_object_set_new(document, "encounter", output_json_string_or_null(name));
    json_object_set_new(document, "acts", acts);
    output_json(document);
    return STATUS_OK;
}

int log_run(const struct options *options)
{
    struct error err;
    struct sitting *sitting;
    if (subcommand_words(options, 1, &err) != STATUS_OK ||
        options_campaign_for_reading(&sitting, options, &err) != STATUS_OK) {
        return output_error(&err);
    }
    const char *encounter = options->words > 0 ? options->word[0] : NULL;
    enum status status =
        options_has(options, OPTION_JSON)
            ? print_json(sitting, encounter, options->limit, &err)
            : sitting_acts(sitting, encounter, options->limit, print_act, NULL, &err);
    bool is_told = status == STATUS_DAMAGED && sitting_damage(sitting) != NULL;
    int code = status == STATUS_OK || is_told ? EXIT_DONE : output_error(&err);
    return options_campaign_close(sitting, code);
}
