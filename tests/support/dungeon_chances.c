#include "support/dungeon_chances.h"

enum { TOTAL_MOST = 60 };

double chain_at_least(int total)
{
    double chance = 0, before = 1; /* of having come so far */
    for (int tens = 0; tens < TOTAL_MOST; tens += 6) {
        for (int face = 1; face <= 5; face++) {
            chance += tens + face >= total ? before / 6 : 0;
        }
        before /= 6;
    }
    return chance;
}

double damage_chance(int bonus, int level, int damage)
{
    double at_least = chain_at_least(damage * level - bonus),
           more = chain_at_least((damage + 1) * level - bonus);
    /* Of a natural 1: nothing, whatever it would have done. */
    double of_one = (1 + bonus) / level == damage ? 1.0 / 6 : 0;
    return damage == 0
               ? 1 - chain_at_least(level - bonus) + ((1 + bonus) / level > 0 ? 1.0 / 6 : 0)
               : at_least - more - of_one;
}
