#include "base/arena.h"

#include <stdint.h>
#include <string.h>

enum { ARENA_ALIGNMENT = 16 };

void arena_init(struct arena *arena, void *start, size_t size)
{
    size_t skip = (size_t)(-(uintptr_t)start % ARENA_ALIGNMENT);
    if (skip > size) {
        skip = size;
    }
    /* The arena may be empty without memory: nothing may be added to NULL. */
    arena->start = skip == 0 ? start : (unsigned char *)start + skip;
    arena->size = size - skip;
    arena->used = 0;
}

void *arena_take(struct arena *arena, size_t count, size_t size)
{
    if (size != 0 && count > SIZE_MAX / size) {
        return NULL;
    }
    size_t bytes = count * size;
    size_t room = arena->size - arena->used;
    if (bytes > room) {
        return NULL;
    }
    void *taken = arena->start + arena->used;
    size_t padded = bytes + (size_t)(-bytes % ARENA_ALIGNMENT);
    arena->used += padded < room ? padded : room;
    memset(taken, 0, bytes);
    return taken;
}
