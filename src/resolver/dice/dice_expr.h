/* Dice notation: "2d6+3", "4d6kh3", "d6!", as the documents of the command line describe it.
 *
 * Parsing and evaluating are apart: a parsed expression is plain data that can be kept, thrown
 * any number of times (dice_total in dice.h), and turned into its exact distribution
 * (dice_expr_distribution.h). */
#ifndef REFEREE_RESOLVER_DICE_DICE_EXPR_H
#define REFEREE_RESOLVER_DICE_DICE_EXPR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/status.h"
#include "base/text.h"

/* ---- as other programs mean it ------------------------------------------------------- */

/* Notation of other dice programs: one list of what means something else there, what is written
 * otherwise here, what differs by design, and what each dialect becomes. The errors of the
 * parser, `help dialects` and the tests read it. It reads no expression itself; the parser asks
 * where it cannot go on. */

/* How a text is read. */
enum dice_reading {
    DICE_TYPED,  /* as people type it here */
    DICE_LOGGED, /* as a log has it: also what older versions of the notation understood */
    DICE_ROLL20, /* as one of these programs reads it */
    DICE_FOUNDRY,
    DICE_AVRAE,
    DICE_READINGS
};

/* "roll20", "foundry", "avrae"; "" for the two others. */
const char *dice_dialect_name(enum dice_reading reading);
/* Finds a dialect by its name, in any case. */
enum status dice_dialect_find(enum dice_reading *out, struct str name,
                              struct error *err) MUST_CHECK;

/* The rows that the parser finds by its grammar. */
enum dice_foreign_id {
    FOREIGN_CRITICAL, /* taken with another meaning elsewhere */
    FOREIGN_NO_FACE,
    FOREIGN_EVERY_FACE,
    FOREIGN_TIMES,
    FOREIGN_ROLLS,
    FOREIGN_KEEP_VALUE,
    FOREIGN_D66,
    FOREIGN_TOTAL, /* written otherwise here */
    FOREIGN_COMMAND,
    FOREIGN_DROPS_ALL,
    FOREIGN_COUNT,
    FOREIGN_DIVISION,
    FOREIGN_POWER,
    FOREIGN_SEVERAL,
    FOREIGN_LETTER,
    FOREIGN_FUDGE,
    FOREIGN_FRACTIONS, /* a dialect has it */
    FOREIGN_LIMIT,
    FOREIGN_ONCE,
    FOREIGN_ORDER,
    FOREIGN_COIN,
    FOREIGN_BY_VALUE,
    FOREIGN_SELECTOR,
    FOREIGN_COMPARED,
    FOREIGN_PERCENT,
    FOREIGN_CUT_ONCE,
    FOREIGN_NAMED /* how many; the other rows are found by their words, or are not mistakes */
};

enum dice_foreign_kind {
    FOREIGN_TAKEN,     /* elsewhere it means something else */
    FOREIGN_WRITTEN,   /* here it is written otherwise, or is not known */
    FOREIGN_BY_DESIGN, /* understood here and elsewhere, with another number */
    FOREIGN_DIALECT    /* what a dialect's notation is here */
};

/* Where the words of a row stand; the parser finds the others. */
enum dice_foreign_place {
    FOREIGN_BY_GRAMMAR,
    FOREIGN_BEHIND, /* after a die, a number or parentheses */
    FOREIGN_SUFFIX, /* there too: our own suffixes in the wrong place */
    FOREIGN_VALUE,  /* in place of a number or dice */
    FOREIGN_SIGN    /* a sign in any place */
};

struct dice_foreign {
    enum dice_foreign_kind kind;
    enum dice_reading dialect; /* of FOREIGN_DIALECT */
    const char *typed;         /* examples, separated by ", " */
    const char *elsewhere;     /* who means what; NULL: nobody means anything else */
    const char *here;          /* what it means here, or what an explanation says; or NULL */
    /* What is written here in place of the first example; NULL: nothing is. */
    const char *ours;
    /* The error, with {} where the new spelling stands; NULL: it is understood. */
    const char *text;
    enum dice_foreign_place place;
    const char *words;  /* separated by blanks */
    const char *suffix; /* with the number behind the word it is the new spelling; or NULL */
};

