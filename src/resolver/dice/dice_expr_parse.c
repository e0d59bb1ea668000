/* Reads dice notation by recursive descent:
 *
 *   sum     = product { ("+" | "-") product }
 *   product = signed { ("*" | "x" | "/") signed }
 *   signed  = { "-" | "+" } ( "(" sum ")" | number | die | ( "max" | "min" ) list )
 *   list    = "(" sum "," sum { "," sum } ")"
 *   die     = [ number ] "d" ( number | "%" | "F" ) { suffix }
 *
 * and a label in brackets after a number or a die.
 *
 * Every node is checked when it is made: the ranges of its operands prove that it can neither
 * overflow nor divide by zero. The first mistake is kept with its place; everything after it
 * returns NOWHERE up to the top. */
#include "resolver/dice/dice_expr.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "resolver/dice/dice_foreign.h"
#include "resolver/dice/dice_range.h"
#include "resolver/dice/dice_reader.h"
#include "resolver/dice/dice_term.h"

enum { NOWHERE = -1, CLAMP_MAX = 1000000000, FOREIGN_SIZE = 200 };

_Static_assert(DICE_NODES_MAX / 2 * DICE_COUNT_MAX <= DICE_THROWN_MAX,
               "no expression throws too many dice before explosions and re-rolls");

struct parser {
    struct dice_reader reader;
    int depth;
    int *times; /* NULL: a roll cannot be repeated here */
    struct dice_expr expr;
    int place[DICE_NODES_MAX]; /* where each node is written, for errors */
    struct dice_range range[DICE_NODES_MAX];
};

/* ---- nodes ----------------------------------------------------------------------------- */

static const char *total_text(int64_t total, char *buf, int size)
{
    snprintf(buf, (size_t)size, "%lld", (long long)total);
    return buf;
}

/* A cleared node; its index is expr.nodes until finish_node counts it. */
static struct dice_node *new_node(struct parser *parser, enum dice_operator op, int place)
{
    if (parser->expr.nodes == DICE_NODES_MAX) {
        dice_reader_fail(&parser->reader, place, "more than %d numbers, dice and operators",
                         DICE_NODES_MAX);
        return NULL;
    }
    struct dice_node *node = &parser->expr.node[parser->expr.nodes];
    memset(node, 0, sizeof *node);
    node->op = op;
    parser->place[parser->expr.nodes] = place;
    return node;
}

static int finish_node(struct parser *parser)
{
    int i = parser->expr.nodes;
    const struct dice_node *node = &parser->expr.node[i];
    if (node->op == DICE_DIVIDE && dice_range_has_zero(parser->range[node->right])) {
        struct dice_range divisor = parser->range[node->right];
        char low[24];
        char high[24];
        if (divisor.low == divisor.high) {
            dice_reader_fail(&parser->reader, parser->place[node->right], "division by 0");
        } else {
            dice_reader_fail(
                &parser->reader, parser->place[node->right],
                "the divisor can be 0: it lies between %s and %s",
                divisor.is_low_open ? "any depth" : total_text(divisor.low, low, sizeof low),
                divisor.is_high_open ? "any height"
                                     : total_text(divisor.high, high, sizeof high));
        }
        return NOWHERE;
    }
    if (!dice_node_range(&parser->range[i], node, parser->range)) {
        dice_reader_fail(&parser->reader, parser->place[i],
                         "the total could be beyond 64 bits");
        return NOWHERE;
    }
    parser->expr.nodes++;
    return i;
}

static int make_operation(struct parser *parser, enum dice_operator op, int left, int right,
                          int place)
{
    struct dice_node *node = new_node(parser, op, place);
    if (node == NULL) {
        return NOWHERE;
    }
    node->left = (int16_t)left;
    node->right = (int16_t)right;
    return finish_node(parser);
}

