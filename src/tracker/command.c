#include "tracker/command.h"

#include <string.h>

#include "base/nearest.h"
#include "base/utf8.h"
#include "tracker/library.h"
#include "tracker/procedure.h"

/* ---- rows -------------------------------------------------------------------------------- */

static const char *keep_text(struct made_commands *made, struct str text)
{
    char *kept = made->text + made->text_used;
    CHECK(made->text_used + text.n < MADE_TEXT_SIZE);
    memcpy(kept, text.p, (size_t)text.n);
    kept[text.n] = '\0';
    made->text_used += text.n + 1;
    return kept;
}

static void keep_word(struct made_commands *made, const char *word)
{
    CHECK(made->words < MADE_WORDS_MAX);
    made->word[made->words++] = word;
}

/* The place of the word in a list; -1: it is not there. */
static int place_in(const char *const *list, size_t count, struct str word)
{
    for (size_t i = 0; i < count; i++) {
        if (str_equal(word, list[i])) {
            return (int)i;
        }
    }
    return -1;
}

/* What stands behind a slash: "encounter", "record:item", "shares", "no-number". */
static void read_detail(struct made_commands *made, struct argument_def *out, struct str detail)
{
    static const char *const words[] = {[WORDS_ANY] = "any",
                                        [WORDS_CONDITION] = "condition",
                                        [WORDS_TRAIT] = "trait",
                                        [WORDS_COUNTER] = "counter",
                                        [WORDS_SETTING] = "setting",
                                        [WORDS_PROGRAM] = "program",
                                        [WORDS_ENCOUNTER] = "encounter",
                                        [WORDS_ARCHIVED] = "archived",
                                        [WORDS_TABLE] = "table",
                                        [WORDS_RULE] = "rule",
                                        [WORDS_RECORD] = "record",
                                        [WORDS_ARCHIVED_RECORD] = "archived-record",
                                        [WORDS_MEMBER] = "member",
                                        [WORDS_PREPARED] = "prepared",
                                        [WORDS_QUESTION] = "question",
                                        [WORDS_MACRO] = "macro",
                                        [WORDS_DEMO] = "demo"};
    struct str head = str_of("record:");
    if (str_equal(detail, "shares")) {
        out->takes_shares = true;
    } else if (str_equal(detail, "no-number")) {
        out->leaves_numbers = true;
    } else if (detail.n > head.n && memcmp(detail.p, head.p, (size_t)head.n) == 0) {
        out->records = keep_text(made, (struct str){detail.p + head.n, detail.n - head.n});
    } else {
        int place = place_in(words, sizeof words / sizeof words[0], detail);
        CHECK(place >= 0);
        out->words = (enum argument_words)place;
    }
}

/* "combatants/shares", "word/encounter", "up|down". */
static void read_kind(struct made_commands *made, const struct command_def *def,
                      struct argument_def *out, struct str rest)
{
    static const char *const kinds[] = {
        [ARGUMENT_COMBATANT] = "combatant", [ARGUMENT_COMBATANTS] = "combatants",
        [ARGUMENT_NUMBER] = "number",       [ARGUMENT_CHANGE] = "change",
        [ARGUMENT_WORD] = "word",           [ARGUMENT_NAME] = "name",
        [ARGUMENT_CHOICE] = "choice",       [ARGUMENT_TEXT] = "text"};
    struct str kind, part;
    CHECK(str_next_part(&rest, '/', &kind));
    int place = place_in(kinds, sizeof kinds / sizeof kinds[0], kind);
    out->kind = place >= 0 ? (enum argument_kind)place : ARGUMENT_CHOICE;
    if (place == ARGUMENT_CHOICE) {
        CHECK(def->choices != NULL);
        out->choices = def->choices;
    } else if (place < 0) {
        out->choices = &made->word[made->words];
        while (str_next_part(&kind, '|', &part)) {
            keep_word(made, keep_text(made, part));
        }
        keep_word(made, NULL);
    }
    while (str_next_part(&rest, '/', &part)) {
        read_detail(made, out, part);
    }
}

