/* A record as somebody is writing it: each field as it is typed. It becomes the text of a file
 * of one record, which content/library.h reads with all its checks; so what a form writes, what
 * a command writes and what a person writes into a file are the same.
 *
 * The entries of a list are parted by commas; one that has a comma stands in quotes. */
#ifndef REFEREE_CONTENT_KIND_DRAFT_H
#define REFEREE_CONTENT_KIND_DRAFT_H

#include "base/text.h"
#include "tracker/library.h"

enum { DRAFT_FIELDS_MAX = 64, DRAFT_VALUE_SIZE = 1024, DRAFT_TEXT_SIZE = 24 * 1024 };

/* Plain data, about 64 KiB. An empty text: the field is left out. */
struct kind_draft {
    const struct library_kind *kind; /* borrowed: with all its fields, as a library has it */
    char value[DRAFT_FIELDS_MAX][DRAFT_VALUE_SIZE];
};

/* Nothing is filled in. */
void kind_draft_begin(struct kind_draft *draft, const struct library_kind *kind);
/* What the record has; what it has by default is left out. */
void kind_draft_take(struct kind_draft *draft, const struct library_record *record);
/* A field of the record as it is typed; nothing when it is left out. */
void kind_field_format(const struct library_record *record, int field, struct text *out);
/* The index of a field; -1, with err naming the nearest, when there is none. */
int kind_field_named(const struct library_kind *kind, struct str name, struct error *err);
/* Gives a field a value; "-" or nothing leaves it out. A name is written as names are: "Gully
 * Goblin" becomes gully-goblin. STATUS_USAGE when it is too long; what it must be besides is
 * found out when the text is read. */
enum status kind_draft_set(struct kind_draft *draft, int field, struct str value,
                           struct error *err) MUST_CHECK;
/* Adds the text: a list of one record, in DRAFT_TEXT_SIZE bytes. */
void kind_draft_write(const struct kind_draft *draft, struct text *out);

/* What a field takes, in a few words: "0 to 100", "yes or no", "words, parted by commas". */
void kind_field_expects(const struct library_field_def *field, struct text *out);

#endif
