/* The data of Four Against Darkness: texts of modifiers, which are read, reported with their
 * mistakes and kept with a combatant; formulas; the kinds of records. */
#include "games/four_against_darkness/texts.h"

#include <string.h>

#include "base/nearest.h"
#include "base/utf8.h"
#include "games/four_against_darkness/combatant.h"

/* ==== Texts. The grammar is explained in the header. */

enum { CLAUSES_MAX = 6 };

static const char *const roll_words[ROLLS] = {[ROLL_ATTACK] = "attack",
                                              [ROLL_DEFENCE] = "defence",
                                              [ROLL_SAVE] = "save",
                                              [ROLL_SPELL] = "spell"};

static const char *const clause_heads[CLAUSE_KINDS] = {[CLAUSE_WHEN] = "when",
                                                       [CLAUSE_UNLESS] = "unless",
                                                       [CLAUSE_VS] = "vs",
                                                       [CLAUSE_NOT_VS] = "not-vs"};

/* `nearest`: the nearest of the expected words; NULL: none. */
static bool expected(struct error *err, struct str word, const char *what,
                     const struct nearest *nearest)
{
    char shown[40];
    utf8_clean(shown, sizeof shown, word);
    error_set(err, STATUS_USAGE, "", "%s%sexpected %s%s", shown, word.n > 0 ? ": " : "", what,
              nearest != NULL ? nearest_question(nearest).text : "");
    return false;
}

/* Its index among the words; -1, with the nearest, when it is not one of them. */
static int find_word(struct str word, const char *const *words, int count,
                     struct nearest *nearest)
{
    for (int i = 0; i < count; i++) {
        if (str_equal(word, words[i])) {
            return i;
        }
    }
    /* The search for the nearest is only made after a mistake. */
    nearest_init(nearest, word);
    for (int i = 0; i < count; i++) {
        nearest_offer(nearest, words[i]);
    }
    return -1;
}

static bool take_suffix(struct str *word, const char *suffix)
{
    int n = (int)strlen(suffix);
    if (word->n < n || memcmp(word->p + word->n - n, suffix, (size_t)n) != 0) {
        return false;
    }
    word->n -= n;
    return true;
}

/* "+1", "-2", "+L", "+2L", "+L/2", "+T", "+1-each": a sign, then a number and its unit. */
static bool parse_signed(struct modifier *out, struct str word)
{
    int64_t number = 1;
    int minus = str_minus(word);
    int sign = minus > 0 ? -1 : 1;
    int skip = minus > 0 ? minus : 1;
    struct str rest = {word.p + skip, word.n - skip};
    out->amount_kind = take_suffix(&rest, "-each") ? AMOUNT_EACH
                       : take_suffix(&rest, "L/2") ? AMOUNT_HALF_LEVEL
                       : take_suffix(&rest, "L")   ? AMOUNT_LEVEL
                       : take_suffix(&rest, "T")   ? AMOUNT_TIER
                                                   : AMOUNT_PLAIN;
    bool has_unit = out->amount_kind != AMOUNT_PLAIN && out->amount_kind != AMOUNT_EACH;
    bool is_right = (rest.n == 0 && has_unit) || str_to_int64(rest, 0, 50, &number);
    out->amount = sign * (int)number;
    return is_right && (rest.n == 0 || char_is_digit(rest.p[0]));
}

/* Amounts without a number. */
static const struct {
    const char *word;
    enum amount_kind kind;
} bare_amounts[] = {{"three-dice", AMOUNT_THREE_DICE},
                    {"next-die", AMOUNT_NEXT_DIE},
                    {"explodes-earlier", AMOUNT_EARLIER},
                    {"no-explosion", AMOUNT_NO_EXPLOSION},
                    {"burst", AMOUNT_BURST}};

