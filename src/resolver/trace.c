#include "resolver/trace.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/json_text.h"
#include "resolver/dice/dice_expr.h"

static struct trace_step *step_add(struct trace *trace, enum trace_kind kind, int64_t value,
                                   struct source why)
{
    if (trace == NULL) {
        return NULL;
    }
    if (trace->steps == TRACE_STEPS_MAX) {
        trace->is_cut = true;
        return NULL;
    }
    struct trace_step *step = &trace->step[trace->steps++];
    memset(&step->face_first, 0, sizeof *step - offsetof(struct trace_step, face_first));
    step->dice[0] = '\0';
    step->label[0] = '\0';
    step->kind = kind;
    step->value = value;
    step->why = why;
    return step;
}

void trace_term(struct trace *trace, int64_t value, struct source why)
{
    if (value != 0) {
        step_add(trace, TRACE_TERM, value, why);
    }
}

static const char *label_of(const struct trace_step *step)
{
    return step->label[0] != '\0' ? step->label : step->why.label;
}

static void set_label(const struct trace *trace, struct trace_step *step, const char *label)
{
    if (!trace->is_bare) {
        text_copy(step->label, sizeof step->label, str_of(label));
    }
}

void trace_term_named(struct trace *trace, int64_t value, const char *label, const char *rule)
{
    struct trace_step *step =
        value != 0 ? step_add(trace, TRACE_TERM, value, (struct source){"", rule}) : NULL;
    if (step != NULL) {
        set_label(trace, step, label);
    }
}

void trace_total(struct trace *trace, int64_t value)
{
    step_add(trace, TRACE_TOTAL, value, (struct source){"", ""});
}

static void step_add_decimal(struct trace *trace, enum trace_kind kind, double value,
                             struct source why)
{
    struct trace_step *step = step_add(trace, kind, 0, why);
    if (step != NULL) {
        step->is_decimal = true;
        step->value_decimal = value;
    }
}

void trace_factor(struct trace *trace, double value, struct source why)
{
    step_add_decimal(trace, TRACE_FACTOR, value, why);
}

void trace_total_decimal(struct trace *trace, double value)
{
    step_add_decimal(trace, TRACE_TOTAL, value, (struct source){"", ""});
}

void trace_divisor(struct trace *trace, double value, struct source why)
{
    step_add_decimal(trace, TRACE_DIVISOR, value, why);
}

void trace_against(struct trace *trace, int64_t value, struct source why)
{
    step_add(trace, TRACE_AGAINST, value, why);
}

void trace_number(struct trace *trace, int64_t value, struct source why)
{
    step_add(trace, TRACE_NUMBER, value, why);
}

void trace_number_decimal(struct trace *trace, double value, struct source why)
{
    step_add_decimal(trace, TRACE_NUMBER, value, why);
}

void trace_from(struct trace *trace, int64_t value, struct source why)
{
    step_add(trace, TRACE_FROM, value, why);
}

void trace_from_named(struct trace *trace, int64_t value, const char *label, const char *rule)
{
    struct trace_step *step = step_add(trace, TRACE_FROM, value, (struct source){"", rule});
    if (step != NULL) {
        set_label(trace, step, label);
    }
}

void trace_from_decimal(struct trace *trace, double value, const char *label, const char *rule)
{
    int steps = trace != NULL ? trace->steps : 0;
    step_add_decimal(trace, TRACE_FROM, value, (struct source){"", rule});
    if (trace != NULL && trace->steps > steps) {
        set_label(trace, &trace->step[steps], label);
    }
}

static struct trace_step *last_dice(struct trace *trace)
{
    struct trace_step *last =
        trace != NULL && trace->steps > 0 ? &trace->step[trace->steps - 1] : NULL;
    return last != NULL && last->kind == TRACE_DICE ? last : NULL;
}

void trace_dice_joins(struct trace *trace, int sign)
{
    struct trace_step *last = last_dice(trace);
    if (last != NULL) {
        last->sign = sign;
        last->says_label = true;
    }
}

void trace_dice_named(struct trace *trace, const char *label)
{
    struct trace_step *last = last_dice(trace);
    if (last != NULL) {
        set_label(trace, last, label);
    }
}

