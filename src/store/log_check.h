/* Every row of the log with its events, from the oldest on, only against their checksums. It
 * folds nothing: whether acts fit the state before them is asked by store/verify. */
#ifndef REFEREE_STORE_LOG_CHECK_H
#define REFEREE_STORE_LOG_CHECK_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"

struct campaign;

/* Checks at most this many rows after `*after` (0 at first), which moves on to the last one
 * that is undamaged, with all of their events against their checksums: for those who take what
 * was made of the log earlier in place of reading it. *is_whole: none is left, or
 * STATUS_DAMAGED names the first that is damaged, which is remembered. */
enum status log_check(struct campaign *campaign, int64_t *after, int rows, bool *is_whole,
                      struct error *err) MUST_CHECK;

#endif
