#include "app/sitting/act_blocks.h"

#include <stdlib.h>
#include <string.h>

#include "base/status.h"

void *act_blocks_grown(void *array, int *room, int count, size_t size)
{
    if (count < *room) {
        return array;
    }
    *room = *room == 0 ? 16 : *room * 2;
    void *larger = realloc(array, (size_t)*room * size);
    CHECK(larger != NULL);
    return larger;
}

void *act_blocks_take(struct act_blocks *blocks, size_t size)
{
    blocks->block =
        act_blocks_grown(blocks->block, &blocks->room, blocks->count, sizeof *blocks->block);
    void *block = calloc(1, size + 1);
    CHECK(block != NULL);
    blocks->block[blocks->count++] = block;
    return block;
}

struct str act_blocks_text(struct act_blocks *blocks, struct str text)
{
    if (text.n == 0) {
        return (struct str){"", 0};
    }
    char *copy = act_blocks_take(blocks, (size_t)text.n);
    memcpy(copy, text.p, (size_t)text.n);
    return (struct str){copy, text.n};
}

struct event *act_blocks_events(struct act_blocks *blocks, const struct event *events,
                                int count)
{
    struct event *copy = act_blocks_take(blocks, (size_t)count * sizeof *copy);
    for (int i = 0; i < count; i++) {
        copy[i] = events[i];
        copy[i].text_from = act_blocks_text(blocks, events[i].text_from);
        copy[i].text_to = act_blocks_text(blocks, events[i].text_to);
        copy[i].line = act_blocks_text(blocks, events[i].line);
        copy[i].rules = act_blocks_text(blocks, events[i].rules);
        copy[i].trace = act_blocks_text(blocks, events[i].trace);
    }
    return copy;
}

void act_blocks_shrink(struct act_blocks *blocks, int count)
{
    while (blocks->count > count) {
        free(blocks->block[--blocks->count]);
    }
}

void act_blocks_free(struct act_blocks *blocks)
{
    act_blocks_shrink(blocks, 0);
    free(blocks->block);
    *blocks = (struct act_blocks){0};
}
