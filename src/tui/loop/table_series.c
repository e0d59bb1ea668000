#include <string.h>

#include "app/settings/keys.h"
#include "app/sitting/sitting.h"
#include "tui/loop/table_private.h"

enum { REPEATS_MOST = 100 };

/* ---- words ----------------------------------------------------------------------------- */

/* The place of the command's foe or target, which is the same each time. */
static const char *foe_place(const struct table *table)
{
    const char *command = table->series.command;
    const struct key_binding *binding = key_binding_of_line(&table->model.keys, command);
    bool is_foe = binding != NULL && whom_is_opponent(binding->whom);
    const char *place = is_foe ? strstr(command, "%w") : NULL;
    return place != NULL ? place : strstr(command, "%f");
}

/* The line of the next check of the kind; false when none is left. */
static bool add_next_alike(const struct table *table, struct text *out)
{
    const struct table_model *model = &table->model;
    for (int i = 0; i < model->pending_checks; i++) {
        if (table_are_alike(model->state, &table->series.kind, &model->pending[i])) {
            table_add_settling_line(model, &model->pending[i], out);
            return true;
        }
    }
    return false;
}

/* The command with its places filled in and its words after it. From the second time on it goes
 * to the target of the first, even if that was asked for. False when it does not fit. */
static bool fill_in(struct table *table, struct text *out)
{
    const struct series *series = &table->series;
    if (series->is_alike) {
        return add_next_alike(table, out);
    }
    const char *place = series->target != 0 ? foe_place(table) : NULL;
    if (place != NULL) {
        TEXT_BUFFER(text, COMMAND_LINE_MAX + 1);
        text_add_str(&text, (struct str){series->command, (int)(place - series->command)});
        combatant_word(table->model.state, series->target, &text);
        text_add(&text, "%s", place + 2);
        out->is_cut = text.is_cut;
        table_model_expand(&table->model, text.p, out);
    } else {
        table_model_expand(&table->model, series->command, out);
    }
    text_add(out, "%s%s", series->words[0] != '\0' ? " " : "", series->words);
    if (out->is_cut) {
        table_say(table, ROLE_ERROR, "there are too many of them for one line");
    }
    return !out->is_cut;
}

/* ---- dice for several times, typed at once --------------------------------------------- */

static enum result_kind preview(struct table *table, struct str line, struct str dice)
{
    TEXT_BUFFER(text, COMMAND_LINE_MAX + 1);
    text_add_str(&text, line);
    text_add(&text, " %.*s", dice.n, dice.p);
    if (text.is_cut) {
        return RESULT_WRONG;
    }
    sitting_preview(table->sitting, text.p, &table->result);
    return table->result.kind;
}

struct str table_series_dice(struct table *table, struct str line, struct str dice)
{
    struct str rest = dice;
    bool goes_on = table->series.times - table->series.done > 1;
    while (goes_on && str_next_word(&rest).p != NULL && str_trimmed(rest).n > 0) {
        struct str first = {dice.p, (int)(rest.p - dice.p)};
        if (preview(table, line, first) == RESULT_DONE) {
            return first;
        }
    }
    return dice;
}

void table_series_say_waiting(struct table *table, struct text *out)
{
    const struct question_box *box = &table->question;
    struct str typed = line_edit_text(&box->edit);
    if (box->question.kind == QUESTION_DICE && table->series.is_on) {
        struct str first = table_series_dice(table, str_of(box->line), typed);
        struct str rest = str_trimmed((struct str){typed.p + first.n, typed.n - first.n});
        text_add(out, "%s%.*s", rest.n > 0 ? "\nnext time: " : "", rest.n, rest.p);
    }
}

/* Whether the dice end with the word by which the program rolls all that are left. */
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
static void keep_dice(struct table *table, struct str dice, int used)
{
    TEXT_BUFFER(text, COMMAND_LINE_MAX + 1);
    text_add_str(&text, str_trimmed((struct str){dice.p + used, dice.n - used}));
    bool rolls_on = text.n == 0 && table->series.is_alike && roll_the_rest(dice);
    text_add(&text, "%s", rolls_on ? "roll" : "");
    memcpy(table->series.dice, text.p, sizeof table->series.dice);
}

void table_series_answer(struct table *table, struct str dice)
{
    struct str first = table_series_dice(table, str_of(table->question.line), dice);
    TEXT_BUFFER(text, COMMAND_LINE_MAX + 1);
    keep_dice(table, dice, first.n);
    if (question_answer(&table->question, first, &text)) {
        table_run_line(table, text.p);
    } else {
        table_say(table, ROLE_ERROR, "this makes the line too long");
    }
}

/* Runs it once more, with the waiting dice. Dice that do not fit are shown in the question, so
 * that they can be corrected. */
static void run_once(struct table *table, const char *line)
{
    char waiting[COMMAND_LINE_MAX + 1];
    memcpy(waiting, table->series.dice, sizeof waiting);
    struct str dice = str_of(waiting);
    if (dice.n == 0) {
        table_run_line(table, line);
        return;
    }
    struct str first = table_series_dice(table, str_of(line), dice);
    bool fits = preview(table, str_of(line), first) != RESULT_WRONG;
    keep_dice(table, dice, fits ? first.n : dice.n);
    TEXT_BUFFER(text, COMMAND_LINE_MAX + 1);
    text_add(&text, "%s %.*s", line, first.n, first.p);
    table_run_line(table, fits ? text.p : line);
    if (!fits && table_model_question(&table->model) != NULL) {
        line_edit_set(&table->question.edit, dice);
        table_echo(table);
    }
}

