/* Paying from one's score, and what is left of it (5.2, 5.9; T2). */
#include "games/trilemma/payment.h"

#include "base/utf8.h"
#include "games/trilemma/combatant.h"
#include "games/trilemma/settings.h"

enum { OVERSPEND_CONFIRM, OVERSPEND_DENY, OVERSPEND_ALLOW };
static const char *const yes_no[] = {"yes", "no", NULL};

bool trilemma_can_pay(struct decision *decision, const struct command *command, int id,
                      int price)
{
    const struct state *state = &decision->state;
    int score = trilemma_score(state, id);
    int setting = trilemma_setting(state, SETTING_OVERSPEND);
    if (price <= score || setting == OVERSPEND_ALLOW) {
        return true;
    }
    const struct option *option = command_option(command, "overspend");
    int answer = option != NULL && option->value.p == NULL ? 0 : 1;
    bool is_open = setting == OVERSPEND_CONFIRM && answer != 0;
    if (is_open && (option != NULL || decision->asks)) {
        char prompt[NAME_SIZE + 80];
        text_format(prompt, sizeof prompt, "%s has %d of %d: spend it all and be flat-footed?",
                    state_name(state, id), score, price);
        if (!option_choice(decision, command, "overspend", yes_no, prompt, &answer)) {
            decision->question.rule = "5.9";
            return false;
        }
    }
    return (setting == OVERSPEND_CONFIRM && answer == 0) ||
           decision_refuse(
               decision, "5.9", "%s has %d, but this costs %d%s", state_name(state, id), score,
               price, setting == OVERSPEND_CONFIRM ? ": add `overspend` to spend it all" : "");
}

void trilemma_pay(struct decision *decision, int id, int price, const char *reason,
                  const char *rule)
{
    const struct state *state = &decision->state;
    int before = trilemma_score(state, id);
    int paid = price < before ? price : before;
    const struct effect *effect =
        state_effect_labelled(state, TRILEMMA_SPENT, id, 0, str_of(reason));
    int so_far = effect != NULL ? effect->amount : 0;
    if (paid == 0) {
        struct event *told = decision_tell(decision, EVENT_NOTED, id, 0);
        decision_say(decision, told, rule, "%s: %s", state_name(state, id), reason);
        return;
    }
    struct event *event = decision_effect(decision, EVENT_INITIATIVE_SPENT, TRILEMMA_SPENT, id,
                                          0, str_of(reason), so_far + paid);
    decision_say(decision, event, rule, "%s pays %d for %s: %d → %d%s", state_name(state, id),
                 price, reason, before, before - paid, before == paid ? ", flat-footed" : "");
    decision_unset(decision, EVENT_VALUE_CHANGED, id, FIELD_TIE);
}

void trilemma_format_score(const struct state *state, int id, struct text *out)
{
    text_add(out, "%d", trilemma_score(state, id));
    const struct effect *effect = state_effect(state, NULL, TRILEMMA_SPENT, id, 0);
    if (effect == NULL) {
        return;
    }
    text_add(out, " = %d rolled", state_value(state, id, FIELD_INITIATIVE, 0));
    for (; effect != NULL; effect = state_effect(state, effect, TRILEMMA_SPENT, id, 0)) {
        text_add(out, " - %d %s", effect->amount, effect->label);
    }
}

bool trilemma_has_score(struct decision *decision, int id)
{
    const struct state *state = &decision->state;
    if (!state_is_in(state, id) &&
        !decision_refuse(decision, "5.4", "%s is out of the fight", state_name(state, id))) {
        return false;
    }
    if (!state_is_set(state, id, FIELD_INITIATIVE)) {
        decision_refuse(decision, "5.1", "%s has no initiative to spend",
                        state_name(state, id));
        return false;
    }
    return true;
}

void trilemma_reason(const struct command *command, const char *usual, char out[LABEL_SIZE])
{
    const struct option *option = command_option(command, "for");
    struct str words =
        option != NULL && option->value.p != NULL ? option->value : str_of(usual);
    struct str head = {words.p, words.n < LABEL_SIZE - 1 ? words.n : LABEL_SIZE - 1};
    utf8_clean(out, LABEL_SIZE, head);
}
