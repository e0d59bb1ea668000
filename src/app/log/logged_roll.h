/* One roll as the log keeps it (tracker/decision.c), read back from its JSON.
 *
 * A campaign is a file that anybody may have written: every member is checked before it counts,
 * invalid ones are ignored, and texts are still hostile. Logs of older programs have no
 * requests; damaged ones may have half of one. */
#ifndef REFEREE_APP_LOG_LOGGED_ROLL_H
#define REFEREE_APP_LOG_LOGGED_ROLL_H

#include <jansson.h>

#include "resolver/dice/dice.h"
#include "resolver/system.h"

struct logged_roll {
    json_t *steps;   /* the whole array; NULL: not an array */
    json_t *request; /* borrowed from it, like the others; NULL: not known */
    json_t *chance;  /* NULL: not known */
    json_t *outcome; /* NULL: not known */
    bool is_whole;   /* whether all its throws are there */
};

/* Reads event->trace; free it with logged_roll_free. */
void logged_roll_read(struct logged_roll *out, struct str trace);
void logged_roll_free(struct logged_roll *roll);

/* The request as finished inputs. STATUS_MISSING when it is not of this program's games,
 * STATUS_USAGE when the values are not valid. *rules is the version of the rules at that
 * time. */
enum status logged_roll_inputs(const struct logged_roll *roll, struct inputs *out,
                               int64_t *rules, struct error *err) MUST_CHECK;
/* The notation of the request; NULL when it is something else. */
const char *logged_roll_notation(const struct logged_roll *roll);
/* That notation read by its own version, which is kept beside it (DICE_RULES); false when this
 * program cannot read it. A newer program's may mean something else. */
bool logged_roll_expr(const struct logged_roll *roll, struct dice_expr *out);
bool logged_roll_is_newer(const struct logged_roll *roll);
/* The dice in the form in which they can be given. False when there are too many. */
bool logged_roll_dice(const struct logged_roll *roll, struct entered_dice *out);

#endif
