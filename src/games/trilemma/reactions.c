/* Trilemma at the table: reactions and what else initiative pays for. */
#include "games/trilemma/reactions.h"

#include <string.h>

#include "base/nearest.h"
#include "base/utf8.h"
#include "tracker/conditions.h"
#include "tracker/procedure.h"
#include "tracker/table_commands.h"
#include "tracker/turns.h"
#include "games/trilemma/acting.h"
#include "games/trilemma/attack.h"
#include "games/trilemma/combatant.h"
#include "games/trilemma/hits.h"
#include "games/trilemma/initiative.h"

/* ==== Reactions: their prices, and the acts that they buy (5.2, 5.4, 5.17; T8, T37). */

/* In the price list, for orders: giving one, and attacking on one. */
#define TRILEMMA_ORDER "order"

enum { PRICE_MAX = 1000 };

static const struct number_range dc_range = {-100, 100};

/* The price list (5.4; T8). `trait`: a trait that is needed; one that defends is there unless
 * it is known to be missing. "command": being under somebody's command; "subordinates": having
 * somebody there under one's own. */
static const struct price {
    const char *name;
    int amount;
    const char *trait;
    const char *text;
    const char *about; /* after its name, where it is chosen */
} prices[] = {
    {"shield", 2, "shield", "a shield, before the attack roll", "self before the roll"},
    {"shield-after", 5, "shield", "a shield, after the attack roll", "the roll"},
    {"warn", 2, NULL, "shouting a warning", "by shouting"},
    {"draw", 2, NULL, "drawing a weapon", "a weapon"},
    {"wits-check", 2, NULL, "a wits check in the round", NULL},
    {"opportunity", 5, NULL, "an opportunity attack", "attack"},
    {"riposte", 10, "riposte", "a riposte", "to an attack"},
    {TRILEMMA_CLEAR_ORDER, 10, "command", "an attack on a clear order", "to attack"},
    /* the last, so that no other's letter depends on it */
    {TRILEMMA_ORDER, 5, "subordinates", "ordering subordinates to attack", "others to attack"},
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

void trilemma_add_reactions(struct text *rows)
{
    for (int i = 0; i < PRICES; i++) {
        const char *name = prices[i].name;
        enum buys buys = trilemma_buys(str_of(name));
        bool is_played = i == LATE_SHIELD || buys == BUYS_ATTACK || buys == BUYS_DEFENCE;
        if (!is_played || prices[i].trait == NULL) {
            continue;
        }
        text_add(rows, "react {one} %s|{one} reacts: ", name);
        for (const char *at = name; *at != '\0'; at++) {
            text_add_char(rows, *at == '-' ? ' ' : *at);
        }
        text_add(rows, "\n");
    }
}

/* ---- whether one may ------------------------------------------------------------------- */

/* True when somebody is there who would follow an order. */
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

/* True when what it needs is missing: training, gear, a place in a chain of command. Unlike a
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
    return trait_value(state, id, price->trait, is_defence ? 1 : 0) == 0 &&
           !(is_defence && trait_value(state, id, "defence", 0) != 0);
}

/* True when it may react: not henchmen (5.11), not at 0 (5.9), not between rounds (5.5). */
static bool may_react(struct decision *decision, int id)
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
    inputs_give_number(&inputs, "strength", strength);
    inputs_give_number(&inputs, "against", struck.amount);
    if (!option_input(decision, command, "edge", &inputs) ||
        !decision_finish(decision, &inputs) ||
        !decision_resolve(decision, &inputs, id, struck.object, who.p, &outcome)) {
        return;
    }
    trilemma_meet_hit(decision, id, trilemma_first_total(decision));
}

/* What a check is made with (5.14), in the order of their words. */
const char *const trilemma_abilities[] = {"wits", "strength", NULL};

static const struct {
    int field;
    const char *rule;
} abilities[] = {{WITS, "5.4"}, {STRENGTH, "5.14"}};

enum { BY_WITS };

