#include "tui/palette/palette.h"

#include <string.h>

#include "base/nearest.h"
#include "base/utf8.h"
#include "tui/palette/palette_private.h"

/* ---- opening --------------------------------------------------------------------------- */

static bool needs_arguments(const struct command_def *def)
{
    return def->arguments_count > 0 && !def->arguments[0].is_optional;
}

/* A command that needs a target cannot be tried without one. */
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
    palette->asked = 0;
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
    bool is_in_list = palette->is_gone_to && palette->history_back == 0;
    if (steps < 0 && palette->picked <= 0) {
        /* Who walks in the list and comes to its top wants no other line. */
        if (steps == -1 && !is_in_list && palette->history_back < palette->history_count) {
            show_history(palette, source, palette->history_back + 1);
        }
        return;
    }
    if (steps > 0 && palette->history_back > 0) {
        show_history(palette, source, palette->history_back - 1);
        return;
    }
    int picked = palette->picked + steps;
    picked = picked > 0 ? picked : 0;
    palette->picked = picked < palette->entries ? picked : palette->entries - 1;
    palette->is_gone_to = palette->picked != PICKED_NONE;
}

/* Whether the word is in a list whose opening quote is before it: gear="sword,shi */
static bool is_in_quotes(const struct palette *palette)
{
    int marks = 0;
    for (int i = 0; i < palette->place.start; i++) {
        marks += palette->edit.text[i] == '"' ? 1 : 0;
    }
    return marks % 2 == 1;
}

/* Replaces the word at the cursor; the cursor is then after it, after the quote that closes its
 * list, and after the one blank before the next word. */
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
    bool is_empty = palette->edit.length == 0 && palette->picked == PICKED_NONE;
    if (palette->entries == 0 || is_empty) {
        return;
    }
    int index = palette->picked != PICKED_NONE ? palette->picked : 0;
    struct palette_entry entry = palette->entry[index];
    take_entry(palette, source, &entry);
    palette_update(palette, source);
}

/* ---- running --------------------------------------------------------------------------- */

static const struct palette_entry *picked_entry(const struct palette *palette)
{
    bool is_there = palette->entries > 0 && palette->picked != PICKED_NONE;
    return is_there ? &palette->entry[palette->picked] : NULL;
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

/* "4 begin with st: type more, or choose one with Down". */
static void say_many(const struct palette *palette, struct str word, struct text *out)
{
    text_add(out, "%d commands begin with %s: type more, or choose one with Down",
             palette->begin_so, utf8_shown(word).text);
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
        say_many(palette, word, out);
        return;
    }
    nearest_init(&nearest, word);
    for (int i = 0; i < source->commands_count; i++) {
        nearest_offer(&nearest, source->commands[i]->name);
    }
    text_add(out, "there is no command %s%s", utf8_shown(word).text,
             nearest_question(&nearest).text);
    if (nearest.best == NULL && palette->entries > 0) {
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
