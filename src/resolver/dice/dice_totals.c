#include "resolver/dice/dice_totals.h"

#include <string.h>

#include "resolver/dice/dice_expr_distribution.h"

/* Room for some thousand totals, on the stack; and about ten milliseconds. */
enum { ROOM = 64 * 1024, WORK_MOST = 10 * 1000 * 1000 };

/* Whether the rarest total is so rare that a double could not hold its mass. */
static bool is_too_rare(const struct dice_expr *expr, int times)
{
    double rarest = 1;
    for (int i = 0; i < expr->nodes; i++) {
        const struct dice_node *node = &expr->node[i];
        for (int k = 0; node->op == DICE_TERM && k < node->term.count * times; k++) {
            rarest /= node->term.sides;
            if (rarest < 1e-250) {
                return true;
            }
        }
    }
    return false;
}

/* The first total from here on that has a mass; `total` when none has. */
static int64_t next_total(const struct distribution *totals, int64_t total, int step)
{
    int64_t high = totals->low + totals->count - 1;
    int64_t at = total < totals->low ? totals->low : total > high ? high : total;
    for (; at >= totals->low && at <= high; at += step) {
        bool is_on_its_side = step > 0 ? at > total : at < total;
        if (is_on_its_side && distribution_at(totals, at) > 0) {
            return at;
        }
    }
    return total;
}

bool dice_totals_hold(const struct dice_expr *expr, int times, int64_t total,
                      struct dice_total_near *near)
{
    _Alignas(16) unsigned char room[ROOM];
    struct arena arena;
    struct distribution totals;
    struct error err;
    *near = (struct dice_total_near){total, total};
    arena_init(&arena, room, sizeof room);
    if (is_too_rare(expr, times) || dice_expr_work(expr, times) > (double)WORK_MOST ||
        dice_expr_distribution_times(&totals, expr, times, &arena, &err) != STATUS_OK ||
        distribution_at(&totals, total) > 0) {
        return true;
    }
    bool is_outside = total < totals.low || total - totals.low >= totals.count;
    if (is_outside && totals.missing > 0) {
        return true; /* of an endless chain that was cut off */
    }
    near->below = next_total(&totals, total, -1);
    near->above = next_total(&totals, total, 1);
    return false;
}

/* Takes "3x(" and its bracket off. */
static int take_times(struct str *notation)
{
    int64_t times;
    int at = 0;
    while (at < notation->n && char_is_digit(notation->p[at])) {
        at++;
    }
    bool is_several = at > 0 && at + 2 < notation->n && notation->p[at] == 'x' &&
                      notation->p[at + 1] == '(' && notation->p[notation->n - 1] == ')' &&
                      str_to_int64((struct str){notation->p, at}, 1, DICE_THROWN_MAX, &times);
    if (!is_several) {
        return 1;
    }
    *notation = (struct str){notation->p + at + 2, notation->n - at - 3};
    return (int)times;
}

bool dice_totals_hold_of(const char *notation, int64_t total, struct dice_total_near *near)
{
    struct dice_expr expr;
    struct str text = str_of(notation);
    int times = take_times(&text);
    *near = (struct dice_total_near){total, total};
    return dice_expr_parse_as(NULL, &expr, text, DICE_LOGGED, NULL) != STATUS_OK ||
           dice_expr_dice(&expr) == 0 || /* "5-25": from 5 to 25, as a verb writes it */
           dice_totals_hold(&expr, times, total, near);
}
