/* The checksum that stands beside rows and snapshots: XXH3, 64 bits, over values written down
 * in one way only, so that another program can check it. schema/checksums.md tells the way.
 *
 * It finds what a disk, a cable or an editor changed; it is no signature, which somebody who
 * wants to deceive could not make. seal.c is the only file that knows the library. */
#ifndef REFEREE_STORE_SEAL_H
#define REFEREE_STORE_SEAL_H

#include <stddef.h>
#include <stdint.h>

#include "base/text.h"

/* A sum that is being made. */
struct seal {
    _Alignas(64) unsigned char sum[576];
    size_t waits;
    unsigned char waiting[256]; /* the last bytes, which are not in the sum yet */
};

void seal_begin(struct seal *seal);
void seal_null(struct seal *seal);
void seal_int(struct seal *seal, int64_t value);
void seal_text(struct seal *seal, struct str text);
void seal_bytes(struct seal *seal, const void *bytes, int n);
/* A value of none of these kinds, which no row of ours holds: as no other value. */
void seal_foreign(struct seal *seal);
/* Its 64 bits, read as signed: as SQLite keeps them. */
int64_t seal_end(struct seal *seal);

#endif
