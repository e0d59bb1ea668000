#include <string.h>

#include "tui/palette/palette.h"
#include "tui/canvas/canvas.h"

/* ---- drawing --------------------------------------------------------------------------- */

enum { NAME_COLUMN = 2, HELP_COLUMN = 17, USAGE_ROWS = 2, ROWS_WANTED = 8 };

static int usage_rows(const struct palette *palette)
{
    return palette->place.command != NULL ? USAGE_ROWS : 0;
}

/* The typed text begins no command, combatant or earlier line. */
static bool is_unknown(const struct palette *palette)
{
    return palette->entries == 0 && palette->edit.length > 0 && palette->place.command == NULL;
}

int palette_rows(const struct palette *palette, int rows)
{
    /* A third of the screen, or half of a small one, so that anything can be found there. */
    int most = rows / 3 > ROWS_WANTED   ? rows / 3
               : rows / 2 < ROWS_WANTED ? rows / 2
                                        : ROWS_WANTED;
    most = most > 3 ? most : 3;
    int wanted = palette->entries + usage_rows(palette) + (is_unknown(palette) ? 2 : 1);
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
    if (palette->picked >= 0 && entry == &palette->entry[palette->picked]) {
        canvas_set_role(canvas, whole, ROLE_SELECTED);
        canvas_glyph(canvas, row, 0, ROLE_SELECTED, GLYPH_SELECTED);
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
    int first = palette->picked >= rows ? palette->picked - rows + 1 : 0;
    for (int i = 0; i < rows && first + i < palette->entries; i++) {
        draw_entry(palette, &palette->entry[first + i], state, canvas, top + i);
    }
    if (is_unknown(palette)) {
        canvas_text(canvas, top, NAME_COLUMN, ROLE_DIM, str_of("no match"));
    }
    int below = palette->entries - first - rows;
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
