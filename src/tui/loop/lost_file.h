/* What to do when the campaign's file is no longer at its path: write the open campaign to a
 * typed path, use the file that is there now, or quit. It is over everything, and the refused
 * action waits below. */
#ifndef REFEREE_TUI_LOOP_LOST_FILE_H
#define REFEREE_TUI_LOOP_LOST_FILE_H

#include "app/file/file.h"
#include "tui/widgets/line_edit.h"

enum { LOST_FILE_TEXT_SIZE = 6000, LOST_FILE_SAID_SIZE = 600 };

enum lost_file_choice { LOST_FILE_KEEP, LOST_FILE_REOPEN, LOST_FILE_QUIT };

struct lost_file {
    char told[LOST_FILE_TEXT_SIZE]; /* what happened to it */
    char said[LOST_FILE_SAID_SIZE]; /* the result of the last key; "": none */
    bool can_be_kept;               /* the open campaign can surely be written elsewhere */
    bool can_reopen;                /* there is a file to continue with */
    enum lost_file_choice picked;
    bool is_typed; /* the path is being changed: letters belong to it */
    struct line_edit path;
};

/* Moves down by this many choices (negative: up), at most to the ends. */
void lost_file_move(struct lost_file *lost, int steps);
/* The command line of the picked choice. */
void lost_file_line(const struct lost_file *lost, struct text *out);

#endif
