/* What the log keeps of a roll: a JSON array whose first step is the request, with its roller
 * and its chance, and whose last step is the outcome; the arithmetic is between them. */
#ifndef REFEREE_TRACKER_ROLL_RECORD_H
#define REFEREE_TRACKER_ROLL_RECORD_H

#include "resolver/request.h"
#include "resolver/trace.h"
#include "tracker/state.h"

struct roll_record {
    struct roll_request request;
    struct roll_outcome outcome;
    const struct trace *trace;
    const struct state *state; /* for the names, recorded as they were then */
    int subject, object;       /* 0: nobody */
};

/* [{"step":"request","by":NAME,"to":[NAME],REQUEST,"chance":{...}},
 *  ... every step of the trace ...,
 *  {"step":"outcome","outcome":{...}}]
 *
 * "by" is null and "to" empty when there is nobody. Without `chances`, or if the chance cannot
 * be enumerated, "chance" is left out. An outcome whose trace had no room for all of its steps
 * has "cut":true. */
void roll_record_format(const struct roll_record *record, struct known_chances *chances,
                        struct text *out);

#endif
