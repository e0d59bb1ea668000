#include "tui/loop/table_private.h"

#include <string.h>

#include "app/settings/keys.h"
#include "app/sitting/sitting.h"
#include "app/sitting/state.h"
#include "tui/fight/order_rows.h"

/* ---- answers --------------------------------------------------------------------------- */

/* Whether every word is a die: "14 4", "=15", "roll". */
static bool are_dice(struct str typed)
{
    int count = 0;
    for (struct str word; (word = str_next_word(&typed)).p != NULL; count++) {
        struct entered given;
        if (!entered_parse(&given, word)) {
            return false;
        }
    }
    return count > 0;
}

/* The combatant named by the longest beginning of the words, and the words after it. 0: nobody,
 * with an error about the words before the first option. */
static int leading_combatant(const struct state *state, struct str typed, struct str *more,
                             struct error *err)
{
    struct error ignored;
    struct str name = typed, rest = typed;
    for (struct str before = rest, word; (word = str_next_word(&rest)).p != NULL;
         before = rest) {
        if (memchr(word.p, '=', (size_t)word.n) != NULL) {
            name = str_trimmed((struct str){typed.p, (int)(before.p - typed.p)});
            break;
        }
    }
    combatant_find(state, name.n > 0 ? name : typed, err);
    for (name = str_trimmed(typed); name.n > 0; name = str_trimmed(name)) {
        int id = combatant_find(state, name, &ignored);
        if (id != 0) {
            *more = str_trimmed(
                (struct str){name.p + name.n, (int)(typed.p + typed.n - name.p) - name.n});
            return id;
        }
        while (name.n > 0 && !char_is_space(name.p[name.n - 1])) {
            name.n--;
        }
    }
    return 0;
}

/* The combatant of the answer: the selected one, with the dice already typed, or the one that
 * the words name, with the options and dice after them. 0: nobody, with an error. */
static int answered_combatant(struct table *table, struct str *more, struct error *err)
{
    struct question_box *box = &table->question;
    struct str typed = question_typed(box);
    *more = str_of(box->amount);
    error_set(err, STATUS_USAGE, "", "nobody is here");
    if (!box->types_words || typed.n == 0) {
        return table->model.selected;
    }
    int id = combatant_find(table->model.state, typed, err);
    if (id == 0 && are_dice(typed)) {
        *more = typed;
        return table->model.selected;
    }
    return id != 0 ? id : leading_combatant(table->model.state, typed, more, err);
}

/* Combatants typed as a list or a pattern, with the words after them: `list` has them as the
 * command takes them. */
static bool are_several(struct table *table, struct str typed, struct text *list)
{
    table_list_word(table, typed, list);
    struct str rest = {list->p, list->n};
    struct str first = str_next_list(&rest);
    return table->question.question.takes_several && first.n > 0 &&
           (memchr(first.p, ',', (size_t)first.n) != NULL || str_is_glob(first));
}

/* "p1 14 4" */
static void add_combatant(const struct table *table, int id, struct str dice, struct text *out)
{
    combatant_word(table->model.state, id, out);
    text_add(out, "%s%.*s", dice.n > 0 ? " " : "", dice.n, dice.p);
}

bool table_answered_line(struct table *table, struct text *out)
{
    struct question_box *box = &table->question;
    struct str typed = line_edit_text(&box->edit);
    bool is_name = box->question.kind == QUESTION_COMBATANT;
    if (typed.n == 0 || (is_name && !box->types_words)) {
        return false;
    }
    TEXT_BUFFER(list, COMMAND_LINE_MAX + 1);
    if (box->types_targets) {
        table_list_word(table, typed, &list);
        return table_put_targets(table, (struct str){list.p, list.n}, out);
    }
    char row[COMMAND_LINE_MAX + 1];
    struct str dice;
    struct error err;
    bool is_list = is_name && are_several(table, typed, &list);
    int id = is_name && !is_list ? answered_combatant(table, &dice, &err) : 0;
    if (id != 0) {
        struct text words = text_over(row, sizeof row);
        add_combatant(table, id, dice, &words);
        typed = (struct str){words.p, words.n};
    } else if (is_list) {
        typed = (struct str){list.p, list.n};
    } else if (is_name) {
        return false;
    } else if (box->question.kind == QUESTION_DICE && table->series.is_on) {
        typed = table_series_dice(table, str_of(box->line), typed);
    }
    TEXT_BUFFER(wrong, NOTICE_SIZE);
    return !question_finds_wrong_word(&box->question, typed, &wrong) &&
           question_answer(box, typed, out);
}

