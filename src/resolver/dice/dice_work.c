#include "resolver/dice/dice_work.h"

#include "resolver/dice/dice_range.h"
#include "resolver/dice/dice_term.h"

/* An endless chain is cut after a few times what it comes to without exploding. */
enum { CHAIN_STRETCH = 5 };

/* How many totals a node has, about. */
static double totals_of(const struct dice_range *range, double chain_totals)
{
    bool is_open = range->is_low_open || range->is_high_open;
    return is_open ? chain_totals : (double)range->high - (double)range->low + 1;
}

static double term_totals(const struct dice_term *term)
{
    struct dice_range range = dice_term_range(term);
    return totals_of(&range, (double)CHAIN_STRETCH * term->count * term->sides);
}

/* Dice that all count are added up die by die; to keep some, every face is gone through too. */
static double term_work(const struct dice_term *term)
{
    double work = term_totals(term) * term->count;
    return term->keep == KEEP_ALL ? work : work * term->sides;
}

double dice_expr_work(const struct dice_expr *expr, int times)
{
    struct dice_range range[DICE_NODES_MAX];
    double totals[DICE_NODES_MAX];
    double work = 0;
    for (int i = 0; i < expr->nodes; i++) {
        const struct dice_node *node = &expr->node[i];
        bool is_possible = dice_node_range(&range[i], node, range);
        CHECK(is_possible); /* the parser has seen to it */
        if (node->op == DICE_TERM) {
            totals[i] = term_totals(&node->term);
            work += term_work(&node->term);
        } else if (node->op == DICE_NUMBER) {
            totals[i] = 1;
        } else if (node->op == DICE_NEGATE) {
            totals[i] = totals[node->left];
        } else {
            double left = totals[node->left];
            double right = totals[node->right];
            totals[i] = totals_of(&range[i], left + right);
            work += left * right;
        }
    }
    double whole = totals[expr->root];
    /* Doubling again and again: the last step multiplies two halves. */
    return times == 1 ? work : work + whole * whole * times * times / 3;
}
