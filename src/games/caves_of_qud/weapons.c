#include "games/caves_of_qud/weapons.h"

#include <string.h>

#include "tracker/combatant_fields.h"
#include "tracker/options.h"
#include "games/caves_of_qud/hit_effects.h"

/* The rules of its numbers, by which the explanation finds their names. */
static const char hit_rule[] = "hit roll";
static const char pv_rule[] = "pv calculation";
static const char damage_rule[] = "damage rolls";

/* ---- the kinds of records -------------------------------------------------------------- */

/* So that name, damage and all properties of a weapon fit into the label of a state effect. */
enum { DAMAGE_MOST = 15 };
_Static_assert(LIBRARY_NAME_MAX + DAMAGE_MOST +
                       sizeof ", , cap -100, sharp, masterwork, blade" <=
                   LABEL_SIZE,
               "a weapon is kept as one line");

static const struct library_field_def weapon_fields[] = {
    {.value = {.name = "name",
               .high = LIBRARY_NAME_MAX,
               .is_required = true,
               .help = "the name that is typed"},
     .shape = RECORD_NAME},
    {.value = {.name = "source",
               .high = LIBRARY_TEXT_MAX,
               .is_required = true,
               .help = "where its numbers come from: a rule, or house"},
     .shape = RECORD_TEXT},
    {.value = {.name = "psionic",
               .kind = VALUE_FLAG,
               .high = 1,
               .help = "ego and mental armour in place of PV and AV"},
     .shape = RECORD_VALUE},
    {.value = {.name = "note", .high = LIBRARY_TEXT_MAX, .help = "a description in one line"},
     .shape = RECORD_TEXT},
};

static const char *const weapon_attributes[] = {"to_hit",     "damage", "shown_pv",   "pv",
                                                "cap",        "sharp",  "masterwork", "vibro",
                                                "long_blade", NULL};

static bool is_yes(const struct library_record *weapon, const char *name)
{
    const char *text = library_text(weapon, name);
    bool is_set;
    return text != NULL && str_to_flag(str_of(text), &is_set) && is_set;
}

/* In the usual notation; an item without damage has 1d2 (Melee combat). */
static void write_damage(const struct library_record *weapon, struct text *out)
{
    const char *damage = library_text(weapon, "damage");
    struct dice_expr expr;
    enum status status = dice_expr_parse_as(
        NULL, &expr, str_of(damage != NULL ? damage : "1d2"), DICE_LOGGED, NULL);
    CHECK(status == STATUS_OK);
    dice_expr_format(&expr, out);
}

static bool is_short(const struct library_record *weapon)
{
    TEXT_BUFFER(text, NAME_SIZE);
    write_damage(weapon, &text);
    return !text.is_cut && text.n <= DAMAGE_MOST && strchr(text.p, ',') == NULL;
}

/* The PV is given once; that of a psionic weapon is the ego of its wielder (Psionic
 * Weapons). */
static bool weapon_check(const struct library_record *weapon, struct error *err)
{
    bool has_shown = library_text(weapon, "shown_pv") != NULL;
    bool has_pv = library_text(weapon, "pv") != NULL;
    bool has_cap = library_text(weapon, "cap") != NULL;
    bool is_psionic = is_yes(weapon, "psionic");
    if (has_cap && (has_shown || has_pv || is_psionic || is_yes(weapon, "vibro"))) {
        error_set(err, STATUS_USAGE, "",
                  "a weapon with a cap has no pv, shown_pv, vibro or psionic: its PV is the "
                  "strength_bonus of its holder");
    } else if (has_shown && has_pv) {
        error_set(err, STATUS_USAGE, "", "expected pv or shown_pv, which is 4 more, not both");
    } else if (is_psionic && (has_shown || has_pv || is_yes(weapon, "vibro"))) {
        error_set(err, STATUS_USAGE, "",
                  "a psionic weapon has no pv, shown_pv or vibro: its PV is the ego of its "
                  "holder");
    } else if (is_yes(weapon, "vibro") && (has_shown || has_pv)) {
        error_set(err, STATUS_USAGE, "",
                  "a vibro weapon has no pv or shown_pv: its base is the AV that it meets");
    } else if (!is_short(weapon)) {
        error_set(err, STATUS_USAGE, "", "damage: expected plain dice of at most %d characters",
                  DAMAGE_MOST);
    } else {
        return true;
    }
    return false;
}

