#include "tui/log/log_list.h"

#include <string.h>

#include "app/export/export.h"
#include "app/log/past.h"
#include "app/sitting/state.h"
#include "tui/fight/table_view.h"
#include "tui/widgets/reader.h"
#include "tui/log/look_back.h"
#include "tui/loop/screen.h"

/* ---- pages ----------------------------------------------------------------------------- */

static bool has_older(const struct log_list *list)
{
    return list->oldest + 1 < LOG_PAGES_MAX && list->from[list->oldest + 1] != 0;
}

static enum status read_page(struct log_list *list, struct sitting *sitting, int page,
                             struct error *err)
{
    int count;
    int *kept = &list->length[page];
    enum status status = sitting_log_page(sitting, list->from[page], list->page, &count,
                                          &list->from[page + 1], err);
    *kept = 0;
    for (int i = 0; status == STATUS_OK && i < count; i++) {
        if (sitting_log_holds(&list->page[i], line_edit_text(&list->list.filter))) {
            list->page[(*kept)++] = list->page[i];
        }
    }
    return status;
}

/* Adds the page before the oldest one; the newest are dropped to make room. */
static enum status add_older(struct log_list *list, struct sitting *sitting, struct error *err)
{
    static const size_t size = sizeof list->line[0];
    int page = list->oldest + 1;
    enum status status = read_page(list, sitting, page, err);
    if (status != STATUS_OK) {
        return status;
    }
    int length = list->length[page];
    while (list->list.count + length > LOG_WINDOW) {
        list->list.count -= list->length[list->newest++];
    }
    memmove(&list->line[length], &list->line[0], (size_t)list->list.count * size);
    memcpy(&list->line[0], &list->page[0], (size_t)length * size);
    list->oldest = page;
    list->list.count += length;
    list->list.picked += length;
    return STATUS_OK;
}

static enum status add_newer(struct log_list *list, struct sitting *sitting, struct error *err)
{
    static const size_t size = sizeof list->line[0];
    int page = list->newest - 1;
    enum status status = read_page(list, sitting, page, err);
    if (status != STATUS_OK) {
        return status;
    }
    int length = list->length[page];
    while (list->list.count + length > LOG_WINDOW) {
        int drop = list->length[list->oldest--];
        list->list.count -= drop;
        list->list.picked -= drop;
        memmove(&list->line[0], &list->line[drop], (size_t)list->list.count * size);
    }
    memcpy(&list->line[list->list.count], &list->page[0], (size_t)length * size);
    list->newest = page;
    list->list.count += length;
    return STATUS_OK;
}

/* The lines around the picked one that a screen could show. */
static enum status need(struct log_list *list, struct sitting *sitting, struct error *err)
{
    enum status status = STATUS_OK;
    for (int pages = 0; status == STATUS_OK && list->list.picked < FRAME_ROWS_MAX &&
                        has_older(list) && pages < LOG_PAGES_AT_ONCE;
         pages++) {
        status = add_older(list, sitting, err);
    }
    while (status == STATUS_OK && list->list.picked + FRAME_ROWS_MAX > list->list.count &&
           list->newest > 0) {
        status = add_newer(list, sitting, err);
    }
    return status;
}

static enum status explain(struct log_list *list, struct sitting *sitting, struct error *err)
{
    struct text text = text_over(list->text, sizeof list->text);
    list->scrolled = 0;
    return list->is_open && list->list.count > 0
               ? sitting_explain(sitting, &list->line[list->list.picked], &text, err)
               : STATUS_OK;
}

enum status log_list_begin(struct log_list *list, struct sitting *sitting, struct error *err)
{
    text_format(list->name, sizeof list->name, "%s", sitting_encounter_name(sitting));
    list->from[0] = 0; /* the present position */
    list->newest = 0;
    list->oldest = 0;
    enum status status = read_page(list, sitting, 0, err);
    if (status == STATUS_OK) {
        list->list.count = list->length[0];
        memcpy(list->line, list->page, (size_t)list->list.count * sizeof list->line[0]);
        list->list.picked = list->list.count > 0 ? list->list.count - 1 : 0;
        status = need(list, sitting, err);
        list_move(&list->list, 0);
    }
    return status == STATUS_OK ? explain(list, sitting, err) : status;
}

