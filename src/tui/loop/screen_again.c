#include "tui/loop/screen_private.h"

#include <string.h>

#include "app/settings/keys.h"
#include "app/sitting/result.h"
#include "app/sitting/sitting.h"
#include "app/sitting/state.h"

enum { COUNT_MOST = 9999, REPEATS_MOST = 100 };

/* True when a combatant is in the fight and has hit points left, or uncounted ones. */
static bool stands(const struct state *state, int id)
{
    int hp =
        state_value(state, id, FIELD_HP, 1) + state_value(state, id, FIELD_HP_TEMPORARY, 0);
    return state_is_in(state, id) && hp > 0;
}

/* ---- words ----------------------------------------------------------------------------- */

/* The place of the command's foe or target, which is the same each time. */
static const char *foe_place(const struct screen *screen)
{
    const char *command = screen->loop->series.command;
    const struct key_binding *binding = key_binding_of_line(&screen->model.keys, command);
    bool is_foe = binding != NULL && whom_is_opponent(binding->whom);
    const char *place = is_foe ? strstr(command, "%w") : NULL;
    return place != NULL ? place : strstr(command, "%f");
}

/* The command with its places filled in and its words after it. From the second time on it goes
 * to the target of the first, even if that was asked for. False when it does not fit. */
static bool fill_in(struct screen *screen, struct text *out)
{
    const struct series *series = &screen->loop->series;
    if (series->is_alike) {
        const struct table_model *model = &screen->model;
        for (int i = 0; i < model->pending_checks; i++) {
            if (table_are_alike(model->state, &series->kind, &model->pending[i])) {
                table_add_settling_line(model, &model->pending[i], out);
                return true;
            }
        }
        return false; /* none is left */
    }
    const char *place = series->target != 0 ? foe_place(screen) : NULL;
    if (place != NULL) {
        TEXT_BUFFER(text, COMMAND_LINE_MAX + 1);
        text_add_str(&text, (struct str){series->command, (int)(place - series->command)});
        combatant_word(screen->model.state, series->target, &text);
        text_add(&text, "%s", place + 2);
        out->is_cut = text.is_cut;
        table_model_expand(&screen->model, text.p, out);
    } else {
        table_model_expand(&screen->model, series->command, out);
    }
    text_add(out, "%s%s", series->words[0] != '\0' ? " " : "", series->words);
    if (out->is_cut) {
        screen_say(screen, ROLE_ERROR, "there are too many of them for one line");
    }
    return !out->is_cut;
}

/* ---- dice for several times, typed at once --------------------------------------------- */

static enum result_kind preview(struct screen *screen, struct str line, struct str dice)
{
    TEXT_BUFFER(text, COMMAND_LINE_MAX + 1);
    text_add_str(&text, line);
    text_add(&text, " %.*s", dice.n, dice.p);
    if (text.is_cut) {
        return RESULT_WRONG;
    }
    return screen_try_line(screen, text.p)->kind;
}

struct str screen_series_dice(struct screen *screen, struct str line, struct str dice)
{
    struct str rest = dice;
    bool goes_on = screen->loop->series.times - screen->loop->series.done > 1;
    while (goes_on && str_next_word(&rest).p != NULL && str_trimmed(rest).n > 0) {
        struct str first = {dice.p, (int)(rest.p - dice.p)};
        if (preview(screen, line, first) == RESULT_DONE) {
            return first;
        }
    }
    return dice;
}

void screen_series_say_waiting(struct screen *screen, struct text *out)
{
    const struct question_box *box = &screen->loop->question;
    struct str typed = line_edit_text(&box->edit);
    if (box->question.kind == QUESTION_DICE && screen->loop->series.is_on) {
        struct str first = screen_series_dice(screen, str_of(box->line), typed);
        struct str rest = str_trimmed((struct str){typed.p + first.n, typed.n - first.n});
        text_add(out, "%s%.*s", rest.n > 0 ? "\nnext time: " : "", rest.n, rest.p);
    }
}

