/* Any bytes as a file of random tables: refused with places, or a set of tables that can be
 * rolled on and whose odds add up to 1, whatever is wrong with other files. */
#include <math.h>
#include <stddef.h>
#include <stdint.h>

#include "content/tables.h"
#include "resolver/tables/random_table.h"

static unsigned char memory[TABLES_MEMORY_SIZE];
static unsigned char scratch_memory[TABLES_SCRATCH_SIZE];

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_table(const struct random_tables *tables, int table, struct arena *arena)
{
    struct dice dice;
    struct table_act act;
    dice_init_thrown(&dice, (struct dice_stream){.seed = 1}, NULL, 0, false, NULL);
    random_table_roll(&act, tables, table, &dice);
    CHECK(!dice_is_stuck(&dice) && random_table_is_done(&act));
    struct table_odds odds;
    size_t mark = arena->used;
    if (random_table_odds(&odds, tables, table, arena, NULL) == STATUS_OK) {
        double rows = 0;
        for (int i = 0; i < odds.rows; i++) {
            CHECK(odds.row[i] > 0);
            rows += odds.row[i];
        }
        CHECK(fabs(rows - 1) < 1e-9);
        double texts = 0;
        for (int i = 0; i < odds.texts; i++) {
            texts += odds.text[i].chance;
        }
        CHECK(!odds.has_texts || fabs(texts - 1) < 1e-9);
    }
    arena->used = mark;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena arena, scratch;
    arena_init(&arena, memory, sizeof memory);
    arena_init(&scratch, scratch_memory, sizeof scratch_memory);
    struct table_set set;
    CHECK(tables_begin(&set, &arena, &scratch));
    struct diagnostics diagnostics = {.count = 0};
    struct yaml_source source = {.file = "x.yaml",
                                 .code = STATUS_USAGE,
                                 .bytes = {(const char *)data, (int)size},
                                 .diagnostics = &diagnostics};
    /* The bytes are one file, and their two halves are two more, in earlier layers. */
    int half = (int)(size / 2);
    struct diagnostics others = {.count = 0};
    struct yaml_source first = source, second = source;
    first.bytes = (struct str){source.bytes.p, half};
    second.bytes = (struct str){source.bytes.p + half, (int)size - half};
    first.diagnostics = second.diagnostics = &others;
    tables_read(&set, &first);
    tables_next_layer(&set);
    tables_read(&set, &second);
    tables_next_layer(&set);
    int before = set.count;
    bool is_taken = tables_read(&set, &source);
    CHECK(is_taken == (diagnostics.count == 0) && (is_taken || set.count == before));
    struct random_tables tables;
    tables_finish(&set, &diagnostics, &tables);
    for (int i = 0; i < diagnostics.count; i++) {
        CHECK(diagnostics.diagnostic[i].where[0] != '\0' &&
              diagnostics.diagnostic[i].text[0] != '\0');
    }
    for (int i = 0; i < tables.count && i < 8; i++) {
        check_table(&tables, i, &scratch);
    }
    return 0;
}
