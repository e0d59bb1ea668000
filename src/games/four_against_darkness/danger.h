/* Four Against Darkness at the table: what everything that is due against one character comes
 * to together, exactly (decision F 12). */
#ifndef REFEREE_GAMES_FOUR_AGAINST_DARKNESS_DANGER_H
#define REFEREE_GAMES_FOUR_AGAINST_DARKNESS_DANGER_H

#include "tracker/procedure.h"

/* The slot `together` of the procedure: the foes' attacks that this character still has to
 * defend against, and the saves that it still has to make, as far as they decide about damage
 * or death. Each attack has its own level, damage and modifiers; the first defence of the
 * encounter has its own, too. A hit that calls for a save against damage counts as the save
 * does.
 *
 * "to 0 Life" is the chance to come to 0 Life at all; "dead" the chance that the lethal saves
 * do not help either, where they decide: who survives at 1 Life meets the attacks that are
 * left. Luck, blessings and what a failed save changes for later rolls are not counted. */
bool danger_together(const struct state *state, int id, struct arena *memory,
                     struct together *out);

#endif
