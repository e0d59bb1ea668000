/* Four Against Darkness at the table: what the screen shows, and the sheet of a combatant. */
#include "games/four_against_darkness/screen.h"

#include <string.h>

#include "tracker/conditions.h"
#include "games/four_against_darkness/abilities.h"
#include "games/four_against_darkness/attack.h"
#include "games/four_against_darkness/combatant.h"
#include "games/four_against_darkness/course.h"
#include "games/four_against_darkness/defence.h"
#include "games/four_against_darkness/encounter.h"
#include "games/four_against_darkness/gear.h"
#include "games/four_against_darkness/harm.h"
#include "games/four_against_darkness/modifiers.h"
#include "games/four_against_darkness/morale.h"
#include "games/four_against_darkness/reactions.h"
#include "games/four_against_darkness/records.h"
#include "games/four_against_darkness/rolls.h"
#include "games/four_against_darkness/texts.h"
#include "games/four_against_darkness/treasure.h"

/* ==== The sheet of a combatant, with the source of every number. */

/* "attack d6 +3 = +2 warrior L2 +1 great axe". */
static void tell_roll(struct decision *decision, int id, enum roll roll)
{
    static const char *const names[ROLLS] = {"attack", "defence", "save", "spell"};
    struct occasion occasion = {.roll = roll, .who = id};
    struct breakdown breakdown;
    if (!modifiers_break_down(&decision->state, &occasion, &breakdown)) {
        decision_wrong(decision, "%s", breakdown.wrong.text);
        return;
    }
    TEXT_BUFFER(text, 400);
    text_add(&text, "  %s d%d %+d", names[roll], breakdown.die, breakdown.bonus);
    for (int i = 0; i < breakdown.parts; i++) {
        text_add(&text, "%s%+d %s", i == 0 ? " = " : ", ", breakdown.part[i].amount,
                 breakdown.part[i].label);
    }
    decision_answer(decision, "%s", text.p);
}

/* All state effects of a kind, each as its label with its amount, in lines for a screen. */
static void tell_effects(struct decision *decision, int id, int kind, const char *head)
{
    const struct effect *effect = NULL;
    TEXT_BUFFER(text, 400);
    while ((effect = state_effect(&decision->state, effect, kind, id, 0)) != NULL) {
        text_add(&text, "%s%s", text.n == 0 ? head : ", ", effect->label);
        if (kind == FOUR_GEAR) {
            text_add(&text, " (%s)", gear_places[effect->amount]);
        } else if (kind == FOUR_USES && effect->amount != USES_UNLIMITED) {
            text_add(&text, " %d", effect->amount);
        }
    }
    if (text.n > 0) {
        decision_answer(decision, "%s", text.p);
    }
}

/* Each text in full, so that the referee also sees those that only count at times. */
static void tell_texts(struct decision *decision, int id, int kind)
{
    const struct effect *effect = NULL;
    while ((effect = state_effect(&decision->state, effect, kind, id, ANYBODY)) != NULL) {
        decision_answer(decision, "  %s", effect->label);
    }
}

