/* Trilemma at the table: reactions, their prices and what they buy (5.2, 5.4, 5.9, 5.17; T8,
 * T37, T38). */
#include "games/trilemma/reactions.h"

#include <string.h>

#include "base/nearest.h"
#include "base/utf8.h"
#include "games/trilemma/acting.h"
#include "games/trilemma/attack.h"
#include "games/trilemma/bought.h"
#include "games/trilemma/combatant.h"
#include "games/trilemma/hits.h"
#include "games/trilemma/initiative.h"
#include "games/trilemma/payment.h"
#include "games/trilemma/shooting.h"
#include "games/trilemma/struck.h"
#include "tracker/conditions.h"

enum { PRICE_MAX = 1000 };
static const struct number_range dc_range = {-100, 100};

/* The price list (5.4; T8). `trait`: a trait that is needed; `is_assumed`: it is there unless
 * it is known to be missing. "command": being under somebody's command; "subordinates": having
 * somebody there under one's own. */
static const struct price {
    const char *name;
    int amount;
    const char *trait;
    bool is_assumed;
    const char *text;
    const char *about; /* after its name, where it is chosen */
} prices[] = {
    {"shield", 2, "shield", true, "a shield, before the attack roll", "self before the roll"},
    {"shield-after", 5, "shield", true, "a shield, after the attack roll", "the roll"},
    {"warn", 2, NULL, false, "shouting a warning", "by shouting"},
    {"draw", 2, NULL, false, "drawing a weapon", "a weapon"},
    {"wits-check", 2, NULL, false, "a wits check in the round", NULL},
    {"opportunity", 5, NULL, false, "an opportunity attack", "attack"},
    {"riposte", 10, "riposte", false, "a riposte", "to an attack"},
    {TRILEMMA_CLEAR_ORDER, 10, "command", false, "an attack on a clear order", "to attack"},
    /* the last, so that no other's letter depends on it */
    {TRILEMMA_ORDER, 5, "subordinates", false, "ordering subordinates to attack",
     "others to attack"},
};
enum { PRICES = sizeof prices / sizeof prices[0], LATE_SHIELD = 1 };

static const struct price *price_find(struct str name)
{
    for (int i = 0; i < PRICES; i++) {
        if (str_equal_any_case(name, str_of(prices[i].name))) {
            return &prices[i];
        }
    }
    return NULL;
}

int trilemma_reaction_price(const char *name)
{
    const struct price *price = price_find(str_of(name));
    CHECK(price != NULL);
    return price->amount;
}

/* ---- whether one may ------------------------------------------------------------------- */

/* Whether somebody is there who would follow an order. */
static bool commands_somebody(const struct state *state, int id)
{
    const struct effect *under = NULL;
    while ((under = state_effect(state, under, TRILEMMA_COMMANDED, ANYBODY, id)) != NULL) {
        if (state_is_in(state, under->subject)) {
            return true;
        }
    }
    return false;
}

/* Whether what it needs is missing: training, gear, a place in a chain of command. Unlike a
 * moment that may still come, this is not offered. Training takes the place of a shield, not of
 * a riposte (5.17). */
static bool is_never(const struct state *state, int id, const struct price *price)
{
    if (price->trait == NULL) {
        return false;
    }
    if (strcmp(price->trait, "command") == 0) {
        return !state_has_effect(state, TRILEMMA_COMMANDED, id, ANYBODY);
    }
    if (strcmp(price->trait, "subordinates") == 0) {
        return !commands_somebody(state, id);
    }
    bool is_defence = trilemma_buys(str_of(price->name)) != BUYS_ATTACK;
    return trait_value(state, id, price->trait, price->is_assumed ? 1 : 0) == 0 &&
           !(is_defence && trait_value(state, id, "defence", 0) != 0);
}

static void ask_price(struct decision *decision, int id)
{
    struct question *question = decision_ask(
        decision, QUESTION_CHOICE, "%s at %d: which reaction? or type a price for another act",
        state_name(&decision->state, id), trilemma_score(&decision->state, id));
    for (int i = 0; i < PRICES; i++) {
        if (is_never(&decision->state, id, &prices[i])) {
            continue;
        }
        text_format(question->note[question->choices], QUESTION_NOTE_SIZE, "-%d",
                    prices[i].amount);
        question_offer(question, prices[i].name, prices[i].about);
    }
    question->else_takes = ELSE_TAKES_NUMBER;
    question->rule = "5.4";
}

