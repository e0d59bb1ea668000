#include <string.h>

#include "tui/table_private.h"
#include "tui/table_view.h"

void table_open_encounters(struct table *table)
{
    struct error err;
    table->model.palette = NULL;
    if (encounters_begin(&table->encounters, table->session, &err) != STATUS_OK) {
        table_say(table, ROLE_ERROR, err.text);
        return;
    }
    table->model.encounters = &table->encounters;
}

/* Of a new one the name is still to be typed. */
static void accept(struct table *table)
{
    char line[COMMAND_LINE_MAX + 1];
    struct text text;
    const struct system *game;
    const struct session_encounter *picked = encounters_picked(&table->encounters, &game);
    text_init(&text, line, sizeof line);
    table->model.encounters = NULL;
    if (picked != NULL) {
        text_add(&text, "open \"%s\"", picked->name);
        table_run_line(table, line);
        return;
    }
    if (encounters_goes_on(&table->encounters)) {
        text_add(&text, "encounter carry ");
    } else {
        text_add(&text, "encounter system=%s ", game->id);
    }
    table_open_palette(table, line);
    table_say(table, ROLE_DIM, "type what the encounter is called; Enter opens its table, Esc leaves it");
}

void table_take_key_in_encounters(struct table *table, const struct term_input *input)
{
    const char *act = table_act_of(CONTEXT_ENCOUNTERS, input);
    int page = reader_page(table_view_reader(canvas_of(&table->frame)));
    int steps = table_list_steps(act, page, ENCOUNTERS_MAX + GAMES_MAX);
    table_say(table, ROLE_PLAIN, "");
    if (strcmp(act, "@cancel") == 0) {
        table->model.encounters = NULL;
    } else if (strcmp(act, "@help") == 0) {
        table_open_help(table, CONTEXT_ENCOUNTERS);
    } else if (strcmp(act, "@accept") == 0) {
        accept(table);
    } else {
        encounters_move(&table->encounters, steps);
    }
}