/* The arguments come first, then the options, then the dice. */
static void read_signature(struct made_commands *made, struct command_def *def)
{
    struct str rest = str_of(def->signature);
    for (struct str word; (word = str_next_word(&rest)).p != NULL;) {
        bool is_optional = word.p[0] == '[';
        struct str inner =
            is_optional ? (struct str){word.p + 1, word.n - 2} : (struct str){word.p, word.n};
        const char *colon = memchr(inner.p, ':', (size_t)inner.n);
        if (colon != NULL) {
            struct str name = {inner.p, (int)(colon - inner.p)};
            CHECK(def->arguments_count < ARGUMENTS_MAX);
            struct argument_def *argument = &def->arguments[def->arguments_count++];
            argument->name = keep_text(made, name);
            argument->is_optional = is_optional;
            read_kind(made, def, argument, (struct str){colon + 1, inner.n - name.n - 1});
        } else if (str_equal(inner, "dice")) {
            def->takes_dice = true;
        } else {
            bool has_value = inner.p[inner.n - 1] == '=';
            def->options = def->options != NULL ? def->options : &made->word[made->words];
            keep_word(made, keep_text(made, (struct str){inner.p, inner.n - has_value}));
        }
    }
    if (def->options != NULL) {
        keep_word(made, NULL);
    }
}

struct command_def *commands_add(struct made_commands *made, const struct command_def *row,
                                 const struct system *system)
{
    CHECK(made->count < COMMANDS_MAX);
    struct command_def *def = &made->def[made->count++];
    *def = *row;
    def->rule = row->rule != NULL ? row->rule : "";
    if (row->signature != NULL) {
        read_signature(made, def);
    }
    if (row->act != NULL) {
        def->action = action_find(system, str_of(row->act));
        CHECK(def->action != NULL);
    }
    return def;
}

/* ---- options -------------------------------------------------------------------------------
 */

const char *command_option_name(const struct command_def *def, int i)
{
    int own = 0;
    while (def->options != NULL && def->options[own] != NULL) {
        if (own++ == i) {
            return def->options[i];
        }
    }
    int parameters = def->action != NULL ? def->action->parameters_count : 0;
    return i - own < parameters ? def->action->parameters[i - own].name : NULL;
}

#define COMBATANT OPTION_TAKES_COMBATANT, NULL, NULL
#define COMBATANTS OPTION_TAKES_COMBATANTS, NULL, NULL
#define TEXT OPTION_TAKES_TEXT, NULL, NULL
#define FLAG OPTION_TAKES_FLAG, NULL, NULL
#define NUMBER OPTION_TAKES_NUMBER, NULL, NULL
#define SYSTEM OPTION_TAKES_SYSTEM, NULL, NULL
#define RECORDS(kind) OPTION_TAKES_TEXT, NULL, kind
#define WORDS(...) OPTION_TAKES_WORDS, (const char *const[]){__VA_ARGS__, NULL}, NULL
#define OPTION(command, name, takes_and_words, help) {command, name, {takes_and_words, help}},

static const struct listed_option of_every_game[] = {
#include "tracker/option_about.def"
    {0}};

static const struct value_def *value_find(const struct value_def *values, int count,
                                          const char *name)
{
    for (int i = 0; i < count; i++) {
        if (strcmp(values[i].name, name) == 0) {
            return &values[i];
        }
    }
    return NULL;
}

static bool takes_any(const struct command_def *def)
{
    return def->options != NULL && strcmp(def->options[0], "*") == 0;
}

/* The value of this name: of a combatant if the command gives it values, or else of the action
 * that the command resolves or has its name from. NULL: none. */
static const struct value_def *own_value(const struct system *system,
                                         const struct command_def *command, const char *name)
{
    if (takes_any(command)) {
        return value_find(system->attributes, system->attributes_count, name);
    }
    const struct action *own =
        command->action != NULL ? command->action : action_find(system, str_of(command->name));
    return own != NULL ? value_find(own->parameters, own->parameters_count, name) : NULL;
}

/* The value of this name of that action, or else of a combatant, or else of any action. */
static const struct value_def *value_of(const struct system *system,
                                        const struct command_def *command, const char *name)
{
    const struct value_def *def = own_value(system, command, name);
    if (def == NULL) {
        def = value_find(system->attributes, system->attributes_count, name);
    }
    for (int i = 0; i < system->actions_count && def == NULL; i++) {
        const struct action *action = &system->actions[i];
        def = value_find(action->parameters, action->parameters_count, name);
    }
    return def;
}

