#include "resolver/dice/dice_term.h"

#include <string.h>

#include "base/status.h"

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

/* ---- ranges ---------------------------------------------------------------------------- */

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
        return dice_range_add(out, ranges[node->left], ranges[node->right]);
    case DICE_SUBTRACT:
        return dice_range_subtract(out, ranges[node->left], ranges[node->right]);
    case DICE_MULTIPLY:
        return dice_range_multiply(out, ranges[node->left], ranges[node->right]);
    case DICE_DIVIDE:
        return dice_range_divide(out, ranges[node->left], ranges[node->right]);
    case DICE_NEGATE:
        return dice_range_negate(out, ranges[node->left]);
    case DICE_GREATEST:
        *out = dice_range_greatest(ranges[node->left], ranges[node->right]);
        return true;
    case DICE_LEAST:
        *out = dice_range_least(ranges[node->left], ranges[node->right]);
        return true;
    }
    CHECK(false);
    return false;
}
