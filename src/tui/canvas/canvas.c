#include "tui/canvas/canvas.h"

#include <stdarg.h>
#include <string.h>

#include "base/graph.h"

/* ---- roles ----------------------------------------------------------------------------- */

struct role_row {
    char name[16];
    char letter;
    uint8_t places;
    struct look looks[COLOUR_DEPTH_COUNT], light[COLOUR_DEPTH_COUNT];
    const char *help;
};

/* The words of roles.def, defined only for it. */
enum {
    HEAD = PLACE_HEAD,
    ROW = PLACE_ROW,
    LINE = PLACE_LINE,
    HINT = PLACE_HINT,
    PROMPT = PLACE_PROMPT,
    OVER = PLACE_OVER,
    BOLD = ATTRIBUTE_BOLD,
    DIM = ATTRIBUTE_DIM,
    REVERSE = ATTRIBUTE_REVERSE,
    UNDERLINE = ATTRIBUTE_UNDERLINE,
    BOLD_UNDERLINE = ATTRIBUTE_BOLD + ATTRIBUTE_UNDERLINE,
    DIM_UNDERLINE = ATTRIBUTE_DIM + ATTRIBUTE_UNDERLINE,
    BOLD_REVERSE = ATTRIBUTE_BOLD + ATTRIBUTE_REVERSE,
};

/* clang-format off */
#define LOOK(foreground, background, attributes)                                               \
    {                                                                                          \
        foreground, background, attributes                                                     \
    }
/* clang-format on */
static const struct role_row role_rows[ROLE_COUNT] = {
#define ROLE(name, letter, places, mono, eight, many, eight_light, many_light, help)           \
    [ROLE_##name] = {                                                                          \
        #name,                                                                                 \
        letter,                                                                                \
        places,                                                                                \
        {[COLOUR_MONO] = LOOK(-1, -1, mono), [COLOUR_8] = eight, [COLOUR_256] = many},         \
        {[COLOUR_MONO] = LOOK(-1, -1, mono),                                                   \
         [COLOUR_8] = eight_light,                                                             \
         [COLOUR_256] = many_light},                                                           \
        help},
#include "tui/canvas/roles.def"
#undef ROLE
};
#undef LOOK

struct look theme_look(enum role role, enum colour_depth depth)
{
    CHECK(role < ROLE_COUNT && depth < COLOUR_DEPTH_COUNT);
    return role_rows[role].looks[depth];
}

struct look theme_look_in(const struct theme *theme, enum role role, enum colour_depth depth)
{
    static const int counts[COLOUR_DEPTH_COUNT] = {
        [COLOUR_MONO] = 0, [COLOUR_8] = 8, [COLOUR_256] = 256};
    CHECK(role < ROLE_COUNT && depth < COLOUR_DEPTH_COUNT);
    const struct look *own = &theme->own[role];
    if (theme->is_own[role] && depth != COLOUR_MONO && own->foreground < counts[depth] &&
        own->background < counts[depth]) {
        return *own;
    }
    if (theme->ground == GROUND_UNKNOWN && depth != COLOUR_MONO) {
        struct look look = role_rows[role].looks[COLOUR_MONO];
        look.attributes &= (uint8_t)~ATTRIBUTE_DIM; /* half of an unknown colour */
        return look;
    }
    return theme->ground == GROUND_LIGHT ? role_rows[role].light[depth]
                                         : role_rows[role].looks[depth];
}

struct look theme_look_over(const struct theme *theme, enum role role, enum colour_depth depth)
{
    struct look look = theme_look_in(theme, role, depth);
    struct look over = theme_look_in(theme, ROLE_OVERLAY, depth);
    if (look.background < 0) {
        look.background = over.background;
        look.foreground = look.foreground < 0 ? over.foreground : look.foreground;
    }
    return look;
}

enum ground ground_of_colour(int red, int green, int blue)
{
    /* Black can be read better than white from this brightness on. */
    enum { MIDDLE = 118 };
    return (299 * red + 587 * green + 114 * blue) / 1000 >= MIDDLE ? GROUND_LIGHT : GROUND_DARK;
}

enum ground ground_of_words(const char *words)
{
    const char *last = words != NULL ? strrchr(words, ';') : NULL;
    int64_t number;
    if (last == NULL || !str_to_int64(str_of(last + 1), 0, 15, &number)) {
        return GROUND_UNKNOWN;
    }
    return number < 7 || number == 8 ? GROUND_DARK : GROUND_LIGHT;
}

