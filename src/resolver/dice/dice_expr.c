#include "resolver/dice/dice_expr.h"

#include <stddef.h>

#include "resolver/dice/dice_term.h"

/* ---- writing --------------------------------------------------------------------------- */

static void format_condition(struct dice_condition condition, bool is_bare, struct text *out)
{
    static const char *const signs[] = {
        [COMPARE_NONE] = "",       [COMPARE_EQUAL] = "=", [COMPARE_MORE] = ">",
        [COMPARE_AT_LEAST] = ">=", [COMPARE_LESS] = "<",  [COMPARE_AT_MOST] = "<=",
    };
    bool is_equal = condition.comparison == COMPARE_EQUAL;
    text_add(out, "%s%d", is_equal && is_bare ? "" : signs[condition.comparison],
             condition.value);
}

static bool explodes_on_highest(const struct dice_term *term)
{
    return term->explode.comparison == COMPARE_EQUAL &&
           term->explode.value == dice_term_high_face(term);
}

/* A comparison directly after "!" would be read as the explosion's own. */
static bool needs_cs(const struct dice_term *term)
{
    return term->success.comparison != COMPARE_NONE &&
           term->explode.comparison != COMPARE_NONE && explodes_on_highest(term) &&
           !term->has_minimum && !term->has_maximum && term->keep == KEEP_ALL;
}

/* "cs" on a single die means something else elsewhere: it is "d6!6>=5". */
static bool names_highest(const struct dice_term *term)
{
    return needs_cs(term) && term->count == 1;
}

static void format_term(const struct dice_term *term, struct text *out)
{
    static const char *const keeps[] = {
        [KEEP_ALL] = "",       [KEEP_HIGHEST] = "kh", [KEEP_LOWEST] = "kl",
        [DROP_HIGHEST] = "dh", [DROP_LOWEST] = "dl",
    };
    if (term->is_tens_and_ones) {
        text_add(out, "d66");
        return;
    }
    if (!term->is_count_left_out) {
        text_add(out, "%d", term->count);
    }
    if (term->is_fudge) {
        text_add(out, "dF");
    } else {
        text_add(out, "d%d", term->sides);
    }
    if (term->reroll.comparison != COMPARE_NONE) {
        text_add(out, "%s", term->rerolls_once ? "ro" : "r");
        format_condition(term->reroll, true, out);
    }
    if (term->explode.comparison != COMPARE_NONE) {
        static const char *const explosions[] = {
            [EXPLODE_FURTHER] = "!", [EXPLODE_COMPOUND] = "!!", [EXPLODE_PENETRATE] = "!p"};
        text_add(out, "%s", explosions[term->explosion]);
        if (!explodes_on_highest(term) || names_highest(term)) {
            /* "!-1" would be read as an explosion less one. */
            format_condition(term->explode, term->explode.value >= 0, out);
        }
    }
    if (term->has_minimum) {
        text_add(out, "min%d", term->minimum);
    }
    if (term->has_maximum) {
        text_add(out, "max%d", term->maximum);
    }
    if (term->keep != KEEP_ALL) {
        text_add(out, "%s%d", keeps[term->keep], term->keep_count);
    }
    if (term->success.comparison != COMPARE_NONE) {
        text_add(out, "%s", needs_cs(term) && !names_highest(term) ? "cs" : "");
        format_condition(term->success, false, out);
    }
}

/* How tightly operators bind: an operand that binds less tightly than its place needs gets
 * parentheses. */
enum { BINDS_SUM = 1, BINDS_PRODUCT, BINDS_SIGN, BINDS_WHOLE };

static int binds(enum dice_operator op)
{
    switch (op) {
    case DICE_ADD:
    case DICE_SUBTRACT:
        return BINDS_SUM;
    case DICE_MULTIPLY:
    case DICE_DIVIDE:
        return BINDS_PRODUCT;
    case DICE_NEGATE:
        return BINDS_SIGN;
    case DICE_NUMBER:
    case DICE_TERM:
    case DICE_GREATEST:
    case DICE_LEAST:
        return BINDS_WHOLE;
    }
    CHECK(false);
    return 0;
}

