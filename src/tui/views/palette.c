#include "tui/views/palette.h"

#include <string.h>

#include "tui/views/palette_private.h"

/* ---- opening --------------------------------------------------------------------------- */

static bool needs_arguments(const struct command_def *def)
{
    return def->arguments_count > 0 && !def->arguments[0].is_optional;
}

/* A command that wants a target cannot be tried without one. */
static void find_refusals(struct palette *palette, const struct palette_source *source)
{
    for (int i = 0; i < source->commands_count; i++) {
        const struct command_def *def = source->commands[i];
        struct text why = text_over(palette->refusal[i], sizeof palette->refusal[i]);
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
    palette->is_answer = false;
    find_refusals(palette, source);
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

/* Whether the word stands in a list whose opening quote is before it: gear="sword,shi */
static bool is_in_quotes(const struct palette *palette)
{
    int marks = 0;
    for (int i = 0; i < palette->place.start; i++) {
        marks += palette->edit.text[i] == '"' ? 1 : 0;
    }
    return marks % 2 == 1;
}

/* The word at the cursor becomes this; the cursor stands behind it, behind the quote that
 * closes its list, and behind the one blank that parts it from the next. */
static void put_word(struct palette *palette, const char *word, const char *after)
{
    struct str line = line_edit_text(&palette->edit);
    int end = palette->edit.cursor;
    bool is_quoted = is_in_quotes(palette);
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
    if (palette->entries == 0 || palette->picked == PICKED_NONE) {
        return;
    }
    struct palette_entry entry = palette->entry[palette->picked];
    take_entry(palette, source, &entry);
    palette_update(palette, source);
}

/* ---- running --------------------------------------------------------------------------- */

static const struct palette_entry *picked_entry(const struct palette *palette)
{
    bool is_there = palette->entries > 0 && palette->picked != PICKED_NONE;
    return is_there ? &palette->entry[palette->picked] : NULL;
}

/* A command by its whole name is what is meant, whatever else is found. */
static const struct command_def *typed_command(const struct palette *palette,
                                               const struct palette_source *source)
{
    return palette_command_of(source, line_edit_text(&palette->edit));
}

static bool is_alone(const struct palette *palette, const struct palette_source *source)
{
    struct str line = line_edit_text(&palette->edit);
    struct str first = palette_first_word(palette, source);
    return first.p + first.n == line.p + line.n;
}

enum palette_verdict palette_accept(struct palette *palette,
                                    const struct palette_source *source, int *id)
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
        if (is_alone(palette, source) && needs_arguments(def)) {
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
    if (entry.kind == PALETTE_COMMAND && !needs_more) {
        put_word(palette, entry.command->name, "");
    } else {
        take_entry(palette, source, &entry);
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
    struct text text = text_over(out, LINE_EDIT_SIZE);
    if (is_chosen && picked->kind == PALETTE_LINE) {
        text_add(&text, "%s", palette->history[picked->index]);
    } else if (is_chosen && picked->kind == PALETTE_COMMAND &&
               !needs_arguments(picked->command)) {
        text_add(&text, "%s", picked->command->name);
    } else if (!is_chosen && def != NULL &&
               !(is_alone(palette, source) && needs_arguments(def))) {
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
    memmove(palette->history[1], palette->history[0],
            (size_t)kept * sizeof palette->history[0]);
    struct text text = text_over(palette->history[0], sizeof palette->history[0]);
    text_add_str(&text, str_of(line));
    palette->history_count = kept + 1;
}