static const struct library_field_def creature_fields[] = {
    GENERIC_CREATURE_FIELDS,
    {.value = {.name = "weapon", .high = LIBRARY_NAME_MAX, .help = "a weapon, in hand"},
     .shape = RECORD_TEXT,
     .refers = "weapon"},
    {.value = {.name = "off_weapon", .high = LIBRARY_NAME_MAX, .help = "one in the off hand"},
     .shape = RECORD_TEXT,
     .refers = "weapon"},
    {.value = {.name = "on_hit", .high = 4, .help = "what its hits bring: cold 1d4"},
     .shape = RECORD_LIST,
     .check = on_hit_check},
};

const struct library_kind caves_of_qud_kinds[QUD_KINDS] = {
    {.name = "weapon",
     .list = "weapons",
     .what = "a weapon",
     .fields = weapon_fields,
     .fields_count = COUNT_OF(weapon_fields),
     .attributes = weapon_attributes,
     .check = weapon_check},
    {GENERIC_CREATURE(creature_fields)},
};

/* ---- what is in hand ------------------------------------------------------------------- */

static const struct effect *weapon_at(const struct state *state, int id, enum hand hand)
{
    return state_effect(state, NULL, hand == HAND_OFF ? QUD_OFF_WEAPON : QUD_WEAPON, id, 0);
}

/* The state keeps a weapon as a line: "pump handle, 1d4, PV 5, sharp". Takes off its first
 * part, whose `p` is NULL after the last one. */
static struct str next_part(struct str *rest)
{
    for (int i = 0; i + 1 < rest->n; i++) {
        if (rest->p[i] == ',' && rest->p[i + 1] == ' ') {
            struct str part = {rest->p, i};
            *rest = (struct str){rest->p + i + 2, rest->n - i - 2};
            return part;
        }
    }
    struct str part = {rest->n > 0 ? rest->p : NULL, rest->n};
    *rest = (struct str){rest->p, 0};
    return part;
}

/* The word for a long blade there, where room is short. */
static const char blade[] = "blade";

/* One value of a weapon as one would type it; nothing when it has none. The damage follows the
 * name. */
static void weapon_value(const struct effect *weapon, const char *name, struct text *out)
{
    static const struct {
        const char *before, *name;
    } numbers[] = {{"PV ", "shown_pv"}, {"cap ", "cap"}};
    struct str rest = str_of(weapon->label);
    next_part(&rest);
    struct str damage = next_part(&rest);
    if (strcmp(name, "damage") == 0) {
        text_add_str(out, damage);
    }
    for (struct str part = next_part(&rest); part.p != NULL; part = next_part(&rest)) {
        for (int i = 0; i < COUNT_OF(numbers); i++) {
            int n = (int)strlen(numbers[i].before);
            bool is_it = part.n > n && memcmp(part.p, numbers[i].before, (size_t)n) == 0;
            if (is_it && strcmp(name, numbers[i].name) == 0) {
                text_add_str(out, (struct str){part.p + n, part.n - n});
            }
        }
        if (str_equal(part, strcmp(name, "long_blade") == 0 ? blade : name)) {
            text_add(out, "yes");
        }
    }
}

void weapon_name(const struct state *state, int id, enum hand hand, struct text *out)
{
    const struct effect *weapon = weapon_at(state, id, hand);
    if (weapon != NULL) {
        struct str rest = str_of(weapon->label);
        text_add_str(out, next_part(&rest));
    }
}

bool weapon_is_psionic(const struct state *state, int id, enum hand hand)
{
    const struct effect *weapon = weapon_at(state, id, hand);
    /* No name holds a comma and a blank. */
    return weapon != NULL && strstr(weapon->label, ", psionic") != NULL;
}

