#include "tui/lists/prepared.h"

#include <string.h>

#include "app/sitting/state.h"
#include "tui/fight/table_view.h"
#include "tui/term/term_guard.h"
#include "tui/loop/screen.h"

/* ---- reading --------------------------------------------------------------------------- */

static const struct sitting_prepared *picked_item(const struct prepared_list *list)
{
    return list->list.count > 0 ? &list->item[list->list.picked] : NULL;
}

static void look(void *self, struct sitting *sitting)
{
    struct prepared_list *list = self;
    struct error err;
    int budget = 1;
    const struct sitting_prepared *picked = picked_item(list);
    if (picked == NULL ||
        prepared_facts_find(&list->facts, sitting, picked, &budget, &err) != STATUS_OK) {
        list->facts = (struct prepared_facts){.is_known = false};
    }
}

static enum status fill(void *self, struct sitting *sitting, struct error *err)
{
    struct prepared_list *list = self;
    list->goes_on = sitting_party_system(sitting);
    return sitting_prepared_list(sitting, list->item, PREPARED_MAX, &list->list.count, err);
}

static void write_key(const void *self, int entry, struct text *out)
{
    const struct prepared_list *list = self;
    text_add(out, "%lld", (long long)list->item[entry].id);
}

static bool write_name(const void *self, struct text *out)
{
    text_add_quoted(out, str_of(picked_item(self)->name));
    return true;
}

/* ---- drawing --------------------------------------------------------------------------- */

enum { GAME_WIDTH = 22, WIDE = 60, LIST_ROWS_LEAST = 2 };

enum { LABEL = 7 };

/* A label, and a text beside it in at most this many rows. */
static int draw_part(struct canvas canvas, int row, int most, const char *label,
                     const char *text)
{
    char buf[WORDING_SIZE];
    struct str line;
    struct str rest = wording(buf, canvas.frame, str_of(text));
    if (rest.n == 0) {
        return row;
    }
    int last = row + most < canvas.rows ? row + most : canvas.rows;
    int first = row;
    while (row < last &&
           grapheme_next_line(&line, &rest, canvas.columns - LIST_COLUMN - LABEL)) {
        bool is_last = row == last - 1 && rest.n > 0;
        canvas_text(canvas, row, LIST_COLUMN, ROLE_DIM, str_of(row == first ? label : ""));
        /* The end that has no room is cut with a sign. */
        struct str shown =
            is_last ? (struct str){line.p, (int)(rest.p + rest.n - line.p)} : line;
        canvas_field(canvas,
                     (struct strip){row, LIST_COLUMN + LABEL,
                                    canvas.columns - LIST_COLUMN - LABEL, ALIGN_LEFT},
                     ROLE_OVERLAY, shown);
        row++;
    }
    return row;
}

int prepared_detail_draw(const struct prepared_facts *facts, struct canvas canvas, int row)
{
    enum { MISSING_ROWS = 3, ROWS_OF_USUAL = 12 };
    bool has_room = canvas.rows >= ROWS_OF_USUAL;
    TEXT_BUFFER(ready, PREPARED_PROSE_SIZE + 60);
    TEXT_BUFFER(who, ENCOUNTER_WHO_SIZE + PREPARED_LINE_SIZE + 24);
    if (!facts->is_known) {
        canvas_text(canvas, row, LIST_COLUMN, ROLE_DIM, str_of("it is being read"));
        return row + 1;
    }
    text_add(&who, "%s", facts->who);
    text_add_item(&who, facts->counters);
    if (facts->missing == 0) {
        text_add(&ready, "nothing is missing");
    } else if (facts->missing == 1) {
        text_add(&ready, "missing or odd: %s", facts->what);
    } else {
        text_add(&ready, "%d missing or odd%s: %s", facts->missing,
                 has_room ? " (the command missing lists all)" : "", facts->what);
    }
    int prose = (canvas.rows - row - 4) / 2;
    prose = prose < 1 ? 1 : prose;
    row = draw_part(canvas, row, 1, "foes", who.p);
    row = draw_part(canvas, row, has_room ? MISSING_ROWS : 1, "ready", ready.p);
    row = draw_part(canvas, row, 1, "place", facts->place);
    row = draw_part(canvas, row, 1, "wants", facts->wants);
    row = draw_part(canvas, row, prose, "notes", facts->notes);
    return draw_part(canvas, row, canvas.rows, "read", facts->read);
}

