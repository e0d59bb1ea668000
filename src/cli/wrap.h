/* Lines laid out for a terminal: one that is wider goes on in the next, at a blank, after the
 * columns that stand before its text. Nothing is cut. Knows no terminal. */
#ifndef REFEREE_CLI_WRAP_H
#define REFEREE_CLI_WRAP_H

#include "base/text.h"

/* How narrow a line is made at most. */
enum { WRAP_COLUMNS_MIN = 20 };

/* The columns a text takes on a terminal. */
int wrap_columns(struct str text);

/* Where a line that is wider than `columns` goes on: under its last column of words, as far as
 * that begins in its left half, else a little after its beginning. */
int wrap_indent(struct str line, int columns);

/* The bytes of the beginning of `rest` that fit into this many columns, up to a blank, or of a
 * word that is wider as much as fits. All of it when it fits; at least one character. */
int wrap_bytes(struct str rest, int columns);

/* An expression and a line with a caret under one of its places, both narrower than they were:
 * the part of the expression that is round the caret, with "..." where something is left out,
 * and the caret's column in it. False when it fits, or when `caret` is no such line. */
bool wrap_caret(struct text *out, int *place, struct str line, struct str caret, int columns);

#endif