/* ---- drawing --------------------------------------------------------------------------- */

enum { EXPLANATION_INDENT = 5 };

/* The columns of explanations. */
static struct canvas explanation_part(struct canvas canvas)
{
    return canvas_part(canvas, 0, EXPLANATION_INDENT, canvas.rows,
                       canvas.columns - EXPLANATION_INDENT - 1);
}

static struct str explanation(const struct log_list *list, int i)
{
    bool is_shown = list->is_open && i == list->list.picked;
    return is_shown ? str_of(list->text) : (struct str){"", 0};
}

static int rows_of(const struct log_list *list, int i, struct canvas canvas)
{
    /* Counting draws nothing: every row is below the canvas. */
    int rows = log_line_rows(&list->line[i], canvas);
    return rows + reader_draw_text(explanation_part(canvas), canvas.rows, explanation(list, i));
}

/* The lines to show: the picked one with about as many after it as before it. */
struct shown {
    int first, end; /* indexes; `end` is the one after the last */
};

static struct shown shown_in(const struct log_list *list, struct canvas canvas)
{
    struct shown shown = {list->list.picked, list->list.picked + 1};
    int room = canvas.rows - rows_of(list, list->list.picked, canvas);
    int before = room - room / 2;
    while (shown.end < list->list.count && rows_of(list, shown.end, canvas) <= room - before) {
        room -= rows_of(list, shown.end++, canvas);
    }
    while (shown.first > 0 && rows_of(list, shown.first - 1, canvas) <= room) {
        room -= rows_of(list, --shown.first, canvas);
    }
    while (shown.end < list->list.count && rows_of(list, shown.end, canvas) <= room) {
        room -= rows_of(list, shown.end++, canvas);
    }
    return shown;
}

static void draw(const struct view_place *place, void *self)
{
    const struct log_list *list = self;
    struct canvas canvas = sheet_of(place->canvas);
    bool has_words = list->list.filter.length > 0;
    TEXT_BUFFER(title, NAME_SIZE + LINE_EDIT_SIZE + 10);
    text_add(&title, list->name[0] != '\0' ? "log of %s" : "log", list->name);
    text_add(&title, "%s%s", has_words ? ": " : "", list->list.filter.text);
    struct canvas text = sheet_draw(canvas, title.p);
    if (list->list.count == 0) {
        canvas_text(text, 0, 1, ROLE_DIM,
                    str_of(!has_words        ? "nothing has happened yet"
                           : has_older(list) ? "not in the newer lines: Up looks further back"
                                             : "no line contains these words"));
        return;
    }
    struct shown shown = shown_in(list, text);
    int row = -list->scrolled;
    for (int i = shown.first; i < shown.end; i++) {
        /* A round is shown at its first line, and at the top. */
        const struct log_line *line = &list->line[i];
        int rows = log_line_rows(line, text);
        log_line_draw(line, text, row, ROLE_OVERLAY);
        if (row <= 0 || i == 0 || list->line[i - 1].round != line->round) {
            log_line_draw_round(line, text, row);
        }
        for (int k = 1; i == list->list.picked && k < rows; k++) {
            canvas_set_role(text, (struct strip){row + k, 0, text.columns, ALIGN_LEFT},
                            ROLE_SELECTED);
        }
        if (i == list->list.picked) {
            list_mark(text, row);
        }
        reader_draw_text(explanation_part(text), row + rows, explanation(list, i));
        row += rows_of(list, i, text);
    }
    sheet_draw_more(canvas, shown.first > 0 || list->scrolled > 0,
                    shown.end < list->list.count || row > text.rows);
}

/* ---- moving ---------------------------------------------------------------------------- */

