/* Four Against Darkness at the table: the foes' attacks, the defences against them, and the
 * chances of all that is pending (Who is attacked, Defense Resolution, Damage Types). */
#include "games/four_against_darkness/defence.h"

#include <string.h>

#include "resolver/odds.h"
#include "tracker/conditions.h"
#include "tracker/options.h"
#include "games/four_against_darkness/combatant.h"
#include "games/four_against_darkness/course.h"
#include "games/four_against_darkness/harm.h"
#include "games/four_against_darkness/morale.h"
#include "games/four_against_darkness/rolls.h"
#include "games/four_against_darkness/texts.h"

/* ==== The foes' attacks of a phase, how many and on whom (Who is attacked). Each is a
 * pending defence: FOUR_FOES_ATTACK on the character, from the foe. */

/* ---- sharing --------------------------------------------------------------------------- */

/* The characters under attack, in marching order, and how often so far. */
struct shares {
    int ids[COMBATANTS_MAX];
    int attacks[COMBATANTS_MAX];
    bool is_hated[COMBATANTS_MAX]; /* by the foe whose attacks are being shared out */
    int count;
    int each; /* attacks that everybody gets before any is left over */
};

/* Shares are filled evenly, in marching order; attacks left over go to a class that the foe
 * hates. Fewer attacks than characters are not left over: each goes to a different
 * character. */
static bool comes_first(const struct shares *shares, int a, int b)
{
    int least =
        shares->attacks[a] < shares->attacks[b] ? shares->attacks[a] : shares->attacks[b];
    bool is_rest = shares->each > 0 && least >= shares->each;
    if (shares->attacks[a] != shares->attacks[b] &&
        (!is_rest || shares->is_hated[a] == shares->is_hated[b])) {
        return shares->attacks[a] < shares->attacks[b];
    }
    return shares->is_hated[a] && !shares->is_hated[b];
}

static void add_foes_attacks(struct decision *decision, int id, int foe, int more)
{
    const struct effect *effect =
        state_effect(&decision->state, NULL, FOUR_FOES_ATTACK, id, foe);
    int amount = (effect != NULL ? effect->amount : 0) + more;
    if (amount > 0) {
        decision_effect(decision, EVENT_EFFECT_CHANGED, FOUR_FOES_ATTACK, id, foe, str_of(""),
                        amount);
    } else if (effect != NULL) {
        decision_end_effect(decision, EVENT_EFFECT_CHANGED, effect);
    }
}

static void share_out(struct decision *decision, struct shares *shares, int foe, int attacks)
{
    int more[COMBATANTS_MAX] = {0};
    for (int i = 0; i < shares->count; i++) {
        shares->is_hated[i] = row_hates(&decision->state, foe, shares->ids[i]);
    }
    for (; attacks > 0; attacks--) {
        int at = 0;
        for (int i = 1; i < shares->count; i++) {
            at = comes_first(shares, i, at) ? i : at;
        }
        shares->attacks[at]++;
        more[at]++;
    }
    for (int i = 0; i < shares->count; i++) {
        if (more[i] > 0) {
            add_foes_attacks(decision, shares->ids[i], foe, more[i]);
        }
    }
}

static const char no_attacks[] = "no attacks this round";

static int bodies_that_attack(const struct state *state, int foe)
{
    return condition_holds(state, foe, harm_dazed) ? 0 : bodies_awake(state, foe);
}

/* The attacks of one foe with room to attack; `room` is for that many bodies, 0 for all. */
static int attacks_here(const struct state *state, int foe, enum phase phase, int *room)
{
    if (!course_foe_attacks(state, foe, phase)) {
        return 0;
    }
    int bodies = bodies_that_attack(state, foe);
    if (location_abreast(state) > 0) {
        bodies = bodies > *room ? *room : bodies;
        *room -= bodies;
    }
    return bodies * attacks_of(state, foe);
}

void foes_attacks_call(struct decision *decision, enum phase phase)
{
    const struct state *state = &decision->state;
    struct shares shares = {.count = location_reach(state, shares.ids)};
    if (shares.count == 0) {
        return;
    }
    int room = location_abreast(state), all = 0;
    for (int foe = 1; foe <= state->count; foe++) {
        all += attacks_here(state, foe, phase, &room);
    }
    shares.each = all / shares.count;
    room = location_abreast(state);
    for (int foe = 1; foe <= state->count && decision_goes_on(decision); foe++) {
        int attacks = attacks_here(state, foe, phase, &room);
        share_out(decision, &shares, foe, attacks);
        if (attacks > 0 && phase == PHASE_FOES_SHOOT) {
            decision_value(decision, EVENT_ACTION_USED, foe, FIELD_HAS_ACTED, 1);
        }
        if (course_foe_attacks(state, foe, phase)) {
            harm_lose_to_daze(decision, foe, no_attacks);
        }
    }
}

