#include "tui/palette.h"

#include <stdlib.h>
#include <string.h>

#include "app/keys.h"

/* The command of a key that is typed stands above every name. */
enum { PICKED_NONE = -1, KEY_BONUS = 1000, HELP_PATTERN_LEAST = 3 };

/* ---- the line ------------------------------------------------------------------------------- */

static struct str first_word(const struct palette *palette)
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
static struct str pattern_of(const struct palette *palette)
{
    struct str line = line_edit_text(&palette->edit);
    return (struct str){line.p + palette->place.start, line.n - palette->place.start};
}

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

/* Behind `name=`, and behind the last comma of several combatants. */
static void narrow_place(struct palette *palette, const struct palette_source *source)
{
    struct palette_place *place = &palette->place;
    const struct command_def *def = place->command;
    struct str word = pattern_of(palette);
    const char *option = option_of(source, def, word);
    int name = option != NULL ? str_of(option).n : 0;
    bool takes_several = place->argument < def->arguments_count &&
                         def->arguments[place->argument].kind == ARGUMENT_COMBATANTS;
    if (option != NULL && name < word.n) {
        enum option_takes takes = option_about(state_system(source->state), def, option).takes;
        place->option = option;
        place->start += name + 1;
        takes_several = takes == OPTION_TAKES_COMBATANTS;
        word = pattern_of(palette);
    }
    for (int i = word.n; takes_several && i > 0; i--) {
        if (word.p[i - 1] == ',') {
            place->start += i;
            return;
        }
    }
}

static void place_of(struct palette *palette, const struct palette_source *source)
{
    struct str line = line_edit_text(&palette->edit);
    struct str first = first_word(palette);
    bool is_beyond = first.p != NULL && first.p + first.n < line.p + line.n;
    palette->place = (struct palette_place){.start = 0};
    palette->place.command = is_beyond ? command_named(source, first) : NULL;
    if (palette->place.command != NULL) {
        find_place(palette, source, first);
        narrow_place(palette, source);
    } else if (first.p != NULL && first.p > line.p) {
        palette->place.start = (int)(first.p - line.p); /* behind `ruling` */
    }
}

/* ---- entries -------------------------------------------------------------------------------- */

/* Lines run before stand below what is found by name (with nothing typed, above everything); what
 * cannot be done now, and who is out of the fight, below them; and what is only found by its help
 * below all that. */
static int class_of(const struct palette_entry *entry)
{
    bool is_typed = entry->match.count > 0;
    int by_kind = entry->kind == PALETTE_LINE ? (is_typed ? 1 : -1) : 0;
    return (entry->is_by_help ? 3 : 0) +
           (entry->is_last ? 2 : entry->is_unlikely ? 1 : by_kind);
}

static int compare_entries(const void *a, const void *b)
{
    const struct palette_entry *first = a;
    const struct palette_entry *second = b;
    int by_class = class_of(first) - class_of(second);
    return by_class != 0 ? by_class : fuzzy_compare(&first->match, &second->match);
}

static void offer(struct palette *palette, const struct palette_entry *entry)
{
    if (palette->entries == PALETTE_ENTRIES_MAX) {
        return;
    }
    struct palette_entry *put = &palette->entry[palette->entries];
    *put = *entry;
    put->match.order = palette->entries++;
    /* With nothing typed the entries stay in the order of their table. */
    put->match.length = put->match.count > 0 ? put->match.length : 0;
}

static void note(struct palette_entry *entry, const char *text)
{
    struct text to;
    text_init(&to, entry->note, sizeof entry->note);
    text_add(&to, "%s", text);
}

