/* Four Against Darkness at the table: an encounter from the first sight of the foes to its end
 * (flow 1 to 6, Fleeing & Withdrawing). */
#include "games/four_against_darkness/encounter.h"

#include <string.h>

#include "tracker/conditions.h"
#include "tracker/counters.h"
#include "tracker/options.h"
#include "tracker/settings.h"
#include "tracker/turns.h"
#include "games/four_against_darkness/combatant.h"
#include "games/four_against_darkness/course.h"
#include "games/four_against_darkness/defence.h"
#include "games/four_against_darkness/harm.h"
#include "games/four_against_darkness/morale.h"
#include "games/four_against_darkness/records.h"
#include "games/four_against_darkness/rolls.h"
#include "games/four_against_darkness/treasure.h"

/* ==== Rounds and their phases, begun one after the other (flow 4, 5). */

static void enter(struct decision *decision, int step)
{
    enum phase phase = course_phase_at(&decision->state, step);
    foes_attacks_forget(decision);
    struct event *event =
        decision_encounter(decision, EVENT_PHASE_CHANGED, ENCOUNTER_PHASE, step);
    if (event == NULL) {
        event = decision_tell(decision, EVENT_NOTED, 0, 0);
    }
    decision_say(decision, event, "flow 4", "%s", course_phase_says(&decision->state));
    reroll_forget(decision, ANYBODY);
    if (course_is_foes_phase(phase)) {
        foes_attacks_call(decision, phase);
        foes_attacks_say_spared(decision);
    }
}

/* A round in which nobody can do anything still begins with its first phase. */
static void begin_round(struct decision *decision, int round)
{
    /* A new action for everybody but the dazed, and those who used that of round 1 before the
     * first blow; foes who have shot may attack again. */
    for (int id = 1; id <= decision->state.count; id++) {
        bool has_acted = state_value(&decision->state, id, FIELD_HAS_ACTED, 0) != 0;
        if (is_character(&decision->state, id) ? has_acted && round == 1 : !has_acted) {
            continue;
        }
        bool loses_it = is_character(&decision->state, id) &&
                        condition_holds(&decision->state, id, harm_dazed);
        decision_value(decision, EVENT_ACTION_USED, id, FIELD_HAS_ACTED, loses_it);
        if (loses_it) {
            harm_lose_to_daze(decision, id, "the action of this round is lost");
        }
    }
    struct event *event =
        decision_encounter(decision, EVENT_ROUND_STARTED, ENCOUNTER_ROUND, round);
    decision_say(decision, event, "flow 4", "round %d begins: %s", round,
                 course_order_words(course_order(&decision->state)));
    /* Effects of foes on every turn come at the start of the round. */
    for (int foe = 1; foe <= decision->state.count && decision_goes_on(decision); foe++) {
        const struct state *state = &decision->state;
        if (state_is_in(state, foe) && !is_character(state, foe) &&
            attitude_is_hostile(state, foe) && !is_helpless(state, foe)) {
            harm_call_turn(decision, foe);
        }
    }
    int step = course_step_from(&decision->state, 0, false);
    enter(decision, step < PHASES ? step : 0);
}

void rounds_begin(struct decision *decision, enum order order)
{
    settings_copy(decision);
    decision_encounter(decision, EVENT_PHASE_CHANGED, (enum encounter_field)ENCOUNTER_ORDER,
                       (int)order);
    begin_round(decision, 1);
}

/* ==== How an encounter starts. First effects of the foes, then surprise (flow 1 and 2). */

/* ---- the start ------------------------------------------------------------------------- */

static bool is_hidden(const struct state *state, int id)
{
    return state_has_effect(state, EFFECT_HIDDEN, id, 0);
}

int meeting_start_due(const struct state *state)
{
    for (int foe = 1; foe <= state->count && !course_is_met(state); foe++) {
        const char *text =
            state_is_in(state, foe) && !is_character(state, foe) && !is_hidden(state, foe)
                ? special_find(state, foe, "on_start")
                : NULL;
        if (text != NULL && strstr(text, "save ") != NULL) {
            return foe;
        }
    }
    return 0;
}

static void call_start_effect(struct decision *decision, int foe)
{
    const char *found = special_find(&decision->state, foe, "on_start");
    int ids[COMBATANTS_MAX];
    int count = found != NULL ? marching_order(&decision->state, ids) : 0;
    char text[LABEL_SIZE];
    text_format(text, sizeof text, "%s", found != NULL ? found : "");
    for (int i = 0; i < count && harm_call(decision, foe, ids[i], text); i++) {
    }
}

