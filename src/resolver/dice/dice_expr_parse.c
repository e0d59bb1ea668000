/* Reads dice notation by recursive descent:
 *
 *   sum     = product { ("+" | "-") product }
 *   product = signed { ("*" | "x" | "/") signed }
 *   signed  = { "-" | "+" } ( "(" sum ")" | number | die | ( "max" | "min" ) list )
 *   list    = "(" sum "," sum { "," sum } ")"
 *   die     = [ number ] "d" ( number | "%" | "F" ) { suffix }
 *
 * and a label in brackets behind a number or a die.
 *
 * Every node is checked when it is made: the ranges of its operands prove that it can neither
 * overflow nor divide by zero. The first mistake is kept with its place; everything after it
 * returns NOWHERE up to the top. */
#include "resolver/dice/dice_expr.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "resolver/dice/dice_foreign.h"
#include "resolver/dice/dice_range.h"
#include "resolver/dice/dice_term.h"

enum {
    NOWHERE = -1,
    REASON_SIZE = 200,
    WINDOW_BEFORE = 40,
    WINDOW_AFTER = 24,
    CLAMP_MAX = 1000000000
};

_Static_assert(DICE_NODES_MAX / 2 * DICE_COUNT_MAX <= DICE_THROWN_MAX,
               "no expression throws too many dice before explosions and re-rolls");
_Static_assert(REASON_SIZE + 2 * (WINDOW_BEFORE + WINDOW_AFTER + 8) + 3 <= ERROR_TEXT_SIZE,
               "a reason, a window and a caret fit into an error");

struct parser {
    struct str text;
    int at;
    int depth;
    int *times; /* NULL: a roll cannot be repeated here */
    bool has_failed;
    enum dice_before before; /* what was read last, when an operator is next */
    struct error *err;       /* may be NULL */
    struct dice_expr expr;
    int place[DICE_NODES_MAX]; /* where each node is written, for errors */
    struct dice_range range[DICE_NODES_MAX];
};

/* ---- errors ---------------------------------------------------------------------------- */

/* The expression around a place in one line of plain ASCII, and the caret's column in it. */
static int add_window(struct text *out, struct str text, int place)
{
    int from = place > WINDOW_BEFORE ? place - WINDOW_BEFORE : 0;
    int to = text.n - place > WINDOW_AFTER ? place + WINDOW_AFTER : text.n;
    int line = out->n;
    int caret = 0;
    if (from > 0) {
        text_add(out, "...");
    }
    for (int i = from; i < to; i++) {
        unsigned char c = (unsigned char)text.p[i];
        if (i == place) {
            caret = out->n - line;
        }
        if (char_is_space(text.p[i])) {
            text_add_char(out, ' ');
        } else if ((c & 0xC0) != 0x80) { /* a character of several bytes takes one column */
            text_add_char(out, c > 0x20 && c < 0x7F ? text.p[i] : '?');
        }
    }
    if (place == text.n) {
        caret = out->n - line;
    }
    if (to < text.n) {
        text_add(out, "...");
    }
    return caret;
}

static void LIKE_PRINTF(3, 4) fail(struct parser *parser, int place, const char *format, ...)
{
    if (parser->has_failed) {
        return;
    }
    parser->has_failed = true;
    char reason[REASON_SIZE];
    va_list arguments;
    va_start(arguments, format);
    text_format_list(reason, sizeof reason, format, arguments);
    va_end(arguments);
    TEXT_BUFFER(line, ERROR_TEXT_SIZE);
    int caret = add_window(&line, parser->text, place);
    error_set(parser->err, STATUS_USAGE, "", "%s\n%s\n%*s^", reason, line.p, caret, "");
}

/* What other programs mean by what stands here is told where it is known. */
static struct str rest_at(const struct parser *parser, int place)
{
    return (struct str){parser->text.p + place, parser->text.n - place};
}

static void fail_value(struct parser *parser, int place)
{
    TEXT_BUFFER(reason, REASON_SIZE);
    dice_foreign_value(&reason, rest_at(parser, place));
    fail(parser, place, "%s", reason.p);
}

static void fail_behind(struct parser *parser, int place)
{
    TEXT_BUFFER(reason, REASON_SIZE);
    dice_foreign_behind(&reason, rest_at(parser, place), parser->before);
    fail(parser, place, "%s", reason.p);
}

/* ---- characters ------------------------------------------------------------------------ */

