/* What stands in each row of the order's pane when the order is longer than the pane.
 *
 * Then like creatures that stand next to one another become one line: of one kind and side,
 * with the same score, numbers and conditions, unhurt or with as much left. So do all who are
 * out of the fight. As few are folded as it takes: those who are out, then the longest
 * stretches. Where that is not enough those who differ only in how much they are hurt become
 * one line, too, before others are left out: it has the sum of their hit points. The one who
 * matters now stands alone: who acts, who is selected, target, chosen or aimed at, who has a
 * check due. Of the lines, the pane shows those around the selected one, and those that matter
 * from wherever they stand; rows left out are counted.
 *
 * This is of the view only: the state knows nothing of it, and the model
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
    int rows; /* of a pane in which no more need be folded, wherever the selected combatant
                 stands */
    enum likeness likeness; /* that those of one line have, at least */
};

/* The whole order in lines: one for each combatant as long as they fit into this many rows, or
 * as far as they do. */
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

/* What a pane of this many rows shows. */
void order_rows(struct order_rows *out, const struct table_model *model, int rows);

/* Whom this many steps down (up: negative) select. A group is entered at its nearest end and
 * then stepped over as a whole. 0: nobody is there. */
int order_step(const struct table_model *model, int rows, int steps);

/* Opens the group that the selected combatant belongs to, whether or not anything is folded
 * now; or closes it. Returns how many belong to it. */
int order_open(struct table_model *model, bool is_open);

/* ---- letters that choose --------------------------------------------------------------- */

enum { ORDER_LABEL_SIZE = 3 };

/* While a combatant is asked for: the letter of a row, or two letters when there are more rows
 * than letters; "" when the row cannot be the answer. */
void order_label(char out[ORDER_LABEL_SIZE], const struct table_model *model,
                 const struct order_rows *rows, int row);
/* The row whose label is this; -1: none. `*is_beginning` when a label of two letters begins so.
 */
int order_labelled(const struct table_model *model, const struct order_rows *rows,
                   const char *label, bool *is_beginning);

/* While an amount is asked for that several share: the capital that changes a row's share, or 0
 * when the row takes none of it. */
char order_share_letter(const struct table_model *model, const struct order_rows *rows,
                        int row);

#endif
