/* Trilemma at the table: initiative, turns and rounds. */
#include "games/trilemma/initiative.h"

#include <stdio.h>

#include "tracker/conditions.h"
#include "tracker/combatant_fields.h"
#include "tracker/settings.h"
#include "tracker/turns.h"
#include "games/trilemma/acting.h"
#include "games/trilemma/combatant.h"
#include "games/trilemma/morale.h"

/* ==== The order of a fight: turns, rounds, the rest between them, waiting (5.1, 5.3, 5.5,
 * 5.8). It knows what ends with a turn and with a round (spells, remembered hits, pending
 * checks), but no reason to start one. */

/* ---- rounds ---------------------------------------------------------------------------- */

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
        /* When a bout is really over, nobody is engaged any more, and henchmen have their full
         * score again (5.5, 5.11; T13). */
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
    decision_encounter(decision, EVENT_PHASE_CHANGED, ENCOUNTER_PHASE, PHASE_ROUND);
    struct event *event =
        decision_encounter(decision, EVENT_ROUND_STARTED, ENCOUNTER_ROUND, round);
    decision_say(decision, event, is_forced ? "5.8" : "5.1", "round %d begins%s%s", round,
                 side[0] != '\0' ? ", demanded by the " : "", side);
    /* One holder in a round, fixed when the round starts (5.3; T6). */
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
    const struct effect *effect = NULL;
    while ((effect = state_effect(&decision->state, effect, TRILEMMA_CASTING, ANYBODY,
                                  ANYBODY)) != NULL) {
        decision_say(decision, decision_tell(decision, EVENT_NOTED, effect->subject, 0), "5.7",
                     "%s is casting %s: others can notice",
                     state_name(&decision->state, effect->subject), effect->label);
    }
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
    trilemma_forget_spells(decision, "");
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
    decision_say(decision, decision_tell(decision, EVENT_NOTED, id, tied[at]), "5.1",
                 "%s goes %s %s", state_name(state, id), to < at ? "before" : "after",
                 state_name(state, tied[at]));
    decision_label(decision, "%s moved", state_name(state, id));
}

/* ==== Initiative: rolling it, which starts the fight, surprise, and re-orienting (5.1, 5.6,
 * 5.9, 5.10). */

/* Kinds of surprise (5.10; T12), in the order of their words. */
const char *const trilemma_surprises[] = {"roll",    "advantage", "prepared",
                                          "penalty", "zero",      NULL};

enum { PREPARED_BONUS = 20, HENCHMAN_SCORE = 1 };

static const struct number_range score_range = {0, 1000};

static void take_score(struct decision *decision, int id, int score)
{
    const struct effect *effect;
    decision_value(decision, EVENT_INITIATIVE_TAKEN, id, FIELD_INITIATIVE, score);
    while (decision_goes_on(decision) &&
           (effect = state_effect(&decision->state, NULL, TRILEMMA_SPENT, id, 0)) != NULL) {
        decision_end_effect(decision, EVENT_INITIATIVE_SPENT, effect);
    }
    decision_unset(decision, EVENT_VALUE_CHANGED, id, FIELD_TIE);
}

/* One roll: d20 + wits (5.1), with advantage (+) or penalty dice (-). */
struct wits_roll {
    int wits, edge;
};

static bool roll_wits(struct decision *decision, int id, const char *who,
                      struct wits_roll given, int *score)
{
    struct inputs inputs;
    struct outcome outcome;
    inputs_begin(&inputs, state_system(&decision->state),
                 state_action(&decision->state, "initiative"));
    inputs_give_number(&inputs, "wits", given.wits);
    inputs_give_number(&inputs, "edge", given.edge);
    if (!decision_finish(decision, &inputs) ||
        !decision_resolve(decision, &inputs, id, 0, who, &outcome)) {
        return false;
    }
    *score = (int)outcome.value[0];
    return true;
}

static bool wants_score(const struct state *state, int id)
{
    return state_is_in(state, id) && !state_is_set(state, id, FIELD_INITIATIVE);
}

/* True when the first score of this combatant depends on its wits. */
static bool needs_wits(const struct state *state, int id)
{
    return !trilemma_is_henchman(state, id) && trilemma_surprise(state, id) != SURPRISE_ZERO;
}

/* ... and these are unknown (T32). */
static bool lacks_wits(const struct state *state, int id)
{
    return needs_wits(state, id) && !state_is_set(state, id, WITS);
}

/* True when one roll counts for both, who arrive together (T14, T42). Henchmen have a score of
 * their own, and unknown wits are never equal. */
