/* The kinds of the game at the table, newest of the campaign first: found by words in their
 * names, tags and texts as these are typed, the selected one with all its fields and the
 * prepared encounters that use it. Drawing is pure. */
#ifndef REFEREE_TUI_LISTS_KINDS_H
#define REFEREE_TUI_LISTS_KINDS_H

#include "app/library/kind_weighing.h"
#include "app/sitting/collection.h"
#include "app/library/kinds.h"
#include "tui/canvas/canvas.h"
#include "tui/widgets/line_edit.h"

/* At most this many matches are listed; another word narrows them down. Archived kinds, and
 * those that are gone, come after them. */
enum {
    KINDS_FOUND_MAX = 256,
    KINDS_OFF_MAX = 128,
    KINDS_NUMBERS_SIZE = 160,
    KINDS_TOLD_SIZE = 3000,
    KINDS_COUNT_MAX = 64
};

enum kinds_standing {
    KIND_LISTED,   /* combatants can be made from it */
    KIND_ARCHIVED, /* it can be brought back */
    KIND_GONE      /* only combatants made from it are left */
};

struct kinds_entry {
    char name[LIBRARY_NAME_MAX + 1];
    enum kinds_standing standing;
    enum library_place place; /* among those on the list */
    char numbers[KINDS_NUMBERS_SIZE];
};

/* About 150 KB of plain data. */
struct kinds {
    const char *game; /* its title, borrowed */
    struct line_edit words;
    bool is_searching; /* the words are being typed */
    struct kinds_entry entry[KINDS_FOUND_MAX + KINDS_OFF_MAX];
    int count;
    int found; /* all matches, also those that are not listed */
    int picked;
    int number; /* the number that Enter adds; 0: it is asked for */
    bool shows_archived;
    char told[KINDS_TOLD_SIZE]; /* all fields of the picked one (tui/widgets/reader.h) */
    struct kind_uses uses;
    struct collection_ways ways; /* what can be undone here, and redone */
    /* How the picked one fares against a party, played in idle moments. */
    struct kind_weighing *weighing; /* NULL: not made ready yet, or it cannot be */
    struct record_library
        *records; /* of `weighing` alone, as the table may read its own again */
    struct kind_weight weight;
    bool cannot_weigh;
};

/* Reads everything, for the present words; the same kind stays picked if it is found. */
enum status kinds_read(struct kinds *kinds, struct sitting *sitting,
                       struct error *err) MUST_CHECK;
/* After a change of the words: picks the first match. */
void kinds_search(struct kinds *kinds, struct sitting *sitting);
/* Moves down by this many (negative: up), at most to the ends. */
void kinds_move(struct kinds *kinds, struct sitting *sitting, int steps);
/* Goes to the kind of this name, if it is listed. */
void kinds_pick(struct kinds *kinds, struct sitting *sitting, const char *name);
/* Plays some fights of the picked kind, and tells how it fares; true: more are left. */
bool kinds_weigh(struct kinds *kinds, struct sitting *sitting);
/* Frees what weighing needed; kinds that are changed are read again for it. */
void kinds_stop_weighing(struct kinds *kinds);
/* NULL: no match. */
const struct kinds_entry *kinds_picked(const struct kinds *kinds);
/* The rows of the list in a sheet of this size. */
int kinds_page(struct canvas sheet);
void kinds_draw(const struct kinds *kinds, struct canvas sheet);

#endif
