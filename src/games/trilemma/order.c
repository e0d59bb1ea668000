/* Trilemma at the table: turns, rounds, waiting, and ties (5.1 to 5.5). */
#include "games/trilemma/order.h"

#include <stdio.h>

#include "games/trilemma/bought.h"
#include "games/trilemma/combatant.h"
#include "games/trilemma/morale.h"
#include "games/trilemma/spells.h"
#include "games/trilemma/struck.h"
#include "tracker/conditions.h"
#include "tracker/turns.h"

/* ---- rounds ---------------------------------------------------------------------------- */

/* When a bout is really over, nobody is engaged any more, and henchmen have their full score
 * again (5.5, 5.11; T13). */
static void forget_bout(struct decision *decision)
{
    turns_end_effects(decision, TRILEMMA_ENGAGED);
    turns_end_effects(decision, TRILEMMA_FORCED);
    for (int i = 0; i < decision->state.effects && decision_goes_on(decision);) {
        const struct effect *effect = &decision->state.effect[i];
        if (effect->kind == TRILEMMA_SPENT &&
            trilemma_is_henchman(&decision->state, effect->subject)) {
            decision_end_effect(decision, EVENT_INITIATIVE_SPENT, effect);
        } else {
            i++;
        }
    }
}

/* One holder in a round, fixed when the round starts (5.3; T6). */
static void fix_superior(struct decision *decision)
{
    int best = 0;
    turns_end_effects(decision, TRILEMMA_SUPERIOR);
    for (int id = 1; id <= decision->state.count; id++) {
        bool is_fit = state_is_in(&decision->state, id) &&
                      state_is_set(&decision->state, id, FIELD_INITIATIVE);
        if (is_fit && (best == 0 || trilemma_comes_before(&decision->state, id, best))) {
            best = id;
        }
    }
    if (best != 0) {
        decision_effect(decision, EVENT_EFFECT_CHANGED, TRILEMMA_SUPERIOR, best, 0, str_of(""),
                        0);
    }
}

static void tell_casters(struct decision *decision)
{
    const struct effect *effect = NULL;
    while ((effect = state_effect(&decision->state, effect, TRILEMMA_CASTING, ANYBODY,
                                  ANYBODY)) != NULL) {
        struct event *event = decision_tell(decision, EVENT_NOTED, effect->subject, 0);
        decision_say(decision, event, "5.7", "%s is casting %s: others can notice",
                     state_name(&decision->state, effect->subject), effect->label);
    }
}

void trilemma_start_round(struct decision *decision, int round, bool is_forced,
                          const char *side)
{
    static const int of_a_round[] = {TRILEMMA_DEFENCE, TRILEMMA_AIMED_NOW};
    trilemma_lose_bought(decision);
    turns_begin_round(decision);
    for (size_t i = 0; i < sizeof of_a_round / sizeof of_a_round[0]; i++) {
        turns_end_effects(decision, of_a_round[i]);
    }
    if (is_forced) {
        decision_effect(decision, EVENT_EFFECT_CHANGED, TRILEMMA_FORCED, 0, 0, str_of(""), 1);
    } else {
        forget_bout(decision);
    }
    decision_encounter(decision, EVENT_PHASE_CHANGED, ENCOUNTER_PHASE, PHASE_ROUND);
    struct event *event =
        decision_encounter(decision, EVENT_ROUND_STARTED, ENCOUNTER_ROUND, round);
    decision_say(decision, event, is_forced ? "5.8" : "5.1", "round %d begins%s%s", round,
                 side[0] != '\0' ? ", demanded by the " : "", side);
    fix_superior(decision);
    tell_casters(decision);
}

static void start_turn(struct decision *decision, int id)
{
    int score = id != 0 ? trilemma_score(&decision->state, id) : 0;
    turns_end_effects(decision, TRILEMMA_TURN);
    struct event *event = decision_encounter(decision, EVENT_TURN_STARTED, ENCOUNTER_TURN, id);
    if (id != 0) {
        /* Later arrivals in the round are compared with this score, whatever is paid (T42). */
        decision_effect(decision, EVENT_EFFECT_CHANGED, TRILEMMA_TURN, id, 0, str_of(""),
                        score);
    }
    if (event == NULL || id == 0) {
        return;
    }
    TEXT_BUFFER(conditions, 160);
    conditions_format_of_turn(decision->procedure, &decision->state, id, OF_TURN_LOGGED,
                              &conditions);
    decision_say(decision, event, "5.1", "%s's turn at %d%s%s",
                 state_name(&decision->state, id), score, conditions.n > 0 ? "; " : "",
                 conditions.p);
    conditions_turn_starts(decision, id);
    const struct effect *effect =
        state_effect(&decision->state, NULL, EFFECT_DELAYED, id, ANYBODY);
    if (effect != NULL) {
        decision_end_effect(decision, EVENT_EFFECT_CHANGED, effect);
    }
}

