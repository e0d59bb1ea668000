#include "app/sitting/sitting.h"
#include "app/library/kinds.h"
#include "app/sitting/state.h"
#include "tui/loop/table_private.h"
#include "tui/fight/table_view.h"

/* ---- opening --------------------------------------------------------------------------- */

static void read_again(struct table *table)
{
    struct error err;
    if (kinds_read(&table->kinds, table->sitting, &err) != STATUS_OK) {
        table_say(table, ROLE_ERROR, err.text);
    }
}

void table_open_kinds(struct table *table, struct str words)
{
    struct kinds *kinds = &table->kinds;
    kinds->picked = kinds->number = 0;
    kinds->count = 0;
    kinds->is_searching = kinds->shows_archived = false;
    line_edit_set(&kinds->words, words);
    read_again(table);
    view_push(&table->model.views, &view_of_kinds, kinds);
}

void table_show_kinds(struct table *table)
{
    read_again(table);
    table_close(table, &view_of_kinds);
    view_push(&table->model.views, &view_of_kinds, &table->kinds);
}

/* ---- what is typed --------------------------------------------------------------------- */

/* While words are typed, only keys other than characters do something else: those of the list
 * move in it. */
static bool search(struct table *table, const struct view_key *key)
{
    struct kinds *kinds = &table->kinds;
    bool is_dropped = key->act == ACT_CANCEL;
    if (key->act == ACT_ACCEPT || is_dropped) {
        kinds->is_searching = false;
    }
    if (is_dropped) {
        line_edit_init(&kinds->words);
    }
    enum line_edit_effect effect =
        is_dropped ? LINE_EDIT_CHANGED : line_edit_input(&kinds->words, key->input);
    if (effect == LINE_EDIT_CHANGED) {
        kinds_search(kinds, table->sitting);
    }
    bool moves = view_list_steps(key->act, 1, 1) != 0;
    return effect != LINE_EDIT_IGNORED || (!moves && key->act != ACT_HELP);
}

/* Takes a digit of the number that Enter adds; false when it is not one. */
static bool count(struct table *table, const struct view_key *key)
{
    struct kinds *kinds = &table->kinds;
    int digit = key->input->kind == INPUT_CHARACTER ? key->input->key - '0' : -1;
    bool is_digit = digit >= 0 && digit <= 9;
    int number = 10 * kinds->number + (is_digit ? digit : 0);
    if (!is_digit || number == 0) {
        return false;
    }
    kinds->number = number <= KINDS_COUNT_MAX ? number : kinds->number;
    TEXT_BUFFER(text, NOTICE_SIZE);
    text_add(&text, "%d: Enter adds %d of the selected kind", kinds->number, kinds->number);
    table_say(table, ROLE_DIM, text.p);
    return true;
}

static bool before_key(struct table *table, const struct view_key *key)
{
    struct kinds *kinds = &table->kinds;
    table_say(table, ROLE_PLAIN, "");
    if (kinds->is_searching) {
        return search(table, key);
    }
    if (key->binding == NULL && count(table, key)) {
        return true;
    }
    bool drops_number = kinds->number > 0 && key->act == ACT_CANCEL;
    kinds->number =
        key->act == ACT_ACCEPT || view_list_steps(key->act, 1, 1) != 0 ? kinds->number : 0;
    return drops_number;
}

static bool types(const void *self)
{
    const struct kinds *kinds = self;
    return kinds->is_searching;
}

static void filter(struct table *table, const struct view_key *key)
{
    (void)key;
    table->kinds.is_searching = true;
}

/* ---- the selected one ------------------------------------------------------------------ */

/* The picked kind, if combatants can be made from it; otherwise NULL, with a message. */
static const struct kinds_entry *usable(struct table *table)
{
    const struct kinds_entry *picked = kinds_picked(&table->kinds);
    if (picked == NULL) {
        table_say(table, ROLE_PLAIN, "no kind is selected");
    } else if (picked->standing == KIND_ARCHIVED) {
        table_say(table, ROLE_PLAIN, "it is archived: press a to bring it back");
    } else if (picked->standing == KIND_GONE) {
        table_say(table, ROLE_PLAIN, "it is gone: press n to make a kind of this name");
    } else {
        return picked;
    }
    return NULL;
}

/* The number is typed before the name, if it was not given before. */
static void accept(struct table *table, const struct view_key *key)
{
    (void)key;
    int number = table->kinds.number;
    const struct kinds_entry *picked = usable(table);
    TEXT_BUFFER(line, COMMAND_LINE_MAX + 1);
    if (picked == NULL) {
        return;
    }
    table_close(table, &view_of_kinds);
    if (number > 0) {
        text_add(&line, "add %d %s", number, picked->name);
        table_run_line(table, line.p);
        return;
    }
    text_add(&line, "add  %s", picked->name);
    table_open_palette_at(table, line.p, 4);
    table_say(table, ROLE_DIM, "type how many, or only Enter for one; Esc cancels");
}

