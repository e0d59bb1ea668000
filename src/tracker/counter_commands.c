#include "tracker/counter_commands.h"

#include <string.h>

#include "base/nearest.h"
#include "base/utf8.h"
#include "tracker/counters.h"
#include "tracker/options.h"
#include "tracker/table_commands.h"

/* ---- finding --------------------------------------------------------------------------- */

static void not_found(struct decision *decision, struct str word)
{
    const struct state *state = &decision->state;
    struct nearest nearest;
    nearest_init(&nearest, word);
    for (int i = 0; i < state->counters; i++) {
        if (state_has_counter(state, i)) {
            nearest_offer(&nearest, state->counter[i].name);
        }
    }
    decision_wrong(decision, "there is no counter %s%s", utf8_shown(word).text,
                   state->counters > 0 ? nearest_question(&nearest).text
                                       : ": `counter torch 6` starts one");
}

static void ambiguous(struct decision *decision, struct str word)
{
    TEXT_BUFFER(list, 160);
    for (int i = 0; i < decision->state.counters; i++) {
        if (counter_is_called(&decision->state, i, word, ANYBODY, false)) {
            text_add(&list, "%s", list.n == 0 ? "" : ", ");
            counter_brief(&decision->state, &decision->state.counter[i], &list);
        }
    }
    decision_wrong(decision, "%s could be any of these: %s; of= names the combatant",
                   utf8_shown(word).text, list.p);
}

/* The place of the counter that the word means: its number, its name, or a unique beginning of
 * the name or of a word in it. False when the decision has ended. */
static bool find(struct decision *decision, struct str word, int of, int *place)
{
    int64_t number;
    if (str_to_int64(word, 1, COUNTERS_MAX, &number) &&
        state_has_counter(&decision->state, (int)number - 1)) {
        *place = (int)number - 1;
        return true;
    }
    int count = counters_called(&decision->state, word, of, true, place);
    count = count > 0 ? count : counters_called(&decision->state, word, of, false, place);
    if (count == 0) {
        not_found(decision, word);
    } else if (count > 1) {
        ambiguous(decision, word);
    }
    return count == 1;
}

/* The option of=: the combatant that the counter belongs to. */
static bool read_owner(struct decision *decision, const struct command *command, int fallback,
                       int *of)
{
    int id;
    if (!option_combatant(decision, command, "of", &id)) {
        return false;
    }
    *of = id != 0 ? id : fallback;
    return true;
}

/* The counter that the word names; without a word, the only counter there is, or else a
 * question. */
static bool find_named(struct decision *decision, const struct command *command,
                       struct str word, int *place)
{
    const struct state *state = &decision->state;
    int of;
    if (!read_owner(decision, command, ANYBODY, &of)) {
        return false;
    }
    if (word.p != NULL) {
        return find(decision, word, of, place);
    }
    int count = 0;
    for (int i = 0; i < state->counters; i++) {
        bool is_theirs = of == ANYBODY || state->counter[i].number[COUNTER_OF] == of;
        if (state_has_counter(state, i) && is_theirs) {
            *place = i;
            count++;
        }
    }
    if (count == 0) {
        decision_wrong(decision, "there is no counter; `counter torch 6` starts one");
    } else if (count > 1) {
        TEXT_BUFFER(list, 200);
        counters_brief(state, &list);
        decision_ask(decision, QUESTION_TEXT, "which counter? %s", list.p);
    }
    return count == 1;
}

/* ---- starting and changing one --------------------------------------------------------- */

/* The values of a counter to start. */
struct plan {
    int place;
    struct counter counter;
};

/* "6", "1d6", "0/6" or "/6"; dice that are refused are told when they are read. */
static bool is_amount(struct str word)
{
    int64_t number;
    struct dice_expr expr;
    struct str rest = word;
    struct str part;
    bool is_ratio = word.n > 1 && memchr(word.p, '/', (size_t)word.n) != NULL;
    if (!is_ratio) {
        return str_to_int64(word, INT32_MIN, INT32_MAX, &number) ||
               dice_expr_parse_as(NULL, &expr, word, DICE_LOGGED, NULL) == STATUS_OK;
    }
    while (str_next_part(&rest, '/', &part)) {
        is_ratio = is_ratio && (part.n == 0 || str_to_int64(part, 0, INT32_MAX, &number));
    }
    return is_ratio;
}

static bool wrong_amount(struct decision *decision, struct str word)
{
    decision_wrong(decision,
                   "%s is not a count: 1 to %d runs down, such as 6 or 2d6; 0/6 fills up to 6",
                   utf8_shown(word).text, COUNTER_HIGHEST);
    return false;
}

