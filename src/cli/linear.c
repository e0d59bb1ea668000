#include "cli/linear.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/file/file.h"
#include "app/library/kinds.h"
#include "app/log/log_pages.h"
#include "app/log/past.h"
#include "app/settings/settings.h"
#include "app/sitting/act_odds.h"
#include "app/sitting/odds.h"
#include "app/sitting/rules.h"
#include "app/sitting/sitting.h"
#include "app/sitting/state.h"
#include "app/sitting/asked.h"
#include "app/sitting/commands.h"
#include "app/thrown/table_socket.h"
#include "app/thrown/throws.h"
#include "base/text.h"
#include "cli/lines.h"
#include "cli/output.h"
#include "cli/spoken.h"
#include "tracker/command.h"
#include "tracker/decision.h"
#include "tracker/procedure.h"
#include "tracker/turns.h"

static void say_command(struct sitting *sitting, const struct command_def *def)
{
    output_line("%s: %s.", def->name, def->help);
    for (int i = 0; i < def->arguments_count; i++) {
        const struct argument_def *argument = &def->arguments[i];
        TEXT_BUFFER(text, 400);
        for (int k = 0; argument->choices != NULL && argument->choices[k] != NULL; k++) {
            text_add(&text, "%s%s", k == 0 ? ": " : ", ", argument->choices[k]);
        }
        output_line("%s: %s%s.", argument->is_optional ? "Optional" : "Needed", argument->name,
                    text.p);
    }
    if (def->takes_dice) {
        output_line("You can type your dice at the end.");
    }
    const struct procedure *procedure = sitting_procedure(sitting);
    const struct system *system = state_system(sitting_state(sitting));
    const char *names[OPTION_NAMES_MAX];
    int count = option_names(procedure, system, def, names);
    for (int i = 0; i < count; i++) {
        struct option_about about = option_about(procedure, system, def, names[i]);
        TEXT_BUFFER(text, 400);
        for (int k = 0; about.words != NULL && about.words[k] != NULL; k++) {
            text_add(&text, "%s%s", k == 0 ? ": " : ", ", about.words[k]);
        }
        output_line("%s%s%s%s%s.", names[i], about.takes == OPTION_TAKES_FLAG ? "" : "=",
                    text.p, about.help[0] != '\0' ? ", " : "", about.help);
    }
    const struct rule_text *rule_text =
        rule_text_find(sitting_rule_texts(sitting), str_of(def->rule));
    if (rule_text != NULL) {
        output_line("%s, %s: %s", rule_text->id, rule_text->title, rule_text->text);
    }
}

/* Describes the command of this name, or lists the commands with this word in their name or
 * help. */
static void linear_help_about(struct sitting *sitting, struct str words)
{
    const struct command_def *const *defs;
    int count = sitting_commands(sitting, &defs);
    int found = 0;
    for (int i = 0; i < count; i++) {
        if (str_equal_any_case(words, str_of(defs[i]->name))) {
            say_command(sitting, defs[i]);
            return;
        }
    }
    const struct topic *topic = topic_find(words);
    if (topic != NULL) {
        output_lines(topic_text(topic));
        return;
    }
    TEXT_BUFFER(wishes, TOPICS_WISHES_SIZE);
    found = topics_by_wish(&wishes, words);
    if (found > 0) {
        output_lines(wishes.p);
    }
    for (int i = 0; i < count; i++) {
        if (str_holds_words(str_of(defs[i]->name), words) ||
            str_holds_words(str_of(defs[i]->help), words)) {
            output_line("%s: %s.", defs[i]->name, defs[i]->help);
            found++;
        }
    }
    if (found == 0) {
        output_line("Nothing is about %.*s; type commands for all of them.", words.n, words.p);
    }
}

enum { TOLD_USUALLY = 10, TOLD_MOST = 500 };

/* The newest lines that were found, the newest first. */
struct found {
    struct log_line page[LOG_PAGE_ROOM];
    struct log_line line[TOLD_MOST];
    int lines;
    bool has_more; /* older than those */
};

