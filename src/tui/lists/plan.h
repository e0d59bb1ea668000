/* The plan for the evening: its encounters in their order, each with how it ended or stands and
 * the note on it; below them, where there is room, all that is known of the picked one. Drawing
 * is pure. */
#ifndef REFEREE_TUI_LISTS_PLAN_H
#define REFEREE_TUI_LISTS_PLAN_H

#include "app/encounters/plan.h"
#include "tui/canvas/canvas.h"

struct plan_list {
    struct plan plan;
    struct collection_ways ways; /* what can be taken back here, and done again */
    int picked;
};

/* The next one that is to be played is picked. */
enum status plan_list_begin(struct plan_list *list, struct sitting *sitting,
                            struct error *err) MUST_CHECK;
/* After a change: the same encounter is picked, wherever it stands now. */
enum status plan_list_read(struct plan_list *list, struct sitting *sitting,
                           struct error *err) MUST_CHECK;
void plan_list_move(struct plan_list *list, int steps);
/* NULL: nothing is planned. */
const struct plan_item *plan_list_picked(const struct plan_list *list);
void plan_list_draw(const struct plan_list *list, struct canvas canvas);

#endif
