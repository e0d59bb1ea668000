/* Whether the log's rolls come to what it says: the recorded dice given back to the recorded
 * request, and the chance worked out again. */
#ifndef REFEREE_APP_VERIFY_ROLLS_H
#define REFEREE_APP_VERIFY_ROLLS_H

#include "store/campaign.h"

/* Calls `found` for each roll whose outcome or chance is not that of its request. An act of a
 * game is compared only where the version of its rules is this program's own; a table may have
 * changed since, and is not compared. */
enum status verify_rolls(struct campaign *campaign, found_fn *found, void *context,
                         struct error *err) MUST_CHECK;

#endif
