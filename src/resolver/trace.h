/* The explanation of one act: every throw, every number added, every comparison, in the order
 * of the rule, each with its citation.
 *
 * A rule writes its trace while it runs; the line on screen, the record in the log and the JSON
 * answer are all made from it, so none of them can disagree with what happened. Labels and
 * citations are static text of the rule files and are borrowed; only the labels of named terms,
 * which come from the table, are copied. */
#ifndef REFEREE_RESOLVER_TRACE_H
#define REFEREE_RESOLVER_TRACE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

enum {
    TRACE_STEPS_MAX = 256,
    TRACE_FACES_MAX = 2048,
    TRACE_REALS_MAX = 16,
    TRACE_DICE_SIZE = 80,
    TRACE_LABEL_SIZE = 32
};

/* The reason for a throw or a number: a short word and the rule ("5.14"); "" when there is
 * none. */
struct source {
    const char *label;
    const char *rule;
};

enum trace_kind {
    TRACE_DICE,    /* a throw: "d20 14" */
    TRACE_TERM,    /* a number added to the running total: "+ 14 strength" */
    TRACE_FACTOR,  /* a number it is multiplied by: "x 16.8 accuracy" */
    TRACE_TOTAL,   /* the running total: "= 28" */
    TRACE_AGAINST, /* the number it is compared with: "vs AC 22" */
    TRACE_RESULT,  /* the result: ": hit" */
    TRACE_NUMBER,  /* a number that the next steps need: "; AV 7" */
    TRACE_FROM,    /* the first part of a number or comparison: " = 3 armour"; the other parts
                      follow as terms, factors and divisors */
    TRACE_DIVISOR  /* a number it is divided by: "/ 3.375 strength" */
};

/* What happened to a die, beside the face it showed; several may apply to one. */
enum trace_mark {
    TRACE_REROLLED = 1, /* another face was thrown in its place */
    TRACE_EXPLODED = 2, /* another die was thrown beside it */
    TRACE_DROPPED = 4   /* it does not count */
};

struct trace_step {
    enum trace_kind kind;
    char dice[TRACE_DICE_SIZE];   /* TRACE_DICE: the notation thrown, as "2d20kh1" */
    char label[TRACE_LABEL_SIZE]; /* a label of its own, in place of why.label; or "" */
    int face_first;               /* TRACE_DICE: index into trace->face, or trace->real */
    int face_count;               /* 0 when only a total was typed, or the faces did not fit */
    int entered_count;            /* how many of the faces (or 1: the total) were typed */
    bool is_total_given;          /* the total was typed, not the faces */
    bool takes_total;             /* TRACE_DICE: the total of this throw can be given */
    bool says_label;              /* TRACE_DICE: the line names its purpose after the dice */
    int sign; /* TRACE_DICE: 1 or -1 when it is added to or taken from the total before it, 0
                 when it begins a sum of its own */
    int zero_means; /* TRACE_DICE: a 0 was typed, as printed on the die, and is this; 0: none */
    bool is_real;   /* the faces are in trace->real */
    bool is_decimal; /* value_decimal is the value */
    int64_t value;
    double value_decimal;
    struct source why;
};

struct trace {
    int steps;
    int faces;
    int reals;
    bool is_cut; /* something did not fit; the outcome is still right */
    /* Nobody reads it, only its numbers count: notations and copied labels are left out. */
    bool is_bare;
    struct trace_step step[TRACE_STEPS_MAX];
    int32_t face[TRACE_FACES_MAX];
    uint8_t mark[TRACE_FACES_MAX]; /* of each face: enum trace_mark, added up */
    double real[TRACE_REALS_MAX];  /* of [0, 1), or percentiles from 1 as they were typed */
};

static inline void trace_clear(struct trace *trace)
{
    trace->steps = 0;
    trace->faces = 0;
    trace->reals = 0;
    trace->is_cut = false;
    trace->is_bare = false;
}

/* With a NULL trace each of these does nothing, so that enumerating a rule makes no
 * explanation. */
void trace_term(struct trace *trace, int64_t value, struct source why); /* 0 is left out */
/* The same with a label that is copied, cut to what fits. */
void trace_term_named(struct trace *trace, int64_t value, const char *label, const char *rule);
void trace_total(struct trace *trace, int64_t value);
/* The same for reals: "x 16.8 accuracy", "= 8.6". */
void trace_factor(struct trace *trace, double value, struct source why);
void trace_total_decimal(struct trace *trace, double value);
void trace_divisor(struct trace *trace, double value, struct source why);
void trace_against(struct trace *trace, int64_t value, struct source why);
/* A number that the next steps need, and its first part: "PV 6 = 9 shown"; the terms, factors
 * and divisors that follow are the other parts: " - 4 + 1 sharp". A part may also belong to the
 * comparison before it: "vs P 9 = 17 DV - 8 to hit". */
