/* Trilemma at the table: the effects of hits, injury saves, degrees to spend, and taking a hit
 * back (5.17 to 5.20, 5.22). */
#include "games/trilemma/hits.h"

#include <string.h>

#include "base/nearest.h"
#include "base/utf8.h"
#include "games/trilemma/acting.h"
#include "games/trilemma/combatant.h"
#include "tracker/conditions.h"
#include "tracker/combatant_fields.h"
#include "tracker/procedure.h"
#include "tracker/table_commands.h"
#include "tracker/turns.h"

enum { DEGREE = 5, DIRECT_HIT_DEGREES = 4 };
static const char direct[] = "direct";
static const struct number_range cost_range = {1, 20};
static const struct number_range dc_range = {-100, 100};

/* ---- injury ---------------------------------------------------------------------------- */

static const char *const injuries[] = {"none", "wounded", "out", "dead", NULL};
/* What each means for the fight, where it is chosen. */
static const char *const injuries_mean[] = {NULL, "(fights on)", "(down)", NULL};
enum { INJURY_NONE, INJURY_WOUNDED, INJURY_OUT, INJURY_DEAD, INJURY_OWN };

static void call_injury(struct decision *decision, int id, int excess)
{
    const char *name = state_name(&decision->state, id);
    int due = state_value(&decision->state, id, FIELD_CHECK_DUE, 0);
    struct event *event =
        decision_value(decision, EVENT_CHECK_CALLED, id, FIELD_CHECK_DUE, due + 1);
    if (excess > 0) {
        decision_say(decision, event, "5.18", "injury save due: %s, %d beyond 0 HP", name,
                     excess);
    } else {
        decision_say(decision, event, "5.18", "injury save due: %s", name);
    }
    /* A combatant that has taken aim may have the shot now (5.22). */
    const struct effect *effect = NULL;
    while ((effect = state_effect(&decision->state, effect, TRILEMMA_TAKING_AIM, id,
                                  ANYBODY)) != NULL) {
        decision_say(decision, decision_tell(decision, EVENT_NOTED, effect->object, id), "5.22",
                     "%s has taken aim at %s: this may be the shot",
                     state_name(&decision->state, effect->object),
                     state_name(&decision->state, id));
    }
}

/* Behind "Wolf: 3 → 0 of 9 HP", the line of the event that was just made. */
static void say_fights_on(struct decision *decision)
{
    struct event *event = &decision->event[decision->events - 1];
    TEXT_BUFFER(line, 400);
    text_add_str(&line, event->line);
    decision_say(decision, event, "5.18",
                 "%s: fights on, but the next hit calls for an injury save", line.p);
}

/* HP stop at 0; damage beyond them makes an injury save due. Exactly 0 does nothing yet, and
 * the log says so, since other games end a fighter there (5.18; T19). */
void trilemma_hurt(struct decision *decision, int id, int excess)
{
    int hp;
    if (excess > 0) {
        call_injury(decision, id, excess);
    } else if (decision_goes_on(decision) && state_is_in(&decision->state, id) &&
               trilemma_hp(&decision->state, id, &hp) && hp == 0) {
        say_fights_on(decision);
    }
}

/* A roll against the referee's own number, if there is one; its meaning is not in the rules. */
static bool roll_save(struct decision *decision, const struct command *command, int id)
{
    const struct state *state = &decision->state;
    struct inputs inputs;
    struct outcome outcome;
    int ability, dc;
    if (command_option(command, "dc") == NULL) {
        return true;
    }
    if (!option_number(decision, command, "ability", trilemma_ability_range, 0, &ability) ||
        !option_number(decision, command, "dc", dc_range, 0, &dc)) {
        return false;
    }
    TEXT_BUFFER(text, NAME_SIZE + 16);
    text_add(&text, "%s, injury save", state_name(state, id));
    inputs_begin(&inputs, state_system(state), state_action(state, "check"));
    inputs_give_number(&inputs, "ability", ability);
    inputs_give_number(&inputs, "dc", dc);
    return option_input(decision, command, "edge", &inputs) &&
           decision_finish(decision, &inputs) &&
           decision_resolve(decision, &inputs, id, 0, text.p, &outcome);
}