void foes_attacks_say_spared(struct decision *decision)
{
    const struct state *state = &decision->state;
    int ids[COMBATANTS_MAX];
    int count = location_reach(state, ids), left = foes_attacks_left(state);
    if (left > 0 && left < count) {
        decision_say(decision, decision_tell(decision, EVENT_NOTED, 0, 0), "who is attacked",
                     "%d attack%s on %d: the players choose who is spared", left,
                     left == 1 ? "" : "s", count);
    }
}

/* Each foe attacks those who run once, also a boss with several attacks, whatever their places
 * (Fleeing & Withdrawing). */
void foes_attacks_call_running(struct decision *decision)
{
    const struct state *state = &decision->state;
    struct shares shares = {.count = marching_order(state, shares.ids)};
    int all = 0;
    foes_attacks_forget(decision);
    for (int foe = 1; foe <= state->count; foe++) {
        all += attitude_fights(state, foe) ? bodies_that_attack(state, foe) : 0;
    }
    shares.each = shares.count > 0 ? all / shares.count : 0;
    for (int foe = 1; foe <= state->count && decision_goes_on(decision); foe++) {
        if (shares.count > 0 && attitude_fights(state, foe)) {
            share_out(decision, &shares, foe, bodies_that_attack(state, foe));
            harm_lose_to_daze(decision, foe, no_attacks);
        }
    }
}

static void forget(struct decision *decision, int kind)
{
    const struct effect *effect;
    while (decision_goes_on(decision) &&
           (effect = state_effect(&decision->state, NULL, kind, ANYBODY, ANYBODY)) != NULL) {
        decision_end_effect(decision, EVENT_EFFECT_CHANGED, effect);
    }
}

void foes_attacks_forget(struct decision *decision)
{
    forget(decision, FOUR_FOES_ATTACK);
    forget(decision, FOUR_SETTLED);
}

/* Settles an attack of this foe; divert still counts it in this phase. */
static void foes_attacks_settle(struct decision *decision, int id, int foe)
{
    if (!state_has_effect(&decision->state, FOUR_FOES_ATTACK, id, foe)) {
        return;
    }
    const struct effect *before = state_effect(&decision->state, NULL, FOUR_SETTLED, id, foe);
    int settled = 1 + (before != NULL ? before->amount : 0);
    decision_effect(decision, EVENT_EFFECT_CHANGED, FOUR_SETTLED, id, foe, str_of(""), settled);
    add_foes_attacks(decision, id, foe, -1);
}

/* ---- what is due ----------------------------------------------------------------------- */

/* Drops the attacks of a foe that has fallen since, and those on a character at 0 Life. */
static bool foes_attack_counts(const struct state *state, const struct effect *effect)
{
    return is_standing(state, effect->subject) && attitude_fights(state, effect->object);
}

const struct effect *foes_attacks_next(const struct state *state, int id)
{
    const struct effect *effect = NULL;
    while ((effect = state_effect(state, effect, FOUR_FOES_ATTACK, id == 0 ? ANYBODY : id,
                                  ANYBODY)) != NULL) {
        if (foes_attack_counts(state, effect)) {
            return effect;
        }
    }
    return NULL;
}

int foes_attacks_left(const struct state *state)
{
    int left = 0;
    const struct effect *effect = NULL;
    while ((effect = state_effect(state, effect, FOUR_FOES_ATTACK, ANYBODY, ANYBODY)) != NULL) {
        left += foes_attack_counts(state, effect) ? effect->amount : 0;
    }
    return left;
}

/* ---- the players choose ---------------------------------------------------------------- */

int foes_attacks_on(const struct state *state, int id)
{
    static const int kinds[] = {FOUR_FOES_ATTACK, FOUR_SETTLED};
    int count = 0;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        const struct effect *effect = NULL;
        while ((effect = state_effect(state, effect, kinds[i], id, ANYBODY)) != NULL) {
            count += effect->amount;
        }
    }
    return count;
}

static bool is_within_reach(const struct state *state, int id)
{
    int ids[COMBATANTS_MAX];
    int count =
        course_running(state) != NULL ? marching_order(state, ids) : location_reach(state, ids);
    for (int i = 0; i < count; i++) {
        if (ids[i] == id) {
            return true;
        }
    }
    return false;
}

/* A hated class keeps the attacks left over. */
static bool keeps_rest(const struct state *state, const struct effect *effect, int to)
{
    return foes_attacks_on(state, effect->subject) > 1 &&
           row_hates(state, effect->object, effect->subject) &&
           !row_hates(state, effect->object, to);
}

/* Shares stay equal, and a hated class keeps the attacks left over. */
static bool may_divert(struct decision *decision, const struct effect *effect, int to)
{
    const struct state *state = &decision->state;
    if (!is_within_reach(state, to) &&
        !decision_refuse(decision, "marching order", "%s cannot be reached here",
                         state_name(state, to))) {
        return false;
    }
    if (to == effect->subject &&
        !decision_refuse(decision, "who is attacked",
                         "%s has this attack already: name another", state_name(state, to))) {
        return false;
    }
    if (foes_attacks_on(state, to) >= foes_attacks_on(state, effect->subject) &&
        !decision_refuse(decision, "who is attacked",
                         "attacks are shared equally: %s has as many as %s",
                         state_name(state, to), state_name(state, effect->subject))) {
        return false;
    }
    return !keeps_rest(state, effect, to) ||
           decision_refuse(
               decision, "who is attacked", "%s hate%s %s", state_name(state, effect->object),
               is_minor(state, effect->object) ? "" : "s", state_name(state, effect->subject));
}

