/* The exact odds of a random table: every row of every throw, by the functions that roll. */
#include "resolver/tables/random_table_odds.h"

#include <string.h>

#include "base/mix.h"
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
