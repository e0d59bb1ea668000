#include "tui/loop/table_private.h"

#include <string.h>

#include "app/settings/keys.h"
#include "app/sitting/sitting.h"
#include "app/library/kinds.h"
#include "app/sitting/state.h"
#include "base/utf8.h"
#include "tracker/conditions.h"
#include "tracker/turns.h"
#include "tui/fight/order_rows.h"

/* ---- messages -------------------------------------------------------------------------- */

void table_say(struct table *table, enum role role, const char *text)
{
    struct text to = text_over(table->model.notice.text, sizeof table->model.notice.text);
    text_add(&to, "%s", text);
    table->model.notice.role = role;
}

void table_say_key(struct table *table, const char *key, const char *what)
{
    struct text to = text_over(table->model.notice.text, sizeof table->model.notice.text);
    text_add(&to, "%s %s", key, what);
    table->model.notice.role = ROLE_DIM;
}

static void say_refused(struct table *table, const struct refusal *refusal)
{
    struct text to = text_over(table->model.notice.text, sizeof table->model.notice.text);
    text_add(&to, "refused: %s", refusal->reason);
    if (refusal->rule != NULL && refusal->rule[0] != '\0') {
        text_add(&to, " (%s)", refusal->rule);
    }
    if (table->refused[0] != '\0') {
        text_add(&to, "; %s\xc2\xa0overrules\xc2\xa0it",
                 key_of_act(&table->model.keys, ACT_RULING));
    }
    table->model.notice.role = ROLE_WARNING;
}

/* Several dice are asked for and one number was typed: it is probably their sum. */
static bool is_lone_number(const struct table *table)
{
    int64_t number;
    return table_model_question(&table->model) != NULL &&
           table->question.question.kind == QUESTION_DICE &&
           table->question.question.dice.missing > 1 &&
           table->question.question.dice.takes_total &&
           str_to_int64(question_typed(&table->question), 0, INT32_MAX, &number) &&
           question_total_is_possible(&table->question.question.dice, number);
}

void table_say_error(struct table *table, const struct error *error)
{
    struct text to = text_over(table->model.notice.text, sizeof table->model.notice.text);
    text_add(&to, "%s: %s", error->where, error->text);
    table->model.notice.role = ROLE_ERROR;
}

static void say_error(struct table *table)
{
    const struct error *error = &table->result.error;
    struct text to = text_over(table->model.notice.text, sizeof table->model.notice.text);
    text_add(&to, "%s", error->text);
    if (table->result.kind == RESULT_FAILED && error->where[0] != '\0') {
        text_add(&to, " (%s)", error->where);
    }
    if (is_lone_number(table)) {
        text_add(&to, "; for a total type =%.*s", question_typed(&table->question).n,
                 question_typed(&table->question).p);
    }
    table->model.notice.role = ROLE_ERROR;
}

/* ---- running lines --------------------------------------------------------------------- */

void table_read(struct table *table, const char *title, struct str text)
{
    table_end_evening(table);
    reader_init(&table->reader, title, text);
    view_push(&table->model.views, &view_of_reader, &table->reader);
}

/* Words that make the program throw dice. */
static bool throws_here(struct str typed)
{
    for (;;) {
        struct str word = str_next_word(&typed);
        if (word.p == NULL) {
            return false;
        }
        if (str_equal(word, "*") || str_equal_any_case(word, str_of("roll"))) {
            return true;
        }
    }
}

/* The lines of the act up to the question, and the throw that it is about. */
static void add_so_far(const struct result *result, struct text *out)
{
    const char *so_far = result->question.so_far;
    struct str lines = str_of(result->text);
    struct str last = {"", 0};
    while (str_next_part(&lines, '\n', &last)) {
        text_add(out, "%.*s\n", last.n, last.p);
    }
    bool is_last_line = last.n > 0 && strncmp(last.p, so_far, strlen(so_far)) == 0;
    if (so_far[0] != '\0' && !is_last_line) {
        text_add(out, "%s\n", so_far);
    }
}

/* A dry run. Dice that the program would throw are not thrown for it, since one could see them
 * and then change one's mind. */
