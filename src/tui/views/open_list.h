/* What is open: checks that are due, acts that were paid for, questions of the rules, lines of
 * counters that have ended; each with how it is settled. Any of them is picked, or all that are
 * like the picked one. Drawing is pure. */
#ifndef REFEREE_TUI_VIEWS_OPEN_LIST_H
#define REFEREE_TUI_VIEWS_OPEN_LIST_H

#include "tracker/procedure.h"
#include "tracker/state.h"
#include "tui/canvas/canvas.h"

enum { OPEN_HOW_SIZE = 400 };

/* About 17 KB of plain data. */
struct open_list {
    struct {
        char text[160];
        char how[OPEN_HOW_SIZE]; /* "type 2d6", "none, wounded, out, dead, or other words" */
        int alike;               /* how many are settled as it is, with it */
    } line[PENDING_MAX];
    int count, picked;
    /* How many of one kind wait to be settled one after the other, and one like them. */
    struct pending kind;
    int left;
};

/* Whether two checks are settled by the same command, of combatants of one side: what a foe's
 * wound comes to is not meant for one of the party. */
bool open_list_are_alike(const struct state *state, const struct pending *a,
                         const struct pending *b);
/* The line that settles all which are like the picked one, as one act; false when each wants a
 * line of its own. `several`: the command takes several combatants. */
bool open_list_together(const struct open_list *list, const struct state *state,
                        const struct pending *pending, bool several, struct text *out);

void open_list_draw(const struct open_list *list, struct canvas canvas);

#endif
