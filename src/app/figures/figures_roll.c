#include "app/figures/figures_roll.h"

#include "app/log/log_requests.h"
#include "app/log/logged_roll.h"

static const json_t *chance_of(const struct logged_roll *roll, const char *kind,
                               const char *name)
{
    return json_object_get(json_object_get(json_object_get(roll->request, "chance"), kind),
                           name);
}

/* The value that the outcome of this name took; NULL: the roll has none. */
static const json_t *outcome_of(const struct logged_roll *roll, const char *name)
{
    return name != NULL ? json_object_get(roll->outcome, name) : NULL;
}

static void read_attack(struct figures_roll *out, const struct logged_roll *roll)
{
    const char *block = log_request_outcome(roll->request, MEANS_BLOCK);
    const char *name = block != NULL ? block : log_request_outcome(roll->request, MEANS_HIT);
    const json_t *outcome = outcome_of(roll, name);
    out->is_defence = block != NULL;
    if (!json_is_boolean(outcome)) {
        return;
    }
    const json_t *chance = chance_of(roll, "probabilities", name);
    double value = json_number_value(chance);
    out->is_attack = true;
    out->is_hit = json_is_true(outcome) != out->is_defence;
    out->knows_hitting = json_is_number(chance);
    out->hit_chance = out->is_defence ? 1 - value : value;
}

void figures_roll_read(struct figures_roll *out, const struct logged_roll *roll)
{
    *out = (struct figures_roll){.is_attack = false};
    if (roll->request == NULL) {
        return;
    }
    read_attack(out, roll);
    const char *damage = log_request_outcome(roll->request, MEANS_DAMAGE);
    const json_t *dealt = outcome_of(roll, damage);
    if (dealt != NULL) {
        out->is_damage = true;
        out->damage = json_integer_value(dealt);
        out->damage_mean = chance_of(roll, "mean", damage);
        out->damage_chances = chance_of(roll, "distributions", damage);
    }
    const char *hold = log_request_outcome(roll->request, MEANS_HOLD);
    const json_t *held = outcome_of(roll, hold);
    if (json_is_boolean(held)) {
        out->is_morale = true;
        out->has_held = json_is_true(held);
        out->hold_chance = chance_of(roll, "probabilities", hold);
    }
    const char *stop = log_request_outcome(roll->request, MEANS_STOP);
    out->has_stopped = json_is_true(outcome_of(roll, stop));
}