bool table_echo_line(struct table *table, const char *line, const char *then, struct text *out)
{
    const struct result *result = &table->result;
    if (throws_here(str_of(line))) {
        table->result.kind = RESULT_TOLD; /* nothing is known to be wrong */
        return false;
    }
    if (table_leaves(table, line)) {
        table_say_leaving(table, line, out);
        return true;
    }
    TEXT_BUFFER(whole, COMMAND_LINE_MAX + 1);
    TEXT_BUFFER(joining, 400);
    bool is_written_out = sitting_write_out_kind(table->sitting, line, &whole);
    sitting_preview(table->sitting, is_written_out ? whole.p : line, &table->result);
    bool is_wrong = result->kind != RESULT_DONE && result->kind != RESULT_ASKS;
    int kinds = is_wrong ? 0 : sitting_tell_joining(table->sitting, line, &joining);
    if (kinds == 1) {
        text_add(out, "%s", joining.p);
    } else if (kinds > 1) {
        text_add(out, "%s; %s", result->label, joining.p);
    } else if (result->kind == RESULT_DONE) {
        text_add(out, "%s", result->text[0] != '\0' ? result->text : result->label);
    } else if (result->kind == RESULT_ASKS) {
        add_so_far(result, out);
        text_add(out, "%s: ", then);
        question_text(&result->question, out);
    }
    return result->kind == RESULT_DONE || result->kind == RESULT_ASKS;
}

/* "defend all 5 * 1" up to the die that the program throws: what the dice before it do can be
 * shown, and whose die it is. `rest` gets those behind it. */
static bool cut_before_thrown(const struct question_box *box, struct text *line,
                              struct str *rest)
{
    struct str typed = question_typed(box);
    /* One that was an answer before has fallen already. */
    int answered = (int)strlen(box->line);
    const char *thrown = line->n > answered ? strstr(line->p + answered, " *") : NULL;
    bool is_die = thrown != NULL && (thrown[2] == '\0' || thrown[2] == ' ');
    bool is_cut =
        box->question.kind == QUESTION_DICE && is_die && typed.n > 0 && typed.p[0] != '*';
    if (is_cut) {
        *rest = str_trimmed(str_of(thrown + 2));
        line->n = (int)(thrown - line->p);
        line->p[line->n] = '\0';
    }
    return is_cut;
}

/* A letter with no other one to choose from would be taken for a mark of its row: "d or Enter:
 * Ro, the only one; Esc cancels". False: there are several. */
static bool only_one_hint(struct table *table, struct text *out)
{
    const struct question_box *box = &table->question;
    char label[ORDER_LABEL_SIZE];
    bool chooses = box->question.kind == QUESTION_COMBATANT && !box->types_words;
    int id = chooses ? order_only_labelled(&table->model, table_order_rows(table), label) : 0;
    if (id != 0 && id == table->model.selected) {
        text_add(out, "%s or Enter: %s, the only one; Esc cancels", label,
                 state_name(table->model.state, id));
    }
    return out->n > 0;
}

static const char cause_option[] = "by=";

/* Whether only the word stands in the field that the key wrote there: whose damage it is. */
static bool is_cause(struct str word)
{
    return str_equal_any_case(str_beginning(word, (int)sizeof cause_option - 1),
                              str_of(cause_option)) &&
           memchr(word.p, ' ', (size_t)word.n) == NULL;
}

bool table_has_cause_alone(const struct table *table)
{
    const struct question_box *box = &table->question;
    struct str typed = str_trimmed(line_edit_text(&box->edit));
    return box->question.kind == QUESTION_TEXT && !box->types_targets && is_cause(typed);
}

/* The key of a line for damage names the caster of the last spell. While the amount is asked
 * for, that word is moved into the field, to be seen and deleted. */
