/* Random tables: rows that dice choose among, and that may send on to other tables.
 *
 * A table is thrown on with a dice expression (d6, 2d6, d100), with d66 (two d6 read as the
 * digits of 11 to 66) or with the weights of its rows. A row may name further tables to throw
 * on, each a number of times; those throws follow at once, in order. There are no cycles: a
 * table never leads back to itself, so every roll ends, and random_tables_check finds what is
 * too deep or too long.
 *
 * Like every rule this reads three ways: the dice are generated, given, or enumerated, through
 * the same two functions (one throw, and what a row adds to the throws that wait). So the odds
 * and the roll cannot disagree.
 *
 * All data is the caller's, borrowed and never changed; files are read by content/tables.h.
 * Start reading at `struct random_table`. */
#ifndef REFEREE_RESOLVER_TABLES_RANDOM_TABLE_H
#define REFEREE_RESOLVER_TABLES_RANDOM_TABLE_H

#include "base/arena.h"
#include "base/status.h"
#include "resolver/dice/dice.h"

enum {
    TABLE_NAME_MAX = 47,       /* bytes */
    TABLE_TITLE_MAX = 80,      /* bytes */
    TABLE_TEXT_MAX = 240,      /* bytes of a row's text: it fits a line of the log */
    TABLE_GIVES_MAX = 60,      /* and of what it gives */
    TABLE_ROWS_MAX = 1000,     /* of one table */
    TABLE_WEIGHTS_MAX = 10000, /* all rows of a table together */
    TABLE_TOTALS_MAX = 10000,  /* from the least to the greatest total of the dice */
    TABLE_DICE_MAX = 100,
    TABLE_ROLLS_MAX = 8,        /* other tables that one row names */
    TABLE_TIMES_MAX = 10,       /* throws on each of them */
    TABLE_BRINGS_MAX = 4,       /* kinds that one row brings, */
    TABLE_BRINGS_SIZE_MAX = 60, /* each in this many bytes */
    TABLE_DEPTH_MAX = 8,        /* tables below each other, the first one among them */
    TABLE_THROWS_MAX = 32       /* of one roll, those on other tables among them */
};

/* The reactions that a row may have, by words that the rules know. */
enum reaction {
    REACTION_NONE,
#define REACTION(name, word, text) REACTION_##name,
#include "resolver/tables/reactions.def"
#undef REACTION
    REACTIONS
};
/* "bribe"; "" for REACTION_NONE. */
const char *reaction_word(enum reaction reaction);
/* The text of a row with this reaction and without a text of its own; "" for REACTION_NONE. */
const char *reaction_text(enum reaction reaction);

/* Another table to throw on. */
struct table_roll {
    int table; /* index in the set */
    int times; /* at least 1 */
};

struct table_row {
    int64_t low, high; /* the totals that lead here; its share of 1 to sides with weights */
    const char *text;  /* one line; "" only where the row sends on to other tables */
    enum reaction reaction;
    const struct table_roll *roll;
    int rolls;
    const char *const
        *brings; /* the combatants who arrive: "1d6 moor-wolf", as the text says */
    int brings_count;
    const char *gives; /* "equip magic-sword": what it gives to who takes it; NULL: nothing */
};

enum table_kind {
    TABLE_EXPRESSION,
    TABLE_D66,
    TABLE_WEIGHTS /* a die with as many sides as the sum of the weights */
};

struct random_table {
    const char *name;  /* lower case letters, digits and '-', beginning with a letter */
    const char *title; /* for display */
    enum table_kind kind;
    const struct dice_expr *expr; /* TABLE_EXPRESSION */
    int sides;                    /* TABLE_WEIGHTS */
    const struct table_row *row;
    int rows;
};

/* A set of tables that may name each other. */
struct random_tables {
    const struct random_table *table;
    int count;
};

/* The index of the table of this name, any case; -1 with the nearest name in err when unknown.
 */
int random_table_find(const struct random_tables *tables, struct str name, struct error *err);

/* Reads the dice of a table: "d66", or a dice expression of 1 to TABLE_DICE_MAX dice whose
 * totals have both ends and lie within TABLE_TOTALS_MAX of each other. *kind says which; *expr
 * is filled for TABLE_EXPRESSION only. */
enum status random_table_read_dice(enum table_kind *kind, struct dice_expr *expr,
                                   struct str notation, struct error *err) MUST_CHECK;
/* "2d6", "d66", "d7" for weights with the sum 7. */
void random_table_format_dice(const struct random_table *table, struct text *out);
/* "4", "2-3" or "-1..1"; with weights "weight 3". */
void random_table_format_row(const struct random_table *table, int row, struct text *out);

/* ---- rolling --------------------------------------------------------------------------- */

struct table_hit {
    int table, row;
    int64_t total;
};

/* One roll: the rows so far, and the tables that still wait for their throw. */
struct table_act {
    int hits;
    struct table_hit hit[TABLE_THROWS_MAX];
    int waiting;
    int wait[TABLE_THROWS_MAX]; /* the last one is next */
};

void random_table_begin(struct table_act *act, int table);
bool random_table_is_done(const struct table_act *act);
/* The next throw. Writes the trace: the dice, and the row's text as the result. When the dice
 * are stuck (dice are wanted, or there is a fault) nothing is added and the act waits as
 * before. */
void random_table_step(struct table_act *act, const struct random_tables *tables,
                       struct dice *dice);
/* All of them; ends early when the dice are stuck. */
void random_table_roll(struct table_act *act, const struct random_tables *tables, int table,
                       struct dice *dice);

/* The two halves of a step, for walkers that enumerate: the row that the dice choose (they may
 * be walking a path), and the effect of that row on the act. */
int random_table_throw(const struct random_tables *tables, int table, struct dice *dice);
void random_table_take(struct table_act *act, const struct random_tables *tables,
                       struct table_hit hit);

/* The texts of the rows in the order of the throws, separated by "; ". */
enum { TABLE_WHOLE_TEXT_SIZE = TABLE_THROWS_MAX * (TABLE_TEXT_MAX + 2) + 1 };
void random_table_text(const struct table_act *act, const struct random_tables *tables,
                       struct text *out);

/* ---- what can be wrong with a set ------------------------------------------------------ */

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

/* ---- odds ------------------------------------------------------------------------------ */

/* The exact chance of every row of a random table, and of every text that a roll can
 * produce. */
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
