/* The records of Four Against Darkness, and combatants made from them: what a record says is
 * copied into the state, where it can be seen and changed and stays as it was. */
#include <string.h>

#include "tracker/combatant_fields.h"
#include "games/four_against_darkness/formulas.h"
#include "games/four_against_darkness/own_foes.h"
#include "games/four_against_darkness/readings.h"

/* ---- formulas -------------------------------------------------------------------------- */

enum unit { UNIT_NUMBER, UNIT_LEVEL, UNIT_TIER, UNIT_HIGHEST };

/* "7", "L+6", "2L", "L/2", "T+3", "HCL+1", "unlimited". */
struct formula {
    enum unit unit;
    int factor, divisor, plus;
    bool is_unlimited;
};

static bool take_prefix(struct str *rest, const char *prefix)
{
    int n = (int)strlen(prefix);
    if (rest->n < n || memcmp(rest->p, prefix, (size_t)n) != 0) {
        return false;
    }
    *rest = (struct str){rest->p + n, rest->n - n};
    return true;
}

/* The digits at the beginning; false without any. */
static bool take_number(struct str *rest, int *out)
{
    int n = 0;
    int64_t number;
    while (n < rest->n && char_is_digit(rest->p[n])) {
        n++;
    }
    if (!str_to_int64((struct str){rest->p, n}, 0, 1000, &number)) {
        return false;
    }
    *out = (int)number;
    *rest = (struct str){rest->p + n, rest->n - n};
    return true;
}

static bool formula_parse(struct formula *out, struct str text)
{
    *out = (struct formula){.factor = 1, .divisor = 1};
    struct str rest = text;
    if (take_prefix(&rest, "unlimited")) {
        out->is_unlimited = true;
        return rest.n == 0;
    }
    bool has_number = take_number(&rest, &out->factor);
    out->unit = take_prefix(&rest, "HCL") ? UNIT_HIGHEST
                : take_prefix(&rest, "L") ? UNIT_LEVEL
                : take_prefix(&rest, "T") ? UNIT_TIER
                                          : UNIT_NUMBER;
    if (out->unit == UNIT_NUMBER) {
        return has_number && rest.n == 0;
    }
    if (take_prefix(&rest, "/2")) {
        out->divisor = 2;
    }
    bool is_plus = rest.n > 0 && rest.p[0] == '+';
    if (rest.n == 0) {
        return true;
    }
    bool is_signed = take_prefix(&rest, "+") || take_prefix(&rest, "-");
    if (!is_signed || !take_number(&rest, &out->plus)) {
        return false;
    }
    out->plus = is_plus ? out->plus : -out->plus;
    return rest.n == 0;
}

static bool formula_check(struct str text, struct error *err)
{
    struct formula formula;
    if (formula_parse(&formula, text) && !formula.is_unlimited) {
        return true;
    }
    error_set(err, STATUS_USAGE, "",
              "expected a number or a formula, such as 7, L+6, L/2, T+3, HCL+1");
    return false;
}

static bool uses_check(struct str text, struct error *err)
{
    struct formula formula;
    if (formula_parse(&formula, text)) {
        return true;
    }
    error_set(err, STATUS_USAGE, "", "expected a number, a formula such as L+2, or unlimited");
    return false;
}

bool formula_is_right(const char *text)
{
    struct formula formula;
    return formula_parse(&formula, str_of(text)) && !formula.is_unlimited;
}

/* Its value for a combatant of this level, in a party whose highest level is `highest`. */
int formula_value(const char *text, int level, int highest)
{
    struct formula formula;
    CHECK(formula_parse(&formula, str_of(text)));
    if (formula.is_unlimited) {
        return USES_UNLIMITED;
    }
    int units[] = {[UNIT_NUMBER] = 1,
                   [UNIT_LEVEL] = level,
                   [UNIT_TIER] = tier_of_level(level),
                   [UNIT_HIGHEST] = highest};
    int value = formula.factor * units[formula.unit] / formula.divisor + formula.plus;
    return value > 0 ? value : 0;
}

