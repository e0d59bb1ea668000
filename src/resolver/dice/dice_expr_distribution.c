/* Exact distributions of whole expressions: first of each term, in the cheapest way that its
 * suffixes allow, then of the operators above. Nodes are computed in order, and each leaves
 * only its own result in the arena, like values on a stack. */
#include "resolver/dice/dice_expr_distribution.h"

#include "resolver/dice/dice_keep.h"
#include "resolver/dice/dice_range.h"
#include "resolver/dice/dice_term.h"

/* The mass of endless chains that may be cut off in one expression. */
static const double MISSING_MAX = 1e-13;
/* Pairs of totals, or of a total and a face: a second or so. */
static const double WORK_MAX = 1e9;

static enum status too_long(struct error *err)
{
    return error_set(err, STATUS_FULL, "", "too large to enumerate in a reasonable time");
}

/* ---- one die --------------------------------------------------------------------------- */

/* Adds mass_each to the total of every face of the set. */
static void add_faces(struct distribution *values, const struct dice_term *term,
                      const struct face_set *set, bool is_further, double mass_each)
{
    for (int i = 0; i < set->spans; i++) {
        for (int face = set->span[i].low; face <= set->span[i].high; face++) {
            values->mass[dice_term_adds(term, face, is_further) - values->low] += mass_each;
        }
    }
}

static enum status zero_values(struct distribution *values, const struct dice_term *term,
                               const struct face_set *set, bool is_further, struct arena *arena,
                               struct error *err)
{
    int64_t low, high;
    face_set_adds(term, set, is_further, &low, &high);
    return distribution_zero(values, low, high, arena, err);
}

/* The distribution of what the faces of the set add, each face with its mass after re-rolls. */
static enum status first_values(struct distribution *values, const struct dice_term *term,
                                const struct face_set *set, const struct term_faces *faces,
                                struct arena *arena, struct error *err)
{
    enum status status = zero_values(values, term, set, false, arena, err);
    if (status != STATUS_OK) {
        return status;
    }
    if (!term->rerolls_once) {
        add_faces(values, term, set, false, 1.0 / face_set_size(&faces->first));
        return STATUS_OK;
    }
    int rerolled = 0;
    for (int face = faces->all.span[0].low; face <= faces->all.span[0].high; face++) {
        rerolled += dice_condition_holds(term->reroll, face);
    }
    double again = (double)rerolled / term->sides / term->sides;
    for (int i = 0; i < set->spans; i++) {
        for (int face = set->span[i].low; face <= set->span[i].high; face++) {
            bool is_rerolled = dice_condition_holds(term->reroll, face);
            values->mass[dice_term_adds(term, face, false) - values->low] +=
                again + (is_rerolled ? 0 : 1.0 / term->sides);
        }
    }
    return STATUS_OK;
}

/* ---- one die that explodes ------------------------------------------------------------- */

/* A chain, with its sign turned so that exploding faces count 0 or more. */
struct chain_parts {
    const struct dice_term *term;
    struct term_faces faces;
    enum chain_end end;
    double budget;
    struct distribution exploding, final; /* of one further die; masses add up to 1 together */
    struct distribution running; /* sums of the explosions so far, before the next die */
    double missing;              /* of a further die's chain */
    int64_t cut;                 /* the least total of what is missing */
};

/* A distribution of the negated totals, in place. */
static void turn(struct distribution *distribution)
{
    for (int i = 0; i < distribution->count / 2; i++) {
        int other = distribution->count - 1 - i;
        double mass = distribution->mass[i];
        distribution->mass[i] = distribution->mass[other];
        distribution->mass[other] = mass;
    }
    distribution->low = -(distribution->low + (distribution->count - 1));
    static const enum chain_end turned[] = {
        [CHAIN_ENDS] = CHAIN_ENDS, [CHAIN_UP] = CHAIN_DOWN, [CHAIN_DOWN] = CHAIN_UP};
    distribution->missing_end = turned[distribution->missing_end];
    distribution->missing_from = -distribution->missing_from;
}

