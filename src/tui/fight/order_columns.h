/* The columns of the order: the width of each, and its text in that width.
 *
 * Names, conditions, hit points and their bars share a row of any width. Nothing is cut in a
 * way that could be misread: hit points lose their maximum rather than a digit, and of several
 * conditions only whole ones are shown, with the number of others. Pure. */
#ifndef REFEREE_TUI_FIGHT_ORDER_COLUMNS_H
#define REFEREE_TUI_FIGHT_ORDER_COLUMNS_H

#include "tui/fight/order_rows.h"

/* The beginning and width of each column; one without a width is left out. */
struct order_columns {
    int score, side, name, words, bar, numbers, pending, facts;
    int score_width, name_width, words_width, bar_width, numbers_width, facts_width;
    bool has_pips; /* the bars show hit points one by one, in every row */
};

enum {
    ORDER_MARKS_WIDTH = 3, /* turn, selected, target: a column each, before the score */
    ORDER_NOTE_WIDTH = 2   /* the sign of a note, after the name */
};

/* The columns for a pane of this width, from all lines, not only the visible ones, so that
 * columns do not jump when the order scrolls. */
void order_columns(struct order_columns *out, const struct table_model *model,
                   const struct order_lines *lines, int width);

/* The sum for several combatants: unset when one of them lacks it. A combatant that stands for
 * several has its bodies in place of hit points. */
struct hit_points {
    bool is_set, has_most;
    int now, most, temporary, harm;
    const char *open; /* "2d6": their number is not decided yet; NULL: it is */
};

struct hit_points order_hit_points(const struct table_model *model, struct order_line line);

/* "6+5/16", or "11" if that is too wide; "7 dmg" for one whose hit points are not set; "2d6",
 * or "?", for a number that is still open. */
void order_numbers(const struct hit_points *sum, int width, struct text *out);

/* "Crab 2-7, 9", or "Crab" if that is too wide; their number is shown separately. Hidden
 * combatants are in parentheses. */
void order_name(const struct table_model *model, struct order_line line, int width,
                struct text *out);
/* The columns that the whole of it takes, with the number of combatants and the sign of a note.
 */
int order_name_width(const struct table_model *model, struct order_line line);
/* The number at the end of a name, and the length of the name before it; -1: none. */
int order_name_number(const char *name, int *stem);

/* The target and the conditions: "target, prone, blind 12". The word distinguishes the target
 * from the selected combatant in every look of the screen. */
enum { ORDER_WORDS_SIZE = 416 };
void order_words(const struct table_model *model, int id, char out[ORDER_WORDS_SIZE]);

/* The beginning of "prone, blind 12, stunned" that is shown in `width` columns, in whole items;
 * when not even the first fits, its beginning without a number, to be cut. Returns the number
 * of items left out, for " …" after it. */
enum { ORDER_MORE_WIDTH = 2 };
int order_fitting_words(struct str words, int width, struct str *shown);

#endif
