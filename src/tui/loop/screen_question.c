#include "tui/loop/screen_private.h"

#include <string.h>

#include "app/library/kinds.h"
#include "app/settings/keys.h"
#include "app/sitting/sitting.h"
#include "app/sitting/state.h"
#include "base/utf8.h"
#include "tracker/conditions.h"
#include "tracker/turns.h"
#include "tui/fight/order.h"
#include "tui/lists/prepared.h"
#include "tui/log/look_back.h"

/* ---- to whom the command goes ---------------------------------------------------------- */

/* The line's argument for several combatants, if it is given; NULL: none. */
static const struct argument *several_of(const struct read_line *read)
{
    const struct command *command = &read->command;
    for (int i = 0; read->status == STATUS_OK && i < command->def->arguments_count; i++) {
        bool is_several = command->def->arguments[i].kind == ARGUMENT_COMBATANTS;
        if (is_several && command->argument[i].is_given) {
            return &command->argument[i];
        }
    }
    return NULL;
}

/* The line with another word in place of its targets. */
static bool put_targets(struct screen *screen, struct str word, struct text *out)
{
    const struct read_line *read =
        sitting_read_line(screen->sitting, screen->loop->question.line);
    const struct argument *several = several_of(read);
    if (several == NULL) {
        return false;
    }
    struct str old = several->written;
    text_add_str(out, (struct str){read->line, (int)(old.p - read->line)});
    text_add_str(out, word);
    text_add(out, "%s", old.p + old.n);
    return !out->is_cut;
}

/* The combatant named by the longest beginning of the words of a part, with its share: "gully
 * goblin 2/half". 0: none; *end is where that beginning ends. */
static int named_first(const struct state *state, struct str part, struct str *share, int *end)
{
    struct error ignored;
    for (int n = part.n; n > 0;) {
        struct str name = {part.p, n};
        const char *slash = memchr(part.p, '/', (size_t)n);
        *share = slash != NULL ? (struct str){slash, (int)(part.p + n - slash)}
                               : (struct str){part.p + n, 0};
        name.n -= share->n;
        int id = name.n > 0 ? combatant_find_listed(state, name, &ignored) : 0;
        if (id != 0) {
            *end = n;
            return id;
        }
        while (n > 0 && !char_is_space(part.p[n - 1])) {
            n--;
        }
        while (n > 0 && char_is_space(part.p[n - 1])) {
            n--;
        }
    }
    return 0;
}

/* The same by the letter that stands beside its row while targets are typed: "e/half". */
static int lettered_first(struct screen *screen, struct str part, struct str *share, int *end)
{
    struct order_rows rows;
    char label[ORDER_LABEL_SIZE] = {0};
    bool is_beginning;
    int n = 0;
    while (n < part.n && !char_is_space(part.p[n]) && part.p[n] != '/') {
        n++;
    }
    *end = n;
    while (*end < part.n && !char_is_space(part.p[*end])) {
        *end += 1;
    }
    *share = (struct str){part.p + n, *end - n};
    if (!screen->loop->question.types_targets || n == 0 || n >= ORDER_LABEL_SIZE) {
        return 0;
    }
    memcpy(label, part.p, (size_t)n);
    order_rows(&rows, &screen->model, screen_order_rows(screen));
    int row = order_labelled(&screen->model, &rows, label, &is_beginning);
    bool is_one = row >= 0 && rows.row[row].line.count == 1; /* groups show no letter */
    return is_one ? screen->model.order[rows.row[row].line.first] : 0;
}

/* Targets as people type them, as such a word: names of several words need no quotes, and there
 * may be blanks after the commas. What follows the last name stays: "gully goblin 2, Bo 7" is
 * "g2,p1 7". */
static void list_word(struct screen *screen, struct str typed, struct text *out)
{
    const struct state *state = screen->model.state;
    struct str rest = typed;
    for (struct str part; str_next_part(&rest, ',', &part);) {
        struct str share = {"", 0};
        int end;
        bool is_written = part.n > 0 && (part.p[0] == '"' || str_is_glob(part));
        int id = is_written ? 0 : lettered_first(screen, part, &share, &end);
        id = id != 0 || is_written ? id : named_first(state, part, &share, &end);
        if (id != 0) {
            table_model_list_word(&screen->model, id, out);
            text_add_str(out, share);
            text_add_str(out, (struct str){part.p + end, part.n - end});
        } else if (part.n > 0) {
            text_add(out, "%s", out->n > 0 ? "," : "");
            text_add_str(out, part);
        }
    }
}

static void find_targets(struct screen *screen)
{
    const struct read_line *read =
        sitting_read_line(screen->sitting, screen->loop->question.line);
    struct question_targets *targets = &screen->loop->question.targets;
    const struct argument *several = several_of(read);
    targets->count = several != NULL ? several->ids_count : 0;
    for (int i = 0; i < targets->count; i++) {
        targets->id[i] = several->ids[i];
        targets->share[i] = several->share[i];
    }
    if (several != NULL) {
        const struct command *command = &read->command;
        targets->are_shared = command->def->arguments[several - command->argument].takes_shares;
    }
}

/* ---- answers --------------------------------------------------------------------------- */

