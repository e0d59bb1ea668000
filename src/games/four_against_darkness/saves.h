/* Pending saves: FOUR_SAVE_DUE on the one who makes it, from its source. */
#ifndef REFEREE_GAMES_FOUR_AGAINST_DARKNESS_SAVES_H
#define REFEREE_GAMES_FOUR_AGAINST_DARKNESS_SAVES_H

#include "tracker/decision.h"

/* The first one pending for this character (0: for anybody); NULL: none. */
const struct effect *save_due(const struct state *state, int id);
/* The lethal save of this character, which has this word as its label. */
const struct effect *save_lethal(const struct state *state, int id);
extern const char save_lethal_word[];
/* The number of equal saves pending: a foe that hits twice poisons twice. */
int save_times(const struct state *state, const struct effect *due);
/* The name of a save: "poison" of "poison: 1 damage". */
struct str save_word(const struct effect *due);
/* Adds a save to those of its kind that are already pending; its event reports it. */
struct event *save_call(struct decision *decision, int id, int from, const char *label,
                        int level);
/* Takes off one of its kind. */
void save_drop(struct decision *decision, const struct effect *due);
/* Called after every act: nobody out of the fight has one. */
void save_watch(struct decision *decision);

#endif
