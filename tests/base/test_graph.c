#include "base/graph.h"

#include <string.h>

#include "base/text.h"
#include "support/unit.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof(array)[0]))

/* The row of a chart from the left edge to its last column. */
static const char *row_of(const struct graph *graph, int row)
{
    static char kept[256];
    struct text text = text_over(kept, sizeof kept);
    for (int column = 0; column < graph_columns(graph); column++) {
        text_add(&text, "%s", graph_sign(graph, row, column));
    }
    assert_false(text.is_cut);
    return kept;
}

static void test_graph__a_set_of_signs_has_its_steps(void **state)
{
    (void)state;
    static const int number[] = {0, 1, 2, 3, 4, 5, 6, 7, 8};
    static const struct {
        enum graph_set set;
        int columns;
        const char *row;
    } rows[] = {
        {GRAPH_BLOCKS, 9, " ▁▂▃▄▅▆▇█"},
        {GRAPH_ASCII, 9, " .....::|"},
        {GRAPH_BRAILLE, 5, "⢀⣀⣤⣶⡇"},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        struct graph graph = {.set = rows[i].set, number, .count = COUNT(number), .full = 8, 1};
        assert_int_equal(graph_columns(&graph), rows[i].columns);
        assert_string_equal(row_of(&graph, 0), rows[i].row);
    }
}

/* Somebody who is nearly down is seen, and only full hit points fill the column. */
static void test_graph__the_least_is_seen_and_only_all_is_full(void **state)
{
    (void)state;
    static const int number[] = {-5, 0, 1, 999, 1000, 2000};
    struct graph graph = {GRAPH_BLOCKS, number, COUNT(number), .full = 1000, .rows = 2};
    assert_string_equal(row_of(&graph, 0), "   ▇██");
    assert_string_equal(row_of(&graph, 1), "  ▁███");
}

static void test_graph__of_nothing_there_is_nothing_to_see(void **state)
{
    (void)state;
    static const int number[] = {3, 4};
    struct graph graph = {GRAPH_BLOCKS, number, COUNT(number), .full = 0, .rows = 1};
    assert_string_equal(row_of(&graph, 0), "  ");
    graph.count = 0;
    assert_int_equal(graph_columns(&graph), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_graph__a_set_of_signs_has_its_steps),
        cmocka_unit_test(test_graph__the_least_is_seen_and_only_all_is_full),
        cmocka_unit_test(test_graph__of_nothing_there_is_nothing_to_see),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
