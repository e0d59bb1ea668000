/* The foes' attacks of a phase (Who is attacked). Each is a pending defence: FOUR_FOES_ATTACK
 * on the character, from the foe. */
#ifndef REFEREE_GAMES_FOUR_AGAINST_DARKNESS_FOES_ATTACKS_H
#define REFEREE_GAMES_FOUR_AGAINST_DARKNESS_FOES_ATTACKS_H

#include "games/four_against_darkness/course.h"
#include "tracker/command.h"
#include "tracker/decision.h"

/* Assigns the attacks of a phase by the rules. */
void foes_attacks_call(struct decision *decision, enum phase phase);
/* Reports it when the players choose who is spared. */
void foes_attacks_say_spared(struct decision *decision);
/* Every foe attacks each of those who flee once. */
void foes_attacks_call_running(struct decision *decision);
void foes_attacks_forget(struct decision *decision);
/* Settles an attack of this foe; divert still counts it in this phase. */
void foes_attacks_settle(struct decision *decision, int id, int foe);
/* The next attack to defend against (of this character, 0: anybody's); NULL: none. */
const struct effect *foes_attacks_next(const struct state *state, int id);
int foes_attacks_left(const struct state *state);
/* Those not attacked in this phase who could be, while the players could still move attacks to
 * them; returns their number. */
int foes_attacks_spared(const struct state *state, int ids[COMBATANTS_MAX]);

decide_fn foes_attacks_decide_divert;

/* Whether this FOUR_FOES_ATTACK is still to be settled. */
bool foes_attack_counts(const struct state *state, const struct effect *effect);

/* All attacks of this phase on the character, also those that are settled. */
int foes_attacks_on(const struct state *state, int id);

#endif