const char *theme_role_help(enum role role)
{
    CHECK(role < ROLE_COUNT);
    return role_rows[role].help;
}

char theme_letter(enum role role)
{
    CHECK(role < ROLE_COUNT);
    return role_rows[role].letter;
}

unsigned theme_places(enum role role)
{
    CHECK(role < ROLE_COUNT);
    return role_rows[role].places;
}

const char *theme_role_name(enum role role)
{
    CHECK(role < ROLE_COUNT);
    return role_rows[role].name;
}

/* ---- signs ----------------------------------------------------------------------------- */

struct glyph_row {
    const char *unicode;
    const char *ascii;
    bool is_one_cell;
};

static const struct glyph_row glyph_rows[GLYPH_COUNT] = {
#define GLYPH(name, unicode, ascii) [GLYPH_##name] = {unicode, ascii, true},
#define GLYPH_TEXT(name, unicode, ascii) [GLYPH_##name] = {unicode, ascii, false},
#include "tui/canvas/glyphs.def"
#undef GLYPH
#undef GLYPH_TEXT
};

bool glyphs_are_ascii(enum glyph_set set)
{
    return set == GLYPHS_ASCII || set == GLYPHS_LETTERS;
}

struct str glyph_text(enum glyph glyph, enum glyph_set set)
{
    CHECK(glyph < GLYPH_COUNT);
    return str_of(glyphs_are_ascii(set) ? glyph_rows[glyph].ascii : glyph_rows[glyph].unicode);
}

bool glyph_is_one_cell(enum glyph glyph)
{
    CHECK(glyph < GLYPH_COUNT);
    return glyph_rows[glyph].is_one_cell;
}

bool glyph_is_known(const char *utf8)
{
    for (int i = 0; i < GLYPH_COUNT; i++) {
        if (strcmp(glyph_rows[i].unicode, utf8) == 0) {
            return true;
        }
    }
    return false;
}

/* ---- cells ----------------------------------------------------------------------------- */

enum { FORMAT_SIZE = 1024 };

static const struct grapheme blank = {" ", 1, 1};

static int between(int low, int value, int high)
{
    return value < low ? low : value > high ? high : value;
}

static struct cell *cell_at(struct frame *frame, int row, int column)
{
    CHECK(row >= 0 && row < frame->rows && column >= 0 && column < frame->columns);
    return &frame->cells[row * frame->columns + column];
}

static void cell_set(struct cell *cell, const struct grapheme *grapheme, enum role role)
{
    memcpy(cell->utf8, grapheme->utf8, sizeof cell->utf8); /* zeros after it included */
    cell->length = (uint8_t)grapheme->length;
    cell->width = (uint8_t)grapheme->width;
    cell->role = (uint8_t)role;
}

static void cell_blank(struct cell *cell)
{
    cell_set(cell, &blank, (enum role)cell->role);
}

void frame_init(struct frame *frame, int rows, int columns, enum glyph_set glyphs)
{
    frame->rows = between(1, rows, FRAME_ROWS_MAX);
    frame->columns = between(1, columns, FRAME_COLUMNS_MAX);
    frame->cursor_row = -1;
    frame->cursor_column = -1;
    frame->eye_row = 0;
    frame->eye_column = 0;
    frame->glyphs = glyphs;
    frame->cells[0].is_over = false;
    int count = frame->rows * frame->columns;
    cell_set(&frame->cells[0], &blank, ROLE_PLAIN);
    for (int done = 1; done < count; done *= 2) {
        int more = done < count - done ? done : count - done;
        memcpy(&frame->cells[done], &frame->cells[0], (size_t)more * sizeof frame->cells[0]);
    }
}

const struct cell *frame_cell(const struct frame *frame, int row, int column)
{
    CHECK(row >= 0 && row < frame->rows && column >= 0 && column < frame->columns);
    return &frame->cells[row * frame->columns + column];
}

struct canvas canvas_of(struct frame *frame)
{
    return (struct canvas){frame, 0, 0, frame->rows, frame->columns};
}

