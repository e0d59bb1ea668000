/* A view: the table itself, or something over it, such as a form, a list or a question.
 *
 * There is one for each context of keys (app/settings/key_contexts.def), a constant struct with
 * the functions for its keys and its drawing; `view_of_log` is that of CONTEXT_LOG. Its data
 * belongs to the caller. Open views are on a stack in the table's model, the last one opened on
 * top, and the table, which is always there, below them all. The topmost takes the keys, and
 * when it is closed the one below appears again, unchanged. They are drawn from the bottom up.
 *
 * Drawing is pure: it sees the model and the view's data, so that tests draw from a state
 * alone. Only the acts see the screen. src/README.md explains how to add a view. */
#ifndef REFEREE_TUI_WIDGETS_VIEW_H
#define REFEREE_TUI_WIDGETS_VIEW_H

#include <stddef.h>

#include "app/settings/keys.h"
#include "tracker/command.h"
#include "tui/canvas/canvas.h"
#include "tui/term/term.h"

struct list_view;
struct past;
struct sitting_prepared;
struct screen;
struct table_layout;
struct view;
struct table_model;

/* The place of a view on the screen. */
enum view_room {
    VIEW_OVER_PANES,   /* over the panes of the table, which keep their places */
    VIEW_BESIDE_ORDER, /* in the layout's `form`, for which the panes make room */
    VIEW_SHEET         /* over everything but the last row; nothing below is drawn */
};

/* Data for drawing a view. */
struct view_place {
    const struct table_model *model;
    const struct table_layout *layout;
    struct canvas canvas; /* the whole screen */
};

/* A key, a character or a paste that reached a view. */
struct view_key {
    const struct term_input *input;
    const char *name; /* "C-r"; "" for a paste */
    const struct key_binding
        *binding;            /* the binding of the view's context; NULL: none, or it is typed */
    enum screen_act act;     /* of the binding; ACT_NONE: none */
    int times;               /* the count typed before it; 1 without */
    const struct view *view; /* that it reached, and its data */
    void *self;
};

/* What a view is opened about by another; each reads what it knows of this. */
struct view_about {
    struct past *past; /* the past that is looked at, which stays the caller's; NULL: none */
    int64_t encounter, act; /* a moment of a fight: after this act; 0: at its start, -1: as it
                               stands now */
    int id;                 /* a combatant */
    const char *name;       /* of an encounter or a kind; NULL or "": none */
    const struct sitting_prepared *prepared; /* NULL: none */
    int form_of;                             /* what a form is for: enum form_of */
};

typedef void view_act_fn(struct screen *screen, const struct view_key *key);

/* `self` is the data that the view was opened with. A function that is left out (NULL) does
 * nothing, unless stated otherwise. */
struct view {
    enum key_context context;
    enum view_room room;
    size_t size; /* of its data, as the screen keeps it (tui/loop/screen.h); 0: it has none
                    there */
    const struct list_view
        *list; /* what it lists (tui/widgets/list_view.h); NULL: it is no list */
    /* Opens it, by its word as a command line. NULL: as a list is opened. */
    void (*open)(struct screen *screen);
    /* Opens it by words: those after the command of this row, or those of another view
     * (OPENS_NOTHING). False: they are wrong, and nothing is opened. */
    bool (*opens)(struct screen *screen, enum opens what, struct str words);
    /* Opens it from another view. */
    void (*open_about)(struct screen *screen, const struct view_about *about);
    /* Its keys: functions for acts, and one for everything else, such as typed text. */
    view_act_fn *on[ACT_COUNT];
    view_act_fn *other;
    /* Called before all of these; true when it has handled the key. */
    bool (*before)(struct screen *screen, const struct view_key *key);
    /* True when characters are typed now rather than being keys. NULL: as its context says. */
    bool (*types)(const void *self);
    /* True when the user is in the middle of something here, and must not be disturbed by what
     * other programs write. NULL: yes, while it is open. */
    bool (*is_busy)(const struct table_model *model, const void *self);
    /* True when an act can be done now, for the footer. NULL: each can. */
    bool (*offers)(const void *self, enum screen_act act);
    void (*draw)(const struct view_place *place, void *self);
    /* Draws the last row or rows while it is on top. NULL: the footer of its context. */
    void (*draw_prompt)(const struct table_model *model, void *self, struct canvas canvas);
    /* The message stands in the row above, while nothing is typed. */
    bool tells;
    /* What a key says that would move on from its first and its last line: "this is the latest
     * act". NULL: this is the top, or the end. */
    const char *at_first, *at_last;
    /* It lists what was done, and the past that is looked at was chosen from it: who returns to
     * now leaves it too. */
    bool lists_past;
    /* The past that is looked at ends: what is shown of it here closes. */
    void (*past_ends)(struct screen *screen);
    /* The screen's size has changed, and a sheet has this canvas. */
    void (*resized)(void *self, struct canvas sheet);
    /* It has just been taken off the stack, for any reason. */
    void (*closed)(struct screen *screen);
    /* A line was run here, or in the palette above it: the view reads its data again and stays
     * open. NULL: such a line closes it. */
    void (*ran)(struct screen *screen);
    /* An idle moment: it shows what was read meanwhile, or reads or plays a piece of what it
     * lacks itself. True when there is more of that to do, which the next idle moment goes on
     * with at once. After each key it is asked again. */
    bool (*learns)(struct screen *screen);
};

#define CONTEXT(context, word, types, title) extern const struct view view_of_##word;
#include "app/settings/key_contexts.def"
#undef CONTEXT

/* The view of a context. */
const struct view *view_of(enum key_context context);

struct view_entry {
    const struct view *view;
    void *self; /* borrowed; NULL for the table */
};

/* The views over the table, from bottom to top, each at most once. Zeroed memory is an empty
 * stack: the table alone. */
struct view_stack {
    struct view_entry entry[CONTEXT_COUNT];
    int count;
};

/* Puts a view on top, also one that is further down. */
void view_push(struct view_stack *stack, const struct view *view, void *self);
/* Removes it from the stack; false when it is not there. Loops close views by screen_close,
 * which calls `closed`. */
bool view_take_off(struct view_stack *stack, const struct view *view);
/* The topmost, or the table. */
struct view_entry view_top(const struct view_stack *stack);
/* The data of an open view; NULL when it is not open. */
void *view_find(const struct view_stack *stack, const struct view *view);
/* True when an open view has this place. */
bool view_has_room(const struct view_stack *stack, enum view_room room);
/* True when the user is in the middle of something, in any view or at the table. */
bool view_is_busy(const struct view_stack *stack, const struct table_model *model);

/* How far an act moves down a list of at most this many, a page at a time (negative: up); 0: it
 * is not a move. */
int view_list_steps(enum screen_act act, int page, int most);

/* The rows of `on` that moving in a list uses. */
#define VIEW_LIST_MOVES(move)                                                                  \
    [ACT_DOWN] = (move), [ACT_UP] = (move), [ACT_PAGE_DOWN] = (move), [ACT_PAGE_UP] = (move),  \
    [ACT_FIRST] = (move), [ACT_LAST] = (move)

#endif
