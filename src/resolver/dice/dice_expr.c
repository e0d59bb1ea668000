#include "resolver/dice/dice_expr.h"

#include <stddef.h>
#include <string.h>

#include "base/nearest.h"
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
enum { BINDS_SUM = 1, BINDS_PRODUCT, BINDS_SIGN };

static const struct {
    const char *sign;
    int binds; /* lists bring their own parentheses */
} operators[] = {
    [DICE_ADD] = {"+", BINDS_SUM},          [DICE_SUBTRACT] = {"-", BINDS_SUM},
    [DICE_MULTIPLY] = {"*", BINDS_PRODUCT}, [DICE_DIVIDE] = {"/", BINDS_PRODUCT},
    [DICE_NEGATE] = {"-", BINDS_SIGN},      [DICE_GREATEST] = {.sign = "max("},
    [DICE_LEAST] = {.sign = "min("},
};

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
    const char *sign = operators[node->op].sign;
    int tightness = operators[node->op].binds;
    if (needs_parentheses) {
        push_text(pieces, ")");
    }
    if (node->op == DICE_NEGATE) {
        push_node(pieces, node->left, tightness);
        push_text(pieces, sign);
    } else {
        push_node(pieces, node->right, tightness + 1);
        push_text(pieces, sign);
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
        push_text(pieces, operators[node->op].sign);
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
            if (node->op == DICE_NUMBER) {
                text_add(out, "%lld", (long long)node->number);
            } else {
                format_term(&node->term, out);
            }
            if (node->label != 0) {
                text_add(out, "[%s]", expr->label + node->label);
            }
        } else if (node->op == DICE_GREATEST || node->op == DICE_LEAST) {
            push_list(&pieces, expr, piece);
        } else {
            push_parts(&pieces, node, operators[node->op].binds < piece.binds);
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
        bool is_sum = explodes && dice_term_compounds(term);
        bool is_less = explodes && dice_term_penetrates(term);
        text_add(out, "%scounts ", gap);
        tell_faces(term->success, dice_term_value(term, is_less ? low - 1 : low),
                   dice_term_value(term, is_sum ? DICE_SIDES_MAX : high),
                   is_sum && !term->has_maximum, out);
    }
}

/* True when a term needs words. A die that explodes "from 7 on" is read so everywhere. */
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

static const char counting[] = "counting successes is written after the die: 6d6>=5";
static const char exploding[] =
    "exploding dice are written with ! after the die: d6!, d6!>=5, d6!! or d6!p";
static const char keeping[] =
    "keeping the highest or lowest dice is written kh or kl: 4d6kh3, 2d20kl1";
static const char two_of_a_die[] =
    "advantage is written after a single die: d20adv, and disadvantage d20dis";
static const char labels[] = "a label stands behind dice or a number: 2d6[fire]";
static const char failures[] =
    "counting failures (cf, f, df) is not known; counting successes is written 6d6>=5";
static const char braces[] =
    "groups in braces are not known: max(...) and min(...) compare, kh and kl keep dice";
static const char one_keeping[] = "a die has at most one of kh, kl, dh, dl, adv and dis";
static const char adding_a_die[] =
    "adding a die for a face (ra) is not known; a die that explodes adds one: d6!";

/* clang-format off */
#define TAKEN(typed_, elsewhere_, here_, ours_, text_)                                          \
    {.kind = FOREIGN_TAKEN, .typed = typed_, .elsewhere = elsewhere_, .here = here_,            \
     .ours = ours_, .text = text_}
#define WRITTEN(typed_, ours_, text_)                                                           \
    {.kind = FOREIGN_WRITTEN, .typed = typed_, .ours = ours_, .text = text_}
#define WORDS(place_, words_, typed_, ours_, text_)                                             \
    {.kind = FOREIGN_WRITTEN, .typed = typed_, .ours = ours_, .text = text_, .place = place_,   \
     .words = words_}
#define SUFFIX(words_, typed_, suffix_, ours_, text_)                                           \
    {.kind = FOREIGN_WRITTEN, .typed = typed_, .ours = ours_, .text = text_,                    \
     .place = FOREIGN_BEHIND, .words = words_, .suffix = suffix_}
