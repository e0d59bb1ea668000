/* The campaigns, and below them the copies of the open one, to choose from. Drawing is pure. */
#ifndef REFEREE_TUI_LISTS_CAMPAIGNS_H
#define REFEREE_TUI_LISTS_CAMPAIGNS_H

#include "app/file/backup.h"
#include "app/file/campaigns.h"
#include "tui/canvas/canvas.h"

enum { CAMPAIGNS_SHOWN_MAX = 32 };

struct campaigns {
    struct sitting_campaign campaign[CAMPAIGNS_SHOWN_MAX];
    int count;
    struct sitting_copy copy[SITTING_COPIES_MAX];
    int copies;
    int picked; /* counts through both */
};

void campaigns_begin(struct campaigns *list, struct sitting *sitting);
/* Moves down by this many (negative: up), at most to the ends. */
void campaigns_move(struct campaigns *list, int steps);
/* The command line that opens the picked one; adds nothing when it is open already, or
 * damaged. */
void campaigns_line(const struct campaigns *list, struct text *out);
void campaigns_draw(const struct campaigns *list, struct canvas canvas);

#endif
