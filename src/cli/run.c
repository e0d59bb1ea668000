/* `referee run`: the commands of the table, one a line, without a screen.
 *
 * Each line is an act of its own, committed before the next one begins. The first failure stops
 * the run, and so does the first answer that cannot be written; earlier acts stay, and the
 * message says so. */
#include "app/report/report.h"
#include "cli/subcommands.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/options.h"
#include "app/sitting/sitting.h"
#include "cli/lines.h"
#include "cli/output.h"

struct running {
    const char *place; /* the file's name, for messages */
    bool is_json;
    struct sitting *sitting;
    json_t *acts; /* with --json: what each line did */
    int line;
    int last_done; /* number of the last line that did something; 0: none did */
    struct result result;
    char command[LINE_BYTES_MAX + 1];
};

/* ---- what a line did ------------------------------------------------------------------- */

static void tell(struct running *running)
{
    const struct result *result = &running->result;
    const char *text = result->text[0] != '\0' ? result->text : result->label;
    if (!running->is_json) {
        output_lines(text);
        return;
    }
    json_t *act = report_row(running->acts);
    report_set_whole(act, "line", running->line);
    report_set_words(act, "command", running->command);
    report_set_words_or_null(act, "label", result->label);
    json_t *list = report_list(act, "text");
    while (*text != '\0') {
        size_t n = strcspn(text, "\n");
        json_array_append_new(list, report_string((struct str){text, (int)n}));
        text += n + (text[n] == '\n' ? 1 : 0);
    }
}

/* ---- what went wrong ------------------------------------------------------------------- */

/* A question as on the screen: the dice so far, who and what, and the answers. */
static void add_question(const struct question *question, struct text *out)
{
    if (question->so_far[0] != '\0') {
        text_add(out, "%s; ", question->so_far);
    }
    text_add(out, "missing: ");
    question_text(question, out);
    if (question->kind == QUESTION_NUMBER) {
        text_add(out, " (%d to %d)", question->low, question->high);
    }
    for (int i = 0; question->kind == QUESTION_CHOICE && i < question->choices; i++) {
        const char *note = question->note[i];
        text_add(out, "%s%s%s%s", i == 0 ? " (" : ", ", question->choice[i],
                 note[0] != '\0' ? " " : "", note);
        text_add(out, "%s", i == question->choices - 1 ? ")" : "");
    }
}

/* The same as JSON; parts that this kind of question does not have are null. */
static void add_question_report(json_t *error, const struct question *question)
{
    bool is_number = question->kind == QUESTION_NUMBER;
    TEXT_BUFFER(text, QUESTION_TEXT_SIZE);
    question_text(question, &text);
    json_t *report = report_object(error, "question");
    report_set(report, "text", report_string((struct str){text.p, text.n}));
    report_set_words_or_null(report, "so_far", question->so_far);
    json_t *choices = report_list(report, "choices");
    for (int i = 0; question->kind == QUESTION_CHOICE && i < question->choices; i++) {
        json_t *choice = report_row(choices);
        report_set_words(choice, "answer", question->choice[i]);
        report_set_words_or_null(choice, "note", question->note[i]);
    }
    report_set_whole_or_null(report, "low", is_number, question->low);
    report_set_whole_or_null(report, "high", is_number, question->high);
    report_set_words_or_null(report, "rule", question->rule != NULL ? question->rule : "");
}

/* The reason in words and the exit code. */
static int reason(const struct result *result, struct text *out)
{
    switch (result->kind) {
    case RESULT_REFUSED:
        text_add(out, "refused: %s", result->refusal.reason);
        if (result->refusal.rule != NULL && result->refusal.rule[0] != '\0') {
            text_add(out, " [%s]; `ruling` before the command overrules it",
                     result->refusal.rule);
        }
        return EXIT_REFUSED;
    case RESULT_ASKS:
        add_question(&result->question, out);
        return EXIT_USAGE;
    case RESULT_WRONG:
        text_add_error(out, &result->error);
        return EXIT_USAGE;
    case RESULT_FAILED:
        text_add_error(out, &result->error);
        return EXIT_OPERATING;
    case RESULT_DONE:
    case RESULT_TOLD:
    case RESULT_QUIT:
        break;
    }
    return EXIT_DONE;
}

/* Those of a text that has more mistakes than one, a line each. */
static const char *further_mistakes(const struct running *running)
{
    return running->result.kind == RESULT_WRONG ? running->result.text : "";
}

/* Why the line was not done: the rule of a refusal and the question about missing parts are
 * also members of their own. */
static json_t *error_json(const struct running *running, int code, const char *text)
{
    const struct result *result = &running->result;
    bool asks = code == EXIT_USAGE && result->kind == RESULT_ASKS;
    const char *rule = code == EXIT_REFUSED ? result->refusal.rule : NULL;
    json_t *error = json_object();
    report_set_whole(error, "line", running->line);
    report_set_words(error, "text", text);
    report_set_whole(error, "code", code);
    if (rule != NULL && rule[0] != '\0') {
        report_set_words(error, "rule", rule);
    }
    if (asks) {
        add_question_report(error, &result->question);
    }
    struct str rest = str_of(further_mistakes(running));
    json_t *further = rest.n > 0 ? report_list(error, "further") : NULL;
    for (struct str one; rest.n > 0 && str_next_part(&rest, '\n', &one);) {
        json_array_append_new(further, report_string(one));
    }
    return error;
}