/* True when the dice end with the word by which the program rolls all that are left. */
static bool roll_the_rest(struct str dice)
{
    struct entered last = {.kind = GIVEN_FACE};
    for (struct str word; (word = str_next_word(&dice)).p != NULL;) {
        if (!entered_parse(&last, word)) {
            return false;
        }
    }
    return last.kind == GIVEN_ROLL_ALL;
}

/* Dice beyond those of this time wait for the next one. All that is left of checks that are
 * alike is rolled at once. */
static void keep_dice(struct screen *screen, struct str dice, int used)
{
    TEXT_BUFFER(text, COMMAND_LINE_MAX + 1);
    text_add_str(&text, str_trimmed((struct str){dice.p + used, dice.n - used}));
    bool rolls_on = text.n == 0 && screen->loop->series.is_alike && roll_the_rest(dice);
    text_add(&text, "%s", rolls_on ? "roll" : "");
    memcpy(screen->loop->series.dice, text.p, sizeof screen->loop->series.dice);
}

void screen_series_answer(struct screen *screen, struct str dice)
{
    struct str first = screen_series_dice(screen, str_of(screen->loop->question.line), dice);
    TEXT_BUFFER(text, COMMAND_LINE_MAX + 1);
    keep_dice(screen, dice, first.n);
    if (question_answer(&screen->loop->question, first, &text)) {
        screen_run_line(screen, text.p);
    } else {
        screen_say(screen, ROLE_ERROR, "this makes the line too long");
    }
}

/* Runs it once more, with the waiting dice. Dice that do not fit are shown in the question, so
 * that they can be corrected. */
static void run_once(struct screen *screen, const char *line)
{
    char waiting[COMMAND_LINE_MAX + 1];
    memcpy(waiting, screen->loop->series.dice, sizeof waiting);
    struct str dice = str_of(waiting);
    if (dice.n == 0) {
        screen_run_line(screen, line);
        return;
    }
    struct str first = screen_series_dice(screen, str_of(line), dice);
    bool fits = preview(screen, str_of(line), first) != RESULT_WRONG;
    keep_dice(screen, dice, fits ? first.n : dice.n);
    TEXT_BUFFER(text, COMMAND_LINE_MAX + 1);
    text_add(&text, "%s %.*s", line, first.n, first.p);
    screen_run_line(screen, fits ? text.p : line);
    if (!fits && table_model_question(&screen->model) != NULL) {
        line_edit_set(&screen->loop->question.edit, dice);
        screen_echo(screen);
    }
}

static bool goes_back(const struct series *series)
{
    return strcmp(series->command, "undo") == 0 || strcmp(series->command, "redo") == 0;
}

/* Reports how far it came. What stopped it stays visible: a question, or a refusal. */
static void say_end(struct screen *screen, const char *fallen)
{
    char what[NOTICE_SIZE];
    const struct series *series = &screen->loop->series;
    memcpy(what, screen->model.notice.text, sizeof what);
    struct text to = text_over(screen->model.notice.text, sizeof screen->model.notice.text);
    if (series->done > 0 && series->done < series->times) {
        text_add(&to, "%d of %d done; %s", series->done, series->times,
                 fallen[0] != '\0' ? fallen : what);
    } else if (series->is_alike) {
        text_add(&to, "all %d settled; the last: %s", series->done, screen->result.label);
    } else if (series->times > 1 && series->done > 0) {
        text_add(&to, "%d times; the last: %s", series->done, screen->result.label);
    } else {
        text_add(&to, "%s", what);
    }
    bool can_undo = series->done > 1 && table_model_question(&screen->model) == NULL;
    const char *undo = key_of_command(&screen->model.keys, "undo");
    if (can_undo && undo != NULL && !goes_back(series)) {
        text_add(&to, "; %d%s takes all of it back", series->done, undo);
    }
}

/* True when the target of the last time has just fallen. */
static bool has_fallen(const struct screen *screen, struct text *how)
{
    const struct state *state = screen->model.state;
    int id = screen->loop->last.target;
    if (id == 0 || !screen->loop->last.stood || stands(state, id)) {
        return false;
    }
    text_add(how, "%s is ", state_name(state, id));
    if (state_is_in(state, id)) {
        text_add(how, "at 0 %s", state_system(state)->hit_points);
    } else {
        text_add(how, "out of the fight");
    }
    return true;
}