/* Reads a label of the current node, if one is next. */
static void take_label(struct parser *parser, struct dice_node *node)
{
    int place = dice_reader_skip_blanks(&parser->reader);
    if (parser->reader.has_failed || !dice_reader_take(&parser->reader, '[')) {
        return;
    }
    struct str rest = dice_reader_rest(&parser->reader, parser->reader.at);
    const char *end = memchr(rest.p, ']', (size_t)rest.n);
    if (end == NULL) {
        dice_reader_fail(&parser->reader, place, "this label is not closed: ] is missing");
        return;
    }
    struct str label = str_trimmed((struct str){rest.p, (int)(end - rest.p)});
    char clean[DICE_LABEL_MAX + 1];
    if (label.n == 0 || label.n > DICE_LABEL_MAX) {
        dice_reader_fail(&parser->reader, place, "a label has 1 to %d bytes, as in 2d6[fire]",
                         DICE_LABEL_MAX);
    } else if (utf8_clean(clean, sizeof clean, label) ||
               memchr(label.p, '[', (size_t)label.n) != NULL) {
        dice_reader_fail(&parser->reader, place,
                         "a label is plain text without brackets, as in 2d6[fire]");
    } else if (parser->expr.labels + label.n + 1 > DICE_LABELS_SIZE) {
        dice_reader_fail(&parser->reader, place, "all labels together have at most %d bytes",
                         DICE_LABELS_SIZE - 2);
    } else {
        node->label = (int16_t)parser->expr.labels;
        memcpy(parser->expr.label + node->label, label.p, (size_t)label.n);
        parser->expr.labels += label.n + 1;
        parser->reader.at = (int)(end - parser->reader.text.p) + 1;
        parser->reader.before = BEFORE_LABEL;
    }
}

static int make_number(struct parser *parser, int64_t number, int place)
{
    if (number < 0) {
        dice_reader_fail(&parser->reader, place, "a number is at most %lld",
                         (long long)INT64_MAX);
        return NOWHERE;
    }
    struct dice_node *node = new_node(parser, DICE_NUMBER, place);
    if (node == NULL) {
        return NOWHERE;
    }
    node->number = number;
    parser->reader.before = BEFORE_VALUE;
    take_label(parser, node);
    return parser->reader.has_failed ? NOWHERE : finish_node(parser);
}

/* ---- dice ------------------------------------------------------------------------------ */

/* Where each kind of suffix stands, to refuse a second one and to point at endless ones. */
struct suffixes {
    int reroll, explode, minimum, maximum, keep, advantage, success;
};

static bool is_first(struct parser *parser, int *seen, int place, const char *what)
{
    if (*seen != NOWHERE) {
        dice_reader_fail(&parser->reader, place, "a die has at most one %s", what);
        return false;
    }
    *seen = place;
    return true;
}

/* Reads the comparison before the number of a condition; COMPARE_NONE when there is none. */
static enum dice_comparison take_comparison(struct parser *parser)
{
    if (dice_reader_take(&parser->reader, '>')) {
        return dice_reader_take(&parser->reader, '=') ? COMPARE_AT_LEAST : COMPARE_MORE;
    }
    if (dice_reader_take(&parser->reader, '<')) {
        return dice_reader_take(&parser->reader, '=') ? COMPARE_AT_MOST : COMPARE_LESS;
    }
    return dice_reader_take(&parser->reader, '=') ? COMPARE_EQUAL : COMPARE_NONE;
}

static void parse_reroll(struct parser *parser, struct dice_term *term)
{
    term->rerolls_once = dice_reader_take(&parser->reader, 'o');
    enum dice_comparison comparison = take_comparison(parser);
    term->reroll.comparison = comparison == COMPARE_NONE ? COMPARE_EQUAL : comparison;
    if (!dice_reader_take_signed(&parser->reader, DICE_SIDES_MAX + 1, &term->reroll.value)) {
        dice_reader_fail(&parser->reader, dice_reader_skip_blanks(&parser->reader),
                         "the faces to re-roll are missing, such as r1 or ro<3");
    }
}

