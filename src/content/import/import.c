#include "content/import/import.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/utf8.h"

enum shape {
    SHAPE_ARMOR,
    SHAPE_HIT_DICE,
    SHAPE_HIT_POINTS,
    SHAPE_ATTACK,
    SHAPE_DAMAGE,
    SHAPE_BONUS,
    SHAPE_THAC0,
    SHAPE_MORALE,
    SHAPE_LEVEL,
    SHAPE_COUNT,
    SHAPE_NUMBER,
    SHAPE_WORDS
};

static const struct field {
    const char *name;
    enum shape shape;
    const char *words; /* separated by '|' */
} fields[] = {
#define IMPORT_FIELD(name, word, shape, words) {word, SHAPE_##shape, words},
#include "content/import/fields.def"
#undef IMPORT_FIELD
};

/* ---- memory ------------------------------------------------------------------------------ */

bool import_begin(struct import *import, struct arena *arena)
{
    *import = (struct import){.arena = arena, .note = arena_take(arena, IMPORT_NOTE_MAX, 1)};
    if (import->note == NULL) {
        return false;
    }
    import->note_text = text_over(import->note, IMPORT_NOTE_MAX);
    return true;
}

/* A copy that ends in a zero byte; p == NULL when there is no room. */
static struct str keep(struct arena *arena, struct str words)
{
    char *copy = arena_take(arena, (size_t)words.n + 1, 1);
    if (copy == NULL) {
        return (struct str){0};
    }
    if (words.n > 0) {
        memcpy(copy, words.p, (size_t)words.n);
    }
    return (struct str){copy, words.n};
}

static struct str keep_text(struct import *import, const struct text *text)
{
    struct str kept = keep(import->arena, (struct str){text->p, text->n});
    import->is_full = import->is_full || kept.p == NULL;
    return kept;
}

/* One line of harmless text; what is too long is cut. */
static struct str keep_clean(struct import *import, struct str words, int most)
{
    char line[IMPORT_WORDS_MAX + 1];
    utf8_clean(line, most + 1 < (int)sizeof line ? most + 1 : (int)sizeof line,
               str_trimmed(words));
    struct str kept = keep(import->arena, str_trimmed(str_of(line)));
    import->is_full = import->is_full || kept.p == NULL;
    return kept;
}

/* ---- signs ------------------------------------------------------------------------------- */

static const struct {
    uint32_t code;
    const char *plain;
} same_signs[] = {{0x2019, "'"},  {0x2018, "'"}, {0x2032, "'"}, {0x2033, "\""}, {0x201C, "\""},
                  {0x201D, "\""}, {'`', "'"},    {0xD7, "x"},   {0x2012, "-"},  {0x2013, "-"},
                  {0x2014, "-"},  {0x2212, "-"}, {0x2010, "-"}, {0x2011, "-"},  {0xBD, "1/2"},
                  {0xBC, "1/4"},  {0xBE, "3/4"}, {0xA0, " "},   {0x202F, " "},  {0x2009, " "},
                  {0x200E, ""},   {0x200F, ""},  {0xFEFF, ""},  {'\t', " "},    {0x2022, "*"},
                  {0x221E, "inf"}};

struct str import_plain(struct arena *arena, struct str hostile)
{
    /* No sign becomes longer than its bytes but ½, which takes 2 and becomes 3. */
    int size = hostile.n + hostile.n / 2 + 1;
    char *plain = arena_take(arena, (size_t)size, 1);
    if (plain == NULL) {
        return (struct str){0};
    }
    struct text out = text_over(plain, size);
    while (hostile.n > 0) {
        struct utf8_step step = utf8_decode(hostile);
        const char *same = NULL;
        for (size_t i = 0; i < sizeof same_signs / sizeof same_signs[0]; i++) {
            same = same_signs[i].code == step.code ? same_signs[i].plain : same;
        }
        bool is_double = step.code == '-' && hostile.n > 2 && hostile.p[1] == '-' &&
                         out.n > 0 && char_is_digit(out.p[out.n - 1]) &&
                         char_is_digit(hostile.p[2]);
        if (is_double) {                   /* "2--5" */
        } else if (hostile.p[0] == '\r') { /* an end of line by itself, or the half of one */
            text_add_str(&out, (struct str){"\n", hostile.n < 2 || hostile.p[1] != '\n'});
        } else if (hostile.p[0] == '\0') {
            text_add_char(&out, ' ');
        } else if (same != NULL) {
            text_add_str(&out, str_of(same));
        } else {
            text_add_str(&out, (struct str){hostile.p, step.n});
        }
        hostile.p += step.n;
        hostile.n -= step.n;
    }
    return (struct str){out.p, out.n};
}

/* ---- words of keys ---------------------------------------------------------------------- */

/* How many bytes of `text` are this word of a key, in any case and with any gaps; 0: none. */
static int takes_word(struct str text, struct str word)
{
    int at = 0;
    for (int i = 0; i < word.n; i++) {
        if (word.p[i] == ' ') {
            int begin = at;
            while (at < text.n &&
                   (char_is_space(text.p[at]) || text.p[at] == '-' || text.p[at] == '_')) {
                at++;
            }
            if (at == begin && (i == 0 || word.p[i - 1] != '.')) {
                return 0;
            }
        } else if (at >= text.n || char_lower(text.p[at]) != word.p[i]) {
            return 0;
        } else {
            at++;
        }
    }
    return at;
}

enum import_field import_field_at(struct str text, int *bytes)
{
    enum import_field found = IMPORT_FIELDS;
    *bytes = 0;
    for (int field = 0; field < IMPORT_FIELDS; field++) {
        struct str words = str_of(fields[field].words), word;
        while (str_next_part(&words, '|', &word)) {
            int n = takes_word(text, word);
            if (n > *bytes && (n == text.n || (!char_is_letter(text.p[n]) &&
                                               (unsigned char)text.p[n] < 0x80))) {
                *bytes = n;
                found = (enum import_field)field;
            }
        }
    }
    return found;
}

enum import_field import_field_of(struct str key)
{
    int bytes;
    struct str words = str_trimmed(key);
    while (words.n > 0 && words.p[words.n - 1] == ':') {
        words.n--;
    }
    enum import_field field = import_field_at(words, &bytes);
    return bytes == words.n && words.n > 0 ? field : IMPORT_FIELDS;
}

const char *import_field_name(enum import_field field)
{
    return fields[field].name;
}