void sheet_decide(struct decision *decision, const struct command *command)
{
    const struct state *state = &decision->state;
    int id = command->argument[0].id;
    bool is_character = state_value(state, id, FIELD_SIDE, SIDE_FOES) == SIDE_PARTY;
    TEXT_BUFFER(text, 200);
    text_add(&text, "%s:", state_name(state, id));
    if (class_of(state, id)[0] != '\0') {
        text_add(&text, " %s", class_of(state, id));
    }
    if (state_is_set(state, id, LEVEL)) {
        text_add(&text, " level %d", state_value(state, id, LEVEL, 1));
    }
    if (state_is_set(state, id, FIELD_HP)) {
        text_add(&text, ", Life %d of %d", state_value(state, id, FIELD_HP, 0),
                 state_value(state, id, FIELD_HP_MAX, 0));
    }
    decision_answer(decision, "%s", text.p);
    for (int roll = 0; roll < ROLLS && is_character && state_is_set(state, id, LEVEL); roll++) {
        tell_roll(decision, id, (enum roll)roll);
    }
    TEXT_BUFFER(formulas, 200);
    formulas_say(state, id, &formulas);
    if (formulas.n > 0) {
        decision_answer(decision, "  %s", formulas.p);
    }
    tell_effects(decision, id, FOUR_GEAR, "  gear: ");
    tell_effects(decision, id, FOUR_USES, "  uses: ");
    if (is_character && gold_of(state) > 0) {
        decision_answer(decision, "  the party's gold: %d", gold_of(state));
    }
    TEXT_BUFFER(spells, 300);
    spells_say(decision, id, &spells);
    if (spells.n > 0) {
        decision_answer(decision, "  %s", spells.p);
    }
    tell_effects(decision, id, EFFECT_TRAIT, "  is: ");
    tell_texts(decision, id, FOUR_MODIFIER);
    tell_texts(decision, id, FOUR_SPECIAL);
    tell_texts(decision, id, FOUR_REACTION);
}

/* ==== The slots of the procedure. */

/* ---- combatants ------------------------------------------------------------------------ */

/* What a foe wants or does, when that is not fighting. */
static void add_attitude(const struct state *state, int foe, struct text *out)
{
    enum reaction attitude = attitude_of(state, foe);
    const struct effect *effect = state_effect(state, NULL, FOUR_ATTITUDE, foe, 0);
    if (effect == NULL || attitude == REACTION_FIGHT || attitude == REACTION_SLEEPING) {
        return;
    }
    text_add_item(out, effect->label);
    if (attitude == REACTION_BRIBE) {
        text_add(out, " %d", effect->amount);
    }
}

/* The place in the marching order, of those who stand, from 1; 0: it has none. */
static int rank_of(const struct state *state, int id)
{
    int ids[COMBATANTS_MAX];
    int count = marching_order(state, ids);
    for (int i = 0; i < count; i++) {
        if (ids[i] == id) {
            return i + 1;
        }
    }
    return 0;
}

bool screen_bodies(const struct state *state, int id, struct bodies *out)
{
    out->open = counts_open(state, id);
    out->left = out->open == NULL ? bodies_of(state, id) : 0;
    out->most = out->open == NULL ? state_value(state, id, COUNT_START, out->left) : 0;
    return out->open != NULL ||
           (!is_character(state, id) && is_minor(state, id) && state_is_set(state, id, COUNT));
}

static void add_former_level(const struct state *state, int id, struct text *out)
{
    TEXT_BUFFER(was, 24);
    text_add(&was, "was L%d", state_value(state, id, LEVEL, 0) + 1);
    text_add_item(out, was.p);
}

void screen_seen(const struct state *state, int id, struct text *out)
{
    if (!state_is_in(state, id) || is_character(state, id)) {
        return;
    }
    add_attitude(state, id, out);
    /* "3 asleep, 2 awake", of a group. */
    const struct effect *effect = NULL;
    while ((effect = state_effect(state, effect, FOUR_SOME, id, 0)) != NULL) {
        char text[LABEL_SIZE + 12];
        text_format(text, sizeof text, "%d %s", effect->amount, effect->label);
        text_add_item(out, text);
        if (strcmp(effect->label, "asleep") == 0) {
            text_format(text, sizeof text, "%d awake", bodies_awake(state, id));
            text_add_item(out, text);
        }
    }
}

