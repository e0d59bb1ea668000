#include "cli/resolve.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "app/log/logged_roll.h"
#include "app/report/report.h"
#include "app/sitting/fresh_seed.h"
#include "base/nearest.h"
#include "base/utf8.h"
#include "cli/act.h"
#include "cli/lines.h"
#include "cli/output.h"
#include "cli/tables.h"
#include "cli/subcommands.h"

enum { ROLLS_MAX = 10000 }; /* of one answer, which is in memory as a whole */

enum member {
    MEMBER_NOTATION,
    MEMBER_DIALECT,
    MEMBER_SYSTEM,
    MEMBER_ACTION,
    MEMBER_INPUTS,
    MEMBER_GIVEN,
    MEMBER_SEED,
    MEMBER_ODDS,
    MEMBER_ID,
    MEMBERS
};

static const char *const member_names[MEMBERS] = {
    [MEMBER_NOTATION] = "notation", [MEMBER_DIALECT] = "dialect", [MEMBER_SYSTEM] = "system",
    [MEMBER_ACTION] = "action",     [MEMBER_INPUTS] = "inputs",   [MEMBER_GIVEN] = "given",
    [MEMBER_SEED] = "seed",         [MEMBER_ODDS] = "odds",       [MEMBER_ID] = "id",
};

struct request {
    json_t *member[MEMBERS];         /* borrowed; NULL when it is left out */
    struct inputs inputs;            /* of an action */
    struct notation_rolling rolling; /* of a notation */
    bool is_notation, wants_odds;
    struct entered_dice dice;
    struct dice_stream own, *stream; /* from its own seed; the stream of its dice */
};

/* ---- reading --------------------------------------------------------------------------- */

static enum status unknown_member(const char *name, struct error *err)
{
    struct nearest nearest;
    nearest_init(&nearest, str_of(name));
    for (int i = 0; i < MEMBERS; i++) {
        nearest_offer(&nearest, member_names[i]);
    }
    return error_set(err, STATUS_USAGE, "",
                     "a request has no %s%s%s it has notation, or system, action and inputs, "
                     "and given, seed, odds, id, dialect",
                     utf8_shown(str_of(name)).text, nearest_question(&nearest).text,
                     nearest.best != NULL ? "" : ";");
}

static enum status members_read(struct request *out, json_t *object, struct error *err)
{
    if (!json_is_object(object)) {
        return error_set(err, STATUS_USAGE, "",
                         "expected a JSON object with a notation, or a system and an action");
    }
    const char *name;
    json_t *value;
    enum status status = STATUS_OK;
    json_object_foreach(object, name, value)
    {
        int i = 0;
        while (i < MEMBERS && strcmp(name, member_names[i]) != 0) {
            i++;
        }
        if (i < MEMBERS) {
            out->member[i] = json_is_null(value) && i != MEMBER_ID ? NULL : value;
        } else if (status == STATUS_OK) { /* the answer has its id, wherever that stands */
            status = unknown_member(name, err);
        }
    }
    return status;
}

static enum status word_read(struct str *out, const struct request *request, enum member member,
                             struct error *err)
{
    const json_t *value = request->member[member];
    if (value == NULL) {
        return error_set(err, STATUS_USAGE, "", "a request needs %s", member_names[member]);
    }
    if (!json_is_string(value)) {
        return error_set(err, STATUS_USAGE, "", "%s: expected a string", member_names[member]);
    }
    *out = (struct str){json_string_value(value), (int)json_string_length(value)};
    return STATUS_OK;
}

static enum status inputs_read(struct request *request, struct error *err)
{
    json_t *object = request->member[MEMBER_INPUTS];
    if (object != NULL && !json_is_object(object)) {
        return error_set(err, STATUS_USAGE, "",
                         "inputs: expected an object of names and values");
    }
    enum status status = inputs_give_json(&request->inputs, object, err);
    return status == STATUS_OK ? inputs_finish(&request->inputs, err) : status;
}

static enum status given_read(struct request *request, struct error *err)
{
    const json_t *given = request->member[MEMBER_GIVEN];
    if (given == NULL) {
        return STATUS_OK;
    }
    if (json_is_string(given)) {
        struct str text = {json_string_value(given), (int)json_string_length(given)};
        return entered_dice_read(&request->dice, text, err);
    }
    if (!json_is_array(given)) {
        return error_set(err, STATUS_USAGE, "",
                         "given: expected faces such as [14, 3] or \"14,3\"");
    }
    size_t i;
    const json_t *value;
    json_array_foreach(given, i, value)
    {
        TEXT_BUFFER(word, 64);
        if ((!json_is_number(value) && !json_is_string(value)) ||
            !json_value_word(value, &word) || word.is_cut) {
            return error_set(err, STATUS_USAGE, "",
                             "given: number %d is neither a face such as 14 nor a "
                             "total such as \"=15\"",
                             (int)i + 1);
        }
        enum status status =
            entered_dice_read(&request->dice, (struct str){word.p, word.n}, err);
        if (status != STATUS_OK) {
            return status;
        }
    }
    return STATUS_OK;
}