static void parse_explode(struct parser *parser, struct dice_term *term)
{
    if (dice_reader_take(&parser->reader, '!')) {
        term->explosion = EXPLODE_COMPOUND;
    } else if (dice_reader_take(&parser->reader, 'p')) {
        term->explosion = EXPLODE_PENETRATE;
    }
    enum dice_comparison comparison = take_comparison(parser);
    term->explode.comparison = comparison == COMPARE_NONE ? COMPARE_EQUAL : comparison;
    /* "d6!-1" means an explosion less one, so a bare number has no sign here. */
    bool is_bare = comparison == COMPARE_NONE;
    if (is_bare && !char_is_digit(dice_reader_peek(&parser->reader))) {
        term->explode.value = dice_term_high_face(term);
    } else if (!dice_reader_take_signed(&parser->reader, DICE_SIDES_MAX + 1,
                                        &term->explode.value)) {
        dice_reader_fail(&parser->reader, dice_reader_skip_blanks(&parser->reader),
                         "the faces that explode are missing, such as ! or !>=5");
    }
}

static void parse_clamp(struct parser *parser, int *value, bool *has_value, const char *example)
{
    int place = dice_reader_skip_blanks(&parser->reader);
    if (!dice_reader_take_signed(&parser->reader, CLAMP_MAX + 1, value)) {
        dice_reader_fail(&parser->reader, place, "a number is missing, as in %s", example);
    } else if (*value > CLAMP_MAX || *value < -CLAMP_MAX) {
        dice_reader_fail(&parser->reader, place,
                         "a die is clamped between -1,000,000,000 and "
                         "1,000,000,000");
    }
    *has_value = true;
}

static void parse_keep(struct parser *parser, struct dice_term *term, bool keeps)
{
    int place = dice_reader_skip_blanks(&parser->reader);
    if (dice_reader_take(&parser->reader, 'l')) {
        term->keep = keeps ? KEEP_LOWEST : DROP_LOWEST;
    } else if (dice_reader_take(&parser->reader, 'h') || keeps) {
        term->keep = keeps ? KEEP_HIGHEST : DROP_HIGHEST;
    } else if (char_is_digit(dice_reader_peek(&parser->reader)) ||
               dice_reader_peek(&parser->reader) == '%' ||
               dice_reader_peek(&parser->reader) == 'f') {
        dice_reader_fail(&parser->reader, place - 1,
                         "an operator is missing before this: + - * or /");
        return;
    } else {
        dice_reader_fail(&parser->reader, place,
                         "h or l is missing: dh drops the highest, dl the lowest");
        return;
    }
    int64_t count = 1;
    if (dice_reader_take_digits(&parser->reader, &count) &&
        (count < 0 || count > DICE_THROWN_MAX)) {
        count = DICE_THROWN_MAX; /* more than there can be is the same as all */
    }
    term->keep_count = (int)count;
}

/* If "cs" has been read, a bare number means "equal to". */
static void parse_success(struct parser *parser, struct dice_term *term)
{
    enum dice_comparison comparison = take_comparison(parser);
    term->success.comparison = comparison == COMPARE_NONE ? COMPARE_EQUAL : comparison;
    int place = dice_reader_skip_blanks(&parser->reader);
    if (take_comparison(parser) != COMPARE_NONE) {
        dice_reader_fail(&parser->reader, place,
                         "a comparison is one of =, >, >=, < and <=, as in 6d6>=5");
    } else if (!dice_reader_take_signed(&parser->reader, DICE_SIDES_MAX + 1,
                                        &term->success.value)) {
        dice_reader_fail(
            &parser->reader, dice_reader_skip_blanks(&parser->reader),
            "the number that dice must meet to be counted is missing, as in 6d6>=5");
    }
}