static void offer_command(struct palette *palette, const struct palette_source *source, int index)
{
    const struct command_def *def = source->commands[index];
    struct str pattern = pattern_of(palette);
    struct palette_entry entry = {.kind = PALETTE_COMMAND, .command = def};
    const char *key = key_of_command(def->name);
    bool is_key = key != NULL && pattern.n > 0 && str_equal(pattern, key);
    if (fuzzy_match(&entry.match, pattern, str_of(def->name))) {
        entry.match.score += is_key ? KEY_BONUS : 0;
    } else if (pattern.n >= HELP_PATTERN_LEAST &&
               fuzzy_match(&entry.match, pattern, str_of(def->help))) {
        entry.is_by_help = true;
        entry.match.count = 0;
    } else {
        return;
    }
    entry.is_last = palette->refusal[index][0] != '\0';
    note(&entry, entry.is_last ? palette->refusal[index] : def->help);
    offer(palette, &entry);
}

/* What the line, without the word that is typed, would ask; NULL: nothing, or nobody knows. */
static const struct question *next_question(const struct palette *palette,
                                            const struct palette_source *source)
{
    char line[LINE_EDIT_SIZE];
    struct text text;
    text_init(&text, line, sizeof line);
    text_add_str(&text, (struct str){palette->edit.text, palette->place.start});
    return source->asks != NULL ? source->asks(source->context, line) : NULL;
}

/* Whom it would ask for. */
static enum wanted wanted_of(const struct palette *palette, const struct palette_source *source)
{
    const struct question *question = next_question(palette, source);
    bool is_who = question != NULL && question->kind == QUESTION_COMBATANT;
    return is_who ? question->wanted : WANTED_ANYBODY;
}

/* Rows out of the fight come last, and before them those that are hardly meant. */
static void offer_rows(struct palette *palette, const struct palette_source *source)
{
    const struct state *state = source->state;
    struct str pattern = pattern_of(palette);
    enum wanted wanted = palette->place.command != NULL ? wanted_of(palette, source)
                                                        : WANTED_ANYBODY;
    bool is_name =
        pattern.n == 0 || char_is_letter(pattern.p[0]) || (unsigned char)pattern.p[0] >= 0x80;
    for (int id = 1; id <= state->count && is_name; id++) {
        struct palette_entry entry = {.kind = PALETTE_ROW, .index = id};
        if (state_is_present(state, id) &&
            fuzzy_match(&entry.match, pattern, str_of(state_name(state, id)))) {
            bool is_party = state_value(state, id, FIELD_SIDE, SIDE_FOES) == SIDE_PARTY;
            entry.is_last = !state_is_in(state, id);
            entry.is_unlikely =
                wanted != WANTED_ANYBODY && is_party != (wanted == WANTED_CHARACTER);
            note(&entry, entry.is_last
                             ? way_out_name((enum way_out)state_value(state, id, FIELD_OUT, 0))
                             : "");
            offer(palette, &entry);
        }
    }
}

static void offer_line(struct palette *palette, int index)
{
    struct palette_entry entry = {.kind = PALETTE_LINE, .index = index};
    struct str line = str_of(palette->history[index]);
    struct str pattern = pattern_of(palette);
    struct str head = {line.p, pattern.n < line.n ? pattern.n : line.n};
    if (str_equal_any_case(head, pattern) && fuzzy_match(&entry.match, pattern, line)) {
        offer(palette, &entry);
    }
}

static void offer_word_of(struct palette *palette, enum palette_kind kind, const char *word,
                          const char *about)
{
    struct palette_entry entry = {.kind = kind};
    struct text text;
    text_init(&text, entry.word, sizeof entry.word);
    text_add(&text, "%s", word);
    struct str pattern = pattern_of(palette);
    bool is_found = fuzzy_match(&entry.match, pattern, str_of(word));
    if (!is_found && pattern.n >= HELP_PATTERN_LEAST &&
        fuzzy_match(&entry.match, pattern, str_of(about))) {
        is_found = true;
        entry.is_by_help = true;
        entry.match.count = 0;
    }
    if (is_found && !text.is_cut) {
        note(&entry, about);
        offer(palette, &entry);
    }
}

static void offer_word(void *palette, const char *word, const char *about)
{
    offer_word_of(palette, PALETTE_WORD, word, about);
}

