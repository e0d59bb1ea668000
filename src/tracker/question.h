/* A question: what a command still asks for, as plain data, and its answer in words.
 *
 * tracker/decision makes questions. Code that puts one, on the screen or in lines, reads it
 * here, and adds the answer to the command, which is then decided again. A question knows no
 * state and no decision: it holds all that is said. */
#ifndef REFEREE_TRACKER_QUESTION_H
#define REFEREE_TRACKER_QUESTION_H

#include "base/text.h"
#include "resolver/dice/dice.h"
#include "tracker/state.h"

enum question_kind {
    QUESTION_DICE,
    QUESTION_COMBATANT,
    QUESTION_NUMBER,
    QUESTION_CHOICE,
    QUESTION_TEXT /* words as the prompt describes them */
};

enum {
    QUESTION_CHOICES_MAX = 16,
    QUESTION_PROMPT_SIZE = 480, /* three names of full length and what they do */
    QUESTION_DIE_SIZE = 240,
    QUESTION_TEXT_SIZE = QUESTION_PROMPT_SIZE + QUESTION_DIE_SIZE,
    QUESTION_SO_FAR_SIZE = 240,
    QUESTION_NOTE_SIZE = 16,
    QUESTION_WORD_SIZE = 80, /* a name of full length in a line is one word */
    QUESTION_ABOUT_SIZE = 200
};

/* The likely answers of a QUESTION_COMBATANT; anybody can be the answer. WANTED_SELECTED: the
 * combatant selected on the screen, of either side. WANTED_HURT: of either side too, but first
 * the one of the party who has the smallest part of its hit points left, and those who are down
 * too. WANTED_OUT: those who are out of the fight. */
enum wanted {
    WANTED_ANYBODY,
    WANTED_FOE,
    WANTED_CHARACTER,
    WANTED_SELECTED,
    WANTED_HURT,
    WANTED_OUT
};

/* Whether one of this side is a likely answer. */
static inline bool wanted_of_side(enum wanted wanted, bool is_party)
{
    return wanted == WANTED_CHARACTER ? is_party : wanted != WANTED_FOE || !is_party;
}
/* Whether who left the fight in this way, or OUT_NOT, is a likely answer. */
static inline bool wanted_of_way(enum wanted wanted, enum way_out way)
{
    return wanted == WANTED_OUT ? way != OUT_NOT
                                : way == OUT_NOT || (wanted == WANTED_HURT && way == OUT_DOWN);
}
/* Other answers to a QUESTION_CHOICE, beside its choices. */
enum else_takes { ELSE_TAKES_NOTHING, ELSE_TAKES_NUMBER, ELSE_TAKES_WORDS };

struct question {
    enum question_kind kind;
    char prompt[QUESTION_PROMPT_SIZE]; /* "Anka attacks Pelican 1": who and what */
    /* Of QUESTION_DICE: the dice, and what has to come up: "d20 (8+ hits AC 22)". */
    char die[QUESTION_DIE_SIZE];
    /* The arithmetic of the throw so far, "d20 [14] + 14 strength = 28 vs AC 22: hit", or else
     * the last line of the act; "": nothing so far. */
    char so_far[QUESTION_SO_FAR_SIZE];
    /* What precedes the answer after the command: "" for a bare word, "ac=" for an option. */
    char prefix[32];
    struct dice_request dice; /* QUESTION_DICE */
    const char *flag; /* of QUESTION_DICE: a static word that may follow the dice; NULL: none */
    int fallen;       /* of QUESTION_DICE: earlier faces of this throw, which exploded */
    int more;         /* of QUESTION_DICE: rolls of others that follow in the same act */
    int low, high;    /* QUESTION_NUMBER */
    int lacks;        /* whose value is asked for, which `set` gives too; 0: nobody's */
    enum wanted wanted; /* QUESTION_COMBATANT */
    int likely;         /* QUESTION_COMBATANT: the answer that the game expects; 0: none */
    bool takes_several; /* QUESTION_COMBATANT: lists and patterns too: p1,Bo or gob* */
    char choice[QUESTION_CHOICES_MAX][QUESTION_WORD_SIZE]; /* QUESTION_CHOICE */
    /* "before the roll": the rest of what it is, where there is room; "": none. */
    char about[QUESTION_CHOICES_MAX][QUESTION_ABOUT_SIZE];
    bool about_explains; /* it is not the rest, but what the choice does: after a colon */
    char note[QUESTION_CHOICES_MAX][QUESTION_NOTE_SIZE]; /* "-2": the effect of each, or "" */
    int choices;
    int usual; /* QUESTION_CHOICE: which of them Enter alone chooses, from 1; 0: none */
    enum else_takes else_takes; /* QUESTION_CHOICE */
    /* Words go after the command as typed: several, and a number after them. */
    bool keeps_words;
    const char *words_about; /* of ELSE_TAKES_WORDS, static; NULL: "other words" */
    /* QUESTION_CHOICE: the option that a digit gives before the choice, "rounds=", and what it
     * counts, "rounds"; NULL: digits give nothing. */
    const char *digit_prefix;
    const char *digit_about;
    const char *rule; /* static text */
    /* Who would act by the answer, where the game chose it; 0: the usual one, or it is asked.
     */
    int actor;
};

/* Adds a choice, with the rest of what it is; "" or NULL: none. Its note may have been set
 * before. Both are copied, as a question outlives what it was made from. */
void question_offer(struct question *question, const char *word, const char *about);

/* The whole question: "Anka attacks Pelican 1, d20 (8+ hits AC 22)"; or with the die first, for
 * places where the end may not fit: "d20 (8+ hits AC 22): Anka attacks Pelican 1". */
void question_text(const struct question *question, struct text *out);
void question_text_die_first(const struct question *question, struct text *out);

/* Adds to the die what the act may throw after it: "d20 (8+ hits AC 22), then damage". NULL:
 * nothing. */
void question_add_next(struct question *question, const char *next);

/* Adds a choice as people read it: "shield after" for the word `shield-after`. */
void question_choice_name(const struct question *question, int choice, struct text *out);

/* Adds the answer in the form that goes after the command. Free words, if the question takes
 * them, are one word of the line up to the first name=value: `torn arm, out 3 turns` has no
 * die. */
void question_add_answer(const struct question *question, struct str answer, struct text *out);

/* Whether the words cannot be the answer, since one of them is not a die or number as asked;
 * the error then says what is possible: "x is not possible: each die shows 1 to 20". Dice may
 * follow the number, with values such as edge=1 among them. Call this before the words are put
 * after the line, since `add` would read any word as part of the name. Other kinds of questions
 * take any words. */
bool question_finds_wrong_word(const struct question *question, struct str words,
                               struct text *out);

#endif