static bool read_amount(struct decision *decision, struct str word, struct plan *plan)
{
    const char *slash = memchr(word.p, '/', (size_t)word.n);
    int64_t now = 0;
    int64_t most = 0;
    if (!is_amount(word)) {
        return wrong_amount(decision, word);
    }
    if (slash != NULL) {
        struct str before = {word.p, (int)(slash - word.p)};
        struct str after = {slash + 1, word.n - before.n - 1};
        if ((before.n > 0 && !str_to_int64(before, 0, COUNTER_HIGHEST - 1, &now)) ||
            !str_to_int64(after, 1, COUNTER_HIGHEST, &most) || now >= most) {
            return wrong_amount(decision, word);
        }
        plan->counter.number[COUNTER_NOW] = (int)now;
    } else if (str_to_int64(word, INT32_MIN, INT32_MAX, &now) &&
               (now < 1 || now > COUNTER_HIGHEST)) {
        return wrong_amount(decision, word);
    } else if (!table_amount_from(decision, word, 0, plan->counter.name, 1, COUNTER_HIGHEST,
                                  &plan->counter.number[COUNTER_NOW])) {
        return false;
    } else if (plan->counter.number[COUNTER_NOW] < 1) {
        plan->counter.number[COUNTER_NOW] = 1;
    }
    plan->counter.number[COUNTER_MOST] = (int)most;
    return true;
}

static bool read_name(struct decision *decision, struct str word, struct plan *plan)
{
    if (utf8_clean(plan->counter.name, NAME_SIZE, word) || plan->counter.name[0] == '\0') {
        decision_wrong(decision, "a counter's name is plain text of 1 to %d" IN_LETTERS,
                       NAME_SIZE - 1);
        return false;
    }
    return true;
}

/* Acts of the table, but not lines of other counters: nothing may go on without end. */
static bool can_run(const struct command_def *def)
{
    return def->decide != NULL && strcmp(def->name, counter_run_name) != 0;
}

/* The line must begin with a command of the table; the rest is checked when it runs. */
static bool read_line(struct decision *decision, struct str word, struct plan *plan)
{
    if (str_equal(word, "-")) {
        plan->counter.then[0] = '\0';
        return true;
    }
    if (utf8_clean(plan->counter.then, COUNTER_LINE_SIZE, word)) {
        decision_wrong(decision, "then: a line is plain text of at most %d" IN_LETTERS,
                       COUNTER_LINE_SIZE - 1);
        return false;
    }
    struct str rest = str_of(plan->counter.then);
    struct str name = str_next_word(&rest);
    if (str_equal_any_case(name, str_of("ruling"))) {
        name = str_next_word(&rest);
    }
    struct nearest nearest;
    nearest_init(&nearest, name.p != NULL ? name : str_of(""));
    for (int i = 0; i < decision->defs_count; i++) {
        if (can_run(decision->defs[i])) {
            if (name.p != NULL && str_equal_any_case(name, str_of(decision->defs[i]->name))) {
                return true;
            }
            nearest_offer(&nearest, decision->defs[i]->name);
        }
    }
    decision_wrong(decision, "then: a counter cannot run %s%s",
                   utf8_shown(name.p != NULL ? name : str_of("\"\"")).text,
                   nearest_question(&nearest).text);
    return false;
}

/* Its place: that of the counter with this name and owner, or else a free one. */
static bool find_place(struct decision *decision, int of, struct plan *plan, bool *is_new)
{
    const struct state *state = &decision->state;
    struct str name = str_of(plan->counter.name);
    int count = counters_called(state, name, of, true, &plan->place);
    *is_new = count == 0;
    if (count > 1) {
        ambiguous(decision, name);
        return false;
    }
    if (count == 1) {
        plan->counter = state->counter[plan->place];
        return true;
    }
    plan->counter.number[COUNTER_OF] = of == ANYBODY ? 0 : of;
    plan->place = counter_free_place(state);
    if (plan->place < COUNTERS_MAX) {
        return true;
    }
    decision_wrong(decision, "an encounter keeps at most %d counters: `counter-end` ends one",
                   COUNTERS_MAX);
    decision->error.code = STATUS_FULL;
    return false;
}

/* `counter torch 6` and `counter 6 "old torch"` mean the same. False when the decision has
 * ended. */
static bool read_words(struct decision *decision, const struct command *command,
                       struct plan *plan, struct str *amount)
{
    const struct argument *first = &command->argument[0];
    const struct argument *second = &command->argument[1];
    bool is_turned = first->is_given && is_amount(first->word);
    struct str name = is_turned ? second->word : first->word;
    *amount = is_turned ? first->word : second->word;
    if (!first->is_given) {
        decision_ask(decision, QUESTION_TEXT,
                     "a counter: its name and count, torch 6 or, to fill up, ritual 0/6");
    } else if (is_turned && (!second->is_given || is_amount(name))) {
        decision_wrong(decision, "a counter's name cannot be a number: counter torch 6");
    } else if (second->is_given && !is_turned && !is_amount(*amount)) {
        decision_wrong(decision, "put a name of several words in quotes: "
                                 "counter \"black ritual\" 6");
    } else {
        return read_name(decision, name, plan);
    }
    return false;
}

