/* Four Against Darkness at the table: combatants made from records, the referee's own foes, the
 * numbers of foes until they are met, major foes. */
#include "games/four_against_darkness/records.h"

#include <string.h>

#include "base/utf8.h"
#include "tracker/combatant_fields.h"
#include "tracker/table_commands.h"
#include "games/four_against_darkness/combatant.h"
#include "games/four_against_darkness/course.h"
#include "games/four_against_darkness/gear.h"
#include "games/four_against_darkness/texts.h"

/* ==== Groups whose number has not been thrown: "2d6". It is thrown when the group is met
 * (decisions A, F 1) and kept as dice until then (FOUR_COUNT), so that no rule uses a number
 * before. formulas_watch decides when a group is met. */

static const struct effect *find_open(const struct state *state, int foe)
{
    return state_effect(state, NULL, FOUR_COUNT, foe, 0);
}

const char *counts_open(const struct state *state, int foe)
{
    const struct effect *effect = find_open(state, foe);
    bool is_group = !is_character(state, foe) && is_minor(state, foe);
    return effect != NULL && is_group ? effect->label : NULL;
}

int counts_first_open(const struct state *state)
{
    for (int foe = 1; foe <= state->count; foe++) {
        if (state_is_in(state, foe) && !state_has_effect(state, EFFECT_HIDDEN, foe, 0) &&
            counts_open(state, foe) != NULL) {
            return foe;
        }
    }
    return 0;
}

/* The number was given: drops the dice for it. */
static void counts_forget(struct decision *decision, int foe)
{
    const struct effect *effect = find_open(&decision->state, foe);
    if (effect != NULL) {
        decision_end_effect(decision, EVENT_EFFECT_CHANGED, effect);
    }
}

static void set_count(struct decision *decision, int foe, int count)
{
    decision_value(decision, EVENT_VALUE_CHANGED, foe, COUNT, count);
    decision_value(decision, EVENT_VALUE_CHANGED, foe, COUNT_START, count);
}

/* Sets its number: "9" at once, "2d6" when it is met. The decision is wrong for anything
 * else. */
static void counts_give(struct decision *decision, int foe, struct str count)
{
    struct dice_expr expr;
    struct error err;
    int64_t low, high;
    TEXT_BUFFER(dice, LABEL_SIZE);
    if (dice_expr_parse(&expr, count, &err) != STATUS_OK) {
        decision_wrong(decision, "count: %s", err.text);
        return;
    }
    dice_expr_range(&expr, &low, &high);
    dice_expr_format(&expr, &dice);
    if (high < 1 || high > COUNT_MOST || dice.is_cut) {
        decision_wrong(decision, "count: expected 1 to %d, or dice within that range",
                       COUNT_MOST);
        return;
    }
    counts_forget(decision, foe);
    if (low == high) {
        set_count(decision, foe, (int)low);
        return;
    }
    decision_unset(decision, EVENT_VALUE_CHANGED, foe, COUNT);
    decision_unset(decision, EVENT_VALUE_CHANGED, foe, COUNT_START);
    decision_effect(decision, EVENT_EFFECT_CHANGED, FOUR_COUNT, foe, 0, str_of(dice.p), 1);
}

bool counts_throw(struct decision *decision, int foe)
{
    const char *dice = counts_open(&decision->state, foe);
    char what[NAME_SIZE + 16];
    int count;
    if (dice == NULL) {
        return decision_goes_on(decision);
    }
    text_format(what, sizeof what, "%s: how many", state_name(&decision->state, foe));
    if (!table_amount(decision, str_of(dice), foe, what, COUNT_MOST, &count)) {
        return false;
    }
    counts_forget(decision, foe);
    set_count(decision, foe, count > 0 ? count : 1);
    return decision_goes_on(decision);
}

/* ==== Foes whose numbers follow from the party: level HCL+3, Life T+5. They are decided
 * when the foe is first met (decision F 1): when the encounter begins with a party there, or
 * when the foe arrives or is revealed later. Until then the formula is kept (FOUR_FORMULA),
 * with its present value beside it. */

static const struct {
    const char *name; /* of the record's field */
    const char *shown;
    const char *given; /* its name in `set`, when that differs */
    int field;
    int least;
} numbers[] = {
    {"level", "level", "level", LEVEL, 1},
    {"attacks", "attacks", "attacks", ATTACKS, 0},
    {"damage", "damage", "damage", DAMAGE, 0},
    {"life", "Life", "hp", FIELD_HP_MAX, 1},
};

enum { NUMBERS = sizeof numbers / sizeof numbers[0], LEVEL_MOST = 50 };

/* "level: HCL+4, at most 10" */
static const char at_most[] = ", at most ";

