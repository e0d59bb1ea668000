/* The past acts of the open encounter, newest first, a piece at a time: a list to go back
 * by. */
#ifndef REFEREE_APP_LOG_PAST_ACTS_H
#define REFEREE_APP_LOG_PAST_ACTS_H

#include <stdbool.h>
#include <stdint.h>

#include "app/sitting/result.h"
#include "base/status.h"
#include "tracker/command.h"

struct sitting;

/* How far a list of past acts has been read; all zero before its first piece. */
struct sitting_past {
    int64_t before; /* the last row read */
    int64_t on_way; /* the next act on the way to the head */
    bool is_whole;  /* there are none before those already read */
};

struct sitting_past_act {
    int64_t id;
    int64_t follows; /* the act it followed; 0: the start */
    int round;
    bool is_here;     /* it is the encounter's head */
    bool is_undone;   /* not on the way to the head */
    int64_t now;      /* it was corrected, and is now this act; 0: it was not */
    int64_t left_out; /* it was left out when this act was corrected; 0: it was not */
    char label[96];
};

/* The next piece of the open encounter's acts, newest first: at most `most`, *count is their
 * number. The cost does not depend on the length of the log. */
enum status sitting_past_acts(struct sitting *sitting, struct sitting_past *past,
                              struct sitting_past_act *out, int most, int *count,
                              struct error *err) MUST_CHECK;

/* Who cast the spell that the damage of the next line is probably of: its act is the last one,
 * or only lines with the same `by` and what they led to have followed it. 0: nobody. */
int sitting_caster(struct sitting *sitting);

/* The command `history`. */
void sitting_run_history(struct sitting *sitting, const struct command *command,
                         struct result *out);

#endif