static const char *sign_of(enum dice_operator op)
{
    static const char *const signs[] = {
        [DICE_ADD] = "+",      [DICE_SUBTRACT] = "-", [DICE_MULTIPLY] = "*",
        [DICE_DIVIDE] = "/",   [DICE_NEGATE] = "-",   [DICE_GREATEST] = "max(",
        [DICE_LEAST] = "min(",
    };
    return signs[op];
}

/* Something still to be written: a text, or a node that must bind at least this tightly. */
struct piece {
    const char *text; /* NULL: the node */
    int node, binds;
    bool is_list; /* the beginning of a list whose name has been written */
};

enum { PIECES_MAX = 4 * DICE_NODES_MAX };

struct pieces {
    int n;
    struct piece piece[PIECES_MAX];
};

static void push_text(struct pieces *pieces, const char *text)
{
    CHECK(pieces->n < PIECES_MAX);
    pieces->piece[pieces->n++] = (struct piece){.text = text};
}

static void push_node(struct pieces *pieces, int node, int tightness)
{
    CHECK(pieces->n < PIECES_MAX);
    pieces->piece[pieces->n++] = (struct piece){.node = node, .binds = tightness};
}

/* The last thing pushed is written first. */
static void push_parts(struct pieces *pieces, const struct dice_node *node,
                       bool needs_parentheses)
{
    int tightness = binds(node->op);
    if (needs_parentheses) {
        push_text(pieces, ")");
    }
    if (node->op == DICE_NEGATE) {
        push_node(pieces, node->left, tightness);
        push_text(pieces, sign_of(node->op));
    } else {
        push_node(pieces, node->right, tightness + 1);
        push_text(pieces, sign_of(node->op));
        push_node(pieces, node->left, tightness);
    }
    if (needs_parentheses) {
        push_text(pieces, "(");
    }
}

/* "max(a,b,c)" is max(max(a,b),c). */
static void push_list(struct pieces *pieces, const struct dice_expr *expr, struct piece piece)
{
    const struct dice_node *node = &expr->node[piece.node];
    if (!piece.is_list) {
        push_text(pieces, ")");
    }
    push_node(pieces, node->right, BINDS_SUM);
    push_text(pieces, ",");
    push_node(pieces, node->left, BINDS_SUM);
    pieces->piece[pieces->n - 1].is_list = expr->node[node->left].op == node->op;
    if (!piece.is_list) {
        push_text(pieces, sign_of(node->op));
    }
}

static void format_leaf(const struct dice_expr *expr, const struct dice_node *node,
                        struct text *out)
{
    if (node->op == DICE_NUMBER) {
        text_add(out, "%lld", (long long)node->number);
    } else {
        format_term(&node->term, out);
    }
    if (node->label != 0) {
        text_add(out, "[%s]", expr->label + node->label);
    }
}

void dice_expr_format(const struct dice_expr *expr, struct text *out)
{
    /* A stack instead of recursion: a long sum is a deep tree. */
    struct pieces pieces;
    pieces.n = 0;
    push_node(&pieces, expr->root, BINDS_SUM);
    while (pieces.n > 0) {
        struct piece piece = pieces.piece[--pieces.n];
        if (piece.text != NULL) {
            text_add(out, "%s", piece.text);
            continue;
        }
        const struct dice_node *node = &expr->node[piece.node];
        if (node->op == DICE_NUMBER || node->op == DICE_TERM) {
            format_leaf(expr, node, out);
        } else if (node->op == DICE_GREATEST || node->op == DICE_LEAST) {
            push_list(&pieces, expr, piece);
        } else {
            push_parts(&pieces, node, binds(node->op) < piece.binds);
        }
    }
}

/* ---- telling --------------------------------------------------------------------------- */

/* Adds the faces or values between low and high for which the condition holds: "8, 9, 10", "1
 * to 9", "no face". An open end is none. */