const char *import_field_key(enum import_field field)
{
    static const struct {
        enum import_field field;
        const char *key;
    } keys[] = {{IMPORT_ARMOR, "ac"},
                {IMPORT_HIT_DICE, "hit_dice"},
                {IMPORT_ATTACK_BONUS, "attack_bonus"},
                {IMPORT_OTHER_MORALE, "other_morale"},
                {IMPORT_COUNT, "nbr"}};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        if (keys[i].field == field) {
            return keys[i].key;
        }
    }
    return import_field_name(field);
}

/* ---- numbers in words ------------------------------------------------------------------- */

/* Takes a whole number with an optional sign from the front of *rest. */
static bool take_whole(struct str *rest, int *out)
{
    struct str at = str_trimmed_start(*rest);
    int sign = 1, digits = 0, number = 0;
    if (at.n > 0 && (at.p[0] == '+' || at.p[0] == '-')) {
        sign = at.p[0] == '-' ? -1 : 1;
        at = (struct str){at.p + 1, at.n - 1};
    }
    while (digits < at.n && digits < 7 && char_is_digit(at.p[digits])) {
        number = number * 10 + (at.p[digits++] - '0');
    }
    if (digits == 0) {
        return false;
    }
    *out = sign * number;
    *rest = (struct str){at.p + digits, at.n - digits};
    return true;
}

static bool take_char(struct str *rest, char c)
{
    struct str at = str_trimmed_start(*rest);
    if (at.n == 0 || char_lower(at.p[0]) != c) {
        return false;
    }
    *rest = (struct str){at.p + 1, at.n - 1};
    return true;
}

/* Moves *rest to its first digit or to a sign before one; false when there is none. */
static bool find_number(struct str *rest)
{
    for (int i = 0; i < rest->n; i++) {
        bool is_sign = (rest->p[i] == '+' || rest->p[i] == '-') && i + 1 < rest->n &&
                       char_is_digit(rest->p[i + 1]) &&
                       (i == 0 || !char_is_digit(rest->p[i - 1]));
        if (is_sign || char_is_digit(rest->p[i])) {
            *rest = (struct str){rest->p + i, rest->n - i};
            return true;
        }
    }
    return false;
}

/* The words within the first pair of these brackets; n == 0 when there is none. */
static struct str within(struct str words, char open, char close)
{
    for (int i = 0; i < words.n; i++) {
        for (int k = i + 1; words.p[i] == open && k < words.n; k++) {
            if (words.p[k] == close) {
                return (struct str){words.p + i + 1, k - i - 1};
            }
        }
    }
    return (struct str){0};
}

/* Without dashes around it, which say that a printed column spans several records. */
static struct str without_dashes(struct str words)
{
    words = str_trimmed(words);
    while (words.n > 1 && words.p[0] == '-' && words.p[1] == ' ') {
        words = str_trimmed((struct str){words.p + 1, words.n - 1});
    }
    while (words.n > 1 && words.p[words.n - 1] == '-' && words.p[words.n - 2] == ' ') {
        words = str_trimmed((struct str){words.p, words.n - 1});
    }
    return words;
}

/* A number behind a sign, with blanks between: "+2", "+ 2", "+ -2". */
static bool take_plus(struct str *rest, int *out)
{
    struct str at = str_trimmed_start(*rest);
    int number;
    if (at.n < 2 || (at.p[0] != '+' && at.p[0] != '-')) {
        return false;
    }
    int sign = at.p[0] == '-' ? -1 : 1;
    at = (struct str){at.p + 1, at.n - 1};
    if (!take_whole(&at, &number) || (at.n > 0 && char_lower(at.p[0]) == 'd')) {
        return false;
    }
    *out = sign * number;
    *rest = at;
    return true;
}

enum { RANGE_MAX = 1000 };

/* Adds the first dice of `words` to `out` in our notation: 2d6+1, d8, or a printed range as
 * dice that have it ("2-8" is 2d4). False when there are none; *mark tells a range. */
static bool find_dice(struct str words, struct text *out, const char **mark)
{
    for (int i = 0; i < words.n; i++) {
        struct str rest = {words.p + i, words.n - i};
        int count = 1, sides, plus = 0;
        bool begins =
            i == 0 || (!char_is_letter(words.p[i - 1]) && !char_is_digit(words.p[i - 1]));
        if (!begins || (!take_whole(&rest, &count) && char_lower(rest.p[0]) != 'd')) {
            continue;
        }
        if (take_char(&rest, 'd') && take_whole(&rest, &sides) && count > 0 && sides > 1) {
            text_add(out, "%dd%d", count, sides);
            if (rest.n > 0 && rest.p[0] == 'k') { /* the best of them is kept */
                text_add(out, "kh1");
            } else if (take_plus(&rest, &plus) && plus != 0) {
                text_add(out, "%+d", plus);
            }
            return true;
        }
        rest = (struct str){words.p + i, words.n - i};
        int low, high;
        if (char_is_digit(*rest.p) && take_whole(&rest, &low) && rest.n > 1 &&
            rest.p[0] == '-' && char_is_digit(rest.p[1])) {
            rest = (struct str){rest.p + 1, rest.n - 1};
            /* low to high of N dice: low + a constant, and (high - low) / N + 1 sides */
            if (take_whole(&rest, &high) && low > 0 && low <= RANGE_MAX && high > low) {
                int dice = low;
                while (dice > 1 && (high - low) % dice != 0) {
                    dice--;
                }
                text_add(out, "%dd%d", dice, (high - low) / dice + 1);
                if (low != dice) {
                    text_add(out, "%+d", low - dice);
                }
                *mark = "a printed range as dice";
                return true;
            }
        }
    }
    return false;
}

/* ---- one value of each shape ------------------------------------------------------------ */

/* "as plate", "leather + shield": what an armour is worth, from 10 for none. */
static void read_armor_name(struct import_value *value, struct str words)
{
    static const struct {
        const char *name;
        int number;
    } armors[] = {{"plate", 16}, {"chain", 14}, {"leather", 12},
                  {"none", 10},  {"unarm", 10}, {"no armo", 10}};
    for (size_t i = 0; i < sizeof armors / sizeof armors[0] && !value->has_number; i++) {
        if (str_holds(words, str_of(armors[i].name))) {
            value->has_number = true;
            value->number = armors[i].number + str_holds(words, str_of("shield"));
            value->mark = "an armour by its name";
        }
    }
}