/* ---- the value of a formula ------------------------------------------------------------ */

/* The number that a kept formula is for, its text and its greatest value. */
struct kept {
    int number;
    char text[LABEL_SIZE];
    int most;
};

static bool read_kept(const struct effect *effect, struct kept *out)
{
    const char *colon = strstr(effect->label, ": ");
    for (out->number = 0; colon != NULL && out->number < NUMBERS; out->number++) {
        const char *name = numbers[out->number].name;
        size_t n = (size_t)(colon - effect->label);
        if (strlen(name) == n && strncmp(effect->label, name, n) == 0) {
            break;
        }
    }
    if (colon == NULL || out->number == NUMBERS) {
        return false; /* of a newer program */
    }
    const char *cap = strstr(colon, at_most);
    int64_t most = LEVEL_MOST;
    if (cap != NULL && !str_to_int64(str_of(cap + strlen(at_most)), 1, LEVEL_MOST, &most)) {
        return false;
    }
    int n = cap != NULL ? (int)(cap - colon) - 2 : (int)strlen(colon + 2);
    text_format(out->text, sizeof out->text, "%.*s", n, colon + 2);
    out->most = (int)most;
    return formula_is_right(out->text);
}

/* Its value for the present party. */
static int value_now(const struct state *state, const struct kept *kept)
{
    int highest = highest_level(state); /* a foe's Tier is that of the party's highest level */
    int value = formula_value(kept->text, highest, highest);
    value = kept->number == 0 && value > kept->most ? kept->most : value;
    int least = numbers[kept->number].least;
    return value > least ? value : least;
}

static void set_number(struct decision *decision, int foe, int number, int value)
{
    int field = numbers[number].field;
    decision_value(decision, EVENT_VALUE_CHANGED, foe, field, value);
    if (field == FIELD_HP_MAX) {
        decision_value(decision, EVENT_VALUE_CHANGED, foe, FIELD_HP, value);
    }
}

/* ---- a new foe ------------------------------------------------------------------------- */

/* Level, attacks, damage and Life of a new foe from its record, unless they are given. */
static void formulas_fill(struct decision *decision, int foe,
                          const struct library_record *record)
{
    for (int i = 0; i < NUMBERS && decision_goes_on(decision); i++) {
        const struct state *state = &decision->state;
        bool is_life = numbers[i].field == FIELD_HP_MAX;
        bool is_given =
            state_is_set(state, foe, numbers[i].field) ||
            (is_life && (is_minor(state, foe) || state_is_set(state, foe, FIELD_HP)));
        if (!is_given) {
            const char *text = library_text(record, numbers[i].name);
            const char *most = i == 0 ? library_text(record, "level_max") : NULL;
            TEXT_BUFFER(label, LABEL_SIZE);
            text_add(&label, "%s: %s%s%s", numbers[i].name, text, most != NULL ? at_most : "",
                     most != NULL ? most : "");
            struct effect effect = {.kind = FOUR_FORMULA};
            text_format(effect.label, sizeof effect.label, "%s", label.p);
            struct kept kept;
            CHECK(read_kept(&effect, &kept));
            int value = value_now(&decision->state, &kept);
            set_number(decision, foe, i, value);
            /* A plain number is the same for every party. */
            if (text[strspn(text, "0123456789")] != '\0') {
                decision_effect(decision, EVENT_EFFECT_CHANGED, FOUR_FORMULA, foe, 0,
                                str_of(label.p), value);
            }
        }
    }
}

/* ---- until it is met ------------------------------------------------------------------- */

/* The referee gave a number of this name: it holds for every party. */
static void formulas_forget(struct decision *decision, int foe, struct str name)
{
    const struct effect *effect = NULL;
    while (decision_goes_on(decision) &&
           (effect = state_effect(&decision->state, effect, FOUR_FORMULA, foe, 0)) != NULL) {
        struct kept kept;
        if (read_kept(effect, &kept) &&
            str_equal_any_case(name, str_of(numbers[kept.number].given))) {
            decision_end_effect(decision, EVENT_EFFECT_CHANGED, effect);
            return;
        }
    }
}

/* True when the number still is the formula's: no act has changed it. */
static bool is_untouched(const struct state *state, const struct effect *effect,
                         const struct kept *kept)
{
    int field = numbers[kept->number].field;
    return state_value(state, effect->subject, field, -1) == effect->amount &&
           (field != FIELD_HP_MAX ||
            state_value(state, effect->subject, FIELD_HP, -1) == effect->amount);
}

static bool has_party(const struct state *state)
{
    for (int id = 1; id <= state->count; id++) {
        if (is_character(state, id) && state_is_in(state, id)) {
            return true;
        }
    }
    return false;
}

/* Updates one formula for the party; returns whether it was dropped because the number was
 * changed. */
