#include "tui/loop/lost_file.h"

#include "app/sitting/sitting.h"
#include "app/sitting/state.h"
#include "tui/fight/table_view.h"
#include "tui/loop/screen_private.h"
#include "tui/widgets/list_view.h"

enum { CHOICES_ROWS = 6, ADVICE_ROWS = 3 };

void lost_file_move(struct lost_file *lost, int steps)
{
    int picked = (int)lost->picked + steps;
    if (picked == LOST_FILE_REOPEN && !lost->can_reopen) {
        picked += steps;
    }
    if (picked >= LOST_FILE_KEEP && picked <= LOST_FILE_QUIT) {
        lost->picked = (enum lost_file_choice)picked;
    }
}

/* A key without an act of the dialog: it edits the path, if that is picked. A letter does not
 * begin editing, since it may be meant as a key. False when it did nothing. */
static bool type_path(struct lost_file *lost, const struct term_input *input)
{
    bool is_letter = input->kind == INPUT_CHARACTER;
    bool begins_path = is_letter && (input->key == '/' || input->key == '~');
    if (lost->picked != LOST_FILE_KEEP || (is_letter && !lost->is_typed && !begins_path)) {
        return false;
    }
    if (begins_path && !lost->is_typed) {
        line_edit_init(&lost->path); /* another path is typed from its start */
    }
    bool is_taken = line_edit_input(&lost->path, input) != LINE_EDIT_IGNORED;
    lost->is_typed = lost->is_typed || is_taken;
    return is_taken;
}

void lost_file_line(const struct lost_file *lost, struct text *out)
{
    struct str path = line_edit_text(&lost->path);
    switch (lost->picked) {
    case LOST_FILE_KEEP:
        text_add(out, "save-as %.*s", path.n, path.p);
        break;
    case LOST_FILE_REOPEN:
        text_add(out, "reopen");
        break;
    case LOST_FILE_QUIT:
        text_add(out, "quit");
        break;
    }
}

/* ---- drawing --------------------------------------------------------------------------- */

static void draw(const struct view_place *place, void *self)
{
    struct lost_file *lost = self;
    struct canvas inside =
        sheet_draw(sheet_of(place->canvas), "the campaign's file is not in its place");
    /* The choices are always shown, however little room there is. */
    int choices = inside.rows - CHOICES_ROWS;
    struct canvas above = canvas_part(inside, 0, 0, choices, inside.columns);
    int row = list_draw_text(above, 0, ROLE_OVERLAY, str_of(lost->told)) + 1;
    if (row + ADVICE_ROWS < choices) {
        row =
            list_draw_text(above, row, ROLE_OVERLAY,
                           str_of(lost->can_be_kept
                                      ? "Nothing that was shown is lost yet, and what you were "
                                        "doing waits: choose how to go on."
                                      : "What you were doing waits: choose how to go on.")) +
            1;
    }
    row = row < choices ? row : choices;
    /* The path has a row of its own: it may be long. */
    canvas_text(inside, row, LIST_COLUMN, ROLE_OVERLAY,
                str_of("write what is open to, and go on with:"));
    if (lost->picked == LOST_FILE_KEEP) {
        list_mark(inside, row);
    }
    struct strip field = {row + 1, 2 * LIST_COLUMN, inside.columns - 2 * LIST_COLUMN,
                          ALIGN_LEFT};
    if (lost->picked != LOST_FILE_KEEP) {
        canvas_field(inside, field, ROLE_DIM, line_edit_text(&lost->path));
    } else {
        line_edit_draw(&lost->path, inside, field, ROLE_INPUT);
    }
    row = row + 2;
    if (lost->can_reopen) {
        canvas_text(inside, row, LIST_COLUMN, ROLE_OVERLAY,
                    str_of("drop what is open here, and go on with the file there now"));
        if (lost->picked == LOST_FILE_REOPEN) {
            list_mark(inside, row);
        }
        row++;
    }
    canvas_text(inside, row, LIST_COLUMN, ROLE_OVERLAY,
                str_of("quit; what is open is saved to a file first"));
    if (lost->picked == LOST_FILE_QUIT) {
        list_mark(inside, row);
    }
    row++;
    bool has_gap = row + ADVICE_ROWS < inside.rows;
    list_draw_text(inside, row + (has_gap ? 1 : 0), ROLE_ERROR, str_of(lost->said));
}

