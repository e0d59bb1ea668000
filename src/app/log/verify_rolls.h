/* Checks the rolls in the log: the recorded dice are given to the recorded request again, and
 * the chance is computed again. */
#ifndef REFEREE_APP_LOG_VERIFY_ROLLS_H
#define REFEREE_APP_LOG_VERIFY_ROLLS_H

#include "store/campaign.h"

/* Calls `found` for each roll whose outcome or chance differs from its request's. An act of a
 * game is compared only when the version of its rules is this program's own; a table may have
 * changed since, and is not compared. */
enum status verify_rolls(struct campaign *campaign, found_fn *found, void *context,
                         struct error *err) MUST_CHECK;

#endif