/* ---- values of combatants from a weapon ------------------------------------------------ */

/* The last three are three ways to give the same value. */
static const char *const weapon_values[] = {
    "to_hit", "damage", "sharp", "masterwork", "vibro", "long_blade", "shown_pv", "pv", "cap"};
static const char *const off_values[] = {"off_to_hit",     "off_damage", "off_sharp",
                                         "off_masterwork", "off_vibro",  "off_long_blade",
                                         "off_shown_pv",   "off_pv",     "off_cap"};
enum { WEAPON_VALUES = sizeof weapon_values / sizeof weapon_values[0], FIRST_BROUGHT = 1 };

static const char *off_name(const char *name)
{
    int i = 0;
    while (!names_equal(weapon_values[i], name)) {
        i++;
        CHECK(i < WEAPON_VALUES);
    }
    return off_values[i];
}

/* The attribute that holds this value of the weapon in this hand. */
static const struct value_def *attribute(const struct state *state, enum hand hand,
                                         const char *name)
{
    int field = state_attribute(state, hand == HAND_OFF ? off_name(name) : name);
    CHECK(field >= FIELD_SYSTEM);
    return &state_system(state)->attributes[field - FIELD_SYSTEM];
}

static bool value_of(const struct state *state, int id, enum hand hand, const char *name,
                     struct text *out)
{
    return state_attribute_format(state, id, attribute(state, hand, name), out);
}

/* Whether the combatant's value is exactly the one from the weapon in this hand. */
static bool is_weapons(const struct state *state, int id, enum hand hand, const char *name)
{
    const struct effect *weapon = weapon_at(state, id, hand);
    TEXT_BUFFER(now, NAME_SIZE);
    TEXT_BUFFER(brought, NAME_SIZE);
    if (weapon == NULL || !value_of(state, id, hand, name, &now)) {
        return false;
    }
    weapon_value(weapon, name, &brought);
    return str_equal(str_of(now.p), brought.p);
}

static void put(struct decision *decision, int id, enum hand hand, const char *name,
                const char *value)
{
    combatant_attribute_give(decision, id, attribute(&decision->state, hand, name),
                             str_of(value[0] != '\0' ? value : "-"));
}

/* "damage 1d6", "shown pv 7": a value that the combatant had without the weapon, and loses. */
static void say_own(const struct state *state, int id, enum hand hand, const char *name,
                    struct text *out)
{
    TEXT_BUFFER(own, NAME_SIZE);
    if (value_of(state, id, hand, name, &own) && !is_weapons(state, id, hand, name)) {
        text_add(out, "%s", out->n > 0 ? ", " : "");
        for (const char *p = name; *p != '\0'; p++) {
            text_add_char(out, *p == '_' ? ' ' : *p);
        }
        text_add(out, " %s", own.p);
    }
}

/* Removes the values from the weapon in this hand; values that were set since stay. */
static void put_down(struct decision *decision, int id, enum hand hand)
{
    for (int i = FIRST_BROUGHT; i < WEAPON_VALUES; i++) {
        if (is_weapons(&decision->state, id, hand, weapon_values[i])) {
            put(decision, id, hand, weapon_values[i], "");
        }
    }
    decision_end_effect(decision, EVENT_EFFECT_CHANGED, weapon_at(&decision->state, id, hand));
}

/* ---- taking one up --------------------------------------------------------------------- */

/* Its displayed PV: 4 when it has none (Melee combat), or 4 more than its base (PV
 * Calculation). */
static int shown_pv(const struct library_record *weapon)
{
    const char *shown = library_text(weapon, "shown_pv");
    const char *pv = library_text(weapon, "pv");
    int64_t number = 0;
    bool is_number =
        (shown == NULL && pv == NULL) ||
        str_to_int64(str_of(shown != NULL ? shown : pv), INT16_MIN, INT16_MAX, &number);
    CHECK(is_number);
    return (int)number + (shown != NULL ? 0 : 4);
}

