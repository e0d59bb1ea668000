#include "app/sitting_export.h"
#include "app/sitting_state.h"
#include "tui/fight/table_private.h"
#include "tui/fight/table_view.h"

void table_open_log(struct table *table)
{
    struct error err;
    table->log.is_open = false;
    table->log.is_filtering = false;
    line_edit_init(&table->log.filter);
    if (log_list_begin(&table->log, table->sitting, &err) != STATUS_OK) {
        table_say(table, ROLE_ERROR, err.text);
        return;
    }
    view_push(&table->model.views, &view_of_log, &table->log);
}

static void say_failed(struct table *table, enum status status, const struct error *err)
{
    if (status != STATUS_OK) {
        table_say(table, ROLE_ERROR, err->text);
    }
}

/* While the filter is typed, only keys other than characters do something else. */
static bool before_key(struct table *table, const struct view_key *key)
{
    struct error err;
    struct log_list *log = &table->log;
    table_say(table, ROLE_PLAIN, "");
    if (!log->is_filtering) {
        return false;
    }
    if (key->act == ACT_LOOK) {
        log->is_filtering = false;
        return true;
    }
    bool is_dropped = key->act == ACT_CANCEL;
    bool types_anew = log->is_replacing &&
                      (key->input->kind == INPUT_CHARACTER || key->input->kind == INPUT_PASTE);
    log->is_replacing = false;
    if (types_anew) {
        line_edit_init(&log->filter);
    }
    if (is_dropped) {
        line_edit_init(&log->filter);
        log->is_filtering = false;
    }
    enum line_edit_effect effect =
        is_dropped ? LINE_EDIT_CHANGED : line_edit_input(&log->filter, key->input);
    if (effect == LINE_EDIT_CHANGED) {
        say_failed(table, log_list_begin(log, table->sitting, &err), &err);
    }
    return effect != LINE_EDIT_IGNORED;
}

static bool types(const void *self)
{
    const struct log_list *log = self;
    return log->is_filtering;
}

static void filter(struct table *table, const struct view_key *key)
{
    (void)key;
    table->log.is_filtering = true;
    table->log.is_replacing = true;
}

static void look(struct table *table, const struct view_key *key)
{
    (void)key;
    if (log_list_act(&table->log) != 0) {
        table_look_back_to(table, log_list_act(&table->log));
    }
}

static void go_back(struct table *table, const struct view_key *key)
{
    (void)key;
    table_close(table, &view_of_log);
    table_rewind(table, log_list_act(&table->log));
}

static void amend(struct table *table, const struct view_key *key)
{
    (void)key;
    table_close(table, &view_of_log);
    table_amend(table, log_list_act(&table->log));
}

static void export(struct table *table, const struct view_key *key)
{
    (void)key;
    TEXT_BUFFER(line, COMMAND_LINE_MAX);
    sitting_export_line(table->sitting, sitting_encounter_name(table->sitting), &line);
    table_open_palette(table, line.p);
    table_say(table, ROLE_DIM,
              "the ending chooses: html md csv json txt; players: without secrets");
}

static void explain(struct table *table, const struct view_key *key)
{
    struct error err;
    (void)key;
    say_failed(table, log_list_open(&table->log, table->sitting, &err), &err);
}

/* The newest line is where the log begins again. */
static void move(struct table *table, const struct view_key *key)
{
    struct error err;
    struct log_list *log = &table->log;
    struct canvas canvas = table_view_sheet(canvas_of(&table->frame));
    int steps = view_list_steps(key->act, table_page(table), LOG_WINDOW);
    enum status status = key->act == ACT_LAST
                             ? log_list_begin(log, table->sitting, &err)
                             : log_list_move(log, table->sitting, steps, canvas, &err);
    say_failed(table, status, &err);
}

static void draw(const struct view_place *place, void *self)
{
    log_list_draw(self, table_view_sheet(place->screen));
}

static void draw_prompt(const struct table_model *model, void *self, struct canvas canvas)
{
    struct log_list *log = self;
    if (log->is_filtering) {
        reader_draw_filter(&log->filter, canvas);
    } else {
        table_view_keys(model, canvas);
    }
}

const struct view view_of_log = {
    .context = CONTEXT_LOG,
    .room = VIEW_SHEET,
    .on =
        {
            [ACT_CANCEL] = table_act_close,
            [ACT_HELP] = table_act_help,
            [ACT_FILTER] = filter,
            [ACT_LOOK] = look,
            [ACT_OPEN] = explain,
            [ACT_REWIND] = go_back,
            [ACT_AMEND] = amend,
            [ACT_EXPORT] = export,
            VIEW_LIST_MOVES(move),
        },
    .before = before_key,
    .types = types,
    .draw = draw,
    .draw_prompt = draw_prompt,
    .tells = true,
};
