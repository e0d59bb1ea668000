/* Any bytes: refused in words that point at a place, or read as an expression that is written
 * and read again as the same, lies within its own range when thrown, throws the same with the
 * faces given back, and has a distribution whose masses add up to 1, with the throw among them,
 * or none. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "resolver/dice/dice.h"
#include "resolver/dice/dice_expr.h"
#include "resolver/dice/dice_expr_distribution.h"

/* Larger expressions are only read and written, to keep each run short. */
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
    CHECK(dice_expr_equal(expr, &again));
}

static const struct source why = {"roll", ""};

/* The faces of the trace as given dice throw the same; the explanation is whole. */
static void check_given(const struct dice_expr *expr, const struct trace *trace, int64_t total)
{
    static struct entered entered[ENTERED_MAX];
    static char text[1 << 16];
    const struct trace_step *step = &trace->step[0];
    if (trace->steps != 1 || step->face_count == 0 || step->face_count > ENTERED_MAX) {
        return;
    }
    for (int i = 0; i < step->face_count; i++) {
        entered[i] = (struct entered){.kind = GIVEN_FACE, .value = trace->face[i]};
    }
    static struct trace again;
    struct dice dice;
    struct error err;
    dice_init_thrown(&dice, (struct dice_stream){0}, entered, step->face_count, true, &again);
    CHECK(dice_total(&dice, expr, 1, why) == total);
    CHECK(!dice_is_stuck(&dice) && dice_finish(&dice, &err) == STATUS_OK);
    CHECK(memcmp(trace->mark, again.mark, (size_t)trace->faces) == 0);
    struct text json = text_over(text, sizeof text);
    trace_format_json(trace, &json);
    CHECK(!json.is_cut && json.n < trace_json_size(trace));
}

/* False when it threw too many dice. */
static bool check_throw(const struct dice_expr *expr, int64_t *total)
{
    int64_t low;
    int64_t high;
    dice_expr_range(expr, &low, &high);
    static struct trace trace;
    struct dice dice;
    dice_init_thrown(&dice, (struct dice_stream){.seed = 1}, NULL, 0, false, NULL);
    *total = dice_total(&dice, expr, 1, why);
    if (dice_is_stuck(&dice)) {
        return false;
    }
    CHECK(*total >= low && *total <= high);
    dice_init_thrown(&dice, (struct dice_stream){.seed = 1}, NULL, 0, false, &trace);
    CHECK(dice_total(&dice, expr, 1, why) == *total);
    check_given(expr, &trace, *total);
    return true;
}

/* `thrown` is a total that was thrown; NULL: none. */
static void check_distribution(const struct dice_expr *expr, const int64_t *thrown)
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
    CHECK(thrown == NULL || distribution.missing > 0 ||
          distribution_at(&distribution, *thrown) > 0);
}

/* What a dialect or a log says is written in our notation, which is read as the same. */
static void check_readings(struct str text)
{
    for (int i = DICE_LOGGED; i < DICE_READINGS; i++) {
        struct dice_expr expr, again;
        TEXT_BUFFER(written, DICE_TEXT_MAX + 1);
        if (dice_expr_parse_as(NULL, &expr, text, (enum dice_reading)i, NULL) != STATUS_OK) {
            continue;
        }
        dice_expr_format(&expr, &written);
        CHECK(!written.is_cut);
        enum dice_reading reading = i == DICE_LOGGED ? DICE_LOGGED : DICE_TYPED;
        CHECK(dice_expr_parse_as(NULL, &again, str_of(written.p), reading, NULL) == STATUS_OK);
        CHECK(dice_expr_equal(&expr, &again));
        TEXT_BUFFER(told, 1 << 12);
        dice_expr_tell(&expr, &told);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct dice_expr expr;
    struct error err;
    struct str text = {(const char *)data, (int)size};
    int times = 0;
    if (dice_expr_parse_as(&times, &expr, text, DICE_TYPED, &err) == STATUS_OK) {
        CHECK(times >= 1 && times <= DICE_REPEAT_MAX);
    }
    check_readings(text);
    if (dice_expr_parse(&expr, text, &err) != STATUS_OK) {
        /* In nothing but blanks there is no place to point at. */
        CHECK(str_trimmed(text).n == 0 || err.text[strlen(err.text) - 1] == '^');
        return 0;
    }
    check_writing(&expr);
    if (dice_expr_dice(&expr) <= DICE_THROWN) {
        int64_t total;
        bool is_thrown = check_throw(&expr, &total);
        check_distribution(&expr, is_thrown ? &total : NULL);
    }
    return 0;
}
