/* A question of a command, on its way to an answer: dice that fell, a combatant, a number, a
 * choice, words.
 *
 * The answer is put behind the command's line and the line is run again from the start, so that
 * nothing is half done meanwhile: leaving a question leaves everything as it was. The question
 * stands in the screen's last rows; the order and the log stay visible. Pure. */
#ifndef REFEREE_TUI_QUESTION_H
#define REFEREE_TUI_QUESTION_H

#include "app/session.h"
#include "tui/line_edit.h"

struct question_box {
    struct question question;
    char line[COMMAND_LINE_MAX + 1]; /* the command so far */
    struct line_edit edit;
    bool types_words;    /* a name or words are typed: letters choose nothing */
    int selected_before; /* selection and whether it followed the turn, for when it is over */
    bool followed_before;
};

/* Asks for what `line` lacks. */
void question_init(struct question_box *box, const struct question *question, const char *line);

/* The line with an answer behind it. False when it does not fit into a command's line. */
bool question_answer(const struct question_box *box, struct str answer, struct text *out);

/* The answer that Enter gives to what is typed: for dice an empty line means `roll`. An empty
 * answer (n == 0) is none yet. */
struct str question_typed(const struct question_box *box);

/* The letter that stands for a choice: the first of its own that no earlier choice has; any other
 * when none is left. */
char question_choice_letter(const struct question *question, int choice);
/* The choice of a typed character: its letter, or, unless something else can be typed, its number
 * from 1 on; -1 when there is none. */
int question_choice(const struct question *question, int character);

/* One line on what can be typed: "dice as they fell: 14, or =15 for a total; Enter rolls here". */
void question_hint(const struct question_box *box, struct text *out);

/* How many rows it takes in this width: 1, or more when prompt and input do not fit side by side;
 * choices are wrapped, never cut, as long as they get these rows. */
int question_rows(const struct question_box *box, int columns);
void question_draw(struct question_box *box, struct canvas canvas);

#endif
