#include "tui/fight/starting_view.h"

bool starting_is_asked(const struct table_model *model)
{
    const struct question_box *box = table_model_question(model);
    struct str rest = str_of(box != NULL ? box->line : "");
    struct str first = str_next_word(&rest);
    return first.p != NULL && str_equal(first, "start");
}

static int draw_lines(struct canvas canvas, int row, int end, enum role role, const char *text)
{
    char buf[WORDING_SIZE];
    struct str line;
    struct str rest = wording(buf, canvas.frame, str_of(text));
    while (row < end && grapheme_next_line(&line, &rest, canvas.columns - 2)) {
        canvas_text(canvas, row++, 1, role, line);
    }
    return row;
}

void starting_view_draw(const struct table_model *model, const struct table_layout *layout,
                        struct canvas screen)
{
    char buf[WORDING_SIZE];
    const struct starting *starting = &model->starting;
    int end = layout->notice.top - screen.top;
    TEXT_BUFFER(title, sizeof starting->name + 16);
    text_add(&title, "starting %s", starting->name);
    struct str shown = wording(buf, screen.frame, (struct str){title.p, title.n});
    int column = canvas_text(layout->title, 0, 1, ROLE_TITLE, shown);
    if (starting->game[0] != '\0') {
        column = canvas_glyph(layout->title, 0, column + 1, ROLE_DIM, GLYPH_DOT) + 1;
        canvas_text(layout->title, 0, column, ROLE_DIM, str_of(starting->game));
    }
    int row = draw_lines(screen, 2, end, ROLE_PLAIN, starting->who);
    draw_lines(screen, row + (row > 2 ? 1 : 0), end, ROLE_DIM,
               "who joins stands here once the questions are answered");
}
