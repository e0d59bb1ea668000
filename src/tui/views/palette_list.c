#include "tui/views/palette_private.h"

#include <stdlib.h>
#include <string.h>

/* The command of a key that is typed stands above every name. */
enum { KEY_BONUS = 1000 };

/* What is found by its beginning or its key comes first, even what cannot be done now: that is
 * then what was looked for, and the reason stands beside it. Below it stands what is found
 * elsewhere in a name, lines run before (with nothing typed, above everything) and rows that
 * are hardly meant, what cannot be done now, and what is only found by its help. */
static int class_of(const struct palette_entry *entry)
{
    bool is_typed = entry->match.count > 0;
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

/* As the key table has them: what is done most comes first. */
static int order_of(const struct palette_source *source, int index)
{
    const struct key_table *keys = source->keys;
    const struct key_binding *own = key_binding_of_command(keys, source->commands[index]->name);
    return own != NULL ? (int)(own - keys->binding) : keys->count + index;
}

static void offer_command(struct palette *palette, const struct palette_source *source,
                          int index)
{
    const struct command_def *def = source->commands[index];
    struct str pattern = palette_pattern(palette);
    struct palette_entry entry = {.kind = PALETTE_COMMAND,
                                  .command = def,
                                  .key = key_of_command(source->keys, def->name)};
    bool is_key = entry.key != NULL && pattern.n > 0 && str_equal(pattern, entry.key);
    if (fuzzy_match(&entry.match, pattern, str_of(def->name))) {
        entry.match.score += is_key ? KEY_BONUS : 0;
        entry.begins = is_key || begins_with(def->name, pattern);
    } else if (pattern.n >= HELP_PATTERN_LEAST &&
               fuzzy_match(&entry.match, pattern, str_of(def->help))) {
        entry.is_by_help = true;
        entry.match.count = 0;
    } else {
        return;
    }
    entry.is_last = palette->refusal[index][0] != '\0';
    palette_note(&entry, entry.is_last ? palette->refusal[index] : def->help);
    if (palette_offer(palette, &entry)) {
        palette->entry[palette->entries - 1].match.order = order_of(source, index);
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

void palette_update(struct palette *palette, const struct palette_source *source)
{
    palette->entries = 0;
    palette->picked = palette->edit.length > 0 ? 0 : PICKED_NONE;
    palette_find_place(palette, source);
    if (palette->place.command == NULL) {
        offer_first(palette, source);
    } else {
        palette_offer_words(palette, source);
    }
    qsort(palette->entry, (size_t)palette->entries, sizeof palette->entry[0], compare_entries);
}
