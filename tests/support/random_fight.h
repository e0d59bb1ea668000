/* Who fights in random fights: some of the party of a game, and kinds that ship. For
 * tests/support/auto_fight.h, which plays them. */
#ifndef REFEREE_SUPPORT_RANDOM_FIGHT_H
#define REFEREE_SUPPORT_RANDOM_FIGHT_H

#include "support/draws.h"
#include "support/random_games.h"
#include "support/table.h"

/* Two of the party or more join. */
void random_fight_party(struct table *table, const struct random_game *game,
                        struct draws *draws);
/* The name of a record that combatants are made from, drawn. */
const char *random_kind(const struct table *table, struct draws *draws);
void random_fight_join(struct table *table, int count, const char *kind, const char *side);

#endif
