/* Memory that the caller owns, handed out from front to back and returned all at once.
 *
 * The pure layers never allocate: the caller lends a block, and when it is too small the answer
 * is NULL, not a crash. */
#ifndef REFEREE_BASE_ARENA_H
#define REFEREE_BASE_ARENA_H

#include <stddef.h>

struct arena {
    unsigned char *start; /* borrowed from the caller */
    size_t size;
    size_t used;
};

/* Uses `size` bytes from `start`; they must outlive the arena. */
void arena_init(struct arena *arena, void *start, size_t size);

/* Zeroed memory for `count` things of `size` bytes, aligned for any type; NULL when it does not
 * fit. Set arena->used back to its earlier value to free it. */
void *arena_take(struct arena *arena, size_t count, size_t size);

#endif
