/* Trilemma at the table: acts, those that were paid for, spells. */
#include "games/trilemma/acting.h"

#include <string.h>

#include "base/utf8.h"
#include "tracker/turns.h"
#include "games/trilemma/combatant.h"

/* ==== Acts that were paid for and not used yet (5.2, 5.4, 5.11; T37): one list of bought
 * acts in the state, each of a kind. An act paid for twice is listed twice; acts are used in
 * any order until the round ends, and a kind buys only its kind. Prices and who may pay are
 * in reactions.h. */

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

/* Older logs kept a permission to act, and a shield, as kinds of their own. */
static const uint64_t bought_kinds =
    PART(TRILEMMA_BOUGHT) | PART(TRILEMMA_GRANTED) | PART(TRILEMMA_GUARD);

static bool is_bought(const struct effect *effect)
{
    return (bought_kinds >> effect->kind & 1) != 0;
}

const struct effect *trilemma_next_bought(const struct state *state, const struct effect *after)
{
    const struct effect *end = state->effect + state->effects;
    const struct effect *one = after == NULL ? state->effect : after + 1;
    bool is_any = (state->has_effect & bought_kinds) != 0;
    while (is_any && one < end && !is_bought(one)) {
        one++;
    }
    return is_any && one < end ? one : NULL;
}