/* One of the known outcomes, or the referee's own word for it (T20). A misspelt one is not
 * taken for an own word. INJURY_OWN: `own` holds it. */
static bool read_outcome(struct decision *decision, struct str word, int *choice,
                         char own[NAME_SIZE])
{
    struct nearest nearest;
    nearest_init(&nearest, word);
    for (*choice = 0; *choice < INJURY_OWN; ++*choice) {
        if (str_equal_any_case(word, str_of(injuries[*choice]))) {
            return true;
        }
        nearest_offer(&nearest, injuries[*choice]);
    }
    if (nearest.best != NULL) {
        decision_wrong(decision,
                       "%.*s: did you mean %s? (none, wounded, out, dead, or words of "
                       "your own)",
                       word.n, word.p, nearest.best);
        return false;
    }
    utf8_clean(own, NAME_SIZE, word);
    return true;
}

static void settle_injury(struct decision *decision, const struct command *command, int id,
                          int by)
{
    const struct state *state = &decision->state;
    int choice;
    char own[NAME_SIZE] = "";
    if (!read_outcome(decision, command->argument[1].word, &choice, own)) {
        return;
    }
    const char *outcome = choice == INJURY_OWN ? own : injuries[choice];
    int due = state_value(state, id, FIELD_CHECK_DUE, 0);
    /* A combatant out of the fight has no further save to make. */
    bool is_out = choice == INJURY_OUT || choice == INJURY_DEAD;
    char note[120];
    utf8_clean(note, sizeof note, option_text(command, "note", ""));
    if (trilemma_is_magic(command)) {
        decision_effect(decision, EVENT_EFFECT_CHANGED, TRILEMMA_MAGIC, id, 0, str_of(""), 1);
    }
    decision_value(decision, EVENT_CHECK_SETTLED, id, FIELD_CHECK_DUE,
                   due > 0 && !is_out ? due - 1 : 0);
    struct event *event = decision_tell(decision, EVENT_NOTED, id, 0);
    decision_say(decision, event, "5.18", "%s: injury: %s", state_name(state, id), outcome);
    if (note[0] != '\0' && (event = decision_tell(decision, EVENT_NOTED, id, 0)) != NULL) {
        event->is_secret = true;
        decision_say(decision, event, "", "%s: note: %s", state_name(state, id), note);
    }
    if (is_out) {
        /* Without a line of its own: the injury's line says it. */
        event = decision_value(decision, EVENT_WENT_OUT, id, FIELD_OUT,
                               choice == INJURY_DEAD ? OUT_DEAD : OUT_DOWN);
        if (event != NULL) {
            event->object = by; /* 0: the hit that called for the save */
        }
        trilemma_say_useless(decision, id);
    }
    if (!is_out && choice != INJURY_NONE && decision_goes_on(decision)) {
        /* A wound stays visible as a condition, by the referee's own word for it; text after a
         * comma is for the log alone. */
        TEXT_BUFFER(text, NAME_SIZE);
        text_add_str(&text, str_trimmed((struct str){outcome, (int)strcspn(outcome, ",")}));
        if (text.n > 0) {
            condition_give(decision, id, text.p, 0);
        }
    }
    trilemma_close_hits(decision, id); /* since degrees can still be spent (T46) */
}

int trilemma_saves_due(const struct state *state, int id)
{
    return state_is_in(state, id) ? state_value(state, id, FIELD_CHECK_DUE, 0) : 0;
}

bool trilemma_is_falling(const struct state *state, int id)
{
    return trilemma_saves_due(state, id) > 0;
}

/* Other members of the same groups with a pending save who are not named. */
static int count_alike(const struct state *state, const bool is_one[COMBATANTS_MAX + 1],
                       bool alike[COMBATANTS_MAX + 1])
{
    int count = 0;
    for (int id = 1; id <= state->count; id++) {
        for (int one = 1; one <= state->count && !is_one[id] && !alike[id]; one++) {
            alike[id] = is_one[one] && group_of(state, one) == group_of(state, id) &&
                        trilemma_saves_due(state, id) > 0;
            count += alike[id] ? 1 : 0;
        }
    }
    return count;
}

