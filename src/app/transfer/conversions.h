/* The house conversion of a game (content/import/conversion.h), which ships with the program.
 */
#ifndef REFEREE_APP_TRANSFER_CONVERSIONS_H
#define REFEREE_APP_TRANSFER_CONVERSIONS_H

#include "content/import/conversion.h"
#include "resolver/system.h"

/* Reads the game's own, or else the generic one. */
void conversion_of(const struct system *system, struct conversion *out);

#endif
