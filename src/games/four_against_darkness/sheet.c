/* Four Against Darkness at the table: the sheet of a combatant, with the source of every
 * number. */
#include "games/four_against_darkness/sheet.h"

#include "games/four_against_darkness/combatant.h"
#include "games/four_against_darkness/formulas.h"
#include "games/four_against_darkness/gear.h"
#include "games/four_against_darkness/gold.h"
#include "games/four_against_darkness/spells.h"
#include "games/four_against_darkness/modifiers.h"
#include "games/four_against_darkness/texts.h"

/* "attack d6 +3 = +2 warrior L2 +1 great axe". */
static void tell_roll(struct decision *decision, int id, enum roll roll)
{
    static const char *const names[ROLLS] = {"attack", "defence", "save", "spell"};
    struct occasion occasion = {.roll = roll, .who = id};
    struct breakdown breakdown;
    struct error err;
    if (!modifiers_break_down(&decision->state, &occasion, &breakdown, &err)) {
        decision_wrong(decision, "%s", err.text);
        return;
    }
    TEXT_BUFFER(text, 400);
    text_add(&text, "  %s d%d %+d", names[roll], breakdown.die, breakdown.bonus);
    for (int i = 0; i < breakdown.parts; i++) {
        text_add(&text, "%s%+d %s", i == 0 ? " = " : ", ", breakdown.part[i].amount,
                 breakdown.part[i].label);
    }
    decision_answer(decision, "%s", text.p);
}

/* All state effects of a kind, each as its label with its amount, in lines for a screen. */
static void tell_effects(struct decision *decision, int id, int kind, const char *head)
{
    const struct effect *effect = NULL;
    TEXT_BUFFER(text, 400);
    while ((effect = state_effect(&decision->state, effect, kind, id, 0)) != NULL) {
        text_add(&text, "%s%s", text.n == 0 ? head : ", ", effect->label);
        if (kind == FOUR_GEAR) {
            text_add(&text, " (%s)", gear_places[effect->amount]);
        } else if (kind == FOUR_USES && effect->amount != USES_UNLIMITED) {
            text_add(&text, " %d", effect->amount);
        }
    }
    if (text.n > 0) {
        decision_answer(decision, "%s", text.p);
    }
}

/* Each text in full, so that the referee also sees those that only count at times. */
static void tell_texts(struct decision *decision, int id, int kind)
{
    const struct effect *effect = NULL;
    while ((effect = state_effect(&decision->state, effect, kind, id, ANYBODY)) != NULL) {
        decision_answer(decision, "  %s", effect->label);
    }
}

void sheet_decide(struct decision *decision, const struct command *command)
{
    const struct state *state = &decision->state;
    int id = command->argument[0].id;
    bool is_character = state_value(state, id, FIELD_SIDE, SIDE_FOES) == SIDE_PARTY;
    TEXT_BUFFER(text, 200);
    text_add(&text, "%s:", state_name(state, id));
    if (class_of(state, id)[0] != '\0') {
        text_add(&text, " %s", class_of(state, id));
    }
    if (state_is_set(state, id, LEVEL)) {
        text_add(&text, " level %d", state_value(state, id, LEVEL, 1));
    }
    if (state_is_set(state, id, FIELD_HP)) {
        text_add(&text, ", Life %d of %d", state_value(state, id, FIELD_HP, 0),
                 state_value(state, id, FIELD_HP_MAX, 0));
    }
    decision_answer(decision, "%s", text.p);
    for (int roll = 0; roll < ROLLS && is_character && state_is_set(state, id, LEVEL); roll++) {
        tell_roll(decision, id, (enum roll)roll);
    }
    TEXT_BUFFER(formulas, 200);
    formulas_say(state, id, &formulas);
    if (formulas.n > 0) {
        decision_answer(decision, "  %s", formulas.p);
    }
    tell_effects(decision, id, FOUR_GEAR, "  gear: ");
    tell_effects(decision, id, FOUR_USES, "  uses: ");
    if (is_character && gold_of(state) > 0) {
        decision_answer(decision, "  the party's gold: %d", gold_of(state));
    }
    TEXT_BUFFER(spells, 300);
    spells_say(decision, id, &spells);
    if (spells.n > 0) {
        decision_answer(decision, "  %s", spells.p);
    }
    tell_effects(decision, id, EFFECT_TRAIT, "  is: ");
    tell_texts(decision, id, FOUR_MODIFIER);
    tell_texts(decision, id, FOUR_SPECIAL);
    tell_texts(decision, id, FOUR_REACTION);
}
