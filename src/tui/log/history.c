/* Past acts of the encounter, newest first, to go back to.
 *
 * Every act is listed, also undone ones and those of abandoned branches; the last act of the
 * present state is marked. Acts are read in pieces, only as needed. Below the oldest act is the
 * start, which is act 0. */
#include "app/log/past.h"
#include "tui/fight/table_view.h"
#include "tui/widgets/list_view.h"
#include "tui/log/look_back.h"
#include "tui/loop/screen.h"

/* Older acts than HISTORY_ACTS_MAX are not listed; their numbers are in the log, for `rewind`.
 * More than a screenful is read, so that an act's neighbour is known before it is shown. */
enum { HISTORY_ACTS_MAX = 4096, MORE_ACTS = 2 };

struct history {
    struct list list; /* one more than the last act is the start, once it is reached */
    struct sitting_past past;
    struct sitting_past_act act[HISTORY_ACTS_MAX];
    int acts; /* read so far */
};

/* True when the encounter is at the start, after no act. */
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
    history->list.count = history->acts + (history->past.is_whole ? 1 : 0);
    return status;
}

/* The number of the picked act; 0: the start. */
static int64_t picked_act(const struct history *history)
{
    int picked = history->list.picked;
    return picked < history->acts ? history->act[picked].id : 0;
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

static void draw_entry(const void *self, int i, struct canvas canvas, int row)
{
    char buf[WORDING_SIZE];
    const struct history *history = self;
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
}

static void draw(const struct view_place *place, void *self)
{
    const struct history *history = self;
    struct canvas sheet = sheet_of(place->canvas);
    struct canvas inside = sheet_draw(sheet, "past acts");
    list_draw_rows(&history->list, draw_entry, history, inside, sheet);
    if (history->acts == HISTORY_ACTS_MAX) {
        canvas_text(sheet, sheet.rows - 1, 2, ROLE_DIM,
                    str_of(" older ones: `log` and `rewind` "));
    }
}

/* ---- the view -------------------------------------------------------------------------- */

/* At the newest act; the last act of the present state is picked if it is near. */
static void open(struct screen *screen)
{
    struct error err;
    struct history *history = screen_data(screen, &view_of_history);
    history->past = (struct sitting_past){0};
    history->acts = 0;
    history->list.picked = 0;
    if (need(history, screen->sitting, 0, screen_sheet(screen).rows + 1, &err) != STATUS_OK) {
        screen_say(screen, ROLE_ERROR, err.text);
        return;
    }
    history->list.picked = history->past.is_whole && is_at_start(history) ? history->acts : 0;
    for (int i = 0; i < history->acts; i++) {
        history->list.picked = history->act[i].is_here ? i : history->list.picked;
    }
    screen_push(screen, &view_of_history);
}

static void look(struct screen *screen, const struct view_key *key)
{
    screen_look_back_to(screen, picked_act(key->self));
}

static void go_back(struct screen *screen, const struct view_key *key)
{
    screen_close(screen, &view_of_history);
    screen_rewind(screen, picked_act(key->self));
}

static void amend(struct screen *screen, const struct view_key *key)
{
    screen_close(screen, &view_of_history);
    screen_amend(screen, picked_act(key->self));
}

static void move(struct screen *screen, const struct view_key *key)
{
    struct error err;
    struct history *history = key->self;
    int64_t picked = history->list.picked;
    picked += view_list_steps(key->act, screen_page(screen), HISTORY_ACTS_MAX);
    if (need(history, screen->sitting, picked, screen_sheet(screen).rows + 1, &err) !=
        STATUS_OK) {
        screen_say(screen, ROLE_ERROR, err.text);
    } else {
        list_act(screen, key);
    }
}

static const struct list_view list_of_history = {.lines = NULL};

const struct view view_of_history = {
    .context = CONTEXT_HISTORY,
    LIST_VIEW(struct history, &list_of_history),
    .open = open,
    .at_first = "this is the latest act",
    .at_last = "this is the start of the encounter",
    .on =
        {
            [ACT_LOOK] = look,
            [ACT_REWIND] = go_back,
            [ACT_AMEND] = amend,
            VIEW_LIST_MOVES(move),
        },
    .draw = draw,
    .lists_past = true,
};
