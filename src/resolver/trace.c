#include "resolver/trace.h"

#include <stdio.h>
#include <string.h>

void trace_clear(struct trace *trace)
{
    trace->steps = 0;
    trace->faces = 0;
    trace->is_cut = false;
}

static struct trace_step *step_add(struct trace *trace, enum trace_kind kind, int64_t value,
                                   struct why why)
{
    if (trace == NULL) {
        return NULL;
    }
    if (trace->steps == TRACE_STEPS_MAX) {
        trace->is_cut = true;
        return NULL;
    }
    struct trace_step *step = &trace->step[trace->steps++];
    memset(step, 0, sizeof *step);
    step->kind = kind;
    step->value = value;
    step->why = why;
    return step;
}

void trace_term(struct trace *trace, int64_t value, struct why why)
{
    if (value != 0) {
        step_add(trace, TRACE_TERM, value, why);
    }
}

void trace_total(struct trace *trace, int64_t value)
{
    step_add(trace, TRACE_TOTAL, value, (struct why){"", ""});
}

void trace_against(struct trace *trace, int64_t value, struct why why)
{
    step_add(trace, TRACE_AGAINST, value, why);
}

void trace_result(struct trace *trace, struct why why)
{
    step_add(trace, TRACE_RESULT, -1, why);
}

void trace_result_value(struct trace *trace, int64_t value, struct why why)
{
    CHECK(value >= 0);
    step_add(trace, TRACE_RESULT, value, why);
}

struct trace_step *trace_dice(struct trace *trace, const char *dice, struct why why)
{
    struct trace_step *step = step_add(trace, TRACE_DICE, 0, why);
    if (step != NULL) {
        snprintf(step->dice, sizeof step->dice, "%s", dice);
        step->face_first = trace->faces;
    }
    return step;
}

void trace_face(struct trace *trace, struct trace_step *step, int face, bool is_given)
{
    if (trace == NULL || step == NULL) {
        return;
    }
    if (trace->faces == TRACE_FACES_MAX) {
        /* Half a list of faces would lie when it is given back: only the total stays. */
        trace->is_cut = true;
        step->face_count = 0;
        return;
    }
    trace->face[trace->faces++] = face;
    step->face_count++;
    step->given_count += is_given ? 1 : 0;
}

/* "d20 14", "2d6 [3 5]", "[=15]", "3d6 6 6 3 = 15": faces, typed ones in brackets, and the value
 * where it is not plain from a single face. */
static void format_dice(const struct trace *trace, const struct trace_step *step, struct text *out)
{
    text_add(out, "%s ", step->dice);
    if (step->is_decimal) {
        text_add(out, "%s", step->given_count > 0 ? "[" : "");
        text_add_decimal(out, step->value_decimal, 4);
        text_add(out, "%s", step->given_count > 0 ? "]" : "");
        return;
    }
    if (step->face_count == 0) {
        text_add(out, "%s", step->is_total_given ? "[=" : "");
        text_add(out, "%lld", (long long)step->value);
        text_add(out, "%s", step->is_total_given ? "]" : "");
        return;
    }
    bool is_given = step->given_count == step->face_count;
    text_add(out, "%s", is_given ? "[" : "");
    for (int i = 0; i < step->face_count; i++) {
        if (i == 24) {
            text_add(out, " ...");
            break;
        }
        text_add(out, "%s%d", i == 0 ? "" : " ", (int)trace->face[step->face_first + i]);
    }
    text_add(out, "%s", is_given ? "]" : "");
    if (step->face_count > 1 || trace->face[step->face_first] != step->value) {
        text_add(out, " = %lld", (long long)step->value);
    }
}

static void format_step(const struct trace *trace, int i, struct text *out)
{
    const struct trace_step *step = &trace->step[i];
    enum trace_kind before = i > 0 ? trace->step[i - 1].kind : TRACE_RESULT;
    switch (step->kind) {
    case TRACE_DICE:
        text_add(out, "%s", i == 0 ? "" : before == TRACE_TERM || before == TRACE_DICE ? ", " : "; ");
        format_dice(trace, step, out);
        break;
    case TRACE_TERM:
        text_add(out, " %c %lld%s%s", step->value < 0 ? '-' : '+',
                 (long long)(step->value < 0 ? -step->value : step->value),
                 step->why.label[0] == '\0' ? "" : " ", step->why.label);
        break;
    case TRACE_TOTAL:
        text_add(out, " = %lld", (long long)step->value);
        break;
    case TRACE_AGAINST:
        text_add(out, " vs %s %lld", step->why.label, (long long)step->value);
        break;
    case TRACE_RESULT:
        text_add(out, "%s", before == TRACE_RESULT ? ", " : ": ");
        if (step->value >= 0) {
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
            text_add(out, "%s%s", is_first ? "" : " ", rule);
            is_first = false;
        }
    }
}

/* Labels and notations are our own ASCII without quotes, so they need no escaping. */
static void format_step_json(const struct trace *trace, const struct trace_step *step,
                             struct text *out)
{
    text_add(out, "{\"dice\":\"%s\",\"faces\":[", step->dice);
    for (int i = 0; i < step->face_count; i++) {
        text_add(out, "%s%d", i == 0 ? "" : ",", (int)trace->face[step->face_first + i]);
    }
    bool is_given = step->is_total_given ||
                    (step->given_count > 0 && step->given_count >= step->face_count);
    text_add(out, "],\"source\":\"%s\",\"value\":", is_given ? "given" : "generated");
    if (step->is_decimal) {
        text_add_fraction(out, step->value_decimal);
    } else {
        text_add(out, "%lld", (long long)step->value);
    }
    text_add(out, ",\"why\":\"%s\",\"rule\":\"%s\"}", step->why.label, step->why.rule);
}

void trace_format_json(const struct trace *trace, struct text *out)
{
    text_add(out, "[");
    bool is_first = true;
    for (int i = 0; i < trace->steps; i++) {
        if (trace->step[i].kind == TRACE_DICE) {
            text_add(out, "%s", is_first ? "" : ",");
            format_step_json(trace, &trace->step[i], out);
            is_first = false;
        }
    }
    text_add(out, "]");
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
            text_add(out, "%s%d", is_first ? "" : " ", (int)trace->face[step->face_first + k]);
            is_first = false;
        }
        if (step->is_decimal) {
            text_add(out, "%s", is_first ? "" : " ");
            text_add_fraction(out, step->value_decimal);
            is_first = false;
        } else if (step->face_count == 0) {
            text_add(out, "%s=%lld", is_first ? "" : " ", (long long)step->value);
            is_first = false;
        }
    }
}
