/* A long text on top of the screen, to scroll through: the help, and answers of several lines.
 *
 * The text is the reader's own copy. A line "left<tab>right" has two columns, a line that begins
 * with "# " is a heading; what is too wide is broken at blanks. */
#ifndef REFEREE_TUI_READER_H
#define REFEREE_TUI_READER_H

#include "tui/canvas.h"

enum { READER_TEXT_SIZE = 32 * 1024, READER_TITLE_SIZE = 64 };

struct reader {
    char title[READER_TITLE_SIZE];
    char text[READER_TEXT_SIZE];
    int first; /* row of the text at the top; brought within the text by reader_scroll */
};

/* `text` is cut to what fits. */
void reader_init(struct reader *reader, const char *title, struct str text);
/* Down by so many rows (negative: up) in a canvas of this size. */
void reader_scroll(struct reader *reader, int rows, struct canvas canvas);
/* Rows of text that show at once: a page. */
int reader_page(struct canvas canvas);
void reader_draw(const struct reader *reader, struct canvas canvas);

#endif
