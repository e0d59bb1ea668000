/* Remarks and markers: what the referee writes about an act, while playing or long afterwards.
 *
 * Kept as changes of the campaign (store/changes.h): thing "remark", its id the act's, fields
 * "text" and "marker". Each command is one step there, undone by remarks-undo: `undo` at the
 * table never touches them, and an act that is taken back keeps what was written about it. */
#ifndef REFEREE_APP_LOG_REMARKS_H
#define REFEREE_APP_LOG_REMARKS_H

#include "app/sitting/result.h"
#include "app/sitting/changes.h"
#include "tracker/command.h"

struct sitting;

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

/* What remarks-undo and remarks-redo would take back and do again. */
enum status sitting_remark_ways(struct sitting *sitting, struct sitting_ways *out,
                                struct error *err) MUST_CHECK;

void sitting_run_remark(struct sitting *sitting, const struct command *command,
                        struct result *out);
void sitting_run_marker(struct sitting *sitting, const struct command *command,
                        struct result *out);
void sitting_run_remarks(struct sitting *sitting, const struct command *command,
                         struct result *out);
void sitting_run_undo_remarks(struct sitting *sitting, const struct command *command,
                              struct result *out);
void sitting_run_redo_remarks(struct sitting *sitting, const struct command *command,
                              struct result *out);

#endif