static int draw_missing(const struct prepared_list *list, struct canvas canvas, int row)
{
    row = list_draw_text(
        canvas, row, ROLE_WARNING,
        str_of("Missing or odd before the start; Enter starts all the same, e edits "
               "the text:"));
    for (int i = 0; i < list->ready_count && row < canvas.rows; i++) {
        TEXT_BUFFER(line, 300);
        const struct ready_item *item = &list->ready[i];
        if (item->line > 0) {
            text_add(&line, "line %d: ", item->line);
        }
        text_add(&line, "%s", item->text);
        text_add(&line, item->rule[0] != '\0' ? "  [%s]" : "%s", item->rule);
        row = list_draw_text(canvas, row, ROLE_OVERLAY, str_of(line.p));
    }
    return row;
}

static int draw_mistakes(const struct prepared_list *list, struct canvas canvas, int row)
{
    row = list_draw_text(
        canvas, row, ROLE_ERROR,
        str_of("Not taken, nothing is changed; e edits on, Esc drops what you wrote:"));
    for (int i = 0; i < list->mistakes.count && row < canvas.rows; i++) {
        TEXT_BUFFER(line, 300);
        const struct error *mistake = &list->mistakes.diagnostic[i];
        text_add(&line, "%s%s%s", mistake->where, mistake->where[0] != '\0' ? ": " : "",
                 mistake->text);
        row = list_draw_text(canvas, row, ROLE_OVERLAY, str_of(line.p));
    }
    return row;
}

static int draw_kept(const struct prepared_list *list, struct canvas canvas, int row)
{
    row = list_draw_text(canvas, row, ROLE_ERROR,
                         str_of("Not stored; e opens what you wrote again, also later:"));
    row = list_draw_text(canvas, row, ROLE_OVERLAY, str_of(list->why_kept));
    TEXT_BUFFER(file, EDITOR_FILE_SIZE + 40);
    text_add(&file, "Until then it is in %s", list->file);
    return list_draw_text(canvas, row, ROLE_OVERLAY, str_of(file.p));
}

static struct str next_line(const char **rest)
{
    size_t n = strcspn(*rest, "\n");
    struct str line = {*rest, (int)n};
    *rest += n + ((*rest)[n] == '\n' ? 1 : 0);
    return line;
}

/* Line by line from the first difference on: the present text and the user's own. */
static int draw_conflict(const struct prepared_list *list, struct canvas canvas, int row)
{
    const char *theirs = list->base, *mine = list->draft;
    int half = (canvas.columns - LIST_COLUMN - 1) / 2;
    row = list_draw_text(
        canvas, row, ROLE_ERROR,
        str_of("Another program changed it meanwhile. On the left what is there now, on "
               "the right yours; e edits yours on, to take its place, Esc drops yours:"));
    for (;;) {
        const char *a = theirs, *b = mine;
        if (*a == '\0' || *b == '\0' || !str_same(next_line(&a), next_line(&b))) {
            break;
        }
        theirs = a;
        mine = b;
    }
    while (row < canvas.rows && (*theirs != '\0' || *mine != '\0')) {
        char buf[WORDING_SIZE];
        struct str left = next_line(&theirs), right = next_line(&mine);
        enum role role = str_same(left, right) ? ROLE_DIM : ROLE_OVERLAY;
        canvas_field(canvas, (struct strip){row, LIST_COLUMN, half, ALIGN_LEFT}, role,
                     wording(buf, canvas.frame, left));
        canvas_field(canvas, (struct strip){row, LIST_COLUMN + half + 1, half, ALIGN_LEFT},
                     role, wording(buf, canvas.frame, right));
        row++;
    }
    return row;
}

