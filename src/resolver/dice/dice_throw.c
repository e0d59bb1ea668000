/* The verb dice_total of dice.h: a dice expression thrown with a source of dice.
 *
 * Terms are thrown from left to right and their dice one after the other; each die is followed
 * at once by its re-rolls, and then by the further dice of its explosions. Every face is in the
 * trace, so giving those faces repeats the throw. */
#include "resolver/dice/dice.h"

#include <string.h>

#include "base/utf8.h"
#include "resolver/dice/dice_expr_distribution.h"
#include "resolver/dice/dice_term.h"
#include "resolver/dice/dice_expr.h"

/* The kind of this verb's tables, distinct from those of dice.c. */
enum { TABLE_TOTAL = 16 };

/* At most this many dice can be held to keep or drop some; a longer row can only be added
 * up. */
enum { HELD_MAX = 16384 };

struct held;

/* The running result of a term, while its dice fall. */
struct tally {
    const struct dice_term *term;
    struct held *held; /* NULL: all of them count */
    int sign;          /* lowest dice are held as negated values */
    int64_t score;     /* of all */
    bool has_room;
};

struct throwing {
    struct dice *dice;
    struct trace_step *step;
    struct source why;
    int thrown;                    /* faces so far, re-rolls and explosions among them */
    int missing;                   /* dice of the expression not thrown yet */
    bool is_plain;                 /* all dice are generated and no caller wants the faces */
    struct tally tally;            /* of the term whose dice fall, when all of them count */
    int64_t value[DICE_NODES_MAX]; /* of the nodes of the expression, as far as it was thrown */
};

/* ---- the highest or lowest dice -------------------------------------------------------- */

/* The `limit` greatest values so far, as a heap with the least of them on top. Lowest dice are
 * held as negated values. */
struct held {
    int n, limit;
    int value[HELD_MAX];
};

static void swap_values(struct held *held, int i, int j)
{
    int value = held->value[i];
    held->value[i] = held->value[j];
    held->value[j] = value;
}

static void sink_top(struct held *held)
{
    for (int i = 0;;) {
        int least = i;
        for (int child = 2 * i + 1; child <= 2 * i + 2 && child < held->n; child++) {
            least = held->value[child] < held->value[least] ? child : least;
        }
        if (least == i) {
            return;
        }
        swap_values(held, i, least);
        i = least;
    }
}

/* False when there are more dice than can be held. */
static bool hold(struct held *held, int value)
{
    if (held->n < held->limit) {
        if (held->n == HELD_MAX) {
            return false;
        }
        int i = held->n++;
        held->value[i] = value;
        while (i > 0 && held->value[(i - 1) / 2] > held->value[i]) {
            swap_values(held, i, (i - 1) / 2);
            i = (i - 1) / 2;
        }
        return true;
    }
    if (held->n > 0 && value > held->value[0]) {
        held->value[0] = value;
        sink_top(held);
    }
    return true;
}

/* The score of the dice that are held. */
static int64_t held_score(const struct held *held, const struct dice_term *term, int sign)
{
    int64_t score = 0;
    for (int i = 0; i < held->n; i++) {
        score += dice_term_score(term, (int64_t)sign * held->value[i]);
    }
    return score;
}

/* ---- terms ----------------------------------------------------------------------------- */

static int draw(struct throwing *throwing, const struct dice_term *term)
{
    struct face_range range = {dice_term_low_face(term), dice_term_high_face(term)};
    if (throwing->thrown == DICE_THROWN_MAX) {
        dice_fail(throwing->dice, STATUS_FULL, "more than 1,000,000 dice in one roll");
        return range.low;
    }
    throwing->thrown++;
    if (throwing->is_plain) {
        int sides = range.high - range.low + 1;
        return dice_stream_face(&throwing->dice->stream, sides) - 1 + range.low;
    }
    int missing = throwing->missing > 0 ? throwing->missing : 1;
    return dice_draw_between(throwing->dice, throwing->step, range, missing, throwing->why);
}

/* The sum of generated dice that are thrown once and count what they show, without their
 * faces. */
static bool is_plain_throw(const struct throwing *throwing, const struct dice_term *term)
{
    return throwing->is_plain && dice_term_is_plain(term);
}

static void tally_die(struct tally *tally, int64_t shown)
{
    int64_t value = dice_term_value(tally->term, shown);
    tally->score += dice_term_score(tally->term, value);
    if (tally->held != NULL) {
        tally->has_room = tally->has_room && value <= INT32_MAX &&
                          hold(tally->held, tally->sign * (int)value);
    }
}

