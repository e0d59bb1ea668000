#include "tui/lists/prepared.h"

#include <string.h>

#include "tui/lists/prepared_detail.h"

enum { NAME_COLUMN = 2, GAME_WIDTH = 22, WIDE = 60, LIST_ROWS_LEAST = 2 };

void prepared_list_look(struct prepared_list *list, struct sitting *sitting)
{
    struct error err;
    int budget = 1;
    const struct sitting_prepared *picked = prepared_list_picked(list);
    if (picked == NULL ||
        prepared_facts_find(&list->facts, sitting, picked, &budget, &err) != STATUS_OK) {
        list->facts = (struct prepared_facts){.is_known = false};
    }
}

enum status prepared_list_read(struct prepared_list *list, struct sitting *sitting,
                               struct error *err)
{
    const struct sitting_prepared *was = prepared_list_picked(list);
    int64_t id = was != NULL ? was->id : 0;
    enum status status =
        sitting_prepared_list(sitting, list->item, PREPARED_MAX, &list->count, err);
    int picked =
        list->count > 0 && list->picked >= list->count ? list->count - 1 : list->picked;
    for (int i = 0; i < list->count; i++) {
        picked = list->item[i].id == id ? i : picked;
    }
    list->picked = picked;
    prepared_list_look(list, sitting);
    return status;
}

void prepared_list_move(struct prepared_list *list, int steps)
{
    int64_t picked = (int64_t)list->picked + steps;
    picked = picked >= list->count ? list->count - 1 : picked;
    list->picked = picked < 0 ? 0 : (int)picked;
}

const struct sitting_prepared *prepared_list_picked(const struct prepared_list *list)
{
    return list->picked < list->count ? &list->item[list->picked] : NULL;
}

/* "Ford:12:5" ends with the line and the column. */
static int line_of(const char *where)
{
    int64_t line = 0;
    const char *last = strrchr(where, ':');
    const char *first = last;
    while (first != NULL && first > where && first[-1] != ':') {
        first--;
    }
    if (first == NULL || first == where ||
        !str_to_int64((struct str){first, (int)(last - first)}, 1, INT32_MAX, &line)) {
        return 0;
    }
    return (int)line;
}

int prepared_list_line(const struct prepared_list *list)
{
    if (list->below == PREPARED_SAYS_MISTAKES && list->mistakes.count > 0) {
        return line_of(list->mistakes.diagnostic[0].where);
    }
    return list->below == PREPARED_SAYS_MISSING && list->ready_count > 0 ? list->ready[0].line
                                                                         : 0;
}

/* ---- what stands below ----------------------------------------------------------------- */

/* Draws a text wrapped to the width; returns the row after it. */
static int draw_folded(struct canvas canvas, int row, enum role role, const char *text)
{
    char buf[WORDING_SIZE];
    struct str line;
    struct str rest = wording(buf, canvas.frame, str_of(text));
    while (row < canvas.rows &&
           grapheme_next_line(&line, &rest, canvas.columns - NAME_COLUMN)) {
        canvas_text(canvas, row++, NAME_COLUMN, role, line);
    }
    return row;
}

static int draw_missing(const struct prepared_list *list, struct canvas canvas, int row)
{
    row = draw_folded(canvas, row, ROLE_WARNING,
                      "Missing or odd before the start; Enter starts all the same, e edits "
                      "the text:");
    for (int i = 0; i < list->ready_count && row < canvas.rows; i++) {
        TEXT_BUFFER(line, 300);
        const struct ready_item *item = &list->ready[i];
        if (item->line > 0) {
            text_add(&line, "line %d: ", item->line);
        }
        text_add(&line, "%s", item->text);
        text_add(&line, item->rule[0] != '\0' ? "  [%s]" : "%s", item->rule);
        row = draw_folded(canvas, row, ROLE_OVERLAY, line.p);
    }
    return row;
}

static int draw_mistakes(const struct prepared_list *list, struct canvas canvas, int row)
{
    row = draw_folded(canvas, row, ROLE_ERROR,
                      "Not taken, nothing is changed; e edits on, Esc drops what you wrote:");
    for (int i = 0; i < list->mistakes.count && row < canvas.rows; i++) {
        TEXT_BUFFER(line, 300);
        const struct error *mistake = &list->mistakes.diagnostic[i];
        text_add(&line, "%s%s%s", mistake->where, mistake->where[0] != '\0' ? ": " : "",
                 mistake->text);
        row = draw_folded(canvas, row, ROLE_OVERLAY, line.p);
    }
    return row;
}

static int draw_kept(const struct prepared_list *list, struct canvas canvas, int row)
{
    row = draw_folded(canvas, row, ROLE_ERROR,
                      "Not stored; e opens what you wrote again, also later:");
    row = draw_folded(canvas, row, ROLE_OVERLAY, list->why_kept);
    TEXT_BUFFER(file, EDITOR_FILE_SIZE + 40);
    text_add(&file, "Until then it is in %s", list->file);
    return draw_folded(canvas, row, ROLE_OVERLAY, file.p);
}