/* The bout breaks apart (5.5). Pending checks stay, and are named again (T27). */
static void end_round(struct decision *decision)
{
    int round = decision->state.value[ENCOUNTER_ROUND];
    start_turn(decision, 0);
    struct event *event =
        decision_encounter(decision, EVENT_PHASE_CHANGED, ENCOUNTER_PHASE, PHASE_BETWEEN);
    decision_say(decision, event, "5.5", "round %d ends, the bout breaks apart", round);
    trilemma_lose_bought(decision); /* rule T37 */
    conditions_round_ends(decision);
    turns_end_effects(decision, TRILEMMA_SURPRISE);
    trilemma_forget_spells(decision, NULL);
    for (int id = 1; id <= decision->state.count && decision_goes_on(decision); id++) {
        TEXT_BUFFER(text, 240);
        if (trilemma_morale_due(&decision->state, id, false, &text) != 0) {
            event = decision_tell(decision, EVENT_NOTED, id, 0);
            decision_say(decision, event, "5.13", "morale check still due: %s", text.p);
        }
    }
    decision_label(decision, "end of round %d", round);
}

/* ---- turns ----------------------------------------------------------------------------- */

static void end_turn(struct decision *decision)
{
    int turn = decision->state.value[ENCOUNTER_TURN];
    if (turn == 0) {
        return;
    }
    trilemma_finish_spell(decision, turn);
    decision_value(decision, EVENT_ACTION_USED, turn, FIELD_HAS_ACTED, 1);
    conditions_turn_ends(decision, turn);
    trilemma_forget_hits(decision);
}

/* The next to act has the highest score of those who have not acted (T1); those who let others
 * go first come last. */
static bool has_place(const struct state *state, int id)
{
    return state_is_set(state, id, FIELD_INITIATIVE);
}

static const struct turn_rules turns = {.rule = "5.1",
                                        .comes_before = trilemma_comes_before,
                                        .has_place = has_place,
                                        .score = trilemma_score,
                                        .start = start_turn,
                                        .end = end_turn,
                                        .round_over = end_round};

bool trilemma_is_last_turn(const struct state *state)
{
    int turn = state->value[ENCOUNTER_TURN];
    bool is_last = turn != 0;
    for (int id = 1; id <= state->count && is_last; id++) {
        is_last = id == turn || !state_is_in(state, id) || !has_place(state, id) ||
                  state_value(state, id, FIELD_HAS_ACTED, 0) != 0;
    }
    return is_last;
}

void trilemma_go_on(struct decision *decision)
{
    turns_go_on(decision, &turns);
}

static bool has_started(struct decision *decision)
{
    if (decision->state.value[ENCOUNTER_ROUND] > 0) {
        return true;
    }
    decision_refuse(decision, "5.1", "the fight has not started: `initiative` first");
    return false;
}

static const char *const side_words[] = {"party", "foes", NULL};

static bool is_there(const struct state *state, enum side side)
{
    for (int id = 1; id <= state->count; id++) {
        bool is_foe = state_value(state, id, FIELD_SIDE, SIDE_FOES) == SIDE_FOES;
        if (state_is_in(state, id) && is_foe == (side == SIDE_FOES)) {
            return true;
        }
    }
    return false;
}

/* Who demands the next round (5.5; T9): by=party, by=foes; if only one side is left, that one;
 * otherwise it is asked, as only the referee knows. A script goes on without asking, and so
 * does an older act that is replayed: then nobody is named. */
static bool read_side(struct decision *decision, const struct command *command,
                      const char **out)
{
    const struct state *state = &decision->state;
    int side;
    *out = "";
    if (command_option(command, "by") != NULL) {
        bool is_one = option_choice(decision, command, "by", side_words, "", &side);
        *out = is_one ? side_words[side] : "";
        return is_one;
    }
    bool has_party = is_there(state, SIDE_PARTY);
    bool has_foes = is_there(state, SIDE_FOES);
    if (has_party != has_foes) {
        *out = has_party ? "party, as no foe is left" : "foes, as the party is out";
    }
    bool can_ask = decision->asks && decision->kept == NULL;
    if (has_party != has_foes || !has_party || !can_ask) {
        return true;
    }
    struct question *question = decision_ask(
        decision, QUESTION_CHOICE, "round %d begins: who demanded it? (only for the log)",
        state->value[ENCOUNTER_ROUND] + 1);
    text_format(question->prefix, sizeof question->prefix, "by=");
    for (int i = 0; side_words[i] != NULL; i++) {
        question_offer(question, side_words[i], "");
    }
    question->usual = 1; /* the party */
    question->rule = "5.5";
    return false;
}