/* The combatants to settle: those who are named, and with `alike` the others of their groups
 * with a pending save. A pattern such as s* means only those with one. False: the decision has
 * ended. */
static bool find_injured(struct decision *decision, const struct command *command,
                         bool is_one[COMBATANTS_MAX + 1], int *more)
{
    const struct state *state = &decision->state;
    const struct argument *targets = &command->argument[0];
    bool is_glob = str_is_glob(targets->word);
    bool alike[COMBATANTS_MAX + 1] = {false};
    int found = 0;
    for (int i = 0; i < targets->ids_count; i++) {
        int id = targets->ids[i];
        bool is_due = state_value(state, id, FIELD_CHECK_DUE, 0) > 0;
        if (!is_due && !is_glob &&
            !decision_refuse(decision, "5.18", "no injury save is pending for %s",
                             state_name(state, id))) {
            return false;
        }
        is_one[id] = is_due || !is_glob;
        found += is_one[id] ? 1 : 0;
    }
    if (found == 0 &&
        decision_refuse(decision, "5.18", "no injury save is pending for any of them")) {
        decision_wrong(decision, "injury of whom? none of them has a save pending");
    }
    if (found == 0) {
        return false;
    }
    *more = count_alike(state, is_one, alike);
    for (int id = 1; id <= state->count && command_option(command, "alike") != NULL; id++) {
        is_one[id] = is_one[id] || alike[id];
        *more = 0;
    }
    return true;
}

/* The numbers of the save are the referee's own (T20): this records its result, for one or
 * several. */
void trilemma_decide_injury(struct decision *decision, const struct command *command)
{
    const struct state *state = &decision->state;
    bool is_one[COMBATANTS_MAX + 1] = {false};
    int ids[COMBATANTS_MAX];
    int more = 0, count = 0, by;
    if (!option_combatant(decision, command, "by", &by) ||
        !find_injured(decision, command, is_one, &more)) {
        return;
    }
    for (int id = 1; id <= state->count; id++) {
        if (is_one[id] && !roll_save(decision, command, id)) {
            return;
        }
        if (is_one[id]) {
            ids[count++] = id;
        }
    }
    struct named_several who = combatants_named(state, ids, count);
    if (!command->argument[1].is_given) {
        /* "Shrike 1 and 3 more: injury?"; when others of their groups have a pending save,
         * `alike` adds them. */
        TEXT_BUFFER(save, 64);
        if (command_option(command, "dc") != NULL) {
            text_add(&save, "an injury save of %d", trilemma_first_total(decision));
        } else {
            text_add(&save, "roll the injury save by your rules, or decide");
        }
        struct question *question =
            decision_ask(decision, QUESTION_CHOICE, "%s: %s; which result?", who.text, save.p);
        for (int i = 0; injuries[i] != NULL; i++) {
            question_offer(question, injuries[i], injuries_mean[i]);
        }
        if (more > 0) {
            text_format(question->note[question->choices], QUESTION_NOTE_SIZE, "+%d", more);
            question_offer(question, "alike", "");
        }
        question->else_takes = ELSE_TAKES_WORDS;
        question->rule = "5.18";
        return;
    }
    for (int id = 1; id <= state->count && decision_goes_on(decision); id++) {
        if (is_one[id]) {
            settle_injury(decision, command, id, by);
        }
    }
    if (decision_goes_on(decision)) {
        char outcome[NAME_SIZE];
        utf8_clean(outcome, sizeof outcome, command->argument[1].word);
        decision_label(decision, "%s: injury %s", who.text, outcome);
    }
}

/* ---- hits ------------------------------------------------------------------------------ */

/* The HP a hit takes, by the state effect that remembers them. */
static const struct {
    int kind;
    enum state_field field;
    int sign;
    enum event_kind event;
} taken[] = {{TRILEMMA_STRUCK_HP, FIELD_HP, -1, EVENT_HP_CHANGED},
             {TRILEMMA_STRUCK_TEMPORARY, FIELD_HP_TEMPORARY, -1, EVENT_HP_CHANGED},
             {TRILEMMA_STRUCK_DAMAGE_COUNTED, FIELD_DAMAGE_COUNTED, 1, EVENT_DAMAGE_COUNTED},
             {TRILEMMA_STRUCK_INJURY, FIELD_CHECK_DUE, 1, EVENT_CHECK_SETTLED}};
