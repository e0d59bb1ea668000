/* Creatures of Trilemma from the library: their values beside the numbers. These are why they
 * fight on (5.12), a second morale score with its condition (T30), what they want, and whom
 * they lead (5.13).
 *
 * Each is a value that a combatant can be given like any other: `add 4 crow-rider morale=7
 * morale_for="good pay" wants="the mules"`. */
#ifndef REFEREE_GAMES_TRILEMMA_CREATURES_H
#define REFEREE_GAMES_TRILEMMA_CREATURES_H

#include "games/generic/creatures.h"

enum { TRILEMMA_KINDS = 1, TRILEMMA_GIVES = 5 };
extern const struct library_kind trilemma_kinds[TRILEMMA_KINDS];
extern const struct given_def trilemma_gives[TRILEMMA_GIVES];

/* The slot `give` for these values. */
bool trilemma_give_creature(struct decision *decision, int id, struct str name,
                            struct str value);
/* The slot `joins`: foes, and henchmen of either side, are made from the record with their
 * name. */
void trilemma_joins(struct decision *decision, int id);
/* Called after an act: the leader of a kind leads the morale group of those present, in
 * whatever order they joined. */
void trilemma_watch_leaders(struct decision *decision, const struct state *before);

/* ": good pay" and ", 9 with the king", after a morale score; adds nothing where there is
 * nothing to add. */
void trilemma_morale_facts(const struct state *state, int id, struct text *out);
/* Lines for what it wants and which creature it is. */
void trilemma_creature_facts(const struct state *state, int id, struct text *out);

#endif