bool trilemma_may_react(struct decision *decision, int id)
{
    const struct state *state = &decision->state;
    const char *name = state_name(state, id);
    if (!trilemma_has_score(decision, id)) {
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
    if (price == &prices[LATE_SHIELD] && trilemma_last_hit(state, id) == NULL) {
        decision_refuse(decision, "5.4", "no attack has just hit %s", state_name(state, id));
        return false;
    }
    if (!is_never(state, id, price)) {
        return true;
    }
    if (strcmp(price->trait, "subordinates") == 0) {
        return decision_refuse(decision, "5.4",
                               "nobody is under %s's command; `command` puts them there",
                               state_name(state, id));
    }
    if (strcmp(price->trait, "command") == 0) {
        return decision_refuse(decision, "5.4",
                               "%s is in no chain of command: `command` puts it there",
                               state_name(state, id));
    }
    bool is_defence = trilemma_buys(str_of(price->name)) != BUYS_ATTACK;
    return decision_refuse(decision, is_defence ? "5.17" : "5.4",
                           "%s has no %s: `trait` gives it", state_name(state, id),
                           price->trait);
}

/* ---- what it buys ---------------------------------------------------------------------- */

void trilemma_needed(const struct inputs *inputs, struct text *out)
{
    if (strcmp(inputs->action->name, "defend") == 0) {
        trilemma_add_needed_to_stop(trilemma_input(inputs, "against"),
                                    trilemma_input(inputs, "strength"), out);
    }
}

/* A shield after the attack roll is an act of its own; its total decides about the hit (5.17;
 * T38). */
static void shield_late(struct decision *decision, const struct command *command, int id)
{
    const struct state *state = &decision->state;
    struct effect struck = *trilemma_last_hit(state, id);
    struct inputs inputs;
    struct error err;
    struct outcome outcome;
    int strength;
    if (!option_value_of_act(decision, command, "strength", id, STRENGTH,
                             trilemma_ability_range, &strength)) {
        return;
    }
    inputs_begin(&inputs, state_system(state), state_action(state, "defend"));
    TEXT_BUFFER(who, NAME_SIZE * 2 + 40);
    text_add(&who, "%s, shield after %s's attack", state_name(state, id),
             state_name(state, struck.object));
    if (!decision_status(decision, inputs_give_number(&inputs, "strength", strength, &err),
                         &err) ||
        !decision_status(decision, inputs_give_number(&inputs, "against", struck.amount, &err),
                         &err) ||
        !option_input(decision, command, "edge", &inputs) ||
        !decision_status(decision, inputs_finish(&inputs, &err), &err)) {
        return;
    }
    if (!decision_resolve(decision, &inputs, id, struck.object, who.p, &outcome)) {
        return;
    }
    trilemma_meet_hit(decision, id, trilemma_first_total(decision, 0));
}

static void roll_wits(struct decision *decision, const struct command *command, int id, int dc)
{
    const struct state *state = &decision->state;
    int wits;
    struct inputs inputs;
    struct error err;
    struct outcome outcome;
    TEXT_BUFFER(who, NAME_SIZE + 16);
    if (!option_value_of_act(decision, command, "wits", id, WITS, trilemma_ability_range,
                             &wits)) {
        return;
    }
    text_add(&who, "%s, wits check", state_name(state, id));
    inputs_begin(&inputs, state_system(state), state_action(state, "check"));
    if (decision_status(decision, inputs_give_number(&inputs, "ability", wits, &err), &err) &&
        decision_status(decision, inputs_give_number(&inputs, "dc", dc, &err), &err) &&
        option_input(decision, command, "edge", &inputs) &&
        decision_status(decision, inputs_finish(&inputs, &err), &err) &&
        !decision_resolve(decision, &inputs, id, 0, who.p, &outcome)) {
        decision_prompt(decision, "check", " + %d against DC %d", wits, dc);
    }
}

static bool read_dc(struct decision *decision, const struct command *command, int id, int *out)
{
    if (command_option(command, "dc") == NULL) {
        struct question *question =
            decision_ask(decision, QUESTION_NUMBER, "%s, wits check: against which DC?",
                         state_name(&decision->state, id));
        text_format(question->prefix, sizeof question->prefix, "dc=");
        question->low = dc_range.low;
        question->high = dc_range.high;
        question->rule = "5.4";
        return false;
    }
    return option_number(decision, command, "dc", dc_range, 0, out);
}

/* A wits check: free between rounds (5.5), otherwise paid for, or the action of the turn. */
void trilemma_decide_check(struct decision *decision, const struct command *command)
{
    const struct state *state = &decision->state;
    const struct argument *who = &command->argument[0];
    int id = who->is_given ? who->id : trilemma_actor_of(decision, command);
    int dc;
    if (!decision_goes_on(decision)) {
        return;
    }
    const struct effect *paid = trilemma_bought(state, id, BUYS_CHECK);
    bool is_free = !trilemma_is_round(state);
    if ((!is_free && paid == NULL && !trilemma_may_act(decision, id)) ||
        !read_dc(decision, command, id, &dc)) {
        return;
    }
    roll_wits(decision, command, id, dc);
    if (!decision_goes_on(decision)) {
        return;
    }
    if (paid != NULL) {
        trilemma_use_bought(decision, trilemma_bought(state, id, BUYS_CHECK));
    } else if (!is_free) {
        trilemma_use_action(decision, id);
    }
    decision_label(decision, "%s: wits check", state_name(state, id));
}

/* Some reactions are used at once; all others are bought acts until the round ends (T37). */
static void give(struct decision *decision, const struct command *command, int id,
                 const struct price *price, const char *reason)
{
    int dc;
    if (price == NULL) {
        char name[LABEL_SIZE * 2];
        text_format(name, sizeof name, TRILEMMA_EXTRA "%s", reason);
        trilemma_buy(decision, id, str_of(name));
    } else if (price == &prices[LATE_SHIELD]) {
        shield_late(decision, command, id);
    } else if (trilemma_buys(str_of(price->name)) == BUYS_CHECK &&
               (command_option(command, "dc") != NULL || decision->asks)) {
        if (read_dc(decision, command, id, &dc)) {
            roll_wits(decision, command, id, dc);
        }
    } else if (trilemma_buys(str_of(price->name)) != BUYS_NOTHING) {
        trilemma_buy(decision, id, str_of(price->name));
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

/* What is typed as "shield-after" reads "shield after". */
static void price_words(const struct price *price, char out[LABEL_SIZE])
{
    text_format(out, LABEL_SIZE, "%s", price->name);
    for (char *hyphen = out; (hyphen = strchr(hyphen, '-')) != NULL;) {
        *hyphen = ' ';
    }
}

/* The one that was hit last in this turn and is still here; 0: nobody was. */
static int last_struck(const struct state *state)
{
    const struct effect *hit = NULL;
    int id = 0;
    while ((hit = state_effect(state, hit, TRILEMMA_STRUCK, ANYBODY, ANYBODY)) != NULL) {
        id = state_is_in(state, hit->subject) ? hit->subject : id;
    }
    return id;
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
        struct question *question = decision_ask(decision, QUESTION_COMBATANT, "who reacts?");
        question->rule = "5.4";
        question->likely = last_struck(&decision->state);
        return;
    }
    if (!trilemma_may_react(decision, id)) {
        return;
    }
    if (!command->argument[1].is_given) {
        ask_price(decision, id);
        return;
    }
    const struct price *price = price_find(command->argument[1].word);
    if (price != NULL) {
        amount = price->amount;
    } else if (!str_to_int64(command->argument[1].word, 0, PRICE_MAX, &amount)) {
        unknown_price(decision, command->argument[1].word);
        return;
    }
    if ((price != NULL && !meets_condition(decision, id, price)) ||
        !trilemma_can_pay(decision, command, id, (int)amount)) {
        return;
    }
    char words[LABEL_SIZE] = "a reaction";
    if (price != NULL) {
        price_words(price, words);
    }
    trilemma_reason(command, words, reason);
    trilemma_pay(decision, id, (int)amount, reason, "5.4");
    if (amount > 0) {
        give(decision, command, id, price, reason);
    }
    decision_label(decision, "%s: %s, -%d", state_name(&decision->state, id), reason,
                   (int)amount);
}

/* ---- using an act that was paid for ---------------------------------------------------- */

static const struct {
    const char *word;
    decide_fn *decide; /* NULL: it was words alone */
} acts[] = {{"attack", trilemma_decide_attack},     {"shoot", trilemma_decide_shoot},
            {"guard", trilemma_decide_defend},      {"aim", trilemma_decide_aim},
            {"reorient", trilemma_decide_reorient}, {"done", NULL}};
enum { ACTS = sizeof acts / sizeof acts[0] };

const char *const trilemma_acts[] = {"attack",   "shoot", "guard", "aim",
                                     "reorient", "done",  NULL};

static void ask_act(struct decision *decision, const struct effect *paid)
{
    struct question *question =
        decision_ask(decision, QUESTION_CHOICE, "%s paid for %s: what does it do?",
                     state_name(&decision->state, paid->subject), trilemma_bought_words(paid));
    for (int i = 0; i < ACTS; i++) {
        question_offer(question, acts[i].word, "");
    }
    question->rule = "5.2";
}

/* `use Bo attack g1`: any action that was paid for; `done` when it was words alone. */
void trilemma_decide_use(struct decision *decision, const struct command *command)
{
    const struct state *state = &decision->state;
    int id = command->argument[0].id;
    const struct effect *paid = trilemma_bought(state, id, BUYS_ACT);
    if (paid == NULL || !trilemma_is_round(state)) {
        decision_refuse(decision, "5.2", "%s has no paid act left", state_name(state, id));
        return;
    }
    if (!command->argument[1].is_given) {
        ask_act(decision, paid);
        return;
    }
    int choice = command->argument[1].choice;
    if (acts[choice].decide == NULL) {
        struct effect done = *paid;
        trilemma_use_bought(decision, paid);
        struct event *event = decision_tell(decision, EVENT_NOTED, id, 0);
        decision_say(decision, event, "5.2", "%s: %s is done", state_name(state, id),
                     trilemma_bought_words(&done));
        decision_label(decision, "%s: %s", state_name(state, id), trilemma_bought_words(&done));
        return;
    }
    /* The act itself, by this one, with the rest of the line. */
    struct command act = *command;
    char by[16];
    text_format(by, sizeof by, "#%d", id);
    act.argument[0] = command->argument[2];
    if (act.options < OPTIONS_MAX) {
        act.option[act.options++] = (struct option){.name = str_of("by"), .value = str_of(by)};
    }
    acts[choice].decide(decision, &act);
}