/* "adv" or "dis": a single die thrown twice, of which the higher or the lower is kept. */
static void take_two(struct parser *parser, struct dice_term *term, enum dice_keep keep,
                     struct suffixes *seen)
{
    const char *name = keep == KEEP_HIGHEST ? "adv" : "dis";
    if (term->count != 1) {
        dice_reader_fail(&parser->reader, seen->keep,
                         "%s needs a single die before it, as in d20%s", name, name);
        return;
    }
    seen->advantage = seen->keep;
    term->count = 2;
    term->is_count_left_out = false;
    term->keep = keep;
    term->keep_count = 1;
}

/* The first letters of other suffixes. */
static bool is_suffix(char c)
{
    return c == '!' || c == 'r' || c == 'm' || c == 'k' || c == 'd' || c == 'a';
}

/* Whether a suffix of another program stands here: a mistake then. */
APART static bool is_foreign_suffix(struct parser *parser, int place)
{
    TEXT_BUFFER(reason, FOREIGN_SIZE);
    bool is_foreign = dice_foreign_suffix(&reason, dice_reader_rest(&parser->reader, place));
    if (is_foreign) {
        dice_reader_fail(&parser->reader, place, "%s", reason.p);
    }
    return is_foreign;
}

/* Reads one suffix; false when none is next or it is wrong. */
static bool parse_suffix(struct parser *parser, struct dice_term *term, struct suffixes *seen)
{
    int place = dice_reader_skip_blanks(&parser->reader);
    char next = dice_reader_peek(&parser->reader);
    if (next == '\0' || next == '+' || next == '-') {
        return false; /* nearly all dice have no suffix */
    }
    if (next >= 'a' && next <= 'z' && is_foreign_suffix(parser, place)) {
        return false;
    }
    if (next == '>' || next == '<' || next == '=' ||
        dice_reader_take_word(&parser->reader, "cs")) {
        if (is_first(parser, &seen->success, place, "number to meet: 6d6>=5")) {
            parse_success(parser, term);
        }
    } else if (seen->success != NOWHERE && is_suffix(next)) {
        dice_reader_fail(&parser->reader, place,
                         "counting successes comes last on a die, as in 6d6kh3>=5");
    } else if (dice_reader_take(&parser->reader, '!')) {
        if (is_first(parser, &seen->explode, place, "explosion (!)")) {
            parse_explode(parser, term);
        }
    } else if (dice_reader_take(&parser->reader, 'r')) {
        if (is_first(parser, &seen->reroll, place, "re-roll (r or ro)")) {
            parse_reroll(parser, term);
        }
    } else if (dice_reader_take_word(&parser->reader, "min")) {
        if (is_first(parser, &seen->minimum, place, "min")) {
            parse_clamp(parser, &term->minimum, &term->has_minimum, "min2");
        }
    } else if (dice_reader_take_word(&parser->reader, "max")) {
        if (is_first(parser, &seen->maximum, place, "max")) {
            parse_clamp(parser, &term->maximum, &term->has_maximum, "max5");
        }
    } else if (dice_reader_take_word(&parser->reader, "adv")) {
        if (is_first(parser, &seen->keep, place, "of kh, kl, dh, dl, adv and dis")) {
            take_two(parser, term, KEEP_HIGHEST, seen);
        }
    } else if (dice_reader_take_word(&parser->reader, "dis")) {
        if (is_first(parser, &seen->keep, place, "of kh, kl, dh, dl, adv and dis")) {
            take_two(parser, term, KEEP_LOWEST, seen);
        }
    } else if (dice_reader_peek(&parser->reader) == 'k' ||
               dice_reader_peek(&parser->reader) == 'd') {
        bool keeps = dice_reader_peek(&parser->reader) == 'k';
        parser->reader.at++;
        if (is_first(parser, &seen->keep, place, "of kh, kl, dh, dl, adv and dis")) {
            parse_keep(parser, term, keeps);
        }
    } else {
        return false;
    }
    return !parser->reader.has_failed;
}

