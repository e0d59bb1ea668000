/* A fight that plays itself to its end, only with the commands of its game: pending checks are
 * settled, the one whose turn it is does one of the game's acts to somebody of the other side,
 * and the turns go on. Every choice is drawn, and so are the dice: one seed, one fight. */
#ifndef REFEREE_SUPPORT_AUTO_FIGHT_H
#define REFEREE_SUPPORT_AUTO_FIGHT_H

#include "support/draws.h"
#include "support/table.h"

enum { AUTO_LINES_MAX = 3000 };

struct auto_fight {
    struct table *table; /* everybody has joined */
    struct draws draws;
    bool only_attacks; /* no other act, and nobody waits: a duel */
    bool prints;       /* every line, as a TAP comment */
    /* Called after each line that was done; NULL: nobody looks. */
    void (*see)(void *context, const struct table *table);
    void *context;
    int lines; /* that were done */
    int acted; /* who did the last act, which ends a turn */
    bool has_attacked[COMBATANTS_MAX + 1];
};

/* Plays until one side has nobody left; false when that never came, in AUTO_LINES_MAX lines. */
bool auto_fight(struct auto_fight *fight);

/* The number of a side still there. */
int auto_fight_left(const struct state *state, bool party);

#endif