/* "Bo, strength check (lift the gate)". */
static void name_check(const struct decision *decision, const struct command *command, int id,
                       const char *gap, int ability, struct text *out)
{
    char reason[LABEL_SIZE];
    trilemma_reason(command, "", reason);
    text_add(out, "%s%s %s check", state_name(&decision->state, id), gap,
             trilemma_abilities[ability]);
    if (reason[0] != '\0') {
        text_add(out, " (%s)", reason);
    }
}

static void roll_check(struct decision *decision, const struct command *command, int id,
                       int ability, int dc)
{
    const struct state *state = &decision->state;
    int value;
    struct inputs inputs;
    struct outcome outcome;
    TEXT_BUFFER(who, NAME_SIZE + LABEL_SIZE + 24);
    if (!option_value_of_act(decision, command, trilemma_abilities[ability], id,
                             abilities[ability].field, trilemma_ability_range, &value)) {
        return;
    }
    name_check(decision, command, id, ",", ability, &who);
    inputs_begin(&inputs, state_system(state), state_action(state, "check"));
    inputs_give_number(&inputs, "ability", value);
    inputs_give_number(&inputs, "dc", dc);
    if (option_input(decision, command, "edge", &inputs) &&
        decision_finish(decision, &inputs) &&
        !decision_resolve(decision, &inputs, id, 0, who.p, &outcome)) {
        decision_prompt(decision, "check", " + %d against DC %d", value, dc);
    }
}

static bool read_dc(struct decision *decision, const struct command *command, int id,
                    int ability, int *out)
{
    if (command_option(command, "dc") == NULL) {
        TEXT_BUFFER(who, NAME_SIZE + LABEL_SIZE + 24);
        name_check(decision, command, id, ",", ability, &who);
        struct question *question =
            decision_ask(decision, QUESTION_NUMBER, "%s: against which DC?", who.p);
        text_format(question->prefix, sizeof question->prefix, "dc=");
        question->low = dc_range.low;
        question->high = dc_range.high;
        question->rule = abilities[ability].rule;
        return false;
    }
    return option_number(decision, command, "dc", dc_range, 0, out);
}

/* Of wits, where no word says otherwise; asked only where everything is left open. */
static bool read_ability(struct decision *decision, const struct command *command, int id,
                         int *out)
{
    bool is_strength = command_option(command, "strength") != NULL;
    bool is_said = is_strength || command_option(command, "wits") != NULL ||
                   command_option(command, "dc") != NULL ||
                   trilemma_bought(&decision->state, id, BUYS_CHECK) != NULL;
    TEXT_BUFFER(prompt, NAME_SIZE + 24);
    *out = is_strength ? BY_WITS + 1 : BY_WITS;
    if (is_said && command_option(command, "of") == NULL) {
        return true;
    }
    text_add(&prompt, "%s: a check of what?", state_name(&decision->state, id));
    return option_choice(decision, command, "of", trilemma_abilities, prompt.p, out);
}

/* A check: free between rounds (5.5), otherwise the action of the turn, or one of wits that was
 * paid for. */
