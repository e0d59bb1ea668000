/* The evenings of the campaign and their fights, to look at: newest first, with everything
 * known about the picked fight below, if there is room. */
#include "app/chronicle/chronicle.h"
#include "app/export/export.h"
#include "app/forecast/kept.h"
#include "app/log/dates.h"
#include "tui/fight/table_view.h"
#include "tui/widgets/list_view.h"
#include "tui/log/look_back.h"
#include "tui/loop/screen.h"

enum {
    NAME_WIDTH = 20,
    NAME_WIDTH_NARROW = 15,
    COURSE_WIDTH = 21,
    LENGTH_WIDTH = 10,
    WIDE = 70,
    ROWS_FOR_DETAILS = 15,
    DETAIL_ROWS = 8
};

struct chronicle_list {
    struct list list;
    struct chronicle chronicle; /* freed when the view is closed */
    /* What is kept of a forecast of the encounter with this number; "": nothing. */
    int64_t forecast_of;
    char forecast[CHRONICLE_PARTY_SIZE];
    bool is_idle; /* only what idle moments have read is taken over */
};

static const struct chronicle_entry *picked_entry(const struct chronicle_list *list)
{
    return list->list.count > 0 ? &list->chronicle.entry[list->list.picked] : NULL;
}

/* ---- reading --------------------------------------------------------------------------- */

/* What is read when it is opened, or a line was run: the rest comes in idle moments. */
static enum status fill(void *self, struct sitting *sitting, struct error *err)
{
    enum { ROWS_AT_ONCE = 128, STATES_AT_ONCE = 2 };
    struct chronicle_list *list = self;
    enum status status =
        chronicle_read(&list->chronicle, sitting, list->is_idle ? 0 : ROWS_AT_ONCE,
                       list->is_idle ? 0 : STATES_AT_ONCE, err);
    list->list.count = list->chronicle.entries;
    return status;
}

/* The last fight of the newest evening. */
static enum status begin(void *self, struct sitting *sitting, struct error *err)
{
    struct chronicle_list *list = self;
    (void)sitting;
    (void)err;
    list->forecast_of = 0;
    list->list.picked =
        list->chronicle.evenings > 0 ? list->chronicle.evening[0].entries - 1 : 0;
    return STATUS_OK;
}

static void write_key(const void *self, int entry, struct text *out)
{
    const struct chronicle_list *list = self;
    const struct chronicle_entry *of = &list->chronicle.entry[entry];
    text_add(out, "%lld %d", (long long)of->encounter, of->stretch.evening);
}

static bool learn(struct screen *screen)
{
    struct chronicle_list *list = screen_data(screen, &view_of_chronicle);
    list->is_idle = true;
    if (sitting_chronicle_has_grown(screen->sitting)) {
        list_read_again(screen, &view_of_chronicle);
    }
    list->is_idle = false;
    const struct chronicle_entry *entry = picked_entry(list);
    if (entry != NULL && entry->encounter != list->forecast_of) {
        struct text text = text_over(list->forecast, sizeof list->forecast);
        list->forecast_of = entry->encounter;
        sitting_add_kept_line(screen->sitting, entry->encounter, NULL, &text);
    }
    return false;
}