/* Starts the encounter: first effects are called, this party meets the foes. False when the
 * decision has ended. */
static bool meeting_open(struct decision *decision)
{
    if (course_is_met(&decision->state)) {
        return true;
    }
    int highest = highest_level(&decision->state);
    decision_effect(decision, EVENT_EFFECT_CHANGED, FOUR_MET, 0, 0, str_of(""), highest);
    for (int foe = 1; foe <= decision->state.count && decision_goes_on(decision); foe++) {
        if (state_is_in(&decision->state, foe) && !is_character(&decision->state, foe)) {
            formulas_watch(decision, foe);
            if (!decision_goes_on(decision)) {
                return false;
            }
            major_meet(decision, foe);
            if (!is_hidden(&decision->state, foe)) {
                call_start_effect(decision, foe);
            }
        }
    }
    return decision_goes_on(decision);
}

/* Called after every act: a foe that joined, or came out of hiding, does what it does when it
 * is met (`before` is the state before the act). */
static void meeting_watch(struct decision *decision, int foe, const struct state *before)
{
    const struct state *state = &decision->state;
    if (!course_is_met(state) || !state_is_in(state, foe)) {
        return;
    }
    major_meet(decision, foe);
    bool was_there = foe <= before->count && state_is_present(before, foe) &&
                     !(state_is_in(before, foe) && is_hidden(before, foe));
    if (course_is_met(before) && !was_there && !is_hidden(state, foe)) {
        call_start_effect(decision, foe);
    }
}

static bool saves_are_made(struct decision *decision)
{
    const struct state *state = &decision->state;
    const struct effect *save = save_due(state, 0);
    return save == NULL ||
           decision_refuse(decision, "flow 1", "%s must make a save first: `save`",
                           state_name(state, save->subject));
}

/* Meeting the foes may ask for the dice of a group, so refusals come first. */
bool meeting_may_open(struct decision *decision)
{
    const struct state *state = &decision->state;
    bool was_met = course_is_met(state);
    if (meeting_start_due(state) != 0 &&
        !decision_refuse(decision, "flow 1", "the foes act first when they are met: `meet`")) {
        return false;
    }
    if (was_met && !saves_are_made(decision)) {
        return false;
    }
    int foe = meeting_surprise_due(state);
    if (foe != 0 && !decision_refuse(decision, "flow 2",
                                     "first roll whether %s surprise%s the party: `surprise`",
                                     state_name(state, foe), is_minor(state, foe) ? "" : "s")) {
        return false;
    }
    return meeting_open(decision) && (was_met || saves_are_made(decision));
}

/* A foe that waits for an answer gets it before the fight, which then has another order. */
static bool meeting_may_begin(struct decision *decision)
{
    const struct state *state = &decision->state;
    for (int foe = 1; foe <= state->count; foe++) {
        bool waits = state_is_in(state, foe) && !is_character(state, foe) &&
                     attitude_is_offering(state, foe);
        if (waits &&
            !decision_refuse(decision, "foe reaction",
                             "%s wait%s for an answer: `accept` or `decline`",
                             state_name(state, foe), is_minor(state, foe) ? "" : "s")) {
            return false;
        }
    }
    return meeting_may_open(decision);
}

void meeting_decide_meet(struct decision *decision, const struct command *command)
{
    (void)command;
    if ((course_is_met(&decision->state) &&
         !decision_refuse(decision, "flow 1", "the encounter has begun already")) ||
        !meeting_open(decision)) {
        return;
    }
    decision_say(decision, decision_tell(decision, EVENT_NOTED, 0, 0), "flow 1",
                 "the foes are met");
    decision_label(decision, "the foes are met");
}

/* ---- surprise -------------------------------------------------------------------------- */

int meeting_surprise_due(const struct state *state)
{
    if (course_order(state) != ORDER_OPEN || situation_holds(state, "surprised")) {
        return 0;
    }
    for (int foe = 1; foe <= state->count; foe++) {
        bool may = state_is_in(state, foe) && !is_character(state, foe) &&
                   state_value(state, foe, SURPRISE_IN_6, 0) > 0 &&
                   attitude_of(state, foe) == REACTION_NONE;
        if (may && !state_has_effect(state, FOUR_SURPRISE_ROLLED, foe, 0)) {
            return foe;
        }
    }
    return 0;
}