struct canvas canvas_part(struct canvas canvas, int row, int column, int rows, int columns)
{
    int top = between(0, row, canvas.rows);
    int left = between(0, column, canvas.columns);
    int bottom = between(top, row + rows, canvas.rows);
    int right = between(left, column + columns, canvas.columns);
    return (struct canvas){canvas.frame, canvas.top + top, canvas.left + left, bottom - top,
                           right - left};
}

/* Makes a cell free to be written: the other half of a wide grapheme becomes a blank. */
static void part_halves(struct frame *frame, int row, int column)
{
    struct cell *cell = cell_at(frame, row, column);
    if (cell->width == 0) {
        cell_blank(cell_at(frame, row, column - 1));
    } else if (cell->width == 2) {
        cell_blank(cell_at(frame, row, column + 1));
    }
}

static void put_one(struct canvas canvas, int row, int column, enum role role,
                    const struct grapheme *grapheme)
{
    if (column < 0 || column >= canvas.columns) {
        return;
    }
    part_halves(canvas.frame, canvas.top + row, canvas.left + column);
    cell_set(cell_at(canvas.frame, canvas.top + row, canvas.left + column), grapheme, role);
}

/* The only way to write cells. A wide grapheme that is half outside leaves a blank. */
static void put(struct canvas canvas, int row, int column, enum role role,
                const struct grapheme *grapheme)
{
    if (row < 0 || row >= canvas.rows) {
        return;
    }
    struct grapheme shown = *grapheme;
    if (canvas.frame->glyphs == GLYPHS_ASCII && shown.length > 1) {
        shown = (struct grapheme){"?", 1, 1};
    }
    if (grapheme->width == 1) {
        put_one(canvas, row, column, role, &shown);
    } else if (shown.width == 1) {
        put_one(canvas, row, column, role, &shown);
        put_one(canvas, row, column + 1, role, &shown);
    } else if (column < 0 || column + 1 >= canvas.columns) {
        put_one(canvas, row, column, role, &blank);
        put_one(canvas, row, column + 1, role, &blank);
    } else {
        static const struct grapheme tail = {"", 0, 0};
        put_one(canvas, row, column + 1, role, &tail);
        struct cell *head = cell_at(canvas.frame, canvas.top + row, canvas.left + column);
        if (head->width == 0) {
            part_halves(canvas.frame, canvas.top + row, canvas.left + column);
        }
        cell_set(head, &shown, role);
    }
}

/* The cells of a field that are within the canvas, free to be written; *count may be 0. */
static struct cell *free_cells(struct canvas canvas, struct strip field, int *count)
{
    int begin = between(0, field.column, canvas.columns);
    int end = between(begin, field.column + field.width, canvas.columns);
    *count = field.row < 0 || field.row >= canvas.rows ? 0 : end - begin;
    if (*count == 0) {
        return NULL;
    }
    int row = canvas.top + field.row;
    /* Half of a wide grapheme can only remain at the ends. */
    part_halves(canvas.frame, row, canvas.left + begin);
    part_halves(canvas.frame, row, canvas.left + end - 1);
    return cell_at(canvas.frame, row, canvas.left + begin);
}

static void put_same(struct canvas canvas, struct strip field, enum role role,
                     const struct grapheme *grapheme)
{
    int count;
    struct cell *cells = free_cells(canvas, field, &count);
    for (int i = 0; i < count; i++) {
        cell_set(&cells[i], grapheme, role);
    }
}

void canvas_fill(struct canvas canvas, enum role role)
{
    for (int row = 0; row < canvas.rows; row++) {
        struct strip whole = {row, 0, canvas.columns, ALIGN_LEFT};
        int count;
        put_same(canvas, whole, role, &blank);
        struct cell *cells = free_cells(canvas, whole, &count);
        for (int i = 0; i < count; i++) {
            cells[i].is_over = role == ROLE_OVERLAY;
        }
    }
}

/* Nearly all text is such: each character is a cell. */
static void put_plain(struct canvas canvas, struct strip field, enum role role,
                      const char *text)
{
    int count;
    int hidden = field.column < 0 ? -field.column : 0;
    struct cell *cells = free_cells(canvas, field, &count);
    for (int i = 0; i < count; i++) {
        cells[i] = (struct cell){{text[hidden + i]}, 1, 1, (uint8_t)role, cells[i].is_over};
    }
}

