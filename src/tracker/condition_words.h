/* The words for conditions: which condition is meant, the rounds after it, the referee's own
 * words. */
#ifndef REFEREE_TRACKER_CONDITION_WORDS_H
#define REFEREE_TRACKER_CONDITION_WORDS_H

#include "tracker/command.h"
#include "tracker/decision.h"

struct procedure;

/* A condition that the rules of a game know, in a table of its procedure. Any other word is the
 * referee's own and marked as such; it is kept and shown too, but changes nothing. */
struct condition_def {
    const char *name;
    const char *help;     /* what it changes, at most 60 columns */
    bool ends_with_fight; /* it is not carried on into another encounter (tracker/carry.h) */
    bool hinders_no_act;  /* as wounds, or a protection: not said with every turn */
    bool lets_act;        /* as fury, or a lower AC: said with every turn, but no reason not to
                             act */
    bool is_word; /* only a word for the table that changes no number; the log says so */
    /* Other words for it, separated by ", "; NULL: none. Its name with another ending is always
     * recognised: "blinded" for "blind". */
    const char *forms;
};

/* By its name or another word for it, in any case, with blanks or '-' between the parts; NULL
 * when the game has none. */
const struct condition_def *condition_find(const struct procedure *procedure, struct str word);

/* The condition that a word means, as it is kept: the game's name for it, or the referee's own
 * words, if `is_own` or an "own" before them says so. False when it is neither: the decision is
 * wrong then, with the nearest word. */
bool condition_read(struct decision *decision, struct str word, bool is_own,
                    char out[LABEL_SIZE]);

enum { CONDITION_ROUNDS_MOST = 1000 };

/* Takes a number up to `most` off the end of two words or more; -1 when there is none. */
int condition_number(struct str *words, int most);

/* ---- for the commands about conditions ------------------------------------------------- */

/* Whether the rules use the condition of this name. */
bool condition_changes_numbers(const struct decision *decision, const char *name);
/* Takes a beginning such as "no " off the words. */
bool condition_takes_word(struct str *words, const char *beginning);
/* Checks that a condition or trait is a few words at most; false when the decision has
 * ended. */
bool condition_label(struct decision *decision, struct str word, char out[LABEL_SIZE]);
/* Adds the name of a condition as a line has it: in quotes if it would be read differently, as
 * "room 3" does not mean 3 rounds of "room", nor "off balance" the end of "balance". */
void condition_add_label(const char *label, struct text *out);
/* The words within quotes, unquoted, in `buf` if needed. */
struct str condition_unquoted(struct str words, char buf[COMMAND_LINE_MAX + 1]);

#endif
