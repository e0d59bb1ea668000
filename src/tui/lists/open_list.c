#include "tui/lists/open_list.h"

#include <string.h>

#include "base/text.h"

enum { ABOUT_ROWS = 3, HOW_COLUMNS_LEAST = 60, NUMBER_COLUMN = 1, TEXT_COLUMN = 4 };

/* ---- like things together -------------------------------------------------------------- */

static struct str name_of(const struct pending *pending)
{
    struct str rest = str_of(pending->command);
    return str_next_word(&rest);
}

static int side_of(const struct state *state, const struct pending *pending)
{
    return pending->subject > 0 ? state_value(state, pending->subject, FIELD_SIDE, SIDE_FOES)
                                : -1;
}

bool open_list_are_alike(const struct state *state, const struct pending *a,
                         const struct pending *b)
{
    struct str name = name_of(a);
    return name.n > 0 && str_equal_any_case(name, name_of(b)) &&
           side_of(state, a) == side_of(state, b);
}

/* A command and one combatant, "injury #3": names can be put together, values cannot. */
static bool is_plain(const struct pending *pending, struct str *whom)
{
    struct str rest = str_of(pending->command);
    str_next_word(&rest);
    *whom = str_next_word(&rest);
    return whom->n > 1 && whom->p[0] == '#' && str_next_word(&rest).p == NULL;
}

bool open_list_together(const struct open_list *list, const struct state *state,
                        const struct pending *pending, bool several, struct text *out)
{
    const struct pending *picked = &pending[list->picked];
    struct str name = name_of(picked);
    struct str whom;
    if (picked->all != NULL) {
        text_add(out, "%s", picked->all);
        return true;
    }
    text_add(out, "%.*s ", name.n, name.p);
    const char *gap = "";
    for (int i = 0; i < list->count; i++) {
        if (!open_list_are_alike(state, &pending[i], picked)) {
            continue;
        }
        if (!several || !is_plain(&pending[i], &whom)) {
            return false;
        }
        text_add(out, "%s%.*s", gap, whom.n, whom.p);
        gap = ",";
    }
    return !out->is_cut;
}

/* ---- drawing --------------------------------------------------------------------------- */

static void draw_line(const struct open_list *list, int i, struct canvas canvas, int row)
{
    char buf[WORDING_SIZE];
    struct strip whole = {row, 0, canvas.columns, ALIGN_LEFT};
    bool is_picked = i == list->picked;
    enum role role = is_picked ? ROLE_SELECTED : ROLE_OVERLAY;
    canvas_field(canvas, whole, role, str_of(""));
    if (is_picked) {
        canvas_glyph(canvas, row, 0, role, GLYPH_SELECTED);
    }
    if (i < 9) {
        canvas_format(canvas, row, NUMBER_COLUMN + 1, is_picked ? role : ROLE_HINT_KEY, "%d",
                      i + 1);
    }
    struct str how = wording(buf, canvas.frame, str_of(list->line[i].how));
    int end = canvas.columns;
    if (canvas.columns >= HOW_COLUMNS_LEAST) {
        int width = grapheme_width(how);
        int most = canvas.columns * 2 / 5;
        width = width < most ? width : most;
        end -= width + 2;
        canvas_text(canvas_part(canvas, 0, 0, canvas.rows, canvas.columns - 1), row, end + 1,
                    role, how);
    }
    char words[WORDING_SIZE];
    canvas_text(canvas_part(canvas, 0, 0, canvas.rows, end), row, TEXT_COLUMN, role,
                wording(words, canvas.frame, str_of(list->line[i].text)));
}

/* The picked check in full, below the lines. */
static void draw_about(const struct open_list *list, struct canvas canvas)
{
    char buf[WORDING_SIZE];
    struct str line;
    TEXT_BUFFER(text, OPEN_HOW_SIZE + 200);
    text_add(&text, "%s: %s", list->line[list->picked].text, list->line[list->picked].how);
    struct str rest = wording(buf, canvas.frame, (struct str){text.p, text.n});
    for (int row = 0; row < canvas.rows && grapheme_next_line(&line, &rest, canvas.columns - 2);
         row++) {
        canvas_text(canvas, row, 1, ROLE_OVERLAY, line);
    }
}

void open_list_draw(const struct open_list *list, struct canvas canvas)
{
    struct canvas inside = sheet_draw(canvas, "what is open");
    if (list->count == 0) {
        canvas_text(inside, 0, 1, ROLE_OVERLAY, str_of("nothing is open: no check is due"));
        return;
    }
    int about = inside.rows > 2 * ABOUT_ROWS ? ABOUT_ROWS : inside.rows > 3 ? 2 : 0;
    struct canvas lines = canvas_part(inside, 0, 0, inside.rows - about, inside.columns);
    int first = sheet_first(lines, list->count, list->picked);
    for (int row = 0; row < lines.rows && first + row < list->count; row++) {
        draw_line(list, first + row, lines, row);
    }
    draw_about(list, canvas_part(inside, inside.rows - about, 0, about, inside.columns));
    sheet_draw_more(canvas, first > 0, first + lines.rows < list->count);
}