static int put_all(struct canvas canvas, int row, int column, enum role role, struct str text)
{
    struct grapheme grapheme;
    if (row < 0 || row >= canvas.rows) {
        return column + grapheme_width(text);
    }
    while (text.n > 0) {
        int plain = grapheme_plain(text, text.n);
        put_plain(canvas, (struct strip){row, column, plain, ALIGN_LEFT}, role, text.p);
        text = (struct str){text.p + plain, text.n - plain};
        column += plain;
        if (grapheme_next(&grapheme, &text)) {
            put(canvas, row, column, role, &grapheme);
            column += grapheme.width;
        }
    }
    return column;
}

static int put_cut(struct canvas canvas, struct strip field, enum role role, struct str text)
{
    if (field.width <= 0) {
        return field.column;
    }
    struct str whole = grapheme_prefix(text, field.width);
    if (whole.n == text.n) {
        return put_all(canvas, field.row, field.column, role, text);
    }
    struct str piece = grapheme_prefix(text, field.width - 1);
    int column = put_all(canvas, field.row, field.column, role, piece);
    return canvas_glyph(canvas, field.row, column, role, GLYPH_ELLIPSIS);
}

int canvas_text(struct canvas canvas, int row, int column, enum role role, struct str text)
{
    struct strip field = {row, column, canvas.columns - column, ALIGN_LEFT};
    return put_cut(canvas, field, role, text);
}

int canvas_words(struct canvas canvas, int row, int column, enum role role, struct str text)
{
    struct str shown;
    if (!grapheme_cut_words(&shown, text, canvas.columns - column) || shown.n == 0) {
        return canvas_text(canvas, row, column, role, text);
    }
    column = canvas_text(canvas, row, column, role, shown);
    column = canvas_text(canvas, row, column, role, str_of(" "));
    return canvas_glyph(canvas, row, column, role, GLYPH_ELLIPSIS);
}

int canvas_format(struct canvas canvas, int row, int column, enum role role, const char *format,
                  ...)
{
    char buf[FORMAT_SIZE];
    va_list arguments;
    va_start(arguments, format);
    text_format_list(buf, sizeof buf, format, arguments);
    va_end(arguments);
    return canvas_text(canvas, row, column, role, str_of(buf));
}

void canvas_field(struct canvas canvas, struct strip field, enum role role, struct str text)
{
    put_same(canvas, field, role, &blank);
    int spare = field.width - grapheme_width(text);
    if (spare > 0 && field.align != ALIGN_LEFT) {
        int indent = field.align == ALIGN_RIGHT ? spare : spare / 2;
        field.column += indent;
        field.width -= indent;
    }
    put_cut(canvas, field, role, text);
}

/* A run of one glyph. */
static void put_glyphs(struct canvas canvas, struct strip field, enum role role,
                       enum glyph glyph)
{
    struct str text = glyph_text(glyph, canvas.frame->glyphs);
    struct grapheme one = {.length = text.n,
                           .width = 1}; /* all of them are one column wide: see glyphs.def */
    CHECK(text.n < GRAPHEME_SIZE);
    memcpy(one.utf8, text.p, (size_t)text.n);
    put_same(canvas, field, role, &one);
}

static void set_eye(struct canvas canvas, int row, int column)
{
    if (row >= 0 && row < canvas.rows && column >= 0 && column < canvas.columns) {
        canvas.frame->eye_row = canvas.top + row;
        canvas.frame->eye_column = canvas.left + column;
    }
}

int canvas_glyph(struct canvas canvas, int row, int column, enum role role, enum glyph glyph)
{
    if (glyph == GLYPH_SELECTED) {
        set_eye(canvas, row, column);
    }
    put_glyphs(canvas, (struct strip){row, column, 1, ALIGN_LEFT}, role, glyph);
    return column + 1;
}

void canvas_bar(struct canvas canvas, struct strip field, enum role role,
                struct measure measure)
{
    int64_t halves = 0;
    int64_t most = (int64_t)field.width * 2;
    if (measure.full > 0 && measure.value >= measure.full) {
        halves = most;
    } else if (measure.full > 0 && measure.value > 0) {
        /* Doubles hold every number of hit points exactly, while a product of two int64_t might
         * overflow. */
        halves = (int64_t)((double)measure.value / (double)measure.full * (double)most);
        halves = halves < 1 ? 1 : halves >= most ? most - 1 : halves;
    }
    int full = (int)(halves / 2);
    int half = (int)(halves % 2);
    put_glyphs(canvas, (struct strip){field.row, field.column, full, ALIGN_LEFT}, role,
               GLYPH_BAR_FULL);
    put_glyphs(canvas, (struct strip){field.row, field.column + full, half, ALIGN_LEFT}, role,
               GLYPH_BAR_HALF);
    put_glyphs(canvas,
               (struct strip){field.row, field.column + full + half, field.width - full - half,
                              ALIGN_LEFT},
               ROLE_HP_EMPTY, GLYPH_BAR_EMPTY);
}