static void offer_words(struct palette *palette, const char *const *words)
{
    for (int i = 0; words != NULL && words[i] != NULL; i++) {
        offer_word(palette, words[i], "");
    }
}

/* The answers to what the line, without the word that is typed, would ask. */
static void offer_answers(struct palette *palette, const struct palette_source *source)
{
    const struct question *question = next_question(palette, source);
    if (question == NULL || question->kind != QUESTION_CHOICE) {
        return;
    }
    for (int i = 0; i < question->choices; i++) {
        char word[PALETTE_WORD_SIZE];
        struct text text;
        text_init(&text, word, sizeof word);
        text_add(&text, "%s%s", question->prefix, question->choice[i]);
        offer_word(palette, word, question->note[i]);
    }
}

static void offer_argument(struct palette *palette, const struct palette_source *source,
                           const struct argument_def *argument)
{
    switch (argument->kind) {
    case ARGUMENT_COMBATANT:
    case ARGUMENT_COMBATANTS:
        offer_rows(palette, source);
        break;
    case ARGUMENT_CHOICE:
        offer_words(palette, argument->choices);
        break;
    case ARGUMENT_WORD:
    case ARGUMENT_NAME:
    case ARGUMENT_TEXT:
        if (argument->words == WORDS_ANY) {
            offer_answers(palette, source);
        } else if (source->words != NULL) {
            source->words(source->context, argument->words, offer_word, palette);
        }
        break;
    case ARGUMENT_NUMBER:
    case ARGUMENT_CHANGE:
        break;
    }
}

static bool is_used(const struct palette *palette, const char *option)
{
    struct str rest = {palette->edit.text, palette->place.start};
    struct str name = str_of(option);
    for (struct str word; (word = str_next_word(&rest)).p != NULL;) {
        struct str head = {word.p, name.n < word.n ? name.n : word.n};
        if (str_equal_any_case(head, name) && (word.n == name.n || word.p[name.n] == '=')) {
            return true;
        }
    }
    return false;
}

static void offer_options(struct palette *palette, const struct palette_source *source)
{
    const struct system *system = state_system(source->state);
    const char *names[OPTION_NAMES_MAX];
    int count = option_names(system, palette->place.command, names);
    for (int i = 0; i < count; i++) {
        struct option_about about = option_about(system, palette->place.command, names[i]);
        bool is_flag = about.takes == OPTION_TAKES_FLAG;
        char word[PALETTE_WORD_SIZE];
        struct text text;
        text_init(&text, word, sizeof word);
        text_add(&text, "%s%s", names[i], is_flag ? "" : "=");
        if (!is_used(palette, names[i])) {
            offer_word_of(palette, is_flag ? PALETTE_WORD : PALETTE_NAME, word, about.help);
        }
    }
}

static void offer_value(struct palette *palette, const struct palette_source *source)
{
    const struct palette_place *place = &palette->place;
    struct option_about about =
        option_about(state_system(source->state), place->command, place->option);
    switch (about.takes) {
    case OPTION_TAKES_COMBATANT:
    case OPTION_TAKES_COMBATANTS:
        offer_rows(palette, source);
        break;
    case OPTION_TAKES_WORDS:
        offer_words(palette, about.words);
        break;
    case OPTION_TAKES_SYSTEM:
        for (int i = 0; i < systems_count(); i++) {
            if (procedure_find(system_at(i)) != NULL) {
                offer_word(palette, system_at(i)->id, system_at(i)->title);
            }
        }
        break;
    case OPTION_TAKES_ANYTHING:
    case OPTION_TAKES_FLAG:
    case OPTION_TAKES_NUMBER:
    case OPTION_TAKES_TEXT:
        break;
    }
}

static void offer_first(struct palette *palette, const struct palette_source *source)
{
    bool is_typed = palette->edit.length > 0;
    int lines = is_typed ? PALETTE_HISTORY_MAX : PALETTE_RECENT;
    for (int i = 0; i < lines && i < palette->history_count; i++) {
        offer_line(palette, i);
    }
    for (int i = 0; i < source->commands_count; i++) {
        offer_command(palette, source, i);
    }
    if (is_typed) {
        offer_rows(palette, source);
    }
}

