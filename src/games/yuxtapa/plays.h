/* Fights of yuxtapa without a referee: what each class does in its turn, and getting out of the
 * water (tracker/procedure.h, the slot `plays`).
 *
 * Nobody uses a booby trap, and a trapper does not either: the trap attacks the one who steps
 * on it, with numbers of its own (Tohit, PV, and DV), and the rules do not say who lays traps,
 * how many there are or when somebody steps there. What one would do is a what-if: `trap Bo`.
 */
#ifndef REFEREE_GAMES_YUXTAPA_PLAYS_H
#define REFEREE_GAMES_YUXTAPA_PLAYS_H

#include "tracker/policy.h"
#include "tracker/procedure.h"

void yuxtapa_plays(const struct state *state, struct player *player, struct text *line);
extern const struct assumption_def yuxtapa_assumptions[];

#endif
