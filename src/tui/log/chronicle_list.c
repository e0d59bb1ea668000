#include "tui/log/chronicle_list.h"

#include "app/log/dates.h"
#include "app/forecast/kept.h"

/* What is read when it is opened: the rest comes in idle moments. */
enum { ROWS_AT_ONCE = 128, STATES_AT_ONCE = 2 };

enum {
    NAME_COLUMN = 2,
    NAME_WIDTH = 20,
    NAME_WIDTH_NARROW = 15,
    COURSE_WIDTH = 21,
    LENGTH_WIDTH = 10,
    WIDE = 70,
    ROWS_FOR_DETAILS = 15,
    DETAIL_ROWS = 8
};

/* ---- reading --------------------------------------------------------------------------- */

static enum status read_list(struct chronicle_list *list, struct sitting *sitting, int rows,
                             int states, struct error *err)
{
    const struct chronicle_entry *before = chronicle_list_picked(list);
    int64_t encounter = before != NULL ? before->encounter : 0;
    int evening = before != NULL ? before->stretch.evening : 0;
    enum status status = chronicle_read(&list->chronicle, sitting, rows, states, err);
    for (int i = 0; i < list->chronicle.entries; i++) {
        const struct chronicle_entry *entry = &list->chronicle.entry[i];
        bool is_same = entry->encounter == encounter && entry->stretch.evening == evening;
        list->picked = is_same ? i : list->picked;
    }
    chronicle_list_move(list, 0);
    return status;
}

enum status chronicle_list_read(struct chronicle_list *list, struct sitting *sitting,
                                struct error *err)
{
    return read_list(list, sitting, ROWS_AT_ONCE, STATES_AT_ONCE, err);
}

enum status chronicle_list_learn(struct chronicle_list *list, struct sitting *sitting,
                                 struct error *err)
{
    return read_list(list, sitting, 0, 0, err);
}

/* The last fight of the newest evening. */
enum status chronicle_list_begin(struct chronicle_list *list, struct sitting *sitting,
                                 struct error *err)
{
    chronicle_list_end(list);
    enum status status = chronicle_list_read(list, sitting, err);
    list->picked = list->chronicle.evenings > 0 ? list->chronicle.evening[0].entries - 1 : 0;
    return status;
}

void chronicle_list_end(struct chronicle_list *list)
{
    chronicle_free(&list->chronicle);
    list->picked = 0;
    list->forecast_of = 0;
}

void chronicle_list_read_forecast(struct chronicle_list *list, struct sitting *sitting)
{
    const struct chronicle_entry *entry = chronicle_list_picked(list);
    if (entry != NULL && entry->encounter != list->forecast_of) {
        struct text text = text_over(list->forecast, sizeof list->forecast);
        list->forecast_of = entry->encounter;
        sitting_add_kept_line(sitting, entry->encounter, NULL, &text);
    }
}

void chronicle_list_move(struct chronicle_list *list, int steps)
{
    int64_t picked = (int64_t)list->picked + steps;
    int last = list->chronicle.entries - 1;
    picked = picked > last ? last : picked;
    list->picked = picked < 0 ? 0 : (int)picked;
}

const struct chronicle_entry *chronicle_list_picked(const struct chronicle_list *list)
{
    return list->picked < list->chronicle.entries ? &list->chronicle.entry[list->picked] : NULL;
}

/* ---- rows ------------------------------------------------------------------------------ */

/* A row is the heading of an evening, or one of its fights. */
struct chronicle_line {
    const struct chronicle_evening *evening;
    const struct chronicle_entry *entry; /* NULL: the heading */
};

/* The row of an entry: one more for each evening up to its own. */
static int row_of(const struct chronicle *chronicle, int entry)
{
    int row = entry;
    for (int i = 0; i < chronicle->evenings && chronicle->evening[i].first <= entry; i++) {
        row++;
    }
    return row;
}

