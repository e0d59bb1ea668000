/* What all that the dice could have done adds up to: the exact distribution of a sum of
 * independent results, and where one result lies in it.
 *
 * Kept are the numbers that were added, each kind of them once, with how often it was: so
 * adding costs little, and two sums put together are the sum of the whole, whatever the order.
 * The distribution is made when it is asked for (luck_percentile). Heap memory. */
#ifndef REFEREE_APP_FIGURES_LUCK_H
#define REFEREE_APP_FIGURES_LUCK_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

/* The most values of one number, and how large they may be. */
enum { LUCK_VALUES_MAX = 256, LUCK_VALUE_MAX = 1000000 };

/* One value that a number can take, with its chance. */
struct luck_value {
    int64_t value;
    double chance;
};

/* Numbers with the same chances: values of the list from `first` on, in rising order. */
struct luck_part {
    int64_t times;
    int first, count;
};

/* All zero: nothing was added. */
struct luck {
    struct luck_part *part; /* owned; no two have the same chances */
    int parts, parts_room;
    struct luck_value *value; /* owned */
    int values, values_room;
    bool is_unknown; /* something was added whose chances are not known */
};

/* One more that is 1 with this chance, else 0. */
void luck_add_chance(struct luck *luck, double chance);
/* One more number with these chances, {"0": 0.5, "3": 0.5}; NULL, or one that was cut short,
 * is not known. */
void luck_add_number(struct luck *luck, const json_t *distribution);
/* So many numbers with these chances: `count` values in rising order. */
void luck_add_times(struct luck *luck, const struct luck_value *value, int count,
                    int64_t times);
/* Everything that was added to another one. */
void luck_add(struct luck *luck, const struct luck *more);
/* The share of equally good or worse results, half of the equal ones counted; below 0: nothing
 * was added, or it is not known. To 1e-11. */
double luck_percentile(const struct luck *luck, int64_t result);
void luck_free(struct luck *luck);

/* How many throws of a die with this many sides are needed until one that shows a face twice as
 * often as each other would be found four times in five (chi-square, 5%). 0: fewer than two
 * sides. */
int luck_enough_throws(int sides);

#endif
