/* Trilemma at the table: morale scores, and the groups that have them (5.12; T24, T30, T41). */
#include "games/trilemma/morale_groups.h"

#include <string.h>

#include "games/trilemma/combatant.h"
#include "tracker/combatant_fields.h"

const struct number_range trilemma_morale_range = {2, 12};

/* ---- scores ---------------------------------------------------------------------------- */

static const struct {
    int low, high;
    const char *text;
} guidelines[] = {
    {2, 2, "traitorous, pressed into service without enforcement"},
    {3, 4, "cowardly, forced into service and enforcer close"},
    {5, 6, "fickle, underpaid, hunting for sport"},
    {7, 9, "normal pay, protecting territory or superiors, hunting for food"},
    {8, 9, "good pay, protecting home or friends, hunting while starving"},
    {10, 11, "well paid and emotionally invested, protecting own life or way of life"},
    {12, 12, "mindless, zealous, parent protecting young"},
};

static void add_guideline(int score, struct text *out)
{
    const char *gap = "";
    for (size_t i = 0; i < sizeof guidelines / sizeof guidelines[0]; i++) {
        if (score >= guidelines[i].low && score <= guidelines[i].high) {
            text_add(out, "%s%s", gap, guidelines[i].text);
            gap = "; ";
        }
    }
}

void trilemma_advise(struct decision *decision, int id, struct str name)
{
    if (!str_equal_any_case(name, str_of("morale")) ||
        !state_is_set(&decision->state, id, MORALE)) {
        return;
    }
    int score = state_value(&decision->state, id, MORALE, 0);
    TEXT_BUFFER(text, 200);
    add_guideline(score, &text);
    struct event *event = decision_tell(decision, EVENT_NOTED, id, 0);
    decision_say(decision, event, "5.12", "morale %d: %s", score, text.p);
}

/* The combatant with the group's score: its first, or else another member. */
static int score_holder(const struct state *state, int group)
{
    int holder = group;
    for (int id = 1; id <= state->count && !state_is_set(state, holder, MORALE); id++) {
        bool has = state_is_present(state, id) && group_of(state, id) == group &&
                   state_is_set(state, id, MORALE);
        holder = has ? id : holder;
    }
    return holder;
}

int trilemma_morale_score(const struct state *state, int id, const char **label)
{
    const struct effect *other = state_effect(state, NULL, TRILEMMA_MORALE_OTHER, id, ANYBODY);
    bool is_other =
        other != NULL && state_has_effect(state, TRILEMMA_MORALE_TOGGLED, id, ANYBODY);
    *label = is_other ? other->label : "";
    return is_other ? other->amount : state_value(state, score_holder(state, id), MORALE, 0);
}

/* Monsters and NPCs have a score and check against it, on whichever side they fight; player
 * characters have none and never check (5.12; T23, T39). */
bool trilemma_is_checked(const struct state *state, int group)
{
    return state_is_set(state, score_holder(state, group), MORALE);
}

bool trilemma_is_of_party(const struct state *state, int id)
{
    return state_value(state, id, FIELD_SIDE, SIDE_FOES) == SIDE_PARTY;
}

/* On the party's side only henchmen are known not to be player characters. */
bool trilemma_can_have_score(const struct state *state, int id)
{
    return !trilemma_is_of_party(state, id) || trilemma_is_checked(state, id) ||
           trilemma_is_henchman(state, id);
}

/* ---- groups ---------------------------------------------------------------------------- */

bool trilemma_is_first(const struct state *state, int id)
{
    return state_value(state, id, FIELD_GROUP, 0) == id;
}

/* Those who stay have a new first member, which keeps their scores and their leader. */
static void move_bonds(struct decision *decision, int from, int to)
{
    static const int scores[] = {TRILEMMA_MORALE_OTHER, TRILEMMA_MORALE_TOGGLED};
    const struct state *state = &decision->state;
    const struct effect *effect;
    while (decision_goes_on(decision) &&
           (effect = state_effect(state, NULL, TRILEMMA_LEADER, ANYBODY, from)) != NULL) {
        int leader = effect->subject;
        decision_end_effect(decision, EVENT_EFFECT_CHANGED, effect);
        decision_effect(decision, EVENT_EFFECT_CHANGED, TRILEMMA_LEADER, leader, to, str_of(""),
                        1);
    }
    if (state_is_set(state, from, MORALE) && !state_is_set(state, to, MORALE)) {
        decision_value(decision, EVENT_VALUE_CHANGED, to, MORALE,
                       state_value(state, from, MORALE, 0));
    }
    for (size_t i = 0; i < sizeof scores / sizeof scores[0]; i++) {
        effect = state_effect(state, NULL, scores[i], from, ANYBODY);
        if (effect != NULL) {
            struct effect kept = *effect;
            decision_effect(decision, EVENT_EFFECT_CHANGED, scores[i], to, 0,
                            str_of(kept.label), kept.amount);
        }
    }
}

/* Those whose ids are set in `leaves` leave their groups and join the group `to`, which is one
 * of their own ids for a new group (T24). */
