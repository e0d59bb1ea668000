/* The largest fight that the table is made for, and typical keys of a referee. */
#ifndef REFEREE_TESTS_BENCH_BIG_FIGHT_H
#define REFEREE_TESTS_BENCH_BIG_FIGHT_H

#include "bench/campaigns.h"

enum { BIG_FIGHT_ROWS = 40, BIG_FIGHT_COLUMNS = 120, BIG_FIGHT_COMBATANTS = 60 };
/* The log entries of each round of keys: an attack, two turns, damage twice, back twice, and
 * once again. */
enum { BIG_FIGHT_ACTS = 8 };

/* One round of keys, as term_script_feed takes them: looking round, an attack with typed dice,
 * the next turn, damage, going back and again, the palette, help, and answers that are given
 * up; then each list and form, several targets, and all rows by themselves. */
extern const char big_fight_keys[];

/* A new campaign at `path`, open, with this many combatants; the caller closes and removes it.
 */
struct sitting *big_fight_open(char path[CAMPAIGN_PATH_SIZE], int combatants);

#endif
