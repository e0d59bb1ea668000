/* The evenings of a campaign: acts of fights that had begun, of all encounters, as long as
 * there is no gap of six hours between one and the next. Numbered from 1. */
#ifndef REFEREE_APP_EVENINGS_H
#define REFEREE_APP_EVENINGS_H

#include <stdint.h>

#include "base/status.h"

struct campaign;

struct evenings {
    int64_t *first; /* the act that each of them begins with, rising */
    int count, room;
    int64_t latest_ms; /* of the acts that were read so far */
};

/* To be given back by evenings_free, also on failure. Reads a row for each act there is. */
enum status evenings_read(struct evenings *out, struct campaign *campaign,
                          struct error *err) MUST_CHECK;
void evenings_free(struct evenings *evenings);

/* The number of the evening that an act of a begun fight is of. */
int evening_of(const struct evenings *evenings, int64_t act);

#endif
