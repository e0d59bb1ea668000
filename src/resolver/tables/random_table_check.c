/* What can be wrong with a set of random tables: totals without a row or with two, rows that no
 * throw reaches, and tables that lead to each other without end, too deep, or too often. */
#include "resolver/tables/random_table_check.h"

#include <string.h>

#include "resolver/dice/dice_expr_distribution.h"

/* A table's state in the walk from table to table. */
enum { TABLE_NEW, TABLE_OPEN, TABLE_DONE };

struct reach {
    int state;
    int depth;  /* tables below each other; TABLE_DEPTH_MAX + 1: too many, already reported */
    int throws; /* at most; TABLE_THROWS_MAX + 1: too many, already reported */
};

struct checking {
    const struct random_tables *tables;
    struct arena *arena;
    struct table_diagnostic *diagnostic; /* the caller's */
    int diagnostics, most;
    struct reach *reach;
};

static void complain(struct checking *checking, struct table_diagnostic diagnostic)
{
    if (checking->diagnostics < checking->most) {
        checking->diagnostic[checking->diagnostics++] = diagnostic;
    }
}

static bool is_over(const struct checking *checking)
{
    return checking->diagnostics == checking->most;
}

/* ---- the rows of one table ------------------------------------------------------------- */

/* The exact distribution of the table's dice. */
static bool totals_of(struct distribution *out, const struct random_table *table,
                      struct arena *arena)
{
    struct error err;
    if (table->kind == TABLE_EXPRESSION) {
        return dice_expr_distribution(out, table->expr, arena, &err) == STATUS_OK;
    }
    int low = table->kind == TABLE_D66 ? 11 : 1;
    int high = table->kind == TABLE_D66 ? 66 : table->sides;
    if (distribution_zero(out, low, high, arena, &err) != STATUS_OK) {
        return false;
    }
    for (int total = low; total <= high; total++) {
        bool is_possible = table->kind == TABLE_WEIGHTS || (total % 10 >= 1 && total % 10 <= 6);
        out->mass[total - low] = is_possible ? 1 : 0;
    }
    return true;
}

/* Marks the row's totals as its own. */
static void claim(struct checking *checking, int table, int row,
                  const struct distribution *totals, int *owner)
{
    const struct table_row *claiming = &checking->tables->table[table].row[row];
    struct table_diagnostic diagnostic = {
        .kind = TABLE_IMPOSSIBLE, .table = table, .row = row, .low = claiming->low};
    if (distribution_at(totals, claiming->low) <= 0) {
        complain(checking, diagnostic);
        return;
    }
    if (distribution_at(totals, claiming->high) <= 0) {
        diagnostic.low = claiming->high;
        complain(checking, diagnostic);
        return;
    }
    for (int64_t total = claiming->low; total <= claiming->high; total++) {
        int *own = &owner[total - totals->low];
        if (*own != 0) {
            diagnostic.kind = TABLE_OVERLAP;
            diagnostic.other = *own - 1;
            diagnostic.low = total;
            complain(checking, diagnostic);
            return;
        }
        *own = row + 1;
    }
}

/* Runs of possible totals that no row has. */
static void find_gaps(struct checking *checking, int table, const struct distribution *totals,
                      const int *owner)
{
    struct table_diagnostic gap = {.kind = TABLE_GAP, .table = table, .row = -1};
    bool is_open = false;
    for (int i = 0; i < totals->count; i++) {
        if (totals->mass[i] <= 0) {
            continue;
        }
        int64_t total = totals->low + i;
        if (owner[i] == 0) {
            gap.low = is_open ? gap.low : total;
            gap.high = total;
            is_open = true;
        } else if (is_open) {
            complain(checking, gap);
            is_open = false;
        }
    }
    if (is_open) {
        complain(checking, gap);
    }
}

