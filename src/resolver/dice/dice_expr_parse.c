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

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "resolver/dice/dice_term.h"

/* ---- the text -------------------------------------------------------------------------- */

/* A text of dice notation read character by character, and errors that point into it: blanks
 * and case do not matter, and pasted signs stand for ours. */
struct reader {
    struct str text;
    int at;
    bool has_failed;
    enum dice_before before; /* the kind of the last value, when an operator is next */
    struct error *err;       /* may be NULL */
};

enum { REASON_SIZE = 200, WINDOW_BEFORE = 40, WINDOW_AFTER = 24 };

_Static_assert(REASON_SIZE + 2 * (WINDOW_BEFORE + WINDOW_AFTER + 8) + 3 <= ERROR_TEXT_SIZE,
               "a reason, a window and a caret fit into an error");

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

/* The first mistake is kept, with the expression around the place and a caret under it. */
static LIKE_PRINTF(3, 4) void reader_fail(struct reader *reader, int place, const char *format,
                                          ...)
{
    if (reader->has_failed) {
        return;
    }
    reader->has_failed = true;
    char reason[REASON_SIZE];
    va_list arguments;
    va_start(arguments, format);
    text_format_list(reason, sizeof reason, format, arguments);
    va_end(arguments);
    if (str_trimmed(reader->text).n == 0) { /* nothing to point into */
        error_set(reader->err, STATUS_USAGE, "", "%s", reason);
        return;
    }
    TEXT_BUFFER(line, ERROR_TEXT_SIZE);
    int caret = add_window(&line, reader->text, place);
    error_set(reader->err, STATUS_USAGE, "", "%s\n%s\n%*s^", reason, line.p, caret, "");
}

/* The text from a place on. */
static struct str reader_rest(const struct reader *reader, int place)
{
    return (struct str){reader->text.p + place, reader->text.n - place};
}

/* The same where a number or dice are missing, and where an operator is missing. If the text is
 * notation of another program, the error says what to write instead. */
static void reader_fail_value(struct reader *reader, int place)
{
    TEXT_BUFFER(reason, REASON_SIZE);
    bool is_start = str_trimmed((struct str){reader->text.p, place}).n == 0;
    dice_foreign_value(&reason, reader_rest(reader, place), is_start);
    reader_fail(reader, place, "%s", reason.p);
}

static void reader_fail_operator(struct reader *reader, int place)
{
    TEXT_BUFFER(reason, REASON_SIZE);
    dice_foreign_operator(&reason, reader_rest(reader, place), reader->before);
    reader_fail(reader, place, "%s", reason.p);
}

/* The same with the error of a row of the list; `ours` is the new spelling, or empty. */
static void reader_fail_foreign(struct reader *reader, int place, enum dice_foreign_id id,
                                struct str ours)
{
    TEXT_BUFFER(reason, REASON_SIZE);
    dice_foreign_say(&reason, dice_foreign_row(id), ours);
    reader_fail(reader, place, "%s", reason.p);
}

/* ---- characters ------------------------------------------------------------------------ */

/* Moves to the next character that is not a blank, and returns its place. */
static int reader_skip_blanks(struct reader *reader)
{
    while (reader->at < reader->text.n && char_is_space(reader->text.p[reader->at])) {
        reader->at++;
    }
    return reader->at;
}

/* The character at the place, in lower case, and how many bytes it takes; '\0' at the end. */
static char character_at(const struct reader *reader, int *bytes)
{
    struct str rest = reader_rest(reader, reader->at);
    *bytes = rest.n > 0 ? 1 : 0;
    if (rest.n == 0) {
        return '\0';
    }
    static const char times[] = "\xC3\x97"; /* as people paste it */
    int minus = str_minus(rest);
    if (minus > 0) {
        *bytes = minus;
        return '-';
    }
    if (rest.n >= 2 && memcmp(rest.p, times, 2) == 0) {
        *bytes = 2;
        return '*';
    }
    return char_lower(rest.p[0]);
}

/* The next character that is not a blank, in lower case; '\0' at the end. */
static char reader_peek(struct reader *reader)
{
    int bytes;
    reader_skip_blanks(reader);
    return character_at(reader, &bytes);
}

static bool reader_at_end(struct reader *reader)
{
    return reader_skip_blanks(reader) == reader->text.n;
}

/* Each skips blanks and takes what is next, or takes nothing and returns false. */
static bool reader_take(struct reader *reader, char wanted)
{
    int bytes;
    if (reader_at_end(reader) || character_at(reader, &bytes) != wanted) {
        return false;
    }
    reader->at += bytes;
    return true;
}

/* Takes all letters of a word, with or without blanks between them, or nothing when one
 * differs. */
static bool reader_take_word(struct reader *reader, const char *word)
{
    int start = reader->at;
    for (; *word != '\0'; word++) {
        if (!reader_take(reader, *word)) {
            reader->at = start;
            return false;
        }
    }
    return true;
}

/* Takes a run of digits; a number beyond 64 bits becomes -1. False when no digit is next. */
static bool reader_take_digits(struct reader *reader, int64_t *out)
{
    if (!char_is_digit(reader_peek(reader))) {
        return false;
    }
    int64_t number = 0;
    while (reader->at < reader->text.n && char_is_digit(reader->text.p[reader->at])) {
        int digit = reader->text.p[reader->at++] - '0';
        if (number >= 0) {
            number = number > (INT64_MAX - digit) / 10 ? -1 : number * 10 + digit;
        }
    }
    *out = number;
    return true;
}

/* Takes a number with an optional minus sign, moved to within -most to most. */
static bool reader_take_signed(struct reader *reader, int most, int *out)
{
    int start = reader->at;
    bool is_negative = reader_take(reader, '-');
    int64_t number;
    if (!reader_take_digits(reader, &number)) {
        reader->at = start;
        return false;
    }
    int near = number < 0 || number > most ? most : (int)number;
    *out = is_negative ? -near : near;
    return true;
}

