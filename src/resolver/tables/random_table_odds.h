/* The exact chance of every row of a random table, and of every text that a roll can
 * produce. */
#ifndef REFEREE_RESOLVER_TABLES_RANDOM_TABLE_ODDS_H
#define REFEREE_RESOLVER_TABLES_RANDOM_TABLE_ODDS_H

#include "base/arena.h"
#include "base/status.h"
#include "resolver/tables/random_table.h"

struct table_text_chance {
    const char *text; /* as random_table_text writes it */
    double chance;
};

enum { TABLE_TEXTS_MAX = 20000 };

/* Everything is borrowed from the arena. */
struct table_odds {
    int rows;
    double *row;    /* the chance of each row of the table itself */
    bool has_texts; /* false: more than TABLE_TEXTS_MAX texts, or too many ways to them */
    int texts;
    struct table_text_chance *text; /* equal texts added up, in the order of the rows */
};

/* Exact. STATUS_FULL when the arena is too small. */
enum status random_table_odds(struct table_odds *out, const struct random_tables *tables,
                              int table, struct arena *arena, struct error *err) MUST_CHECK;

#endif
