#include "tui/widgets/list_view.h"

#include <string.h>

#include "tui/loop/screen.h"

enum { KEY_SIZE = 96, LIST_MOST = 1 << 20 };

/* ---- picking --------------------------------------------------------------------------- */

void list_move(struct list *list, int steps)
{
    int64_t picked = (int64_t)list->picked + steps;
    picked = picked < list->count ? picked : list->count - 1;
    list->picked = picked > 0 ? (int)picked : 0;
}

bool list_pick(const struct list_view *view, void *self, const char *key)
{
    struct list *list = self;
    for (int i = 0; i < list->count && key[0] != '\0'; i++) {
        TEXT_BUFFER(other, KEY_SIZE);
        view->key(self, i, &other);
        if (strcmp(other.p, key) == 0) {
            list->picked = i;
            return true;
        }
    }
    return false;
}

bool list_has_words(const struct list *list)
{
    return line_edit_text(&list->filter).n > 0;
}

static void look(struct screen *screen, const struct list_view *view, void *self)
{
    if (view->look != NULL) {
        view->look(self, screen->sitting);
    }
}

/* ---- reading --------------------------------------------------------------------------- */

static enum status fill(struct screen *screen, const struct list_view *view, struct list *list,
                        struct error *err)
{
    enum status status = view->fill(list, screen->sitting, err);
    return status == STATUS_OK && view->collection != NULL
               ? collection_ways(screen->sitting, view->collection, &list->ways, err)
               : status;
}

bool list_open(struct screen *screen, const struct view *view)
{
    struct error err;
    void *self = screen_data(screen, view);
    struct list *list = self;
    const struct list_view *of = view->list;
    list->count = list->picked = 0;
    list->is_filtering = list->shows_archived = false;
    line_edit_init(&list->filter);
    enum status status = fill(screen, of, self, &err);
    if (status == STATUS_OK && of->begin != NULL) {
        status = of->begin(self, screen->sitting, &err);
    }
    if (status != STATUS_OK) {
        if (view->closed != NULL) {
            view->closed(screen);
        }
        screen_say(screen, ROLE_ERROR, err.text);
        return false;
    }
    list_move(list, 0);
    look(screen, of, self);
    screen_push(screen, view);
    return true;
}

void screen_open(struct screen *screen, const struct view *view)
{
    if (view->open != NULL) {
        view->open(screen);
    } else {
        list_open(screen, view);
    }
}

bool list_read_again(struct screen *screen, const struct view *view)
{
    struct error err;
    void *self = screen_data(screen, view);
    const struct list_view *of = view->list;
    struct list *list = self;
    TEXT_BUFFER(key, KEY_SIZE);
    if (of->key != NULL && list->picked < list->count) {
        of->key(self, list->picked, &key);
    }
    enum status status = fill(screen, of, self, &err);
    list_move(list, 0);
    if (of->key != NULL) {
        list_pick(of, self, key.p);
    }
    look(screen, of, self);
    screen_say_failed(screen, status, &err);
    return status == STATUS_OK;
}

void list_show_again(struct screen *screen, const struct view *view)
{
    list_read_again(screen, view);
    screen_close(screen, view);
    screen_push(screen, view);
}

/* ---- the lines of keys ----------------------------------------------------------------- */

bool list_has_picked(struct screen *screen, const struct view_key *key)
{
    const struct list *list = key->self;
    const struct list_view *view = key->view->list;
    TEXT_BUFFER(name, COMMAND_LINE_MAX + 1);
    if (list->count == 0 || (view->name != NULL && !view->name(key->self, &name))) {
        screen_say(screen, ROLE_PLAIN, view->none);
        return false;
    }
    if (view->is_still != NULL && !view->is_still(key->self, screen->sitting)) {
        TEXT_BUFFER(text, 120);
        list_read_again(screen, key->view);
        text_add(&text, "another program changed %s: it is shown as it is now", view->what);
        screen_say(screen, ROLE_WARNING, text.p);
        return false;
    }
    return true;
}

static const struct list_line *line_of(const struct list_view *view, const void *self,
                                       enum screen_act act)
{
    for (const struct list_line *line = view->lines; line != NULL && line->act != ACT_NONE;
         line++) {
        if (line->act == act && (self == NULL || line->when == NULL || line->when(self))) {
            return line;
        }
    }
    return NULL;
}

/* Fills the places in; false, with a message, when there is nothing for one. */
static bool write_line(struct screen *screen, const struct view_key *key, const char *line,
                       struct text *out)
{
    const struct list_view *view = key->view->list;
    for (; *line != '\0'; line++) {
        if (line[0] == '%' && line[1] == 'p') {
            if (!list_has_picked(screen, key)) {
                return false;
            }
            view->name(key->self, out);
            line++;
        } else if (line[0] == '%' && line[1] == 'v') {
            view->value(key->self, key->act, out);
            line++;
        } else {
            text_add_char(out, *line);
        }
    }
    return true;
}

static void run(struct screen *screen, const struct view_key *key, const struct list_line *line)
{
    TEXT_BUFFER(text, COMMAND_LINE_MAX + 1);
    if (line->line == NULL) {
        screen_say(screen, ROLE_PLAIN, line->advice);
        return;
    }
    if (!write_line(screen, key, line->line, &text)) {
        return;
    }
    bool is_typed = line->is_typed_on || line->line[strlen(line->line) - 1] == ' ';
    if (line->after == LIST_CLOSES) {
        screen_close(screen, key->view);
    }
    if (is_typed) {
        screen_open_palette(screen, text.p);
        screen_say(screen, ROLE_DIM, line->advice != NULL ? line->advice : "");
        return;
    }
    screen_run_line(screen, text.p);
    if (line->after == LIST_COMES_BACK) {
        list_show_again(screen, key->view);
    }
}

