/* The checksum of rows and snapshots: XXH3, 64 bits, over values in one exact form, so that
 * another program can check it. schema/checksums.md describes the form.
 *
 * It finds changes by a disk, a cable or an editor; it is not a signature against deliberate
 * forgery. seal.c is the only file that knows the library. */
#ifndef REFEREE_STORE_SEAL_H
#define REFEREE_STORE_SEAL_H

#include <stddef.h>
#include <stdint.h>

#include "base/text.h"

/* A sum in the making. */
struct seal {
    _Alignas(64) unsigned char sum[576];
    size_t waits;
    unsigned char waiting[256]; /* the last bytes, not in the sum yet */
};

void seal_begin(struct seal *seal);
void seal_null(struct seal *seal);
void seal_int(struct seal *seal, int64_t value);
void seal_text(struct seal *seal, struct str text);
void seal_bytes(struct seal *seal, const void *bytes, int n);
/* A value of another kind, which our rows never hold: different from every other value. */
void seal_foreign(struct seal *seal);
/* Its 64 bits as a signed number, as SQLite keeps them. */
int64_t seal_end(struct seal *seal);

#endif
