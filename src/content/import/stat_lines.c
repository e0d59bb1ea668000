#include "content/import/stat_lines.h"

#include "base/utf8.h"

#include <stdlib.h>

/* A line without clauses: a name of what follows, or more about what stands above. */
struct pending {
    struct str text;
    int line;
    bool is_title, is_marked; /* marked as a heading, or in bold */
};

enum {
    CAIRN_LINE_MAX = 2000,
    PENDING_MAX = 400,
    NAME_MOST = 60,
    JOINED_MAX = 4000,
    LONG_LINE = 50
};

/* A text that is read from front to back. */
struct reading {
    struct import *import;
    int line;
    enum import_field newest; /* the field of the clause before; IMPORT_FIELDS: none */
    struct pending pending[PENDING_MAX];
    int pendings;
    bool follows_blank;
    bool is_table;     /* lines of a table behind a record, which hold no clauses */
    int before_all;    /* lines before the first creature */
    struct str attack; /* the words of the attack clause so far, in `attack_text` */
    char attack_text[IMPORT_WORDS_MAX];
};

/* Without the marks of emphasis, lists and quotations that notes have around names. */
static struct str without_marks(struct str words)
{
    words = str_trimmed(words);
    while (words.n > 0 && strchr("*_#>-|:[(@ \"", words.p[0]) != NULL) {
        words = (struct str){words.p + 1, words.n - 1};
    }
    while (words.n > 0 && strchr("*_#|:,;.[( -\"", words.p[words.n - 1]) != NULL) {
        words.n--;
    }
    return words;
}

/* True when the words are an armour class that is told by its name: "as plate", "leather". */
static bool is_armor_name(struct str value)
{
    static const char *const names[] = {"as ",  "like ", "unarmo", "no armo", "no hit",
                                        "none", "leath", "chain",  "plate",   "shield"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (str_equal_any_case(str_beginning(value, (int)strlen(names[i])), str_of(names[i]))) {
            return true;
        }
    }
    return false;
}

static bool begins_dice(struct str value)
{
    return value.n > 1 && char_lower(value.p[0]) == 'd' &&
           (char_is_digit(value.p[1]) || value.p[1] == '%');
}

/* True when a clause begins here: a word of a field, and something that can be its value. */
static enum import_field clause_at(struct str text, int *bytes)
{
    enum import_field field = import_field_at(text, bytes);
    if (field == IMPORT_FIELDS) {
        return field;
    }
    int key = *bytes;
    struct str value = {text.p + key, text.n - key};
    bool is_parted =
        value.n > 0 && (char_is_space(value.p[0]) || value.p[0] == ':' || value.p[0] == '*');
    while (value.n > 0 && (char_is_space(value.p[0]) || value.p[0] == ':' ||
                           value.p[0] == '*' || value.p[0] == '=')) {
        value = (struct str){value.p + 1, value.n - 1};
    }
    *bytes = (int)(value.p - text.p);
    bool is_number = value.n > 0 && (char_is_digit(value.p[0]) ||
                                     strchr("+-[('", value.p[0]) != NULL || begins_dice(value));
    /* A letter alone needs dice or a number of its own behind it: "d 1d6", not "D -1", an
     * ability; words may follow the longer ones. */
    if (key == 1) {
        is_number =
            is_parted && value.n > 0 && (char_is_digit(value.p[0]) || begins_dice(value));
    }
    bool takes_words =
        key > 1 &&
        (field == IMPORT_ATTACK || field == IMPORT_MOVE || field == IMPORT_SAVES ||
         field == IMPORT_ALIGNMENT || field == IMPORT_TREASURE || field == IMPORT_MORALE ||
         field == IMPORT_DAMAGE || field == IMPORT_EXPERIENCE || field == IMPORT_COUNT ||
         (field == IMPORT_ARMOR && is_armor_name(value)));
    return value.n > 0 && (is_number || (is_parted && takes_words)) ? field : IMPORT_FIELDS;
}

static bool is_main(enum import_field field)
{
    return field == IMPORT_ARMOR || field == IMPORT_HIT_POINTS || field == IMPORT_HIT_DICE;
}

static bool ends_clause(struct str text, int at)
{
    char c = text.p[at];
    bool is_last = at + 1 == text.n;
    bool is_in_number = c == ',' && at > 0 && !is_last && char_is_digit(text.p[at - 1]) &&
                        char_is_digit(text.p[at + 1]); /* 1,015 */
    return (c == ',' && !is_in_number) || c == ';' || c == '|' || c == ']' ||
           (c == '.' && (is_last || char_is_space(text.p[at + 1])));
}

/* The bytes up to the end of the clause; brackets within it hold it together. */
static int clause_bytes(struct str text)
{
    int depth = 0;
    for (int i = 0; i < text.n; i++) {
        depth += text.p[i] == '(' || text.p[i] == '[';
        if (depth == 0 && ends_clause(text, i)) {
            return i;
        }
        depth -= depth > 0 && (text.p[i] == ')' || text.p[i] == ']');
    }
    return text.n;
}

/* Where the first clause of a line begins: at its start, or after a sign that can end a name.
 * An armour class, hit dice or hit points can follow any blank. -1: nowhere. */
static int first_clause(struct str line)
{
    for (int i = 0; i < line.n; i++) {
        int bytes;
        bool is_after = i == 0 || strchr(" :,;([*|", line.p[i - 1]) != NULL;
        enum import_field field =
            is_after ? clause_at((struct str){line.p + i, line.n - i}, &bytes) : IMPORT_FIELDS;
        if (field == IMPORT_FIELDS) {
            continue;
        }
        bool is_anywhere = field == IMPORT_ARMOR || field == IMPORT_HIT_POINTS;
        struct str before = without_marks((struct str){line.p, i});
        bool is_start = before.n == 0 || line.p[i - 1] != ' ' ||
                        (i > 1 && strchr(":,;*|", line.p[i - 2]) != NULL);
        if (is_anywhere || is_start) {
            return i;
        }
    }
    return -1;
}