/* "5 [14]", "14 [5]", "7(12)": two that add up to 19 or 20 are one class both ways. "14 (11)"
 * and "16 (m)" are one with a condition, which stays in the words. `otherwise` is how a single
 * number is meant where the format does not say it. */
static void read_armor(struct import_value *value, struct str words, enum import_armor armor,
                       enum import_armor otherwise)
{
    struct str rest = words;
    int first, second;
    if (!find_number(&rest) || !take_whole(&rest, &first)) {
        read_armor_name(value, words);
        return;
    }
    struct str after = str_trimmed_start(rest);
    bool is_pair = after.n > 1 && (after.p[0] == '[' || after.p[0] == '(' || after.p[0] == '/');
    if (is_pair) {
        after = (struct str){after.p + 1, after.n - 1};
        is_pair = take_whole(&after, &second) && (first + second == 19 || first + second == 20);
    }
    value->has_number = true;
    if (is_pair && armor != IMPORT_ARMOR_ASCENDING) {
        value->number = first > second ? first : second;
        return;
    }
    armor = armor == IMPORT_ARMOR_UNKNOWN ? otherwise : armor;
    if (armor == IMPORT_ARMOR_DESCENDING) {
        value->number = 19 - first;
    } else if (armor == IMPORT_ARMOR_ASCENDING || first >= 10) {
        value->number = first;
        value->mark = armor == IMPORT_ARMOR_UNKNOWN ? IMPORT_ASCENDING : NULL;
    } else {
        value->number = 19 - first;
        value->mark = IMPORT_DESCENDING;
    }
}

/* A bonus in brackets, as "16 [+3]" and "8** (+10)" have one. */
static bool bracketed_bonus(struct str words, int *out)
{
    for (int i = 0; i < 2; i++) {
        struct str inner = i == 0 ? within(words, '[', ']') : within(words, '(', ')');
        struct str rest = str_trimmed(inner);
        if (rest.n > 1 && (rest.p[0] == '+' || rest.p[0] == '-') && take_whole(&rest, out) &&
            str_trimmed(rest).n == 0) {
            return true;
        }
    }
    return false;
}

/* "3+1", "1-1", "1/2", "8** (+10)", "2d8 + 2", "1d8 / 2", "7 (31hp)", "1hp". */
static void read_hit_dice(struct import *import, struct import_creature *creature,
                          struct import_value *value, struct str words)
{
    TEXT_BUFFER(dice, 32);
    if (words.n > 0 && words.p[0] == '(') {
        words = within(words, '(', ')');
    }
    struct str rest = words;
    int count, plus = 0, sides = 8, divisor;
    if (rest.n > 0 && char_lower(rest.p[0]) == 'd') {
        count = 1;
    } else if (!take_whole(&rest, &count)) {
        return;
    }
    if (take_char(&rest, 'd') && !take_whole(&rest, &sides)) {
        return;
    }
    bool is_points = str_holds(str_beginning(rest, 4), str_of("hp")) ||
                     str_holds(str_beginning(rest, 10), str_of("hit point"));
    double number = count;
    struct str half = rest;
    if (count == 1 && take_char(&half, '/') && take_whole(&half, &divisor) && divisor > 1 &&
        divisor <= 4) {
        sides /= divisor;
        number = 1.0 / divisor;
        rest = half;
    }
    while (take_char(&rest, '*')) {
    }
    (void)take_plus(&rest, &plus);
    if (is_points) {
        text_add(&dice, "%d", count);
        number = 1;
    } else if (count > 0) {
        text_add(&dice, "%dd%d", number < 1 ? 1 : count, sides);
        if (plus != 0) {
            text_add(&dice, "%+d", plus);
        }
    }
    value->has_number = true;
    value->number = number;
    value->dice = keep_text(import, &dice);
    value->mark = take_char(&rest, '/') || str_holds(words, str_of(" to "))
                      ? "the first of several"
                      : NULL;
    int bonus, points;
    struct import_value *bonus_value = &creature->value[IMPORT_ATTACK_BONUS];
    if (bracketed_bonus(words, &bonus) && !bonus_value->has_number) {
        *bonus_value = (struct import_value){.words = bonus_value->words,
                                             .has_number = true,
                                             .number = bonus,
                                             .mark = "of its hit dice"};
    }
    struct str inner = within(words, '(', ')');
    struct import_value *points_value = &creature->value[IMPORT_HIT_POINTS];
    if (str_holds(inner, str_of("hp")) && take_whole(&inner, &points) && points > 0 &&
        !points_value->has_number) {
        *points_value = (struct import_value){
            .words = value->words, .has_number = true, .number = points, .mark = NULL};
    }
}

/* "15", "15, 12, 9", "9/13/18", "[9, 4]", "1d8+1", "20 (3d8+2)". */
static void read_hit_points(struct import *import, struct import_creature *creature,
                            struct import_value *value, struct str words)
{
    TEXT_BUFFER(dice, 32);
    struct str rest = words;
    int points;
    if (find_dice(words, &dice, &value->mark)) {
        value->dice = keep_text(import, &dice);
        value->mark = NULL;
    }
    if (!find_number(&rest) || !take_whole(&rest, &points) ||
        (rest.n > 0 && char_lower(*rest.p) == 'd')) {
        return;
    }
    value->has_number = points > 0; /* 0 is no hit points, but that they are not told */
    value->number = points;
    if (value->dice.n > 0 || points == 0) {
        return;
    }
    while (creature->hit_points_count < 16) {
        creature->hit_points[creature->hit_points_count++] = points;
        if ((!take_char(&rest, ',') && !take_char(&rest, '/')) || !take_whole(&rest, &points)) {
            break;
        }
    }
    if (creature->hit_points_count == 1) {
        creature->hit_points_count = 0;
    } else {
        creature->count = creature->hit_points_count;
    }
}

enum { MORALE_MOST = 12 };

/* "9", "9 (7 if defending lair)", "7 (ewe) 8 (ram)", "9 (6, 3)", "1-3 HD: 7;4-6 HD: 8",
 * "never". The first score counts; each other one keeps its words. */
