#include "cli/linear.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/sitting/sitting.h"
#include "app/file/file.h"
#include "app/sitting/idle.h"
#include "app/library/kinds.h"
#include "app/sitting/odds.h"
#include "app/log/past.h"
#include "app/sitting/state.h"
#include "app/sitting/words.h"
#include "cli/linear_help.h"
#include "cli/linear_log.h"
#include "cli/linear_news.h"
#include "cli/linear_question.h"
#include "cli/lines.h"
#include "cli/output.h"
#include "cli/spoken.h"

enum { PROMPT_SIZE = QUESTION_TEXT_SIZE + 1000 };

struct linear {
    struct sitting *sitting;
    struct news news;
    char answer[RESULT_TEXT_SIZE]; /* of the last act */
    struct lines lines;
    struct result result;
    char line[COMMAND_LINE_MAX + 1]; /* the command, with the answers so far after it */
    int code;
    bool has_ended;
    bool asks_again; /* the answer was wrong: what is known so far has just been said */
    bool echoes;     /* the input is not a terminal, so it is shown after its prompt */
};

/* ---- reading --------------------------------------------------------------------------- */

/* While waiting for a line, the table does its idle work, a step at a time, until something is
 * typed. Messages about it wait for the end of the line, as somebody may be in the middle of
 * it. */
static void wait_for_line(void *context, int descriptor)
{
    enum { LOOK_MS = 1000 };
    struct linear *linear = context;
    struct pollfd input = {.fd = descriptor, .events = POLLIN};
    bool has_work = true;
    while (poll(&input, 1, has_work ? 0 : LOOK_MS) == 0) {
        has_work = sitting_idle(linear->sitting, sitting_now_ms(linear->sitting));
    }
}

/* Input from a file or a pipe leaves no idle time: the work is done when a line has come. */
static void keep_house(struct linear *linear)
{
    struct sitting *sitting = linear->sitting;
    int64_t now_ms = sitting_now_ms(sitting);
    while (sitting_idle(sitting, now_ms)) {
    }
    const char *news = sitting_idle_news(sitting);
    if (news != NULL) {
        output_line("%s", news);
    }
}

/* Reports damage of the file. */
static void tell_notice(struct linear *linear)
{
    const char *notice = sitting_notice(linear->sitting);
    if (notice[0] != '\0') {
        output_line("%s", notice);
    }
}

/* The next line, made fit for a command, without blanks around it. False at the end. */
static bool read_words(struct linear *linear, const char *prompt, struct str *out)
{
    for (;;) {
        tell_notice(linear);
        output_prompt(prompt);
        if (output_is_lost()) { /* nobody can read the results of further acts */
            linear->has_ended = true;
            return false;
        }
        sitting_tidy(linear->sitting); /* while a person reads and types */
        enum line_kind kind = lines_next(&linear->lines);
        bool is_over = kind == LINE_END || kind == LINE_FAILED;
        struct str line = is_over ? str_of("") : str_trimmed(linear->lines.line);
        if (is_over || linear->echoes) {
            output_line("%.*s", line.n, line.p);
        }
        keep_house(linear);
        if (is_over) {
            linear->has_ended = true;
            if (kind == LINE_FAILED) {
                struct error err;
                error_set(&err, STATUS_IO, "standard input", "%s", strerror(errno));
                linear->code = output_error(&err);
            }
            return false;
        }
        *out = line;
        bool is_text = memchr(line.p, '\0', (size_t)line.n) == NULL;
        if (kind == LINE_READ && line.n < COMMAND_LINE_MAX && is_text) {
            return true;
        }
        output_line("%s", is_text ? "The line is too long." : "The line is not text.");
    }
}

/* ---- saying ---------------------------------------------------------------------------- */

/* The whole error, except for the form of the command, which is long to listen to. */
static void say_error(const struct error *error)
{
    char buf[sizeof error->text + sizeof error->where + 8];
    struct text text;
    text_init(&text, buf, sizeof buf);
    text_add_error(&text, error);
    static const char before[] = ": it is ";
    char *form = strstr(buf, before);
    if (form != NULL &&
        (form[sizeof before - 1] == '-' || char_is_digit(form[sizeof before - 1]))) {
        form = NULL; /* the totals that dice have */
    }
    if (form != NULL) {
        *form = '\0';
    }
    char line[sizeof buf + 48];
    text_init(&text, line, sizeof line);
    text_add(&text, "Wrong: %s%s", buf,
             form != NULL ? "; type help and its name for more" : "");
    spoken_lines(line, true);
}

