/* The box with the keys that may follow: after the key of @more, after a count, and while
 * several are chosen. It is made from the key table, so it cannot disagree with the keys. Pure:
 * it draws, and knows no table. */
#ifndef REFEREE_TUI_WIDGETS_MENU_H
#define REFEREE_TUI_WIDGETS_MENU_H

#include "app/settings/keys.h"
#include "tui/canvas/canvas.h"

enum menu_of {
    MENU_NONE,
    MENU_MORE,  /* rare keys, each with its help */
    MENU_COUNT, /* keys that take the typed count */
    MENU_CHOSEN /* keys for all chosen combatants */
};

enum { MENU_ENTRIES_MAX = 96, MENU_WORD_SIZE = 40 };

struct menu_entry {
    const char *key, *help;
    char word[MENU_WORD_SIZE];
};

/* About 5 KB of plain data. */
struct menu {
    enum menu_of of;
    int number;       /* the count, or the number of chosen combatants */
    const char *more; /* the key of @more */
    struct menu_entry entry[MENU_ENTRIES_MAX];
    int entries;
};

/* The sources of the box; borrowed for the call. */
struct menu_source {
    enum menu_of of;
    int number;
    const struct key_table *keys;
    const bool *can_run; /* beside the keys: what the footer offers now */
};

void menu_make(struct menu *out, const struct menu_source *source);
/* The rows it takes on a screen of this size, with its rule; 0: it is empty. */
int menu_rows(const struct menu *menu, int rows, int columns);
/* Draws into a canvas of this many rows; also takes the height of the screen. */
void menu_draw(const struct menu *menu, struct canvas canvas);

#endif