void trace_result(struct trace *trace, struct source why)
{
    step_add(trace, TRACE_RESULT, -1, why);
}

void trace_result_value(struct trace *trace, int64_t value, struct source why)
{
    CHECK(value >= 0);
    step_add(trace, TRACE_RESULT, value, why);
}

struct trace_step *trace_dice(struct trace *trace, const char *dice, struct source why)
{
    struct trace_step *step = step_add(trace, TRACE_DICE, 0, why);
    if (step != NULL) {
        if (!trace->is_bare) {
            text_copy(step->dice, sizeof step->dice, str_of(dice));
        }
        step->face_first = trace->faces;
    }
    return step;
}

void trace_drop_faces(struct trace *trace, struct trace_step *step)
{
    trace->is_cut = true;
    step->face_count = 0;
}

void trace_mark(struct trace *trace, const struct trace_step *step, int i, enum trace_mark mark)
{
    if (trace != NULL && step != NULL && i < step->face_count) {
        trace->mark[step->face_first + i] |= (uint8_t)mark;
    }
}

void trace_mark_last(struct trace *trace, const struct trace_step *step, enum trace_mark mark)
{
    if (step != NULL && step->face_count > 0) {
        trace_mark(trace, step, step->face_count - 1, mark);
    }
}

void trace_mark_kept(struct trace *trace, const struct trace_step *step, int dice, int kept)
{
    for (int i = 0; i < dice; i++) {
        if (i != kept) {
            trace_mark(trace, step, i, TRACE_DROPPED);
        }
    }
}

void trace_mark_exploded(struct trace *trace, const struct trace_step *step, int from)
{
    for (int i = 0; step != NULL && i < step->face_count; i++) {
        int at = step->face_first + i;
        if (trace->face[at] >= from && (trace->mark[at] & TRACE_DROPPED) == 0) {
            trace_mark(trace, step, i, TRACE_EXPLODED);
        }
    }
}

void trace_real(struct trace *trace, struct trace_step *step, double real, bool is_given)
{
    if (trace == NULL || step == NULL) {
        return;
    }
    if (trace->reals == TRACE_REALS_MAX) {
        trace->is_cut = true;
        step->face_count = 0;
        return;
    }
    if (!step->is_real) {
        step->is_real = true;
        step->face_first = trace->reals;
    }
    trace->real[trace->reals++] = real;
    step->face_count++;
    step->entered_count += is_given ? 1 : 0;
}

static void format_face(const struct trace *trace, const struct trace_step *step, int i,
                        struct text *out)
{
    double real = step->is_real ? trace->real[step->face_first + i] : 0;
    if (step->is_real && real < 1) {
        text_add_decimal(out, real * 100, 2);
        text_add_char(out, '%');
    } else if (step->is_real) {
        text_add_decimal(out, real, 4);
    } else {
        text_add_whole(out, trace->face[step->face_first + i]);
    }
}

static void format_value(const struct trace_step *step, struct text *out)
{
    if (step->is_decimal) {
        text_add_decimal(out, step->value_decimal, 4);
    } else {
        text_add_whole(out, step->value);
    }
}

static unsigned marks_of(const struct trace *trace, const struct trace_step *step, int i)
{
    return step->is_real ? 0 : trace->mark[step->face_first + i];
}

/* "(1)", "1r", "6!". */
static void format_marked_face(const struct trace *trace, const struct trace_step *step, int i,
                               struct text *out)
{
    unsigned marks = marks_of(trace, step, i);
    if (marks == 0) {
        format_face(trace, step, i, out);
        return;
    }
    text_add_str(out, str_of((marks & TRACE_DROPPED) != 0 ? "(" : ""));
    format_face(trace, step, i, out);
    text_add_str(out, str_of((marks & TRACE_REROLLED) != 0 ? "r" : ""));
    text_add_str(out, str_of((marks & TRACE_EXPLODED) != 0 ? "!" : ""));
    text_add_str(out, str_of((marks & TRACE_DROPPED) != 0 ? ")" : ""));
}