static void read_morale(struct import *import, struct import_creature *creature,
                        struct import_value *value, struct str words)
{
    struct str rest = words;
    TEXT_BUFFER(dice, 32);
    const char *mark = NULL;
    int score;
    if (str_is_name(words, "never")) {
        *value = (struct import_value){.words = value->words,
                                       .has_number = true,
                                       .number = MORALE_MOST,
                                       .mark = "never taken as 12"};
        return;
    }
    if (find_dice(words, &dice, &mark) && mark == NULL) {
        value->mark = "a roll, not a score";
        return;
    }
    while (find_number(&rest)) {
        struct str begin = rest;
        take_whole(&rest, &score);
        struct str after = str_trimmed_start(rest);
        bool is_range = after.n > 1 && after.p[0] == '-' && char_is_digit(after.p[1]);
        bool is_above = after.n > 1 && after.p[0] == '+' && after.p[1] == ' ';
        struct str own_label = {0};
        if (is_range || is_above || str_equal_any_case(str_beginning(after, 2), str_of("hd"))) {
            while (rest.n > 0 &&
                   rest.p[0] != ':') { /* "1-3 HD: 7": what stands before the colon */
                rest = (struct str){rest.p + 1, rest.n - 1};
            }
            own_label = (struct str){begin.p, (int)(rest.p - begin.p)};
            if (!find_number(&rest) || !take_whole(&rest, &score)) {
                return;
            }
        }
        /* Its label: what follows up to the next score, without the signs around it. */
        struct str label = rest, next = rest;
        bool is_more = find_number(&next);
        label.n = is_more ? (int)(next.p - label.p) : label.n;
        label = own_label.n > 0 ? own_label : label;
        while (label.n > 0 && strchr(" (),;:-[]/", label.p[0]) != NULL) {
            label = (struct str){label.p + 1, label.n - 1};
        }
        while (label.n > 0 && strchr(" (),;:-[]/", label.p[label.n - 1]) != NULL) {
            label.n--;
        }
        if (score < 0 || score > MORALE_MOST) { /* 15 is no score, which is told */
            TEXT_BUFFER(told, 40);
            text_add(&told, "%d is no score of 2 to %d", score, MORALE_MOST);
            value->mark = value->mark == NULL ? keep_text(import, &told).p : value->mark;
        } else if (!value->has_number) {
            value->has_number = true;
            value->number = score;
        } else if (creature->morale_others < IMPORT_OTHERS_MAX && score >= 2) {
            creature->morale_other[creature->morale_others++] =
                (struct import_other){score, keep_clean(import, label, IMPORT_NAME_MAX)};
        }
    }
}

/* The words of a count: "2d4", "2d4, Wild 6d10", "1-4 (2-9)", "6". */
static void read_count(struct import *import, struct import_value *value, struct str words)
{
    TEXT_BUFFER(dice, 32);
    struct str rest = words;
    int count;
    if (find_dice(words, &dice, &value->mark)) {
        value->dice = keep_text(import, &dice);
    } else if (take_whole(&rest, &count) && count > 0 && (rest.n == 0 || rest.p[0] != ':')) {
        value->has_number = true; /* "1:12" is a chance */
        value->number = count;
    }
}

/* "2 claws (1d4) / 1 bite (1d6)", "1 x morningstar +3 (1d8)": the first dice are its damage,
 * the first bonus its attack bonus, where nothing else has told them. */
static void read_attack(struct import *import, struct import_creature *creature,
                        struct str words)
{
    TEXT_BUFFER(dice, 32);
    const char *mark = NULL;
    struct import_value *damage = &creature->value[IMPORT_DAMAGE];
    struct import_value *bonus = &creature->value[IMPORT_ATTACK_BONUS];
    struct str inner = within(words, '(', ')');
    if (damage->dice.n == 0 &&
        (find_dice(inner, &dice, &mark) || find_dice(words, &dice, &mark)) &&
        (mark == NULL || inner.n > 0)) {
        damage->dice = keep_text(import, &dice);
        damage->mark = mark;
    }
    for (int i = 1; i + 1 < words.n && !bonus->has_number; i++) {
        struct str rest = {words.p + i, words.n - i};
        int number;
        bool is_bonus = (words.p[i] == '+' || words.p[i] == '-') && words.p[i - 1] == ' ' &&
                        char_is_digit(words.p[i + 1]) && take_whole(&rest, &number) &&
                        (rest.n == 0 || char_lower(rest.p[0]) != 'd');
        if (is_bonus) {
            *bonus = (struct import_value){.words = bonus->words,
                                           .has_number = true,
                                           .number = number,
                                           .mark = "of its attack"};
        }
    }
}

/* "16 [+3]", "13": a bonus in brackets is the attack bonus; without one it is 19 less the
 * number. */
static void read_thac0(struct import_creature *creature, struct import_value *value,
                       struct str words)
{
    struct str rest = words;
    int thac0, bonus;
    struct import_value *target = &creature->value[IMPORT_ATTACK_BONUS];
    if (!find_number(&rest) || !take_whole(&rest, &thac0)) {
        return;
    }
    value->has_number = true;
    value->number = thac0;
    bool is_told = bracketed_bonus(words, &bonus);
    if (target->words.p == NULL || !target->has_number) {
        *target = (struct import_value){.words = target->words,
                                        .has_number = true,
                                        .number = is_told ? bonus : 19 - thac0,
                                        .mark = is_told ? NULL : "19 less THAC0"};
    }
}

/* Words that mean that nothing is told. */
static bool is_unset(struct str words)
{
    static const char *const unset[] = {"",         "-",       "--",   "n/a",  "varies",
                                        "variable", "special", "none", "null", "string",
                                        "number",   "x",       "inf"};
    for (size_t i = 0; i < sizeof unset / sizeof unset[0]; i++) {
        if (str_is_name(words, unset[i])) {
            return true;
        }
    }
    return str_holds(words, str_of("nand")) || (words.n > 0 && words.p[0] == '<');
}

