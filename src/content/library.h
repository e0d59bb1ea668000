/* The library from data files: records of the kinds that a procedure declares
 * (tracker/library.h).
 *
 * A file is a map whose keys are the lists of the kinds ("classes", "items"); every entry is a
 * record by the kind's grammar. Files are read in layers: a record of a later layer takes the
 * place of one of the same kind and name in an earlier layer (a user's own for one that ships);
 * within one layer a name stands once. Records that are named by others are looked up when all
 * files were read. */
#ifndef REFEREE_CONTENT_LIBRARY_H
#define REFEREE_CONTENT_LIBRARY_H

#include "base/arena.h"
#include "base/diagnostics.h"
#include "content/yaml_reader.h"
#include "tracker/library.h"

enum { LIBRARY_RECORDS_MAX = 2000, LIBRARY_KINDS_MAX = 16 };

/* What the reader remembers of each record beside the record itself. */
struct record_origin;

struct library_set {
    struct arena *arena;   /* holds everything that stays */
    struct arena *scratch; /* used and given back within each call */
    const struct library_kind *kinds;
    int kinds_count;
    struct library_record *record;
    struct record_origin *origin;
    int count;
    int layer;
};

/* Memory that a library and the reading of a file of YAML_BYTES_MAX need at most; more than
 * that is a problem, not a crash. */
enum { LIBRARY_MEMORY_SIZE = 4 << 20, LIBRARY_SCRATCH_SIZE = 12 << 20 };

/* False when the arena is too small for an empty library. Everything is borrowed. `system` is
 * the one whose attributes are fields, for kinds that ask for any. */
bool library_begin(struct library_set *set, const struct library_kind *kinds, int kinds_count,
                   const struct system *system, struct arena *arena, struct arena *scratch);
/* What is read from here on takes the place of what was read before. */
void library_next_layer(struct library_set *set);
/* Adds the records of one file; mistakes go to source->problems. The file's name is copied. */
void library_read(struct library_set *set, const struct yaml_source *source);
/* Looks up the records that are named by others. The library can be used only when there are no
 * problems; it is borrowed from the arena. */
void library_finish(struct library_set *set, struct diagnostics *diagnostics,
                    struct library *out);

#endif
