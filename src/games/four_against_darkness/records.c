/* Combatants of Four Against Darkness made from records: a record is copied into the state,
 * where it can be seen and changed, and does not follow later changes of the file. */
#include "games/four_against_darkness/records.h"

#include <string.h>

#include "tracker/combatant_fields.h"
#include "games/four_against_darkness/combatant.h"
#include "games/four_against_darkness/counts.h"
#include "games/four_against_darkness/gear.h"
#include "games/four_against_darkness/settings.h"
#include "games/four_against_darkness/formulas.h"
#include "games/four_against_darkness/kinds.h"
#include "games/four_against_darkness/own_foes.h"
#include "games/four_against_darkness/readings.h"
#include "games/four_against_darkness/texts.h"

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

static void give_class(struct decision *decision, int id, struct str name)
{
    const struct library_record *class = record_find(decision, "class", name);
    if (class == NULL) {
        return;
    }
    const struct effect *before = state_effect(&decision->state, NULL, FOUR_CLASS, id, 0);
    if (before != NULL) {
        char old[LABEL_SIZE];
        text_format(old, sizeof old, "%s", before->label);
        decision_end_effect(decision, EVENT_EFFECT_CHANGED, before);
        modifiers_forget(decision, id, old);
    }
    TEXT_BUFFER(out, LABEL_SIZE);
    record_label(class->name, &out);
    decision_value(decision, EVENT_VALUE_CHANGED, id, FIELD_SIDE, SIDE_PARTY);
    decision_effect(decision, EVENT_EFFECT_CHANGED, FOUR_CLASS, id, 0, str_of(out.p), 1);
    put_class_texts(decision, id, class);
    put_traits(decision, id, library_list(class, "traits"));
    gear_check_class(decision, id);
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
    const struct library_texts *abilities = library_list(class, "abilities");
    for (int i = 0; i < abilities->count && decision_goes_on(decision); i++) {
        const struct library_record *ability =
            record_find(decision, "ability", str_of(abilities->text[i]));
        if (ability != NULL) {
            ability_put(decision, id, ability, level);
        }
    }
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
        const struct effect *left =
            ability != NULL ? uses_find(state, id, str_of(ability->name)) : NULL;
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
        const struct effect *left =
            ability != NULL ? uses_find(state, id, str_of(ability->name)) : NULL;
        int uses = ability != NULL ? record_uses(ability, level) : 0;
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

static void fill_count(struct decision *decision, int id, const struct library_record *foe)
{
    const struct state *state = &decision->state;
    if (is_minor(state, id) && !state_is_set(state, id, COUNT) &&
        counts_open(state, id) == NULL) {
        counts_give(decision, id, str_of(library_text(foe, "count")));
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
    fill_count(decision, id, foe);
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

/* Dice stay open until the group is met; a number, or none, is for the attribute. */
static bool give_count(struct decision *decision, int id, struct str value)
{
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

/* ---- the slots of the procedure -------------------------------------------------------- */

bool records_give(struct decision *decision, int id, struct str name, struct str value)
{
    formulas_forget(decision, id, name);
    if (str_equal_any_case(name, str_of("count"))) {
        return give_count(decision, id, value);
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
