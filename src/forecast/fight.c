#include "forecast/fight.h"

#include <string.h>

#include "base/mix.h"
#include "tracker/counters.h"
#include "tracker/decide.h"
#include "tracker/combatant_fields.h"
#include "tracker/library.h"
#include "tracker/naming.h"
#include "tracker/procedure.h"
#include "tracker/turns.h"

enum { ANSWERS_MAX = 8 };

const char *fight_end_name(enum fight_end end)
{
    static const char *const names[] = {[FIGHT_WON] = "won",
                                        [FIGHT_LOST] = "lost",
                                        [FIGHT_FLED] = "fled",
                                        [FIGHT_STALEMATE] = "stalemate",
                                        [FIGHT_NEEDS] = "needs"};
    return names[end];
}

/* ---- keyed dice ------------------------------------------------------------------------ */

/* The number after '#' in a word; 0: it is no combatant's. */
static int id_in(const struct state *state, struct str word)
{
    int64_t id;
    bool has_number = word.n > 1 && word.p[0] == '#' &&
                      str_to_int64((struct str){word.p + 1, word.n - 1}, 1, state->count, &id);
    return has_number ? (int)id : 0;
}

/* Whose act a line is: that of `by=#3`; else, for what is settled, of the one it names; else of
 * the combatant whose turn it is. */
static int whose(const struct fight *fight, struct str line)
{
    int named = 0;
    struct str rest = line;
    for (struct str word = str_next_word(&rest); word.p != NULL; word = str_next_word(&rest)) {
        bool is_by = word.n > 3 && memcmp(word.p, "by=", 3) == 0;
        int id = id_in(&fight->state, is_by ? (struct str){word.p + 3, word.n - 3} : word);
        if (is_by && id > 0) {
            return id;
        }
        named = named == 0 ? id : named;
    }
    return named == 0 ? fight->rules->procedure->actor(&fight->state) : named;
}

/* The stream of an act's dice. */
static uint64_t key_of_act(struct fight *fight, int id, struct str line)
{
    int round = fight->state.value[ENCOUNTER_ROUND];
    if (fight->ordinal_round != round) {
        /* Of those who are in use; each new one begins at 0. */
        memset(fight->ordinal, 0, (size_t)(fight->state.count + 1) * sizeof fight->ordinal[0]);
        fight->ordinal_round = round;
    }
    uint64_t command = mix_text(MIX_BEGIN, str_next_word(&line));
    uint64_t ordinal = fight->ordinal[id][command % 16]++;
    uint64_t key = mix_bits(fight->key ^ command);
    return mix_bits(key ^ ((uint64_t)id << 40 | (uint64_t)round << 16 | ordinal));
}

/* ---- one act --------------------------------------------------------------------------- */

/* The name under which policies answer this question of a command: that of the value it asks
 * for ("degrees" of "degrees="), or else of the command. */
static void name_question(const struct question *question, struct str line, struct text *out)
{
    if (question->prefix[0] == '\0') {
        text_add_str(out, str_next_word(&line));
        return;
    }
    text_add(out, "%.*s", (int)strcspn(question->prefix, "="), question->prefix);
}

/* What is assumed under this name; NULL: nothing. */
static const char *assumed(const struct fight *fight, const char *name)
{
    const struct assumption_def *def = fight->rules->procedure->assumptions;
    for (int i = 0; def != NULL && def[i].name != NULL; i++) {
        if (strcmp(def[i].name, name) == 0) {
            return def[i].choice[fight->player.assumed[i]];
        }
    }
    return NULL;
}

/* "ac: Gully goblin 1 has none; `set g1 ac=...` gives one, and `set g1 creature=gully-goblin`
 * all numbers of this creature", or the question and what could answer it. */
static void tell_needs(const struct fight *fight, const char *name, struct text *out)
{
    const struct question *question = &fight->decision.question;
    const struct procedure *procedure = fight->rules->procedure;
    const struct state *state = &fight->state;
    text_add(out, "%s: ", name);
    if (question->lacks == 0) {
        question_text(question, out);
        text_add(out, "; a policy of your own can answer it, {%s: word}", name);
        return;
    }
    TEXT_BUFFER(who, NAME_SIZE + 8);
    combatant_word(state, question->lacks, &who);
    text_add(out, "%s has none; `set %s %s=...` gives one", state_name(state, question->lacks),
             who.p, name);
    const struct library_record *record =
        procedure->fills != NULL && fight->rules->library != NULL
            ? library_find(fight->rules->library, procedure->fills,
                           str_of(state_text(state, question->lacks, TEXT_KIND)), NULL)
            : NULL;
    if (record != NULL) {
        text_add(out, ", and `set %s %s=%s` all numbers of this %s", who.p, procedure->fills,
                 record->name, procedure->fills);
    }
}

