/* A long text on top of the screen, to scroll through: the help, and answers of several lines.
 *
 * The text is the reader's own copy. A line "left<tab>right" has two columns, a line that
 * begins with "# " is a heading; what is too wide is broken at blanks. It can be narrowed to
 * the entries that hold some words. */
#ifndef REFEREE_TUI_VIEWS_READER_H
#define REFEREE_TUI_VIEWS_READER_H

#include "tui/views/line_edit.h"

enum { READER_TEXT_SIZE = 64 * 1024, READER_TITLE_SIZE = 64 };

struct reader {
    char title[READER_TITLE_SIZE];
    char whole[READER_TEXT_SIZE];
    char text[READER_TEXT_SIZE]; /* what of it is shown */
    int first; /* row of the text at the top; brought within the text by reader_scroll */
    bool is_filtering;       /* the words to look for are being typed */
    struct line_edit filter; /* only what holds all of them is shown */
};

/* `text` is cut to what fits. */
void reader_init(struct reader *reader, const char *title, struct str text);
/* After the filter has changed: entries (a line, and those after it that begin with a tab) that
 * hold every word of it, in any case of letters, below their headings. */
void reader_filter(struct reader *reader);
/* Down by this many rows (negative: up) in a canvas of this size. */
void reader_scroll(struct reader *reader, int rows, struct canvas canvas);
/* Rows of text that show at once: a page. */
int reader_page(struct canvas canvas);
/* Text of this form into any canvas, from `row` on, which may lie outside; returns how many
 * rows it takes. The canvas is not filled before. */
int reader_draw_text(struct canvas canvas, int row, struct str text);
void reader_draw(const struct reader *reader, struct canvas canvas);
/* The filter being typed, into a canvas of one row. */
void reader_draw_filter(struct line_edit *filter, struct canvas canvas);

#endif