static bool follow(struct decision *decision, const struct effect *found)
{
    struct effect effect = *found;
    struct kept kept;
    if (!read_kept(&effect, &kept) || !is_untouched(&decision->state, &effect, &kept)) {
        decision_end_effect(decision, EVENT_EFFECT_CHANGED, found);
        return true;
    }
    int value = value_now(&decision->state, &kept);
    if (value != effect.amount) {
        set_number(decision, effect.subject, kept.number, value);
        decision_effect(decision, EVENT_EFFECT_CHANGED, FOUR_FORMULA, effect.subject, 0,
                        str_of(effect.label), value);
    }
    return false;
}

/* "level 8 (HCL+3), Life 7 (T+5)": the numbers are decided now and their formulas dropped. */
static void decide_all(struct decision *decision, int foe)
{
    const struct effect *effect;
    TEXT_BUFFER(text, 160);
    while (decision_goes_on(decision) &&
           (effect = state_effect(&decision->state, NULL, FOUR_FORMULA, foe, 0)) != NULL) {
        struct kept kept;
        if (read_kept(effect, &kept)) {
            text_add(&text, "%s%s %d (%s)", text.n > 0 ? ", " : "", numbers[kept.number].shown,
                     effect->amount, kept.text);
        }
        decision_end_effect(decision, EVENT_EFFECT_CHANGED, effect);
    }
    if (text.n > 0) {
        decision_say(decision, decision_tell(decision, EVENT_NOTED, foe, 0), "arithmetic",
                     "%s, met at HCL %d: %s", state_name(&decision->state, foe),
                     highest_level(&decision->state), text.p);
    }
}

void formulas_watch(struct decision *decision, int foe)
{
    const struct effect *effect = NULL;
    while (decision_goes_on(decision) &&
           (effect = state_effect(&decision->state, effect, FOUR_FORMULA, foe, 0)) != NULL) {
        /* After a dropped formula the next one takes its place. */
        effect = follow(decision, effect) ? NULL : effect;
    }
    if ((course_is_met(&decision->state) && has_party(&decision->state) &&
         state_is_in(&decision->state, foe) &&
         !state_has_effect(&decision->state, EFFECT_HIDDEN, foe, 0)) &&
        counts_throw(decision, foe)) {
        decide_all(decision, foe);
    }
}

void formulas_say(const struct state *state, int foe, struct text *out)
{
    const char *dice = counts_open(state, foe);
    const char *gap = "until met: ";
    const struct effect *effect = NULL;
    while ((effect = state_effect(state, effect, FOUR_FORMULA, foe, 0)) != NULL) {
        struct kept kept;
        if (read_kept(effect, &kept)) {
            const char *cap = strstr(effect->label, at_most);
            text_add(out, "%s%s %s%s (%d now)", gap, numbers[kept.number].shown, kept.text,
                     cap != NULL ? cap : "", value_now(state, &kept));
            gap = ", ";
        }
    }
    if (dice != NULL) {
        text_add(out, "%scount %s", gap, dice);
    }
}

/* ==== Major foes: their level drop, and the extras of bosses (Foe Types). */

bool major_has_extras(const struct state *state, int foe)
{
    return state_value(state, foe, FOE, FOE_VERMIN) == FOE_BOSS &&
           (table_rule(state, "boss_extras", "every") || row_is(state, foe, str_of("final")));
}

/* +1 Life and +1 attack beyond its record, and it fights to the death; for every boss, or only
 * the final one. Given once, when it is met, so before half of its Life is counted. */
void major_meet(struct decision *decision, int foe)
{
    const struct state *state = &decision->state;
    if (!major_has_extras(state, foe) || state_has_effect(state, FOUR_MET, foe, 0)) {
        return;
    }
    decision_effect(decision, EVENT_EFFECT_CHANGED, FOUR_MET, foe, 0, str_of("boss"), 1);
    if (state_is_set(state, foe, FIELD_HP)) {
        int most = state_value(state, foe, FIELD_HP_MAX, state_value(state, foe, FIELD_HP, 0));
        decision_value(decision, EVENT_VALUE_CHANGED, foe, FIELD_HP_MAX, most + 1);
        decision_value(decision, EVENT_HP_CHANGED, foe, FIELD_HP,
                       state_value(state, foe, FIELD_HP, 0) + 1);
    }
    struct event *event = decision_value(decision, EVENT_VALUE_CHANGED, foe, ATTACKS,
                                         state_value(state, foe, ATTACKS, 1) + 1);
    decision_say(decision, event, "boss foes", "%s, a boss: +1 Life, +1 attack, to the death",
                 state_name(state, foe));
}

