#include "tui/palette/palette.h"

#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "app/sitting/commands.h"
#include "app/sitting/sitting.h"
#include "app/sitting/state.h"
#include "base/nearest.h"
#include "base/utf8.h"
#include "tui/canvas/canvas.h"
#include "tui/loop/screen.h"

/* ---- letters that fit ------------------------------------------------------------------ */

/* A gap costs less than a run earns, and two starts of words earn more than a run of two: "dg"
 * finds Damage Goblin before eDGe. */
enum {
    SCORE_CHARACTER = 16,
    SCORE_TEXT_START = 14,
    SCORE_WORD_START = 10,
    SCORE_RUN = 6,
    COST_GAP = 3,       /* for the first character left out between two matched ones */
    COST_GAP_LONGER = 1 /* for each further one */
};

/* Far below any score, and far from overflow. */
static const int NO_SCORE = INT_MIN / 2;

struct characters {
    uint32_t code[FUZZY_TEXT_MAX];
    int offset[FUZZY_TEXT_MAX];
    int n;
};

/* Splits a text into characters; false when there are more than `limit`. */
static bool characters_read(struct characters *out, struct str piece, int limit,
                            bool with_blanks)
{
    out->n = 0;
    int i = 0;
    while (i < piece.n) {
        struct utf8_step step = utf8_decode((struct str){piece.p + i, piece.n - i});
        if (step.code != ' ' || with_blanks) {
            if (out->n == limit) {
                return false;
            }
            out->code[out->n] = step.code;
            out->offset[out->n] = i;
            out->n++;
        }
        i += step.n;
    }
    return true;
}

static bool is_capital(uint32_t code)
{
    return utf8_lower(code) != code && utf8_upper(code) == code;
}

static bool is_separator(uint32_t code)
{
    return code < 0x80 && !char_is_digit((char)code) && !char_is_letter((char)code);
}

static int place_score(const struct characters *text, int place)
{
    if (place == 0) {
        return SCORE_CHARACTER + SCORE_TEXT_START;
    }
    uint32_t before = text->code[place - 1];
    uint32_t here = text->code[place];
    bool starts_word = (is_separator(before) && !is_separator(here)) ||
                       (is_capital(here) && !is_capital(before));
    return SCORE_CHARACTER + (starts_word ? SCORE_WORD_START : 0);
}

/* The best way to match the first characters of the pattern when the last of them is here. */
struct way {
    int score;
    int from; /* the place of the character before it */
};

/* Fills the row of ways for one more character from the row of the character before it (NULL
 * for the first one); true when there is any way. */
static bool row_fill(struct way *row, const struct way *before, uint32_t wanted,
                     const struct characters *text)
{
    bool is_found = false;
    int gap_score = NO_SCORE; /* of the best way whose character is at least two places back */
    int gap_from = 0;
    for (int place = 0; place < text->n; place++) {
        struct way best = {before == NULL ? 0 : NO_SCORE, 0};
        if (before != NULL && place >= 2) {
            gap_score = gap_score > NO_SCORE ? gap_score - COST_GAP_LONGER : NO_SCORE;
            int opened = before[place - 2].score;
            if (opened > NO_SCORE && opened - COST_GAP > gap_score) {
                gap_score = opened - COST_GAP;
                gap_from = place - 2;
            }
            best = (struct way){gap_score, gap_from};
        }
        if (before != NULL && place >= 1 && before[place - 1].score > NO_SCORE &&
            before[place - 1].score + SCORE_RUN >= best.score) {
            best = (struct way){before[place - 1].score + SCORE_RUN, place - 1};
        }
        bool matches = utf8_lower(text->code[place]) == wanted && best.score > NO_SCORE;
        best.score = matches ? best.score + place_score(text, place) : NO_SCORE;
        row[place] = best;
        is_found = is_found || matches;
    }
    return is_found;
}

bool fuzzy_match(struct fuzzy_match *out, struct str pattern, struct str text)
{
    struct characters wanted;
    struct characters places;
    if (!characters_read(&wanted, pattern, FUZZY_PATTERN_MAX, false)) {
        return false;
    }
    places.n = 0;
    if (wanted.n > 0) {
        (void)characters_read(&places, text, FUZZY_TEXT_MAX, true);
    }
    struct way ways[FUZZY_PATTERN_MAX][FUZZY_TEXT_MAX];
    for (int i = 0; i < wanted.n; i++) {
        if (!row_fill(ways[i], i == 0 ? NULL : ways[i - 1], utf8_lower(wanted.code[i]),
                      &places)) {
            return false;
        }
    }
    out->score = 0;
    out->length = text.n;
    out->count = wanted.n;
    if (wanted.n == 0) {
        return true;
    }
    int place = 0;
    for (int i = 0; i < places.n; i++) {
        if (i == 0 || ways[wanted.n - 1][i].score > out->score) {
            place = i;
            out->score = ways[wanted.n - 1][i].score;
        }
    }
    for (int i = wanted.n - 1; i >= 0; i--) {
        out->positions[i] = places.offset[place];
        place = ways[i][place].from;
    }
    return true;
}