/* True when every word is a die: "14 4", "=15", "roll". */
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
static int answered_combatant(struct screen *screen, struct str *more, struct error *err)
{
    struct question_box *box = &screen->loop->question;
    struct str typed = question_typed(box);
    *more = str_of(box->amount);
    error_set(err, STATUS_USAGE, "", "nobody is here");
    if (!box->types_words || typed.n == 0) {
        return screen->model.selected;
    }
    int id = combatant_find(screen->model.state, typed, err);
    if (id == 0 && are_dice(typed)) {
        *more = typed;
        return screen->model.selected;
    }
    return id != 0 ? id : leading_combatant(screen->model.state, typed, more, err);
}

/* Combatants typed as a list or a pattern, with the words after them: `list` has them as the
 * command takes them. */
static bool are_several(struct screen *screen, struct str typed, struct text *list)
{
    list_word(screen, typed, list);
    struct str rest = {list->p, list->n};
    struct str first = str_next_list(&rest);
    return screen->loop->question.question.takes_several && first.n > 0 &&
           (memchr(first.p, ',', (size_t)first.n) != NULL || str_is_glob(first));
}

/* "p1 14 4" */
static void add_combatant(const struct screen *screen, int id, struct str dice,
                          struct text *out)
{
    combatant_word(screen->model.state, id, out);
    text_add(out, "%s%.*s", dice.n > 0 ? " " : "", dice.n, dice.p);
}

/* The line with the typed text in it; false when there is nothing to try, or no room. */
static bool answered_line(struct screen *screen, struct text *out)
{
    struct question_box *box = &screen->loop->question;
    struct str typed = line_edit_text(&box->edit);
    bool is_name = box->question.kind == QUESTION_COMBATANT;
    if (typed.n == 0 || (is_name && !box->types_words)) {
        return false;
    }
    TEXT_BUFFER(list, COMMAND_LINE_MAX + 1);
    if (box->types_targets) {
        list_word(screen, typed, &list);
        return put_targets(screen, (struct str){list.p, list.n}, out);
    }
    char row[COMMAND_LINE_MAX + 1];
    struct str dice;
    struct error err;
    bool is_list = is_name && are_several(screen, typed, &list);
    int id = is_name && !is_list ? answered_combatant(screen, &dice, &err) : 0;
    if (id != 0) {
        struct text words = text_over(row, sizeof row);
        add_combatant(screen, id, dice, &words);
        typed = (struct str){words.p, words.n};
    } else if (is_list) {
        typed = (struct str){list.p, list.n};
    } else if (is_name) {
        return false;
    } else if (box->question.kind == QUESTION_DICE && screen->loop->series.is_on) {
        typed = screen_series_dice(screen, str_of(box->line), typed);
    }
    TEXT_BUFFER(wrong, NOTICE_SIZE);
    return !question_finds_wrong_word(&box->question, typed, &wrong) &&
           question_answer(box, typed, out);
}

bool screen_asked_line(struct screen *screen, struct text *out)
{
    struct question_box *box = &screen->loop->question;
    if (box->question.kind == QUESTION_COMBATANT && screen->model.selected != 0) {
        TEXT_BUFFER(word, NAME_SIZE + 8);
        combatant_word(screen->model.state, screen->model.selected, &word);
        return question_answer(box, (struct str){word.p, word.n}, out);
    }
    text_add(out, "%s", box->line);
    return !out->is_cut;
}

bool screen_typed_line(struct screen *screen, struct text *out)
{
    if (table_model_question(&screen->model) != NULL) {
        struct str typed = line_edit_text(&screen->loop->question.edit);
        return !are_dice(typed) && answered_line(screen, out);
    }
    if (view_find(&screen->model.views, &view_of_palette) != NULL) {
        char line[LINE_EDIT_SIZE];
        struct palette_source source = screen_source(screen);
        palette_would_run(&screen->loop->palette, &source, line);
        text_add(out, "%s", line);
    }
    return out->n > 0 && !out->is_cut;
}

/* ---- what the rules would refuse ------------------------------------------------------- */

static bool would_be_refused(struct screen *screen, struct str words)
{
    TEXT_BUFFER(text, COMMAND_LINE_MAX + 1);
    if (!question_answer(&screen->loop->question, words, &text)) {
        return false;
    }
    enum result_kind kind = screen_try_line(screen, text.p)->kind;
    return kind == RESULT_REFUSED || kind == RESULT_WRONG;
}

/* Why the answer that was tried last would be refused. */
static void add_reason(const struct screen *screen, struct text *out)
{
    const struct result *tried = &screen->loop->tried.result;
    bool is_rule = tried->kind == RESULT_REFUSED;
    text_add(out, "%s", is_rule ? tried->refusal.reason : tried->error.text);
}

/* Each answer by one key is tried, so that no invalid one is offered. */
static void try_choices(struct screen *screen)
{
    struct question_box *box = &screen->loop->question;
    for (int i = 0; box->question.kind == QUESTION_CHOICE && i < box->question.choices; i++) {
        if (would_be_refused(screen, str_of(box->question.choice[i]))) {
            struct text reason = text_over(box->refused[i], sizeof box->refused[i]);
            add_reason(screen, &reason);
        }
    }
}

/* The combatants in view, each once: the others have no letters. */
static void try_combatants(struct screen *screen)
{
    struct question_box *box = &screen->loop->question;
    const struct table_model *model = &screen->model;
    struct order_rows rows;
    if (box->question.kind != QUESTION_COMBATANT) {
        return;
    }
    order_rows(&rows, model, screen_order_rows(screen));
    for (int i = 0; i < rows.count; i++) {
        int id = model->order[rows.row[i].line.first];
        TEXT_BUFFER(text, NAME_SIZE + 8);
        if (order_can_be_meant(model, id) && !box->is_tried[id]) {
            combatant_word(model->state, id, &text);
            box->is_tried[id] = true;
            box->is_refused[id] = would_be_refused(screen, (struct str){text.p, text.n});
        }
    }
}

