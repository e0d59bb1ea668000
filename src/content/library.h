/* The library from data files: records of the kinds that a procedure declares
 * (tracker/library.h).
 *
 * A file is a map whose keys are the lists of the kinds ("classes", "items"); every entry is a
 * record by the kind's grammar. Files are read in layers (enum library_place): a record of a
 * later layer replaces one of the same kind and name in an earlier layer (a user's own replaces
 * one that ships); within one layer names are unique. Names of other records are looked up when
 * all files have been read.
 *
 * A file with a mistake is left out whole, as if it did not exist. */
#ifndef REFEREE_CONTENT_LIBRARY_H
#define REFEREE_CONTENT_LIBRARY_H

#include "base/arena.h"
#include "base/diagnostics.h"
#include "base/nearest.h"
#include "base/text.h"
#include "content/yaml_reader.h"
#include "tracker/library.h"

enum { LIBRARY_RECORDS_MAX = 20000, LIBRARY_KINDS_MAX = 16 };

/* What the reader remembers about each record beside the record itself. */
struct record_origin;
struct library_file;

struct library_set {
    struct arena *arena;   /* holds everything that stays */
    struct arena *scratch; /* used and given back within each call */
    const struct library_kind *kinds;
    int kinds_count;
    struct library_record *record;
    struct record_origin *origin;
    int *slot; /* the last record of each name: 2 * room slots, -1 in a free one */
    int count, room;
    size_t finished_at; /* what the arena held before the last library_finish */
    /* Of what is being read: it is only looked over, so that records with mistakes stay, and
     * library_finish reports what they name in vain. The library is then of no other use. */
    bool only_checks;
    enum library_place place; /* of what is being read, */
    int64_t stamp, id;        /* and other values for its records; the caller's */
};

/* Memory that a library of LIBRARY_RECORDS_MAX records, and the reading of a file of
 * YAML_BYTES_MAX, need at most; more than that is reported as a mistake, not a crash. Only used
 * memory is touched. */
enum { LIBRARY_MEMORY_SIZE = 48 << 20, LIBRARY_SCRATCH_SIZE = 12 << 20 };

/* False when the arena is too small for an empty library. Everything is borrowed. `system` has
 * the attributes that kinds may name as fields. */
bool library_begin(struct library_set *set, const struct library_kind *kinds, int kinds_count,
                   const struct system *system, struct arena *arena, struct arena *scratch);
/* Begins a new layer: records read from here on replace earlier ones. */
void library_next_layer(struct library_set *set);
/* Adds the records of one file; false, and none of them, when it has mistakes, which go to
 * source->diagnostics; a file is not read when there is no room for its mistakes. The file's
 * name is copied. */
bool library_read(struct library_set *set, const struct yaml_source *source);
/* Looks up records by the names in others; files with names that lead nowhere are left out. The
 * library is borrowed from the arena. */
void library_finish(struct library_set *set, struct diagnostics *diagnostics,
                    struct library *out);

/* For changes after that: gives back what library_finish made, so that it must follow again. */
void library_reopen(struct library_set *set);
/* Takes out the records with this number of their campaign. */
void library_drop(struct library_set *set, int64_t id);

/* "; did you mean X?" after a name that no record has, or "". */
struct nearest_question library_nearest(const struct library *library, struct str name);

/* True when everything that the record names exists and fits; the first mistake is in err. */
bool library_fits(const struct library *library, const struct library_record *record,
                  struct error *err);

/* ---- a record that is being written ---------------------------------------------------- */

/* A record that is being written: each field as it is typed. It becomes the text of a file with
 * one record, which library_read reads with all its checks; so forms, commands and files
 * go through the same reader.
 *
 * The entries of a list are separated by commas; an entry with a comma is in quotes. */

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
/* Adds an entry of a list as it is typed among others: in quotes where it has a comma. */
void kind_entry_format(struct str entry, struct text *out);
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