static enum status find(struct found *found, struct sitting *sitting, struct str words,
                        int most, struct error *err)
{
    int64_t older = 0;
    do {
        int count;
        enum status status = sitting_log_page(sitting, older, found->page, &count, &older, err);
        if (status != STATUS_OK) {
            return status;
        }
        for (int i = count - 1; i >= 0; i--) {
            bool holds = sitting_log_holds(&found->page[i], words);
            if (holds && found->lines == most) {
                found->has_more = true;
                return STATUS_OK;
            }
            if (holds) {
                found->line[found->lines++] = found->page[i];
            }
        }
    } while (older != 0);
    return STATUS_OK;
}

/* In the order of events: the oldest first, each round named once. */
static void say(const struct found *found, struct str words, int most)
{
    int round = 0;
    for (int i = found->lines - 1; i >= 0; i--) {
        const struct log_line *line = &found->line[i];
        if (line->round != round) {
            output_line("Round %d.", line->round);
            round = line->round;
        }
        spoken_lines(line->line, false);
    }
    if (found->lines == 0 && words.n > 0) {
        output_line("No log line contains %.*s.", words.n, words.p);
    } else if (found->lines == 0) {
        output_line("Nothing has happened yet.");
    } else if (found->has_more && most < TOLD_MOST) {
        output_line("There are older lines: type log %d%s%.*s for more.",
                    most < 250 ? 2 * most : TOLD_MOST, words.n > 0 ? " " : "", words.n,
                    words.p);
    }
}

static void say_act(struct sitting *sitting, int64_t act)
{
    static const char gap[] = ": ";
    TEXT_BUFFER(text, LOG_EXPLANATION_SIZE);
    TEXT_BUFFER(spoken, LOG_EXPLANATION_SIZE * 2);
    struct error err;
    if (sitting_explain_act(sitting, act, &text, &err) != STATUS_OK) {
        output_line("No entry: %s.", err.text);
        return;
    }
    for (const char *c = text.p; *c != '\0'; c++) {
        text_add_str(&spoken, *c == '\t' ? str_of(gap) : (struct str){c, 1});
    }
    spoken_lines(spoken.p, false);
}

/* `words`: none for the newest lines; a number first is the count of lines; then words to
 * search for as on the screen (sitting_log_holds), "r2" for a round. */
static void linear_log(struct sitting *sitting, struct str words)
{
    struct error err;
    int64_t act;
    /* "#27": one act with the chances it had and its arithmetic. */
    words = str_trimmed(words);
    if (words.n > 1 && words.p[0] == '#' &&
        str_to_int64((struct str){words.p + 1, words.n - 1}, 1, INT64_MAX, &act)) {
        say_act(sitting, act);
        return;
    }
    struct str rest = words;
    int64_t most;
    if (str_to_int64(str_next_word(&rest), 1, TOLD_MOST, &most)) {
        words = str_trimmed(rest);
    } else {
        most = TOLD_USUALLY;
    }
    struct found *found = calloc(1, sizeof *found);
    CHECK(found != NULL);
    if (find(found, sitting, words, (int)most, &err) == STATUS_OK) {
        say(found, words, (int)most);
    } else {
        output_line("The log cannot be read: %s.", err.text);
    }
    free(found);
}

static void add_choices(const struct question *question, struct text *out)
{
    for (int i = 0; i < question->choices; i++) {
        text_add(out, "%s%d ", i == 0 ? "" : ", ", i + 1);
        question_choice_name(question, i, out);
        if (question->about[i][0] != '\0') {
            text_add(out, "%s %s", question->about_explains ? ":" : "", question->about[i]);
        }
        text_add(out, "%s%s", question->note[i][0] != '\0' ? " " : "", question->note[i]);
    }
    if (question->digit_about != NULL) {
        text_add(out, "; a number after it: %s", question->digit_about);
    }
    switch (question->else_takes) {
    case ELSE_TAKES_NOTHING:
        break;
    case ELSE_TAKES_NUMBER:
        text_add(out, ", or a number after =");
        break;
    case ELSE_TAKES_WORDS:
        text_add(out, ", or other words");
        break;
    }
    if (question->usual > 0) {
        text_add(out, "; Enter alone: ");
        question_choice_name(question, question->usual - 1, out);
    }
}

