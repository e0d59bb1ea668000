/* The prepared encounters, to choose from: one is started, or its text goes into the editor.
 * Below the list stands what there is to say of the selected one: what is missing before its
 * start; the mistakes of a text that was edited and not taken; or, where another program
 * changed it meanwhile, that text beside one's own. Drawing is pure. */
#ifndef REFEREE_TUI_VIEWS_PREPARED_H
#define REFEREE_TUI_VIEWS_PREPARED_H

#include "app/sitting_prepared.h"
#include "app/sitting_start.h"
#include "tui/canvas/canvas.h"

enum prepared_below {
    PREPARED_SAYS_NOTHING,
    PREPARED_SAYS_MISSING,  /* before a start */
    PREPARED_SAYS_MISTAKES, /* of the draft */
    PREPARED_SAYS_CONFLICT  /* the draft and what is there now */
};

struct prepared_list {
    struct sitting_prepared item[PREPARED_MAX];
    int count;
    int picked;
    enum prepared_below below;
    struct ready_item ready[READY_MAX];
    int ready_count;
    bool carries; /* the party comes along when it starts */
    struct diagnostics mistakes;
    /* A text that was edited and is not taken yet: of which one, what it was, what it is. */
    int64_t draft_of; /* 0: there is none */
    char base[PREPARED_TEXT_SIZE];
    char draft[PREPARED_TEXT_SIZE];
};

enum status prepared_list_read(struct prepared_list *list, struct sitting *sitting,
                               struct error *err) MUST_CHECK;
/* Down by this many (negative: up), as far as there are any. */
void prepared_list_move(struct prepared_list *list, int steps);
/* NULL: there is none. */
const struct sitting_prepared *prepared_list_picked(const struct prepared_list *list);
/* The line of the text at which the first thing stands that is told; 0: none. */
int prepared_list_line(const struct prepared_list *list);
void prepared_list_draw(const struct prepared_list *list, struct canvas canvas);

#endif
