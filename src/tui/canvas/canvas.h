/* Canvases: windows onto a frame of cells that views draw into.
 *
 * A frame is the whole screen as data: the caller owns its memory, tests read it, a terminal
 * shows it (tui/term/term.h). A canvas is a rectangle of a frame; it is passed by value, and
 * everything drawn into it is clipped, so that views need no arithmetic about edges. Rows and
 * columns count from 0 at the canvas' top left; drawing outside does nothing.
 *
 * No curses, no locale, no heap. A wide grapheme is a head cell of width 2 and a tail of width
 * 0; overwriting one half blanks the other. In a frame of ASCII glyphs every other character
 * becomes '?', one for each column, so that both kinds of frame have the same layout. */
#ifndef REFEREE_TUI_CANVAS_CANVAS_H
#define REFEREE_TUI_CANVAS_CANVAS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"
#include "tui/canvas/grapheme.h"
#include "base/status.h"

/* The theme: what a piece of the screen *is* (its role) and how it looks on a terminal with
 * many, eight or no colours. Views name roles, never colours. The list is roles.def. */

enum role {
#define ROLE(name, letter, places, mono, eight, many, eight_light, many_light, help)           \
    ROLE_##name,
#include "tui/canvas/roles.def"
#undef ROLE
    ROLE_COUNT
};

/* A terminal with eight colours has 64 pairs, and each role takes two, one of them on overlays;
 * the first is the terminal's own. */
_Static_assert(ROLE_COUNT <= 31, "a role is two fixed colour pairs");

/* Bits; they add up. */
enum attribute {
    ATTRIBUTE_BOLD = 1,
    ATTRIBUTE_DIM = 2,
    ATTRIBUTE_REVERSE = 4,
    ATTRIBUTE_UNDERLINE = 8,
};

enum colour_depth { COLOUR_MONO, COLOUR_8, COLOUR_256, COLOUR_DEPTH_COUNT };

/* Bits: the places of the screen where roles are side by side. */
enum place {
    PLACE_HEAD = 1,    /* the title line and headings of columns */
    PLACE_ROW = 2,     /* the combatants */
    PLACE_LINE = 4,    /* log and messages */
    PLACE_HINT = 8,    /* the footer */
    PLACE_PROMPT = 16, /* the input line */
    PLACE_OVER = 32,   /* palette, help, pickers */
};

struct look {
    int16_t foreground; /* -1: the terminal's own */
    int16_t background;
    uint8_t attributes; /* enum attribute bits */
};

/* The theme for dark backgrounds. */
struct look theme_look(enum role role, enum colour_depth depth);

enum ground { GROUND_DARK, GROUND_LIGHT, GROUND_UNKNOWN };

/* The kind of a background of this colour, each part from 0 to 255. */
enum ground ground_of_colour(int red, int green, int blue);
/* The kind that the variable COLORFGBG of some terminals tells, "15;0" or "0;default;15": the
 * last number is the background's. GROUND_UNKNOWN for anything else, and for NULL. */
enum ground ground_of_words(const char *words);

/* The user's theme: all zero is the one for dark backgrounds. On an unknown background every
 * role has the terminal's own colours, which can be read there, and bold, underline or reverse
 * as without colours. */
struct theme {
    enum ground ground;
    bool is_own[ROLE_COUNT]; /* the look of the role is the user's */
    struct look own[ROLE_COUNT];
};
/* The user's look counts when the terminal has its colours; without colours every role keeps
 * its distinguishing attributes. */
struct look theme_look_in(const struct theme *theme, enum role role, enum colour_depth depth);
/* The same on an overlay, whose colours it has where it has none. */
struct look theme_look_over(const struct theme *theme, enum role role, enum colour_depth depth);
/* The texts with this look, in a few words. */
const char *theme_role_help(enum role role);
char theme_letter(enum role role);
unsigned theme_places(enum role role);
/* "HP_LOW"; for messages and tests. */
const char *theme_role_name(enum role role);

/* Glyphs: the marks of the screen, each with a Unicode and an ASCII form.
 *
 * Which set is drawn is a property of the frame, chosen once by the
 * terminal: views name a glyph and never ask. The list is glyphs.def. */

enum glyph_set {
    GLYPHS_UNICODE,
    GLYPHS_ASCII,   /* in ASCII, and so is all text: another letter is a question mark */
    GLYPHS_LETTERS, /* in ASCII; the letters of names stay */
    GLYPHS_BLOCKS,  /* as Unicode, with charts of blocks, where the font has no braille */
};

enum glyph {
#define GLYPH(name, unicode, ascii) GLYPH_##name,
#define GLYPH_TEXT(name, unicode, ascii) GLYPH_##name,
#include "tui/canvas/glyphs.def"
#undef GLYPH
#undef GLYPH_TEXT
    GLYPH_COUNT
};

bool glyphs_are_ascii(enum glyph_set set);

/* The form of a glyph in a set, as UTF-8. */
struct str glyph_text(enum glyph glyph, enum glyph_set set);

/* True for the signs that fit one cell in both sets; the others are for running text. */
bool glyph_is_one_cell(enum glyph glyph);

/* True when `utf8` (terminated) is the Unicode form of some glyph. */
bool glyph_is_known(const char *utf8);

enum { FRAME_ROWS_MAX = 120, FRAME_COLUMNS_MAX = 400 };

struct cell {
    char utf8[GRAPHEME_SIZE]; /* terminated; empty in the tail of a wide grapheme */
    uint8_t length;           /* bytes */
    uint8_t width;            /* columns: 1, 2, or 0 for a tail */
    uint8_t role;             /* enum role */
    bool is_over;             /* on an overlay, whose background it has if it has none */
};