static void open_all(struct table *table, const struct view_key *key)
{
    (void)key;
    if (kinds_picked(&table->kinds) != NULL) {
        table_read(table, kinds_picked(&table->kinds)->name, str_of(table->kinds.told));
    }
}

/* ---- changing -------------------------------------------------------------------------- */

/* Runs a line about kinds; the list is shown again after it, with the result. */
static void change_list(struct table *table, const char *line)
{
    table_run_line(table, line);
    table_show_kinds(table);
}

static void archive(struct table *table, const struct view_key *key)
{
    (void)key;
    const struct kinds_entry *picked = kinds_picked(&table->kinds);
    TEXT_BUFFER(line, COMMAND_LINE_MAX + 1);
    if (picked == NULL || picked->standing == KIND_GONE) {
        (void)usable(table);
        return;
    }
    text_add(&line, "%s %s",
             picked->standing == KIND_ARCHIVED ? "unarchive-kind" : "archive-kind",
             picked->name);
    change_list(table, line.p);
}

static void undo(struct table *table, const struct view_key *key)
{
    (void)key;
    change_list(table, "kinds-undo");
}

static void redo(struct table *table, const struct view_key *key)
{
    (void)key;
    change_list(table, "kinds-redo");
}

static void show_archived(struct table *table, const struct view_key *key)
{
    (void)key;
    table->kinds.shows_archived = !table->kinds.shows_archived;
    read_again(table);
}

static void make_new(struct table *table, const struct view_key *key)
{
    (void)key;
    table_close(table, &view_of_kinds);
    table_open_form_of_kind(table, FORM_OF_NEW_KIND, "");
}

static void edit(struct table *table, const struct view_key *key)
{
    const struct kinds_entry *picked = usable(table);
    if (picked != NULL) {
        table_close(table, &view_of_kinds);
        table_open_form_of_kind(table, key->act == ACT_COPY ? FORM_OF_COPY : FORM_OF_KIND,
                                picked->name);
    }
}

/* ---- the view -------------------------------------------------------------------------- */

static void move(struct table *table, const struct view_key *key)
{
    int page = kinds_page(table_view_sheet(canvas_of(&table->frame)));
    int most = KINDS_FOUND_MAX + KINDS_OFF_MAX;
    kinds_move(&table->kinds, table->sitting, view_list_steps(key->act, page, most));
}

static bool offers(const void *self, enum screen_act act)
{
    const struct kinds *kinds = self;
    const struct kinds_entry *picked = kinds_picked(kinds);
    bool is_listed = picked != NULL && picked->standing == KIND_LISTED;
    switch ((int)act) {
    case ACT_UNDO:
        return kinds->ways.undo[0] != '\0';
    case ACT_REDO:
        return kinds->ways.redo[0] != '\0';
    case ACT_ACCEPT:
    case ACT_EDIT:
    case ACT_COPY:
        return is_listed;
    case ACT_ARCHIVE:
        return picked != NULL && (picked->standing == KIND_ARCHIVED ||
                                  (is_listed && picked->place == LIBRARY_CAMPAIGN));
    }
    return true;
}

/* What is typed is answered first. */
static void learn(struct table *table)
{
    if (!table->kinds.is_searching && kinds_weigh(&table->kinds, table->sitting)) {
        table->has_idle_work = true;
    }
}

static void end(struct table *table)
{
    kinds_stop_weighing(&table->kinds);
}

static void draw(const struct view_place *place, void *self)
{
    kinds_draw(self, table_view_sheet(place->screen));
}

static void draw_prompt(const struct table_model *model, void *self, struct canvas canvas)
{
    struct kinds *kinds = self;
    if (kinds->is_searching) {
        reader_draw_filter(&kinds->words, canvas);
    } else {
        table_view_keys(model, canvas);
    }
}

const struct view view_of_kinds = {
    .context = CONTEXT_KINDS,
    .room = VIEW_SHEET,
    .on =
        {
            [ACT_ACCEPT] = accept,
            [ACT_CANCEL] = table_act_close,
            [ACT_HELP] = table_act_help,
            [ACT_FILTER] = filter,
            [ACT_OPEN] = open_all,
            [ACT_NEW] = make_new,
            [ACT_EDIT] = edit,
            [ACT_COPY] = edit,
            [ACT_ARCHIVE] = archive,
            [ACT_SHOW_ARCHIVED] = show_archived,
            [ACT_UNDO] = undo,
            [ACT_REDO] = redo,
            VIEW_LIST_MOVES(move),
        },
    .before = before_key,
    .types = types,
    .offers = offers,
    .draw = draw,
    .draw_prompt = draw_prompt,
    .tells = true,
    .learns = learn,
    .closed = end,
};