int highest_level(const struct state *state)
{
    int highest = 1;
    for (int id = 1; id <= state->count; id++) {
        int level = state_value(state, id, LEVEL, 1);
        if (state_is_present(state, id) && level > highest &&
            state_value(state, id, FIELD_SIDE, SIDE_FOES) == SIDE_PARTY) {
            highest = level;
        }
    }
    return highest;
}

/* ---- the kinds of records -------------------------------------------------------------- */

static bool dice_check(struct str text, struct error *err)
{
    struct dice_expr expr;
    return dice_expr_parse(&expr, text, err) == STATUS_OK;
}

static bool morale_check(struct str text, struct error *err)
{
    int64_t number;
    if (str_equal(text, "never") || str_to_int64(text, -10, 10, &number)) {
        return true;
    }
    error_set(err, STATUS_USAGE, "", "expected a modifier from -10 to 10, or never");
    return false;
}

static bool morale_when_check(struct str text, struct error *err)
{
    if (str_equal(text, "first-loss") || str_equal(text, "each-loss") ||
        str_equal(text, "alone")) {
        return true;
    }
    error_set(err, STATUS_USAGE, "", "expected first-loss, each-loss or alone");
    return false;
}

static const char *const foe_words[] = {"vermin", "minion", "weird", "boss", NULL};

/* clang-format off */
#define NAME                                                                                   \
    {                                                                                          \
        .value = {.name = "name", .high = LIBRARY_NAME_MAX, .is_required = true,               \
                  .help = "the name it is found by"},                                          \
        .shape = RECORD_NAME                                                                   \
    }
#define TEXT(which, what)                                                                      \
    {                                                                                          \
        .value = {.name = which, .high = LIBRARY_TEXT_MAX, .help = what}, .shape = RECORD_TEXT \
    }
#define LIST(which, most, what)                                                                \
    {                                                                                          \
        .value = {.name = which, .high = most, .help = what}, .shape = RECORD_LIST             \
    }
#define MODIFIERS                                                                              \
    {                                                                                          \
        .value = {.name = "modifiers", .high = 12, .help = "what it adds to rolls, and when"}, \
        .shape = RECORD_LIST, .check = modifier_check, .check_among = modifier_check_words     \
    }
#define FORMULA(which, usual, what)                                                            \
    {                                                                                          \
        .value = {.name = which, .high = 16, .fallback = usual, .help = what},                 \
        .shape = RECORD_TEXT, .check = formula_check                                           \
    }
#define NUMBER(which, least, most, what)                                                       \
    {                                                                                          \
        .value = {.name = which, .kind = VALUE_NUMBER, .low = least, .high = most,             \
                  .help = what},                                                               \
        .shape = RECORD_VALUE                                                                  \
    }
/* clang-format on */

