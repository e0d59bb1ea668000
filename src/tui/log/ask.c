/* The log asked in words as they are typed: the acts that fit, the newest first, each with what
 * it said; from this fight, this evening or the campaign. What was found stands there at once,
 * and the search goes on while nobody presses a key. */
#include <string.h>

#include "app/log/past.h"
#include "app/party/party_steps.h"
#include "tui/fight/table_view.h"
#include "tui/log/ask_box.h"
#include "tui/widgets/list_view.h"
#include "tui/log/look_back.h"
#include "tui/loop/screen.h"

enum { ASK_FOUND_MAX = 500, ASK_LINE_SIZE = 400 };

struct asked_act {
    int64_t act, encounter; /* encounter 0: a step of the party, and its number */
    int64_t row;            /* of the log; of a step, the one that it stands after */
    int round;
    bool is_undone;
    char name[64]; /* of its encounter */
    char line[ASK_LINE_SIZE];
};

struct ask_list {
    struct list list;
    struct ask_box box;
    struct acts_search *search;            /* owned; NULL: nothing is looked for */
    struct asked_act found[ASK_FOUND_MAX]; /* the newest first */
    bool is_whole; /* everything was looked through, or there is no more room */
    bool is_full;
    struct error failure; /* code not STATUS_OK: why the search ended */
};

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

/* Steps of the party stand after the act that they followed. */
static bool is_before(const struct asked_act *one, const struct asked_act *other)
{
    int64_t step = one->encounter == 0 ? one->act : 0;
    int64_t other_step = other->encounter == 0 ? other->act : 0;
    return one->row != other->row ? one->row < other->row : step < other_step;
}

/* The newest come first. What the index found is found again in the log, and is there once.
 * NULL: it is there. */
static struct asked_act *make_place(struct ask_list *list, const struct asked_act *act)
{
    int at = list->list.count;
    while (at > 0 && is_before(&list->found[at - 1], act)) {
        at--;
    }
    if (at > 0 && !is_before(act, &list->found[at - 1])) {
        return NULL;
    }
    memmove(&list->found[at + 1], &list->found[at],
            (size_t)(list->list.count - at) * sizeof list->found[0]);
    list->list.count++;
    list->list.picked += list->list.picked >= at && list->list.picked > 0 ? 1 : 0;
    return &list->found[at];
}

