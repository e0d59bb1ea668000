/* The acts of an encounter, as the log keeps them, read one after the other in any number. */
#ifndef REFEREE_APP_SITTING_HISTORY_H
#define REFEREE_APP_SITTING_HISTORY_H

#include <stdbool.h>
#include <stdint.h>

#include "app/log_line.h"
#include "app/result.h"
#include "base/status.h"
#include "tracker/command.h"

struct sitting;

/* One act. Its texts and lines are valid during the call only. */
struct sitting_act {
    int64_t id;
    const char *encounter;
    int round;
    int64_t at_ms;
    int evening;    /* app/evenings.h; 0: the fight had not begun */
    bool is_undone; /* not on the way to its encounter's head */
    const char *label;
    const char *command;   /* as it was given */
    const char *action;    /* its name */
    const char *by;        /* the one named as the actor; "": nobody */
    const char *const *to; /* the others who are named */
    int to_count;
    const struct log_line *lines;
    int lines_count;
};

/* Returns whether to go on; it may read the campaign. */
typedef bool sitting_see_act_fn(void *context, const struct sitting_act *act);

enum undone_acts { UNDONE_LEFT_OUT, UNDONE_ONLY, UNDONE_TOO };

struct sitting_acts_wish {
    const char *encounter; /* its name; NULL: the open one */
    int limit;             /* only this many of the newest; 0: all */
    enum undone_acts undone;
};

/* The acts of an encounter, oldest first. STATUS_USAGE, with the nearest name, when there is no
 * such encounter. Names are those of the moment of the act. Damaged acts are left out, and
 * STATUS_DAMAGED names the damage after all readable acts. */
enum status sitting_acts(struct sitting *sitting, const struct sitting_acts_wish *wish,
                         sitting_see_act_fn *see, void *context, struct error *err) MUST_CHECK;

/* ---- to go back by --------------------------------------------------------------------- */

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

/* The command `history`. */
void sitting_run_history(struct sitting *sitting, const struct command *command,
                         struct result *out);

#endif
