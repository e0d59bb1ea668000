#include "tui/loop/table_private.h"
#include "tui/fight/table_view.h"
#include "tui/lists/encounters_view.h"

void table_open_encounters(struct table *table)
{
    struct error err;
    if (encounters_begin(&table->encounters, table->sitting, &err) != STATUS_OK) {
        table_say(table, ROLE_ERROR, err.text);
        return;
    }
    view_push(&table->model.views, &view_of_encounters, &table->encounters);
    const struct encounters *list = &table->encounters;
    const struct sitting_prepared *next = encounters_prepared_at(list, list->picked);
    if (next != NULL && next->system == list->goes_on) {
        TEXT_BUFFER(text, PREPARED_NAME_SIZE + 60);
        text_add(&text, "%s is next on the plan: %s starts it with this party", next->name,
                 key_in_context(&table->model.keys, CONTEXT_ENCOUNTERS, ACT_CARRY));
        table_say(table, ROLE_DIM, text.p);
    }
}

static void say_failed(struct table *table, enum status status, const struct error *err)
{
    if (status != STATUS_OK) {
        table_say(table, ROLE_ERROR, err->text);
    }
}

/* After a line: takes over its changes. */
static void read_again(struct table *table)
{
    struct error err;
    struct encounters *list = &table->encounters;
    say_failed(table, encounters_read(list, table->sitting, list->shows_archived, &err), &err);
}

static void learn(struct table *table)
{
    encounters_learn(&table->encounters, table->sitting);
}

/* The picked encounter, unless another program has renamed it meanwhile: a line names it, and
 * must not go to another one with its old name. NULL: none, which is reported. */
static const struct sitting_encounter *still_picked(struct table *table)
{
    const struct system *game;
    const struct sitting_encounter *picked = encounters_picked(&table->encounters, &game);
    if (picked == NULL) {
        table_say(table, ROLE_PLAIN, "no encounter is selected");
    } else if (!sitting_encounter_is(table->sitting, picked->id, picked->name)) {
        read_again(table);
        table_say(table, ROLE_WARNING,
                  "another program changed the list: it is shown as it is now");
        picked = NULL;
    }
    return picked;
}

/* ---- opening --------------------------------------------------------------------------- */

static void open_old(struct table *table, bool carries)
{
    TEXT_BUFFER(text, COMMAND_LINE_MAX + 1);
    const struct sitting_encounter *picked = still_picked(table);
    if (picked != NULL && picked->is_archived) {
        table_say(table, ROLE_PLAIN, "it is archived: press a to bring it back");
    } else if (picked != NULL) {
        text_add(&text, "open ");
        text_add_quoted(&text, str_of(picked->name));
        text_add(&text, "%s", carries ? " carry" : "");
        table_close(table, &view_of_encounters);
        table_run_line(table, text.p);
    }
}

/* A prepared one is started in its own list, which first tells what is missing. */
static bool start_prepared(struct table *table, bool carries)
{
    const struct encounters *list = &table->encounters;
    const struct sitting_prepared *prepared = encounters_prepared_at(list, list->picked);
    if (prepared != NULL) {
        table_start_prepared(table, prepared->id, carries);
    }
    return prepared != NULL;
}

/* In a campaign of its own; an evening begins with its plan. */
static bool open_demo(struct table *table)
{
    TEXT_BUFFER(text, COMMAND_LINE_MAX + 1);
    const struct demo *demo = encounters_demo_at(&table->encounters, table->encounters.picked);
    if (demo == NULL) {
        return false;
    }
    text_add(&text, "demo %s", demo->name);
    table_close(table, &view_of_encounters);
    table_run_line(table, text.p);
    if (table->result.kind == RESULT_DONE && table->model.encounter[0] == '\0') {
        table_open_plan(table);
    }
    return true;
}

