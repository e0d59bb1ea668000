/* A long text on top of the screen, to scroll through: the help, and answers of several lines.
 *
 * The text is the reader's own copy. A line "left<tab>right" has two columns, a line that
 * begins with "# " is a heading; lines that are too wide are broken at blanks. It can be
 * filtered to the entries with some words. */
#ifndef REFEREE_TUI_WIDGETS_READER_H
#define REFEREE_TUI_WIDGETS_READER_H

#include "tui/widgets/line_edit.h"

enum { READER_TEXT_SIZE = 96 * 1024, READER_TITLE_SIZE = 64 };

struct reader {
    char title[READER_TITLE_SIZE];
    char whole[READER_TEXT_SIZE];
    char text[READER_TEXT_SIZE]; /* the part that is shown */
    int first;         /* row of the text at the top; reader_scroll keeps it within the text */
    bool is_filtering; /* the filter is being typed */
    struct line_edit filter; /* only entries with all of these words are shown */
};

/* `text` is cut to what fits. */
void reader_init(struct reader *reader, const char *title, struct str text);
/* Another text in its place: the same rows and words are looked at. */
void reader_replace(struct reader *reader, const char *title, struct str text);
/* Called when the filter has changed: keeps entries (a line, and those after it that begin with
 * a tab) with every word of it, in any case, below their headings. */
void reader_filter(struct reader *reader);
/* Scrolls down by this many rows (negative: up) in a canvas of this size. */
void reader_scroll(struct reader *reader, int rows, struct canvas canvas);
/* The rows of text shown at once: a page. */
int reader_page(struct canvas canvas);
/* Draws text of this form into any canvas, from `row` on, which may be outside; returns the
 * rows it takes. Does not clear the canvas. */
int reader_draw_text(struct canvas canvas, int row, struct str text);
void reader_draw(const struct reader *reader, struct canvas canvas);
/* Draws the filter being typed, and the keys that end that, into a canvas of one row. */
void reader_draw_filter(struct line_edit *filter, struct canvas canvas);

#endif
