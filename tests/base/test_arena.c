#include "base/arena.h"

#include <string.h>

#include "support/draws.h"
#include "support/unit.h"

static void test_arena__what_is_taken_is_zeroed_and_aligned(void **state)
{
    (void)state;
    unsigned char block[256];
    for (size_t shift = 0; shift < 16; shift++) {
        memset(block, 0xFF, sizeof block);
        struct arena arena;
        arena_init(&arena, block + shift, sizeof block - shift);
        for (size_t size = 1; size <= 17; size += 4) {
            unsigned char *taken = arena_take(&arena, 1, size);
            assert_non_null(taken);
            assert_int_equal((uintptr_t)taken % _Alignof(max_align_t), 0);
            for (size_t i = 0; i < size; i++) {
                assert_int_equal(taken[i], 0);
            }
        }
    }
}

static void test_arena__what_does_not_fit_is_refused_and_changes_nothing(void **state)
{
    (void)state;
    _Alignas(16) unsigned char block[64];
    struct arena arena;
    arena_init(&arena, block, sizeof block);
    assert_null(arena_take(&arena, 1, 65));
    assert_null(arena_take(&arena, 65, 1));
    assert_int_equal(arena.used, 0);
    assert_non_null(arena_take(&arena, 64, 1));
    assert_null(arena_take(&arena, 1, 1));
}

static void test_arena__a_product_that_overflows_is_refused(void **state)
{
    (void)state;
    _Alignas(16) unsigned char block[64];
    struct arena arena;
    arena_init(&arena, block, sizeof block);
    assert_null(arena_take(&arena, SIZE_MAX / 2 + 1, 2));
    assert_null(arena_take(&arena, 2, SIZE_MAX / 2 + 1));
    assert_null(arena_take(&arena, 1, SIZE_MAX));
    assert_null(arena_take(&arena, SIZE_MAX, SIZE_MAX));
    assert_int_equal(arena.used, 0);
}

static void test_arena__the_last_piece_needs_no_padding(void **state)
{
    (void)state;
    _Alignas(16) unsigned char block[20];
    struct arena arena;
    arena_init(&arena, block, sizeof block);
    assert_non_null(arena_take(&arena, 1, 16));
    assert_non_null(arena_take(&arena, 1, 4));
    assert_null(arena_take(&arena, 1, 1));
}

static void test_arena__a_block_smaller_than_its_misalignment_is_empty(void **state)
{
    (void)state;
    _Alignas(16) unsigned char block[16];
    struct arena arena;
    arena_init(&arena, block + 1, 3);
    assert_null(arena_take(&arena, 1, 1));
}

static void test_arena__setting_used_back_gives_the_same_memory_again(void **state)
{
    (void)state;
    _Alignas(16) unsigned char block[64];
    struct arena arena;
    arena_init(&arena, block, sizeof block);
    arena_take(&arena, 1, 8);
    size_t mark = arena.used;
    unsigned char *first = arena_take(&arena, 1, 8);
    first[0] = 7;
    arena.used = mark;
    unsigned char *second = arena_take(&arena, 1, 8);
    assert_ptr_equal(first, second);
    assert_int_equal(second[0], 0);
}

static void test_arena__pieces_never_overlap_nor_leave_the_block(void **state)
{
    (void)state;
    struct draws draws;
    draws_init(&draws);
    unsigned char block[512];
    for (int run = 0; run < 200; run++) {
        int shift = draws_between(&draws, 0, 15);
        struct arena arena;
        arena_init(&arena, block + shift, sizeof block - (size_t)shift);
        unsigned char *end = block + shift;
        for (;;) {
            size_t count = (size_t)draws_between(&draws, 1, 5);
            size_t size = (size_t)draws_between(&draws, 1, 20);
            unsigned char *taken = arena_take(&arena, count, size);
            if (taken == NULL) {
                break;
            }
            assert_true(taken >= end);
            end = taken + count * size;
            assert_true(end <= block + sizeof block);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_arena__what_is_taken_is_zeroed_and_aligned),
        cmocka_unit_test(test_arena__what_does_not_fit_is_refused_and_changes_nothing),
        cmocka_unit_test(test_arena__a_product_that_overflows_is_refused),
        cmocka_unit_test(test_arena__the_last_piece_needs_no_padding),
        cmocka_unit_test(test_arena__a_block_smaller_than_its_misalignment_is_empty),
        cmocka_unit_test(test_arena__setting_used_back_gives_the_same_memory_again),
        cmocka_unit_test(test_arena__pieces_never_overlap_nor_leave_the_block),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