void trilemma_decide_check(struct decision *decision, const struct command *command)
{
    const struct state *state = &decision->state;
    const struct argument *who = &command->argument[0];
    int id = who->is_given ? who->id : trilemma_actor_of(decision, command);
    int ability, dc;
    if (!decision_goes_on(decision) || !read_ability(decision, command, id, &ability)) {
        return;
    }
    bool is_paid = ability == BY_WITS && trilemma_bought(state, id, BUYS_CHECK) != NULL;
    bool is_free = !trilemma_is_round(state);
    if ((!is_free && !is_paid && !trilemma_may_act(decision, id)) ||
        !read_dc(decision, command, id, ability, &dc)) {
        return;
    }
    roll_check(decision, command, id, ability, dc);
    if (!decision_goes_on(decision)) {
        return;
    }
    if (is_paid) {
        trilemma_use_bought(decision, trilemma_bought(state, id, BUYS_CHECK));
    } else if (!is_free) {
        trilemma_use_action(decision, id);
    }
    TEXT_BUFFER(label, NAME_SIZE + LABEL_SIZE + 24);
    name_check(decision, command, id, ":", ability, &label);
    decision_label(decision, "%s", label.p);
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
        if (read_dc(decision, command, id, BY_WITS, &dc)) {
            roll_check(decision, command, id, BY_WITS, dc);
        }
    } else if (trilemma_buys(str_of(price->name)) != BUYS_NOTHING) {
        trilemma_buy(decision, id, str_of(price->name));
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
    if (!may_react(decision, id)) {
        return;
    }
    if (!command->argument[1].is_given) {
        struct question *question = decision_ask(
            decision, QUESTION_CHOICE,
            "%s at %d: which reaction? or type a price for another act",
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
        return;
    }
    const struct price *price = price_find(command->argument[1].word);
    if (price != NULL) {
        amount = price->amount;
    } else if (!str_to_int64(command->argument[1].word, 0, PRICE_MAX, &amount)) {
        struct nearest nearest;
        nearest_init(&nearest, command->argument[1].word);
        TEXT_BUFFER(list, 160);
        for (int i = 0; i < PRICES; i++) {
            nearest_offer(&nearest, prices[i].name);
            text_add(&list, "%s%s %d", i == 0 ? "" : ", ", prices[i].name, prices[i].amount);
        }
        char shown[48];
        utf8_clean(shown, sizeof shown, command->argument[1].word);
        decision_wrong(decision, "there is no reaction %s%s (a number, or %s)", shown,
                       nearest_question(&nearest).text, list.p);
        return;
    }
    if ((price != NULL && !meets_condition(decision, id, price)) ||
        !trilemma_can_pay(decision, command, id, (int)amount)) {
        return;
    }
    char words[LABEL_SIZE] = "a reaction";
    if (price != NULL) {
        /* What is typed as "shield-after" reads "shield after". */
        text_format(words, LABEL_SIZE, "%s", price->name);
        for (char *hyphen = words; (hyphen = strchr(hyphen, '-')) != NULL;) {
            *hyphen = ' ';
        }
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
        struct question *question = decision_ask(
            decision, QUESTION_CHOICE, "%s paid for %s: what does it do?",
            state_name(&decision->state, paid->subject), trilemma_bought_words(paid));
        for (int i = 0; i < ACTS; i++) {
            question_offer(question, acts[i].word, "");
        }
        question->rule = "5.2";
        return;
    }
    int choice = command->argument[1].choice;
    if (acts[choice].decide == NULL) {
        struct effect done = *paid;
        trilemma_use_bought(decision, paid);
        decision_say(decision, decision_tell(decision, EVENT_NOTED, id, 0), "5.2",
                     "%s: %s is done", state_name(state, id), trilemma_bought_words(&done));
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

/* ==== Superior initiative, acts between rounds, forced bouts, orders (5.3, 5.5, 5.8, 5.11). */

enum { SUPERIOR_PRICE = 10, FORCED_PRICE = 10 };

static const struct number_range price_range = {0, PRICE_MAX};

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

/* A combatant that is ready has let its turn pass without acting. */
static bool has_had_turn(const struct state *state, int id)
{
    return state_value(state, id, FIELD_HAS_ACTED, 0) != 0 &&
           !state_has_effect(state, EFFECT_READY, id, ANYBODY);
}

static const struct effect *superior_turn(const struct state *state)
{
    return state_effect(state, NULL, TRILEMMA_SUPERIOR, ANYBODY, ANYBODY);
}

static bool is_between_rounds(const struct state *state)
{
    return state->value[ENCOUNTER_ROUND] > 0 && state->value[ENCOUNTER_PHASE] == PHASE_BETWEEN;
}

/* True when a turn at this score would come before those of all who have not had theirs. */
static bool comes_next(const struct state *state, int id, int score)
{
    bool is_next = true;
    for (int other = 1; other <= state->count && is_next; other++) {
        bool waits = other != id && other != state->value[ENCOUNTER_TURN] &&
                     state_is_in(state, other) && !has_had_turn(state, other);
        is_next = !waits || trilemma_score(state, other) < score;
    }
    return is_next;
}

void trilemma_key_word(const struct state *state, const char *line, int brevity,
                       struct text *out)
{
    if (strcmp(line, "superior") == 0 && superior_turn(state) != NULL) {
        /* The key names nobody, and it spends a player's initiative: who pays, when the bought
         * turn comes, and that one's own turn ends by it. */
        int id = superior_turn(state)->subject;
        const char *name = state_name(state, id);
        int again = trilemma_score(state, id) - SUPERIOR_PRICE;
        bool is_own = state->value[ENCOUNTER_TURN] == id;
        if (brevity == 0 && is_own) {
            text_add(out, "%s ends turn, pays %d init to act again at %d", name, SUPERIOR_PRICE,
                     again);
        } else if (brevity == 0) {
            text_add(out, "%s pays %d init for another turn %s, at %d", name, SUPERIOR_PRICE,
                     comes_next(state, id, again) ? "after this" : "later", again);
        } else if (!is_own) { /* nobody would understand less than the last */
            /* Not at once, in the turn of another. */
            text_add(out, "%s: extra turn %s for %d", name,
                     comes_next(state, id, again) ? "after this" : "later", SUPERIOR_PRICE);
            if (brevity < KEY_WORD_SHORTEST) {
                text_add(out, " init, at %d", again);
            }
        } else if (brevity == 1) {
            text_add(out, "%s: end turn, again for %d init", name, SUPERIOR_PRICE);
        } else { /* whose turn it is stands in the order, and in the panel that it is bought */
            text_add(out, "end turn, again at %d", again);
        }
    } else if (strcmp(line, "next") == 0 && is_between_rounds(state)) {
        text_add(out, "next round");
    } else if (strcmp(line, "next") == 0 && trilemma_is_last_turn(state)) {
        text_add(out, "end round");
    } else if (strcmp(line, "effect") == 0 && trilemma_owner_of_degrees(state) != 0) {
        text_add(out, "%s: effect", state_name(state, trilemma_owner_of_degrees(state)));
    } else if (brevity == 0 && strcmp(line, "between %w %n") == 0) {
        text_add(out, "act between rounds");
    } else if (strcmp(line, "declare") == 0) { /* beside keys for the selected one */
        text_add(out, "declare spell%s", brevity < KEY_WORD_SHORTEST ? ": who?" : "");
    }
}

bool trilemma_key_is_aside(const struct state *state, const char *line)
{
    if (strcmp(line, "superior") != 0) { /* it is asked of every key */
        return false;
    }
    const struct effect *superior = superior_turn(state);
    return superior != NULL && superior->subject != state->value[ENCOUNTER_TURN];
}

void trilemma_score_fact(const struct state *state, int id, struct text *out)
{
    if (!state_is_set(state, id, FIELD_INITIATIVE)) {
        return;
    }
    text_add(out, "init ");
    trilemma_format_score(state, id, out);
    const struct effect *superior = superior_turn(state);
    bool can_pay = trilemma_score(state, id) > SUPERIOR_PRICE;
    bool is_of_another = superior != NULL && superior->subject != id &&
                         trilemma_is_round(state) && has_had_turn(state, id);
    if (can_pay && is_of_another && is_used_up(state, superior)) {
        text_add(out, "; extra turn: used up\n");
    } else if (can_pay && is_of_another) {
        text_add(out, "; extra turn: only %s, who began the round\n",
                 state_name(state, superior->subject));
    } else if (!trilemma_has_superior(state, id) || !can_pay) {
        text_add(out, "\n");
    } else if (has_had_turn(state, id)) {
        text_add(out, "; can act again for %d\n", SUPERIOR_PRICE);
    } else {
        text_add(out, "; can act twice\n");
    }
}

/* Another turn for the combatant that started the round with the highest score (5.3; T6). */
void trilemma_decide_superior(struct decision *decision, const struct command *command)
{
    const struct state *state = &decision->state;
    (void)command;
    const struct effect *effect = superior_turn(state);
    if (effect == NULL || !trilemma_is_round(state)) {
        decision_refuse(decision, "5.3", "no round is running, so nobody can buy another turn");
        return;
    }
    int id = effect->subject;
    int used = effect->amount;
    const char *name = state_name(state, id);
    /* Nobody buys a turn without an enemy to use it on. */
    const char *over = turns_over(state);
    if (over != NULL &&
        !decision_refuse(decision, "5.3", "the fight is over: %s",
                         turns_is_out(state, SIDE_FOES) ? "no foe is left"
                                                        : "the party is out of it")) {
        return;
    }
    if (!state_is_in(state, id) || !state_is_set(state, id, FIELD_INITIATIVE)) {
        decision_refuse(decision, "5.3",
                        "%s could buy another turn and is no longer in the fight", name);
        return;
    }
    if (!has_had_turn(state, id) &&
        !decision_refuse(
            decision, "5.3",
            "only %s, the first of this round, can buy another turn, after its own", name)) {
        return;
    }
    if (is_used_up(state, effect) &&
        !decision_refuse(decision, "5.3", "%s has bought another turn this round", name)) {
        return;
    }
    if (trilemma_score(state, id) <= SUPERIOR_PRICE &&
        !decision_refuse(decision, "5.3", "%s is at %d: another turn needs more than %d", name,
                         trilemma_score(state, id), SUPERIOR_PRICE)) {
        return;
    }
    decision_effect(decision, EVENT_EFFECT_CHANGED, TRILEMMA_SUPERIOR, id, 0, str_of(""),
                    used + 1);
    trilemma_pay(decision, id, SUPERIOR_PRICE, "another turn", "5.3");
    TEXT_BUFFER(again, 2 * NAME_SIZE + 48);
    /* The score where the bought turn comes, and what becomes of the turn that is on. */
    int turn = state->value[ENCOUNTER_TURN];
    text_add(&again, "%s acts again at %d", state_name(state, id), trilemma_score(state, id));
    if (turn == id) {
        text_add(&again, "; this turn ends");
    } else if (turn != 0) {
        text_add(&again, "; %s's turn goes on", state_name(state, turn));
    }
    struct event *event = decision_value(decision, EVENT_ACTION_USED, id, FIELD_HAS_ACTED, 0);
    decision_say(decision, event, "5.3", "%s", again.p);
    if (state->value[ENCOUNTER_TURN] == id) {
        conditions_turn_ends(decision, id);
        trilemma_forget_hits(decision);
        /* Its next turn is a separate turn, even when nobody acts in between. */
        decision_encounter(decision, EVENT_TURN_STARTED, ENCOUNTER_TURN, 0);
        trilemma_go_on(decision);
    }
    decision_label(decision, "%s", again.p);
}

/* ---- between rounds -------------------------------------------------------------------- */

/* The usual cost of an act between rounds, as the referee judges it; that of `act` comes from
 * the setting (5.5; T9). */
static const struct {
    const char *name;
    int amount;
    const char *about; /* after its name, where it is chosen */
    const char *said;  /* in the log */
} between_prices[] = {{"talk", 0, NULL, "talk between rounds"},
                      {"act", 2, NULL, "an act between rounds"},
                      {"hard", 5, "act", "a hard act between rounds"},
                      {"desperate", 10, "act", "a desperate act between rounds"}};

enum { BETWEEN_PRICES = sizeof between_prices / sizeof between_prices[0], BETWEEN_ACT = 1 };

static int between_price(const struct state *state, int i)
{
    return i == BETWEEN_ACT ? trilemma_setting(state, SETTING_BETWEEN_PRICE)
                            : between_prices[i].amount;
}

static void ask_between(struct decision *decision, int id)
{
    const struct state *state = &decision->state;
    struct question *question = decision_ask(
        decision, QUESTION_CHOICE, "%s at init %d acts between rounds: at what price in init?",
        state_name(state, id), trilemma_score(state, id));
    for (int i = 0; i < BETWEEN_PRICES; i++) {
        int price = between_price(state, i);
        text_format(question->note[i], sizeof question->note[i], price == 0 ? "free" : "-%d",
                    price);
        question_offer(question, between_prices[i].name, between_prices[i].about);
    }
    question->usual = BETWEEN_ACT + 1;
    question->else_takes = ELSE_TAKES_NUMBER;
    question->rule = "5.5";
}

/* One of those words, which also says what it is for, or a number; false when it is neither. */
static bool read_between(const struct state *state, struct str word, int64_t *out,
                         const char **said)
{
    for (int i = 0; i < BETWEEN_PRICES; i++) {
        if (str_equal_any_case(word, str_of(between_prices[i].name))) {
            *out = between_price(state, i);
            *said = between_prices[i].said;
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
    bool is_named = command->argument[0].is_given;
    if (is_named && !trilemma_has_score(decision, id)) {
        return;
    }
    if (!is_between_rounds(state) &&
        !decision_refuse(decision, "5.5", "this is only possible between rounds")) {
        return;
    }
    if (!is_named) {
        struct question *question =
            decision_ask(decision, QUESTION_COMBATANT, "who acts between rounds?");
        question->wanted = WANTED_SELECTED;
        question->rule = "5.5";
        return;
    }
    if (!command->argument[1].is_given && decision->asks) {
        ask_between(decision, id);
        return;
    }
    int64_t typed = price;
    const char *said = between_prices[BETWEEN_ACT].said;
    if (command->argument[1].is_given &&
        !read_between(state, command->argument[1].word, &typed, &said)) {
        decision_wrong(decision, "between: talk, act, hard, desperate, or a price from 0 to %d",
                       PRICE_MAX);
        return;
    }
    if (!trilemma_can_pay(decision, command, id, (int)typed)) {
        return;
    }
    trilemma_reason(command, said, reason);
    trilemma_pay(decision, id, (int)typed, reason, "5.5");
    decision_label(decision, "%s: %s", state_name(state, id), reason);
}

/* ---- forced bouts ---------------------------------------------------------------------- */

/* The combatants a forced bout spares: except=NAME,NAME. */
static bool read_spared(struct decision *decision, const struct command *command,
                        bool spared[COMBATANTS_MAX + 1])
{
    const struct option *option = command_option(command, "except");
    if (option == NULL) {
        return true;
    }
    struct str rest = option->value;
    for (struct str one; str_next_part(&rest, ',', &one);) {
        struct error err;
        int id = combatant_find_listed(&decision->state, one, &err);
        if (id == 0) {
            decision_wrong(decision, "except=: %s", err.text);
            return false;
        }
        spared[id] = true;
    }
    return true;
}

/* A number, or dice thrown once for all of them; 0 unless it is given. */
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
    bool spared[COMBATANTS_MAX + 1] = {false};
    int hp;
    if (!is_between_rounds(state) && !decision_refuse(decision, "5.8",
                                                      "a bout is forced to go on when it would "
                                                      "end: the round is not over")) {
        return;
    }
    bool no_foe = turns_is_out(state, SIDE_FOES);
    if ((no_foe || turns_is_out(state, SIDE_PARTY)) &&
        !decision_refuse(decision, "5.8", "there is no bout to force: %s",
                         no_foe ? "no foe is left" : "the party is out of the fight")) {
        return;
    }
    if (!read_spared(decision, command, spared) || !read_forced_hp(decision, command, &hp)) {
        return;
    }
    bool has_anybody = false;
    trilemma_forget_spells(decision, ", the bout was forced");
    for (int id = 1; id <= state->count && decision_goes_on(decision); id++) {
        if (!state_is_in(state, id) || !state_is_set(state, id, FIELD_INITIATIVE) ||
            spared[id]) {
            continue;
        }
        trilemma_pay(decision, id, FORCED_PRICE, "forced bout", "5.8");
        if (hp > 0) {
            table_damage(decision, id, hp, "5.8");
        }
        has_anybody = has_anybody || trilemma_score(state, id) > 0;
    }
    if (!has_anybody) {
        decision_say(decision, decision_tell(decision, EVENT_NOTED, 0, 0), "5.8",
                     "all are at 0: the bout ends by itself");
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
        struct named_several who =
            combatants_named(&decision->state, targets->ids, targets->ids_count);
        struct question *question =
            decision_ask(decision, QUESTION_COMBATANT, "who commands %s?", who.text);
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

/* Who gives the order: by=..., else the one in command of the combatant. */
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
    /* The line that it names can be typed as it stands, also with names of several words. */
    TEXT_BUFFER(lacks, NAME_SIZE + 12);
    TEXT_BUFFER(way, NAME_SIZE * 2 + 24);
    text_add(&way, "command ");
    combatant_word(&decision->state, id, &way);
    text_add(&way, " under=");
    if (superior == 0) {
        text_add(&lacks, "under nobody");
        text_add(&way, "NAME");
    } else {
        text_add(&lacks, "not under %s", state_name(&decision->state, superior));
        combatant_word(&decision->state, superior, &way);
    }
    if (!decision_refuse(decision, "5.11", "%s is %s's command: `%s`",
                         state_name(&decision->state, id), lacks.p, way.p)) {
        return 0;
    }
    superior = superior != 0 ? superior : decision->state.value[ENCOUNTER_TURN];
    if (superior == 0) {
        decision_wrong(decision, "who gives the order? by=NAME");
    }
    return superior;
}

/* The ordered combatant acts at once, at the superior's score before paying (T13). A henchman
 * uses its turn for any act; a combatant with its own score pays for an attack and keeps its
 * action (5.4, 5.11). */
static void follow_order(struct decision *decision, const struct command *command, int id,
                         int superior, int score)
{
    const struct state *state = &decision->state;
    bool is_henchman = trilemma_is_henchman(state, id);
    int price = trilemma_reaction_price(TRILEMMA_CLEAR_ORDER);
    if (is_henchman) {
        if (state_value(state, id, FIELD_HAS_ACTED, 0) &&
            !decision_refuse(decision, "5.11", "%s has acted this round",
                             state_name(state, id))) {
            return;
        }
        decision_value(decision, EVENT_ACTION_USED, id, FIELD_HAS_ACTED, 1);
    } else {
        if (!may_react(decision, id) || !trilemma_can_pay(decision, command, id, price)) {
            return;
        }
        trilemma_pay(decision, id, price, "following an order", "5.11");
    }
    trilemma_buy(decision, id, str_of(is_henchman ? TRILEMMA_ORDERED : TRILEMMA_CLEAR_ORDER));
    decision_say(decision, decision_tell(decision, EVENT_NOTED, id, 0), "5.11",
                 "%s acts at %d, on %s's order", state_name(state, id), score,
                 state_name(state, superior));
}

/* Outside the superior's turn an order is a reaction, unless it has been paid for (5.4;
 * T37). */
static bool pay_order(struct decision *decision, const struct command *command, int superior)
{
    const struct effect *paid = trilemma_bought(&decision->state, superior, BUYS_ORDER);
    int price = trilemma_reaction_price(TRILEMMA_ORDER);
    if (paid != NULL) {
        trilemma_use_bought(decision, paid);
        return true;
    }
    if (!may_react(decision, superior) ||
        !trilemma_can_pay(decision, command, superior, price)) {
        return false;
    }
    trilemma_pay(decision, superior, price, TRILEMMA_ORDER, "5.4");
    return true;
}

/* Who obeys, and what it costs them. */
static void ask_who_obeys(struct decision *decision, const struct command *command)
{
    const struct state *state = &decision->state;
    int superior;
    if (!option_combatant(decision, command, "by", &superior)) {
        return;
    }
    struct question *question = decision_ask(
        decision, QUESTION_COMBATANT, "who acts on %s%s order? all but henchmen pay %d",
        superior != 0 ? state_name(state, superior) : "the", superior != 0 ? "'s" : "",
        trilemma_reaction_price(TRILEMMA_CLEAR_ORDER));
    question->rule = "5.11";
}

void trilemma_decide_order(struct decision *decision, const struct command *command)
{
    const struct state *state = &decision->state;
    const struct argument *targets = &command->argument[0];
    if (!targets->is_given) {
        ask_who_obeys(decision, command);
        return;
    }
    int superior = superior_of(decision, command, targets->ids[0]);
    if (superior == 0 || !trilemma_has_score(decision, superior)) {
        return;
    }
    if (!trilemma_is_round(state) &&
        !decision_refuse(decision, "5.5", "no round is running: nobody can follow an order")) {
        return;
    }
    int score = trilemma_score(state, superior);
    if (state->value[ENCOUNTER_TURN] != superior && !pay_order(decision, command, superior)) {
        return;
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
    struct named_several who = combatants_named(state, targets->ids, targets->ids_count);
    decision_label(decision, "%s orders %s", state_name(state, superior), who.text);
}