/* True when the text has a clause of a kind behind a sign that can end a name. */
static bool has_clause(struct str text, bool (*wanted)(enum import_field field))
{
    for (int i = 0; i < text.n; i++) {
        int bytes;
        bool is_after = i == 0 || strchr(" :,;([*|\n>.", text.p[i - 1]) != NULL;
        if (is_after && wanted(clause_at((struct str){text.p + i, text.n - i}, &bytes))) {
            return true;
        }
    }
    return false;
}

static bool is_armor(enum import_field field)
{
    return field == IMPORT_ARMOR;
}

static bool is_points(enum import_field field)
{
    return field == IMPORT_HIT_POINTS || field == IMPORT_HIT_DICE;
}

static bool is_any(enum import_field field)
{
    return field < IMPORT_FIELDS;
}

/* "Bog imps x4", "4 bog imps", "Bog Imp (4)": the count is taken off. */
static struct str take_count(struct str name, int *count)
{
    int digits = 0, end = name.n;
    *count = 0;
    while (end > 0 && (name.p[end - 1] == ')' || name.p[end - 1] == ' ')) {
        end--;
    }
    while (digits < end && digits < 3 && char_is_digit(name.p[end - 1 - digits])) {
        digits++;
    }
    int before = end - digits;
    while (before > 0 && name.p[before - 1] == ' ') {
        before--;
    }
    if (digits > 0 && before > 1 && (name.p[before - 1] == 'x' || name.p[before - 1] == '(') &&
        strchr(" (", name.p[before - 2]) != NULL) {
        *count = (int)strtol(name.p + end - digits, NULL, 10);
        return without_marks((struct str){name.p, before - 1});
    }
    digits = 0;
    while (digits < name.n && digits < 3 && char_is_digit(name.p[digits])) {
        digits++;
    }
    if (digits > 0 && digits < name.n && name.p[digits] == ' ') {
        *count = (int)strtol(name.p, NULL, 10);
        return without_marks((struct str){name.p + digits, name.n - digits});
    }
    return name;
}

static void begin(struct reading *reading, struct str name, int line)
{
    int count;
    name = take_count(without_marks(name), &count);
    struct import_creature *creature = import_creature(reading->import, name, line);
    if (creature != NULL) {
        creature->count = count;
    }
    reading->newest = IMPORT_FIELDS;
    reading->attack = (struct str){0};
}

/* An attack may go on over commas: its words are gathered, and read once the next clause
 * begins. */
static void end_attack(struct reading *reading)
{
    if (reading->attack.n > 0) {
        import_value(reading->import, IMPORT_ATTACK, reading->attack, IMPORT_ARMOR_UNKNOWN);
        reading->attack = (struct str){0};
    }
}

static void add_attack(struct reading *reading, struct str words)
{
    struct text text = {reading->attack_text, sizeof reading->attack_text, reading->attack.n,
                        false};
    text_add(&text, "%s%.*s", text.n > 0 ? ", " : "", words.n, words.p);
    reading->attack = (struct str){text.p, text.n};
}

/* "al n", "Al CE": letters of an alignment alone. */
static bool is_short_alignment(struct str text, int at)
{
    int n = 0;
    while (at + n < text.n && strchr("lnceg", char_lower(text.p[at + n])) != NULL) {
        n++;
    }
    return n > 0 && n <= 2 && (at + n == text.n || text.p[at + n] == ' ');
}

/* Where a further clause begins within the words of one, with only a blank before it: "5 HD 3+1
 * hp 15 MV 90". Only keys that no prose has count: in capitals, or a few others before a
 * number. text.n: nowhere. */
static int next_in(struct str text)
{
    int depth = 0;
    for (int i = 0; i < text.n; i++) {
        depth += text.p[i] == '(' || text.p[i] == '[';
        depth -= depth > 0 && (text.p[i] == ')' || text.p[i] == ']');
        if (i == 0 || text.p[i - 1] != ' ' || depth > 0) {
            continue;
        }
        int bytes, key;
        struct str rest = {text.p + i, text.n - i};
        enum import_field field = import_field_at(rest, &key);
        if (clause_at(rest, &bytes) == IMPORT_FIELDS || key >= rest.n ||
            strchr(" :*", rest.p[key]) == NULL) {
            continue;
        }
        bool is_upper = true;
        for (int k = 0; k < key; k++) {
            is_upper = is_upper && !(rest.p[k] >= 'a' && rest.p[k] <= 'z');
        }
        bool is_number =
            bytes < rest.n && (char_is_digit(rest.p[bytes]) || rest.p[bytes] == '[' ||
                               begins_dice((struct str){rest.p + bytes, rest.n - bytes}));
        bool is_plain = is_main(field) || field == IMPORT_MORALE || field == IMPORT_MOVE ||
                        field == IMPORT_THAC0 || field == IMPORT_EXPERIENCE ||
                        (key > 2 && (field == IMPORT_ATTACK || field == IMPORT_DAMAGE ||
                                     field == IMPORT_COUNT));
        if (field == IMPORT_ALIGNMENT && is_short_alignment(rest, bytes)) {
            return i;
        }
        if (is_upper ? key > 1 || is_number : is_plain && is_number) {
            return i;
        }
    }
    return text.n;
}

/* A clause whose field is told already, as "key: words" in the note, without the signs of
 * emphasis between them. */
