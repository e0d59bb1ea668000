#include "app/sitting/act_odds.h"

#include <string.h>

#include "tracker/procedure.h"

/* ---- outcomes -------------------------------------------------------------------------- */

static void add_zero_label(const struct system *system, struct text *out)
{
    text_add(out, "to 0 %s", system->hit_points);
}

void act_odds_zero_label(const struct act_odds *act, struct text *out)
{
    add_zero_label(act->inputs.system, out);
}

void outcome_label(const struct system *system, const struct action *action, int outcome,
                   struct text *out)
{
    const char *label = action->labels != NULL ? action->labels[outcome] : NULL;
    const char *name = label != NULL ? label : action->outcomes[outcome].name;
    if (strcmp(action->outcomes[outcome].name, "kill") == 0) {
        add_zero_label(system, out);
        return;
    }
    for (const char *c = name; *c != '\0'; c++) {
        text_add_char(out, *c == '_' ? ' ' : *c);
    }
}

void act_odds_label(const struct act_odds *act, int outcome, struct text *out)
{
    outcome_label(act->inputs.system, act->inputs.action, outcome, out);
}

bool act_odds_zero(const struct act_odds *act, const struct state *state, double *chance)
{
    const struct action *action = act->inputs.action;
    if (act->hurt == 0 || !state_is_set(state, act->hurt, FIELD_HP)) {
        return false;
    }
    int hp = state_value(state, act->hurt, FIELD_HP, 0) +
             state_value(state, act->hurt, FIELD_HP_TEMPORARY, 0);
    int damage = outcome_find(action, "damage");
    int kill = outcome_find(action, "kill");
    bool is_told = kill >= 0 && act->odds.is_listed[kill];
    if (hp <= 0 || is_told || damage < 0 || !act->odds.is_listed[damage]) {
        return false;
    }
    const struct odds_numbers *numbers = &act->odds.numbers[damage];
    *chance = 0;
    for (int i = 0; i < numbers->count; i++) {
        *chance += numbers->value[i] >= hp ? numbers->mass[i] : 0;
    }
    return true;
}

/* ---- the act --------------------------------------------------------------------------- */

/* The first word of an act's name is often also in the name of its owner: "Kaarin, save against
 * poison". */
static bool is_said(const struct act_odds *act)
{
    struct str rest = str_of(act->act);
    struct str first = str_next_word(&rest);
    struct str words = str_of(act->who);
    for (struct str word; (word = str_next_word(&words)).p != NULL;) {
        if (str_equal_any_case(word, first)) {
            return true;
        }
    }
    return false;
}

void act_odds_title(const struct act_odds *act, const struct state *state, bool is_short,
                    struct text *out)
{
    bool is_pair = act->subject != 0 && act->object != 0;
    bool is_open = act->choice[0] != '\0';
    int id = act->object != 0 ? act->object : act->subject;
    const char *gap = act->act[0] != '\0' ? ": " : "";
    if (is_pair) {
        bool has_subject = !is_short || act->act[0] == '\0';
        text_add(out, "%s%s%s%s%s", act->act, has_subject ? gap : "",
                 has_subject ? state_name(state, act->subject) : "",
                 act->hurt == act->object ? " → " : " against ",
                 state_name(state, act->object));
    } else if (act->object != 0 || (is_open && id != 0)) {
        text_add(out, "%s%s%s", act->act, gap, state_name(state, id));
    } else {
        text_add(out, "%s%s%s", is_said(act) ? "" : act->act, is_said(act) ? "" : gap,
                 act->who);
    }
}

const char *act_odds_chance(const struct act_odds *act, double *chance)
{
    const char *name = NULL;
    const struct action *action = act->inputs.action;
    for (int i = 0; act->error.code == STATUS_OK && i < action->outcomes_count; i++) {
        bool is_chance = act->odds.is_listed[i] && action->outcomes[i].kind == OUTCOME_CHANCE;
        if (is_chance && name != NULL) {
            return NULL;
        }
        if (is_chance) {
            name = action->outcomes[i].name;
            *chance = act->odds.chance[i];
        }
    }
    return name;
}

void act_odds_needed(const struct act_odds *act, const struct procedure *procedure,
                     bool are_apart, struct text *out)
{
    const struct inputs *inputs = &act->inputs;
    if (procedure->needed != NULL && inputs->action->stages_count > 0) {
        procedure->needed(inputs, out);
    }
    bool is_first = true;
    for (int i = 0; i < inputs->parts; i++) {
        const struct input_part *part = &inputs->part[i];
        const char *gap = are_apart ? "\n " : is_first ? ": " : ", ";
        if (!part->is_source) {
            text_add(out, "%s%+d %s", gap, part->amount, part->label);
            is_first = false;
        }
    }
}
