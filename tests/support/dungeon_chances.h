/* Exact chances of Four Against Darkness, made here and not by the rules of the program. */
#ifndef REFEREE_TESTS_SUPPORT_DUNGEON_CHANCES_H
#define REFEREE_TESTS_SUPPORT_DUNGEON_CHANCES_H

/* The chance that a d6, thrown again and added while it shows 6, comes to so much. */
double chain_at_least(int total);
/* The chance that d6 + bonus does exactly so much to a foe of this level; a natural 1 misses.
 */
double damage_chance(int bonus, int level, int damage);

#endif
