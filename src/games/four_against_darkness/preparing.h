/* Four Against Darkness before an encounter: its location in texts of prepared encounters, and
 * what is missing or odd before the start. */
#ifndef REFEREE_GAMES_FOUR_AGAINST_DARKNESS_PREPARING_H
#define REFEREE_GAMES_FOUR_AGAINST_DARKNESS_PREPARING_H

#include "tracker/prepared.h"

enum { FOUR_PREPARED = 1 };
extern const struct prepared_def four_against_darkness_prepared[FOUR_PREPARED + 1];

/* The slot `missing`. */
void four_against_darkness_missing(const struct state *state, struct missing_list *list);

#endif
