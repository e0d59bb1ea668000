/* The foes' attacks of a phase, how many and on whom (Who is attacked), the defences against
 * them, one each, with the effects of a hit (Defense Resolution), and the exact chances of
 * everything pending against one character together (decision F 12). An attack is a pending
 * defence: FOUR_FOES_ATTACK on the character, from the foe. */
#ifndef REFEREE_GAMES_FOUR_AGAINST_DARKNESS_DEFENCE_H
#define REFEREE_GAMES_FOUR_AGAINST_DARKNESS_DEFENCE_H

#include "resolver/system.h"
#include "tracker/command.h"
#include "tracker/decision.h"
#include "tracker/procedure.h"
#include "games/four_against_darkness/course.h"

/* Assigns the attacks of a phase by the rules. */
void foes_attacks_call(struct decision *decision, enum phase phase);
/* Reports it when the players choose who is spared. */
void foes_attacks_say_spared(struct decision *decision);
/* Every foe attacks each of those who flee once. */
void foes_attacks_call_running(struct decision *decision);
void foes_attacks_forget(struct decision *decision);
/* The next attack to defend against (of this character, 0: anybody's); NULL: none. */
const struct effect *foes_attacks_next(const struct state *state, int id);
int foes_attacks_left(const struct state *state);
/* Those not attacked in this phase who could be, while the players could still move attacks to
 * them; returns their number. */
int foes_attacks_spared(const struct state *state, int ids[COMBATANTS_MAX]);
decide_fn foes_attacks_decide_divert;
/* All attacks of this phase on the character, also those that are settled. */
int foes_attacks_on(const struct state *state, int id);

/* This character's defence against the foe now. */
bool defence_act(const struct state *state, int id, int foe, struct inputs *out,
                 struct error *err);
decide_fn defence_decide;

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