static void check_term(struct parser *parser, const struct dice_term *term,
                       const struct suffixes *seen)
{
    if (term->has_minimum && term->has_maximum && term->minimum > term->maximum) {
        dice_reader_fail(&parser->reader, seen->maximum, "min%d is above max%d", term->minimum,
                         term->maximum);
        return;
    }
    if (seen->advantage != NOWHERE && seen->explode != NOWHERE) {
        dice_reader_fail(
            &parser->reader, seen->advantage,
            "of dice that explode write max(d6!, d6!) for the higher, min(d6!, d6!) for the "
            "lower");
        return;
    }
    struct term_faces faces;
    dice_term_faces(&faces, term);
    if (face_set_is_empty(&faces.first)) {
        dice_reader_fail(&parser->reader, seen->reroll,
                         "every face is re-rolled: this would never end");
    } else if (face_set_is_empty(&faces.all_final)) {
        dice_reader_fail(&parser->reader, seen->explode,
                         "every face explodes: this would never end");
    }
}

static void parse_sides(struct parser *parser, struct dice_term *term)
{
    int place = dice_reader_skip_blanks(&parser->reader);
    int64_t sides;
    if (dice_reader_take(&parser->reader, '%')) {
        term->sides = 100;
    } else if (dice_reader_take(&parser->reader, 'f')) {
        term->sides = 3;
        term->is_fudge = true;
    } else if (!dice_reader_take_digits(&parser->reader, &sides)) {
        dice_reader_fail(&parser->reader, place,
                         "the sides of the die are missing, as in d6, d%% or dF");
    } else if (sides < 1 || sides > DICE_SIDES_MAX) {
        dice_reader_fail(&parser->reader, place, "a die has 1 to 1,000,000 sides");
    } else {
        term->sides = (int)sides;
    }
}

/* Reads a die after its "d". `count` is -1 when there are too many; `place` is where the term
 * begins. */
static int parse_die(struct parser *parser, int64_t count, bool is_count_left_out, int place)
{
    if (count < 0 || count > DICE_COUNT_MAX) {
        dice_reader_fail(&parser->reader, place, "0 to 10,000 dice are thrown at once");
        return NOWHERE;
    }
    struct dice_node *node = new_node(parser, DICE_TERM, place);
    if (node == NULL) {
        return NOWHERE;
    }
    node->term.count = (int)count;
    node->term.is_count_left_out = is_count_left_out;
    parse_sides(parser, &node->term);
    struct suffixes seen = {NOWHERE, NOWHERE, NOWHERE, NOWHERE, NOWHERE, NOWHERE, NOWHERE};
    while (!parser->reader.has_failed && parse_suffix(parser, &node->term, &seen)) {
    }
    if (!parser->reader.has_failed) {
        check_term(parser, &node->term, &seen);
    }
    parser->reader.before = BEFORE_DIE;
    take_label(parser, node);
    return parser->reader.has_failed ? NOWHERE : finish_node(parser);
}

/* ---- the whole ------------------------------------------------------------------------- */

static int parse_sum(struct parser *parser);

static bool enter(struct parser *parser, int place)
{
    if (parser->depth == DICE_DEPTH_MAX) {
        dice_reader_fail(&parser->reader, place, "parentheses and signs nested deeper than %d",
                         DICE_DEPTH_MAX);
        return false;
    }
    parser->depth++;
    return true;
}

/* Reads the closing mark of what was opened at a place. */
static bool close_parenthesis(struct parser *parser, int place)
{
    if (dice_reader_take(&parser->reader, ')')) {
        parser->reader.before = BEFORE_VALUE;
        return true;
    }
    if (dice_reader_at_end(&parser->reader)) {
        dice_reader_fail(&parser->reader, place, "this parenthesis is not closed");
    } else {
        dice_reader_fail_operator(&parser->reader, parser->reader.at);
    }
    return false;
}

static int parse_parentheses(struct parser *parser, int place)
{
    if (!enter(parser, place)) {
        return NOWHERE;
    }
    int inner = parse_sum(parser);
    if (inner == NOWHERE || !close_parenthesis(parser, place)) {
        return NOWHERE;
    }
    parser->depth--;
    return inner;
}