static void decide_counter(struct decision *decision, const struct command *command)
{
    struct plan plan;
    struct str amount;
    const struct option *then = command_option(command, "then");
    bool is_new;
    int of;
    memset(&plan, 0, sizeof plan);
    if (!read_words(decision, command, &plan, &amount) ||
        !read_owner(decision, command, ANYBODY, &of) ||
        !find_place(decision, of, &plan, &is_new)) {
        return;
    }
    if (is_new && amount.p == NULL) {
        decision_ask(decision, QUESTION_TEXT,
                     "%s: how many? 6 runs down to 0, 0/6 fills up to 6", plan.counter.name);
        return;
    }
    if (amount.p != NULL && !read_amount(decision, amount, &plan)) {
        return;
    }
    /* A counter that fills up waits for the referee, as nothing else says when. */
    if (is_new) {
        plan.counter.number[COUNTER_PER] =
            plan.counter.number[COUNTER_MOST] > 0 ? PER_HAND : PER_ROUND;
    }
    if ((command_option(command, "per") != NULL &&
         !option_choice(decision, command, "per", counter_per_words, "",
                        &plan.counter.number[COUNTER_PER])) ||
        (then != NULL &&
         !read_line(decision, then->value.p != NULL ? then->value : str_of(""), &plan))) {
        return;
    }
    struct event *event = counter_make(decision, plan.place, &plan.counter);
    TEXT_BUFFER(text, 400);
    counter_format(&decision->state, &decision->state.counter[plan.place], &text);
    decision_say(decision, event, "", "%s", text.p);
    decision_label(decision, "counter %s", plan.counter.name);
}

/* ---- by hand --------------------------------------------------------------------------- */

static bool is_change(const struct argument *argument)
{
    return argument->is_given && argument->word.n > 1 &&
           strchr("+-=", argument->word.p[0]) != NULL;
}

/* `tick torch` is one step toward its end, `tick torch 2` is two; -1, +1 and =4 change the
 * number, and may come first. */
static void decide_tick(struct decision *decision, const struct command *command)
{
    int place;
    int amount = 1;
    bool is_turned = is_change(&command->argument[0]);
    const struct argument *change = &command->argument[is_turned ? 0 : 1];
    if (!find_named(decision, command, command->argument[is_turned ? 1 : 0].word, &place)) {
        return;
    }
    const struct counter *counter = &decision->state.counter[place];
    char name[NAME_SIZE];
    text_format(name, sizeof name, "%s", counter->name);
    struct str word = change->is_given ? change->word : str_of("1");
    char sign = is_change(change) ? word.p[0] : ' ';
    struct str rest = sign == ' ' ? word : (struct str){word.p + 1, word.n - 1};
    if (!table_amount(decision, rest, 0, name, COUNTER_HIGHEST, &amount)) {
        return;
    }
    int now = counter->number[COUNTER_NOW];
    if (sign == ' ') {
        counter_step(decision, place, amount, true);
    } else {
        counter_put(decision, place,
                    sign == '='   ? amount
                    : sign == '+' ? now + amount
                                  : now - amount,
                    true);
    }
    decision_label(decision, "tick %s", name);
}

static void decide_counter_end(struct decision *decision, const struct command *command)
{
    int place;
    if (find_named(decision, command, command->argument[0].word, &place)) {
        TEXT_BUFFER(text, 2 * NAME_SIZE + 16);
        counter_shortest(&decision->state, &decision->state.counter[place], &text);
        decision_say(decision, counter_clear(decision, place), "", "%s: taken away", text.p);
        decision_label(decision, "counter ends: %s", text.p);
    }
}

/* ---- running its line ------------------------------------------------------------------ */

/* The counter's line with the answers after it, kept as long as the decision; n < 0 when it is
 * too long. */
static struct str line_of(struct decision *decision, const struct counter *counter,
                          const struct argument *more)
{
    char *line = arena_take(&decision->text, COMMAND_LINE_MAX + 1, 1);
    if (line == NULL) {
        return (struct str){NULL, -1};
    }
    struct text text = text_over(line, COMMAND_LINE_MAX + 1);
    bool is_quoted = more->is_given && more->word.p[-1] == '"';
    const char *quote = is_quoted ? "\"" : "";
    text_add(&text, "%s", counter->then);
    if (more->is_given) {
        text_add(&text, " %s%.*s%s", quote, more->word.n, more->word.p, quote);
    }
    return (struct str){line, text.is_cut ? -1 : text.n};
}