#define DESIGN(typed_, elsewhere_, here_, ours_, text_)                                         \
    {.kind = FOREIGN_BY_DESIGN, .typed = typed_, .elsewhere = elsewhere_, .here = here_,        \
     .ours = ours_, .text = text_}
#define BECOMES(dialect_, typed_, ours_)                                                        \
    {.kind = FOREIGN_DIALECT, .dialect = dialect_, .typed = typed_, .ours = ours_}
#define REFUSED(dialect_, typed_, ours_, text_)                                                 \
    {.kind = FOREIGN_DIALECT, .dialect = dialect_, .typed = typed_, .ours = ours_,              \
     .text = text_}
/* clang-format on */

/* In {} stands the new spelling of what was typed, or else of the first example. */
static const struct dice_foreign rows[] = {
    [FOREIGN_CRITICAL] =
        TAKEN("1d20cs>19+7, 2d20kh1cs20",
              "Roll20, rpg-dice-roller, dice-roller-parser: marks a critical", NULL, "1d20>19",
              "cs on a single die marks a critical elsewhere; to count write "
              "{}"),
    [FOREIGN_NO_FACE] = TAKEN("2d6>=7, d20>=21", "Avrae, BCDice: compare the total", NULL,
                              "the column \"or more\" of `odds 2d6`",
                              "a comparison counts dice, and no face meets this one; for the "
                              "total see {}"),
    [FOREIGN_EVERY_FACE] = TAKEN("2d6>=1, d20<=20", "Avrae, BCDice: compare the total", NULL,
                                 "the column \"or more\" of `odds 2d6`",
                                 "a comparison counts dice, and every face meets this one; for "
                                 "the total see {}"),
    [FOREIGN_TIMES] = TAKEN("5d10x10", "Foundry: explodes; rolldice: ten rolls", NULL, "*10",
                            "glued to a die x explodes elsewhere: {} multiplies, ! explodes"),
    [FOREIGN_ROLLS] = TAKEN("6#3d6", "dicelab, chat bots: six rolls", NULL, "6x 3d6",
                            "several rolls are written {}"),
    [FOREIGN_KEEP_VALUE] = TAKEN("4d6k>4", "Avrae: keeps the dice over 4", NULL, "4d6>4",
                                 "k keeps a number of the highest dice, as in 4d6kh3; dice "
                                 "are counted with {}"),
    [FOREIGN_D66] = TAKEN("2d66", "BCDice: two d66", NULL, "2x d66",
                          "d66 is two dice, tens and ones, and stands alone: {}"),
    [FOREIGN_TOTAL] = WRITTEN("d20+5>=15, (6d6)>=5", "the column \"or more\" of `odds d20+5`",
                              "counting successes is written after the die: 6d6>=5; for the "
                              "total see {}"),
    [FOREIGN_COMMAND] = WRITTEN("!r 2d6, !roll, .r, =2d6, /roll 2d6", "2d6",
                                "commands such as /roll are left out: {}"),
    [FOREIGN_DROPS_ALL] =
        WRITTEN("2d6d8", "2d6+d8",
                "an operator is missing before this: + - * or /; {} adds a second "
                "die"),
    [FOREIGN_COUNT] = WRITTEN("(2+1)d6, 3d(2+4)", "3d6",
                              "the number of dice, and of their sides, is a plain number, as "
                              "in {}"),
    [FOREIGN_DIVISION] =
        WRITTEN("2d6//2", "2d6/2", "division is written with one / and rounds down"),
    [FOREIGN_POWER] = WORDS(FOREIGN_SIGN, "^ **", "d6**2, 2d6^2", NULL, "powers are not known"),
    [FOREIGN_SEVERAL] =
        WRITTEN("6 4d6", "6x 4d6",
                "an operator is missing before this: + - * or /; several rolls are "
                "written {}"),
    [FOREIGN_LETTER] = WRITTEN("2w6, 2t6", "2d6", "dice are written with d: {}"),
    [FOREIGN_FUDGE] =
        WRITTEN("4dF.1", "4dF", "dF.1 (one + and one - on six sides) is not known; dF is dF.2"),
    [FOREIGN_FRACTIONS] = REFUSED(DICE_ROLL20, "2d6/2, floor(2d6/2+d6/2)", "floor(2d6/2)",
                                  "this dialect keeps fractions, and here division rounds "
                                  "down: {} is the same in both"),
    [FOREIGN_LIMIT] = REFUSED(DICE_FOUNDRY, "5d10x2=10, 4d6r1=1", NULL,
                              "a limit on how often (x2=10, r1=1) is not known"),
    [FOREIGN_ONCE] =
        REFUSED(DICE_FOUNDRY, "5d10xo", NULL, "exploding only once (xo) is not known"),
    [FOREIGN_ORDER] = REFUSED(DICE_FOUNDRY, "4d6kh3r1", NULL,
                              "this dialect applies suffixes as they are written, and here "
                              "re-rolls come first, then !, min, max, kh and the comparison"),
    [FOREIGN_COIN] =
        REFUSED(DICE_FOUNDRY, "3dc", "d2-1", "coins (dc) are not known; {} is 0 or 1"),
    [FOREIGN_BY_VALUE] = REFUSED(DICE_AVRAE, "4d6k3, 4d6k>4, 4d6p1", "4d6kh3",
                                 "Avrae keeps and drops the dice that show this, which is not "
                                 "known; so many of the highest are {}"),
    [FOREIGN_SELECTOR] = REFUSED(DICE_AVRAE, "4d6rrl1, 4d6eh1", NULL,
                                 "choosing the highest or lowest dice (h, l) is known only "
                                 "for keeping and dropping"),
    [FOREIGN_COMPARED] =
        REFUSED(DICE_AVRAE, "2d6>=7, 2d6+3>=7", "the column \"or more\" of `odds 2d6`",
                "Avrae compares the total; see {}"),
    [FOREIGN_PERCENT] =
        REFUSED(DICE_AVRAE, "d%", "d100", "Avrae's d% shows 0, 10 .. 90, and here d% is {}"),
    [FOREIGN_CUT_ONCE] = REFUSED(DICE_AVRAE, "7/2+7/2", "7//2",
                                 "Avrae keeps fractions up to the end, and here each division "
                                 "rounds down, as {} does there"),

    /* Strict comparisons: the explanation says which faces are meant. */
    TAKEN("5d10>7", "Roll20: 7 counts too", "counts 8, 9, 10", "5d10>7", NULL),
    TAKEN("2d6ro<2", "Roll20: re-rolls 2 too", "re-rolls 1 once", "2d6ro<2", NULL),
    TAKEN("4d6r<3", "Roll20: re-rolls 3 too", "re-rolls 1, 2 until another face falls",
          "4d6r<3", NULL),
    TAKEN("8d6!>5", "Roll20: explodes on 5 too", "explodes on 6", "8d6!>5", NULL),
    TAKEN("1d20r<10", "Foundry: once", "re-rolls 1 to 9 until another face falls", "1d20r<10",
          NULL),

    WRITTEN("4d6d1", "4d6dl1", NULL),
    WRITTEN("4dF.2", "4dF", NULL),
    SUFFIX("l", "4d6L", "dl", "dl1", "dropping the lowest dice is written {}, keeping them kl"),
    WORDS(FOREIGN_VALUE, "l", "4d6-L", "dl1",
          "dropping the lowest die is written {} after the dice: 4d6dl1"),
    WORDS(FOREIGN_VALUE, "h", "4d6-H", "dh1",
          "dropping the highest die is written {} after the dice: 4d6dh1"),
    SUFFIX("s", "4d6s1", "dl", "dl1",
           "dropping the lowest dice is written {}; counting successes is written 6d6>=5"),
    SUFFIX("b best", "4d6b3, 4d6best3", "kh", "kh3", "keeping the highest dice is written {}"),
    SUFFIX("w worst", "4d6w1", "kl", "kl1", "keeping the lowest dice is written {}"),
    WORDS(FOREIGN_BEHIND, "advantage disadvantage ad", "d20 advantage", NULL, two_of_a_die),
    WORDS(FOREIGN_BEHIND, "keep h highest high lowest low", "4d6 keep 3, 4d6h3", NULL, keeping),
    WORDS(FOREIGN_BEHIND, "drop dropping without", "4d6 drop lowest", NULL,
          "dropping the lowest or highest dice is written dl or dh: 4d6dl1"),
    WORDS(FOREIGN_BEHIND, "reroll rerolls rerolling rr", "4d6rr1, 4d6 reroll 1", NULL,
          "re-rolling is written r, or ro for once: 2d6r1, 2d6ro<3"),
    WORDS(FOREIGN_BEHIND, "ra", "4d6ra6", NULL, adding_a_die),
    WORDS(FOREIGN_BEHIND, "e ex exp explode explodes exploding ace aces acing ie xo", "3d6e6",
          NULL, exploding),
    WORDS(FOREIGN_BEHIND, "p penetrate penetrates penetrating", "3d6 penetrating", NULL,
          "penetrating dice are written !p after the die: d6!p"),
    WORDS(FOREIGN_BEHIND, "compound compounding", "5d6 compounding", NULL,
          "compounding dice are written !! after the die: d6!!"),
    WORDS(FOREIGN_BEHIND, "t tn target success successes hits hit", "6d6t5", NULL, counting),
    WORDS(FOREIGN_BEHIND, "sd sa sort sorted", "6d10sd", NULL,
          "sorting dice (sd, sa) is not known: faces are shown in the order they fell"),
    WORDS(FOREIGN_BEHIND, "cf f df sf fail failure failures botch", "5d10>=8f1", NULL,
          failures),
    WORDS(FOREIGN_BEHIND, "crit critical crits", "d20 crit", NULL,
          "critical faces are not marked; 6d6=6 counts the sixes"),
    WORDS(FOREIGN_BEHIND, "m mt ms match matches matching", "8d6mt3", NULL,
          "counting matching dice (m, mt) is not known"),
    WORDS(FOREIGN_BEHIND, "u uo unique", "4d6u", NULL, "unique dice (u) are not known"),
    WORDS(FOREIGN_BEHIND, "even odd", "6d6even", NULL,
          "counting even or odd dice is not known; a comparison counts: 6d6>=4"),
    WORDS(FOREIGN_BEHIND, "mi ma", "2d6mi2", NULL,
          "the least and the most that a die counts are written min and max: d6min2"),
    WORDS(FOREIGN_BEHIND, "plus and", "2d6 plus 3", NULL, "sums are written with +: 2d6+3"),
    WORDS(FOREIGN_BEHIND, "minus", "2d6 minus 1", NULL,
          "differences are written with -: 2d6-1"),
    WORDS(FOREIGN_BEHIND, "times", "2d6 times 3", NULL,
          "products are written with * or x: 2d6*10; 3x 4d6 rolls three times"),
    WORDS(FOREIGN_BEHIND, "vs dc ac against over under", "d20 vs 15", NULL,
          "a total is not compared here; after the die a comparison counts dice: 6d6>=5"),
    WORDS(FOREIGN_BEHIND, "or if", "2d6 or 3d6", NULL,
          "one expression is rolled at a time; max(a, b) takes the higher"),
    WORDS(FOREIGN_SUFFIX, "k kh kl dh dl", "(4d6)kh3", NULL,
          "keeping and dropping stand directly after the die: 4d6kh3"),
    WORDS(FOREIGN_SUFFIX, "r ro", "(2d6)r1", NULL,
          "re-rolling stands directly after the die: 2d6r1"),
    WORDS(FOREIGN_SUFFIX, "min max", "(d6)min2", NULL,
          "min and max stand directly after the die: d6min2; a list is max(2d6, 7)"),
    WORDS(FOREIGN_SUFFIX, "cs", "(6d6)cs6", NULL, counting),
    WORDS(FOREIGN_SUFFIX, "adv dis", "1d20+5 dis, 1d20+5 adv", NULL, two_of_a_die),
    WORDS(FOREIGN_VALUE, "floor", "floor(7/2)", NULL,
          "floor is not needed: division rounds down by itself, as in 7/2"),
    WORDS(FOREIGN_VALUE, "ceil ceiling round abs sqrt pow mod", "round(2d6/3)", NULL,
          "the functions there are: max(a, b) and min(a, b); / rounds down"),
    WORDS(FOREIGN_VALUE, "adv advantage dis disadvantage", "adv d20", NULL, two_of_a_die),
    WORDS(FOREIGN_VALUE, "roll r", "roll 2d6", NULL, "the word roll is left out: 2d6+3"),
    WORDS(FOREIGN_VALUE, "k kh kl dh dl keep drop best worst highest lowest", "kh3 4d6", NULL,
          keeping),
    WORDS(FOREIGN_VALUE, "e explode exploding", "explode d6", NULL, exploding),
    WORDS(FOREIGN_VALUE, "w t", "w6", NULL, "dice are written with d: 2d6"),
    WORDS(FOREIGN_VALUE, "x", "x3", NULL,
          "x multiplies what stands before it, as in 2d6x10; 3x 4d6 rolls three times"),
    WORDS(FOREIGN_SIGN, "#", "2d6 # fire", NULL,
          "a comment (# and text) is understood at the end of a command line only"),
    WORDS(FOREIGN_SIGN, "{ }", "{4d6,3d8}kh1", NULL, braces),
    WORDS(FOREIGN_SIGN, "[[ ]]", "[[2d6+3]]", NULL, "double brackets are left out: 2d6+3"),
    WORDS(FOREIGN_SIGN, "@ $ ?{", "1d20+@{str}", NULL,
          "values of a character sheet are not known: write the number"),
    WORDS(FOREIGN_SIGN, "\xE2\x89\xA5",
          "6d6\xE2\x89\xA5"
          "5",
          NULL, "at least is written >=, and it counts dice: 6d6>=5"),
    WORDS(FOREIGN_SIGN, "\xE2\x89\xA4",
          "6d6\xE2\x89\xA4"
          "2",
          NULL, "at most is written <=, and it counts dice: 6d6<=2"),
    WORDS(FOREIGN_SIGN, "> < =", ">=5", NULL, counting),
    WORDS(FOREIGN_SIGN, "\xC3\xB7 :",
          "2d6\xC3\xB7"
          "2",
          NULL, "division is written /"),
    WORDS(FOREIGN_SIGN, "\xC2\xB7",
          "2d6\xC2\xB7"
          "3",
          NULL, "products are written * or x"),
    WORDS(FOREIGN_SIGN, "%", "d20%2", NULL,
          "the remainder (%) is not known; d% is a die of 100 sides"),
    WORDS(FOREIGN_SIGN, ".", "1.5*d6", NULL, "numbers are whole: there is no 1.5"),
    WORDS(FOREIGN_SIGN, ", ; & |", "2d6;2d6", NULL,
          "one expression is rolled at a time; max(a, b) and min(a, b) take lists"),
    WORDS(FOREIGN_SIGN, "\" '", "\"2d6\"", NULL,
          "quotation marks are left out; a label stands in brackets: 2d6[fire]"),
    WORDS(FOREIGN_SIGN, "\\", "2d6\\2", NULL, "\\ means nothing here; division is written /"),

    DESIGN("2d6/2", "rpg-dice-roller, dice-roller-parser, roll: keep 3.5", "rounds down",
           "2d6/2", NULL),
    DESIGN("-7/2", "-3, -3.5 or -4", "-4: rounds toward minus infinity", "-7/2", NULL),
    DESIGN("7/2+7/2", "Avrae: 7, cut once at the end", "6: each division rounds down",
           "7/2+7/2", NULL),
    DESIGN("d%", "Avrae: 0, 10 .. 90", "1 to 100", "d100", NULL),
    DESIGN("4d6k3", "Avrae: keeps the dice that show 3", "keeps the three highest", "4d6kh3",
           NULL),
    DESIGN("6x3d6", "rolldice: six rolls", "six times 3d6; six rolls are 6x 3d6", "6*3d6",
           NULL),
    DESIGN("4d6kh3kl1", "rpg-dice-roller: always 0", NULL, NULL, one_keeping),

    BECOMES(DICE_ROLL20, "5d10>7", "5d10>=7"),
    BECOMES(DICE_ROLL20, "2d6ro<2", "2d6ro<=2"),
    BECOMES(DICE_ROLL20, "4d6r<3", "4d6r<=3"),
    BECOMES(DICE_ROLL20, "8d6!>5", "8d6!>=5"),
    BECOMES(DICE_ROLL20, "4d6d1", "4d6dl1"),
    BECOMES(DICE_ROLL20, "1d20cs>19+7", "1d20+7"),
    BECOMES(DICE_ROLL20, "2d20kh1cs20cf1+7", "2d20kh1+7"),
    BECOMES(DICE_ROLL20, "6d6cs>5", "6d6"),
    BECOMES(DICE_ROLL20, "d66", "1d66"),
    BECOMES(DICE_ROLL20, "floor(2d6/2)", "2d6/2"),
    REFUSED(DICE_ROLL20, "5d10>8f1", NULL, failures),
    REFUSED(DICE_ROLL20, "{4d6,3d8}kh1", NULL, braces),
    BECOMES(DICE_FOUNDRY, "4d6r1", "4d6ro1"),
    BECOMES(DICE_FOUNDRY, "1d20r<10", "1d20ro<10"),
    BECOMES(DICE_FOUNDRY, "1d20rr<10", "1d20r<10"),
    BECOMES(DICE_FOUNDRY, "5d10x10", "5d10!"),
    BECOMES(DICE_FOUNDRY, "5d10x", "5d10!"),
    BECOMES(DICE_FOUNDRY, "5d10x>8", "5d10!>8"),
    BECOMES(DICE_FOUNDRY, "10d20cs>10", "10d20>10"),
    BECOMES(DICE_FOUNDRY, "4d6d1", "4d6dl1"),
    BECOMES(DICE_FOUNDRY, "floor(2d6/2)", "2d6/2"),
    REFUSED(DICE_FOUNDRY, "2d6/2", "floor(2d6/2)",
            "this dialect keeps fractions, and here division rounds down: {} is the same in "
            "both"),
    REFUSED(DICE_FOUNDRY, "6d6even", NULL,
            "counting even or odd dice is not known; a comparison counts: 6d6>=4"),
    BECOMES(DICE_AVRAE, "4d6rr1", "4d6r1"),
    BECOMES(DICE_AVRAE, "4d6ro<3", "4d6ro<3"),
    BECOMES(DICE_AVRAE, "2d6e6", "2d6!"),
    BECOMES(DICE_AVRAE, "2d6e>4", "2d6!>4"),
    BECOMES(DICE_AVRAE, "2d6mi2", "2d6min2"),
    BECOMES(DICE_AVRAE, "2d6ma5", "2d6max5"),
    BECOMES(DICE_AVRAE, "4d6kh3", "4d6kh3"),
    BECOMES(DICE_AVRAE, "4d6pl1", "4d6dl1"),
    BECOMES(DICE_AVRAE, "2d6//2", "2d6/2"),
    REFUSED(DICE_AVRAE, "4d6ra6", NULL, adding_a_die),
};

