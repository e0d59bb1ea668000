#include "tui/canvas/graph.h"

enum { SIGNS_MAX = 25 };

static const struct graph_signs {
    int numbers, levels;
    const char *sign[SIGNS_MAX];
} signs_of[] = {
#define GRAPH(set, numbers, levels, ...) [GLYPHS_##set] = {numbers, levels, {__VA_ARGS__}},
#include "tui/canvas/graph.def"
#undef GRAPH
};

int graph_numbers_in_cell(const struct frame *frame)
{
    return signs_of[frame->glyphs].numbers;
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

int graph_draw(struct canvas canvas, enum role role, const int *number, int count, int full)
{
    const struct graph_signs *signs = &signs_of[canvas.frame->glyphs];
    int most = canvas.rows * signs->levels;
    int room = canvas.columns * signs->numbers;
    int first = count > room ? count - room : 0;
    int cells = (count - first + signs->numbers - 1) / signs->numbers;
    for (int row = 0; row < canvas.rows; row++) {
        int below = (canvas.rows - 1 - row) * signs->levels;
        for (int cell = 0; cell < cells; cell++) {
            int sign = 0;
            for (int i = 0; i < signs->numbers; i++) {
                int at = first + cell * signs->numbers + i;
                int height = at < count ? height_of(number[at], full, most) : 0;
                sign = sign * (signs->levels + 1) + level_in(height, below, signs->levels);
            }
            canvas_text(canvas, row, cell, role, str_of(signs->sign[sign]));
        }
    }
    return cells;
}