void screen_row(const struct state *state, int id, struct combatant_words *out)
{
    struct text words = text_over(out->words, sizeof out->words);
    struct text brief = text_over(out->brief, sizeof out->brief);
    out->is_waiting = state_is_in(state, id) && is_character(state, id) &&
                      !state_value(state, id, FIELD_HAS_ACTED, 0);
    /* "1 L2", and in words "rank 1, level 2". */
    struct text score = text_over(out->score, sizeof out->score);
    struct text spoken = text_over(out->spoken, sizeof out->spoken);
    int rank = rank_of(state, id);
    if (rank > 0) {
        text_add(&score, "%d ", rank);
        text_add(&spoken, "rank %d", rank);
    }
    if (state_is_set(state, id, LEVEL)) {
        int level = state_value(state, id, LEVEL, 0);
        text_add(&score, "L%d", level);
        text_add(&spoken, "%slevel %d", rank > 0 ? ", " : "", level);
    }
    if (!state_is_in(state, id)) {
        text_add(&words, "%s",
                 way_out_name((enum way_out)state_value(state, id, FIELD_OUT, 0)));
        text_add(&brief, "%s", out->words);
        return;
    }
    bool has_dropped =
        !is_character(state, id) && state_value(state, id, LEVEL_DROPPED, 0) != 0;
    screen_seen(state, id, &words);
    if (is_character(state, id) && save_lethal(state, id) != NULL) {
        text_add_item(&words, "at 0 Life");
    }
    text_add(&brief, "%s", out->words);
    conditions_format(state, id, &words);
    conditions_brief(state, id, &brief);
    /* Last: the level that counts now stands in the row, and what is new is not to be hidden.
     */
    if (has_dropped) {
        add_former_level(state, id, &words);
        add_former_level(state, id, &brief);
    }
}

/* ---- phases ---------------------------------------------------------------------------- */

void screen_phase(const struct state *state, struct text *out)
{
    const char *over = course_over(state);
    const char *running = course_running(state);
    if (over != NULL) {
        bool goes_on = ending_do_foes_come(state);
        text_add(out, "%s%s%s", goes_on ? "" : "over: ", over, goes_on ? ", more to come" : "");
    } else if (running != NULL) {
        text_add(out, "%s: each foe attacks once", running);
    } else if (course_order(state) == ORDER_OPEN) {
        text_add(out, "%s", course_is_met(state) ? "the foes are met" : "not started");
    } else {
        text_add(out, "round %d, %s", state->value[ENCOUNTER_ROUND], course_phase_says(state));
    }
    if (over == NULL) {
        location_say(state, out);
    }
}

/* "Ro" who has not acted and can still use an ability, though no attack is possible. */
static bool add_users(const struct state *state, struct text *out)
{
    int ids[COMBATANTS_MAX];
    int count = marching_order(state, ids);
    const char *gap = "";
    for (int i = 0; i < count; i++) {
        if (ability_can_help(state, ids[i])) {
            text_add(out, "%s%s", gap, state_name(state, ids[i]));
            gap = ", ";
        }
    }
    return gap[0] != '\0';
}

/* True when foes still there have offered food and rest: the referee decides how much Life that
 * restores. */
static bool is_fed(const struct state *state)
{
    for (int id = 1; id <= state->count && course_is_peace(state); id++) {
        if (state_is_in(state, id) && attitude_of(state, id) == REACTION_FOOD_AND_REST) {
            return true;
        }
    }
    return false;
}

