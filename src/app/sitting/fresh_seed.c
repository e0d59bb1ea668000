#include "app/sitting/fresh_seed.h"

#include <sys/random.h>

enum status fresh_seed(uint64_t *out, struct error *err)
{
    uint64_t bits;
    if (getrandom(&bits, sizeof bits, 0) != (ssize_t)sizeof bits) {
        return error_set(err, STATUS_IO, "", "the operating system gives no random numbers");
    }
    *out = bits >> (64 - FRESH_SEED_BITS);
    return STATUS_OK;
}