static enum status further_values(struct distribution *values, const struct chain_parts *parts,
                                  const struct face_set *set, struct arena *arena,
                                  struct error *err)
{
    const struct dice_term *term = parts->term;
    enum status status = zero_values(values, term, set, true, arena, err);
    if (status == STATUS_OK) {
        add_faces(values, term, set, true, 1.0 / term->sides);
        if (parts->end == CHAIN_DOWN) {
            turn(values);
        }
    }
    return status;
}

/* running(t) = [t = 0] + sum of exploding(v) running(t - v): every term is non-negative, and
 * exploding values of 0 leave the sum where it is. */
static enum status run_explosions(struct chain_parts *parts, struct arena *arena,
                                  struct error *err)
{
    const struct distribution *exploding = &parts->exploding;
    int64_t most = exploding->low + exploding->count - 1;
    double chance = (double)face_set_size(&parts->faces.all_exploding) / parts->term->sides;
    double pending = chance;
    int64_t end = 0;
    while (most > 0 && pending > parts->budget && end < DISTRIBUTION_TOTALS_MAX) {
        pending *= chance;
        end += most;
    }
    if ((double)end * exploding->count > WORK_MAX) {
        return too_long(err);
    }
    enum status status = distribution_zero(&parts->running, 0, end, arena, err);
    if (status != STATUS_OK) {
        return status;
    }
    parts->cut = end + 1;
    double *running = parts->running.mass;
    double moving = 1 - distribution_at(exploding, 0);
    running[0] = 1 / moving;
    for (int64_t total = 0; total <= end; total++) {
        if (running[total] == 0) {
            continue;
        }
        running[total] /= total == 0 ? 1 : moving;
        for (int i = 0; i < exploding->count; i++) {
            int64_t value = exploding->low + i;
            if (value > 0 && total + value <= end) {
                running[total + value] += running[total] * exploding->mass[i];
            } else if (value > 0) {
                parts->missing += running[total] * exploding->mass[i];
            }
        }
    }
    return STATUS_OK;
}

/* The first die, which may be re-rolled and does not penetrate, and the dice that follow when
 * it explodes. */
static enum status first_chain(struct distribution *out, struct chain_parts *parts,
                               const struct distribution *further, struct arena *arena,
                               struct error *err)
{
    struct distribution opening;
    enum status status = first_values(&opening, parts->term, &parts->faces.first_exploding,
                                      &parts->faces, arena, err);
    if (status != STATUS_OK) {
        return status;
    }
    if (parts->end == CHAIN_DOWN) {
        turn(&opening);
    }
    struct distribution chain;
    status = distribution_add(&chain, &opening, further, arena, err);
    if (status != STATUS_OK) {
        return status;
    }
    parts->cut += opening.low;
    double exploding = distribution_at_least(&opening, opening.low);
    chain.missing = exploding * further->missing;
    if (face_set_is_empty(&parts->faces.first_final)) {
        *out = chain;
        return STATUS_OK;
    }
    struct distribution single;
    status = first_values(&single, parts->term, &parts->faces.first_final, &parts->faces, arena,
                          err);
    if (status != STATUS_OK) {
        return status;
    }
    if (parts->end == CHAIN_DOWN) {
        turn(&single);
    }
    int64_t low = single.low < chain.low ? single.low : chain.low;
    int64_t single_high = single.low + single.count - 1;
    int64_t high = chain.low + chain.count - 1;
    status = distribution_zero(out, low, single_high > high ? single_high : high, arena, err);
    if (status != STATUS_OK) {
        return status;
    }
    for (int i = 0; i < chain.count; i++) {
        out->mass[chain.low - low + i] += chain.mass[i];
    }
    for (int i = 0; i < single.count; i++) {
        out->mass[single.low - low + i] += single.mass[i];
    }
    out->missing = chain.missing;
    return STATUS_OK;
}

