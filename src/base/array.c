#include "base/array.h"

enum { ROOM_FIRST = 16 };

void *array_grown(void *array, int count, int *room, size_t size, reallocate_fn *reallocate)
{
    if (count < *room) {
        return array;
    }
    int larger = *room == 0 ? ROOM_FIRST : 2 * *room;
    void *moved = reallocate(array, (size_t)larger * size);
    if (moved != NULL) {
        *room = larger;
    }
    return moved;
}