enum status log_list_move(struct log_list *list, struct sitting *sitting, int steps,
                          struct canvas canvas, struct error *err)
{
    if (steps == 0 || (list->list.count == 0 && !has_older(list))) {
        return STATUS_OK;
    }
    struct canvas text = sheet_inside(canvas);
    int rows = list->list.count > 0 ? rows_of(list, list->list.picked, text) : 0;
    int hidden = rows - text.rows - list->scrolled;
    if ((steps == 1 && hidden > 0) || (steps == -1 && list->scrolled > 0)) {
        list->scrolled += steps;
        return STATUS_OK;
    }
    list_move(&list->list, steps);
    enum status status = need(list, sitting, err);
    list_move(&list->list, 0);
    return status == STATUS_OK ? explain(list, sitting, err) : status;
}

int64_t log_list_act(const struct log_list *list)
{
    return list->list.count > 0 ? list->line[list->list.picked].act : 0;
}

/* ---- the view -------------------------------------------------------------------------- */

/* The log of the fight that is looked at, or of the open one. */
static struct sitting *sitting_of(struct screen *screen)
{
    const struct log_list *log = screen_data(screen, &view_of_log);
    return log->is_past ? past_then(screen_past(screen)) : screen->sitting;
}

static void open_log(struct screen *screen, bool is_past)
{
    struct error err;
    struct log_list *log = screen_data(screen, &view_of_log);
    log->is_past = is_past;
    log->is_open = false;
    log->list.is_filtering = false;
    line_edit_init(&log->list.filter);
    if (log_list_begin(log, sitting_of(screen), &err) != STATUS_OK) {
        log->is_past = false;
        screen_say(screen, ROLE_ERROR, err.text);
        return;
    }
    screen_push(screen, &view_of_log);
}

static void open(struct screen *screen)
{
    open_log(screen, false);
}

/* The log of the past that is looked at, which then closes with it. */
static void past_ends(struct screen *screen)
{
    const struct log_list *log = screen_data(screen, &view_of_log);
    if (log->is_past) {
        screen_close(screen, &view_of_log);
    }
}

/* The log of the past that is looked at, or of any encounter up to an act (-1: all). */
static void open_about(struct screen *screen, const struct view_about *about)
{
    struct error err;
    if (about->past == NULL &&
        screen_open_past(screen, about->encounter, about->act, &err) != STATUS_OK) {
        screen_say_error(screen, &err);
        return;
    }
    open_log(screen, true);
}

/* True when the past is shown below. */
static bool is_over_past(struct screen *screen)
{
    return view_find(&screen->model.views, &view_of_past) != NULL;
}

static void closed(struct screen *screen)
{
    struct log_list *log = screen_data(screen, &view_of_log);
    bool ends_past = log->is_past && !is_over_past(screen);
    log->is_past = false;
    if (ends_past) {
        screen_end_past(screen);
    }
}

/* While the filter is typed, only keys other than characters do something else. */
static bool before_key(struct screen *screen, const struct view_key *key)
{
    struct error err;
    struct log_list *log = key->self;
    screen_say(screen, ROLE_PLAIN, "");
    if (!log->list.is_filtering) {
        return false;
    }
    if (key->act == ACT_WIDEN) {
        return false;
    }
    if (key->act == ACT_LOOK) {
        log->list.is_filtering = false;
        return true;
    }
    bool is_dropped = key->act == ACT_CANCEL;
    bool types_anew = log->is_replacing &&
                      (key->input->kind == INPUT_CHARACTER || key->input->kind == INPUT_PASTE);
    log->is_replacing = false;
    if (types_anew) {
        line_edit_init(&log->list.filter);
    }
    if (is_dropped) {
        line_edit_init(&log->list.filter);
        log->list.is_filtering = false;
    }
    enum line_edit_effect effect =
        is_dropped ? LINE_EDIT_CHANGED : line_edit_input(&log->list.filter, key->input);
    if (effect == LINE_EDIT_CHANGED) {
        screen_say_failed(screen, log_list_begin(log, sitting_of(screen), &err), &err);
    }
    return effect != LINE_EDIT_IGNORED;
}

