/* What can be done when the campaign's file is not at its path any more: a path to type, where
 * what is open is written to, and the file that is there now. Lies over everything, and what
 * was refused waits below. Drawing is pure. */
#ifndef REFEREE_TUI_VIEWS_LOST_FILE_H
#define REFEREE_TUI_VIEWS_LOST_FILE_H

#include "app/sitting_file.h"
#include "tui/views/line_edit.h"

enum { LOST_FILE_TEXT_SIZE = 6000, LOST_FILE_SAID_SIZE = 600 };

struct lost_file {
    char told[LOST_FILE_TEXT_SIZE]; /* what became of it */
    char said[LOST_FILE_SAID_SIZE]; /* why the last choice was not possible; "": nothing */
    bool can_reopen;                /* there is a second choice */
    bool reopens;                   /* and it is picked */
    struct line_edit path;
};

void lost_file_begin(struct lost_file *lost, struct sitting *sitting);
void lost_file_pick(struct lost_file *lost, bool reopens);
/* The command line of what is picked. */
void lost_file_line(const struct lost_file *lost, struct text *out);
void lost_file_draw(struct lost_file *lost, struct canvas canvas);

#endif