static enum status chain_distribution(struct distribution *out, struct chain_parts *parts,
                                      struct arena *arena, struct error *err)
{
    enum status status =
        further_values(&parts->exploding, parts, &parts->faces.all_exploding, arena, err);
    if (status == STATUS_OK) {
        status = further_values(&parts->final, parts, &parts->faces.all_final, arena, err);
    }
    if (status == STATUS_OK) {
        status = run_explosions(parts, arena, err);
    }
    struct distribution further = {0};
    if (status == STATUS_OK) {
        status = distribution_add(&further, &parts->running, &parts->final, arena, err);
    }
    if (status != STATUS_OK) {
        return status;
    }
    further.missing = parts->missing;
    parts->cut += parts->final.low;
    *out = further;
    if (parts->term->reroll.comparison != COMPARE_NONE || dice_term_penetrates(parts->term)) {
        status = first_chain(out, parts, &further, arena, err);
    }
    if (status == STATUS_OK && parts->end == CHAIN_DOWN) {
        turn(out);
    }
    return status;
}

/* ---- terms ----------------------------------------------------------------------------- */

/* The direction of a chain: the exploding faces of a term never count on both sides of 0. */
static enum chain_end find_end(const struct dice_term *term, const struct term_faces *faces)
{
    const struct face_set *exploding = &faces->all_exploding;
    if (face_set_is_empty(&faces->first_exploding)) {
        return CHAIN_ENDS;
    }
    int64_t low, high;
    face_set_adds(term, exploding, true, &low, &high);
    return low < 0 ? CHAIN_DOWN : CHAIN_UP;
}

/* Whether all totals of a chain from `total` outward score the same. */
static bool scores_same_beyond(const struct dice_term *term, int64_t total, enum chain_end end)
{
    static const int64_t FAR = (int64_t)1 << 60;
    int64_t near = dice_term_value(term, total);
    int64_t far = dice_term_value(term, end == CHAIN_UP ? FAR : -FAR);
    if (near == far) {
        return true;
    }
    bool may_meet_once =
        term->success.comparison == COMPARE_EQUAL &&
        (end == CHAIN_UP ? near <= term->success.value : near >= term->success.value);
    return term->success.comparison != COMPARE_NONE && !may_meet_once &&
           dice_term_score(term, near) == dice_term_score(term, far);
}

/* A compounded die: the sums of its chain become values, and then scores, unless `keeps`, since
 * dice are kept by their values. Mass that was cut off is put back where all of it scores the
 * same. */
static enum status compound_die(struct distribution *out, struct chain_parts *parts, bool keeps,
                                struct arena *arena, struct error *err)
{
    const struct dice_term *term = parts->term;
    struct distribution chain;
    enum status status =
        parts->end == CHAIN_ENDS
            ? first_values(&chain, term, &parts->faces.first, &parts->faces, arena, err)
            : chain_distribution(&chain, parts, arena, err);
    if (status != STATUS_OK) {
        return status;
    }
    bool is_up = parts->end != CHAIN_DOWN;
    int64_t last = is_up ? chain.low + chain.count - 1 : chain.low;
    int64_t cut = is_up ? parts->cut : -parts->cut;
    if (chain.missing > 0 &&
        scores_same_beyond(term, (cut < last) == is_up ? cut : last, parts->end)) {
        chain.mass[last - chain.low] += chain.missing;
        chain.missing = 0;
    }
    int64_t low = dice_term_value(term, chain.low);
    int64_t high = dice_term_value(term, chain.low + chain.count - 1);
    bool is_counted = term->success.comparison != COMPARE_NONE && !keeps;
    low = is_counted ? 0 : low;
    high = is_counted ? 1 : high;
    status = distribution_zero(out, low, high, arena, err);
    for (int i = 0; status == STATUS_OK && i < chain.count; i++) {
        int64_t value = dice_term_value(term, chain.low + i);
        out->mass[(keeps ? value : dice_term_score(term, value)) - low] += chain.mass[i];
    }
    out->missing = status == STATUS_OK ? chain.missing : 0;
    return status;
}