bool table_asked_line(struct table *table, struct text *out)
{
    struct question_box *box = &table->question;
    if (box->question.kind == QUESTION_COMBATANT && table->model.selected != 0) {
        TEXT_BUFFER(word, NAME_SIZE + 8);
        combatant_word(table->model.state, table->model.selected, &word);
        return question_answer(box, (struct str){word.p, word.n}, out);
    }
    text_add(out, "%s", box->line);
    return !out->is_cut;
}

bool table_typed_line(struct table *table, struct text *out)
{
    if (table_model_question(&table->model) != NULL) {
        struct str typed = line_edit_text(&table->question.edit);
        return !are_dice(typed) && table_answered_line(table, out);
    }
    if (view_find(&table->model.views, &view_of_palette) != NULL) {
        char line[LINE_EDIT_SIZE];
        struct palette_source source = table_source(table);
        palette_would_run(&table->palette, &source, line);
        text_add(out, "%s", line);
    }
    return out->n > 0 && !out->is_cut;
}

static void answer(struct table *table, struct str words)
{
    TEXT_BUFFER(text, COMMAND_LINE_MAX + 1);
    if (table->question.question.kind == QUESTION_DICE && table->series.is_on) {
        table_series_answer(table, words);
    } else if (question_answer(&table->question, words, &text)) {
        table_run_line(table, text.p);
    } else {
        table_say(table, ROLE_ERROR, "this makes the line too long");
        return;
    }
    table_series_go_on(table);
}

static void answer_combatant(struct table *table, int id, struct str dice)
{
    TEXT_BUFFER(text, COMMAND_LINE_MAX + 1);
    add_combatant(table, id, dice, &text);
    /* Until the whole is done, its details and the odds against it stay visible. */
    table->model.selected = id;
    answer(table, (struct str){text.p, text.n});
}

/* The command goes to all of them, and itself reports mistakes in them. */
static void answer_several(struct table *table, struct str typed)
{
    TEXT_BUFFER(text, COMMAND_LINE_MAX + 1);
    struct str rest = typed;
    str_next_list(&rest);
    bool has_more = str_trimmed(rest).n > 0;
    text_add(&text, "%.*s%s%s", typed.n, typed.p,
             has_more || table->question.amount[0] == '\0' ? "" : " ",
             has_more ? "" : table->question.amount);
    answer(table, (struct str){text.p, text.n});
}

/* The same command goes to the typed combatants; missing parts are asked for again. */
static void accept_targets(struct table *table)
{
    struct str typed = str_trimmed(question_typed(&table->question));
    TEXT_BUFFER(text, COMMAND_LINE_MAX + 1);
    TEXT_BUFFER(list, COMMAND_LINE_MAX + 1);
    /* A comma that asks for others, without names after it: the targets stay. */
    table_list_word(table, typed, &list);
    if (list.n == 0) {
        table_echo(table);
    } else if (table_put_targets(table, (struct str){list.p, list.n}, &text)) {
        table_run_line(table, text.p);
        table_series_go_on(table);
    } else {
        table_say(table, ROLE_ERROR, "this makes the line too long");
    }
}

/* A word that is not an answer stays in the field, and out of the line. */
static bool says_wrong_word(struct table *table, struct str typed)
{
    const struct question *question = &table->question.question;
    TEXT_BUFFER(text, NOTICE_SIZE);
    if (!question_finds_wrong_word(question, typed, &text)) {
        return false;
    }
    text_add(&text, "%s", question->kind == QUESTION_DICE ? "; Enter alone rolls" : "");
    table_say(table, ROLE_ERROR, text.p);
    return true;
}

/* Names behind an amount, "7, Odo": what is wrong with them as an amount helps nobody. */
static void say_names_come_first(struct table *table, struct str typed)
{
    const struct question_box *box = &table->question;
    bool has_names = typed.n > 0 && memchr(typed.p, ',', (size_t)typed.n) != NULL &&
                     memchr(typed.p, '(', (size_t)typed.n) == NULL;
    if (has_names && box->targets.count > 0 && table->result.kind == RESULT_WRONG) {
        table_say(table, ROLE_ERROR,
                  "other targets come first: empty the line, then a comma and their names");
    }
}