static enum option_takes takes_of(enum value_kind kind)
{
    switch (kind) {
    case VALUE_FLAG:
        return OPTION_TAKES_FLAG;
    case VALUE_CHOICE:
        return OPTION_TAKES_WORDS;
    case VALUE_NUMBER:
    case VALUE_DECIMAL:
    case VALUE_DICE:
    case VALUE_SPAN:
        return OPTION_TAKES_NUMBER;
    }
    return OPTION_TAKES_ANYTHING;
}

/* The procedure's own value of this name. */
static const struct given_def *given_find(const struct procedure *procedure, const char *name)
{
    for (int i = 0; i < procedure->gives_count; i++) {
        if (strcmp(procedure->gives[i].name, name) == 0) {
            return &procedure->gives[i];
        }
    }
    return NULL;
}

static const struct listed_option *listed_find(const struct listed_option *list,
                                               const char *command, const char *name)
{
    for (; list != NULL && list->name != NULL; list++) {
        if (strcmp(list->command, command) == 0 && strcmp(list->name, name) == 0) {
            return list;
        }
    }
    return NULL;
}

struct option_about option_about(const struct procedure *procedure, const struct system *system,
                                 const struct command_def *def, const char *name)
{
    const struct listed_option *const lists[] = {procedure->options, procedure->more_options,
                                                 of_every_game};
    const struct value_def *own = own_value(system, def, name);
    enum { LISTS = sizeof lists / sizeof lists[0] };
    /* What a list says of this command comes before what any says of every command. */
    for (int i = 0; i < 2 * LISTS; i++) {
        const struct listed_option *const list = lists[i % LISTS];
        const struct listed_option *listed =
            listed_find(list, i < LISTS ? def->name : "", name);
        /* A word's meaning in every game may differ from its meaning in a game's own act. */
        if (listed != NULL && (own == NULL || list != of_every_game)) {
            return listed->about;
        }
    }
    const struct value_def *value = value_of(system, def, name);
    const struct given_def *given = takes_any(def) ? given_find(procedure, name) : NULL;
    const char *records = given != NULL ? given->records : NULL;
    if (value == NULL && given != NULL) {
        return (struct option_about){OPTION_TAKES_TEXT, NULL, records, given->help};
    }
    if (value == NULL) {
        return (struct option_about){.help = ""};
    }
    return (struct option_about){takes_of(value->kind), value->choices, records, value->help};
}

int option_names(const struct procedure *procedure, const struct system *system,
                 const struct command_def *def, const char *out[OPTION_NAMES_MAX])
{
    static const char *const of_everybody[] = {"side",   "hp",         "hp_max", "group",
                                               "traits", "conditions", "hidden", "note"};
    enum { OF_EVERYBODY = sizeof of_everybody / sizeof of_everybody[0] };
    int count = 0;
    bool is_any = takes_any(def);
    const char *known;
    for (int i = 0; !is_any && (known = command_option_name(def, i)) != NULL; i++) {
        out[count] = known;
        count += strcmp(known, "@") != 0 ? 1 : 0;
    }
    for (int i = 0; is_any && i < OF_EVERYBODY; i++) {
        out[count++] = of_everybody[i];
    }
    for (int i = 0; is_any && i < procedure->gives_count; i++) {
        const char *name = procedure->gives[i].name;
        bool is_attribute =
            value_find(system->attributes, system->attributes_count, name) != NULL;
        out[count] = name;
        count += is_attribute ? 0 : 1;
    }
    for (int i = 0; is_any && i < system->attributes_count; i++) {
        out[count++] = system->attributes[i].name;
    }
    return count;
}

/* ---- arguments ------------------------------------------------------------------------- */

/* A combatant that is named twice is in the list once, with the later share. */
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