static int surprising_foe(struct decision *decision, const struct command *command)
{
    const struct state *state = &decision->state;
    int foe =
        command->argument[0].is_given ? command->argument[0].id : meeting_surprise_due(state);
    foe = foe != 0 ? foe : only_foe(state);
    if (foe == 0 || is_character(state, foe)) {
        decision_refuse(decision, "flow 2", "no foe here can surprise the party");
        return 0;
    }
    bool is_settled = course_order(state) != ORDER_OPEN ||
                      attitude_of(state, foe) != REACTION_NONE ||
                      state_has_effect(state, FOUR_SURPRISE_ROLLED, foe, 0);
    if (is_settled &&
        !decision_refuse(decision, "flow 2", "surprise is rolled once, at the start")) {
        return 0;
    }
    if (state_value(state, foe, SURPRISE_IN_6, 0) == 0 &&
        !decision_refuse(decision, "flow 2", "%s has no surprise: `set %s surprise=2`",
                         state_name(state, foe), state_name(state, foe))) {
        return 0;
    }
    return foe;
}

/* d6 of X or less surprises the party. Wandering monsters come first in any case. */
void meeting_decide_surprise(struct decision *decision, const struct command *command)
{
    int foe = surprising_foe(decision, command);
    int face;
    if (foe == 0 || !meeting_open(decision)) {
        return;
    }
    int least = state_value(&decision->state, foe, SURPRISE_IN_6, 0);
    const char *name = state_name(&decision->state, foe);
    char who[NAME_SIZE + 24];
    text_format(who, sizeof who, "%s, %d in 6", name, least);
    if (!rolls_d6(decision, foe, who, (struct source){"surprise", "flow 2"}, &face)) {
        decision_prompt(decision, "surprise",
                        least > 1 ? " (surprised at 1 to %d)" : " (surprised at %d)", least);
        decision_chance(decision, "surprised", 1, least);
        return;
    }
    bool comes = face <= least;
    decision_effect(decision, EVENT_EFFECT_CHANGED, FOUR_SURPRISE_ROLLED, foe, 0, str_of(""),
                    comes);
    decision_label(decision, comes ? "%s: a surprise" : "%s: noticed in time", name);
    decision_say(decision, decision_tell(decision, EVENT_NOTED, foe, 0), "flow 2",
                 comes ? "the party is surprised: %s" : "the party is not surprised: %s", name);
    if (comes) {
        situation_set(decision, "surprised", true);
        if (save_due(&decision->state, 0) == NULL) {
            rounds_begin(decision, course_order_to_begin(&decision->state));
        }
    }
}

/* ==== Who in the party acts, and whether that may be now (flow 4, 5). */

/* Names in a refusal, which has room for about two lines. */
enum { REFUSAL_OTHERS = 100 };

int party_actor(struct decision *decision, const struct command *command)
{
    int id;
    if (!option_combatant(decision, command, "by", &id)) {
        return 0;
    }
    id = id != 0 ? id : course_actor(&decision->state);
    if (id != 0 && !is_character(&decision->state, id)) {
        decision_wrong(decision, "%s is a foe: foes never roll to hit, characters defend",
                       state_name(&decision->state, id));
        return 0;
    }
    bool is_over = course_over(&decision->state) != NULL;
    if (id == 0 && decision_refuse(decision, is_over ? "flow 6" : "flow 5",
                                   is_over ? "the encounter is over"
                                           : "nobody in the party can act now: `next`")) {
        decision_wrong(decision, "who acts? by=NAME");
    }
    return id;
}

static const char *what_to_do(enum phase kind)
{
    return kind == PHASE_PARTY_SHOOTS ? "shoot or cast" : "fight hand to hand";
}

/* What comes first when the encounter begins with this act: reported before dice are asked
 * for. */
static bool may_come_first(struct decision *decision, int id, enum phase kind)
{
    const char *first = course_comes_first(&decision->state, kind);
    return first == NULL ||
           decision_refuse(decision, "flow 4",
                           "%s cannot %s yet: the round begins with %s (`next`)",
                           state_name(&decision->state, id), what_to_do(kind), first);
}