static void show_cause(struct table *table)
{
    struct question_box *box = &table->question;
    const struct key_binding *binding = key_binding_of_line(&table->model.keys, box->line);
    struct str rest = str_of(box->line), before = rest, word = {NULL, 0};
    bool is_written = binding != NULL && strstr(binding->command, " by=%c") != NULL &&
                      box->question.kind == QUESTION_TEXT;
    while (is_written && (word = str_next_word(&rest)).p != NULL && !is_cause(word)) {
        before = rest;
    }
    if (!is_written || word.p == NULL) {
        return;
    }
    TEXT_BUFFER(field, NAME_SIZE + 16);
    text_add(&field, "%.*s ", word.n, word.p);
    line_edit_set(&box->edit, (struct str){field.p, field.n});
    int cut = (int)(rest.p - before.p);
    int at = (int)(before.p - box->line);
    memmove(box->line + at, box->line + at + cut, strlen(box->line + at + cut) + 1);
    int n = (int)strlen(box->line);
    box->begun = box->begun > at ? box->begun - cut : box->begun;
    box->begun = box->begun > n ? n : box->begun;
}

void table_echo(struct table *table)
{
    struct question_box *box = &table->question;
    const struct question *next = &table->result.question;
    struct str rest = {"", 0};
    TEXT_BUFFER(text, COMMAND_LINE_MAX + 1);
    table->model.notice.role = ROLE_DIM;
    struct text hint = text_over(table->model.notice.text, sizeof table->model.notice.text);
    struct str typed = str_trimmed(line_edit_text(&box->edit));
    /* A comma says that a name follows, not that all is said. */
    bool is_open = box->types_targets && typed.n > 0 && typed.p[typed.n - 1] == ',';
    bool is_alone = table_has_cause_alone(table);
    bool is_answer = !is_open && !is_alone && table_answered_line(table, &text);
    bool is_cut = cut_before_thrown(box, &text, &rest);
    const char *then = is_cut ? "Enter then rolls" : TABLE_THEN_ASKS;
    bool is_shown = is_answer && table_echo_line(table, text.p, then, &hint);
    /* Other answers are wrong until their last character is typed. */
    box->is_wrong_entry = is_answer && !is_shown && box->question.kind == QUESTION_DICE &&
                          table->result.kind == RESULT_WRONG;
    if (is_shown) {
        /* "then 1 more: 4 as typed", which is not lost */
        bool has_rest = rest.n > 0 && table->result.kind == RESULT_ASKS && next->more > 0;
        if (has_rest) {
            text_add(&hint, ": %.*s as typed", rest.n, rest.p);
        }
        table_series_say_waiting(table, &hint);
    } else if (box->is_wrong_entry) {
        text_add(&hint, "%s", table->result.error.text);
    } else if (is_alone) {
        text_add(&hint,
                 "type the amount, e.g. 7 or 2d6; %.*s says whose damage it is, C-u deletes it",
                 typed.n, typed.p);
    } else if (!only_one_hint(table, &hint)) {
        question_hint(box, &hint);
    }
}

static bool is_of_party(const struct table_model *model, int id)
{
    return id != 0 && state_is_in(model->state, id) &&
           state_value(model->state, id, FIELD_SIDE, SIDE_FOES) == SIDE_PARTY;
}

/* The one of the party with the smallest part of its hit points left, the first of several; 0:
 * nobody is there, or counts them. */
static int most_hurt(const struct table_model *model)
{
    int most = 0;
    int64_t least_hp = 0, least_of = 1;
    for (int i = 0; i < model->order_count; i++) {
        int id = model->order[i];
        int64_t of = state_value(model->state, id, FIELD_HP_MAX, 0);
        int64_t hp = state_value(model->state, id, FIELD_HP, 0);
        bool is_less = most == 0 || hp * least_of < least_hp * of;
        if (is_of_party(model, id) && of > 0 && is_less) {
            most = id;
            least_hp = hp;
            least_of = of;
        }
    }
    return most;
}

/* Without anybody out it is the selected one, whom the rules then refuse. */
static int first_out(const struct table_model *model)
{
    for (int i = 0; i < model->order_count; i++) {
        if (!state_is_in(model->state, model->order[i])) {
            return model->order[i];
        }
    }
    return model->selected;
}

/* A guess at the answer: the target, an opponent in melee, the side's last target, the next
 * foe; for one of the party, the selected combatant, or else the one who acts. Where anybody
 * can be meant, it is the one to whom the referee has moved the cursor. */