/* The name of a new one is still to be typed. */
static void open_picked(struct table *table, bool carries)
{
    const struct system *game;
    TEXT_BUFFER(text, COMMAND_LINE_MAX + 1);
    if (start_prepared(table, carries) || open_demo(table)) {
        return;
    }
    if (encounters_picked(&table->encounters, &game) != NULL || game == NULL) {
        open_old(table, carries);
        return;
    }
    table_close(table, &view_of_encounters);
    text_add(&text, "encounter ");
    int name = text.n; /* comes first, as the list of commands shows it */
    if (carries || encounters_goes_on(&table->encounters)) {
        text_add(&text, " carry");
    } else {
        text_add(&text, " system=%s", game->id);
    }
    table_open_palette_at(table, text.p, name);
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
    const struct encounters *list = &table->encounters;
    bool is_prepared = encounters_prepared_at(list, list->picked) != NULL;
    if (is_prepared || encounters_takes_party(list)) {
        open_picked(table, true);
    } else if (table->encounters.goes_on == NULL) {
        table_say(table, ROLE_PLAIN, "there is no party here to take along");
    } else {
        table_say(table, ROLE_PLAIN, "the party can only go to an encounter of its own game");
    }
}

/* ---- changing the list ----------------------------------------------------------------- */

/* Commands for the picked encounter, and the same for a prepared one; NULL: there is none. */
struct for_picked {
    const char *command, *prepared;
};

/* The command with the name of the picked encounter; false when none is picked. */
static bool name_picked(struct table *table, struct for_picked for_picked, struct text *out)
{
    const struct encounters *list = &table->encounters;
    const struct sitting_prepared *prepared = encounters_prepared_at(list, list->picked);
    const char *command = prepared != NULL ? for_picked.prepared : for_picked.command;
    if (command == NULL) {
        table_say(table, ROLE_PLAIN, "not for a prepared encounter: e edits its text");
        return false;
    }
    if (prepared != NULL) {
        text_add(out, "%s ", command);
        text_add_quoted(out, str_of(prepared->name));
        return true;
    }
    const struct sitting_encounter *picked = still_picked(table);
    if (picked != NULL) {
        text_add(out, "%s ", command);
        text_add_quoted(out, str_of(picked->name));
    }
    return picked != NULL;
}

/* Runs the command for the picked encounter. */
static void change_picked(struct table *table, struct for_picked command)
{
    TEXT_BUFFER(text, COMMAND_LINE_MAX + 1);
    if (name_picked(table, command, &text)) {
        table_run_line(table, text.p);
    }
}

/* Its last words are typed above the list, after the present ones. */
static void type_for_picked(struct table *table, struct for_picked command, const char *before,
                            const char *advice)
{
    TEXT_BUFFER(text, COMMAND_LINE_MAX + 1);
    if (name_picked(table, command, &text)) {
        text_add(&text, " %s", before);
        table_open_palette(table, text.p);
        table_say(table, ROLE_DIM, advice);
    }
}

static void rename_picked(struct table *table, const struct view_key *key)
{
    (void)key;
    type_for_picked(table, (struct for_picked){"rename-encounter", "rename-prepared"}, "",
                    "type the new name; Enter renames, Esc cancels");
}

static void tag_picked(struct table *table, const struct view_key *key)
{
    const struct system *game;
    const struct sitting_encounter *picked = encounters_picked(&table->encounters, &game);
    (void)key;
    type_for_picked(table, (struct for_picked){"tag-encounter", NULL},
                    picked != NULL ? picked->tags : "",
                    "type tags with commas between them, - for none; Enter keeps them");
}

static void note_picked(struct table *table, const struct view_key *key)
{
    const struct system *game;
    const struct sitting_encounter *picked = encounters_picked(&table->encounters, &game);
    (void)key;
    type_for_picked(table, (struct for_picked){"note-encounter", NULL},
                    picked != NULL ? picked->note : "",
                    "type a note, - for none; Enter keeps it, Esc cancels");
}

