#include "cli/linear.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/lines.h"
#include "cli/output.h"
#include "cli/show.h"

struct linear {
    struct session *session;
    struct lines lines;
    struct result result;
    char line[COMMAND_LINE_MAX + 1]; /* the command, with the answers so far behind it */
    int code;
    bool has_ended;
    bool echoes; /* what is read is no terminal, so it is shown behind its prompt */
};

enum { PROMPT_SIZE = QUESTION_PROMPT_SIZE + 400 };

/* ---- reading ------------------------------------------------------------------------------ */

/* The next line as it can be part of a command, without blanks around it. False at the end. */
static bool read_words(struct linear *linear, const char *prompt, struct str *out)
{
    for (;;) {
        output_prompt(prompt);
        session_tidy(linear->session); /* while somebody reads and types */
        enum line_kind kind = lines_next(&linear->lines);
        if (kind == LINE_END || kind == LINE_FAILED) {
            output_line("%s", "");
            linear->has_ended = true;
            if (kind == LINE_FAILED) {
                struct error err;
                error_set(&err, STATUS_IO, "standard input", "%s", strerror(errno));
                linear->code = output_error(&err);
            }
            return false;
        }
        struct str line = linear->lines.line;
        while (line.n > 0 && char_is_space(line.p[0])) {
            line = (struct str){line.p + 1, line.n - 1};
        }
        while (line.n > 0 && char_is_space(line.p[line.n - 1])) {
            line.n--;
        }
        *out = line;
        if (linear->echoes) {
            output_line("%.*s", line.n, line.p);
        }
        bool is_text = memchr(line.p, '\0', (size_t)line.n) == NULL;
        if (kind == LINE_READ && line.n < COMMAND_LINE_MAX && is_text) {
            return true;
        }
        output_line("%s", is_text ? "The line is too long." : "The line is no text.");
    }
}

/* ---- saying ------------------------------------------------------------------------------- */

static void say_turn(const struct linear *linear)
{
    const struct state *state = session_state(linear->session);
    int turn = state->value[ENCOUNTER_TURN];
    if (turn != 0) {
        output_line("Turn: %s.", state_name(state, turn));
    }
    show_print_due(state);
    show_print_guide(state);
}

static void say_help(void)
{
    output_lines("A line is a command: attack p1 14 4. What it lacks is asked for.\n"
                 "  show        how things stand\n"
                 "  undo, redo  the last act, taken back or done again\n"
                 "  history     past acts with their numbers, for rewind NUMBER\n"
                 "  commands    every command; `referee commands` tells their arguments\n"
                 "  quit        leave; everything is kept already\n"
                 "At a question: dice as they fell, =15 for a total, Enter rolls here; a name or\n"
                 "#7 for who; a word or its number for a choice. cancel asks no more.\n");
}

static void say_error(const struct error *error)
{
    char buf[sizeof error->text + sizeof error->where + 8];
    struct text text;
    text_init(&text, buf, sizeof buf);
    output_error_text(error, &text);
    output_line("Wrong: %s", buf);
}

static void say_refusal(const struct refusal *refusal)
{
    bool has_rule = refusal->rule != NULL && refusal->rule[0] != '\0';
    output_line("Refused: %s%s%s%s", refusal->reason, has_rule ? " [" : "",
                has_rule ? refusal->rule : "",
                has_rule ? "]; `ruling` before the command overrules it" : "");
}

/* ---- questions ---------------------------------------------------------------------------- */

static void add_names(const struct state *state, struct text *out)
{
    int ids[COMBATANTS_MAX];
    int count = procedure_order(state, ids);
    for (int i = 0; i < count; i++) {
        text_add(out, "%s%s", i == 0 ? "" : ", ", state_name(state, ids[i]));
    }
}

static void prompt_for(const struct linear *linear, const struct question *question,
                       struct text *out)
{
    text_add(out, "%s", question->prompt);
    switch (question->kind) {
    case QUESTION_DICE:
        text_add(out, " (Enter rolls here): ");
        break;
    case QUESTION_COMBATANT:
        text_add(out, " (");
        add_names(session_state(linear->session), out);
        text_add(out, "): ");
        break;
    case QUESTION_NUMBER:
        text_add(out, " (%d to %d): ", question->low, question->high);
        break;
    case QUESTION_CHOICE:
        for (int i = 0; i < question->choices; i++) {
            text_add(out, "%s%d %s", i == 0 ? " (" : ", ", i + 1, question->choice[i]);
        }
        text_add(out, "): ");
        break;
    case QUESTION_TEXT:
        text_add(out, ": ");
        break;
    }
}