/* One die of the term, with all that it throws added up. */
static enum status one_die(struct distribution *out, struct chain_parts *parts,
                           struct arena *arena, struct error *err)
{
    if (dice_term_compounds(parts->term)) {
        return compound_die(out, parts, false, arena, err);
    }
    return parts->end == CHAIN_ENDS
               ? first_values(out, parts->term, &parts->faces.first, &parts->faces, arena, err)
               : chain_distribution(out, parts, arena, err);
}

/* The sum of `count` dice of the term, all of which count. */
static enum status sum_distribution(struct distribution *out, const struct dice_term *term,
                                    int count, double budget, struct arena *arena,
                                    struct error *err)
{
    struct chain_parts parts = {.term = term, .budget = budget / 2 / count};
    dice_term_faces(&parts.faces, term);
    parts.end = find_end(term, &parts.faces);
    struct distribution one;
    enum status status = one_die(&one, &parts, arena, err);
    if (status == STATUS_OK) {
        enum chain_end end = one.missing == 0 ? CHAIN_ENDS : parts.end;
        status = distribution_times_cut(out, &one, count, end, budget / 2, arena, err);
    }
    if (status == STATUS_OK && count == 1 && out->missing > 0 && !dice_term_compounds(term)) {
        out->missing_end = parts.end;
        out->missing_from = parts.end == CHAIN_DOWN ? -parts.cut : parts.cut;
    }
    return status;
}

/* Some of the compounded dice count. */
static enum status keep_compounded(struct distribution *out, const struct dice_term *term,
                                   double budget, struct arena *arena, struct error *err)
{
    struct chain_parts parts = {.term = term, .budget = budget / term->count};
    dice_term_faces(&parts.faces, term);
    parts.end = find_end(term, &parts.faces);
    struct distribution die;
    enum status status = compound_die(&die, &parts, true, arena, err);
    return status == STATUS_OK ? dice_keep_of_die(out, term, &die, arena, err) : status;
}

static enum status tens_and_ones(struct distribution *out, struct arena *arena,
                                 struct error *err)
{
    enum status status = distribution_zero(out, 11, 66, arena, err);
    for (int i = 0; status == STATUS_OK && i < 36; i++) {
        out->mass[i / 6 * 10 + i % 6] = 1.0 / 36;
    }
    return status;
}

static enum status term_distribution(struct distribution *out, const struct dice_term *term,
                                     double budget, struct arena *arena, struct error *err)
{
    if (term->is_tens_and_ones) {
        return tens_and_ones(out, arena, err);
    }
    struct term_faces faces;
    dice_term_faces(&faces, term);
    bool adds_dice = !face_set_is_empty(&faces.first_exploding) && !dice_term_compounds(term);
    bool all_count = term->keep == KEEP_ALL ||
                     (!adds_dice && dice_term_kept(term, term->count) == term->count);
    if (!all_count && term->count > 0 && dice_term_compounds(term)) {
        return keep_compounded(out, term, budget, arena, err);
    }
    if (!all_count && term->count > 0) {
        return dice_keep_distribution(out, term, budget, arena, err);
    }
    if (term->count > 0) {
        return sum_distribution(out, term, term->count, budget, arena, err);
    }
    enum status status = distribution_zero(out, 0, 0, arena, err);
    if (status == STATUS_OK) {
        out->mass[0] = 1;
    }
    return status;
}

/* ---- operators ------------------------------------------------------------------------- */

static struct dice_range range_of(const struct distribution *distribution)
{
    return (struct dice_range){
        .low = distribution->low,
        .high = distribution->low + (distribution->count - 1),
    };
}

static bool is_certain(const struct distribution *distribution)
{
    return distribution->count == 1 && distribution->missing == 0;
}

/* Leaves out impossible totals at both ends, which may lie beyond the range of the expression;
 * a divisor that is never 0 then has no total of 0. */
