/* Trilemma at the table: superior initiative, the rest between rounds, forced bouts, orders
 * (5.3, 5.5, 5.8, 5.11). */
#include "games/trilemma/spending.h"

#include <string.h>

#include "games/trilemma/bought.h"
#include "games/trilemma/combatant.h"
#include "games/trilemma/hits.h"
#include "games/trilemma/order.h"
#include "games/trilemma/payment.h"
#include "games/trilemma/reactions.h"
#include "games/trilemma/settings.h"
#include "games/trilemma/spells.h"
#include "games/trilemma/struck.h"
#include "tracker/conditions.h"
#include "tracker/procedure.h"
#include "tracker/table_commands.h"
#include "tracker/turns.h"

enum { PRICE_MAX = 1000, SUPERIOR_PRICE = 10, FORCED_PRICE = 10 };
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

/* Whether a turn at this score would come before those of all who have not had theirs. */
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

/* The key names nobody, and it spends a player's initiative: who pays, when the bought turn
 * comes, and that one's own turn ends by it. */
static void add_superior_word(const struct state *state, int brevity, struct text *out)
{
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
}

void trilemma_key_word(const struct state *state, const char *line, int brevity,
                       struct text *out)
{
    if (strcmp(line, "superior") == 0 && superior_turn(state) != NULL) {
        add_superior_word(state, brevity, out);
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

/* The score where the bought turn comes, and what becomes of the turn that is on. */
static void add_again(const struct state *state, int id, struct text *out)
{
    int turn = state->value[ENCOUNTER_TURN];
    text_add(out, "%s acts again at %d", state_name(state, id), trilemma_score(state, id));
    if (turn == id) {
        text_add(out, "; this turn ends");
    } else if (turn != 0) {
        text_add(out, "; %s's turn goes on", state_name(state, turn));
    }
}

/* Nobody buys a turn without an enemy to use it on. */
static bool may_fight_on(struct decision *decision)
{
    const struct state *state = &decision->state;
    const char *over = turns_over(state);
    return over == NULL ||
           decision_refuse(decision, "5.3", "the fight is over: %s",
                           turns_is_out(state, SIDE_FOES) ? "no foe is left"
                                                          : "the party is out of it");
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

/* Another turn for the one who started the round with the highest score (5.3; T6). */
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
    if (!may_fight_on(decision)) {
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
    add_again(state, id, &again);
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
    trilemma_forget_spells(decision, "the bout was forced");
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

/* The one who gives the order: by=..., else the one in command of the combatant. */
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
        if (!trilemma_may_react(decision, id) ||
            !trilemma_can_pay(decision, command, id, price)) {
            return;
        }
        trilemma_pay(decision, id, price, "following an order", "5.11");
    }
    trilemma_buy(decision, id, str_of(is_henchman ? TRILEMMA_ORDERED : TRILEMMA_CLEAR_ORDER));
    struct event *event = decision_tell(decision, EVENT_NOTED, id, 0);
    decision_say(decision, event, "5.11", "%s acts at %d, on %s's order", state_name(state, id),
                 score, state_name(state, superior));
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
    if (!trilemma_may_react(decision, superior) ||
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
