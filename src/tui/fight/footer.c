#include "tui/fight/footer.h"

#include <string.h>

#include "tracker/conditions.h"

enum { GAP = 2, NAME_COLUMNS = 14, NOTE_TEXT_SIZE = 160, NAMES_FROM = 60 };

/* As much of a name as a key has room for; a number at its end always: "Thunderfoot. 12". */
static void add_name(const struct table_model *model, int id, struct text *out)
{
    struct str name = str_of(state_name(model->state, id));
    int number = name.n;
    if (grapheme_width(name) <= NAME_COLUMNS) {
        text_add_str(out, name);
        return;
    }
    while (number > 0 && char_is_digit(name.p[number - 1])) {
        number--;
    }
    bool has_number = number < name.n && number > 0 && name.p[number - 1] == ' ';
    struct str end = {name.p + number - 1, name.n - number + 1};
    int room = NAME_COLUMNS - 1 - (has_number ? grapheme_width(end) : 0);
    text_add_str(out, str_trimmed(grapheme_prefix(name, room)));
    text_add(out, ".");
    text_add_str(out, has_number ? end : (struct str){"", 0});
}

/* "attack Hookbill though stunned": the first condition of the one whose turn it is, who should
 * not act as if nothing were the matter. */
static void add_conditions(const struct table_model *model, int id, struct text *out)
{
    TEXT_BUFFER(conditions, NOTE_TEXT_SIZE);
    conditions_format_of_turn(model->procedure, model->state, id, true, &conditions);
    struct str first = {conditions.p, (int)strcspn(conditions.p, ",(")};
    if (conditions.n > 0) {
        text_add(out, " though %.*s", str_trimmed(first).n, first.p);
    }
}

/* Where there is room for names (a narrow screen keeps more keys instead): who acts, where that
 * is not the selected combatant, and whom an attack goes to. */
static void add_note_of_table(const struct table_model *model,
                              const struct key_binding *binding, int columns, struct text *out)
{
    bool is_act = columns >= NAMES_FROM && strstr(binding->command, "by=%a") != NULL;
    int whom = is_act && binding->whom == WHOM_FOE && strstr(binding->command, "%w") != NULL
                   ? model->acts_on[binding - model->keys.binding]
                   : 0;
    int by = model->acts_by[binding - model->keys.binding];
    by = by != 0 ? by : model->acting;
    if (is_act && by > 0 && by != model->selected) {
        add_name(model, by, out);
        text_add(out, ": ");
    }
    int before = out->n;
    if (model->procedure->key_word != NULL) {
        model->procedure->key_word(model->state, binding->command, out);
    }
    text_add(out, "%s", out->n == before ? binding->note : "");
    if (whom != 0) {
        text_add(out, " ");
        add_name(model, whom, out);
    }
    if (is_act && binding->whom == WHOM_FOE && by == model->acting) {
        add_conditions(model, by, out);
    }
}

/* What it does now; for Enter it depends on the question. */
static void add_note(const struct table_model *model, const struct key_binding *binding,
                     int columns, struct text *out)
{
    if (binding->context == CONTEXT_TABLE) {
        add_note_of_table(model, binding, columns, out);
        return;
    }
    const struct question_box *box = table_model_question(model);
    bool rolls = binding->context == CONTEXT_QUESTION && box != NULL &&
                 binding->act == ACT_ACCEPT && box->question.kind == QUESTION_DICE &&
                 question_typed(box).n == 0;
    text_add(out, "%s", rolls ? "rolls" : binding->note);
}

/* Always visible: a user who forgets all other keys needs these. */
static bool is_kept(const struct key_binding *binding)
{
    return binding->context == CONTEXT_TABLE && binding->note[0] != '\0' &&
           (binding->act == ACT_PALETTE || binding->act == ACT_HELP);
}

