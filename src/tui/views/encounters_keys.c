#include <string.h>

#include "tui/fight/table_private.h"
#include "tui/fight/table_view.h"

void table_open_encounters(struct table *table)
{
    struct error err;
    table->model.palette = NULL;
    if (encounters_begin(&table->encounters, table->sitting, &err) != STATUS_OK) {
        table_say(table, ROLE_ERROR, err.text);
        return;
    }
    table->model.encounters = &table->encounters;
}

/* Of a new one the name is still to be typed. */
static void accept(struct table *table, bool carries)
{
    const struct system *game;
    const struct sitting_encounter *picked = encounters_picked(&table->encounters, &game);
    TEXT_BUFFER(text, COMMAND_LINE_MAX + 1);
    table->model.encounters = NULL;
    if (picked != NULL) {
        text_add(&text, "open \"%s\"%s", picked->name, carries ? " carry" : "");
        table_run_line(table, text.p);
        return;
    }
    if (carries || encounters_goes_on(&table->encounters)) {
        text_add(&text, "encounter carry ");
    } else {
        text_add(&text, "encounter system=%s ", game->id);
    }
    table_open_palette(table, text.p);
    table_say(table, ROLE_DIM, "type a name for the encounter; Enter opens it, Esc cancels");
}

static void carry(struct table *table)
{
    if (encounters_takes_party(&table->encounters)) {
        accept(table, true);
    } else if (table->encounters.goes_on == NULL) {
        table_say(table, ROLE_PLAIN, "there is no party here that could come along");
    } else {
        table_say(table, ROLE_PLAIN, "the party can only go to an encounter of its own game");
    }
}

void table_take_key_in_encounters(struct table *table, const struct term_input *input)
{
    const char *act = table_act_of(table, CONTEXT_ENCOUNTERS, input);
    int page = reader_page(table_view_reader(canvas_of(&table->frame)));
    int steps = table_list_steps(act, page, ENCOUNTERS_MAX + GAMES_MAX);
    table_say(table, ROLE_PLAIN, "");
    if (strcmp(act, "@cancel") == 0) {
        table->model.encounters = NULL;
    } else if (strcmp(act, "@help") == 0) {
        table_open_help(table, CONTEXT_ENCOUNTERS);
    } else if (strcmp(act, "@campaigns") == 0) {
        table_open_campaigns(table);
    } else if (strcmp(act, "@accept") == 0) {
        accept(table, false);
    } else if (strcmp(act, "@carry") == 0) {
        carry(table);
    } else {
        encounters_move(&table->encounters, steps);
    }
}
