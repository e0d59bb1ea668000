/* A question that a command asks, while it is being answered by dice, a combatant, a number, a
 * choice or words.
 *
 * The answer is put after the command's line and the line is run again from the start, so that
 * nothing is half done meanwhile: leaving a question changes nothing. The question is in the
 * screen's last rows; the order and the log stay visible. Pure. */
#ifndef REFEREE_TUI_FIGHT_QUESTION_H
#define REFEREE_TUI_FIGHT_QUESTION_H

#include "tracker/command.h"
#include "tracker/decision.h"
#include "tui/widgets/line_edit.h"

enum { QUESTION_REASON_SIZE = 80 };

/* The targets of the command so far, if it takes several. */
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
    bool types_words; /* a name or words are typed: letters do not choose */
    /* the dice in the field were refused: the next character clears it */
    bool is_refused_entry;
    bool is_wrong_entry; /* Enter would refuse what is typed, as the message says */
    bool types_targets;  /* other targets are typed, in place of the present ones */
    struct question_targets targets;
    int opened; /* choosing: the group whose letter was typed, by one of its members; 0: none */
    char label; /* choosing: the first of two letters; 0: none yet */
    bool dice_follow; /* Enter rolls more than the dice that are asked for */
    bool can_go_back; /* an answer, or the combatant that the key chose, can be taken back */
    char avoided;     /* the letter that chooses nothing; 0: every letter may choose */
    bool completes_nothing; /* it asks for words that only the referee knows */
    /* What the rules would refuse: for choices the reason, "" if allowed; for combatants by
     * id. */
    char refused[QUESTION_CHOICES_MAX][QUESTION_REASON_SIZE];
    bool is_tried[COMBATANTS_MAX + 1]; /* whether this is known yet */
    bool is_refused[COMBATANTS_MAX + 1];
    int recalled; /* for words: the earlier answer in the field, 1 for the newest; 0: none */
    /* Kept from one question of a command to its next: */
    char amount[8]; /* the count typed before the key, which goes after the combatant; "" */
    int begun;      /* bytes of the line at the first question; the rest are answers */
    int selected_before; /* the selection, and whether it followed the turn, to restore
                            afterwards */
    bool followed_before;
};

/* Asks for what `line` lacks, as the first question about it or a further one. Refusals and
 * targets are set later. */
void question_init(struct question_box *box, const struct question *question, const char *line);

/* The line with an answer after it. False when it does not fit into a command's line. */
bool question_answer(const struct question_box *box, struct str answer, struct text *out);

/* The line without the last answer, which is put into *last; false when there is none to take
 * back. */
bool question_take_back(const struct question_box *box, struct text *line, struct str *last);

/* The answer that Enter makes of the typed text: for dice an empty line means `roll`, for
 * choices the usual one. An empty answer (n == 0) is not an answer. */
struct str question_typed(const struct question_box *box);
/* True when the dice that are asked for can show this total: those of a d66 are its digits. */
bool question_total_is_possible(const struct dice_request *request, int64_t total);

/* The index of a combatant among the targets; -1: not a target. */
int question_target(const struct question_box *box, int id);

/* The letter for a choice: the first of its own that no other has before it, or any other when
 * none is left. Words that begin with the avoided letter come last. */
char question_choice_letter(const struct question_box *box, int choice);
/* The choice of a typed character, by its letter; -1 when there is none. A digit is a die or an
 * amount that was typed too early or too late, and never chooses. */
int question_choice(const struct question_box *box, int character);

/* Which letters choose, after a character that does not: "press a letter: s, b or a; Esc
 * cancels". */
void question_say_letters(const struct question_box *box, struct text *out);

/* A line about what can be typed: "dice as they fell: 14, or =15 for a total; Enter rolls
 * here". */
void question_hint(const struct question_box *box, struct text *out);

/* The rows it takes in this width: 1, or more when prompt and input do not fit side by side;
 * choices are wrapped, never cut, if they get these rows. */
int question_rows(const struct question_box *box, int columns);
void question_draw(struct question_box *box, struct canvas canvas);

#endif
