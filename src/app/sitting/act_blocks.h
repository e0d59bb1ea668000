/* Memory in blocks that are freed together: of acts that were decided and are not written yet,
 * whose events and texts are kept until all of them are written at once, and of a line that is
 * running. This knows no sitting and no campaign. */
#ifndef REFEREE_APP_SITTING_ACT_BLOCKS_H
#define REFEREE_APP_SITTING_ACT_BLOCKS_H

#include <stddef.h>

#include "base/text.h"
#include "tracker/state.h"

/* All zero: none. */
struct act_blocks {
    void **block;
    int count, room;
};

/* Memory of this size, all zero; the blocks own it. */
void *act_blocks_take(struct act_blocks *blocks, size_t size);
struct str act_blocks_text(struct act_blocks *blocks, struct str text);
struct event *act_blocks_events(struct act_blocks *blocks, const struct event *events,
                                int count);
void act_blocks_free(struct act_blocks *blocks);
/* Only those that were taken after the first `count`. */
void act_blocks_shrink(struct act_blocks *blocks, int count);
/* Makes room for one more after `count`; the array may move. */
void *act_blocks_grown(void *array, int *room, int count, size_t size);

#endif