static int likely_answer(const struct table *table)
{
    const struct table_model *model = &table->model;
    if (table->question.question.wanted == WANTED_ANYBODY && model->selected != 0 &&
        model->picked == model->selected && model->selected != model->acting &&
        state_is_in(model->state, model->selected)) {
        return model->selected;
    }
    if (table->question.question.likely != 0) {
        return table->question.question.likely;
    }
    if (table->question.question.wanted == WANTED_SELECTED && model->selected != 0) {
        return model->selected;
    }
    if (table->question.question.wanted == WANTED_HURT) {
        int hurt = most_hurt(model);
        return hurt != 0 ? hurt : model->selected;
    }
    if (table->question.question.wanted == WANTED_OUT) {
        return first_out(model);
    }
    int target = table_model_likely_target(model);
    target = target != 0 ? target : table_model_gone_for(model);
    target = target != 0 ? target : table_model_next_foe(model, 0);
    bool wants_ours = table->question.question.wanted == WANTED_CHARACTER;
    if (wants_ours && !is_of_party(model, target)) {
        target = is_of_party(model, model->selected) ? model->selected : model->acting;
    }
    return target != 0 ? target : model->selected;
}

/* The key of the next turn: people press it without seeing that something is asked, so it
 * chooses nothing. */
static char key_of_next_turn(const struct table *table)
{
    const char *key = key_of_command(&table->model.keys, "next");
    return (char)(key != NULL && key[0] != '\0' && key[1] == '\0' ? key[0] : '\0');
}

/* The rules may refuse the likely answer: then the cursor is on the first that they allow. */
static void select_possible(struct table *table)
{
    struct table_model *model = &table->model;
    const struct question_box *box = &table->question;
    if (box->question.kind != QUESTION_COMBATANT || !box->is_refused[model->selected]) {
        return;
    }
    for (int i = 0; i < model->order_count; i++) {
        int id = model->order[i];
        if (box->is_tried[id] && !box->is_refused[id]) {
            model->selected = id;
            return;
        }
    }
}

static void ask(struct table *table, const char *line)
{
    struct table_model *model = &table->model;
    bool was_asking = table_model_question(model) != NULL;
    if (!was_asking) {
        table->question.selected_before = model->selected;
        table->question.followed_before = model->follows_turn;
        table->question.begun = (int)strlen(line);
        table->question.amount[0] = '\0';
        table_note_start(table, line);
    }
    TEXT_BUFFER(text, COMMAND_LINE_MAX + 1);
    text_add_str(&text, str_of(line));
    question_init(&table->question, &table->result.question, text.p);
    show_cause(table);
    table->question.avoided = key_of_next_turn(table);
    table_close(table, &view_of_palette);
    table->question.completes_nothing = table->question.question.kind == QUESTION_TEXT &&
                                        !table_completes_after(table, table->question.line);
    if (!was_asking) {
        view_push(&model->views, &view_of_question, &table->question);
    }
    if (table->question.question.kind == QUESTION_COMBATANT) {
        model->selected = likely_answer(table);
    }
    table_prepare_question(table);
    select_possible(table);
    table_echo(table);
}

/* Whether the line is just this word: a command that the screen carries out in its own way. */
static bool is_only(const char *line, const char *word)
{
    struct str rest = str_of(line);
    return str_equal_any_case(str_next_word(&rest), str_of(word)) &&
           str_next_word(&rest).p == NULL;
}

/* What the table was like before a line, for what is worth saying after it. */
struct before {
    int rows;       /* the encounter's number of combatants */
    int turn;       /* whose turn it was */
    bool is_out[2]; /* by enum side */
    bool leaves;    /* the line puts another encounter on the table */
    char encounter[NAME_SIZE];
    char due[NOTICE_SIZE]; /* the text of the first pending check that has to be settled; "":
                              none */
};