static bool roll_as_one(const struct state *state, int id, int other)
{
    bool is_one = wants_score(state, other) && group_of(state, other) == group_of(state, id) &&
                  state_value(state, other, FIELD_SIDE, SIDE_FOES) == SIDE_FOES &&
                  trilemma_is_henchman(state, other) == trilemma_is_henchman(state, id) &&
                  trilemma_surprise(state, other) == trilemma_surprise(state, id) &&
                  trilemma_setting(state, SETTING_GROUP_ROLLS) == 0;
    return is_one && (!needs_wits(state, id) ||
                      (state_is_set(state, other, WITS) &&
                       state_value(state, other, WITS, 0) == state_value(state, id, WITS, 0)));
}

/* Combatants with one score, or of one group: the first, and how many. */
struct alike {
    int id[COMBATANTS_MAX];
    int count;
};

/* "gobs" when it is about the whole group, or else "Gob 1 and Gob 2", "Gob 1 and 3 more". */
static void say_group(const struct state *state, const struct alike *alike, struct text *out)
{
    int group = group_of(state, alike->id[0]);
    if (alike->count > 1 && group_counts(state, group).left == alike->count) {
        group_name(state, group, out);
    } else {
        text_add(out, "%s", combatants_named(state, alike->id, alike->count).text);
    }
}

static void say_fixed(struct decision *decision, const struct alike *alike, const char *rule,
                      const char *what)
{
    TEXT_BUFFER(who, NAME_SIZE + 24);
    say_group(&decision->state, alike, &who);
    decision_say(decision, decision_tell(decision, EVENT_NOTED, alike->id[0], 0), rule,
                 "%s: %s", who.p, what);
}

/* The first score of combatants who share it: fixed for henchmen (5.11), set by the kind of
 * surprise (5.10), or rolled. */
static bool first_score(struct decision *decision, const struct alike *alike, int *score)
{
    const struct state *state = &decision->state;
    int id = alike->id[0];
    int surprise = trilemma_surprise(state, id);
    TEXT_BUFFER(text, NAME_SIZE + 40);
    if (trilemma_is_henchman(state, id)) {
        *score = HENCHMAN_SCORE;
        text_add(&text, "initiative %d, %s", *score,
                 alike->count > 1 ? "henchmen" : "a henchman");
        say_fixed(decision, alike, "5.11", text.p);
        return true;
    }
    if (surprise == SURPRISE_ZERO) {
        *score = 0;
        say_fixed(decision, alike, "5.10", "initiative 0, surprised");
        return true;
    }
    if (surprise == SURPRISE_PREPARED) {
        int wits = state_value(state, id, WITS, 0);
        *score = wits + PREPARED_BONUS < 0 ? 0 : wits + PREPARED_BONUS;
        text_add(&text, "initiative %d = %d wits + %d, prepared", *score, wits, PREPARED_BONUS);
        say_fixed(decision, alike, "5.10", text.p);
        return true;
    }
    int edge = surprise == SURPRISE_ADVANTAGE ? 1 : surprise == SURPRISE_PENALTY ? -1 : 0;
    struct named_several who = combatants_named(state, alike->id, alike->count);
    int wits = state_value(&decision->state, id, WITS, 0);
    return roll_wits(decision, id, who.text, (struct wits_roll){wits, edge}, score);
}

/* One who arrives in a running round acts in it if its score has not been passed (T15), that
 * is, if it is not above the score at which the present turn began (T42). */
static void place_late(struct decision *decision, int id)
{
    const struct state *state = &decision->state;
    int turn = state->value[ENCOUNTER_TURN];
    if (!trilemma_is_round(state) || turn == 0) {
        return;
    }
    const struct effect *effect = state_effect(state, NULL, TRILEMMA_TURN, turn, ANYBODY);
    int began = effect != NULL ? effect->amount : trilemma_score(state, turn);
    if (trilemma_comes_before_at(state, id, turn, began)) {
        struct event *event =
            decision_value(decision, EVENT_ACTION_USED, id, FIELD_HAS_ACTED, 1);
        decision_say(decision, event, "5.1",
                     "%s at %d comes too late for this round: %s's turn began at %d",
                     state_name(state, id), trilemma_score(state, id), state_name(state, turn),
                     began);
    }
}

/* True when the first score is rolled, not fixed. */
static bool is_rolled(const struct state *state, int id)
{
    int surprise = trilemma_surprise(state, id);
    return wants_score(state, id) && !lacks_wits(state, id) &&
           !trilemma_is_henchman(state, id) && surprise != SURPRISE_ZERO &&
           surprise != SURPRISE_PREPARED;
}

/* How many rolls follow this one: `counts` are those whom it or an earlier one is for. */
static int rolls_after(const struct state *state, int id, bool counts[COMBATANTS_MAX + 1])
{
    int rolls = 0;
    for (int next = id + 1; next <= state->count; next++) {
        if (counts[next] || !is_rolled(state, next)) {
            continue;
        }
        rolls++;
        for (int other = next + 1; other <= state->count; other++) {
            counts[other] = counts[other] || roll_as_one(state, next, other);
        }
    }
    return rolls;
}

