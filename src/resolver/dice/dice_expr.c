#include "resolver/dice/dice_expr.h"

#include <stddef.h>
#include <string.h>

#include "resolver/dice/dice_term.h"

/* ---- ranges of numbers ----------------------------------------------------------------- */

bool dice_range_has_zero(struct dice_range range)
{
    return range.low <= 0 && range.high >= 0;
}

int64_t dice_divide(int64_t dividend, int64_t divisor)
{
    int64_t quotient = dividend / divisor;
    bool is_exact = dividend % divisor == 0;
    return !is_exact && (dividend < 0) != (divisor < 0) ? quotient - 1 : quotient;
}

static bool add(int64_t *out, int64_t a, int64_t b)
{
    if (b > 0 ? a > INT64_MAX - b : a < INT64_MIN - b) {
        return false;
    }
    *out = a + b;
    return true;
}

static bool subtract(int64_t *out, int64_t a, int64_t b)
{
    if (b > 0 ? a < INT64_MIN + b : a > INT64_MAX + b) {
        return false;
    }
    *out = a - b;
    return true;
}

static uint64_t magnitude(int64_t number)
{
    return number < 0 ? (uint64_t)0 - (uint64_t)number : (uint64_t)number;
}

static bool multiply(int64_t *out, int64_t a, int64_t b)
{
    if (a != 0 && magnitude(b) > (uint64_t)INT64_MAX / magnitude(a)) {
        return false; /* the product INT64_MIN itself is given up, for simplicity */
    }
    *out = a * b;
    return true;
}

static bool divide(int64_t *out, int64_t a, int64_t b)
{
    if (a == INT64_MIN && b == -1) {
        return false;
    }
    *out = dice_divide(a, b);
    return true;
}

static bool range_add(struct dice_range *out, struct dice_range a, struct dice_range b)
{
    struct dice_range sum = {
        .is_low_open = a.is_low_open || b.is_low_open,
        .is_high_open = a.is_high_open || b.is_high_open,
    };
    if (!add(&sum.low, a.low, b.low) || !add(&sum.high, a.high, b.high)) {
        return false;
    }
    *out = sum;
    return true;
}

static bool range_subtract(struct dice_range *out, struct dice_range a, struct dice_range b)
{
    struct dice_range difference = {
        .is_low_open = a.is_low_open || b.is_high_open,
        .is_high_open = a.is_high_open || b.is_low_open,
    };
    if (!subtract(&difference.low, a.low, b.high) ||
        !subtract(&difference.high, a.high, b.low)) {
        return false;
    }
    *out = difference;
    return true;
}

/* Products and quotients are monotone in each operand, so their ends lie at the four corners.
 */
static bool corners(struct dice_range *out, struct dice_range a, struct dice_range b,
                    bool (*combine)(int64_t *out, int64_t a, int64_t b))
{
    int64_t corner[4];
    if (!combine(&corner[0], a.low, b.low) || !combine(&corner[1], a.low, b.high) ||
        !combine(&corner[2], a.high, b.low) || !combine(&corner[3], a.high, b.high)) {
        return false;
    }
    out->low = out->high = corner[0];
    for (int i = 1; i < 4; i++) {
        out->low = corner[i] < out->low ? corner[i] : out->low;
        out->high = corner[i] > out->high ? corner[i] : out->high;
    }
    return true;
}

bool dice_range_multiply(struct dice_range *out, struct dice_range a, struct dice_range b)
{
    struct dice_range product = {
        .is_low_open = (a.is_high_open && b.low < 0) || (b.is_high_open && a.low < 0) ||
                       (a.is_low_open && b.high > 0) || (b.is_low_open && a.high > 0),
        .is_high_open = (a.is_high_open && b.high > 0) || (b.is_high_open && a.high > 0) ||
                        (a.is_low_open && b.low < 0) || (b.is_low_open && a.low < 0),
    };
    if (!corners(&product, a, b, multiply)) {
        return false;
    }
    *out = product;
    return true;
}

