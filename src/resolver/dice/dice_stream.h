/* The generator: dice that nobody threw, each a function of its number alone. */
#ifndef REFEREE_RESOLVER_DICE_DICE_STREAM_H
#define REFEREE_RESOLVER_DICE_DICE_STREAM_H

#include <stdint.h>

/* Reals, typed or generated, are whole multiples of 10^-12. */
#define DICE_REAL_PARTS INT64_C(1000000000000)

/* Faces that come neither from the table nor from the generator: 1 to sides, all equally
 * likely. A real takes two, of a million sides each. */
struct dice_source {
    int (*face)(void *context, int sides);
    void *context;
};

/* The generator's place: draw number `draw` of encounter `encounter` under `seed` is always the
 * same number, whatever was drawn before. Another seed or encounter is another stream. Begin
 * one with the first three members and zeros; `draw` may be set at any time. */
struct dice_stream {
    uint64_t seed;
    uint32_t encounter;
    uint32_t draw; /* the next one; each face takes one */
    /* Random bits that eight draws share, kept until the ninth. */
    uint32_t shared_number; /* the block of these bits, from 1; 0: none yet */
    uint64_t shared[2];     /* 16 of them each, the first draw's lowest */
    /* Borrowed; called instead of the generator, from the stream's first draw on. NULL:
     * none. */
    const struct dice_source *source;
};

/* A generated uniform whole number 1 to sides, without bias. Takes one draw. */
int dice_stream_face(struct dice_stream *stream, int sides);
/* The sum of `count` of them, with the same draws and faces as one by one. */
int64_t dice_stream_sum(struct dice_stream *stream, int count, int sides);
/* The same for at least one, with the least and the greatest of them. */
int64_t dice_stream_range(struct dice_stream *stream, int count, int sides, int *least,
                          int *greatest);
/* A generated uniform real of [0, 1), a whole multiple of 10^-12, so that writing and reading
 * it gives the same number. Takes one draw. */
double dice_stream_uniform(struct dice_stream *stream);

#endif
