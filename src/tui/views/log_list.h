/* The whole log of the encounter, a line of it picked, and that one's arithmetic below it.
 *
 * Newest at the bottom, as at the foot of the table. A few pages of lines are kept around the
 * picked one; others are read when they are come near, however long the log is. Drawing is
 * pure. */
#ifndef REFEREE_TUI_VIEWS_LOG_LIST_H
#define REFEREE_TUI_VIEWS_LOG_LIST_H

#include "app/sitting_log.h"
#include "tui/canvas/canvas.h"
#include "tui/views/line_edit.h"

/* Older pages than this many are not reached; `referee log` prints them. */
enum { LOG_PAGES_MAX = 32768, LOG_WINDOW = 2 * LOG_PAGE_ROOM };
/* This many are read at once; rare words are looked for further back by the next step. */
enum { LOG_PAGES_AT_ONCE = 64 };

struct log_list {
    struct log_line line[LOG_WINDOW]; /* those kept, oldest first */
    int lines;
    int picked; /* index; counts while there are lines */
    /* Pages are numbered from the newest; those kept are newest to oldest. */
    int64_t from[LOG_PAGES_MAX + 1]; /* the act a page begins with; 0: there is no such page */
    int length[LOG_PAGES_MAX];       /* in lines */
    int newest, oldest;
    bool is_open; /* the picked line's arithmetic is shown: `text` */
    int scrolled; /* rows of it above the canvas, when it is taller */
    char text[LOG_EXPLANATION_SIZE];
    struct log_line page[LOG_PAGE_ROOM]; /* while one is read */
    /* Only lines are kept that hold each of these words; r2 stands for the second round. */
    struct line_edit filter;
    bool is_filtering; /* they are being typed */
    bool is_replacing; /* and the first character takes the place of those of before */
};

/* From the newest line on, which is picked; of those that the filter lets through. */
enum status log_list_begin(struct log_list *list, struct sitting *sitting,
                           struct error *err) MUST_CHECK;
/* Towards newer lines by this many (negative: older), at most to the end of what is kept:
 * LOG_WINDOW older is the oldest one that was read, and calling that again goes on from there.
 * The list is drawn into a canvas of this size; what is taller than it is scrolled first, by
 * single steps. */
enum status log_list_move(struct log_list *list, struct sitting *sitting, int steps,
                          struct canvas canvas, struct error *err) MUST_CHECK;
/* Shows the arithmetic of whatever line is picked, or does so no more. */
enum status log_list_open(struct log_list *list, struct sitting *sitting,
                          struct error *err) MUST_CHECK;
/* The act of the picked line; 0: there is none. */
int64_t log_list_act(const struct log_list *list);
void log_list_draw(const struct log_list *list, struct canvas canvas);

#endif