void import_value(struct import *import, enum import_field field, struct str words,
                  enum import_armor armor)
{
    struct import_creature *creature = import->last;
    struct import_value *value = &creature->value[field];
    if (words.n == 0 && value->words.p != NULL) {
        return;
    }
    if (value->words.n > 0 || words.n > IMPORT_WORDS_MAX) {
        TEXT_BUFFER(line, IMPORT_NOTE_MAX);
        text_add(&line, "%s: %.*s", fields[field].name, words.n, words.p);
        import_note(import, (struct str){line.p, line.n});
        return;
    }
    value->words = keep_clean(import, words, IMPORT_WORDS_MAX);
    struct str plain = import_plain(import->arena, value->words);
    if (plain.p == NULL || value->words.p == NULL) {
        import->is_full = true;
        return;
    }
    plain = without_dashes(plain);
    if (is_unset(plain)) {
        return;
    }
    TEXT_BUFFER(dice, 32);
    struct str rest = plain;
    int number;
    switch (fields[field].shape) {
    case SHAPE_ARMOR:
        read_armor(value, plain, armor, import->armor);
        break;
    case SHAPE_HIT_DICE:
        read_hit_dice(import, creature, value, plain);
        break;
    case SHAPE_HIT_POINTS:
        read_hit_points(import, creature, value, plain);
        break;
    case SHAPE_ATTACK:
        read_attack(import, creature, plain);
        break;
    case SHAPE_DAMAGE:
        if (find_dice(plain, &dice, &value->mark)) {
            value->dice = keep_text(import, &dice);
        } else if (take_whole(&rest, &number) && number > 0) {
            text_add(&dice, "%d", number);
            value->dice = keep_text(import, &dice);
        }
        break;
    case SHAPE_THAC0:
        read_thac0(creature, value, plain);
        break;
    case SHAPE_MORALE:
        read_morale(import, creature, value, plain);
        break;
    case SHAPE_COUNT:
        read_count(import, value, plain);
        break;
    case SHAPE_LEVEL: /* "HCL+1" depends on the party */
        if (char_is_letter(plain.p[0]) || plain.p[0] == '*') {
            break;
        }
        /* fallthrough */
    case SHAPE_BONUS:
    case SHAPE_NUMBER:
        if (find_number(&rest) && take_whole(&rest, &number)) {
            value->has_number = true;
            value->number = number;
        }
        break;
    case SHAPE_WORDS:
        break;
    }
}

void import_armor_points(struct import *import, int points)
{
    TEXT_BUFFER(words, 24);
    struct import_value *value = &import->last->value[IMPORT_ARMOR];
    text_add(&words, "%d point%s", points, points == 1 ? "" : "s");
    if (value->words.p == NULL) {
        *value = (struct import_value){.words = keep_text(import, &words),
                                       .has_number = true,
                                       .number = 10 + 2 * points,
                                       .mark = "10 + twice the points of armour"};
    }
}

/* ---- records ---------------------------------------------------------------------------- */

static void end_note(struct import *import)
{
    if (import->last != NULL && import->note_text.is_cut) {
        import_remark(import, import->last->line, false, import->last->name,
                      "its note is cut: at most %d letters are kept", IMPORT_NOTE_MAX);
    }
    if (import->last != NULL && import->last->note.p == NULL) {
        import->last->note = keep_text(import, &import->note_text);
    }
    import->note_text = text_over(import->note, IMPORT_NOTE_MAX);
}

void import_name(struct import *import, struct str name)
{
    import->last->name = keep_clean(import, name, IMPORT_NAME_MAX);
    if (name.n > IMPORT_NAME_MAX) {
        import_note(import, name);
    }
}

struct import_creature *import_creature(struct import *import, struct str name, int line)
{
    end_note(import);
    struct import_creature *creature = import->count < IMPORT_CREATURES_MAX && !import->is_full
                                           ? arena_take(import->arena, 1, sizeof *creature)
                                           : NULL;
    if (creature == NULL) {
        import->is_full = true;
        return NULL;
    }
    creature->line = line;
    if (import->last == NULL) {
        import->first = creature;
    } else {
        import->last->next = creature;
    }
    import->last = creature;
    import->count++;
    import_name(import, name);
    return creature;
}

void import_note(struct import *import, struct str words)
{
    words = str_trimmed(words);
    while (words.n > 0) {
        const char *end = memchr(words.p, '\n', (size_t)words.n);
        struct str line = {words.p, end == NULL ? words.n : (int)(end - words.p)};
        char clean[IMPORT_NOTE_MAX];
        import->note_text.is_cut = import->note_text.is_cut || line.n >= IMPORT_NOTE_MAX;
        utf8_clean(clean, sizeof clean, line);
        struct str shown = str_trimmed(str_of(clean));
        if (shown.n > 0) {
            text_add(&import->note_text, "%s%.*s", import->note_text.n > 0 ? "\n" : "", shown.n,
                     shown.p);
        }
        int taken = line.n + (end != NULL);
        words = (struct str){words.p + taken, words.n - taken};
    }
}

void import_note_text(struct import *import, const struct text *words)
{
    import_note(import, (struct str){words->p, words->n});
    import->note_text.is_cut = import->note_text.is_cut || words->is_cut;
}

void import_clause(struct import *import, struct str key, struct str words,
                   enum import_armor armor)
{
    enum import_field field = import_field_of(key);
    if (field < IMPORT_FIELDS && import->last->value[field].words.n == 0) {
        import_value(import, field, words, armor);
        return;
    }
    TEXT_BUFFER(line, IMPORT_NOTE_MAX);
    text_add(&line, "%.*s: %.*s", key.n, key.p, words.n, words.p);
    if (str_trimmed(words).n > 0) {
        import_note(import, (struct str){line.p, line.n});
    }
}

struct import_encounter *import_encounter(struct import *import, struct str name, int line)
{
    struct import_encounter *encounter = arena_take(import->arena, 1, sizeof *encounter);
    if (encounter == NULL) {
        import->is_full = true;
        return NULL;
    }
    *encounter = (struct import_encounter){.line = line,
                                           .name = keep_clean(import, name, IMPORT_NAME_MAX)};
    *(import->last_encounter == NULL ? &import->first_encounter
                                     : &import->last_encounter->next) = encounter;
    import->last_encounter = encounter;
    return encounter;
}

/* True when another entry is more of the same, and adds its number to that of the first. */
static bool adds_to(struct import *import, struct import_entry *last,
                    const struct import_entry *entry)
{
    int64_t count, more;
    if (last == NULL || !str_equal_any_case(last->kind, entry->kind) ||
        !str_equal_any_case(last->shown, entry->shown) || last->is_ally != entry->is_ally ||
        last->hit_points != entry->hit_points || !str_to_int64(last->count, 1, 999, &count) ||
        !str_to_int64(entry->count, 1, 999, &more)) {
        return false;
    }
    TEXT_BUFFER(sum, 16);
    text_add(&sum, "%d", (int)(count + more));
    last->count = keep_text(import, &sum);
    return true;
}

