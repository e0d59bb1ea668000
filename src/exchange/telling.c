#include "exchange/telling.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/utf8.h"

enum { PIECE_SIZE = 64 * 1024 };

struct telling_piece {
    struct telling_piece *next;
    size_t used, size;
    _Alignas(16) unsigned char byte[];
};

/* Up to the next place where anything can stand. */
static size_t rounded(size_t bytes)
{
    return (bytes + 15) / 16 * 16;
}

void *telling_room(struct telling *telling, size_t bytes)
{
    struct telling_piece *piece = telling->memory;
    size_t wanted = rounded(bytes);
    if (piece == NULL || piece->size - piece->used < wanted) {
        size_t size = wanted > PIECE_SIZE ? wanted : PIECE_SIZE;
        piece = calloc(1, sizeof *piece + size);
        CHECK(piece != NULL);
        piece->size = size;
        piece->next = telling->memory;
        telling->memory = piece;
    }
    void *room = piece->byte + piece->used;
    piece->used += wanted;
    return room;
}

const char *telling_text(struct telling *telling, struct str text)
{
    if (text.n == 0) {
        return "";
    }
    int size = 3 * text.n + 1; /* cleaning can turn one byte into three */
    char *room = telling_room(telling, (size_t)size);
    utf8_clean(room, size, text);
    telling->memory->used -= rounded((size_t)size) - rounded(strlen(room) + 1);
    memset(room + strlen(room), 0, (size_t)size - strlen(room));
    return room;
}

/* One more of an array of `size` bytes each, all zero. */
static void *add(void **array, int *count, int *room, size_t size)
{
    *array = array_grown(*array, *count, room, size, realloc);
    CHECK(*array != NULL);
    unsigned char *added = (unsigned char *)*array + (size_t)*count * size;
    (*count)++;
    return memset(added, 0, size);
}

#define ADD(owner, array, count, room)                                                         \
    do {                                                                                       \
        void *all = (owner)->array;                                                            \
        void *added = add(&all, &(owner)->count, &(owner)->room, sizeof *(owner)->array);      \
        (owner)->array = all;                                                                  \
        return added;                                                                          \
    } while (0)

struct telling_chapter *telling_add_chapter(struct telling *telling)
{
    ADD(telling, chapter, chapters, chapters_room);
}

struct telling_act *telling_add_act(struct telling_chapter *chapter)
{
    ADD(chapter, act, acts, acts_room);
}

static struct telling_act *add_tale(struct telling_chapter *chapter)
{
    ADD(chapter, tale, tales, tales_room);
}

struct telling_act *telling_add_tale(struct telling_chapter *chapter, int round)
{
    struct telling_act *tale = add_tale(chapter);
    tale->number = chapter->acts - 1;
    tale->round = round;
    tale->address = tale->time = tale->label = tale->command = tale->action = "";
    tale->by = tale->chance = tale->remark = tale->gap = "";
    return tale;
}

static struct telling_point *add_point(struct telling_combatant *combatant)
{
    ADD(combatant, point, points, room);
}

void telling_add_point(struct telling_combatant *combatant, struct telling_point point)
{
    *add_point(combatant) = point;
}

struct telling_figure *telling_add_figure(struct telling *telling)
{
    ADD(telling, figure, figures, figures_room);
}

struct telling_morale *telling_add_morale(struct telling *telling)
{
    ADD(telling, morale, morales, morales_room);
}

void telling_free(struct telling *telling)
{
    for (int i = 0; i < telling->chapters; i++) {
        struct telling_chapter *chapter = &telling->chapter[i];
        for (int k = 0; k < chapter->combatants; k++) {
            free(chapter->combatant[k].point);
        }
        free(chapter->act);
        free(chapter->tale);
    }
    free(telling->chapter);
    free(telling->figure);
    free(telling->morale);
    while (telling->memory != NULL) {
        struct telling_piece *next = telling->memory->next;
        free(telling->memory);
        telling->memory = next;
    }
    *telling = (struct telling){.title = NULL};
}