static void throw_dice(struct throwing *throwing, struct tally *tally)
{
    const struct dice_term *term = tally->term;
    bool compounds = dice_term_compounds(term);
    for (int i = 0; i < term->count && !dice_is_stuck(throwing->dice); i++) {
        /* The face of a die of the term after its re-rolls. */
        int face = draw(throwing, term);
        while (dice_condition_holds(term->reroll, face) && !dice_is_stuck(throwing->dice)) {
            trace_mark_last(throwing->dice->trace, throwing->step, TRACE_REROLLED);
            face = draw(throwing, term);
            if (term->rerolls_once) {
                break;
            }
        }
        int64_t shown = face;
        throwing->missing--;
        while (dice_condition_holds(term->explode, face) && !dice_is_stuck(throwing->dice)) {
            trace_mark_last(throwing->dice->trace, throwing->step, TRACE_EXPLODED);
            if (!compounds) {
                tally_die(tally, shown);
                shown = 0;
            }
            face = draw(throwing, term);
            shown += dice_term_shown(term, face, true);
        }
        tally_die(tally, shown);
    }
}

/* All dice of a term count: nothing needs to be held. */
static int64_t throw_all(struct throwing *throwing, const struct dice_term *term)
{
    if (is_plain_throw(throwing, term)) {
        throwing->thrown += term->count;
        throwing->missing -= term->count;
        return dice_stream_sum(&throwing->dice->stream, term->count, term->sides);
    }
    throwing->tally = (struct tally){.term = term};
    throw_dice(throwing, &throwing->tally);
    return throwing->tally.score;
}

/* Finds the next die of the term among the faces from *at on, which are split into dice by
 * their marks: its first face and its value. *at moves past its last face. */
static int64_t read_die(const struct throwing *throwing, const struct dice_term *term, int *at,
                        int *first)
{
    const struct trace *trace = throwing->dice->trace;
    const struct trace_step *step = throwing->step;
    const uint8_t *mark = trace->mark + step->face_first;
    const int32_t *face = trace->face + step->face_first;
    while ((mark[*at] & TRACE_REROLLED) != 0) {
        ++*at;
    }
    *first = *at;
    bool is_further = *at > 0 && (mark[*at - 1] & TRACE_EXPLODED) != 0;
    int64_t shown = dice_term_shown(term, face[*at], is_further);
    while (dice_term_compounds(term) && (mark[*at] & TRACE_EXPLODED) != 0) {
        shown += face[++*at];
    }
    ++*at;
    return dice_term_value(term, shown);
}

/* Marks the dice that do not count, from this face of the throw on. When only some of several
 * equal dice count, the first ones count. */
static void mark_dropped(struct throwing *throwing, const struct tally *tally, bool is_drop,
                         int from)
{
    const struct held *held = tally->held;
    int faces = throwing->step != NULL ? throwing->step->face_count : 0;
    int limit = held->n > 0 ? held->value[0] : INT32_MAX; /* of those that are named */
    int first;
    int equal = 0; /* dice exactly at the limit, and how many of them are named */
    int named = 0;
    for (int at = from; at < faces;) {
        equal += tally->sign * read_die(throwing, tally->term, &at, &first) == limit;
    }
    for (int i = 0; i < held->n; i++) {
        named += held->value[i] == limit;
    }
    int seen = 0;
    for (int at = from; at < faces;) {
        int64_t value = tally->sign * read_die(throwing, tally->term, &at, &first);
        bool is_named = value > limit;
        if (value == limit) {
            is_named = is_drop ? seen >= equal - named : seen < named;
            seen++;
        }
        for (int i = first; is_named == is_drop && i < at; i++) {
            trace_mark(throwing->dice->trace, throwing->step, i, TRACE_DROPPED);
        }
    }
}

static int64_t throw_some_explained(struct throwing *throwing, const struct dice_term *term,
                                    struct dice_holding holding)
{
    struct held held;
    held.n = 0;
    held.limit = holding.limit;
    struct tally tally = {
        .term = term, .held = &held, .sign = holding.is_high ? 1 : -1, .has_room = true};
    int from = throwing->step != NULL ? throwing->step->face_count : 0;
    throw_dice(throwing, &tally);
    if (!tally.has_room) {
        dice_fail(throwing->dice, STATUS_FULL,
                  "too many dice, or too large ones, to keep or drop some of them");
        return 0;
    }
    if (!dice_is_stuck(throwing->dice)) {
        mark_dropped(throwing, &tally, holding.is_drop, from);
    }
    int64_t named = held_score(&held, term, tally.sign);
    return holding.is_drop ? tally.score - named : named;
}

