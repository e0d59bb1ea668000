#include "tracker/command.h"

#include <string.h>

#include "base/nearest.h"
#include "base/utf8.h"
#include "tracker/library.h"
#include "tracker/option_about.h"

/* ---- finding combatants ---------------------------------------------------------------- */

enum fit { FIT_NONE, FIT_BEGINNING, FIT_LETTERS, FIT_NAME };

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

/* As the whole name and the number at its end do: most combatants of a crowd are told apart by
 * this.
 */
static bool end_alike(struct str name, struct str word)
{
    char a = name.p[name.n - 1];
    char b = word.p[word.n - 1];
    return (unsigned char)a >= 0x80 || (unsigned char)b >= 0x80 ||
           char_lower(a) == char_lower(b);
}

static enum fit fit_of(struct str name, struct str word)
{
    if (name.n > 0 && end_alike(name, word)) {
        if (str_equal_any_case(name, word)) {
            return FIT_NAME;
        }
        if (fits_letters(name, word)) {
            return FIT_LETTERS;
        }
    }
    struct str beginning = {name.p, word.n};
    /* With '-' for a blank, as records and scripts write names, a word needs no quotes. */
    bool begins = word.n > 0 && word.n <= name.n &&
                  (str_equal_any_case(beginning, word) || library_names_equal(beginning, word));
    return begins ? FIT_BEGINNING : FIT_NONE;
}

/* Who is in the fight comes before who is out of it; 0: the word does not mean this one. */
static int rank_of(const struct state *state, int id, struct str word)
{
    const char *letters = state_name(state, id);
    /* However a word fits, it begins as the name does: most combatants are told apart by this.
     */
    bool is_other = word.n == 0 || ((unsigned char)word.p[0] < 0x80 &&
                                    char_lower(letters[0]) != char_lower(word.p[0]));
    if (is_other || !state_is_present(state, id)) {
        return 0;
    }
    enum fit fit = fit_of(str_of(letters), word);
    return fit == FIT_NONE ? 0 : (int)fit * 2 + (state_is_in(state, id) ? 1 : 0);
}

/* How many fit best, the first of them in *best and how well in *rank. */
static int count_fits(const struct state *state, struct str word, int *best, int *rank)
{
    int count = 0;
    *best = 0;
    *rank = 1;
    for (int id = 1; id <= state->count; id++) {
        int here = rank_of(state, id, word);
        if (here > *rank) {
            *rank = here;
            *best = id;
            count = 0;
        }
        count += here == *rank ? 1 : 0;
    }
    return count;
}

static int ambiguous(const struct state *state, struct str word, int rank, int count,
                     struct error *err)
{
    TEXT_BUFFER(list, 160);
    for (int id = 1; id <= state->count; id++) {
        if (rank_of(state, id, word) == rank) {
            text_add(&list, "%s%s", list.n == 0 ? "" : ", ", state_name(state, id));
        }
    }
    error_set(err, STATUS_USAGE, "", "%s could be any of %d: %s", utf8_shown(word).text, count,
              list.p);
    return 0;
}

static int find_by_number(const struct state *state, struct str word, struct error *err)
{
    int64_t id;
    struct str digits = {word.p + 1, word.n - 1};
    if (str_to_int64(digits, 1, state->count, &id) && state_is_present(state, (int)id)) {
        return (int)id;
    }
    error_set(err, STATUS_USAGE, "", "there is no combatant %s", utf8_shown(word).text);
    return 0;
}

/* Its name as it is typed without blanks: "gob1" for Gob 1. */
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

static int not_found(const struct state *state, struct str word, struct error *err)
{
    if (err == NULL) {
        return 0; /* nobody asks whom the word was meant for */
    }
    struct nearest nearest;
    nearest_init(&nearest, word);
    for (int id = 1; id <= state->count; id++) {
        if (state_is_present(state, id)) {
            nearest_offer(&nearest, state_name(state, id));
            offer_unspaced(&nearest, state_name(state, id));
            nearest_offer(&nearest, state_at(state, id)->text[TEXT_KIND]);
        }
    }
    error_set(err, STATUS_USAGE, "", "nobody here is called %s%s", utf8_shown(word).text,
              nearest_question(&nearest).text);
    return 0;
}

int combatant_find(const struct state *state, struct str word, struct error *err)
{
    if (word.n > 1 && word.p[0] == '#') {
        return find_by_number(state, word, err);
    }
    int best;
    int rank;
    int count = count_fits(state, word, &best, &rank);
    return count == 0   ? not_found(state, word, err)
           : count == 1 ? best
                        : ambiguous(state, word, rank, count, err);
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
    text_add_str(&word, (struct str){letter, utf8_encode(letter, utf8_lower(first.code))});
    text_add(&word, "%.*s", name.n - blank, name.p + blank);
    return (struct str){word.p, word.n};
}

