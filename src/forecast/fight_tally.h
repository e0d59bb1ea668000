/* What is counted of many fights, in whole numbers only: so it does not matter in which order
 * they are added, nor on how many threads they were played. */
#ifndef REFEREE_FORECAST_FIGHT_TALLY_H
#define REFEREE_FORECAST_FIGHT_TALLY_H

#include <stdint.h>

#include "forecast/fight.h"

/* ---- intervals ------------------------------------------------------------------------- */

/* Intervals of 95% around what was counted: of a chance (Wilson, which is right near 0 and 1
 * too), and of an average of whole numbers.
 * Wilson, "Probable inference", Journal of the American Statistical Association 22 (1927). */

struct interval {
    double middle; /* what was counted: count / of, or the average */
    double low, high;
};

/* Of a chance, from `count` cases of `of`; of none: 0 to 1. */
struct interval interval_of_chance(int64_t count, int64_t of);
/* Of an average of any numbers, in the same way. */
struct interval interval_of_mean(double sum, double squares, int64_t of);
/* Of an average, from the sum of `of` numbers and the sum of their squares. Fewer than two have
 * no width. */
struct interval interval_of_average(int64_t sum, int64_t squares, int64_t of);

enum {
    TALLY_ROUNDS = FIGHT_ROUNDS_MAX + 2, /* from the round in which the forecast begins */
    TALLY_USES_MAX = 128,
    TALLY_LATER_MAX = 64, /* names of those who arrive later */
    TALLY_FALLS = 25      /* of the party in one fight; the last: that many or more */
};

/* One that can use something a number of times. */
struct fight_tally_use {
    int id;
    char label[LABEL_SIZE];
};

/* One that was not there when the forecast began, by its name: its id is another one in each
 * fight. */
struct fight_tally_later {
    char name[NAME_SIZE];
    char group[NAME_SIZE + 8]; /* if it is the first of one: the group's name */
    int side;
    int64_t first_fight; /* the lowest it was in, and its id there: these give the order */
    int id;
    int64_t fights, falls, hp_left; /* those it was in; falls and what is left of those */
    int64_t breaks, break_rounds[TALLY_ROUNDS];
};

/* What a fight came to, for its difference to another one that met the same luck. */
struct fight_sum {
    enum fight_end end;
    int won;   /* 0 or 1 */
    int falls; /* of the party */
    int round; /* the last one */
    bool has_end;
};

struct fight_tally_difference {
    int64_t pairs;
    int64_t won, won_squares;
    int64_t falls, falls_squares;
    int64_t rounds, rounds_squares;
};

struct fight_tally {
    int64_t fights; /* those that came to an end */
    int64_t ends[FIGHT_ENDS];
    int64_t rounds[TALLY_ROUNDS]; /* in which the fight ended: the first one forecast is [0] */
    int64_t party_falls, party_falls_squares;
    int64_t ways[FIGHT_ENDS][TALLY_FALLS]; /* by the end and how many of the party fell */
    int64_t falls[COMBATANTS_MAX];         /* of the combatant with id i + 1 */
    int64_t hp_left[COMBATANTS_MAX];       /* hit points or bodies, added up */
    int64_t uses_left[TALLY_USES_MAX];
    int64_t breaks[COMBATANTS_MAX]; /* of the group whose first has id i + 1 */
    int64_t break_rounds[COMBATANTS_MAX][TALLY_ROUNDS];
    struct fight_tally_later later[TALLY_LATER_MAX];
    int laters;      /* TALLY_LATER_MAX + 1: more than there is room for, and none is known */
    int64_t refused; /* see struct fight_outcome */
    int64_t stalemates_unhurt;  /* in which nobody was ever hurt */
    int64_t stalemates_at_zero; /* with somebody at 0 hit points who fights on */
    int64_t stalemates_unset;   /* with somebody hurt whose hit points are unset */
    struct fight_tally_difference difference; /* to the first forecast */
    /* The lowest fight that needed an answer, and which; -1: none did. */
    int64_t needs_fight;
    char needs[FIGHT_NEEDS_SIZE];
    int64_t refused_fight;
    char first_refused[FIGHT_NEEDS_SIZE];
};

/* What is the same for all fights from one state. */
struct fight_tally_about {
    const struct procedure *procedure;
    const struct state *start;
    int first_round;
    struct fight_tally_use use[TALLY_USES_MAX]; /* in the order of ids */
    int uses;
};

void fight_tally_about_init(struct fight_tally_about *about, const struct procedure *procedure,
                            const struct state *start);

void fight_tally_init(struct fight_tally *tally);
/* Adds a fight that was just played; `sum` is filled in for fight_tally_add_difference. */
void fight_tally_add(struct fight_tally *tally, const struct fight_tally_about *about,
                     const struct fight *fight, int64_t number, struct fight_sum *sum);
/* Those who arrived later, in the order in which they arrive; returns how many. */
int fight_tally_later(const struct fight_tally *tally,
                      const struct fight_tally_later *out[TALLY_LATER_MAX]);
/* Adds the difference of a fight to `first`, which met the same luck; nothing when either has
 * no end. */
void fight_tally_add_difference(struct fight_tally *tally, const struct fight_sum *sum,
                                const struct fight_sum *first);

#endif
