#include <string.h>

#include "tui/fight/table_private.h"
#include "tui/fight/table_view.h"

void table_open_campaigns(struct table *table)
{
    table->model.palette = NULL;
    table->model.encounters = NULL;
    campaigns_begin(&table->campaigns, table->sitting);
    table->model.campaigns = &table->campaigns;
}

static void accept(struct table *table)
{
    TEXT_BUFFER(line, COMMAND_LINE_MAX + 1);
    campaigns_line(&table->campaigns, &line);
    table->model.campaigns = NULL;
    if (line.n == 0) {
        table_say(table, ROLE_PLAIN, "this campaign is open already, or cannot be read");
        return;
    }
    table_run_line(table, line.p);
    if (table->result.kind == RESULT_DONE && table->model.encounter[0] == '\0') {
        table_open_encounters(table);
    }
}

void table_take_key_in_campaigns(struct table *table, const struct term_input *input)
{
    const char *act = table_act_of(table, CONTEXT_CAMPAIGNS, input);
    int page = reader_page(table_view_reader(canvas_of(&table->frame)));
    int steps = table_list_steps(act, page, CAMPAIGNS_SHOWN_MAX + SITTING_COPIES_MAX);
    table_say(table, ROLE_PLAIN, "");
    if (strcmp(act, "@cancel") == 0) {
        table->model.campaigns = NULL;
    } else if (strcmp(act, "@help") == 0) {
        table_open_help(table, CONTEXT_CAMPAIGNS);
    } else if (strcmp(act, "@accept") == 0) {
        accept(table);
    } else {
        campaigns_move(&table->campaigns, steps);
    }
}