static void add_only_chance(const struct line_odds *odds, struct text *out)
{
    double chance;
    const char *name = odds->count == 1 ? act_odds_chance(&odds->act[0], &chance) : NULL;
    if (name != NULL) {
        text_add(out, ", %s ", name);
        text_add_percent(out, chance);
    }
}

/* "attacks whom? (Hookbill, Shrike 3): ": the question, with the possible answers in brackets.
 * `dice_follow`: Enter rolls more dice than those that are asked for. `odds`: those of the act
 * in question; for dice, the only chance of their act is beside them. */
static void linear_prompt(const struct procedure *procedure, const struct state *state,
                          const struct question *question, bool dice_follow,
                          const struct line_odds *odds, struct text *out)
{
    TEXT_BUFFER(text, QUESTION_TEXT_SIZE);
    question_text(question, &text);
    spoken_add(out, (struct str){text.p, text.n}, true);
    switch (question->kind) {
    case QUESTION_DICE:
        add_only_chance(odds, out);
        text_add(out, " (Enter rolls");
        if (question->more > 0) {
            text_add(out, " all %d%s", 1 + question->more,
                     question->dice.missing == 1 ? ", * rolls one" : "");
        } else if (dice_follow) {
            text_add(out, " all, * rolls one");
        }
        TEXT_BUFFER(again, 40);
        question_explain_die(question, &again);
        text_add(out, "%s%s): ", again.n > 0 ? "; " : "", again.p);
        break;
    case QUESTION_COMBATANT:
        text_add(out, " (");
        /* Likely answers: combatants still in the fight, except the actor. */
        enum wanted wanted = question->wanted;
        int ids[COMBATANTS_MAX];
        int count = turns_order(procedure, state, ids);
        const char *before = "";
        for (int i = 0; i < count; i++) {
            bool is_party = state_value(state, ids[i], FIELD_SIDE, SIDE_FOES) == SIDE_PARTY;
            bool is_actor = wanted != WANTED_SELECTED && wanted != WANTED_HURT &&
                            ids[i] == procedure->actor(state);
            enum way_out way = (enum way_out)state_value(state, ids[i], FIELD_OUT, OUT_NOT);
            if (wanted_of_side(wanted, is_party) && wanted_of_way(wanted, way) && !is_actor) {
                text_add(out, "%s%s", before, state_name(state, ids[i]));
                before = ", ";
            }
        }
        text_add(out, "%s", before[0] == '\0' ? "a name" : "");
        text_add(out, question->takes_several ? "; several separated by commas): " : "): ");
        break;
    case QUESTION_NUMBER:
        text_add(out, " (%d to %d): ", question->low, question->high);
        break;
    case QUESTION_CHOICE:
        text_add(out, " (");
        add_choices(question, out);
        text_add(out, "): ");
        break;
    case QUESTION_TEXT:
        text_add(out, out->n > 0 && out->p[out->n - 1] == '?' ? " " : ": ");
        break;
    }
}

/* A question for the `missing` argument of a command. */
static void linear_ask_for(const struct command *command, struct question *out)
{
    const struct argument_def *argument = command->missing;
    memset(out, 0, sizeof *out);
    struct text prompt = text_over(out->prompt, sizeof out->prompt);
    out->kind = QUESTION_TEXT;
    out->rule = "";
    switch (argument->kind) {
    case ARGUMENT_COMBATANT: /* the table asks for them itself */
    case ARGUMENT_COMBATANTS:
    case ARGUMENT_NUMBER:
        text_add(&prompt, "%s: %s, a number or dice such as 2d6", command->def->name,
                 argument->name);
        return;
    case ARGUMENT_CHANGE:
        text_add(&prompt, "%s: %s, such as -7, +5, =12, -2d6, or t5 for temporary ones",
                 command->def->name, argument->name);
        return;
    case ARGUMENT_WORD:
    case ARGUMENT_NAME:
    case ARGUMENT_TEXT:
        text_add(&prompt, "%s: %s", command->def->name, argument->name);
        return;
    case ARGUMENT_CHOICE:
        text_add(&prompt, "%s: %s", command->def->name, argument->name);
        for (int i = 0; argument->choices[i] != NULL; i++) {
            text_add(&prompt, "%s%s", i == 0 ? ", " : " or ", argument->choices[i]);
        }
        return;
    }
}