/* A major foe loses a level once, at half Life or below half by table rule, never below 1;
 * healing does not restore it. */
void major_watch(struct decision *decision, int foe)
{
    const struct state *state = &decision->state;
    int most = state_value(state, foe, FIELD_HP_MAX, 0);
    int twice = 2 * state_value(state, foe, FIELD_HP, 0);
    bool is_there = table_rule(state, "level_drop", "half") ? twice <= most : twice < most;
    int level = state_value(state, foe, LEVEL, 1);
    bool is_due = state_is_in(state, foe) && !is_minor(state, foe) && most > 0 && is_there &&
                  state_is_set(state, foe, FIELD_HP) && level > 1 &&
                  !state_value(state, foe, LEVEL_DROPPED, 0);
    if (!is_due) {
        return;
    }
    decision_value(decision, EVENT_VALUE_CHANGED, foe, LEVEL_DROPPED, 1);
    struct event *event = decision_value(decision, EVENT_VALUE_CHANGED, foe, LEVEL, level - 1);
    decision_say(decision, event, "major foes", "%s: half Life, level %d → %d",
                 state_name(state, foe), level, level - 1);
}

/* ==== The referee's own foes, which no record describes: `add imp level=4 life=6
 * attacks=2`. Open values are asked for when they matter (several of one name: a group, or
 * each by itself); others get defaults, which are reported. */

/* Asks where `add 8 NAME` has a name without a record and no kind is given: is it a group,
 * or eight foes? Asks for the kind if it may. */
static void own_foes_ask(struct decision *decision, struct str name)
{
    /* The effect of each answer. */
    static const struct {
        const char *kind, *note;
    } answers[] = {{"vermin", "one group"},
                   {"minion", "one group"},
                   {"weird", "each alone"},
                   {"boss", "each alone"}};
    if (!decision->asks) {
        return;
    }
    struct question *question = decision_ask(
        decision, QUESTION_CHOICE, "%s: what kind of foe is it?", utf8_shown(name).text);
    text_format(question->prefix, sizeof question->prefix, "foe=");
    question->rule = "foe types";
    for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++) {
        text_format(question->note[i], sizeof question->note[i], "%s", answers[i].note);
        question_offer(question, answers[i].kind, "");
    }
}

/* True when the level is asked for, without which nobody can attack the foe. */
static bool asks_level(struct decision *decision, int foe)
{
    const struct state *state = &decision->state;
    if (!decision->asks || !state_is_set(state, foe, FOE) || state_is_set(state, foe, LEVEL)) {
        return false;
    }
    struct question *question =
        decision_ask(decision, QUESTION_NUMBER, "%s: of which level?", state_name(state, foe));
    text_format(question->prefix, sizeof question->prefix, "level=");
    question->rule = "foe types";
    question->low = 1;
    question->high = 50;
    return true;
}

/* Reports only values that the rules will need: a name alone is a foe still to be described. */
static void own_foe_complete(struct decision *decision, int foe)
{
    static const char *const kinds[] = {"vermin", "a group of minions", "a weird monster", ""};
    const struct state *state = &decision->state;
    bool has_numbers = state_is_set(state, foe, LEVEL) || state_is_set(state, foe, FIELD_HP) ||
                       state_is_set(state, foe, COUNT) || counts_open(state, foe) != NULL ||
                       state_is_set(state, foe, ATTACKS) || state_is_set(state, foe, DAMAGE);
    if (!has_numbers || asks_level(decision, foe) || state_is_set(state, foe, FOE)) {
        return;
    }
    own_foes_ask(decision, str_of(state_name(state, foe)));
    if (!decision_goes_on(decision)) {
        return;
    }
    /* "vermin", "minions": the kind of a new foe by its numbers. */
    enum foe_kind kind =
        state_is_set(state, foe, FIELD_HP) || state_is_set(state, foe, FIELD_HP_MAX) ? FOE_WEIRD
        : state_is_set(state, foe, COUNT) || counts_open(state, foe) != NULL ? FOE_MINION
                                                                             : FOE_VERMIN;
    decision_value(decision, EVENT_VALUE_CHANGED, foe, FOE, (int)kind);
    TEXT_BUFFER(text, 160);
    text_add(&text, "%s: taken as %s", state_name(state, foe), kinds[kind]);
    if (!state_is_set(state, foe, LEVEL)) {
        text_add(&text, ", without a level yet");
    }
    text_add(&text, ", %d attack%s, damage %d; change it with foe= level= attacks= damage=",
             state_value(state, foe, ATTACKS, 1),
             state_value(state, foe, ATTACKS, 1) == 1 ? "" : "s",
             state_value(state, foe, DAMAGE, 1));
    decision_say(decision, decision_tell(decision, EVENT_NOTED, foe, 0), "foe types", "%s",
                 text.p);
}

