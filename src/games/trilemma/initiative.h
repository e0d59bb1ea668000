/* Trilemma's initiative: rolling it, which starts the fight, surprise, and re-orienting (5.1,
 * 5.6, 5.9, 5.10). */
#ifndef REFEREE_GAMES_TRILEMMA_INITIATIVE_H
#define REFEREE_GAMES_TRILEMMA_INITIATIVE_H

#include "tracker/command.h"
#include "tracker/decision.h"

/* The words of the kinds of surprise (combatant.h); NULL ends them. */
extern const char *const trilemma_surprises[];

/* `set Ana initiative=31`: true when the option was one of this procedure's. */
bool trilemma_give(struct decision *decision, int id, struct str name, struct str value);

/* Who has no score, and what gives them one; nothing while everybody has one, or the roll that
 * starts the fight is one for all. */
void trilemma_guide_initiative(const struct state *state, struct text *out);

decide_fn trilemma_decide_initiative, trilemma_decide_surprise, trilemma_decide_reorient;

#endif