static void accept_answer(struct table *table)
{
    struct question_box *box = &table->question;
    struct str typed = question_typed(box);
    struct error err;
    if (box->types_targets) {
        accept_targets(table);
        return;
    }
    if (box->question.kind == QUESTION_COMBATANT) {
        struct str dice;
        TEXT_BUFFER(list, COMMAND_LINE_MAX + 1);
        bool is_list = box->types_words && are_several(table, typed, &list);
        int id = is_list ? 0 : answered_combatant(table, &dice, &err);
        if (is_list) {
            answer_several(table, (struct str){list.p, list.n});
        } else if (id != 0) {
            answer_combatant(table, id, dice);
        } else {
            table_say(table, ROLE_ERROR, err.text);
        }
        return;
    }
    if (typed.n == 0) {
        table_echo(table);
        return;
    }
    if (says_wrong_word(table, typed)) {
        box->is_refused_entry = true;
        return;
    }
    TEXT_BUFFER(line, COMMAND_LINE_MAX + 1);
    bool is_kept = box->question.kind == QUESTION_TEXT && question_answer(box, typed, &line);
    answer(table, typed);
    say_names_come_first(table, typed);
    if (is_kept && table->result.kind != RESULT_WRONG) {
        palette_remember(&table->palette, line.p);
    }
    bool is_asking = table_model_question(&table->model) != NULL;
    box->is_refused_entry = is_asking && table->result.kind == RESULT_WRONG;
}

/* ---- single characters ----------------------------------------------------------------- */

/* A choice by its key; false when the character belongs to what is typed instead. */
static bool take_choice(struct table *table, int character)
{
    struct question_box *box = &table->question;
    enum else_takes else_takes = box->question.else_takes;
    int choice = question_choice(box, character);
    bool is_digit = character >= '0' && character <= '9';
    if (box->types_words || (else_takes == ELSE_TAKES_NUMBER && is_digit)) {
        return false;
    }
    if (choice >= 0) {
        answer(table, str_of(box->question.choice[choice]));
        return true;
    }
    if (box->question.digit_prefix != NULL && is_digit && character != '0') {
        TEXT_BUFFER(option, sizeof box->question.prefix + 1);
        text_add(&option, "%s%c", box->question.digit_prefix, character);
        answer(table, (struct str){option.p, option.n});
        return true;
    }
    box->types_words = else_takes == ELSE_TAKES_WORDS && character == '/';
    if (character == '?') {
        table_open_help(table, CONTEXT_QUESTION);
    } else if (box->types_words) {
        table_echo(table);
    } else {
        TEXT_BUFFER(text, NOTICE_SIZE);
        question_say_letters(box, &text);
        table_say(table, ROLE_WARNING, text.p);
    }
    return true;
}

/* Takes a row's letter, or the first of its two; the letter of a group opens it. */
static bool take_label(struct table *table, int character)
{
    struct question_box *box = &table->question;
    struct order_rows rows;
    bool is_beginning;
    char label[ORDER_LABEL_SIZE] = {0};
    if (character < 'a' || character > 'z') {
        return false;
    }
    label[box->label != '\0' ? 1 : 0] = (char)character;
    label[0] = box->label != '\0' ? box->label : label[0];
    order_rows(&rows, &table->model, table_order_rows(table));
    int row = order_labelled(&table->model, &rows, label, &is_beginning);
    box->label = row < 0 && is_beginning ? (char)character : '\0';
    if (row < 0) {
        return is_beginning;
    }
    struct order_line line = rows.row[row].line;
    int id = table->model.order[line.first];
    if (line.count == 1) {
        answer_combatant(table, id, str_of(box->amount));
        return true;
    }
    box->opened = id;
    table->model.selected = id;
    table_try_combatants(table);
    return true;
}

/* Other targets are typed in place of the present ones, or after them. */
static void type_targets(struct table *table, bool keeps_them)
{
    struct question_box *box = &table->question;
    if (table_has_cause_alone(table)) { /* it goes with the other targets */
        struct text line = {
            .p = box->line, .size = sizeof box->line, .n = (int)strlen(box->line)};
        struct str cause = str_trimmed(line_edit_text(&box->edit));
        text_add(&line, " %.*s", cause.n, cause.p);
        line_edit_init(&box->edit);
    }
    box->types_targets = true;
    box->question.kind = QUESTION_TEXT;
    struct text prompt = text_over(box->question.prompt, sizeof box->question.prompt);
    text_add(&prompt, "who?");
    box->question.die[0] = '\0';
    if (keeps_them) {
        TEXT_BUFFER(list, LINE_EDIT_SIZE);
        table_add_targets(table, &list);
        text_add(&list, ",");
        line_edit_set(&box->edit, (struct str){list.p, list.n});
    }
    table_echo(table);
}

