#include "tui/fight/footer.h"

enum { GAP = 2 };

static int width_of(const struct key_binding *binding)
{
    return grapheme_width(str_of(binding->key)) + 1 + grapheme_width(str_of(binding->note));
}

/* The game's word for what its key does now; NULL: the key's own. */
static const char *word_of_game(const struct table_model *model,
                                const struct key_binding *binding)
{
    bool is_asked = binding->context == CONTEXT_TABLE && model->procedure->key_word != NULL;
    return is_asked ? model->procedure->key_word(model->state, binding->command) : NULL;
}

/* Its note; for Enter it depends on the question. "rolls" is not longer than the word it
 * replaces. */
static const char *note_now(const struct table_model *model, const struct key_binding *binding)
{
    const char *word = word_of_game(model, binding);
    if (word != NULL) {
        return word;
    }
    const struct question_box *box = table_model_question(model);
    bool rolls = binding->context == CONTEXT_QUESTION && box != NULL &&
                 binding->act == ACT_ACCEPT && box->question.kind == QUESTION_DICE &&
                 question_typed(box).n == 0;
    return rolls ? "rolls" : binding->note;
}

/* Always visible: a user who forgets all other keys needs these. */
static bool is_kept(const struct key_binding *binding)
{
    return binding->context == CONTEXT_TABLE && binding->note[0] != '\0' &&
           (binding->act == ACT_PALETTE || binding->act == ACT_HELP);
}

static int draw_key(struct canvas canvas, int column, const struct key_binding *binding,
                    const char *note)
{
    column = canvas_text(canvas, 0, column, ROLE_HINT_KEY, str_of(binding->key)) + 1;
    return canvas_text(canvas, 0, column, ROLE_HINT_TEXT, str_of(note)) + GAP;
}

int footer_width(const struct key_binding *binding)
{
    return width_of(binding) + GAP;
}

int footer_room(const struct key_table *keys, enum key_context context, int columns)
{
    int room = columns - 2 + GAP;
    for (int i = 0; i < keys->count; i++) {
        const struct key_binding *binding = &keys->binding[i];
        bool is_here = binding->context == context && is_kept(binding);
        room -= is_here ? footer_width(binding) : 0;
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

void footer_draw(const struct table_model *model, enum key_context context,
                 struct canvas canvas)
{
    const struct key_table *keys = &model->keys;
    int room = footer_room(keys, context, canvas.columns);
    int column = 1;
    for (int i = 0; i < keys->count; i++) {
        const struct key_binding *binding = &keys->binding[i];
        bool is_offered = binding->context == context && footer_can_show(binding) &&
                          is_possible(model, binding, i);
        if (is_offered && footer_width(binding) <= room) {
            room -= footer_width(binding);
            column = draw_key(canvas, column, binding, note_now(model, binding));
        }
    }
    for (int i = 0; i < keys->count; i++) {
        if (keys->binding[i].context == context && is_kept(&keys->binding[i])) {
            column = draw_key(canvas, column, &keys->binding[i], keys->binding[i].note);
        }
    }
}
