#include "resolver/tables/random_table.h"

#include <stdio.h>
#include <string.h>

#include "base/mix.h"
#include "base/nearest.h"
#include "base/utf8.h"
#include "resolver/dice/dice_expr_distribution.h"

static const struct {
    const char *word, *text;
} reactions[REACTIONS] = {
    [REACTION_NONE] = {"", ""},
#define REACTION(name, word_, text_) [REACTION_##name] = {word_, text_},
#include "resolver/tables/reactions.def"
#undef REACTION
};

const char *reaction_word(enum reaction reaction)
{
    CHECK(reaction < REACTIONS);
    return reactions[reaction].word;
}

const char *reaction_text(enum reaction reaction)
{
    CHECK(reaction < REACTIONS);
    return reactions[reaction].text;
}

int random_table_find(const struct random_tables *tables, struct str name, struct error *err)
{
    struct nearest nearest;
    nearest_init(&nearest, name);
    for (int i = 0; i < tables->count; i++) {
        if (str_equal_any_case(name, str_of(tables->table[i].name))) {
            return i;
        }
        nearest_offer(&nearest, tables->table[i].name);
    }
    error_set(err, STATUS_USAGE, "", "there is no table %s%s", utf8_shown(name).text,
              nearest_question(&nearest).text);
    return -1;
}

/* ---- the dice of a table --------------------------------------------------------------- */

enum status random_table_read_dice(enum table_kind *kind, struct dice_expr *expr,
                                   struct str notation, struct error *err)
{
    if (str_equal_any_case(notation, str_of("d66"))) {
        *kind = TABLE_D66;
        return STATUS_OK;
    }
    struct dice_expr read;
    enum status status = dice_expr_parse(&read, notation, err);
    if (status != STATUS_OK) {
        return status;
    }
    int dice = dice_expr_dice(&read);
    if (dice < 1 || dice > TABLE_DICE_MAX) {
        return error_set(err, STATUS_USAGE, "", "expected an expression of 1 to %d dice",
                         TABLE_DICE_MAX);
    }
    int64_t low, high;
    dice_expr_range(&read, &low, &high);
    if (low == INT64_MIN || high == INT64_MAX) {
        return error_set(
            err, STATUS_USAGE, "",
            "expected dice that do not explode: rows cannot cover totals without end");
    }
    if ((uint64_t)high - (uint64_t)low >= TABLE_TOTALS_MAX) {
        return error_set(err, STATUS_USAGE, "", "expected dice of at most %d totals",
                         TABLE_TOTALS_MAX);
    }
    *kind = TABLE_EXPRESSION;
    *expr = read;
    return STATUS_OK;
}

void random_table_format_dice(const struct random_table *table, struct text *out)
{
    switch (table->kind) {
    case TABLE_EXPRESSION:
        dice_expr_format(table->expr, out);
        break;
    case TABLE_D66:
        text_add(out, "d66");
        break;
    case TABLE_WEIGHTS:
        text_add(out, "d%d", table->sides);
        break;
    }
}

void random_table_format_row(const struct random_table *table, int row, struct text *out)
{
    CHECK(row >= 0 && row < table->rows);
    long long low = table->row[row].low;
    long long high = table->row[row].high;
    if (table->kind == TABLE_WEIGHTS) {
        text_add(out, "weight %lld", high - low + 1);
    } else if (low == high) {
        text_add(out, "%lld", low);
    } else {
        text_add(out, "%lld%s%lld", low, low < 0 ? ".." : "-", high);
    }
}

/* ---- one throw ------------------------------------------------------------------------- */

/* Two d6 read as digits, the first one the tens. */
static int64_t throw_d66(struct dice *dice, struct source why)
{
    if (dice->path != NULL) {
        static const double sixths[6] = {1.0 / 6, 1.0 / 6, 1.0 / 6, 1.0 / 6, 1.0 / 6, 1.0 / 6};
        int tens = dice_branch(dice, sixths, 6, 0) + 1;
        return tens * 10 + dice_branch(dice, sixths, 6, 0) + 1;
    }
    struct trace_step *step = dice_begin(dice, "d66", why);
    int64_t total;
    if (!dice_take_total(dice, step, 11, 66, &total)) {
        int tens = dice_draw_face(dice, step, 6, 2, why);
        total = tens * 10 + dice_draw_face(dice, step, 6, 1, why);
    } else if (total % 10 < 1 || total % 10 > 6) {
        dice_fail(dice, STATUS_USAGE, "%lld is not possible on a d66: each digit is 1 to 6",
                  (long long)total);
    }
    dice_end(dice, step, total);
    return total;
}

/* All that chance decides about a table, however the dice are read. A stuck throw gives a void
 * hit. */