enum { TAKEN = sizeof taken / sizeof taken[0], TAKEN_INJURY = TAKEN - 1 };

static void note(struct decision *decision, int kind, const struct hit *hit, const char *label,
                 int amount)
{
    decision_effect(decision, EVENT_EFFECT_CHANGED, kind, hit->target, hit->attacker,
                    str_of(label), amount);
}

static int noted(const struct state *state, int kind, const struct hit *hit)
{
    const struct effect *effect = state_effect(state, NULL, kind, hit->target, hit->attacker);
    return effect != NULL ? effect->amount : 0;
}

/* A direct hit bypasses HP (5.20), and at 0 HP even a hit without damage counts (T19). Its
 * damage is remembered. */
static void take(struct decision *decision, const struct hit *hit)
{
    const struct state *state = &decision->state;
    int before[TAKEN];
    int hp;
    for (int i = 0; i < TAKEN; i++) {
        before[i] = state_value(state, hit->target, taken[i].field, 0);
    }
    bool has_none = trilemma_hp(state, hit->target, &hp) && hp == 0;
    if (hit->damage > 0 && !hit->is_direct) {
        table_damage(decision, hit->target, hit->damage, "5.18");
    } else if (has_none || hit->is_direct) {
        call_injury(decision, hit->target, 0);
    }
    for (int i = 0; i < TAKEN && decision_goes_on(decision); i++) {
        int now = state_value(state, hit->target, taken[i].field, 0);
        int amount = (now - before[i]) * taken[i].sign;
        if (amount > 0) {
            note(decision, taken[i].kind, hit, "", amount);
        }
    }
}

/* Extra degrees: whole fives above the AC (5.19). */
static int degrees_of(const struct hit *hit)
{
    return (hit->total - hit->ac) / DEGREE;
}

static int spent_of(const struct state *state, const struct hit *hit)
{
    int spent = 0;
    const struct effect *effect = NULL;
    while ((effect = state_effect(state, effect, TRILEMMA_STRUCK_SPENT, hit->target,
                                  hit->attacker)) != NULL) {
        spent += effect->amount;
    }
    return spent;
}

/* Keeps the degrees left to spend in the state. */
static void keep_pool(struct decision *decision, const struct hit *hit)
{
    int left = degrees_of(hit) - spent_of(&decision->state, hit);
    const struct effect *pool =
        state_effect(&decision->state, NULL, TRILEMMA_DEGREES, hit->attacker, hit->target);
    if (left > 0) {
        decision_effect(decision, EVENT_EFFECT_CHANGED, TRILEMMA_DEGREES, hit->attacker,
                        hit->target, str_of(""), left);
    } else if (pool != NULL) {
        decision_end_effect(decision, EVENT_EFFECT_CHANGED, pool);
    }
}

void trilemma_hit(struct decision *decision, const struct hit *hit)
{
    if (hit->is_magic) {
        decision_effect(decision, EVENT_EFFECT_CHANGED, TRILEMMA_MAGIC, hit->target, 0,
                        str_of(""), 1);
    }
    note(decision, TRILEMMA_STRUCK, hit, "", hit->total);
    note(decision, TRILEMMA_STRUCK_AC, hit, "", hit->ac);
    if (hit->is_direct) {
        note(decision, TRILEMMA_STRUCK_SPENT, hit, direct, DIRECT_HIT_DEGREES);
    } else {
        note(decision, TRILEMMA_STRUCK_ROLLED, hit, "", hit->damage);
    }
    take(decision, hit);
    keep_pool(decision, hit);
}

/* ---- taking a hit back ----------------------------------------------------------------- */

