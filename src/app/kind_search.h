/* Kinds by words: over names, tags and texts, as one types. Of kinds that fit alike the newest
 * of the campaign come first. */
#ifndef REFEREE_APP_KIND_SEARCH_H
#define REFEREE_APP_KIND_SEARCH_H

#include "base/text.h"
#include "tracker/library.h"

struct kind_search;

/* Gets ready to search a library, which it borrows; the caller frees it. `kind`: only records
 * of that name of kind; NULL: all. */
struct kind_search *kind_search_make(const struct library *library, const char *kind);
/* The same in steps: begun, then `most` records at a time until this returns true. Before that
 * nothing is found. */
struct kind_search *kind_search_begin(const struct library *library, const char *kind);
bool kind_search_go_on(struct kind_search *search, int most);
/* NULL is allowed. */
void kind_search_free(struct kind_search *search);

/* Those in which each of the words stands: first where the name begins with them, then those
 * that have them in their name, then in a tag, then in another text. At most `most` of them;
 * returns how many there are. No words: all. */
int kind_search(const struct kind_search *search, struct str words,
                const struct library_record **out, int most);

/* All of them, each with its numbers and where it is from: "HP 1d6, strength 8 (yours)". */
typedef void see_kind_fn(void *context, const char *name, const char *numbers);
void kind_search_see(const struct kind_search *search, see_kind_fn *see, void *context);

/* Adds the numbers of a kind in a line: "HP 1d6, strength 8, AC 21". */
void kind_numbers(const struct library_record *record, struct text *out);
/* A field as it is shown: "HP", "morale for". */
void kind_field_label(const char *name, struct text *out);

#endif
