#include "tui/palette_private.h"

#include <string.h>

struct str palette_first_word(const struct palette *palette)
{
    struct str rest = line_edit_text(&palette->edit);
    struct str word = str_next_word(&rest);
    if (str_equal_any_case(word, str_of("ruling"))) {
        struct str next = str_next_word(&rest);
        return next.p != NULL ? next : word;
    }
    return word;
}

/* What is completed: the line from there on. */
struct str palette_pattern(const struct palette *palette)
{
    struct str line = line_edit_text(&palette->edit);
    return (struct str){line.p + palette->place.start, line.n - palette->place.start};
}

const struct command_def *palette_command_named(const struct palette_source *source,
                                               struct str name)
{
    for (int i = 0; i < source->commands_count && name.p != NULL; i++) {
        if (str_equal_any_case(name, str_of(source->commands[i]->name))) {
            return source->commands[i];
        }
    }
    return NULL;
}

/* The name of the option that the word begins with, with or without a value; NULL for none. */
static const char *option_of(const struct palette_source *source, const struct command_def *def,
                             struct str word)
{
    const char *names[OPTION_NAMES_MAX];
    int count = option_names(state_system(source->state), def, names);
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

/* Behind the command's name: the words typed in full count the arguments, as command_parse takes
 * them; the last one is being typed. */
static void find_place(struct palette *palette, const struct palette_source *source,
                       struct str first)
{
    struct palette_place *place = &palette->place;
    struct str line = line_edit_text(&palette->edit);
    struct str rest = {first.p + first.n, (int)(line.p + line.n - first.p) - first.n};
    const struct command_def *def = place->command;
    int name_start = -1; /* of a name of several words that can be completed */
    for (;;) {
        enum argument_kind kind = place->argument < def->arguments_count
                                      ? def->arguments[place->argument].kind
                                      : ARGUMENT_WORD;
        struct str word = str_next_word(&rest);
        bool is_last = word.p == NULL || word.p + word.n == line.p + line.n;
        place->start = word.p != NULL ? (int)(word.p - line.p) : line.n;
        if (is_last || kind == ARGUMENT_TEXT) {
            place->start = name_start >= 0 && word.p != NULL ? name_start : place->start;
            return;
        }
        bool is_option = option_of(source, def, word) != NULL ||
                         (word.p[0] != '=' && memchr(word.p, '=', (size_t)word.n) != NULL);
        bool is_argument = place->argument < def->arguments_count && !is_option &&
                           !(is_die(word) && def->arguments[place->argument].is_optional &&
                             def->arguments[place->argument].kind != ARGUMENT_NUMBER);
        bool goes_on = is_argument && kind == ARGUMENT_NAME && word.p[-1] != '"' &&
                       def->arguments[place->argument].words != WORDS_ANY;
        name_start = goes_on && name_start < 0 ? place->start : name_start;
        place->argument += is_argument && !goes_on ? 1 : 0;
    }
}

/* Behind `name=`, and behind the last comma of several combatants or records. */
static void narrow_place(struct palette *palette, const struct palette_source *source)
{
    struct palette_place *place = &palette->place;
    const struct command_def *def = place->command;
    struct str word = palette_pattern(palette);
    const char *option = option_of(source, def, word);
    int name = option != NULL ? str_of(option).n : 0;
    bool takes_several = place->argument < def->arguments_count &&
                         def->arguments[place->argument].kind == ARGUMENT_COMBATANTS;
    if (option != NULL && name < word.n) {
        struct option_about about = option_about(state_system(source->state), def, option);
        place->option = option;
        place->start += name + 1;
        takes_several = about.takes == OPTION_TAKES_COMBATANTS || about.records != NULL;
        word = palette_pattern(palette);
    }
    for (int i = word.n; takes_several && i > 0; i--) {
        if (word.p[i - 1] == ',') {
            place->start += i;
            return;
        }
    }
}

void palette_find_place(struct palette *palette, const struct palette_source *source)
{
    struct str line = line_edit_text(&palette->edit);
    struct str first = palette_first_word(palette);
    bool is_beyond = first.p != NULL && first.p + first.n < line.p + line.n;
    palette->place = (struct palette_place){.start = 0};
    palette->place.command = is_beyond ? palette_command_named(source, first) : NULL;
    if (palette->place.command != NULL) {
        find_place(palette, source, first);
        narrow_place(palette, source);
    } else if (first.p != NULL && first.p > line.p) {
        palette->place.start = (int)(first.p - line.p); /* behind `ruling` */
    }
}
