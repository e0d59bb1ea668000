/* What the command line prints: lines for people, JSON documents, errors, and the exit code.
 *
 * Text from outside is made harmless before it reaches a terminal, and where the locale has no
 * UTF-8 it is written in ASCII. Nothing is ever coloured. Lines for people are no wider than
 * the terminal, or than COLUMNS says. Standard output that cannot be written (a full disk, a
 * reader that has gone) is found out by output_end at the latest. */
#ifndef REFEREE_CLI_OUTPUT_H
#define REFEREE_CLI_OUTPUT_H

#include <stdbool.h>
#include <stdint.h>

#include <jansson.h>

#include "base/status.h"
#include "base/text.h"

enum exit_code { EXIT_DONE, EXIT_REFUSED, EXIT_USAGE, EXIT_OPERATING };

/* Called once, first: takes the character set of the environment, and makes writing to a closed
 * pipe, or beyond what a file may have, an error instead of the end of the program. */
void output_begin(void);
/* Called once, last: `code`, or EXIT_OPERATING with a message when something was not written.
 * When the reader has gone, as `head` does, it ends the program without a word, by SIGPIPE. */
int output_end(int code);

/* Whether something was not written so far; the cheap question, for long lists. */
bool output_has_failed(void);
/* The same, with everything shown so far written: whether nobody can read further answers, so
 * that acts that only follow a script must not go on. */
bool output_is_lost(void);
/* Whether it is lost because its reader has gone. */
bool output_reader_is_gone(void);

/* The columns of a line for people; 0 when nothing limits them, as in a file. */
int output_width(void);

/* Whether people read UTF-8 here; else ASCII. */
bool output_is_utf8(void);

/* A line for people. Longer than OUTPUT_LINE_MAX bytes is cut. */
enum { OUTPUT_LINE_MAX = 16 * 1024 };
void output_line(const char *format, ...) LIKE_PRINTF(1, 2);
/* Several lines, parted by line ends; one at the end is added where it is missing. */
void output_lines(const char *text);

/* A line without its end, shown at once: what is typed stands after it. */
void output_prompt(const char *text);

/* A line made of our own words and numbers, in ASCII. */
void output_plain(const struct text *line);

/* The columns a text takes on a terminal. */
int output_columns(const char *text);
/* Adds a text cut or filled with blanks to this many columns, and two blanks. */
void output_column(struct text *line, const char *text, int columns);
/* A line that was built; blanks at its end are left out. */
void output_row(const struct text *line);

/* Lines for standard error. */
void output_message(const char *text);
/* "place: text"; the place is left out where the text names it. */
void output_error_text(const struct error *err, struct text *out);
/* "referee: place: text" on standard error, and the exit code that belongs to the error. */
int output_error(const struct error *err);
int output_exit_code(enum status code);

/* One document and a line end; takes over `document`. */
void output_json(json_t *document);
/* A document as it is printed, in memory that the caller frees. */
char *output_json_text(const json_t *document);
/* A JSON string; ill-formed bytes and controls other than line ends are made harmless. */
json_t *output_json_string(struct str text);
/* The same, and null for an empty text. */
json_t *output_json_string_or_null(const char *text);

/* "12.50%", with "<0.01%" and ">99.99%" for what would wrongly be rounded to none or all. */
enum { OUTPUT_PERCENT_SIZE = 16 };
const char *output_percent(char out[OUTPUT_PERCENT_SIZE], double chance);

#endif