static const struct library_field_def class_fields[] = {
    NAME,
    FORMULA("life", "L+4", "Life: a formula, such as L+6"),
    MODIFIERS,
    LIST("traits", 8, "words that hold for everyone of this class"),
    {.value = {.name = "abilities", .high = 12, .help = "abilities by name"},
     .shape = RECORD_LIST,
     .refers = "ability"},
    {.value = {.name = "gear", .high = 12, .help = "items to begin with"},
     .shape = RECORD_LIST,
     .refers = "item"},
    TEXT("note", "a line for people"),
};
static const struct library_field_def item_fields[] = {
    NAME,
    MODIFIERS,
    TEXT("note", "a line for people"),
};
static const struct library_field_def ability_fields[] = {
    NAME,
    {.value = {.name = "uses",
               .high = 16,
               .fallback = "unlimited",
               .help = "how often: a number, a formula, or unlimited"},
     .shape = RECORD_TEXT,
     .check = uses_check},
    MODIFIERS,
    {.value = {.name = "casters", .high = 12, .help = "of a spell: the classes that know it"},
     .shape = RECORD_LIST,
     .refers = "class"},
    TEXT("note", "a line for people"),
};
static const struct library_field_def property_fields[] = {
    NAME,
    LIST("fits", 8, "what the item must be, one of these"),
    {.value = {.name = "uses", .high = 16, .help = "how often it can be used; without: always"},
     .shape = RECORD_TEXT,
     .check = uses_check},
    MODIFIERS,
    TEXT("note", "a line for people"),
};
static const struct library_field_def word_fields[] = {
    NAME,
    TEXT("note", "when it holds: a line for people"),
};
static const struct library_field_def foe_fields[] = {
    NAME,
    {.value = {.name = "foe",
               .kind = VALUE_CHOICE,
               .choices = foe_words,
               .is_required = true,
               .help = "vermin, minion, weird or boss"},
     .shape = RECORD_VALUE},
    {.value =
         {.name = "count", .high = 24, .fallback = "1", .help = "how many: dice, such as 2d6"},
     .shape = RECORD_TEXT,
     .check = dice_check},
    {.value = {.name = "level",
               .high = 16,
               .is_required = true,
               .help = "a number, or a formula such as HCL+1"},
     .shape = RECORD_TEXT,
     .check = formula_check},
    NUMBER("level_max", 1, 50, "the highest its level can be"),
    FORMULA("life", "1", "of a major foe: a formula, such as T+3"),
    FORMULA("attacks", "1", "attacks each turn"),
    FORMULA("damage", "1", "what an attack does: 1, 2, T"),
    {.value = {.name = "morale", .high = 8, .help = "a modifier, or never"},
     .shape = RECORD_TEXT,
     .check = morale_check},
    {.value = {.name = "morale_when",
               .high = 3,
               .help = "what else calls for morale: first-loss, each-loss, alone"},
     .shape = RECORD_LIST,
     .check = morale_when_check},
    NUMBER("treasure", -10, 10, "modifier of the treasure roll"),
    NUMBER("surprise", 0, 6, "surprises on this or less on a d6"),
    LIST("tags", 8, "what it is: undead, orc, giant, flammable ..."),
    LIST("hates", 4, "classes it attacks first"),
    LIST("immune", 8, "what it is immune to"),
    LIST("reactions", 6, "a table of reactions, or six results"),
    TEXT("on_start", "what happens when it is met"),
    TEXT("on_turn", "what happens each turn"),
    TEXT("on_hit", "what a hit does besides damage"),
    TEXT("note", "a line for people"),
    MODIFIERS,
};

#define FIELDS(prefix) .fields = prefix##_fields, .fields_count = COUNT_OF(prefix##_fields)

const struct library_kind four_against_darkness_kinds[RECORD_KINDS] = {
    {.name = "class", .list = "classes", .what = "a class", FIELDS(class)},
    {.name = "item", .list = "items", .what = "an item", FIELDS(item)},
    {.name = "property", .list = "properties", .what = "a property", FIELDS(property)},
    {.name = "ability", .list = "abilities", .what = "an ability", FIELDS(ability)},
    {.name = "foe", .list = "foes", .what = "a foe", FIELDS(foe)},
    {.name = "word", .list = "words", .what = "a word", FIELDS(word)},
};

const struct library_record *record_find(struct decision *decision, const char *kind,
                                         struct str name)
{
    struct error err;
    const struct library_record *record = NULL;
    if (decision->library != NULL) {
        record = library_find(decision->library, kind, name, &err);
    } else if (decision->library_error != NULL) {
        err = *decision->library_error;
    } else {
        error_set(&err, STATUS_MISSING, "", "there is no library of records");
    }
    if (record == NULL) {
        decision_wrong(decision, "%s%s%s", err.where, err.where[0] != '\0' ? ": " : "",
                       err.text);
    }
    return record;
}

/* ---- copying --------------------------------------------------------------------------- */

void record_label(const char *name, struct text *out)
{
    for (const char *p = name; *p != '\0'; p++) {
        text_add_char(out, *p == '-' ? ' ' : *p);
    }
}