static void end(struct screen *screen)
{
    struct chronicle_list *list = screen_data(screen, &view_of_chronicle);
    chronicle_free(&list->chronicle);
    list->list.count = 0;
    list->forecast_of = 0;
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

static void draw_entry(const struct chronicle_list *list, const struct chronicle_entry *entry,
                       struct canvas canvas, int row)
{
    struct strip whole = {row, 0, canvas.columns, ALIGN_LEFT};
    bool is_wide = canvas.columns >= WIDE;
    enum role role = entry->is_archived || entry->damaged != 0 ? ROLE_DIM : ROLE_OVERLAY;
    int at = LIST_COLUMN;
    int name = is_wide ? NAME_WIDTH : NAME_WIDTH_NARROW;
    int course = is_wide ? COURSE_WIDTH : canvas.columns - at - name - 1;
    TEXT_BUFFER(text, 200);
    canvas_field(canvas, whole, role, str_of(""));
    text_add(&text, "%s", entry->name);
    list_draw_field(canvas, (struct strip){row, at, name, ALIGN_LEFT}, role, text.p);
    at += name + 1;
    text = text_over(text.p, 200);
    chronicle_add_course(&text, entry);
    list_draw_field(canvas, (struct strip){row, at, course, ALIGN_LEFT}, role, text.p);
    at += course + 1;
    if (is_wide) {
        text = text_over(text.p, 200);
        length_add(&text, entry->stretch.lasted_ms);
        list_draw_field(canvas, (struct strip){row, at, LENGTH_WIDTH, ALIGN_LEFT}, role,
                        text.p);
        at += LENGTH_WIDTH + 1;
        text = text_over(text.p, 200);
        chronicle_add_sights(&text, &list->chronicle, entry);
        list_draw_field(canvas, (struct strip){row, at, canvas.columns - at, ALIGN_LEFT}, role,
                        text.p);
    }
}

static void draw_row(const void *self, int i, struct canvas canvas, int row)
{
    const struct chronicle_list *list = self;
    struct chronicle_line line;
    if (!line_at(&list->chronicle, i, &line)) {
        return;
    }
    if (line.entry != NULL) {
        draw_entry(list, line.entry, canvas, row);
    } else {
        draw_heading(line.evening, canvas, row);
    }
}

/* ---- the picked one in full ------------------------------------------------------------ */

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
            canvas_format(canvas, row, LIST_COLUMN, ROLE_LOG_ROUND, "r%d", sight->round);
        }
        canvas_text(canvas, row++, LIST_COLUMN + 5, ROLE_OVERLAY,
                    wording(buf, canvas.frame, (struct str){text.p, text.n}));
    }
}

static void draw_details(const struct chronicle_list *list, struct canvas canvas)
{
    const struct chronicle_entry *entry = picked_entry(list);
    canvas_rule_across(canvas, (struct strip){0, 0, canvas.columns, ALIGN_LEFT}, ROLE_BORDER);
    if (entry == NULL) {
        return;
    }
    TEXT_BUFFER(text, 400);
    text_add(&text, "%s, %s, %d act%s", entry->name,
             entry->system != NULL ? entry->system->title : "unknown game", entry->stretch.acts,
             entry->stretch.acts == 1 ? "" : "s");
    int row = list_draw_text(canvas, 1, ROLE_OVERLAY, str_of(text.p));
    text = text_over(text.p, 400);
    text_add(&text, "%s%s%s", entry->party, entry->party[0] != '\0' ? "; " : "",
             entry->facts.who);
    row = list_draw_text(canvas, row, ROLE_DIM, str_of(text.p));
    if (list->forecast_of == entry->encounter && list->forecast[0] != '\0') {
        text = text_over(text.p, 400);
        text_add(&text, "%s", list->forecast);
        row = list_draw_text(canvas, row, ROLE_OVERLAY, str_of(text.p));
    }
    draw_sights(&list->chronicle, entry, canvas, row);
}

static void draw(const struct view_place *place, void *self)
{
    const struct chronicle_list *list = self;
    const struct chronicle *chronicle = &list->chronicle;
    struct canvas sheet = sheet_of(place->canvas);
    struct canvas inside =
        sheet_draw(sheet, chronicle->is_whole ? "chronicle" : "chronicle, being read");
    struct canvas rows = inside;
    if (chronicle->entries == 0) {
        list_draw_text(inside, 0, ROLE_DIM,
                       str_of(chronicle->is_whole ? "No fight has begun yet. What is played "
                                                    "stands here, evening by evening."
                                                  : "The log is being read."));
        return;
    }
    if (inside.rows >= ROWS_FOR_DETAILS) {
        int height = inside.rows / 2 < DETAIL_ROWS ? inside.rows / 2 : DETAIL_ROWS;
        rows = canvas_part(inside, 0, 0, inside.rows - height, inside.columns);
        draw_details(list, canvas_part(inside, rows.rows, 0, height, inside.columns));
    }
    struct list shown = {.count = chronicle->entries + chronicle->evenings,
                         .picked = row_of(chronicle, list->list.picked)};
    list_draw_rows(&shown, draw_row, list, rows, sheet);
}

/* ---- the view -------------------------------------------------------------------------- */

/* The picked fight; NULL: there is none, which is reported. */
static const struct chronicle_entry *picked_one(struct screen *screen,
                                                const struct view_key *key)
{
    const struct chronicle_entry *entry = picked_entry(key->self);
    if (entry == NULL) {
        screen_say(screen, ROLE_PLAIN, "no fight has begun yet");
    }
    return entry;
}