/* The answer as words of a command line: a choice may be given by its number, and Enter alone
 * rolls. Empty: no answer. */
static struct str linear_answer(const struct question *question, struct str typed)
{
    int64_t number;
    if (question->kind == QUESTION_DICE && typed.n == 0) {
        return str_of("roll");
    }
    if (question->kind == QUESTION_CHOICE && question->usual > 0 && typed.n == 0) {
        return str_of(question->choice[question->usual - 1]);
    }
    if (question->kind == QUESTION_CHOICE &&
        str_to_int64(typed, 1, question->choices, &number)) {
        return str_of(question->choice[number - 1]);
    }
    for (int i = 0; question->kind == QUESTION_CHOICE && i < question->choices; i++) {
        TEXT_BUFFER(name, QUESTION_PROMPT_SIZE);
        question_choice_name(question, i, &name);
        if (str_equal_any_case(typed, (struct str){name.p, name.n})) {
            return str_of(question->choice[i]);
        }
    }
    return typed;
}

/* Adds it after the line. */
static void linear_add_answer(const struct question *question, struct str answer,
                              struct text *out)
{
    text_add(out, " ");
    if (question->kind == QUESTION_COMBATANT &&
        memchr(answer.p, '"', (size_t)answer.n) == NULL) {
        text_add(out, "%s", question->prefix);
        /* Names of several words need no quotes when only names are possible: "pelican 1, p2".
         */
        struct str names = answer;
        const char *gap = "";
        for (struct str name; str_next_part(&names, ',', &name); gap = ",") {
            const char *quote = memchr(name.p, ' ', (size_t)name.n) != NULL ? "\"" : "";
            text_add(out, "%s%s%.*s%s", gap, quote, name.n, name.p, quote);
        }
    } else {
        question_add_answer(question, answer, out);
    }
}

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
    /* Dice from outside. */
    struct throws *throws;
    struct table_socket *socket;
    char campaign[SITTING_PATH_MAX]; /* whose socket it is */
    const struct question *open;     /* the question whose answer is being read; NULL: none */
    char field[THROWS_FIELD_SIZE];   /* its answer by dice so far; "": none */
    int64_t take_at_ms;              /* when that is taken without Enter; 0: never */
};

/* ---- reading --------------------------------------------------------------------------- */

/* A line from outside: each face is said once. */
static void hear_die(void *context, struct str line, struct text *answer)
{
    struct linear *linear = context;
    const struct question *open =
        linear->open != NULL && linear->open->kind == QUESTION_DICE ? linear->open : NULL;
    const struct throws_open what = {open, linear->line, str_of(linear->field)};
    TEXT_BUFFER(told, THROWS_TOLD_SIZE);
    if (!throws_take(linear->throws, &what, line, answer)) {
        return;
    }
    throws_speak(linear->throws, &told);
    if (open != NULL) {
        text_format(linear->field, sizeof linear->field, "%.*s", throws_field(linear->throws).n,
                    throws_field(linear->throws).p);
    }
    bool has_some = open != NULL && linear->field[0] != '\0';
    bool takes = sitting_settings(linear->sitting)->number[PROGRAM_THROWS_TAKE] != 0;
    linear->take_at_ms = has_some && takes ? sitting_now_ms(linear->sitting) + 1000 : 0;
    output_line("%s", "");
    output_line("%s.", told.p);
    output_prompt(has_some       ? "Enter takes it: "
                  : open != NULL ? "Your dice, yes, or Enter rolls: "
                                 : "Command: ");
}

/* While waiting for a line, the table does its idle work, a step at a time, until something is
 * typed. Messages about it wait for the end of the line, as somebody may be in the middle of
 * it. */
