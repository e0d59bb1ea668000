/* Remarks and markers: what the referee writes about an act, while playing or long afterwards.
 *
 * Kept as changes of the campaign (store/changes.h): thing "remark", its id the act's, fields
 * "text" and "marker". Each command is one step there, undone by remarks-undo: `undo` at the
 * table never touches them, and an act that is taken back keeps what was written about it. */
#ifndef REFEREE_APP_LOG_REMARKS_H
#define REFEREE_APP_LOG_REMARKS_H

#include "app/sitting/result.h"
#include "app/sitting/collection.h"
#include "tracker/command.h"

/* The id of each is that of its act. */
extern const struct collection remark_collection;

enum { REMARK_SIZE = 240, MARKER_SIZE = 48 };

struct remark {
    int64_t act;
    char text[REMARK_SIZE];   /* "": none */
    char marker[MARKER_SIZE]; /* "": the act is not marked */
};

/* All acts with a remark or a marker, in the order of the acts. */
struct remarks {
    struct remark *remark;
    int count, room;
};
/* Free it with remarks_free, also after a failure. */
enum status remarks_read(struct remarks *out, struct sitting *sitting,
                         struct error *err) MUST_CHECK;
void remarks_free(struct remarks *remarks);
/* Of one act; both texts are empty where there is none. */
enum status remark_of_act(struct sitting *sitting, int64_t act, struct remark *out,
                          struct error *err) MUST_CHECK;
/* "marker: turning point; remark: the bridge gave way"; nothing where there is none. */
void remark_add(struct text *out, const struct remark *remark);

sitting_command_fn sitting_run_remark, sitting_run_marker, sitting_run_remarks;

#endif