void screen_guide(const struct state *state, struct text *out)
{
    struct pending pending;
    int left = foes_attacks_left(state);
    bool waits = left == 0 || save_due(state, 0) != NULL;
    if (waits && screen_pending(state, &pending, 1) > 0) {
        bool has_command = pending.command[0] != '\0';
        text_add(out, has_command ? "%s: `%s`" : "%s", pending.text, pending.command);
    } else if (course_over(state) != NULL && ending_tell_coming(state, out)) {
        return;
    } else if (course_over(state) != NULL) {
        text_add(out, "%s%s`encounters` takes the party to the next one%s",
                 course_is_peace(state) ? "" : "the fight is over; ",
                 is_fed(state) ? "food and rest: `heal`; " : "",
                 course_is_peace(state) ? "; or `decline` and fight" : "");
        if (gold_of(state) > 0) {
            text_add(out, "; gold so far: %d", gold_of(state));
        }
    } else if (left > 0) {
        text_add(out, "%d attack%s to defend against: `defend`", left, left == 1 ? "" : "s");
    } else if (course_order(state) == ORDER_OPEN) {
        if (standing_characters(state) == 0) {
            text_add(out, "`add` the party: Hild class=warrior level=2, then the foes");
        } else if (running_do_wandering_come(state) && !situation_holds(state, "wandering")) {
            text_add(out, "wandering monsters come: `place` wandering, then `add` them");
        } else if (foes_left(state) == 0 && situation_holds(state, "wandering")) {
            text_add(out, "`add` the wandering monsters: they attack first");
        } else if (foes_left(state) == 0) {
            text_add(out,
                     "`add` foes, `place` sets the location; then `wait`, or `attack` now");
        } else if (situation_holds(state, "wandering")) {
            text_add(out, "`next`: wandering monsters attack first");
        } else {
            int boss = adventure_boss_due(state), house = reactions_of_house(state);
            if (boss != 0) {
                text_add(out, "`boss`: is %s the final one? then ", state_name(state, boss));
            }
            if (house != 0) {
                text_add(out, "`wait` for the reaction (%s: house table), or `attack` now",
                         state_name(state, house));
            } else {
                text_add(out, "`wait` for the foes' reaction, or `attack` now without one");
            }
        }
    } else {
        bool is_foes = course_is_foes_phase(course_phase(state));
        bool any = !is_foes && party_add_actors(state, out);
        bool has_users = !is_foes && !any && add_users(state, out);
        bool is_new_round;
        const char *phase = course_next_says(state, &is_new_round);
        text_add(out, "%s",
                 any         ? " can still act; then "
                 : has_users ? " can still `use` an ability; then "
                 : is_foes   ? ""
                             : "nobody else can act; then ");
        if (is_new_round) {
            text_add(out, "round %d, ", state->value[ENCOUNTER_ROUND] + 1);
        }
        text_add(out, "%s", phase);
        text_add(out, ": `next`");
    }
}

/* ---- facts ----------------------------------------------------------------------------- */

/* "sword, shield; light armour": what is in hand, and what is worn. */
static void fact_gear(const struct state *state, int id, struct text *out)
{
    int before = PLACE_PACK;
    for (int place = PLACE_PACK + 1; place <= PLACE_WORN; place++) {
        const struct effect *effect = NULL;
        while ((effect = state_effect(state, effect, FOUR_GEAR, id, 0)) != NULL) {
            if (effect->amount == place) {
                bool parts = before != PLACE_WORN && place == PLACE_WORN;
                text_add(out, "%s%s",
                         before == PLACE_PACK ? ""
                         : parts              ? "; "
                                              : ", ",
                         effect->label);
                before = place;
            }
        }
    }
    text_add(out, "%s", before != PLACE_PACK ? "\n" : "");
}

static void fact_uses(const struct state *state, int id, struct text *out)
{
    const char *gap = "uses left: ";
    const struct effect *effect = NULL;
    while ((effect = state_effect(state, effect, FOUR_USES, id, 0)) != NULL) {
        if (effect->amount != USES_UNLIMITED) {
            text_add(out, "%s%s %d", gap, effect->label, effect->amount);
            gap = ", ";
        }
    }
    text_add(out, "%s", gap[0] == ',' ? "\n" : "");
}