void canvas_rule_across(struct canvas canvas, struct strip field, enum role role)
{
    put_glyphs(canvas, field, role, GLYPH_LINE_HORIZONTAL);
}

void canvas_rule_down(struct canvas canvas, int row, int column, int rows, enum role role)
{
    int end = between(0, row + rows, canvas.rows);
    for (int here = row > 0 ? row : 0; here < end; here++) {
        canvas_glyph(canvas, here, column, role, GLYPH_LINE_VERTICAL);
    }
}

void canvas_set_role(struct canvas canvas, struct strip field, enum role role)
{
    struct canvas part = canvas_part(canvas, field.row, field.column, 1, field.width);
    for (int column = 0; part.rows > 0 && column < part.columns; column++) {
        cell_at(part.frame, part.top, part.left + column)->role = (uint8_t)role;
    }
}

void canvas_recede(struct canvas canvas)
{
    for (int row = 0; row < canvas.rows; row++) {
        for (int column = 0; column < canvas.columns; column++) {
            struct cell *cell = cell_at(canvas.frame, canvas.top + row, canvas.left + column);
            cell->role = cell->role == ROLE_PLAIN ? (uint8_t)ROLE_DIM : cell->role;
        }
    }
}

void canvas_set_cursor(struct canvas canvas, int row, int column)
{
    if (row < 0 || row >= canvas.rows || column < 0 || column >= canvas.columns) {
        return;
    }
    canvas.frame->cursor_row = canvas.top + row;
    canvas.frame->cursor_column = canvas.left + column;
}

/* ---- text of the lower layers ---------------------------------------------------------- */

/* The glyph that the text begins with, or GLYPH_COUNT. */
static enum glyph glyph_at(struct str text)
{
    for (int i = 0; i < GLYPH_COUNT; i++) {
        struct str unicode = glyph_text((enum glyph)i, GLYPHS_UNICODE);
        if (unicode.n > 1 && unicode.n <= text.n &&
            memcmp(unicode.p, text.p, (size_t)unicode.n) == 0) {
            return (enum glyph)i;
        }
    }
    return GLYPH_COUNT;
}

struct str wording(char buf[WORDING_SIZE], const struct frame *frame, struct str text)
{
    if (!glyphs_are_ascii(frame->glyphs)) {
        return text;
    }
    struct text out = text_over(buf, WORDING_SIZE);
    int i = 0;
    while (i < text.n) {
        struct str rest = {text.p + i, text.n - i};
        bool is_plain = (unsigned char)text.p[i] < 0x80;
        enum glyph glyph = is_plain ? GLYPH_COUNT : glyph_at(rest);
        if (glyph != GLYPH_COUNT) {
            text_add_str(&out, glyph_text(glyph, GLYPHS_ASCII));
            i += glyph_text(glyph, GLYPHS_UNICODE).n;
            continue;
        }
        text_add_char(&out, text.p[i++]);
    }
    return (struct str){out.p, out.n};
}

/* ---- sheets ---------------------------------------------------------------------------- */

enum { TITLE_COLUMN = 2, MORE_COLUMN = 4 /* from the right */ };

struct canvas sheet_of(struct canvas screen)
{
    return canvas_part(screen, 0, 0, screen.rows - 1, screen.columns);
}

struct canvas sheet_inside(struct canvas canvas)
{
    return canvas_part(canvas, 1, 1, canvas.rows - 2, canvas.columns - 2);
}

struct canvas sheet_draw(struct canvas canvas, const char *title)
{
    return sheet_draw_with(canvas, title, "");
}

