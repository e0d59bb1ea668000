/* Trilemma's spells: declared between rounds, noticed, interrupted, and taking effect on the
 * caster's turn (5.7; T10). */
#ifndef REFEREE_GAMES_TRILEMMA_SPELLS_H
#define REFEREE_GAMES_TRILEMMA_SPELLS_H

#include "tracker/command.h"
#include "tracker/decision.h"

/* At the end of the caster's turn: a declared spell takes effect (5.7). */
void trilemma_finish_spell(struct decision *decision, int id);
/* All declared spells are lost; `why` NULL: no reason is reported. */
void trilemma_forget_spells(struct decision *decision, const char *why);
/* Called after an act: casters who are hurt may be interrupted, those out of the fight cast
 * nothing. */
void trilemma_watch_spells(struct decision *decision, const struct state *before);

decide_fn trilemma_decide_declare, trilemma_decide_cast, trilemma_decide_interrupt;

#endif
