/* What one term of a dice expression (NdS with its suffixes) does to faces.
 *
 * The parser's checks, the throw and the distribution share these few facts, so that none of
 * them has its own idea of a suffix. Sets of faces are kept as spans: a condition always holds
 * on one. What is asked for every die stands here to be inlined. */
#ifndef REFEREE_RESOLVER_DICE_DICE_TERM_H
#define REFEREE_RESOLVER_DICE_DICE_TERM_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "resolver/dice/dice_expr.h"

/* ---- ranges ---------------------------------------------------------------------------- */

/* The least and the greatest total of a part of a dice expression.
 *
 * Interval arithmetic over independent parts, so the ends are reached. Every operation tells
 * whether it could leave 64 bits: an expression whose ranges all exist can be thrown, given and
 * enumerated without a further check. */
/* An open side ends only at the limit on dice thrown in one roll; the number is that bound. */
struct dice_range {
    int64_t low, high;
    bool is_low_open, is_high_open;
};

bool dice_range_has_zero(struct dice_range range);

/* Each returns false, with *out untouched, when a result could leave 64 bits. */
bool dice_range_multiply(struct dice_range *out, struct dice_range a, struct dice_range b);
/* b must not hold 0. */
bool dice_range_divide(struct dice_range *out, struct dice_range a, struct dice_range b);

/* The quotient, rounded toward minus infinity. The divisor is not 0, and the pair is not
 * INT64_MIN and -1. */
int64_t dice_divide(int64_t dividend, int64_t divisor);

/* ---- terms ----------------------------------------------------------------------------- */

enum { FACE_SPANS_MAX = 4 };

/* Faces in rising order. */
struct face_set {
    int spans;
    struct {
        int low, high;
    } span[FACE_SPANS_MAX];
};

/* The faces of a term: every face of the die, those a die can show after its re-rolls, and both
 * split into those that explode and those that do not. */
struct term_faces {
    struct face_set all, first;
    struct face_set all_exploding, all_final;
    struct face_set first_exploding, first_final;
};

static inline int dice_term_low_face(const struct dice_term *term)
{
    return term->is_fudge ? -1 : 1;
}
static inline int dice_term_high_face(const struct dice_term *term)
{
    return term->is_fudge ? 1 : term->sides;
}
/* Each die is thrown once and counts what it shows. */
bool dice_term_is_plain(const struct dice_term *term);
/* Which dice are held while they fall: this many of the highest, or of the lowest. When the
 * number of dice is known, either those that count or the others are held, whichever are
 * fewer. */
struct dice_holding {
    int limit;
    bool is_high;
    bool is_drop; /* the dice that are held do not count */
};
struct dice_holding dice_term_holding(const struct dice_term *term);
/* Narrows low to high to the numbers for which the condition holds: a span, empty when low >
 * high. */
void dice_condition_span(struct dice_condition condition, int64_t *low, int64_t *high);
/* COMPARE_NONE holds for no face. */
static inline bool dice_condition_holds(struct dice_condition condition, int64_t face)
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
/* A face becomes a number in three steps. First, what the die shows: further dice of an
 * explosion that penetrates show one less. Second, its value after clamping, by which dice are
 * kept. Third, its score: the value, or 1 or 0 where successes are counted. A compounded die
 * takes the last two steps with the sum of all that it showed. */
int dice_term_shown(const struct dice_term *term, int face, bool is_further);
static inline int64_t dice_term_value(const struct dice_term *term, int64_t shown)
{
    if (term->has_minimum && shown < term->minimum) {
        return term->minimum;
    }
    return term->has_maximum && shown > term->maximum ? term->maximum : shown;
}
static inline int64_t dice_term_score(const struct dice_term *term, int64_t value)
{
    if (term->success.comparison == COMPARE_NONE) {
        return value;
    }
    return dice_condition_holds(term->success, value) ? 1 : 0;
}
/* What a face adds to the sum of its chain: its score, or for a compounded chain what it
 * shows. */
int64_t dice_term_adds(const struct dice_term *term, int face, bool is_further);
static inline bool dice_term_compounds(const struct dice_term *term)
{
    return term->explosion == EXPLODE_COMPOUND;
}
static inline bool dice_term_penetrates(const struct dice_term *term)
{
    return term->explosion == EXPLODE_PENETRATE;
}
/* How many of `dice` dice count, explosions among them. */
int dice_term_kept(const struct dice_term *term, int dice);

void dice_term_faces(struct term_faces *out, const struct dice_term *term);
bool face_set_is_empty(const struct face_set *set);
int face_set_size(const struct face_set *set);
/* The least and the greatest that a face of the set adds; the set is not empty. */
void face_set_adds(const struct dice_term *term, const struct face_set *set, bool is_further,
                   int64_t *low, int64_t *high);

/* The least and greatest total of the term, which must end: neither `first` nor `all_final` is
 * empty. */
struct dice_range dice_term_range(const struct dice_term *term);
/* The range of a node, from the ranges of the nodes before it; false when that could leave 64
 * bits. A divisor's range must not hold 0. */
bool dice_node_range(struct dice_range *out, const struct dice_node *node,
                     const struct dice_range *ranges);

#endif