static int draw_below(const struct prepared_list *list, struct canvas canvas)
{
    switch (list->below) {
    case PREPARED_SAYS_NOTHING:
        break;
    case PREPARED_SAYS_MISSING:
        return draw_missing(list, canvas, 0);
    case PREPARED_SAYS_MISTAKES:
        return draw_mistakes(list, canvas, 0);
    case PREPARED_SAYS_CONFLICT:
        return draw_conflict(list, canvas, 0);
    case PREPARED_SAYS_KEPT:
        return draw_kept(list, canvas, 0);
    }
    if (list->list.count > 0) {
        canvas_rule_across(canvas, (struct strip){0, 0, canvas.columns, ALIGN_LEFT},
                           ROLE_BORDER);
        return prepared_detail_draw(&list->facts, canvas, 1);
    }
    return list_draw_text(
        canvas, 0, ROLE_DIM,
        str_of("Nothing is prepared yet. N prepares an encounter: its text begins with the "
               "foes of "
               "the "
               "encounter on the table, and e opens it in your editor ($VISUAL or $EDITOR)."));
}

static void draw_item(const void *self, int i, struct canvas canvas, int row)
{
    const struct prepared_list *list = self;
    const struct sitting_prepared *item = &list->item[i];
    bool is_wide = canvas.columns >= WIDE;
    int width = canvas.columns - LIST_COLUMN - (is_wide ? GAME_WIDTH + 1 : 0);
    list_draw_field(canvas, (struct strip){row, LIST_COLUMN, width, ALIGN_LEFT}, ROLE_OVERLAY,
                    item->name);
    if (is_wide) {
        int at = canvas.columns - GAME_WIDTH;
        list_draw_field(canvas, (struct strip){row, at, GAME_WIDTH, ALIGN_LEFT}, ROLE_OVERLAY,
                        item->system != NULL ? item->system->title : "an unknown game");
    }
}

static void draw(const struct view_place *place, void *self)
{
    const struct prepared_list *list = self;
    struct canvas sheet = sheet_of(place->canvas);
    struct canvas inside = sheet_draw(sheet, "prepared encounters");
    bool says = list->below != PREPARED_SAYS_NOTHING;
    int rows = says ? inside.rows / 3 : inside.rows / 2;
    rows = rows < LIST_ROWS_LEAST ? LIST_ROWS_LEAST : rows;
    rows = rows > list->list.count ? list->list.count : rows;
    rows = rows > inside.rows ? inside.rows : rows;
    struct canvas upper = canvas_part(inside, 0, 0, rows, inside.columns);
    list_draw_rows(&list->list, draw_item, list, upper, sheet);
    int gap = rows > 0 ? 1 : 0;
    if (rows + gap < inside.rows) {
        draw_below(
            list, canvas_part(inside, rows + gap, 0, inside.rows - rows - gap, inside.columns));
    }
}

static const struct list_view list_of_prepared;

/* "Ford:12:5" ends with the line and the column. */
static int line_of(const char *where)
{
    int64_t line = 0;
    const char *last = strrchr(where, ':');
    const char *first = last;
    while (first != NULL && first > where && first[-1] != ':') {
        first--;
    }
    if (first == NULL || first == where ||
        !str_to_int64((struct str){first, (int)(last - first)}, 1, INT32_MAX, &line)) {
        return 0;
    }
    return (int)line;
}

/* ---- starting -------------------------------------------------------------------------- */

/* True when a text waits, which is said: it is of the selected one, and there is only one. */
static bool has_draft(struct screen *screen, const struct prepared_list *list)
{
    bool is_kept = list->below == PREPARED_SAYS_KEPT;
    if (list->draft_of != 0) {
        screen_say(screen, ROLE_PLAIN,
                   is_kept ? "first e edits on what could not be stored"
                           : "first e edits on, or Esc drops what you wrote");
    }
    return list->draft_of != 0;
}