bool dice_range_divide(struct dice_range *out, struct dice_range a, struct dice_range b)
{
    CHECK(!dice_range_has_zero(b));
    struct dice_range quotient = {
        .is_low_open = b.low > 0 ? a.is_low_open : a.is_high_open,
        .is_high_open = b.low > 0 ? a.is_high_open : a.is_low_open,
    };
    if (!corners(&quotient, a, b, divide)) {
        return false;
    }
    *out = quotient;
    return true;
}

/* An open end lies at least as far out as the number that bounds it. */
static struct dice_range range_greatest(struct dice_range a, struct dice_range b)
{
    return (struct dice_range){
        .low = a.low > b.low ? a.low : b.low,
        .high = a.high > b.high ? a.high : b.high,
        .is_low_open = a.is_low_open && b.is_low_open,
        .is_high_open = a.is_high_open || b.is_high_open,
    };
}

static struct dice_range range_least(struct dice_range a, struct dice_range b)
{
    return (struct dice_range){
        .low = a.low < b.low ? a.low : b.low,
        .high = a.high < b.high ? a.high : b.high,
        .is_low_open = a.is_low_open || b.is_low_open,
        .is_high_open = a.is_high_open && b.is_high_open,
    };
}

/* ---- terms ----------------------------------------------------------------------------- */

bool dice_term_is_plain(const struct dice_term *term)
{
    return term->reroll.comparison == COMPARE_NONE &&
           term->explode.comparison == COMPARE_NONE && !term->has_minimum &&
           !term->has_maximum && !term->is_fudge && term->success.comparison == COMPARE_NONE;
}

struct dice_holding dice_term_holding(const struct dice_term *term)
{
    struct dice_holding holding = {
        .limit = term->keep_count,
        .is_high = term->keep == KEEP_HIGHEST || term->keep == DROP_HIGHEST,
        .is_drop = term->keep == DROP_HIGHEST || term->keep == DROP_LOWEST,
    };
    bool is_number_known =
        term->explode.comparison == COMPARE_NONE || dice_term_compounds(term);
    if (is_number_known && term->keep_count > term->count / 2) {
        holding.limit = term->keep_count < term->count ? term->count - term->keep_count : 0;
        holding.is_high = !holding.is_high;
        holding.is_drop = !holding.is_drop;
    }
    return holding;
}

int dice_term_shown(const struct dice_term *term, int face, bool is_further)
{
    return is_further && dice_term_penetrates(term) ? face - 1 : face;
}

int64_t dice_term_adds(const struct dice_term *term, int face, bool is_further)
{
    int shown = dice_term_shown(term, face, is_further);
    return dice_term_compounds(term) ? shown
                                     : dice_term_score(term, dice_term_value(term, shown));
}

int dice_term_kept(const struct dice_term *term, int dice)
{
    int most = term->keep_count < dice ? term->keep_count : dice;
    switch (term->keep) {
    case KEEP_ALL:
        return dice;
    case KEEP_HIGHEST:
    case KEEP_LOWEST:
        return most;
    case DROP_HIGHEST:
    case DROP_LOWEST:
        return dice - most;
    }
    CHECK(false);
    return 0;
}

/* ---- sets of faces --------------------------------------------------------------------- */

bool face_set_is_empty(const struct face_set *set)
{
    return set->spans == 0;
}

int face_set_size(const struct face_set *set)
{
    int size = 0;
    for (int i = 0; i < set->spans; i++) {
        size += set->span[i].high - set->span[i].low + 1;
    }
    return size;
}

static void put_span(struct face_set *set, int low, int high)
{
    if (low <= high) {
        CHECK(set->spans < FACE_SPANS_MAX);
        set->span[set->spans].low = low;
        set->span[set->spans].high = high;
        set->spans++;
    }
}

void dice_condition_span(struct dice_condition condition, int64_t *low, int64_t *high)
{
    int64_t value = condition.value;
    switch (condition.comparison) {
    case COMPARE_NONE:
        *high = *low - 1;
        return;
    case COMPARE_EQUAL:
        *low = *low > value ? *low : value;
        *high = *high < value ? *high : value;
        return;
    case COMPARE_MORE:
        *low = *low > value ? *low : value + 1;
        return;
    case COMPARE_AT_LEAST:
        *low = *low > value ? *low : value;
        return;
    case COMPARE_LESS:
        *high = *high < value ? *high : value - 1;
        return;
    case COMPARE_AT_MOST:
        *high = *high < value ? *high : value;
        return;
    }
    CHECK(false);
}