/* Puts the policy's answer after the line; false, with `needs` set, when there is none. */
static bool answer(struct fight *fight, int id, struct text *line)
{
    const struct question *question = &fight->decision.question;
    TEXT_BUFFER(name, POLICY_NAME_SIZE);
    name_question(question, (struct str){line->p, line->n}, &name);
    const struct policy *policy = id > 0 ? player_policy(&fight->player, &fight->state, id)
                                         : fight->player.side[SIDE_PARTY];
    const char *word = policy_answer(policy, name.p);
    word = word != NULL ? word : assumed(fight, name.p);
    if (word == NULL && fight->opens && question->choices > 0) {
        /* Other dice than those of the log led here: as the table would go on. */
        word = question->choice[question->usual > 0 ? question->usual - 1 : 0];
    }
    if (word == NULL) {
        struct text needs = text_over(fight->outcome.needs, sizeof fight->outcome.needs);
        tell_needs(fight, name.p, &needs);
        return false;
    }
    text_add(line, " ");
    question_add_answer(question, str_of(word), line);
    return true;
}

/* An answer that cannot be read is a mistake in the policy; without its lines that show the
 * place. */
static void tell_wrong_answer(struct fight *fight, int id, const char *name)
{
    const struct policy *policy = id > 0 ? player_policy(&fight->player, &fight->state, id)
                                         : fight->player.side[SIDE_PARTY];
    const char *word = policy_answer(policy, name);
    const char *wrong = fight->decision.error.text;
    text_format(fight->outcome.needs, sizeof fight->outcome.needs,
                "%s: %.*s; policy %s answers %s", name, (int)strcspn(wrong, "\n"), wrong,
                policy->name, word != NULL ? word : assumed(fight, name));
}

static void begin_line(struct fight *fight, uint64_t key)
{
    struct decision *decision = &fight->decision;
    if (fight->has_caught_up) {
        decision->state.value[ENCOUNTER_DRAW] = fight->state.value[ENCOUNTER_DRAW];
        decision_begin_next(decision, fight->memory);
    } else {
        decision_begin_again(decision, &fight->state, fight->memory);
    }
    fight->has_caught_up = false;
    decision->encounter = 0;
    decision->asks = true;
    decision->rolls = true;
    decision->seed = key;
    decision->is_silent = fight->sees == NULL || fight->is_silent;
}

static void decide_line(struct fight *fight, uint64_t key, struct str line)
{
    struct decision *decision = &fight->decision;
    begin_line(fight, key);
    if (fight->opens) {
        kept_dice_restart(&fight->none);
        decision->kept = &fight->none;
    }
    decide(decision, fight->rules->defs, fight->rules->defs_count, &fight->state, line);
}

/* How a line ended. */
enum did { DID, DID_NOTHING, DID_NEED };

/* Why the line that was just decided does nothing. */
static const char *why_nothing(const struct decision *decision)
{
    return decision->verdict == VERDICT_REFUSED ? decision->refusal.reason
           : decision->verdict == VERDICT_WRONG ? decision->error.text
                                                : "it changes nothing";
}

static void note_refused(struct fight *fight, const char *line)
{
    fight->outcome.refused++;
    if (fight->outcome.first_refused[0] == '\0') {
        text_format(fight->outcome.first_refused, sizeof fight->outcome.first_refused, "%s: %s",
                    line, why_nothing(&fight->decision));
    }
}

static void note_break(struct fight *fight, int id)
{
    struct fight_outcome *outcome = &fight->outcome;
    int group = group_of(&fight->state, id);
    for (int i = 0; i < outcome->breaks; i++) {
        if (outcome->broke[i].group == group) {
            return;
        }
    }
    outcome->broke[outcome->breaks++] =
        (struct fight_break){group, fight->state.value[ENCOUNTER_ROUND]};
}