static bool wait_for_line(void *context, int descriptor)
{
    enum { LOOK_MS = 1000, LOOK_SOON_MS = 100 };
    struct linear *linear = context;
    struct pollfd input[] = {
        {.fd = descriptor, .events = POLLIN},
        {.fd = table_socket_descriptor(linear->socket), .events = POLLIN},
    };
    bool has_work = true;
    for (;;) {
        bool takes_soon = linear->take_at_ms != 0;
        int ready = poll(input, 2, has_work ? 0 : takes_soon ? LOOK_SOON_MS : LOOK_MS);
        if (ready < 0 || input[0].revents != 0) {
            linear->take_at_ms = 0;
            return false;
        }
        if (ready > 0) {
            table_socket_serve(linear->socket, hear_die, linear);
            continue;
        }
        if (takes_soon && sitting_now_ms(linear->sitting) >= linear->take_at_ms) {
            linear->take_at_ms = 0;
            return true;
        }
        has_work = sitting_idle(linear->sitting, sitting_now_ms(linear->sitting));
    }
}

/* The next line, made fit for a command, without blanks around it. False at the end. */
static bool read_words(struct linear *linear, const char *prompt, struct str *out)
{
    for (;;) {
        /* Reports damage of the file. */
        const char *notice = sitting_notice(linear->sitting);
        if (notice[0] != '\0') {
            output_line("%s", notice);
        }
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
        /* Input from a file or a pipe leaves no idle time: the work is done when a line has
         * come. */
        struct sitting *sitting = linear->sitting;
        int64_t now_ms = sitting_now_ms(sitting);
        while (sitting_idle(sitting, now_ms)) {
        }
        const char *news = sitting_idle_news(sitting);
        if (news != NULL) {
            output_line("%s", news);
        }
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

static void say_odds(struct linear *linear, struct str words)
{
    TEXT_BUFFER(line, COMMAND_LINE_MAX + 1);
    text_add_str(&line, words);
    if (words.n == 0) {
        /* The odds of the actor against each foe, as there is no lasting target. */
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
        "what is asked; cancel stops asking. Dice from outside (referee throw) are said;\n"
        "Enter takes them, and yes those that lie askew.\n");
}

/* ---- questions ------------------------------------------------------------------------- */

/* Adds a likely word for the missing argument as a choice with a number; if there are too many,
 * there are no choices. */
static void add_choice(void *context, const char *word, const char *note)
{
    struct question *question = context;
    (void)note;
    if (question->choices < QUESTION_CHOICES_MAX) {
        question_offer(question, word, "");
    } else {
        question->choices = QUESTION_CHOICES_MAX + 1;
    }
}

/* Runs the line; anything missing is always a question. */
static void run_line(struct linear *linear)
{
    /* A beginning that only one kind has stands for it; what joins is said before it is asked
     * for.
     */
    TEXT_BUFFER(whole, COMMAND_LINE_MAX + 1);
    TEXT_BUFFER(joining, 400);
    if (sitting_write_out_kind(linear->sitting, linear->line, &whole) && !whole.is_cut) {
        memcpy(linear->line, whole.p, (size_t)whole.n + 1);
        (void)sitting_tell_joining(linear->sitting, linear->line, &joining);
        spoken_lines(joining.p, true);
    }
    sitting_run(linear->sitting, linear->line, true, &linear->result);
    if (linear->result.kind != RESULT_WRONG) {
        return;
    }
    const struct command *command = &sitting_read_line(linear->sitting, linear->line)->command;
    if (command->missing != NULL) {
        struct question question;
        linear_ask_for(command, &question);
        sitting_words(linear->sitting, command->missing->words, add_choice, &question);
        if (question.choices > 0 && question.choices <= QUESTION_CHOICES_MAX) {
            question.kind = QUESTION_CHOICE;
            question.else_takes = ELSE_TAKES_WORDS;
        } else {
            question.choices = 0;
        }
        result_begin(&linear->result); /* what was wrong is that it was not asked for */
        result_ask(&linear->result, &question);
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
    result_ask(&linear->result, question);
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

/* The answer by dice that came from outside: Enter alone takes those that wait in the field,
 * and `yes` those that lie askew. */
static struct str thrown_answer(struct linear *linear, const struct question *question,
                                struct str typed, struct text *out)
{
    const struct throws_open what = {question, linear->line, str_of(linear->field)};
    bool takes =
        str_equal_any_case(typed, str_of("yes")) && throws_take_offered(linear->throws, &what);
    if (question->kind != QUESTION_DICE || (typed.n > 0 && !takes)) {
        return typed;
    }
    throws_answer(linear->throws, question,
                  takes ? throws_field(linear->throws) : str_of(linear->field), out);
    linear->field[0] = '\0';
    return (struct str){out->p, out->n};
}

/* What waits since the question before goes into the field of this one. */
static void begin_asking(struct linear *linear, const struct question *question, bool is_again)
{
    bool are_dice = question->kind == QUESTION_DICE;
    if (!is_again) {
        linear->field[0] = '\0';
    }
    const struct throws_open what = {question, linear->line, str_of(linear->field)};
    linear->open = question;
    table_socket_asks(linear->socket, are_dice, !is_again);
    if (are_dice && throws_ask(linear->throws, &what)) {
        text_format(linear->field, sizeof linear->field, "%.*s", throws_field(linear->throws).n,
                    throws_field(linear->throws).p);
        output_line("The dice that wait are %s: Enter takes them.", linear->field);
    }
}

static void end_asking(struct linear *linear)
{
    linear->open = NULL;
    table_socket_asks(linear->socket, false, false);
}

/* Puts an answer after the line. False when the line is dropped and nothing more is asked. */
static bool ask(struct linear *linear)
{
    const struct question question = linear->result.question;
    char prompt[PROMPT_SIZE];
    struct text text;
    struct str typed;
    bool is_again = linear->asks_again;
    if (!is_again) {
        spoken_lines(linear->result.text, true);
        spoken_lines(question.so_far, false);
    }
    linear->asks_again = false;
    text_init(&text, prompt, sizeof prompt);
    begin_asking(linear, &question, is_again);
    add_prompt(linear, &question, &text);
    bool is_read = read_words(linear, prompt, &typed);
    end_asking(linear);
    if (!is_read) {
        return false;
    }
    TEXT_BUFFER(thrown, COMMAND_LINE_MAX + 1);
    typed = thrown_answer(linear, &question, typed, &thrown);
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

/* Another campaign may have been put on the table. */
static void open_socket(struct linear *linear)
{
    const char *path = sitting_path(linear->sitting);
    if (strcmp(path, linear->campaign) != 0) {
        table_socket_close(linear->socket);
        linear->socket = table_socket_open(path);
        text_format(linear->campaign, sizeof linear->campaign, "%s", path);
    }
}

static void run(struct linear *linear, struct str words)
{
    if (words.n == 0) {
        news_say_place(&linear->news, linear->sitting);
        return;
    }
    struct str line = words;
    struct str name = str_next_word(&line);
    for (size_t i = 0; i < sizeof own_words / sizeof own_words[0]; i++) {
        /* With words after it, it is the command of that name. */
        bool is_command = own_words[i].say == say_why && str_trimmed(line).n > 0;
        if ((!is_command && str_equal_any_case(name, str_of(own_words[i].name))) ||
            (str_equal(name, "?") && own_words[i].say == say_help)) {
            own_words[i].say(linear, str_trimmed(line));
            return;
        }
    }
    struct text text = text_over(linear->line, sizeof linear->line);
    text_add_str(&text, words);
    run_line(linear);
    bool goes_on = true;
    while (goes_on && linear->result.kind == RESULT_ASKS) {
        goes_on = ask(linear);
    }
    throws_forget(linear->throws);
    open_socket(linear);
    if (goes_on) {
        say_result(linear);
    }
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
    linear->throws = throws_begin(sitting);
    open_socket(linear);
    output_line("Type a command. show lists everybody, help explains more.");
    while (!linear->has_ended) {
        struct str words;
        if (read_words(linear, "Command: ", &words)) {
            run(linear, words);
        }
    }
    int code = linear->code;
    table_socket_close(linear->socket);
    throws_end(linear->throws);
    free(linear);
    return code;
}
