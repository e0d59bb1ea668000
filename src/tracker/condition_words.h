/* The words of conditions: which condition is meant, the rounds after it, words of the
 * referee's own. */
#ifndef REFEREE_TRACKER_CONDITION_WORDS_H
#define REFEREE_TRACKER_CONDITION_WORDS_H

#include "tracker/command.h"
#include "tracker/decision.h"

struct procedure;

/* A condition that the rules of a game know, in a table of its procedure. Whatever else is said
 * of a combatant is the referee's own word, which is said to be one, is kept and shown too, and
 * changes nothing. */
struct condition_def {
    const char *name;
    const char *help;     /* what it changes, at most 60 columns */
    bool ends_with_fight; /* nobody carries it on into another encounter (tracker/carry.h) */
    bool is_word;         /* a word for the table that changes no number, as the log says */
    /* Other words for it, parted by ", "; NULL: none but its name with another ending, which is
     * always recognised: "blinded" for "blind". */
    const char *forms;
};

/* By its name or another word for it, in any case of letters, with blanks or '-' between their
 * parts; NULL when the game knows none. */
const struct condition_def *condition_find(const struct procedure *procedure, struct str word);

/* The condition that a word means, as it is kept: the name that the game has for it, or words
 * of the referee's own, as `is_own` or an "own" before them says that they are. False when it
 * is neither: the decision is wrong then, and tells the nearest. */
bool condition_read(struct decision *decision, struct str word, bool is_own,
                    char out[LABEL_SIZE]);

/* Takes a number up to `most` off the end of two words or more; -1: there is none. */
int condition_number(struct str *words, int most);

/* ---- for the commands about them --------------------------------------------------------- */

/* Whether the rules look at the condition of this name. */
bool condition_changes_numbers(const struct decision *decision, const char *name);
/* Takes a beginning such as "no " off the words. */
bool condition_takes_word(struct str *words, const char *beginning);
/* A condition or trait is a word or a few; false when the decision has ended. */
bool condition_label(struct decision *decision, struct str word, char out[LABEL_SIZE]);
/* What stands in quotes, read, in `buf` if need be. */
struct str condition_unquoted(struct str words, char buf[COMMAND_LINE_MAX + 1]);

#endif
