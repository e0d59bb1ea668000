/* The encounters of the campaign, as a list to choose from. */
#ifndef REFEREE_APP_SITTING_ENCOUNTERS_H
#define REFEREE_APP_SITTING_ENCOUNTERS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "resolver/system.h"

struct sitting;

enum { SITTING_ENCOUNTER_NAME_SIZE = 64 };

struct sitting_encounter {
    int64_t id;
    char name[SITTING_ENCOUNTER_NAME_SIZE];
    const struct system *system; /* NULL: none of this name is known here */
    int64_t acts;                /* on all branches */
    bool is_open;                /* it is the one on the table */
    bool is_archived;
    /* What it still owes the players, of the newest few: "treasure of King"; "" nothing. */
    char owed[SITTING_ENCOUNTER_NAME_SIZE];
};

/* At most `most` (at least 1) of them, the one made last first, the archived ones too if they
 * are wanted; *count is how many. */
enum status sitting_encounters(struct sitting *sitting, bool wants_archived,
                               struct sitting_encounter *out, int most, int *count,
                               struct error *err) MUST_CHECK;

/* Fills in what the newest of a list still owe. */
enum status sitting_encounters_owed(struct sitting *sitting, struct sitting_encounter *list,
                                    int count, struct error *err) MUST_CHECK;

#endif