/* Gives back what one kind of state effect remembers. */
static void give_back(struct decision *decision, const struct hit *hit, int i, const char *rule)
{
    const struct state *state = &decision->state;
    const struct effect *effect =
        state_effect(state, NULL, taken[i].kind, hit->target, hit->attacker);
    if (effect == NULL) {
        return;
    }
    int before = state_value(state, hit->target, taken[i].field, 0);
    int after = before - taken[i].sign * effect->amount;
    bool is_hp = taken[i].field == FIELD_HP;
    int most = is_hp ? state_value(state, hit->target, FIELD_HP_MAX, after) : after;
    after = after < 0 ? 0 : after > most && before <= most ? most : after;
    decision_end_effect(decision, EVENT_EFFECT_CHANGED, effect);
    struct event *event =
        decision_value(decision, taken[i].event, hit->target, taken[i].field, after);
    if (is_hp) {
        decision_say(decision, event, rule, "%s gets the damage back: %d → %d HP",
                     state_name(state, hit->target), before, after);
    } else if (i != TAKEN_INJURY) {
        decision_say(decision, event, rule, "%s: %s %d → %d", state_name(state, hit->target),
                     state_field_name(state, taken[i].field), before, after);
    } else {
        decision_say(decision, event, rule, "%s: no injury save from that hit",
                     state_name(state, hit->target));
    }
}

static void give_all_back(struct decision *decision, const struct hit *hit, const char *rule)
{
    for (int i = 0; i < TAKEN && decision_goes_on(decision); i++) {
        give_back(decision, hit, i, rule);
    }
}

/* What the log says of the hit's damage, which no outcome tells any more: it counts, or it is
 * taken back. A direct hit has none (5.20). */
static void tell_standing(struct decision *decision, const struct hit *hit, bool was_direct,
                          int to)
{
    int rolled = noted(&decision->state, TRILEMMA_STRUCK_ROLLED, hit);
    decision_dealt(decision, hit->target, hit->attacker, was_direct ? 0 : rolled, to);
}

/* A direct hit whose degrees are gone becomes an ordinary one: its damage counts, and is thrown
 * if it never was. */
static void make_ordinary(struct decision *decision, struct hit *hit)
{
    const struct state *state = &decision->state;
    struct dice_expr expr;
    struct error err;
    int64_t damage = noted(state, TRILEMMA_STRUCK_ROLLED, hit);
    char who[NAME_SIZE * 2 + 8];
    text_format(who, sizeof who, "%s → %s", state_name(state, hit->attacker),
                state_name(state, hit->target));
    give_all_back(decision, hit, "5.20");
    if (state_effect(state, NULL, TRILEMMA_STRUCK_ROLLED, hit->target, hit->attacker) == NULL) {
        struct str dice = str_of(trilemma_damage_dice(state, hit->attacker));
        if (dice_expr_parse_as(NULL, &expr, dice, DICE_LOGGED, &err) != STATUS_OK ||
            !decision_throw(decision, &expr, hit->attacker, who,
                            (struct source){"damage", "5.18"}, &damage)) {
            return;
        }
    }
    hit->damage = damage < 0 ? 0 : (int)damage;
    tell_standing(decision, hit, true, hit->damage);
    note(decision, TRILEMMA_STRUCK_ROLLED, hit, "", hit->damage);
    take(decision, hit);
}

/* Takes back spending of degrees that are gone, the last first (T38). True when the direct hit
 * is among it. */
static bool take_spending_back(struct decision *decision, const struct hit *hit, int degrees)
{
    const struct state *state = &decision->state;
    bool was_direct = false;
    while (decision_goes_on(decision) && spent_of(state, hit) > degrees) {
        const struct effect *effect = NULL;
        const struct effect *last = NULL;
        while ((effect = state_effect(state, effect, TRILEMMA_STRUCK_SPENT, hit->target,
                                      hit->attacker)) != NULL) {
            last = effect;
        }
        struct effect gone = *last;
        bool is_direct = strcmp(gone.label, direct) == 0;
        struct event *event = decision_end_effect(decision, EVENT_EFFECT_CHANGED, last);
        decision_say(decision, event, is_direct ? "5.20" : "5.19",
                     "%s → %s: %s is taken back, its %d extra degree%s gone",
                     state_name(state, hit->attacker), state_name(state, hit->target),
                     is_direct ? "direct hit" : gone.label, gone.amount,
                     gone.amount == 1 ? " is" : "s are");
        const struct condition_def *condition =
            condition_find(decision->procedure, str_of(gone.label));
        if (condition != NULL) {
            condition_end(decision, hit->target, condition->name);
        }
        was_direct = was_direct || is_direct;
    }
    return was_direct;
}

