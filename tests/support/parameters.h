/* Any text as an act, "SYSTEM ACTION name=value ...": what must hold in any case. */
#ifndef REFEREE_SUPPORT_PARAMETERS_H
#define REFEREE_SUPPORT_PARAMETERS_H

#include "base/text.h"

enum parameters_read {
    PARAMETERS_NO_ACTION, /* no system or action of that name */
    PARAMETERS_REFUSED,   /* in words */
    PARAMETERS_LISTED,    /* an action that answers with rows */
    PARAMETERS_RESOLVED,  /* resolved, but its odds are too large */
    PARAMETERS_COUNTED    /* resolved, and the outcome lies in its odds */
};

/* Reads the line, resolves it twice with one seed and takes its odds. Any violation ends the
 * program: an error without words or without the name it is about, an outcome that its odds
 * exclude, masses that do not add up. */
enum parameters_read parameters_try(struct str line);

#endif
