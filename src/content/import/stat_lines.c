#include "content/import/stat_lines.h"

#include "base/utf8.h"

#include <stdlib.h>

/* A text that is read from front to back. */
struct reading {
    struct import *import;
    int line;
    enum import_field newest; /* the field of the clause before; IMPORT_FIELDS: none */
    struct str heading; /* a line without clauses, which may be the name of what follows */
    int heading_line;
    struct str attack; /* the words of the attack clause so far, in `attack_text` */
    char attack_text[IMPORT_WORDS_MAX];
};

/* Without the marks of emphasis, lists and quotations that notes have around names. */
static struct str without_marks(struct str words)
{
    words = str_trimmed(words);
    while (words.n > 0 && strchr("*_#>-|:[( \"", words.p[0]) != NULL) {
        words = (struct str){words.p + 1, words.n - 1};
    }
    while (words.n > 0 && strchr("*_#|:,;.[( -\"", words.p[words.n - 1]) != NULL) {
        words.n--;
    }
    return words;
}

/* Whether a clause begins here: a word of a field, and something that can be its value. */
static enum import_field clause_at(struct str text, int *bytes)
{
    enum import_field field = import_field_at(text, bytes);
    if (field == IMPORT_FIELDS) {
        return field;
    }
    struct str value = {text.p + *bytes, text.n - *bytes};
    bool is_parted =
        value.n > 0 && (char_is_space(value.p[0]) || value.p[0] == ':' || value.p[0] == '*');
    while (value.n > 0 && (char_is_space(value.p[0]) || value.p[0] == ':' ||
                           value.p[0] == '*' || value.p[0] == '=')) {
        value = (struct str){value.p + 1, value.n - 1};
    }
    *bytes = (int)(value.p - text.p);
    bool is_number =
        value.n > 0 &&
        (char_is_digit(value.p[0]) || strchr("+-[('", value.p[0]) != NULL ||
         (char_lower(value.p[0]) == 'd' && value.n > 1 && char_is_digit(value.p[1])));
    /* A short word needs a number behind it ("d 1d6"); words may follow the longer and the
     * rest. */
    bool is_short = import_field_at(text, &(int){0}) == IMPORT_DAMAGE && text.p[1] == ' ';
    bool takes_words =
        field == IMPORT_ATTACK || field == IMPORT_MOVE || field == IMPORT_SAVES ||
        field == IMPORT_ALIGNMENT || field == IMPORT_TREASURE || field == IMPORT_MORALE ||
        field == IMPORT_DAMAGE || field == IMPORT_EXPERIENCE || field == IMPORT_COUNT;
    return value.n > 0 && (is_number || (is_parted && takes_words && !is_short))
               ? field
               : IMPORT_FIELDS;
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
        bool is_main = field == IMPORT_ARMOR || field == IMPORT_HIT_POINTS;
        struct str before = without_marks((struct str){line.p, i});
        bool is_start = before.n == 0 || line.p[i - 1] != ' ' ||
                        (i > 1 && strchr(":,;*|", line.p[i - 2]) != NULL);
        if (is_main || is_start) {
            return i;
        }
    }
    return -1;
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

