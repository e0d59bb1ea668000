#include "tui/players/players_sheet.h"

#include <string.h>

#include "tracker/naming.h"

/* ---- large letters --------------------------------------------------------------------- */

enum { LETTER_ROWS = 5 };

struct letter {
    char character;
    const char *row[LETTER_ROWS];
};

static const struct letter letters[] = {
#define LETTER(character, a, b, c, d, e) {character, {a, b, c, d, e}},
#include "tui/players/letters.def"
#undef LETTER
};

static const struct letter *letter_of(char character)
{
    char upper =
        character >= 'a' && character <= 'z' ? (char)(character - 'a' + 'A') : character;
    for (size_t i = 0; i < sizeof letters / sizeof letters[0]; i++) {
        if (letters[i].character == upper) {
            return &letters[i];
        }
    }
    return NULL;
}

/* The blocks that a text is wide, one between its letters; 0: there is no such letter. */
static int width_of(struct str text)
{
    int width = 0;
    for (int i = 0; i < text.n; i++) {
        const struct letter *letter = letter_of(text.p[i]);
        if (letter == NULL) {
            return 0;
        }
        width += (int)strlen(letter->row[0]) + (i > 0 ? 1 : 0);
    }
    return width;
}

/* A text in letters of blocks as large as there is room for. */
struct large {
    char room[2 * NAME_SIZE];
    struct str text;  /* without marks, for which there are no blocks */
    int across, down; /* cells of a block; 0: it has no room, or letters that are not there */
    int columns, rows;
};

static struct large large_of(struct str text, int columns, int rows)
{
    static const struct {
        int across, down;
    } sizes[] = {{4, 2}, {2, 1}, {1, 1}};
    struct large large = {.across = 0};
    large.text = name_in_form(text, NAME_PLAIN, large.room, sizeof large.room);
    int width = width_of(large.text);
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0] && width > 0; i++) {
        if (large.across == 0 && width * sizes[i].across <= columns &&
            LETTER_ROWS * sizes[i].down <= rows) {
            large.across = sizes[i].across;
            large.down = sizes[i].down;
            large.columns = width * large.across;
            large.rows = LETTER_ROWS * large.down;
        }
    }
    return large;
}

static void large_draw(const struct large *large, struct canvas canvas, int row, int column,
                       enum role role)
{
    for (int i = 0; i < large->text.n; i++) {
        const struct letter *letter = letter_of(large->text.p[i]);
        int width = (int)strlen(letter->row[0]);
        for (int y = 0; y < large->rows; y++) {
            for (int x = 0; x < width * large->across; x++) {
                if (letter->row[y / large->down][x / large->across] == '#') {
                    canvas_glyph(canvas, row + y, column + x, role, GLYPH_BAR_FULL);
                }
            }
        }
        column += (width + 1) * large->across;
    }
}

/* ---- the order ------------------------------------------------------------------------- */

enum { NAME_COLUMN = 2, NAME_COLUMNS_MOST = 32, NAME_COLUMNS_LEAST = 12, HP_COLUMNS = 12 };

static void draw_row(const struct shown_combatant *shown, struct canvas canvas, int row,
                     int name_columns)
{
    bool is_out = shown->out[0] != '\0';
    enum role role = shown->is_active  ? ROLE_ACTIVE
                     : is_out          ? ROLE_DOWN
                     : shown->is_party ? ROLE_ALLY
                                       : ROLE_FOE;
    if (shown->is_active) {
        canvas_glyph(canvas, row, 0, ROLE_ACTIVE, GLYPH_TURN);
    } else if (shown->is_next) {
        canvas_glyph(canvas, row, 0, ROLE_DIM, GLYPH_DOT);
    }
    canvas_field(canvas, (struct strip){row, NAME_COLUMN, name_columns, ALIGN_LEFT}, role,
                 str_of(shown->name));
    int column = NAME_COLUMN + name_columns + 2;
    canvas_field(canvas, (struct strip){row, column, HP_COLUMNS, ALIGN_LEFT}, ROLE_PLAIN,
                 str_of(is_out ? shown->out : shown->hp));
    TEXT_BUFFER(words, PLAYERS_CONDITIONS_MAX * LABEL_SIZE);
    for (int i = 0; i < shown->conditions; i++) {
        text_add_item(&words, shown->condition[i]);
    }
    canvas_words(canvas, row, column + HP_COLUMNS + 1, ROLE_CONDITION,
                 (struct str){words.p, words.n});
}