/* The last hit on this one, which must exist. Older logs did not keep its AC. */
static struct hit last_hit(const struct state *state, int target)
{
    const struct effect *struck = trilemma_last_hit(state, target);
    struct hit hit = {.attacker = struck->object, .target = target, .total = struck->amount};
    const struct effect *ac =
        state_effect(state, NULL, TRILEMMA_STRUCK_AC, target, hit.attacker);
    const struct effect *pool =
        state_effect(state, NULL, TRILEMMA_DEGREES, hit.attacker, target);
    hit.ac = ac != NULL     ? ac->amount
             : pool != NULL ? hit.total - DEGREE * pool->amount
                            : hit.total;
    return hit;
}

void trilemma_meet_hit(struct decision *decision, int target, int defence)
{
    const struct state *state = &decision->state;
    struct hit hit = last_hit(state, target);
    int before = degrees_of(&hit);
    if (defence <= hit.ac) {
        return;
    }
    hit.ac = defence;
    if (defence > hit.total) {
        /* The hit becomes a miss (5.17). */
        /* The question whether a spell was interrupted goes with the hit that raised it (T45).
         * It came after that hit, as state effects are in the order in which they began. */
        const struct effect *struck = trilemma_last_hit(&decision->state, hit.target);
        const struct effect *doubt = state_effect(&decision->state, NULL, TRILEMMA_INTERRUPTED,
                                                  struck->subject, ANYBODY);
        if (doubt != NULL && doubt > struck) {
            int id = doubt->subject;
            struct event *event = decision_end_effect(decision, EVENT_EFFECT_CHANGED, doubt);
            decision_say(decision, event, "5.7", "%s goes on casting: the hit is taken back",
                         state_name(&decision->state, id));
        }
        bool was_direct = take_spending_back(decision, &hit, 0);
        tell_standing(decision, &hit, was_direct, 0);
        give_all_back(decision, &hit, "5.17");
        trilemma_forget_hit(decision, hit.attacker, hit.target);
        return;
    }
    int degrees = degrees_of(&hit);
    note(decision, TRILEMMA_STRUCK_AC, &hit, "", defence);
    if (degrees < before) {
        decision_say(decision, decision_tell(decision, EVENT_NOTED, hit.attacker, target),
                     "5.17", "%s → %s: %d against %d, extra degrees %d → %d",
                     state_name(state, hit.attacker), state_name(state, target), hit.total,
                     defence, before, degrees);
    }
    if (take_spending_back(decision, &hit, degrees)) {
        make_ordinary(decision, &hit);
    }
    keep_pool(decision, &hit);
}

/* ---- degrees --------------------------------------------------------------------------- */

/* Pushing back and a condition cost one, a direct hit four; anything else is words with a cost
 * (5.19, 5.20). With rounds it can only be a condition. */
static void ask_effect(struct decision *decision, const struct effect *pool, int rounds)
{
    const struct state *state = &decision->state;
    TEXT_BUFFER(which, 80);
    if (rounds > 0) {
        text_add(&which, "which condition");
        condition_format_rounds(state, rounds, &which);
        text_add(&which, "?");
    } else {
        text_add(&which, "which effect?%s", pool->amount == 1 ? "" : " each costs 1");
    }
    struct question *question =
        decision_ask(decision, QUESTION_CHOICE, "%s has %d extra degree%s to spend on %s: %s",
                     state_name(state, pool->subject), pool->amount,
                     pool->amount == 1 ? "" : "s", state_name(state, pool->object), which.p);
    question->rule = "5.19";
    /* Those that a blow can bring: not a wound, which is an injury's, nor a protection. Two
     * places are left for what is no condition. */
    const struct procedure *procedure = decision->procedure;
    for (int i = 0; i < procedure->conditions_count; i++) {
        const struct condition_def *def = &procedure->conditions[i];
        if (def->hinders_no_act || question->choices == QUESTION_CHOICES_MAX - 2) {
            continue;
        }
        if (!def->is_word) {
            text_format(question->note[question->choices], QUESTION_NOTE_SIZE, "(%s)",
                        def->help);
        }
        question_offer(question, def->name, "");
    }
    /* Conditions come first: their letters are those of `condition`. */
    if (rounds > 0) {
        return;
    }
    question_offer(question, "push", "back (only in the log)");
    if (pool->amount >= DIRECT_HIT_DEGREES) {
        text_format(question->note[question->choices], QUESTION_NOTE_SIZE, "costs %d",
                    DIRECT_HIT_DEGREES);
        question_offer(question, "direct", "hit (damage undone, injury save due)");
    }
    question->else_takes = ELSE_TAKES_WORDS;
    question->words_about = pool->amount == 1 ? NULL : "other words, such as disarm cost=2";
    question->digit_prefix = "rounds=";
    question->digit_about = condition_ends_with_round(state)
                                ? "rounds of a condition, counting this one"
                                : "rounds of a condition";
}