/* "2 of 3: Anka attacks Pelican 1: d20". An earlier question keeps its number. The dice of
 * checks that are alike may all be typed, and Enter rolls them all. */
static void number_question(struct screen *screen)
{
    char prompt[QUESTION_PROMPT_SIZE];
    const struct series *series = &screen->loop->series;
    struct question *question = &screen->loop->question.question;
    char *asked = question->prompt;
    bool asks_for_all = series->is_alike && question->kind == QUESTION_DICE;
    question->more = asks_for_all ? series->times - series->done - 1 : question->more;
    struct text text = text_over(prompt, sizeof prompt);
    text_add(&text, "%d of %d: ", series->done + 1, series->times);
    if (series->times > 1 && strncmp(asked, prompt, (size_t)text.n) != 0) {
        text_add(&text, "%s", asked);
        memcpy(asked, prompt, sizeof prompt);
    }
    if (asks_for_all && screen->result.kind == RESULT_ASKS) {
        screen_echo(screen);
    }
}

/* After a line of the series: whether to run it another time now. */
static bool goes_on(struct screen *screen)
{
    struct series *series = &screen->loop->series;
    TEXT_BUFFER(how, NAME_SIZE + 32);
    if (table_model_question(&screen->model) != NULL) {
        number_question(screen);
        return false;
    }
    bool is_done = screen->result.kind == RESULT_DONE;
    series->done += is_done ? 1 : 0;
    series->target = is_done ? screen->loop->last.target : series->target;
    /* It is nobody's turn any more, although it was somebody's: the time between rounds is for
     * the players and must not be skipped. */
    bool has_come_to_rest = series->had_turn &&
                            screen->model.state->value[ENCOUNTER_TURN] == 0 &&
                            !goes_back(series);
    bool has_met_end = !series->is_alike && series->times > 1 &&
                       (has_fallen(screen, &how) || has_come_to_rest);
    bool is_over = !is_done || series->done == series->times || has_met_end;
    if (is_over) {
        series->is_on = false;
        say_end(screen, how.p);
    }
    return !is_over;
}

static void run_on(struct screen *screen)
{
    char line[COMMAND_LINE_MAX + 1];
    do {
        screen->loop->series.had_turn = screen->model.state->value[ENCOUNTER_TURN] != 0;
        struct text text = text_over(line, sizeof line);
        if (!fill_in(screen, &text)) {
            screen->loop->series.is_on = false;
            return;
        }
        run_once(screen, line);
    } while (goes_on(screen));
}

void screen_series_go_on(struct screen *screen)
{
    if (screen->loop->series.is_on && goes_on(screen)) {
        run_on(screen);
    }
}

/* Runs a command this many times. It stops when refused, when its target falls, and at the end
 * of a round, when it is nobody's turn; questions are asked again each time. */
static void series_begin(struct screen *screen, const char *command, const char *words,
                         int times)
{
    struct series *series = &screen->loop->series;
    struct text text;
    if (times > REPEATS_MOST) {
        text_init(&text, screen->model.notice.text, sizeof screen->model.notice.text);
        text_add(&text, "at most %d times at once", REPEATS_MOST);
        screen->model.notice.role = ROLE_ERROR;
        return;
    }
    memset(series, 0, sizeof *series);
    series->is_on = true;
    series->times = times;
    text_init(&text, series->command, sizeof series->command);
    text_add(&text, "%s", command);
    text_init(&text, series->words, sizeof series->words);
    text_add(&text, "%s", words);
    run_on(screen);
}

void screen_series_begin_alike(struct screen *screen, const struct pending *kind, int times)
{
    struct series *series = &screen->loop->series;
    memset(series, 0, sizeof *series);
    series->is_on = true;
    series->times = times;
    series->is_alike = true;
    series->kind = *kind;
    run_on(screen);
}

