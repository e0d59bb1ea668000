/* What an encounter leaves, and what adds up over the encounters of an adventure: treasure and
 * magic items that nobody has taken, the party's gold, XP rolls and levels, wandering monsters
 * and major foes that were met, the final boss (Boss Foes, XP). */
#ifndef REFEREE_GAMES_FOUR_AGAINST_DARKNESS_TREASURE_H
#define REFEREE_GAMES_FOUR_AGAINST_DARKNESS_TREASURE_H

#include "tracker/command.h"
#include "tracker/decision.h"

int gold_of(const struct state *state);
/* Adds an amount (below 0: pays it), never below 0 in total. Returns the new total. */
int gold_change(struct decision *decision, int amount);
/* The same for a purchase; false when the decision has ended, as there is too little. */
bool gold_pay(struct decision *decision, int amount);
/* `gold` shows the total; `gold 140`, `gold +20`, `gold -5` change it. */
decide_fn gold_decide;

/* What was found first and waits (FOUR_FOUND); NULL: nothing does. */
const struct effect *found_first(const struct state *state);
/* How many things nobody has taken yet, that one included. */
int found_count(const struct state *state);
/* "a wand of sleep: 3 spells": without what it gives. */
struct str found_name(const struct effect *found);
/* `take Corvin`: the first of what was found; `take gone`: nobody takes it. */
decide_fn found_decide_take;

/* Adds what an encounter leaves at its end. */
void treasure_count(struct decision *decision);
/* The number of pending XP rolls. */
int treasure_rolls(const struct state *state);
decide_fn treasure_decide, treasure_decide_advance, treasure_decide_xp;
/* The slot `owed` of the procedure: treasure that has not been rolled. */
void treasure_owed(const struct state *state, struct text *out);
/* The slot `earned`: XP rolls that are not made yet. */
void treasure_earned(const struct state *state, struct text *out);

/* The encounter has begun, or a foe has come into it: counts what is there, each once. */
void adventure_meet(struct decision *decision);
/* Each in a line: what was met and found, the chance of a final boss, gold and XP rolls. */
void adventure_tell(const struct state *state, struct text *out);
/* `adventure`: a new one begins. What is used up comes back by table rule, and the counts begin
 * again; XP and gold stay. */
decide_fn adventure_decide;
/* A boss that is here, for whom it was not rolled yet whether it is the final one; 0: none. */
int adventure_boss_due(const struct state *state);
/* `boss FOE`: whether it is the final boss. */
decide_fn adventure_decide_boss;

#endif
