/* Where the fight went more than one way: what was done after an act on the way that was taken,
 * beside the ways that were left by undo, with the first difference marked, and whether the
 * same dice fell. */
#ifndef REFEREE_APP_LOG_BRANCHES_H
#define REFEREE_APP_LOG_BRANCHES_H

#include <stdbool.h>
#include <stdint.h>

#include "app/sitting/result.h"
#include "base/status.h"
#include "base/text.h"
#include "tracker/command.h"

struct sitting;
struct encounter_row;

enum { BRANCHES_MAX = 8, BRANCH_ACTS_SHOWN = 3 };

/* The acts that followed one act (0: the start). */
struct branches {
    int64_t
        act[BRANCHES_MAX]; /* the one that was taken first, if there is one; then the newest */
    int count;
    bool has_taken; /* the first one is on the way to where the encounter stands, */
    int64_t then[BRANCH_ACTS_SHOWN]; /* with these acts after it, the last one first */
    int thens;
};
enum status branches_read(struct branches *out, struct sitting *sitting, int64_t encounter,
                          int64_t head, int64_t act, struct error *err) MUST_CHECK;
/* What was done on each of them, as lines. */
enum status branches_tell(struct sitting *sitting, const struct branches *branches,
                          struct text *out, struct error *err) MUST_CHECK;

/* The command `branches`. */
void sitting_run_branches(struct sitting *sitting, const struct command *command,
                          struct result *out);

#endif