void palette_update(struct palette *palette, const struct palette_source *source)
{
    palette->entries = 0;
    palette->picked = palette->edit.length > 0 ? 0 : PICKED_NONE;
    place_of(palette, source);
    const struct palette_place *place = &palette->place;
    if (place->command == NULL) {
        offer_first(palette, source);
    } else if (place->option != NULL) {
        offer_value(palette, source);
    } else {
        if (place->argument < place->command->arguments_count) {
            offer_argument(palette, source, &place->command->arguments[place->argument]);
        } else {
            offer_answers(palette, source);
        }
        offer_options(palette, source);
    }
    qsort(palette->entry, (size_t)palette->entries, sizeof palette->entry[0], compare_entries);
}

static bool needs_arguments(const struct command_def *def)
{
    return def->arguments_count > 0 && !def->arguments[0].is_optional;
}

/* A command that wants a target cannot be tried without one. */
static void find_refusals(struct palette *palette, const struct palette_source *source)
{
    for (int i = 0; i < source->commands_count; i++) {
        const struct command_def *def = source->commands[i];
        struct text why;
        text_init(&why, palette->refusal[i], sizeof palette->refusal[i]);
        if (source->refuses != NULL && !needs_arguments(def) &&
            !source->refuses(source->context, def->name, &why)) {
            palette->refusal[i][0] = '\0';
        }
    }
}

void palette_begin(struct palette *palette, const struct palette_source *source,
                   const char *line)
{
    line_edit_set(&palette->edit, str_of(line));
    palette->history_back = 0;
    find_refusals(palette, source);
    palette_update(palette, source);
}

/* ---- moving --------------------------------------------------------------------------------- */

static void show_history(struct palette *palette, const struct palette_source *source, int back)
{
    palette->history_back = back;
    const char *line = back > 0 ? palette->history[back - 1] : "";
    line_edit_set(&palette->edit, str_of(line));
    palette_update(palette, source);
}

void palette_move(struct palette *palette, const struct palette_source *source, int steps)
{
    if (steps < 0 && palette->picked <= 0) {
        if (palette->history_back < palette->history_count) {
            show_history(palette, source, palette->history_back + 1);
        }
        return;
    }
    if (steps > 0 && palette->history_back > 0) {
        show_history(palette, source, palette->history_back - 1);
        return;
    }
    int picked = palette->picked + steps;
    palette->picked = picked < palette->entries ? picked : palette->entries - 1;
}

/* The line from `start` on becomes this. */
static void put_word(struct palette *palette, int start, const char *word, const char *after)
{
    char buf[LINE_EDIT_SIZE];
    struct text text;
    text_init(&text, buf, sizeof buf);
    text_add_str(&text, (struct str){palette->edit.text, start});
    text_add(&text, "%s%s", word, after);
    line_edit_set(&palette->edit, (struct str){text.p, text.n});
}

static void take_entry(struct palette *palette, const struct palette_source *source,
                       const struct palette_entry *entry)
{
    int start = palette->place.start;
    char word[PALETTE_WORD_SIZE];
    struct text text;
    switch (entry->kind) {
    case PALETTE_COMMAND:
        put_word(palette, start, entry->command->name, " ");
        break;
    case PALETTE_ROW:
        text_init(&text, word, sizeof word);
        combatant_word(source->state, entry->index, &text);
        put_word(palette, start, word, " ");
        break;
    case PALETTE_LINE:
        line_edit_set(&palette->edit, str_of(palette->history[entry->index]));
        break;
    case PALETTE_WORD:
        put_word(palette, start, entry->word, " ");
        break;
    case PALETTE_NAME:
        put_word(palette, start, entry->word, "");
        break;
    }
}

