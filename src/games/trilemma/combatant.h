/* What the rules of Trilemma (chapter 5) say about one combatant at present: its attributes,
 * its score, what it is doing, with whom it is in melee (5.21; T31); and the table rules.
 *
 * The lowest module of this game at the table: it knows none of the others. */
#ifndef REFEREE_GAMES_TRILEMMA_COMBATANT_H
#define REFEREE_GAMES_TRILEMMA_COMBATANT_H

#include "tracker/command.h"
#include "tracker/decision.h"
#include "tracker/options.h"
#include "tracker/settings.h"
#include "tracker/state.h"

enum trilemma_setting {
    SETTING_OVERSPEND,
    SETTING_SUPERIOR_REPEAT,
    SETTING_BETWEEN_PRICE,
    SETTING_GROUP_ROLLS,
    SETTING_HENCHMAN_SHIELD_AC2,
    SETTING_TAKING_AIM,
    SETTING_FLED_COUNTS,
    SETTINGS
};

extern const struct setting_def trilemma_settings[];
/* The value in this encounter. */
int trilemma_setting(const struct state *state, enum trilemma_setting setting);

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
/* True when a round is running: the fight has started and this is not the rest between rounds.
 */
bool trilemma_is_round(const struct state *state);
/* The present score: the rolled one less the list of spending, never below 0 (5.1, 5.2). */
int trilemma_score(const struct state *state, int id);
/* The order of the scores (5.1), also between rounds. */
bool trilemma_comes_before(const struct state *state, int a, int b);
/* The same, with b at this score. */
bool trilemma_comes_before_at(const struct state *state, int a, int b, int b_score);

/* How a combatant gets its first score (5.10; T12). */
enum { SURPRISE_ROLL, SURPRISE_ADVANTAGE, SURPRISE_PREPARED, SURPRISE_PENALTY, SURPRISE_ZERO };

int trilemma_surprise(const struct state *state, int id);
/* The penalty die of a combatant that had the worse of surprise, or 0 (5.10). */
bool trilemma_is_surprised(const struct state *state, int id);
bool trilemma_is_henchman(const struct state *state, int id); /* rule 5.11 */
/* True when it has declared a spell that has not ended (5.7). */
bool trilemma_is_casting(const struct state *state, int id);
/* The damage of its weapon: its own dice, or those of a human with a weapon (5.18). */
const char *trilemma_damage_dice(const struct state *state, int id);
/* The hit points with temporary ones; false when they are unset. */
bool trilemma_hp(const struct state *state, int id, int *out);

/* True when two combatants are in melee now: not between rounds, where all are apart (5.5). */
bool trilemma_is_engaged(const struct state *state, int a, int b);
void trilemma_engage(struct decision *decision, int a, int b);
decide_fn trilemma_decide_engage, trilemma_decide_part;

#endif