static int64_t throw_some(struct throwing *throwing, const struct dice_term *term)
{
    struct dice_holding holding = dice_term_holding(term);
    if (!is_plain_throw(throwing, term)) {
        return throw_some_explained(throwing, term, holding);
    }
    throwing->thrown += term->count;
    throwing->missing -= term->count;
    /* Generated dice that are thrown once each. */
    struct held held;
    held.n = 0;
    held.limit = holding.limit;
    int sign = holding.is_high ? 1 : -1;
    int64_t sum = 0;
    for (int i = 0; i < term->count; i++) {
        int face = dice_stream_face(&throwing->dice->stream, term->sides);
        sum += face;
        bool is_beaten = held.n == held.limit && (held.n == 0 || sign * face <= held.value[0]);
        if (!is_beaten) {
            hold(&held, sign * face); /* at most half of DICE_COUNT_MAX find room */
        }
    }
    int64_t named = held_score(&held, term, sign);
    return holding.is_drop ? sum - named : named;
}

static int64_t throw_term(struct throwing *throwing, const struct dice_term *term)
{
    if (term->is_tens_and_ones) {
        /* Two dice read as digits. */
        int tens = draw(throwing, term);
        throwing->missing--;
        int ones = draw(throwing, term);
        throwing->missing--;
        return tens * 10 + ones;
    }
    return term->keep == KEEP_ALL ? throw_all(throwing, term) : throw_some(throwing, term);
}

/* ---- expressions ----------------------------------------------------------------------- */

/* The value of an operator whose operands have theirs. */
static int64_t operate(const struct dice_node *node, const int64_t value[])
{
    int64_t left = value[node->left];
    int64_t right = node->op == DICE_NEGATE ? 0 : value[node->right];
    switch (node->op) {
    case DICE_ADD:
        return left + right;
    case DICE_SUBTRACT:
        return left - right;
    case DICE_MULTIPLY:
        return left * right;
    case DICE_DIVIDE:
        return dice_divide(left, right);
    case DICE_NEGATE:
        return -left;
    case DICE_GREATEST:
        return left > right ? left : right;
    case DICE_LEAST:
        return left > right ? right : left;
    case DICE_NUMBER:
    case DICE_TERM:
        break;
    }
    CHECK(false);
    return 0;
}

static int64_t throw_once(struct throwing *throwing, const struct dice_expr *expr)
{
    int64_t *value = throwing->value;
    for (int i = 0; i < expr->nodes; i++) {
        const struct dice_node *node = &expr->node[i];
        if (node->op == DICE_NUMBER) {
            value[i] = node->number;
        } else if (node->op == DICE_TERM) {
            value[i] = throw_term(throwing, &node->term);
            if (dice_is_stuck(throwing->dice)) {
                return 0; /* faces that were not drawn prove nothing about the operators */
            }
        } else {
            value[i] = operate(node, value);
        }
    }
    return value[expr->root];
}

/* The term of a simple expression. */
static int64_t throw_simple(const struct dice_term *term, struct dice_stream *stream)
{
    if (term->keep == KEEP_ALL) {
        return dice_stream_sum(stream, term->count, term->sides);
    }
    struct dice_holding holding = dice_term_holding(term);
    int least, greatest;
    int64_t sum = dice_stream_range(stream, term->count, term->sides, &least, &greatest);
    int apart = holding.is_high ? greatest : least;
    return holding.is_drop ? sum - apart : apart;
}

int64_t dice_expr_throw(const struct dice_expr *expr, struct dice_stream *stream)
{
    int64_t value[DICE_NODES_MAX];
    for (int i = 0; i < expr->nodes; i++) {
        const struct dice_node *node = &expr->node[i];
        value[i] = node->op == DICE_NUMBER ? node->number
                   : node->op == DICE_TERM ? throw_simple(&node->term, stream)
                                           : operate(node, value);
    }
    return value[expr->root];
}

/* "3x(2d6)"; what does not fit ends in dots. */
static void write_times(char *buf, int size, const struct dice_expr *expr, int times)
{
    TEXT_BUFFER(whole, DICE_WRITTEN_SIZE + 16);
    text_add(&whole, "%dx(%s)", times, expr->written);
    struct text text = text_over(buf, size);
    text_add_str(&text, (struct str){whole.p, whole.n});
    if (text.is_cut) {
        text.n = utf8_whole((struct str){buf, text.n < size - 4 ? text.n : size - 4});
        text.is_cut = false;
        text_add(&text, "...");
    }
}

/* The least and greatest sum of all throws; a fault when it could leave 64 bits. */
static bool sum_bounds(struct dice *dice, const struct dice_expr *expr, int times,
                       struct source why, int64_t *low, int64_t *high)
{
    struct dice_range one = {0};
    struct dice_range all;
    dice_expr_bounds(expr, &one.low, &one.high);
    if (!dice_range_multiply(&all, one, (struct dice_range){.low = times, .high = times})) {
        dice_fail(dice, STATUS_FULL, "the total could be beyond 64 bits (%s)", why.label);
        return false;
    }
    *low = all.low;
    *high = all.high;
    return true;
}