static bool parse_amount(struct modifier *out, struct str *rest, struct error *err)
{
    struct str word = str_next_word(rest);
    int64_t number = 0;
    bool is_right = false;
    if (word.n > 1 && (word.p[0] == '+' || str_minus(word) > 0)) {
        is_right = parse_signed(out, word);
    } else if (word.n > 1 && word.p[0] == 'x') {
        out->amount_kind = AMOUNT_TIMES;
        is_right = str_to_int64((struct str){word.p + 1, word.n - 1}, 1, 20, &number);
        out->amount = (int)number;
    } else if (str_equal(word, "most")) {
        out->amount_kind = AMOUNT_MOST;
        word = str_next_word(rest);
        is_right = str_to_int64(word, 0, 100, &number);
        out->amount = (int)number;
    }
    for (size_t i = 0; i < sizeof bare_amounts / sizeof bare_amounts[0]; i++) {
        if (str_equal(word, bare_amounts[i].word)) {
            out->amount_kind = bare_amounts[i].kind;
            is_right = true;
        }
    }
    return is_right || expected(err, word,
                                "an amount: +1, -2, +L, +2L, +L/2, +T, +1-each, x2, most 1, "
                                "three-dice, next-die, explodes-earlier, no-explosion or burst",
                                NULL);
}

static int clause_find(struct str word)
{
    for (int i = 0; i < CLAUSE_KINDS; i++) {
        if (str_equal(word, clause_heads[i])) {
            return i;
        }
    }
    return -1;
}

/* "setting=value": both must be known. */
static bool check_setting(struct str item, struct error *err)
{
    int equals = 0;
    while (equals < item.n && item.p[equals] != '=') {
        equals++;
    }
    if (equals == item.n) {
        return true;
    }
    struct str name = {item.p, equals};
    struct str value = {item.p + equals + 1, item.n - equals - 1};
    const char *names[TABLE_RULES];
    struct nearest near;
    for (int i = 0; i < TABLE_RULES; i++) {
        names[i] = four_against_darkness_settings[i].name;
    }
    int setting = find_word(name, names, TABLE_RULES, &near);
    if (setting < 0) {
        return expected(err, name, "a setting", &near);
    }
    const char *const *words = four_against_darkness_settings[setting].words;
    int count = 0;
    while (words[count] != NULL) {
        count++;
    }
    return find_word(value, words, count, &near) >= 0 ||
           expected(err, value, "a value of this setting", &near);
}

/* The words of one clause: up to the first that ends without a comma. */
static struct str clause_words(struct str *rest)
{
    struct str first = str_next_word(rest);
    struct str last = first;
    while (last.n > 0 && last.p[last.n - 1] == ',') {
        last = str_next_word(rest);
    }
    bool is_right = first.p != NULL && last.p != NULL && clause_find(first) < 0;
    return is_right ? (struct str){first.p, (int)(last.p + last.n - first.p)}
                    : (struct str){NULL, 0};
}

bool clause_next(struct str *conditions, struct clause *out)
{
    struct str word = str_next_word(conditions);
    int kind = word.p != NULL ? clause_find(word) : -1;
    if (kind < 0) {
        return false;
    }
    *out = (struct clause){(enum clause_kind)kind, clause_words(conditions)};
    return out->words.p != NULL;
}

/* The words after when, unless, vs or not-vs are known, and settings have these values. */
static bool parse_clauses(struct modifier *out, struct str text, struct error *err)
{
    struct str rest = text;
    struct str word;
    for (int clauses = 0; (word = str_next_word(&rest)).p != NULL; clauses++) {
        struct nearest near;
        if (clause_find(word) < 0) {
            find_word(word, clause_heads, CLAUSE_KINDS, &near);
            return expected(err, word, "when, unless, vs or not-vs", &near);
        }
        if (clauses == CLAUSES_MAX) {
            return expected(err, word, "at most 6 conditions", NULL);
        }
        struct str words = clause_words(&rest);
        if (words.p == NULL) {
            return expected(err, word, "a word after this", NULL);
        }
        struct str list = words;
        for (struct str item; str_next_part(&list, ',', &item);) {
            if (item.n == 0) {
                return expected(err, words, "words between commas", NULL);
            }
            if (!check_setting(item, err)) {
                return false;
            }
        }
    }
    out->conditions = str_trimmed(text);
    return true;
}

