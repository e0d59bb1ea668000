/* Notation of other dice programs: one list of what means something else there, what is written
 * otherwise here, what differs by design, and what each dialect becomes. The errors of the
 * parser, `help dialects` and the tests read it. It reads no expression itself; the parser asks
 * where it cannot go on. */
#ifndef REFEREE_RESOLVER_DICE_DICE_FOREIGN_H
#define REFEREE_RESOLVER_DICE_DICE_FOREIGN_H

#include <stdbool.h>

#include "base/status.h"
#include "base/text.h"

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

/* Whether a word begins here that has a meaning only elsewhere; if so, adds the advice. Call it
 * before suffixes are read, since some begin with the same letters. */
bool dice_foreign_suffix(struct text *out, struct str rest);
/* Whether a word that stands behind dice begins here, ours or another one, so that a "d" is no
 * die: "dis", "dl1", "drop". */
bool dice_foreign_is_behind(struct str rest);
/* Whether the word that begins here is one of these, which are separated by blanks. */
bool dice_foreign_is_word(struct str rest, const char *words);
/* Adds the advice for something after a value that is not an operator. `rest` is not empty. */
void dice_foreign_operator(struct text *out, struct str rest, enum dice_before before);
/* Adds the advice for something that is neither a number nor dice; nothing stands before the
 * start. */
void dice_foreign_value(struct text *out, struct str rest, bool is_start);

#endif
