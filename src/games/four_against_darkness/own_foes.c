#include "games/four_against_darkness/own_foes.h"

#include "base/utf8.h"
#include "games/four_against_darkness/combatant.h"
#include "games/four_against_darkness/counts.h"

void own_foes_ask(struct decision *decision, struct str name)
{
    /* The effect of each answer. */
    static const struct {
        const char *kind, *note;
    } answers[] = {{"vermin", "one group"},
                   {"minion", "one group"},
                   {"weird", "each alone"},
                   {"boss", "each alone"}};
    if (!decision->asks) {
        return;
    }
    struct question *question = decision_ask(
        decision, QUESTION_CHOICE, "%s: what kind of foe is it?", utf8_shown(name).text);
    text_format(question->prefix, sizeof question->prefix, "foe=");
    question->rule = "foe types";
    for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++) {
        text_format(question->note[i], sizeof question->note[i], "%s", answers[i].note);
        question_offer(question, answers[i].kind, "");
    }
}

/* "vermin", "minions": the kind of a new foe by its numbers. */
static enum foe_kind kind_of(const struct state *state, int foe)
{
    return state_is_set(state, foe, FIELD_HP) || state_is_set(state, foe, FIELD_HP_MAX)
               ? FOE_WEIRD
           : state_is_set(state, foe, COUNT) || counts_open(state, foe) != NULL ? FOE_MINION
                                                                                : FOE_VERMIN;
}

/* Whether the level is asked for, without which nobody can attack the foe. */
static bool asks_level(struct decision *decision, int foe)
{
    const struct state *state = &decision->state;
    if (!decision->asks || !state_is_set(state, foe, FOE) || state_is_set(state, foe, LEVEL)) {
        return false;
    }
    struct question *question =
        decision_ask(decision, QUESTION_NUMBER, "%s: of which level?", state_name(state, foe));
    text_format(question->prefix, sizeof question->prefix, "level=");
    question->rule = "foe types";
    question->low = 1;
    question->high = 50;
    return true;
}

/* Reports only values that the rules will need: a name alone is a foe still to be described. */
void own_foe_complete(struct decision *decision, int foe)
{
    static const char *const kinds[] = {"vermin", "a group of minions", "a weird monster", ""};
    const struct state *state = &decision->state;
    bool has_numbers = state_is_set(state, foe, LEVEL) || state_is_set(state, foe, FIELD_HP) ||
                       state_is_set(state, foe, COUNT) || counts_open(state, foe) != NULL ||
                       state_is_set(state, foe, ATTACKS) || state_is_set(state, foe, DAMAGE);
    if (!has_numbers || asks_level(decision, foe) || state_is_set(state, foe, FOE)) {
        return;
    }
    own_foes_ask(decision, str_of(state_name(state, foe)));
    if (!decision_goes_on(decision)) {
        return;
    }
    enum foe_kind kind = kind_of(state, foe);
    decision_value(decision, EVENT_VALUE_CHANGED, foe, FOE, (int)kind);
    TEXT_BUFFER(text, 160);
    text_add(&text, "%s: taken as %s", state_name(state, foe), kinds[kind]);
    if (!state_is_set(state, foe, LEVEL)) {
        text_add(&text, ", without a level yet");
    }
    text_add(&text, ", %d attack%s, damage %d; change it with foe= level= attacks= damage=",
             state_value(state, foe, ATTACKS, 1),
             state_value(state, foe, ATTACKS, 1) == 1 ? "" : "s",
             state_value(state, foe, DAMAGE, 1));
    decision_say(decision, decision_tell(decision, EVENT_NOTED, foe, 0), "foe types", "%s",
                 text.p);
}
