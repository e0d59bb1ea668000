#include "tui/widgets/reader.h"

#include <string.h>

#include "tui/canvas/canvas.h"
#include "tui/canvas/grapheme.h"
#include "tui/loop/screen.h"

enum { LEFT_WIDTH_MOST = 14 };

/* ---- lines ----------------------------------------------------------------------------- */

static struct str next_line(struct str *rest)
{
    const char *end = memchr(rest->p, '\n', (size_t)rest->n);
    int n = end != NULL ? (int)(end - rest->p) : rest->n;
    struct str line = {rest->p, n};
    int skip = end != NULL ? n + 1 : n;
    rest->p += skip;
    rest->n -= skip;
    return line;
}

/* ---- filtering ------------------------------------------------------------------------- */

static bool holds_any(struct str text, struct str words)
{
    for (struct str word; (word = str_next_word(&words)).p != NULL;) {
        if (str_holds_words(text, word)) {
            return true;
        }
    }
    return false;
}

static bool is_heading(struct str line)
{
    return line.n >= 2 && memcmp(line.p, "# ", 2) == 0;
}

/* For an entry whose first line lacks some of the words, only the lines with one of them. */
static void add_found(struct text *to, struct str entry, struct str words)
{
    struct str line = next_line(&entry);
    bool is_whole = str_holds_words(line, words);
    text_add_str(to, line);
    text_add(to, "\n");
    while (entry.n > 0) {
        line = next_line(&entry);
        if (is_whole || holds_any(line, words)) {
            text_add_str(to, line);
            text_add(to, "\n");
        }
    }
}

/* A line and those after it that begin with a tab. */
static struct str next_entry(struct str *rest)
{
    struct str entry = next_line(rest);
    while (rest->n > 0 && rest->p[0] == '\t') {
        struct str line = next_line(rest);
        entry.n = (int)(line.p - entry.p) + line.n;
    }
    return entry;
}

/* Keeps the entries with every word of the filter, below their headings. */
static void filter(struct reader *reader)
{
    struct str words = line_edit_text(&reader->list.filter);
    struct str rest = str_of(reader->whole);
    struct str heading = {"", 0};
    struct text to = text_over(reader->text, sizeof reader->text);
    if (words.n == 0) {
        text_add_str(&to, rest);
        return;
    }
    while (rest.n > 0) {
        struct str entry = next_entry(&rest);
        if (is_heading(entry)) {
            heading = entry;
        } else if (entry.n > 0 && str_holds_words(entry, words)) {
            if (heading.n > 0) {
                text_add_str(&to, str_of(to.n > 0 ? "\n" : ""));
                text_add_str(&to, heading);
                text_add(&to, "\n");
                heading.n = 0;
            }
            add_found(&to, entry, words);
        }
    }
}

/* ---- columns --------------------------------------------------------------------------- */

/* A line of the text split into its columns; `left` is empty when there is only one. */
struct parts {
    bool is_heading;
    struct str left, right;
    int indent; /* of the right column */
};

static struct parts parts_of(struct str line, int width)
{
    struct parts parts = {.right = line};
    if (is_heading(line)) {
        parts.is_heading = true;
        parts.right = (struct str){line.p + 2, line.n - 2};
        return parts;
    }
    const char *tab = memchr(line.p, '\t', (size_t)line.n);
    if (tab != NULL) {
        int n = (int)(tab - line.p);
        parts.left = (struct str){line.p, n};
        parts.right = (struct str){tab + 1, line.n - n - 1};
        parts.indent = width / 3 < LEFT_WIDTH_MOST ? width / 3 : LEFT_WIDTH_MOST;
    }
    return parts;
}

/* The words of the filter stand out. */
static void mark_words(struct canvas canvas, int row, int column, struct str text,
                       struct str words)
{
    for (struct str word; (word = str_next_word(&words)).p != NULL;) {
        for (int i = 0; word.n > 0 && i + word.n <= text.n; i++) {
            struct str part = {text.p + i, word.n};
            if (str_equal_any_case(part, word)) {
                struct strip at = {row, column + grapheme_width((struct str){text.p, i}),
                                   grapheme_width(part), ALIGN_LEFT};
                canvas_set_role(canvas, at, ROLE_MATCH);
            }
        }
    }
}

/* Draws one line at `row`, or only counts when the row is outside; returns the rows it takes.
 */
static int draw_line(struct canvas canvas, int row, struct str line, struct str words)
{
    char buf[WORDING_SIZE];
    struct parts parts = parts_of(line, canvas.columns);
    enum role role = parts.is_heading ? ROLE_HEADING : ROLE_OVERLAY;
    struct strip field = {row, 0, parts.indent - 1, ALIGN_LEFT};
    if (parts.left.n > 0 && row >= 0 && row < canvas.rows) {
        canvas_field(canvas, field, ROLE_HINT_KEY, parts.left);
        mark_words(canvas_part(canvas, row, 0, 1, parts.indent - 1), 0, 0, parts.left, words);
    }
    struct str rest = wording(buf, canvas.frame, parts.right);
    int rows = 0;
    int width = canvas.columns - parts.indent;
    struct str piece;
    while (width > 0 && grapheme_next_line(&piece, &rest, width)) {
        if (row + rows >= 0 && row + rows < canvas.rows) {
            canvas_text(canvas, row + rows, parts.indent, role, piece);
            mark_words(canvas, row + rows, parts.indent, piece, words);
        }
        rows++;
    }
    return rows > 0 ? rows : 1;
}

