#include "resolver/dice/dice_term.h"

#include <string.h>

#include "base/status.h"

int dice_term_low_face(const struct dice_term *term)
{
    return term->is_fudge ? -1 : 1;
}

int dice_term_high_face(const struct dice_term *term)
{
    return term->is_fudge ? 1 : term->sides;
}

bool dice_condition_holds(struct dice_condition condition, int face)
{
    switch (condition.comparison) {
    case COMPARE_NONE:
        return false;
    case COMPARE_EQUAL:
        return face == condition.value;
    case COMPARE_MORE:
        return face > condition.value;
    case COMPARE_AT_LEAST:
        return face >= condition.value;
    case COMPARE_LESS:
        return face < condition.value;
    case COMPARE_AT_MOST:
        return face <= condition.value;
    }
    CHECK(false);
    return false;
}

int dice_term_value(const struct dice_term *term, int face)
{
    if (term->has_minimum && face < term->minimum) {
        return term->minimum;
    }
    return term->has_maximum && face > term->maximum ? term->maximum : face;
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

static int lowest(const struct face_set *set)
{
    return set->span[0].low;
}

static int highest(const struct face_set *set)
{
    return set->span[set->spans - 1].high;
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

/* The faces low to high for which the condition holds: a span, empty when low > high. */
static void condition_span(struct dice_condition condition, int *low, int *high)
{
    int value = condition.value;
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

/* Parts a set into the faces for which a condition holds and the others. */
static void part(struct face_set *holding, struct face_set *others, const struct face_set *set,
                 struct dice_condition condition)
{
    memset(holding, 0, sizeof *holding);
    memset(others, 0, sizeof *others);
    for (int i = 0; i < set->spans; i++) {
        int low = set->span[i].low;
        int high = set->span[i].high;
        int from = low;
        int to = high;
        condition_span(condition, &from, &to);
        if (from > to) {
            put_span(others, low, high);
            continue;
        }
        put_span(others, low, from - 1);
        put_span(holding, from, to);
        put_span(others, to + 1, high);
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

/* All dice count, and some explode. A chain is shortest when it ends at once or after one
 * explosion; it is endless on the side to which its exploding faces push it. */
static struct dice_range chains_range(const struct dice_term *term,
                                      const struct term_faces *faces)
{
    int64_t low = (int64_t)dice_term_value(term, lowest(&faces->first_exploding)) +
                  dice_term_value(term, lowest(&faces->all_final));
    int64_t high = (int64_t)dice_term_value(term, highest(&faces->first_exploding)) +
                   dice_term_value(term, highest(&faces->all_final));
    if (!face_set_is_empty(&faces->first_final)) {
        low = least(low, dice_term_value(term, lowest(&faces->first_final)));
        high = greatest(high, dice_term_value(term, highest(&faces->first_final)));
    }
    struct dice_range range = {
        .low = term->count * low,
        .high = term->count * high,
        .is_low_open = dice_term_value(term, lowest(&faces->all_exploding)) < 0,
        .is_high_open = dice_term_value(term, highest(&faces->all_exploding)) > 0,
    };
    if (range.is_low_open) {
        range.low = (int64_t)DICE_THROWN_MAX * dice_term_value(term, lowest(&faces->all));
    }
    if (range.is_high_open) {
        range.high = (int64_t)DICE_THROWN_MAX * dice_term_value(term, highest(&faces->all));
    }
    return range;
}

/* Some dice count, and some explode: as many dice count as the suffix lets, each between the
 * least and the greatest face. */
static struct dice_range kept_chains_range(const struct dice_term *term,
                                           const struct term_faces *faces)
{
    int64_t fewest = dice_term_kept(term, term->count);
    int64_t most = dice_term_kept(term, DICE_THROWN_MAX);
    int64_t low = dice_term_value(term, lowest(&faces->all));
    int64_t high = dice_term_value(term, highest(&faces->all));
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
    if (!face_set_is_empty(&faces.first_exploding)) {
        return term->keep == KEEP_ALL ? chains_range(term, &faces)
                                      : kept_chains_range(term, &faces);
    }
    int64_t kept = dice_term_kept(term, term->count);
    return (struct dice_range){
        .low = kept * dice_term_value(term, lowest(&faces.first)),
        .high = kept * dice_term_value(term, highest(&faces.first)),
    };
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