enum { ROWS = sizeof rows / sizeof rows[0] };

const struct dice_foreign *dice_foreign_at(int i)
{
    return i < ROWS ? &rows[i] : NULL;
}

const struct dice_foreign *dice_foreign_row(enum dice_foreign_id id)
{
    return &rows[id];
}

void dice_foreign_say(struct text *out, const struct dice_foreign *row, struct str ours)
{
    const char *gap = strstr(row->text, "{}");
    if (gap == NULL) {
        text_add(out, "%s", row->text);
        return;
    }
    text_add_str(out, (struct str){row->text, (int)(gap - row->text)});
    text_add_str(out, ours.n > 0 ? ours : str_of(row->ours));
    text_add(out, "%s", gap + 2);
}

/* ---- dialects -------------------------------------------------------------------------- */

static const char *const dialects[DICE_READINGS] = {
    [DICE_TYPED] = "",          [DICE_LOGGED] = "",     [DICE_ROLL20] = "roll20",
    [DICE_FOUNDRY] = "foundry", [DICE_AVRAE] = "avrae",
};

const char *dice_dialect_name(enum dice_reading reading)
{
    return dialects[reading];
}

enum status dice_dialect_find(enum dice_reading *out, struct str name, struct error *err)
{
    struct nearest nearest;
    nearest_init(&nearest, name);
    for (int i = DICE_ROLL20; i < DICE_READINGS; i++) {
        if (str_equal_any_case(name, str_of(dialects[i]))) {
            *out = (enum dice_reading)i;
            return STATUS_OK;
        }
        nearest_offer(&nearest, dialects[i]);
    }
    return error_set(err, STATUS_USAGE, "", "dialect: expected roll20, foundry or avrae%s",
                     nearest_question(&nearest).text);
}

