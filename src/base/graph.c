#include "base/graph.h"

#include <stdint.h>

enum { SIGNS_MAX = 25 };

static const struct graph_signs {
    int numbers, levels;
    const char *sign[SIGNS_MAX];
} signs_of[] = {
#define GRAPH(set, numbers, levels, ...) [GRAPH_##set] = {numbers, levels, {__VA_ARGS__}},
#include "base/graph.def"
#undef GRAPH
};

int graph_numbers_in(enum graph_set set)
{
    return signs_of[set].numbers;
}

int graph_columns(const struct graph *graph)
{
    int numbers = signs_of[graph->set].numbers;
    return (graph->count + numbers - 1) / numbers;
}

/* How many of `most` steps a number fills. */
static int height_of(int number, int full, int most)
{
    if (number <= 0 || full <= 0) {
        return 0;
    }
    int64_t height = (int64_t)number * most / full;
    return number >= full ? most : height < 1 ? 1 : (int)height;
}

/* What is in a row of this many steps below it. */
static int level_in(int height, int below, int levels)
{
    int level = height - below;
    return level < 0 ? 0 : level > levels ? levels : level;
}

const char *graph_sign(const struct graph *graph, int row, int column)
{
    const struct graph_signs *signs = &signs_of[graph->set];
    int most = graph->rows * signs->levels;
    int below = (graph->rows - 1 - row) * signs->levels;
    int sign = 0;
    for (int i = 0; i < signs->numbers; i++) {
        int at = column * signs->numbers + i;
        int height = at < graph->count ? height_of(graph->number[at], graph->full, most) : 0;
        sign = sign * (signs->levels + 1) + level_in(height, below, signs->levels);
    }
    return signs->sign[sign];
}