void screen_series_leave(struct screen *screen)
{
    if (screen->loop->series.is_on) {
        screen->loop->series.is_on = false;
        screen_say(screen, ROLE_PLAIN, "stopped");
        say_end(screen, "");
        if (screen->loop->series.done == 0) {
            screen_say(screen, ROLE_PLAIN, "");
        }
    }
}

/* ---- counts ---------------------------------------------------------------------------- */

/* The result of a key's command with the count as its amount, from a dry run: "Ysolde: 5 → 8
 * of 9 HP"; nothing if it would ask or be refused. */
static void add_outcome(struct screen *screen, const char *command, struct text *out)
{
    const struct result *result = &screen->loop->tried.result;
    TEXT_BUFFER(line, COMMAND_LINE_MAX + 1);
    TEXT_BUFFER(said, NOTICE_SIZE);
    table_model_expand(&screen->model, command, &line);
    if (line.is_cut || !screen_echo_line(screen, line.p, TABLE_THEN_ASKS, &said)) {
        bool is_told = !line.is_cut && result->kind == RESULT_TOLD;
        text_add(out, "%s", is_told ? result->text : ""); /* why nothing would change */
        return;
    }
    bool is_done = result->kind == RESULT_DONE;
    struct str lines = {said.p, said.n};
    struct str first = {said.p, (int)strcspn(said.p, "\n")};
    int more = 0;
    for (int i = first.n; i < lines.n; i++) {
        more += lines.p[i] == '\n' ? 1 : 0;
    }
    struct str second = {"", 0};
    if (is_done && more == 1) { /* its line is as short as saying that there is one */
        second = str_trimmed((struct str){first.p + first.n + 1, lines.n - first.n - 1});
        const char *rule = strstr(second.p, "  [");
        second.n = rule != NULL ? (int)(rule - second.p) : second.n;
        more = 0;
    }
    bool has_nothing = is_done && result->text[0] == '\0';
    text_add(out, "%.*s%s", is_done ? first.n : 8, is_done ? first.p : "asks who",
             has_nothing ? ", which changes nothing" : "");
    text_add(out, "%s%.*s", second.n > 0 ? ", " : "", second.n, second.p);
    if (is_done && more > 0) {
        text_add(out, ", and %d more", more);
    }
}

/* The target of each key that takes the count as its amount, and the result: most of these keys
 * ask nothing more. */
static void say_count(struct screen *screen)
{
    struct table_model *model = &screen->model;
    TEXT_BUFFER(said, NOTICE_SIZE);
    text_add(&said, "%d:", model->count);
    for (int i = 0; i < model->keys.count; i++) {
        const struct key_binding *binding = &model->keys.binding[i];
        if (binding->context != CONTEXT_TABLE || strstr(binding->command, " %w %n") == NULL ||
            !binding->goes_to_chosen) {
            continue;
        }
        TEXT_BUFFER(outcome, NOTICE_SIZE);
        add_outcome(screen, binding->command, &outcome);
        if (outcome.n > 0) {
            text_add(&said, " %s %s;", binding->key, outcome.p);
        }
    }
    text_add(&said, " Esc drops it");
    screen_say(screen, ROLE_DIM, said.p);
}

bool screen_count_digit(struct screen *screen, const struct term_input *input)
{
    struct table_model *model = &screen->model;
    bool is_digit = input->kind == INPUT_CHARACTER && input->key >= '0' && input->key <= '9';
    if (!is_digit || (input->key == '0' && model->count == 0)) {
        return false;
    }
    int count = model->count * 10 + (input->key - '0');
    model->count = count <= COUNT_MOST ? count : model->count;
    model->menu = MENU_COUNT;
    say_count(screen);
    return true;
}