/* Every row, in the order in which help shows them; NULL after the last one. */
const struct dice_foreign *dice_foreign_at(int i);
/* The error of a row; `ours` stands for {}, or the spelling for its example if it is empty. */
void dice_foreign_say(struct text *out, const struct dice_foreign *row, struct str ours);
const struct dice_foreign *dice_foreign_row(enum dice_foreign_id id);

/* What comes before the place. */
enum dice_before {
    BEFORE_DIE,   /* a die with its suffixes */
    BEFORE_VALUE, /* a number, parentheses, a list */
    BEFORE_LABEL  /* a label */
};

/* Each function takes the text from the place on, which does not begin with a blank. */

/* True when a word begins here that has a meaning only elsewhere; if so, adds the advice. Call
 * it before suffixes are read, since some begin with the same letters. */
bool dice_foreign_suffix(struct text *out, struct str rest);
/* True when a word that stands behind dice begins here, ours or another one, so that a "d" is
 * no die: "dis", "dl1", "drop". */
bool dice_foreign_is_behind(struct str rest);
/* True when the word that begins here is one of these, which are separated by blanks. */
bool dice_foreign_is_word(struct str rest, const char *words);
/* Adds the advice for something after a value that is not an operator. `rest` is not empty. */
void dice_foreign_operator(struct text *out, struct str rest, enum dice_before before);
/* Adds the advice for something that is neither a number nor dice; nothing stands before the
 * start. */
void dice_foreign_value(struct text *out, struct str rest, bool is_start);

/* ---- notation -------------------------------------------------------------------------- */

/* The version of the notation, which a log keeps beside each one. It is raised when something
 * is refused, or read otherwise, than before; a log of an earlier version is read as it was
 * written (DICE_LOGGED). */
enum { DICE_RULES = 2 };

enum {
    DICE_NODES_MAX = 100, /* operators, numbers and terms of one expression */
    DICE_DEPTH_MAX = 32,  /* of parentheses and signs */
    DICE_TEXT_MAX = 4096, /* bytes of one expression; its canonical form is not longer */
    DICE_COUNT_MAX = 10000,
    DICE_SIDES_MAX = 1000000,
    DICE_THROWN_MAX = 1000000, /* dice thrown in one roll */
    DICE_REPEAT_MAX = 1000000,
    DICE_LABEL_MAX = 40,    /* bytes of one label */
    DICE_LABELS_SIZE = 256, /* of all labels, each with a byte at its end */
    DICE_WRITTEN_SIZE = 80  /* of the canonical form in explanations */
};

enum dice_operator {
    DICE_NUMBER,
    DICE_TERM, /* NdS with its suffixes */
    DICE_ADD,
    DICE_SUBTRACT,
    DICE_MULTIPLY,
    DICE_DIVIDE, /* toward minus infinity */
    DICE_NEGATE,
    DICE_GREATEST, /* max(a, b); more than two are nested on the left */
    DICE_LEAST     /* min(a, b) */
};

enum dice_comparison {
    COMPARE_NONE,
    COMPARE_EQUAL,
    COMPARE_MORE,
    COMPARE_AT_LEAST,
    COMPARE_LESS,
    COMPARE_AT_MOST
};

/* The condition of a suffix; COMPARE_NONE when the die has no such suffix. Values beyond every
 * die are stored as DICE_SIDES_MAX + 1 (or its negative). */
struct dice_condition {
    enum dice_comparison comparison;
    int value;
};

/* What follows a die that explodes. */
enum dice_explosion {
    EXPLODE_FURTHER,   /* !: further dice */
    EXPLODE_COMPOUND,  /* !!: the same, added up to one die */
    EXPLODE_PENETRATE, /* !p: further dice, each one less than it shows */
};

enum dice_keep { KEEP_ALL, KEEP_HIGHEST, KEEP_LOWEST, DROP_HIGHEST, DROP_LOWEST };