/* ---- the view -------------------------------------------------------------------------- */

void screen_open_lost_file(struct screen *screen)
{
    struct sitting *sitting = screen->sitting;
    struct lost_file *lost = screen_data(screen, &view_of_file);
    char path[LINE_EDIT_SIZE];
    struct text text = text_over(path, sizeof path);
    struct text told = text_over(lost->told, sizeof lost->told);
    sitting_tell_file(sitting, &told);
    sitting_suggest_path(sitting, &text);
    line_edit_init(&lost->path);
    if (!text.is_cut) {
        line_edit_set(&lost->path, (struct str){text.p, text.n});
    }
    lost->can_reopen = sitting_can_reopen(sitting);
    lost->can_be_kept = sitting_can_be_kept(sitting);
    lost->picked = LOST_FILE_KEEP;
    lost->is_typed = false;
    lost->said[0] = '\0';
    screen_push(screen, &view_of_file);
}

static void accept(struct screen *screen, const struct view_key *key)
{
    struct lost_file *lost = key->self;
    TEXT_BUFFER(line, COMMAND_LINE_MAX + 1);
    lost_file_line(lost, &line);
    sitting_run(screen->sitting, line.p, true, &screen->result);
    if (screen->result.kind == RESULT_DONE) {
        /* The refused action is still open below, unless the new file is at a different state.
         */
        bool is_same =
            str_equal(str_of(sitting_encounter_name(screen->sitting)), screen->loop->encounter);
        screen_close(screen, &view_of_file);
        if (!is_same) {
            screen_close_all(screen);
        }
        screen->loop->refused[0] = '\0';
        screen->loop->wants_tidying = true;
        screen_load(screen);
        screen_say(screen, ROLE_WARNING, screen->result.label);
        return;
    }
    if (screen->result.kind == RESULT_QUIT) {
        /* The open campaign is written to a file when the program ends. */
        screen->loop->has_ended = true;
        return;
    }
    if (screen->result.kind == RESULT_TOLD) {
        /* It is in its place again. */
        screen_close(screen, &view_of_file);
        screen_say(screen, ROLE_PLAIN, screen->result.text);
        return;
    }
    text_format(lost->said, sizeof lost->said, "%s: %s", screen->result.error.where,
                screen->result.error.text);
    if (screen->result.error.where[0] == '\0') {
        text_format(lost->said, sizeof lost->said, "%s", screen->result.error.text);
    }
}

/* Once more while quitting is picked, it quits. */
static void quit(struct screen *screen, const struct view_key *key)
{
    struct lost_file *lost = key->self;
    if (lost->picked == LOST_FILE_QUIT) {
        accept(screen, key);
        return;
    }
    lost->picked = LOST_FILE_QUIT;
    text_format(lost->said, sizeof lost->said, "Enter quits; Esc decides later.");
}

static void move(struct screen *screen, const struct view_key *key)
{
    (void)screen;
    lost_file_move(key->self, key->act == ACT_DOWN ? 1 : -1);
}

static void type(struct screen *screen, const struct view_key *key)
{
    struct lost_file *lost = key->self;
    (void)screen;
    if (!type_path(lost, key->input)) {
        text_format(lost->said, sizeof lost->said,
                    "That key does nothing here. Up and Down choose, Enter accepts%s, q quits.",
                    lost->picked == LOST_FILE_KEEP ? ", Backspace or / changes the path" : "");
    }
}

static bool before_key(struct screen *screen, const struct view_key *key)
{
    struct lost_file *lost = key->self;
    (void)screen;
    lost->said[0] = '\0';
    return false;
}

/* The path is being changed. */
static bool types(const void *self)
{
    const struct lost_file *lost = self;
    return lost->is_typed && lost->picked == LOST_FILE_KEEP;
}

const struct view view_of_file = {
    .context = CONTEXT_FILE,
    .room = VIEW_SHEET,
    .size = sizeof(struct lost_file),
    .on =
        {
            [ACT_ACCEPT] = accept,
            [ACT_CANCEL] = screen_act_close,
            [ACT_HELP] = screen_act_help,
            [ACT_DOWN] = move,
            [ACT_UP] = move,
            [ACT_QUIT] = quit,
        },
    .other = type,
    .before = before_key,
    .types = types,
    .draw = draw,
};