static void say_refusal(const struct refusal *refusal)
{
    bool has_rule = refusal->rule != NULL && refusal->rule[0] != '\0';
    TEXT_BUFFER(text, sizeof refusal->reason + 16);
    spoken_add(&text, str_of(refusal->reason), true);
    output_line("Refused: %s%s%s%s", text.p, has_rule ? ", says " : ".",
                has_rule ? refusal->rule : "",
                has_rule ? ". Type ruling before the command to overrule it." : "");
}

/* ---- words of its own ------------------------------------------------------------------ */

static void say_help(struct linear *linear, struct str words);

static void say_table(struct linear *linear, struct str words)
{
    const struct state *state = sitting_state(linear->sitting);
    struct error err;
    if (words.n == 0) {
        spoken_place(linear->sitting);
        spoken_combatants(linear->sitting);
        return;
    }
    int id = combatant_find(state, words, &err);
    if (id != 0) {
        spoken_combatant(linear->sitting, id);
    } else {
        say_error(&err);
    }
}

static void say_pending(struct linear *linear, struct str words)
{
    (void)words;
    news_say_pending(&linear->news, linear->sitting);
}

/* The table as it was, said like the present table. */
static void say_past(const struct past *past)
{
    struct news then = {.turn = 0};
    struct past_place place;
    TEXT_BUFFER(text, 80);
    past_place(past, &place);
    past_place_format(&place, &text);
    bool is_now = place.undone == 0 && !place.is_taken_back;
    if (place.is_other) {
        output_line("Looking at %s, %s; a copy that goes on from there: go-on and its address.",
                    sitting_encounter_name(past_then(past)), text.p);
    } else if (is_now) {
        output_line("This is how it stands now.");
    } else {
        output_line("Looking back at %s; to undo what came after it: rewind %lld.", text.p,
                    (long long)place.act);
    }
    spoken_place(past_then(past));
    spoken_combatants(past_then(past));
    news_say_pending(&then, past_then(past));
}

static void say_look(struct linear *linear, struct str words)
{
    struct past *past;
    struct error err;
    enum status status = past_open_by_words(&past, linear->sitting, words, &err);
    if (status == STATUS_OK) {
        say_past(past);
    } else {
        say_error(&err);
    }
    past_close(past);
}

static void say_log(struct linear *linear, struct str words)
{
    linear_log(linear->sitting, words);
}

/* The odds of the one who acts against each foe, as there is no lasting target. */
static void say_usual_odds(struct linear *linear)
{
    const struct state *state = sitting_state(linear->sitting);
    int actor = sitting_procedure(linear->sitting)->actor(state);
    int said = 0;
    for (int id = 1; id <= state->count && actor != 0; id++) {
        bool is_foe =
            state_is_in(state, id) && state_value(state, id, FIELD_SIDE, SIDE_FOES) !=
                                          state_value(state, actor, FIELD_SIDE, SIDE_FOES);
        if (is_foe) {
            spoken_odds(linear->sitting, sitting_usual_odds(linear->sitting, actor, id));
            said++;
        }
    }
    if (said == 0) {
        output_line("%s: type odds and a command, such as odds attack p1.",
                    actor == 0 ? "It is nobody's turn" : "No foe is in the fight");
    }
}

static void say_odds(struct linear *linear, struct str words)
{
    TEXT_BUFFER(line, COMMAND_LINE_MAX + 1);
    text_add_str(&line, words);
    if (words.n == 0) {
        say_usual_odds(linear);
    } else {
        spoken_odds(linear->sitting, sitting_line_odds(linear->sitting, line.p));
    }
}

static void say_why(struct linear *linear, struct str words)
{
    (void)words;
    spoken_lines(linear->answer[0] != '\0' ? linear->answer : "Nothing has been done yet",
                 true);
}

static const struct {
    const char *name;
    void (*say)(struct linear *linear, struct str words);
    const char *help;
} own_words[] = {
    {"show", say_table, "everybody in the fight; show and a name: one combatant in full"},
    {"due", say_pending, "the pending checks, and how to settle each"},
    {"look", say_look,
     "the table as it was: look back, one act before; look on; look #34: just after act 34; "
     "look r3: round 3; look mark-on: the next fall, morale check or marker; look and the name "
     "of an encounter: another fight; look first; look now"},
    {"odds", say_odds,
     "the odds of the usual attack; odds attack p1 edge=1: those of that command"},
    {"why", say_why,
     "the last answer again, with its rules; why anka: the acts that made her hit points; "
     "rule 5.14 reads a rule"},
    {"log", say_log,
     "the last log lines; log marit: lines with that word; log r2: round 2; log 30: more "
     "lines; log #27: act 27 with its chances and sums"},
    {"help", say_help,
     "this help; help attack: that command; help wound: commands about wounds; help dice: "
     "dice notation"},
};

