/* Trilemma at the table: initiative is money. Reactions and their prices, superior initiative,
 * the rest between rounds, forced bouts, orders (5.2 to 5.5, 5.8, 5.9, 5.11). */
#include "games/trilemma/spending.h"

#include <string.h>

#include "base/nearest.h"
#include "base/utf8.h"
#include "games/trilemma/attack.h"
#include "games/trilemma/combatant.h"
#include "games/trilemma/hits.h"
#include "games/trilemma/order.h"
#include "games/trilemma/settings.h"
#include "games/trilemma/spells.h"
#include "tracker/conditions.h"
#include "tracker/table_commands.h"

enum { PRICE_MAX = 1000, SUPERIOR_PRICE = 10, FORCED_PRICE = 10 };
static const struct number_range price_range = {0, PRICE_MAX};
static const struct number_range dc_range = {-100, 100};

/* What a reaction gives beside its price. */
enum gives { GIVES_NOTHING, GIVES_ATTACK, GIVES_GUARD, GIVES_LATE_GUARD, GIVES_CHECK };

/* The price list (5.4; T8). `trait`: what one must have; `is_assumed`: unless it is known not
 * to be there, it is. "command": being under somebody's command. */
static const struct price {
    const char *name;
    int amount;
    const char *trait;
    bool is_assumed;
    enum gives gives;
    const char *text;
} prices[] = {
    {"shield", 2, "shield", true, GIVES_GUARD, "a shield, before the attack roll"},
    {"shield-after", 5, "shield", true, GIVES_LATE_GUARD, "a shield, after the attack roll"},
    {"warn", 2, NULL, false, GIVES_NOTHING, "shouting a warning"},
    {"draw", 2, NULL, false, GIVES_NOTHING, "drawing a weapon"},
    {"wits-check", 2, NULL, false, GIVES_CHECK, "a wits check in the round"},
    {"order", 5, NULL, false, GIVES_NOTHING, "ordering subordinates to attack"},
    {"opportunity", 5, NULL, false, GIVES_ATTACK, "an opportunity attack"},
    {"riposte", 10, "riposte", false, GIVES_ATTACK, "a riposte"},
    {"clear-order", 10, "command", false, GIVES_ATTACK, "an attack on a clear order"},
};
enum { PRICES = sizeof prices / sizeof prices[0] };

static const struct price *price_find(struct str name)
{
    for (int i = 0; i < PRICES; i++) {
        if (str_equal_any_case(name, str_of(prices[i].name))) {
            return &prices[i];
        }
    }
    return NULL;
}

/* ---- paying ---------------------------------------------------------------------------- */

enum { OVERSPEND_CONFIRM, OVERSPEND_DENY, OVERSPEND_ALLOW };
static const char *const yes_no[] = {"yes", "no", NULL};

static bool can_pay(struct decision *decision, const struct command *command, int id, int price)
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
               decision, "5.9", "%s has %d and this costs %d%s", state_name(state, id), score,
               price, setting == OVERSPEND_CONFIRM ? ": `overspend` after it spends all" : "");
}