static const struct effect *find(const struct state *state, int id, enum buys buys)
{
    const struct effect *effect = NULL;
    while ((effect = state_effect_of(state, effect, id)) != NULL) {
        if (is_bought(effect) && trilemma_bought_buys(effect) == buys) {
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

/* ==== Initiative is money (5.2): paying from one's score. The uses of payments are in
 * reactions.h. */

enum { OVERSPEND_CONFIRM, OVERSPEND_DENY, OVERSPEND_ALLOW };

/* A line may say no; the question does not offer it, since that is refused: Esc leaves it. */
static const char *const yes_no[] = {"yes", "no", NULL};
static const char *const yes_alone[] = {"yes", NULL};

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
        const char *const *words = option != NULL ? yes_no : yes_alone;
        if (!option_choice(decision, command, "overspend", words, prompt, &answer)) {
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
        decision_say(decision, decision_tell(decision, EVENT_NOTED, id, 0), rule, "%s: %s",
                     state_name(state, id), reason);
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
    struct str words = option_text(command, "for", usual);
    struct str head = {words.p, words.n < LABEL_SIZE - 1 ? words.n : LABEL_SIZE - 1};
    utf8_clean(out, LABEL_SIZE, head);
}

/* ==== The memory of the last hits: the HP that each took, for a shield after the roll, and
 * its extra degrees while they can be spent (5.4, 5.17, 5.19; T38, T46). Making a hit and
 * taking it back is in hits.h. */

static int attacker_of(const struct effect *effect)
{
    return effect->kind == TRILEMMA_DEGREES ? effect->subject : effect->object;
}

const struct effect *trilemma_last_hit(const struct state *state, int target)
{
    return state_effect(state, NULL, TRILEMMA_STRUCK, target, ANYBODY);
}

void trilemma_say_useless(struct decision *decision, int target)
{
    const struct state *state = &decision->state;
    const struct effect *pool = NULL;
    while ((pool = state_effect(state, pool, TRILEMMA_DEGREES, ANYBODY, target)) != NULL) {
        if (pool->amount > 0) {
            decision_say(decision, decision_tell(decision, EVENT_NOTED, pool->subject, target),
                         "5.19", "%s's %d extra degree%s no use now: %s is out",
                         state_name(state, pool->subject), pool->amount,
                         pool->amount == 1 ? " has" : "s have", state_name(state, target));
        }
    }
}

/* Forgets hits of one attacker (ANYBODY), or of all on a side (-1: both), on one target
 * (ANYBODY). */
static void forget(struct decision *decision, int attacker, int side, int target, bool says)
{
    const struct state *state = &decision->state;
    for (int i = 0; i < state->effects && decision_goes_on(decision);) {
        const struct effect *effect = &state->effect[i];
        bool is_gone =
            ((effect->kind >= TRILEMMA_STRUCK && effect->kind <= TRILEMMA_STRUCK_INJURY) ||
             effect->kind == TRILEMMA_DEGREES) &&
            (attacker == ANYBODY || attacker_of(effect) == attacker) &&
            (target == ANYBODY ||
             (effect->kind == TRILEMMA_DEGREES ? effect->object : effect->subject) == target) &&
            (side < 0 ||
             state_value(state, attacker_of(effect), FIELD_SIDE, SIDE_FOES) == side);
        if (is_gone) {
            struct effect lost = *effect;
            struct event *event = decision_end_effect(decision, EVENT_EFFECT_CHANGED, effect);
            if (says) {
                /* Unspent extra degrees are reported, like unused acts that were paid for
                 * (T46), except against somebody who is out of the fight, where they had no
                 * use. */
                if (lost.kind == TRILEMMA_DEGREES && lost.amount > 0 &&
                    state_is_in(state, lost.object)) {
                    decision_say(decision, event, "5.19", "%s leaves %d extra degree%s unspent",
                                 state_name(state, lost.subject), lost.amount,
                                 lost.amount == 1 ? "" : "s");
                }
            }
        } else {
            i++;
        }
    }
}

void trilemma_forget_hits(struct decision *decision)
{
    forget(decision, ANYBODY, -1, ANYBODY, true);
}

void trilemma_forget_hit(struct decision *decision, int attacker, int target)
{
    forget(decision, attacker, -1, target, false);
}

void trilemma_close_hits(struct decision *decision, int target)
{
    const struct effect *effect;
    while (decision_goes_on(decision) &&
           (effect = state_effect(&decision->state, NULL, TRILEMMA_STRUCK, target, ANYBODY)) !=
               NULL) {
        decision_end_effect(decision, EVENT_EFFECT_CHANGED, effect);
    }
}

/* ==== One act: its actor, its target, whether it may be done now (5.1), and the values and
 * result of its roll. */

int trilemma_actor_of(struct decision *decision, const struct command *command)
{
    int id;
    if (!option_combatant(decision, command, "by", &id)) {
        return 0;
    }
    id = id != 0 ? id : decision->state.value[ENCOUNTER_TURN];
    if (id == 0 && decision_refuse(decision, "5.1",
                                   "nobody has a turn now: `initiative` or `next` "
                                   "comes first")) {
        decision_wrong(decision, "who acts? by=NAME");
    }
    return id;
}

const struct effect *trilemma_act_paid_for(const struct state *state, int id, enum buys buys)
{
    /* A caster's own action is its spell (5.7). */
    bool is_open = trilemma_is_round(state) && !(state->value[ENCOUNTER_TURN] == id &&
                                                 !state_value(state, id, FIELD_HAS_ACTED, 0) &&
                                                 !trilemma_is_casting(state, id));
    return is_open ? trilemma_bought(state, id, buys) : NULL;
}

static bool may(struct decision *decision, int id, enum buys buys)
{
    const struct state *state = &decision->state;
    int turn = state->value[ENCOUNTER_TURN];
    const char *name = state_name(state, id);
    TEXT_BUFFER(but, NAME_SIZE + LABEL_SIZE + 40);
    /* ": what it paid for (riposte) is an attack", when there is nothing else (T37). */
    const struct effect *effect = trilemma_bought(state, id, BUYS_ATTACK);
    if (effect != NULL) {
        text_add(&but, "; %s paid for %s, which is an attack", state_name(state, id),
                 trilemma_bought_words(effect));
    }
    if (!state_is_in(state, id) &&
        !decision_refuse(decision, "5.1", "%s is out of the fight", name)) {
        return false;
    }
    if (trilemma_is_round(state) && trilemma_bought(state, id, buys) != NULL) {
        return true;
    }
    if (turn == 0 &&
        !decision_refuse(decision, "5.1", "nobody has a turn now: `next` starts the round")) {
        return false;
    }
    if (turn != 0 && turn != id &&
        !decision_refuse(decision, but.n > 0 ? "5.4" : "5.1", "it is %s's turn, not %s's%s",
                         state_name(state, turn), name, but.p)) {
        return false;
    }
    if (turn == id && trilemma_is_casting(state, id) &&
        !decision_refuse(decision, "5.7", "%s is casting: `cast` is its action", name)) {
        return false;
    }
    return turn != id || !state_value(state, id, FIELD_HAS_ACTED, 0) ||
           decision_refuse(decision, but.n > 0 ? "5.4" : "5.1",
                           "%s has acted this round: `next` ends the turn%s", name, but.p);
}

bool trilemma_may_act(struct decision *decision, int id)
{
    return may(decision, id, BUYS_ACT);
}

bool trilemma_may_attack(struct decision *decision, int id)
{
    return may(decision, id, BUYS_ATTACK);
}

static void end_effect_of(struct decision *decision, int kind, int id)
{
    const struct effect *effect = state_effect(&decision->state, NULL, kind, id, ANYBODY);
    if (effect != NULL) {
        decision_end_effect(decision, EVENT_EFFECT_CHANGED, effect);
    }
}

static void use(struct decision *decision, int id, enum buys buys)
{
    const struct effect *paid = trilemma_act_paid_for(&decision->state, id, buys);
    if (paid != NULL) {
        trilemma_use_bought(decision, paid);
    } else {
        decision_value(decision, EVENT_ACTION_USED, id, FIELD_HAS_ACTED, 1);
    }
    end_effect_of(decision, TRILEMMA_AIMING, id);
    end_effect_of(decision, TRILEMMA_AIMED_NOW, id);
    /* The combatant's side acts again: the memory of its hits ends (T46), and unspent extra
     * degrees are reported. */
    forget(decision, ANYBODY, state_value(&decision->state, id, FIELD_SIDE, SIDE_FOES), ANYBODY,
           true);
}

void trilemma_use_action(struct decision *decision, int id)
{
    use(decision, id, BUYS_ACT);
}

void trilemma_use_attack(struct decision *decision, int id)
{
    use(decision, id, BUYS_ATTACK);
}

int trilemma_target(struct decision *decision, const struct command *command, int id,
                    const char *verb)
{
    if (command->argument[0].is_given) {
        return command->argument[0].id;
    }
    bool is_foe = state_value(&decision->state, id, FIELD_SIDE, SIDE_FOES) == SIDE_FOES;
    if (turns_is_out(&decision->state, is_foe ? SIDE_PARTY : SIDE_FOES) &&
        !decision_refuse(decision, "5.1",
                         is_foe ? "nobody of the party is left in the fight"
                                : "no foe is left in the fight")) {
        return 0;
    }
    struct question *question = decision_ask(decision, QUESTION_COMBATANT, "%s %s whom?",
                                             state_name(&decision->state, id), verb);
    question->wanted = is_foe ? WANTED_CHARACTER : WANTED_FOE;
    /* Out of turn it is mostly against the actor. */
    int turn = decision->state.value[ENCOUNTER_TURN];
    bool is_against = turn != 0 && is_foe != (state_value(&decision->state, turn, FIELD_SIDE,
                                                          SIDE_FOES) == SIDE_FOES);
    question->likely = is_against ? turn : 0;
    return 0;
}

int trilemma_first_total(const struct decision *decision)
{
    for (int i = 0; i < decision->trace.steps; i++) {
        if (decision->trace.step[i].kind == TRACE_TOTAL) {
            return (int)decision->trace.step[i].value;
        }
    }
    return 0;
}

int trilemma_last_against(const struct decision *decision)
{
    for (int i = decision->trace.steps - 1; i >= 0; i--) {
        if (decision->trace.step[i].kind == TRACE_AGAINST) {
            return (int)decision->trace.step[i].value;
        }
    }
    return 0;
}

int trilemma_input(const struct inputs *inputs, const char *name)
{
    return inputs->value[parameter_called(inputs->action, name)].number;
}

bool trilemma_is_magic(const struct command *command)
{
    return option_flag(command, "magic", false);
}

/* ==== Spells are declared between rounds, can be noticed and interrupted, and take effect
 * on the caster's turn (5.7; T10). */

static const struct effect *spell_of(const struct state *state, int id)
{
    return state_effect(state, NULL, TRILEMMA_CASTING, id, ANYBODY);
}

/* Ends the spell and the question whether it was interrupted. */
static struct event *end_spell(struct decision *decision, int id)
{
    const struct effect *doubt =
        state_effect(&decision->state, NULL, TRILEMMA_INTERRUPTED, id, ANYBODY);
    if (doubt != NULL) {
        decision_end_effect(decision, EVENT_EFFECT_CHANGED, doubt);
    }
    const struct effect *effect = spell_of(&decision->state, id);
    return effect != NULL ? decision_end_effect(decision, EVENT_EFFECT_CHANGED, effect) : NULL;
}

void trilemma_decide_declare(struct decision *decision, const struct command *command)
{
    const struct state *state = &decision->state;
    struct str spell = command->argument[1].word;
    int round = state->value[ENCOUNTER_ROUND];
    if (round == 0 &&
        !decision_refuse(decision, "5.7", "no spell can be declared before round 1")) {
        return;
    }
    if (round > 0 && trilemma_is_round(state) &&
        !decision_refuse(decision, "5.7", "a spell is declared between rounds, not in one")) {
        return;
    }
    if (!command->argument[0].is_given) {
        decision_ask(decision, QUESTION_COMBATANT, "who declares a spell?")->wanted =
            WANTED_SELECTED;
        return;
    }
    int id = command->argument[0].id;
    const char *name = state_name(state, id);
    if (!state_is_in(state, id) &&
        !decision_refuse(decision, "5.7", "%s is out of the fight", name)) {
        return;
    }
    if (!command->argument[1].is_given) {
        decision_ask(decision, QUESTION_TEXT, "%s declares which spell?", name);
        return;
    }
    end_spell(decision, id);
    struct event *event =
        decision_effect(decision, EVENT_EFFECT_CHANGED, TRILEMMA_CASTING, id, 0, spell, 1);
    decision_say(decision, event, "5.7", "%s declares %s", name,
                 spell_of(state, id) != NULL ? spell_of(state, id)->label : "");
    decision_label(decision, "%s declares a spell", name);
}

void trilemma_finish_spell(struct decision *decision, int id)
{
    const struct effect *effect = spell_of(&decision->state, id);
    if (effect == NULL) {
        return;
    }
    struct effect spell = *effect;
    struct event *event = end_spell(decision, id);
    decision_say(decision, event, "5.7", "%s: %s takes effect",
                 state_name(&decision->state, id), spell.label);
}

/* On the caster's own turn; it is the action of that turn. */
void trilemma_decide_cast(struct decision *decision, const struct command *command)
{
    const struct state *state = &decision->state;
    int id = trilemma_actor_of(decision, command);
    if (id == 0) {
        return;
    }
    if (!trilemma_is_casting(state, id)) {
        decision_refuse(decision, "5.7", "%s has declared no spell", state_name(state, id));
        return;
    }
    if (state_has_effect(state, TRILEMMA_INTERRUPTED, id, ANYBODY) &&
        !decision_refuse(decision, "5.7", "was %s interrupted? `interrupt` settles it first",
                         state_name(state, id))) {
        return;
    }
    bool is_turn =
        state->value[ENCOUNTER_TURN] == id && !state_value(state, id, FIELD_HAS_ACTED, 0);
    if (!is_turn && !decision_refuse(decision, "5.7", "it takes effect on %s's own turn",
                                     state_name(state, id))) {
        return;
    }
    trilemma_finish_spell(decision, id);
    trilemma_use_action(decision, id);
    decision_label(decision, "%s casts", state_name(state, id));
}

void trilemma_decide_interrupt(struct decision *decision, const struct command *command)
{
    const struct state *state = &decision->state;
    int id = command->argument[0].id;
    const struct effect *effect = spell_of(state, id);
    if (effect == NULL) {
        decision_refuse(decision, "5.7", "%s is not casting a spell", state_name(state, id));
        return;
    }
    if (!command->argument[1].is_given && decision->asks) {
        struct question *question =
            decision_ask(decision, QUESTION_CHOICE, "%s is casting %s: interrupted?",
                         state_name(state, id), effect->label);
        question_offer(question, "yes", "");
        question_offer(question, "no", "");
        question->rule = "5.7";
        return;
    }
    struct effect spell = *effect;
    bool is_lost = command->argument[1].choice == 0;
    struct event *event;
    if (is_lost) {
        event = end_spell(decision, id);
    } else {
        const struct effect *doubt =
            state_effect(state, NULL, TRILEMMA_INTERRUPTED, id, ANYBODY);
        event =
            doubt != NULL ? decision_end_effect(decision, EVENT_EFFECT_CHANGED, doubt) : NULL;
    }
    decision_say(decision, event, "5.7",
                 is_lost ? "%s is interrupted: %s is lost" : "%s goes on casting %s",
                 state_name(state, id), spell.label);
    decision_label(decision, "%s: %s", state_name(state, id),
                   is_lost ? "spell lost" : "spell goes on");
}

void trilemma_forget_spells(struct decision *decision, const char *why)
{
    const struct effect *effect;
    while (decision_goes_on(decision) &&
           (effect = state_effect(&decision->state, NULL, TRILEMMA_CASTING, ANYBODY,
                                  ANYBODY)) != NULL) {
        struct effect spell = *effect;
        struct event *event = end_spell(decision, spell.subject);
        decision_say(decision, event, "5.7", "%s: %s has no effect%s",
                     state_name(&decision->state, spell.subject), spell.label, why);
    }
}

static int health(const struct state *state, int id)
{
    return state_value(state, id, FIELD_HP, 0) + state_value(state, id, FIELD_HP_TEMPORARY, 0) -
           state_value(state, id, FIELD_DAMAGE_COUNTED, 0) -
           state_value(state, id, FIELD_CHECK_DUE, 0);
}

/* A caster who is hurt before its turn may be interrupted: the referee decides (T10). One who
 * is out of the fight casts nothing. */
void trilemma_watch_spells(struct decision *decision, const struct state *before)
{
    const struct state *state = &decision->state;
    for (int id = 1; id <= before->count && decision_goes_on(decision); id++) {
        const struct effect *effect = spell_of(state, id);
        if (effect == NULL || !trilemma_is_casting(before, id)) {
            continue;
        }
        struct effect spell = *effect;
        if (!state_is_in(state, id)) {
            struct event *event = end_spell(decision, id);
            decision_say(decision, event, "5.7", "%s: %s has no effect", state_name(state, id),
                         spell.label);
        } else if (health(state, id) < health(before, id)) {
            struct event *event =
                decision_effect(decision, EVENT_EFFECT_CHANGED, TRILEMMA_INTERRUPTED, id, 0,
                                str_of(spell.label), 1);
            decision_say(decision, event, "5.7", "%s is hurt while casting %s: interrupted?",
                         state_name(state, id), spell.label);
        }
    }
}
