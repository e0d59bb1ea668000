#include "tui/widgets/menu.h"

#include <string.h>

/* A cell is a key, a word and, if there is room for all of them, the help. */
enum { KEY_WIDTH = 3, WORD_WIDTH = 11, CELL_WITH_HELP = 38, CELL_BARE = 19, CELL_LEAST = 13 };

/* ---- what may follow ------------------------------------------------------------------- */

/* Acts of the screen that are done as often as the count says. */
static bool repeats(enum screen_act act)
{
    return act == ACT_DOWN || act == ACT_UP || act == ACT_FOE || act == ACT_CHOOSE ||
           act == ACT_OLDER || act == ACT_NEWER || act == ACT_REPEAT;
}

/* Whether an earlier key does the same. */
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

static bool belongs(const struct menu_source *source, int i)
{
    const struct key_binding *binding = &source->keys->binding[i];
    bool is_at_table = binding->context == CONTEXT_TABLE;
    const char *command = binding->command;
    switch (source->of) {
    case MENU_NONE:
        return false;
    case MENU_MORE:
        return binding->context == CONTEXT_MORE && binding->act != ACT_CANCEL &&
               binding->act != ACT_HELP;
    case MENU_COUNT:
        return is_at_table &&
               (strstr(command, "%n") != NULL || repeats(binding->act) ||
                (binding->act == ACT_NONE && source->can_run[i] && !binding->is_of_frame));
    case MENU_CHOSEN:
        return (is_at_table || binding->context == CONTEXT_MORE) && binding->goes_to_chosen;
    }
    return false;
}

/* The note of a key, or else the name of its command. */
static struct str word_of(const struct key_binding *binding)
{
    struct str rest = str_of(binding->command);
    struct str name = str_next_word(&rest);
    bool is_act = name.n > 0 && name.p[0] == '@';
    return binding->note[0] != '\0' ? str_of(binding->note)
           : is_act                 ? (struct str){name.p + 1, name.n - 1}
                                    : name;
}

static void add_entry(struct menu *menu, const struct menu_source *source,
                      const struct key_binding *binding)
{
    if (menu->entries == MENU_ENTRIES_MAX) {
        return;
    }
    struct menu_entry *entry = &menu->entry[menu->entries++];
    struct str word = word_of(binding);
    struct text text = text_over(entry->word, sizeof entry->word);
    bool is_amount = strstr(binding->command, "%n") != NULL;
    entry->key = source->of == MENU_MORE ? binding->key : binding->pressed;
    entry->help = binding->help;
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
    out->entries = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < keys->count; i++) {
            /* Keys that take the count as their amount come first: it was typed for them. */
            bool is_amount = strstr(keys->binding[i].command, "%n") != NULL;
            bool is_now = source->of != MENU_COUNT ? pass == 0 : is_amount == (pass == 0);
            if (is_now && belongs(source, i) && !is_another_key(keys, i)) {
                add_entry(out, source, &keys->binding[i]);
            }
        }
    }
}

/* ---- drawing --------------------------------------------------------------------------- */

/* The arrangement of the entries: this many side by side, each of this width. */
struct grid {
    int across, width, rows;
    bool has_help;
};

static int rows_of(int entries, int across)
{
    return (entries + across - 1) / across;
}

static struct grid grid_of(const struct menu *menu, int most, int columns)
{
    int widths[] = {CELL_WITH_HELP, CELL_BARE, CELL_LEAST};
    struct grid grid = {0};
    for (int i = menu->of == MENU_MORE ? 0 : 1; i < 3; i++) {
        int across = columns / widths[i] > 0 ? columns / widths[i] : 1;
        grid = (struct grid){.across = across,
                             .width = columns / across,
                             .rows = rows_of(menu->entries, across),
                             .has_help = i == 0};
        if (grid.rows <= most) {
            break;
        }
    }
    grid.rows = grid.rows < most ? grid.rows : most;
    return grid;
}

/* Limited to what the screen can spare: the order must stay visible above a count. */
static int most_rows(const struct menu *menu, int rows)
{
    int most = menu->of == MENU_MORE ? rows / 2 + 1 : rows / 4;
    return most > 2 ? most : 2;
}

int menu_rows(const struct menu *menu, int rows, int columns)
{
    struct grid grid = grid_of(menu, most_rows(menu, rows), columns - 1);
    return menu->entries > 0 ? grid.rows + 1 : 0;
}

static void draw_heading(const struct menu *menu, struct canvas canvas, int left)
{
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
    if (left > 0) {
        canvas_format(canvas, 0, canvas.columns - 12, ROLE_HINT_TEXT, " %d more ", left);
    }
}

void menu_draw(const struct menu *menu, struct canvas canvas)
{
    struct grid grid = grid_of(menu, canvas.rows - 1, canvas.columns - 1);
    int shown = grid.rows * grid.across;
    canvas_fill(canvas, ROLE_OVERLAY);
    draw_heading(menu, canvas, menu->entries - shown);
    for (int i = 0; i < menu->entries && i < shown; i++) {
        char buf[WORDING_SIZE];
        const struct menu_entry *entry = &menu->entry[i];
        struct canvas cell = canvas_part(canvas, 1 + i % grid.rows,
                                         1 + i / grid.rows * grid.width, 1, grid.width - 1);
        int column = canvas_text(cell, 0, 0, ROLE_HINT_KEY, str_of(entry->key)) + 1;
        column = grid.has_help && column < KEY_WIDTH ? KEY_WIDTH : column;
        column = canvas_text(cell, 0, column, ROLE_OVERLAY,
                             wording(buf, canvas.frame, str_of(entry->word))) +
                 1;
        if (grid.has_help) {
            column = column < KEY_WIDTH + WORD_WIDTH ? KEY_WIDTH + WORD_WIDTH : column;
            canvas_text(cell, 0, column, ROLE_DIM, str_of(entry->help));
        }
    }
}