/* ---- words ----------------------------------------------------------------------------- */

static int letters(struct str rest)
{
    int n = 0;
    while (n < rest.n && char_is_letter(rest.p[n])) {
        n++;
    }
    return n;
}

static bool is_among(struct str word, const char *words)
{
    struct str rest = str_of(words);
    for (struct str one; (one = str_next_word(&rest)).p != NULL;) {
        if (str_equal_any_case(word, one)) {
            return true;
        }
    }
    return false;
}

/* The row for the word that begins here; NULL: no row of that place has it. A word ends where
 * its letters end. */
static const struct dice_foreign *of_word(enum dice_foreign_place place, struct str rest)
{
    struct str word = {rest.p, letters(rest)};
    for (int i = 0; i < ROWS && word.n > 0; i++) {
        if (rows[i].place == place && is_among(word, rows[i].words)) {
            return &rows[i];
        }
    }
    return NULL;
}

/* Adds the advice of a row for the word that begins here: "b3" is "kh3", "L" is "dl1". */
static void say_word(struct text *out, const struct dice_foreign *row, struct str rest)
{
    int from = letters(rest);
    int n = 0;
    while (from + n < rest.n && char_is_digit(rest.p[from + n])) {
        n++;
    }
    TEXT_BUFFER(ours, 24);
    if (row->suffix != NULL) {
        text_add(&ours, "%s", row->suffix);
        text_add_str(&ours, n > 0 ? (struct str){rest.p + from, n} : str_of("1"));
    }
    dice_foreign_say(out, row, (struct str){ours.p, ours.is_cut ? 0 : ours.n});
}

