#include "support/draws.h"

#include <stdio.h>
#include <stdlib.h>

void draws_init(struct draws *draws)
{
    const char *seed = getenv("SEED");
    draws->state = seed == NULL ? 20240229 : strtoull(seed, NULL, 10);
    printf("# SEED=%llu\n", (unsigned long long)draws->state);
}

int draws_between(struct draws *draws, int low, int high)
{
    /* SplitMix64; the small bias of the modulo does not matter to a test. */
    draws->state += UINT64_C(0x9E3779B97F4A7C15);
    uint64_t mixed = draws->state;
    mixed = (mixed ^ mixed >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    mixed = (mixed ^ mixed >> 27) * UINT64_C(0x94D049BB133111EB);
    mixed ^= mixed >> 31;
    return (int)(low + (int64_t)(mixed % (uint64_t)((int64_t)high - low + 1)));
}