static void check_rows(struct checking *checking, int index)
{
    const struct random_table *table = &checking->tables->table[index];
    size_t mark = checking->arena->used;
    struct distribution totals;
    int *owner = NULL;
    if (totals_of(&totals, table, checking->arena)) {
        owner = arena_take(checking->arena, (size_t)totals.count, sizeof *owner);
    }
    if (owner == NULL) {
        complain(checking,
                 (struct table_diagnostic){.kind = TABLE_TOO_LARGE, .table = index, .row = -1});
    }
    if (owner != NULL) {
        int before = checking->diagnostics;
        for (int row = 0; row < table->rows && !is_over(checking); row++) {
            claim(checking, index, row, &totals, owner);
        }
        /* A wrong row leaves gaps, which are not worth a report. */
        if (checking->diagnostics == before) {
            find_gaps(checking, index, &totals, owner);
        }
    }
    checking->arena->used = mark;
}

/* ---- from table to table --------------------------------------------------------------- */

static void visit(struct checking *checking, int index);

/* Adds the tables of the row: the deepest of them, and the throws of all. */
static struct reach reach_of_row(struct checking *checking, int index, int row)
{
    const struct table_row *from = &checking->tables->table[index].row[row];
    struct reach sum = {.depth = 0, .throws = 0};
    struct table_diagnostic diagnostic = {.table = index, .row = row};
    for (int i = 0; i < from->rolls; i++) {
        struct reach *below = &checking->reach[from->roll[i].table];
        if (below->state == TABLE_NEW) {
            visit(checking, from->roll[i].table);
        }
        if (below->state == TABLE_OPEN) {
            diagnostic.kind = TABLE_CYCLE;
            diagnostic.other = from->roll[i].table;
            complain(checking, diagnostic);
            continue;
        }
        sum.depth = below->depth > sum.depth ? below->depth : sum.depth;
        sum.throws = below->throws > TABLE_THROWS_MAX || sum.throws > TABLE_THROWS_MAX
                         ? TABLE_THROWS_MAX + 1
                         : sum.throws + from->roll[i].times * below->throws;
    }
    /* Reported where the limit is passed, not again in every table above. */
    if (sum.depth == TABLE_DEPTH_MAX) {
        diagnostic.kind = TABLE_TOO_DEEP;
        complain(checking, diagnostic);
    }
    bool is_told = false;
    for (int i = 0; i < from->rolls; i++) {
        is_told = is_told || checking->reach[from->roll[i].table].throws > TABLE_THROWS_MAX;
    }
    if (sum.throws >= TABLE_THROWS_MAX && !is_told) {
        diagnostic.kind = TABLE_TOO_MANY_THROWS;
        complain(checking, diagnostic);
        sum.throws = TABLE_THROWS_MAX;
    }
    return sum;
}

static void visit(struct checking *checking, int index)
{
    struct reach *reach = &checking->reach[index];
    reach->state = TABLE_OPEN;
    struct reach most = {.depth = 0, .throws = 0};
    for (int row = 0; row < checking->tables->table[index].rows && !is_over(checking); row++) {
        struct reach below = reach_of_row(checking, index, row);
        most.depth = below.depth > most.depth ? below.depth : most.depth;
        most.throws = below.throws > most.throws ? below.throws : most.throws;
    }
    reach->depth = most.depth < TABLE_DEPTH_MAX ? most.depth + 1 : TABLE_DEPTH_MAX + 1;
    reach->throws = most.throws < TABLE_THROWS_MAX ? most.throws + 1 : TABLE_THROWS_MAX + 1;
    reach->state = TABLE_DONE;
}

int random_tables_check(const struct random_tables *tables, struct table_diagnostic *out,
                        int most, struct arena *arena)
{
    CHECK(most >= 1);
    struct checking checking = {
        .tables = tables, .arena = arena, .diagnostic = out, .most = most};
    size_t mark = arena->used;
    checking.reach = arena_take(arena, (size_t)tables->count, sizeof *checking.reach);
    if (checking.reach == NULL && tables->count > 0) {
        complain(&checking, (struct table_diagnostic){.kind = TABLE_TOO_LARGE, .row = -1});
        return checking.diagnostics;
    }
    for (int i = 0; i < tables->count && !is_over(&checking); i++) {
        check_rows(&checking, i);
        if (checking.reach[i].state == TABLE_NEW) {
            visit(&checking, i);
        }
    }
    arena->used = mark;
    return checking.diagnostics;
}
