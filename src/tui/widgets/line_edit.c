#include "tui/widgets/line_edit.h"

#include <string.h>

#include "base/utf8.h"

void line_edit_init(struct line_edit *edit)
{
    memset(edit, 0, sizeof *edit);
}

struct str line_edit_text(const struct line_edit *edit)
{
    return (struct str){edit->text, edit->length};
}

/* The end of the grapheme that begins at `from`, in bytes. */
static int next_stop(const struct line_edit *edit, int from)
{
    struct str rest = {edit->text + from, edit->length - from};
    struct grapheme grapheme;
    grapheme_next(&grapheme, &rest);
    return edit->length - rest.n;
}

/* The last place between graphemes before `limit`; 0 at the beginning. */
static int stop_before(const struct line_edit *edit, int limit)
{
    int stop = 0;
    while (stop < limit) {
        int next = next_stop(edit, stop);
        if (next >= limit) {
            break;
        }
        stop = next;
    }
    return stop;
}

/* Marks typed after a character become part of it, and the cursor must not be between them. */
static void settle_cursor(struct line_edit *edit)
{
    int stop = 0;
    while (stop < edit->cursor) {
        stop = next_stop(edit, stop);
    }
    edit->cursor = stop;
}

void line_edit_insert(struct line_edit *edit, struct str text)
{
    while (text.n > 0) {
        struct utf8_step step = utf8_decode(text);
        int code = (int)step.code;
        text.p += step.n;
        text.n -= step.n;
        if (code == '\n' || code == '\t' || code == '\r') {
            code = ' ';
        }
        if (code < ' ' || (code >= 127 && code <= 0x9F)) {
            continue;
        }
        char utf8[UTF8_BYTES_MAX];
        int count = utf8_write(utf8, (uint32_t)code);
        if (edit->length + count >= LINE_EDIT_SIZE) {
            break;
        }
        memmove(edit->text + edit->cursor + count, edit->text + edit->cursor,
                (size_t)(edit->length - edit->cursor));
        memcpy(edit->text + edit->cursor, utf8, (size_t)count);
        edit->length += count;
        edit->cursor += count;
        edit->text[edit->length] = '\0';
    }
    settle_cursor(edit);
}

void line_edit_set(struct line_edit *edit, struct str text)
{
    line_edit_init(edit);
    line_edit_insert(edit, text);
}

static enum line_edit_effect delete_between(struct line_edit *edit, int from, int to)
{
    if (from == to) {
        return LINE_EDIT_MOVED;
    }
    memmove(edit->text + from, edit->text + to, (size_t)(edit->length - to));
    edit->length -= to - from;
    edit->text[edit->length] = '\0';
    edit->cursor = from;
    settle_cursor(edit);
    return LINE_EDIT_CHANGED;
}

static enum line_edit_effect move_to(struct line_edit *edit, int place)
{
    edit->cursor = place;
    return LINE_EDIT_MOVED;
}

static int word_before(const struct line_edit *edit)
{
    int place = edit->cursor;
    while (place > 0 && edit->text[place - 1] == ' ') {
        place--;
    }
    while (place > 0 && edit->text[place - 1] != ' ') {
        place--;
    }
    return place;
}

static int word_after(const struct line_edit *edit)
{
    int place = edit->cursor;
    while (place < edit->length && edit->text[place] != ' ') {
        place++;
    }
    while (place < edit->length && edit->text[place] == ' ') {
        place++;
    }
    return place;
}