/* The line of a question without the combatant that the key gave it, which is then asked for.
 * False: the key named nobody, or the command does not ask. */
static bool line_without_whom(struct screen *screen, struct text *out)
{
    const struct question_box *box = &screen->loop->question;
    const struct read_line *read = sitting_read_line(screen->sitting, box->line);
    const struct command *command = &read->command;
    if (read->status != STATUS_OK || command->def->arguments_count == 0) {
        return false;
    }
    enum argument_kind kind = command->def->arguments[0].kind;
    struct str whom = command->argument[0].written;
    bool is_one = kind == ARGUMENT_COMBATANT || kind == ARGUMENT_COMBATANTS;
    if (!is_one || !command->argument[0].is_given || whom.p >= read->line + box->begun) {
        return false;
    }
    text_add_str(out, (struct str){read->line, (int)(whom.p - read->line)});
    text_add_str(out, str_trimmed_start(str_of(whom.p + whom.n)));
    while (out->n > 0 && out->p[out->n - 1] == ' ') {
        out->p[--out->n] = '\0';
    }
    const struct result *tried = screen_try_line(screen, out->p);
    return tried->kind == RESULT_ASKS && tried->question.kind == QUESTION_COMBATANT;
}

/* Called when a question has begun: finds the targets of the command, what the rules would
 * refuse, and whether Backspace leads anywhere. */
static void prepare_question(struct screen *screen)
{
    struct question_box *box = &screen->loop->question;
    TEXT_BUFFER(without, COMMAND_LINE_MAX + 1);
    find_targets(screen);
    box->can_go_back = box->line[box->begun] != '\0' || line_without_whom(screen, &without);
    screen->loop->tried.line[0] = '\0';
    const char *next = sitting_dice_follow(screen->sitting, box->line, &box->question,
                                           &screen->loop->tried.result);
    box->dice_follow = next != NULL;
    question_add_next(&box->question, next);
    try_choices(screen);
    try_combatants(screen);
}

/* ---- asking ---------------------------------------------------------------------------- */