static void add_clause(struct reading *reading, struct str clause)
{
    int bytes;
    clause = str_trimmed(clause);
    if (clause.n == 0) {
        return;
    }
    struct str bare = clause;
    while (bare.n > 0 && (bare.p[0] == '*' || bare.p[0] == '_')) {
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
            import_note(reading->import, clause);
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

static void add_clauses(struct reading *reading, struct str rest)
{
    while (rest.n > 0) {
        int key, bytes = clause_bytes(rest);
        if (clause_at(str_trimmed_start(rest), &key) == IMPORT_HIT_POINTS) {
            bytes = numbers_after(rest, bytes);
        }
        add_clause(reading, (struct str){rest.p, bytes});
        int taken = bytes < rest.n ? bytes + 1 : bytes;
        rest = (struct str){rest.p + taken, rest.n - taken};
    }
}

/* The clauses that a creature has only once: another armour class is another creature. */
static bool begins_another(const struct reading *reading, struct str clauses)
{
    int bytes;
    enum import_field field = clause_at(clauses, &bytes);
    return reading->import->last == NULL ||
           (field < IMPORT_FIELDS && field == IMPORT_ARMOR &&
            reading->import->last->value[field].words.p != NULL);
}

/* A line that was no name: more about the creature above, or, before all of them, told. */
static void tell_heading(struct reading *reading)
{
    if (reading->heading.n > 0 && reading->import->last != NULL) {
        import_note(reading->import, reading->heading);
    } else if (reading->heading.n > 0) {
        import_remark(reading->import, reading->heading_line, true, (struct str){0},
                      "before the first creature: %s", utf8_shown(reading->heading).text);
    }
}

static void read_line(struct reading *reading, struct str line)
{
    int at = first_clause(line);
    if (at < 0) {
        struct str bare = without_marks(line);
        if (bare.n == 0) {
            return;
        }
        /* The line before was no name after all. */
        tell_heading(reading);
        reading->heading = line;
        reading->heading_line = reading->line;
        return;
    }
    struct str name = without_marks((struct str){line.p, at});
    struct str clauses = {line.p + at, line.n - at};
    /* "-- There are 2 in this area [HIT POINTS: 9, 4]": more about the creature above. */
    int bytes;
    const struct import_creature *above = reading->import->last;
    if (above != NULL && clause_at(clauses, &bytes) == IMPORT_HIT_POINTS &&
        above->value[IMPORT_HIT_POINTS].words.p == NULL &&
        str_equal_any_case(str_beginning(name, 6), str_of("there "))) {
        end_attack(reading);
    } else if (name.n > 0) {
        tell_heading(reading);
        end_attack(reading);
        begin(reading, name, reading->line);
    } else if (reading->heading.n > 0 || begins_another(reading, clauses)) {
        end_attack(reading);
        begin(reading, reading->heading,
              reading->heading.n > 0 ? reading->heading_line : reading->line);
    }
    reading->heading = (struct str){0};
    if (reading->import->last != NULL && !reading->import->is_full) {
        add_clauses(reading, clauses);
    }
}

bool stat_lines_are_in(struct str text)
{
    bool has_armor = false, has_points = false;
    for (int i = 0; i < text.n; i++) {
        int bytes;
        bool is_after = i == 0 || strchr(" :,;([*|\n>", text.p[i - 1]) != NULL;
        enum import_field field =
            is_after ? clause_at((struct str){text.p + i, text.n - i}, &bytes) : IMPORT_FIELDS;
        has_armor = has_armor || field == IMPORT_ARMOR;
        has_points = has_points || field == IMPORT_HIT_POINTS;
    }
    return has_armor && has_points;
}

void stat_lines_read(struct import *import, struct str text)
{
    struct reading reading = {.import = import, .line = 1, .newest = IMPORT_FIELDS};
    struct str plain = import_plain(import->arena, text);
    if (plain.p == NULL) {
        import->is_full = true;
        return;
    }
    while (plain.n > 0 && !import->is_full) {
        const char *end = memchr(plain.p, '\n', (size_t)plain.n);
        struct str line = {plain.p, end == NULL ? plain.n : (int)(end - plain.p)};
        read_line(&reading, str_trimmed(line));
        int taken = line.n + (end != NULL);
        plain = (struct str){plain.p + taken, plain.n - taken};
        reading.line++;
    }
    end_attack(&reading);
    if (reading.heading.n > 0 && import->last != NULL) {
        import_note(import, reading.heading);
    }
    if (import->count == 0) {
        import_remark(import, 1, true, (struct str){0},
                      "no armour class, hit dice or hit points here");
    }
}
