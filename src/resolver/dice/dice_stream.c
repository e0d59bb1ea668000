#include "resolver/dice/dice_stream.h"

#include <Random123/philox.h>

#include "base/status.h"

/* Eight draws share a block of 128 random bits, 16 for each: enough for dice of few sides, as
 * nearly all dice are. A draw that needs more has blocks of its own, numbered by `attempt` from
 * 1 on. So a draw stays a function of its number alone, and the next one costs an eighth of a
 * block. */
enum { SHARERS = 8, SHARED_SIDES_MAX = 4096 };

static philox4x32_ctr_t stream_block(const struct dice_stream *stream, uint32_t number,
                                     uint32_t attempt)
{
    philox4x32_ctr_t counter = {{number, stream->encounter, attempt, 0}};
    philox4x32_key_t key = {{(uint32_t)stream->seed, (uint32_t)(stream->seed >> 32)}};
    return philox4x32(counter, key);
}

static APART void fill_shared(struct dice_stream *stream, uint32_t number)
{
    philox4x32_ctr_t block = stream_block(stream, number, 0);
    stream->shared[0] = block.v[0] | (uint64_t)block.v[1] << 32;
    stream->shared[1] = block.v[2] | (uint64_t)block.v[3] << 32;
    stream->shared_number = number + 1;
}

/* Rejection, never a product alone: if a face has one number more than others, that number is
 * drawn again. */
static APART int own_face(const struct dice_stream *stream, uint32_t draw, uint32_t sides)
{
    uint32_t least = (uint32_t)(-sides) % sides;
    for (uint32_t attempt = 1;; attempt++) {
        philox4x32_ctr_t block = stream_block(stream, draw, attempt);
        for (int i = 0; i < 4; i++) {
            uint64_t product = (uint64_t)block.v[i] * sides;
            if ((uint32_t)product >= least) {
                return (int)(product >> 32) + 1;
            }
        }
    }
}

static int source_face(const struct dice_stream *stream, uint32_t sides)
{
    return stream->source->face(stream->source->context, (int)sides);
}

static inline int stream_face(struct dice_stream *stream, uint32_t sides)
{
    uint32_t draw = stream->draw++;
    if (sides > SHARED_SIDES_MAX) {
        return stream->source != NULL ? source_face(stream, sides)
                                      : own_face(stream, draw, sides);
    }
    if (stream->shared_number != draw / SHARERS + 1) {
        if (stream->source != NULL) { /* it shares no bits, so every draw comes here */
            return source_face(stream, sides);
        }
        fill_shared(stream, draw / SHARERS);
    }
    uint32_t bits = (uint16_t)(stream->shared[draw % SHARERS / 4] >> (draw % 4 * 16));
    uint32_t product = bits * sides;
    uint32_t rest = product & 0xFFFF;
    if (rest < sides && rest < 0x10000 % sides) {
        return own_face(stream, draw, sides);
    }
    return (int)(product >> 16) + 1;
}

int dice_stream_face(struct dice_stream *stream, int sides)
{
    CHECK(sides >= 1);
    return stream_face(stream, (uint32_t)sides);
}

int64_t dice_stream_sum(struct dice_stream *stream, int count, int sides)
{
    CHECK(sides >= 1);
    int64_t sum = 0;
    for (int i = 0; i < count; i++) {
        sum += stream_face(stream, (uint32_t)sides);
    }
    return sum;
}

int64_t dice_stream_range(struct dice_stream *stream, int count, int sides, int *least,
                          int *greatest)
{
    CHECK(count >= 1 && sides >= 1);
    int low = sides, high = 1;
    int64_t sum = 0;
    for (int i = 0; i < count; i++) {
        int face = stream_face(stream, (uint32_t)sides);
        sum += face;
        low = face < low ? face : low;
        high = face > high ? face : high;
    }
    *least = low;
    *greatest = high;
    return sum;
}

/* The root of DICE_REAL_PARTS: two faces make a real. */
enum { REAL_HALF_PARTS = 1000000 };

double dice_stream_uniform(struct dice_stream *stream)
{
    if (stream->source != NULL) {
        int64_t high = stream_face(stream, REAL_HALF_PARTS) - 1;
        int64_t low = stream_face(stream, REAL_HALF_PARTS) - 1;
        return (double)(high * REAL_HALF_PARTS + low) / (double)DICE_REAL_PARTS;
    }
    uint64_t count = (uint64_t)DICE_REAL_PARTS;
    uint64_t limit = UINT64_MAX - (UINT64_MAX % count + 1) % count;
    uint32_t draw = stream->draw++;
    for (uint32_t attempt = 1;; attempt++) {
        philox4x32_ctr_t block = stream_block(stream, draw, attempt);
        uint64_t bits = (uint64_t)block.v[0] << 32 | block.v[1];
        if (bits <= limit) {
            return (double)(bits % count) / (double)DICE_REAL_PARTS;
        }
    }
}
