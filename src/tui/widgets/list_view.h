/* A list to choose from: every view with rows is one of these. What all lists do is done here:
 * moving within the ends, filtering by words that are typed, showing the archived ones, staying
 * on the same entry when the list is read again, running command lines for the picked entry,
 * drawing rows with the picked one marked. A view says what it lists: it fills its data, writes
 * the key and the name of an entry, draws a row, and has a table of the command lines that its
 * keys run. tui/lists/plan.c is an example.
 *
 * The view's data begins with a struct list. Where a function is left out (NULL), the list has
 * nothing of the kind. */
#ifndef REFEREE_TUI_WIDGETS_LIST_VIEW_H
#define REFEREE_TUI_WIDGETS_LIST_VIEW_H

#include "app/sitting/collection.h"
#include "tui/widgets/line_edit.h"
#include "tui/widgets/view.h"

struct list {
    int count;               /* of entries that can be picked now */
    int picked;              /* 0 while there are none */
    struct line_edit filter; /* words that entries have to contain */
    bool is_filtering;       /* they are being typed */
    bool shows_archived;
    struct collection_ways ways; /* what can be undone here, and redone */
};

enum list_after {
    LIST_STAYS,  /* the view stays open, and reads its data again if the line closed nothing */
    LIST_CLOSES, /* the view closes first */
    LIST_COMES_BACK, /* the line may close it: it is shown again, with the result */
};

/* A command line that an act runs: one that ends with a blank, or is to be typed on, is opened
 * in the palette. Of several lines for an act the first whose `when` holds is taken. */
struct list_line {
    enum screen_act act;
    const char *line;   /* %p: the picked entry's name; %v: its value. NULL: only `advice` */
    const char *advice; /* said while the line is typed */
    bool (*when)(const void *self); /* NULL: always */
    enum list_after after;
    bool is_typed_on;
};

struct list_view {
    const char *what;              /* "another program changed the list": the list */
    const char *none;              /* said when a key needs an entry: "nothing is planned" */
    const struct list_line *lines; /* up to one of ACT_NONE; NULL: none */
    const struct collection *collection; /* whose changes @undo takes back; NULL: no one's, or
                                            `fill` reads what can be undone */
    bool filters, has_archived;
    bool types_alone; /* while words are typed, only moves and the help do something else */
    bool is_text; /* its rows are a text: there is no help on it, and Enter only ends the typing
                     of words */
    bool reads_again; /* a line that was run leaves it open, and it reads its data again */

    /* Reads the entries. */
    enum status (*fill)(void *self, struct sitting *sitting, struct error *err);
    /* Picks the first entry when the view has been opened. NULL: the first one. */
    enum status (*begin)(void *self, struct sitting *sitting, struct error *err);
    /* After every change of the picked entry: reads what is shown of it. */
    void (*look)(void *self, struct sitting *sitting);
    /* After a change of the filter's words. */
    void (*choose)(void *self, struct sitting *sitting);
    /* Writes what tells an entry apart in every reading; nothing: it is not looked for. */
    void (*key)(const void *self, int entry, struct text *out);
    /* Writes the picked entry as a word of a line; false: it is none that lines name. */
    bool (*name)(const void *self, struct text *out);
    /* True when the picked entry is still what it was when the list was read: a line names it,
     * and must not go to another one that another program gave its name. */
    bool (*is_still)(const void *self, struct sitting *sitting);
    /* Writes the present value that a line goes on from. */
    void (*value)(const void *self, enum screen_act act, struct text *out);
    /* The rows of the list that the sheet shows at once. NULL: all of its rows. */
    int (*page)(struct canvas sheet);
    /* Before everything else that a key does; true when it has handled the key. */
    bool (*before)(struct screen *screen, const struct view_key *key);
};

/* The slots of a struct view that is a list. */
#define LIST_VIEW(data, list_)                                                                 \
    .room = VIEW_SHEET, .size = sizeof(data), .list = (list_), .before = list_before,          \
    .types = list_types, .tells = true

/* Opens a view as its word does as a command line, without closing any other; as a list, where
 * the view has no other way. */
void screen_open(struct screen *screen, const struct view *view);
/* Opens the view: reads the list from its beginning. False: it cannot be read, which is said.
 */
bool list_open(struct screen *screen, const struct view *view);
/* Reads the list again, and stays on the picked entry; the entry in its place when it is gone.
 * False: it cannot be read, which is said. */
bool list_read_again(struct screen *screen, const struct view *view);
/* The same after a line, on top of everything. */
void list_show_again(struct screen *screen, const struct view *view);
/* Moves down by this many (negative: up), at most to the ends. */
void list_move(struct list *list, int steps);
/* Picks the entry with this key; false when there is none. */
bool list_pick(const struct list_view *view, void *self, const char *key);
/* True when there is a picked entry that is still what is shown; else that is said. */
bool list_has_picked(struct screen *screen, const struct view_key *key);
bool list_has_words(const struct list *list);
void list_drop_words(struct screen *screen, const struct view_key *key);

/* The acts that a list does by itself, and the lines of its table. */
bool list_does(const struct list_view *view, enum screen_act act);
void list_act(struct screen *screen, const struct view_key *key);
/* For `before` and `types` of the view. */
bool list_before(struct screen *screen, const struct view_key *key);
bool list_types(const void *self);
/* The second half of that: while the filter is typed, only keys other than characters do
 * something else. True when it has handled the key. */
bool list_filter_key(struct screen *screen, const struct view_key *key);
/* True when there is something that the act could take back. For `offers`. */
bool list_offers_undo(const struct list *list, enum screen_act act);

/* ---- drawing --------------------------------------------------------------------------- */

enum { LIST_COLUMN = 2 }; /* the text of a row, after the sign of the picked one */

typedef void list_row_fn(const void *self, int entry, struct canvas canvas, int row);

/* Draws the rows around the picked one into `rows`, each by `draw` of `self`, marks it, and
 * says on the sheet's rules that there are more. */
void list_draw_rows(const struct list *list, list_row_fn *draw, const void *self,
                    struct canvas rows, struct canvas sheet);
/* Marks a row as the picked one, where the cursor of the terminal stands. */
void list_mark(struct canvas canvas, int row);
/* Draws a text with line breaks at blanks, from LIST_COLUMN on; returns the row after it. */
int list_draw_text(struct canvas canvas, int row, enum role role, struct str text);
/* Draws a line with a label ("": none) before the text, where there is any; returns the row
 * after it. */
int list_draw_fact(struct canvas canvas, int row, const char *label, const char *text);
/* Draws a text into a field of a row. */
void list_draw_field(struct canvas canvas, struct strip field, enum role role,
                     const char *text);

#endif