/* ==== Combatants made from records. */

/* ---- copying --------------------------------------------------------------------------- */

static void put_special(struct decision *decision, int id, const char *head, const char *text)
{
    TEXT_BUFFER(out, LABEL_SIZE);
    text_add(&out, "%s: %s", head, text);
    decision_effect(decision, EVENT_EFFECT_CHANGED, FOUR_SPECIAL, id, 0, str_of(out.p), 1);
}

/* ---- characters ------------------------------------------------------------------------ */

/* A class's texts: ENEMY is the enemy that this character has sworn to hunt; texts about it are
 * left out while there is none. */
static void put_class_texts(struct decision *decision, int id,
                            const struct library_record *class)
{
    char source[LABEL_SIZE];
    struct text out;
    text_init(&out, source, sizeof source);
    record_label(class->name, &out);
    const struct library_texts *texts = library_list(class, "modifiers");
    const char *enemy = special_find(&decision->state, id, "enemy");
    for (int i = 0; i < texts->count && decision_goes_on(decision); i++) {
        char text[LABEL_SIZE];
        const char *place = strstr(texts->text[i], "ENEMY");
        if (place != NULL && enemy == NULL) {
            continue;
        }
        text_init(&out, text, sizeof text);
        text_add(&out, "%.*s", place != NULL ? (int)(place - texts->text[i]) : LABEL_SIZE,
                 texts->text[i]);
        if (place != NULL) {
            text_add(&out, "%s%s", enemy, place + strlen("ENEMY"));
        }
        modifier_put(decision, id, source, text);
    }
}

static void put_traits(struct decision *decision, int id, const struct library_texts *texts)
{
    for (int i = 0; i < texts->count; i++) {
        decision_effect(decision, EVENT_EFFECT_CHANGED, EFFECT_TRAIT, id, 0,
                        str_of(texts->text[i]), 1);
    }
}

static const struct library_record *record_of_class(struct decision *decision, int id)
{
    struct error err;
    return decision->library != NULL && class_of(&decision->state, id)[0] != '\0'
               ? library_find(decision->library, "class",
                              str_of(class_of(&decision->state, id)), &err)
               : NULL;
}

static void give_enemy(struct decision *decision, int id, struct str name)
{
    const char *before = special_find(&decision->state, id, "enemy");
    char label[LABEL_SIZE];
    if (name.n < 1 || name.n > 20) {
        decision_wrong(decision, "enemy: expected a tag of 1 to 20 bytes, such as goblin");
        return;
    }
    if (before != NULL) {
        text_format(label, sizeof label, "enemy: %s", before);
        decision_end_effect(
            decision, EVENT_EFFECT_CHANGED,
            state_effect_labelled(&decision->state, FOUR_SPECIAL, id, 0, str_of(label)));
    }
    char text[24];
    text_format(text, sizeof text, "%.*s", name.n, name.p);
    put_special(decision, id, "enemy", text);
    const struct library_record *class = record_of_class(decision, id);
    if (class != NULL) {
        modifiers_forget(decision, id, class_of(&decision->state, id));
        put_class_texts(decision, id, class);
    }
}

static void put_uses(struct decision *decision, int id, const char *name, int uses)
{
    TEXT_BUFFER(out, LABEL_SIZE);
    record_label(name, &out);
    decision_effect(decision, EVENT_EFFECT_CHANGED, FOUR_USES, id, 0, str_of(out.p), uses);
}

void ability_put(struct decision *decision, int id, const struct library_record *ability,
                 int level)
{
    TEXT_BUFFER(out, LABEL_SIZE);
    record_label(ability->name, &out);
    put_uses(decision, id, ability->name, record_uses(ability, level));
    const struct library_texts *texts = library_list(ability, "modifiers");
    for (int i = 0; i < texts->count && decision_goes_on(decision); i++) {
        modifier_put(decision, id, out.p, texts->text[i]);
    }
}

/* What the class brought goes with it: its texts, traits and abilities. */
static void end_class(struct decision *decision, int id, const struct effect *before)
{
    const struct state *state = &decision->state;
    const struct library_record *class = record_of_class(decision, id);
    char old[LABEL_SIZE];
    text_format(old, sizeof old, "%s", before->label);
    decision_end_effect(decision, EVENT_EFFECT_CHANGED, before);
    modifiers_forget(decision, id, old);
    if (class == NULL) {
        return;
    }
    const struct library_texts *traits = library_list(class, "traits");
    for (int i = 0; i < traits->count && decision_goes_on(decision); i++) {
        const struct effect *trait =
            state_effect_labelled(state, EFFECT_TRAIT, id, 0, str_of(traits->text[i]));
        if (trait != NULL) {
            decision_end_effect(decision, EVENT_EFFECT_CHANGED, trait);
        }
    }
    const struct library_texts *abilities = library_list(class, "abilities");
    for (int i = 0; i < abilities->count && decision_goes_on(decision); i++) {
        const struct effect *uses = uses_find(state, id, str_of(abilities->text[i]));
        if (uses != NULL) {
            text_format(old, sizeof old, "%s", uses->label);
            decision_end_effect(decision, EVENT_EFFECT_CHANGED, uses);
            modifiers_forget(decision, id, old);
        }
    }
}

