/* Four Against Darkness at the table: the exact chances of everything pending against one
 * character together (decision F 12). */
#ifndef REFEREE_GAMES_FOUR_AGAINST_DARKNESS_DANGER_H
#define REFEREE_GAMES_FOUR_AGAINST_DARKNESS_DANGER_H

#include "tracker/procedure.h"

/* The slot `together` of the procedure: the foes' attacks that this character still has to
 * defend against, and the saves that it still has to make about damage or death. Each attack
 * has its own level, damage and modifiers, and so has the first defence of the encounter. A hit
 * that calls for a save against damage includes that save.
 *
 * "to 0 Life" is the chance to reach 0 Life at all; "dead" is the chance that the lethal saves
 * fail too: a survivor at 1 Life meets the remaining attacks. Luck, blessings and the effects
 * of a failed save on later rolls are not counted. */
bool danger_together(const struct state *state, int id, struct arena *memory,
                     struct together *out);

#endif
