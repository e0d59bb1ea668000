#include "tui/widgets/menu.h"

#include <string.h>

/* A cell is a key, a word and, if there is room for all of them, the help. */
enum {
    KEY_WIDTH = 3,
    WORD_WIDTH = 13,
    CELL_WITH_HELP = 39,
    CELL_WIDE = 26,
    CELL_BARE = 19,
    CELL_LEAST = 13
};

/* ---- what may follow ------------------------------------------------------------------- */

/* Acts of the screen that are done as often as the count says. */
static bool repeats(enum screen_act act)
{
    return act == ACT_DOWN || act == ACT_UP || act == ACT_FOE || act == ACT_CHOOSE ||
           act == ACT_OLDER || act == ACT_NEWER || act == ACT_REPEAT;
}

/* True when an earlier key does the same. */
static bool is_another_key(const struct key_table *keys, int i)
{
    for (int k = 0; k < i; k++) {
        if (keys->binding[k].context == keys->binding[i].context &&
            strcmp(keys->binding[k].command, keys->binding[i].command) == 0) {
            return true;
        }
    }
    return false;
}

bool menu_has(const struct key_binding *binding)
{
    static const enum screen_act own[] = {ACT_CANCEL, ACT_HELP, ACT_ACCEPT, ACT_DOWN,
                                          ACT_UP,     ACT_NEXT, ACT_BEFORE};
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++) {
        if (binding->act == own[i]) {
            return false;
        }
    }
    return binding->context == CONTEXT_MORE;
}

static bool belongs(const struct menu_source *source, int i)
{
    const struct key_binding *binding = &source->keys->binding[i];
    bool is_at_table = binding->context == CONTEXT_TABLE;
    const char *command = binding->command;
    switch (source->of) {
    case MENU_NONE:
        return false;
    case MENU_MORE:
        return menu_has(binding);
    case MENU_COUNT:
        return is_at_table &&
               (strstr(command, "%n") != NULL || repeats(binding->act) ||
                (binding->act == ACT_NONE && source->can_run[i] && !binding->is_of_frame));
    case MENU_CHOSEN:
        return (is_at_table || binding->context == CONTEXT_MORE) && binding->goes_to_chosen;
    }
    return false;
}

static void add_entry(struct menu *menu, const struct menu_source *source, int i)
{
    if (menu->entries == MENU_ENTRIES_MAX) {
        return;
    }
    const struct key_binding *binding = &source->keys->binding[i];
    menu->picked =
        source->of == MENU_MORE && i == source->picked ? menu->entries : menu->picked;
    struct menu_entry *entry = &menu->entry[menu->entries++];
    /* The note of a key, or else the name of its command. */
    struct str rest = str_of(binding->command);
    struct str name = str_next_word(&rest);
    bool is_act = name.n > 0 && name.p[0] == '@';
    struct str word = binding->note[0] != '\0' ? str_of(binding->note)
                      : is_act                 ? (struct str){name.p + 1, name.n - 1}
                                               : name;
    struct text text = text_over(entry->word, sizeof entry->word);
    bool is_amount = strstr(binding->command, "%n") != NULL;
    entry->key = source->of == MENU_MORE ? binding->key : binding->pressed;
    entry->help = binding->help;
    entry->binding = i;
    entry->group = source->of != MENU_MORE            ? ""
                   : binding->context != CONTEXT_MORE ? menu->without
                   : binding->group != NULL           ? binding->group
                                                      : "the fight";
    if (source->of == MENU_COUNT && !is_amount) {
        text_add(&text, "%d × %.*s", source->number, word.n, word.p);
    } else if (source->of == MENU_COUNT) {
        text_add(&text, "%.*s %d", word.n, word.p, source->number);
    } else {
        text_add_str(&text, word);
    }
}

void menu_make(struct menu *out, const struct menu_source *source)
{
    const struct key_table *keys = source->keys;
    out->of = source->of;
    out->number = source->number;
    out->more = key_of_act(keys, ACT_MORE);
    text_format(out->without, sizeof out->without, "without %s", out->more);
    out->entries = 0;
    out->picked = MENU_NOTHING;
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < keys->count; i++) {
            /* Keys that take the count as their amount come first: it was typed for them. */
            bool is_amount = strstr(keys->binding[i].command, "%n") != NULL;
            bool is_now = source->of != MENU_COUNT ? pass == 0 : is_amount == (pass == 0);
            if (is_now && belongs(source, i) && !is_another_key(keys, i)) {
                add_entry(out, source, i);
            }
        }
    }
    for (int i = 0; i < keys->count && source->left_out != NULL; i++) {
        if (source->left_out[i] && !is_another_key(keys, i)) {
            add_entry(out, source, i);
        }
    }
}

/* ---- drawing --------------------------------------------------------------------------- */

/* The arrangement of the entries: columns of this width, with a heading over each group if
 * there is room for these. */
struct grid {
    int across, width, rows;
    bool has_help, has_headings;
    int columns; /* of all entries, of which only `across` are shown */
    short row[MENU_ENTRIES_MAX], column[MENU_ENTRIES_MAX];
};

static bool begins_group(const struct menu *menu, int i)
{
    return i == 0 || strcmp(menu->entry[i].group, menu->entry[i - 1].group) != 0;
}

static void lay_out(struct grid *grid, const struct menu *menu, int rows)
{
    int row = 0, column = 0;
    for (int i = 0; i < menu->entries; i++) {
        int headings = grid->has_headings && begins_group(menu, i) ? 1 : 0;
        if (row > 0 && row + headings >= rows) {
            row = 0;
            column++;
        }
        row += headings;
        grid->row[i] = (short)row++;
        grid->column[i] = (short)column;
    }
    grid->rows = rows;
    grid->columns = menu->entries > 0 ? column + 1 : 0;
}

