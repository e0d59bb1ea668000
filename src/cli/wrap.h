/* Lines laid out for a terminal: a wider line is broken at a blank and goes on below, indented
 * by the columns before its text. Nothing is cut. Knows no terminal. */
#ifndef REFEREE_CLI_WRAP_H
#define REFEREE_CLI_WRAP_H

#include "base/text.h"

/* The least width of a line. */
enum { WRAP_COLUMNS_MIN = 20 };

/* The columns a text takes on a terminal. */
int wrap_columns(struct str text);

/* The indentation for the rest of a line that is wider than `columns`: under its last column of
 * words if that begins in the left half, or else a little. */
int wrap_indent(struct str line, int columns);

/* The bytes of the beginning of `rest` that fit into this many columns, up to a blank, or as
 * much of a wider word as fits. All of it when it fits; at least one character. */
int wrap_bytes(struct str rest, int columns);

/* Narrows an expression and the line with a caret under one of its places: the part of the
 * expression around the caret, with "..." for parts left out, and the caret's new column. False
 * when it fits, or when `caret` is not such a line. */
bool wrap_caret(struct text *out, int *place, struct str line, struct str caret, int columns);

#endif
