/* Numbers and texts mixed into keys: for dice that follow from what they are thrown for, for
 * tables that are searched by content, and for digests that only have to differ. Nothing here
 * keeps a secret. The same input gives the same key on every machine, and in every version:
 * forecasts and snapshots rely on it. */
#ifndef REFEREE_BASE_MIX_H
#define REFEREE_BASE_MIX_H

#include <stdint.h>

#include "base/text.h"

/* A key begins with this. */
#define MIX_BEGIN UINT64_C(0xcbf29ce484222325)

/* The key with one more number or byte, as in FNV-1a. */
static inline uint64_t mix_number(uint64_t key, uint64_t number)
{
    return (key ^ number) * UINT64_C(0x100000001b3);
}

/* The same for each byte of a text. */
static inline uint64_t mix_text(uint64_t key, struct str text)
{
    for (int i = 0; i < text.n; i++) {
        key = mix_number(key, (unsigned char)text.p[i]);
    }
    return key;
}

/* A key of which every bit depends on every bit of this one, as in SplitMix64: for a key of
 * which only some bits are used. */
static inline uint64_t mix_bits(uint64_t key)
{
    key += UINT64_C(0x9e3779b97f4a7c15);
    key = (key ^ (key >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    key = (key ^ (key >> 27)) * UINT64_C(0x94d049bb133111eb);
    return key ^ (key >> 31);
}

#endif
