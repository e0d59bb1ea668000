#include "app/chronicle/chronicle_data.h"

#include <stdlib.h>
#include <string.h>

/* Room for one more of `size` bytes each. */
static void *grown(void *array, int count, int *room, size_t size)
{
    if (count < *room) {
        return array;
    }
    *room = *room == 0 ? 4 : 2 * *room;
    void *larger = realloc(array, (size_t)*room * size);
    CHECK(larger != NULL);
    return larger;
}

struct chronicle_fight *chronicle_fight_of(struct chronicle_log *log, int64_t encounter)
{
    if (encounter > log->room) {
        int64_t room = encounter < 32 ? 32 : 2 * encounter;
        log->fight = realloc(log->fight, (size_t)room * sizeof *log->fight);
        CHECK(log->fight != NULL);
        memset(&log->fight[log->room], 0, (size_t)(room - log->room) * sizeof *log->fight);
        log->room = room;
    }
    log->fights = encounter > log->fights ? encounter : log->fights;
    return &log->fight[encounter - 1];
}

struct chronicle_stretch *chronicle_add_stretch(struct chronicle_fight *fight)
{
    fight->stretch =
        grown(fight->stretch, fight->stretches, &fight->stretches_room, sizeof *fight->stretch);
    return &fight->stretch[fight->stretches++];
}

struct chronicle_sight *chronicle_add_sight(struct chronicle_fight *fight)
{
    fight->sight =
        grown(fight->sight, fight->sights, &fight->sights_room, sizeof *fight->sight);
    return &fight->sight[fight->sights++];
}

void chronicle_log_empty(struct chronicle_log *log)
{
    for (int64_t i = 0; i < log->fights; i++) {
        free(log->fight[i].stretch);
        free(log->fight[i].sight);
    }
    free(log->fight);
    evenings_free(&log->evenings);
    *log = (struct chronicle_log){.row = 0};
}