void import_entry_note(struct import *import, const struct import_entry *entry,
                       struct str words)
{
    struct import_encounter *encounter = import->last_encounter;
    TEXT_BUFFER(note, IMPORT_NOTE_MAX);
    TEXT_BUFFER(line, IMPORT_WORDS_MAX);
    text_add(&line, "%.*s%s%.*s", entry->kind.n, entry->kind.p, entry->kind.n > 0 ? ": " : "",
             words.n, words.p);
    struct str clean = keep_clean(import, (struct str){line.p, line.n}, IMPORT_WORDS_MAX);
    if (line.is_cut || encounter->note.n + clean.n + 2 > IMPORT_NOTE_MAX) {
        import_remark(import, encounter->line, false, encounter->name,
                      "its note is cut: at most %d letters are kept", IMPORT_NOTE_MAX);
    }
    text_add(&note, "%.*s%s%.*s", encounter->note.n,
             encounter->note.n > 0 ? encounter->note.p : "", encounter->note.n > 0 ? "\n" : "",
             clean.n, clean.p);
    encounter->note = keep_text(import, &note);
}

void import_entry(struct import *import, const struct import_entry *entry, struct str words)
{
    struct import_encounter *encounter = import->last_encounter;
    struct import_entry *kept = arena_take(import->arena, 1, sizeof *kept);
    if (kept == NULL) {
        import->is_full = true;
        return;
    }
    *kept = (struct import_entry){.kind = keep_clean(import, entry->kind, IMPORT_NAME_MAX),
                                  .shown = keep_clean(import, entry->shown, IMPORT_NAME_MAX),
                                  .count = keep_clean(import, entry->count, 20),
                                  .hit_points = entry->hit_points,
                                  .is_ally = entry->is_ally};
    if (!adds_to(import, encounter->last, kept)) {
        *(encounter->last == NULL ? &encounter->first : &encounter->last->next) = kept;
        encounter->last = kept;
    }
    if (entry->kind.n > IMPORT_NAME_MAX) {
        import_entry_note(import, kept, entry->kind);
    }
    if (str_trimmed(words).n > 0) {
        import_entry_note(import, kept, words);
    }
}

void import_own(struct import *import, struct str field, struct str value)
{
    struct import_creature *creature = import->last;
    struct str kept = keep(import->arena, value);
    if (str_equal(field, "game") || str_equal(field, "kind")) {
        *(field.p[0] == 'g' ? &creature->own_game : &creature->own_kind) = kept;
        return;
    }
    struct import_own *own = arena_take(import->arena, 1, sizeof *own);
    if (own == NULL || kept.p == NULL) {
        import->is_full = true;
        return;
    }
    *own = (struct import_own){
        .next = creature->own, .field = keep(import->arena, field), .value = kept};
    import->is_full = import->is_full || own->field.p == NULL;
    creature->own = own->field.p != NULL ? own : creature->own;
}

void import_remark(struct import *import, int line, bool is_left_out, struct str name,
                   const char *format, ...)
{
    TEXT_BUFFER(why, ERROR_TEXT_SIZE);
    va_list arguments;
    va_start(arguments, format);
    text_add_list(&why, format, arguments);
    va_end(arguments);
    char clean[ERROR_TEXT_SIZE]; /* a library may quote the file in its words */
    utf8_clean(clean, sizeof clean, (struct str){why.p, why.n});
    *(is_left_out ? &import->left_out : &import->mended) += 1;
    struct import_remark *remark = arena_take(import->arena, 1, sizeof *remark);
    if (remark == NULL) {
        import->is_full = true;
        return;
    }
    *remark = (struct import_remark){.line = line,
                                     .is_left_out = is_left_out,
                                     .name = keep_clean(import, name, IMPORT_NAME_MAX),
                                     .why = keep(import->arena, str_of(clean))};
    if (import->last_remark == NULL) {
        import->first_remark = remark;
    } else {
        import->last_remark->next = remark;
    }
    import->last_remark = remark;
}

void import_remark_block(struct import *import, struct str block, struct str otherwise)
{
    static const struct str key = {"name:", 5};
    struct import_remark *remark = import->last_remark;
    struct str line, rest = block, name = otherwise;
    if (remark == NULL) {
        return;
    }
    while (str_next_line(&rest, &line)) {
        line = str_trimmed(line);
        if (line.n > key.n && str_equal_any_case(str_beginning(line, key.n), key)) {
            name = str_trimmed((struct str){line.p + key.n, line.n - key.n});
            break;
        }
    }
    remark->name = keep_clean(import, name, IMPORT_NAME_MAX);
    if (!import->takes_blocks) {
        end_note(import); /* lines are cleaned as those of a note are */
        import_note(import, block);
        remark->text = keep_text(import, &import->note_text);
        import->note_text = text_over(import->note, IMPORT_NOTE_MAX);
    } else if (import_creature(import, name, remark->line) != NULL) {
        import_note(import, block);
        remark->is_left_out = false;
        import->left_out--;
        import->mended++;
    }
}

/* ---- families ---------------------------------------------------------------------------- */

enum { FAMILY_MAX = 8 };

/* The part of "3 / 5 / 9* (13 / 22 / 40hp)" with this number, from 0; the brackets behind all
 * of them have parts too. n == 0: it has fewer. */
static struct str part_at(struct str words, int wanted)
{
    const char *open = words.n > 0 ? memchr(words.p, '(', (size_t)words.n) : NULL;
    words.n = open != NULL && open > words.p ? (int)(open - words.p) : words.n;
    struct str part;
    for (int i = 0; str_next_part(&words, '/', &part); i++) {
        if (i == wanted) {
            return part;
        }
    }
    return (struct str){0};
}

/* How many parts a value has, each with a number: "3 / 5 / 9*" has 3, "1/2" has 1. */
static int parts_of(struct str words)
{
    int count = 0;
    for (;; count++) {
        struct str part = part_at(words, count);
        if (part.n == 0) {
            break;
        }
        struct str rest = part;
        int number;
        if (!find_number(&rest) || !take_whole(&rest, &number)) {
            return 1;
        }
    }
    return count > 0 ? count : 1;
}

/* What tells the members of a family apart: hit dice, or levels where none are told. */
static enum import_field base_of(const struct import_creature *one)
{
    return one->value[IMPORT_HIT_DICE].words.p != NULL ? IMPORT_HIT_DICE : IMPORT_LEVEL;
}

/* The dice of each of a family that is told as a range, "2* to 5* (9/13/18/22hp)", with hit
 * points for each. 1: it is none. */
