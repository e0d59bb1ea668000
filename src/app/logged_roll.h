/* One roll as the log keeps it (tracker/roll_record.h), read back from its JSON.
 *
 * A campaign is a file that anybody may have written: every member is looked at before it
 * counts, what is not as it should be is as if it were not there, and the texts are as hostile
 * as they were. Logs of older programs have no requests; damaged ones may have half of one. */
#ifndef REFEREE_APP_LOGGED_ROLL_H
#define REFEREE_APP_LOGGED_ROLL_H

#include <jansson.h>

#include "resolver/dice/dice.h"
#include "resolver/system.h"

struct logged_roll {
    json_t *steps;   /* the whole array; NULL: it is none */
    json_t *request; /* borrowed from it, as the others are; NULL: not known */
    json_t *chance;  /* NULL: not known */
    json_t *outcome; /* NULL: not known */
    bool is_whole;   /* every throw of it is there */
};

/* Reads what stands in event->trace; give it back by logged_roll_free. */
void logged_roll_read(struct logged_roll *out, struct str trace);
void logged_roll_free(struct logged_roll *roll);

/* The act that was asked for, finished. STATUS_MISSING when it is none of this program's games,
 * STATUS_USAGE when the values are none that it takes. *rules is the version it was resolved
 * by. */
enum status logged_roll_inputs(const struct logged_roll *roll, struct inputs *out,
                               int64_t *rules, struct error *err) MUST_CHECK;
/* The notation that was asked for; NULL: it was something else. */
const char *logged_roll_notation(const struct logged_roll *roll);
/* The dice as they fell, as they would be given. False when they are too many. */
bool logged_roll_dice(const struct logged_roll *roll, struct entered_dice *out);

#endif