/* Signs of a row are compared byte by byte. */
static const char *of_sign(struct str rest)
{
    for (int i = 0; i < ROWS; i++) {
        if (rows[i].place != FOREIGN_SIGN) {
            continue;
        }
        struct str all = str_of(rows[i].words);
        for (int at = 0; at < all.n;) {
            int end = at;
            while (end < all.n && all.p[end] != ' ') {
                end++;
            }
            int n = end - at;
            if (rest.n >= n && memcmp(rest.p, all.p + at, (size_t)n) == 0) {
                return rows[i].text;
            }
            at = end + 1;
        }
    }
    return NULL;
}

/* The word or the character that stands here, as a message shows it. */
static void add_seen(struct text *out, struct str rest)
{
    enum { SHOWN = 24 };
    int n = letters(rest);
    if (n > 0) {
        text_add_char(out, '"');
        text_add_str(out, (struct str){rest.p, n < SHOWN ? n : SHOWN});
        text_add(out, "%s\"", n > SHOWN ? "..." : "");
    } else if (rest.p[0] > ' ' && rest.p[0] < 0x7F) {
        text_add(out, "\"%c\"", rest.p[0]);
    } else {
        text_add(out, "this character");
    }
}

bool dice_foreign_suffix(struct text *out, struct str rest)
{
    const struct dice_foreign *row = letters(rest) > 1 ? of_word(FOREIGN_BEHIND, rest) : NULL;
    if (row != NULL) {
        say_word(out, row, rest);
    }
    return row != NULL;
}

