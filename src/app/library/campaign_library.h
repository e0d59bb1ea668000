/* The data files of an open campaign: random tables, and the records of the system at the
 * table. They are read when they are first needed. */
#ifndef REFEREE_APP_LIBRARY_CAMPAIGN_LIBRARY_H
#define REFEREE_APP_LIBRARY_CAMPAIGN_LIBRARY_H

#include "base/diagnostics.h"
#include "base/status.h"
#include "resolver/system.h"
#include "base/text.h"
#include "tracker/library.h"

/* Search for kinds by words in names, tags and texts, while one types. Among equal matches the
 * newest of the campaign come first. */

struct kind_search;

/* Prepares to search a library, which it borrows; the caller frees the search. `kind`: only
 * records of this kind; NULL: all. */
struct kind_search *kind_search_make(const struct library *library, const char *kind);
/* The same in steps: begin, then `most` records at a time until this returns true. Before that
 * nothing is found. */
struct kind_search *kind_search_begin(const struct library *library, const char *kind);
bool kind_search_go_on(struct kind_search *search, int most);
/* After the library was changed and finished again: only new records are prepared. A search
 * that was not ready begins again. */
void kind_search_update(struct kind_search *search);
/* NULL is allowed. */
void kind_search_free(struct kind_search *search);

/* Finds records that have all the words: first those whose name begins with them, then those
 * with the words in their name, then in a tag, then in another text. Fills at most `most`;
 * returns the number of all matches. No words: all records. */
int kind_search(const struct kind_search *search, struct str words,
                const struct library_record **out, int most);

/* Visits all records, each with its numbers and its source: "HP 1d6, strength 8 (yours)". */
typedef void see_kind_fn(void *context, const char *name, const char *numbers);
void kind_search_see(const struct kind_search *search, see_kind_fn *see, void *context);

/* True when what stands in a field is a number of the kind: a value, or one word that is
 * checked as one, as dice are. */
bool kind_field_is_number(const struct library_record *record, int field);
/* Adds the numbers of a kind in a line: "HP 1d6, strength 8, AC 21". */
void kind_numbers(const struct library_record *record, struct text *out);
/* The same without the field of that name, which is given otherwise; NULL: with all. */
void kind_numbers_without(const struct library_record *record, const char *name,
                          struct text *out);
/* The name of a field for display: "HP", "morale for". */
void kind_field_label(const char *name, struct text *out);

struct sitting;

/* Reads random tables and records, those that ship and the user's own, unless that was done or
 * tried before, so that the start does not wait for them. sitting_run, sitting_tidy and the
 * words of an argument call it; mistakes in a file are reported when it is used. */
void sitting_need_files(struct sitting *sitting);
/* The same before a key, without asking the file whether another program has changed a kind:
 * the next command, list or idle moment asks. */
void sitting_ready_files(struct sitting *sitting);

/* The random tables, with those of another file (NULL: none), which must be valid since the
 * user named it. */
enum status sitting_open_tables(struct sitting *sitting, const char *file,
                                struct error *err) MUST_CHECK;
/* The records of this system: those that ship, the user's own and the campaign's. Mistakes in a
 * file are reported when a missing record is asked for, and once in an idle moment. */
void sitting_open_library(struct sitting *sitting, const struct system *system);
/* The same again, with all mistakes. */
void sitting_read_library(struct sitting *sitting, const struct system *system,
                          struct diagnostics *diagnostics);
/* Another copy of them, for what goes on while the table reads its own again. Close it with
 * record_library_close. Mistakes are left to the table to report. */
struct record_library;
struct record_library *sitting_read_library_apart(const struct sitting *sitting,
                                                  const struct system *system);
/* Reads some records of the open encounter's game in an idle moment; true: more are left. A
 * command that needs them earlier waits for the rest. */
bool sitting_read_some_kinds(struct sitting *sitting);
/* Makes them be read again when they are needed next. */
void sitting_forget_library(struct sitting *sitting);

#endif
