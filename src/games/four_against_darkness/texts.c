/* The texts of modifiers: reading them, reporting mistakes in them, and keeping them with a
 * combatant. The grammar is explained in the header. */
#include "games/four_against_darkness/texts.h"

#include <string.h>

#include "base/nearest.h"
#include "base/utf8.h"
#include "games/four_against_darkness/combatant.h"
#include "games/four_against_darkness/settings.h"

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
    "subdual",    "ranged",      "melee",         "withdrawing",
    "fleeing",    "last-attack", "first-defence", "climbing",
    "trap",       "fire",        "party-wide",    "random",
    "lethal",     "poison",      "disease",       "magic",
    "fear",       "gaze",        "other",         "dark",
    "lit",        "room",        "corridor",      "narrow",
    "grottoes",   "caverns",     "door",          "wandering",
    "surprised",  "unarmed",     "two-weapons",   "outnumbered",
    "no-shield",  "bound",       "mounted",       "asleep",
    "sleeping",   "paralysed",   "wounded",       "dazed",
    "blessed",    "protection",  "barkskin",      "illusionary-armour",
    "vermin",     "minion",      "weird",         "boss",
    "minor",      "major",       "final",         "undead",
    "animal",     "goblin",      "orc",           "giant",
    "troll",      "ogre",        "skeleton",      "were",
    "elemental",  "flammable",   "ENEMY",         "stalagmites",
    "stalactites"};

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

static void offer_record(struct word_search *search, const struct library_record *record)
{
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

static void search_all(struct word_search *search, const struct library *library)
{
    int own = (int)(sizeof own_words / sizeof own_words[0]);
    for (int i = 0; i < own && (search->wants_nearest || !search->is_found); i++) {
        offer(search, own_words[i]);
    }
    for (int i = 0; i < library->count && (search->wants_nearest || !search->is_found); i++) {
        offer_record(search, &library->record[i]);
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

bool modifier_check_words(const struct library *library, struct str text, struct error *err)
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