static enum line_edit_effect take_key(struct line_edit *edit, int key)
{
    switch (key) {
    case NAMED_KEY_LEFT:
        return move_to(edit, stop_before(edit, edit->cursor));
    case NAMED_KEY_RIGHT:
        return move_to(edit, next_stop(edit, edit->cursor));
    case NAMED_KEY_HOME:
    case KEY_WITH_CONTROL | 'a':
        return move_to(edit, 0);
    case NAMED_KEY_END:
    case KEY_WITH_CONTROL | 'e':
        return move_to(edit, edit->length);
    case KEY_WITH_CONTROL | NAMED_KEY_LEFT:
        return move_to(edit, word_before(edit));
    case KEY_WITH_CONTROL | NAMED_KEY_RIGHT:
        return move_to(edit, word_after(edit));
    case NAMED_KEY_BACKSPACE:
        return delete_between(edit, stop_before(edit, edit->cursor), edit->cursor);
    case NAMED_KEY_DELETE:
        return delete_between(edit, edit->cursor, next_stop(edit, edit->cursor));
    case KEY_WITH_CONTROL | 'w':
        return delete_between(edit, word_before(edit), edit->cursor);
    case KEY_WITH_CONTROL | 'u':
        return delete_between(edit, 0, edit->cursor);
    case KEY_WITH_CONTROL | 'k':
        return delete_between(edit, edit->cursor, edit->length);
    default: /* any int is a key */
        return LINE_EDIT_IGNORED;
    }
}

enum line_edit_effect line_edit_input(struct line_edit *edit, const struct term_input *input)
{
    int before = edit->length;
    if (input->kind == INPUT_CHARACTER) {
        char utf8[UTF8_BYTES_MAX];
        line_edit_insert(edit, (struct str){utf8, utf8_write(utf8, (uint32_t)input->key)});
    } else if (input->kind == INPUT_PASTE) {
        line_edit_insert(edit, input->text);
    } else if (input->kind == INPUT_KEY) {
        return take_key(edit, input->key);
    } else {
        return LINE_EDIT_IGNORED;
    }
    return edit->length != before ? LINE_EDIT_CHANGED : LINE_EDIT_MOVED;
}

static int width_between(const struct line_edit *edit, int from, int to)
{
    return grapheme_width((struct str){edit->text + from, to - from});
}

/* Columns before the cursor, when drawing begins at `first` with a sign for hidden text. */
static int column_of_cursor(const struct line_edit *edit)
{
    return (edit->first > 0 ? 1 : 0) + width_between(edit, edit->first, edit->cursor);
}

void line_edit_draw(struct line_edit *edit, struct canvas canvas, struct strip field,
                    enum role role)
{
    canvas_field(canvas, field, role, str_of(""));
    if (field.width <= 0) {
        return;
    }
    if (edit->first > edit->cursor) {
        edit->first = stop_before(edit, edit->cursor);
    }
    /* Text that fits again after a deletion is shown from its beginning. */
    if (width_between(edit, 0, edit->length) < field.width) {
        edit->first = 0;
    }
    while (edit->first < edit->cursor && column_of_cursor(edit) >= field.width) {
        edit->first = next_stop(edit, edit->first);
    }
    struct canvas part = canvas_part(canvas, field.row, field.column, 1, field.width);
    int column = 0;
    if (edit->first > 0 && field.width > 1) {
        column = canvas_glyph(part, 0, 0, role, GLYPH_ELLIPSIS);
    }
    struct str shown = {edit->text + edit->first, edit->length - edit->first};
    canvas_text(part, 0, column, role, shown);
    canvas_set_cursor(part, 0, column + width_between(edit, edit->first, edit->cursor));
}

void line_edit_draw_enter(const struct line_edit *edit, struct canvas canvas,
                          struct strip field)
{
    static const char key[] = "Enter";
    enum { GAP = 3 };
    int width = width_between(edit, 0, edit->length);
    int begin = field.width - (int)strlen(key);
    if (edit->length > 0 && width + GAP <= begin) {
        canvas_text(canvas, field.row, field.column + begin, ROLE_HINT_KEY, str_of(key));
    }
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

void line_edit_draw_filter(struct line_edit *filter, struct canvas canvas)
{
    canvas_fill(canvas, ROLE_PLAIN);
    canvas_text(canvas, 0, 1, ROLE_PROMPT, str_of("/"));
    line_edit_draw(filter, canvas, (struct strip){0, 2, canvas.columns - 3, ALIGN_LEFT},
                   ROLE_INPUT);
    draw_ends(filter, canvas);
}