/* True when the faces alone do not show the value. */
static bool needs_value(const struct trace *trace, const struct trace_step *step)
{
    if (step->face_count > 1) {
        return true;
    }
    if (step->is_real) {
        return !step->is_decimal || trace->real[step->face_first] != step->value_decimal;
    }
    return trace->face[step->face_first] != step->value;
}

/* A real that is the share of a number after it: "d% [70] = 69.5% of 13 accuracy". */
static bool is_share(const struct trace_step *step)
{
    return step->kind == TRACE_DICE && step->is_decimal && !step->is_total_given;
}

/* "3x(d10-2)>1" in words, "3 d10-2, each over 1"; other notation as it is. */
static void format_notation(const char *dice, struct text *out)
{
    const char *each = strstr(dice, "x(");
    const char *over = strstr(dice, ")>");
    if (each == NULL || over == NULL) {
        text_add_str(out, str_of(dice));
        return;
    }
    text_add(out, "%.*s %.*s, each over %s", (int)(each - dice), dice, (int)(over - each - 2),
             each + 2, over + 2);
}

/* Which faces the notation means, where it names some: " (counts 8, 9, 10)". What is in a trace
 * was read before, maybe by an older version. */
static void add_faces_meant(const char *dice, struct text *out)
{
    struct dice_expr expr;
    bool names_faces = strpbrk(dice, "<>=r!") != NULL || strstr(dice, "d66") != NULL;
    if (!names_faces ||
        dice_expr_parse_as(NULL, &expr, str_of(dice), DICE_LOGGED, NULL) != STATUS_OK) {
        return;
    }
    TEXT_BUFFER(meant, 160);
    dice_expr_tell(&expr, &meant);
    if (meant.n > 0 && !meant.is_cut) {
        text_add(out, " (%s)", meant.p);
    }
}

/* True when the notation ends in a number that is no die, so that rolled faces after it would
 * read as one more: "d6+2 6". */
static bool ends_in_number(const char *dice)
{
    return strpbrk(dice, "+*/>") != NULL || (strchr(dice, '-') != NULL && dice[0] != '-');
}

/* "d20 14", "2d6 [3 5] = 8", "d6+2: 6 = 8", "2d6 [=8]": faces, typed ones in brackets, and the
 * value unless a single face shows it. */
static void format_dice(const struct trace *trace, const struct trace_step *step,
                        struct text *out)
{
    bool is_given =
        step->face_count > 0 ? step->entered_count == step->face_count : step->is_total_given;
    format_notation(step->dice, out);
    text_add_str(out, str_of(!is_given && ends_in_number(step->dice) ? ": " : " "));
    if (step->face_count == 0) {
        text_add_str(out, str_of(step->is_total_given ? "[=" : ""));
        format_value(step, out);
        text_add_str(out, str_of(step->is_total_given ? "]" : ""));
        add_faces_meant(step->dice, out);
        return;
    }
    if (is_given) {
        text_add_char(out, '[');
    }
    for (int i = 0; i < step->face_count; i++) {
        if (i == 24) {
            text_add_str(out, str_of(" ..."));
            break;
        }
        if (i > 0) {
            text_add_char(out, ' ');
        }
        format_marked_face(trace, step, i, out);
    }
    if (is_given) {
        text_add_char(out, ']');
    }
    if (step->zero_means != 0) {
        text_add(out, " (0 is %d)", step->zero_means);
    }
    if (needs_value(trace, step) && is_share(step)) {
        text_add_str(out, str_of(" = "));
        text_add_decimal(out, step->value_decimal * 100, 2);
        text_add_char(out, '%');
    } else if (needs_value(trace, step)) {
        text_add_str(out, str_of(" = "));
        format_value(step, out);
    }
    add_faces_meant(step->dice, out);
}

/* A total that waits for its comparison while another one is thrown: an attack while its target
 * defends itself. NULL: the comparison is with the last total. */
static const struct trace_step *waiting_total(const struct trace *trace, int against)
{
    const struct trace_step *first = NULL;
    for (int i = against - 1; i >= 0 && trace->step[i].kind != TRACE_RESULT; i--) {
        first = trace->step[i].kind == TRACE_TOTAL ? &trace->step[i] : first;
    }
    return against > 0 && first != &trace->step[against - 1] ? first : NULL;
}

