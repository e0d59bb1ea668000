/* The evenings of a campaign: the acts of fights in all encounters, without a gap of six hours
 * between one and the next. What is done outside of fights, a search, a trap, a purchase,
 * belongs to the evening from whose fights less than six hours part it. Numbered from 1.
 *
 * The order of the acts decides: a clock that is set back begins no evening, and what stands
 * between two acts of one belongs to it, whatever its own time is. */
#ifndef REFEREE_APP_CHRONICLE_EVENINGS_H
#define REFEREE_APP_CHRONICLE_EVENINGS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"

struct campaign;

/* Acts of fights have it: so much or more of it parts two evenings. */
enum { EVENING_GAP_MS = 6 * 60 * 60 * 1000 };

struct evening {
    int64_t first, last; /* the acts of fights that it begins and ends with; rising */
    int64_t first_ms, last_ms;
    int64_t lasted_ms; /* from act to act, as far as the clock went forward */
    int64_t back_ms;   /* so far it was set back in all */
};

struct evenings {
    struct evening *evening;
    int count, room;
    int64_t latest_ms; /* of the acts read so far */
    int64_t kept;      /* the last row of those that are kept; 0: none */
};

/* Free it with evenings_free, also after a failure. Reads a row for each act since those that
 * are kept beside the campaign (store/sums.h). */
enum status evenings_read(struct evenings *out, struct campaign *campaign,
                          struct error *err) MUST_CHECK;
/* The same in pieces of at most this many rows, from zeroed memory on. *after is 0 before the
 * first piece, then the last row that was read; *is_whole becomes true after the last, and
 * after a failure. */
enum status evenings_read_on(struct evenings *evenings, struct campaign *campaign,
                             int64_t *after, int rows, bool *is_whole,
                             struct error *err) MUST_CHECK;
void evenings_free(struct evenings *evenings);
/* The next act of a fight that had begun, for those who read the log themselves; zeroed memory
 * is no evening yet. */
void evenings_see(struct evenings *evenings, int64_t act, int64_t at_ms);
/* The next evening, which is known already. */
void evenings_add(struct evenings *evenings, const struct evening *evening);

/* The number of the evening of an act, which is one of a fight, or not; 0: it is of none. */
int evening_of(const struct evenings *evenings, int64_t act, int64_t at_ms, bool is_of_fight);

#endif