/* Who can take this attack, if it is only one; otherwise 0. */
static int only_taker(const struct state *state, const struct effect *effect)
{
    int taker = 0, takers = 0;
    for (int id = 1; id <= state->count; id++) {
        if (id != effect->subject && is_character(state, id) && state_is_in(state, id) &&
            is_within_reach(state, id) && !keeps_rest(state, effect, id) &&
            foes_attacks_on(state, id) < foes_attacks_on(state, effect->subject)) {
            taker = id;
            takers++;
        }
    }
    return takers == 1 ? taker : 0;
}

int foes_attacks_spared(const struct state *state, int ids[COMBATANTS_MAX])
{
    int reached[COMBATANTS_MAX], spared = 0;
    int count = location_reach(state, reached);
    for (int i = 0; i < count && foes_attacks_left(state) > 0; i++) {
        if (foes_attacks_on(state, reached[i]) == 0) {
            ids[spared++] = reached[i];
        }
    }
    return course_running(state) == NULL ? spared : 0;
}

/* An attack that goes from one character to another; an id of 0 is not given. */
struct diversion {
    int from, to, foe;
};

/* `about` 0: nobody. */
static void ask_for_character(struct decision *decision, const char *prefix, const char *what,
                              int about)
{
    struct question *question =
        decision_ask(decision, QUESTION_COMBATANT, "%s%s%s?", what, about != 0 ? " " : "",
                     about != 0 ? state_name(&decision->state, about) : "");
    text_format(question->prefix, sizeof question->prefix, "%s", prefix);
    question->wanted = WANTED_CHARACTER;
}

/* Who takes the attack is asked next, unless only one can. */
static void ask_who_is_spared(struct decision *decision)
{
    int spared[COMBATANTS_MAX];
    if (foes_attacks_left(&decision->state) == 0) {
        decision_refuse(decision, "who is attacked", "no attack is pending");
        return;
    }
    TEXT_BUFFER(what, NAME_SIZE + 60);
    text_add(&what, "who is spared");
    if (foes_attacks_spared(&decision->state, spared) == 1) {
        text_add(&what, " instead of %s", state_name(&decision->state, spared[0]));
    }
    ask_for_character(decision, "", what.p, 0);
}

/* `divert Ann Di of=rats`, or by the foe: `divert rats Ann to=Di`. */
static bool read_diversion(struct decision *decision, const struct command *command,
                           struct diversion *out)
{
    const struct argument *first = &command->argument[0], *second = &command->argument[1];
    *out = (struct diversion){.from = first->id, .to = second->is_given ? second->id : 0};
    int to;
    if (!option_combatant(decision, command, "of", &out->foe) ||
        !option_combatant(decision, command, "to", &to)) {
        return false;
    }
    if (!is_character(&decision->state, first->id)) {
        out->foe = first->id;
        out->from = out->to;
        out->to = to;
    } else if (to != 0) {
        out->to = to;
    }
    if (out->from == 0 &&
        !state_has_effect(&decision->state, FOUR_FOES_ATTACK, ANYBODY, out->foe) &&
        !decision_refuse(decision, "who is attacked", "no attack of %s is pending",
                         state_name(&decision->state, out->foe))) {
        return false;
    }
    if (out->from == 0) {
        ask_for_character(decision, "", "who is spared an attack of", out->foe);
        return false;
    }
    return true;
}

/* Moves one attack to another character: the players choose who is spared. */
void foes_attacks_decide_divert(struct decision *decision, const struct command *command)
{
    struct diversion diversion;
    if (!command->argument[0].is_given) {
        ask_who_is_spared(decision);
        return;
    }
    if (!read_diversion(decision, command, &diversion)) {
        return;
    }
    int from = diversion.from, to = diversion.to, foe = diversion.foe;
    const struct effect *found =
        state_effect(&decision->state, NULL, FOUR_FOES_ATTACK, from, foe == 0 ? ANYBODY : foe);
    if (found == NULL) {
        decision_refuse(decision, "who is attacked", "no attack on %s is pending",
                        state_name(&decision->state, from));
        return;
    }
    to = to != 0 ? to : only_taker(&decision->state, found);
    if (to == 0) {
        bool is_by_foe = !is_character(&decision->state, command->argument[0].id);
        ask_for_character(decision, is_by_foe ? "to=" : "", "who takes the attack on", from);
        return;
    }
    struct effect effect = *found;
    if (!is_character(&decision->state, to)) {
        decision_wrong(decision, "%s is a foe: a character takes it",
                       state_name(&decision->state, to));
        return;
    }
    if (!may_divert(decision, &effect, to)) {
        return;
    }
    add_foes_attacks(decision, from, effect.object, -1);
    add_foes_attacks(decision, to, effect.object, 1);
    decision_say(decision, decision_tell(decision, EVENT_NOTED, to, effect.object),
                 "who is attacked", "%s → %s, not %s",
                 state_name(&decision->state, effect.object), state_name(&decision->state, to),
                 state_name(&decision->state, from));
    decision_label(decision, "%s is spared", state_name(&decision->state, from));
}