static void note_clause(struct import *import, struct str clause, struct str words)
{
    int key;
    TEXT_BUFFER(line, IMPORT_NOTE_MAX);
    (void)import_field_at(clause, &key);
    bool has_signs = key < clause.n && strchr(":*", clause.p[key]) != NULL;
    text_add(&line, "%.*s%s %.*s", key, clause.p, has_signs ? ":" : "", words.n, words.p);
    import_note(import, (struct str){line.p, line.n});
}

static void add_one_clause(struct reading *reading, struct str clause)
{
    int bytes;
    struct str bare = clause;
    while (bare.n > 0 && strchr("*_>- ", bare.p[0]) != NULL) {
        bare = (struct str){bare.p + 1, bare.n - 1};
    }
    enum import_field field = clause_at(bare, &bytes);
    const struct import_creature *creature = reading->import->last;
    if (field < IMPORT_FIELDS) {
        end_attack(reading);
        struct str words = str_trimmed((struct str){bare.p + bytes, bare.n - bytes});
        if (field == IMPORT_ATTACK && creature->value[IMPORT_ATTACK].words.p == NULL) {
            add_attack(reading, words);
        } else if (creature->value[field].words.p != NULL) {
            note_clause(reading->import, bare, words);
        } else {
            import_value(reading->import, field, words, IMPORT_ARMOR_UNKNOWN);
        }
        reading->newest = field;
    } else if (reading->newest == IMPORT_ATTACK && reading->attack.n > 0) {
        add_attack(reading, clause);
    } else {
        import_note(reading->import, clause);
    }
}

static void add_clause(struct reading *reading, struct str clause)
{
    int bytes;
    clause = str_trimmed(clause);
    while (clause.n > 0) {
        struct str bare = clause;
        while (bare.n > 0 && strchr("*_>- ", bare.p[0]) != NULL) {
            bare = (struct str){bare.p + 1, bare.n - 1};
        }
        int n = clause.n;
        if (clause_at(bare, &bytes) < IMPORT_FIELDS) { /* its words may hold another one */
            int head = (int)(bare.p - clause.p) + bytes;
            n = head + next_in((struct str){clause.p + head, clause.n - head});
        }
        add_one_clause(reading, str_trimmed((struct str){clause.p, n}));
        clause = str_trimmed((struct str){clause.p + n, clause.n - n});
    }
}

/* "hp 15, 12, 9": the numbers after the first belong to the clause. */
static int numbers_after(struct str text, int bytes)
{
    for (;;) {
        int at = bytes + 1;
        while (at < text.n && text.p[at] == ' ') {
            at++;
        }
        int digits = at;
        while (digits < text.n && char_is_digit(text.p[digits])) {
            digits++;
        }
        bool is_number = bytes < text.n && text.p[bytes] == ',' && digits > at &&
                         (digits == text.n || strchr(",;. ]", text.p[digits]) != NULL);
        struct str after =
            str_trimmed_start((struct str){text.p + digits, is_number ? text.n - digits : 0});
        if (!is_number || (after.n > 0 && strchr(",;.]", after.p[0]) == NULL)) {
            return bytes;
        }
        bytes = digits;
    }
}

/* True when a line is one key with all that it says: "No. Appearing: 2d6, Lair 4d6". */
static bool is_one_clause(struct str line)
{
    int key;
    if (import_field_at(line, &key) == IMPORT_FIELDS || key >= line.n || line.p[key] != ':') {
        return false;
    }
    for (int i = key + 1; i < line.n; i++) {
        int bytes;
        bool is_after = strchr(" ,;|", line.p[i - 1]) != NULL && i > key + 2;
        enum import_field field =
            is_after ? clause_at((struct str){line.p + i, line.n - i}, &bytes) : IMPORT_FIELDS;
        if (field < IMPORT_FIELDS && bytes > 2 && strchr(",;|", line.p[i - 2]) != NULL) {
            return false;
        }
    }
    return next_in((struct str){line.p + key + 1, line.n - key - 1}) == line.n - key - 1 &&
           memchr(line.p, ';', (size_t)line.n) == NULL && line.p[line.n - 1] != ']';
}

/* The bytes of scores by hit dice, "1-3 HD: 7;4-6 HD: 8", at the front of a morale; 0: it is
 * another one. */
static int scores_by_dice(struct str text)
{
    int bytes = 0, at = 0;
    for (;;) {
        int begin = at;
        while (at < text.n &&
               (char_is_digit(text.p[at]) || strchr("-+ ", text.p[at]) != NULL)) {
            at++;
        }
        bool has_dice = at > begin && at + 3 < text.n &&
                        str_equal_any_case((struct str){text.p + at, 3}, str_of("hd:"));
        at += has_dice ? 3 : 0;
        int number = at;
        while (has_dice && number < text.n && text.p[number] == ' ') {
            number++;
        }
        at = number;
        while (has_dice && at < text.n && char_is_digit(text.p[at])) {
            at++;
        }
        if (!has_dice || at == number) {
            return bytes;
        }
        bytes = at;
        if (at == text.n || (text.p[at] != ';' && text.p[at] != ',')) {
            return bytes;
        }
        at++;
    }
}

static void add_clauses(struct reading *reading, struct str rest)
{
    if (is_one_clause(rest)) {
        add_one_clause(reading, str_trimmed(rest));
        end_attack(reading);
        return;
    }
    while (rest.n > 0) {
        int key;
        struct str begin = str_trimmed_start(rest);
        enum import_field field = clause_at(begin, &key);
        int head = field < IMPORT_FIELDS ? (int)(begin.p - rest.p) + key : 0; /* "No. of ..." */
        int scores = field == IMPORT_MORALE
                         ? scores_by_dice((struct str){rest.p + head, rest.n - head})
                         : 0;
        int bytes =
            head +
            (scores > 0 ? scores : clause_bytes((struct str){rest.p + head, rest.n - head}));
        if (field == IMPORT_HIT_POINTS) {
            bytes = numbers_after(rest, bytes);
        }
        (scores > 0 ? add_one_clause : add_clause)(reading, (struct str){rest.p, bytes});
        int taken = bytes < rest.n ? bytes + 1 : bytes;
        rest = (struct str){rest.p + taken, rest.n - taken};
    }
}

