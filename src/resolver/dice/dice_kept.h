/* Dice that have already fallen, for an act that is decided again.
 *
 * A die is kept by its place, never by its position in a line: which roll of the act (by
 * combatant), which throw of that roll (by purpose: attack, defence, damage), and which die of
 * the throw. The source of dice looks here first; a place without a kept die is new, and its
 * die is entered, asked for or generated like any other. So a changed option keeps every die
 * that still has its place. A typed die stays if the new die can show it; a generated one only
 * for a die of the same kind, as it would not be random otherwise.
 *
 * A place can have a new die, typed in place of the old one, or none, so that it is thrown
 * again. app/correct/correction fills this from the trace of an act. */
#ifndef REFEREE_RESOLVER_DICE_DICE_KEPT_H
#define REFEREE_RESOLVER_DICE_DICE_KEPT_H

#include <stdbool.h>
#include <stdint.h>

#include "resolver/trace.h"

enum {
    KEPT_ROLLS_MAX = 256,
    KEPT_THROWS_MAX = 512,
    KEPT_DICE_MAX = 4096,
    KEPT_LABEL_SIZE = 64
};

enum kept_as {
    KEPT_AS_IT_FELL,
    KEPT_REPLACED, /* somebody typed another one for this place */
    KEPT_NOT       /* struck: it is thrown again */
};

struct kept_die {
    int64_t face; /* or a percentile, with is_real */
    double real;  /* of [0, 1), or a percentile from 1 */
    bool is_real;
    bool is_entered;
    enum kept_as as;
    bool is_used;
};

/* A throw. One that was typed as a total without faces has one "die": the total. */
struct kept_throw {
    char label[KEPT_LABEL_SIZE];
    char dice[TRACE_DICE_SIZE]; /* the notation: "2d20kl1" */
    int first, count;           /* of its dice */
    bool is_total;
    bool is_used;
};

/* The throws of one event: whose roll it was. */
struct kept_roll {
    int subject, object;
    int first, count; /* of its throws */
    bool is_used;
};

struct kept_dice {
    struct kept_roll roll[KEPT_ROLLS_MAX];
    struct kept_throw throws[KEPT_THROWS_MAX];
    struct kept_die die[KEPT_DICE_MAX];
    int rolls, throws_count, dice;
    bool is_cut;   /* something did not fit */
    uint32_t draw; /* dice that are generated again begin with this draw or a later one */
    /* The combatants who roll in the act as it is decided now, once that is known: the dice of
     * one who is no longer among them go to the one who came instead. */
    bool knows_rollers;
    struct kept_roll roller[KEPT_ROLLS_MAX];
    int rollers;
    /* While the act is decided. */
    int subject, object; /* of the roll that goes on */
    int now_roll;        /* the one it is matched with; -1: none yet */
    int now_throw;       /* the same of the throw; -1: it is new */
    int next, end;       /* of its dice: the next one, and the end of those that may be used */
    char notation[TRACE_DICE_SIZE]; /* of the throw as it is now */
};

void kept_dice_init(struct kept_dice *kept);
/* A roll, then its throws, then the dice of each. */
void kept_dice_add_roll(struct kept_dice *kept, int subject, int object);
void kept_dice_add_throw(struct kept_dice *kept, const char *label, const char *dice,
                         bool is_total);
void kept_dice_add(struct kept_dice *kept, struct kept_die die);

/* The act is decided from its start: no die is used yet. */
void kept_dice_restart(struct kept_dice *kept);
/* Takes those who rolled since the restart as those who roll in the act. */
void kept_dice_learn_rollers(struct kept_dice *kept);
/* The next kept die that had no place in the decided act; NULL after the last. Start with `i`
 * at 0. */
const struct kept_die *kept_dice_unused(const struct kept_dice *kept, int *i,
                                        const struct kept_throw **of);
/* Whether another kept roll like the one just made has not been used yet. */
bool kept_dice_are_left(const struct kept_dice *kept);

/* ---- for the source of dice ------------------------------------------------------------ */

void kept_dice_begin_roll(struct kept_dice *kept, int subject, int object);
/* Whether the throw that begins had a place in the earlier act. */
bool kept_dice_begin_throw(struct kept_dice *kept, const char *notation, const char *label);
/* A chain is thrown: its first dice, and then the explosions of the best one. */
void kept_dice_begin_chain(struct kept_dice *kept);
void kept_dice_go_on_chain(struct kept_dice *kept);
/* The kept total of the throw that has begun; NULL: none. */
struct kept_die *kept_dice_total(struct kept_dice *kept);
/* The kept die of the next place of the throw, which shows low to high; NULL when there is none
 * or this die cannot show it. A die that was typed for this place is returned whatever it
 * shows. */
struct kept_die *kept_dice_next(struct kept_dice *kept, int low, int high, bool is_real);

#endif
