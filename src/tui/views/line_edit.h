/* A line of text being typed: for prompts, the palette and filters.
 *
 * The text is UTF-8 without control characters; the cursor stands between graphemes and never
 * inside one. Pure: it takes events of the terminal and draws itself into a canvas. What does
 * not fit into LINE_EDIT_SIZE bytes is not taken. */
#ifndef REFEREE_TUI_VIEWS_LINE_EDIT_H
#define REFEREE_TUI_VIEWS_LINE_EDIT_H

#include "base/text.h"
#include "tui/canvas/canvas.h"
#include "tui/term/term.h"

enum { LINE_EDIT_SIZE = 1024 };

struct line_edit {
    char text[LINE_EDIT_SIZE]; /* terminated */
    int length;                /* bytes */
    int cursor;                /* bytes before the cursor */
    int first;                 /* bytes hidden to the left when it was drawn last */
};

enum line_edit_effect {
    LINE_EDIT_IGNORED, /* the event is not the editor's */
    LINE_EDIT_MOVED,   /* at most the cursor moved */
    LINE_EDIT_CHANGED, /* the text is another one */
};

void line_edit_init(struct line_edit *edit);
/* The whole text, with the cursor at its end. */
void line_edit_set(struct line_edit *edit, struct str text);
struct str line_edit_text(const struct line_edit *edit);
/* Text at the cursor; a line end or tab in it becomes a blank, other control characters
 * nothing. What does not fit is left out, whole characters at a time. */
void line_edit_insert(struct line_edit *edit, struct str text);

/* Characters and pastes are inserted; Left Right Home End C-a C-e C-Left C-Right move;
 * Backspace Delete C-w (the word before) C-u (all before) C-k (all after) delete. All else is
 * ignored. */
enum line_edit_effect line_edit_input(struct line_edit *edit, const struct term_input *input);

/* Fills the field with the text around the cursor and sets the canvas' cursor. Text hidden at
 * either side is told by an ellipsis. */
void line_edit_draw(struct line_edit *edit, struct canvas canvas, struct strip field,
                    enum role role);

#endif
