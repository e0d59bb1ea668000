/* Acts that were decided and are not written yet: their events and texts, kept after their
 * decision until all of them are written at once. */
#ifndef REFEREE_APP_SITTING_ACT_BLOCKS_H
#define REFEREE_APP_SITTING_ACT_BLOCKS_H

#include <stddef.h>

#include "base/text.h"
#include "tracker/event.h"

/* All zero: no acts. */
struct act_blocks {
    void **block;
    int count, room;
};

/* Memory of this size; the blocks own it. */
void *act_blocks_take(struct act_blocks *blocks, size_t size);
struct str act_blocks_text(struct act_blocks *blocks, struct str text);
struct event *act_blocks_events(struct act_blocks *blocks, const struct event *events,
                                int count);
void act_blocks_free(struct act_blocks *blocks);
/* Makes room for one more after `count`; the array may move. */
void *act_blocks_grown(void *array, int *room, int count, size_t size);

#endif