static void say_help(struct linear *linear, struct str words)
{
    if (words.n > 0) {
        linear_help_about(linear->sitting, words);
        return;
    }
    output_line("A line is a command: attack p1 14 4. You are asked for what is missing.");
    for (size_t i = 0; i < sizeof own_words / sizeof own_words[0]; i++) {
        output_line("%s: %s.", own_words[i].name, own_words[i].help);
    }
    output_lines(
        "undo, redo: take the last act back, or redo it.\n"
        "history: past acts with their numbers, for rewind and a number.\n"
        "commands: every command.\n"
        "quit: everything is saved already.\n"
        "Enter alone: round, turn and pending checks.\n"
        "At a question: your dice, =15 for a total, Enter rolls; a name or\n"
        "#7 for a combatant; a word or its number for a choice; odds says the odds of\n"
        "what is asked; cancel stops asking.\n");
}

static bool say_own(struct linear *linear, struct str line)
{
    struct str name = str_next_word(&line);
    for (size_t i = 0; i < sizeof own_words / sizeof own_words[0]; i++) {
        /* With words after it, it is the command of that name. */
        bool is_command = own_words[i].say == say_why && str_trimmed(line).n > 0;
        if ((!is_command && str_equal_any_case(name, str_of(own_words[i].name))) ||
            (str_equal(name, "?") && own_words[i].say == say_help)) {
            own_words[i].say(linear, str_trimmed(line));
            return true;
        }
    }
    return false;
}

/* ---- questions ------------------------------------------------------------------------- */

/* Adds a likely word for the missing argument as a choice with a number; if there are too many,
 * there are no choices. */
static void add_choice(void *context, const char *word, const char *note)
{
    struct linear *linear = context;
    struct question *question = &linear->result.question;
    (void)note;
    if (question->choices < QUESTION_CHOICES_MAX) {
        question_offer(question, word, "");
    } else {
        question->choices = QUESTION_CHOICES_MAX + 1;
    }
}

static void offer_words(struct linear *linear, enum argument_words kind)
{
    struct question *question = &linear->result.question;
    sitting_words(linear->sitting, kind, add_choice, linear);
    if (question->choices > 0 && question->choices <= QUESTION_CHOICES_MAX) {
        question->kind = QUESTION_CHOICE;
        question->else_takes = ELSE_TAKES_WORDS;
    } else {
        question->choices = 0;
    }
}

/* A beginning that only one kind has stands for it; what joins is said before it is asked for.
 */
static void write_out_kind(struct linear *linear)
{
    TEXT_BUFFER(whole, COMMAND_LINE_MAX + 1);
    TEXT_BUFFER(joining, 400);
    if (sitting_write_out_kind(linear->sitting, linear->line, &whole) && !whole.is_cut) {
        memcpy(linear->line, whole.p, (size_t)whole.n + 1);
        (void)sitting_tell_joining(linear->sitting, linear->line, &joining);
        spoken_lines(joining.p, true);
    }
}

/* Runs the line; anything missing is always a question. */
static void run_line(struct linear *linear)
{
    const struct command_def *const *defs;
    static struct command command;
    struct error err;
    write_out_kind(linear);
    sitting_run(linear->sitting, linear->line, true, &linear->result);
    if (linear->result.kind != RESULT_WRONG) {
        return;
    }
    int count = sitting_commands(linear->sitting, &defs);
    if (command_parse(&command, sitting_procedure(linear->sitting), defs, count,
                      sitting_state(linear->sitting), str_of(linear->line),
                      &err) != STATUS_OK &&
        command.missing != NULL) {
        linear->result.kind = RESULT_ASKS;
        linear_ask_for(&command, &linear->result.question);
        offer_words(linear, command.missing->words);
    }
}

/* Words in place of dice or a number get a message that says what is possible. */
static bool has_wrong_word(const struct question *question, struct str answer)
{
    TEXT_BUFFER(text, QUESTION_PROMPT_SIZE);
    if (!question_finds_wrong_word(question, answer, &text)) {
        return false;
    }
    output_line("Wrong: %s; %scancel stops asking.", text.p,
                question->kind == QUESTION_DICE ? "Enter rolls, " : "");
    return true;
}

/* When a question cannot be settled because the file is not in its place, the ways on are
 * offered, and the question stays. */
static bool is_way_on(const struct linear *linear, struct str answer)
{
    struct str name = str_next_word(&answer);
    return sitting_has_lost_file(linear->sitting) &&
           (str_equal_any_case(name, str_of("save-as")) ||
            str_equal_any_case(name, str_of("reopen")));
}

