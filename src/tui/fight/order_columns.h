/* The columns of the order: how wide each is, and what it says in that width.
 *
 * Names, what is special, hit points and their bars share a row of any width. Nothing is cut so
 * that it could be read as something else: hit points lose their maximum before a digit, and of
 * several conditions whole ones stand there and how many more there are. Pure. */
#ifndef REFEREE_TUI_FIGHT_ORDER_COLUMNS_H
#define REFEREE_TUI_FIGHT_ORDER_COLUMNS_H

#include "tui/fight/order_rows.h"

/* Where each column begins and how wide it is; one without a width is not there. */
struct order_columns {
    int score, side, name, words, bar, numbers, pending, facts;
    int score_width, name_width, words_width, bar_width, numbers_width, facts_width;
};

enum { ORDER_MARKS_WIDTH = 3 /* turn, selected, target: a column each, before the score */ };

/* For a pane of this width; over all lines, not only those in sight, so that columns do not
 * jump when the order scrolls. */
void order_columns(struct order_columns *out, const struct table_model *model,
                   const struct order_lines *lines, int width);

/* What several have together: unset when one of them lacks it. A row that stands for several
 * has its bodies in place of hit points. */
struct hit_points {
    bool is_set, has_most;
    int now, most, temporary, harm;
    const char *open; /* "2d6": how many they are is not decided yet; NULL: it is */
};

struct hit_points order_hit_points(const struct table_model *model, struct order_line line);

/* "6+5/16", or "11" where that is too wide; "7 dmg" of one whose hit points are not set; "2d6",
 * or "?", of a number that is still open. */
void order_numbers(const struct hit_points *sum, int width, struct text *out);

/* "Crab 2-7, 9", or "Crab" where that is too wide; how many they are stands apart. What the
 * players do not see stands in parentheses. */
void order_name(const struct table_model *model, struct order_line line, int width,
                struct text *out);
/* The number at the end of a name, and how many bytes the name has before it; -1: it has none.
 */
int order_name_number(const char *name, int *stem);

/* What is special about one: "target, prone, blind 12". The word tells the target from the
 * selected combatant in every look of the screen. */
enum { ORDER_WORDS_SIZE = 416 };
void order_words(const struct table_model *model, int id, char out[ORDER_WORDS_SIZE]);

/* Of "prone, blind 12, stunned" the beginning that is shown in `width` columns, in whole items;
 * when not even the first fits, its beginning without a number, to be cut. Returns how many
 * items are left out, which " +2" after it says. */
int order_fitting_words(struct str words, int width, struct str *shown);
/* The columns that " +2" takes; 0 for 0. */
int order_more_width(int left_out);

#endif