bool dice_foreign_is_word(struct str rest, const char *words)
{
    return is_among((struct str){rest.p, letters(rest)}, words);
}

bool dice_foreign_is_behind(struct str rest)
{
    bool is_fudge = rest.n > 1 && char_lower(rest.p[1]) == 'f';
    return letters(rest) > 1 && !is_fudge &&
           (of_word(FOREIGN_SUFFIX, rest) != NULL || of_word(FOREIGN_BEHIND, rest) != NULL);
}

void dice_foreign_operator(struct text *out, struct str rest, enum dice_before before)
{
    const struct dice_foreign *row = of_word(FOREIGN_BEHIND, rest);
    row = row != NULL ? row : of_word(FOREIGN_SUFFIX, rest);
    const char *text = NULL;
    if (row == NULL && rest.p[0] == '!') {
        text = exploding;
    }
    if (row == NULL && rest.p[0] == '[' && !(rest.n > 1 && rest.p[1] == '[')) {
        text = before == BEFORE_LABEL ? "a die or a number has one label: 2d6[fire]" : labels;
    }
    text = text != NULL || row != NULL ? text : of_sign(rest);
    if ((text != NULL || row != NULL) && before == BEFORE_LABEL && rest.p[0] != '#' &&
        rest.p[0] != '[') {
        text = "a label comes last, behind all that belongs to the die: 4d6kh3[fire]";
        row = NULL;
    }
    bool is_value = char_is_digit(rest.p[0]) || rest.p[0] == '(' ||
                    (letters(rest) == 1 && char_lower(rest.p[0]) == 'd');
    if (row != NULL) {
        say_word(out, row, rest);
    } else if (text != NULL) {
        text_add(out, "%s", text);
    } else if (is_value) {
        text_add(out, "an operator is missing before this: + - * or /");
    } else {
        add_seen(out, rest);
        text_add(out, " is not known here; + - * or / can follow");
    }
}