/* The pool of degrees of the last hit that has one, on somebody who is still in the fight
 * before others; `by`: of that attacker, ANYBODY: of any. NULL: there is none. */
static const struct effect *newest_pool(const struct state *state, int by)
{
    const struct effect *effect = NULL, *newest = NULL;
    while ((effect = state_effect(state, effect, TRILEMMA_DEGREES, by, ANYBODY)) != NULL) {
        bool was_in = newest != NULL && state_is_in(state, newest->object);
        newest = was_in && !state_is_in(state, effect->object) ? newest : effect;
    }
    return newest;
}

int trilemma_owner_of_degrees(const struct state *state)
{
    const struct effect *pool = newest_pool(state, ANYBODY);
    return pool != NULL ? pool->subject : 0;
}

/* The pool to spend; by=NAME: that attacker's. Nothing that degrees buy (5.19, 5.20) matters to
 * one who is out. */
static bool find_pool(struct decision *decision, const struct command *command,
                      struct effect *out)
{
    const struct state *state = &decision->state;
    int by;
    if (!option_combatant(decision, command, "by", &by)) {
        return false;
    }
    const struct effect *pool = newest_pool(state, by != 0 ? by : ANYBODY);
    if (pool == NULL) {
        decision_refuse(decision, "5.19", "there are no extra degrees to spend");
        return false;
    }
    *out = *pool;
    if (turns_over(state) != NULL) {
        return decision_refuse(decision, "5.19",
                               "the fight is over: extra degrees do nothing more");
    }
    return state_is_in(state, out->object) ||
           decision_refuse(decision, "5.19",
                           "%s is out of the fight: extra degrees do nothing more to it",
                           state_name(state, out->object));
}

/* What an effect leaves to the table: only a direct hit and conditions are kept. */
static const char *left_to_the_table(const struct decision *decision, const struct effect *pool,
                                     const char *what)
{
    const struct state *state = &decision->state;
    bool is_push = strcmp(what, "push") == 0;
    bool are_engaged = trilemma_is_engaged(state, pool->subject, pool->object);
    bool is_kept =
        strcmp(what, direct) == 0 || condition_find(decision->procedure, str_of(what)) != NULL;
    return is_kept                  ? ""
           : is_push && are_engaged ? ", only in the log: they stay in melee"
                                    : ", only in the log: no number changes";
}