static bool parse_words(struct modifier *out, struct str rest, struct error *err)
{
    struct str first = str_next_word(&rest);
    if (first.p == NULL || clause_find(first) >= 0) {
        return expected(err, first, "a word after is, may or may-not", NULL);
    }
    struct str last = first, behind = rest, word;
    while ((word = str_next_word(&rest)).p != NULL && clause_find(word) < 0) {
        last = word;
        behind = rest;
    }
    out->words = (struct str){first.p, (int)(last.p + last.n - first.p)};
    return parse_clauses(out, behind, err);
}

bool modifier_parse(struct modifier *out, struct str text, struct error *err)
{
    static const char *const heads[] = {"is",     "may",     "may-not", "against",
                                        "attack", "defence", "save",    "spell"};
    *out = (struct modifier){.kind = TEXT_ROLL};
    struct str rest = text;
    struct str word = str_next_word(&rest);
    struct nearest near;
    int head = find_word(word, heads, (int)(sizeof heads / sizeof heads[0]), &near);
    if (head < 0) {
        return expected(err, word, "is, may, may-not, against, attack, defence, save or spell",
                        &near);
    }
    if (head < TEXT_ROLL) {
        out->kind = (enum text_kind)head;
        return parse_words(out, rest, err);
    }
    if (str_equal(word, "against")) {
        out->is_against = true;
        word = str_next_word(&rest);
    }
    int roll = find_word(word, roll_words, ROLLS, &near);
    if (roll < 0) {
        return expected(err, word, "attack, defence, save or spell", &near);
    }
    out->roll = (enum roll)roll;
    return parse_amount(out, &rest, err) && parse_clauses(out, rest, err);
}

bool modifier_check(struct str text, struct error *err)
{
    struct modifier modifier;
    return modifier_parse(&modifier, text, err);
}

/* ---- the words that are known ---------------------------------------------------------- */

/* The program's own names of acts, places and conditions, and the usual tags. The data define
 * all others. */
static const char *const own_words[] = {
    "subdual",     "ranged",      "melee",         "withdrawing",
    "fleeing",     "last-attack", "first-defence", "climbing",
    "trap",        "fire",        "party-wide",    "random",
    "lethal",      "poison",      "disease",       "magic",
    "fear",        "gaze",        "other",         "dark",
    "lit",         "room",        "corridor",      "narrow",
    "grottoes",    "caverns",     "door",          "wandering",
    "surprised",   "unarmed",     "two-weapons",   "outnumbered",
    "no-shield",   "bound",       "mounted",       "asleep",
    "sleeping",    "paralysed",   "wounded",       "dazed",
    "blessed",     "protection",  "barkskin",      "illusionary-armour",
    "vermin",      "minion",      "weird",         "boss",
    "minor",       "major",       "final",         "undead",
    "animal",      "goblin",      "orc",           "giant",
    "troll",       "ogre",        "skeleton",      "were",
    "elemental",   "flammable",   "ENEMY",         "stalagmites",
    "stalactites", "no-treasure"};

/* The search for the nearest takes long, so it is only made for a word that was not found. */
struct word_search {
    struct str word;
    struct nearest nearest;
    bool wants_nearest;
    bool is_found;
};

static void match(struct word_search *search, struct str word)
{
    search->is_found = search->is_found || library_names_equal(search->word, word);
}

/* A word that can also be reported as the nearest, since it lasts. */
static void offer(struct word_search *search, const char *word)
{
    match(search, str_of(word));
    if (search->wants_nearest) {
        nearest_offer(&search->nearest, word);
    }
}

