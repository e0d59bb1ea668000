/* The box with the keys that may follow: after the key of @more, after a count, and while
 * several are chosen. It is made from the key table, so it cannot disagree with the keys. Pure:
 * it draws, and knows no table. */
#ifndef REFEREE_TUI_WIDGETS_MENU_H
#define REFEREE_TUI_WIDGETS_MENU_H

#include "app/settings/keys.h"
#include "tui/canvas/canvas.h"

enum menu_of {
    MENU_NONE,
    MENU_MORE,  /* rare keys in groups, and those of the table that have no room there */
    MENU_COUNT, /* keys that take the typed count */
    MENU_CHOSEN /* keys for all chosen combatants */
};

enum { MENU_ENTRIES_MAX = 96, MENU_WORD_SIZE = 40, MENU_NOTHING = -1 };

struct menu_entry {
    const char *key, *help, *group;
    char word[MENU_WORD_SIZE];
    int binding; /* its place in the table of keys */
};

/* About 6 KB of plain data; entries point into it, so it is not copied. */
struct menu {
    enum menu_of of;
    int number;       /* the count, or the number of chosen combatants */
    const char *more; /* the key of @more */
    /* "without F3": the heading of the keys that are pressed at the table itself. */
    char without[MENU_WORD_SIZE];
    struct menu_entry entry[MENU_ENTRIES_MAX];
    int entries;
    int picked; /* an entry, or MENU_NOTHING */
};

/* The sources of the box; borrowed for the call. */
struct menu_source {
    enum menu_of of;
    int number;
    const struct key_table *keys;
    const bool *can_run;  /* beside the keys: what the footer offers now */
    const bool *left_out; /* beside the keys: those of the table that can do something now and
                             stand nowhere; NULL: none */
    int picked;           /* the place of a key, or MENU_NOTHING */
};

/* True when the box after @more shows the binding: it is no key of the box itself. */
bool menu_has(const struct key_binding *binding);
void menu_make(struct menu *out, const struct menu_source *source);
/* The entry that an act of moving leads to, from the picked one, on a screen of this size. */
int menu_step(const struct menu *menu, enum screen_act act, int rows, int columns);
/* The rows that the box takes on a screen of this size, with its rule; 0: it is empty. */
int menu_rows(const struct menu *menu, int rows, int columns);
/* Draws into a canvas of this many rows. */
void menu_draw(const struct menu *menu, struct canvas canvas);

#endif