static int range_of(struct import *import, const struct import_creature *one,
                    struct str dice[FAMILY_MAX])
{
    struct str words = one->value[base_of(one)].words, rest = words;
    const char *open = words.n > 0 ? memchr(words.p, '(', (size_t)words.n) : NULL;
    int low, high;
    if (open == NULL || !take_whole(&rest, &low)) {
        return 1;
    }
    bool has_stars = take_char(&rest, '*');
    rest = str_trimmed_start(rest);
    bool is_range = rest.n > 3 && memcmp(rest.p, "to ", 3) == 0;
    rest = (struct str){rest.p + 3, is_range ? rest.n - 3 : 0};
    int count = is_range && take_whole(&rest, &high) ? high - low + 1 : 1;
    if (count < 2 || count > FAMILY_MAX || parts_of(within(words, '(', ')')) != count) {
        return 1;
    }
    for (int i = 0; i < count; i++) {
        TEXT_BUFFER(own, 16);
        text_add(&own, "%d%s", low + i, has_stars ? "*" : "");
        dice[i] = keep_text(import, &own);
    }
    return count;
}

/* The dice of each of a family: parts with slashes, or a range. 1: it is no family. */
static int family_of(struct import *import, const struct import_creature *one,
                     struct str dice[FAMILY_MAX])
{
    static const enum import_field beside[] = {IMPORT_EXPERIENCE, IMPORT_THAC0, IMPORT_ARMOR,
                                               IMPORT_HIT_POINTS, IMPORT_ATTACK_BONUS};
    struct str words = one->value[base_of(one)].words;
    if (words.p == NULL || memchr(words.p, 'd', (size_t)words.n) != NULL ||
        str_holds(words, str_of(" to "))) {
        return words.p == NULL ? 1 : range_of(import, one, dice); /* "1d8 / 2" are dice */
    }
    int count = parts_of(words);
    const char *open = memchr(words.p, '(', (size_t)words.n);
    struct str inner = open != NULL ? within(words, '(', ')') : (struct str){0};
    bool is_told = count > 2 || parts_of(inner) == count;
    for (size_t i = 0; i < sizeof beside / sizeof beside[0] && count > 1 && !is_told; i++) {
        struct str other = one->value[beside[i]].words;
        is_told = other.n > 0 && other.p != words.p && parts_of(other) == count;
    }
    bool is_half = words.n > 2 && memcmp(words.p, "1/2", 3) == 0 && count == 2;
    if (is_half || count < 2 || count > FAMILY_MAX || !is_told || inner.n == words.n) {
        return 1;
    }
    for (int i = 0; i < count; i++) {
        dice[i] = part_at(words, i);
    }
    return count;
}

/* The part of a value that is about one of the family; n == 0: it is about all of them. */
static struct str own_part(const struct import_value *value, int field, int count, int which)
{
    bool has_parts = value->words.n > 0 && field != IMPORT_MORALE && field != IMPORT_MOVE &&
                     parts_of(value->words) == count;
    return has_parts ? part_at(value->words, which) : (struct str){0};
}

/* Puts one of its family in the place of a creature: values with as many parts as its hit dice
 * become theirs. */
static void take_part(struct import *import, struct import_creature *one,
                      const struct import_creature *whole, int count, int which,
                      struct str dice)
{
    struct import_creature *last = import->last;
    TEXT_BUFFER(name, IMPORT_NAME_MAX + 24);
    enum import_field base = base_of(whole);
    text_add(&name, "%.*s, %.*s %s", whole->name.n, whole->name.p, dice.n, dice.p,
             base == IMPORT_HIT_DICE ? "HD" : "level");
    one->name = keep_clean(import, (struct str){name.p, name.n}, IMPORT_NAME_MAX);
    one->hit_points_count = 0;
    one->count = 0;
    import->last = one;
    for (int i = 0; i < IMPORT_FIELDS; i++) {
        const struct import_value *value = &whole->value[i];
        if (own_part(value, i, count, which).n > 0 || (enum import_field)i == base) {
            one->value[i] = (struct import_value){.words = {NULL, 0}};
            bool is_of_dice =
                whole->value[IMPORT_ATTACK_BONUS].mark != NULL && i == IMPORT_HIT_DICE;
            if (i == IMPORT_THAC0 || is_of_dice) {
                one->value[IMPORT_ATTACK_BONUS] = (struct import_value){.words = {NULL, 0}};
            }
        }
    }
    for (int i = 0; i < IMPORT_FIELDS; i++) {
        const struct import_value *value = &whole->value[i];
        if (one->value[i].words.p == NULL && value->words.n > 0) {
            struct str own = own_part(value, i, count, which);
            own = (enum import_field)i == base ? dice : own.n > 0 ? own : value->words;
            import_value(import, (enum import_field)i, own, IMPORT_ARMOR_UNKNOWN);
        }
    }
    const struct str words = whole->value[base].words;
    const char *open = memchr(words.p, '(', (size_t)words.n);
    struct str points =
        open != NULL
            ? part_at(within((struct str){open, words.n - (int)(open - words.p)}, '(', ')'),
                      which)
            : (struct str){0};
    int number;
    if (points.n > 0 && take_whole(&points, &number) && number > 0 &&
        (whole->value[IMPORT_HIT_POINTS].words.p == words.p ||
         whole->value[IMPORT_HIT_POINTS].words.p == NULL)) {
        one->value[IMPORT_HIT_POINTS] =
            (struct import_value){.words = words, .has_number = true, .number = number};
    }
    import->last = last;
}

/* A creature for each of a family. */
static void part_families(struct import *import)
{
    for (struct import_creature *one = import->first; one != NULL && !import->is_full;
         one = one->next) {
        struct str dice[FAMILY_MAX];
        int count = family_of(import, one, dice);
        if (count == 1 || import->count + count > IMPORT_CREATURES_MAX) {
            continue;
        }
        struct import_creature whole = *one;
        for (int i = 0; i < count; i++) {
            struct import_creature *own =
                i == 0 ? one : arena_take(import->arena, 1, sizeof *own);
            if (own == NULL) {
                import->is_full = true;
                return;
            }
            if (i > 0) {
                *own = whole;
                own->next = one->next;
                one->next = own;
                import->last = own->next == NULL ? own : import->last;
                import->count++;
                one = own;
            }
            take_part(import, own, &whole, count, i, dice[i]);
        }
        import_remark(import, whole.line, false, whole.name,
                      "a family of %d: a creature for each of its hit dice", count);
    }
}

/* ---- morale ------------------------------------------------------------------------------ */

/* Where foes have a level and neither armour nor hit dice, a morale below 2 or "never" says
 * that it is a modifier in this file, in all of its records. */