static void look_before(const struct table *table, const char *line, struct before *out)
{
    const struct table_model *model = &table->model;
    bool is_duty = model->pending_checks > 0 && !model->pending[0].is_optional;
    const char *due = is_duty ? model->pending[0].text : "";
    struct text text = text_over(out->due, sizeof out->due);
    text_add(&text, "%s", due);
    out->rows = model->state->count;
    out->turn = model->state->value[ENCOUNTER_TURN];
    out->leaves = table_leaves(table, line);
    text_format(out->encounter, sizeof out->encounter, "%s", table->encounter);
    for (int side = 0; side <= SIDE_PARTY; side++) {
        out->is_out[side] = turns_is_out(model->state, (enum side)side);
    }
}

/* That nobody of a side is left, at the moment this comes about: what comes next may have no
 * room while something is pending. And that the next turn has left a check open. */
static void add_what_ended(const struct table *table, const struct before *before,
                           const char *line, struct text *out)
{
    static const char *const gone[] = {[SIDE_PARTY] = "the party is out of the fight",
                                       [SIDE_FOES] = "no foe is left in the fight"};
    const struct table_model *model = &table->model;
    for (int side = 0; side <= SIDE_PARTY; side++) {
        if (!before->is_out[side] && turns_is_out(model->state, (enum side)side)) {
            text_add(out, "%s%s", out->n > 0 ? "; " : "", gone[side]);
        }
    }
    bool is_open = false;
    for (int i = 0; i < model->pending_checks && before->due[0] != '\0'; i++) {
        is_open = is_open || strcmp(before->due, model->pending[i].text) == 0;
    }
    if (is_open && is_only(line, "next")) {
        text_add(out, "%sstill open: %s", out->n > 0 ? "; " : "", before->due);
    }
}

/* When another's turn begins: the conditions that the table should remember then. */
static void add_conditions_of_turn(const struct table *table, const struct before *before,
                                   struct text *out)
{
    const struct table_model *model = &table->model;
    int turn = model->state->value[ENCOUNTER_TURN];
    TEXT_BUFFER(conditions, NOTICE_SIZE);
    if (turn != 0 && turn != before->turn) {
        conditions_format_of_turn(model->procedure, model->state, turn, OF_TURN_ALL,
                                  &conditions);
    }
    if (conditions.n > 0) {
        text_add(out, "%s%s: %s", out->n > 0 ? "; " : "", state_name(model->state, turn),
                 conditions.p);
    }
}

/* The combatant that was just added is likely to be meant next, by a note or a form. `rows`:
 * the encounter's number of combatants before. */
static void select_added(struct table *table, int rows)
{
    if (table->model.state->count > rows) {
        table_model_select(&table->model, rows + 1);
    }
}

/* After a line: closes views that do not list what lines change. */
static void close_views(struct table *table)
{
    struct view_stack *views = &table->model.views;
    for (int i = views->count - 1; i >= 0; i--) {
        if (views->entry[i].view->ran == NULL) {
            table_close(table, views->entry[i].view);
        }
    }
}

static void read_views_again(struct table *table)
{
    struct view_stack *views = &table->model.views;
    for (int i = views->count - 1; i >= 0; i--) {
        views->entry[i].view->ran(table);
    }
}

static void done(struct table *table, const struct before *before, const char *line)
{
    bool is_same = str_equal(str_of(sitting_encounter_name(table->sitting)), table->encounter);
    close_views(table);
    table->refused[0] = '\0';
    table->wants_tidying = true;
    table_load(table);
    read_views_again(table);
    TEXT_BUFFER(text, NOTICE_SIZE);
    text_add(&text, "%s%s%s", table->result.label, table->result.lost[0] != '\0' ? "; " : "",
             table->result.lost);
    if (is_same) {
        select_added(table, before->rows);
        add_conditions_of_turn(table, before, &text);
        add_what_ended(table, before, line, &text);
    } else if (before->leaves) {
        table_add_way_back(table, before->encounter, &text);
    }
    table_say(table, table->result.lost[0] != '\0' ? ROLE_WARNING : ROLE_DIM, text.p);
}

/* A refusal by the rules can be overruled, but not one because there is nothing to do, like
 * undo at the start. */
