/* The log asked in words as they are typed: the acts that fit, the newest first, each with what
 * it said; from this fight, this evening or the campaign. What was found stands there at once,
 * and the search goes on while nobody presses a key. Drawing is pure. */
#ifndef REFEREE_TUI_LOG_ASK_LIST_H
#define REFEREE_TUI_LOG_ASK_LIST_H

#include "app/log/history.h"
#include "tui/canvas/canvas.h"
#include "tui/log/ask_box.h"

enum { ASK_FOUND_MAX = 500, ASK_LINE_SIZE = 400 };

struct asked_act {
    int64_t act, encounter;
    int round;
    bool is_undone;
    char name[64]; /* of its encounter */
    char line[ASK_LINE_SIZE];
};

struct ask_list {
    struct ask_box box;
    struct acts_search *search;            /* owned; NULL: nothing is looked for */
    struct asked_act found[ASK_FOUND_MAX]; /* the newest first */
    int count;
    int picked;
    bool is_whole; /* everything was looked through, or there is no more room */
    bool is_full;
    struct error failure; /* code not STATUS_OK: why the search ended */
};

/* Searches again with the words and the reach of the box, which can be read: the first piece
 * at once. */
void ask_list_begin(struct ask_list *list, struct sitting *sitting);
/* The next piece; false when there is nothing more to look through. */
bool ask_list_search(struct ask_list *list);
void ask_list_done(struct ask_list *list);
void ask_list_move(struct ask_list *list, int steps);
/* NULL: nothing was found. */
const struct asked_act *ask_list_picked(const struct ask_list *list);
void ask_list_draw(const struct ask_list *list, struct canvas canvas);

#endif
