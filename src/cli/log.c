/* The past on the command line: `referee log`, what happened, oldest first; `why`, the acts
 * that made a value; `questions`, ready ones and those that were kept; `export`, a fight,
 * an evening or a question as a document. */
#include <stdlib.h>
#include <string.h>

#include "app/encounters/encounters.h"
#include "app/export/export.h"
#include "app/log/address.h"
#include "app/log/history.h"
#include "app/log/kept_questions.h"
#include "app/log/questions.h"
#include "app/log/why.h"
#include "app/report/report.h"
#include "app/sitting/sitting.h"
#include "app/sitting/state.h"
#include "base/utf8.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/subcommands.h"

/* ---- log ------------------------------------------------------------------------------- */

/* The address of an act, as a string. */
static json_t *address_of(const char *encounter, int64_t act)
{
    TEXT_BUFFER(address, 2 * SITTING_ENCOUNTER_NAME_SIZE);
    act_address_format(encounter, act, &address);
    return report_string(str_of(address.p));
}

static json_t *report_of_act(const struct sitting_act *act)
{
    TEXT_BUFFER(address, 2 * SITTING_ENCOUNTER_NAME_SIZE);
    json_t *report = json_object();
    sitting_act_address(act, &address);
    report_set_whole(report, "id", act->id);
    report_set(report, "address", report_string(str_of(address.p)));
    report_set_words(report, "encounter", act->encounter);
    report_set_whole(report, "round", act->round);
    report_set_whole(report, "at_ms", act->at_ms);
    report_set_whole_or_null(report, "session", act->evening > 0, act->evening);
    report_set_words(report, "label", act->label);
    report_set_words(report, "command", act->command);
    report_set_flag(report, "undone", act->is_undone);
    report_set_words_or_null(report, "by", act->by);
    json_t *to = report_list(report, "to");
    for (int i = 0; i < act->to_count; i++) {
        json_array_append_new(to, report_string(str_of(act->to[i])));
    }
    report_set_words(report, "action", act->action);
    json_t *lines = report_list(report, "lines");
    for (int i = 0; i < act->lines_count; i++) {
        json_t *line = report_row(lines);
        report_set_words(line, "text", act->lines[i].line);
        report_set_words(line, "rules", act->lines[i].rules);
    }
    if (act->step != NULL) {
        report_list(report, "requests");
        report_list(report, "outcomes");
    } else {
        json_object_set(report, "requests", act->events->requests);
        json_object_set(report, "outcomes", act->events->outcomes);
    }
    return report;
}

