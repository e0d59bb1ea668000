/* What the two halves of the library's face share: requests, and how errors and memory cross
 * the border. Nobody else includes it. */
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

/* Hands on what happened inside; *err counts when status is not STATUS_OK. */
enum resolver_status library_tell(struct resolver_error *out, enum status status,
                                  const struct error *err);
/* RESOLVER_USAGE with this text. */
enum resolver_status library_wrong(struct resolver_error *out, const char *where,
                                   const char *text);
/* RESOLVER_FULL: the caller's block is too small. */
enum resolver_status library_too_small(struct resolver_memory memory,
                                       struct resolver_error *err);
/* The first `size` bytes of the caller's block, zeroed, and an arena of the rest; NULL, with
 * err filled, when it is too small. */
void *library_room(struct arena *arena, struct resolver_memory memory, size_t size,
                   struct resolver_error *err);
/* As much of a description as the caller's struct has members for. */
void library_describe(void *out, size_t size, const void *all, size_t all_size);
/* A size as the functions for text take it. */
int library_clip(size_t size);
enum resolver_status library_check_finished(const struct resolver_request *request,
                                            struct resolver_error *err);

#endif
