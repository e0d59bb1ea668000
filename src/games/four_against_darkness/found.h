/* What the party has found and nobody has taken yet: the magic items of a treasure. Who takes
 * one has it from then on: a spell or an ability with its uses, gear, or a note. What an item
 * gives stands at the end of its row of the table: "a wand of sleep: 3 spells (uses sleep 3)",
 * "a sword that sings (equip magic-sword)"; without that the row becomes a note. */
#ifndef REFEREE_GAMES_FOUR_AGAINST_DARKNESS_FOUND_H
#define REFEREE_GAMES_FOUR_AGAINST_DARKNESS_FOUND_H

#include "tracker/command.h"
#include "tracker/decision.h"

/* One more of this is found: the text of a row. */
void found_add(struct decision *decision, const char *text);
/* What was found first and waits (FOUR_FOUND); NULL: nothing does. */
const struct effect *found_first(const struct state *state);
/* "a wand of sleep: 3 spells": without what it gives. */
struct str found_name(const struct effect *found);

/* `take Corvin`: the first of what was found; `take gone`: nobody takes it. */
decide_fn found_decide_take;

#endif