/* Reads the list after "max" or "min". */
static int parse_list(struct parser *parser, enum dice_operator op, int place)
{
    const char *name = op == DICE_GREATEST ? "max" : "min";
    int open = dice_reader_skip_blanks(&parser->reader);
    if (!dice_reader_take(&parser->reader, '(')) {
        dice_reader_fail(&parser->reader, open, "%s takes a list, as in %s(2d6, 7)", name,
                         name);
        return NOWHERE;
    }
    if (!enter(parser, open)) {
        return NOWHERE;
    }
    int list = parse_sum(parser);
    bool is_one = dice_reader_peek(&parser->reader) == ')';
    while (list != NOWHERE && dice_reader_take(&parser->reader, ',')) {
        int more = parse_sum(parser);
        list = more == NOWHERE ? NOWHERE : make_operation(parser, op, list, more, place);
    }
    parser->depth--;
    if (list == NOWHERE) {
        return NOWHERE;
    }
    if (is_one) {
        dice_reader_fail(&parser->reader, parser->reader.at,
                         "%s compares two or more values, as in %s(2d6, 7)", name, name);
        return NOWHERE;
    }
    return close_parenthesis(parser, open) ? list : NOWHERE;
}

static int parse_signed(struct parser *parser)
{
    int place = dice_reader_skip_blanks(&parser->reader);
    bool is_minus = dice_reader_take(&parser->reader, '-');
    if (is_minus || dice_reader_take(&parser->reader, '+')) {
        if (!enter(parser, place)) {
            return NOWHERE;
        }
        int operand = parse_signed(parser);
        parser->depth--;
        return operand == NOWHERE || !is_minus
                   ? operand
                   : make_operation(parser, DICE_NEGATE, operand, 0, place);
    }
    if (dice_reader_take(&parser->reader, '(')) {
        return parse_parentheses(parser, place);
    }
    int64_t number;
    if (dice_reader_take_digits(&parser->reader, &number)) {
        return dice_reader_take(&parser->reader, 'd') ? parse_die(parser, number, false, place)
                                                      : make_number(parser, number, place);
    }
    if (dice_reader_take(&parser->reader, 'd')) {
        return parse_die(parser, 1, true, place);
    }
    if (dice_reader_take_word(&parser->reader, "max")) {
        return parse_list(parser, DICE_GREATEST, place);
    }
    if (dice_reader_take_word(&parser->reader, "min")) {
        return parse_list(parser, DICE_LEAST, place);
    }
    dice_reader_fail_value(&parser->reader, place);
    return NOWHERE;
}

static int parse_product(struct parser *parser)
{
    int left = parse_signed(parser);
    while (left != NOWHERE) {
        int place = dice_reader_skip_blanks(&parser->reader);
        bool multiplies =
            dice_reader_take(&parser->reader, '*') || dice_reader_take(&parser->reader, 'x');
        if (!multiplies && !dice_reader_take(&parser->reader, '/')) {
            break;
        }
        enum dice_operator op = multiplies ? DICE_MULTIPLY : DICE_DIVIDE;
        int right = parse_signed(parser);
        left = right == NOWHERE ? NOWHERE : make_operation(parser, op, left, right, place);
    }
    return left;
}

static int parse_sum(struct parser *parser)
{
    int left = parse_product(parser);
    while (left != NOWHERE) {
        int place = dice_reader_skip_blanks(&parser->reader);
        bool adds = dice_reader_take(&parser->reader, '+');
        if (!adds && !dice_reader_take(&parser->reader, '-')) {
            break;
        }
        enum dice_operator op = adds ? DICE_ADD : DICE_SUBTRACT;
        int right = parse_product(parser);
        left = right == NOWHERE ? NOWHERE : make_operation(parser, op, left, right, place);
    }
    return left;
}

/* "d66" as the whole expression means two dice, the tens and the ones. Anywhere else, or with a
 * number of dice or a suffix, it is a die of 66 sides. */
