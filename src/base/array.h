/* Arrays that grow, all by one rule. */
#ifndef REFEREE_BASE_ARRAY_H
#define REFEREE_BASE_ARRAY_H

#include <stddef.h>

/* Like realloc of the C library, which callers pass in; nothing here asks for memory itself. */
typedef void *reallocate_fn(void *memory, size_t size);

/* The array with room for one more after `count`, each of `size` bytes: itself, or a larger one
 * in its place, which doubles *room (16 at first). NULL when there is no memory: the array and
 * *room are then unchanged. */
void *array_grown(void *array, int count, int *room, size_t size, reallocate_fn *reallocate);

#endif
