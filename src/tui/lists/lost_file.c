#include "tui/lists/lost_file.h"

enum { MARGIN = 2, CHOICES_ROWS = 6, ADVICE_ROWS = 3 };

void lost_file_begin(struct lost_file *lost, struct sitting *sitting)
{
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
}

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

bool lost_file_type(struct lost_file *lost, const struct term_input *input)
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

/* Draws several wrapped lines; returns the row after them. */
static int draw_lines(struct canvas canvas, int row, enum role role, struct str rest)
{
    struct str line;
    while (grapheme_next_line(&line, &rest, canvas.columns - MARGIN)) {
        canvas_text(canvas, row++, MARGIN, role, line);
    }
    return row;
}

static void mark(struct canvas canvas, int row, bool is_picked)
{
    if (is_picked) {
        canvas_set_role(canvas, (struct strip){row, 0, canvas.columns, ALIGN_LEFT},
                        ROLE_SELECTED);
        canvas_glyph(canvas, row, 0, ROLE_SELECTED, GLYPH_SELECTED);
    }
}

/* The path has a row of its own: it may be long. */
static int draw_path(struct lost_file *lost, struct canvas canvas, int row)
{
    canvas_text(canvas, row, MARGIN, ROLE_OVERLAY,
                str_of("write what is open to, and go on with:"));
    mark(canvas, row, lost->picked == LOST_FILE_KEEP);
    struct strip field = {row + 1, 2 * MARGIN, canvas.columns - 2 * MARGIN, ALIGN_LEFT};
    if (lost->picked != LOST_FILE_KEEP) {
        canvas_field(canvas, field, ROLE_DIM, line_edit_text(&lost->path));
    } else {
        line_edit_draw(&lost->path, canvas, field, ROLE_INPUT);
    }
    return row + 2;
}

void lost_file_draw(struct lost_file *lost, struct canvas canvas)
{
    char buf[WORDING_SIZE];
    struct canvas inside = sheet_draw(canvas, "the campaign's file is not in its place");
    /* The choices are always shown, however little room there is. */
    int choices = inside.rows - CHOICES_ROWS;
    struct canvas above = canvas_part(inside, 0, 0, choices, inside.columns);
    int row = draw_lines(above, 0, ROLE_OVERLAY, str_of(lost->told)) + 1;
    if (row + ADVICE_ROWS < choices) {
        row = draw_lines(above, row, ROLE_OVERLAY,
                         str_of(lost->can_be_kept
                                    ? "Nothing that was shown is lost yet, and what you were "
                                      "doing waits: choose how to go on."
                                    : "What you were doing waits: choose how to go on.")) +
              1;
    }
    row = row < choices ? row : choices;
    row = draw_path(lost, inside, row);
    if (lost->can_reopen) {
        canvas_text(inside, row, MARGIN, ROLE_OVERLAY,
                    str_of("drop what is open here, and go on with the file there now"));
        mark(inside, row, lost->picked == LOST_FILE_REOPEN);
        row++;
    }
    canvas_text(inside, row, MARGIN, ROLE_OVERLAY,
                str_of("quit; what is open is saved to a file first"));
    mark(inside, row, lost->picked == LOST_FILE_QUIT);
    row++;
    bool has_gap = row + ADVICE_ROWS < inside.rows;
    draw_lines(inside, row + (has_gap ? 1 : 0), ROLE_ERROR,
               wording(buf, canvas.frame, str_of(lost->said)));
}