static void take_tens_and_ones(struct dice_expr *expr)
{
    struct dice_term *term = &expr->node[expr->root].term;
    struct dice_term plain;
    memset(&plain, 0, sizeof plain);
    plain.count = 1;
    plain.sides = 66;
    plain.is_count_left_out = true;
    if (expr->node[expr->root].op == DICE_TERM && memcmp(term, &plain, sizeof plain) == 0) {
        term->count = 2;
        term->sides = 6;
        term->is_count_left_out = false;
        term->is_tens_and_ones = true;
    }
}

/* Some parts are written longer than they were typed: "k" as "kh1". */
static void finish_whole(struct parser *parser)
{
    char whole[DICE_TEXT_MAX + 1];
    if (parser->reader.has_failed) {
        return;
    }
    take_tens_and_ones(&parser->expr);
    for (int i = 0; i < parser->expr.nodes; i++) {
        const struct dice_node *node = &parser->expr.node[i];
        parser->expr.dice += node->op == DICE_TERM ? node->term.count : 0;
    }
    if (parser->reader.text.n > DICE_TEXT_MAX / 2) {
        struct text text = text_over(whole, sizeof whole);
        dice_expr_format(&parser->expr, &text);
        if (text.is_cut) {
            dice_reader_fail(&parser->reader, DICE_TEXT_MAX / 2,
                             "an expression has at most %d bytes", DICE_TEXT_MAX);
        }
    }
}

/* "3x " at the very start. */
static void parse_repeat(struct parser *parser)
{
    int64_t times;
    int place = dice_reader_skip_blanks(&parser->reader);
    bool is_repeat = dice_reader_take_digits(&parser->reader, &times) &&
                     dice_reader_take(&parser->reader, 'x') &&
                     parser->reader.at < parser->reader.text.n &&
                     char_is_space(parser->reader.text.p[parser->reader.at]);
    if (!is_repeat) {
        parser->reader.at = place;
    } else if (parser->times == NULL) {
        dice_reader_fail(
            &parser->reader, place,
            "this repeats a roll, but one number is needed here; 3x4d6 without a blank "
            "multiplies");
    } else if (times < 1 || times > DICE_REPEAT_MAX) {
        dice_reader_fail(&parser->reader, place, "a roll is repeated 1 to 1,000,000 times");
    } else {
        *parser->times = (int)times;
    }
}

static void parse_whole(struct parser *parser)
{
    if (parser->reader.text.n > DICE_TEXT_MAX) {
        dice_reader_fail(&parser->reader, DICE_TEXT_MAX, "an expression has at most %d bytes",
                         DICE_TEXT_MAX);
        return;
    }
    if (dice_reader_at_end(&parser->reader)) {
        dice_reader_fail(&parser->reader, 0, "a dice expression is missing, such as 2d6+3");
        return;
    }
    parse_repeat(parser);
    if (parser->reader.has_failed) {
        return;
    }
    parser->expr.root = parse_sum(parser);
    if (parser->reader.has_failed || dice_reader_at_end(&parser->reader)) {
        finish_whole(parser);
        return;
    }
    if (dice_reader_peek(&parser->reader) == ')') {
        dice_reader_fail(&parser->reader, parser->reader.at, "no parenthesis is open here");
    } else {
        dice_reader_fail_operator(&parser->reader, parser->reader.at);
    }
}

/* A form that is too long ends in dots. */
static void write_once(struct dice_expr *expr)
{
    struct text text = text_over(expr->written, sizeof expr->written);
    dice_expr_format(expr, &text);
    if (text.is_cut) {
        int most = (int)sizeof expr->written - 4;
        text.n = utf8_whole((struct str){text.p, text.n < most ? text.n : most});
        text.is_cut = false;
        text_add(&text, "...");
    }
    memset(text.p + text.n, 0, sizeof expr->written - (size_t)text.n);
}

