/* Draws the order of combatants with their turns, scores, names, conditions and hit points.
 * Pure.
 *
 * When the order is longer than its pane, similar creatures next to each other become one line:
 * of one kind and side, with the same score, numbers and conditions, unhurt or with equal hit
 * points. So do all who are out of the fight. As few as possible are folded: those who are out,
 * then the longest stretches. If that is not enough, those who differ only in how much they are
 * hurt become one line too, with the sum of their hit points, before others are left out. A
 * combatant that matters now stays alone: the combatant that acts, the selected one, the
 * target, those chosen or aimed at, those with a pending check. The pane shows the lines around
 * the selected one, and those that matter wherever they are; rows left out are counted.
 *
 * This concerns only the view: the state knows nothing of it, and the model
 * (tui/fight/table_model.h) keeps by id which groups were opened.
 *
 * Names, conditions, hit points and their bars share a row of any width. Nothing is cut in a
 * way that could be misread: hit points lose their maximum rather than a digit, and of several
 * conditions only whole ones are shown, with the number of others. */
#ifndef REFEREE_TUI_FIGHT_ORDER_H
#define REFEREE_TUI_FIGHT_ORDER_H

#include "tui/fight/table_model.h"

/* One combatant, or several as one: this many of model->order from `first` on. */
struct order_line {
    int first, count;
};

struct order_lines {
    struct order_line line[COMBATANTS_MAX];
    int count;
    int rows; /* of a pane in which no more need be folded, wherever the selected combatant is
               */
    enum likeness likeness; /* the least likeness of those in one line */
};

/* The whole order in lines: one for each combatant if they fit into this many rows, or folded
 * so that they do. */
void order_fold(struct order_lines *out, const struct table_model *model, int rows);

struct order_row {
    struct order_line line;
    int left_out; /* combatants between this row and the one above it */
};

struct order_rows {
    struct order_row row[COMBATANTS_MAX];
    int count;
    int above, below; /* combatants before the first row and after the last */
};

/* The rows that a pane of this height shows. */
void order_rows(struct order_rows *out, const struct table_model *model, int rows);

/* The combatant this many steps down (up: negative). A group is entered at its nearest end and
 * then stepped over as a whole. 0: nobody is there. */
int order_step(const struct table_model *model, int rows, int steps);

/* Opens the group of the selected combatant, whether or not it is folded now; or closes it.
 * Returns the size of the group. */
int order_open(struct table_model *model, bool is_open);

/* ---- letters that choose --------------------------------------------------------------- */

enum { ORDER_LABEL_SIZE = 3 };

/* The letter of a combatant, or two letters from the 24th of a fight on. It follows from the
 * combatant alone, whatever the order, the question and those who are out: the same one has the
 * same letter throughout a fight, and the letter of one who is out means nobody. */
void order_letters(char out[ORDER_LABEL_SIZE], const struct table_model *model, int id);
/* True when this combatant can be the answer, apart from what the rules refuse. */
bool order_can_be_meant(const struct table_model *model, int id);
/* While a combatant is asked for: the letters of a row; "" when it cannot be the answer. */
void order_label(char out[ORDER_LABEL_SIZE], const struct table_model *model,
                 const struct order_rows *rows, int row);
/* True when the row of the selected combatant has a label, in a pane of this height. */
bool order_selected_has_label(const struct table_model *model, int rows_count);
/* The only combatant that has a label, and that label; 0: several have one, or nobody has. */
int order_only_labelled(const struct table_model *model, int rows_count,
                        char label[ORDER_LABEL_SIZE]);
/* The row with this label; -1: none has it. Sets *is_beginning when a label of two letters
 * begins with it. */
int order_labelled(const struct table_model *model, const struct order_rows *rows,
                   const char *label, bool *is_beginning);

/* While an amount for several is asked for: the capital letter that changes a row's share, its
 * own where it has one alone, or 0 when the row takes none of it. */
char order_share_letter(const struct table_model *model, const struct order_rows *rows,
                        int row);

/* ---- columns: the width of each, and its text in that width ----------------------------- */

/* The beginning and width of each column; one without a width is left out. */
struct order_columns {
    int score, side, name, words, bar, numbers, pending, facts;
    int score_width, name_width, words_width, bar_width, numbers_width, facts_width;
    bool has_pips; /* the bars show hit points one by one, in every row */
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
/* The number at the end of a name, and the length of the name before it; -1: none. */
int order_name_number(const char *name, int *stem);

/* The beginning of "prone, blind 12, stunned" that is shown in `width` columns, in whole items;
 * when not even the first fits, its beginning without a number, to be cut. Returns the number
 * of items left out, for " …" after it. */
int order_fitting_words(struct str words, int width, struct str *shown);

/* ---- the pane -------------------------------------------------------------------------- */

/* The pane, and its heading into a canvas of one row and the same width. */
void order_view_draw(const struct table_model *model, struct canvas heading,
                     struct canvas canvas);

#endif
