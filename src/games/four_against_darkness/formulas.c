#include "games/four_against_darkness/formulas.h"

#include <string.h>

#include "games/four_against_darkness/combatant.h"
#include "games/four_against_darkness/counts.h"
#include "games/four_against_darkness/course.h"
#include "games/four_against_darkness/kinds.h"

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

/* A plain number is the same for every party. */
static bool is_of_party(const char *text)
{
    return text[strspn(text, "0123456789")] != '\0';
}

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

static void fill_one(struct decision *decision, int foe, int number,
                     const struct library_record *record)
{
    const char *text = library_text(record, numbers[number].name);
    const char *most = number == 0 ? library_text(record, "level_max") : NULL;
    TEXT_BUFFER(label, LABEL_SIZE);
    text_add(&label, "%s: %s%s%s", numbers[number].name, text, most != NULL ? at_most : "",
             most != NULL ? most : "");
    struct effect effect = {.kind = FOUR_FORMULA};
    text_format(effect.label, sizeof effect.label, "%s", label.p);
    struct kept kept;
    CHECK(read_kept(&effect, &kept));
    int value = value_now(&decision->state, &kept);
    set_number(decision, foe, number, value);
    if (is_of_party(text)) {
        decision_effect(decision, EVENT_EFFECT_CHANGED, FOUR_FORMULA, foe, 0, str_of(label.p),
                        value);
    }
}

void formulas_fill(struct decision *decision, int foe, const struct library_record *record)
{
    for (int i = 0; i < NUMBERS && decision_goes_on(decision); i++) {
        const struct state *state = &decision->state;
        bool is_life = numbers[i].field == FIELD_HP_MAX;
        bool is_given =
            state_is_set(state, foe, numbers[i].field) ||
            (is_life && (is_minor(state, foe) || state_is_set(state, foe, FIELD_HP)));
        if (!is_given) {
            fill_one(decision, foe, i, record);
        }
    }
}

/* ---- until it is met ------------------------------------------------------------------- */

void formulas_forget(struct decision *decision, int foe, struct str name)
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

/* Whether the number still is the formula's: no act has changed it. */
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

static bool is_met_now(const struct state *state, int foe)
{
    return course_is_met(state) && has_party(state) && state_is_in(state, foe) &&
           !state_has_effect(state, EFFECT_HIDDEN, foe, 0);
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
        struct event *event = decision_tell(decision, EVENT_NOTED, foe, 0);
        decision_say(decision, event, "arithmetic", "%s, met at HCL %d: %s",
                     state_name(&decision->state, foe), highest_level(&decision->state),
                     text.p);
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
    if (is_met_now(&decision->state, foe) && counts_throw(decision, foe)) {
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