static void fact_character(const struct state *state, int id, struct text *out)
{
    int level = state_value(state, id, LEVEL, 1);
    text_add(out, "%s%slevel %d, tier %d, d%d\n", class_of(state, id),
             class_of(state, id)[0] != '\0' ? " " : "", level, tier_of_level(level),
             die_of_tier(tier_of_level(level)));
    if (condition_holds(state, id, "wounded")) {
        text_add(out, "wounded until full Life: changes no number\n");
    }
    fact_uses(state, id, out);
    fact_gear(state, id, out);
    struct breakdown breakdown;
    static const char *const names[] = {"attack", "defence"};
    for (int roll = ROLL_ATTACK; roll <= ROLL_DEFENCE; roll++) {
        struct occasion occasion = {.roll = (enum roll)roll, .who = id};
        if (!state_is_set(state, id, LEVEL) ||
            !modifiers_break_down(state, &occasion, &breakdown)) {
            continue;
        }
        text_add(out, "%s %+d", names[roll], breakdown.bonus);
        for (int i = 0; i < breakdown.parts; i++) {
            text_add(out, "%s%+d %s", i == 0 ? ": " : ", ", breakdown.part[i].amount,
                     breakdown.part[i].label);
        }
        text_add(out, "\n");
    }
    /* What could be in hand or worn instead. */
    const char *gap = "in the pack: ";
    const struct effect *effect = NULL;
    while ((effect = state_effect(state, effect, FOUR_GEAR, id, 0)) != NULL) {
        if (gear_is_spare(state, effect)) {
            text_add(out, "%s%s", gap, effect->label);
            gap = ", ";
        }
    }
    text_add(out, "%s", gap[0] == ',' ? "\n" : "");
}

void screen_facts(const struct state *state, int id, struct text *out)
{
    if (is_character(state, id)) {
        fact_character(state, id, out);
    } else {
        static const char *const kinds[] = {"vermin", "minions", "weird monster", "boss"};
        text_add(out, "%s\n", kinds[state_value(state, id, FOE, FOE_VERMIN)]);
        if (state_is_set(state, id, LEVEL)) {
            int level = state_value(state, id, LEVEL, 0);
            text_add(out, "hit %d+  defend %d+\n", level, level + 1);
        }
        text_add(out, "attacks %d  damage %d\n", state_value(state, id, ATTACKS, 1),
                 state_value(state, id, DAMAGE, 1));
        formulas_say(state, id, out);
        text_add(out, "\n");
        if (major_has_extras(state, id) && !course_is_met(state)) {
            text_add(out, "when met: +1 Life, +1 attack, to the death\n");
        }
        const struct effect *effect = NULL;
        while ((effect = state_effect(state, effect, FOUR_SPECIAL, id, 0)) != NULL) {
            text_add(out, "%s\n", effect->label);
        }
    }
}

/* ---- what is needed -------------------------------------------------------------------- */

static const struct input *input_named(const struct inputs *inputs, const char *name)
{
    for (int i = 0; i < inputs->action->parameters_count; i++) {
        if (strcmp(inputs->action->parameters[i].name, name) == 0) {
            return &inputs->value[i];
        }
    }
    return NULL;
}

/* Even when the bonus alone is enough, an attack misses on a natural 1, and a defence may fail
 * on it. */
static bool is_1_a_miss(const struct inputs *inputs)
{
    const struct input *misses = input_named(inputs, "natural_1_misses");
    const struct input *fails = input_named(inputs, "natural_1_fails");
    int with_1 = 1 + input_named(inputs, "bonus")->number;
    int level = input_named(inputs, "level")->number;
    return (misses != NULL && misses->number != 0 && with_1 >= level) ||
           (fails != NULL && fails->number != 0 && with_1 > level);
}

/* A defence must exceed the level; everything else must reach it. */
void screen_needed(const struct inputs *inputs, struct text *out)
{
    if (strcmp(inputs->action->name, "morale") == 0) {
        int modifier = input_named(inputs, "modifier")->number;
        text_add(out, "stays at 4+");
        if (modifier != 0) {
            text_add(out, " with d6 %+d", modifier);
        }
        return;
    }
    if (strcmp(inputs->action->name, "advance") == 0) {
        int above = input_named(inputs, "level")->number + 1;
        text_add(out, "advances at %d+", above < 6 ? above : 6);
        return;
    }
    static const struct {
        const char *action, *words;
        int above;
    } needs[] = {{"attack", "hit", 0},
                 {"spell", "works", 0},
                 {"save", "saves", 0},
                 {"defend", "defend", 1}};
    for (size_t i = 0; i < sizeof needs / sizeof needs[0]; i++) {
        if (strcmp(inputs->action->name, needs[i].action) == 0) {
            int bonus = input_named(inputs, "bonus")->number;
            text_add(out, "%s %d+ with d%d", needs[i].words,
                     input_named(inputs, "level")->number + needs[i].above,
                     die_of_tier(input_named(inputs, "die")->number + 1));
            if (bonus != 0) {
                text_add(out, " %+d", bonus);
            }
            text_add(out, "%s", is_1_a_miss(inputs) ? ", no natural 1" : "");
        }
    }
}