/* Why a kind of act is not possible now. */
static bool refuse_phase(struct decision *decision, int id, enum phase kind)
{
    const struct state *state = &decision->state;
    enum phase now = course_phase(state);
    int left = foes_attacks_left(state);
    if (course_is_foes_phase(now) && left > 0) {
        return decision_refuse(decision, "flow 4", "it is %s: `defend` comes first",
                               course_phase_words(now));
    }
    if (kind == PHASE_PARTY_SHOOTS && course_party_may(state, PHASE_PARTY_MELEE) &&
        course_can_fight(state, id)) {
        return decision_refuse(decision, "flow 4",
                               "%s cannot shoot in %s: `wield` a melee weapon",
                               state_name(state, id), course_phase_words(now));
    }
    return decision_refuse(decision, "flow 4", "%s cannot %s in %s: `next` goes on",
                           state_name(state, id), what_to_do(kind), course_phase_words(now));
}

bool party_can_act(struct decision *decision, int id)
{
    const struct state *state = &decision->state;
    const char *name = state_name(state, id);
    if (!state_is_in(state, id) &&
        !decision_refuse(decision, "flow 5", "%s is out of the fight", name)) {
        return false;
    }
    if (state_is_in(state, id) && !is_standing(state, id) &&
        !decision_refuse(decision, "death", "%s is at 0 Life: the lethal save comes first",
                         name)) {
        return false;
    }
    if (is_helpless(state, id) &&
        !decision_refuse(decision, "flow 5", "%s can do nothing now", name)) {
        return false;
    }
    return morale_is_settled(decision);
}

/* The party's first act begins the fight: it attacks at once, unless something came before. */
static bool begin_if_open(struct decision *decision)
{
    if (course_order(&decision->state) != ORDER_OPEN) {
        return true;
    }
    if (!meeting_may_begin(decision)) {
        return false;
    }
    rounds_begin(decision, course_order_to_begin(&decision->state));
    return decision_goes_on(decision);
}

static bool is_free_to_act(struct decision *decision, int id)
{
    const struct state *state = &decision->state;
    bool is_over = course_over(state) != NULL && !course_is_peace(state);
    return (!is_over || decision_refuse(decision, "flow 6", "the encounter is over")) &&
           (course_running(state) == NULL ||
            decision_refuse(decision, "fleeing & withdrawing",
                            "the party is fleeing: `defend`")) &&
           party_can_act(decision, id);
}

bool party_add_actors(const struct state *state, struct text *out)
{
    int ids[COMBATANTS_MAX];
    int count = marching_order(state, ids);
    const char *gap = "";
    for (int i = 0; i < count; i++) {
        if (course_can_act(state, ids[i])) {
            text_add(out, "%s%s", gap, state_name(state, ids[i]));
            gap = ", ";
        }
    }
    return gap[0] != '\0';
}

/* The refusal names those who can act instead. */
static bool has_action_left(struct decision *decision, int id)
{
    const struct state *state = &decision->state;
    if (!state_value(state, id, FIELD_HAS_ACTED, 0)) {
        return true;
    }
    TEXT_BUFFER(others, REFUSAL_OTHERS);
    bool has_others = party_add_actors(state, &others);
    return decision_refuse(decision, "flow 5", "%s has acted this round%s%s%s",
                           state_name(state, id), has_others ? "; " : "", others.p,
                           has_others ? " can still act" : "");
}

static bool is_near(struct decision *decision, int id, enum phase kind)
{
    const struct state *state = &decision->state;
    bool has_place = state_is_in(state, id); /* who is out has none, which has been said */
    return kind != PHASE_PARTY_MELEE || !has_place || location_can_melee(state, id) ||
           decision_refuse(decision, "marching order",
                           "%s stands too far back to fight hand to hand here",
                           state_name(state, id));
}

bool party_may_act(struct decision *decision, int id, enum phase kind)
{
    const struct state *state = &decision->state;
    /* The foes are met before the first blow, which may ask for dice: refusals that do not
     * depend on them come first. */
    bool is_open = course_order(state) == ORDER_OPEN;
    if (!is_free_to_act(decision, id) ||
        (is_open && (!is_near(decision, id, kind) || !may_come_first(decision, id, kind))) ||
        !begin_if_open(decision) ||
        (!course_party_may(state, kind) && !refuse_phase(decision, id, kind)) ||
        !has_action_left(decision, id)) {
        return false;
    }
    return is_open || is_near(decision, id, kind);
}

bool party_may_use(struct decision *decision, int id)
{
    const struct state *state = &decision->state;
    bool is_theirs = course_is_foes_phase(course_phase(state));
    return is_free_to_act(decision, id) &&
           (!is_theirs ||
            decision_refuse(decision, "flow 4", "%s acts after %s: `next` goes on",
                            state_name(state, id), course_phase_words(course_phase(state)))) &&
           has_action_left(decision, id);
}

