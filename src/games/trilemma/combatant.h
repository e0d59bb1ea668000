/* What the rules of Trilemma (chapter 5) say of one combatant as it stands: its attributes, its
 * score, what it is doing. Questions only; nothing here changes anything.
 *
 * The lowest module of this game at the table: it knows no other one of them. */
#ifndef REFEREE_GAMES_TRILEMMA_COMBATANT_H
#define REFEREE_GAMES_TRILEMMA_COMBATANT_H

#include "tracker/options.h"
#include "tracker/state.h"

enum { PHASE_ROUND, PHASE_BETWEEN };

/* Attributes, in the order of the system's table. */
enum { STRENGTH = FIELD_SYSTEM, WITS, AC, ARMOUR, DAMAGE, MORALE };
enum { TEXT_DAMAGE = TEXT_SYSTEM };

/* Its effects (games/trilemma/effects.def). */
enum {
    TRILEMMA_EFFECTS_BEGIN = EFFECT_GAME - 1,
#define EFFECT(name, word, stay, says) TRILEMMA_##name,
#include "games/trilemma/effects.def"
#undef EFFECT
};

extern const struct number_range trilemma_ability_range, trilemma_ac_range, trilemma_edge_range;

/* A round runs: the fight has started and this is not the rest between rounds. */
bool trilemma_is_round(const struct state *state);

/* The current score: what was rolled less the list of what was spent, never below 0 (5.1, 5.2).
 */
int trilemma_score(const struct state *state, int id);
/* The order of the scores (5.1), whether a round runs or not. */
bool trilemma_comes_before(const struct state *state, int a, int b);
/* The same, with b at this score. */
bool trilemma_comes_before_at(const struct state *state, int a, int b, int b_score);

/* How a combatant gets its first score (5.10; T12). */
enum { SURPRISE_ROLL, SURPRISE_ADVANTAGE, SURPRISE_PREPARED, SURPRISE_PENALTY, SURPRISE_ZERO };
int trilemma_surprise(const struct state *state, int id);
/* Had the worse of surprise: a penalty die, or 0 (5.10). */
bool trilemma_is_surprised(const struct state *state, int id);

bool trilemma_is_henchman(const struct state *state, int id); /* 5.11 */
/* It has declared a spell that has not come to its end (5.7). */
bool trilemma_is_casting(const struct state *state, int id);
/* What its weapon does: dice of its own, or those of a human with a weapon (5.18). */
const char *trilemma_damage_dice(const struct state *state, int id);
/* The hit points and those on top; false when they are unset. */
bool trilemma_hp(const struct state *state, int id, int *out);

#endif
