/* The rows of the order's pane when the order is longer than the pane.
 *
 * Then similar creatures next to each other become one line: of one kind and side, with the
 * same score, numbers and conditions, unhurt or with equal hit points. So do all who are out of
 * the fight. As few as possible are folded: those who are out, then the longest stretches. If
 * that is not enough, those who differ only in how much they are hurt become one line too, with
 * the sum of their hit points, before others are left out. A combatant that matters now stays
 * alone: the one who acts, the selected one, the target, those chosen or aimed at, those with a
 * pending check. The pane shows the lines around the selected one, and those that matter
 * wherever they are; rows left out are counted.
 *
 * This concerns only the view: the state knows nothing of it, and the model
 * (tui/fight/table_model.h) keeps by id which groups were opened. Pure. */
#ifndef REFEREE_TUI_FIGHT_ORDER_ROWS_H
#define REFEREE_TUI_FIGHT_ORDER_ROWS_H

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
/* Whether the question can be about this one, apart from what the rules refuse. */
bool order_can_be_meant(const struct table_model *model, int id);
/* While a combatant is asked for: the letters of a row; "" when it cannot be the answer. */
void order_label(char out[ORDER_LABEL_SIZE], const struct table_model *model,
                 const struct order_rows *rows, int row);
/* Whether the row of the selected combatant has one, in a pane of this height. */
bool order_selected_has_label(const struct table_model *model, int rows_count);
/* The one combatant with a label, if nobody else has one, and its label; 0: several have, or
 * nobody. */
int order_only_labelled(const struct table_model *model, int rows_count,
                        char label[ORDER_LABEL_SIZE]);
/* The row with this label; -1: none. `*is_beginning` when a label of two letters begins like
 * this. */
int order_labelled(const struct table_model *model, const struct order_rows *rows,
                   const char *label, bool *is_beginning);

/* While an amount for several is asked for: the capital letter that changes a row's share, its
 * own where it has one alone, or 0 when the row takes none of it. */
char order_share_letter(const struct table_model *model, const struct order_rows *rows,
                        int row);

#endif
