/* The ways back and forth of what changes beside the fights (store/changes.h), of one kind of
 * thing: which steps can be undone and done again, as a stack of undo. What is undone at the
 * table never touches them. */
#ifndef REFEREE_APP_CHANGE_WAYS_H
#define REFEREE_APP_CHANGE_WAYS_H

#include "store/campaign.h"
#include "store/changes.h"

enum { CHANGE_STEPS_MAX = 64 };

/* A step that can be taken back: itself or, of one that is undone, the step that undid it. */
struct change_step {
    int64_t step;
    char label[CAMPAIGN_LABEL_SIZE];
};

/* The newest last; of too many the oldest are let go. */
struct change_steps {
    struct change_step step[CHANGE_STEPS_MAX];
    int count;
};

struct change_ways {
    struct change_steps done, undone;
    const char *field; /* borrowed; NULL: any */
    int64_t last;
};

/* Of every change of this thing that has a line; with a field only of changes of that field. */
enum status change_ways_read(struct change_ways *out, struct campaign *campaign,
                             const char *thing, const char *field,
                             struct error *err) MUST_CHECK;
/* The label of the newest; "" when there is none. */
const char *change_steps_newest(const struct change_steps *steps);

#endif