/* Missing values are reported once; asked again, it starts anyway. */
static void start(struct screen *screen, bool carries)
{
    struct prepared_list *list = screen_data(screen, &view_of_prepared);
    const struct sitting_prepared *picked = picked_item(list);
    bool was_told = list->below == PREPARED_SAYS_MISSING && list->carries == carries;
    struct error err;
    TEXT_BUFFER(line, COMMAND_LINE_MAX + 1);
    if (picked == NULL) {
        screen_say(screen, ROLE_PLAIN, list_of_prepared.none);
        return;
    }
    if (has_draft(screen, list)) {
        return;
    }
    if (!was_told &&
        sitting_ready(screen->sitting, picked->id, list->ready, READY_MAX, &list->ready_count,
                      &err) == STATUS_OK &&
        list->ready_count > 0) {
        list->below = PREPARED_SAYS_MISSING;
        list->carries = carries;
        return;
    }
    text_add(&line, "start ");
    text_add_quoted(&line, str_of(picked->name));
    text_add(&line, "%s", carries ? " carry" : "");
    screen_close(screen, &view_of_prepared);
    screen_run_line(screen, line.p);
}

static void accept(struct screen *screen, const struct view_key *key)
{
    const struct prepared_list *list = key->self;
    start(screen, list->below == PREPARED_SAYS_MISSING && list->carries);
}

static void carry(struct screen *screen, const struct view_key *key)
{
    (void)key;
    start(screen, true);
}

/* ---- editing --------------------------------------------------------------------------- */

/* The line of the text for the first message; 0: none. */
static int line_of_message(const struct prepared_list *list)
{
    if (list->below == PREPARED_SAYS_MISTAKES && list->mistakes.count > 0) {
        return line_of(list->mistakes.diagnostic[0].where);
    }
    return list->below == PREPARED_SAYS_MISSING && list->ready_count > 0 ? list->ready[0].line
                                                                         : 0;
}

/* The draft will replace the present text. */
static void meet_conflict(struct screen *screen, struct prepared_list *list)
{
    struct error err;
    list->below = PREPARED_SAYS_CONFLICT;
    if (sitting_prepared_text(screen->sitting, list->draft_of, list->base, &err) != STATUS_OK) {
        screen_say(screen, ROLE_ERROR, err.text);
    }
}

static void forget_draft(struct prepared_list *list)
{
    list->draft_of = 0;
    list->below = PREPARED_SAYS_NOTHING;
    text_edit_forget(list->file);
}

/* The disk, the campaign, or a text that is none: it stays until it can be stored. */
static void keep_draft(struct prepared_list *list, const struct error *why)
{
    list->below = PREPARED_SAYS_KEPT;
    text_format(list->why_kept, sizeof list->why_kept, "%s", why->text);
}

/* Accepts the text, or keeps it as a draft with the obstacle. */
static void save_draft(struct screen *screen, struct prepared_list *list, const char *name)
{
    struct error err;
    int64_t id;
    TEXT_BUFFER(line, 96);
    text_add(&line, "%s is changed", name);
    struct prepared_saving saving = {.id = list->draft_of,
                                     .name = name,
                                     .text = list->draft,
                                     .was = list->base,
                                     .line = line.p};
    enum status status =
        sitting_prepared_save(screen->sitting, &saving, &id, &list->mistakes, &err);
    if (status == STATUS_OK) {
        forget_draft(list);
        screen_say(screen, ROLE_PLAIN, line.p);
    } else if (list->mistakes.count > 0) {
        list->below = PREPARED_SAYS_MISTAKES;
    } else if (status == STATUS_CONFLICT) {
        meet_conflict(screen, list);
    } else {
        keep_draft(list, &err);
    }
}