struct frame {
    int rows, columns;
    int cursor_row, cursor_column; /* -1, -1: the cursor is hidden */
    int eye_row, eye_column;       /* where the hidden cursor stands: on what is selected */
    enum glyph_set glyphs;
    struct cell cells[FRAME_ROWS_MAX * FRAME_COLUMNS_MAX]; /* row after row, `columns` each */
};

struct canvas {
    struct frame *frame; /* borrowed */
    int top, left;       /* its place in the frame */
    int rows, columns;   /* 0 or more */
};

enum align {
    ALIGN_LEFT,
    ALIGN_RIGHT,
    ALIGN_CENTRE,
};

/* A run of cells in one row. */
struct strip {
    int row, column, width;
    enum align align;
};

/* An empty frame of plain blanks without a cursor; a size beyond the limits is brought within
 * them (1 to FRAME_..._MAX). */
void frame_init(struct frame *frame, int rows, int columns, enum glyph_set glyphs);
const struct cell *frame_cell(const struct frame *frame, int row, int column);

struct canvas canvas_of(struct frame *frame);
/* The part of the rectangle that is within `canvas`; it may be empty. */
struct canvas canvas_part(struct canvas canvas, int row, int column, int rows, int columns);

/* Blanks of a role over the whole canvas; with ROLE_OVERLAY it is an overlay from now on. */
void canvas_fill(struct canvas canvas, enum role role);

/* Draws text from a place on, cut at the canvas' right edge with an ellipsis. Returns the
 * column after it, so that calls can be chained; a negative column hides the text's
 * beginning. */
int canvas_text(struct canvas canvas, int row, int column, enum role role, struct str text);
/* The same for running text, which is cut between words. */
int canvas_words(struct canvas canvas, int row, int column, enum role role, struct str text);
int canvas_format(struct canvas canvas, int row, int column, enum role role, const char *format,
                  ...) LIKE_PRINTF(5, 6);
/* Draws a whole field in one role: the text, aligned and cut if needed, with blanks around
 * it. */
void canvas_field(struct canvas canvas, struct strip field, enum role role, struct str text);
/* Returns the column after it. The sign of what is selected is where the eye is: the cursor
 * stands there while nothing is typed, hidden, for Braille displays, readers of the console and
 * magnifiers. Of several the last one counts, which is on top. */
int canvas_glyph(struct canvas canvas, int row, int column, enum role role, enum glyph glyph);

/* Draws `value` of `full` as a bar as wide as the field, in half cells: above 0 it is never
 * empty, below `full` never full. A `full` of 0 or less draws an empty bar. */
struct measure {
    int64_t value, full;
};
void canvas_bar(struct canvas canvas, struct strip field, enum role role,
                struct measure measure);

void canvas_rule_across(struct canvas canvas, struct strip field, enum role role);
void canvas_rule_down(struct canvas canvas, int row, int column, int rows, enum role role);

/* Changes the role of the cells of a field. */
void canvas_set_role(struct canvas canvas, struct strip field, enum role role);
/* Makes plain text dim: what is drawn there is only a background, or not of now. */
void canvas_recede(struct canvas canvas);

/* Shows the cursor; nothing happens outside the canvas. */
void canvas_set_cursor(struct canvas canvas, int row, int column);

enum { WORDING_SIZE = 1200 };

/* Log lines and prompts have arrows and other signs that frames of ASCII glyphs write with
 * several characters ("->"). Returns the text itself for Unicode frames, or else a copy in
 * `buf` with every known sign in its ASCII form. Text beyond WORDING_SIZE is left out. */
struct str wording(char buf[WORDING_SIZE], const struct frame *frame, struct str text);

/* A sheet lies over the whole table while it is read: help, the log, past acts, the encounters.
 * It has a rule with the title above and one below, but no lines at the sides, which would be
 * tiring to look at and costly to send. Draws an empty sheet and returns its inside. */
struct canvas sheet_draw(struct canvas canvas, const char *title);
/* The same with facts after the title, ", 400 fights": these stay whole where the title must be
 * cut. */
struct canvas sheet_draw_with(struct canvas canvas, const char *title, const char *facts);
struct canvas sheet_inside(struct canvas canvas);
/* The part of the screen that a sheet covers: all but the last row, which is for the keys. */
struct canvas sheet_of(struct canvas screen);
/* Draws signs on the rules when there is more than what is shown. */
void sheet_draw_more(struct canvas canvas, bool is_more_above, bool is_more_below);

/* The first row to show of `count` rows, so that the picked one is in the middle if
 * possible. */
int sheet_first(struct canvas inside, int count, int picked);

/* Small charts: numbers over time as columns of dots, blocks or characters, whichever the frame
 * can show. The signs of each set are one table (base/graph). */

/* The numbers that a cell shows side by side. */
int graph_numbers_in_cell(const struct frame *frame);

/* Draws numbers from 0 to `full` over the rows of the canvas, from its left edge on; numbers
 * that have no room are left out at the beginning, so that the newest are there. A number above
 * 0 is at least the lowest dot, and only `full` and more fills the column. Returns the columns
 * it takes. */
int graph_draw(struct canvas canvas, enum role role, const int *number, int count, int full);

/* A frame as text, for goldens, tests and reports of faults.
 *
 *     80x24 cursor 3,10
 *     the text of each row, blanks at its end left out
 *     roles
 *     a letter a column (tui/canvas/roles.def), plain ones at the end left out */

/* Room for the dump of any frame. */
enum { FRAME_DUMP_SIZE = FRAME_ROWS_MAX * FRAME_COLUMNS_MAX * (GRAPHEME_SIZE + 2) };

void frame_dump(struct text *out, const struct frame *frame);

/* The text of one row, without blanks at its end. */
void frame_dump_row(struct text *out, const struct frame *frame, int row);

#endif
