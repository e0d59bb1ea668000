#include <string.h>

#include "app/prepared/text_editor.h"
#include "tui/loop/table_private.h"
#include "tui/fight/table_view.h"
#include "tui/term/term_guard.h"

void table_open_prepared(struct table *table)
{
    struct error err;
    struct prepared_list *list = &table->prepared;
    if (list->draft_of == 0) {
        list->below = PREPARED_SAYS_NOTHING;
    }
    if (prepared_list_read(list, table->sitting, &err) != STATUS_OK) {
        table_say(table, ROLE_ERROR, err.text);
        return;
    }
    table_close(table, &view_of_encounters);
    view_push(&table->model.views, &view_of_prepared, list);
}

/* The command with the name of the selected one; false when there is none. */
static bool name_picked(struct table *table, const char *command, struct text *out)
{
    const struct sitting_prepared *picked = prepared_list_picked(&table->prepared);
    if (picked == NULL) {
        table_say(table, ROLE_PLAIN, "nothing is prepared yet: press n");
        return false;
    }
    text_add(out, "%s ", command);
    text_add_quoted(out, str_of(picked->name));
    return true;
}

/* ---- starting -------------------------------------------------------------------------- */

/* Whether a text waits, which is said: it is of the selected one, and there is only one. */
static bool has_draft(struct table *table)
{
    bool is_kept = table->prepared.below == PREPARED_SAYS_KEPT;
    if (table->prepared.draft_of != 0) {
        table_say(table, ROLE_PLAIN,
                  is_kept ? "first e edits on what could not be stored"
                          : "first e edits on, or Esc drops what you wrote");
    }
    return table->prepared.draft_of != 0;
}

/* Missing values are reported once; asked again, it starts anyway. */
static void start(struct table *table, bool carries)
{
    struct prepared_list *list = &table->prepared;
    const struct sitting_prepared *picked = prepared_list_picked(list);
    bool was_told = list->below == PREPARED_SAYS_MISSING && list->carries == carries;
    struct error err;
    TEXT_BUFFER(line, COMMAND_LINE_MAX + 1);
    if (!name_picked(table, "start", &line)) {
        return;
    }
    if (has_draft(table)) {
        return;
    }
    if (!was_told &&
        sitting_ready(table->sitting, picked->id, list->ready, READY_MAX, &list->ready_count,
                      &err) == STATUS_OK &&
        list->ready_count > 0) {
        list->below = PREPARED_SAYS_MISSING;
        list->carries = carries;
        return;
    }
    text_add(&line, "%s", carries ? " carry" : "");
    table_close(table, &view_of_prepared);
    table_run_line(table, line.p);
}

static void accept(struct table *table, const struct view_key *key)
{
    (void)key;
    start(table, table->prepared.below == PREPARED_SAYS_MISSING && table->prepared.carries);
}

static void carry(struct table *table, const struct view_key *key)
{
    (void)key;
    start(table, true);
}

/* ---- editing --------------------------------------------------------------------------- */

/* Opens the draft in the editor, at the first mistake if there is one. */
static enum status run_editor(struct table *table, const char *name, struct error *err)
{
    struct prepared_list *list = &table->prepared;
    struct text_editing editing = {.name = name,
                                   .bytes = list->draft,
                                   .size = PREPARED_TEXT_SIZE,
                                   .file = list->file,
                                   .line = prepared_list_line(list),
                                   .must_end = guard_must_end};
    term_pause(table->terminal);
    enum status status = text_edit(&editing, err);
    term_resume(table->terminal);
    return status;
}

