/* Figures of acts of the log: what was dealt, taken, hit and missed, beside what the dice could
 * have done by the chances that each roll had; and what they come to: one row a name over
 * several encounters or evenings, a row an evening, the times of turns. Knows no game: what an
 * outcome means stands in the games' tables (resolver/system.h). */
#ifndef REFEREE_APP_FIGURES_FIGURES_H
#define REFEREE_APP_FIGURES_FIGURES_H

#include <stdbool.h>
#include <stdint.h>
#include <jansson.h>

/* ---- luck ------------------------------------------------------------------------------ */

/* What all that the dice could have done adds up to: the exact distribution of a sum of
 * independent results, and where one result lies in it.
 *
 * Kept are the numbers that were added, each kind of them once, with how often it was: so
 * adding costs little, and two sums put together are the sum of the whole, whatever the order.
 * The distribution is made when it is asked for (luck_percentile). Heap memory. */

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
/* This many numbers with these chances: `count` values in rising order. */
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

/* ---- figures --------------------------------------------------------------------------- */

enum { FIGURES_NAME_SIZE = 64, FIGURES_SIDES_MAX = 1000 };

/* The numbers of a row that add up, with their types. */
#define FIGURES_NUMBERS(NUMBER)                                                                \
    NUMBER(int, attacks)                                                                       \
    NUMBER(int, hits)                                                                          \
    NUMBER(int64_t, damage_dealt) /* that stands: not what a shield took back; overkill too */ \
    NUMBER(int64_t, damage_rolled) /* by rolls whose chances are known, standing or not */     \
    NUMBER(int64_t, damage_taken)  /* hit points really lost */                                \
    NUMBER(int64_t, healed)        /* and got back */                                          \
    NUMBER(int64_t, hp_taken)      /* that others really lost by its damage */                 \
    NUMBER(int, brought_to_0)      /* others, by its damage */                                 \
    NUMBER(int, killed)            /* others, by that or a check it called for */              \
    NUMBER(int, kills)             /* falls of others, for the last one to take hit points */  \
    NUMBER(int, downs)             /* own falls */                                             \
    NUMBER(int, reactions)                                                                     \
    NUMBER(int, reactions_stopped)                                                             \
    NUMBER(int64_t, initiative_spent)                                                          \
    NUMBER(int, turns)                                                                         \
    NUMBER(int, rounds)                                                                        \
    NUMBER(int64_t, turn_ms) /* all turns together, by the clock */

/* Of one combatant in one encounter and evening, or of several of them. */
struct figures_row {
    char name[FIGURES_NAME_SIZE];
    char encounter[FIGURES_NAME_SIZE];
    int64_t encounter_id;
    int id, side, evening; /* evening 0: the fight had not begun */
#define NUMBER(type, member) type member;
    FIGURES_NUMBERS(NUMBER)
#undef NUMBER
    double hits_expected, damage_expected;     /* of the rolls whose chances are known */
    bool has_unknown_hits, has_unknown_damage; /* rolls whose chances are not known */
    struct luck hits_luck, damage_luck;
    /* Its hit points when each round began, and at the end of what was read; owned. */
    int *hp;
    int hp_count, hp_room;
};

/* One turn by the clock, and whose it was: a place among the rows. */
struct figures_turn {
    int row;
    int64_t ms;
};

struct figures_morale {
    int64_t encounter_id; /* 0: of several */
    char group[FIGURES_NAME_SIZE];
    int checks, held;
    double held_expected;
    bool has_unknown;
};

/* The faces that one kind of die showed. */
struct figures_faces {
    int64_t encounter_id; /* 0: of several */
    int sides;
    bool is_entered;
    int64_t throws;
    int64_t *count; /* of each face from 1 on */
};

/* What the rolls of acts come to for the ready questions (app/log/questions.h), by the names
 * that stand in them. */
