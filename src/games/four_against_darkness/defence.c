/* Four Against Darkness at the table: defences against pending attacks, one each, and the
 * effects of a hit (Defense Resolution, Damage Types). */
#include "games/four_against_darkness/defence.h"

#include "tracker/options.h"
#include "games/four_against_darkness/attitude.h"
#include "games/four_against_darkness/combatant.h"
#include "games/four_against_darkness/course.h"
#include "games/four_against_darkness/foes_attacks.h"
#include "games/four_against_darkness/harm.h"
#include "games/four_against_darkness/morale.h"
#include "games/four_against_darkness/rerolls.h"
#include "games/four_against_darkness/rolls.h"
#include "games/four_against_darkness/said.h"
#include "games/four_against_darkness/saves.h"
#include "games/four_against_darkness/settings.h"
#include "games/four_against_darkness/texts.h"

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

/* An attack that no rule has assigned: by a ruling, or before the fight has begun. */
static bool find_other(struct decision *decision, const struct command *command, int from,
                       struct strike *out)
{
    const struct state *state = &decision->state;
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
    return find_other(decision, command, from, out);
}

static bool are_fit(struct decision *decision, const struct strike *strike)
{
    const struct state *state = &decision->state;
    if (!is_character(state, strike->id)) {
        decision_wrong(decision, "%s is a foe: foes never roll", state_name(state, strike->id));
        return false;
    }
    bool attacks = !is_character(state, strike->foe) && state_is_in(state, strike->foe);
    return attacks || decision_refuse(decision, "defence", "%s does not attack",
                                      state_name(state, strike->foe));
}

/* ---- one defence ----------------------------------------------------------------------- */

/* The effect of every hit, also of one that takes the last Life: a survivor of the lethal save
 * meets it (Defense Resolution: the damage and the on-hit effect). */
static void call_effect(struct decision *decision, int id, int foe)
{
    const char *found = special_find(&decision->state, foe, "on_hit");
    if (found != NULL && state_is_in(&decision->state, id)) {
        char text[LABEL_SIZE];
        text_format(text, sizeof text, "%s", found);
        harm_call(decision, foe, id, text);
    }
}

/* Applies the damage and the foe's on-hit effect. */
static void defence_comes_to(struct decision *decision, int id, int foe, int damage)
{
    const struct state *state = &decision->state;
    decision_label(decision, "%s %s %s", state_name(state, id),
                   damage > 0 ? "is hit by" : "blocks", state_name(state, foe));
    if (damage > 0) {
        harm_suffer(decision, id, damage, state_value(state, foe, LEVEL, 1), "defence");
        call_effect(decision, id, foe);
    }
}

bool defence_act(const struct state *state, int id, int foe, struct inputs *out,
                 struct error *err)
{
    struct said said;
    said_begin(&said, ROLL_DEFENCE, id, foe);
    said_defence_moment(&said, state);
    return rolls_defence(state, foe, out, err) && said_finish(state, &said, out, err);
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
    struct error err;
    said_begin(&said, ROLL_DEFENCE, strike->id, strike->foe);
    said_options(&said, command);
    said_defence_moment(&said, state);
    if (!rolls_defence(state, strike->foe, &inputs, &err)) {
        decision_wrong(decision, "%s", err.text);
        return false;
    }
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
            /* Whether its first dice have been thrown and exploded. */
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
        struct event *event = decision_tell(decision, EVENT_NOTED, strike->id, strike->foe);
        decision_say(decision, event, "defence", "%s cannot defend against %s",
                     state_name(state, strike->id), state_name(state, strike->foe));
    } else if (!roll_defence(decision, command, strike, &damage)) {
        return false;
    }
    foes_attacks_settle(decision, strike->id, strike->foe);
    defence_comes_to(decision, strike->id, strike->foe, damage);
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

/* Whether the dice from `at` on are exactly those of the one who still defends. */
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

/* "3 defences against Wolf, Ogre": each foe once. */
static void label_several(struct decision *decision, int settled, const bool against[],
                          int first)
{
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
        label_several(decision, settled, against, first);
    }
}