/* The document is printed act by act, in any number. */
static bool print_act_json(void *context, const struct sitting_act *act)
{
    bool *is_first = context;
    json_t *object = report_of_act(act);
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

static enum status print_log_json(struct sitting *sitting, struct sitting_acts_wish *wish,
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
    wish.tells_party = true;
    if (options_has(options, OPTION_JSON)) {
        return print_log_json(sitting, &wish, err);
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
    bool is_told = sitting_ended_at_damage(sitting, status);
    int code = status == STATUS_OK || is_told ? EXIT_DONE : output_error(&err);
    return options_campaign_close(sitting, code);
}

/* ---- why ------------------------------------------------------------------------------- */

static json_t *value_of(const struct why_value *value)
{
    return !value->is_set     ? json_null()
           : value->is_number ? json_integer(value->number)
                              : report_string(str_of(value->text));
}

static json_t *report_of_why(const struct sitting *sitting, const struct why *why)
{
    const char *encounter = sitting_encounter_name(sitting);
    json_t *report = json_object();
    report_set_words(report, "combatant", why->combatant);
    report_set_words(report, "field", why->field);
    report_set(report, "value", value_of(&why->value));
    report_set(report, "at", why->at > 0 ? address_of(encounter, why->at) : json_null());
    json_t *chain = report_list(report, "chain");
    for (int i = 0; i < why->links; i++) {
        const struct why_link *link = &why->link[i];
        json_t *row = report_row(chain);
        report_set(row, "address", address_of(encounter, link->act));
        report_set(row, "from", value_of(&link->from));
        report_set(row, "to", value_of(&link->to));
        report_set_words(row, "label", link->label);
        report_set_words(row, "text", link->text);
        report_set_words(row, "rules", link->rules);
    }
    return report;
}

static void print_why(const struct why *why)
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
static enum status read_why_words(const struct options *options, struct sitting *sitting,
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
    if (subcommand_words(options, 3, &err) != STATUS_OK ||
        options_campaign_for_reading(&sitting, options, &err) != STATUS_OK) {
        return output_error(&err);
    }
    enum status status = read_why_words(options, sitting, &field, &err);
    if (status == STATUS_OK) {
        status = sitting_why(sitting, str_of(options->word[0]), field, &why, &err);
    }
    if (status == STATUS_OK && options_has(options, OPTION_JSON)) {
        output_report(report_of_why(sitting, &why));
    } else if (status == STATUS_OK) {
        print_why(&why);
    }
    why_free(&why);
    return options_campaign_close(sitting,
                                  status == STATUS_OK ? EXIT_DONE : output_error(&err));
}

/* ---- questions ------------------------------------------------------------------------- */

/* Those of the campaign; without a campaign there are none. */
static enum status read_kept(struct named_list *out, const struct options *options, int *code,
                             struct error *err)
{
    struct sitting *sitting;
    out->count = 0;
    enum status status = options_campaign_for_reading(&sitting, options, err);
    if (status == STATUS_MISSING) {
        return STATUS_OK;
    }
    if (status == STATUS_OK) {
        status = named_read(out, &question_kind, sitting, err);
        *code = options_campaign_close(sitting, *code);
    }
    return status;
}

static void print_questions(const struct named_list *kept, bool is_json)
{
    json_t *report = json_object(), *list = report_list(report, "questions");
    for (int i = 0; ready_question_at(i) != NULL; i++) {
        const struct ready_question *question = ready_question_at(i);
        json_t *row = report_row(list);
        report_set_words(row, "question", question->key);
        report_set_words(row, "text", question->text);
        if (!is_json) {
            output_line("%-10s %s", question->key, question->text);
        }
    }
    list = report_list(report, "kept");
    for (int i = 0; i < kept->count; i++) {
        json_t *row = report_row(list);
        report_set_words(row, "name", kept->one[i].name);
        report_set_words(row, "words", kept->one[i].text);
        if (!is_json) {
            output_line("question=%-10s %s", kept->one[i].name, kept->one[i].text);
        }
    }
    if (is_json) {
        output_report(report);
    } else {
        json_decref(report);
    }
}

static int list_questions(const struct options *options)
{
    struct error err;
    int code = EXIT_DONE;
    struct named_list *kept = malloc(sizeof *kept);
    CHECK(kept != NULL);
    if (read_kept(kept, options, &code, &err) == STATUS_OK) {
        print_questions(kept, options_has(options, OPTION_JSON));
    } else {
        code = output_error(&err);
    }
    free(kept);
    return code;
}

static json_t *report_of_answer(const struct answer *answer,
                                const struct ready_question *question)
{
    json_t *report = json_object();
    report_set_words(report, "question", question->key);
    report_set_words(report, "text", question->text);
    json_t *rows = report_list(report, "rows");
    for (int i = 0; i < answer->rows; i++) {
        json_t *row = report_row(rows);
        report_set_words(row, "name", answer->row[i].name);
        for (int k = 0; k < QUESTION_COLUMNS && question->column[k] != NULL; k++) {
            double number = answer->row[i].number[k];
            report_set(row, question->column[k],
                       question->decimals[k] > 0 ? json_real(number)
                                                 : json_integer((json_int_t)number));
        }
    }
    return report;
}

static enum status answer_question(struct sitting *sitting, const struct options *options,
                                   struct error *err)
{
    const struct ready_question *question;
    struct asking asking;
    struct sitting_acts_wish wish;
    struct answer told = {.row = NULL};
    enum status status = ready_question_find(&question, str_of(options->word[0]), err);
    if (status == STATUS_OK) {
        status =
            sitting_read_wish(&wish, &asking, sitting, (const char *const *)options->word + 1,
                              options->words - 1, err);
    }
    if (status != STATUS_OK) {
        return status;
    }
    status = ready_question_answer(&told, sitting, question, &wish, err);
    bool is_damaged = sitting_ended_at_damage(sitting, status);
    if ((status == STATUS_OK || is_damaged) && options_has(options, OPTION_JSON)) {
        output_report(report_of_answer(&told, question));
    } else if (status == STATUS_OK || is_damaged) {
        enum { ROW_SIZE = 160 };
        int size = ROW_SIZE * (told.rows + 4);
        char *room = malloc((size_t)size);
        CHECK(room != NULL);
        struct text text = text_over(room, size);
        answer_format(&told, question, &text);
        output_lines(text.p);
        free(room);
    }
    answer_free(&told);
    return is_damaged ? STATUS_OK : status; /* closing tells of the damage */
}

int questions_run(const struct options *options)
{
    struct error err;
    struct sitting *sitting;
    if (options->words == 0) {
        return list_questions(options);
    }
    if (options_campaign_for_reading(&sitting, options, &err) != STATUS_OK) {
        return output_error(&err);
    }
    enum status status = answer_question(sitting, options, &err);
    return options_campaign_close(sitting,
                                  status == STATUS_OK ? EXIT_DONE : output_error(&err));
}

/* ---- export ---------------------------------------------------------------------------- */

static enum status print_document(struct sitting *sitting, const struct export_wish *wish,
                                  struct error *err)
{
    char *document;
    enum status status = sitting_export(&document, sitting, wish, err);
    if (status == STATUS_OK) {
        output_document(document);
    }
    free(document);
    return status;
}

int export_run(const struct options *options)
{
    struct error err;
    struct sitting *sitting;
    const char *format = options->format;
    if (format == NULL && options_has(options, OPTION_JSON)) {
        format = "json";
    }
    struct export_wish wish = {.words = (const char *const *)options->word,
                               .words_count = options->words,
                               .path = options->output,
                               .may_replace = options_has(options, OPTION_REPLACE),
                               .is_for_players = options_has(options, OPTION_PLAYERS) ||
                                                 options_has(options, OPTION_NUMBERS),
                               .has_numbers = options_has(options, OPTION_NUMBERS),
                               .has_chart = options_has(options, OPTION_CHART)};
    wish.format = str_of(format != NULL ? format : "");
    wish.without = str_of(options->without != NULL ? options->without : "");
    if (options_campaign_for_reading(&sitting, options, &err) != STATUS_OK) {
        return output_error(&err);
    }
    enum status status = wish.path != NULL ? sitting_export_file(sitting, &wish, &err)
                                           : print_document(sitting, &wish, &err);
    if (status == STATUS_OK && wish.path != NULL) {
        output_line("written to %s%s", wish.path, wish.is_for_players ? ", for players" : "");
    }
    int code = status == STATUS_OK         ? EXIT_DONE
               : status == STATUS_CONFLICT ? output_refuse_file(wish.path)
                                           : output_error(&err);
    return options_campaign_close(sitting, code);
}