void screen_run_command(struct screen *screen, const char *command)
{
    int count = screen->model.count;
    bool is_amount = strstr(command, "%n") != NULL;
    series_begin(screen, command, "", count > 0 && !is_amount ? count : 1);
    struct question_box *box = &screen->loop->question;
    if (is_amount && count > 0 && strstr(command, "%w") != NULL &&
        table_model_question(&screen->model) != NULL &&
        box->question.kind == QUESTION_COMBATANT) {
        /* The combatant is asked for first: the amount goes after the answer. */
        char asked[QUESTION_PROMPT_SIZE];
        memcpy(asked, box->question.prompt, sizeof asked);
        text_format(box->amount, sizeof box->amount, "%d", count);
        struct text prompt = text_over(box->question.prompt, sizeof box->question.prompt);
        text_add(&prompt, "%d %s", count, asked);
    }
    /* An act without a preview is shown at once, with what undo would take back beside it. */
    if (is_amount && count > 0 && screen->loop->series.done > 0) {
        screen_say(screen, ROLE_DIM, screen->result.text);
    }
}

/* ---- the last act again ---------------------------------------------------------------- */

/* The place for an amount, as a word or as the value of an option: the last amount is among its
 * words. */
static bool is_amount(struct str word)
{
    return word.n >= 2 && word.p[word.n - 2] == '%' && word.p[word.n - 1] == 'n';
}

/* The number of words of a key's command that are arguments, and whether one gives this
 * option. */
static int template_arguments(const char *command)
{
    struct str rest = str_of(command);
    int count = -1; /* the name */
    for (struct str word = str_next_word(&rest); word.p != NULL; word = str_next_word(&rest)) {
        count += memchr(word.p, '=', (size_t)word.n) == NULL && !is_amount(word) ? 1 : 0;
    }
    return count;
}

static bool template_gives(const char *command, struct str option)
{
    struct str rest = str_of(command);
    for (struct str word = str_next_word(&rest); word.p != NULL; word = str_next_word(&rest)) {
        bool is_it = !is_amount(word) && word.n > option.n && word.p[option.n] == '=' &&
                     str_equal_any_case((struct str){word.p, option.n}, option);
        if (is_it) {
            return true;
        }
    }
    return false;
}

static void add_word(struct text *words, struct str word)
{
    text_add(words, words->n > 0 ? " " : "");
    text_add_str(words, word);
}

/* The arguments of a line from this one on and the words among them that are options, in their
 * order: in `own off balance`, "off" belongs to the name because it follows "own". */
static void add_arguments(const struct command *command, int from, struct text *words)
{
    int next = 0;
    for (int i = 0; i <= command->def->arguments_count; i++) {
        bool is_end = i == command->def->arguments_count;
        const struct argument *argument = &command->argument[i];
        if (!is_end && !argument->is_given) {
            continue;
        }
        for (; next < command->options &&
               (is_end || command->option[next].name.p < argument->written.p);
             next++) {
            if (command->option[next].value.p == NULL) {
                add_word(words, command->option[next].name);
            }
        }
        if (!is_end && i >= from) {
            add_word(words, argument->written);
        }
    }
}

void screen_again(struct again *out, struct screen *screen, const char *line)
{
    const struct read_line *read = sitting_read_line(screen->sitting, line);
    const struct command *command = &read->command;
    memset(out, 0, sizeof *out);
    if (read->status != STATUS_OK) {
        return;
    }
    bool has_target = false;
    for (int i = 0; i < command->def->arguments_count; i++) {
        const struct argument *argument = &command->argument[i];
        enum argument_kind kind = command->def->arguments[i].kind;
        bool is_one = (kind == ARGUMENT_COMBATANT && argument->is_given) ||
                      (kind == ARGUMENT_COMBATANTS && argument->ids_count == 1);
        if (is_one && !has_target) {
            has_target = true;
            out->target = kind == ARGUMENT_COMBATANT ? argument->id : argument->ids[0];
        }
        out->has_targets = out->has_targets || kind == ARGUMENT_COMBATANTS;
    }
    out->is_attack = command->def->whom == WHOM_FOE;
    out->stood = out->target != 0 && stands(screen->model.state, out->target);
    /* The key's command with its places, which are filled again each time, without the place
     * for an amount. */
    const struct key_binding *key =
        key_binding_of_command(&screen->model.keys, command->def->name);
    struct str rest = str_of(key != NULL ? key->command : command->def->name);
    struct text template = text_over(out->command, sizeof out->command);
    for (struct str word = str_next_word(&rest); word.p != NULL; word = str_next_word(&rest)) {
        if (!is_amount(word)) {
            add_word(&template, word);
        }
    }
    struct text words = text_over(out->words, sizeof out->words);
    add_arguments(command, template_arguments(out->command), &words);
    for (int i = 0; i < command->options; i++) {
        const struct option *option = &command->option[i];
        if (option->value.p != NULL && !template_gives(out->command, option->name)) {
            add_word(&words, option->name);
            text_add(&words, "=%.*s", option->written.n, option->written.p);
        }
    }
    /* A line that one key runs anyway, such as the next turn, would only push out one worth
     * keeping. */
    bool is_more_than_a_key = strchr(out->command, '%') != NULL || words.n > 0;
    out->is_act = command->def->decide != NULL && is_more_than_a_key && !words.is_cut;
}

