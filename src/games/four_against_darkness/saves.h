/* Saves that are due: FOUR_SAVE_DUE on who makes it, from its source. */
#ifndef REFEREE_GAMES_FOUR_AGAINST_DARKNESS_SAVES_H
#define REFEREE_GAMES_FOUR_AGAINST_DARKNESS_SAVES_H

#include "tracker/decision.h"

/* The first that is due on this character, 0: on anybody; NULL: none. */
const struct effect *save_due(const struct state *state, int id);
/* The lethal save of this character: its label is this word. */
const struct effect *save_lethal(const struct state *state, int id);
extern const char save_lethal_word[];
/* How many of the same are due: a foe that hits twice poisons twice. */
int save_times(const struct state *state, const struct effect *due);
/* The word a save is known by: "poison" of "poison: 1 damage". */
struct str save_word(const struct effect *due);
/* A save is due, beside those of its kind that are due already; its event tells. */
struct event *save_call(struct decision *decision, int id, int from, const char *label,
                        int level);
/* One of its kind is due no more. */
void save_drop(struct decision *decision, const struct effect *due);
/* After every act: nobody out of the fight has one. */
void save_watch(struct decision *decision);

#endif