/* A score for this combatant, and for all who share its roll; returns their number, -1 when the
 * decision has ended. */
static int take_scores_of(struct decision *decision, int id)
{
    bool is_one[COMBATANTS_MAX + 1] = {false};
    struct alike alike = {.id = {id}, .count = 1};
    int score;
    for (int other = id + 1; other <= decision->state.count; other++) {
        is_one[other] = roll_as_one(&decision->state, id, other);
        if (is_one[other]) {
            alike.id[alike.count++] = other;
        }
    }
    if (!first_score(decision, &alike, &score)) {
        decision_prompt_more(decision, rolls_after(&decision->state, id, is_one));
        return -1;
    }
    for (int i = 0; i < alike.count; i++) {
        take_score(decision, alike.id[i], score);
        place_late(decision, alike.id[i]);
    }
    return alike.count;
}

/* Scores for all who can have one; returns their number, -1 when the decision has ended. */
static int take_scores(struct decision *decision)
{
    int taken = 0;
    for (int id = 1; id <= decision->state.count; id++) {
        if (!wants_score(&decision->state, id) || lacks_wits(&decision->state, id)) {
            continue;
        }
        int count = take_scores_of(decision, id);
        if (count < 0) {
            return -1;
        }
        taken += count;
    }
    return taken;
}

/* Asks for the wits of the first combatant with unknown ones, or takes wits=...; false when the
 * decision has ended. */
static bool learn_wits(struct decision *decision, const struct command *command)
{
    for (int id = 1; id <= decision->state.count; id++) {
        if (wants_score(&decision->state, id) && lacks_wits(&decision->state, id)) {
            return option_value(decision, command, "wits", id, WITS, trilemma_ability_range);
        }
    }
    return true;
}

/* Rolls for those without a score and starts the fight; typed scores stay (B17). Combatants
 * with unknown values stay blank until nobody else is left to roll for. */
void trilemma_decide_initiative(struct decision *decision, const struct command *command)
{
    bool is_start = decision->state.value[ENCOUNTER_ROUND] == 0;
    int scored = 0;
    if (command_option(command, "wits") != NULL && !learn_wits(decision, command)) {
        return;
    }
    int taken = take_scores(decision);
    for (int id = 1; id <= decision->state.count; id++) {
        bool has_score = state_is_set(&decision->state, id, FIELD_INITIATIVE);
        scored += state_is_in(&decision->state, id) && has_score ? 1 : 0;
    }
    if (taken == 0 && !(is_start && scored > 0)) {
        if (!learn_wits(decision, command) ||
            !decision_refuse(decision, "5.1",
                             scored == 0 ? "nobody is here to roll"
                                         : "everybody has an initiative score")) {
            return;
        }
    }
    if (taken < 0) {
        return;
    }
    if (is_start) {
        settings_copy(decision);
        trilemma_start_round(decision, 1, false, "");
        trilemma_go_on(decision);
        trilemma_watch_surprise(decision);
    }
    /* Names those without a score because of unknown wits, so that it can be typed. */
    TEXT_BUFFER(list, 200);
    for (int id = 1; id <= decision->state.count; id++) {
        if (wants_score(&decision->state, id)) {
            text_add_item(&list, state_name(&decision->state, id));
        }
    }
    if (list.n > 0) {
        decision_say(decision, decision_tell(decision, EVENT_NOTED, 0, 0), "5.1",
                     "no initiative yet, wits unknown: %s", list.p);
    }
    decision_label(decision, "initiative for %d", taken);
}

void trilemma_guide_initiative(const struct state *state, struct text *out)
{
    int ready[COMBATANTS_MAX], blank[COMBATANTS_MAX];
    int readies = 0, blanks = 0;
    bool has_begun = state->value[ENCOUNTER_ROUND] > 0;
    for (int id = 1; id <= state->count; id++) {
        if (wants_score(state, id) && lacks_wits(state, id)) {
            blank[blanks++] = id;
        } else if (wants_score(state, id)) {
            ready[readies++] = id;
        }
    }
    if (has_begun && readies > 0) {
        text_add(out, "`initiative` rolls for %s",
                 combatants_named(state, ready, readies).text);
    } else if (has_begun && blanks > 0) {
        text_add(out, "`initiative` asks for the wits of %s",
                 combatants_named(state, blank, blanks).text);
    } else if (readies > 0 && blanks > 0) {
        text_add(out, "`initiative`, without %s: wits unknown (`set`)",
                 combatants_named(state, blank, blanks).text);
    }
}

