#include "tui/log/ask_list.h"

#include <string.h>

/* ---- searching ------------------------------------------------------------------------- */

/* The first line that was looked for, else the first of all; without any, the label. */
static const char *line_of(const struct sitting_act *act, const struct asking *asking)
{
    for (int i = 0; i < asking->terms; i++) {
        for (int k = 0; asking->term[i].kind == ASK_TEXT && k < act->lines_count; k++) {
            if (str_holds(str_of(act->lines[k].line), asking->term[i].text)) {
                return act->lines[k].line;
            }
        }
    }
    return act->lines_count > 0 ? act->lines[0].line : act->label;
}

/* The newest come first. What the index found is found again in the log, and is there once.
 * NULL: it is there. */
static struct asked_act *make_place(struct ask_list *list, int64_t act)
{
    int at = list->count;
    while (at > 0 && list->found[at - 1].act < act) {
        at--;
    }
    if (at > 0 && list->found[at - 1].act == act) {
        return NULL;
    }
    memmove(&list->found[at + 1], &list->found[at],
            (size_t)(list->count - at) * sizeof list->found[0]);
    list->count++;
    list->picked += list->picked >= at && list->picked > 0 ? 1 : 0;
    return &list->found[at];
}

static bool see_act(void *context, const struct sitting_act *act)
{
    struct ask_list *list = context;
    if (list->count == ASK_FOUND_MAX) {
        list->is_full = true;
        return false;
    }
    struct asked_act *found = make_place(list, act->id);
    if (found == NULL) {
        return true;
    }
    *found = (struct asked_act){.act = act->id,
                                .encounter = act->encounter_id,
                                .round = act->round,
                                .is_undone = act->is_undone};
    struct text name = text_over(found->name, sizeof found->name);
    struct text line = text_over(found->line, sizeof found->line);
    text_add_str(&name, str_of(act->encounter));
    text_add_str(&line, str_of(line_of(act, &list->box.asking)));
    return true;
}

/* Few enough rows that a key never waits for them. */
static void look_through(struct ask_list *list, int rows)
{
    enum status status =
        acts_search_step(list->search, rows, see_act, list, &list->is_whole, &list->failure);
    if (status == STATUS_OK) {
        list->failure.code = STATUS_OK;
    }
    list->is_whole = list->is_whole || list->is_full;
}

void ask_list_begin(struct ask_list *list, struct sitting *sitting)
{
    enum { FIRST_ROWS = 48 };
    struct asking asking;
    ask_list_done(list);
    list->count = list->picked = 0;
    list->is_full = false;
    list->is_whole = true;
    list->failure.code = STATUS_OK;
    asking_copy(&asking, &list->box.asking);
    bool has_room = list->box.scope != SCOPE_EVENING || asking_add_last_evening(&asking);
    if (has_room) {
        struct sitting_acts_wish wish = {.is_of_all = list->box.scope != SCOPE_FIGHT,
                                         .undone = asking.undone,
                                         .asking = &asking};
        list->search = acts_search_new(sitting, &wish);
        look_through(list, FIRST_ROWS);
    }
}

bool ask_list_search(struct ask_list *list)
{
    enum { ROWS = 64 };
    if (list->search != NULL && !list->is_whole) {
        look_through(list, ROWS);
    }
    return list->search != NULL && !list->is_whole;
}

void ask_list_done(struct ask_list *list)
{
    acts_search_free(list->search);
    list->search = NULL;
}

void ask_list_move(struct ask_list *list, int steps)
{
    int64_t picked = (int64_t)list->picked + steps;
    picked = picked >= list->count ? list->count - 1 : picked;
    list->picked = picked < 0 ? 0 : (int)picked;
}

const struct asked_act *ask_list_picked(const struct ask_list *list)
{
    return list->count > 0 ? &list->found[list->picked] : NULL;
}

/* ---- drawing --------------------------------------------------------------------------- */

enum { NUMBER_COLUMNS = 7, ROUND_COLUMNS = 4, PLACE_COLUMNS = 16, WIDE = 60 };

static void draw_found(const struct ask_list *list, int i, struct canvas canvas, int row)
{
    char buf[WORDING_SIZE];
    const struct asked_act *found = &list->found[i];
    bool has_place = list->box.scope != SCOPE_FIGHT && canvas.columns >= WIDE;
    int column = 2;
    TEXT_BUFFER(number, 24);
    TEXT_BUFFER(round, 16);
    text_add(&number, "#%lld", (long long)found->act);
    text_add(&round, "r%d", found->round);
    if (has_place) {
        canvas_field(canvas, (struct strip){row, column, PLACE_COLUMNS, ALIGN_LEFT},
                     ROLE_OVERLAY, wording(buf, canvas.frame, str_of(found->name)));
        column += PLACE_COLUMNS + 1;
    }
    canvas_field(canvas, (struct strip){row, column, NUMBER_COLUMNS, ALIGN_LEFT}, ROLE_OVERLAY,
                 str_of(number.p));
    column += NUMBER_COLUMNS;
    canvas_field(canvas, (struct strip){row, column, ROUND_COLUMNS, ALIGN_LEFT}, ROLE_DIM,
                 str_of(round.p));
    column += ROUND_COLUMNS;
    if (found->is_undone) {
        column = canvas_text(canvas, row, column, ROLE_DIM, str_of("undone ")) + 1;
    }
    canvas_words(canvas, row, column, ROLE_OVERLAY,
                 wording(buf, canvas.frame, str_of(found->line)));
    if (i == list->picked) {
        canvas_set_role(canvas, (struct strip){row, 0, canvas.columns, ALIGN_LEFT},
                        ROLE_SELECTED);
        canvas_glyph(canvas, row, 0, ROLE_SELECTED, GLYPH_SELECTED);
    }
}

static void write_title(const struct ask_list *list, struct text *out)
{
    text_add(out, "ask the log: %d act%s", list->count, list->count == 1 ? "" : "s");
    if (list->is_full) {
        text_add(out, ", the newest");
    } else if (!list->is_whole) {
        text_add(out, ", still searching");
    }
    if (!list->box.is_typing) {
        text_add(out, ", k keeps the question");
    }
}

void ask_list_draw(const struct ask_list *list, struct canvas canvas)
{
    TEXT_BUFFER(title, 80);
    write_title(list, &title);
    struct canvas inside = sheet_draw(canvas, title.p);
    int first = sheet_first(inside, list->count, list->picked);
    for (int row = 0; row < inside.rows && first + row < list->count; row++) {
        draw_found(list, first + row, inside, row);
    }
    if (list->failure.code != STATUS_OK) {
        canvas_words(inside, inside.rows - 1, 2, ROLE_WARNING, str_of(list->failure.text));
    } else if (list->count == 0) {
        canvas_words(inside, 0, 2, ROLE_DIM,
                     str_of(!list->is_whole ? "nothing yet: the search goes on"
                                            : "no act fits; Tab asks further back"));
    }
    sheet_draw_more(canvas, first > 0, first + inside.rows < list->count);
    ask_box_draw_wrong(&list->box, inside);
}