/* The draft will replace the present text. */
static void meet_conflict(struct table *table)
{
    struct prepared_list *list = &table->prepared;
    struct error err;
    list->below = PREPARED_SAYS_CONFLICT;
    if (sitting_prepared_text(table->sitting, list->draft_of, list->base, &err) != STATUS_OK) {
        table_say(table, ROLE_ERROR, err.text);
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
static void save_draft(struct table *table, const char *name)
{
    struct prepared_list *list = &table->prepared;
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
        sitting_prepared_save(table->sitting, &saving, &id, &list->mistakes, &err);
    if (status == STATUS_OK) {
        forget_draft(list);
        table_say(table, ROLE_PLAIN, line.p);
    } else if (list->mistakes.count > 0) {
        list->below = PREPARED_SAYS_MISTAKES;
    } else if (status == STATUS_CONFLICT) {
        meet_conflict(table);
    } else {
        keep_draft(list, &err);
    }
}

static void edit(struct table *table, const struct view_key *key)
{
    struct prepared_list *list = &table->prepared;
    const struct sitting_prepared *picked = prepared_list_picked(list);
    struct error err;
    (void)key;
    if (picked == NULL) {
        table_say(table, ROLE_PLAIN, "nothing is prepared yet: press n");
        return;
    }
    bool goes_on = list->draft_of == picked->id;
    if (!goes_on) {
        if (sitting_prepared_text(table->sitting, picked->id, list->base, &err) != STATUS_OK) {
            table_say(table, ROLE_ERROR, err.text);
            return;
        }
        memcpy(list->draft, list->base, sizeof list->draft);
        list->file[0] = '\0'; /* one of another campaign stays where it is */
    }
    enum status status = run_editor(table, picked->name, &err);
    if (status == STATUS_USAGE && list->file[0] != '\0') {
        list->draft_of = picked->id;
        keep_draft(list, &err);
        return;
    }
    if (status != STATUS_OK) {
        table_say(table, ROLE_ERROR, err.text);
        return;
    }
    if (strcmp(list->draft, list->base) == 0) {
        forget_draft(list);
        table_say(table, ROLE_PLAIN, "nothing was changed");
        return;
    }
    list->draft_of = picked->id;
    save_draft(table, picked->name);
    if (prepared_list_read(list, table->sitting, &err) != STATUS_OK && list->draft_of == 0) {
        table_say(table, ROLE_ERROR, err.text);
    }
}

static void pick(struct table *table, int64_t id)
{
    struct prepared_list *list = &table->prepared;
    for (int i = 0; i < list->count; i++) {
        list->picked = list->item[i].id == id ? i : list->picked;
    }
    prepared_list_look(list, table->sitting);
}

void table_note_start(struct table *table, const char *line)
{
    struct starting *starting = &table->model.starting;
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
        sitting_prepared_find(table->sitting, name, &prepared, &err) != STATUS_OK) {
        return;
    }
    text_format(starting->name, sizeof starting->name, "%s", prepared.name);
    text_format(starting->game, sizeof starting->game, "%s",
                prepared.system != NULL ? prepared.system->title : "");
    if (prepared_facts_find(&facts, table->sitting, &prepared, &budget, &err) == STATUS_OK) {
        struct text who = text_over(starting->who, sizeof starting->who);
        text_add(&who, "%s", facts.who);
        text_add_item(&who, facts.counters);
    }
}

void table_start_prepared(struct table *table, int64_t id, bool carries)
{
    table_open_prepared(table);
    if (table->prepared.draft_of == 0) {
        pick(table, id);
    }
    start(table, carries);
}

void table_edit_prepared(struct table *table, int64_t id)
{
    if (table->prepared.draft_of == 0) {
        pick(table, id);
    }
    edit(table, NULL);
}

/* ---- the list changed ------------------------------------------------------------------ */

/* A line about the list, which is shown again after it with the result. */
static void change_list(struct table *table, const char *line)
{
    struct error err;
    table_run_line(table, line);
    if (prepared_list_read(&table->prepared, table->sitting, &err) != STATUS_OK) {
        table_say(table, ROLE_ERROR, err.text);
        return;
    }
    table_close(table, &view_of_prepared);
    view_push(&table->model.views, &view_of_prepared, &table->prepared);
}

/* The rest of the line is to be typed. */
static void type_after(struct table *table, const char *command, const char *what)
{
    TEXT_BUFFER(text, COMMAND_LINE_MAX + 1);
    if (name_picked(table, command, &text)) {
        text_add(&text, " ");
        table_close(table, &view_of_prepared);
        table_open_palette(table, text.p);
        table_say(table, ROLE_DIM, what);
    }
}

static void rename_picked(struct table *table, const struct view_key *key)
{
    (void)key;
    type_after(table, "rename-prepared", "type the new name; Enter renames, Esc cancels");
}

static void copy_picked(struct table *table, const struct view_key *key)
{
    (void)key;
    type_after(table, "copy-prepared", "type a name for the copy; Enter copies, Esc cancels");
}

static void prepare_new(struct table *table, const struct view_key *key)
{
    (void)key;
    table_close(table, &view_of_prepared);
    table_open_palette(table, "prepare ");
    table_say(table, ROLE_DIM, "type a name for the encounter; Enter prepares it, Esc cancels");
}

static void archive_picked(struct table *table, const struct view_key *key)
{
    TEXT_BUFFER(text, COMMAND_LINE_MAX + 1);
    (void)key;
    if (name_picked(table, "archive-prepared", &text)) {
        change_list(table, text.p);
    }
}

static void plan_picked(struct table *table, const struct view_key *key)
{
    TEXT_BUFFER(text, COMMAND_LINE_MAX + 1);
    (void)key;
    if (name_picked(table, "plan-prepared", &text)) {
        change_list(table, text.p);
    }
}

static void open_plan(struct table *table, const struct view_key *key)
{
    (void)key;
    table_close(table, &view_of_prepared);
    table_open_plan(table);
}

static void print(struct table *table, const struct view_key *key)
{
    (void)key;
    type_after(table, "prepared-print", "type a file name, .md for Markdown; Enter writes it");
}

static void undo_change(struct table *table, const struct view_key *key)
{
    (void)key;
    change_list(table, "prepared-undo");
}

static void redo_change(struct table *table, const struct view_key *key)
{
    (void)key;
    change_list(table, "prepared-redo");
}

static void read_notes(struct table *table, const struct view_key *key)
{
    TEXT_BUFFER(text, COMMAND_LINE_MAX + 1);
    (void)key;
    if (name_picked(table, "notes", &text)) {
        table_run_line(table, text.p);
    }
}

/* ---- moving and leaving ---------------------------------------------------------------- */

static void move(struct table *table, const struct view_key *key)
{
    struct prepared_list *list = &table->prepared;
    if (has_draft(table)) {
        return;
    }
    list->below = PREPARED_SAYS_NOTHING;
    prepared_list_move(list, view_list_steps(key->act, table_page(table), PREPARED_MAX));
    prepared_list_look(list, table->sitting);
}

/* Drops an edited text that was not accepted first, then the messages, then the list. */
static void cancel(struct table *table, const struct view_key *key)
{
    struct prepared_list *list = &table->prepared;
    if (list->below == PREPARED_SAYS_KEPT) {
        table_act_close(table, key);
        table_say(table, ROLE_PLAIN, "what you wrote is kept: T e, then e, opens it again");
    } else if (list->draft_of != 0) {
        forget_draft(list);
        table_say(table, ROLE_PLAIN, "what you wrote is dropped; nothing is changed");
    } else if (list->below != PREPARED_SAYS_NOTHING) {
        list->below = PREPARED_SAYS_NOTHING;
    } else {
        table_act_close(table, key);
    }
}

static void draw(const struct view_place *place, void *self)
{
    prepared_list_draw(self, table_view_sheet(place->screen));
}

static void show_forecast(struct table *table, const struct view_key *key)
{
    const struct sitting_prepared *picked = prepared_list_picked(&table->prepared);
    (void)key;
    if (picked == NULL) {
        table_say(table, ROLE_PLAIN, "nothing is prepared yet: press n");
        return;
    }
    table_open_forecast_prepared(table, picked);
}

const struct view view_of_prepared = {
    .context = CONTEXT_PREPARED,
    .room = VIEW_SHEET,
    .on =
        {
            [ACT_ACCEPT] = accept,
            [ACT_CARRY] = carry,
            [ACT_EDIT] = edit,
            [ACT_NEW] = prepare_new,
            [ACT_RENAME] = rename_picked,
            [ACT_COPY] = copy_picked,
            [ACT_ARCHIVE] = archive_picked,
            [ACT_NOTE] = read_notes,
            [ACT_PLAN] = open_plan,
            [ACT_FORECAST] = show_forecast,
            [ACT_PLAN_ADD] = plan_picked,
            [ACT_PRINT] = print,
            [ACT_UNDO] = undo_change,
            [ACT_REDO] = redo_change,
            [ACT_CANCEL] = cancel,
            [ACT_HELP] = table_act_help,
            VIEW_LIST_MOVES(move),
        },
    .before = table_say_nothing,
    .draw = draw,
    .tells = true,
};