/* ---- the parser ------------------------------------------------------------------------ */

enum { NOWHERE = -1, CLAMP_MAX = 1000000000, FOREIGN_SIZE = 200, SPELLING_MAX = 60 };

_Static_assert(DICE_NODES_MAX / 2 * DICE_COUNT_MAX <= DICE_THROWN_MAX,
               "no expression throws too many dice before explosions and re-rolls");

struct parser {
    struct reader reader;
    enum dice_reading reading;
    int depth;
    int sides;  /* of the last die */
    int *times; /* NULL: a roll cannot be repeated here */
    struct dice_expr expr;
    bool is_floored;           /* within floor(...), which makes a division ours */
    int place[DICE_NODES_MAX]; /* where each node is written, for errors */
    struct dice_range range[DICE_NODES_MAX];
};

/* ---- what other programs mean ---------------------------------------------------------- */

/* True when a text that is taken with another meaning elsewhere is refused: what the log has
 * was understood before. */
static bool refuses(const struct parser *parser)
{
    return parser->reading != DICE_LOGGED;
}

static bool is_dialect(const struct parser *parser, enum dice_reading dialect)
{
    return parser->reading == dialect;
}

/* Fails with a row of the list, whose new spelling is a part of the text, with more behind it;
 * one that is too long is left to the row's own example. */
static void fail_foreign(struct parser *parser, int place, enum dice_foreign_id id,
                         const char *before, struct str part, struct str behind)
{
    TEXT_BUFFER(ours, SPELLING_MAX);
    text_add(&ours, "%s", before);
    text_add_str(&ours, str_trimmed(part));
    text_add_str(&ours, str_trimmed(behind));
    struct str spelling = {ours.p, ours.is_cut ? 0 : ours.n};
    reader_fail_foreign(&parser->reader, place, id, spelling);
}

static bool is_comparing(char c)
{
    return c == '>' || c == '<' || c == '=';
}

static struct str part_of(const struct parser *parser, int from, int to)
{
    return (struct str){parser->reader.text.p + from, to - from};
}

/* Where the part of a total begins that ends at `place`: behind a bracket that is still open,
 * or a comma of a list. */
static int part_begin(const struct parser *parser, int place)
{
    struct str before = part_of(parser, 0, place);
    int open = 0, at = place;
    while (at > 0) {
        char c = before.p[at - 1];
        if ((c == '(' || c == ',') && open == 0) {
            break;
        }
        open += c == ')' ? 1 : c == '(' ? -1 : 0;
        at--;
    }
    return at;
}

/* Where the chance of a total that is compared stands: the column of `odds`. `place` is that of
 * the comparison. */
