/* One act of the log as it is told: plain data, handed to the one who asked for it. */
#ifndef REFEREE_APP_LOG_ACT_H
#define REFEREE_APP_LOG_ACT_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "app/log/act_events.h"
#include "app/log/log_line.h"
#include "tracker/state.h"

/* Its texts, lines and rolls are valid during the call only. */
struct sitting_act {
    int64_t id;
    int64_t follows; /* the act it followed; 0: the start */
    const char *encounter;
    int encounters; /* how many are told, this one with them */
    int64_t encounter_id;
    int round;
    int64_t at_ms;
    int evening;        /* app/chronicle/evenings.h; 0: the fight had not begun */
    int evenings;       /* how many there are */
    bool is_undone;     /* not on the way to where its encounter stands */
    bool is_behind_gap; /* an act before it, on the same way, is damaged: nothing is counted */
    bool fits;          /* what was asked; with `tells_all` other acts are told too */
    const char *label;
    const char *command;   /* as it was given */
    const char *action;    /* its name */
    bool is_reaction;      /* the command pays for one */
    const char *by;        /* who is named as the one who acts, or rolled; "": nobody */
    int by_id;             /* who is named; 0: nobody */
    const char *const *to; /* whom it was rolled against, else who else is named */
    int to_count;
    const struct log_line *lines;
    int lines_count;
    const struct act_events *events; /* with its rolls where they are wanted */
    const struct state *before;      /* the encounter before it; NULL: damaged */
};

/* Returns whether to go on; what it does may read the campaign. */
typedef bool sitting_see_act_fn(void *context, const struct sitting_act *act);

#endif