static void refused(struct table *table, const char *line)
{
    const struct refusal refusal = table->result.refusal;
    struct str rest = str_of(line);
    bool is_ruling = str_equal_any_case(str_next_word(&rest), str_of("ruling"));
    close_views(table);
    read_views_again(table);
    struct text text = text_over(table->refused, sizeof table->refused);
    sitting_preview(table->sitting, line, &table->result);
    if (table->result.kind == RESULT_REFUSED && !is_ruling) {
        text_add_str(&text, str_of(line));
    }
    TEXT_BUFFER(way_back, NOTICE_SIZE);
    if (table_offers_way_back(table, line, &way_back)) {
        table_say(table, ROLE_WARNING, way_back.p);
    } else {
        say_refused(table, &refusal);
    }
}

/* `amend` without changes, for the last act or with `act=27`; *act is that word then. */
static bool is_amend_alone(const char *line, struct str *act)
{
    static const char *const name = "act=";
    struct str rest = str_of(line);
    struct str first = str_next_word(&rest);
    *act = str_next_word(&rest);
    struct str head = {act->p, (int)strlen(name)};
    return str_equal_any_case(first, str_of("amend")) && str_next_word(&rest).p == NULL &&
           (act->p == NULL || (act->n > head.n && str_equal_any_case(head, str_of(name))));
}

/* The act's line, to change a word of it; the line may not name the actor, but its label
 * does. */
static void open_amend(struct table *table, struct str act)
{
    TEXT_BUFFER(text, COMMAND_LINE_MAX + 1);
    TEXT_BUFFER(help, NOTICE_SIZE);
    text_add(&text, "amend %.*s%s", act.n, act.n > 0 ? act.p : "", act.n > 0 ? " " : "");
    text_add_str(&text,
                 (struct str){table->result.text, (int)strcspn(table->result.text, "\n")});
    if (act.n > 0) {
        text_add(&help,
                 "%s: change what was wrong; Enter replaces it and plays what followed again",
                 table->result.label);
    } else {
        text_add(&help, "the last act: change what was wrong; Enter replaces the act: %s",
                 table->result.label);
    }
    table_open_palette(table, text.p);
    table_say(table, ROLE_DIM, help.p);
}

static void told(struct table *table, const char *line)
{
    const char *text = table->result.text;
    struct str act;
    table_close(table, &view_of_question);
    table_close(table, &view_of_palette);
    if (is_amend_alone(line, &act)) {
        open_amend(table, act);
    } else if (strchr(text, '\n') != NULL) {
        table_read(table, line, str_of(text));
    } else {
        table_say(table, ROLE_PLAIN, text);
    }
}

/* A text with more mistakes than one: all of them, to scroll through. */
static void read_mistakes(struct table *table)
{
    const struct error *first = &table->result.error;
    if (table->result.text[0] == '\0') {
        return;
    }
    char bytes[RESULT_TEXT_SIZE + 2 * sizeof *first];
    struct text all = text_over(bytes, (int)sizeof bytes);
    text_add(&all, "%s%s%s\n%s", first->where, first->where[0] != '\0' ? ": " : "", first->text,
             table->result.text);
    table_close(table, &view_of_palette);
    table_read(table, "mistakes in the text", (struct str){all.p, all.n});
}

static bool moves_back_or_forth(const char *line)
{
    struct str rest = str_of(line);
    struct str word = str_next_word(&rest);
    return str_equal_any_case(word, str_of("undo")) ||
           str_equal_any_case(word, str_of("redo")) ||
           str_equal_any_case(word, str_of("rewind"));
}

static void open_help(struct table *table)
{
    table_open_help(table, CONTEXT_TABLE);
}

/* Opens a view by a command's word; false when the line is not one of these. */
static bool opens_view(struct table *table, const char *line)
{
    static const struct {
        const char *word;
        void (*open)(struct table *table);
    } opened[] = {{"history", table_open_history},
                  {"encounters", table_open_encounters},
                  {"chronicle", table_open_chronicle},
                  {"party", table_open_party},
                  {"list", table_open_encounters},
                  {"plan", table_open_plan},
                  {"log", table_open_log},
                  {"help", open_help},
                  {"settings", table_open_settings},
                  {"prepared", table_open_prepared},
                  {"campaigns", table_open_campaigns}};
    for (size_t i = 0; i < sizeof opened / sizeof opened[0]; i++) {
        if (is_only(line, opened[i].word)) {
            table_close(table, &view_of_palette);
            opened[i].open(table);
            return true;
        }
    }
    return false;
}