bool screen_types_total(const struct screen *screen)
{
    int64_t number;
    return table_model_question(&screen->model) != NULL &&
           screen->loop->question.question.kind == QUESTION_DICE &&
           screen->loop->question.question.dice.missing > 1 &&
           screen->loop->question.question.dice.takes_total &&
           str_to_int64(question_typed(&screen->loop->question), 0, INT32_MAX, &number) &&
           question_total_is_possible(&screen->loop->question.question.dice, number);
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
static bool only_one_hint(struct screen *screen, struct text *out)
{
    const struct question_box *box = &screen->loop->question;
    char label[ORDER_LABEL_SIZE];
    bool chooses = box->question.kind == QUESTION_COMBATANT && !box->types_words;
    int id =
        chooses ? order_only_labelled(&screen->model, screen_order_rows(screen), label) : 0;
    if (id != 0 && id == screen->model.selected) {
        text_add(out, "%s or Enter: %s, the only one; Esc cancels", label,
                 state_name(screen->model.state, id));
    }
    return out->n > 0;
}

static const char cause_option[] = "by=";

/* True when only the word stands in the field that the key wrote there: whose damage it is. */
static bool is_cause(struct str word)
{
    return str_equal_any_case(str_beginning(word, (int)sizeof cause_option - 1),
                              str_of(cause_option)) &&
           memchr(word.p, ' ', (size_t)word.n) == NULL;
}

/* True when the answer's field holds only whose damage it is, as the key wrote it there. */
static bool has_cause_alone(const struct screen *screen)
{
    const struct question_box *box = &screen->loop->question;
    struct str typed = str_trimmed(line_edit_text(&box->edit));
    return box->question.kind == QUESTION_TEXT && !box->types_targets && is_cause(typed);
}

/* The key of a line for damage names the caster of the last spell. While the amount is asked
 * for, that word is moved into the field, to be seen and deleted. */
static void show_cause(struct screen *screen)
{
    struct question_box *box = &screen->loop->question;
    const struct key_binding *binding = key_binding_of_line(&screen->model.keys, box->line);
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

void screen_echo(struct screen *screen)
{
    struct question_box *box = &screen->loop->question;
    const struct result *result = &screen->loop->tried.result;
    struct str rest = {"", 0};
    TEXT_BUFFER(text, COMMAND_LINE_MAX + 1);
    screen->model.notice.role = ROLE_DIM;
    struct text notice = text_over(screen->model.notice.text, sizeof screen->model.notice.text);
    TEXT_BUFFER(hint, NOTICE_SIZE);
    struct str typed = str_trimmed(line_edit_text(&box->edit));
    /* A comma says that a name follows, not that all is said. */
    bool is_open = box->types_targets && typed.n > 0 && typed.p[typed.n - 1] == ',';
    bool is_alone = has_cause_alone(screen);
    bool is_answer = !is_open && !is_alone && answered_line(screen, &text);
    bool is_cut = cut_before_thrown(box, &text, &rest);
    const char *then = is_cut ? "Enter then rolls" : TABLE_THEN_ASKS;
    bool is_shown = is_answer && screen_echo_line(screen, text.p, then, &hint);
    /* Other answers are wrong until their last character is typed. */
    box->is_wrong_entry = is_answer && !is_shown && box->question.kind == QUESTION_DICE &&
                          result->kind == RESULT_WRONG;
    if (is_shown) {
        /* "then 1 more: 4 as typed", which is not lost */
        bool has_rest = rest.n > 0 && result->kind == RESULT_ASKS && result->question.more > 0;
        if (has_rest) {
            text_add(&hint, ": %.*s as typed", rest.n, rest.p);
        }
        screen_series_say_waiting(screen, &hint);
    } else if (box->is_wrong_entry) {
        text_add(&hint, "%s", result->error.text);
    } else if (is_alone) {
        text_add(&hint,
                 "type the amount, e.g. 7 or 2d6; %.*s says whose damage it is, C-u deletes it",
                 typed.n, typed.p);
    } else if (!only_one_hint(screen, &hint)) {
        question_hint(box, &hint);
    }
    screen_throws_tell(screen, &notice);
    text_add(&notice, "%s%s", notice.n > 0 ? "\n" : "", hint.p);
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
 * foe; for one of the party, the selected combatant, or else the combatant that acts. Where
 * anybody can be meant, it is the one to whom the referee has moved the cursor. */
static int likely_answer(const struct screen *screen)
{
    const struct table_model *model = &screen->model;
    if (screen->loop->question.question.wanted == WANTED_ANYBODY && model->selected != 0 &&
        model->picked == model->selected && model->selected != model->acting &&
        state_is_in(model->state, model->selected)) {
        return model->selected;
    }
    if (screen->loop->question.question.likely != 0) {
        return screen->loop->question.question.likely;
    }
    if (screen->loop->question.question.wanted == WANTED_SELECTED && model->selected != 0) {
        return model->selected;
    }
    if (screen->loop->question.question.wanted == WANTED_HURT) {
        int hurt = most_hurt(model);
        return hurt != 0 ? hurt : model->selected;
    }
    if (screen->loop->question.question.wanted == WANTED_OUT) {
        return first_out(model);
    }
    int target = table_model_likely_target(model);
    target = target != 0 ? target : table_model_gone_for(model);
    target = target != 0 ? target : table_model_next_foe(model, 0);
    bool wants_ours = screen->loop->question.question.wanted == WANTED_CHARACTER;
    if (wants_ours && !is_of_party(model, target)) {
        target = is_of_party(model, model->selected) ? model->selected : model->acting;
    }
    return target != 0 ? target : model->selected;
}

/* The rules may refuse the likely answer: then the cursor is on the first that they allow. */
static void select_possible(struct screen *screen)
{
    struct table_model *model = &screen->model;
    const struct question_box *box = &screen->loop->question;
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

void screen_ask(struct screen *screen, const char *line)
{
    struct table_model *model = &screen->model;
    bool was_asking = table_model_question(model) != NULL;
    if (!was_asking) {
        screen->loop->question.selected_before = model->selected;
        screen->loop->question.followed_before = model->follows_turn;
        screen->loop->question.begun = (int)strlen(line);
        screen->loop->question.amount[0] = '\0';
        screen_note_start(screen, line);
    }
    TEXT_BUFFER(text, COMMAND_LINE_MAX + 1);
    text_add_str(&text, str_of(line));
    question_init(&screen->loop->question, &screen->result.question, text.p);
    show_cause(screen);
    /* The key of the next turn: people press it without seeing that something is asked, so it
     * chooses nothing. */
    const char *next = key_of_command(&model->keys, "next");
    screen->loop->question.avoided =
        (char)(next != NULL && next[0] != '\0' && next[1] == '\0' ? next[0] : '\0');
    screen_close(screen, &view_of_palette);
    screen->loop->question.completes_nothing =
        screen->loop->question.question.kind == QUESTION_TEXT &&
        !screen_completes_after(screen, screen->loop->question.line);
    if (!was_asking) {
        view_push(&model->views, &view_of_question, &screen->loop->question);
    }
    if (screen->loop->question.question.kind == QUESTION_COMBATANT) {
        model->selected = likely_answer(screen);
    }
    prepare_question(screen);
    select_possible(screen);
    screen_throws_ask(screen);
    screen_echo(screen);
}

/* ---- answering ------------------------------------------------------------------------- */

/* The targets of the command as one word: "p1,p2/half". */
static void add_targets(struct screen *screen, struct text *out)
{
    static const char *const ends[SHARES] = {
        [SHARE_FULL] = "", [SHARE_HALF] = "/half", [SHARE_NONE] = "/none"};
    const struct question_targets *targets = &screen->loop->question.targets;
    for (int i = 0; i < targets->count; i++) {
        table_model_list_word(&screen->model, targets->id[i], out);
        text_add(out, "%s", ends[targets->share[i]]);
    }
}

/* The next share: all, then half, then none, then all again. */
static void change_share(struct screen *screen, int target)
{
    struct question_targets *targets = &screen->loop->question.targets;
    char line[COMMAND_LINE_MAX + 1];
    unsigned char before = targets->share[target];
    targets->share[target] = (unsigned char)((before + 1) % SHARES);
    TEXT_BUFFER(list, COMMAND_LINE_MAX + 1);
    struct text text = text_over(line, sizeof line);
    add_targets(screen, &list);
    if (list.is_cut || !put_targets(screen, (struct str){list.p, list.n}, &text)) {
        targets->share[target] = before;
        screen_say(screen, ROLE_ERROR, "this makes the line too long");
        return;
    }
    memcpy(screen->loop->question.line, line, sizeof line);
    screen_echo(screen);
}

static void answer(struct screen *screen, struct str words)
{
    TEXT_BUFFER(text, COMMAND_LINE_MAX + 1);
    TEXT_BUFFER(sourced, COMMAND_LINE_MAX + 1);
    if (screen->loop->question.question.kind == QUESTION_DICE) {
        screen_throws_answer(screen, words, &sourced);
        words = (struct str){sourced.p, sourced.n};
    }
    if (screen->loop->question.question.kind == QUESTION_DICE && screen->loop->series.is_on) {
        screen_series_answer(screen, words);
    } else if (question_answer(&screen->loop->question, words, &text)) {
        screen_run_line(screen, text.p);
    } else {
        screen_say(screen, ROLE_ERROR, "this makes the line too long");
        return;
    }
    screen_series_go_on(screen);
}

static void answer_combatant(struct screen *screen, int id, struct str dice)
{
    TEXT_BUFFER(text, COMMAND_LINE_MAX + 1);
    add_combatant(screen, id, dice, &text);
    /* Until the whole is done, its details and the odds against it stay visible. */
    screen->model.selected = id;
    answer(screen, (struct str){text.p, text.n});
}

/* The command goes to all of them, and itself reports mistakes in them. */
static void answer_several(struct screen *screen, struct str typed)
{
    TEXT_BUFFER(text, COMMAND_LINE_MAX + 1);
    struct str rest = typed;
    str_next_list(&rest);
    bool has_more = str_trimmed(rest).n > 0;
    text_add(&text, "%.*s%s%s", typed.n, typed.p,
             has_more || screen->loop->question.amount[0] == '\0' ? "" : " ",
             has_more ? "" : screen->loop->question.amount);
    answer(screen, (struct str){text.p, text.n});
}

/* The same command goes to the typed combatants; missing parts are asked for again. */
static void accept_targets(struct screen *screen)
{
    struct str typed = str_trimmed(question_typed(&screen->loop->question));
    TEXT_BUFFER(text, COMMAND_LINE_MAX + 1);
    TEXT_BUFFER(list, COMMAND_LINE_MAX + 1);
    /* A comma that asks for others, without names after it: the targets stay. */
    list_word(screen, typed, &list);
    if (list.n == 0) {
        screen_echo(screen);
    } else if (put_targets(screen, (struct str){list.p, list.n}, &text)) {
        screen_run_line(screen, text.p);
        screen_series_go_on(screen);
    } else {
        screen_say(screen, ROLE_ERROR, "this makes the line too long");
    }
}

/* A word that is not an answer stays in the field, and out of the line. */
static bool says_wrong_word(struct screen *screen, struct str typed)
{
    const struct question *question = &screen->loop->question.question;
    TEXT_BUFFER(text, NOTICE_SIZE);
    if (!question_finds_wrong_word(question, typed, &text)) {
        return false;
    }
    text_add(&text, "%s", question->kind == QUESTION_DICE ? "; Enter alone rolls" : "");
    screen_say(screen, ROLE_ERROR, text.p);
    return true;
}

/* Names behind an amount, "7, Odo": what is wrong with them as an amount helps nobody. */
static void say_names_come_first(struct screen *screen, struct str typed)
{
    const struct question_box *box = &screen->loop->question;
    bool has_names = typed.n > 0 && memchr(typed.p, ',', (size_t)typed.n) != NULL &&
                     memchr(typed.p, '(', (size_t)typed.n) == NULL;
    if (has_names && box->targets.count > 0 && screen->result.kind == RESULT_WRONG) {
        screen_say(screen, ROLE_ERROR,
                   "other targets come first: empty the line, then a comma and their names");
    }
}

static void accept_answer(struct screen *screen)
{
    struct question_box *box = &screen->loop->question;
    struct str typed = question_typed(box);
    struct error err;
    if (box->types_targets) {
        accept_targets(screen);
        return;
    }
    if (box->question.kind == QUESTION_COMBATANT) {
        struct str dice;
        TEXT_BUFFER(list, COMMAND_LINE_MAX + 1);
        bool is_list = box->types_words && are_several(screen, typed, &list);
        int id = is_list ? 0 : answered_combatant(screen, &dice, &err);
        if (is_list) {
            answer_several(screen, (struct str){list.p, list.n});
        } else if (id != 0) {
            answer_combatant(screen, id, dice);
        } else {
            screen_say(screen, ROLE_ERROR, err.text);
        }
        return;
    }
    if (typed.n == 0) {
        screen_echo(screen);
        return;
    }
    if (says_wrong_word(screen, typed)) {
        box->is_refused_entry = true;
        return;
    }
    TEXT_BUFFER(line, COMMAND_LINE_MAX + 1);
    bool is_kept = box->question.kind == QUESTION_TEXT && question_answer(box, typed, &line);
    answer(screen, typed);
    say_names_come_first(screen, typed);
    if (is_kept && screen->result.kind != RESULT_WRONG) {
        palette_remember(&screen->loop->palette, line.p);
    }
    bool is_asking = table_model_question(&screen->model) != NULL;
    box->is_refused_entry = is_asking && screen->result.kind == RESULT_WRONG;
}

/* ---- single characters ----------------------------------------------------------------- */

/* A choice by its key; false when the character belongs to what is typed instead. */
static bool take_choice(struct screen *screen, int character)
{
    struct question_box *box = &screen->loop->question;
    enum else_takes else_takes = box->question.else_takes;
    int choice = question_choice(box, character);
    bool is_digit = character >= '0' && character <= '9';
    if (box->types_words || (else_takes == ELSE_TAKES_NUMBER && is_digit)) {
        return false;
    }
    if (choice >= 0) {
        answer(screen, str_of(box->question.choice[choice]));
        return true;
    }
    if (box->question.digit_prefix != NULL && is_digit && character != '0') {
        TEXT_BUFFER(option, sizeof box->question.prefix + 1);
        text_add(&option, "%s%c", box->question.digit_prefix, character);
        answer(screen, (struct str){option.p, option.n});
        return true;
    }
    box->types_words = else_takes == ELSE_TAKES_WORDS && character == '/';
    if (character == '?') {
        screen_open_help(screen, CONTEXT_QUESTION);
    } else if (box->types_words) {
        screen_echo(screen);
    } else {
        TEXT_BUFFER(text, NOTICE_SIZE);
        question_say_letters(box, &text);
        screen_say(screen, ROLE_WARNING, text.p);
    }
    return true;
}

/* Takes a row's letter, or the first of its two; the letter of a group opens it. */
static bool take_label(struct screen *screen, int character)
{
    struct question_box *box = &screen->loop->question;
    struct order_rows rows;
    bool is_beginning;
    char label[ORDER_LABEL_SIZE] = {0};
    if (character < 'a' || character > 'z') {
        return false;
    }
    label[box->label != '\0' ? 1 : 0] = (char)character;
    label[0] = box->label != '\0' ? box->label : label[0];
    order_rows(&rows, &screen->model, screen_order_rows(screen));
    int row = order_labelled(&screen->model, &rows, label, &is_beginning);
    box->label = row < 0 && is_beginning ? (char)character : '\0';
    if (row < 0) {
        return is_beginning;
    }
    struct order_line line = rows.row[row].line;
    int id = screen->model.order[line.first];
    if (line.count == 1) {
        answer_combatant(screen, id, str_of(box->amount));
        return true;
    }
    box->opened = id;
    screen->model.selected = id;
    try_combatants(screen);
    return true;
}

/* Other targets are typed in place of the present ones, or after them. */
static void type_targets(struct screen *screen, bool keeps_them)
{
    struct question_box *box = &screen->loop->question;
    if (has_cause_alone(screen)) { /* it goes with the other targets */
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
        add_targets(screen, &list);
        text_add(&list, ",");
        line_edit_set(&box->edit, (struct str){list.p, list.n});
    }
    screen_echo(screen);
}

/* A capital changes the share of its row; a comma or a slash begins typing targets. */
static bool take_target_key(struct screen *screen, int character)
{
    struct question_box *box = &screen->loop->question;
    bool is_empty = line_edit_text(&box->edit).n == 0 || has_cause_alone(screen);
    if (box->types_targets || box->targets.count == 0) {
        return false;
    }
    bool takes_slash =
        box->question.kind != QUESTION_CHOICE || box->question.else_takes != ELSE_TAKES_WORDS;
    if (is_empty && !box->types_words &&
        (character == ',' || (character == '/' && takes_slash))) {
        type_targets(screen, character == ',');
        return true;
    }
    if (box->targets.count < 2 || !box->targets.are_shared) {
        return false;
    }
    struct order_rows rows;
    order_rows(&rows, &screen->model, screen_order_rows(screen));
    for (int i = 0; i < rows.count; i++) {
        if (order_share_letter(&screen->model, &rows, i) == character) {
            change_share(screen,
                         question_target(box, screen->model.order[rows.row[i].line.first]));
            return true;
        }
    }
    /* Amounts have no capitals, so a slip does not spoil one. */
    return character >= 'A' && character <= 'Z';
}

/* "d is Goblin 1, who is out: ", for a letter pressed from memory; of who is in the fight, why
 * the answer would be refused. */
static void add_owner(struct screen *screen, int character, struct text *out)
{
    const struct table_model *model = &screen->model;
    const struct state *state = model->state;
    for (int id = 1; id <= state->count; id++) {
        char label[ORDER_LABEL_SIZE];
        order_letters(label, model, id);
        if (!state_is_present(state, id) || label[0] != character || label[1] != '\0') {
            continue;
        }
        TEXT_BUFFER(word, NAME_SIZE + 8);
        combatant_word(state, id, &word);
        text_add(out, "%c is %s", character, state_name(state, id));
        if (!state_is_in(state, id)) {
            text_add(out, ", who is out: ");
        } else if (would_be_refused(screen, (struct str){word.p, word.n})) {
            text_add(out, "; ");
            add_reason(screen, out);
            text_add(out, ": ");
        } else {
            text_add(out, ", who cannot be meant: ");
        }
    }
}

/* "the letters are a to g": the present ones, in whatever order their rows stand. */
static void say_letters(struct screen *screen, int character)
{
    struct order_rows rows;
    char first[ORDER_LABEL_SIZE] = "", last[ORDER_LABEL_SIZE] = "", label[ORDER_LABEL_SIZE];
    order_rows(&rows, &screen->model, screen_order_rows(screen));
    for (int i = 0; i < rows.count; i++) {
        order_label(label, &screen->model, &rows, i);
        if (label[0] != '\0' && strcmp(label, last) > 0) {
            memcpy(last, label, sizeof last);
        }
        if (label[0] != '\0' && (first[0] == '\0' || strcmp(label, first) < 0)) {
            memcpy(first, label, sizeof first);
        }
    }
    TEXT_BUFFER(text, NOTICE_SIZE);
    add_owner(screen, character, &text);
    if (first[0] == '\0') {
        text_add(&text, "no letter means anybody here; / types a name, Esc cancels");
    } else {
        text_add(&text, "the letters are %s to %s; / types a name", first, last);
    }
    screen->loop->question.label = '\0';
    screen_say(screen, ROLE_WARNING, text.p);
}

/* A star alone is one throw, at once; behind typed dice it stands for one of them. */
static bool take_star(struct screen *screen, int character)
{
    struct question_box *box = &screen->loop->question;
    bool is_throw = character == '*' && box->question.kind == QUESTION_DICE &&
                    line_edit_text(&box->edit).n == 0;
    if (is_throw) {
        line_edit_set(&box->edit, str_of("*"));
        accept_answer(screen);
    }
    return is_throw;
}

/* Letters choose until something else is typed. */
static bool take_character(struct screen *screen, const struct term_input *input)
{
    struct question_box *box = &screen->loop->question;
    if (input->kind != INPUT_CHARACTER) {
        return false;
    }
    if (take_target_key(screen, input->key) || take_star(screen, input->key)) {
        return true;
    }
    if (box->question.kind == QUESTION_CHOICE) {
        return take_choice(screen, input->key);
    }
    if (box->question.kind != QUESTION_COMBATANT || box->types_words) {
        return false;
    }
    if (take_label(screen, input->key)) {
        return true;
    }
    if (input->key < 128 && char_is_letter((char)input->key)) {
        say_letters(screen, input->key);
        return true;
    }
    if (input->key == '?') {
        screen_open_help(screen, CONTEXT_QUESTION);
        return true;
    }
    box->types_words = true;
    if (input->key == '/') {
        screen_echo(screen);
        return true;
    }
    return false;
}

/* ---- any key --------------------------------------------------------------------------- */

/* To the next one that can be meant; where there is none, nowhere. */
static void step(struct screen *screen, int steps)
{
    int before = screen->model.selected;
    screen->loop->question.label = '\0';
    for (int last = 0;
         last != screen->model.selected &&
         (last == 0 || !order_selected_has_label(&screen->model, screen_order_rows(screen)));) {
        last = screen->model.selected;
        table_model_select(&screen->model,
                           order_step(&screen->model, screen_order_rows(screen), steps));
        try_combatants(screen);
    }
    if (!order_selected_has_label(&screen->model, screen_order_rows(screen))) {
        table_model_select(&screen->model, before);
    }
    screen_echo(screen);
}

/* With nothing typed, takes back the last answer, to be typed again, or whom the key chose;
 * otherwise the last character. False when there is nothing to take back. */
static bool go_back(struct screen *screen)
{
    struct str taken;
    struct question_box *box = &screen->loop->question;
    if (line_edit_text(&box->edit).n > 0) {
        return false;
    }
    if (box->types_words && !box->types_targets) {
        box->types_words = false;
        screen_echo(screen);
        return true;
    }
    TEXT_BUFFER(line, COMMAND_LINE_MAX + 1);
    TEXT_BUFFER(words, COMMAND_LINE_MAX + 1);
    /* The targets in place of which others are typed. */
    if (!question_take_back(box, &line, &taken) && !box->types_targets) {
        text_init(&line, line.p, line.size);
        if (!line_without_whom(screen, &line)) {
            return false;
        }
        box->begun = line.n;
    }
    text_add_str(&words, taken);
    if (screen_try_line(screen, line.p)->kind != RESULT_ASKS) {
        return false; /* another program has changed the reason for the question */
    }
    screen_run_line(screen, line.p);
    screen_series_go_on(screen);
    if (box->question.kind == QUESTION_DICE) {
        line_edit_set(&box->edit, (struct str){words.p, words.n});
        screen_echo(screen);
    }
    return true;
}

/* A form that asked is shown again, unchanged. */
static void leave_question(struct screen *screen)
{
    screen_close(screen, &view_of_question);
    if (view_top(&screen->model.views).view == &view_of_form) {
        screen_echo_form(screen);
    } else {
        screen_say(screen, ROLE_PLAIN, "");
    }
    screen_series_leave(screen);
}

/* Words are completed in the palette, like all lines. */
static void complete_words(struct screen *screen)
{
    bool has_words = line_edit_text(&screen->loop->question.edit).n > 0;
    TEXT_BUFFER(text, COMMAND_LINE_MAX + 1);
    if (screen->loop->question.completes_nothing) {
        screen_say(screen, ROLE_WARNING, "nothing to complete: type it, then Enter");
        return;
    }
    if (!has_words) {
        text_add(&text, "%s ", screen->loop->question.line);
    } else if (!answered_line(screen, &text)) {
        return;
    }
    leave_question(screen);
    screen_open_palette(screen, text.p);
    screen->loop->palette.is_answer = true;
    screen->loop->palette.asked = (int)strlen(screen->loop->question.line) + 1;
    if (has_words) {
        screen_complete_in_palette(screen);
    }
}

/* Where one foe is left nobody asks whom: a letter that was pressed from habit. */
static bool is_lone_letter(const struct question_box *box)
{
    return box->question.kind == QUESTION_DICE && box->edit.length == 1 &&
           char_is_letter(box->edit.text[0]);
}

/* New dice replace refused ones, and a lone letter; C-u clears all dice. */
static void edit_entry(struct screen *screen, const struct term_input *input)
{
    struct question_box *box = &screen->loop->question;
    bool are_dice = box->question.kind == QUESTION_DICE;
    bool clears = input->kind == INPUT_KEY && input->key == (KEY_WITH_CONTROL | 'u');
    bool is_digit = input->kind == INPUT_CHARACTER && input->key >= '0' && input->key <= '9';
    if (are_dice && (clears || (box->is_refused_entry && input->kind != INPUT_KEY) ||
                     (is_digit && is_lone_letter(box)))) {
        line_edit_init(&box->edit);
    }
    box->is_refused_entry = false;
    if (line_edit_input(&box->edit, input) == LINE_EDIT_CHANGED || (are_dice && clears)) {
        screen_echo(screen);
    }
    if (is_lone_letter(box) && box->edit.text[0] != 'r') { /* roll, for one */
        text_format(screen->model.notice.text, sizeof screen->model.notice.text,
                    "%c is not a die: a digit takes its place; whom it is for stands below",
                    box->edit.text[0]);
        screen->model.notice.role = ROLE_WARNING;
    }
}

/* ---- the view -------------------------------------------------------------------------- */

void screen_accept_dice(struct screen *screen)
{
    accept_answer(screen);
}

static void accept(struct screen *screen, const struct view_key *key)
{
    (void)key;
    accept_answer(screen);
}

static void cancel(struct screen *screen, const struct view_key *key)
{
    (void)key;
    leave_question(screen);
}

static void complete(struct screen *screen, const struct view_key *key)
{
    const struct question_box *box = &screen->loop->question;
    (void)key;
    if (box->question.kind == QUESTION_TEXT && !box->types_targets) {
        complete_words(screen);
    } else {
        (void)screen_throws_take_offered(screen);
    }
}

/* Characters go into the field, if it takes any. */
static void type(struct screen *screen, const struct view_key *key)
{
    struct question_box *box = &screen->loop->question;
    bool takes_page = key->input->kind == INPUT_PASTE &&
                      str_equal(str_trimmed(str_of(box->line)), "add") &&
                      line_edit_text(&box->edit).n == 0; /* whom to add: a page of creatures */
    if (takes_page && screen_opens_pasted(screen, key->input)) {
        return;
    }
    if (box->question.kind != QUESTION_CHOICE ||
        box->question.else_takes != ELSE_TAKES_NOTHING) {
        box->types_words = box->types_words || key->input->kind == INPUT_PASTE;
        edit_entry(screen, key->input);
    }
}

static void back(struct screen *screen, const struct view_key *key)
{
    if (!go_back(screen)) {
        type(screen, key);
    }
}

/* The rest of the i-th newest line with this beginning; false when there is none. */
static bool earlier_answer(const struct screen *screen, int i, struct str *out)
{
    const struct palette *palette = &screen->loop->palette;
    int n = (int)strlen(screen->loop->question.line);
    for (int k = 0; k < palette->history_count; k++) {
        const char *line = palette->history[k];
        bool is_one =
            strncmp(line, screen->loop->question.line, (size_t)n) == 0 && line[n] == ' ';
        if (is_one && --i == 0) {
            *out = str_of(line + n + 1);
            return true;
        }
    }
    return false;
}

/* Earlier answers to the same question, the newest first; down again: none. */
static void recall(struct screen *screen, int steps)
{
    struct question_box *box = &screen->loop->question;
    struct str words = {"", 0};
    int to = box->recalled + steps;
    if (to < 0 || (to > 0 && !earlier_answer(screen, to, &words))) {
        return;
    }
    box->recalled = to;
    line_edit_set(&box->edit, words);
    screen_echo(screen);
}

static void move(struct screen *screen, const struct view_key *key)
{
    const struct question_box *box = &screen->loop->question;
    bool is_choosing = box->question.kind == QUESTION_COMBATANT &&
                       (!box->types_words || are_dice(line_edit_text(&box->edit)));
    if (is_choosing) {
        step(screen, key->act == ACT_DOWN ? 1 : -1);
    } else if (box->question.kind == QUESTION_TEXT && !box->types_targets) {
        recall(screen, key->act == ACT_UP ? 1 : -1);
    } else {
        type(screen, key);
    }
}

/* Does the same as the slash, by any other key. */
static void begin_typing(struct screen *screen, const struct view_key *key)
{
    const struct term_input slash = {.kind = INPUT_CHARACTER, .key = '/'};
    (void)key;
    take_character(screen, &slash);
}

static bool before_key(struct screen *screen, const struct view_key *key)
{
    return take_character(screen, key->input);
}

static void draw_prompt(const struct table_model *model, void *self, struct canvas canvas)
{
    (void)model;
    question_draw(self, canvas);
}

/* Restores the selection. */
static void closed(struct screen *screen)
{
    screen->model.selected = screen->loop->question.selected_before;
    screen->model.follows_turn = screen->loop->question.followed_before;
}

const struct view view_of_question = {
    .context = CONTEXT_QUESTION,
    .on =
        {
            [ACT_ACCEPT] = accept,
            [ACT_CANCEL] = cancel,
            [ACT_HELP] = screen_act_help,
            [ACT_DOWN] = move,
            [ACT_UP] = move,
            [ACT_BACK] = back,
            [ACT_COMPLETE] = complete,
            [ACT_TYPE] = begin_typing,
            [ACT_LOOK_OLDER] = screen_look_back,
        },
    .other = type,
    .before = before_key,
    .draw_prompt = draw_prompt,
    .closed = closed,
};
