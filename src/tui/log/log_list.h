/* The whole log of the encounter, with a line picked and its arithmetic below it.
 *
 * Newest at the bottom, as in the table's pane. A few pages of lines are kept around the picked
 * one; others are read when the selection comes near, however long the log is. */
#ifndef REFEREE_TUI_LOG_LOG_LIST_H
#define REFEREE_TUI_LOG_LOG_LIST_H

#include "app/log/log_pages.h"
#include "tui/widgets/list_view.h"

/* Older pages than this many are not reached; `referee log` prints them. */
enum { LOG_PAGES_MAX = 32768, LOG_WINDOW = 2 * LOG_PAGE_ROOM };
/* This many are read at once; the search for rare words goes on with the next step. */
enum { LOG_PAGES_AT_ONCE = 64 };

struct log_list {
    struct list
        list;     /* of the lines that are kept; filtered by words, r2 is the second round */
    bool is_past; /* it is that of the fight that is looked at */
    char name[NAME_SIZE];             /* of the encounter; "": none */
    struct log_line line[LOG_WINDOW]; /* those kept, oldest first */
    /* Pages are numbered from the newest; `newest` to `oldest` are kept. */
    int64_t from[LOG_PAGES_MAX + 1]; /* the act a page begins with; 0: no such page */
    int length[LOG_PAGES_MAX];       /* in lines */
    int newest, oldest;
    bool is_open; /* the picked line's arithmetic is shown: `text` */
    int scrolled; /* rows of it above the canvas, when it is taller than that */
    char text[LOG_EXPLANATION_SIZE];
    struct log_line page[LOG_PAGE_ROOM]; /* while one is read */
    bool is_replacing; /* the first character that is typed replaces the words */
};

/* Opens at the newest line that passes the filter, which is picked. */
enum status log_list_begin(struct log_list *list, struct sitting *sitting,
                           struct error *err) MUST_CHECK;
/* Moves toward newer lines by this many (negative: older), at most to the end of those kept:
 * LOG_WINDOW older is the oldest one read, and calling it again goes on from there. The list is
 * drawn into a canvas of this size; arithmetic that is taller is scrolled first, by single
 * steps. */
enum status log_list_move(struct log_list *list, struct sitting *sitting, int steps,
                          struct canvas canvas, struct error *err) MUST_CHECK;
/* The act of the picked line; 0: none. */
int64_t log_list_act(const struct log_list *list);

#endif