struct canvas sheet_draw_with(struct canvas canvas, const char *title, const char *facts)
{
    canvas_fill(canvas, ROLE_OVERLAY);
    canvas_rule_across(canvas, (struct strip){0, 0, canvas.columns, ALIGN_LEFT}, ROLE_BORDER);
    canvas_rule_across(canvas, (struct strip){canvas.rows - 1, 0, canvas.columns, ALIGN_LEFT},
                       ROLE_BORDER);
    enum { LEAST_ROOM = 12 };
    const int room = canvas.columns - grapheme_width(str_of(facts)) - 1;
    bool is_cut = facts[0] != '\0' && room >= LEAST_ROOM;
    struct canvas cut = canvas_part(canvas, 0, 0, 1, is_cut ? room : canvas.columns);
    int end = canvas_format(cut, 0, TITLE_COLUMN, ROLE_OVERLAY_TITLE, " %s", title);
    canvas_format(canvas, 0, end, ROLE_OVERLAY_TITLE, "%s ", facts);
    set_eye(canvas, 1, 1); /* what is only read begins there */
    return sheet_inside(canvas);
}

void sheet_draw_more(struct canvas canvas, bool is_more_above, bool is_more_below)
{
    int column = canvas.columns - MORE_COLUMN;
    if (is_more_above) {
        canvas_glyph(canvas, 0, column, ROLE_HINT_KEY, GLYPH_MORE_ABOVE);
    }
    if (is_more_below) {
        canvas_glyph(canvas, canvas.rows - 1, column, ROLE_HINT_KEY, GLYPH_MORE_BELOW);
    }
}

int sheet_first(struct canvas inside, int count, int picked)
{
    int first = picked - inside.rows / 2;
    first = first > count - inside.rows ? count - inside.rows : first;
    return first < 0 ? 0 : first;
}

/* ---- charts ---------------------------------------------------------------------------- */

static enum graph_set set_of(const struct frame *frame)
{
    return glyphs_are_ascii(frame->glyphs)  ? GRAPH_ASCII
           : frame->glyphs == GLYPHS_BLOCKS ? GRAPH_BLOCKS
                                            : GRAPH_BRAILLE;
}

int graph_numbers_in_cell(const struct frame *frame)
{
    return graph_numbers_in(set_of(frame));
}

int graph_draw(struct canvas canvas, enum role role, const int *number, int count, int full)
{
    int room = canvas.columns * graph_numbers_in_cell(canvas.frame);
    int first = count > room ? count - room : 0;
    const struct graph graph = {.set = set_of(canvas.frame),
                                .number = number + first,
                                .count = count - first,
                                .full = full,
                                .rows = canvas.rows};
    int cells = graph_columns(&graph);
    for (int row = 0; row < canvas.rows; row++) {
        for (int cell = 0; cell < cells; cell++) {
            canvas_text(canvas, row, cell, role, str_of(graph_sign(&graph, row, cell)));
        }
    }
    return cells;
}

/* ---- dumps ----------------------------------------------------------------------------- */

static bool is_blank(const struct cell *cell)
{
    return cell->width == 1 && cell->utf8[0] == ' ';
}

void frame_dump_row(struct text *out, const struct frame *frame, int row)
{
    int end = frame->columns;
    while (end > 0 && is_blank(frame_cell(frame, row, end - 1))) {
        end--;
    }
    for (int column = 0; column < end; column++) {
        const struct cell *cell = frame_cell(frame, row, column);
        text_add_str(out, (struct str){cell->utf8, cell->length});
    }
}

static char role_letter(const struct frame *frame, int row, int column)
{
    return theme_letter((enum role)frame_cell(frame, row, column)->role);
}

void frame_dump(struct text *out, const struct frame *frame)
{
    text_add(out, "%dx%d", frame->columns, frame->rows);
    if (frame->cursor_row >= 0) {
        text_add(out, " cursor %d,%d", frame->cursor_row, frame->cursor_column);
    }
    text_add_char(out, '\n');
    for (int row = 0; row < frame->rows; row++) {
        frame_dump_row(out, frame, row);
        text_add_char(out, '\n');
    }
    text_add(out, "roles\n");
    for (int row = 0; row < frame->rows; row++) {
        int end = frame->columns;
        while (end > 0 && role_letter(frame, row, end - 1) == '.') {
            end--;
        }
        for (int column = 0; column < end; column++) {
            text_add_char(out, role_letter(frame, row, column));
        }
        text_add_char(out, '\n');
    }
}
