/* `referee why`: the acts that made a value. */
#include "app/report/report.h"
#include "cli/subcommands.h"

#include <string.h>

#include "app/sitting/sitting.h"
#include "app/log/address.h"
#include "app/encounters/encounters.h"
#include "app/sitting/state.h"
#include "app/log/why.h"
#include "base/utf8.h"
#include "cli/options.h"
#include "cli/output.h"

enum { WORDS_MAX = 3 };

static json_t *value_json(const struct why_value *value)
{
    return !value->is_set     ? json_null()
           : value->is_number ? json_integer(value->number)
                              : report_string(str_of(value->text));
}

static json_t *address_json(const struct sitting *sitting, int64_t act)
{
    TEXT_BUFFER(address, 2 * SITTING_ENCOUNTER_NAME_SIZE);
    act_address_format(sitting_encounter_name(sitting), act, &address);
    return report_string(str_of(address.p));
}

static json_t *link_json(const struct sitting *sitting, const struct why_link *link)
{
    json_t *object = json_object();
    report_set(object, "address", address_json(sitting, link->act));
    report_set(object, "from", value_json(&link->from));
    report_set(object, "to", value_json(&link->to));
    report_set_words(object, "label", link->label);
    report_set_words(object, "text", link->text);
    report_set_words(object, "rules", link->rules);
    return object;
}

static void print_json(const struct sitting *sitting, const struct why *why)
{
    json_t *chain = json_array();
    for (int i = 0; i < why->links; i++) {
        json_array_append_new(chain, link_json(sitting, &why->link[i]));
    }
    json_t *document = json_object();
    report_set_words(document, "combatant", why->combatant);
    report_set_words(document, "field", why->field);
    report_set(document, "value", value_json(&why->value));
    report_set(document, "at", why->at > 0 ? address_json(sitting, why->at) : json_null());
    report_set(document, "chain", chain);
    output_json(document);
}

static void print_text(const struct why *why)
{
    TEXT_BUFFER(head, WHY_TEXT_SIZE + 2 * WHY_NAME_SIZE);
    why_format(why, &head);
    output_line("%s", head.p);
    for (int i = 0; i < why->links; i++) {
        const struct why_link *link = &why->link[i];
        bool has_rules = link->rules[0] != '\0';
        TEXT_BUFFER(change, 2 * WHY_TEXT_SIZE + 8);
        why_link_format(link, &change);
        output_line("%6lld  r%-3d %s: %s%s%s%s", (long long)link->act, link->round, change.p,
                    link->text[0] != '\0' ? link->text : link->label, has_rules ? "  [" : "",
                    link->rules, has_rules ? "]" : "");
    }
}

/* The requested value, and the moment, to which the sitting then moves. A word with a # is an
 * address, unless it is a combatant, which comes first. */
static enum status read_words(const struct options *options, struct sitting *sitting,
                              struct str *field, struct error *err)
{
    *field = (struct str){NULL, 0};
    if (options->words == 0) {
        return error_set(err, STATUS_USAGE, "", "why needs a combatant or a morale group");
    }
    for (int i = 1; i < options->words; i++) {
        int64_t act;
        const char *word = options->word[i];
        enum status status = STATUS_OK;
        if (strchr(word, '#') != NULL) {
            status = sitting_look(sitting, word, &act, err);
        } else if (field->n == 0) {
            *field = str_of(word);
        } else {
            status = error_set(err, STATUS_USAGE, "",
                               "why takes one value: %s or %s (an address has a #)",
                               utf8_shown(*field).text, utf8_shown(str_of(word)).text);
        }
        if (status != STATUS_OK) {
            return status;
        }
    }
    return STATUS_OK;
}

int why_run(const struct options *options)
{
    struct error err;
    struct sitting *sitting;
    struct why why = {.links = 0};
    struct str field;
    if (subcommand_words(options, WORDS_MAX, &err) != STATUS_OK ||
        options_campaign_for_reading(&sitting, options, &err) != STATUS_OK) {
        return output_error(&err);
    }
    enum status status = read_words(options, sitting, &field, &err);
    if (status == STATUS_OK) {
        status = sitting_why(sitting, str_of(options->word[0]), field, &why, &err);
    }
    if (status == STATUS_OK && options_has(options, OPTION_JSON)) {
        print_json(sitting, &why);
    } else if (status == STATUS_OK) {
        print_text(&why);
    }
    why_free(&why);
    return options_campaign_close(sitting,
                                  status == STATUS_OK ? EXIT_DONE : output_error(&err));
}