/* ---- the series ------------------------------------------------------------------------ */

static bool goes_back(const struct series *series)
{
    return strcmp(series->command, "undo") == 0 || strcmp(series->command, "redo") == 0;
}

/* Reports how far it came. What stopped it stays visible: a question, or a refusal. */
static void say_end(struct table *table, const char *fallen)
{
    char what[NOTICE_SIZE];
    const struct series *series = &table->series;
    memcpy(what, table->model.notice.text, sizeof what);
    struct text to = text_over(table->model.notice.text, sizeof table->model.notice.text);
    if (series->done > 0 && series->done < series->times) {
        text_add(&to, "%d of %d done; %s", series->done, series->times,
                 fallen[0] != '\0' ? fallen : what);
    } else if (series->is_alike) {
        text_add(&to, "all %d settled; the last: %s", series->done, table->result.label);
    } else if (series->times > 1 && series->done > 0) {
        text_add(&to, "%d times; the last: %s", series->done, table->result.label);
    } else {
        text_add(&to, "%s", what);
    }
    bool can_undo = series->done > 1 && table_model_question(&table->model) == NULL;
    const char *undo = key_of_command(&table->model.keys, "undo");
    if (can_undo && undo != NULL && !goes_back(series)) {
        text_add(&to, "; %d%s takes all of it back", series->done, undo);
    }
}

/* Whether the target of the last time has just fallen. */
static bool has_fallen(const struct table *table, struct text *how)
{
    const struct state *state = table->model.state;
    int id = table->last.target;
    if (id == 0 || !table->last.stood || table_stands(state, id)) {
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
static void number_question(struct table *table)
{
    char prompt[QUESTION_PROMPT_SIZE];
    const struct series *series = &table->series;
    struct question *question = &table->question.question;
    char *asked = question->prompt;
    bool asks_for_all = series->is_alike && question->kind == QUESTION_DICE;
    question->more = asks_for_all ? series->times - series->done - 1 : question->more;
    struct text text = text_over(prompt, sizeof prompt);
    text_add(&text, "%d of %d: ", series->done + 1, series->times);
    if (series->times > 1 && strncmp(asked, prompt, (size_t)text.n) != 0) {
        text_add(&text, "%s", asked);
        memcpy(asked, prompt, sizeof prompt);
    }
    if (asks_for_all && table->result.kind == RESULT_ASKS) {
        table_echo(table);
    }
}

/* It is nobody's turn any more, although it was somebody's: the time between rounds is for the
 * players and must not be skipped. */
static bool has_come_to_rest(const struct table *table)
{
    return table->series.had_turn && table->model.state->value[ENCOUNTER_TURN] == 0 &&
           !goes_back(&table->series);
}

/* After a line of the series: whether to run it another time now. */
static bool goes_on(struct table *table)
{
    struct series *series = &table->series;
    TEXT_BUFFER(how, NAME_SIZE + 32);
    if (table_model_question(&table->model) != NULL) {
        number_question(table);
        return false;
    }
    bool is_done = table->result.kind == RESULT_DONE;
    series->done += is_done ? 1 : 0;
    series->target = is_done ? table->last.target : series->target;
    bool has_met_end = !series->is_alike && series->times > 1 &&
                       (has_fallen(table, &how) || has_come_to_rest(table));
    bool is_over = !is_done || series->done == series->times || has_met_end;
    if (is_over) {
        series->is_on = false;
        say_end(table, how.p);
    }
    return !is_over;
}

static void run_on(struct table *table)
{
    char line[COMMAND_LINE_MAX + 1];
    do {
        table->series.had_turn = table->model.state->value[ENCOUNTER_TURN] != 0;
        struct text text = text_over(line, sizeof line);
        if (!fill_in(table, &text)) {
            table->series.is_on = false;
            return;
        }
        run_once(table, line);
    } while (goes_on(table));
}

void table_series_go_on(struct table *table)
{
    if (table->series.is_on && goes_on(table)) {
        run_on(table);
    }
}

void table_series_begin(struct table *table, const char *command, const char *words, int times)
{
    struct series *series = &table->series;
    struct text text;
    if (times > REPEATS_MOST) {
        text_init(&text, table->model.notice.text, sizeof table->model.notice.text);
        text_add(&text, "at most %d times at once", REPEATS_MOST);
        table->model.notice.role = ROLE_ERROR;
        return;
    }
    memset(series, 0, sizeof *series);
    series->is_on = true;
    series->times = times;
    text_init(&text, series->command, sizeof series->command);
    text_add(&text, "%s", command);
    text_init(&text, series->words, sizeof series->words);
    text_add(&text, "%s", words);
    run_on(table);
}

void table_series_begin_alike(struct table *table, const struct pending *kind, int times)
{
    struct series *series = &table->series;
    memset(series, 0, sizeof *series);
    series->is_on = true;
    series->times = times;
    series->is_alike = true;
    series->kind = *kind;
    run_on(table);
}

void table_series_leave(struct table *table)
{
    if (table->series.is_on) {
        table->series.is_on = false;
        table_say(table, ROLE_PLAIN, "stopped");
        say_end(table, "");
        if (table->series.done == 0) {
            table_say(table, ROLE_PLAIN, "");
        }
    }
}