/* The rows around the one whose turn it is, where there is no room for all. */
static void draw_order(const struct players_view *view, struct canvas canvas)
{
    int active = 0;
    int name_columns = NAME_COLUMNS_LEAST;
    for (int i = 0; i < view->count; i++) {
        active = view->order[i].is_active ? i : active;
        int columns = grapheme_width(str_of(view->order[i].name));
        name_columns = columns > name_columns ? columns : name_columns;
    }
    int most = canvas.columns / 2 < NAME_COLUMNS_MOST ? canvas.columns / 2 : NAME_COLUMNS_MOST;
    name_columns = name_columns < most ? name_columns : most;
    int first = sheet_first(canvas, view->count, active);
    for (int row = 0; row < canvas.rows && first + row < view->count; row++) {
        draw_row(&view->order[first + row], canvas, row, name_columns);
    }
    if (first > 0) {
        canvas_glyph(canvas, 0, canvas.columns - 1, ROLE_HINT_KEY, GLYPH_MORE_ABOVE);
    }
    if (first + canvas.rows < view->count) {
        canvas_glyph(canvas, canvas.rows - 1, canvas.columns - 1, ROLE_HINT_KEY,
                     GLYPH_MORE_BELOW);
    }
}

/* ---- the page -------------------------------------------------------------------------- */

static const struct shown_combatant *active_of(const struct players_view *view, bool next)
{
    for (int i = 0; i < view->count; i++) {
        if (next ? view->order[i].is_next : view->order[i].is_active) {
            return &view->order[i];
        }
    }
    return NULL;
}

/* A line of the head: its label and text, large if there is room. Returns the rows it takes. */
static int draw_head(struct canvas canvas, int row, const char *label, const char *text,
                     int rows, enum role role)
{
    enum { LABEL_COLUMNS = 7 };
    struct large large = large_of(str_of(text), canvas.columns - LABEL_COLUMNS - 1, rows - 1);
    if (large.across == 0) {
        canvas_format(canvas, row, 0, ROLE_DIM, "%s", label);
        canvas_text(canvas, row, LABEL_COLUMNS, role, str_of(text));
        return 1;
    }
    canvas_format(canvas, row + large.rows / 2, 0, ROLE_DIM, "%s", label);
    large_draw(&large, canvas, row, LABEL_COLUMNS, role);
    return large.rows + 1;
}

static int draw_fight(const struct players_view *view, struct canvas canvas)
{
    const struct shown_combatant *active = active_of(view, false);
    const struct shown_combatant *next = active_of(view, true);
    TEXT_BUFFER(round, 24);
    text_add(&round, "%d", view->round);
    const struct {
        const char *label, *text;
        enum role role;
    } heads[] = {{"now", active != NULL ? active->name : "", ROLE_ACTIVE},
                 {"next", next != NULL ? next->name : "", ROLE_PLAIN},
                 {"round", round.p, ROLE_PLAIN}};
    enum { HEADS = sizeof heads / sizeof heads[0] };
    /* Whose turn it is gets the rows that the order and the others leave, then who is next:
     * both in small letters rather than one in large ones. */
    int row = 2;
    if (view->is_over) {
        return row +
               draw_head(canvas, row, "", view->phase, canvas.rows - row - view->count - 1,
                         ROLE_PLAIN) +
               1;
    }
    for (int i = 0; i < HEADS; i++) {
        int left = canvas.rows - row - view->count - (HEADS - i);
        bool are_both = i == 0 && next != NULL && left >= 2 * (LETTER_ROWS + 1);
        left -= are_both ? LETTER_ROWS + 1 : 0;
        if (heads[i].text[0] != '\0') {
            row += draw_head(canvas, row, heads[i].label, heads[i].text, left > 1 ? left : 1,
                             heads[i].role);
        }
    }
    return row + 1;
}

void players_sheet_draw(const struct players_view *view, const char *message,
                        struct frame *frame)
{
    struct canvas canvas = canvas_of(frame);
    bool is_fight = view->round > 0;
    int column = canvas_words(canvas, 0, 1, ROLE_TITLE,
                              str_of(is_fight ? view->encounter : "Between fights"));
    if (is_fight && !view->is_over) {
        canvas_glyph(canvas, 0, column + 1, ROLE_DIM, GLYPH_DOT);
        canvas_text(canvas, 0, column + 3, ROLE_DIM, str_of(view->phase));
    }
    struct canvas inside = canvas_part(canvas, 0, 1, frame->rows - 1, frame->columns - 2);
    int row = is_fight ? draw_fight(view, inside) : 2;
    draw_order(view, canvas_part(inside, row, 0, inside.rows - row, inside.columns));
    canvas_words(canvas, frame->rows - 1, 1, message[0] != '\0' ? ROLE_WARNING : ROLE_HINT_TEXT,
                 str_of(message[0] != '\0' ? message : "q leaves"));
}