static bool is_simple(const struct dice_expr *expr)
{
    for (int i = 0; i < expr->nodes; i++) {
        const struct dice_term *term = &expr->node[i].term;
        if (expr->node[i].op != DICE_TERM) {
            continue;
        }
        bool is_told_apart =
            term->keep != KEEP_ALL && (term->count == 0 || dice_term_holding(term).limit != 1);
        if (!dice_term_is_plain(term) || term->is_tens_and_ones || is_told_apart) {
            return false;
        }
    }
    return expr->dice <= DICE_THROWN_MAX;
}

/* ---- the usual forms ------------------------------------------------------------------- */

/* A number of 1 to 3 digits, not beginning with 0; -1: none is here. */
static int plain_number(struct str text, int *at)
{
    int number = 0, digits = 0;
    bool begins_with_0 = *at < text.n && text.p[*at] == '0';
    while (*at < text.n && char_is_digit(text.p[*at]) && digits < 4) {
        number = number * 10 + (text.p[(*at)++] - '0');
        digits++;
    }
    return digits >= 1 && digits <= 3 && !begins_with_0 ? number : -1;
}

/* Nearly all dice that are read are as "2d6" or "d8+1", again and again: these are their own
 * canonical form, and need no descent. False, with *out as it was: another form. A die of 66
 * sides may be two. */
static bool parse_plain(struct dice_expr *out, struct str text)
{
    int at = 0, added = 0;
    char sign = '\0';
    bool is_count_left_out = text.n > 0 && text.p[0] == 'd';
    int count = is_count_left_out ? 1 : plain_number(text, &at);
    if (count < 0 || at >= text.n || text.p[at++] != 'd') {
        return false;
    }
    int sides = plain_number(text, &at);
    if (at < text.n && (text.p[at] == '+' || text.p[at] == '-')) {
        sign = text.p[at++];
        added = plain_number(text, &at);
    }
    if (sides < 0 || sides == 66 || added < 0 || at != text.n) {
        return false;
    }
    memset(out, 0, offsetof(struct dice_expr, node) + 3 * sizeof out->node[0]);
    memcpy(out->written, text.p, (size_t)text.n);
    out->labels = 1;
    out->dice = count;
    out->is_simple = 1;
    out->nodes = sign == '\0' ? 1 : 3;
    out->root = out->nodes - 1;
    out->node[0].op = DICE_TERM;
    out->node[0].term.count = count;
    out->node[0].term.sides = sides;
    out->node[0].term.is_count_left_out = is_count_left_out;
    if (sign != '\0') {
        out->node[1].op = DICE_NUMBER;
        out->node[1].number = added;
        out->node[2].op = sign == '+' ? DICE_ADD : DICE_SUBTRACT;
        out->node[2].right = 1;
    }
    return true;
}

static enum status parse_text(int *times, struct dice_expr *out, struct str text,
                              struct error *err)
{
    struct parser parser; /* nodes are cleared when they are made */
    parser.times = times;
    parser.reader.text = text;
    parser.reader.at = 0;
    parser.depth = 0;
    parser.reader.has_failed = false;
    parser.reader.err = err;
    memset(&parser.expr, 0, offsetof(struct dice_expr, node));
    parser.expr.labels = 1;
    parse_whole(&parser);
    if (parser.reader.has_failed) {
        return STATUS_USAGE;
    }
    write_once(&parser.expr);
    parser.expr.is_simple = is_simple(&parser.expr);
    memcpy(out, &parser.expr, dice_expr_size(&parser.expr));
    return STATUS_OK;
}

enum status dice_expr_parse(struct dice_expr *out, struct str text, struct error *err)
{
    return parse_plain(out, text) ? STATUS_OK : parse_text(NULL, out, text, err);
}

enum status dice_expr_parse_repeated(int *times, struct dice_expr *out, struct str text,
                                     struct error *err)
{
    int found = 1;
    enum status status = parse_text(&found, out, text, err);
    if (status == STATUS_OK) {
        *times = found;
    }
    return status;
}