int reader_draw_text(struct canvas canvas, int row, struct str rest)
{
    int rows = 0;
    while (rest.n > 0) {
        rows += draw_line(canvas, row + rows, next_line(&rest), (struct str){"", 0});
    }
    return rows;
}

/* Learns how far the text can be scrolled, and scrolls no further. */
static void measure(struct reader *reader, struct canvas sheet)
{
    struct canvas inside = sheet_inside(sheet);
    /* Counting draws nothing: every row is below the canvas. */
    int hidden = reader_draw_text(inside, inside.rows, str_of(reader->text)) - inside.rows;
    reader->list.count = hidden > 0 ? hidden + 1 : 1;
    list_move(&reader->list, 0);
}

/* ---- the view -------------------------------------------------------------------------- */

static bool before_key(struct screen *screen, const struct view_key *key)
{
    measure(key->self, screen_sheet(screen));
    return list_filter_key(screen, key);
}

static void choose(void *self, struct sitting *sitting)
{
    (void)sitting;
    filter(self);
}

static void turn_page(struct screen *screen, const struct view_key *key)
{
    struct reader *reader = key->self;
    list_move(&reader->list,
              key->act == ACT_NEWER ? screen_page(screen) : -screen_page(screen));
}

static void draw(const struct view_place *place, void *self)
{
    struct reader *reader = self;
    struct canvas sheet = sheet_of(place->canvas);
    struct canvas text = sheet_draw(sheet, reader->title);
    struct str rest = str_of(reader->text);
    int row = -reader->list.picked;
    while (rest.n > 0 && row < text.rows) {
        row += draw_line(text, row, next_line(&rest), line_edit_text(&reader->list.filter));
    }
    if (reader->text[0] == '\0') {
        canvas_text(text, 0, 0, ROLE_DIM, str_of("no line contains these words"));
    }
    sheet_draw_more(sheet, reader->list.picked > 0, rest.n > 0 || row > text.rows);
}

/* The screen may have become larger than the text left below. */
static void resized(void *self, struct canvas sheet)
{
    measure(self, sheet);
}

/* ---- texts that grow ------------------------------------------------------------------- */

static void put(struct reader *reader, struct str title, struct str text)
{
    struct text to = text_over(reader->title, sizeof reader->title);
    text_add_str(&to, title);
    text_init(&to, reader->whole, sizeof reader->whole);
    text_add_str(&to, text);
    filter(reader);
}

void reader_init(struct reader *reader, const char *title, struct str text)
{
    memset(&reader->list, 0, sizeof reader->list);
    line_edit_init(&reader->list.filter);
    put(reader, str_of(title), text);
}

static void end_growing(struct screen *screen)
{
    struct reader *reader = screen_data(screen, &view_of_reader);
    if (reader->growing.self != NULL) {
        reader->growing.end(reader->growing.self);
        reader->growing = (struct reader_growing){.self = NULL};
    }
}

void screen_read(struct screen *screen, const char *title, struct str text)
{
    struct reader *reader = screen_data(screen, &view_of_reader);
    end_growing(screen);
    reader_init(reader, title, text);
    screen_push(screen, &view_of_reader);
}

void screen_read_growing(struct screen *screen, const char *title, struct str text,
                         const struct reader_growing *growing)
{
    struct reader *reader = screen_data(screen, &view_of_reader);
    screen_read(screen, title, text);
    reader->growing = *growing;
}

static bool learn(struct screen *screen)
{
    static char told[READER_TEXT_SIZE];
    struct reader *reader = screen_data(screen, &view_of_reader);
    struct text text = text_over(told, sizeof told);
    TEXT_BUFFER(title, READER_TITLE_SIZE);
    struct error err;
    if (reader->growing.self == NULL) {
        return false;
    }
    enum grows grows = reader->growing.go_on(reader->growing.self, screen, &title, &text, &err);
    if (grows == GROWS_FAILED) {
        screen_say_error(screen, &err);
        screen_close(screen, &view_of_reader);
        return false;
    }
    put(reader, (struct str){title.p, title.n}, (struct str){text.p, text.n});
    measure(reader, screen_sheet(screen));
    if (grows == GROWS_NO_MORE) {
        end_growing(screen);
    }
    return grows == GROWS_ON;
}

static const struct list_view list_of_reader = {
    .filters = true, .is_text = true, .choose = choose};

const struct view view_of_reader = {
    .context = CONTEXT_READER,
    .room = VIEW_SHEET,
    .size = sizeof(struct reader),
    .list = &list_of_reader,
    .on = {[ACT_CANCEL] = screen_act_close, [ACT_NEWER] = turn_page, [ACT_OLDER] = turn_page},
    .before = before_key,
    .types = list_types,
    .draw = draw,
    .resized = resized,
    .learns = learn,
    .closed = end_growing,
};