static void make_grid(struct grid *out, const struct menu *menu, int most, int columns)
{
    static const struct {
        int width;
        bool has_help, has_headings, is_for_all;
    } ways[] = {{CELL_WITH_HELP, true, true, false},
                {CELL_WIDE, false, true, false},
                {CELL_BARE, false, true, false},
                {CELL_BARE, false, false, true},
                {CELL_LEAST, false, false, true}};
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        if (menu->of != MENU_MORE && !ways[i].is_for_all) {
            continue;
        }
        int across = columns / ways[i].width > 0 ? columns / ways[i].width : 1;
        out->across = across;
        out->width = columns / across;
        out->has_help = ways[i].has_help;
        out->has_headings = ways[i].has_headings;
        int rows = 0;
        do {
            lay_out(out, menu, ++rows);
        } while (out->columns > across && rows < most);
        if (out->columns <= across) {
            return;
        }
    }
}

/* Limited to what the screen can spare: the order must stay visible above a count. */
static int most_rows(const struct menu *menu, int rows)
{
    int most = menu->of == MENU_MORE ? rows / 2 + 2 : rows / 4;
    return most > 2 ? most : 2;
}

int menu_rows(const struct menu *menu, int rows, int columns)
{
    struct grid grid;
    make_grid(&grid, menu, most_rows(menu, rows), columns - 1);
    return menu->entries > 0 ? grid.rows + 1 : 0;
}

int menu_step(const struct menu *menu, enum screen_act act, int rows, int columns)
{
    struct grid grid;
    int from = menu->picked;
    int last = menu->entries - 1;
    make_grid(&grid, menu, most_rows(menu, rows), columns - 1);
    if (from == MENU_NOTHING) {
        return act == ACT_UP || act == ACT_BEFORE ? last : last < 0 ? MENU_NOTHING : 0;
    }
    if (act == ACT_DOWN || act == ACT_UP) {
        int to = from + (act == ACT_DOWN ? 1 : -1);
        return to < 0 ? 0 : to > last ? last : to;
    }
    int column = grid.column[from] + (act == ACT_NEXT ? 1 : -1);
    int to = from;
    for (int i = 0; i <= last; i++) {
        bool is_nearer = to == from || grid.row[i] <= grid.row[from];
        to = grid.column[i] == column && is_nearer ? i : to;
    }
    return to;
}

static void draw_entry(const struct menu_entry *entry, bool has_help, struct canvas cell)
{
    char buf[WORDING_SIZE];
    int column = canvas_text(cell, 0, 0, ROLE_HINT_KEY, str_of(entry->key)) + 1;
    column = has_help && column < KEY_WIDTH ? KEY_WIDTH : column;
    column = canvas_text(cell, 0, column, ROLE_OVERLAY,
                         wording(buf, cell.frame, str_of(entry->word))) +
             1;
    if (has_help) {
        column = column < KEY_WIDTH + WORD_WIDTH ? KEY_WIDTH + WORD_WIDTH : column;
        canvas_words(cell, 0, column, ROLE_DIM, str_of(entry->help));
    }
}

void menu_draw(const struct menu *menu, struct canvas canvas)
{
    struct grid grid;
    int hidden = 0;
    make_grid(&grid, menu, canvas.rows - 1, canvas.columns - 1);
    int first = menu->picked != MENU_NOTHING ? grid.column[menu->picked] - grid.across + 1 : 0;
    first = first > 0 ? first : 0;
    canvas_fill(canvas, ROLE_OVERLAY);
    for (int i = 0; i < menu->entries; i++) {
        const struct menu_entry *entry = &menu->entry[i];
        int left = (grid.column[i] - first) * grid.width;
        if (left < 0 || grid.column[i] - first >= grid.across) {
            hidden++;
            continue;
        }
        int row = 1 + grid.row[i];
        if (grid.has_headings && begins_group(menu, i)) {
            canvas_text(canvas_part(canvas, row - 1, 1 + left, 1, grid.width - 1), 0, 0,
                        ROLE_HEADING, str_of(entry->group));
        }
        draw_entry(entry, grid.has_help, canvas_part(canvas, row, 1 + left, 1, grid.width - 1));
        if (i == menu->picked) {
            struct canvas cell = canvas_part(canvas, row, left, 1, grid.width);
            canvas_set_role(cell, (struct strip){0, 0, grid.width, ALIGN_LEFT}, ROLE_SELECTED);
            canvas_glyph(cell, 0, 0, ROLE_SELECTED, GLYPH_SELECTED);
        }
    }
    TEXT_BUFFER(text, 80);
    canvas_rule_across(canvas, (struct strip){0, 0, canvas.columns, ALIGN_LEFT}, ROLE_BORDER);
    if (menu->of == MENU_COUNT) {
        text_add(&text, " %d, and then ", menu->number);
    } else if (menu->of == MENU_CHOSEN) {
        text_add(&text, " to all %d chosen ", menu->number);
    } else {
        text_add(&text, " %s, and then ", menu->more);
    }
    canvas_text(canvas, 0, 2, ROLE_HINT_TEXT, (struct str){text.p, text.n});
    if (hidden > 0) {
        canvas_format(canvas, 0, canvas.columns - 12, ROLE_HINT_TEXT, " %d more ", hidden);
    }
}