static void fail_total(struct parser *parser, int place, enum dice_foreign_id id)
{
    struct str sign = reader_rest(&parser->reader, place);
    while (sign.n > 1 && !is_comparing(sign.p[0])) { /* behind "cs" */
        sign = (struct str){sign.p + 1, sign.n - 1};
    }
    const char *column = sign.p[0] == '>'   ? "the column \"or more\" of `odds "
                         : sign.p[0] == '<' ? "the column \"or less\" of `odds "
                                            : "the column \"chance\" of `odds ";
    fail_foreign(parser, place, id, column, part_of(parser, part_begin(parser, place), place),
                 str_of("`"));
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
        reader_fail(&parser->reader, place, "more than %d numbers, dice and operators",
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
            reader_fail(&parser->reader, parser->place[node->right], "division by 0");
        } else {
            reader_fail(&parser->reader, parser->place[node->right],
                        "the divisor can be 0: it lies between %s and %s",
                        divisor.is_low_open ? "any depth"
                                            : total_text(divisor.low, low, sizeof low),
                        divisor.is_high_open ? "any height"
                                             : total_text(divisor.high, high, sizeof high));
        }
        return NOWHERE;
    }
    if (!dice_node_range(&parser->range[i], node, parser->range)) {
        reader_fail(&parser->reader, parser->place[i], "the total could be beyond 64 bits");
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
    int place = reader_skip_blanks(&parser->reader);
    if (parser->reader.has_failed || !reader_take(&parser->reader, '[')) {
        return;
    }
    struct str rest = reader_rest(&parser->reader, parser->reader.at);
    const char *end = memchr(rest.p, ']', (size_t)rest.n);
    if (end == NULL) {
        reader_fail(&parser->reader, place, "this label is not closed: ] is missing");
        return;
    }
    struct str label = str_trimmed((struct str){rest.p, (int)(end - rest.p)});
    char clean[DICE_LABEL_MAX + 1];
    if (label.n == 0 || label.n > DICE_LABEL_MAX) {
        reader_fail(&parser->reader, place, "a label has 1 to %d bytes, as in 2d6[fire]",
                    DICE_LABEL_MAX);
    } else if (utf8_clean(clean, sizeof clean, label) ||
               memchr(label.p, '[', (size_t)label.n) != NULL) {
        reader_fail(&parser->reader, place,
                    "a label is plain text without brackets, as in 2d6[fire]");
    } else if (parser->expr.labels + label.n + 1 > DICE_LABELS_SIZE) {
        reader_fail(&parser->reader, place, "all labels together have at most %d bytes",
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
        reader_fail(&parser->reader, place, "a number is at most %lld", (long long)INT64_MAX);
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
        reader_fail(&parser->reader, place, "a die has at most one %s", what);
        return false;
    }
    *seen = place;
    return true;
}

/* Reads the comparison before the number of a condition; COMPARE_NONE when there is none. */
static enum dice_comparison take_comparison(struct parser *parser)
{
    bool is_inclusive = is_dialect(parser, DICE_ROLL20); /* "> 5" is "5 or more" there */
    if (reader_take(&parser->reader, '>')) {
        bool has_equal = reader_take(&parser->reader, '=');
        return has_equal || is_inclusive ? COMPARE_AT_LEAST : COMPARE_MORE;
    }
    if (reader_take(&parser->reader, '<')) {
        bool has_equal = reader_take(&parser->reader, '=');
        return has_equal || is_inclusive ? COMPARE_AT_MOST : COMPARE_LESS;
    }
    return reader_take(&parser->reader, '=') ? COMPARE_EQUAL : COMPARE_NONE;
}

/* A comparison, or none for "equal to", and its number; false when the number is missing. */
static bool take_condition(struct parser *parser, struct dice_condition *out)
{
    enum dice_comparison comparison = take_comparison(parser);
    out->comparison = comparison == COMPARE_NONE ? COMPARE_EQUAL : comparison;
    return reader_take_signed(&parser->reader, DICE_SIDES_MAX + 1, &out->value);
}

static void parse_reroll(struct parser *parser, struct dice_term *term, bool once)
{
    term->rerolls_once = once;
    enum dice_comparison comparison = take_comparison(parser);
    term->reroll.comparison = comparison == COMPARE_NONE ? COMPARE_EQUAL : comparison;
    bool is_bare = comparison == COMPARE_NONE && !char_is_digit(reader_peek(&parser->reader));
    if (is_bare && is_dialect(parser, DICE_FOUNDRY)) {
        term->reroll.value = 1;
    } else if (!reader_take_signed(&parser->reader, DICE_SIDES_MAX + 1, &term->reroll.value)) {
        reader_fail(&parser->reader, reader_skip_blanks(&parser->reader),
                    "the faces to re-roll are missing, such as r1 or ro<3");
    }
}

static void parse_explode(struct parser *parser, struct dice_term *term)
{
    if (reader_take(&parser->reader, '!')) {
        term->explosion = EXPLODE_COMPOUND;
    } else if (reader_take(&parser->reader, 'p')) {
        term->explosion = EXPLODE_PENETRATE;
    }
    enum dice_comparison comparison = take_comparison(parser);
    term->explode.comparison = comparison == COMPARE_NONE ? COMPARE_EQUAL : comparison;
    /* "d6!-1" means an explosion less one, so a bare number has no sign here. */
    bool is_bare = comparison == COMPARE_NONE;
    if (is_bare && !char_is_digit(reader_peek(&parser->reader))) {
        term->explode.value = dice_term_high_face(term);
    } else if (!reader_take_signed(&parser->reader, DICE_SIDES_MAX + 1, &term->explode.value)) {
        reader_fail(&parser->reader, reader_skip_blanks(&parser->reader),
                    "the faces that explode are missing, such as ! or !>=5");
    }
}

static void parse_clamp(struct parser *parser, int *value, bool *has_value, const char *example)
{
    int place = reader_skip_blanks(&parser->reader);
    if (!reader_take_signed(&parser->reader, CLAMP_MAX + 1, value)) {
        reader_fail(&parser->reader, place, "a number is missing, as in %s", example);
    } else if (*value > CLAMP_MAX || *value < -CLAMP_MAX) {
        reader_fail(&parser->reader, place,
                    "a die is clamped between -1,000,000,000 and "
                    "1,000,000,000");
    }
    *has_value = true;
}

/* `at` is where the suffix begins. */
static void parse_keep(struct parser *parser, struct dice_term *term, bool keeps, int at)
{
    int place = reader_skip_blanks(&parser->reader);
    char next = reader_peek(&parser->reader);
    if (reader_take(&parser->reader, 'l')) {
        term->keep = keeps ? KEEP_LOWEST : DROP_LOWEST;
    } else if (reader_take(&parser->reader, 'h')) {
        term->keep = keeps ? KEEP_HIGHEST : DROP_HIGHEST;
    } else if (is_comparing(next) && refuses(parser)) {
        struct dice_condition ignored;
        int from = parser->place[parser->expr.nodes];
        take_condition(parser, &ignored);
        fail_foreign(parser, at, FOREIGN_KEEP_VALUE, "", part_of(parser, from, at),
                     part_of(parser, place, parser->reader.at));
        return;
    } else if (keeps) {
        term->keep = KEEP_HIGHEST;
    } else if (char_is_digit(next)) {
        term->keep = DROP_LOWEST;
    } else if (next == '%' || next == 'f') {
        reader_fail(&parser->reader, at, "an operator is missing before this: + - * or /");
        return;
    } else {
        reader_fail(&parser->reader, place,
                    "h or l is missing: dh drops the highest, dl the lowest");
        return;
    }
    int64_t count = 1;
    if (reader_take_digits(&parser->reader, &count) && (count < 0 || count > DICE_THROWN_MAX)) {
        count = DICE_THROWN_MAX; /* more than there can be is the same as all */
    }
    term->keep_count = (int)count;
    bool is_bare_drop = !keeps && char_is_digit(next);
    if (is_bare_drop && count >= term->count) {
        int from = parser->place[parser->expr.nodes];
        TEXT_BUFFER(before, SPELLING_MAX);
        text_add_str(&before, str_trimmed(part_of(parser, from, at)));
        text_add(&before, "+");
        fail_foreign(parser, at, FOREIGN_DROPS_ALL, before.p,
                     part_of(parser, at, parser->reader.at), str_of(""));
    }
}

/* If "cs" has been read, at its place, a bare number means "equal to". */
static void parse_success(struct parser *parser, struct dice_term *term, int at, bool is_cs)
{
    int from = reader_skip_blanks(&parser->reader);
    enum dice_comparison comparison = take_comparison(parser);
    term->success.comparison = comparison == COMPARE_NONE ? COMPARE_EQUAL : comparison;
    int place = reader_skip_blanks(&parser->reader);
    if (take_comparison(parser) != COMPARE_NONE) {
        reader_fail(&parser->reader, place,
                    "a comparison is one of =, >, >=, < and <=, as in 6d6>=5");
    } else if (!reader_take_signed(&parser->reader, DICE_SIDES_MAX + 1, &term->success.value)) {
        reader_fail(&parser->reader, reader_skip_blanks(&parser->reader),
                    "the number that dice must meet to be counted is missing, as in 6d6>=5");
    }
    bool is_kept_alone =
        term->keep_count == 1 && (term->keep == KEEP_HIGHEST || term->keep == KEEP_LOWEST);
    bool marks = is_cs && (term->count == 1 || is_kept_alone);
    if (marks && refuses(parser) && !is_dialect(parser, DICE_FOUNDRY)) {
        TEXT_BUFFER(before, SPELLING_MAX);
        text_add_str(&before,
                     str_trimmed(part_of(parser, parser->place[parser->expr.nodes], at)));
        char last = before.p[before.n - 1];
        if (last == '!' || char_lower(last) == 'p') { /* else it would be the explosion's */
            text_add(&before, "%d", term->explode.value);
        }
        text_add(&before, "%s", comparison == COMPARE_NONE ? "=" : "");
        fail_foreign(parser, at, FOREIGN_CRITICAL, before.p,
                     part_of(parser, from, parser->reader.at), str_of(""));
    }
}

/* "adv" or "dis": a single die thrown twice, of which the higher or the lower is kept. */
static void take_two(struct parser *parser, struct dice_term *term, enum dice_keep keep,
                     struct suffixes *seen)
{
    const char *name = keep == KEEP_HIGHEST ? "adv" : "dis";
    if (term->count != 1) {
        reader_fail(&parser->reader, seen->keep, "%s needs a single die before it, as in d20%s",
                    name, name);
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

/* Refuses a suffix of another program. */
APART static bool is_foreign_suffix(struct parser *parser, int place)
{
    TEXT_BUFFER(reason, FOREIGN_SIZE);
    bool is_foreign = dice_foreign_suffix(&reason, reader_rest(&parser->reader, place));
    if (is_foreign) {
        reader_fail(&parser->reader, place, "%s", reason.p);
    }
    return is_foreign;
}

/* Refuses a limit, as in Foundry's "x2=10". */
static void refuse_limit(struct parser *parser, int place)
{
    if (!parser->reader.has_failed && is_comparing(reader_peek(&parser->reader))) {
        reader_fail_foreign(&parser->reader, place, FOREIGN_LIMIT, str_of(""));
    }
}

/* "cs>19" and "cf1" mark dice in Roll20 and change no total: they are left out. */
static bool parse_roll20_suffix(struct parser *parser)
{
    struct dice_condition ignored;
    if (!reader_take_word(&parser->reader, "cs") && !reader_take_word(&parser->reader, "cf")) {
        return false;
    }
    if (!take_condition(parser, &ignored)) {
        reader_fail(&parser->reader, reader_skip_blanks(&parser->reader),
                    "the faces that are marked are missing, as in cs>19");
    }
    return true;
}

static bool parse_foundry_suffix(struct parser *parser, struct dice_term *term,
                                 struct suffixes *seen, int place)
{
    bool is_glued = !char_is_space(parser->reader.text.p[place - 1]);
    if (is_glued && reader_take_word(&parser->reader, "xo")) {
        reader_fail_foreign(&parser->reader, place, FOREIGN_ONCE, str_of(""));
    } else if (is_glued && reader_take(&parser->reader, 'x')) {
        if (is_first(parser, &seen->explode, place, "explosion (x)")) {
            parse_explode(parser, term);
            refuse_limit(parser, place);
        }
    } else if (reader_peek(&parser->reader) == 'r') {
        parser->reader.at++;
        bool is_until = reader_take(&parser->reader, 'r');
        if (!is_until) {
            reader_take(&parser->reader, 'o');
        }
        if (is_first(parser, &seen->reroll, place, "re-roll (r or rr)")) {
            parse_reroll(parser, term, !is_until);
            refuse_limit(parser, place);
        }
    } else {
        return false;
    }
    return true;
}

/* Avrae's operators are followed by a value, a comparison, or h or l with a number. */
static bool parse_avrae_suffix(struct parser *parser, struct dice_term *term,
                               struct suffixes *seen, int place)
{
    static const struct {
        const char *word;
        char means;
    } operators[] = {{"rr", 'r'}, {"ro", 'o'}, {"m", 'm'}, {"e", '!'}, {"k", 'k'}, {"p", 'd'}};
    enum { OPERATORS = sizeof operators / sizeof operators[0] };
    int i = 0;
    bool is_list = dice_foreign_is_word(reader_rest(&parser->reader, place), "ra min max");
    while (i < OPERATORS && !reader_take_word(&parser->reader, operators[i].word)) {
        i++;
    }
    if (i == OPERATORS || is_list) {
        parser->reader.at = place;
        return false;
    }
    char means = operators[i].means;
    bool is_most = means == 'm' && reader_take(&parser->reader, 'a');
    if (means == 'm' && !is_most && !reader_take(&parser->reader, 'i')) {
        parser->reader.at = place;
        return false;
    }
    char next = reader_peek(&parser->reader);
    bool chooses = next == 'h' || next == 'l';
    if (means == 'k' || means == 'd') {
        if (!chooses) {
            reader_fail_foreign(&parser->reader, place, FOREIGN_BY_VALUE, str_of(""));
        } else if (is_first(parser, &seen->keep, place, "of kh, kl, ph and pl")) {
            parse_keep(parser, term, means == 'k', place);
        }
    } else if (chooses) {
        reader_fail_foreign(&parser->reader, place, FOREIGN_SELECTOR, str_of(""));
    } else if (means == '!') {
        if (is_first(parser, &seen->explode, place, "explosion (e)")) {
            parse_explode(parser, term);
        }
    } else if (means == 'm' && !is_most) {
        if (is_first(parser, &seen->minimum, place, "number after mi")) {
            parse_clamp(parser, &term->minimum, &term->has_minimum, "mi2");
        }
    } else if (is_most) {
        if (is_first(parser, &seen->maximum, place, "number after ma")) {
            parse_clamp(parser, &term->maximum, &term->has_maximum, "ma5");
        }
    } else if (is_first(parser, &seen->reroll, place, "re-roll (rr or ro)")) {
        parse_reroll(parser, term, means == 'o');
    }
    return true;
}

/* Reads a suffix that a dialect has and we have not, or with another meaning; false when it is
 * read as ours. */
static bool parse_dialect_suffix(struct parser *parser, struct dice_term *term,
                                 struct suffixes *seen, int place)
{
    switch (parser->reading) {
    case DICE_ROLL20:
        return parse_roll20_suffix(parser);
    case DICE_FOUNDRY:
        return parse_foundry_suffix(parser, term, seen, place);
    case DICE_AVRAE:
        return parse_avrae_suffix(parser, term, seen, place);
    case DICE_TYPED:
    case DICE_LOGGED:
    case DICE_READINGS:
        break;
    }
    return false;
}

/* Where dialects apply suffixes in the order in which they are written, it must be ours. */
static void check_order(struct parser *parser, const struct suffixes *seen, int place)
{
    bool is_ordered = is_dialect(parser, DICE_FOUNDRY) || is_dialect(parser, DICE_AVRAE);
    int clamp = seen->minimum > seen->maximum ? seen->minimum : seen->maximum;
    const int order[] = {seen->reroll, seen->explode, clamp, seen->keep, seen->success};
    int last = NOWHERE;
    for (int i = 0; i < 5 && is_ordered; i++) {
        if (order[i] != NOWHERE && order[i] < last) {
            reader_fail_foreign(&parser->reader, place, FOREIGN_ORDER, str_of(""));
        }
        last = order[i] != NOWHERE ? order[i] : last;
    }
}

/* Reads one suffix; false when none is next or it is wrong. */
static bool parse_suffix(struct parser *parser, struct dice_term *term, struct suffixes *seen)
{
    int place = reader_skip_blanks(&parser->reader);
    char next = reader_peek(&parser->reader);
    if (next == '\0' || next == '+' || next == '-') {
        return false; /* nearly all dice have no suffix */
    }
    if (is_dialect(parser, DICE_AVRAE) && is_comparing(next)) {
        fail_total(parser, place, FOREIGN_COMPARED);
        return false;
    }
    if (next >= 'a' && next <= 'z' && parse_dialect_suffix(parser, term, seen, place)) {
        check_order(parser, seen, place);
        return !parser->reader.has_failed;
    }
    if (next >= 'a' && next <= 'z' && is_foreign_suffix(parser, place)) {
        return false;
    }
    bool is_cs = !is_comparing(next) && reader_take_word(&parser->reader, "cs");
    if (is_comparing(next) || is_cs) {
        if (is_first(parser, &seen->success, place, "number to meet: 6d6>=5")) {
            parse_success(parser, term, place, is_cs);
        }
    } else if (seen->success != NOWHERE && is_suffix(next)) {
        reader_fail(&parser->reader, place,
                    "counting successes comes last on a die, as in 6d6kh3>=5");
    } else if (reader_take(&parser->reader, '!')) {
        if (is_first(parser, &seen->explode, place, "explosion (!)")) {
            parse_explode(parser, term);
        }
    } else if (reader_take(&parser->reader, 'r')) {
        if (is_first(parser, &seen->reroll, place, "re-roll (r or ro)")) {
            parse_reroll(parser, term, reader_take(&parser->reader, 'o'));
        }
    } else if (reader_take_word(&parser->reader, "min")) {
        if (is_first(parser, &seen->minimum, place, "min")) {
            parse_clamp(parser, &term->minimum, &term->has_minimum, "min2");
        }
    } else if (reader_take_word(&parser->reader, "max")) {
        if (is_first(parser, &seen->maximum, place, "max")) {
            parse_clamp(parser, &term->maximum, &term->has_maximum, "max5");
        }
    } else if (reader_take_word(&parser->reader, "adv")) {
        if (is_first(parser, &seen->keep, place, "of kh, kl, dh, dl, adv and dis")) {
            take_two(parser, term, KEEP_HIGHEST, seen);
        }
    } else if (reader_take_word(&parser->reader, "dis")) {
        if (is_first(parser, &seen->keep, place, "of kh, kl, dh, dl, adv and dis")) {
            take_two(parser, term, KEEP_LOWEST, seen);
        }
    } else if (reader_peek(&parser->reader) == 'k' || reader_peek(&parser->reader) == 'd') {
        bool keeps = reader_peek(&parser->reader) == 'k';
        parser->reader.at++;
        if (is_first(parser, &seen->keep, place, "of kh, kl, dh, dl, adv and dis")) {
            parse_keep(parser, term, keeps, place);
        }
    } else {
        return false;
    }
    check_order(parser, seen, place);
    return !parser->reader.has_failed;
}

/* Refuses a comparison that each die meets, whatever it shows: it was meant for the
 * total. */
static void check_success(struct parser *parser, const struct dice_term *term,
                          const struct term_faces *faces, int place)
{
    int64_t low, high;
    bool explodes = !face_set_is_empty(&faces->first_exploding);
    if (explodes && dice_term_compounds(term)) {
        struct dice_term one = *term;
        one.count = 1;
        one.keep = KEEP_ALL;
        struct dice_range range = dice_term_range(&one);
        low = range.low;
        high = range.high;
    } else {
        face_set_adds(term, &faces->first, false, &low, &high);
        int64_t more_low = low, more_high = high;
        if (explodes) {
            face_set_adds(term, &faces->all, true, &more_low, &more_high);
        }
        low = more_low < low ? more_low : low;
        high = more_high > high ? more_high : high;
    }
    if (low == high) {
        fail_total(parser, place, high == 0 ? FOREIGN_NO_FACE : FOREIGN_EVERY_FACE);
    }
}

static void check_term(struct parser *parser, const struct dice_term *term,
                       const struct suffixes *seen)
{
    if (term->sides == 66 && term->count > 1 && refuses(parser)) {
        TEXT_BUFFER(ours, SPELLING_MAX);
        text_add(&ours, "%dx d66", term->count);
        reader_fail_foreign(&parser->reader, parser->place[parser->expr.nodes], FOREIGN_D66,
                            (struct str){ours.p, ours.n});
        return;
    }
    if (term->has_minimum && term->has_maximum && term->minimum > term->maximum) {
        reader_fail(&parser->reader, seen->maximum, "min%d is above max%d", term->minimum,
                    term->maximum);
        return;
    }
    if (seen->advantage != NOWHERE && seen->explode != NOWHERE) {
        reader_fail(
            &parser->reader, seen->advantage,
            "of dice that explode write max(d6!, d6!) for the higher, min(d6!, d6!) for the "
            "lower");
        return;
    }
    struct term_faces faces;
    dice_term_faces(&faces, term);
    if (face_set_is_empty(&faces.first)) {
        reader_fail(&parser->reader, seen->reroll,
                    "every face is re-rolled: this would never end");
    } else if (face_set_is_empty(&faces.all_final)) {
        reader_fail(&parser->reader, seen->explode,
                    "every face explodes: this would never end");
    } else if (term->success.comparison != COMPARE_NONE && refuses(parser)) {
        check_success(parser, term, &faces, seen->success);
    }
}

static void parse_sides(struct parser *parser, struct dice_term *term)
{
    int place = reader_skip_blanks(&parser->reader);
    int64_t sides;
    if (is_dialect(parser, DICE_AVRAE) && reader_peek(&parser->reader) == '%') {
        reader_fail_foreign(&parser->reader, place, FOREIGN_PERCENT, str_of(""));
    } else if (is_dialect(parser, DICE_FOUNDRY) && reader_peek(&parser->reader) == 'c') {
        reader_fail_foreign(&parser->reader, place, FOREIGN_COIN, str_of(""));
    } else if (reader_take(&parser->reader, '%')) {
        term->sides = 100;
    } else if (reader_take(&parser->reader, 'f')) {
        term->sides = 3;
        term->is_fudge = true;
        /* "dF.2" is dF: two of the six sides for each face. "dF.1" is another die. */
        struct str rest = reader_rest(&parser->reader, parser->reader.at);
        bool has_kind = rest.n > 1 && rest.p[0] == '.' && char_is_digit(rest.p[1]) &&
                        (rest.n == 2 || !char_is_digit(rest.p[2]));
        if (has_kind && rest.p[1] == '2') {
            parser->reader.at += 2;
        } else if (has_kind && rest.p[1] == '1') {
            reader_fail_foreign(&parser->reader, place, FOREIGN_FUDGE, str_of(""));
        }
    } else if (reader_peek(&parser->reader) == '(') {
        reader_fail_foreign(&parser->reader, place, FOREIGN_COUNT, str_of(""));
    } else if (!reader_take_digits(&parser->reader, &sides)) {
        reader_fail(&parser->reader, place,
                    "the sides of the die are missing, as in d6, d%% or dF");
    } else if (sides < 1 || sides > DICE_SIDES_MAX) {
        reader_fail(&parser->reader, place, "a die has 1 to 1,000,000 sides");
    } else {
        term->sides = (int)sides;
    }
}

/* Reads a die after its "d". `count` is -1 when there are too many; `place` is where the term
 * begins. */
static int parse_die(struct parser *parser, int64_t count, bool is_count_left_out, int place)
{
    if (count < 0 || count > DICE_COUNT_MAX) {
        reader_fail(&parser->reader, place, "0 to 10,000 dice are thrown at once");
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
    parser->sides = node->term.sides;
    take_label(parser, node);
    return parser->reader.has_failed ? NOWHERE : finish_node(parser);
}

/* ---- the whole ------------------------------------------------------------------------- */

static int parse_sum(struct parser *parser);

static bool enter(struct parser *parser, int place)
{
    if (parser->depth == DICE_DEPTH_MAX) {
        reader_fail(&parser->reader, place, "parentheses and signs nested deeper than %d",
                    DICE_DEPTH_MAX);
        return false;
    }
    parser->depth++;
    return true;
}

/* Where an operator is missing: a comparison of a total, "6 4d6", "6#3d6", "2w6" and "(2+1)d6"
 * are told by what stands before them. */
static void fail_operator(struct parser *parser, int place)
{
    struct str text = parser->reader.text;
    struct str before = str_trimmed((struct str){text.p, place});
    struct str rest = reader_rest(&parser->reader, place);
    int digits = 0;
    while (digits < before.n && char_is_digit(before.p[before.n - 1 - digits])) {
        digits++;
    }
    bool is_number = digits > 0 && digits == before.n;
    bool has_digit = rest.n > 1 && char_is_digit(rest.p[1]);
    char next = char_lower(rest.p[0]);
    struct str behind = rest;
    if (next == '#') {
        behind = str_trimmed((struct str){rest.p + 1, rest.n - 1});
    }
    bool begins = behind.n > 0 && (char_is_digit(behind.p[0]) || behind.p[0] == '(' ||
                                   char_lower(behind.p[0]) == 'd');
    bool are_dice = begins && (next == '#' || before.n < place) &&
                    (memchr(behind.p, 'd', (size_t)behind.n) != NULL ||
                     memchr(behind.p, 'D', (size_t)behind.n) != NULL);
    if (parser->reader.before == BEFORE_LABEL) {
        reader_fail_operator(&parser->reader, place);
    } else if (is_comparing(rest.p[0])) {
        fail_total(parser, place,
                   is_dialect(parser, DICE_AVRAE) ? FOREIGN_COMPARED : FOREIGN_TOTAL);
    } else if (is_number && are_dice) {
        TEXT_BUFFER(rolls, SPELLING_MAX);
        text_add_str(&rolls, before);
        text_add(&rolls, "x ");
        fail_foreign(parser, place, next == '#' ? FOREIGN_ROLLS : FOREIGN_SEVERAL, rolls.p,
                     behind, str_of(""));
    } else if (digits > 0 && parser->reader.before == BEFORE_VALUE && has_digit &&
               (next == 'w' || next == 't')) {
        TEXT_BUFFER(dice, SPELLING_MAX);
        text_add_str(&dice, before);
        text_add(&dice, "d");
        fail_foreign(parser, place, FOREIGN_LETTER, dice.p,
                     (struct str){rest.p + 1, rest.n - 1}, str_of(""));
    } else if (before.p[before.n - 1] == ')' && next == 'd' && !dice_foreign_is_behind(rest)) {
        reader_fail_foreign(&parser->reader, place, FOREIGN_COUNT, str_of(""));
    } else {
        reader_fail_operator(&parser->reader, place);
    }
}

/* Reads the closing mark of what was opened at a place. */
static bool close_parenthesis(struct parser *parser, int place)
{
    if (reader_take(&parser->reader, ')')) {
        parser->reader.before = BEFORE_VALUE;
        return true;
    }
    if (reader_at_end(&parser->reader)) {
        reader_fail(&parser->reader, place, "this parenthesis is not closed");
    } else {
        fail_operator(parser, parser->reader.at);
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
    int open = reader_skip_blanks(&parser->reader);
    if (!reader_take(&parser->reader, '(')) {
        reader_fail(&parser->reader, open, "%s takes a list, as in %s(2d6, 7)", name, name);
        return NOWHERE;
    }
    if (!enter(parser, open)) {
        return NOWHERE;
    }
    int list = parse_sum(parser);
    bool is_one = reader_peek(&parser->reader) == ')';
    while (list != NOWHERE && reader_take(&parser->reader, ',')) {
        int more = parse_sum(parser);
        list = more == NOWHERE ? NOWHERE : make_operation(parser, op, list, more, place);
    }
    parser->depth--;
    if (list == NOWHERE) {
        return NOWHERE;
    }
    if (is_one) {
        reader_fail(&parser->reader, parser->reader.at,
                    "%s compares two or more values, as in %s(2d6, 7)", name, name);
        return NOWHERE;
    }
    return close_parenthesis(parser, open) ? list : NOWHERE;
}

/* Reads the parentheses after "floor", where other programs keep fractions: with one division,
 * done last, it is our division. */
static int parse_floor(struct parser *parser, int place)
{
    int first = parser->expr.nodes;
    int open = reader_skip_blanks(&parser->reader);
    if (parser->is_floored || !reader_take(&parser->reader, '(')) {
        parser->reader.at = place;
        reader_fail_value(&parser->reader, place);
        return NOWHERE;
    }
    parser->is_floored = true;
    int inner = parse_parentheses(parser, open);
    parser->is_floored = false;
    int divisions = 0;
    for (int i = first; i < parser->expr.nodes; i++) {
        divisions += parser->expr.node[i].op == DICE_DIVIDE ? 1 : 0;
    }
    bool is_ours = divisions == 0 || (divisions == 1 && inner != NOWHERE &&
                                      parser->expr.node[inner].op == DICE_DIVIDE);
    if (inner != NOWHERE && !is_ours) {
        reader_fail_foreign(&parser->reader, place, FOREIGN_FRACTIONS, str_of(""));
        return NOWHERE;
    }
    return inner;
}

static int parse_signed(struct parser *parser)
{
    int place = reader_skip_blanks(&parser->reader);
    bool is_minus = reader_take(&parser->reader, '-');
    if (is_minus || reader_take(&parser->reader, '+')) {
        if (!enter(parser, place)) {
            return NOWHERE;
        }
        int operand = parse_signed(parser);
        parser->depth--;
        return operand == NOWHERE || !is_minus
                   ? operand
                   : make_operation(parser, DICE_NEGATE, operand, 0, place);
    }
    if (reader_take(&parser->reader, '(')) {
        return parse_parentheses(parser, place);
    }
    int64_t number;
    if (reader_take_digits(&parser->reader, &number)) {
        int behind = reader_skip_blanks(&parser->reader);
        struct str rest = reader_rest(&parser->reader, behind);
        bool is_coin =
            is_dialect(parser, DICE_FOUNDRY) && rest.n > 1 && char_lower(rest.p[1]) == 'c';
        bool is_word = !is_coin && dice_foreign_is_behind(rest);
        return !is_word && reader_take(&parser->reader, 'd')
                   ? parse_die(parser, number, false, place)
                   : make_number(parser, number, place);
    }
    if (reader_take(&parser->reader, 'd')) {
        return parse_die(parser, 1, true, place);
    }
    if (reader_take_word(&parser->reader, "max")) {
        return parse_list(parser, DICE_GREATEST, place);
    }
    if (reader_take_word(&parser->reader, "min")) {
        return parse_list(parser, DICE_LEAST, place);
    }
    if ((is_dialect(parser, DICE_ROLL20) || is_dialect(parser, DICE_FOUNDRY)) &&
        reader_take_word(&parser->reader, "floor")) {
        return parse_floor(parser, place);
    }
    reader_fail_value(&parser->reader, place);
    return NOWHERE;
}

/* "5d10x10" explodes or repeats in other programs; the sign and an x between blanks multiply,
 * and so does a number above every face. `times` is the number behind the x. */
static bool is_glued_x(struct parser *parser, int place, int64_t *times)
{
    struct str text = parser->reader.text;
    bool is_letter = place < text.n && char_lower(text.p[place]) == 'x';
    if (!refuses(parser) || !is_letter || parser->reader.before != BEFORE_DIE) {
        return false;
    }
    struct str rest = {text.p + place + 1, text.n - place - 1};
    bool is_between_blanks =
        char_is_space(text.p[place - 1]) && rest.n > 0 && char_is_space(rest.p[0]);
    struct reader ahead = {.text = text, .at = place + 1};
    bool is_number = reader_take_digits(&ahead, times);
    return !is_between_blanks && is_number && *times >= 0 && *times <= parser->sides &&
           reader_peek(&ahead) != 'd';
}

static int parse_product(struct parser *parser)
{
    int left = parse_signed(parser);
    while (left != NOWHERE) {
        int place = reader_skip_blanks(&parser->reader);
        int64_t times;
        if (is_glued_x(parser, place, &times)) {
            TEXT_BUFFER(ours, SPELLING_MAX);
            text_add(&ours, "*%lld", (long long)times);
            reader_fail_foreign(&parser->reader, place, FOREIGN_TIMES,
                                (struct str){ours.p, ours.n});
            return NOWHERE;
        }
        bool multiplies =
            reader_take(&parser->reader, '*') || reader_take(&parser->reader, 'x');
        if (!multiplies && !reader_take(&parser->reader, '/')) {
            break;
        }
        /* After the first sign of an operator of a product: "**" and "//" are other programs',
         * of which Avrae's "//" is our division. False when it is wrong. */
        char sign = parser->reader.text.p[place];
        struct str rest = reader_rest(&parser->reader, parser->reader.at);
        bool is_double = (sign == '*' || sign == '/') && rest.n > 0 && rest.p[0] == sign;
        bool keeps_fractions =
            is_dialect(parser, DICE_ROLL20) || is_dialect(parser, DICE_FOUNDRY);
        if (is_double && multiplies) {
            reader_fail_foreign(&parser->reader, place, FOREIGN_POWER, str_of(""));
        } else if (is_double && is_dialect(parser, DICE_AVRAE)) {
            parser->reader.at++;
        } else if (is_double) {
            reader_fail_foreign(&parser->reader, place, FOREIGN_DIVISION, str_of(""));
        } else if (!multiplies && is_dialect(parser, DICE_AVRAE)) {
            reader_fail_foreign(&parser->reader, place, FOREIGN_CUT_ONCE, str_of(""));
        } else if (!multiplies && keeps_fractions && !parser->is_floored) {
            reader_fail_foreign(&parser->reader, place, FOREIGN_FRACTIONS, str_of(""));
        }
        if (parser->reader.has_failed) {
            return NOWHERE;
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
        int place = reader_skip_blanks(&parser->reader);
        bool adds = reader_take(&parser->reader, '+');
        if (!adds && !reader_take(&parser->reader, '-')) {
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
static void take_tens_and_ones(struct dice_expr *expr, enum dice_reading reading)
{
    struct dice_term *term = &expr->node[expr->root].term;
    struct dice_term plain;
    memset(&plain, 0, sizeof plain);
    plain.count = 1;
    plain.sides = 66;
    plain.is_count_left_out = true;
    if (expr->node[expr->root].op != DICE_TERM || memcmp(term, &plain, sizeof plain) != 0) {
        return;
    }
    term->is_count_left_out = false;
    if (reading < DICE_ROLL20) { /* in those it is one die, "1d66" */
        term->count = 2;
        term->sides = 6;
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
    take_tens_and_ones(&parser->expr, parser->reading);
    for (int i = 0; i < parser->expr.nodes; i++) {
        const struct dice_node *node = &parser->expr.node[i];
        parser->expr.dice += node->op == DICE_TERM ? node->term.count : 0;
    }
    if (parser->reader.text.n > DICE_TEXT_MAX / 2) {
        struct text text = text_over(whole, sizeof whole);
        dice_expr_format(&parser->expr, &text);
        if (text.is_cut) {
            reader_fail(&parser->reader, DICE_TEXT_MAX / 2,
                        "an expression has at most %d bytes", DICE_TEXT_MAX);
        }
    }
}

static void parse_whole(struct parser *parser)
{
    if (parser->reader.text.n > DICE_TEXT_MAX) {
        reader_fail(&parser->reader, DICE_TEXT_MAX, "an expression has at most %d bytes",
                    DICE_TEXT_MAX);
        return;
    }
    if (reader_at_end(&parser->reader)) {
        reader_fail(&parser->reader, 0, "a dice expression is missing, such as 2d6+3");
        return;
    }
    /* "3x " at the very start. */
    int64_t times;
    int place = reader_skip_blanks(&parser->reader);
    bool is_repeat = reader_take_digits(&parser->reader, &times) &&
                     reader_take(&parser->reader, 'x') &&
                     parser->reader.at < parser->reader.text.n &&
                     char_is_space(parser->reader.text.p[parser->reader.at]);
    if (!is_repeat) {
        parser->reader.at = place;
    } else if (parser->times == NULL) {
        reader_fail(&parser->reader, place,
                    "this repeats a roll, but one number is needed here; 3x4d6 without a blank "
                    "multiplies");
    } else if (times < 1 || times > DICE_REPEAT_MAX) {
        reader_fail(&parser->reader, place, "a roll is repeated 1 to 1,000,000 times");
    } else {
        *parser->times = (int)times;
    }
    if (parser->reader.has_failed) {
        return;
    }
    parser->expr.root = parse_sum(parser);
    if (parser->reader.has_failed || reader_at_end(&parser->reader)) {
        finish_whole(parser);
        return;
    }
    if (reader_peek(&parser->reader) == ')') {
        reader_fail(&parser->reader, parser->reader.at, "no parenthesis is open here");
    } else {
        fail_operator(parser, parser->reader.at);
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

enum status dice_expr_parse_as(int *times, struct dice_expr *out, struct str text,
                               enum dice_reading reading, struct error *err)
{
    struct parser parser; /* nodes are cleared when they are made */
    int found = 1;
    parser.reading = reading;
    parser.is_floored = false;
    parser.sides = 0;
    parser.times = times != NULL ? &found : NULL;
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
    if (times != NULL) {
        *times = found;
    }
    return STATUS_OK;
}

enum status dice_expr_parse(struct dice_expr *out, struct str text, struct error *err)
{
    return parse_plain(out, text) ? STATUS_OK
                                  : dice_expr_parse_as(NULL, out, text, DICE_TYPED, err);
}
