#include "tui/log/ask_box.h"

#include <string.h>

#include "tui/fight/table_model.h"
#include "tui/loop/screen.h"

void ask_box_init(struct ask_box *box, enum asked_scope scope)
{
    memset(box, 0, sizeof *box);
    line_edit_init(&box->edit);
    box->scope = scope;
}

/* For completing: the kept questions, and what the caller knows. */
struct all_names {
    const struct named_list *kept;
    const struct asking_names *others;
};

static const char *any_name_at(void *context, enum ask_kind kind, int i)
{
    const struct all_names *all = context;
    if (kind == ASK_QUESTION) {
        return i < all->kept->count ? all->kept->one[i].name : NULL;
    }
    return all->others->name_at(all->others->context, kind, i);
}

bool ask_box_read(struct ask_box *box, const struct asking_names *names)
{
    struct asking asking;
    struct str line = line_edit_text(&box->edit);
    struct text rest = text_over(box->rest, sizeof box->rest);
    bool is_at_end = box->edit.cursor == box->edit.length;
    struct all_names all = {&box->kept, names};
    struct asking_names known = {any_name_at, &all};
    box->is_wrong = asking_read_line(&asking, line, &box->wrong) != STATUS_OK ||
                    kept_questions_put(&asking, &box->kept, &box->wrong) != STATUS_OK;
    if (!box->is_wrong) {
        asking_copy(&box->asking, &asking);
    }
    if (is_at_end) {
        asking_complete(line, &known, &rest);
    }
    return !box->is_wrong;
}

enum line_edit_effect ask_box_input(struct ask_box *box, const struct term_input *input)
{
    bool is_right = input->kind == INPUT_KEY && input->key == NAMED_KEY_RIGHT;
    bool is_at_end = box->edit.cursor == box->edit.length;
    if (is_right && is_at_end && box->rest[0] != '\0') {
        line_edit_insert(&box->edit, str_of(box->rest));
        return LINE_EDIT_CHANGED;
    }
    return line_edit_input(&box->edit, input);
}

void ask_box_widen(struct ask_box *box)
{
    box->scope = (enum asked_scope)((box->scope + 1) % SCOPES);
}

void ask_box_write_keep(const struct ask_box *box, struct text *line, int *cursor)
{
    text_add(line, "question-keep ");
    *cursor = line->n;
    text_add(line, " ");
    text_add_str(line, str_trimmed(line_edit_text(&box->edit)));
}

/* ---- names ----------------------------------------------------------------------------- */

static const char *name_at(void *context, enum ask_kind kind, int i)
{
    const struct table_model *model = context;
    if (kind == ASK_BY || kind == ASK_TO) {
        return i < model->state->count ? state_name(model->state, i + 1) : NULL;
    }
    if (kind == ASK_ENCOUNTER) {
        return i == 0 && model->encounter[0] != '\0' ? model->encounter : NULL;
    }
    const struct system *system = state_system(model->state);
    return kind == ASK_ACTION && i < system->actions_count ? system->actions[i].name : NULL;
}

struct asking_names ask_box_names(const struct table_model *model)
{
    return (struct asking_names){name_at, (void *)(uintptr_t)model};
}

/* ---- drawing --------------------------------------------------------------------------- */

enum { SCOPE_COLUMNS = 14 };

void ask_box_draw(struct ask_box *box, struct canvas canvas)
{
    canvas_fill(canvas, ROLE_PLAIN);
    canvas_text(canvas, 0, 1, ROLE_PROMPT, str_of("/"));
    int width = canvas.columns - 3 - SCOPE_COLUMNS;
    width = width < 10 ? canvas.columns - 3 : width;
    struct strip field = {0, 2, width, ALIGN_LEFT};
    if (box->is_typing) {
        line_edit_draw(&box->edit, canvas, field, ROLE_INPUT);
    } else { /* the cursor is on what is selected */
        canvas_field(canvas, field, ROLE_INPUT, line_edit_text(&box->edit));
    }
    int after = 2 + grapheme_width(line_edit_text(&box->edit));
    if (box->rest[0] != '\0' && after < width) {
        canvas_text(canvas_part(canvas, 0, 0, 1, width + 2), 0, after, ROLE_DIM,
                    str_of(box->rest));
    }
    if (width + 3 < canvas.columns) {
        field =
            (struct strip){0, canvas.columns - SCOPE_COLUMNS, SCOPE_COLUMNS - 1, ALIGN_RIGHT};
        canvas_field(canvas, field, ROLE_HEADING, str_of(asked_scope_name(box->scope)));
    }
}

void ask_box_draw_wrong(const struct ask_box *box, struct canvas canvas)
{
    if (!box->is_wrong) {
        return;
    }
    enum { LINES = 3 };
    struct str line[LINES];
    struct str rest = str_of(box->wrong.text);
    int lines = 0;
    while (lines < LINES && rest.n > 0) {
        int n = 0;
        while (n < rest.n && rest.p[n] != '\n') {
            n++;
        }
        line[lines++] = (struct str){rest.p, n};
        rest = (struct str){rest.p + n, rest.n - n};
        rest = rest.n > 0 ? (struct str){rest.p + 1, rest.n - 1} : rest;
    }
    for (int i = 0; i < lines; i++) {
        int row = canvas.rows - lines + i;
        canvas_field(canvas, (struct strip){row, 0, canvas.columns, ALIGN_LEFT}, ROLE_OVERLAY,
                     str_of(""));
        canvas_words(canvas, row, 1, i == 0 ? ROLE_WARNING : ROLE_OVERLAY, line[i]);
    }
}

void ask_box_read_kept(struct screen *screen, struct ask_box *box)
{
    struct error err;
    if (named_read(&box->kept, &question_kind, screen->sitting, &err) != STATUS_OK) {
        box->kept.count = 0;
        screen_say(screen, ROLE_ERROR, err.text);
    }
}

void ask_box_keep(struct screen *screen, const struct ask_box *box)
{
    int cursor;
    TEXT_BUFFER(line, LINE_EDIT_SIZE + 32);
    if (box->is_wrong || str_trimmed(line_edit_text(&box->edit)).n == 0) {
        screen_say(screen, ROLE_PLAIN,
                   box->is_wrong ? "these words cannot be read yet"
                                 : "no words are typed to keep: / types some");
        return;
    }
    ask_box_write_keep(box, &line, &cursor);
    screen_open_palette_at(screen, line.p, cursor);
    screen_say(screen, ROLE_DIM, "type the name; question=NAME asks it again");
}