static void tell_faces(struct dice_condition condition, int64_t low, int64_t high,
                       bool is_high_open, struct text *out)
{
    enum { LISTED_MOST = 4 };
    int64_t from = low, to = high;
    dice_condition_span(condition, &from, &to);
    if (from > to) {
        text_add(out, "no face");
        return;
    }
    if (is_high_open && to == high && condition.comparison != COMPARE_EQUAL) {
        text_add(out, "%lld or more", (long long)from);
        return;
    }
    if (to - from >= LISTED_MOST) {
        text_add(out, "%lld to %lld", (long long)from, (long long)to);
        return;
    }
    for (int64_t face = from; face <= to; face++) {
        text_add(out, "%s%lld", face == from ? "" : ", ", (long long)face);
    }
}

/* "d66" with something else: tens and ones stand alone, and this is another die. */
static bool is_one_of_66(const struct dice_term *term)
{
    return term->sides == 66 && term->is_count_left_out;
}

static void tell_term(const struct dice_term *term, struct text *out)
{
    int low = dice_term_low_face(term);
    int high = dice_term_high_face(term);
    bool explodes = term->explode.comparison != COMPARE_NONE;
    const char *gap = "";
    if (is_one_of_66(term)) {
        text_add(out, "one die of 66 sides");
        gap = ", ";
    }
    if (term->reroll.comparison != COMPARE_NONE) {
        text_add(out, "%sre-rolls ", gap);
        tell_faces(term->reroll, low, high, false, out);
        text_add(out, "%s", term->rerolls_once ? " once" : " until another face falls");
        gap = ", ";
    }
    if (explodes && !explodes_on_highest(term)) {
        text_add(out, "%sexplodes on ", gap);
        tell_faces(term->explode, low, high, false, out);
        gap = ", ";
    }
    if (term->success.comparison != COMPARE_NONE) {
        bool is_open = explodes && dice_term_compounds(term) && !term->has_maximum;
        bool is_less = explodes && dice_term_penetrates(term);
        text_add(out, "%scounts ", gap);
        tell_faces(term->success, dice_term_value(term, is_less ? low - 1 : low),
                   is_open ? DICE_SIDES_MAX : dice_term_value(term, high), is_open, out);
    }
}

/* Whether a term needs words. A die that explodes "from 7 on" is read so everywhere. */
static bool needs_telling(const struct dice_node *node)
{
    const struct dice_term *term = &node->term;
    return node->op == DICE_TERM &&
           (is_one_of_66(term) || term->reroll.comparison != COMPARE_NONE ||
            term->success.comparison != COMPARE_NONE ||
            (term->explode.comparison != COMPARE_NONE && !explodes_on_highest(term) &&
             term->explode.comparison != COMPARE_AT_LEAST));
}

void dice_expr_tell(const struct dice_expr *expr, struct text *out)
{
    int told = 0, terms = 0;
    for (int i = 0; i < expr->nodes; i++) {
        terms += needs_telling(&expr->node[i]) ? 1 : 0;
    }
    for (int i = 0; i < expr->nodes; i++) {
        const struct dice_node *node = &expr->node[i];
        if (!needs_telling(node)) {
            continue;
        }
        text_add(out, "%s", told++ > 0 ? "; " : "");
        if (terms > 1) {
            format_term(&node->term, out);
            text_add(out, " ");
        }
        tell_term(&node->term, out);
    }
}

/* ---- facts ----------------------------------------------------------------------------- */

static struct dice_range whole_range(const struct dice_expr *expr)
{
    struct dice_range range[DICE_NODES_MAX];
    for (int i = 0; i < expr->nodes; i++) {
        bool is_possible = dice_node_range(&range[i], &expr->node[i], range);
        CHECK(is_possible); /* the parser has seen to it */
    }
    return range[expr->root];
}

void dice_expr_range(const struct dice_expr *expr, int64_t *low, int64_t *high)
{
    struct dice_range range = whole_range(expr);
    *low = range.is_low_open ? INT64_MIN : range.low;
    *high = range.is_high_open ? INT64_MAX : range.high;
}

void dice_expr_bounds(const struct dice_expr *expr, int64_t *low, int64_t *high)
{
    struct dice_range range = whole_range(expr);
    *low = range.low;
    *high = range.high;
}
