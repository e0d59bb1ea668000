/* Fights that are played without a referee (the slot `plays` of tracker/procedure.h): the line
 * that comes next.
 *
 * A party that has run, or has made peace, leaves the fight: it counts as fled.
 *
 * Whatever spells, abilities and items do is in the data: they are known by their texts, and no
 * code names any of them. */
#ifndef REFEREE_GAMES_FOUR_AGAINST_DARKNESS_PLAYS_H
#define REFEREE_GAMES_FOUR_AGAINST_DARKNESS_PLAYS_H

#include "tracker/policy.h"

/* "start", "offer", "save_level". */
extern const struct assumption_def four_against_darkness_assumptions[];
void plays_line(const struct state *state, struct player *player, struct text *line);
/* What this character could do in place of an act (the slot `choices`). */
void plays_choices(const struct state *state, const struct library *library, int id,
                   struct text *rows);

#endif
