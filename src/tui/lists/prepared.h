/* The prepared encounters, to choose from: one is started, or its text is opened in the editor.
 * Below the list are messages about the selected one: what is missing before its start; the
 * mistakes of an edited text that was not accepted, or why it could not be stored; or, if
 * another program changed it meanwhile, that text beside the user's own. */
#ifndef REFEREE_TUI_LISTS_PREPARED_H
#define REFEREE_TUI_LISTS_PREPARED_H

#include "app/prepared/prepared.h"
#include "app/prepared/text_editor.h"
#include "tui/widgets/list_view.h"

enum prepared_below {
    PREPARED_SAYS_NOTHING,
    PREPARED_SAYS_MISSING,  /* before a start */
    PREPARED_SAYS_MISTAKES, /* of the draft */
    PREPARED_SAYS_CONFLICT, /* the draft and the present text */
    PREPARED_SAYS_KEPT      /* why the draft could not be taken or stored */
};

struct prepared_list {
    struct list list;
    struct sitting_prepared item[PREPARED_MAX];
    struct prepared_facts facts;  /* of the picked one */
    const struct system *goes_on; /* the game of the party at the table; NULL: nobody */
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

/* Opens the list with this one selected: its fight begins, or what is missing is told. */
void screen_start_prepared(struct screen *screen, int64_t id, bool carries);
/* Opens it and the text of this one (0: none) in the editor. */
void screen_edit_prepared(struct screen *screen, int64_t id);
/* Opens it with the one that was prepared last selected, for going on with its text. */
void screen_show_prepared(struct screen *screen);
/* Remembers what `start NAME` begins, for the time of its questions. */
void screen_note_start(struct screen *screen, const char *line);
/* Draws what is known of a prepared encounter from this row on: who is met, the place, what
 * they want, what is missing, the prose. Returns the row after it. */
int prepared_detail_draw(const struct prepared_facts *facts, struct canvas canvas, int row);

#endif
