/* A question of a command, on its way to an answer: dice that fell, a combatant, a number, a
 * choice, words.
 *
 * The answer is put after the command's line and the line is run again from the start, so that
 * nothing is half done meanwhile: leaving a question leaves everything as it was. The question
 * stands in the screen's last rows; the order and the log stay visible. Pure. */
#ifndef REFEREE_TUI_VIEWS_QUESTION_H
#define REFEREE_TUI_VIEWS_QUESTION_H

#include "tracker/command.h"
#include "tracker/decision.h"
#include "tui/views/line_edit.h"

enum { QUESTION_REASON_SIZE = 80 };

/* Whom the command so far goes to, where it takes several. */
struct question_targets {
    int count;
    int id[COMBATANTS_MAX];
    unsigned char share[COMBATANTS_MAX]; /* enum share, beside id */
    bool are_shared;                     /* the command takes shares: all, half, none */
};

struct question_box {
    struct question question;
    char line[COMMAND_LINE_MAX + 1]; /* the command so far */
    struct line_edit edit;
    bool types_words; /* a name or words are typed: letters choose nothing */
    bool
        is_refused_entry; /* the dice in the field were refused: the next character clears it */
    bool types_targets;   /* other targets are typed, in place of those there are */
    struct question_targets targets;
    int opened; /* choosing: the group whose letter was typed, by one of it; 0: none */
    char label; /* choosing: the first of two letters; 0: none yet */
    /* What the rules would refuse: of choices the reason, "" where there is none; of rows by
     * id. */
    char refused[QUESTION_CHOICES_MAX][QUESTION_REASON_SIZE];
    bool is_tried[COMBATANTS_MAX + 1]; /* whether that is known yet */
    bool is_refused[COMBATANTS_MAX + 1];
    int recalled; /* of words: which earlier answer stands in the field, the newest 1; 0: none
                   */
    /* Kept from one question of a command to its next: */
    char amount[8]; /* the count typed before the key, which stands behind whom it is for; "" */
    int begun; /* bytes of the line that the first one was asked for; the rest are answers */
    int selected_before; /* selection and whether it followed the turn, for when it is over */
    bool followed_before;
};

/* Asks for what `line` lacks, as the first question about it or a further one. Nothing is
 * refused, and there are no targets, until they are set. */
void question_init(struct question_box *box, const struct question *question, const char *line);

/* The line with an answer after it. False when it does not fit into a command's line. */
bool question_answer(const struct question_box *box, struct str answer, struct text *out);

/* The line without the last word that answered a question, which is put into *last; false when
 * there is none to take back. */
bool question_take_back(const struct question_box *box, struct text *line, struct str *last);

/* The answer that Enter gives to what is typed: for dice an empty line means `roll`. An empty
 * answer (n == 0) is none yet. */
struct str question_typed(const struct question_box *box);

/* The place of a combatant among the targets; -1: it is none. */
int question_target(const struct question_box *box, int id);

/* The letter that stands for a choice: the first of its own that no earlier choice has; any
 * other when none is left. */
char question_choice_letter(const struct question *question, int choice);
/* The choice of a typed character: its letter, or, unless something else can be typed, its
 * number from 1 on; -1 when there is none. Where the act has thrown dice already, a digit is a
 * die that was typed too late, and chooses nothing. */
int question_choice(const struct question *question, int character);

/* One line on what can be typed: "dice as they fell: 14, or =15 for a total; Enter rolls here".
 */
void question_hint(const struct question_box *box, struct text *out);

/* How many rows it takes in this width: 1, or more when prompt and input do not fit side by
 * side; choices are wrapped, never cut, as long as they get these rows. */
int question_rows(const struct question_box *box, int columns);
void question_draw(struct question_box *box, struct canvas canvas);

#endif