/* A capital changes the share of its row; a comma or a slash begins typing targets. */
static bool take_target_key(struct table *table, int character)
{
    struct question_box *box = &table->question;
    bool is_empty = line_edit_text(&box->edit).n == 0 || table_has_cause_alone(table);
    if (box->types_targets || box->targets.count == 0) {
        return false;
    }
    bool takes_slash =
        box->question.kind != QUESTION_CHOICE || box->question.else_takes != ELSE_TAKES_WORDS;
    if (is_empty && !box->types_words &&
        (character == ',' || (character == '/' && takes_slash))) {
        type_targets(table, character == ',');
        return true;
    }
    if (box->targets.count < 2 || !box->targets.are_shared) {
        return false;
    }
    struct order_rows rows;
    order_rows(&rows, &table->model, table_order_rows(table));
    for (int i = 0; i < rows.count; i++) {
        if (order_share_letter(&table->model, &rows, i) == character) {
            table_change_share(
                table, question_target(box, table->model.order[rows.row[i].line.first]));
            return true;
        }
    }
    /* Amounts have no capitals, so a slip does not spoil one. */
    return character >= 'A' && character <= 'Z';
}

/* "d is Goblin 1, who is dead: ", for a letter pressed from memory. */
static void add_owner(const struct table_model *model, int character, struct text *out)
{
    const struct state *state = model->state;
    for (int id = 1; id <= state->count; id++) {
        char label[ORDER_LABEL_SIZE];
        order_letters(label, model, id);
        if (state_is_present(state, id) && label[0] == character && label[1] == '\0') {
            text_add(out, "%c is %s, who %s: ", character, state_name(state, id),
                     state_is_in(state, id) ? "cannot be meant" : "is out");
        }
    }
}

/* "the letters are a to g": the present ones, in whatever order their rows stand. */
static void say_letters(struct table *table, int character)
{
    struct order_rows rows;
    char first[ORDER_LABEL_SIZE] = "", last[ORDER_LABEL_SIZE] = "", label[ORDER_LABEL_SIZE];
    order_rows(&rows, &table->model, table_order_rows(table));
    for (int i = 0; i < rows.count; i++) {
        order_label(label, &table->model, &rows, i);
        if (label[0] != '\0' && strcmp(label, last) > 0) {
            memcpy(last, label, sizeof last);
        }
        if (label[0] != '\0' && (first[0] == '\0' || strcmp(label, first) < 0)) {
            memcpy(first, label, sizeof first);
        }
    }
    TEXT_BUFFER(text, NOTICE_SIZE);
    add_owner(&table->model, character, &text);
    if (first[0] == '\0') {
        text_add(&text, "no letter means anybody here; / types a name, Esc cancels");
    } else {
        text_add(&text, "the letters are %s to %s; / types a name", first, last);
    }
    table->question.label = '\0';
    table_say(table, ROLE_WARNING, text.p);
}

/* A star alone is one throw, at once; behind typed dice it stands for one of them. */
static bool take_star(struct table *table, int character)
{
    struct question_box *box = &table->question;
    bool is_throw = character == '*' && box->question.kind == QUESTION_DICE &&
                    line_edit_text(&box->edit).n == 0;
    if (is_throw) {
        line_edit_set(&box->edit, str_of("*"));
        accept_answer(table);
    }
    return is_throw;
}

/* Letters choose until something else is typed. */
static bool take_character(struct table *table, const struct term_input *input)
{
    struct question_box *box = &table->question;
    if (input->kind != INPUT_CHARACTER) {
        return false;
    }
    if (take_target_key(table, input->key) || take_star(table, input->key)) {
        return true;
    }
    if (box->question.kind == QUESTION_CHOICE) {
        return take_choice(table, input->key);
    }
    if (box->question.kind != QUESTION_COMBATANT || box->types_words) {
        return false;
    }
    if (take_label(table, input->key)) {
        return true;
    }
    if (input->key < 128 && char_is_letter((char)input->key)) {
        say_letters(table, input->key);
        return true;
    }
    if (input->key == '?') {
        table_open_help(table, CONTEXT_QUESTION);
        return true;
    }
    box->types_words = true;
    if (input->key == '/') {
        table_echo(table);
        return true;
    }
    return false;
}