/* Splits a set into the faces for which a condition holds and the others. */
static void part(struct face_set *holding, struct face_set *others, const struct face_set *set,
                 struct dice_condition condition)
{
    memset(holding, 0, sizeof *holding);
    memset(others, 0, sizeof *others);
    for (int i = 0; i < set->spans; i++) {
        int low = set->span[i].low;
        int high = set->span[i].high;
        int64_t from = low;
        int64_t to = high;
        dice_condition_span(condition, &from, &to);
        if (from > to) {
            put_span(others, low, high);
            continue;
        }
        put_span(others, low, (int)from - 1);
        put_span(holding, (int)from, (int)to);
        put_span(others, (int)to + 1, high);
    }
}

void dice_term_faces(struct term_faces *out, const struct dice_term *term)
{
    out->all.spans = 0;
    put_span(&out->all, dice_term_low_face(term), dice_term_high_face(term));
    out->first = out->all;
    if (term->reroll.comparison == COMPARE_NONE && term->explode.comparison == COMPARE_NONE) {
        out->all_final = out->first_final = out->all;
        out->all_exploding.spans = out->first_exploding.spans = 0;
        return;
    }
    if (!term->rerolls_once) {
        struct face_set rerolled;
        part(&rerolled, &out->first, &out->all, term->reroll);
    }
    part(&out->all_exploding, &out->all_final, &out->all, term->explode);
    part(&out->first_exploding, &out->first_final, &out->first, term->explode);
}