static void find_modifiers(struct import *import)
{
    enum { NEVER = 99 };
    bool is_one = false;
    for (const struct import_creature *one = import->first; one != NULL; one = one->next) {
        const struct import_value *morale = &one->value[IMPORT_MORALE];
        int number;
        struct str rest = morale->words;
        if (one->value[IMPORT_ARMOR].words.p != NULL ||
            one->value[IMPORT_HIT_DICE].words.p != NULL ||
            one->value[IMPORT_LEVEL].words.p == NULL) {
            return;
        }
        is_one = is_one || str_is_name(morale->words, "never") ||
                 (rest.n > 0 && take_whole(&rest, &number) && number < 2);
    }
    for (struct import_creature *one = import->first; one != NULL && is_one; one = one->next) {
        struct import_value *morale = &one->value[IMPORT_MORALE];
        struct str rest = morale->words;
        int number = 0;
        bool is_never = str_is_name(morale->words, "never");
        if (is_never || (rest.n > 0 && take_whole(&rest, &number))) {
            one->value[IMPORT_MORALE_MODIFIER] =
                (struct import_value){.has_number = true, .number = is_never ? NEVER : number};
            morale->has_number = false;
            morale->mark = "a modifier";
        }
    }
}

/* Where the attributes are those of games whose armour is points, a small number is these. */
static void find_points(struct import *import)
{
    enum { POINTS_MAX = 5 };
    struct import_creature *last = import->last;
    for (struct import_creature *one = import->first; one != NULL; one = one->next) {
        struct str words = one->value[IMPORT_ARMOR].words;
        int64_t points;
        if (one->value[IMPORT_WILL].words.p != NULL &&
            one->value[IMPORT_HIT_DICE].words.p == NULL && words.p != NULL &&
            str_to_int64(words, 0, POINTS_MAX, &points)) {
            import->last = one;
            one->value[IMPORT_ARMOR] = (struct import_value){.words = {NULL, 0}};
            import_armor_points(import, (int)points);
        }
    }
    import->last = last;
}

/* The sentence of a note that says that a creature never checks its morale. */
static struct str morale_prose_in(struct str note)
{
    static const char *const words[] = {
        "immune to morale",      "never fails morale",  "never checks morale",
        "never check morale",    "no morale check",     "immune to fear and morale",
        "does not check morale", "do not check morale", "need not check morale"};
    struct str line;
    while (str_next_line(&note, &line)) {
        for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
            if (str_holds(line, str_of(words[i]))) {
                return line;
            }
        }
    }
    return (struct str){0};
}

enum { DEFAULT_RECORDS = 10 };

/* True when ten or more records tell this number, and all the same. */
static bool is_default(const struct import *import, enum import_field field)
{
    const struct import_value *first = NULL;
    int told = 0;
    for (const struct import_creature *one = import->first; one != NULL; one = one->next) {
        const struct import_value *value = &one->value[field];
        if (value->has_number && first != NULL && value->number != first->number) {
            return false;
        }
        told += value->has_number;
        first = value->has_number ? value : first;
    }
    return told >= DEFAULT_RECORDS && told == import->count;
}

/* A cell that is empty where the record above has one: a printed column spans both. With hit
 * dice and attacks comes what was read from them. */
static void fill_from_above(struct import_creature *one, const struct import_creature *above)
{
    static const struct {
        enum import_field field, also;
    } columns[] = {{IMPORT_ARMOR, IMPORT_FIELDS},      {IMPORT_HIT_DICE, IMPORT_ATTACK_BONUS},
                   {IMPORT_ATTACK, IMPORT_DAMAGE},     {IMPORT_DAMAGE, IMPORT_FIELDS},
                   {IMPORT_MORALE, IMPORT_FIELDS},     {IMPORT_MOVE, IMPORT_FIELDS},
                   {IMPORT_SAVES, IMPORT_FIELDS},      {IMPORT_ALIGNMENT, IMPORT_FIELDS},
                   {IMPORT_EXPERIENCE, IMPORT_FIELDS}, {IMPORT_TREASURE, IMPORT_FIELDS},
                   {IMPORT_COUNT, IMPORT_FIELDS}};
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++) {
        enum import_field field = columns[i].field, also = columns[i].also;
        const struct import_value *value = &above->value[field];
        struct str own = one->value[field].words;
        if (own.p == NULL || own.n > 0 || value->words.n == 0) {
            continue;
        }
        one->value[field] = *value;
        one->value[field].mark = IMPORT_ABOVE;
        if (also < IMPORT_FIELDS && one->value[also].words.p == NULL &&
            !one->value[also].has_number && one->value[also].dice.n == 0) {
            one->value[also] = above->value[also];
            one->value[also].mark = IMPORT_ABOVE;
        }
        if (field == IMPORT_MORALE) {
            memcpy(one->morale_other, above->morale_other, sizeof one->morale_other);
            one->morale_others = above->morale_others;
        }
    }
}

void import_finish(struct import *import)
{
    static const enum import_field defaults[] = {IMPORT_MORALE, IMPORT_HIT_POINTS};
    end_note(import);
    part_families(import);
    find_modifiers(import);
    find_points(import);
    for (struct import_creature *one = import->first; import->has_columns && one != NULL;
         one = one->next) {
        if (one->next != NULL) {
            fill_from_above(one->next, one);
        }
    }
    for (struct import_creature *one = import->first; one != NULL; one = one->next) {
        if (one->morale_others > 0) {
            TEXT_BUFFER(other, IMPORT_NAME_MAX + 8);
            text_add(&other, "%d %s", one->morale_other[0].score, one->morale_other[0].label.p);
            one->value[IMPORT_OTHER_MORALE].dice =
                keep(import->arena, str_trimmed((struct str){other.p, other.n}));
        }
        struct import_value *morale = &one->value[IMPORT_MORALE];
        if (!morale->has_number) {
            one->morale_prose = morale_prose_in(one->note);
        }
    }
    for (size_t i = 0; i < sizeof defaults / sizeof defaults[0]; i++) {
        if (!is_default(import, defaults[i])) {
            continue;
        }
        import_remark(import, 0, false, (struct str){0},
                      "%s %s is the same in all %d: taken as unset",
                      import_field_name(defaults[i]), import->first->value[defaults[i]].words.p,
                      import->count);
        for (struct import_creature *one = import->first; one != NULL; one = one->next) {
            one->value[defaults[i]].has_number = false;
            one->value[defaults[i]].mark = IMPORT_SAME_IN_ALL;
        }
    }
}
