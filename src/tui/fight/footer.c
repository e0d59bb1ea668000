#include "tui/fight/footer.h"

#include <string.h>

enum { GAP = 2 };

static int width_of(const struct key_binding *binding)
{
    return grapheme_width(str_of(binding->key)) + 1 + grapheme_width(str_of(binding->note));
}

/* Kept in sight whatever else there is: who forgets all other keys needs these. */
static bool is_kept(const struct key_binding *binding)
{
    return binding->context == CONTEXT_TABLE && binding->note[0] != '\0' &&
           (strcmp(binding->command, "@palette") == 0 ||
            strcmp(binding->command, "@help") == 0);
}

static int draw_key(struct canvas canvas, int column, const struct key_binding *binding)
{
    column = canvas_text(canvas, 0, column, ROLE_HINT_KEY, str_of(binding->key)) + 1;
    return canvas_text(canvas, 0, column, ROLE_HINT_TEXT, str_of(binding->note)) + GAP;
}

int footer_width(const struct key_binding *binding)
{
    return width_of(binding) + GAP;
}

int footer_room(enum key_context context, int columns)
{
    const struct key_binding *bindings;
    int count = key_bindings(&bindings);
    int room = columns - 2 + GAP;
    for (int i = 0; i < count; i++) {
        bool is_here = bindings[i].context == context && is_kept(&bindings[i]);
        room -= is_here ? footer_width(&bindings[i]) : 0;
    }
    return room;
}

bool footer_can_show(const struct key_binding *binding)
{
    return binding->note[0] != '\0' && !is_kept(binding);
}

/* Keys that would only be refused are not offered. */
static bool is_possible(const struct table_model *model, const struct key_binding *binding,
                        int i)
{
    if (binding->context == CONTEXT_TABLE) {
        return model->can_run[i];
    }
    return strcmp(binding->command, "@carry") != 0 || encounters_takes_party(model->encounters);
}

void footer_draw(const struct table_model *model, enum key_context context,
                 struct canvas canvas)
{
    const struct key_binding *bindings;
    int count = key_bindings(&bindings);
    int room = footer_room(context, canvas.columns);
    int column = 1;
    for (int i = 0; i < count; i++) {
        const struct key_binding *binding = &bindings[i];
        bool is_offered = binding->context == context && footer_can_show(binding) &&
                          is_possible(model, binding, i);
        if (is_offered && footer_width(binding) <= room) {
            room -= footer_width(binding);
            column = draw_key(canvas, column, binding);
        }
    }
    for (int i = 0; i < count; i++) {
        if (bindings[i].context == context && is_kept(&bindings[i])) {
            column = draw_key(canvas, column, &bindings[i]);
        }
    }
}
