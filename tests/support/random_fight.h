/* Who fights in random fights of each game with its own procedure: a party of the game, and
 * kinds that ship. For tests/support/auto_fight.h, which plays them. */
#ifndef REFEREE_SUPPORT_RANDOM_FIGHT_H
#define REFEREE_SUPPORT_RANDOM_FIGHT_H

#include <stdbool.h>

#include "support/draws.h"
#include "support/table.h"

enum { RANDOM_GAMES = 5, RANDOM_MEMBERS_MAX = 4 };

/* The party, and the line that begins a fight; NULL: it begins by itself. */
struct random_game {
    const char *system;
    const char *member[RANDOM_MEMBERS_MAX];
    const char *begin;
    bool is_of_classes; /* a party of classes, in which nobody else can be */
};
extern const struct random_game random_games[RANDOM_GAMES];

/* Two of the party or more join. */
void random_fight_party(struct table *table, const struct random_game *game,
                        struct draws *draws);
/* The name of a record that combatants are made from, drawn. */
const char *random_kind(const struct table *table, struct draws *draws);
void random_fight_join(struct table *table, int count, const char *kind, const char *side);

#endif
