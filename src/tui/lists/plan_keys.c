#include "tui/loop/table_private.h"
#include "tui/fight/table_view.h"

void table_open_plan(struct table *table)
{
    struct error err;
    if (plan_list_begin(&table->plan, table->sitting, &err) != STATUS_OK) {
        table_say(table, ROLE_ERROR, err.text);
        return;
    }
    view_push(&table->model.views, &view_of_plan, &table->plan);
}

static void read_again(struct table *table)
{
    struct error err;
    if (plan_list_read(&table->plan, table->sitting, &err) != STATUS_OK) {
        table_say(table, ROLE_ERROR, err.text);
    }
}

static void learn(struct table *table)
{
    sitting_plan_learn(table->sitting, &table->plan.plan);
}

/* What is picked, if the plan is still the one that is shown, and an encounter of the table
 * still has its name; NULL: it is not, which is said. */
static const struct plan_item *still_picked(struct table *table)
{
    const struct plan_item *item = plan_list_picked(&table->plan);
    if (item == NULL) {
        table_say(table, ROLE_PLAIN, "nothing is planned");
        return NULL;
    }
    bool is_renamed =
        !item->is_prepared && item->has_fight &&
        !sitting_encounter_is(table->sitting, item->encounter.id, item->encounter.name);
    if (is_renamed || !sitting_plan_is(table->sitting, &table->plan.plan)) {
        read_again(table);
        table_say(table, ROLE_WARNING,
                  "another program changed the list: it is shown as it is now");
        return NULL;
    }
    return item;
}

/* The command with the place of what is picked: names of prepared encounters and of fights can
 * be the same. */
static bool name_picked(struct table *table, const char *command, struct text *out)
{
    const struct plan_item *picked = still_picked(table);
    if (picked != NULL) {
        text_add(out, "%s #%d", command, table->plan.picked + 1);
    }
    return picked != NULL;
}

/* ---- opening --------------------------------------------------------------------------- */

/* Its fight, or the first one of a prepared encounter. */
static void open_picked(struct table *table, bool carries)
{
    TEXT_BUFFER(text, COMMAND_LINE_MAX + 1);
    const struct plan_item *item = still_picked(table);
    if (item == NULL) {
        return;
    }
    if (item->is_gone) {
        table_say(table, ROLE_PLAIN, "this encounter was deleted");
        return;
    }
    if (!item->has_fight) {
        int64_t id = item->prepared.id;
        table_close(table, &view_of_plan);
        table_start_prepared(table, id, carries);
        return;
    }
    text_add(&text, "open ");
    text_add_quoted(&text, str_of(item->encounter.name));
    text_add(&text, "%s", carries ? " carry" : "");
    table_close(table, &view_of_plan);
    table_close(table, &view_of_encounters);
    table_run_line(table, text.p);
}

static void accept(struct table *table, const struct view_key *key)
{
    (void)key;
    open_picked(table, false);
}

static void carry(struct table *table, const struct view_key *key)
{
    (void)key;
    open_picked(table, true);
}

/* Its fight as it stands, or a prepared encounter as it would begin. */
static void forecast(struct table *table, const struct view_key *key)
{
    const struct plan_item *item = still_picked(table);
    (void)key;
    if (item != NULL && item->is_gone) {
        table_say(table, ROLE_PLAIN, "this encounter was deleted");
    } else if (item != NULL && item->has_fight) {
        table_open_forecast_of(table, item->encounter.id);
    } else if (item != NULL) {
        table_open_forecast_prepared(table, &item->prepared);
    }
}

static void forecast_evening(struct table *table, const struct view_key *key)
{
    (void)key;
    table_open_evening(table);
}

/* ---- changing the plan ----------------------------------------------------------------- */

static void remove_picked(struct table *table, const struct view_key *key)
{
    TEXT_BUFFER(line, 40);
    (void)key;
    if (name_picked(table, "plan-remove", &line)) {
        table_run_line(table, line.p);
    }
}

static void move_picked(struct table *table, const char *where)
{
    TEXT_BUFFER(text, COMMAND_LINE_MAX + 1);
    if (name_picked(table, "plan-move", &text)) {
        text_add(&text, " %s", where);
        table_run_line(table, text.p);
    }
}

static void move_up(struct table *table, const struct view_key *key)
{
    (void)key;
    move_picked(table, "up");
}

static void move_down(struct table *table, const struct view_key *key)
{
    (void)key;
    move_picked(table, "down");
}

static void note_picked(struct table *table, const struct view_key *key)
{
    TEXT_BUFFER(text, COMMAND_LINE_MAX + 1);
    (void)key;
    if (name_picked(table, "plan-note", &text)) {
        text_add(&text, " %s", plan_list_picked(&table->plan)->note);
        table_open_palette(table, text.p);
        table_say(table, ROLE_DIM, "type a note, - for none; Enter keeps it, Esc cancels");
    }
}

static void print(struct table *table, const struct view_key *key)
{
    (void)key;
    table_open_palette(table, "plan-print ");
    table_say(table, ROLE_DIM, "type a file name, .md for Markdown; Enter writes it");
}

static void undo_change(struct table *table, const struct view_key *key)
{
    (void)key;
    table_run_line(table, "plan-undo");
}

static void redo_change(struct table *table, const struct view_key *key)
{
    (void)key;
    table_run_line(table, "plan-redo");
}

/* The list of encounters, where others are put on the plan. */
static void open_list(struct table *table, const struct view_key *key)
{
    (void)key;
    table_close(table, &view_of_plan);
    table_open_encounters(table);
}

/* ---- the view -------------------------------------------------------------------------- */

static void move(struct table *table, const struct view_key *key)
{
    plan_list_move(&table->plan, view_list_steps(key->act, table_page(table), PLAN_MAX));
}

static bool offers(const void *self, enum screen_act act)
{
    const struct plan_list *list = self;
    if (act == ACT_UNDO || act == ACT_REDO) {
        return (act == ACT_UNDO ? list->ways.undo : list->ways.redo)[0] != '\0';
    }
    bool is_for_one = act == ACT_ACCEPT || act == ACT_CARRY || act == ACT_NOTE ||
                      act == ACT_DELETE || act == ACT_DOWN || act == ACT_FORECAST;
    bool is_up = act == ACT_MOVE_UP && list->picked == 0;
    bool is_down = act == ACT_MOVE_DOWN && list->picked >= list->plan.count - 1;
    return !is_up && !is_down && (!is_for_one || list->plan.count > 0);
}

static void draw(const struct view_place *place, void *self)
{
    plan_list_draw(self, table_view_sheet(place->screen));
}

const struct view view_of_plan = {
    .context = CONTEXT_PLAN,
    .room = VIEW_SHEET,
    .on =
        {
            [ACT_ACCEPT] = accept,
            [ACT_CARRY] = carry,
            [ACT_CANCEL] = table_act_close,
            [ACT_HELP] = table_act_help,
            [ACT_MOVE_UP] = move_up,
            [ACT_MOVE_DOWN] = move_down,
            [ACT_NOTE] = note_picked,
            [ACT_FORECAST] = forecast,
            [ACT_EVENING] = forecast_evening,
            [ACT_DELETE] = remove_picked,
            [ACT_PRINT] = print,
            [ACT_UNDO] = undo_change,
            [ACT_REDO] = redo_change,
            [ACT_PLAN_ADD] = open_list,
            VIEW_LIST_MOVES(move),
        },
    .before = table_say_nothing,
    .offers = offers,
    .draw = draw,
    .tells = true,
    .ran = read_again,
    .learns = learn,
};