static void copy_picked(struct table *table, const struct view_key *key)
{
    const struct encounters *list = &table->encounters;
    (void)key;
    if (encounters_prepared_at(list, list->picked) != NULL) {
        type_for_picked(table, (struct for_picked){NULL, "copy-prepared"}, "",
                        "type a name for the copy; Enter copies, Esc cancels");
    } else {
        change_picked(table, (struct for_picked){"copy-encounter", NULL});
    }
}

static void plan_picked(struct table *table, const struct view_key *key)
{
    (void)key;
    change_picked(table, (struct for_picked){"plan-add", "plan-prepared"});
}

static void archive_picked(struct table *table, const struct view_key *key)
{
    (void)key;
    const struct system *game;
    const struct sitting_encounter *picked = encounters_picked(&table->encounters, &game);
    bool is_archived = picked != NULL && picked->is_archived;
    change_picked(table,
                  (struct for_picked){is_archived ? "unarchive-encounter" : "archive-encounter",
                                      "archive-prepared"});
}

static void delete_picked(struct table *table, const struct view_key *key)
{
    (void)key;
    change_picked(table, (struct for_picked){"delete-encounter", "archive-prepared"});
}

/* With a prepared one selected, or where nothing else was changed, the prepared ones. */
static bool is_about_prepared(const struct encounters *list, const char *way)
{
    return encounters_prepared_at(list, list->picked) != NULL || way[0] == '\0';
}

static void undo_change(struct table *table, const struct view_key *key)
{
    const struct encounters *list = &table->encounters;
    (void)key;
    table_run_line(table, is_about_prepared(list, list->ways.undo) ? "prepared-undo"
                                                                   : "encounters-undo");
}

static void redo_change(struct table *table, const struct view_key *key)
{
    const struct encounters *list = &table->encounters;
    (void)key;
    table_run_line(table, is_about_prepared(list, list->ways.redo) ? "prepared-redo"
                                                                   : "encounters-redo");
}

/* ---- what is shown --------------------------------------------------------------------- */

static void show_archived(struct table *table, const struct view_key *key)
{
    (void)key;
    struct error err;
    struct encounters *list = &table->encounters;
    say_failed(table, encounters_read(list, table->sitting, !list->shows_archived, &err), &err);
}

static void open_prepared(struct table *table, const struct view_key *key)
{
    const struct encounters *list = &table->encounters;
    const struct sitting_prepared *prepared = encounters_prepared_at(list, list->picked);
    (void)key;
    int64_t id = prepared != NULL ? prepared->id : 0;
    table_open_prepared(table);
    if (id != 0) {
        table_edit_prepared(table, id);
    }
}

static void open_campaigns(struct table *table, const struct view_key *key)
{
    (void)key;
    table_open_campaigns(table);
}

static void open_chronicle(struct table *table, const struct view_key *key)
{
    (void)key;
    table_open_chronicle(table);
}

static void open_plan(struct table *table, const struct view_key *key)
{
    (void)key;
    table_open_plan(table);
}

static void drop_filter(struct encounters *list)
{
    line_edit_init(&list->filter);
    list->is_filtering = false;
    encounters_filter(list);
}

/* While the filter is typed, only keys other than characters do something else. */
static bool before_key(struct table *table, const struct view_key *key)
{
    struct encounters *list = &table->encounters;
    table_say(table, ROLE_PLAIN, "");
    if (!list->is_filtering) {
        return false;
    }
    if (key->act == ACT_ACCEPT) {
        list->is_filtering = false;
        return true;
    }
    if (key->act == ACT_CANCEL) {
        drop_filter(list);
        return true;
    }
    enum line_edit_effect effect = line_edit_input(&list->filter, key->input);
    if (effect == LINE_EDIT_CHANGED) {
        encounters_filter(list);
        encounters_look(list, table->sitting);
    }
    return effect != LINE_EDIT_IGNORED;
}

static bool types(const void *self)
{
    const struct encounters *list = self;
    return list->is_filtering;
}

static void filter(struct table *table, const struct view_key *key)
{
    (void)key;
    table->encounters.is_filtering = true;
}

