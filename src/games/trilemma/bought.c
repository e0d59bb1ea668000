/* The list of acts that were paid for (5.2, 5.4, 5.11; T37). */
#include "games/trilemma/bought.h"

#include <string.h>

#include "games/trilemma/combatant.h"
#include "tracker/conditions.h"

static const struct {
    const char *name;
    enum buys buys;
} kinds[] = {{"shield", BUYS_DEFENCE},    {"opportunity", BUYS_ATTACK},
             {"riposte", BUYS_ATTACK},    {"clear-order", BUYS_ATTACK},
             {"order", BUYS_ORDER},       {"wits-check", BUYS_CHECK},
             {TRILEMMA_ORDERED, BUYS_ACT}};

static bool is_extra(const char *name)
{
    return strncmp(name, TRILEMMA_EXTRA, strlen(TRILEMMA_EXTRA)) == 0;
}

enum buys trilemma_buys(struct str name)
{
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (str_equal(name, kinds[i].name)) {
            return kinds[i].buys;
        }
    }
    return is_extra(name.p) ? BUYS_ACT : BUYS_NOTHING;
}

/* Older logs kept a permission to act, and a shield, as kinds of their own. */
static bool is_bought(const struct effect *effect)
{
    return effect->kind == TRILEMMA_BOUGHT || effect->kind == TRILEMMA_GRANTED ||
           effect->kind == TRILEMMA_GUARD;
}

enum buys trilemma_bought_buys(const struct effect *effect)
{
    bool is_old_order = effect->kind == TRILEMMA_GRANTED && strcmp(effect->label, "order") == 0;
    return is_old_order ? BUYS_ACT : trilemma_buys(str_of(effect->label));
}

const char *trilemma_bought_words(const struct effect *effect)
{
    static const struct {
        const char *label, *words;
    } others[] = {
        {TRILEMMA_ORDERED, "order"},
        {"clear-order", "a clear order"},
        {"wits-check", "wits check"},
    };
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        if (strcmp(effect->label, others[i].label) == 0) {
            return others[i].words;
        }
    }
    return effect->label + (is_extra(effect->label) ? strlen(TRILEMMA_EXTRA) : 0);
}

bool trilemma_is_order(const struct effect *effect)
{
    return !is_extra(effect->label);
}

void trilemma_buy(struct decision *decision, int id, struct str name)
{
    name = str_beginning(name, LABEL_SIZE - 1);
    const struct effect *effect =
        state_effect_labelled(&decision->state, TRILEMMA_BOUGHT, id, 0, name);
    decision_effect(decision, EVENT_EFFECT_CHANGED, TRILEMMA_BOUGHT, id, 0, name,
                    effect != NULL ? effect->amount + 1 : 1);
}

const struct effect *trilemma_next_bought(const struct state *state, const struct effect *after)
{
    const struct effect *end = state->effect + state->effects;
    for (const struct effect *one = after == NULL ? state->effect : after + 1; one < end;
         one++) {
        if (is_bought(one)) {
            return one;
        }
    }
    return NULL;
}

static const struct effect *find(const struct state *state, int id, enum buys buys)
{
    const struct effect *effect = NULL;
    while ((effect = trilemma_next_bought(state, effect)) != NULL) {
        if (effect->subject == id && trilemma_bought_buys(effect) == buys) {
            return effect;
        }
    }
    return NULL;
}

const struct effect *trilemma_bought(const struct state *state, int id, enum buys buys)
{
    const struct effect *effect = find(state, id, buys);
    bool is_an_action = buys == BUYS_ATTACK || buys == BUYS_CHECK;
    return effect == NULL && is_an_action ? find(state, id, BUYS_ACT) : effect;
}

void trilemma_use_bought(struct decision *decision, const struct effect *effect)
{
    if (effect->kind == TRILEMMA_BOUGHT && effect->amount > 1) {
        decision_effect(decision, EVENT_EFFECT_CHANGED, TRILEMMA_BOUGHT, effect->subject,
                        effect->object, str_of(effect->label), effect->amount - 1);
    } else {
        decision_end_effect(decision, EVENT_EFFECT_CHANGED, effect);
    }
}

void trilemma_lose_bought(struct decision *decision)
{
    const struct effect *effect;
    while (decision_goes_on(decision) &&
           (effect = trilemma_next_bought(&decision->state, NULL)) != NULL) {
        struct effect lost = *effect;
        TEXT_BUFFER(times, 24);
        if (lost.kind == TRILEMMA_BOUGHT && lost.amount > 1) {
            text_add(&times, " (%d times)", lost.amount);
        }
        struct event *event = decision_end_effect(decision, EVENT_EFFECT_CHANGED, effect);
        const char *name = state_name(&decision->state, lost.subject);
        if (is_extra(lost.label)) {
            /* It may have been bought for the words alone. */
            decision_say(decision, event, "5.2", "%s paid for %s%s: no act followed", name,
                         trilemma_bought_words(&lost), times.p);
        } else {
            decision_say(decision, event, "5.4", "%s did not use what was paid for: %s%s", name,
                         trilemma_bought_words(&lost), times.p);
        }
    }
}
