#include "tui/loop/table_private.h"
#include "tui/fight/table_view.h"

void table_open_history(struct table *table)
{
    struct error err;
    if (history_begin(&table->history, table->sitting, table->frame.rows, &err) != STATUS_OK) {
        table_say(table, ROLE_ERROR, err.text);
        return;
    }
    view_push(&table->model.views, &view_of_history, &table->history);
}

static void look(struct table *table, const struct view_key *key)
{
    (void)key;
    table_look_back_to(table, history_picked(&table->history));
}

static void go_back(struct table *table, const struct view_key *key)
{
    (void)key;
    table_close(table, &view_of_history);
    table_rewind(table, history_picked(&table->history));
}

static void amend(struct table *table, const struct view_key *key)
{
    (void)key;
    table_close(table, &view_of_history);
    table_amend(table, history_picked(&table->history));
}

static void move(struct table *table, const struct view_key *key)
{
    struct error err;
    int steps = view_list_steps(key->act, table_page(table), HISTORY_ACTS_MAX);
    if (history_move(&table->history, table->sitting, steps, table->frame.rows, &err) !=
        STATUS_OK) {
        table_say(table, ROLE_ERROR, err.text);
    }
}

static void draw(const struct view_place *place, void *self)
{
    history_draw(self, table_view_sheet(place->screen));
}

const struct view view_of_history = {
    .context = CONTEXT_HISTORY,
    .room = VIEW_SHEET,
    .open = table_open_history,
    .at_first = "this is the latest act",
    .at_last = "this is the start of the encounter",
    .on =
        {
            [ACT_LOOK] = look,
            [ACT_REWIND] = go_back,
            [ACT_CANCEL] = table_act_close,
            [ACT_HELP] = table_act_help,
            [ACT_AMEND] = amend,
            VIEW_LIST_MOVES(move),
        },
    .before = table_say_nothing,
    .draw = draw,
    .tells = true,
    .lists_past = true,
};