static struct table_hit throw_on(const struct random_tables *tables, int index,
                                 struct dice *dice)
{
    const struct random_table *table = &tables->table[index];
    struct source why = {table->name, ""};
    struct table_hit hit = {.table = index, .row = 0};
    switch (table->kind) {
    case TABLE_EXPRESSION:
        hit.total = dice_total(dice, table->expr, 1, why);
        break;
    case TABLE_D66:
        hit.total = throw_d66(dice, why);
        break;
    case TABLE_WEIGHTS:
        hit.total = dice_face(dice, table->sides, why);
        break;
    }
    if (dice_is_stuck(dice)) {
        return hit;
    }
    while (hit.row < table->rows &&
           (hit.total < table->row[hit.row].low || hit.total > table->row[hit.row].high)) {
        hit.row++;
    }
    /* For a checked table only a typed total gets here, such as 3 for 2*d6. */
    if (hit.row == table->rows) {
        hit.row = 0;
        dice_fail(dice, STATUS_USAGE, "%lld is not possible on the table %s",
                  (long long)hit.total, table->title);
    }
    return hit;
}

/* ---- what a row adds ------------------------------------------------------------------- */

void random_table_begin(struct table_act *act, int table)
{
    memset(act, 0, sizeof *act);
    act->wait[act->waiting++] = table;
}

bool random_table_is_done(const struct table_act *act)
{
    return act->waiting == 0;
}

/* Gives the hit to the table that waited for it; the tables of its row wait before the rest. */
void random_table_take(struct table_act *act, const struct random_tables *tables,
                       struct table_hit hit)
{
    CHECK(act->waiting > 0 && act->hits < TABLE_THROWS_MAX);
    act->waiting--;
    act->hit[act->hits++] = hit;
    const struct table_row *row = &tables->table[hit.table].row[hit.row];
    for (int i = row->rolls - 1; i >= 0; i--) {
        for (int k = 0; k < row->roll[i].times; k++) {
            CHECK(act->waiting < TABLE_THROWS_MAX);
            act->wait[act->waiting++] = row->roll[i].table;
        }
    }
}

int random_table_throw(const struct random_tables *tables, int table, struct dice *dice)
{
    return throw_on(tables, table, dice).row;
}

void random_table_step(struct table_act *act, const struct random_tables *tables,
                       struct dice *dice)
{
    CHECK(!random_table_is_done(act));
    struct table_hit hit = throw_on(tables, act->wait[act->waiting - 1], dice);
    if (dice_is_stuck(dice)) {
        return;
    }
    const char *text = tables->table[hit.table].row[hit.row].text;
    if (text[0] != '\0') {
        trace_result(dice->trace, (struct source){text, ""});
    }
    random_table_take(act, tables, hit);
}

void random_table_roll(struct table_act *act, const struct random_tables *tables, int table,
                       struct dice *dice)
{
    random_table_begin(act, table);
    while (!random_table_is_done(act) && !dice_is_stuck(dice)) {
        random_table_step(act, tables, dice);
    }
}

void random_table_text(const struct table_act *act, const struct random_tables *tables,
                       struct text *out)
{
    bool is_first = true;
    for (int i = 0; i < act->hits; i++) {
        const char *text = tables->table[act->hit[i].table].row[act->hit[i].row].text;
        if (text[0] != '\0') {
            text_add(out, "%s%s", is_first ? "" : "; ", text);
            is_first = false;
        }
    }
}