static void part_off(struct decision *decision, const bool leaves[COMBATANTS_MAX + 1], int to)
{
    const struct state *state = &decision->state;
    for (int id = 1; id <= state->count && decision_goes_on(decision); id++) {
        int first =
            leaves[id] && trilemma_is_first(state, id) ? group_part(decision, id, leaves) : 0;
        if (first != 0) {
            move_bonds(decision, id, first);
        }
    }
    if (leaves[to]) {
        decision_unset(decision, EVENT_VALUE_CHANGED, to, FIELD_MORALE_MET);
        decision_unset(decision, EVENT_VALUE_CHANGED, to, FIELD_MORALE_DUE);
    }
    for (int id = 1; id <= state->count && decision_goes_on(decision); id++) {
        if (leaves[id]) {
            decision_value(decision, EVENT_VALUE_CHANGED, id, FIELD_GROUP, to);
        }
    }
}

static bool is_score_new(const struct state *state, const struct state *before, int id)
{
    return state_is_present(state, id) && state_is_set(state, id, MORALE) &&
           (id > before->count || !state_is_set(before, id, MORALE) ||
            state_value(before, id, MORALE, 0) != state_value(state, id, MORALE, 0));
}

/* Another group of the same kind and side with this score; 0: none. */
static int group_like(const struct state *state, int id, int score)
{
    for (int other = 1; other <= state->count; other++) {
        if (trilemma_is_first(state, other) && group_of(state, id) != other &&
            state_is_present(state, other) && group_counts(state, other).left > 0 &&
            trilemma_is_of_party(state, other) == trilemma_is_of_party(state, id) &&
            state_value(state, other, MORALE, 0) == score &&
            strcmp(state_text(state, other, TEXT_KIND), state_text(state, id, TEXT_KIND)) ==
                0) {
            return other;
        }
    }
    return 0;
}

/* A combatant with a score of its own no longer has the second score of the group that it
 * led. */
static void forget_other_score(struct decision *decision, int id)
{
    static const int scores[] = {TRILEMMA_MORALE_OTHER, TRILEMMA_MORALE_TOGGLED};
    for (size_t i = 0; i < sizeof scores / sizeof scores[0]; i++) {
        const struct effect *effect =
            state_effect(&decision->state, NULL, scores[i], id, ANYBODY);
        if (effect != NULL) {
            decision_end_effect(decision, EVENT_EFFECT_CHANGED, effect);
        }
    }
}

/* Members whose new score differs from the group's leave it (T41). */
static void part_by_score(struct decision *decision, const struct state *before, int group,
                          int score)
{
    const struct state *state = &decision->state;
    bool leaves[COMBATANTS_MAX + 1] = {false};
    int parting[COMBATANTS_MAX];
    int first = 0, count = 0, stays = 0;
    for (int id = 1; id <= state->count; id++) {
        if (!state_is_present(state, id) || group_of(state, id) != group) {
            continue;
        }
        leaves[id] =
            is_score_new(state, before, id) && state_value(state, id, MORALE, 0) != score;
        first = first == 0 && leaves[id] ? id : first;
        stays = stays == 0 && !leaves[id] ? id : stays;
        if (leaves[id]) {
            parting[count++] = id;
        }
    }
    if (first == 0 || stays == 0) {
        return;
    }
    int own = state_value(state, first, MORALE, 0);
    int like = group_like(state, first, own);
    if (!state_is_set(state, stays, MORALE)) {
        decision_value(decision, EVENT_VALUE_CHANGED, stays, MORALE, score);
    }
    part_off(decision, leaves, like != 0 ? like : first);
    forget_other_score(decision, first);
    struct named_several who = combatants_named(state, parting, count);
    TEXT_BUFFER(rest, NAME_SIZE + 8);
    group_name(state, stays, &rest);
    struct event *event = decision_tell(decision, EVENT_NOTED, first, stays);
    decision_say(decision, event, "5.13", "%s: morale %d, not the %d of %s: %s%s", who.text,
                 own, score, rest.p,
                 like != 0 ? "in the group of " : "a morale group of its own",
                 like != 0 ? state_name(state, like) : "");
}

/* A score given to members (T41): if nobody else of the group has one, it is the group's;
 * otherwise those with a different one become a group of their own. */
void trilemma_settle_scores(struct decision *decision, const struct state *before)
{
    const struct state *state = &decision->state;
    for (int group = 1; group <= state->count && decision_goes_on(decision); group++) {
        int given = 0, has = 0;
        for (int id = 1; id <= state->count && trilemma_is_first(state, group); id++) {
            bool is_member = state_is_in(state, id) && group_of(state, id) == group;
            bool is_new = is_member && is_score_new(state, before, id);
            given = is_new && given == 0 ? id : given;
            has =
                is_member && !is_new && has == 0 && state_is_set(state, id, MORALE) ? id : has;
        }
        if (given == 0) {
            continue;
        }
        int stays = has != 0 && state_is_set(state, group, MORALE) &&
                            !is_score_new(state, before, group)
                        ? group
                        : has;
        int score = state_value(state, stays != 0 ? stays : given, MORALE, 0);
        if (has == 0 && state_value(state, group, MORALE, 0) != score) {
            TEXT_BUFFER(name, NAME_SIZE + 8);
            group_name(state, group, &name);
            struct event *event =
                decision_value(decision, EVENT_VALUE_CHANGED, group, MORALE, score);
            decision_say(decision, event, "5.12", "%s: morale %d for the group", name.p, score);
        }
        part_by_score(decision, before, group, score);
    }
}

