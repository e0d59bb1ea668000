#include "tui/log/log_list.h"

#include <string.h>

#include "app/sitting/state.h"
#include "tui/fight/log_view.h"
#include "tui/widgets/reader.h"
#include "tui/canvas/canvas.h"

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
        if (sitting_log_holds(&list->page[i], line_edit_text(&list->filter))) {
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
    while (list->lines + length > LOG_WINDOW) {
        list->lines -= list->length[list->newest++];
    }
    memmove(&list->line[length], &list->line[0], (size_t)list->lines * size);
    memcpy(&list->line[0], &list->page[0], (size_t)length * size);
    list->oldest = page;
    list->lines += length;
    list->picked += length;
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
    while (list->lines + length > LOG_WINDOW) {
        int drop = list->length[list->oldest--];
        list->lines -= drop;
        list->picked -= drop;
        memmove(&list->line[0], &list->line[drop], (size_t)list->lines * size);
    }
    memcpy(&list->line[list->lines], &list->page[0], (size_t)length * size);
    list->newest = page;
    list->lines += length;
    return STATUS_OK;
}

/* The lines around the picked one that a screen could show. */
static enum status need(struct log_list *list, struct sitting *sitting, struct error *err)
{
    enum status status = STATUS_OK;
    for (int pages = 0; status == STATUS_OK && list->picked < FRAME_ROWS_MAX &&
                        has_older(list) && pages < LOG_PAGES_AT_ONCE;
         pages++) {
        status = add_older(list, sitting, err);
    }
    while (status == STATUS_OK && list->picked + FRAME_ROWS_MAX > list->lines &&
           list->newest > 0) {
        status = add_newer(list, sitting, err);
    }
    return status;
}

static int within(const struct log_list *list, int picked)
{
    picked = picked >= list->lines ? list->lines - 1 : picked;
    return picked < 0 ? 0 : picked;
}

static enum status explain(struct log_list *list, struct sitting *sitting, struct error *err)
{
    struct text text = text_over(list->text, sizeof list->text);
    list->scrolled = 0;
    return list->is_open && list->lines > 0
               ? sitting_explain(sitting, &list->line[list->picked], &text, err)
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
        list->lines = list->length[0];
        memcpy(list->line, list->page, (size_t)list->lines * sizeof list->line[0]);
        list->picked = list->lines > 0 ? list->lines - 1 : 0;
        status = need(list, sitting, err);
        list->picked = within(list, list->picked);
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
    bool is_shown = list->is_open && i == list->picked;
    return is_shown ? str_of(list->text) : (struct str){"", 0};
}

static int rows_of(const struct log_list *list, int i, struct canvas canvas)
{
    /* Counting draws nothing: every row is below the canvas. */
    int rows = log_line_rows(&list->line[i], canvas);
    return rows + reader_draw_text(explanation_part(canvas), canvas.rows, explanation(list, i));
}

/* A round is shown at its first line, and at the top. */
static void draw_entry(const struct log_list *list, int i, struct canvas canvas, int row)
{
    const struct log_line *line = &list->line[i];
    int rows = log_line_rows(line, canvas);
    log_line_draw(line, canvas, row, ROLE_OVERLAY);
    if (row <= 0 || i == 0 || list->line[i - 1].round != line->round) {
        log_line_draw_round(line, canvas, row);
    }
    for (int k = 0; i == list->picked && k < rows; k++) {
        canvas_set_role(canvas, (struct strip){row + k, 0, canvas.columns, ALIGN_LEFT},
                        ROLE_SELECTED);
    }
    if (i == list->picked) {
        canvas_glyph(canvas, row, 0, ROLE_SELECTED, GLYPH_SELECTED);
    }
    reader_draw_text(explanation_part(canvas), row + rows, explanation(list, i));
}

/* The lines to show: the picked one with about as many after it as before it. */
struct shown {
    int first, end; /* indexes; `end` is the one after the last */
};

static struct shown shown_in(const struct log_list *list, struct canvas canvas)
{
    struct shown shown = {list->picked, list->picked + 1};
    int room = canvas.rows - rows_of(list, list->picked, canvas);
    int before = room - room / 2;
    while (shown.end < list->lines && rows_of(list, shown.end, canvas) <= room - before) {
        room -= rows_of(list, shown.end++, canvas);
    }
    while (shown.first > 0 && rows_of(list, shown.first - 1, canvas) <= room) {
        room -= rows_of(list, --shown.first, canvas);
    }
    while (shown.end < list->lines && rows_of(list, shown.end, canvas) <= room) {
        room -= rows_of(list, shown.end++, canvas);
    }
    return shown;
}

void log_list_draw(const struct log_list *list, struct canvas canvas)
{
    bool has_words = list->filter.length > 0;
    TEXT_BUFFER(title, NAME_SIZE + LINE_EDIT_SIZE + 10);
    text_add(&title, list->name[0] != '\0' ? "log of %s" : "log", list->name);
    text_add(&title, "%s%s", has_words ? ": " : "", list->filter.text);
    struct canvas text = sheet_draw(canvas, title.p);
    if (list->lines == 0) {
        canvas_text(text, 0, 1, ROLE_DIM,
                    str_of(!has_words        ? "nothing has happened yet"
                           : has_older(list) ? "not in the newer lines: Up looks further back"
                                             : "no line contains these words"));
        return;
    }
    struct shown shown = shown_in(list, text);
    int row = -list->scrolled;
    for (int i = shown.first; i < shown.end; i++) {
        draw_entry(list, i, text, row);
        row += rows_of(list, i, text);
    }
    sheet_draw_more(canvas, shown.first > 0 || list->scrolled > 0,
                    shown.end < list->lines || row > text.rows);
}

/* ---- moving ---------------------------------------------------------------------------- */

enum status log_list_move(struct log_list *list, struct sitting *sitting, int steps,
                          struct canvas canvas, struct error *err)
{
    if (steps == 0 || (list->lines == 0 && !has_older(list))) {
        return STATUS_OK;
    }
    struct canvas text = sheet_inside(canvas);
    int rows = list->lines > 0 ? rows_of(list, list->picked, text) : 0;
    int hidden = rows - text.rows - list->scrolled;
    if ((steps == 1 && hidden > 0) || (steps == -1 && list->scrolled > 0)) {
        list->scrolled += steps;
        return STATUS_OK;
    }
    list->picked = within(list, list->picked + steps);
    enum status status = need(list, sitting, err);
    list->picked = within(list, list->picked);
    return status == STATUS_OK ? explain(list, sitting, err) : status;
}

enum status log_list_open(struct log_list *list, struct sitting *sitting, struct error *err)
{
    list->is_open = !list->is_open;
    return explain(list, sitting, err);
}

int64_t log_list_act(const struct log_list *list)
{
    return list->lines > 0 ? list->line[list->picked].act : 0;
}
