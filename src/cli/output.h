/* The output of the command line: lines for display, JSON documents, errors, and the exit code.
 *
 * Text from outside is made harmless before it reaches a terminal, and in a locale without
 * UTF-8 it is written in ASCII. Nothing is ever coloured. Lines for display are at most as wide
 * as the terminal, or as COLUMNS says. Failures to write (a full disk, a reader that has gone)
 * are found by output_end at the latest. */
#ifndef REFEREE_CLI_OUTPUT_H
#define REFEREE_CLI_OUTPUT_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "app/report/report.h"
#include "base/status.h"
#include "base/text.h"

enum exit_code { EXIT_DONE, EXIT_REFUSED, EXIT_USAGE, EXIT_OPERATING };

/* Called once, first: uses the character set of the environment, and makes writing to a closed
 * pipe, or beyond the limit of a file, an error instead of the end of the program. */
void output_begin(void);
/* Called once, last: `code`, or EXIT_OPERATING with a message when something was not written.
 * When the reader has gone, as with `head`, it ends the program silently by SIGPIPE. */
int output_end(int code);

/* True when some output is already known to be lost; a cheap check, for long lists. */
bool output_has_failed(void);
/* The same once everything so far is written out: true when nobody can read further answers, so
 * that the acts of a script must not go on. */
bool output_is_lost(void);
/* True when output is lost because its reader has gone. */
bool output_reader_is_gone(void);

/* The width of a line for display; 0 when unlimited, as in a file. */
int output_width(void);

/* True when output is UTF-8; otherwise ASCII. */
bool output_is_utf8(void);

/* Prints a line for display, cut at OUTPUT_LINE_MAX bytes. */
enum { OUTPUT_LINE_MAX = 16 * 1024 };
void output_line(const char *format, ...) LIKE_PRINTF(1, 2);
/* Prints several lines, which are separated by line ends; adds a missing one at the end. */
void output_lines(const char *text);

/* Shows a prompt at once: a line without its end. */
void output_prompt(const char *text);

/* Prints a line of our own words and numbers, in ASCII. */
void output_plain(const struct text *line);

/* The columns a text takes on a terminal. */
int output_columns(const char *text);
/* Adds a text cut or filled with blanks to this many columns, and two blanks. */
void output_column(struct text *line, const char *text, int columns);
/* Prints a line that the caller has built, without blanks at its end. */
void output_row(const struct text *line);

/* Prints lines on standard error. */
void output_message(const char *text);
/* Says that a file is there, which would be written over; returns the exit code of that
 * refusal. */
int output_refuse_file(const char *path);
/* Prints "referee: place: text" on standard error; returns the exit code for the error. */
int output_error(const struct error *err);
int output_exit_code(enum status code);

/* Prints one document and a line end; takes over `document`. */
void output_json(json_t *document);
/* Prints a finished document, byte by byte as it stands. */
void output_document(const char *text);
/* Prints a piece of a document that is printed bit by bit: text as it stands, then a value
 * (NULL: none). */
void output_json_part(const char *text, const json_t *value);
/* A document as it is printed, in memory that the caller frees. */
char *output_json_text(const json_t *document);
/* Prints a report as JSON; takes it over. */
void output_report(json_t *report);
/* Prints the heads of a table's columns, and a row of it, which is an object of a report. Two
 * blanks part the columns, one where a column is set to the right. */
void output_report_head(const struct report_column *columns, int count);
void output_report_row(const json_t *row, const struct report_column *columns, int count);

/* "12.50%", with "<0.01%" and ">99.99%" for chances that would be rounded to none or all. */
enum { OUTPUT_PERCENT_SIZE = 16 };
const char *output_percent(char out[OUTPUT_PERCENT_SIZE], double chance);

/* Lines laid out for a terminal: a wider line is broken at a blank and goes on below, indented
 * by the columns before its text. Nothing is cut. */

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