struct dice_term {
    int count;
    int sides;
    bool is_count_left_out; /* written "d6": count is 1 */
    bool is_fudge;          /* dF: faces -1, 0, 1; sides is 3 */
    bool is_tens_and_ones;  /* d66, alone: two d6, the first one the tens */
    bool rerolls_once;      /* ro: else while the condition holds */
    struct dice_condition reroll;
    struct dice_condition explode;
    enum dice_explosion explosion; /* EXPLODE_FURTHER where nothing explodes */
    bool has_minimum, has_maximum;
    int minimum, maximum;
    enum dice_keep keep;
    int keep_count; /* at most DICE_THROWN_MAX */
    /* The dice that meet it are counted; without it all dice are added up. */
    struct dice_condition success;
};

struct dice_node {
    enum dice_operator op;
    union {
        struct {
            int16_t left, right; /* indexes of operands; DICE_NEGATE uses left only */
        };
        int16_t label; /* DICE_NUMBER, DICE_TERM: where its label begins; 0: it has none */
    };
    union {
        int64_t number;        /* DICE_NUMBER: never negative */
        struct dice_term term; /* DICE_TERM */
    };
};

/* node[root] is the whole expression; operands come before their operators. It has no pointers,
 * and no unset bytes within dice_expr_size; the nodes behind that are never set, since they are
 * several thousand bytes and most expressions have one node. Copy it by assignment, or those
 * bytes; compare those bytes. */
struct dice_expr {
    int nodes;
    int root;
    int dice;      /* thrown at least, before explosions and re-rolls */
    int labels;    /* bytes that are taken; the first is the end of no label */
    int is_simple; /* 1: each die is thrown once, and at most one die of a term is kept or
                      dropped */
    char label[DICE_LABELS_SIZE];
    char written[DICE_WRITTEN_SIZE]; /* the canonical form; one that does not fit ends in "..."
                                      */
    struct dice_node node[DICE_NODES_MAX];
};

/* How many of its bytes count: all up to its last node. */
static inline size_t dice_expr_size(const struct dice_expr *expr)
{
    return offsetof(struct dice_expr, node) + (size_t)expr->nodes * sizeof expr->node[0];
}
/* True when they are the same, label by label. */
static inline bool dice_expr_equal(const struct dice_expr *a, const struct dice_expr *b)
{
    return a->nodes == b->nodes && memcmp(a, b, dice_expr_size(a)) == 0;
}

/* On failure *out is untouched and err->text holds the reason, the expression (the part around
 * the place when it is long) and a caret under the place. An accepted expression can neither
 * overflow, nor divide by zero, nor go on forever. */
enum status dice_expr_parse(struct dice_expr *out, struct str text,
                            struct error *err) MUST_CHECK;

/* The same for a text that may be no plain typing: of a log, or of another program's notation.
 * With `times` it can be repeated: "3x 4d6kh3", a whole number of 1 to DICE_REPEAT_MAX and an x
 * at the very start, then a blank. Each time is a roll by itself; *times is 1 without this
 * prefix. NULL: it cannot, as for one number. */
enum status dice_expr_parse_as(int *times, struct dice_expr *out, struct str text,
                               enum dice_reading reading, struct error *err) MUST_CHECK;

/* The canonical form: lower case, no blanks, suffixes in the order they apply, labels
 * unchanged. Parsing it gives the same expression. */
void dice_expr_format(const struct dice_expr *expr, struct text *out);

/* Which faces are re-rolled, explode or are counted, where the notation names some, since other
 * programs mean others by the same signs: "re-rolls 1, 2 until another face falls; counts 8, 9,
 * 10". Nothing for other dice. */
void dice_expr_tell(const struct dice_expr *expr, struct text *out);

/* Least and greatest total. INT64_MIN or INT64_MAX means that this side has no end, which
 * happens only with exploding dice. */
void dice_expr_range(const struct dice_expr *expr, int64_t *low, int64_t *high);
/* The same with an end on both sides: the least and greatest total of DICE_THROWN_MAX dice. */
void dice_expr_bounds(const struct dice_expr *expr, int64_t *low, int64_t *high);
/* Dice thrown at least, before explosions and re-rolls. */
static inline int dice_expr_dice(const struct dice_expr *expr)
{
    return expr->dice;
}

#endif
