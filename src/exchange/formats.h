/* The formats of an export: how a telling is written as Markdown, as one page of HTML, as CSV,
 * as JSON, as plain text. Each is a file of its own; here are their table, and what they write
 * with. */
#ifndef REFEREE_EXCHANGE_FORMATS_H
#define REFEREE_EXCHANGE_FORMATS_H

#include <stdint.h>

#include "base/status.h"
#include "base/text.h"
#include "exchange/telling.h"

/* ---- writing --------------------------------------------------------------------------- */

/* A text of any length that is being built, on the heap. Each format has a function of its own
 * for texts of people, which escapes them, so that markup, formulas and quotes in a name stay
 * words.
 *
 * Texts are UTF-8 that was cleaned (base/utf8.h): one line each, without control characters. */

/* All zero: empty. `p` ends with a zero byte once something was written. */
struct writing {
    char *p; /* owned; freed by writing_free */
    int n, size;
};

void writing_free(struct writing *out);
void write_str(struct writing *out, struct str piece);
void write_text(struct writing *out, const char *piece);
/* Floating-point numbers have functions of their own. */
void write_format(struct writing *out, const char *format, ...) LIKE_PRINTF(2, 3);
/* With one decimal, and a point in any locale. */
void write_average(struct writing *out, double number);
/* Writes the text with what `escape` says in place of single characters; NULL: the character
 * itself. */
void write_escaped(struct writing *out, const char *text,
                   const char *(*escape)(const char *at));

/* ---- the formats ----------------------------------------------------------------------- */

/* A telling as Markdown, by rounds. */
void write_as_markdown(struct writing *out, const struct telling *telling);
/* A telling as one page of HTML that needs nothing else: no scripts, no pictures, no styles
 * from elsewhere. It is well-formed XML too. */
void write_as_html(struct writing *out, const struct telling *telling);
/* A telling as CSV: a row for each act, all rows of one width. Figures and charts are left to
 * the spreadsheet. */
void write_as_csv(struct writing *out, const struct telling *telling);
/* A telling as one JSON document. Its acts and figures have the keys of `log --json` and
 * `figures --json`. */
void write_as_json(struct writing *out, const struct telling *telling);
/* A telling as plain text. */
void write_as_plain(struct writing *out, const struct telling *telling);

struct export_format {
    const char *name;   /* "md" */
    const char *ending; /* of files: "md" */
    const char *help;
    bool has_rows; /* a row for each act, also for players, to whom the others tell a story */
    void (*write)(struct writing *out, const struct telling *telling);
    bool is_of_acts_alone; /* figures and charts are left out */
};

/* NULL after the last. */
const struct export_format *export_format_at(int i);
/* By its name, in any case. STATUS_USAGE with the nearest one when there is none. */
enum status export_format_find(const struct export_format **out, struct str name,
                               struct error *err) MUST_CHECK;
/* By the ending of a file; NULL: none has it. */
const struct export_format *export_format_of_file(const char *path);

#endif
