/* What the party has found and nobody has taken yet: the magic items of a treasure. Who takes
 * one has it from then on: a spell or an ability with its uses, gear, or a note. The row of the
 * table says what it gives: "uses sleep 3", "equip magic-sword"; without that it becomes a
 * note. In the state, and in rows of older files, that stands in brackets at the end of the
 * text. */
#ifndef REFEREE_GAMES_FOUR_AGAINST_DARKNESS_FOUND_H
#define REFEREE_GAMES_FOUR_AGAINST_DARKNESS_FOUND_H

#include "tracker/command.h"
#include "tracker/decision.h"

/* One more of this row is found. */
void found_add(struct decision *decision, const struct table_row *row);
/* What was found first and waits (FOUR_FOUND); NULL: nothing does. */
const struct effect *found_first(const struct state *state);
/* How many things nobody has taken yet, that one included. */
int found_count(const struct state *state);
/* "a wand of sleep: 3 spells": without what it gives. */
struct str found_name(const struct effect *found);

/* `take Corvin`: the first of what was found; `take gone`: nobody takes it. */
decide_fn found_decide_take;

#endif