/* A choice may be given by its number; every other answer as it was typed. */
static struct str answer_of(const struct question *question, struct str typed)
{
    int64_t number;
    if (question->kind == QUESTION_DICE && typed.n == 0) {
        return str_of("roll");
    }
    if (question->kind == QUESTION_CHOICE &&
        str_to_int64(typed, 1, question->choices, &number)) {
        return str_of(question->choice[number - 1]);
    }
    return typed;
}

/* A name of several words needs no quotes where only a name can stand. */
static void add_answer(const struct question *question, struct str answer, struct text *out)
{
    bool is_name = question->kind == QUESTION_COMBATANT && answer.p[0] != '"' &&
                   memchr(answer.p, ' ', (size_t)answer.n) != NULL;
    const char *quote = is_name ? "\"" : "";
    text_add(out, " %s%s%.*s%s", question->prefix, quote, answer.n, answer.p, quote);
}

/* Puts an answer behind the line. False when nothing more is asked: the line is given up. */
static bool ask(struct linear *linear)
{
    const struct question question = linear->result.question;
    char prompt[PROMPT_SIZE];
    struct text text;
    struct str typed;
    if (question.so_far[0] != '\0') {
        output_line("%s", question.so_far);
    }
    text_init(&text, prompt, sizeof prompt);
    prompt_for(linear, &question, &text);
    if (!read_words(linear, prompt, &typed)) {
        return false;
    }
    struct str answer = answer_of(&question, typed);
    if (answer.n == 0 || str_equal_any_case(answer, str_of("cancel"))) {
        output_line("Nothing was done.");
        return false;
    }
    int length = (int)strlen(linear->line);
    text_init(&text, linear->line + length, (int)sizeof linear->line - length);
    add_answer(&question, answer, &text);
    if (!text.is_cut) {
        session_run(linear->session, linear->line, true, &linear->result);
    }
    if (!text.is_cut && linear->result.kind != RESULT_WRONG) {
        return true;
    }
    /* Asked again, with what was right so far. */
    if (text.is_cut) {
        output_line("The line is too long with this.");
    } else {
        say_error(&linear->result.error);
    }
    linear->line[length] = '\0';
    linear->result.kind = RESULT_ASKS;
    linear->result.question = question;
    return true;
}

/* ---- a command ---------------------------------------------------------------------------- */

static void say_result(struct linear *linear)
{
    const struct result *result = &linear->result;
    switch (result->kind) {
    case RESULT_DONE:
        output_lines(result->text[0] != '\0' ? result->text : result->label);
        say_turn(linear);
        break;
    case RESULT_TOLD:
        output_lines(result->text);
        break;
    case RESULT_REFUSED:
        say_refusal(&result->refusal);
        break;
    case RESULT_WRONG:
    case RESULT_FAILED:
        say_error(&result->error);
        break;
    case RESULT_QUIT:
        linear->has_ended = true;
        break;
    case RESULT_ASKS:
        break;
    }
}

static void run(struct linear *linear, struct str words)
{
    struct text text;
    if (str_equal_any_case(words, str_of("help")) || str_equal(words, "?")) {
        say_help();
        return;
    }
    if (str_equal_any_case(words, str_of("show"))) {
        show_print(linear->session);
        return;
    }
    text_init(&text, linear->line, sizeof linear->line);
    text_add_str(&text, words);
    session_run(linear->session, linear->line, true, &linear->result);
    while (linear->result.kind == RESULT_ASKS) {
        if (!ask(linear)) {
            return;
        }
    }
    say_result(linear);
}

int linear_run(struct session *session, FILE *input)
{
    struct linear *linear = calloc(1, sizeof *linear);
    CHECK(linear != NULL);
    linear->session = session;
    linear->echoes = isatty(fileno(input)) == 0;
    lines_init(&linear->lines, input);
    show_print(session);
    output_line("Type a command; help says more.");
    while (!linear->has_ended) {
        struct str words;
        if (read_words(linear, "> ", &words) && words.n > 0) {
            run(linear, words);
        }
    }
    int code = linear->code;
    free(linear);
    return code;
}
