/* What the two halves of the library's interface share: requests, and how errors and memory
 * cross it. No other file includes it. */
#ifndef REFEREE_RESOLVER_RESOLVER_PRIVATE_H
#define REFEREE_RESOLVER_RESOLVER_PRIVATE_H

#include "base/arena.h"
#include "resolver/resolver.h"
#include "resolver/system.h"

struct resolver_request {
    struct inputs inputs;
    bool is_finished;
};

/* Blocks may begin anywhere, and an arena aligns them. */
enum { ALIGNMENT_LOST_MAX = 15 };

/* Passes an internal error on; *err is valid when status is not STATUS_OK. */
enum resolver_status library_tell(struct resolver_error *out, enum status status,
                                  const struct error *err);
/* RESOLVER_USAGE with this text. */
enum resolver_status library_wrong(struct resolver_error *out, const char *where,
                                   const char *text);
/* RESOLVER_FULL: the caller's block is too small. */
enum resolver_status library_too_small(struct resolver_memory memory,
                                       struct resolver_error *err);
/* The first `size` bytes of the caller's block, zeroed, and an arena in the rest of it; NULL,
 * with err filled, when it is too small. */
void *library_room(struct arena *arena, struct resolver_memory memory, size_t size,
                   struct resolver_error *err);
/* Copies only the members of a description that the caller's struct has. */
void library_describe(void *out, size_t size, const void *all, size_t all_size);
/* A size in the type that the functions for text take. */
int library_clip(size_t size);
enum resolver_status library_check_finished(const struct resolver_request *request,
                                            struct resolver_error *err);

#endif