static void put_abilities(struct decision *decision, int id, const struct library_record *class,
                          int level)
{
    const struct library_texts *abilities = library_list(class, "abilities");
    for (int i = 0; i < abilities->count && decision_goes_on(decision); i++) {
        const struct library_record *ability =
            record_find(decision, "ability", str_of(abilities->text[i]));
        if (ability != NULL) {
            ability_put(decision, id, ability, level);
        }
    }
}

static void give_class(struct decision *decision, int id, struct str name)
{
    const struct library_record *class = record_find(decision, "class", name);
    if (class == NULL) {
        return;
    }
    TEXT_BUFFER(out, LABEL_SIZE);
    record_label(class->name, &out);
    const struct effect *before = state_effect(&decision->state, NULL, FOUR_CLASS, id, 0);
    bool is_another = before != NULL; /* else its abilities come with the rest of a new one */
    if (is_another && strcmp(before->label, out.p) == 0) {
        return; /* it has all that the class brings, and what is left of its uses */
    }
    if (is_another) {
        end_class(decision, id, before);
    }
    decision_value(decision, EVENT_VALUE_CHANGED, id, FIELD_SIDE, SIDE_PARTY);
    decision_effect(decision, EVENT_EFFECT_CHANGED, FOUR_CLASS, id, 0, str_of(out.p), 1);
    put_class_texts(decision, id, class);
    put_traits(decision, id, library_list(class, "traits"));
    if (is_another) {
        put_abilities(decision, id, class, state_value(&decision->state, id, LEVEL, 1));
    }
    gear_check_class(decision, id);
}

/* The next free place in the marching order. */
static int free_position(const struct state *state)
{
    int last = 0;
    for (int id = 1; id <= state->count; id++) {
        int position = state_value(state, id, POSITION, 0);
        last = state_is_present(state, id) && position > last ? position : last;
    }
    return last < 20 ? last + 1 : 20;
}

/* Values that follow from a class and a level, unless they were given. */
static void complete_character(struct decision *decision, int id,
                               const struct library_record *class)
{
    const struct state *state = &decision->state;
    if (!state_is_set(state, id, LEVEL)) {
        decision_value(decision, EVENT_VALUE_CHANGED, id, LEVEL, 1);
    }
    int level = state_value(state, id, LEVEL, 1);
    if (!state_is_set(state, id, FIELD_HP_MAX)) {
        int life = formula_value(library_text(class, "life"), level, 1);
        decision_value(decision, EVENT_VALUE_CHANGED, id, FIELD_HP_MAX, life);
        decision_value(decision, EVENT_VALUE_CHANGED, id, FIELD_HP, life);
    }
    if (!state_is_set(state, id, POSITION)) {
        decision_value(decision, EVENT_VALUE_CHANGED, id, POSITION, free_position(state));
    }
    put_abilities(decision, id, class, level);
    const struct library_texts *gear = library_list(class, "gear");
    bool has_gear = state_effect(state, NULL, FOUR_GEAR, id, 0) != NULL ||
                    special_find(state, id, "gear") != NULL;
    for (int i = 0; i < gear->count && !has_gear && decision_goes_on(decision); i++) {
        gear_add(decision, id, str_of(gear->text[i]));
    }
}

void character_level(struct decision *decision, int id, int level)
{
    const struct state *state = &decision->state;
    bool is_new = !state_is_set(state, id, LEVEL);
    int before = state_value(state, id, LEVEL, level);
    struct event *event = decision_value(decision, EVENT_VALUE_CHANGED, id, LEVEL, level);
    if (!is_new) {
        decision_say(decision, event, "xp", "%s: level %d → %d", state_name(state, id), before,
                     level);
    }
    const struct library_record *class = record_of_class(decision, id);
    if (class == NULL || before == level || !state_is_set(state, id, FIELD_HP_MAX)) {
        return;
    }
    int gain = formula_gain(library_text(class, "life"), before, level);
    int most = state_value(state, id, FIELD_HP_MAX, 0) + gain;
    int now = state_value(state, id, FIELD_HP, 0) + gain;
    decision_value(decision, EVENT_VALUE_CHANGED, id, FIELD_HP_MAX, most > 1 ? most : 1);
    decision_value(decision, EVENT_HP_CHANGED, id, FIELD_HP, now > 1 ? now : 1);
    const struct library_texts *abilities = library_list(class, "abilities");
    for (int i = 0; i < abilities->count && decision_goes_on(decision); i++) {
        const struct library_record *ability =
            record_find(decision, "ability", str_of(abilities->text[i]));
        if (ability == NULL) {
            return;
        }
        const struct effect *left = uses_find(state, id, str_of(ability->name));
        if (left != NULL && left->amount != USES_UNLIMITED) {
            int uses =
                left->amount + formula_gain(library_text(ability, "uses"), before, level);
            put_uses(decision, id, ability->name, uses > 0 ? uses : 0);
        }
    }
}