/* ---- any key --------------------------------------------------------------------------- */

/* To the next one that can be meant; where there is none, nowhere. */
static void step(struct table *table, int steps)
{
    int before = table->model.selected;
    table->question.label = '\0';
    for (int last = 0;
         last != table->model.selected &&
         (last == 0 || !order_selected_has_label(&table->model, table_order_rows(table)));) {
        last = table->model.selected;
        table_model_select(&table->model,
                           order_step(&table->model, table_order_rows(table), steps));
        table_try_combatants(table);
    }
    if (!order_selected_has_label(&table->model, table_order_rows(table))) {
        table_model_select(&table->model, before);
    }
    table_echo(table);
}

/* With nothing typed, takes back the last answer, to be typed again, or whom the key chose;
 * otherwise the last character. False when there is nothing to take back. */
static bool go_back(struct table *table)
{
    struct str taken;
    struct question_box *box = &table->question;
    if (line_edit_text(&box->edit).n > 0) {
        return false;
    }
    if (box->types_words && !box->types_targets) {
        box->types_words = false;
        table_echo(table);
        return true;
    }
    TEXT_BUFFER(line, COMMAND_LINE_MAX + 1);
    TEXT_BUFFER(words, COMMAND_LINE_MAX + 1);
    /* The targets in place of which others are typed. */
    if (!question_take_back(box, &line, &taken) && !box->types_targets) {
        text_init(&line, line.p, line.size);
        if (!table_line_without_whom(table, &line)) {
            return false;
        }
        box->begun = line.n;
    }
    text_add_str(&words, taken);
    sitting_preview(table->sitting, line.p, &table->result);
    if (table->result.kind != RESULT_ASKS) {
        return false; /* another program has changed the reason for the question */
    }
    table_run_line(table, line.p);
    table_series_go_on(table);
    if (box->question.kind == QUESTION_DICE) {
        line_edit_set(&box->edit, (struct str){words.p, words.n});
        table_echo(table);
    }
    return true;
}

/* A form that asked is shown again, unchanged. */
static void leave_question(struct table *table)
{
    table_close(table, &view_of_question);
    if (view_top(&table->model.views).view == &view_of_form) {
        table_echo_form(table);
    } else {
        table_say(table, ROLE_PLAIN, "");
    }
    table_series_leave(table);
}

/* Words are completed in the palette, like all lines. */
static void complete_words(struct table *table)
{
    bool has_words = line_edit_text(&table->question.edit).n > 0;
    TEXT_BUFFER(text, COMMAND_LINE_MAX + 1);
    if (table->question.completes_nothing) {
        table_say(table, ROLE_WARNING, "nothing to complete: type it, then Enter");
        return;
    }
    if (!has_words) {
        text_add(&text, "%s ", table->question.line);
    } else if (!table_answered_line(table, &text)) {
        return;
    }
    leave_question(table);
    table_open_palette(table, text.p);
    table->palette.is_answer = true;
    table->palette.asked = (int)strlen(table->question.line) + 1;
    if (has_words) {
        table_complete_in_palette(table);
    }
}

/* Where one foe is left nobody asks whom: a letter that was pressed from habit. */
static bool is_lone_letter(const struct question_box *box)
{
    return box->question.kind == QUESTION_DICE && box->edit.length == 1 &&
           char_is_letter(box->edit.text[0]);
}

/* New dice replace refused ones, and a lone letter; C-u clears all dice. */
static void edit_entry(struct table *table, const struct term_input *input)
{
    struct question_box *box = &table->question;
    bool are_dice = box->question.kind == QUESTION_DICE;
    bool clears = input->kind == INPUT_KEY && input->key == (KEY_WITH_CONTROL | 'u');
    bool is_digit = input->kind == INPUT_CHARACTER && input->key >= '0' && input->key <= '9';
    if (are_dice && (clears || (box->is_refused_entry && input->kind != INPUT_KEY) ||
                     (is_digit && is_lone_letter(box)))) {
        line_edit_init(&box->edit);
    }
    box->is_refused_entry = false;
    if (line_edit_input(&box->edit, input) == LINE_EDIT_CHANGED || (are_dice && clears)) {
        table_echo(table);
    }
    if (is_lone_letter(box) && box->edit.text[0] != 'r') { /* roll, for one */
        text_format(table->model.notice.text, sizeof table->model.notice.text,
                    "%c is not a die: a digit takes its place; whom it is for stands below",
                    box->edit.text[0]);
        table->model.notice.role = ROLE_WARNING;
    }
}

