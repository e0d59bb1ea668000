#include "games/caves_of_qud/hands.h"

#include "games/caves_of_qud/effects.h"
#include "tracker/options.h"

static const char *const words[] = {"main", "off", NULL};

bool hands_read(struct decision *decision, const struct command *command, enum hit_hand *out)
{
    int hand;
    *out = HIT_HAND_ANY;
    if (command_option(command, "hand") == NULL) {
        return true;
    }
    bool is_one = option_choice(decision, command, "hand", words, "", &hand);
    *out = is_one ? (enum hit_hand)(HIT_HAND_MAIN + hand) : HIT_HAND_ANY;
    return is_one;
}

static const struct effect *kept(const struct state *state, int id, const char *label)
{
    return state_effect_labelled(state, QUD_ON_HIT_HAND, id, 0, str_of(label));
}

struct event *hands_keep(struct decision *decision, int id, const char *label,
                         enum hit_hand hand)
{
    const struct effect *before = kept(&decision->state, id, label);
    if (hand != HIT_HAND_ANY) {
        return decision_effect(decision, EVENT_EFFECT_CHANGED, QUD_ON_HIT_HAND, id, 0,
                               str_of(label), hand);
    }
    return before != NULL ? decision_end_effect(decision, EVENT_EFFECT_CHANGED, before) : NULL;
}

enum hit_hand hands_of(const struct state *state, const struct effect *on_hit)
{
    const struct effect *hand = kept(state, on_hit->subject, on_hit->label);
    return hand != NULL ? (enum hit_hand)hand->amount : HIT_HAND_ANY;
}

bool hands_bring(const struct state *state, const struct effect *on_hit, bool is_off)
{
    enum hit_hand hand = hands_of(state, on_hit);
    return hand == HIT_HAND_ANY || (hand == HIT_HAND_OFF) == is_off;
}

const char *hands_words(enum hit_hand hand)
{
    return hand == HIT_HAND_OFF    ? " with the off hand"
           : hand == HIT_HAND_MAIN ? " with the main hand"
                                   : "";
}