int fuzzy_compare(const struct fuzzy_match *a, const struct fuzzy_match *b)
{
    if (a->score != b->score) {
        return a->score > b->score ? -1 : 1;
    }
    if (a->length != b->length) {
        return a->length < b->length ? -1 : 1;
    }
    return (a->order > b->order) - (a->order < b->order);
}

/* The value for no picked entry; from this many letters on helps and notes are searched too. */
enum { PICKED_NONE = -1, HELP_PATTERN_LEAST = 3 };

/* ---- what is typed now ------------------------------------------------------------------ */

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

/* The typed name of the command, after `ruling`; p == NULL: nothing is typed. */
static struct str palette_first_word(const struct palette *palette,
                                     const struct palette_source *source)
{
    return name_of(source, line_edit_text(&palette->edit));
}

static bool begins(const struct command_def *def, struct str word)
{
    struct str name = str_of(def->name);
    return word.n <= name.n && str_equal_any_case((struct str){name.p, word.n}, word);
}

/* The number of commands that begin with the word, and the first of them; only the one with
 * this name, if there is one. */
static int palette_commands_beginning(const struct palette_source *source, struct str word,
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

/* A unique beginning with a blank after it becomes the name of the command. */
static void palette_write_out_name(struct palette *palette, const struct palette_source *source)
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

/* The text to complete: the line from the place to the cursor. */
static struct str palette_pattern(const struct palette *palette)
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

/* True when it is a name of several words that can be completed: an encounter's, a foe's. */
static bool is_known_name(const struct command_def *def, int argument)
{
    const struct argument_def *of = &def->arguments[argument];
    return argument < def->arguments_count && of->kind == ARGUMENT_NAME &&
           (of->words != WORDS_ANY || of->records != NULL);
}

/* True when the word is an argument, not an option or die. */
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

/* ---- the order of the entries ------------------------------------------------------------ */

/* The command of a typed key comes before every name. */
enum { KEY_BONUS = 1000 };

/* The named entry comes first of all. Then come matches by beginning or key, even impossible
 * ones: they are then what was looked for, and the reason is beside them. After these come
 * other matches in names, earlier lines (first of all when nothing is typed), unlikely
 * combatants, impossible commands, and matches only in the help. */
static int class_of(const struct palette_entry *entry)
{
    bool is_typed = entry->match.count > 0;
    if (entry->is_meant) {
        return -2;
    }
    if (entry->is_by_help) {
        return entry->is_last ? 6 : 5;
    }
    if (entry->kind == PALETTE_LINE) {
        return is_typed ? 3 : -1;
    }
    if (entry->is_last) {
        return entry->begins ? 1 : 4;
    }
    return entry->is_unlikely ? 3 : entry->begins ? 0 : 2;
}

static int compare_entries(const void *a, const void *b)
{
    const struct palette_entry *first = a;
    const struct palette_entry *second = b;
    int by_class = class_of(first) - class_of(second);
    return by_class != 0 ? by_class : fuzzy_compare(&first->match, &second->match);
}

/* Adds a copy to the entries; false when there is no room. */
static bool palette_offer(struct palette *palette, const struct palette_entry *entry)
{
    if (palette->list.count == PALETTE_ENTRIES_MAX) {
        return false;
    }
    struct palette_entry *put = &palette->entry[palette->list.count];
    *put = *entry;
    put->match.order = palette->list.count++;
    /* With nothing typed the entries stay in the order of their table. */
    put->match.length = put->match.count > 0 ? put->match.length : 0;
    return true;
}

static void palette_note(struct palette_entry *entry, const char *text)
{
    struct text to = text_over(entry->note, sizeof entry->note);
    text_add(&to, "%s", text);
}

/* ---- words of a command ---------------------------------------------------------------- */

/* The question of the line without the word being typed; NULL: none, or unknown. */
static const struct question *next_question(const struct palette *palette,
                                            const struct palette_source *source)
{
    TEXT_BUFFER(text, LINE_EDIT_SIZE);
    text_add_str(&text, (struct str){palette->edit.text, palette->place.start});
    return source->asks != NULL ? source->asks(source->context, text.p) : NULL;
}

/* The combatants it would ask for. */
static enum wanted wanted_of(const struct palette *palette, const struct palette_source *source)
{
    const struct question *question = next_question(palette, source);
    bool is_who = question != NULL && question->kind == QUESTION_COMBATANT;
    return is_who ? question->wanted : WANTED_ANYBODY;
}

/* Combatants out of the fight come last, and before them unlikely ones. */
static void palette_offer_combatants(struct palette *palette,
                                     const struct palette_source *source)
{
    const struct state *state = source->state;
    struct str pattern = palette_pattern(palette);
    enum wanted wanted =
        palette->place.command != NULL ? wanted_of(palette, source) : WANTED_ANYBODY;
    bool is_name =
        pattern.n == 0 || char_is_letter(pattern.p[0]) || (unsigned char)pattern.p[0] >= 0x80;
    for (int id = 1; id <= state->count && is_name; id++) {
        struct palette_entry entry = {.kind = PALETTE_ROW, .index = id};
        if (state_is_present(state, id) &&
            fuzzy_match(&entry.match, pattern, str_of(state_name(state, id)))) {
            bool is_party = state_value(state, id, FIELD_SIDE, SIDE_FOES) == SIDE_PARTY;
            entry.is_last = !state_is_in(state, id);
            entry.begins = entry.match.count > 0 && entry.match.positions[0] == 0;
            entry.is_unlikely = !wanted_of_side(wanted, is_party);
            palette_note(&entry,
                         entry.is_last
                             ? way_out_name((enum way_out)state_value(state, id, FIELD_OUT, 0))
                             : "");
            palette_offer(palette, &entry);
        }
    }
}

/* Found by the word, or by its note. */
enum found { BY_WORD, BY_HELP };

static void offer_found(struct palette *palette, enum palette_kind kind, enum found found,
                        const char *word, const char *about)
{
    struct palette_entry entry = {.kind = kind};
    struct text text = text_over(entry.word, sizeof entry.word);
    text_add(&text, "%s", word);
    struct str pattern = palette_pattern(palette);
    bool is_found = fuzzy_match(&entry.match, pattern, str_of(word));
    if (!is_found && found == BY_HELP && pattern.n >= HELP_PATTERN_LEAST &&
        fuzzy_match(&entry.match, pattern, str_of(about))) {
        is_found = true;
        entry.is_by_help = true;
        entry.match.count = 0;
    }
    if (is_found && !text.is_cut) {
        palette_note(&entry, about);
        palette_offer(palette, &entry);
    }
}

static void offer_word_of(struct palette *palette, enum palette_kind kind, const char *word,
                          const char *about)
{
    offer_found(palette, kind, BY_HELP, word, about);
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

/* The answers to the question of the line without the word being typed. */
static void offer_answers(struct palette *palette, const struct palette_source *source)
{
    const struct question *question = next_question(palette, source);
    if (question == NULL || question->kind != QUESTION_CHOICE) {
        return;
    }
    for (int i = 0; i < question->choices; i++) {
        TEXT_BUFFER(text, PALETTE_WORD_SIZE);
        text_add(&text, "%s%s", question->prefix, question->choice[i]);
        offer_word(palette, text.p, question->note[i]);
    }
}

/* The note of a record is its numbers, which nobody searches for. */
static void offer_record(void *palette, const char *word, const char *about)
{
    offer_found(palette, PALETTE_WORD, BY_WORD, word, about);
}

/* In a combatant's name the dashes of a record are blanks: wax rats. */
static void offer_name(void *palette, const char *word, const char *about)
{
    TEXT_BUFFER(text, PALETTE_WORD_SIZE);
    text_add(&text, "%s", word);
    for (int i = 0; i < text.n; i++) {
        text.p[i] = text.p[i] == '-' ? ' ' : text.p[i];
    }
    offer_record(palette, text.p, about);
}

static void offer_records(struct palette *palette, const struct palette_source *source,
                          const char *kind, palette_see_fn *see)
{
    if (kind != NULL && source->records != NULL) {
        source->records(source->context, kind, see, palette);
    }
}

/* ---- by place -------------------------------------------------------------------------- */

static void offer_argument(struct palette *palette, const struct palette_source *source,
                           const struct argument_def *argument)
{
    switch (argument->kind) {
    case ARGUMENT_COMBATANT:
    case ARGUMENT_COMBATANTS:
        palette_offer_combatants(palette, source);
        break;
    case ARGUMENT_CHOICE:
        offer_words(palette, argument->choices);
        break;
    case ARGUMENT_WORD:
    case ARGUMENT_NAME:
    case ARGUMENT_TEXT:
        offer_records(palette, source, argument->records,
                      argument->kind == ARGUMENT_NAME ? offer_name : offer_record);
        if (argument->words == WORDS_ANY || argument->words == WORDS_RECORD) {
            offer_answers(palette, source);
        }
        if (argument->words != WORDS_ANY && source->words != NULL) {
            source->words(source->context, argument->words,
                          argument->words == WORDS_RECORD ? offer_name : offer_word, palette);
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
    for (struct str word; (word = str_next_list(&rest)).p != NULL;) {
        struct str head = {word.p, name.n < word.n ? name.n : word.n};
        if (str_equal_any_case(head, name) && (word.n == name.n || word.p[name.n] == '=')) {
            return true;
        }
    }
    return false;
}

static void offer_value(struct palette *palette, const struct palette_source *source)
{
    const struct palette_place *place = &palette->place;
    struct option_about about = option_about(source->procedure, state_system(source->state),
                                             place->command, place->option);
    offer_records(palette, source, about.records, offer_record);
    switch (about.takes) {
    case OPTION_TAKES_COMBATANT:
    case OPTION_TAKES_COMBATANTS:
        palette_offer_combatants(palette, source);
        break;
    case OPTION_TAKES_WORDS:
        offer_words(palette, about.words);
        break;
    case OPTION_TAKES_SYSTEM:
        for (int i = 0; i < systems_count(); i++) {
            offer_word(palette, system_at(i)->id, system_at(i)->title);
        }
        break;
    case OPTION_TAKES_ANYTHING:
    case OPTION_TAKES_FLAG:
    case OPTION_TAKES_NUMBER:
    case OPTION_TAKES_TEXT:
        break;
    }
}

/* Adds everything that can be at the place, after a command's name. */
static void palette_offer_words(struct palette *palette, const struct palette_source *source)
{
    const struct palette_place *place = &palette->place;
    if (place->option != NULL) {
        offer_value(palette, source);
        return;
    }
    if (place->argument < place->command->arguments_count) {
        offer_argument(palette, source, &place->command->arguments[place->argument]);
    } else {
        offer_answers(palette, source);
    }
    if (palette->list.count == 0 && place->word > place->start) {
        /* After an unknown name comes the beginning of an option. */
        palette->place.start = place->word;
    }
    const struct system *system = state_system(source->state);
    const char *names[OPTION_NAMES_MAX];
    int count = option_names(source->procedure, system, palette->place.command, names);
    for (int i = 0; i < count; i++) {
        struct option_about about =
            option_about(source->procedure, system, palette->place.command, names[i]);
        bool is_flag = about.takes == OPTION_TAKES_FLAG;
        TEXT_BUFFER(text, PALETTE_WORD_SIZE);
        text_add(&text, "%s%s", names[i], is_flag ? "" : "=");
        if (!is_used(palette, names[i])) {
            offer_word_of(palette, is_flag ? PALETTE_WORD : PALETTE_NAME, text.p, about.help);
        }
    }
}

/* ---- the entries ------------------------------------------------------------------------- */

static bool begins_with(const char *name, struct str pattern)
{
    struct str whole = str_of(name);
    return pattern.n > 0 && pattern.n <= whole.n &&
           str_equal_any_case((struct str){whole.p, pattern.n}, pattern);
}

/* In the order of the key table: the most frequent first; `own` is the command's key, or
 * NULL. */
static int order_of(const struct key_table *keys, const struct key_binding *own, int index)
{
    return own != NULL ? (int)(own - keys->binding) : keys->count + index;
}

static void offer_command(struct palette *palette, const struct palette_source *source,
                          int index)
{
    const struct command_def *def = source->commands[index];
    struct str pattern = palette_pattern(palette);
    struct palette_entry entry = {.kind = PALETTE_COMMAND, .command = def};
    bool is_by_name = fuzzy_match(&entry.match, pattern, str_of(def->name));
    if (!is_by_name && !(pattern.n >= HELP_PATTERN_LEAST &&
                         fuzzy_match(&entry.match, pattern, str_of(def->help)))) {
        return;
    }
    const struct key_binding *own = key_binding_of_command(source->keys, def->name);
    entry.key = own != NULL ? own->pressed : NULL;
    if (is_by_name) {
        bool is_key = entry.key != NULL && pattern.n > 0 && str_equal(pattern, entry.key);
        entry.match.score += is_key ? KEY_BONUS : 0;
        entry.begins = is_key || begins_with(def->name, pattern);
    } else {
        entry.is_by_help = true;
        entry.match.count = 0;
    }
    entry.is_last = palette->refusal[index][0] != '\0';
    palette_note(&entry, entry.is_last ? palette->refusal[index] : def->help);
    if (palette_offer(palette, &entry)) {
        palette->entry[palette->list.count - 1].match.order =
            order_of(source->keys, own, index);
    }
}

static void offer_line(struct palette *palette, int index)
{
    struct palette_entry entry = {.kind = PALETTE_LINE, .index = index};
    struct str line = str_of(palette->history[index]);
    struct str pattern = palette_pattern(palette);
    struct str head = {line.p, pattern.n < line.n ? pattern.n : line.n};
    if (str_equal_any_case(head, pattern) && fuzzy_match(&entry.match, pattern, line)) {
        palette_offer(palette, &entry);
    }
}

/* The number of combatants with a name that begins like this; *id is the one that the words
 * name for a command, 0: none or several. */
static int combatants_beginning(const struct state *state, struct str words, int *id)
{
    int count = 0;
    *id = combatant_find(state, words, NULL);
    for (int i = 1; i <= state->count; i++) {
        bool is_so = state_is_present(state, i) && begins_with(state_name(state, i), words);
        count += is_so ? 1 : 0;
    }
    return *id != 0 ? 1 : count;
}

/* The one entry that the first word names, while only a name is typed. */
static void find_meant(struct palette *palette, const struct palette_source *source)
{
    struct str line = line_edit_text(&palette->edit);
    struct str word = palette_first_word(palette, source);
    const struct command_def *def = NULL;
    int id = 0;
    palette->begin_so = 0;
    if (word.p == NULL || palette->place.command != NULL) {
        return;
    }
    struct str rest = str_trimmed((struct str){word.p, (int)(line.p + line.n - word.p)});
    int commands = rest.n == word.n ? palette_commands_beginning(source, word, &def) : 0;
    bool is_name = def != NULL && str_equal_any_case(word, str_of(def->name));
    int rows =
        word.p == line.p && !is_name ? combatants_beginning(source->state, rest, &id) : 0;
    palette->begin_so = commands + rows;
    for (int i = 0; i < palette->list.count && palette->begin_so == 1; i++) {
        struct palette_entry *entry = &palette->entry[i];
        entry->is_meant = (entry->kind == PALETTE_COMMAND && entry->command == def) ||
                          (entry->kind == PALETTE_ROW && entry->index == id);
    }
}

void palette_update(struct palette *palette, const struct palette_source *source)
{
    palette->list.count = 0;
    palette->is_gone_to = false;
    palette_write_out_name(palette, source);
    /* Sets palette->place from the line. */
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
    if (palette->place.command == NULL) {
        bool is_typed = palette->edit.length > 0;
        int lines = is_typed ? PALETTE_HISTORY_MAX : PALETTE_RECENT;
        for (int i = 0; i < lines && i < palette->history_count; i++) {
            offer_line(palette, i);
        }
        for (int i = 0; i < source->commands_count; i++) {
            offer_command(palette, source, i);
        }
        if (is_typed) {
            palette_offer_combatants(palette, source);
        }
    } else {
        palette_offer_words(palette, source);
    }
    find_meant(palette, source);
    qsort(palette->entry, (size_t)palette->list.count, sizeof palette->entry[0],
          compare_entries);
    bool is_meant = palette->list.count > 0 && palette->entry[0].is_meant;
    palette->list.picked = is_meant ? 0 : PICKED_NONE;
}

/* ---- opening --------------------------------------------------------------------------- */

static bool needs_arguments(const struct command_def *def)
{
    return def->arguments_count > 0 && !def->arguments[0].is_optional;
}

void palette_begin(struct palette *palette, const struct palette_source *source,
                   const char *line)
{
    line_edit_set(&palette->edit, str_of(line));
    palette->history_back = 0;
    palette->is_answer = false;
    palette->asked = 0;
    /* A command that needs a target cannot be tried without one. */
    for (int i = 0; i < source->commands_count; i++) {
        const struct command_def *def = source->commands[i];
        struct text why = text_over(palette->refusal[i], sizeof palette->refusal[i]);
        if (source->refuses != NULL && !needs_arguments(def) &&
            !source->refuses(source->context, def->name, &why)) {
            palette->refusal[i][0] = '\0';
        }
    }
    palette_update(palette, source);
}

/* ---- moving ---------------------------------------------------------------------------- */

static void show_history(struct palette *palette, const struct palette_source *source, int back)
{
    palette->history_back = back;
    const char *line = back > 0 ? palette->history[back - 1] : "";
    line_edit_set(&palette->edit, str_of(line));
    palette_update(palette, source);
}

void palette_move(struct palette *palette, const struct palette_source *source, int steps)
{
    bool is_in_list = palette->is_gone_to && palette->history_back == 0;
    if (steps < 0 && palette->list.picked <= 0) {
        /* At the top of a list that was walked through no earlier line is wanted. */
        if (steps == -1 && !is_in_list && palette->history_back < palette->history_count) {
            show_history(palette, source, palette->history_back + 1);
        }
        return;
    }
    if (steps > 0 && palette->history_back > 0) {
        show_history(palette, source, palette->history_back - 1);
        return;
    }
    list_move(&palette->list, steps);
    palette->is_gone_to = palette->list.count > 0;
    palette->list.picked = palette->is_gone_to ? palette->list.picked : PICKED_NONE;
}

/* Replaces the word at the cursor; the cursor is then after it, after the quote that closes its
 * list, and after the one blank before the next word. */
static void put_word(struct palette *palette, const char *word, const char *after)
{
    struct str line = line_edit_text(&palette->edit);
    int end = palette->edit.cursor;
    /* True when the word is in a list whose opening quote is before it: gear="sword,shi */
    int marks = 0;
    for (int i = 0; i < palette->place.start; i++) {
        marks += palette->edit.text[i] == '"' ? 1 : 0;
    }
    bool is_quoted = marks % 2 == 1;
    while (end < line.n && line.p[end] != ' ' && line.p[end] != ',' &&
           !(is_quoted && line.p[end] == '"')) {
        end++;
    }
    end += is_quoted && end < line.n && line.p[end] == '"' ? 1 : 0;
    end += after[0] == ' ' && end < line.n && line.p[end] == ' ' ? 1 : 0;
    bool is_list = end < line.n && line.p[end] == ',';
    TEXT_BUFFER(text, LINE_EDIT_SIZE);
    text_add_str(&text, (struct str){line.p, palette->place.start});
    text_add(&text, "%s%s%s", word, is_quoted && !is_list ? "\"" : "", is_list ? "" : after);
    int cursor = text.n;
    text_add_str(&text, (struct str){line.p + end, line.n - end});
    line_edit_set(&palette->edit, (struct str){text.p, text.n});
    palette->edit.cursor = cursor < palette->edit.length ? cursor : palette->edit.length;
}

static void take_entry(struct palette *palette, const struct palette_source *source,
                       const struct palette_entry *entry)
{
    char word[PALETTE_WORD_SIZE];
    struct text text;
    switch (entry->kind) {
    case PALETTE_COMMAND:
        put_word(palette, entry->command->name, " ");
        break;
    case PALETTE_ROW:
        text_init(&text, word, sizeof word);
        combatant_word(source->state, entry->index, &text);
        put_word(palette, word, " ");
        break;
    case PALETTE_LINE:
        line_edit_set(&palette->edit, str_of(palette->history[entry->index]));
        break;
    case PALETTE_WORD:
        put_word(palette, entry->word, " ");
        break;
    case PALETTE_NAME:
        put_word(palette, entry->word, "");
        break;
    }
}

void palette_complete(struct palette *palette, const struct palette_source *source)
{
    bool is_empty = palette->edit.length == 0 && palette->list.picked == PICKED_NONE;
    if (palette->list.count == 0 || is_empty) {
        return;
    }
    int index = palette->list.picked != PICKED_NONE ? palette->list.picked : 0;
    struct palette_entry entry = palette->entry[index];
    take_entry(palette, source, &entry);
    palette_update(palette, source);
}

/* ---- running --------------------------------------------------------------------------- */

static const struct palette_entry *picked_entry(const struct palette *palette)
{
    bool is_there = palette->list.count > 0 && palette->list.picked != PICKED_NONE;
    return is_there ? &palette->entry[palette->list.picked] : NULL;
}

static bool is_alone(const struct palette *palette, const struct palette_source *source)
{
    struct str line = line_edit_text(&palette->edit);
    struct str first = palette_first_word(palette, source);
    return first.p != NULL && first.p + first.n == line.p + line.n;
}

/* The line with its first word replaced, or the first one after `ruling`. */
static void add_line_of(const struct palette *palette, const struct palette_source *source,
                        const char *name, struct text *out)
{
    struct str line = line_edit_text(&palette->edit);
    struct str first = palette_first_word(palette, source);
    int start = first.p != NULL ? (int)(first.p - line.p) : line.n;
    int end = start + first.n;
    text_add_str(out, (struct str){line.p, start});
    text_add(out, "%s", name);
    text_add_str(out, (struct str){line.p + end, line.n - end});
}

static void enter_on_entry(const struct palette *palette, const struct palette_source *source,
                           const struct palette_entry *entry, struct palette_enter *out)
{
    struct text line = text_over(out->line, sizeof out->line);
    out->verdict = PALETTE_RUNS;
    if (entry->kind == PALETTE_ROW) {
        out->verdict = PALETTE_SELECTS;
        out->id = entry->index;
    } else if (entry->kind == PALETTE_LINE) {
        text_add(&line, "%s", palette->history[entry->index]);
    } else {
        add_line_of(palette, source, entry->command->name, &line);
        if (is_alone(palette, source) && needs_arguments(entry->command)) {
            text_add(&line, " ");
            out->verdict = PALETTE_WAITS;
        }
    }
}

void palette_enter(const struct palette *palette, const struct palette_source *source,
                   struct palette_enter *out)
{
    struct str typed = line_edit_text(&palette->edit);
    const struct command_def *def = palette_command_of(source, typed);
    const struct palette_entry *picked = picked_entry(palette);
    struct text line = text_over(out->line, sizeof out->line);
    out->verdict = PALETTE_WAITS;
    out->id = 0;
    if (palette->place.command == NULL && picked != NULL &&
        (def == NULL || palette->is_gone_to)) {
        enter_on_entry(palette, source, picked, out);
    } else if (def != NULL && is_alone(palette, source) && needs_arguments(def)) {
        text_add_str(&line, typed);
        text_add(&line, " ");
    } else if (def != NULL) {
        text_add_str(&line, typed);
        out->verdict = PALETTE_RUNS;
    }
}

bool palette_takes_word(const struct palette *palette)
{
    return palette->place.command != NULL && picked_entry(palette) != NULL;
}

enum palette_verdict palette_accept(struct palette *palette,
                                    const struct palette_source *source, int *id)
{
    struct palette_enter enter;
    if (palette_takes_word(palette)) {
        palette_complete(palette, source);
        return PALETTE_WAITS;
    }
    palette_enter(palette, source, &enter);
    *id = enter.id;
    if (enter.line[0] != '\0' && !str_equal(line_edit_text(&palette->edit), enter.line)) {
        line_edit_set(&palette->edit, str_of(enter.line));
        palette_update(palette, source);
    }
    return enter.verdict;
}

void palette_would_run(const struct palette *palette, const struct palette_source *source,
                       char out[LINE_EDIT_SIZE])
{
    struct palette_enter enter;
    palette_enter(palette, source, &enter);
    struct text text = text_over(out, LINE_EDIT_SIZE);
    text_add(&text, "%s", enter.verdict == PALETTE_RUNS ? enter.line : "");
}

void palette_say_why_not(const struct palette *palette, const struct palette_source *source,
                         struct text *out)
{
    struct str word = palette_first_word(palette, source);
    struct nearest nearest;
    if (word.p == NULL) {
        text_add(out, "type a command, or choose one with Down");
        return;
    }
    if (palette->begin_so > 1) {
        /* "4 begin with st: type more, or choose one with Down". */
        text_add(out, "%d commands begin with %s: type more, or choose one with Down",
                 palette->begin_so, utf8_shown(word).text);
        return;
    }
    nearest_init(&nearest, word);
    for (int i = 0; i < source->commands_count; i++) {
        nearest_offer(&nearest, source->commands[i]->name);
    }
    text_add(out, "there is no command %s%s", utf8_shown(word).text,
             nearest_question(&nearest).text);
    if (nearest.best == NULL && palette->list.count > 0) {
        text_add(out, "; Down chooses one of these");
    } else if (nearest.best == NULL) {
        text_add(out, "; `commands` lists them");
    }
}

void palette_remember(struct palette *palette, const char *line)
{
    if (palette->history_count > 0 && strcmp(palette->history[0], line) == 0) {
        return;
    }
    int kept = palette->history_count < PALETTE_HISTORY_MAX ? palette->history_count
                                                            : PALETTE_HISTORY_MAX - 1;
    memmove(palette->history[1], palette->history[0],
            (size_t)kept * sizeof palette->history[0]);
    struct text text = text_over(palette->history[0], sizeof palette->history[0]);
    text_add_str(&text, str_of(line));
    palette->history_count = kept + 1;
}

/* ---- drawing --------------------------------------------------------------------------- */

enum { NAME_COLUMN = 2, HELP_COLUMN = 17, USAGE_ROWS = 2, ROWS_WANTED = 8 };

static int usage_rows(const struct palette *palette)
{
    return palette->place.command != NULL ? USAGE_ROWS : 0;
}

/* The typed text begins no command, combatant or earlier line. */
static bool is_unknown(const struct palette *palette)
{
    return palette->list.count == 0 && palette->edit.length > 0 &&
           palette->place.command == NULL;
}

int palette_rows(const struct palette *palette, int rows)
{
    /* A third of the screen, or half of a small one, so that anything can be found there. */
    int most = rows / 3 > ROWS_WANTED   ? rows / 3
               : rows / 2 < ROWS_WANTED ? rows / 2
                                        : ROWS_WANTED;
    most = most > 3 ? most : 3;
    int wanted = palette->list.count + usage_rows(palette) + (is_unknown(palette) ? 2 : 1);
    return wanted < most ? wanted : most;
}

/* ---- the command that is typed --------------------------------------------------------- */

static int draw_part(struct canvas canvas, int column, bool is_typed, const char *before,
                     const char *name, const char *after)
{
    enum role role = is_typed ? ROLE_MATCH : ROLE_HINT_KEY;
    column = canvas_text(canvas, 1, column, ROLE_HINT_KEY, str_of(before));
    column = canvas_text(canvas, 1, column, role, str_of(name));
    return canvas_text(canvas, 1, column, ROLE_HINT_KEY, str_of(after));
}

/* The options except the typed one; those that do not fit are below, as entries. */
static int draw_options(const struct palette *palette, const struct procedure *procedure,
                        const struct system *system, struct canvas canvas, int column)
{
    const struct palette_place *place = &palette->place;
    const struct command_def *def = place->command;
    const char *known;
    TEXT_BUFFER(text, 512);
    for (int i = 0; (known = command_option_name(def, i)) != NULL; i++) {
        if (place->option == NULL || strcmp(place->option, known) != 0) {
            text_add(&text, " [");
            command_option_usage(procedure, system, def, known, &text);
            text_add(&text, "]");
        }
    }
    int dice = def->takes_dice ? (int)sizeof " [dice]" : 0;
    bool is_whole = !text.is_cut && column + text.n + dice <= canvas.columns;
    return draw_part(canvas, column, false, is_whole ? text.p : " [name=value ...]", "", "");
}

/* In the form of command_usage; the part being typed stands out, and an option comes before the
 * others. */
static void draw_usage(const struct palette *palette, const struct procedure *procedure,
                       const struct system *system, struct canvas canvas)
{
    const struct palette_place *place = &palette->place;
    const struct command_def *def = place->command;
    int column = draw_part(canvas, NAME_COLUMN, false, "", def->name, "");
    for (int i = 0; i < def->arguments_count; i++) {
        const struct argument_def *argument = &def->arguments[i];
        bool is_typed = place->option == NULL && place->argument == i;
        column = draw_part(canvas, column, is_typed, argument->is_optional ? " [" : " ",
                           argument->name, argument->is_optional ? "]" : "");
    }
    if (place->option != NULL) {
        TEXT_BUFFER(option, NAME_SIZE);
        command_option_usage(procedure, system, def, place->option, &option);
        column = draw_part(canvas, column, true, " [", option.p, "]");
    }
    column = draw_options(palette, procedure, system, canvas, column);
    draw_part(canvas, column, false, def->takes_dice ? " [dice]" : "", "", "");
    column = canvas_text(canvas, 2, NAME_COLUMN, ROLE_OVERLAY, str_of(def->help));
    if (def->rule[0] != '\0') {
        canvas_format(canvas, 2, column + 2, ROLE_DIM, "%s", def->rule);
    }
}

/* ---- entries --------------------------------------------------------------------------- */

static const char *word_of(const struct palette *palette, const struct palette_entry *entry,
                           const struct state *state)
{
    switch (entry->kind) {
    case PALETTE_COMMAND:
        return entry->command->name;
    case PALETTE_ROW:
        return state_name(state, entry->index);
    case PALETTE_LINE:
        return palette->history[entry->index];
    case PALETTE_WORD:
    case PALETTE_NAME:
        return entry->word;
    }
    return "";
}

/* The letters that were typed stand out in the name. */
static void draw_matches(const struct palette_entry *entry, struct str name,
                         struct canvas canvas, int row)
{
    for (int i = 0; i < entry->match.count; i++) {
        int at = entry->match.positions[i];
        int column = NAME_COLUMN + grapheme_width((struct str){name.p, at});
        if (at < name.n) {
            canvas_set_role(canvas, (struct strip){row, column, 1, ALIGN_LEFT}, ROLE_MATCH);
        }
    }
}

static void draw_entry(const struct palette *palette, const struct palette_entry *entry,
                       const struct state *state, struct canvas canvas, int row)
{
    char buf[WORDING_SIZE];
    struct strip whole = {row, 0, canvas.columns, ALIGN_LEFT};
    struct str word = str_of(word_of(palette, entry, state));
    enum role role = entry->is_last ? ROLE_DIM : ROLE_OVERLAY;
    canvas_field(canvas, whole, ROLE_OVERLAY, str_of(""));
    int column = canvas_text(canvas, row, NAME_COLUMN, role, word) + 1;
    column = column > HELP_COLUMN ? column : HELP_COLUMN;
    if (entry->kind == PALETTE_COMMAND) {
        struct strip at = {row, canvas.columns - 6, 5, ALIGN_RIGHT};
        canvas_field(canvas, at, ROLE_HINT_KEY, str_of(entry->key != NULL ? entry->key : ""));
    }
    if (entry->is_last && entry->kind == PALETTE_COMMAND) {
        column = canvas_text(canvas, row, column, ROLE_DIM, str_of("not now: "));
    }
    struct canvas rest = canvas_part(canvas, row, 0, 1, canvas.columns - 6);
    canvas_text(rest, 0, column, role, wording(buf, canvas.frame, str_of(entry->note)));
    if (palette->list.picked >= 0 && entry == &palette->entry[palette->list.picked]) {
        list_mark(canvas, row);
    } else {
        draw_matches(entry, word, canvas, row);
    }
}

void palette_draw(const struct palette *palette, const struct procedure *procedure,
                  const struct state *state, struct canvas canvas)
{
    canvas_fill(canvas, ROLE_OVERLAY);
    canvas_rule_across(canvas, (struct strip){0, 0, canvas.columns, ALIGN_LEFT}, ROLE_BORDER);
    if (palette->place.command != NULL) {
        draw_usage(palette, procedure, state_system(state), canvas);
    }
    int top = 1 + usage_rows(palette);
    int rows = canvas.rows - top;
    int first = palette->list.picked >= rows ? palette->list.picked - rows + 1 : 0;
    for (int i = 0; i < rows && first + i < palette->list.count; i++) {
        draw_entry(palette, &palette->entry[first + i], state, canvas, top + i);
    }
    if (is_unknown(palette)) {
        canvas_text(canvas, top, NAME_COLUMN, ROLE_DIM, str_of("no match"));
    }
    int below = palette->list.count - first - rows;
    if (below > 0) {
        TEXT_BUFFER(more, 32);
        text_add(&more, " %d more, Down ", below);
        canvas_text(canvas, 0, canvas.columns - more.n - 3, ROLE_HINT_TEXT,
                    (struct str){more.p, more.n});
    }
}

void palette_draw_line(struct palette *palette, struct canvas canvas)
{
    canvas_fill(canvas, ROLE_PLAIN);
    canvas_text(canvas, 0, 1, ROLE_PROMPT, str_of(":"));
    struct strip field = {0, 2, canvas.columns - 3, ALIGN_LEFT};
    line_edit_draw(&palette->edit, canvas, field, ROLE_INPUT);
    if (palette->would_run) {
        line_edit_draw_enter(&palette->edit, canvas, field);
    }
}

/* ---- what the sitting knows ------------------------------------------------------------ */

/* ---- what the sitting knows -------------------------------------------------------------- */

static void words(void *context, enum argument_words kind, palette_see_fn *see, void *to)
{
    const struct screen *screen = context;
    sitting_words(screen->sitting, kind, see, to);
}

static void records(void *context, const char *kind, palette_see_fn *see, void *to)
{
    const struct screen *screen = context;
    sitting_records(screen->sitting, kind, see, to);
}

struct palette_source palette_source_of(struct screen *screen)
{
    struct palette_source source = {.procedure = screen->model.procedure,
                                    .keys = &screen->model.keys,
                                    .state = screen->model.state,
                                    .context = screen,
                                    .words = words,
                                    .records = records};
    source.commands_count = sitting_commands(screen->sitting, &source.commands);
    return source;
}