/* False: there is no such row. */
static bool line_at(const struct chronicle *chronicle, int row, struct chronicle_line *out)
{
    for (int i = 0; i < chronicle->evenings; i++) {
        const struct chronicle_evening *evening = &chronicle->evening[i];
        if (row <= evening->entries) {
            *out = (struct chronicle_line){
                evening, row > 0 ? &chronicle->entry[evening->first + row - 1] : NULL};
            return true;
        }
        row -= evening->entries + 1;
    }
    return false;
}

static void draw_heading(const struct chronicle_evening *evening, struct canvas canvas, int row)
{
    TEXT_BUFFER(text, 80);
    TEXT_BUFFER(number, 24);
    date_add_day(&text, evening->first_ms);
    int column = canvas_text(canvas, row, 1, ROLE_HEADING, (struct str){text.p, text.n}) + 2;
    TEXT_BUFFER(rest, 80);
    chronicle_add_evening(&rest, evening);
    column = canvas_text(canvas, row, column, ROLE_DIM, (struct str){rest.p, rest.n});
    text_add(&number, "evening %d", evening->number);
    if (column + 2 + number.n < canvas.columns) {
        canvas_text(canvas, row, canvas.columns - number.n - 1, ROLE_DIM,
                    (struct str){number.p, number.n});
    }
}

static void draw_field(struct canvas canvas, struct strip field, enum role role,
                       const struct text *text)
{
    char buf[WORDING_SIZE];
    canvas_field(canvas, field, role,
                 wording(buf, canvas.frame, (struct str){text->p, text->n}));
}

static void draw_entry(const struct chronicle_list *list, const struct chronicle_entry *entry,
                       struct canvas canvas, int row)
{
    struct strip whole = {row, 0, canvas.columns, ALIGN_LEFT};
    bool is_wide = canvas.columns >= WIDE;
    enum role role = entry->is_archived || entry->damaged != 0 ? ROLE_DIM : ROLE_OVERLAY;
    int at = NAME_COLUMN;
    int name = is_wide ? NAME_WIDTH : NAME_WIDTH_NARROW;
    int course = is_wide ? COURSE_WIDTH : canvas.columns - at - name - 1;
    TEXT_BUFFER(text, 200);
    canvas_field(canvas, whole, role, str_of(""));
    text_add(&text, "%s", entry->name);
    draw_field(canvas, (struct strip){row, at, name, ALIGN_LEFT}, role, &text);
    at += name + 1;
    text = text_over(text.p, 200);
    chronicle_add_course(&text, entry);
    draw_field(canvas, (struct strip){row, at, course, ALIGN_LEFT}, role, &text);
    at += course + 1;
    if (is_wide) {
        text = text_over(text.p, 200);
        length_add(&text, entry->stretch.last_ms - entry->stretch.first_ms);
        draw_field(canvas, (struct strip){row, at, LENGTH_WIDTH, ALIGN_LEFT}, role, &text);
        at += LENGTH_WIDTH + 1;
        text = text_over(text.p, 200);
        chronicle_add_sights(&text, &list->chronicle, entry);
        draw_field(canvas, (struct strip){row, at, canvas.columns - at, ALIGN_LEFT}, role,
                   &text);
    }
    if (entry == chronicle_list_picked(list)) {
        canvas_set_role(canvas, whole, ROLE_SELECTED);
        canvas_glyph(canvas, row, 0, ROLE_SELECTED, GLYPH_SELECTED);
    }
}

/* ---- the picked one in full ------------------------------------------------------------ */

/* Text over as many rows as it needs; the row after it. */
static int draw_text(struct canvas canvas, int row, enum role role, const struct text *text)
{
    char buf[WORDING_SIZE];
    struct str line, rest = wording(buf, canvas.frame, (struct str){text->p, text->n});
    while (row < canvas.rows &&
           grapheme_next_line(&line, &rest, canvas.columns - NAME_COLUMN)) {
        canvas_text(canvas, row++, NAME_COLUMN, role, line);
    }
    return row;
}