/* Whether the combatant is new in this line: then its facts list what it has. */
static bool is_new(const struct decision *decision, int id)
{
    for (int i = 0; i < decision->events; i++) {
        if (decision->event[i].kind == EVENT_COMBATANT_ADDED &&
            decision->event[i].subject == id) {
            return true;
        }
    }
    return false;
}

static void hold(struct decision *decision, int id, enum hand hand,
                 const struct library_record *record)
{
    const struct state *state = &decision->state;
    TEXT_BUFFER(label, LABEL_SIZE);
    TEXT_BUFFER(own, 160);
    int64_t to_hit = 0;
    const char *bonus = library_text(record, "to_hit");
    CHECK(bonus == NULL || str_to_int64(str_of(bonus), INT16_MIN, INT16_MAX, &to_hit));
    static const struct {
        const char *name, *word;
    } flags[] = {{"sharp", "sharp"},
                 {"masterwork", "masterwork"},
                 {"vibro", "vibro"},
                 {"psionic", "psionic"},
                 {"long_blade", blade}};
    const char *cap = library_text(record, "cap");
    for (const char *p = record->name; *p != '\0'; p++) {
        text_add_char(&label, *p == '-' ? ' ' : *p);
    }
    text_add(&label, ", ");
    write_damage(record, &label);
    if (cap != NULL) {
        text_add(&label, ", cap %s", cap);
    } else if (!is_yes(record, "psionic") && !is_yes(record, "vibro")) {
        text_add(&label, ", PV %d", shown_pv(record));
    }
    for (int i = 0; i < COUNT_OF(flags); i++) {
        bool is_on = is_yes(record, flags[i].name);
        text_add(&label, "%s%s", is_on ? ", " : "", is_on ? flags[i].word : "");
    }
    CHECK(!label.is_cut);
    if (weapon_at(state, id, hand) != NULL) {
        put_down(decision, id, hand);
    }
    for (int i = FIRST_BROUGHT; i < WEAPON_VALUES; i++) {
        say_own(state, id, hand, weapon_values[i], &own);
    }
    struct event *event = decision_effect(decision, EVENT_EFFECT_CHANGED,
                                          hand == HAND_OFF ? QUD_OFF_WEAPON : QUD_WEAPON, id, 0,
                                          (struct str){label.p, label.n}, (int)to_hit);
    if (!is_new(decision, id)) {
        TEXT_BUFFER(hit, 24);
        text_add(&hit, to_hit != 0 ? ", %+d to hit" : "%.0d", (int)to_hit);
        decision_say(decision, event, "melee combat", "%s%s: %s%s (%s)%s%s",
                     state_name(state, id), hand == HAND_OFF ? ", off hand" : "", label.p,
                     hit.p, library_text(record, "source"), own.n > 0 ? ", instead of " : "",
                     own.p);
    }
    for (int i = FIRST_BROUGHT; i < WEAPON_VALUES && decision_goes_on(decision); i++) {
        TEXT_BUFFER(value, NAME_SIZE);
        weapon_value(weapon_at(state, id, hand), weapon_values[i], &value);
        put(decision, id, hand, weapon_values[i], value.p);
    }
}

static void empty_hand(struct decision *decision, int id, enum hand hand)
{
    const struct state *state = &decision->state;
    TEXT_BUFFER(name, LABEL_SIZE);
    weapon_name(state, id, hand, &name);
    if (name.n == 0) {
        return;
    }
    put_down(decision, id, hand);
    decision_say(decision, decision_tell(decision, EVENT_NOTED, id, 0), "melee combat",
                 "%s puts the %s away", state_name(state, id), name.p);
}

static bool is_held(const struct state *state, int id, enum hand hand, struct str name)
{
    TEXT_BUFFER(held, LABEL_SIZE);
    weapon_name(state, id, hand, &held);
    return held.n > 0 && library_names_equal(str_of(held.p), name);
}