/* Those named of the group of the i-th, itself first; false: one before it is of its group. */
static bool gather_group(const struct state *state, const struct argument *targets, int i,
                         struct alike *out)
{
    *out = (struct alike){.id = {targets->ids[i]}, .count = 1};
    for (int k = 0; k < targets->ids_count; k++) {
        if (k != i && group_of(state, targets->ids[k]) == group_of(state, targets->ids[i])) {
            if (k < i) {
                return false;
            }
            out->id[out->count++] = targets->ids[k];
        }
    }
    return true;
}

/* A group is reported once, by its first member. */
static void surprise_one(struct decision *decision, const struct argument *targets, int i,
                         int kind)
{
    const struct state *state = &decision->state;
    int id = targets->ids[i];
    bool has_score = state_is_set(state, id, FIELD_INITIATIVE);
    if (has_score && !decision_refuse(decision, "5.10", "%s has its initiative already",
                                      state_name(state, id))) {
        return;
    }
    if (has_score) {
        decision_unset(decision, EVENT_INITIATIVE_TAKEN, id, FIELD_INITIATIVE);
    }
    struct event *event = decision_effect(decision, EVENT_EFFECT_CHANGED, TRILEMMA_SURPRISE, id,
                                          0, str_of(""), kind);
    struct alike alike;
    if (gather_group(state, targets, i, &alike)) {
        TEXT_BUFFER(who, NAME_SIZE + 24);
        say_group(state, &alike, &who);
        decision_say(decision, event, "5.10", "%s: surprise: %s", who.p,
                     trilemma_surprises[kind]);
    }
}

/* Kept until the score is rolled, and for the first round (5.10). */
void trilemma_decide_surprise(struct decision *decision, const struct command *command)
{
    const struct argument *targets = &command->argument[0];
    struct named_several several =
        combatants_named(&decision->state, targets->ids, targets->ids_count);
    int kind = command->argument[1].choice;
    if (!command->argument[1].is_given) {
        TEXT_BUFFER(who, NAME_SIZE + 24);
        struct alike alike;
        gather_group(&decision->state, targets, 0, &alike);
        if (alike.count < targets->ids_count) {
            text_add(&who, "%s", several.text);
        } else {
            say_group(&decision->state, &alike, &who);
        }
        struct question *question =
            decision_ask(decision, QUESTION_CHOICE, "surprise: how %s %s get initiative?",
                         targets->ids_count > 1 ? "do" : "does", who.p);
        for (int i = 0; trilemma_surprises[i] != NULL; i++) {
            question_offer(question, trilemma_surprises[i], "");
        }
        question->rule = "5.10";
        return;
    }
    for (int i = 0; i < targets->ids_count && decision_goes_on(decision); i++) {
        surprise_one(decision, targets, i, kind);
    }
    decision_label(decision, "%s: surprise: %s", several.text, trilemma_surprises[kind]);
}

/* A roll in place of the action; it counts if it is higher (5.6). A penalty die only at 0
 * (5.9); it never gives a second turn (T7). */
void trilemma_decide_reorient(struct decision *decision, const struct command *command)
{
    int id = trilemma_actor_of(decision, command);
    if (id == 0 || !trilemma_may_act(decision, id)) {
        return;
    }
    const struct state *state = &decision->state;
    if (trilemma_is_henchman(state, id) &&
        !decision_refuse(decision, "5.11", "%s is a henchman: the score is 1",
                         state_name(state, id))) {
        return;
    }
    int before = trilemma_score(state, id);
    int edge, wits, score;
    char who[NAME_SIZE + 40];
    text_format(who, sizeof who, "%s re-orients%s", state_name(state, id),
                before == 0 ? " at 0, a penalty die" : "");
    if (!option_number(decision, command, "edge", trilemma_edge_range, 0, &edge) ||
        !option_value_of_act(decision, command, "wits", id, WITS, trilemma_ability_range,
                             &wits) ||
        !roll_wits(decision, id, who, (struct wits_roll){wits, edge - (before == 0 ? 1 : 0)},
                   &score)) {
        return;
    }
    trilemma_use_action(decision, id);
    const char *rules = before == 0 ? "5.6 5.9" : "5.6";
    struct event *event = decision_tell(decision, EVENT_NOTED, id, 0);
    if (score > before) {
        take_score(decision, id, score);
        decision_say(decision, event, rules, "%s re-orients: %d → %d", state_name(state, id),
                     before, score);
    } else {
        decision_say(decision, event, rules, "%s re-orients: %d is not higher, %d stays",
                     state_name(state, id), score, before);
    }
    decision_label(decision, "%s re-orients", state_name(state, id));
}

/* A typed score is a new score; nothing else happens, and no turn starts (B14). "-" removes it,
 * so that it is rolled again. */
bool trilemma_give(struct decision *decision, int id, struct str name, struct str value)
{
    return turns_give_score(decision, id, (struct option){.name = name, .value = value},
                            score_range, trilemma_score(&decision->state, id), take_score);
}