static struct str next_line(const char **rest)
{
    size_t n = strcspn(*rest, "\n");
    struct str line = {*rest, (int)n};
    *rest += n + ((*rest)[n] == '\n' ? 1 : 0);
    return line;
}

static bool is_same(struct str a, struct str b)
{
    return a.n == b.n && (a.n == 0 || memcmp(a.p, b.p, (size_t)a.n) == 0);
}

/* Line by line from the first difference on: the present text and the user's own. */
static int draw_conflict(const struct prepared_list *list, struct canvas canvas, int row)
{
    const char *theirs = list->base, *mine = list->draft;
    int half = (canvas.columns - NAME_COLUMN - 1) / 2;
    row = draw_folded(canvas, row, ROLE_ERROR,
                      "Another program changed it meanwhile. On the left what is there now, on "
                      "the right yours; e edits yours on, to take its place, Esc drops yours:");
    for (;;) {
        const char *a = theirs, *b = mine;
        if (*a == '\0' || *b == '\0' || !is_same(next_line(&a), next_line(&b))) {
            break;
        }
        theirs = a;
        mine = b;
    }
    while (row < canvas.rows && (*theirs != '\0' || *mine != '\0')) {
        char buf[WORDING_SIZE];
        struct str left = next_line(&theirs), right = next_line(&mine);
        enum role role = is_same(left, right) ? ROLE_DIM : ROLE_OVERLAY;
        canvas_field(canvas, (struct strip){row, NAME_COLUMN, half, ALIGN_LEFT}, role,
                     wording(buf, canvas.frame, left));
        canvas_field(canvas, (struct strip){row, NAME_COLUMN + half + 1, half, ALIGN_LEFT},
                     role, wording(buf, canvas.frame, right));
        row++;
    }
    return row;
}

static int draw_below(const struct prepared_list *list, struct canvas canvas)
{
    switch (list->below) {
    case PREPARED_SAYS_NOTHING:
        break;
    case PREPARED_SAYS_MISSING:
        return draw_missing(list, canvas, 0);
    case PREPARED_SAYS_MISTAKES:
        return draw_mistakes(list, canvas, 0);
    case PREPARED_SAYS_CONFLICT:
        return draw_conflict(list, canvas, 0);
    case PREPARED_SAYS_KEPT:
        return draw_kept(list, canvas, 0);
    }
    if (list->count > 0) {
        canvas_rule_across(canvas, (struct strip){0, 0, canvas.columns, ALIGN_LEFT},
                           ROLE_BORDER);
        return prepared_detail_draw(&list->facts, canvas, 1);
    }
    return draw_folded(
        canvas, 0, ROLE_DIM,
        "Nothing is prepared yet. n prepares an encounter: its text begins with the foes of "
        "the "
        "encounter on the table, and e opens it in your editor ($VISUAL or $EDITOR).");
}

/* ---- the list -------------------------------------------------------------------------- */

static void draw_item(const struct prepared_list *list, int i, struct canvas canvas, int row)
{
    char buf[WORDING_SIZE];
    const struct sitting_prepared *item = &list->item[i];
    bool is_wide = canvas.columns >= WIDE;
    int width = canvas.columns - NAME_COLUMN - (is_wide ? GAME_WIDTH + 1 : 0);
    canvas_field(canvas, (struct strip){row, NAME_COLUMN, width, ALIGN_LEFT}, ROLE_OVERLAY,
                 wording(buf, canvas.frame, str_of(item->name)));
    if (is_wide) {
        int at = canvas.columns - GAME_WIDTH;
        canvas_field(canvas, (struct strip){row, at, GAME_WIDTH, ALIGN_LEFT}, ROLE_OVERLAY,
                     str_of(item->system != NULL ? item->system->title : "an unknown game"));
    }
    if (i == list->picked) {
        canvas_set_role(canvas, (struct strip){row, 0, canvas.columns, ALIGN_LEFT},
                        ROLE_SELECTED);
        canvas_glyph(canvas, row, 0, ROLE_SELECTED, GLYPH_SELECTED);
    }
}

void prepared_list_draw(const struct prepared_list *list, struct canvas canvas)
{
    struct canvas inside = sheet_draw(canvas, "prepared encounters");
    bool says = list->below != PREPARED_SAYS_NOTHING;
    int rows = says ? inside.rows / 3 : inside.rows / 2;
    rows = rows < LIST_ROWS_LEAST ? LIST_ROWS_LEAST : rows;
    rows = rows > list->count ? list->count : rows;
    rows = rows > inside.rows ? inside.rows : rows;
    struct canvas upper = canvas_part(inside, 0, 0, rows, inside.columns);
    int first = rows > 0 ? sheet_first(upper, list->count, list->picked) : 0;
    for (int row = 0; row < rows && first + row < list->count; row++) {
        draw_item(list, first + row, upper, row);
    }
    int gap = rows > 0 ? 1 : 0;
    if (rows + gap < inside.rows) {
        draw_below(
            list, canvas_part(inside, rows + gap, 0, inside.rows - rows - gap, inside.columns));
    }
    sheet_draw_more(canvas, first > 0, first + rows < list->count);
}
