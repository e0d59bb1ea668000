/* What can be wrong with a set of random tables: gaps, overlaps, cycles, rows that lead too
 * deep. */
#ifndef REFEREE_RESOLVER_TABLES_RANDOM_TABLE_CHECK_H
#define REFEREE_RESOLVER_TABLES_RANDOM_TABLE_CHECK_H

#include "base/arena.h"
#include "resolver/tables/random_table.h"

enum table_diagnostic_kind {
    TABLE_GAP,             /* no row for the totals low to high */
    TABLE_OVERLAP,         /* `row` and `other` both have the total `low` */
    TABLE_IMPOSSIBLE,      /* `row` begins or ends at `low`, which cannot be thrown */
    TABLE_CYCLE,           /* `row` leads back to its own table */
    TABLE_TOO_DEEP,        /* `row` leads below TABLE_DEPTH_MAX tables */
    TABLE_TOO_MANY_THROWS, /* `row` makes more than TABLE_THROWS_MAX throws */
    TABLE_TOO_LARGE        /* its dice cannot be enumerated in this arena */
};

struct table_diagnostic {
    enum table_diagnostic_kind kind;
    int table;
    int row; /* -1 when it is not about a single row */
    int other;
    int64_t low, high;
};

/* Finds at most `most` problems of the set and returns their number. A set without problems can
 * be rolled on and enumerated without a further check. The arena is given back. */
int random_tables_check(const struct random_tables *tables, struct table_diagnostic *out,
                        int most, struct arena *arena);

#endif