/* True when there are foes that the party knows of. */
static bool faces_foes(const struct state *state)
{
    for (int id = 1; id <= state->count; id++) {
        if (state_is_in(state, id) && !is_character(state, id) &&
            !state_has_effect(state, EFFECT_HIDDEN, id, 0)) {
            return true;
        }
    }
    return false;
}

bool party_is_fighting(const struct state *state)
{
    return course_over(state) == NULL &&
           (course_order(state) != ORDER_OPEN || faces_foes(state));
}

void party_use_action(struct decision *decision, int id)
{
    struct event *event = decision_value(decision, EVENT_ACTION_USED, id, FIELD_HAS_ACTED, 1);
    if (course_order(&decision->state) == ORDER_OPEN) {
        decision_say(decision, event, "flow 5", "%s uses the action of round 1",
                     state_name(&decision->state, id));
    }
}

/* ==== The end of an encounter: one side is dead, fled or subdued, or there is peace (flow
 * 6). */

bool ending_do_foes_come(const struct state *state)
{
    return course_over(state) != NULL && !course_is_peace(state) && turns_await_foes(state);
}

static void ending_end(struct decision *decision, const char *how)
{
    if (course_over(&decision->state) != NULL) {
        return;
    }
    foes_attacks_forget(decision);
    last_attack_end(decision, ANYBODY);
    struct event *event =
        decision_effect(decision, EVENT_EFFECT_CHANGED, FOUR_OVER, 0, 0, str_of(how), 1);
    if (counters_bring_foes(&decision->state)) {
        decision_say(decision, event, "flow 6", "%s, more foes to come", how);
    } else {
        decision_say(decision, event, "flow 6", "the encounter is over: %s", how);
    }
    treasure_count(decision);
}

/* True when foes still matter: in the fight and hostile, not asked yet, or waiting for a
 * price. */
static bool ending_is_open(const struct state *state)
{
    for (int id = 1; id <= state->count; id++) {
        bool counts = state_is_in(state, id) && !is_character(state, id) &&
                      (attitude_is_hostile(state, id) || attitude_is_offering(state, id));
        if (counts) {
            return true;
        }
    }
    return last_attack_any(state);
}

static bool has_foes(const struct state *state)
{
    for (int id = 1; id <= state->count; id++) {
        if (state_is_present(state, id) && !is_character(state, id)) {
            return true;
        }
    }
    return false;
}

static bool has_party(const struct state *state, bool *any_in)
{
    bool any = false;
    *any_in = false;
    for (int id = 1; id <= state->count; id++) {
        bool is_one = state_is_present(state, id) && is_character(state, id);
        any = any || is_one;
        *any_in = *any_in || (is_one && state_is_in(state, id));
    }
    return any;
}

/* How an encounter ended when no foe is left to fight: it is won if one was killed or driven
 * off; otherwise some were subdued, or all fled when they were met. */
static const char *how_it_ended(const struct state *state)
{
    bool are_subdued = false;
    for (int id = 1; id <= state->count; id++) {
        if (is_character(state, id) || !state_is_present(state, id)) {
            continue;
        }
        int way = state_value(state, id, FIELD_OUT, OUT_NOT);
        if (way == OUT_NOT) {
            return course_peace;
        }
        are_subdued = are_subdued || way == OUT_SURRENDERED;
    }
    for (int id = 1; id <= state->count; id++) {
        int way = state_value(state, id, FIELD_OUT, OUT_NOT);
        bool fled_at_once = way == OUT_FLED && attitude_of(state, id) == REACTION_FLEE;
        if (state_is_present(state, id) && !is_character(state, id) && way != OUT_SURRENDERED &&
            !fled_at_once) {
            return "won";
        }
    }
    return are_subdued ? "subdued" : "the foes fled";
}

/* Ends when one side is dead, fled or subdued (flow 6); new foes open it again. */
static void ending_watch(struct decision *decision)
{
    const struct state *state = &decision->state;
    const struct effect *over = state_effect(state, NULL, FOUR_OVER, 0, 0);
    bool party_in;
    bool has_both = has_foes(state) && has_party(state, &party_in);
    if (!has_both || !course_is_met(state) || course_running(state) != NULL) {
        return;
    }
    bool is_won_back = over != NULL && ending_is_open(state) && party_in &&
                       strcmp(over->label, "fled") != 0 && strcmp(over->label, "withdrew") != 0;
    if (is_won_back) {
        struct event *event = decision_end_effect(decision, EVENT_EFFECT_CHANGED, over);
        decision_say(decision, event, "flow 6", "the encounter goes on");
    } else if (over == NULL && !party_in) {
        ending_end(decision, "lost");
    } else if (over == NULL && !ending_is_open(state)) {
        ending_end(decision, how_it_ended(state));
    }
}

