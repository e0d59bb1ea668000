/* A line of text being typed: for prompts, the palette and filters.
 *
 * The text is UTF-8 without control characters; the cursor is always between graphemes. Pure:
 * it takes events of the terminal and draws itself into a canvas. Text beyond LINE_EDIT_SIZE
 * bytes is not taken. */
#ifndef REFEREE_TUI_WIDGETS_LINE_EDIT_H
#define REFEREE_TUI_WIDGETS_LINE_EDIT_H

#include "base/text.h"
#include "tui/canvas/canvas.h"
#include "tui/term/term.h"

enum { LINE_EDIT_SIZE = 1024 };

struct line_edit {
    char text[LINE_EDIT_SIZE]; /* terminated */
    int length;                /* bytes */
    int cursor;                /* bytes before the cursor */
    int first;                 /* bytes hidden to the left when last drawn */
};

enum line_edit_effect {
    LINE_EDIT_IGNORED, /* the event is not for the editor */
    LINE_EDIT_MOVED,   /* at most the cursor has moved */
    LINE_EDIT_CHANGED, /* the text has changed */
};

void line_edit_init(struct line_edit *edit);
/* Sets the whole text, with the cursor at its end. */
void line_edit_set(struct line_edit *edit, struct str text);
struct str line_edit_text(const struct line_edit *edit);
/* Inserts text at the cursor; line ends and tabs become blanks, other control characters are
 * dropped. Characters that do not fit are left out. */
void line_edit_insert(struct line_edit *edit, struct str text);

/* Characters and pastes are inserted; Left Right Home End C-a C-e C-Left C-Right move;
 * Backspace Delete C-w (the word before) C-u (all before) C-k (all after) delete. Everything
 * else is ignored. */
enum line_edit_effect line_edit_input(struct line_edit *edit, const struct term_input *input);

/* Fills the field with the text around the cursor and sets the canvas' cursor. An ellipsis
 * shows hidden text at either side. */
void line_edit_draw(struct line_edit *edit, struct canvas canvas, struct strip field,
                    enum role role);
/* While something is typed, its result stands in place of the hint about Enter: then the key
 * has the end of the field, if the text leaves it free. */
void line_edit_draw_enter(const struct line_edit *edit, struct canvas canvas,
                          struct strip field);
/* Draws words that are typed to find something, and the keys that end that, into a canvas of
 * one row. */
void line_edit_draw_filter(struct line_edit *filter, struct canvas canvas);

#endif