/* What is worth seeing, with the numbers of the acts; the last ones when there is too little
 * room. */
static void draw_sights(const struct chronicle *chronicle, const struct chronicle_entry *entry,
                        struct canvas canvas, int row)
{
    int room = canvas.rows - row;
    int first = entry->sights > room ? entry->sights - room : 0;
    for (int i = first; i < entry->sights && row < canvas.rows; i++) {
        const struct chronicle_sight *sight = &chronicle->sight[entry->first_sight + i];
        char buf[WORDING_SIZE];
        TEXT_BUFFER(text, 120);
        chronicle_sight_add(&text, sight);
        text_add(&text, " (#%lld)", (long long)sight->act);
        if (sight->round > 0) {
            canvas_format(canvas, row, NAME_COLUMN, ROLE_LOG_ROUND, "r%d", sight->round);
        }
        canvas_text(canvas, row++, NAME_COLUMN + 5, ROLE_OVERLAY,
                    wording(buf, canvas.frame, (struct str){text.p, text.n}));
    }
}

static void draw_details(const struct chronicle_list *list, struct canvas canvas)
{
    const struct chronicle_entry *entry = chronicle_list_picked(list);
    canvas_rule_across(canvas, (struct strip){0, 0, canvas.columns, ALIGN_LEFT}, ROLE_BORDER);
    if (entry == NULL) {
        return;
    }
    TEXT_BUFFER(text, 400);
    text_add(&text, "%s, %s, %d act%s", entry->name,
             entry->system != NULL ? entry->system->title : "unknown game", entry->stretch.acts,
             entry->stretch.acts == 1 ? "" : "s");
    int row = draw_text(canvas, 1, ROLE_OVERLAY, &text);
    text = text_over(text.p, 400);
    text_add(&text, "%s%s%s", entry->party, entry->party[0] != '\0' ? "; " : "",
             entry->facts.who);
    row = draw_text(canvas, row, ROLE_DIM, &text);
    if (list->forecast_of == entry->encounter && list->forecast[0] != '\0') {
        text = text_over(text.p, 400);
        text_add(&text, "%s", list->forecast);
        row = draw_text(canvas, row, ROLE_OVERLAY, &text);
    }
    draw_sights(&list->chronicle, entry, canvas, row);
}

/* ---- the whole ------------------------------------------------------------------------- */

static void draw_advice(const struct chronicle_list *list, struct canvas canvas)
{
    TEXT_BUFFER(text, 200);
    text_add(&text, "%s",
             list->chronicle.is_whole
                 ? "No fight has begun yet. What is played stands here, evening by evening."
                 : "The log is being read.");
    draw_text(canvas, 0, ROLE_DIM, &text);
}

void chronicle_list_draw(const struct chronicle_list *list, struct canvas canvas)
{
    const struct chronicle *chronicle = &list->chronicle;
    struct canvas inside =
        sheet_draw(canvas, chronicle->is_whole ? "chronicle" : "chronicle, being read");
    struct canvas rows = inside;
    if (chronicle->entries == 0) {
        draw_advice(list, inside);
        return;
    }
    if (inside.rows >= ROWS_FOR_DETAILS) {
        int height = inside.rows / 2 < DETAIL_ROWS ? inside.rows / 2 : DETAIL_ROWS;
        rows = canvas_part(inside, 0, 0, inside.rows - height, inside.columns);
        draw_details(list, canvas_part(inside, rows.rows, 0, height, inside.columns));
    }
    int count = chronicle->entries + chronicle->evenings;
    int first = sheet_first(rows, count, row_of(chronicle, list->picked));
    struct chronicle_line line;
    for (int row = 0; row < rows.rows && line_at(chronicle, first + row, &line); row++) {
        if (line.entry == NULL) {
            draw_heading(line.evening, rows, row);
        } else {
            draw_entry(list, line.entry, rows, row);
        }
    }
    sheet_draw_more(canvas, first > 0, first + rows.rows < count);
}