void records_rest(struct decision *decision, int id)
{
    if (table_rule(&decision->state, "refresh", "rest")) {
        records_refresh(decision, id);
    }
}

void records_refresh(struct decision *decision, int id)
{
    const struct state *state = &decision->state;
    const struct library_record *class = record_of_class(decision, id);
    if (class == NULL) {
        return;
    }
    int level = state_value(state, id, LEVEL, 1);
    const struct library_texts *abilities = library_list(class, "abilities");
    for (int i = 0; i < abilities->count && decision_goes_on(decision); i++) {
        const struct library_record *ability =
            record_find(decision, "ability", str_of(abilities->text[i]));
        if (ability == NULL) {
            return;
        }
        const struct effect *left = uses_find(state, id, str_of(ability->name));
        int uses = record_uses(ability, level);
        if (left != NULL && left->amount != USES_UNLIMITED && left->amount < uses) {
            put_uses(decision, id, ability->name, uses);
        }
    }
}

static void give_level(struct decision *decision, int id, struct str value)
{
    int64_t level;
    if (!str_to_int64(value, 1, 50, &level)) {
        decision_wrong(decision, "level=%.*s: expected a whole number from 1 to 50", value.n,
                       value.p);
        return;
    }
    character_level(decision, id, (int)level);
}

/* ---- foes ------------------------------------------------------------------------------ */

static void fill(struct decision *decision, int id, int field, int value)
{
    if (!state_is_set(&decision->state, id, field)) {
        decision_value(decision, EVENT_VALUE_CHANGED, id, field, value);
    }
}

static void fill_text(struct decision *decision, int id, int field,
                      const struct library_record *foe, const char *name)
{
    const char *text = library_text(foe, name);
    int64_t number;
    if (text != NULL && str_to_int64(str_of(text), -100, 100, &number)) {
        fill(decision, id, field, (int)number);
    }
}

static void put_list(struct decision *decision, int id, const struct library_record *foe,
                     const char *name)
{
    const struct library_texts *texts = library_list(foe, name);
    TEXT_BUFFER(out, LABEL_SIZE);
    for (int i = 0; i < texts->count; i++) {
        text_add(&out, "%s%s", i == 0 ? "" : ", ", texts->text[i]);
    }
    if (texts->count > 0) {
        put_special(decision, id, name, out.p);
    }
}

static void put_reactions(struct decision *decision, int id, const struct library_record *foe)
{
    const struct library_texts *texts = library_list(foe, "reactions");
    for (int i = 0; i < texts->count; i++) {
        /* Faces with the same result share a state effect: a bit each. */
        const struct effect *same = state_effect_labelled(&decision->state, FOUR_REACTION, id,
                                                          0, str_of(texts->text[i]));
        int faces = texts->count == 1 ? 0 : (same != NULL ? same->amount : 0) | 1 << i;
        decision_effect(decision, EVENT_EFFECT_CHANGED, FOUR_REACTION, id, 0,
                        str_of(texts->text[i]), faces);
    }
}

static void fill_foe(struct decision *decision, int id, const struct library_record *foe)
{
    static const char *const texts[] = {"on_start", "on_turn", "on_hit", "note"};
    combatant_remember(decision, id, foe);
    for (int kind = 0; foe_words[kind] != NULL; kind++) {
        if (strcmp(foe_words[kind], library_text(foe, "foe")) == 0) {
            fill(decision, id, FOE, kind);
        }
    }
    formulas_fill(decision, id, foe);
    fill_text(decision, id, MORALE, foe, "morale");
    fill_text(decision, id, TREASURE, foe, "treasure");
    fill_text(decision, id, SURPRISE_IN_6, foe, "surprise");
    const struct state *state = &decision->state;
    if (is_minor(state, id) && !state_is_set(state, id, COUNT) &&
        counts_open(state, id) == NULL) {
        counts_give(decision, id, str_of(library_text(foe, "count")));
    }
    if (!decision_goes_on(decision)) {
        return;
    }
    put_traits(decision, id, library_list(foe, "tags"));
    put_list(decision, id, foe, "hates");
    put_list(decision, id, foe, "immune");
    put_list(decision, id, foe, "morale_when");
    put_reactions(decision, id, foe);
    const char *morale = library_text(foe, "morale");
    if (morale != NULL && strcmp(morale, "never") == 0) {
        put_special(decision, id, "morale", morale);
    }
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        if (library_text(foe, texts[i]) != NULL) {
            put_special(decision, id, texts[i], library_text(foe, texts[i]));
        }
    }
    TEXT_BUFFER(out, LABEL_SIZE);
    record_label(foe->name, &out);
    const struct library_texts *modifiers = library_list(foe, "modifiers");
    for (int i = 0; i < modifiers->count && decision_goes_on(decision); i++) {
        modifier_put(decision, id, out.p, modifiers->text[i]);
    }
}

