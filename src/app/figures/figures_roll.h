/* What one logged roll means to the figures: whether it was an attack and what it came to,
 * beside the chances that it had. Knows no game: what an outcome means stands in the games'
 * tables (resolver/system.h). */
#ifndef REFEREE_APP_FIGURES_FIGURES_ROLL_H
#define REFEREE_APP_FIGURES_FIGURES_ROLL_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct logged_roll;

struct figures_roll {
    bool is_attack, is_hit;
    bool is_defence; /* the target of the attack rolled; it was hit by what was not blocked */
    bool knows_hitting; /* false: hit_chance says nothing */
    double hit_chance;
    bool is_damage; /* it tells the damage, which may be 0 */
    int64_t damage;
    const json_t *damage_mean; /* NULL, or not a number: not known */
    const json_t
        *damage_chances; /* {"0": 0.5, "3": 0.5}, for luck_add_number; NULL: not known */
    bool is_morale, has_held;
    const json_t *hold_chance; /* NULL, or not a number: not known */
    bool has_stopped;          /* it took a hit back */
};

/* Borrows from the roll. All false where it has no request. */
void figures_roll_read(struct figures_roll *out, const struct logged_roll *roll);

#endif