static void take_up(struct decision *decision, int id, enum hand hand, struct str name)
{
    const struct library_record *record = decision_record(decision, "weapon", name);
    if (record != NULL) {
        hold(decision, id, hand, record);
    }
}

/* When a value is unset, that of the weapon in hand counts again. */
static bool unset(struct decision *decision, int id, struct str name)
{
    for (int i = FIRST_BROUGHT; i < WEAPON_VALUES; i++) {
        for (enum hand hand = HAND_MAIN; hand <= HAND_OFF; hand++) {
            const struct effect *weapon = weapon_at(&decision->state, id, hand);
            TEXT_BUFFER(value, NAME_SIZE);
            bool is_it =
                weapon != NULL &&
                str_equal_any_case(
                    name, str_of(attribute(&decision->state, hand, weapon_values[i])->name));
            if (is_it) {
                weapon_value(weapon, weapon_values[i], &value);
                put(decision, id, hand, weapon_values[i], value.p);
                return true;
            }
        }
    }
    return false;
}

bool weapons_give(struct decision *decision, int id, struct str name, struct str value)
{
    bool is_main = str_equal_any_case(name, str_of("weapon"));
    bool is_none = str_equal(value, "-");
    if (!is_main && !str_equal_any_case(name, str_of("off_weapon"))) {
        return is_none && unset(decision, id, name);
    }
    enum hand hand = is_main ? HAND_MAIN : HAND_OFF;
    if (is_none) {
        empty_hand(decision, id, hand);
    } else {
        take_up(decision, id, hand, value);
    }
    return true;
}

/* Its name as in the library. */
static void format_hand(const struct state *state, int id, enum hand hand, struct text *out)
{
    TEXT_BUFFER(name, LABEL_SIZE);
    weapon_name(state, id, hand, &name);
    for (int i = 0; i < name.n; i++) {
        text_add_char(out, name.p[i] == ' ' ? '-' : name.p[i]);
    }
}

static void format_main(const struct state *state, int id, struct text *out)
{
    format_hand(state, id, HAND_MAIN, out);
}

static void format_off(const struct state *state, int id, struct text *out)
{
    format_hand(state, id, HAND_OFF, out);
}

const struct given_def caves_of_qud_gives[QUD_GIVES] = {
    {.name = "weapon",
     .records = "weapon",
     .expects = "the name of a weapon: steel-mace",
     .help = "what is in hand; it sets damage, PV and the like",
     .format = format_main,
     .comes_first = true},
    {.name = "off_weapon",
     .records = "weapon",
     .expects = "the name of a weapon: steel-mace",
     .help = "what is in the off hand, for hand=off",
     .format = format_off,
     .comes_first = true},
    {.name = "on_hit",
     .expects = "a list: cold 1d4, poisoned 2 (rounds)",
     .help = "what its hits bring, separated by commas",
     .format = on_hit_format},
    GENERIC_GIVES_CREATURE,
};

/* ---- attacks --------------------------------------------------------------------------- */

static bool is_open(const struct inputs *inputs, const char *name)
{
    int at = parameter_called(inputs->action, name);
    return at >= 0 && !inputs->value[at].is_given;
}

/* Names the weapon as the source of its numbers, if the act uses them. */
static void name_sources(const struct state *state, int id, enum hand hand,
                         struct inputs *inputs)
{
    TEXT_BUFFER(name, LABEL_SIZE);
    TEXT_BUFFER(own, NAME_SIZE);
    if (inputs->is_bare) {
        return;
    }
    weapon_name(state, id, hand, &name);
    bool has_its_pv = is_open(inputs, "pv") && is_open(inputs, "shown_pv") &&
                      !value_of(state, id, hand, "pv", &own) &&
                      is_weapons(state, id, hand, "shown_pv");
    if (has_its_pv) {
        inputs_name_source(inputs, 0, name.p, pv_rule);
    }
    if (is_open(inputs, "damage") && name.n > 0) {
        bool is_its = is_weapons(state, id, hand, "damage");
        inputs_name_source(inputs, 0, is_its ? name.p : "own", damage_rule);
    }
}