enum ended ending_ended(const struct state *state)
{
    const char *over = course_over(state);
    bool is_flight =
        over != NULL && (strcmp(over, "fled") == 0 || strcmp(over, "withdrew") == 0);
    return is_flight                                         ? ENDED_IN_FLIGHT
           : over != NULL && strcmp(over, course_peace) == 0 ? ENDED_IN_PEACE
                                                             : ENDED_AS_IT_STANDS;
}

/* ==== The party flees, or withdraws through a door (Fleeing & Withdrawing). Each foe
 * attacks once; then the party is out. */

static bool may_run(struct decision *decision)
{
    const struct state *state = &decision->state;
    int left = foes_attacks_left(state);
    if (course_over(state) != NULL &&
        !decision_refuse(decision, "fleeing & withdrawing", "the encounter is over")) {
        return false;
    }
    if (course_running(state) != NULL &&
        !decision_refuse(decision, "fleeing & withdrawing",
                         "the party is fleeing already: `defend`")) {
        return false;
    }
    if (left > 0 && !decision_refuse(decision, "flow 5",
                                     "%d attack%s still to be defended against: `defend`", left,
                                     left == 1 ? " is" : "s are")) {
        return false;
    }
    if (!morale_is_settled(decision)) {
        return false;
    }
    if (foes_left(state) == 0 &&
        !decision_refuse(decision, "fleeing & withdrawing", "there is no foe to flee from")) {
        return false;
    }
    return standing_characters(state) > 0 ||
           decision_refuse(decision, "fleeing & withdrawing",
                           "nobody in the party is left to flee");
}

static void run(struct decision *decision, const char *how)
{
    settings_copy(decision);
    if (!meeting_open(decision)) {
        return;
    }
    /* A foe that waits for an answer stops waiting and lets the party go. */
    for (int foe = 1; foe <= decision->state.count && decision_goes_on(decision); foe++) {
        bool is_waiting = state_is_in(&decision->state, foe) &&
                          !is_character(&decision->state, foe) &&
                          attitude_is_offering(&decision->state, foe);
        if (is_waiting) {
            char offer[LABEL_SIZE];
            text_format(offer, sizeof offer, "%s",
                        reaction_word(attitude_of(&decision->state, foe)));
            attitude_set(decision, foe, REACTION_IGNORE, 0);
            decision_say(decision, decision_tell(decision, EVENT_NOTED, foe, 0), "foe reaction",
                         "%s: the party is gone, the offer (%s) is off",
                         state_name(&decision->state, foe), offer);
        }
    }
    situation_set(decision, how, true);
    decision_say(decision, decision_tell(decision, EVENT_NOTED, 0, 0), "fleeing & withdrawing",
                 "the party is %s: each foe attacks once", how);
    foes_attacks_call_running(decision);
    decision_label(decision, "the party is %s", how);
}

void running_decide_flee(struct decision *decision, const struct command *command)
{
    (void)command;
    if (may_run(decision)) {
        run(decision, "fleeing");
    }
}

void running_decide_withdraw(struct decision *decision, const struct command *command)
{
    (void)command;
    bool has_door = situation_holds(&decision->state, "door");
    if (may_run(decision) &&
        (has_door || decision_refuse(decision, "fleeing & withdrawing",
                                     "withdrawing needs a door: `place door`, or `flee`"))) {
        run(decision, "withdrawing");
    }
}

bool running_do_wandering_come(const struct state *state)
{
    return state_has_effect(state, FOUR_WANDERING_COME, 0, 0);
}

/* When the last attack is settled the party has escaped; wandering monsters may come through
 * the door. */
static void running_watch(struct decision *decision)
{
    const char *how = course_running(&decision->state);
    if (how == NULL || foes_attacks_left(&decision->state) > 0 ||
        save_due(&decision->state, 0) != NULL) {
        return;
    }
    bool is_orderly = strcmp(how, "withdrawing") == 0;
    situation_set(decision, how, false);
    if (standing_characters(&decision->state) == 0) {
        ending_end(decision, "lost");
    } else {
        ending_end(decision, is_orderly ? "withdrew" : "fled");
    }
    if (is_orderly && standing_characters(&decision->state) > 0) {
        struct event *event = decision_effect(decision, EVENT_EFFECT_CHANGED,
                                              FOUR_WANDERING_DUE, 0, 0, str_of(""), 1);
        decision_say(decision, event, "fleeing & withdrawing",
                     "roll for wandering monsters: 1 in 6 (`wandering`)");
    }
}