/* The words after `is` in a record's texts; for gives-WORD the condition too. */
static void offer_modifiers(struct word_search *search, const struct library_texts *texts)
{
    static const char gives[] = "gives-";
    int n = (int)sizeof gives - 1;
    for (int i = 0; i < texts->count; i++) {
        struct modifier modifier;
        struct error err;
        bool is_words = strncmp(texts->text[i], "is ", 3) == 0 &&
                        modifier_parse(&modifier, str_of(texts->text[i]), &err);
        for (struct str word; is_words && (word = str_next_word(&modifier.words)).p != NULL;) {
            bool is_given = word.n > n && strncmp(word.p, gives, (size_t)n) == 0;
            match(search, is_given ? (struct str){word.p + n, word.n - n} : word);
        }
    }
}

static void offer_texts(struct word_search *search, const struct library_texts *texts)
{
    for (int i = 0; i < texts->count; i++) {
        offer(search, texts->text[i]);
    }
}

static void search_all(struct word_search *search, const struct library *library)
{
    int own = (int)(sizeof own_words / sizeof own_words[0]);
    for (int i = 0; i < own && (search->wants_nearest || !search->is_found); i++) {
        offer(search, own_words[i]);
    }
    for (int i = 0; i < library->count && (search->wants_nearest || !search->is_found); i++) {
        const struct library_record *record = &library->record[i];
        const char *kind = record->kind->name;
        offer(search, record->name);
        if (strcmp(kind, "word") != 0) {
            offer_modifiers(search, library_list(record, "modifiers"));
        }
        if (strcmp(kind, "class") == 0) {
            offer_texts(search, library_list(record, "traits"));
        } else if (strcmp(kind, "foe") == 0) {
            offer_texts(search, library_list(record, "tags"));
        }
    }
}

static bool word_is_known(const struct library *library, struct str word, struct error *err)
{
    struct word_search search = {.word = word};
    if (memchr(word.p, '=', (size_t)word.n) != NULL) {
        return true; /* a setting, which was looked up when the text was read */
    }
    search_all(&search, library);
    if (search.is_found) {
        return true;
    }
    search.wants_nearest = true;
    nearest_init(&search.nearest, word);
    search_all(&search, library);
    return expected(err, word, "a word that the library knows (`words` adds your own)",
                    &search.nearest);
}

/* True when the program or the data define every word that it asks for: any other word would
 * never hold. */
static bool modifier_check_words(const struct library *library, struct str text,
                                 struct error *err)
{
    struct modifier modifier;
    if (!modifier_parse(&modifier, text, err)) {
        return false;
    }
    struct str conditions = modifier.conditions;
    for (struct clause clause; clause_next(&conditions, &clause);) {
        for (struct str word; str_next_part(&clause.words, ',', &word);) {
            if (!word_is_known(library, word, err)) {
                return false;
            }
        }
    }
    bool is_use = modifier.kind == TEXT_MAY || modifier.kind == TEXT_MAY_NOT;
    for (struct str word; is_use && (word = str_next_word(&modifier.words)).p != NULL;) {
        if (!word_is_known(library, word, err)) {
            return false;
        }
    }
    return true;
}

bool modifier_split(const char *label, struct str *source, struct str *text)
{
    const char *colon = strstr(label, ": ");
    if (colon == NULL) {
        return false;
    }
    *source = (struct str){label, (int)(colon - label)};
    *text = str_of(colon + 2);
    return true;
}

/* ==== Texts as the state keeps them. */

/* The parts of a reading, from the lowest bits on. */
enum {
    HEAD_BITS = 4,   /* is, may, may-not; or a roll, and whether it is against one */
    KIND_BITS = 4,   /* enum amount_kind */
    AMOUNT_BITS = 8, /* from AMOUNT_LOW on */
    PLACE_BITS = 7,  /* a place in the label */
    AMOUNT_LOW = -100,
    READ_MARK = 1 << 30 /* distinguishes a reading from the amount in old logs */
};

enum { HEADS = TEXT_ROLL + 2 * ROLLS, AMOUNT_KINDS = AMOUNT_BURST + 1 };

_Static_assert(LABEL_SIZE <= 1 << PLACE_BITS, "a place in a label finds room");

_Static_assert((int)HEADS <= 1 << HEAD_BITS && (int)AMOUNT_KINDS <= 1 << KIND_BITS,
               "every kind finds room");