/* A command of a chat bot before the dice, or a spreadsheet's sign: "!r 2d6", ".r", "/roll",
 * "=2d6". What is left is the new spelling. */
static bool add_command(struct text *out, struct str rest)
{
    enum { SHOWN = 40 };
    bool is_sign = rest.p[0] == '!' || rest.p[0] == '.' || rest.p[0] == '/';
    bool is_command = is_sign && rest.n > 1 && char_is_letter(rest.p[1]);
    bool is_formula = rest.p[0] == '=' && rest.n > 1 && rest.p[1] != '=';
    if (!is_command && !is_formula) {
        return false;
    }
    int from = 1;
    from += is_command ? letters((struct str){rest.p + 1, rest.n - 1}) : 0;
    struct str left = str_trimmed((struct str){rest.p + from, rest.n - from});
    bool is_shown = left.n > 0 && left.n <= SHOWN;
    dice_foreign_say(out, &rows[FOREIGN_COMMAND], is_shown ? left : str_of("2d6+3"));
    return true;
}

void dice_foreign_value(struct text *out, struct str rest, bool is_start)
{
    const struct dice_foreign *row = of_word(FOREIGN_VALUE, rest);
    if (row == NULL && letters(rest) > 0) {
        text_add(out, "expected a number or dice here, such as 2d6+3, not ");
        add_seen(out, rest);
        return;
    }
    const char *text = NULL;
    if (row == NULL && rest.n > 0) {
        bool is_label = rest.p[0] == '[' && !(rest.n > 1 && rest.p[1] == '[');
        if (is_start && add_command(out, rest)) {
            return;
        }
        text = is_label ? labels
               : rest.p[0] == '*' || rest.p[0] == '/'
                   ? "a number or dice are missing before this"
               : rest.p[0] == '!' ? exploding
                                  : of_sign(rest);
    }
    if (row != NULL) {
        say_word(out, row, rest);
    } else {
        text_add(out, "%s",
                 text != NULL ? text : "expected a number or dice here, such as 2d6+3");
    }
}