/* The table as it was at the end of that evening, while the open fight stays where it is. */
static void look(struct screen *screen, const struct view_key *key)
{
    const struct chronicle_entry *entry = picked_one(screen, key);
    if (entry != NULL) {
        screen_look_back_at(screen, entry->encounter,
                            entry->is_last ? -1 : entry->stretch.last);
    }
}

/* What other views tell of the fight: its log up to the end of that evening, and from its start
 * on the others. */
static void open_about_it(struct screen *screen, const struct view_key *key)
{
    const struct chronicle_entry *entry = picked_one(screen, key);
    const struct view *view = key->act == ACT_LOG       ? &view_of_log
                              : key->act == ACT_FIGURES ? &view_of_figures
                              : key->act == ACT_CHART   ? &view_of_chart
                                                        : &view_of_forecast;
    if (entry != NULL) {
        int64_t end = entry->is_last ? -1 : entry->stretch.last;
        struct view_about about = {.encounter = entry->encounter,
                                   .act = key->act == ACT_LOG ? end : 0,
                                   .name = entry->name};
        view->open_about(screen, &about);
    }
}

static void export(struct screen *screen, const struct view_key *key)
{
    const struct chronicle_entry *entry = picked_one(screen, key);
    if (entry != NULL) {
        struct export_draft draft = {.encounter = entry->name};
        screen_open_export(screen, &draft);
    }
}

/* To the first thing worth seeing that evening. */
static void look_at_sight(struct screen *screen, const struct view_key *key)
{
    const struct chronicle_entry *entry = picked_one(screen, key);
    if (entry != NULL && entry->sights > 0) {
        const struct chronicle_list *list = key->self;
        screen_look_back_at(screen, entry->encounter,
                            list->chronicle.sight[entry->first_sight].act);
    } else if (entry != NULL) {
        screen_say(screen, ROLE_PLAIN, "nobody fell there, no morale broke, nothing is marked");
    }
}

static void open_picked(struct screen *screen, const struct view_key *key)
{
    const struct chronicle_entry *entry = picked_one(screen, key);
    TEXT_BUFFER(text, COMMAND_LINE_MAX + 1);
    if (entry != NULL && entry->is_archived) {
        screen_say(screen, ROLE_PLAIN, "it is archived: the list of encounters brings it back");
    } else if (entry != NULL) {
        text_add(&text, "open ");
        text_add_quoted(&text, str_of(entry->name));
        screen_close_all(screen);
        screen_run_line(screen, text.p);
    }
}

static bool offers(const void *self, enum screen_act act)
{
    const struct chronicle_entry *entry = picked_entry(self);
    bool needs_one = act == ACT_LOOK || act == ACT_LOG || act == ACT_OPEN ||
                     act == ACT_EXPORT || act == ACT_FIGURES || act == ACT_FORECAST ||
                     act == ACT_CHART || act == ACT_DOWN;
    return (!needs_one || entry != NULL) &&
           (act != ACT_MARK_NEWER || (entry != NULL && entry->sights > 0));
}

static const struct list_line lines[] = {
    {.act = ACT_UNDO, .line = "remarks-undo"},
    {.act = ACT_REDO, .line = "remarks-redo"},
    {.act = ACT_NONE},
};

static const struct list_view list_of_chronicle = {
    .lines = lines,
    .reads_again = true,
    .fill = fill,
    .begin = begin,
    .key = write_key,
};

const struct view view_of_chronicle = {
    .context = CONTEXT_CHRONICLE,
    LIST_VIEW(struct chronicle_list, &list_of_chronicle),
    .at_first = "this is the latest fight",
    .at_last = "this is the first fight",
    .on =
        {
            [ACT_LOOK] = look,
            [ACT_LOG] = open_about_it,
            [ACT_EXPORT] = export,
            [ACT_FIGURES] = open_about_it,
            [ACT_FORECAST] = open_about_it,
            [ACT_CHART] = open_about_it,
            [ACT_MARK_NEWER] = look_at_sight,
            [ACT_OPEN] = open_picked,
        },
    .offers = offers,
    .draw = draw,
    .lists_past = true,
    .learns = learn,
    .closed = end,
};