/* Whether it stands in a line and in a list of combatants as it is. */
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

void combatant_word(const struct state *state, int id, struct text *out)
{
    char buf[NAME_SIZE + UTF8_BYTES_MAX];
    struct str name = str_of(state_name(state, id));
    struct str word = short_word(name, buf);
    if (word.n > 0 && combatant_find(state, word, NULL) == id) {
        text_add_str(out, word);
        return;
    }
    /* No quotation mark can be quoted: what stands before it may be enough. */
    const char *effect = memchr(name.p, '"', (size_t)name.n);
    struct str own = {name.p, effect != NULL ? (int)(effect - name.p) : name.n};
    own = str_trimmed(own);
    if (own.n == 0 || combatant_find(state, own, NULL) != id) {
        text_add(out, "#%d", id);
    } else {
        text_add(out, effect != NULL || needs_quotes(own) ? "\"%.*s\"" : "%.*s", own.n, own.p);
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

/* ---- arguments ------------------------------------------------------------------------- */

/* A combatant that is named twice stands there once, with the later share. */
static void add_once(struct argument *argument, int id, enum share share)
{
    int at = 0;
    while (at < argument->ids_count && argument->ids[at] < id) {
        at++;
    }
    if (at < argument->ids_count && argument->ids[at] == id) {
        argument->share[at] = (unsigned char)share;
        return;
    }
    memmove(&argument->ids[at + 1], &argument->ids[at],
            (size_t)(argument->ids_count - at) * sizeof argument->ids[0]);
    memmove(&argument->share[at + 1], &argument->share[at], (size_t)(argument->ids_count - at));
    argument->ids[at] = id;
    argument->share[at] = (unsigned char)share;
    argument->named[argument->ids_count++] = id;
}

/* Takes "/half" off the end of a name. */
static enum share share_parse(struct str *one)
{
    static const char *const ends[SHARES] = {
        [SHARE_FULL] = "/full", [SHARE_HALF] = "/half", [SHARE_NONE] = "/none"};
    for (int i = 0; i < SHARES; i++) {
        int n = (int)strlen(ends[i]);
        struct str end = {one->p + one->n - n, n};
        if (one->n > n && str_equal_any_case(end, str_of(ends[i]))) {
            one->n -= n;
            return (enum share)i;
        }
    }
    return SHARE_FULL;
}

int combatant_called(const struct state *state, struct str name)
{
    for (int id = 1; id <= state->count; id++) {
        if (state_is_present(state, id) &&
            str_equal_any_case(str_of(state_name(state, id)), name)) {
            return id;
        }
    }
    return 0;
}

/* Those whom one word of a list means; false when it is nobody. */
static bool combatants_add(struct argument *out, const struct state *state, struct str one,
                           enum share share, struct error *err)
{
    struct str name = str_unquoted(one);
    bool is_quoted = name.n < one.n;
    if (is_quoted || !str_is_glob(one)) {
        int id = combatant_find(state, name, err);
        if (id != 0) {
            add_once(out, id, share);
        }
        return id != 0;
    }
    bool is_found = false;
    for (int id = 1; id <= state->count; id++) {
        if (state_is_in(state, id) && str_matches_glob(str_of(state_name(state, id)), one)) {
            add_once(out, id, share);
            is_found = true;
        }
    }
    if (!is_found) {
        error_set(err, STATUS_USAGE, "", "nobody in the fight matches %s",
                  utf8_shown(one).text);
    }
    return is_found;
}

static enum status combatants_parse(struct argument *out, const struct argument_def *def,
                                    const struct state *state, struct str word,
                                    struct error *err)
{
    int called = combatant_called(state, word);
    if (called != 0) {
        add_once(out, called, SHARE_FULL);
        return STATUS_OK;
    }
    struct str rest = word;
    struct str one = {word.p, 0};
    while (str_next_part(&rest, ',', &one)) {
        enum share share = def->takes_shares ? share_parse(&one) : SHARE_FULL;
        if (!combatants_add(out, state, one, share, err)) {
            return STATUS_USAGE;
        }
    }
    return out->ids_count > 0
               ? STATUS_OK
               : error_set(err, STATUS_USAGE, "", "%s: expected a name", def->name);
}

static enum status choice_parse(struct argument *out, const struct argument_def *def,
                                struct str word, struct error *err)
{
    struct nearest nearest;
    nearest_init(&nearest, word);
    TEXT_BUFFER(list, 160);
    for (int i = 0; def->choices[i] != NULL; i++) {
        if (str_equal_any_case(word, str_of(def->choices[i]))) {
            out->choice = i;
            return STATUS_OK;
        }
        nearest_offer(&nearest, def->choices[i]);
        text_add(&list, "%s%s", i == 0 ? "" : ", ", def->choices[i]);
    }
    return error_set(err, STATUS_USAGE, "", "%s: expected %s: %s%s", utf8_shown(word).text,
                     def->name, list.p, nearest_question(&nearest).text);
}

static enum status argument_parse(struct argument *out, const struct argument_def *def,
                                  const struct state *state, struct str word, struct error *err)
{
    out->is_given = true;
    out->word = word;
    switch (def->kind) {
    case ARGUMENT_COMBATANT:
        out->id = combatant_find(state, word, err);
        return out->id != 0 ? STATUS_OK : STATUS_USAGE;
    case ARGUMENT_COMBATANTS:
        return combatants_parse(out, def, state, word, err);
    case ARGUMENT_CHOICE:
        return choice_parse(out, def, word, err);
    case ARGUMENT_NUMBER:
    case ARGUMENT_CHANGE:
    case ARGUMENT_WORD:
    case ARGUMENT_NAME:
    case ARGUMENT_TEXT:
        return STATUS_OK;
    }
    return STATUS_OK;
}

/* ---- the line -------------------------------------------------------------------------- */

/* `dv@3`: the parameter, of the target 3 alone. */
static bool is_of_one_target(const struct command_def *def, struct str name)
{
    const char *at = memchr(name.p, '@', (size_t)name.n);
    int64_t id;
    if (at == NULL || def->action == NULL) {
        return false;
    }
    struct str parameter = {name.p, (int)(at - name.p)};
    int i = parameter_find(def->action, parameter);
    return i >= 0 && def->action->parameters[i].whose == WHOSE_TARGET &&
           str_to_int64((struct str){at + 1, name.n - parameter.n - 1}, 1, COMBATANTS_MAX, &id);
}

static bool takes_any_name(const char *option)
{
    return strcmp(option, "*") == 0 || strcmp(option, "@") == 0;
}

static bool knows_option(const struct command_def *def, struct str name)
{
    if (is_of_one_target(def, name)) {
        return true;
    }
    const char *known;
    for (int i = 0; (known = command_option_name(def, i)) != NULL; i++) {
        if (takes_any_name(known) || str_equal_any_case(name, str_of(known))) {
            return true;
        }
    }
    return false;
}

/* An option is `name=value` or a bare name the command knows; it begins with a letter of any
 * script. */
static bool is_option(const struct command_def *def, struct str word)
{
    const char *first = command_option_name(def, 0);
    bool begins = word.n > 0 && (char_is_letter(word.p[0]) || (unsigned char)word.p[0] >= 0x80);
    if (first == NULL || !begins) {
        return false;
    }
    if (memchr(word.p, '=', (size_t)word.n) != NULL) {
        return true;
    }
    return !takes_any_name(first) && knows_option(def, word);
}

static enum status unknown_option(const struct command_def *def, struct str name,
                                  struct error *err)
{
    struct nearest nearest;
    nearest_init(&nearest, name);
    TEXT_BUFFER(list, 160);
    const char *known;
    for (int i = 0; (known = command_option_name(def, i)) != NULL; i++) {
        nearest_offer(&nearest, known);
        text_add(&list, "%s%s", i == 0 ? "" : ", ", known);
    }
    return error_set(err, STATUS_USAGE, "", "%s has no option %s%s (it knows %s)", def->name,
                     utf8_shown(name).text, nearest_question(&nearest).text, list.p);
}

static enum status option_parse(struct command *out, struct str word, struct error *err)
{
    const char *equals = memchr(word.p, '=', (size_t)word.n);
    int n = equals == NULL ? word.n : (int)(equals - word.p);
    struct option option = {.name = {word.p, n}};
    if (equals != NULL) {
        option.value = str_unquoted((struct str){equals + 1, word.n - n - 1});
    }
    if (!knows_option(out->def, option.name)) {
        return unknown_option(out->def, option.name, err);
    }
    for (int i = 0; i < out->options; i++) {
        if (str_equal_any_case(out->option[i].name, option.name)) {
            return error_set(err, STATUS_USAGE, "", "%s was given twice",
                             utf8_shown(option.name).text);
        }
    }
    if (out->options == OPTIONS_MAX) {
        return error_set(err, STATUS_USAGE, "", "more than %d options", OPTIONS_MAX);
    }
    out->option[out->options++] = option;
    return STATUS_OK;
}

static const struct command_def *def_find(const struct command_def *const *defs, int defs_count,
                                          struct str name, struct error *err)
{
    for (int i = 0; i < defs_count; i++) {
        if (str_equal_any_case(name, str_of(defs[i]->name))) {
            return defs[i];
        }
    }
    struct nearest nearest;
    nearest_init(&nearest, name);
    for (int i = 0; i < defs_count; i++) {
        nearest_offer(&nearest, defs[i]->name);
    }
    if (nearest.best != NULL) {
        error_set(err, STATUS_USAGE, "", "there is no command %s; did you mean %s?",
                  utf8_shown(name).text, nearest.best);
    } else {
        error_set(err, STATUS_USAGE, "", "there is no command %s; `commands` lists them",
                  utf8_shown(name).text);
    }
    return NULL;
}

static enum status die_parse(struct command *out, const struct entered *entered,
                             struct str word, struct error *err)
{
    if (out->entered_count == ENTERED_MAX) {
        return error_set(err, STATUS_USAGE, "", "more than %d dice", ENTERED_MAX);
    }
    out->entered_word[out->entered_count] = word;
    out->entered[out->entered_count++] = *entered;
    return STATUS_OK;
}

/* In `morale 3 4` the numbers are dice, since the name may be left out; no choice is a number.
 */
static bool is_left_out(const struct command_def *def, int argument)
{
    return def->arguments[argument].is_optional &&
           (def->arguments[argument].kind == ARGUMENT_COMBATANT ||
            def->arguments[argument].kind == ARGUMENT_COMBATANTS ||
            def->arguments[argument].leaves_numbers ||
            def->arguments[argument].kind == ARGUMENT_CHOICE);
}

/* A combatant may be called as an option that stands alone: "Magic" in `damage magic 5` is whom
 * it goes to, as long as nobody else was named. */
static bool means_combatant(const struct command_def *def, int argument,
                            const struct state *state, struct str word)
{
    bool takes_row = argument < def->arguments_count &&
                     (def->arguments[argument].kind == ARGUMENT_COMBATANT ||
                      def->arguments[argument].kind == ARGUMENT_COMBATANTS);
    return takes_row && combatant_called(state, word) != 0;
}

/* Where only dice and options are left. */
static enum status no_die(const struct command_def *def, struct str word, struct error *err)
{
    struct nearest nearest;
    nearest_init(&nearest, word);
    const char *known;
    for (int i = 0; (known = command_option_name(def, i)) != NULL; i++) {
        nearest_offer(&nearest, known);
    }
    return error_set(err, STATUS_USAGE, "",
                     "%s does not take %s%s%s dice are entered as 14, "
                     "=15 for a total, * or roll",
                     def->name, utf8_shown(word).text, nearest_question(&nearest).text,
                     nearest.best != NULL ? "" : ":");
}

/* One word: an option, the next argument, or a die. */
static enum status word_parse(struct command *out, const struct procedure *procedure,
                              int *arguments, const struct state *state, struct str word,
                              bool is_quoted, struct error *err)
{
    const struct command_def *def = out->def;
    struct entered entered;
    bool is_die = !is_quoted && def->takes_dice && entered_parse(&entered, word);
    bool is_argument = *arguments < def->arguments_count;
    if (!is_quoted && is_option(def, word) && !means_combatant(def, *arguments, state, word)) {
        return option_parse(out, word, err);
    }
    if (is_argument && !(is_die && is_left_out(def, *arguments))) {
        int i = (*arguments)++;
        return argument_parse(&out->argument[i], &def->arguments[i], state, word, err);
    }
    if (is_die) {
        return die_parse(out, &entered, word, err);
    }
    if (def->takes_dice) {
        return no_die(def, word, err);
    }
    TEXT_BUFFER(text, 200);
    command_usage(procedure, state_system(state), def, &text);
    return error_set(err, STATUS_USAGE, "", "%s does not take %s: it is %s", def->name,
                     utf8_shown(word).text, text.p);
}

/* Words that belong to the name that `word` begins; the line goes on behind them. */
static struct str name_parse(const struct command_def *def, struct str word, struct str *line)
{
    struct entered entered;
    struct str rest = *line;
    for (;;) {
        struct str before = rest;
        struct str next = str_next_word(&rest);
        bool is_quoted = next.p > before.p && next.p[-1] == '"';
        bool is_die = def->takes_dice && next.p != NULL && entered_parse(&entered, next);
        if (next.p == NULL || is_quoted || is_die || is_option(def, next)) {
            return word;
        }
        word.n = (int)(next.p - word.p) + next.n;
        *line = rest;
    }
}

static enum status missing_argument(const struct procedure *procedure,
                                    const struct state *state, const struct command_def *def,
                                    int i, struct error *err)
{
    TEXT_BUFFER(text, 200);
    command_usage(procedure, state_system(state), def, &text);
    return error_set(err, STATUS_USAGE, "", "%s needs %s: it is %s", def->name,
                     def->arguments[i].name, text.p);
}

/* The lists are left as they are: ids_count, options and entered_count tell what is in use. */
static void clear(struct command *out)
{
    out->def = NULL;
    out->is_ruling = false;
    for (int i = 0; i < ARGUMENTS_MAX; i++) {
        struct argument *argument = &out->argument[i];
        argument->is_given = false;
        argument->word = (struct str){NULL, 0};
        argument->id = argument->ids_count = argument->choice = 0;
    }
    out->options = out->entered_count = 0;
    out->missing = NULL;
}

enum status command_parse(struct command *out, const struct procedure *procedure,
                          const struct command_def *const *defs, int defs_count,
                          const struct state *state, struct str line, struct error *err)
{
    clear(out);
    if (line.n > COMMAND_LINE_MAX) {
        return error_set(err, STATUS_USAGE, "", "a line has at most %d bytes",
                         COMMAND_LINE_MAX);
    }
    struct str name = str_next_word(&line);
    if (str_equal_any_case(name, str_of("ruling"))) {
        out->is_ruling = true;
        name = str_next_word(&line);
    }
    if (name.p == NULL) {
        return error_set(err, STATUS_USAGE, "", "a command is missing");
    }
    out->def = def_find(defs, defs_count, name, err);
    if (out->def == NULL) {
        return STATUS_USAGE;
    }
    int arguments = 0;
    for (;;) {
        bool is_text = arguments < out->def->arguments_count &&
                       out->def->arguments[arguments].kind == ARGUMENT_TEXT;
        struct str rest = line;
        struct str word = str_next_list(&line);
        if (word.p == NULL) {
            break;
        }
        bool is_quoted = word.p > rest.p && word.p[-1] == '"';
        if (is_text) {
            /* To the end of the line, less the quotes if they are around all of it. */
            bool is_whole = is_quoted && str_trimmed(line).n == 0;
            int skip = (int)(word.p - rest.p) - (is_quoted ? 1 : 0);
            out->argument[arguments].is_given = true;
            out->argument[arguments].word =
                is_whole ? word : (struct str){rest.p + skip, rest.n - skip};
            return STATUS_OK;
        }
        bool is_name = arguments < out->def->arguments_count && !is_quoted &&
                       out->def->arguments[arguments].kind == ARGUMENT_NAME;
        if (is_name && !is_option(out->def, word)) {
            word = name_parse(out->def, word, &line);
        }
        enum status status =
            word_parse(out, procedure, &arguments, state, word, is_quoted, err);
        if (status != STATUS_OK) {
            return status;
        }
    }
    if (arguments < out->def->arguments_count && !out->def->arguments[arguments].is_optional) {
        out->missing = &out->def->arguments[arguments];
        return missing_argument(procedure, state, out->def, arguments, err);
    }
    return STATUS_OK;
}

void command_option_usage(const struct procedure *procedure, const struct system *system,
                          const struct command_def *def, const char *option, struct text *out)
{
    if (takes_any_name(option)) {
        text_add(out, strcmp(option, "@") == 0 ? "NAME=value ..." : "name=value ...");
    } else {
        bool is_flag = option_about(procedure, system, def, option).takes == OPTION_TAKES_FLAG;
        text_add(out, "%s%s", option, is_flag ? "" : "=");
    }
}

void command_usage(const struct procedure *procedure, const struct system *system,
                   const struct command_def *def, struct text *out)
{
    text_add(out, "%s", def->name);
    for (int i = 0; i < def->arguments_count; i++) {
        const struct argument_def *argument = &def->arguments[i];
        text_add(out, argument->is_optional ? " [%s]" : " %s", argument->name);
    }
    const char *known;
    for (int i = 0; (known = command_option_name(def, i)) != NULL; i++) {
        text_add(out, " [");
        command_option_usage(procedure, system, def, known, out);
        text_add(out, "]");
    }
    text_add(out, "%s", def->takes_dice ? " [dice]" : "");
}

const struct option *command_option(const struct command *command, const char *name)
{
    for (int i = 0; i < command->options; i++) {
        if (str_equal_any_case(command->option[i].name, str_of(name))) {
            return &command->option[i];
        }
    }
    return NULL;
}