/* ---- pending checks -------------------------------------------------------------------- */

struct list {
    struct pending *out;
    int count, most;
};

static struct pending *add(struct list *list, int subject, const char *rule, const char *action)
{
    if (list->count == list->most) {
        return NULL;
    }
    struct pending *pending = &list->out[list->count++];
    *pending = (struct pending){.subject = subject, .rule = rule, .action = action};
    return pending;
}

static void tell_save(const struct state *state, const struct effect *effect,
                      struct pending *pending)
{
    struct text text = text_over(pending->text, sizeof pending->text);
    text_add(&text, "%s saves", state_name(state, effect->subject));
    if (effect->amount > 0) {
        text_add(&text, " %d+", effect->amount);
    }
    if (effect == save_lethal(state, effect->subject)) {
        text_add(&text, " to survive at 1 Life");
    } else {
        text_add(&text, " against %s", effect->label);
    }
    if (save_times(state, effect) > 1) {
        text_add(&text, ", ×%d", save_times(state, effect));
    }
    text_format(pending->command, sizeof pending->command, "save #%d", effect->subject);
}

static void add_saves(const struct state *state, struct list *list)
{
    const struct effect *effect = NULL;
    while ((effect = state_effect(state, effect, FOUR_SAVE_DUE, ANYBODY, ANYBODY)) != NULL) {
        const char *action =
            effect->amount > 0 ? "save" : NULL; /* else its level is asked for */
        struct pending *pending = add(list, effect->subject, "save rolls", action);
        if (pending == NULL) {
            return;
        }
        tell_save(state, effect, pending);
    }
}

/* True when the character holds a shield that adds nothing against this attack. */
static bool is_shieldless(const struct state *state, int id, int foe)
{
    struct said said;
    struct breakdown breakdown;
    const struct effect *held = gear_at(state, id, PLACE_OTHER_HAND);
    said_begin(&said, ROLL_DEFENCE, id, foe);
    said_defence_moment(&said, state);
    if (held == NULL || !gear_is(state, id, held->label, "shield") ||
        !modifiers_break_down(state, &said.occasion, &breakdown)) {
        return false;
    }
    for (int i = 0; i < breakdown.parts; i++) {
        if (strcmp(breakdown.part[i].label, held->label) == 0) {
            return false;
        }
    }
    return true;
}

/* The players choose who is spared: shown after the first attack, where the smallest screen has
 * room. */
static void add_spared(const struct state *state, struct list *list)
{
    int ids[COMBATANTS_MAX];
    int spared = foes_attacks_spared(state, ids), left = foes_attacks_left(state);
    struct pending *pending = spared > 0 ? add(list, 0, "who is attacked", NULL) : NULL;
    if (pending != NULL) {
        text_format(pending->text, sizeof pending->text,
                    "%d attack%s; %s %s spared: `divert` changes who", left,
                    left == 1 ? "" : "s", combatants_named(state, ids, spared).text,
                    spared == 1 ? "is" : "are");
    }
}

