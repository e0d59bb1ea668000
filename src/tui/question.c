#include "tui/question.h"

#include <string.h>

#include "tui/wording.h"

enum { INPUT_WIDTH_LEAST = 16 };

void question_init(struct question_box *box, const struct question *question, const char *line)
{
    struct text text;
    box->question = *question;
    text_init(&text, box->line, sizeof box->line);
    text_add_str(&text, str_of(line));
    line_edit_init(&box->edit);
    box->types_name = false;
}

/* ---- answers -------------------------------------------------------------------------------- */

bool question_answer(const struct question_box *box, struct str answer, struct text *out)
{
    text_add_str(out, str_of(box->line));
    text_add(out, " %s%.*s", box->question.prefix, answer.n, answer.p);
    return !out->is_cut;
}

struct str question_typed(const struct question_box *box)
{
    struct str typed = line_edit_text(&box->edit);
    while (typed.n > 0 && typed.p[0] == ' ') {
        typed.p++;
        typed.n--;
    }
    bool is_dice = box->question.kind == QUESTION_DICE;
    return typed.n == 0 && is_dice ? str_of("roll") : typed;
}

/* ---- choices -------------------------------------------------------------------------------- */

static bool is_letter_taken(const char *letters, int count, char letter)
{
    return memchr(letters, letter, (size_t)count) != NULL;
}

char question_choice_letter(const struct question *question, int choice)
{
    char letters[QUESTION_CHOICES_MAX];
    for (int i = 0; i <= choice; i++) {
        const char *word = question->choice[i];
        while (*word != '\0' &&
               (!char_is_letter(*word) || is_letter_taken(letters, i, char_lower(*word)))) {
            word++;
        }
        letters[i] = (char)(*word != '\0' ? char_lower(*word) : '1' + i % 9);
    }
    return letters[choice];
}

int question_choice(const struct question *question, int character)
{
    for (int i = 0; i < question->choices; i++) {
        if (character == question_choice_letter(question, i) || character == '1' + i) {
            return i;
        }
    }
    return -1;
}

/* ---- words ---------------------------------------------------------------------------------- */

void question_hint(const struct question_box *box, struct text *out)
{
    const struct question *question = &box->question;
    switch (question->kind) {
    case QUESTION_DICE:
        text_add(out, "type what fell: %s, or a total: =15; Enter rolls here, Esc leaves it",
                 question->dice.missing > 1 ? "6 6 3" : "14");
        break;
    case QUESTION_COMBATANT:
        text_add(out, box->types_name
                          ? "a name, p1, or #7; Enter takes it, Esc leaves it"
                          : "a letter, or Up/Down and Enter; / types a name, Esc leaves it");
        break;
    case QUESTION_NUMBER:
        text_add(out, "a whole number from %d to %d; Esc leaves it", question->low,
                 question->high);
        break;
    case QUESTION_CHOICE:
        text_add(out, "one key; Esc leaves it");
        break;
    case QUESTION_TEXT:
        text_add(out, "Enter takes it, Esc leaves it");
        break;
    }
}

/* ---- drawing -------------------------------------------------------------------------------- */

static int choices_width(const struct question *question)
{
    int width = 0;
    for (int i = 0; i < question->choices; i++) {
        width += 2 + grapheme_width(str_of(question->choice[i])) + 2;
    }
    return width;
}

static int input_width(const struct question_box *box)
{
    return box->question.kind == QUESTION_CHOICE ? choices_width(&box->question)
                                                 : INPUT_WIDTH_LEAST;
}

int question_rows(const struct question_box *box, int columns)
{
    int prompt = 1 + grapheme_width(str_of(box->question.prompt)) + 2;
    return prompt + input_width(box) <= columns ? 1 : 2;
}

static void draw_choices(const struct question *question, struct canvas canvas, int row,
                         int column)
{
    for (int i = 0; i < question->choices; i++) {
        char letter = question_choice_letter(question, i);
        column = canvas_format(canvas, row, column, ROLE_HINT_KEY, "%c", letter) + 1;
        column = canvas_text(canvas, row, column, ROLE_HINT_TEXT, str_of(question->choice[i])) + 2;
    }
}

void question_draw(struct question_box *box, struct canvas canvas)
{
    char buf[WORDING_SIZE];
    struct str prompt = wording(buf, canvas.frame, str_of(box->question.prompt));
    canvas_fill(canvas, ROLE_PLAIN);
    int column = canvas_text(canvas, 0, 1, ROLE_PROMPT, prompt) + 2;
    int row = 0;
    if (question_rows(box, canvas.columns) > 1 && canvas.rows > 1) {
        row = 1;
        column = 1;
    }
    if (box->question.kind == QUESTION_CHOICE) {
        draw_choices(&box->question, canvas, row, column);
        return;
    }
    if (column > canvas.columns - 4) {
        column = canvas.columns > 4 ? canvas.columns - 4 : 0;
    }
    struct strip field = {row, column, canvas.columns - column - 1, ALIGN_LEFT};
    line_edit_draw(&box->edit, canvas, field, ROLE_INPUT);
}
