#include "tracker/naming.h"

#include <string.h>
#include <utf8proc.h>

#include "base/nearest.h"
#include "base/utf8.h"
#include "resolver/dice/dice.h"

/* True when anything in it is beyond ASCII. */
static bool name_has_marks(struct str text)
{
    for (int i = 0; i < text.n; i++) {
        if ((unsigned char)text.p[i] >= 0x80) {
            return true;
        }
    }
    return false;
}

struct str name_in_form(struct str name, enum name_form form, char *buf, int size)
{
    enum { CODES_MAX = 2048 };
    utf8proc_int32_t codes[CODES_MAX + 1];
    utf8proc_option_t options = UTF8PROC_STABLE | UTF8PROC_COMPOSE;
    if (form == NAME_TYPED || !name_has_marks(name)) {
        return name;
    }
    options |= form == NAME_PLAIN ? UTF8PROC_STRIPMARK : 0;
    utf8proc_ssize_t count =
        utf8proc_decompose((const utf8proc_uint8_t *)name.p, name.n, codes, CODES_MAX, options);
    utf8proc_ssize_t n =
        count > 0 && count <= CODES_MAX ? utf8proc_reencode(codes, count, options) : 0;
    if (n <= 0 || n >= size) {
        return name; /* ill-formed, too long, or nothing but marks */
    }
    memcpy(buf, codes, (size_t)n);
    buf[n] = '\0';
    return (struct str){buf, (int)n};
}

enum { FORM_SIZE = 4 * NAME_SIZE, TEXT_FORM_SIZE = 1024 };

enum name_form names_fit(struct str a, struct str b)
{
    for (enum name_form form = NAME_TYPED; form < NAME_FORMS; form++) {
        char first[FORM_SIZE], second[FORM_SIZE];
        if (str_equal_any_case(name_in_form(a, form, first, sizeof first),
                               name_in_form(b, form, second, sizeof second))) {
            return form;
        }
        if (!name_has_marks(a) && !name_has_marks(b)) {
            break;
        }
    }
    return NAME_FORMS;
}

bool names_same(struct str a, struct str b)
{
    return str_equal_any_case(a, b) ||
           (name_has_marks(a) && name_has_marks(b) && names_fit(a, b) <= NAME_COMPOSED);
}

bool library_names_equal(struct str a, struct str b)
{
    if (a.n != b.n) {
        return false;
    }
    for (int i = 0; i < a.n; i++) {
        char x = a.p[i] == ' ' ? '-' : char_lower(a.p[i]);
        char y = b.p[i] == ' ' ? '-' : char_lower(b.p[i]);
        if (x != y) {
            return false;
        }
    }
    return true;
}

bool text_holds_words(struct str text, struct str words)
{
    char first[TEXT_FORM_SIZE], second[TEXT_FORM_SIZE];
    return str_holds_words(text, words) ||
           ((name_has_marks(text) || name_has_marks(words)) &&
            str_holds_words(name_in_form(text, NAME_PLAIN, first, sizeof first),
                            name_in_form(words, NAME_PLAIN, second, sizeof second)));
}

/* ---- finding combatants ---------------------------------------------------------------- */

/* FIT_HYPHENS: the whole name, with '-' for each blank. */
enum fit { FIT_NONE, FIT_BEGINNING, FIT_LETTERS, FIT_HYPHENS, FIT_NAME };

/* "Pelican 12" for "p12": the beginning of the name and its number. */
static bool fits_letters(struct str name, struct str word)
{
    int letters = 0;
    while (letters < word.n && !char_is_digit(word.p[letters])) {
        letters++;
    }
    if (letters == 0 || letters == word.n || letters > name.n) {
        return false;
    }
    int blank = name.n;
    while (blank > 0 && name.p[blank - 1] != ' ') {
        blank--;
    }
    struct str beginning = {name.p, letters};
    struct str typed = {word.p, letters};
    struct str number = {name.p + blank, name.n - blank};
    struct str typed_number = {word.p + letters, word.n - letters};
    return blank > letters && str_equal_any_case(number, typed_number) &&
           str_equal_any_case(beginning, typed);
}

/* Compares the whole name by the number at its end: this rules out most combatants of a
 * crowd. */
static bool end_alike(struct str name, struct str word)
{
    char a = name.p[name.n - 1];
    char b = word.p[word.n - 1];
    return (unsigned char)a >= 0x80 || (unsigned char)b >= 0x80 ||
           char_lower(a) == char_lower(b);
}

/* Of a name and a word that begin alike, and so are not empty. */
static enum fit fit_of(struct str name, struct str word)
{
    if (end_alike(name, word)) {
        if (str_equal_any_case(name, word)) {
            return FIT_NAME;
        }
        if (library_names_equal(name, word)) {
            return FIT_HYPHENS;
        }
        if (fits_letters(name, word)) {
            return FIT_LETTERS;
        }
    }
    struct str beginning = {name.p, word.n};
    /* With '-' for a blank, as in records and scripts, a word needs no quotes. */
    bool begins = word.n <= name.n &&
                  (str_equal_any_case(beginning, word) || library_names_equal(beginning, word));
    return begins ? FIT_BEGINNING : FIT_NONE;
}

