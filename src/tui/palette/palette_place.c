#include "tui/palette/palette_private.h"

#include <string.h>

static const struct command_def *command_named(const struct palette_source *source,
                                               struct str name)
{
    for (int i = 0; i < source->commands_count && name.p != NULL; i++) {
        if (str_equal_any_case(name, str_of(source->commands[i]->name))) {
            return source->commands[i];
        }
    }
    return NULL;
}

/* After `ruling`, and after `amend` and its act when what follows is a whole line. */
static struct str name_of(const struct palette_source *source, struct str line)
{
    struct str word = str_next_word(&line);
    bool is_ruling = str_equal_any_case(word, str_of("ruling"));
    if (is_ruling || str_equal_any_case(word, str_of("amend"))) {
        struct str next = str_next_word(&line);
        bool is_act = !is_ruling && next.n > 4 && strncmp(next.p, "act=", 4) == 0;
        next = is_act ? str_next_word(&line) : next;
        bool is_name = next.p != NULL && (is_ruling || command_named(source, next) != NULL);
        return is_name ? next : word;
    }
    return word;
}

const struct command_def *palette_command_of(const struct palette_source *source,
                                             struct str line)
{
    return command_named(source, name_of(source, line));
}

struct str palette_first_word(const struct palette *palette,
                              const struct palette_source *source)
{
    return name_of(source, line_edit_text(&palette->edit));
}

static bool begins(const struct command_def *def, struct str word)
{
    struct str name = str_of(def->name);
    return word.n <= name.n && str_equal_any_case((struct str){name.p, word.n}, word);
}

int palette_commands_beginning(const struct palette_source *source, struct str word,
                               const struct command_def **first)
{
    int count = 0;
    *first = command_named(source, word);
    if (*first != NULL) {
        return 1;
    }
    for (int i = 0; i < source->commands_count && word.n > 0; i++) {
        if (begins(source->commands[i], word)) {
            *first = *first == NULL ? source->commands[i] : *first;
            count++;
        }
    }
    return count;
}

void palette_write_out_name(struct palette *palette, const struct palette_source *source)
{
    struct str line = line_edit_text(&palette->edit);
    struct str word = palette_first_word(palette, source);
    const struct command_def *def;
    int end = word.p != NULL ? (int)(word.p - line.p) + word.n : line.n;
    bool is_behind = palette->edit.cursor > end && end < line.n && line.p[end] == ' ';
    if (!is_behind || palette_commands_beginning(source, word, &def) != 1 ||
        str_equal_any_case(word, str_of(def->name))) {
        return;
    }
    TEXT_BUFFER(text, LINE_EDIT_SIZE);
    text_add_str(&text, (struct str){line.p, end - word.n});
    text_add(&text, "%s", def->name);
    int cursor = palette->edit.cursor + text.n - end;
    text_add_str(&text, (struct str){line.p + end, line.n - end});
    if (!text.is_cut) {
        line_edit_set(&palette->edit, (struct str){text.p, text.n});
        palette->edit.cursor = cursor;
    }
}

/* The text before the cursor, which is being typed. */
static struct str typed(const struct palette *palette)
{
    return (struct str){palette->edit.text, palette->edit.cursor};
}

static struct str from_place(const struct palette *palette)
{
    struct str line = typed(palette);
    return (struct str){line.p + palette->place.start, line.n - palette->place.start};
}

struct str palette_pattern(const struct palette *palette)
{
    struct str pattern = from_place(palette);
    bool is_quoted = pattern.n > 0 && pattern.p[0] == '"';
    return is_quoted ? (struct str){pattern.p + 1, pattern.n - 1} : pattern;
}

/* The name of the option that the word begins with, with or without a value; NULL for none. */
static const char *option_of(const struct palette_source *source, const struct command_def *def,
                             struct str word)
{
    const char *names[OPTION_NAMES_MAX];
    int count = option_names(source->procedure, state_system(source->state), def, names);
    for (int i = 0; i < count; i++) {
        struct str name = str_of(names[i]);
        struct str head = {word.p, name.n < word.n ? name.n : word.n};
        bool ends = word.n == name.n || (word.n > name.n && word.p[name.n] == '=');
        if (ends && str_equal_any_case(head, name)) {
            return names[i];
        }
    }
    return NULL;
}

static bool is_die(struct str word)
{
    int64_t number;
    return str_equal(word, "*") || str_equal_any_case(word, str_of("roll")) ||
           (word.n > 1 && word.p[0] == '=') || str_to_int64(word, 0, INT32_MAX, &number);
}

/* `add 6 rat`: a name that may follow a count begins with any other word, and while nothing is
 * typed the names are what can be chosen from. */