#define TALLY_NUMBERS(NUMBER)                                                                  \
    NUMBER(int, attacked) /* attacks on it */                                                  \
    NUMBER(int, was_hit)                                                                       \
    NUMBER(int, attacks)                                                                       \
    NUMBER(int, hits)                                                                          \
    NUMBER(int, known_attacks) /* whose chances are known */                                   \
    NUMBER(int, known_hits)                                                                    \
    NUMBER(int, checks) /* of morale */                                                        \
    NUMBER(int, held)                                                                          \
    NUMBER(int, tried) /* to stop a hit on it */                                               \
    NUMBER(int, stopped)                                                                       \
    NUMBER(int, known_tried)                                                                   \
    NUMBER(int, known_stopped)
#define TALLY_CHANCES(CHANCE)                                                                  \
    CHANCE(hits_expected) CHANCE(held_expected) CHANCE(stopped_expected)

struct figures_tally {
    int64_t encounter_id;
    char name[FIGURES_NAME_SIZE];
#define NUMBER(type, member) type member;
    TALLY_NUMBERS(NUMBER)
#undef NUMBER
#define CHANCE(member) double member;
    TALLY_CHANCES(CHANCE)
#undef CHANCE
};

/* An attack that hit or did damage, by the one of a tally. */
struct figures_blow {
    int tally; /* its place among them */
    bool is_hit, knows_hitting;
    int64_t act, damage;
    double hit_chance;
};

struct figures_round {
    int64_t encounter_id;
    int round, acts;
};

struct figures {
    int64_t acts;      /* that fit */
    bool has_cached;   /* some of it was cached earlier, and those acts were not read again */
    int64_t cached_of; /* all of that is of this encounter; 0: of several */
    struct figures_row *row; /* those of an encounter stand together */
    int rows, rows_room;
    int side_rounds[2]; /* rounds in which somebody of the side was there; enum side */
    struct figures_morale *check; /* by encounter */
    int checks, checks_room;
    struct figures_faces *thrown; /* by encounter */
    int thrown_count, thrown_room;
    struct figures_turn *turn;
    int turns, turns_room;
    struct figures_tally *tally; /* those of an encounter stand together, as the following */
    int tallies, tallies_room;
    struct figures_blow *blow;
    int blows, blows_room;
    struct figures_round *round;
    int rounds, rounds_room;
    /* What those come to, as of the last figures_put_together. */
    struct figures_row side[2];
    struct figures_morale *morale;
    int morales;
    struct figures_faces *faces;
    int faces_count;
};

void figures_init(struct figures *figures);
void figures_free(struct figures *figures);
/* What all rows come to by side, all checks by group, and all faces by die. */
void figures_put_together(struct figures *figures);

/* Rows of their own, freed by figures_sums_free. */
struct figures_sums {
    struct figures_row *row;
    int rows, room;
};

/* A row for each name of each side, the party first, then by damage dealt, attacks and name;
 * those who neither acted nor were hurt come after the others of their side. Hit points over
 * the rounds are those of the last encounter. `row` and `encounter` of the rows say nothing. */
void figures_by_name(const struct figures *figures, struct figures_sums *out);
/* True when the rows are of several encounters or evenings, so that sums say something. */
bool figures_are_of_several(const struct figures *figures);
/* A row for each evening and side that fought, the oldest first, the party before the foes. */
void figures_by_evening(const struct figures *figures, struct figures_sums *out);
void figures_sums_free(struct figures_sums *sums);

/* True when there is anything to tell of it. */
bool figures_row_tells(const struct figures_row *row);
/* The share of worse results among all that its dice could have done: of the damage, or of the
 * hits where that is not known; below 0: neither is. */
double figures_luck(const struct figures_row *row);

/* That share as a number of 0 to 100, where only none at all is 0, and all of them 100. */
int figures_of_hundred(double luck);

/* The middle and the longest of the turns that took a second or more; false when none did.
 * `row` is whose the longest was. */
struct figures_times {
    int64_t middle_ms, longest_ms;
    int row;
};
bool figures_times(const struct figures *figures, struct figures_times *out);

#endif
