/* The library from data files: records of the kinds that a procedure declares
 * (tracker/library.h).
 *
 * A file is a map whose keys are the lists of the kinds ("classes", "items"); every entry is a
 * record by the kind's grammar. Files are read in layers (enum library_place): a record of a
 * later layer takes the place of one of the same kind and name in an earlier layer (a user's
 * own for one that ships); within one layer a name stands once. Records that are named by
 * others are looked up when all files were read.
 *
 * Of a file with a mistake nothing is taken; the others are as if it were not there. */
#ifndef REFEREE_CONTENT_LIBRARY_H
#define REFEREE_CONTENT_LIBRARY_H

#include "base/arena.h"
#include "base/diagnostics.h"
#include "content/yaml_reader.h"
#include "tracker/library.h"

enum { LIBRARY_RECORDS_MAX = 20000, LIBRARY_KINDS_MAX = 16 };

/* What the reader remembers of each record beside the record itself. */
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
    enum library_place place; /* of what is read now, */
    int64_t stamp, id;        /* and what else its records are given; the caller's */
};

/* Memory that a library of LIBRARY_RECORDS_MAX records, and the reading of a file of
 * YAML_BYTES_MAX, need at most; more than that is a problem, not a crash. Only what is used is
 * touched. */
enum { LIBRARY_MEMORY_SIZE = 48 << 20, LIBRARY_SCRATCH_SIZE = 12 << 20 };

/* False when the arena is too small for an empty library. Everything is borrowed. `system` is
 * the one whose attributes are fields, for kinds that ask for any. */
bool library_begin(struct library_set *set, const struct library_kind *kinds, int kinds_count,
                   const struct system *system, struct arena *arena, struct arena *scratch);
/* What is read from here on takes the place of what was read before. */
void library_next_layer(struct library_set *set);
/* Adds the records of one file; false, and none of them, when it has mistakes, which go to
 * source->diagnostics; a file whose mistakes would find no room there is not read. The file's
 * name is copied. */
bool library_read(struct library_set *set, const struct yaml_source *source);
/* Looks up the records that are named by others; files that name what is not there are left out
 * then. The library is borrowed from the arena. */
void library_finish(struct library_set *set, struct diagnostics *diagnostics,
                    struct library *out);

/* Whether what the record names is there, and fits; what is wrong first is in err. */
bool library_fits(const struct library *library, const struct library_record *record,
                  struct error *err);

#endif