static void spend(struct decision *decision, const struct effect *pool, const char *what,
                  int cost)
{
    const struct state *state = &decision->state;
    struct hit hit = {.attacker = pool->subject, .target = pool->object};
    bool is_direct = strcmp(what, direct) == 0;
    int left = pool->amount > cost ? pool->amount - cost : 0;
    decision_say(decision, decision_tell(decision, EVENT_NOTED, pool->subject, pool->object),
                 is_direct ? "5.20" : "5.19", "%s → %s: %s (%d extra, %d left)%s",
                 state_name(state, pool->subject), state_name(state, pool->object),
                 is_direct ? "direct hit, past HP" : what, cost, left,
                 left_to_the_table(decision, pool, what));
    const struct effect *before = state_effect_labelled(state, TRILEMMA_STRUCK_SPENT,
                                                        hit.target, hit.attacker, str_of(what));
    note(decision, TRILEMMA_STRUCK_SPENT, &hit, what,
         pool->amount - left + (before != NULL ? before->amount : 0));
    if (is_direct) {
        /* Four degrees turn the hit into a direct one: HP as before, an injury save instead
         * (5.20). A save that the same hit made due, or that was settled since, counts as that
         * save. */
        bool has_save = noted(&decision->state, TRILEMMA_STRUCK_INJURY, &hit) > 0;
        tell_standing(decision, &hit, false, 0);
        for (int i = 0; i < TAKEN_INJURY && decision_goes_on(decision); i++) {
            give_back(decision, &hit, i, "5.20");
        }
        if (!has_save) {
            call_injury(decision, hit.target, 0);
            note(decision, TRILEMMA_STRUCK_INJURY, &hit, "", 1);
        }
    }
    if (left > 0) {
        decision_effect(decision, EVENT_EFFECT_CHANGED, TRILEMMA_DEGREES, pool->subject,
                        pool->object, str_of(""), left);
    } else {
        decision_end_effect(
            decision, EVENT_EFFECT_CHANGED,
            state_effect(state, NULL, TRILEMMA_DEGREES, pool->subject, pool->object));
    }
    decision_label(decision, "%s → %s: %s", state_name(state, hit.attacker),
                   state_name(state, hit.target), what);
}

/* A hit becomes direct only once (5.20). */
static bool may_be_direct(struct decision *decision, const struct effect *pool)
{
    const struct effect *spent = state_effect_labelled(
        &decision->state, TRILEMMA_STRUCK_SPENT, pool->object, pool->subject, str_of(direct));
    return spent == NULL || decision_refuse(decision, "5.20", "this is a direct hit already");
}

/* The condition that the effect is: one that the target does not have (5.19). Others have no
 * rounds. */
static bool gives_condition(struct decision *decision, const struct effect *pool,
                            const char *what, int rounds, const struct condition_def **out)
{
    const struct state *state = &decision->state;
    *out = condition_find(decision->procedure, str_of(what));
    if (*out == NULL && rounds > 0) {
        decision_wrong(decision, "rounds=%d is for a condition, and \"%s\" is none", rounds,
                       what);
        return false;
    }
    return *out == NULL || !condition_holds(state, pool->object, (*out)->name) ||
           decision_refuse(decision, "5.19", "%s is %s already",
                           state_name(state, pool->object), (*out)->name);
}

/* `effect "drive back" cost=2`, `effect direct`, `effect blind rounds=2` (5.19, 5.20; T18). */
void trilemma_decide_effect(struct decision *decision, const struct command *command)
{
    static const struct number_range rounds_range = {1, CONDITION_ROUNDS_MOST};
    struct effect pool;
    int cost, rounds;
    char what[LABEL_SIZE];
    const struct condition_def *condition;
    if (!find_pool(decision, command, &pool) ||
        !option_number(decision, command, "rounds", rounds_range, 0, &rounds)) {
        return;
    }
    if (!command->argument[0].is_given) {
        ask_effect(decision, &pool, rounds);
        return;
    }
    utf8_clean(what, sizeof what, command->argument[0].word);
    bool is_direct = str_equal_any_case(command->argument[0].word, str_of(direct));
    if (is_direct) {
        memcpy(what, direct, sizeof direct);
    }
    if (!option_number(decision, command, "cost", cost_range,
                       is_direct ? DIRECT_HIT_DEGREES : 1, &cost) ||
        (is_direct && !may_be_direct(decision, &pool)) ||
        !gives_condition(decision, &pool, what, rounds, &condition)) {
        return;
    }
    if (cost <= pool.amount ||
        decision_refuse(decision, is_direct ? "5.20" : "5.19",
                        "%s has %d extra degrees, but this costs %d",
                        state_name(&decision->state, pool.subject), pool.amount, cost)) {
        spend(decision, &pool, what, cost);
        if (condition != NULL) {
            condition_give(decision, pool.object, condition->name, rounds);
        }
    }
}