/* A throw after a total that waits for it, so that both are compared. */
static bool is_waited_for(const struct trace *trace, int dice)
{
    int i = dice + 1;
    while (i < trace->steps && trace->step[i].kind != TRACE_AGAINST &&
           trace->step[i].kind != TRACE_RESULT) {
        i++;
    }
    return dice > 0 && trace->step[dice - 1].kind == TRACE_TOTAL && i < trace->steps &&
           trace->step[i].kind == TRACE_AGAINST;
}

/* True when the parts of a number end here: "PV 3 = 2 + 1 sharp". */
static bool is_part_of_number(const struct trace *trace, int i)
{
    while (i > 0 && (trace->step[i].kind == TRACE_TERM || trace->step[i].kind == TRACE_FACTOR ||
                     trace->step[i].kind == TRACE_DIVISOR)) {
        i--;
    }
    return trace->step[i].kind == TRACE_FROM;
}

/* Such a throw is named: "= 27; defence d20 5 + 14 strength = 19; 27 vs AC 24". */
static void format_dice_step(const struct trace *trace, int i, struct text *out)
{
    const struct trace_step *step = &trace->step[i];
    enum trace_kind before = i > 0 ? trace->step[i - 1].kind : TRACE_RESULT;
    bool goes_on =
        (before == TRACE_TERM || before == TRACE_DICE) && !is_part_of_number(trace, i - 1);
    text_add_str(out, str_of(i == 0           ? ""
                             : step->sign > 0 ? " + "
                             : step->sign < 0 ? " - "
                             : goes_on        ? ", "
                                              : "; "));
    if (step->label[0] != '\0' || is_waited_for(trace, i)) {
        text_add(out, "%s ", label_of(step));
    }
    format_dice(trace, step, out);
    if (step->says_label) {
        text_add(out, " %s", step->why.label);
    }
}

/* "vs AC 22", after the total that is compared; that total is repeated if another stands
 * between. */
static void format_against(const struct trace *trace, int i, struct text *out)
{
    const struct trace_step *total = waiting_total(trace, i);
    if (total != NULL) {
        text_add(out, "; ");
        format_value(total, out);
    }
    text_add(out, " vs %s %lld", trace->step[i].why.label, (long long)trace->step[i].value);
}

/* True when the throw just before a total already showed this number, with nothing added. */
static bool says_total(const struct trace *trace, int i)
{
    const struct trace_step *before = i > 0 ? &trace->step[i - 1] : NULL;
    return before != NULL && before->kind == TRACE_DICE &&
           (before->is_decimal ? before->is_total_given
                               : before->face_count > 1 && before->sign == 0 &&
                                     before->value == trace->step[i].value);
}

/* After a sign: "14 strength", "3.375". */
static void format_part(const struct trace_step *step, struct text *out)
{
    const char *label = label_of(step);
    format_value(step, out);
    text_add(out, "%s%s", label[0] == '\0' ? "" : " ", label);
}

/* The sign stands before it. */
static APART void format_term(const struct trace_step *step, struct text *out)
{
    struct trace_step term = *step;
    term.value = step->value < 0 ? -step->value : step->value;
    text_add(out, step->value < 0 ? " - " : " + ");
    format_part(&term, out);
}

/* " = 2 salt claws", and more parts may follow; the only part, which is the number itself, says
 * only where it comes from: "PV 4 (ego)". */
static void format_from(const struct trace *trace, int i, struct text *out)
{
    const struct trace_step *step = &trace->step[i];
    const struct trace_step *number = i > 0 ? step - 1 : step;
    enum trace_kind next = i + 1 < trace->steps ? step[1].kind : TRACE_RESULT;
    bool has_more = next == TRACE_TERM || next == TRACE_FACTOR || next == TRACE_DIVISOR;
    bool is_same = number->kind == TRACE_NUMBER && number->is_decimal == step->is_decimal &&
                   number->value == step->value && number->value_decimal == step->value_decimal;
    if (has_more || !is_same || label_of(step)[0] == '\0') {
        text_add(out, " = ");
        format_part(step, out);
    } else {
        text_add(out, " (%s)", label_of(step));
    }
}