static int draw_key(struct canvas canvas, int column, const struct key_binding *binding,
                    struct str note)
{
    char buf[WORDING_SIZE];
    column = canvas_text(canvas, 0, column, ROLE_HINT_KEY, str_of(binding->key)) + 1;
    return canvas_text(canvas, 0, column, ROLE_HINT_TEXT, wording(buf, canvas.frame, note)) +
           GAP;
}

int footer_width(const struct table_model *model, const struct key_binding *binding,
                 int columns)
{
    TEXT_BUFFER(note, NOTE_TEXT_SIZE);
    add_note(model, binding, columns, &note);
    return grapheme_width(str_of(binding->key)) + 1 +
           grapheme_width((struct str){note.p, note.n}) + GAP;
}

int footer_room(const struct table_model *model, enum key_context context, int columns)
{
    const struct key_table *keys = &model->keys;
    int room = columns - 2 + GAP;
    for (int i = 0; i < keys->count; i++) {
        const struct key_binding *binding = &keys->binding[i];
        bool is_here = binding->context == context && is_kept(binding);
        room -= is_here ? footer_width(model, binding, columns) : 0;
    }
    return room;
}

bool footer_can_show(const struct key_binding *binding)
{
    return binding->note[0] != '\0' && !is_kept(binding);
}

/* Keys that would be refused are not offered. */
static bool is_possible(const struct table_model *model, const struct key_binding *binding,
                        int i)
{
    if (binding->context == CONTEXT_TABLE) {
        return model->can_run[i];
    }
    struct view_entry top = view_top(&model->views);
    return top.view->offers == NULL || top.view->offers(top.self, binding->act);
}

/* ---- the keys of every evening ---------------------------------------------------------- */

bool footer_has_frame(const struct table_model *model, const struct table_layout *layout)
{
    return layout->rule.columns > 0 && model->order_count > 0;
}

void footer_draw_frame(const struct table_model *model, const struct table_layout *layout)
{
    enum { BEGIN = 2, RULE_LEAST = 2 };
    struct canvas rule = layout->rule;
    int column = BEGIN;
    for (int i = 0; i < model->keys.count; i++) {
        const struct key_binding *binding = &model->keys.binding[i];
        if (!binding->is_of_frame || !model->can_run[i]) {
            continue;
        }
        /* With a blank before it and the gap after it. */
        int width = 1 + footer_width(model, binding, rule.columns);
        bool is_across = column <= layout->divider && column + width > layout->divider;
        int begin = is_across ? layout->divider + 2 : column;
        if (begin + width > rule.columns - RULE_LEAST) {
            continue;
        }
        canvas_field(rule, (struct strip){0, begin, width - 1, ALIGN_LEFT}, ROLE_PLAIN,
                     str_of(""));
        draw_key(rule, begin + 1, binding, str_of(binding->note));
        column = begin + width - 1;
    }
}

void footer_draw(const struct table_model *model, enum key_context context, bool has_frame,
                 struct canvas canvas)
{
    const struct key_table *keys = &model->keys;
    int columns = canvas.columns;
    int room = footer_room(model, context, columns);
    int column = 1;
    for (int i = 0; i < keys->count; i++) {
        const struct key_binding *binding = &keys->binding[i];
        bool is_offered = binding->context == context && footer_can_show(binding) &&
                          !(binding->is_of_frame && has_frame) &&
                          is_possible(model, binding, i);
        if (is_offered && footer_width(model, binding, columns) <= room) {
            TEXT_BUFFER(note, NOTE_TEXT_SIZE);
            room -= footer_width(model, binding, columns);
            add_note(model, binding, columns, &note);
            column = draw_key(canvas, column, binding, (struct str){note.p, note.n});
        }
    }
    for (int i = 0; i < keys->count; i++) {
        if (keys->binding[i].context == context && is_kept(&keys->binding[i])) {
            column = draw_key(canvas, column, &keys->binding[i], str_of(keys->binding[i].note));
        }
    }
}
