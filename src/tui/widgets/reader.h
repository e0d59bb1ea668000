/* A long text on top of the screen, to scroll through: the help, and answers of several lines.
 *
 * The text is the reader's own copy. A line "left<tab>right" has two columns, a line that
 * begins with "# " is a heading; lines that are too wide are broken at blanks. It can be
 * filtered to the entries with some words: an entry is a line, and those after it that begin
 * with a tab. Scrolling moves in a list of the rows that can stand at the top. */
#ifndef REFEREE_TUI_WIDGETS_READER_H
#define REFEREE_TUI_WIDGETS_READER_H

#include "tui/canvas/canvas.h"
#include "tui/widgets/list_view.h"
#include "tui/widgets/view.h"

enum { READER_TEXT_SIZE = 96 * 1024, READER_TITLE_SIZE = 64 };

/* Shows a long text on top of everything; it is cut to what fits. */
void screen_read(struct screen *screen, const char *title, struct str text);
/* A text that grows in idle moments, such as of fights that are played, until the reader is
 * closed: it is told again each time. */
enum grows { GROWS_ON, GROWS_NO_MORE, GROWS_FAILED };
struct reader_growing {
    void *self; /* freed by `end`; NULL: nothing grows */
    /* Does a piece that no key waits for, and tells all of it. GROWS_FAILED: `err` says why,
     * and the reader is closed. */
    enum grows (*go_on)(void *self, struct screen *screen, struct text *title, struct text *out,
                        struct error *err);
    void (*end)(void *self);
};
/* `text` is shown first. */
void screen_read_growing(struct screen *screen, const char *title, struct str text,
                         const struct reader_growing *growing);

struct reader {
    struct list list; /* of the rows that can stand at the top; the picked one does */
    char title[READER_TITLE_SIZE];
    char whole[READER_TEXT_SIZE];
    char text[READER_TEXT_SIZE]; /* the part that is shown */
    struct reader_growing growing;
};

/* For drawing it alone. */
void reader_init(struct reader *reader, const char *title, struct str text);

/* Draws text of this form into any canvas, from `row` on, which may be outside; returns the
 * rows it takes. Does not clear the canvas. */
int reader_draw_text(struct canvas canvas, int row, struct str text);

#endif
