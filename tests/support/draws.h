/* Numbers for tests that try many inputs: the same in every run, unless SEED is set. */
#ifndef REFEREE_SUPPORT_DRAWS_H
#define REFEREE_SUPPORT_DRAWS_H

#include <stdint.h>

struct draws {
    uint64_t state;
};

/* Starts from $SEED, or from a constant, and prints which, as a TAP comment. */
void draws_init(struct draws *draws);

/* A whole number from low to high, both included. */
int draws_between(struct draws *draws, int low, int high);

#endif
