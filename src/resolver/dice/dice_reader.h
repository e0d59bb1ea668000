/* A text of dice notation read character by character, and errors that point into it: blanks
 * and case do not matter, and pasted signs stand for ours. Knows no grammar; the parser has
 * that (dice_expr_parse.c). */
#ifndef REFEREE_RESOLVER_DICE_DICE_READER_H
#define REFEREE_RESOLVER_DICE_DICE_READER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "base/text.h"
#include "resolver/dice/dice_foreign.h"

struct dice_reader {
    struct str text;
    int at;
    bool has_failed;
    enum dice_before before; /* the kind of the last value, when an operator is next */
    struct error *err;       /* may be NULL */
};

/* The first mistake is kept, with the expression around the place and a caret under it. */
void dice_reader_fail(struct dice_reader *reader, int place, const char *format, ...)
    LIKE_PRINTF(3, 4);
/* The same where a number or dice are missing, and where an operator is missing. If the text is
 * notation of another program, the error says what to write instead. */
void dice_reader_fail_value(struct dice_reader *reader, int place);
void dice_reader_fail_operator(struct dice_reader *reader, int place);

/* The same with the error of a row of the list; `ours` is the new spelling, or empty. */
void dice_reader_fail_foreign(struct dice_reader *reader, int place, enum dice_foreign_id id,
                              struct str ours);

/* The text from a place on. */
struct str dice_reader_rest(const struct dice_reader *reader, int place);
/* Moves to the next character that is not a blank, and returns its place. */
int dice_reader_skip_blanks(struct dice_reader *reader);
/* That character in lower case; '\0' at the end. */
char dice_reader_peek(struct dice_reader *reader);
bool dice_reader_at_end(struct dice_reader *reader);
/* Each skips blanks and takes what is next, or takes nothing and returns false. */
bool dice_reader_take(struct dice_reader *reader, char wanted);
/* All letters of a word, with or without blanks between them. */
bool dice_reader_take_word(struct dice_reader *reader, const char *word);
/* A run of digits; a number beyond 64 bits becomes -1. */
bool dice_reader_take_digits(struct dice_reader *reader, int64_t *out);
/* A number with an optional minus sign, moved to within -most to most. */
bool dice_reader_take_signed(struct dice_reader *reader, int most, int *out);

#endif