void trace_number(struct trace *trace, int64_t value, struct source why);
void trace_from(struct trace *trace, int64_t value, struct source why);
/* The same with a label that is copied, and for reals. */
void trace_from_named(struct trace *trace, int64_t value, const char *label, const char *rule);
void trace_number_decimal(struct trace *trace, double value, struct source why);
void trace_from_decimal(struct trace *trace, double value, const char *label, const char *rule);
/* The last throw, if there was one, is added to the total before it (1), or taken from it (-1):
 * "18 - 0-4 [2] absorption". */
void trace_dice_joins(struct trace *trace, int sign);
/* The last throw, if there was one, shows this label before its dice: "axe 2d6 [3 4]". The
 * label is copied; the purpose of the throw stays. */
void trace_dice_named(struct trace *trace, const char *label);
/* `label` is static text such as "hit" or "extra degrees"; with a value, the number is before
 * it, and 0 is "no": "no damage". */
void trace_result(struct trace *trace, struct source why);
void trace_result_value(struct trace *trace, int64_t value, struct source why);

/* No room for a face: half a list of faces would be wrong dice to give back, so only the total
 * stays. */
void trace_drop_faces(struct trace *trace, struct trace_step *step);
/* A new throw; NULL when there is no trace or no room. Faces are added by trace_face. */
struct trace_step *trace_dice(struct trace *trace, const char *dice, struct source why);
static inline void trace_face(struct trace *trace, struct trace_step *step, int face,
                              bool is_given)
{
    if (trace == NULL || step == NULL) {
        return;
    }
    if (trace->faces == TRACE_FACES_MAX) {
        trace_drop_faces(trace, step);
        return;
    }
    trace->mark[trace->faces] = 0;
    trace->face[trace->faces++] = face;
    step->face_count++;
    step->entered_count += is_given ? 1 : 0;
}
/* Marks face i of a throw, or the last face. Does nothing without a trace, or when the faces
 * did not fit. */
void trace_mark(struct trace *trace, const struct trace_step *step, int i,
                enum trace_mark mark);
void trace_mark_last(struct trace *trace, const struct trace_step *step, enum trace_mark mark);
/* Marks all but one of the first dice of a throw as dropped, and everything that counts from a
 * face on as exploded. */
void trace_mark_kept(struct trace *trace, const struct trace_step *step, int dice, int kept);
void trace_mark_exploded(struct trace *trace, const struct trace_step *step, int from);
/* A face that is a real of [0, 1), or a percentile from 1 to 100. */
void trace_real(struct trace *trace, struct trace_step *step, double real, bool is_given);

/* The line for display: "d20 [14] + 14 strength = 28 vs AC 22: hit, 1 extra degree; 1d6 4 = 4
 * damage". Typed dice stand in brackets, dropped ones in parentheses; "1r" was re-rolled, "6!"
 * exploded: "4d6kh3 3 5 (2) 6 = 14". */
void trace_format(const struct trace *trace, struct text *out);
/* The rules used, each once, in order: "5.14 5.19", "hit roll, damage rolls". */
void trace_format_rules(const struct trace *trace, struct text *out);
/* The throws as a JSON array in the shape of the command line's contract; other steps are left
 * out. If there are marks they follow the faces, a list of words for each:
 * "faces":[3,1],"marks":[[],["dropped"]]. */
void trace_format_json(const struct trace *trace, struct text *out);
/* Every step, each after a comma, as the log keeps them between the request of the roll and its
 * outcome (tracker/decision.c): throws as above, and for each of the others {"step": "term"
 * | "factor" | "divisor" | "total" | "against" | "result" | "number" | "made_of", "value",
 * "why", "rule"}; a result that is only a word has no value. */
void trace_format_steps(const struct trace *trace, struct text *out);
/* The number of bytes that is enough for what these two write about this trace. */
int trace_json_size(const struct trace *trace);
/* The dice of the throws as they can be given again: "14 4", totals as "=15". */
void trace_format_given(const struct trace *trace, struct text *out);

#endif
