#include "tui/fight/aim_view.h"

#include <string.h>

enum { GROUPS = 4, KEYS_SIZE = 64, GAP = 3, NAME_WIDTH_LEAST = 4 };

/* Keys with the same target. */
struct group {
    int id; /* 0: asked for; CHOSEN: all chosen ones */
    char keys[KEYS_SIZE];
};

enum { CHOSEN = -1 };

/* The most used keys: attacks, and commands for several. */
static bool is_common(const struct key_binding *binding)
{
    bool has_whom = binding->context == CONTEXT_TABLE && strstr(binding->command, "%w") != NULL;
    return has_whom && binding->note[0] != '\0' &&
           (binding->goes_to_chosen || binding->whom == WHOM_FOE);
}

static int gather(const struct table_model *model, struct group groups[GROUPS])
{
    int count = 0;
    bool has_chosen = table_model_chosen(model) > 0;
    for (int i = 0; i < model->keys.count; i++) {
        const struct key_binding *binding = &model->keys.binding[i];
        if (!is_common(binding)) {
            continue;
        }
        int id = binding->goes_to_chosen && has_chosen ? CHOSEN
                                                       : table_model_whom(model, binding->whom);
        int at = 0;
        while (at < count && groups[at].id != id) {
            at++;
        }
        if (at == count) {
            groups[count++] = (struct group){.id = id};
        }
        int n = (int)strlen(groups[at].keys);
        text_format(groups[at].keys + n, (int)sizeof groups[at].keys - n, " %s", binding->key);
    }
    return count;
}

/* "(target)" after the name, or instead of a name whom the keys go to. */
static void add_what(const struct table_model *model, int id, struct text *out)
{
    if (id == CHOSEN) {
        text_add(out, ": %d chosen", table_model_chosen(model));
    } else if (id == 0) {
        text_add(out, " ask whom");
    } else {
        text_add(out, " (%s)",
                 id == model->selected && id == model->target ? "selected, target"
                 : id == model->target                        ? "target"
                                                              : "selected");
    }
}

/* The width of everything but the names. */
static int fixed_width(const struct table_model *model, const struct group *groups, int count)
{
    int width = 0;
    for (int i = 0; i < count; i++) {
        TEXT_BUFFER(what, 40);
        add_what(model, groups[i].id, &what);
        width += grapheme_width((struct str){what.p, what.n}) +
                 grapheme_width(str_of(groups[i].keys)) + 1 + GAP;
    }
    return width;
}

void aim_view_draw(const struct table_model *model, struct canvas canvas)
{
    struct group groups[GROUPS];
    int count = gather(model, groups);
    int names = 0;
    if (model->order_count == 0) {
        return;
    }
    for (int i = 0; i < count; i++) {
        names += groups[i].id > 0 ? 1 : 0;
    }
    int room = canvas.columns - 2 - fixed_width(model, groups, count);
    int each = names > 0 ? room / names : 0;
    int column = 1;
    for (int i = 0; i < count && (names == 0 || each >= NAME_WIDTH_LEAST); i++) {
        TEXT_BUFFER(what, 40);
        add_what(model, groups[i].id, &what);
        column = canvas_text(canvas, 0, column, ROLE_HINT_KEY, str_of(groups[i].keys + 1));
        if (groups[i].id > 0) {
            column = canvas_text(canvas, 0, column, ROLE_DIM, str_of(": "));
            struct canvas name = canvas_part(canvas, 0, 0, 1, column + each);
            column = canvas_text(name, 0, column, ROLE_HINT_TEXT,
                                 str_of(state_name(model->state, groups[i].id)));
        }
        column = canvas_text(canvas, 0, column, ROLE_DIM, (struct str){what.p, what.n}) + GAP;
    }
}
