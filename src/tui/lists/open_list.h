/* The list of what is open: pending checks, acts that were paid for, questions of the rules,
 * lines of ended counters; each with the way to settle it. Any of them can be picked, or all of
 * the picked one's kind. Drawing is pure. */
#ifndef REFEREE_TUI_LISTS_OPEN_LIST_H
#define REFEREE_TUI_LISTS_OPEN_LIST_H

#include "tracker/procedure.h"
#include "tracker/state.h"
#include "tui/canvas/canvas.h"

enum { OPEN_HOW_SIZE = 400 };

/* About 17 KB of plain data. */
struct open_list {
    struct {
        char text[160];
        char how[OPEN_HOW_SIZE]; /* "type 2d6", "none, wounded, out, dead, or other words" */
        int alike;               /* the number settled like it, itself included */
    } line[PENDING_MAX];
    int count, picked;
};

/* Whether two checks are settled by the same command, for combatants of one side: the result
 * for a foe is not meant for one of the party. */
bool open_list_are_alike(const struct state *state, const struct pending *a,
                         const struct pending *b);
/* The line that settles all of the picked one's kind as one act; false when each needs its own
 * line. `several`: the command takes several combatants. */
bool open_list_together(const struct open_list *list, const struct state *state,
                        const struct pending *pending, bool several, struct text *out);

void open_list_draw(const struct open_list *list, struct canvas canvas);

#endif
