#include "tui/widgets/reader.h"

#include <string.h>

#include "tui/canvas/canvas.h"
#include "tui/canvas/grapheme.h"

enum { LEFT_WIDTH_MOST = 14, LINE_SIZE = WORDING_SIZE };

void reader_init(struct reader *reader, const char *title, struct str text)
{
    reader->is_filtering = false;
    reader->first = 0;
    line_edit_init(&reader->filter);
    reader_replace(reader, title, text);
}

void reader_replace(struct reader *reader, const char *title, struct str text)
{
    int first = reader->first;
    struct text to;
    text_init(&to, reader->title, sizeof reader->title);
    text_add_str(&to, str_of(title));
    text_init(&to, reader->whole, sizeof reader->whole);
    text_add_str(&to, text);
    reader_filter(reader);
    reader->first = first;
}

int reader_page(struct canvas canvas)
{
    return canvas.rows > 2 ? canvas.rows - 2 : 1;
}

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

void reader_filter(struct reader *reader)
{
    struct str words = line_edit_text(&reader->filter);
    struct str rest = str_of(reader->whole);
    struct str heading = {"", 0};
    struct text to = text_over(reader->text, sizeof reader->text);
    reader->first = 0;
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

void reader_scroll(struct reader *reader, int rows, struct canvas canvas)
{
    struct canvas text = sheet_inside(canvas);
    /* Counting draws nothing: every row is below the canvas. */
    int most = reader_draw_text(text, text.rows, str_of(reader->text)) - text.rows;
    int first = reader->first + rows;
    first = first > most ? most : first;
    reader->first = first < 0 ? 0 : first;
}

void reader_draw(const struct reader *reader, struct canvas canvas)
{
    struct canvas text = sheet_draw(canvas, reader->title);
    struct str rest = str_of(reader->text);
    int row = -reader->first;
    while (rest.n > 0 && row < text.rows) {
        row += draw_line(text, row, next_line(&rest), line_edit_text(&reader->filter));
    }
    if (reader->text[0] == '\0') {
        canvas_text(text, 0, 0, ROLE_DIM, str_of("no line contains these words"));
    }
    sheet_draw_more(canvas, reader->first > 0, rest.n > 0 || row > text.rows);
}

/* The keys that end the typing, where the words leave room for them. */
static void draw_ends(const struct line_edit *filter, struct canvas canvas)
{
    static const struct {
        enum role role;
        const char *text;
    } ends[] = {{ROLE_HINT_KEY, "Enter"},
                {ROLE_HINT_TEXT, " keeps  "},
                {ROLE_HINT_KEY, "Esc"},
                {ROLE_HINT_TEXT, " drops"}};
    enum { COUNT = sizeof ends / sizeof ends[0], GAP = 3 };
    int column = canvas.columns - 1;
    for (int i = 0; i < COUNT; i++) {
        column -= (int)strlen(ends[i].text);
    }
    if (2 + grapheme_width(line_edit_text(filter)) + GAP > column) {
        return;
    }
    for (int i = 0; i < COUNT; i++) {
        column = canvas_text(canvas, 0, column, ends[i].role, str_of(ends[i].text));
    }
}

void reader_draw_filter(struct line_edit *filter, struct canvas canvas)
{
    canvas_fill(canvas, ROLE_PLAIN);
    canvas_text(canvas, 0, 1, ROLE_PROMPT, str_of("/"));
    line_edit_draw(filter, canvas, (struct strip){0, 2, canvas.columns - 3, ALIGN_LEFT},
                   ROLE_INPUT);
    draw_ends(filter, canvas);
}