static void trim(struct distribution *distribution)
{
    while (distribution->count > 1 && distribution->mass[0] == 0) {
        distribution->mass++;
        distribution->low++;
        distribution->count--;
    }
    while (distribution->count > 1 && distribution->mass[distribution->count - 1] == 0) {
        distribution->count--;
    }
}

/* Product or quotient: every pair of totals. */
static enum status combine_pairs(struct distribution *out, enum dice_operator op,
                                 struct distribution *a, struct distribution *b,
                                 struct arena *arena, struct error *err)
{
    trim(a);
    trim(b);
    if ((double)a->count * b->count > WORK_MAX / 4) {
        return too_long(err);
    }
    struct dice_range range;
    bool is_possible = op == DICE_MULTIPLY
                           ? dice_range_multiply(&range, range_of(a), range_of(b))
                           : dice_range_divide(&range, range_of(a), range_of(b));
    CHECK(is_possible); /* the parser has checked it */
    enum status status = distribution_zero(out, range.low, range.high, arena, err);
    if (status != STATUS_OK) {
        return status;
    }
    for (int i = 0; i < a->count; i++) {
        int64_t left = a->low + i;
        for (int j = 0; j < b->count && a->mass[i] > 0; j++) {
            int64_t right = b->low + j;
            int64_t total = op == DICE_MULTIPLY ? left * right : dice_divide(left, right);
            out->mass[total - range.low] += a->mass[i] * b->mass[j];
        }
    }
    out->missing = a->missing + b->missing - a->missing * b->missing;
    return STATUS_OK;
}

/* The missing mass of a is less than b in any case: it may be put at a's least total. */
static void put_missing_below(struct distribution *a, const struct distribution *b)
{
    bool b_is_known = b->missing == 0 || b->missing_end == CHAIN_UP;
    if (a->missing_end == CHAIN_DOWN && a->missing_from <= b->low && a->low <= b->low &&
        b_is_known) {
        a->mass[0] += a->missing;
        a->missing = 0;
    }
}

/* The greater of two is a given total when one of them is and the other is at most that. With
 * both negated this gives the lesser. */
static enum status combine_greatest(struct distribution *out, struct distribution *a,
                                    struct distribution *b, struct arena *arena,
                                    struct error *err)
{
    put_missing_below(a, b);
    put_missing_below(b, a);
    int64_t a_high = a->low + (a->count - 1);
    int64_t b_high = b->low + (b->count - 1);
    int64_t low = a->low > b->low ? a->low : b->low;
    enum status status =
        distribution_zero(out, low, a_high > b_high ? a_high : b_high, arena, err);
    if (status != STATUS_OK) {
        return status;
    }
    double a_below = 0; /* below the next total */
    double b_up_to = 0;
    int i = 0;
    int k = 0;
    for (int n = 0; n < out->count; n++) {
        int64_t total = low + n;
        for (; i < a->count && a->low + i < total; i++) {
            a_below += a->mass[i];
        }
        for (; k < b->count && b->low + k <= total; k++) {
            b_up_to += b->mass[k];
        }
        out->mass[n] =
            distribution_at(a, total) * b_up_to + distribution_at(b, total) * a_below;
    }
    out->missing = a->missing + b->missing - a->missing * b->missing;
    return STATUS_OK;
}

static enum status combine_least(struct distribution *out, struct distribution *a,
                                 struct distribution *b, struct arena *arena, struct error *err)
{
    turn(a);
    turn(b);
    enum status status = combine_greatest(out, a, b, arena, err);
    if (status == STATUS_OK) {
        turn(out);
    }
    return status;
}