static bool is_within_limit(struct dice *dice, int dice_once, int times)
{
    if ((int64_t)dice_once * times > DICE_THROWN_MAX) {
        dice_fail(dice, STATUS_FULL, "more than 1,000,000 dice in one roll");
        return false;
    }
    return true;
}

/* Called for every total; the expression is examined only for the first. */
static int64_t enumerate_total(struct dice *dice, const struct dice_expr *expr, int times,
                               struct source why)
{
    struct dice_table *slot;
    struct dice_table_key key = {.kind = TABLE_TOTAL, .a = times, .expr = expr};
    const struct distribution *table = dice_table_find(dice, &key, &slot);
    if (table == NULL) {
        int64_t low;
        int64_t high;
        if (slot == NULL || !is_within_limit(dice, dice_expr_dice(expr), times) ||
            !sum_bounds(dice, expr, times, why, &low, &high) ||
            !dice_can_work(dice, dice_expr_work(expr, times))) {
            return 0;
        }
        struct error err;
        enum status status =
            dice_expr_distribution_times(&slot->distribution, expr, times, dice->arena, &err);
        if (status != STATUS_OK) {
            dice_fail(dice, status, "%s", err.text);
            return 0;
        }
        table = &slot->distribution;
    }
    return table->low + dice_branch(dice, table->mass, table->count, table->missing);
}

/* A total that was entered has to be one that the dice can come to. */
static void check_entered(struct dice *dice, const struct dice_expr *expr, int times,
                          int64_t total)
{
    struct dice_total_near near;
    if (dice_totals_hold(expr, times, total, &near)) {
        return;
    }
    bool has_both = near.below < total && near.above > total;
    TEXT_BUFFER(nearest, 80);
    text_add(&nearest, "%lld", (long long)(near.below < total ? near.below : near.above));
    if (has_both) {
        text_add(&nearest, " and %lld", (long long)near.above);
    }
    dice_fail(dice, STATUS_USAGE, "a total of %lld is not possible on %s: the nearest %s %s",
              (long long)total, expr->written, has_both ? "are" : "is", nearest.p);
}

int64_t dice_total(struct dice *dice, const struct dice_expr *expr, int times,
                   struct source why)
{
    CHECK(times >= 0);
    if (times == 0 || dice_is_stuck(dice)) {
        return 0;
    }
    if (dice->path != NULL) {
        return enumerate_total(dice, expr, times, why);
    }
    int dice_once = dice_expr_dice(expr);
    if (!is_within_limit(dice, dice_once, times)) {
        return 0;
    }
    /* One throw is always within 64 bits; its ends are needed only for a total that is given or
     * asked for. */
    int64_t low = INT64_MIN;
    int64_t high = INT64_MAX;
    if ((times > 1 || dice->entered_count > 0 || dice->kept != NULL || dice->asks) &&
        !sum_bounds(dice, expr, times, why, &low, &high)) {
        return 0;
    }
    struct throwing throwing; /* not cleared: the values are many */
    throwing.dice = dice;
    throwing.step = NULL;
    throwing.why = why;
    throwing.thrown = 0;
    throwing.missing = dice_once * times;
    bool is_told = dice->trace != NULL && !dice->trace->is_bare;
    throwing.is_plain =
        dice->entered_count == 0 && dice->kept == NULL && !dice->asks && !is_told;
    if (throwing.is_plain && times == 1) {
        struct trace_step *step = dice_once > 0 ? dice_begin(dice, "", why) : NULL;
        int64_t thrown = expr->is_simple ? dice_expr_throw(expr, &dice->stream)
                                         : throw_once(&throwing, expr);
        dice_end(dice, step, thrown);
        return thrown;
    }
    if (dice_once == 0) { /* only numbers: nothing is thrown */
        return times * throw_once(&throwing, expr);
    }
    char several[TRACE_DICE_SIZE];
    if (times > 1) {
        write_times(several, sizeof several, expr, times);
    }
    throwing.step = dice_begin(dice, times > 1 ? several : expr->written, why);
    int64_t total = 0;
    int entered = dice->entered_used;
    if (dice_take_total(dice, throwing.step, low, high, &total)) {
        if (dice->entered_used > entered) { /* what is kept has fallen */
            check_entered(dice, expr, times, total);
        }
    } else {
        for (int i = 0; i < times && !dice_is_stuck(dice); i++) {
            total += throw_once(&throwing, expr);
        }
    }
    dice_end(dice, throwing.step, total);
    return total;
}