static bool begins_name(const struct command_def *def, int argument, struct str word)
{
    bool may_be_count = argument + 1 < def->arguments_count &&
                        def->arguments[argument].is_optional &&
                        def->arguments[argument].kind == ARGUMENT_WORD &&
                        def->arguments[argument + 1].kind == ARGUMENT_NAME;
    return may_be_count && !(word.n > 0 && char_is_digit(word.p[0]));
}

/* Whether it is a name of several words that can be completed: an encounter's, a foe's. */
static bool is_known_name(const struct command_def *def, int argument)
{
    const struct argument_def *of = &def->arguments[argument];
    return argument < def->arguments_count && of->kind == ARGUMENT_NAME &&
           (of->words != WORDS_ANY || of->records != NULL);
}

/* Whether the word is an argument, not an option or die. */
static bool is_argument(const struct palette_source *source, const struct palette_place *place,
                        struct str word)
{
    const struct command_def *def = place->command;
    bool is_option = option_of(source, def, word) != NULL ||
                     (word.p[0] != '=' && memchr(word.p, '=', (size_t)word.n) != NULL);
    return place->argument < def->arguments_count && !is_option &&
           !(is_die(word) && def->arguments[place->argument].is_optional &&
             def->arguments[place->argument].kind != ARGUMENT_NUMBER &&
             def->arguments[place->argument].kind != ARGUMENT_WORD);
}

/* After the command's name: counts the arguments among the completed words, like command_parse;
 * the last word is being typed. */
static void find_place(struct palette *palette, const struct palette_source *source,
                       struct str first)
{
    struct palette_place *place = &palette->place;
    struct str line = typed(palette);
    struct str rest = {first.p + first.n, (int)(line.p + line.n - first.p) - first.n};
    const struct command_def *def = place->command;
    int name_start = -1; /* of a name of several words */
    for (;;) {
        struct str word = str_next_list(&rest);
        bool is_last = word.p == NULL || word.p + word.n == line.p + line.n;
        place->word = word.p != NULL ? (int)(word.p - line.p) : line.n;
        place->start = place->word;
        place->argument += name_start < 0 && begins_name(def, place->argument, word) ? 1 : 0;
        bool is_text = place->argument < def->arguments_count &&
                       def->arguments[place->argument].kind == ARGUMENT_TEXT;
        bool is_quoted = word.p != NULL && word.p[-1] == '"';
        place->start -= is_quoted ? 1 : 0;
        bool goes_on = word.p != NULL && !is_quoted && is_argument(source, place, word) &&
                       is_known_name(def, place->argument);
        if (name_start >= 0 && !goes_on) {
            name_start = -1;
            place->argument++;
        }
        if (is_last || is_text) {
            place->start = name_start >= 0 ? name_start : place->start;
            return;
        }
        name_start = goes_on && name_start < 0 ? place->start : name_start;
        place->argument += !goes_on && is_argument(source, place, word) ? 1 : 0;
    }
}

/* After `name=`, and after the last comma of several combatants or records. */
static void narrow_place(struct palette *palette, const struct palette_source *source)
{
    struct palette_place *place = &palette->place;
    const struct command_def *def = place->command;
    struct str word = from_place(palette);
    const char *option = option_of(source, def, word);
    int name = option != NULL ? str_of(option).n : 0;
    bool takes_several = place->argument < def->arguments_count &&
                         def->arguments[place->argument].kind == ARGUMENT_COMBATANTS;
    if (option != NULL && name < word.n) {
        struct option_about about =
            option_about(source->procedure, state_system(source->state), def, option);
        place->option = option;
        place->start += name + 1;
        takes_several = about.takes == OPTION_TAKES_COMBATANTS || about.records != NULL;
        word = from_place(palette);
    }
    for (int i = word.n; takes_several && i > 0; i--) {
        if (word.p[i - 1] == ',') {
            place->start += word.n - str_trimmed_start((struct str){word.p + i, word.n - i}).n;
            return;
        }
    }
}

void palette_find_place(struct palette *palette, const struct palette_source *source)
{
    struct str line = typed(palette);
    struct str first = palette_first_word(palette, source);
    bool is_beyond = first.p != NULL && first.p + first.n < line.p + line.n;
    palette->place = (struct palette_place){.start = 0};
    palette->place.command = is_beyond ? command_named(source, first) : NULL;
    if (palette->place.command != NULL) {
        find_place(palette, source, first);
        narrow_place(palette, source);
    } else if (first.p != NULL && first.p > line.p && first.p <= line.p + line.n) {
        palette->place.start = (int)(first.p - line.p); /* after `ruling` */
    }
}
