/* The library: what combatants can be made from. Classes, items, foes: records of the kinds
 * that a procedure declares, read from data files by content/library.h and lent to each
 * decision. A record is only read while a combatant is made or changed: its values are copied
 * into the state, so that a state is complete by itself. */
#ifndef REFEREE_TRACKER_LIBRARY_H
#define REFEREE_TRACKER_LIBRARY_H

#include <stdint.h>

#include "base/text.h"
#include "resolver/system.h"

struct library;
struct library_record;

/* The shape of a field in a data file. */
enum record_shape {
    RECORD_VALUE, /* given by value.kind */
    RECORD_NAME,  /* lower case letters, digits and '-', beginning with a letter; value.high
                     bytes at most */
    RECORD_TEXT,  /* a line for display, 1 to value.high bytes */
    RECORD_LIST,  /* a scalar or a list of them, value.high at most; in a library each is a text
                     of 1 to LIBRARY_ENTRY_MAX bytes */
    RECORD_RECORDS, /* a list of 1 to value.high maps, which the owner of the field reads; not
                       for libraries */
    RECORD_WORDS /* a map of 1 to value.high words, which the owner reads; not for libraries */
};

/* In bytes: a name and an entry together fit into the label of a state effect, as does a text
 * after a word. */
enum { LIBRARY_NAME_MAX = 24, LIBRARY_ENTRY_MAX = 53, LIBRARY_TEXT_MAX = 60 };

struct library_field_def {
    /* name, is_required, fallback, help; the rest depends on the shape */
    struct value_def value;
    enum record_shape shape;
    const char *refers; /* the kind of the records that its texts name; NULL: none */
    /* Further conditions on a text, beside its length: fills err; NULL: none. */
    bool (*check)(struct str text, struct error *err);
    /* Further conditions on a text once all records are read; NULL: none. */
    bool (*check_among)(const struct library *library, struct str text, struct error *err);
};

struct library_kind {
    const char *name;                       /* "class" */
    const char *list;                       /* the key of their list in a file: "classes" */
    const char *what;                       /* for messages: "a class" */
    const struct library_field_def *fields; /* the first is the record's name */
    int fields_count;
    /* The fields that are enough for such a record, beside its name: a form shows them first.
     * Ended by NULL; NULL: the fields are shown in their own order. */
    const char *const *first;
    /* The system's attributes with these names are further fields, with the system's types and
     * ranges but no defaults; ended by NULL; "*": all of them. NULL: none. */
    const char *const *attributes;
    /* Conditions between the fields of a record: fills err; NULL: none. */
    bool (*check)(const struct library_record *record, struct error *err);
};

/* The texts of one field: none when it was left out and has no fallback. */
struct library_texts {
    int count;
    const char *const *text;
};

/* The source of a record; a record of a later source hides those of its name from earlier
 * ones. */
enum library_place { LIBRARY_SHIPPED, LIBRARY_OWN, LIBRARY_CAMPAIGN, LIBRARY_PLACES };

/* Borrowed, with everything that it points to. */
struct library_record {
    const struct library_kind *kind;
    const char *name;
    const struct library_texts *field; /* in the order of kind->fields */
    enum library_place place;
    int64_t stamp; /* of the campaign's records: the change it is from, newer ones higher */
    int64_t id;    /* of the campaign's records: its number there */
};

struct library {
    const struct library_record *record;
    int count;
    const struct library_kind *kinds; /* with all their fields */
    int kinds_count;
    /* A hash table of record indexes by name: start at library_slot and go on to a free slot,
     * which holds -1. The number of slots is a power of two; 0: none, and records are searched
     * one by one. */
    const int *slot;
    int slots;
};

/* The record of a kind with this name, in any case and with blanks for '-'; NULL with err,
 * which names the nearest. */
const struct library_record *library_find(const struct library *library, const char *kind,
                                          struct str name, struct error *err);
/* The field of this name, which the kind must have. */
const struct library_texts *library_list(const struct library_record *record, const char *name);
/* Its one text; NULL when it was left out. */
const char *library_text(const struct library_record *record, const char *name);
/* "shipped", "yours", "campaign": the source of a record for display. */
const char *library_place_word(enum library_place place);
/* The first slot of a name, of `slots`. Equal names have the same one. */
int library_slot(struct str name, int slots);

/* Rule texts: what the cited rule of a command, a throw or a check says, in a few sentences;
 * and what a player of the real game finds different there, which nothing cites.
 *
 * A citation is the id of a rule ("5.14", "save rolls"); the log keeps several in one text. The
 * texts are data (data/<system>/rules.yaml, read by content/rule_texts). */

enum { RULE_TEXT_ID_MAX = 40, RULE_TEXT_TITLE_MAX = 40, RULE_TEXT_TEXT_MAX = 600 };

struct rule_text {
    const char *id;    /* RULE_TEXT_ID_MAX bytes at most, and so on */
    const char *title; /* "Attack" */
    const char *text;
};

/* How the real game, or a calculator for it, differs from these rules; within the same
 * lengths. */
struct beside_text {
    const char *title; /* "Critical hits" */
    const char *text;
};

/* The heading of these, and the word for all of them where a rule is typed. */
#define BESIDE_TITLE "Beside the real game"

#define BESIDE_WORD "beside"

/* The rule texts of one system, in the order of its rules. Zeroed: none are known. */
struct rule_texts {
    const struct rule_text *rule_text;
    int count;
    const struct beside_text *beside; /* a game that is played only at tables has none */
    int beside_count;
};

/* The rule with this id, in any case; NULL when there is none. */
const struct rule_text *rule_text_find(const struct rule_texts *rule_texts, struct str id);
/* Its title; "" when it is unknown. */
const char *rule_text_title(const struct rule_texts *rule_texts, const char *id);
/* The next rule of a text that cites several, as trace_format_rules writes them ("5.14 5.19",
 * "hit roll, damage rolls"), and moves *rest past it; unknown ids are skipped. NULL at the
 * end. */
const struct rule_text *rule_text_next(const struct rule_texts *rule_texts, struct str *rest);

#endif
