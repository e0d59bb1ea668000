/* Search for kinds by words in names, tags and texts, while one types. Among equal matches the
 * newest of the campaign come first. */
#ifndef REFEREE_APP_LIBRARY_KIND_SEARCH_H
#define REFEREE_APP_LIBRARY_KIND_SEARCH_H

#include "base/text.h"
#include "tracker/library.h"

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

/* Whether what stands in a field is a number of the kind: a value, or one word that is checked
 * as one, as dice are. */
bool kind_field_is_number(const struct library_record *record, int field);
/* Adds the numbers of a kind in a line: "HP 1d6, strength 8, AC 21". */
void kind_numbers(const struct library_record *record, struct text *out);
/* The same without the field of that name, which is given otherwise; NULL: with all. */
void kind_numbers_without(const struct library_record *record, const char *name,
                          struct text *out);
/* The name of a field for display: "HP", "morale for". */
void kind_field_label(const char *name, struct text *out);

#endif