static void add_foes_attacks(const struct state *state, struct list *list)
{
    int ids[COMBATANTS_MAX];
    int count = marching_order(state, ids);
    bool is_first = true;
    for (int i = 0; i < count; i++) {
        const struct effect *effect = NULL;
        while ((effect = state_effect(state, effect, FOUR_FOES_ATTACK, ids[i], ANYBODY)) !=
               NULL) {
            int level = state_value(state, effect->object, LEVEL, 0);
            struct pending *pending = state_is_in(state, effect->object)
                                          ? add(list, ids[i], "defence", "defend")
                                          : NULL;
            if (pending == NULL) {
                continue;
            }
            pending->object = effect->object;
            pending->all = "defend all";
            struct text text = text_over(pending->text, sizeof pending->text);
            text_add(&text, "%s defends", state_name(state, ids[i]));
            if (level > 0) {
                text_add(&text, " %d+", level + 1);
            }
            text_add(&text, " against %s", state_name(state, effect->object));
            if (effect->amount > 1) {
                text_add(&text, " ×%d", effect->amount);
            }
            if (is_shieldless(state, ids[i], effect->object)) {
                text_add(&text, ", no shield");
            }
            /* The first takes dice for those after it too, in order. */
            if (is_first) {
                text_format(pending->command, sizeof pending->command, "defend");
                add_spared(state, list);
            } else {
                text_format(pending->command, sizeof pending->command, "defend #%d from=#%d",
                            ids[i], effect->object);
            }
            is_first = false;
        }
    }
}

static void add_foes(const struct state *state, struct list *list)
{
    for (int id = 1; id <= state->count; id++) {
        if (is_character(state, id) || !state_is_in(state, id)) {
            continue;
        }
        struct pending *pending = NULL;
        if (attitude_is_offering(state, id)) {
            const struct effect *effect = state_effect(state, NULL, FOUR_ATTITUDE, id, 0);
            pending = add(list, id, "foe reaction", NULL);
            if (pending != NULL) {
                char price[24] = "";
                if (effect->amount > 0) {
                    text_format(price, sizeof price, " of %d", effect->amount);
                }
                text_format(pending->text, sizeof pending->text,
                            "%s: %s%s, `accept` or `decline`", state_name(state, id),
                            effect->label, price);
            }
        }
        bool is_due = state_value(state, id, FIELD_MORALE_DUE, 0) != 0;
        pending = is_due ? add(list, id, "morale", "morale") : NULL;
        if (pending != NULL) {
            int modifier = state_value(state, id, MORALE, 0);
            char added[16] = "";
            if (modifier != 0) {
                text_format(added, sizeof added, ", d6 %+d", modifier);
            }
            text_format(pending->text, sizeof pending->text, "morale check due: %s, %s%s",
                        state_name(state, id), morale_reason(state, id), added);
            text_format(pending->command, sizeof pending->command, "morale #%d", id);
        }
    }
}

static void add_last_attacks(const struct state *state, struct list *list)
{
    const struct effect *effect = NULL;
    while ((effect = state_effect(state, effect, FOUR_GRANTED, ANYBODY, ANYBODY)) != NULL) {
        struct pending *pending = add(list, effect->subject, "morale", "attack");
        if (pending == NULL) {
            return;
        }
        text_format(pending->text, sizeof pending->text, "last attack at +1: %s on %s",
                    state_name(state, effect->subject), state_name(state, effect->object));
        text_format(pending->command, sizeof pending->command, "attack #%d by=#%d",
                    effect->object, effect->subject);
    }
}

static void add_end(const struct state *state, struct list *list)
{
    struct pending *pending =
        running_is_wandering_due(state) ? add(list, 0, "fleeing & withdrawing", NULL) : NULL;
    if (pending != NULL) {
        text_format(pending->text, sizeof pending->text, "wandering monsters: 1 in 6");
        text_format(pending->command, sizeof pending->command, "wandering");
    }
    const struct effect *effect = NULL;
    while ((effect = state_effect(state, effect, FOUR_TREASURE_DUE, ANYBODY, 0)) != NULL &&
           (pending = add(list, effect->subject, "", NULL)) != NULL) {
        text_format(pending->text, sizeof pending->text, "treasure due: %s, d6 %+d",
                    state_name(state, effect->subject), effect->amount);
        text_format(pending->command, sizeof pending->command, "treasure #%d", effect->subject);
    }
    const struct effect *found = found_first(state);
    pending = found != NULL ? add(list, 0, "treasure", NULL) : NULL;
    if (pending != NULL) {
        struct str name = found_name(found);
        struct text text = text_over(pending->text, sizeof pending->text);
        text_add(&text, "found: %.*s, to be taken", name.n, name.p);
        int more = found_count(state) - 1;
        if (more > 0) { /* the next one may be of the same name */
            text_add(&text, ", then %d more", more);
        }
        text_format(pending->command, sizeof pending->command, "take");
    }
    int rolls = treasure_rolls(state);
    pending = rolls > 0 ? add(list, 0, "xp", NULL) : NULL;
    if (pending != NULL) {
        text_format(pending->text, sizeof pending->text, "XP rolls due: %d", rolls);
        text_format(pending->command, sizeof pending->command, "advance");
    }
}

