/* The prepared encounters, to choose from: one is started, or its text is opened in the editor.
 * Below the list are messages about the selected one: what is missing before its start; the
 * mistakes of an edited text that was not accepted, or why it could not be stored; or, if
 * another program changed it meanwhile, that text beside the user's own. Drawing is pure. */
#ifndef REFEREE_TUI_LISTS_PREPARED_H
#define REFEREE_TUI_LISTS_PREPARED_H

#include "app/prepared/prepared.h"
#include "app/prepared/text_editor.h"
#include "tui/canvas/canvas.h"

enum prepared_below {
    PREPARED_SAYS_NOTHING,
    PREPARED_SAYS_MISSING,  /* before a start */
    PREPARED_SAYS_MISTAKES, /* of the draft */
    PREPARED_SAYS_CONFLICT, /* the draft and the present text */
    PREPARED_SAYS_KEPT      /* why the draft could not be taken or stored */
};

struct prepared_list {
    struct sitting_prepared item[PREPARED_MAX];
    int count;
    int picked;
    struct prepared_facts facts; /* of the picked one */
    enum prepared_below below;
    struct ready_item ready[READY_MAX];
    int ready_count;
    bool carries; /* the party comes along when it starts */
    struct diagnostics mistakes;
    /* A text that was edited and is not accepted yet: its encounter, the old text, the new
     * one. */
    int64_t draft_of; /* 0: none */
    char base[PREPARED_TEXT_SIZE];
    char draft[PREPARED_TEXT_SIZE];
    char file[EDITOR_FILE_SIZE]; /* what the editor left, until it is stored or dropped; "":
                                    none */
    char why_kept[ERROR_TEXT_SIZE];
};

enum status prepared_list_read(struct prepared_list *list, struct sitting *sitting,
                               struct error *err) MUST_CHECK;
/* Moves down by this many (negative: up), at most to the ends. */
void prepared_list_move(struct prepared_list *list, int steps);
/* NULL when there is none. */
const struct sitting_prepared *prepared_list_picked(const struct prepared_list *list);
/* Reads what is shown of the picked one, if it is not known yet; after every move. */
void prepared_list_look(struct prepared_list *list, struct sitting *sitting);
/* The line of the text for the first message; 0: none. */
int prepared_list_line(const struct prepared_list *list);
void prepared_list_draw(const struct prepared_list *list, struct canvas canvas);

#endif