static void format_step(const struct trace *trace, int i, struct text *out)
{
    const struct trace_step *step = &trace->step[i];
    enum trace_kind before = i > 0 ? trace->step[i - 1].kind : TRACE_RESULT;
    switch (step->kind) {
    case TRACE_DICE:
        format_dice_step(trace, i, out);
        break;
    case TRACE_TERM:
        format_term(step, out);
        break;
    case TRACE_FACTOR:
        text_add(out, i > 0 && is_share(&trace->step[i - 1]) ? " of " : " x ");
        format_part(step, out);
        break;
    case TRACE_DIVISOR:
        text_add(out, " / ");
        format_part(step, out);
        break;
    case TRACE_NUMBER:
        text_add(out, "%s%s ", i == 0 ? "" : "; ", label_of(step));
        format_value(step, out);
        break;
    case TRACE_FROM:
        format_from(trace, i, out);
        break;
    case TRACE_TOTAL:
        if (!says_total(trace, i)) {
            text_add(out, " = ");
            format_value(step, out);
        }
        break;
    case TRACE_AGAINST:
        format_against(trace, i, out);
        break;
    case TRACE_RESULT:
        text_add(out, "%s", i == 0 ? "" : before == TRACE_RESULT ? ", " : ": ");
        if (step->value == 0) {
            text_add(out, "no ");
        } else if (step->value >= 0) {
            text_add(out, "%lld ", (long long)step->value);
        }
        text_add(out, "%s", step->why.label);
        break;
    }
}

void trace_format(const struct trace *trace, struct text *out)
{
    for (int i = 0; i < trace->steps; i++) {
        format_step(trace, i, out);
    }
}

void trace_format_rules(const struct trace *trace, struct text *out)
{
    bool is_first = true;
    for (int i = 0; i < trace->steps; i++) {
        const char *rule = trace->step[i].why.rule;
        bool is_known = rule[0] == '\0';
        for (int k = 0; k < i && !is_known; k++) {
            is_known = strcmp(trace->step[k].why.rule, rule) == 0;
        }
        if (!is_known) {
            /* Headings have blanks in them, so they need commas; numbers do not. */
            const char *comma = char_is_digit(rule[0]) ? " " : ", ";
            text_add(out, "%s%s", is_first ? "" : comma, rule);
            is_first = false;
        }
    }
}

/* A percentile as it was typed, any other real with all its places. */
static void format_exact_face(const struct trace *trace, const struct trace_step *step, int i,
                              struct text *out)
{
    if (step->is_real && trace->real[step->face_first + i] < 1) {
        text_add_fraction(out, trace->real[step->face_first + i]);
    } else {
        format_face(trace, step, i, out);
    }
}

static void add_why_json(const struct trace_step *step, struct text *out)
{
    text_add(out, ",\"why\":");
    json_text_string(out, step->kind == TRACE_DICE ? step->why.label : label_of(step));
    text_add(out, ",\"rule\":");
    json_text_string(out, step->why.rule);
    text_add(out, "}");
}

/* Left out when no face has one. */
static void add_marks_json(const struct trace *trace, const struct trace_step *step,
                           struct text *out)
{
    static const struct {
        enum trace_mark mark;
        const char *word;
    } words[] = {{TRACE_REROLLED, "\"re-rolled\""},
                 {TRACE_EXPLODED, "\"exploded\""},
                 {TRACE_DROPPED, "\"dropped\""}};
    unsigned any = 0;
    for (int i = 0; i < step->face_count; i++) {
        any |= marks_of(trace, step, i);
    }
    for (int i = 0; any != 0 && i < step->face_count; i++) {
        unsigned left = marks_of(trace, step, i);
        text_add(out, "%s[", i == 0 ? ",\"marks\":[" : ",");
        for (int k = 0; k < 3; k++) {
            if ((left & words[k].mark) != 0) {
                left &= ~(unsigned)words[k].mark;
                text_add(out, "%s%s", words[k].word, left != 0 ? "," : "");
            }
        }
        text_add(out, "]");
    }
    text_add(out, "%s", any != 0 ? "]" : "");
}