/* ---- names --------------------------------------------------------------------------------
 */

static bool is_in_capitals(struct str words)
{
    int capitals = 0;
    for (int i = 0; i < words.n; i++) {
        if (words.p[i] >= 'a' && words.p[i] <= 'z') {
            return false;
        }
        capitals += words.p[i] >= 'A' && words.p[i] <= 'Z';
    }
    return capitals > 2;
}

/* True when the line can be a name: short, and no sentence. */
static bool is_name_like(struct str line)
{
    while (line.n > 0 && strchr("*_: ", line.p[line.n - 1]) != NULL) {
        line.n--;
    }
    struct str bare = without_marks(line);
    return bare.n > 0 && bare.n <= NAME_MOST && strchr(".!?;,", line.p[line.n - 1]) == NULL;
}

/* Which of the lines that wait names what follows: the last one where it can be a name, else
 * the last that stands by itself; -1: none. */
static int find_title(const struct reading *reading)
{
    int last = reading->pendings - 1;
    for (int i = last; i >= 0 && reading->follows_blank;
         i--) { /* a heading, with prose below */
        const struct pending *one = &reading->pending[i];
        if (one->is_title && one->is_marked) {
            return i;
        }
    }
    if (last >= 0 && is_name_like(reading->pending[last].text)) {
        struct str text = reading->pending[last].text;
        bool is_emphasis =
            text.p[0] == '_' || (text.n > 1 && text.p[0] == '*' && text.p[1] != '*');
        bool has_other = last > 0 && reading->pending[last - 1].is_title;
        return is_emphasis && has_other ? last - 1 : last; /* "*Small imp, chaotic*" below it */
    }
    for (int i = last; i >= 0; i--) {
        if (reading->pending[i].is_title) {
            return i;
        }
    }
    return last;
}

/* True when clauses without a name belong to another creature than the newest one: there is
 * none, or it has the first of them already, or they are the numbers of a creature and it has
 * these. */
static bool begins_another(const struct reading *reading, struct str line, struct str clauses)
{
    int bytes;
    enum import_field field = clause_at(clauses, &bytes);
    const struct import_creature *above = reading->import->last;
    if (above == NULL || field == IMPORT_ARMOR) {
        return above == NULL || above->value[field].words.p != NULL;
    }
    bool is_item = line.n > 1 && strchr("*-", line.p[0]) != NULL && line.p[1] == ' ';
    int title = find_title(reading);
    return !is_item && field < IMPORT_FIELDS && above->value[field].words.p != NULL &&
           title >= 0 && reading->pending[title].is_title;
}

/* "-- There are 2 in this area [HIT POINTS: 9, 4]": more about the creature above. */
static bool counts_those_above(const struct reading *reading, struct str name,
                               struct str clauses)
{
    int bytes;
    const struct import_creature *above = reading->import->last;
    return above != NULL && clause_at(clauses, &bytes) == IMPORT_HIT_POINTS &&
           above->value[IMPORT_HIT_POINTS].words.p == NULL &&
           str_equal_any_case(str_beginning(name, 6), str_of("there "));
}

/* ---- lines without clauses --------------------------------------------------------------- */

/* Lines up to `end` were about the creature above, or stand before all of them. */
static void tell_pending(struct reading *reading, int end)
{
    for (int i = 0; i < end; i++) {
        if (reading->import->last != NULL) {
            import_note(reading->import, reading->pending[i].text);
        } else {
            import_remark(reading->import, reading->pending[i].line, true, (struct str){0},
                          "before the first creature: %s",
                          utf8_shown(reading->pending[i].text).text);
        }
    }
    reading->pendings -= end;
    memmove(reading->pending, reading->pending + end,
            (size_t)reading->pendings * sizeof reading->pending[0]);
}

static void add_pending(struct reading *reading, struct str line)
{
    bool is_marked = line.p[0] == '#' || line.p[0] == '@' ||
                     (line.n > 4 && memcmp(line.p, "**", 2) == 0 &&
                      memcmp(line.p + line.n - 2, "**", 2) == 0);
    struct str bare = without_marks(line);
    if (bare.n == 0) {
        return;
    }
    if (reading->pendings == PENDING_MAX) { /* the first of them are about what stands above */
        tell_pending(reading, 1);
    }
    reading->pending[reading->pendings++] = (struct pending){
        .text = line,
        .line = reading->line,
        .is_marked = is_marked,
        .is_title = is_name_like(line) &&
                    (is_marked || reading->follows_blank || is_in_capitals(bare))};
}

/* Begins a creature that has its name in a line above; what stands between is about it. */
static void begin_below(struct reading *reading)
{
    int title = find_title(reading);
    tell_pending(reading, title > 0 ? title : 0);
    struct pending named = {.line = reading->line};
    if (title >= 0) {
        named = reading->pending[0];
        reading->pendings--;
        memmove(reading->pending, reading->pending + 1,
                (size_t)reading->pendings * sizeof reading->pending[0]);
    }
    end_attack(reading);
    begin(reading, named.text, named.line);
    tell_pending(reading, reading->pendings);
}

/* ---- Cairn ------------------------------------------------------------------------------- */

