#include "tracker/condition_words.h"

#include <string.h>

#include "base/nearest.h"
#include "base/utf8.h"
#include "tracker/library.h"
#include "tracker/procedure.h"

/* ---- words ----------------------------------------------------------------------------- */

static bool ends_as(struct str word, int n, const char *end)
{
    struct str rest = {word.p + n, word.n - n};
    return word.n > n && str_equal_any_case(rest, str_of(end));
}

/* Whether the longer word is the shorter with an ending: "blinded", "stunned" of "stun",
 * "unawares". */
static bool is_form(struct str a, struct str b)
{
    static const char *const ends[] = {"s", "d", "ed", "ing", "ness"};
    struct str shorter = a.n < b.n ? a : b;
    struct str longer = a.n < b.n ? b : a;
    struct str head = {longer.p, shorter.n};
    if (shorter.n < 3 || !str_equal_any_case(head, shorter)) {
        return false;
    }
    bool is_doubled = longer.n > shorter.n &&
                      char_lower(longer.p[shorter.n]) == char_lower(shorter.p[shorter.n - 1]);
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        if (ends_as(longer, shorter.n, ends[i]) ||
            (is_doubled && ends[i][1] != '\0' && ends_as(longer, shorter.n + 1, ends[i]))) {
            return true;
        }
    }
    return false;
}

static bool is_listed_form(const struct condition_def *def, struct str word)
{
    struct str forms = def->forms != NULL ? str_of(def->forms) : (struct str){"", 0};
    for (struct str form; str_next_part(&forms, ',', &form);) {
        if (library_names_equal(word, form)) {
            return true;
        }
    }
    return library_names_equal(word, str_of(def->name));
}

const struct condition_def *condition_find(const struct procedure *procedure, struct str word)
{
    for (int i = 0; i < procedure->conditions_count; i++) {
        if (is_listed_form(&procedure->conditions[i], word)) {
            return &procedure->conditions[i];
        }
    }
    for (int i = 0; i < procedure->conditions_count; i++) {
        if (is_form(word, str_of(procedure->conditions[i].name))) {
            return &procedure->conditions[i];
        }
    }
    return NULL;
}

/* Whether a flag of the game's acts has this name: it is set while the condition holds. */
static bool is_flag(const struct state *state, struct str word)
{
    const struct system *system = state_system(state);
    for (int i = 0; i < system->actions_count; i++) {
        int at = parameter_find(&system->actions[i], word);
        const struct value_def *def = at >= 0 ? &system->actions[i].parameters[at] : NULL;
        if (def != NULL && def->kind == VALUE_FLAG && def->whose != WHOSE_ACT) {
            return true;
        }
    }
    return false;
}

bool condition_changes_numbers(const struct decision *decision, const char *name)
{
    const struct condition_def *def = condition_find(decision->procedure, str_of(name));
    bool is_known = def != NULL && strcmp(def->name, name) == 0 && !def->is_word;
    return is_known || is_flag(&decision->state, str_of(name));
}

bool condition_takes_word(struct str *words, const char *beginning)
{
    struct str word = str_of(beginning);
    bool is_there =
        words->n > word.n && str_equal_any_case((struct str){words->p, word.n}, word);
    if (is_there) {
        *words = str_trimmed((struct str){words->p + word.n, words->n - word.n});
    }
    return is_there;
}

bool condition_label(struct decision *decision, struct str word, char out[LABEL_SIZE])
{
    if (utf8_clean(out, LABEL_SIZE, word) || out[0] == '\0') {
        decision_wrong(decision, "expected plain text of 1 to %d" IN_LETTERS, LABEL_SIZE - 1);
        return false;
    }
    return true;
}

static void unknown_condition(struct decision *decision, const char *word)
{
    const struct procedure *procedure = decision->procedure;
    struct nearest nearest;
    nearest_init(&nearest, str_of(word));
    TEXT_BUFFER(list, 200);
    for (int i = 0; i < procedure->conditions_count; i++) {
        const struct condition_def *def = &procedure->conditions[i];
        nearest_offer(&nearest, def->name);
        text_add_item(&list, def->name);
    }
    const char *quote = strchr(word, ' ') != NULL ? "\"" : "";
    decision_wrong(
        decision,
        "\"%s\" is no condition of this game%s%s%s words of your own type: own %s%s%s", word,
        nearest.best != NULL ? ": did you mean " : " (",
        nearest.best != NULL ? nearest.best : list.p, nearest.best != NULL ? "? For" : "); for",
        quote, word, quote);
}

void condition_add_label(const char *label, struct text *out)
{
    struct str words = str_of(label);
    struct str rest = words;
    struct str first = str_next_word(&rest);
    bool needs_quotes = strpbrk(label, ",\"") != NULL ||
                        str_equal_any_case(first, str_of("off")) ||
                        condition_number(&words, CONDITION_ROUNDS_MOST) >= 0;
    if (needs_quotes) {
        text_add_quoted(out, str_of(label));
    } else {
        text_add(out, "%s", label);
    }
}

struct str condition_unquoted(struct str words, char buf[COMMAND_LINE_MAX + 1])
{
    struct text room = text_over(buf, COMMAND_LINE_MAX + 1);
    struct str inner = str_unquoted(words);
    return inner.n < words.n ? str_read_quoted(inner, &room) : words;
}

bool condition_read(struct decision *decision, struct str word, bool is_own,
                    char out[LABEL_SIZE])
{
    char read[COMMAND_LINE_MAX + 1];
    is_own = condition_takes_word(&word, "own ") || is_own;
    word = condition_unquoted(word, read);
    const struct condition_def *def = condition_find(decision->procedure, word);
    if (!condition_label(decision, word, out)) {
        return false;
    }
    if (def != NULL && (!is_own || library_names_equal(word, str_of(def->name)))) {
        text_format(out, LABEL_SIZE, "%s", def->name);
    } else if (!is_own && !is_flag(&decision->state, word)) {
        unknown_condition(decision, out);
    }
    return decision_goes_on(decision);
}

int condition_number(struct str *words, int most)
{
    int blank = words->n;
    while (blank > 0 && words->p[blank - 1] != ' ') {
        blank--;
    }
    int64_t number;
    struct str last = {words->p + blank, words->n - blank};
    if (blank == 0 || !str_to_int64(last, 0, most, &number)) {
        return -1;
    }
    *words = str_trimmed((struct str){words->p, blank});
    return (int)number;
}