/* ==== Defences against pending attacks, one each, and the effects of a hit (Defense
 * Resolution, Damage Types). */

enum { OUT_BLOCK, OUT_DAMAGE };

/* ---- which attack ---------------------------------------------------------------------- */

/* One attack to defend against; `is_due` when it was assigned. */
struct strike {
    int id, foe;
    bool is_due;
};

static bool is_among(const struct argument *who, int id)
{
    for (int i = 0; i < who->ids_count; i++) {
        if (who->ids[i] == id) {
            return true;
        }
    }
    return !who->is_given;
}

/* A save that a hit calls for comes before the next attack on the same character, which waits
 * until then. */
static bool must_save(const struct state *state, int id)
{
    return save_due(state, id) != NULL;
}

/* The next attack that the command settles: on those who must save first, or on the others. */
static bool find_pending(const struct state *state, const struct command *command, int from,
                         bool is_waiting, struct strike *out)
{
    int ids[COMBATANTS_MAX];
    int count = marching_order(state, ids);
    for (int i = 0; i < count; i++) {
        bool fits =
            is_among(&command->argument[0], ids[i]) && must_save(state, ids[i]) == is_waiting;
        const struct effect *effect = fits ? foes_attacks_next(state, ids[i]) : NULL;
        while (effect != NULL && from != 0 && effect->object != from) {
            effect = state_effect(state, effect, FOUR_FOES_ATTACK, ids[i], ANYBODY);
        }
        if (effect != NULL) {
            *out = (struct strike){effect->subject, effect->object, true};
            return true;
        }
    }
    return false;
}

/* The first attack of the command; refused when all that are left wait for a save. */
static bool find_first(struct decision *decision, const struct command *command, int from,
                       struct strike *out)
{
    const struct state *state = &decision->state;
    if (find_pending(state, command, from, false, out)) {
        return true;
    }
    if (find_pending(state, command, from, true, out)) {
        return decision_refuse(decision, "save rolls", "%s must make a save first: `save`",
                               state_name(state, out->id));
    }
    /* An attack that no rule has assigned: by a ruling, or before the fight has begun. */
    const struct argument *who = &command->argument[0];
    if (!decision_refuse(
            decision, "flow 5",
            course_order(state) == ORDER_OPEN ? "no foe attacks before the fight has begun"
                                              : "no attack%s%s is pending",
            who->is_given ? " on " : "", who->is_given ? state_name(state, who->ids[0]) : "")) {
        return false;
    }
    int foe = from != 0 ? from : only_foe(state);
    if (!who->is_given || foe == 0) {
        decision_wrong(decision, "who defends, and against whom? defend NAME from=FOE");
        return false;
    }
    *out = (struct strike){who->ids[0], foe, false};
    return true;
}

static bool are_fit(struct decision *decision, const struct strike *strike)
{
    const struct state *state = &decision->state;
    if (!is_character(state, strike->id)) {
        decision_wrong(decision, "%s is a foe: foes never roll", state_name(state, strike->id));
        return false;
    }
    bool attacks = !is_character(state, strike->foe) && state_is_in(state, strike->foe);
    return attacks || decision_refuse(decision, "defence", "%s do%s not attack",
                                      state_name(state, strike->foe),
                                      is_many(state, strike->foe) ? "" : "es");
}

/* ---- one defence ----------------------------------------------------------------------- */

bool defence_act(const struct state *state, int id, int foe, struct inputs *out,
                 struct error *err)
{
    struct said said;
    said_begin(&said, ROLL_DEFENCE, id, foe);
    said_defence_moment(&said, state);
    rolls_defence(state, foe, out);
    return said_finish(state, &said, out, err);
}

/* With `all`: the attacks to settle after this one, up to one that must wait for a save. */
static int attacks_more(const struct state *state, const struct command *command)
{
    bool takes_all = command_option(command, "all") != NULL;
    int ids[COMBATANTS_MAX], more = -1;
    int count = takes_all ? marching_order(state, ids) : 0;
    for (int i = 0; i < count; i++) {
        bool defends = is_among(&command->argument[0], ids[i]) && !must_save(state, ids[i]);
        const struct effect *effect = NULL;
        while (defends && (effect = state_effect(state, effect, FOUR_FOES_ATTACK, ids[i],
                                                 ANYBODY)) != NULL) {
            more += foes_attack_counts(state, effect) ? effect->amount : 0;
        }
    }
    return more;
}