/* The distribution of one node, from those of its operands, which it may change. */
static enum status node_distribution(struct distribution *out, const struct dice_node *node,
                                     struct distribution *results, double budget,
                                     struct arena *arena, struct error *err)
{
    struct distribution *left = &results[node->left];
    struct distribution *right = &results[node->right];
    enum status status;
    switch (node->op) {
    case DICE_NUMBER:
        status = distribution_zero(out, node->number, node->number, arena, err);
        if (status == STATUS_OK) {
            out->mass[0] = 1;
        }
        return status;
    case DICE_TERM:
        return term_distribution(out, &node->term, budget, arena, err);
    case DICE_SUBTRACT:
    case DICE_ADD:
        if (node->op == DICE_SUBTRACT) {
            turn(right);
        }
        if (is_certain(right)) { /* a constant only moves the totals */
            *out = *left;
            out->low += right->low;
            out->missing_from += out->missing_end != CHAIN_ENDS ? right->low : 0;
            return STATUS_OK;
        }
        return distribution_add(out, left, right, arena, err);
    case DICE_MULTIPLY:
    case DICE_DIVIDE:
        return combine_pairs(out, node->op, left, right, arena, err);
    case DICE_NEGATE:
        *out = *left;
        turn(out);
        return STATUS_OK;
    case DICE_GREATEST:
        return combine_greatest(out, left, right, arena, err);
    case DICE_LEAST:
        return combine_least(out, left, right, arena, err);
    }
    CHECK(false);
    return STATUS_USAGE;
}

static enum status expr_distribution(struct distribution *out, const struct dice_expr *expr,
                                     double budget, struct arena *arena, struct error *err)
{
    struct distribution result[DICE_NODES_MAX];
    size_t mark[DICE_NODES_MAX];
    for (int i = 0; i < expr->nodes; i++) {
        const struct dice_node *node = &expr->node[i];
        bool is_leaf = node->op == DICE_NUMBER || node->op == DICE_TERM;
        mark[i] = is_leaf ? arena->used : mark[node->left];
        enum status status = node_distribution(&result[i], node, result, budget, arena, err);
        if (status != STATUS_OK) {
            return status;
        }
        distribution_settle(&result[i], arena, mark[i]);
    }
    *out = result[expr->root];
    return STATUS_OK;
}

enum status dice_expr_distribution(struct distribution *out, const struct dice_expr *expr,
                                   struct arena *arena, struct error *err)
{
    return dice_expr_distribution_times(out, expr, 1, arena, err);
}

enum status dice_expr_distribution_times(struct distribution *out, const struct dice_expr *expr,
                                         int times, struct arena *arena, struct error *err)
{
    CHECK(times >= 0);
    size_t mark = arena->used;
    struct distribution one;
    /* Each term may cut off its part, each time it is thrown. */
    double budget = MISSING_MAX / (expr->nodes * (times > 1 ? (double)times : 1));
    enum status status = expr_distribution(&one, expr, budget, arena, err);
    if (status == STATUS_OK && times != 1) {
        struct distribution sum;
        status = distribution_times(&sum, &one, times, arena, err);
        one = sum;
    }
    if (status != STATUS_OK) {
        arena->used = mark;
        return status;
    }
    distribution_settle(&one, arena, mark);
    *out = one;
    return STATUS_OK;
}

/* ---- how long it would take ------------------------------------------------------------ */

/* An endless chain is cut after a few times its total without explosions. */
enum { CHAIN_STRETCH = 5 };

/* The approximate number of totals of a node. */
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

/* When all dice count they are added one by one; to keep some, every face is visited too. */
static double term_work(const struct dice_term *term)
{
    double work = term_totals(term) * term->count + term->sides;
    double faces =
        dice_term_compounds(term) ? (double)CHAIN_STRETCH * term->sides : term->sides;
    return term->keep == KEEP_ALL ? work : work * faces;
}

double dice_expr_work(const struct dice_expr *expr, int times)
{
    struct dice_range range[DICE_NODES_MAX];
    double totals[DICE_NODES_MAX];
    double work = 0;
    for (int i = 0; i < expr->nodes; i++) {
        const struct dice_node *node = &expr->node[i];
        bool is_possible = dice_node_range(&range[i], node, range);
        CHECK(is_possible); /* the parser has checked it */
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
    /* By repeated doubling: the last step multiplies two halves. */
    return times == 1 ? work : work + whole * whole * times * times / 3;
}