/* True when the first letters are the same: this rules out most combatants. */
static bool begins_alike(struct str name, struct str word)
{
    return word.n > 0 && name.n > 0 &&
           ((unsigned char)word.p[0] >= 0x80 || char_lower(name.p[0]) == char_lower(word.p[0]));
}

/* What was typed, in one of the forms. */
struct typed {
    struct str word;
    enum name_form form;
};

/* How well a word fits; combatants in the fight come first. 0: it does not mean this one. */
static int rank_of(const struct state *state, int id, const struct typed *typed)
{
    char buf[FORM_SIZE];
    struct str name = str_of(state_name(state, id));
    if (typed->form != NAME_TYPED) {
        name = name_in_form(name, typed->form, buf, sizeof buf);
    }
    if (!begins_alike(name, typed->word) || !state_is_present(state, id)) {
        return 0;
    }
    enum fit fit = fit_of(name, typed->word);
    return fit == FIT_NONE ? 0 : (int)fit * 2 + (state_is_in(state, id) ? 1 : 0);
}

/* The number of combatants that fit best, the first of them in *best and its rank in *rank. */
static int count_fits(const struct state *state, const struct typed *typed, int *best,
                      int *rank)
{
    int count = 0;
    *best = 0;
    *rank = 1;
    for (int id = 1; id <= state->count; id++) {
        int here = rank_of(state, id, typed);
        if (here > *rank) {
            *rank = here;
            *best = id;
            count = 0;
        }
        count += here == *rank ? 1 : 0;
    }
    return count;
}

static int ambiguous(const struct state *state, const struct typed *typed, int rank, int count,
                     struct error *err)
{
    TEXT_BUFFER(list, 160);
    for (int id = 1; id <= state->count; id++) {
        if (rank_of(state, id, typed) == rank) {
            text_add(&list, "%s%s", list.n == 0 ? "" : ", ", state_name(state, id));
        }
    }
    error_set(err, STATUS_USAGE, "", "%s could be any of %d: %s", utf8_shown(typed->word).text,
              count, list.p);
    return 0;
}

/* Offers the name typed without blanks: "gob1" for Gob 1. */
static void offer_unspaced(struct nearest *nearest, const char *name)
{
    TEXT_BUFFER(unspaced, NAME_SIZE);
    struct nearest one;
    for (const char *c = name; *c != '\0'; c++) {
        text_add(&unspaced, "%.*s", *c != ' ' ? 1 : 0, c);
    }
    nearest_init(&one, nearest->word);
    nearest_offer(&one, unspaced.p);
    if (one.best != NULL && (nearest->best == NULL || one.rank < nearest->rank)) {
        nearest->best = name;
        nearest->rank = one.rank;
    }
}

/* It is near but for its marks: "zoee" for Zoë. */
static void offer_plain(struct nearest *nearest, const char *name)
{
    char buf[FORM_SIZE], typed[FORM_SIZE];
    struct nearest one;
    struct str plain = name_in_form(str_of(name), NAME_PLAIN, buf, sizeof buf);
    nearest_init(&one, name_in_form(nearest->word, NAME_PLAIN, typed, sizeof typed));
    nearest_offer(&one, plain.p);
    if (one.best != NULL && (nearest->best == NULL || one.rank < nearest->rank)) {
        nearest->best = name;
        nearest->rank = one.rank;
    }
}

/* Its kind is near to what was typed, or what it was called before it got another name: then
 * its name is meant. */
static void offer_kind(struct nearest *nearest, const struct state *state, int id)
{
    const char *kind = state_at(state, id)->text[TEXT_KIND];
    nearest_offer(nearest, kind);
    if (nearest->best == kind && nearest->rank == 0) {
        nearest->best = state_name(state, id);
    }
}

int combatant_find(const struct state *state, struct str word, struct error *err)
{
    if (word.n > 1 && word.p[0] == '#') {
        int64_t id;
        struct str digits = {word.p + 1, word.n - 1};
        if (str_to_int64(digits, 1, state->count, &id) && state_is_present(state, (int)id)) {
            return (int)id;
        }
        error_set(err, STATUS_USAGE, "", "there is no combatant %s", utf8_shown(word).text);
        return 0;
    }
    int best;
    int rank;
    for (enum name_form form = NAME_TYPED; form < NAME_FORMS; form++) {
        char buf[FORM_SIZE];
        struct typed typed = {name_in_form(word, form, buf, sizeof buf), form};
        int count = count_fits(state, &typed, &best, &rank);
        if (count > 0) {
            return count == 1 ? best : ambiguous(state, &typed, rank, count, err);
        }
    }
    if (err == NULL) {
        return 0; /* the caller does not want to know whom the word fits */
    }
    struct nearest nearest;
    nearest_init(&nearest, word);
    for (int id = 1; id <= state->count; id++) {
        if (state_is_present(state, id)) {
            nearest_offer(&nearest, state_name(state, id));
            offer_unspaced(&nearest, state_name(state, id));
            offer_plain(&nearest, state_name(state, id));
            offer_kind(&nearest, state, id);
        }
    }
    error_set(err, STATUS_USAGE, "", "no combatant here is called %s%s", utf8_shown(word).text,
              nearest_question(&nearest).text);
    return 0;
}

