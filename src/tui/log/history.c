#include "tui/log/history.h"

#include "tui/canvas/canvas.h"

/* More than a screenful, so that an act's neighbour is known before it is shown. */
enum { MORE_ACTS = 2 };

/* The number of acts to pick from, including the start once it is reached. */
static int entries(const struct history *history)
{
    return history->acts + (history->past.is_whole ? 1 : 0);
}

/* Whether the encounter is at the start, after no act. */
static bool is_at_start(const struct history *history)
{
    for (int i = 0; i < history->acts; i++) {
        if (!history->act[i].is_undone) {
            return false;
        }
    }
    return true;
}

/* Reads on until the entry, and a screen of this many rows below it, have been read. */
static enum status need(struct history *history, struct sitting *sitting, int64_t entry,
                        int rows, struct error *err)
{
    enum status status = STATUS_OK;
    int at_once = rows + MORE_ACTS;
    while (status == STATUS_OK && !history->past.is_whole && history->acts < HISTORY_ACTS_MAX &&
           history->acts < entry + rows) {
        int room = HISTORY_ACTS_MAX - history->acts;
        int count = 0;
        status = sitting_past_acts(sitting, &history->past, &history->act[history->acts],
                                   room < at_once ? room : at_once, &count, err);
        history->acts += status == STATUS_OK ? count : 0;
    }
    return status;
}

enum status history_begin(struct history *history, struct sitting *sitting, int rows,
                          struct error *err)
{
    history->past = (struct sitting_past){0};
    history->acts = 0;
    history->picked = 0;
    enum status status = need(history, sitting, 0, rows, err);
    history->picked = history->past.is_whole && is_at_start(history) ? history->acts : 0;
    for (int i = 0; i < history->acts; i++) {
        history->picked = history->act[i].is_here ? i : history->picked;
    }
    return status;
}

enum status history_move(struct history *history, struct sitting *sitting, int steps, int rows,
                         struct error *err)
{
    int64_t picked = (int64_t)history->picked + steps;
    enum status status = need(history, sitting, picked, rows, err);
    if (status == STATUS_OK) {
        int last = entries(history) - 1;
        picked = picked > last ? last : picked;
        history->picked = picked < 0 ? 0 : (int)picked;
    }
    return status;
}

int64_t history_picked(const struct history *history)
{
    return history->picked < history->acts ? history->act[history->picked].id : 0;
}

/* ---- drawing --------------------------------------------------------------------------- */

enum {
    NUMBER_COLUMN = 2,
    NUMBER_WIDTH = 6,
    ROUND_COLUMN = 10,
    LABEL_COLUMN = 15,
    WORDS_SIZE = 64,
    NARROW = 50
};

/* The words about an act: the present position, undone acts, the beginning of a branch, as many
 * as fit beside its label. */
static void add_words(const struct history *history, int i, bool is_narrow, struct text *out)
{
    const char *here = is_narrow ? "here" : "you are here";
    if (i == history->acts) {
        text_add(out, "%s", is_at_start(history) ? here : "");
        return;
    }
    const struct sitting_past_act *act = &history->act[i];
    int64_t before = i + 1 < history->acts ? history->act[i + 1].id : 0;
    if (act->now != 0) {
        text_add(out, "done again as %lld", (long long)act->now);
    } else if (act->left_out != 0) {
        text_add(out, "left out since %lld", (long long)act->left_out);
    } else {
        text_add(out, "%s", act->is_here ? here : act->is_undone ? "undone" : "");
    }
    if (act->follows != before && !is_narrow) {
        text_add(out, "%sfollows act %lld", out->n > 0 ? ", " : "", (long long)act->follows);
    }
}

static void draw_entry(const struct history *history, int i, struct canvas canvas, int row)
{
    char buf[WORDING_SIZE];
    struct strip whole = {row, 0, canvas.columns, ALIGN_LEFT};
    bool is_act = i < history->acts;
    const struct sitting_past_act *act = &history->act[is_act ? i : 0];
    enum role role = is_act && act->is_undone ? ROLE_DIM : ROLE_OVERLAY;
    TEXT_BUFFER(words, WORDS_SIZE);
    add_words(history, i, canvas.columns < NARROW, &words);
    struct str said = {words.p, words.n};
    int end = canvas.columns - (said.n > 0 ? grapheme_width(said) + 2 : 0);
    canvas_field(canvas, whole, role, str_of(""));
    TEXT_BUFFER(text, 24);
    text_add(&text, "%lld", is_act ? (long long)act->id : 0LL);
    canvas_field(canvas, (struct strip){row, NUMBER_COLUMN, NUMBER_WIDTH, ALIGN_RIGHT}, role,
                 (struct str){text.p, text.n});
    if (is_act && act->round > 0) {
        canvas_format(canvas, row, ROUND_COLUMN, role, "r%d", act->round);
    }
    struct str label =
        is_act ? wording(buf, canvas.frame, str_of(act->label)) : str_of("the start");
    canvas_text(canvas_part(canvas, row, 0, 1, end), 0, LABEL_COLUMN, role, label);
    canvas_text(canvas, row, canvas.columns - grapheme_width(said), role, said);
    if (i == history->picked) {
        canvas_set_role(canvas, whole, ROLE_SELECTED);
        canvas_glyph(canvas, row, 0, ROLE_SELECTED, GLYPH_SELECTED);
    }
}

void history_draw(const struct history *history, struct canvas canvas)
{
    struct canvas inside = sheet_draw(canvas, "past acts");
    int count = entries(history);
    int first = sheet_first(inside, count, history->picked);
    for (int row = 0; row < inside.rows && first + row < count; row++) {
        draw_entry(history, first + row, inside, row);
    }
    sheet_draw_more(canvas, first > 0, first + inside.rows < count);
    if (history->acts == HISTORY_ACTS_MAX) {
        canvas_text(canvas, canvas.rows - 1, 2, ROLE_DIM,
                    str_of(" older ones: `log` and `rewind` "));
    }
}