/* "13 STR", "STR 13", "1 Armor", "HP: 7": a number and a word, in any order. */
static bool read_cairn(struct str part, const char *const *words, int count, int *which,
                       int *number)
{
    part = without_marks(part);
    struct str rest = part;
    while (rest.n > 0 && char_is_digit(rest.p[0])) {
        rest = (struct str){rest.p + 1, rest.n - 1};
    }
    bool is_first = rest.n < part.n;
    struct str digits = {part.p, part.n - rest.n}, word = str_trimmed(rest);
    const char *open = memchr(word.p, '(', (size_t)word.n);
    if (is_first && open != NULL) { /* "1 Armor (hide)" */
        word = str_trimmed((struct str){word.p, (int)(open - word.p)});
    }
    if (!is_first) {
        int n = 0;
        while (n < part.n && char_is_letter(part.p[n])) {
            n++;
        }
        word = (struct str){part.p, n};
        digits = without_marks((struct str){part.p + n, part.n - n});
    }
    int64_t value;
    if (!str_to_int64(digits, 0, 999, &value)) {
        return false;
    }
    for (int i = 0; i < count; i++) {
        if (str_is_name(word, words[i])) {
            *which = i;
            *number = (int)value;
            return true;
        }
    }
    return false;
}

enum {
    CAIRN_HP,
    CAIRN_ARMOR,
    CAIRN_ARMOUR,
    CAIRN_STR,
    CAIRN_DEX,
    CAIRN_WIL,
    CAIRN_MIND,
    CAIRN_CTRL,
    CAIRN_WORDS
};
static const char *const cairn_words[CAIRN_WORDS] = {"hp",  "armor", "armour", "str",
                                                     "dex", "wil",   "mind",   "ctrl"};

/* The next part of a line, outside of brackets. */
static bool next_part(struct str *rest, struct str *part)
{
    int depth = 0, n = 0;
    while (n < rest->n && (depth > 0 || (rest->p[n] != ',' && rest->p[n] != ';'))) {
        depth += rest->p[n] == '(';
        depth -= depth > 0 && rest->p[n] == ')';
        n++;
    }
    *part = str_trimmed((struct str){rest->p, n});
    bool has_one = rest->n > 0;
    n += n < rest->n;
    *rest = (struct str){rest->p + n, rest->n - n};
    return has_one;
}

/* Where the parts of a Cairn line begin: hit points and an attribute among them, and no armour
 * class or hit dice. -1: it is none. */
static int cairn_at(struct str line)
{
    struct str rest = line, part;
    int at = -1, which, number, attributes = 0;
    bool has_points = false;
    if (line.n > CAIRN_LINE_MAX) {
        return -1;
    }
    for (int i = 0; i + 1 < line.n; i++) { /* those of other games */
        bool begins = i == 0 || !char_is_letter(line.p[i - 1]);
        bool is_word = memcmp(line.p + i, "AC", 2) == 0 || memcmp(line.p + i, "HD", 2) == 0;
        if (begins && is_word && (i + 2 == line.n || !char_is_letter(line.p[i + 2]))) {
            return -1;
        }
    }
    while (next_part(&rest, &part)) {
        int begin = (int)(part.p - line.p);
        bool is_one = read_cairn(part, cairn_words, CAIRN_WORDS, &which, &number);
        /* the name may stand before the first one: "Fen Imp: 4 HP", "Fen Imp 4 HP" */
        for (int i = 0; at < 0 && !is_one && i + 1 < part.n; i++) {
            if (strchr(": *-", part.p[i]) != NULL && part.p[i + 1] != ' ') {
                struct str behind = {part.p + i + 1, part.n - i - 1};
                is_one = read_cairn(behind, cairn_words, CAIRN_WORDS, &which, &number);
                begin += is_one ? i + 1 : 0;
            }
        }
        if (at < 0 && !is_one) {
            return -1;
        }
        at = at < 0 ? begin : at;
        has_points = has_points || (is_one && which == CAIRN_HP);
        attributes += is_one && which >= CAIRN_STR;
    }
    return has_points && attributes > 0 ? at : -1;
}

static void add_cairn(struct reading *reading, struct str rest)
{
    struct import *import = reading->import;
    struct str part;
    TEXT_BUFFER(attacks, IMPORT_WORDS_MAX);
    bool told[CAIRN_WORDS] = {false};
    import->kind = import->kind == NULL ? "cairn" : import->kind;
    while (next_part(&rest, &part)) {
        int which, number;
        TEXT_BUFFER(words, 40);
        if (read_cairn(part, cairn_words, CAIRN_WORDS, &which, &number)) {
            text_add(&words, "%d", number);
            told[which] = true;
            if (which == CAIRN_HP) {
                import_value(import, IMPORT_HIT_POINTS, (struct str){words.p, words.n}, 0);
            } else if (which == CAIRN_ARMOR || which == CAIRN_ARMOUR) {
                import_armor_points(import, number);
            } else if (which == CAIRN_STR) {
                import_value(import, IMPORT_STRENGTH, (struct str){words.p, words.n}, 0);
            } else if (which == CAIRN_DEX) {
                text_add(&words, " DEX");
                import_note(import, (struct str){words.p, words.n});
            } else {
                import_value(import, IMPORT_WILL, (struct str){words.p, words.n}, 0);
            }
            if (memchr(part.p, '(', (size_t)part.n) != NULL) {
                import_note(import, part);
            }
            continue;
        }
        bool has_dice = false;
        for (int i = 0; i + 1 < part.n; i++) {
            has_dice = has_dice || (begins_dice((struct str){part.p + i, part.n - i}) &&
                                    (i == 0 || !char_is_letter(part.p[i - 1])));
        }
        if (has_dice) {
            text_add(&attacks, "%s%.*s", attacks.n > 0 ? ", " : "", part.n, part.p);
        } else {
            import_note(import, part);
        }
    }
    if (attacks.n > 0) {
        import_value(import, IMPORT_ATTACK, (struct str){attacks.p, attacks.n}, 0);
    }
    bool has_will = told[CAIRN_WIL] || told[CAIRN_MIND] || told[CAIRN_CTRL];
    if (!told[CAIRN_STR] || !told[CAIRN_DEX] || !has_will) {
        TEXT_BUFFER(line, 80);
        text_add(&line, "not told, so 10:%s%s%s", told[CAIRN_STR] ? "" : " STR",
                 told[CAIRN_DEX] ? "" : " DEX", has_will ? "" : " WIL");
        import_note(import, (struct str){line.p, line.n});
    }
}