/* The dice of the line are entered like those of any line; with kept dice they already are. */
static bool take_dice(struct decision *decision, const struct command *command)
{
    if (decision->kept != NULL || command->entered_count == 0) {
        return true;
    }
    size_t size = (size_t)command->entered_count * sizeof command->entered[0];
    struct entered *dice = arena_take(&decision->text, size, sizeof(int64_t));
    if (dice == NULL) {
        return false;
    }
    memcpy(dice, command->entered, size);
    decision->entered = dice;
    decision->entered_count = command->entered_count;
    return true;
}

/* One act: the counter goes, and its line runs as if it had been typed. Its questions are
 * asked; if it is refused, nothing changes. */
static void run_line(struct decision *decision, int place, const struct argument *more)
{
    struct command command;
    struct error err;
    struct str line = line_of(decision, &decision->state.counter[place], more);
    if (line.n < 0) {
        decision_wrong(decision, "a line has at most %d" IN_LETTERS, COMMAND_LINE_MAX);
        return;
    }
    counter_clear(decision, place);
    if (command_parse(&command, decision->procedure, decision->defs, decision->defs_count,
                      &decision->state, line, &err) != STATUS_OK) {
        decision_wrong(decision, "%.*s: %s", line.n, line.p, err.text);
        return;
    }
    if (!can_run(command.def) || !take_dice(decision, &command)) {
        decision_wrong(decision, "%.*s: a counter cannot run this", line.n, line.p);
        return;
    }
    decision->is_ruling = decision->is_ruling || command.is_ruling;
    decision->is_secret = command_is_secret(&command, &decision->state);
    command.def->decide(decision, &command);
    decision->is_secret = false;
    if (decision->again.is_wanted) {
        decision_wrong(decision, "%.*s: a counter cannot roll again; type it", line.n, line.p);
    }
    if (decision->label[0] == '\0') {
        decision_label(decision, "%s", command.def->name);
    }
}

static void decide_counter_run(struct decision *decision, const struct command *command)
{
    int place;
    if (!find_named(decision, command, command->argument[0].word, &place)) {
        return;
    }
    const struct counter *counter = &decision->state.counter[place];
    if (counter->then[0] == '\0') {
        decision_wrong(decision, "%s has no line to run: counter %s then=\"...\" gives it one",
                       counter->name, counter->name);
        return;
    }
    TEXT_BUFFER(text, 64);
    counter_how_many(counter, &text);
    if (counter_has_ended(counter) ||
        decision_refuse(decision, "", "%s has not ended: %s", counter->name, text.p)) {
        run_line(decision, place, &command->argument[1]);
    }
}

/* ---- the table ------------------------------------------------------------------------- */

static const char *const counter_options[] = {"per", "of", "then", NULL};
static const char *const of_options[] = {"of", NULL};

/* clang-format off */
#define WHICH                                                                                  \
    {.name = "NAME", .kind = ARGUMENT_WORD, .is_optional = true, .words = WORDS_COUNTER}
/* clang-format on */

static const struct command_def commands[] = {
    {.name = "counter",
     .help = "torch 6 runs down each round; ritual 0/6 fills by hand",
     .rule = "",
     .arguments = {WHICH, {.name = "N", .kind = ARGUMENT_NAME, .is_optional = true}},
     .arguments_count = 2,
     .options = counter_options,
     .takes_dice = true,
     .audience = AUDIENCE_REFEREE,
     .decide = decide_counter},
    {.name = "tick",
     .help = "a step of a counter by hand: tick ritual; -1, +2, =4",
     .rule = "",
     .arguments = {WHICH, {.name = "CHANGE", .kind = ARGUMENT_WORD, .is_optional = true}},
     .arguments_count = 2,
     .options = of_options,
     .takes_dice = true,
     .audience = AUDIENCE_REFEREE,
     .decide = decide_tick},
    {.name = "counter-end",
     .help = "take a counter away; its line is not run",
     .rule = "",
     .arguments = {WHICH},
     .arguments_count = 1,
     .options = of_options,
     .audience = AUDIENCE_REFEREE,
     .decide = decide_counter_end},
    {.name = counter_run_name,
     .help = "run the line of a counter that has ended",
     .rule = "",
     .arguments = {WHICH, {.name = "ANSWERS", .kind = ARGUMENT_TEXT, .is_optional = true}},
     .arguments_count = 2,
     .decide = decide_counter_run},
};

int counter_commands(const struct command_def **out)
{
    *out = commands;
    return (int)(sizeof commands / sizeof commands[0]);
}
