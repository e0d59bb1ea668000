/* A text of any length that is being built, on the heap; and how texts of people are escaped
 * for each format, so that markup, formulas and quotes in a name stay words.
 *
 * Texts are UTF-8 that was cleaned (base/utf8.h): one line each, without control characters. */
#ifndef REFEREE_EXCHANGE_WRITING_H
#define REFEREE_EXCHANGE_WRITING_H

#include <stdint.h>

#include "base/text.h"

/* All zero: empty. `p` ends with a zero byte once something was written. */
struct writing {
    char *p; /* owned; given back by writing_free */
    int n, size;
};

void writing_free(struct writing *out);
void write_str(struct writing *out, struct str piece);
void write_text(struct writing *out, const char *piece);
/* Floating-point numbers have functions of their own. */
void write_format(struct writing *out, const char *format, ...) LIKE_PRINTF(2, 3);
/* With one decimal, and a point in any locale. */
void write_average(struct writing *out, double number);
/* "65%", "<1%"; below 0: "-". */
void write_percent(struct writing *out, double chance);

void write_html(struct writing *out, const char *text);
/* `is_first`: it begins a line, or follows the sign of a list. */
void write_markdown(struct writing *out, const char *text, bool is_first);
/* A whole cell, in quotes where it needs them. A text that a spreadsheet would take for a
 * formula gets an apostrophe before it. */
void write_csv(struct writing *out, const char *text);
/* In quotes. */
void write_json(struct writing *out, const char *text);
/* A finite number; not finite: null. */
void write_json_real(struct writing *out, double number);

#endif
