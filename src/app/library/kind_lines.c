#include "app/library/kind_lines.h"

#include <string.h>

#include "app/library/kind_search.h"
#include "app/sitting/data.h"
#include "app/library/kinds.h"
#include "app/sitting/state.h"
#include "tracker/combatant_commands.h"

/* `add [COUNT] NAME ...`; the name goes up to the first option, or die. */
struct adding {
    struct str count, name;
};

/* A word of the line that gives something which no kind is asked for. */
static bool is_of_its_own(const struct procedure *procedure, struct str word)
{
    const char *const own[] = {"hp", "hp_max", "side", procedure->fills};
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++) {
        struct str name = str_of(own[i]);
        struct str head = {word.p, name.n < word.n ? name.n : word.n};
        if (word.n > name.n && word.p[name.n] == '=' && str_equal_any_case(head, name)) {
            return true;
        }
    }
    return false;
}

static bool read_adding(const struct procedure *procedure, const char *line, struct adding *out)
{
    struct str rest = str_of(line);
    if (procedure->fills == NULL || strchr(line, '"') != NULL ||
        !str_equal_any_case(str_next_word(&rest), str_of("add"))) {
        return false;
    }
    bool has_option = false;
    *out = (struct adding){.count = {0}};
    for (struct str word; (word = str_next_word(&rest)).p != NULL;) {
        bool is_option = memchr(word.p, '=', (size_t)word.n) != NULL;
        if (is_option && is_of_its_own(procedure, word)) {
            return false;
        }
        has_option = has_option || is_option;
        if (!has_option && out->name.p == NULL && out->count.p == NULL &&
            combatant_is_count(word)) {
            out->count = word;
        } else if (!has_option) {
            out->name.p = out->name.p == NULL ? word.p : out->name.p;
            out->name.n = (int)(word.p + word.n - out->name.p);
        }
    }
    bool is_own_name = out->count.p == NULL && out->name.p != NULL && out->name.p[0] >= 'A' &&
                       out->name.p[0] <= 'Z';
    return out->name.p != NULL && !is_own_name;
}

static bool is_gap(char c)
{
    return c == ' ' || c == '-' || c == '_';
}

/* Whether the word begins a word of the name. */
static bool begins_in(const char *name, struct str word)
{
    int length = (int)strlen(name);
    for (int i = 0; i + word.n <= length; i++) {
        if ((i == 0 || is_gap(name[i - 1])) &&
            str_equal_any_case((struct str){name + i, word.n}, word)) {
            return true;
        }
    }
    return false;
}

static bool fits(const char *name, struct str typed)
{
    int from = 0;
    for (int i = 0; i <= typed.n; i++) {
        bool is_end = i == typed.n || is_gap(typed.p[i]);
        if (is_end && i > from && !begins_in(name, (struct str){typed.p + from, i - from})) {
            return false;
        }
        from = is_end ? i + 1 : from;
    }
    return true;
}

/* Without the last word, when that can be a die: "gul 3". */
static bool drop_die(struct str *name)
{
    int from = name->n;
    while (from > 0 && name->p[from - 1] != ' ') {
        from--;
    }
    bool is_die = from > 0 && (char_is_digit(name->p[from]) || name->p[from] == '*');
    *name = is_die ? str_trimmed_end((struct str){name->p, from}) : *name;
    return is_die;
}

/* The kinds that a name begins; one of just this name is the only one. How many there are, the
 * first of them in `out`. */
enum { BEGINNING_MOST = 4, NAME_LEAST = 2 };
static int beginning(struct sitting *sitting, struct str name,
                     const struct library_record *out[BEGINNING_MOST])
{
    const struct library *library = sitting_library(sitting);
    const char *fills = sitting_procedure(sitting)->fills;
    int count = 0;
    out[0] = library_find(library, fills, name, NULL);
    if (out[0] != NULL) {
        return 1;
    }
    for (int i = 0; i < library->count && name.n >= NAME_LEAST; i++) {
        const struct library_record *record = &library->record[i];
        if (strcmp(record->kind->name, fills) == 0 && fits(record->name, name)) {
            if (count < BEGINNING_MOST) {
                out[count] = record;
            }
            count++;
        }
    }
    return count;
}

/* The same of the line's name, which may have dice behind it. */
static int kinds_of(struct sitting *sitting, struct adding *adding,
                    const struct library_record *out[BEGINNING_MOST])
{
    int count = beginning(sitting, adding->name, out);
    while (count == 0 && drop_die(&adding->name)) {
        count = beginning(sitting, adding->name, out);
    }
    return count;
}

bool sitting_write_out_kind(struct sitting *sitting, const char *line, struct text *out)
{
    struct adding adding;
    const struct library_record *kind[BEGINNING_MOST];
    if (!read_adding(sitting_procedure(sitting), line, &adding) ||
        kinds_of(sitting, &adding, kind) != 1 ||
        library_names_equal(adding.name, str_of(kind[0]->name))) {
        return false;
    }
    text_add(out, "add ");
    text_add_str(out, adding.count.p != NULL ? adding.count : str_of(""));
    text_add(out, "%s%s%s", adding.count.p != NULL ? " " : "", kind[0]->name,
             adding.name.p + adding.name.n);
    return true;
}

static void add_name(const char *name, struct text *out)
{
    for (; *name != '\0'; name++) {
        text_add_char(out, *name == '-' ? ' ' : *name);
    }
}

int sitting_tell_joining(struct sitting *sitting, const char *line, struct text *out)
{
    struct adding adding;
    const struct library_record *kind[BEGINNING_MOST];
    int count = read_adding(sitting_procedure(sitting), line, &adding)
                    ? kinds_of(sitting, &adding, kind)
                    : 0;
    if (count > 1) {
        text_add(out, "type more for one of these kinds: ");
        for (int i = 0; i < count && i < BEGINNING_MOST; i++) {
            text_add(out, "%s", i > 0 ? ", " : "");
            add_name(kind[i]->name, out);
        }
        text_add(out, "%s", count > BEGINNING_MOST ? " ..." : "");
    }
    if (count != 1) {
        return count;
    }
    if (adding.count.p != NULL) {
        text_add_str(out, adding.count);
        text_add(out, " × ");
    }
    add_name(kind[0]->name, out);
    text_add(out, ": ");
    bool is_counted = adding.count.p != NULL;
    kind_numbers_without(kind[0], is_counted ? sitting_procedure(sitting)->counted : NULL, out);
    return count;
}
