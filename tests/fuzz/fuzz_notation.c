/* Any bytes: refused in words that point at a place, or read as an expression that is written
 * and read again as the same, lies within its own range when thrown, and has a distribution
 * whose masses add up to 1 or none. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "resolver/dice/dice.h"
#include "resolver/dice/dice_expr.h"
#include "resolver/dice/dice_expr_distribution.h"

/* Larger expressions are only read and written, so that each run is short. */
enum { MEMORY_SIZE = 1 << 16, DICE_THROWN = 200 };

static unsigned char memory[MEMORY_SIZE];

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_writing(const struct dice_expr *expr)
{
    TEXT_BUFFER(text, DICE_TEXT_MAX + 1);
    dice_expr_format(expr, &text);
    CHECK(!text.is_cut);
    struct dice_expr again;
    CHECK(dice_expr_parse(&again, str_of(text.p), NULL) == STATUS_OK);
    CHECK(memcmp(expr, &again, sizeof again) == 0);
}

static void check_throw(const struct dice_expr *expr)
{
    int64_t low;
    int64_t high;
    dice_expr_range(expr, &low, &high);
    struct dice dice;
    dice_init_thrown(&dice, (struct dice_stream){.seed = 1}, NULL, 0, false, NULL);
    int64_t total = dice_total(&dice, expr, 1, (struct source){"roll", ""});
    CHECK(dice_is_stuck(&dice) || (total >= low && total <= high));
}

static void check_distribution(const struct dice_expr *expr)
{
    struct arena arena;
    arena_init(&arena, memory, sizeof memory);
    struct distribution distribution;
    if (dice_expr_distribution(&distribution, expr, &arena, NULL) != STATUS_OK) {
        CHECK(arena.used == 0);
        return;
    }
    double whole = distribution.missing;
    for (int i = 0; i < distribution.count; i++) {
        CHECK(distribution.mass[i] >= 0);
        whole += distribution.mass[i];
    }
    CHECK(whole > 1 - 1e-9 && whole < 1 + 1e-9);
    CHECK(distribution.missing <= 1e-12);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct dice_expr expr;
    struct error err;
    struct str text = {(const char *)data, (int)size};
    if (dice_expr_parse(&expr, text, &err) != STATUS_OK) {
        CHECK(err.text[strlen(err.text) - 1] == '^');
        return 0;
    }
    check_writing(&expr);
    if (dice_expr_dice(&expr) <= DICE_THROWN) {
        check_throw(&expr);
        check_distribution(&expr);
    }
    return 0;
}
