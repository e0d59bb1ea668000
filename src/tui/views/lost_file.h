/* What can be done when the campaign's file is not at its path any more: a path to type, where
 * what is open is written to; the file that is there now; quitting. Lies over everything, and
 * what was refused waits below. Drawing is pure. */
#ifndef REFEREE_TUI_VIEWS_LOST_FILE_H
#define REFEREE_TUI_VIEWS_LOST_FILE_H

#include "app/sitting_file.h"
#include "tui/views/line_edit.h"

enum { LOST_FILE_TEXT_SIZE = 6000, LOST_FILE_SAID_SIZE = 600 };

enum lost_file_choice { LOST_FILE_KEEP, LOST_FILE_REOPEN, LOST_FILE_QUIT };

struct lost_file {
    char told[LOST_FILE_TEXT_SIZE]; /* what became of it */
    char said[LOST_FILE_SAID_SIZE]; /* what came of the last key; "": nothing */
    bool can_be_kept;               /* what is open can surely be written elsewhere */
    bool can_reopen;                /* there is a file to go on with */
    enum lost_file_choice picked;
    bool is_typed; /* the path is being changed: letters belong to it */
    struct line_edit path;
};

void lost_file_begin(struct lost_file *lost, struct sitting *sitting);
/* Down by this many choices (negative: up), as far as there are any. */
void lost_file_move(struct lost_file *lost, int steps);
/* A key that does none of the dialog's acts: it changes the path, if that is picked. A letter
 * begins no change, for it may be meant as a key; it does nothing then. False when nothing was
 * done. */
bool lost_file_type(struct lost_file *lost, const struct term_input *input);
/* The command line of what is picked. */
void lost_file_line(const struct lost_file *lost, struct text *out);
void lost_file_draw(struct lost_file *lost, struct canvas canvas);

#endif