/* Ends the turn; when everybody has acted the bout ends (5.5), and the next `next` starts a new
 * round: scores carry over (5.1). */
void trilemma_decide_next(struct decision *decision, const struct command *command)
{
    const struct state *state = &decision->state;
    const char *side = "";
    if (!has_started(decision)) {
        return;
    }
    bool is_between = state->value[ENCOUNTER_PHASE] == PHASE_BETWEEN;
    bool is_named = command_option(command, "by") != NULL;
    if ((is_between || is_named) && !read_side(decision, command, &side)) {
        return;
    }
    if (is_named && !is_between &&
        !decision_refuse(decision, "5.5",
                         "the round is not over: `next` ends a turn, and no side demands the "
                         "next round yet")) {
        return;
    }
    int turn = state->value[ENCOUNTER_TURN];
    if (turn != 0 && state_has_effect(state, TRILEMMA_INTERRUPTED, turn, 0) &&
        !decision_refuse(decision, "5.7", "was %s interrupted? `interrupt` settles it first",
                         state_name(state, turn))) {
        return;
    }
    end_turn(decision);
    if (state->value[ENCOUNTER_PHASE] == PHASE_BETWEEN) {
        trilemma_start_round(decision, state->value[ENCOUNTER_ROUND] + 1, false, side);
    }
    trilemma_go_on(decision);
}

/* The next round starts as soon as either side demands it (5.5). */
void trilemma_decide_demand(struct decision *decision, const struct command *command)
{
    const struct state *state = &decision->state;
    if (!has_started(decision) ||
        (trilemma_is_round(state) &&
         !decision_refuse(decision, "5.5", "the round is not over: `next` ends a turn"))) {
        return;
    }
    end_turn(decision);
    trilemma_start_round(decision, state->value[ENCOUNTER_ROUND] + 1, false,
                         side_words[command->argument[0].choice]);
    trilemma_go_on(decision);
}

/* ---- waiting --------------------------------------------------------------------------- */

/* The score stays, so the combatant keeps its place in the next round. */
void trilemma_decide_delay(struct decision *decision, const struct command *command)
{
    (void)command;
    turns_delay(decision, &turns);
}

void trilemma_decide_ready(struct decision *decision, const struct command *command)
{
    turns_ready(decision, &turns, command->argument[0].word);
}

void trilemma_decide_act(struct decision *decision, const struct command *command)
{
    int id = command->argument[0].id;
    if (!has_started(decision) || (!trilemma_is_round(&decision->state) &&
                                   !decision_refuse(decision, "5.1", "%s is not waiting to act",
                                                    state_name(&decision->state, id)))) {
        return;
    }
    decision_encounter(decision, EVENT_PHASE_CHANGED, ENCOUNTER_PHASE, PHASE_ROUND);
    turns_act(decision, &turns, id);
}

/* ---- ties ------------------------------------------------------------------------------ */

/* Moves a combatant among those of the same score; that order is kept (T5). */
void trilemma_decide_move(struct decision *decision, const struct command *command)
{
    const struct state *state = &decision->state;
    int id = command->argument[0].id;
    int ids[COMBATANTS_MAX], tied[COMBATANTS_MAX];
    int count = turns_order(decision->procedure, state, ids);
    int ties = 0;
    int at = 0;
    for (int i = 0; i < count; i++) {
        bool is_tied = state_is_in(state, ids[i]) == state_is_in(state, id) &&
                       state_is_set(state, ids[i], FIELD_INITIATIVE) ==
                           state_is_set(state, id, FIELD_INITIATIVE) &&
                       trilemma_score(state, ids[i]) == trilemma_score(state, id);
        if (is_tied) {
            at = ids[i] == id ? ties : at;
            tied[ties++] = ids[i];
        }
    }
    int to = at + (command->argument[1].choice == 0 ? -1 : 1);
    if (to < 0 || to >= ties) {
        decision_refuse(decision, "5.1",
                        "%s: nobody with the same score stands %s it; only ties can move",
                        state_name(state, id), to < 0 ? "above" : "below");
        return;
    }
    tied[at] = tied[to];
    tied[to] = id;
    for (int i = 0; i < ties; i++) {
        decision_value(decision, EVENT_VALUE_CHANGED, tied[i], FIELD_TIE, i + 1);
    }
    struct event *event = decision_tell(decision, EVENT_NOTED, id, tied[at]);
    decision_say(decision, event, "5.1", "%s goes %s %s", state_name(state, id),
                 to < at ? "before" : "after", state_name(state, tied[at]));
    decision_label(decision, "%s moved", state_name(state, id));
}