/* ---- who was chosen -------------------------------------------------------------------- */

static struct choice *choice_at(struct screen *screen, int64_t act)
{
    for (int i = 0; i < CHOICES_KEPT; i++) {
        if (screen->loop->choice[i].act == act) {
            return &screen->loop->choice[i];
        }
    }
    return NULL;
}

void screen_keep_choice(struct screen *screen)
{
    int64_t act = sitting_act_now(screen->sitting);
    struct choice *choice = choice_at(screen, act);
    if (choice == NULL) {
        choice = &screen->loop->choice[screen->loop->choice_next];
        screen->loop->choice_next = (screen->loop->choice_next + 1) % CHOICES_KEPT;
    }
    choice->act = act;
    memcpy(choice->is_chosen, screen->model.is_chosen, sizeof choice->is_chosen);
}

void screen_choose_as_then(struct screen *screen)
{
    const struct choice *choice = choice_at(screen, sitting_act_now(screen->sitting));
    if (choice != NULL && table_model_chosen(&screen->model) == 0) {
        for (int id = 1; id <= screen->model.state->count; id++) {
            if (choice->is_chosen[id]) {
                table_model_choose(&screen->model, id);
            }
        }
    }
}

void screen_forget_choices(struct screen *screen)
{
    memset(screen->loop->choice, 0, sizeof screen->loop->choice);
}

/* ---- the act that is done -------------------------------------------------------------- */

void screen_keep_again(struct screen *screen, const struct again *again)
{
    if (again->is_act) {
        memcpy(screen->loop->again, again->command, sizeof screen->loop->again);
        memcpy(screen->loop->again_words, again->words, sizeof screen->loop->again_words);
    }
    if (again->has_targets) {
        table_model_choose_none(&screen->model);
    }
    int acting = screen->model.acting;
    if (acting != 0 && again->target != 0) {
        int side = state_value(screen->model.state, acting, FIELD_SIDE, SIDE_FOES);
        screen->model.gone_for[side] = again->target;
    }
    /* An attack that went to another one than the target moves that there: the odds, and who
     * can react to it, are those of the combatant that was attacked. An attack out of turn is
     * for once; and of another side it is not the target. */
    struct table_model *model = &screen->model;
    int id = again->target;
    int turn = model->state->value[ENCOUNTER_TURN];
    bool is_elsewhere = again->is_attack && model->target != 0 && id != 0 &&
                        id != model->target && state_is_in(model->state, id);
    if (is_elsewhere && (turn == 0 || turn == model->acting) &&
        state_value(model->state, id, FIELD_SIDE, SIDE_FOES) != (int)model->target_side) {
        model->target = id;
    }
    screen->loop->last.target = again->target;
    screen->loop->last.stood = again->stood;
}

void screen_repeat(struct screen *screen, int times)
{
    if (screen->loop->again[0] == '\0') {
        screen_say(screen, ROLE_PLAIN, "there is no act to repeat yet");
        return;
    }
    /* A copy, since each act overwrites the last one. */
    char command[COMMAND_LINE_MAX + 1];
    char words[COMMAND_LINE_MAX + 1];
    memcpy(command, screen->loop->again, sizeof command);
    memcpy(words, screen->loop->again_words, sizeof words);
    screen->model.count = 0;
    series_begin(screen, command, words, times);
}