/* d20 + agility modifier + weapon hit bonus (Hit Roll). A hit bonus of the off hand takes the
 * place of agility; a hit bonus given for the act replaces everything. */
static enum status add_to_hit(const struct state *state, int id, enum hand hand,
                              struct inputs *inputs, struct error *err)
{
    const struct effect *weapon = weapon_at(state, id, hand);
    if (weapon == NULL || !is_open(inputs, "to_hit")) {
        return STATUS_OK;
    }
    int off = hand == HAND_OFF ? state_attribute(state, "off_to_hit") : -1;
    int field =
        off >= 0 && state_is_set(state, id, off) ? off : state_attribute(state, "to_hit");
    int sum = state_value(state, id, field, 0) + weapon->amount;
    TEXT_BUFFER(name, LABEL_SIZE);
    if (weapon->amount != 0 && !inputs->is_bare) {
        weapon_name(state, id, hand, &name);
        inputs_name_source(inputs, weapon->amount, name.p, hit_rule);
    }
    return inputs_give_number(inputs, "to_hit", sum < -100 ? -100 : sum > 100 ? 100 : sum, err);
}

bool weapons_has_off_hand(const struct state *state, int id)
{
    bool is_there = weapon_at(state, id, HAND_OFF) != NULL;
    for (int i = 0; i < WEAPON_VALUES && !is_there; i++) {
        int field = state_attribute(state, off_values[i]);
        bool is_text = value_is_text(&state_system(state)->attributes[field - FIELD_SYSTEM]);
        is_there = is_text ? state_attribute_text(state, id, field)[0] != '\0'
                           : state_is_set(state, id, field);
    }
    return is_there;
}

bool weapons_take(const struct inputs *inputs, const char *name)
{
    bool is_pv = names_equal(name, "pv"), is_shown = names_equal(name, "shown_pv");
    bool has_pv = qud_is_given(inputs, "pv"), has_shown = qud_is_given(inputs, "shown_pv");
    if (is_pv || is_shown) {
        return !(is_pv ? has_shown : has_pv) && !qud_is_given(inputs, "strength_bonus") &&
               !qud_is_given(inputs, "cap");
    }
    bool is_strength = names_equal(name, "strength_bonus") || names_equal(name, "cap");
    return !is_strength || (!has_pv && !has_shown);
}

/* The weapon in the off hand has values of its own; an unset one has its default, never the
 * other hand's value. */
static enum status give_off_hand(const struct state *state, int id, struct inputs *inputs,
                                 struct error *err)
{
    enum status status = STATUS_OK;
    bool is_by_strength = qud_is_given(inputs, "strength_bonus");
    for (int i = 0; i < WEAPON_VALUES && status == STATUS_OK; i++) {
        const char *name = weapon_values[i];
        int at = parameter_called(inputs->action, name);
        if (at < 0 || inputs->value[at].is_given || !weapons_take(inputs, name)) {
            continue;
        }
        status = generic_give_attribute(state, id, state_attribute(state, off_values[i]),
                                        inputs, at, err);
        const char *usual = inputs->action->parameters[at].fallback;
        bool is_unset = status == STATUS_OK && !inputs->value[at].is_given;
        if (is_unset && usual != NULL && strcmp(name, "shown_pv") != 0) {
            status = input_give_text(inputs, at, str_of(usual), err);
        } else if (is_unset && strcmp(name, "cap") == 0 && is_by_strength) {
            input_give_none(inputs, at);
        }
    }
    bool lacks_pv = is_open(inputs, "pv") && is_open(inputs, "shown_pv") &&
                    is_open(inputs, "cap") && is_open(inputs, "strength_bonus");
    return status == STATUS_OK && lacks_pv
               ? inputs_give_text(inputs, "shown_pv", str_of("4"), err)
               : status;
}