static void cancel(struct table *table, const struct view_key *key)
{
    if (encounters_has_filter(&table->encounters)) {
        drop_filter(&table->encounters);
    } else {
        table_act_close(table, key);
    }
}

static void move(struct table *table, const struct view_key *key)
{
    int most = ENCOUNTERS_MAX + PREPARED_MAX + GAMES_MAX + DEMOS_MAX;
    encounters_move(&table->encounters, view_list_steps(key->act, table_page(table), most));
    encounters_look(&table->encounters, table->sitting);
}

static bool offers(const void *self, enum screen_act act)
{
    const struct encounters *list = self;
    const struct system *game;
    bool is_prepared = encounters_prepared_at(list, list->picked) != NULL;
    bool is_old = encounters_picked(list, &game) != NULL;
    if (act == ACT_FILTER) {
        return list->count + list->prepared_count > 0;
    }
    if (is_prepared) {
        return act != ACT_TAGS && act != ACT_NOTE;
    }
    if (act == ACT_UNDO || act == ACT_REDO) {
        return (act == ACT_UNDO ? list->ways.undo : list->ways.redo)[0] != '\0';
    }
    bool needs_old = act == ACT_RENAME || act == ACT_ARCHIVE || act == ACT_DELETE ||
                     act == ACT_COPY || act == ACT_TAGS || act == ACT_NOTE ||
                     act == ACT_FIGURES || act == ACT_FORECAST;
    return (act != ACT_CARRY || encounters_takes_party(self)) && (!needs_old || is_old);
}

static void draw(const struct view_place *place, void *self)
{
    encounters_draw(self, table_view_sheet(place->screen));
}

static void draw_prompt(const struct table_model *model, void *self, struct canvas canvas)
{
    struct encounters *list = self;
    if (list->is_filtering) {
        reader_draw_filter(&list->filter, canvas);
    } else {
        table_view_keys(model, canvas);
    }
}

static void figures(struct table *table, const struct view_key *key)
{
    const struct sitting_encounter *picked = still_picked(table);
    (void)key;
    if (picked != NULL) {
        table_open_figures_of(table, picked->name);
    }
}

static void forecast(struct table *table, const struct view_key *key)
{
    const struct encounters *list = &table->encounters;
    const struct sitting_prepared *prepared = encounters_prepared_at(list, list->picked);
    const struct sitting_encounter *picked = prepared == NULL ? still_picked(table) : NULL;
    (void)key;
    if (prepared != NULL) {
        table_open_forecast_prepared(table, prepared);
    } else if (picked != NULL) {
        table_open_forecast_of(table, picked->id);
    }
}

const struct view view_of_encounters = {
    .context = CONTEXT_ENCOUNTERS,
    .room = VIEW_SHEET,
    .on =
        {
            [ACT_ACCEPT] = accept,
            [ACT_CANCEL] = cancel,
            [ACT_HELP] = table_act_help,
            [ACT_FIGURES] = figures,
            [ACT_FORECAST] = forecast,
            [ACT_CARRY] = carry,
            [ACT_CAMPAIGNS] = open_campaigns,
            [ACT_PREPARED] = open_prepared,
            [ACT_RENAME] = rename_picked,
            [ACT_COPY] = copy_picked,
            [ACT_TAGS] = tag_picked,
            [ACT_NOTE] = note_picked,
            [ACT_PLAN] = open_plan,
            [ACT_CHRONICLE] = open_chronicle,
            [ACT_PLAN_ADD] = plan_picked,
            [ACT_FILTER] = filter,
            [ACT_ARCHIVE] = archive_picked,
            [ACT_SHOW_ARCHIVED] = show_archived,
            [ACT_DELETE] = delete_picked,
            [ACT_UNDO] = undo_change,
            [ACT_REDO] = redo_change,
            VIEW_LIST_MOVES(move),
        },
    .before = before_key,
    .types = types,
    .offers = offers,
    .draw = draw,
    .draw_prompt = draw_prompt,
    .tells = true,
    .ran = read_again,
    .learns = learn,
};
