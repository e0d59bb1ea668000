/* Dice in what a campaign keeps beside its log, as an older program understood them and this
 * one refuses: in kinds, prepared encounters and members of the party. They are told again when
 * they are used; here all of them are found at once. Knows only texts, no game's fields. */
#ifndef REFEREE_APP_SITTING_STORED_DICE_H
#define REFEREE_APP_SITTING_STORED_DICE_H

#include "base/status.h"
#include "store/campaign.h"

/* Calls `found` for each: where ("kind marsh-hound, line 4"), what ("damage 2d66: d66 is two
 * dice
 * ..."), what to do. Notes and what is read aloud are passed over. */
enum status stored_dice_find(struct campaign *campaign, found_fn *found, void *context,
                             struct error *err) MUST_CHECK;

#endif