/* ---- LaTeX ------------------------------------------------------------------------------- */

/* The words within the next pair of braces, with those in them; false: there is none. */
static bool next_braces(struct str *rest, struct str *out)
{
    int depth = 0, begin = 0;
    for (int i = 0; i < rest->n; i++) {
        if (rest->p[i] == '{' && depth++ == 0) {
            begin = i + 1;
        } else if (rest->p[i] == '}' && --depth == 0) {
            *out = (struct str){rest->p + begin, i - begin};
            *rest = (struct str){rest->p + i + 1, rest->n - i - 1};
            return true;
        } else if (depth < 0 || (depth == 0 && !char_is_space(rest->p[i]))) {
            return false;
        }
    }
    return false;
}

/* \monster{key}{Name}{Imp||6|1-1|60'|20'||||1|1 claw|1d4|..|Normal Man|7 (9)|Chaotic|2--5|..}:
 * the first twelve by their places, those of the end around the alignment. Returns the bytes
 * of it; 0: it is none. */
static int read_latex(struct reading *reading, struct str text)
{
    static const struct str head = {"\\monster", 8};
    static const int places[] = {-1, -1, IMPORT_ARMOR, IMPORT_HIT_DICE, IMPORT_MOVE,  -1, -1,
                                 -1, -1, -1,           IMPORT_ATTACK,   IMPORT_DAMAGE};
    enum { PARTS_MAX = 40, PLACES = 12 };
    struct str rest = {text.p + head.n, text.n - head.n}, key, name, values, part[PARTS_MAX];
    if (text.n < head.n || memcmp(text.p, head.p, (size_t)head.n) != 0 ||
        !next_braces(&rest, &key) || !next_braces(&rest, &name) ||
        !next_braces(&rest, &values)) {
        return 0;
    }
    int parts = 0, alignment = -1, bytes = text.n - rest.n;
    while (parts < PARTS_MAX && str_next_part(&values, '|', &part[parts])) {
        bool is_one =
            parts >= PLACES &&
            (str_is_name(part[parts], "lawful") || str_is_name(part[parts], "neutral") ||
             str_is_name(part[parts], "chaotic") ||
             str_equal_any_case(str_beginning(part[parts], 4), str_of("any ")));
        alignment = is_one ? parts : alignment;
        parts++;
    }
    tell_pending(reading, reading->pendings);
    end_attack(reading);
    begin(reading, name, reading->line);
    reading->import->kind = reading->import->kind == NULL ? "latex" : reading->import->kind;
    for (int i = 1; i < parts && !reading->import->is_full; i++) {
        int field = i < PLACES           ? places[i]
                    : alignment < 0      ? -1
                    : i == alignment     ? IMPORT_ALIGNMENT
                    : i == alignment - 1 ? IMPORT_MORALE
                    : i == alignment - 2 ? IMPORT_SAVES
                    : i == alignment + 1 ? IMPORT_COUNT
                                         : -1;
        if (part[i].n == 0 || str_equal(part[i], "..")) {
            continue;
        }
        if (field >= 0) {
            import_value(reading->import, (enum import_field)field, part[i],
                         IMPORT_ARMOR_UNKNOWN);
        } else {
            import_note(reading->import, part[i]);
        }
    }
    return bytes;
}

/* ---- lines ------------------------------------------------------------------------------- */

/* An attack as other games print it in a trait: "Hook. Melee Weapon Attack: +4 to hit, reach 5
 * ft., one target. Hit: 5 (1d6 + 2) damage". */
static bool is_attack_line(const struct reading *reading, struct str line)
{
    const struct import_creature *above = reading->import->last;
    return above != NULL && above->value[IMPORT_ATTACK].words.p == NULL &&
           reading->attack.n == 0 && str_holds(line, str_of(" to hit")) &&
           line.n < IMPORT_WORDS_MAX;
}

/* True when what stands before clauses is a name, and no sentence that speaks of an armour
 * class: it is short, and one clause alone stands right behind it. */
static bool is_name_of(struct str line, int at, struct str clauses)
{
    struct str name = without_marks((struct str){line.p, at});
    bool is_sentence = str_holds(name, str_of(". ")) || str_holds(name, str_of(":**")) ||
                       str_holds(name, str_of(".**"));
    if (is_sentence || name.n > NAME_MOST) {
        return false;
    }
    int bytes, parts = clause_bytes(clauses);
    struct str first = {clauses.p, parts};
    (void)clause_at(first, &bytes);
    bool has_more = next_in((struct str){first.p + bytes, first.n - bytes}) < first.n - bytes ||
                    has_clause((struct str){clauses.p + parts, clauses.n - parts}, is_any);
    char before = at > 1 ? line.p[at - 2] : ' ';
    return has_more || clauses.n == parts ? has_more || strchr(":,;(*", before) != NULL : false;
}

/* "THAC0: By HD (16 [+3] to 12 [+7])": a line with the key of a field that the newest creature
 * has not is that field, whatever it says. */