bool modifier_put(struct decision *decision, int id, const char *source, const char *text)
{
    TEXT_BUFFER(out, LABEL_SIZE);
    text_add(&out, "%s: %s", source, text);
    if (out.is_cut) {
        decision_wrong(decision, "%s: name and text have at most %d bytes together", source,
                       LABEL_SIZE - 3);
        return false;
    }
    decision_effect(decision, EVENT_EFFECT_CHANGED, FOUR_MODIFIER, id, 0, str_of(out.p),
                    reading_of(out.p));
    return decision_goes_on(decision);
}

void modifiers_forget(struct decision *decision, int id, const char *source)
{
    for (int i = 0; i < decision->state.effects && decision_goes_on(decision);) {
        const struct effect *effect = &decision->state.effect[i];
        struct str from, text;
        bool is_it = effect->kind == FOUR_MODIFIER && effect->subject == id &&
                     modifier_split(effect->label, &from, &text) &&
                     library_names_equal(from, str_of(source));
        if (is_it) {
            decision_end_effect(decision, EVENT_EFFECT_CHANGED, effect);
        } else {
            i++;
        }
    }
}

static void put_special(struct decision *decision, int id, const char *head, const char *text)
{
    TEXT_BUFFER(out, LABEL_SIZE);
    text_add(&out, "%s: %s", head, text);
    decision_effect(decision, EVENT_EFFECT_CHANGED, FOUR_SPECIAL, id, 0, str_of(out.p), 1);
}

const char *special_find(const struct state *state, int id, const char *head)
{
    size_t n = strlen(head);
    const struct effect *effect = NULL;
    while ((effect = state_effect(state, effect, FOUR_SPECIAL, id, 0)) != NULL) {
        if (strncmp(effect->label, head, n) == 0 && strncmp(effect->label + n, ": ", 2) == 0) {
            return effect->label + n + 2;
        }
    }
    return NULL;
}

/* ---- characters ------------------------------------------------------------------------ */

/* A class's texts: ENEMY stands for the one that this character has sworn to hunt, and what is
 * said of it is left out as long as there is none. */
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

int record_uses(const struct library_record *record, int level)
{
    return formula_value(library_text(record, "uses"), level, 1);
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

/* What follows from a class and a level, as far as it was not given. */
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

/* The difference that a level makes to what a formula gives. */
static int formula_gain(const char *text, int from, int to)
{
    return formula_value(text, to, 1) - formula_value(text, from, 1);
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
        /* Faces that come to the same share a state effect: a bit each. */
        const struct effect *same = state_effect_labelled(&decision->state, FOUR_REACTION, id,
                                                          0, str_of(texts->text[i]));
        int faces = texts->count == 1 ? 0 : (same != NULL ? same->amount : 0) | 1 << i;
        decision_effect(decision, EVENT_EFFECT_CHANGED, FOUR_REACTION, id, 0,
                        str_of(texts->text[i]), faces);
    }
}

static void fill_count(struct decision *decision, int id, const struct library_record *foe)
{
    char what[NAME_SIZE + 16];
    int count;
    text_format(what, sizeof what, "%s: how many", state_name(&decision->state, id));
    if (state_value(&decision->state, id, FOE, 0) > FOE_MINION ||
        state_is_set(&decision->state, id, COUNT) ||
        !table_amount(decision, str_of(library_text(foe, "count")), id, what, 1000, &count)) {
        return;
    }
    count = count > 0 ? count : 1;
    fill(decision, id, COUNT, count);
    fill(decision, id, COUNT_START, count);
}

static void fill_foe(struct decision *decision, int id, const struct library_record *foe)
{
    static const char *const texts[] = {"on_start", "on_turn", "on_hit", "note"};
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

/* ---- the slots of the procedure -------------------------------------------------------- */

bool records_give(struct decision *decision, int id, struct str name, struct str value)
{
    formulas_forget(decision, id, name);
    if (str_equal_any_case(name, str_of("life"))) {
        /* What the rules call hit points. */
        combatant_field_give(decision, id, &(struct option){str_of("hp"), value});
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

/* Minor foes are a combatant together, unless each group's count is told behind them. */
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