void palette_complete(struct palette *palette, const struct palette_source *source)
{
    if (palette->entries == 0 || palette->picked == PICKED_NONE) {
        return;
    }
    struct palette_entry entry = palette->entry[palette->picked];
    take_entry(palette, source, &entry);
    palette_update(palette, source);
}

/* ---- running -------------------------------------------------------------------------------- */

static const struct palette_entry *picked_entry(const struct palette *palette)
{
    bool is_there = palette->entries > 0 && palette->picked != PICKED_NONE;
    return is_there ? &palette->entry[palette->picked] : NULL;
}

/* A command by its whole name is what is meant, whatever else is found. */
static const struct command_def *typed_command(const struct palette *palette,
                                               const struct palette_source *source)
{
    return command_named(source, first_word(palette));
}

static bool is_alone(const struct palette *palette)
{
    struct str line = line_edit_text(&palette->edit);
    struct str first = first_word(palette);
    return first.p + first.n == line.p + line.n;
}

enum palette_verdict palette_accept(struct palette *palette, const struct palette_source *source,
                                    int *id)
{
    const struct command_def *def = typed_command(palette, source);
    const struct palette_entry *picked = picked_entry(palette);
    /* An entry that was gone down to is meant, even if the line is a command already. */
    bool is_chosen = picked != NULL && palette->picked > 0 && palette->place.command == NULL;
    if (palette->place.command != NULL && palette->picked > 0) {
        palette_complete(palette, source);
        return PALETTE_WAITS;
    }
    if (def != NULL && !is_chosen) {
        if (is_alone(palette) && needs_arguments(def)) {
            line_edit_insert(&palette->edit, str_of(" "));
            palette_update(palette, source);
            return PALETTE_WAITS;
        }
        return PALETTE_RUNS;
    }
    if (picked == NULL) {
        /* What it cannot be is told by running it. */
        return palette->edit.length > 0 ? PALETTE_RUNS : PALETTE_WAITS;
    }
    if (picked->kind == PALETTE_ROW) {
        *id = picked->index;
        return PALETTE_SELECTS;
    }
    struct palette_entry entry = *picked;
    bool needs_more = entry.kind == PALETTE_COMMAND && needs_arguments(entry.command);
    take_entry(palette, source, &entry);
    if (entry.kind == PALETTE_COMMAND && !needs_more) {
        put_word(palette, palette->edit.length - 1, "", ""); /* without the blank */
    }
    palette_update(palette, source);
    return needs_more ? PALETTE_WAITS : PALETTE_RUNS;
}

void palette_would_run(const struct palette *palette, const struct palette_source *source,
                       char out[LINE_EDIT_SIZE])
{
    const struct command_def *def = typed_command(palette, source);
    const struct palette_entry *picked = picked_entry(palette);
    bool is_chosen = picked != NULL && (def == NULL || palette->picked > 0) &&
                     palette->place.command == NULL;
    struct text text;
    text_init(&text, out, LINE_EDIT_SIZE);
    if (is_chosen && picked->kind == PALETTE_LINE) {
        text_add(&text, "%s", palette->history[picked->index]);
    } else if (is_chosen && picked->kind == PALETTE_COMMAND &&
               !needs_arguments(picked->command)) {
        text_add(&text, "%s", picked->command->name);
    } else if (!is_chosen && def != NULL && !(is_alone(palette) && needs_arguments(def))) {
        text_add_str(&text, line_edit_text(&palette->edit));
    }
}

void palette_remember(struct palette *palette, const char *line)
{
    if (palette->history_count > 0 && strcmp(palette->history[0], line) == 0) {
        return;
    }
    int kept = palette->history_count < PALETTE_HISTORY_MAX ? palette->history_count
                                                            : PALETTE_HISTORY_MAX - 1;
    memmove(palette->history[1], palette->history[0], (size_t)kept * sizeof palette->history[0]);
    struct text text;
    text_init(&text, palette->history[0], sizeof palette->history[0]);
    text_add_str(&text, str_of(line));
    palette->history_count = kept + 1;
}