/* What comes before the first blow: first effects, then surprise (flow 1 and 2). */
static void add_start(const struct state *state, struct list *list)
{
    if (course_order(state) != ORDER_OPEN || standing_characters(state) == 0) {
        return;
    }
    int foe = meeting_start_due(state);
    struct pending *pending = foe != 0 ? add(list, foe, "flow 1", NULL) : NULL;
    if (pending != NULL) {
        text_format(pending->text, sizeof pending->text, "when met, %s: %s",
                    state_name(state, foe), special_find(state, foe, "on_start"));
        text_format(pending->command, sizeof pending->command, "meet");
    }
    foe = meeting_surprise_due(state);
    pending = foe != 0 ? add(list, foe, "flow 2", NULL) : NULL;
    if (pending != NULL) {
        text_format(pending->text, sizeof pending->text, "surprise by %s: %d in 6",
                    state_name(state, foe), state_value(state, foe, SURPRISE_IN_6, 0));
        text_format(pending->command, sizeof pending->command, "surprise #%d", foe);
    }
}

int screen_pending(const struct state *state, struct pending *out, int most)
{
    struct list list = {out, 0, most};
    add_saves(state, &list);
    add_start(state, &list);
    add_foes(state, &list);
    add_foes_attacks(state, &list);
    add_last_attacks(state, &list);
    /* A character who has just died of a failed save may still be saved: the players choose. */
    char ability[LABEL_SIZE];
    int id, by = reroll_rescue(state, &id, ability);
    struct pending *pending =
        by != 0 ? add(&list, id, "traits & special abilities", NULL) : NULL;
    if (pending != NULL) {
        text_format(pending->text, sizeof pending->text,
                    "%s can still save %s, by %s: `reroll`", state_name(state, by),
                    state_name(state, id), ability);
    }
    add_end(state, &list);
    return list.count;
}

bool screen_pending_act(const struct state *state, const struct pending *pending,
                        struct inputs *out, struct error *err)
{
    struct said said;
    if (strcmp(pending->action, "morale") == 0) {
        inputs_begin(out, state_system(state), state_action(state, pending->action));
        inputs_give_number(out, "modifier", state_value(state, pending->subject, MORALE, 0));
        return inputs_finish(out, err) == STATUS_OK;
    }
    if (strcmp(pending->action, "save") == 0) {
        /* The save that was reported: several can be pending for one character. */
        const struct effect *effect = NULL;
        while ((effect = state_effect(state, effect, FOUR_SAVE_DUE, pending->subject,
                                      ANYBODY)) != NULL) {
            struct pending told;
            tell_save(state, effect, &told);
            if (strcmp(told.text, pending->text) == 0) {
                said_begin(&said, ROLL_SAVE, pending->subject, effect->object);
                said_word(&said, save_word(effect));
                rolls_save(state, effect->amount, out);
                return said_finish(state, &said, out, err);
            }
        }
        return false;
    }
    if (strcmp(pending->action, "attack") == 0) {
        const struct effect *effect =
            state_effect(state, NULL, FOUR_GRANTED, pending->subject, ANYBODY);
        return effect != NULL && attack_act(state, pending->subject, effect->object, out, err);
    }
    return pending->object != 0 &&
           defence_act(state, pending->subject, pending->object, out, err);
}
