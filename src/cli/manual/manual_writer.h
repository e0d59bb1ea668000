/* A page of the manual as it is written: headings, sentences, entries with a title, and lines
 * that stay as they are. The same calls make text for a terminal and a source for `man`. It
 * knows nothing of what the pages say.
 *
 * Words between `...` are what a person types; a source for `man` makes them bold. */
#ifndef REFEREE_CLI_MANUAL_MANUAL_WRITER_H
#define REFEREE_CLI_MANUAL_MANUAL_WRITER_H

#include <stdbool.h>

#include "base/text.h"

/* Set out and is_roff, and leave the rest zero. */
struct manual_writer {
    struct text *out;
    bool is_roff;
    bool is_open;  /* something stands under the heading */
    bool has_more; /* the last entry has entries of its own */
    bool is_code;
};

/* The first call: the page's name and section, its sentence, and for `man` the day and the
 * version. */
struct manual_title {
    const char *name; /* "referee-dice" */
    int section;
    const char *help;
    const char *day, *version;
};
void manual_title(struct manual_writer *writer, const struct manual_title *title);
void manual_heading(struct manual_writer *writer, const char *words);
/* One below the heading. */
void manual_subheading(struct manual_writer *writer, const char *words);
void manual_sentences(struct manual_writer *writer, struct str words);
/* A title and words about it; with a title of up to 14 columns both stand in one line. */
void manual_entry(struct manual_writer *writer, struct str title, struct str words);
/* The same, below the last entry. */
void manual_entry_below(struct manual_writer *writer, struct str title, struct str words);
/* A line that is not broken: an example. */
void manual_code(struct manual_writer *writer, struct str line);
/* The last call. */
void manual_end(struct manual_writer *writer);

/* Text that is laid out for a terminal, piece by piece. A line in the first column with two
 * blanks in it is an entry, whose words may go on below; indented lines are an example, or
 * entries if each has two blanks in it; anything else is sentences. */
void manual_prose(struct manual_writer *writer, struct str text);
/* The part of a text in Markdown below the heading "## HEADING": sentences, tables of two
 * columns as entries, fenced lines as examples. Nothing when there is no such heading. */
void manual_markdown(struct manual_writer *writer, struct str text, const char *heading);

#endif