static enum status action_read(struct request *out, struct error *err)
{
    struct str system_name;
    struct str action_name;
    if (out->member[MEMBER_SYSTEM] == NULL && out->member[MEMBER_ACTION] == NULL) {
        return error_set(err, STATUS_USAGE, "",
                         "a request needs a notation, or a system and an action");
    }
    enum status status = word_read(&system_name, out, MEMBER_SYSTEM, err);
    if (status == STATUS_OK) {
        status = word_read(&action_name, out, MEMBER_ACTION, err);
    }
    if (status != STATUS_OK) {
        return status;
    }
    const struct system *system = system_named(system_name, err);
    const struct action *action =
        system != NULL ? action_named(system, action_name, err) : NULL;
    if (action == NULL) {
        return STATUS_USAGE;
    }
    if (out->member[MEMBER_DIALECT] != NULL) {
        return error_set(err, STATUS_USAGE, "", "dialect is for dice notation only");
    }
    inputs_begin(&out->inputs, system, action);
    return inputs_read(out, err);
}

static enum status notation_read(struct request *out, struct error *err)
{
    static const enum member others[] = {MEMBER_SYSTEM, MEMBER_ACTION, MEMBER_INPUTS};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        if (out->member[others[i]] != NULL) {
            return error_set(err, STATUS_USAGE, "",
                             "a request has a notation or an action of a game: leave out "
                             "notation or %s",
                             member_names[others[i]]);
        }
    }
    struct str text;
    enum status status = word_read(&text, out, MEMBER_NOTATION, err);
    enum dice_reading reading = DICE_TYPED;
    bool has_dialect = out->member[MEMBER_DIALECT] != NULL;
    if (status == STATUS_OK && has_dialect) {
        struct str name;
        status = word_read(&name, out, MEMBER_DIALECT, err);
        status = status == STATUS_OK ? dice_dialect_find(&reading, name, err) : status;
    }
    if (status == STATUS_OK) {
        status =
            dice_expr_parse_as(&out->rolling.times, &out->rolling.expr, text, reading, err);
    }
    out->rolling.typed[0] = '\0';
    if (status == STATUS_OK && has_dialect) {
        struct text typed = text_over(out->rolling.typed, sizeof out->rolling.typed);
        text_add_str(&typed, text);
    }
    if (status == STATUS_OK && out->rolling.times > ROLLS_MAX && !out->wants_odds) {
        status = error_set(err, STATUS_USAGE, "", "an answer has at most %d rolls, not %d",
                           ROLLS_MAX, out->rolling.times);
    }
    return status;
}

static enum status odds_read(struct request *out, struct error *err)
{
    const json_t *odds = out->member[MEMBER_ODDS];
    out->wants_odds = json_is_true(odds);
    if (odds != NULL && !json_is_boolean(odds)) {
        return error_set(err, STATUS_USAGE, "", "odds: expected true or false");
    }
    if (out->wants_odds && out->member[MEMBER_GIVEN] != NULL) {
        return error_set(err, STATUS_USAGE, "",
                         "odds cover every way the dice can fall: leave out given");
    }
    return STATUS_OK;
}

/* The stream of the request's own seed, or the one that continues from line to line. */
static enum status stream_read(struct request *request, struct dice_stream *common,
                               struct error *err)
{
    const json_t *seed = request->member[MEMBER_SEED];
    request->stream = common;
    if (seed == NULL) {
        return STATUS_OK;
    }
    if (!json_is_integer(seed) || json_integer_value(seed) < 0) {
        return error_set(err, STATUS_USAGE, "", "seed: expected a whole number of at least 0");
    }
    request->own = (struct dice_stream){.seed = (uint64_t)json_integer_value(seed)};
    request->stream = &request->own;
    return STATUS_OK;
}

static enum status request_read(struct request *out, json_t *object, struct dice_stream *common,
                                struct error *err)
{
    enum status status = members_read(out, object, err);
    if (status == STATUS_OK) {
        status = odds_read(out, err);
    }
    out->is_notation = out->member[MEMBER_NOTATION] != NULL;
    if (status == STATUS_OK) {
        status = out->is_notation ? notation_read(out, err) : action_read(out, err);
    }
    if (status == STATUS_OK) {
        status = given_read(out, err);
    }
    if (status == STATUS_OK && out->is_notation && out->rolling.times > 1 &&
        out->dice.count > 0) {
        status = error_set(err, STATUS_USAGE, "", "given has the dice of one roll, not of %d",
                           out->rolling.times);
    }
    return status == STATUS_OK ? stream_read(out, common, err) : status;
}

/* ---- answering ------------------------------------------------------------------------- */

