/* `referee log`: what happened, oldest first. */
#include "cli/subcommands.h"

#include <string.h>

#include "app/log_requests.h"
#include "app/sitting.h"
#include "app/sitting_address.h"
#include "app/sitting_encounters.h"
#include "app/sitting_history.h"
#include "app/sitting_state.h"
#include "base/utf8.h"
#include "cli/options.h"
#include "cli/output.h"

/* Adds a name that is not in the list yet. */
static void add_name(json_t *names, const char *name)
{
    size_t i;
    json_t *value;
    json_t *added = output_json_string(str_of(name));
    json_array_foreach(names, i, value)
    {
        if (json_equal(value, added)) {
            json_decref(added);
            return;
        }
    }
    json_array_append_new(names, added);
}

/* The combatant who made the rolls, as a new reference; null when there are several, or
 * none. */
static json_t *roller(const json_t *requests)
{
    json_t *by = json_object_get(json_array_get(requests, 0), "by");
    size_t i;
    json_t *request;
    json_array_foreach(requests, i, request)
    {
        if (!json_equal(json_object_get(request, "by"), by)) {
            return json_null();
        }
    }
    return by != NULL ? json_incref(by) : json_null();
}

/* Who acted and on whom: from the requests of rolls if there are any, or else from the line. */
static void add_people(json_t *object, const struct sitting_act *act, const json_t *requests)
{
    json_t *to = json_array();
    size_t i, k;
    json_t *request, *name;
    json_array_foreach(requests, i, request)
    {
        json_array_foreach(json_object_get(request, "to"), k, name)
        {
            add_name(to, json_string_value(name));
        }
    }
    for (int n = 0; n < act->to_count && json_array_size(to) == 0; n++) {
        add_name(to, act->to[n]);
    }
    json_object_set_new(object, "by",
                        act->by[0] != '\0' ? output_json_string(str_of(act->by))
                                           : roller(requests));
    json_object_set_new(object, "to", to);
}

static json_t *lines_json(const struct sitting_act *act)
{
    json_t *lines = json_array();
    for (int i = 0; i < act->lines_count; i++) {
        json_t *line = json_object();
        json_object_set_new(line, "text", output_json_string(str_of(act->lines[i].line)));
        json_object_set_new(line, "rules", output_json_string(str_of(act->lines[i].rules)));
        json_array_append_new(lines, line);
    }
    return lines;
}

/* Takes over `requests` and `outcomes`. */
static json_t *act_json(const struct sitting_act *act, json_t *requests, json_t *outcomes)
{
    TEXT_BUFFER(address, 2 * SITTING_ENCOUNTER_NAME_SIZE);
    act_address_format(act->encounter, act->id, &address);
    json_t *object = json_object();
    json_object_set_new(object, "id", json_integer(act->id));
    json_object_set_new(object, "address", output_json_string(str_of(address.p)));
    json_object_set_new(object, "encounter", output_json_string(str_of(act->encounter)));
    json_object_set_new(object, "round", json_integer(act->round));
    json_object_set_new(object, "at_ms", json_integer(act->at_ms));
    json_object_set_new(object, "session",
                        act->evening > 0 ? json_integer(act->evening) : json_null());
    json_object_set_new(object, "label", output_json_string(str_of(act->label)));
    json_object_set_new(object, "command", output_json_string(str_of(act->command)));
    json_object_set_new(object, "undone", json_boolean(act->is_undone));
    add_people(object, act, requests);
    json_object_set_new(object, "action", output_json_string(str_of(act->action)));
    json_object_set_new(object, "lines", lines_json(act));
    json_object_set_new(object, "requests", requests);
    json_object_set_new(object, "outcomes", outcomes);
    return object;
}

struct listing_acts {
    struct sitting *sitting;
    json_t *acts;
    enum status status;
    struct error *err;
};

static bool add_act(void *context, const struct sitting_act *act)
{
    struct listing_acts *listing = context;
    json_t *requests, *outcomes;
    listing->status =
        log_requests(listing->sitting, act->id, &requests, &outcomes, listing->err);
    if (listing->status != STATUS_OK) {
        return false;
    }
    json_array_append_new(listing->acts, act_json(act, requests, outcomes));
    return true;
}

/* An act's number and round come before its first line. */
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
    return !output_has_failed();
}

static enum status print_json(struct sitting *sitting, const struct sitting_acts_wish *wish,
                              struct error *err)
{
    struct listing_acts listing = {sitting, json_array(), STATUS_OK, err};
    enum status status = sitting_acts(sitting, wish, add_act, &listing, err);
    status = status == STATUS_OK ? listing.status : status;
    if (status != STATUS_OK) {
        json_decref(listing.acts);
        return status;
    }
    const char *name =
        wish->encounter != NULL ? wish->encounter : sitting_encounter_name(sitting);
    json_t *document = json_object();
    json_object_set_new(document, "encounter", output_json_string_or_null(name));
    json_object_set_new(document, "acts", listing.acts);
    output_json(document);
    return STATUS_OK;
}

/* The words: an encounter's name, and undone=yes or undone=any. */
static enum status read_words(struct sitting_acts_wish *out, const struct options *options,
                              struct error *err)
{
    static const char *const undone[] = {
        [UNDONE_LEFT_OUT] = "no", [UNDONE_ONLY] = "yes", [UNDONE_TOO] = "any"};
    enum { KINDS = sizeof undone / sizeof undone[0] };
    *out = (struct sitting_acts_wish){.limit = options->limit};
    for (int i = 0; i < options->words; i++) {
        const char *word = options->word[i];
        const char *value = strncmp(word, "undone=", 7) == 0 ? word + 7 : NULL;
        int kind = 0;
        while (value != NULL && kind < KINDS && strcmp(value, undone[kind]) != 0) {
            kind++;
        }
        if (kind == KINDS) {
            return error_set(err, STATUS_USAGE, "", "%s: expected undone=yes, any or no",
                             utf8_shown(str_of(word)).text);
        }
        if (value != NULL) {
            out->undone = (enum undone_acts)kind;
        } else if (out->encounter == NULL) {
            out->encounter = word;
        } else {
            return error_set(err, STATUS_USAGE, "",
                             "log takes one encounter: %s or %s (a name of several words needs "
                             "quotes)",
                             utf8_shown(str_of(out->encounter)).text,
                             utf8_shown(str_of(word)).text);
        }
    }
    return STATUS_OK;
}

int log_run(const struct options *options)
{
    struct error err;
    struct sitting *sitting;
    struct sitting_acts_wish wish;
    if (read_words(&wish, options, &err) != STATUS_OK ||
        options_campaign_for_reading(&sitting, options, &err) != STATUS_OK) {
        return output_error(&err);
    }
    enum status status = options_has(options, OPTION_JSON)
                             ? print_json(sitting, &wish, &err)
                             : sitting_acts(sitting, &wish, print_act, NULL, &err);
    bool is_told = status == STATUS_DAMAGED && sitting_damage(sitting) != NULL;
    int code = status == STATUS_OK || is_told ? EXIT_DONE : output_error(&err);
    return options_campaign_close(sitting, code);
}