static bool roll_defence(struct decision *decision, const struct command *command,
                         const struct strike *strike, int *damage)
{
    const struct state *state = &decision->state;
    struct said said;
    struct inputs inputs;
    said_begin(&said, ROLL_DEFENCE, strike->id, strike->foe);
    said_options(&said, command);
    said_defence_moment(&said, state);
    rolls_defence(state, strike->foe, &inputs);
    char who[NAME_SIZE * 2 + 32];
    text_format(who, sizeof who, "%s defends against %s", state_name(state, strike->id),
                state_name(state, strike->foe));
    struct outcome outcome;
    if (!said_spend(decision, command, &said) ||
        !said_give(decision, command, &said, &inputs) ||
        !decision_resolve(decision, &inputs, strike->id, strike->foe, who, &outcome)) {
        int more = attacks_more(state, command);
        /* Of a roll that is made again only its own dice are wanted. */
        if (more > 0 && decision->kept == NULL) {
            /* True when its first dice have been thrown and exploded. */
            bool goes_on = decision->question.fallen > 0;
            decision_prompt(decision, "defence", "%s%s%s", goes_on ? ", still " : "",
                            goes_on ? state_name(state, strike->id) : "",
                            goes_on ? "'s die" : "");
            decision_prompt_more(decision, more);
        }
        return false;
    }
    *damage = (int)outcome.value[OUT_DAMAGE];
    decision_effect(decision, EVENT_EFFECT_CHANGED, FOUR_DEFENDED, strike->id, 0, str_of(""),
                    1);
    reroll_note(decision, strike->id, reroll_defence, outcome.value[OUT_BLOCK] == 0);
    return true;
}

/* A character who sleeps or is paralysed gets no defence roll. */
static bool defend_once(struct decision *decision, const struct command *command,
                        const struct strike *strike)
{
    const struct state *state = &decision->state;
    int damage = state_value(state, strike->foe, DAMAGE, 1);
    if (is_helpless(state, strike->id)) {
        reroll_forget(decision, strike->id);
        decision_say(decision, decision_tell(decision, EVENT_NOTED, strike->id, strike->foe),
                     "defence", "%s cannot defend against %s", state_name(state, strike->id),
                     state_name(state, strike->foe));
    } else if (!roll_defence(decision, command, strike, &damage)) {
        return false;
    }
    foes_attacks_settle(decision, strike->id, strike->foe);
    /* Applies the damage and the foe's on-hit effect. */
    decision_label(decision, "%s %s %s", state_name(state, strike->id),
                   damage > 0 ? "is hit by" : "blocks", state_name(state, strike->foe));
    if (damage > 0) {
        harm_suffer(decision, strike->id, damage, state_value(state, strike->foe, LEVEL, 1),
                    "defence");
        /* The effect of every hit, also of one that takes the last Life: a survivor of the
         * lethal save meets it (Defense Resolution: the damage and the on-hit effect). */
        const char *found = special_find(&decision->state, strike->foe, "on_hit");
        if (found != NULL && state_is_in(&decision->state, strike->id)) {
            char text[LABEL_SIZE];
            text_format(text, sizeof text, "%s", found);
            harm_call(decision, strike->foe, strike->id, text);
        }
    }
    return decision_goes_on(decision);
}

/* ---- the command ----------------------------------------------------------------------- */

/* `all` and several names settle everything pending on them; otherwise one attack, and one more
 * while the line has dice. */
static bool wants_more(const struct decision *decision, const struct command *command)
{
    bool takes_all =
        command_option(command, "all") != NULL || command->argument[0].ids_count > 1;
    return takes_all || decision_has_dice(decision);
}

/* ---- dice of attacks that are dropped -------------------------------------------------- */

/* Attacks on this character that the command settles. */
static int attacks_on(const struct state *state, const struct command *command, int from,
                      int id)
{
    int count = 0;
    const struct effect *effect = NULL;
    while ((effect = state_effect(state, effect, FOUR_FOES_ATTACK, id, ANYBODY)) != NULL) {
        bool counts = is_among(&command->argument[0], id) &&
                      (from == 0 || effect->object == from) &&
                      attitude_fights(state, effect->object);
        count += counts ? effect->amount : 0;
    }
    return count;
}

static int die_of(const struct state *state, int id)
{
    return die_of_tier(tier_of_level(state_value(state, id, LEVEL, 1)));
}

/* The place of the next entered die after this many defences of this character, starting at
 * `at`; -1 when there are fewer, or they are not single dice. */
static int entered_end(const struct decision *decision, int at, int id, int defences)
{
    const struct state *state = &decision->state;
    int sides = die_of(state, id);
    bool explodes =
        table_rule(state, "defence_explodes", "yes") && !situation_holds(state, "stalagmites");
    while (at >= 0 && defences > 0) {
        if (at >= decision->entered_count || decision->entered[at].kind != GIVEN_FACE) {
            return -1;
        }
        const struct entered *die = &decision->entered[at++];
        defences -= !explodes || die->value < explodes_from(sides) ? 1 : 0;
    }
    return at;
}

