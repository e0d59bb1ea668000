#include "tui/fight/footer.h"
#include "tui/loop/screen_private.h"
#include "tui/fight/table_view.h"

/* ---- keys ------------------------------------------------------------------------------ */

void screen_open_more(struct screen *screen, int count)
{
    screen->loop->more_count = count;
    screen->model.menu_picked = MENU_NOTHING;
    screen_find_left_out(screen);
    view_push(&screen->model.views, &view_of_more, &screen->model);
}

/* What the key of this place would do at the table, with the count that waits for it. */
static void run(struct screen *screen, const struct view_key *key,
                const struct key_binding *binding)
{
    struct view_key at_table = *key;
    screen_close(screen, &view_of_more);
    at_table.binding = binding;
    at_table.act = binding->act;
    at_table.name = binding->key;
    screen->model.count = screen->loop->more_count;
    at_table.times = screen->loop->more_count > 0 ? screen->loop->more_count : 1;
    screen_run_key(screen, &at_table);
}

/* A key of the box, or one of the table that it shows, but not the end. Any other key leaves
 * the box where it is. */
static void take(struct screen *screen, const struct view_key *key)
{
    struct table_model *model = &screen->model;
    struct text to = text_over(model->notice.text, sizeof model->notice.text);
    const struct key_binding *binding =
        key->binding != NULL ? key->binding
                             : key_binding_find(&model->keys, CONTEXT_TABLE, key->name);
    bool is_shown = key->binding != NULL ||
                    (binding != NULL && model->left_out[binding - model->keys.binding]);
    /* The key that leaves lists leaves the box here, not the program. */
    bool quits = binding != NULL && strcmp(binding->command, "quit") == 0;
    if (is_shown && !quits) {
        run(screen, key, binding);
        return;
    }
    text_add(&to, "%s is none of these keys; Esc closes",
             key->name[0] != '\0' ? key->name : "a paste");
    model->notice.role = ROLE_WARNING;
}

static void move(struct screen *screen, const struct view_key *key)
{
    struct table_model *model = &screen->model;
    struct menu menu;
    table_view_more(&menu, model);
    int to = menu_step(&menu, key->act, screen->frame.rows, screen->frame.columns);
    model->menu_picked = to != MENU_NOTHING ? menu.entry[to].binding : MENU_NOTHING;
}

static void accept(struct screen *screen, const struct view_key *key)
{
    int picked = screen->model.menu_picked;
    if (picked == MENU_NOTHING) {
        screen_say(screen, ROLE_PLAIN, "press a key of the box, or select one with the arrows");
    } else {
        run(screen, key, &screen->model.keys.binding[picked]);
    }
}

/* ---- the view -------------------------------------------------------------------------- */

/* The box shows the others. */
static bool offers(const void *self, enum screen_act act)
{
    const struct table_model *model = self;
    return act == ACT_CANCEL || act == ACT_HELP || act == ACT_DOWN ||
           (act == ACT_ACCEPT && model->menu_picked != MENU_NOTHING);
}

/* What the selected key does, in a whole sentence. */
static void draw_picked(const struct key_binding *binding, struct canvas row)
{
    int column = canvas_text(row, 0, 1, ROLE_HINT_KEY, str_of(binding->pressed)) + 1;
    canvas_format(row, 0, column, ROLE_PLAIN, "%s: %s", binding->note, binding->help);
}

static void draw(const struct view_place *place, void *self)
{
    const struct table_model *model = place->model;
    bool has_aim = place->layout->aim.rows > 0;
    struct canvas rows = has_aim ? place->layout->aim : place->layout->notice;
    (void)self;
    table_view_menu(place, MENU_MORE, 0);
    if ((has_aim || model->notice.text[0] == '\0') && rows.rows > 0) {
        struct canvas row = canvas_part(rows, rows.rows - 1, 0, 1, rows.columns);
        canvas_fill(row, ROLE_PLAIN);
        if (model->menu_picked == MENU_NOTHING) {
            aim_draw_more(model, row);
        } else {
            draw_picked(&model->keys.binding[model->menu_picked], row);
        }
    }
}

const struct view view_of_more = {
    .context = CONTEXT_MORE,
    .on = {[ACT_CANCEL] = screen_act_close,
           [ACT_HELP] = screen_act_help,
           [ACT_ACCEPT] = accept,
           [ACT_DOWN] = move,
           [ACT_UP] = move,
           [ACT_NEXT] = move,
           [ACT_BEFORE] = move},
    .other = take,
    .before = screen_say_nothing,
    .offers = offers,
    .draw = draw,
};
