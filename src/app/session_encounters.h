/* The encounters of the campaign, as a list to choose from. */
#ifndef REFEREE_APP_SESSION_ENCOUNTERS_H
#define REFEREE_APP_SESSION_ENCOUNTERS_H

#include "app/session.h"

enum { SESSION_ENCOUNTER_NAME_SIZE = 64 };

struct session_encounter {
    char name[SESSION_ENCOUNTER_NAME_SIZE];
    const struct system *system; /* NULL: none of this name is known here */
    int64_t acts;                /* on all branches */
    bool is_open;                /* it is the one on the table */
};

/* At most `most` (at least 1) of them, the one made last first; *count is how many. */
enum status session_encounters(struct session *session, struct session_encounter *out, int most,
                               int *count, struct error *err) MUST_CHECK;

#endif