/* ---- writing --------------------------------------------------------------------------- */

static int pack(int *reading, int shift, int bits, int value)
{
    CHECK(value >= 0 && value < 1 << bits);
    *reading |= value << shift;
    return shift + bits;
}

int reading_of(const char *label)
{
    struct str source, text;
    struct modifier modifier;
    struct error err;
    if (!modifier_split(label, &source, &text) || !modifier_parse(&modifier, text, &err)) {
        return 1;
    }
    int head = modifier.kind == TEXT_ROLL
                   ? TEXT_ROLL + 2 * (int)modifier.roll + (modifier.is_against ? 1 : 0)
                   : (int)modifier.kind;
    int end = (int)(text.p - label) + text.n;
    int conditions = modifier.conditions.n > 0 ? (int)(modifier.conditions.p - label) : end;
    int reading = READ_MARK, shift = 0;
    shift = pack(&reading, shift, HEAD_BITS, head);
    shift = pack(&reading, shift, KIND_BITS, (int)modifier.amount_kind);
    shift = pack(&reading, shift, AMOUNT_BITS, modifier.amount - AMOUNT_LOW);
    shift = pack(&reading, shift, PLACE_BITS, (int)(text.p - label));
    pack(&reading, shift, PLACE_BITS, conditions);
    return reading;
}

/* ---- reading --------------------------------------------------------------------------- */

static int unpack(int reading, int *shift, int bits)
{
    int value = reading >> *shift & ((1 << bits) - 1);
    *shift += bits;
    return value;
}

/* The first word of these texts. */
static const struct str kept_heads[] = {
    [TEXT_IS] = {"is", 2}, [TEXT_MAY] = {"may", 3}, [TEXT_MAY_NOT] = {"may-not", 7}};

static bool look_at_reading(const struct effect *effect, struct modifier *out,
                            struct str *source)
{
    int shift = 0;
    int head = unpack(effect->amount, &shift, HEAD_BITS);
    int kind = unpack(effect->amount, &shift, KIND_BITS);
    int amount = unpack(effect->amount, &shift, AMOUNT_BITS) + AMOUNT_LOW;
    int text = unpack(effect->amount, &shift, PLACE_BITS);
    int conditions = unpack(effect->amount, &shift, PLACE_BITS);
    struct str label = str_of(effect->label);
    int words = text + (head < TEXT_ROLL ? kept_heads[head].n : 0);
    if (head >= HEADS || kind >= AMOUNT_KINDS || text < 3 || words > conditions ||
        conditions > label.n) {
        return false;
    }
    *source = (struct str){label.p, text - 2};
    *out = (struct modifier){.kind = head < TEXT_ROLL ? (enum text_kind)head : TEXT_ROLL,
                             .amount_kind = (enum amount_kind)kind,
                             .amount = amount,
                             .conditions = {label.p + conditions, label.n - conditions}};
    if (out->kind == TEXT_ROLL) {
        out->roll = (enum roll)((head - TEXT_ROLL) / 2);
        out->is_against = (head - TEXT_ROLL) % 2 != 0;
    } else {
        out->words = str_trimmed((struct str){label.p + words, conditions - words});
    }
    return true;
}

bool reading_look(const struct effect *effect, struct modifier *out, struct str *source)
{
    struct str text;
    struct error err;
    if (effect->amount >= READ_MARK && look_at_reading(effect, out, source)) {
        return true;
    }
    return modifier_split(effect->label, source, &text) && modifier_parse(out, text, &err);
}

bool reading_is(const struct modifier *modifier, struct str word)
{
    struct str words = modifier->kind == TEXT_IS ? modifier->words : (struct str){"", 0};
    for (struct str one; (one = str_next_word(&words)).p != NULL;) {
        if (library_names_equal(one, word)) {
            return true;
        }
    }
    return false;
}

/* ---- keeping --------------------------------------------------------------------------- */

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

/* ==== Records: their kinds, fields and formulas, and finding one. */

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
    NUMBER("price", 0, 100000, "what it costs, in gold"),
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
