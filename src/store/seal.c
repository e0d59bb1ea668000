#include "store/seal.h"

#include <stddef.h>
#include <string.h>

#include "base/status.h"

/* Compiled in, so that no library is loaded for it when the program starts. */
#define XXH_INLINE_ALL
#include <xxhash.h>

_Static_assert(sizeof(XXH3_state_t) <= sizeof(struct seal) &&
                   _Alignof(XXH3_state_t) <= _Alignof(struct seal),
               "a seal has room for the library's sum");

enum tag { TAG_NULL, TAG_INT, TAG_TEXT, TAG_BYTES, TAG_FOREIGN };

enum { TAG_SIZE = 1, NUMBER_SIZE = 8 };

static XXH3_state_t *sum_of(struct seal *seal)
{
    return (XXH3_state_t *)(void *)seal->sum;
}

static void sum(struct seal *seal, const void *bytes, size_t n)
{
    XXH_errorcode code = XXH3_64bits_update(sum_of(seal), bytes, n);
    CHECK(code == XXH_OK);
}

/* Most values are a few bytes: the library is given many of them at once. */
static void add(struct seal *seal, const void *bytes, size_t n)
{
    if (n > sizeof seal->waiting - seal->waits) {
        sum(seal, seal->waiting, seal->waits);
        seal->waits = 0;
    }
    if (n > sizeof seal->waiting) {
        sum(seal, bytes, n);
        return;
    }
    memcpy(seal->waiting + seal->waits, bytes, n);
    seal->waits += n;
}

/* A tag, and a number as eight bytes, lowest first. */
static void add_number(struct seal *seal, enum tag tag, int64_t value)
{
    unsigned char bytes[TAG_SIZE + NUMBER_SIZE] = {(unsigned char)tag};
    for (int i = 0; i < NUMBER_SIZE; i++) {
        bytes[TAG_SIZE + i] = (unsigned char)((uint64_t)value >> 8 * i);
    }
    add(seal, bytes, sizeof bytes);
}

static void add_tag(struct seal *seal, enum tag tag)
{
    unsigned char byte = (unsigned char)tag;
    add(seal, &byte, TAG_SIZE);
}

void seal_begin(struct seal *seal)
{
    /* Its padding is read when it is copied. */
    memset(seal, 0, offsetof(struct seal, waiting));
    XXH_errorcode code = XXH3_64bits_reset(sum_of(seal));
    CHECK(code == XXH_OK);
}

void seal_null(struct seal *seal)
{
    add_tag(seal, TAG_NULL);
}

void seal_int(struct seal *seal, int64_t value)
{
    add_number(seal, TAG_INT, value);
}

static void add_bytes(struct seal *seal, enum tag tag, const void *bytes, int n)
{
    CHECK(n >= 0);
    add_number(seal, tag, n);
    if (n > 0) {
        add(seal, bytes, (size_t)n);
    }
}

void seal_text(struct seal *seal, struct str text)
{
    add_bytes(seal, TAG_TEXT, text.p, text.n);
}

void seal_bytes(struct seal *seal, const void *bytes, int n)
{
    add_bytes(seal, TAG_BYTES, bytes, n);
}

void seal_foreign(struct seal *seal)
{
    add_tag(seal, TAG_FOREIGN);
}

int64_t seal_end(struct seal *seal)
{
    sum(seal, seal->waiting, seal->waits);
    seal->waits = 0;
    return (int64_t)XXH3_64bits_digest((const XXH3_state_t *)(const void *)seal->sum);
}