static void edit_picked(struct screen *screen)
{
    struct prepared_list *list = screen_data(screen, &view_of_prepared);
    const struct sitting_prepared *picked = picked_item(list);
    struct error err;
    if (picked == NULL) {
        screen_say(screen, ROLE_PLAIN, list_of_prepared.none);
        return;
    }
    bool goes_on = list->draft_of == picked->id;
    if (!goes_on) {
        if (sitting_prepared_text(screen->sitting, picked->id, list->base, &err) != STATUS_OK) {
            screen_say(screen, ROLE_ERROR, err.text);
            return;
        }
        memcpy(list->draft, list->base, sizeof list->draft);
        list->file[0] = '\0'; /* one of another campaign stays where it is */
    }
    struct text_editing editing = {.name = picked->name,
                                   .bytes = list->draft,
                                   .size = PREPARED_TEXT_SIZE,
                                   .file = list->file,
                                   .line = line_of_message(list),
                                   .must_end = guard_must_end};
    term_pause(screen->terminal);
    enum status status = text_edit(&editing, &err);
    term_resume(screen->terminal);
    if (status == STATUS_USAGE && list->file[0] != '\0') {
        list->draft_of = picked->id;
        keep_draft(list, &err);
        return;
    }
    if (status != STATUS_OK) {
        screen_say(screen, ROLE_ERROR, err.text);
        return;
    }
    if (strcmp(list->draft, list->base) == 0) {
        forget_draft(list);
        screen_say(screen, ROLE_PLAIN, "nothing was changed");
        return;
    }
    list->draft_of = picked->id;
    save_draft(screen, list, picked->name);
    list_read_again(screen, &view_of_prepared);
}

static void edit(struct screen *screen, const struct view_key *key)
{
    (void)key;
    edit_picked(screen);
}

static void open(struct screen *screen)
{
    struct prepared_list *list = screen_data(screen, &view_of_prepared);
    if (list->draft_of == 0) {
        list->below = PREPARED_SAYS_NOTHING;
    }
    if (list_read_again(screen, &view_of_prepared)) {
        screen_close(screen, &view_of_encounters);
        screen_push(screen, &view_of_prepared);
    }
}

/* Unless a text waits: there is only one. */
static void pick(struct screen *screen, int64_t id)
{
    struct prepared_list *list = screen_data(screen, &view_of_prepared);
    TEXT_BUFFER(key, 24);
    text_add(&key, "%lld", (long long)id);
    if (list->draft_of == 0 && list_pick(&list_of_prepared, list, key.p)) {
        look(list, screen->sitting);
    }
}

void screen_start_prepared(struct screen *screen, int64_t id, bool carries)
{
    open(screen);
    pick(screen, id);
    start(screen, carries);
}

void screen_show_prepared(struct screen *screen)
{
    const struct prepared_list *list = screen_data(screen, &view_of_prepared);
    const struct sitting_prepared *newest = NULL;
    open(screen);
    for (int i = 0; i < list->list.count; i++) {
        if (newest == NULL || list->item[i].id > newest->id) {
            newest = &list->item[i];
        }
    }
    if (newest != NULL) {
        TEXT_BUFFER(said, 120);
        const struct key_table *keys = &screen->model.keys;
        pick(screen, newest->id);
        text_add(&said, "%s is prepared: %s edits its text, %s starts it", newest->name,
                 key_in_context(keys, CONTEXT_PREPARED, ACT_EDIT),
                 key_in_context(keys, CONTEXT_PREPARED, ACT_ACCEPT));
        screen_say(screen, ROLE_PLAIN, said.p);
    }
}

void screen_edit_prepared(struct screen *screen, int64_t id)
{
    open(screen);
    if (id != 0) {
        pick(screen, id);
        edit_picked(screen);
    }
}

void screen_note_start(struct screen *screen, const char *line)
{
    struct starting *starting = &screen->model.starting;
    struct sitting_prepared prepared;
    struct prepared_facts facts;
    struct error err;
    int budget = 1;
    struct str rest = str_of(line);
    if (!str_equal(str_next_word(&rest), "start")) {
        return;
    }
    struct str name = str_next_word(&rest);
    *starting = (struct starting){.name = ""};
    if (name.p == NULL ||
        sitting_prepared_find(screen->sitting, name, &prepared, &err) != STATUS_OK) {
        return;
    }
    text_format(starting->name, sizeof starting->name, "%s", prepared.name);
    text_format(starting->game, sizeof starting->game, "%s",
                prepared.system != NULL ? prepared.system->title : "");
    if (prepared_facts_find(&facts, screen->sitting, &prepared, &budget, &err) == STATUS_OK) {
        struct text who = text_over(starting->who, sizeof starting->who);
        text_add(&who, "%s", facts.who);
        text_add_item(&who, facts.counters);
    }
}