static bool see_act(void *context, const struct sitting_act *act)
{
    struct ask_list *list = context;
    if (list->list.count == ASK_FOUND_MAX) {
        list->is_full = true;
        return false;
    }
    const struct asked_act told = {.act = act->id,
                                   .encounter = act->encounter_id,
                                   .row = act->step != NULL ? act->step->after : act->id,
                                   .round = act->round,
                                   .is_undone = act->is_undone};
    struct asked_act *found = make_place(list, &told);
    if (found == NULL) {
        return true;
    }
    *found = told;
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

static void end_search(struct ask_list *list)
{
    acts_search_free(list->search);
    list->search = NULL;
}

/* Searches again with the words and the reach of the box, which can be read: the first piece
 * at once. */
static void ask(struct screen *screen)
{
    enum { FIRST_ROWS = 48 };
    struct ask_list *list = screen_data(screen, &view_of_ask);
    struct asking asking;
    end_search(list);
    list->list.count = list->list.picked = 0;
    list->is_full = false;
    list->is_whole = true;
    list->failure.code = STATUS_OK;
    asking_copy(&asking, &list->box.asking);
    bool has_room = list->box.scope != SCOPE_EVENING || asking_add_last_evening(&asking);
    if (has_room) {
        struct sitting_acts_wish wish = {.is_of_all = list->box.scope != SCOPE_FIGHT,
                                         .tells_party = true,
                                         .undone = asking.undone,
                                         .asking = &asking};
        list->search = acts_search_new(screen->sitting, &wish);
        look_through(list, FIRST_ROWS);
    }
}

/* The next piece. */
static bool learn(struct screen *screen)
{
    enum { ROWS = 64 };
    struct ask_list *list = screen_data(screen, &view_of_ask);
    if (list->search != NULL && !list->is_whole) {
        look_through(list, ROWS);
    }
    return list->search != NULL && !list->is_whole;
}

static void end(struct screen *screen)
{
    end_search(screen_data(screen, &view_of_ask));
}

/* ---- drawing --------------------------------------------------------------------------- */

enum { NUMBER_COLUMNS = 7, ROUND_COLUMNS = 4, PLACE_COLUMNS = 16, WIDE = 60 };

static void draw_found(const void *self, int i, struct canvas canvas, int row)
{
    char buf[WORDING_SIZE];
    const struct ask_list *list = self;
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
}

static void draw(const struct view_place *place, void *self)
{
    const struct ask_list *list = self;
    struct canvas sheet = sheet_of(place->canvas);
    TEXT_BUFFER(title, 80);
    text_add(&title, "ask the log: %d act%s", list->list.count,
             list->list.count == 1 ? "" : "s");
    if (list->is_full) {
        text_add(&title, ", the newest");
    } else if (!list->is_whole) {
        text_add(&title, ", still searching");
    }
    if (!list->box.is_typing) {
        text_add(&title, ", K keeps the question");
    }
    struct canvas inside = sheet_draw(sheet, title.p);
    list_draw_rows(&list->list, draw_found, list, inside, sheet);
    if (list->failure.code != STATUS_OK) {
        canvas_words(inside, inside.rows - 1, 2, ROLE_WARNING, str_of(list->failure.text));
    } else if (list->list.count == 0) {
        canvas_words(inside, 0, 2, ROLE_DIM,
                     str_of(!list->is_whole ? "nothing yet: the search goes on"
                                            : "no act fits; Tab asks further back"));
    }
    ask_box_draw_wrong(&list->box, inside);
}

/* ---- asking ---------------------------------------------------------------------------- */

/* Words that cannot be read leave what was found before. */
static void read_words(struct screen *screen)
{
    struct ask_list *list = screen_data(screen, &view_of_ask);
    struct asking_names names = ask_box_names(&screen->model);
    if (ask_box_read(&list->box, &names)) {
        ask(screen);
    }
}

static void open_with(struct screen *screen, struct str words, enum asked_scope scope)
{
    struct ask_list *list = screen_data(screen, &view_of_ask);
    end_search(list);
    ask_box_init(&list->box, scope);
    line_edit_set(&list->box.edit, words);
    list->box.is_typing = true;
    ask_box_read_kept(screen, &list->box);
    read_words(screen);
    screen_push(screen, &view_of_ask);
}

static void open(struct screen *screen)
{
    open_with(screen, str_of(""), SCOPE_FIGHT);
}

/* The words of the log's filter, asked of the whole evening. */
static bool opens(struct screen *screen, enum opens what, struct str words)
{
    (void)what;
    open_with(screen, words, SCOPE_EVENING);
    return true;
}

/* ---- the view -------------------------------------------------------------------------- */

static bool types(const void *self)
{
    const struct ask_list *list = self;
    return list->box.is_typing;
}

static void type(struct screen *screen, const struct view_key *key)
{
    struct ask_list *list = key->self;
    if (ask_box_input(&list->box, key->input) == LINE_EDIT_CHANGED) {
        list->box.is_typing = true;
        read_words(screen);
    }
}

static void type_on(struct screen *screen, const struct view_key *key)
{
    struct ask_list *list = key->self;
    (void)screen;
    list->box.is_typing = true;
}

static void keep(struct screen *screen, const struct view_key *key)
{
    const struct ask_list *list = key->self;
    ask_box_keep(screen, &list->box);
}

/* A line was run: it may have kept a question. */
static void ran(struct screen *screen)
{
    struct ask_list *list = screen_data(screen, &view_of_ask);
    ask_box_read_kept(screen, &list->box);
    read_words(screen);
}

static void widen(struct screen *screen, const struct view_key *key)
{
    struct ask_list *list = key->self;
    ask_box_widen(&list->box);
    ask(screen);
}

/* Below the words are the acts, where letters are keys. */
static void move(struct screen *screen, const struct view_key *key)
{
    struct ask_list *list = key->self;
    list->box.is_typing = key->act == ACT_UP && list->list.picked == 0;
    list_act(screen, key);
}

static void look(struct screen *screen, const struct view_key *key)
{
    const struct ask_list *list = key->self;
    if (list->list.count == 0) {
        screen_say(screen, ROLE_PLAIN, "nothing was found to look at");
    } else {
        const struct asked_act *picked = &list->found[list->list.picked];
        struct error err;
        if (picked->encounter == 0) {
            (void)!party_step_is_no_act(screen->sitting, picked->act, &err);
            screen_say(screen, ROLE_PLAIN, err.text);
            return;
        }
        screen_look_back_at(screen, picked->encounter, picked->act);
    }
}

static void draw_prompt(const struct table_model *model, void *self, struct canvas canvas)
{
    struct ask_list *list = self;
    if (model->notice.text[0] != '\0') {
        table_view_keys(model, canvas);
    } else {
        ask_box_draw(&list->box, canvas);
    }
}

static const struct list_view list_of_ask = {.lines = NULL};

const struct view view_of_ask = {
    .context = CONTEXT_ASK,
    .room = VIEW_SHEET,
    .size = sizeof(struct ask_list),
    .list = &list_of_ask,
    .open = open,
    .opens = opens,
    .on =
        {
            [ACT_LOOK] = look,
            [ACT_WIDEN] = widen,
            [ACT_KEEP] = keep,
            [ACT_FILTER] = type_on,
            [ACT_DOWN] = move,
            [ACT_UP] = move,
            [ACT_PAGE_DOWN] = move,
            [ACT_PAGE_UP] = move,
        },
    .before = screen_say_nothing,
    .other = type,
    .types = types,
    .draw = draw,
    .draw_prompt = draw_prompt,
    .tells = true,
    .lists_past = true,
    .ran = ran,
    .learns = learn,
    .closed = end,
};
