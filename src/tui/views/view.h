/* A view: the table itself, and each of what can lie over it, as a form, a list or a question.
 *
 * There is one for each context of keys (app/key_contexts.def), a constant struct that says
 * what its keys do and how it is drawn; `view_of_log` is that of CONTEXT_LOG. What it holds is
 * the caller's. Those that are open lie on a stack in the table's model, the last opened on
 * top, and the table, which is always there, below them all. The topmost takes the keys, and
 * what was below is there again, as it was, when it is closed. They are drawn in the order they
 * lie in.
 *
 * Drawing is pure: it sees the model and what the view holds, so that tests draw from a state
 * alone. Only the acts see the table. How to add a view stands in src/README.md. */
#ifndef REFEREE_TUI_VIEWS_VIEW_H
#define REFEREE_TUI_VIEWS_VIEW_H

#include "app/keys.h"
#include "tui/canvas/canvas.h"
#include "tui/term/term.h"

struct table;
struct table_layout;
struct table_model;

/* Where a view stands on the screen. */
enum view_room {
    VIEW_OVER_PANES,   /* over the panes of the table, which keep their places */
    VIEW_BESIDE_ORDER, /* in the layout's `form`, for which the panes make room */
    VIEW_SHEET         /* over everything but the last row; nothing below is drawn */
};

/* What a view is drawn on. */
struct view_place {
    const struct table_model *model;
    const struct table_layout *layout;
    struct canvas screen;
};

/* A key, a character or a paste that reached a view. */
struct view_key {
    const struct term_input *input;
    const char *name;                  /* "C-r"; "" for a paste */
    const struct key_binding *binding; /* of the view's context; NULL: none, or it is typed */
    enum screen_act act;               /* of the binding; ACT_NONE: none */
    int times;                         /* the count typed before it; 1 without */
};

typedef void view_act_fn(struct table *table, const struct view_key *key);

/* `self` is what the view was opened with. Whatever is left out (NULL) is not done, unless said
 * otherwise. */
struct view {
    enum key_context context;
    enum view_room room;
    /* Its keys: what is done by acts, and by everything else: what is typed, say. */
    view_act_fn *on[ACT_COUNT];
    view_act_fn *other;
    /* Before all of these; true when the key is taken by that. */
    bool (*before)(struct table *table, const struct view_key *key);
    /* Whether characters are typed now, and are no keys. NULL: as its context says. */
    bool (*types)(const void *self);
    /* Whether somebody is in the middle of something here, and is not disturbed by what other
     * programs write. NULL: yes, as long as it is open. */
    bool (*is_busy)(const struct table_model *model, const void *self);
    /* Whether an act can be done now, for the footer. NULL: each can. */
    bool (*offers)(const void *self, enum screen_act act);
    void (*draw)(const struct view_place *place, void *self);
    /* The last row, or rows, while it is on top. NULL: the footer of its context; where it
     * `tells`, what is to be said stands there instead. */
    void (*draw_prompt)(const struct table_model *model, void *self, struct canvas canvas);
    bool tells;
    /* The screen has another size, and a sheet this canvas of it. */
    void (*resized)(void *self, struct canvas sheet);
    /* It has just been taken off the stack, by whatever it was. */
    void (*closed)(struct table *table);
    /* A line was run here, or in the palette above it: what it shows is read again, and it
     * stays open. NULL: it is closed by such a line. */
    void (*ran)(struct table *table);
    /* Something was read in an idle moment, which it may show. */
    void (*learns)(struct table *table);
};

#define CONTEXT(context, word, types, title) extern const struct view view_of_##word;
#include "app/key_contexts.def"
#undef CONTEXT

/* The view of a context. */
const struct view *view_of(enum key_context context);

struct view_entry {
    const struct view *view;
    void *self; /* borrowed; NULL for the table */
};

/* What lies over the table, from below to above, each view at most once. Zeroed memory is an
 * empty stack: the table alone. */
struct view_stack {
    struct view_entry entry[CONTEXT_COUNT];
    int count;
};

/* Puts a view on top, also one that lay further down. */
void view_push(struct view_stack *stack, const struct view *view, void *self);
/* Takes it off from wherever it lies; false when it is not there. Loops close views by
 * table_close, which calls `closed`. */
bool view_take_off(struct view_stack *stack, const struct view *view);
/* The topmost, or the table. */
struct view_entry view_top(const struct view_stack *stack);
/* What an open view holds; NULL when it is not open. */
void *view_find(const struct view_stack *stack, const struct view *view);
/* Whether an open view stands there. */
bool view_has_room(const struct view_stack *stack, enum view_room room);
/* Whether somebody is in the middle of something, in any view or at the table. */
bool view_is_busy(const struct view_stack *stack, const struct table_model *model);

/* How far an act moves down a list of at most this many, a page of it at a time (negative: up);
 * 0: it is no move. */
int view_list_steps(enum screen_act act, int page, int most);

/* The rows of `on` that moving in a list takes. */
#define VIEW_LIST_MOVES(move)                                                                  \
    [ACT_DOWN] = (move), [ACT_UP] = (move), [ACT_PAGE_DOWN] = (move), [ACT_PAGE_UP] = (move),  \
    [ACT_FIRST] = (move), [ACT_LAST] = (move)

#endif