/* What the act's events tell beyond the state that they lead to. */
static void note_events(struct fight *fight)
{
    const struct decision *decision = &fight->decision;
    bool settles_morale = false;
    for (int i = 0; i < decision->events; i++) {
        const struct event *event = &decision->event[i];
        settles_morale = settles_morale || event->kind == EVENT_MORALE_SETTLED;
        bool is_loss =
            event->kind == EVENT_DAMAGE_COUNTED ||
            ((event->kind == EVENT_HP_CHANGED || event->kind == EVENT_COUNT_CHANGED) &&
             event->to < event->from);
        fight->outcome.anybody_was_hurt = fight->outcome.anybody_was_hurt || is_loss;
    }
    for (int i = 0; i < decision->events && settles_morale; i++) {
        const struct event *event = &decision->event[i];
        bool gives_up = event->kind == EVENT_WENT_OUT &&
                        (event->to == OUT_FLED || event->to == OUT_SURRENDERED);
        if (gives_up) {
            note_break(fight, event->subject);
        }
    }
}

static void apply(struct fight *fight)
{
    for (int i = 0; i < fight->decision.events; i++) {
        state_apply(&fight->state, &fight->decision.event[i]);
    }
    fight->has_caught_up = true;
}

/* Keeps the state before the act that comes now: the one before the last act, and what that
 * did, which `decision` still has. */
static void remember(struct fight *fight)
{
    if (!fight->rules->procedure->plays_again) {
        return;
    }
    bool follows = fight->player.rolls_again && fight->decision.events > 0;
    if (!follows) {
        state_copy(&fight->before, &fight->state);
    }
    for (int i = 0; i < fight->decision.events && follows; i++) {
        state_apply(&fight->before, &fight->decision.event[i]);
    }
    fight->player.rolls_again = false;
}

/* Decides a line with its questions answered, and applies it. */
static enum did run(struct fight *fight, struct text *line)
{
    struct decision *decision = &fight->decision;
    remember(fight);
    struct str written = {line->p, line->n};
    int id = whose(fight, written);
    uint64_t key = key_of_act(fight, id, written);
    /* Each act begins its stream at the first draw. */
    fight->state.value[ENCOUNTER_DRAW] = 0;
    decide_line(fight, key, written);
    for (int i = 0; decision->verdict == VERDICT_ASKS; i++) {
        TEXT_BUFFER(name, POLICY_NAME_SIZE);
        name_question(&decision->question, (struct str){line->p, line->n}, &name);
        if (i == ANSWERS_MAX || !answer(fight, id, line)) {
            return DID_NEED;
        }
        decide_line(fight, key, (struct str){line->p, line->n});
        if (decision->verdict == VERDICT_WRONG) {
            tell_wrong_answer(fight, id, name.p);
            return DID_NEED;
        }
    }
    if (decision->verdict != VERDICT_DONE || decision->events == 0 || line->is_cut) {
        note_refused(fight, line->p);
        return DID_NOTHING;
    }
    apply(fight);
    fight->player.rolls_again = true;
    text_copy(fight->last, sizeof fight->last, (struct str){line->p, line->n});
    note_events(fight);
    fight->outcome.acts++;
    if (fight->sees != NULL) {
        fight->sees(fight->context, fight, line->p);
    }
    return DID;
}

/* Takes back the last act and decides it again, with other dice, and then what that costs: as
 * the table does it (decision_again), but nothing has come between. */
static enum did run_again(struct fight *fight, struct text *line)
{
    struct decision *decision = &fight->decision;
    char price[ROLL_AGAIN_PRICE_SIZE];
    TEXT_BUFFER(last, COMMAND_LINE_MAX);
    text_add(&last, "%s", fight->last);
    decide_line(fight, 0, (struct str){line->p, line->n});
    if (decision->verdict != VERDICT_DONE || !decision->again.is_wanted) {
        note_refused(fight, line->p);
        fight->player.rolls_again = false;
        return DID_NOTHING;
    }
    text_format(price, sizeof price, "%s", decision->again.price);
    state_copy(&fight->state, &fight->before);
    decision_begin(decision, fight->rules->procedure, &fight->state, fight->memory);
    fight->has_caught_up = false;
    fight->player.rolls_again = false;
    enum did did = run(fight, &last);
    if (did != DID) {
        return did;
    }
    begin_line(fight, 0);
    decision->kept = &fight->none;
    decide(decision, fight->rules->defs, fight->rules->defs_count, &fight->state,
           str_of(price));
    if (decision->verdict != VERDICT_DONE) {
        note_refused(fight, price);
        return DID_NOTHING;
    }
    apply(fight);
    fight->player.rolls_again = false;
    fight->outcome.acts++;
    if (fight->sees != NULL) {
        fight->sees(fight->context, fight, line->p);
    }
    return DID;
}

