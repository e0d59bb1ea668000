/* The campaigns, and below them the copies of the open one, to choose from. */
#ifndef REFEREE_TUI_LISTS_CAMPAIGNS_H
#define REFEREE_TUI_LISTS_CAMPAIGNS_H

#include "app/file/backup.h"
#include "app/file/campaigns.h"
#include "tui/widgets/list_view.h"

enum { CAMPAIGNS_SHOWN_MAX = 32 };

struct campaigns {
    struct list list; /* counts through both */
    struct sitting_campaign campaign[CAMPAIGNS_SHOWN_MAX];
    int count;
    struct sitting_copy copy[SITTING_COPIES_MAX];
    int copies;
};

/* The command line that opens the picked one; adds nothing when it is open already, or
 * damaged. */
void campaigns_line(const struct campaigns *list, struct text *out);

#endif
