#include "tui/palette.h"

#include <stdlib.h>
#include <string.h>

#include "app/keys.h"

/* A word found only in a command's help stands below every name; a key's own command above. */
enum { PICKED_NONE = -1, HELP_PENALTY = 1000, KEY_BONUS = 1000, HELP_PATTERN_LEAST = 3 };

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

/* What stands behind the last blank. */
static struct str last_word(const struct palette *palette)
{
    struct str line = line_edit_text(&palette->edit);
    int start = line.n;
    while (start > 0 && line.p[start - 1] != ' ') {
        start--;
    }
    return (struct str){line.p + start, line.n - start};
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

static void put_line(struct palette *palette, struct str before, const char *word, bool is_whole)
{
    char buf[LINE_EDIT_SIZE];
    struct text text;
    text_init(&text, buf, sizeof buf);
    text_add_str(&text, before);
    text_add(&text, "%s%s", word, is_whole ? "" : " ");
    line_edit_set(&palette->edit, (struct str){text.p, text.n});
}

/* ---- entries -------------------------------------------------------------------------------- */

static int compare_entries(const void *a, const void *b)
{
    const struct palette_entry *first = a;
    const struct palette_entry *second = b;
    return fuzzy_compare(&first->match, &second->match);
}

static void offer(struct palette *palette, struct palette_entry entry)
{
    if (palette->entries < PALETTE_ENTRIES_MAX) {
        entry.match.order = palette->entries;
        /* With nothing typed the entries stay in the order of their table. */
        entry.match.length = entry.match.count > 0 ? entry.match.length : 0;
        palette->entry[palette->entries++] = entry;
    }
}

static void offer_command(struct palette *palette, const struct command_def *def,
                          struct str pattern)
{
    struct palette_entry entry = {.command = def};
    const char *key = key_of_command(def->name);
    bool is_key = key != NULL && pattern.n > 0 && str_equal(pattern, key);
    if (fuzzy_match(&entry.match, pattern, str_of(def->name))) {
        entry.match.score += is_key ? KEY_BONUS : 0;
        offer(palette, entry);
    } else if (pattern.n >= HELP_PATTERN_LEAST &&
               fuzzy_match(&entry.match, pattern, str_of(def->help))) {
        entry.match.score -= HELP_PENALTY;
        entry.match.count = 0;
        offer(palette, entry);
    }
}

static void offer_rows(struct palette *palette, const struct state *state, struct str pattern)
{
    for (int id = 1; id <= state->count; id++) {
        struct palette_entry entry = {.id = id};
        if (state_is_present(state, id) &&
            fuzzy_match(&entry.match, pattern, str_of(state_name(state, id)))) {
            offer(palette, entry);
        }
    }
}

static bool wants_combatants(const struct command_def *def)
{
    for (int i = 0; i < def->arguments_count; i++) {
        if (def->arguments[i].kind == ARGUMENT_COMBATANT ||
            def->arguments[i].kind == ARGUMENT_COMBATANTS) {
            return true;
        }
    }
    return false;
}

void palette_update(struct palette *palette, const struct palette_source *source)
{
    struct str line = line_edit_text(&palette->edit);
    struct str first = first_word(palette);
    struct str last = last_word(palette);
    bool is_beyond_first = first.p != NULL && first.p + first.n < line.p + line.n;
    palette->entries = 0;
    palette->picked = line.n > 0 ? 0 : PICKED_NONE;
    palette->usage = is_beyond_first ? command_named(source, first) : NULL;
    if (palette->usage != NULL) {
        bool is_name = last.n > 0 && (char_is_letter(last.p[0]) || (unsigned char)last.p[0] >= 0x80);
        if (wants_combatants(palette->usage) && (last.n == 0 || is_name)) {
            offer_rows(palette, source->state, last);
        }
    } else {
        for (int i = 0; i < source->commands_count; i++) {
            offer_command(palette, source->commands[i], line);
        }
        if (line.n > 0) {
            offer_rows(palette, source->state, line);
        }
    }
    qsort(palette->entry, (size_t)palette->entries, sizeof palette->entry[0], compare_entries);
}

void palette_begin(struct palette *palette, const struct palette_source *source)
{
    line_edit_init(&palette->edit);
    palette->history_back = 0;
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

void palette_complete(struct palette *palette, const struct palette_source *source)
{
    if (palette->entries == 0 || palette->picked == PICKED_NONE) {
        return;
    }
    const struct palette_entry *entry = &palette->entry[palette->picked];
    char word[NAME_SIZE + 8];
    struct text text;
    text_init(&text, word, sizeof word);
    struct str line = line_edit_text(&palette->edit);
    struct str before = {line.p, 0};
    if (entry->command != NULL) {
        text_add(&text, "%s", entry->command->name);
    } else {
        combatant_word(source->state, entry->id, &text);
        before.n = palette->usage != NULL ? line.n - last_word(palette).n : 0;
    }
    char kept[LINE_EDIT_SIZE];
    memcpy(kept, line.p, (size_t)before.n);
    put_line(palette, (struct str){kept, before.n}, word, false);
    palette_update(palette, source);
}

/* ---- running -------------------------------------------------------------------------------- */

static bool needs_arguments(const struct command_def *def)
{
    return def->arguments_count > 0 && !def->arguments[0].is_optional;
}

enum palette_verdict palette_accept(struct palette *palette, const struct palette_source *source,
                                    int *id)
{
    struct str line = line_edit_text(&palette->edit);
    struct str first = first_word(palette);
    const struct command_def *def = command_named(source, first);
    if (def != NULL) {
        bool is_alone = first.p + first.n == line.p + line.n;
        if (is_alone && needs_arguments(def)) {
            line_edit_insert(&palette->edit, str_of(" "));
            palette_update(palette, source);
            return PALETTE_WAITS;
        }
        return PALETTE_RUNS;
    }
    if (palette->entries == 0) {
        /* What it cannot be is told by running it. */
        return line.n > 0 ? PALETTE_RUNS : PALETTE_WAITS;
    }
    if (palette->picked == PICKED_NONE) {
        return PALETTE_WAITS;
    }
    const struct palette_entry *entry = &palette->entry[palette->picked];
    if (entry->command == NULL) {
        *id = entry->id;
        return PALETTE_SELECTS;
    }
    bool needs_more = needs_arguments(entry->command);
    put_line(palette, (struct str){"", 0}, entry->command->name, !needs_more);
    palette_update(palette, source);
    return needs_more ? PALETTE_WAITS : PALETTE_RUNS;
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

/* ---- drawing -------------------------------------------------------------------------------- */

enum { NAME_COLUMN = 2, HELP_COLUMN = 17, USAGE_ROWS = 2 };

static int usage_rows(const struct palette *palette)
{
    return palette->usage != NULL ? USAGE_ROWS : 0;
}

int palette_rows(const struct palette *palette, int rows)
{
    int most = rows / 3 > 3 ? rows / 3 : 3;
    int wanted = palette->entries + usage_rows(palette) + 1;
    return wanted < most ? wanted : most;
}

static void draw_usage(const struct palette *palette, struct canvas canvas)
{
    char buf[256];
    struct text text;
    text_init(&text, buf, sizeof buf);
    command_usage(palette->usage, &text);
    canvas_text(canvas, 1, NAME_COLUMN, ROLE_HINT_KEY, (struct str){text.p, text.n});
    int column = canvas_text(canvas, 2, NAME_COLUMN, ROLE_OVERLAY, str_of(palette->usage->help));
    if (palette->usage->rule[0] != '\0') {
        canvas_format(canvas, 2, column + 2, ROLE_DIM, "%s", palette->usage->rule);
    }
}

/* The letters that were typed stand out in the name. */
static void draw_matches(const struct palette_entry *entry, struct str name, struct canvas canvas,
                         int row)
{
    for (int i = 0; i < entry->match.count; i++) {
        int at = entry->match.positions[i];
        int column = NAME_COLUMN + grapheme_width((struct str){name.p, at});
        if (at < name.n) {
            canvas_set_role(canvas, (struct strip){row, column, 1, ALIGN_LEFT}, ROLE_MATCH);
        }
    }
}

static void draw_entry(const struct palette_entry *entry, const struct state *state,
                       struct canvas canvas, int row, bool is_picked)
{
    struct strip whole = {row, 0, canvas.columns, ALIGN_LEFT};
    bool is_command = entry->command != NULL;
    struct str name = str_of(is_command ? entry->command->name : state_name(state, entry->id));
    canvas_field(canvas, whole, ROLE_OVERLAY, str_of(""));
    canvas_text(canvas, row, NAME_COLUMN, ROLE_OVERLAY, name);
    if (is_command) {
        const char *key = key_of_command(entry->command->name);
        canvas_text(canvas, row, HELP_COLUMN, ROLE_OVERLAY, str_of(entry->command->help));
        struct strip at = {row, canvas.columns - 6, 5, ALIGN_RIGHT};
        canvas_field(canvas, at, ROLE_HINT_KEY, str_of(key != NULL ? key : ""));
    }
    if (is_picked) {
        canvas_set_role(canvas, whole, ROLE_SELECTED);
        canvas_glyph(canvas, row, 0, ROLE_SELECTED, GLYPH_SELECTED);
    } else {
        draw_matches(entry, name, canvas, row);
    }
}

void palette_draw(const struct palette *palette, const struct state *state, struct canvas canvas)
{
    canvas_fill(canvas, ROLE_OVERLAY);
    canvas_rule_across(canvas, (struct strip){0, 0, canvas.columns, ALIGN_LEFT}, ROLE_BORDER);
    if (palette->usage != NULL) {
        draw_usage(palette, canvas);
    }
    int top = 1 + usage_rows(palette);
    int rows = canvas.rows - top;
    int first = palette->picked >= rows ? palette->picked - rows + 1 : 0;
    for (int i = 0; i < rows && first + i < palette->entries; i++) {
        draw_entry(&palette->entry[first + i], state, canvas, top + i,
                   first + i == palette->picked);
    }
    int below = palette->entries - first - rows;
    if (below > 0) {
        canvas_format(canvas, 0, canvas.columns - 12, ROLE_HINT_TEXT, " %d more ", below);
    }
}

void palette_draw_line(struct palette *palette, struct canvas canvas)
{
    canvas_fill(canvas, ROLE_PLAIN);
    canvas_text(canvas, 0, 1, ROLE_PROMPT, str_of(":"));
    line_edit_draw(&palette->edit, canvas, (struct strip){0, 2, canvas.columns - 3, ALIGN_LEFT},
                   ROLE_INPUT);
}
