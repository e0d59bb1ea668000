/* What could have helped against a blow: the reactions that its target could have paid for
 * then, and the chance that each had. Knows no game: which commands are reactions, their prices
 * and what they change comes from the game's own commands, tried at the moment before the blow
 * and the one after it. */
#ifndef REFEREE_APP_LOG_RECAP_H
#define REFEREE_APP_LOG_RECAP_H

#include <stdint.h>

#include "base/status.h"
#include "base/text.h"

struct past;

/* Adds a line for each, "could have<tab>shield -2 before the roll: hit 40%, not 65%"; the
 * reason when the rules allowed none; nothing when the act was no roll against this combatant,
 * or when the game has no reactions. Afterwards the past stands somewhere else. */
enum status recap_reactions(struct past *past, int id, int64_t act, struct text *out,
                            struct error *err) MUST_CHECK;

#endif
