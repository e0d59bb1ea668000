/* Undo and redo for changes outside the fights (store/changes.h), for one kind of thing: the
 * steps that can be undone and redone, as a stack. Undo at the table never touches them. */
#ifndef REFEREE_APP_SITTING_CHANGE_WAYS_H
#define REFEREE_APP_SITTING_CHANGE_WAYS_H

#include "store/campaign.h"
#include "store/changes.h"

enum { CHANGE_STEPS_MAX = 64 };

/* A step that can be taken back: the step itself or, for one that was undone, the step that
 * undid it. */
struct change_step {
    int64_t step;
    char label[CAMPAIGN_LABEL_SIZE];
};

/* The newest is last; when there are too many the oldest are dropped. */
struct change_steps {
    struct change_step step[CHANGE_STEPS_MAX];
    int count;
};

struct change_ways {
    struct change_steps done, undone;
    const char *field; /* borrowed; NULL: any */
    int64_t last;
};

/* Reads every change of this thing that has a line; with a field only changes of that field. */
enum status change_ways_read(struct change_ways *out, struct campaign *campaign,
                             const char *thing, const char *field,
                             struct error *err) MUST_CHECK;
/* The label of the newest; "" when there is none. */
const char *change_steps_newest(const struct change_steps *steps);

#endif