/* ---- a whole fight --------------------------------------------------------------------- */

bool fight_has_fallen(const struct procedure *procedure, const struct state *state, int id)
{
    int way = state_value(state, id, FIELD_OUT, OUT_NOT);
    return way == OUT_DOWN || way == OUT_DEAD ||
           (way == OUT_NOT && procedure->is_falling != NULL &&
            procedure->is_falling(state, id));
}

bool fight_is_over(const struct state *state, enum fight_end *end)
{
    int left[2] = {0, 0}, fled = 0;
    for (int id = 1; id <= state->count; id++) {
        int side = state_value(state, id, FIELD_SIDE, SIDE_FOES);
        left[side] += state_is_in(state, id) ? 1 : 0;
        fled += side == SIDE_PARTY && state_is_present(state, id) &&
                        state_value(state, id, FIELD_OUT, OUT_NOT) == OUT_FLED
                    ? 1
                    : 0;
    }
    *end = left[SIDE_FOES] == 0 ? FIGHT_WON : fled > 0 ? FIGHT_FLED : FIGHT_LOST;
    return left[SIDE_FOES] == 0 || left[SIDE_PARTY] == 0;
}

static void ask_player(struct fight *fight, struct text *line)
{
    fight->player.takes_back = false;
    fight->rules->procedure->plays(&fight->state, &fight->player, line);
}

/* Adds the line that lets the counter at this place bring foes, as a ruling, for it may not
 * have ended yet; nothing when it brings none, or only counts by hand. Decided on trial, for
 * who comes may be rolled. A line that asks counts as one that brings some: it is named when it
 * is run. */
static bool brings_foes(struct fight *fight, int place, struct text *line)
{
    const struct decision *decision = &fight->decision;
    if (!counter_is_coming(&fight->state, place)) {
        return false;
    }
    enum fight_end end;
    TEXT_BUFFER(trial, COMMAND_LINE_MAX);
    text_add(&trial, "ruling %s ", counter_run_name);
    counter_word(&fight->state, place, &trial);
    decide_line(fight, 0, (struct str){trial.p, trial.n});
    fight->player.rolls_again = false;
    bool brings = decision->verdict == VERDICT_ASKS ||
                  (decision->verdict == VERDICT_DONE && !fight_is_over(&decision->state, &end));
    text_add(line, "%s", brings ? trial.p : "");
    return brings;
}

/* The party has won so far, but a counter will bring foes: the fight waits for them. */
static bool awaits_foes(struct fight *fight, struct text *line)
{
    enum fight_end end;
    int place = 0;
    (void)fight_is_over(&fight->state, &end);
    if (end != FIGHT_WON) { /* which is so when no foe is left, and only then */
        return false;
    }
    while (place < fight->state.counters && !brings_foes(fight, place, line)) {
        place++;
    }
    return place < fight->state.counters;
}

/* True when it is over. The roll that lost it may be made again. */
static bool has_ended(struct fight *fight)
{
    TEXT_BUFFER(line, COMMAND_LINE_MAX);
    enum fight_end *end = &fight->outcome.end;
    if (!fight_is_over(&fight->state, end) || awaits_foes(fight, &line)) {
        return false;
    }
    if (*end != FIGHT_LOST || !fight->player.rolls_again) {
        return true;
    }
    ask_player(fight, &line);
    if (fight->player.takes_back) {
        run_again(fight, &line);
    }
    return fight_is_over(&fight->state, end);
}

/* Does what comes next; false when nothing can. */
static bool go_on(struct fight *fight)
{
    TEXT_BUFFER(line, COMMAND_LINE_MAX);
    ask_player(fight, &line);
    CHECK(!fight->player.takes_back || fight->rules->procedure->plays_again);
    enum did did = fight->player.takes_back ? run_again(fight, &line)
                   : line.n > 0             ? run(fight, &line)
                                            : DID_NOTHING;
    if (did != DID_NOTHING) {
        return did == DID;
    }
    TEXT_BUFFER(next, COMMAND_LINE_MAX);
    text_add(&next, "next");
    int refused = fight->outcome.refused;
    did = run(fight, &next);
    TEXT_BUFFER(arrival, COMMAND_LINE_MAX);
    if (did == DID_NOTHING && awaits_foes(fight, &arrival)) {
        /* No further round begins without foes: those who are due come at once. */
        fight->outcome.refused = refused;
        if (refused == 0) {
            fight->outcome.first_refused[0] = '\0';
        }
        return run(fight, &arrival) == DID;
    }
    if (did == DID_NOTHING) {
        /* Something waits for the referee, and the game's slot does not know it. */
        fight->outcome.refused = refused + (line.n == 0 ? 1 : 0);
        text_format(fight->outcome.needs, sizeof fight->outcome.needs, "next: %s",
                    why_nothing(&fight->decision));
    }
    return did == DID;
}

