/* Sums over the acts on the way to one act of an encounter, kept in the file beside the
 * campaign (store/beside.h) so that they need not be made from its start again: derived data,
 * as bytes that only the caller understands.
 *
 * Each is sealed with the checksum of the log's row that it reaches to: it is not taken for
 * that of another log, nor of a row that was damaged since. One that is wrong is dropped, and
 * the caller makes it again. */
#ifndef REFEREE_STORE_SUMS_H
#define REFEREE_STORE_SUMS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"

struct campaign;

/* The rows that a log has at least before sums of it are kept: a shorter one is read at once.
 */
enum { SUMS_FROM_ROWS = 512 };

enum sum_kind {
    SUM_OF_ACTS, /* made of the acts one after the other */
    SUM_CHART,   /* of an encounter as it stood, made of fights that were played: kept of short
                    logs too */
    SUM_FACTS    /* of an encounter after its newest row: what a list tells of its state */
};

struct sum {
    enum sum_kind kind;
    int64_t encounter; /* 0: the campaign as a whole */
    int64_t act;       /* the last act that was added; of the campaign: a row of the log */
    int version;       /* of what the caller adds, and of its bytes */
    bool stays; /* for when the head goes back: one that newer ones do not replace soon */
    unsigned char *bytes;
    int count;
};

/* The one of this version that reaches farthest on the way to `head`; free out->bytes. False:
 * there is none. */
bool sums_find(struct campaign *campaign, int64_t encounter, int64_t head, int version,
               struct sum *out);
/* The same of a kind. */
bool sums_find_kind(struct campaign *campaign, enum sum_kind kind, int64_t encounter,
                    int64_t head, int version, struct sum *out);
/* Keeps it, and makes the file when there is none; of an encounter stay one at its head, and
 * two that stay. A failure loses nothing. Does nothing on a campaign that is only read. */
void sums_keep(struct campaign *campaign, const struct sum *sum);
/* True when it would do that now. */
bool sums_can_be_cached(struct campaign *campaign);
/* True when any is kept. */
bool sums_are_cached(struct campaign *campaign);
/* STATUS_DAMAGED when one of them is damaged, or not of this log; another failure when they
 * could not be read. For `referee verify`. */
enum status sums_check(struct campaign *campaign, struct error *err) MUST_CHECK;

#endif
