/* Trilemma before a fight: surprise, leaders and henchmen in texts of prepared encounters, and
 * what is missing or odd before the start (5.1, 5.10 to 5.13, 5.15). */
#ifndef REFEREE_GAMES_TRILEMMA_PREPARING_H
#define REFEREE_GAMES_TRILEMMA_PREPARING_H

#include "tracker/prepared.h"

enum { TRILEMMA_PREPARED = 3 };
extern const struct prepared_def trilemma_prepared[TRILEMMA_PREPARED + 1];

/* The slot `missing`. */
void trilemma_missing(const struct state *state, struct missing_list *list);

#endif