static void pay(struct decision *decision, int id, int price, const char *reason,
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

/* Whether this combatant could pay anything at all now. */
static bool has_score(struct decision *decision, int id)
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

/* ---- reactions ------------------------------------------------------------------------- */

static void ask_price(struct decision *decision, int id)
{
    struct question *question =
        decision_ask(decision, QUESTION_CHOICE, "%s at %d: which reaction? or a price",
                     state_name(&decision->state, id), trilemma_score(&decision->state, id));
    for (int i = 0; i < PRICES; i++) {
        text_format(question->note[i], sizeof question->note[i], "-%d", prices[i].amount);
        question->choice[question->choices++] = prices[i].name;
    }
    question->else_takes = ELSE_TAKES_NUMBER;
    question->rule = "5.4";
}

/* No reactions for henchmen (5.11), at 0 (5.9), or between rounds (5.5). */
static bool may_react(struct decision *decision, int id)
{
    const struct state *state = &decision->state;
    const char *name = state_name(state, id);
    if (!has_score(decision, id)) {
        return false;
    }
    if (!trilemma_is_round(state) &&
        !decision_refuse(decision, "5.5", "no round is running: %s can use `between`", name)) {
        return false;
    }
    if (trilemma_is_henchman(state, id) &&
        !decision_refuse(decision, "5.11", "%s is a henchman and takes no reactions", name)) {
        return false;
    }
    return trilemma_score(state, id) > 0 ||
           decision_refuse(decision, "5.9", "%s is at 0, flat-footed: no reactions", name);
}

static bool meets_condition(struct decision *decision, int id, const struct price *price)
{
    const struct state *state = &decision->state;
    if (price->gives == GIVES_LATE_GUARD &&
        !state_has_effect(state, TRILEMMA_STRUCK, id, ANYBODY)) {
        decision_refuse(decision, "5.4", "no attack has just hit %s", state_name(state, id));
        return false;
    }
    if (price->trait == NULL) {
        return true;
    }
    if (strcmp(price->trait, "command") == 0) {
        return state_has_effect(state, TRILEMMA_COMMANDED, id, ANYBODY) ||
               decision_refuse(decision, "5.4",
                               "%s is in no chain of command: `command` puts it "
                               "there",
                               state_name(state, id));
    }
    int has = trait_value(state, id, price->trait, price->is_assumed ? 1 : 0);
    bool is_trained = price->gives != GIVES_ATTACK && trait_value(state, id, "defence", 0) != 0;
    return has != 0 || is_trained ||
           decision_refuse(decision, price->gives == GIVES_ATTACK ? "5.4" : "5.17",
                           "%s has no %s: `trait` gives it", state_name(state, id),
                           price->trait);
}

/* Beating the attack's total makes a miss of it (5.17). */
static void guard_late(struct decision *decision, const struct command *command, int id)
{
    int attack = state_effect(&decision->state, NULL, TRILEMMA_STRUCK, id, ANYBODY)->amount;
    int defence;
    if (!trilemma_roll_defence(decision, command, id, &defence)) {
        return;
    }
    struct event *event = decision_tell(decision, EVENT_NOTED, id, 0);
    decision_say(decision, event, "5.17", "%s defends with %d against %d: %s",
                 state_name(&decision->state, id), defence, attack,
                 defence > attack ? "the attack misses" : "not enough");
    if (defence > attack) {
        trilemma_take_hit_back(decision, id);
    }
}

/* A wits check in the round; without a DC the referee says what comes of it. */
static void check_wits(struct decision *decision, const struct command *command, int id)
{
    int dc;
    struct inputs inputs;
    struct error err;
    struct outcome outcome;
    if (command_option(command, "dc") == NULL ||
        !option_number(decision, command, "dc", dc_range, 0, &dc) ||
        !option_value(decision, command, "wits", id, WITS, trilemma_ability_range)) {
        return;
    }
    const struct state *state = &decision->state;
    inputs_begin(&inputs, state_system(state), state_action(state, "check"));
    if (decision_status(
            decision,
            inputs_give_number(&inputs, "ability", state_value(state, id, WITS, 0), &err),
            &err) &&
        decision_status(decision, inputs_give_number(&inputs, "dc", dc, &err), &err) &&
        option_input(decision, command, "edge", &inputs) &&
        decision_status(decision, inputs_finish(&inputs, &err), &err)) {
        decision_resolve(decision, &inputs, id, 0, state_name(state, id), &outcome);
    }
}

static void give(struct decision *decision, const struct command *command, int id,
                 const struct price *price, int score)
{
    switch (price->gives) {
    case GIVES_NOTHING:
        break;
    case GIVES_ATTACK:
        decision_effect(decision, EVENT_EFFECT_CHANGED, TRILEMMA_GRANTED, id, 0,
                        str_of(price->name), score);
        break;
    case GIVES_GUARD:
        decision_effect(decision, EVENT_EFFECT_CHANGED, TRILEMMA_GUARD, id, 0,
                        str_of(price->name), 1);
        break;
    case GIVES_LATE_GUARD:
        guard_late(decision, command, id);
        break;
    case GIVES_CHECK:
        check_wits(decision, command, id);
        break;
    }
}

static void unknown_price(struct decision *decision, struct str word)
{
    struct nearest nearest;
    nearest_init(&nearest, word);
    TEXT_BUFFER(list, 160);
    for (int i = 0; i < PRICES; i++) {
        nearest_offer(&nearest, prices[i].name);
        text_add(&list, "%s%s %d", i == 0 ? "" : ", ", prices[i].name, prices[i].amount);
    }
    char shown[48];
    utf8_clean(shown, sizeof shown, word);
    decision_wrong(decision, "there is no reaction %s%s (a number, or %s)", shown,
                   nearest_question(&nearest).text, list.p);
}

/* The words of for=..., else what is usual. */
static void reason_of(const struct command *command, const char *usual, char out[LABEL_SIZE])
{
    const struct option *option = command_option(command, "for");
    struct str words =
        option != NULL && option->value.p != NULL ? option->value : str_of(usual);
    struct str head = {words.p, words.n < LABEL_SIZE - 1 ? words.n : LABEL_SIZE - 1};
    utf8_clean(out, LABEL_SIZE, head);
}

/* `react Bo shield`, `react Bo 4 for="catch the rope"` (5.4; T8). */
void trilemma_decide_react(struct decision *decision, const struct command *command)
{
    int id = command->argument[0].id;
    int64_t amount;
    char reason[LABEL_SIZE];
    if (!command->argument[0].is_given) {
        if (!trilemma_is_round(&decision->state)) {
            decision_refuse(decision, "5.5", "no round is running: nobody can react");
            return;
        }
        decision_ask(decision, QUESTION_COMBATANT, "who reacts?")->rule = "5.4";
        return;
    }
    if (!may_react(decision, id)) {
        return;
    }
    if (!command->argument[1].is_given) {
        ask_price(decision, id);
        return;
    }
    const struct price *price = price_find(command->argument[1].word);
    bool is_custom = price == NULL;
    static const struct price custom = {.gives = GIVES_NOTHING};
    if (!is_custom) {
        amount = price->amount;
    } else if (!str_to_int64(command->argument[1].word, 0, PRICE_MAX, &amount)) {
        unknown_price(decision, command->argument[1].word);
        return;
    }
    price = is_custom ? &custom : price;
    if (!meets_condition(decision, id, price) || !can_pay(decision, command, id, (int)amount)) {
        return;
    }
    int score = trilemma_score(&decision->state, id);
    reason_of(command, is_custom ? "a reaction" : price->name, reason);
    pay(decision, id, (int)amount, reason, "5.4");
    give(decision, command, id, price, score);
    decision_label(decision, "%s: %s, -%d", state_name(&decision->state, id), reason,
                   (int)amount);
}

/* ---- superior initiative --------------------------------------------------------------- */

/* Once a round, unless the table plays it otherwise (T6). */
static bool is_used_up(const struct state *state, const struct effect *superior)
{
    return superior->amount > 0 && trilemma_setting(state, SETTING_SUPERIOR_REPEAT) == 0;
}

bool trilemma_has_superior(const struct state *state, int id)
{
    const struct effect *effect = state_effect(state, NULL, TRILEMMA_SUPERIOR, id, ANYBODY);
    return effect != NULL && trilemma_is_round(state) && !is_used_up(state, effect) &&
           state_is_in(state, id);
}

/* Another turn for whoever started the round with the highest score (5.3; T6). */
void trilemma_decide_superior(struct decision *decision, const struct command *command)
{
    const struct state *state = &decision->state;
    (void)command;
    const struct effect *effect =
        state_effect(state, NULL, TRILEMMA_SUPERIOR, ANYBODY, ANYBODY);
    if (effect == NULL || !trilemma_is_round(state)) {
        decision_refuse(decision, "5.3", "no round is running: nobody has superior initiative");
        return;
    }
    int id = effect->subject;
    int used = effect->amount;
    const char *name = state_name(state, id);
    if (!state_is_in(state, id) || !state_is_set(state, id, FIELD_INITIATIVE)) {
        decision_refuse(decision, "5.3", "%s had it and is no longer in the fight", name);
        return;
    }
    if (!state_value(state, id, FIELD_HAS_ACTED, 0) &&
        !decision_refuse(decision, "5.3", "%s has not had its turn yet: it comes after that",
                         name)) {
        return;
    }
    if (is_used_up(state, effect) &&
        !decision_refuse(decision, "5.3", "%s has used it this round", name)) {
        return;
    }
    if (trilemma_score(state, id) <= SUPERIOR_PRICE &&
        !decision_refuse(decision, "5.3", "%s is at %d: it needs more than %d", name,
                         trilemma_score(state, id), SUPERIOR_PRICE)) {
        return;
    }
    decision_effect(decision, EVENT_EFFECT_CHANGED, TRILEMMA_SUPERIOR, id, 0, str_of(""),
                    used + 1);
    pay(decision, id, SUPERIOR_PRICE, "superior", "5.3");
    decision_value(decision, EVENT_ACTION_USED, id, FIELD_HAS_ACTED, 0);
    if (state->value[ENCOUNTER_TURN] == id) {
        conditions_turn_ends(decision, id);
        trilemma_forget_hit(decision);
        /* Its next turn is another turn, even when nobody comes between. */
        decision_encounter(decision, EVENT_TURN_STARTED, ENCOUNTER_TURN, 0);
        trilemma_go_on(decision);
    }
    decision_label(decision, "%s takes superior initiative", state_name(state, id));
}

/* ---- between rounds -------------------------------------------------------------------- */

/* What an act between rounds usually costs, as the referee judges it; `act` is the setting's
 * (5.5; T9). */
static const struct {
    const char *name;
    int amount;
} between_prices[] = {{"talk", 0}, {"act", 2}, {"hard", 5}, {"desperate", 10}};
enum { BETWEEN_PRICES = sizeof between_prices / sizeof between_prices[0], BETWEEN_ACT = 1 };

static int between_price(const struct state *state, int i)
{
    return i == BETWEEN_ACT ? trilemma_setting(state, SETTING_BETWEEN_PRICE)
                            : between_prices[i].amount;
}

static void ask_between(struct decision *decision, int id)
{
    const struct state *state = &decision->state;
    struct question *question =
        decision_ask(decision, QUESTION_CHOICE, "%s at %d acts between rounds: at what price?",
                     state_name(state, id), trilemma_score(state, id));
    for (int i = 0; i < BETWEEN_PRICES; i++) {
        int price = between_price(state, i);
        text_format(question->note[i], sizeof question->note[i], price == 0 ? "free" : "-%d",
                    price);
        question->choice[question->choices++] = between_prices[i].name;
    }
    question->else_takes = ELSE_TAKES_NUMBER;
    question->rule = "5.5";
}

/* One of those words, or a number; false when it is neither. */
static bool read_between(const struct state *state, struct str word, int64_t *out)
{
    for (int i = 0; i < BETWEEN_PRICES; i++) {
        if (str_equal_any_case(word, str_of(between_prices[i].name))) {
            *out = between_price(state, i);
            return true;
        }
    }
    return str_to_int64(word, price_range.low, price_range.high, out);
}

/* Talking and knowing are free, physical acts have a price (5.5; T9). */
void trilemma_decide_between(struct decision *decision, const struct command *command)
{
    const struct state *state = &decision->state;
    int id = command->argument[0].id;
    char reason[LABEL_SIZE];
    int price = between_price(state, BETWEEN_ACT);
    if (!has_score(decision, id)) {
        return;
    }
    bool is_between =
        state->value[ENCOUNTER_ROUND] > 0 && state->value[ENCOUNTER_PHASE] == PHASE_BETWEEN;
    if (!is_between &&
        !decision_refuse(decision, "5.5", "this is only possible between rounds")) {
        return;
    }
    if (!command->argument[1].is_given && decision->asks) {
        ask_between(decision, id);
        return;
    }
    int64_t typed = price;
    if (command->argument[1].is_given &&
        !read_between(state, command->argument[1].word, &typed)) {
        decision_wrong(decision, "between: talk, act, hard, desperate, or a price from 0 to %d",
                       PRICE_MAX);
        return;
    }
    if (!can_pay(decision, command, id, (int)typed)) {
        return;
    }
    reason_of(command, "an act between rounds", reason);
    pay(decision, id, (int)typed, reason, "5.5");
    decision_label(decision, "%s: %s", state_name(state, id), reason);
}

/* ---- forced bouts ---------------------------------------------------------------------- */

/* The combatants a forced bout spares: except=NAME,NAME. */
static bool read_spared(struct decision *decision, const struct command *command,
                        bool spared[COMBATANTS_MAX + 1])
{
    const struct option *option = command_option(command, "except");
    memset(spared, 0, (COMBATANTS_MAX + 1) * sizeof spared[0]);
    if (option == NULL) {
        return true;
    }
    struct str rest = option->value;
    for (struct str one; str_next_part(&rest, ',', &one);) {
        struct error err;
        int id = combatant_find(&decision->state, str_unquoted(one), &err);
        if (id == 0) {
            decision_wrong(decision, "except=: %s", err.text);
            return false;
        }
        spared[id] = true;
    }
    return true;
}

/* A number, or dice thrown once for all of them; nothing unless it is said. */
static bool read_forced_hp(struct decision *decision, const struct command *command, int *out)
{
    const struct option *hp = command_option(command, "hp");
    *out = 0;
    if (hp == NULL && decision->asks) {
        struct question *question =
            decision_ask(decision, QUESTION_TEXT,
                         "the bout is forced: how many %s does each lose? 0, 2, 1d4",
                         state_system(&decision->state)->hit_points);
        text_format(question->prefix, sizeof question->prefix, "hp=");
        question->rule = "5.8";
        return false;
    }
    return hp == NULL || table_amount(decision, hp->value, 0, "forced bout, what each loses",
                                      AMOUNT_MAX, out);
}

/* The bout goes on without a rest: everyone involved pays 10, and perhaps some HP (5.8; T11).
 */
void trilemma_decide_force(struct decision *decision, const struct command *command)
{
    const struct state *state = &decision->state;
    bool spared[COMBATANTS_MAX + 1];
    int hp;
    bool is_between =
        state->value[ENCOUNTER_ROUND] > 0 && state->value[ENCOUNTER_PHASE] == PHASE_BETWEEN;
    if (!is_between && !decision_refuse(decision, "5.8",
                                        "a bout is forced to go on when it would "
                                        "end: the round is not over")) {
        return;
    }
    if (!read_spared(decision, command, spared) || !read_forced_hp(decision, command, &hp)) {
        return;
    }
    bool has_anybody = false;
    trilemma_forget_spells(decision, "the bout was forced");
    for (int id = 1; id <= state->count && decision_goes_on(decision); id++) {
        if (!state_is_in(state, id) || !state_is_set(state, id, FIELD_INITIATIVE) ||
            spared[id]) {
            continue;
        }
        pay(decision, id, FORCED_PRICE, "forced bout", "5.8");
        if (hp > 0) {
            table_damage(decision, id, hp, "5.8");
        }
        has_anybody = has_anybody || trilemma_score(state, id) > 0;
    }
    if (!has_anybody) {
        struct event *event = decision_tell(decision, EVENT_NOTED, 0, 0);
        decision_say(decision, event, "5.8", "all are at 0: the bout ends by itself");
        decision_label(decision, "the bout ends by itself");
        return;
    }
    trilemma_start_round(decision, state->value[ENCOUNTER_ROUND] + 1, true, "");
    trilemma_go_on(decision);
    decision_label(decision, "the bout is forced to go on");
}

/* ---- orders ---------------------------------------------------------------------------- */

/* `command h* under=Ana`: a clear chain of command (5.11). */
void trilemma_decide_command(struct decision *decision, const struct command *command)
{
    const struct argument *targets = &command->argument[0];
    int superior;
    if (!option_combatant(decision, command, "under", &superior)) {
        return;
    }
    bool is_off = command_option(command, "off") != NULL;
    if (superior == 0 && !is_off) {
        struct question *question =
            decision_ask(decision, QUESTION_COMBATANT, "under whose command?");
        text_format(question->prefix, sizeof question->prefix, "under=");
        question->rule = "5.11";
        return;
    }
    for (int i = 0; i < targets->ids_count && decision_goes_on(decision); i++) {
        int id = targets->ids[i];
        const struct effect *effect =
            state_effect(&decision->state, NULL, TRILEMMA_COMMANDED, id, ANYBODY);
        struct event *event = NULL;
        if (effect != NULL && (is_off || effect->object != superior)) {
            event = decision_end_effect(decision, EVENT_EFFECT_CHANGED, effect);
        }
        if (!is_off && id != superior) {
            event = decision_effect(decision, EVENT_EFFECT_CHANGED, TRILEMMA_COMMANDED, id,
                                    superior, str_of(""), 1);
        }
        decision_say(decision, event, "5.11",
                     is_off ? "%s is under nobody's command" : "%s is under %s's command",
                     state_name(&decision->state, id),
                     is_off ? "" : state_name(&decision->state, superior));
    }
    decision_label(decision, "chain of command");
}

/* Whoever gives the order: by=..., else the one in command of the combatant. */
static int superior_of(struct decision *decision, const struct command *command, int id)
{
    int superior;
    if (!option_combatant(decision, command, "by", &superior)) {
        return 0;
    }
    const struct effect *effect = state_effect(&decision->state, NULL, TRILEMMA_COMMANDED, id,
                                               superior == 0 ? ANYBODY : superior);
    if (effect != NULL) {
        return effect->object;
    }
    if (!decision_refuse(decision, "5.11",
                         "%s is in no chain of command%s%s: `command` puts it "
                         "there",
                         state_name(&decision->state, id), superior == 0 ? "" : " under ",
                         superior == 0 ? "" : state_name(&decision->state, superior))) {
        return 0;
    }
    superior = superior != 0 ? superior : decision->state.value[ENCOUNTER_TURN];
    if (superior == 0) {
        decision_wrong(decision, "who gives the order? by=NAME");
    }
    return superior;
}

/* The ordered acts at once, at the superior's score before paying. A henchman uses its turn;
 * one with a score of its own pays and keeps its action (5.11; T13). */
static void follow_order(struct decision *decision, const struct command *command, int id,
                         int superior, int score)
{
    const struct state *state = &decision->state;
    const struct price *clear = price_find(str_of("clear-order"));
    if (trilemma_is_henchman(state, id)) {
        if (state_value(state, id, FIELD_HAS_ACTED, 0) &&
            !decision_refuse(decision, "5.11", "%s has acted this round",
                             state_name(state, id))) {
            return;
        }
        decision_value(decision, EVENT_ACTION_USED, id, FIELD_HAS_ACTED, 1);
    } else {
        if (!may_react(decision, id) || !can_pay(decision, command, id, clear->amount)) {
            return;
        }
        pay(decision, id, clear->amount, clear->name, "5.11");
    }
    struct event *event = decision_effect(decision, EVENT_EFFECT_CHANGED, TRILEMMA_GRANTED, id,
                                          0, str_of("order"), score);
    decision_say(decision, event, "5.11", "%s acts at %d, on %s's order", state_name(state, id),
                 score, state_name(state, superior));
}

void trilemma_decide_order(struct decision *decision, const struct command *command)
{
    const struct state *state = &decision->state;
    const struct argument *targets = &command->argument[0];
    const struct price *order = price_find(str_of("order"));
    int superior = superior_of(decision, command, targets->ids[0]);
    if (superior == 0 || !has_score(decision, superior)) {
        return;
    }
    if (!trilemma_is_round(state) &&
        !decision_refuse(decision, "5.5", "no round is running: nobody can follow an order")) {
        return;
    }
    int score = trilemma_score(state, superior);
    if (state->value[ENCOUNTER_TURN] != superior) {
        if (!may_react(decision, superior) ||
            !can_pay(decision, command, superior, order->amount)) {
            return;
        }
        pay(decision, superior, order->amount, order->name, "5.4");
    }
    for (int i = 0; i < targets->ids_count && decision_goes_on(decision); i++) {
        int id = targets->ids[i];
        bool is_under = state_has_effect(state, TRILEMMA_COMMANDED, id, superior);
        if (!state_is_in(state, id) || !state_is_set(state, id, FIELD_INITIATIVE)) {
            decision_refuse(decision, "5.11", "%s is not in the round and cannot follow",
                            state_name(state, id));
            return;
        }
        if (!is_under && !decision_refuse(decision, "5.11", "%s is not under %s's command",
                                          state_name(state, id), state_name(state, superior))) {
            return;
        }
        follow_order(decision, command, id, superior, score);
    }
    decision_label(decision, "%s orders %s%s", state_name(state, superior),
                   state_name(state, targets->ids[0]),
                   targets->ids_count > 1 ? " and others" : "");
}
