#include "tui/palette/palette_private.h"

#include <string.h>

/* ---- entries --------------------------------------------------------------------------- */

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
void palette_offer_combatants(struct palette *palette, const struct palette_source *source)
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

static void offer_options(struct palette *palette, const struct palette_source *source)
{
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

void palette_offer_words(struct palette *palette, const struct palette_source *source)
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
    if (palette->entries == 0 && place->word > place->start) {
        /* After an unknown name comes the beginning of an option. */
        palette->place.start = place->word;
    }
    offer_options(palette, source);
}
