#include "app/export/export.h"
#include "app/log/past.h"
#include "app/sitting/state.h"
#include "tui/loop/table_private.h"
#include "tui/fight/table_view.h"

/* The log of the fight that is looked at, or of the open one. */
static struct sitting *sitting_of(struct table *table)
{
    return table->is_past_log ? past_then(table->look_back.past) : table->sitting;
}

static void open_log(struct table *table, bool is_past)
{
    struct error err;
    table->is_past_log = is_past;
    table->log.is_open = false;
    table->log.is_filtering = false;
    line_edit_init(&table->log.filter);
    if (log_list_begin(&table->log, sitting_of(table), &err) != STATUS_OK) {
        table->is_past_log = false;
        table_say(table, ROLE_ERROR, err.text);
        return;
    }
    view_push(&table->model.views, &view_of_log, &table->log);
}

void table_open_log(struct table *table)
{
    open_log(table, false);
}

void table_open_past_log(struct table *table)
{
    open_log(table, true);
}

void table_open_log_of(struct table *table, int64_t encounter, int64_t act)
{
    struct error err;
    table_end_past(table);
    if (past_open_of(&table->look_back.past, table->sitting, encounter, act, &err) !=
        STATUS_OK) {
        table_say_error(table, &err);
        return;
    }
    open_log(table, true);
}

/* Whether the past is shown below. */
static bool is_over_past(const struct table *table)
{
    return view_find(&table->model.views, &view_of_past) != NULL;
}

static void closed(struct table *table)
{
    bool ends_past = table->is_past_log && !is_over_past(table);
    table->is_past_log = false;
    if (ends_past) {
        table_end_past(table);
    }
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
    if (key->act == ACT_WIDEN) {
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
        say_failed(table, log_list_begin(log, sitting_of(table), &err), &err);
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

/* From the lines of this fight to the acts of more. */
static void widen(struct table *table, const struct view_key *key)
{
    (void)key;
    table_open_ask_further(table, line_edit_text(&table->log.filter));
}

static void look(struct table *table, const struct view_key *key)
{
    (void)key;
    int64_t act = log_list_act(&table->log);
    if (act != 0 && is_over_past(table)) {
        table_close(table, &view_of_log);
        table_look_back_on(table, act);
    } else if (act != 0 && table->is_past_log) {
        int64_t encounter = past_encounter(table->look_back.past);
        table_close(table, &view_of_log);
        table_look_back_at(table, encounter, act);
    } else if (act != 0) {
        table_look_back_to(table, act);
    }
}

/* In the log of the past: nothing is changed from there. */
static bool is_refused(struct table *table)
{
    if (table->is_past_log) {
        table_say(table, ROLE_WARNING,
                  "this is the past: Esc, then c makes a copy that goes on from there");
    }
    return table->is_past_log;
}

static void go_back(struct table *table, const struct view_key *key)
{
    (void)key;
    if (is_refused(table)) {
        return;
    }
    table_close(table, &view_of_log);
    table_rewind(table, log_list_act(&table->log));
}

static void amend(struct table *table, const struct view_key *key)
{
    (void)key;
    if (is_refused(table)) {
        return;
    }
    table_close(table, &view_of_log);
    table_amend(table, log_list_act(&table->log));
}

void table_open_export(struct table *table, const struct export_draft *draft)
{
    TEXT_BUFFER(line, COMMAND_LINE_MAX);
    sitting_export_line(table->sitting, draft, &line);
    table_open_palette(table, line.p);
    table_say(table, ROLE_DIM,
              "the ending chooses: html md csv json txt; players: without secrets");
}

static void export(struct table *table, const struct view_key *key)
{
    (void)key;
    struct export_draft draft = {.encounter = sitting_encounter_name(sitting_of(table))};
    table_open_export(table, &draft);
}

static void explain(struct table *table, const struct view_key *key)
{
    struct error err;
    (void)key;
    say_failed(table, log_list_open(&table->log, sitting_of(table), &err), &err);
}

/* The newest line is where the log begins again. */
static void move(struct table *table, const struct view_key *key)
{
    struct error err;
    struct log_list *log = &table->log;
    struct canvas canvas = table_view_sheet(canvas_of(&table->frame));
    int steps = view_list_steps(key->act, table_page(table), LOG_WINDOW);
    enum status status = key->act == ACT_LAST
                             ? log_list_begin(log, sitting_of(table), &err)
                             : log_list_move(log, sitting_of(table), steps, canvas, &err);
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
    .open = table_open_log,
    .at_first = "this is the first line",
    .at_last = "this is the newest line",
    .on =
        {
            [ACT_CANCEL] = table_act_close,
            [ACT_HELP] = table_act_help,
            [ACT_FILTER] = filter,
            [ACT_WIDEN] = widen,
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
    .lists_past = true,
    .closed = closed,
};