/* ---- acts ------------------------------------------------------------------------------ */

bool list_does(const struct list_view *view, enum screen_act act)
{
    return act == ACT_CANCEL || act == (view->is_text ? ACT_ACCEPT : ACT_HELP) ||
           view_list_steps(act, 1, 1) != 0 || (act == ACT_FILTER && view->filters) ||
           (act == ACT_SHOW_ARCHIVED && view->has_archived) || line_of(view, NULL, act) != NULL;
}

void list_drop_words(struct screen *screen, const struct view_key *key)
{
    struct list *list = key->self;
    line_edit_init(&list->filter);
    list->is_filtering = false;
    key->view->list->choose(list, screen->sitting);
    list->picked = 0;
    look(screen, key->view->list, list);
}

void list_act(struct screen *screen, const struct view_key *key)
{
    struct list *list = key->self;
    const struct list_view *view = key->view->list;
    const struct list_line *line = line_of(view, list, key->act);
    int page = view->page != NULL ? view->page(screen_sheet(screen)) : screen_page(screen);
    int steps = view_list_steps(key->act, page, LIST_MOST);
    if (line != NULL) {
        run(screen, key, line);
    } else if (steps != 0) {
        list_move(list, steps);
        look(screen, view, list);
    } else if (key->act == ACT_HELP) {
        screen_act_help(screen, key);
    } else if (key->act == ACT_FILTER) {
        list->is_filtering = true;
    } else if (key->act == ACT_SHOW_ARCHIVED) {
        list->shows_archived = !list->shows_archived;
        list_read_again(screen, key->view);
    } else if (key->act == ACT_CANCEL && view->filters && list_has_words(list)) {
        list_drop_words(screen, key);
    } else if (key->act == ACT_CANCEL) {
        screen_act_close(screen, key);
    }
}

bool list_before(struct screen *screen, const struct view_key *key)
{
    const struct list_view *view = key->view->list;
    screen_say(screen, ROLE_PLAIN, "");
    return (view->before != NULL && view->before(screen, key)) || list_filter_key(screen, key);
}

bool list_filter_key(struct screen *screen, const struct view_key *key)
{
    struct list *list = key->self;
    const struct list_view *view = key->view->list;
    if (!list->is_filtering) {
        return false;
    }
    if (key->act == ACT_ACCEPT) {
        list->is_filtering = false;
        return true;
    }
    if (key->act == ACT_CANCEL) {
        list_drop_words(screen, key);
        return true;
    }
    enum line_edit_effect effect = line_edit_input(&list->filter, key->input);
    if (effect == LINE_EDIT_CHANGED) {
        view->choose(list, screen->sitting);
        list->picked = 0;
        look(screen, view, list);
    }
    bool goes_on = view_list_steps(key->act, 1, 1) != 0 || key->act == ACT_HELP;
    return effect != LINE_EDIT_IGNORED || (view->types_alone && !goes_on);
}

bool list_types(const void *self)
{
    const struct list *list = self;
    return list->is_filtering;
}

bool list_offers_undo(const struct list *list, enum screen_act act)
{
    return (act == ACT_UNDO ? list->ways.undo : list->ways.redo)[0] != '\0';
}

/* ---- drawing --------------------------------------------------------------------------- */

void list_mark(struct canvas canvas, int row)
{
    canvas_set_role(canvas, (struct strip){row, 0, canvas.columns, ALIGN_LEFT}, ROLE_SELECTED);
    canvas_glyph(canvas, row, 0, ROLE_SELECTED, GLYPH_SELECTED);
}

void list_draw_rows(const struct list *list, list_row_fn *draw, const void *self,
                    struct canvas rows, struct canvas sheet)
{
    int first = rows.rows > 0 ? sheet_first(rows, list->count, list->picked) : 0;
    for (int row = 0; row < rows.rows && first + row < list->count; row++) {
        draw(self, first + row, rows, row);
        if (first + row == list->picked) {
            list_mark(rows, row);
        }
    }
    sheet_draw_more(sheet, first > 0, first + rows.rows < list->count);
}

int list_draw_text(struct canvas canvas, int row, enum role role, struct str text)
{
    char buf[WORDING_SIZE];
    struct str line;
    struct str rest = wording(buf, canvas.frame, text);
    while (row < canvas.rows &&
           grapheme_next_line(&line, &rest, canvas.columns - LIST_COLUMN)) {
        canvas_text(canvas, row++, LIST_COLUMN, role, line);
    }
    return row;
}

int list_draw_fact(struct canvas canvas, int row, const char *label, const char *text)
{
    char buf[WORDING_SIZE];
    int at = LIST_COLUMN;
    if (text[0] == '\0') {
        return row;
    }
    if (label[0] != '\0') {
        at = canvas_text(canvas, row, at, ROLE_DIM, str_of(label)) + 1;
    }
    canvas_text(canvas, row, at, ROLE_OVERLAY, wording(buf, canvas.frame, str_of(text)));
    return row + 1;
}

void list_draw_field(struct canvas canvas, struct strip field, enum role role, const char *text)
{
    char buf[WORDING_SIZE];
    if (field.width > 0) {
        canvas_field(canvas, field, role, wording(buf, canvas.frame, str_of(text)));
    }
}
