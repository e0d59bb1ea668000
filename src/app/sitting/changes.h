/* Changes outside the fights (store/changes.h) for the commands about one kind of
 * thing: whether it may change at all, and its own undo and redo. */
#ifndef REFEREE_APP_SITTING_CHANGES_H
#define REFEREE_APP_SITTING_CHANGES_H

#include <stdbool.h>

#include "base/status.h"
#include "base/text.h"

struct result;
struct sitting;

/* What would be undone, and redone; "": nothing. */
enum { SITTING_WAY_SIZE = 96 };
struct sitting_ways {
    char undo[SITTING_WAY_SIZE], redo[SITTING_WAY_SIZE];
};
/* `field`: only changes of that field; NULL: any. */
enum status sitting_ways(struct sitting *sitting, const char *thing, const char *field,
                         struct sitting_ways *out, struct error *err) MUST_CHECK;

/* False when the campaign is read-only: *out says so. */
bool sitting_may_change(struct sitting *sitting, struct result *out);

/* Undoes the newest change of the thing, or redoes the one that was undone last; *line reports
 * it: "undone: Ford is now Mill". STATUS_MISSING: there is none. */
enum status sitting_take_back(struct sitting *sitting, const char *thing, const char *field,
                              bool is_undo, struct text *line, struct error *err) MUST_CHECK;
/* The same for a command: *out reports it, with a refusal where there is nothing to undo, in
 * `where` ("the plan"). True when something was changed. */
bool sitting_run_take_back(struct sitting *sitting, const char *thing, const char *field,
                           bool is_undo, const char *where, struct result *out);

#endif
