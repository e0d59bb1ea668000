#include "games/four_against_darkness/gold.h"

#include "base/utf8.h"
#include "games/four_against_darkness/combatant.h"

enum { GOLD_MOST = 1000000 };

int gold_of(const struct state *state)
{
    const struct effect *effect = state_effect(state, NULL, FOUR_GOLD, 0, 0);
    return effect != NULL ? effect->amount : 0;
}

int gold_change(struct decision *decision, int amount)
{
    int gold = gold_of(&decision->state);
    int to = gold + amount > 0 ? gold + amount : 0;
    to = to < GOLD_MOST ? to : GOLD_MOST;
    if (to != gold) {
        decision_effect(decision, EVENT_EFFECT_CHANGED, FOUR_GOLD, 0, 0, str_of(""), to);
    }
    return to;
}

bool gold_pay(struct decision *decision, int amount)
{
    int gold = gold_of(&decision->state);
    if (gold + amount < 0 &&
        !decision_refuse(decision, "", "the party has only %d gold", gold)) {
        return false;
    }
    gold_change(decision, amount);
    return true;
}

void gold_decide(struct decision *decision, const struct command *command)
{
    struct str word = command->argument[0].word;
    int64_t amount;
    if (!command->argument[0].is_given) {
        decision_answer(decision, "the party has %d gold", gold_of(&decision->state));
        return;
    }
    bool is_change = word.n > 0 && (word.p[0] == '+' || word.p[0] == '-');
    if (!str_to_int64(word, is_change ? -GOLD_MOST : 0, GOLD_MOST, &amount)) {
        decision_wrong(decision, "%s: expected an amount of gold, or a change such as -5",
                       utf8_shown(word).text);
        return;
    }
    int before = gold_of(&decision->state);
    int to = gold_change(decision, is_change ? (int)amount : (int)amount - before);
    struct event *event = decision_tell(decision, EVENT_NOTED, 0, 0);
    decision_say(decision, event, "boss foes", "the party's gold: %d → %d", before, to);
    decision_label(decision, "gold %d", to);
}