static void format_dice_json(const struct trace *trace, const struct trace_step *step,
                             struct text *out)
{
    text_add(out, "{\"dice\":");
    json_text_string(out, step->dice);
    text_add(out, ",\"faces\":[");
    for (int i = 0; i < step->face_count; i++) {
        text_add(out, "%s", i == 0 ? "" : ",");
        format_exact_face(trace, step, i, out);
    }
    bool is_given = step->is_total_given ||
                    (step->entered_count > 0 && step->entered_count >= step->face_count);
    text_add(out, "]");
    add_marks_json(trace, step, out);
    text_add(out, ",\"source\":\"%s\",\"value\":", is_given ? "given" : "generated");
    if (step->is_decimal && step->is_total_given) {
        text_add_decimal(out, step->value_decimal, 6);
    } else if (step->is_decimal) {
        text_add_fraction(out, step->value_decimal);
    } else {
        text_add(out, "%lld", (long long)step->value);
    }
    add_why_json(step, out);
}

static const char *const step_words[] = {
    [TRACE_TERM] = "term",       [TRACE_FACTOR] = "factor",   [TRACE_TOTAL] = "total",
    [TRACE_AGAINST] = "against", [TRACE_RESULT] = "result",   [TRACE_NUMBER] = "number",
    [TRACE_FROM] = "made_of",    [TRACE_DIVISOR] = "divisor",
};

void trace_format_json(const struct trace *trace, struct text *out)
{
    text_add(out, "[");
    bool is_first = true;
    for (int i = 0; i < trace->steps; i++) {
        if (trace->step[i].kind == TRACE_DICE) {
            text_add(out, "%s", is_first ? "" : ",");
            is_first = false;
            format_dice_json(trace, &trace->step[i], out);
        }
    }
    text_add(out, "]");
}

void trace_format_steps(const struct trace *trace, struct text *out)
{
    for (int i = 0; i < trace->steps; i++) {
        text_add_char(out, ',');
        if (trace->step[i].kind == TRACE_DICE) {
            format_dice_json(trace, &trace->step[i], out);
        } else {
            const struct trace_step *step = &trace->step[i];
            text_add(out, "{\"step\":\"%s\"", step_words[step->kind]);
            if (step->kind != TRACE_RESULT || step->value >= 0) {
                text_add(out, ",\"value\":");
                format_value(step, out);
            }
            add_why_json(step, out);
        }
    }
}

int trace_json_size(const struct trace *trace)
{
    enum { ESCAPED = 6 }; /* bytes that a byte of a label may take */
    int size = 3;
    for (int i = 0; i < trace->steps; i++) {
        const struct trace_step *step = &trace->step[i];
        size += 120 + ESCAPED * (int)(strlen(step->dice) + strlen(label_of(step)) +
                                      strlen(step->why.rule));
    }
    bool has_marks = false;
    for (int i = 0; i < trace->faces; i++) {
        has_marks = has_marks || trace->mark[i] != 0;
    }
    enum { FACE = 12, MARKS = 36 }; /* at most: a face with every mark */
    return size + trace->faces * (has_marks ? FACE + MARKS : FACE) + trace->reals * 24;
}

void trace_format_given(const struct trace *trace, struct text *out)
{
    bool is_first = true;
    for (int i = 0; i < trace->steps; i++) {
        const struct trace_step *step = &trace->step[i];
        if (step->kind != TRACE_DICE) {
            continue;
        }
        for (int k = 0; k < step->face_count; k++) {
            text_add(out, "%s", is_first ? "" : " ");
            format_exact_face(trace, step, k, out);
            is_first = false;
        }
        if (step->face_count == 0) {
            text_add(out, "%s=", is_first ? "" : " ");
            if (step->is_decimal) {
                text_add_decimal(out, step->value_decimal, 6);
            } else {
                text_add(out, "%lld", (long long)step->value);
            }
            is_first = false;
        }
    }
}
