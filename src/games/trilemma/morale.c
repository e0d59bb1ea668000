/* Trilemma at the table: morale of groups, and the creatures whose records say it. */
#include "games/trilemma/morale.h"

#include <string.h>

#include "base/utf8.h"
#include "tracker/combatant_fields.h"
#include "tracker/table_commands.h"
#include "games/trilemma/acting.h"
#include "games/trilemma/combatant.h"

/* ==== Groups: their scores, who belongs to them, who leads them (5.12; T24, T30, T39, T41). */

static const struct number_range morale_range = {2, 12};

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

void trilemma_advise(struct decision *decision, int id, struct str name)
{
    if (!str_equal_any_case(name, str_of("morale")) ||
        !state_is_set(&decision->state, id, MORALE)) {
        return;
    }
    int score = state_value(&decision->state, id, MORALE, 0);
    TEXT_BUFFER(text, 200);
    const char *gap = "";
    for (size_t i = 0; i < sizeof guidelines / sizeof guidelines[0]; i++) {
        if (score >= guidelines[i].low && score <= guidelines[i].high) {
            text_add(&text, "%s%s", gap, guidelines[i].text);
            gap = "; ";
        }
    }
    decision_say(decision, decision_tell(decision, EVENT_NOTED, id, 0), "5.12", "morale %d: %s",
                 score, text.p);
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
static bool can_have_score(const struct state *state, int id)
{
    return !trilemma_is_of_party(state, id) || trilemma_is_checked(state, id) ||
           trilemma_is_henchman(state, id);
}

/* ---- groups ---------------------------------------------------------------------------- */

/* The combatant that represents the group. */
static bool is_first(const struct state *state, int id)
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
        int first = leaves[id] && is_first(state, id) ? group_part(decision, id, leaves) : 0;
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
        if (is_first(state, other) && group_of(state, id) != other &&
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
    /* A combatant with a score of its own no longer has the second score of the group that it
     * led. */
    static const int scores[] = {TRILEMMA_MORALE_OTHER, TRILEMMA_MORALE_TOGGLED};
    for (size_t i = 0; i < sizeof scores / sizeof scores[0]; i++) {
        const struct effect *effect =
            state_effect(&decision->state, NULL, scores[i], first, ANYBODY);
        if (effect != NULL) {
            decision_end_effect(decision, EVENT_EFFECT_CHANGED, effect);
        }
    }
    struct named_several who = combatants_named(state, parting, count);
    TEXT_BUFFER(rest, NAME_SIZE + 8);
    group_name(state, stays, &rest);
    decision_say(decision, decision_tell(decision, EVENT_NOTED, first, stays), "5.13",
                 "%s: morale %d, not the %d of %s: %s%s", who.text, own, score, rest.p,
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
        for (int id = 1; id <= state->count && is_first(state, group); id++) {
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
        !str_to_int64(command->argument[1].word, morale_range.low, morale_range.high, &score)) {
        decision_wrong(decision, "alternate: the morale score must be %d to %d",
                       morale_range.low, morale_range.high);
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

/* ==== Reasons for a check, and checks (5.13; T23 to T29). */

/* ---- reasons --------------------------------------------------------------------------- */

/* Reasons for a check, a bit each, in the order of their words (5.13). The first six are
 * watched (T25), the others are the referee's call (T26). */
enum {
    MET_QUARTER = 1,
    MET_HALF = 2,
    MET_FURTHER = 4,
    MET_LEADER = 8,
    MET_MAGIC = 16,
    MET_SURPRISED = 32,
    MET_SURRENDER = 1 << 13
};

const char *const trilemma_reasons[] = {
    "quarter",    "half",           "further",     "leader",      "magic",
    "surprised",  "superior-force", "cannot-harm", "heroic-task", "temptation",
    "rear-guard", "charge",         "surrounded",  "surrender",   NULL};

static const char *const reason_texts[] = {
    "25%+ fallen",    "50%+ fallen",         "another fallen after half",
    "leader lost",    "ally slain by magic", "surprised",
    "superior force", "cannot hurt the foe", "ordered to a heroic task",
    "temptation",     "rear guard",          "must use a charge",
    "surrounded",     "offered surrender"};

enum { REASONS = sizeof reason_texts / sizeof reason_texts[0] };

/* What follows the word of a reason where it is chosen; NULL: the word says it. */
static const char *const reasons_about[REASONS] = {
    NULL,      NULL,      NULL, "lost", "slew an ally", NULL, NULL,
    "the foe", "ordered", NULL, NULL,   "must be used", NULL, "offered to them"};

static bool fled_counts(const struct state *state)
{
    return trilemma_setting(state, SETTING_FLED_COUNTS) == 0;
}

/* The dead, the dying, the incapacitated and the captured are fallen; those who fled too,
 * unless the setting says otherwise (T28). */
static struct group_count count_group(const struct state *state, int group)
{
    struct group_count count = group_counts(state, group);
    bool are_counted = fled_counts(state);
    for (int id = 1; id <= state->count && !are_counted; id++) {
        bool has_fled = state_is_present(state, id) && group_of(state, id) == group &&
                        state_value(state, id, FIELD_OUT, OUT_NOT) == OUT_FLED;
        count.fallen -= has_fled ? 1 : 0;
    }
    return count;
}

/* The words after "2 of 6 fallen", for the first reasons. */
static const char *const loss_texts[] = {"25%+", "50%+", "another after half"};

enum { LOSSES = sizeof loss_texts / sizeof loss_texts[0] };

/* "2 of 6 fallen (25%+), leader lost": how many fell, and the share that called for the check;
 * in brief without the share. */
static void name_reasons(const struct state *state, int group, int bits, bool is_brief,
                         struct text *out)
{
    const char *gap = "";
    struct group_count count = count_group(state, group);
    /* True when the present losses are enough for these reasons: some may have come back since,
     * and the referee may name any. */
    bool has_losses = (bits & (MET_QUARTER | MET_HALF | MET_FURTHER)) != 0 &&
                      (!(bits & MET_QUARTER) || count.fallen * 4 >= count.initial) &&
                      (!(bits & MET_HALF) || count.fallen * 2 >= count.initial) &&
                      (!(bits & MET_FURTHER) || (count.fallen - 1) * 2 > count.initial);
    if (has_losses) {
        text_add(out, "%d of %d fallen%s", count.fallen, count.initial, is_brief ? "" : " (");
        gap = is_brief ? ", " : gap;
    }
    for (int i = 0; i < REASONS; i++) {
        if (has_losses && is_brief && i < LOSSES) {
            continue;
        }
        if (bits >> i & 1) {
            text_add(out, "%s%s", gap,
                     has_losses && i < LOSSES ? loss_texts[i] : reason_texts[i]);
            gap = ", ";
        }
        bool is_end = i == LOSSES - 1 && has_losses && !is_brief;
        text_add(out, "%s", is_end ? ")" : "");
    }
}

/* ---- calling for checks ---------------------------------------------------------------- */

/* One pending check for a group, with every reason (T27). */
static void call(struct decision *decision, int group, int bits)
{
    int met = state_value(&decision->state, group, FIELD_MORALE_MET, 0);
    int pending = state_value(&decision->state, group, FIELD_MORALE_DUE, 0);
    decision_value(decision, EVENT_MORALE_CALLED, group, FIELD_MORALE_MET, met | bits);
    struct event *event =
        decision_value(decision, EVENT_MORALE_CALLED, group, FIELD_MORALE_DUE, pending | bits);
    if (event == NULL) {
        event = decision_tell(decision, EVENT_NOTED, group, 0);
    }
    TEXT_BUFFER(text, 200);
    group_name(&decision->state, group, &text);
    text_add(&text, ", ");
    name_reasons(&decision->state, group, bits, false, &text);
    decision_say(decision, event, "5.13", "morale check due: %s", text.p);
}

static bool has_left(const struct state *state, const struct state *before, int id)
{
    return id <= before->count && state_is_in(before, id) && !state_is_in(state, id);
}

/* How many of the group fell in this command. */
static int count_lost(const struct state *state, const struct state *before, int group)
{
    int lost = 0;
    for (int id = 1; id <= state->count; id++) {
        bool is_lost =
            has_left(state, before, id) && state_is_present(state, id) &&
            group_of(state, id) == group &&
            (state_value(state, id, FIELD_OUT, OUT_NOT) != OUT_FLED || fled_counts(state));
        lost += is_lost ? 1 : 0;
    }
    return lost;
}

/* A quarter and half fallen, once each; a further loss when more than half had fallen before
 * (5.13; T25). Several who fall in one command are losses one after the other (T34). */
static int losses(const struct state *state, const struct state *before, int group)
{
    struct group_count count = count_group(state, group);
    int met = state_value(state, group, FIELD_MORALE_MET, 0);
    int bits = 0;
    for (int lost = count_lost(state, before, group); lost > 0; lost--) {
        int fallen = count.fallen - lost + 1;
        bits |= fallen * 4 >= count.initial ? MET_QUARTER & ~met : 0;
        bits |= fallen * 2 >= count.initial ? MET_HALF & ~met : 0;
        bits |= (fallen - 1) * 2 > count.initial ? MET_FURTHER : 0;
    }
    return bits;
}

/* 1 if the leader of this group deserts or is slain. One who was taken off the table does
 * not count, as with losses: it was added by mistake, or walks away. */
static int leader_lost(const struct state *state, const struct state *before, int group)
{
    const struct effect *effect = NULL;
    while ((effect = state_effect(before, effect, TRILEMMA_LEADER, ANYBODY, ANYBODY)) != NULL) {
        if (group_of(state, effect->object) == group &&
            has_left(state, before, effect->subject) &&
            state_is_present(state, effect->subject)) {
            return MET_LEADER;
        }
    }
    return 0;
}

/* 1 if an ally was slain by an act marked as magic (T40): one of the same side, or on the
 * party's side, where player characters do not count for morale, one of the group (T39). */
static int slain_by_magic(const struct state *state, const struct state *before, int group)
{
    const struct effect *effect = NULL;
    while ((effect = state_effect(state, effect, TRILEMMA_MAGIC, ANYBODY, ANYBODY)) != NULL) {
        int id = effect->subject;
        bool is_ally = trilemma_is_of_party(state, group) ? group_of(state, id) == group
                                                          : !trilemma_is_of_party(state, id);
        if (is_ally && has_left(state, before, id) &&
            state_value(state, id, FIELD_OUT, OUT_NOT) == OUT_DEAD) {
            return MET_MAGIC;
        }
    }
    return 0;
}

/* ==== Magic marks one act. The mark outlives the act only while an injury save from it is
 * pending (T40). */

/* True when this one is marked though no injury save waits for it. */
static bool is_mark_over(const struct state *state, int id)
{
    return id <= state->count && state_has_effect(state, TRILEMMA_MAGIC, id, ANYBODY) &&
           (!state_is_in(state, id) || state_value(state, id, FIELD_CHECK_DUE, 0) == 0);
}

/* A mark that an older program left behind stays: nothing about it has changed. */
void trilemma_forget_magic(struct decision *decision, const struct state *before)
{
    for (int i = 0; i < decision->state.effects && decision_goes_on(decision);) {
        const struct effect *effect = &decision->state.effect[i];
        if (effect->kind == TRILEMMA_MAGIC && is_mark_over(&decision->state, effect->subject) &&
            !is_mark_over(before, effect->subject)) {
            decision_end_effect(decision, EVENT_EFFECT_CHANGED, effect);
        } else {
            i++;
        }
    }
}

/* A group without a score is not watched: this is reported once, when its first member
 * falls. */
static void tell_no_score(struct decision *decision, const struct state *before, int group)
{
    const struct state *state = &decision->state;
    int lost = count_lost(state, before, group);
    if (!can_have_score(state, group) || lost == 0 ||
        count_group(state, group).fallen != lost) {
        return;
    }
    int left = 1;
    while (!state_is_in(state, left) || group_of(state, left) != group) {
        left++;
    }
    TEXT_BUFFER(name, NAME_SIZE + 8);
    TEXT_BUFFER(word, NAME_SIZE + 8);
    group_name(state, group, &name);
    combatant_word(state, left, &word);
    decision_say(decision, decision_tell(decision, EVENT_NOTED, group, 0), "5.12",
                 "%s: no morale score, so losses call for no check; `set %s morale=7` gives it",
                 name.p, word.p);
}

/* After exactly half, the next loss calls for no check, though the one before and the one after
 * do: this is said, since it looks like a mistake (5.13; T25). */
static void tell_no_check(struct decision *decision, const struct state *before, int group)
{
    struct group_count count = count_group(&decision->state, group);
    int lost = count_lost(&decision->state, before, group);
    if (lost == 0 || (count.fallen - 1) * 2 != count.initial) {
        return;
    }
    TEXT_BUFFER(name, NAME_SIZE + 8);
    group_name(&decision->state, group, &name);
    decision_say(decision, decision_tell(decision, EVENT_NOTED, group, 0), "5.13",
                 "%s, %d of %d fallen: no new morale check; one more loss calls for one",
                 name.p, count.fallen, count.initial);
}

void trilemma_watch_morale(struct decision *decision, const struct state *before)
{
    const struct state *state = &decision->state;
    for (int group = 1; group <= state->count && decision_goes_on(decision); group++) {
        if (!is_first(state, group) || group_counts(state, group).left == 0) {
            continue;
        }
        if (!trilemma_is_checked(state, group)) {
            tell_no_score(decision, before, group);
            continue;
        }
        int bits = losses(state, before, group) | leader_lost(state, before, group) |
                   slain_by_magic(state, before, group);
        if (bits != 0) {
            call(decision, group, bits);
        } else {
            tell_no_check(decision, before, group);
        }
    }
}

/* Only in the first round after surprise: groups of which somebody had the worse of it. */
void trilemma_watch_surprise(struct decision *decision)
{
    const struct state *state = &decision->state;
    for (int group = 1; group <= state->count && decision_goes_on(decision); group++) {
        bool is_surprised = false;
        for (int id = 1; id <= state->count; id++) {
            is_surprised =
                is_surprised || (trilemma_is_surprised(state, id) && state_is_in(state, id) &&
                                 group_of(state, id) == group);
        }
        if (is_surprised && is_first(state, group) && trilemma_is_checked(state, group)) {
            call(decision, group, MET_SURPRISED);
        }
    }
}

int trilemma_morale_due(const struct state *state, int id, bool is_brief, struct text *out)
{
    int bits = state_value(state, id, FIELD_MORALE_DUE, 0);
    if (bits == 0 || group_counts(state, id).left == 0) {
        return 0;
    }
    group_name(state, id, out);
    text_add(out, ", ");
    name_reasons(state, id, bits, is_brief, out);
    return bits;
}

bool trilemma_pending_act(const struct state *state, const struct pending *pending,
                          struct inputs *out, struct error *err)
{
    const char *label;
    int score = trilemma_morale_score(state, pending->subject, &label);
    inputs_begin(out, state_system(state), state_action(state, pending->action));
    inputs_give_number(out, "score", score);
    return inputs_finish(out, err) == STATUS_OK;
}

/* ---- whose check ----------------------------------------------------------------------- */

static void ask_whose(struct decision *decision)
{
    struct question *question =
        decision_ask(decision, QUESTION_COMBATANT, "whose morale? (one stands for its group)");
    question->wanted = WANTED_FOE;
    question->rule = "5.13";
}

/* The group a check is about: that of the named one, or else the first one pending. */
static int group_named(struct decision *decision, const struct command *command)
{
    const struct state *state = &decision->state;
    int group = 0;
    if (command->argument[0].is_given) {
        group = group_of(state, command->argument[0].id);
    }
    for (int id = 1; id <= state->count && group == 0; id++) {
        group = state_value(state, id, FIELD_MORALE_DUE, 0) != 0 ? id : 0;
    }
    if (group == 0) {
        ask_whose(decision);
        return 0;
    }
    TEXT_BUFFER(word, NAME_SIZE + 8);
    combatant_word(state, group, &word);
    if (!can_have_score(state, group) &&
        !decision_refuse(decision, "5.12",
                         "%s is a player character, who never checks morale; "
                         "`set %s morale=7` makes it an NPC",
                         state_name(state, group), word.p)) {
        return 0;
    }
    if (group_counts(state, group).left == 0 &&
        !decision_refuse(decision, "5.13", "nobody of that group is left")) {
        return 0;
    }
    return group;
}

static void name_group(const struct state *state, int group, char out[NAME_SIZE + 8])
{
    struct text text = text_over(out, NAME_SIZE + 8);
    group_name(state, group, &text);
}

/* ---- checks ---------------------------------------------------------------------------- */

static void break_group(struct decision *decision, const struct command *command, int group,
                        enum broken_way way)
{
    if (way == BROKEN_OTHER) {
        char name[NAME_SIZE + 8], note[120];
        utf8_clean(note, sizeof note,
                   option_text(command, "note", "the referee says what they do"));
        name_group(&decision->state, group, name);
        struct event *event = decision_tell(decision, EVENT_NOTED, group, 0);
        if (event != NULL) {
            event->is_secret = command_option(command, "note") != NULL;
        }
        decision_say(decision, event, "5.13", "%s %s: %s", name,
                     group_holds(&decision->state, group, false), note);
        return;
    }
    for (int id = 1; id <= decision->state.count; id++) {
        if (state_is_in(&decision->state, id) && group_of(&decision->state, id) == group) {
            table_leave(decision, id, way == BROKEN_FLEE ? OUT_FLED : OUT_SURRENDERED);
        }
    }
}

/* The score of one check: that of the group, or score= in its place for this check alone (T36).
 * A score that was asked for because the group has none is remembered (T32). */
static bool score_of_check(struct decision *decision, const struct command *command, int group,
                           int *out)
{
    const char *label;
    if (!trilemma_is_checked(&decision->state, group) &&
        !option_value(decision, command, "score", group, MORALE, morale_range)) {
        return false;
    }
    const struct option *given = command_option(command, "score");
    int score = trilemma_morale_score(&decision->state, group, &label);
    if (given != NULL && given->value.n > 0 && given->value.p[0] == '+') {
        decision_wrong(decision,
                       "score=%.*s: expected a number without a sign; modifier=%.*s adds",
                       given->value.n, given->value.p, given->value.n, given->value.p);
        return false;
    }
    return option_number(decision, command, "score", morale_range, score, out);
}

void trilemma_decide_morale(struct decision *decision, const struct command *command)
{
    int group = group_named(decision, command);
    if (group == 0) {
        return;
    }
    char name[NAME_SIZE + 8];
    name_group(&decision->state, group, name);
    struct inputs inputs;
    struct outcome outcome;
    int score;
    inputs_begin(&inputs, state_system(&decision->state),
                 state_action(&decision->state, "morale"));
    if (!score_of_check(decision, command, group, &score)) {
        return;
    }
    inputs_give_number(&inputs, "score", score);
    if (!option_input(decision, command, "modifier", &inputs) ||
        !decision_finish(decision, &inputs)) {
        return;
    }
    if (!decision_resolve(decision, &inputs, group, 0, name, &outcome)) {
        decision_prompt(decision, "morale", " (%d or less holds)",
                        trilemma_input(&inputs, "score") + trilemma_input(&inputs, "modifier"));
        return;
    }
    decision_value(decision, EVENT_MORALE_SETTLED, group, FIELD_MORALE_DUE, 0);
    bool holds = outcome.value[0] != 0;
    decision_label(decision, "%s %s", name, group_holds(&decision->state, group, holds));
    /* The referee chooses what the broken do (T29); without a question they flee. */
    enum broken_way way;
    if (!holds && group_broken_way(decision, command, group, &way)) {
        break_group(decision, command, group, way);
    }
}

/* The referee calls for a check (T26). A chance to surrender only counts after another
 * condition was met. */
void trilemma_decide_morale_due(struct decision *decision, const struct command *command)
{
    const struct state *state = &decision->state;
    if (!command->argument[0].is_given) {
        ask_whose(decision);
        return;
    }
    int group = group_named(decision, command);
    if (group == 0) {
        return;
    }
    if (!command->argument[1].is_given) {
        TEXT_BUFFER(text, NAME_SIZE);
        group_name(state, group, &text);
        struct question *question =
            decision_ask(decision, QUESTION_CHOICE, "%s: why is there a morale check?", text.p);
        for (int i = 3; trilemma_reasons[i] != NULL; i++) {
            question_offer(question, trilemma_reasons[i], reasons_about[i]);
        }
        question->rule = "5.13";
        return;
    }
    const char *label;
    int bit = 1 << command->argument[1].choice;
    if (bit == MET_SURRENDER && state_value(state, group, FIELD_MORALE_MET, 0) == 0 &&
        !decision_refuse(decision, "5.13",
                         "a chance to surrender counts only after another reason "
                         "for a check")) {
        return;
    }
    int score;
    if (!score_of_check(decision, command, group, &score)) {
        return;
    }
    if (score != trilemma_morale_score(state, group, &label)) {
        decision_wrong(decision, "score=%d: this group has morale %d; give score= to the check",
                       score, trilemma_morale_score(state, group, &label));
        return;
    }
    call(decision, group, bit);
    decision_label(decision, "morale check due: %s", reason_texts[command->argument[1].choice]);
}

/* Drops a pending check, and the log says so (T27). */
void trilemma_decide_dismiss(struct decision *decision, const struct command *command)
{
    const struct state *state = &decision->state;
    int group = group_named(decision, command);
    if (group == 0) {
        return;
    }
    int bits = state_value(state, group, FIELD_MORALE_DUE, 0);
    if (bits == 0) {
        decision_refuse(decision, "5.13", "no check is pending for %s",
                        state_name(state, group));
        return;
    }
    char name[NAME_SIZE + 8];
    TEXT_BUFFER(text, 200);
    name_reasons(state, group, bits, false, &text);
    name_group(state, group, name);
    struct event *event =
        decision_value(decision, EVENT_MORALE_SETTLED, group, FIELD_MORALE_DUE, 0);
    decision_say(decision, event, "5.13", "morale check dismissed: %s, %s", name, text.p);
    decision_label(decision, "check dismissed: %s", name);
}

/* ==== Creatures from the library: their values beside the numbers. */

/* ---- another morale score -------------------------------------------------------------- */

struct other_score {
    int score;
    struct str label;
};

/* "9 with the king". */
static bool read_other_score(struct str text, struct other_score *out)
{
    int64_t score;
    struct str rest = text;
    struct str word = str_next_word(&rest);
    out->label = str_trimmed(rest);
    if (word.n == 0 || word.p[0] == '+' ||
        !str_to_int64(word, morale_range.low, morale_range.high, &score)) {
        return false;
    }
    out->score = (int)score;
    return out->label.n > 0 && out->label.n <= LIBRARY_ENTRY_MAX;
}

static bool is_other_score(struct str text, struct error *err)
{
    struct other_score other;
    if (read_other_score(text, &other)) {
        return true;
    }
    error_set(err, STATUS_USAGE, "", "expected a score from %d to %d and when it counts: 9 %s",
              morale_range.low, morale_range.high, "with the king");
    return false;
}

static void format_other_score(const struct state *state, int id, struct text *out)
{
    const struct effect *other =
        state_effect(state, NULL, TRILEMMA_MORALE_OTHER, group_of(state, id), ANYBODY);
    if (other != NULL) {
        text_add(out, "%d %s", other->amount, other->label);
    }
}

static void give_other_score(struct decision *decision, int id, struct str value)
{
    struct other_score other;
    struct error err;
    const struct effect *before = state_effect(&decision->state, NULL, TRILEMMA_MORALE_OTHER,
                                               group_of(&decision->state, id), ANYBODY);
    bool is_none = str_equal(value, "-");
    if (!is_none && !is_other_score(value, &err)) {
        decision_wrong(decision, "other_morale: %s", err.text);
        return;
    }
    if (before != NULL) {
        decision_end_effect(decision, EVENT_EFFECT_CHANGED, before);
    }
    if (!is_none && read_other_score(value, &other)) {
        decision_effect(decision, EVENT_EFFECT_CHANGED, TRILEMMA_MORALE_OTHER,
                        group_of(&decision->state, id), 0, other.label, other.score);
    }
}

/* ---- words that a combatant keeps ------------------------------------------------------ */

static const char *word_of(const struct state *state, int id, int kind)
{
    const struct effect *effect = state_effect(state, NULL, kind, id, ANYBODY);
    return effect != NULL ? effect->label : NULL;
}

static void format_word(const struct state *state, int id, int kind, struct text *out)
{
    const char *word = word_of(state, id, kind);
    text_add(out, "%s", word != NULL ? word : "");
}

static void format_reason(const struct state *state, int id, struct text *out)
{
    format_word(state, id, TRILEMMA_MORALE_FOR, out);
}

static void format_wants(const struct state *state, int id, struct text *out)
{
    format_word(state, id, TRILEMMA_WANTS, out);
}

/* Its name as it is written in the library. */
static void format_leads(const struct state *state, int id, struct text *out)
{
    format_word(state, id, TRILEMMA_LEADS, out);
}

static void give_word(struct decision *decision, int id, const char *name, int kind,
                      struct str value)
{
    bool is_none = str_equal(value, "-");
    const struct effect *before = state_effect(&decision->state, NULL, kind, id, ANYBODY);
    if (!is_none && (value.n == 0 || value.n > LIBRARY_ENTRY_MAX)) {
        decision_wrong(decision, "%s: expected a text of 1 to %d bytes, not %d", name,
                       LIBRARY_ENTRY_MAX, value.n);
        return;
    }
    if (before != NULL) {
        decision_end_effect(decision, EVENT_EFFECT_CHANGED, before);
    }
    if (!is_none) {
        decision_effect(decision, EVENT_EFFECT_CHANGED, kind, id, 0, value, 1);
    }
}

static const struct {
    const char *name;
    int kind;
} words[] = {
    {"morale_for", TRILEMMA_MORALE_FOR}, {"wants", TRILEMMA_WANTS}, {"leads", TRILEMMA_LEADS}};

bool trilemma_give_creature(struct decision *decision, int id, struct str name,
                            struct str value)
{
    if (str_equal_any_case(name, str_of("creature"))) {
        creature_give(decision, id, value);
        return true;
    }
    if (str_equal_any_case(name, str_of("other_morale"))) {
        give_other_score(decision, id, value);
        return true;
    }
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (str_equal_any_case(name, str_of(words[i].name))) {
            give_word(decision, id, words[i].name, words[i].kind, value);
            return true;
        }
    }
    return false;
}

const struct given_def trilemma_gives[TRILEMMA_GIVES] = {
    {.name = "morale_for",
     .expects = "a few words: defends the nest",
     .help = "why its morale is what it is",
     .format = format_reason,
     .comes_late = true},
    {.name = "other_morale",
     .expects = "a score and when it counts: 9 with the king",
     .help = "its other morale, which `alternate` switches to",
     .format = format_other_score,
     .comes_late = true},
    {.name = "wants",
     .expects = "a few words: the mules",
     .help = "what it wants",
     .format = format_wants,
     .comes_late = true},
    {.name = "leads",
     .records = "creature",
     .expects = "the name of a creature: gully-crow",
     .help = "the kind whose morale its fall shakes",
     .format = format_leads,
     .comes_late = true},
    {.name = "creature",
     .records = "creature",
     .expects = "the name of a creature: gully-goblin",
     .help = "it sets the numbers that are not given",
     .comes_late = true},
};

/* ---- the kind -------------------------------------------------------------------------- */

static const struct library_field_def fields[] = {
    GENERIC_CREATURE_FIELDS,
    {.value = {.name = "morale_for",
               .high = LIBRARY_ENTRY_MAX,
               .help = "why its morale is what it is"},
     .shape = RECORD_TEXT},
    {.value = {.name = "other_morale",
               .high = LIBRARY_ENTRY_MAX,
               .help = "another score, and when it counts: 9 with the king"},
     .shape = RECORD_TEXT,
     .check = is_other_score},
    {.value = {.name = "wants", .high = LIBRARY_ENTRY_MAX, .help = "what it wants"},
     .shape = RECORD_TEXT},
    {.value = {.name = "leads", .high = LIBRARY_NAME_MAX, .help = "the creatures it leads"},
     .shape = RECORD_TEXT,
     .refers = "creature"},
};

const struct library_kind trilemma_kinds[TRILEMMA_KINDS] = {{GENERIC_CREATURE(fields)}};

/* ---- joining --------------------------------------------------------------------------- */

/* A player character may have the name of a creature; a henchman of the library is a henchman
 * on either side. */
void trilemma_joins(struct decision *decision, int id)
{
    const struct state *state = &decision->state;
    if (!trilemma_is_of_party(state, id)) {
        generic_joins(decision, id);
        return;
    }
    if (decision->library == NULL || combatant_made_from(state, id) != NULL) {
        return;
    }
    const struct library_record *record = library_find(
        decision->library, "creature", str_of(state_text(state, id, TEXT_KIND)), NULL);
    const struct library_texts *traits = record != NULL ? library_list(record, "traits") : NULL;
    for (int i = 0; traits != NULL && i < traits->count; i++) {
        if (str_equal(str_of(traits->text[i]), "henchman")) {
            combatant_fill(decision, id, record);
            return;
        }
    }
}

/* ---- leaders --------------------------------------------------------------------------- */

static bool is_of_kind(const struct state *state, int id, const char *kind)
{
    const char *from = combatant_made_from(state, id);
    const char *own = from != NULL ? from : state_text(state, id, TEXT_KIND);
    return library_names_equal(str_of(own), str_of(kind));
}

static void lead(struct decision *decision, int leader, int group)
{
    const struct state *state = &decision->state;
    if (state_has_effect(state, TRILEMMA_LEADER, leader, group)) {
        return;
    }
    TEXT_BUFFER(name, NAME_SIZE + 8);
    group_name(state, group, &name);
    struct event *event = decision_effect(decision, EVENT_EFFECT_CHANGED, TRILEMMA_LEADER,
                                          leader, group, str_of(""), 1);
    decision_say(decision, event, "5.13", "%s leads %s", state_name(state, leader), name.p);
}

void trilemma_watch_leaders(struct decision *decision, const struct state *before)
{
    const struct state *state = &decision->state;
    for (int leader = 1; leader <= state->count && decision_goes_on(decision); leader++) {
        const char *kind = word_of(state, leader, TRILEMMA_LEADS);
        bool was_there = leader <= before->count &&
                         state_has_effect(before, TRILEMMA_LEADS, leader, ANYBODY);
        /* Combatants who were there before already have their leader, or lost it by hand. */
        int first = was_there ? before->count + 1 : 1;
        for (int id = first; kind != NULL && state_is_in(state, leader) && id <= state->count;
             id++) {
            bool is_led =
                id != leader && state_is_in(state, id) && is_of_kind(state, id, kind) &&
                trilemma_is_of_party(state, id) == trilemma_is_of_party(state, leader);
            if (is_led) {
                lead(decision, leader, group_of(state, id));
            }
        }
    }
}

/* ---- facts ----------------------------------------------------------------------------- */

void trilemma_morale_facts(const struct state *state, int id, struct text *out)
{
    int group = group_of(state, id);
    const char *reason = word_of(state, id, TRILEMMA_MORALE_FOR);
    const struct effect *other =
        state_effect(state, NULL, TRILEMMA_MORALE_OTHER, group, ANYBODY);
    bool is_other = state_has_effect(state, TRILEMMA_MORALE_TOGGLED, group, ANYBODY);
    if (reason != NULL) {
        text_add(out, ": %s", reason);
    }
    if (other != NULL && !is_other) {
        text_add(out, "; %d %s", other->amount, other->label);
    }
}

void trilemma_creature_facts(const struct state *state, int id, struct text *out)
{
    const char *wants = word_of(state, id, TRILEMMA_WANTS);
    if (wants != NULL) {
        text_add(out, "wants %s\n", wants);
    }
    creature_fact(state, id, out);
}