static int skip_blanks(struct parser *parser)
{
    while (parser->at < parser->text.n && char_is_space(parser->text.p[parser->at])) {
        parser->at++;
    }
    return parser->at;
}

/* Signs as other programs write them, which people paste. */
static const struct {
    const char *bytes;
    char means;
} pasted[] = {{"\xE2\x88\x92", '-'}, {"\xE2\x80\x93", '-'}, {"\xC3\x97", '*'}};

enum { PASTED = sizeof pasted / sizeof pasted[0] };

/* The character at the place, in lower case, and how many bytes it takes; '\0' at the end. */
static char character_at(const struct parser *parser, int *bytes)
{
    struct str rest = rest_at(parser, parser->at);
    *bytes = rest.n > 0 ? 1 : 0;
    if (rest.n == 0) {
        return '\0';
    }
    for (int i = 0; (unsigned char)rest.p[0] >= 0x80 && i < PASTED; i++) {
        int n = (int)strlen(pasted[i].bytes);
        if (rest.n >= n && memcmp(rest.p, pasted[i].bytes, (size_t)n) == 0) {
            *bytes = n;
            return pasted[i].means;
        }
    }
    return char_lower(rest.p[0]);
}

/* The next character that is no blank, in lower case; '\0' at the end. */
static char peek(struct parser *parser)
{
    int bytes;
    skip_blanks(parser);
    return character_at(parser, &bytes);
}

static bool at_end(struct parser *parser)
{
    return skip_blanks(parser) == parser->text.n;
}

static bool take(struct parser *parser, char wanted)
{
    int bytes;
    if (at_end(parser) || character_at(parser, &bytes) != wanted) {
        return false;
    }
    parser->at += bytes;
    return true;
}

/* All letters of a word, blanks between them or not; takes nothing when one differs. */
static bool take_word(struct parser *parser, const char *word)
{
    int start = parser->at;
    for (; *word != '\0'; word++) {
        if (!take(parser, *word)) {
            parser->at = start;
            return false;
        }
    }
    return true;
}

/* A run of digits; a number beyond 64 bits becomes -1. False when no digit is next. */
static bool take_digits(struct parser *parser, int64_t *out)
{
    if (!char_is_digit(peek(parser))) {
        return false;
    }
    int64_t number = 0;
    while (parser->at < parser->text.n && char_is_digit(parser->text.p[parser->at])) {
        int digit = parser->text.p[parser->at++] - '0';
        if (number >= 0) {
            number = number > (INT64_MAX - digit) / 10 ? -1 : number * 10 + digit;
        }
    }
    *out = number;
    return true;
}

