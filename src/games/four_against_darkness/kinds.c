/* The kinds of records of Four Against Darkness, their fields and formulas, and finding one. */
#include "games/four_against_darkness/kinds.h"

#include <string.h>

#include "games/four_against_darkness/combatant.h"
#include "games/four_against_darkness/texts.h"

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

/* Its value for a combatant of this level, in a party whose highest level is `highest`. */
bool formula_is_right(const char *text)
{
    struct formula formula;
    return formula_parse(&formula, str_of(text)) && !formula.is_unlimited;
}

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

/* ---- the kinds of records -------------------------------------------------------------- */

static bool dice_check(struct str text, struct error *err)
{
    struct dice_expr expr;
    int64_t low, high;
    if (dice_expr_parse(&expr, text, err) != STATUS_OK) {
        return false;
    }
    dice_expr_range(&expr, &low, &high);
    if (high >= 1 && high <= COUNT_MOST) {
        return true;
    }
    error_set(err, STATUS_USAGE, "", "expected 1 to %d, or dice within that range", COUNT_MOST);
    return false;
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

const char *const foe_words[] = {"vermin", "minion", "weird", "boss", NULL};

/* clang-format off */
#define NAME                                                                                   \
    {                                                                                          \
        .value = {.name = "name", .high = LIBRARY_NAME_MAX, .is_required = true,               \
                  .help = "the name that is typed"},                                          \
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
    LIST("traits", 8, "words that apply to everyone of this class"),
    {.value = {.name = "abilities", .high = 12, .help = "abilities by name"},
     .shape = RECORD_LIST,
     .refers = "ability"},
    {.value = {.name = "gear", .high = 12, .help = "items at the start"},
     .shape = RECORD_LIST,
     .refers = "item"},
    TEXT("note", "a description in one line"),
};

static const struct library_field_def item_fields[] = {
    NAME,
    MODIFIERS,
    TEXT("note", "a description in one line"),
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
    TEXT("note", "a description in one line"),
};

static const struct library_field_def property_fields[] = {
    NAME,
    LIST("fits", 8, "what the item must be, one of these"),
    {.value = {.name = "uses", .high = 16, .help = "how often it can be used; empty: always"},
     .shape = RECORD_TEXT,
     .check = uses_check},
    MODIFIERS,
    TEXT("note", "a description in one line"),
};

static const struct library_field_def word_fields[] = {
    NAME,
    TEXT("note", "when it holds: a description in one line"),
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
    TEXT("note", "a description in one line"),
    MODIFIERS,
};

/* A minor foe comes in a count, a major one has Life: each has one of the two (foe types). */
static bool foe_check(const struct library_record *record, struct error *err)
{
    const char *kind = library_text(record, "foe");
    bool is_minor =
        strcmp(kind, foe_words[FOE_VERMIN]) == 0 || strcmp(kind, foe_words[FOE_MINION]) == 0;
    const char *other = is_minor ? "life" : "count";
    if (strcmp(library_text(record, other), "1") == 0) {
        return true;
    }
    error_set(err, STATUS_USAGE, "",
              is_minor
                  ? "life: a minor foe (%s) has 1 Life and comes in a count; leave life out"
                  : "count: a major foe (%s) stands alone and has Life; leave count out",
              kind);
    return false;
}

static const char *const foe_first[] = {"foe",     "level",  "count", "life",
                                        "attacks", "damage", NULL};

#define FIELDS(prefix) .fields = prefix##_fields, .fields_count = COUNT_OF(prefix##_fields)

const struct library_kind four_against_darkness_kinds[RECORD_KINDS] = {
    {.name = "class", .list = "classes", .what = "a class", FIELDS(class)},
    {.name = "item", .list = "items", .what = "an item", FIELDS(item)},
    {.name = "property", .list = "properties", .what = "a property", FIELDS(property)},
    {.name = "ability", .list = "abilities", .what = "an ability", FIELDS(ability)},
    {.name = "foe",
     .list = "foes",
     .what = "a foe",
     FIELDS(foe),
     .first = foe_first,
     .check = foe_check},
    {.name = "word", .list = "words", .what = "a word", FIELDS(word)},
};

const struct library_record *record_find(struct decision *decision, const char *kind,
                                         struct str name)
{
    return decision_record(decision, kind, name);
}

void record_label(const char *name, struct text *out)
{
    for (const char *p = name; *p != '\0'; p++) {
        text_add_char(out, *p == '-' ? ' ' : *p);
    }
}

int record_uses(const struct library_record *record, int level)
{
    return formula_value(library_text(record, "uses"), level, 1);
}

/* The difference that one level makes to a formula. */
int formula_gain(const char *text, int from, int to)
{
    return formula_value(text, to, 1) - formula_value(text, from, 1);
}