/* True when the dice from `at` on are exactly those of the one who still defends. */
static bool dice_fit(const struct decision *decision, const struct command *command, int from,
                     int at)
{
    const struct state *state = &decision->state;
    bool takes_all = command_option(command, "all") != NULL;
    int ids[COMBATANTS_MAX];
    int count = marching_order(state, ids);
    for (int i = 0; i < count && at >= 0; i++) {
        bool rolls = !is_helpless(state, ids[i]) && !must_save(state, ids[i]);
        int attacks = rolls ? attacks_on(state, command, from, ids[i]) : 0;
        for (; attacks > 0 && at >= 0 && (takes_all || at < decision->entered_count);
             attacks--) {
            at = entered_end(decision, at, ids[i], 1);
        }
    }
    return at == decision->entered_count;
}

/* The end of the dice entered for the attacks on this character, all of them or the first few;
 * -1 when there are none, or the rest do not match the others. */
static int end_of_rest(const struct decision *decision, const struct command *command, int from,
                       int id)
{
    int at = decision->entered_used, end = -1;
    for (int attacks = attacks_on(&decision->state, command, from, id); attacks > 0 && end < 0;
         attacks--) {
        end = entered_end(decision, at, id, attacks);
        end = end >= 0 && dice_fit(decision, command, from, end) ? end : -1;
    }
    return end;
}

/* A character who has fallen meanwhile, or must save now, no longer defends: dice entered for
 * those attacks are skipped. */
static bool pass_over(struct decision *decision, const struct command *command, int from,
                      int id)
{
    int at = decision->entered_used, attacks = attacks_on(&decision->state, command, from, id);
    bool has_fallen = !is_standing(&decision->state, id);
    bool defends = !has_fallen && !must_save(&decision->state, id);
    int end = defends ? -1 : end_of_rest(decision, command, from, id);
    if (end <= at || decision->rolls_rest || dice_fit(decision, command, from, at)) {
        return true;
    }
    char text[24], who[NAME_SIZE + 48];
    struct dice_expr expr;
    int64_t total;
    text_format(text, sizeof text, "%dd%d", end - at, die_of(&decision->state, id));
    text_format(who, sizeof who,
                has_fallen ? "%s has fallen: %d attack%s fewer"
                           : "%s must save first, %d attack%s later",
                state_name(&decision->state, id), attacks, attacks == 1 ? "" : "s");
    CHECK(dice_expr_parse(&expr, str_of(text), NULL) == STATUS_OK);
    return decision_throw(decision, &expr, id, who, (struct source){"not needed", "defence"},
                          &total);
}

void defence_decide(struct decision *decision, const struct command *command)
{
    int from;
    struct strike strike;
    if (!option_combatant(decision, command, "from", &from) || !morale_is_settled(decision)) {
        return;
    }
    if (!find_first(decision, command, from, &strike)) {
        return;
    }
    int settled = 0;
    int first = strike.foe;
    bool against[COMBATANTS_MAX + 1] = {false};
    do {
        if (!are_fit(decision, &strike) ||
            !option_value(decision, command, "level", strike.foe, LEVEL,
                          (struct number_range){1, 50}) ||
            !defend_once(decision, command, &strike) ||
            !pass_over(decision, command, from, strike.id)) {
            return;
        }
        settled++;
        against[strike.foe] = true;
    } while (strike.is_due && wants_more(decision, command) &&
             find_pending(&decision->state, command, from, false, &strike));
    if (settled > 1) {
        /* "3 defences against Wolf, Ogre": each foe once. */
        const struct state *state = &decision->state;
        TEXT_BUFFER(text, sizeof decision->label);
        text_add(&text, "%d defences against %s", settled, state_name(state, first));
        for (int id = 1; id <= state->count; id++) {
            if (against[id] && id != first) {
                text_add(&text, ", %s", state_name(state, id));
            }
        }
        decision_label(decision, "%s", text.p);
    }
}

/* ==== The exact chances of everything pending against one character together (decision F
 * 12). */

/* More Life than this is far from 0: then nothing is shown. */
enum { LIFE_MAX = 400, WAYS_MAX = 32 };

/* The outcomes of a defence, in the order of its action. */
enum { DEFENCE_BLOCKS, DEFENCE_DAMAGE };

/* A character after some of the pending rolls: the chances of each Life, twice. */
struct course {
    const struct state *state;
    struct arena *memory;
    int id;
    int life; /* at the start */
    /* At 0 Life it stays there. */
    double falls[LIFE_MAX + 1];
    /* At 0 Life it makes a lethal save: index 0 is dead, a survivor has 1 Life. */
    double dies[LIFE_MAX + 1];
    bool is_unknown; /* the chances of a roll are: nothing is told */
};

/* One outcome of an attack or a save: its damage, and then the damage of what the hit calls
 * for. */
struct way {
    int first, second;
    double mass;
};

/* All outcomes of one attack or save, and the chances that the lethal save at 0 Life fails
 * after the first and after the second damage. */