/* ---- ranges of terms --------------------------------------------------------------------- */

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t greatest(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/* The scores of dice with all values from low to high. */
static void score_ends(const struct dice_term *term, int64_t *low, int64_t *high)
{
    if (term->success.comparison == COMPARE_NONE) {
        return;
    }
    int64_t from = *low;
    int64_t to = *high;
    dice_condition_span(term->success, &from, &to);
    *low = from == *low && to == *high ? 1 : 0;
    *high = from <= to ? 1 : 0;
}

/* The least and greatest value of the faces of a set: single dice, or parts of a compounded
 * one. */
static void set_ends(const struct dice_term *term, const struct face_set *set, bool is_further,
                     bool is_part, int64_t *low, int64_t *high)
{
    for (int i = 0; i < set->spans; i++) {
        int64_t from = dice_term_shown(term, set->span[i].low, is_further);
        int64_t to = dice_term_shown(term, set->span[i].high, is_further);
        if (!is_part) {
            from = dice_term_value(term, from);
            to = dice_term_value(term, to);
            score_ends(term, &from, &to);
        }
        *low = i == 0 ? from : least(*low, from);
        *high = i == 0 ? to : greatest(*high, to);
    }
}

void face_set_adds(const struct dice_term *term, const struct face_set *set, bool is_further,
                   int64_t *low, int64_t *high)
{
    set_ends(term, set, is_further, dice_term_compounds(term), low, high);
}

/* The range of this many exploding dice with their chains. A chain is shortest when it ends at
 * once or after one explosion; it is endless on the side to which its exploding faces push
 * it. */
static struct dice_range chains_range(const struct dice_term *term,
                                      const struct term_faces *faces, int count)
{
    int64_t low, high, end_low, end_high, more_low, more_high;
    face_set_adds(term, &faces->first_exploding, false, &low, &high);
    face_set_adds(term, &faces->all_final, true, &end_low, &end_high);
    face_set_adds(term, &faces->all_exploding, true, &more_low, &more_high);
    low += end_low;
    high += end_high;
    if (!face_set_is_empty(&faces->first_final)) {
        int64_t single_low, single_high;
        face_set_adds(term, &faces->first_final, false, &single_low, &single_high);
        low = least(low, single_low);
        high = greatest(high, single_high);
    }
    struct dice_range range = {
        .low = count * low,
        .high = count * high,
        .is_low_open = more_low<0, .is_high_open = more_high> 0,
    };
    face_set_adds(term, &faces->all, true, &low, &high);
    if (range.is_low_open) {
        range.low = DICE_THROWN_MAX * low;
    }
    if (range.is_high_open) {
        face_set_adds(term, &faces->all, false, &low, &high);
        range.high = DICE_THROWN_MAX * high;
    }
    return range;
}

/* Compounded dice: the sum of each chain has a value and a score. */
static struct dice_range compound_range(const struct dice_term *term,
                                        const struct term_faces *faces)
{
    struct dice_range one = chains_range(term, faces, 1);
    int64_t kept = dice_term_kept(term, term->count);
    if (kept == 0) {
        return (struct dice_range){0};
    }
    int64_t low = dice_term_value(term, one.low);
    int64_t high = dice_term_value(term, one.high);
    bool is_counted = term->success.comparison != COMPARE_NONE;
    bool is_low_open = one.is_low_open && low == one.low && !is_counted;
    bool is_high_open = one.is_high_open && high == one.high && !is_counted;
    score_ends(term, &low, &high);
    /* Bounds the total by the number of dice that one roll may throw. */
    return (struct dice_range){
        .low = is_low_open ? low : kept * low,
        .high = is_high_open ? high : kept * high,
        .is_low_open = is_low_open,
        .is_high_open = is_high_open,
    };
}

/* Some dice count, and some explode: the suffix says how many dice count, and each adds between
 * the least and the greatest that a die can add. */
static struct dice_range kept_chains_range(const struct dice_term *term,
                                           const struct term_faces *faces)
{
    int64_t fewest = dice_term_kept(term, term->count);
    int64_t most = dice_term_kept(term, DICE_THROWN_MAX);
    int64_t low, high, further_low, further_high;
    face_set_adds(term, &faces->all, false, &low, &high);
    face_set_adds(term, &faces->all, true, &further_low, &further_high);
    low = least(low, further_low);
    high = greatest(high, further_high);
    bool drops = term->keep == DROP_HIGHEST || term->keep == DROP_LOWEST;
    return (struct dice_range){
        .low = (low < 0 ? most : fewest) * low,
        .high = (high > 0 ? most : fewest) * high,
        .is_low_open = drops && low < 0,
        .is_high_open = drops && high > 0,
    };
}

struct dice_range dice_term_range(const struct dice_term *term)
{
    if (term->is_tens_and_ones) {
        return (struct dice_range){.low = 11, .high = 66};
    }
    struct term_faces faces;
    dice_term_faces(&faces, term);
    CHECK(!face_set_is_empty(&faces.first) && !face_set_is_empty(&faces.all_final));
    if (term->count == 0) {
        return (struct dice_range){0};
    }
    bool explodes = !face_set_is_empty(&faces.first_exploding);
    if (explodes && dice_term_compounds(term)) {
        return compound_range(term, &faces);
    }
    if (explodes) {
        return term->keep == KEEP_ALL ? chains_range(term, &faces, term->count)
                                      : kept_chains_range(term, &faces);
    }
    int64_t kept = dice_term_kept(term, term->count);
    int64_t low, high;
    set_ends(term, &faces.first, false, false, &low, &high);
    return (struct dice_range){.low = kept * low, .high = kept * high};
}

bool dice_node_range(struct dice_range *out, const struct dice_node *node,
                     const struct dice_range *ranges)
{
    switch (node->op) {
    case DICE_NUMBER:
        *out = (struct dice_range){.low = node->number, .high = node->number};
        return true;
    case DICE_TERM:
        *out = dice_term_range(&node->term);
        return true;
    case DICE_ADD:
        return range_add(out, ranges[node->left], ranges[node->right]);
    case DICE_SUBTRACT:
        return range_subtract(out, ranges[node->left], ranges[node->right]);
    case DICE_MULTIPLY:
        return dice_range_multiply(out, ranges[node->left], ranges[node->right]);
    case DICE_DIVIDE:
        return dice_range_divide(out, ranges[node->left], ranges[node->right]);
    case DICE_NEGATE:
        return range_subtract(out, (struct dice_range){0}, ranges[node->left]);
    case DICE_GREATEST:
        *out = range_greatest(ranges[node->left], ranges[node->right]);
        return true;
    case DICE_LEAST:
        *out = range_least(ranges[node->left], ranges[node->right]);
        return true;
    }
    CHECK(false);
    return false;
}

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