static json_t *answer_error(json_t *id, int number, const struct error *err)
{
    TEXT_BUFFER(text, sizeof err->where + sizeof err->text + 8);
    text_add_error(&text, err);
    json_t *error = json_object();
    report_set_whole(error, "line", number);
    report_set(error, "text", report_string((struct str){text.p, text.n}));
    report_set_whole(error, "code", output_exit_code(err->code));
    json_t *answer = json_object();
    if (id != NULL) {
        json_object_set(answer, "id", id);
    }
    report_set(answer, "error", error);
    return answer;
}

static enum status answer_odds(json_t **out, const struct request *request, struct error *err)
{
    struct odds_room room;
    struct notation_odds notation;
    struct odds act;
    enum status status = odds_room_take(&room, err);
    if (status != STATUS_OK) {
        return status;
    }
    if (request->is_notation) {
        status = odds_of_notation(&notation, &request->rolling.expr, &room, err);
    } else {
        status = odds_of(&act, &request->inputs, &room.arena, err);
    }
    if (status == STATUS_OK) {
        *out = request->is_notation ? odds_notation_json(&request->rolling.expr,
                                                         request->rolling.typed, &notation)
                                    : odds_act_json(&request->inputs, &act);
    }
    odds_room_free(&room);
    return status;
}

static enum status answer_dice(json_t **out, struct request *request, struct error *err)
{
    if (request->is_notation) {
        const struct rolls rolls = rolls_of_notation(&request->rolling);
        return rolls_answer(out, &rolls, request->rolling.times, request->stream,
                            &request->dice, err);
    }
    struct act_run run;
    enum status status = act_run(&run, &request->inputs, &request->dice, request->stream, err);
    if (status == STATUS_OK) {
        *out = act_json(&request->inputs, &run);
    }
    return status;
}

static json_t *answer_request(json_t *object, int number, struct dice_stream *stream)
{
    struct error err;
    struct request request;
    memset(request.member, 0, sizeof request.member);
    request.dice.count = 0;
    json_t *act;
    enum status status = request_read(&request, object, stream, &err);
    if (status == STATUS_OK) {
        status = request.wants_odds ? answer_odds(&act, &request, &err)
                                    : answer_dice(&act, &request, &err);
    }
    json_t *id = request.member[MEMBER_ID];
    if (status != STATUS_OK) {
        return answer_error(id, number, &err);
    }
    if (id == NULL) {
        return act;
    }
    json_t *answer = json_object();
    json_object_set(answer, "id", id);
    json_object_update(answer, act);
    json_decref(act);
    return answer;
}

/* The mistake in the line as JSON, without the names of the parser's own options. */
static void not_json(const json_error_t *json_error, struct error *err)
{
    const char *text = json_error->text;
    const char *without = strstr(text, " without JSON_ALLOW_NUL");
    error_set(err, STATUS_USAGE, "", "not JSON: %.*s (column %d)",
              (int)(without != NULL ? without - text : (ptrdiff_t)strlen(text)), text,
              json_error->column);
}

json_t *jsonl_answer(struct str line, int number, struct dice_stream *stream)
{
    struct error err;
    if (line.n == 0) {
        error_set(&err, STATUS_USAGE, "", "the line is empty");
        return answer_error(NULL, number, &err);
    }
    json_error_t json_error;
    json_t *object = json_loadb(line.p, (size_t)line.n, JSON_REJECT_DUPLICATES, &json_error);
    if (object == NULL) {
        not_json(&json_error, &err);
        return answer_error(NULL, number, &err);
    }
    json_t *answer = answer_request(object, number, stream);
    json_decref(object);
    return answer;
}

/* Answers every line of `file` on standard output as soon as it is read. Fails when reading or
 * writing fails. */
static enum status jsonl_run(FILE *file, struct dice_stream stream, struct error *err)
{
    struct lines *lines = malloc(sizeof *lines);
    CHECK(lines != NULL);
    lines_init(lines, file);
    enum status status = STATUS_OK;
    while (status == STATUS_OK) {
        enum line_kind kind = lines_next(lines);
        if (kind == LINE_END) {
            break;
        }
        if (kind == LINE_FAILED) {
            status = error_set(err, STATUS_IO, "standard input", "%s", strerror(errno));
        } else if (kind == LINE_TOO_LONG) {
            struct error long_line;
            error_set(&long_line, STATUS_USAGE, "", "a request has at most %d bytes",
                      LINE_BYTES_MAX);
            output_json(answer_error(NULL, lines->number, &long_line));
        } else {
            output_json(jsonl_answer(lines->line, lines->number, &stream));
        }
        if (fflush(stdout) != 0) {
            break; /* output_end reports why */
        }
    }
    free(lines);
    return status;
}

static void print_run(const struct inputs *inputs, const struct act_run *run)
{
    if (inputs->action->list != NULL) {
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
        return;
    }
    char buf[OUTPUT_LINE_MAX];
    struct text line;
    text_init(&line, buf, sizeof buf);
    trace_format(&run->trace, &line);
    output_line("%s", buf);
    const struct outcome *outcome = &run->outcome;
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