struct ways {
    struct way way[WAYS_MAX];
    int count;
    double fatal[2];
    /* The second damage comes after the lethal save for the first, for a survivor; otherwise it
     * is part of the first. */
    bool comes_later;
};

/* The damage that takes a character to 0 Life: the first; the second; the first, with the
 * second still to come. */
enum { FALLS_FIRST, FALLS_SECOND, FALLS_WITH_MORE, FALLS };

/* ---- the chances of one roll ----------------------------------------------------------- */

/* The odds of a roll, as long as the memory is not used again; false when they are unknown. */
static bool find_odds(struct course *course, const struct said *said, struct inputs *inputs,
                      struct odds *out)
{
    struct error err;
    bool is_known = said_finish(course->state, said, inputs, &err) &&
                    odds_of(out, inputs, course->memory, &err) == STATUS_OK;
    course->is_unknown = course->is_unknown || !is_known;
    return is_known;
}

/* The chance that a save of this kind against this level fails. */
static double chance_to_fail(struct course *course, int foe, struct str kind, int level)
{
    struct said said;
    struct inputs inputs;
    struct odds odds;
    size_t mark = course->memory->used;
    said_begin(&said, ROLL_SAVE, course->id, foe);
    said_word(&said, kind);
    rolls_save(course->state, level, &inputs);
    double chance = find_odds(course, &said, &inputs, &odds) ? 1 - odds.chance[0] : 1;
    course->memory->used = mark;
    return chance;
}

/* The chance to die at 0 Life from a source of this level. */
static double chance_to_die(struct course *course, int level)
{
    bool is_saved = table_rule(course->state, "lethal_save", "survives") && level > 0;
    return is_saved ? chance_to_fail(course, 0, str_of("lethal"), level) : 1;
}

/* ---- what happens to the character ----------------------------------------------------- */

/* Applies the outcomes of one roll to the chances of each Life; `fallen` gets the mass that
 * reaches 0, by the damage that takes it there. */
static void take(double chance[LIFE_MAX + 1], const struct ways *ways, int life,
                 double fallen[FALLS])
{
    double after[LIFE_MAX + 1] = {chance[0]};
    memset(fallen, 0, FALLS * sizeof fallen[0]);
    for (int now = 1; now <= life; now++) {
        for (int i = 0; i < ways->count && chance[now] > 0; i++) {
            const struct way *way = &ways->way[i];
            double mass = chance[now] * way->mass;
            int left = now - way->first;
            if (left <= 0) {
                fallen[way->second > 0 && ways->comes_later ? FALLS_WITH_MORE : FALLS_FIRST] +=
                    mass;
            } else if (left - way->second <= 0) {
                fallen[FALLS_SECOND] += mass;
            } else {
                after[left - way->second] += mass;
            }
        }
    }
    memcpy(chance, after, sizeof after);
}

/* Advances both. A survivor at 1 Life with damage still to come reaches 0 by it once more. */
static void suffer_ways(struct course *course, const struct ways *ways)
{
    double fallen[FALLS];
    double dies_once = ways->fatal[0], dies_of_more = ways->fatal[1];
    double dies[FALLS] = {dies_once, dies_of_more, dies_once + (1 - dies_once) * dies_of_more};
    take(course->falls, ways, course->life, fallen);
    for (int i = 0; i < FALLS; i++) {
        course->falls[0] += fallen[i];
    }
    take(course->dies, ways, course->life, fallen);
    for (int i = 0; i < FALLS; i++) {
        course->dies[0] += fallen[i] * dies[i];
        course->dies[1] += fallen[i] * (1 - dies[i]);
    }
}

static int damage_of(const struct threat *threat)
{
    return threat->is_death ? LIFE_MAX + 1 : threat->damage;
}

/* The chance that this threat comes true. */
static double chance_of_threat(struct course *course, int foe, const struct threat *threat)
{
    return threat->level > 0 ? chance_to_fail(course, foe, threat->kind, threat->level) : 1;
}

static double fatal_of_threat(struct course *course, const struct threat *threat)
{
    return threat->is_death ? 1 : chance_to_die(course, threat->source_level);
}

/* The effect of the attack alone; a character who cannot defend takes all of it. */
static void ways_of_attack(struct course *course, int foe, bool is_first, struct ways *out)
{
    struct odds odds;
    if (is_helpless(course->state, course->id)) {
        out->way[0] = (struct way){state_value(course->state, foe, DAMAGE, 1), 0, 1};
        out->count = 1;
        return;
    }
    /* The defence against this foe: the first one of the encounter has words of its own. */
    struct said said;
    struct inputs inputs;
    const char *running = course_running(course->state);
    said_begin(&said, ROLL_DEFENCE, course->id, foe);
    said_word(&said, str_of(is_first ? "first-defence" : ""));
    said_word(&said, str_of(running != NULL ? running : ""));
    rolls_defence(course->state, foe, &inputs);
    if (!find_odds(course, &said, &inputs, &odds)) {
        return;
    }
    const struct odds_numbers *numbers = &odds.numbers[DEFENCE_DAMAGE];
    CHECK(numbers->count <= WAYS_MAX / 2); /* nothing, or the foe's damage */
    for (int i = 0; i < numbers->count; i++) {
        out->way[i] = (struct way){(int)numbers->value[i], 0, numbers->mass[i]};
    }
    out->count = numbers->count;
}

