#include "tui/loop/table_private.h"
#include "tui/fight/table_view.h"

void table_open_campaigns(struct table *table)
{
    table_close(table, &view_of_encounters);
    campaigns_begin(&table->campaigns, table->sitting);
    view_push(&table->model.views, &view_of_campaigns, &table->campaigns);
}

static void accept(struct table *table, const struct view_key *key)
{
    TEXT_BUFFER(line, COMMAND_LINE_MAX + 1);
    (void)key;
    campaigns_line(&table->campaigns, &line);
    table_close(table, &view_of_campaigns);
    if (line.n == 0) {
        table_say(table, ROLE_PLAIN, "this campaign is open already, or cannot be read");
        return;
    }
    table_run_line(table, line.p);
}

static void move(struct table *table, const struct view_key *key)
{
    int most = CAMPAIGNS_SHOWN_MAX + SITTING_COPIES_MAX;
    campaigns_move(&table->campaigns, view_list_steps(key->act, table_page(table), most));
}

static void make_new(struct table *table, const struct view_key *key)
{
    (void)key;
    table_close(table, &view_of_campaigns);
    table_open_palette(table, "new-campaign ");
}

static void draw(const struct view_place *place, void *self)
{
    campaigns_draw(self, table_view_sheet(place->screen));
}

const struct view view_of_campaigns = {
    .context = CONTEXT_CAMPAIGNS,
    .room = VIEW_SHEET,
    .on =
        {
            [ACT_ACCEPT] = accept,
            [ACT_CANCEL] = table_act_close,
            [ACT_HELP] = table_act_help,
            [ACT_NEW] = make_new,
            VIEW_LIST_MOVES(move),
        },
    .before = table_say_nothing,
    .draw = draw,
    .tells = true,
};