/* A fight that is played on from within a turn: its acts are done. */
static void know_acts(struct fight *fight)
{
    fight->player.acted = fight->state.value[ENCOUNTER_TURN];
    fight->player.acted_round = fight->state.value[ENCOUNTER_ROUND];
    fight->player.acts = turns_acts(&fight->state);
}

/* What it begins with. False when that cannot be done. */
static bool begin_with(struct fight *fight, const char *opening)
{
    TEXT_BUFFER(line, COMMAND_LINE_MAX);
    text_add(&line, "%s", opening);
    fight->opens = true;
    enum did did = run(fight, &line);
    fight->opens = false;
    if (did == DID_NOTHING) {
        text_format(fight->outcome.needs, sizeof fight->outcome.needs, "%s",
                    fight->outcome.first_refused);
    }
    know_acts(fight);
    return did == DID;
}

static void begin(struct fight *fight, const struct fight_rules *rules,
                  const struct player *player, const struct state *start, uint64_t number)
{
    struct decision *decision = &fight->decision;
    fight->rules = rules;
    fight->player = *player;
    fight->key = mix_bits(rules->seed ^ mix_bits(number));
    fight->player.key = mix_bits(fight->key);
    fight->player.library = rules->library;
    fight->player.rolls_again = false;
    fight->outcome.end = FIGHT_STALEMATE;
    fight->outcome.acts = 0;
    fight->outcome.refused = 0;
    fight->outcome.first_refused[0] = '\0';
    fight->outcome.needs[0] = '\0';
    fight->outcome.anybody_was_hurt = false;
    fight->outcome.breaks = 0;
    memset(fight->ordinal, 0, sizeof fight->ordinal);
    fight->ordinal_round = start->value[ENCOUNTER_ROUND];
    state_copy(&fight->state, start);
    fight->state.value[ENCOUNTER_DRAW] = 0;
    know_acts(fight);
    decision_begin(decision, rules->procedure, &fight->state, fight->memory);
    fight->has_caught_up = false;
    fight->opens = false;
    decision->encounter = 0;
    decision->asks = true;
    decision->rolls = true;
    decision->library = rules->library;
    decision->tables = rules->tables;
}

void fight_play(struct fight *fight, const struct fight_rules *rules,
                const struct player *player, const struct state *start, uint64_t number)
{
    fight_play_from(fight, rules, player, &(struct fight_start){.state = start}, number);
}

void fight_play_from(struct fight *fight, const struct fight_rules *rules,
                     const struct player *player, const struct fight_start *start,
                     uint64_t number)
{
    begin(fight, rules, player, start->state, number);
    if (start->last != NULL && rules->procedure->plays_again) {
        state_copy(&fight->before, start->before);
        text_format(fight->last, sizeof fight->last, "%s", start->last);
        fight->player.rolls_again = true;
    }
    struct fight_outcome *outcome = &fight->outcome;
    int round = start->state->value[ENCOUNTER_ROUND];
    int first = round > 0 ? round : 1;
    bool goes_on = start->opening == NULL || begin_with(fight, start->opening);
    outcome->end = goes_on ? outcome->end : FIGHT_NEEDS;
    while (goes_on && !has_ended(fight)) {
        bool is_long = outcome->acts >= FIGHT_ACTS_MAX ||
                       fight->state.value[ENCOUNTER_ROUND] - first >= FIGHT_ROUNDS_MAX;
        if (is_long) {
            /* It has been won where those who were awaited do not come in time. */
            outcome->end = outcome->end == FIGHT_WON ? FIGHT_WON : FIGHT_STALEMATE;
            goes_on = false;
        } else if (!go_on(fight)) {
            outcome->end = FIGHT_NEEDS;
            goes_on = false;
        }
    }
    outcome->round = fight->state.value[ENCOUNTER_ROUND];
}
