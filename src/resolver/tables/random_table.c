#include "resolver/tables/random_table.h"

#include <stdio.h>
#include <string.h>

#include "base/nearest.h"
#include "base/utf8.h"

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
        text_add(out, "%lld%s%lld", low, low < 0 || high < 0 ? ".." : "-", high);
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
                  (long long)hit.total, table->name);
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