static bool is_foe_word(struct str word)
{
    for (int i = 0; foe_words[i] != NULL; i++) {
        if (str_equal_any_case(word, str_of(foe_words[i]))) {
            return true;
        }
    }
    return false;
}

/* ---- the slots of the procedure -------------------------------------------------------- */

bool records_give(struct decision *decision, int id, struct str name, struct str value)
{
    formulas_forget(decision, id, name);
    if (str_equal_any_case(name, str_of("count"))) {
        /* Dice stay open until the group is met; a number, or none, is for the attribute. */
        int64_t number;
        bool is_number =
            str_equal(value, "-") || str_to_int64(value, INT32_MIN, INT32_MAX, &number);
        if (is_number) {
            counts_forget(decision, id);
        } else {
            counts_give(decision, id, value);
        }
        return !is_number;
    }
    if (str_equal_any_case(name, str_of("life"))) {
        /* Hit points by the name in these rules. */
        combatant_field_give(decision, id,
                             &(struct option){.name = str_of("hp"), .value = value});
        return true;
    }
    if (str_equal_any_case(name, str_of("class"))) {
        give_class(decision, id, value);
        return true;
    }
    if (str_equal_any_case(name, str_of("enemy"))) {
        give_enemy(decision, id, value);
        return true;
    }
    if (str_equal_any_case(name, str_of("gear"))) {
        gear_add_list(decision, id, value);
        return true;
    }
    if (str_equal_any_case(name, str_of("level")) &&
        class_of(&decision->state, id)[0] != '\0') {
        give_level(decision, id, value);
        return true;
    }
    if (str_equal_any_case(name, str_of("foe")) && !is_foe_word(value) &&
        !str_equal(value, "-")) {
        const struct library_record *foe = record_find(decision, "foe", value);
        if (foe != NULL) {
            fill_foe(decision, id, foe);
        }
        return true;
    }
    return false;
}

/* Minor foes are one combatant together, unless a count for each group follows. */
bool records_come_as_one(struct decision *decision, const struct command *command,
                         struct str name)
{
    const struct option *foe = command_option(command, "foe");
    const struct option *side = command_option(command, "side");
    bool is_party = side != NULL && str_equal_any_case(side->value, str_of("party"));
    if (is_party || command_option(command, "count") != NULL ||
        command_option(command, "class") != NULL) {
        return false;
    }
    struct str kind = foe != NULL ? foe->value : name;
    if (foe == NULL || !is_foe_word(kind)) {
        struct error err;
        const struct library_record *record =
            decision->library != NULL ? library_find(decision->library, "foe", kind, &err)
                                      : NULL;
        kind = record != NULL ? str_of(library_text(record, "foe")) : str_of("");
        if (record == NULL && foe == NULL) {
            own_foes_ask(decision, name);
        }
    }
    return str_equal_any_case(kind, str_of(foe_words[FOE_VERMIN])) ||
           str_equal_any_case(kind, str_of(foe_words[FOE_MINION]));
}

void records_join(struct decision *decision, int id)
{
    const struct state *state = &decision->state;
    struct error err;
    const struct library_record *class = record_of_class(decision, id);
    if (class != NULL) {
        complete_character(decision, id, class);
        return;
    }
    bool is_open = decision->library != NULL && !state_is_set(state, id, FOE) &&
                   state_value(state, id, FIELD_SIDE, SIDE_FOES) == SIDE_FOES;
    const struct library_record *foe =
        is_open ? library_find(decision->library, "foe",
                               str_of(state_at(state, id)->text[TEXT_KIND]), &err)
                : NULL;
    if (foe != NULL) {
        fill_foe(decision, id, foe);
    } else if (state_value(state, id, FIELD_SIDE, SIDE_FOES) == SIDE_FOES) {
        own_foe_complete(decision, id);
    }
}