/* "p1" for "Pelican 1", "у4" for "Упырь 4": the first letter and the number; n 0 for other
 * names. */
static struct str short_word(struct str name, char buf[NAME_SIZE + UTF8_BYTES_MAX])
{
    int blank = name.n;
    while (blank > 0 && name.p[blank - 1] != ' ') {
        blank--;
    }
    struct utf8_step first = utf8_decode(name);
    bool begins = first.code >= 0x80 || char_is_letter(name.p[0]);
    if (blank <= first.n || blank >= name.n || !char_is_digit(name.p[blank]) || !begins) {
        return (struct str){"", 0};
    }
    char letter[UTF8_BYTES_MAX];
    struct text word = text_over(buf, NAME_SIZE + UTF8_BYTES_MAX);
    text_add_str(&word, (struct str){letter, utf8_write(letter, utf8_lower(first.code))});
    text_add(&word, "%.*s", name.n - blank, name.p + blank);
    return (struct str){word.p, word.n};
}

/* True when it can be in a line and in a list of combatants without quotes. */
static bool needs_quotes(struct str name)
{
    struct entered entered;
    bool begins = char_is_letter(name.p[0]) || (unsigned char)name.p[0] >= 0x80;
    for (int i = 0; i < name.n; i++) {
        if (strchr(" =\",*?/", name.p[i]) != NULL) {
            return true;
        }
    }
    return !begins || entered_parse(&entered, name);
}

int combatant_called(const struct state *state, struct str name)
{
    for (int id = 1; id <= state->count; id++) {
        struct str own = str_of(state_name(state, id));
        if (begins_alike(own, name) && state_is_present(state, id) &&
            str_equal_any_case(own, name)) {
            return id;
        }
    }
    for (int id = 1; name_has_marks(name) && id <= state->count; id++) {
        if (state_is_present(state, id) && names_same(str_of(state_name(state, id)), name)) {
            return id;
        }
    }
    return 0;
}

/* For a word in quotes a combatant with exactly this name comes first. */
static int find_called(const struct state *state, struct str name, struct error *err)
{
    int called = combatant_called(state, name);
    return called != 0 ? called : combatant_find(state, name, err);
}

int combatant_find_listed(const struct state *state, struct str one, struct error *err)
{
    char buf[NAME_SIZE + 2];
    struct text room = text_over(buf, sizeof buf);
    struct str inner = str_unquoted(one);
    return inner.n < one.n ? find_called(state, str_read_quoted(inner, &room), err)
                           : combatant_find(state, one, err);
}

struct named_several combatants_named(const struct state *state, const int *ids, int count)
{
    struct named_several out;
    struct text text = text_over(out.text, sizeof out.text);
    text_add(&text, "%s", state_name(state, ids[0]));
    if (count == 2 && text.n + strlen(state_name(state, ids[1])) < NAME_SIZE) {
        text_add(&text, " and %s", state_name(state, ids[1]));
    } else if (count == 2) {
        text_add(&text, " and another");
    } else if (count > 1) {
        text_add(&text, " and %d more", count - 1);
    }
    return out;
}

void combatant_word(const struct state *state, int id, struct text *out)
{
    char buf[NAME_SIZE + UTF8_BYTES_MAX];
    struct str name = str_of(state_name(state, id));
    struct str word = short_word(name, buf);
    if (word.n > 0 && !needs_quotes(word) && combatant_find(state, word, NULL) == id) {
        text_add_str(out, word);
        return;
    }
    /* In old campaigns two combatants may have the same name, or names that are the same once
     * they are typed, which composes them. */
    char composed[FORM_SIZE];
    struct str typed = name_in_form(name, NAME_COMPOSED, composed, sizeof composed);
    if (name.n == 0 || combatant_called(state, typed) != id) {
        text_add(out, "#%d", id);
    } else if (needs_quotes(name)) {
        text_add_quoted(out, name);
    } else {
        text_add_str(out, name);
    }
}

void command_name_ids(const struct state *state, struct str line, struct text *out)
{
    bool is_quoted = false;
    for (int i = 0; i < line.n; i++) {
        int end = i + 1;
        int64_t id;
        bool begins =
            line.p[i] == '#' && !is_quoted && i > 0 && memchr(" =,", line.p[i - 1], 3) != NULL;
        while (begins && end < line.n && char_is_digit(line.p[end])) {
            end++;
        }
        bool is_whole = end == line.n || memchr(" ,/", line.p[end], 3) != NULL;
        if (begins && is_whole &&
            str_to_int64((struct str){line.p + i + 1, end - i - 1}, 1, state->count, &id)) {
            combatant_word(state, (int)id, out);
            i = end - 1;
            continue;
        }
        is_quoted = is_quoted != (line.p[i] == '"');
        text_add_str(out, (struct str){line.p + i, 1});
    }
}
