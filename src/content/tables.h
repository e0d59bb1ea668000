/* Random tables from data files: the grammar of a table's record, and the set of several files.
 *
 * Files are read in layers. A table of a later layer replaces one of the same name in an
 * earlier layer (a user's own replaces one that ships); within one layer names are unique.
 * Names of other tables are looked up when all files have been read, so the order of files does
 * not matter. A file with a mistake is left out whole, as if it did not exist. Rolling is in
 * resolver/tables/random_table.h; data/tables/ shows the format. */
#ifndef REFEREE_CONTENT_TABLES_H
#define REFEREE_CONTENT_TABLES_H

#include "base/arena.h"
#include "base/diagnostics.h"
#include "content/yaml_reader.h"
#include "resolver/tables/random_table.h"

enum { TABLES_MAX = 1000 };

/* What the reader remembers about each table beside the table itself. */
struct table_origin;

struct table_set {
    struct arena *arena;   /* holds everything that stays */
    struct arena *scratch; /* used and given back within each call */
    struct random_table *table;
    struct table_origin *origin;
    int count;
    /* The tables that are not replaced, once all are read. */
    struct random_table *top;
    const struct table_origin **top_origin;
    int layer;
};

/* Memory that a set of tables and the reading of a file of YAML_BYTES_MAX need at most; more
 * tables than that are reported as a mistake, not a crash. */
enum { TABLES_MEMORY_SIZE = 8 << 20, TABLES_SCRATCH_SIZE = 12 << 20 };

/* False when the arena is too small for an empty set. Both arenas are borrowed. */
bool tables_begin(struct table_set *set, struct arena *arena, struct arena *scratch);
/* Begins a new layer: tables read from here on replace earlier ones. */
void tables_next_layer(struct table_set *set);
/* Adds the tables of one file; false, and none of them, when it has mistakes, which go to
 * source->diagnostics. The file's name and the code of its mistakes are remembered for those
 * that tables_finish finds (the name is copied). */
bool tables_read(struct table_set *set, const struct yaml_source *source);
/* Looks up the names of tables and checks the whole set; files at fault are left out. The set
 * is borrowed from the arena. */
void tables_finish(struct table_set *set, struct diagnostics *diagnostics,
                   struct random_tables *out);

#endif