static void run_way_on(struct linear *linear, struct str words)
{
    TEXT_BUFFER(line, COMMAND_LINE_MAX + 1);
    text_add_str(&line, words);
    sitting_run(linear->sitting, line.p, true, &linear->result);
    if (linear->result.kind == RESULT_WRONG || linear->result.kind == RESULT_FAILED) {
        say_error(&linear->result.error);
    } else {
        spoken_lines(linear->result.text, true);
    }
}

static void ask_again(struct linear *linear, const struct question *question)
{
    linear->result.kind = RESULT_ASKS;
    linear->result.question = *question;
}

static void add_prompt(struct linear *linear, const struct question *question, struct text *out)
{
    struct question told = *question;
    const char *next =
        sitting_dice_follow(linear->sitting, linear->line, question, &linear->result);
    question_add_next(&told, next);
    ask_again(linear, question); /* the dry runs had other results */
    linear_prompt(sitting_procedure(linear->sitting), sitting_state(linear->sitting), &told,
                  next != NULL, sitting_line_odds(linear->sitting, linear->line), out);
}

/* Puts an answer after the line. False when the line is dropped and nothing more is asked. */
static bool ask(struct linear *linear)
{
    const struct question question = linear->result.question;
    char prompt[PROMPT_SIZE];
    struct text text;
    struct str typed;
    if (!linear->asks_again) {
        spoken_lines(question.so_far, false);
    }
    linear->asks_again = false;
    text_init(&text, prompt, sizeof prompt);
    add_prompt(linear, &question, &text);
    if (!read_words(linear, prompt, &typed)) {
        return false;
    }
    struct str answer = linear_answer(&question, typed);
    if (answer.n == 0 || str_equal_any_case(answer, str_of("cancel"))) {
        output_line("Nothing was done.");
        return false;
    }
    if (str_equal_any_case(answer, str_of("odds"))) {
        spoken_odds(linear->sitting, sitting_line_odds(linear->sitting, linear->line));
        linear->asks_again = true;
        return true;
    }
    if (is_way_on(linear, answer)) {
        run_way_on(linear, answer);
        ask_again(linear, &question);
        linear->asks_again = true;
        return true;
    }
    if (has_wrong_word(&question, answer)) {
        linear->asks_again = true;
        return true;
    }
    int length = (int)strlen(linear->line);
    text_init(&text, linear->line + length, (int)sizeof linear->line - length);
    linear_add_answer(&question, answer, &text);
    if (!text.is_cut) {
        run_line(linear);
    }
    bool is_lost =
        linear->result.kind == RESULT_FAILED && sitting_has_lost_file(linear->sitting);
    if (!text.is_cut && linear->result.kind != RESULT_WRONG && !is_lost) {
        return true;
    }
    /* Asks again, with the valid answers so far. */
    if (text.is_cut) {
        output_line("This makes the line too long.");
    } else {
        say_error(&linear->result.error);
        output_line("Answer again, or type cancel.");
    }
    linear->asks_again = true;
    linear->line[length] = '\0';
    ask_again(linear, &question);
    return true;
}

/* ---- a command ------------------------------------------------------------------------- */

static void say_result(struct linear *linear)
{
    const struct result *result = &linear->result;
    switch (result->kind) {
    case RESULT_DONE:
        text_format(linear->answer, sizeof linear->answer, "%s",
                    result->text[0] != '\0' ? result->text : result->label);
        spoken_lines(linear->answer, false);
        news_say(&linear->news, linear->sitting, linear->answer);
        break;
    case RESULT_TOLD:
        spoken_lines(result->text, true);
        break;
    case RESULT_REFUSED:
        say_refusal(&result->refusal);
        break;
    case RESULT_WRONG:
        say_error(&result->error);
        spoken_lines(result->text, true); /* further mistakes of a text */
        break;
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
    if (words.n == 0) {
        news_say_place(&linear->news, linear->sitting);
        return;
    }
    if (say_own(linear, words)) {
        return;
    }
    struct text text = text_over(linear->line, sizeof linear->line);
    text_add_str(&text, words);
    run_line(linear);
    while (linear->result.kind == RESULT_ASKS) {
        if (!ask(linear)) {
            return;
        }
    }
    say_result(linear);
}

int linear_run(struct sitting *sitting, FILE *input)
{
    struct linear *linear = calloc(1, sizeof *linear);
    CHECK(linear != NULL);
    linear->sitting = sitting;
    linear->echoes = isatty(fileno(input)) == 0;
    lines_init(&linear->lines, input);
    lines_wait_by(&linear->lines, wait_for_line, linear);
    news_begin(&linear->news, sitting);
    output_line("Type a command. show lists everybody, help explains more.");
    while (!linear->has_ended) {
        struct str words;
        if (read_words(linear, "Command: ", &words)) {
            run(linear, words);
        }
    }
    int code = linear->code;
    free(linear);
    return code;
}