static bool adds_key(struct reading *reading, struct str line)
{
    struct import *import = reading->import;
    int key, bytes;
    enum import_field field = import_field_at(line, &key);
    if (import->last == NULL || field == IMPORT_FIELDS || key >= line.n || line.p[key] != ':' ||
        reading->pendings > 0 || reading->is_table || clause_at(line, &bytes) < IMPORT_FIELDS) {
        return false;
    }
    struct str words = str_trimmed((struct str){line.p + key + 1, line.n - key - 1});
    if (key < 3 || words.n == 0 || import->last->value[field].words.p != NULL) {
        return false;
    }
    end_attack(reading);
    import_value(import, field, words, IMPORT_ARMOR_UNKNOWN);
    return true;
}

/* "XP:", a cell of a column that was left empty. */
static bool is_empty_clause(const struct reading *reading, struct str line)
{
    enum import_field field = import_field_of(line);
    return line.n > 0 && line.p[line.n - 1] == ':' && field < IMPORT_FIELDS &&
           field != IMPORT_ATTACK && field != IMPORT_DAMAGE && reading->import->last != NULL &&
           reading->pendings == 0 && reading->import->last->value[field].words.p == NULL;
}

static void read_line(struct reading *reading, struct str line)
{
    static const struct {
        const char *sign, *kind;
        enum import_armor armor; /* of one number, as these files have it */
    } signs[] = {{"[AC:", "wizardawn", IMPORT_ARMOR_UNKNOWN},
                 {"@@", "bfrpg", IMPORT_ARMOR_ASCENDING},
                 {"{{monster", "homebrewery", IMPORT_ARMOR_ASCENDING},
                 {"___", "homebrewery", IMPORT_ARMOR_ASCENDING},
                 {" ATK ", "shadowdark", IMPORT_ARMOR_ASCENDING},
                 {"**ATK", "shadowdark", IMPORT_ARMOR_ASCENDING},
                 {"THAC0:", "ose", IMPORT_ARMOR_UNKNOWN}};
    struct import *import = reading->import;
    for (size_t i = 0; import->kind == NULL && i < sizeof signs / sizeof signs[0]; i++) {
        bool is_first = signs[i].sign[0] == '@' || signs[i].sign[0] == 'T';
        bool is_it = str_holds(is_first ? str_beginning(line, 6) : line, str_of(signs[i].sign));
        import->kind = is_it ? signs[i].kind : NULL;
        import->armor =
            is_it && import->armor == IMPORT_ARMOR_UNKNOWN ? signs[i].armor : import->armor;
    }
    if (line.n > 1 && line.p[0] == '@') { /* @@ between records, @DRAGON@ before a table */
        reading->is_table = line.p[1] != '@' && line.p[line.n - 1] == '@';
        if (without_marks(line).n == 0 || reading->is_table) {
            tell_pending(reading, reading->pendings);
            return;
        }
    }
    bool is_frame = line.n > 0 && (line.p[0] == '{' || line.p[0] == '}') &&
                    (str_holds(line, str_of("{{")) || str_holds(line, str_of("}}")));
    if (is_frame) {
        return; /* {{monster,frame */
    }
    if (adds_key(reading, line)) {
        return;
    }
    bool is_cells = line.n > 0 && line.p[0] == '|';
    bool is_prose = reading->is_table || is_cells;
    int at = is_prose ? -1 : cairn_at(line);
    bool is_cairn = at >= 0;
    at = is_prose ? -1 : is_cairn ? at : first_clause(line);
    struct str name = without_marks((struct str){line.p, at < 0 ? 0 : at});
    struct str clauses = {line.p + (at < 0 ? 0 : at), line.n - (at < 0 ? 0 : at)};
    bool counts = at >= 0 && counts_those_above(reading, name, clauses);
    bool is_of_one =
        counts ||
        (at >= 0 && (is_cairn || name.n == 0 ||
                     (has_clause(clauses, is_main) && is_name_of(line, at, clauses))));
    if (counts) {
        end_attack(reading);
        tell_pending(reading, reading->pendings);
    } else if (!is_of_one) {
        if (reading->is_table && import->last != NULL) {
            import_note(import, line);
        } else if (is_empty_clause(reading, line)) {
            import_value(import, import_field_of(line), (struct str){"", 0},
                         IMPORT_ARMOR_UNKNOWN);
        } else if (is_attack_line(reading, line)) {
            tell_pending(reading, reading->pendings);
            import_value(import, IMPORT_ATTACK, without_marks(line), IMPORT_ARMOR_UNKNOWN);
        } else if (line.n > 0) {
            add_pending(reading, line);
        }
        return;
    } else if (name.n > 0) {
        tell_pending(reading, reading->pendings);
        end_attack(reading);
        begin(reading, name, reading->line);
    } else if (is_cairn || begins_another(reading, line, clauses)) {
        begin_below(reading);
    } else {
        tell_pending(reading, reading->pendings);
    }
    if (import->last != NULL && !import->is_full && is_cairn) {
        add_cairn(reading, clauses);
    } else if (import->last != NULL && !import->is_full) {
        add_clauses(reading, clauses);
    }
}

/* True when a line goes on in the next one: a bracket is open, it ends in the middle of its
 * clauses, or it was cut where a page ended. */