bool running_is_wandering_due(const struct state *state)
{
    return state_has_effect(state, FOUR_WANDERING_DUE, 0, 0);
}

/* 1 in 6. */
void running_decide_wandering(struct decision *decision, const struct command *command)
{
    (void)command;
    const struct effect *effect =
        state_effect(&decision->state, NULL, FOUR_WANDERING_DUE, 0, 0);
    int face;
    if (effect == NULL &&
        !decision_refuse(decision, "fleeing & withdrawing",
                         "wandering monsters are rolled for after a withdrawal")) {
        return;
    }
    struct source why = {"1 in 6", "fleeing & withdrawing"};
    if (!rolls_d6(decision, 0, "wandering monsters", why, &face)) {
        decision_prompt(decision, why.label, " (they come at 1)");
        decision_chance(decision, "they come", 1, 1);
        return;
    }
    effect = state_effect(&decision->state, NULL, FOUR_WANDERING_DUE, 0, 0);
    if (effect != NULL) {
        decision_end_effect(decision, EVENT_EFFECT_CHANGED, effect);
    }
    struct event *event = face == 1 ? decision_effect(decision, EVENT_EFFECT_CHANGED,
                                                      FOUR_WANDERING_COME, 0, 0, str_of(""), 1)
                                    : decision_tell(decision, EVENT_NOTED, 0, 0);
    decision_say(decision, event, "fleeing & withdrawing",
                 face == 1 ? "wandering monsters come" : "no wandering monsters");
    decision_label(decision, face == 1 ? "wandering monsters come" : "no wandering monsters");
}

bool ending_tell_coming(const struct state *state, struct text *out)
{
    if (running_do_wandering_come(state)) {
        text_add(out, "wandering monsters come: `encounter carry numbered Wandering monsters`");
        return true;
    }
    if (!ending_do_foes_come(state)) {
        return false;
    }
    /* No round begins until then, so the steps are counted by hand. */
    counters_guide(state, "tick", out);
    return true;
}

/* ==== The next phase, and what follows from every act. */

/* ---- next ------------------------------------------------------------------------------ */

/* Goes to the next phase with something to do; after the last one to the next round. */
void flow_decide_next(struct decision *decision, const struct command *command)
{
    (void)command;
    const struct state *state = &decision->state;
    int round_before = state->value[ENCOUNTER_ROUND];
    if (course_over(state) != NULL) {
        TEXT_BUFFER(way_on, NAME_SIZE + 120);
        if (!ending_tell_coming(state, &way_on)) {
            text_add(&way_on, "the encounter is over: `encounters` takes the party to the "
                              "next one");
        }
        if (!decision_refuse(decision, "flow 6", "%s", way_on.p)) {
            return;
        }
    }
    int left = foes_attacks_left(state);
    if (left > 0 && !decision_refuse(decision, "flow 5",
                                     "%d attack%s still to be defended against: `defend`", left,
                                     left == 1 ? " is" : "s are")) {
        return;
    }
    const struct effect *save = save_due(state, 0);
    if (save != NULL && !decision_refuse(decision, "save rolls", "%s must make a save: `save`",
                                         state_name(state, save->subject))) {
        return;
    }
    if (!morale_is_settled(decision)) {
        return;
    }
    if (course_order(state) == ORDER_OPEN) {
        bool has_foes =
            foes_left(state) > 0 ||
            decision_refuse(decision, "flow 4", "there are no foes yet: `add` adds some");
        if (has_foes && meeting_may_begin(decision)) {
            rounds_begin(decision, course_order_to_begin(state));
        }
    } else {
        last_attack_end(decision, ANYBODY);
        if (!ending_is_open(state)) {
            decision_label(decision, "no last attack");
            return;
        }
        /* Names those whose action of the round is lost with the phase: "Hild and Corvin do not
         * act". */
        int ids[COMBATANTS_MAX];
        int count = marching_order(state, ids);
        int passing = 0;
        TEXT_BUFFER(names, 300);
        for (int i = 0; i < count; i++) {
            if (course_passes(state, ids[i])) {
                text_add_item(&names, state_name(state, ids[i]));
                passing++;
            }
        }
        if (passing > 0) {
            decision_say(decision, decision_tell(decision, EVENT_NOTED, 0, 0), "flow 5",
                         "%s %s not act this round", names.p, passing == 1 ? "does" : "do");
        }
        /* Goes to the next phase with something to do; after the last one to the next round. */
        int step = course_step_behind(state);
        if (step < PHASES) {
            enter(decision, step);
        } else {
            conditions_round_ends(decision);
            begin_round(decision, state->value[ENCOUNTER_ROUND] + 1);
        }
    }
    if (!decision_goes_on(decision)) {
        return;
    }
    /* The title says the rest. */
    int round = state->value[ENCOUNTER_ROUND];
    if (round != round_before) {
        decision_label(decision, "round %d", round);
    } else {
        decision_label(decision, "%s", course_phase_says(state));
    }
}