/* `look` on the screen: the table as it was, under a banner. */
static bool looks_back(struct table *table, const char *line)
{
    struct str rest = str_of(line);
    if (!str_equal_any_case(str_next_word(&rest), str_of("look"))) {
        return false;
    }
    table_close(table, &view_of_palette);
    table_look_back_by_words(table, rest);
    return true;
}

/* `kinds` and `kinds WORDS`. */
static bool opens_kinds(struct table *table, const char *line)
{
    struct str rest = str_of(line);
    if (!str_equal_any_case(str_next_word(&rest), str_of("kinds"))) {
        return false;
    }
    table_close(table, &view_of_palette);
    table_open_kinds(table, str_trimmed(rest));
    return true;
}

/* Runs a line. After a mistake the typed text stays, so that it can be corrected. */
void table_run_line(struct table *table, const char *line)
{
    struct again again;
    TEXT_BUFFER(text, COMMAND_LINE_MAX + 1);
    if (!sitting_write_out_kind(table->sitting, line, &text)) {
        text_add_str(&text, str_of(line));
    }
    if (opens_view(table, text.p) || looks_back(table, text.p) || opens_kinds(table, text.p) ||
        table_opens_why(table, text.p) || table_opens_figures(table, text.p) ||
        table_opens_questions(table, text.p) || table_opens_forecast(table, text.p) ||
        table_opens_evening(table, text.p)) {
        return;
    }
    table_again(&again, table, text.p);
    struct before before;
    char campaign[SITTING_PATH_MAX];
    look_before(table, text.p, &before);
    table_keep_choice(table);
    text_format(campaign, sizeof campaign, "%s", sitting_path(table->sitting));
    sitting_run(table->sitting, text.p, true, &table->result);
    bool has_run = table->result.kind != RESULT_WRONG && table->result.kind != RESULT_FAILED;
    memcpy(table->ran, has_run ? text.p : "", has_run ? (size_t)text.n + 1 : 1);
    switch (table->result.kind) {
    case RESULT_DONE:
        table_keep_again(table, &again);
        done(table, &before, text.p);
        if (strcmp(campaign, sitting_path(table->sitting)) != 0 &&
            table->model.encounter[0] == '\0') {
            table_open_encounters(table); /* another campaign, with no fight open */
        }
        if (moves_back_or_forth(text.p)) {
            table_choose_as_then(table);
        }
        break;
    case RESULT_TOLD:
        told(table, text.p);
        break;
    case RESULT_ASKS:
        ask(table, text.p);
        break;
    case RESULT_REFUSED:
        refused(table, text.p);
        break;
    case RESULT_WRONG:
        say_error(table);
        read_mistakes(table);
        break;
    case RESULT_FAILED:
        /* Another program's act may have been loaded instead. */
        table_load(table);
        say_error(table);
        if (table->result.error.code == STATUS_ELSEWHERE) {
            table_open_lost_file(table);
        }
        break;
    case RESULT_QUIT:
        table->has_ended = true;
        break;
    }
}

void table_run_ruling(struct table *table)
{
    if (table->refused[0] == '\0') {
        table_say(table, ROLE_PLAIN, "nothing was refused");
        return;
    }
    TEXT_BUFFER(text, COMMAND_LINE_MAX + 1);
    text_add(&text, "ruling %s", table->refused);
    table_run_line(table, text.p);
}

void table_amend(struct table *table, int64_t act)
{
    TEXT_BUFFER(text, 32);
    text_add(&text, "amend act=%lld", (long long)act);
    table_run_line(table, text.p);
}

void table_rewind(struct table *table, int64_t act)
{
    TEXT_BUFFER(text, 32);
    text_add(&text, "rewind %lld", (long long)act);
    table_run_line(table, text.p);
}