/* ---- moving and leaving ---------------------------------------------------------------- */

static bool before_key(struct screen *screen, const struct view_key *key)
{
    struct prepared_list *list = key->self;
    if (view_list_steps(key->act, 1, 1) == 0) {
        return false;
    }
    list->below = list->draft_of == 0 ? PREPARED_SAYS_NOTHING : list->below;
    return has_draft(screen, list);
}

/* Drops an edited text that was not accepted first, then the messages, then the list. */
static void cancel(struct screen *screen, const struct view_key *key)
{
    struct prepared_list *list = key->self;
    if (list->below == PREPARED_SAYS_KEPT) {
        screen_act_close(screen, key);
        screen_say(screen, ROLE_PLAIN, "what you wrote is kept: T e, then e, opens it again");
    } else if (list->draft_of != 0) {
        forget_draft(list);
        screen_say(screen, ROLE_PLAIN, "what you wrote is dropped; nothing is changed");
    } else if (list->below != PREPARED_SAYS_NOTHING) {
        list->below = PREPARED_SAYS_NOTHING;
    } else {
        screen_act_close(screen, key);
    }
}

static void show_forecast(struct screen *screen, const struct view_key *key)
{
    const struct sitting_prepared *picked = picked_item(key->self);
    if (picked == NULL) {
        screen_say(screen, ROLE_PLAIN, list_of_prepared.none);
        return;
    }
    view_of_forecast.open_about(screen, &(struct view_about){.prepared = picked});
}

static const struct list_line lines[] = {
    {.act = ACT_NEW,
     .line = "prepare ",
     .advice = "type a name for the encounter; Enter prepares it, Esc cancels",
     .after = LIST_CLOSES},
    {.act = ACT_RENAME,
     .line = "rename-prepared %p ",
     .advice = "type the new name; Enter renames, Esc cancels",
     .after = LIST_CLOSES},
    {.act = ACT_COPY,
     .line = "copy-prepared %p ",
     .advice = "type a name for the copy; Enter copies, Esc cancels",
     .after = LIST_CLOSES},
    {.act = ACT_PRINT,
     .line = "prepared-print %p ",
     .advice = "type a file name, .md for Markdown; Enter writes it",
     .after = LIST_CLOSES},
    {.act = ACT_ARCHIVE, .line = "archive-prepared %p", .after = LIST_COMES_BACK},
    {.act = ACT_PLAN_ADD, .line = "plan-prepared %p", .after = LIST_COMES_BACK},
    {.act = ACT_UNDO, .line = "prepared-undo", .after = LIST_COMES_BACK},
    {.act = ACT_REDO, .line = "prepared-redo", .after = LIST_COMES_BACK},
    {.act = ACT_NOTE, .line = "notes %p"},
    {.act = ACT_PLAN, .line = "plan", .after = LIST_CLOSES},
    {.act = ACT_NONE},
};

static const struct list_view list_of_prepared = {
    .none = "nothing is prepared yet: press N",
    .lines = lines,
    .fill = fill,
    .look = look,
    .key = write_key,
    .name = write_name,
    .before = before_key,
};

static bool offers(const void *self, enum screen_act act)
{
    const struct prepared_list *list = self;
    const struct sitting_prepared *picked = picked_item(list);
    return act != ACT_CARRY ||
           (picked != NULL && list->goes_on != NULL && picked->system == list->goes_on);
}

const struct view view_of_prepared = {
    .context = CONTEXT_PREPARED,
    LIST_VIEW(struct prepared_list, &list_of_prepared),
    .open = open,
    .on =
        {
            [ACT_ACCEPT] = accept,
            [ACT_CARRY] = carry,
            [ACT_EDIT] = edit,
            [ACT_FORECAST] = show_forecast,
            [ACT_CANCEL] = cancel,
        },
    .offers = offers,
    .draw = draw,
};
