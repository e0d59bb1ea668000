/* An unpredictable seed, for dice that are rolled without one. */
#ifndef REFEREE_APP_SITTING_FRESH_SEED_H
#define REFEREE_APP_SITTING_FRESH_SEED_H

#include <stdint.h>

#include "base/status.h"

/* From the system's randomness, below 2^53, so that every JSON reader keeps it and it can be
 * given again with --seed. */
enum { FRESH_SEED_BITS = 53 };
enum status fresh_seed(uint64_t *out, struct error *err) MUST_CHECK;

#endif
