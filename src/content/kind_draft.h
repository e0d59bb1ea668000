/* A record that is being written: each field as it is typed. It becomes the text of a file with
 * one record, which content/library.h reads with all its checks; so forms, commands and files
 * go through the same reader.
 *
 * The entries of a list are separated by commas; an entry with a comma is in quotes. */
#ifndef REFEREE_CONTENT_KIND_DRAFT_H
#define REFEREE_CONTENT_KIND_DRAFT_H

#include "base/text.h"
#include "tracker/library.h"

enum { DRAFT_FIELDS_MAX = 64, DRAFT_VALUE_SIZE = 1024, DRAFT_TEXT_SIZE = 24 * 1024 };

/* Plain data, about 64 KiB. An empty text means that the field is left out. */
struct kind_draft {
    const struct library_kind *kind; /* borrowed; with all its fields, as in a library */
    char value[DRAFT_FIELDS_MAX][DRAFT_VALUE_SIZE];
};

/* Begins a record without any field. */
void kind_draft_begin(struct kind_draft *draft, const struct library_kind *kind);
/* Begins with the fields of a record; default values are left out. */
void kind_draft_take(struct kind_draft *draft, const struct library_record *record);
/* Adds a field of the record as it is typed; nothing when it is left out. */
void kind_field_format(const struct library_record *record, int field, struct text *out);
/* The index of a field; -1, with err naming the nearest, when there is none. */
int kind_field_named(const struct library_kind *kind, struct str name, struct error *err);
/* Gives a field a value; "-" or nothing leaves it out. A name gets the form of names: "Gully
 * Goblin" becomes gully-goblin. STATUS_USAGE when it is too long; all other checks are made
 * when the text is read. */
enum status kind_draft_set(struct kind_draft *draft, int field, struct str value,
                           struct error *err) MUST_CHECK;
/* Adds the text: a list of one record, in DRAFT_TEXT_SIZE bytes. */
void kind_draft_write(const struct kind_draft *draft, struct text *out);

/* What a field takes, in a few words: "0 to 100", "yes or no". */
void kind_field_expects(const struct library_field_def *field, struct text *out);

#endif
