/* Fights for tests of the screen: a usual one, three, twenty and sixty combatants, and long
 * names in many scripts. */
#ifndef REFEREE_TESTS_SUPPORT_FIGHTS_H
#define REFEREE_TESTS_SUPPORT_FIGHTS_H

enum fight {
    FIGHT_LEDGE,
    FIGHT_NEST, /* two against four, each with a turn */
    FIGHT_RATS, /* one against two rats, begun: a forecast of it is quick */
    FIGHT_THREE,
    FIGHT_TWENTY,
    FIGHT_SIXTY,
    FIGHT_NAMES,
    FIGHT_CROWDED,
    FIGHT_FALLEN,
    FIGHT_EVENING,
    FIGHT_PLAN,
    FIGHT_PARTY, /* a party of the campaign, that came home once and was hurt since */
    FIGHT_CELLAR,
    FIGHT_CISTERN,
    FIGHT_CISTERN_SPELL,
    FIGHT_CISTERN_STRIKES,
    FIGHTS
};

/* Its command lines, ended by NULL: for play_new. */
const char *const *fight_lines(enum fight fight);

#endif