static bool goes_on(struct str line, struct str rest)
{
    struct str next;
    int depth = 0;
    line = str_trimmed_end(line);
    if (line.n == 0 || line.n > JOINED_MAX || line.p[0] == '|' ||
        !str_next_line(&rest, &next) || str_trimmed(next).n == 0 ||
        !has_clause(line, is_main)) {
        return false;
    }
    if (has_clause(line, is_armor) && has_clause(next, is_armor)) {
        return false; /* that is another creature */
    }
    for (int i = 0; i < line.n; i++) {
        depth += line.p[i] == '(' || line.p[i] == '[';
        depth -= depth > 0 && (line.p[i] == ')' || line.p[i] == ']');
    }
    int bytes;
    char last = line.p[line.n - 1];
    next = str_trimmed_start(next);
    bool begins_clause = clause_at(without_marks(next), &bytes) < IMPORT_FIELDS;
    bool begins_item = strchr("#*>-", next.p[0]) != NULL &&
                       (next.n < 2 || next.p[0] != '-' || !char_is_digit(next.p[1]));
    return depth > 0 || strchr(",;|/", last) != NULL ||
           (line.n >= LONG_LINE && last != '.' && !begins_clause && !begins_item &&
            next_in(next) < next.n);
}

/* A row of a table of two columns, "| Armour Class | 2 [17] |", as "Armour Class: 2 [17]"; any
 * other line as it is. */
static struct str without_cells(struct import *import, struct str line)
{
    if (line.n < 5 || line.p[0] != '|' || line.p[line.n - 1] != '|') {
        return line;
    }
    struct str inner = {line.p + 1, line.n - 2};
    const char *bar = memchr(inner.p, '|', (size_t)inner.n);
    struct str key = {inner.p, bar != NULL ? (int)(bar - inner.p) : 0};
    struct str value = {inner.p + key.n + 1, bar != NULL ? inner.n - key.n - 1 : 0};
    key = without_marks(key);
    value = str_trimmed(value);
    if (import_field_of(key) == IMPORT_FIELDS ||
        memchr(value.p, '|', (size_t)value.n) != NULL) {
        return line;
    }
    int size = key.n + value.n + 3;
    char *bytes = arena_take(import->arena, (size_t)size, 1);
    if (bytes == NULL) {
        import->is_full = true;
        return line;
    }
    struct text out = text_over(bytes, size);
    text_add_str(&out, key);
    text_add(&out, ": ");
    text_add_str(&out, value);
    return (struct str){out.p, out.n};
}

bool stat_line_add(struct import *import, struct str line)
{
    struct reading *reading = arena_take(import->arena, 1, sizeof *reading);
    struct str plain = import_plain(import->arena, line);
    if (reading == NULL || plain.p == NULL) {
        import->is_full = true;
        return false;
    }
    *reading = (struct reading){.import = import, .newest = IMPORT_FIELDS};
    int at = cairn_at(plain);
    if (at >= 0) {
        add_cairn(reading, plain);
        return true;
    }
    if (first_clause(plain) != 0 || !has_clause(plain, is_main)) {
        return false;
    }
    add_clauses(reading, plain);
    end_attack(reading);
    return true;
}

bool stat_lines_are_in(struct str text)
{
    struct str rest = text, line;
    bool has_points = false, has_armor = false;
    if (str_holds(text, str_of("\\monster{"))) {
        return true;
    }
    while (str_next_line(&rest, &line)) {
        has_armor = has_armor || has_clause(line, is_armor) || cairn_at(line) >= 0;
        has_points = has_points || cairn_at(line) >= 0 || has_clause(line, is_points);
        if (has_armor && has_points) {
            return true;
        }
    }
    return false;
}

/* What stands between lines of three dashes at the beginning of a note is about the note. */
static void pass_front_matter(struct reading *reading, struct str *rest)
{
    struct str after = *rest, line;
    int lines = 1;
    if (!str_next_line(&after, &line) || !str_equal(str_trimmed(line), "---")) {
        return;
    }
    while (str_next_line(&after, &line)) {
        lines++;
        if (str_equal(str_trimmed(line), "---")) {
            import_remark(reading->import, 1, false, (struct str){0},
                          "the front matter is about the note, and was passed over");
            *rest = after;
            reading->line += lines;
            return;
        }
    }
}

void stat_lines_read(struct import *import, struct str text)
{
    struct reading *reading = arena_take(import->arena, 1, sizeof *reading);
    struct str plain = import_plain(import->arena, text), line;
    char *bytes = arena_take(import->arena, (size_t)plain.n + 1, 1);
    if (reading == NULL || plain.p == NULL || bytes == NULL) {
        import->is_full = true;
        return;
    }
    memcpy(bytes, plain.p, (size_t)plain.n);
    struct str rest = {bytes, plain.n};
    *reading = (struct reading){
        .import = import, .line = 1, .newest = IMPORT_FIELDS, .follows_blank = true};
    import->has_columns = true;
    pass_front_matter(reading, &rest);
    while (!import->is_full && rest.n > 0) {
        int lines = 1, latex = read_latex(reading, str_trimmed_start(rest));
        if (latex > 0) {
            int gap = rest.n - str_trimmed_start(rest).n;
            line = (struct str){rest.p, gap + latex};
            rest = (struct str){rest.p + line.n, rest.n - line.n};
            lines = 0;
            for (int i = 0; i < line.n; i++) {
                lines += line.p[i] == '\n';
            }
        } else {
            (void)str_next_line(&rest, &line);
            while (goes_on(line, rest)) {
                struct str next;
                bytes[line.p - bytes + line.n] = ' ';
                (void)str_next_line(&rest, &next);
                line.n += next.n + 1;
                lines++;
            }
            struct str bare = str_trimmed(line);
            while (bare.n > 0 && bare.p[0] == '>') { /* a quotation of a note */
                bare = str_trimmed_start((struct str){bare.p + 1, bare.n - 1});
            }
            bare = without_cells(import, bare);
            read_line(reading, bare);
            reading->follows_blank = without_marks(bare).n == 0;
        }
        reading->line += lines;
    }
    end_attack(reading);
    if (import->last != NULL) {
        tell_pending(reading, reading->pendings);
    }
    if (import->count == 0) {
        import_remark(import, 1, true, (struct str){0},
                      "no armour class, hit dice or hit points here");
    }
}
