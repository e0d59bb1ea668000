/* The library: what combatants can be made from. Classes, items, foes: records of the kinds
 * that a procedure declares, read from data files by the one who has files (content/library.h)
 * and lent to each decision. A record is only looked at while a combatant is made or changed:
 * what it says is copied into the state, so that a state is whole by itself. */
#ifndef REFEREE_TRACKER_LIBRARY_H
#define REFEREE_TRACKER_LIBRARY_H

#include <stdint.h>

#include "resolver/system.h"

struct library;
struct library_record;

/* The shape of a field in a data file. */
enum record_shape {
    RECORD_VALUE, /* as value.kind says */
    RECORD_NAME,  /* lower case letters, digits and '-', beginning with a letter; value.high
                     bytes at most */
    RECORD_TEXT,  /* a line for people, 1 to value.high bytes */
    RECORD_LIST,  /* a scalar or a list of them, value.high at most; in a library each is a text
                     of 1 to LIBRARY_ENTRY_MAX bytes */
    RECORD_RECORDS /* a list of 1 to value.high maps, which the owner of the field reads; no
                      field of a library */
};

/* In bytes: a name and an entry find room in the label of a state effect, and so does a text
 * after a word. */
enum { LIBRARY_NAME_MAX = 24, LIBRARY_ENTRY_MAX = 53, LIBRARY_TEXT_MAX = 60 };

struct library_field_def {
    struct value_def
        value; /* name, is_required, fallback, help; and the rest as the shape says */
    enum record_shape shape;
    const char *refers; /* the kind of the records that its texts name; NULL: none */
    /* What a text must be, beside short: fills err; NULL: anything. */
    bool (*check)(struct str text, struct error *err);
    /* What a text must be beside all other records, once they are read; NULL: anything. */
    bool (*check_among)(const struct library *library, struct str text, struct error *err);
};

struct library_kind {
    const char *name;                       /* "class" */
    const char *list;                       /* the list of them in a file: "classes" */
    const char *what;                       /* for messages: "a class" */
    const struct library_field_def *fields; /* the first is the record's name */
    int fields_count;
    /* The system's attributes of these names are fields after those, with its types and ranges
     * and nothing where they are left out; ended by NULL; "*": all of them. NULL: none. */
    const char *const *attributes;
    /* What must hold between the fields of a record: fills err; NULL: nothing. */
    bool (*check)(const struct library_record *record, struct error *err);
};

/* What stands in one field: no text when it was left out and has no fallback. */
struct library_texts {
    int count;
    const char *const *text;
};

/* Where a record is from; one of a later place is taken before those of its name in earlier
 * ones. */
enum library_place { LIBRARY_SHIPPED, LIBRARY_OWN, LIBRARY_CAMPAIGN, LIBRARY_PLACES };

/* Borrowed, as all that it points to. */
struct library_record {
    const struct library_kind *kind;
    const char *name;
    const struct library_texts *field; /* in the order of kind->fields */
    enum library_place place;
    int64_t stamp; /* of those of the campaign: which change it is from, newer ones higher */
    int64_t id;    /* of those of the campaign: its number there */
};

struct library {
    const struct library_record *record;
    int count;
    const struct library_kind *kinds; /* with all their fields */
    int kinds_count;
    /* The indexes of records by name: from library_slot on, up to a free slot, which holds
     * -1. How many slots, a power of two; 0: none, and records are looked at one by one. */
    const int *slot;
    int slots;
};

/* The record of a kind with this name, in any case and with blanks for '-'; NULL with err,
 * which names the nearest. */
const struct library_record *library_find(const struct library *library, const char *kind,
                                          struct str name, struct error *err);
/* A field of this name, which the kind has. */
const struct library_texts *library_list(const struct library_record *record, const char *name);
/* Its one text; NULL when it was left out. */
const char *library_text(const struct library_record *record, const char *name);

/* "shipped", "yours", "campaign": where a record is from, as it is told. */
const char *library_place_word(enum library_place place);

/* The first slot of a name among so many. Names that are equal have the same one. */
int library_slot(struct str name, int slots);

/* Names are equal in any case, and with blanks or '-' between their parts. */
bool library_names_equal(struct str a, struct str b);

#endif
