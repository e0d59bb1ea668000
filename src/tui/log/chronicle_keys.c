#include "tui/loop/table_private.h"
#include "tui/fight/table_view.h"

void table_open_chronicle(struct table *table)
{
    struct error err;
    if (chronicle_list_begin(&table->chronicle, table->sitting, &err) != STATUS_OK) {
        chronicle_list_end(&table->chronicle);
        table_say(table, ROLE_ERROR, err.text);
        return;
    }
    view_push(&table->model.views, &view_of_chronicle, &table->chronicle);
}

static void read_again(struct table *table)
{
    struct error err;
    if (chronicle_list_read(&table->chronicle, table->sitting, &err) != STATUS_OK) {
        table_say(table, ROLE_ERROR, err.text);
    }
}

static void learn(struct table *table)
{
    struct error err;
    if (sitting_chronicle_has_grown(table->sitting) &&
        chronicle_list_learn(&table->chronicle, table->sitting, &err) != STATUS_OK) {
        table_say(table, ROLE_ERROR, err.text);
    }
    chronicle_list_read_forecast(&table->chronicle, table->sitting);
}

static void end(struct table *table)
{
    chronicle_list_end(&table->chronicle);
}

/* The picked fight; NULL: there is none, which is reported. */
static const struct chronicle_entry *picked_one(struct table *table)
{
    const struct chronicle_entry *entry = chronicle_list_picked(&table->chronicle);
    if (entry == NULL) {
        table_say(table, ROLE_PLAIN, "no fight has begun yet");
    }
    return entry;
}

/* The table as it was at the end of that evening, while the open fight stays where it is. */
static void look(struct table *table, const struct view_key *key)
{
    const struct chronicle_entry *entry = picked_one(table);
    (void)key;
    if (entry != NULL) {
        table_look_back_at(table, entry->encounter, entry->is_last ? -1 : entry->stretch.last);
    }
}

static void show_log(struct table *table, const struct view_key *key)
{
    const struct chronicle_entry *entry = picked_one(table);
    (void)key;
    if (entry != NULL) {
        table_open_log_of(table, entry->encounter, entry->is_last ? -1 : entry->stretch.last);
    }
}

static void export(struct table *table, const struct view_key *key)
{
    const struct chronicle_entry *entry = picked_one(table);
    (void)key;
    if (entry != NULL) {
        struct export_draft draft = {.encounter = entry->name};
        table_open_export(table, &draft);
    }
}

static void show_figures(struct table *table, const struct view_key *key)
{
    const struct chronicle_entry *entry = picked_one(table);
    (void)key;
    if (entry != NULL) {
        table_open_figures_of(table, entry->name);
    }
}

static void forecast(struct table *table, const struct view_key *key)
{
    const struct chronicle_entry *entry = picked_one(table);
    (void)key;
    if (entry != NULL) {
        table_open_forecast_of_start(table, entry->encounter);
    }
}

/* To the first thing worth seeing that evening. */
static void look_at_sight(struct table *table, const struct view_key *key)
{
    const struct chronicle_entry *entry = picked_one(table);
    (void)key;
    if (entry != NULL && entry->sights > 0) {
        const struct chronicle *chronicle = &table->chronicle.chronicle;
        table_look_back_at(table, entry->encounter, chronicle->sight[entry->first_sight].act);
    } else if (entry != NULL) {
        table_say(table, ROLE_PLAIN, "nobody fell there, no morale broke, nothing is marked");
    }
}

static void open_picked(struct table *table, const struct view_key *key)
{
    const struct chronicle_entry *entry = picked_one(table);
    TEXT_BUFFER(text, COMMAND_LINE_MAX + 1);
    (void)key;
    if (entry != NULL && entry->is_archived) {
        table_say(table, ROLE_PLAIN, "it is archived: the list of encounters brings it back");
    } else if (entry != NULL) {
        text_add(&text, "open ");
        text_add_quoted(&text, str_of(entry->name));
        table_close_all(table);
        table_run_line(table, text.p);
    }
}

static void undo_change(struct table *table, const struct view_key *key)
{
    (void)key;
    table_run_line(table, "remarks-undo");
}

static void redo_change(struct table *table, const struct view_key *key)
{
    (void)key;
    table_run_line(table, "remarks-redo");
}

static void move(struct table *table, const struct view_key *key)
{
    int most = table->chronicle.chronicle.entries;
    chronicle_list_move(&table->chronicle, view_list_steps(key->act, table_page(table), most));
    table->has_idle_work = true;
}

static bool offers(const void *self, enum screen_act act)
{
    const struct chronicle_list *list = self;
    const struct chronicle_entry *entry = chronicle_list_picked(list);
    bool needs_one = act == ACT_LOOK || act == ACT_LOG || act == ACT_OPEN ||
                     act == ACT_EXPORT || act == ACT_FIGURES || act == ACT_FORECAST ||
                     act == ACT_DOWN;
    return (!needs_one || entry != NULL) &&
           (act != ACT_MARK_NEWER || (entry != NULL && entry->sights > 0));
}

static void draw(const struct view_place *place, void *self)
{
    chronicle_list_draw(self, table_view_sheet(place->screen));
}

const struct view view_of_chronicle = {
    .context = CONTEXT_CHRONICLE,
    .room = VIEW_SHEET,
    .open = table_open_chronicle,
    .at_first = "this is the latest fight",
    .at_last = "this is the first fight",
    .on =
        {
            [ACT_LOOK] = look,
            [ACT_LOG] = show_log,
            [ACT_EXPORT] = export,
            [ACT_FIGURES] = show_figures,
            [ACT_FORECAST] = forecast,
            [ACT_MARK_NEWER] = look_at_sight,
            [ACT_OPEN] = open_picked,
            [ACT_UNDO] = undo_change,
            [ACT_REDO] = redo_change,
            [ACT_CANCEL] = table_act_close,
            [ACT_HELP] = table_act_help,
            VIEW_LIST_MOVES(move),
        },
    .before = table_say_nothing,
    .offers = offers,
    .draw = draw,
    .tells = true,
    .lists_past = true,
    .ran = read_again,
    .learns = learn,
    .closed = end,
};