static void filter(struct screen *screen, const struct view_key *key)
{
    struct log_list *log = key->self;
    (void)screen;
    log->list.is_filtering = true;
    log->is_replacing = true;
}

/* From the lines of this fight to the acts of more. */
static void widen(struct screen *screen, const struct view_key *key)
{
    const struct log_list *log = key->self;
    view_of_ask.opens(screen, OPENS_NOTHING, line_edit_text(&log->list.filter));
}

static void look(struct screen *screen, const struct view_key *key)
{
    const struct log_list *log = key->self;
    int64_t act = log_list_act(log);
    if (act != 0 && is_over_past(screen)) {
        screen_close(screen, &view_of_log);
        screen_look_back_on(screen, act);
    } else if (act != 0 && log->is_past) {
        int64_t encounter = past_encounter(screen_past(screen));
        screen_close(screen, &view_of_log);
        screen_look_back_at(screen, encounter, act);
    } else if (act != 0) {
        screen_look_back_to(screen, act);
    }
}

/* In the log of the past: nothing is changed from there. */
static bool is_refused(struct screen *screen, const struct log_list *log)
{
    if (log->is_past) {
        screen_say(screen, ROLE_WARNING,
                   "this is the past: Esc, then C makes a copy that goes on from there");
    }
    return log->is_past;
}

static void go_back(struct screen *screen, const struct view_key *key)
{
    if (is_refused(screen, key->self)) {
        return;
    }
    screen_close(screen, &view_of_log);
    screen_rewind(screen, log_list_act(key->self));
}

static void amend(struct screen *screen, const struct view_key *key)
{
    if (is_refused(screen, key->self)) {
        return;
    }
    screen_close(screen, &view_of_log);
    screen_amend(screen, log_list_act(key->self));
}

static void show_chart(struct screen *screen, const struct view_key *key)
{
    const struct log_list *log = key->self;
    int64_t encounter = log->is_past || is_over_past(screen)
                            ? past_encounter(screen_past(screen))
                            : sitting_encounter_number(screen->sitting);
    view_of_chart.open_about(
        screen, &(struct view_about){.encounter = encounter, .act = log_list_act(log)});
}

static void export(struct screen *screen, const struct view_key *key)
{
    (void)key;
    struct export_draft draft = {.encounter = sitting_encounter_name(sitting_of(screen))};
    screen_open_export(screen, &draft);
}

static void open_line(struct screen *screen, const struct view_key *key)
{
    struct error err;
    struct log_list *log = key->self;
    log->is_open = !log->is_open;
    screen_say_failed(screen, explain(log, sitting_of(screen), &err), &err);
}

/* The newest line is where the log begins again. */
static void move(struct screen *screen, const struct view_key *key)
{
    struct error err;
    struct log_list *log = key->self;
    struct canvas canvas = screen_sheet(screen);
    int steps = view_list_steps(key->act, screen_page(screen), LOG_WINDOW);
    enum status status = key->act == ACT_LAST
                             ? log_list_begin(log, sitting_of(screen), &err)
                             : log_list_move(log, sitting_of(screen), steps, canvas, &err);
    screen_say_failed(screen, status, &err);
}

static const struct list_view list_of_log = {.filters = true};

const struct view view_of_log = {
    .context = CONTEXT_LOG,
    .room = VIEW_SHEET,
    .size = sizeof(struct log_list),
    .list = &list_of_log,
    .open = open,
    .open_about = open_about,
    .at_first = "this is the first line",
    .at_last = "this is the newest line",
    .on =
        {
            [ACT_CANCEL] = screen_act_close,
            [ACT_FILTER] = filter,
            [ACT_WIDEN] = widen,
            [ACT_LOOK] = look,
            [ACT_OPEN] = open_line,
            [ACT_REWIND] = go_back,
            [ACT_AMEND] = amend,
            [ACT_EXPORT] = export,
            [ACT_CHART] = show_chart,
            VIEW_LIST_MOVES(move),
        },
    .before = before_key,
    .types = list_types,
    .draw = draw,
    .tells = true,
    .lists_past = true,
    .past_ends = past_ends,
    .closed = closed,
};
