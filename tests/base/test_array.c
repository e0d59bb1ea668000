#include "base/array.h"

#include <stdlib.h>

#include "support/unit.h"

static void *no_memory(void *memory, size_t size)
{
    (void)memory;
    (void)size;
    return NULL;
}

static void test_array__room_doubles_when_it_is_used_up(void **state)
{
    (void)state;
    int *numbers = NULL;
    int room = 0;
    for (int i = 0; i < 100; i++) {
        numbers = array_grown(numbers, i, &room, sizeof *numbers, realloc);
        assert_non_null(numbers);
        numbers[i] = i;
    }
    assert_int_equal(room, 128);
    assert_int_equal(numbers[99], 99);
    free(numbers);
}

static void test_array__without_memory_nothing_changes(void **state)
{
    (void)state;
    int numbers[2] = {7, 8}, room = 2;
    assert_ptr_equal(array_grown(numbers, 1, &room, sizeof *numbers, no_memory), numbers);
    assert_null(array_grown(numbers, 2, &room, sizeof *numbers, no_memory));
    assert_int_equal(room, 2);
    assert_int_equal(numbers[1], 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_array__room_doubles_when_it_is_used_up),
        cmocka_unit_test(test_array__without_memory_nothing_changes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
