#include "tui/palette/palette_private.h"

#include <stdlib.h>
#include <string.h>

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

bool palette_offer(struct palette *palette, const struct palette_entry *entry)
{
    if (palette->entries == PALETTE_ENTRIES_MAX) {
        return false;
    }
    struct palette_entry *put = &palette->entry[palette->entries];
    *put = *entry;
    put->match.order = palette->entries++;
    /* With nothing typed the entries stay in the order of their table. */
    put->match.length = put->match.count > 0 ? put->match.length : 0;
    return true;
}

void palette_note(struct palette_entry *entry, const char *text)
{
    struct text to = text_over(entry->note, sizeof entry->note);
    text_add(&to, "%s", text);
}

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
        palette->entry[palette->entries - 1].match.order = order_of(source->keys, own, index);
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
        palette_offer_combatants(palette, source);
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
    for (int i = 0; i < palette->entries && palette->begin_so == 1; i++) {
        struct palette_entry *entry = &palette->entry[i];
        entry->is_meant = (entry->kind == PALETTE_COMMAND && entry->command == def) ||
                          (entry->kind == PALETTE_ROW && entry->index == id);
    }
}

static int first_picked(const struct palette *palette)
{
    bool is_meant = palette->entries > 0 && palette->entry[0].is_meant;
    return is_meant ? 0 : PICKED_NONE;
}

void palette_update(struct palette *palette, const struct palette_source *source)
{
    palette->entries = 0;
    palette->is_gone_to = false;
    palette_write_out_name(palette, source);
    palette_find_place(palette, source);
    if (palette->place.command == NULL) {
        offer_first(palette, source);
    } else {
        palette_offer_words(palette, source);
    }
    find_meant(palette, source);
    qsort(palette->entry, (size_t)palette->entries, sizeof palette->entry[0], compare_entries);
    palette->picked = first_picked(palette);
}