/* ---- what can be wrong ----------------------------------------------------------------- */

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
    if (checking.reach == NULL) {
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

/* ---- odds ------------------------------------------------------------------------------ */

/* Sequences of rows that are followed before the texts are given up. */
enum { WALKS_MAX = 300000 };

/* Texts found so far, by an open hash. */
struct texts {
    int *slot; /* index + 1; 0 is empty */
    int slots;
    struct table_text_chance *text;
    int count;
};

struct walk {
    const struct random_tables *tables;
    struct arena *arena;
    struct dice dice;
    struct dice_path path;
    double **chance; /* of each table's rows; NULL until it is needed */
    struct texts texts;
    int walks;
    bool is_full;     /* the arena is used up */
    bool is_too_many; /* texts, or ways to them */
    char whole[TABLE_WHOLE_TEXT_SIZE];
};

/* ---- one throw ------------------------------------------------------------------------- */

/* The chances of the rows of one table, kept once they are known; NULL when there is no room.
 */
static const double *rows_of(struct walk *walk, int table, struct error *err)
{
    if (walk->chance[table] != NULL) {
        return walk->chance[table];
    }
    int rows = walk->tables->table[table].rows;
    double *chance = arena_take(walk->arena, (size_t)rows, sizeof *chance);
    size_t mark = walk->arena->used;
    dice_init_thrown(&walk->dice, (struct dice_stream){0}, NULL, 0, false, NULL);
    walk->dice.path = &walk->path;
    walk->dice.arena = walk->arena;
    walk->dice.tables = arena_take(walk->arena, DICE_TABLES_MAX, sizeof *walk->dice.tables);
    if (chance == NULL || walk->dice.tables == NULL) {
        walk->is_full = true;
        return NULL;
    }
    memset(&walk->path, 0, sizeof walk->path);
    do {
        walk->path.depth = 0;
        walk->path.mass = 1;
        walk->path.missing = 0;
        int row = random_table_throw(walk->tables, table, &walk->dice);
        if (walk->dice.fault.code != STATUS_OK) {
            walk->is_full = true;
            if (err != NULL) {
                *err = walk->dice.fault;
            }
            return NULL;
        }
        chance[row] += walk->path.mass;
    } while (dice_path_next(&walk->path));
    walk->arena->used = mark;
    walk->chance[table] = chance;
    return chance;
}

/* ---- texts ----------------------------------------------------------------------------- */

static uint64_t hash_text(const char *text)
{
    uint64_t hash = mix_text(MIX_BEGIN, str_of(text));
    return hash ^ (hash >> 29);
}

/* Adds the chance to the text of a complete roll, as a new one or to its equal. */
static void text_put(struct walk *walk, const struct table_act *act, double chance)
{
    struct text whole = text_over(walk->whole, sizeof walk->whole);
    random_table_text(act, walk->tables, &whole);
    struct texts *texts = &walk->texts;
    uint64_t at = hash_text(whole.p) % (uint64_t)texts->slots;
    while (texts->slot[at] != 0 &&
           strcmp(texts->text[texts->slot[at] - 1].text, whole.p) != 0) {
        at = (at + 1) % (uint64_t)texts->slots;
    }
    if (texts->slot[at] == 0) {
        if (texts->count == TABLE_TEXTS_MAX) {
            walk->is_too_many = true;
            return;
        }
        char *kept = arena_take(walk->arena, (size_t)whole.n + 1, 1);
        if (kept == NULL) {
            walk->is_full = true;
            return;
        }
        memcpy(kept, whole.p, (size_t)whole.n + 1);
        texts->text[texts->count++] = (struct table_text_chance){.text = kept};
        texts->slot[at] = texts->count;
    }
    texts->text[texts->slot[at] - 1].chance += chance;
}

/* Every way on from an act; at most TABLE_THROWS_MAX calls deep. */
static void walk_on(struct walk *walk, const struct table_act *act, double chance)
{
    if (random_table_is_done(act)) {
        text_put(walk, act, chance);
        return;
    }
    int table = act->wait[act->waiting - 1];
    const double *row = rows_of(walk, table, NULL);
    for (int i = 0; row != NULL && i < walk->tables->table[table].rows; i++) {
        if (walk->is_full || walk->is_too_many) {
            return;
        }
        if (++walk->walks > WALKS_MAX) {
            walk->is_too_many = true;
            return;
        }
        struct table_act next = *act;
        struct table_hit hit = {.table = table, .row = i};
        random_table_take(&next, walk->tables, hit);
        walk_on(walk, &next, chance * row[i]);
    }
}

/* ---- the odds -------------------------------------------------------------------------- */

static bool walk_init(struct walk *walk, const struct random_tables *tables,
                      struct arena *arena)
{
    memset(walk, 0, sizeof *walk);
    walk->tables = tables;
    walk->arena = arena;
    walk->texts.slots = TABLE_TEXTS_MAX * 2;
    walk->chance = arena_take(arena, (size_t)tables->count, sizeof *walk->chance);
    walk->texts.slot = arena_take(arena, (size_t)walk->texts.slots, sizeof *walk->texts.slot);
    walk->texts.text = arena_take(arena, TABLE_TEXTS_MAX, sizeof *walk->texts.text);
    return walk->chance != NULL && walk->texts.slot != NULL && walk->texts.text != NULL;
}

enum status random_table_odds(struct table_odds *out, const struct random_tables *tables,
                              int table, struct arena *arena, struct error *err)
{
    CHECK(table >= 0 && table < tables->count);
    memset(out, 0, sizeof *out);
    struct walk walk;
    enum status status =
        error_set(err, STATUS_FULL, "", "the odds of the table %s are too large to enumerate",
                  tables->table[table].name);
    if (!walk_init(&walk, tables, arena) || rows_of(&walk, table, err) == NULL) {
        return status;
    }
    struct table_act act;
    random_table_begin(&act, table);
    walk_on(&walk, &act, 1);
    if (walk.is_full) {
        return status;
    }
    out->rows = tables->table[table].rows;
    out->row = walk.chance[table];
    out->has_texts = !walk.is_too_many;
    if (out->has_texts) {
        out->texts = walk.texts.count;
        out->text = walk.texts.text;
    }
    return STATUS_OK;
}