/* ---- after every act ------------------------------------------------------------------- */

/* An act other than `next` can join the party's shots and its melee, or part them again: when
 * the last foe that would attack between them is bound or falls, or when another one comes. */
static void say_phase_changed(struct decision *decision, const struct state *before)
{
    const struct state *state = &decision->state;
    bool is_same_step = course_order(before) != ORDER_OPEN &&
                        before->value[ENCOUNTER_ROUND] == state->value[ENCOUNTER_ROUND] &&
                        before->value[ENCOUNTER_PHASE] == state->value[ENCOUNTER_PHASE] &&
                        before->value[ENCOUNTER_ORDER] == state->value[ENCOUNTER_ORDER];
    if (!is_same_step || course_over(state) != NULL || course_running(state) != NULL ||
        course_is_foes_phase(course_phase(state))) {
        return;
    }
    const char *was = course_phase_says(before);
    const char *now = course_phase_says(state);
    if (strcmp(was, now) != 0) {
        bool are_joined = strcmp(now, course_phase_words(course_phase(state))) != 0;
        decision_say(decision, decision_tell(decision, EVENT_NOTED, 0, 0), "flow 4",
                     are_joined
                         ? "now %s, shots and melee together: no foe attacks between them"
                         : "now only %s: foes attack before the rest",
                     now);
    }
}

static void watch(struct decision *decision, const struct state *before)
{
    for (int id = 1; id <= decision->state.count && decision_goes_on(decision); id++) {
        const struct state *state = &decision->state;
        if (is_character(state, id) || !state_is_present(state, id)) {
            continue;
        }
        /* Until the group is met, and when more arrive, its present number is the base for
         * morale. */
        bool is_new = !course_is_met(state) ||
                      state_value(state, id, COUNT, 0) > state_value(state, id, COUNT_START, 0);
        if (is_new && state_is_set(state, id, COUNT)) {
            decision_value(decision, EVENT_VALUE_CHANGED, id, COUNT_START,
                           state_value(state, id, COUNT, 0));
        }
        formulas_watch(decision, id);
        if (!decision_goes_on(decision)) {
            return;
        }
        meeting_watch(decision, id, before);
        harm_watch(decision, id);
        major_watch(decision, id);
        formulas_watch(decision, id); /* a number that was just lowered is no formula's */
        morale_watch(decision, id, before);
    }
    for (int id = 1; id <= before->count && decision_goes_on(decision); id++) {
        if (is_character(&decision->state, id)) {
            harm_watch_healed(decision, before, id);
            harm_watch_dazed(decision, before, id);
        }
    }
    if (course_is_met(&decision->state) && decision_goes_on(decision)) {
        adventure_meet(decision);
    }
    save_watch(decision);
    running_watch(decision);
    ending_watch(decision);
    /* Wandering monsters that came are forgotten once a fight, with them or with others, is on:
     * after ending_watch, which may open one again. */
    const struct effect *effect =
        state_effect(&decision->state, NULL, FOUR_WANDERING_COME, 0, 0);
    bool has_begun = course_order(&decision->state) != ORDER_OPEN;
    if (effect != NULL && has_begun && course_over(&decision->state) == NULL) {
        decision_end_effect(decision, EVENT_EFFECT_CHANGED, effect);
    }
    if (decision_goes_on(decision)) {
        say_phase_changed(decision, before);
    }
}

/* All but the number of the next draw. */
const struct trigger flow_trigger = {watch,
                                     {.fields = UINT64_MAX,
                                      .effects = UINT64_MAX,
                                      .encounter = UINT32_MAX & ~(1u << ENCOUNTER_DRAW),
                                      .anybody_new = true,
                                      .texts = true}};
