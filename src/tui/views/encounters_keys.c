#include "tui/fight/table_private.h"
#include "tui/fight/table_view.h"

void table_open_encounters(struct table *table)
{
    struct error err;
    if (encounters_begin(&table->encounters, table->sitting, &err) != STATUS_OK) {
        table_say(table, ROLE_ERROR, err.text);
        return;
    }
    view_push(&table->model.views, &view_of_encounters, &table->encounters);
}

/* Of a new one the name is still to be typed. */
static void open_picked(struct table *table, bool carries)
{
    const struct system *game;
    const struct sitting_encounter *picked = encounters_picked(&table->encounters, &game);
    TEXT_BUFFER(text, COMMAND_LINE_MAX + 1);
    if (picked != NULL && picked->is_archived) {
        table_say(table, ROLE_PLAIN, "it is archived: press a to bring it back");
        return;
    }
    table_close(table, &view_of_encounters);
    if (picked != NULL) {
        text_add(&text, "open ");
        text_add_quoted(&text, str_of(picked->name));
        text_add(&text, "%s", carries ? " carry" : "");
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

static void accept(struct table *table, const struct view_key *key)
{
    (void)key;
    open_picked(table, false);
}

static void carry(struct table *table, const struct view_key *key)
{
    (void)key;
    if (encounters_takes_party(&table->encounters)) {
        open_picked(table, true);
    } else if (table->encounters.goes_on == NULL) {
        table_say(table, ROLE_PLAIN, "there is no party here to take along");
    } else {
        table_say(table, ROLE_PLAIN, "the party can only go to an encounter of its own game");
    }
}

/* Runs a line about the list, which is there again after it with what came of it. */
static void change_list(struct table *table, const char *line)
{
    struct error err;
    table_run_line(table, line);
    if (encounters_read(&table->encounters, table->sitting, table->encounters.shows_archived,
                        &err) != STATUS_OK) {
        table_say(table, ROLE_ERROR, err.text);
        return;
    }
    table_close(table, &view_of_encounters);
    view_push(&table->model.views, &view_of_encounters, &table->encounters);
}

/* The command with the name of the picked encounter; false where none is picked. */
static bool name_picked(struct table *table, const char *command, struct text *out)
{
    const struct system *game;
    const struct sitting_encounter *picked = encounters_picked(&table->encounters, &game);
    if (picked == NULL) {
        table_say(table, ROLE_PLAIN, "no encounter is selected");
        return false;
    }
    text_add(out, "%s ", command);
    text_add_quoted(out, str_of(picked->name));
    return true;
}

/* The new name is typed after the line. */
static void rename_picked(struct table *table, const struct view_key *key)
{
    (void)key;
    TEXT_BUFFER(text, COMMAND_LINE_MAX + 1);
    if (name_picked(table, "rename-encounter", &text)) {
        text_add(&text, " ");
        table_close(table, &view_of_encounters);
        table_open_palette(table, text.p);
        table_say(table, ROLE_DIM, "type the new name; Enter renames, Esc cancels");
    }
}

static void archive_picked(struct table *table, const struct view_key *key)
{
    (void)key;
    const struct system *game;
    const struct sitting_encounter *picked = encounters_picked(&table->encounters, &game);
    bool is_archived = picked != NULL && picked->is_archived;
    TEXT_BUFFER(text, COMMAND_LINE_MAX + 1);
    if (name_picked(table, is_archived ? "unarchive-encounter" : "archive-encounter", &text)) {
        change_list(table, text.p);
    }
}

static void delete_picked(struct table *table, const struct view_key *key)
{
    (void)key;
    TEXT_BUFFER(text, COMMAND_LINE_MAX + 1);
    if (name_picked(table, "delete-encounter", &text)) {
        change_list(table, text.p);
    }
}

static void show_archived(struct table *table, const struct view_key *key)
{
    (void)key;
    struct error err;
    struct encounters *list = &table->encounters;
    if (encounters_read(list, table->sitting, !list->shows_archived, &err) != STATUS_OK) {
        table_say(table, ROLE_ERROR, err.text);
    }
}

static void undo_change(struct table *table, const struct view_key *key)
{
    (void)key;
    change_list(table, "encounters-undo");
}

static void redo_change(struct table *table, const struct view_key *key)
{
    (void)key;
    change_list(table, "encounters-redo");
}

static void open_campaigns(struct table *table, const struct view_key *key)
{
    (void)key;
    table_open_campaigns(table);
}

static void move(struct table *table, const struct view_key *key)
{
    int most = ENCOUNTERS_MAX + GAMES_MAX;
    encounters_move(&table->encounters, view_list_steps(key->act, table_page(table), most));
}

static bool offers(const void *self, enum screen_act act)
{
    const struct encounters *list = self;
    const struct system *game;
    bool is_old = encounters_picked(list, &game) != NULL;
    if (act == ACT_UNDO || act == ACT_REDO) {
        return (act == ACT_UNDO ? list->ways.undo : list->ways.redo)[0] != '\0';
    }
    bool needs_old = act == ACT_RENAME || act == ACT_ARCHIVE || act == ACT_DELETE;
    return (act != ACT_CARRY || encounters_takes_party(self)) && (!needs_old || is_old);
}

static void draw(const struct view_place *place, void *self)
{
    encounters_draw(self, table_view_sheet(place->screen));
}

const struct view view_of_encounters = {
    .context = CONTEXT_ENCOUNTERS,
    .room = VIEW_SHEET,
    .on =
        {
            [ACT_ACCEPT] = accept,
            [ACT_CANCEL] = table_act_close,
            [ACT_HELP] = table_act_help,
            [ACT_CARRY] = carry,
            [ACT_CAMPAIGNS] = open_campaigns,
            [ACT_RENAME] = rename_picked,
            [ACT_ARCHIVE] = archive_picked,
            [ACT_SHOW_ARCHIVED] = show_archived,
            [ACT_DELETE] = delete_picked,
            [ACT_UNDO] = undo_change,
            [ACT_REDO] = redo_change,
            VIEW_LIST_MOVES(move),
        },
    .before = table_say_nothing,
    .offers = offers,
    .draw = draw,
    .tells = true,
};