/* ---- the view -------------------------------------------------------------------------- */

static void accept(struct table *table, const struct view_key *key)
{
    (void)key;
    accept_answer(table);
}

static void cancel(struct table *table, const struct view_key *key)
{
    (void)key;
    leave_question(table);
}

static void complete(struct table *table, const struct view_key *key)
{
    const struct question_box *box = &table->question;
    (void)key;
    if (box->question.kind == QUESTION_TEXT && !box->types_targets) {
        complete_words(table);
    }
}

/* Characters go into the field, if it takes any. */
static void type(struct table *table, const struct view_key *key)
{
    struct question_box *box = &table->question;
    if (box->question.kind != QUESTION_CHOICE ||
        box->question.else_takes != ELSE_TAKES_NOTHING) {
        box->types_words = box->types_words || key->input->kind == INPUT_PASTE;
        edit_entry(table, key->input);
    }
}

static void back(struct table *table, const struct view_key *key)
{
    if (!go_back(table)) {
        type(table, key);
    }
}

/* The rest of the i-th newest line with this beginning; false when there is none. */
static bool earlier_answer(const struct table *table, int i, struct str *out)
{
    const struct palette *palette = &table->palette;
    int n = (int)strlen(table->question.line);
    for (int k = 0; k < palette->history_count; k++) {
        const char *line = palette->history[k];
        bool is_one = strncmp(line, table->question.line, (size_t)n) == 0 && line[n] == ' ';
        if (is_one && --i == 0) {
            *out = str_of(line + n + 1);
            return true;
        }
    }
    return false;
}

/* Earlier answers to the same question, the newest first; down again: none. */
static void recall(struct table *table, int steps)
{
    struct question_box *box = &table->question;
    struct str words = {"", 0};
    int to = box->recalled + steps;
    if (to < 0 || (to > 0 && !earlier_answer(table, to, &words))) {
        return;
    }
    box->recalled = to;
    line_edit_set(&box->edit, words);
    table_echo(table);
}

static void move(struct table *table, const struct view_key *key)
{
    const struct question_box *box = &table->question;
    bool is_choosing = box->question.kind == QUESTION_COMBATANT &&
                       (!box->types_words || are_dice(line_edit_text(&box->edit)));
    if (is_choosing) {
        step(table, key->act == ACT_DOWN ? 1 : -1);
    } else if (box->question.kind == QUESTION_TEXT && !box->types_targets) {
        recall(table, key->act == ACT_UP ? 1 : -1);
    } else {
        type(table, key);
    }
}

/* Does the same as the slash, by any other key. */
static void begin_typing(struct table *table, const struct view_key *key)
{
    const struct term_input slash = {.kind = INPUT_CHARACTER, .key = '/'};
    (void)key;
    take_character(table, &slash);
}

static bool before_key(struct table *table, const struct view_key *key)
{
    return take_character(table, key->input);
}

static void draw_prompt(const struct table_model *model, void *self, struct canvas canvas)
{
    (void)model;
    question_draw(self, canvas);
}

/* Restores the selection. */
static void closed(struct table *table)
{
    table->model.selected = table->question.selected_before;
    table->model.follows_turn = table->question.followed_before;
}

const struct view view_of_question = {
    .context = CONTEXT_QUESTION,
    .on =
        {
            [ACT_ACCEPT] = accept,
            [ACT_CANCEL] = cancel,
            [ACT_HELP] = table_act_help,
            [ACT_DOWN] = move,
            [ACT_UP] = move,
            [ACT_BACK] = back,
            [ACT_COMPLETE] = complete,
            [ACT_TYPE] = begin_typing,
            [ACT_LOOK_OLDER] = table_look_back,
        },
    .other = type,
    .before = before_key,
    .draw_prompt = draw_prompt,
    .closed = closed,
};