/* Splits each outcome that hits in two: the save it calls for succeeds or fails. */
static void add_threat(struct course *course, int foe, struct ways *ways)
{
    struct threat threat;
    const char *on_hit = special_find(course->state, foe, "on_hit");
    if (on_hit == NULL || !harm_threat_of_hit(course->state, foe, on_hit, &threat)) {
        return;
    }
    double chance = chance_of_threat(course, foe, &threat);
    ways->fatal[1] = fatal_of_threat(course, &threat);
    ways->comes_later = threat.level > 0 || threat.is_death;
    for (int i = 0, count = ways->count; i < count; i++) {
        struct way *way = &ways->way[i];
        if (way->first > 0) {
            ways->way[ways->count++] =
                (struct way){way->first, damage_of(&threat), way->mass * chance};
            way->mass *= 1 - chance;
        }
    }
}

/* One attack, and what its hit calls for. */
static void suffer_attack(struct course *course, int foe, bool is_first)
{
    size_t mark = course->memory->used;
    struct ways ways = {.fatal = {1, 1}};
    ways.fatal[0] = chance_to_die(course, state_value(course->state, foe, LEVEL, 1));
    ways_of_attack(course, foe, is_first, &ways);
    add_threat(course, foe, &ways);
    suffer_ways(course, &ways);
    course->memory->used = mark;
}

/* ---- all of it ------------------------------------------------------------------------- */

/* The attacks in the order in which they are settled; returns their number. */
static int suffer_attacks(struct course *course)
{
    const struct state *state = course->state;
    const struct effect *effect = NULL;
    bool is_first = !state_has_effect(state, FOUR_DEFENDED, course->id, 0);
    int attacks = 0;
    while ((effect = state_effect(state, effect, FOUR_FOES_ATTACK, course->id, ANYBODY)) !=
           NULL) {
        for (int i = 0; foes_attack_counts(state, effect) && i < effect->amount; i++) {
            suffer_attack(course, effect->object, is_first);
            is_first = false;
            attacks++;
        }
    }
    return attacks;
}

/* The pending saves that matter for Life; returns their number. */
static int suffer_saves(struct course *course)
{
    const struct state *state = course->state;
    const struct effect *effect = NULL;
    int saves = 0;
    while ((effect = state_effect(state, effect, FOUR_SAVE_DUE, course->id, ANYBODY)) != NULL) {
        struct threat threat;
        for (int i = 0; harm_threat_of_save(effect, &threat) && i < save_times(state, effect);
             i++) {
            double chance = chance_of_threat(course, effect->object, &threat);
            double fatal = fatal_of_threat(course, &threat);
            struct ways ways = {.way = {{0, 0, 1 - chance}, {damage_of(&threat), 0, chance}},
                                .count = 2,
                                .fatal = {fatal, 1}};
            suffer_ways(course, &ways);
            saves++;
        }
    }
    return saves;
}

static void tell(const struct course *course, int attacks, int saves, struct together *out)
{
    const struct state *state = course->state;
    struct text text = text_over(out->what, sizeof out->what);
    if (attacks > 0) {
        text_add(&text, "%d attack%s", attacks, attacks == 1 ? "" : "s");
    }
    if (saves > 0) {
        text_add(&text, "%s%d save%s", attacks > 0 ? ", " : "", saves, saves == 1 ? "" : "s");
    }
    text_add(&text, " due");
    out->count = attacks + saves;
    text_format(out->chance[0].name, sizeof out->chance[0].name, "to 0 %s",
                state_system(state)->hit_points);
    out->chance[0].is_fall = true;
    out->chance[0].value = course->falls[0];
    out->chances = 1;
    if (table_rule(state, "lethal_save", "survives") && course->falls[0] > 0 &&
        !harm_captures(state)) {
        text_format(out->chance[1].name, sizeof out->chance[1].name, "dead");
        out->chance[1].value = course->dies[0];
        out->chances = 2;
    }
}

bool danger_together(const struct state *state, int id, struct arena *memory,
                     struct together *out)
{
    struct course course = {.state = state, .memory = memory, .id = id};
    course.life = state_value(state, id, FIELD_HP, 0);
    course.life += state_value(state, id, FIELD_HP_TEMPORARY, 0);
    *out = (struct together){.chances = 0};
    if (!is_character(state, id) || !is_standing(state, id) || course.life < 1 ||
        course.life > LIFE_MAX) {
        return false;
    }
    course.falls[course.life] = 1;
    course.dies[course.life] = 1;
    int saves = suffer_saves(&course);
    int attacks = suffer_attacks(&course);
    if (course.is_unknown || attacks + saves == 0) {
        return false;
    }
    tell(&course, attacks, saves, out);
    return true;
}
