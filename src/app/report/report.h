/* A report: what is known about something, as named values, made once for everybody who tells
 * it. It is a JSON document, as that is what scripts get; everybody else gets a projection of
 * it:
 *
 *   JSON       the document itself, without the names that begin with a dot: these are for
 *              people
 *   columns    a table of struct report_column over the rows of a list, on the command line
 *              (cli/output.h) and on a sheet of the screen (tui/widgets/report_table.h)
 *   sentences  a pattern with names in braces: "{name} falls in {falls} ({.band})"
 *
 * So a new report is one function that makes it, with a table for each of its lists and a
 * pattern for each sentence. Texts of people are made harmless when they are put in. Names lead
 * into objects with slashes: "ends/won". */
#ifndef REFEREE_APP_REPORT_REPORT_H
#define REFEREE_APP_REPORT_REPORT_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"
#include "forecast/fight_tally.h"

/* ---- making one ------------------------------------------------------------------------ */

/* A JSON string; ill-formed bytes and controls other than line ends are made harmless. */
json_t *report_string(struct str text);
json_t *report_string_or_null(const char *words); /* null for "" */

/* Each sets the value of this name. What is not known is null. */
void report_set(json_t *report, const char *name, json_t *value); /* takes it over */
void report_set_words(json_t *report, const char *name, const char *words);
void report_set_words_or_null(json_t *report, const char *name, const char *words); /* "" */
void report_set_flag(json_t *report, const char *name, bool flag);
void report_set_whole(json_t *report, const char *name, int64_t number);
void report_set_whole_or_null(json_t *report, const char *name, bool is_known, int64_t number);
void report_set_real(json_t *report, const char *name, bool is_known, double number);
/* "chance", "low" and "high" of what was counted so often. */
void report_set_chance(json_t *report, const char *name, int64_t count, int64_t of);
/* The same of an interval, whose middle has this name. */
void report_set_interval(json_t *report, const char *name, const char *middle, bool is_known,
                         struct interval interval);

/* An object, or a list, of this name; borrowed. */
json_t *report_object(json_t *report, const char *name);
json_t *report_list(json_t *report, const char *name);
/* A further object of a list; borrowed. */
json_t *report_row(json_t *list);

/* ---- telling it ------------------------------------------------------------------------ */

/* The value of this name; NULL: there is none. */
json_t *report_value(const json_t *report, const char *name);

/* How a value is told to people; in a pattern after a colon, "{rest:average}". A value that is
 * null or missing adds nothing. */
enum report_kind {
    REPORT_PLAIN,   /* words and whole numbers as they are, intervals of a chance as that */
    REPORT_CHANCE,  /* "62%"; of none "under 0.2%", of all "over 99.8%" */
    REPORT_RANGE,   /* "60-64%", "<1%" */
    REPORT_PERCENT, /* "62%" */
    REPORT_AVERAGE, /* "2.5" */
    REPORT_TENTHS,  /* "2.0" */
    REPORT_MORE,    /* "more" or "less", by the middle */
    REPORT_POINTS,  /* the size of the middle in points of 100 */
    REPORT_WITHIN,  /* half the interval, in points of 100 */
    REPORT_CHANGE,  /* "+1.20 ±0.31": the middle and half the interval, with these decimals */
    REPORT_CHANGE_POINTS, /* the same in points of 100 */
    REPORT_SHORT,         /* "+1.2 ±0.3": at most one decimal */
    REPORT_SHORT_POINTS,  /* "-14 ±2": points of 100 */
    REPORT_KINDS
};

struct report_column {
    const char *title; /* NULL: none */
    int columns;       /* 0: as many as it takes; below 0: to the right of so many */
    const char *name;  /* of the value; "": the row itself */
    enum report_kind kind;
    int decimals;        /* of a change */
    const char *missing; /* what stands there when it is not known; NULL: nothing */
    int indent;          /* blanks before it, where there is room for them */
};

/* The cell of this column; without ± where `is_ascii`. */
void report_format_cell(const json_t *row, const struct report_column *column, bool is_ascii,
                        struct text *out);
/* A sentence by its pattern. */
void report_tell(const json_t *report, const char *pattern, struct text *out);

/* A chance that was counted, and a range, as above. */
void report_format_chance(struct text *out, const struct interval *chance);
void report_format_range(struct text *out, double low, double high);

/* Removes the names that begin with a dot. */
void report_be_json(json_t *report);

#endif
