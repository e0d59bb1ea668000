/* The values that each kind of roll takes from the combatants, before anything is added. */
#ifndef REFEREE_GAMES_FOUR_AGAINST_DARKNESS_ROLLS_H
#define REFEREE_GAMES_FOUR_AGAINST_DARKNESS_ROLLS_H

#include "resolver/system.h"
#include "tracker/decision.h"

/* For an attack on a foe; `count` bodies can be killed. False with err for a foe without a
 * level. */
bool rolls_attack(const struct state *state, int foe, int count, struct inputs *inputs,
                  struct error *err);
/* For a defence against a foe. */
bool rolls_defence(const struct state *state, int foe, struct inputs *inputs,
                   struct error *err);
/* For a save against a level. */
bool rolls_save(const struct state *state, int level, struct inputs *inputs, struct error *err);

/* The targets of an attack: kills go from one group to the next. */
enum { TARGETS_MAX = 8 };
struct blow {
    int id;
    int targets[TARGETS_MAX], count;
    bool is_subdual;
    bool is_at_awake; /* of groups that are half asleep: the sleepers are left alone */
};
/* Bodies of all its targets, as far as it is aimed at them. */
int rolls_bodies_of(const struct state *state, const struct blow *blow, int foe);
int rolls_bodies(const struct state *state, const struct blow *blow);

/* A plain d6 of `who` about `subject`. False when it is asked for. */
bool rolls_d6(struct decision *decision, int subject, const char *who, struct source why,
              int *face);

#endif