/* The combatants that one word of a list means; false when it means nobody. */
static bool combatants_add(struct argument *out, const struct state *state, struct str one,
                           enum share share, struct error *err)
{
    bool is_quoted = str_unquoted(one).n < one.n;
    if (is_quoted || !str_is_glob(one)) {
        int id = combatant_find_listed(state, one, err);
        if (id != 0) {
            add_once(out, id, share);
        }
        return id != 0;
    }
    bool is_found = false;
    for (enum name_form form = NAME_TYPED; form < NAME_FORMS && !is_found; form++) {
        char glob[COMMAND_LINE_MAX + 1], name[4 * NAME_SIZE];
        struct str typed = name_in_form(one, form, glob, sizeof glob);
        for (int id = 1; id <= state->count; id++) {
            struct str own =
                name_in_form(str_of(state_name(state, id)), form, name, sizeof name);
            if (state_is_in(state, id) && str_matches_glob(own, typed)) {
                add_once(out, id, share);
                is_found = true;
            }
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
        if (str_is_choice(word, def->choices[i])) {
            out->choice = i;
            return STATUS_OK;
        }
        nearest_offer(&nearest, def->choices[i]);
        text_add(&list, "%s%s", i == 0 ? "" : ", ", def->choices[i]);
    }
    return error_set(err, STATUS_USAGE, "", "%s: expected %s: %s%s", utf8_shown(word).text,
                     def->name, list.p, nearest_question(&nearest).text);
}

/* A word as it is in the line, and as it is read. */
struct token {
    struct str word, written;
    bool is_quoted;
};

static enum status argument_parse(struct argument *out, const struct argument_def *def,
                                  const struct state *state, const struct token *token,
                                  struct error *err)
{
    struct str word = token->word;
    out->is_given = true;
    out->is_quoted = token->is_quoted;
    out->word = word;
    out->written = token->written;
    switch (def->kind) {
    case ARGUMENT_COMBATANT:
        out->id = token->is_quoted ? combatant_find_listed(state, token->written, err)
                                   : combatant_find(state, word, err);
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

/* `dv@3`: the parameter's name, for target 3 alone. NULL: it is no such name. */
static const char *of_one_target(const struct command_def *def, struct str name)
{
    const char *at = memchr(name.p, '@', (size_t)name.n);
    int64_t id;
    if (at == NULL || def->action == NULL) {
        return NULL;
    }
    struct str parameter = {name.p, (int)(at - name.p)};
    int i = parameter_find(def->action, parameter);
    bool is_its =
        i >= 0 && def->action->parameters[i].whose == WHOSE_TARGET &&
        str_to_int64((struct str){at + 1, name.n - parameter.n - 1}, 1, COMBATANTS_MAX, &id);
    return is_its ? def->action->parameters[i].name : NULL;
}

static bool takes_any_name(const char *option)
{
    return strcmp(option, "*") == 0 || strcmp(option, "@") == 0;
}

/* The option as the command lists it: its name, or what stands for any name; NULL: none. */
static const char *option_known(const struct command_def *def, struct str name)
{
    const char *known = of_one_target(def, name);
    for (int i = 0; known == NULL && command_option_name(def, i) != NULL; i++) {
        const char *listed = command_option_name(def, i);
        known = takes_any_name(listed) || str_is_name(name, listed) ? listed : NULL;
    }
    return known;
}

/* An option is `name=value` or a bare name that the command knows; it begins with a letter of
 * any script. */
static bool is_option(const struct command_def *def, struct str word)
{
    const char *first = command_option_name(def, 0);
    bool begins = word.n > 0 && (char_is_letter(word.p[0]) || (unsigned char)word.p[0] >= 0x80);
    if (first == NULL || !begins) {
        return false;
    }
    /* A '=' after a quotation mark is part of a name in a list: Cy,"hp=3". */
    const char *equals = memchr(word.p, '=', (size_t)word.n);
    if (equals != NULL && memchr(word.p, '"', (size_t)(equals - word.p)) == NULL) {
        return true;
    }
    return !takes_any_name(first) && option_known(def, word) != NULL;
}

/* The words between quotes, unquoted. There is room for all words of a line. */
static struct str read_quoted(struct command *out, struct str inner)
{
    struct text room =
        text_over(out->read + out->read_size, (int)sizeof out->read - out->read_size);
    struct str read = str_read_quoted(inner, &room);
    out->read_size += room.n;
    return read;
}

/* A number after a dash or minus sign as people paste it has a plain minus from here on: the
 * commands look at its first character. */
static struct str read_minus(struct command *out, struct str word)
{
    int n = str_minus(word);
    struct str number = {word.p + n, word.n - n};
    bool is_die = number.n > 1 && char_lower(number.p[0]) == 'd';
    if (n <= 1 || number.n == 0 ||
        !(number.p[0] == '(' || char_is_digit(number.p[is_die ? 1 : 0]))) {
        return word;
    }
    struct text room =
        text_over(out->read + out->read_size, (int)sizeof out->read - out->read_size);
    text_add(&room, "-%.*s", number.n, number.p);
    out->read_size += room.n;
    return (struct str){room.p, room.n};
}

static enum status stray_mark(struct str word, struct error *err)
{
    return error_set(err, STATUS_USAGE, "",
                     "there is text right after \"%s\": inside quotes, write a quotation mark "
                     "twice, as in \"Big \"\"Bo\"\" Lee\"",
                     utf8_shown(word).text);
}

/* True when more text follows the quotes at the beginning of a value that is not a list. */
static bool has_stray_mark(struct str value)
{
    if (value.n == 0 || memchr(value.p, '"', (size_t)value.n) == NULL) {
        return false;
    }
    struct str rest = value;
    struct str first = str_next_word(&rest);
    return first.p > value.p && first.p[-1] == '"' && rest.n > 0;
}

/* True when a bare name says yes, or its meaning is not known here. */
static bool says_something_bare(const struct option_about *about)
{
    bool is_said = about->takes == OPTION_TAKES_FLAG || about->takes == OPTION_TAKES_ANYTHING;
    for (int i = 0; about->takes == OPTION_TAKES_WORDS && about->words[i] != NULL; i++) {
        is_said = is_said || strcmp(about->words[i], "yes") == 0;
    }
    return is_said;
}

static enum status check_bare(const struct command_def *def, const struct procedure *procedure,
                              const struct system *system, const char *option,
                              struct error *err)
{
    struct option_about about = option_about(procedure, system, def, option);
    if (says_something_bare(&about)) {
        return STATUS_OK;
    }
    return error_set(err, STATUS_USAGE, "", "%s needs a value: %s=... (%s)", option, option,
                     about.help);
}

static enum status option_parse(struct command *out, const struct procedure *procedure,
                                const struct system *system, struct str word, struct error *err)
{
    const char *equals = memchr(word.p, '=', (size_t)word.n);
    int n = equals == NULL ? word.n : (int)(equals - word.p);
    struct option option = {.name = {word.p, n}};
    if (equals != NULL) {
        option.written = (struct str){equals + 1, word.n - n - 1};
        struct str inner = str_unquoted(option.written);
        option.value = inner.n < option.written.n ? read_quoted(out, inner)
                                                  : read_minus(out, option.written);
    }
    const char *known = option_known(out->def, option.name);
    if (known == NULL) {
        struct nearest nearest;
        nearest_init(&nearest, option.name);
        TEXT_BUFFER(list, 160);
        for (int i = 0; (known = command_option_name(out->def, i)) != NULL; i++) {
            nearest_offer(&nearest, known);
            text_add(&list, "%s%s", i == 0 ? "" : ", ", known);
        }
        return error_set(err, STATUS_USAGE, "", "%s has no option %s%s (it knows %s)",
                         out->def->name, utf8_shown(option.name).text,
                         nearest_question(&nearest).text, list.p);
    }
    if (equals == NULL) {
        enum status status = check_bare(out->def, procedure, system, known, err);
        if (status != STATUS_OK) {
            return status;
        }
    }
    if (has_stray_mark(option.written)) {
        return stray_mark(str_next_word(&(struct str){option.written.p, option.written.n}),
                          err);
    }
    for (int i = 0; i < out->options; i++) {
        if (str_equal_any_case(out->option[i].name, option.name)) {
            return error_set(err, STATUS_USAGE, "", "%s was given twice",
                             utf8_shown(option.name).text);
        }
    }
    if (out->options == OPTIONS_MAX) {
        return error_set(err, STATUS_USAGE, "", "a line has at most %d options", OPTIONS_MAX);
    }
    out->option[out->options++] = option;
    return STATUS_OK;
}

const struct command_def *command_def_named(const struct command_def *const *defs,
                                            int defs_count, struct str name)
{
    for (int i = 0; i < defs_count; i++) {
        if (str_is_name(name, defs[i]->name)) {
            return defs[i];
        }
    }
    return NULL;
}

static const struct command_def *def_find(const struct command_def *const *defs, int defs_count,
                                          struct str name, struct error *err)
{
    const struct command_def *def = command_def_named(defs, defs_count, name);
    struct nearest nearest;
    if (def != NULL) {
        return def;
    }
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

/* In `morale 3 4` the numbers are dice, since the name may be left out; choices are never
 * numbers. */
static bool is_left_out(const struct command_def *def, int argument)
{
    return def->arguments[argument].is_optional &&
           (def->arguments[argument].kind == ARGUMENT_COMBATANT ||
            def->arguments[argument].kind == ARGUMENT_COMBATANTS ||
            def->arguments[argument].leaves_numbers ||
            def->arguments[argument].kind == ARGUMENT_CHOICE);
}

/* A combatant may have the name of a bare option: "Magic" in `damage magic 5` is the target if
 * nobody else was named. */
static bool means_combatant(const struct command_def *def, int argument,
                            const struct state *state, struct str word)
{
    bool takes_row = argument < def->arguments_count &&
                     (def->arguments[argument].kind == ARGUMENT_COMBATANT ||
                      def->arguments[argument].kind == ARGUMENT_COMBATANTS);
    return takes_row && combatant_called(state, word) != 0;
}

/* Reads one word: an option, the next argument, or a die. */
static enum status word_parse(struct command *out, const struct procedure *procedure,
                              int *arguments, const struct state *state,
                              const struct token *token, struct error *err)
{
    const struct command_def *def = out->def;
    struct entered entered;
    struct token read = *token;
    bool is_any =
        *arguments < def->arguments_count && def->arguments[*arguments].kind == ARGUMENT_TEXT;
    read.word = token->is_quoted || is_any ? token->word : read_minus(out, token->word);
    token = &read;
    struct str word = token->word;
    bool is_quoted = token->is_quoted;
    bool is_die = !is_quoted && def->takes_dice && entered_parse(&entered, word);
    bool is_argument = *arguments < def->arguments_count;
    bool is_text = is_argument && def->arguments[*arguments].kind == ARGUMENT_TEXT;
    if (!is_quoted && !is_text && is_option(def, word) &&
        !means_combatant(def, *arguments, state, word)) {
        return option_parse(out, procedure, state_system(state), word, err);
    }
    if (is_argument && !(is_die && is_left_out(def, *arguments))) {
        int i = (*arguments)++;
        return argument_parse(&out->argument[i], &def->arguments[i], state, token, err);
    }
    if (is_die) {
        if (out->entered_count == ENTERED_MAX) {
            return error_set(err, STATUS_USAGE, "", "a line has at most %d dice", ENTERED_MAX);
        }
        out->entered_word[out->entered_count] = word;
        out->entered[out->entered_count++] = entered;
        return STATUS_OK;
    }
    if (def->takes_dice) {
        /* Reads a word when only dice and options may follow. */
        struct nearest nearest;
        nearest_init(&nearest, word);
        const char *known;
        for (int k = 0; (known = command_option_name(def, k)) != NULL; k++) {
            nearest_offer(&nearest, known);
        }
        return error_set(err, STATUS_USAGE, "",
                         "%s does not take %s%s%s enter dice as 14, "
                         "=15 for a total, * or roll",
                         def->name, utf8_shown(word).text, nearest_question(&nearest).text,
                         nearest.best != NULL ? "" : ":");
    }
    TEXT_BUFFER(text, 200);
    command_usage(procedure, state_system(state), def, &text);
    return error_set(err, STATUS_USAGE, "", "%s does not take %s: it is %s", def->name,
                     utf8_shown(word).text, text.p);
}

/* Takes the words of the name that begins with `word`. */
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

/* Takes several words as a whole name, like `goblin 3` in `rename goblin 3 Snik`, when no dice
 * are typed and the first word alone names nobody. */
static struct str called_parse(const struct command_def *def, const struct state *state,
                               struct str word, struct str *line)
{
    struct str rest = *line, whole = word;
    if (def->takes_dice || combatant_called(state, word) != 0) {
        return word;
    }
    for (struct str next; (next = str_next_word(&rest)).p != NULL && next.p[-1] != '"';) {
        struct str longer = {word.p, (int)(next.p - word.p) + next.n};
        if (combatant_called(state, longer) != 0) {
            whole = longer;
            *line = rest;
        }
    }
    return whole;
}

/* The rest of the line, without quotes that enclose all of it. */
static struct token text_token(struct command *out, struct str rest, struct str word,
                               bool is_quoted, struct str *line)
{
    struct token token = {.word = rest, .written = rest};
    if (is_quoted && str_trimmed(*line).n == 0) {
        token.is_quoted = true;
        token.word = read_quoted(out, word);
    }
    *line = (struct str){rest.p + rest.n, 0};
    return token;
}

/* The next word for an argument, option or die; word.p NULL when nothing is left. */
static enum status next_token(struct command *out, int arguments, const struct state *state,
                              struct str *line, struct token *token, struct error *err)
{
    const struct command_def *def = out->def;
    bool is_argument = arguments < def->arguments_count;
    enum argument_kind kind = is_argument ? def->arguments[arguments].kind : ARGUMENT_WORD;
    struct str rest = *line;
    struct str word = str_next_list(line);
    *token = (struct token){.word = word, .written = word};
    if (word.p == NULL) {
        return STATUS_OK;
    }
    bool is_quoted = word.p > rest.p && word.p[-1] == '"';
    int skip = (int)(word.p - rest.p) - (is_quoted ? 1 : 0);
    if (kind == ARGUMENT_TEXT) {
        *token =
            text_token(out, (struct str){rest.p + skip, rest.n - skip}, word, is_quoted, line);
        return STATUS_OK;
    }
    if (is_quoted) {
        token->written = (struct str){rest.p + skip, (int)(line->p - rest.p) - skip};
        token->is_quoted = true;
        token->word = read_quoted(out, word);
        bool goes_on = line->n > 0 && !char_is_space(line->p[0]);
        return goes_on ? stray_mark(word, err) : STATUS_OK;
    }
    if (kind == ARGUMENT_NAME && !is_option(def, word)) {
        token->word = token->written = name_parse(def, word, line);
    } else if (kind == ARGUMENT_COMBATANT || kind == ARGUMENT_COMBATANTS) {
        token->word = token->written = called_parse(def, state, word, line);
    }
    return STATUS_OK;
}

enum status command_parse(struct command *out, const struct procedure *procedure,
                          const struct command_def *const *defs, int defs_count,
                          const struct state *state, struct str line, struct error *err)
{
    /* The lists are not cleared: ids_count, options and entered_count say what is in use. */
    out->def = NULL;
    out->is_ruling = false;
    for (int i = 0; i < ARGUMENTS_MAX; i++) {
        struct argument *argument = &out->argument[i];
        argument->is_given = argument->is_quoted = false;
        argument->word = argument->written = (struct str){NULL, 0};
        argument->id = argument->ids_count = argument->choice = 0;
    }
    out->options = out->entered_count = out->read_size = 0;
    out->missing = NULL;
    if (line.n > COMMAND_LINE_MAX) {
        return error_too_long(err, "the line", COMMAND_LINE_MAX);
    }
    struct str name = str_next_word(&line);
    out->is_ruling = str_equal_any_case(name, str_of("ruling"));
    if (out->is_ruling) {
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
        struct token token;
        enum status status = next_token(out, arguments, state, &line, &token, err);
        if (status == STATUS_OK && token.word.p != NULL) {
            status = word_parse(out, procedure, &arguments, state, &token, err);
        }
        if (status != STATUS_OK) {
            return status;
        }
        if (token.word.p == NULL) {
            break;
        }
    }
    if (arguments < out->def->arguments_count && !out->def->arguments[arguments].is_optional) {
        out->missing = &out->def->arguments[arguments];
        const struct command_def *def = out->def;
        TEXT_BUFFER(text, 200);
        command_usage(procedure, state_system(state), def, &text);
        return error_set(err, STATUS_USAGE, "", "%s needs %s: it is %s", def->name,
                         def->arguments[arguments].name, text.p);
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
        if (str_is_name(command->option[i].name, name)) {
            return &command->option[i];
        }
    }
    return NULL;
}

bool command_is_secret(const struct command *command, const struct state *state)
{
    bool is_secret = command->def->audience == AUDIENCE_REFEREE;
    const struct argument *targets = &command->argument[0];
    for (int i = 0;
         command->def->audience == AUDIENCE_REFEREE_FOR_FOES && i < targets->ids_count; i++) {
        is_secret = is_secret ||
                    state_value(state, targets->ids[i], FIELD_SIDE, SIDE_FOES) != SIDE_PARTY;
    }
    return is_secret;
}