/* ---- who belongs together -------------------------------------------------------------- */

/* `leader Chief`, `leader Chief of=g1`: the leader whose fall is a reason (5.13). */
void trilemma_decide_leader(struct decision *decision, const struct command *command)
{
    const struct state *state = &decision->state;
    int id = command->argument[0].id;
    int led;
    TEXT_BUFFER(said, NAME_SIZE * 2 + 40);
    if (!option_combatant(decision, command, "of", &led)) {
        return;
    }
    const struct effect *effect = state_effect(state, NULL, TRILEMMA_LEADER, id, ANYBODY);
    struct event *event = NULL;
    bool is_off = command_option(command, "off") != NULL;
    text_add(&said, is_off ? "%s leads nobody" : "%s is a leader", state_name(state, id));
    if (is_off && effect != NULL) {
        event = decision_end_effect(decision, EVENT_EFFECT_CHANGED, effect);
    } else if (!is_off) {
        int group = group_of(state, led != 0 ? led : id);
        event = decision_effect(decision, EVENT_EFFECT_CHANGED, TRILEMMA_LEADER, id, group,
                                str_of(""), 1);
        if (group != id || group_counts(state, group).left > 1) {
            text_add(&said, " of ");
            group_name(state, group, &said);
        }
    }
    decision_say(decision, event, "5.13", "%s", said.p);
    decision_label(decision, "%s", said.p);
}

/* Makes the combatants a group of their own (T24). */
void trilemma_decide_split(struct decision *decision, const struct command *command)
{
    const struct state *state = &decision->state;
    const struct argument *targets = &command->argument[0];
    bool is_split[COMBATANTS_MAX + 1] = {false};
    int first = targets->ids[0];
    for (int i = 0; i < targets->ids_count; i++) {
        is_split[targets->ids[i]] = true;
    }
    part_off(decision, is_split, first);
    struct event *event = decision_tell(decision, EVENT_NOTED, first, 0);
    struct named_several who = combatants_named(state, targets->ids, targets->ids_count);
    decision_say(decision, event, "5.13", "%s: a morale group of its own", who.text);
    decision_label(decision, "%s split off", who.text);
}

/* `alternate g1 9 "with the king"` sets the second score; `alternate g1` toggles it (T30). */
void trilemma_decide_alternate(struct decision *decision, const struct command *command)
{
    const struct state *state = &decision->state;
    int group = group_of(state, command->argument[0].id);
    int64_t score;
    TEXT_BUFFER(text, NAME_SIZE + 8);
    group_name(state, group, &text);
    const char *name = text.p;
    const struct effect *effect =
        state_effect(state, NULL, TRILEMMA_MORALE_OTHER, group, ANYBODY);
    if (!command->argument[1].is_given) {
        const struct effect *toggled =
            state_effect(state, NULL, TRILEMMA_MORALE_TOGGLED, group, ANYBODY);
        if (effect == NULL) {
            decision_refuse(decision, "5.12",
                            "%s have no other morale score: alternate WHO SCORE "
                            "LABEL gives one",
                            name);
            return;
        }
        struct event *event =
            toggled != NULL ? decision_end_effect(decision, EVENT_EFFECT_CHANGED, toggled)
                            : decision_effect(decision, EVENT_EFFECT_CHANGED,
                                              TRILEMMA_MORALE_TOGGLED, group, 0, str_of(""), 1);
        const char *label;
        int now = trilemma_morale_score(state, group, &label);
        decision_say(decision, event, "5.12", "%s: morale %d%s%s", name, now,
                     label[0] != '\0' ? " " : "", label);
        decision_label(decision, "%s: morale %d", name, now);
        return;
    }
    if (command->argument[1].word.p[0] == '+' ||
        !str_to_int64(command->argument[1].word, trilemma_morale_range.low,
                      trilemma_morale_range.high, &score)) {
        decision_wrong(decision, "alternate: the morale score must be %d to %d",
                       trilemma_morale_range.low, trilemma_morale_range.high);
        return;
    }
    if (effect != NULL) {
        decision_end_effect(decision, EVENT_EFFECT_CHANGED, effect);
    }
    struct str label =
        command->argument[2].is_given ? command->argument[2].word : str_of("other");
    struct event *event = decision_effect(decision, EVENT_EFFECT_CHANGED, TRILEMMA_MORALE_OTHER,
                                          group, 0, label, (int)score);
    decision_say(decision, event, "5.12", "%s: other morale %d, %.*s", name, (int)score,
                 label.n, label.p);
    decision_label(decision, "%s: other morale %d", name, (int)score);
}