/* A number with an optional minus sign, or the nearest one within -most to most. */
static bool take_signed(struct parser *parser, int most, int *out)
{
    int start = parser->at;
    bool is_negative = take(parser, '-');
    int64_t number;
    if (!take_digits(parser, &number)) {
        parser->at = start;
        return false;
    }
    int near = number < 0 || number > most ? most : (int)number;
    *out = is_negative ? -near : near;
    return true;
}

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
        fail(parser, place, "more than %d numbers, dice and operators", DICE_NODES_MAX);
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
            fail(parser, parser->place[node->right], "division by 0");
        } else {
            fail(parser, parser->place[node->right],
                 "the divisor can be 0: it lies between %s and %s",
                 divisor.is_low_open ? "any depth" : total_text(divisor.low, low, sizeof low),
                 divisor.is_high_open ? "any height"
                                      : total_text(divisor.high, high, sizeof high));
        }
        return NOWHERE;
    }
    if (!dice_node_range(&parser->range[i], node, parser->range)) {
        fail(parser, parser->place[i], "the total could be beyond 64 bits");
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

/* A label of the node that is being made, if one is next. */
static void take_label(struct parser *parser, struct dice_node *node)
{
    int place = skip_blanks(parser);
    if (parser->has_failed || !take(parser, '[')) {
        return;
    }
    struct str rest = rest_at(parser, parser->at);
    const char *end = memchr(rest.p, ']', (size_t)rest.n);
    if (end == NULL) {
        fail(parser, place, "this label is never closed: ] is missing");
        return;
    }
    struct str label = str_trimmed((struct str){rest.p, (int)(end - rest.p)});
    char clean[DICE_LABEL_MAX + 1];
    if (label.n == 0 || label.n > DICE_LABEL_MAX) {
        fail(parser, place, "a label has 1 to %d bytes, as in 2d6[fire]", DICE_LABEL_MAX);
    } else if (utf8_clean(clean, sizeof clean, label) ||
               memchr(label.p, '[', (size_t)label.n) != NULL) {
        fail(parser, place, "a label is plain text without brackets, as in 2d6[fire]");
    } else if (parser->expr.labels + label.n + 1 > DICE_LABELS_SIZE) {
        fail(parser, place, "all labels together have at most %d bytes", DICE_LABELS_SIZE - 2);
    } else {
        node->label = (int16_t)parser->expr.labels;
        memcpy(parser->expr.label + node->label, label.p, (size_t)label.n);
        parser->expr.labels += label.n + 1;
        parser->at = (int)(end - parser->text.p) + 1;
        parser->before = BEFORE_LABEL;
    }
}

static int make_number(struct parser *parser, int64_t number, int place)
{
    if (number < 0) {
        fail(parser, place, "a number is at most %lld", (long long)INT64_MAX);
        return NOWHERE;
    }
    struct dice_node *node = new_node(parser, DICE_NUMBER, place);
    if (node == NULL) {
        return NOWHERE;
    }
    node->number = number;
    parser->before = BEFORE_VALUE;
    take_label(parser, node);
    return parser->has_failed ? NOWHERE : finish_node(parser);
}

/* ---- dice ------------------------------------------------------------------------------ */

/* Where each kind of suffix stands, to refuse a second one and to point at endless ones. */
struct suffixes {
    int reroll, explode, minimum, maximum, keep, advantage, success;
};

static bool is_first(struct parser *parser, int *seen, int place, const char *what)
{
    if (*seen != NOWHERE) {
        fail(parser, place, "a die has at most one %s", what);
        return false;
    }
    *seen = place;
    return true;
}

/* The part of a condition before its number: COMPARE_NONE when there is none. */
static enum dice_comparison take_comparison(struct parser *parser)
{
    if (take(parser, '>')) {
        return take(parser, '=') ? COMPARE_AT_LEAST : COMPARE_MORE;
    }
    if (take(parser, '<')) {
        return take(parser, '=') ? COMPARE_AT_MOST : COMPARE_LESS;
    }
    return take(parser, '=') ? COMPARE_EQUAL : COMPARE_NONE;
}

static void parse_reroll(struct parser *parser, struct dice_term *term)
{
    term->rerolls_once = take(parser, 'o');
    enum dice_comparison comparison = take_comparison(parser);
    term->reroll.comparison = comparison == COMPARE_NONE ? COMPARE_EQUAL : comparison;
    if (!take_signed(parser, DICE_SIDES_MAX + 1, &term->reroll.value)) {
        fail(parser, skip_blanks(parser),
             "the faces to re-roll are missing, such as r1 or ro<3");
    }
}

static void parse_explode(struct parser *parser, struct dice_term *term)
{
    if (take(parser, '!')) {
        term->explosion = EXPLODE_COMPOUND;
    } else if (take(parser, 'p')) {
        term->explosion = EXPLODE_PENETRATE;
    }
    enum dice_comparison comparison = take_comparison(parser);
    term->explode.comparison = comparison == COMPARE_NONE ? COMPARE_EQUAL : comparison;
    /* "d6!-1" is an explosion less one, so a bare number has no sign here. */
    bool is_bare = comparison == COMPARE_NONE;
    if (is_bare && !char_is_digit(peek(parser))) {
        term->explode.value = dice_term_high_face(term);
    } else if (!take_signed(parser, DICE_SIDES_MAX + 1, &term->explode.value)) {
        fail(parser, skip_blanks(parser),
             "the faces that explode are missing, such as ! or !>=5");
    }
}

static void parse_clamp(struct parser *parser, int *value, bool *has_value, const char *example)
{
    int place = skip_blanks(parser);
    if (!take_signed(parser, CLAMP_MAX + 1, value)) {
        fail(parser, place, "a number is missing, as in %s", example);
    } else if (*value > CLAMP_MAX || *value < -CLAMP_MAX) {
        fail(parser, place,
             "a die is clamped between -1,000,000,000 and "
             "1,000,000,000");
    }
    *has_value = true;
}

static void parse_keep(struct parser *parser, struct dice_term *term, bool keeps)
{
    int place = skip_blanks(parser);
    if (take(parser, 'l')) {
        term->keep = keeps ? KEEP_LOWEST : DROP_LOWEST;
    } else if (take(parser, 'h') || keeps) {
        term->keep = keeps ? KEEP_HIGHEST : DROP_HIGHEST;
    } else if (char_is_digit(peek(parser)) || peek(parser) == '%' || peek(parser) == 'f') {
        fail(parser, place - 1, "an operator is missing before this: + - * or /");
        return;
    } else {
        fail(parser, place, "h or l is missing: dh drops the highest, dl the lowest");
        return;
    }
    int64_t count = 1;
    if (take_digits(parser, &count) && (count < 0 || count > DICE_THROWN_MAX)) {
        count = DICE_THROWN_MAX; /* more than there can be: the same as all */
    }
    term->keep_count = (int)count;
}

/* "cs" may have been taken already: then a bare number is an equal one. */
static void parse_success(struct parser *parser, struct dice_term *term)
{
    enum dice_comparison comparison = take_comparison(parser);
    term->success.comparison = comparison == COMPARE_NONE ? COMPARE_EQUAL : comparison;
    int place = skip_blanks(parser);
    if (take_comparison(parser) != COMPARE_NONE) {
        fail(parser, place, "a comparison is one of =, >, >=, < and <=, as in 6d6>=5");
    } else if (!take_signed(parser, DICE_SIDES_MAX + 1, &term->success.value)) {
        fail(parser, skip_blanks(parser),
             "the number that dice must meet to be counted is missing, as in 6d6>=5");
    }
}

/* "adv" or "dis": two of a single die, of which the higher or the lower one is kept. */
static void take_two(struct parser *parser, struct dice_term *term, enum dice_keep keep,
                     struct suffixes *seen)
{
    const char *name = keep == KEEP_HIGHEST ? "adv" : "dis";
    if (term->count != 1) {
        fail(parser, seen->keep, "%s stands behind a single die, as in d20%s", name, name);
        return;
    }
    seen->advantage = seen->keep;
    term->count = 2;
    term->is_count_left_out = false;
    term->keep = keep;
    term->keep_count = 1;
}

/* What other suffixes begin with. */
static bool is_suffix(char c)
{
    return c == '!' || c == 'r' || c == 'm' || c == 'k' || c == 'd' || c == 'a';
}

/* One suffix; false when none is next or it is wrong. */
static bool parse_suffix(struct parser *parser, struct dice_term *term, struct suffixes *seen)
{
    int place = skip_blanks(parser);
    char next = peek(parser);
    TEXT_BUFFER(reason, REASON_SIZE);
    if (next >= 'a' && next <= 'z' && dice_foreign_suffix(&reason, rest_at(parser, place))) {
        fail(parser, place, "%s", reason.p);
    } else if (next == '>' || next == '<' || next == '=' || take_word(parser, "cs")) {
        if (is_first(parser, &seen->success, place, "number to meet: 6d6>=5")) {
            parse_success(parser, term);
        }
    } else if (seen->success != NOWHERE && is_suffix(next)) {
        fail(parser, place, "counting successes comes last on a die, as in 6d6kh3>=5");
    } else if (take(parser, '!')) {
        if (is_first(parser, &seen->explode, place, "explosion (!)")) {
            parse_explode(parser, term);
        }
    } else if (take(parser, 'r')) {
        if (is_first(parser, &seen->reroll, place, "re-roll (r or ro)")) {
            parse_reroll(parser, term);
        }
    } else if (take_word(parser, "min")) {
        if (is_first(parser, &seen->minimum, place, "min")) {
            parse_clamp(parser, &term->minimum, &term->has_minimum, "min2");
        }
    } else if (take_word(parser, "max")) {
        if (is_first(parser, &seen->maximum, place, "max")) {
            parse_clamp(parser, &term->maximum, &term->has_maximum, "max5");
        }
    } else if (take_word(parser, "adv")) {
        if (is_first(parser, &seen->keep, place, "of kh, kl, dh, dl, adv and dis")) {
            take_two(parser, term, KEEP_HIGHEST, seen);
        }
    } else if (take_word(parser, "dis")) {
        if (is_first(parser, &seen->keep, place, "of kh, kl, dh, dl, adv and dis")) {
            take_two(parser, term, KEEP_LOWEST, seen);
        }
    } else if (peek(parser) == 'k' || peek(parser) == 'd') {
        bool keeps = peek(parser) == 'k';
        parser->at++;
        if (is_first(parser, &seen->keep, place, "of kh, kl, dh, dl, adv and dis")) {
            parse_keep(parser, term, keeps);
        }
    } else {
        return false;
    }
    return !parser->has_failed;
}

static void check_term(struct parser *parser, const struct dice_term *term,
                       const struct suffixes *seen)
{
    if (term->has_minimum && term->has_maximum && term->minimum > term->maximum) {
        fail(parser, seen->maximum, "min%d is above max%d", term->minimum, term->maximum);
        return;
    }
    if (seen->advantage != NOWHERE && seen->explode != NOWHERE) {
        fail(parser, seen->advantage,
             "of dice that explode write max(d6!, d6!) for the higher, min(d6!, d6!) for the "
             "lower");
        return;
    }
    struct term_faces faces;
    dice_term_faces(&faces, term);
    if (face_set_is_empty(&faces.first)) {
        fail(parser, seen->reroll, "every face is re-rolled: this would go on for ever");
    } else if (face_set_is_empty(&faces.all_final)) {
        fail(parser, seen->explode, "every face explodes: this would go on for ever");
    }
}

static void parse_sides(struct parser *parser, struct dice_term *term)
{
    int place = skip_blanks(parser);
    int64_t sides;
    if (take(parser, '%')) {
        term->sides = 100;
    } else if (take(parser, 'f')) {
        term->sides = 3;
        term->is_fudge = true;
    } else if (!take_digits(parser, &sides)) {
        fail(parser, place, "the sides of the die are missing, as in d6, d%% or dF");
    } else if (sides < 1 || sides > DICE_SIDES_MAX) {
        fail(parser, place, "a die has 1 to 1,000,000 sides");
    } else {
        term->sides = (int)sides;
    }
}

/* After "d". `count` is -1 when there are too many, and `place` is where the term begins. */
static int parse_die(struct parser *parser, int64_t count, bool is_count_left_out, int place)
{
    if (count < 0 || count > DICE_COUNT_MAX) {
        fail(parser, place, "0 to 10,000 dice are thrown at once");
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
    while (!parser->has_failed && parse_suffix(parser, &node->term, &seen)) {
    }
    if (!parser->has_failed) {
        check_term(parser, &node->term, &seen);
    }
    parser->before = BEFORE_DIE;
    take_label(parser, node);
    return parser->has_failed ? NOWHERE : finish_node(parser);
}

/* ---- the whole ------------------------------------------------------------------------- */

static int parse_sum(struct parser *parser);

static bool enter(struct parser *parser, int place)
{
    if (parser->depth == DICE_DEPTH_MAX) {
        fail(parser, place, "parentheses and signs nested deeper than %d", DICE_DEPTH_MAX);
        return false;
    }
    parser->depth++;
    return true;
}

/* The end of what was opened at a place. */
static bool close_parenthesis(struct parser *parser, int place)
{
    if (take(parser, ')')) {
        parser->before = BEFORE_VALUE;
        return true;
    }
    if (at_end(parser)) {
        fail(parser, place, "this parenthesis is never closed");
    } else {
        fail_behind(parser, parser->at);
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

/* Behind "max" or "min". */
static int parse_list(struct parser *parser, enum dice_operator op, int place)
{
    const char *name = op == DICE_GREATEST ? "max" : "min";
    int open = skip_blanks(parser);
    if (!take(parser, '(')) {
        fail(parser, open, "%s takes a list, as in %s(2d6, 7)", name, name);
        return NOWHERE;
    }
    if (!enter(parser, open)) {
        return NOWHERE;
    }
    int list = parse_sum(parser);
    bool is_one = peek(parser) == ')';
    while (list != NOWHERE && take(parser, ',')) {
        int more = parse_sum(parser);
        list = more == NOWHERE ? NOWHERE : make_operation(parser, op, list, more, place);
    }
    parser->depth--;
    if (list == NOWHERE) {
        return NOWHERE;
    }
    if (is_one) {
        fail(parser, parser->at, "%s compares two or more, as in %s(2d6, 7)", name, name);
        return NOWHERE;
    }
    return close_parenthesis(parser, open) ? list : NOWHERE;
}

static int parse_signed(struct parser *parser)
{
    int place = skip_blanks(parser);
    bool is_minus = take(parser, '-');
    if (is_minus || take(parser, '+')) {
        if (!enter(parser, place)) {
            return NOWHERE;
        }
        int operand = parse_signed(parser);
        parser->depth--;
        return operand == NOWHERE || !is_minus
                   ? operand
                   : make_operation(parser, DICE_NEGATE, operand, 0, place);
    }
    if (take(parser, '(')) {
        return parse_parentheses(parser, place);
    }
    int64_t number;
    if (take_digits(parser, &number)) {
        return take(parser, 'd') ? parse_die(parser, number, false, place)
                                 : make_number(parser, number, place);
    }
    if (take(parser, 'd')) {
        return parse_die(parser, 1, true, place);
    }
    if (take_word(parser, "max")) {
        return parse_list(parser, DICE_GREATEST, place);
    }
    if (take_word(parser, "min")) {
        return parse_list(parser, DICE_LEAST, place);
    }
    fail_value(parser, place);
    return NOWHERE;
}

static int parse_product(struct parser *parser)
{
    int left = parse_signed(parser);
    while (left != NOWHERE) {
        int place = skip_blanks(parser);
        bool multiplies = take(parser, '*') || take(parser, 'x');
        if (!multiplies && !take(parser, '/')) {
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
        int place = skip_blanks(parser);
        bool adds = take(parser, '+');
        if (!adds && !take(parser, '-')) {
            break;
        }
        enum dice_operator op = adds ? DICE_ADD : DICE_SUBTRACT;
        int right = parse_product(parser);
        left = right == NOWHERE ? NOWHERE : make_operation(parser, op, left, right, place);
    }
    return left;
}

/* "d66" that is the whole expression is two dice, the tens and the ones. Anywhere else, and
 * with a number of dice or a suffix, it is a die of 66 sides. */
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
    if (parser->has_failed) {
        return;
    }
    take_tens_and_ones(&parser->expr);
    for (int i = 0; i < parser->expr.nodes; i++) {
        const struct dice_node *node = &parser->expr.node[i];
        parser->expr.dice += node->op == DICE_TERM ? node->term.count : 0;
    }
    if (parser->text.n > DICE_TEXT_MAX / 2) {
        struct text text = text_over(whole, sizeof whole);
        dice_expr_format(&parser->expr, &text);
        if (text.is_cut) {
            fail(parser, DICE_TEXT_MAX / 2, "an expression has at most %d bytes",
                 DICE_TEXT_MAX);
        }
    }
}

/* "3x " at the very start. */
static void parse_repeat(struct parser *parser)
{
    int64_t times;
    int place = skip_blanks(parser);
    bool is_repeat = take_digits(parser, &times) && take(parser, 'x') &&
                     parser->at < parser->text.n && char_is_space(parser->text.p[parser->at]);
    if (!is_repeat) {
        parser->at = place;
    } else if (parser->times == NULL) {
        fail(parser, place,
             "this repeats a roll, and one number is wanted here; 3x4d6 without a blank "
             "multiplies");
    } else if (times < 1 || times > DICE_REPEAT_MAX) {
        fail(parser, place, "a roll is repeated 1 to 1,000,000 times");
    } else {
        *parser->times = (int)times;
    }
}

static void parse_whole(struct parser *parser)
{
    if (parser->text.n > DICE_TEXT_MAX) {
        fail(parser, DICE_TEXT_MAX, "an expression has at most %d bytes", DICE_TEXT_MAX);
        return;
    }
    if (at_end(parser)) {
        fail(parser, 0, "a dice expression is missing, such as 2d6+3");
        return;
    }
    parse_repeat(parser);
    if (parser->has_failed) {
        return;
    }
    parser->expr.root = parse_sum(parser);
    if (parser->has_failed || at_end(parser)) {
        finish_whole(parser);
        return;
    }
    if (peek(parser) == ')') {
        fail(parser, parser->at, "no parenthesis is open here");
    } else {
        fail_behind(parser, parser->at);
    }
}

/* What is too long ends in dots. */
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

static enum status parse_text(int *times, struct dice_expr *out, struct str text,
                              struct error *err)
{
    struct parser parser; /* nodes are cleared when they are made */
    parser.times = times;
    parser.text = text;
    parser.at = 0;
    parser.depth = 0;
    parser.has_failed = false;
    parser.err = err;
    memset(&parser.expr, 0, offsetof(struct dice_expr, node));
    parser.expr.labels = 1;
    parse_whole(&parser);
    if (parser.has_failed) {
        return STATUS_USAGE;
    }
    write_once(&parser.expr);
    size_t used = offsetof(struct dice_expr, node) +
                  (size_t)parser.expr.nodes * sizeof parser.expr.node[0];
    memcpy(out, &parser.expr, used);
    memset((unsigned char *)out + used, 0, sizeof *out - used);
    return STATUS_OK;
}

enum status dice_expr_parse(struct dice_expr *out, struct str text, struct error *err)
{
    return parse_text(NULL, out, text, err);
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
