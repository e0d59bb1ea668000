#include "tui/fight/footer.h"
#include "tui/loop/table_private.h"
#include "tui/fight/table_view.h"

/* ---- keys ------------------------------------------------------------------------------ */

void table_open_more(struct table *table, int count)
{
    table->more_count = count;
    view_push(&table->model.views, &view_of_more, NULL);
}

/* What the key would do at the table, with the count that waits for it. Any other key leaves
 * the box where it is. */
static void take(struct table *table, const struct view_key *key)
{
    struct text to = text_over(table->model.notice.text, sizeof table->model.notice.text);
    if (key->binding == NULL) {
        text_add(&to, "%s is none of these keys; Esc closes",
                 key->name[0] != '\0' ? key->name : "a paste");
        table->model.notice.role = ROLE_WARNING;
        return;
    }
    struct view_key at_table = *key;
    table_close(table, &view_of_more);
    table->model.count = table->more_count;
    at_table.times = table->more_count > 0 ? table->more_count : 1;
    table_run_key(table, &at_table);
}

/* ---- the view -------------------------------------------------------------------------- */

/* The box shows the others. */
static bool offers(const void *self, enum screen_act act)
{
    (void)self;
    return act == ACT_CANCEL || act == ACT_HELP;
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
        aim_draw_more(model, row);
    }
}

const struct view view_of_more = {
    .context = CONTEXT_MORE,
    .on = {[ACT_CANCEL] = table_act_close, [ACT_HELP] = table_act_help},
    .other = take,
    .before = table_say_nothing,
    .offers = offers,
    .draw = draw,
};