enum status weapons_add(const struct state *state, int id, enum hand hand,
                        struct inputs *inputs, struct error *err)
{
    name_sources(state, id, hand, inputs);
    enum status status = add_to_hit(state, id, hand, inputs, err);
    return status == STATUS_OK && hand == HAND_OFF ? give_off_hand(state, id, inputs, err)
                                                   : status;
}

/* ---- before an attack ------------------------------------------------------------------ */

enum hand weapons_hand(const struct command *command)
{
    const struct option *hand = command != NULL ? command_option(command, "hand") : NULL;
    bool is_off =
        hand != NULL && hand->value.p != NULL && str_equal_any_case(hand->value, str_of("off"));
    return is_off ? HAND_OFF : HAND_MAIN;
}

static bool is_hand(struct decision *decision, const struct command *command)
{
    const struct option *hand = command_option(command, "hand");
    if (hand != NULL && weapons_hand(command) == HAND_MAIN &&
        (hand->value.p == NULL || !str_equal_any_case(hand->value, str_of("main")))) {
        decision_wrong(decision, "hand: expected main or off, as in hand=off");
        return false;
    }
    return true;
}

bool weapons_ready(struct decision *decision, const struct command *command, int *attacker)
{
    const struct option *weapon = command_option(command, "weapon");
    enum hand hand = weapons_hand(command);
    *attacker = 0;
    if (!is_hand(decision, command) || !option_combatant(decision, command, "by", attacker)) {
        return false;
    }
    *attacker = *attacker != 0 ? *attacker : decision->state.value[ENCOUNTER_TURN];
    if (weapon == NULL || *attacker == 0) {
        return true;
    }
    if (weapon->value.p == NULL) {
        decision_wrong(decision, "weapon: expected the name of a weapon, or - for none");
    } else if (str_equal(weapon->value, "-")) {
        empty_hand(decision, *attacker, hand);
    } else if (!is_held(&decision->state, *attacker, hand, weapon->value)) {
        take_up(decision, *attacker, hand, weapon->value);
    }
    return decision_goes_on(decision);
}

/* ---- facts ----------------------------------------------------------------------------- */

bool weapons_tell(const struct state *state, int id, const char *attribute_name)
{
    for (int i = FIRST_BROUGHT; i < WEAPON_VALUES; i++) {
        for (enum hand hand = HAND_MAIN; hand <= HAND_OFF; hand++) {
            const struct value_def *def = attribute(state, hand, weapon_values[i]);
            if (weapon_at(state, id, hand) != NULL && strcmp(def->name, attribute_name) == 0) {
                return true;
            }
        }
    }
    return false;
}

static void hand_facts(const struct state *state, int id, enum hand hand, struct text *out)
{
    const struct effect *weapon = weapon_at(state, id, hand);
    if (weapon == NULL) {
        return;
    }
    text_add(out, "%s: %s", hand == HAND_OFF ? "off hand" : "weapon", weapon->label);
    if (weapon->amount != 0) {
        text_add(out, ", %+d to hit", weapon->amount);
    }
    text_add(out, "\n");
    TEXT_BUFFER(own, 160);
    for (int i = FIRST_BROUGHT; i < WEAPON_VALUES; i++) {
        say_own(state, id, hand, weapon_values[i], &own);
    }
    if (own.n > 0) {
        text_add(out, "own instead: %s\n", own.p);
    }
}

void weapons_facts(const struct state *state, int id, struct text *out)
{
    hand_facts(state, id, HAND_MAIN, out);
    hand_facts(state, id, HAND_OFF, out);
}

void weapons_let_block(struct decision *decision)
{
    const struct state *state = &decision->state;
    const struct asked *asked = &decision->asked;
    bool is_first = decision->verdict == VERDICT_ASKS &&
                    decision->question.kind == QUESTION_DICE && asked->kind == ASKED_ACT &&
                    asked->is_open && asked->stand.taken == 0;
    if (is_first && asked->object != 0 &&
        state_is_set(state, asked->object, state_attribute(state, "shield_av"))) {
        decision->question.flag = "block";
    }
}