/* Reports the place, the reason and what stays done, and closes the document. */
static int stop(struct running *running, int code, const char *text)
{
    TEXT_BUFFER(whole, sizeof running->result.error.text + sizeof running->result.error.where +
                           sizeof running->result.question + 4600);
    text_add(&whole, "referee: %s:%d: %s\n", running->place, running->line, text);
    struct str rest = str_of(further_mistakes(running));
    for (struct str line; rest.n > 0 && str_next_part(&rest, '\n', &line);) {
        text_add(&whole, "referee: %.*s\n", line.n, line.p);
    }
    if (running->last_done == 0) {
        text_add(&whole, "referee: nothing was done");
    } else if (running->last_done == 1) {
        text_add(&whole, "referee: line 1 was done, line %d was not", running->line);
    } else {
        text_add(&whole, "referee: lines 1 to %d were done, line %d was not",
                 running->last_done, running->line);
    }
    output_message(whole.p);
    if (running->is_json) {
        json_t *document = json_object();
        report_set(document, "acts", running->acts);
        report_set(document, "error", error_json(running, code, text));
        output_json(document);
    }
    return code;
}

static int finish(struct running *running)
{
    if (running->is_json) {
        json_t *document = json_object();
        report_set(document, "acts", running->acts);
        report_set(document, "error", json_null());
        output_json(document);
    }
    return EXIT_DONE;
}

/* Nobody can read the results of further lines, so they are not run; output_end reports why. */
static int give_up(struct running *running)
{
    if (!output_reader_is_gone() && running->last_done == 1) {
        output_message("referee: line 1 was done, and the script ends there");
    } else if (!output_reader_is_gone()) {
        TEXT_BUFFER(text, 120);
        text_add(&text, "referee: lines 1 to %d were done, and the script ends there",
                 running->last_done);
        output_message(text.p);
    }
    if (running->is_json) {
        (void)finish(running); /* as much as can be written */
    }
    return EXIT_OPERATING;
}

/* ---- the lines ------------------------------------------------------------------------- */

/* Takes the line as a command; empty when there is nothing to run. False when it has a zero
 * byte: then it is not text. */
static bool take_command(struct running *running, struct str line)
{
    while (line.n > 0 && char_is_space(line.p[0])) {
        line = (struct str){line.p + 1, line.n - 1};
    }
    while (line.n > 0 && char_is_space(line.p[line.n - 1])) {
        line.n--;
    }
    if (line.n > 0 && line.p[0] == '#') {
        line.n = 0;
    }
    memcpy(running->command, line.p, (size_t)line.n);
    running->command[line.n] = '\0';
    return memchr(line.p, '\0', (size_t)line.n) == NULL;
}

static int run_lines(struct running *running, struct lines *lines)
{
    for (;;) {
        enum line_kind kind = lines_next(lines);
        running->line = kind == LINE_FAILED ? lines->number + 1 : lines->number;
        if (kind == LINE_END) {
            return finish(running);
        }
        if (kind == LINE_FAILED) {
            return stop(running, EXIT_OPERATING, strerror(errno));
        }
        if (kind == LINE_TOO_LONG) {
            return stop(running, EXIT_USAGE, "the line is too long");
        }
        if (!take_command(running, lines->line)) {
            return stop(running, EXIT_USAGE, "the line is not text: it contains a zero byte");
        }
        if (running->command[0] == '\0') {
            continue;
        }
        sitting_run(running->sitting, running->command, false, &running->result);
        if (running->result.kind == RESULT_QUIT) {
            return finish(running);
        }
        TEXT_BUFFER(text, sizeof running->result.error.text +
                              sizeof running->result.error.where +
                              sizeof running->result.question + 128);
        int code = reason(&running->result, &text);
        if (code != EXIT_DONE) {
            return stop(running, code, text.p);
        }
        running->last_done = running->line;
        tell(running);
        if (output_is_lost()) {
            return give_up(running);
        }
    }
}

static int run_file(struct running *running, FILE *file, const struct options *options)
{
    struct error err;
    if (options_campaign_for_writing(&running->sitting, options, &err) != STATUS_OK) {
        return output_error(&err);
    }
    struct lines *lines = malloc(sizeof *lines);
    CHECK(lines != NULL);
    lines_init(lines, file);
    running->acts = running->is_json ? json_array() : NULL;
    int code = options_campaign_close(running->sitting, run_lines(running, lines));
    free(lines);
    return code;
}

int run_run(const struct options *options)
{
    struct error err;
    if (subcommand_words(options, 1, &err) != STATUS_OK) {
        return output_error(&err);
    }
    bool is_input = options->words == 0 || strcmp(options->word[0], "-") == 0;
    FILE *file = is_input ? stdin : fopen(options->word[0], "r");
    if (file == NULL) {
        error_set(&err, STATUS_IO, options->word[0], "%s", strerror(errno));
        return output_error(&err);
    }
    struct running *running = calloc(1, sizeof *running);
    CHECK(running != NULL);
    running->place = is_input ? "standard input" : options->word[0];
    running->is_json = options_has(options, OPTION_JSON);
    int code = run_file(running, file, options);
    free(running);
    if (!is_input) {
        fclose(file);
    }
    return code;
}
