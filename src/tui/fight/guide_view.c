#include "tui/fight/guide_view.h"

#include <string.h>

#include "tui/canvas/canvas.h"

enum { WORD_SIZE = 80, MARGIN = 1 };

/* ---- words with keys ------------------------------------------------------------------- */

/* The key of a command as the screen offers it: what settles the first check has one key for
 * every kind, which stands beside the check. */
static const char *key_shown(const struct table_model *model, const char *words)
{
    if (model->banner != NULL) {
        return ""; /* nothing can be done there */
    }
    struct str rest = str_of(model->pending_checks > 0 ? model->pending[0].command : "");
    struct str first = str_next_word(&rest);
    bool settles = first.p != NULL && str_equal(first, words);
    return settles ? key_of_act(&model->keys, ACT_SETTLE) : key_of_command(&model->keys, words);
}

void guide_add_with_keys(const struct table_model *model, const char *words, struct text *out)
{
    while (*words != '\0') {
        const char *end = *words == '`' ? strchr(words + 1, '`') : NULL;
        if (end == NULL) {
            text_add_char(out, *words++);
            continue;
        }
        TEXT_BUFFER(text, WORD_SIZE);
        text_add_str(&text, (struct str){words + 1, (int)(end - words) - 1});
        const struct key_binding *whole = key_binding_of_whole_line(&model->keys, text.p);
        if (whole != NULL && model->banner == NULL) {
            text_add(out, "%s %s", whole->pressed, whole->note);
            words = end + 1;
            continue;
        }
        const char *key = key_shown(model, text.p);
        /* On one line with its key. */
        const char *gap = key != NULL && key[0] != '\0' ? "\xc2\xa0" : "";
        text_add(out, key != NULL ? "%s%s%s" : "%s%s`%s`", key != NULL ? key : "", gap, text.p);
        words = end + 1;
    }
}

/* ---- what comes next ------------------------------------------------------------------- */

struct guide {
    struct text text;
    int first_key_end; /* bytes up to the end of the first command's name */
    int last_key;      /* bytes before the last one */
    char buf[GUIDE_SIZE];
};

/* The words up to the end of the command that is named next, in backquotes. */
static int to_next_end(const char *words)
{
    const char *begin = strchr(words, '`');
    const char *end = begin != NULL ? strchr(begin + 1, '`') : NULL;
    return end != NULL ? (int)(end - words) + 1 : (int)strlen(words);
}

/* "next: Pell, Ro can still act; then the foes' melee: n next". False: nothing is said. */
static bool make_guide(const struct table_model *model, struct guide *out)
{
    TEXT_BUFFER(said, GUIDE_SIZE);
    out->text = text_over(out->buf, sizeof out->buf);
    out->first_key_end = out->last_key = 0;
    if (model->procedure->guide != NULL) {
        model->procedure->guide(model->state, &said);
    }
    text_add(&out->text, "next: ");
    for (const char *p = said.p; *p != '\0';) {
        TEXT_BUFFER(piece, GUIDE_SIZE);
        int n = to_next_end(p);
        const char *begin = memchr(p, '`', (size_t)n);
        if (begin != NULL) {
            text_add_str(&piece, (struct str){p, (int)(begin - p)});
            guide_add_with_keys(model, piece.p, &out->text);
            out->last_key = out->text.n;
            piece = text_over(piece.p, GUIDE_SIZE);
        }
        const char *from = begin != NULL ? begin : p;
        text_add_str(&piece, (struct str){from, (int)(p + n - from)});
        guide_add_with_keys(model, piece.p, &out->text);
        if (begin != NULL && out->first_key_end == 0) {
            out->first_key_end = out->text.n;
        }
        p += n;
    }
    return said.n > 0;
}

static int rows_of(struct str text, int width)
{
    struct str line;
    int rows = 0;
    while (width > 0 && grapheme_next_line(&line, &text, width)) {
        rows++;
    }
    return rows;
}

int guide_rows(const struct table_model *model, int columns, int most)
{
    struct guide guide;
    if (!make_guide(model, &guide)) {
        return 0;
    }
    int rows = rows_of((struct str){guide.text.p, guide.text.n}, columns - 2 * MARGIN);
    return rows < 1 ? 1 : rows < most ? rows : most;
}

/* The beginning, as much of it as there is room for, and then the last key in full. */
static void draw_cut(struct canvas canvas, struct str front, struct str end)
{
    enum { FRONT_LEAST = 12 };
    int last = canvas.rows - 1;
    int room = canvas.columns - grapheme_width(end) - 1;
    struct canvas row = canvas_part(canvas, last, 0, 1, canvas.columns);
    if (last > 0) {
        struct str line;
        for (int i = 0; i < last - 1 && grapheme_next_line(&line, &front, canvas.columns);
             i++) {
            canvas_text(canvas, i, 0, ROLE_HINT_TEXT, line);
        }
        canvas_words(canvas, last - 1, 0, ROLE_HINT_TEXT, front);
        canvas_words(row, 0, 0, ROLE_HINT_TEXT, end);
    } else if (room < FRONT_LEAST) {
        int column = canvas_text(row, 0, 0, ROLE_HINT_TEXT, str_of("next: "));
        canvas_words(row, 0, column, ROLE_HINT_TEXT, end);
    } else {
        int column = canvas_words(canvas_part(row, 0, 0, 1, room), 0, 0, ROLE_HINT_TEXT, front);
        canvas_text(row, 0, column + 1, ROLE_HINT_TEXT, end);
    }
}

void guide_view_draw(const struct table_model *model, struct canvas canvas)
{
    struct guide guide;
    char buf[WORDING_SIZE], end[WORDING_SIZE];
    struct canvas inside =
        canvas_part(canvas, 0, MARGIN, canvas.rows, canvas.columns - 2 * MARGIN);
    if (inside.rows == 0 || inside.columns == 0 || !make_guide(model, &guide)) {
        return;
    }
    char *p = guide.text.p;
    struct str rest = wording(buf, canvas.frame, (struct str){p, guide.text.n});
    int to_first_key = grapheme_width((struct str){p, guide.first_key_end});
    bool has_key = guide.first_key_end > 0 && to_first_key + 2 <= inside.columns;
    if (rows_of(rest, inside.columns) > inside.rows && !has_key) {
        struct str front = wording(buf, canvas.frame, (struct str){p, guide.last_key});
        struct str tail = {p + guide.last_key, guide.text.n - guide.last_key};
        draw_cut(inside, str_trimmed(front), wording(end, canvas.frame, tail));
        return;
    }
    struct str line;
    for (int row = 0; row < inside.rows; row++) {
        struct str left = rest;
        bool is_last = row == inside.rows - 1;
        if (grapheme_next_line(&line, &rest, inside.columns)) {
            canvas_words(inside, row, 0, ROLE_HINT_TEXT, is_last ? left : line);
        }
    }
}
